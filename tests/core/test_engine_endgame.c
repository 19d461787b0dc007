/* test_engine_endgame.c - the promises of endgame.h: known distances, agreement with the family's
 * own plies and verdicts, the shortest mate in play, stopping, and damaged bytes. */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/engine/endgame.h"
#include "core/engine/engine.h"
#include "core/game.h"

#define KQK "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"
#define KRK "8/8/8/4k3/8/8/8/KR6 w - - 0 1"
#define KRRK "8/8/8/4k3/8/8/8/KRR5 w - - 0 1"
#define CORNERS_KRK "1/1k1/5/7/9/11/R6K5/15 w - - 0 1"

static const struct {
    const char *variant, *position;
    int longest; /* plies of the longest win with best play; the side that is to move may lose */
} materials[] = {
    {"classical", KQK, 20}, /* mate in 10 */
    {"classical", KRK, 32}, /* mate in 16 */
    {"classical", "8/8/8/4k3/8/8/8/KN6 w - - 0 1", 0},
    {"turning-chess", KRK, -1},
    {"triangle-corners-2", CORNERS_KRK, -1},
    {"triangle-sides-2", "1/1k1/5/7/9/11/Q6K5/15 w - - 0 1", -1},
    {"odd-classical", "7/7/7/3k3/7/7/KRR4 w - - 0 1", -1}, /* two of one class */
};

static const struct endgame_host nobody;

struct told {
    char name[4][64];
    int longest[4], n;
    size_t positions[4];
};

static void take_told(const char *name, size_t positions, size_t legal, int longest, void *argument)
{
    struct told *told = argument;
    assert_true(legal > 0 && legal < positions);
    assert_true(told->n < 4);
    snprintf(told->name[told->n], sizeof told->name[0], "%s", name);
    told->longest[told->n] = longest;
    told->positions[told->n++] = positions;
}

static struct told told_of(const struct endgames *set)
{
    struct told told = {.n = 0};
    endgames_each(set, take_told, &told);
    return told;
}

/* ---- one ply ahead, by the family's own functions */

struct looking {
    struct endgames *set;
    const struct position *before;
    int win, loss; /* shortest win, longest loss; -1: none */
    bool other, unknown;
    int plies;
};

static int look_at_ply(const struct ply *ply, void *argument)
{
    struct looking *looking = argument;
    struct position after;
    struct verdict verdict = {0};
    struct endgame_value value = {0, 0};
    ply_play(looking->before, ply, &after);
    looking->plies++;
    position_judge(&after, &verdict);
    after.passed_count = 0; /* a pawn that passed cells can be captured by no pawn here */
    after.halfmove = 0;
    if (verdict.outcome == OUTCOME_WIN)
        value.outcome = verdict.winner == after.side ? 1 : -1;
    else if (verdict.outcome != OUTCOME_DRAW && !endgames_look(looking->set, &after, &value))
        looking->unknown = true;
    if (value.outcome < 0 && (looking->win < 0 || value.plies + 1 < looking->win))
        looking->win = value.plies + 1;
    else if (value.outcome > 0 && value.plies + 1 > looking->loss)
        looking->loss = value.plies + 1;
    else if (!value.outcome)
        looking->other = true;
    return 0;
}

/* A position of a table agrees with its plies. False if a ply leads where no table can say. */
static bool agrees(struct endgames *set, const struct position *position)
{
    const struct rules *rules = position->rules->rules;
    struct looking looking = {.set = set, .before = position, .win = -1, .loss = -1};
    struct verdict verdict = {0};
    struct endgame_value value = {9, 9};
    char text[400];
    assert_true(endgames_look(set, position, &value));
    rules->write(position, text, sizeof text);
    position_judge(position, &verdict);
    if (verdict_over(&verdict)) {
        int outcome = verdict.outcome == OUTCOME_DRAW    ? 0
                      : verdict.winner == position->side ? 1
                                                         : -1;
        if (outcome != value.outcome || value.plies)
            fail_msg("%s: %d in %d, but the game is over", text, value.outcome, value.plies);
        return true;
    }
    rules->plies(position, &LIMITS_DEFAULT, look_at_ply, &looking);
    if (looking.unknown)
        return false;
    int outcome = looking.win >= 0 ? 1 : looking.other || !looking.plies ? 0 : -1;
    int plies = outcome > 0 ? looking.win : outcome < 0 ? looking.loss : 0;
    if (outcome != value.outcome || plies != value.plies)
        fail_msg("%s: the table says %d in %d, its plies %d in %d", text, value.outcome,
                 value.plies, outcome, plies);
    return true;
}

