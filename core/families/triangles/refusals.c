/* refusals.c - explains why a ply is illegal or a piece cannot be picked, and describes pieces.
 *
 * If several things are wrong, the message names the first one that would have to change: which
 * piece is there, what is in between, which rule of pawns is broken, which piece would capture the
 * royal. If nothing of this is wrong, the message says how the kind moves. */
#include "core/families/triangles/triangles.h"
#include "core/position_text.h"
#include "core/util/ascii.h"

#include <string.h>

struct triangles_target {
    int from, to; /* start and goal of the ply searched for; `to` may be NO_CELL for any goal */
    struct triangle_ply found;
};

/* The move to explain: a piece and the cell to which it cannot move. */
struct question {
    const struct triangle_position *position;
    const struct ruleset *ruleset;
    const struct kind *kind; /* kind of the piece on `from` */
    int from, to;
    const char *name; /* name of the cell `to` */
};

static int triangles_is_wanted(const struct triangle_ply *ply, void *argument)
{
    struct triangles_target *wanted = argument;
    wanted->found = *ply;
    return ply->from == wanted->from && (wanted->to == NO_CELL || ply->to == wanted->to);
}

/* True if the piece has a ply to that cell, even one that leaves its royal attacked. */
static bool triangles_could(const struct triangle_position *position, int from, int to)
{
    return triangles_generate_all(position, triangles_is_wanted,
                                  &(struct triangles_target){.from = from, .to = to});
}

static const char *cell_name(const struct question *question, int cell)
{
    return board_name(question->ruleset->board, (cell_t)cell);
}

/* Explains that a move would leave the royal attacked. Names the piece that would capture it, if
 * known. */
static void triangles_refuse_unsafe(const struct question *question, struct note *why)
{
    struct triangle_position after = *question->position;
    const struct ruleset *ruleset = question->ruleset;
    struct triangles_target wanted = {.from = question->from, .to = question->to};
    int side = after.side, by = NO_CELL;
    const char *royal = ruleset->kinds[after.own->royal_kind].name;
    triangles_generate_all(&after, triangles_is_wanted, &wanted);
    triangles_make(&after, &wanted.found);
    if (after.royal[side] != NO_CELL) {
        struct cells foes = triangles_attackers(
            &after, after.royal[side], triangles_foes(&after, side), triangles_occupied(&after));
        by = cells_any(foes) ? cells_pop(&foes) : NO_CELL;
    }
    if (by == NO_CELL)
        note_set(why, -1, "that leaves %s's %s open to capture (" RULES "8.1)", side_name(side),
                 royal);
    else
        note_set(why, -1, "that leaves %s's %s open to capture by the %s on %s (" RULES "8.1)",
                 side_name(side), royal, ruleset->kinds[code_kind(after.at[by])].name,
                 cell_name(question, by));
}

/* Describes in a few words how pawn-like pieces of the side to move move. */
static const char *pawn_way(const struct question *question, bool girl)
{
    const struct triangles *own = question->position->own;
    bool runs =
        own->multistep != MULTISTEP_NONE && cells_any(own->ground->zone[question->position->side]);
    bool initial = own->multistep == MULTISTEP_INITIAL;
    if (!runs)
        return girl ? "1 forward, captures triagonally" : "1 forward, captures diagonally";
    if (initial)
        return girl ? "1 forward, at first more, captures triagonally"
                    : "1 forward, at first more, captures diagonally";
    return girl ? "1 forward, at home more, captures triagonally"
                : "1 forward, at home more, captures diagonally";
}

/* Returns a short description of how a kind moves. NULL if the description in the table of kinds
 * fits on a line. */
static const char *short_way(const struct question *question)
{
    switch (question->position->own->movement[code_kind(question->position->at[question->from])]) {
    case ELEMENT(AHEAD_PAWN):
        return pawn_way(question, false);
    case ELEMENT(AHEAD_GIRL):
        return pawn_way(question, true);
    case ELEMENT(WALK_ROOK):
        return "walks around a corner point of its cell";
    case ELEMENT(WALK_CROOKED_ROOK):
        return "zigzags in a straight strip";
    case ELEMENT(WALK_BISHOP):
        return "diagonal steps in one direction";
    case ELEMENT(LEAP_KNIGHT):
        return "an orthogonal step and a diagonal one";
    case ELEMENT(LEAP_NINJA):
        return "a diagonal step and a triagonal one";
    case ELEMENT(LEAP_ARCHER):
        return "an orthogonal step and a triagonal one";
    case ELEMENT(LEAP_ELEPHANT):
        return "leaps two diagonal steps";
    default:
        return NULL;
    }
}

