/* command_archive.c - commands on an archive without a screen: list, index. */
#include "config.h"
#include "archive/store/store.h"
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
    int done = 0, total = 0, fd = fileno(err), words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
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
        command_error(err, argv[1], "another program is at work on the index; try again when it has finished");
    command_cell(out, argv[1], 0);
    fprintf(out, "%d of %d games in the index\n", done, total);
    index_close(index);
    store_close(store);
    return done == total ? COMMAND_DONE : COMMAND_NO;
}

const struct command archive_commands[] = {
    {"list", "ARCHIVE [QUERY...]", "list the games of an archive, or those that fit a query", run_list},
    {"index", "ARCHIVE", "bring the index of an archive up to date, so that large ones are searched at once", run_index},
    {0},
};
