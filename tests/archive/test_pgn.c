/* test_pgn.c - reading PGN: texts as people really write them, and the records they become. */
#include "tests/support/pgn_texts.h"

#include "archive/replay/replay.h"

#include <utf8proc.h>

/* What a text must become: numbers of main plies, all plies, comments, variations, broken plies,
 * NAGs. */
static void loosely_written_texts_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int main_plies, plies, comments, variations, nags, broken;
    } expected[] = {
        {"1. e4 e5 2. Nf3 *", 3, 3, 0, 0, 0, 0},
        {"1. e4! c5?! 2. Nf3!? $14 d6?? *", 4, 4, 0, 0, 5, 0},
        {"1. e4 (1. d4 d5) (1. c4) 1... e5 (1... c5) {between} 2. Nf3 *", 3, 7, 1, 3, 0, 0},
        {"1. e4 {a} {b} e5 ; c\n2. Nf3 *", 3, 3, 3, 0, 0, 0},
        {"1. e4 e5 2. Qh5 Ke7 3. Qxe8# *", 5, 5, 0, 0, 0, 1},
        {"1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *", 6, 6, 0, 0, 0, 0},
        {"1. d4 {(} d5 {)} 2. c4 {1-0} *", 3, 3, 3, 0, 0, 0},
        {"1.e4e5", 1, 1, 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct record *record = first_game(expected[i].text);
        struct record_counts counts;
        record_count(record, &counts);
        if (counts.main_plies != expected[i].main_plies || counts.plies != expected[i].plies ||
            counts.comments != expected[i].comments ||
            counts.variations != expected[i].variations || counts.nags != expected[i].nags ||
            counts.broken != expected[i].broken)
            fail_msg(
                "'%s': %d main plies, %d plies, %d comments, %d variations, %d nags, %d broken",
                expected[i].text, counts.main_plies, counts.plies, counts.comments,
                counts.variations, counts.nags, counts.broken);
        record_free(record);
    }
}

/* A game of three may end with a result, too: as the tag says, or as known without one. */
static void results_of_three_player_games_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *last, *score, *other; /* other: the value of the tag */
    } rows[] = {{"[Result \"1-0-0\"]\n", "1-0-0", "1-0-0", NULL},
                {"", "0-1-0", "0-1-0", NULL},
                {"[Result \"*\"]\n", "0-0-1", "0-0-1", NULL},
                {"", "1/2-1/2-0", "1/2-1/2-0", NULL},
                {"", "1/2-0-1/2", "1/2-0-1/2", NULL},
                {"", "0-1/2-1/2", "0-1/2-1/2", NULL},
                {"[Result \"1-0-0\"]\n", "1/2-1/2-1/2", "1/2-1/2-1/2", "1-0-0"},
                {"[Result \"0-0-1\"]\n", "*", "0-0-1", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        struct record_counts counts;
        snprintf(text, sizeof text,
                 "[Variant \"triangle-corners-3\"]\n%s\n1. f3 .. k4 .. Nxk4 2. e4 %s\n",
                 rows[i].tag, rows[i].last);
        struct record *record = first_game(text);
        record_count(record, &counts);
        assert_int_equal(counts.main_plies, 4);
        assert_int_equal(counts.broken, 0);
        assert_string_equal(record_text(record, "result.score"), rows[i].score);
        const struct value *headers = value_at(&record->head, "headers");
        assert_true(!headers == !rows[i].other);
        if (headers)
            assert_string_equal(value_text(&headers->entry[0].value, "value"), rows[i].other);
        record_free(record);
    }
}

