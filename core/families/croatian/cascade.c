/* cascade.c - plies of several members: lifting, activating, undoing; and what the end of a ply
 * changes (7, 9, 14).
 *
 * A struct chain is a ply in progress on one board: chain_begin() surveys the position,
 * chain_lift() takes the launching piece off the board, chain_push() makes a member that activates
 * a piece, chain_finish() makes the last member and everything that happens at the end of a ply.
 * chain_pull(), chain_drop() and chain_resume() undo these in reverse order, so the board is never
 * copied. Every undo structure contains exactly the values that its step overwrites.
 *
 * The chain also tracks which enemy pieces attack the player's King (`threats`), because rule 10.2
 * concerns every member. The attackers are updated as long as the cause of a change is known (a
 * piece lands or is lifted). If the King moves or a pinned piece is lifted, `aware` becomes false
 * and members_of() computes the attackers afresh. */
#include "core/families/croatian/croatian.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool may_launch(const struct position *position, cell_t cell)
{
    struct piece piece = position->at[cell];
    if (piece.kind == MONOLITH)
        return true;
    return piece.kind && piece.side == position->side && !is_passive(piece.kind) &&
           piece.kind != STAR;
}

static inline void croatian_look_at(struct chain *chain, cell_t cell)
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

/* Find the pieces that can launch, the King, and its potential attackers, in one pass over the
 * board. */
static void look_over(struct chain *chain, const uint64_t *occupied)
{
    int cells = chain->own->cells;
    chain->king = CELL_NONE;
    if (!occupied) {
        for (int c = 0; c < cells; c++)
            if (chain->now->at[c].kind)
                croatian_look_at(chain, (cell_t)c);
        return;
    }
    for (int c = cells_next(occupied, 0, cells); c < CELLS_MAX;
         c = cells_next(occupied, c + 1, cells))
        croatian_look_at(chain, (cell_t)c);
}

static void attackers_copy(struct attackers *to, const struct attackers *from)
{
    to->n = from->n;
    for (int i = 0; i < from->n; i++)
        to->v[i] = from->v[i];
}

/* The piece in the air has landed on `end`, and the piece there has been lifted: update which
 * pieces attack the King. `old` are the attackers before the landing. */
static void renew_threats(struct chain *chain, cell_t end, const struct attackers *old)
{
    int enemy = !chain->now->side;
    chain->threats.n = 0;
    attackers_among(chain->own, chain->now->at, chain->king, enemy, old->v, old->n, &chain->threats,
                    NULL);
    attackers_among(chain->own, chain->now->at, chain->king, enemy, &end, 1, &chain->threats, NULL);
}

void chain_begin(struct chain *chain, struct position *now, struct members *out)
{
    chain_begin_among(chain, now, out, NULL);
}

void chain_begin_among(struct chain *chain, struct position *now, struct members *out,
                       const cells_t occupied)
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
        attackers_among(own, now->at, chain->king, !now->side, chain->foe, chain->foes,
                        &chain->before, chain->pins);
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
    if (chain->aware && chain->king != CELL_NONE &&
        (pushed->threats.n || lands.side == !chain->now->side))
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
        uint32_t lost =
            cell == own->king[side] ? files : files & (uint32_t)1 << own->board->cell[cell].file;
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

static inline void croatian_settle(const struct croatian *own, struct position *position,
                                   bool irreversible, cell_t pawn_from, cell_t pawn_to)
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

void ply_settle(const struct croatian *own, struct position *position, bool irreversible,
                cell_t pawn_from, cell_t pawn_to)
{
    croatian_settle(own, position, irreversible, pawn_from, pawn_to);
}

/* Store the cells that the last member of a ply changes, with their contents. True if castling
 * rights may be lost when these cells change. */
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

/* Do the work of note_cells() for a plain landing. The cell that the piece left needs no stored
 * contents, because it has been empty since the piece was lifted. */
static inline bool note_landing(const struct chain *chain, const struct member *last,
                                struct finished *out)
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
    return lands && member->piece.kind == PAWN && member->piece.side == player &&
           abs(member->to - member->from) > own->size;
}

