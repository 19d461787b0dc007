/* test_faults_journal.c - system calls fail while several players play a game: its journal is
 * created, appended to by two players, read, and compiled into a game of the archive.
 *
 * Every call fails once, with every error (CHESSCADE_LONG=1: with two more), writes are short, and
 * the process is killed at every call. Each time the journal must be valid and hold exactly the
 * acknowledged plies, and playing on must give one whole game in the archive. The same holds if the
 * power fails after any call and everything not flushed is lost. */
#include "config.h"
#include "tests/support/digest.h"

#include "archive/live/journal.h"
#include "archive/replay/replay.h"
#include "tests/faults/faults.h"
#include "tests/faults/power.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLIES = 4 };
static const char *const fools_mate[PLIES] = {"Pf2-f3", "Pe7-e5", "Pg2-g4", "Qd8-h4"};
static char top[256], club[300];
static struct store *store;
static int *shown; /* plies acknowledged; shared with the processes that are killed */

static void close_archive(void)
{
    store_close(store);
    store = NULL;
}

static void open_archive(void)
{
    struct note why;
    if (store_open(&store, club, NULL, &why) < 0)
        fail_msg("%s", why.text);
}

static void new_archive(void)
{
    struct note why;
    close_archive();
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
    open_archive();
    *shown = 0;
}

static int begin_game(char id[ULID_LENGTH + 1], struct note *why)
{
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_OPEN);
    value_set(&record.value, "variant", "classical", false);
    struct value *sides = value_list(&record.value, "sides");
    value_put(value_append(sides), "ana", STYLE_CANONICAL);
    value_put(value_append(sides), "bob", STYLE_CANONICAL);
    int result = journal_create(store, &record, id, why);
    journal_record_clear(&record);
    return result;
}

/* Play the next ply of the game, for the player whose turn it is. */
static int play(struct journal *journal, struct note *why)
{
    struct journal_record record;
    int ply = journal->live.game.plies;
    journal_record_begin(&record, JOURNAL_PLY);
    value_set(&record.value, "side", ply % 2 ? "b" : "w", false);
    value_set(&record.value, "m", fools_mate[ply], false);
    int result = journal_append(journal, &record, why);
    journal_record_clear(&record);
    return result;
}

/* Two players play, each with a journal. At the end of the game, the first to see it compiles the
 * game. `why` gets the sentence of a failure, or "". */
static void play_out(const char *game, struct note *why)
{
    struct journal *seat[2] = {NULL, NULL};
    char id[ULID_LENGTH + 1] = "";
    int result = game ? 0 : begin_game(id, why);
    if (game)
        memcpy(id, game, sizeof id);
    for (int i = 0; i < 2 && result >= 0; i++)
        result = journal_open(&seat[i], store, i ? "bob" : "ana", id, why);
    while (result >= 0 && seat[0]->live.stage < LIVE_OVER && !seat[0]->finished) {
        int before = seat[0]->live.game.plies;
        struct journal *mine = seat[before % 2];
        while (journal_read_on(mine) == FAIL_BUSY)
            continue;
        result = play(mine, why);
        if (result >= 0) {
            ++*shown;
            power_acknowledge();
        }
        while (result >= 0 && journal_read_on(seat[0]) == FAIL_BUSY)
            continue;
        if (result >= 0 && seat[0]->live.game.plies == before) {
            result = -1; /* the other player's journal could not be read */
            note_set(why, -1, "%s", seat[0]->broken ? seat[0]->trouble.text : "nothing was read");
        }
    }
    if (result >= 0)
        result = journal_finish(seat[0], why);
    for (int i = 0; i < 2; i++)
        journal_free(seat[i]);
    if (result >= 0)
        why->text[0] = '\0';
}

static int games_kept(void)
{
    store_refresh(store);
    store_scan(store, INT_MAX);
    return store_count(store);
}

/* What is left is valid and can be played on to one whole game. Up to `more` plies may be there
 * that were never acknowledged. */
