/* test_kept.c - malicious files other than games: the user's own (drafts, bookmarks, reading
 * positions, keys, settings, themes), collections, presence. Each is refused with its sentence or
 * skipped, and valid content beside it still works. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/live/people.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/app/config_files.h"
#include "tui/plain/plain.h"
#include "tui/widgets/theme.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[256], club[300], id[ULID_LENGTH + 1], user[60];

/* The path of a file in the test's folder; creates the folders above it. */
static const char *kept(const char *name)
{
    const char *path = in_folder(top, name);
    char folder[600];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    return path;
}

static void keep(const char *name, const char *text)
{
    write_file(kept(name), text, strlen(text));
}

static char *repeat(const char *before, const char *text, int times)
{
    size_t length = strlen(text), at = strlen(before);
    char *all = memory_new(at + length * (size_t)times + 1, 1);
    memcpy(all, before, at);
    for (int i = 0; i < times; i++)
        memcpy(all + at + length * (size_t)i, text, length);
    return all;
}

static void assert_clean(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c < 0x20 && *c != '\n') || *c == 0x7F || (*c == 0xC2 && c[1] < 0xA0) ||
            (*c == 0xE2 && c[1] == 0x80 && c[2] == 0xAE))
            fail_msg("a control character: %s", text);
}

/* ---------------------------------------------------------------- drafts */

static char *dialogue(const char *typed)
{
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)typed, strlen(typed), "r"),
         *out = open_memstream(&answer, &size);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    return answer;
}

/* The game opens as it is in the archive; the draft is reported with the place of its error, and
 * stays to the byte. */
static void hostile_drafts_are_reported_and_kept(void **state)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "contains no data"},
        {"\xFF\xFE", "not UTF-8"},
        {"a: &x 1\n", "anchors"},
        {"chesscade: 1\n", "'id' is missing"},
        {"\033[2J: 1\n", "U+001B"},
        {"chesscade: 1\nid: '../../x'\n", "an id"},
        {"x: [[[[[[[[[1]]]]]]]]]\n", "nested"},
    };
    char name[120], path[600];
    (void)state;
    /* A plain name, as users of the system have */
    snprintf(name, sizeof name, "club/drafts/%s/%s.yaml", user, id);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size;
        keep(name, rows[i].text);
        char *answer = dialogue("open 1\ndrafts\nresume 1\nquit\n");
        assert_clean(answer);
        if (!strstr(answer, rows[i].says) || !strstr(answer, "cannot be read") ||
            !strstr(answer, "White is Ana"))
            fail_msg("'%s' is not told: %s", rows[i].says, answer);
        free(answer);
        snprintf(path, sizeof path, "%s", kept(name));
        char *left = read_file(path, &size);
        assert_int_equal(size, strlen(rows[i].text));
        free(left);
    }
    snprintf(path, sizeof path, "%s", kept(name)); /* nor does the program wait for a pipe without a
                                                      writer */
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(30);
    free(dialogue("open 1\nquit\n"));
    alarm(0);
    unlink(path);
    char *answer = dialogue("open 1\nquit\n");
    assert_null(strstr(answer, "cannot be read"));
    free(answer);
}

/* ---------------------------------------------------------------- collections */

