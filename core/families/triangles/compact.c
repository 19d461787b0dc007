/* compact.c - the compact position: placing and lifting pieces, cells that pieces reach and attack.
 *
 * Placing and lifting a piece updates all sets that contain it. So it is possible to find the
 * attackers of a cell by going out from the cell: follow the paths of each element to the first
 * piece, and test whether this piece has the element. This is correct because every walk can be
 * walked backwards: a circle becomes a circle in the other direction, a zigzag remains a zigzag. */
#include "core/families/triangles/triangles.h"

#include <string.h>

/* ---------------------------------------------------------------- placing and lifting */

void triangles_put(struct triangle_position *position, int cell, int kind, int side, int head)
{
    const struct triangles *own = position->own;
    position->at[cell] = (uint8_t)(kind | side << CODE_SIDE);
    cells_add(&position->of[side], cell);
    cells_add(&position->heads[head], cell);
    for (const uint8_t *e = own->list[kind]; *e != ELEMENTS; e++)
        cells_add(&position->has[*e], cell);
    if (kind == own->royal_kind)
        position->royal[side] = (uint8_t)cell;
}

void triangles_lift(struct triangle_position *position, int cell)
{
    const struct triangles *own = position->own;
    int code = position->at[cell], kind = code_kind(code), side = code_side(code);
    position->at[cell] = 0;
    if (code & CODE_FROZEN) {
        cells_remove(&position->frozen, cell);
        return;
    }
    cells_remove(&position->of[side], cell);
    for (int head = 0; head < own->sides; head++)
        cells_remove(&position->heads[head], cell);
    for (const uint8_t *e = own->list[kind]; *e != ELEMENTS; e++)
        cells_remove(&position->has[*e], cell);
    cells_remove(&position->fresh, cell);
    if (kind == own->royal_kind)
        position->royal[side] = NO_CELL;
}

void triangles_freeze(struct triangle_position *position, int cell)
{
    int code = position->at[cell];
    triangles_lift(position, cell);
    position->at[cell] = (uint8_t)(code | CODE_FROZEN);
    cells_add(&position->frozen, cell);
}

/* ---------------------------------------------------------------- converting from and to a struct
 * position */

static bool triangles_is_pawn_like(const struct triangles *own, int kind)
{
    return own->movement[kind] & PAWN_LIKE;
}

void triangles_load(struct triangle_position *out, const struct position *position)
{
    const struct triangles *own = triangles_of(position->rules);
    memset(out, 0, sizeof *out);
    out->own = own;
    out->ground = own->ground;
    out->side = position->side;
    out->halfmove = position->halfmove;
    out->fullmove = position->fullmove;
    out->reason = position->family[0];
    out->passed_count = position->passed_count;
    memset(out->royal, NO_CELL, sizeof out->royal);
    for (int i = 0; i < position->passed_count; i++)
        out->passed[i] = (uint8_t)position->passed[i];
    for (int c = 0; c < own->cells; c++) {
        struct piece piece = position->at[c];
        if (!piece.kind)
            continue;
        int head = piece.mark >= TRIANGLE_GOES ? piece.mark - TRIANGLE_GOES : piece.side;
        int code = piece.kind | piece.side << CODE_SIDE;
        if (piece.mark == TRIANGLE_FROZEN) {
            out->at[c] = (uint8_t)(code | CODE_FROZEN);
            cells_add(&out->frozen, c);
            continue;
        }
        triangles_put(out, c, piece.kind, piece.side, head);
        if (piece.mark == TRIANGLE_PLAIN && own->initial[c] == code &&
            triangles_is_pawn_like(own, piece.kind))
            cells_add(&out->fresh, c);
    }
}

/* Returns the attribute of a live piece. Only pawn-like pieces have one. */
static uint8_t mark_of(const struct triangle_position *from, int cell)
{
    const struct triangles *own = from->own;
    int code = from->at[cell];
    if (code & CODE_FROZEN)
        return TRIANGLE_FROZEN;
    if (!triangles_is_pawn_like(own, code_kind(code)))
        return TRIANGLE_PLAIN;
    int head = triangles_head(from, cell);
    if (head != code_side(code))
        return (uint8_t)(TRIANGLE_GOES + head);
    return own->initial[cell] == code && !cells_has(from->fresh, cell) ? TRIANGLE_MOVED
                                                                       : TRIANGLE_PLAIN;
}

void triangles_store(const struct triangle_position *from, struct position *out)
{
    out->side = from->side;
    out->halfmove = from->halfmove;
    out->fullmove = from->fullmove;
    out->family[0] = triangles_living(from) == 1 ? from->reason : OUT_UNKNOWN;
    memset(out->passed, 0, sizeof out->passed);
    out->passed_count = from->passed_count;
    for (int i = 0; i < from->passed_count; i++)
        out->passed[i] = from->passed[i];
    for (int c = 0; c < from->own->cells; c++) {
        int code = from->at[c];
        out->at[c] = code ? (struct piece){.kind = (uint8_t)code_kind(code),
                                           .side = (uint8_t)code_side(code),
                                           .mark = mark_of(from, c)}
                          : (struct piece){0};
    }
}

