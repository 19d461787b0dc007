/* mates.c - problems "win in N moves" for every family: finds them, proves them by exhaustive
 * search, and gives them to the engine.
 *
 *   mates make VARIANT [--games N] [--seed S] [--nodes N] [--each N]    print problems
 *   mates check FILE...                                  prove them again; status 1 if one fails
 *   mates solve [--movetime MS | --nodes N] [--most N] [--need PERCENT] FILE...
 *
 * A line of a file: variant, N, members, position and a solution, separated by tabs. `members` is
 * the least number of moves that the first ply must have (more than 1: only a cascade wins).
 *
 * Finding: the engine plays against itself with few nodes, so that games end by mistakes. From a
 * position of a won game, N moves before its end (for cascades: anywhere), all plies of the winner
 * and all replies are searched, without any evaluation: the winner's plies of up to three members,
 * and all that the referee looks for in reply. The engine has no part in that, so the problems are
 * not those that it finds easy. A problem is kept if there is a win in N moves and none in fewer.
 * Repetition and plies without progress are not considered.
 *
 * Solving: a ply solves a problem if it wins in N moves, which is proved as above. */
#define _GNU_SOURCE
#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/game.h"
#include "core/search_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVES_MOST = 4, LEVELS = 2 * MOVES_MOST + 2, LIST_MOST = 60000, TEXT_ROOM = 8192 };

