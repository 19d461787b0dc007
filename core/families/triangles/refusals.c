/* refusals.c - why a ply is refused, or a piece cannot be picked.
 *
 * If several things are wrong, the message names the first one that would have to change: which piece is there, what is in
 * between, which rule of pawns is broken, which piece would capture the royal. It describes the movement of the kind only if
 * nothing else is wrong. */
#include "core/util/ascii.h"
#include "core/families/triangles/triangles.h"

#include "core/position_text.h"

#include <string.h>

struct wanted {
    int from, to; /* to: NO_CELL for any cell */
    struct triangle_ply found;
};

/* The refused move: a piece and the cell it cannot go to. */
struct question {
    const struct triangle_position *position;
    const struct ruleset *ruleset;
    const struct kind *kind; /* kind of the piece on `from` */
    int from, to;
    const char *name;        /* name of `to` */
};

static int is_wanted(const struct triangle_ply *ply, void *argument)
{
    struct wanted *wanted = argument;
    wanted->found = *ply;
    return ply->from == wanted->from && (wanted->to == NO_CELL || ply->to == wanted->to);
}

/* True if the piece has such a ply when safety is ignored. */
static bool could(const struct triangle_position *position, int from, int to)
{
    return triangles_generate_all(position, is_wanted, &(struct wanted){.from = from, .to = to});
}

static const char *cell_name(const struct question *question, int cell)
{
    return board_name(question->ruleset->board, (cell_t)cell);
}

/* The ply would only be unsafe: say which piece would capture the royal, if that is known. */
static void refuse_unsafe(const struct question *question, struct note *why)
{
    struct triangle_position after = *question->position;
    const struct ruleset *ruleset = question->ruleset;
    struct wanted wanted = {.from = question->from, .to = question->to};
    int side = after.side, by = NO_CELL;
    const char *royal = ruleset->kinds[after.own->royal_kind].name;
    triangles_generate_all(&after, is_wanted, &wanted);
    triangles_make(&after, &wanted.found);
    if (after.royal[side] != NO_CELL) {
        struct cells foes = triangles_attackers(&after, after.royal[side], triangles_foes(&after, side),
                                                 triangles_occupied(&after));
        by = cells_any(foes) ? cells_pop(&foes) : NO_CELL;
    }
    if (by == NO_CELL)
        note_set(why, -1, "that leaves %s's %s open to capture (" RULES "8.1)", side_name(side), royal);
    else
        note_set(why, -1, "that leaves %s's %s open to capture by the %s on %s (" RULES "8.1)", side_name(side), royal,
                 ruleset->kinds[code_kind(after.at[by])].name, cell_name(question, by));
}

/* How pawn-like pieces of the side to move go, in a few words. */
static const char *pawn_way(const struct question *question, bool girl)
{
    const struct triangles *own = question->position->own;
    bool runs = own->multistep != MULTISTEP_NONE && cells_any(own->ground->zone[question->position->side]);
    bool initial = own->multistep == MULTISTEP_INITIAL;
    if (!runs)
        return girl ? "1 forward, takes triagonally" : "1 forward, takes diagonally";
    if (initial)
        return girl ? "1 forward, at first more, takes triagonally" : "1 forward, at first more, takes diagonally";
    return girl ? "1 forward, at home more, takes triagonally" : "1 forward, at home more, takes diagonally";
}

/* A short description of how the kind moves if its row's is longer than a line; otherwise NULL. */
static const char *short_way(const struct question *question)
{
    switch (question->position->own->movement[code_kind(question->position->at[question->from])]) {
    case ELEMENT(AHEAD_PAWN): return pawn_way(question, false);
    case ELEMENT(AHEAD_GIRL): return pawn_way(question, true);
    case ELEMENT(WALK_ROOK): return "walks around a corner point of its cell";
    case ELEMENT(WALK_CROOKED_ROOK): return "zigzags in a straight strip";
    case ELEMENT(WALK_BISHOP): return "diagonal steps in one direction";
    case ELEMENT(LEAP_KNIGHT): return "an orthogonal step and a diagonal one";
    case ELEMENT(LEAP_NINJA): return "a diagonal step and a triagonal one";
    case ELEMENT(LEAP_ARCHER): return "an orthogonal step and a triagonal one";
    case ELEMENT(LEAP_ELEPHANT): return "leaps two diagonal steps";
    default: return NULL;
    }
}

/* The kind never moves that way: say how it does, with the row's description as part of our sentence. */
static void refuse_way(const struct question *question, struct note *why)
{
    const struct kind *kind = question->kind;
    const char *way = short_way(question);
    if (way)
        note_set(why, -1, "%s %s does not go to %s: %s (%s)", name_article(kind->name), kind->name, question->name, way,
                 kind->source);
    else
        note_set(why, -1, "%s %s does not go to %s: %c%.*s (%s)", name_article(kind->name), kind->name, question->name,
                 ascii_lower((unsigned char)*kind->moves), (int)strlen(kind->moves) - 2, kind->moves + 1, kind->source);
}

