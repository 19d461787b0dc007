/* ply_walk.h - a ply walked through: member by member, and cell by cell along a member's path.
 *
 * A place in a ply is two numbers: so many members are complete, and of the one after them so many cells are passed
 * (0: it has not left yet). A move without a cascade is a ply of one member. */
#ifndef CHESSCADE_PLY_WALK_H
#define CHESSCADE_PLY_WALK_H

#include "core/draft.h"

enum { WALK_CELLS_MAX = 100 };

struct walk_place {
    int member; /* complete */
    int cell;   /* cells passed by the next one */
};

/* Members of a ply. */
int ply_walk_members(const struct ply *ply);
/* The cells a member (counted from 0) passes, its landing included, into out[room]; the number. */
int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out, int room);
/* Make the draft of a place: *draft is zero or was cleared; its piece in hand is where it is at that place, and
 * `before` must outlive it. */
void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft);
/* Is the whole ply made at that place? */
bool ply_walk_is_made(const struct ply *ply, struct walk_place place);
/* A member's part of the long form, "[Wa1-a5]". */
void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out, size_t size);
/* What is in the air at a place: "in the air: White Wave from a1, momentum 3, moves like a light Queen; 2 steps made".
 * Empty when nothing is. */
void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place, char *out,
                    size_t size);

#endif
