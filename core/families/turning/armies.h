/* armies.h - the named armies of Turning Chess (rules/turning.md 5). */
#ifndef CHESSCADE_CORE_FAMILIES_TURNING_ARMIES_H
#define CHESSCADE_CORE_FAMILIES_TURNING_ARMIES_H

#include "core/variant.h"

/* Returns the name of army number `index` (from 0) that the ruleset's pieces can form; NULL after
 * the last, or if the ruleset belongs to another family. */
const char *army_name(const struct ruleset *rules, int index);
/* Returns the text of army number `index`: eight tokens, from the a-file on. NULL in the same cases
 * as army_name(). */
const char *army_text(const struct ruleset *rules, int index);
/* Returns the text of the variant's default army; NULL if the ruleset belongs to another family. */
const char *army_usual(const struct ruleset *rules);

#endif
