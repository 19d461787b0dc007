/* reach.c - answers about a position or a draft for the screen: where a piece could go, along which
 * cells, which piece is in hand and how it moves. */
#include "core/families/croatian/croatian.h"

#include <stdio.h>
#include <stdlib.h>

/* True if an active piece of this kind captures (4). */
static bool croatian_takes(int kind)
{
    return kind != MONOLITH && kind != STARCHILD;
}

/* Add the action for a cell that a piece reaches, as rules.reach() lists it. */
static void croatian_mark_cell(const struct position *position, struct piece piece, cell_t from,
                               const struct reached *reached, struct actions *out)
{
    struct piece met = position->at[reached->cell];
    struct action action = {ACTION_GO, met.kind, met.side, 0, from, reached->cell};
    int half = croatian_of(position)->half[reached->cell];
    if (!met.kind) {
        if (reached->flags & REACH_QUIET)
            actions_add(out, action);
        action.verb = ACTION_TAKE;
        if (reached->flags & REACH_CLAIM && croatian_takes(piece.kind))
            actions_add(out, action);
        return;
    }
    if (!(reached->flags & REACH_CLAIM))
        return;
    if (met.kind == KING) /* a King can be attacked (10.1), although no piece ever captures it */
        action.verb =
            met.side != piece.side && croatian_takes(piece.kind) ? ACTION_TAKE : ACTION_NONE;
    else if (met.kind == STAR || met.kind == MONOLITH)
        action.verb = piece.kind == KING ? ACTION_NONE : ACTION_DIVE;
    else if (piece.kind == MONOLITH) /* a Monolith sends off enemy pieces only on the player's own
                                        half (8.8) */
        action.verb =
            met.side == position->side || half == position->side ? ACTION_TELEPORT : ACTION_NONE;
    else if (piece.kind == SHAMAN && met.kind == PAWN && met.side == piece.side &&
             half == !piece.side)
        action.verb = ACTION_PROMOTE; /* a Shaman promotes Pawns (8.7) */
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
        return; /* Stars never move, and passive pieces move only with momentum from other pieces */
    struct position now;
    struct reaches *reaches = memory_new(1, sizeof *reaches);
    struct gait gait;
    gait_of(piece, (struct piece){0}, true, 0, position->side, &gait);
    position_copy(&now, position);
    now.at[cell] = (struct piece){0};
    walk(croatian_of(position), now.at, cell, &gait, reaches);
    for (int i = 0; i < reaches->n; i++)
        croatian_mark_cell(&now, piece, cell, &reaches->v[i], out);
    free(reaches);
}

int croatian_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct croatian *own = croatian_of(&draft->now);
    struct gait gait;
    gait_of(draft->held, draft->pattern, draft->moves == 0, draft->momentum, draft->now.side,
            &gait);
    if (action->to == CELL_NONE || room < 1)
        return 0;
    if (action->verb == ACTION_CASTLE) {
        int n = 0;
        for (cell_t cell = action->from; cell != action->to && n < room;)
            out[n++] = cell = board_next(own->board, cell, action->turn > 0 ? EAST : WEST);
        return n;
    }
    bool moves = action->verb == ACTION_GO || action->verb == ACTION_TAKE ||
                 action->verb == ACTION_PASSANT || action->verb == ACTION_PUSH ||
                 action->verb == ACTION_DIVE || action->verb == ACTION_JOURNEY ||
                 action->verb == ACTION_TELEPORT || action->verb == ACTION_CONVERT ||
                 action->verb == ACTION_PROMOTE;
    if (!draft->held.kind || !moves) {
        out[0] = action->to;
        return 1;
    }
    gait.journey = draft->ply.n && draft->ply.v[draft->ply.n - 1].verb == ACTION_JOURNEY;
    int n =
        walk_path(own, draft->now.at, draft->hand, &gait, draft->moves == 0, action->to, out, room);
    if (n == 0)
        out[n++] = action->to;
    return n;
}

/* Append the cells next to a Star or Monolith where pieces may reappear (3). */
static void croatian_reach_add_portals(const struct position *position, cell_t cell, char *buffer,
                                       size_t size, size_t *used)
{
    const struct board *board = position->rules->board;
    int n = 0;
    for (int direction = 0; direction < SQUARE_DIRECTIONS; direction++) {
        cell_t next = board_next(board, cell, direction);
        if (next != CELL_NONE && !position->at[next].kind)
            text_add(buffer, size, used, "%s %s",
                     n++     ? ""
                     : *used ? "; portal cells"
                             : "portal cells",
                     board_name(board, next));
    }
    if (!n)
        text_add(buffer, size, used, "%sno portal cell free", *used ? "; " : "");
}

