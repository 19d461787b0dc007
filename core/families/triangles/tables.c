/* tables.c - precompute movement on a board of triangles (rules/triangles.md 2 and 4): leaps as sets, walks as paths,
 * forward steps by player.
 *
 * Geometry. The board graph (core/board.c) has 12 directions of 30 degrees. From any cell, even directions are diagonal steps; odd
 * ones alternate between orthogonal (across an edge) and triagonal (across a corner), the other way round for cells that point
 * down. So a cell has 6 diagonal, 3 orthogonal and 3 triagonal steps; see step_kind().
 *
 * Leaps (4.5) are fixed vectors in (column, rank) from a cell that points up. A cell that points down is its mirror image, so
 * the rank is negated.
 *
 * Walks (4.2 to 4.4) repeat steps of one kind. An orthogonal or triagonal step leads to a cell of the other orientation, where
 * the same direction is a step of the other kind; so the walk must turn by 60 degrees (TURN) after every step. Turning always
 * to the same side walks around a point: a circle of six cells whose sixth step returns to the start (the null move), hence
 * CIRCLE = 5 cells. Turning left and right alternately is a zigzag in a straight strip: the crooked walks. Diagonal walks
 * (bishop) go straight. Each of the three first directions with each of the two turns gives six paths; a bishop has six
 * directions and one path in each.
 *
 * Aheads are steps less than 90 degrees off the player's forward direction (2.3); a set-up gives each player one of six.
 *
 * Cost: some ten thousand steps over the graph, well under a millisecond. The result (struct triangle_ground) depends only on
 * the options in ground_of(), is shared by all rulesets that agree in these, and is never freed. */
#include "core/util/shared_once.h"
#include "core/families/triangles/triangles.h"

#include <stdlib.h>
#include <string.h>

enum step_kind { STEP_ORTHOGONAL, STEP_DIAGONAL, STEP_TRIAGONAL };
enum { TURN = 2, AROUND = TRIANGLE_DIRECTIONS }; /* the next step of a circle or zigzag turns by 60 degrees */

/* Leaps as vectors from a cell that points up; from a cell that points down the rank is negated (4.5; 2.2 for single steps). */
static const struct {
    int8_t count, vector[6][2];
} leaps[LEAPS] = {
    [LEAP_ORTHOGONAL] = {3, {{1, 0}, {-1, 0}, {0, -1}}},
    [LEAP_DIAGONAL] = {6, {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}},
    [LEAP_TRIAGONAL] = {3, {{0, 1}, {-2, -1}, {2, -1}}},
    [LEAP_ELEPHANT] = {6, {{4, 0}, {2, 2}, {-2, 2}, {-4, 0}, {-2, -2}, {2, -2}}},
    [LEAP_KNIGHT] = {6, {{3, 0}, {-3, 0}, {2, 1}, {-2, 1}, {1, -2}, {-1, -2}}},
    [LEAP_NINJA] = {6, {{1, 2}, {-1, 2}, {4, -1}, {-4, -1}, {3, -2}, {-3, -2}}},
    [LEAP_ARCHER] = {6, {{0, 2}, {0, -2}, {3, 1}, {-3, 1}, {3, -1}, {-3, -1}}},
};

/* Walks: the kind of every step, the turn after each, the longest path (4.2 to 4.4). The sixth step of a circle would end on
 * the starting cell: the null move. */
static const struct {
    uint8_t step, turn, most;
    bool alternating;
} walks[WALKS] = {
    [WALK_ROOK - LEAPS] = {STEP_ORTHOGONAL, TURN, CIRCLE, false},
    [WALK_CROOKED_ROOK - LEAPS] = {STEP_ORTHOGONAL, TURN, PATH_ROOM - 1, true},
    [WALK_BISHOP - LEAPS] = {STEP_DIAGONAL, 0, PATH_ROOM - 1, false},
    [WALK_UNICORN - LEAPS] = {STEP_TRIAGONAL, TURN, CIRCLE, false},
    [WALK_CROOKED_UNICORN - LEAPS] = {STEP_TRIAGONAL, TURN, PATH_ROOM - 1, true},
};

/* The kind of a step from a cell in a direction (2.2). */
static enum step_kind step_kind(const struct board *board, int cell, int direction)
{
    if (direction % 2 == 0)
        return STEP_DIAGONAL;
    bool orthogonal_of_up = direction % 4 == 1;
    return board->cell[cell].up == orthogonal_of_up ? STEP_ORTHOGONAL : STEP_TRIAGONAL;
}

