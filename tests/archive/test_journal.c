/* test_journal.c - the journal of a live game: records and their hash chain, every prefix,
 * forgeries, and files that are not journals. */
#include "config.h"
#include "tests/support/live_club.h"

#include "archive/live/journal_repair.h"
#include "archive/live/people.h"

#include <fcntl.h>
#include <unistd.h>

/* -------------------------------------------------------------------------------------------------
 * records */

static void the_checksum_is_crc32c(void **state)
{
    (void)state;
    /* The check value of RFC 3720's polynomial. */
    assert_int_equal(crc32c(0, "123456789", 9), 0xE3069283u);
    assert_int_equal(crc32c(crc32c(0, "1234", 4), "56789", 5), 0xE3069283u);
}

static void a_written_time_is_read_back(void **state)
{
    static const int64_t times[] = {0, 951782400000 /* 2000-02-29 */, 1795294143120, 4102444799999};
    char text[UTC_ROOM];
    (void)state;
    for (int i = 0; i < 4; i++) {
        utc_write(times[i], text);
        assert_int_equal(utc_read(text), times[i]);
    }
    utc_write(951782400000, text);
    assert_string_equal(text, "2000-02-29T00:00:00.000Z");
    assert_int_equal(utc_read("2026-02-30T00:00:00.000Z"), -1);
    assert_int_equal(utc_read("2026-11-21T24:00:00.000Z"), -1);
    assert_int_equal(utc_read("2026-11-21"), -1);
}

static void a_changed_line_is_refused(void **state)
{
    struct journal_record record, again = {0};
    struct yaml_text line = {0};
    struct note why;
    (void)state;
    journal_record_begin(&record, JOURNAL_CHAT);
    record.seq = 3;
    record.at = 1795294158000;
    value_set(&record.value, "by", "mia", false);
    value_set(&record.value, "text", "it's \033]0;x\a, isn't it\n", false);
    journal_line_write(&record, 77, &line);
    assert_null(memchr(line.v, '\033', (size_t)line.n)); /* escapes are encoded, never raw */
    assert_int_equal(journal_line_read(line.v, (size_t)line.n - 1, 77, &again, &why), 0);
    assert_string_equal(value_text(&again.value, "text"), "it's \033]0;x\a, isn't it\n");
    assert_int_equal(again.crc, record.crc);
    journal_record_clear(&again);
    assert_int_equal(journal_line_read(line.v, (size_t)line.n - 1, 78, &again, &why), FAIL_TEXT);
    for (int i = 0; i < line.n - 1; i++) { /* a change of any byte is noticed */
        line.v[i] ^= 1;
        assert_true(journal_line_read(line.v, (size_t)line.n - 1, 77, &again, &why) < 0);
        line.v[i] ^= 1;
    }
    journal_record_clear(&record);
    yaml_text_clear(&line);
}

/* A journal with records that the test makes, each with a correct crc unless `spoil` says
 * otherwise. */
