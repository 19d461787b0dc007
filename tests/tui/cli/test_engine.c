/* test_engine.c - the promises of engine.h: it finds mates, keeps limits, repeats a search exactly,
 * plays legal plies in every variant, and mates bare Kings. */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/game.h"
#include "tui/cli/thinker.h"
#include "tui/system/endgame_files.h"

/* A clock that advances by itself, so that no test depends on the machine: one microsecond each
 * time it is read. */
static int64_t steps;
static int64_t step(void *argument)
{
    (void)argument;
    return ++steps;
}

static atomic_bool never;
static struct engine_host host = {.now = step, .stop = &never};

static void think(struct engine *engine, const struct position *position,
                  const struct engine_limits *limits, struct engine_result *out)
{
    engine_position(engine, position, NULL, 0);
    engine_think(engine, limits, &host, out);
}

static struct engine_result think_about(const char *variant, const char *text,
                                        struct engine_limits limits, char best[64])
{
    struct position position;
    struct ruleset *rules = open_position(variant, text, &position);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    struct engine_result result;
    think(engine, &position, &limits, &result);
    *best = '\0';
    if (result.found)
        rules->rules->format(&position, &result.best, FORM_SHORT, best, 64);
    engine_free(engine);
    ruleset_free(rules);
    return result;
}

/* Problems with one solution each, all classics or trivial. */
static const struct {
    const char *position, *best;
    int moves;
} mates[] = {
    {"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra8#", 1},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "Qh4#", 1},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 2}, /* P. Morphy */
    {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", "Qh6+", 2},
};

static void mates_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        char best[64];
        struct engine_result result =
            think_about("classical", mates[i].position,
                        (struct engine_limits){.depth = 2 * mates[i].moves + 7}, best);
        assert_true(result.found);
        assert_string_equal(best, mates[i].best);
        assert_int_equal(result.score, ENGINE_MATE - (2 * mates[i].moves - 1));
        engine_result_free(&result);
    }
}

static void an_unavoidable_mate_is_seen(void **state)
{
    char best[64];
    (void)state;
    struct engine_result result = think_about("classical", "k7/7R/1K6/8/8/8/8/8 b - - 0 1",
                                              (struct engine_limits){.depth = 5}, best);
    assert_string_equal(best, "Kb8");
    assert_int_equal(result.score, -(ENGINE_MATE - 2));
    engine_result_free(&result);
}

/* With three players: a mated player is removed during a search, and is back in the next search of
 * the same position. */
static void the_last_two_of_three_mate(void **state)
{
    char best[64];
    (void)state;
    struct engine_result result =
        think_about("triangle-corners-3", "1/3/5/7/2B'R'5/1Q'4N'4/k6P'5/4Q'7K'2 r - - 81 129",
                    (struct engine_limits){.depth = 1}, best);
    assert_int_equal(result.score, ENGINE_MATE - 1);
    engine_result_free(&result);
}

static void a_finished_game_has_no_ply(void **state)
{
    char best[64];
    (void)state;
    struct engine_result result = think_about("classical", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
                                              (struct engine_limits){.depth = 5}, best);
    assert_false(result.found);
    engine_result_free(&result);
    result = think_about("classical", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
                         (struct engine_limits){.depth = 5}, best);
    assert_false(result.found); /* stalemate */
    engine_result_free(&result);
}

static void searches_keep_their_limits(void **state)
{
    char best[64];
    (void)state;
    struct engine_result result = think_about("classical", NULL,
                                              (struct engine_limits){.nodes = 3000}, best),
                         again;
    assert_true(result.nodes >= 3000 && result.nodes <= 3064);
    char first[64];
    snprintf(first, sizeof first, "%s", best);
    again = think_about("classical", NULL, (struct engine_limits){.nodes = 3000}, best);
    assert_string_equal(first, best);
    assert_int_equal(again.nodes, result.nodes);
    assert_int_equal(again.score, result.score);
    engine_result_free(&result);
    engine_result_free(&again);
    int64_t before = steps;
    /* A thousand readings of the clock */
    result = think_about("classical", NULL, (struct engine_limits){.movetime = 1}, best);
    assert_true(result.found && steps - before < 1100);
    engine_result_free(&result);
    atomic_bool now = true;
    host.stop = &now;
    result = think_about("classical", NULL, (struct engine_limits){0}, best);
    assert_true(result.found && result.nodes < 100);
    engine_result_free(&result);
    host.stop = &never;
}