/* Explains that the kind never moves to such a cell: says how it moves, with the description from
 * the table of kinds. */
static void refuse_way(const struct question *question, struct note *why)
{
    const struct kind *kind = question->kind;
    const char *way = short_way(question);
    if (way)
        note_set(why, -1, "%s %s does not go to %s: %s (%s)", name_article(kind->name), kind->name,
                 question->name, way, kind->source);
    else
        note_set(why, -1, "%s %s does not go to %s: %c%.*s (%s)", name_article(kind->name),
                 kind->name, question->name, ascii_lower((unsigned char)*kind->moves),
                 (int)strlen(kind->moves) - 2, kind->moves + 1, kind->source);
}

/* ---------------------------------------------------------------- pawn-like pieces */

/* True if the piece in question can reach the cell in question by at most `steps` forward
 * orthogonal steps that all end on cells of `over`. */
static bool steps_reach(const struct question *question, int steps, struct cells over)
{
    const struct cells *step =
        question->position->ground->step[triangles_head(question->position, question->from)];
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

/* Explains why a multi-step move (6.2) to the cell is not allowed. False if several forward steps
 * do not lead there. */
static bool refuse_steps(const struct question *question, struct note *why)
{
    const struct triangle_position *position = question->position;
    const struct triangles *own = position->own;
    const struct cells *zone = &own->ground->zone[position->side], all = {{~0ull, ~0ull}};
    const char *kind = question->kind->name;
    if (own->multistep == MULTISTEP_NONE || !cells_any(*zone) ||
        !steps_reach(question, PATH_ROOM, all))
        return false;
    if (own->multistep == MULTISTEP_INITIAL && !cells_has(position->fresh, question->from))
        note_set(why, -1, "only a %s that has not moved may make several steps (" RULES "6.2)",
                 kind);
    else if (!cells_has(*zone, question->to) && own->setup == DIAMOND)
        note_set(why, -1, "multi-step moves must stay in %s's own half (" RULES "6.2)",
                 side_name(position->side));
    else if (!cells_has(*zone, question->to))
        note_set(why, -1,
                 "multi-step moves must end on or before the line d4 to l4 (" RULES "6.2)");
    else if (!steps_reach(question, own->steps_most, *zone))
        note_set(why, -1, "a %s may make at most %d steps (" RULES "6.2)", kind, own->steps_most);
    else
        note_set(why, -1,
                 "a multi-step move needs free cells: the way to %s is blocked (" RULES "6.2)",
                 question->name);
    return true;
}

/* True if a multi-step move of an opponent may pass over a cell. The moved piece may then be
 * captured en passant on that cell (6.3). Only two-player games have multi-step moves. */
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
        note_set(why, -1,
                 "a %s moves straight ahead only to a free cell; %s is occupied (" RULES "4.6)",
                 kind, name);
    else if (takes_there && cells_has(position->fresh, to))
        note_set(why, -1,
                 "a %s that has not moved may not capture one that has not moved (" RULES "6.1)",
                 kind);
    else if (takes_there && passes_there(own, position->side, to))
        note_set(why, -1, "a %s goes to %s only to capture there or en passant (" RULES "4.6, 6.3)",
                 kind, name);
    else if (takes_there)
        note_set(why, -1, "a %s goes to %s only to capture there (" RULES "4.6)", kind, name);
    else
        return refuse_steps(question, why);
    return true;
}

/* Adds to a message that a piece, which was taken over, still moves in the forward direction of its
 * former owner (8.8). */
