/* test_journal.c - live games: records and their chain, every prefix, forgeries, killed writers, full disks, and the
 * game a journal becomes. */
#include "config.h"
#include "tests/testing.h"

#include "archive/journal.h"
#include "archive/live_watch.h"
#include "archive/presence.h"
#include "archive/talk.h"
#include "tui/players.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef F_OFD_SETLK
#define F_OFD_SETLK F_SETLK
#endif

static char top[256];
static struct store *store;

static const char *path_of(const char *folder, const char *id, const char *end)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/club/%s/%s%s", top, folder, id, end);
    return path;
}

static int setup(void **state)
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

static int teardown(void **state)
{
    (void)state;
    store_close(store);
    remove_folder(top);
    return 0;
}

/* ------------------------------------------------------------------------------------------------- helpers */

static void set_sides(struct journal_record *open, const char *const *names)
{
    struct value *list = value_list(&open->value, "sides");
    for (; *names; names++)
        value_put(value_append(list), *names, STYLE_CANONICAL);
}

static struct journal *new_game(const char *variant, const char *const *names, const char *waits, const char *control)
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
    if (journal_create(store, "ana", &open, id, &why) < 0 || journal_open(&journal, store, "ana", id, &why) < 0)
        fail_msg("%s", why.text);
    journal_record_clear(&open);
    return journal;
}

static struct journal *new_classical(void)
{
    return new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, NULL);
}

/* Append a record with up to three keys. */
static int append(struct journal *journal, enum journal_event event, struct note *why, const char *k1, const char *v1,
                  const char *k2, const char *v2, const char *k3, const char *v3)
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

static int play(struct journal *journal, const char *text, struct note *why)
{
    static const char *const letters[] = {"w", "b", "r"};
    const struct game *game = &journal->live.game;
    struct ply ply = {0};
    char longest[4096];
    assert_int_equal(game->rules->rules->parse(&game->now, text, &ply, why), 0);
    game->rules->rules->format(&game->now, &ply, FORM_LONG, longest, sizeof longest);
    ply_free(&ply);
    return append(journal, JOURNAL_PLY, why, "side", letters[game->now.side], "m", longest, NULL, NULL);
}

static void must_play(struct journal *journal, const char *const *plies)
{
    struct note why = {0};
    for (; *plies; plies++)
        if (play(journal, *plies, &why) < 0)
            fail_msg("%s: %s", *plies, why.text);
}

static const char *const fools_mate[] = {"f3", "e5", "g4", "Qh4", NULL};

static char *slurp(const char *path, size_t *size)
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

static struct journal *reopen(const char *id)
{
    struct journal *journal = NULL;
    struct note why = {0};
    if (journal_open(&journal, store, "bob", id, &why) < 0)
        fail_msg("%s", why.text);
    return journal;
}

static int games_in_archive(void)
{
    store_refresh(store);
    while (store_scan(store, 100)) {
    }
    return store_count(store);
}

/* -------------------------------------------------------------------------------------------------- records */

static void crc_is_castagnoli(void **state)
{
    (void)state;
    assert_int_equal(crc32c(0, "123456789", 9), 0xE3069283u); /* the check value of RFC 3720's polynomial */
    assert_int_equal(crc32c(crc32c(0, "1234", 4), "56789", 5), 0xE3069283u);
}

static void times_are_read_as_written(void **state)
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

static void lines_are_exact(void **state)
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
    assert_null(memchr(line.v, '\033', (size_t)line.n)); /* escapes are written, not sent */
    assert_int_equal(journal_line_read(line.v, (size_t)line.n - 1, 77, &again, &why), 0);
    assert_string_equal(value_text(&again.value, "text"), "it's \033]0;x\a, isn't it\n");
    assert_int_equal(again.crc, record.crc);
    journal_record_clear(&again);
    assert_int_equal(journal_line_read(line.v, (size_t)line.n - 1, 78, &again, &why), FAIL_TEXT);
    for (int i = 0; i < line.n - 1; i++) { /* any byte changed is noticed */
        line.v[i] ^= 1;
        assert_true(journal_line_read(line.v, (size_t)line.n - 1, 77, &again, &why) < 0);
        line.v[i] ^= 1;
    }
    journal_record_clear(&record);
    yaml_text_clear(&line);
}

/* A journal with records of the test's own making, each with a right crc but for what `spoil` says. */
struct forged {
    struct yaml_text text;
    uint32_t crc;
    long long seq;
};

static void forge(struct forged *forged, const char *bare)
{
    char line[2048], tail[32];
    snprintf(line, sizeof line, "- {seq: %lld, %s}", forged->seq++, bare);
    forged->crc = crc32c(forged->crc, line, strlen(line));
    yaml_text_add(&forged->text, line, strlen(line) - 1);
    snprintf(tail, sizeof tail, ", crc: '%08x'}\n", forged->crc);
    yaml_text_add(&forged->text, tail, strlen(tail));
}

static void forge_open(struct forged *forged, const char *id)
{
    char bare[512];
    snprintf(bare, sizeof bare,
             "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', sides: ['ana', 'bob'], chesscade: 1, "
             "game: '%s'", id);
    forge(forged, bare);
}

static void check_forged(const struct forged *forged, const char *id, int records, const char *reason)
{
    mkdir(path_of("live", "", ""), 0700);
    write_file(path_of("live", id, ".jnl"), forged->text.v, (size_t)forged->text.n);
    struct journal *journal = reopen(id);
    assert_int_equal(journal->live.records, records);
    assert_int_equal(journal->broken, reason != NULL);
    if (reason && !strstr(journal->trouble.text, reason))
        fail_msg("'%s' is not said by: %s", reason, journal->trouble.text);
    if (reason) {
        struct note why;
        size_t size;
        assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL), FAIL_CONFLICT);
        slurp(path_of("live", id, ".jnl"), &size);
        assert_int_equal(size, forged->text.n); /* and nothing was written */
    }
    journal_free(journal);
}

