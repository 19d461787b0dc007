/* test_query.c - the query language: what it accepts, what it refuses and at which place, and which
 * games match. */
#include "tests/support/testing.h"

#include "archive/query/query_tree.h"

#include "archive/pgn/pgn.h"
#include "archive/query/query.h"
#include "archive/record/record.h"

#include "core/variant.h"

#include <ctype.h>

static const char game[] =
    "[Event \"Hastings\"]\n[Site \"London ENG\"]\n[Date \"1895.08.??\"]\n[Round \"10\"]\n[White \"M\xC3\xBCller, Paul\"]\n"
    "[Black \"Bardeleben, Curt von\"]\n[Result \"1-0\"]\n[ECO \"C54\"]\n[CcTag \"king hunt\"]\n[CcReason \"resignation\"]\n\n"
    "1. e4 e5 2. Nf3 $1 {a quiet knight} Nc6 (2... d6 {Philidor} 3. d4) 3. Bb5 {[%clk 1:00:00] [%csl Gb5]} a6 4. Bxc6 "
    "{[%by \"ana\"] The open file.} dxc6 5. O-O?! *";

struct subject {
    struct record *record;
    struct listing listing;
    struct yaml_text bytes; /* the stored form of the record */
    int loads;              /* how often the record was loaded */
};

static const struct record *give(void *argument)
{
    struct subject *subject = argument;
    subject->loads++;
    return subject->record;
}

static const char *give_bytes(void *argument, size_t *size)
{
    struct subject *subject = argument;
    *size = (size_t)subject->bytes.n;
    return subject->bytes.v;
}

static int begin(void **state)
{
    struct subject *subject = memory_new(1, sizeof *subject);
    struct pgn_reader reader;
    pgn_begin(&reader, game, strlen(game));
    subject->record = pgn_next(&reader);
    pgn_end(&reader);
    /* A random id might contain letters that a query looks for, as in /(a|b)[xyz]zzz+/. */
    snprintf(subject->record->id, sizeof subject->record->id, "01M8GSSTF20EN1MN5RNATAHSPK");
    listing_of_record(&subject->listing, subject->record);
    record_write(subject->record, &subject->bytes);
    *state = subject;
    return 0;
}

static int end(void **state)
{
    struct subject *subject = *state;
    listing_clear(&subject->listing);
    yaml_text_clear(&subject->bytes);
    record_free(subject->record);
    free(subject);
    return 0;
}

static bool fits_with(struct subject *subject, const char *text, bool with_bytes,
                      struct query_hit *hit)
{
    struct query *query;
    struct note why;
    if (query_parse(text, NULL, &query, &why) < 0)
        fail_msg("'%s' is not read: %s", text, why.text);
    struct query_game candidate = {&subject->listing, give, with_bytes ? give_bytes : NULL, subject,
                                   false};
    bool answer = query_fits(query, &candidate, hit);
    query_free(query);
    return answer;
}

static bool fits(struct subject *subject, const char *text, struct query_hit *hit)
{
    bool answer = fits_with(subject, text, false, hit);
    /* Checking the bytes first must not change the answer */
    assert_int_equal(fits_with(subject, text, true, hit), answer);
    return answer;
}

static void queries_match_games(void **state)
{
    static const char *const yes[] = {
        "",
        "hastings",
        "HASTINGS london",
        "m\xC3\x9Cller",
        "\"quiet knight\"",
        "white:paul",
        "player:bardeleben",
        "date:1895",
        "date:1895-08",
        "date:1890..1899",
        "date:>=1895",
        "date:1895-07..09",
        "date:<1896",
        "date:???\?-?\?-??",
        "date:189?",
        "date:???\?-08",
        "date:189?-?\?-31",
        "result:1-0",
        "result:white",
        "eco:C5*",
        "plies:9",
        "status:over",
        "status:good",
        "plies:>8",
        "plies:5..10",
        "variant:classical",
        "family:croatian",
        "has:comment",
        "has:line",
        "has:nag",
        "has:mark",
        "has:clock",
        "nag:!",
        "nag:?!",
        "nag:1",
        "text:\"open file\"",
        "by:ana",
        "tag:hunt",
        "end:resign",
        "move:Bb5",
        "move:Bc6",
        "ply:B*c6",
        "ply:Nf?",
        "/^Bx/",
        "/quiet.*night/",
        "capture:N",
        "piece:B@b5",
        "piece:p@a6",
        "piece:N@e2..g4",
        "piece:N@c3..",
        "-white:bardeleben",
        "!result:0-1",
        "nosuchword | hastings",
        "(nosuchword | hastings) paul",
        "round:10",
        "status:good",
        "philidor",
        "sort:date",
        "muller",
        "MULLER text:kn\u00EDght",
        "white:muller",
        "player:m\u00FAller",
        "move:d6 in:variations",
        "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\"",
    };
    static const char *const no[] = {
        "nosuchword",
        "status:live",
        "clock:90",
        "white:bardeleben",
        "date:1896",
        "date:>1895",
        "date:..1894",
        "result:0-1",
        "result:draw",
        "plies:<9",
        "date:190?",
        "date:???\?-09",
        "date:188?-08",
        "piece:N@a4..d8",
        "variant:turnover",
        "family:turnover",
        "has:step",
        "has:broken",
        "nag:??",
        "by:ivo",
        "tag:blitz",
        "move:Qf7",
        "move:Bc6+",
        "ply:B*c6#",
        "move:d6",
        "cascade:>=2",
        "capture:Q",
        "piece:N@e5",
        "hastings !london",
        "/^Qx/",
        "-hastings",
        "status:damaged",
        "pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"",
        "ring:[(o)]",
        "material:Kk",
    };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!fits(*state, yes[i], NULL))
            fail_msg("'%s' should fit", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (fits(*state, no[i], NULL))
            fail_msg("'%s' should not fit", no[i]);
}

