/* command_probe.c - asking the rules without a screen: variants, moves, perft, play, show, rules.
 *
 * What they print is fixed by the text contract (docs/notation.md): other programs and the vector tests read it. */
#include "core/draft.h"
#include "core/game.h"
#include "core/position_text.h"
#include "core/search.h"
#include "tui/board_art.h"
#include "tui/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS_MAX = 32, TEXT_ROOM = 4096, DEPTH_MAX = 100, CASCADE_MAX = 1000000 };

/* A command line after `chesscade COMMAND VARIANT`. */
struct request {
    const char *command, *variant, *position;
    struct setting setting[SETTINGS_MAX];
    int settings;
    struct limits limits;
    bool divide, unicode;
    int size, flip;
    char **rest; /* what is no option: the depth, the plies */
    int rests;
    struct ruleset *rules; /* opened */
    struct position start;
};

static int read_number(const char *text, int least, int most, int *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
        return FAIL_TEXT;
    *out = (int)value;
    return 0;
}

static int bad_value(FILE *err, const char *option, const char *value, int least, int most)
{
    command_error(err, option, "'%.40s' is no number from %d to %d", value, least, most);
    return COMMAND_USAGE;
}

/* Read one option with its value; the number of arguments taken, or 0 when it is none of ours, or -status. */
static int read_option(struct request *request, char **argument, int left, FILE *err)
{
    static const struct {
        const char *name;
        int least, most;
    } numbers[] = {{"--cascade", 1, CASCADE_MAX}, {"--size", 0, 100}, {"--flip", 0, 5}};
    int *const targets[] = {&request->limits.cascade, &request->size, &request->flip};
    const char *name = argument[0];
    if (!strcmp(name, "--divide"))
        return request->divide = true;
    if (!strcmp(name, "--unicode"))
        return request->unicode = true;
    bool valued = !strcmp(name, "--position") || !strcmp(name, "--option");
    for (int i = 0; i < 3; i++)
        valued = valued || !strcmp(name, numbers[i].name);
    if (!valued)
        return 0;
    if (left < 2) {
        command_error(err, name, "a value is missing");
        return -COMMAND_USAGE;
    }
    for (int i = 0; i < 3; i++)
        if (!strcmp(name, numbers[i].name)) {
            if (read_number(argument[1], numbers[i].least, numbers[i].most, targets[i]) < 0)
                return -bad_value(err, name, argument[1], numbers[i].least, numbers[i].most);
            return 2;
        }
    if (!strcmp(name, "--position")) {
        request->position = argument[1];
        return 2;
    }
    char *equals = strchr(argument[1], '=');
    if (!equals || request->settings == SETTINGS_MAX) {
        command_error(err, name, equals ? "too many options" : "'%.60s' is not NAME=VALUE", argument[1]);
        return -COMMAND_USAGE;
    }
    *equals = '\0'; /* the settings borrow from the command line */
    request->setting[request->settings++] = (struct setting){argument[1], equals + 1};
    return 2;
}

static int read_request(struct request *request, int argc, char **argv, FILE *err)
{
    bool options = true;
    *request = (struct request){.command = argv[0], .limits = LIMITS_DEFAULT, .size = -1};
    request->rest = memory_new((size_t)argc, sizeof *request->rest);
    for (int i = 1; i < argc;) {
        int taken = 0;
        if (options && !strcmp(argv[i], "--")) {
            options = false;
            i++;
            continue;
        }
        if (options && argv[i][0] == '-' && argv[i][1] == '-') {
            taken = read_option(request, argv + i, argc - i, err);
            if (taken < 0)
                return -taken;
            if (taken == 0) {
                command_error(err, argv[0], "there is no option '%.40s'", argv[i]);
                return COMMAND_USAGE;
            }
        } else if (!request->variant) {
            request->variant = argv[i];
        } else {
            request->rest[request->rests++] = argv[i];
        }
        i += taken ? taken : 1;
    }
    return request->variant ? COMMAND_DONE : command_usage(err, argv[0]);
}

