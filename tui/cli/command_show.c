/* command_show.c - `chesscade show` draws a position; `chesscade rules` prints a variant's rules as plain text. */
#include "tui/boards/board_art.h"
#include "tui/cli/command_request.h"
#include "tui/session/rules_text.h"

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

/* The size for a text: a number or a name; -1 if it is neither. */
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
    command_error(err, "--size", "'%.40s' is no size of this board: 0 to %d%s", text, sizes - 1, names);
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
        command_error(err, "--flip", "a board of squares is turned by 0 or 1");
        return COMMAND_USAGE;
    }
    if (request->size && (view.size = size_named(&view, request->size)) < 0)
        return bad_size(&view, request->size, err);
    board_art_for(request->rules)->show(&view, out);
    return COMMAND_DONE;
}

static int rules_body(struct command_request *request, FILE *out, FILE *err)
{
    if (request->rests)
        return command_usage(err, request->command);
    rules_print(&request->start, true, out);
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
