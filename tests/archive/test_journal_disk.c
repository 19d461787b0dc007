/* test_journal_disk.c - journals and the disk: killed writers, a full disk, many writers, floods,
 * and compiling a finished game exactly once. */
#include "config.h"
#include "tests/support/digest.h"
#include "tests/support/live_club.h"

#include "archive/live/people.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ----------------------------------------------------------------------- crashes and full disks */

static unsigned chance = 20261121;
static int draw_lot(int n)
{
    chance = chance * 1103515245u + 12345u;
    return (int)(chance >> 16) % n;
}

/* R3: every record that was shown before the kill is in the file. */
static void what_was_shown_is_on_disk(void **state)
{
    (void)state;
    int rounds = getenv("CHESSCADE_LONG") ? 1000 : 30; /* make check-long */
    for (int round = 0; round < rounds; round++) {
        struct journal *journal = new_classical();
        int made = 0, line[2], status;
        char byte;
        assert_int_equal(pipe(line), 0);
        pid_t child = fork();
        if (child == 0) {
            static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
            struct note why;
            for (int i = 0;; i++)
                if (play(journal, dance[i % 4], &why) < 0 || write(line[1], "m", 1) != 1)
                    _exit(0);
        }
        close(line[1]);
        for (int wanted = 1 + draw_lot(8); made < wanted && read(line[0], &byte, 1) == 1;)
            made++;
        kill(child, SIGKILL);
        while (read(line[0], &byte, 1) == 1)
            made++;
        waitpid(child, &status, 0);
        close(line[0]);
        /* R11: the lock went away with its holder; the game continues at once. */
        struct journal *again = reopen(journal->live.id);
        struct note why = {0};
        assert_false(again->broken);
        assert_true(again->live.game.plies >= made || again->live.stage == LIVE_OVER);
        assert_true(again->live.game.plies <= made + 1);
        if (append(again, JOURNAL_CHAT, &why, "by", "bob", "text", "on we go", NULL, NULL) < 0)
            fail_msg("%s", why.text);
        journal_free(again);
        journal_free(journal);
    }
}

static void a_full_disk_changes_nothing(void **state)
{
    struct journal *journal = new_classical();
    size_t before, after;
    int status, refused = 0;
    (void)state;
    must_play(journal, (const char *const[]){"e4", NULL});
    read_journal(journal->live.id, &before);
    for (size_t room = 0; room < 130; room += 3) {
        pid_t child = fork();
        if (child == 0) {
            struct note why = {0};
            struct rlimit limit = {before + room, before + room};
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &limit);
            int plies = journal->live.game.plies;
            int result = append(journal, JOURNAL_CHAT, &why, "by", "ana", "text",
                                "a line of some length", NULL, NULL);
            bool good =
                result == 0 || (result == FAIL_SYSTEM && why.text[0] &&
                                journal->live.game.plies == plies && journal->live.records == 2);
            _exit(!good ? 2 : result < 0);
        }
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
        read_journal(journal->live.id, &after);
        if (WEXITSTATUS(status) == 0)
            break;
        refused++;
        assert_int_equal(after, before);
    }
    assert_true(refused > 10);
    journal_free(journal);
}

/* Many writers: every record is there once, in one order. */
static void writers_take_turns(void **state)
{
    enum { WRITERS = 6, LINES = 9 };
    static const char *const names[WRITERS] = {"ana", "bob", "cle", "dan", "eve", "fay"};
    struct journal *journal = new_classical();
    char id[ULID_LENGTH + 1];
    (void)state;
    memcpy(id, journal->live.id, sizeof id);
    journal_free(journal);
    for (int w = 0; w < WRITERS; w++)
        if (fork() == 0) {
            struct journal *mine = reopen(id);
            struct note why;
            for (int i = 0, tries = 0; i < LINES && tries < 1000; tries++)
                i += append(mine, JOURNAL_CHAT, &why, "by", names[w], "text", "hello", NULL,
                            NULL) == 0;
            _exit(0);
        }
    for (int w = 0, status; w < WRITERS; w++)
        wait(&status);
    journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(journal->live.talks, WRITERS * LINES);
    journal_free(journal);
}