static void assert_whole(const char *what, int at, int more)
{
    struct live_summary *list;
    struct record *record;
    struct note why = {{0}, -1};
    char put_away_as[400];
    int n = journal_list(store, &list), plies = *shown;
    if (n == 1) {
        struct journal *journal = NULL;
        if (journal_check(store, list[0].id, &why) < 0 ||
            journal_open(&journal, store, "ana", list[0].id, &why) < 0)
            fail_msg("%s %d: %s", what, at, why.text);
        if (journal->broken || journal->live.game.plies < plies ||
            journal->live.game.plies > plies + more)
            fail_msg("%s %d: %d plies, but %d were acknowledged: %s", what, at,
                     journal->live.game.plies, plies, journal->trouble.text);
        journal_free(journal);
        play_out(list[0].id, &why);
        if (why.text[0])
            fail_msg("%s %d: the game does not go on: %s", what, at, why.text);
    } else if (n == 0 && games_kept() == 0) {
        assert_int_equal(plies, 0); /* the game was not started */
        free(list);
        return;
    }
    assert_true(n <= 1);
    free(list);
    n = journal_list(store, &list);
    free(list);
    if (n || games_kept() != 1)
        fail_msg("%s %d: %d journals, %d games", what, at, n, games_kept());
    if (store_load(store, 0, &record, NULL, NULL, &why) < 0 || replay_check(record, NULL, NULL) < 0)
        fail_msg("%s %d: the game is damaged: %s", what, at, why.text);
    assert_int_equal(record->moves.n, PLIES);
    assert_string_equal(record_text(record, "result.score"), "0-1");
    snprintf(put_away_as, sizeof put_away_as, "%s/trash/%s.jnl", club, record->id);
    /* R5: the game names its journal */
    if (strcmp(record_text(record, "journal.sha256"), digest_of(put_away_as)) != 0)
        fail_msg("%s %d: the digest in the game is not of its journal", what, at);
    record_free(record);
}

/* Another process moves the journal to the trash just before this one does. */
static void move_to_trash(void)
{
    char command[1000];
    snprintf(command, sizeof command, "mkdir -p '%s/trash' && mv '%s'/live/*.jnl '%s/trash'", club,
             club, club);
    assert_int_equal(system(command), 0);
}

/* R5: if two processes see the end at once, they make one game, and neither reports an error. */
static void two_finish_at_once(void **state)
{
    struct journal *journal;
    struct note why = {{0}, -1};
    char id[ULID_LENGTH + 1];
    (void)state;
    new_archive();
    assert_int_equal(begin_game(id, &why), 0);
    assert_int_equal(journal_open(&journal, store, "ana", id, &why), 0);
    for (int i = 0; i < PLIES; i++)
        assert_int_equal(play(journal, &why), 0);
    faults_before('N', move_to_trash);
    if (journal_finish(journal, &why) < 0)
        fail_msg("%s", why.text);
    assert_true(journal->finished);
    *shown = PLIES;
    assert_whole("put away by another", 0, 0);
    journal_free(journal);
}

static int count_calls(void)
{
    struct note why = {{0}, -1};
    new_archive();
    faults_begin(FAULT_NONE, 0, 0);
    play_out(NULL, &why);
    int calls = faults_end(), flushes = 0;
    for (const char *call = faults_log(); *call; call++)
        flushes += *call == 'S';
    const char *put_away_at = strrchr(faults_log(), 'N'),
               *both_at = put_away_at ? strchr(put_away_at, 'D') : NULL;
    assert_true(both_at && strchr(both_at + 1, 'D')); /* R2: both folders are flushed after the
                                                         rename */
    assert_true(flushes > PLIES); /* R3: each ply is flushed before it is shown, and so is the
                                     opening record */
    assert_string_equal(why.text, "");
    assert_int_equal(*shown, PLIES);
    assert_whole("without a fault", 0, 0);
    assert_true(calls > 30);
    return calls;
}

