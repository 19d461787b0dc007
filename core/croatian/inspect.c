/* inspect.c - questions about a position or a draft: why not there, where could it go, by which cells. */
#include "core/croatian/croatian.h"

#include <stdlib.h>

static const char *name_of(struct piece piece)
{
    return croatian_kinds[piece.kind].name;
}

/* "light ", "dark ", or "" for nobody's. */
static const char *owner_of(struct piece piece)
{
    return piece.side == WHITE ? "light " : piece.side == BLACK ? "dark " : "";
}

void refuse_launch(const struct position *position, cell_t cell, struct note *why)
{
    struct piece piece = position->at[cell];
    const char *where = board_name(position->rules->board, cell);
    if (!piece.kind)
        note_set(why, -1, "there is no piece on %s (" RULES "7.1)", where);
    else if (piece.kind == STAR)
        note_set(why, -1, "the Star on %s never moves (" RULES "8.6)", where);
    else if (is_passive(piece.kind))
        note_set(why, -1, "the %s on %s is passive: another piece must activate it (" RULES "7.1)",
                 name_of(piece), where);
    else if (piece.kind != MONOLITH && piece.side != position->side)
        note_set(why, -1,
                 "the %s on %s is the opponent's: only own pieces and Monoliths launch (" RULES "7.1)",
                 name_of(piece), where);
    else
        note_set(why, -1, "the %s on %s has no legal move (" RULES "6, 10.2)", name_of(piece), where);
}

/* Why a cell within reach cannot be claimed (8.1). */
static void refuse_claim(const struct chain *chain, cell_t to, const struct reached *reached,
                         struct note *why)
{
    struct piece met = chain->now->at[to], air = chain->air;
    const char *where = board_name(chain->own->board, to);
    if (met.kind && !(reached->flags & REACH_CLAIM))
        note_set(why, -1, "this move of a %s needs empty cells, and %s is not (" RULES "8)",
                 name_of(air), where);
    else if (!met.kind)
        note_set(why, -1, "a Pawn goes diagonally only where it claims something (" RULES "8.3)");
    else if (met.kind == KING)
        note_set(why, -1, "nobody can claim a King's cell (" RULES "10.3)");
    else if (met.kind == STAR || met.kind == MONOLITH)
        note_set(why, -1, "the %s cannot dive into the %s on %s: %s (" RULES "8.1, 8.6, 8.8)", name_of(air),
                 name_of(met), where,
                 air.kind == KING                           ? "Kings never do"
                 : air.kind == WAVE && chain->momentum == 0 ? "it has no momentum"
                                                            : "no portal cell is free");
    else if (air.kind == WAVE)
        note_set(why, -1, "a Wave without momentum meets nobody (" RULES "8.5)");
    else
        note_set(why, -1, "a %s%s does not claim the %s%s on %s (" RULES "8.1)", owner_of(air), name_of(air),
                 owner_of(met), name_of(met), where);
}

/* Whether the piece could go there if 10.2 did not ask for the King's safety. */
static bool only_unsafe(struct chain *chain, cell_t to)
{
    struct members found = {0}, *out = chain->out;
    bool any = false;
    chain->out = &found;
    chain->careless = true;
    members_of(chain);
    chain->careless = false;
    chain->out = out;
    for (int i = 0; i < found.n && !any; i++)
        any = found.v[i].to == to || member_end(&found.v[i]) == to;
    free(found.v);
    return any;
}

void refuse_unsafe(const struct chain *chain, struct note *why)
{
    note_set(why, -1, "the own King would be attacked%s (" RULES "10.2)",
             chain->own->end_of_ply ? "" : " after this move");
}

