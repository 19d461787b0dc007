/* learn.c - learns weights of the evaluation from games of the engine against itself, and plays
 * matches inside one process. Everything is counted in nodes, so every run gives the same.
 *
 *   learn train VARIANT [--games N] [--seed S] [--nodes N] [--gate N]     print a file of weights
 *   learn match VARIANT [--games N] [--seed S] [--nodes N] [--opening PLIES] [--verbose] FIRST
 * SECOND
 *
 * FIRST and SECOND: random; greedy (takes the most at once); learnt (what is compiled in); plain
 * (what the family knows); prior (mobility only); level:N; a file of weights; each of the last four
 * may end in @NODES.
 *
 * Training. Games begin with random plies. Positions that are quiet (the search agrees with the
 * evaluation) give a linear model: the evaluation, plus what changed weights would add. It shall
 * predict half the result of the game, half the score of the search. Gradient descent changes the
 * weights, and a penalty keeps those that matter rarely where they were. The worth of the Pawn is
 * the unit and stays; so does the worth of kinds whose pieces differ (rings of a tower).
 *
 * The gate. The new weights play against those of the family, each opening with both colours. The
 * head of the file says what came of it; only weights that won belong into core/engine/weights. */
#define _GNU_SOURCE
#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/engine/parts.h"
#include "core/enumerate.h"
#include "core/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MOST = 800,
    KINDS_MOST = 64,
    WEIGHTS_MOST = KINDS_MOST + 2 * SEARCH_FEATURES_MAX,
    QUIET = 120, /* a position counts if search and evaluation differ by less */
    STEPS = 400
};
static const double scale = 300; /* hundredths of a pawn for which the model says 75 % */

static uint64_t learn_seed;

static int learn_chance(int below)
{
    learn_seed = learn_seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((learn_seed >> 33) % (uint64_t)below);
}

static int64_t learn_tick; /* nothing here depends on time */
static int64_t learn_now(void *argument)
{
    (void)argument;
    return ++learn_tick;
}
static atomic_bool learn_never;
static const struct engine_host learn_host = {.now = learn_now, .stop = &learn_never};

/* ---- one ply without a search */

struct probe {
    const struct ruleset *rules;
    struct evaluator evaluator;
    void *work;
    unsigned char *state, *after;
    struct search_list list;
};

static void probe_begin(struct probe *probe, const struct ruleset *rules, const char *weights)
{
    *probe = (struct probe){.rules = rules};
    evaluator_make(&probe->evaluator, rules, weights, NULL);
    const struct search_rules *search = probe->evaluator.rules;
    probe->work = search->open(rules, probe->evaluator.tables);
    probe->state = memory_new(1, search->state_size(rules));
    probe->after = memory_new(1, search->state_size(rules));
}

static void probe_clear(struct probe *probe)
{
    probe->evaluator.rules->close(probe->work);
    evaluator_free(&probe->evaluator);
    search_list_free(&probe->list);
    free(probe->state);
    free(probe->after);
}

/* A random ply, or a random one of those that gain most. False: there is none. */
static bool probe_ply(struct probe *probe, const struct position *position, bool greedy,
                      struct ply *out)
{
    const struct search_rules *search = probe->evaluator.rules;
    int seen = 0, best = -1, gain = 0, cap = search->cascades ? 3 : 1;
    search->load(probe->work, position, probe->state);
    if (search->ended(probe->work, probe->state) != SEARCH_PLAYING)
        return false;
    for (int members = 1; members <= cap && best < 0; members += 2) {
        probe->list.n = 0;
        probe->list.body_used = 0;
        search->generate(probe->work, probe->state, SEARCH_WANT_ALL, 1,
                         members == 1 && cap > 1 ? 2 : members, &probe->list);
        for (int i = 0; i < probe->list.n; i++) {
            const struct search_ply *ply = &probe->list.v[i];
            const void *body = probe->list.body ? probe->list.body + ply->body : NULL;
            if ((best >= 0 && greedy && ply->gain < gain) ||
                !search->make(probe->work, probe->state, ply, body, probe->after))
                continue;
            if (best < 0 || (greedy && ply->gain > gain))
                seen = 0;
            gain = ply->gain;
            if (learn_chance(++seen) == 0)
                best = i;
        }
    }
    if (best < 0)
        return false;
    const struct search_ply *ply = &probe->list.v[best];
    search->unpack(probe->work, probe->state, ply,
                   probe->list.body ? probe->list.body + ply->body : NULL, out);
    return true;
}

