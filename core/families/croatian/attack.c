/* attack.c - verdicts, and which pieces attack a cell. An enemy's active piece attacks a cell that
 * it could reach by an ordinary launching move (10.1).
 *
 * Whether a piece attacks a cell is determined from the distance between them. For most kinds at
 * most one path covers a given distance. So a table by distance (own->sieve, read by sieve_of())
 * excludes nearly all pieces at once, and only the cells on the remaining paths are read. Centaurs
 * have a few jump sequences for each distance (movement.c). Serpents zigzag, which needs a search
 * by layers, backwards from the target.
 *
 * Pins: if exactly one piece stands on the path between an attacker and the cell, its cell is
 * reported as a pin. As long as every pin stays and no attacker moves, the set of attackers stays
 * the same. Most plies leave it so, and then cascade.c need not compute attackers again: that is
 * what makes generating cascades fast. A path with two pieces on it cannot be opened by one member
 * of a ply, so these are not pins. A zigzag reports every piece it meets, because the search by
 * layers does not know which pieces are alone on a path: too many pins only cost time.
 *
 * Relief: the cells on which an arriving piece ends all attacks on a King in check. They are the
 * cells that all open paths of all attackers have in common; for a single attacker also its own
 * cell. Serpents are left out, because they usually have several paths. So relief_of() may return
 * too many cells, never too few; the members that arrive there are still tested. */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>
#include <string.h>

/* The input of the attack tests: does the piece on `from` attack `to`? */
struct croatian_attack_look {
    const struct croatian *own;
    const struct piece *at;
    cell_t from, to;
    uint64_t *pins; /* receives the cells of pieces that stand alone on a path; NULL: not wanted */
};

/* The pieces found on a path. Only the last is stored, because a path with two pieces cannot be
 * opened. */
struct way {
    int blockers;
    cell_t blocker;
};

/* Count a piece on a cell of the path. False if following the path further is useless. */
static inline bool croatian_pass(const struct croatian_attack_look *look, struct way *way,
                                 cell_t cell)
{
    if (!look->at[cell].kind)
        return true;
    way->blocker = cell;
    return ++way->blockers == 1 && look->pins;
}

static bool croatian_is_open(const struct croatian_attack_look *look, const struct way *way)
{
    if (way->blockers == 1 && look->pins)
        cells_add(look->pins, way->blocker);
    return way->blockers == 0;
}

/* True if the piece rides from `from` to `to` in `steps` equal steps, at most `most`. All cells
 * between must be on the board. */
static bool croatian_rides(const struct croatian_attack_look *look, int steps, int most)
{
    struct way way = {0, CELL_NONE};
    if (steps == 0 || steps > most)
        return false;
    int step = (look->to - look->from) / steps, cell = look->from;
    for (int i = 1; i < steps; i++) {
        cell += step;
        if (!croatian_pass(look, &way, (cell_t)cell))
            return false;
    }
    return croatian_is_open(look, &way);
}

static bool croatian_follows(const struct croatian_attack_look *look,
                             const struct centaur_way *jumps)
{
    const struct croatian *own = look->own;
    struct way way = {0, CELL_NONE};
    cell_t cell = look->from;
    for (int i = 0; i < jumps->count - 1; i++) {
        int set = jumps->set[i % 2];
        cell = own->next[set][cell * own->vectors[set] + jumps->vector[i % 2]];
        if (cell == CELL_NONE || !croatian_pass(look, &way, cell))
            return false;
    }
    return croatian_is_open(look, &way);
}

static bool centaur_strikes(const struct croatian_attack_look *look, int side, int dx, int dy)
{
    const struct centaur_way *way;
    int count = centaur_ways(look->own, look->own->dark[look->from] == side, dx, dy, &way);
    bool any = false;
    for (int i = 0; i < count && (!any || look->pins); i++)
        any |= croatian_follows(look, &way[i]);
    return any;
}

/* True if a zigzag leads from `from` to `to`. Searches backwards by layers; a state is a cell and
 * the diagonal of the step that led to it. Every piece found on the way is reported as a pin. */