static int64_t bench_mates_now(void *argument)
{
    struct timespec t;
    (void)argument;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- proving */

struct prover {
    const struct ruleset *rules;
    const struct search_rules *search;
    struct search_tables *tables;
    void *work;
    size_t size;
    unsigned char *states; /* [LEVELS + 1] */
    struct search_list list[LEVELS];
    uint64_t refuted[LEVELS]; /* code of the reply that refuted last: tried first */
    int winner, cap;
    uint64_t left; /* plies that may still be made */
    bool gave_up;
};

static void prover_begin(struct prover *prover, const struct ruleset *rules)
{
    *prover = (struct prover){.rules = rules, .search = rules->rules->search};
    prover->tables = search_tables_new(prover->search, rules);
    for (int i = 0; i < prover->tables->pieces; i++)
        prover->tables->worth[i] = 100;
    prover->work = prover->search->open(rules, prover->tables);
    prover->size = prover->search->state_size(rules);
    prover->states = memory_new(LEVELS + 2, prover->size);
    prover->cap = prover->search->cascades ? LIMITS_DEFAULT.cascade : 1;
}

static void prover_clear(struct prover *prover)
{
    for (int i = 0; i < LEVELS; i++)
        search_list_free(&prover->list[i]);
    prover->search->close(prover->work);
    search_tables_free(prover->tables);
    free(prover->states);
}

static void *prover_state(struct prover *prover, int level)
{
    return prover->states + (size_t)level * prover->size;
}

/* Append the plies of a level with that many members. */
static void prover_list(struct prover *prover, int level, int least, int most)
{
    struct search_list *list = &prover->list[level];
    list->most = LIST_MOST;
    if (least == 1)
        list->n = 0, list->body_used = 0;
    prover->search->generate(prover->work, prover_state(prover, level), SEARCH_WANT_ALL, least,
                             most, list);
    if (list->n >= LIST_MOST)
        prover->gave_up = true;
}

static bool prover_make(struct prover *prover, int level, int index)
{
    const struct search_list *list = &prover->list[level];
    if (prover->left)
        prover->left--;
    else
        prover->gave_up = true;
    return prover->search->make(prover->work, prover_state(prover, level), &list->v[index],
                                list->body ? list->body + list->v[index].body : NULL,
                                prover_state(prover, level + 1));
}

static bool is_lost(struct prover *prover, int level, int moves);

/* True if the side to move wins in at most `moves` moves by a first ply of at most `cap` members;
 * *found is the index of that ply in the list of the level. */
static bool is_won(struct prover *prover, int level, int moves, int cap, int *found)
{
    if (moves < 1 || prover->gave_up ||
        prover->search->ended(prover->work, prover_state(prover, level)) != SEARCH_PLAYING)
        return false;
    for (int least = 1, from = 0; least <= cap; least = least == 1 ? 2 : cap + 1) {
        prover_list(prover, level, least, least == 1 ? 1 : cap);
        for (int i = from; i < prover->list[level].n && !prover->gave_up; i++)
            if (prover_make(prover, level, i) && is_lost(prover, level + 1, moves - 1)) {
                *found = i;
                return true;
            }
        from = prover->list[level].n;
    }
    return false;
}

/* True if the side to move has lost, or loses in at most `moves` moves of the other. */
static bool is_lost(struct prover *prover, int level, int moves)
{
    int end = prover->search->ended(prover->work, prover_state(prover, level)), ignored;
    bool any = false;
    if (end != SEARCH_PLAYING)
        return end == SEARCH_WON + prover->winner;
    for (int least = 1, from = 0; least <= prover->cap; least = least == 1 ? 2 : prover->cap + 1) {
        struct search_list *list = &prover->list[level];
        prover_list(prover, level, least, least == 1 ? 1 : prover->cap);
        for (int i = from; i < list->n; i++)
            if (list->v[i].code == prover->refuted[level]) {
                struct search_ply kept = list->v[from];
                list->v[from] = list->v[i];
                list->v[i] = kept;
            }
        for (int i = from; i < list->n; i++) {
            if (prover->gave_up)
                return false;
            if (!prover_make(prover, level, i))
                continue;
            any = true;
            if (moves == 0 || !is_won(prover, level + 1, moves, prover->cap, &ignored)) {
                prover->refuted[level] = list->v[i].code;
                return false;
            }
        }
        from = list->n;
    }
    if (any)
        return !prover->gave_up;
    memcpy(prover_state(prover, level + 1), prover_state(prover, level), prover->size);
    return prover->search->stuck(prover->work, prover_state(prover, level + 1)) ==
           SEARCH_WON + prover->winner;
}

/* Prove a win in `moves` moves. */
static bool prove_win(struct prover *prover, const struct position *position, int moves, int cap,
                      uint64_t budget, struct ply *solution)
{
    int found = 0;
    prover->search->load(prover->work, position, prover_state(prover, 0));
    prover->winner = position->side;
    prover->left = budget;
    prover->gave_up = false;
    if (!is_won(prover, 0, moves, cap, &found))
        return false;
    const struct search_list *list = &prover->list[0];
    if (solution)
        prover->search->unpack(prover->work, prover_state(prover, 0), &list->v[found],
                               list->body ? list->body + list->v[found].body : NULL, solution);
    return true;
}

/* Prove that a ply wins in `moves` moves. */
static bool prove_ply(struct prover *prover, const struct position *position, const struct ply *ply,
                      int moves, uint64_t budget)
{
    struct position *after = memory_new(1, sizeof *after);
    ply_play(position, ply, after);
    prover->search->load(prover->work, after, prover_state(prover, 0));
    free(after);
    prover->winner = position->side;
    prover->left = budget;
    prover->gave_up = false;
    return is_lost(prover, 0, moves - 1);
}

/* ---- problems in files */

struct problem {
    char variant[128];
    int moves, members;
    char position[TEXT_ROOM], solution[1024];
};

static bool read_problem(FILE *file, struct problem *out)
{
    char line[2 * TEXT_ROOM];
    while (fgets(line, sizeof line, file)) {
        if (*line == '#' || *line == '\n')
            continue;
        if (sscanf(line, "%127[^\t]\t%d\t%d\t%8191[^\t]\t%1023[^\n]", out->variant, &out->moves,
                   &out->members, out->position, out->solution) == 5 &&
            out->moves >= 1 && out->moves <= MOVES_MOST)
            return true;
        fprintf(stderr, "mates: a line cannot be read: %.60s\n", line);
    }
    return false;
}

/* The variant in use: opening a large one takes a while. */
struct mates_stage {
    char variant[128];
    struct ruleset *rules;
    struct prover prover;
    struct engine *engine;
};

static void stage_clear(struct mates_stage *stage)
{
    if (!stage->rules)
        return;
    prover_clear(&stage->prover);
    engine_free(stage->engine);
    ruleset_free(stage->rules);
    *stage = (struct mates_stage){0};
}

static bool stage_set(struct mates_stage *stage, const char *variant)
{
    struct note why;
    if (stage->rules && !strcmp(stage->variant, variant))
        return true;
    stage_clear(stage);
    if (ruleset_open(&stage->rules, variant, NULL, 0, &why) < 0) {
        fprintf(stderr, "mates: %s: %s\n", variant, why.text);
        stage->rules = NULL;
        return false;
    }
    snprintf(stage->variant, sizeof stage->variant, "%s", variant);
    prover_begin(&stage->prover, stage->rules);
    stage->engine = engine_new(stage->rules, 16, NULL, NULL);
    return true;
}

/* ---- make */

static atomic_bool bench_mates_never;
static const struct engine_host bench_mates_host = {.now = bench_mates_now,
                                                    .stop = &bench_mates_never};

struct mates_making {
    struct mates_stage stage;
    int each, kept[MOVES_MOST + 1][2];
    uint64_t budget;
};

/* Look for a win in `moves` moves from the position after `at` plies; `cascade`: only one that
 * needs a cascade. */
static void try_position(struct mates_making *making, const struct game *game, int at, int moves,
                         bool cascade)
{
    struct mates_stage *stage = &making->stage;
    struct prover *prover = &stage->prover;
    int *kept = making->kept[moves];
    struct note why;
    char text[TEXT_ROOM], ply[1024];
    bool wanted = kept[1] < making->each || (!cascade && kept[0] < making->each);
    if (at < 0 || at >= game->plies || !wanted)
        return;
    struct position *position = memory_new(1, sizeof *position);
    struct ply solution = {0};
    game_position(game, at, position);
    stage->rules->rules->write(position, text, sizeof text);
    if (stage->rules->rules->read(stage->rules, text, position, &why) >= 0 &&
        !prove_win(prover, position, moves - 1, prover->cap, making->budget, NULL) &&
        !prover->gave_up) {
        bool won = prove_win(prover, position, moves, 1, making->budget, &solution), single = won;
        if (!won && !prover->gave_up && prover->cap > 1)
            won = prove_win(prover, position, moves, prover->cap, making->budget, &solution);
        if (won && kept[!single] < making->each && !(cascade && single) &&
            stage->rules->rules->format(position, &solution, FORM_LONG, ply, sizeof ply) <
                (int)sizeof ply) {
            kept[!single]++;
            printf("%s\t%d\t%d\t%s\t%s\n", stage->variant, moves, single ? 1 : 2, text, ply);
            fflush(stdout);
        }
    }
    ply_free(&solution);
    free(position);
}

static void play_out(struct mates_making *making, uint64_t seed, int nodes)
{
    struct mates_stage *stage = &making->stage;
    struct game game = {0};
    struct ply *ply = memory_new(400, sizeof *ply);
    struct position *start = memory_new(1, sizeof *start);
    struct note why;
    stage->rules->rules->setup(stage->rules, start);
    game_begin(&game, stage->rules, NULL, NULL);
    while (game.plies < 400 && !verdict_over(&game.verdict)) {
        struct engine_result result = {0};
        struct engine_limits limits = {
            .nodes = (uint64_t)nodes, .weakness = game.plies < 8 ? 120 : 30, .seed = seed};
        engine_position(stage->engine, start, ply, game.plies);
        engine_think(stage->engine, &limits, &bench_mates_host, &result);
        if (!result.found)
            break;
        ply_copy(&ply[game.plies], &result.best);
        bool good = game_play_legal(&game, &result.best, &why) == 0;
        engine_result_free(&result);
        if (!good)
            break;
    }
    if (verdict_over(&game.verdict) && !game.verdict.unsure && game.verdict.outcome != OUTCOME_DRAW)
        for (int moves = 1; moves <= MOVES_MOST; moves++)
            try_position(making, &game, game.plies - (2 * moves - 1), moves, false);
    /* Wins that need a cascade are rare at the ends of games: look everywhere. */
    for (int at = 10; at < game.plies && stage->prover.cap > 1; at++) {
        try_position(making, &game, at, 1, true);
        if (at % 3 == 0)
            try_position(making, &game, at, 2, true);
    }
    game_clear(&game);
    for (int i = 0; i < 400; i++)
        ply_free(&ply[i]);
    free(ply);
    free(start);
}

static int run_make(int argc, char **argv)
{
    struct mates_making making = {.each = 3, .budget = 2000000};
    int games = 20, nodes = 300;
    uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        int n = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--games"))
            games = n;
        else if (!strcmp(argv[i], "--seed"))
            seed = (uint64_t)n;
        else if (!strcmp(argv[i], "--nodes"))
            nodes = n;
        else if (!strcmp(argv[i], "--each"))
            making.each = n;
        else
            return 2;
    }
    if (!stage_set(&making.stage, argv[0]))
        return 2;
    for (int g = 0; g < games; g++)
        play_out(&making, seed * 1000 + (uint64_t)g, nodes);
    stage_clear(&making.stage);
    return 0;
}

