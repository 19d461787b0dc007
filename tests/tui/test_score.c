/* test_score.c - exporting a game for readers: every format to the letter, and no text of the game
 * acts as markup. */
#include "tests/support/testing.h"

#include "archive/record/edit.h"
#include "archive/pgn/pgn.h"
#include "archive/record/record.h"
#include "tui/export/document.h"

static struct record *read_game(const char *pgn)
{
    struct pgn_reader reader;
    pgn_begin(&reader, pgn, strlen(pgn));
    struct record *record = pgn_next(&reader);
    pgn_end(&reader);
    return record;
}

static const char noted[] =
    "[White \"Ana\"]\n[Black \"Ivo\"]\n[Result \"1-0\"]\n\n{[%by \"mia\"] A short one.} 1. e4 e5 (1... c5 {Sicilian.} 2. Nf3 "
    "(2. c3)) 2. Qh5?! $14 {Early, but sharp.} Nc6 {x} 3. Bc4 Nf6 4. Qxf7# 1-0\n";

static void every_format_is_as_expected(void **state)
{
    (void)state;
    static const struct {
        enum score_format format;
        const char *expected;
    } formats[] = {
        {SCORE_TEXT,
         "White      Ana\nBlack      Ivo\nResult     1-0\n\n    A short one. (mia)\n\n1. e4 e5\n    (1... c5\n        Sicilian.\n"
         "    2. Nf3\n        (2. c3)\n    )\n2. Qh5?! +=\n    Early, but sharp.\n2... Nc6\n    x\n3. Bc4 Nf6 4. Qxf7# 1-0\n\n"},
        {SCORE_MARKDOWN,
         "# Ana - Ivo\n\n- Result: 1-0\n- Variant: classical\n\nA short one. (mia)\n\n**1. e4** **e5**\n\n> **1... c5**\n> \n"
         "> Sicilian.\n> \n> **2. Nf3**\n> \n> > **2. c3**\n> > \n> \n\n**2. Qh5?! +=**\n\nEarly, but sharp.\n\n"
         "**2... Nc6**\n\nx\n\n**3. Bc4** **Nf6** **4. Qxf7\\#**\n\n1-0\n\n\n"},
        {SCORE_HTML,
         "<h1>Ana - Ivo</h1>\n<ul>\n<li>Result: 1-0</li>\n<li>Variant: classical</li>\n</ul>\n"
         "<p><em>A short one. (mia)</em></p>\n<p><b>1. e4</b> <b>e5</b></p>\n<blockquote>\n<p><b>1... c5</b></p>\n"
         "<p><em>Sicilian.</em></p>\n<p><b>2. Nf3</b></p>\n<blockquote>\n<p><b>2. c3</b></p>\n</blockquote>\n</blockquote>\n"
         "<p><b>2. Qh5?! +=</b></p>\n<p><em>Early, but sharp.</em></p>\n<p><b>2... Nc6</b></p>\n<p><em>x</em></p>\n"
         "<p><b>3. Bc4</b> <b>Nf6</b> <b>4. Qxf7#</b></p>\n<p><em>1-0</em></p>\n\n"},
    };
    struct record *record = read_game(noted);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = score_write(record, CHARSET_ASCII, formats[i].format);
        assert_string_equal(text, formats[i].expected);
        free(text);
    }
    record_free(record);
}

/* A diagram appears at plies with marks, and at the start if it is not the usual set-up; its text
 * names the marks. */
static void marked_plies_have_a_diagram(void **state)
{
    (void)state;
    struct record *record = read_game(
        "[FEN \"8/8/5K1P/4r3/8/8/8/1k6 b - - 0 40\"]\n\n40... Rh5 {[%cal Gf6g6]} 41. Kg6 *\n");
    char *text = score_write(record, CHARSET_ASCII, SCORE_TEXT);
    const char *start = strstr(text, ":K:   :P:"),
               *after = start ? strstr(start + 1, ":K:   :P:") : NULL;
    assert_non_null(after);
    assert_null(strstr(after + 1, ":K:   :P:"));
    assert_non_null(strstr(text, "\n40... Rh5\n"));
    assert_non_null(strstr(after, "\n    arrow f6-g6 green\n\n41. Kg6"));
    free(text);
    record_free(record);
}

/* Lines end before column 80, whatever the words; a judgement stays on the line of its ply. */
static void lines_break_between_words(void **state)
{
    (void)state;
    struct record *record = record_new("classical");
    static const char *const plies[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < 40; i++)
        line_append(&record->moves, plies[i % 4]);
    for (struct spot spot = {.ply = 1}; spot.ply <= 40; spot.ply++)
        edit_nag(record, &spot, 3);
    char *text = score_write(record, CHARSET_ASCII, SCORE_TEXT);
    int rows = 0;
    for (const char *row = text; *row; row += strcspn(row, "\n") + 1, rows++) {
        assert_true(strcspn(row, "\n") < 80);
        assert_int_not_equal(*row, '!');
    }
    assert_true(rows > 4);
    free(text);
    record_free(record);
}