/* A variation belongs to the ply it replaces, wherever it was written. */
static void variations_find_their_ply(void **state)
{
    (void)state;
    struct record *record =
        first_game("1. e4 e5 (2. d4 exd4) 2. Nf3 Nc6 (2... d6) (3. d4) 3. Bb5 (4. Ba4) *");
    const struct line *moves = &record->moves;
    assert_int_equal(moves->n, 5);
    assert_null(moves->v[1].notes); /* e5: nothing replaces it */
    assert_string_equal(moves->v[2].notes->alts.v[0].v[0].text, "d4");
    assert_string_equal(moves->v[3].notes->alts.v[0].v[0].text, "d6");
    /* Before 3. Bb5, by its number */
    assert_string_equal(moves->v[4].notes->alts.v[0].v[0].text, "d4");
    assert_int_equal(moves->v[4].notes->alts.n, 2); /* 4. Ba4 fits nowhere and is kept where it was
                                                     */
    assert_true(moves->v[4].notes->alts.v[1].v[0].notes->broken);
    record_free(record);
    record = first_game("1. e4 e5 2. Nf3 Nc6 (2. f4 exf4) 3. Bb5 *"); /* one ply late */
    assert_null(record->moves.v[3].notes);
    assert_string_equal(record->moves.v[2].notes->alts.v[0].v[1].text, "exf4");
    record_free(record);
    record = first_game("1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6) *");
    assert_non_null(record->moves.then); /* there is no third move, so it continues the game */
    assert_string_equal(record->moves.then->v[0].v[0].text, "Bb5");
    record_free(record);
}

static void bracketed_commands_become_notes(void **state)
{
    (void)state;
    struct record *record = first_game(
        "1. e4 {[%clk 0:41:07] [%csl Gd4,Re5][%cal Be2e4] good [%tqu \"x\"]} e5 {[%eval -0.35,18]} *");
    const struct notes *notes = record->moves.v[0].notes;
    assert_string_equal(notes->clk, "0:41:07");
    assert_int_equal(notes->marks.n, 3);
    assert_string_equal(notes->marks.v[0].at, "d4");
    assert_string_equal(notes->marks.v[0].color, "green");
    assert_string_equal(notes->marks.v[2].to, "e4");
    assert_string_equal(notes->comments.v[0].text, "good");
    const struct value *commands = value_at(&notes->other, "commands");
    assert_int_equal(commands->n, 1);
    assert_string_equal(commands->entry[0].value.text, "[%tqu \"x\"]");
    const struct value *eval = value_at(&record->moves.v[1].notes->other, "eval");
    assert_string_equal(value_text(eval, "cp"), "-35");
    assert_string_equal(value_text(eval, "depth"), "18");
    record_free(record);
}

/* Plies are stored in standard notation whatever came in; text that is not a ply is kept as it
 * was. */
static void plies_are_standard(void **state)
{
    (void)state;
    struct record *record =
        first_game("1. e2-e4 e7e5 2. Ng1f3 nc6 3. Bf1-b5 a6 4. bxc6 dc6 5. 0-0 *");
    static const char *const expected[] = {"e4", "e5",   "Nf3",  "Nc6", "Bb5",
                                           "a6", "Bxc6", "dxc6", "O-O"};
    assert_int_equal(record->moves.n, 9);
    for (int i = 0; i < 9; i++)
        assert_string_equal(record->moves.v[i].text, expected[i]);
    record_free(record);
    record = first_game("1. e4 e5 2. Ke3 Nf6 {lost} 3. d4 *");
    assert_int_equal(record->moves.n, 3);
    assert_string_equal(record->moves.v[2].text, "Ke3");
    assert_string_equal(record->unparsed, "Nf6 {lost} 3. d4");
    record_free(record);
}

/* A game stored in long notation, as live games are, is exported as other programs read it,
 * including its variations. */