static void every_variant_is_played(void **state)
{
    const struct variant *variant;
    (void)state;
    for (int i = 0; (variant = variant_at(i, true, NULL)); i++) {
        struct note why;
        if (!strcmp(variant->id, "custom"))
            continue;
        struct ruleset *rules = open_variant(variant->id);
        struct engine *engine = engine_new(rules, 1, NULL, &why);
        struct position now, after;
        assert_string_equal(why.text, ""); /* its learnt weights can be read */
        rules->rules->setup(rules, &now);
        for (int ply = 0; ply < 3; ply++) {
            struct engine_result result;
            think(engine, &now, &(struct engine_limits){.nodes = 150}, &result);
            assert_true(result.found);
            if (ply_try(&now, &result.best, &after, &why) < 0)
                fail_msg("%s: ply %d: %s", variant->id, ply, why.text);
            position_copy(&now, &after);
            engine_result_free(&result);
        }
        engine_free(engine);
        ruleset_free(rules);
    }
}

/* The stronger side plays against the best defence of few nodes. */
static void bare_kings_are_mated(void **state)
{
    static const char *const endings[] = {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
                                          "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
                                          "8/8/8/3k4/8/8/8/KRR5 w - - 0 1"};
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct position start;
        struct ruleset *rules = open_position("classical", endings[i], &start);
        struct engine *engine = engine_new(rules, 4, NULL, NULL);
        struct game game = {0};
        struct note why;
        game_begin(&game, rules, &start, NULL);
        while (!verdict_over(&game.verdict) && !game.verdict.claims) {
            struct engine_result result;
            engine_position(engine, &start, game.ply, game.plies);
            engine_think(engine,
                         &(struct engine_limits){.nodes = game.now.side == WHITE ? 8000 : 500},
                         &host, &result);
            assert_true(result.found);
            assert_int_equal(game_play(&game, &result.best, &why), 0);
            engine_result_free(&result);
        }
        assert_int_equal(game.verdict.outcome, OUTCOME_WIN);
        assert_int_equal(game.verdict.winner, WHITE);
        game_clear(&game);
        engine_free(engine);
        ruleset_free(rules);
    }
}

struct lines {
    int n;
    char text[4][16];
    const struct position *position;
};

static void note_line(const struct engine_line *line, void *argument)
{
    struct lines *lines = argument;
    if (line->number > 3)
        return;
    lines->n = line->number;
    assert_true(line->plies > 0);
    lines->position->rules->rules->format(lines->position, &line->ply[0], FORM_SHORT,
                                          lines->text[line->number - 1], 16);
}

static void several_lines_are_reported(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    struct lines lines = {.position = &position};
    struct engine_host with = {
        .now = step, .stop = &never, .report = note_line, .argument = &lines};
    struct engine_result result;
    engine_position(engine, &position, NULL, 0);
    engine_think(engine, &(struct engine_limits){.depth = 4, .lines = 3}, &with, &result);
    assert_int_equal(lines.n, 3);
    assert_string_not_equal(lines.text[0], lines.text[1]);
    assert_string_not_equal(lines.text[1], lines.text[2]);
    assert_string_not_equal(lines.text[0], lines.text[2]);
    engine_result_free(&result);
    struct ply only = {0};
    struct note why;
    assert_int_equal(rules->rules->parse(&position, "a3", &only, &why), 0);
    engine_think(engine, &(struct engine_limits){.depth = 4, .only = &only, .only_count = 1}, &host,
                 &result);
    assert_true(ply_same(&only, &result.best));
    engine_result_free(&result);
    ply_free(&only);
    engine_free(engine);
    ruleset_free(rules);
}

static void threads_share_a_search(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position("classical", mates[2].position, &position);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    struct engine_host with = {
        .now = engine_host_now, .stop = &never, .together = engine_host_together};
    struct engine_result result;
    engine_threads(engine, 3);
    engine_position(engine, &position, NULL, 0);
    engine_think(engine, &(struct engine_limits){.depth = 11}, &with, &result);
    assert_int_equal(result.score, ENGINE_MATE - 3);
    engine_result_free(&result);
    engine_threads(engine, 1);
    engine_free(engine);
    ruleset_free(rules);
}

/* Weak levels sometimes play other plies than the best, the highest level only the best. */
static void weak_levels_play_worse_plies(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    int others = 0;
    char first[32] = "";
    for (int i = 0; i < 12; i++) {
        struct engine_limits limits = {.seed = (uint64_t)i};
        struct engine_result result;
        char best[32];
        level_limit(1, rules, &limits);
        assert_true(limits.nodes > 0 && limits.nodes <= 1000);
        engine_clear(engine);
        think(engine, &position, &limits, &result);
        rules->rules->format(&position, &result.best, FORM_SHORT, best, sizeof best);
        others += i > 0 && strcmp(first, best) != 0;
        if (i == 0)
            snprintf(first, sizeof first, "%s", best);
        engine_result_free(&result);
    }
    assert_true(others > 2);
    struct engine_limits limits = {.nodes = 5};
    level_limit(LEVEL_MOST, rules, &limits);
    assert_true(limits.nodes == 5 && limits.weakness == 0);
    engine_free(engine);
    ruleset_free(rules);
}

