/* orthodox.h - what the files of the orthodox family share: functions for texts and for refusals.
 *
 *   orthodox.c      the rows of variants, opening and setup, verdicts, lists of plies
 *   mailbox.c       the compact position; names and citations
 *   generate.c      its legal plies
 *   draft.c         composing a ply
 *   notation.c      position texts (FEN for classical), plies as text, messages about wrong ones
 *   san.c           parsing plies; writing SAN, replaying games for an import
 *   refusals.c      why a move is refused
 *   search_rules.c  search rules for the engine, and its evaluation */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_ORTHODOX_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_ORTHODOX_H

#include "core/families/orthodox/mailbox.h"
#include "core/family_list.h"
#include "core/presentation.h"

/* Members of struct rules; core/family.h has their contracts. */
void orthodox_begin(struct draft *draft);
void orthodox_choices(const struct draft *draft, struct actions *out);
void orthodox_take(struct draft *draft, const struct action *action);
void orthodox_finish(struct draft *draft);
int orthodox_path(const struct draft *draft, const struct action *action, cell_t *out, int room);
void orthodox_explain(const struct draft *draft, cell_t to, struct note *why);
int orthodox_read(const struct ruleset *ruleset, const char *text, struct position *out,
                  struct note *why);
int orthodox_write(const struct position *position, char *buffer, size_t size);
int orthodox_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size);
int orthodox_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why);

struct search_rules;
extern const struct search_rules orthodox_search; /* defined in search_rules.c */

/* Convert a legal ply between the compact form and a list of actions. orthodox_unpack() empties
 * `out` first. */
void orthodox_unpack(const struct mailbox *mailbox, struct mailbox_ply ply, struct ply *out);
struct mailbox_ply orthodox_pack(const struct orthodox *orthodox, const struct ply *ply);

/* Say why the piece of the side to move on `from` cannot go to `to`. Both must be cells of the
 * board, and no legal ply from `from` may go to `to`. */
void orthodox_why_not(struct mailbox *mailbox, int from, int to, struct note *why);
/* True if the piece on `from` could go to `to` if no piece were in its way and its King stayed
 * safe. For a Pawn: if `to` is anywhere ahead of it on its file. */
bool orthodox_may_mean(const struct mailbox *mailbox, int from, int to);
/* Say why the King of the side to move, which is on its initial square, cannot castle to the right
 * (hand 0) or left (1) onto `to`. */
void orthodox_why_no_castling(struct mailbox *mailbox, int hand, int to, struct note *why);
/* Say why the side to move cannot pick up a piece on `from`. */
void orthodox_why_no_pick(struct mailbox *mailbox, int from, struct note *why);

/* Where the published rules state each rule: R(enum name, section of rules/croatian.md, article of
 * rules/classical.md). The articles are numbered as in the Laws of Chess. */
#define ORTHODOX_RULES(R)              \
    R(RULE_TURN, "7.1", "1.3")         \
    R(RULE_BOARD, "3", "2.1")          \
    R(RULE_STEP, "6", "3")             \
    R(RULE_BLOCKED, "6", "3.5")        \
    R(RULE_OWN, "8.1", "3.1")          \
    R(RULE_NOTHING, "8.1", "3.1")      \
    R(RULE_PAWN, "8.3", "3.7")         \
    R(RULE_CASTLING, "9.1", "3.8")     \
    R(RULE_PASSING, "9.2", "3.7")      \
    R(RULE_PROMOTION, "9.3", "3.7")    \
    R(RULE_CHECK, "10.2", "3.9")       \
    R(RULE_STUCK, "6, 10.2", "3, 3.9") \
    R(RULE_KING, "10.3", "1.4")        \
    R(RULE_MATE, "11", "5.1")          \
    R(RULE_DRAW, "11", "5.2")          \
    R(RULE_CLAIM, "11", "9.2, 9.3")    \
    R(RULE_NOTATION, "13", "C")

enum orthodox_rule {
#define ORTHODOX_RULE(name, croatian, classical) name,
    ORTHODOX_RULES(ORTHODOX_RULE)
#undef ORTHODOX_RULE
};

/* The citation for a rule, such as "rules/classical.md 3.8": constant text. */
const char *orthodox_rule(const struct orthodox *orthodox, enum orthodox_rule rule);
/* The citation for the movement of a piece: constant text. */
const char *orthodox_rule_of(const struct orthodox *orthodox, int man);

/* man_name() returns "Knight", man_letter() returns 'N', and so on. */
const char *man_name(int man);
char man_letter(int man);
/* The piece with an upper-case letter, NO_MAN if there is none. */
int man_of_letter(char letter);
/* Write the name of a mailbox cell, such as "e4", to `out`; returns `out`. */
const char *mailbox_cell_text(int cell, char out[8]);

#endif
