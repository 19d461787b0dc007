/* describe.h - boards, pieces and plies in words, for plain mode and for screen readers.
 *
 * Nothing depends on a colour or a picture: side, kind, facing, rings, the direction of a triangle and momentum are
 * all spelled out. Texts are ASCII. All functions are like snprintf. */
#ifndef CHESSCADE_TUI_SESSION_DESCRIBE_H
#define CHESSCADE_TUI_SESSION_DESCRIBE_H

#include "core/draft.h"

enum { WORDS_ROOM = 2000 };

/* "White Castle": side and kind; "no piece" for none. */
int words_piece(const struct ruleset *rules, struct piece piece, char *buffer, size_t size);
/* What is on a cell: "White Rook, faces north-east"; "nothing". */
int words_content(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The part of words_content() that a list of pieces adds to a name: ", faces north-east, ..."; "" if the name is
 * enough: for the rings of a Castle, and for pieces that have not turned, which would obscure those that have.
 * Borrowed from `content`. */
const char *words_beside_name(const struct position *position, const char *content);
/* The cell itself: its colour; on triangles "up triangle; touches g4 i4 h3". */
int words_field(const struct position *position, cell_t cell, char *buffer, size_t size);
/* The state of a piece beyond its kind: "faces ne", "frozen"; "": none. */
void words_carried(const struct position *position, cell_t cell, char *buffer, size_t size);
/* A direction of a board: "north-east", "at 30 degrees". */
const char *words_direction(const struct board *board, int direction);
/* "Rank 8: Black Rook on a8, Black King on e8". Ranks and files without a piece: "Rank 6: empty". */
int words_rank(const struct position *position, int rank, char *buffer, size_t size);
int words_file(const struct position *position, int file, char *buffer, size_t size);
bool words_rank_empty(const struct position *position, int rank);

/* An action as a choice: "go to e4", "activate the White Wave on a5 with momentum 3". */
int words_choice(const struct ruleset *rules, const struct action *action, char *buffer, size_t size);
/* How many members a ply has: moves of one piece each. */
int words_members(const struct ply *ply);
/* One member of a ply, counted from 0: "White Queen from c1 goes to a1 and activates the White Wave there". */
int words_member(const struct position *before, const struct ply *ply, int member, char *buffer, size_t size);

/* Why a game is over, with an explanation if few know the word: "niol, a mate without ...". NULL for NULL. */
const char *words_reason(const char *reason);

/* "White is to move", "Black is to move and in check", "White has won: checkmate". */
int words_verdict(const struct position *position, const struct verdict *verdict, char *buffer, size_t size);
/* True if a player of three is out of the game. */
bool words_is_out(const struct position *position, int side);
/* The next player still in the game, after the one who offered the draw, who has not agreed; NOBODY: all have. */
int words_next_to_agree(const struct position *now, int offer, const bool agreed[SIDES_MAX]);
/* True if the turn skipped a player of three who plays on but has no legal ply (rules/triangles.md 8.8). */
bool words_is_passed(const struct position *before, const struct position *now, int side);

#endif
