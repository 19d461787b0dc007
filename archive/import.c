/* import.c - see import.h. */
#include "config.h"
#include "archive/import.h"

#include "archive/clean.h"
#include "archive/pack_writer.h"
#include "archive/pgn.h"
#include "archive/pgn_ahead.h"
#include "archive/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GROUP_MAX = 1000, GROUP_BYTES = 8 << 20, NUMBER_ROOM = 16 };

/* An import under way. */
struct importing {
    struct store *store;
    const struct import_options *options;
    struct import_report *report;
    char name[300]; /* of the file, without its folder */
    char date[16];
    bool *have;       /* [have_room]: games of the file that are in the store from an import that was cut off */
    int have_room;
    struct record *group[GROUP_MAX];
    int number[GROUP_MAX]; /* of the game in its file */
    int n;
    size_t group_from;     /* where in the file the group began */
    struct pack_writer *pack; /* NULL: the games become files of their own */
    struct pack_mark mark;    /* where the pack is to go on in the file */
};

/* ------------------------------------------------------------------------------------------------- the file */

/* The bytes of a plain file, NUL behind them, the caller's; NULL and errno when it cannot be had. They are read, not
 * mapped: a file that shrinks meanwhile must not kill us. */
static char *bytes_of_file(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat stat;
    char *bytes = NULL;
    *size = 0;
    if (fd < 0 || fstat(fd, &stat) < 0)
        goto end;
    if (!S_ISREG(stat.st_mode)) {
        errno = S_ISDIR(stat.st_mode) ? EISDIR : EINVAL;
        goto end;
    }
    bytes = memory_new((size_t)stat.st_size + 1, 1);
    while (*size < (size_t)stat.st_size) {
        ssize_t n = read(fd, bytes + *size, (size_t)stat.st_size - *size);
        if (n > 0)
            *size += (size_t)n;
        else if (n == 0 || errno != EINTR)
            break;
    }
end:
    if (fd >= 0)
        close(fd);
    return bytes;
}

