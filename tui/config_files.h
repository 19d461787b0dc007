/* config_files.h - what a user wrote for themselves: commands at the start, and keys. */
#ifndef CHESSCADE_CONFIG_FILES_H
#define CHESSCADE_CONFIG_FILES_H

#include "tui/app.h"

/* Read ~/.config/chesscade/keys.yaml, then ~/.config/chesscade/start (lines of the `:` language). What is wrong with
 * them is said as a message with its place, and the rest counts. */
void config_files_read(struct app *app);

/* Read keys from YAML text: keymap -> request -> keys. */
int keys_read(struct app *app, const char *yaml, size_t length, const char *where, struct note *why);
int keys_read_file(struct app *app, const char *path, struct note *why);

#endif
