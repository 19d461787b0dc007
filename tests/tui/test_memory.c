/* test_memory.c - promise R9: memory runs out at any allocation during loading, editing, saving,
 * importing, searching, a journal, an index and a live game. The program exits through its hook or
 * reports what failed; files stay whole.
 *
 * The test replaces the allocator of the whole process, so libraries meet the failure as well:
 * either all allocations from one on fail, or just one. Each case runs in its own child process;
 * CHESSCADE_LONG=1 tries every allocation. */
#include "config.h"
#include "tests/support/memory_deeds.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if SANITIZED || !defined(__GLIBC__)
#define OWN_ALLOCATOR 1
#endif

static char top[256];

#ifndef OWN_ALLOCATOR
static long allocations, fails_at; /* fails_at 0: never */
static bool fails_once;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static bool fails(void)
{
    return fails_at && ++allocations >= fails_at && (!fails_once || allocations == fails_at);
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

enum { EXHAUSTED = 42, TRIES = 150 };

static void end_here(void)
{
    _exit(EXHAUSTED);
}

static void new_club(void)
{
    struct note why;
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
}

/* What imports and live games left: each game is whole, each journal is valid. */
static void assert_club_whole(void)
{
    struct store *store;
    struct note why;
    struct live_summary *list;
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    store_scan(store, INT_MAX);
    for (int i = 0; i < store_count(store); i++)
        if (store_listing(store, i)->damaged)
            fail_msg("a game is damaged: %s", store_listing(store, i)->why);
    int n = journal_list(store, &list);
    for (int i = 0; i < n; i++)
        if (journal_check(store, list[i].id, &why) < 0)
            fail_msg("a journal is damaged: %s", why.text);
    free(list);
    store_close(store);
}

/* The results found without enough memory are right, and so are those found later with the files
 * left behind. */
static void assert_answers_right(const char *name, long at)
{
    struct store *store;
    struct index *index;
    struct note why;
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    store_scan(store, INT_MAX);
    int there = store_total(store);
    if (there < claims->imported)
        fail_msg("%s: allocation %ld fails: %d games, and %d are said to be imported", name, at,
                 there, claims->imported);
    for (int indexed = 0; indexed < 2; indexed++) {
        if (index_open(&index, store, indexed, &why) < 0)
            index = NULL;
        while (indexed && index && index_step(index, 10, NULL, NULL))
            continue;
        for (int i = 0; i < QUERIES; i++) {
            int found = found_by(store, index, queries[i].query),
                right = found_by(store, NULL, queries[i].query);
            if (found != right || (there == 2 && found != queries[i].found))
                fail_msg("%s: allocation %ld fails: then %s finds %d, %d without index", name, at,
                         queries[i].query, found, right);
            if (claims->asked && !claims->unread && claims->found[i] >= 0 &&
                claims->found[i] != right)
                fail_msg("%s: allocation %ld fails: %s finds %d of %d", name, at, queries[i].query,
                         claims->found[i], right);
        }
        index_close(index);
    }
    store_close(store);
}

static bool says(const struct record *record, const char *said)
{
    struct yaml_text text = {0};
    record_write(record, &text);
    yaml_text_add(&text, "", 1);
    bool has = strstr(text.v, said);
    yaml_text_clear(&text);
    return has;
}

/* What was reported as saved is in the archive; what was only saved as a draft is a draft, or
 * saved. No draft is left for the next case. */
static void assert_kept(const char *name, long at)
{
    struct store *store;
    struct record *record;
    struct version version;
    struct note why;
    bool saved = false, kept = false;
    char said[40];
    snprintf(said, sizeof said, "said at turn %d.", claims->turn);
    assert_int_equal(store_open(&store, archive, NULL, &why), 0);
    store_scan(store, 10);
    if (store_load(store, 0, &record, NULL, NULL, &why) == 0) {
        saved = says(record, said);
        record_free(record);
    }
    while (store_draft_load(store, store_listing(store, 0)->id, &record, &version, &why) == 0) {
        kept = kept || says(record, said);
        store_draft_drop(store, record->id);
        record_free(record);
    }
    if ((claims->saved && !saved) || (claims->kept && !saved && !kept))
        fail_msg("%s: allocation %ld fails: it was said to be %s, and is not", name, at,
                 claims->saved ? "saved" : "kept");
    store_close(store);
}

/* The game exists, is whole, and has this revision or a later one. */
static int64_t revision(void)
{
    struct store *store;
    struct record *record;
    struct note why;
    assert_int_equal(store_open(&store, archive, NULL, &why), 0);
    store_scan(store, 10);
    assert_true(store_count(store) >= 1);
    if (store_load(store, 0, &record, NULL, NULL, &why) < 0)
        fail_msg("the game is damaged: %s", why.text);
    int64_t rev = record->rev;
    assert_string_equal(record_variant(record), "classical");
    record_free(record);
    store_close(store);
    return rev;
}

/* Run a task with allocation number `at` failing, and all later ones unless `once`. Returns the
 * child's wait status; *made gets the number of allocations. */
static int run_without(int deed, long at, bool once, long *made)
{
    *claims = (struct claims){.turn = claims->turn + 1};
    int status = -1, report[2];
    assert_int_equal(pipe(report), 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(120);
        signal(SIGSEGV, SIG_DFL);
        signal(SIGABRT, SIG_DFL); /* cmocka sets its own handler */
        memory_exhausted = end_here;
        allocations = 0;
        fails_at = at;
        fails_once = once;
        deeds[deed].run();
        fails_at = 0;
        if (write(report[1], &allocations, sizeof allocations) < 0)
            _exit(1);
        _exit(0);
    }
    close(report[1]);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    if (read(report[0], made, sizeof *made) != sizeof *made)
        *made = 0;
    close(report[0]);
    return status;
}
#endif

static void running_out_of_memory_does_no_harm(void **state)
{
#ifdef OWN_ALLOCATOR
    (void)state;
    (void)deeds;
    fail(); /* main() skips this case */
#else
    (void)state;
    int exhausted = 0;
    bool every = getenv("CHESSCADE_LONG");
    for (int deed = 0; deed < DEEDS; deed++)
        for (int once = 0; once < 2; once++) {
            long all, made;
            new_club();
            assert_int_equal(run_without(deed, LONG_MAX, once, &all), 0);
            assert_true(all > 10);
            long stride = every || deeds[deed].every ? 1 : 2 * all / TRIES + 1;
            for (long at = 1 + once * stride / 2; at <= all; at += at < 30 ? 1 : stride) {
                int64_t before = revision();
                if (deeds[deed].fresh)
                    new_club();
                int status = run_without(deed, at, once, &made);
                if (!WIFEXITED(status) ||
                    (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != EXHAUSTED))
                    fail_msg("%s: allocation %ld of %ld fails: status %x", deeds[deed].name, at,
                             all, (unsigned)status);
                assert_true(revision() >= before);
                assert_club_whole();
                if (deeds[deed].run == import_and_index || deeds[deed].run == import_into_a_pack)
                    assert_answers_right(deeds[deed].name, at);
                assert_kept(deeds[deed].name, at);
                exhausted += WEXITSTATUS(status) == EXHAUSTED;
            }
        }
    assert_true(exhausted > DEEDS); /* memory did run out */
#endif
}

static int begin(void **state)
{
    claims = mmap(NULL, sizeof *claims, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (claims == MAP_FAILED)
        return -1;
    struct store *store;
    struct record *record = record_new("classical");
    struct version version = {0};
    struct note why;
    (void)state;
    if (!make_quick_home(top, "memory"))
        return -1;
    if (!make_settings(top))
        return -1;
    snprintf(archive, sizeof archive, "%s/archive", top);
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(pgn_file, sizeof pgn_file, "%s/games.pgn", top);
    write_file(pgn_file, games, sizeof games - 1);
    if (store_create(archive, "A", &why) < 0 || store_open(&store, archive, NULL, &why) < 0)
        return -1;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Boris");
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    int saved = store_save(store, record, &version, &why);
    record_free(record);
    store_close(store);
    return saved;
}

static int end(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

int main(void)
{
#ifdef OWN_ALLOCATOR
    /* Sanitizers and other C libraries have their own allocator. cmocka's skip() counts as a
     * failure in TAP. */
    puts("1..0 # SKIP the allocator here is not ours to take away");
    return 0;
#endif
    const struct CMUnitTest tests[] = {cmocka_unit_test(running_out_of_memory_does_no_harm)};
    return cmocka_run_group_tests_name("without memory", tests, begin, end);
}