static void forgeries_are_refused(void **state)
{
    static const struct {
        const char *record;
        int seq; /* -1: the right one */
        const char *reason;
    } cases[] = {
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", -1, NULL},
        {"at: '2026-11-21T20:48:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", -1, NULL}, /* a clock set back */
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'", -1, "turn"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e5'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'e4'", -1, "long form"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', m: 'Pe2-e4', side: 'z'", -1, "turn"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", 7, "number is 7"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'", INT32_MAX, "number is none"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'nonsense'", -1, "kind"},
        {"at: 'yesterday', ev: 'chat', by: 'ana', text: 'hm'", -1, "time"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: '../ana', text: 'hm'", -1, "name"},
        {"at: '2026-11-21T20:49:04.000Z', ev: chat, by: 'ana', text: 'hm'", -1, "writes"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat',  by: 'ana', text: 'hm'", -1, "writes"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'ana', by: 'bob', text: 'hm'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: &a 'chat', by: 'ana', text: 'hm'", -1, ""},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'open', variant: 'classical', sides: ['ana', 'bob']", -1, "open"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'close', score: '1-0', reason: 'checkmate'", -1, "not over"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'result', side: 'w', why: 'wins'", -1, "reason"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'clock', side: 'w'", -1, "time"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'accept', side: 'w', what: 'draw'", -1, "offer"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'accept', side: 'w', what: 'seat', by: 'eve'", -1, "seat"},
        {"at: '2026-11-21T20:49:04.000Z', ev: 'offer', side: 'w', what: 'takeback', count: 99999", -1, "take back"},
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

static void a_journal_is_of_its_own_game(void **state)
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

/* A journal lies in the folder of live games under its game's id: what leads elsewhere is not followed. */
static void a_journal_is_a_plain_file_in_its_place(void **state)
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
    alarm(20); /* who waited for somebody to write into it would wait for ever */
    assert_int_equal(journal_open(&none, store, "bob", id, &why), FAIL_SYSTEM);
    assert_int_equal(journal_check(store, id, &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "no plain file"));
    alarm(0);
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

/* One of a group puts a link in place of a folder, to have others write elsewhere under their own names. */
static void folders_that_lead_elsewhere_are_not_followed(void **state)
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
        assert_int_equal(journal_create(store, "ana", &open, id, &why) == 0, i != 0);
        journal_record_clear(&open);
        talk_begin(&talk, TALK_LOBBY);
        assert_int_equal(talk_say(&talk, store, "ana", "hm", &why) == 0, i < 2);
        talk_clear(&talk);
        assert_int_equal(presence_enter(&presence, store, "ana", &why) == 0, i != 1);
        presence_leave(presence);
        assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "hm", NULL, NULL) == 0, i != 3);
        assert_int_equal(files_in(elsewhere), 0);
        assert_int_equal(unlink(path_of("", folders[i], "")), 0);
        assert_int_equal(rename(aside, path_of("", folders[i], "")), 0);
    }
    rmdir(elsewhere);
    journal_free(journal);
}

/* Talk is full before plies are, so that nobody talks a game to its end. */
static void a_journal_is_full(void **state)
{
    struct forged forged = {0};
    struct note why = {0};
    char id[ULID_LENGTH + 1], text[1001], bare[1400], pad[JOURNAL_LINE_MAX + 1];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    memset(pad, 'x', sizeof pad - 1);
    pad[sizeof pad - 1] = '\0';
    snprintf(bare, sizeof bare, "at: '2026-11-21T20:49:04.000Z', ev: 'chat', by: 'bob', room: 'table', text: '%s'", text);
    ulid_new(id);
    forge_open(&forged, id);
    while (forged.text.n < JOURNAL_TALK_BYTES_MAX - 500)
        forge(&forged, bare);
    write_file(path_of("live", id, ".jnl"), forged.text.v, (size_t)forged.text.n);
    struct journal *journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", text, NULL, NULL), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "full for talk"));
    assert_int_equal(play(journal, "e4", &why), 0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", "pad", pad), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "at most"));
    journal_free(journal);
    while (forged.text.n < JOURNAL_BYTES_MAX - 60)
        forge(&forged, bare);
    write_file(path_of("live", id, ".jnl"), forged.text.v, (size_t)forged.text.n);
    journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(play(journal, "e4", &why), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "is full"));
    assert_int_equal(journal->live.game.plies, 0);
    journal_free(journal);
    unlink(path_of("live", id, ".jnl"));
    yaml_text_clear(&forged.text);
}

static void what_is_gone_from_a_journal_is_noticed(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    assert_int_equal(truncate(path_of("live", journal->live.id, ".jnl"), journal->size / 2), 0);
    assert_int_equal(journal_read_on(journal), 0);
    assert_true(journal->broken);
    assert_non_null(strstr(journal->trouble.text, "is gone"));
    assert_int_equal(play(journal, "Nf3", &why), FAIL_CONFLICT);
    unlink(path_of("live", journal->live.id, ".jnl"));
    journal_free(journal);
}

static void seats_are_of_players(void **state)
{
    static const char *const sides[] = {"['../ana', 'bob']", "['ana', '-rf']", "['ana', 'Bob']", "['ana', \"\\e[2J\"]", "['ana', 'ana']",
                                        "['ana']", "'ana'"};
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct forged forged = {0};
        char id[ULID_LENGTH + 1], bare[512];
        ulid_new(id);
        snprintf(bare, sizeof bare, "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', sides: %s, waits: 'b', chesscade: 1, "
                 "game: '%s'", sides[i], id);
        forge(&forged, bare);
        check_forged(&forged, id, 0, "");
        yaml_text_clear(&forged.text);
    }
}

/* Lines of a true journal taken out, doubled, exchanged, or brought in from another one. */
static void the_chain_holds(void **state)
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
    memcpy(other, slurp(path_of("live", foreign->live.id, ".jnl"), &foreign_size), sizeof other);
    memcpy(copy, slurp(path_of("live", journal->live.id, ".jnl"), &size), sizeof copy);
    for (size_t at = 0; at < size; lines++) {
        line[lines] = copy + at;
        length[lines] = (size_t)((char *)memchr(copy + at, '\n', size - at) + 1 - (copy + at));
        at += length[lines];
    }
    assert_int_equal(lines, 5);
    static const int orders[][LINES_MAX] = {{0, 2, 3, 4, -1}, {0, 1, 1, 2, 3, 4, -1}, {0, 2, 1, 3, 4, -1},
                                            {1, 2, 3, 4, -1}, {0, 0, 1, 2, -1},       {0, 1, 2, 4, -1}};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        size_t n = 0;
        for (const int *at = orders[o]; *at >= 0; at++) {
            memcpy(made + n, line[*at], length[*at]);
            n += length[*at];
        }
        write_file(path_of("live", journal->live.id, ".jnl"), made, n);
        struct journal *again = reopen(journal->live.id);
        assert_true(again->broken);
        assert_true(again->live.records < 4);
        journal_free(again);
    }
    /* The third record of the other game in the place of ours. */
    const char *third = other;
    for (int i = 0; i < 3; i++)
        third = strchr(third, '\n') + 1;
    size_t before = (size_t)(line[3] - copy), third_length = (size_t)(strchr(third, '\n') + 1 - third);
    memcpy(made, copy, before);
    memcpy(made + before, third, third_length);
    write_file(path_of("live", journal->live.id, ".jnl"), made, before + third_length);
    struct journal *again = reopen(journal->live.id);
    assert_true(again->broken);
    assert_int_equal(again->live.records, 3);
    journal_free(again);
    journal_free(journal);
    journal_free(foreign);
}

