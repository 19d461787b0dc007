/* import.c - imports files of games into a store; see import.h.
 *
 * The steps for a file:
 *
 * 1. import_source.c opens it, decompresses it, decides whether it is YAML or PGN, and computes its
 *    SHA-256.
 * 2. The store keeps a copy of its bytes under that hash. If the hash is known and marked as done,
 *    the file was imported before. If it is known but not done, an earlier import was interrupted:
 *    the games it already added are found by their provenance and skipped (find_left()), or a pack
 *    is resumed from its last mark.
 * 3. PGN is read by several threads (archive/pgn/parallel_reader.c). A thread that has read a game
 *    also composes its final YAML (compose_game()), except for the id and its number in the file,
 *    which only the main thread knows (import_put_game()). YAML streams are read document by
 *    document in a sliding window.
 * 4. Games are added in groups with one flush each, or appended to a pack.
 * 5. Finally the import is marked as done.
 *
 * A game that exceeds the archive's limits is not lost: its headers are added as a shell that
 * refers to the kept file (shell_of()). */
#include "config.h"

#include "archive/import/import.h"
#include "archive/import/import_source.h"
#include "archive/pgn/parallel_reader.h"
#include "archive/pgn/pgn.h"
#include "archive/record/schema.h"
#include "archive/replay/replay.h"
#include "archive/store/pack/pack_writer.h"
#include "archive/util/fs.h"
#include "archive/util/sanitize.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    GROUP_MAX = 1000,
    GROUP_BYTES = 8 << 20,
    NUMBER_ROOM = 16,
    LIST_WORTH = 8 << 20 /* file size in bytes from which the pack's list is built while the pack is
                            written */
};

/* The state of an import in progress. */
struct import_job {
    struct store *store;
    const struct import_options *options;
    struct import_report *report;
    struct yaml_limits limits; /* size limits of the store's YAML */
    char name[300];            /* name of the file, without its folder */
    char date[16];
    size_t size; /* size of the file in bytes */
    bool *have;  /* [have_room] have[n] is true if an interrupted import has already added game n of
                    the file */
    int have_room;
    struct record **group; /* [GROUP_MAX] the games collected to be added together; NULL if they go
                              into a pack */
    int *number;           /* [GROUP_MAX] for each game of the group, its number in the file */
    int n;
    struct store_text *text; /* [GROUP_MAX] games composed by the reading threads; their bytes are
                                in `texts` */
    bool *broken;
    struct yaml_text texts;
    int text_count;
    size_t group_from;        /* offset in the file at which the group began */
    struct pack_writer *pack; /* the pack being written; NULL if the games become single files */
    struct pack_mark mark;    /* the point in the file from which the pack is resumed */
};

/* ------------------------------------------------------------------------------------------------
 * provenance */

static void set_provenance(struct import_job *importing, struct record *record, int number,
                           const char *charset)
{
    struct value *provenance = value_map(&record->head, "provenance");
    char text[NUMBER_ROOM];
    snprintf(text, sizeof text, "%d", number);
    value_set(provenance, "from", "pgn", false);
    value_set(provenance, "file", importing->name, false);
    value_set(provenance, "game", text, true);
    value_set(provenance, "sha256", importing->report->sha256, false);
    value_set(provenance, "charset", charset, false);
    value_set(provenance, "by", store_user(importing->store), false);
    value_set(provenance, "on_date", importing->date, false);
}

static void note_number(struct import_job *importing, int number)
{
    /* A file of n bytes cannot have more than n games, since a game has at least one byte. */
    if (number < 1 || number == INT_MAX || (size_t)number > importing->size)
        return;
    int old = importing->have_room;
    importing->have =
        memory_room(importing->have, &importing->have_room, number + 1, sizeof *importing->have);
    memset(importing->have + old, 0,
           (size_t)(importing->have_room - old) * sizeof *importing->have);
    importing->have[number] = true;
}

