/* test_pgn_wild.c - PGN as people and programs really write it: kinds of errors, each in several
 * forms. The game is understood and exported; the rest stays as a comment or a command, and nothing
 * else is lost. */
#include "tests/support/pgn_texts.h"

#include "archive/replay/replay.h"

/* The main plies, separated by spaces; broken ones are followed by '?'. */
static void plies_of(const struct record *record, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; i < record->moves.n; i++) {
        const struct notes *notes = record->moves.v[i].notes;
        text_add(out, size, &used, "%s%s%s", i ? " " : "", record->moves.v[i].text,
                 notes && notes->broken ? "?" : "");
    }
}

static void assert_plies(const char *text, const char *plies)
{
    struct record *record = first_game(text);
    char found[2000];
    plies_of(record, found, sizeof found);
    if (strcmp(found, plies) != 0 || record->unparsed)
        fail_msg("'%s': %s, not %s; unparsed: %s", text, found, plies,
                 record->unparsed ? record->unparsed : "nothing");
    /* The same after writing and reading it again, to the byte. */
    char *once = pgn_write(record);
    struct record *again = first_game(once);
    char *twice = pgn_write(again), *before = yaml_of(record), *after = yaml_of(again);
    assert_string_equal(once, twice);
    if (strcmp(before, after) != 0)
        fail_msg("'%s': exported and imported again it is\n%s\nand not\n%s\n%s", text, after,
                 before, once);
    free(once);
    free(twice);
    free(before);
    free(after);
    record_free(record);
    record_free(again);
}

/* An unknown word does not end the game. */
static void unknown_words_do_not_end_a_game(void **state)
{
    static const char *const between[] = {
        "RR",
        "D",
        "\xE2\x86\x92",
        "+\xE2\x88\x92",
        "-+",
        "novelty",
        "White is better",
        "N",
        "TN",
        "ch",
        "++",
        "#",
        "+",
        "foo bar {c} baz",
        "(see above)",
        "(time)",
        "()",
        "\xE2\x80\x8B",
        "\xC2\xA0",
        "\xEF\xBB\xBF",
        "!?",
        "$146",
        "...",
        ",",
        "[%clk 0:01:00]",
        "[#]",
        "\xE2\x99\x9E",
        "\x01",
        "}",
        ")",
        "Diagram",
        "e.p.",
        "\xCE\x94",
        "=/\xE2\x88\x9E",
        "(1-0)",
        "w/counterplay",
    };
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        snprintf(text, sizeof text, "1. e4 e5 %s 2. Nf3 Nc6 3. Bb5 *", between[i]);
        assert_plies(text, "e4 e5 Nf3 Nc6 Bb5");
        snprintf(text, sizeof text, "%s 1. e4 e5 2. Nf3 Nc6 3. Bb5 *", between[i]);
        assert_plies(text, "e4 e5 Nf3 Nc6 Bb5");
        snprintf(text, sizeof text, "1. %s e4 %s e5 2. Nf3 Nc6 3. %s Bb5 %s *", between[i],
                 between[i], between[i], between[i]);
        assert_plies(text, "e4 e5 Nf3 Nc6 Bb5");
        if (!strcmp(between[i], ")"))
            continue; /* this one would end the variation */
        snprintf(text, sizeof text, "1. e4 e5 (%s 1... c5 %s 2. Nf3 %s) 2. Nf3 Nc6 3. Bb5 *",
                 between[i], between[i], between[i]);
        assert_plies(text, "e4 e5 Nf3 Nc6 Bb5");
    }
}