static void check_sample(struct endgames *set, int wanted)
{
    struct told told = told_of(set);
    for (int table = 0; table < told.n; table++) {
        int checked = 0, unknown = 0;
        for (uint64_t i = 1; checked + unknown < wanted; i++) {
            struct position position;
            if (!endgames_position(set, table, hash_mix(i) % told.positions[table], &position))
                continue;
            if (agrees(set, &position))
                checked++;
            else
                unknown++;
        }
        assert_int_equal(unknown, 0);
    }
}

/* ---- short mates, by a search that knows no table */

struct mating {
    const struct position *before;
    int plies; /* within which the game must end */
    bool all;  /* the side to move is to be mated: every ply must lose */
    bool found;
};

static bool mates_within(const struct position *position, int plies, bool all);

static int mates_after(const struct ply *ply, void *argument)
{
    struct mating *mating = argument;
    struct position after;
    ply_play(mating->before, ply, &after);
    mating->found = mates_within(&after, mating->plies - 1, !mating->all);
    return mating->found != mating->all;
}

/* True if the side to move (all: the other side) can force its win within `plies` plies. */
static bool mates_within(const struct position *position, int plies, bool all)
{
    struct mating mating = {position, plies, all, all};
    struct verdict verdict = {0};
    position_judge(position, &verdict);
    if (verdict_over(&verdict))
        return verdict.outcome == OUTCOME_WIN && (verdict.winner == position->side) == !all;
    if (plies == 0)
        return false;
    position->rules->rules->plies(position, &LIMITS_DEFAULT, mates_after, &mating);
    return mating.found;
}

/* Positions that the first table says are won in 1 or 3 plies or lost in 2 are so; others are
 * not. */
static void check_mates(struct endgames *set, int wanted)
{
    struct told told = told_of(set);
    for (uint64_t i = 1, tried = 0; wanted && told.longest[0] && tried < 400000; i++, tried++) {
        struct position position;
        struct endgame_value value;
        if (!endgames_position(set, 0, hash_mix(i) % told.positions[0], &position))
            continue;
        assert_true(endgames_look(set, &position, &value));
        bool sooner = value.outcome && value.plies <= 3;
        if (!sooner && i % 512)
            continue;
        int plies = sooner ? value.plies : 2 + value.outcome;
        assert_int_equal(mates_within(&position, plies, value.outcome < 0), sooner);
        if (sooner && plies > 1)
            assert_false(mates_within(&position, plies - 2, value.outcome < 0));
        wanted--;
    }
    assert_true(!wanted || !told.longest[0]);
}

static void tables_agree_with_the_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof materials / sizeof *materials; i++) {
        struct position position;
        struct ruleset *rules =
            open_position(materials[i].variant, materials[i].position, &position);
        struct endgames *set = endgames_new(rules);
        assert_non_null(set);
        assert_true(endgames_make(set, &position, false, &nobody));
        struct told told = told_of(set);
        assert_true(told.n >= 1);
        if (materials[i].longest >= 0)
            assert_int_equal(told.longest[0], materials[i].longest);
        check_sample(set, 1500);
        check_mates(set, 12);
        endgames_free(set);
        ruleset_free(rules);
    }
}