static bool croatian_zigzags(const struct croatian_attack_look *look, int dx, int dy)
{
    enum { LAYER_MAX = 512 };
    const struct croatian *own = look->own;
    uint8_t seen[CELLS_MAX];
    struct {
        cell_t cell;
        uint8_t diagonal;
    } layer[2][LAYER_MAX];
    int count = 2, half = (own->zigzag + 1) / 2;
    if ((dx + dy) % 2 || abs(dx + dy) > 2 * half || abs(dx - dy) > 2 * half)
        return false;
    bool found = false;
    memset(seen, 0, (size_t)own->cells);
    layer[0][0].cell = layer[0][1].cell = look->to;
    layer[0][0].diagonal = 0;
    layer[0][1].diagonal = 1;
    for (int steps = 1; steps <= own->zigzag && count > 0; steps++) {
        int more = 0, here = (steps - 1) % 2, there = steps % 2;
        for (int i = 0; i < count; i++) {
            int diagonal = !layer[here][i].diagonal;
            for (int v = 2 * diagonal; v < 2 * diagonal + 2; v++) {
                cell_t cell = own->next[DIAGONAL][layer[here][i].cell * 4 + v];
                if (cell == CELL_NONE || cell == look->to || seen[cell] & (1 << diagonal))
                    continue;
                seen[cell] |= (uint8_t)(1 << diagonal);
                found |= cell == look->from;
                if (look->at[cell].kind && look->pins)
                    cells_add(look->pins, cell);
                if (look->at[cell].kind || more == LAYER_MAX)
                    continue;
                layer[there][more].cell = cell;
                layer[there][more++].diagonal = (uint8_t)diagonal;
            }
        }
        count = more;
    }
    return found;
}

static inline bool croatian_jumps(const struct croatian *own, enum vectors set, int ax, int ay)
{
    return ax < JUMP_MAX && ay < JUMP_MAX && own->jump[ax][ay] >> set & 1;
}

/* True if a kind of piece could attack over the distance dx, dy. `own_colour`: the piece is on a
 * cell of its own colour. */
static bool could_strike(const struct croatian *own, int kind, bool own_colour, int dx, int dy)
{
    int ax = abs(dx), ay = abs(dy), half = (own->zigzag + 1) / 2;
    bool straight = ax == 0 || ay == 0, diagonal = ax == ay;
    const struct centaur_way *way;
    switch (kind) {
    case PAWN:
        return ax == 1 && ay == 1;
    case KNIGHT:
        return croatian_jumps(own, KNIGHTS, ax, ay);
    case BISHOP:
        return diagonal;
    case ROOK:
        return straight;
    case QUEEN:
        return straight || diagonal;
    case KING:
        return ax <= 1 && ay <= 1;
    case PEGASUS:
        return ax == 2 * ay || ay == 2 * ax;
    case UNICORN:
        return croatian_jumps(own, own_colour ? LONG_JUMPS : KNIGHTS, ax, ay);
    case CENTAUR:
        return croatian_jumps(own, own_colour ? LONG_JUMPS : KNIGHTS, ax, ay) ||
               centaur_ways(own, own_colour, dx, dy, &way) > 0;
    case SERPENT:
        return (dx + dy) % 2 == 0 && abs(dx + dy) <= 2 * half && abs(dx - dy) <= 2 * half;
    case SHAMAN:
        return croatian_jumps(own, own_colour ? FAR_JUMPS : NEAR_JUMPS, ax, ay) ||
               (straight && ax + ay <= (own_colour ? SHAMAN_AT_OWN : SHAMAN_ELSEWHERE));
    default:
        return false;
    }
}

void sieve_lay_out(struct croatian *own)
{
    int size = own->size, span = 2 * size - 1;
    for (int cell = 0; cell < own->cells; cell++)
        own->spot[cell] = (uint16_t)(cell / size * span + cell % size);
    for (int own_colour = 0; own_colour < 2; own_colour++) {
        own->sieve[own_colour] = memory_new((size_t)span * (size_t)span, sizeof **own->sieve);
        for (int dy = 1 - size; dy < size; dy++)
            for (int dx = 1 - size; dx < size; dx++)
                for (int kind = PAWN; kind < KINDS_END; kind++)
                    if ((dx || dy) && could_strike(own, kind, own_colour, dx, dy))
                        own->sieve[own_colour][(dy + size - 1) * span + dx + size - 1] |=
                            KIND_BIT(kind);
    }
}

