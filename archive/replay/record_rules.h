/* record_rules.h - sets up the rules that a record names, and reads the position from which the
 * record starts. Every module that needs one of them calls these functions: replay, the follower of
 * PGN, live games, and the open game of a screen. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_RECORD_RULES_H
#define CHESSCADE_ARCHIVE_REPLAY_RECORD_RULES_H

#include "archive/record/record.h"
#include "core/variant.h"

/* Sets up the rules of a variant with some options. `options` is a map as files have it ({board:
 * 'x8'}); if it is NULL or not a map, the variant has no options. Free *out with ruleset_free().
 * FAIL_NAME: unknown variant or option; FAIL_LIMIT: too many options; *out is unchanged then. */
int rules_named(struct ruleset **out, const char *variant, const struct value *options,
                struct note *why);
/* Like rules_named(), with the variant and options of a record. */
int record_rules(struct ruleset **out, const struct record *record, struct note *why);
/* Returns the options of a record, for rules_named(); NULL if it has none. */
const struct value *record_options(const struct record *record);
/* Writes the options of rules into a map as `options`; writes nothing if there are none. */
void rules_put_options(const struct ruleset *rules, struct value *map);
/* Writes the options of rules into a record, and the position from which its game starts unless
 * that is their opening; `start` may be NULL. */
void record_put_rules(struct record *record, const struct ruleset *rules,
                      const struct position *start);

/* Reads a position text; "" stands for the opening of these rules. FAIL_TEXT, with the offset in
 * `why`, if the text is invalid; *out is unchanged then. */
int rules_start(const struct ruleset *rules, const char *text, struct position *out,
                struct note *why);
/* Reads the position from which a record starts; fails like rules_start(). */
int record_start(const struct ruleset *rules, const struct record *record, struct position *out,
                 struct note *why);

#endif
