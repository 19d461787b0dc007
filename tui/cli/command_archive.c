/* command_archive.c - commands on an archive without a screen: list, index, stats, tree,
 * duplicates. */
#include "config.h"

#include "archive/report/duplicates.h"
#include "archive/report/opening_tree.h"
#include "archive/report/statistics.h"
#include "archive/store/store.h"
#include "archive/util/sanitize.h"
#include "core/variant.h"
#include "tui/cli/command.h"
#include "tui/cli/command_find.h"
#include "tui/cli/options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELL_ROOM = 256 };

static void print_listing(FILE *out, const struct listing *listing)
{
    char players[CELL_ROOM] = "";
    size_t used = 0;
    fprintf(out, "%-26s ", listing->id);
    if (listing->damaged) {
        char where[PLACE_ROOM];
        fprintf(out, "! damaged: %s", place_words(listing->place, where));
        command_cell(out, listing->why, 0);
        fputc('\n', out);
        return;
    }
    for (int i = 0; i < listing->players; i++)
        text_add(players, sizeof players, &used, "%s%s", i ? " - " : "", listing->player[i]);
    command_cell(out, listing->date, 10);
    command_cell(out, listing->score, 7);
    fprintf(out, "%4d%c ", listing->plies, listing->notes ? '*' : ' ');
    command_cell(out, listing->variant, 18);
    command_cell(out, players, 40);
    command_cell(out, listing->event, 0);
    fputc('\n', out);
}

static int run_list(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    int found = 0, words = command_options(argv[0], argc, argv, NULL, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argv + 2, words - 1, NULL, err);
    if (status != COMMAND_DONE)
        return status;
    for (; found < finder_count(games.finder); found++)
        print_listing(out, store_listing(games.store, finder_at(games.finder, found)));
    status = command_find_status(&games);
    if (!found)
        status = command_find_nothing(&games, argv[1], "games", words > 1, err);
    command_find_end(&games);
    return status;
}