/* R4: cut at every byte; what is whole is there, nothing else, and the next writer goes on. */
static void every_prefix_is_a_game(void **state)
{
    struct journal *journal = new_classical();
    char id[ULID_LENGTH + 1], copy[8192];
    size_t size;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    memcpy(id, journal->live.id, sizeof id);
    journal_free(journal);
    memcpy(copy, slurp(path_of("live", id, ".jnl"), &size), sizeof copy);
    for (size_t cut = 0; cut <= size; cut++) {
        int whole = 0;
        for (size_t i = 0; i < cut; i++)
            whole += copy[i] == '\n';
        write_file(path_of("live", id, ".jnl"), copy, cut);
        struct journal *again = reopen(id);
        struct note why = {0};
        assert_false(again->broken);
        assert_int_equal(again->live.records, whole);
        if (whole) {
            assert_int_equal(append(again, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL), 0);
            size_t now;
            const char *bytes = slurp(path_of("live", id, ".jnl"), &now);
            assert_int_equal(now, again->size); /* nothing of a longer torn line is left behind it */
            assert_int_equal(bytes[now - 1], '\n');
            struct journal *third = reopen(id);
            assert_false(third->broken);
            assert_int_equal(third->live.records, whole + 1);
            journal_free(third);
        }
        journal_free(again);
    }
    /* What is torn may be longer than what comes in its place. */
    const char *second = memchr(copy, '\n', size);
    size_t first = (size_t)(second - copy) + 1;
    memset(copy + first, 'x', 2000);
    write_file(path_of("live", id, ".jnl"), copy, first + 2000);
    struct journal *torn = reopen(id);
    struct note why = {0};
    assert_int_equal(append(torn, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL), 0);
    size_t now;
    slurp(path_of("live", id, ".jnl"), &now);
    assert_int_equal(now, torn->size);
    journal_free(torn);
}

/* R4: a record of which the disk got only the end was never shown; one that was is never cut away, whatever became of it. */
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
    memcpy(copy, slurp(path_of("live", id, ".jnl"), &size), sizeof copy);
    size_t last = (size_t)((char *)memrchr(copy, '\n', size - 1) + 1 - copy);
    size_t before = (size_t)((char *)memrchr(copy, '\n', last - 1) + 1 - copy);
    for (size_t at = last; at < size - 1; at++) {
        memcpy(spoilt, copy, size);
        memset(spoilt + at, 0, at % 7 + 1 < size - 1 - at ? at % 7 + 1 : 1);
        write_file(path_of("live", id, ".jnl"), spoilt, size);
        struct journal *again = reopen(id);
        assert_false(again->broken);
        assert_true(again->torn);
        assert_int_equal(again->live.records, 3);
        assert_int_equal(play(again, "Nf3", &why), 0);
        slurp(path_of("live", id, ".jnl"), &now);
        assert_int_equal(now, again->size);
        journal_free(again);
        again = reopen(id);
        assert_false(again->broken || again->torn);
        assert_int_equal(again->live.records, 4);
        journal_free(again);
    }
    for (int i = 0; i < 2; i++) { /* zeros in a record with others behind it; a byte of the last one that is none */
        memcpy(spoilt, copy, size);
        spoilt[i ? last + 20 : before + 20] = i ? '?' : '\0';
        write_file(path_of("live", id, ".jnl"), spoilt, size);
        struct journal *again = reopen(id);
        assert_true(again->broken);
        assert_int_equal(append(again, JOURNAL_CHAT, &why, "by", "ana", "text", "!", NULL, NULL), FAIL_CONFLICT);
        journal_free(again);
        assert_memory_equal(slurp(path_of("live", id, ".jnl"), &now), spoilt, size);
    }
}

/* ----------------------------------------------------------------------------------- crashes and full disks */

static unsigned chance = 20261121;
static int draw_lot(int n)
{
    chance = chance * 1103515245u + 12345u;
    return (int)(chance >> 16) % n;
}

/* R3: whatever was told to be made before the kill is in the file. */
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
        /* R11: the lock went with its holder; the game goes on at once. */
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
    slurp(path_of("live", journal->live.id, ".jnl"), &before);
    for (size_t room = 0; room < 130; room += 3) {
        pid_t child = fork();
        if (child == 0) {
            struct note why = {0};
            struct rlimit limit = {before + room, before + room};
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &limit);
            int plies = journal->live.game.plies;
            int result = append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "a line of some length", NULL, NULL);
            bool good = result == 0 || (result == FAIL_SYSTEM && why.text[0] && journal->live.game.plies == plies &&
                                        journal->live.records == 2);
            _exit(!good ? 2 : result < 0);
        }
        waitpid(child, &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
        slurp(path_of("live", journal->live.id, ".jnl"), &after);
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
                i += append(mine, JOURNAL_CHAT, &why, "by", names[w], "text", "hello", NULL, NULL) == 0;
            _exit(0);
        }
    for (int w = 0, status; w < WRITERS; w++)
        wait(&status);
    journal = reopen(id);
    assert_false(journal->broken);
    assert_int_equal(journal->live.talks, WRITERS * LINES);
    journal_free(journal);
}

static void floods_are_dammed(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    int lines = 0, offers = 0;
    (void)state;
    while (lines < 50 && append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "la la", NULL, NULL) == 0)
        lines++;
    assert_int_equal(lines, 10);
    assert_non_null(strstr(why.text, "wait"));
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "bob", "text", "ssh", NULL, NULL), 0);
    while (offers < 50 && append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL) == 0) {
        assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "draw", "agree", "no"), 0);
        offers++;
    }
    assert_int_equal(offers, 5);
    char *long_text = memory_new(TALK_BYTES_MAX + 2, 1);
    memset(long_text, 'x', TALK_BYTES_MAX + 1);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "bob", "text", long_text, NULL, NULL), FAIL_LIMIT);
    free(long_text);
    journal_free(journal);
}

