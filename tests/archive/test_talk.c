/* test_talk.c - chat outside games: everyone reads each message once, whatever else is in the
 * file. */
#include "config.h"
#include "tests/support/live_both.h"

#include "archive/live/journal_repair.h"
#include "archive/live/people.h"

#include <stdio.h>
#include <sys/resource.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[64];
static struct store *store;

static int setup(void **state)
{
    (void)state;
    snprintf(top, sizeof top, "/tmp/chesscade-talk-XXXXXX");
    assert_non_null(mkdtemp(top));
    return store_create(top, "Talk", NULL) < 0 || store_open(&store, top, NULL, NULL) < 0;
}

static int teardown(void **state)
{
    char command[100];
    (void)state;
    store_close(store);
    live_memory_clear();
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command);
}

static const char *file_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/talk/%s", top, name);
    return path;
}

static void append_bytes(const char *bytes)
{
    if (in_memory) {
        struct talk_place place = {0};
        assert_int_equal(live_memory.say(store, TALK_LOBBY, &place, bytes, strlen(bytes), NULL), 0);
        return;
    }
    FILE *file = fopen(file_of("lobby.log"), "ab");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

static void each_message_is_read_once(void **state)
{
    struct talk_room one, other;
    struct note why;
    (void)state;
    talk_begin(&one, TALK_LOBBY);
    talk_begin(&other, TALK_LOBBY);
    assert_int_equal(talk_read_on(&one, store), 0);
    assert_int_equal(talk_say(&one, store, "ana", "hello 'all'", &why), 0);
    assert_int_equal(talk_say(&other, store, "bob", "hi", &why), 0);
    assert_int_equal(talk_read_on(&one, store), 1);
    assert_int_equal(talk_read_on(&one, store), 0);
    assert_int_equal(one.n, 2);
    assert_int_equal(other.n, 2);
    assert_string_equal(other.v[0].by, "ana");
    assert_string_equal(other.v[0].text, "hello 'all'");
    assert_string_equal(one.v[1].text, "hi");
    assert_int_equal(talk_say(&one, store, "ana", "", &why), FAIL_LIMIT);
    assert_int_equal(talk_say(&one, store, "../ana", "x", &why), FAIL_TEXT);
    talk_clear(&one);
    talk_clear(&other);
}

static void foreign_lines_are_skipped(void **state)
{
    struct talk_room talk;
    struct note why;
    (void)state;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "one", &why), 0);
    append_bytes(
        "nonsense\n\n- {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'bob', text: 'forged', crc: '00000000'}\n");
    if (!in_memory)
        append_bytes("- {seq: 0, a"); /* an interrupted write */
    assert_int_equal(talk_read_on(&talk, store), 0);
    assert_int_equal(talk_say(&talk, store, "ana", "two", &why), 0);
    assert_int_equal(talk.n, 2);
    talk_clear(&talk);
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_read_on(&talk, store), 2);
    assert_string_equal(talk.v[1].text, "two");
    talk_clear(&talk);
}

/* Invalid UTF-8 from older versions is decoded; damage is counted, reported and repaired. */
static void damage_is_repaired(void **state)
{
    struct talk_room talk;
    struct journal_repaired done;
    struct note why = {0};
    (void)state;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "caf\xE9 \xC0\xAF", &why), 0);
    assert_string_equal(talk.v[0].text, "caf\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD");
    assert_int_equal(talk.passed, 0);
    assert_int_equal(talk_check(store, "lobby.log", &why), 0);
    assert_int_equal(talk_repair(store, "ana", "lobby.log", &done, &why), 0);
    append_bytes("nonsense\n");
    append_bytes(
        "- {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'bob', text: 'gr\xFC\xDF', crc: '00000000'}\n");
    assert_int_equal(talk_say(&talk, store, "ana", "two", &why), 0);
    assert_int_equal(talk.passed, 2);
    assert_int_equal(talk_check(store, "lobby.log", &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "line 2 "));
    assert_int_equal(talk_repair(store, "ana", "lobby.log", &done, &why), 1);
    assert_int_equal(done.mended, 1);
    assert_int_equal(done.dropped, 1);
    assert_int_equal(access(file_of(done.kept), F_OK), 0);
    assert_int_equal(talk_check(store, "lobby.log", &why), 0);
    talk_clear(&talk);
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_read_on(&talk, store), 3);
    assert_string_equal(talk.v[1].by, "bob");
    assert_string_equal(talk.v[1].text, "gr\xEF\xBF\xBD\xEF\xBF\xBD");
    talk_clear(&talk);
}

