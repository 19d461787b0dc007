/* refusals.c - say why a piece cannot be lifted, cannot go somewhere, or cannot be sent through a
 * Star: a sentence with the number of the rule. */
#include "core/families/croatian/croatian.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>

static const char *where_of(const struct chain *chain, cell_t cell)
{
    return board_name(chain->own->board, cell);
}

/* List the members of the piece in the air. `careless`: include those that violate rule 10.2 (the
 * King's safety). The caller frees out->v. */
static void croatian_list_members(struct chain *chain, bool careless, struct members *out)
{
    struct members *kept = chain->out;
    *out = (struct members){0};
    chain->out = out;
    chain->careless = careless;
    members_of(chain);
    chain->careless = false;
    chain->out = kept;
}

static void careless_members(struct chain *chain, struct members *out)
{
    croatian_list_members(chain, true, out);
}

/* ----------------------------------------------------------------------------------------------
 * the King's safety */

void refuse_unsafe(const struct chain *chain, const struct member *member, struct note *why)
{
    struct position *after = memory_new(1, sizeof *after);
    struct attackers attackers = {.n = 0};
    bool goes_on = chain->moves > 0 || member->ending == PUSHES;
    const char *when = goes_on && !chain->own->end_of_ply ? " after this move" : "";
    cell_t king = member->piece.kind == KING && member->piece.side == chain->now->side
                      ? member_end(member)
                      : chain->king;
    position_copy(after, chain->now);
    member_apply(chain->own, after, member);
    if (king != CELL_NONE)
        attackers_of(chain->own, after->at, king, !chain->now->side, &attackers);
    bool still = false;
    for (int i = 0; i < chain->before.n && attackers.n; i++)
        still = still || chain->before.v[i] == attackers.v[0];
    if (attackers.n)
        note_set(why, -1, "the %s on %s would %sattack your King%s (" RULES "10.2)",
                 croatian_name(after->at[attackers.v[0]]), where_of(chain, attackers.v[0]),
                 still ? "still " : "", when);
    else
        note_set(why, -1, "your King would be attacked%s (" RULES "10.2)", when);
    free(after);
}

/* If only the King's safety forbids the piece to go to `to`, say so and return true. */
static bool refused_as_unsafe(struct chain *chain, cell_t to, struct note *why)
{
    struct members found;
    bool any = false;
    careless_members(chain, &found);
    for (int i = 0; i < found.n && !any; i++) {
        any = found.v[i].to == to || member_end(&found.v[i]) == to;
        if (any)
            refuse_unsafe(chain, &found.v[i], why);
    }
    free(found.v);
    return any;
}

/* If a star-journey ends on `to`, say how it begins and return true. */
static bool refused_as_journey(struct chain *chain, cell_t to, struct note *why)
{
    struct members found;
    cell_t monolith = CELL_NONE;
    if (chain->air.kind != STARCHILD)
        return false;
    croatian_list_members(chain, false, &found);
    for (int i = 0; i < found.n && monolith == CELL_NONE; i++)
        if (found.v[i].leg == to)
            monolith = found.v[i].to;
    free(found.v);
    if (monolith != CELL_NONE)
        note_set(why, -1,
                 "only a star-journey reaches %s: move onto the Monolith on %s first (" RULES
                 "8.9)",
                 where_of(chain, to), where_of(chain, monolith));
    return monolith != CELL_NONE;
}

/* ----------------------------------------------------------------------------------------------
 * lifting */

/* Say why a Monolith, or an active piece of the player, cannot go anywhere. */
static void refuse_stuck(const struct position *position, cell_t cell, struct note *why)
{
    struct position *now = memory_new(1, sizeof *now);
    struct chain *chain = memory_new(1, sizeof *chain);
    struct members found = {0};
    const char *name = croatian_name(position->at[cell]),
               *where = board_name(position->rules->board, cell);
    position_copy(now, position);
    chain_begin(chain, now, &found);
    chain_lift(chain, cell);
    careless_members(chain, &found);
    if (found.n && chain->before.n && position->at[cell].kind != KING)
        note_set(why, -1,
                 "the %s on %s gives check, and the %s on %s does not help (" RULES "10.2)",
                 croatian_name(now->at[chain->before.v[0]]), where_of(chain, chain->before.v[0]),
                 name, where);
    else if (found.n)
        note_set(why, -1, "wherever the %s on %s goes, your King would be attacked (" RULES "10.2)",
                 name, where);
    else
        note_set(why, -1, "the %s on %s has no square to go to (" RULES "6, 8.1)", name, where);
    free(found.v);
    free(chain);
    free(now);
}