/* A store that is one file has no room for what belongs to live games: it is said, and nothing else happens. */
static void a_file_is_no_place_to_play(void **state)
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
    assert_non_null(strstr(why.text, "archive that is a folder"));
    char(*ids)[ULID_LENGTH + 1];
    assert_int_equal(journal_list(pgn, &ids), 0);
    assert_null(ids);
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

/* ------------------------------------------------------------------------------------------- who is here, players */

static void a_killed_session_is_gone(void **state)
{
    struct presence *own;
    struct person *list;
    struct note why;
    char byte;
    int line[2], status;
    (void)state;
    assert_int_equal(presence_enter(&own, store, "ana", &why), 0);
    struct presence *none;
    assert_int_equal(presence_enter(&none, store, "../ana", &why), FAIL_TEXT);
    /* nor does a locked file bring somebody of no name */
    static const char *const hostile[] = {"\033[2J", "-rf", "Ana", "\xD0\xB0na", ""};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(path_of("here", hostile[i], ".1.x"), O_RDWR | O_CREAT, 0600);
        assert_true(fd >= 0 && fcntl(fd, F_OFD_SETLK, &range) == 0);
        assert_int_equal(presence_list(own, &list), 1);
        free(list);
        close(fd);
        unlink(path_of("here", hostile[i], ".1.x"));
    }
    /* nor does a link to somebody's own, which is held, or something that is no file */
    char linked[600], target[300] = "";
    DIR *stream = opendir(path_of("here", "", ""));
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (!strncmp(entry->d_name, "ana.", 4))
            snprintf(target, sizeof target, "%s", entry->d_name);
    closedir(stream);
    snprintf(linked, sizeof linked, "%s", path_of("here", "eve", ".1.x"));
    assert_int_equal(symlink(target, linked), 0);
    assert_int_equal(presence_list(own, &list), 1);
    free(list);
    assert_int_equal(unlink(linked), 0);
    assert_int_equal(mkfifo(linked, 0600), 0);
    alarm(20); /* and nobody waits for it */
    assert_int_equal(presence_list(own, &list), 1);
    free(list);
    alarm(0);
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();
    if (child == 0) {
        struct presence *other;
        if (presence_enter(&other, store, "bob", &why) < 0)
            _exit(1);
        presence_go(other, "01JD9T8B1N5S9W3Z7C1F5J9M3Q", true);
        if (write(line[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(line[0], &byte, 1), 1);
    assert_int_equal(presence_list(own, &list), 2);
    const struct person *bob = !strcmp(list[0].name, "bob") ? &list[0] : &list[1];
    assert_string_equal(bob->name, "bob");
    assert_string_equal(bob->game, "01JD9T8B1N5S9W3Z7C1F5J9M3Q");
    assert_true(bob->plays && !bob->self);
    free(list);
    /* Looking wakes nobody, or all who watch would look without end; a session's death does. */
    struct live_watch *watched = live_watch_new(store);
    live_watch_add(watched, LIVE_WATCH_HERE);
    int watch = live_watch_fd(watched);
    struct pollfd poll_of = {.fd = watch, .events = POLLIN};
    assert_int_equal(presence_list(own, &list), 2);
    free(list);
    if (watch >= 0)
        assert_int_equal(poll(&poll_of, 1, 0), 0);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (watch >= 0) {
        assert_int_equal(poll(&poll_of, 1, 60000), 1);
        assert_int_equal(live_watch_told(watched), LIVE_WATCH_HERE);
    }
    live_watch_free(watched);
    assert_int_equal(presence_list(own, &list), 1);
    assert_true(list[0].self);
    free(list);
    presence_leave(own);
    close(line[0]);
    close(line[1]);
}

#define KEY_1 "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
#define KEY_2 "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPvBFVVKmfQqk4CPHDyCZ3jbvJJjjjwdtwEv7LA0lXk"

static void players_are_lines_of_a_file(void **state)
{
    static const char foreign[] = "# the owner's own\nssh-ed25519 AAAAforeign owner@host\n";
    static const char *const bad[] = {"ssh-ed25519 short", "ssh-dss " "AAAA", KEY_1 "\",command=\"sh", "AAAA", "",
                                      "ssh-ed25519 AAAA\nssh-rsa AAAA"};
    static const char *const names[] = {"../x", "-rf", "", "Cle", "cle eve", "cle\",command=\"sh", "a234567890123456789012345"};
    char file[300];
    struct note why;
    struct stat stat_of;
    size_t size;
    (void)state;
    snprintf(file, sizeof file, "%s/keys", top);
    write_file(file, foreign, strlen(foreign));
    assert_int_equal(players_add(file, "ana", KEY_1 " ana@home", "/usr/bin/chesscade", "/srv/chess", &why), 0);
    assert_true(stat(file, &stat_of) == 0 && (stat_of.st_mode & 0777) == 0600); /* or sshd would read none of it */
    assert_int_equal(players_add(file, "bob", KEY_2, "/usr/bin/chesscade", "/srv/chess", &why), 0);
    assert_int_equal(players_add(file, "bob", KEY_1, "/usr/bin/chesscade", "/srv/chess", &why), FAIL_CONFLICT);
    assert_int_equal(players_add(file, "a-na", KEY_1 "x", "/usr/bin/chesscade", "/srv/chess", &why), FAIL_NAME);
    assert_int_equal(players_add(file, "b0b", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDhA7vbqajDhA7vbqajDhA",
                                 "/usr/bin/chesscade", "/srv/chess", &why), FAIL_NAME);
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "/usr/bin/chess cade", "/srv/chess", &why), FAIL_TEXT);
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "/usr/bin/chesscade", "/srv/\"chess", &why), FAIL_TEXT);
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "chesscade", "/srv/chess", &why), FAIL_TEXT); /* found by what path? */
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "/usr/bin/chesscade", "chess", &why), FAIL_TEXT);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) /* a key nobody has: it is the name that is refused */
        assert_int_equal(players_add(file, names[i], KEY_2 "=", "/usr/bin/chesscade", "/srv/chess", &why), FAIL_TEXT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(players_add(file, "cle", bad[i], "/usr/bin/chesscade", "/srv/chess", &why), FAIL_TEXT);
    char *text = slurp(file, &size);
    text[size] = '\0';
    assert_string_equal(text, "# the owner's own\nssh-ed25519 AAAAforeign owner@host\n"
                              "command=\"/usr/bin/chesscade lobby --as ana /srv/chess\",restrict,pty " KEY_1 " ana\n"
                              "command=\"/usr/bin/chesscade lobby --as bob /srv/chess\",restrict,pty " KEY_2 " bob\n");
    assert_int_equal(players_remove(file, "ana", &why), 1);
    assert_int_equal(players_remove(file, "ana", &why), FAIL_NAME);
    text = slurp(file, &size);
    text[size] = '\0';
    assert_memory_equal(text, foreign, strlen(foreign));
    assert_null(strstr(text, "ana"));
    assert_non_null(strstr(text, "--as bob"));
}