/* Finds the games that an interrupted import of the same file has added. */
static void find_left(struct import_job *importing)
{
    struct store *store = importing->store;
    char wanted[100], *bytes;
    size_t size;
    snprintf(wanted, sizeof wanted, "sha256: '%s'", importing->report->sha256);
    store_scan(store, INT_MAX);
    for (int i = 0; i < store_count(store); i++) {
        struct record *record;
        if (store_bytes(store, i, &bytes, &size, NULL) < 0)
            continue;
        bool ours = strstr(bytes, wanted) != NULL;
        free(bytes);
        if (!ours || store_load(store, i, &record, NULL, NULL, NULL) < 0)
            continue;
        if (!strcmp(record_text(record, "provenance.sha256"), importing->report->sha256))
            note_number(importing, atoi(record_text(record, "provenance.game")));
        record_free(record);
    }
}

/* --------------------------------------------------------------------------------------------------
 * groups */

static void import_remark(struct import_job *importing, int game, const char *text)
{
    if (importing->options->remark)
        importing->options->remark(importing->options->argument, game, text);
}

static void no_finding(const struct finding *finding, void *argument)
{
    (void)finding;
    (void)argument;
}

/* True if a game has plies that cannot be replayed. PGN games were checked when they were read. */
static bool is_broken(const struct import_job *importing, const struct record *record,
                      const struct record_counts *counts)
{
    return counts->broken > 0 || record->unparsed ||
           (!importing->report->pgn && replay_check(record, no_finding, NULL) > 0);
}

/* Makes the shell of a game that exceeds the archive's limits: its headers, and a reference to
 * the kept file. */
static struct record *shell_of(struct import_job *importing, const struct record *record,
                               int number)
{
    const char *variant = record_variant(record);
    struct record *shell = record_new(schema_fits(variant, SHAPE_VARIANT) ? variant : "classical");
    char text[200];
    memcpy(shell->id, record->id, sizeof shell->id);
    shell->rev = 1;
    for (int i = 0; i < record_players(record); i++) {
        char side = record_player_side(record, i);
        const char *name = record_player(record, side);
        record_set_player(shell, side, strlen(name) < 1000 ? name : "?");
    }
    static const char *const paths[] = {"event.name", "event.site", "event.date", "event.round",
                                        "result.score"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strlen(record_text(record, paths[i])) < 1000)
            record_set_text(shell, paths[i], record_text(record, paths[i]));
    snprintf(text, sizeof text,
             "The game is larger than this archive's limits; it is game %d of imports/%s.pgn.",
             number, importing->report->sha256);
    comments_append(&shell->comments, text, NULL);
    set_provenance(importing, shell, number, record_text(record, "provenance.charset"));
    return shell;
}

/* Handles a game that the store refuses: adds its shell, or remarks on it. */
static int add_refused(struct import_job *importing, int at, int refusal, struct note *why)
{
    struct import_report *report = importing->report;
    int number = importing->number[at], again = FAIL_TEXT;
    struct version version = {0};
    struct note reason = {.text = ""};
    char text[400];
    if (refusal == FAIL_CONFLICT) {
        report->there++;
        return 0;
    }
    /* The store reports the reason only if games are saved one by one, so try to save this game
     * alone. */
    store_save(importing->store, importing->group[at], &version, &reason);
    if (report->pgn) {
        struct record *shell = shell_of(importing, importing->group[at], number);
        int result = store_add(importing->store, &shell, 1, &again, why);
        record_free(shell);
        if (result < 0)
            return result;
    }
    snprintf(text, sizeof text, "%s%s",
             again == 0 ? "only the headers are in the list: " : "left out: ", reason.text);
    import_remark(importing, number, text);
    if (again == 0)
        report->games++;
    else
        report->damaged++;
    return 0;
}

