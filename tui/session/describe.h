/* describe.h - boards, pieces, plies, results, judgements and rules in words, for plain mode and
 * for screen readers.
 *
 * Nothing depends on a colour or a picture: side, kind, facing, rings, the direction of a triangle
 * and momentum are all spelled out. Texts are ASCII. All functions are like snprintf. */
#ifndef CHESSCADE_TUI_SESSION_DESCRIBE_H
#define CHESSCADE_TUI_SESSION_DESCRIBE_H

#include "archive/record/record.h"
#include "core/draft.h"
#include "core/family.h"
#include "core/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { WORDS_ROOM = 2000 };

/* "White Castle": side and kind; "no piece" for none. */
int words_piece(const struct ruleset *rules, struct piece piece, char *buffer, size_t size);
/* What is on a cell: "White Rook, faces north-east"; "nothing". */
int words_content(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The part of words_content() that a list of pieces adds to a name: ", faces north-east, ..."; ""
 * if the name is enough: for the rings of a Castle, and for pieces that have not turned, which
 * would obscure those that have. Borrowed from `content`. */
const char *words_beside_name(const struct position *position, const char *content);
/* The cell itself: its colour; on triangles "up triangle; touches g4 i4 h3". */
int words_field(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The state of a piece beyond its kind: "faces ne", "frozen"; "": none. */
void words_carried(const struct position *position, cell_t cell, char *buffer, size_t size);
/* A direction of a board: "north-east", "at 30 degrees". */
const char *words_direction(const struct board *board, int direction);
/* "Rank 8: Black Rook on a8, Black King on e8". Ranks and files without a piece: "Rank 6: empty".
 */
int words_rank(const struct position *position, int rank, char *buffer, size_t size);
int words_file(const struct position *position, int file, char *buffer, size_t size);
bool words_rank_empty(const struct position *position, int rank);

/* An action as a choice: "go to e4", "activate the White Wave on a5 with momentum 3". */
int words_choice(const struct ruleset *rules, const struct action *action, char *buffer,
                 size_t size);
/* How many members a ply has: moves of one piece each. */
int words_members(const struct ply *ply);
/* One member of a ply, counted from 0: "White Queen from c1 goes to a1 and activates the White Wave
 * there". */
int words_member(const struct position *before, const struct ply *ply, int member, char *buffer,
                 size_t size);

/* Why a game is over, with an explanation if few know the word: "niol, a mate without ...". NULL
 * for NULL. */
const char *words_reason(const char *reason);

/* "White is to move", "Black is to move and in check", "White has won: checkmate". */
int words_verdict(const struct position *position, const struct verdict *verdict, char *buffer,
                  size_t size);
/* True if a player of three is out of the game. */
bool words_is_out(const struct position *position, int side);
/* The next player still in the game, after the one who offered the draw, who has not agreed;
 * NOBODY: all have. */
int words_next_to_agree(const struct position *now, int offer, const bool agreed[SIDES_MAX]);
/* True if the turn skipped a player of three who plays on but has no legal ply
 * (rules/triangles.md 8.8). */
bool words_is_passed(const struct position *before, const struct position *now, int side);

/* ---- Records how a game ended: the score, the reason, the points. */

/* Record the end of a game in that position: `winner` is an enum side, NOBODY for a draw among
 * those still in the game. `reason` in words: "resignation". */
void result_set(struct record *record, const struct position *end, int winner, const char *reason);
/* Reopen the game: its score becomes "*". */
void result_forget(struct record *record);
/* True if the record has a result. */
bool result_stands(const struct record *record);
/* One of three sides leaves after a ply, out of time or resigning, and the others play on. */
void result_side_leaves(struct node *node, int side, bool time);
/* The reason for a result when the last player to leave ended the game; the rules themselves have
 * no reason for it. */
const char *result_of_leaving(const struct node *node);

/* ---- Annotations of plies and positions by their PGN number (NAG), as glyphs and in words. */

struct nag {
    int number;
    const char *ascii, *utf8; /* "!?" */
    const char *words;        /* "a move worth attention" */
};

/* The judgements that have a sign or words, in the order of the palette; NULL past the end. */
const struct nag *nag_at(int index);
/* The judgement with a PGN number (NAG); NULL if the table has none. */
const struct nag *nag_numbered(int number);
/* Its sign, or "$n" without one. Like snprintf. */
int nag_write(int number, bool utf8, char *buffer, size_t size);

/* ---- Finds the rule numbers that refusals, cards and game endings cite: "(rules/turning.md 6.5)".
 */

enum { RULE_NUMBER_ROOM = 16 };

/* Write the last number that a sentence cites, "6.5", or "" if there is none; returns true if there
 * is one. */
bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM]);
/* Shorten the citations for places where a key opens the rules of this game: "(rule 6.5)" for
 * "(rules/turning.md 6.5)", "(appendix C)" for "(rules/classical.md C)". */
void rule_number_brief(const char *text, char *out, size_t size);
/* True if a line of a rules page begins that section: "6.5 Castling ...", "6. A ply", or, for 7,
 * "2. The board, 7. the set-up". */
bool rule_number_begins(const char *line, const char *number);
/* The section that contains a number: "6.5" becomes "6"; false: there is none. */
bool rule_number_up(char number[RULE_NUMBER_ROOM]);

/* ---- The rules of a variant as plain text: what `chesscade rules` prints and the client shows. */

/* Write the kinds of piece that the rules describe into `out`, those that a learner meets first at
 * the front. Where other armies could take part, the kinds in the set-up `start` come first, *own
 * of them; elsewhere *own is the total. On a custom board only the kinds present there are listed.
 * Returns how many. */
int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own);
/* The heading above the other kinds. */
#define RULES_OTHER_KINDS "Pieces of other armies, not in this set-up"
/* Print title, goal, board (by `picture`, unless it is NULL), pieces, options, and the text of
 * docs/rules. `start` is the opening position. */
void rules_print(const struct position *start, void (*picture)(const struct position *, FILE *out),
                 FILE *out);

/* The text of the variant in docs/rules, else of its family; NULL: there is none. */
FILE *rules_open_text(const struct ruleset *rules);

/* "26x26", also for custom boards. Like snprintf. */
int rules_board_size(const struct ruleset *rules, char *out, size_t size);

#endif
