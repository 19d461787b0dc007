/* config_files.h - reads the configuration of the host and of the user: start-up commands and keys.
 */
#ifndef CHESSCADE_TUI_APP_CONFIG_FILES_H
#define CHESSCADE_TUI_APP_CONFIG_FILES_H

#include "tui/app/app.h"

#include <stdio.h>

enum { CONFIG_FILES = 4 };

/* Read the host's lines of the `:` language, the defaults of all users: from $CHESSCADE_SITE ("":
 * none), else chesscade/start in the system's configuration folder. For guests this is the only
 * file, read before app_restrict(). */
void config_site_read(struct app *app);
/* Read the host's file, then ~/.config/chesscade/keys.yaml, then beside it `options` (written by
 * options_save()) and `start` (the user's own lines of the `:` language). Errors are shown as
 * messages with their place; the rest still applies. */
void config_files_read(struct app *app);
/* The first error message about these files; "" if there is none. Borrowed until the next one. */
const char *config_trouble(const struct app *app);
/* The path of file number i, in the order of reading. False if it has none. */
bool config_file(int i, char *path, size_t size);
/* Write the options that differ from what they would be without the user's files. */
int options_save(const struct app *app, struct note *why);
/* The same, and show a message about the result. */
void options_keep(struct app *app);

/* Print the effective options as lines of `start`: which files exist, their errors, and above each
 * option its possible values. */
void config_print(const struct app *app, FILE *out);

/* Read keys from YAML text: keymap -> request -> keys. On success, `why` is "", or names the first
 * binding that a nearer keymap hides: see bindings_hidden(). */
int keys_read(struct app *app, const char *yaml, size_t length, const char *where,
              struct note *why);
int keys_read_file(struct app *app, const char *path, struct note *why);

#endif