static void forgeries_are_refused(void **state)
{
    static const struct {
        const char *record;
        int seq; /* -1: the correct one */
        const char *reason;
    } cases[] = {
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", -1, NULL},
        /* The clock was set back */
        {"at: '2026-11-21T20:48:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", -1, NULL},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'", -1, "turn"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e5'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'e4'", -1, "long notation"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', m: 'Pe2-e4', side: 'z'", -1, "turn"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", 7, "number is 7"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", INT32_MAX,
         "number is invalid"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'nonsense'", -1, "kind"},
        {"at: 'yesterday', ev: 'chat', by: 'ana', text: 'hm'", -1, "time"},
        /* Unusual wording, but valid */
        {"at: '2026-11-21T20:49:04.000Z', ev: chat, by: 'ana', text: 'hm'", -1, NULL},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat',  by: 'ana', text: \"\\uFFFD\"", -1, NULL},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: w, m: \"Pe2-e4\"", -1, NULL},
        {"at: '2026-11-21T20:49:04.000Z', ev: &a 'chat', by: 'ana', text: 'hm'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', side: 'b', m: 'Pe2-e4'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'result', side: 'b', why: 'aborts', by: 'ana'", -1,
         "changed sides"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'open', variant: 'classical', sides: ['ana', 'bob']",
         -1, "open"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'close', score: '1-0', reason: 'checkmate'", -1,
         "not over"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'result', side: 'w', why: 'wins'", -1, "reason"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'clock', side: 'w'", -1, "time"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'accept', side: 'w', what: 'draw'", -1, "offer"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'accept', side: 'w', what: 'seat', by: 'eve'", -1,
         "seat"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'offer', side: 'w', what: 'takeback', count: 99999",
         -1, "take back"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'takeback', side: 'w'", -1, "late"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct forged forged = {0};
        char id[ULID_LENGTH + 1];
        ulid_new(id);
        forge_open(&forged, id);
        if (cases[i].seq >= 0)
            forged.seq = cases[i].seq;
        forge(&forged, cases[i].record);
        check_forged(&forged, id, cases[i].reason ? 1 : 2, cases[i].reason);
        yaml_text_clear(&forged.text);
    }
}

/* Chat does not affect the game: an invalid or damaged line of chat is skipped and reported, and
 * the game goes on. */
static void bad_chat_is_skipped(void **state)
{
    static const struct {
        const char *record, *reason;
        bool spoilt; /* one letter of it is changed */
    } cases[] = {
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: '../ana', text: 'hm'", "name", false},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', by: 'bob', text: 'hm'", "", false},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', text: ''", "1 to 2048", false},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', text: '\xFF\xFE\xC0\xAF\xED\xA0\x80'",
         "UTF-8", false},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', text: 'x\x9B"
         "2J'",
         "UTF-8", false},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', text: 'so it was said'",
         "checksum", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct forged forged = {0};
        struct note why = {0};
        char id[ULID_LENGTH + 1];
        ulid_new(id);
        forge_open(&forged, id);
        forge(&forged, "at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'");
        forge(&forged, cases[i].record);
        if (cases[i].spoilt)
            *strstr(forged.text.v, "said") = 'l';
        forge(&forged, "at: '2026-11-21T20:49:05.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'");
        check_forged(&forged, id, 4, NULL);
        struct journal *journal = reopen(id);
        assert_int_equal(journal->passed, 1);
        if (!strstr(journal->passed_why.text, cases[i].reason) ||
            !strstr(journal->passed_why.text, "entry 2"))
            fail_msg("'%s' is not said by: %s", cases[i].reason, journal->passed_why.text);
        assert_int_equal(journal->live.game.plies, 2);
        assert_int_equal(play(journal, "Nf3", &why), 0);
        assert_int_equal(journal_check(store, id, &why), FAIL_TEXT);
        journal_free(journal);
        yaml_text_clear(&forged.text);
    }
    /* This is no way to pass off a ply as chat. */
    struct forged forged = {0};
    char id[ULID_LENGTH + 1];
    ulid_new(id);
    forge_open(&forged, id);
    forge(&forged, "at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e9', ev: 'chat'");
    check_forged(&forged, id, 1, "");
    yaml_text_clear(&forged.text);
}

/* Whatever bytes come in, every reader gets back what was written, and writing it again gives the
 * same bytes. */
static void any_bytes_can_be_chat(void **state)
{
    static const char *const texts[] = {"\xFF",
                                        "\xFE\xFF",
                                        "caf\xE9",
                                        "\xC0\xAF",
                                        "\xE0\x80\xAF",
                                        "\xED\xA0\x80",
                                        "\xED\xB0\x80",
                                        "\xF4\x90\x80\x80",
                                        "\x9B"
                                        "2J",
                                        "\xC2\x9B"
                                        "2J",
                                        "\xEF",
                                        "\xEF\xBF",
                                        "\xEF\xBF\xBE",
                                        "\xEF\xBF\xBF",
                                        "it's \xFF",
                                        "\\\xFF\"",
                                        "\x1B[2J\xFF",
                                        "\xE2\x80\xAE\xFF",
                                        "a\n\xFF",
                                        "\xF0\x9F\x98"};
    struct journal *journal = new_classical();
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct journal_record record, again = {0};
        struct yaml_text line = {0}, same = {0};
        struct note why = {0};
        journal_record_begin(&record, JOURNAL_CHAT);
        value_set(&record.value, "by", "mia", false);
        value_set(&record.value, "text", texts[i], false);
        journal_line_write(&record, 77, &line);
        if (journal_line_read(line.v, (size_t)line.n - 1, 77, &again, &why) < 0)
            fail_msg("%s: %s", line.v, why.text);
        journal_line_write(&again, 77, &same);
        assert_int_equal(line.n, same.n);
        assert_memory_equal(line.v, same.v, (size_t)line.n);
        journal_record_clear(&again);
        journal_record_clear(&record);
        yaml_text_clear(&line);
        yaml_text_clear(&same);
        struct journal *reader = reopen(journal->live.id);
        if (append(journal, JOURNAL_CHAT, &why, "by", i % 2 ? "mia" : "leo", "room", "gallery",
                   "text", texts[i]) < 0)
            fail_msg("%s", why.text);
        assert_int_equal(journal_read_on(reader), 1);
        assert_false(reader->broken || reader->passed);
        journal_free(reader);
    }
    struct note why = {0};
    assert_int_equal(journal_check(store, journal->live.id, &why), 0);
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    journal_free(journal);
}