/* Adds the games that were collected as texts. */
static int flush_texts(struct import_job *importing, struct note *why)
{
    int results[GROUP_MAX], n = importing->text_count;
    size_t at = 0;
    for (int i = 0; i < n; at += importing->text[i++].size)
        importing->text[i].bytes = importing->texts.v + at;
    int result = n ? store_add_texts(importing->store, importing->text, n, results, why) : 0;
    for (int i = 0; i < n; i++) {
        importing->report->games += results[i] == 0;
        importing->report->broken += results[i] == 0 && importing->broken[i];
        importing->report->there += results[i] == FAIL_CONFLICT;
    }
    importing->text_count = importing->texts.n = 0;
    return result;
}

/* Adds the games that were collected. */
static int flush_group(struct import_job *importing, struct note *why)
{
    int results[GROUP_MAX];
    int result = flush_texts(importing, why);
    for (int i = 0; i < importing->n; i++)
        results[i] = FAIL_SYSTEM;
    if (result == 0 && importing->n)
        result = store_add(importing->store, importing->group, importing->n, results, why);
    for (int i = 0; i < importing->n; i++) {
        struct record_counts counts;
        record_count(importing->group[i], &counts);
        if (results[i] == 0) {
            importing->report->games++;
            importing->report->broken += is_broken(importing, importing->group[i], &counts);
        } else if (result == 0) {
            result = add_refused(importing, i, results[i], why);
        }
        record_free(importing->group[i]);
    }
    importing->n = 0;
    return result;
}

/* ----------------------------------------------------------------------------------------------------
 * packs */

/* Appends a game to the pack. A game that exceeds the archive's limits is replaced by its shell. If
 * the shell exceeds them as well, the game is left out. */
static int pack_game(struct import_job *importing, struct record *record, int number,
                     struct note *why)
{
    struct import_report *report = importing->report;
    struct record_counts counts;
    struct note reason;
    char text[400];
    record_count(record, &counts);
    int result = pack_writer_add(importing->pack, record, &reason);
    if (result == FAIL_CONFLICT) {
        report->there++;
        return 0;
    }
    if (result == FAIL_LIMIT || result == FAIL_TEXT) {
        snprintf(text, sizeof text, "%s%s",
                 report->pgn ? "only the headers are in the pack: " : "left out: ", reason.text);
        import_remark(importing, number, text);
        struct record *shell = report->pgn ? shell_of(importing, record, number) : NULL;
        result = shell ? pack_writer_add(importing->pack, shell, &reason) : 0;
        record_free(shell);
        report->damaged += !shell;
        report->games -= !shell;
    }
    if (result < 0)
        return note_fail(why, result, -1, "%s", reason.text);
    report->games++;
    report->broken += is_broken(importing, record, &counts);
    return 0;
}

/* Marks how much of the file is in the pack. The pack writer saves this mark now and then. */
static int mark_pack(struct import_job *importing, int games, size_t at, int line, size_t size,
                     struct note *why)
{
    enum { EACH = 64 << 10 };
    int result = pack_writer_mark(importing->pack, &(struct pack_mark){games, line, at}, why);
    if (result < 0 || at - importing->group_from < EACH)
        return result;
    importing->group_from = at;
    import_tell(importing->options, importing->report, PASS_READ, at, size, games);
    return 0;
}

/* Completes the pack, or stops it to be resumed later. */
static int end_pack(struct import_job *importing, int result, struct note *why)
{
    struct pack_writer *pack = importing->pack;
    int last = 0;
    if (!pack)
        return result;
    importing->pack = NULL;
    if (result < 0)
        pack_writer_stop(pack, NULL); /* writing failed, for example because the disk is full: the
                                         games flushed so far stay in the pack */
    else
        last =
            importing->report->stopped ? pack_writer_stop(pack, why) : pack_writer_end(pack, why);
    return result < 0 ? result : last;
}