/* Words stand for the scores of two players and of three; in a draw anybody has half a point. */
static void words_stand_for_scores(void **state)
{
    static const struct {
        const char *score, *fits; /* of the words below */
    } rows[] = {{"1-0", "w"},       {"1-0-0", "w"},       {"0-1", "b"},
                {"0-1-0", "b"},     {"0-0-1", "r"},       {"1/2-1/2", "d"},
                {"0-1/2-1/2", "d"}, {"1/2-1/2-1/2", "d"}, {"*", "o"}};
    static const char *const words[] = {"white", "black", "red", "draw", "open"};
    struct subject *subject = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            struct listing listing = {.score = rows[i].score};
            struct query_game candidate = {&listing, give, NULL, subject, false};
            struct query *query;
            char text[32];
            snprintf(text, sizeof text, "result:%s", words[k]);
            assert_int_equal(query_parse(text, NULL, &query, NULL), 0);
            if (query_fits(query, &candidate, NULL) != (*words[k] == *rows[i].fits))
                fail_msg("%s and %s", text, rows[i].score);
            query_free(query);
        }
}

/* A regular expression is searched wherever a word is: names, places, tags, comments before a ply,
 * and the plies. Letters are those of UTF-8 here, too, whatever the locale. */
static void expressions_search_where_words_do(void **state)
{
    static const char *const yes[] = {
        "/bardel.ben/",      "/^hast.*s$/",         "/lon+don/",  "/1895/",
        "/king.hunt/",       "/a q.iet/",           "/phil.dor/", "/^Bx|nothing/",
        "!/nothing.at.all/", "/^C5[0-9]$/",         "/^m.ller/",  "/M\xC3\x9CLLER/",
        "/^m\\p{L}ller/",    "/(?<=quiet )knight/", "/l{2}er/",   "/\\bphilidor\\b/"};
    static const char *const no[] = {"/^bardel$/", "/hasting$/",      "/^nothing/",
                                     "/^m..ller/", "/(?-i)HASTINGS/", "/muller/"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!fits(*state, yes[i], NULL))
            fail_msg("'%s' should fit", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (fits(*state, no[i], NULL))
            fail_msg("'%s' should not fit", no[i]);
}

/* Every matching ply, in order: the stops of n and N. */
static void every_matching_ply_is_listed(void **state)
{
    struct subject *subject = *state;
    static const struct {
        const char *query;
        int n, ply[3];
    } expected[] = {
        {"move:Bc6", 1, {7}},
        {"piece:B@b5", 2, {5, 6}},
        {"hastings", 0, {0}},
        {"-move:Bc6 hastings", 0, {0}},
        {"(move:Bc6 piece:B@b5)", 3, {5, 6, 7}},
        {"-piece:B@b5", 0, {0}},
        {"text:quiet", 1, {3}},
        {"nag:!", 1, {3}},
        {"philidor", 1, {4}},
        {"has:clock", 1, {5}},
        {"has:mark", 1, {5}},
        {"by:ana", 1, {7}},
        {"has:nag", 2, {3, 9}},
        {"/^exd5|quiet/", 1, {3}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct query *query;
        struct note why;
        int ply[3] = {0};
        assert_int_equal(query_parse(expected[i].query, NULL, &query, &why), 0);
        struct query_game candidate = {&subject->listing, give, NULL, subject, false};
        int n = query_plies(query, &candidate, ply, 3);
        if (n != expected[i].n)
            fail_msg("'%s' fits %d plies", expected[i].query, n);
        for (int k = 0; k < n; k++)
            assert_int_equal(ply[k], expected[i].ply[k]);
        query_free(query);
    }
}

/* Lines that continue after the last ply, of the game or of a variation, count as variations: their
 * matches are at the game's last ply, and at the ply that the variation replaces. */
static void continuations_are_variations(void **state)
{
    static const char text[] =
        "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n- m: 'e5'\n  alts:\n  - moves: ['c5']\n    then:\n"
        "    - moves: ['Nf3']\n- 'd4'\nthen:\n- moves: ['exd4', 'Qxd4']\n- moves: ['Nc6']\n";
    static const struct {
        const char *query;
        int ply; /* 0: no match */
    } expected[] = {
        {"move:Qd4", 0},
        {"move:Qd4 in:variations", 3},
        {"move:Nc6 in:variations", 3},
        {"move:Nf3 in:variations", 2},
        {"move:Nf6 in:variations", 0},
        {"(move:Qd4 in:variations) !move:Qd4", 3},
        {"(move:Qd4 in:variations) move:Nc6", 0},
        {"move:Qd4 | (nobody in:variations)", 0},
        {"(move:Qd4 | nobody) in:variations", 3},
        {"capture:P in:variations", 3},
        {"piece:N@f3 in:variations", 2},
        {"capture:P", 0},
        {"pos:\"r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3\" in:variations",
         3}};
    struct subject subject = {0};
    (void)state;
    assert_int_equal(
        record_read(text, strlen(text), 1, &yaml_limits_default, &subject.record, NULL, NULL), 0);
    listing_of_record(&subject.listing, subject.record);
    record_write(subject.record, &subject.bytes);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct query_hit hit = {.ply = -1};
        if (fits(&subject, expected[i].query, NULL) != (expected[i].ply > 0))
            fail_msg("'%s' fits, or does not", expected[i].query);
        if (fits(&subject, expected[i].query, &hit))
            assert_int_equal(hit.ply, expected[i].ply);
    }
    listing_clear(&subject.listing);
    yaml_text_clear(&subject.bytes);
    record_free(subject.record);
}

/* Titles and comments of continuations are found like those of variations, and so are the authors
 * of lines, marks and notes on members. */
static void lines_and_marks_have_authors(void **state)
{
    static const char text[] =
        "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmarks:\n- {at: 'a1', as: 'circle', by: 'olga'}\nmoves:\n"
        "- m: 'e4'\n  marks:\n  - {at: 'e4', as: 'circle', by: 'petra'}\n- m: 'e5'\n  steps:\n"
        "  - part: 1\n    comments:\n    - {by: 'rea', text: 'one step'}\n  alts:\n  - title: 'sicilian'\n    by: 'zora'\n"
        "    comment: 'counterplay'\n    moves: ['c5']\n- 'd4'\nthen:\n- title: 'afterwards'\n  by: 'mia'\n  comment: 'a study'\n"
        "  moves: ['exd4', {m: 'Qxd4', comment: 'takes'}]\n";
    static const struct {
        const char *query;
        int ply; /* 0: no match; -1: a match, but on no ply */
    } expected[] = {{"by:petra", 1},      {"by:rea", 2},      {"by:zora", 2},
                    {"by:mia", 3},        {"by:olga", -1},    {"by:nobody", 0},
                    {"text:sicilian", 2}, {"counterplay", 2}, {"text:afterwards", 3},
                    {"\"a study\"", 3},   {"/^tak.s$/", 3},   {"text:step", 2},
                    {"text:zora", 0},     {"zora", 2},        {"mia petra", 1},
                    {"olga", -1},         {"/^re.$/", 2}};
    struct subject subject = {0};
    (void)state;
    assert_int_equal(
        record_read(text, strlen(text), 1, &yaml_limits_default, &subject.record, NULL, NULL), 0);
    listing_of_record(&subject.listing, subject.record);
    record_write(subject.record, &subject.bytes);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct query_hit hit = {.ply = -1};
        if (fits(&subject, expected[i].query, &hit) != (expected[i].ply != 0))
            fail_msg("'%s' fits, or does not", expected[i].query);
        if (expected[i].ply)
            assert_int_equal(hit.ply, expected[i].ply);
    }
    listing_clear(&subject.listing);
    yaml_text_clear(&subject.bytes);
    record_free(subject.record);
}

