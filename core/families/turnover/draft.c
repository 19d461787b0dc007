/* draft.c - composes plies of Turnover Chess step by step, and explains why a ply is illegal: see
 * turnover.h.
 *
 * A table of elements describes how pieces move; an element is followed on the board graph. A draft
 * has these steps:
 *
 * - PICK a piece. Its inner rings stay behind at once, so that only the outermost ring is in hand.
 *   A Castle is lifted as a whole and may SPLIT.
 * - GO, TAKE, FLIP or JOIN.
 * - PROMOTE, if the rules require it.
 * - DONE.
 *
 * A Castle that was not split may also move to a square that only its Wall can reach
 * (rules/turnover.md 9.3, bare coordinates); this move splits it. */
#include "core/families/turnover/turnover.h"

#include "core/position_text.h"

/* ---- rings */

/* Returns the kind that a moving ring and a piece form together; KIND_NONE if they do not fit
 * (rules/turnover.md 4). */
static int ring_joins(int ring, int kind)
{
    int rings = kind_rings(kind);
    return rings && !(rings & ring) ? rings_kind(rings | ring) : KIND_NONE;
}

/* ---- movement as data */

/* Directions as bits of enum square_direction, as White sees the board. For Black they are rotated
 * by 180 degrees. */
enum {
    AHEAD = 1 << NORTH,
    ASLANT_AHEAD = 1 << NORTH_WEST | 1 << NORTH_EAST,
    STRAIGHT = 1 << NORTH | 1 << EAST | 1 << SOUTH | 1 << WEST,
    ASLANT = ASLANT_AHEAD | 1 << SOUTH_WEST | 1 << SOUTH_EAST
};

/* What a piece may do on a square to which an element leads. FIT: turn over an enemy piece or join
 * a piece of its own side. */
enum { MAY_MOVE = 1, MAY_TAKE = 2, MAY_FIT = 4, MAY_ALL = 7 };

/* One way in which a kind moves (rules/turnover.md 5). */
struct turnover_element {
    uint8_t kind, travel; /* kind of the piece; rings that move */
    uint8_t directions;
    uint8_t least, most; /* smallest and largest number of steps after which the piece may land */
    int8_t bend; /* for a leap: by how many eighths of a full turn its second step is to the right
                    of its first; 0 if the element is not a leap */
    uint8_t may;
    bool full; /* true if the element needs the option dismount=full */
    const char *words;
};

static const struct turnover_element elements[] = {
    {TOWER, RING_TOWER, STRAIGHT, 1, 7, 0, MAY_ALL, false, "a Tower slides straight"},
    {FORT, RING_FORT, ASLANT, 1, 7, 0, MAY_ALL, false, "a Fort slides diagonally"},
    {CITADEL, RING_FORT, STRAIGHT | ASLANT, 1, 7, 0, MAY_ALL, false,
     "a Citadel's Fort slides straight or diagonally"},
    {FORTRESS, RING_WALL, STRAIGHT, 1, 1, 1, MAY_ALL, false,
     "a Fortress's Wall leaps like a knight"},
    {FORTRESS, RING_WALL, STRAIGHT, 1, 1, -1, MAY_ALL, false,
     "a Fortress's Wall leaps like a knight"},
    {WALL, RING_WALL, AHEAD, 1, 1, 0, MAY_MOVE | MAY_FIT, false,
     "straight ahead a Wall moves or turns over, but never captures"},
    {WALL, RING_WALL, ASLANT_AHEAD, 1, 1, 0, MAY_TAKE | MAY_FIT, false,
     "diagonally ahead a Wall captures or turns over, but never moves"},
    {CASTLE, RINGS_ALL, STRAIGHT | ASLANT, 1, 1, 0, MAY_MOVE | MAY_TAKE, false,
     "a whole Castle steps to an empty square or captures what its Wall does not fit"},
    {CASTLE, RING_WALL, STRAIGHT | ASLANT, 1, 1, 0, MAY_FIT, false,
     "when a Castle's Wall goes one square, it can only turn over or join a Fort or a Citadel"},
    {CASTLE, RING_WALL, AHEAD, 2, 2, 0, MAY_MOVE | MAY_FIT, false,
     "two squares ahead a Castle's Wall moves or turns over, but never captures"},
    {CASTLE, RING_WALL, AHEAD, 1, 1, 0, MAY_MOVE, true,
     "a Castle's Wall dismounts one square straight ahead"},
    {CASTLE, RING_WALL, ASLANT_AHEAD, 1, 1, 0, MAY_TAKE, true,
     "a Castle's Wall captures diagonally ahead"},
};
enum { ELEMENTS = sizeof elements / sizeof *elements, LINE_ROOM = 8 };