static int begin_pack(struct import_job *importing, struct note *why)
{
    struct import_report *report = importing->report;
    if (!importing->options->pack)
        return 0;
    int result = pack_writer_begin(&importing->pack, importing->store, importing->options->pack,
                                   report->sha256, &importing->mark, why);
    report->there = result == 0 ? importing->mark.games : 0;
    if (result == 0 && importing->size >= LIST_WORTH)
        pack_writer_list(importing->pack);
    else if (result == 0 && importing->options->leaving)
        pack_writer_leave(importing->pack);
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * formats */

/* Adds the games collected so far if there are enough of them. */
static int flush_when_full(struct import_job *importing, size_t at, size_t size, struct note *why)
{
    if (importing->n + importing->text_count < GROUP_MAX &&
        at - importing->group_from < GROUP_BYTES)
        return 0;
    importing->group_from = at;
    int result = flush_group(importing, why);
    if (result == 0)
        import_tell(importing->options, importing->report, PASS_READ, at, size,
                    importing->report->games);
    return result;
}

/* Adds a game, and takes ownership of it; `at` is the offset up to which the file has been read. */
static int import_add_game(struct import_job *importing, struct record *record, int number,
                           size_t at, size_t size, struct note *why)
{
    if (importing->pack) {
        int packed = pack_game(importing, record, number, why);
        record_free(record);
        return packed;
    }
    importing->number[importing->n] = number;
    importing->group[importing->n++] = record;
    return flush_when_full(importing, at, size, why);
}

/* Composes a game except for its id and its number in the file; runs in the thread that read it. */
static bool compose_game(void *argument, struct record *record, struct yaml_text *made,
                         struct pgn_game *game)
{
    static const char section[] = "\nprovenance:\n", line[] = "\n  game: 1\n";
    struct import_job *importing = argument;
    struct record_counts counts;
    size_t from = (size_t)made->n;
    set_provenance(importing, record, 1, game->charset);
    if (!pack_compose(&importing->limits, record, made, &game->listing, &game->lines))
        return false;
    if (!importing->pack)
        listing_clear(&game->listing);
    const char *text = made->v + from, *end = made->v + made->n,
               *id = memmem(text, (size_t)(end - text), record->id, ULID_LENGTH);
    const char *provenance = memmem(text, (size_t)(end - text), section, sizeof section - 1);
    const char *number =
        provenance ? memmem(provenance, (size_t)(end - provenance), line, sizeof line - 1) : NULL;
    if (!id || !number || id > provenance) {
        made->n = (int)from;
        listing_clear(&game->listing);
        return false;
    }
    record_count(record, &counts);
    game->place[0] = (int)(id - text);
    game->place[1] = (int)(number - text) + (int)sizeof line - 3;
    game->broken = counts.broken > 0 || record->unparsed;
    return true;
}

/* Puts a composed game into the pack or into the group of texts. */
static int import_put_game(struct import_job *importing, struct pgn_game *game, int number,
                           struct note *why)
{
    struct listing *listing = &game->listing;
    char id[ULID_LENGTH + 1], digits[NUMBER_ROOM];
    size_t behind_id = (size_t)game->place[0] + ULID_LENGTH, at = (size_t)game->place[1];
    const struct {
        const char *text;
        size_t size;
    } parts[] = {{game->made, (size_t)game->place[0]},
                 {id, ULID_LENGTH},
                 {game->made + behind_id, at - behind_id},
                 {digits, (size_t)snprintf(digits, sizeof digits, "%d", number)},
                 {game->made + at + 1, game->size - at - 1}};
    enum {
        PARTS = sizeof parts / sizeof *parts,
        MARKER = 4 /* length of the marker line, which games in single files do not have */
    };
    int result = 0, before = importing->texts.n;
    ulid_new(id);
    if (importing->pack) {
        memcpy(listing->id, id, sizeof listing->id);
        pack_writer_note(importing->pack, listing, game->lines);
    }
    for (int i = 0; i < PARTS && result == 0; i++)
        if (importing->pack)
            result = pack_writer_put(importing->pack, parts[i].text, parts[i].size, why);
        else
            yaml_text_add(&importing->texts, parts[i].text + (i ? 0 : MARKER),
                          parts[i].size - (i ? 0 : MARKER));
    if (result < 0)
        return result;
    if (importing->pack) {
        importing->report->games++;
        importing->report->broken += game->broken;
        return 0;
    }
    struct store_text *text = &importing->text[importing->text_count];
    importing->broken[importing->text_count++] = game->broken;
    memcpy(text->id, id, sizeof text->id);
    text->size = (size_t)(importing->texts.n - before);
    return 0;
}

/* Adds game number `number` of the file. */
static int take_game(struct import_job *importing, struct pgn_game *game, int number, size_t size,
                     struct note *why)
{
    if (number < importing->have_room && importing->have[number]) {
        importing->report->there++;
        record_free(game->record);
        return 0;
    }
    import_note_charset(importing->report, game->charset);
    import_tell_unchecked(importing->options, importing->report, number, game->trouble);
    if (!game->record) {
        int result = import_put_game(importing, game, number, why);
        return result < 0 || importing->pack ? result
                                             : flush_when_full(importing, game->at, size, why);
    }
    set_provenance(importing, game->record, number, game->charset);
    return import_add_game(importing, game->record, number, game->at, size, why);
}

/* Reads the games of a PGN file; from the archive's copy if there is one, since no one changes
 * the copy. */
static int read_pgn(struct import_job *importing, const struct import_source *source,
                    struct note *why)
{
    struct import_report *report = importing->report;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    const struct pack_mark from =
        importing->mark.at <= source->size ? importing->mark : (struct pack_mark){0};
    size_t before = 0; /* offset of the previous game. Several games may have the same offset; when
                          game.at changes, all games that begin before this offset have been read */
    int result = 0, copy = store_import_open(importing->store, report->sha256);
    struct pgn_input input = {.fd = copy < 0 ? source->fd : copy,
                              .from = from.at,
                              .size = source->size,
                              .charset = source->charset,
                              .asked = pgn_charset_asked(importing->options->charset)};
    bool texts = importing->pack || store_adds_texts(importing->store);
    pgn_ahead_begin(&ahead, &input, 0, !importing->pack, texts ? compose_game : NULL, importing);
    while (result == 0 && !report->stopped && pgn_ahead_next(ahead, &game)) {
        if (importing->pack && before && game.at != before)
            result =
                mark_pack(importing, from.games + game.number - 1, before, 1, source->size, why);
        before = game.at;
        if (result == 0)
            result = take_game(importing, &game, from.games + game.number, source->size, why);
        else
            record_free(game.record);
    }
    if (result == 0 && pgn_ahead_error(ahead))
        result = note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s",
                           file_reason(pgn_ahead_error(ahead)));
    pgn_ahead_end(ahead);
    if (copy >= 0)
        close(copy);
    return result;
}

