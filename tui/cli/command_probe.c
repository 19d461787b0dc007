/* command_probe.c - commands that query the rules without a screen: variants, moves, perft, play.
 *
 * Their output is fixed by the text contract (docs/notation.md): other programs and the vector tests read it. */
#include "archive/record/record.h"
#include "core/draft.h"
#include "core/game.h"
#include "core/position_text.h"
#include "core/enumerate.h"
#include "tui/cli/options.h"
#include "tui/cli/command_request.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 100 };

static int run_variants(int argc, char **argv, FILE *out, FILE *err)
{
    const struct variant *variant;
    const struct rules *rules;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++)
        fprintf(out, "%-26s %-10s %-14s %d  %s\n", variant->id, rules->family, variant->board, variant->sides,
                variant->title);
    return COMMAND_DONE;
}

static int moves_body(struct command_request *request, FILE *out, FILE *err)
{
    char **text;
    if (request->rests)
        return command_usage(err, request->command);
    int n = search_texts(&request->start, &request->limits, false, &text);
    for (int i = 0; i < n; i++) {
        fprintf(out, "%s\n", text[i]);
        free(text[i]);
    }
    free(text);
    return COMMAND_DONE;
}

/* One line of --divide: a ply and the number of leaves below it. */
struct divided {
    char *text;
    uint64_t count;
};

struct dividing {
    const struct command_request *request;
    int depth;
    struct divided *v;
    int n, room;
};

static int divide_ply(const struct ply *ply, void *argument)
{
    struct dividing *dividing = argument;
    const struct position *start = &dividing->request->start;
    char text[PLY_ROOM];
    struct position after;
    ply_play(start, ply, &after);
    start->rules->rules->format(start, ply, FORM_LONG, text, sizeof text);
    dividing->v = memory_room(dividing->v, &dividing->room, dividing->n + 1, sizeof *dividing->v);
    dividing->v[dividing->n++] = (struct divided){
        memory_text(text),
        search_perft(&after, dividing->depth - 1, &dividing->request->limits, dividing->request->bulk)};
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct divided *)a)->text, ((const struct divided *)b)->text);
}

static int perft_body(struct command_request *request, FILE *out, FILE *err)
{
    int depth;
    if (request->rests != 1)
        return command_usage(err, request->command);
    if (command_number(request->rest[0], 0, DEPTH_MAX, &depth) < 0)
        return command_bad_number(err, "DEPTH", request->rest[0], 0, DEPTH_MAX);
    uint64_t total = 0;
    if (request->divide && depth > 0) {
        struct dividing dividing = {.request = request, .depth = depth};
        search_plies(&request->start, &request->limits, divide_ply, &dividing);
        if (dividing.n)
            qsort(dividing.v, (size_t)dividing.n, sizeof *dividing.v, by_text);
        for (int i = 0; i < dividing.n; i++) {
            fprintf(out, "%s %llu\n", dividing.v[i].text, (unsigned long long)dividing.v[i].count);
            total += dividing.v[i].count;
            free(dividing.v[i].text);
        }
        free(dividing.v);
    } else {
        total = search_perft(&request->start, depth, &request->limits, request->bulk);
    }
    fprintf(out, "%llu\n", (unsigned long long)total);
    return COMMAND_DONE;
}

static int play_body(struct command_request *request, FILE *out, FILE *err)
{
    struct game game = {0};
    struct note why;
    int status = COMMAND_DONE;
    game_begin(&game, request->rules, &request->start, &request->limits);
    for (int i = 0; i < request->rests && status == COMMAND_DONE; i++)
        if (game_play_text(&game, request->rest[i], &why) < 0) {
            char where[64];
            snprintf(where, sizeof where, "ply %d, '%.30s'", i + 1, request->rest[i]);
            command_error(err, where, "%s", why.text);
            status = COMMAND_NO;
        }
    if (status == COMMAND_DONE) {
        char text[POSITION_TEXT_MAX + 1], word[100];
        request->rules->rules->write(&game.now, text, sizeof text);
        verdict_text(&game.verdict, word, sizeof word);
        fprintf(out, "%s\n%s\n", text, word);
    }
    game_clear(&game);
    return status;
}

static int run_moves(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, moves_body);
}

static int run_perft(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, perft_body);
}

static int run_play(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, play_body);
}

#define PROBE_OPTIONS "[--position TEXT] [--option K=V]..."

const struct command probe_commands[] = {
    {"variants", "", "list the variants: id, family, board, sides, title", run_variants},
    {"moves", "VARIANT " PROBE_OPTIONS " [--cascade N]", "list the legal plies in long form", run_moves},
    {"perft", "VARIANT DEPTH " PROBE_OPTIONS " [--cascade N] [--divide] [--bulk]",
     "count the ply sequences, the last plies made unless --bulk", run_perft},
    {"play", "VARIANT " PROBE_OPTIONS " PLY...", "play plies; print the position and its status", run_play},
    {0},
};