/* A pawn needs the tables of all pieces that it may become. */
static void a_pawn_promotes(void **state)
{
    struct position position;
    struct endgame_value value;
    struct ruleset *rules = open_position("classical", "8/8/8/8/8/4K3/4P3/k7 w - - 0 1", &position);
    struct endgames *set = endgames_new(rules);
    (void)state;
    assert_true(endgames_make(set, &position, false, &nobody));
    assert_true(endgames_look(set, &position, &value));
    assert_int_equal(value.outcome, 1);
    read_position(rules, "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", &position);
    assert_true(endgames_look(set, &position, &value));
    assert_int_equal(value.outcome, 0);
    read_position(rules, "7k/8/8/8/8/8/8/R3K3 w Q - 0 1", &position);
    assert_false(endgames_look(set, &position, &value)); /* it may castle */
    for (int table = 0; table < 2; table++) {
        int checked = 0;
        for (uint64_t i = 1; checked < 500; i++)
            if (endgames_position(set, table, hash_mix(i) % 524288, &position))
                checked += agrees(set, &position);
    }
    endgames_free(set);
    ruleset_free(rules);
}

/* ---- what cannot have tables */

static void other_games_have_none(void **state)
{
    static const char *const without[] = {"turnover", "triangle-corners-3", "one"};
    (void)state;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct ruleset *rules = open_variant(without[i]);
        struct endgames *set = endgames_new(rules);
        struct position position;
        struct endgame_value value;
        rules->rules->setup(rules, &position);
        if (set) {
            assert_true(endgames_make(set, &position, false, &nobody));
            assert_false(endgames_look(set, &position, &value));
        }
        endgames_free(set);
        ruleset_free(rules);
    }
}

/* ---- stopping, keeping, damage */

struct shelf {
    char name[64];
    unsigned char *bytes;
    size_t size;
    int asked, fetched, kept;
};

static bool stop_often(void *argument)
{
    return ++((struct shelf *)argument)->asked % 2 == 0;
}

static void *shelf_fetch(const char *name, size_t *size, void *argument)
{
    struct shelf *shelf = argument;
    if (!shelf->bytes || strcmp(name, shelf->name) != 0)
        return NULL;
    shelf->fetched++;
    unsigned char *copy = memory_new(shelf->size + 1, 1);
    memcpy(copy, shelf->bytes, shelf->size);
    *size = shelf->size;
    return copy;
}

static void shelf_keep(const char *name, const void *bytes, size_t size, void *argument)
{
    struct shelf *shelf = argument;
    free(shelf->bytes);
    shelf->bytes = memory_new(size + 1, 1);
    memcpy(shelf->bytes, bytes, size);
    shelf->size = size;
    snprintf(shelf->name, sizeof shelf->name, "%s", name);
    assert_int_equal(
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."),
        strlen(name));
    shelf->kept++;
}

/* Make the table of King and Queen with what is on the shelf, and check it. */
static void make_with(struct shelf *shelf, bool only_fetch, bool wanted)
{
    struct position position;
    struct endgame_value value = {0, 0};
    const struct endgame_host host = {.fetch = shelf_fetch, .keep = shelf_keep, .argument = shelf};
    struct ruleset *rules = open_position("classical", KQK, &position);
    struct endgames *set = endgames_new(rules);
    assert_true(endgames_make(set, &position, only_fetch, &host));
    assert_int_equal(endgames_look(set, &position, &value), wanted);
    if (wanted)
        assert_int_equal(value.plies, 17);
    if (wanted)
        check_sample(set, 300);
    endgames_free(set);
    ruleset_free(rules);
}

static void making_can_be_stopped_and_kept(void **state)
{
    struct shelf shelf = {.size = 0};
    struct position position;
    const struct endgame_host host = {
        .stop = stop_often, .fetch = shelf_fetch, .keep = shelf_keep, .argument = &shelf};
    struct ruleset *rules = open_position("classical", KQK, &position);
    struct endgames *set = endgames_new(rules);
    struct endgame_value value;
    int stops = 0;
    (void)state;
    while (!endgames_make(set, &position, false, &host)) {
        stops++;
        assert_false(endgames_look(set, &position, &value));
    }
    assert_true(stops > 100);
    assert_true(endgames_look(set, &position, &value));
    assert_int_equal(value.plies, 17);
    assert_int_equal(shelf.kept, 1);
    endgames_free(set);
    ruleset_free(rules);

    make_with(&shelf, true, true); /* fetched: not made again */
    assert_int_equal(shelf.fetched, 1);
    assert_int_equal(shelf.kept, 1);
    shelf.bytes[shelf.size / 2] ^= 1;
    make_with(&shelf, true, false); /* damaged */
    make_with(&shelf, false, true); /* made and kept again */
    assert_int_equal(shelf.kept, 2);
    make_with(&shelf, true, true);
    shelf.size -= 3;
    make_with(&shelf, true, false); /* cut off */
    shelf.size = 0;
    make_with(&shelf, true, false);
    free(shelf.bytes);
}

