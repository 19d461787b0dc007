/* reach.c - questions about a position or a draft: where a piece could go, along which cells, what is in hand. */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>

/* True if an active piece captures at all (4). */
static bool takes(int kind)
{
    return kind != MONOLITH && kind != STARCHILD;
}

/* Add the mark for a cell within reach. */
static void mark_cell(const struct position *position, struct piece piece, cell_t from,
                      const struct reached *reached, struct actions *out)
{
    struct piece met = position->at[reached->cell];
    struct action action = {ACTION_GO, met.kind, met.side, 0, from, reached->cell};
    int half = croatian_of(position)->half[reached->cell];
    if (!met.kind) {
        if (reached->flags & REACH_QUIET)
            actions_add(out, action);
        action.verb = ACTION_TAKE;
        if (reached->flags & REACH_CLAIM && takes(piece.kind))
            actions_add(out, action);
        return;
    }
    if (!(reached->flags & REACH_CLAIM))
        return;
    if (met.kind == KING) /* never captured, but attacked (10.1) */
        action.verb = met.side != piece.side && takes(piece.kind) ? ACTION_TAKE : ACTION_NONE;
    else if (met.kind == STAR || met.kind == MONOLITH)
        action.verb = piece.kind == KING ? ACTION_NONE : ACTION_DIVE;
    else if (piece.kind == MONOLITH) /* an enemy only on the player's own half (8.8) */
        action.verb = met.side == position->side || half == position->side ? ACTION_TELEPORT : ACTION_NONE;
    else if (piece.kind == SHAMAN && met.kind == PAWN && met.side == piece.side && half == !piece.side)
        action.verb = ACTION_PROMOTE; /* 8.7 */
    else if (piece.kind == STARCHILD || (met.side == piece.side && is_passive(met.kind)))
        action.verb = ACTION_PUSH;
    else
        action.verb = met.side != piece.side ? ACTION_TAKE : ACTION_NONE;
    if (action.verb != ACTION_NONE)
        actions_add(out, action);
}

void croatian_reach(const struct position *position, cell_t cell, struct actions *out)
{
    struct piece piece = position->at[cell];
    if (!piece.kind || piece.kind == STAR || is_passive(piece.kind))
        return; /* only moved by others' momentum */
    struct position now;
    struct reaches *reaches = memory_new(1, sizeof *reaches);
    struct gait gait;
    gait_of(piece, (struct piece){0}, true, 0, position->side, &gait);
    position_copy(&now, position);
    now.at[cell] = (struct piece){0};
    walk(croatian_of(position), now.at, cell, &gait, reaches);
    for (int i = 0; i < reaches->n; i++)
        mark_cell(&now, piece, cell, &reaches->v[i], out);
    free(reaches);
}

int croatian_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct croatian *own = croatian_of(&draft->now);
    struct gait gait;
    gait_of(draft->held, draft->pattern, draft->moves == 0, draft->momentum, draft->now.side, &gait);
    if (action->to == CELL_NONE || room < 1)
        return 0;
    if (action->verb == ACTION_CASTLE) {
        int n = 0;
        for (cell_t cell = action->from; cell != action->to && n < room;)
            out[n++] = cell = board_next(own->board, cell, action->turn > 0 ? EAST : WEST);
        return n;
    }
    bool moves = action->verb == ACTION_GO || action->verb == ACTION_TAKE || action->verb == ACTION_PASSANT ||
                 action->verb == ACTION_PUSH || action->verb == ACTION_DIVE ||
                 action->verb == ACTION_JOURNEY || action->verb == ACTION_TELEPORT ||
                 action->verb == ACTION_CONVERT || action->verb == ACTION_PROMOTE;
    if (!draft->held.kind || !moves) {
        out[0] = action->to;
        return 1;
    }
    gait.journey = draft->ply.n && draft->ply.v[draft->ply.n - 1].verb == ACTION_JOURNEY;
    int n = walk_path(own, draft->now.at, draft->hand, &gait, draft->moves == 0, action->to, out, room);
    if (n == 0)
        out[n++] = action->to;
    return n;
}