/* Text directly behind a ply, or within it, does not hide the ply. */
static void plies_are_found_within_words(void **state)
{
    static const char *const second[] = {
        "Nf3!",
        "Nf3+-",
        "Nf3+/-",
        "Nf3=",
        "Nf3\xC2\xB1",
        "Nf3N",
        "Nf3.",
        "Nf3,",
        "Nf3!?N",
        "Nf3\xE2\x80\x8B",
        "N\xE2\x80\x8B"
        "f3",
        "Nf3D",
        "Nf3\xE2\x88\x9E",
        "Nf3~",
        "Nf3!+",
        "Nf3$14",
        "Nf3(2. d4)",
        "Nf3{a}",
        "Nf3;a\n",
        "Nf3\xC2\xA0",
        "Nf3#",
        "Nf3?!+-",
        "Ng1-f3+=",
        "Nf3\xE2\x88\x92+",
        "2.Nf3",
        "2... Nf3",
    };
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        snprintf(text, sizeof text, "1. e4 e5 2. %s Nc6 3. Bb5 *", second[i]);
        assert_plies(text, "e4 e5 Nf3 Nc6 Bb5");
    }
    assert_plies("1. e4 e5 2. Nf3 Nc6 3. Bb5#1-0", "e4 e5 Nf3 Nc6 Bb5");
    static const char *const promotions[] = {"e8(Q)+", "e8=Q+", "e8Q+",   "e8/Q",
                                             "e8=(Q)", "e8(Q)", "e8(q)!", "e8=Q!+"};
    for (size_t i = 0; i < sizeof promotions / sizeof *promotions; i++) {
        snprintf(text, sizeof text,
                 "[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. %s Kg7 2. Qe5+ *", promotions[i]);
        assert_plies(text, "e8=Q+ Kg7 Qe5+");
    }
}

static void glyphs_have_their_numbers(void **state)
{
    static const struct {
        const char *word;
        int nag;
    } rows[] = {{"+-", 18},
                {"+\xE2\x88\x92", 18},
                {"\xE2\x88\x92+", 19},
                {"+\xE2\x80\x93", 18},
                {"=", 10},
                {"RR", 145},
                {"N", 146},
                {"\xE2\x86\x92", 40},
                {"\xE2\x86\x91", 36},
                {"\xE2\x87\x86", 132},
                {"+/\xE2\x88\x92", 16},
                {"D", 220},
                {"+--", 20}};
    char text[200];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int glued = 0; glued < 2; glued++) {
            if (glued && !strcmp(rows[i].word, "RR"))
                continue;
            snprintf(text, sizeof text, "1. e4 e5%s%s 2. Nf3 *", glued ? "" : " ", rows[i].word);
            struct record *record = first_game(text);
            const struct notes *notes = record->moves.n == 3 ? record->moves.v[1].notes : NULL;
            if (!notes || notes->nags.n != 1 || notes->nags.v[0] != rows[i].nag)
                fail_msg("%s: %d", text, notes && notes->nags.n ? notes->nags.v[0] : -1);
            record_free(record);
        }
    /* Before the first ply, or behind a number, they belong to the next ply. */
    struct record *record = first_game("$5 1. e4 e5 ($6 1... c5) 2. $1 Nf3 *");
    assert_int_equal(record->moves.v[0].notes->nags.v[0], 5);
    assert_int_equal(record->moves.v[1].notes->alts.v[0].v[0].notes->nags.v[0], 6);
    assert_int_equal(record->moves.v[2].notes->nags.v[0], 1);
    record_free(record);
}