/* A hit has the first matching ply, counted from the start of the game, and the number of matching
 * plies. */
static void a_hit_has_its_first_ply_and_a_count(void **state)
{
    struct query_hit hit;
    assert_true(fits(*state, "move:Bc6", &hit));
    assert_int_equal(hit.ply, 7);
    assert_int_equal(hit.plies, 1);
    assert_true(fits(*state, "piece:B@b5", &hit));
    assert_int_equal(hit.ply, 5);
    assert_int_equal(hit.plies, 2);
    assert_true(fits(*state, "paul -move:Qh5", &hit));
    assert_int_equal(hit.ply, -1);
}

/* A word that occurs nowhere in a game's bytes is rejected without loading the game, unless the
 * bytes may spell it in another way. */
static void bytes_rule_out_missing_words(void **state)
{
    struct subject *subject = *state;
    assert_false(fits_with(subject, "nosuchword text:gambit by:ivo", true, NULL));
    assert_true(fits_with(subject, "-nosuchword -tag:blitz -end:flag", true, NULL));
    assert_int_equal(subject->loads, 0);
    assert_false(fits_with(subject, "/no.*whereatall/ | /^exd9/ | /(a|b)[xyz]zzz+/", true, NULL));
    assert_int_equal(subject->loads, 0);
    assert_true(fits_with(subject, "knight", true, NULL));
    assert_int_equal(subject->loads, 1);
    assert_false(fits_with(subject, "m\xC3\xBCller's", true, NULL));
    assert_int_equal(subject->loads, 1);

    static const char escaped[] = "chesscade: 1\nnotes: [\"a qu\\x69et knight\"]\n";
    yaml_text_clear(&subject->bytes);
    yaml_text_add(&subject->bytes, escaped, sizeof escaped - 1);
    subject->loads = 0;
    assert_true(fits_with(subject, "quiet", true, NULL));
    assert_int_equal(subject->loads, 1);
}