static void long_notation_is_exported_as_standard(void **state)
{
    static const char *const plies[] = {"Pd2-d4", "Pd7-d5", "Ng1-f3", "Ng8-f6",
                                        "Nb1-d2", "Pd5xd4", "Pe2-e4"};
    struct record *record = record_new("classical");
    (void)state;
    record->notation = NOTATION_LONG;
    for (int i = 0; i < 7; i++)
        line_append(&record->moves, plies[i]);
    struct line *line = lines_append(&node_notes(&record->moves.v[2])->alts);
    line_append(line, "--");
    line_append(line, "Pe7-e5");
    line_append(line, "Pd4xe5");
    line = lines_append(line_then(&record->moves.v[2].notes->alts.v[0]));
    line_append(line, "Ke8-e7");
    line = lines_append(&node_notes(&record->moves.v[4])->alts);
    line_append(line, "Nf3-d2");
    char *text = pgn_write(record);
    /* Both Knights reach d2. No Pawn captures straight ahead: from there on the text stays as it
     * is. */
    for (char *feed = text; (feed = strchr(feed, '\n'));)
        *feed = ' '; /* line folding does not matter here */
    assert_non_null(strstr(
        text, " 1. d4 d5 2. Nf3 ( 2. -- e5 3. dxe5 ( {[%cc.then] } 3... Ke7)) 2... Nf6 3. Nbd2 "
              "( 3. Nfd2) 3... Pd5xd4 4. Pe2-e4 * "));
    free(text);
    record_free(record);
}

static void headers_are_stored_in_their_fields(void **state)
{
    (void)state;
    struct record *record =
        first_game("[Event \"E\"]\n[Date \"1921.??.??\"]\n[White \"W\"]\n[WhiteElo \"2600\"]\n"
                   "[BlackElo \"\"]\n[Foo \"bar\"]\n[Foo \"baz\"]\n[Result \"1/2-1/2\"]\n\n*");
    assert_string_equal(record_text(record, "event.name"), "E");
    assert_string_equal(record_text(record, "event.date"), "1921-??"
                                                           "-??");
    assert_string_equal(record_text(record, "event.site"), ""); /* unknown values are not stored */
    assert_string_equal(record_player(record, 'w'), "W");
    assert_string_equal(record_player(record, 'b'), "?");
    assert_string_equal(record_text(record, "result.points.w"), "0.5");
    const struct value *headers = value_at(&record->head, "headers");
    assert_int_equal(headers->n, 3);
    assert_string_equal(value_text(&headers->entry[0].value, "name"), "BlackElo");
    assert_string_equal(value_text(&headers->entry[2].value, "value"), "baz");
    record_free(record);
}

/* Tags without quotes belong to their game, wherever among the tags they are. A bracket in a
 * comment is not a tag, nor is a ply with brackets on a line of its own in the variants that have
 * such plies. */
static void tags_may_lack_quotes(void **state)
{
    (void)state;
    static const char text[] =
        "[White \"A\"]\n[Annotator]\n[Opening Ruy Lopez ]\n[Black \"B\"]\n\n1. e4 {see\n\n[Diagram]\nbelow} e5 *\n\n"
        "[Foo]\n[Event \"second\"]\n\n1. d4 *\n";
    struct pgn_reader reader;
    pgn_begin(&reader, text, strlen(text));
    struct record *record = pgn_next(&reader);
    assert_string_equal(record_player(record, 'w'), "A");
    assert_string_equal(record_player(record, 'b'), "B");
    assert_int_equal(record->moves.n, 2);
    assert_string_equal(record_text(record, "opening.name"), "Ruy Lopez");
    assert_non_null(strstr(record->moves.v[0].notes->comments.v[0].text, "[Diagram]"));
    record_free(record);
    record = pgn_next(&reader);
    assert_string_equal(record_text(record, "event.name"), "second");
    assert_int_equal(record->moves.n, 1);
    assert_null(record->unparsed);
    record_free(record);
    assert_null(pgn_next(&reader));
    pgn_end(&reader);
    /* Not a legal ply, but not a tag, either */
    record = first_game("[Variant \"one\"]\n\n1.\n[Pa1-b2]\n*\n");
    assert_string_equal(record->moves.v[0].text, "[Pa1-b2]");
    record_free(record);
}

/* Names and values of every length are read whole; one that never ends is read to the end of its
 * line. */
