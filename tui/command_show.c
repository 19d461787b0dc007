/* command_show.c - `chesscade show`: a position as a picture; `chesscade rules`: a variant in plain text. */
#include "tui/board_art.h"
#include "tui/command_request.h"
#include "tui/data_folder.h"
#include "tui/rules_text.h"

#include <limits.h>
#include <string.h>

enum { COLUMNS = 79 };

/* How many sizes --size knows. */
static int sizes_named(const struct board_view *view)
{
    const struct board_art *art = board_art_for(view->position->rules);
    int sizes = art->sizes(view);
    while (art->size_name && sizes > 1 && !art->size_name(view, sizes - 1))
        sizes--;
    return sizes;
}

/* The rung a text names: a number, or a name of the art's; -1 without one. */
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

/* ---------------------------------------------------------------- rules */

/* Print a paragraph, broken between words, later lines indented. */
static void print_wrapped(const char *text, int indent, FILE *out)
{
    int column = 0;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column == 0 || column + 1 + length > COLUMNS) {
            fprintf(out, "%s%*s", column ? "\n" : "", indent, "");
            column = indent;
        } else {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_pieces(const struct ruleset *rules, FILE *out)
{
    fprintf(out, "\nPieces\n\n");
    for (int i = 1; i <= rules->kind_count; i++) {
        const struct kind *kind = &rules->kinds[i];
        fprintf(out, "  %c  %s%s", kind->letter, kind->name, kind->royal ? " (royal)" : "");
        fprintf(out, "%s%s%s\n", kind->source ? "  [" : "", kind->source ? kind->source : "", kind->source ? "]" : "");
        if (kind->moves)
            print_wrapped(kind->moves, 5, out);
    }
}

static void print_options(const struct ruleset *rules, FILE *out)
{
    const struct variant *variant = rules->variant;
    if (!variant->option_count)
        return;
    fprintf(out, "\nOptions (--option NAME=VALUE, the default first)\n\n");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        fprintf(out, "  %s = %s\n", option->name, option->values ? option->values : "...");
        if (option->help)
            print_wrapped(option->help, 5, out);
    }
}

/* The family's text, when there is one. */
static void print_text(const struct ruleset *rules, FILE *out)
{
    char path[PATH_MAX + 64];
    char buffer[4096];
    size_t length;
    snprintf(path, sizeof path, "%s/docs/rules/%s.md", data_folder(), rules->rules->family);
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    fputc('\n', out);
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, length, out);
    fclose(file);
}

void rules_print(const struct position *start, FILE *out)
{
    const struct ruleset *rules = start->rules;
    const struct variant *variant = rules->variant;
    fprintf(out, "%s (%s)\n%s, board %s, %d sides\n", variant->title, rules->id, rules->rules->title,
            variant->board, rules->sides);
    if (variant->summary[0])
        fputc('\n', out);
    for (int i = 0; i < 3 && variant->summary[i]; i++)
        print_wrapped(variant->summary[i], 0, out);
    fputc('\n', out);
    board_art_for(rules)->show(
        &(struct board_view){.position = start, .size = -1, .coordinates = true, .shaded = true}, out);
    print_pieces(rules, out);
    print_options(rules, out);
    print_text(rules, out);
}

static int rules_body(struct command_request *request, FILE *out, FILE *err)
{
    if (request->rests)
        return command_usage(err, request->command);
    rules_print(&request->start, out);
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
