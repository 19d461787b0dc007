/* command_request.h - opens the variant and the position for commands about a position.
 *
 * Their command line is `chesscade COMMAND VARIANT [--position TEXT] [--option K=V]...
 * ARGUMENT...`. */
#ifndef CHESSCADE_TUI_CLI_COMMAND_REQUEST_H
#define CHESSCADE_TUI_CLI_COMMAND_REQUEST_H

#include "core/family.h"
#include "tui/cli/command.h"

enum { SETTINGS_MAX = 32 };

struct command_request {
    const char *command, *variant, *position;
    struct setting setting[SETTINGS_MAX];
    int settings;
    struct limits limits;
    bool divide, unicode, bulk;
    const char *size; /* the size of the picture: a number or a name; NULL: the default size */
    const char *goal; /* the goal of a search, as typed */
    int flip;
    char **rest; /* the words of argv that are not options: the depth, the plies */
    int rests;
    struct ruleset *rules; /* the opened rules of the variant */
    struct position start;
};

typedef int command_body_fn(struct command_request *request, FILE *out, FILE *err);

/* Read the command line, open the variant and the position, run `body`, and close everything.
 * Returns an exit status. */
int command_with_request(int argc, char **argv, FILE *out, FILE *err, command_body_fn *body);

/* Read an integer from `least` to `most`. FAIL_TEXT if the text is no such integer. */
int command_number(const char *text, int least, int most, int *out);

/* Report that the number of an option is invalid, and return COMMAND_USAGE. */
int command_bad_number(FILE *err, const char *option, const char *value, int least, int most);

#endif
