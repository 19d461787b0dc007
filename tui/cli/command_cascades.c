/* command_cascades.c - `chesscade cascades`: the shortest plies that reach a goal. */
#include "archive/record/record.h"
#include "core/cascades.h"
#include "tui/cli/command_request.h"

#include <stdlib.h>
#include <string.h>

struct found {
    const struct position *start;
    char **text;
    int n, room;
};

static int keep_text(const struct ply *ply, void *argument)
{
    struct found *found = argument;
    char text[PLY_ROOM];
    found->start->rules->rules->format(found->start, ply, FORM_LONG, text, sizeof text);
    found->text = memory_room(found->text, &found->room, found->n + 1, sizeof *found->text);
    found->text[found->n++] = memory_text(text);
    return 0;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void say_nothing_found(const struct command_request *request, const struct goal *goal, const struct cascade_result *result,
                              FILE *err)
{
    char text[240];
    cascades_none(&request->start, goal, result, text, sizeof text);
    if (result->end == CASCADES_ALL)
        command_error(err, request->goal, "%s; try another goal or position", text);
    else if (result->end == CASCADES_LIMIT)
        command_error(err, request->goal, "%s; --cascade %d looks further", text, 2 * request->limits.cascade);
    else
        command_error(err, request->goal, "%s; try a goal on the way there, or a later position", text);
}

static int cascades_body(struct command_request *request, FILE *out, FILE *err)
{
    struct goal goal;
    struct note why;
    struct found found = {.start = &request->start};
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
        qsort(found.text, (size_t)found.n, sizeof *found.text, by_bytes);
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