void refuse_launch(const struct position *position, cell_t cell, struct note *why)
{
    struct piece piece = position->at[cell];
    const char *where = board_name(position->rules->board, cell), *name = croatian_name(piece);
    if (!piece.kind)
        note_set(why, -1, "there is no piece on %s (" RULES "7.1)", where);
    else if (piece.kind == STAR)
        note_set(why, -1, "the Star on %s never moves (" RULES "8.6)", where);
    else if (is_passive(piece.kind))
        note_set(why, -1, "the %s on %s is passive: another piece must activate it (" RULES "7.1)",
                 name, where);
    else if (piece.kind != MONOLITH && piece.side != position->side)
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (" RULES "7.1)", name, where,
                 side_name(piece.side), side_name(position->side));
    else
        refuse_stuck(position, cell, why);
}

/* ----------------------------------------------------------------------------------------------
 * meeting a piece */

/* Say why the table of 8.1 does not let the piece in the air move onto a piece `met`. The caller
 * has already handled Kings, Stars and Monoliths, and Waves in the air. */
static void refuse_meeting(const struct chain *chain, struct piece met, const char *where,
                           struct note *why)
{
    struct piece air = chain->air;
    const char *name = croatian_name(air), *other = croatian_name(met);
    bool transforms = air.kind == PYRAMID || (air.kind == SHAMAN && !air.mark);
    if (transforms && met.kind == PAWN && met.side == air.side)
        note_set(why, -1,
                 "a %s promotes Pawns only on the opponent's side, not on %s (" RULES "%s)", name,
                 where, air.kind == PYRAMID ? "8.4" : "8.7");
    else if (air.kind == PYRAMID && met.side == air.side)
        note_set(why, -1, "a Pyramid activates %s, not the %s on %s (" RULES "8.4)",
                 chain->now->rules->kind_count >= SHAMAN ? "only its own Shamans" : "no piece",
                 other, where);
    else if (air.kind == MONOLITH)
        note_set(why, -1,
                 "a Monolith teleports enemy pieces only on your own side, not on %s (" RULES
                 "8.8)",
                 where);
    else if (met.side == air.side && is_active(met.kind))
        note_set(why, -1,
                 "a %s of the same side is on %s: only passive pieces can be activated (" RULES
                 "8.2)",
                 other, where);
    else
        note_set(why, -1, "a %s%s neither captures nor activates the %s%s on %s (" RULES "8.1)",
                 croatian_owner(air), name, croatian_owner(met), other, where);
}

/* Say why the piece in the air cannot move onto a cell within its reach (8.1): a piece is on the
 * cell, or the cell is empty and a Pawn needs a piece there. */
static void croatian_refuse_claim(const struct chain *chain, cell_t to,
                                  const struct reached *reached, struct note *why)
{
    struct piece met = chain->now->at[to], air = chain->air;
    const char *where = where_of(chain, to), *name = croatian_name(air);
    if (met.kind && !(reached->flags & REACH_CLAIM))
        note_set(why, -1, "this move of a %s needs empty cells, and %s is occupied (" RULES "8)",
                 name, where);
    else if (!met.kind)
        note_set(why, -1,
                 "a Pawn captures, activates or dives diagonally, and %s is empty (" RULES "8.3)",
                 where);
    else if (met.kind == KING)
        note_set(why, -1, "no piece can move onto a King's cell (" RULES "10.3)");
    else if (met.kind == STAR || met.kind == MONOLITH)
        note_set(why, -1, "the %s cannot dive into the %s on %s: %s (" RULES "8.1, 8.6, 8.8)", name,
                 croatian_name(met), where,
                 air.kind == KING                           ? "Kings never do"
                 : air.kind == WAVE && chain->momentum == 0 ? "it has no momentum"
                                                            : "no portal cell is free");
    else if (air.kind == WAVE)
        note_set(why, -1, "a Wave without momentum cannot meet a piece%s (" RULES "8.5)",
                 chain->now->rules->kind_count >= SHAMAN ? " except Shamans" : "");
    else
        refuse_meeting(chain, met, where, why);
}

