/* command.h - the commands without a screen, `chesscade NAME ...`, in one table. */
#ifndef CHESSCADE_TUI_CLI_COMMAND_H
#define CHESSCADE_TUI_CLI_COMMAND_H

#include "tui/system/process.h"

#include <stdio.h>

struct command {
    const char *name;
    const char *usage; /* the arguments that follow the name */
    const char *help;  /* what the command does, on one line */
    /* Run the command; argv[0] is its name. Results go to `out`, one-line errors to `err`. */
    int (*run)(int argc, char **argv, FILE *out, FILE *err);
};

/* The command with a name; NULL: there is none. */
const struct command *command_named(const char *name);

/* Write a hint that names the command whose name is nearest to the typed one (see
 * core/util/spelling.h), or "". Returns `out`. */
const char *command_near(const char *typed, char *out, size_t size);

/* Print the usage and purpose of a command, for `chesscade NAME --help`. */
void command_help(FILE *out, const struct command *command);

/* Print the usage and purpose of every command, for `chesscade --help`. */
void command_list(FILE *out);

/* Print "chesscade: usage: chesscade NAME USAGE" and return COMMAND_USAGE. */
int command_usage(FILE *err, const char *name);

extern const struct command cascades_commands[]; /* cascades */
extern const struct command probe_commands[]; /* variants moves perft play; ends with a NULL name */
extern const struct command show_commands[];  /* show rules */
extern const struct command archive_commands[];    /* list index */
extern const struct command transfer_commands[];   /* import export */
extern const struct command tree_commands[];       /* tree */
extern const struct command lobby_commands[];      /* create lobby next players */
extern const struct command verify_commands[];     /* verify */
extern const struct command statistics_commands[]; /* stats duplicates */
extern const struct command script_commands[];     /* snapshot */
extern const struct command key_commands[];        /* keys */
extern const struct command piece_commands[];      /* pieces */
extern const struct command engine_commands[];     /* uci xboard */

#endif
