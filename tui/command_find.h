/* command_find.h - the games of an archive that fit a query, for the commands that print something of them. */
#ifndef CHESSCADE_COMMAND_FIND_H
#define CHESSCADE_COMMAND_FIND_H

#include "archive/finder.h"
#include "tui/command.h"

struct found_games {
    struct store *store; /* open for reading */
    struct index *index; /* NULL: without */
    struct finder *finder;
};

/* Open an archive and find the games of a query, given as the words of a command line: COMMAND_DONE, and everything was tried, or
 * what is wrong goes to `err` and nothing is open. `here` as in query_parse(). */
int command_find(struct found_games *games, const char *where, char *const *words, int n, const struct position *here,
                 FILE *err);

/* The same in two parts, for those who use games as they are found: the finder is at its beginning; and when it is through, what
 * there is to be said of the archive. */
int command_find_begin(struct found_games *games, const char *where, char *const *words, int n, const struct position *here,
                       FILE *err);
void command_find_told(const struct found_games *games, const char *where, FILE *err);

/* Nothing came of them: a line on `err` for people, unless one says that not all could be read, and COMMAND_NO for
 * scripts. `what` is a plural, as "games"; `asked`: there was a query. */
int command_find_nothing(const struct found_games *games, const char *where, const char *what, bool asked, FILE *err);

/* What a command ends with that did all it was to do: COMMAND_NO, so that scripts can tell, when not all games of the archive could
 * be looked at; command_find_told() has said so. */
int command_find_status(const struct found_games *games);
void command_find_end(struct found_games *games);

#endif
