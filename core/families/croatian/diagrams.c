/* diagrams.c - example diagrams for pieces that others move: which piece moves them and where they go (7.3, 8.6). */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>

enum { STEPS = 3 };

static bool at_home(const struct croatian *own, int kind)
{
    for (int cell = 0; cell < own->cells; cell++)
        if (own->home[cell].kind == kind)
            return true;
    return false;
}

/* The cell `files` to the right (or to the left if the board ends) and `ranks` up or down. */
static cell_t beside(const struct board *board, cell_t cell, int files, int ranks)
{
    int file = board->cell[cell].file, rank = board->cell[cell].rank;
    return board_at(board, file + files < board->files ? file + files : file - files,
                    rank + ranks < board->ranks ? rank + ranks : rank - ranks);
}

/* Mark where a passive piece goes after another piece has pushed it from `steps` steps away. */
static void add_pushed(const struct position *alone, cell_t cell, struct piece by, int steps, struct actions *out)
{
    struct piece piece = alone->at[cell];
    struct reaches *reaches = memory_new(1, sizeof *reaches);
    struct position now;
    struct gait gait;
    gait_of(piece, by, false, steps, piece.side, &gait);
    position_copy(&now, alone);
    now.at[cell] = (struct piece){0};
    walk(croatian_of(alone), now.at, cell, &gait, reaches);
    for (int i = 0; i < reaches->n; i++) {
        struct piece met = alone->at[reaches->v[i].cell];
        struct action action = {met.kind ? ACTION_PUSH : ACTION_GO, met.kind, met.side, 0, cell, reaches->v[i].cell};
        if (!met.kind || piece.kind == WAVE)
            actions_add(out, action);
        action.verb = ACTION_TAKE;
        if (!met.kind && piece.kind == PYRAMID)
            actions_add(out, action);
    }
    free(reaches);
}

/* Mark where pieces reappear next to a Star. */
static void add_portals(const struct position *alone, cell_t star, struct actions *out)
{
    for (int direction = 0; direction < SQUARE_DIRECTIONS; direction++) {
        cell_t next = board_next(alone->rules->board, star, direction);
        if (next != CELL_NONE)
            actions_add(out, (struct action){ACTION_PORTAL, KIND_NONE, 0, 0, star, next});
    }
}

/* The piece that pushes: a Queen if the variant has one, else a Rook, else the King. */
static const struct pusher {
    uint8_t kind, steps;
    struct example pyramid, wave;
} pushers[] = {
    {QUEEN, STEPS,
     {"Here a Queen has run onto it, three steps: it goes a Queen's ways, three steps at most.",
      {"Q runs onto it,", "  3 steps for it", "x goes or takes"}},
     {"Here a Queen has run onto it: it goes a Queen's ways up to the border, through the Pawn too, or pushes that one.",
      {"Q runs onto it", "P is passed over", "m goes or pushes"}}},
    {ROOK, STEPS,
     {"Here a Rook has run onto it, three steps: it goes a Rook's ways, three steps at most.",
      {"R runs onto it,", "  3 steps for it", "x goes or takes"}},
     {"Here a Rook has run onto it: it goes a Rook's ways up to the border, through the Pawn too, or pushes that one.",
      {"R runs onto it", "P is passed over", "m goes or pushes"}}},
    {KING, 1,
     {"Here a King has stepped onto it: it goes one step, as a King does.",
      {"K steps onto it,", "  1 step for it", "x goes or takes"}},
     {"Here a King has stepped onto it: it goes on his ways up to the border, through the Pawn too, or pushes that one.",
      {"K steps onto it", "P is passed over", "m goes or pushes"}}},
};
static const struct example star = {"What dives into a Star of the other colour comes out beside this one.",
                                    {"x comes out here", "what dives into", "the other colour"}};

/* Pieces that never capture: what they do to the pieces they meet (8.8, 8.9). */
static const struct example monolith = {
    "It goes to an empty cell, or sends a piece of the player's, or an enemy on his side, beside a Star; it dives like others.",
    {"m goes, or sends", "  who is there", "  to a Star"}};
static const struct example monolith_alone = {
    "It goes to an empty cell, or sends a piece of the player's, or an enemy on his side, beside the other Monolith.",
    {"m goes, or sends", "  who is there", "  to the other"}};
static const struct example starchild = {
    "It goes to an empty cell or activates a piece, but no King; it dives into Stars and Monoliths, and takes nobody.",
    {"m goes, or acti-", "  vates who", "  stands there"}};

const struct example *croatian_signs(const struct ruleset *ruleset, int kind)
{
    if (kind == MONOLITH)
        return at_home(ruleset->own, STAR) ? &monolith : &monolith_alone;
    return kind == STARCHILD ? &starchild : NULL;
}

const struct example *croatian_example(struct position *alone, cell_t cell, struct actions *out)
{
    const struct croatian *own = croatian_of(alone);
    struct piece piece = alone->at[cell];
    if (piece.kind == STAR) {
        add_portals(alone, cell, out);
        return &star;
    }
    if (!is_passive(piece.kind))
        return NULL;
    const struct pusher *by = &pushers[at_home(own, QUEEN) ? 0 : at_home(own, ROOK) ? 1 : 2];
    struct piece pusher = {.kind = by->kind, .side = piece.side};
    if (piece.kind == WAVE)
        alone->at[beside(own->board, cell, 0, 2)] = (struct piece){.kind = PAWN, .side = piece.side};
    add_pushed(alone, cell, pusher, by->steps, out);
    cell_t from = beside(own->board, cell, by->steps, 0);
    alone->at[from] = pusher; /* the diagram shows where it came from, although it is on `cell` now */
    int kept = 0;
    for (int i = 0; i < out->n; i++)
        if (out->v[i].to != from)
            out->v[kept++] = out->v[i];
    out->n = kept;
    return piece.kind == WAVE ? &by->wave : &by->pyramid;
}
