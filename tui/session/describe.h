/* describe.h - describes boards, pieces, plies, results, judgements and rules in words, for plain
 * mode and for screen readers.
 *
 * No description depends on a colour or a picture: side, kind, facing, rings, the direction of a
 * triangle and momentum are all spelled out. Texts are ASCII. All functions that write to a buffer
 * are like snprintf. */
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

/* Name a piece: "White Castle"; "no piece" if there is none. */
int words_piece(const struct ruleset *rules, struct piece piece, char *buffer, size_t size);
/* Describe what is on a cell: "White Rook, faces north-east", or "nothing". */
int words_content(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The part of words_content() that a list of pieces prints after the name: ", faces north-east,
 * ...". It is "" for the rings of a Castle, which the name implies, and for pieces that have not
 * turned: if these were described too, the turned ones would be hard to notice. Borrowed from
 * `content`. */
const char *words_beside_name(const struct position *position, const char *content);
/* Describe an empty cell: its colour, or on triangles "up triangle; touches h3 g4 i4". */
int words_field(const struct position *position, cell_t cell, char *buffer, size_t size);
/* Describe the state of a piece besides its kind, briefly: "faces ne", "frozen"; "" if there is
 * none. */
void words_carried(const struct position *position, cell_t cell, char *buffer, size_t size);
/* Name a direction of a board: "north-east", "30 degrees". */
const char *words_direction(const struct board *board, int direction);
/* Describe a rank: "Rank 8: Black Rook on a8; Black King on e8", or "Rank 6: empty". words_file()
 * does the same for a file. */
int words_rank(const struct position *position, int rank, char *buffer, size_t size);
int words_file(const struct position *position, int file, char *buffer, size_t size);
bool words_rank_empty(const struct position *position, int rank);

/* Describe an action as a choice: "go to e4", "activate the White Wave on a5 with momentum 3". */
int words_choice(const struct ruleset *rules, const struct action *action, char *buffer,
                 size_t size);
/* Describe one member of a ply (ply_text.h), counted from 0: "White Queen from c1 goes to a1 and
 * activates the White Wave there". */
int words_member(const struct position *before, const struct ply *ply, int member, char *buffer,
                 size_t size);

/* Join the names of the players of a game: "Ana - Ivo"; if they are `spoken`, "Ana against Ivo" or
 * "Ana, Bob and Cle". `unknown` stands for a player without a name ("", "?" or NULL); if it is
 * NULL, the name of the side does. */
int words_players(const char *const *player, int players, bool spoken, const char *unknown,
                  char *buffer, size_t size);
/* Name a game by its variant if its players have no names besides their sides: "Turnover Chess", or
 * "Turnover, computer" if the computer plays, too. Returns false if a player has a name; then the
 * buffer is unchanged. `title` is the variant's title, and player[i] is the name on side i; "", "?"
 * and NULL stand for no name. */
bool words_nameless_game(const char *title, const char *const *player, int players, char *buffer,
                         size_t size);

/* The known part of a date: "1858" for "1858-??-??"; "" if nothing is known. */
enum { WORDS_DATE_ROOM = 40 };
const char *words_date(const char *date, char out[WORDS_DATE_ROOM]);

/* The reason why a game is over, with an explanation if the word is rare: "niol, a mate without
 * ...". Returns NULL for NULL. */
const char *words_reason(const char *reason);

/* Describe what is special about a position: "White has won: checkmate", "in check"; or write "".
 */
int words_condition(const struct verdict *verdict, char *buffer, size_t size);
/* Describe the state of the game: "White is to move", "Black is to move and in check", "White has
 * won: checkmate". */
int words_verdict(const struct position *position, const struct verdict *verdict, char *buffer,
                  size_t size);
/* True if this side of a game of three is out of the game. */
bool words_is_out(const struct position *position, int side);
/* The next side, in the order of play after the side that offered a draw, that is still in the game
 * and has not agreed; NOBODY: all have agreed. */
int words_next_to_agree(const struct position *now, int offer, const bool agreed[SIDES_MAX]);
/* True if this side of a game of three is still in the game, but lost its turn because it has no
 * legal ply (rules/triangles.md 8.8). */
bool words_is_passed(const struct position *before, const struct position *now, int side);

/* ---- Records how a game ended: the score, the reason, the points. */

/* Record the end of a game in position `end`. `winner` is an enum side; NOBODY means a draw among
 * those still in the game. `reason` is in words: "resignation". */
void result_set(struct record *record, const struct position *end, int winner, const char *reason);
/* Remove the result: the score becomes "*", so the game is open again. */
void result_forget(struct record *record);
/* True if the record has a result. */
bool result_stands(const struct record *record);
/* Record that one of three sides leaves the game after a ply, out of time (`time`) or by resigning,
 * while the others play on. */
void result_side_leaves(struct node *node, int side, bool time);
/* The reason for the result if the last player to leave ended the game; the rules themselves give
 * no reason then. */
const char *result_of_leaving(const struct node *node);

/* ---- Judgements of plies and positions (PGN's numeric annotation glyphs, NAGs) as signs and in
 * words. */

struct nag {
    int number;
    const char *ascii, *utf8; /* the sign: "!?" */
    const char *words;        /* the meaning: "a move worth attention" */
};

/* The judgements that have a sign or words, in the order of the palette; NULL past the end. */
const struct nag *nag_at(int index);
/* The judgement with a PGN number (NAG); NULL if the table has none. */
const struct nag *nag_numbered(int number);
/* Write the sign of a judgement, or "$n" if it has none. Like snprintf. */
int nag_write(int number, bool utf8, char *buffer, size_t size);

/* ---- The colours of the marks that people draw. */

enum { MARK_COLORS = 8 };
/* The name of the colour 1..MARK_COLORS: green, red, blue, yellow, cyan, magenta, orange, white. */
const char *mark_color_name(int number);
/* The number of a colour name; 0 if it is unknown or NULL. */
int mark_color_number(const char *color);

/* ---- The board in sentences, for people who ask about a part of it. A sentence begins with a
 * capital letter and has no full stop. */

/* Called for each sentence; the text is valid only during the call. */
typedef void position_words_fn(void *argument, const char *sentence);

/* Describe every rank, from the top, and the captured pieces that may return. Empty ranks next to
 * each other are one sentence. */
void words_board(const struct position *position, position_words_fn *each, void *argument);
/* Describe each line through a cell, from the cell outwards: "Towards north-east: d5 nothing". On a
 * board of squares these are the diagonals. */
void words_lines_through(const struct position *position, cell_t cell, position_words_fn *each,
                         void *argument);

/* Where the pieces of a kind are: "White Knight: b1; g1", or "White has no Knight". Neutral pieces
 * count for both sides. */
int words_pieces(const struct position *position, int kind, int side, char *buffer, size_t size);
/* What the piece on a cell can do now: "From e2 it can go to e3; go to e4", or why it cannot
 * move. */
int words_moves_from(const struct position *position, cell_t cell, char *buffer, size_t size);
/* Which pieces could capture on a cell. */
int words_attackers(const struct position *position, cell_t cell, char *buffer, size_t size);

/* ---- Finds the rule numbers that refusals, piece cards and game endings cite: "(rules/turning.md
 * 6.5)". */

enum { RULE_NUMBER_ROOM = 16 };

/* Write the last rule number that a sentence cites, "6.5". Returns false, and writes "", if there
 * is none. */
bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM]);
/* Shorten the citations in a text, for screens where a key opens the rules of this game:
 * "(rules/turning.md 6.5)" becomes "(rule 6.5)", "(rules/classical.md C)" becomes "(appendix
 * C)". */
