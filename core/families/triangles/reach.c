/* reach.c - a piece's movement for display: where it could go, the cells it walks over, the source's drawing of
 * it. */
#include "core/families/triangles/triangles.h"

/* ---------------------------------------------------------------- marks */

static void mark_cells(struct actions *out, struct cells cells, enum verb verb, cell_t from)
{
    while (cells_any(cells))
        actions_add(out, (struct action){(uint8_t)verb, 0, 0, 0, from, (cell_t)cells_pop(&cells)});
}

/* The cells that further steps of a multi-step move lead to, by any path; `front` are those of the first step. */
static struct cells run_on(const struct triangle_position *position, int side, struct cells front, struct cells occupied)
{
    const struct triangles *own = position->own;
    struct cells all = {{0, 0}};
    for (int steps = 1; steps < own->steps_most && cells_any(front); steps++) {
        struct cells next = {{0, 0}};
        while (cells_any(front))
            next = cells_either(next, own->ground->step[side][cells_pop(&front)]);
        front = cells_without(cells_both(next, own->ground->zone[side]), occupied);
        all = cells_either(all, front);
    }
    return all;
}

static void reach_ahead(const struct triangle_position *position, cell_t cell, struct cells friends,
                        struct cells occupied, struct actions *out)
{
    const struct triangles *own = position->own;
    int head = triangles_head(position, cell), side = code_side(position->at[cell]);
    int ahead = triangles_ahead(own, code_kind(position->at[cell]));
    struct cells steps = cells_without(own->ground->step[head][cell], occupied);
    bool runs = own->multistep == MULTISTEP_ALL || (own->multistep == MULTISTEP_INITIAL && cells_has(position->fresh, cell));
    mark_cells(out, steps, ACTION_GO, cell);
    if (runs && cells_has(own->ground->zone[side], cell))
        mark_cells(out, run_on(position, side, cells_both(steps, own->ground->zone[side]), occupied), ACTION_STEP, cell);
    mark_cells(out, cells_without(own->ground->aim[ahead - WALKS_END][head][cell], friends), ACTION_TAKE, cell);
}

void triangles_reach(const struct position *position, cell_t cell, struct actions *out)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    int code = compact.at[cell];
    if (!code || code & CODE_FROZEN)
        return;
    struct cells occupied = triangles_occupied(&compact), friends = compact.of[code_side(code)];
    if (compact.own->movement[code_kind(code)] & PAWN_LIKE) {
        reach_ahead(&compact, cell, friends, occupied, out);
        return;
    }
    struct cells targets = cells_without(triangles_targets(&compact, cell, occupied), friends);
    mark_cells(out, cells_without(targets, occupied), ACTION_GO, cell);
    mark_cells(out, targets, ACTION_TAKE, cell);
    if (triangles_null_move(compact.own, compact.own->movement[code_kind(code)], cell, occupied))
        actions_add(out, (struct action){ACTION_GO, 0, 0, 0, cell, cell});
}

/* ---------------------------------------------------------------- the cells walked over */

/* The shortest open path of a walk to a cell or, if `to` is the piece's own cell, around a free circle. */
static const uint8_t *open_path(const struct triangle_walk *walk, int from, int to, struct cells occupied, int *length)
{
    const uint8_t *best = NULL;
    for (int p = 0; p < PATHS; p++) {
        const uint8_t *path = walk->path[from][p];
        int n = 0;
        while (path[n] != NO_CELL && path[n] != to && !cells_has(occupied, path[n]))
            n++;
        bool there = path[n] == to || (from == to && n == CIRCLE && path[n] == NO_CELL);
        if (there && (!best || n < *length)) {
            best = path;
            *length = n;
        }
    }
    return best;
}

