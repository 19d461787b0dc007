/* armies.h - the named armies of Turning Chess (rules/turning.md 5). */
#ifndef CHESSCADE_ARMIES_H
#define CHESSCADE_ARMIES_H

#include "core/ruleset.h"

/* The name of an army of the ruleset's alphabet, from 0 on; NULL past the last, or for a ruleset of another family. */
const char *army_name(const struct ruleset *rules, int index);
/* Its text, eight tokens from the a-file on; NULL likewise. */
const char *army_text(const struct ruleset *rules, int index);
/* The text of the army that the variant has without options; NULL for a ruleset of another family. */
const char *army_usual(const struct ruleset *rules);

#endif
