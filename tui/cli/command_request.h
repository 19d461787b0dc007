/* command_request.h - opens what a command about a position needs.
 *
 * Reads `chesscade COMMAND VARIANT [--position TEXT] [--option K=V]... ARGUMENT...`. */
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
    const char *size; /* of the picture: a number or a name; NULL: default */
    const char *goal; /* of a search, as written */
    int flip;
    char **rest; /* words of argv that are not options: the depth, the plies */
    int rests;
    struct ruleset *rules; /* opened */
    struct position start;
};

typedef int command_body_fn(struct command_request *request, FILE *out, FILE *err);

/* Read the command line, open the variant and the position, run the body, close everything. Returns
 * an exit status. */
int command_with_request(int argc, char **argv, FILE *out, FILE *err, command_body_fn *body);

/* Read an integer from `least` to `most`. FAIL_TEXT if the text is not one. */
int command_number(const char *text, int least, int most, int *out);

/* Report a bad number, and return COMMAND_USAGE. */
int command_bad_number(FILE *err, const char *option, const char *value, int least, int most);

#endif
