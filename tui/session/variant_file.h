/* variant_file.h - custom variants from files: the id "custom:@FILE" stands for the definition in
 * the file FILE. */
#ifndef CHESSCADE_TUI_SESSION_VARIANT_FILE_H
#define CHESSCADE_TUI_SESSION_VARIANT_FILE_H

#include "core/base.h"
#include "core/variant.h"

enum { VARIANT_FILE_MAX = 16 * 1024 };

/* Resolve a variant name that the user typed to an id for ruleset_open(): "custom:@FILE" becomes
 * the definition read from that file (rules/croatian.md 16); any other id is copied. The caller
 * frees *id. FAIL_SYSTEM if the file cannot be read, FAIL_LIMIT if it is longer than any
 * definition, FAIL_TEXT if it is not a definition; `why` then names the line. */
int variant_named_id(const char *name, char **id, struct note *why);

/* ---- The named armies of Turning Chess (rules/turning.md 5), for games with an army option. */

/* True if the value of this option is an army of Turning Chess. */
bool army_names_asked(const struct ruleset *rules, const struct option *option);
/* Write the names of all armies, separated by commas. Like snprintf. */
int army_names_list(const struct ruleset *rules, char *out, size_t size);
/* Complete a typed army name as far as it is unambiguous. Returns false if no name begins like
 * this, or if nothing can be added. */
bool army_names_complete(const struct ruleset *rules, const char *text, char *out, size_t size);
/* Decide what white=TEXT of a new game means if the option `name` takes an army: true if the text
 * is an army or looks like an attempt at one, false if it is a player's name. */
bool army_names_meant(const struct ruleset *rules, const char *name, const char *text);
/* The next (by = 1) or previous (-1) army name in a cycle; "" stands between the last and the
 * first. */
const char *army_names_step(const struct ruleset *rules, const char *now, int by);

#endif