static void hostile_collections_are_refused(void **state)
{
    static const char head[] =
        "chesscade: 1\nkind: 'collection'\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\ntitle: 'T'\n";
    static const struct {
        const char *before, *text;
        int times;
        const char *says; /* NULL: it is read */
    } rows[] = {
        {"", "", 0, "contains no data"},
        {head, "", 0, NULL},
        {head, "items: 7\n", 1, "a list"},
        {head, "items:\n- {title: 'no game'}\n", 1, "'game' is missing"},
        {head, "items:\n- {game: '../../x'}\n", 1, "an id"},
        {head, "title: 'U'\n", 1, "twice"},
        {head, "query: \"\\e[2J\\u202E\"\n", 1, NULL},
        {"kind: 'game'\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\ntitle: 'T'\n", "", 0,
         "kind"},
        {head, "x: &a [*a]\n", 1, "anchors"},
        {"", "[", 100000, "nested"},
        {head, "x_1: '\xC2\x9B'\n", 1, "U+009B"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct collection collection;
        struct place place = {0};
        struct note why = {0};
        char *text = repeat(rows[i].before, rows[i].text, rows[i].times);
        int result = collection_read(&collection, text, strlen(text), &place, &why);
        if (result == 0)
            collection_clear(&collection);
        if ((result == 0) != !rows[i].says || (rows[i].says && !strstr(why.text, rows[i].says)))
            fail_msg("row %d: '%s' does not say '%s'", (int)i, result ? why.text : "nothing",
                     rows[i].says ? rows[i].says : "nothing");
        assert_clean(why.text);
        free(text);
    }
}

/* ------------------------------------------------ bookmarks, reading positions, recent archives */

static void hostile_bookmarks_are_skipped(void **state)
{
    struct bookmarks marks = {0};
    struct left left;
    struct spot spot = spot_start();
    char line[100], *recent[RECENT_MAX], sound[200];
    (void)state;
    spot.ply = 3;
    assert_true(spot_write(&spot, line, sizeof line));
    snprintf(sound, sizeof sound, "%s %s\n", id, line);
    char *noise = repeat("\033[2J \xE2\x80\xAE\n \n\n%s%n\n9999999999999999999 1\n", "x/../", 2000);
    char *nested = repeat("", "1.1/", 20000);
    char *all = memory_new(strlen(noise) + strlen(nested) + 1000, 1);
    sprintf(all, "%s\n%s %s\n%s -1\n%s 99999999999999999999\n%s", noise, id, nested, id, id, sound);
    keep("chesscade/bookmarks", all);
    keep("chesscade/places", all);
    bookmarks_read(id, &marks);
    assert_in_range(marks.n, 1, BOOKMARKS_MAX);
    assert_true(spot_same(&marks.v[marks.n - 1].spot, &spot));
    left_read(id, &left);
    assert_true(spot_same(&left.spot, &spot));
    marks.v[0] = marks.v[marks.n - 1];
    marks.n = 1;
    bookmarks_write(id, &marks); /* lines of others stay, ours are correct */
    bookmarks_read(id, &marks);
    assert_int_equal(marks.n, 1);
    keep("chesscade/recent", "relative\n/one\n\033[2J\n/two\n");
    int n = recent_read(recent);
    assert_int_equal(n, 2);
    assert_string_equal(recent[1], "/two");
    recent_free(recent, n);
    static const char *const names[] = {"chesscade/bookmarks", "chesscade/places",
                                        "chesscade/recent"};
    alarm(30); /* the program must not wait for pipes */
    for (int i = 0; i < 3; i++) {
        unlink(kept(names[i]));
        assert_int_equal(mkfifo(kept(names[i]), 0600), 0);
    }
    bookmarks_read(id, &marks);
    assert_int_equal(marks.n, 0);
    left_read(id, &left);
    assert_int_equal(spot_plies(&left.spot), 0);
    assert_int_equal(recent_read(recent), 0);
    alarm(0);
    bookmarks_clear(&marks);
    for (int i = 0; i < 3; i++)
        unlink(kept(names[i]));
    free(noise);
    free(nested);
    free(all);
}

/* Terminals of one user write the same files at the same time, each with its own games, and with
 * archives. */
enum { TERMINALS = 4, GAMES = 30 };

static void own_id(int terminal, int game, char out[ULID_LENGTH + 1])
{
    snprintf(out, ULID_LENGTH + 1, "01JC0000000000000000%02u%04u", (unsigned)terminal % 100,
             (unsigned)game % 10000);
}

static void work_at_terminal(int terminal)
{
    struct spot spot = spot_start();
    for (int game = 0; game < GAMES; game++) {
        struct bookmarks marks = {0};
        char own[ULID_LENGTH + 1];
        own_id(terminal, game, own);
        spot.ply = game + 1;
        bookmarks_toggle(&marks, own, &spot);
        bookmarks_write(own, &marks);
        bookmarks_clear(&marks);
        left_write(own, &(struct left){.spot = spot, .panel = -1});
    }
}

static void open_archives(int terminal)
{
    for (int i = 0; i < 2; i++) {
        char folder[20];
        snprintf(folder, sizeof folder, "a%d%d", terminal, i);
        recent_add(in_folder(top, folder));
    }
}

/* Run `work` at all terminals at once. */
static void at_terminals(void (*work)(int terminal))
{
    pid_t child[TERMINALS];
    for (int t = 0; t < TERMINALS; t++) {
        child[t] = fork();
        if (child[t] == 0) {
            work(t);
            _exit(0);
        }
    }
    for (int t = 0; t < TERMINALS; t++)
        assert_int_equal(waitpid(child[t], NULL, 0), child[t]);
}

static void terminals_of_one_user_lose_nothing(void **state)
{
    static const char *const names[] = {"chesscade/bookmarks", "chesscade/places",
                                        "chesscade/recent"};
    char *recent[RECENT_MAX];
    (void)state;
    for (int i = 0; i < 3; i++)
        unlink(kept(names[i]));
    for (int t = 0; t < TERMINALS; t++)
        for (int i = 0; i < 2; i++) {
            char folder[40];
            snprintf(folder, sizeof folder, "a%d%d", t, i);
            mkdir(in_folder(top, folder), 0700);
        }
    at_terminals(work_at_terminal);
    for (int t = 0; t < TERMINALS; t++)
        for (int game = 0; game < GAMES; game++) {
            struct bookmarks marks = {0};
            struct left left;
            char own[ULID_LENGTH + 1];
            own_id(t, game, own);
            bookmarks_read(own, &marks);
            left_read(own, &left);
            if (marks.n != 1 || marks.v[0].spot.ply != game + 1)
                fail_msg("the bookmark of game %d is lost that terminal %d set", game, t);
            if (left.spot.ply != game + 1)
                fail_msg("where terminal %d left game %d is lost", t, game);
            bookmarks_clear(&marks);
        }
    for (int round = 0; round < 100; round++) {
        unlink(kept("chesscade/recent"));
        at_terminals(open_archives);
        int n = recent_read(recent);
        recent_free(recent, n);
        assert_int_equal(n, 2 * TERMINALS);
    }
}

/* ---------------------------------------------------------------- keys, settings, themes */

/* The program's messages after it has read the user's files. */
static char *said(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    struct note why;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    config_files_read(app);
    char *text = app_said(app);
    app_free(app);
    return text ? text : memory_text("");
}

static void hostile_settings_are_reported(void **state)
{
    static const struct {
        const char *file, *before, *text;
        int times;
        const char *says;
    } rows[] = {
        {"keys.yaml", "", "[", 60000, "keys.yaml"},
        {"keys.yaml", "list: {down: ", "j ", 200, "given"},
        {"keys.yaml", "list: {down: <C-s>}", "", 0, "<C-s>"},
        {"keys.yaml", "nowhere: {down: j}", "", 0, "no keymap 'nowhere'"},
        {"keys.yaml", "list: {fly: j}", "", 0, "no request 'fly'"},
        {"keys.yaml", "list: j", "", 0, "KEYMAP, REQUEST and keys"},
        {"keys.yaml", "\xFF", "", 0, "YAML"},
        {"keys.yaml", "", "#", 2000000, "larger than"},
        {"start", "set nothing 1\n", "", 0, "start:1"},
        {"start", "", "x", 100000, "start:1"},
        {"start", "set speed 30\n\033[2J\n", "", 0, "start:2"},
        {"options", "set theme ../../x\n", "", 0, "options:1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[60], *text = repeat(rows[i].before, rows[i].text, rows[i].times);
        snprintf(name, sizeof name, "chesscade/%s", rows[i].file);
        keep(name, text);
        char *answer = said();
        if (strcmp(rows[i].says, "given") != 0 && !strstr(answer, rows[i].says))
            fail_msg("row %d: '%s' does not say '%s'", (int)i, answer, rows[i].says);
        assert_clean(answer);
        unlink(kept(name));
        free(answer);
        free(text);
    }
    static const char *const names[] = {"chesscade/keys.yaml", "chesscade/start",
                                        "chesscade/options"};
    for (int i = 0; i < 3; i++) {
        alarm(30);
        assert_int_equal(mkfifo(kept(names[i]), 0600), 0);
        char *answer = said();
        if (!strstr(answer, "not a plain file"))
            fail_msg("a pipe as %s: %s", names[i], answer);
        free(answer);
        unlink(kept(names[i]));
        alarm(0);
    }
}

/* A pipe without a reader in the place of a theme, or of a draft's undo log: the program waits for
 * neither. */
static void pipes_are_not_waited_for(void **state)
{
    char name[120];
    struct theme theme;
    struct note why;
    (void)state;
    assert_int_equal(mkfifo(kept("chesscade/themes/own.yaml"), 0600), 0);
    alarm(30);
    assert_true(theme_load("own", "", &theme, &why) < 0);
    assert_non_null(strstr(why.text, "it is not a plain file"));
    free(dialogue("open 1\nnext\ncomment one\nquit\nquit\n"));
    snprintf(name, sizeof name, "club/drafts/%s/%s.undo", user, id);
    assert_int_equal(unlink(kept(name)), 0);
    assert_int_equal(mkfifo(kept(name), 0600), 0);
    char *answer = dialogue("resume 1\ncomment two\nsave\nquit\nquit\n");
    alarm(0);
    if (!strstr(answer, "Saved as revision 2"))
        fail_msg("not saved: %s", answer);
    free(answer);
    unlink(kept("chesscade/themes/own.yaml"));
}

/* ------------------------------------------------------------------- presence */

/* A locked presence file with arbitrary content: the player is present, and the reported place is
 * only text. */
static void hostile_presence_is_only_text(void **state)
{
    static const char *const rows[] = {"", "\033[2J\xE2\x80\xAE", "../../../../etc/passwd     p x",
                                       "01JD9T4W8M6Q2R7XK5V3B0N1HC", "\n\n\n\n"};
    struct store *store;
    struct presence *own;
    struct person *list;
    struct note why;
    (void)state;
    assert_int_equal(store_open(&store, club, &(struct store_options){.user = "ana"}, &why), 0);
    assert_int_equal(presence_enter(&own, store, "ana", &why), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows + 1; i++) {
        char *text =
            i < sizeof rows / sizeof *rows ? memory_text(rows[i]) : repeat("", "l", 1000000);
        struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        keep("club/here/bob.1.x", text);
        int fd = open(kept("club/here/bob.1.x"), O_RDWR), persons;
        assert_true(fd >= 0 && fcntl(fd, F_OFD_SETLK, &range) == 0);
        persons = presence_list(own, &list);
        assert_int_equal(persons, 2);
        const struct person *bob = !strcmp(list[0].name, "bob") ? &list[0] : &list[1];
        assert_true(strlen(bob->game) <= ULID_LENGTH && strlen(bob->text) <= PRESENCE_TEXT_MAX);
        free(list);
        static const char typed[] = "lobby\nwho\ngames\nquit\nquit\n";
        char *answer = dialogue(typed);
        assert_clean(answer);
        free(answer);
        close(fd);
        unlink(kept("club/here/bob.1.x"));
        free(text);
    }
    presence_leave(own);
    store_close(store);
}

static int begin(void **state)
{
    struct store *store;
    struct record *record = record_new("classical");
    struct version version = {0};
    struct note why;
    (void)state;
    if (!move_into(top, "kept"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    if (store_create(club, "Club", &why) < 0 || store_open(&store, club, NULL, &why) < 0)
        return -1;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Boris");
    for (int i = 0; i < 4; i++)
        line_append(&record->moves, (const char *const[]){"e4", "e5", "Nf3", "Nc6"}[i]);
    int saved = store_save(store, record, &version, &why);
    memcpy(id, record->id, sizeof id);
    snprintf(user, sizeof user, "%s", store_user(store));
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_drafts_are_reported_and_kept),
        cmocka_unit_test(hostile_collections_are_refused),
        cmocka_unit_test(hostile_bookmarks_are_skipped),
        cmocka_unit_test(terminals_of_one_user_lose_nothing),
        cmocka_unit_test(hostile_settings_are_reported),
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(hostile_presence_is_only_text),
    };
    return cmocka_run_group_tests_name("kept", tests, begin, end);
}
