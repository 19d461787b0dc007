/* test_triangles.c - triangle chess: the worked examples of its rules, games to their end under
 * every combination of options, and how the program treats three sides. */
#include "tests/support/chance.h"
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/game.h"
#include "core/enumerate.h"
#include "core/families/triangles/triangles.h"

enum { TEXT_ROOM = 2048, PLIES_MOST = 4000 };

static void begin_at(struct game *game, const struct ruleset *rules, const char *text)
{
    struct position start;
    struct note why;
    if (text && rules->rules->read(rules, text, &start, &why) < 0)
        fail_msg("%s: %s", text, why.text);
    game_begin(game, rules, text ? &start : NULL, NULL);
}

static void assert_game(const struct game *game, const char *position, const char *status)
{
    char text[TEXT_ROOM], word[100];
    game->rules->rules->write(&game->now, text, sizeof text);
    verdict_text(&game->verdict, word, sizeof word);
    if (position)
        assert_string_equal(text, position);
    assert_string_equal(word, status);
}

/* ---------------------------------------------------------------- rules/triangles.md 13 */

/* Numbers of ply sequences from the opening: the table at the end of section 13. */
static void sequences_are_as_many_as_section_13_says(void **state)
{
    static const struct {
        const char *id;
        int count[3];
    } rows[] = {
        {"triangle-corners-3", {8, 64, 512}},
        {"triangle-sides-3", {8, 52, 322}},
        {"triangle-corners-2", {8, 64, 638}},
        {"triangle-sides-2", {9, 59, 499}},
        {"triangle-corner-vs-side", {32, 264, 8322}},
        {"triangle-unicorns", {8, 64, 639}},
        {"grand-triangle", {84, 7056, 557566}},
        {"triangle-chaturanga", {10, 100, 1180}},
        {"triangle-shatranj", {10, 100, 1180}},
        {"triangle-makruk", {8, 64, 654}},
        {"triangle-shatar", {8, 64, 638}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].id);
        struct position start;
        rules->rules->setup(rules, &start);
        for (int depth = 1; depth <= 3; depth++) {
            assert_int_equal((int)search_perft(&start, depth, &LIMITS_DEFAULT, false),
                             rows[i].count[depth - 1]);
            assert_int_equal((int)search_perft(&start, depth, &LIMITS_DEFAULT, true),
                             rows[i].count[depth - 1]);
        }
        ruleset_free(rules);
    }
}

/* Plies played from a position, and their result. */
struct line {
    const char *game, *position, *plies, *after, *status;
};

static void play_lines(const struct line *line, size_t count)
{
    for (const struct line *end = line + count; line < end; line++) {
        struct ruleset *rules = open_game(line->game);
        struct game game = {0};
        struct note why;
        char plies[128], *save = NULL;
        begin_at(&game, rules, line->position);
        snprintf(plies, sizeof plies, "%s", line->plies);
        for (char *ply = strtok_r(plies, " ", &save); ply; ply = strtok_r(NULL, " ", &save))
            if (game_play_text(&game, ply, &why) < 0)
                fail_msg("%s: %s", ply, why.text);
        assert_game(&game, line->after, line->status);
        game_clear(&game);
        ruleset_free(rules);
    }
}