/* ----------------------------------------------------------------------------------------------
 * castling */

/* The cell of the nearest partner in a direction with which the King still has a castling right;
 * CELL_NONE if there is none. */
static cell_t partner_towards(const struct chain *chain, int direction)
{
    uint32_t rights = rights_of(chain->now, chain->now->side);
    cell_t cell = board_next(chain->own->board, chain->hand, direction);
    while (cell != CELL_NONE && !(rights >> chain->own->board->cell[cell].file & 1))
        cell = board_next(chain->own->board, cell, direction);
    return cell;
}

/* The first attacked cell on the King's path, from its start to its end, or CELL_NONE. *by becomes
 * the attacker's cell. */
static cell_t attacked_on_way(const struct chain *chain, int direction, cell_t to, cell_t *by)
{
    for (cell_t cell = chain->hand;; cell = board_next(chain->own->board, cell, direction)) {
        struct attackers attackers = {.n = 0};
        attackers_of(chain->own, chain->now->at, cell, !chain->now->side, &attackers);
        *by = attackers.n ? attackers.v[0] : CELL_NONE;
        if (attackers.n || cell == to)
            return attackers.n ? cell : CELL_NONE;
    }
}

static void croatian_refuse_castling(const struct chain *chain, int direction, int length,
                                     cell_t to, struct note *why)
{
    const struct croatian *own = chain->own;
    cell_t partner = partner_towards(chain, direction), attacked, by;
    if (own->castle_most < own->castle_least) {
        note_set(why, -1, "a King moves one step; this board has no castling (" RULES "6, 9.1)");
        return;
    }
    uint32_t left = (1u << own->board->cell[own->king[chain->air.side]].file) - 1;
    /* ~left also has the file of the King itself, but no partner can be there */
    if (!(own->partners[chain->air.side] & (direction == EAST ? ~left : left))) {
        note_set(why, -1, "no castling to this side: there is no partner on it (" RULES "9.1)");
        return;
    }
    if (partner == CELL_NONE) {
        note_set(why, -1,
                 "no castling to this side: the King or the partner has moved (" RULES "9.1)");
        return;
    }
    for (cell_t cell = board_next(own->board, chain->hand, direction); cell != partner;
         cell = board_next(own->board, cell, direction))
        if (chain->now->at[cell].kind) {
            note_set(why, -1, "no castling: the %s on %s stands between King and %s (" RULES "9.1)",
                     croatian_name(chain->now->at[cell]), where_of(chain, cell),
                     croatian_name(chain->now->at[partner]));
            return;
        }
    if (length < own->castle_least || length > own->castle_most ||
        length >= abs(own->board->cell[partner].file - own->board->cell[chain->hand].file)) {
        char most[16] = "";
        if (own->castle_most > own->castle_least)
            snprintf(most, sizeof most, " to %d", own->castle_most);
        note_set(why, -1,
                 "a castling King moves %d%s squares, at most next to the %s (" RULES "9.1)",
                 own->castle_least, most, croatian_name(chain->now->at[partner]));
        return;
    }
    attacked = attacked_on_way(chain, direction, to, &by);
    if (attacked == CELL_NONE)
        note_set(why, -1, "no castling: your King would be attacked (" RULES "9.1, 10.2)");
    else
        note_set(why, -1, "no castling: %s is attacked by the %s on %s (" RULES "9.1)",
                 where_of(chain, attacked), croatian_name(chain->now->at[by]), where_of(chain, by));
}