/* The gallery has room of its own for chat, and each watcher a share of it. */
static void watchers_do_not_silence_players(void **state)
{
    struct forged forged = {0};
    struct note why = {0};
    char id[ULID_LENGTH + 1], text[1501], bare[1800];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ulid_new(id);
    forge_open(&forged, id);
    int open = forged.text.n, watchers = 0, lines = 0;
    forge(
        &forged,
        "at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'bob', room: 'table', text: 'shall we?'");
    int said = forged.text.n - open;
    /* A line of it is shorter than that */
    while (forged.text.n - open - said < JOURNAL_GALLERY_BYTES_MAX - 2000) {
        int before = forged.text.n;
        snprintf(
            bare, sizeof bare,
            "at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'eve%d', room: 'gallery', text: '%s'",
            watchers, text);
        forge(&forged, bare);
        lines++;
        if ((lines + 1) * (forged.text.n - before) > JOURNAL_WATCHER_BYTES_MAX)
            watchers++, lines = 0;
    }
    write_journal(id, forged.text.v, (size_t)forged.text.n);
    struct journal *journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "eve0", "room", "gallery", "text", text),
        FAIL_LIMIT);
    assert_non_null(strstr(why.text, "as a watcher you can write"));
    for (int i = 0; i < 2; i++) /* the last line that fits */
        append(journal, JOURNAL_CHAT, &why, "by", "kim", "room", "gallery", "text", text);
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "leo", "room", "gallery", "text", text),
        FAIL_LIMIT);
    assert_non_null(strstr(why.text, "the watchers' chat of this game"));
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "ana", "room", "table", "text", text), 0);
    assert_int_equal(play(journal, "e4", &why), 0);
    /* Nor is the players' chat forgotten because of it. */
    assert_string_equal(journal->live.talk[0].by, "bob");
    assert_int_equal(journal->live.talk[0].number, 1);
    journal_free(journal);
    yaml_text_clear(&forged.text);
}

/* Records of a newer version of the program are reported as such, not as damage; nothing is
 * appended after them. */
static void records_of_a_newer_version_are_reported(void **state)
{
    static const struct {
        const char *record; /* NULL: the opening record itself is from a newer version */
        const char *word;
    } cases[] = {
        {"at: '2026-11-21T20:49:04.000Z', ev: 'extra_time', side: 'w'", "'extra_time'"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'result', side: 'w', why: 'adjudicated'",
         "'adjudicated'"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'offer', side: 'w', what: 'handicap'", "'handicap'"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'accept', side: 'w', what: 'handicap'", "'handicap'"},
        {NULL, "version 7"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct forged forged = {0};
        struct note why;
        char id[ULID_LENGTH + 1], open[512];
        ulid_new(id);
        snprintf(
            open, sizeof open,
            "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', sides: ['ana', 'bob'], "
            "chesscade: 7, game: '%s'",
            id);
        if (cases[i].record) {
            forge_open(&forged, id);
            forge(&forged, "at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'");
        }
        forge(&forged, cases[i].record ? cases[i].record : open);
        forge(&forged, "at: '2026-11-21T20:49:05.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'");
        check_forged(&forged, id, cases[i].record ? 2 : 0, cases[i].word);
        struct journal *journal = reopen(id);
        assert_true(journal->newer);
        assert_non_null(strstr(journal->trouble.text, "newer version"));
        assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL),
                         FAIL_CONFLICT);
        assert_null(strstr(why.text, "damaged"));
        assert_int_equal(journal_check(store, id, &why), FAIL_TEXT);
        assert_non_null(strstr(why.text, "newer version"));
        journal_free(journal);
        /* with a wrong crc the same record is damage */
        *strstr(forged.text.v, cases[i].record ? cases[i].word + 1 : "7, game") ^= 1;
        write_journal(id, forged.text.v, (size_t)forged.text.n);
        journal = reopen(id);
        assert_true(journal->broken && !journal->newer);
        journal_free(journal);
        yaml_text_clear(&forged.text);
    }
}

static void a_journal_belongs_to_its_game(void **state)
{
    struct forged forged = {0};
    char id[ULID_LENGTH + 1], other[ULID_LENGTH + 1];
    (void)state;
    ulid_new(id);
    ulid_new(other);
    forge_open(&forged, other);
    check_forged(&forged, id, 0, "another game");
    yaml_text_clear(&forged.text);
}

/* A journal is in the folder of live games under its game's id; links that lead elsewhere are not
 * followed. */
