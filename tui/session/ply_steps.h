/* ply_steps.h - steps through a ply: member by member, and cell by cell along a member's path.
 *
 * A place in a ply is two numbers: how many members are complete, and how many cells the next member has passed (0:
 * it has not moved yet). A move without a cascade is a ply of one member. */
#ifndef CHESSCADE_TUI_SESSION_PLY_STEPS_H
#define CHESSCADE_TUI_SESSION_PLY_STEPS_H

#include "core/draft.h"

enum { WALK_CELLS_MAX = 100 };

struct walk_place {
    int member; /* how many members are complete */
    int cell;   /* cells that the next member has passed */
};

/* How many members a ply has. */
int ply_walk_members(const struct ply *ply);
/* Write the cells that a member (counted from 0) passes, including its landing cell, into out[room]; returns their
 * number. */
int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out, int room);
/* Build the draft for a place: *draft is zero or was cleared; its piece in hand is where it is at that place.
 * `before` must outlive it. */
void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft);
/* True if the ply is complete at that place. */
bool ply_walk_is_made(const struct ply *ply, struct walk_place place);
/* A member's part of the long notation, "[Wa1-a5]". */
void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out, size_t size);
/* Describe the piece that is moving at a place: "in the air: White Wave from a1, momentum 3, moves like a light
 * Queen; 2 steps made". Empty if none is. */
void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place, char *out,
                    size_t size);

#endif