/* ---- players */

struct seated {
    const char *spec;
    struct engine *engine; /* NULL: random or greedy */
    bool greedy;
    int level; /* 0: full strength */
    uint64_t nodes;
};

static char *learn_file(const char *path)
{
    enum { MOST = 1 << 22 };
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = memory_new(MOST, 1);
    text[fread(text, 1, MOST - 1, file)] = '\0';
    fclose(file);
    return text;
}

static bool seated_begin(struct seated *seated, const struct ruleset *rules, const char *spec,
                         uint64_t nodes)
{
    char name[400], *at, *text = NULL;
    const char *weights = NULL;
    struct note why = {0};
    *seated = (struct seated){.spec = spec, .nodes = nodes};
    snprintf(name, sizeof name, "%s", spec);
    if ((at = strrchr(name, '@'))) {
        *at = '\0';
        seated->nodes = (uint64_t)atoll(at + 1);
    }
    seated->greedy = !strcmp(name, "greedy");
    if (seated->greedy || !strcmp(name, "random"))
        return true;
    if (!strncmp(name, "level:", 6))
        seated->level = atoi(name + 6);
    else if (!strcmp(name, "prior"))
        weights = "prior\n";
    else if (!strcmp(name, "plain"))
        weights = "# nothing learnt\n";
    else if (strcmp(name, "learnt") != 0) {
        weights = text = learn_file(name);
        if (!text) {
            fprintf(stderr, "learn: %s cannot be opened\n", name);
            return false;
        }
    }
    seated->engine = engine_new(rules, 8, weights, &why);
    if (*why.text)
        fprintf(stderr, "learn: %s: %s\n", spec, why.text);
    free(text);
    return !*why.text;
}

/* ---- games */

struct learn_game {
    struct game game;
    struct position start;
    struct ply *ply; /* [PLIES_MOST + 1] */
    int *score;      /* [PLIES_MOST + 1]: of the search, for the side to move; INT32_MIN: none */
    bool decided;    /* by the opening: see struct learn_tally */
};

static void played_begin(struct learn_game *played)
{
    *played = (struct learn_game){0};
    played->ply = memory_new(PLIES_MOST + 1, sizeof *played->ply);
    played->score = memory_new(PLIES_MOST + 1, sizeof *played->score);
}

static void played_clear(struct learn_game *played)
{
    game_clear(&played->game);
    for (int i = 0; i <= PLIES_MOST; i++)
        ply_free(&played->ply[i]);
    free(played->ply);
    free(played->score);
}

static bool played_add(struct learn_game *played, const struct ply *ply, int score)
{
    struct note why;
    int at = played->game.plies;
    ply_copy(&played->ply[at], ply);
    played->score[at] = score;
    if (game_play_legal(&played->game, ply, &why) < 0)
        return false;
    if (!verdict_over(&played->game.verdict) && played->game.verdict.claims)
        game_claim(&played->game, &why);
    return true;
}

/* True if a player is out, or, with two players, the game is over. */
static bool is_decided(struct probe *probe, const struct game *game)
{
    const struct search_head *head = (const struct search_head *)probe->state;
    if (verdict_over(&game->verdict))
        return true;
    probe->evaluator.rules->load(probe->work, &game->now, probe->state);
    return head->living != (1 << probe->rules->sides) - 1;
}

static int take_first(const struct ply *ply, void *out)
{
    ply_copy(out, ply);
    return 1;
}

/* True if the game is over. If nobody found a ply but a longer one may exist, looks for one with a
 * member or two more: if there is one it is played, if there is none the verdict is taken as
 * certain. */
static bool is_over(struct learn_game *played)
{
    struct verdict *verdict = &played->game.verdict;
    struct ply longer = {0};
    if (!verdict_over(verdict) || !verdict->unsure)
        return verdict_over(verdict);
    search_plies(&played->game.now, &(struct limits){.cascade = LIMITS_DEFAULT.cascade + 2},
                 take_first, &longer);
    bool found = longer.n && played_add(played, &longer, INT32_MIN);
    ply_free(&longer);
    verdict->unsure = false;
    return !found;
}

