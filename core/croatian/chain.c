/* chain.c - members in a row: lifting, activating, taking back; what the end of a ply settles (7, 9, 14). */
#include "core/croatian/croatian.h"

#include <stdlib.h>
#include <string.h>

void chain_begin(struct chain *chain, struct position *now, struct members *out)
{
    const struct croatian *own = croatian_of(now);
    memset(chain, 0, offsetof(struct chain, reaches));
    chain->own = own;
    chain->now = now;
    chain->out = out;
    chain->hand = CELL_NONE;
    chain->reaches.turn = 0;
    memset(chain->reaches.seen, 0, (size_t)own->cells * sizeof *chain->reaches.seen);
    chain->king = position_find(now, KING, now->side);
    chain->enemies = kinds_on_board(own, now->at, !now->side);
    if (chain->king == CELL_NONE)
        return;
    cells_add(chain->watched, chain->king);
    chain->attackers = attackers_of(own, now->at, chain->king, !now->side, chain->enemies, chain->attacker,
                                    ATTACKERS_MAX, chain->watched);
}

bool may_launch(const struct position *position, cell_t cell)
{
    struct piece piece = position->at[cell];
    if (piece.kind == MONOLITH)
        return true;
    return piece.kind && piece.side == position->side && !is_passive(piece.kind) && piece.kind != STAR;
}

void chain_lift(struct chain *chain, cell_t cell)
{
    chain->air = chain->now->at[cell];
    chain->hand = cell;
    chain->now->at[cell] = (struct piece){0};
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
    *pushed = (struct pushed){chain->air,
                              chain->pattern,
                              chain->hand,
                              chain->king,
                              chain->momentum,
                              cells_has(chain->touched, member->from),
                              cells_has(chain->touched, end),
                              chain->pawn_moved,
                              chain->disturbed};
    if (!is_passive(chain->air.kind))
        chain->pattern = chain->air;
    if (chain->air.kind == PAWN)
        chain->pawn_moved = true;
    if (chain->air.kind == KING)
        chain->king = end;
    cells_add(chain->touched, member->from);
    cells_add(chain->touched, end);
    chain->disturbed =
        chain->disturbed || cells_has(chain->watched, member->from) || cells_has(chain->watched, end);
    struct piece lands = chain->air;
    lands.mark = 0;
    chain->now->at[end] = lands;
    chain->air = member->met;
    chain->air.mark = member->met.kind == SHAMAN ? TRANCE : 0;
    chain->hand = end;
    chain->momentum = member->left;
    chain->moves++;
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
    chain->disturbed = pushed->disturbed;
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

/* Rights whose King's or partner's initial cell was touched are lost for good (9.1). */
static void lose_rights(const struct croatian *own, struct position *position, const cells_t touched)
{
    for (int side = WHITE; side <= BLACK; side++) {
        uint32_t files = rights_of(position, side), kept = 0;
        int rank = own->board->cell[own->king[side]].rank;
        for (int file = 0; file < own->size && files; file++)
            if (files >> file & 1 && !cells_has(touched, board_at(own->board, file, rank)))
                kept |= 1u << file;
        if (files)
            rights_set(position, side, cells_has(touched, own->king[side]) ? 0 : kept);
    }
}

void ply_settle(const struct croatian *own, struct position *position, const cells_t touched,
                bool irreversible, cell_t pawn_from, cell_t pawn_to)
{
    position->passed_count = 0;
    if (pawn_from != CELL_NONE) {
        cell_t cell = forward_of(own, pawn_from, position->side, 0);
        for (; cell != pawn_to && position->passed_count < PASSED_MAX;
             cell = forward_of(own, cell, position->side, 0))
            position->passed[position->passed_count++] = cell;
    }
    lose_rights(own, position, touched);
    position->halfmove = irreversible ? 0 : position->halfmove + 1;
    position->fullmove += position->side == BLACK;
    position->side = !position->side;
}

void chain_finish(const struct chain *chain, const struct member *last, struct position *after)
{
    const struct croatian *own = chain->own;
    cells_t touched;
    cell_t cells[6];
    position_copy(after, chain->now);
    member_apply(own, after, last);
    memcpy(touched, chain->touched, sizeof touched);
    for (int i = member_touches(last, cells) - 1; i >= 0; i--)
        cells_add(touched, cells[i]);
    bool long_step = last->ending == LANDS && last->piece.kind == PAWN &&
                     last->piece.side == chain->now->side &&
                     abs(advance_of(own, last->to, WHITE) - advance_of(own, last->from, WHITE)) > 1;
    ply_settle(own, after, touched, chain->pawn_moved || member_irreversible(last, chain->now->side),
               long_step ? last->from : CELL_NONE, long_step ? last->to : CELL_NONE);
}
