/* live_club.h - shared by the tests of live games: a club for each test program, and helpers that
 * start, play and read games there. A helper that cannot do its work fails the test. */
#ifndef CHESSCADE_TESTS_SUPPORT_LIVE_CLUB_H
#define CHESSCADE_TESTS_SUPPORT_LIVE_CLUB_H

#include "tests/support/live_both.h"
#include "tests/support/testing.h"

#include "archive/live/journal.h"

#include <dirent.h>
#include <fcntl.h>

static char top[256];
static struct store *store;

static inline const char *path_of(const char *folder, const char *id, const char *end)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/club/%s/%s%s", top, folder, id, end);
    return path;
}

static inline int setup(void **state)
{
    char club[300];
    struct note why = {0};
    (void)state;
    if (!make_folder(top, "journal"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    if (store_create(club, "Club", &why) < 0 ||
        store_open(&store, club, &(struct store_options){.user = "ana"}, &why) < 0)
        return -1;
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    store_close(store);
    live_memory_clear();
    remove_folder(top);
    return 0;
}

static inline void set_sides(struct journal_record *open, const char *const *names)
{
    struct value *list = value_list(&open->value, "sides");
    for (; *names; names++)
        value_put(value_append(list), *names, STYLE_CANONICAL);
}

static inline struct journal *new_game(const char *variant, const char *const *names,
                                       const char *waits, const char *control)
{
    struct journal_record open;
    struct journal *journal = NULL;
    struct note why = {0};
    char id[ULID_LENGTH + 1];
    journal_record_begin(&open, JOURNAL_OPEN);
    value_set(&open.value, "variant", variant, false);
    if (control)
        value_set(&open.value, "control", control, false);
    set_sides(&open, names);
    if (waits)
        value_set(&open.value, "waits", waits, false);
    if (journal_create(store, &open, id, &why) < 0 ||
        journal_open(&journal, store, "ana", id, &why) < 0)
        fail_msg("%s", why.text);
    journal_record_clear(&open);
    return journal;
}

static inline struct journal *new_classical(void)
{
    return new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, NULL);
}

/* Append a record with up to three keys. */
static inline int append(struct journal *journal, enum journal_event event, struct note *why,
                         const char *k1, const char *v1, const char *k2, const char *v2,
                         const char *k3, const char *v3)
{
    struct journal_record record;
    journal_record_begin(&record, event);
    if (k1)
        value_set(&record.value, k1, v1, false);
    if (k2)
        value_set(&record.value, k2, v2, !strcmp(k2, "count"));
    if (k3)
        value_set(&record.value, k3, v3, !strcmp(k3, "count"));
    int result = journal_append(journal, &record, why);
    journal_record_clear(&record);
    return result;
}

static inline int play(struct journal *journal, const char *text, struct note *why)
{
    static const char *const letters[] = {"w", "b", "r"};
    const struct game *game = &journal->live.game;
    struct ply ply = {0};
    char longest[4096];
    assert_int_equal(game->rules->rules->parse(&game->now, text, &ply, why), 0);
    game->rules->rules->format(&game->now, &ply, FORM_LONG, longest, sizeof longest);
    ply_free(&ply);
    return append(journal, JOURNAL_PLY, why, "side", letters[game->now.side], "m", longest, NULL,
                  NULL);
}

static inline void must_play(struct journal *journal, const char *const *plies)
{
    struct note why = {0};
    for (; *plies; plies++)
        if (play(journal, *plies, &why) < 0)
            fail_msg("%s: %s", *plies, why.text);
}

static const char *const fools_mate[] = {"f3", "e5", "g4", "Qh4", NULL};

/* A file of up to a megabyte, in a buffer that is valid until the next call. */
static inline char *slurp(const char *path, size_t *size)
{
    static char buffer[1 << 20];
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    ssize_t n = read(fd, buffer, sizeof buffer);
    close(fd);
    assert_true(n >= 0);
    *size = (size_t)n;
    return buffer;
}

/* All bytes of a journal, in a buffer that is valid until the next call. */
static inline char *read_journal(const char *id, size_t *size)
{
    static char buffer[1 << 20];
    char *bytes;
    if (!in_memory)
        return slurp(path_of("live", id, ".jnl"), size);
    assert_int_equal(
        live_memory.whole(store, LIVE_HELD_GAME, id, sizeof buffer, &bytes, size, NULL), 0);
    memcpy(buffer, bytes, *size);
    free(bytes);
    return buffer;
}

/* Writes all bytes of a journal, as if the disk had them so. */
static inline void write_journal(const char *id, const char *bytes, size_t size)
{
    struct live_log *log;
    if (!in_memory) {
        mkdir(path_of("live", "", ""), 0700);
        write_file(path_of("live", id, ".jnl"), bytes, size);
        return;
    }
    if (live_memory.size(store, id) < 0) {
        assert_int_equal(live_memory.create(store, id, bytes, size, NULL), 0);
        return;
    }
    assert_int_equal(live_memory.open(&log, store, id, true, NULL), 0);
    assert_int_equal(live_memory.append(log, 0, bytes, size, NULL), 0);
    live_memory.close(log);
}

/* Takes a journal away, as nobody but a test does. */
static inline void drop_journal(const char *id)
{
    struct live_log *log;
    if (!in_memory) {
        assert_int_equal(unlink(path_of("live", id, ".jnl")), 0);
        return;
    }
    assert_int_equal(live_memory.open(&log, store, id, true, NULL), 0);
    assert_int_equal(live_memory.finish(log, NULL), 0);
    live_memory.close(log);
}

static inline struct journal *reopen(const char *id)
{
    struct journal *journal = NULL;
    struct note why = {0};
    if (journal_open(&journal, store, "bob", id, &why) < 0)
        fail_msg("%s", why.text);
    return journal;
}

static inline int games_in_archive(void)
{
    store_refresh(store);
    while (store_scan(store, 100)) {
    }
    return store_count(store);
}

/* ---- forged journals ---- */

struct forged {
    struct yaml_text text;
    uint32_t crc;
    long long seq;
};

static inline void forge(struct forged *forged, const char *bare)
{
    char line[2048], tail[32];
    snprintf(line, sizeof line, "- {seq: %lld, %s}", forged->seq++, bare);
    forged->crc = crc32c(forged->crc, line, strlen(line));
    yaml_text_add(&forged->text, line, strlen(line) - 1);
    snprintf(tail, sizeof tail, ", crc: '%08x'}\n", forged->crc);
    yaml_text_add(&forged->text, tail, strlen(tail));
}

static inline void forge_open(struct forged *forged, const char *id)
{
    char bare[512];
    snprintf(
        bare, sizeof bare,
        "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', sides: ['ana', 'bob'], chesscade: 1, "
        "game: '%s'",
        id);
    forge(forged, bare);
}

static inline void check_forged(const struct forged *forged, const char *id, int records,
                                const char *reason)
{
    write_journal(id, forged->text.v, (size_t)forged->text.n);
    struct journal *journal = reopen(id);
    assert_int_equal(journal->live.records, records);
    assert_int_equal(journal->broken, reason != NULL);
    if (reason && !strstr(journal->trouble.text, reason))
        fail_msg("'%s' is not said by: %s", reason, journal->trouble.text);
    if (reason) {
        struct note why;
        size_t size;
        assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL),
                         FAIL_CONFLICT);
        read_journal(id, &size);
        assert_int_equal(size, forged->text.n); /* the reader wrote nothing */
    }
    journal_free(journal);
}

#endif
