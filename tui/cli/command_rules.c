/* command_rules.c - commands about a variant: rules, show, variants, moves, perft, play, cascades,
 * keys. */
#include "archive/record/record.h"
#include "core/cascades.h"
#include "core/draft.h"
#include "core/enumerate.h"
#include "core/game.h"
#include "core/position_text.h"
#include "tui/app/bindings.h"
#include "tui/boards/board_art.h"
#include "tui/cli/command.h"
#include "tui/cli/command_request.h"
#include "tui/cli/options.h"
#include "tui/session/words/cascade_words.h"
#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

/* The number of sizes that --size accepts. */
static int sizes_named(const struct board_view *view)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int sizes = art->sizes(view);
    while (art->size_name && sizes > 1 && !art->size_name(view, sizes - 1))
        sizes--;
    return sizes;
}

/* The size that a text names by its number or name; -1 if there is none. */
static int size_named(const struct board_view *view, const char *text)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int sizes = sizes_named(view), size;
    if (command_number(text, 0, sizes - 1, &size) == 0)
        return size;
    for (size = 0; art->size_name && size < sizes; size++)
        if (!strcmp(art->size_name(view, size), text))
            return size;
    return -1;
}

static int bad_size(const struct board_view *view, const char *text, FILE *err)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int sizes = sizes_named(view);
    char names[400];
    size_t used = 0;
    names[0] = '\0';
    for (int i = 0; art->size_name && i < sizes; i++)
        text_add(names, sizeof names, &used, ", %s", art->size_name(view, i));
    command_error(err, "--size", "'%.40s' is not a size of this board; sizes are 0 to %d%s", text,
                  sizes - 1, names);
    return COMMAND_USAGE;
}

static int show_body(struct command_request *request, FILE *out, FILE *err)
{
    struct board_view view = {
        .position = &request->start,
        .size = -1,
        .turn = request->flip,
        .charset = request->unicode ? CHARSET_UTF8 : CHARSET_ASCII,
        .coordinates = true,
        .shaded = true,
    };
    bool triangles = request->rules->board->shape == BOARD_TRIANGLES;
    if (request->rests)
        return command_usage(err, request->command);
    if (!triangles && request->flip > 1) {
        command_error(err, "--flip",
                      "on a board of squares this is 0 or 1: the number of half turns");
        return COMMAND_USAGE;
    }
    if (request->size && (view.size = size_named(&view, request->size)) < 0)
        return bad_size(&view, request->size, err);
    board_art_for(request->rules)->show(&view, out);
    return COMMAND_DONE;
}

static void rules_picture(const struct position *start, FILE *out)
{
    board_art_for(start->rules)
        ->show(
            &(struct board_view){
                .position = start, .size = -1, .coordinates = true, .shaded = true},
            out);
}

static int rules_body(struct command_request *request, FILE *out, FILE *err)
{
    if (request->rests)
        return command_usage(err, request->command);
    rules_print(&request->start, rules_picture, out);
    return COMMAND_DONE;
}

static int run_show(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, show_body);
}

static int run_rules(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, rules_body);
}

const struct command show_commands[] = {
    {"show", "VARIANT [--position TEXT] [--option K=V]... [--size S] [--unicode] [--flip N]",
     "print a position as a picture", run_show},
    {"rules", "VARIANT [--option K=V]...", "print the rules of a variant", run_rules},
    {0},
};

/* ---- Commands that query the rules without a screen: variants, moves, perft, play.
 *
 * docs/notation.md fixes their output, because other programs and the vector tests read it. */

enum { DEPTH_MAX = 100 };

static int run_variants(int argc, char **argv, FILE *out, FILE *err)
{
    const struct variant *variant;
    const struct rules *rules;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++)
        fprintf(out, "%-26s %-10s %-14s %d  %s\n", variant->id, rules->family, variant->board,
                variant->sides, variant->title);
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
        memory_text(text), search_perft(&after, dividing->depth - 1, &dividing->request->limits,
                                        dividing->request->bulk)};
    return 0;
}

static int command_rules_by_text(const void *a, const void *b)
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
            qsort(dividing.v, (size_t)dividing.n, sizeof *dividing.v, command_rules_by_text);
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
    {"moves", "VARIANT " PROBE_OPTIONS " [--cascade N]", "list the legal plies in long form",
     run_moves},
    {"perft", "VARIANT DEPTH " PROBE_OPTIONS " [--cascade N] [--divide] [--bulk]",
     "count sequences of plies; --bulk counts the last plies without making them", run_perft},
    {"play", "VARIANT " PROBE_OPTIONS " PLY...", "play plies; print the position and its status",
     run_play},
    {0},
};

/* ---- `chesscade cascades`: the shortest plies that reach a goal. */

struct command_rules_found {
    const struct position *start;
    char **text;
    int n, room;
};

static int keep_text(const struct ply *ply, void *argument)
{
    struct command_rules_found *found = argument;
    char text[PLY_ROOM];
    found->start->rules->rules->format(found->start, ply, FORM_LONG, text, sizeof text);
    found->text = memory_room(found->text, &found->room, found->n + 1, sizeof *found->text);
    found->text[found->n++] = memory_text(text);
    return 0;
}