int triangles_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    struct triangle_position position;
    int n = 0, length = 0;
    if (action->verb != ACTION_GO && action->verb != ACTION_TAKE && action->verb != ACTION_PASSANT &&
        action->verb != ACTION_STEP)
        return 0;
    triangles_load(&position, draft->before);
    struct cells occupied = triangles_occupied(&position);
    const uint8_t *way = NULL, *list = position.own->list[code_kind(position.at[action->from])];
    bool leaps = action->verb == ACTION_STEP;
    for (; *list != ELEMENTS && !leaps; list++) {
        int longer = 0;
        const uint8_t *found = NULL;
        if (*list < LEAPS)
            leaps = cells_has(position.ground->leap[*list][action->from], action->to);
        else if (*list < WALKS_END)
            found = open_path(&position.ground->walk[*list - LEAPS], action->from, action->to, occupied, &longer);
        if (found && (!way || longer < length)) {
            way = found;
            length = longer;
        }
    }
    for (int i = 0; way && !leaps && i < length && n < room; i++)
        out[n++] = way[i];
    if (n < room)
        out[n++] = action->to;
    return n;
}

/* ---------------------------------------------------------------- the source's pictures (12, "Source pictures as data") */

#define HIS_BOARD "triangle-corners-2" /* the top part of the diamond, for pieces that only exist there */
#define UNICORNS "triangle-unicorns"
#define GRAND "grand-triangle"
#define NO_OPTION {NULL, NULL}
#define LEFT_CORNER "the bottom left corner"

/* Indexed by movement, because the name of a kind differs between games. */
static const struct {
    uint32_t elements;
    struct source_picture picture;
} pictures[] = {
    {ELEMENT(WALK_ROOK), {HIS_BOARD, NO_OPTION, 'R', HIS_BOARD, "R", "h3", NULL}},
    {ELEMENT(WALK_CROOKED_ROOK), {HIS_BOARD, {"crooked-rook", "on"}, 'R', HIS_BOARD, "CR", "h4", NULL}},
    {ELEMENT(WALK_BISHOP), {HIS_BOARD, NO_OPTION, 'B', HIS_BOARD, "B", "h3", NULL}},
    {ELEMENT(LEAP_ORTHOGONAL) | ELEMENT(LEAP_DIAGONAL), {HIS_BOARD, NO_OPTION, 'K', HIS_BOARD, "K", "h4", NULL}},
    {ELEMENT(AHEAD_PAWN), {HIS_BOARD, NO_OPTION, 'P', HIS_BOARD, "P", "h3 d2", LEFT_CORNER}},
    {ELEMENT(LEAP_KNIGHT), {HIS_BOARD, NO_OPTION, 'N', HIS_BOARD, "N", "h4", NULL}},
    {ELEMENT(WALK_UNICORN), {UNICORNS, NO_OPTION, 'U', HIS_BOARD, "U", "h3", NULL}},
    {ELEMENT(LEAP_NINJA), {GRAND, NO_OPTION, 'J', HIS_BOARD, "J", "h4", NULL}},
    {ELEMENT(LEAP_ARCHER), {UNICORNS, {"archer", "on"}, 'A', HIS_BOARD, "A", "h4", NULL}},
    {ELEMENT(AHEAD_GIRL), {UNICORNS, NO_OPTION, 'G', HIS_BOARD, "G", "e2 j2", LEFT_CORNER}},
    {ELEMENT(WALK_CROOKED_UNICORN), {GRAND, {"promote-on-capture", "on"}, 'V', HIS_BOARD, "CU", "h4", NULL}},
    {ELEMENT(LEAP_DIAGONAL) | ELEMENT(AHEAD_SILVER),
     {"triangle-makruk", {"setup", "sides-2"}, 'S', HIS_BOARD, "SG", "h5 f2", "the bottom side"}},
};

const struct source_picture *triangles_picture(const struct ruleset *ruleset, int kind)
{
    const struct triangles *own = triangles_of(ruleset);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (pictures[i].elements == own->movement[kind])
            return &pictures[i].picture;
    return NULL;
}
