/* test_clock.c - promise R19: clocks that stop, run backwards or show another century do no harm to
 * ids, games, drafts and journals. The calls that read the time are replaced for the whole program
 * (-Wl,--wrap). */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/live/journal.h"
#include "archive/store/store.h"

#include <limits.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t seconds; /* the time that every clock shows */

int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = (struct timespec){.tv_sec = (time_t)seconds};
    return 0;
}

time_t __wrap_time(time_t *out);
time_t __wrap_time(time_t *out)
{
    if (out)
        *out = (time_t)seconds;
    return (time_t)seconds;
}

/* 1970; 2001; 2038 and after; 2106 and after; the last year that date.h writes; then backwards, and
 * before 1970. */
static const int64_t times[] = {0,          1000000000,   2147483647, 2147483648, 4294967295,
                                4294967296, 253402300799, 1000000000, 1,          -1};
enum { TIMES = sizeof times / sizeof *times };

static char top[] = "/tmp/chesscade-clock-XXXXXX";

static void remove_top(void)
{
    remove_folder(top);
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Whatever the clock says, each id is valid and no id appears twice. */
static void ids_are_unique_whatever_the_clock_says(void **state)
{
    enum { EACH = 500 };
    static char id[TIMES * EACH][ULID_LENGTH + 1];
    (void)state;
    for (int i = 0; i < TIMES * EACH; i++) {
        seconds = times[i / EACH];
        ulid_new(id[i]);
        assert_true(ulid_valid(id[i]));
    }
    qsort(id, TIMES * EACH, sizeof *id, compare);
    for (int i = 1; i < TIMES * EACH; i++)
        assert_string_not_equal(id[i - 1], id[i]);
}

/* Two processes, standing for two hosts, at the same moment. */
static void processes_at_the_same_moment_make_different_ids(void **state)
{
    enum { EACH = 1000 };
    static char id[2 * EACH][ULID_LENGTH + 1];
    int ends[2];
    (void)state;
    seconds = 1000000000;
    assert_int_equal(pipe(ends), 0);
    ulid_new(id[0]); /* the successor of an id in one process must differ from that in the other */
    pid_t child = fork();
    for (int i = 0; i < EACH; i++)
        ulid_new(id[i]);
    if (child == 0)
        _exit(write(ends[1], id, sizeof id / 2) == (ssize_t)sizeof id / 2 ? 0 : 1);
    for (size_t got = 0; got < sizeof id / 2;) {
        ssize_t n = read(ends[0], (char *)id[EACH] + got, sizeof id / 2 - got);
        assert_true(n > 0);
        got += (size_t)n;
    }
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    qsort(id, sizeof id / sizeof *id, sizeof *id, compare);
    for (int i = 1; i < 2 * EACH; i++)
        assert_string_not_equal(id[i - 1], id[i]);
}

static void saving_works_whatever_the_clock_says(void **state)
{
    char club[PATH_MAX];
    struct store *store;
    struct note why;
    (void)state;
    snprintf(club, sizeof club, "%s/club", top);
    assert_int_equal(store_create(club, "Club", &why), 0);
    for (int i = 0; i < TIMES; i++) {
        struct record *record = record_new("classical");
        struct version version = {0};
        seconds = times[i];
        assert_int_equal(store_open(&store, club, NULL, &why), 0);
        store_scan(store, INT_MAX);
        assert_int_equal(store_count(store), i);
        record_set_player(record, 'w', "Ana");
        record_set_player(record, 'b', "Ivo");
        line_append(&record->moves, "e4");
        if (store_save(store, record, &version, &why) < 0)
            fail_msg("%lld: %s", (long long)seconds, why.text);
        seconds = times[(i + 3) % TIMES]; /* the clock changes between two saves */
        line_append(&record->moves, "e5");
        if (store_draft_save(store, record, &version, &why) < 0 ||
            store_save(store, record, &version, &why) < 0)
            fail_msg("%lld: %s", (long long)seconds, why.text);
        assert_int_equal(record->rev, 2);
        record_free(record);
        store_close(store);
    }
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    store_scan(store, INT_MAX);
    assert_int_equal(store_count(store), TIMES);
    for (int i = 0; i < TIMES; i++) {
        assert_false(store_listing(store, i)->damaged);
        assert_int_equal(store_listing(store, i)->plies, 2);
    }
    store_close(store);
}

/* A journal keeps the plies in the order played, whatever the clock does meanwhile. */
static void journals_keep_their_order_whatever_the_clock_does(void **state)
{
    static const char *const plies[] = {"Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"};
    char club[PATH_MAX], id[ULID_LENGTH + 1];
    struct journal *journal;
    struct journal_record record;
    struct note why;
    (void)state;
    snprintf(club, sizeof club, "%s/club", top);
    struct store *store;
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    seconds = times[0];
    journal_record_begin(&record, JOURNAL_OPEN);
    value_set(&record.value, "variant", "classical", false);
    struct value *sides = value_list(&record.value, "sides");
    value_put(value_append(sides), "ana", STYLE_CANONICAL);
    value_put(value_append(sides), "ivo", STYLE_CANONICAL);
    if (journal_create(store, &record, id, &why) < 0 ||
        journal_open(&journal, store, "ana", id, &why) < 0)
        fail_msg("%s", why.text);
    journal_record_clear(&record);
    int64_t latest = 0;
    for (int i = 0; i < TIMES - 1; i++) { /* the third repetition of a position is a draw only if a
                                             player claims it */
        seconds = times[i];
        journal_record_begin(&record, JOURNAL_PLY);
        value_set(&record.value, "side", i % 2 ? "b" : "w", false);
        value_set(&record.value, "m", plies[i % 4], false);
        if (journal_append(journal, &record, &why) < 0)
            fail_msg("%lld: %s", (long long)seconds, why.text);
        journal_record_clear(&record);
        /* Nobody gains time if the clock is set back: journal time stops until the clock has caught
         * up. */
        latest = seconds * 1000 > latest ? seconds * 1000 : latest;
        assert_int_equal(journal->live.last_at, latest);
        assert_int_equal(journal->live.ply[i].at, latest);
    }
    journal_free(journal);
    assert_int_equal(journal_open(&journal, store, "ana", id, &why), 0);
    assert_false(journal->broken);
    assert_int_equal(journal->live.game.plies, TIMES - 1);
    journal_free(journal);
    store_close(store);
}

static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(top))
        return -1;
    setenv("HOME", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_top();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_unique_whatever_the_clock_says),
        cmocka_unit_test(processes_at_the_same_moment_make_different_ids),
        cmocka_unit_test(saving_works_whatever_the_clock_says),
        cmocka_unit_test(journals_keep_their_order_whatever_the_clock_does),
    };
    return cmocka_run_group_tests_name("clocks that lie", tests, begin, end);
}
