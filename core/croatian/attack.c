/* attack.c - who attacks a cell: one ordinary launching move of an enemy's active piece (10.1).
 *
 * Looked at from the attacked cell outwards, every movement read backwards. While looking, the cells whose
 * content mattered can be noted: as long as a ply touches none of them, it cannot have changed the answer,
 * and most plies do not (chain.c). */
#include "core/croatian/croatian.h"

#include <string.h>

/* One look around. */
struct look {
    const struct croatian *own;
    const struct piece *at;
    cell_t cell;
    int enemy;
    uint32_t mask; /* kinds that may attack */
    cell_t *out;
    int n, room;
    uint64_t *watched;
};

static void found(struct look *look, cell_t cell)
{
    const struct croatian *own = look->own;
    int side = !look->enemy;
    for (int i = 0; i < look->n; i++)
        if (look->out[i] == cell)
            return; /* a Centaur may have two ways */
    if (look->cell == own->king[side])
        for (int i = 0; i < own->exempts[side]; i++)
            if (own->exempt[side][i] == cell && own->home[cell].kind == look->at[cell].kind &&
                own->home[cell].side == look->at[cell].side)
                return;
    if (look->n < look->room)
        look->out[look->n++] = cell;
}

/* Look at a cell; true if it is empty. An enemy of one of `kinds` there attacks. */
static bool see(struct look *look, cell_t cell, uint32_t kinds)
{
    struct piece piece = look->at[cell];
    if (look->watched)
        cells_add(look->watched, cell);
    if (!piece.kind)
        return true;
    if (piece.side == look->enemy && KIND_BIT(piece.kind) & kinds)
        found(look, cell);
    return false;
}

static void see_pawns(struct look *look)
{
    for (int dx = -1; dx <= 1; dx += 2) {
        cell_t cell = forward_of(look->own, look->cell, !look->enemy, dx); /* backwards for the enemy */
        if (cell != CELL_NONE)
            see(look, cell, KIND_BIT(PAWN));
    }
}

/* Whether a Shaman on a cell rides straight as far as that. */
static bool shaman_reaches(const struct look *look, cell_t cell, int steps)
{
    return steps <= (look->own->dark[cell] == look->enemy ? 5 : 3);
}

static void see_lines(struct look *look, int set, uint32_t far, uint32_t near)
{
    const struct croatian *own = look->own;
    int n = own->vectors[set];
    if (!((far | near) & look->mask))
        return;
    for (int i = 0; i < n; i++) {
        cell_t cell = look->cell;
        for (int steps = 1;; steps++) {
            cell = own->next[set][cell * n + i];
            if (cell == CELL_NONE)
                break;
            uint32_t kinds = far | (steps == 1 ? near : 0);
            if (set == ORTHOGONAL && shaman_reaches(look, cell, steps))
                kinds |= KIND_BIT(SHAMAN);
            if (!see(look, cell, kinds))
                break;
        }
    }
}

/* Single jumps of a kind onto the cell: they come from a cell of the other colour. */
static void see_jumps(struct look *look, int kind, int own_set, int other_set)
{
    const struct croatian *own = look->own;
    bool from_own = own->dark[look->cell] != look->enemy;
    int set = from_own ? own_set : other_set, n = own->vectors[set];
    if (!(look->mask & KIND_BIT(kind)))
        return;
    for (int i = 0; i < n; i++) {
        cell_t cell = own->next[set][look->cell * n + i];
        if (cell != CELL_NONE)
            see(look, cell, KIND_BIT(kind));
    }
}