/* Play a game: by[side] is who plays a side. */
static void play_game(struct learn_game *played, struct probe *probe, struct seated *const *by,
                      uint64_t seed, int opening)
{
    const struct ruleset *rules = probe->rules;
    bool good = true;
    learn_seed = hash_mix(seed);
    rules->rules->setup(rules, &played->start);
    game_clear(&played->game);
    game_begin(&played->game, rules, NULL, NULL);
    for (int side = 0; side < rules->sides; side++)
        if (by[side]->engine)
            engine_clear(by[side]->engine);
    played->decided = false;
    while (good && played->game.plies < PLIES_MOST && !is_over(played)) {
        struct seated *seated = by[played->game.now.side];
        struct engine_result result = {0};
        if (played->game.plies < opening || !seated->engine) {
            good = probe_ply(probe, &played->game.now,
                             seated->greedy && played->game.plies >= opening, &result.best) &&
                   played_add(played, &result.best, INT32_MIN);
        } else {
            struct engine_limits limits = {.nodes = seated->nodes, .seed = seed};
            if (seated->level) {
                limits.nodes = 0;
                level_limit(seated->level, rules, &limits);
            }
            engine_position(seated->engine, &played->start, played->ply, played->game.plies);
            engine_think(seated->engine, &limits, &learn_host, &result);
            if (played->game.plies <= opening + 1 && result.score <= -ENGINE_MATE_LEAST)
                played->decided = true;
            good = result.found && played_add(played, &result.best, result.score);
        }
        engine_result_free(&result);
        if (played->game.plies <= opening + 1)
            played->decided = played->decided || is_decided(probe, &played->game);
    }
}

/* 2: the side won, 1: drawn, 0: lost; -1: unfinished. If three began, a draw is one among those who
 * are still in. */
static int points_of(struct probe *probe, const struct game *game, int side)
{
    const struct search_head *head = (const struct search_head *)probe->state;
    if (!verdict_over(&game->verdict) || game->verdict.unsure)
        return -1;
    probe->evaluator.rules->load(probe->work, &game->now, probe->state);
    if (game->verdict.outcome == OUTCOME_DRAW && probe->rules->sides > 2 &&
        !(head->living >> side & 1))
        return 0;
    return game->verdict.outcome == OUTCOME_DRAW ? 1 : game->verdict.winner == side ? 2 : 0;
}

/* `decided`: games whose random opening, or the ply after it, ended the game, eliminated one of
 * three players, or left a position in which an engine saw at its first ply that it is mated. They
 * say nothing about the players, so they are in none of the other counts. */
struct learn_tally {
    int won, drawn, lost, unfinished, decided;
};

struct wishes {
    int games, gate, opening; /* opening < 0: the usual number of random plies */
    uint64_t seed, nodes;
    bool verbose;
    const char *spec[2];
};

/* Print how a game went, and its plies in the long form. */
static void tell_game(const struct learn_game *played, int number, int own)
{
    char text[2000];
    struct position *position = memory_new(1, sizeof *position);
    verdict_text(&played->game.verdict, text, sizeof text);
    printf("game %d, seat %d: %s, %d plies:", number, own, text, played->game.plies);
    for (int i = 0; i < played->game.plies; i++) {
        game_position(&played->game, i, position);
        played->game.now.rules->rules->format(position, &played->ply[i], FORM_LONG, text,
                                              sizeof text);
        printf(" %s", text);
        if (played->score[i] != INT32_MIN)
            printf(" (%d)", played->score[i]);
    }
    printf("\n");
    fflush(stdout);
    free(position);
}

static double share_of(const struct learn_tally *outcome, double *margin)
{
    double n = outcome->won + outcome->drawn + outcome->lost, w = n ? outcome->won / n : 0,
           d = n ? outcome->drawn / n : 0, share = w + d / 2;
    *margin = n > 1 ? 196 * sqrt((w + d / 4 - share * share) / n) : 0;
    return 100 * share;
}