void chain_finish(struct chain *chain, const struct member *last, struct finished *out)
{
    const struct croatian *own = chain->own;
    struct position *now = chain->now;
    int player = now->side;
    bool lands = last->ending == LANDS && !last->promotion && last->leg == CELL_NONE,
         pawn = last->piece.kind == PAWN;
    bool long_step = member_is_long_step(own, last, player);
    bool guarded = lands ? note_landing(chain, last, out) : note_cells(chain, last, out);
    out->guarded = (chain->moves > 0 || guarded) && (chain->rights[WHITE] || chain->rights[BLACK]);
    if (own->holds)
        out->last = *last;
    if (lands) /* here this does the work of member_apply(), only faster */
        now->at[out->cell[0]] = (struct piece){.kind = last->piece.kind, .side = last->piece.side};
    else
        member_apply(own, now, last);
    if (out->guarded)
        lose_touched(chain, out);
    bool irreversible = chain->pawn_moved || (lands ? pawn : member_irreversible(last, player));
    croatian_settle(own, now, irreversible, long_step ? last->from : CELL_NONE,
                    long_step ? last->to : CELL_NONE);
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
    if (chain->passed_count) /* copy the whole array, because a copy of fixed size is faster than
                                one of the few cells in use */
        memcpy(now->passed, chain->passed, sizeof now->passed);
    for (int side = WHITE; side <= BLACK && finished->guarded; side++)
        rights_set(now, side, chain->rights[side]);
    if (chain->own->holds)
        member_count_held(chain->own, now, &finished->last, -1);
}

/* ---- What the piece in the air may do where its movement leads: the table of 8.1, castling, en
 * passant.
 *
 * Every member found here is legal: member_keep() tests rule 10.2 before it keeps a member. That
 * test is expensive, so most members avoid it:
 *
 * - No threats (no enemy piece attacks the King while the piece in the air is off the board): a
 *   member that neither moves the King nor brings an enemy piece anywhere cannot expose the King;
 *   see keeps_quiet(). Plain landings are then added without any test; see lands_plainly().
 * - Threats: the last member must end them all. know_relief() computes the cells where an arrival
 *   could do that; a last member that arrives elsewhere is dropped untested; see is_no_relief().
 *   relief_of() may return too many cells, so members that arrive there are tested.
 * - Otherwise stays_safe() makes the member on the board and looks for attackers, only among the
 *   pieces that attacked before and the pieces that arrive. It tests all enemy pieces only if the
 *   King moves or a Pawn is captured en passant.
 *
 * Why this is correct: during a ply an occupied cell stays occupied and an empty one empty, except
 * at the start of the launching piece and where the last member ends. Lines therefore neither open
 * nor close in between. After a member that continues the ply, pieces may still attack if they
 * attacked before the ply and were not touched (10.2); after the last member none may attack. */

static struct piece as_kind(struct piece piece, int kind)
{
    piece.kind = (uint8_t)kind;
    piece.mark = 0; /* a trance ends when the Shaman lands */
    return piece;
}

/* Perform a member on the board. */
static void place_member(const struct croatian *own, struct piece *at, const struct member *member)
{
    struct piece piece = as_kind(member->piece, member->piece.kind);
    cell_t end = member_end(member);
    switch (member->ending) {
    case CONVERTS:
        at[end].side = piece.side;
        if (piece.kind == SHAMAN && own->shaman_stays)
            at[member->from] = piece;
        return;
    case PROMOTES:
        at[end].kind = member->promotion;
        if (piece.kind == SHAMAN && own->shaman_stays)
            at[member->from] = piece;
        return;
    case DIVES:
        piece.side = member->side;
        at[member->portal] = as_kind(piece, member->promotion ? member->promotion : piece.kind);
        if (member->summoned)
            at[member->aside] = (struct piece){member->summoned, member->piece.side, 0, 0};
        return;
    case TELEPORTS:
        at[end] = piece;
        at[member->portal] =
            as_kind(member->met, member->promotion ? member->promotion : member->met.kind);
        at[member->portal].side = member->side;
        return;
    case PASSES:
        at[member->aside] = (struct piece){0};
        break;
    case CASTLES:
        at[member->to + (member->from < member->to ? -1 : 1)] = at[member->aside];
        at[member->aside] = (struct piece){0};
        break;
    }
    at[end] = as_kind(piece, member->promotion ? member->promotion : piece.kind);
}

