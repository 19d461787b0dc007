/* paths.h - where the user's files (configuration, data) and the program's own data are; reading
 * small YAML files of themes and keys. */
#ifndef CHESSCADE_TUI_SYSTEM_PATHS_H
#define CHESSCADE_TUI_SYSTEM_PATHS_H

#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PATH_ROOM = 4096 };

/* Write FOLDER/NAME into `out`; false if it does not fit. */
bool path_join(const char *folder, const char *name, char *out, size_t size);
/* The path of a file in the user's configuration: $XDG_CONFIG_HOME/chesscade/NAME, else
 * ~/.config/chesscade/NAME. False if there is no home folder. */
bool path_config(const char *name, char *out, size_t size);
/* The path of a file in the user's data (the archive, drafts): $XDG_DATA_HOME/chesscade/NAME,
 * else ~/.local/share/chesscade/NAME. False if there is no home folder. */
bool path_own(const char *name, char *out, size_t size);
/* The path of a file that can be made anew: $XDG_CACHE_HOME/chesscade/NAME, else
 * ~/.cache/chesscade/NAME. False if there is no home folder. */
bool path_cache(const char *name, char *out, size_t size);
/* Create the missing folders above a path. False means that they were created, but that a power
 * loss might remove them again. If one cannot be created, nothing is reported here: opening the
 * path fails later. */
bool path_make_folders(const char *path);
/* Lock the folder of a path, waiting while another process holds the lock. Closing the returned
 * descriptor unlocks it; -1 if it cannot be locked. For files that several terminals of one user
 * share. */
int path_lock(const char *path);
/* Open one of the user's files for reading. NULL with errno; EINVAL if it is not a regular file,
 * since opening a pipe could wait forever. */
FILE *path_open(const char *path);
/* Write a whole text into a file. With `new` the file must not exist yet; otherwise its content
 * is replaced. False with errno; the file may then be incomplete. */
bool path_write(const char *path, const char *text, bool new);
bool path_exists(const char *path);
bool path_is_folder(const char *path);
/* Expand a path that a person typed: a leading ~/ becomes the home folder. False if the result
 * does not fit. */
bool path_expand(const char *text, char *out, size_t size);
/* Complete a path being typed from the names on the disk; false if no name begins with it. */
bool path_complete(const char *text, char *out, size_t size);

/* ---- Reads small YAML files of words, such as themes and keys.
 *
 * Maps of maps, at most DATA_DEPTH keys deep, whose values are words or lists of words. Errors are
 * reported with line and column. */

enum { DATA_DEPTH = 3, DATA_FILE_MAX = 256 * 1024 };

/* Called for each value. key[0..depth-1] are the keys that lead to it, its own key last. A list
 * causes one call for each item. All arguments are borrowed during the call. On entry `why`
 * holds the value's place, "where:line:column", to which the callback appends an error message. */
typedef int data_fn(void *argument, const char *const *key, int depth, const char *value,
                    struct note *why);

/* Read YAML text; messages call it `where`. On failure `why` is "where:line:column: sentence". */
int data_read(const char *yaml, size_t length, const char *where, data_fn *each, void *argument,
              struct note *why);
/* Like data_read(), for a file of at most DATA_FILE_MAX bytes. FAIL_SYSTEM if it cannot be
 * opened. */
int data_read_file(const char *path, data_fn *each, void *argument, struct note *why);

/* ---- Finds the program's own data: rules, themes, samples. */

/* The folder of the program's own data: $CHESSCADE_DATA; else, if the program runs from its
 * build folder, the source folder; else the installation folder. Never NULL, but the folder may
 * not exist. Determined on the first call. */
const char *data_folder(void);

#endif