/* No part of any text may be reported missing from the bytes, whether our writer or another one
 * wrote the YAML; phrases that are missing mostly are. */
static void bytes_never_rule_out_text_that_is_there(void **state)
{
    (void)state;
    static const char *const pieces[] = {"open", "file", "it's", "'", "''", "\"", " ",
                                         " ",    "  ",   "\n",   "Z", "d5", "-",  "#"};
    enum { PIECES = sizeof pieces / sizeof *pieces, TURNS = 3000 };
    uint32_t seed = 7;
    int said = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        char text[100] = "", part[100];
        struct yaml_text bytes = {0};
        size_t used = 0;
        for (int i = 0; i < 8; i++) {
            seed = seed * 1664525 + 1013904223;
            text_add(text, sizeof text, &used, "%s", pieces[(seed >> 12) % PIECES]);
        }
        size_t from = (seed >> 9) % used, n = 1 + (seed >> 15) % (used - from);
        snprintf(part, sizeof part, "%.*s", (int)n, text + from);
        struct record *record = record_new("classical");
        comments_append(&record->comments, text, NULL);
        record_write(record, &bytes);
        if (query_bytes_lack(bytes.v, (size_t)bytes.n, part))
            fail_msg("'%s' is in '%s', which is written as\n%s", part, text, bytes.v);
        said += query_bytes_lack(bytes.v, (size_t)bytes.n, "open and shut");
        yaml_text_clear(&bytes);
        record_free(record);
    }
    assert_true(said > TURNS / 2);
    static const char folded[] =
        "chesscade: 1\nnotes: ['an open\n    file, it''s\n  long', \"it's his\"]\n";
    assert_false(query_bytes_lack(folded, sizeof folded - 1, "open file"));
    assert_false(query_bytes_lack(folded, sizeof folded - 1, "FILE, it's long"));
    assert_false(query_bytes_lack(folded, sizeof folded - 1, "it's his"));
    assert_true(query_bytes_lack(folded, sizeof folded - 1, "openfile"));
    assert_true(query_bytes_lack(folded, sizeof folded - 1, "file open"));
    assert_true(query_bytes_lack(folded, sizeof folded - 1, "its his"));
}

/* A cell must follow its piece letter within one ply, which may be written over several lines. */
static void a_letter_and_its_cell_are_in_one_ply(void **state)
{
    (void)state;
    static const char moves[] =
        "chesscade: 1\nmoves:\n- 'Nc6'\n- 'Qd5-f7xP'\n- m: 'Rh8'\n  nags: [1]\n- 'f7-f8=Q'\n- {m: '[Bc4-f7]~', nags: [2]}\n",
                      flow[] = "chesscade: 1\nmoves: ['Nc6', 'Qf7']\n",
                      folded[] = "chesscade: 1\nmoves:\n- 'Ng5 to\n\n  f7'\n- 'Qh5'\n";
    assert_false(query_bytes_lack(moves, sizeof moves - 1, "Q\1f7"));
    assert_false(query_bytes_lack(moves, sizeof moves - 1, "q\1f7"));
    assert_false(query_bytes_lack(moves, sizeof moves - 1, "B\1f7"));
    assert_true(query_bytes_lack(moves, sizeof moves - 1, "R\1f7"));
    assert_true(query_bytes_lack(moves, sizeof moves - 1, "N\1f8"));
    assert_false(query_bytes_lack(moves, sizeof moves - 1, "\2f8"));
    assert_true(query_bytes_lack(moves, sizeof moves - 1, "\2c6"));
    assert_true(query_bytes_lack(moves, sizeof moves - 1, "\2h8"));
    assert_true(query_bytes_lack(flow, sizeof flow - 1, "\2f7"));
    assert_false(query_bytes_lack(flow, sizeof flow - 1, "Q\1f7"));
    assert_false(query_bytes_lack(folded, sizeof folded - 1, "N\1f7"));
    assert_true(query_bytes_lack(folded, sizeof folded - 1, "Q\1f7"));
}

/* An expression that would take years is abandoned: the text does not match, and is counted. */
static void endless_expressions_are_abandoned(void **state)
{
    (void)state;
    struct listing listing = {
        .player = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
        .players = 1};
    struct query *query;
    assert_int_equal(query_parse("/(a|aa|aaa)+\\d/", NULL, &query, NULL), 0);
    assert_int_equal(query_given_up(query), 0);
    assert_false(query_fits(query, &(struct query_game){.listing = &listing}, NULL));
    assert_int_equal(query_given_up(query), 1);
    query_free(query);
}

