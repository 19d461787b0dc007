/* record_rules.h - opens the rules that a record names, and reads the position it starts from. All
 * that need them do it here: replay, the follower of PGN, live games, and the open game of a
 * screen. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_RECORD_RULES_H
#define CHESSCADE_ARCHIVE_REPLAY_RECORD_RULES_H

#include "archive/record/record.h"
#include "core/variant.h"

/* Opens a variant with the options of a map as files have it ({board: 'x8'}); NULL or no map: none.
 * Free *out with ruleset_free(). FAIL_NAME: unknown variant or option; FAIL_LIMIT: too many
 * options; *out is unchanged then. */
int rules_named(struct ruleset **out, const char *variant, const struct value *options,
                struct note *why);
/* The same for a record. */
int record_rules(struct ruleset **out, const struct record *record, struct note *why);
/* The options of a record, for rules_named(); NULL if it has none. */
const struct value *record_options(const struct record *record);

/* Reads a position text, "" being the opening of these rules. FAIL_TEXT, with the offset in `why`;
 * *out is unchanged then. */
int rules_start(const struct ruleset *rules, const char *text, struct position *out,
                struct note *why);
/* The position that a record starts from. */
int record_start(const struct ruleset *rules, const struct record *record, struct position *out,
                 struct note *why);

#endif
