/* triangles_draft.c - composing a ply by choices, and why a ply is refused.
 *
 * A position has few plies, so the choices are simply the next actions of all legal plies that begin with what was
 * chosen so far. A ply is PICK, then GO, TAKE or PASSANT, or one STEP after another for a move that could have
 * several, then PROMOTE where the piece becomes another. */
#include "core/triangles.h"

#include "core/position_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define RULES "rules/triangles.md "

/* ---------------------------------------------------------------- plies and actions */

void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply, struct ply *out)
{
    int code = position->at[ply->from], taken = ply->taken != NO_CELL ? position->at[ply->taken] : 0;
    uint8_t kind = (uint8_t)code_kind(code), side = (uint8_t)code_side(code);
    enum verb verb = !taken ? ACTION_GO : ply->taken == ply->to ? ACTION_TAKE : ACTION_PASSANT;
    out->n = 0;
    ply_add(out, (struct action){ACTION_PICK, kind, side, 0, ply->from, ply->from});
    if (ply->stepping) {
        cell_t from = ply->from;
        for (int i = 0; i <= ply->passed_count; i++) {
            cell_t to = i < ply->passed_count ? ply->passed[i] : ply->to;
            ply_add(out, (struct action){ACTION_STEP, 0, 0, 0, from, to});
            from = to;
        }
    } else {
        ply_add(out, (struct action){(uint8_t)verb, (uint8_t)code_kind(taken), taken ? (uint8_t)code_side(taken) : 0, 0,
                                     ply->from, ply->to});
    }
    if (ply->becomes)
        ply_add(out, (struct action){ACTION_PROMOTE, ply->becomes, side, 0, CELL_NONE, ply->to});
}

/* ---------------------------------------------------------------- the draft */

void triangles_begin(struct draft *draft)
{
    draft->stage = 0;
}

static bool begins_with(const struct ply *ply, const struct ply *start)
{
    if (ply->n < start->n)
        return false;
    for (int i = 0; i < start->n; i++)
        if (!action_same(ply->v[i], start->v[i]))
            return false;
    return true;
}