/* True if the piece on look->from attacks look->to. */
static inline bool croatian_strikes(const struct croatian_attack_look *look, int kind, int side)
{
    const struct croatian *own = look->own;
    const struct board_cell *from = &own->board->cell[look->from],
                            *to = &own->board->cell[look->to];
    int dx = to->file - from->file, dy = to->rank - from->rank, ax = abs(dx), ay = abs(dy);
    int straight = ax == 0 || ay == 0 ? ax + ay : 0, diagonal = ax == ay ? ax : 0;
    bool own_colour = own->dark[look->from] == side;
    switch (kind) {
    case PAWN:
        return ax == 1 && dy == (side == BLACK ? -1 : 1);
    case KNIGHT:
        return croatian_jumps(own, KNIGHTS, ax, ay);
    case BISHOP:
        return croatian_rides(look, diagonal, CELLS_MAX);
    case ROOK:
        return croatian_rides(look, straight, CELLS_MAX);
    case QUEEN:
        return croatian_rides(look, straight + diagonal, CELLS_MAX);
    case KING:
        return ax <= 1 && ay <= 1;
    case PEGASUS:
        return croatian_rides(look, ax == 2 * ay ? ay : ay == 2 * ax ? ax : 0, CELLS_MAX);
    case UNICORN:
        return croatian_jumps(own, own_colour ? LONG_JUMPS : KNIGHTS, ax, ay);
    case CENTAUR:
        return croatian_jumps(own, own_colour ? LONG_JUMPS : KNIGHTS, ax, ay) ||
               centaur_strikes(look, side, dx, dy);
    case SERPENT:
        return croatian_zigzags(look, dx, dy);
    case SHAMAN:
        return croatian_jumps(own, own_colour ? FAR_JUMPS : NEAR_JUMPS, ax, ay) ||
               croatian_rides(look, straight, own_colour ? SHAMAN_AT_OWN : SHAMAN_ELSEWHERE);
    default:
        return false;
    }
}

/* True if this attack does not count, because it exists in the initial setup (10.1). */
static bool is_exempt(const struct croatian *own, cell_t king, struct piece piece, cell_t from)
{
    int side = !piece.side;
    return king == own->king[side] && own->home[from].kind == piece.kind &&
           own->home[from].side == piece.side && cells_has(own->exempt[side], from);
}

static bool croatian_is_among(const struct attackers *attackers, cell_t cell)
{
    for (int i = 0; i < attackers->n; i++)
        if (attackers->v[i] == cell)
            return true;
    return false;
}

void attackers_among(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                     const cell_t *men, int count, struct attackers *out, uint64_t *pins)
{
    struct croatian_attack_look look = {own, at, CELL_NONE, cell, pins};
    for (int i = 0; i < count; i++) {
        struct piece piece = at[men[i]];
        look.from = men[i];
        if (piece.side != enemy ||
            !(sieve_of(own, men[i], cell, own->dark[men[i]] == enemy) & KIND_BIT(piece.kind)))
            continue;
        if (croatian_strikes(&look, piece.kind, piece.side) &&
            !is_exempt(own, cell, piece, men[i]) && out->n < ATTACKERS_MAX &&
            !croatian_is_among(out, men[i]))
            out->v[out->n++] = men[i];
    }
}

/* The number of equal steps in which a piece rides over a distance; 1 for a jump. */
static int steps_between(int kind, int ax, int ay)
{
    switch (kind) {
    case BISHOP:
    case ROOK:
    case QUEEN:
        return ax > ay ? ax : ay;
    case PEGASUS:
        return ax < ay ? ax : ay;
    case SHAMAN:
        return ax && ay ? 1 : ax + ay;
    default:
        return 1;
    }
}

static void croatian_cells_both(cells_t set, const cells_t with)
{
    for (size_t i = 0; i < sizeof(cells_t) / sizeof *set; i++)
        set[i] &= with[i];
}

/* Remove from `out` the cells that are not on every open path from a Centaur to the cell it
 * attacks. The Centaur's own cell counts as a cell of every path. */
static void centaur_relief(const struct croatian_attack_look *look, bool own_colour, int dx, int dy,
                           cells_t out)
{
    const struct croatian *own = look->own;
    const struct centaur_way *ways;
    int count = centaur_ways(own, own_colour, dx, dy, &ways);
    if (croatian_jumps(own, own_colour ? LONG_JUMPS : KNIGHTS, abs(dx), abs(dy))) {
        cells_t alone = {0};
        cells_add(alone, look->from);
        croatian_cells_both(out, alone);
        return;
    }
    for (int i = 0; i < count; i++) {
        cells_t way = {0};
        cell_t cell = look->from;
        cells_add(way, cell);
        if (!croatian_follows(look, &ways[i]))
            continue;
        for (int j = 0; j < ways[i].count - 1; j++) {
            int set = ways[i].set[j % 2];
            cell = own->next[set][cell * own->vectors[set] + ways[i].vector[j % 2]];
            cells_add(way, cell);
        }
        croatian_cells_both(out, way);
    }
}