/* For each kind, the section about its movement, and the movement in a few words. */
static const struct {
    const char *rule, *words;
} ways[TURNOVER_KINDS + 1] = {
    [TOWER] = {"5.1", "it slides straight"},
    [FORT] = {"5.2", "it slides diagonally"},
    [WALL] = {"5.5", "it goes one square, straight or diagonally ahead"},
    [CITADEL] = {"5.3", "its Fort slides straight or diagonally"},
    [FORTRESS] = {"5.4", "its Wall leaps like a knight"},
    [CASTLE] = {"5.6", "it steps one square, or its Wall goes two squares straight ahead"},
};

/* Enumerates the lines on which a piece moves: for each of its elements, each direction. */
struct turnover_walk {
    const struct position *position;
    struct piece piece;
    cell_t from;
    int travel;             /* only elements that move these rings; 0 for all elements */
    int element, direction; /* the current element and direction of the enumeration; direction is -1
                               before the first line */
    cell_t line[LINE_ROOM]; /* cells of the current line, the nearest first, as if the board were
                               empty */
    int n;
};

static const struct turnover_element *walk_element(const struct turnover_walk *walk)
{
    return &elements[walk->element];
}

static void fill_line(struct turnover_walk *walk)
{
    const struct board *board = walk->position->rules->board;
    const struct turnover_element *element = walk_element(walk);
    int direction =
        walk->piece.side == WHITE ? walk->direction : (walk->direction + 4) % SQUARE_DIRECTIONS;
    cell_t cell = board_next(board, walk->from, direction);
    if (element->bend && cell != CELL_NONE)
        cell = board_next(board, cell,
                          (direction + element->bend + SQUARE_DIRECTIONS) % SQUARE_DIRECTIONS);
    for (walk->n = 0; walk->n < element->most && cell != CELL_NONE; walk->n++) {
        walk->line[walk->n] = cell;
        cell = board_next(board, cell, direction);
    }
}

/* Goes to the next line; false after the last. */
static bool walk_next(struct turnover_walk *walk)
{
    for (; walk->element < ELEMENTS; walk->element++, walk->direction = -1) {
        const struct turnover_element *element = walk_element(walk);
        if (element->kind != walk->piece.kind ||
            (walk->travel && walk->travel != element->travel) ||
            (element->full && !turnover_of(walk->position)->full_dismount))
            continue;
        while (++walk->direction < SQUARE_DIRECTIONS)
            if (element->directions >> walk->direction & 1) {
                fill_line(walk);
                return true;
            }
    }
    return false;
}

/* Returns what a moving ring does on a cell (rules/turnover.md 4); ACTION_NONE if a piece of its
 * own side blocks it. */
static enum verb turnover_landing(const struct position *position, int side, int ring, cell_t cell)
{
    struct piece met = position->at[cell];
    if (!met.kind)
        return ACTION_GO;
    if (ring_joins(ring, met.kind))
        return met.side == side ? ACTION_JOIN : ACTION_FLIP;
    return met.side == side ? ACTION_NONE : ACTION_TAKE;
}

static bool turnover_may(const struct turnover_element *element, enum verb verb)
{
    return element->may & (verb == ACTION_GO     ? MAY_MOVE
                           : verb == ACTION_TAKE ? MAY_TAKE
                           : verb == ACTION_NONE ? 0
                                                 : MAY_FIT);
}