void rule_number_brief(const char *text, char *out, size_t size);
/* True if a line of a rules page begins the section with this number: "6.5 Castling ...", "6. A
 * ply", or, for 7, "2. The board, 7. the set-up". */
bool rule_number_begins(const char *line, const char *number);
/* Replace a number by that of the section that contains it: "6.5" becomes "6". Returns false if
 * there is none. */
bool rule_number_up(char number[RULE_NUMBER_ROOM]);

/* ---- The rules of a variant as plain text: what `chesscade rules` prints and the client shows. */

/* Write the kinds of piece that the rules describe into `out`, those that a learner meets first
 * at the front. In variants that allow other armies the kinds in the set-up `start` come first, and
 * *own is their number; in other variants *own is the total. For a custom board only the kinds on
 * that board are listed. Returns how many kinds were written. */
int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own);
/* The heading above the kinds that are not in the set-up. */
#define RULES_OTHER_KINDS "Pieces of other armies, not in this set-up"
/* Print title, goal, board (by `picture`, unless it is NULL), pieces, options, and the text of
 * docs/rules. `start` is the opening position. */
void rules_print(const struct position *start, void (*picture)(const struct position *, FILE *out),
                 FILE *out);

/* Open the text in docs/rules of the variant or else of its family; NULL if there is none. */
FILE *rules_open_text(const struct ruleset *rules);
/* Turn a line or paragraph of docs/rules into plain words, in place: without the stars around
 * emphasised words and the quotes around code; of a link only its words remain. Stars and quotes in
 * plies and pictures stay. */
void rules_unmark(char *text);

/* Write the size of the board, also of custom boards: "26x26". Like snprintf. */
int rules_board_size(const struct ruleset *rules, char *out, size_t size);

#endif