static struct learn_tally play_match(const struct ruleset *rules, struct probe *probe,
                                     struct seated *first, struct seated *second, int games,
                                     uint64_t seed, const struct wishes *wishes)
{
    int opening = wishes->opening >= 0 ? wishes->opening : rules->sides == 3 ? 9 : 6;
    struct learn_tally outcome = {0};
    struct learn_game played;
    played_begin(&played);
    for (int g = 0; g < games; g++) {
        struct seated *by[SIDES_MAX];
        int own = g % rules->sides;
        for (int side = 0; side < SIDES_MAX; side++)
            by[side] = side == own ? first : second;
        play_game(&played, probe, by, seed * 100000 + (uint64_t)(g / rules->sides), opening);
        int points = points_of(probe, &played.game, own);
        if (wishes->verbose)
            tell_game(&played, g + 1, own);
        if (played.decided) {
            outcome.decided++;
            continue;
        }
        outcome.won += points == 2;
        outcome.drawn += points == 1;
        outcome.lost += points == 0;
        outcome.unfinished += points < 0;
    }
    played_clear(&played);
    return outcome;
}

/* ---- training */

struct sample {
    float x[WEIGHTS_MOST];
    float base, target; /* the evaluation without changes; what to predict, 0 .. 1 */
};

struct training {
    struct probe probe;
    struct sample *sample;
    int samples, room, weights, kind_count;
    int kind[KINDS_MOST]; /* kinds whose worth is learnt */
    double change[WEIGHTS_MOST];
    int matters[WEIGHTS_MOST]; /* samples in which it is not 0 */
};

/* 0 .. 1, without the functions of libm, which differ from system to system. */
static double chance_of(double score)
{
    double x = score / scale;
    return 0.5 + 0.5 * x / (1 + (x < 0 ? -x : x));
}

/* Choose the kinds whose worth is learnt: all their pieces are worth the same. */
static void choose_kinds(struct training *training)
{
    const struct search_rules *search = training->probe.evaluator.rules;
    const struct search_tables *tables = training->probe.evaluator.tables;
    for (int kind = 1; kind <= training->probe.rules->kind_count; kind++) {
        int worth = -1;
        bool good = true;
        for (int p = 0; p < tables->pieces; p++) {
            struct search_piece piece = {0};
            search->piece(training->probe.rules, p, &piece);
            if (piece.flags & SEARCH_UNUSED || piece.piece.kind != kind)
                continue;
            good = good && !(piece.flags & (SEARCH_ROYAL | SEARCH_PAWN | SEARCH_PASSIVE)) &&
                   tables->worth[p] > 0 && (worth < 0 || tables->worth[p] == worth);
            worth = tables->worth[p];
        }
        if (good && worth > 0 && training->kind_count < KINDS_MOST)
            training->kind[training->kind_count++] = kind;
    }
    training->weights = training->kind_count + 2 * search->features;
}

static void add_sample(struct training *training, const struct position *position, int points,
                       int score)
{
    struct probe *probe = &training->probe;
    const struct search_rules *search = probe->evaluator.rules;
    const struct search_head *head = (const struct search_head *)probe->state;
    static int16_t counted[SIDES_MAX][SEARCH_FEATURES_MAX];
    struct search_man men[CELLS_MAX];
    search->load(probe->work, position, probe->state);
    int base = evaluate(&probe->evaluator, NULL, probe->work, probe->state, -1);
    if (score == INT32_MIN || score > 3000 || score < -3000 || abs(score - base) > QUIET)
        return;
    int before = training->room;
    training->sample = memory_room(training->sample, &training->room, training->samples + 1,
                                   sizeof *training->sample);
    memset(training->sample + before, 0,
           (size_t)(training->room - before) * sizeof *training->sample);
    struct sample *sample = &training->sample[training->samples++];
    int side = head->side, n = search->men(probe->work, probe->state, men, CELLS_MAX);
    double force = head->force[WHITE] + head->force[BLACK],
           early = probe->evaluator.full > force ? force / probe->evaluator.full : 1;
    sample->base = (float)base;
    sample->target = (float)(0.5 * points / 2 + 0.5 * chance_of(score));
    for (int i = 0; i < n; i++) {
        struct search_piece piece = {0};
        search->piece(probe->rules, men[i].piece, &piece);
        for (int k = 0; k < training->kind_count; k++)
            if (piece.piece.kind == training->kind[k] && men[i].side < 2)
                sample->x[k] += men[i].side == side ? 1 : -1;
    }
    memset(counted, 0, sizeof counted);
    if (search->count)
        search->count(probe->work, probe->state, counted);
    for (int i = 0; i < search->features; i++) {
        int more = counted[side][i] - counted[!side][i];
        sample->x[training->kind_count + 2 * i] = (float)(early * more);
        sample->x[training->kind_count + 2 * i + 1] = (float)((1 - early) * more);
    }
    for (int w = 0; w < training->weights; w++)
        training->matters[w] += sample->x[w] < 0 || sample->x[w] > 0;
}

