/* data_file.h - small YAML files of words: themes and keys. Maps of maps, no deeper than three keys, whose values are
 * words or lists of words; everything is reported with its line and column. */
#ifndef CHESSCADE_DATA_FILE_H
#define CHESSCADE_DATA_FILE_H

#include "core/base.h"

enum { DATA_DEPTH = 3, DATA_FILE_MAX = 256 * 1024 };

/* One value: the keys that lead to it (key[depth - 1] is its own), and its text. Borrowed during the call. A list calls
 * once for each of its items. What it refuses is reported with the place of the value, which `why`
 * holds as "where:line:column" before. */
typedef int data_fn(void *argument, const char *const *key, int depth, const char *value, struct note *why);

/* Read YAML text, `where` being what messages call it. `why` becomes "where:line:column: sentence". */
int data_read(const char *yaml, size_t length, const char *where, data_fn *each, void *argument, struct note *why);
/* The same from a file, at most DATA_FILE_MAX bytes. FAIL_SYSTEM when it cannot be opened. */
int data_read_file(const char *path, data_fn *each, void *argument, struct note *why);

#endif
