/* test_scenarios.c - what a person may do with an open game, by the session alone, in plain mode
 * and on the screen: all three come to the same record. */
#include "config.h"
#include "tests/support/scenarios.h"

#include "core/family.h"
#include "tui/app/app.h"
#include "tui/plain/plain.h"
#include "tui/session/commands/game_commands.h"
#include "tui/system/process.h"
#include "tui/views/game/game.h"
#include "tui/widgets/key.h"

#include <poll.h>

/* The scenarios are in scenarios.txt, which says how to read them. Each begins with a file of one
 * game, which is saved at the end. */
enum { SCENARIOS_MAX = 60, FIELDS = 7 };
static const char *const fields[FIELDS] = {"name",  "variant", "moves", "left",
                                           "lines", "keys",    "record"};

struct scenario {
    char name[FIELD_ROOM], variant[FIELD_ROOM], moves[FIELD_ROOM], left[FIELD_ROOM];
    char lines[FIELD_ROOM], keys[FIELD_ROOM], record[FIELD_ROOM];
};

static struct scenario scenarios[SCENARIOS_MAX];
static int count; /* of scenarios */

static char folder[256], path[300];

static int make_home(void **state)
{
    (void)state;
    if (!make_folder(folder, "scenarios"))
        return -1;
    snprintf(path, sizeof path, "%s/game.yaml", folder);
    setenv("HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    count = scenarios_read("tests/tui/session/scenarios.txt", fields, FIELDS,
                           (char(*)[FIELD_ROOM])scenarios, SCENARIOS_MAX);
    return 0;
}

static int drop_home(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

static void write_game(const struct scenario *scenario)
{
    static int games;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    /* another id each time: nothing is left from the game before */
    fprintf(file, "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0%04d'\nrev: 1\nvariant: '%s'\n",
            games++, scenario->variant);
    fprintf(file, "notation: '%s'\n", strcmp(scenario->variant, "classical") ? "short" : "san");
    fprintf(file, "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Bo'}\n");
    if (*scenario->left)
        fprintf(file, "event: {control: {text: '1', base: '0:01:00', x_left: '%s'}}\n",
                scenario->left);
    fprintf(file, "result: {score: '*'}\nmoves:%s\n", *scenario->moves ? "" : " []");
    char moves[FIELD_ROOM], *rest = NULL;
    strcpy(moves, scenario->moves);
    for (char *ply = strtok_r(moves, " ", &rest); ply; ply = strtok_r(NULL, " ", &rest))
        fprintf(file, "- '%s'\n", ply);
    fclose(file);
}

/* ---------------------------------------------------------------- what comes out */

static void assert_stored(const struct scenario *scenario, const char *client)
{
    struct store *store;
    struct record *record;
    struct note why;
    char got[2000];
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    store_scan(store, 10);
    assert_int_equal(store_load(store, 0, &record, NULL, NULL, &why), 0);
    outcome(record, got, sizeof got);
    if (strcmp(got, scenario->record) != 0)
        fail_msg("%s, %s: '%s' instead of '%s'", scenario->name, client, got, scenario->record);
    record_free(record);
    store_close(store);
}

/* ---------------------------------------------------------------- the session */

static char refused[400]; /* the last refusal */

static void hear(void *self, const struct game_event *event)
{
    (void)self;
    if (event->kind == GAME_REFUSED)
        snprintf(refused, sizeof refused, "%s", event->why->text);
}

static int64_t now; /* in milliseconds, for the session alone */

static int64_t session_now(void *self)
{
    (void)self;
    return now;
}

static const char *nobody(void *self)
{
    (void)self;
    return NULL;
}

static void no_label(void *self, char *out, size_t size)
{
    (void)self;
    snprintf(out, size, "here");
}

static const struct game_client listener = {
    .tell = hear, .now = session_now, .author = nobody, .saver = nobody, .label = no_label};

static void type_ply(struct game_session *game, const char *text)
{
    struct ply ply = {0};
    struct note why = {.offset = -1};
    if (session_may_play(game) &&
        game->rules->rules->parse(&game->track.now, text, &ply, &why) == 0)
        session_play(game, &ply);
    else
        fail_msg("%s: %s%s", text, why.text, refused);
    ply_free(&ply);
}

/* One line of a scenario: a command of the session, or a ply. */
static void do_line(struct game_session *game, const char *line)
{
    char word[COMMAND_WORD_ROOM];
    int length = (int)strcspn(line, " ");
    snprintf(word, sizeof word, "%.*s", length, line);
    const char *argument = line + length + strspn(line + length, " ");
    if (!strcmp(line, "resume")) {
        session_resume(game);
    } else if (!strcmp(line, "time out")) {
        now += 60000;
        assert_true(session_clock_fallen(game));
    } else if (!game_command_run(game, command_told(word), argument)) {
        type_ply(game, line);
    }
}

static void the_session_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        struct game_session game = {.ops = &listener};
        struct table_open open = {0};
        struct note why;
        char *rest = NULL;
        write_game(&scenarios[i]);
        assert_int_equal(store_open(&game.store, path, NULL, &why), 0);
        store_scan(game.store, 10);
        assert_int_equal(table_load(game.store, 0, &open, NULL, &why), 0);
        game.version = open.version;
        edits_begin(&game.edits, open.record);
        session_begin(&game);
        session_recall(&game);
        session_reread(&game);
        char lines[FIELD_ROOM];
        strcpy(lines, scenarios[i].lines);
        for (char *line = strtok_r(lines, "|", &rest); line; line = strtok_r(NULL, "|", &rest))
            do_line(&game, trimmed(line));
        if (session_is_saved(&game) || session_save(&game, NULL, 0) == 0)
            assert_stored(&scenarios[i], "session");
        else
            fail_msg("%s is not saved", scenarios[i].name);
        struct store *store = game.store;
        session_seats_close(&game);
        session_clear(&game);
        store_close(store);
    }
}