static void a_journal_must_be_a_plain_file_in_its_place(void **state)
{
    struct journal *journal = new_classical(), *none;
    char id[ULID_LENGTH + 1], elsewhere[600];
    struct note why = {0};
    (void)state;
    ulid_new(id);
    snprintf(elsewhere, sizeof elsewhere, "%s", path_of("", "elsewhere", ".jnl"));
    assert_int_equal(rename(path_of("live", journal->live.id, ".jnl"), elsewhere), 0);
    assert_int_equal(journal_open(&none, store, "bob", "../elsewhere", &why), FAIL_NAME);
    assert_int_equal(symlink("../elsewhere.jnl", path_of("live", id, ".jnl")), 0);
    assert_int_equal(journal_open(&none, store, "bob", id, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "symbolic link"));
    assert_int_equal(unlink(path_of("live", id, ".jnl")), 0);
    assert_int_equal(mkfifo(path_of("live", id, ".jnl"), 0600), 0);
    alarm(20); /* fail instead of waiting for ever for a writer */
    assert_int_equal(journal_open(&none, store, "bob", id, &why), FAIL_SYSTEM);
    assert_int_equal(journal_check(store, id, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "not a plain file"));
    alarm(0);
    assert_int_equal(unlink(path_of("live", id, ".jnl")), 0);
    assert_int_equal(mkdir(path_of("live", id, ".jnl"), 0700), 0);
    assert_true(journal_open(&none, store, "bob", id, &why) < 0);
    assert_int_equal(rmdir(path_of("live", id, ".jnl")), 0);
    write_journal(id, "", 0); /* 8 GB of holes are not read */
    assert_int_equal(truncate(path_of("live", id, ".jnl"), (off_t)8 << 30), 0);
    assert_int_equal(journal_check(store, id, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "too large"));
    assert_int_equal(unlink(path_of("live", id, ".jnl")), 0);
    assert_int_equal(unlink(elsewhere), 0);
    journal_free(journal);
}

static int files_in(const char *path)
{
    int n = 0;
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        n += entry->d_name[0] != '.' || entry->d_name[1] > '.';
    closedir(stream);
    return n;
}

/* A group member replaces a folder by a link, so that others would write elsewhere with their own
 * rights. */
static void linked_folders_are_not_followed(void **state)
{
    static const char *const folders[] = {"live", "here", "talk", ".lock"};
    struct journal *journal = new_classical();
    char elsewhere[300];
    struct note why = {0};
    (void)state;
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", top);
    assert_int_equal(mkdir(elsewhere, 0700), 0);
    for (int i = 0; i < 4; i++) {
        struct talk_room talk;
        struct presence *presence = NULL;
        char aside[600], id[ULID_LENGTH + 1];
        mkdir(path_of("", folders[i], ""), 0700);
        snprintf(aside, sizeof aside, "%s", path_of("", folders[i], ".aside"));
        assert_int_equal(rename(path_of("", folders[i], ""), aside), 0);
        assert_int_equal(symlink(elsewhere, path_of("", folders[i], "")), 0);
        struct journal_record open;
        journal_record_begin(&open, JOURNAL_OPEN);
        value_set(&open.value, "variant", "classical", false);
        set_sides(&open, (const char *const[]){"ana", "bob", NULL});
        assert_int_equal(journal_create(store, &open, id, &why) == 0, i != 0);
        journal_record_clear(&open);
        talk_begin(&talk, TALK_LOBBY);
        assert_int_equal(talk_say(&talk, store, "ana", "hm", &why) == 0, i < 2);
        talk_clear(&talk);
        assert_int_equal(presence_enter(&presence, store, "ana", &why) == 0, i != 1);
        presence_leave(presence);
        assert_int_equal(
            append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL) == 0,
            i != 3);
        assert_int_equal(files_in(elsewhere), 0);
        assert_int_equal(unlink(path_of("", folders[i], "")), 0);
        assert_int_equal(rename(aside, path_of("", folders[i], "")), 0);
    }
    rmdir(elsewhere);
    journal_free(journal);
}

/* A group member may also plant links in the place of files: their targets stay unchanged, and
 * nobody waits for a pipe. */