/* The letters that a match of a regular expression must contain; none if that is unknown. */
static void the_required_letters_of_expressions_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *letters; /* NULL: none */
    } rows[] = {
        {"^exd5", "exd5"},
        {"open.*pawn", "open"},
        {"gambit|attack", NULL},
        {"abcd?e", "abc"},
        {"abcd*", "abc"},
        {"abc+d", "abc"},
        {"abc+?d", "ab"},
        {"abc+*", "ab"},
        {"abc{0,2}d", "ab"},
        {"a(bcde)?fg", "fg"},
        {"(bcde|x)+fg", "fg"},
        {"[abc]dfg", "dfg"},
        {"[]abc]dfg", "dfg"},
        {"[^]x]dfg", "dfg"},
        {"[[:alpha:]x]dfg", "dfg"},
        {"[[:alpha:dfg", NULL},
        {"knight", "knight"},
        {"mate", "mate"},
        {"\\bpawn", "pawn"},
        {"a\\.bc", "bc"},
        {"q\xC3\xBC"
         "een",
         "een"},
        {"[\\]abc]def", "def"},
        {"\\x41bcd", NULL},
        {"\\p{Lu}bcd", NULL},
        {"(?x)ab c", NULL},
        {"a\\Qbc\\Ed", NULL},
        {"\\d+abc", "abc"},
        {"x.y", NULL},
        {"a(b[)]c)de", "de"},
        {"a(b[)c)de", NULL},
        {"B.f7", "f7"},
        {"(ab", NULL},
        {"ab\\", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *letters = query_regex_literal(rows[i].pattern);
        if (!letters != !rows[i].letters || (letters && strcmp(letters, rows[i].letters) != 0))
            fail_msg("'%s': %s", rows[i].pattern, letters ? letters : "none");
        free(letters);
    }
}