void member_count_held(const struct croatian *own, struct position *position,
                       const struct member *member, int by)
{
    struct piece piece = member->piece;
    bool leaves = member->ending == CONVERTS || member->ending == PROMOTES;
    if (!own->holds)
        return;
    if (member->ending == CAPTURES || member->ending == PASSES)
        position->held[member->met.side][member->met.kind] += (uint16_t)by;
    if (leaves && !(piece.kind == SHAMAN && own->shaman_stays))
        position->held[piece.side][piece.kind] += (uint16_t)by;
    if (member->summoned)
        position->held[piece.side][member->summoned] -= (uint16_t)by;
}

void member_apply(const struct croatian *own, struct position *position,
                  const struct member *member)
{
    member_count_held(own, position, member, 1);
    place_member(own, position->at, member);
}

/* Find the pieces that attack a King on `king` now. Candidates are the enemies before the ply, the
 * pieces on the cells that the ply has touched, and the pieces on the `count` cells in `more`. */
static void croatian_look_around(const struct chain *chain, cell_t king, const cell_t *more,
                                 int count, struct attackers *out)
{
    const struct croatian *own = chain->own;
    const struct piece *at = chain->now->at;
    int enemy = !chain->now->side;
    attackers_among(own, at, king, enemy, chain->foe, chain->foes, out, NULL);
    attackers_among(own, at, king, enemy, more, count, out, NULL);
    for (int c = 0; c < own->cells && chain->moves > 0; c++)
        if (cells_has(chain->touched, (cell_t)c)) {
            cell_t cell = (cell_t)c;
            attackers_among(own, at, king, enemy, &cell, 1, out, NULL);
        }
}

/* Compute which pieces attack the King, unless chain->threats is already valid. */
static void look_at_king(struct chain *chain)
{
    if (chain->aware)
        return;
    chain->aware = true;
    chain->threats.n = 0;
    if (chain->king != CELL_NONE)
        croatian_look_around(chain, chain->king, NULL, 0, &chain->threats);
}

/* True if `attacker` already attacked the King before the ply, and neither the ply nor this member
 * has touched its cell (10.2). */
static bool is_old_attacker(const struct chain *chain, cell_t attacker, const cell_t *touched,
                            int n)
{
    bool old = false;
    for (int i = 0; i < chain->before.n && !old; i++)
        old = chain->before.v[i] == attacker;
    for (int i = 0; i < n && old; i++)
        old = touched[i] != attacker;
    return old && !cells_has(chain->touched, attacker);
}

/* Test rule 10.2 (no check during the ply): make the member on the board, look for attackers, and
 * undo it. If the King moves or a Pawn is captured en passant, look for all attackers. After any
 * other member the only possible attackers are those from before it and pieces on cells that it
 * changed. */
static bool stays_safe(struct chain *chain, const struct member *member)
{
    const struct croatian *own = chain->own;
    struct piece *at = chain->now->at, before[MEMBER_TOUCHES];
    cell_t touched[MEMBER_TOUCHES];
    struct attackers found = {.n = 0};
    bool last = member->ending != PUSHES, king_moves = member->piece.kind == KING;
    int n = member_touches(member, touched), enemy = !chain->now->side;
    for (int i = 0; i < n; i++)
        before[i] = at[touched[i]];
    place_member(own, at, member);
    if (king_moves || member->ending == PASSES) {
        croatian_look_around(chain, king_moves ? member->to : chain->king, touched, n, &found);
    } else {
        attackers_among(own, at, chain->king, enemy, chain->threats.v, chain->threats.n, &found,
                        NULL);
        attackers_among(own, at, chain->king, enemy, touched, n, &found, NULL);
    }
    for (int i = n - 1; i >= 0; i--)
        at[touched[i]] = before[i];
    if (last || king_moves)
        return found.n == 0;
    for (int i = 0; i < found.n; i++)
        if (!is_old_attacker(chain, found.v[i], touched, n))
            return false;
    return true;
}