/* ---------------------------------------------------------------- sets of pieces */

struct cells triangles_occupied(const struct triangle_position *position)
{
    struct cells all = cells_either(position->of[WHITE], position->of[BLACK]);
    return cells_either(all, cells_either(position->of[RED], position->frozen));
}

struct cells triangles_foes(const struct triangle_position *position, int side)
{
    struct cells foes = {{0, 0}};
    for (int other = 0; other < position->own->sides; other++)
        if (other != side && position->royal[other] != NO_CELL)
            foes = cells_either(foes, position->of[other]);
    return foes;
}

/* ---------------------------------------------------------------- cells reached */

static struct cells triangles_walked(const struct triangle_walk *walk, int cell,
                                     struct cells occupied)
{
    struct cells reached = {{0, 0}};
    if (!cells_any(cells_without(walk->first[cell], occupied)))
        return walk->first[cell]; /* a piece stands on the first cell of every path, so the walk
                                     ends on that cell */
    if (!cells_meet(walk->whole[cell], occupied))
        return walk->whole[cell];
    for (int p = 0; p < PATHS; p++) {
        if (!cells_meet(walk->mask[cell][p], occupied)) {
            reached = cells_either(reached, walk->mask[cell][p]);
            continue;
        }
        const uint8_t *path = walk->path[cell][p];
        do
            cells_add(&reached, *path);
        while (!cells_has(occupied, *path++));
    }
    return reached;
}

struct cells triangles_targets(const struct triangle_position *position, int cell,
                               struct cells occupied)
{
    const struct triangles *own = position->own;
    const struct triangle_ground *ground = position->ground;
    struct cells reached = {{0, 0}};
    for (const uint8_t *e = own->list[code_kind(position->at[cell])]; *e != ELEMENTS; e++) {
        struct cells more;
        if (*e < LEAPS)
            more = ground->leap[*e][cell];
        else if (*e < WALKS_END)
            more = triangles_walked(&ground->walk[*e - LEAPS], cell, occupied);
        else
            more = ground->step[triangles_head(position, cell)][cell];
        reached = cells_either(reached, more);
    }
    return reached;
}

bool triangles_null_move(const struct triangles *own, uint32_t movement, int cell,
                         struct cells occupied)
{
    static const int circles[] = {WALK_ROOK, WALK_UNICORN};
    for (int i = 0; i < 2 && own->null_moves; i++) {
        const struct triangle_walk *walk = &own->ground->walk[circles[i] - LEAPS];
        if (!(movement & ELEMENT(circles[i])))
            continue;
        for (int p = 0; p < PATHS; p += 2) /* skip the paths that turn right first: they go around
                                              the same circles */
            if (cells_count(walk->mask[cell][p]) == CIRCLE &&
                !cells_meet(walk->mask[cell][p], occupied))
                return true;
    }
    return false;
}

/* ---------------------------------------------------------------- cells attacked */

/* Returns the cell of the first piece on a path if that piece is in `walkers`, otherwise NO_CELL.
 * There must be a piece on the path. */
static int first_walker(const uint8_t *path, struct cells walkers, struct cells occupied)
{
    while (!cells_has(occupied, *path))
        path++;
    return cells_has(walkers, *path) ? *path : NO_CELL;
}

/* True if one of the pieces `men` reaches a cell by this walk, which all of them have. */
static bool walks_to(const struct triangle_walk *walk, int cell, struct cells men,
                     struct cells occupied)
{
    if (cells_meet(men, walk->first[cell]))
        return true;
    if (!cells_any(cells_without(walk->first[cell], occupied)))
        return false; /* a piece stands on the first cell of every path, so no piece further away
                         reaches this cell */
    for (int p = 0; p < PATHS; p++)
        if (cells_meet(walk->mask[cell][p], men) &&
            first_walker(walk->path[cell][p], men, occupied) != NO_CELL)
            return true;
    return false;
}

/* True if one of the pieces `men` captures on a cell by this ahead (a forward step), which all of
 * them have. */
static bool aims_at(const struct triangle_position *position, int ahead, int cell, struct cells men)
{
    const struct triangles *own = position->own;
    const struct triangle_ground *ground = position->ground;
    for (int head = 0; head < own->sides; head++)
        if (cells_meet(cells_both(ground->aimed_from[ahead][head][cell], position->heads[head]),
                       men))
            return true;
    return false;
}

/* Looks first at sets that were computed in advance, because usually no enemy piece is on a cell
 * from which it could capture. */
bool triangles_attacked(const struct triangle_position *position, int cell, struct cells foes,
                        struct cells occupied)
{
    const struct triangle_ground *ground = position->ground;
    foes = cells_both(foes, ground->from_afar[cell]);
    for (const uint8_t *e = ground->list_used; *e != ELEMENTS && cells_any(foes); e++) {
        struct cells men = cells_both(cells_both(position->has[*e], ground->from[*e][cell]), foes);
        if (!cells_any(men))
            continue;
        if (*e < LEAPS || (*e < WALKS_END ? walks_to(&ground->walk[*e - LEAPS], cell, men, occupied)
                                          : aims_at(position, *e - WALKS_END, cell, men)))
            return true;
    }
    return false;
}