static void add_way(const struct question *question, int goes, enum nearness near, struct note *why)
{
    struct note said;
    if (!why)
        return;
    said = *why;
    if (near == NEARNESS_NONE)
        note_set(why, -1, "this %s still moves in %s's direction, not to %s (" RULES "4.6)",
                 question->kind->name, side_name(goes), question->name);
    else
        note_set(why, -1, "%.300s; this one still moves in %s's direction", said.text,
                 side_name(goes));
}

/* ---------------------------------------------------------------- other pieces */

/* Explains that all paths are blocked. Names the piece in the way if there is only one path. */
static void refuse_between(const struct question *question, struct note *why)
{
    const struct triangle_position *position = question->position;
    const struct triangles *own = position->own;
    struct cells occupied = triangles_occupied(position);
    int ways = 0, first = NO_CELL;
    for (const uint8_t *list = own->list[code_kind(position->at[question->from])];
         *list != ELEMENTS; list++)
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
                 question->ruleset->kinds[code_kind(position->at[first])].name,
                 cell_name(question, first), cell_name(question, question->from), question->name);
    else
        note_set(why, -1, "every way from %s to %s is blocked (" RULES "4)",
                 cell_name(question, question->from), question->name);
}

enum nearness triangles_refuse(const struct position *before, int from, int to, struct note *why)
{
    struct triangle_position position;
    triangles_load(&position, before);
    int code = position.at[from];
    uint32_t movement = position.own->movement[code_kind(code)];
    struct question question = {&position,
                                before->rules,
                                &before->rules->kinds[code_kind(code)],
                                from,
                                to,
                                board_name(before->rules->board, (cell_t)to)};
    bool rings = movement & (ELEMENT(WALK_ROOK) | ELEMENT(WALK_UNICORN)),
         circles = position.own->null_moves && rings;
    enum nearness near = NEARNESS_RULE;
    if (triangles_could(&position, from, to))
        triangles_refuse_unsafe(&question, why);
    else if (from == to)
        note_set(why, -1,
                 circles ? "no full circle of free cells leads back to %s (" RULES "9.2)"
                 : rings ? "a piece may not go back to %s, its own cell (" RULES "4.2)"
                         : "the ply must leave %s: you cannot pass (" RULES "6)",
                 question.name);
    else if (position.at[to] && !(position.at[to] & CODE_FROZEN) &&
             code_side(position.at[to]) == position.side)
        note_set(why, -1, "%s's own piece is on %s (" RULES "4)", side_name(position.side),
                 question.name);
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
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (" RULES "6)", kind, name,
                 side_name(piece.side), side_name(position->side));
    else if (triangles_over_by_material(&compact, NULL))
        note_set(why, -1, "the game is over (" RULES "8)");
    else if (triangles_could(&compact, cell, NO_CELL))
        note_set(
            why, -1, "wherever the %s on %s goes, %s's %s would be open to capture (" RULES "8.1)",
            kind, name, side_name(position->side), ruleset->kinds[compact.own->royal_kind].name);
    else
        note_set(why, -1, "the %s on %s has nowhere to go (%s)", kind, name,
                 ruleset->kinds[piece.kind].source);
}

/* True if a legal ply leads to a cell, but the draft must compose it of several steps. */
static bool steps_lead(const struct draft *draft, cell_t to)
{
    struct triangle_position compact;
    triangles_load(&compact, draft->before);
    return triangles_generate(&compact, triangles_is_wanted,
                              &(struct triangles_target){.from = draft->hand, .to = to});
}

void triangles_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    const char *name = board_name(draft->now.rules->board, to);
    if (draft->ply.n == 0)
        triangles_refuse_pick(draft->before, to, why);
    else if (draft->held.kind && steps_lead(draft, to))
        note_set(why, -1, "%s is reached in several steps: choose the first of them (" RULES "6.2)",
                 name);
    else if (draft->held.kind)
        triangles_refuse(draft->before, draft->hand, to, why);
    else if (draft->hand != CELL_NONE)
        note_set(why, -1, "the next step cannot end on %s (" RULES "6.2)", name);
    else
        note_set(why, -1,
                 "the move is complete; the ply ends here or with a promotion (" RULES "6.4)");
}

/* ---- Describes in words how each kind moves under the chosen options, and the piece on a cell. */