/* ---------------------------------------------------------------- plain mode */

/* Types the lines of a scenario, one at a time, then saves. */
struct typist {
    char lines[FIELD_ROOM], *rest;
    bool saves, over;
};

/* Wait until the time on every clock of a scenario has passed. */
static void time_out(void)
{
    enum { MOST = 100 }; /* milliseconds: no scenario leaves more time */
    int64_t until = milliseconds() + MOST;
    while (milliseconds() < until)
        poll(NULL, 0, 1);
}

static ssize_t type_on(void *cookie, char *buffer, size_t size)
{
    struct typist *typist = cookie;
    char *at = strtok_r(NULL, "|", &typist->rest);
    const char *line = at ? trimmed(at) : NULL;
    if (line && !strcmp(line, "time out")) {
        time_out();
        line = "clock"; /* comes too late */
    }
    if (!line) {
        line = typist->saves ? "quit" : "save";
        if (typist->over)
            return 0;
        typist->over = typist->saves;
        typist->saves = true;
    }
    return snprintf(buffer, size, "%s\n", line);
}

static void plain_mode_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        struct plain_options options = {.path = path, .today = "2026-11-21"};
        struct typist typist = {.rest = typist.lines};
        char *answer = NULL;
        size_t size;
        write_game(&scenarios[i]);
        strcpy(typist.lines, scenarios[i].lines);
        FILE *in = fopencookie(&typist, "r", (cookie_io_functions_t){.read = type_on}),
             *out = open_memstream(&answer, &size);
        assert_int_equal(plain_run(&options, in, out), 0);
        fclose(in);
        fclose(out);
        assert_stored(&scenarios[i], answer);
        free(answer);
    }
}

/* ---------------------------------------------------------------- the screen */

static void the_screen_comes_to_the_record(void **state)
{
    (void)state;
    for (int i = 0; i < count; i++) {
        struct app *app = app_new(
            &(struct app_options){.charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"});
        struct note why;
        write_game(&scenarios[i]);
        assert_int_equal(table_open_file(app, path, &why), 0);
        for (const char *keys = scenarios[i].keys; *keys;)
            if (strncmp(keys, "<1min>", 6) != 0)
                app_key(app, key_read(&keys));
            else
                app_advance(app, 60000), keys += 6;
        for (const char *keys = ":w<Enter>"; *keys;)
            app_key(app, key_read(&keys));
        assert_stored(&scenarios[i], "screen");
        app_free(app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_session_comes_to_the_record),
        cmocka_unit_test(plain_mode_comes_to_the_record),
        cmocka_unit_test(the_screen_comes_to_the_record),
    };
    return cmocka_run_group_tests(tests, make_home, drop_home);
}