/* R11: a killed player counts as gone at once, even if a child process (an index, an import) still
 * runs. */
static void a_killed_player_is_gone_at_once(void **state)
{
    struct presence *own, *theirs;
    struct person *all;
    struct note why;
    int ready[2], status;
    pid_t left = 0;
    (void)state;
    assert_int_equal(pipe(ready), 0);
    pid_t process = fork();
    if (process == 0) {
        if (presence_enter(&theirs, store, "bob", &why) < 0)
            _exit(1);
        pid_t child = fork();
        if (child == 0)
            stores_leave_locks();
        if (child == 0 && write(ready[1], &(pid_t){getpid()}, sizeof left) < 0)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &left, sizeof left), sizeof left);
    assert_int_equal(presence_enter(&own, store, "ana", &why), 0);
    assert_int_equal(presence_list(own, &all), 2);
    assert_string_equal(all[1].name, "bob");
    free(all);
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(kill(left, 0), 0); /* the child still runs */
    int here = presence_list(own, &all);
    kill(left, SIGKILL);
    assert_int_equal(here, 1);
    free(all);
    presence_leave(own);
    close(ready[0]);
    close(ready[1]);
}

/* R18: a journal without write permission can be read; plies are refused with a message. */
static void a_read_only_journal_can_be_read(void **state)
{
    struct journal *journal = new_classical(), *reader = NULL;
    struct note why = {0};
    char file[600];
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    snprintf(file, sizeof file, "%s", path_of("live", journal->live.id, ".jnl"));
    assert_int_equal(chmod(file, 0444), 0);
    give_up_rights(top);
    int opened = journal_open(&reader, store, "bob", journal->live.id, &why);
    int played = opened == 0 ? play(reader, "Nf3", &why) : 0;
    take_rights_back(top);
    if (opened < 0)
        fail_msg("%s", why.text);
    assert_int_equal(played, FAIL_SYSTEM);
    assert_string_equal(why.text, "the journal cannot be written; nothing was done: you have no "
                                  "permission");
    assert_false(reader->broken);
    assert_int_equal(reader->live.game.plies, 2);
    assert_int_equal(play(journal, "Nf3", &why), 0); /* a player with permission continues, and the
                                                        reader sees it */
    assert_int_equal(journal_read_on(reader), 1);
    journal_free(reader);
    journal_free(journal);
}

/* If the disk is so slow that flushing a record takes more than a second, the game is not mistaken
 * for an empty one. */
static void readers_wait_for_a_slow_writer(void **state)
{
    struct journal *journal = new_classical(), *again = NULL;
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct note why = {0};
    (void)state;
    int fd = open(path_of(".lock", journal->live.id, ""), O_RDWR | O_CREAT, 0600);
    assert_int_equal(fcntl(fd, F_OFD_SETLK, &range), 0);
    assert_int_equal(journal_open(&again, store, "bob", journal->live.id, &why), FAIL_BUSY);
    assert_null(again);
    assert_non_null(strstr(why.text, "is writing to that game"));
    close(fd);
    assert_int_equal(journal_open(&again, store, "bob", journal->live.id, &why), 0);
    journal_free(again);
    journal_free(journal);
}

static void floods_are_limited(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    int lines = 0, offers = 0;
    (void)state;
    while (lines < 50 &&
           append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "la la", NULL, NULL) == 0)
        lines++;
    assert_int_equal(lines, 10);
    assert_non_null(strstr(why.text, "wait"));
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "bob", "text", "ssh", NULL, NULL),
                     0);
    while (offers < 50 &&
           append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL) == 0) {
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "draw", "agree", "no"), 0);
        offers++;
    }
    assert_int_equal(offers, 5);
    char *long_text = memory_new(TALK_BYTES_MAX + 2, 1);
    memset(long_text, 'x', TALK_BYTES_MAX + 1);
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "bob", "text", long_text, NULL, NULL),
        FAIL_LIMIT);
    free(long_text);
    journal_free(journal);
}

/* A store that is a single file has no room for live games: starting one is refused, and nothing
 * else happens. */
