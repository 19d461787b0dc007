/* members.c - what the piece in the air may do where its movement leads: the table of 8.1, castling, en passant.
 *
 * Every member found here is legal: member_keep() tests rule 10.2 before it keeps one. That test is expensive, so most members
 * avoid it:
 *
 * - No threats (nobody attacks the King with the piece in the air off the board): a member that neither moves the King nor
 *   brings an enemy piece anywhere cannot expose it; see keeps_quiet(). Plain landings are then added without any test; see
 *   lands_plainly().
 * - Threats: the last member must end them all. know_relief() computes the cells where an arrival could do that; a last member
 *   that arrives elsewhere is dropped untested; see is_no_relief(). relief_of() may return too many cells, so the others are
 *   tested.
 * - Otherwise stays_safe() makes the member on the board and looks for attackers, only among those that attacked before and the
 *   pieces that arrive; all enemies are tested only if the King moves or a Pawn is captured en passant.
 *
 * Why this is correct: during a ply an occupied cell stays occupied and an empty one empty, except at the start of the
 * launching piece and where the last member ends. Lines therefore neither open nor close in between. A member that continues
 * the ply may leave attackers that attacked before the ply and were not touched (10.2); the last one must leave none. */
#include "core/families/croatian/croatian.h"

#include <string.h>

