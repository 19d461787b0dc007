/* movement.c - where a piece's movement leads (6, 7.3): tables of movement elements, and the few
 * functions that follow them.
 *
 * A movement is a list of elements: a way of stepping, the vectors it uses, how many steps, from
 * which cells. cascade.c decides what the piece may do where it arrives. */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>
#include <string.h>

enum way {
    NO_WAY,
    RIDE,      /* repeats one vector */
    ALTERNATE, /* alternates two vectors: from a cell of its own colour it uses one of `set`, from
                  other cells one of `other` */
    ZIGZAG,    /* steps diagonally, alternating between the two diagonals */
    LEGS,      /* steps straight, then at 45 degrees, or the reverse; `set`: the first direction */
    SIDESTEP,  /* makes one straight step, only onto an empty cell */
    ADVANCE,   /* moves as a Pawn */
    FLOW       /* moves as a Wave whose pattern is a Pawn */
};
enum where { ANYWHERE, OWN_COLOUR, OTHER_COLOUR };
enum {
    BOX = 254,
    ZIGZAG_RANGE = 253
}; /* values of `limit` that stand for a number which depends on the size of the board */

struct croatian_element {
    uint8_t way, set, limit, where, other;
};
enum { ELEMENTS_MAX = 4 };

/* The movements of active pieces; a Pyramid uses those of its pattern. */
static const struct croatian_element active[KINDS_END][ELEMENTS_MAX] = {
    [PAWN] = {{ADVANCE, 0, ENDLESS, ANYWHERE, 0}},
    [KNIGHT] = {{RIDE, KNIGHTS, 1, ANYWHERE, 0}},
    [BISHOP] = {{RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [ROOK] = {{RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}},
    [QUEEN] = {{RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}, {RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [KING] = {{RIDE, ORTHOGONAL, 1, ANYWHERE, 0}, {RIDE, DIAGONAL, 1, ANYWHERE, 0}},
    [PEGASUS] = {{RIDE, KNIGHTS, ENDLESS, ANYWHERE, 0}},
    [UNICORN] = {{RIDE, LONG_JUMPS, 1, OWN_COLOUR, 0}, {RIDE, KNIGHTS, 1, OTHER_COLOUR, 0}},
    [CENTAUR] = {{ALTERNATE, LONG_JUMPS, ENDLESS, ANYWHERE, KNIGHTS}},
    [SERPENT] = {{ZIGZAG, DIAGONAL, ZIGZAG_RANGE, ANYWHERE, 0},
                 {SIDESTEP, ORTHOGONAL, 1, ANYWHERE, 0}},
    [SHAMAN] = {{RIDE, FAR_JUMPS, 1, OWN_COLOUR, 0},
                {RIDE, ORTHOGONAL, SHAMAN_AT_OWN, OWN_COLOUR, 0},
                {RIDE, NEAR_JUMPS, 1, OTHER_COLOUR, 0},
                {RIDE, ORTHOGONAL, SHAMAN_ELSEWHERE, OTHER_COLOUR, 0}},
    [MONOLITH] = {{LEGS, ORTHOGONAL, BOX, ANYWHERE, 0}},
    [STARCHILD] = {{LEGS, DIAGONAL, BOX, ANYWHERE, 0}},
};

/* The movements of a Wave, by the kind of its pattern: it passes over all pieces, to the border. */
static const struct croatian_element wave[KINDS_END][ELEMENTS_MAX] = {
    [PAWN] = {{FLOW, 0, ENDLESS, ANYWHERE, 0}},
    [KNIGHT] = {{RIDE, KNIGHTS, ENDLESS, ANYWHERE, 0}},
    [BISHOP] = {{RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [ROOK] = {{RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}},
    [QUEEN] = {{RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}, {RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [KING] = {{RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}, {RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [PEGASUS] = {{RIDE, KNIGHTS, ENDLESS, ANYWHERE, 0}},
    [UNICORN] = {{ALTERNATE, LONG_JUMPS, ENDLESS, ANYWHERE, KNIGHTS}},
    [CENTAUR] = {{ALTERNATE, LONG_JUMPS, ENDLESS, ANYWHERE, KNIGHTS}},
    [SERPENT] = {{ZIGZAG, DIAGONAL, ENDLESS, ANYWHERE, 0}},
    [SHAMAN] = {{ALTERNATE, FAR_JUMPS, ENDLESS, ANYWHERE, NEAR_JUMPS},
                {RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}},
    [STARCHILD] = {{LEGS, DIAGONAL, ENDLESS, ANYWHERE, 0}},
};

/* The movement of a Shaman in trance, and of passive pieces whose pattern is such a Shaman. */
static const struct croatian_element trance[ELEMENTS_MAX] = {
    {RIDE, ORTHOGONAL, ENDLESS, ANYWHERE, 0}, {RIDE, DIAGONAL, ENDLESS, ANYWHERE, 0}};

enum { PATH_MAX_STEPS = 64 };

/* The input and the state of one computation of a movement. If `wanted` is not 0, the computation
 * looks for a path of `wanted` steps to `target`. `trail` has the cells of the current line. Once
 * the path is found, `path` has its cells. */
struct walker {
    const struct croatian *own;
    const struct piece *at;
    cell_t from;
    int side;
    bool over; /* true: no piece blocks the movement */
    bool passive;
    int limit; /* maximal number of steps */
    struct reaches *out;
    /* used only when looking for a path */
    cell_t target;
    int wanted; /* number of steps of the wanted path, or 0 */
    int found;  /* number of steps of the path found: 0 or `wanted` */
    cell_t trail[PATH_MAX_STEPS], path[PATH_MAX_STEPS];
};

static inline void reach_add(struct reaches *out, cell_t cell, int steps, int flags)
{
    if (out->several && out->seen[cell] == out->turn) {
        struct reached *known = &out->v[out->slot[cell]];
        if (out->longest ? steps > known->steps : steps < known->steps)
            known->steps = (uint8_t)steps;
        return;
    }
    if (out->several) {
        out->seen[cell] = out->turn;
        out->slot[cell] = (uint16_t)out->n;
    }
    out->v[out->n++] =
        (struct reached){cell, (uint8_t)(steps < ENDLESS ? steps : ENDLESS), (uint8_t)flags};
}

/* Record a step for the path to the target. All ways of stepping except ZIGZAG visit the cells of a
 * line in order, so the trail is the path when the target is reached. */
static void note_wanted_step(struct walker *walker, cell_t cell, int steps)
{
    if (steps > walker->wanted)
        return;
    walker->trail[steps - 1] = cell;
    if (cell != walker->target || steps != walker->wanted || walker->found)
        return;
    walker->found = steps;
    for (int i = 0; i < steps; i++)
        walker->path[i] = walker->trail[i];
}

static inline void note_step(struct walker *walker, cell_t cell, int steps)
{
    if (walker->wanted)
        note_wanted_step(walker, cell, steps);
}

/* Add a cell that the movement reaches; true if the movement may continue from there. The starting
 * cell may be passed but is never added. */
static inline bool croatian_arrive(struct walker *walker, cell_t cell, int steps)
{
    note_step(walker, cell, steps);
    if (cell != walker->from)
        reach_add(walker->out, cell, steps, REACH_QUIET | REACH_CLAIM);
    return walker->over || walker->at[cell].kind == KIND_NONE;
}

static void croatian_ride(struct walker *walker, int set)
{
    const struct croatian *own = walker->own;
    int n = own->vectors[set];
    const cell_t *next = own->next[set];
    for (int i = 0; i < n; i++) {
        cell_t cell = walker->from;
        for (int steps = 1; steps <= walker->limit; steps++) {
            cell = next[cell * n + i];
            if (cell == CELL_NONE || !croatian_arrive(walker, cell, steps))
                break;
        }
    }
}

/* Alternate two vectors; `cell` is where the first jump led. If the vectors are opposite, the
 * second jump leads back to the start and ends the movement. */
static void ride_pair(struct walker *walker, int first, int a, int second, int b, cell_t cell)
{
    const struct croatian *own = walker->own;
    for (int steps = 2; steps <= walker->limit; steps++) {
        int set = steps % 2 ? first : second, i = steps % 2 ? a : b;
        cell = own->next[set][cell * own->vectors[set] + i];
        if (cell == CELL_NONE || cell == walker->from || !croatian_arrive(walker, cell, steps))
            break;
    }
}

static void croatian_alternate(struct walker *walker, int own_set, int other_set)
{
    const struct croatian *own = walker->own;
    bool at_own = own->dark[walker->from] == walker->side;
    int first = at_own ? own_set : other_set, second = at_own ? other_set : own_set;
    for (int a = 0; a < own->vectors[first] && walker->limit >= 1; a++) {
        cell_t cell = own->next[first][walker->from * own->vectors[first] + a];
        if (cell == CELL_NONE || !croatian_arrive(walker, cell, 1))
            continue;
        for (int b = 0; b < own->vectors[second]; b++)
            ride_pair(walker, first, a, second, b, cell);
    }
}

/* Search by layers: a state is a cell and the diagonal of the last step. If the longest path
 * counts, a state may recur in a later layer; otherwise each state is visited once. */
static void croatian_zigzag(struct walker *walker)
{
    const struct croatian *own = walker->own;
    uint8_t layer_of[CELLS_MAX][2] = {{0}};
    struct {
        cell_t cell;
        uint8_t diagonal;
    } layer[2][2 * CELLS_MAX];
    int count = 2;
    layer[0][0].cell = layer[0][1].cell = walker->from;
    layer[0][0].diagonal = 0;
    layer[0][1].diagonal = 1;
    for (int steps = 1; steps <= walker->limit && steps < ENDLESS && count > 0; steps++) {
        int more = 0, here = (steps - 1) % 2, there = steps % 2;
        for (int i = 0; i < count; i++) {
            int diagonal = !layer[here][i].diagonal;
            for (int v = 2 * diagonal; v < 2 * diagonal + 2; v++) {
                cell_t cell = own->next[DIAGONAL][layer[here][i].cell * 4 + v];
                if (cell == CELL_NONE || layer_of[cell][diagonal] == steps)
                    continue;
                if (!walker->out->longest && layer_of[cell][diagonal])
                    continue;
                layer_of[cell][diagonal] = (uint8_t)steps;
                if (!croatian_arrive(walker, cell, steps))
                    continue;
                layer[there][more].cell = cell;
                layer[there][more++].diagonal = (uint8_t)diagonal;
            }
        }
        count = more;
    }
}

/* Ride in one direction. With `bends`, also ride at 45 degrees from every cell on the way. */
static void croatian_leg(struct walker *walker, cell_t cell, int direction, int steps, bool bends)
{
    const struct board *board = walker->own->board;
    while (++steps <= walker->limit) {
        cell = board_next(board, cell, direction);
        if (cell == CELL_NONE || !croatian_arrive(walker, cell, steps))
            return;
        if (bends) {
            croatian_leg(walker, cell, (direction + 1) % SQUARE_DIRECTIONS, steps, false);
            croatian_leg(walker, cell, (direction + SQUARE_DIRECTIONS - 1) % SQUARE_DIRECTIONS,
                         steps, false);
        }
    }
}

static void croatian_legs(struct walker *walker, int first_set)
{
    int first = first_set == ORTHOGONAL ? NORTH : NORTH_EAST; /* even directions are straight */
    for (int direction = 0; direction < SQUARE_DIRECTIONS; direction++)
        croatian_leg(walker, walker->from, direction, 0, direction % 2 == first);
}

static void croatian_sidestep(struct walker *walker)
{
    const cell_t *next = walker->own->next[ORTHOGONAL] + walker->from * 4;
    for (int i = 0; i < 4 && walker->limit >= 1; i++)
        if (next[i] != CELL_NONE && walker->at[next[i]].kind == KIND_NONE) {
            note_step(walker, next[i], 1);
            reach_add(walker->out, next[i], 1, REACH_QUIET);
        }
}

static void croatian_advance(struct walker *walker)
{
    const struct croatian *own = walker->own;
    int most = walker->passive ? 1 : own->pawn_steps[advance_of(own, walker->from, walker->side)];
    int ranks_left = own->size - 1 - advance_of(own, walker->from, walker->side);
    int step = walker->side == BLACK ? -own->size : own->size;
    cell_t cell = (cell_t)(walker->from + step);
    for (int steps = 1; steps <= most && steps <= walker->limit && steps <= ranks_left; steps++) {
        if (walker->at[cell].kind)
            break;
        note_step(walker, cell, steps);
        reach_add(walker->out, cell, steps, REACH_QUIET);
        cell = (cell_t)(cell + step);
    }
    for (int dx = -1; dx <= 1 && walker->limit >= 1; dx += 2) {
        cell = forward_of(own, walker->from, walker->side, dx);
        if (cell == CELL_NONE)
            continue;
        note_step(walker, cell, 1);
        reach_add(walker->out, cell, 1, REACH_CLAIM);
    }
}

static void croatian_flow(struct walker *walker)
{
    for (int dx = -1; dx <= 1; dx++) {
        cell_t cell = walker->from;
        for (int steps = 1; (cell = forward_of(walker->own, cell, walker->side, dx)) != CELL_NONE;
             steps++)
            croatian_arrive(walker, cell, steps);
    }
}

static void croatian_follow(struct walker *walker, const struct croatian_element *element,
                            int limit, bool journey)
{
    int most = element->limit;
    bool own_colour = walker->own->dark[walker->from] == walker->side;
    if (element->where && (element->where == OWN_COLOUR) != own_colour)
        return;
    if (most == BOX)
        most = journey ? ENDLESS : walker->own->box;
    if (most == ZIGZAG_RANGE)
        most = walker->own->zigzag;
    walker->limit = most < limit ? most : limit;
    switch (element->way) {
    case RIDE:
        croatian_ride(walker, element->set);
        break;
    case ALTERNATE:
        croatian_alternate(walker, element->set, element->other);
        break;
    case ZIGZAG:
        if (!walker->wanted) /* if the caller wants a path, zigzag_path() finds it */
            croatian_zigzag(walker);
        break;
    case LEGS:
        croatian_legs(walker, element->set);
        break;
    case SIDESTEP: /* passive pieces never make this single straight step (D17) */
        if (!walker->passive)
            croatian_sidestep(walker);
        break;
    case ADVANCE:
        croatian_advance(walker);
        break;
    case FLOW:
        croatian_flow(walker);
        break;
    }
}

static void begin_reaches(struct reaches *out, const struct croatian *own,
                          const struct croatian_element *element)
{
    out->n = 0;
    out->several = false;
    for (int i = 0; i < ELEMENTS_MAX && element[i].way; i++)
        out->several |= element[i].way == ALTERNATE || element[i].way == ZIGZAG;
    if (out->several && out->turn++ == 0)
        memset(out->seen, 0, (size_t)own->cells * sizeof *out->seen);
}

static void walk_all(struct walker *walker, const struct gait *gait)
{
    const struct croatian_element *element = gait->trance ? trance
                                             : gait->wave ? wave[gait->kind]
                                                          : active[gait->kind];
    walker->side = gait->side;
    walker->passive = gait->passive;
    walker->over = gait->wave || (gait->trance && !gait->passive);
    begin_reaches(walker->out, walker->own, element);
    for (int i = 0; i < ELEMENTS_MAX && element[i].way; i++)
        croatian_follow(walker, &element[i], gait->limit, gait->journey);
}

void walk(const struct croatian *own, const struct piece *at, cell_t from, const struct gait *gait,
          struct reaches *out)
{
    struct walker walker;
    walker.own = own;
    walker.at = at;
    walker.from = from;
    walker.out = out;
    walker.wanted = walker.found = 0;
    walk_all(&walker, gait);
}

/* Find a zigzag of `steps` steps to the target: compute the cells reachable in each number of
 * steps, then go back from the target. Writes the cells to `out`; returns their number, 0 if there
 * is no such zigzag. */
static int zigzag_path(const struct walker *walker, cell_t *out)
{
    enum { STATES = 2 * CELLS_MAX };
    const struct croatian *own = walker->own;
    int steps = walker->wanted, found = 0;
    /* by number of steps and state: 1 + the previous state; 0 if the state is not reached */
    cell_t(*parent)[STATES] = memory_new((size_t)steps + 1, sizeof *parent);
    parent[0][2 * walker->from] = parent[0][2 * walker->from + 1] = 1;
    for (int step = 1; step <= steps; step++)
        for (int state = 0; state < 2 * own->cells; state++) {
            cell_t cell = (cell_t)(state / 2);
            int diagonal = !(state % 2);
            if (!parent[step - 1][state] || (step > 1 && !walker->over && walker->at[cell].kind))
                continue;
            for (int v = 2 * diagonal; v < 2 * diagonal + 2; v++) {
                cell_t next = own->next[DIAGONAL][cell * 4 + v];
                if (next != CELL_NONE)
                    parent[step][2 * next + diagonal] = (cell_t)(state + 1);
            }
        }
    for (int diagonal = 0; diagonal < 2 && !found; diagonal++) {
        int state = 2 * walker->target + diagonal;
        if (!parent[steps][state])
            continue;
        found = steps;
        for (int step = steps; step > 0; step--) {
            out[step - 1] = (cell_t)(state / 2);
            state = parent[step][state] - 1;
        }
    }
    free(parent);
    return found;
}

int walk_path(const struct croatian *own, const struct piece *at, cell_t from,
              const struct gait *gait, bool longest, cell_t to, cell_t *out, int room)
{
    struct reaches *reaches = memory_new(1, sizeof *reaches);
    struct walker walker = {.own = own, .at = at, .from = from, .out = reaches, .target = to};
    reaches->longest = longest;
    walk_all(&walker, gait);
    for (int i = 0; i < reaches->n; i++)
        if (reaches->v[i].cell == to)
            walker.wanted = reaches->v[i].steps;
    if (walker.wanted > PATH_MAX_STEPS)
        walker.wanted = 0;
    if (walker.wanted)
        walk_all(&walker, gait);
    if (walker.wanted && !walker.found && gait->kind == SERPENT)
        walker.found = zigzag_path(&walker, walker.path);
    int n = walker.found < room ? walker.found : room;
    for (int i = 0; i < n; i++)
        out[i] = walker.path[i];
    free(reaches);
    return n;
}

int walk_path_alone(const struct croatian *own, cell_t from, const struct gait *gait, bool longest,
                    cell_t to, cell_t out[CELLS_MAX])
{
    static const struct piece nobody[CELLS_MAX];
    return walk_path(own, nobody, from, gait, longest, to, out, CELLS_MAX);
}

/* ---- The jump sequences of Centaurs by distance (6). Few pairs of alternating vectors lead over a
 * given distance, so they are stored in a table. It is built when a board with Centaurs opens: a
 * few thousand short entries, some microseconds. */

/* The slot of a distance in own->centaur.first[]. This element says where the sequences for the
 * distance begin. The table has one slot for each distance and each colour of the starting cell
 * (which determines the set of the first vector), and one more at the end. */
static int croatian_slot_of(const struct croatian *own, bool own_colour, int dx, int dy)
{
    int span = 2 * own->size - 1;
    return ((own_colour ? span : 0) + dy + own->size - 1) * span + dx + own->size - 1;
}

typedef void way_fn(struct croatian *own, int slot, struct centaur_way way);

/* Call `visit` for a pair of vectors with every number of jumps from 2 on. Single jumps are not in
 * the table. */
static void each_count(struct croatian *own, bool own_colour, struct centaur_way way, way_fn *visit)
{
    const int8_t *vector[2];
    int x = 0, y = 0;
    for (int i = 0; i < 2; i++)
        vector[i] = own->vector[way.set[i]][way.vector[i]];
    for (way.count = 1;; way.count++) {
        x += vector[(way.count - 1) % 2][0];
        y += vector[(way.count - 1) % 2][1];
        if (abs(x) >= own->size || abs(y) >= own->size)
            return;
        if (way.count > 1)
            visit(own, croatian_slot_of(own, own_colour, x, y), way);
    }
}

static void each_way(struct croatian *own, way_fn *visit)
{
    for (int own_colour = 0; own_colour < 2; own_colour++) {
        struct centaur_way way = {
            {own_colour ? LONG_JUMPS : KNIGHTS, own_colour ? KNIGHTS : LONG_JUMPS}, {0, 0}, 0};
        for (int a = 0; a < own->vectors[way.set[0]]; a++)
            for (int b = 0; b < own->vectors[way.set[1]]; b++) {
                way.vector[0] = (uint8_t)a;
                way.vector[1] = (uint8_t)b;
                each_count(own, own_colour, way, visit);
            }
    }
}

static void count_way(struct croatian *own, int slot, struct centaur_way way)
{
    (void)way;
    own->centaur.first[slot + 1]++;
}

/* Enter a sequence. Each slot is filled from its end, so first[] is its beginning when all
 * sequences have been entered. */
static void croatian_put_way(struct croatian *own, int slot, struct centaur_way way)
{
    own->centaur.way[--own->centaur.first[slot]] = way;
}

void centaur_lay_out(struct croatian *own)
{
    int span = 2 * own->size - 1, slots = 2 * span * span;
    own->centaur.first = memory_new((size_t)slots + 1, sizeof *own->centaur.first);
    each_way(own, count_way);
    for (int i = 0; i < slots; i++) /* first[] is the end of each slot until the sequences are
                                       entered */
        own->centaur.first[i] = own->centaur.first[i + 1] + (i ? own->centaur.first[i - 1] : 0);
    own->centaur.first[slots] = own->centaur.first[slots - 1];
    own->centaur.way = memory_new((size_t)own->centaur.first[slots], sizeof *own->centaur.way);
    each_way(own, croatian_put_way);
}

void centaur_free(struct croatian *own)
{
    free(own->centaur.first);
    free(own->centaur.way);
}

int centaur_ways(const struct croatian *own, bool own_colour, int dx, int dy,
                 const struct centaur_way **out)
{
    if (!own->centaur.way)
        return 0;
    const int *first = &own->centaur.first[croatian_slot_of(own, own_colour, dx, dy)];
    *out = own->centaur.way + first[0];
    return first[1] - first[0];
}
