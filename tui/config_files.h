/* config_files.h - what a user wrote for themselves: commands at the start, and keys. */
#ifndef CHESSCADE_CONFIG_FILES_H
#define CHESSCADE_CONFIG_FILES_H

#include "tui/app.h"

#include <stdio.h>

/* Read ~/.config/chesscade/keys.yaml, then `options` (what options_save() wrote) and `start` (the user's own lines of
 * the `:` language) beside it. What is wrong with them is said as a message with its place, and the rest counts. */
void config_files_read(struct app *app);
/* Write the options that are not at their defaults as such lines. */
int options_save(const struct app *app, struct note *why);

/* Print the options that hold as lines of `start`: which files there are, what is wrong with them, and above each option what it
 * can be. */
void config_print(const struct app *app, FILE *out);

/* Read keys from YAML text: keymap -> request -> keys. */
int keys_read(struct app *app, const char *yaml, size_t length, const char *where, struct note *why);
int keys_read_file(struct app *app, const char *path, struct note *why);

#endif