void triangles_choices(const struct draft *draft, struct actions *out)
{
    struct triangle_position position;
    struct triangle_list list = {0};
    struct ply ply = {0};
    triangles_load(&position, draft->before);
    triangles_collect(&position, &list);
    for (int i = 0; i < list.n; i++) {
        triangles_actions(&position, &list.v[i], &ply);
        if (!begins_with(&ply, &draft->ply))
            continue;
        if (ply.n == draft->ply.n)
            actions_add_once(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
        else
            actions_add_once(out, ply.v[draft->ply.n]);
    }
    ply_free(&ply);
    free(list.v);
}

/* After a STEP the piece stands on the board, since the ply may end there; the next STEP takes it on. */
void triangles_take(struct draft *draft, const struct action *action)
{
    struct position *now = &draft->now;
    if (action->verb == ACTION_PICK) {
        draft->held = now->at[action->from];
        draft->hand = action->from;
        now->at[action->from] = (struct piece){0};
        return;
    }
    if (action->verb == ACTION_PROMOTE) {
        now->at[action->to] = (struct piece){.kind = action->kind, .side = action->side};
        return;
    }
    struct piece piece = draft->held.kind ? draft->held : now->at[action->from];
    now->at[action->from] = (struct piece){0};
    if (action->verb == ACTION_PASSANT)
        now->at[now->passed[now->passed_count - 1]] = (struct piece){0};
    now->at[action->to] = piece;
    draft->held = (struct piece){0};
    draft->hand = action->verb == ACTION_STEP ? action->to : CELL_NONE;
    draft->moves = 1;
}

void triangles_finish(struct draft *draft)
{
    struct triangle_position position;
    triangles_load(&position, draft->before);
    struct triangle_ply ply = triangles_compact(&position, &draft->ply);
    triangles_make(&position, &ply);
    triangles_store(&position, &draft->now);
}

/* ---------------------------------------------------------------- why not */

struct wanted {
    int from, to; /* to: NO_CELL for any */
    struct triangle_ply found;
};

static int is_wanted(const struct triangle_ply *ply, void *argument)
{
    struct wanted *wanted = argument;
    wanted->found = *ply;
    return ply->from == wanted->from && (wanted->to == NO_CELL || ply->to == wanted->to);
}

/* Whether the piece has such a ply when safety is left aside. */
static bool could(const struct triangle_position *position, int from, int to)
{
    return triangles_generate_all(position, is_wanted, &(struct wanted){.from = from, .to = to});
}

/* It could go there but for safety: who would then capture the royal, if it is known. */
static void refuse_unsafe(const struct triangle_position *position, const struct ruleset *ruleset, int from, int to,
                          struct note *why)
{
    struct triangle_position after = *position;
    struct wanted wanted = {.from = from, .to = to};
    int side = position->side, by = NO_CELL;
    const char *royal = ruleset->kinds[position->own->royal_kind].name;
    triangles_generate_all(position, is_wanted, &wanted);
    triangles_make(&after, &wanted.found);
    if (after.royal[side] != NO_CELL) {
        struct cells foes = triangles_attackers(&after, after.royal[side], triangles_foes(&after, side));
        for (int cell = 0; cell < ruleset->board->cells && by == NO_CELL; cell++)
            if (cells_has(foes, cell))
                by = cell;
    }
    if (by == NO_CELL)
        note_set(why, -1, "that would leave the %s of %s open to capture (" RULES "8.1)", royal, side_name(side));
    else
        note_set(why, -1, "that would leave the %s of %s open to capture by the %s on %s (" RULES "8.1)", royal,
                 side_name(side), ruleset->kinds[code_kind(after.at[by])].name, board_name(ruleset->board, (cell_t)by));
}

/* The kind does not move so: its row says how it does, as a part of our sentence. */
static void refuse_way(const char *name, const struct kind *kind, struct note *why)
{
    note_set(why, -1, "a %s does not go to %s: %c%.*s (%s)", kind->name, name, tolower((unsigned char)*kind->moves),
             (int)strlen(kind->moves) - 2, kind->moves + 1, kind->source);
}

static void refuse_pawn(const struct triangle_position *position, int from, int to, const char *name,
                        const struct kind *kind, struct note *why)
{
    const struct triangles *own = position->own;
    int head = triangles_head(position, from), aim = own->movement[code_kind(position->at[from])] & ELEMENT(AHEAD_PAWN)
                                                         ? AHEAD_PAWN - WALKS_END : AHEAD_GIRL - WALKS_END;
    if (cells_has(own->step[head][from], to) && position->at[to])
        note_set(why, -1, "a %s goes straight on to a free cell only; %s is occupied (" RULES "4.6)", kind->name, name);
    else if (cells_has(own->aim[aim][head][from], to) && cells_has(position->fresh, to))
        note_set(why, -1, "a %s that has not moved may not take one that has not moved (" RULES "6.1)", kind->name);
    else if (cells_has(own->aim[aim][head][from], to) && own->multistep)
        note_set(why, -1, "a %s goes to %s only when it takes something there, or what passed it in the ply before ("
                 RULES "4.6, 6.3)", kind->name, name);
    else if (cells_has(own->aim[aim][head][from], to))
        note_set(why, -1, "a %s goes to %s only when it takes something there (" RULES "4.6)", kind->name, name);
    else
        refuse_way(name, kind, why);
    if (cells_has(own->aim[aim][head][from], to) || cells_has(own->step[head][from], to) || !own->multistep ||
        !cells_any(own->zone[position->side]) || !why)
        return;
    struct note said = *why;
    note_set(why, -1, "%.300s; %s steps lead over free cells %s (" RULES "6.2)", said.text,
             own->multistep == MULTISTEP_ALL ? "several" : "a first move's several",
             own->setup == DIAMOND ? "of its own half" : "up to the line from d4 to l4");
}

/* Forward is where it went for the player it was taken over from (8.8). */
static void add_way(const struct piece *pawn, struct note *why)
{
    struct note said;
    if (pawn->mark < TRIANGLE_GOES || !why)
        return;
    said = *why;
    note_set(why, -1, "%.300s; this one still goes %s's way (" RULES "4.6)", said.text, side_name(pawn->mark - TRIANGLE_GOES));
}

void triangles_refuse(const struct position *position, int from, int to, struct note *why)
{
    struct triangle_position compact;
    const struct ruleset *ruleset = position->rules;
    triangles_load(&compact, position);
    int code = compact.at[from];
    const struct kind *kind = &ruleset->kinds[code_kind(code)];
    const char *name = board_name(ruleset->board, (cell_t)to);
    if (could(&compact, from, to))
        refuse_unsafe(&compact, ruleset, from, to, why);
    else if (from == to)
        note_set(why, -1, compact.own->null_moves ? "no full circle of free cells leads back to %s (" RULES "9.2)"
                                                  : "a piece may not go back to %s, its own cell (" RULES "4.2)", name);
    else if (compact.at[to] && !(compact.at[to] & CODE_FROZEN) && code_side(compact.at[to]) == compact.side)
        note_set(why, -1, "a piece of %s stands on %s (" RULES "4)", side_name(compact.side), name);
    else if (compact.own->movement[code_kind(code)] & PAWN_LIKE) {
        refuse_pawn(&compact, from, to, name, kind, why);
        add_way(&position->at[from], why);
    }
    else if (cells_has(triangles_targets(&compact, from, (struct cells){{0, 0}}), to))
        note_set(why, -1, "something stands between %s and %s (" RULES "4)", board_name(ruleset->board, (cell_t)from),
                 name);
    else
        refuse_way(name, kind, why);
}

/* Why the piece on a cell cannot be picked. */
static void refuse_pick(const struct position *position, cell_t cell, struct note *why)
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
        note_set(why, -1, "the %s on %s is %s's, and it is %s's turn (" RULES "6)",
                 kind, name, side_name(piece.side),
                 side_name(position->side));
    else if (triangles_over_by_material(&compact, NULL))
        note_set(why, -1, "the game is over (" RULES "8)");
    else if (could(&compact, cell, NO_CELL))
        note_set(why, -1, "wherever the %s on %s goes, %s's %s would be open to capture (" RULES "8.1)", kind, name,
                 side_name(position->side), ruleset->kinds[compact.own->royal_kind].name);
    else
        note_set(why, -1, "the %s on %s has nowhere to go (%s)", kind, name, ruleset->kinds[piece.kind].source);
}

/* Whether a legal ply leads there which this draft composes by its steps. */
static bool steps_lead(const struct draft *draft, cell_t to)
{
    struct triangle_position compact;
    triangles_load(&compact, draft->before);
    return triangles_generate(&compact, is_wanted, &(struct wanted){.from = draft->hand, .to = to});
}

void triangles_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    if (draft->ply.n == 0)
        refuse_pick(draft->before, to, why);
    else if (draft->held.kind && steps_lead(draft, to))
        note_set(why, -1, "%s is reached in several steps: choose the first of them (" RULES "6.2)",
                 board_name(draft->now.rules->board, to));
    else if (draft->held.kind)
        triangles_refuse(draft->before, draft->hand, to, why);
    else if (draft->hand != CELL_NONE)
        note_set(why, -1, "the next step cannot end on %s (" RULES "6.2)", board_name(draft->now.rules->board, to));
    else
        note_set(why, -1, "the move is made; the ply ends here or with a promotion (" RULES "6.4)");
}