void refuse_castling_text(const struct chain *chain, const struct members *legal, cell_t to,
                          int hand, struct note *why)
{
    const struct board_cell *from = &chain->own->board->cell[chain->hand],
                            *end = &chain->own->board->cell[to];
    int files = end->file - from->file;
    char sign = hand > 0 ? '$' : '&';
    if (chain->moves > 0)
        note_set(why, -1,
                 "castling is a ply of its own, never a member of a cascade (" RULES "9.1)");
    else if (chain->air.kind != KING)
        note_set(why, -1,
                 "the King castles: write its target, '%c' and the partner's letter (" RULES
                 "9.1, 13.1)",
                 sign);
    else if (to == chain->hand)
        note_set(
            why, -1,
            "a move never ends where it began: castling moves the King %d squares or more (" RULES
            "9.1)",
            chain->own->castle_least);
    else if (end->rank != from->rank)
        note_set(why, -1, "castling goes along the King's rank, and %s is not on it (" RULES "9.1)",
                 where_of(chain, to));
    else if ((files > 0) != (hand > 0))
        note_set(why, -1,
                 "'%c' castles to the %s, and %s is to the %s of the King: write '%c' (" RULES
                 "9.1, 13.1)",
                 sign, hand > 0 ? "right" : "left", where_of(chain, to),
                 files > 0 ? "right" : "left", files > 0 ? '$' : '&');
    else {
        for (int i = 0; i < legal->n; i++)
            if (legal->v[i].ending == CASTLES && legal->v[i].to == to) {
                note_set(why, -1,
                         "the partner there is the %s on %s: write '%c%c' (" RULES "9.1, 13.1)",
                         croatian_name(legal->v[i].met), where_of(chain, legal->v[i].aside), sign,
                         letter_of(legal->v[i].met.kind));
                return;
            }
        croatian_refuse_castling(chain, files > 0 ? EAST : WEST, abs(files), to, why);
    }
}

/* If the King tries to castle onto `to`, say why it cannot and return true. */
static bool refused_castling(const struct chain *chain, cell_t to, struct note *why)
{
    const struct board_cell *from = &chain->own->board->cell[chain->hand],
                            *end = &chain->own->board->cell[to];
    int files = end->file - from->file;
    if (chain->air.kind != KING || chain->moves > 0 || chain->air.side != chain->now->side ||
        chain->hand != chain->own->king[chain->air.side] || end->rank != from->rank ||
        abs(files) < 2)
        return false;
    croatian_refuse_castling(chain, files > 0 ? EAST : WEST, abs(files), to, why);
    return true;
}

/* ----------------------------------------------------------------------------------------------
 * out of reach */

/* The cell of the first piece in the way to `to`. CELL_NONE if no piece is in the way, or if the
 * piece would not reach `to` on an empty board. */
static cell_t in_the_way(const struct chain *chain, const struct gait *gait, cell_t to)
{
    cell_t path[CELLS_MAX], met = CELL_NONE;
    int n = walk_path_alone(chain->own, chain->hand, gait, chain->moves == 0, to, path);
    for (int i = 0; i < n && met == CELL_NONE; i++)
        if (chain->now->at[path[i]].kind)
            met = path[i];
    return met;
}

/* "White " or "Black " if the piece does not belong to the side to move, otherwise "". */
static const char *croatian_others(const struct chain *chain, struct piece piece)
{
    return piece.side == chain->now->side ? "" : croatian_owner(piece);
}

/* Write briefly how a piece moves from the cell of the piece in the air. The text is part of a
 * one-line sentence. */
static void write_way(const struct chain *chain, struct piece piece, char *out, size_t size)
{
    static const char *const rides[] = {[BISHOP] = "it rides diagonally",
                                        [ROOK] = "it rides straight",
                                        [QUEEN] = "straight or diagonally",
                                        [PEGASUS] = "it repeats a Knight's jump",
                                        [CENTAUR] = "long and short jumps in turn",
                                        [KNIGHT] = "one Knight's jump",
                                        [KING] = "one step"};
    static const char *const waves[] = {[PAWN] = "forward, straight or diagonally",
                                        [KNIGHT] = "it repeats a Knight's jump",
                                        [KING] = "straight or diagonally",
                                        [UNICORN] = "long and short jumps in turn",
                                        [SERPENT] = "it zigzags diagonally",
                                        [SHAMAN] = "far and near jumps in turn, or straight"};
    bool at_own = chain->own->dark[chain->hand] == piece.side, wave = chain->air.kind == WAVE;
    int steps = chain->air.kind == PAWN
                    ? chain->own->pawn_steps[advance_of(chain->own, chain->hand, piece.side)]
                    : 1;
    if (piece.mark == TRANCE)
        snprintf(out, size, "straight or diagonally");
    else if (wave && piece.kind < sizeof waves / sizeof *waves && waves[piece.kind])
        snprintf(out, size, "%s", waves[piece.kind]);
    else if (piece.kind == UNICORN)
        snprintf(out, size, "%s",
                 at_own ? "a long jump here: (1,4), (2,3)" : "a Knight's jump here");
    else if (piece.kind == SHAMAN)
        snprintf(out, size, "%s jumps here, or %d straight", at_own ? "far" : "near",
                 at_own ? SHAMAN_AT_OWN : SHAMAN_ELSEWHERE);
    else if (piece.kind == SERPENT)
        snprintf(out, size, "zigzags of %d%s", chain->own->zigzag,
                 chain->air.kind == SERPENT ? ", or one straight" : "");
    else if (piece.kind == PAWN && steps > 1)
        snprintf(out, size, "1-%d forward, captures diagonally", steps);
    else if (piece.kind == PAWN)
        snprintf(out, size, "1 forward, captures diagonally");
    else if (piece.kind < sizeof rides / sizeof *rides && rides[piece.kind])
        snprintf(out, size, "%s", rides[piece.kind]);
    else /* a Monolith or Starchild reaches all cells around it, up to a limit */
        snprintf(out, size, "at most %d squares", chain->own->box);
}