static void tags_of_every_length_are_read(void **state)
{
    (void)state;
    enum { MOST = 600 };
    for (int length = 1; length <= MOST; length++) {
        char name[MOST + 1], value[MOST + 1], text[2 * MOST + 100];
        memset(name, 'N', (size_t)length);
        memset(value, 'v', (size_t)length);
        name[length] = value[length] = '\0';
        for (int closed = 0; closed < 2; closed++) {
            snprintf(text, sizeof text, "[%s \"%s%s\n[Site \"Zagreb\"]\n\n1. e4 *\n", name, value,
                     closed ? "\"]" : "");
            struct record *record = first_game(text);
            const struct value *headers = value_at(&record->head, "headers");
            assert_true(headers && headers->n == 1);
            assert_string_equal(value_text(&headers->entry[0].value, "name"), name);
            assert_string_equal(value_text(&headers->entry[0].value, "value"), value);
            assert_string_equal(record_text(record, "event.site"), "Zagreb");
            record_free(record);
        }
    }
}

/* Passing shows a threat: it is a ply like others, in every notation, but not in check. */
static void passing_is_a_ply(void **state)
{
    (void)state;
    struct record *record = first_game("1. e4 -- 2. d4 (2. Z0 e5 3. @@@@ d5) e5 3. null d5 *");
    assert_int_equal(record->moves.n, 6);
    for (int i = 0; i < 6; i++)
        assert_false(record->moves.v[i].notes && record->moves.v[i].notes->broken);
    assert_string_equal(record->moves.v[1].text, "--");
    assert_string_equal(record->moves.v[4].text, "--");
    assert_string_equal(record->moves.v[2].notes->alts.v[0].v[2].text, "--");
    assert_int_equal(replay_check(record, NULL, NULL), 0);
    record_free(record);
    record = first_game("1. e4 f6 2. Qh5+ -- 3. d4 *");
    assert_true(record->moves.v[3].notes->broken);
    assert_int_equal(record->moves.n, 5);
    record_free(record);
    record = first_game("[Variant \"turning-chess\"]\n\n1. e2-e3 -- 2. d2-d3 *");
    assert_int_equal(record->moves.n, 3);
    assert_int_equal(replay_check(record, NULL, NULL), 0);
    record_free(record);
}

/* Depth 100 is kept, anything deeper stays text; a million parentheses neither slow the reader down
 * nor crash it. */
static void nesting_is_limited(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    char *text = memory_new(DEEP + 64, 1);
    strcpy(text, "1. e4 ");
    memset(text + 6, '(', DEEP);
    struct record *record = first_game(text);
    assert_int_equal(record->moves.n, 1);
    assert_non_null(record->unparsed);
    record_free(record);
    free(text);
}

/* R14, R20: what was read at a limit and beyond it is a game that an archive accepts. The caller
 * frees it. */
static struct record *accepted_game(const char *before, const char *repeated, int times,
                                    const char *end)
{
    struct yaml_text text = {0};
    struct record *again;
    struct place place;
    struct note why;
    yaml_text_add(&text, before, strlen(before));
    for (int i = 0; i < times; i++)
        yaml_text_add(&text, repeated, strlen(repeated));
    yaml_text_add(&text, end, strlen(end) + 1);
    struct record *record = first_game(text.v);
    record->rev = 1;
    char *written = yaml_of(record);
    if (record_read(written, strlen(written), 1, NULL, &again, &place, &why) < 0)
        fail_msg("%.20s, %d times '%.20s': line %d: %s", before, times, repeated, place.line,
                 why.text);
    record_free(again);
    free(written);
    yaml_text_clear(&text);
    return record;
}

static void the_depth_of_variations_is_limited(void **state)
{
    (void)state;
    for (int depth = VARIATION_DEPTH_MAX - 1; depth <= VARIATION_DEPTH_MAX + 1; depth++) {
        struct record *record = accepted_game("1. e4 ", "(1. e4 ", depth, "");
        const struct line *line = &record->moves;
        int kept = 0;
        for (; line->v[0].notes && line->v[0].notes->alts.n; kept++)
            line = &line->v[0].notes->alts.v[0];
        assert_int_equal(kept, depth < VARIATION_DEPTH_MAX ? depth : VARIATION_DEPTH_MAX);
        assert_int_equal(record->unparsed != NULL, depth > VARIATION_DEPTH_MAX);
        record_free(record);
    }
    /* Variations beside or after each other are not deep. */
    record_free(accepted_game("1. e4 ", "(1. d4) ", VARIATION_DEPTH_MAX + 1, ""));
    record_free(accepted_game("", "Nf3 (e4) Nf6 (e5) Ng1 (a3) Ng8 (a6) ", VARIATION_DEPTH_MAX, ""));
}

