/* command_tree.c - `chesscade tree`: counts how the games of an archive continue from a position. */
#include "archive/util/sanitize.h"
#include "archive/report/opening_tree.h"
#include "core/variant.h"
#include "tui/cli/command_find.h"
#include "tui/cli/options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct tree_command {
    const char *archive, *variant, *position;
    char *const *words; /* [n] the query's words */
    int n;
    struct ruleset *rules; /* of the given position; NULL: the opening of every variant */
    struct position here;
};

static void print_rows(const struct opening_tree *tree, FILE *out)
{
    const char *variant = "";
    for (int i = 0; i < opening_tree_count(tree); i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        char *ply = clean_copy(*row->ply ? row->ply : "(ends)", CLEAN_LINE);
        if (strcmp(variant, row->variant) != 0) {
            variant = row->variant;
            fprintf(out, "%s%s\n  %-16s %7s %6s %6s %6s %6s%s\n", i ? "\n" : "", variant, "ply", "games", "score", "won",
                    "drawn", "lost", row->cascades ? " members" : "");
        }
        fprintf(out, "  %s%*s %7d ", ply, clean_width(ply) < 16 ? 16 - clean_width(ply) : 0, "", row->games);
        if (row->scored)
            fprintf(out, "%5.1f%% %6d %6d %6d", 100 * row->points / row->scored, row->won, row->drawn, row->lost);
        else
            fprintf(out, "%6s%*s", "-", row->cascades ? 21 : 0, "");
        fprintf(out, row->cascades ? " %7.2f\n" : "\n", row->members);
        free(ply);
    }
}

/* Read the position. */
static int read_position(struct tree_command *command, FILE *err)
{
    struct note why;
    const char *variant = command->variant ? command->variant : "classical";
    if (!command->variant && !command->position)
        return COMMAND_DONE;
    if (ruleset_open(&command->rules, variant, NULL, 0, &why) < 0) {
        command_error(err, variant, "%s", why.text);
        return COMMAND_USAGE;
    }
    if (!command->position) {
        command->rules->rules->setup(command->rules, &command->here);
    } else if (command->rules->rules->read(command->rules, command->position, &command->here, &why) < 0) {
        command_error(err, "position", "%s", why.text);
        return COMMAND_USAGE;
    }
    return COMMAND_DONE;
}

static int read_command(struct tree_command *command, int argc, char **argv, FILE *err)
{
    const struct command_option options[] = {
        {"--position", .value = &command->position}, {"--variant", .value = &command->variant}, {0}};
    int words = command_options(argv[0], argc, argv, options, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    command->archive = argv[1];
    command->words = argv + 2;
    command->n = words - 1;
    return COMMAND_DONE;
}

static int run_tree(int argc, char **argv, FILE *out, FILE *err)
{
    struct tree_command command = {0};
    struct found_games games;
    struct opening_tree *tree;
    int status = read_command(&command, argc, argv, err);
    if (status == COMMAND_DONE)
        status = read_position(&command, err);
    const struct position *here = command.rules ? &command.here : NULL;
    if (status == COMMAND_DONE)
        status = command_find(&games, command.archive, command.words, command.n, here, err);
    if (status == COMMAND_DONE) {
        opening_tree_open(&tree, games.store, games.index, games.finder, here);
        while (opening_tree_step(tree, INT_MAX))
            continue;
        print_rows(tree, out);
        status = command_find_status(&games);
        if (!opening_tree_count(tree))
            status = command_find_nothing(&games, command.archive, "games that go on from here", command.n > 0, err);
        opening_tree_close(tree);
        command_find_end(&games);
    }
    ruleset_free(command.rules);
    return status;
}

const struct command tree_commands[] = {
    {"tree", "ARCHIVE [QUERY...] [--variant ID] [--position TEXT]",
     "print how games go on from a position, or from the opening, with counts and scores", run_tree},
    {0},
};