/* ---------------------------------------------------------------- pawn-like pieces */

/* True if at most `steps` forward orthogonal steps over cells of a set lead there. */
static bool steps_reach(const struct question *question, int steps, struct cells over)
{
    const struct cells *step = question->position->ground->step[triangles_head(question->position, question->from)];
    struct cells front = {{0, 0}};
    cells_add(&front, question->from);
    while (steps-- && cells_any(front) && !cells_has(front, question->to)) {
        struct cells next = {{0, 0}};
        while (cells_any(front))
            next = cells_either(next, step[cells_pop(&front)]);
        front = cells_both(next, over);
    }
    return cells_has(front, question->to);
}

/* In a game with multi-step moves, several forward steps lead there: say which of their conditions is not met (6.2). */
static bool refuse_steps(const struct question *question, struct note *why)
{
    const struct triangle_position *position = question->position;
    const struct triangles *own = position->own;
    const struct cells *zone = &own->ground->zone[position->side], all = {{~0ull, ~0ull}};
    const char *kind = question->kind->name;
    if (own->multistep == MULTISTEP_NONE || !cells_any(*zone) || !steps_reach(question, PATH_ROOM, all))
        return false;
    if (own->multistep == MULTISTEP_INITIAL && !cells_has(position->fresh, question->from))
        note_set(why, -1, "only a %s that has not moved goes several steps (" RULES "6.2)", kind);
    else if (!cells_has(*zone, question->to) && own->setup == DIAMOND)
        note_set(why, -1, "several steps stay in %s's own half (" RULES "6.2)", side_name(position->side));
    else if (!cells_has(*zone, question->to))
        note_set(why, -1, "several steps end on the line from d4 to l4 or before it (" RULES "6.2)");
    else if (!steps_reach(question, own->steps_most, *zone))
        note_set(why, -1, "a %s goes %d steps at most (" RULES "6.2)", kind, own->steps_most);
    else
        note_set(why, -1, "a multi-step move needs free cells: the way to %s is blocked (" RULES "6.2)", question->name);
    return true;
}

/* True if an opponent's multi-step move may pass over a cell, so that an en passant capture there is possible (6.3). Only
 * two-player games have these. */
static bool passes_there(const struct triangles *own, int side, int cell)
{
    return own->multistep != MULTISTEP_NONE && cells_has(own->ground->zone[!side], cell);
}

static bool refuse_pawn(const struct question *question, struct note *why)
{
    const struct triangle_position *position = question->position;
    const struct triangles *own = position->own;
    const char *name = question->name, *kind = question->kind->name;
    int from = question->from, to = question->to, head = triangles_head(position, from);
    int aim = triangles_ahead(own, code_kind(position->at[from]));
    bool takes_there = cells_has(own->ground->aim[aim - WALKS_END][head][from], to);
    if (cells_has(own->ground->step[head][from], to))
        note_set(why, -1, "a %s goes straight on to a free cell only; %s is occupied (" RULES "4.6)", kind, name);
    else if (takes_there && cells_has(position->fresh, to))
        note_set(why, -1, "a %s that has not moved may not take one that has not moved (" RULES "6.1)", kind);
    else if (takes_there && passes_there(own, position->side, to))
        note_set(why, -1, "a %s goes to %s only to take something there or en passant (" RULES "4.6, 6.3)", kind, name);
    else if (takes_there)
        note_set(why, -1, "a %s goes to %s only when it takes something there (" RULES "4.6)", kind, name);
    else
        return refuse_steps(question, why);
    return true;
}

/* For a piece that was taken over: its forward direction is still that of its previous owner (8.8). */
static void add_way(const struct question *question, int goes, enum nearness near, struct note *why)
{
    struct note said;
    if (!why)
        return;
    said = *why;
    if (near == NEARNESS_NONE)
        note_set(why, -1, "this %s still goes %s's way, which does not lead to %s (" RULES "4.6)", question->kind->name,
                 side_name(goes), question->name);
    else
        note_set(why, -1, "%.300s; this one still goes %s's way", said.text, side_name(goes));
}

/* ---------------------------------------------------------------- other pieces */

