/* command_request.h - `chesscade COMMAND VARIANT [--position TEXT] [--option K=V]... ARGUMENT...`, read and opened. */
#ifndef CHESSCADE_COMMAND_REQUEST_H
#define CHESSCADE_COMMAND_REQUEST_H

#include "core/rules.h"
#include "tui/command.h"

enum { SETTINGS_MAX = 32 };

struct command_request {
    const char *command, *variant, *position;
    struct setting setting[SETTINGS_MAX];
    int settings;
    struct limits limits;
    bool divide, unicode, bulk;
    const char *size; /* of the picture: a number or a name; NULL: the default */
    const char *goal; /* of a search, as written */
    int flip;
    char **rest; /* what is no option: the depth, the plies; of argv */
    int rests;
    struct ruleset *rules; /* opened */
    struct position start;
};

typedef int command_body_fn(struct command_request *request, FILE *out, FILE *err);

/* Read the command line, open the variant and the position, run the body, close. The result is an exit status. */
int command_with_request(int argc, char **argv, FILE *out, FILE *err, command_body_fn *body);

/* Read a whole number from `least` to `most`; FAIL_TEXT when it is none. */
int command_number(const char *text, int least, int most, int *out);

/* Say that it is none, and give back COMMAND_USAGE. */
int command_bad_number(FILE *err, const char *option, const char *value, int least, int most);

#endif
