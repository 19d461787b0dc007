/* plies.h - which games have which plies, in a file of pieces (pieces.h) beside a pack's list, or the index of files
 * (index_plies.c): what is asked of each ply by itself, as it is written (move:, ply:, cascade:, turn:), is asked of each different
 * ply of a piece once.
 *
 * A piece is, one after another,
 *
 *   its head  the first game, how many; how many different plies, their bytes, those of the lists; check values
 *   plies     each as query_bare_ply() leaves it, a NUL behind each
 *   lists     (lists.h) of the ply number n the games that have it: in the main line 2n, in other lines 2n + 1
 *
 * Where games have very many different plies, as on large boards, there are none, and nothing is known of that piece. */
#ifndef CHESSCADE_PLIES_H
#define CHESSCADE_PLIES_H

#include "archive/lists.h"
#include "archive/record.h"

enum { PLIES_GAMES = LISTS_GAMES, PLIES_MOST = LISTS_CODES / 2 };

extern const struct pieces_kind plies_kind;

/* A piece being made: its games are added by their number in it, in any order. */
struct plies_making {
    int first, games, game; /* the game being added */
    struct yaml_text text;
    struct ply_met *met;    /* [n] each different ply */
    int n, room;
    uint32_t *slot;         /* a hash table of them: its number and one, 0: none */
    bool dropped;           /* there were too many */
    struct lists_making lists;
    struct yaml_text made;  /* the piece as it is written, in the place of all these; empty: not yet */
};
void plies_making_begin(struct plies_making *making, int first, int games);
void plies_making_add(struct plies_making *making, int game, const struct record *record);
/* All its games are there: the part of the work that plies_append() does else, for any thread. */
void plies_making_finish(struct plies_making *making);
void plies_making_end(struct plies_making *making);
/* Append it to the file; false: it could not be written. */
bool plies_append(struct pieces *plies, struct plies_making *making);

/* Add the games with a ply that fits a term, query_asks_plies(), to two sets over `games`: those that do to both, those of which
 * nothing is known to `may`. Pieces that are not what they were are cut off. */
struct term;
void plies_find(struct pieces *plies, int games, const struct term *term, bool variations, uint8_t *may, uint8_t *sure);

#endif