/* Reports progress while the archive copies the file's bytes. */
static bool tell_kept(void *argument, size_t bytes)
{
    struct import_job *importing = argument;
    return import_tell(importing->options, importing->report, PASS_KEEP, bytes, importing->size,
                       importing->report->there);
}

static int import_pgn(struct import_job *importing, const struct import_source *source,
                      struct note *why)
{
    struct import_report *report = importing->report;
    struct store *store = importing->store;
    const char *pack = importing->options->pack;
    const bool again = importing->options->again;
    enum import_state state = store_import_state(store, report->sha256);
    report->before = state == IMPORT_DONE && !again;
    if (report->before)
        return 0;
    if (state == IMPORT_BEGUN && !again && !pack)
        find_left(importing);
    if (pack)
        store_import_rooms(store);
    int result = begin_pack(importing, why);
    bool whole = result == FAIL_CONFLICT && !again && pack_is_whole(store, pack, report->sha256);
    if (result == 0 || whole)
        result = store_import_begin(store, report->sha256, source->fd, pack != NULL, tell_kept,
                                    importing, why);
    if (report->stopped)
        result = 0;
    else if (result == 0 && whole)
        report->before = true; /* the earlier import added all games, but was interrupted before the
                                  import was marked as done */
    else if (result == 0)
        result = read_pgn(importing, source, why);
    int last = flush_group(importing, why);
    result = end_pack(importing, result < 0 ? result : last, why);
    if (result == 0 && !report->stopped)
        result = store_import_done(store, report->sha256, why);
    return result;
}