/* ---------------------------------------------------------------- how kinds move (sections 4, 6.2,
 * 9) */

static bool is_crooked(const struct triangles *own, const struct kind *kind, int index)
{
    uint32_t zigzag = ELEMENT(WALK_CROOKED_ROOK);
    return own->movement[index] & zigzag && !(triangles_movement(kind->name) & zigzag);
}

/* Returns the description of a kind that zigzags with the option crooked-rook (9.1). */
static const char *crooked_words(char letter, uint32_t movement)
{
    switch (letter) {
    case 'R':
        return "Orthogonal steps, turning left and right alternately: a zigzag in a straight "
               "strip.";
    case 'D':
        return "Crooked rook or unicorn.";
    default:
        return movement & ELEMENT(WALK_BISHOP) ? "Crooked rook or bishop."
                                               : "Crooked rook, or one diagonal step.";
    }
}

/* Returns the description of a kind that keeps its usual walk although the option crooked-rook is
 * on. */
static const char *walking_words(uint32_t movement)
{
    if (movement & ELEMENT(WALK_UNICORN))
        return "Uncrooked rook or unicorn.";
    return movement & ELEMENT(WALK_BISHOP) ? "Uncrooked rook or bishop."
                                           : "Uncrooked rook, or one diagonal step.";
}

/* Returns a text about how far pawn-like pieces may move at once (6.2). The caller appends it to
 * the text about their single step. */
static const char *run_words(const struct triangles *own)
{
    bool all = own->multistep == MULTISTEP_ALL;
    if (own->setup == DIAMOND)
        return all ? ", in its own half any number (6.2)"
                   : ", as its first move any number in its own half (6.2)";
    return all ? ", White's up to three as far as the line d4-l4 (6.2)"
               : ", White's as its first move up to three (6.2)";
}

void triangles_tell_kinds(struct ruleset *ruleset, struct triangles *own)
{
    uint32_t rings = ELEMENT(WALK_ROOK) | ELEMENT(WALK_UNICORN);
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        uint32_t movement = own->movement[kind];
        const struct kind *usual = &ruleset->kinds[kind];
        const char *words = usual->moves;
        if (is_crooked(own, usual, kind))
            words = crooked_words(usual->letter, movement);
        else if (ruleset_has(ruleset, "crooked-rook", "on") && movement & ELEMENT(WALK_ROOK))
            words = walking_words(movement);
        int step =
            own->multistep != MULTISTEP_NONE && movement & PAWN_LIKE ? (int)strcspn(words, ";") : 0;
        size_t used = 0;
        own->kind[kind] = *usual;
        own->kind[kind].moves = own->moves[kind];
        text_add(own->moves[kind], sizeof own->moves[kind], &used, "%.*s%s%s%s", step, words,
                 step ? run_words(own) : "", words + step,
                 own->null_moves && movement & rings
                     ? " It may walk a full circle of free cells (9.2)."
                     : "");
    }
    ruleset->kinds = own->kind;
}

/* ---------------------------------------------------------------- a piece on its cell */

int triangles_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct ruleset *ruleset = position->rules;
    const struct triangles *own = triangles_of(ruleset);
    const struct board *board = ruleset->board;
    struct piece piece = position->at[cell];
    const struct kind *kind = &ruleset->kinds[piece.kind];
    size_t used = 0;
    text_add(buffer, size, &used, "%s triangle %s; touches", board->cell[cell].up ? "up" : "down",
             board_name(board, cell));
    for (struct cells sides = own->ground->leap[LEAP_ORTHOGONAL][cell]; cells_any(sides);)
        text_add(buffer, size, &used, " %s", board_name(board, (cell_t)cells_pop(&sides)));
    if (!piece.kind)
        return (int)used;
    if (is_crooked(own, kind, piece.kind))
        text_add(buffer, size, &used, "; crooked %s", kind->name);
    if (piece.mark == TRIANGLE_FROZEN)
        text_add(buffer, size, &used, "; frozen");
    else if (piece.mark >= TRIANGLE_GOES)
        text_add(buffer, size, &used, "; moves in %s's direction",
                 side_name(piece.mark - TRIANGLE_GOES));
    else if (own->movement[piece.kind] & PAWN_LIKE)
        text_add(buffer, size, &used,
                 piece.mark == TRIANGLE_PLAIN &&
                         own->initial[cell] == (piece.kind | piece.side << CODE_SIDE)
                     ? "; has not moved"
                     : "; has moved");
    return (int)used;
}