static void hash_of(const char *bytes, size_t size, char out[65])
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, size, (const uint8_t *)bytes);
    sha256_digest(&context, sizeof digest, digest);
    for (int i = 0; i < SHA256_DIGEST_SIZE; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* Ours begin with `---` or `chesscade:` on the first line that is no remark. */
static bool is_yaml(const char *bytes, size_t size)
{
    static const char *const firsts[] = {"---", "chesscade:", "\"chesscade\"", "'chesscade'", "{"};
    size_t at = size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    while (at < size) {
        const char *feed = memchr(bytes + at, '\n', size - at);
        size_t next = feed ? (size_t)(feed - bytes) + 1 : size;
        size_t first = at;
        while (first < next && strchr(" \t\r\n", bytes[first]))
            first++;
        if (first < next && bytes[first] != '#') {
            for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
                if (next - first >= strlen(firsts[i]) && !memcmp(bytes + first, firsts[i], strlen(firsts[i])))
                    /* A PGN game may begin with a comment in braces. */
                    return *firsts[i] != '{' || memmem(bytes + first, next - first, "chesscade", 9);
            return false;
        }
        at = next;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------ provenance */

static void set_provenance(struct importing *importing, struct record *record, int number)
{
    struct value *provenance = value_map(&record->head, "provenance");
    char text[NUMBER_ROOM];
    snprintf(text, sizeof text, "%d", number);
    value_set(provenance, "from", "pgn", false);
    value_set(provenance, "file", importing->name, false);
    value_set(provenance, "game", text, true);
    value_set(provenance, "sha256", importing->report->sha256, false);
    value_set(provenance, "charset", importing->report->charset, false);
    value_set(provenance, "by", store_user(importing->store), false);
    value_set(provenance, "on_date", importing->date, false);
}

static void note_number(struct importing *importing, int number)
{
    if (number < 1)
        return;
    int old = importing->have_room;
    importing->have = memory_room(importing->have, &importing->have_room, number + 1, sizeof *importing->have);
    memset(importing->have + old, 0, (size_t)(importing->have_room - old) * sizeof *importing->have);
    importing->have[number] = true;
}

/* Find the games that an import of the same file, cut off, has left. */
static void find_left(struct importing *importing)
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

/* -------------------------------------------------------------------------------------------------- groups */

static void remark(struct importing *importing, int game, const char *text)
{
    if (importing->options->remark)
        importing->options->remark(importing->options->argument, game, text);
}

/* What is kept of a game that is larger than the archive's limits: its headers, and where the rest is. */
static struct record *shell_of(struct importing *importing, const struct record *record, int number)
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
    static const char *const paths[] = {"event.name", "event.site", "event.date", "event.round", "result.score"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strlen(record_text(record, paths[i])) < 1000)
            record_set_text(shell, paths[i], record_text(record, paths[i]));
    snprintf(text, sizeof text, "The game is larger than this archive's limits; it is game %d of imports/%s.pgn.", number,
             importing->report->sha256);
    comments_append(&shell->comments, text, NULL);
    set_provenance(importing, shell, number);
    return shell;
}

/* A game the store refuses by itself: its shell, or a remark. */
static int add_refused(struct importing *importing, int at, int refusal, struct note *why)
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
    /* Why: the store says it of a single game only. */
    store_save(importing->store, importing->group[at], &version, &reason);
    if (report->pgn) {
        struct record *shell = shell_of(importing, importing->group[at], number);
        int result = store_add(importing->store, &shell, 1, &again, why);
        record_free(shell);
        if (result < 0)
            return result;
    }
    snprintf(text, sizeof text, "%s%s", again == 0 ? "only its headers are in the list: " : "left out: ", reason.text);
    remark(importing, number, text);
    if (again == 0)
        report->games++;
    else
        report->damaged++;
    return 0;
}

/* Save the games collected. */
static int flush_group(struct importing *importing, struct note *why)
{
    int results[GROUP_MAX];
    int result = importing->n ? store_add(importing->store, importing->group, importing->n, results, why) : 0;
    for (int i = 0; i < importing->n; i++) {
        struct record_counts counts;
        record_count(importing->group[i], &counts);
        if (results[i] == 0) {
            importing->report->games++;
            importing->report->broken += counts.broken > 0 || importing->group[i]->unparsed;
        } else if (result == 0) {
            result = add_refused(importing, i, results[i], why);
        }
        record_free(importing->group[i]);
    }
    importing->n = 0;
    return result;
}

/* ---------------------------------------------------------------------------------------------------- packs */

/* Put a game into the pack; one larger than the archive's limits is kept as its shell, or left out. */
static int pack_game(struct importing *importing, struct record *record, int number, struct note *why)
{
    struct import_report *report = importing->report;
    struct record_counts counts;
    struct note reason;
    char text[400];
    record_count(record, &counts);
    int result = pack_writer_add(importing->pack, record, &reason);
    if (result == FAIL_LIMIT || result == FAIL_TEXT) {
        snprintf(text, sizeof text, "%s%s", report->pgn ? "only its headers are in the pack: " : "left out: ", reason.text);
        remark(importing, number, text);
        struct record *shell = report->pgn ? shell_of(importing, record, number) : NULL;
        result = shell ? pack_writer_add(importing->pack, shell, &reason) : 0;
        record_free(shell);
        report->damaged += !shell;
        report->games -= !shell;
    }
    if (result < 0)
        return note_fail(why, result, -1, "%s", reason.text);
    report->games++;
    report->broken += counts.broken > 0 || record->unparsed;
    return 0;
}

/* What was read of the file up to a place is in the pack, now and then for certain. */
static int mark_pack(struct importing *importing, int games, size_t at, int line, size_t size, struct note *why)
{
    enum { EACH = 64 << 10 };
    const struct import_options *options = importing->options;
    struct import_report *report = importing->report;
    int result = pack_writer_mark(importing->pack, &(struct pack_mark){games, line, at}, why);
    if (result < 0 || at - importing->group_from < EACH)
        return result;
    importing->group_from = at;
    report->stopped = options->progress && !options->progress(options->argument, at, size, games);
    return 0;
}

/* Give the pack its name, or leave it to be continued. */
static int end_pack(struct importing *importing, int result, struct note *why)
{
    struct pack_writer *pack = importing->pack;
    int last = 0;
    if (!pack)
        return result;
    importing->pack = NULL;
    if (result < 0)
        pack_writer_stop(pack, NULL); /* a full disk: what was certain stays so */
    else
        last = importing->report->stopped ? pack_writer_stop(pack, why) : pack_writer_end(pack, why);
    if (result == 0 && last == 0 && !importing->report->stopped)
        store_scan(importing->store, INT_MAX); /* and its list is known the next time */
    return result < 0 ? result : last;
}

static int begin_pack(struct importing *importing, struct note *why)
{
    struct import_report *report = importing->report;
    if (!importing->options->pack)
        return 0;
    int result = pack_writer_begin(&importing->pack, importing->store, importing->options->pack, report->sha256,
                                   &importing->mark, why);
    report->there = result == 0 ? importing->mark.games : 0;
    return result;
}

/* ------------------------------------------------------------------------------------------------- formats */

/* Add a game, owned from now on; `at` is where the file has been read to. */
static int add_game(struct importing *importing, struct record *record, int number, size_t at, size_t size,
                    struct note *why)
{
    const struct import_options *options = importing->options;
    if (importing->pack) {
        int packed = pack_game(importing, record, number, why);
        record_free(record);
        return packed;
    }
    importing->number[importing->n] = number;
    importing->group[importing->n++] = record;
    if (importing->n < GROUP_MAX && at - importing->group_from < GROUP_BYTES)
        return 0;
    importing->group_from = at;
    int result = flush_group(importing, why);
    if (result == 0 && options->progress && !options->progress(options->argument, at, size, importing->report->games))
        importing->report->stopped = true;
    return result;
}

static int import_pgn(struct importing *importing, const char *bytes, size_t size, struct note *why)
{
    struct import_report *report = importing->report;
    struct pgn_ahead *ahead;
    struct record *record;
    size_t length, at;
    int number;
    enum import_state state = store_import_state(importing->store, report->sha256);
    if (state == IMPORT_DONE && !importing->options->again) {
        report->before = true;
        return 0;
    }
    if (state == IMPORT_BEGUN && !importing->options->again && !importing->options->pack)
        find_left(importing);
    int result = begin_pack(importing, why);
    if (result == 0)
        result = store_import_begin(importing->store, report->sha256, bytes, size, why);
    if (result < 0)
        return end_pack(importing, result, why);
    char *text = pgn_to_utf8(bytes, size, importing->options->charset, &report->charset, &length);
    const struct pack_mark from = importing->mark.at <= length ? importing->mark : (struct pack_mark){0};
    size_t before = 0; /* how far the text was read for the game before: when it goes on, all up to there was given */
    pgn_ahead_begin(&ahead, text + from.at, length - from.at, 0, true);
    while (result == 0 && !report->stopped && (record = pgn_ahead_next(ahead, &number, &at))) {
        if (importing->pack && before && at != before)
            result = mark_pack(importing, from.games + number - 1, from.at + before, 1, length, why);
        before = at;
        number += from.games;
        at += from.at;
        if (number < importing->have_room && importing->have[number]) {
            report->there++;
            record_free(record);
            continue;
        }
        set_provenance(importing, record, number);
        if (result < 0)
            record_free(record);
        else
            result = add_game(importing, record, number, at, length, why);
    }
    int last = flush_group(importing, why);
    pgn_ahead_end(ahead);
    free(text);
    if (result == 0)
        result = last;
    result = end_pack(importing, result, why);
    if (result == 0 && !report->stopped)
        result = store_import_done(importing->store, report->sha256, why);
    return result;
}

static int import_yaml(struct importing *importing, const char *bytes, size_t size, struct note *why)
{
    struct yaml_piece piece = {0};
    int result = begin_pack(importing, why), number = 0;
    if (importing->pack && importing->mark.at <= size) {
        piece = (struct yaml_piece){importing->mark.at, importing->mark.at, importing->mark.line};
        number = importing->mark.games;
    }
    while (result == 0 && !importing->report->stopped && yaml_next(bytes, size, &piece)) {
        struct record *record;
        struct place place;
        struct note reason;
        char text[400];
        number++;
        if (record_read(bytes + piece.start, piece.end - piece.start, piece.line, NULL, &record, &place, &reason) < 0) {
            snprintf(text, sizeof text, "line %d, column %d: %s", place.line, place.column, reason.text);
            remark(importing, number, text);
            importing->report->damaged++;
            continue;
        }
        result = add_game(importing, record, number, piece.end, size, why);
        if (importing->pack && result == 0) {
            int line = piece.line;
            for (const char *c = bytes + piece.start; (c = memchr(c, '\n', (size_t)(bytes + piece.end - c))); c++)
                line++;
            result = mark_pack(importing, number, piece.end, line, size, why);
        }
    }
    int last = flush_group(importing, why);
    return end_pack(importing, result < 0 ? result : last, why);
}

int import_file(struct store *store, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why)
{
    const char *slash = strrchr(path, '/');
    time_t now = time(NULL);
    struct tm today;
    size_t size;
    *report = (struct import_report){.charset = "UTF-8"};
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    char *bytes = bytes_of_file(path, &size);
    if (!bytes)
        return note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s", strerror(errno));
    struct importing *importing = memory_new(1, sizeof *importing);
    importing->store = store;
    importing->options = options;
    importing->report = report;
    clean_text(importing->name, sizeof importing->name, slash ? slash + 1 : path, CLEAN_LINE);
    if (gmtime_r(&now, &today))
        strftime(importing->date, sizeof importing->date, "%Y-%m-%d", &today);
    hash_of(bytes, size, report->sha256);
    report->pgn = !is_yaml(bytes, size);
    int result = report->pgn ? import_pgn(importing, bytes, size, why) : import_yaml(importing, bytes, size, why);
    free(importing->have);
    free(importing);
    free(bytes);
    return result;
}

/* What cannot be followed in a game: its first such ply, wherever it stands. */
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

static void check_game(const struct import_options *options, struct import_report *report, const struct record *record,
                       int number)
{
    int ply = 0;
    char text[200];
    const struct node *broken = broken_ply(&record->moves, &ply);
    report->games++;
    if (!broken && !record->unparsed)
        return;
    report->broken++;
    if (broken)
        snprintf(text, sizeof text, "ply %d of a line, '%.60s', cannot be followed", ply, broken->text);
    else
        snprintf(text, sizeof text, "from '%.60s' on it cannot be followed", record->unparsed);
    if (options->remark)
        options->remark(options->argument, number, text);
}

int import_check(const char *path, const struct import_options *options, struct import_report *report, struct note *why)
{
    enum { TELL_EVERY = 1000 };
    struct pgn_ahead *ahead;
    struct record *record;
    size_t size, length, at;
    int number;
    *report = (struct import_report){.charset = "UTF-8"};
    char *bytes = bytes_of_file(path, &size);
    if (!bytes)
        return note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s", strerror(errno));
    report->pgn = !is_yaml(bytes, size);
    if (!report->pgn) {
        free(bytes);
        return note_fail(why, FAIL_TEXT, -1, "it is no PGN; 'chesscade verify' checks games in YAML");
    }
    char *text = pgn_to_utf8(bytes, size, options->charset, &report->charset, &length);
    free(bytes);
    pgn_ahead_begin(&ahead, text, length, 0, false);
    while (!report->stopped && (record = pgn_ahead_next(ahead, &number, &at))) {
        check_game(options, report, record, number);
        record_free(record);
        if (number % TELL_EVERY == 0 && options->progress)
            report->stopped = !options->progress(options->argument, at, length, report->games);
    }
    pgn_ahead_end(ahead);
    free(text);
    return 0;
}
