/* cascade.c - several members in a row: lifting, activating, undoing; and what the end of a ply changes (7, 9, 14).
 *
 * A struct chain is a ply in progress on one board: chain_begin() surveys the position, chain_lift() takes the launching piece
 * off the board, chain_push() makes a member that activates a piece, chain_finish() makes the last member and everything that
 * happens at the end of a ply. chain_pull(), chain_drop() and chain_resume() undo these in reverse order, so the board is never
 * copied. Every undo structure holds exactly what its step overwrites.
 *
 * The chain also tracks which enemy pieces attack the player's King (`threats`), because rule 10.2 concerns every member. It is
 * updated as long as the cause of a change is known (a piece that lands or is lifted); if the King moves or a pinned piece is
 * lifted, `aware` becomes false and members_of() computes the threats afresh. */
#include "core/families/croatian/croatian.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool may_launch(const struct position *position, cell_t cell)
{
    struct piece piece = position->at[cell];
    if (piece.kind == MONOLITH)
        return true;
    return piece.kind && piece.side == position->side && !is_passive(piece.kind) && piece.kind != STAR;
}

static inline void look_at(struct chain *chain, cell_t cell)
{
    const struct position *now = chain->now;
    struct piece piece = now->at[cell];
    if (may_launch(now, cell))
        chain->launch[chain->launches++] = cell;
    if (piece.side == !now->side && can_attack(piece.kind))
        chain->foe[chain->foes++] = cell;
    if (piece.kind == STAR || piece.kind == MONOLITH)
        chain->host[chain->hosts++] = cell;
    if (piece.kind == KING && piece.side == now->side && chain->king == CELL_NONE)
        chain->king = cell;
}

/* Find the pieces that can launch, the King, and its potential attackers, in one pass over the board. */
static void look_over(struct chain *chain, const uint64_t *occupied)
{
    int cells = chain->own->cells;
    chain->king = CELL_NONE;
    if (!occupied) {
        for (int c = 0; c < cells; c++)
            if (chain->now->at[c].kind)
                look_at(chain, (cell_t)c);
        return;
    }
    for (int c = cells_next(occupied, 0, cells); c < CELLS_MAX; c = cells_next(occupied, c + 1, cells))
        look_at(chain, (cell_t)c);
}

static void attackers_copy(struct attackers *to, const struct attackers *from)
{
    to->n = from->n;
    for (int i = 0; i < from->n; i++)
        to->v[i] = from->v[i];
}

/* Update which pieces attack the King after the piece in the air has landed on `end` and another one was lifted from there. */
static void renew_threats(struct chain *chain, cell_t end, const struct attackers *old)
{
    int enemy = !chain->now->side;
    chain->threats.n = 0;
    attackers_among(chain->own, chain->now->at, chain->king, enemy, old->v, old->n, &chain->threats, NULL);
    attackers_among(chain->own, chain->now->at, chain->king, enemy, &end, 1, &chain->threats, NULL);
}

void chain_begin(struct chain *chain, struct position *now, struct members *out)
{
    chain_begin_among(chain, now, out, NULL);
}

void chain_begin_among(struct chain *chain, struct position *now, struct members *out, const cells_t occupied)
{
    const struct croatian *own = croatian_of(now);
    memset(chain, 0, offsetof(struct chain, reaches));
    chain->own = own;
    chain->now = now;
    chain->out = out;
    chain->most = INT_MAX;
    chain->hand = CELL_NONE;
    chain->reaches.turn = 0;
    chain->halfmove = now->halfmove;
    for (int side = WHITE; side <= BLACK; side++)
        chain->rights[side] = rights_of(now, side);
    chain->passed_count = now->passed_count;
    memcpy(chain->passed, now->passed, sizeof chain->passed);
    look_over(chain, occupied);
    if (chain->king != CELL_NONE)
        attackers_among(own, now->at, chain->king, !now->side, chain->foe, chain->foes, &chain->before, chain->pins);
}

