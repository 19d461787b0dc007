/* rules_words.h - the rules of a variant in sentences: what `rules` and `examples` tell in plain
 * mode, and where `:rules VARIANT SECTION` begins on the screen. The text itself is told by
 * rules_page_tell() of tui/session/rules_page.h. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_RULES_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_RULES_WORDS_H

#include "tui/session/describe.h"
#include "tui/session/rules_page.h"

/* Why a variant cannot be opened names a command of the shell; name {variants} instead. NULL is
 * allowed. */
void words_no_variant(struct note *why);

/* What "[VARIANT] [SECTION]" asks for. */
struct rules_asked {
    struct ruleset *rules; /* owned */
    const char *section;   /* the rest of the text, borrowed: a number, the beginning of a title,
                              "all",   or "" */
};

/* Read which rules are asked for. Without the name of a variant they are those of `open`, the open
 * game (NULL: none is open). Fails with FAIL_NAME if there is no such variant, or none is named. */
int rules_asked_read(const char *text, const struct ruleset *open, struct rules_asked *out,
                     struct note *why);
void rules_asked_clear(struct rules_asked *asked);
enum { RULES_HEADING_ROOM = 200 };
/* Find the section or rule that is asked for: its number as it was typed, "6.5", or else its
 * heading. The other one is "". Returns false, with both "", if the text has no such section. */
bool rules_asked_place(const struct rules_asked *asked, char number[RULE_NUMBER_ROOM],
                       char heading[RULES_HEADING_ROOM]);
/* Say that there is none. Returns FAIL_NAME. */
int rules_no_section(const struct rules_asked *asked, struct note *why);

/* Tell a sentence, valid only during the call. Sentences name commands as {rules turning}. */
typedef void rules_told_fn(void *argument, const char *sentence);

/* Tell the rules that are asked for: without a section an overview and the list of sections.
 * FAIL_NAME if the text has no such section. */
int rules_tell_asked(const struct rules_asked *asked, rules_told_fn *tell, void *argument,
                     struct note *why);
/* List the examples of a variant, each with its number. */
void rules_tell_examples(const struct ruleset *rules, rules_told_fn *tell, void *argument);

#endif