/* Bring the index of an archive up to date. */
static int run_index(int argc, char **argv, FILE *out, FILE *err)
{
    enum { PORTION = 500 };
    struct store *store;
    struct index *index;
    struct note why;
    const char *notice;
    int done = 0, total = 0, fd = fileno(err),
        words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    bool terminal = fd >= 0 && isatty(fd);
    if (words != 1)
        return words < 0 ? -words : command_usage(err, argv[0]);
    if (store_open(&store, argv[1], NULL, &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        return COMMAND_NO;
    }
    if (index_open(&index, store, true, &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        store_close(store);
        return COMMAND_NO;
    }
    while (index_step(index, PORTION, &done, &total))
        if (terminal)
            fprintf(err, "\r%d of %d games ", done, total);
    if (terminal)
        fputc('\r', err);
    if (*store_unread(store))
        command_error(err, argv[1], "%s", store_unread(store));
    if ((notice = index_notice(index)))
        command_error(err, argv[1], "%s", notice);
    else if (done < total)
        command_error(err, argv[1],
                      "another program is using the index; try again when it has finished");
    command_cell(out, argv[1], 0);
    fprintf(out, "%d of %d games in the index\n", done, total);
    index_close(index);
    store_close(store);
    return done == total ? COMMAND_DONE : COMMAND_NO;
}

const struct command archive_commands[] = {
    {"list", "ARCHIVE [QUERY...]", "list the games of an archive, or those that match a query",
     run_list},
    {"index", "ARCHIVE",
     "update the index of an archive, which makes searches of large archives fast", run_index},
    {0},
};

/* ---- `chesscade stats` and `chesscade duplicates`: stats summarises the games found; duplicates
 * finds pairs of equal games and can merge them. */

static int run_stats(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argv + 2, words - 1, NULL, err), n;
    if (status != COMMAND_DONE)
        return status;
    struct statistics *statistics = statistics_new();
    n = finder_count(games.finder);
    for (int i = 0; i < n; i++)
        statistics_add(statistics, store_listing(games.store, finder_at(games.finder, i)));
    statistics_print(statistics, STATISTICS_COLUMNS, out);
    statistics_free(statistics);
    status = n ? command_find_status(&games) : COMMAND_NO;
    command_find_end(&games);
    return status;
}

/* Merge each pair into one game. Pairs are ids, because merging changes the indices of games. */
static int merge_all(const char *where, const struct duplicate_ids *ids, int n, FILE *out,
                     FILE *err)
{
    struct store *store;
    struct note why;
    int status = COMMAND_DONE;
    if (store_open(&store, where, NULL, &why) < 0) {
        command_error(err, where, "%s", why.text);
        return COMMAND_NO;
    }
    for (int i = 0; i < n; i++) {
        int differ = 0;
        char id[2][ULID_LENGTH + 1];
        for (int which = 0; which < 2; which++)
            duplicate_id(&ids[i], which, id[which]);
        bool loses = store_loses_remarks(store, id[0]);
        if (duplicates_merge(store, id[0], id[1], &differ, &why) < 0) {
            command_error(err, id[1], "%s", why.text);
            status = COMMAND_NO;
        } else {
            fprintf(
                out,
                "%s now has the notes of %s; %d field%s %s different in the second game, which is in the trash%s\n",
                id[0], id[1], differ, differ == 1 ? "" : "s", differ == 1 ? "was" : "were",
                loses ? "; the old file of the first, with its # remarks, is in the trash, too"
                      : "");
        }
    }
    store_close(store);
    return status;
}

static int run_duplicates(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    bool merge = false, similar = false;
    const struct command_option options[] = {
        {"--merge", .flag = &merge}, {"--similar", .flag = &similar}, {0}};
    int words = command_options(argv[0], argc, argv, options, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argv + 2, words - 1, NULL, err);
    if (status != COMMAND_DONE)
        return status;
    int n = finder_count(games.finder), pairs = 0;
    int *place = memory_new((size_t)n + 1, sizeof *place);
    struct duplicate *duplicate;
    for (int i = 0; i < n; i++)
        place[i] = finder_at(games.finder, i);
    int found = duplicates_find(games.store, place, n, &duplicate);
    free(place);
    struct duplicate_ids *ids = memory_new(merge ? (size_t)found + 1 : 1, sizeof *ids);
    for (int i = 0; i < found; i++) {
        char id[2][ULID_LENGTH + 1];
        ids[pairs] = duplicate_ids_of(games.store, &duplicate[i]);
        for (int which = 0; which < 2; which++)
            duplicate_id(&ids[pairs], which, id[which]);
        fprintf(out, "%s  %s  %s\n", id[0], id[1], duplicate[i].exact ? "same" : "similar");
        pairs += merge && (duplicate[i].exact || similar);
    }
    free(duplicate);
    status = command_find_status(&games);
    if (!found)
        status = command_find_nothing(&games, argv[1], "duplicate games", words > 1, err);
    command_find_end(&games);
    if (pairs)
        status = merge_all(argv[1], ids, pairs, out, err);
    free(ids);
    return status;
}

const struct command statistics_commands[] = {
    {"stats", "ARCHIVE [QUERY...]",
     "count results, variants, years and players of the games found; print a cross table",
     run_stats},
    {"duplicates", "ARCHIVE [QUERY...] [--merge [--similar]]",
     "find duplicate games; --merge merges those that are the same", run_duplicates},
    {0},
};

/* ---- `chesscade tree`: counts how the games of an archive continue from a position. */

struct tree_command {
    const char *archive, *variant, *position;
    char *const *words; /* [n] The words of the query. */
    int n;
    /* the rules of the given position; NULL: count the opening of every variant */
    struct ruleset *rules;
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
            fprintf(out, "%s%s\n  %-16s %7s %6s %6s %6s %6s%s\n", i ? "\n" : "", variant, "ply",
                    "games", "score", "won", "drawn", "lost", row->cascades ? " members" : "");
        }
        fprintf(out, "  %s%*s %7d ", ply, clean_width(ply) < 16 ? 16 - clean_width(ply) : 0, "",
                row->games);
        if (row->scored)
            fprintf(out, "%5.1f%% %6d %6d %6d", 100 * row->points / row->scored, row->won,
                    row->drawn, row->lost);
        else
            fprintf(out, "%6s%*s", "-", row->cascades ? 21 : 0, "");
        fprintf(out, row->cascades ? " %7.2f\n" : "\n", row->members);
        free(ply);
    }
}

/* Read the position of the command line. Returns a status. */
static int command_archive_read_position(struct tree_command *command, FILE *err)
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
    } else if (command->rules->rules->read(command->rules, command->position, &command->here,
                                           &why) < 0) {
        command_error(err, "position", "%s", why.text);
        return COMMAND_USAGE;
    }
    return COMMAND_DONE;
}

static int command_archive_read_command(struct tree_command *command, int argc, char **argv,
                                        FILE *err)
{
    const struct command_option options[] = {{"--position", .value = &command->position},
                                             {"--variant", .value = &command->variant},
                                             {0}};
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
    int status = command_archive_read_command(&command, argc, argv, err);
    if (status == COMMAND_DONE)
        status = command_archive_read_position(&command, err);
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
            status = command_find_nothing(&games, command.archive,
                                          "games that continue from "
                                          "here",
                                          command.n > 0, err);
        opening_tree_close(tree);
        command_find_end(&games);
    }
    ruleset_free(command.rules);
    return status;
}

const struct command tree_commands[] = {
    {"tree", "ARCHIVE [QUERY...] [--variant ID] [--position TEXT]",
     "print the plies that follow a position or the opening, with counts and scores", run_tree},
    {0},
};