/* The number of the line after a document. */
static int line_behind(const char *bytes, const struct yaml_piece *piece)
{
    int line = piece->line;
    for (const char *c = bytes + piece->start;
         (c = memchr(c, '\n', (size_t)(bytes + piece->end - c))); c++)
        line++;
    return line < IMPORT_LINES_MOST ? line : IMPORT_LINES_MOST;
}

static int import_add_document(struct import_job *importing, const char *bytes,
                               const struct yaml_piece *piece, int number, size_t behind,
                               size_t size, struct note *why)
{
    struct record *record;
    struct place place;
    struct note reason;
    char text[400];
    if (record_read(bytes + piece->start, piece->end - piece->start, piece->line, NULL, &record,
                    &place, &reason) < 0) {
        snprintf(text, sizeof text, "line %d, column %d: %s", place.line, place.column,
                 reason.text);
        import_remark(importing, number, text);
        importing->report->damaged++;
        return 0;
    }
    int result = import_add_game(importing, record, number, behind, size, why);
    if (importing->pack && result == 0)
        result = mark_pack(importing, number, behind, line_behind(bytes, piece), size, why);
    return result;
}

/* Reports a document that exceeds the size limit and skips it without loading it. */
static int leave_out_large(struct import_job *importing, struct import_window *window,
                           const struct import_source *source, int number, size_t *at, int *line,
                           struct note *why)
{
    char text[120];
    snprintf(text, sizeof text, "line %d: the game was skipped, because it is larger than %d bytes",
             *line, yaml_limits_default.file_bytes);
    import_remark(importing, number, text);
    importing->report->damaged++;
    int result = import_window_skip(window, source, at, line, why);
    if (importing->pack && result == 0)
        result = mark_pack(importing, number, *at, *line, source->size, why);
    return result;
}

/* Reads the documents of a stream through a window; a document that does not end in the window is
 * read again in a larger one. */
static int import_yaml(struct import_job *importing, const struct import_source *source,
                       struct note *why)
{
    enum { WINDOW = 1 << 20, MARKER = 8 };
    const size_t most = (size_t)yaml_limits_default.file_bytes + MARKER;
    struct import_window window = {0};
    int result = begin_pack(importing, why), number = 0, line = 1;
    size_t at = 0, want = WINDOW;
    if (result == 0 && importing->pack)
        result = pack_writer_know_ids(importing->pack, why);
    if (importing->pack && importing->mark.at <= source->size) {
        at = importing->mark.at;
        line = importing->mark.line;
        number = importing->mark.games;
    }
    for (bool over = false; result == 0 && !over && !importing->report->stopped;
         want = 2 * want < most ? 2 * want : most) {
        struct yaml_piece piece = {.line = line}, next = piece;
        result = import_window_move(&window, source, at, want, why);
        while (result == 0 && !importing->report->stopped && yaml_next(window.v, window.n, &next)) {
            if (next.end == window.n && !window.last)
                break; /* the document may continue after the window */
            piece = next;
            result = import_add_document(importing, window.v, &piece, ++number,
                                         window.at + piece.end, source->size, why);
            want = WINDOW / 2;
        }
        over = window.last;
        /* Skips any number of empty documents. */
        if (next.end == window.n && next.start > piece.end) {
            piece = (struct yaml_piece){next.start, next.start, next.line};
            want = WINDOW / 2;
        }
        if (piece.end) {
            line = line_behind(window.v, &piece);
            at = window.at + piece.end;
        } else if (result == 0 && !over && !importing->report->stopped && want == most) {
            result = leave_out_large(importing, &window, source, ++number, &at, &line, why);
            over = at >= source->size;
            want = WINDOW / 2;
        }
    }
    free(window.v);
    int last = flush_group(importing, why);
    return end_pack(importing, result < 0 ? result : last, why);
}