static void linked_files_are_not_written(void **state)
{
    struct journal *journal = new_classical();
    char victim[300], planted[2][600];
    struct note why = {0};
    (void)state;
    snprintf(victim, sizeof victim, "%s/victim", top);
    write_file(victim, "mine", 4);
    mkdir(path_of("talk", "", ""), 0700);
    mkdir(path_of(".lock", "", ""), 0700);
    snprintf(planted[0], sizeof planted[0], "%s", path_of("talk", "lobby", ".log"));
    snprintf(planted[1], sizeof planted[1], "%s", path_of(".lock", journal->live.id, ""));
    alarm(20);
    for (int i = 0; i < 6; i++) { /* a link, a dangling link, a pipe; in each of the two places */
        struct talk_room talk;
        size_t size;
        const char *at = planted[i % 2];
        unlink(at);
        if (i < 4)
            assert_int_equal(symlink(i < 2 ? victim : "nowhere", at), 0);
        else
            assert_int_equal(mkfifo(at, 0600), 0);
        talk_begin(&talk, TALK_LOBBY);
        talk_read_on(&talk, store);
        assert_int_equal(talk.n, 0);
        assert_int_equal(talk_say(&talk, store, "ana", "hm", &why) == 0, i % 2);
        talk_clear(&talk);
        struct journal *again = reopen(journal->live.id);
        int result = append(again, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL);
        /* A pipe can be locked like a file */
        assert_true(i % 2 == 0 || i == 5 ? result == 0 : result < 0);
        journal_free(again);
        char *kept = read_file(victim, &size);
        assert_string_equal(kept, "mine");
        free(kept);
        assert_int_not_equal(access(path_of("", "nowhere", ""), F_OK), 0);
        assert_int_equal(unlink(at), 0);
        unlink(path_of("talk", "lobby", ".log"));
    }
    alarm(0);
    unlink(victim);
    journal_free(journal);
}

/* Chat is full before plies are, so that nobody can fill the journal by chatting, or keep players
 * from coming back. A journal that is full of plies still accepts the end of the game. */
static void a_full_journal_can_still_end_the_game(void **state)
{
    struct forged forged = {0};
    struct note why = {0};
    char id[ULID_LENGTH + 1], text[1001], bare[1400], pad[JOURNAL_LINE_MAX + 1];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    memset(pad, 'x', sizeof pad - 1);
    pad[sizeof pad - 1] = '\0';
    snprintf(bare, sizeof bare,
             "at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'bob', room: 'table', text: '%s'",
             text);
    ulid_new(id);
    forge_open(&forged, id);
    while (forged.text.n < JOURNAL_TALK_BYTES_MAX - 500)
        forge(&forged, bare);
    write_journal(id, forged.text.v, (size_t)forged.text.n);
    struct journal *journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", text, NULL, NULL),
                     FAIL_LIMIT);
    assert_non_null(strstr(why.text, "the chat of this game is full"));
    assert_int_equal(append(journal, JOURNAL_BACK, &why, "side", "w", "session", "1", NULL, NULL),
                     0);
    assert_int_equal(play(journal, "e4", &why), 0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", "pad", pad),
                     FAIL_LIMIT);
    assert_non_null(strstr(why.text, "at most"));
    journal_free(journal);
    while (forged.text.n < JOURNAL_BYTES_MAX - 2000) /* each line of it has more than 1000 */
        forge(&forged, bare);
    write_journal(id, forged.text.v, (size_t)forged.text.n);
    journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(play(journal, "e4", &why), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "is full"));
    assert_int_equal(journal->live.game.plies, 0);
    assert_int_equal(append(journal, JOURNAL_BACK, &why, "side", "w", "session", "1", NULL, NULL),
                     FAIL_LIMIT);
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "w", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_true(journal->finished);
    journal_free(journal);
    yaml_text_clear(&forged.text);
}

static void missing_records_are_noticed(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    size_t size;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    char *half = read_journal(journal->live.id, &size);
    write_journal(journal->live.id, half, size / 2);
    assert_int_equal(journal_read_on(journal), 0);
    assert_true(journal->broken);
    assert_non_null(strstr(journal->trouble.text, "shorter than before"));
    assert_int_equal(play(journal, "Nf3", &why), FAIL_CONFLICT);
    drop_journal(journal->live.id);
    journal_free(journal);
}

static void seats_belong_to_players(void **state)
{
    static const char *const sides[] = {
        "['../ana', 'bob']", "['ana', '-rf']", "['ana', 'Bob']", "['ana', \"\\e[2J\"]",
        "['ana', 'ana']",    "['ana']",        "'ana'"};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct forged forged = {0};
        char id[ULID_LENGTH + 1], bare[512];
        ulid_new(id);
        snprintf(
            bare, sizeof bare,
            "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', sides: %s, waits: 'b', chesscade: 1, "
            "game: '%s'",
            sides[i], id);
        forge(&forged, bare);
        check_forged(&forged, id, 0, "");
        yaml_text_clear(&forged.text);
    }
}

