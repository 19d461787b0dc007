/* store_pgn.c - a store that is a PGN file: looked into, searched and exported like an archive, never written.
 *
 * Games are read as an import would read them, and have the id that follows from their text and number, so that they
 * are the same games as long as the file is. Where the file ends is known when it was read; until then the total is
 * what the headers promise. A list takes ninety bytes a game, so a file of games of a few bytes each, of which there may be
 * millions, is not looked at to its end; an import takes them all. */
#include "config.h"
#include "archive/store_parts.h"

#include "archive/pgn.h"

#include <fcntl.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PGN_BYTES = 1 << 30 };

struct pgn_store {
    struct store store;
    int folder;
    char *name; /* in the folder */
    char *text; /* as UTF-8 */
    const char *charset;
    size_t length;
    struct file_stamp stamp;
    struct pgn_reader reader; /* stands behind the last game looked at */
    struct game_place *game;  /* [store.list.count] */
    int room;
    struct record *held;      /* the game looked at last, for whoever asks for it next; NULL: it was asked for */
    int held_at;              /* its place */
};

/* Where a reader of the text stands before a game. */
struct game_place {
    size_t at;
    int line;
};

/* How many games the headers promise: tag sections begin behind a line that is no tag. */
static int promised(const char *text, size_t length)
{
    int games = 0;
    bool tags = false;
    for (const char *line = text, *end = text + length; line && line < end;) {
        bool tag = *line == '[';
        games += tag && !tags;
        tags = tag;
        line = memchr(line, '\n', (size_t)(end - line));
        line += line != NULL;
    }
    return games ? games : length > 0;
}

/* The game looked at last, if it is the one of this place: the caller's. */
static struct record *let_go(struct pgn_store *pgn, int at)
{
    struct record *record = pgn->held_at == at ? pgn->held : NULL;
    if (record)
        pgn->held = NULL;
    return record;
}

static void hold(struct pgn_store *pgn, struct record *record, int at)
{
    record_free(pgn->held);
    pgn->held = record;
    pgn->held_at = at;
}

static void take_bytes(struct pgn_store *pgn, char *bytes, size_t size)
{
    hold(pgn, NULL, 0);
    free(pgn->text);
    pgn_end(&pgn->reader);
    pgn->text = pgn_to_utf8(bytes, size, NULL, &pgn->charset, &pgn->length);
    free(bytes);
    pgn_begin(&pgn->reader, pgn->text, pgn->length);
    store_forget(&pgn->store);
    pgn->store.unread[0].text[0] = '\0';
    pgn->store.total = promised(pgn->text, pgn->length);
}

/* An id that is always that of this text at this place of the file. */
static void name_game(struct record *record, const char *text, size_t length, int number)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    enum { TIME_LETTERS = 10 };
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    char room[NUMBER_TEXT_MAX];
    const char *count = text_number(room + sizeof room, number);
    sha256_init(&context);
    sha256_update(&context, strlen(count), (const uint8_t *)count);
    sha256_update(&context, length, (const uint8_t *)text);
    sha256_digest(&context, sizeof digest, digest);
    for (int i = 0; i < ULID_LENGTH; i++)
        record->id[i] = i < TIME_LETTERS ? '0' : letters[digest[i] & 31];
    record->id[ULID_LENGTH] = '\0';
    record->rev = 1;
}

/* Game `at` of the list as it is read; NULL: there is none. */
static struct record *read_game(struct pgn_store *pgn, int at)
{
    struct record *record = let_go(pgn, at);
    char number[NUMBER_TEXT_MAX];
    if (!record) {
        struct pgn_reader reader = pgn->reader;
        reader.at = pgn->game[at].at;
        reader.line = pgn->game[at].line;
        record = pgn_next(&reader);
        if (!record)
            return NULL;
        catalog_id(&pgn->store.list, at, record->id); /* named when it was looked at */
        record->rev = 1;
    }
    struct value *provenance = value_map(&record->head, "provenance");
    value_set(provenance, "from", "pgn", false);
    value_set(provenance, "game", text_number(number + sizeof number, at + 1), true);
    value_set(provenance, "charset", pgn->charset, false);
    return record;
}

/* How many games of a text are looked at: of those that have 64 bytes each all, of smaller ones so many as 64 MB are enough for,
 * with the text and whoever asks. */
static int games_most(size_t length)
{
    enum { ROOM = 54 << 20, LISTED = 100 /* bytes for each game */, TEXTS = 4 /* for each byte */, GAME_BYTES = 64 };
    size_t taken = TEXTS * length;
    return (int)((taken < ROOM ? ROOM - taken : 0) / LISTED + length / GAME_BYTES);
}

