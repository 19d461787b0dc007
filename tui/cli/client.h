/* client.h - runs the client on a terminal: its command-line options, and the loop that feeds the
 * app. */
#ifndef CHESSCADE_TUI_CLI_CLIENT_H
#define CHESSCADE_TUI_CLI_CLIENT_H

#include "tui/app/app.h"
#include "tui/plain/plain.h"

#include <stdio.h>

enum { CLIENT_SETTINGS_MAX = 32 };

/* The client's command line: [PATH] or new VARIANT, and options. Texts are borrowed from argv. */
struct client_options {
    const char *path;    /* the archive or game file to open; NULL: none was given */
    const char *variant; /* the variant of `new VARIANT`; NULL: the command line has none */
    struct setting option[CLIENT_SETTINGS_MAX]; /* options of the variant */
    int options;
    /* settings of the client: "--theme light" sets theme to light */
    struct setting set[CLIENT_SETTINGS_MAX];
    int sets;
    bool plain;        /* --plain: a dialogue in lines instead of the screen */
    bool print_config; /* --print-config: print the effective options instead of the screen */
    bool debug; /* --debug: print a report on program, terminal and files and show no screen */
};

struct command_option;
enum { CLIENT_OPTION_ROWS = 12 };
/* Write the options of the client to `row`, as rows of a table for command_options(). The lobby's
 * table contains these rows, too. The caller must add the row that ends the table. Returns the
 * number of rows written. */
int client_option_rows(struct client_options *options, struct command_option *row);

/* The index of the first word in argv, from argv[1] on, that is not an option of the client; argc:
 * all words are options. */
int client_options_end(int argc, char **argv);

/* Apply the settings of the command line. Returns false, after an error message on `err`, if a
 * setting is invalid. */
bool client_options_set(const struct client_options *options, struct app *app, FILE *err);

/* True if the options ask for ASCII. */
bool client_options_ascii(const struct client_options *options);

/* Read the command line, from argv[1] on. Returns 0, or COMMAND_USAGE after an error message on
 * `err`. */
int client_options_read(struct client_options *options, int argc, char **argv, FILE *err);

/* Create an app: read its configuration files, apply the settings of the command line, and open the
 * first views. Returns NULL, after an error message on `err`, if something that the command line
 * names cannot be opened; *status is then COMMAND_NO for a file or folder, otherwise
 * COMMAND_USAGE. */
struct app *client_app(const struct client_options *options, const struct app_options *app_options,
                       int *status, FILE *err);

/* Show an app on the terminal until it ends, and free it. Returns an exit status, after an error
 * message on `err` if it is not 0. */
int client_show(struct app *app, FILE *err);
/* Run the client on the terminal. Returns an exit status. */
int client_run(int argc, char **argv);

/* Run plain mode on standard input and output. Fills in the date, prompt and character set of
 * *options. Returns an exit status. */
int client_plain(struct plain_options *options);

/* The handler for memory_exhausted: restores the terminal if there is a screen, prints one
 * sentence, and exits with status 1. */
void client_out_of_memory(void);

/* Print the client's options, for --help. */
void client_help(FILE *out);

/* ---- Starting the client in the lobby */

/* Create an app whose first view is the lobby. argv is that of the command, its name first; its
 * words are reordered. Fills in the user of *app_options, and does not restrict the process.
 * Returns NULL, with *status set, after an error message on `err`. */
struct app *lobby_app(int argc, char **argv, const struct app_options *app_options, int *status,
                      FILE *err);

#endif
