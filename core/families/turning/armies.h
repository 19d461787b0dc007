/* armies.h - the named armies of Turning Chess (rules/turning.md 5). */
#ifndef CHESSCADE_CORE_FAMILIES_TURNING_ARMIES_H
#define CHESSCADE_CORE_FAMILIES_TURNING_ARMIES_H

#include "core/variant.h"

/* The name of army `index` (from 0) of the ruleset's alphabet; NULL past the last, or for a ruleset
 * of another family. */
const char *army_name(const struct ruleset *rules, int index);
/* Its text, eight tokens starting at the a-file; NULL in the same cases. */
const char *army_text(const struct ruleset *rules, int index);
/* The text of the variant's default army; NULL for a ruleset of another family. */
const char *army_usual(const struct ruleset *rules);

#endif