static void look(struct store *store)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    int at = store->list.count;
    if (at >= games_most(pgn->length)) {
        store->total = at;
        note_set(&store->unread[0], -1, STORE_CUT_SHORT, at);
        return;
    }
    pgn->game = memory_room(pgn->game, &pgn->room, at + 1, sizeof *pgn->game);
    pgn->game[at] = (struct game_place){pgn->reader.at, pgn->reader.line};
    size_t from = pgn->reader.at;
    struct record *record = pgn_next(&pgn->reader);
    if (!record) {
        store->total = at;
        return;
    }
    struct listing listing = {0};
    name_game(record, pgn->text + from, pgn->reader.at - from, pgn->reader.games);
    listing_borrow(&listing, record);
    store_append(store, &listing);
    hold(pgn, record, at);
    if (store->list.count == store->total && pgn->reader.at < pgn->length)
        store->total++; /* perhaps there is another: a game without headers */
}

static bool refresh(struct store *store, bool behind)
{
    (void)behind;
    struct pgn_store *pgn = (struct pgn_store *)store;
    struct file_stamp stamp;
    struct stat stat;
    char *bytes;
    size_t size;
    if (fstatat(pgn->folder, pgn->name, &stat, 0) == 0) {
        stamp = file_stamp_of(&stat);
        if (file_stamp_same(&stamp, &pgn->stamp))
            return false;
    }
    if (file_read(pgn->folder, pgn->name, PGN_BYTES, &bytes, &size, &pgn->stamp, NULL) < 0)
        return false; /* deleted or unreadable: what was read stays to be looked at */
    take_bytes(pgn, bytes, size);
    return true;
}

static void label(struct store *store, int at, char *label_of, size_t size, char id[ULID_LENGTH + 1], int *line)
{
    if (size)
        *label_of = '\0';
    *id = '\0';
    const struct pgn_store *pgn = (const struct pgn_store *)store;
    const struct game_place *game = &pgn->game[at];
    *line = game->line;
    for (size_t i = game->at; i < pgn->length && strchr(" \t\r\n", pgn->text[i]); i++)
        *line += pgn->text[i] == '\n';
}

static struct record *convert(struct store *store, int at)
{
    enum { WITHIN = 1000 }; /* bytes of PGN hold nothing that is too many or too long for YAML */
    struct pgn_store *pgn = (struct pgn_store *)store;
    size_t end = at + 1 < store->list.count ? pgn->game[at + 1].at : pgn->reader.at;
    return end - pgn->game[at].at < WITHIN ? read_game(pgn, at) : NULL;
}

static int game_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    struct record *record = read_game(pgn, at);
    struct yaml_text text = {0};
    if (!record)
        return note_fail(why, FAIL_NAME, -1, "there is no such game in the file");
    record_write(record, &text);
    record_free(record);
    *bytes = text.v;
    *size = (size_t)text.n;
    return 0;
}

static int save(struct store *store, struct record *record, struct version *version, struct note *why)
{
    (void)store, (void)record, (void)version;
    return note_fail(why, FAIL_SYSTEM, -1, "a PGN file is not written in; import it into an archive");
}

static int remove_game(struct store *store, const char *id, const struct version *version, struct note *why)
{
    (void)store, (void)id, (void)version;
    return note_fail(why, FAIL_SYSTEM, -1, "a PGN file is not written in; import it into an archive");
}

static void close_pgn(struct store *store)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    if (pgn->folder >= 0)
        close(pgn->folder);
    hold(pgn, NULL, 0);
    free(pgn->name);
    free(pgn->text);
    pgn_end(&pgn->reader);
    free(pgn->game);
}

static const struct store_kind pgn_kind = {.look = look,
                                           .refresh = refresh,
                                           .label = label,
                                           .bytes = game_bytes,
                                           .convert = convert,
                                           .save = save,
                                           .remove = remove_game,
                                           .close = close_pgn};

int pgn_open(struct store **out, const char *where, struct note *why)
{
    char *path = realpath(where, NULL); /* a link to a file is followed here, once */
    if (!path)
        return file_fail(why, "the file cannot be opened");
    char *slash = strrchr(path, '/'), *bytes;
    struct pgn_store *pgn = memory_new(1, sizeof *pgn);
    struct store *store = &pgn->store;
    size_t size;
    store->kind = &pgn_kind;
    store->limits = yaml_limits_default;
    store->title = memory_text(slash + 1);
    store->read_only = true;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it is a PGN file; import it into an archive");
    pgn->name = memory_text(slash + 1);
    slash[slash == path] = '\0';
    pgn->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
    int result = pgn->folder < 0 ? file_fail(why, "the file's folder cannot be opened")
                                 : file_read(pgn->folder, pgn->name, PGN_BYTES, &bytes, &size, &pgn->stamp, why);
    if (result == 0 && (result = pgn_refuse_utf16(bytes, size, why)) < 0)
        free(bytes);
    if (result < 0) {
        store_close(store);
        return result;
    }
    take_bytes(pgn, bytes, size);
    *out = store;
    return 0;
}

bool pgn_named(const char *where)
{
    size_t length = strlen(where);
    return length > 4 && (!strcmp(where + length - 4, ".pgn") || !strcmp(where + length - 4, ".PGN"));
}