/* A result counts only at the end of the game. */
static void results_end_the_game_only(void **state)
{
    static const struct {
        const char *text, *score;
        int plies;
    } rows[] = {
        {"[Result \"*\"]\n\n1. e4 e5 (1... f6 2. d4 1-0) 2. Nf3 *", "*", 3},
        {"1. e4 e5 (1... f6 2. d4 (2. Nc3 0-1) 1-0) 2. Nf3 1/2-1/2", "1/2-1/2", 3},
        {"1. e4 e5 (1... f6 *) 2. Nf3 1-0", "1-0", 3},
        {"1. e4 e5 1-0 2. Nf3 Nc6 0-1", "0-1", 4}, /* in the middle */
        {"1. e4 e5 2. Nf3 1-0 {and a comment} {another} $1 (2. d4)", "1-0", 3},
        {"1. e4 e5 1-0 (time)", "1-0", 2},
        {"[Result \"1:0\"]\n\n1. e4 e5", "1-0", 2},
        {"1. e4 e5 1:0", "1-0", 2},
        {"1. e4 e5 \xC2\xBD\xE2\x80\x93\xC2\xBD", "1/2-1/2", 2},
        {"1. e4 e5 1\xE2\x80\x93"
         "0\xE2\x80\x8B",
         "1-0", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pgn_reader reader;
        pgn_begin(&reader, rows[i].text, strlen(rows[i].text));
        struct record *record = pgn_next(&reader), *more = pgn_next(&reader);
        if (strcmp(record_text(record, "result.score"), rows[i].score) != 0 ||
            record->moves.n != rows[i].plies || more)
            fail_msg("%s: %s, %d plies%s", rows[i].text, record_text(record, "result.score"),
                     record->moves.n, more ? ", and more" : "");
        record_free(record);
        record_free(more);
        pgn_end(&reader);
    }
}

/* The games of a text must have these names of White, separated by commas. */
static void assert_games(const char *text, const char *names)
{
    struct pgn_reader reader;
    char found[4000] = "";
    size_t used = 0;
    pgn_begin(&reader, text, strlen(text));
    for (struct record *record; (record = pgn_next(&reader)); record_free(record))
        text_add(found, sizeof found, &used, "%s%s", used ? "," : "", record_player(record, 'w'));
    pgn_end(&reader);
    if (strcmp(found, names) != 0)
        fail_msg("'%s': %s, not %s", text, found, names);
}

static void the_starts_of_games_are_found(void **state)
{
    (void)state;
    assert_games("[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n\n[White \"D\"]\n", "A,C,D");
    /* A gap among tags. */
    assert_games("[Event \"x\"]\n[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *\n", "A");
    assert_games("[White \"A\"]\n\n; a comment\n[White \"B\"]\n", "A,B");
    assert_games(
        "; one\n\n[White \"A\"]\n\n1. e4 *\n\n{two}\n\n[White \"B\"]\n\n1. d4 *\n\n; the end\n",
        "A,B");
    assert_games(
        "Some words before.\n\n[White \"A\"]\n\n1. e4 *\n\nMore words\n\n[White \"B\"]\n\n1. d4 *\n",
        "A,B");
    assert_games("[White \"A\"]\n\n1. e4 *\n\x1A", "A");
    assert_games("[White \"A\"]\n\n1. e4 *\n\n\x1A\x1A\n", "A");
    assert_games(
        "[White \"A\"]\n\n1. e4 {see\n\n[White \"X\"]\n\n1. d4 d5} e5 *\n\n[White \"B\"]\n\n*\n",
        "A,B");
    assert_games("[White \"A\"]\n\n1. e4 {never closed\n\n[White \"B\"]\n\n1. d4 {x} *\n", "A,B");
    assert_games(
        "[Event \"e\"]\n[Site \"s\"]\n[Date \"d\"]\n[Round \"r\"]\n[White \"A\"]\n[Black \"b\"]\n[Result \"*\"]\n"
        "[Event \"e\"]\n[Site \"s\"]\n[Date \"d\"]\n[Round \"r\"]\n[White \"B\"]\n[Black \"b\"]\n[Result \"*\"]\n",
        "A,B");
    assert_games("% a note\n[White \"A\"]\n\n% another\n[White \"B\"]\n", "A,B");
}

static void games_that_are_only_headers_are_games(void **state)
{
    enum { GAMES = 605 };
    struct yaml_text text = {0};
    struct pgn_reader reader;
    char tags[300];
    int games = 0;
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        snprintf(
            tags, sizeof tags,
            "[Event \"Open\"]\n[Site \"Split\"]\n[Date \"2024.05.%02d\"]\n[Round \"%d\"]\n[White \"W%d\"]\n[Black \"B%d\"]\n"
            "[Result \"1-0\"]\n\n",
            i % 28 + 1, i % 9 + 1, i, i);
        yaml_text_add(&text, tags, strlen(tags));
    }
    yaml_text_add(&text, "", 1);
    pgn_begin(&reader, text.v, strlen(text.v));
    for (struct record *record; (record = pgn_next(&reader)); record_free(record)) {
        snprintf(tags, sizeof tags, "W%d", games++);
        assert_string_equal(record_player(record, 'w'), tags);
        assert_string_equal(record_text(record, "result.score"), "1-0");
    }
    assert_int_equal(games, GAMES);
    pgn_end(&reader);
    yaml_text_clear(&text);
}