static void failed_calls_are_reported_and_harmless(void **state)
{
    static const int errors[] = {EIO, ENOSPC, EINTR, EACCES, EMFILE};
    size_t tried = getenv("CHESSCADE_LONG") ? 5 : 3; /* EACCES from a lock means that another
                                                        process holds it, so the program waits */
    (void)state;
    int calls = count_calls();
    for (size_t e = 0; e < tried; e++)
        for (int at = 1; at <= calls; at += EACH_CALL) {
            char what[60];
            struct note why = {{0}, -1};
            snprintf(what, sizeof what, "error %d of call", errors[e]);
            new_archive();
            faults_begin(FAULT_ERROR, at, errors[e]);
            play_out(NULL, &why);
            faults_end();
            /* Bytes that were not flushed may still be lost, however whole they look now: the
             * program must not report success. */
            if (faults_log()[at - 1] == 'S' && !why.text[0])
                fail_msg("%s %d: it was not flushed, and nobody was told", what, at);
            assert_whole(what, at, 0);
        }
}

static void short_writes_are_completed(void **state)
{
    (void)state;
    int calls = count_calls();
    for (int at = 1; at <= calls; at += EACH_CALL) {
        struct note why = {{0}, -1};
        new_archive();
        faults_begin(FAULT_SHORT, at, 0);
        play_out(NULL, &why);
        faults_end();
        assert_whole("short call", at, 0);
    }
}

static void a_kill_at_any_call_loses_nothing(void **state)
{
    (void)state;
    int calls = count_calls();
    for (enum fault fault = FAULT_KILL; fault <= FAULT_TORN; fault++)
        for (int at = 1; at <= calls; at += EACH_CALL) {
            new_archive();
            pid_t child = fork();
            if (child == 0) {
                struct note why = {{0}, -1};
                faults_begin(fault, at, 0);
                play_out(NULL, &why);
                _exit(0);
            }
            waitpid(child, NULL, 0);
            assert_whole(fault == FAULT_KILL ? "an end at call" : "a torn call", at, 1);
        }
}

/* At most one ply was not yet acknowledged. */
static void look_after_power_loss(int acknowledged)
{
    close_archive();
    open_archive();
    *shown = acknowledged;
    assert_whole("the power lost", acknowledged, 1);
}

static void a_power_loss_loses_no_ply_that_was_shown(void **state)
{
    struct note why = {{0}, -1};
    (void)state;
    new_archive();
    power_begin(club);
    play_out(NULL, &why);
    assert_true(power_end() > 4 * PLIES);
    assert_int_equal(*shown, PLIES);
    int states = power_replay(look_after_power_loss);
    print_message("%d states of the disk\n", states);
    assert_true(states > 100);
}

/* A writer in another process: `written` reports that it has written, `go_on` lets it continue. */
static int written[2], go_on[2];
static pid_t writer;

static void wait_and_fail(const struct faults_seen *seen)
{
    char byte;
    if (seen->letter != 'W' || seen->at == 0)
        return; /* not the journal, where a record comes first */
    faults_watch(NULL);
    if (write(written[1], "w", 1) != 1 || read(go_on[0], &byte, 1) != 1)
        _exit(2);
    faults_begin(FAULT_ERROR, 1, EIO); /* the next call is the flush */
}

