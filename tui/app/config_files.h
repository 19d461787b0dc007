/* config_files.h - reads the configuration files of the host and of the user: start-up commands and
 * keys. */
#ifndef CHESSCADE_TUI_APP_CONFIG_FILES_H
#define CHESSCADE_TUI_APP_CONFIG_FILES_H

#include "tui/app/app.h"

#include <stdio.h>

enum { CONFIG_FILES = 4 };

/* Read the host's file, lines of the `:` language that set the defaults of all users: the file
 * $CHESSCADE_SITE ("": none), or else chesscade/start in the system's configuration folder. For
 * guests this is the only file, and it is read before app_restrict(). */
void config_site_read(struct app *app);
/* Read the host's file, then the user's files in ~/.config/chesscade: keys.yaml, `options` (written
 * by options_save()) and `start` (the user's own lines of the `:` language). Errors are shown as
 * messages with their line; the other lines still apply. */
void config_files_read(struct app *app);
/* The first error message about these files; "" if there is none. Borrowed until another file is
 * read. */
const char *config_trouble(const struct app *app);
/* Write the path of file number i, in the order of reading. Returns false if there is no such
 * file. */
bool config_file(int i, char *path, size_t size);
/* Write to the file `options` every option whose value differs from the one that it would have
 * without the user's files. */
int options_save(const struct app *app, struct note *why);
/* Save the options as options_save() does, and show a message about the result. */
void options_keep(struct app *app);

/* Print the effective options as lines that can be put into `start`, with the existing files, their
 * errors, and above each option its possible values. */
void config_print(const struct app *app, FILE *out);

/* Read keys from YAML text: keymap -> request -> keys. On success `why` is "" or names the first
 * binding that is hidden by a keymap of some views: see bindings_hidden(). */
int keys_read(struct app *app, const char *yaml, size_t length, const char *where,
              struct note *why);
int keys_read_file(struct app *app, const char *path, struct note *why);

#endif
