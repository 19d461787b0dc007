/* actions.c - convert members to the actions of drafts and plies. */
#include "core/families/croatian/croatian.h"

static struct action act(enum verb verb, struct piece piece, cell_t from, cell_t to)
{
    return (struct action){(uint8_t)verb, piece.kind, piece.side, 0, from, to};
}

static struct action portal_action(const struct member *member, struct piece piece)
{
    piece.side = member->side;
    return act(ACTION_PORTAL, piece, CELL_NONE, member->portal);
}

/* The promotion of a Pawn: the cell where it is and its owner at that moment. */
static struct action promotion_action(const struct member *member)
{
    bool reappears = member->ending == DIVES || member->ending == TELEPORTS;
    struct piece piece = {member->promotion, reappears ? member->side : member->piece.side, 0, 0};
    return act(ACTION_PROMOTE, piece, CELL_NONE, reappears ? member->portal : member_end(member));
}

static struct action castle_action(const struct member *member)
{
    struct action action = act(ACTION_CASTLE, member->met, member->from, member->to);
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
        out[n++] = act(ACTION_JOURNEY, (struct piece){MONOLITH, NOBODY, 0, 0}, from, member->to);
        from = member->to;
    }
    if (member->ending == CASTLES) {
        out[n++] = castle_action(member);
        return n;
    }
    out[n] = act((enum verb)verbs[member->ending], member->met, from, end);
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
        out[n++] = act(ACTION_SUMMON, (struct piece){member->summoned, member->piece.side, 0, 0}, CELL_NONE,
                       member->aside);
    return n;
}

void ply_add_launch(struct ply *ply, struct piece piece, cell_t from)
{
    ply->n = 0;
    ply_add(ply, act(ACTION_PICK, piece, from, from));
}

void ply_add_member(struct ply *ply, const struct member *member)
{
    struct action actions[MEMBER_ACTIONS];
    int n = member_actions(member, actions);
    for (int i = 0; i < n; i++)
        ply_add(ply, actions[i]);
}