/* Lists everything that a piece on a cell may do with the rings `travel`; 0 stands for any
 * rings. */
static void add_targets(const struct position *position, struct piece piece, cell_t from,
                        int travel, struct actions *out)
{
    struct turnover_walk walk = {position, piece, from, travel, .direction = -1};
    while (walk_next(&walk)) {
        const struct turnover_element *element = walk_element(&walk);
        for (int i = 0; i < walk.n; i++) {
            cell_t to = walk.line[i];
            struct piece met = position->at[to];
            enum verb verb =
                turnover_landing(position, piece.side, rings_outermost(element->travel), to);
            if (i + 1 >= element->least && turnover_may(element, verb))
                actions_add_once(out,
                                 (struct action){(uint8_t)verb, met.kind, met.side, 0, from, to});
            if (met.kind)
                break;
        }
    }
}

/* Lists the squares to which a piece can move, and the empty squares on which it could capture. */
void turnover_reach(const struct position *position, cell_t cell, struct actions *out)
{
    struct turnover_walk walk = {position, position->at[cell], cell, 0, .direction = -1};
    add_targets(position, walk.piece, cell, 0, out);
    while (walk_next(&walk))
        for (int i = 0; i < walk.n && !position->at[walk.line[i]].kind; i++)
            if (walk_element(&walk)->may & MAY_TAKE)
                actions_add_once(out, (struct action){ACTION_TAKE, 0, 0, 0, cell, walk.line[i]});
}

/* Returns "its Wall" if an action moves only the Wall of a Castle; NULL for all other actions.
 * Other pieces leave rings behind too, but only a Castle can also move as a whole
 * (rules/turnover.md 5.6). */
const char *turnover_part(const struct position *position, const struct action *action)
{
    const struct board_cell *cell = position->rules->board->cell;
    int ranks = cell[action->to].rank - cell[action->from].rank;
    bool joins = action->verb == ACTION_FLIP || action->verb == ACTION_JOIN;
    if (position->at[action->from].kind != CASTLE || (!joins && ranks != 2 && ranks != -2))
        return NULL;
    return "its Wall";
}

/* ---- drafts */

enum stage { PICKING, GOING, PROMOTING, ENDING };

void turnover_begin(struct draft *draft)
{
    draft->stage = PICKING;
}

static void turnover_add_picks(const struct draft *draft, struct actions *out)
{
    const struct position *now = &draft->now;
    struct actions targets = {0};
    if (turnover_over(now))
        return;
    for (cell_t c = 0; c < now->rules->board->cells; c++) {
        struct piece piece = now->at[c];
        if (!piece.kind || piece.side != now->side)
            continue;
        targets.n = 0;
        add_targets(now, piece, c, 0, &targets);
        if (targets.n)
            actions_add(out, (struct action){ACTION_PICK, piece.kind, piece.side, 0, c, c});
    }
    actions_free(&targets);
}

/* Lists where the piece in hand may move. For a whole Castle whose Wall can move, SPLIT comes
 * last. */
static void turnover_add_goals(const struct draft *draft, struct actions *out)
{
    struct piece picked = {draft->ply.v[0].kind, draft->ply.v[0].side, 0, 0};
    if (picked.kind != CASTLE || draft->held.kind == WALL) {
        add_targets(&draft->now, picked, draft->hand, picked.kind == CASTLE ? RING_WALL : 0, out);
        return;
    }
    struct actions wall = {0};
    add_targets(&draft->now, picked, draft->hand, RING_WALL, &wall);
    add_targets(&draft->now, picked, draft->hand, 0, out);
    if (wall.n)
        actions_add(out, (struct action){ACTION_SPLIT, 0, 0, 0, draft->hand, draft->hand});
    actions_free(&wall);
}