/* Gradient descent with a step for each weight (Adagrad), always over all samples. */
static void descend(struct training *training)
{
    double squares[WEIGHTS_MOST] = {0}, n = training->samples ? training->samples : 1;
    const double penalty = 2e-8;
    for (int step = 0; step < STEPS; step++) {
        double slope[WEIGHTS_MOST] = {0};
        for (int s = 0; s < training->samples; s++) {
            const struct sample *sample = &training->sample[s];
            double score = sample->base;
            for (int w = 0; w < training->weights; w++)
                score += training->change[w] * sample->x[w];
            double x = score / scale, size = 1 + (x < 0 ? -x : x),
                   error = chance_of(score) - sample->target, factor = error / (size * size);
            for (int w = 0; w < training->weights; w++)
                slope[w] += factor * sample->x[w];
        }
        for (int w = 0; w < training->weights; w++) {
            double g = slope[w] / n + penalty * scale * training->change[w];
            squares[w] += g * g;
            if (squares[w] > 0)
                training->change[w] -= (w < training->kind_count ? 6 : 2) * g / sqrt(squares[w]);
        }
    }
}

static int nearest(double x)
{
    return (int)(x < 0 ? x - 0.5 : x + 0.5);
}

static void write_weights(const struct training *training, char *out, size_t size)
{
    const struct evaluator *evaluator = &training->probe.evaluator;
    size_t used = 0;
    *out = '\0';
    for (int k = 0; k < training->kind_count; k++)
        for (int p = 0; p < evaluator->tables->pieces; p++) {
            struct search_piece piece = {0};
            evaluator->rules->piece(training->probe.rules, p, &piece);
            if (piece.flags & SEARCH_UNUSED || piece.piece.kind != training->kind[k])
                continue;
            int worth = evaluator->tables->worth[p] + nearest(training->change[k]);
            text_add(out, size, &used, "worth %c %d\n",
                     training->probe.rules->kinds[training->kind[k]].letter,
                     worth < 10 ? 10 : worth);
            break;
        }
    for (int i = 0; i < evaluator->rules->features; i++) {
        const double *change = &training->change[training->kind_count + 2 * i];
        text_add(out, size, &used, "feature %s %d %d\n", evaluator->rules->feature[i].name,
                 evaluator->early[i] + nearest(change[0]), evaluator->late[i] + nearest(change[1]));
    }
}

static void collect(struct training *training, const struct ruleset *rules, int games,
                    uint64_t seed, uint64_t nodes)
{
    struct seated self;
    struct learn_game played;
    struct position *position = memory_new(1, sizeof *position);
    seated_begin(&self, rules, "plain", nodes);
    played_begin(&played);
    for (int g = 0; g < games; g++) {
        struct seated *by[SIDES_MAX] = {&self, &self, &self};
        play_game(&played, &training->probe, by, seed * 100000 + 50000 + (uint64_t)g, 4 + g % 6);
        if (points_of(&training->probe, &played.game, WHITE) < 0)
            continue;
        for (int i = 8; i < played.game.plies; i++) {
            game_position(&played.game, i, position);
            add_sample(training, position,
                       points_of(&training->probe, &played.game, position->side), played.score[i]);
        }
    }
    played_clear(&played);
    engine_free(self.engine);
    free(position);
}

/* ---- the commands */