/* --------------------------------------------------------------------------------------------- the game made */

static void a_game_is_compiled(void **state)
{
    struct journal *journal = new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, "15+10");
    struct note why = {0};
    struct record *record;
    int before = games_in_archive();
    (void)state;
    must_play(journal, fools_mate);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Pe2-e4", NULL, NULL), FAIL_RULE);
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_true(journal->finished);
    assert_int_equal(games_in_archive(), before + 1);
    assert_int_equal(access(path_of("live", journal->live.id, ".jnl"), F_OK), -1);
    assert_int_equal(access(path_of("trash", journal->live.id, ".jnl"), F_OK), 0);
    assert_int_equal(store_load(store, store_find(store, journal->live.id), &record, NULL, NULL, &why), 0);
    assert_string_equal(record_text(record, "result.score"), "0-1");
    assert_string_equal(record_text(record, "result.reason"), "checkmate");
    assert_string_equal(record_text(record, "journal.seq"), "5");
    assert_string_equal(record_player(record, 'b'), "bob");
    assert_int_equal(record->moves.n, 4);
    assert_non_null(record->moves.v[0].notes);
    assert_string_equal(record->moves.v[0].notes->clk, "0:15:10"); /* the first ply costs no time, and earns its 10 s */
    record_free(record);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "text", "late", NULL, NULL), FAIL_CONFLICT);
    journal_free(journal);
}

/* R5: killed anywhere in finishing, then recovered: one game, no journal; also when it was annotated since. */
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
        usleep((useconds_t)draw_lot(2500)); /* any moment will do: what is asserted holds at all of them */
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        journal_recover(store, "bob");
        assert_int_equal(games_in_archive(), before + 1);
        assert_int_equal(access(path_of("live", id, ".jnl"), F_OK), -1);
        if (round % 5)
            continue;
        /* The journal is back, as after a crash before it was put away, and somebody has annotated the game. */
        struct record *record;
        struct version version;
        memcpy(copy, slurp(path_of("trash", id, ".jnl"), &size), sizeof copy);
        write_file(path_of("live", id, ".jnl"), copy, size);
        assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
        comments_append(&record->comments, "The shortest of all", NULL);
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
        assert_int_equal(journal_recover(store, "bob"), 1);
        assert_int_equal(games_in_archive(), before + 1);
        assert_int_equal(access(path_of("live", id, ".jnl"), F_OK), -1);
        assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, &why), 0);
        assert_int_equal(record->comments.n, 1);
        record_free(record);
    }
}

/* ------------------------------------------------------------------------------------------ seats and offers */

static void seats_fill(void **state)
{
    struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "", NULL}, "br", NULL);
    struct note why = {0};
    (void)state;
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "eve"), FAIL_RULE);
    assert_non_null(strstr(why.text, "kept for bob"));
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "ana"), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "../x"), FAIL_TEXT);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "cle"), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "dan"), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "bob"), 0);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(live_side_of(&journal->live, "cle"), RED);
    assert_int_equal(live_side_of(&journal->live, "eve"), NOBODY);
    journal_free(journal);
}

static void three_must_agree(void **state)
{
    struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    char score[24];
    (void)state;
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL), FAIL_RULE);
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "r", "what", "draw", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "abort", NULL, NULL), FAIL_BUSY);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "draw", "agree", "no"), 0);
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PLAYING); /* one of three is out, the others play on */
    assert_false(live_alive(&journal->live, BLACK));
    assert_true(live_alive(&journal->live, RED));
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    live_score(&journal->live, score, sizeof score);
    assert_string_equal(score, "1-0-0");
    journal_free(journal);
}

/* A game of three in which White and Black have played and Red has resigned; it is White's turn. */
static struct journal *red_is_out(void)
{
    struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    must_play(journal, (const char *const[]){"Pd4-e4", "Pg5-g4", NULL});
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(journal->live.game.now.side, WHITE);
    return journal;
}

static void who_is_out_is_not_asked(void **state)
{
    static const struct { const char *what; enum live_stage stage; } offers[] = {
        {"draw", LIVE_OVER}, {"abort", LIVE_OVER}, {"pause", LIVE_PAUSED}, {"adjourn", LIVE_PAUSED}, {"swap", LIVE_PLAYING}};
    struct note why = {0};
    (void)state;
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        struct journal *journal = red_is_out();
        const char *what = offers[i].what;
        assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "r", "what", what, NULL, NULL), FAIL_RULE);
        assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", what, NULL, NULL), 0);
        assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", what, NULL, NULL), FAIL_RULE);
        if (strcmp(what, "adjourn") != 0) /* nobody is kept at a casual game */
            assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", what, NULL, NULL), 0);
        assert_int_equal(journal->live.stage, offers[i].stage);
        assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
        if (journal->live.stage == LIVE_PAUSED) {
            assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "resume", NULL, NULL), 0);
            assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "resume", NULL, NULL), 0);
            assert_int_equal(journal->live.stage, LIVE_PLAYING);
        }
        journal_free(journal);
    }
}

/* Plies are taken back as far as somebody went out by a resignation: nobody brings them back. */
static void who_has_resigned_stays_out(void **state)
{
    struct journal *journal = red_is_out();
    struct note why = {0};
    (void)state;
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "takeback", "count", "1"), FAIL_RULE);
    assert_non_null(strstr(why.text, "before Red went out"));
    must_play(journal, (const char *const[]){"Pe4-f4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "2"), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "1"), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "takeback", NULL, NULL), 0);
    assert_int_equal(journal->live.game.plies, 2);
    assert_int_equal(journal->live.game.now.side, WHITE);
    assert_false(live_alive(&journal->live, RED));
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.crc, journal->live.crc);
    assert_false(live_alive(&again->live, RED));
    journal_free(again);
    journal_free(journal);
}