static void a_single_file_cannot_hold_live_games(void **state)
{
    char file[300], id[ULID_LENGTH + 1] = "01JD9T8B1N5S9W3Z7C1F5J9M3Q";
    struct store *pgn;
    struct journal *journal;
    struct presence *presence;
    struct talk_room talk;
    struct note why = {0};
    (void)state;
    snprintf(file, sizeof file, "%s/one.pgn", top);
    FILE *stream = fopen(file, "w");
    fputs("[White \"Ana\"]\n\n1. e4 *\n", stream);
    fclose(stream);
    assert_int_equal(store_open(&pgn, file, NULL, &why), 0);
    assert_int_equal(store_may_play(store, &why), 0);
    assert_int_equal(store_may_play(pgn, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "archive folder, not a single file"));
    struct live_summary *list;
    assert_int_equal(journal_list(pgn, &list), 0);
    assert_null(list);
    assert_int_equal(journal_size(pgn, id), -1);
    assert_int_equal(journal_open(&journal, pgn, "ana", id, &why), FAIL_SYSTEM);
    assert_int_equal(journal_check(pgn, id, &why), FAIL_SYSTEM);
    assert_int_equal(presence_enter(&presence, pgn, "ana", &why), FAIL_SYSTEM);
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_read_on(&talk, pgn), 0);
    assert_int_equal(talk_say(&talk, pgn, "ana", "hello", &why), FAIL_SYSTEM);
    talk_clear(&talk);
    struct live_watch *watch = live_watch_new(pgn);
    live_watch_add(watch, LIVE_WATCH_TALK);
    live_watch_free(watch);
    store_close(pgn);
}

/* --------------------------------------------------------------------------- compiling the game */

static void a_game_is_compiled(void **state)
{
    struct journal *journal =
        new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, "15+10");
    struct note why = {0};
    struct record *record;
    int before = games_in_archive();
    char said[TALK_BYTES_MAX + 1];
    (void)state;
    memset(said, 'x', TALK_BYTES_MAX);
    said[TALK_BYTES_MAX] = '\0';
    for (int i = 0; i < 3; i++) /* more than one read returns */
        assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", said, NULL, NULL),
                         0);
    must_play(journal, fools_mate);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Pe2-e4", NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_true(journal->finished);
    assert_int_equal(games_in_archive(), before + 1);
    assert_int_equal(journal_size(store, journal->live.id), -1);
    if (!in_memory)
        assert_int_equal(access(path_of("trash", journal->live.id, ".jnl"), F_OK), 0);
    assert_int_equal(
        store_load(store, store_find(store, journal->live.id), &record, NULL, NULL, &why), 0);
    assert_string_equal(record_text(record, "result.score"), "0-1");
    assert_string_equal(record_text(record, "result.reason"), "checkmate");
    assert_string_equal(record_text(record, "journal.seq"), "8");
    if (!in_memory)
        assert_string_equal(record_text(record, "journal.sha256"),
                            digest_of(path_of("trash", journal->live.id, ".jnl")));
    assert_string_equal(record_player(record, 'b'), "bob");
    assert_int_equal(record->moves.n, 4);
    assert_non_null(record->moves.v[0].notes);
    /* The first ply costs no time, and earns its 10 s. */
    assert_string_equal(record->moves.v[0].notes->clk, "0:15:10");
    record_free(record);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "late", NULL, NULL),
                     FAIL_CONFLICT);
    journal_free(journal);
}

/* R5: killed anywhere while finishing, then recovered: one game and no journal, even if the game
 * was annotated since. */