/* A tag in any form: its intended value is read, and so are the tags around it. */
static void tags_are_read_in_every_form(void **state)
{
    static const struct {
        const char *tag, *value;
    } rows[] = {
        {"[Event \"E\"]", "E"},
        {"[ Event \"E\" ]", "E"},
        {"[Event  \t\"E\"\t]", "E"},
        {"[Event\"E\"]", "E"},
        {"[Event\n\"E\"]", "E"},
        {"[\nEvent\n\"E\"\n]", "E"},
        {"[Event \"E\"\n]", "E"},
        {"  [Event \"E\"]", "E"},
        {"[Event \"5th \"Big\" Open\"]", "5th \"Big\" Open"},
        {"[Event \"a \\\"b\\\" c\"]", "a \"b\" c"},
        {"[Event \"C:\\games\\\"]", "C:\\games\\"},
        {"[Event \"E\"", "E"},
        {"[Event \"E]", "E"},
        {"[Event \"E\"] ; a remark", "E"},
        {"[Event \"E\"] {a remark}", "E"},
        {"[Event \"two\nlines\"]", "two lines"},
        {"[Event \"a] b\"]", "a] b"},
        {"[Event E]", "E"},
        {"[Event\xC2\xA0\"E\"]", "E"},
        {"[Event \"\"E\"\"]", "\"E\""},
        {"[Event \"E\"][1a_+#=:-x \"v\"]", "E"},
        {"[_x \"v\"]\n[Event \"E\"]", "E"},
        {"[Event \"E\"]\r", "E"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        struct pgn_reader reader;
        snprintf(text, sizeof text,
                 "[Site \"S\"]\n%s\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n", rows[i].tag);
        pgn_begin(&reader, text, strlen(text));
        struct record *record = pgn_next(&reader), *more = pgn_next(&reader);
        if (more || strcmp(record_text(record, "event.name"), rows[i].value) != 0 ||
            strcmp(record_player(record, 'w'), "A") != 0 ||
            strcmp(record_player(record, 'b'), "B") != 0 ||
            strcmp(record_text(record, "event.site"), "S") != 0 || record->moves.n != 2)
            fail_msg("%s: '%s'%s", text, record_text(record, "event.name"),
                     more ? ", and another game" : "");
        record_free(record);
        record_free(more);
        pgn_end(&reader);
        assert_plies(text, "e4 e5");
    }
}

static void dates_are_understood_and_kept(void **state)
{
    static const struct {
        const char *written, *date;
    } rows[] = {
        {"2024.05.01", "2024-05-01"},
        {"2024.5.1", "2024-05-01"},
        {"2024-05-01", "2024-05-01"},
        {"2024/05/01", "2024-05-01"},
        {"01.05.2024", "2024-05-01"},
        {"1.5.2024", "2024-05-01"},
        {"31/12/2023", "2023-12-31"},
        {"12/31/2023", "2023-12-31"},
        {"03/04/2023", "2023-??"
                       "-??"},
        {"2024", "2024-??"
                 "-??"},
        {"2024.05", "2024-05-??"},
        {"2024.5", "2024-05-??"},
        {"2024.05.??", "2024-05-??"},
        {"1 May 2024", "2024-05-01"},
        {"May 1, 2024", "2024-05-01"},
        {"1-May-2024", "2024-05-01"},
        {"May 2024", "2024-05-??"},
        {"20240501", "2024-05-01"},
        {"2024-05-01T12:00:00Z", "2024-05-01"},
        {"2024.05.01 12:00", "2024-05-01"},
        {"1st May 2024", "2024-05-01"},
        {"?", ""},
        {"", ""},
        {"????.??.??", ""},
        {"yesterday", ""},
        {"2024.13.01", "2024-13-01"},
        {"2024.02.30", "2024-02-30"},
        {"31.4.2024", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "[White \"A\"]\n[Date \"%s\"]\n[EventDate \"%s\"]\n\n1. e4 *\n",
                 rows[i].written, rows[i].written);
        struct record *record = first_game(text);
        if (strcmp(record_text(record, "event.date"), rows[i].date) != 0)
            fail_msg("%s: '%s', not '%s'", rows[i].written, record_text(record, "event.date"),
                     rows[i].date);
        char *written = pgn_write(record);
        assert_null(strstr(strstr(written, "[Date ") + 1, "[Date "));
        if (rows[i].date[0] && strcmp(rows[i].written, rows[i].date) != 0 &&
            !strstr(written, rows[i].written))
            fail_msg("'%s' is not in %s", rows[i].written, written);
        free(written);
        record_free(record);
        assert_plies(text, "e4");
    }
}

/* No name is written twice, whatever was read twice. */
static void no_tag_is_written_twice(void **state)
{
    static const char text[] =
        "[White \"A\"]\n[White \"A2\"]\n[Result \"1-0\"]\n[Foo \"1\"]\n[Foo \"2\"]\n[Foo \"2\"]\n[WhiteElo \"2500\"]\n"
        "[WhiteElo \"2501\"]\n[Date \"2024.5.1\"]\n[Date \"2024.06.01\"]\n\n1. e4 1/2-1/2\n";
    static const char *const names[] = {"[White ",    "[Result ", "[Foo ",
                                        "[WhiteElo ", "[Date ",   "[Event "};
    struct record *record = first_game(text);
    char *written = pgn_write(record);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *first = strstr(written, names[i]);
        if (!first || strstr(first + 1, names[i]))
            fail_msg("%s in %s", names[i], written);
    }
    free(written);
    record_free(record);
    assert_plies(text, "e4");
}