/* A game without a year matches only queries for games without a year. */
static void undated_games_match_only_queries_for_no_date(void **state)
{
    (void)state;
    static const struct {
        const char *date, *query;
        bool fits;
    } rows[] = {
        {"???\?-?\?-??", "???\?-?\?-??", true},
        {"", "???\?-?\?-??", true},
        {"", "????", true},
        {"???\?-?\?-??", "1850..1860", false},
        {"???\?-?\?-??", ">=0000", false},
        {"", "1850", false},
        {"???\?-12-25", "???\?-12", true},
        {"???\?-12-25", "???\?-11", false},
        {"???\?-12-25", "185?-12", false},
        {"1851-?\?-??", "???\?-12-25", true},
        {"1851.12.24", "???\?-12-25", false},
        {"1851.12.25", "???\?-12-25", true},
        {"185?-?\?-??", "1857", true},
        {"185?", "1861", false},
        {"1853-01-02", "185?-06", false},
        /* Valid days: leap years of both calendars, days of an unknown year; and an impossible date
         * in a game. */
        {"2024-02-29", "2024-02-29", true},
        {"2000-02-29", "2000-02-01..29", true},
        {"1500-02-29", "1500-02-29", true},
        {"2024-02-29", "202?-02-29", true},
        {"2023-12-31", "2023-1?-31", true},
        {"2023-01-31", "2023-?\?-31", true},
        {"2023-02-30", "2023-02", true},
        {"2023-02-30", "2023-02-28..2023-03-01", true},
        {"2023-02-30", "2023-02-??", true},
        {"1851-?\?-??", "1851-03..04", true},
        {"yesterday", "???\?-?\?-??", true},
        {"yesterday", "18??", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct listing listing = {.date = rows[i].date};
        struct query_game candidate = {.listing = &listing};
        struct query *query;
        char text[64];
        snprintf(text, sizeof text, "date:%s", rows[i].query);
        assert_int_equal(query_parse(text, NULL, &query, NULL), 0);
        if (query_fits(query, &candidate, NULL) != rows[i].fits)
            fail_msg("'%s', %s: %s", rows[i].date, text,
                     rows[i].fits ? "should fit" : "should not fit");
        query_free(query);
    }
}

/* What material: means: the letters of both sides in any order, or an ending by name; Red's letters
 * have a '. */
static void material_is_counted(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *position, *material;
        bool fits;
    } rows[] = {
        {"classical", "8/8/4k3/8/r7/8/4K2R/8 w - - 0 1", "KRkr", true},
        {"classical", "8/8/4k3/8/r7/8/4K2R/8 w - - 0 1", "rkRK", true},
        {"classical", "8/8/4k3/8/r7/8/4K2R/8 w - - 0 1", "KRvKR", true},
        {"classical", "8/8/4k3/8/8/8/4K2R/8 w - - 0 1", "KRvK", true},
        {"classical", "8/8/4k3/8/8/8/4K2R/8 w - - 0 1", "KvKR", false},
        {"classical", "8/8/4k3/8/r7/8/4K2R/8 w - - 0 1", "KRk", false},
        {"classical", "8/8/4k3/8/8/8/4K2R/8 w - - 0 1", "KRkr", false},
        {"classical", "8/8/4k3/8/8/8/4K2R/8 w - - 0 1", "KRRk", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = record_new(rows[i].variant);
        record_set_text(record, "start.position", rows[i].position);
        struct listing listing = {0};
        listing_of_record(&listing, record);
        struct subject subject = {.record = record, .listing = listing};
        char text[64];
        snprintf(text, sizeof text, "material:%s", rows[i].material);
        if (fits_with(&subject, text, false, NULL) != rows[i].fits)
            fail_msg("%s, %s: %s", rows[i].position, text,
                     rows[i].fits ? "should fit" : "should not fit");
        listing_clear(&listing);
        record_free(record);
    }
}

static void malformed_queries_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int offset;
    } wrong[] = {
        {"a (b", 2},
        {"a b)", 3},
        {"foo:bar", 0},
        {"a whte:x", 2},
        {"plies:many", 6},
        {"date:yesterday", 5},
        {"has:everything", 4},
        {"\"open", 0},
        {"/open", 0},
        {"/(/", 2},
        {"white:", 6},
        {"a | b | (", 8},
        {"pos:here", 4},
        {"in:lines", 3},
        {"nag:zz", 4},
        {"nag:0", 4},
        {"piece:e4", 7},
        {"pos:\"xyz\"", 4},
        {"near:nowhere", 5},
        {"turn:b@zz", 7},
        {"turn:x", 5},
        {"a sort:colour", 7},
        {"date:2024-13", 10},
        {"date:2024-01-32", 13},
        {"date:2024-01..13", 14},
        {"date:2024..2023", 11},
        {"date:>=2024-00", 12},
        {"date:2023-02-30", 13},
        {"date:2023-02-29", 13},
        {"date:1900-02-29", 13},
        {"date:2024-04-31", 13},
        {"date:>2023-06-31", 14},
        {"date:\"2023-02-30\"", 14},
        {"date:2023-02-30..2024", 13},
        {"date:..2023-02-30", 15},
        {"date:2023-02-01..30", 17},
        {"date:2023-01-31..02-30", 20},
        {"date:2023-2?", 10},
        {"date:2023-?\?-4?", 13},
        {"date:201?-02-30", 13},
        {"date:202?-?4-31", 13},
        {"date:2021-02-3?..", 13},
        {"date:20?1-02-29", 13},
        {"date:2024-13-32", 10},
        {"plies:20..10", 10},
        {"variant:clasical", 12},
        {"variant:z*", 8},
        {"family:x", 7},
        {"result:won", 8},
        {"result:1x", 8},
        {"eco:Z9", 4},
        {"eco:C4!", 6},
        {"id:01L", 5},
        {"option:seige", 9},
        {"option:siege=never", 13},
        {"move:hello", 5},
        {"move:\"Q f7\"", 7},
        {"piece:N@k99", 8},
        {"piece:N@e4..c3", 8},
        {"capture:QR", 9},
        {"capture:9", 8},
        {"material:KR5", 11},
        {"material:KR!kr", 11},
        {"pos:\"8/8/8/8\"", 12},
        {"has:commnt", 8},
        {"status:liv", 10},
        {"sort:-plise", 9},
        {"nag:256", 4},
        {"in:varations", 6},
        {"&", 0},
        {"&&", 0},
        {"a & b", 2},
        {"a &b", 2},
        {"|", 0},
        {"||", 0},
        {"a |", 2},
        {"| a", 0},
        {"a || b", 3},
        {"a | | b", 4},
        {"(a |)", 3},
        {"(| a)", 1},
        {"-", 0},
        {"--", 1},
        {"a -", 2},
        {"a - b", 2},
        {"!", 0},
        {"!!", 1},
        {"-!", 1},
        {"a !|b", 2},
        {"(-)", 1},
        {"(", 0},
        {")", 0},
        {"()", 0},
        {"a ( )", 2},
        {"(()", 1},
        {"-(", 1},
        {"-(a", 1},
        {"\"", 0},
        {"a \"", 2},
        {"\"\"", 0},
        {"//", 0},
        {"/", 0},
        {"white:\"a", 6},
        {"white:(a", 6},
        {"white:a((b)", 7},
        {"turn:(r", 5},
        {"ring:[(o)", 9},
        {"a(b", 1},
        /* Expressions that PCRE2 cannot read, or whose repetitions would be a million copies, are
         * refused at the place that PCRE2 names. */
        {"/i*++++++++++/", 4},
        {"/b i*+++++++++ c i*+++++++++/", 6},
        {"/x++++++++++++++++++++/", 4},
        {"/(((x{100}){100}){100})/", 23},
        {"/[/", 2},
        {"/[^/", 3},
        {"/[]/", 3},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct query *query = NULL;
        struct note why = {.offset = -2};
        if (query_parse(wrong[i].text, NULL, &query, &why) == 0)
            fail_msg("'%s' should be refused", wrong[i].text);
        if (why.offset != wrong[i].offset)
            fail_msg("'%s': '%s' at %d, wanted %d", wrong[i].text, why.text, why.offset,
                     wrong[i].offset);
    }
}

/* The place of an error is counted in characters, not in bytes. */
static void places_are_counted_in_characters(void **state)
{
    (void)state;
    struct query *query = NULL;
    struct note why;
    static const char text[] = "\u0161\u010D \u4E2D material:K9";
    assert_int_equal(query_parse(text, NULL, &query, &why), FAIL_TEXT);
    assert_int_equal(text[why.offset], '9');
    assert_int_equal(text_character(text, why.offset), 16);
    assert_int_equal(text_character("", 0), 1);
}