static void a_game_is_compiled_once(void **state)
{
    (void)state;
    for (int round = 0; round < 25; round++) {
        struct journal *journal = new_classical();
        char id[ULID_LENGTH + 1], copy[8192];
        size_t size;
        int before = games_in_archive(), status;
        struct note why = {0};
        must_play(journal, fools_mate);
        memcpy(id, journal->live.id, sizeof id);
        journal_free(journal);
        pid_t child = fork();
        if (child == 0) {
            struct journal *mine = reopen(id);
            _exit(journal_finish(mine, &why) < 0);
        }
        usleep((useconds_t)draw_lot(2500)); /* any moment will do: the assertions hold at all of
                                               them */
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        journal_recover(store, "bob");
        assert_int_equal(games_in_archive(), before + 1);
        assert_int_equal(journal_size(store, id), -1);
        if (round % 5)
            continue;
        /* The journal is back, as after a crash before it was moved to the trash, and another user
         * has annotated the game. */
        struct record *record;
        struct version version;
        memcpy(copy, slurp(path_of("trash", id, ".jnl"), &size), sizeof copy);
        write_journal(id, copy, size);
        assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why),
                         0);
        comments_append(&record->comments, "The shortest of all", NULL);
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
        assert_int_equal(journal_recover(store, "bob"), 1);
        assert_int_equal(games_in_archive(), before + 1);
        assert_int_equal(journal_size(store, id), -1);
        assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, &why), 0);
        assert_int_equal(record->comments.n, 1);
        record_free(record);
    }
}

/* A game with this id that came from elsewhere does not belong to this journal: it is not
 * overwritten, and the journal stays. */
static void a_foreign_game_with_the_same_id_is_kept(void **state)
{
    (void)state;
    struct journal *journal = new_classical();
    struct note why = {0};
    struct version version = {0};
    struct record *record = record_new("classical");
    char id[ULID_LENGTH + 1];
    must_play(journal, fools_mate);
    memcpy(id, journal->live.id, sizeof id);
    memcpy(record->id, id, sizeof id);
    record_set_player(record, 'w', "Somebody");
    record_set_player(record, 'b', "Else");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    assert_true(journal_finish(journal, &why) < 0);
    assert_true(why.text[0]);
    journal_free(journal);
    assert_true(journal_size(store, id) >= 0);
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    assert_int_equal(record->moves.n, 0);
    record_free(record);
    assert_int_equal(store_remove(store, id, &version, &why), 0);
    drop_journal(id);
}

/* A game that ended without a ply is not kept; its journal goes to the trash all the same. */
static void a_game_without_plies_is_not_kept(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    int before = games_in_archive();
    (void)state;
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "w", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_int_equal(games_in_archive(), before);
    assert_int_equal(journal_size(store, journal->live.id), -1);
    if (!in_memory)
        assert_int_equal(access(path_of("trash", journal->live.id, ".jnl"), F_OK), 0);
    journal_free(journal);
}

/* R5: the second process to finish a game finds it done, whatever state it saw before. */
static void the_second_process_finds_the_game_compiled(void **state)
{
    (void)state;
    struct journal *journal = new_classical();
    struct note why = {0};
    char id[ULID_LENGTH + 1];
    must_play(journal, fools_mate);
    memcpy(id, journal->live.id, sizeof id);
    struct journal *second = reopen(id), *third = reopen(id);
    int before = games_in_archive(), records = second->live.records;
    assert_int_equal(
        append(journal, JOURNAL_CLOSE, &why, "score", "0-1", "reason", "checkmate", NULL, NULL), 0);
    assert_int_equal(journal_finish(second, &why), 0); /* after a crash behind the close record:
                                                          there is one already */
    assert_true(second->finished);
    assert_int_equal(second->live.records, records + 1);
    assert_int_equal(journal_finish(third, &why), 0); /* another process has moved it to the trash
                                                         meanwhile */
    assert_true(third->finished);
    assert_int_equal(third->live.records, records + 1);
    assert_int_equal(games_in_archive(), before + 1);
    assert_int_equal(journal_size(store, id), -1);
    journal_free(journal);
    journal_free(second);
    journal_free(third);
}

/* Compile a game and annotate it. */
static int finish_and_annotate(struct journal *journal)
{
    struct record *record;
    struct version version;
    struct note why;
    if (journal_finish(journal, &why) < 0)
        return 1;
    games_in_archive();
    if (store_load(store, store_find(store, journal->live.id), &record, &version, NULL, &why) < 0)
        return 2;
    comments_append(&record->comments, "The shortest of all", NULL);
    return store_save(store, record, &version, &why) < 0 ? 3 : 0;
}

/* R5: another process compiled the game and ended before it moved the journal to the trash, and a
 * third one annotated the game; our list of games is older, or was never read. */