static void values_are_understood_and_kept(void **state)
{
    static const struct {
        const char *command, *key, *value;
    } rows[] = {
        {"[%eval 0.2]", "cp", "20"},
        {"[%eval 2]", "cp", "200"},
        {"[%eval +0.35]", "cp", "35"},
        {"[%eval -1.5]", "cp", "-150"},
        {"[%eval 0.0]", "cp", "0"},
        {"[%eval -0.00]", "cp", "0"},
        {"[%eval .5]", "cp", "50"},
        {"[%eval 0.176]", "cp", "18"},
        {"[%eval 12.34,20]", "cp", "1234"},
        {"[%eval 0.25/18]", "cp", "25"},
        {"[%eval #+3]", "mate", "3"},
        {"[%eval #-3]", "mate", "-3"},
        {"[%eval -M4]", "mate", "-4"},
        {"[%eval 0.17]", "cp", "17"},
        {"[%emt 0:0:4]", "emt", "0:00:04"},
        {"[%emt 00:00:03]", "emt", "00:00:03"},
        {"[%clk 0:1:5]", "clk", "0:01:05"},
        {"[%clk 5:03]", "clk", "0:05:03"},
        {"[%clk 90:00]", "clk", "1:30:00"},
        {"[%clk 0:00:05.25]", "clk", "0:00:05.25"},
        {"[%clk 0:0:5.1234]", "clk", "0:00:05.123"},
        {"[%eval 1.2.3]", NULL, NULL},
        {"[%eval high]", NULL, NULL},
        {"[%clk 1:99:00]", NULL, NULL},
        {"[%clk 12]", NULL, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "1. e4 {%s} e5 *", rows[i].command);
        struct record *record = first_game(text);
        const struct notes *notes = record->moves.v[0].notes;
        const struct value *eval = value_at(&notes->other, "eval");
        const char *found = !rows[i].key                  ? NULL
                            : !strcmp(rows[i].key, "clk") ? notes->clk
                            : !strcmp(rows[i].key, "emt") ? notes->emt
                                                          : value_text(eval, rows[i].key);
        if (rows[i].key ? !found || strcmp(found, rows[i].value) != 0
                        : eval || notes->clk || notes->emt)
            fail_msg("%s: %s", rows[i].command, found ? found : "nothing");
        char *written = pgn_write(record);
        if (!strstr(written, rows[i].command) || strstr(written, "%cc"))
            fail_msg("%s: %s", rows[i].command, written);
        free(written);
        record_free(record);
        assert_plies(text, "e4 e5");
    }
}