/* Remove, repeat or exchange lines of a valid journal, or insert lines of another one. */
static void the_hash_chain_notices_moved_records(void **state)
{
    enum { LINES_MAX = 16 };
    struct journal *journal = new_classical(), *foreign = new_classical();
    const char *line[LINES_MAX];
    size_t length[LINES_MAX], size, foreign_size;
    char copy[8192], made[8192], other[8192];
    int lines = 0;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", "Nc6", NULL});
    must_play(foreign, (const char *const[]){"e4", "e5", "Nf3", "Nc6", NULL});
    memcpy(other, read_journal(foreign->live.id, &foreign_size), sizeof other);
    memcpy(copy, read_journal(journal->live.id, &size), sizeof copy);
    for (size_t at = 0; at < size; lines++) {
        line[lines] = copy + at;
        length[lines] = (size_t)((char *)memchr(copy + at, '\n', size - at) + 1 - (copy + at));
        at += length[lines];
    }
    assert_int_equal(lines, 5);
    static const int orders[][LINES_MAX] = {{0, 2, 3, 4, -1},    {0, 1, 1, 2, 3, 4, -1},
                                            {0, 2, 1, 3, 4, -1}, {1, 2, 3, 4, -1},
                                            {0, 0, 1, 2, -1},    {0, 1, 2, 4, -1}};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        size_t n = 0;
        for (const int *at = orders[o]; *at >= 0; at++) {
            memcpy(made + n, line[*at], length[*at]);
            n += length[*at];
        }
        write_journal(journal->live.id, made, n);
        struct journal *again = reopen(journal->live.id);
        assert_true(again->broken);
        assert_true(again->live.records < 4);
        journal_free(again);
    }
    /* The third record of the other game in the place of ours. */
    const char *third = other;
    for (int i = 0; i < 3; i++)
        third = strchr(third, '\n') + 1;
    size_t before = (size_t)(line[3] - copy),
           third_length = (size_t)(strchr(third, '\n') + 1 - third);
    memcpy(made, copy, before);
    memcpy(made + before, third, third_length);
    write_journal(journal->live.id, made, before + third_length);
    struct journal *again = reopen(journal->live.id);
    assert_true(again->broken);
    assert_int_equal(again->live.records, 3);
    journal_free(again);
    journal_free(journal);
    journal_free(foreign);
}

/* R4: a journal cut at any byte holds its whole records and nothing else, and the next writer
 * continues. */
static void every_prefix_is_a_game(void **state)
{
    struct journal *journal = new_classical();
    char id[ULID_LENGTH + 1], copy[8192];
    size_t size;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    memcpy(id, journal->live.id, sizeof id);
    journal_free(journal);
    memcpy(copy, read_journal(id, &size), sizeof copy);
    for (size_t cut = 0; cut <= size; cut++) {
        int whole = 0;
        for (size_t i = 0; i < cut; i++)
            whole += copy[i] == '\n';
        write_journal(id, copy, cut);
        struct journal *again = reopen(id);
        struct note why = {0};
        assert_false(again->broken);
        assert_int_equal(again->live.records, whole);
        if (whole) {
            assert_int_equal(
                append(again, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL), 0);
            size_t now;
            const char *bytes = read_journal(id, &now);
            assert_int_equal(now, again->size); /* nothing of a longer torn line remains */
            assert_int_equal(bytes[now - 1], '\n');
            struct journal *third = reopen(id);
            assert_false(third->broken);
            assert_int_equal(third->live.records, whole + 1);
            journal_free(third);
        }
        journal_free(again);
    }
    /* The torn record may be longer than the one that replaces it. */
    const char *second = memchr(copy, '\n', size);
    size_t first = (size_t)(second - copy) + 1;
    memset(copy + first, 'x', 2000);
    write_journal(id, copy, first + 2000);
    struct journal *torn = reopen(id);
    struct note why = {0};
    assert_int_equal(append(torn, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL), 0);
    size_t now;
    read_journal(id, &now);
    assert_int_equal(now, torn->size);
    journal_free(torn);
}

/* R4: a record of which only the end reached the disk was never shown, so it is cut off; a record
 * that was shown is never cut off, whatever happened to it. */