static void lay_leaps(struct triangle_ground *ground)
{
    const struct board *board = ground->board;
    for (int e = 0; e < LEAPS; e++)
        for (int c = 0; c < board->cells; c++)
            for (int i = 0; i < leaps[e].count; i++) {
                const struct board_cell *cell = &board->cell[c];
                const int8_t *vector = leaps[e].vector[i];
                cell_t to = board_at(board, cell->file + vector[0], cell->rank + (cell->up ? vector[1] : -vector[1]));
                if (to != CELL_NONE)
                    cells_add(&ground->leap[e][c], to);
            }
}

static void lay_path(struct triangle_walk *walk, const struct board *board, int w, int from, int direction, int turn,
                     int path)
{
    uint8_t *list = walk->path[from][path];
    int cell = from, n = 0;
    while (n < walks[w].most) {
        cell = board_next(board, (cell_t)cell, direction);
        if (cell == CELL_NONE)
            break;
        list[n++] = (uint8_t)cell;
        cells_add(&walk->mask[from][path], cell);
        direction = (direction + turn + AROUND) % AROUND;
        if (walks[w].alternating)
            turn = -turn;
    }
    list[n] = NO_CELL;
    if (n > 0)
        cells_add(&walk->first[from], list[0]);
    walk->whole[from] = cells_either(walk->whole[from], walk->mask[from][path]);
}

static void lay_walk(struct triangle_ground *ground, int w)
{
    const struct board *board = ground->board;
    for (int c = 0; c < board->cells; c++) {
        int path = 0;
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++) {
            if (step_kind(board, c, d) != walks[w].step)
                continue;
            lay_path(&ground->walk[w], board, w, c, d, walks[w].turn, path++);
            if (walks[w].turn)
                lay_path(&ground->walk[w], board, w, c, d, -walks[w].turn, path++);
        }
    }
}

/* True if a direction is less than 90 degrees off the forward direction (2.3). */
static bool is_forward(int direction, int forward)
{
    int off = (direction - forward + AROUND) % AROUND;
    return off < 3 || off > AROUND - 3;
}

static void lay_aheads(struct triangle_ground *ground, int forward, int side)
{
    const struct board *board = ground->board;
    static const int ahead_of[] = {[STEP_ORTHOGONAL] = AHEAD_SILVER, [STEP_DIAGONAL] = AHEAD_PAWN,
                                   [STEP_TRIAGONAL] = AHEAD_GIRL};
    for (int c = 0; c < board->cells; c++)
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++) {
            cell_t to = board_next(board, (cell_t)c, d);
            if (to == CELL_NONE || !is_forward(d, forward))
                continue;
            int ahead = ahead_of[step_kind(board, c, d)] - WALKS_END;
            cells_add(&ground->aim[ahead][side][c], to);
            cells_add(&ground->aimed_from[ahead][side][to], c);
        }
    memcpy(ground->step[side], ground->aim[AHEAD_SILVER - WALKS_END][side], sizeof ground->step[side]);
}

/* The row of a cell from a player's point of view, on the triangle (2.4). */
static int row_of(const struct board_cell *cell, int forward)
{
    int c = cell->file, r = cell->rank + 1, slant = cell->up ? 1 : 2;
    switch (forward) {
    case 1: return (c + r + slant) / 2;
    case 3: return r;
    case 5: return (14 - c + r + slant) / 2;
    case 7: return 9 - (c + r + slant) / 2;
    case 9: return 9 - r;
    default: return 9 - (14 - c + r + slant) / 2;
    }
}

/* Promotion cells (6.4): those without a forward step on the board; or rows 6 to 8 of makruk. */
static void lay_last(struct triangle_ground *ground, const struct triangles *own, int side)
{
    for (int c = 0; c < ground->board->cells; c++)
        if (own->row6 ? row_of(&ground->board->cell[c], own->forward[side]) >= 6 : !cells_any(ground->step[side][c]))
            cells_add(&ground->last[side], c);
}