static int command_rules_by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void say_nothing_found(const struct command_request *request, const struct goal *goal,
                              const struct cascade_result *result, FILE *err)
{
    char text[400], further[60];
    snprintf(further, sizeof further, "--cascade %d searches further", 2 * request->limits.cascade);
    words_no_cascade(&request->start, goal, result, further, text, sizeof text);
    command_error(err, request->goal, "%s", text);
}

static int cascades_body(struct command_request *request, FILE *out, FILE *err)
{
    struct goal goal;
    struct note why;
    struct command_rules_found found = {.start = &request->start};
    struct cascade_search search = {.moves = request->limits.cascade};
    struct cascade_result result;
    if (request->rests || !request->goal)
        return command_usage(err, request->command);
    if (goal_read(request->rules, request->goal, &goal, &why) < 0) {
        command_error(err, request->goal, "%s", why.text);
        return COMMAND_USAGE;
    }
    cascades_find(&request->start, &goal, &search, keep_text, &found, &result);
    if (found.n)
        qsort(found.text, (size_t)found.n, sizeof *found.text, command_rules_by_bytes);
    else
        say_nothing_found(request, &goal, &result, err);
    for (int i = 0; i < found.n; i++) {
        fprintf(out, "%s\n", found.text[i]);
        free(found.text[i]);
    }
    free(found.text);
    return result.found ? COMMAND_DONE : COMMAND_NO;
}

static int run_cascades(int argc, char **argv, FILE *out, FILE *err)
{
    return command_with_request(argc, argv, out, err, cascades_body);
}

const struct command cascades_commands[] = {
    {"cascades", "VARIANT --goal GOAL [--position TEXT] [--option K=V]... [--cascade N]",
     "find the shortest plies that reach capture:CELL, reach:LETTER@CELL, check, promote or summon",
     run_cascades},
    {0},
};

/* ---- `chesscade keys`: the default keys as a key file, which is also the key chapter of the
 * manual. */

/* Print a text in single quotes, as YAML requires. */
static void print_quoted(const char *text, int wide, FILE *out)
{
    int used = 2;
    fputc('\'', out);
    for (; *text; text++) {
        used += *text == '\'' ? 2 : 1;
        fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
    }
    fprintf(out, "'%*s", used < wide ? wide - used : 0, "");
}

static void print_keymap(const struct bindings *bindings, enum keymap keymap, FILE *out)
{
    fprintf(out, "\n%s: # %s\n", keymap_name(keymap), keymap_where(keymap));
    for (int r = REQ_NONE + 1; r < REQUESTS; r++) {
        char keys[256] = "";
        size_t used = 0;
        for (int i = 0; (i = bindings_of(bindings, keymap, (enum request)r, i)) >= 0; i++) {
            char key[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
            key_sequence_write(&bindings->v[i].keys, key, sizeof key);
            text_add(keys, sizeof keys, &used, "%s%s", used ? " " : "", key);
        }
        if (!used)
            continue;
        fprintf(out, "  %s:%*s", request_name((enum request)r),
                18 - (int)strlen(request_name((enum request)r)), "");
        print_quoted(keys, 22, out);
        fprintf(out, " # %s\n", request_help((enum request)r));
    }
}

static int run_keys(int argc, char **argv, FILE *out, FILE *err)
{
    struct bindings bindings = {0};
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words)
        return words < 0 ? -words : command_usage(err, argv[0]);
    fprintf(out,
            "# keys.yaml - the keys the program has without any file, as `chesscade keys` prints "
            "them.\n#\n# Copy to ~/.config/chesscade/keys.yaml what you want to change. A request "
            "that your file contains has only\n# the keys given there. Separate several keys by "
            "blanks; write a sequence of keys together: gg, za.\n# Keys without a character have "
            "names in brackets: <F12>, <Space>, <C-x>, <C-_>. Terminals send Alt as Esc\n# "
            "followed by the key, so Alt cannot be bound.\n# <Digit> is any of 1 to 9. A request "
            "with `none` has no key; the keys of `none` do nothing.\n# Ctrl-S, Ctrl-Q, Ctrl-A and "
            "Ctrl-B belong to terminals and cannot be bound. A sequence is refused if its\n# "
            "beginning is bound at the same place, because you could not type the rest. While you "
            "type text, function and\n# control keys of escape, enter, up, down (of list) and "
            "next-panel act as Esc, Enter, the arrows and Tab.\n# Use a request without a key by "
            "its name after `:`, or from the list of `?`.\n");
    bindings_default(&bindings);
    for (int k = KEYMAP_EVERYWHERE; k < KEYMAPS; k++)
        print_keymap(&bindings, (enum keymap)k, out);
    fprintf(out, "\n# Without a key:\n");
    for (int r = REQ_NONE + 1; r < REQUESTS; r++) {
        bool bound = false;
        for (int i = 0; i < bindings.n; i++)
            bound = bound || bindings.v[i].request == r;
        if (!bound)
            fprintf(out, "#   %-18s %s\n", request_name((enum request)r),
                    request_help((enum request)r));
    }
    bindings_clear(&bindings);
    return COMMAND_DONE;
}

const struct command key_commands[] = {
    {"keys", "", "print the default keys as a key file", run_keys},
    {0},
};