static struct import_job *importing_new(struct store *store, const struct import_options *options,
                                        struct import_report *report)
{
    struct import_job *importing = memory_new(1, sizeof *importing);
    importing->store = store;
    importing->limits = *store_limits(store);
    importing->options = options;
    importing->report = report;
    if (options->pack)
        return importing;
    importing->group = memory_new(GROUP_MAX, sizeof *importing->group);
    importing->number = memory_new(GROUP_MAX, sizeof *importing->number);
    importing->text = memory_new(GROUP_MAX, sizeof *importing->text);
    importing->broken = memory_new(GROUP_MAX, sizeof *importing->broken);
    return importing;
}

static void importing_free(struct import_job *importing)
{
    free(importing->have);
    free(importing->group);
    free(importing->number);
    free(importing->text);
    free(importing->broken);
    yaml_text_clear(&importing->texts);
    free(importing);
}

int import_games(struct store *store, struct import_source *source,
                 const struct import_options *options, struct import_report *report,
                 struct note *why)
{
    time_t now = time(NULL);
    struct tm today;
    *report = (struct import_report){.charset = "UTF-8", .pgn = !source->yaml};
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    struct import_job *importing = importing_new(store, options, report);
    clean_text(importing->name, sizeof importing->name, source->name, CLEAN_LINE);
    if (gmtime_r(&now, &today))
        strftime(importing->date, sizeof importing->date, "%Y-%m-%d", &today);
    snprintf(report->sha256, sizeof report->sha256, "%s", source->sha256);
    importing->size = source->size;
    int result =
        report->pgn ? import_pgn(importing, source, why) : import_yaml(importing, source, why);
    importing_free(importing);
    return result;
}

int import_file(struct store *store, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why)
{
    struct import_source *source;
    *report = (struct import_report){.charset = "UTF-8"};
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    int result = import_open(&source, path, options, report, why);
    if (result < 0)
        return report->stopped ? 0 : result;
    result = import_games(store, source, options, report, why);
    import_close(source);
    return result;
}

/* ---- Chooses between a pack and single files for an import; see import.h. */

/* An import of a file of at least this size in bytes (about a hundred games) becomes a pack,
 * because creating a file per game takes longer than reading and checking the game. */
enum { PACK_FROM = 64 << 10 };

int import_by_size(struct store *store, struct import_source *source,
                   const struct import_options *options, char pack[static PACK_NAME_MOST + 1],
                   struct import_report *report, struct note *why)
{
    enum { NAMES_MOST = 100, ENDING = 4 };
    struct import_options fitting = *options;
    char plain[PACK_NAME_MOST + 1];
    pack[0] = '\0';
    if (source->size >= PACK_FROM)
        pack_name_for(source->name, pack);
    fitting.pack = *pack ? pack : NULL;
    int result = import_games(store, source, &fitting, report, why);
    snprintf(plain, sizeof plain, "%.*s", PACK_NAME_MOST - ENDING, pack);
    for (int i = 2; result == FAIL_CONFLICT && fitting.pack && i < NAMES_MOST; i++) {
        snprintf(pack, PACK_NAME_MOST + 1, "%.*s-%u", PACK_NAME_MOST - ENDING, plain,
                 (unsigned)i % NAMES_MOST);
        result = import_games(store, source, &fitting, report, why);
    }
    return result;
}