static const struct line section_13[] = {
    {"triangle-corners-3", "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1", "Bi3-k3",
     "1/1k1/5/7/P5B'2/8b2/6K6/14K' r - - 1 1", "playing"},
    {"triangle-corners-3", "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1", "Bi3-k3 Bj4-h2xK",
     "1/1k1/5/7/P(x)8/8b2/6B'6/14K' b - - 0 2", "playing"},
    {"triangle-corners-3 elimination=takeover", "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1",
     "Bi3-k3 Bj4-h2xK", "1/1k1/5/7/P'(w)8/8b2/6B'6/14K' b - - 0 2", "playing"},
    {"triangle-corner-vs-side", "1/1k1/5/6p/4p4/11/5PKP5/15 w - - 0 1", "Pg2-f3/g3 Ph4-g3:P",
     "1/1k1/5/6p/9/4p6/6KP5/15 w - - 0 2", "check"},
    {"triangle-corners-2", "q/bkr/nrpbn/ppp1ppp/P2p5/NPP8/BRPPP8/QKRBNPP8 b - - 0 4", "Ph6-h5",
     "q/bkr/nr1bn/pppp(m)ppp/P2p5/NPP8/BRPPP8/QKRBNPP8 w - - 0 5", "playing"},
    {"grand-triangle promote-on-capture=on", "k/3/5/7/p8/11/13/15/15/13/1Pq8/1R7/7/5/3/K w - - 0 1",
     "Re5-e6xQ=C", "k/3/5/7/p8/11/13/15/15/13/1PC8/9/7/5/3/K b - - 0 1", "playing"},
    {"grand-triangle", "k/3/5/7/9/11/13/15/15/13/1Pb8/1R7/7/5/3/K w - - 0 1", "Re5-e6xB",
     "k/3/5/7/9/11/13/15/15/13/1PR8/9/7/5/3/K b - - 0 1", "white-wins (bare king)"},
};

static void examples_of_section_13_hold(void **state)
{
    (void)state;
    play_lines(section_13, sizeof section_13 / sizeof *section_13);
}

/* 8.8: stalemate skips a player's turn. If two of three are skipped in a row, the third moves; if
 * all three are, the game is drawn where the turn has arrived, in a position that was read as well
 * as after a ply. With two players left it is drawn at the first stalemate. */
static const struct line stalemates_of_three[] = {
    {"triangle-corners-3", "k/3/3Q1/7/9/11/9N3/1K12K' w - - 0 1", "Kb1-a1",
     "k/3/3Q1/7/9/11/9N3/K13K' w - - 1 2", "playing"},
    {"triangle-corners-3", "k/3/3Q1/7/9/11/9N3/1K13 w - - 0 1", "Kb1-a1",
     "k/3/3Q1/7/9/11/9N3/K14 b - - 1 1", "draw (stalemate)"},
    {"triangle-corners-3", "k/1b1/PpPpP/7/9/p9p/1Pp7ppr/1BKPp5ppppK' w - - 0 1", "Kc1-a1",
     "k/1b1/PpPpP/7/9/p9p/1Pp7ppr/KB1Pp5ppppK' w - - 1 2", "draw (stalemate)"},
    {"triangle-corners-3", "k/1b1/PpPpP/7/9/p9p/1Pp7ppr/KB1Pp5ppppK' w - - 1 2", "",
     "k/1b1/PpPpP/7/9/p9p/1Pp7ppr/KB1Pp5ppppK' r - - 1 2", "draw (stalemate)"},
};

static void stalemate_skips_a_turn_among_three(void **state)
{
    (void)state;
    play_lines(stalemates_of_three, sizeof stalemates_of_three / sizeof *stalemates_of_three);
}

/* 8.7 applies after a ply: a game may start with the limit already reached, and a capture or a pawn
 * move restarts the count. */
static const struct line move_limits[] = {
    {"triangle-corners-2", "1/1k1/5/7/P8/11/6K6/15 w - - 99 80", "Kh2-h1",
     "1/1k1/5/7/P8/11/13/7K7 b - - 100 80", "draw (move limit)"},
    {"triangle-corners-2", "1/1k1/5/7/P8/11/6K6/15 w - - 100 80", "",
     "1/1k1/5/7/P8/11/6K6/15 w - - 100 80", "playing"},
    {"triangle-corners-2", "1/1k1/5/7/P8/11/6K6/15 w - - 100 80", "Pd4-e4",
     "1/1k1/5/7/1P7/11/6K6/15 b - - 0 80", "playing"},
    {"triangle-corners-2", "1/1k1/5/7/P8/11/6K6/15 w - - 100 80", "Kh2-h1",
     "1/1k1/5/7/P8/11/13/7K7 b - - 101 80", "draw (move limit)"},
};

