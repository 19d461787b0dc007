/* variant_file.h - custom variants from files: the id "custom:@FILE" stands for the definition in FILE. */
#ifndef CHESSCADE_VARIANT_FILE_H
#define CHESSCADE_VARIANT_FILE_H

#include "core/base.h"

enum { VARIANT_FILE_MAX = 16 * 1024 };

/* The id by which ruleset_open() opens what somebody named: "custom:@FILE" becomes the definition read from
 * that file (rules/croatian.md 16), any other id is copied. *id is the caller's to free. FAIL_SYSTEM when the
 * file cannot be read, FAIL_LIMIT when it is longer than any definition, FAIL_TEXT when it is none: `why`
 * names the line. */
int variant_named_id(const char *name, char **id, struct note *why);

#endif
