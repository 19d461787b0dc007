/* config_files.h - what who keeps the host, and then a user, wrote for the start: commands, and keys. */
#ifndef CHESSCADE_CONFIG_FILES_H
#define CHESSCADE_CONFIG_FILES_H

#include "tui/app.h"

#include <stdio.h>

enum { CONFIG_FILES = 4 };

/* Read the host's own lines of the `:` language, which hold for everybody until they choose otherwise: $CHESSCADE_SITE ("": none),
 * else chesscade/start where the system's configuration is. A guest has no other file, and this one before app_restrict(). */
void config_site_read(struct app *app);
/* Read that file, then ~/.config/chesscade/keys.yaml, then `options` (what options_save() wrote) and `start` (the user's own
 * lines of the same language) beside it. What is wrong with them is said as a message with its place, and the rest counts. */
void config_files_read(struct app *app);
/* What is wrong with them: the first message, "" nothing. Borrowed until the next one. */
const char *config_trouble(const struct app *app);
/* The path of one of these, in the order they are read; false: it has none. */
bool config_file(int i, char *path, size_t size);
/* Write the options that are not as they would be without the user's own files as such lines. */
int options_save(const struct app *app, struct note *why);
/* The same, and say what came of it. */
void options_keep(struct app *app);

/* Print the options that hold as lines of `start`: which files there are, what is wrong with them, and above each option what it
 * can be. */
void config_print(const struct app *app, FILE *out);

/* Read keys from YAML text: keymap -> request -> keys. Where they hold, `why` is "", or names the first that is hidden where it
 * stands by a nearer keymap: see bindings_hidden(). */
int keys_read(struct app *app, const char *yaml, size_t length, const char *where, struct note *why);
int keys_read_file(struct app *app, const char *path, struct note *why);

#endif