static void a_game_compiled_elsewhere_is_done(void **state)
{
    (void)state;
    for (int listed = 0; listed < 2; listed++) {
        struct journal *journal = new_classical();
        struct store *late = store;
        struct note why = {0};
        char id[ULID_LENGTH + 1], club[300], copy[8192];
        size_t size;
        must_play(journal, fools_mate);
        memcpy(id, journal->live.id, sizeof id);
        int before = games_in_archive(), status;
        snprintf(club, sizeof club, "%s/club", top);
        pid_t child = fork();
        if (child == 0)
            _exit(finish_and_annotate(journal));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        memcpy(copy, slurp(path_of("trash", id, ".jnl"), &size), sizeof copy);
        write_journal(id, copy, size);
        if (!listed)
            assert_int_equal(store_open(&late, club, NULL, &why), 0);
        assert_int_equal(journal_recover(late, "bob"), 1);
        assert_int_equal(journal_size(store, id), -1);
        assert_int_equal(games_in_archive(), before + 1);
        if (!listed)
            store_close(late);
        journal_free(journal);
    }
}

/* A journal that is damaged after its end stays for inspection and is not compiled into a game. */
static void a_damaged_journal_is_not_compiled(void **state)
{
    (void)state;
    struct journal *journal = new_classical();
    struct note why = {0};
    static const char foreign[] = "- {seq: 999, ev: 'chat'}\n";
    must_play(journal, fools_mate);
    assert_int_equal(
        append(journal, JOURNAL_CLOSE, &why, "score", "0-1", "reason", "checkmate", NULL, NULL), 0);
    size_t size;
    char *bytes = read_journal(journal->live.id, &size);
    memcpy(bytes + size, foreign, strlen(foreign));
    write_journal(journal->live.id, bytes, size + strlen(foreign));
    int before = games_in_archive();
    assert_int_equal(journal_recover(store, "bob"), 0);
    assert_int_equal(games_in_archive(), before);
    assert_true(journal_size(store, journal->live.id) >= 0);
    drop_journal(journal->live.id);
    journal_free(journal);
}

/* R3: if a copy has replaced the journal file, as git and rsync do, no ply goes to the old file,
 * which nobody sees. */
static void a_replaced_journal_takes_no_ply(void **state)
{
    (void)state;
    struct journal *journal = new_classical();
    struct note why = {0};
    char path[600], beside[600];
    size_t size;
    snprintf(path, sizeof path, "%s", path_of("live", journal->live.id, ".jnl"));
    snprintf(beside, sizeof beside, "%s/copy", top);
    must_play(journal, (const char *const[]){"e4", NULL});
    const char *bytes = slurp(path, &size);
    write_file(beside, bytes, size);
    assert_int_equal(rename(beside, path), 0);
    assert_int_equal(play(journal, "e5", &why), FAIL_CONFLICT);
    assert_true(why.text[0]);
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(play(again, "e5", &why), 0);
    journal_free(again);
    journal_free(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floods_are_limited),
        cmocka_unit_test(a_game_is_compiled),
        cmocka_unit_test(a_foreign_game_with_the_same_id_is_kept),
        cmocka_unit_test(a_game_without_plies_is_not_kept),
        cmocka_unit_test(the_second_process_finds_the_game_compiled),
        cmocka_unit_test(a_damaged_journal_is_not_compiled),
    };
    const struct CMUnitTest files[] = {
        cmocka_unit_test(what_was_shown_is_on_disk),
        cmocka_unit_test(a_full_disk_changes_nothing),
        cmocka_unit_test(writers_take_turns),
        cmocka_unit_test(a_killed_player_is_gone_at_once),
        cmocka_unit_test(a_read_only_journal_can_be_read),
        cmocka_unit_test(readers_wait_for_a_slow_writer),
        cmocka_unit_test(a_single_file_cannot_hold_live_games),
        cmocka_unit_test(a_game_is_compiled_once),
        cmocka_unit_test(a_game_compiled_elsewhere_is_done),
        cmocka_unit_test(a_replaced_journal_takes_no_ply),
    };
    return run_on_both(tests, COUNT_OF(tests), files, COUNT_OF(files), setup, teardown);
}
