/* command_find.h - finds the games of an archive that match a query, for commands that print
 * something about them. */
#ifndef CHESSCADE_TUI_CLI_COMMAND_FIND_H
#define CHESSCADE_TUI_CLI_COMMAND_FIND_H

#include "archive/search/search.h"
#include "tui/cli/command.h"

struct found_games {
    struct store *store; /* open for reading */
    struct index *index; /* NULL: none */
    struct finder *finder;
};

/* Open an archive and find the games that match a query, given as words of a command line. `here`
 * is as in query_parse(). Returns COMMAND_DONE if every game was tried; otherwise the error is on
 * `err` and nothing is open. */
int command_find(struct found_games *games, const char *where, char *const *words, int n,
                 const struct position *here, FILE *err);

/* command_find() in two steps, for callers that use games as they are found. command_find_begin()
 * opens the archive and the finder, but does not search; when the caller has finished the search,
 * command_find_told() prints warnings about the archive. */
int command_find_begin(struct found_games *games, const char *where, char *const *words, int n,
                       const struct position *here, FILE *err);
void command_find_told(const struct found_games *games, const char *where, FILE *err);

/* Report that there is no result, and return COMMAND_NO. Prints a line on `err`, except after a
 * warning about unreadable games. `what` is a plural such as "games". `asked`: there was a
 * query. */
int command_find_nothing(const struct found_games *games, const char *where, const char *what,
                         bool asked, FILE *err);

/* The exit status of a command that did all it could. If some games of the archive could not be
 * read, it is COMMAND_NO, so that scripts notice (command_find_told() has printed a warning).
 * Otherwise it is COMMAND_DONE. */
int command_find_status(const struct found_games *games);
void command_find_end(struct found_games *games);

#endif
