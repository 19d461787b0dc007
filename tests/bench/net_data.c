/* net_data.c - plays games to make positions with scores, from which tests/bench/net learns a net.
 *
 *   net_data VARIANT [--positions N] [--seed S] [--depth N] [--by COMMAND] >FILE
 *
 * In every position of a game all plies are searched to a small depth, by a UCI engine (--by) or by
 * our own, so that one search scores every position that may come next: some dozens. The quiet
 * ones are written: nobody is in check, and no capture wins anything. Then one of the best plies is
 * played. Games begin with random plies, and most have some more later, so that
 * positions are varied and unbalanced. The result of the game counts for positions that were played
 * after the last random ply.
 *
 * --by COMMAND is a command of the shell. An engine that needs other options first, for a variant,
 * can get them from a pipe before it: (printf 'uci\nsetoption ...\n'; sed -u 1d) | engine
 *
 * Several games are played at the same time, so that a UCI engine always has the next search in its
 * pipe. Nothing depends on time: the same seed gives the same file. */
#define _GNU_SOURCE
#include "tests/bench/net_data.h"

#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/parts.h"
#include "core/engine/uci_text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TOGETHER = 8,     /* games at the same time */
    PLIES_MOST = 300, /* then the game is a draw */
    TEXT_ROOM = 8 * (PLIES_MOST + 2),
    SCORE_MOST = 2000, /* positions further from equality teach nothing */
    FAR = 1200,        /* a game ends if one side is so far ahead for CERTAIN plies */
    CERTAIN = 5,
    LEVEL_AFTER = 90, /* from this ply on a game ends that has been level for LEVEL_LONG plies */
    LEVEL_LONG = 14,
    LEVEL = 8,
    LINES_MOST = 256, /* plies of a position that are scored */
    KEPT_MOST = 1 << 14,
    NEAR = 60 /* now and then a ply is played that is worse by so much at most */
};

struct kept {
    struct net_record record;
    uint16_t man[CELLS_MAX];
};

struct playing {
    uint64_t seed;
    unsigned char *state; /* in memory of its own */
    struct ply *ply;      /* [PLIES_MOST + 1]; for our own engine */
    char text[TEXT_ROOM]; /* the plies, for a UCI engine */
    size_t used;
    int plies, opening, every; /* random: the first `opening` plies, then one of `every`; 0: none */
    int far, level;            /* for how many plies the score has been so */
    struct kept *kept;         /* [KEPT_MOST] */
    int count, certain;        /* number of positions; first that the result counts for */
    uint64_t key[PLIES_MOST + 2];
};

/* A ply that was searched, by its index in the list of legal plies. */
struct line {
    int score, index;
    char text[64];
};

struct making {
    struct ruleset *rules;
    struct evaluator evaluator;
    const struct search_rules *search;
    void *work;
    unsigned char *after;
    struct search_list list, gains;
    struct position start;
    int depth;
    struct line line[LINES_MOST];
    int lines;
    struct engine *engine; /* NULL: a UCI engine */
    FILE *to, *from;
    uint64_t seed;
    long written, wanted;
};

static int chance(uint64_t *seed, int below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((*seed >> 33) % (uint64_t)below);
}

static int64_t making_now(void *argument)
{
    static int64_t tick; /* nothing here depends on time */
    (void)argument;
    return ++tick;
}
static atomic_bool making_never;

/* ---- the engines */