/* Compute the cells where a piece must arrive to end the attacks on the King (chain->relief). */
static void know_relief(struct chain *chain)
{
    bool first = chain->moves == 0 && chain->unpinned;
    chain->pressed = chain->threats.n && chain->air.kind != KING && !chain->careless;
    if (!chain->pressed)
        return;
    if (!first || !chain->relieved)
        relief_of(chain->own, chain->now->at, chain->king, &chain->threats, chain->relief);
    if (first && chain->relieved)
        memcpy(chain->relief, chain->relief_before, sizeof chain->relief);
    else if (first)
        memcpy(chain->relief_before, chain->relief, sizeof chain->relief);
    chain->relieved |= first;
}

/* True if the last member of a ply arrives on a cell where it cannot end every attack on the
 * King. */
static bool is_no_relief(const struct chain *chain, const struct member *member)
{
    bool transforms = member->ending == CONVERTS || member->ending == PROMOTES,
         stays = chain->own->shaman_stays;
    bool arrives = member->ending == LANDS || member->ending == CAPTURES || (transforms && !stays);
    return arrives && chain->pressed && !cells_has(chain->relief, member_end(member));
}

/* True if a member neither puts an enemy piece on a cell nor opens a line. If no piece attacked the
 * King before, then none attacks it after the member. */
static bool keeps_quiet(const struct chain *chain, const struct member *member)
{
    int enemy = !chain->now->side;
    if (member->piece.kind == KING || member->ending == PASSES)
        return false;
    return member->piece.side != enemy && (member->ending != DIVES || member->side != enemy);
}

static bool croatian_is_safe(struct chain *chain, const struct member *member)
{
    if (chain->king == CELL_NONE || chain->careless ||
        (chain->own->end_of_ply && member->ending == PUSHES))
        return true;
    if (is_no_relief(chain, member))
        return false;
    return (chain->threats.n == 0 && keeps_quiet(chain, member)) || stays_safe(chain, member);
}

void member_keep(struct chain *chain, const struct member *member)
{
    struct members *out = chain->out;
    bool goes_on = member->ending == PUSHES;
    if (goes_on && chain->moves + 1 >= chain->most) {
        chain->cut = true;
        return;
    }
    if ((!goes_on && chain->moves + 1 < chain->least) || !croatian_is_safe(chain, member))
        return;
    if (!goes_on && out->tallying) {
        out->tally++;
        return;
    }
    out->v = memory_room(out->v, &out->room, out->n + 1, sizeof *out->v);
    out->v[out->n++] = *member;
}

/* Keep the member once for each kind that a Pawn may promote to. */
static void keep_each_figure(struct chain *chain, struct member *member)
{
    for (int i = 0; i < chain->own->figures; i++) {
        member->promotion = chain->own->figure[i];
        member_keep(chain, member);
    }
    member->promotion = KIND_NONE;
}

void member_keep_promoting(struct chain *chain, struct member *member, int kind, int side,
                           cell_t cell)
{
    const struct croatian *own = chain->own;
    if (kind != PAWN || advance_of(own, cell, side) != own->size - 1) {
        member_keep(chain, member);
        return;
    }
    keep_each_figure(chain, member);
}

static void keep_ending(struct chain *chain, struct member *member, enum ending ending)
{
    member->ending = (uint8_t)ending;
    if (ending == LANDS || ending == CAPTURES)
        member_keep_promoting(chain, member, member->piece.kind, member->piece.side, member->to);
    else
        member_keep(chain, member);
}

/* Add the en passant captures of a Pawn (9.2). An activated Pawn of the player may also capture en
 * passant (D11). */
static void croatian_add_passant(struct chain *chain, struct member *member)
{
    const struct position *now = chain->now;
    if (member->piece.kind != PAWN || member->piece.side != now->side || now->passed_count == 0)
        return;
    cell_t victim = forward_of(chain->own, now->passed[now->passed_count - 1], !now->side, 0);
    if (victim == CELL_NONE || cells_has(chain->touched, victim) || now->at[victim].kind != PAWN)
        return;
    for (int i = 0; i < now->passed_count; i++)
        if (now->passed[i] == member->to) {
            member->aside = victim;
            member->met = now->at[victim];
            keep_ending(chain, member, PASSES);
        }
}

