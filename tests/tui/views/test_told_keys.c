/* test_told_keys.c - texts name the keys that really work: after changes, if several keys do the
 * same, and if none does. Also what the client says with `a11y` about an unfinished ply, and where
 * the cursor is while marks are drawn. */
#include "config.h"
#include "tests/support/testing.h"

#include "core/base.h"
#include "tui/app/app_internal.h"
#include "tui/views/navigation.h"
#include "tui/views/learn/rules_lines.h"
#include "tui/widgets/scene.h"
#include "tui/app/view.h"

#include <string.h>

static struct scene scene;

static struct app *begin(const char *variant)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    struct note why;
    assert_int_equal(app_open(app, &home_view, NULL, &why), 0);
    if (variant) {
        static const char *const nobody[SIDES_MAX] = {"", "", ""};
        struct ruleset *rules;
        assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
        assert_true(open_new_game(app, rules, nobody, ""));
        ruleset_free(rules);
    }
    scene_begin(&scene, 30, 100);
    app_draw(app, &scene);
    return app;
}

static void type(struct app *app, const char *keys)
{
    while (*keys)
        app_key(app, key_read(&keys));
    app_tick(app);
    scene_begin(&scene, scene.rows, scene.columns);
    app_draw(app, &scene);
}

static char letter_at(int at)
{
    uint32_t c = scene.glyph[at].character;
    return c == 0 ? ' ' : c < 0x7f ? (char)c : '?';
}

/* True if a text is on the screen. */
static bool shows(const char *text)
{
    size_t n = strlen(text);
    for (int row = 0; row < scene.rows; row++)
        for (int column = 0; column + (int)n <= scene.columns; column++) {
            size_t i = 0;
            while (i < n && letter_at(row * scene.columns + column + (int)i) == text[i])
                i++;
            if (i == n)
                return true;
        }
    return false;
}

static void assert_shows(const char *text)
{
    char last[201] = "";
    for (int i = 0; i < 200 && i < 2 * scene.columns; i++)
        last[i] = letter_at((scene.rows - 2) * scene.columns + i);
    if (!shows(text))
        fail_msg("not on the screen: %s; on its last lines: %s", text, last);
}

/* Two keys for one request: the text names the first. A key taken from another request. No key: the
 * text says how to type the command. */
static void texts_name_the_changed_keys(void **state)
{
    static const struct {
        const char *typed, *shown;
    } rows[] = {
        {"<F3>", "F3 does nothing here; F2 lists what does"},
        {"n", "No search yet; % starts one"},
        {"b", "bookmark set: ' goes back to it, b here removes it"},
        {"y", "try moves freely; y restores the game, :try keep keeps them"},
        {"me4<Enter>", ">e4"},
        {"1", "the judgement is written: good move; :undo undoes it"},
        {":replace d4<Enter>", "the ply is replaced; :undo undoes it"},
        {":graft<Enter>", "no line has been copied: :copy-line copies one"},
        {":offer-draw<Enter>", "Black offers a draw: White must answer, :accept or :decline"},
        {"y<Enter>w", "you cannot guess plies in a game that is being played"},
        {"wM",
         "s marks a cell, Space begins and ends an arrow, :mark-brush choose the brush, Esc ends"},
        {"<Esc><Esc>", "-- "},
    };
    static const char *const changes[] = {"bind everywhere <F2> help",
                                          "bind everywhere ? none",
                                          "bind everywhere <F1> none",
                                          "bind everywhere % search",
                                          "bind everywhere / none",
                                          "bind everywhere u none",
                                          "bind everywhere A actions",
                                          "bind everywhere a none",
                                          "bind table B bookmark",
                                          "bind table yp none",
                                          "bind table yl none",
                                          "bind table yd none",
                                          "bind table yg none",
                                          "bind table yt none",
                                          "bind table y trial",
                                          "bind table x none",
                                          "bind marks a none",
                                          "bind marks <Space> none",
                                          "bind marks <Space> mark-arrow",
                                          "bind marks s mark-cell",
                                          "bind marks <Digit> none"};
    struct app *app = begin("classical");
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char line[120];
        snprintf(line, sizeof line, ":%s", changes[i]);
        for (char *at = line; *at; at++)
            app_key(app, (unsigned char)*at);
        type(app, "<Enter>");
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(app, rows[i].typed);
        assert_shows(rows[i].shown);
    }
    app_free(app);
}

/* Type, and compare what was said since the last time. */
static void assert_said(struct app *app, const char *typed, const char *told)
{
    char *said = app_said(app);
    if (strcmp(said ? said : "", told) != 0)
        fail_msg("%s: '%s', not '%s'", typed, said ? said : "", told);
    free(said);
}

/* An unfinished ply is described before it is played: what it does, how the piece turns, and which
 * key plays it. */