void turnover_choices(const struct draft *draft, struct actions *out)
{
    if (draft->stage == PICKING)
        turnover_add_picks(draft, out);
    else if (draft->stage == GOING)
        turnover_add_goals(draft, out);
    else if (draft->stage == PROMOTING)
        actions_add(out, (struct action){ACTION_PROMOTE, CITADEL, draft->now.side, 0, CELL_NONE,
                                         draft->ply.v[draft->ply.n - 1].to});
    else
        actions_add(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
}

/* Keeps only the outermost ring in hand and puts the other rings back on the board. */
static void split_held(struct draft *draft)
{
    int rings = kind_rings(draft->held.kind), ring = rings_outermost(rings);
    if (rings != ring)
        draft->now.at[draft->hand] =
            (struct piece){(uint8_t)rings_kind(rings & ~ring), draft->held.side, 0, 0};
    draft->held.kind = (uint8_t)rings_kind(ring);
}

static void turnover_pick(struct draft *draft, cell_t from)
{
    draft->held = draft->now.at[from];
    draft->hand = from;
    draft->now.at[from] = (struct piece){0};
    if (draft->held.kind != CASTLE)
        split_held(draft);
    draft->stage = GOING;
}

static void turnover_land(struct draft *draft, const struct action *action)
{
    const struct board_cell *from = &draft->now.rules->board->cell[action->from];
    const struct board_cell *to = &draft->now.rules->board->cell[action->to];
    struct piece *target = &draft->now.at[action->to];
    bool joins = action->verb == ACTION_FLIP || action->verb == ACTION_JOIN;
    bool two = from->rank - to->rank == 2 || to->rank - from->rank == 2;
    if (draft->held.kind == CASTLE && (joins || two))
        split_held(draft);
    struct piece stands = draft->held;
    if (joins)
        stands.kind = (uint8_t)ring_joins(kind_rings(draft->held.kind), target->kind);
    *target = stands;
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->moves = 1;
    bool promotes =
        stands.kind == WALL || (stands.kind == CASTLE && turnover_of(&draft->now)->castle_promotes);
    draft->stage = promotes && to->rank == last_row(stands.side) ? PROMOTING : ENDING;
}

void turnover_take(struct draft *draft, const struct action *action)
{
    if (action->verb == ACTION_PICK) {
        turnover_pick(draft, action->from);
    } else if (action->verb == ACTION_SPLIT) {
        split_held(draft);
    } else if (action->verb == ACTION_PROMOTE) {
        draft->now.at[action->to].kind = CITADEL;
        draft->stage = ENDING;
    } else {
        turnover_land(draft, action);
    }
}

void turnover_finish(struct draft *draft)
{
    struct position *now = &draft->now;
    bool counted = true; /* only a capture or turning over an enemy piece resets the counter
                            (rules/turnover.md 10) */
    for (int i = 0; i < draft->ply.n; i++)
        counted =
            counted && draft->ply.v[i].verb != ACTION_TAKE && draft->ply.v[i].verb != ACTION_FLIP;
    now->halfmove = counted ? now->halfmove + 1 : 0;
    now->fullmove += now->side == BLACK;
    now->side = !now->side;
}

int turnover_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    if (draft->stage != GOING)
        return 0;
    struct turnover_walk walk = {draft->before, draft->before->at[draft->hand], draft->hand, 0,
                                 .direction = -1};
    while (walk_next(&walk))
        for (int i = 0; i < walk.n && i < room; i++) {
            out[i] = walk.line[i];
            if (walk.line[i] == action->to)
                return i + 1;
        }
    return 0;
}

/* ---- refusals */

/* Describes what an element may do. With dismount=full the Wall of a Castle has three ways to move
 * one square, which are described together. */
static const char *turnover_element_words(const struct position *position,
                                          const struct turnover_element *element)
{
    bool wall = element->kind == CASTLE && element->travel == RING_WALL && element->most == 1;
    return wall && turnover_of(position)->full_dismount
               ? "a Castle's Wall turns over a Fort or a Citadel one square away, moves straight ahead or captures diagonally ahead"
               : element->words;
}