/* The last who did not agree goes out: then all agree. But not to take back what was played before that. */
static void an_offer_is_settled_by_going_out(void **state)
{
    static const char *const offers[] = {"draw", "pause", "takeback"};
    struct note why = {0};
    char score[24];
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
        must_play(journal, (const char *const[]){"Pd4-e4", NULL});
        assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", offers[i], "count", "1"), 0);
        assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", offers[i], NULL, NULL), 0);
        assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
        assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
        assert_int_equal(journal->live.stage, i == 0 ? LIVE_OVER : i == 1 ? LIVE_PAUSED : LIVE_PLAYING);
        assert_int_equal(journal->live.game.plies, 1);
        live_score(&journal->live, score, sizeof score);
        assert_string_equal(score, i == 0 ? "1/2-1/2-0" : "*");
        journal_free(journal);
    }
}

static void offers_are_carried_out(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "1"), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "takeback", NULL, NULL), 0);
    assert_int_equal(journal->live.game.plies, 2);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "resume", NULL, NULL), FAIL_RULE);
    assert_non_null(strstr(why.text, "not paused"));
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "pause", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "pause", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL), FAIL_RULE);
    assert_non_null(strstr(why.text, "is paused"));
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", NULL, NULL), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "resume", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "resume", "agree", "no"), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "resume", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "resume", NULL, NULL), 0);
    must_play(journal, (const char *const[]){"Nf3", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL), 0);
    must_play(journal, (const char *const[]){"Nc6", NULL}); /* playing on declines */
    assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
    assert_int_equal(append(journal, JOURNAL_TAKEBACK, &why, "side", "b", NULL, NULL, NULL, NULL), 0);
    assert_int_equal(journal->live.game.plies, 3);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "draw", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_string_equal(journal->live.reason, "agreement");
    /* A reader comes to the same. */
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.records, journal->live.records);
    assert_int_equal(again->live.stage, LIVE_OVER);
    assert_int_equal(again->live.crc, journal->live.crc);
    journal_free(again);
    journal_free(journal);
}

/* Clocks are a matter of the records alone. */
static void sides_are_changed(void **state)
{
    struct journal *journal = new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, "15");
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    int64_t white = journal->live.seat[WHITE].left, black = journal->live.seat[BLACK].left;
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL), 0);
    assert_string_equal(journal->live.seat[WHITE].name, "ana"); /* not before the other agrees */
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", "by", "ana"), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", "by", "bob"), 0);
    assert_string_equal(journal->live.seat[WHITE].name, "bob");
    assert_string_equal(journal->live.seat[BLACK].name, "ana");
    assert_true(journal->live.seat[WHITE].left == white && journal->live.seat[BLACK].left == black);
    assert_int_equal(live_side_of(&journal->live, "ana"), BLACK);
    /* A ply, a resignation, an answer that was on its way from who sat there before is refused. */
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", "by", "ana"), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "w", "why", "resigns", "by", "ana"), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", "by", "bob"), 0);
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.crc, journal->live.crc);
    assert_string_equal(again->live.seat[WHITE].name, "bob");
    struct record *record = live_record(&again->live);
    assert_string_equal(record_player(record, 'w'), "bob");
    assert_string_equal(record->moves.v[1].notes->comments.v[0].text, "After this ply the players changed sides.");
    record_free(record);
    journal_free(again);
    journal_free(journal);
}

static void three_change_sides_but_who_is_out(void **state)
{
    struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", NULL, NULL), 0);
    assert_int_equal(journal->live.swaps, 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "swap", NULL, NULL), 0);
    assert_string_equal(journal->live.seat[WHITE].name, "bob");
    assert_string_equal(journal->live.seat[BLACK].name, "cle");
    assert_string_equal(journal->live.seat[RED].name, "ana");
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", NULL, NULL), FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "swap", NULL, NULL), 0);
    assert_string_equal(journal->live.seat[WHITE].name, "ana");
    assert_string_equal(journal->live.seat[BLACK].name, "cle");
    assert_string_equal(journal->live.seat[RED].name, "bob");
    journal_free(journal);
}

static void talk_reaches_whom_it_may(void **state)
{
    struct journal *journal = new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    struct live_game *live = &journal->live;
    (void)state;
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_string_equal(live_room(live, "cle"), "table");
    assert_string_equal(live_room(live, "eve"), "gallery");
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "eve", "room", "gallery", "text", "psst"), 0);
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "ana", "room", "table", "text", "hello"), 0);
    assert_false(live_hears(live, "cle", &live->talk[0]));
    assert_true(live_hears(live, "eve", &live->talk[0]) && live_hears(live, "cle", &live->talk[1]));
    /* Who is out talks with the watchers, and hears them and the players. */
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_string_equal(live_room(live, "cle"), "gallery");
    assert_int_equal(append(journal, JOURNAL_CHAT, &why, "by", "cle", "room", "gallery", "text", "bob wins"), 0);
    assert_true(live_hears(live, "cle", &live->talk[0]) && live_hears(live, "cle", &live->talk[1]));
    assert_true(live_hears(live, "eve", &live->talk[2]) && !live_hears(live, "ana", &live->talk[2]));
    /* A delayed gallery hears those who see the present game as late as it sees the plies. */
    live->gallery_delay = 3;
    assert_int_equal(live_hidden(live, "eve"), 1);
    assert_int_equal(live_hidden(live, "cle"), 0);
    assert_true(live_is_late(live, "eve") && !live_is_late(live, "cle"));
    assert_false(live_hears(live, "eve", &live->talk[1]) || live_hears(live, "eve", &live->talk[2]));
    assert_true(live_hears(live, "eve", &live->talk[0]));
    journal_free(journal);
    journal = new_classical(); /* late from the beginning, and no more when it is over */
    journal->live.gallery_delay = 3;
    assert_true(live_is_late(&journal->live, "eve") && !live_is_late(&journal->live, "bob"));
    assert_int_equal(live_hidden(&journal->live, "eve"), 0);
    must_play(journal, fools_mate);
    assert_false(live_is_late(&journal->live, "eve"));
    journal_free(journal);
}

