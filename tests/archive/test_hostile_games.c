/* test_hostile_games.c - malicious positions, plies and PGN. docs/robustness.md has the list; YAML
 * is in test_hostile.c, files in test_hostile_files.c, journals in test_journal.c, indexes in
 * test_index.c, terminals and commands in tests/hostile.test. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/pgn/pgn.h"
#include "archive/record/record.h"
#include "archive/replay/replay.h"
#include "core/game.h"
#include "core/draft.h"
#include "core/position_text.h"
#include "core/enumerate.h"

#include <time.h>

/* A board of 25 ranks with only the Kings. */
#define FIVE_RANKS "25/25/25/25/25/"
#define ODD_ONE_KINGS "k24/" FIVE_RANKS FIVE_RANKS FIVE_RANKS FIVE_RANKS "25/25/25/24K"

static struct ruleset *must_know(const char *variant)
{
    struct ruleset *rules;
    struct note why;
    if (ruleset_open(&rules, variant, NULL, 0, &why) < 0)
        fail_msg("%s: %s", variant, why.text);
    return rules;
}

static char *repeat(const char *text, int times)
{
    size_t length = strlen(text);
    char *all = memory_new(length * (size_t)times + 1, 1);
    for (int i = 0; i < times; i++)
        memcpy(all + length * (size_t)i, text, length);
    return all;
}

/* ---------------------------------------------------------------- positions */

static void read_position(const char *variant, const char *text, const char *says)
{
    struct ruleset *rules = must_know(variant);
    struct position position;
    struct note why = {{0}, -1};
    int result = rules->rules->read(rules, text, &position, &why);
    if (result >= 0 || !strstr(why.text, says))
        fail_msg("%s '%.80s': '%s' does not say '%s'", variant, text,
                 result < 0 ? why.text : "nothing", says);
    ruleset_free(rules);
}

