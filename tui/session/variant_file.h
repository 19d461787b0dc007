/* variant_file.h - custom variants from files: the id "custom:@FILE" stands for the definition in FILE. */
#ifndef CHESSCADE_TUI_SESSION_VARIANT_FILE_H
#define CHESSCADE_TUI_SESSION_VARIANT_FILE_H

#include "core/base.h"

enum { VARIANT_FILE_MAX = 16 * 1024 };

/* Resolve a user-supplied name to an id for ruleset_open(): "custom:@FILE" becomes the definition read from that
 * file (rules/croatian.md 16), any other id is copied. The caller frees *id. FAIL_SYSTEM if the file cannot be
 * read, FAIL_LIMIT if it is longer than any definition, FAIL_TEXT if it is not a definition: `why` names the line. */
int variant_named_id(const char *name, char **id, struct note *why);

#endif