/* True if the Pawn on `from` could capture on `to`: `to` is one step diagonally forward, and an
 * enemy piece is there or a Pawn has just passed over it. */
static bool pawn_takes(const struct position *position, cell_t from, cell_t to)
{
    const struct board_cell *start = &position->rules->board->cell[from],
                            *end = &position->rules->board->cell[to];
    bool there = position->at[to].kind != KIND_NONE;
    for (int i = 0; i < position->passed_count; i++)
        there = there || position->passed[i] == to;
    return there && abs(end->file - start->file) == 1 &&
           end->rank - start->rank == (position->at[from].side ? -1 : 1);
}

bool may_mean(const struct position *position, cell_t from, cell_t to)
{
    const struct croatian *own = croatian_of(position);
    struct piece piece = position->at[from];
    struct gait gait;
    cell_t path[CELLS_MAX];
    if (piece.kind == PAWN)
        return own->board->cell[from].file == own->board->cell[to].file ||
               pawn_takes(position, from, to);
    gait_of(piece, (struct piece){0}, true, 0, position->side, &gait);
    return walk_path_alone(own, from, &gait, true, to, path) > 0;
}

/* True if the piece in the air would reach `to` on an empty board if it had more momentum. */
static bool lacks_momentum(const struct chain *chain, const struct gait *gait, cell_t to)
{
    struct gait unbound = *gait;
    unbound.limit = ENDLESS;
    cell_t path[CELLS_MAX];
    return gait->limit != ENDLESS &&
           walk_path_alone(chain->own, chain->hand, &unbound, chain->moves == 0, to, path) > 0;
}

static void refuse_reach(const struct chain *chain, const struct gait *gait, cell_t to,
                         struct note *why)
{
    struct piece air = chain->air, like = chain->pattern;
    const char *where = where_of(chain, to), *from = where_of(chain, chain->hand),
               *name = croatian_name(air);
    cell_t met = in_the_way(chain, gait, to);
    bool passive = is_passive(air.kind) && like.kind,
         lacks = (passive || chain->moves > 0) && lacks_momentum(chain, gait, to);
    char way[80], who[120];
    write_way(chain, passive ? like : air, way, sizeof way);
    if (passive)
        snprintf(who, sizeof who, "like a %s%s%s the %s%s", croatian_pattern_owner(like),
                 croatian_name(like), like.mark == TRANCE ? " in trance" : "",
                 croatian_others(chain, air), name);
    else
        snprintf(who, sizeof who, "the %s%s on %s", croatian_others(chain, air), name, from);
    if (met != CELL_NONE && air.kind == PAWN)
        note_set(why, -1, "a Pawn moves on over empty squares only: a %s%s is on %s (" RULES "8.3)",
                 croatian_owner(chain->now->at[met]), croatian_name(chain->now->at[met]),
                 where_of(chain, met));
    else if (met == to && air.kind == SERPENT)
        note_set(why, -1, "a straight step needs an empty square: a %s%s is on %s (" RULES "6)",
                 croatian_owner(chain->now->at[met]), croatian_name(chain->now->at[met]), where);
    else if (met != CELL_NONE)
        note_set(why, -1, "the %s on %s is stopped by the %s%s on %s (" RULES "6)", name, from,
                 croatian_owner(chain->now->at[met]), croatian_name(chain->now->at[met]),
                 where_of(chain, met));
    else if (lacks)
        note_set(why, -1, "%s does not reach %s with momentum %d (" RULES "7.2)", who, where,
                 chain->momentum);
    else
        note_set(why, -1, "%s does not reach %s: %s (" RULES "%s)", who, where, way,
                 passive              ? "7.3"
                 : air.mark == TRANCE ? "8.7"
                 : air.kind == PAWN   ? "8.3"
                                      : "6");
}