static void move_limit_needs_a_ply(void **state)
{
    (void)state;
    play_lines(move_limits, sizeof move_limits / sizeof *move_limits);
}

/* 8.4: a bare player may capture the other's last piece; but if the other has two pieces, and
 * either could be captured, one remains. 8.6: crooked Rooks are Rooks, and mate with them wins. */
static const struct line ends_by_variant[] = {
    {"triangle-shatranj", "1/3/5/7/9/K10/11Nk/15 b - - 0 40", "Kn2-m2xN",
     "1/3/5/7/9/K10/11k1/15 w - - 0 41", "draw (bare kings)"},
    {"triangle-shatranj", "1/3/5/7/9/K10/11Nk/13N1 b - - 0 40", "",
     "1/3/5/7/9/K10/11Nk/13N1 b - - 0 40", "white-wins (bare king)"},
    {"triangle-shatar crooked-rook=on", "1/3/5/3R3/7Kn/11/8R4/k10RR2 b - - 0 40", "",
     "1/3/5/3R3/7Kn/11/8R4/k10RR2 b - - 0 40", "white-wins (checkmate)"},
};

static void variants_end_by_their_rules(void **state)
{
    (void)state;
    play_lines(ends_by_variant, sizeof ends_by_variant / sizeof *ends_by_variant);
}

/* ---------------------------------------------------------------- notation */