/* Append the captured pieces that a Starchild may summon (8.9). */
static void add_summoned(const struct position *position, int side, char *buffer, size_t size,
                         size_t *used)
{
    int n = 0;
    for (int kind = 1; kind <= position->rules->kind_count; kind++) {
        int held = position->held[side][kind];
        if (held)
            text_add(buffer, size, used, "%s %s", n++ ? "," : "may summon",
                     croatian_kinds[kind].name);
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
        text_add(buffer, size, &used, "on a cell %s: %s jump%s", where,
                 at_own ? "a long" : "a Knight's", piece.kind == CENTAUR ? " first" : "");
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
        croatian_reach_add_portals(position, cell, buffer, size, &used);
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
        text_add(buffer, size, &used, "on the Monolith on %s, about to move on", from);
    else if (draft->moves == 0)
        text_add(buffer, size, &used, "launching from %s", from);
    else if (air.mark == TRANCE)
        text_add(buffer, size, &used, "in the air from %s, in trance: passes on momentum 1", from);
    else
        text_add(buffer, size, &used, "in the air from %s, momentum %d", from, draft->momentum);
    if (is_passive(air.kind) && like.kind)
        text_add(buffer, size, &used, ", moves like a %s%s%s", croatian_pattern_owner(like),
                 croatian_name(like), like.mark == TRANCE ? " in trance" : "");
    return (int)used;
}

/* ---- Describe how the pieces of a variant move, with the numbers and options of the variant (5,
 * 6, 8, 15). */

/* How far a Pawn may go in its first move. If several ranks have Pawns, the greatest distance. */
static int first_move(const struct croatian *own)
{
    int most = 1;
    for (int rank = 0; rank < own->size; rank++)
        most = own->pawn_steps[rank] > most ? own->pawn_steps[rank] : most;
    return most;
}

static void tell_king(const struct croatian *own, char *out, size_t size)
{
    int least = own->castle_least, most = own->castle_most;
    if (!own->partners[WHITE] || least > most)
        snprintf(out, size, "One step in any direction; there is no castling.");
    else if (least == most)
        snprintf(out, size, "One step in any direction; castles, going %d cell%s.", most,
                 most == 1 ? "" : "s");
    else
        snprintf(out, size, "One step in any direction; castles, going %d to %d cells.", least,
                 most);
}

static void croatian_tell(const struct croatian *own, int kind, char *out, size_t size)
{
    const char *steps = own->box == 1 ? "" : "s";
    if (kind == PAWN && first_move(own) == 1)
        snprintf(out, size, "One cell forward; captures and activates diagonally forward.");
    else if (kind == PAWN)
        snprintf(out, size,
                 "One cell forward, up to %d from its own Pawns' rank; captures and activates "
                 "diagonally forward.",
                 first_move(own));
    else if (kind == KING)
        tell_king(own, out, size);
    else if (kind == SERPENT)
        snprintf(out, size,
                 "Zigzags diagonally, at most %d steps; or one straight step onto an empty cell.",
                 own->zigzag);
    else if (kind == SHAMAN)
        snprintf(out, size,
                 "Far jumps or a short Rook's ride; converts enemy pieces on its own side or "
                 "promotes its own Pawns on the other, and %s; once activated it is in trance: any "
                 "cell on a Queen's lines.",
                 own->shaman_stays ? "stays where it is" : "leaves the board");
    else if (kind == MONOLITH)
        snprintf(out, size,
                 "Neutral: straight, then diagonally, at most %d step%s in all; teleports the "
                 "pieces it meets.",
                 own->box, steps);
    else if (kind == STARCHILD)
        snprintf(out, size,
                 "Diagonally, then straight, at most %d step%s in all; captures nothing, activates "
                 "what it meets; journeys from a Monolith, and may summon captured pieces.",
                 own->box, steps);
}

void croatian_tell_kinds(struct ruleset *ruleset, struct croatian *own)
{
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        own->kind[kind] = ruleset->kinds[kind];
        croatian_tell(own, kind, own->moves[kind], sizeof own->moves[kind]);
        if (own->moves[kind][0])
            own->kind[kind].moves = own->moves[kind];
    }
    ruleset->kinds = own->kind;
}

/* ---- Example diagrams for pieces that other pieces move: they show which piece moves them and
 * where they go (7.3, 8.6). */

enum { STEPS = 3 };

static bool at_home(const struct croatian *own, int kind)
{
    for (int cell = 0; cell < own->cells; cell++)
        if (own->home[cell].kind == kind)
            return true;
    return false;
}

/* The cell `files` to the right and `ranks` up. Goes left instead of right, or down instead of up,
 * where the board ends too early. */
static cell_t croatian_beside(const struct board *board, cell_t cell, int files, int ranks)
{
    int file = board->cell[cell].file, rank = board->cell[cell].rank;
    return board_at(board, file + files < board->files ? file + files : file - files,
                    rank + ranks < board->ranks ? rank + ranks : rank - ranks);
}

/* List where a passive piece may go after the piece `by` has activated it from `steps` steps
 * away. */
