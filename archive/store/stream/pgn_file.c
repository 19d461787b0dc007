/* pgn_file.c - a store that is a PGN file: listed, searched and exported like an archive, but read
 * only.
 *
 * Games are read as an import would read them. Their ids are derived from their text and number, so
 * they stay the same as long as the file does. The file is surveyed once, for its charset and an
 * estimate of the number of games, and then read in pieces as games are requested
 * (archive/pgn/splitter.h), so it need not fit in memory. The exact number of games is known only
 * once all are read; until then the total is what the headers suggest. A file of very many tiny
 * games is not listed to its end; an import takes them all. */
#include "config.h"
#include "archive/store/backend.h"

#include "archive/pgn/pgn.h"
#include "archive/pgn/splitter.h"
#include "archive/record/utf16.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 128 << 10, PORTION = 256 << 10, LIST_MOST = 36 << 20 };

struct pgn_store {
    struct store store;
    int folder, fd;
    char *name;               /* file name in the folder */
    struct file_stamp stamp;  /* stamp of the file */
    struct file_stamp read;   /* stamp of the bytes that are read: for UTF-16 those of the converted
                                 file (utf16.h) */
    struct pgn_reader reader; /* reads the games; its cache of start positions is used for all
                                 pieces */
    struct pgn_source source; /* the file; it is read piece by piece */
    struct pgn_raw raw;       /* bytes of the current piece */
    struct pgn_text_piece text; /* text of the current piece, parsed up to the last game listed;
                                   empty if there is no current piece */
    size_t at;                  /* number of bytes of `raw` that have been parsed */
    int64_t lines;              /* number of lines in the pieces before the current one */
    struct record *held;        /* the last game listed, which is often loaded next; NULL if
                                   pgn_file_let_go() has given it away */
    int held_at;                /* index of the game in `held` */
    const char *held_charset;   /* charset of the bytes of the game in `held` */
};

/* Where a game begins in the file: stored in the list's COLUMN_OWN. */
struct game_place {
    uint32_t low, high; /* byte offset, right after the previous game */
    uint32_t line;      /* line number of the game's first word */
};

/* Estimates the number of games: counts the tag sections, which begin with a tag after a line that
 * is not a tag. */
struct promise {
    int games;
    bool tags, begun; /* tags: within a tag section. begun: within a line */
};

static void promise_add(struct promise *promise, const char *bytes, size_t size)
{
    for (const char *line = bytes, *end = size ? bytes + size : bytes; line && line < end;) {
        if (!promise->begun) {
            bool tag = *line == '[';
            promise->games += tag && !promise->tags;
            promise->tags = tag;
        }
        line = memchr(line, '\n', (size_t)(end - line));
        promise->begun = !line;
        if (line)
            line++;
    }
}

/* If the last game listed is the one at this index, passes its ownership to the caller; otherwise
 * returns NULL. */
static struct record *pgn_file_let_go(struct pgn_store *pgn, int at)
{
    struct record *record = pgn->held_at == at ? pgn->held : NULL;
    if (record)
        pgn->held = NULL;
    return record;
}

static void pgn_file_hold(struct pgn_store *pgn, struct record *record, int at)
{
    record_free(pgn->held);
    pgn->held = record;
    pgn->held_at = at;
}