void refusal(struct chain *chain, cell_t to, struct note *why)
{
    const char *where = board_name(chain->own->board, to), *from = board_name(chain->own->board, chain->hand);
    struct gait gait;
    gait_of(chain->air, chain->pattern, chain->moves == 0, chain->momentum, chain->now->side, &gait);
    if (only_unsafe(chain, to)) {
        refuse_unsafe(chain, why);
        return;
    }
    if (to == chain->hand) {
        note_set(why, -1, "a move never ends where it began (" RULES "6)");
        return;
    }
    if (gait.limit == 0) {
        note_set(why, -1, "the %s on %s has no momentum left to move with (" RULES "7.2)",
                 name_of(chain->air), from);
        return;
    }
    chain->reaches.longest = chain->moves == 0;
    walk(chain->own, chain->now->at, chain->hand, &gait, &chain->reaches);
    for (int i = 0; i < chain->reaches.n; i++)
        if (chain->reaches.v[i].cell == to) {
            refuse_claim(chain, to, &chain->reaches.v[i], why);
            return;
        }
    if (chain->moves > 0 && gait.limit != ENDLESS)
        note_set(why, -1, "the %s%s on %s does not reach %s with momentum %d (" RULES "6, 7.2)",
                 owner_of(chain->air),
                 name_of(chain->air), from, where, chain->momentum);
    else
        note_set(why, -1, "the %s%s on %s does not reach %s (" RULES "6)",
                 owner_of(chain->air), name_of(chain->air),
                 from, where);
}

void croatian_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    struct position now;
    struct chain chain;
    struct members members = {0};
    if (!draft->held.kind && draft->ply.n == 0) {
        refuse_launch(&draft->now, to, why);
        return;
    }
    if (!draft->held.kind) {
        note_set(why, -1,
                 "all moves of the ply are made: only what is offered can be added on %s (" RULES "7.1, 8.9, 9.3)",
                 board_name(draft->now.rules->board, to));
        return;
    }
    chain_of_draft(&chain, draft, &now, &members);
    const struct action *last = &draft->ply.v[draft->ply.n - 1];
    if (last->verb == ACTION_DIVE || last->verb == ACTION_TELEPORT)
        note_set(why, -1, "%s is no free portal cell for this piece (" RULES "8.6, 8.8)",
                 board_name(chain.own->board, to));
    else if (last->verb == ACTION_JOURNEY)
        note_set(why, -1, "the star-journey from here does not end on %s (" RULES "8.9)",
                 board_name(chain.own->board, to));
    else
        refusal(&chain, to, why);
    free(members.v);
}

/* Whether an active piece captures at all (4). */
static bool takes(int kind)
{
    return kind != MONOLITH && kind != STARCHILD;
}

/* What a mark on a cell within reach is. */
static void mark_cell(const struct position *position, struct piece piece, cell_t from,
                      const struct reached *reached, struct actions *out)
{
    struct piece met = position->at[reached->cell];
    struct action action = {ACTION_GO, met.kind, met.side, 0, from, reached->cell};
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
    if (met.kind == KING) /* never taken, but attacked (10.1) */
        action.verb = met.side != piece.side && takes(piece.kind) ? ACTION_TAKE : ACTION_NONE;
    else if (met.kind == STAR || met.kind == MONOLITH)
        action.verb = piece.kind == KING ? ACTION_NONE : ACTION_DIVE;
    else if (piece.kind == MONOLITH)
        action.verb = ACTION_TELEPORT;
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
        return; /* moved by others' momentum only */
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
        text_add(buffer, size, &used, "on a cell %s: %s jump", where, at_own ? "a long" : "a Knight's");
    else if (piece.kind == SHAMAN)
        text_add(buffer, size, &used, "on a cell %s: %s jumps, straight %d cells", where,
                 at_own ? "far" : "near", at_own ? 5 : 3);
    else if (is_passive(piece.kind))
        text_add(buffer, size, &used, "passive: moves when it is activated");
    else if (piece.kind == STAR)
        text_add(buffer, size, &used, "on %s side",
                 own->half[cell] == WHITE   ? "Light's"
                 : own->half[cell] == BLACK ? "Dark's"
                                            : "nobody's");
    return (int)used;
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
        text_add(buffer, size, &used, "gone into %s, about to reappear", from);
    else if (last == ACTION_TELEPORT)
        text_add(buffer, size, &used, "sent off from %s, about to reappear", from);
    else if (last == ACTION_JOURNEY)
        text_add(buffer, size, &used, "on the Monolith on %s, about to go on", from);
    else if (draft->moves == 0)
        text_add(buffer, size, &used, "launching from %s", from);
    else
        text_add(buffer, size, &used, "in the air from %s, momentum %d", from, draft->momentum);
    if (is_passive(air.kind) && like.kind)
        text_add(buffer, size, &used, ", moves like a %s%s%s", owner_of(like), name_of(like),
                 like.mark == TRANCE ? " in trance" : "");
    else if (air.mark == TRANCE)
        text_add(buffer, size, &used, ", in trance");
    return (int)used;
}