static void add_pushed(const struct position *alone, cell_t cell, struct piece by, int steps,
                       struct actions *out)
{
    struct piece piece = alone->at[cell];
    struct reaches *reaches = memory_new(1, sizeof *reaches);
    struct position now;
    struct gait gait;
    gait_of(piece, by, false, steps, piece.side, &gait);
    position_copy(&now, alone);
    now.at[cell] = (struct piece){0};
    walk(croatian_of(alone), now.at, cell, &gait, reaches);
    for (int i = 0; i < reaches->n; i++) {
        struct piece met = alone->at[reaches->v[i].cell];
        struct action action = {
            met.kind ? ACTION_PUSH : ACTION_GO, met.kind, met.side, 0, cell, reaches->v[i].cell};
        if (!met.kind || piece.kind == WAVE)
            actions_add(out, action);
        action.verb = ACTION_TAKE;
        if (!met.kind && piece.kind == PYRAMID)
            actions_add(out, action);
    }
    free(reaches);
}

/* List the cells where pieces reappear next to a Star. */
static void diagrams_add_portals(const struct position *alone, cell_t star, struct actions *out)
{
    for (int direction = 0; direction < SQUARE_DIRECTIONS; direction++) {
        cell_t next = board_next(alone->rules->board, star, direction);
        if (next != CELL_NONE)
            actions_add(out, (struct action){ACTION_PORTAL, KIND_NONE, 0, 0, star, next});
    }
}

/* The pieces that may activate a passive piece in an example, with texts: a Queen if the variant
 * has one, else a Rook, else the King. */
static const struct pusher {
    uint8_t kind, steps;
    struct example pyramid, wave;
} pushers[] = {
    {QUEEN,
     STEPS,
     {"Here a Queen has moved three steps onto the Pyramid: it moves like a Queen, at most three steps.",
      {"Q moves onto it,", "  giving 3 steps", "x: move/capture"}},
     {"Here a Queen has moved onto the Wave: it moves like a Queen up to the border, even through "
      "the Pawn, or activates the Pawn.",
      {"Q moves onto it", "P: passed over", "m: move/activate"}}},
    {ROOK,
     STEPS,
     {"Here a Rook has moved three steps onto the Pyramid: it moves like a Rook, at most three steps.",
      {"R moves onto it,", "  giving 3 steps", "x: move/capture"}},
     {"Here a Rook has moved onto the Wave: it moves like a Rook up to the border, even through the "
      "Pawn, or activates the Pawn.",
      {"R moves onto it", "P: passed over", "m: move/activate"}}},
    {KING,
     1,
     {"Here a King has stepped onto the Pyramid: it moves one step, like a King.",
      {"K steps onto it,", "  giving 1 step", "x: move/capture"}},
     {"Here a King has stepped onto the Wave: it moves in a King's directions up to the border, even "
      "through the Pawn, or activates the Pawn.",
      {"K steps onto it", "P: passed over", "m: move/activate"}}},
};
static const struct example star = {
    "A piece that dives into a Star of the other colour reappears beside this one.",
    {"x: exit from a", "  Star of the", "  other colour"}};

/* Legends for pieces that never capture: what they do to the pieces they meet (8.8, 8.9). */
static const struct example monolith = {
    "The Monolith moves to an empty cell, or teleports a piece beside a Star: one of the mover's "
    "pieces, or an enemy piece on the mover's side of the board. It dives like other pieces.",
    {"m: move, or send", "  a piece there", "  to a Star"}};
static const struct example monolith_alone = {
    "The Monolith moves to an empty cell, or teleports a piece beside the other Monolith: one of "
    "the mover's pieces, or an enemy piece on the mover's side of the board.",
    {"m: move, or send", "  a piece there", "  to the other"}};
static const struct example starchild = {
    "The Starchild moves to an empty cell or activates a piece other than a King; it dives into Stars and "
    "Monoliths, and captures nothing.",
    {"m: move or", "  activate the", "  piece there"}};

const struct example *croatian_signs(const struct ruleset *ruleset, int kind)
{
    if (kind == MONOLITH)
        return at_home(ruleset->own, STAR) ? &monolith : &monolith_alone;
    return kind == STARCHILD ? &starchild : NULL;
}

const struct example *croatian_example(struct position *alone, cell_t cell, struct actions *out)
{
    const struct croatian *own = croatian_of(alone);
    struct piece piece = alone->at[cell];
    if (piece.kind == STAR) {
        diagrams_add_portals(alone, cell, out);
        return &star;
    }
    if (!is_passive(piece.kind))
        return NULL;
    const struct pusher *by = &pushers[at_home(own, QUEEN) ? 0 : at_home(own, ROOK) ? 1 : 2];
    struct piece pusher = {.kind = by->kind, .side = piece.side};
    if (piece.kind == WAVE)
        alone->at[croatian_beside(own->board, cell, 0, 2)] =
            (struct piece){.kind = PAWN, .side = piece.side};
    add_pushed(alone, cell, pusher, by->steps, out);
    cell_t from = croatian_beside(own->board, cell, by->steps, 0);
    alone->at[from] = pusher; /* the diagram shows where the activating piece came from, although it
                                 is on `cell` now */
    int kept = 0;
    for (int i = 0; i < out->n; i++)
        if (out->v[i].to != from)
            out->v[kept++] = out->v[i];
    out->n = kept;
    return piece.kind == WAVE ? &by->wave : &by->pyramid;
}
