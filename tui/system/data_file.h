/* data_file.h - reads small YAML files of words, such as themes and keys.
 *
 * Maps of maps, at most DATA_DEPTH keys deep, whose values are words or lists of words. Errors are reported with line
 * and column. */
#ifndef CHESSCADE_TUI_SYSTEM_DATA_FILE_H
#define CHESSCADE_TUI_SYSTEM_DATA_FILE_H

#include "core/base.h"

enum { DATA_DEPTH = 3, DATA_FILE_MAX = 256 * 1024 };

/* One value: the keys that lead to it (key[depth - 1] is its own), and its text. Borrowed during the call. For a list
 * it is called once per item. On entry `why` holds the value's place, "where:line:column", to which an error message
 * is added. */
typedef int data_fn(void *argument, const char *const *key, int depth, const char *value, struct note *why);

/* Read YAML text; messages call it `where`. On failure `why` is "where:line:column: sentence". */
int data_read(const char *yaml, size_t length, const char *where, data_fn *each, void *argument, struct note *why);
/* The same for a file of at most DATA_FILE_MAX bytes. FAIL_SYSTEM if it cannot be opened. */
int data_read_file(const char *path, data_fn *each, void *argument, struct note *why);

#endif