/* Explains why a piece may not land on `to`, although a line of the element ends there. */
static void refuse_landing(const struct position *position, const struct turnover_element *element,
                           int side, cell_t to, struct note *why)
{
    const char *name = board_name(position->rules->board, to), *rule = ways[element->kind].rule;
    const struct kind *kinds = position->rules->kinds;
    struct piece met = position->at[to];
    int ring = rings_outermost(element->travel);
    enum verb verb = turnover_landing(position, side, ring, to);
    if (verb == ACTION_NONE)
        note_set(why, -1, "%s holds %s's own %s, which a %s does not fit (" RULES "4)", name,
                 side_name(side), kinds[met.kind].name, kinds[rings_kind(ring)].name);
    else if (verb == ACTION_GO)
        note_set(why, -1, "%s is empty: %s (" RULES "%s)", name,
                 turnover_element_words(position, element), rule);
    else
        note_set(why, -1, "%s holds %s's %s: %s (" RULES "%s)", name, side_name(met.side),
                 kinds[met.kind].name, turnover_element_words(position, element), rule);
}

bool turnover_no_way(const struct position *position, struct piece piece, cell_t from, cell_t to,
                     int travel, struct note *why)
{
    const struct board *board = position->rules->board;
    struct turnover_walk walk = {position, piece, from, travel, .direction = -1};
    while (walk_next(&walk)) {
        cell_t blocked = CELL_NONE;
        for (int i = 0; i < walk.n; i++) {
            if (walk.line[i] == to && i + 1 >= walk_element(&walk)->least) {
                if (blocked == CELL_NONE)
                    refuse_landing(position, walk_element(&walk), piece.side, to, why);
                else
                    note_set(why, -1, "the %s on %s stands in the way from %s to %s (" RULES "%s)",
                             position->rules->kinds[position->at[blocked].kind].name,
                             board_name(board, blocked), board_name(board, from),
                             board_name(board, to), ways[piece.kind].rule);
                return true;
            }
            if (position->at[walk.line[i]].kind && blocked == CELL_NONE)
                blocked = walk.line[i];
        }
    }
    if (travel == RINGS_ALL)
        note_set(why, -1,
                 "a whole Castle steps one square; to move only its Wall to %s, add /W (" RULES
                 "9.1)",
                 board_name(board, to));
    else
        note_set(why, -1, "the %s on %s does not reach %s: %s (" RULES "%s)",
                 position->rules->kinds[piece.kind].name, board_name(board, from),
                 board_name(board, to), ways[piece.kind].words, ways[piece.kind].rule);
    return false;
}

void turnover_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    const struct position *now = &draft->now;
    const char *name = board_name(now->rules->board, to);
    struct piece there = now->at[to];
    if (draft->stage == GOING) {
        struct piece picked = {draft->ply.v[0].kind, draft->ply.v[0].side, 0, 0};
        bool split = picked.kind == CASTLE && draft->held.kind == WALL;
        if (to == draft->hand && split)
            note_set(why, -1,
                     "the Wall must leave the square on which it was split off (" RULES "5.6)");
        else if (to == draft->hand)
            note_set(why, -1, "a ply must leave the square it starts from (" RULES "5)");
        else
            turnover_no_way(now, picked, draft->hand, to, split ? RING_WALL : 0, why);
    } else if (draft->stage != PICKING) {
        note_set(why, -1, "the ply is complete; a piece on its last row is promoted (" RULES "6)");
    } else if (turnover_over(now)) {
        note_set(why, -1, "the game is over (" RULES "8)");
    } else if (!there.kind) {
        note_set(why, -1, "%s is empty: pick one of your pieces (" RULES "5)", name);
    } else if (there.side != now->side) {
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (" RULES "1)",
                 now->rules->kinds[there.kind].name, name, side_name(there.side),
                 side_name(now->side));
    } else {
        note_set(why, -1,
                 "the %s on %s cannot move: %s, and every such way is blocked (" RULES "%s)",
                 now->rules->kinds[there.kind].name, name, ways[there.kind].words,
                 ways[there.kind].rule);
    }
}