/* Valid in every way, but signed with a name that no player can have. */
static void messages_under_an_invalid_name_are_skipped(void **state)
{
    static const char *const by[] = {"../ana", "-rf", "Ana", "ana\033[2J", ""};
    struct talk_room talk;
    struct note why;
    (void)state;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "one", &why), 0);
    for (size_t i = 0; i < sizeof by / sizeof *by + 1; i++) {
        struct journal_record record;
        struct yaml_text line = {0};
        bool right = i == sizeof by / sizeof *by;
        journal_record_begin(&record, JOURNAL_CHAT);
        record.at = 1764000000000;
        value_set(&record.value, "by", right ? "bob" : by[i], false);
        value_set(&record.value, "text", "I am ana", false);
        journal_line_write(&record, 0, &line);
        yaml_text_add(&line, "", 1);
        append_bytes(line.v);
        assert_int_equal(talk_read_on(&talk, store), right);
        journal_record_clear(&record);
        yaml_text_clear(&line);
    }
    talk_clear(&talk);
}

static void a_chat_file_of_another_kind_is_reported(void **state)
{
    struct talk_room talk;
    struct note why;
    (void)state;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "one", &why), 0);
    assert_int_equal(unlink(file_of("lobby.log")), 0);
    assert_int_equal(symlink("/etc/passwd", file_of("lobby.log")), 0);
    assert_int_equal(talk_read_on(&talk, store), 0);
    assert_int_equal(talk_say(&talk, store, "ana", "two", &why), FAIL_SYSTEM);
    assert_int_equal(unlink(file_of("lobby.log")), 0);
    assert_int_equal(mkfifo(file_of("lobby.log"), 0600), 0);
    alarm(20);
    assert_int_equal(talk_read_on(&talk, store), 0); /* and does not wait */
    alarm(0);
    assert_int_equal(talk_say(&talk, store, "ana", "three", &why), FAIL_SYSTEM);
    talk_clear(&talk);
}

static void floods_are_limited_and_a_full_file_is_replaced(void **state)
{
    struct talk_room talk, reader;
    struct note why;
    char line[TALK_BYTES_MAX + 2], by[16];
    struct stat stat_;
    (void)state;
    memset(line, 'x', sizeof line);
    line[TALK_BYTES_MAX + 1] = '\0';
    talk_begin(&talk, TALK_LOBBY);
    talk_begin(&reader, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", line, &why), FAIL_LIMIT);
    line[TALK_BYTES_MAX] = '\0';
    for (int i = 0; i < 10; i++)
        assert_int_equal(talk_say(&talk, store, "ana", line, &why), 0);
    assert_int_equal(talk_say(&talk, store, "ana", line, &why), FAIL_LIMIT);
    int said = 10, read = talk_read_on(&reader, store);
    for (int i = 0; i < 200; i++, said++) {
        snprintf(by, sizeof by, "p%d", i / 10);
        assert_int_equal(talk_say(&talk, store, by, line, &why), 0);
        read += talk_read_on(&reader, store);
    }
    assert_int_equal(read, said); /* nobody misses or repeats a message when the file is replaced */
    assert_int_equal(reader.n, TALK_ROOM_LINES);
    if (!in_memory) {
        assert_int_equal(stat(file_of("lobby.log"), &stat_), 0);
        assert_true(stat_.st_size <= 256 << 10);
        assert_int_equal(stat(file_of("lobby.old"), &stat_), 0);
    }
    talk_clear(&talk);
    talk_clear(&reader);
}

/* The disk is full: the file cannot grow. */
static void a_full_disk_changes_nothing(void **state)
{
    struct talk_room talk;
    struct note why;
    struct stat before, after;
    (void)state;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "one", &why), 0);
    assert_int_equal(stat(file_of("lobby.log"), &before), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit most = {(rlim_t)before.st_size + 10, (rlim_t)before.st_size + 10};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &most);
        _exit(talk_say(&talk, store, "bob", "two", &why) == FAIL_SYSTEM ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(stat(file_of("lobby.log"), &after), 0);
    assert_true(before.st_size == after.st_size);
    talk_clear(&talk);
}