static void a_record_with_zeros_is_torn(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    char id[ULID_LENGTH + 1], copy[8192], spoilt[8192];
    size_t size, now;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    memcpy(id, journal->live.id, sizeof id);
    assert_false(journal->torn);
    journal_free(journal);
    memcpy(copy, read_journal(id, &size), sizeof copy);
    size_t last = (size_t)((char *)memrchr(copy, '\n', size - 1) + 1 - copy);
    size_t before = (size_t)((char *)memrchr(copy, '\n', last - 1) + 1 - copy);
    for (size_t at = last; at < size - 1; at++) {
        memcpy(spoilt, copy, size);
        memset(spoilt + at, 0, at % 7 + 1 < size - 1 - at ? at % 7 + 1 : 1);
        write_journal(id, spoilt, size);
        struct journal *again = reopen(id);
        assert_false(again->broken);
        assert_true(again->torn);
        assert_int_equal(again->live.records, 3);
        assert_int_equal(play(again, "Nf3", &why), 0);
        read_journal(id, &now);
        assert_int_equal(now, again->size);
        journal_free(again);
        again = reopen(id);
        assert_false(again->broken || again->torn);
        assert_int_equal(again->live.records, 4);
        journal_free(again);
    }
    for (int i = 0; i < 2; i++) { /* zeros in a record with others after it; an invalid byte in the
                                     last one */
        memcpy(spoilt, copy, size);
        spoilt[i ? last + 20 : before + 20] = i ? '?' : '\0';
        write_journal(id, spoilt, size);
        struct journal *again = reopen(id);
        assert_true(again->broken);
        assert_int_equal(append(again, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL),
                         FAIL_CONFLICT);
        journal_free(again);
        assert_memory_equal(read_journal(id, &now), spoilt, size);
    }
}

/* -------------------------------------------------------------------------------------------------
 * repairs */

static void forged_file(const struct forged *forged, const char *id)
{
    write_journal(id, forged->text.v, (size_t)forged->text.n);
}

/* Damage is repaired with the smallest change; the old file is kept; programs that have it open
 * read it again and continue. */
static void damage_is_repaired(void **state)
{
    static const struct {
        const char *record;
        int mended, dropped, cut, plies;
        const char *text; /* the text of the chat line */
    } cases[] = {
        {"at: '2026-11-21T20:49:04.500Z', ev: 'chat', by: 'eve', room: 'gallery', text: 'caf\xE9'",
         1, 0, 0, 2, "caf\xEF\xBF\xBD"},
        {"at: '2026-11-21T20:49:04.500Z', ev: 'chat', by: 'eve', text: 'a', text: 'b'", 1, 0, 0, 2,
         "(a damaged chat line was lost)"},
        {"at: '2026-11-21T20:49:04.500Z', ev: 'chat', by: '../eve', text: 'mine'", 1, 0, 0, 2,
         "(a damaged chat line was lost)"},
        {"at: '2026-11-21T20:49:04.500Z', ev: 'gone', side: 'z', why: '\xFF'", 0, 1, 0, 2, NULL},
        {"at: '2026-11-21T20:49:04.500Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", 0, 0, 3, 1, NULL},
        {"at: '2026-11-21T20:49:04.500Z', ev: 'offer', side: 'z', what: 'draw'", 0, 0, 3, 1, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct forged forged = {0};
        struct journal_repaired done;
        struct note why = {0};
        char id[ULID_LENGTH + 1], old[600];
        size_t size;
        ulid_new(id);
        forge_open(&forged, id);
        forge(&forged, "at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'");
        forge(&forged, cases[i].record);
        forge(&forged, "at: '2026-11-21T20:49:05.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'");
        forge(&forged,
              "at: '2026-11-21T20:49:06.000Z', ev: 'chat', by: 'ana', room: 'table', text: 'well'");
        forged_file(&forged, id);
        struct journal *there = reopen(id);
        assert_int_equal(there->broken, !cases[i].mended);
        assert_int_equal(journal_check(store, id, &why), FAIL_TEXT);
        if (journal_repair(store, "ana", id, &done, &why) != 1)
            fail_msg("%zu: %s", i, why.text);
        assert_int_equal(done.mended, cases[i].mended);
        assert_int_equal(done.dropped, cases[i].dropped);
        assert_int_equal(done.cut, cases[i].cut);
        if (journal_check(store, id, &why) < 0)
            fail_msg("%zu: %s", i, why.text);
        if (!in_memory) {
            snprintf(old, sizeof old, "%s", path_of("live", done.kept, ""));
            assert_memory_equal(slurp(old, &size), forged.text.v, (size_t)forged.text.n);
            assert_int_equal(size, forged.text.n);
        }
        /* A second repair finds nothing */
        assert_int_equal(journal_repair(store, "ana", id, &done, &why), 0);
        assert_true(journal_read_on(there) > 0);
        assert_false(there->broken || there->passed);
        assert_int_equal(there->live.game.plies, cases[i].plies);
        if (cases[i].text)
            assert_string_equal(there->live.talk[0].text, cases[i].text);
        if (cases[i].mended && i == 0)
            assert_true(there->live.talk[0].gallery);
        assert_int_equal(play(there, cases[i].plies == 2 ? "Nf3" : "e5", &why), 0);
        assert_int_equal(journal_check(store, id, &why), 0);
        journal_free(there);
        yaml_text_clear(&forged.text);
    }
}

/* A file that is not damaged, or is beyond repair, is left as it is. */
static void a_file_beyond_repair_is_left_alone(void **state)
{
    static const char *const records[] = {
        "at: '2026-11-21T20:49:05.000Z', ev: 'extra_time', side: 'w'", NULL};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct forged forged = {0};
        struct journal_repaired done;
        struct note why = {0};
        char id[ULID_LENGTH + 1];
        size_t size;
        ulid_new(id);
        if (i < 2)
            forge_open(&forged, id);
        forge(&forged, "at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'");
        if (i < 1)
            forge(&forged, records[i]);
        /* A write that broke off is the next writer's to cut. */
        /* The next writer cuts off an interrupted write */
        if (i == 1)
            yaml_text_add(&forged.text, "- {seq: 2, at", 13);
        forged_file(&forged, id);
        assert_int_equal(journal_repair(store, "ana", id, &done, &why), i == 1 ? 0 : FAIL_TEXT);
        if (i != 1)
            assert_non_null(strstr(why.text, i ? "first entry" : "newer version"));
        assert_memory_equal(read_journal(id, &size), forged.text.v, (size_t)forged.text.n);
        assert_int_equal(size, forged.text.n);
        yaml_text_clear(&forged.text);
    }
}