void refusal(struct chain *chain, cell_t to, struct note *why)
{
    struct gait gait;
    gait_of(chain->air, chain->pattern, chain->moves == 0, chain->momentum, chain->now->side,
            &gait);
    if (refused_as_journey(chain, to, why) || refused_as_unsafe(chain, to, why))
        return;
    if (to == chain->hand) {
        note_set(why, -1, "a move never ends where it began (" RULES "6)");
        return;
    }
    if (gait.limit == 0) {
        note_set(why, -1, "the %s on %s has no momentum left to move with (" RULES "7.2)",
                 croatian_name(chain->air), where_of(chain, chain->hand));
        return;
    }
    if (refused_castling(chain, to, why))
        return;
    chain->reaches.longest = chain->moves == 0;
    walk(chain->own, chain->now->at, chain->hand, &gait, &chain->reaches);
    for (int i = 0; i < chain->reaches.n; i++)
        if (chain->reaches.v[i].cell == to) {
            croatian_refuse_claim(chain, to, &chain->reaches.v[i], why);
            return;
        }
    refuse_reach(chain, &gait, to, why);
}

/* ---- refusals for drafts */

/* If only the King's safety forbids the member in progress to continue to `to`, say so and return
 * true. */
static bool rest_refused_as_unsafe(const struct draft *draft, cell_t to, struct note *why)
{
    struct position now;
    struct chain chain;
    struct members found = {0};
    cell_t origin;
    int start = member_start(draft, &origin), taken = draft->ply.n - start;
    bool any = false;
    chain_before_member(&chain, draft, &now, &found);
    careless_members(&chain, &found);
    for (int i = 0; i < found.n && !any; i++) {
        struct action actions[MEMBER_ACTIONS];
        any = member_begins(&found.v[i], draft->ply.v + start, taken) &&
              member_actions(&found.v[i], actions) > taken && actions[taken].to == to;
        if (any)
            refuse_unsafe(&chain, &found.v[i], why);
    }
    free(found.v);
    return any;
}

void croatian_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    struct position now;
    struct chain chain;
    struct members members = {0};
    cell_t origin;
    if (!draft->held.kind && draft->ply.n == 0) {
        refuse_launch(&draft->now, to, why);
        return;
    }
    if (!draft->held.kind) {
        note_set(why, -1, "the ply is complete; nothing can be added on %s (" RULES "7.1, 8.9)",
                 board_name(draft->now.rules->board, to));
        return;
    }
    chain_of_draft(&chain, draft, &now, &members);
    member_start(draft, &origin);
    const struct action *last = &draft->ply.v[draft->ply.n - 1];
    bool reappears = last->verb == ACTION_DIVE || last->verb == ACTION_TELEPORT;
    if (!reappears && last->verb != ACTION_JOURNEY)
        refusal(&chain, to, why);
    else if (rest_refused_as_unsafe(draft, to, why))
        ; /* `why` is already set */
    else if (reappears)
        refuse_portal(&chain, last->to, to, why);
    else
        refuse_leg(&chain, origin, last->to, to, why);
    free(members.v);
}

/* ---- Say why a piece cannot reappear on a cell, a star-journey cannot end on a cell, or a piece
 * cannot be summoned. */

static const char *refusals_portal_where_of(const struct chain *chain, cell_t cell)
{
    return board_name(chain->own->board, cell);
}

/* ----------------------------------------------------------------------------------------------
 * where pieces reappear */

static bool any_of(const struct position *now, int kind)
{
    for (int cell = 0; cell < croatian_of(now)->cells; cell++)
        if (now->at[cell].kind == kind)
            return true;
    return false;
}

