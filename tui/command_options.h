/* command_options.h - the options of a command line, read by getopt_long(): `--format pgn` or `--format=pgn`, before the words or
 * behind them; behind `--` everything is a word. */
#ifndef CHESSCADE_COMMAND_OPTIONS_H
#define CHESSCADE_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* What an option does: it has exactly one of `flag`, `value` and `take`. */
struct command_option {
    const char *name;   /* with its dashes: "--merge"; or of one letter: "-q" */
    bool *flag;         /* it has no value: true is put here */
    const char **value; /* it has one, which is put here, borrowed from argv */
    /* It is told to a function, as often as it stands there: 0, or a status after a line on `err`. */
    int (*take)(void *target, const char *name, char *value, FILE *err);
    void *target;
    bool valued; /* of `take`: it has a value */
};

enum { COMMAND_OPTIONS_MAX = 24 };

/* What words are. */
enum command_words {
    WORDS_PLAIN,  /* a word with a dash before it is an option, but for "-" alone */
    WORDS_DASHED, /* only two dashes make an option: "-1" is a number, "-white:x" part of a query */
    WORDS_FIRST   /* what stands behind the first word, or the first option that is not known, is for somebody else */
};

/* Read a command line from argv[1] on; the options end with one without a name, NULL: there are none. Its words are put in order
 * from argv[1] on; the result is their number. Negative, a status, after a line on `err` that names what is wrong; `command` is
 * the command's name, NULL: the client. With WORDS_FIRST the result is the index of the first word, argc without one, and
 * nothing is moved; where `err` is NULL, too, options do nothing, and one that cannot be read is where the words begin. */
int command_options(const char *command, int argc, char **argv, const struct command_option *option, enum command_words words,
                    FILE *err);

#endif