/* Zones of multi-step moves (6.2): up to the line d4 f4 h4 j4 l4, or a player's half of the diamond. */
static void lay_zones(struct triangle_ground *ground, const struct triangles *own)
{
    if (own->multistep == MULTISTEP_NONE)
        return;
    for (int c = 0; c < ground->board->cells; c++) {
        int r = ground->board->cell[c].rank + 1;
        if (own->setup == DIAMOND)
            cells_add(&ground->zone[r <= 8 ? WHITE : BLACK], c);
        else if (r <= 3 || (r == 4 && ground->board->cell[c].up))
            cells_add(&ground->zone[WHITE], c);
    }
}

/* The cells from which a capture on a cell is possible at all. Leaps and walks are symmetric. */
static void lay_from(struct triangle_ground *ground, const struct triangles *own)
{
    for (const uint8_t *e = ground->list_used; *e != ELEMENTS; e++)
        for (int c = 0; c < ground->board->cells; c++) {
            struct cells *from = &ground->from[*e][c];
            if (*e < WALKS_END)
                *from = *e < LEAPS ? ground->leap[*e][c] : ground->walk[*e - LEAPS].whole[c];
            for (int side = 0; side < own->sides && *e >= WALKS_END; side++)
                *from = cells_either(*from, ground->aimed_from[*e - WALKS_END][side][c]);
            ground->from_afar[c] = cells_either(ground->from_afar[c], *from);
        }
}

/* The cells a piece enters first: the landing cells of leaps, the first cells of walks and forward steps. */
static void lay_near(struct triangle_ground *ground, const struct triangles *own, int kind)
{
    for (const uint8_t *e = own->list[kind]; *e != ELEMENTS; e++)
        for (int c = 0; c < ground->board->cells; c++) {
            struct cells *near = &ground->near[kind][c];
            if (*e < WALKS_END)
                *near = cells_either(*near, *e < LEAPS ? ground->leap[*e][c] : ground->walk[*e - LEAPS].first[c]);
            for (int side = 0; side < own->sides && *e >= WALKS_END; side++)
                *near = cells_either(*near, ground->step[side][c]);
        }
}

/* Convert a set of elements to a list. */
static void list_elements(uint32_t elements, uint8_t *list)
{
    for (int e = 0; e < ELEMENTS; e++)
        if (elements & ELEMENT(e))
            *list++ = (uint8_t)e;
    *list = ELEMENTS;
}

static struct triangle_ground *ground_new(const struct triangles *own, int kinds)
{
    struct triangle_ground *ground = memory_new(1, sizeof *ground);
    ground->board = own->setup == DIAMOND ? board_diamond() : board_triangle();
    for (int kind = 1; kind <= kinds; kind++)
        ground->used |= own->movement[kind];
    list_elements(ground->used, ground->list_used);
    lay_leaps(ground);
    for (int w = 0; w < WALKS; w++)
        if (ground->used & ELEMENT(LEAPS + w))
            lay_walk(ground, w);
    for (int side = 0; side < own->sides; side++) {
        lay_aheads(ground, own->forward[side], side);
        lay_last(ground, own, side);
    }
    lay_zones(ground, own);
    lay_from(ground, own);
    for (int kind = 1; kind <= kinds; kind++)
        lay_near(ground, own, kind);
    return ground;
}

static void ground_free(struct triangle_ground *ground)
{
    board_free(ground->board);
    free(ground);
}

/* The shared ground of a ruleset; never freed. Every game in a file may have its own options, but only those used here affect
 * the ground, so there are at most a few dozen. */
static const struct triangle_ground *ground_of(const struct ruleset *ruleset, const struct triangles *own)
{
    static struct made_once grounds[TRIANGLE_VARIANTS][SETUPS][2][2][2][2];
    bool rook = ruleset_has(ruleset, "crooked-rook", "on"), queen = ruleset_has(ruleset, "crooked-queen", "on");
    bool promoting = ruleset_has(ruleset, "promote-on-capture", "on");
    struct made_once *place = &grounds[ruleset->variant->number][own->setup][rook][queen][promoting][own->row6];
    const struct triangle_ground *ground = made_once(place);
    if (!ground) {
        struct triangle_ground *made = ground_new(own, ruleset->kind_count);
        ground = made_once_keep(place, made);
        if (ground != made)
            ground_free(made);
    }
    return ground;
}

void triangles_lay_out(struct ruleset *ruleset, struct triangles *own)
{
    for (int kind = 1; kind < KINDS_MAX; kind++)
        list_elements(own->movement[kind], own->list[kind]);
    own->ground = ground_of(ruleset, own);
    ruleset->board = own->ground->board;
    own->cells = ruleset->board->cells;
}