/* ---- check */

/* The solution is legal for the referee, and if it is the last ply, the referee says who won. */
static bool referee_agrees(const struct mates_stage *stage, const struct position *position,
                           const struct ply *ply, int moves)
{
    struct game game = {0};
    struct note why;
    game_begin(&game, stage->rules, position, NULL);
    bool good = game_play(&game, ply, &why) == 0;
    if (good && moves == 1)
        good = verdict_over(&game.verdict) && game.verdict.outcome != OUTCOME_DRAW &&
               game.verdict.winner == position->side;
    game_clear(&game);
    return good;
}

static bool check_problem(struct mates_stage *stage, const struct problem *problem)
{
    enum { BUDGET = 40000000 };
    struct position *position = memory_new(1, sizeof *position);
    struct ply ply = {0};
    struct note why;
    bool good =
        stage_set(stage, problem->variant) &&
        stage->rules->rules->read(stage->rules, problem->position, position, &why) >= 0 &&
        stage->rules->rules->parse(position, problem->solution, &ply, &why) >= 0 &&
        referee_agrees(stage, position, &ply, problem->moves) &&
        prove_ply(&stage->prover, position, &ply, problem->moves, BUDGET) &&
        !prove_win(&stage->prover, position, problem->moves - 1, stage->prover.cap, BUDGET, NULL) &&
        !stage->prover.gave_up &&
        (problem->members == 1 ||
         !prove_win(&stage->prover, position, problem->moves, 1, BUDGET, NULL));
    ply_free(&ply);
    free(position);
    return good;
}