/* A blunder is a legal ply with a score that means something, and the same in every run. */
static void blunders_are_legal_plies(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    char best[2][12][32];
    int others = 0;
    for (int run = 0; run < 2; run++)
        for (int i = 0; i < 12; i++) {
            struct engine_limits limits = {.nodes = 60, .blunders = 100, .seed = (uint64_t)i};
            struct engine_result result;
            struct game game = {0};
            struct note why;
            engine_clear(engine);
            think(engine, &position, &limits, &result);
            assert_in_range(result.score + 1000, 0, 2000);
            rules->rules->format(&position, &result.best, FORM_SHORT, best[run][i], 32);
            game_begin(&game, rules, NULL, NULL);
            assert_int_equal(game_play(&game, &result.best, &why), 0);
            game_clear(&game);
            engine_result_free(&result);
            others += i > 0 && strcmp(best[run][0], best[run][i]) != 0;
        }
    assert_true(others > 10);
    assert_memory_equal(best[0][11], best[1][11], strlen(best[0][11]) + 1);
    engine_free(engine);
    ruleset_free(rules);
}

static void a_file_of_weights_is_read(void **state)
{
    (void)state;
    struct note why;
    struct ruleset *rules = open_variant("classical");
    struct position position;
    read_position(rules, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", &position);
    struct engine *engine =
        engine_new(rules, 1, "# none\nworth Q 300\nfeature bishop-pair 1 2\n", &why);
    assert_string_equal(why.text, "");
    engine_position(engine, &position, NULL, 0);
    int cheap = engine_evaluate(engine, NULL);
    engine_free(engine);
    engine = engine_new(rules, 1, "worth Q many\n", &why);
    assert_string_not_equal(why.text, "");
    engine_position(engine, &position, NULL, 0);
    assert_true(engine_evaluate(engine, NULL) > cheap + 400);
    engine_free(engine);
    ruleset_free(rules);
}

/* A repeated position counts as a draw, so the side that is behind aims for it. */
static void perpetual_checks_are_draws(void **state)
{
    char best[64];
    (void)state;
    /* Qg5+ Kh8 Qf6+ Kg8 Qg5+: nothing is better, and everything else loses. */
    struct engine_result result = think_about("classical", "6k1/5p1p/8/8/7Q/8/qr6/7K w - - 0 1",
                                              (struct engine_limits){.nodes = 60000}, best);
    assert_true(result.score > -200);
    engine_result_free(&result);
}

/* Tables of endgames are files in the cache. One that another version wrote, or half of one, is
 * not read. */
static void endgames_are_kept_in_files(void **state)
{
    static const char name[] = "game-KQvK-1.endgame", bytes[] = "the bytes of a table";
    char home[256], path[600], line[100] = "";
    size_t size = 0;
    (void)state;
    assert_true(make_quick_home(home, "endgames"));
    assert_null(endgame_files_fetch(name, &size, NULL));
    endgame_files_keep(name, bytes, sizeof bytes, NULL);
    endgame_files_keep(name, bytes, sizeof bytes, NULL); /* replaces it */
    char *found = endgame_files_fetch(name, &size, NULL);
    assert_non_null(found);
    assert_int_equal(size, sizeof bytes);
    assert_string_equal(found, bytes);
    free(found);
    snprintf(path, sizeof path, "%s/chesscade/endgames/%s", home, name);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fread(line, 9, 1, file), 1);
    assert_string_equal(line, "chesscade");
    rewind(file);
    fputs("chesscade 0.0.0", file);
    fclose(file);
    assert_null(endgame_files_fetch(name, &size, NULL));
    endgame_files_keep(name, bytes, sizeof bytes, NULL);
    free(endgame_files_fetch(name, &size, NULL));
    assert_int_equal(size, sizeof bytes);
    assert_int_equal(truncate(path, 20), 0);
    assert_null(endgame_files_fetch(name, &size, NULL));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(in_folder(home, "chesscade/endgames")), 0); /* no other file is left */
    assert_int_equal(rmdir(in_folder(home, "chesscade")), 0);
    assert_int_equal(rmdir(home), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found),
        cmocka_unit_test(an_unavoidable_mate_is_seen),
        cmocka_unit_test(a_finished_game_has_no_ply),
        cmocka_unit_test(searches_keep_their_limits),
        cmocka_unit_test(every_variant_is_played),
        cmocka_unit_test(bare_kings_are_mated),
        cmocka_unit_test(several_lines_are_reported),
        cmocka_unit_test(threads_share_a_search),
        cmocka_unit_test(weak_levels_play_worse_plies),
        cmocka_unit_test(blunders_are_legal_plies),
        cmocka_unit_test(a_file_of_weights_is_read),
        cmocka_unit_test(perpetual_checks_are_draws),
        cmocka_unit_test(the_last_two_of_three_mate),
        cmocka_unit_test(endgames_are_kept_in_files),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