static struct piece as_kind(struct piece piece, int kind)
{
    piece.kind = (uint8_t)kind;
    piece.mark = 0; /* a trance ends where the Shaman lands */
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
        at[member->portal] = as_kind(member->met, member->promotion ? member->promotion : member->met.kind);
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

void member_count_held(const struct croatian *own, struct position *position, const struct member *member, int by)
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

void member_apply(const struct croatian *own, struct position *position, const struct member *member)
{
    member_count_held(own, position, member, 1);
    place_member(own, position->at, member);
}

/* Find the pieces that attack the player's King now, among the enemies before the ply and the pieces on the cells that the ply
 * has touched, and on `more`. */
static void look_around(const struct chain *chain, cell_t king, const cell_t *more, int count, struct attackers *out)
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

/* Find the pieces that attack the King before the members of a piece are tried. */
static void look_at_king(struct chain *chain)
{
    if (chain->aware)
        return;
    chain->aware = true;
    chain->threats.n = 0;
    if (chain->king != CELL_NONE)
        look_around(chain, chain->king, NULL, 0, &chain->threats);
}

/* True if an attacker attacked before the ply and neither the ply nor this member touched its cell (10.2). */
static bool is_old_attacker(const struct chain *chain, cell_t attacker, const cell_t *touched, int n)
{
    bool old = false;
    for (int i = 0; i < chain->before.n && !old; i++)
        old = chain->before.v[i] == attacker;
    for (int i = 0; i < n && old; i++)
        old = touched[i] != attacker;
    return old && !cells_has(chain->touched, attacker);
}

/* Test rule 10.2 (no check during the ply) on the board with the member made. Only pieces that attacked before the member, or
 * that arrive by it, can attack, unless the King itself moves or a captured Pawn leaves another cell. */
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
        look_around(chain, king_moves ? member->to : chain->king, touched, n, &found);
    } else {
        attackers_among(own, at, chain->king, enemy, chain->threats.v, chain->threats.n, &found, NULL);
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

/* Compute where a piece must arrive to end the attacks on the King. */
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

/* True if a last member arrives where it cannot end every attack on the King. */
static bool is_no_relief(const struct chain *chain, const struct member *member)
{
    bool transforms = member->ending == CONVERTS || member->ending == PROMOTES, stays = chain->own->shaman_stays;
    bool arrives = member->ending == LANDS || member->ending == CAPTURES || (transforms && !stays);
    return arrives && chain->pressed && !cells_has(chain->relief, member_end(member));
}

/* True if no enemy piece arrives and no line opens by a member, so that nobody attacks the King after it if nobody did
 * before. */
static bool keeps_quiet(const struct chain *chain, const struct member *member)
{
    int enemy = !chain->now->side;
    if (member->piece.kind == KING || member->ending == PASSES)
        return false;
    return member->piece.side != enemy && (member->ending != DIVES || member->side != enemy);
}

static bool is_safe(struct chain *chain, const struct member *member)
{
    if (chain->king == CELL_NONE || chain->careless || (chain->own->end_of_ply && member->ending == PUSHES))
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
    if ((!goes_on && chain->moves + 1 < chain->least) || !is_safe(chain, member))
        return;
    if (!goes_on && out->tallying) {
        out->tally++;
        return;
    }
    out->v = memory_room(out->v, &out->room, out->n + 1, sizeof *out->v);
    out->v[out->n++] = *member;
}

/* Keep the member once for each kind a Pawn may promote to. */
static void keep_each_figure(struct chain *chain, struct member *member)
{
    for (int i = 0; i < chain->own->figures; i++) {
        member->promotion = chain->own->figure[i];
        member_keep(chain, member);
    }
    member->promotion = KIND_NONE;
}

void member_keep_promoting(struct chain *chain, struct member *member, int kind, int side, cell_t cell)
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

/* En passant (9.2), also by an activated Pawn of the player (D11). */
static void add_passant(struct chain *chain, struct member *member)
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

/* Pyramids, and launching Shamans: transformations in addition to captures. */
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

/* The table of 8.1, without Kings, Stars and Monoliths. */
static void meet_piece(struct chain *chain, struct member *member)
{
    struct piece met = member->met;
    switch (member->piece.kind) {
    case WAVE:
        if (chain->momentum > 0 || met.kind == SHAMAN) /* D7 */
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

/* The momentum a piece passes on after `steps` steps (7.2). */
static int momentum_left(const struct chain *chain, int steps)
{
    if (chain->air.kind == WAVE)
        return chain->momentum;
    if (chain->air.mark == TRANCE)
        return 1;
    return chain->moves == 0 ? steps : chain->momentum - steps;
}

static void begin_member(const struct chain *chain, cell_t to, struct member *out)
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

static void meet(struct chain *chain, const struct reached *reached)
{
    struct member member;
    begin_member(chain, reached->cell, &member);
    int kind = member.met.kind;
    if (!kind) {
        if (reached->flags & REACH_QUIET)
            keep_ending(chain, &member, LANDS);
        else
            add_passant(chain, &member);
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

/* True if every landing on an empty cell is safe and not a promotion. */
static bool lands_plainly(const struct chain *chain)
{
    struct piece air = chain->air;
    if (chain->threats.n || air.kind == KING || air.side == !chain->now->side)
        return false;
    return air.kind != PAWN || advance_of(chain->own, chain->hand, air.side) < chain->own->size - 2;
}

/* Add such a landing; most members are of this kind. It is built in place, because copying a struct just written member by
 * member takes longer than building it. */
static void add_landing(struct chain *chain, cell_t to)
{
    struct members *out = chain->out;
    if (out->tallying) {
        out->tally++;
        return;
    }
    if (out->n == out->room)
        out->v = memory_room(out->v, &out->room, out->n + 1, sizeof *out->v);
    begin_member(chain, to, &out->v[out->n++]); /* its ending is LANDS */
}

/* Castling (9.1) in one direction: the King has been lifted and is not attacked. */
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
    begin_member(chain, home, &member);
    member.met = now->at[partner];
    member.aside = partner;
    member.ending = CASTLES;
    for (int length = 1; length <= own->castle_most && length < distance; length++) {
        struct attackers attackers = {.n = 0};
        member.to = board_next(own->board, member.to, direction);
        look_around(chain, member.to, NULL, 0, &attackers);
        if (attackers.n > 0)
            break;
        if (length >= own->castle_least)
            member_keep(chain, &member);
    }
}

/* The Monoliths a Starchild has just met, for second legs: at most as many as its largest box has cells. */
enum { BOX_WIDEST = 1 + FILES_MAX / 11, BOX_CELLS = (2 * BOX_WIDEST + 1) * (2 * BOX_WIDEST + 1) - 1 };
struct met_monoliths {
    struct reached v[BOX_CELLS];
    int n;
};

static void add_all_journeys(struct chain *chain, const struct met_monoliths *monoliths)
{
    for (int i = 0; i < monoliths->n; i++) {
        cell_t cell = monoliths->v[i].cell;
        struct member member;
        begin_member(chain, cell, &member);
        add_journeys(chain, &member, monoliths->v[i].steps);
    }
}

void members_of(struct chain *chain)
{
    struct piece air = chain->air;
    struct met_monoliths monoliths;
    monoliths.n = 0; /* `v` is not cleared: that would cost more than a short walk */
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
            continue; /* blocked: the most common case of 8.1 */
        if (chain->pressed && !met.kind && reached->flags & REACH_QUIET && !cells_has(chain->relief, reached->cell))
            continue;
        meet(chain, reached);
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
