/* command_find.c - finds the games of an archive for the commands without a screen: see
 * command_find.h. */
#include "config.h"
#include "tui/cli/command_find.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void command_find_end(struct found_games *games)
{
    finder_close(games->finder);
    index_close(games->index);
    store_close(games->store);
    *games = (struct found_games){NULL, NULL, NULL};
}

int command_find_status(const struct found_games *games)
{
    return *store_unread(games->store) ? COMMAND_NO : COMMAND_DONE;
}

int command_find_nothing(const struct found_games *games, const char *where, const char *what,
                         bool asked, FILE *err)
{
    if (!*store_unread(games->store))
        command_error(err, where, asked ? "no %s match the query" : "there are no %s", what);
    return COMMAND_NO;
}

/* The words joined with blanks; the caller frees the text. */
static char *command_find_joined(char *const *words, int n)
{
    size_t size = 1, used = 0;
    for (int i = 0; i < n; i++)
        size += strlen(words[i]) + 1;
    char *text = memory_new(size, 1);
    for (int i = 0; i < n; i++)
        text_add(text, size, &used, "%s%s", i ? " " : "", words[i]);
    return text;
}

/* Open the finder. If not all games have been scanned, scan them and open the finder again, because
 * the meaning of a query may depend on all games: for example on which variants the archive has. */
static int open_finder(struct found_games *games, const char *query, const struct position *here,
                       struct note *why)
{
    int status = finder_open(&games->finder, games->store, games->index, query, here, why);
    bool whole =
        store_count(games->store) == store_total(games->store) && !store_unchecked(games->store);
    if (status < 0 || whole)
        return status;
    while (store_scan(games->store, INT_MAX))
        continue;
    finder_close(games->finder);
    games->finder = NULL;
    return finder_open(&games->finder, games->store, games->index, query, here, why);
}

int command_find_begin(struct found_games *games, const char *where, char *const *words, int n,
                       const struct position *here, FILE *err)
{
    struct note why;
    *games = (struct found_games){NULL, NULL, NULL};
    if (store_open(&games->store, where, &(struct store_options){.read_only = true}, &why) < 0) {
        command_error(err, where, "%s", why.text);
        return COMMAND_NO;
    }
    if (store_total(games->store) >= INDEX_WORTH &&
        index_open(&games->index, games->store, false, NULL) < 0)
        games->index = NULL;
    char *query = command_find_joined(words, n);
    int status = open_finder(games, query, here, &why);
    int column = status < 0 ? text_character(query, why.offset) : 0;
    free(query);
    if (status < 0) {
        char place[40];
        snprintf(place, sizeof place, "query, column %d", column);
        command_error(err, place, "%s", why.text);
        command_find_end(games);
        return COMMAND_USAGE;
    }
    return COMMAND_DONE;
}

void command_find_told(const struct found_games *games, const char *where, FILE *err)
{
    const char *notice;
    if (*store_unread(games->store))
        command_error(err, where, "%s", store_unread(games->store));
    if (games->index && (notice = index_notice(games->index)))
        command_error(err, where, "%s", notice);
    char given_up[FINDER_TOLD_ROOM];
    if (finder_given_up(games->finder, given_up))
        command_error(err, where, "%s", given_up);
}

int command_find(struct found_games *games, const char *where, char *const *words, int n,
                 const struct position *here, FILE *err)
{
    int status = command_find_begin(games, where, words, n, here, err);
    if (status != COMMAND_DONE)
        return status;
    while (finder_step(games->finder, INT_MAX))
        continue;
    command_find_told(games, where, err);
    return COMMAND_DONE;
}