/* A value that was changed is written in its new form. */
static void a_changed_value_is_written(void **state)
{
    struct record *record = first_game("1. e4 {[%clk 0:1:5] [%eval 0.2]} *");
    struct notes *notes = record->moves.v[0].notes;
    (void)state;
    text_replace(&notes->clk, "0:02:00");
    value_set(value_at(&notes->other, "eval"), "cp", "30", true);
    char *written = pgn_write(record);
    assert_non_null(strstr(written, "[%clk 0:02:00]"));
    assert_non_null(strstr(written, "[%eval 0.30]"));
    struct record *again = first_game(written);
    assert_string_equal(again->moves.v[0].notes->clk, "0:02:00");
    free(written);
    record_free(record);
    record_free(again);
}

/* Unknown commands stay in their place, also before the first ply. */
static void commands_stay_where_they_are(void **state)
{
    static const char text[] =
        "{[%evp 0,2,29,30] [#] text} 1. e4 ({[%tqu \"En\",\"x\"] [%csl Ga1] why} 1. d4 {[%foo]}) e5 {[%clk 0:0:1] [%bar 1]} *";
    static const char *const wanted[] = {"[%evp 0,2,29,30]", "[#] text", "[%tqu \"En\",\"x\"]",
                                         "[%csl Ga1]",       "[%foo]",   "[%bar 1]",
                                         "[%clk 0:0:1]"};
    struct record *record = first_game(text);
    char *written = pgn_write(record), *yaml = yaml_of(record);
    (void)state;
    for (char *feed = written; (feed = strchr(feed, '\n'));)
        *feed = ' ';
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(written, wanted[i]) || strstr(written, "%cc"))
            fail_msg("%s: %s", wanted[i], written);
    assert_non_null(strstr(yaml, "commands:"));
    record_read(yaml, strlen(yaml), 1, NULL, &(struct record *){NULL}, NULL, NULL);
    free(written);
    free(yaml);
    record_free(record);
    assert_plies(text, "e4 e5");
}

/* An unknown mark stays as text, and the other marks are still read. */
static void unknown_marks_do_not_spoil_others(void **state)
{
    static const struct {
        const char *command, *kept;
        int marks;
    } rows[] = {{"[%csl Gd4,Xe5,Re6]", "[%csl Xe5]", 2},
                {"[%csl Gd4, Re6]", NULL, 2},
                {"[%cal Ge2e4,Ze4e5,Rx]", "[%cal Ze4e5,Rx]", 1},
                {"[%csl Xe5]", "[%csl Xe5]", 0},
                {"[%csl Gd4,,Re6,]", NULL, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "1. e4 {%s} e5 *", rows[i].command);
        struct record *record = first_game(text);
        const struct notes *notes = record->moves.v[0].notes;
        const struct value *commands = value_at(&notes->other, "commands");
        assert_int_equal(notes->marks.n, rows[i].marks);
        assert_int_equal(commands != NULL, rows[i].kept != NULL);
        if (commands)
            assert_string_equal(commands->entry[0].value.text, rows[i].kept);
        record_free(record);
        assert_plies(text, "e4 e5");
    }
}

/* Positions that are almost FEN are corrected, and both forms are kept; others are marked as
 * unchecked, with the reason. */
static void positions_are_corrected_or_reported(void **state)
{
    static const struct {
        const char *written, *position; /* NULL: it cannot be read */
    } rows[] = {
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0 0", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - 0", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 w", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 w - e6 0 1", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3  w  -  -  0  1", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 w - - -1 1", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 w ? - 0 1", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/8/4K3 W - - 0 1", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"},
        {"7k/4P3/8/8/8/8/4K3 w - - 0 1", NULL},
        {"?", NULL},
        {"8/4P3/8/8/8/8/8/4K3 w - - 0 1", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text, "[SetUp \"1\"]\n[FEN \"%s\"]\n\n1. e8=Q+ *\n", rows[i].written);
        struct pgn_reader reader;
        pgn_begin(&reader, text, strlen(text));
        struct record *record = pgn_next(&reader);
        assert_string_equal(record_text(record, "start.position"),
                            rows[i].position ? rows[i].position : rows[i].written);
        assert_int_equal(*pgn_trouble(&reader) != '\0', !rows[i].position);
        assert_int_equal(*record_text(record, "provenance.unchecked") != '\0', !rows[i].position);
        assert_int_equal(replay_check(record, NULL, NULL), 0);
        char *written = pgn_write(record);
        assert_non_null(strstr(written, rows[i].written));
        assert_non_null(strstr(written, "1. e8=Q+ *"));
        free(written);
        record_free(record);
        pgn_end(&reader);
    }
}