/* In Markdown a comment stays plain text, whatever it starts with; characters without a special
 * meaning in their place are not escaped. */
static void comments_do_not_become_lists(void **state)
{
    static const char *const notes[][2] = {
        {"12. Kh5 is better", "\n12\\. Kh5 is better\n"},
        {"3) first", "\n3\\) first\n"},
        {"- or so", "\n\\- or so\n"},
        {"+- now", "\n\\+- now\n"},
        {"    four blanks", "\nfour blanks\n"},
        {"1-0 next!", "\n1-0 next!\n"},
        {"K&h4 is &amp; not", "\nK&h4 is \\&amp; not\n"},
        {"# one", "\n\\# one\n"},
        {"...", "\n...\n"},
        {"first\n\n2. second\n  - third", "\nfirst  \n2\\. second  \n\\- third\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        struct record *record = read_game("1. e4 e5 2. Nf3 Nc6 1-0\n");
        struct spot spot = spot_start();
        spot.ply = 2;
        edit_comment(record, &spot, NULL, notes[i][0]);
        char *markdown = score_write(record, CHARSET_ASCII, SCORE_MARKDOWN);
        if (!strstr(markdown, notes[i][1]))
            fail_msg("'%s' becomes\n%s", notes[i][0], markdown);
        free(markdown);
        record_free(record);
    }
}

/* The text beside a diagram names cells: triangles have coordinates there, as on the screen. */
static void triangles_have_coordinates(void **state)
{
    static const char game[] =
        "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: 'triangle-corners-2'\nnotation: 'long'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmarks:\n- {as: 'circle', at: 'h7'}\nmoves: []\n";
    struct record *record;
    (void)state;
    assert_int_equal(record_read(game, strlen(game), 1, &yaml_limits_default, &record, NULL, NULL),
                     0);
    char *text = score_write(record, CHARSET_ASCII, SCORE_TEXT);
    assert_non_null(strstr(text, "     7             /b \\/r \\\n"));
    assert_non_null(strstr(text, "     1 /Q \\/R \\/N \\/P \\/  \\/  \\/  \\/  \\\n"));
    assert_non_null(strstr(text, "\n        a b c d e f g h i j k l m n o\n"));
    free(text);
    record_free(record);
}

/* The title of a variation, and the member that a note is about, are set apart from the text. */
static void titles_are_set_apart_from_text(void **state)
{
    static const char game[] =
        "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: 'mirandas-veil'\nnotation: 'long'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- m: '[Pe2-e4]'\n  steps:\n"
        "  - {part: 1, comment: 'it goes two'}\n  alts:\n  - title: 'Another'\n    comment: 'It is slow'\n    moves: ['Pd2-d4']\n";
    struct record *record;
    (void)state;
    assert_int_equal(record_read(game, strlen(game), 1, &yaml_limits_default, &record, NULL, NULL),
                     0);
    char *text = score_write(record, CHARSET_ASCII, SCORE_TEXT),
         *markdown = score_write(record, CHARSET_ASCII, SCORE_MARKDOWN);
    assert_non_null(strstr(text, "\n    Member 1: it goes two\n"));
    assert_non_null(strstr(text, "(Another: It is slow 1."));
    assert_non_null(strstr(markdown, "\nMember 1: it goes two\n"));
    free(text);
    free(markdown);
    record_free(record);
}

static void pages_contain_no_foreign_markup(void **state)
{
    (void)state;
    struct record *record =
        read_game("[White \"<b>Ana</b>\"]\n[Black \"*Ivo*\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n");
    struct spot spot = spot_start();
    spot.ply = 2;
    edit_comment(record, &spot, NULL, "<script>alert(1)</script> & `code` \033[2J");
    char *html = score_write(record, CHARSET_ASCII, SCORE_HTML);
    assert_null(strstr(html, "<script>"));
    assert_null(strchr(html, '\033'));
    assert_non_null(strstr(html, "&#60;b&#62;Ana"));
    char *markdown = score_write(record, CHARSET_ASCII, SCORE_MARKDOWN);
    assert_non_null(strstr(markdown, "# \\<b\\>Ana"));
    assert_non_null(strstr(markdown, "\\*Ivo\\*"));
    assert_non_null(strstr(markdown, "\\`code\\`"));
    assert_null(strchr(markdown, '\033'));
    free(html);
    free(markdown);
    record_free(record);
}

/* A lesson whose players are called "?" is titled by its event. */
static void a_game_without_names_is_titled_by_its_event(void **state)
{
    (void)state;
    struct record *lesson =
        read_game("[Event \"A lesson\"]\n[White \"?\"]\n[Black \"?\"]\n\n1. e4 *\n");
    struct record *named =
        read_game("[Event \"Cup\"]\n[White \"?\"]\n[Black \"Ivo\"]\n\n1. e4 *\n");
    char title[100];
    record_title(lesson, title, sizeof title);
    assert_string_equal(title, "A lesson");
    record_title(named, title, sizeof title);
    assert_string_equal(title, "? - Ivo");
    char *html = score_write(lesson, CHARSET_ASCII, SCORE_HTML);
    assert_non_null(strstr(html, "<h1>A lesson</h1>"));
    free(html);
    record_free(lesson);
    record_free(named);
}

/* A player who leaves a game of three is reported at that place, and a move that starts without
 * White has its number at Black's ply. */
static void a_player_who_leaves_is_reported(void **state)
{
    static const char text[] =
        "chesscade: 1\nid: '01JD9T8B1N5S9W3Z7C1F5J9M3Q'\nrev: 1\nvariant: 'triangle-corners-3'\n"
        "notation: 'long'\nplayers:\n- {side: 'w', name: 'Ana'}\n"
        "- {side: 'b', name: 'Bob'}\n- {side: 'r', name: 'Cle'}\nresult: {score: '*'}\nmoves:\n"
        "- 'Pd4-e4'\n- 'Pg5-g4'\n- {m: 'Pl4-k4', events: [{is: 'resigns', side: 'w'}]}\n"
        "- {m: 'Nj6-k4xP', side: 'b'}\n- m: 'Nm3-k4xN'\n  events: [{is: 'out', side: 'b', why: 'time'}]\n";
    (void)state;
    struct record *record = NULL;
    struct note why;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, NULL, &why) < 0)
        fail_msg("%s", why.text);
    char *score = score_write(record, CHARSET_ASCII, SCORE_TEXT);
    assert_non_null(strstr(
        score,
        "\n1. e4 g4 k4\n    White is out: resignation.\n2... Nxk4 Nxk4\n    Black is out: time.\n"));
    free(score);
    record_free(record);
}