static void clocks_come_from_the_records(void **state)
{
    static const char *const plies[] = {
        "at: '2026-11-21T20:50:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'",
        "at: '2026-11-21T20:51:00.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'",
        "at: '2026-11-21T20:51:30.000Z', ev: 'ply', side: 'w', m: 'Ng1-f3'",
        "at: '2026-11-21T20:51:35.000Z', ev: 'ply', side: 'b', m: 'Nb8-c6'",
    };
    struct forged forged = {0};
    char id[ULID_LENGTH + 1], bare[512];
    (void)state;
    ulid_new(id);
    snprintf(bare, sizeof bare,
             "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', control: '1+2', sides: ['ana', 'bob'], "
             "chesscade: 1, game: '%s'", id);
    forge(&forged, bare);
    for (int i = 0; i < 4; i++)
        forge(&forged, plies[i]);
    check_forged(&forged, id, 5, NULL);
    struct journal *journal = reopen(id);
    int64_t last = utc_read("2026-11-21T20:51:35.000Z");
    /* A minute, two seconds for each of two plies; the first plies cost nothing, then White used 30 s, Black 5. */
    assert_int_equal(live_clock(&journal->live, WHITE, last), (60 + 2 + 2 - 30) * 1000);
    assert_int_equal(live_clock(&journal->live, BLACK, last), (60 + 2 + 2 - 5) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, last + 4000), (34 - 4) * 1000);
    assert_int_equal(live_clock(&journal->live, BLACK, last + 4000), 59000);
    journal_free(journal);
    forge(&forged, "at: '2026-11-21T20:52:08.000Z', ev: 'clock', side: 'w'"); /* one second too early */
    check_forged(&forged, id, 5, "not over");
    yaml_text_clear(&forged.text);
}

/* The clock of a player whose connection is lost waits as long as the grace of the game lasts, and no longer. */
static void clocks_wait_for_lost_connections(void **state)
{
    static const char *const records[] = {
        "at: '2026-11-21T20:50:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'",
        "at: '2026-11-21T20:50:10.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'",
        "at: '2026-11-21T20:50:20.000Z', ev: 'gone', side: 'w', why: 'lost', by: 'bob'",
    };
    struct forged forged = {0};
    char id[ULID_LENGTH + 1], bare[512];
    (void)state;
    ulid_new(id);
    snprintf(bare, sizeof bare,
             "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', control: '5', sides: ['ana', 'bob'], grace: 1, "
             "chesscade: 1, game: '%s'", id);
    forge(&forged, bare);
    for (int i = 0; i < 3; i++)
        forge(&forged, records[i]);
    check_forged(&forged, id, 4, NULL);
    struct journal *journal = reopen(id);
    int64_t lost = utc_read("2026-11-21T20:50:20.000Z");
    /* Ten seconds were used before; a minute waits; then the clock goes on. */
    assert_int_equal(live_clock(&journal->live, WHITE, lost + 59000), (300 - 10) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, lost + 75000), (300 - 10 - 15) * 1000);
    journal_free(journal);
    /* Back after 40 seconds, which are used up: of the next absence 20 wait. */
    forge(&forged, "at: '2026-11-21T20:51:00.000Z', ev: 'back', side: 'w', session: 'abc'");
    forge(&forged, "at: '2026-11-21T20:51:05.000Z', ev: 'gone', side: 'w', why: 'hangup'");
    check_forged(&forged, id, 6, NULL);
    journal = reopen(id);
    int64_t again = utc_read("2026-11-21T20:51:05.000Z");
    assert_int_equal(live_clock(&journal->live, WHITE, again + 20000), (300 - 10 - 5) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, again + 30000), (300 - 10 - 5 - 10) * 1000);
    journal_free(journal);
    /* Who leaves is not waited for. */
    forge(&forged, "at: '2026-11-21T20:51:10.000Z', ev: 'back', side: 'w', session: 'abc'");
    forge(&forged, "at: '2026-11-21T20:51:10.000Z', ev: 'gone', side: 'w', why: 'left'");
    check_forged(&forged, id, 8, NULL);
    journal = reopen(id);
    assert_int_equal(live_clock(&journal->live, WHITE, again + 15000), (300 - 10 - 5 - 10) * 1000);
    journal_free(journal);
    yaml_text_clear(&forged.text);
}

static int decline(struct journal *journal, const char *by, struct note *why)
{
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_ACCEPT);
    value_set(&record.value, "side", "b", false);
    value_set(&record.value, "what", "seat", false);
    value_set(&record.value, "by", by, false);
    value_set(&record.value, "agree", "no", false);
    int result = journal_append(journal, &record, why);
    journal_record_clear(&record);
    return result;
}

