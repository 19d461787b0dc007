/* paths.h - where the client's files are: configuration and own data. The program's own: data_folder.h. */
#ifndef CHESSCADE_PATHS_H
#define CHESSCADE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PATH_ROOM = 4096 };

/* FOLDER/NAME into `out`; false when it does not fit. */
bool path_join(const char *folder, const char *name, char *out, size_t size);
/* A file of the user's configuration: $XDG_CONFIG_HOME/chesscade/NAME, else ~/.config/chesscade/NAME. False when there
 * is no home. */
bool path_config(const char *name, char *out, size_t size);
/* A file of the user's own data (the archive, drafts): $XDG_DATA_HOME/chesscade/NAME, else ~/.local/share/... */
bool path_own(const char *name, char *out, size_t size);
/* Make the folders above a path, as far as they are missing. False: a power loss might take them away again. */
bool path_make_folders(const char *path);
/* Wait until nobody else changes files in the folder of a path, which others leave alone until the descriptor is closed;
 * -1: it cannot be locked. For what two terminals of one user keep in one file. */
int path_lock(const char *path);
/* Open a file of the user's own for reading; NULL with errno, EINVAL for what is no plain file:
 * a pipe is waited for for ever. */
FILE *path_open(const char *path);
/* Write a text into a file, whole: one that is `new` must not be there yet, another is the user's own and is replaced. False with
 * errno. */
bool path_write(const char *path, const char *text, bool new);
bool path_exists(const char *path);
bool path_is_folder(const char *path);
/* A path as a person types it: ~/ is the home folder. False when it does not fit. */
bool path_expand(const char *text, char *out, size_t size);
/* A path being typed, as far as what is on the disk completes it; false: nothing begins so. */
bool path_complete(const char *text, char *out, size_t size);

#endif