/* A player eliminated by a ply, or has no ply, is reported, too, and so are the options of the
 * game. */
static void a_player_who_is_mated_or_captured_is_reported(void **state)
{
    static const struct {
        const char *options, *position, *plies, *expected;
    } rows[] = {
        {"elimination: 'takeover'", "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1",
         "- 'Bi3-k3'\n- 'Bj4-h2xK'\n- {m: 'Kh7-g7', side: 'b'}\n",
         "1... Bk3 Bxh2\n    White is out: king captured.\n2... Kg7 *\n"},
        {"elimination: 'end', mate-rule: 'capture'", "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1",
         "- 'Bi3-k3'\n- 'Bj4-h2xK'\n", "1... Bk3 Bxh2 *\n"}, /* the result shows it */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = NULL;
        struct note why;
        char text[600], options[80];
        int length = snprintf(
            text, sizeof text,
            "chesscade: 1\nid: '01K0000000000000000000000D'\nrev: 1\nvariant: 'triangle-corners-3'\n"
            "rules:\n  options: {%s}\nnotation: 'long'\nplayers:\n- {side: 'w', name: 'Ana'}\n"
            "- {side: 'b', name: 'Bob'}\n- {side: 'r', name: 'Cle'}\nresult: {score: '*'}\n"
            "start: {position: \"%s\"}\nmoves:\n%s",
            rows[i].options, rows[i].position, rows[i].plies);
        if (record_read(text, (size_t)length, 1, NULL, &record, NULL, &why) < 0)
            fail_msg("%s", why.text);
        char *score = score_write(record, CHARSET_ASCII, SCORE_TEXT);
        if (!strstr(score, rows[i].expected))
            fail_msg("%s", score);
        snprintf(options, sizeof options, "\nOptions    %s\n",
                 i ? "elimination=end, mate-rule=capture" : "elimination=takeover");
        assert_non_null(strstr(score, options));
        free(score);
        record_free(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_as_expected),
        cmocka_unit_test(marked_plies_have_a_diagram),
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(comments_do_not_become_lists),
        cmocka_unit_test(triangles_have_coordinates),
        cmocka_unit_test(titles_are_set_apart_from_text),
        cmocka_unit_test(pages_contain_no_foreign_markup),
        cmocka_unit_test(a_game_without_names_is_titled_by_its_event),
        cmocka_unit_test(a_player_who_leaves_is_reported),
        cmocka_unit_test(a_player_who_is_mated_or_captured_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