/* Opens the file and surveys all of it. On failure, the file that was open before stays open. */
static int pgn_file_open_file(struct pgn_store *pgn, struct note *why)
{
    struct stat stat;
    struct pgn_survey letters = {0};
    struct promise promise = {0};
    int fd = openat(pgn->folder, pgn->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool opened = fd >= 0 && file_stat_settled(fd, NULL, &stat) == 0;
    if (opened && !S_ISREG(stat.st_mode)) {
        close(fd);
        return note_fail(why, FAIL_SYSTEM, -1, "it is not a plain file");
    }
    struct stat text = stat;
    if (opened && (utf16_decode(&fd, why) < 0 || fstat(fd, &text) < 0)) {
        close(fd);
        return FAIL_SYSTEM;
    }
    size_t size = opened ? (size_t)text.st_size : 0, at = 0;
    char *bytes = memory_new(PORTION, 1);
    for (size_t n; opened && at < size; at += n) {
        n = size - at < PORTION ? size - at : PORTION;
        opened = file_read_at(fd, at, bytes, n);
        size_t mark = at ? 0 : pgn_byte_order_mark(bytes, n);
        if (opened) {
            pgn_survey_add(&letters, bytes + mark, n - mark);
            promise_add(&promise, bytes + mark, n - mark);
        }
    }
    free(bytes);
    if (!opened) {
        int result = file_fail(why, "the file cannot be read");
        if (fd >= 0)
            close(fd);
        return result;
    }
    if (pgn->fd >= 0)
        close(pgn->fd);
    pgn->fd = fd;
    pgn->stamp = file_stamp_of(&stat);
    pgn->read = file_stamp_of(&text);
    pgn->source = (struct pgn_source){
        .input = {.fd = fd, .size = size, .charset = pgn_survey_end(&letters, NULL)}};
    pgn_raw_text_clear(&pgn->text);
    pgn->lines = 0;
    pgn_file_hold(pgn, NULL, 0);
    store_forget(&pgn->store);
    pgn->store.unread[0].text[0] = '\0';
    pgn->store.total = promise.games ? promise.games : size > 0;
    return 0;
}

/* ---------------------------------------------------------------------------------------------
 * iterating */

/* Begins the next piece; false if there is none. */
static bool begin_piece(struct pgn_store *pgn)
{
    if (pgn_source_over(&pgn->source))
        return false;
    pgn_raw_take(&pgn->source, &pgn->raw, PIECE, false);
    pgn_raw_text(&pgn->source, &pgn->raw, pgn->reader.opening, &pgn->text);
    pgn->at = 0;
    return true;
}

/* Ends the current piece where its last complete game ends. If it contains no complete game, gets
 * more bytes for it instead. */
static void end_piece(struct pgn_store *pgn, const struct pgn_reader *stop)
{
    bool all = pgn->text.last && !(pgn->raw.full && pgn->at); /* a game at the size limit is read
                                                                 alone */
    size_t bytes = all ? pgn->raw.size : pgn->at;
    if (!bytes && pgn_raw_widen(&pgn->source, &pgn->raw)) {
        pgn_raw_text_clear(&pgn->text);
        pgn_raw_text(&pgn->source, &pgn->raw, pgn->reader.opening, &pgn->text);
        return;
    }
    pgn->lines += stop->line - 1;
    if (pgn->source.cut == pgn->raw.from)
        pgn_source_cut(&pgn->source, &pgn->raw, bytes);
    pgn_raw_text_clear(&pgn->text);
}

/* Returns the number of bytes of the piece that the reader has parsed. `from` is the reader's
 * position at the previous call. */
static size_t bytes_up_to(const struct pgn_store *pgn, size_t from)
{
    return pgn_raw_bytes_on(&pgn->raw, &pgn->text, from, pgn->at, pgn->text.reader.at);
}

/* Derives an id from the text and number of a game in the file. */
static void pgn_file_name_game(struct record *record, const char *text, size_t length, int number)
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

/* Reads the next game, its start in the file, and its id; NULL if there are no more. */
static struct record *next_game(struct pgn_store *pgn, struct game_place *place)
{
    for (;;) {
        if (!pgn->text.text && !begin_piece(pgn))
            return NULL;
        struct pgn_reader *reader = &pgn->text.reader, before = *reader;
        struct record *record = pgn->raw.full && pgn->at ? NULL : pgn_next(reader);
        if (record && pgn_game_is_whole(&pgn->text)) {
            uint64_t from = pgn->raw.from + pgn->at;
            int64_t line = pgn->lines + pgn->source.lines + before.line;
            for (size_t i = before.at; i < reader->length && strchr(" \t\r\n", reader->text[i]);
                 i++)
                line += reader->text[i] == '\n';
            *place = (struct game_place){(uint32_t)from, (uint32_t)(from >> 32),
                                         (uint32_t)(line < INT_MAX ? line : INT_MAX)};
            pgn_file_name_game(record, before.text + before.at, reader->at - before.at,
                               pgn->store.list.count + 1);
            pgn->at = bytes_up_to(pgn, before.at);
            pgn->held_charset = pgn_piece_charset(&pgn->text, before.at);
            return record;
        }
        record_free(record);
        end_piece(pgn, record ? &before : reader);
    }
}

static uint64_t start_of(const struct pgn_store *pgn, int at, struct game_place *place)
{
    memcpy(place, (const char *)pgn->store.list.column[COLUMN_OWN] + (size_t)at * sizeof *place,
           sizeof *place);
    return (uint64_t)place->high << 32 | place->low;
}

static uint64_t pgn_file_end_of(const struct pgn_store *pgn, int at)
{
    struct game_place place;
    if (at + 1 < pgn->store.list.count)
        return start_of(pgn, at + 1, &place);
    return pgn->text.text ? pgn->raw.from + pgn->at : pgn->source.cut;
}

/* Reads a listed game again, with some of the bytes after it, so that the result is the same as
 * when it was listed. NULL if it cannot be read. */
static struct record *pgn_file_read_again(struct pgn_store *pgn, int at, const char **charset)
{
    struct game_place place;
    struct pgn_source source = pgn->source;
    struct pgn_raw raw = {0};
    struct pgn_text_piece text;
    source.cut = (size_t)start_of(pgn, at, &place);
    source.error = 0;
    size_t size = (size_t)(pgn_file_end_of(pgn, at) - source.cut);
    bool large = size > PIECE;
    pgn_raw_take(&source, &raw, large ? PIECE : size, false);
    /* Widen the piece as when the game was listed, so that the reader skips the same bytes. */
    while (large && raw.size < size + PIECE && pgn_raw_widen(&source, &raw))
        continue;
    pgn_raw_text(&source, &raw, pgn->reader.opening, &text);
    size_t begin = text.reader.at;
    struct record *record =
        source.error || file_is_changed(pgn->fd, &pgn->read) ? NULL : pgn_next(&text.reader);
    *charset = pgn_piece_charset(&text, begin);
    pgn_raw_text_clear(&text);
    pgn_raw_clear(&raw);
    if (record) {
        catalog_id(&pgn->store.list, at, record->id); /* the id from when the game was listed */
        record->rev = 1;
    }
    return record;
}

/* Reads game `at` of the list; NULL if it cannot be read. */
static struct record *pgn_file_read_game(struct pgn_store *pgn, int at)
{
    struct record *record = pgn_file_let_go(pgn, at);
    const char *charset = pgn->held_charset;
    char number[NUMBER_TEXT_MAX];
    if (!record && !(record = pgn_file_read_again(pgn, at, &charset)))
        return NULL;
    struct value *provenance = value_map(&record->head, "provenance");
    value_set(provenance, "from", "pgn", false);
    value_set(provenance, "game", text_number(number + sizeof number, at + 1), true);
    value_set(provenance, "charset", charset, false);
    return record;
}

static void pgn_file_look(struct store *store)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    int at = store->list.count;
    struct game_place place;
    struct record *record = NULL;
    if (catalog_bytes(&store->list) > LIST_MOST)
        note_set(&store->unread[0], -1, STORE_CUT_SHORT, at);
    else if (!(record = next_game(pgn, &place)) && pgn->source.error) {
        errno = pgn->source.error;
        file_fail(&store->unread[0], "the file cannot be read");
    }
    if (!record) {
        store->total = at;
        return;
    }
    struct listing listing = {0};
    listing_borrow(&listing, record);
    store_append(store, &listing);
    memcpy((char *)store->list.column[COLUMN_OWN] + (size_t)at * sizeof place, &place,
           sizeof place);
    pgn_file_hold(pgn, record, at);
    if (store->list.count == store->total && pgn_file_end_of(pgn, at) < pgn->source.input.size)
        store->total++; /* the estimate did not count games without headers */
}