static bool uci_begin(struct making *making, const char *command)
{
    int to[2], from[2];
    char line[4096];
    if (pipe(to) < 0 || pipe(from) < 0)
        return false;
    if (fork() == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    making->to = fdopen(to[1], "w");
    making->from = fdopen(from[0], "r");
    fprintf(making->to,
            "uci\nsetoption name Hash value 1\nsetoption name MultiPV value %d\nisready\n",
            LINES_MOST);
    fflush(making->to);
    while (fgets(line, sizeof line, making->from))
        if (!strncmp(line, "readyok", 7))
            return true;
    return false;
}

/* Take a line of the search. Deeper ones replace those before. */
static void add_line(struct making *making, int number, int score, const char *text)
{
    if (number < 1 || number > LINES_MOST)
        return;
    struct line *line = &making->line[number - 1];
    line->score = score;
    snprintf(line->text, sizeof line->text, "%.63s", text);
    making->lines = number > making->lines ? number : making->lines;
}

/* Read the answer to the oldest search. False: the engine is gone. */
static bool uci_answer(struct making *making)
{
    char text[8192], *number, *score, *ply;
    while (fgets(text, sizeof text, making->from)) {
        if ((number = strstr(text, " multipv ")) && (score = strstr(text, " score ")) &&
            (ply = strstr(text, " pv ")) && !strstr(text, "bound")) {
            int mate = !strncmp(score + 7, "mate ", 5), value = atoi(score + (mate ? 12 : 10));
            ply[4 + strcspn(ply + 4, " \r\n")] = '\0';
            add_line(making, atoi(number + 9),
                     !mate       ? value
                     : value > 0 ? ENGINE_MATE_LEAST
                                 : -ENGINE_MATE_LEAST,
                     ply + 4);
        }
        if (!strncmp(text, "bestmove ", 9))
            return true;
    }
    return false;
}

static void own_line(const struct engine_line *line, void *argument)
{
    struct making *making = argument;
    char text[UCI_PLY_ROOM];
    uci_format(&making->start, &line->ply[0], text, sizeof text);
    add_line(making, line->number, line->score, text);
}

static void own_answer(struct making *making, const struct playing *game)
{
    const struct engine_limits limits = {.depth = making->depth, .lines = ENGINE_LINES_MAX};
    const struct engine_host host = {
        .now = making_now, .stop = &making_never, .report = own_line, .argument = making};
    struct engine_result result = {0};
    engine_position(making->engine, &making->start, game->ply, game->plies);
    engine_think(making->engine, &limits, &host, &result);
    engine_result_free(&result);
}

/* ---- games */

static const void *body_of(const struct making *making, int index)
{
    return making->list.body ? making->list.body + making->list.v[index].body : NULL;
}

/* List the legal plies of a state. */
static void list_legal(struct making *making, const void *state)
{
    int n = 0;
    making->list.n = 0;
    making->list.body_used = 0;
    making->search->generate(making->work, state, SEARCH_WANT_ALL, 1, 2, &making->list);
    for (int i = 0; i < making->list.n; i++)
        if (making->search->make(making->work, state, &making->list.v[i], body_of(making, i),
                                 making->after))
            making->list.v[n++] = making->list.v[i];
    making->list.n = n;
}

static void play(struct making *making, struct playing *game, int index)
{
    const struct search_rules *search = making->search;
    struct ply *ply = &game->ply[game->plies];
    char text[UCI_PLY_ROOM];
    search->unpack(making->work, game->state, &making->list.v[index], body_of(making, index), ply);
    uci_format(&making->start, ply, text, sizeof text);
    text_add(game->text, sizeof game->text, &game->used, " %s", text);
    search->make(making->work, game->state, &making->list.v[index], body_of(making, index),
                 making->after);
    memcpy(game->state, making->after, search->state_size(making->rules));
    game->key[++game->plies] = ((struct search_head *)game->state)->key;
}

static void begin(struct making *making, struct playing *game)
{
    const struct search_head *head = (const struct search_head *)game->state;
    game->seed = hash_mix(making->seed++);
    game->plies = game->count = game->certain = game->far = game->level = 0;
    game->used = 0;
    game->text[0] = '\0';
    game->opening = 4 + chance(&game->seed, 8);
    game->every = chance(&game->seed, 3) == 0 ? 0 : 10 + chance(&game->seed, 30);
    making->search->load(making->work, &making->start, game->state);
    game->key[0] = head->key;
}

/* The result for White: 2, 1, 0; -1: the game goes on. Lists the legal plies. */
static int result_of(struct making *making, struct playing *game)
{
    struct search_head *head = (struct search_head *)game->state;
    int end = making->search->ended(making->work, head), met = 0;
    list_legal(making, head);
    if (end == SEARCH_PLAYING && !making->list.n)
        end = making->search->stuck(making->work, head);
    if (end >= SEARCH_WON)
        return end == SEARCH_WON + WHITE ? 2 : 0;
    for (int i = game->plies - 1; i >= 0; i--)
        met += game->key[i] == game->key[game->plies];
    if (end != SEARCH_PLAYING || met >= 2 || head->halfmove >= 100 || game->plies >= PLIES_MOST ||
        game->level >= LEVEL_LONG)
        return 1;
    if (game->far >= CERTAIN)
        return 2;
    return game->far <= -CERTAIN ? 0 : -1;
}

static void end(struct making *making, struct playing *game, int result)
{
    for (int i = 0; i < game->count && making->written < making->wanted; i++) {
        struct kept *kept = &game->kept[i];
        if (i < game->certain)
            kept->record.result = RESULT_UNKNOWN;
        if (kept->record.result != RESULT_UNKNOWN)
            kept->record.result = (uint8_t)(kept->record.side == WHITE ? result : 2 - result);
        fwrite(&kept->record, sizeof kept->record, 1, stdout);
        fwrite(kept->man, sizeof *kept->man, kept->record.men, stdout);
        making->written++;
    }
}

/* Bring the game to its next search and begin that; ended games begin anew. */
static void ask(struct making *making, struct playing *game)
{
    for (;;) {
        int result = result_of(making, game);
        bool random = game->plies < game->opening ||
                      (game->every && game->plies < 100 && chance(&game->seed, game->every) == 0);
        if (result >= 0) {
            end(making, game, result);
            begin(making, game);
            continue;
        }
        if (!random)
            break;
        play(making, game, chance(&game->seed, making->list.n));
        game->certain = game->count;
        game->far = game->level = 0;
    }
    if (making->engine)
        return;
    fprintf(making->to, "position startpos%s%s\ngo depth %d\n", game->plies ? " moves" : "",
            game->text, making->depth);
    fflush(making->to);
}

/* True if no side is in check and no capture wins anything. */
static bool is_quiet(struct making *making, void *state)
{
    const struct search_rules *search = making->search;
    bool quiet = !(search->in_check && search->in_check(making->work, state));
    making->gains.n = 0;
    making->gains.body_used = 0;
    if (!quiet || search->ended(making->work, state) != SEARCH_PLAYING)
        return false;
    search->generate(making->work, state, SEARCH_WANT_GAINS, 1, 2, &making->gains);
    for (int i = 0; i < making->gains.n && quiet; i++) {
        const struct search_ply *ply = &making->gains.v[i];
        const void *body = making->gains.body ? making->gains.body + ply->body : NULL;
        quiet = search->exchange ? !search->exchange(making->work, state, ply, body, 1)
                                 : ply->gain <= ply->risk;
    }
    return quiet;
}

static void keep(struct making *making, struct playing *game, const void *state, int score,
                 bool played)
{
    const struct search_head *head = state;
    struct search_man men[CELLS_MAX];
    const struct search_tables *tables = making->evaluator.tables;
    if (game->count >= KEPT_MOST)
        return;
    struct kept *kept = &game->kept[game->count++];
    int n = making->search->men(making->work, state, men, CELLS_MAX);
    kept->record = (struct net_record){.score = (int16_t)score,
                                       .side = head->side,
                                       .result = played ? 0 : RESULT_UNKNOWN,
                                       .men = (uint8_t)n};
    for (int i = 0; i < n; i++)
        kept->man[i] =
            (uint16_t)((men[i].side * tables->pieces + men[i].piece) * tables->cells + men[i].cell);
}

/* Find the plies of the lines among the legal ones, and drop lines without. */
static void match_lines(struct making *making, const struct playing *game)
{
    char text[UCI_PLY_ROOM];
    int n = 0;
    for (int i = 0; i < making->lines; i++)
        making->line[i].index = -1;
    for (int i = 0; i < making->list.n; i++) {
        struct ply ply = {0};
        making->search->unpack(making->work, game->state, &making->list.v[i], body_of(making, i),
                               &ply);
        uci_format(&making->start, &ply, text, sizeof text);
        for (int k = 0; k < making->lines; k++)
            if (!strcmp(making->line[k].text, text))
                making->line[k].index = i;
        ply_free(&ply);
    }
    for (int i = 0; i < making->lines; i++)
        if (making->line[i].index >= 0)
            making->line[n++] = making->line[i];
    making->lines = n;
}

/* Take the answer to ask(): keep the positions that may come next, play a ply. False: the engine is
 * gone, or plays by other rules. */
static bool take(struct making *making, struct playing *game)
{
    struct search_head *head = (struct search_head *)game->state;
    making->lines = 0;
    if (making->engine)
        own_answer(making, game);
    else if (!uci_answer(making))
        return false;
    list_legal(making, head);
    match_lines(making, game);
    if (!making->lines) {
        fprintf(stderr, "net_data: no legal ply after%s\n", game->text);
        return false;
    }
    int chosen = 0, best = making->line[0].score;
    if (chance(&game->seed, 6) == 0)
        while (chosen + 1 < making->lines && making->line[chosen + 1].score >= best - NEAR &&
               chance(&game->seed, 2))
            chosen++;
    for (int i = 0; i < making->lines; i++) {
        const struct line *line = &making->line[i];
        if (line->score > SCORE_MOST || line->score < -SCORE_MOST)
            continue;
        making->search->make(making->work, game->state, &making->list.v[line->index],
                             body_of(making, line->index), making->after);
        if (is_quiet(making, making->after))
            keep(making, game, making->after, -line->score, i == chosen);
    }
    int white = head->side == WHITE ? best : -best;
    game->far = white >= FAR    ? (game->far > 0 ? game->far : 0) + 1
                : white <= -FAR ? (game->far < 0 ? game->far : 0) - 1
                                : 0;
    game->level = game->plies >= LEVEL_AFTER && abs(best) <= LEVEL ? game->level + 1 : 0;
    play(making, game, making->line[chosen].index);
    return true;
}

int main(int argc, char **argv)
{
    struct making *making = memory_new(1, sizeof *making);
    struct playing *game = memory_new(TOGETHER, sizeof *game);
    const char *by = "";
    struct note why;
    making->seed = 1;
    making->wanted = 1000000;
    making->depth = 1;
    if (argc < 2)
        goto usage;
    for (int i = 2; i < argc; i += 2) {
        if (i + 1 == argc)
            goto usage;
        if (!strcmp(argv[i], "--positions"))
            making->wanted = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--seed"))
            making->seed = (uint64_t)atoll(argv[i + 1]);
        else if (!strcmp(argv[i], "--depth"))
            making->depth = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--by"))
            by = argv[i + 1];
        else
            goto usage;
    }
    if (ruleset_open(&making->rules, argv[1], NULL, 0, &why) < 0) {
        fprintf(stderr, "net_data: %s: %s\n", argv[1], why.text);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (*by && !uci_begin(making, by)) {
        fprintf(stderr, "net_data: %s does not answer\n", by);
        return 2;
    }
    if (!*by)
        making->engine = engine_new(making->rules, 8, NULL, NULL);
    evaluator_make(&making->evaluator, making->rules, NULL, NULL);
    making->search = making->evaluator.rules;
    making->work = making->search->open(making->rules, making->evaluator.tables);
    making->after = memory_new(1, making->search->state_size(making->rules));
    making->rules->rules->setup(making->rules, &making->start);
    making->seed *= 10000000;
    for (int i = 0; i < TOGETHER; i++) {
        game[i].state = memory_new(1, making->search->state_size(making->rules));
        game[i].ply = memory_new(PLIES_MOST + 2, sizeof *game[i].ply);
        game[i].kept = memory_new(KEPT_MOST, sizeof *game[i].kept);
        begin(making, &game[i]);
        ask(making, &game[i]);
    }
    while (making->written < making->wanted)
        for (int i = 0; i < TOGETHER; i++) {
            if (!take(making, &game[i])) {
                fprintf(stderr, "net_data: the engine has no answer that can be used\n");
                return 1;
            }
            ask(making, &game[i]);
        }
    fprintf(stderr, "net_data: %ld positions\n", making->written);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
usage:
    fprintf(stderr,
            "usage: net_data VARIANT [--positions N] [--seed S] [--depth N] [--by COMMAND]\n");
    return 2;
}