/* ---- How a piece's movement is shown: the cells to which it could move, the cells it walks over,
 * and the source's drawing of it. */

/* ---------------------------------------------------------------- marks */

static void mark_cells(struct actions *out, struct cells cells, enum verb verb, cell_t from)
{
    while (cells_any(cells))
        actions_add(out, (struct action){(uint8_t)verb, 0, 0, 0, from, (cell_t)cells_pop(&cells)});
}

/* Returns the cells to which further steps of a multi-step move lead, by any path. `front` is the
 * set of cells after the first step. */
static struct cells run_on(const struct triangle_position *position, int side, struct cells front,
                           struct cells occupied)
{
    const struct triangles *own = position->own;
    struct cells all = {{0, 0}};
    for (int steps = 1; steps < own->steps_most && cells_any(front); steps++) {
        struct cells next = {{0, 0}};
        while (cells_any(front))
            next = cells_either(next, own->ground->step[side][cells_pop(&front)]);
        front = cells_without(cells_both(next, own->ground->zone[side]), occupied);
        all = cells_either(all, front);
    }
    return all;
}

static void reach_ahead(const struct triangle_position *position, cell_t cell, struct cells friends,
                        struct cells occupied, struct actions *out)
{
    const struct triangles *own = position->own;
    int head = triangles_head(position, cell), side = code_side(position->at[cell]);
    int ahead = triangles_ahead(own, code_kind(position->at[cell]));
    struct cells steps = cells_without(own->ground->step[head][cell], occupied);
    bool runs = own->multistep == MULTISTEP_ALL ||
                (own->multistep == MULTISTEP_INITIAL && cells_has(position->fresh, cell));
    mark_cells(out, steps, ACTION_GO, cell);
    if (runs && cells_has(own->ground->zone[side], cell))
        mark_cells(out,
                   run_on(position, side, cells_both(steps, own->ground->zone[side]), occupied),
                   ACTION_STEP, cell);
    mark_cells(out, cells_without(own->ground->aim[ahead - WALKS_END][head][cell], friends),
               ACTION_TAKE, cell);
}

void triangles_reach(const struct position *position, cell_t cell, struct actions *out)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    int code = compact.at[cell];
    if (!code || code & CODE_FROZEN)
        return;
    struct cells occupied = triangles_occupied(&compact), friends = compact.of[code_side(code)];
    if (compact.own->movement[code_kind(code)] & PAWN_LIKE) {
        reach_ahead(&compact, cell, friends, occupied, out);
        return;
    }
    struct cells targets = cells_without(triangles_targets(&compact, cell, occupied), friends);
    mark_cells(out, cells_without(targets, occupied), ACTION_GO, cell);
    mark_cells(out, targets, ACTION_TAKE, cell);
    if (triangles_null_move(compact.own, compact.own->movement[code_kind(code)], cell, occupied))
        actions_add(out, (struct action){ACTION_GO, 0, 0, 0, cell, cell});
}

/* ---------------------------------------------------------------- the cells walked over */

/* Returns the shortest path of a walk that leads to a cell over free cells. If `to` is the piece's
 * own cell, returns a path around a free circle. NULL if there is none. */
static const uint8_t *triangles_open_path(const struct triangle_walk *walk, int from, int to,
                                          struct cells occupied, int *length)
{
    const uint8_t *best = NULL;
    for (int p = 0; p < PATHS; p++) {
        const uint8_t *path = walk->path[from][p];
        int n = 0;
        while (path[n] != NO_CELL && path[n] != to && !cells_has(occupied, path[n]))
            n++;
        bool there = path[n] == to || (from == to && n == CIRCLE && path[n] == NO_CELL);
        if (there && (!best || n < *length)) {
            best = path;
            *length = n;
        }
    }
    return best;
}