/* Add the members of a Pyramid or a launching Shaman that meets a piece: transformations and
 * captures. */
static void meet_transforming(struct chain *chain, struct member *member)
{
    int side = member->piece.side, half = chain->own->half[member->to];
    struct piece met = member->met;
    bool pyramid = member->piece.kind == PYRAMID;
    if (met.side != side) {
        keep_ending(chain, member, CAPTURES);
        if (half == side)
            keep_ending(chain, member, CONVERTS);
    } else if (met.kind == PAWN) {
        if (half == !side) { /* a Pawn of the same side in the enemy's half promotes (8.4, 8.7) */
            member->ending = PROMOTES;
            keep_each_figure(chain, member);
        }
    } else if (pyramid ? met.kind == SHAMAN : is_passive(met.kind)) {
        keep_ending(chain, member, PUSHES);
    }
}

/* Add the members of a piece that meets another, by the table of 8.1. The caller handles meetings
 * with Kings, Stars and Monoliths. */
static void meet_piece(struct chain *chain, struct member *member)
{
    struct piece met = member->met;
    switch (member->piece.kind) {
    case WAVE:
        if (chain->momentum > 0 || met.kind == SHAMAN) /* a Wave without momentum activates only
                                                          Shamans (D7) */
            keep_ending(chain, member, PUSHES);
        break;
    case STARCHILD:
        keep_ending(chain, member, PUSHES);
        break;
    case MONOLITH:
        add_teleports(chain, member);
        break;
    case SHAMAN:
        if (member->piece.mark == TRANCE)
            keep_ending(chain, member, PUSHES);
        else
            meet_transforming(chain, member);
        break;
    case PYRAMID:
        meet_transforming(chain, member);
        break;
    default:
        if (met.side != member->piece.side)
            keep_ending(chain, member, CAPTURES);
        else if (is_passive(met.kind))
            keep_ending(chain, member, PUSHES);
    }
}

/* The momentum that the piece in the air passes on after `steps` steps (7.2). */
static int momentum_left(const struct chain *chain, int steps)
{
    if (chain->air.kind == WAVE)
        return chain->momentum;
    if (chain->air.mark == TRANCE)
        return 1;
    return chain->moves == 0 ? steps : chain->momentum - steps;
}

static void croatian_begin_member(const struct chain *chain, cell_t to, struct member *out)
{
    *out = (struct member){
        .piece = chain->air,
        .met = chain->now->at[to],
        .from = chain->hand,
        .to = to,
        .leg = CELL_NONE,
        .portal = CELL_NONE,
        .aside = CELL_NONE,
        .side = chain->air.side,
    };
}

static void croatian_meet(struct chain *chain, const struct reached *reached)
{
    struct member member;
    croatian_begin_member(chain, reached->cell, &member);
    int kind = member.met.kind;
    if (!kind) {
        if (reached->flags & REACH_QUIET)
            keep_ending(chain, &member, LANDS);
        else
            croatian_add_passant(chain, &member);
        return;
    }
    if (!(reached->flags & REACH_CLAIM) || kind == KING)
        return;
    member.left = (uint8_t)momentum_left(chain, reached->steps);
    if (kind != STAR && kind != MONOLITH)
        meet_piece(chain, &member);
    else if (chain->air.kind != KING && (chain->air.kind != WAVE || chain->momentum > 0))
        add_dives(chain, &member);
}

/* True if the piece in the air may land on any empty cell without danger to the King and without
 * promoting. Such a landing is a plain landing. */
static bool lands_plainly(const struct chain *chain)
{
    struct piece air = chain->air;
    if (chain->threats.n || air.kind == KING || air.side == !chain->now->side)
        return false;
    return air.kind != PAWN || advance_of(chain->own, chain->hand, air.side) < chain->own->size - 2;
}

/* Add a plain landing (see lands_plainly()); most members are plain landings. The member is built
 * inside the list, because copying a struct that was just written member by member takes longer
 * than building it. */