/* Short forms in their positions: what 7.2 prints, and what it also reads. */
static void short_forms_are_read_and_printed(void **state)
{
    static const char none[] = "q/bkr/nrpbn/ppppppp/P8/NPP8/BRPPP8/QKRBNPP8 w - - 0 1";
    static const char run[] = "1/1k1/5/6p/4p4/11/5PKP5/15 w - - 0 1";
    static const char grand[] = "k/1q1/5/7/9/11/13/15/15/13/11/P8/7/5/1Q1/K w - - 0 1";
    /* One Pawn was taken over. */
    static const char two_ways[] = "1/3/5/1P(b)5/3N'5/3P7/13/K13K' w - - 0 1";
    static const char take[] = "1/1k1/5/7/4pp3/4PRP4/K5n6/15 w - - 0 1";
    static const struct {
        const char *game, *position, *text, *longer, *printed; /* printed NULL: as written */
    } rows[] = {
        {"triangle-corners-2", none, "e4", "Pd4-e4", NULL},
        {"triangle-corners-2", none, "Ne4", "Nc3-e4", NULL},
        {"triangle-corners-2", none, "Nc3e4", "Nc3-e4", "Ne4"},
        {"triangle-corners-2", none, "N3e4", "Nc3-e4", "Ne4"},
        {"triangle-corners-2", none, "Nce4+", "Nc3-e4", "Ne4"},
        {"triangle-corners-2", none, "Nc3-e4#", "Nc3-e4", "Ne4"},
        {"triangle-corners-2", none, "d4-e4", "Pd4-e4", "e4"},
        {"triangle-corners-2", take, "g3-h4xP", "Pg3-h4xP", "gxh4"},
        {"triangle-corners-2", take, "gxh4", "Pg3-h4xP", NULL},
        {"triangle-corners-2", take, "Rxh4", "Rh3-h4xP", NULL},
        {"triangle-corner-vs-side", run, "gf3", "Pg2-f3/g3", "f3"},
        {"triangle-corner-vs-side", run, "gh3", "Pg2-h3/g3", NULL},
        {"triangle-corner-vs-side", "1/1k1/5/6p/4p4/3P7/6KP5/15 b - g3f3 0 1", "h:g3", "Ph4-g3:P",
         "h:g3+"},
        {"grand-triangle", grand, "d7", "Pd5-d7/d6c6c7", NULL},
        {"grand-triangle", grand, "d7/d6c6c7", "Pd5-d7/d6c6c7", "d7"},
        {"grand-triangle", grand, "d7/d6e6e7", "Pd5-d7/d6e6e7", NULL},
        {"triangle-corners-2", "1/1k1/5/7/9/9P1/13/K14 w - - 0 1", "m3=Q", "Pl3-m3=Q", NULL},
        /* At least the file */
        {"triangle-sides-3 elimination=takeover", two_ways, "3xg4", "Pf3-g4xN", "f3xg4"},
        {"triangle-sides-3 elimination=takeover", two_ways, "f5xg4", "Pf5-g4xN", NULL},
        {"triangle-corners-2 null-moves=on", "1/3/5/4p2/3P5/5R3k1/13/K14 w - - 0 1", "Rh3",
         "Rh3-h3", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        struct position position;
        struct ply ply = {0};
        struct note why;
        char text[TEXT_ROOM];
        if (rules->rules->read(rules, rows[i].position, &position, &why) < 0)
            fail_msg("%s: %s", rows[i].position, why.text);
        if (rules->rules->parse(&position, rows[i].text, &ply, &why) < 0)
            fail_msg("%s: %s", rows[i].text, why.text);
        rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
        assert_string_equal(text, rows[i].longer);
        rules->rules->format(&position, &ply, FORM_SHORT, text, sizeof text);
        assert_string_equal(text, rows[i].printed ? rows[i].printed : rows[i].text);
        ply_free(&ply);
        ruleset_free(rules);
    }
}

/* ---------------------------------------------------------------- impossible position texts (3) */

static void impossible_positions_are_refused(void **state)
{
    static const struct {
        const char *game, *position, *word;
    } rows[] = {
        {"triangle-corners-2", "", "lacks"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K14 w - - 0", "lacks"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13 w - - 0 1", "ranks"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K15 w - - 0 1", "too many"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K14 w - - 0 0", "counts from 1"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K14 w - - x 1", "number"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K14 w K - 0 1", "castling"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K14 r - - 0 1", "w or b"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/K13K' w - - 0 1", "third player"},
        {"triangle-corners-2", "1/1k1/5/7/U8/11/13/K14 w - - 0 1", "not a piece"},
        {"triangle-corners-2", "1/1k1/5/7/P(q)8/11/13/K14 w - - 0 1", "attribute"},
        {"triangle-corners-2", "1/1k1/5/7/P(m8/11/13/K14 w - - 0 1", "not closed"},
        {"triangle-corners-2", "1/1k1/5/7/1P(m)7/11/13/K14 w - - 0 1", "(m)"},
        {"triangle-corners-2", "1/1k1/5/7/N(m)8/11/13/K14 w - - 0 1", "(m)"},
        {"triangle-corners-2", "1/1k1/5/7/P(x)8/11/13/K14 w - - 0 1", "three players"},
        {"triangle-corners-2", "1/1k1/5/7/P(b)8/11/13/K14 w - - 0 1", "three players"},
        {"triangle-corners-2", "1/3/5/7/9/11/13/K14 w - - 0 1", "Black has no King"},
        {"triangle-corners-2", "1/1k1/5/7/9/11/13/KK13 w - - 0 1", "more than one"},
        {"triangle-corners-2", "1/kR1/5/7/9/11/13/K14 w - - 0 1", "in check"},
        {"triangle-corners-2", "1/1k1/5/7/9/3P7/13/K14 b - e3f3 0 1", "en passant"},
        {"triangle-corner-vs-side", "1/1k1/5/7/9/3P7/13/K14 w - g2g3f3 0 1", "en passant"},
        {"triangle-corner-vs-side", "1/1k1/5/7/9/3P7/13/K14 b - f3 0 1", "en passant"},
        {"triangle-corner-vs-side", "1/1k1/5/7/9/3NP6/13/K14 b - g2g3f3 0 1", "en passant"},
        {"triangle-corner-vs-side", "1/1k1/5/7/9/3P7/13/K14 b - h2h3f3 0 1", "en passant"},
        {"triangle-corners-3", "1/3/5/7/P8/11/13/K13K' w - - 0 1x", "number"},
        {"triangle-corners-3", "1/3/5/p6/9/11/13/K13K' w - - 0 1", "Black has no King"},
        {"triangle-corners-3", "1/3/5/7/9/11/13/K(x)13K'(x) w - - 0 1", "no player"},
        {"triangle-corners-3", "1/1k1/5/7/P(w)8/11/13/K13K' w - - 0 1",
         "a player other than the owner"},
        {"triangle-corners-3", "1/1k1/5/7/N(b)8/11/13/K13K' w - - 0 1", "pawns"},
        {"triangle-corners-3", "1/1k1/5/7/k'8/11/13/K13K' w - - 0 1", "third player"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        struct position position;
        struct note why = {"", -1};
        if (rules->rules->read(rules, rows[i].position, &position, &why) >= 0)
            fail_msg("'%s' is read", rows[i].position);
        if (!strstr(why.text, rows[i].word))
            fail_msg("'%s': '%s' does not say '%s'", rows[i].position, why.text, rows[i].word);
        ruleset_free(rules);
    }
}

/* Options that contradict each other (9). */
static void contradictory_options_are_refused(void **state)
{
    static const struct {
        const char *id;
        struct setting setting[2];
        int settings;
    } rows[] = {
        {"triangle-corners-2", {{"crooked-queen", "on"}}, 1},
        {"triangle-corners-2", {{"elimination", "remove"}}, 1},
        {"triangle-corners-2", {{"null-moves", "maybe"}}, 1},
        {"triangle-unicorns", {{"elimination", "remove"}}, 1},
        {"triangle-unicorns", {{"mate-rule", "capture"}, {"setup", "sides-2"}}, 2},
        {"triangle-unicorns", {{"multistep", "line"}}, 1},
        {"triangle-unicorns", {{"multistep", "line"}, {"setup", "corners-3"}}, 2},
        {"grand-triangle", {{"crooked-queen", "on"}}, 1},
        {"triangle-chaturanga", {{"setup", "corners-3"}}, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules;
        struct note why;
        if (ruleset_open(&rules, rows[i].id, rows[i].setting, rows[i].settings, &why) >= 0)
            fail_msg("%s opens with %s=%s", rows[i].id, rows[i].setting[0].name,
                     rows[i].setting[0].value);
    }
}

/* ----------------------------------------------------------- games played to the end */

/* The slow way to the same plies: make every one and see whether the royal piece can then be
 * captured. If another player also went out, the two questions are asked at different moments, so
 * those plies are skipped. */
struct audit {
    const struct triangle_position *position;
    int side, living, safe, doubtful;
};

static int audit_ply(const struct triangle_ply *ply, void *argument)
{
    struct audit *audit = argument;
    struct triangle_position after = *audit->position;
    triangles_make(&after, ply);
    if (triangles_living(&after) != audit->living)
        audit->doubtful++;
    else
        audit->safe +=
            audit->position->own->capture_rule || !triangles_in_check(&after, audit->side);
    return 0;
}

static int audit_safe_ply(const struct triangle_ply *ply, void *argument)
{
    struct audit *audit = argument;
    struct triangle_position after = *audit->position;
    triangles_make(&after, ply);
    audit->safe -= triangles_living(&after) == audit->living;
    return 0;
}

static void check_safety(const struct position *position)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    struct audit audit = {&compact, compact.side, triangles_living(&compact), 0, 0};
    if (triangles_over_by_material(&compact, NULL))
        return;
    triangles_generate_all(&compact, audit_ply, &audit);
    triangles_generate(&compact, audit_safe_ply, &audit);
    if (audit.safe != 0) {
        char text[TEXT_ROOM];
        position->rules->rules->write(position, text, sizeof text);
        fail_msg("%s: %d plies too few or many in %s", position->rules->id, audit.safe, text);
    }
}

/* A position made ply by ply equals the one its text describes, to the last set of cells. */
static void check_text(const struct position *position)
{
    struct triangle_position made, read;
    struct position again;
    struct note why;
    char text[TEXT_ROOM];
    position->rules->rules->write(position, text, sizeof text);
    if (position->rules->rules->read(position->rules, text, &again, &why) < 0)
        fail_msg("%s: '%s' is not read back: %s", position->rules->id, text, why.text);
    assert_true(position_same(position, &again));
    triangles_load(&made, position);
    triangles_load(&read, &again);
    assert_memory_equal(&made, &read, sizeof made);
}

/* Play at random, captures twice as often, to the end. Returns the number of players who went out
 * on the way. */
static int play_to_the_end(const struct ruleset *rules, struct game *game)
{
    int out = 0, living = rules->sides;
    begin_at(game, rules, NULL);
    while (!verdict_over(&game->verdict) && game->plies < PLIES_MOST) {
        char **texts;
        struct note why;
        int n = search_texts(&game->now, &LIMITS_DEFAULT, false, &texts), pick = chance(n);
        assert_true(n > 0);
        if (!strchr(texts[pick], 'x'))
            pick = chance(n);
        if (game_play_text(game, texts[pick], &why) < 0)
            fail_msg("%s: %s: %s", rules->id, texts[pick], why.text);
        for (int i = 0; i < n; i++)
            free(texts[i]);
        free(texts);
        struct triangle_position compact;
        triangles_load(&compact, &game->now);
        out += living - triangles_living(&compact);
        living = triangles_living(&compact);
        if (!verdict_over(&game->verdict)) {
            check_text(&game->now);
            check_safety(&game->now);
        }
    }
    assert_true(verdict_over(&game->verdict));
    assert_non_null(game->verdict.reason);
    return out;
}

/* Whether some game of each kind of end was seen is counted over all games of three. */
static int ends[3]; /* won, drawn, players out */

static void random_games_come_to_an_end(void **state)
{
    struct ruleset *rules = open_game(*state);
    seed = 20261121;
    for (int g = 0; g < 2; g++) {
        struct game game = {0};
        ends[2] += play_to_the_end(rules, &game);
        ends[game.verdict.outcome == OUTCOME_DRAW]++;
        game_clear(&game);
    }
    ruleset_free(rules);
}

static void every_kind_of_end_occurred(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(ends[i] > 0);
}

/* ---------------------------------------------------- resigning and passing among three sides */

static void resigning_leaves_two_players(void **state)
{
    static const char after[] =
        "q(x)/b(x)k(x)r(x)/n(x)r(x)p(x)b(x)n(x)/p(x)p(x)p(x)p(x)p(x)p(x)p(x)/1P6P'/"
        "NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q' r - - 0 1";
    char played[TEXT_ROOM];
    (void)state;
    struct ruleset *rules = open_game("triangle-corners-3");
    struct game game = {0};
    struct note why;
    begin_at(&game, rules, NULL);
    assert_int_equal(game_play_text(&game, "e4", &why), 0);
    assert_int_equal(game_resign(&game, BLACK, "resignation", &why), 0);
    assert_game(&game, after, "playing");
    assert_int_equal(game_resign(&game, BLACK, "resignation", &why), FAIL_RULE);
    assert_int_equal(game_play_text(&game, "Nh1", &why), 0);
    rules->rules->write(&game.now, played, sizeof played);
    assert_int_equal(game_play_text(&game, "Nf3", &why), 0);
    game_back(&game, 1); /* to a ply that Red played because Black was out */
    assert_game(&game, played, "playing");
    game_back(&game, 1); /* Black is still out */
    assert_game(&game, after, "playing");
    assert_int_equal(game_play_text(&game, "Nh1", &why), 0);
    assert_int_equal(game_resign(&game, RED, "time", &why), 0);
    assert_game(&game, NULL, "white-wins (time)");
    game_back(&game, 1);
    assert_game(&game, after, "playing");
    game_back(&game, 1); /* before Black's resignation */
    assert_game(
        &game,
        "q/bkr/nrpbn/ppppppp/P7P'/NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q' w - - 0 1",
        "playing");
    assert_int_equal(game_play_text(&game, "e4", &why), 0); /* now Black plays on */
    assert_int_equal(game_play_text(&game, "Ng4", &why), 0);
    game_back(&game, 1);
    assert_game(
        &game,
        "q/bkr/nrpbn/ppppppp/1P6P'/NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q' b - - 0 1",
        "playing");
    assert_int_equal(game_agree(&game, &why), 0);
    assert_game(&game, NULL, "draw (agreement)");
    game_clear(&game);
    ruleset_free(rules);
}

/* A resigned army is frozen, also when others are taken over or end the game (8.8), and removed
 * with option remove. */
static void a_resigned_army_follows_the_options(void **state)
{
    static const struct {
        const char *game, *after;
    } rows[] = {
        {"triangle-corners-3 elimination=takeover", "1/1k(x)1/5/7/P5B'2/6b(x)4/6K6/14K' r - - 0 1"},
        {"triangle-corners-3 elimination=end", "1/1k(x)1/5/7/P5B'2/6b(x)4/6K6/14K' r - - 0 1"},
        {"triangle-corners-3 elimination=remove", "1/3/5/7/P5B'2/11/6K6/14K' r - - 0 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        struct game game = {0};
        struct note why;
        begin_at(&game, rules, "1/1k1/5/7/P5B'2/6b4/6K6/14K' b - - 0 1");
        assert_int_equal(game_play_text(&game, "resign", &why), 0);
        assert_game(&game, rows[i].after, "playing");
        game_clear(&game);
        ruleset_free(rules);
    }
}

/* If the next player in turn order is out, passing in an annotation leads to the one after: at
 * once, and also after taking it back and playing it again. */
static void passing_skips_a_player_who_is_out(void **state)
{
    static const struct {
        const char *start, *after;
    } rows[] = {
        {"1/1k(x)1/5/7/P5B'2/6b(x)4/6K6/14K' w - - 3 7",
         "1/1k(x)1/5/7/P5B'2/6b(x)4/6K6/14K' r - - 4 7"},
        {"1/1k1/5/7/P5B'(x)2/5b5/6K6/14K'(x) b - - 3 7",
         "1/1k1/5/7/P5B'(x)2/5b5/6K6/14K'(x) w - - 4 8"},
        {"1/1k1/5/7/P8/11/6K6/14K' w - - 3 7", "1/1k1/5/7/P8/11/6K6/14K' b - - 4 7"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game("triangle-corners-3");
        struct game game = {0};
        struct note why;
        begin_at(&game, rules, rows[i].start);
        if (game_pass(&game, &why) < 0)
            fail_msg("%s: %s", rows[i].start, why.text);
        assert_game(&game, rows[i].after, "playing");
        assert_int_equal(game_pass(&game, &why), 0);
        game_back(&game, 1);
        assert_game(&game, rows[i].after, "playing");
        game_clear(&game);
        ruleset_free(rules);
    }
}

/* The three lines that open a game describe its options. */
static void summaries_follow_the_options(void **state)
{
    static const struct {
        const char *game;
        int line;
        const char *has;
    } rows[] = {
        {"triangle-corners-3", 0, "mate both others, or capture an exposed king"},
        {"triangle-corners-3", 1, "Rooks walk around corner points"},
        {"triangle-corners-3", 2, "stay on the board as obstacles"},
        {"triangle-corners-3 crooked-rook=on", 1, "Rooks zigzag in straight strips"},
        {"triangle-corners-3 elimination=remove", 2, "leave the board"},
        {"triangle-corners-3 elimination=takeover", 2, "eliminates another takes over"},
        {"triangle-sides-3 elimination=end", 0, "Give the first mate"},
        {"triangle-sides-3 mate-rule=capture", 0, "capture both other kings"},
        {"triangle-sides-3 mate-rule=capture elimination=end", 0,
         "Capture a king: the first capture ends the game"},
        {"triangle-unicorns", 0, "Checkmate the duke"},
        {"triangle-unicorns setup=sides-3", 0, "capture an exposed duke"},
        {"triangle-unicorns setup=sides-3", 2, "as obstacles"},
        {"triangle-unicorns crooked-rook=on crooked-queen=on", 1,
         "the rook part of duchesses zigzags"},
        {"triangle-corner-vs-side", 1, "at first"},
        {"triangle-corner-vs-side multistep=line", 1, "as far as the line d4-l4"},
        {"grand-triangle multistep=initial", 1, "that have not moved"},
        {"triangle-makruk", 2, "sixth row"},
        {"triangle-makruk promotion=last", 2, "where they can go no further"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        const char *line = rules->summary[rows[i].line];
        if (!line || !strstr(line, rows[i].has))
            fail_msg("%s: %s", rows[i].game, line ? line : "nothing");
        ruleset_free(rules);
    }
    /* The goal has already said it */
    struct ruleset *rules = open_game("triangle-corners-3 elimination=end");
    assert_null(rules->summary[2]);
    ruleset_free(rules);
}

int main(void)
{
    static const char *const two[] = {
        "triangle-corners-2 crooked-rook=on crooked-queen=on null-moves=on",
        "triangle-sides-2 null-moves=on",
        "triangle-corner-vs-side multistep=line crooked-rook=on",
        "triangle-unicorns archer=on null-moves=on",
        "triangle-unicorns setup=corner-vs-side multistep=line archer=on",
        "grand-triangle",
        "grand-triangle promote-on-capture=on null-moves=on multistep=initial",
        "grand-triangle promote-on-capture=on crooked-rook=on",
        "triangle-chaturanga elephant=silver setup=sides-2",
        "triangle-shatranj setup=corner-vs-side",
        "triangle-makruk promotion=last",
        "triangle-makruk setup=sides-2",
        "triangle-shatar crooked-rook=on crooked-queen=on setup=corner-vs-side",
    };
    static const char *const three[] = {
        "triangle-corners-3", "triangle-sides-3 crooked-rook=on null-moves=on",
        "triangle-unicorns setup=corners-3 archer=on", "triangle-unicorns setup=sides-3"};
    static const char *const eliminations[] = {"freeze", "remove", "takeover", "end"};
    static char names[64][160];
    struct CMUnitTest tests[96] = {
        cmocka_unit_test(passing_skips_a_player_who_is_out),
        cmocka_unit_test(sequences_are_as_many_as_section_13_says),
        cmocka_unit_test(examples_of_section_13_hold),
        cmocka_unit_test(stalemate_skips_a_turn_among_three),
        cmocka_unit_test(move_limit_needs_a_ply),
        cmocka_unit_test(variants_end_by_their_rules),
        cmocka_unit_test(short_forms_are_read_and_printed),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(contradictory_options_are_refused),
        cmocka_unit_test(resigning_leaves_two_players),
        cmocka_unit_test(a_resigned_army_follows_the_options),
        cmocka_unit_test(summaries_follow_the_options),
    };
    size_t n = 0, games = 0;
    while (tests[n].name)
        n++; /* those above */
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        tests[n++] =
            (struct CMUnitTest){two[i], random_games_come_to_an_end, NULL, NULL, (void *)two[i]};
    for (size_t i = 0; i < sizeof three / sizeof *three * 16; i++) {
        char *name = names[games++];
        snprintf(name, sizeof names[0], "%s elimination=%s stalemate=%s mate-rule=%s",
                 three[i / 16], eliminations[i / 4 % 4], i % 2 ? "out" : "pass",
                 i / 2 % 2 ? "capture" : "check");
        tests[n++] = (struct CMUnitTest){name, random_games_come_to_an_end, NULL, NULL, name};
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(every_kind_of_end_occurred);
    return _cmocka_run_group_tests("triangles", tests, n, NULL, NULL);
}