static void a_game_is_adjourned_or_declined(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "adjourn", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED); /* a casual game: nobody is asked */
    assert_int_equal(append(journal, JOURNAL_GONE, &why, "side", "w", "why", "lost", NULL, NULL), FAIL_RULE);
    journal_free(journal);
    journal = new_game("classical", (const char *const[]){"ana", "bob", NULL}, "b", NULL);
    assert_int_equal(decline(journal, "eve", &why), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(decline(journal, "bob", &why), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_true(journal->live.aborted);
    assert_true(live_is_news(&journal->live, journal_clock())); /* ana has not seen it: nobody puts it away */
    journal_recover(store, "bob");
    assert_int_equal(journal_read_on(journal), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_false(live_is_news(&journal->live, journal_clock() + (int64_t)NEWS_DAYS * 24 * 3600 * 1000));
    assert_string_equal(journal->live.opener, "ana");
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_false(live_is_news(&journal->live, journal_clock()));
    journal_free(journal);
}

/* So many days ago ana has asked bob, and looked in once more the next day. */
static struct journal *asked_before(int days)
{
    struct forged forged = {0};
    char bare[512], at[UTC_ROOM], id[ULID_LENGTH + 1];
    int64_t then = journal_clock() - (int64_t)days * 24 * 3600 * 1000;
    ulid_new(id);
    utc_write(then, at);
    snprintf(bare, sizeof bare, "at: '%s', ev: 'open', variant: 'classical', sides: ['ana', 'bob'], waits: 'b', chesscade: 1, game: '%s'",
             at, id);
    forge(&forged, bare);
    utc_write(then + 24 * 3600 * 1000, at);
    snprintf(bare, sizeof bare, "at: '%s', ev: 'back', side: 'w', session: 'X'", at);
    forge(&forged, bare);
    check_forged(&forged, id, 2, NULL);
    yaml_text_clear(&forged.text);
    return reopen(id);
}

static void seats_wait_for_days_only(void **state)
{
    struct note why = {0};
    (void)state;
    struct journal *journal = asked_before(CHALLENGE_DAYS); /* a day less since the last record */
    assert_false(live_overdue(&journal->live, journal_clock()));
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    journal_free(journal);
    journal = asked_before(CHALLENGE_DAYS + 1);
    assert_true(live_overdue(&journal->live, journal_clock()));
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_true(live_is_news(&journal->live, journal_clock()));
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    journal_free(journal);
    journal = new_classical(); /* whom nobody asked waits for nobody */
    assert_false(live_overdue(&journal->live, journal_clock() + (int64_t)99 * 24 * 3600 * 1000));
    assert_int_equal(append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    journal_free(journal);
}

static void controls_are_read(void **state)
{
    struct control control;
    struct note why;
    (void)state;
    assert_int_equal(control_read("15+10", &control, &why), 0);
    assert_true(control.base == 900000 && control.inc == 10000 && !control.delay && !control.ply);
    assert_int_equal(control_read("5d3", &control, &why), 0);
    assert_true(control.base == 300000 && control.delay == 3000);
    assert_int_equal(control_read("3 days", &control, &why), 0);
    assert_true(control.ply == 3 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(control_read("none", &control, &why), 0);
    assert_true(!control.base && !control.ply);
    static const char *const bad[] = {"x", "0", "15+", "-3", "15+10+1", "99999999999", "3 daysx", "1e3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(control_read(bad[i], &control, &why), FAIL_TEXT);
}

static void names_are_told_apart(void **state)
{
    static const char *const bad[] = {"", "..", "-rf", "a/b", "Ana", "\xD0\x90na", "a b", "a\033[2J", "1ana",
                                      "abcdefghijklmnopqrstuvwxy"};
    struct note why;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(player_name_check(bad[i], &why), FAIL_TEXT);
    assert_int_equal(player_name_check("ana_2-b", &why), 0);
    assert_true(player_names_alike("anna", "a-nna"));
    assert_true(player_names_alike("bill", "b111"));
    assert_true(player_names_alike("rnarta", "marta"));
    assert_false(player_names_alike("ana", "ena"));
    /* of files: case, width, accents, letters of other alphabets, what cannot be seen */
    static const char *const like_ana[] = {"ANA", "An\xC3\xA1", "\xEF\xBD\x81\xEF\xBD\x8E\xEF\xBD\x81", "\xD0\xB0na",
                                           "\xD0\x90na", "\xCE\xB1n\xCE\xB1", "a\xE2\x80\x8Bna", "anna"};
    for (size_t i = 0; i < sizeof like_ana / sizeof *like_ana; i++)
        assert_true(player_names_alike("ana", like_ana[i]));
    assert_false(player_names_alike("ana", "\xE5\xAE\x89"));
    assert_false(player_names_alike("\xE5\xAE\x89", "\xE5\xAE\x8A"));
    assert_true(player_names_alike("\xFF", "\xFF"));
}

static void names_met_are_told(void **state)
{
    struct player_names names = {0};
    char text[200];
    (void)state;
    player_names_know(&names, "bill");
    player_names_know(&names, "eve");
    player_names_know(&names, "bill");
    assert_int_equal(names.n, 2);
    assert_false(player_names_tell(&names, "bill", text, sizeof text));
    assert_null(player_names_like(&names, "bill"));
    assert_string_equal(player_names_like(&names, "b1ll"), "bill");
    player_names_know(&names, "b1ll");
    assert_string_equal(player_names_like(&names, "bill"), "b1ll");
    assert_true(player_names_tell(&names, "bill", text, sizeof text));
    assert_string_equal(text, "bill (you) and b1ll, in capitals BILL and B1LL");
    player_names_know(&names, "e-ve");
    assert_true(player_names_tell(&names, "ana", text, sizeof text));
    assert_string_equal(text, "bill and b1ll, in capitals BILL and B1LL; eve and e-ve, in capitals EVE and E-VE");
    player_names_clear(&names);
    /* whoever asks "b0b" for a game makes nobody doubt bob, who was met, before or after */
    player_names_hear(&names, "b0b");
    player_names_hear(&names, "boob");
    assert_false(player_names_tell(&names, "ana", text, sizeof text));
    player_names_know(&names, "bob");
    assert_null(player_names_like(&names, "bob"));
    assert_string_equal(player_names_like(&names, "b0b"), "bob");
    assert_true(player_names_tell(&names, "ana", text, sizeof text));
    assert_string_equal(text, "b0b and boob and bob, in capitals B0B and BOOB and BOB");
    player_names_hear(&names, "bob");
    assert_string_equal(player_names_like(&names, "b0b"), "bob");
    player_names_know(&names, "b0b"); /* who came */
    assert_string_equal(player_names_like(&names, "bob"), "b0b");
    player_names_clear(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_castagnoli),
        cmocka_unit_test(times_are_read_as_written),
        cmocka_unit_test(lines_are_exact),
        cmocka_unit_test(forgeries_are_refused),
        cmocka_unit_test(a_journal_is_of_its_own_game),
        cmocka_unit_test(a_journal_is_a_plain_file_in_its_place), cmocka_unit_test(folders_that_lead_elsewhere_are_not_followed),
        cmocka_unit_test(a_journal_is_full), cmocka_unit_test(what_is_gone_from_a_journal_is_noticed),
        cmocka_unit_test(seats_are_of_players), cmocka_unit_test(the_chain_holds),
        cmocka_unit_test(every_prefix_is_a_game),
        cmocka_unit_test(a_record_with_zeros_is_torn),
        cmocka_unit_test(what_was_shown_is_on_disk),
        cmocka_unit_test(a_full_disk_changes_nothing),
        cmocka_unit_test(writers_take_turns),
        cmocka_unit_test(floods_are_dammed),
        cmocka_unit_test(a_killed_session_is_gone),
        cmocka_unit_test(players_are_lines_of_a_file),
        cmocka_unit_test(a_game_is_compiled),
        cmocka_unit_test(a_game_is_compiled_once),
        cmocka_unit_test(seats_fill),
        cmocka_unit_test(three_must_agree), cmocka_unit_test(who_is_out_is_not_asked),
        cmocka_unit_test(who_has_resigned_stays_out), cmocka_unit_test(an_offer_is_settled_by_going_out),
        cmocka_unit_test(offers_are_carried_out),
        cmocka_unit_test(sides_are_changed),
        cmocka_unit_test(three_change_sides_but_who_is_out),
        cmocka_unit_test(talk_reaches_whom_it_may),
        cmocka_unit_test(clocks_come_from_the_records),
        cmocka_unit_test(clocks_wait_for_lost_connections),
        cmocka_unit_test(a_game_is_adjourned_or_declined),
        cmocka_unit_test(seats_wait_for_days_only),
        cmocka_unit_test(a_file_is_no_place_to_play),
        cmocka_unit_test(controls_are_read),
        cmocka_unit_test(names_are_told_apart),
        cmocka_unit_test(names_met_are_told),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
