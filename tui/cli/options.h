/* options.h - reads the options of a command line with getopt_long().
 *
 * An option is `--format pgn` or `--format=pgn`, before or after the words. After `--` everything
 * is a word. */
#ifndef CHESSCADE_TUI_CLI_OPTIONS_H
#define CHESSCADE_TUI_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* What an option does; exactly one of `flag`, `value` and `take` is set. */
struct command_option {
    const char *name;   /* the name with its dashes: "--merge", or with one letter "-q" */
    bool *flag;         /* for an option without a value: set to true */
    const char **value; /* for an option with a value: set to the value, borrowed from argv */
    /* Called each time the option occurs. Returns 0, or a status after an error message on
     * `err`. */
    int (*take)(void *target, const char *name, char *value, FILE *err);
    void *target;
    bool valued; /* with `take`: the option has a value */
};

enum { COMMAND_OPTIONS_MAX = 24 };

/* How a command line distinguishes words from options. */
enum command_words {
    WORDS_PLAIN, /* a word that begins with a dash is an option, except "-" alone */
    /* Only two dashes make an option: "-1" is a number, "-white:x" is part of a query. */
    WORDS_DASHED,
    WORDS_FIRST /* Stop at the first word or unknown option; the caller reads the rest. */
};

/* Read a command line from argv[1] on. The table `option` ends with an entry without a name; NULL:
 * there are no options. The words are moved together from argv[1] on, and their number is returned.
 * Returns a negative status after a line on `err` that names what is wrong; `command` is the
 * command's name, NULL: the client.
 *
 * With WORDS_FIRST nothing is moved, and the index of the first word is returned (argc if there is
 * none). If `err` is NULL as well, options have no effect, and an option that cannot be read counts
 * as the first word. */
int command_options(const char *command, int argc, char **argv, const struct command_option *option,
                    enum command_words words, FILE *err);

#endif