void relief_of(const struct croatian *own, const struct piece *at, cell_t cell,
               const struct attackers *attackers, cells_t out)
{
    const struct board_cell *to = &own->board->cell[cell];
    memset(out, 0xFF, sizeof(cells_t));
    for (int i = 0; i < attackers->n; i++) {
        cell_t from = attackers->v[i];
        const struct croatian_attack_look look = {own, at, from, cell, NULL};
        int dx = to->file - own->board->cell[from].file,
            dy = to->rank - own->board->cell[from].rank, kind = at[from].kind;
        if (kind == SERPENT)
            continue; /* a Serpent usually has several paths */
        if (kind == CENTAUR) {
            centaur_relief(&look, own->dark[from] == at[from].side, dx, dy, out);
            continue;
        }
        int steps = steps_between(kind, abs(dx), abs(dy)), step = (cell - from) / steps;
        cells_t way = {0};
        for (int j = 0; j < steps; j++)
            cells_add(way, (cell_t)(from + j * step));
        croatian_cells_both(out, way);
    }
}

void attackers_of(const struct croatian *own, const struct piece *at, cell_t cell, int enemy,
                  struct attackers *out)
{
    out->n = 0;
    for (int c = 0; c < own->cells; c++)
        if (at[c].kind) {
            cell_t man = (cell_t)c;
            attackers_among(own, at, cell, enemy, &man, 1, out, NULL);
        }
}

uint32_t kinds_on_board(const struct croatian *own, const struct piece *at, int side)
{
    uint32_t kinds = 0;
    for (int c = 0; c < own->cells; c++)
        if (at[c].kind && at[c].side == side)
            kinds |= KIND_BIT(at[c].kind);
    return kinds;
}

/* Tests one piece at a time, because on custom boards more pieces may attack than a struct
 * attackers can list. */
void find_opening_checks(struct croatian *own)
{
    for (int c = 0; c < own->cells; c++) {
        struct piece piece = own->home[c];
        struct attackers found;
        cell_t man = (cell_t)c;
        if (!can_attack(piece.kind))
            continue;
        found.n = 0;
        attackers_among(own, own->home, own->king[!piece.side], piece.side, &man, 1, &found, NULL);
        if (found.n)
            cells_add(own->exempt[!piece.side], man);
    }
}

/* ---- Verdicts of the Croatian family (11). */

static bool only_bare_kings(const struct position *position)
{
    const uint32_t bare = KIND_BIT(KING) | KIND_BIT(STAR) | KIND_BIT(MONOLITH);
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind && !(KIND_BIT(position->at[c].kind) & bare))
            return false;
    return true;
}

static int attackers_of_king(const struct position *position)
{
    const struct croatian *own = croatian_of(position);
    cell_t king = position_find(position, KING, position->side);
    struct attackers attackers;
    if (king == CELL_NONE)
        return 0;
    attackers_of(own, position->at, king, !position->side, &attackers);
    return attackers.n < 2 ? attackers.n : 2;
}

void croatian_judge(const struct position *position, const struct context *context,
                    struct verdict *out)
{
    int attackers = attackers_of_king(position);
    *out = (struct verdict){.outcome = (uint8_t)(OUTCOME_PLAYING + attackers)};
    if (only_bare_kings(position)) {
        *out =
            (struct verdict){.outcome = OUTCOME_DRAW, .reason = "bare kings", .rule = RULES "11"};
        out->goes_on = true; /* the game is drawn, but plies exist and are listed */
        return;
    }
    enum any_ply any = any_ply(position, context->limits.cascade);
    if (any != PLY_FOUND) {
        out->outcome = attackers ? OUTCOME_WIN : OUTCOME_DRAW;
        out->winner = !position->side;
        out->reason = attackers ? "checkmate" : "stalemate";
        out->rule = RULES "11";
        /* the game may go on: a player who knows a longer ply may play it (12.3) */
        out->unsure = out->goes_on = any == PLY_BEYOND;
    }
    if (context->game && out->outcome <= OUTCOME_DOUBLE_CHECK) {
        out->claims |= context->times >= 3 ? CLAIM_THREEFOLD : 0;
        out->claims |= position->halfmove >= 100 ? CLAIM_FIFTY : 0;
    }
}