void chain_lift(struct chain *chain, cell_t cell)
{
    chain->air = chain->now->at[cell];
    chain->hand = cell;
    chain->now->at[cell] = (struct piece){0};
    chain->aware = chain->unpinned = !cells_has(chain->pins, cell);
    if (chain->aware)
        attackers_copy(&chain->threats, &chain->before);
}

void chain_drop(struct chain *chain)
{
    chain->now->at[chain->hand] = chain->air;
    chain->air = (struct piece){0};
    chain->hand = CELL_NONE;
}

void chain_push(struct chain *chain, const struct member *member, struct pushed *pushed)
{
    cell_t end = member_end(member);
    pushed->air = chain->air;
    pushed->pattern = chain->pattern;
    pushed->hand = chain->hand;
    pushed->king = chain->king;
    pushed->momentum = chain->momentum;
    pushed->from_touched = cells_has(chain->touched, member->from);
    pushed->to_touched = cells_has(chain->touched, end);
    pushed->pawn_moved = chain->pawn_moved;
    pushed->aware = chain->aware;
    attackers_copy(&pushed->threats, &chain->threats);
    if (!is_passive(chain->air.kind))
        chain->pattern = chain->air;
    if (chain->air.kind == PAWN)
        chain->pawn_moved = true;
    if (chain->air.kind == KING) {
        chain->king = end;
        chain->aware = false;
    }
    cells_add(chain->touched, member->from);
    cells_add(chain->touched, end);
    struct piece lands = chain->air;
    lands.mark = 0;
    chain->now->at[end] = lands;
    chain->air = member->met;
    chain->air.mark = member->met.kind == SHAMAN ? TRANCE : 0;
    chain->hand = end;
    chain->momentum = member->left;
    chain->moves++;
    if (chain->aware && chain->king != CELL_NONE && (pushed->threats.n || lands.side == !chain->now->side))
        renew_threats(chain, end, &pushed->threats);
}

static void cells_drop(cells_t set, cell_t cell)
{
    set[cell / 64] &= ~((uint64_t)1 << cell % 64);
}

void chain_pull(struct chain *chain, const struct member *member, const struct pushed *pushed)
{
    cell_t end = member_end(member);
    chain->now->at[end] = member->met;
    chain->air = pushed->air;
    chain->pattern = pushed->pattern;
    chain->hand = pushed->hand;
    chain->king = pushed->king;
    chain->momentum = pushed->momentum;
    chain->pawn_moved = pushed->pawn_moved;
    chain->aware = pushed->aware;
    attackers_copy(&chain->threats, &pushed->threats);
    if (!pushed->from_touched)
        cells_drop(chain->touched, member->from);
    if (!pushed->to_touched)
        cells_drop(chain->touched, end);
    chain->moves--;
}

bool member_irreversible(const struct member *member, int player)
{
    if (member->piece.kind == PAWN || member->promotion || member->summoned)
        return true;
    switch (member->ending) {
    case CAPTURES:
    case PASSES:
    case CONVERTS:
        return true;
    case DIVES:
        return member->side != member->piece.side;
    case TELEPORTS:
        return member->met.kind == PAWN || member->met.side != player;
    default:
        return false;
    }
}

void lose_rights(const struct croatian *own, struct position *position, cell_t cell)
{
    if (!own->guards[cell])
        return;
    for (int side = WHITE; side <= BLACK; side++) {
        uint32_t files = rights_of(position, side);
        if (!files || own->board->cell[cell].rank != own->board->cell[own->king[side]].rank)
            continue;
        uint32_t lost = cell == own->king[side] ? files : files & (uint32_t)1 << own->board->cell[cell].file;
        if (lost)
            rights_set(position, side, files & ~lost);
    }
}

void lose_all_rights(const struct croatian *own, struct position *position, const cells_t touched)
{
    for (int c = 0; c < own->cells; c++)
        if (touched[c / 64] == 0)
            c |= 63;
        else if (cells_has(touched, (cell_t)c))
            lose_rights(own, position, (cell_t)c);
}

