/* draft.c - drafts: compose a ply action by action (12).
 *
 * The choices come from the legal members of the piece in the air: the next action of each member
 * that begins with the actions chosen so far. So a player can always complete the member in
 * progress with the offered actions. Only after an activation may there be no choices (a dead
 * end). */
#include "core/draft.h"
#include "core/families/croatian/croatian.h"

#include <stdlib.h>
#include <string.h>

enum stage {
    PICKING,
    MOVING,
    MIDWAY,
    ENDED
}; /* MIDWAY: some actions of the member in progress have been chosen */

/* Indices of draft->memo. They describe the member in progress and the ply. */
enum memo {
    MEMO_START,  /* index, in the ply, of the first action of the member in progress */
    MEMO_ORIGIN, /* the cell where the piece of the member in progress comes from */
    MEMO_KIND,
    MEMO_SIDE,
    MEMO_MARK, /* MEMO_KIND, MEMO_SIDE, MEMO_MARK: kind, side and mark of the piece that makes the
                  member in progress */
    MEMO_JOURNEY,      /* 1: the second leg of a star-journey has begun */
    MEMO_IRREVERSIBLE, /* 1: the ply resets the counter of reversible plies */
    MEMO_PAWN_FROM,
    MEMO_PAWN_TO /* MEMO_PAWN_FROM, MEMO_PAWN_TO: cells of the long step of one of the player's
                    Pawns that ended the ply, or CELL_NONE */
};

void croatian_begin(struct draft *draft)
{
    draft->stage = PICKING;
    draft->memo[MEMO_PAWN_FROM] = draft->memo[MEMO_PAWN_TO] = CELL_NONE;
}

/* ------------------------------------------------------------------------------------------------
 * listing choices */

void chain_of_draft(struct chain *chain, const struct draft *draft, struct position *now,
                    struct members *out)
{
    position_copy(now, draft->before);
    chain_begin(chain, now, out);
    position_copy(now, &draft->now);
    chain->air = draft->held;
    chain->hand = draft->hand;
    chain->momentum = draft->momentum;
    chain->pattern = draft->pattern;
    chain->moves = draft->moves;
    memcpy(chain->touched, draft->touched, sizeof chain->touched);
    if (draft->held.kind == KING)
        chain->king = draft->hand;
    else if (draft->moves > 0)
        chain->king = position_find(now, KING, now->side);
}

/* Undo what the member in progress has done to the board, so that members_of() can list its
 * alternatives again. */
static void rewind_member(struct chain *chain, const struct draft *draft)
{
    const int *memo = draft->memo;
    struct piece *at = chain->now->at;
    for (int i = draft->ply.n - 1; i >= memo[MEMO_START]; i--) {
        const struct action *action = &draft->ply.v[i];
        if (action->verb == ACTION_TAKE || action->verb == ACTION_TELEPORT)
            at[action->to] = (struct piece){action->kind, action->side, 0, 0};
        else if (action->verb == ACTION_GO || action->verb == ACTION_PORTAL)
            at[action->to] = (struct piece){0};
        if (action->verb == ACTION_GO || action->verb == ACTION_TAKE ||
            action->verb == ACTION_PORTAL)
            chain->moves--; /* this action completed the member, so rules.take() had counted the
                               member */
    }
    chain->air = (struct piece){(uint8_t)memo[MEMO_KIND], (uint8_t)memo[MEMO_SIDE], 0,
                                (uint8_t)memo[MEMO_MARK]};
    chain->hand = (cell_t)memo[MEMO_ORIGIN];
}

void chain_before_member(struct chain *chain, const struct draft *draft, struct position *now,
                         struct members *out)
{
    chain_of_draft(chain, draft, now, out);
    if (draft->stage == MIDWAY)
        rewind_member(chain, draft);
}

int member_start(const struct draft *draft, cell_t *origin)
{
    *origin = (cell_t)draft->memo[MEMO_ORIGIN];
    return draft->memo[MEMO_START];
}

bool member_begins(const struct member *member, const struct action *taken, int count)
{
    struct action actions[MEMBER_ACTIONS];
    bool same = member_actions(member, actions) >= count;
    for (int k = 0; k < count && same; k++)
        same = action_same(actions[k], taken[k]);
    return same;
}

