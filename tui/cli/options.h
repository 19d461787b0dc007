/* options.h - reads the options of a command line with getopt_long().
 *
 * `--format pgn` or `--format=pgn`, before or after the words; after `--` everything is a word. */
#ifndef CHESSCADE_TUI_CLI_OPTIONS_H
#define CHESSCADE_TUI_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* What an option does; exactly one of `flag`, `value` and `take` is set. */
struct command_option {
    const char *name;   /* with its dashes, "--merge", or one letter, "-q" */
    bool *flag;         /* an option without a value: set this to true */
    const char **value; /* an option with a value: put it here, borrowed from argv */
    /* Called for each occurrence of the option. Returns 0, or a status after an error message on
     * `err`. */
    int (*take)(void *target, const char *name, char *value, FILE *err);
    void *target;
    bool valued; /* for `take`: the option has a value */
};

enum { COMMAND_OPTIONS_MAX = 24 };

/* How to tell words from options. */
enum command_words {
    WORDS_PLAIN,  /* a leading dash makes an option, except "-" alone */
    WORDS_DASHED, /* only two dashes make an option: "-1" is a number, "-white:x" part of a query */
    WORDS_FIRST   /* stop at the first word or unknown option; the rest is for somebody else */
};

/* Read a command line from argv[1] on; the options end with one without a name, NULL: there are
 * none. Its words are put in order from argv[1] on; the result is their number. Negative, a status,
 * after a line on `err` that names what is wrong; `command` is the command's name, NULL: the
 * client. With WORDS_FIRST the result is the index of the first word, argc without one, and nothing
 * is moved; where `err` is NULL, too, options do nothing, and one that cannot be read is where the
 * words begin. */
int command_options(const char *command, int argc, char **argv, const struct command_option *option,
                    enum command_words words, FILE *err);

#endif