static void an_unfinished_ply_is_described(void **state)
{
    static const struct {
        const char *typed, *told;
    } rows[] = {
        {"l", "e2: White Pawn, faces north, straight ahead; light square\n"},
        {"k<Enter>", "e3: empty; dark square\nWhite Pawn from e2 goes to e3: Enter plays it\n"},
        {"]", "White Pawn from e2 goes to e3 and turns one eighth to the right: Enter plays it\n"},
        {"[[", "White Pawn from e2 goes to e3: Enter plays it\n"
               "White Pawn from e2 goes to e3 and turns one eighth to the left: Enter plays it\n"},
        {"<Backspace>", "White Pawn from e2 goes to e3: Enter plays it\n"},
        {"<Backspace>", "White Pawn lifted on e2\n"},
        {"k", "e4: go to e4\n"},
        {"l", "f4: empty, no way there; dark square\n"},
        {"#", "1 e3, 2 e4\n"},
        {"#", "no numbers\n"},
        {"<Tab>", "the moves\n"},
        {"<Tab><Tab><Esc>", "the notes\nthe board\nthe ply is dropped\n"},
    };
    struct app *app = begin("turning-chess");
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "a11y", "on", &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    type(app, "h");
    free(app_said(app));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(app, rows[i].typed);
        assert_said(app, rows[i].typed, rows[i].told);
    }
    app_free(app);
}

/* What the cursor's line does not show: how a list is sorted and how many games are tagged; what an
 * option is for. */
static void sorting_tags_and_options_are_described(void **state)
{
    static const struct {
        const char *typed, *told;
    } rows[] = {
        {"j", ""},
        {".", "the games are sorted by date\n"},
        {"s", "the games are sorted by date, falling\n"},
        {"t", "1 game is tagged\n"},
        {"t", "2 games are tagged\n"},
        {"<Esc>", "0 games are tagged\n"},
        {"o", ""},
        {"qj", ""},
    };
    struct app *app = begin(NULL);
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "a11y", "on", &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(open_place(app, source_file("samples"), &why), 0);
    type(app, "");
    free(app_said(app));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(app, rows[i].typed);
        assert_said(app, rows[i].typed, rows[i].told);
    }
    type(app, "qo");
    free(app_said(app));
    type(app, "j");
    char *said = app_said(app);
    assert_non_null(said);
    assert_true(!strncmp(said, "colors is auto: how many colours", 32));
    free(said);
    type(app, "l");
    assert_said(app, "l", "colors is rgb\n");
    app_free(app);
}

/* While marks are drawn the cursor is on the board, whichever panel has the focus. */
static void drawing_marks_keeps_the_cursor_on_the_board(void **state)
{
    (void)state;
    for (int panel = 0; panel < 3; panel++) {
        struct app *app = begin("classical");
        for (int i = 0; i < panel; i++)
            type(app, "<Tab>");
        type(app, "M");
        int row = scene.cursor_row, column = scene.cursor_column;
        type(app, "k");
        assert_true(scene.cursor_row < row);
        assert_int_equal(scene.cursor_column, column);
        app_free(app);
    }
}

/* A request that would change a read-only archive says why it cannot, instead of being an unknown
 * key. */
static void requests_in_a_read_only_archive_are_explained(void **state)
{
    static const char pgn[] = "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 e5 *\n";
    static const char *const typed[] = {"D", "gt", ":collect<Enter>", "<Enter>lc", "1", "D"};
    char folder[256], file[400];
    struct app *app = begin(NULL);
    struct note why;
    (void)state;
    assert_true(make_folder(folder, "told_keys"));
    snprintf(file, sizeof file, "%s/one.pgn", folder);
    write_file(file, pgn, sizeof pgn - 1);
    assert_int_equal(open_place(app, file, &why), 0);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        type(app, typed[i]);
        assert_shows("the archive is read only: it is a PGN file");
        type(app, "<Esc>");
        assert_false(shows("the archive is read only"));
    }
    type(app, "gk");
    assert_shows("gk does nothing here");
    app_free(app);
    remove_folder(folder);
}

/* Requests of lists, other views and other panels are neither listed at a game nor ignored without
 * a message. */