/* Another session sees who is here and where, who leads, and is told of it all. */
static void people_meet(void **state)
{
    static const char game[] = "01JD9T8B1N5S9W3Z7C1F5J9M3Q";
    struct presence *ana, *bob;
    struct baton *baton, *other;
    struct person *all;
    struct note why = {0};
    (void)state;
    struct live_watch *watch = live_watch_new(store);
    live_watch_add(watch, LIVE_WATCH_HERE);
    live_watch_add(watch, LIVE_WATCH_TALK);
    assert_int_equal(presence_enter(&ana, store, "ana", &why), 0);
    int64_t stamp = presence_stamp(ana);
    assert_int_equal(presence_enter(&bob, store, "bob", &why), 0);
    assert_int_not_equal(presence_stamp(ana), stamp);
    if (live_watch_fd(watch) >= 0)
        assert_true(live_watch_told(watch) & LIVE_WATCH_HERE);
    presence_go(bob, game, true);
    assert_int_equal(presence_list(ana, &all), 2);
    assert_string_equal(all[0].name, "ana");
    assert_true(all[0].self && !all[1].self);
    assert_string_equal(all[1].game, game);
    assert_true(all[1].plays && !all[1].leads);
    free(all);
    assert_int_equal(presence_take_baton(&baton, bob, game, &why), 0);
    assert_int_equal(presence_take_baton(&other, ana, game, &why), FAIL_BUSY);
    assert_non_null(strstr(why.text, "bob"));
    presence_lead(bob, game, "after 12. Nf3");
    assert_int_equal(presence_list(ana, &all), 2);
    assert_true(all[1].leads && !all[1].plays);
    assert_string_equal(all[1].text, "after 12. Nf3");
    free(all);
    presence_lay_down(baton);
    assert_int_equal(presence_take_baton(&other, ana, game, &why), 0);
    presence_lay_down(other);
    presence_go_back(bob, "01JD9T8B1N5S9W3Z7C1F5J9M3R");
    presence_lead(bob, game, "two\nlines"); /* cannot be read: the lobby */
    assert_int_equal(presence_list(ana, &all), 2);
    assert_string_equal(all[1].game, "");
    assert_string_equal(all[1].text, "");
    free(all);
    presence_leave(bob);
    assert_int_equal(presence_list(ana, &all), 1);
    free(all);
    live_watch_told(watch);
    struct talk_room talk;
    talk_begin(&talk, TALK_LOBBY);
    assert_int_equal(talk_say(&talk, store, "ana", "hello", &why), 0);
    if (live_watch_fd(watch) >= 0)
        assert_true(live_watch_told(watch) & LIVE_WATCH_TALK);
    talk_clear(&talk);
    presence_leave(ana);
    live_watch_free(watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_message_is_read_once, setup, teardown),
        cmocka_unit_test_setup_teardown(foreign_lines_are_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(messages_under_an_invalid_name_are_skipped, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(floods_are_limited_and_a_full_file_is_replaced, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(people_meet, setup, teardown),
    };
    const struct CMUnitTest files[] = {
        cmocka_unit_test_setup_teardown(damage_is_repaired, setup, teardown),
        cmocka_unit_test_setup_teardown(a_chat_file_of_another_kind_is_reported, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_changes_nothing, setup, teardown),
    };
    return run_on_both(tests, COUNT_OF(tests), files, COUNT_OF(files), NULL, NULL);
}