/* Plies of a YAML game are exported as other programs read them, however they were written. */
static void plies_of_yaml_are_normalised(void **state)
{
    static const char *const ways[][2] = {{"0-0", "O-O"},    {"O-O", "O-O"}, {"e1g1", "O-O"},
                                          {"Ke1-g1", "O-O"}, {"o-o", "O-O"}, {"O-O!", "O-O"},
                                          {"0-0+?", "O-O"}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char yaml[500];
        snprintf(
            yaml, sizeof yaml,
            "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
            "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nresult: {score: '1-0'}\n"
            "moves: ['e2e4', 'e7-e5', 'nf3', 'Nc6', 'Bc4', 'Bc5', '%s']\n",
            ways[i][0]);
        struct record *record = record_of(yaml);
        char *written = pgn_write(record);
        if (!strstr(written, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0") || strstr(written, "%cc"))
            fail_msg("%s: %s", ways[i][0], written);
        free(written);
        record_free(record);
    }
}

/* Each game of a file is read in the charset that it appears to have, or all in the one
 * requested. */
static void charsets_are_detected_for_each_game(void **state)
{
    static const struct {
        const char *bytes, *text, *charset, *asked; /* asked NULL: to be detected */
    } rows[] = {
        {"\x8Aimi\xE6", "\xC5\xA0imi\xC4\x87", "CP1250", NULL},
        {"Mla\xE8"
         "ak, \xD0or\xF0"
         "e",
         "Mla\xC4\x8D"
         "ak, \xC4\x90or\xC4\x91"
         "e",
         "CP1250", NULL},
        {"Kova\xE8"
         "evi\xE6",
         "Kova\xC4\x8D"
         "evi\xC4\x87",
         "CP1250", NULL},
        {"Dvo\xF8\xE1k", "Dvo\xC5\x99\xC3\xA1k", "CP1250", NULL},
        {"Wojtaszek Rados\xB3"
         "aw",
         "Wojtaszek Rados\xC5\x82"
         "aw",
         "CP1250", NULL},
        {"\xA9imi\xE6", "\xC5\xA0imi\xC4\x87", "ISO-8859-2", NULL},
        {"D\xB1"
         "browski",
         "D\xC4\x85"
         "browski",
         "ISO-8859-2", NULL},
        {"\xCA\xE0\xF0\xEF\xEE\xE2", "\xD0\x9A\xD0\xB0\xD1\x80\xD0\xBF\xD0\xBE\xD0\xB2", "CP1251",
         NULL},
        {"\xEB\xC1\xD2\xD0\xCF\xD7", "\xD0\x9A\xD0\xB0\xD1\x80\xD0\xBF\xD0\xBE\xD0\xB2", "KOI8-R",
         NULL},
        {"M\xFCller", "M\xC3\xBCller", "CP1252", NULL},
        {"Th\xE9r\xE8se", "Th\xC3\xA9r\xC3\xA8se", "CP1252", NULL},
        {"S\xF8rensen", "S\xC3\xB8rensen", "CP1252", NULL},
        {"Mu\xF1oz", "Mu\xC3\xB1oz", "CP1252", NULL},
        {"Andr\x82", "Andr\xC3\xA9", "CP850", NULL},
        {"\xC5\xA0imi\xC4\x87", "\xC5\xA0imi\xC4\x87", "UTF-8", NULL},
        {"Gro\xDF \xC5\xA0imi\xC4\x87", "Gro\xC3\x9F \xC5\xA0imi\xC4\x87", "UTF-8 and CP1252",
         NULL},
        {"plain", "plain", "UTF-8", NULL},
        {"\xE8", "\xC4\x8D", "CP1250", "CP1250"},
        {"\xE8", "\xC4\x8D", "ISO-8859-2", "latin2"},
        {"\xE8", "\xD0\xB8", "CP1251", "windows-1251"},
        {"\xE8", "\xD0\xA5", "KOI8-R", "koi8-r"},
        {"\xE8", "\xC3\xA8", "CP1252", "cp1252"},
        {"\x8A", "\xC3\xA8", "CP850", "CP850"},
        {"\xE6", "\xC5\xA0", "CP852", "cp852"},
        {"\x8A", "\xD0\x9A", "CP866", "CP866"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    char bytes[ROWS * 80] = "";
    struct pgn_stretches stretches = {0};
    (void)state;
    for (int together = 0; together < 2; together++)
        for (int i = 0; i < ROWS; i++) {
            size_t length, used = 0, n = 0;
            const char *charset;
            if (together && (i > 0 || rows[i].asked))
                break;
            for (int k = together ? 0 : i; together ? k < ROWS && !rows[k].asked : k == i; k++)
                text_add(bytes, sizeof bytes, &used, "[White \"%s\"]\r\n\r\n1. e4 *\r\n\r\n",
                         rows[k].bytes);
            struct pgn_survey survey = {0};
            pgn_survey_add(&survey, bytes, used);
            charset = pgn_survey_end(&survey, rows[i].asked);
            char *text = pgn_recode(bytes, used, charset, pgn_charset_asked(rows[i].asked), &length,
                                    &stretches),
                 *at = text;
            for (int k = together ? 0 : i; together ? k < ROWS && !rows[k].asked : k == i;
                 k++, n++) {
                char wanted[100];
                snprintf(wanted, sizeof wanted, "[White \"%s\"]\n\n1. e4 *\n\n", rows[k].text);
                if (strncmp(at, wanted, strlen(wanted)) != 0)
                    fail_msg("game %d: '%.60s' is not '%s'", k, at, wanted);
                const char *own = pgn_stretch_charset(&stretches, (size_t)(at - text));
                /* If nothing in the game decides, the other games of the file do */
                if (!together && strcmp(own, rows[k].charset) != 0)
                    fail_msg("game %d, %s: %s", k, wanted, own);
                /* Each place in the text corresponds to one of the bytes. */
                size_t place = pgn_recoded(bytes, used, &stretches, 0, 0, (size_t)(at - text));
                assert_int_equal(strncmp(bytes + place, "[White ", 7), 0);
                at += strlen(wanted);
            }
            assert_int_equal(at - text, length);
            free(text);
        }
    free(stretches.v);
    assert_null(pgn_charset_named("klingon"));
    assert_false(pgn_charset_asked("utf-8"));
}

/* Unreadable text may end within a comment: after writing it, the comment must not swallow the
 * result. */
static void unreadable_text_with_an_open_comment_is_kept(void **state)
{
    (void)state;
    struct record *record = first_game("1.e4e5 2.O-O-O 0-0 Z0 -- {unclosed (");
    char *once = pgn_write(record);
    struct record *again = first_game(once);
    char *twice = pgn_write(again);
    assert_string_equal(record->unparsed, "2.O-O-O 0-0 Z0 -- {unclosed (");
    assert_string_equal(again->unparsed, record->unparsed);
    assert_string_equal(once, twice);
    free(once);
    free(twice);
    record_free(record);
    record_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charsets_are_detected_for_each_game),
        cmocka_unit_test(unknown_words_do_not_end_a_game),
        cmocka_unit_test(plies_are_found_within_words),
        cmocka_unit_test(glyphs_have_their_numbers),
        cmocka_unit_test(results_end_the_game_only),
        cmocka_unit_test(the_starts_of_games_are_found),
        cmocka_unit_test(games_that_are_only_headers_are_games),
        cmocka_unit_test(tags_are_read_in_every_form),
        cmocka_unit_test(dates_are_understood_and_kept),
        cmocka_unit_test(no_tag_is_written_twice),
        cmocka_unit_test(values_are_understood_and_kept),
        cmocka_unit_test(a_changed_value_is_written),
        cmocka_unit_test(commands_stay_where_they_are),
        cmocka_unit_test(unknown_marks_do_not_spoil_others),
        cmocka_unit_test(positions_are_corrected_or_reported),
        cmocka_unit_test(plies_of_yaml_are_normalised),
        cmocka_unit_test(unreadable_text_with_an_open_comment_is_kept),
    };
    return cmocka_run_group_tests_name("pgn wild", tests, NULL, NULL);
}