static void positions_are_refused_in_a_sentence(void **state)
{
    static const struct {
        const char *variant, *text, *says;
    } rows[] = {
        {"classical", "", "lacks a placement"},
        {"classical", "1000000000/8/8/8/8/8/8/8 w - - 0 1", "too many cells"},
        {"classical", "99999999999999999999999/8/8/8/8/8/8/8 w - - 0 1", "too many cells"},
        {"mirandas-veil", "16/16/2147483648/16/16/16/16/16/16/16/16/16/16/16/16/16 w - - 0 1",
         "too many cells"},
        {"triangle-corners-3", "1/3/5/7/9/11/13/99999999999999999999 w - - 0 1", "too many cells"},
        {"classical", "k7/8/8/8/8/8/K7 w - - 0 1", "has 7 ranks"},
        {"classical", "k7/8/8/8/8/8/8/8/K7 w - - 0 1", "only 8 ranks"},
        {"classical", "8/8/8/8/8/8/8/8 w - - 0 1", "White has no King"},
        {"classical", "kkkkk3/8/8/8/8/8/8/K7 w - - 0 1", "Black has 5 Kings"},
        {"classical", "k7/8/8/8/8/8/8/K'7 w - - 0 1", "no third player"},
        {"classical", "k7/8/8/8/8/8/8/K7 r - - 0 1", "side to move"},
        {"classical", "k7/8/8/8/8/8/8/K7 w - z9 0 1", "en passant"},
        /* no Pawn starts so high up, goes so far, or is behind its first rank */
        {"mirandas-veil", "8k7/pP14/16/16/16/16/16/16/16/16/16/16/16/16/16/8K7 w - a16 0 1",
         "en passant"},
        {"mirandas-veil",
         "8k7/16/16/16/16/16/16/16/p15/16/16/16/16/16/16/8K7 w - a14a13a12a11a10a9 0 1",
         "en passant"},
        {"mirandas-veil", "8k7/16/16/16/16/16/p15/16/16/16/16/16/16/16/16/8K7 w - a12a11 0 1",
         "en passant"},
        {"odd-one", ODD_ONE_KINGS "[Q] w - - 0 1", "no Queen in Odd One"},
        {"classical", "k7/8/8/8/8/8/8/K7 w - - 99999999999 1", "at most 9 digits"},
        {"turning-chess", "r(xx)7/8/8/8/8/8/8/K7 w - - 0 1", "a facing is one of"},
        {"turning-chess", "r(n7/8/8/8/8/8/8/K7 w - - 0 1", "not closed"},
        {"turning-chess", "r)7/8/8/8/8/8/8/K7 w - - 0 1", "not a piece"},
        {"turnover", "[k1k1k1k1/8/8/8/8/8/8/K7 w - - 0 1", "too few cells"},
        {"turnover", "k1k1k1k1/8/8/8/8/8/8/Q7 w - - 0 1", "not a piece"},
        {"triangle-corners-3", "1/3/5/7/9/11/13/K''14 w - - 0 1", "not a piece"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        read_position(rows[i].variant, rows[i].text, rows[i].says);
}

static int play_it(const struct ply *ply, void *argument)
{
    struct position *position = argument, before = *position;
    ply_play(&before, ply, position);
    return 1;
}

/* Counters at the largest number that a text may have, then more plies: the reader accepts what the
 * writer wrote. */
static void counters_stop_at_a_readable_number(void **state)
{
    static const struct limits one = {.cascade = 1};
    const struct variant *variant;
    (void)state;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++) {
        struct ruleset *rules = must_know(
            !strcmp(variant->id, "custom") ? "custom:size=7;ranks=KAWTAWT/PPPPPPP" : variant->id);
        struct position position, again;
        char text[POSITION_TEXT_MAX + 1], more[POSITION_TEXT_MAX + 1];
        struct note why;
        rules->rules->setup(rules, &position);
        position.halfmove = position.fullmove = 999999999;
        for (int plies = 0; plies < 7; plies++) {
            rules->rules->write(&position, text, sizeof text);
            if (rules->rules->read(rules, text, &again, &why) < 0)
                fail_msg("%s: %s: %s", variant->id, text, why.text);
            rules->rules->write(&again, more, sizeof more);
            assert_string_equal(text, more);
            search_plies(&position, &one, play_it, &position);
        }
        assert_non_null(strstr(text, "999999999"));
        ruleset_free(rules);
    }
}

static void the_number_of_pieces_in_hand_is_limited(void **state)
{
    struct ruleset *rules = must_know("one");
    struct position start;
    char text[1000], *queens = repeat("Q", 1000000);
    struct note why = {{0}, -1};
    (void)state;
    rules->rules->setup(rules, &start);
    rules->rules->write(&start, text, sizeof text);
    const char *at = strstr(text, "[]");
    size_t room = 1000000 + sizeof text;
    char *whole = memory_new(room, 1);
    assert_non_null(at);
    static const struct {
        const char *hand, *says;
    } rows[] = {{"[", "ends with ']'"},
                {"[1000000Q]", "cannot be a captured piece"},
                {"[Q1000000]", "cannot be a captured"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(whole, room, "%.*s%s%s", (int)(at - text), text, rows[i].hand, at + 2);
        read_position("one", whole, rows[i].says);
    }
    snprintf(whole, room, "%.*s[%s]%s", (int)(at - text), text, queens, at + 2);
    if (rules->rules->read(rules, whole, &start, &why) >= 0)
        fail_msg("a million captured Queens are read");
    assert_true(why.text[0]);
    free(whole);
    free(queens);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- plies */

static void refuse_ply(const char *variant, const char *text)
{
    struct ruleset *rules = must_know(variant);
    struct position start;
    struct ply ply = {0};
    struct note why = {{0}, -1};
    rules->rules->setup(rules, &start);
    if (rules->rules->parse(&start, text, &ply, &why) >= 0)
        fail_msg("%s: '%.80s' is read as a ply", variant, text);
    assert_true(why.text[0]);
    for (const unsigned char *c = (const unsigned char *)why.text; *c; c++)
        if (*c < 0x20 || *c == 0x7F)
            fail_msg("%s '%.80s': a control character in '%s'", variant, text, why.text);
    ply_free(&ply);
    ruleset_free(rules);
}

/* In every family: cells off the board, brackets, signs without their pieces, escapes. */
static void plies_are_refused_in_a_sentence(void **state)
{
    static const char *const variants[] = {"classical",     "mirandas-veil", "one",
                                           "turning-chess", "turnover",      "triangle-corners-3"};
    static const char *const plies[] = {
        "",
        " ",
        "a0",
        "z99",
        "zz1",
        "a9999999999",
        "Nb1-z99",
        "Pe2-a0",
        "(",
        ")",
        "[",
        "]",
        "[[[",
        "][",
        "~",
        "~~~",
        "~Wa5",
        "Qa1~",
        "[]~[]",
        "@@@@",
        "Z0",
        "0-0-0-0",
        "e.p.",
        "K'",
        "P''",
        "=",
        "=Q",
        "&",
        "&&",
        "/",
        "K/",
        "{",
        "}",
        "{P}",
        "..",
        "a1..",
        "..a1",
        "%",
        "%%",
        ":",
        "-",
        "\033[2J",
        "\xc2\x9b"
        "2J",
        "\xff\xfe",
        "\xe2\x80\xae"
        "e4",
        "e4\n",
        "-rf",
        "$(ls)",
    };
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (size_t i = 0; i < sizeof plies / sizeof *plies; i++)
            refuse_ply(variants[v], plies[i]);
}

/* 4,096 bytes and a hundred thousand members: refused soon, without recursion. */
static void long_plies_are_refused(void **state)
{
    static const struct {
        const char *variant, *text;
        int times;
    } rows[] = {
        {"classical", "N", 4096},
        {"classical", "Nf3", 100000},
        {"mirandas-veil", "[Wa1-a2]~", 100000},
        {"mirandas-veil", "[", 100000},
        {"mirandas-veil", "Qa1~", 100000},
        {"one", "~", 100000},
        {"one", "a1..", 100000},
        {"turning-chess", "(r)", 100000},
        {"turnover", "/W", 100000},
        {"triangle-corners-3", "P'", 100000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = repeat(rows[i].text, rows[i].times);
        refuse_ply(rows[i].variant, text);
        free(text);
    }
}

/* ---------------------------------------------------------------- PGN */

/* A FEN longer than any position is kept among the unknown tags. */
static void a_position_too_long_is_kept_as_a_tag(void **state)
{
    (void)state;
    enum { LONG = 5000 };
    char text[LONG + 64];
    struct pgn_reader reader;
    struct yaml_text yaml = {0};
    struct record *again = NULL;
    struct note why = {0};
    snprintf(text, sizeof text, "[FEN \"%0*d\"]\n\n1. e4 *", LONG, 8);
    pgn_begin(&reader, text, strlen(text));
    struct record *record = pgn_next(&reader);
    assert_string_equal(record_text(record, "start.position"), "");
    record->rev = 1;
    record_write(record, &yaml);
    if (record_read(yaml.v, (size_t)yaml.n, 1, NULL, &again, NULL, &why) < 0)
        fail_msg("%s", why.text);
    const struct value *headers = value_at(&again->head, "headers");
    assert_int_equal(headers->n, 1);
    assert_int_equal(strlen(value_text(&headers->entry[0].value, "value")), LONG);
    pgn_end(&reader);
    yaml_text_clear(&yaml);
    record_free(record);
    record_free(again);
}

/* Every text is read. A row has the number of games, and of plies and broken plies in all. Each
 * game can be written as YAML and as PGN again. */
static void no_pgn_is_rejected(void **state)
{
    static const struct {
        const char *text;
        int games, plies, broken;
    } rows[] = {
        {"1. e4 {a {b} c} e5 *", 1, 2, 0}, /* braces do not nest: the comment ends at the first one,
                                              and c is one, too */
        {"} *", 1, 0, 0},
        /* A result and a header within comments */
        {"1. e4 {1-0} e5 {[Event \"x\"]} 2. Nf3 1-0", 1, 3, 0},
        {"[Event \"1-0\"]\n\n1. e4 1-0", 1, 1, 0},
        {"[Event]\n\n1. e4 *", 1, 1, 0}, /* a tag without a value is still a tag and does not start
                                            a game */
        {"[Event x]\n\n1. e4 *", 1, 1, 0}, /* the same without quotes */
        {"[Event \"never closed]\n\n1. e4 *", 1, 1, 0},
        {"[White \"A\"]\n[White \"B\"]\n\n1. e4 *", 1, 1, 0},
        {"[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *", 2, 2, 0}, /* no blank line */
        {"1. e4 \xEF\xBB\xBF"
         "e5 *",
         1, 2, 0}, /* a byte order mark in the middle */
        {"%\n% x\n1. e4 *\n%", 1, 1, 0},
        {"(1. e4) 1. d4 *", 1, 2, 0}, /* a variation of the first ply */
        {"1. e4 (1. d4 (1. c4 *", 1, 3, 0},
        {"1. e4 e5 2. Z0 *", 1, 3, 0}, /* passing is a ply, see docs/archive.md */
        {"1. @@@@ *", 1, 1, 0},
        {"1. e4 e5 2. -- *", 1, 3, 0},
        {"1. e4 f6 2. Qh5+ -- *", 1, 4, 1}, /* but not in check */
        /* If the board is unknown, no ply can be called broken. */
        {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", 1, 1, 0},
        {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", 1, 1, 0}, /* without SetUp */
        {"[Variant \"no such\"]\n\n1. e4 *", 1, 1, 0},
        /* Our own tags with values that no file of ours would have. */
        {"[CcStartName \"Lasker\"]\n[CcStartComment \"White wins\"]\n\n1. e4 *", 1, 1, 0},
        {"[WhiteCcClock \"an hour\"]\n\n1. e4 *", 1, 1, 0},
        {"[RedElo \"1500\"]\n\n1. e4 *", 1, 1, 0},
        {"[Variant \"Teams\"]\n[StartFen4 \"4PC\"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8 *", 1,
         4, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pgn_reader reader;
        int games = 0, plies = 0, broken = 0;
        pgn_begin(&reader, rows[i].text, strlen(rows[i].text));
        for (struct record *record; (record = pgn_next(&reader)); games++) {
            struct record_counts counts;
            struct yaml_text yaml = {0};
            struct record *again = NULL;
            struct note why = {0};
            record_count(record, &counts);
            plies += counts.plies;
            broken += counts.broken;
            record->rev = 1; /* as saving does */
            record_write(record, &yaml);
            if (record_read(yaml.v, (size_t)yaml.n, 1, NULL, &again, NULL, &why) < 0)
                fail_msg("row %d: %s\n%s", (int)i, why.text, yaml.v);
            free(pgn_write(again));
            record_free(again);
            yaml_text_clear(&yaml);
            record_free(record);
        }
        pgn_end(&reader);
        if (games != rows[i].games || plies != rows[i].plies || broken != rows[i].broken)
            fail_msg("row %d, '%s': %d games, %d plies, %d broken", (int)i, rows[i].text, games,
                     plies, broken);
    }
}

/* Large files end soon, with the expected number of games. Commands in comments once took time in
 * the square of their length, half a minute for a megabyte; the limit here is a hundred times what
 * they take now. */
static void large_pgn_ends(void **state)
{
    enum {
        MILLION = 1000000,
        COMMANDS = 4 /* COMMANDS: the number of rows that test commands */,
        SECONDS_MOST = 5
    };
    char *starts = repeat("[%", 32000), *named = repeat("[%cal ", 10000);
    char *commands = memory_new(strlen(starts) + 2, 1), *arrows = memory_new(strlen(named) + 2, 1);
    snprintf(commands, strlen(starts) + 2, "%s]", starts);
    snprintf(arrows, strlen(named) + 2, "%s]", named);
    const struct {
        const char *before, *repeated;
        int times, games;
    } rows[] = {
        {"{", commands, 16, 1}, /* commands that never end, before the first ply and after it */
        {"1. e4 {", commands, 16, 1},
        {"{", arrows, 16, 1},
        {"1. e4 {", "[%", MILLION / 2, 1},
        {"", "*\n", MILLION, MILLION},               /* a million empty games */
        {"1. e4 {", "xxxxxxxxxxxxxxxx", MILLION, 1}, /* a brace never closed over 16 MB */
        {"1. e4 ", "(", MILLION, 1},
        {"1. e4 ", ")", MILLION, 1},
        {"1. e4 ", "{x} ", MILLION, 1},
        {"1. e4 ", "$1 ", MILLION, 1},
        {"[Event \"", "x", MILLION, 1},                     /* a value of a megabyte */
        {"[Event \"x\"]\n", "[A \"b\"]\n", 100000, 1},      /* many tags */
        {"1. e4 e5 ", "2. Nf3 Nc6 3. Ng1 Nb8 ", 250000, 1}, /* a million plies */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *many = repeat(rows[i].repeated, rows[i].times);
        size_t before = strlen(rows[i].before), length = before + strlen(many);
        char *text = memory_new(length + 1, 1);
        struct pgn_reader reader;
        int games = 0;
        memcpy(text, rows[i].before, before);
        memcpy(text + before, many, length - before);
        clock_t began = clock();
        pgn_begin(&reader, text, length);
        for (struct record *record; (record = pgn_next(&reader)); games++)
            record_free(record);
        pgn_end(&reader);
        if (i < COMMANDS && clock() - began > (clock_t)SECONDS_MOST * CLOCKS_PER_SEC *
                                                  (1 + (clock_t)(length >> 20)))
            fail_msg("row %d takes more than %d seconds a megabyte", (int)i, SECONDS_MOST);
        if (games != rows[i].games)
            fail_msg("row %d: %d games, not %d", (int)i, games, rows[i].games);
        free(text);
        free(many);
    }
    free(starts);
    free(named);
    free(commands);
    free(arrows);
}

static void see_finding(const struct finding *finding, void *said)
{
    snprintf(said, sizeof finding->text, "%s", finding->text);
}

/* The replay stops where the limit on plies is. */
static void replay_ends_at_the_cap(const struct record *record)
{
    struct replay replay;
    struct note why = {0};
    int plies = record->moves.n;
    bool over = plies > GAME_PLIES_MAX;
    assert_int_equal(replay_open(&replay, record, &why), 0);
    int result = replay_go(&replay, record, &(struct spot){.ply = plies}, &why);
    if (result != (over ? FAIL_LIMIT : 0) ||
        replay.track.plies != (over ? GAME_PLIES_MAX : plies) ||
        (over && !strstr(why.text, "at most 20000 plies")))
        fail_msg("%d of %d plies: %s", replay.track.plies, plies, why.text);
    replay_clear(&replay);
}

/* R20: a game with the largest number of plies, and one with one more: read to the limit, the rest
 * kept; replayed to the limit, with a sentence. */
static void games_end_at_their_cap(void **state)
{
    static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    (void)state;
    for (int plies = GAME_PLIES_MAX - 1; plies <= GAME_PLIES_MAX + 1; plies++) {
        char *text = memory_new((size_t)plies * 4 + 3, 1);
        size_t used = 0;
        struct record *written = record_new("classical");
        for (int i = 0; i < plies; i++) {
            text_add(text, (size_t)plies * 4 + 3, &used, "%s ", dance[i % 4]);
            line_append(&written->moves, dance[i % 4]);
        }
        text_add(text, (size_t)plies * 4 + 3, &used, "*");
        struct pgn_reader reader;
        pgn_begin(&reader, text, used);
        struct record *record = pgn_next(&reader);
        pgn_end(&reader);
        bool over = plies > GAME_PLIES_MAX;
        assert_int_equal(record->moves.n, over ? GAME_PLIES_MAX : plies);
        assert_int_equal(record->unparsed != NULL, over);
        if (over)
            assert_string_equal(record->unparsed, dance[(plies - 1) % 4]);
        char said[400] = "";
        int findings = replay_check(written, see_finding, said);
        if (findings != over || (over && !strstr(said, "at most 20000 plies")))
            fail_msg("%d plies: %d findings: %s", plies, findings, said);
        replay_ends_at_the_cap(written);
        record_free(record);
        record_free(written);
        free(text);
    }
}

/* ---------------------------------------------------------------- notes that do not fit */

/* Notes on members that do not exist, duplicates, marks off the board: they are read and kept, and
 * do not make a file invalid. */
static void notes_that_do_not_fit_are_kept(void **state)
{
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 7\nvariant: 'classical'\nnotation: 'long'\n"
        "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n"
        "- m: 'Pe2-e4'\n  marks:\n  - {at: 'z99', as: 'square'}\n  steps:\n  - {part: 9, comment: 'past the end'}\n"
        "  - {part: 1, step: 77, after: 'Qx', comment: 'moved'}\n  - {part: 1, comment: 'once'}\n  - {part: 1, comment: 'twice'}\n";
    struct record *record = NULL;
    struct place place;
    struct note why = {0};
    struct yaml_text out = {0};
    (void)state;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d: %s", place.line, why.text);
    assert_int_equal(replay_check(record, NULL, NULL), 0);
    record_write(record, &out);
    yaml_text_add(&out, "", 0);
    assert_string_equal(out.v, text);
    yaml_text_clear(&out);
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_refused_in_a_sentence),
        cmocka_unit_test(counters_stop_at_a_readable_number),
        cmocka_unit_test(the_number_of_pieces_in_hand_is_limited),
        cmocka_unit_test(plies_are_refused_in_a_sentence),
        cmocka_unit_test(long_plies_are_refused),
        cmocka_unit_test(no_pgn_is_rejected),
        cmocka_unit_test(a_position_too_long_is_kept_as_a_tag),
        cmocka_unit_test(large_pgn_ends),
        cmocka_unit_test(games_end_at_their_cap),
        cmocka_unit_test(notes_that_do_not_fit_are_kept),
    };
    return cmocka_run_group_tests_name("hostile games", tests, NULL, NULL);
}