/* A table that would take more memory than the caller allows is not made; a smaller one still is.
 */
static void memory_is_limited(void **state)
{
    struct position position;
    struct endgame_value value;
    const struct endgame_host host = {.memory = 1 << 20};
    struct ruleset *rules = open_position("classical", KRRK, &position);
    struct endgames *set = endgames_new(rules);
    (void)state;
    assert_true(endgames_make(set, &position, false, &host));
    assert_false(endgames_look(set, &position, &value));
    read_position(rules, KRK, &position);
    assert_true(endgames_make(set, &position, false, &host));
    assert_true(endgames_look(set, &position, &value));
    endgames_free(set);
    ruleset_free(rules);
}

/* ---- in play */

static int64_t steps;
static int64_t step(void *argument)
{
    (void)argument;
    return ++steps;
}

static atomic_bool never;

/* The engine plays both sides, and mates in the number of plies that it announces first. */
static void wins_as_announced(const char *variant, const char *text)
{
    struct position start;
    const struct engine_host host = {.now = step, .stop = &never};
    struct ruleset *rules = open_position(variant, text, &start);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    struct game game = {0};
    struct note why;
    int announced = 0;
    game_begin(&game, rules, &start, NULL);
    for (int ply = 0; !verdict_over(&game.verdict); ply++) {
        struct engine_result result = {.found = false};
        engine_position(engine, &start, game.ply, game.plies);
        engine_think(engine, &(struct engine_limits){.nodes = 300}, &host, &result);
        assert_true(result.found);
        if (!ply)
            announced = ENGINE_MATE - result.score;
        assert_int_equal(ENGINE_MATE - abs(result.score), announced - ply);
        assert_int_equal(result.score > 0, ply % 2 == 0);
        assert_int_equal(game_play(&game, &result.best, &why), 0);
        engine_result_free(&result);
    }
    assert_true(announced > 20);
    assert_int_equal(game.plies, announced);
    assert_int_equal(game.verdict.outcome, OUTCOME_WIN);
    assert_int_equal(game.verdict.winner, WHITE);
    game_clear(&game);
    engine_free(engine);
    ruleset_free(rules);
}

static void the_engine_mates_as_announced(void **state)
{
    (void)state;
    wins_as_announced("classical", KRK);
    wins_as_announced("turning-chess", KRK);
    wins_as_announced("triangle-corners-2", CORNERS_KRK);
}

/* A weak level plays without tables, so it does not see the mate. */
static void weak_levels_know_no_tables(void **state)
{
    struct position start;
    const struct engine_host host = {.now = step, .stop = &never};
    struct ruleset *rules = open_position("classical", KRK, &start);
    struct engine *engine = engine_new(rules, 2, NULL, NULL);
    struct engine_result result = {.found = false};
    (void)state;
    engine_position(engine, &start, NULL, 0);
    engine_think(engine, &(struct engine_limits){.nodes = 300, .weakness = 60}, &host, &result);
    assert_true(result.score < ENGINE_MATE_LEAST);
    engine_result_free(&result);
    engine_free(engine);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_agree_with_the_rules),
        cmocka_unit_test(a_pawn_promotes),
        cmocka_unit_test(other_games_have_none),
        cmocka_unit_test(making_can_be_stopped_and_kept),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(the_engine_mates_as_announced),
        cmocka_unit_test(weak_levels_know_no_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