int import_file_by_size(struct store *store, const char *path, const struct import_options *options,
                        char pack[static PACK_NAME_MOST + 1], struct import_report *report,
                        struct note *why)
{
    struct import_source *source;
    int result = import_open(&source, path, options, report, why);
    pack[0] = '\0';
    if (result < 0)
        return report->stopped ? 0 : result;
    result = import_by_size(store, source, options, pack, report, why);
    import_close(source);
    return result;
}

/* ---- Checks a PGN file as an import would, without keeping anything; see import.h. */

/* Finds the first ply of a game that cannot be replayed, in any line. */
static const struct node *broken_ply(const struct line *line, int *number)
{
    const struct node *found = NULL;
    for (int i = 0; i < line->n && !found; i++) {
        const struct notes *notes = line->v[i].notes;
        *number = i + 1;
        if (notes && notes->broken)
            return &line->v[i];
        for (int a = 0; notes && a < notes->alts.n && !found; a++)
            found = broken_ply(&notes->alts.v[a], number);
    }
    for (int i = 0; line->then && i < line->then->n && !found; i++)
        found = broken_ply(&line->then->v[i], number);
    return found;
}

/* Prepares the remark on a game, in the thread that read it. */
static bool check_game(void *argument, struct record *record, struct yaml_text *made,
                       struct pgn_game *game)
{
    int ply = 0;
    char text[200] = "";
    const struct node *broken = broken_ply(&record->moves, &ply);
    (void)argument;
    game->broken = broken || record->unparsed;
    if (broken)
        snprintf(text, sizeof text, "ply %d of a line, '%.60s', cannot be replayed", ply,
                 broken->text);
    else if (game->broken)
        snprintf(text, sizeof text, "the plies from '%.60s' on cannot be replayed",
                 record->unparsed);
    if (game->broken)
        yaml_text_add(made, text, strlen(text) + 1);
    return true;
}

void import_note_charset(struct import_report *report, const char *charset)
{
    if (!strcmp(charset, "UTF-8") || !strcmp(charset, report->charset))
        return;
    report->charsets = strcmp(report->charset, "UTF-8") != 0;
    report->charset = charset;
}

void import_tell_unchecked(const struct import_options *options, struct import_report *report,
                           int number, const char *trouble)
{
    char text[300];
    if (!trouble)
        return;
    report->unchecked++;
    snprintf(text, sizeof text, "the plies were not checked: %s", trouble);
    if (options->remark)
        options->remark(options->argument, number, text);
}

int import_check(const char *path, const struct import_options *options,
                 struct import_report *report, struct note *why)
{
    enum { TELL_EVERY = 1000 };
    struct import_source source;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    *report = (struct import_report){.charset = "UTF-8"};
    int result = import_source_open(&source, path, options, report, false, why);
    if (result < 0)
        return report->stopped ? 0 : result;
    report->pgn = !source.yaml;
    if (!report->pgn) {
        import_source_close(&source);
        return note_fail(why, FAIL_TEXT, -1,
                         "it is not PGN; 'chesscade verify' checks games in YAML");
    }
    struct pgn_input input = {.fd = source.fd,
                              .size = source.size,
                              .charset = source.charset,
                              .asked = pgn_charset_asked(options->charset)};
    pgn_ahead_begin(&ahead, &input, 0, false, check_game, NULL);
    while (!report->stopped && pgn_ahead_next(ahead, &game)) {
        report->games++;
        report->broken += game.broken;
        import_note_charset(report, game.charset);
        import_tell_unchecked(options, report, game.number, game.trouble);
        if (game.broken && options->remark)
            options->remark(options->argument, game.number, game.made);
        if (game.number % TELL_EVERY == 0)
            import_tell(options, report, PASS_READ, game.at, source.size, report->games);
    }
    if (pgn_ahead_error(ahead))
        result = note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s",
                           file_reason(pgn_ahead_error(ahead)));
    pgn_ahead_end(ahead);
    import_source_close(&source);
    return result;
}