static void requests_of_other_views_are_explained(void **state)
{
    static const enum request elsewhere[] = {
        REQ_SORT,      REQ_TAG,        REQ_FILTER,     REQ_PUT,       REQ_SETUP_CLEAR,
        REQ_SAME_ARMY, REQ_TOGGLE,     REQ_PLAY_FOUND, REQ_TAKE_MINE, REQ_MERGE,
        REQ_MOVE_UP,   REQ_STATISTICS, REQ_TOUR,       REQ_FIRST};
    static const enum request here[] = {REQ_MEMBER_NEXT, REQ_NOTE_NEXT, REQ_FOLD,    REQ_NULL_MOVE,
                                        REQ_END,         REQ_LEFT,      REQ_SELECT,  REQ_UP,
                                        REQ_COMMENT,     REQ_RESIGN,    REQ_GALLERY, REQ_MARK_CELL};
    (void)state;
    struct app *app = begin("classical");
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        assert_false(app_can(app, app_top(app), elsewhere[i]));
    for (size_t i = 0; i < sizeof here / sizeof *here; i++)
        assert_true(app_can(app, app_top(app), here[i]));
    type(app, ":sort<Enter>");
    assert_shows("'sort' does nothing here");
    type(app, "<Tab>"); /* the list of plies has the focus */
    assert_false(app_can(app, app_top(app), REQ_LEFT));
    type(app, "<Tab>");
    assert_true(app_can(app, app_top(app), REQ_FIRST));
    type(app, "M");
    assert_true(app_can(app, app_top(app), REQ_MARK_CELL) && app_can(app, app_top(app), REQ_LEFT));
    type(app, "<Esc>:gallery<Enter>");
    assert_false(app_can(app, app_top(app), REQ_GALLERY));
    app_free(app);
}

/* The lines of the rules texts are no wider than the page of rules: at 80 columns nothing is
 * cut. */
static void rules_fit_their_page(void **state)
{
    static const char *const names[] = {"classical", "croatian", "turning", "turnover",
                                        "triangles"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[80], line[4600];
        snprintf(file, sizeof file, "docs/rules/%s.md", names[i]);
        FILE *in = fopen(source_file(file), "r");
        assert_non_null(in);
        while (fgets(line, sizeof line, in))
            if (strncmp(line, "game: ", 6) && strncmp(line, "position: ", 10) &&
                scene_columns(line) - 1 > RULES_FILE_WIDE) /* except for the end of the line */
                fail_msg("%s is too long for the page: %s", file, line);
        fclose(in);
    }
}

/* During a prompt, a question or a menu the screen can be redrawn and the program suspended, and
 * the input continues afterwards. */
static void redrawing_and_suspending_work_during_prompts(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *shows;
    } rows[] = {
        {":set th", ":set th"}, {"me", "move: e"}, {"e4<Enter>ca note", "a note"},
        {"e4<Enter>Q", "y:"},   {"a", "> "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct app *app = begin("classical");
        type(app, *rows[i].keys == 'e' ? "m" : "");
        type(app, rows[i].keys);
        app_wishes(app);
        assert_shows(rows[i].shows);
        type(app, "<C-l>");
        assert_true(app_wishes(app) & WISH_REDRAW);
        assert_shows(rows[i].shows);
        type(app, "<C-z>");
        assert_true(app_wishes(app) & WISH_SUSPEND);
        assert_shows(rows[i].shows);
        app_free(app);
    }
}

/* The bell is for what the user has chosen: by default for one's turn and for errors only. */
static void the_bell_rings_for_what_is_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *set, *last;
        bool rings;
    } rows[] = {{"", "mQh5<Enter>", false}, /* no check */
                {"", "mQh4<Enter>", false},
                {":set bell-check on<Enter>", "mQh4<Enter>", true},
                {":set bell-end on<Enter>", "mQh4<Enter>", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct app *app = begin("classical");
        type(app, i == 0 ? "me4<Enter>me5<Enter>" : "mf4<Enter>me6<Enter>mh3<Enter>");
        type(app, rows[i].set);
        app_wishes(app);
        type(app, rows[i].last);
        assert_int_equal((app_wishes(app) & WISH_BELL) != 0, rows[i].rings);
        app_free(app);
    }
    struct app *app = begin("classical");
    type(app, ":set bell-end on<Enter>mf3<Enter>me5<Enter>mg4<Enter>");
    app_wishes(app);
    type(app, "mQh4<Enter>");
    assert_true(app_wishes(app) & WISH_BELL);
    app_free(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_name_the_changed_keys),
        cmocka_unit_test(the_bell_rings_for_what_is_chosen),
        cmocka_unit_test(redrawing_and_suspending_work_during_prompts),
        cmocka_unit_test(an_unfinished_ply_is_described),
        cmocka_unit_test(sorting_tags_and_options_are_described),
        cmocka_unit_test(requests_in_a_read_only_archive_are_explained),
        cmocka_unit_test(drawing_marks_keeps_the_cursor_on_the_board),
        cmocka_unit_test(requests_of_other_views_are_explained),
        cmocka_unit_test(rules_fit_their_page),
    };
    int failed = cmocka_run_group_tests_name("keys named in hints", tests, NULL, NULL);
    scene_free(&scene);
    return failed;
}