/* List where pieces may reappear next to a Star or Monolith (3). */
static void add_portals(const struct position *position, cell_t cell, char *buffer, size_t size, size_t *used)
{
    const struct board *board = position->rules->board;
    int n = 0;
    for (int direction = 0; direction < SQUARE_DIRECTIONS; direction++) {
        cell_t next = board_next(board, cell, direction);
        if (next != CELL_NONE && !position->at[next].kind)
            text_add(buffer, size, used, "%s %s", n++ ? "" : *used ? "; portal cells" : "portal cells", board_name(board, next));
    }
    if (!n)
        text_add(buffer, size, used, "%sno portal cell free", *used ? "; " : "");
}

/* List the captured pieces a Starchild may summon (8.9). */
static void add_summoned(const struct position *position, int side, char *buffer, size_t size, size_t *used)
{
    int n = 0;
    for (int kind = 1; kind <= position->rules->kind_count; kind++) {
        int held = position->held[side][kind];
        if (held)
            text_add(buffer, size, used, "%s %s", n++ ? "," : "may summon", croatian_kinds[kind].name);
        if (held > 1)
            text_add(buffer, size, used, " (%d)", held);
    }
}

int croatian_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct croatian *own = croatian_of(position);
    struct piece piece = position->at[cell];
    size_t used = 0;
    bool at_own = own->dark[cell] == piece.side;
    const char *where = at_own ? "of its own colour" : "of the other colour";
    if (size)
        buffer[0] = '\0';
    if (piece.kind == UNICORN || piece.kind == CENTAUR)
        text_add(buffer, size, &used, "on a cell %s: %s jump%s", where, at_own ? "a long" : "a Knight's",
                 piece.kind == CENTAUR ? " first" : "");
    else if (piece.mark == TRANCE)
        text_add(buffer, size, &used, "in trance: any cell on a Queen's lines, over everything");
    else if (piece.kind == SHAMAN)
        text_add(buffer, size, &used, "on a cell %s: %s jumps, straight %d cells", where,
                 at_own ? "far" : "near", at_own ? SHAMAN_AT_OWN : SHAMAN_ELSEWHERE);
    else if (piece.kind == STARCHILD)
        add_summoned(position, piece.side, buffer, size, &used);
    else if (is_passive(piece.kind))
        text_add(buffer, size, &used, "passive: moves when it is activated");
    else if (piece.kind == STAR)
        text_add(buffer, size, &used, "on %s side",
                 own->half[cell] == WHITE   ? "White's"
                 : own->half[cell] == BLACK ? "Black's"
                                            : "nobody's");
    if (piece.kind == STAR || piece.kind == MONOLITH)
        add_portals(position, cell, buffer, size, &used);
    return (int)used;
}

/* True if the diving piece has changed sides (8.6). */
static bool changed_colour(const struct draft *draft)
{
    for (int i = draft->ply.n - 1; i >= 0; i--)
        if (draft->ply.v[i].verb == ACTION_PICK || draft->ply.v[i].verb == ACTION_PUSH)
            return draft->ply.v[i].side != draft->held.side;
    return false;
}

int croatian_describe_hand(const struct draft *draft, char *buffer, size_t size)
{
    size_t used = 0;
    struct piece air = draft->held, like = draft->pattern;
    if (size)
        buffer[0] = '\0';
    if (!air.kind)
        return 0;
    const char *from = board_name(draft->now.rules->board, draft->hand);
    enum verb last = draft->ply.n ? (enum verb)draft->ply.v[draft->ply.n - 1].verb : ACTION_NONE;
    if (last == ACTION_DIVE)
        text_add(buffer, size, &used, "gone into %s%s, about to reappear", from,
                 changed_colour(draft) ? ", on the other player's side: it changed colour" : "");
    else if (last == ACTION_TELEPORT)
        text_add(buffer, size, &used, "sent off from %s, about to reappear", from);
    else if (last == ACTION_JOURNEY)
        text_add(buffer, size, &used, "on the Monolith on %s, about to go on", from);
    else if (draft->moves == 0)
        text_add(buffer, size, &used, "launching from %s", from);
    else if (air.mark == TRANCE)
        text_add(buffer, size, &used, "in the air from %s, in trance: hands on momentum 1", from);
    else
        text_add(buffer, size, &used, "in the air from %s, momentum %d", from, draft->momentum);
    if (is_passive(air.kind) && like.kind)
        text_add(buffer, size, &used, ", moves like a %s%s%s", croatian_pattern_owner(like), croatian_name(like),
                 like.mark == TRANCE ? " in trance" : "");
    return (int)used;
}