static void the_number_of_marks_is_limited(void **state)
{
    enum { MOST = 256 };
    (void)state;
    for (int n = MOST; n <= MOST + 1; n++) {
        struct record *record = accepted_game("1. e4 {[%csl Ga1", ",Gb1", n - 1, "]} *");
        const struct notes *notes = record->moves.v[0].notes;
        /* All of them, or the command as text */
        assert_int_equal(notes->marks.n, n > MOST ? 0 : MOST);
        assert_int_equal(value_at(&notes->other, "commands") ? 1 : 0, n > MOST);
        record_free(record);
        static const char *const commands[] = {"[%csl Ga1]", "[%cc.mark as=\"square\" at=\"b1\"]"};
        for (int i = 0; i < 2; i++) {
            record = accepted_game("1. e4 {", commands[i], n, "} *");
            notes = record->moves.v[0].notes;
            assert_int_equal(notes->marks.n, MOST);
            assert_int_equal(value_at(&notes->other, "commands") ? 1 : 0, n > MOST);
            record_free(record);
        }
    }
}

static void the_length_of_texts_is_limited(void **state)
{
    enum { COMMENT = 60000, VALUE = 65535 };
    (void)state;
    for (int n = COMMENT - 2; n <= COMMENT; n++) {
        /* Its two bytes are not separated */
        struct record *record = accepted_game("1. e4 {", "x", n, "\xC3\xA9} *");
        const struct comments *comments = &record->moves.v[0].notes->comments;
        int pieces = n + 2 > COMMENT ? 2 : 1;
        assert_int_equal(comments->n, pieces);
        const char *first = comments->v[0].text, *last = comments->v[pieces - 1].text;
        assert_int_equal(strlen(first) + (pieces > 1 ? strlen(last) : 0), n + 2);
        assert_string_equal(
            last + strlen(last) - (pieces > 1 && n == COMMENT - 1 ? strlen(last) : 2), "\xC3\xA9");
        record_free(record);
    }
    for (int n = VALUE - 1; n <= VALUE + 1; n++) {
        struct record *record = accepted_game("[Own \"", "x", n, "\"]\n\n1. e4 *");
        const struct value *headers = value_at(&record->head, "headers");
        assert_int_equal(headers->n, 1);
        assert_int_equal(strlen(value_text(&headers->entry[0].value, "value")),
                         n < VALUE ? n : VALUE);
        record_free(record);
    }
}

static void charsets_are_detected(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *charset, *text;
    } expected[] = {
        {"M\xC3\xBCller", "UTF-8", "M\xC3\xBCller"},
        {"\xEF\xBB\xBFplain", "UTF-8", "plain"},
        {"M\xFCller", "CP1252", "M\xC3\xBCller"},
        {"Andr\x82 x", "CP850", "Andr\xC3\xA9 x"},
        {"B\x94hm", "CP850", "B\xC3\xB6hm"},
        {"\x93quoted\x94 text", "CP1252", "\xE2\x80\x9Cquoted\xE2\x80\x9D text"},
        {"it\x92s", "CP1252", "it\xE2\x80\x99s"},
        {"a\r\nb\rc", "UTF-8", "a\nb\nc"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *charset;
        size_t length;
        char *text =
            pgn_to_utf8(expected[i].bytes, strlen(expected[i].bytes), NULL, &charset, &length);
        assert_string_equal(charset, expected[i].charset);
        assert_string_equal(text, expected[i].text);
        assert_int_equal(length, strlen(expected[i].text));
        free(text);
        /* Reading in portions gives the same. */
        for (size_t portion = 1; portion < 40; portion++) {
            struct pgn_survey survey = {0};
            size_t size = strlen(expected[i].bytes),
                   at = pgn_byte_order_mark(expected[i].bytes, size);
            for (; at < size; at += portion)
                pgn_survey_add(&survey, expected[i].bytes + at,
                               size - at < portion ? size - at : portion);
            assert_string_equal(pgn_survey_end(&survey, NULL), expected[i].charset);
        }
    }
}