/* The checksum of the record that takes the last seat decides the sides: a repair before it leaves
 * the players in their seats. */
static void a_repair_keeps_the_players_in_their_seats(void **state)
{
    (void)state;
    for (int round = 0; round < 12; round++) {
        struct forged forged = {0};
        struct journal_repaired done;
        struct note why = {0};
        char id[ULID_LENGTH + 1], bare[512], white[PLAYER_NAME_MAX + 1];
        ulid_new(id);
        snprintf(
            bare, sizeof bare,
            "at: '2026-11-21T20:49:03.120Z', ev: 'open', chesscade: 2, game: '%s', variant: 'classical', "
            "sides: ['ana', ''], waits: 'b', lot: 'yes'",
            id);
        forge(&forged, bare);
        snprintf(
            bare, sizeof bare,
            "at: '2026-11-21T20:49:04.0%02dZ', ev: 'chat', by: 'ana', room: 'table', text: 'x\xFF'",
            round);
        forge(&forged, bare);
        snprintf(
            bare, sizeof bare,
            "at: '2026-11-21T20:49:05.0%02dZ', ev: 'accept', side: 'b', what: 'seat', by: 'bob'",
            round);
        forge(&forged, bare);
        forge(&forged, "at: '2026-11-21T20:49:06.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'");
        forged_file(&forged, id);
        struct journal *journal = reopen(id);
        assert_true(journal->live.drawn && !journal->broken);
        memcpy(white, journal->live.seat[WHITE].name, sizeof white);
        if (journal_repair(store, "ana", id, &done, &why) != 1)
            fail_msg("%s", why.text);
        assert_int_equal(done.cut, 0);
        journal_read_on(journal);
        assert_string_equal(journal->live.seat[WHITE].name, white);
        assert_int_equal(journal->live.game.plies, 1);
        assert_int_equal(journal_check(store, id, &why), 0);
        journal_free(journal);
        yaml_text_clear(&forged.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_crc32c),
        cmocka_unit_test(a_written_time_is_read_back),
        cmocka_unit_test(a_changed_line_is_refused),
        cmocka_unit_test(forgeries_are_refused),
        cmocka_unit_test(bad_chat_is_skipped),
        cmocka_unit_test(any_bytes_can_be_chat),
        cmocka_unit_test(watchers_do_not_silence_players),
        cmocka_unit_test(records_of_a_newer_version_are_reported),
        cmocka_unit_test(a_journal_belongs_to_its_game),
        cmocka_unit_test(a_full_journal_can_still_end_the_game),
        cmocka_unit_test(missing_records_are_noticed),
        cmocka_unit_test(seats_belong_to_players),
        cmocka_unit_test(the_hash_chain_notices_moved_records),
        cmocka_unit_test(every_prefix_is_a_game),
        cmocka_unit_test(a_record_with_zeros_is_torn),
        cmocka_unit_test(damage_is_repaired),
        cmocka_unit_test(a_file_beyond_repair_is_left_alone),
        cmocka_unit_test(a_repair_keeps_the_players_in_their_seats),
    };
    const struct CMUnitTest files[] = {
        cmocka_unit_test(a_journal_must_be_a_plain_file_in_its_place),
        cmocka_unit_test(linked_folders_are_not_followed),
        cmocka_unit_test(linked_files_are_not_written),
    };
    return run_on_both(tests, COUNT_OF(tests), files, COUNT_OF(files), setup, teardown);
}
