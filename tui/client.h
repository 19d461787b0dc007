/* client.h - the client on a terminal: options of its command line, and the loop that feeds the app. */
#ifndef CHESSCADE_CLIENT_H
#define CHESSCADE_CLIENT_H

#include "tui/app.h"
#include "tui/plain.h"

enum { CLIENT_SETTINGS_MAX = 32 };

/* The command line of the client: [PATH] or new VARIANT, and options. Texts are borrowed from argv. */
struct client_options {
    const char *path;    /* an archive or a game file; NULL: none was given */
    const char *variant; /* of `new VARIANT`; NULL without */
    struct setting option[CLIENT_SETTINGS_MAX]; /* of the variant */
    int options;
    struct setting set[CLIENT_SETTINGS_MAX]; /* settings of the client: --theme light is theme light */
    int sets;
    bool plain;          /* --plain: a dialogue in lines instead of the screen */
    bool print_config;   /* --print-config: the options that hold, instead of the screen */
    bool debug;          /* --debug: a report on program, terminal and files instead of the screen */
};

struct command_option;
enum { CLIENT_OPTION_ROWS = 12 };
/* The options of the client, which the lobby has, too, for command_options(): so many rows at most, without an end; their
 * number. */
int client_option_rows(struct client_options *options, struct command_option *row);

/* The first word of a command line, from argv[1], that is no option of the client; argc without one. */
int client_options_end(int argc, char **argv);

/* Make the settings of the command line; false after a line on `err` when one cannot be. */
bool client_options_set(const struct client_options *options, struct app *app, FILE *err);

/* Is ASCII asked for? */
bool client_options_ascii(const struct client_options *options);

/* Read the command line; argv[0] is skipped. 0, or a COMMAND_USAGE after a line on `err`. */
int client_options_read(struct client_options *options, int argc, char **argv, FILE *err);

/* A new app with its configuration files read, the command line's settings made, and its first views open. NULL after a
 * line on `err` when what the command line names cannot be opened: *status is COMMAND_NO for a file or folder, else
 * COMMAND_USAGE. */
struct app *client_app(const struct client_options *options, const struct app_options *app_options, int *status, FILE *err);

/* Show an app on the terminal until it ends; it is freed. An exit status, after a line on `err` when it is not 0. */
int client_show(struct app *app, FILE *err);
/* Run on the terminal. An exit status. */
int client_run(int argc, char **argv);

/* Run the dialogue in lines on the standard input and output; date, prompt and charset are filled in here. An exit
 * status. */
int client_plain(struct plain_options *options);

/* For memory_exhausted, whatever runs: gives the terminal back if there is a screen, one sentence, exit status 1. */
void client_out_of_memory(void);

/* Options of the client, for --help. */
void client_help(FILE *out);

#endif