/* Say what is in the way; by name if there is only one path. */
static void refuse_between(const struct question *question, struct note *why)
{
    const struct triangle_position *position = question->position;
    const struct triangles *own = position->own;
    struct cells occupied = triangles_occupied(position);
    int ways = 0, first = NO_CELL;
    for (const uint8_t *list = own->list[code_kind(position->at[question->from])]; *list != ELEMENTS; list++)
        for (int p = 0; *list >= LEAPS && *list < WALKS_END && p < PATHS; p++) {
            const uint8_t *path = own->ground->walk[*list - LEAPS].path[question->from][p];
            int met = NO_CELL;
            while (*path != NO_CELL && *path != question->to) {
                met = met == NO_CELL && cells_has(occupied, *path) ? *path : met;
                path++;
            }
            if (*path == question->to) {
                ways++;
                first = met;
            }
        }
    if (ways == 1 && first != NO_CELL)
        note_set(why, -1, "the %s on %s stands between %s and %s (" RULES "4)",
                 question->ruleset->kinds[code_kind(position->at[first])].name, cell_name(question, first),
                 cell_name(question, question->from), question->name);
    else
        note_set(why, -1, "every way from %s to %s is blocked (" RULES "4)", cell_name(question, question->from),
                 question->name);
}

enum nearness triangles_refuse(const struct position *before, int from, int to, struct note *why)
{
    struct triangle_position position;
    triangles_load(&position, before);
    int code = position.at[from];
    uint32_t movement = position.own->movement[code_kind(code)];
    struct question question = {&position, before->rules, &before->rules->kinds[code_kind(code)], from, to,
                                board_name(before->rules->board, (cell_t)to)};
    bool rings = movement & (ELEMENT(WALK_ROOK) | ELEMENT(WALK_UNICORN)), circles = position.own->null_moves && rings;
    enum nearness near = NEARNESS_RULE;
    if (could(&position, from, to))
        refuse_unsafe(&question, why);
    else if (from == to)
        note_set(why, -1, circles ? "no full circle of free cells leads back to %s (" RULES "9.2)"
                          : rings ? "a piece may not go back to %s, its own cell (" RULES "4.2)"
                                  : "the ply must leave %s: you cannot pass (" RULES "6)", question.name);
    else if (position.at[to] && !(position.at[to] & CODE_FROZEN) && code_side(position.at[to]) == position.side)
        note_set(why, -1, "a piece of %s stands on %s (" RULES "4)", side_name(position.side), question.name);
    else if (movement & PAWN_LIKE) {
        if (!refuse_pawn(&question, why)) {
            refuse_way(&question, why);
            near = NEARNESS_NONE;
        }
        if (before->at[from].mark >= TRIANGLE_GOES)
            add_way(&question, before->at[from].mark - TRIANGLE_GOES, near, why);
    } else if (cells_has(triangles_targets(&position, from, (struct cells){{0, 0}}), to))
        refuse_between(&question, why);
    else {
        refuse_way(&question, why);
        near = NEARNESS_NONE;
    }
    return near;
}

void triangles_refuse_pick(const struct position *position, cell_t cell, struct note *why)
{
    struct triangle_position compact;
    const struct ruleset *ruleset = position->rules;
    struct piece piece = position->at[cell];
    const char *name = board_name(ruleset->board, cell), *kind = ruleset->kinds[piece.kind].name;
    triangles_load(&compact, position);
    if (!piece.kind)
        note_set(why, -1, "there is no piece on %s (" RULES "6)", name);
    else if (piece.mark == TRIANGLE_FROZEN)
        note_set(why, -1, "the %s on %s is frozen: its player is out (" RULES "8.8)", kind, name);
    else if (piece.side != position->side)
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (" RULES "6)", kind, name, side_name(piece.side),
                 side_name(position->side));
    else if (triangles_over_by_material(&compact, NULL))
        note_set(why, -1, "the game is over (" RULES "8)");
    else if (could(&compact, cell, NO_CELL))
        note_set(why, -1, "wherever the %s on %s goes, %s's %s would be open to capture (" RULES "8.1)", kind, name,
                 side_name(position->side), ruleset->kinds[compact.own->royal_kind].name);
    else
        note_set(why, -1, "the %s on %s has nowhere to go (%s)", kind, name, ruleset->kinds[piece.kind].source);
}

/* True if a legal ply leads there that this draft composes step by step. */
static bool steps_lead(const struct draft *draft, cell_t to)
{
    struct triangle_position compact;
    triangles_load(&compact, draft->before);
    return triangles_generate(&compact, is_wanted, &(struct wanted){.from = draft->hand, .to = to});
}

void triangles_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    const char *name = board_name(draft->now.rules->board, to);
    if (draft->ply.n == 0)
        triangles_refuse_pick(draft->before, to, why);
    else if (draft->held.kind && steps_lead(draft, to))
        note_set(why, -1, "%s is reached in several steps: choose the first of them (" RULES "6.2)", name);
    else if (draft->held.kind)
        triangles_refuse(draft->before, draft->hand, to, why);
    else if (draft->hand != CELL_NONE)
        note_set(why, -1, "the next step cannot end on %s (" RULES "6.2)", name);
    else
        note_set(why, -1, "the move is made; the ply ends here or with a promotion (" RULES "6.4)");
}