/* Add the next action of every member that begins with the `count` actions `taken`. */
static void add_next(const struct members *members, const struct action *taken, int count,
                     struct actions *out)
{
    for (int i = 0; i < members->n; i++) {
        struct action actions[MEMBER_ACTIONS];
        int n = member_actions(&members->v[i], actions);
        bool same = member_begins(&members->v[i], taken, count);
        if (same && n > count)
            actions_add_once(out, actions[count]);
        else if (same)
            actions_add_once(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
    }
}

static void croatian_add_picks(struct chain *chain, struct actions *out)
{
    for (int c = 0; c < chain->own->cells; c++) {
        if (!may_launch(chain->now, (cell_t)c))
            continue;
        struct piece piece = chain->now->at[c];
        chain->out->n = 0;
        chain_lift(chain, (cell_t)c);
        members_of(chain);
        chain_drop(chain);
        if (chain->out->n)
            actions_add(
                out, (struct action){ACTION_PICK, piece.kind, piece.side, 0, (cell_t)c, (cell_t)c});
    }
}

void croatian_choices(const struct draft *draft, struct actions *out)
{
    struct position now;
    struct chain chain;
    struct members members = {0};
    if (draft->stage == ENDED) {
        actions_add(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
        return;
    }
    chain_before_member(&chain, draft, &now, &members);
    if (draft->stage == PICKING) {
        croatian_add_picks(&chain, out);
    } else {
        int start = draft->memo[MEMO_START];
        members_of(&chain);
        add_next(&members, draft->ply.v + start, draft->ply.n - start, out);
    }
    free(members.v);
}

/* -------------------------------------------------------------------------------------------------
 * performing actions */

static void croatian_touch(struct draft *draft, cell_t cell)
{
    cells_add(draft->touched, cell);
}

static void croatian_draft_begin_member(struct draft *draft, struct piece piece, cell_t cell)
{
    draft->held = piece;
    draft->hand = cell;
    draft->stage = MOVING;
    draft->memo[MEMO_START] = draft->ply.n;
    draft->memo[MEMO_ORIGIN] = cell;
    draft->memo[MEMO_KIND] = piece.kind;
    draft->memo[MEMO_SIDE] = piece.side;
    draft->memo[MEMO_MARK] = piece.mark;
    draft->memo[MEMO_JOURNEY] = 0;
}

/* Put the piece in hand on the board; the ply may then end. */
static void croatian_land(struct draft *draft, cell_t cell)
{
    draft->held.mark = 0;
    draft->now.at[cell] = draft->held;
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->stage = ENDED;
}

/* Count the member in progress as completed, and mark its starting cell as touched. */
static void end_member(struct draft *draft)
{
    croatian_touch(draft, (cell_t)draft->memo[MEMO_ORIGIN]);
    if (draft->memo[MEMO_KIND] == PAWN)
        draft->memo[MEMO_IRREVERSIBLE] = 1;
    draft->moves++;
}

static bool promotes_at(const struct draft *draft, cell_t cell)
{
    const struct croatian *own = croatian_of(&draft->now);
    struct piece piece = draft->now.at[cell];
    return piece.kind == PAWN && advance_of(own, cell, piece.side) == own->size - 1;
}

static void croatian_remember(struct draft *draft, int kind, int side)
{
    if (croatian_of(&draft->now)->holds)
        draft->now.held[side][kind]++;
}

static void take_landing(struct draft *draft, const struct action *action)
{
    const struct croatian *own = croatian_of(&draft->now);
    cell_t from = (cell_t)draft->memo[MEMO_ORIGIN], victim;
    bool own_pawn = draft->held.kind == PAWN && draft->held.side == draft->now.side;
    if (action->verb == ACTION_PASSANT) {
        victim =
            forward_of(own, draft->now.passed[draft->now.passed_count - 1], !draft->now.side, 0);
        draft->now.at[victim] = (struct piece){0};
        croatian_touch(draft, victim);
    }
    if (action->verb != ACTION_GO) {
        croatian_remember(draft, action->kind, action->side);
        draft->memo[MEMO_IRREVERSIBLE] = 1;
    } else if (own_pawn &&
               abs(advance_of(own, action->to, WHITE) - advance_of(own, from, WHITE)) > 1) {
        draft->memo[MEMO_PAWN_FROM] = from;
        draft->memo[MEMO_PAWN_TO] = action->to;
    }
    end_member(draft);
    croatian_touch(draft, action->to);
    croatian_land(draft, action->to);
    if (promotes_at(draft, action->to))
        draft->stage = MIDWAY;
}

static void take_push(struct draft *draft, const struct action *action)
{
    struct piece met = draft->now.at[action->to];
    struct piece piece = {(uint8_t)draft->memo[MEMO_KIND], (uint8_t)draft->memo[MEMO_SIDE], 0,
                          (uint8_t)draft->memo[MEMO_MARK]};
    if (!is_passive(piece.kind))
        draft->pattern = piece;
    draft->momentum = action->turn;
    end_member(draft);
    croatian_touch(draft, action->to);
    croatian_land(draft, action->to);
    met.mark = met.kind == SHAMAN ? TRANCE : 0;
    draft->weightless = is_weightless(met);
    croatian_draft_begin_member(draft, met, action->to);
}

/* The piece in hand has transformed another piece: it leaves the board, or with option
 * shaman-transform=stay a Shaman returns to where it was (D9). */
static void croatian_leave(struct draft *draft, const struct action *action)
{
    const struct croatian *own = croatian_of(&draft->now);
    end_member(draft);
    croatian_touch(draft, action->to);
    draft->memo[MEMO_IRREVERSIBLE] = 1;
    if (draft->held.kind == SHAMAN && own->shaman_stays) {
        croatian_land(draft, (cell_t)draft->memo[MEMO_ORIGIN]);
        return;
    }
    croatian_remember(draft, draft->held.kind, draft->held.side);
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->stage = ENDED;
}

static void take_dive(struct draft *draft, const struct action *action)
{
    const struct croatian *own = croatian_of(&draft->now);
    struct piece *held = &draft->held;
    draft->hand = action->to;
    draft->stage = MIDWAY;
    if (action->kind == STAR && held->side != NOBODY && own->half[action->to] == !held->side) {
        held->side = !held->side;
        draft->memo[MEMO_IRREVERSIBLE] = 1;
    }
}

static void take_teleport(struct draft *draft, const struct action *action)
{
    struct piece met = draft->now.at[action->to];
    if (met.kind == PAWN || met.side != draft->now.side)
        draft->memo[MEMO_IRREVERSIBLE] = 1;
    met.side = draft->now.side;
    draft->now.at[action->to] = draft->held;
    croatian_touch(draft, action->to);
    draft->held = met;
    draft->hand = action->to;
    draft->stage = MIDWAY;
}

static void take_portal(struct draft *draft, const struct action *action)
{
    bool more = draft->held.kind == PAWN || draft->memo[MEMO_JOURNEY];
    end_member(draft);
    croatian_touch(draft, action->to);
    croatian_land(draft, action->to);
    draft->stage = more ? MIDWAY : ENDED;
}

static void croatian_take_castling(struct draft *draft, const struct action *action)
{
    struct position *now = &draft->now;
    int direction = action->turn > 0 ? EAST : WEST;
    cell_t partner = action->from;
    do
        partner = board_next(now->rules->board, partner, direction);
    while (now->at[partner].kind == KIND_NONE);
    cell_t beside = (cell_t)(action->to + (direction == EAST ? -1 : 1));
    now->at[beside] = now->at[partner];
    now->at[partner] = (struct piece){0};
    end_member(draft);
    croatian_touch(draft, partner);
    croatian_touch(draft, beside);
    croatian_touch(draft, action->to);
    croatian_land(draft, action->to);
}

void croatian_take(struct draft *draft, const struct action *action)
{
    switch (action->verb) {
    case ACTION_PICK:
        croatian_draft_begin_member(draft, draft->now.at[action->from], action->from);
        draft->now.at[action->from] = (struct piece){0};
        break;
    case ACTION_GO:
    case ACTION_TAKE:
    case ACTION_PASSANT:
        take_landing(draft, action);
        break;
    case ACTION_PUSH:
        take_push(draft, action);
        break;
    case ACTION_CONVERT:
        draft->now.at[action->to].side = draft->held.side;
        croatian_leave(draft, action);
        break;
    case ACTION_PROMOTE:
        draft->now.at[action->to].kind = action->kind;
        draft->memo[MEMO_IRREVERSIBLE] = 1;
        if (draft->stage == MOVING)
            croatian_leave(draft, action);
        draft->stage = ENDED;
        break;
    case ACTION_DIVE:
        take_dive(draft, action);
        break;
    case ACTION_JOURNEY:
        draft->hand = action->to;
        draft->memo[MEMO_JOURNEY] = 1;
        draft->stage = MIDWAY;
        break;
    case ACTION_PORTAL:
        take_portal(draft, action);
        break;
    case ACTION_SUMMON:
        draft->now.at[action->to] = (struct piece){action->kind, action->side, 0, 0};
        draft->now.held[action->side][action->kind]--;
        croatian_touch(draft, action->to);
        draft->memo[MEMO_IRREVERSIBLE] = 1;
        draft->stage = ENDED;
        break;
    case ACTION_TELEPORT:
        take_teleport(draft, action);
        break;
    case ACTION_CASTLE:
        croatian_take_castling(draft, action);
        break;
    }
}

void croatian_finish(struct draft *draft)
{
    lose_all_rights(croatian_of(&draft->now), &draft->now, draft->touched);
    ply_settle(croatian_of(&draft->now), &draft->now, draft->memo[MEMO_IRREVERSIBLE],
               (cell_t)draft->memo[MEMO_PAWN_FROM], (cell_t)draft->memo[MEMO_PAWN_TO]);
}

/* ---- Convert members to the actions of drafts and plies. */

static struct action croatian_act(enum verb verb, struct piece piece, cell_t from, cell_t to)
{
    return (struct action){(uint8_t)verb, piece.kind, piece.side, 0, from, to};
}

static struct action portal_action(const struct member *member, struct piece piece)
{
    piece.side = member->side;
    return croatian_act(ACTION_PORTAL, piece, CELL_NONE, member->portal);
}

/* The promotion of the Pawn that a member moves or sends through a portal: the action names the
 * Pawn's cell and owner at that moment. */
static struct action promotion_action(const struct member *member)
{
    bool reappears = member->ending == DIVES || member->ending == TELEPORTS;
    struct piece piece = {member->promotion, reappears ? member->side : member->piece.side, 0, 0};
    return croatian_act(ACTION_PROMOTE, piece, CELL_NONE,
                        reappears ? member->portal : member_end(member));
}

static struct action castle_action(const struct member *member)
{
    struct action action = croatian_act(ACTION_CASTLE, member->met, member->from, member->to);
    action.side = member->piece.side;
    action.turn = member->from < member->to ? 1 : -1;
    return action;
}

int member_actions(const struct member *member, struct action out[MEMBER_ACTIONS])
{
    static const uint8_t verbs[] = {
        [LANDS] = ACTION_GO,    [CAPTURES] = ACTION_TAKE,      [PASSES] = ACTION_PASSANT,
        [PUSHES] = ACTION_PUSH, [CONVERTS] = ACTION_CONVERT,   [PROMOTES] = ACTION_PROMOTE,
        [DIVES] = ACTION_DIVE,  [TELEPORTS] = ACTION_TELEPORT, [CASTLES] = ACTION_CASTLE};
    cell_t end = member_end(member), from = member->from;
    int n = 0;
    if (member->leg != CELL_NONE) {
        out[n++] =
            croatian_act(ACTION_JOURNEY, (struct piece){MONOLITH, NOBODY, 0, 0}, from, member->to);
        from = member->to;
    }
    if (member->ending == CASTLES) {
        out[n++] = castle_action(member);
        return n;
    }
    out[n] = croatian_act((enum verb)verbs[member->ending], member->met, from, end);
    if (member->ending == PROMOTES) {
        out[n].kind = member->promotion;
        out[n++].side = member->piece.side;
        return n;
    }
    if (member->ending == PUSHES)
        out[n].turn = (int8_t)member->left;
    n++;
    if (member->ending == DIVES)
        out[n++] = portal_action(member, member->piece);
    if (member->ending == TELEPORTS)
        out[n++] = portal_action(member, member->met);
    if (member->promotion)
        out[n++] = promotion_action(member);
    if (member->summoned)
        out[n++] =
            croatian_act(ACTION_SUMMON, (struct piece){member->summoned, member->piece.side, 0, 0},
                         CELL_NONE, member->aside);
    return n;
}

void ply_add_launch(struct ply *ply, struct piece piece, cell_t from)
{
    ply->n = 0;
    ply_add(ply, croatian_act(ACTION_PICK, piece, from, from));
}

void ply_add_member(struct ply *ply, const struct member *member)
{
    struct action actions[MEMBER_ACTIONS];
    int n = member_actions(member, actions);
    for (int i = 0; i < n; i++)
        ply_add(ply, actions[i]);
}