static int open_request(struct request *request, FILE *err)
{
    struct note why;
    if (ruleset_open(&request->rules, request->variant, request->setting, request->settings, &why) < 0) {
        command_error(err, request->variant, "%s", why.text);
        return COMMAND_NO;
    }
    const struct rules *rules = request->rules->rules;
    if (!request->position) {
        rules->setup(request->rules, &request->start);
    } else if (rules->read(request->rules, request->position, &request->start, &why) < 0) {
        char where[64];
        snprintf(where, sizeof where, "position, column %d", why.offset + 1);
        command_error(err, why.offset >= 0 ? where : "position", "%s", why.text);
        return COMMAND_NO;
    }
    return COMMAND_DONE;
}

static void close_request(struct request *request)
{
    ruleset_free(request->rules);
    free(request->rest);
}

/* Read and open the command line, run the body, close. */
typedef int body_fn(struct request *request, FILE *out, FILE *err);

static int with_request(int argc, char **argv, FILE *out, FILE *err, body_fn *body)
{
    struct request request;
    int status = read_request(&request, argc, argv, err);
    if (status == COMMAND_DONE)
        status = open_request(&request, err);
    if (status == COMMAND_DONE)
        status = body(&request, out, err);
    close_request(&request);
    return status;
}

static int run_variants(int argc, char **argv, FILE *out, FILE *err)
{
    const struct variant *variant;
    const struct rules *rules;
    if (argc > 1)
        return command_usage(err, argv[0]);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++)
        fprintf(out, "%-26s %-10s %-14s %d  %s\n", variant->id, rules->family, variant->board, variant->sides,
                variant->title);
    return COMMAND_DONE;
}

static int moves_body(struct request *request, FILE *out, FILE *err)
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

/* One line of --divide: the ply and what follows it. */
struct divided {
    char *text;
    uint64_t count;
};

struct dividing {
    const struct request *request;
    int depth;
    struct divided *v;
    int n, room;
};

static int divide_ply(const struct ply *ply, void *argument)
{
    struct dividing *dividing = argument;
    const struct position *start = &dividing->request->start;
    char text[TEXT_ROOM];
    struct position after;
    ply_play(start, ply, &after);
    start->rules->rules->format(start, ply, FORM_LONG, text, sizeof text);
    dividing->v = memory_room(dividing->v, &dividing->room, dividing->n + 1, sizeof *dividing->v);
    dividing->v[dividing->n++] = (struct divided){
        memory_text(text), search_perft(&after, dividing->depth - 1, &dividing->request->limits, false)};
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct divided *)a)->text, ((const struct divided *)b)->text);
}

static int perft_body(struct request *request, FILE *out, FILE *err)
{
    int depth;
    if (request->rests != 1)
        return command_usage(err, request->command);
    if (read_number(request->rest[0], 0, DEPTH_MAX, &depth) < 0)
        return bad_value(err, "DEPTH", request->rest[0], 0, DEPTH_MAX);
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
        total = search_perft(&request->start, depth, &request->limits, false);
    }
    fprintf(out, "%llu\n", (unsigned long long)total);
    return COMMAND_DONE;
}

static int play_body(struct request *request, FILE *out, FILE *err)
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
    return with_request(argc, argv, out, err, moves_body);
}

static int run_perft(int argc, char **argv, FILE *out, FILE *err)
{
    return with_request(argc, argv, out, err, perft_body);
}

static int run_play(int argc, char **argv, FILE *out, FILE *err)
{
    return with_request(argc, argv, out, err, play_body);
}

#define PROBE_OPTIONS "[--position TEXT] [--option K=V]..."

const struct command probe_commands[] = {
    {"variants", "", "list the variants: id, family, board, sides, title", run_variants},
    {"moves", "VARIANT " PROBE_OPTIONS " [--cascade N]", "list the legal plies in long form", run_moves},
    {"perft", "VARIANT DEPTH " PROBE_OPTIONS " [--cascade N] [--divide]", "count the ply sequences", run_perft},
    {"play", "VARIANT " PROBE_OPTIONS " PLY...", "play plies; print the position and its status", run_play},
    {0},
};