static void add_landing(struct chain *chain, cell_t to)
{
    struct members *out = chain->out;
    if (out->tallying) {
        out->tally++;
        return;
    }
    if (out->n == out->room)
        out->v = memory_room(out->v, &out->room, out->n + 1, sizeof *out->v);
    croatian_begin_member(chain, to, &out->v[out->n++]); /* The new member lands:
                                                            croatian_begin_member() leaves `ending`
                                                            zero, which is LANDS. */
}

/* Add the castling moves (9.1) in one direction. The King has been lifted and is not attacked. */
static void castle_towards(struct chain *chain, int direction)
{
    const struct croatian *own = chain->own;
    struct position *now = chain->now;
    cell_t home = chain->hand, partner = home;
    int distance = 0, side = now->side;
    do {
        partner = board_next(own->board, partner, direction);
        distance++;
    } while (partner != CELL_NONE && now->at[partner].kind == KIND_NONE);
    if (partner == CELL_NONE || !(rights_of(now, side) >> own->board->cell[partner].file & 1))
        return;
    struct member member;
    croatian_begin_member(chain, home, &member);
    member.met = now->at[partner];
    member.aside = partner;
    member.ending = CASTLES;
    for (int length = 1; length <= own->castle_most && length < distance; length++) {
        struct attackers attackers = {.n = 0};
        member.to = board_next(own->board, member.to, direction);
        croatian_look_around(chain, member.to, NULL, 0, &attackers);
        if (attackers.n > 0)
            break;
        if (length >= own->castle_least)
            member_keep(chain, &member);
    }
}

/* The Monoliths that a Starchild reaches; a second leg may begin on each. There are at most as many
 * as its largest box has cells. */
enum {
    BOX_WIDEST = 1 + FILES_MAX / 11,
    BOX_CELLS = (2 * BOX_WIDEST + 1) * (2 * BOX_WIDEST + 1) - 1
};
struct met_monoliths {
    struct reached v[BOX_CELLS];
    int n;
};

static void add_all_journeys(struct chain *chain, const struct met_monoliths *monoliths)
{
    for (int i = 0; i < monoliths->n; i++) {
        cell_t cell = monoliths->v[i].cell;
        struct member member;
        croatian_begin_member(chain, cell, &member);
        add_journeys(chain, &member, monoliths->v[i].steps);
    }
}

void members_of(struct chain *chain)
{
    struct piece air = chain->air;
    struct met_monoliths monoliths;
    monoliths.n = 0; /* do not clear `v`: that would cost more than a short movement */
    struct gait gait;
    gait_of(air, chain->pattern, chain->moves == 0, chain->momentum, chain->now->side, &gait);
    if (gait.limit == 0)
        return;
    look_at_king(chain);
    know_relief(chain);
    chain->reaches.longest = chain->moves == 0;
    walk(chain->own, chain->now->at, chain->hand, &gait, &chain->reaches);
    bool lands = !chain->no_landings && chain->moves + 1 >= chain->least;
    bool plain = lands_plainly(chain), ordinary = can_attack(air.kind) && air.kind != SHAMAN;
    for (int i = 0; i < chain->reaches.n; i++) {
        const struct reached *reached = &chain->reaches.v[i];
        struct piece met = chain->now->at[reached->cell];
        if (plain && reached->flags & REACH_QUIET && !met.kind) {
            if (lands)
                add_landing(chain, reached->cell);
            continue;
        }
        if (ordinary && met.side == air.side && met.kind && is_active(met.kind))
            continue; /* no piece moves onto an active piece of its own side (8.1); tested first,
                         because it is the most common case */
        if (chain->pressed && !met.kind && reached->flags & REACH_QUIET &&
            !cells_has(chain->relief, reached->cell))
            continue;
        croatian_meet(chain, reached);
        if (air.kind == STARCHILD && met.kind == MONOLITH)
            monoliths.v[monoliths.n++] = *reached;
    }
    add_all_journeys(chain, &monoliths);
    if (air.kind == KING && chain->moves == 0 && chain->before.n == 0 &&
        chain->hand == chain->own->king[air.side]) {
        castle_towards(chain, EAST);
        castle_towards(chain, WEST);
    }
}
