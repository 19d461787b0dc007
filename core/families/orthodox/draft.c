/* draft.c - compose a ply of the orthodox family: pick a piece, go somewhere, promote.
 *
 * The rules are implemented in the compact position (mailbox.h). orthodox_choices() lists the legal
 * plies there, keeps those that begin with the actions chosen so far, and offers the next action of
 * each. */
#include "core/families/orthodox/orthodox.h"

enum stage { PICKING, GOING, PROMOTING, GONE };

void orthodox_unpack(const struct mailbox *mailbox, struct mailbox_ply ply, struct ply *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    uint8_t side = mailbox->side, man = mailbox->at[ply.from] & MAN_OF, met = mailbox->at[ply.to];
    cell_t from = orthodox->outside[ply.from], to = orthodox->outside[ply.to];
    struct action go = {ACTION_GO, 0, 0, 0, from, to};
    if (ply.how == PASSING)
        go = (struct action){ACTION_PASSANT, orthodox->kind_of[PAWN], !side, 0, from, to};
    else if (ply.how != PLAINLY)
        go = (struct action){ACTION_CASTLE, orthodox->kind_of[ROOK],
                             side,          ply.how == CASTLING_RIGHT ? 1 : -1,
                             from,          to};
    else if (met)
        go = (struct action){ACTION_TAKE, orthodox->kind_of[met & MAN_OF], !side, 0, from, to};
    out->n = 0;
    ply_add(out, (struct action){ACTION_PICK, orthodox->kind_of[man], side, 0, from, from});
    ply_add(out, go);
    if (ply.promoted)
        ply_add(out, (struct action){ACTION_PROMOTE, orthodox->kind_of[ply.promoted], side, 0,
                                     CELL_NONE, to});
}

struct mailbox_ply orthodox_pack(const struct orthodox *orthodox, const struct ply *ply)
{
    const struct action *go = &ply->v[1];
    struct mailbox_ply packed = {orthodox->inside[go->from], orthodox->inside[go->to], NO_MAN,
                                 PLAINLY};
    if (go->verb == ACTION_PASSANT)
        packed.how = PASSING;
    if (go->verb == ACTION_CASTLE)
        packed.how = go->turn > 0 ? CASTLING_RIGHT : CASTLING_LEFT;
    if (ply->n > 2)
        packed.promoted = orthodox->man_of[ply->v[2].kind];
    return packed;
}

void orthodox_begin(struct draft *draft)
{
    draft->stage = PICKING;
}

void orthodox_choices(const struct draft *draft, struct actions *out)
{
    struct mailbox mailbox;
    struct mailbox_ply plies[MAILBOX_PLIES_MAX];
    struct ply ply = {0};
    if (draft->stage == GONE) {
        actions_add(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
        return;
    }
    mailbox_load(&mailbox, draft->before);
    int n = mailbox_plies(&mailbox, plies), index = draft->ply.n;
    for (int i = 0; i < n; i++) {
        bool fits = true;
        orthodox_unpack(&mailbox, plies[i], &ply);
        for (int a = 0; a < index && fits; a++)
            fits = action_same(ply.v[a], draft->ply.v[a]);
        if (fits)
            actions_add_once(out, ply.v[index]);
    }
    ply_free(&ply);
}

static void castle_partner(struct position *now, const struct action *castle)
{
    const struct orthodox *orthodox = now->rules->own;
    int hand = castle->turn < 0, beside = orthodox->inside[castle->to] + (hand ? 1 : -1);
    cell_t home = orthodox->outside[orthodox->partner_home[now->side][hand]];
    struct piece partner = now->at[home];
    now->at[home] = (struct piece){0};
    now->at[orthodox->outside[beside]] = partner;
}

void orthodox_take(struct draft *draft, const struct action *action)
{
    struct position *now = &draft->now;
    const struct orthodox *orthodox = now->rules->own;
    if (action->verb == ACTION_PICK) {
        draft->held = now->at[action->from];
        draft->hand = action->from;
        now->at[action->from] = (struct piece){0};
        draft->stage = GOING;
        return;
    }
    if (action->verb == ACTION_PROMOTE) {
        now->at[action->to].kind = action->kind;
        draft->stage = GONE;
        return;
    }
    if (action->verb == ACTION_PASSANT) {
        int last = orthodox->inside[now->passed[now->passed_count - 1]];
        now->at[orthodox->outside[last + forward_of(!now->side)]] = (struct piece){0};
    }
    now->at[action->to] = draft->held;
    if (action->verb == ACTION_CASTLE)
        castle_partner(now, action);
    bool arrived = orthodox->man_of[draft->held.kind] == PAWN &&
                   mailbox_rank(orthodox->inside[action->to]) == last_rank(orthodox, now->side);
    draft->stage = arrived ? PROMOTING : GONE;
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->moves = 1;
}

void orthodox_finish(struct draft *draft)
{
    struct position *now = &draft->now;
    const struct orthodox *orthodox = now->rules->own;
    const struct action *pick = &draft->ply.v[0], *go = &draft->ply.v[1];
    int from = orthodox->inside[go->from], to = orthodox->inside[go->to];
    bool pawn = orthodox->man_of[pick->kind] == PAWN;
    bool took = go->verb == ACTION_TAKE || go->verb == ACTION_PASSANT;
    now->halfmove = pawn || took ? 0 : now->halfmove + 1;
    now->rights &= orthodox->keep[from] & orthodox->keep[to];
    now->passed_count = 0;
    if (pawn)
        for (int cell = from + forward_of(now->side); go->verb == ACTION_GO && cell != to;
             cell += forward_of(now->side))
            now->passed[now->passed_count++] = orthodox->outside[cell];
    now->fullmove += now->side == BLACK;
    now->side = !now->side;
}

int orthodox_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct orthodox *orthodox = draft->now.rules->own;
    int from = action->from == CELL_NONE ? 0 : orthodox->inside[action->from],
        to = orthodox->inside[action->to];
    int n = 0;
    const int8_t *vector[] = {man_steps[QUEEN].vector, man_steps[KNIGHT].vector};
    if (!from || from == to || room < 1)
        return 0;
    for (int i = 0; i < 16; i++) {
        int step = vector[i / 8][i % 8], cell = from + step;
        while (cell != to && orthodox->border[cell] == 0)
            cell += step;
        if (cell != to)
            continue;
        for (cell = from + step; n < room; cell += step) {
            out[n++] = orthodox->outside[cell];
            if (cell == to)
                break;
        }
        return n;
    }
    return 0;
}

void orthodox_explain(const struct draft *draft, cell_t to, struct note *why)
{
    const struct orthodox *orthodox = draft->now.rules->own;
    struct mailbox mailbox;
    mailbox_load(&mailbox, draft->before);
    if (draft->stage == PICKING)
        orthodox_why_no_pick(&mailbox, orthodox->inside[to], why);
    else if (draft->stage == GOING)
        orthodox_why_not(&mailbox, orthodox->inside[draft->hand], orthodox->inside[to], why);
    else if (draft->stage == PROMOTING)
        note_set(why, -1, "choose what the Pawn on %s promotes to (%s)",
                 board_name(draft->now.rules->board, draft->ply.v[1].to),
                 orthodox_rule(orthodox, RULE_PROMOTION));
    else
        note_set(why, -1, "the ply is complete: one move (%s)", orthodox_rule(orthodox, RULE_TURN));
}