/* ---- solve */

static bool solve_problem(struct mates_stage *stage, const struct problem *problem,
                          const struct engine_limits *limits)
{
    enum { BUDGET = 20000000 };
    struct position *position = memory_new(1, sizeof *position);
    struct engine_result result = {0};
    struct note why;
    bool good = stage_set(stage, problem->variant) &&
                stage->rules->rules->read(stage->rules, problem->position, position, &why) >= 0;
    if (good) {
        engine_clear(stage->engine);
        engine_position(stage->engine, position, NULL, 0);
        engine_think(stage->engine, limits, &bench_mates_host, &result);
        good = result.found &&
               prove_ply(&stage->prover, position, &result.best, problem->moves, BUDGET);
        engine_result_free(&result);
    }
    free(position);
    return good;
}

struct mates_tally {
    char variant[128];
    int tried[MOVES_MOST + 1], solved[MOVES_MOST + 1], cascades, cascades_solved;
};

static void tell_tally(const struct mates_tally *tally)
{
    printf("%-24s", tally->variant);
    for (int n = 1; n <= MOVES_MOST; n++)
        if (tally->tried[n])
            printf("  in %d: %d of %d", n, tally->solved[n], tally->tried[n]);
    if (tally->cascades)
        printf("  by cascades only: %d of %d", tally->cascades_solved, tally->cascades);
    printf("\n");
    fflush(stdout);
}

static void count_problem(struct mates_tally *tally, const struct problem *problem, bool solved)
{
    tally->tried[problem->moves]++;
    tally->solved[problem->moves] += solved;
    if (problem->members > 1) {
        tally->cascades++;
        tally->cascades_solved += solved;
    }
}

static int run_files(int argc, char **argv, bool solve)
{
    struct engine_limits limits = {.movetime = 1000};
    struct mates_stage stage = {0};
    struct problem *problem = memory_new(1, sizeof *problem);
    struct mates_tally all = {.variant = "all"}, one = {0};
    int most = MOVES_MOST, need = 0, failed = 0, tried = 0;
    for (int i = 0; i < argc; i++) {
        if (!strncmp(argv[i], "--", 2) && i + 1 < argc) {
            int n = atoi(argv[++i]);
            if (!strcmp(argv[i - 1], "--movetime"))
                limits = (struct engine_limits){.movetime = n};
            else if (!strcmp(argv[i - 1], "--nodes"))
                limits = (struct engine_limits){.nodes = (uint64_t)n};
            else if (!strcmp(argv[i - 1], "--most"))
                most = n;
            else if (!strcmp(argv[i - 1], "--need"))
                need = n;
            continue;
        }
        FILE *file = fopen(argv[i], "r");
        if (!file) {
            fprintf(stderr, "mates: %s cannot be opened\n", argv[i]);
            return 2;
        }
        while (read_problem(file, problem)) {
            if (problem->moves > most)
                continue;
            bool good =
                solve ? solve_problem(&stage, problem, &limits) : check_problem(&stage, problem);
            tried++;
            failed += !good;
            if (!good)
                printf("%s: %s, in %d: %s (%s)\n", solve ? "not solved" : "WRONG", problem->variant,
                       problem->moves, problem->position, problem->solution);
            if (strcmp(one.variant, problem->variant) != 0) {
                if (*one.variant && solve)
                    tell_tally(&one);
                one = (struct mates_tally){0};
                snprintf(one.variant, sizeof one.variant, "%s", problem->variant);
            }
            count_problem(&one, problem, good);
            count_problem(&all, problem, good);
        }
        fclose(file);
    }
    if (solve) {
        if (*one.variant)
            tell_tally(&one);
        tell_tally(&all);
    } else {
        printf("%d of %d problems are proved\n", tried - failed, tried);
    }
    stage_clear(&stage);
    free(problem);
    if (solve)
        return need && (tried - failed) * 100 < need * tried;
    return failed > 0 || tried == 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "make"))
        return run_make(argc - 2, argv + 2);
    if (argc > 2 && !strcmp(argv[1], "check"))
        return run_files(argc - 2, argv + 2, false);
    if (argc > 2 && !strcmp(argv[1], "solve"))
        return run_files(argc - 2, argv + 2, true);
    fprintf(stderr, "usage: mates make VARIANT [...] | check FILE... | solve [...] FILE...\n");
    return 2;
}