void refuse_portal(const struct chain *chain, cell_t host, cell_t to, struct note *why)
{
    const char *where = refusals_portal_where_of(chain, to);
    struct piece gate = chain->now->at[host];
    if (chain->now->at[to].kind)
        note_set(why, -1, "%s is not free: the %s%s stands there (" RULES "8.6, 8.8)", where,
                 croatian_owner(chain->now->at[to]), croatian_name(chain->now->at[to]));
    else if (gate.kind == STAR)
        note_set(why, -1, "%s is not a portal cell: no %s Star%s is beside it (" RULES "8.6)",
                 where, side_name(!gate.side),
                 any_of(chain->now, MONOLITH) ? " and no Monolith" : "");
    else
        note_set(why, -1, "%s is not a portal cell: %s beside it (" RULES "8.8)", where,
                 any_of(chain->now, STAR) ? "no Star is" : "the other Monolith is not");
}

void refuse_arrival(const struct chain *chain, const struct members *members, cell_t to,
                    cell_t portal, int promotion, struct note *why)
{
    const struct member *near = NULL;
    bool promotes = false, stays = false;
    for (int i = 0; i < members->n; i++)
        if (members->v[i].to == to && members->v[i].portal == portal &&
            members->v[i].leg == CELL_NONE) {
            near = &members->v[i];
            promotes = promotes || near->promotion;
            stays = stays || !near->promotion;
        }
    bool teleports = near && near->ending == TELEPORTS;
    const char *name = near ? croatian_name(teleports ? near->met : near->piece) : "piece";
    if (near && promotes && !stays && !promotion)
        note_set(why, -1,
                 "a Pawn promotes on its last rank: write '=' and a figure after %s (" RULES "9.3)",
                 refusals_portal_where_of(chain, portal));
    else if (near && promotes && promotion)
        note_set(why, -1,
                 "promotion ('=') is to a figure of the setup, never K, T or M (" RULES "9.3)");
    else if (near && promotion)
        note_set(why, -1,
                 "nothing promotes on %s: only Pawns do, on their last rank (" RULES "9.3)",
                 refusals_portal_where_of(chain, portal));
    else if (teleports && near->met.side != chain->now->side)
        note_set(why, -1,
                 "the Monolith converts the %s%s: write '%%%c' before '*' (" RULES "8.8, 13.3)",
                 croatian_owner(near->met), name, letter_of(near->met.kind));
    else if (near)
        note_set(why, -1,
                 "the %s reappears there: write its letter before the cell, or none (" RULES
                 "13.3)",
                 name);
    else if (members->n && chain->air.kind == MONOLITH && chain->now->at[to].kind != MONOLITH &&
             chain->now->at[to].kind != STAR)
        note_set(why, -1,
                 "a Monolith teleports a piece: write '*', letter and portal cell (" RULES "8.8)");
    else
        note_set(why, -1,
                 "a piece that dives reappears: write '*' and a free portal cell (" RULES "13.3)");
}

/* ----------------------------------------------------------------------------------------------
 * star-journeys */

/* The momentum that a Starchild has left for the second leg; ENDLESS if it launches and needs
 * none. */
static int left_for_leg(const struct chain *chain, cell_t began, cell_t monolith)
{
    struct gait gait = {.kind = STARCHILD, .side = chain->air.side, .limit = chain->momentum};
    cell_t path[CELLS_MAX];
    if (chain->moves == 0)
        return ENDLESS;
    return chain->momentum -
           walk_path(chain->own, chain->now->at, began, &gait, false, monolith, path, CELLS_MAX);
}

/* The cell of the first piece in the way of the second leg to `to`. CELL_NONE if no piece is in the
 * way, or if the leg would not reach `to` on an empty board. */
static cell_t refusals_portal_in_the_way(const struct chain *chain, cell_t monolith,
                                         const struct gait *gait, cell_t to)
{
    cell_t path[CELLS_MAX], met = CELL_NONE;
    int n = walk_path_alone(chain->own, monolith, gait, chain->moves == 0, to, path);
    for (int i = 0; i < n - 1 && met == CELL_NONE; i++)
        if (chain->now->at[path[i]].kind)
            met = path[i];
    return met;
}