/* Named searches: one that is right, one with an error inside, two that refer to each other; each
 * of t0 to t30 refers to the next, each of f0 to f9 refers to the next twice. */
static char *kept(void *argument, const char *name, struct note *why)
{
    static const char *const rows[][2] = {{"won", "result:1-0 | result:0-1"},
                                          {"wrong", "plies:many"},
                                          {"a", "saved:b"},
                                          {"b", "x saved:a"},
                                          {"within", "x | saved:wrong"},
                                          {"two words", "white:paul sort:date"},
                                          {"lines", "move:d6 in:variations"}};
    ++*(int *)argument;
    char text[40];
    int number = strlen(name) > 1 ? atoi(name + 1) : 0;
    bool twice = name[0] == 'f', last = number == (twice ? 9 : 30);
    snprintf(text, sizeof text, twice ? "saved:f%d | saved:f%d" : "saved:t%d", number + 1,
             number + 1);
    if (isdigit((unsigned char)name[1]) && (twice || name[0] == 't'))
        return memory_text(last ? "plies:many" : text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], name))
            return memory_text(rows[i][1]);
    note_set(why, -1, "no search is saved as '%s'", name);
    return NULL;
}

static void named_searches_can_be_used(void **state)
{
    int asked = 0;
    struct query_saved saved = {kept, &asked, NULL};
    struct query *query;
    struct note why;
    static const struct {
        const char *text;
        bool fits;
    } rows[] = {{"saved:won", true},
                {"!saved:won", false},
                {"saved:won black:nobody", false},
                {"black:nobody | saved:won", true},
                {"saved:\"two words\"", true},
                {"saved:won saved:\"two words\" eco:C54", true},
                {"saved:lines !move:d6", true},
                {"saved:lines move:d6", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct subject *subject = *state;
        struct query_game candidate = {&subject->listing, give, NULL, subject, false};
        assert_int_equal(query_parse_saved(rows[i].text, NULL, &saved, &query, &why), 0);
        if (query_fits(query, &candidate, NULL) != rows[i].fits)
            fail_msg("%s", rows[i].text);
        query_free(query);
    }
    assert_int_equal(query_parse_saved("x saved:\"two words\"", NULL, &saved, &query, &why), 0);
    assert_string_equal(query_sort(query), "date");
    query_free(query);
    assert_int_equal(query_parse_saved("x saved:none", NULL, &saved, &query, &why), FAIL_TEXT);
    assert_string_equal(why.text, "no search is saved as 'none'");
    assert_int_equal(why.offset, 8);
    assert_int_equal(query_parse_saved("saved:wrong", NULL, &saved, &query, &why), FAIL_TEXT);
    assert_non_null(strstr(
        why.text, "the saved search 'wrong' has an error at character 7: 'many' is not a number"));
    assert_int_equal(why.offset, 6);
    assert_int_equal(query_parse_saved("saved:a", NULL, &saved, &query, &why), FAIL_TEXT);
    assert_string_equal(why.text, "a search cannot refer to itself");
    static const struct {
        const char *text, *says;
    } wrong[] = {
        /* the error names the search it is in, but not those between */
        {"x saved:within",
         "the saved search 'wrong' has an error at character 7: 'many' is not a number"},
        {"saved:t0", "more than 20 saved searches are nested in each other"},
        {"saved:t10", "more than 20"},
        {"saved:t11", "the saved search 't30' has an error at character 7: 'many' is not a number"},
        {"saved:f1", "the saved search 'f9' has an error"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(query_parse_saved(wrong[i].text, NULL, &saved, &query, &why), FAIL_TEXT);
        if (strncmp(why.text, wrong[i].says, strlen(wrong[i].says)) != 0)
            fail_msg("%s: %s", wrong[i].text, why.text);
    }
    asked = 0;
    char many[201 * 11 + 1] = "";
    for (int i = 0; i < 201; i++)
        strcat(many, "saved:won ");
    assert_int_equal(query_parse_saved(many, NULL, &saved, &query, &why), FAIL_TEXT);
    assert_string_equal(why.text, "the query expands to more than 200 saved searches");
    assert_int_equal(asked, 200);
    /* Without named searches */
    assert_int_equal(query_parse("saved:won", NULL, &query, &why), FAIL_TEXT);
}

static bool has_game(void *listing, const struct query *one)
{
    return query_fits(one, &(struct query_game){.listing = listing}, NULL);
}

/* A header that some listed game has can be searched, even if this program does not know it; one
 * that no game has is an error. */
static void headers_of_listed_games_can_be_searched(void **state)
{
    (void)state;
    struct listing listing = {.variant = "crazyhouse",
                              .score = "1-0 ff",
                              .eco = "RR 12",
                              .date = "1858-13-01",
                              .facts = "opockets=on"};
    struct query_saved here = {NULL, &listing, has_game};
    static const char *const rows[][2] = {
        {"variant:crazyhouse", "variant:crasyhouse"}, {"variant:crazy*", "variant:lazy*"},
        {"result:\"1-0 ff\"", "result:\"1-0 fff\""},  {"eco:\"rr 12\"", "eco:\"rr 13\""},
        {"date:1858-13-01", "date:1858-14-01"},       {"option:pockets=on", "option:pockets=off"},
        {"option:pockets", "option:pocket"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct query *query;
        if (query_parse_saved(rows[i][0], NULL, &here, &query, NULL) < 0)
            fail_msg("%s is refused", rows[i][0]);
        assert_true(has_game(&listing, query));
        query_free(query);
        assert_int_equal(query_parse(rows[i][0], NULL, &query, NULL), FAIL_TEXT);
        if (query_parse_saved(rows[i][1], NULL, &here, &query, NULL) == 0)
            fail_msg("%s is not refused", rows[i][1]);
    }
}

/* A million parentheses, or any other nonsense, are refused without a crash. */
static void nonsense_is_refused(void **state)
{
    (void)state;
    enum { DEEP = 1000000 };
    char *text = memory_new(DEEP + 1, 1);
    struct query *query;
    struct note why;
    memset(text, '(', DEEP);
    assert_int_equal(query_parse(text, NULL, &query, &why), FAIL_TEXT);
    memset(text, '!', DEEP);
    assert_int_equal(query_parse(text, NULL, &query, &why), FAIL_TEXT);
    uint32_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        char noise[40];
        for (size_t c = 0; c < sizeof noise - 1; c++) {
            seed = seed * 1664525 + 1013904223;
            noise[c] = " ()|!-:\"/*?abpos.<>=0129"[(seed >> 24) % 24];
        }
        noise[sizeof noise - 1] = '\0';
        if (query_parse(noise, NULL, &query, &why) == 0)
            query_free(query);
    }
    free(text);
}

static void queries_say_what_they_need(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum query_need need;
    } expected[] = {{"white:a plies:>4", QUERY_LISTING},
                    {"white:a b", QUERY_RECORD},
                    {"has:nag", QUERY_RECORD},
                    {"piece:N@e5", QUERY_POSITIONS},
                    {"", QUERY_LISTING}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct query *query;
        assert_int_equal(query_parse(expected[i].text, NULL, &query, NULL), 0);
        assert_int_equal(query_needs(query), expected[i].need);
        query_free(query);
    }
}

/* Searches ignore accents and typographic forms (archive/util/sanitize.h), also in the bytes of a
 * game. */
static void searches_ignore_accents(void **state)
{
    static const char stored[] =
        "chesscade: 1\ncomments:\n- text: 'in der Stra\u00DFe, \u0160imi\u0107\u2019s'\n";
    static const char other[] = "chesscade: 1\nevent: 'M\u00FCnchen'\n",
                      ply[] = "chesscade: 1\nevent: '\u00C9'\nmoves:\n- 'Nc6'\n- 'Qf7'\n";
    static const char *const there[] = {"strasse",         "Stra\u00DFe", "simic",
                                        "\u0161imi\u0107", "SIMIC's",     "\u0160imi\u0107\u2019s"};
    (void)state;
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (query_bytes_lack(stored, sizeof stored - 1, there[i]) ||
            !query_bytes_lack(other, sizeof other - 1, there[i]))
            fail_msg("%s", there[i]);
    assert_false(query_bytes_lack(other, sizeof other - 1, "munchen"));
    assert_false(query_bytes_lack(other, sizeof other - 1, "m\u00FAnchen"));
    assert_false(query_bytes_lack(ply, sizeof ply - 1, "N\1c6"));
    assert_true(query_bytes_lack(ply, sizeof ply - 1, "N\1f7"));
    assert_true(query_bytes_lack(ply, sizeof ply - 1, "\2c6"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(queries_match_games, begin, end),
        cmocka_unit_test_setup_teardown(words_stand_for_scores, begin, end),
        cmocka_unit_test_setup_teardown(expressions_search_where_words_do, begin, end),
        cmocka_unit_test_setup_teardown(every_matching_ply_is_listed, begin, end),
        cmocka_unit_test(continuations_are_variations),
        cmocka_unit_test(lines_and_marks_have_authors),
        cmocka_unit_test_setup_teardown(a_hit_has_its_first_ply_and_a_count, begin, end),
        cmocka_unit_test_setup_teardown(bytes_rule_out_missing_words, begin, end),
        cmocka_unit_test(bytes_never_rule_out_text_that_is_there),
        cmocka_unit_test(a_letter_and_its_cell_are_in_one_ply),
        cmocka_unit_test(searches_ignore_accents),
        cmocka_unit_test(malformed_queries_are_refused),
        cmocka_unit_test(undated_games_match_only_queries_for_no_date),
        cmocka_unit_test(material_is_counted),
        cmocka_unit_test(places_are_counted_in_characters),
        cmocka_unit_test(the_required_letters_of_expressions_are_known),
        cmocka_unit_test(endless_expressions_are_abandoned),
        cmocka_unit_test_setup_teardown(named_searches_can_be_used, begin, end),
        cmocka_unit_test(headers_of_listed_games_can_be_searched),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(queries_say_what_they_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