/* Returns the cells of a path up to and including its first piece if that piece is in `walkers`;
 * otherwise all cells of the board. */
static struct cells way_of_walker(const uint8_t *path, struct cells walkers, struct cells occupied)
{
    struct cells way = cells_of(*path);
    while (!cells_has(occupied, *path))
        cells_add(&way, *++path);
    return cells_has(walkers, *path) ? way : (struct cells){{UINT64_MAX, UINT64_MAX}};
}

struct cells triangles_relief(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells occupied)
{
    const struct triangle_ground *ground = position->ground;
    struct cells relief = {{UINT64_MAX, UINT64_MAX}};
    foes = cells_both(foes, ground->from_afar[cell]);
    for (const uint8_t *e = ground->list_used; *e != ELEMENTS && cells_any(foes); e++) {
        struct cells men = cells_both(cells_both(position->has[*e], ground->from[*e][cell]), foes);
        if (*e >= LEAPS && *e < WALKS_END) {
            const struct triangle_walk *walk = &ground->walk[*e - LEAPS];
            if (!cells_any(men) || !walks_to(walk, cell, men, occupied))
                continue;
            for (int p = 0; p < PATHS; p++)
                if (cells_meet(walk->mask[cell][p], men))
                    relief = cells_both(relief, way_of_walker(walk->path[cell][p], men, occupied));
            continue;
        }
        while (cells_any(men)) {
            struct cells man = cells_of(cells_pop(&men));
            if (*e < LEAPS || aims_at(position, *e - WALKS_END, cell, man))
                relief = cells_both(relief, man);
        }
    }
    return relief;
}

/* Returns the pieces among `men` that capture on a cell by this ahead (a forward step), which all
 * of them have. */
static struct cells aiming_at(const struct triangle_position *position, int ahead, int cell,
                              struct cells men)
{
    struct cells found = {{0, 0}};
    for (int head = 0; head < position->own->sides; head++)
        found = cells_either(found, cells_both(position->ground->aimed_from[ahead][head][cell],
                                               position->heads[head]));
    return cells_both(found, men);
}

struct cells triangles_attackers(const struct triangle_position *position, int cell,
                                 struct cells foes, struct cells occupied)
{
    const struct triangle_ground *ground = position->ground;
    struct cells found = {{0, 0}};
    foes = cells_both(foes, ground->from_afar[cell]);
    for (const uint8_t *e = ground->list_used; *e != ELEMENTS; e++) {
        struct cells men = cells_both(cells_both(position->has[*e], ground->from[*e][cell]), foes);
        if (!cells_any(men))
            continue;
        if (*e < LEAPS || *e >= WALKS_END) {
            found = cells_either(found,
                                 *e < LEAPS ? men : aiming_at(position, *e - WALKS_END, cell, men));
            continue;
        }
        const struct triangle_walk *walk = &ground->walk[*e - LEAPS];
        for (int p = 0; p < PATHS; p++) {
            int first = cells_meet(walk->mask[cell][p], men)
                            ? first_walker(walk->path[cell][p], men, occupied)
                            : NO_CELL;
            if (first != NO_CELL)
                cells_add(&found, first);
        }
    }
    return found;
}

/* If the first piece on a path is in `own_cells` and the second is in `walkers`, returns the cell
 * of the first. Otherwise returns NO_CELL. */
static int pinned_on(const uint8_t *path, struct cells walkers, struct cells own_cells,
                     struct cells occupied)
{
    while (!cells_has(occupied, *path))
        path++;
    int first = *path++;
    if (!cells_has(own_cells, first))
        return NO_CELL;
    while (*path != NO_CELL && !cells_has(occupied, *path))
        path++;
    return *path != NO_CELL && cells_has(walkers, *path) ? first : NO_CELL;
}

struct cells triangles_pinned(const struct triangle_position *position, int cell, struct cells foes,
                              struct cells own_cells, struct cells occupied)
{
    const struct triangle_ground *ground = position->ground;
    struct cells pinned = {{0, 0}};
    for (int w = 0; w < WALKS; w++) {
        if (!(ground->used & ELEMENT(LEAPS + w)))
            continue;
        const struct triangle_walk *walk = &ground->walk[w];
        struct cells walkers =
            cells_both(cells_both(position->has[LEAPS + w], foes), walk->whole[cell]);
        for (int p = 0; cells_any(walkers) && p < PATHS; p++) {
            if (!cells_meet(walk->mask[cell][p], walkers))
                continue;
            int first = pinned_on(walk->path[cell][p], walkers, own_cells, occupied);
            if (first != NO_CELL)
                cells_add(&pinned, first);
        }
    }
    return pinned;
}