static inline void settle(const struct croatian *own, struct position *position, bool irreversible, cell_t pawn_from,
                          cell_t pawn_to)
{
    int step = position->side == BLACK ? -own->size : own->size, passed = 0;
    if (pawn_from != CELL_NONE)
        for (int cell = pawn_from + step; cell != pawn_to && passed < PASSED_MAX; cell += step)
            position->passed[passed++] = (cell_t)cell;
    position->passed_count = (uint8_t)passed;
    position->halfmove = irreversible ? 0 : position->halfmove + 1;
    position->fullmove += position->side == BLACK;
    position->side = !position->side;
}

void ply_settle(const struct croatian *own, struct position *position, bool irreversible, cell_t pawn_from,
                cell_t pawn_to)
{
    settle(own, position, irreversible, pawn_from, pawn_to);
}

/* Store the cells a last member changes and their contents; returns whether castling rights may be lost with them. */
static bool note_cells(const struct chain *chain, const struct member *last, struct finished *out)
{
    bool guarded = false;
    out->touches = out->changes = member_touches(last, out->cell);
    for (int i = 0; i < out->touches; i++) {
        out->piece[i] = chain->now->at[out->cell[i]];
        guarded |= chain->own->guards[out->cell[i]];
    }
    return guarded;
}

/* The same for a landing without a journey. The cell it left needs no entry: it has been empty since the piece was lifted. */
static inline bool note_landing(const struct chain *chain, const struct member *last, struct finished *out)
{
    const uint8_t *guards = chain->own->guards;
    out->cell[0] = last->to;
    out->cell[1] = last->from;
    out->touches = 2;
    out->changes = 1;
    out->piece[0] = chain->now->at[out->cell[0]];
    return guards[out->cell[0]] | guards[out->cell[1]];
}

static void lose_touched(const struct chain *chain, const struct finished *finished)
{
    lose_all_rights(chain->own, chain->now, chain->touched);
    for (int i = 0; i < finished->touches; i++)
        lose_rights(chain->own, chain->now, finished->cell[i]);
}

bool member_is_long_step(const struct croatian *own, const struct member *member, int player)
{
    bool lands = member->ending == LANDS && !member->promotion && member->leg == CELL_NONE;
    return lands && member->piece.kind == PAWN && member->piece.side == player && abs(member->to - member->from) > own->size;
}

void chain_finish(struct chain *chain, const struct member *last, struct finished *out)
{
    const struct croatian *own = chain->own;
    struct position *now = chain->now;
    int player = now->side;
    bool lands = last->ending == LANDS && !last->promotion && last->leg == CELL_NONE, pawn = last->piece.kind == PAWN;
    bool long_step = member_is_long_step(own, last, player);
    bool guarded = lands ? note_landing(chain, last, out) : note_cells(chain, last, out);
    out->guarded = (chain->moves > 0 || guarded) && (chain->rights[WHITE] || chain->rights[BLACK]);
    if (own->holds)
        out->last = *last;
    if (lands) /* what member_apply() would do */
        now->at[out->cell[0]] = (struct piece){.kind = last->piece.kind, .side = last->piece.side};
    else
        member_apply(own, now, last);
    if (out->guarded)
        lose_touched(chain, out);
    bool irreversible = chain->pawn_moved || (lands ? pawn : member_irreversible(last, player));
    settle(own, now, irreversible, long_step ? last->from : CELL_NONE, long_step ? last->to : CELL_NONE);
}

void chain_resume(struct chain *chain, const struct finished *finished)
{
    struct position *now = chain->now;
    for (int i = finished->changes - 1; i >= 0; i--)
        now->at[finished->cell[i]] = finished->piece[i];
    now->side = !now->side;
    now->fullmove -= now->side == BLACK;
    now->halfmove = chain->halfmove;
    now->passed_count = chain->passed_count;
    if (chain->passed_count) /* copies the whole array: a fixed size is faster than the few cells in use */
        memcpy(now->passed, chain->passed, sizeof now->passed);
    for (int side = WHITE; side <= BLACK && finished->guarded; side++)
        rights_set(now, side, chain->rights[side]);
    if (chain->own->holds)
        member_count_held(chain->own, now, &finished->last, -1);
}