static bool pgn_file_refresh(struct store *store, bool behind)
{
    (void)behind;
    struct pgn_store *pgn = (struct pgn_store *)store;
    struct file_stamp stamp;
    struct stat stat;
    if (fstatat(pgn->folder, pgn->name, &stat, 0) == 0) {
        stamp = file_stamp_of(&stat);
        if (file_stamp_same(&stamp, &pgn->stamp))
            return false;
    }
    return pgn_file_open_file(pgn, NULL) == 0; /* the file was deleted or is unreadable; the open
                                                  file can still be read */
}

static void pgn_file_label(struct store *store, int at, char *label_of, size_t size,
                           char id[ULID_LENGTH + 1], int *line)
{
    struct game_place place;
    if (size)
        *label_of = '\0';
    *id = '\0';
    start_of((const struct pgn_store *)store, at, &place);
    *line = (int)place.line;
}

static struct record *pgn_file_convert(struct store *store, int at)
{
    enum { WITHIN = 1000 }; /* bytes of PGN: a game this small cannot exceed any limit of YAML */
    struct pgn_store *pgn = (struct pgn_store *)store;
    struct game_place place;
    return pgn_file_end_of(pgn, at) - start_of(pgn, at, &place) < WITHIN
               ? pgn_file_read_game(pgn, at)
               : NULL;
}