/* A Centaur's way back: the last jump first, then two vectors in turn. */
static void see_centaurs(struct look *look)
{
    const struct croatian *own = look->own;
    bool from_own = own->dark[look->cell] != look->enemy;
    int set[2] = {from_own ? LONG_JUMPS : KNIGHTS, from_own ? KNIGHTS : LONG_JUMPS};
    if (!(look->mask & KIND_BIT(CENTAUR)))
        return;
    for (int a = 0; a < own->vectors[set[0]]; a++) {
        cell_t first = own->next[set[0]][look->cell * own->vectors[set[0]] + a];
        if (first == CELL_NONE || !see(look, first, KIND_BIT(CENTAUR)))
            continue;
        for (int b = 0; b < own->vectors[set[1]]; b++) {
            cell_t cell = first;
            for (int jump = 1;; jump++) {
                cell = own->next[set[jump % 2]][cell * own->vectors[set[jump % 2]] + (jump % 2 ? b : a)];
                if (cell == CELL_NONE || !see(look, cell, KIND_BIT(CENTAUR)))
                    break;
            }
        }
    }
}

/* A zigzag read backwards is a zigzag. */
static void see_serpents(struct look *look)
{
    enum { LAYER_MAX = 512 };
    const struct croatian *own = look->own;
    uint8_t seen[CELLS_MAX];
    struct {
        cell_t cell;
        uint8_t diagonal;
    } layer[2][LAYER_MAX];
    int count = 2;
    if (!(look->mask & KIND_BIT(SERPENT)))
        return;
    memset(seen, 0, (size_t)own->cells);
    layer[0][0].cell = layer[0][1].cell = look->cell;
    layer[0][0].diagonal = 0;
    layer[0][1].diagonal = 1;
    for (int steps = 1; steps <= own->zigzag && count > 0; steps++) {
        int more = 0, here = (steps - 1) % 2, there = steps % 2;
        for (int i = 0; i < count; i++) {
            int diagonal = !layer[here][i].diagonal;
            for (int v = 2 * diagonal; v < 2 * diagonal + 2; v++) {
                cell_t cell = own->next[DIAGONAL][layer[here][i].cell * 4 + v];
                if (cell == CELL_NONE || seen[cell] & (1 << diagonal))
                    continue;
                seen[cell] |= (uint8_t)(1 << diagonal);
                if (cell == look->cell || !see(look, cell, KIND_BIT(SERPENT)) || more == LAYER_MAX)
                    continue;
                layer[there][more].cell = cell;
                layer[there][more++].diagonal = (uint8_t)diagonal;
            }
        }
        count = more;
    }
}

int attackers_of(const struct croatian *own, const struct piece *at, cell_t cell, int enemy, uint32_t mask,
                 cell_t *out, int room, uint64_t *watched)
{
    struct look look = {own, at, cell, enemy, mask, out, 0, room, watched};
    const uint32_t knights = KIND_BIT(KNIGHT), king = KIND_BIT(KING), queen = KIND_BIT(QUEEN);
    see_pawns(&look);
    see_lines(&look, ORTHOGONAL, KIND_BIT(ROOK) | queen, king | (mask & KIND_BIT(SHAMAN)));
    see_lines(&look, DIAGONAL, KIND_BIT(BISHOP) | queen, king);
    see_lines(&look, KNIGHTS, KIND_BIT(PEGASUS), knights);
    see_jumps(&look, UNICORN, LONG_JUMPS, KNIGHTS);
    see_jumps(&look, SHAMAN, FAR_JUMPS, NEAR_JUMPS);
    see_centaurs(&look);
    see_serpents(&look);
    return look.n;
}

uint32_t kinds_on_board(const struct croatian *own, const struct piece *at, int side)
{
    uint32_t kinds = 0;
    for (int c = 0; c < own->cells; c++)
        if (at[c].kind && at[c].side == side)
            kinds |= KIND_BIT(at[c].kind);
    return kinds;
}

void find_opening_checks(struct croatian *own)
{
    enum { ROOM = sizeof own->exempt[0] / sizeof own->exempt[0][0] };
    cell_t found_cells[2][ROOM];
    int n[2];
    for (int side = WHITE; side <= BLACK; side++)
        n[side] = attackers_of(own, own->home, own->king[side], !side, kinds_on_board(own, own->home, !side),
                               found_cells[side], ROOM, NULL);
    for (int side = WHITE; side <= BLACK; side++) {
        memcpy(own->exempt[side], found_cells[side], sizeof own->exempt[side]);
        own->exempts[side] = n[side];
    }
}