void refuse_leg(const struct chain *chain, cell_t began, cell_t monolith, cell_t to,
                struct note *why)
{
    const char *where = refusals_portal_where_of(chain, to);
    struct piece met = chain->now->at[to];
    int left = left_for_leg(chain, began, monolith);
    struct gait gait = {.kind = STARCHILD, .side = chain->air.side, .journey = true, .limit = left};
    cell_t stopper = left > 0 ? refusals_portal_in_the_way(chain, monolith, &gait, to) : CELL_NONE,
           path[CELLS_MAX];
    bool reaches = left > 0 && walk_path(chain->own, chain->now->at, monolith, &gait,
                                         chain->moves == 0, to, path, CELLS_MAX) > 0;
    if (to == began)
        note_set(why, -1,
                 "a star-journey does not end on %s, where the Starchild began (" RULES "8.9)",
                 where);
    else if (to == monolith)
        note_set(why, -1, "the Starchild is on the Monolith on %s already (" RULES "8.9)", where);
    else if (met.kind == KING)
        note_set(why, -1, "no piece can move onto a King's cell (" RULES "10.3)");
    else if (stopper != CELL_NONE)
        note_set(why, -1, "the journey from %s to %s is stopped by the %s%s on %s (" RULES "8.9)",
                 refusals_portal_where_of(chain, monolith), where,
                 croatian_owner(chain->now->at[stopper]), croatian_name(chain->now->at[stopper]),
                 refusals_portal_where_of(chain, stopper));
    else if (reaches && (met.kind == STAR || met.kind == MONOLITH))
        note_set(why, -1,
                 "no portal cell is free for a journey into the %s on %s (" RULES "8.6, 8.8)",
                 croatian_name(met), where);
    else
        note_set(why, -1,
                 "the star-journey from %s does not reach %s: momentum %d is left (" RULES "8.9)",
                 refusals_portal_where_of(chain, monolith), where, left);
}

/* Say why the written piece cannot be summoned: it was not captured, no Star of the right side is
 * near, or the cell is wrong (8.9). */
static void refuse_summoning(const struct chain *chain, const struct member *member, bool others,
                             int kind, struct note *why)
{
    const char *name = croatian_kinds[kind].name;
    if (!chain->now->held[member->piece.side][kind])
        note_set(why, -1, "no %s%s was captured that could be summoned (" RULES "8.9, 14)",
                 croatian_owner(member->piece), name);
    else if (!others)
        note_set(why, -1,
                 "a Starchild summons beside a Star on its own side: %s is not (" RULES "8.9)",
                 refusals_portal_where_of(chain, member->portal));
    else
        note_set(why, -1,
                 "the %s is summoned onto a free square beside the Starchild on %s (" RULES "8.9)",
                 name, refusals_portal_where_of(chain, member->portal));
}

void refuse_journey(const struct chain *chain, const struct members *members,
                    const struct journey *wanted, struct note *why)
{
    const struct member *leg = NULL, *portal = NULL;
    bool summons = false;
    for (int i = 0; i < members->n; i++) {
        const struct member *member = &members->v[i];
        if (member->to != wanted->monolith || member->leg != wanted->leg)
            continue;
        leg = member;
        if (member->ending != DIVES || member->portal != wanted->portal)
            continue;
        portal = member;
        summons = summons || member->summoned;
    }
    if (!leg && chain->air.kind != STARCHILD)
        note_set(why, -1, "a %s cannot make a star-journey: only a Starchild can (" RULES "8.9)",
                 croatian_name(chain->air));
    else if (!leg && chain->now->at[wanted->monolith].kind != MONOLITH)
        note_set(why, -1, "no Monolith stands on %s, and star-journeys begin on one (" RULES "8.9)",
                 refusals_portal_where_of(chain, wanted->monolith));
    else if (!leg)
        refuse_leg(chain, chain->hand, wanted->monolith, wanted->leg, why);
    else if (leg->ending == DIVES && wanted->portal == CELL_NONE)
        note_set(why, -1,
                 "after %s write '*' and the portal cell where the star-journey ends (" RULES
                 "8.9)",
                 refusals_portal_where_of(chain, wanted->leg));
    else if (leg->ending == DIVES && !portal)
        refuse_portal(chain, wanted->leg, wanted->portal, why);
    else if (leg->ending != DIVES && wanted->portal != CELL_NONE)
        note_set(why, -1, "there is no Star or Monolith on %s to dive into (" RULES "8.9)",
                 refusals_portal_where_of(chain, wanted->leg));
    else if (portal && wanted->summoned)
        refuse_summoning(chain, portal, summons, wanted->summoned, why);
    else
        note_set(why, -1, "the signs after the cell do not fit this star-journey (" RULES "8.9)");
}