static void let_it_fail(void)
{
    int status;
    if (write(go_on[1], "g", 1) != 1)
        fail();
    waitpid(writer, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void write_and_fail(const char *id)
{
    struct journal *journal;
    struct note why;
    close(written[0]);
    close(go_on[1]); /* it ends with the test */
    if (journal_open(&journal, store, "ana", id, &why) < 0)
        _exit(3);
    faults_watch(wait_and_fail);
    /* After the failed flush the record is cut off, and the cut is flushed: otherwise the record
     * could return after a power loss. */
    bool failed = play(journal, &why) < 0 && !strncmp(faults_log(), "SXS", 3) &&
                  journal->live.game.plies == 0;
    _exit(failed ? 0 : 4);
}

/* R3: another process read the ply before its flush failed, and asked for the lock when the ply was
 * dropped. */
static void a_ply_whose_flush_fails_is_not_shown(void **state)
{
    struct journal *reader, *again;
    struct note why;
    char id[ULID_LENGTH + 1], byte;
    (void)state;
    new_archive();
    assert_int_equal(begin_game(id, &why), 0);
    assert_int_equal(journal_open(&reader, store, "bob", id, &why), 0);
    assert_int_equal(pipe(written), 0);
    assert_int_equal(pipe(go_on), 0);
    writer = fork();
    if (writer == 0)
        write_and_fail(id);
    assert_int_equal(read(written[0], &byte, 1), 1);
    assert_true(journal_grew(reader));
    faults_before('K', let_it_fail);
    while (journal_read_on(reader) == FAIL_BUSY)
        continue;
    assert_int_equal(reader->live.game.plies, 0);
    assert_false(reader->broken);
    assert_int_equal(journal_open(&again, store, "ana", id, &why), 0);
    assert_int_equal(play(again, &why), 0);
    assert_int_equal(journal_read_on(reader), 1);
    assert_int_equal(reader->live.game.plies, 1);
    assert_false(reader->broken);
    journal_free(reader);
    journal_free(again);
    for (int i = 0; i < 2; i++) {
        close(written[i]);
        close(go_on[i]);
    }
}

/* The lock file of the game being played, how often the test checked its lock, and how often nobody
 * held it. */
static struct {
    char path[400];
    int looks, free;
} locked;

static void look_for_lock(const struct faults_seen *seen)
{
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    static int record = -1;
    if (seen->letter == 'W' && seen->at > 0)
        record = seen->fd;
    if (seen->fd != record || (seen->letter != 'W' && seen->letter != 'S'))
        return;
    int fd = open(locked.path, O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0 && fcntl(fd, F_OFD_GETLK, &range) == 0);
    close(fd);
    locked.looks++;
    locked.free += range.l_type != F_WRLCK;
}

/* R4: from before a record is written until it is flushed nobody else may write; otherwise one
 * record could overwrite another. */
static void a_record_is_written_under_its_lock(void **state)
{
    struct journal *journal;
    struct note why;
    char id[ULID_LENGTH + 1];
    (void)state;
    new_archive();
    assert_int_equal(begin_game(id, &why), 0);
    assert_int_equal(journal_open(&journal, store, "ana", id, &why), 0);
    snprintf(locked.path, sizeof locked.path, "%s/.lock/%s", club, id);
    locked.looks = locked.free = 0;
    faults_watch(look_for_lock);
    for (int i = 0; i < PLIES; i++)
        assert_int_equal(play(journal, &why), 0);
    faults_watch(NULL);
    assert_int_equal(locked.looks, 2 * PLIES); /* written, flushed */
    assert_int_equal(locked.free, 0);
    journal_free(journal);
}

static int begin(void **state)
{
    (void)state;
    shown = mmap(NULL, sizeof *shown, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shown == MAP_FAILED || !make_quick_folder(top, "faults-journal"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    return 0;
}

static int end(void **state)
{
    (void)state;
    power_tell();
    close_archive();
    remove_folder(top);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ply_whose_flush_fails_is_not_shown),
        cmocka_unit_test(two_finish_at_once),
        cmocka_unit_test(a_record_is_written_under_its_lock),
        cmocka_unit_test(failed_calls_are_reported_and_harmless),
        cmocka_unit_test(short_writes_are_completed),
        cmocka_unit_test(a_kill_at_any_call_loses_nothing),
        cmocka_unit_test(a_power_loss_loses_no_ply_that_was_shown),
    };
    return cmocka_run_group_tests_name("a live game where the system says no", tests, begin, end);
}