int triangles_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    struct triangle_position position;
    int n = 0, length = 0;
    if (action->verb != ACTION_GO && action->verb != ACTION_TAKE &&
        action->verb != ACTION_PASSANT && action->verb != ACTION_STEP)
        return 0;
    triangles_load(&position, draft->before);
    struct cells occupied = triangles_occupied(&position);
    const uint8_t *way = NULL, *list = position.own->list[code_kind(position.at[action->from])];
    bool leaps = action->verb == ACTION_STEP;
    for (; *list != ELEMENTS && !leaps; list++) {
        int longer = 0;
        const uint8_t *found = NULL;
        if (*list < LEAPS)
            leaps = cells_has(position.ground->leap[*list][action->from], action->to);
        else if (*list < WALKS_END)
            found = triangles_open_path(&position.ground->walk[*list - LEAPS], action->from,
                                        action->to, occupied, &longer);
        if (found && (!way || longer < length)) {
            way = found;
            length = longer;
        }
    }
    for (int i = 0; way && !leaps && i < length && n < room; i++)
        out[n++] = way[i];
    if (n < room)
        out[n++] = action->to;
    return n;
}

/* ---------------------------------------------------------------- the source's pictures (12,
 * "Source pictures as data") */

#define HIS_BOARD \
    "triangle-corners-2" /* pieces that exist only on the diamond are drawn on its top part */
#define UNICORNS "triangle-unicorns"
#define GRAND "grand-triangle"
#define NO_OPTION  \
    {              \
        NULL, NULL \
    }
#define LEFT_CORNER "the bottom left corner"

/* Indexed by movement, because the same piece has different names in different games. */
static const struct {
    uint32_t elements;
    struct source_picture picture;
} pictures[] = {
    {ELEMENT(WALK_ROOK), {HIS_BOARD, NO_OPTION, 'R', HIS_BOARD, "R", "h3", NULL}},
    {ELEMENT(WALK_CROOKED_ROOK),
     {HIS_BOARD, {"crooked-rook", "on"}, 'R', HIS_BOARD, "CR", "h4", NULL}},
    {ELEMENT(WALK_BISHOP), {HIS_BOARD, NO_OPTION, 'B', HIS_BOARD, "B", "h3", NULL}},
    {ELEMENT(LEAP_ORTHOGONAL) | ELEMENT(LEAP_DIAGONAL),
     {HIS_BOARD, NO_OPTION, 'K', HIS_BOARD, "K", "h4", NULL}},
    {ELEMENT(AHEAD_PAWN), {HIS_BOARD, NO_OPTION, 'P', HIS_BOARD, "P", "h3 d2", LEFT_CORNER}},
    {ELEMENT(LEAP_KNIGHT), {HIS_BOARD, NO_OPTION, 'N', HIS_BOARD, "N", "h4", NULL}},
    {ELEMENT(WALK_UNICORN), {UNICORNS, NO_OPTION, 'U', HIS_BOARD, "U", "h3", NULL}},
    {ELEMENT(LEAP_NINJA), {GRAND, NO_OPTION, 'J', HIS_BOARD, "J", "h4", NULL}},
    {ELEMENT(LEAP_ARCHER), {UNICORNS, {"archer", "on"}, 'A', HIS_BOARD, "A", "h4", NULL}},
    {ELEMENT(AHEAD_GIRL), {UNICORNS, NO_OPTION, 'G', HIS_BOARD, "G", "e2 j2", LEFT_CORNER}},
    {ELEMENT(WALK_CROOKED_UNICORN),
     {GRAND, {"promote-on-capture", "on"}, 'V', HIS_BOARD, "CU", "h4", NULL}},
    {ELEMENT(LEAP_DIAGONAL) | ELEMENT(AHEAD_SILVER),
     {"triangle-makruk", {"setup", "sides-2"}, 'S', HIS_BOARD, "SG", "h5 f2", "the bottom side"}},
};

const struct source_picture *triangles_picture(const struct ruleset *ruleset, int kind)
{
    const struct triangles *own = triangles_of(ruleset);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (pictures[i].elements == own->movement[kind])
            return &pictures[i].picture;
    return NULL;
}