/* UTF-8 is recognized by the same rules as everywhere else: all sequences of two to four bytes,
 * compared with utf8proc. */
static void utf8_is_recognized_as_utf8proc_does(void **state)
{
    static const unsigned char seconds[] = {0,    'e',  0x7F, 0x80, 0x8F, 0x90,
                                            0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xFF};
    enum { SECONDS = sizeof seconds };
    (void)state;
    for (int first = 0; first < 256; first++)
        for (int i = 0; i < SECONDS * SECONDS * SECONDS; i++) {
            const unsigned char bytes[] = {(unsigned char)first, seconds[i % SECONDS],
                                           seconds[i / SECONDS % SECONDS],
                                           seconds[i / SECONDS / SECONDS]};
            struct pgn_survey survey = {0};
            utf8proc_int32_t character;
            utf8proc_ssize_t at = 0, n = 1;
            for (; at < 4 && n > 0; at += n)
                n = utf8proc_iterate(bytes + at, 4 - at, &character);
            pgn_survey_add(&survey, (const char *)bytes, 4);
            if ((strcmp(pgn_survey_end(&survey, NULL), "UTF-8") == 0) != (n > 0))
                fail_msg("%02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
        }
}

/* Evaluations that [%eval] cannot express, or that would be read differently, are exported as YAML,
 * and only so. */
static void unusual_evaluations_survive_export(void **state)
{
    (void)state;
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
        "players:\n- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nresult: {score: '*'}\nmoves:\n"
        "- m: 'e4'\n  eval: {depth: 12}\n"
        "- m: 'e5'\n  eval: {cp: 262, depth: 0}\n"
        "- m: 'Nf3'\n  eval: {cp: -2147483648, depth: 7}\n"
        "- m: 'Nc6'\n  eval: {mate: -1, depth: 0}\n"
        "- m: 'Bb5'\n  eval: {by: 'ana'}\n"
        "- m: 'a6'\n  eval: {cp: 0, mate: 3, depth: 54321}\n";
    struct record *record = record_of(text);
    char *written = pgn_write(record), *before = yaml_of(record);
    struct record *again = first_game(written);
    char *after = yaml_of(again);
    assert_string_equal(strstr(before, "moves:"), strstr(after, "moves:"));
    assert_non_null(strstr(written, "[%eval 2.62,0]"));
    free(written);
    free(before);
    free(after);
    record_free(record);
    record_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_three_player_games_are_read),
        cmocka_unit_test(loosely_written_texts_are_understood),
        cmocka_unit_test(variations_find_their_ply),
        cmocka_unit_test(bracketed_commands_become_notes),
        cmocka_unit_test(plies_are_standard),
        cmocka_unit_test(long_notation_is_exported_as_standard),
        cmocka_unit_test(headers_are_stored_in_their_fields),
        cmocka_unit_test(tags_may_lack_quotes),
        cmocka_unit_test(tags_of_every_length_are_read),
        cmocka_unit_test(passing_is_a_ply),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(the_depth_of_variations_is_limited),
        cmocka_unit_test(the_number_of_marks_is_limited),
        cmocka_unit_test(the_length_of_texts_is_limited),
        cmocka_unit_test(charsets_are_detected),
        cmocka_unit_test(utf8_is_recognized_as_utf8proc_does),
        cmocka_unit_test(unusual_evaluations_survive_export),
    };
    return cmocka_run_group_tests_name("pgn", tests, NULL, NULL);
}