static int run_train(const struct ruleset *rules, const struct wishes *wishes)
{
    struct training *training = memory_new(1, sizeof *training);
    char *text = memory_new(1 << 16, 1);
    if (rules->sides != 2) {
        fprintf(stderr, "learn: only games of two can be learnt\n");
        return 2;
    }
    probe_begin(&training->probe, rules, "# nothing learnt\n");
    choose_kinds(training);
    collect(training, rules, wishes->games, wishes->seed, wishes->nodes);
    descend(training);
    write_weights(training, text, 1 << 16);
    struct seated players[2] = {{.spec = "new", .nodes = wishes->nodes}};
    players[0].engine = engine_new(rules, 8, text, NULL);
    seated_begin(&players[1], rules, "plain", wishes->nodes);
    struct learn_tally gate = play_match(rules, &training->probe, &players[0], &players[1],
                                         wishes->gate, wishes->seed + 1, wishes);
    double margin, share = share_of(&gate, &margin);
    printf("# learnt by: make weights VARIANT=%s GAMES=%d SEED=%llu NODES=%llu GATE=%d\n",
           rules->variant->id, wishes->games, (unsigned long long)wishes->seed,
           (unsigned long long)wishes->nodes, wishes->gate);
    printf("# variant %s, options: any, features: version 1, positions: %d\n", rules->variant->id,
           training->samples);
    printf("# gate: against the family's weights +%d =%d -%d, %d unfinished: %.1f %% +-%.1f\n",
           gate.won, gate.drawn, gate.lost, gate.unfinished, share, margin);
    printf("%s", text);
    engine_free(players[0].engine);
    engine_free(players[1].engine);
    probe_clear(&training->probe);
    free(training->sample);
    free(training);
    free(text);
    return 0;
}

static int run_match(const struct ruleset *rules, const struct wishes *wishes)
{
    struct probe probe;
    struct seated players[2];
    if (!wishes->spec[0] || !wishes->spec[1] ||
        !seated_begin(&players[0], rules, wishes->spec[0], wishes->nodes) ||
        !seated_begin(&players[1], rules, wishes->spec[1], wishes->nodes))
        return 2;
    probe_begin(&probe, rules, NULL);
    struct learn_tally outcome =
        play_match(rules, &probe, &players[0], &players[1], wishes->games, wishes->seed, wishes);
    double margin, share = share_of(&outcome, &margin);
    printf("%-24s %s - %s: +%d =%d -%d, %d unfinished", rules->variant->id, wishes->spec[0],
           wishes->spec[1], outcome.won, outcome.drawn, outcome.lost, outcome.unfinished);
    if (outcome.decided)
        printf(", %d decided by the opening", outcome.decided);
    printf(": %.1f %% +-%.1f\n", share, margin);
    for (int i = 0; i < 2; i++)
        engine_free(players[i].engine);
    probe_clear(&probe);
    return 0;
}

int main(int argc, char **argv)
{
    struct wishes wishes = {.games = 100, .gate = 100, .opening = -1, .seed = 1, .nodes = 800};
    struct ruleset *rules;
    struct note why;
    int specs = 0;
    if (argc < 3)
        goto usage;
    for (int i = 3; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (!strcmp(argv[i], "--games"))
            wishes.games = atoi(value), i++;
        else if (!strcmp(argv[i], "--gate"))
            wishes.gate = atoi(value), i++;
        else if (!strcmp(argv[i], "--opening"))
            wishes.opening = atoi(value), i++;
        else if (!strcmp(argv[i], "--verbose"))
            wishes.verbose = true;
        else if (!strcmp(argv[i], "--seed"))
            wishes.seed = (uint64_t)atoll(value), i++;
        else if (!strcmp(argv[i], "--nodes"))
            wishes.nodes = (uint64_t)atoll(value), i++;
        else if (specs < 2)
            wishes.spec[specs++] = argv[i];
        else
            goto usage;
    }
    if (ruleset_open(&rules, argv[2], NULL, 0, &why) < 0) {
        fprintf(stderr, "learn: %s: %s\n", argv[2], why.text);
        return 2;
    }
    int status = !strcmp(argv[1], "train")   ? run_train(rules, &wishes)
                 : !strcmp(argv[1], "match") ? run_match(rules, &wishes)
                                             : 2;
    ruleset_free(rules);
    return status;
usage:
    fprintf(stderr, "usage: learn train VARIANT [...] | match VARIANT [...] FIRST SECOND\n");
    return 2;
}
