/* endgame.h - tables of endgames: for every position of a few pieces, who wins and in how many
 * plies.
 *
 * A table covers one *material*: which pieces each side has, with all their cells and, where a
 * piece can turn, all its facings, and either side to move. It is computed backwards from the ends
 * of the game by the family's search rules, so it is right for any game that has them. The index of
 * a position is its side and, for each piece, facing and cell.
 *
 * Tables exist for games of two players without cascades in which each side has one royal piece, up
 * to ENDGAME_MEN_MOST pieces with the royals, as far as memory allows. A material is
 * refused if a piece and its cell do not say all: with castling rights, when a pawn can be captured
 * in passing, or when it matters whether a pawn has moved. A pawn alone against a royal is accepted
 * where its double step changes nothing else. Counters of plies and repetition are not part of a
 * table: who uses a value must compare it with the plies that are left before a draw.
 *
 * There is no clock, thread or file here: the caller says when to stop, and passes bytes from and
 * to its disk. Making tables and looking into them must not happen at the same time, but several
 * threads may look at once. */
#ifndef CHESSCADE_CORE_ENGINE_ENDGAME_H
#define CHESSCADE_CORE_ENGINE_ENDGAME_H

#include "core/family.h"

enum {
    ENDGAME_MEN_MOST = 4,
    ENDGAME_MEN_QUICK = 3,      /* tables of so many pieces are made in about a second */
    ENDGAME_MEMORY = 192 << 20, /* bytes, if the caller names no limit */
};

/* What a table says of a position. */
struct endgame_value {
    int outcome; /* 1: the side to move wins, 0: a draw, -1: it loses */
    int plies;   /* number of plies to the end if both sides play best; 0 for a draw */
};

struct endgames;

/* The functions that the caller provides. All but `argument` may be NULL. */
struct endgame_host {
    bool (*stop)(void *argument); /* true: stop now. Asked about every 100 microseconds */
    /* Return the bytes that keep() stored under a name, in memory that free() frees, or NULL. A
     * name consists of at most 63 letters, digits, '-' and '.', and differs for every material of
     * every ruleset. The bytes may be damaged: they are checked. */
    void *(*fetch)(const char *name, size_t *size, void *argument);
    void (*keep)(const char *name, const void *bytes, size_t size, void *argument);
    void *argument;
    size_t memory; /* bytes that all tables may take while one is made; 0: ENDGAME_MEMORY. A table
                      that would take more is refused */
};

/* The tables of a ruleset, none yet. The ruleset must outlive them. NULL if it can have none. */
struct endgames *endgames_new(const struct ruleset *ruleset);
/* Accepts NULL. */
void endgames_free(struct endgames *set);

/* Make the table of a position's material, and those it leads to. Returns false if it was stopped:
 * call again to continue where it stopped. True: the table is ready, or cannot exist. With
 * `only_fetch`, tables that the caller has not kept are not made. */
bool endgames_make(struct endgames *set, const struct position *position, bool only_fetch,
                   const struct endgame_host *host);
/* The same for all materials that captures can leave of a position and that have a table. Those of
 * more than ENDGAME_MEN_QUICK pieces are only fetched. */
bool endgames_make_below(struct endgames *set, const struct position *position, bool only_fetch,
                         const struct endgame_host *host);

/* Look up a position. False if no table knows it. The position must not be over by a rule that
 * counts plies. */
bool endgames_look(struct endgames *set, const struct position *position,
                   struct endgame_value *out);
/* The same for a state of the search rules; `work` is the calling thread's. */
bool endgames_probe(const struct endgames *set, void *work, const void *state,
                    struct endgame_value *out);

/* Call `each` for every table that is ready: its name, its number of positions, how many of them
 * can occur, and the number of plies of its longest win. */
void endgames_each(const struct endgames *set,
                   void (*each)(const char *name, size_t positions, size_t legal, int longest,
                                void *argument),
                   void *argument);
/* Write the position with the number `index` of the table `table` (numbered in the order of
 * endgames_each()). False if no game can reach that position, or there is no such table. */
bool endgames_position(const struct endgames *set, int table, size_t index, struct position *out);

#endif