static int pgn_file_game_bytes(struct store *store, int at, char **bytes, size_t *size,
                               struct note *why)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    struct record *record = pgn_file_read_game(pgn, at);
    struct yaml_text text = {0};
    if (!record)
        return note_fail(why, FAIL_SYSTEM, -1,
                         "the file cannot be read: it may have been changed meanwhile");
    record_write(record, &text);
    record_free(record);
    *bytes = text.v;
    *size = (size_t)text.n;
    return 0;
}

static int pgn_file_save(struct store *store, struct record *record, struct version *version,
                         struct note *why)
{
    (void)store, (void)record, (void)version;
    return note_fail(why, FAIL_SYSTEM, -1,
                     "PGN files are read-only; import this one into an archive");
}

static int pgn_file_remove_game(struct store *store, const char *id, const struct version *version,
                                struct note *why)
{
    (void)store, (void)id, (void)version;
    return note_fail(why, FAIL_SYSTEM, -1,
                     "PGN files are read-only; import this one into an archive");
}

static void close_pgn(struct store *store)
{
    struct pgn_store *pgn = (struct pgn_store *)store;
    if (pgn->folder >= 0)
        close(pgn->folder);
    if (pgn->fd >= 0)
        close(pgn->fd);
    pgn_file_hold(pgn, NULL, 0);
    free(pgn->name);
    pgn_raw_text_clear(&pgn->text);
    pgn_raw_clear(&pgn->raw);
    pgn_end(&pgn->reader);
}

static int pgn_file_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    (void)read_only;                    /* it always is */
    char *path = realpath(where, NULL); /* this is the only point at which a link to a file is
                                           followed */
    if (!path)
        return file_fail(why, "the file cannot be opened");
    char *slash = strrchr(path, '/');
    struct pgn_store *pgn = memory_new(1, sizeof *pgn);
    struct store *store = &pgn->store;
    store->backend = &pgn_store;
    store->list.own = sizeof(struct game_place);
    pgn_begin(&pgn->reader, "", 0);
    pgn->fd = -1;
    store->limits = yaml_limits_default;
    store->title = memory_text(slash + 1);
    store->read_only = true;
    snprintf(store->why_read_only, sizeof store->why_read_only,
             "it is a PGN file; import it into an archive");
    pgn->name = memory_text(slash + 1);
    slash[slash == path] = '\0';
    pgn->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
    int result = pgn->folder < 0 ? file_fail(why, "the file's folder cannot be opened")
                                 : pgn_file_open_file(pgn, why);
    if (result < 0) {
        store_close(store);
        return result;
    }
    *out = store;
    return 0;
}

static bool pgn_file_takes(const char *where, enum store_there there)
{
    size_t length = strlen(where);
    return there == THERE_FILE && length > 4 &&
           (!strcmp(where + length - 4, ".pgn") || !strcmp(where + length - 4, ".PGN"));
}

const struct store_backend pgn_store = {.takes = pgn_file_takes,
                                        .open = pgn_file_open,
                                        .look = pgn_file_look,
                                        .refresh = pgn_file_refresh,
                                        .label = pgn_file_label,
                                        .bytes = pgn_file_game_bytes,
                                        .convert = pgn_file_convert,
                                        .save = pgn_file_save,
                                        .remove = pgn_file_remove_game,
                                        .close = close_pgn};
