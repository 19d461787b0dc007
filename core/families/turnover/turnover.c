/* turnover.c - Turnover Chess: the table of variants, position texts, plies, verdicts. turnover.h
 * lists the other files of the family. */
#include "core/families/turnover/turnover.h"
#include "core/draft.h"
#include "core/position_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct kind kinds[] = {
    {0},
    {'T', "Tower",
     "Slides any number of squares straight. With a Fort it forms a Citadel, with a Fortress a Castle.",
     "rules/turnover.md 5.1", false},
    {'F', "Fort",
     "Slides any number of squares diagonally. With a Tower it forms a Citadel, with a Wall a Fortress.",
     "rules/turnover.md 5.2", false},
    {'W', "Wall",
     "One square straight ahead to move or turn over, one diagonally ahead to capture or turn "
     "over. With a Fort it forms a Fortress, with a Citadel a Castle; alone on its last row it "
     "becomes a Citadel.",
     "rules/turnover.md 5.5", false},
    {'C', "Citadel",
     "Its Fort slides any number of squares straight or diagonally; its Tower stays behind.",
     "rules/turnover.md 5.3", false},
    {'S', "Fortress", "Its Wall leaps like a knight; its Fort stays behind.",
     "rules/turnover.md 5.4", false},
    {'K', "Castle",
     "Steps one square as a whole, to move or capture. Or only its Wall turns over a neighbour "
     "or dismounts two squares straight ahead; a Citadel remains. Without a Castle you lose.",
     "rules/turnover.md 5.6", true},
};

static const struct option options[] = {
    {"siege", "play|lose", "Whether a besieged player plays on or loses at once (8.3)."},
    {"promotion", "wall|castle",
     "castle: a Castle made or brought on the last row becomes a Citadel too (11)."},
    {"dismount", "two|full",
     "full: a Castle's Wall may also go one square straight ahead, or capture diagonally ahead (11)."},
};

static const struct variant variants[] = {
    {.id = "turnover",
     .title = "Turnover Chess",
     .board = "8x8",
     .sides = 2,
     .kinds = kinds,
     .kind_count = TURNOVER_KINDS,
     .options = options,
     .option_count = sizeof options / sizeof *options,
     .summary =
         {"Leave the opponent without a Castle. You need not answer a check.",
          "Pieces are stacks of rings: only the outermost ring travels; the others stay behind.",
          "A ring that fits a piece of either side joins it, and the whole piece is yours."}},
};

static const char opening[] = "k1k1k1k1/1k1k1k1k/8/8/8/8/1K1K1K1K/K1K1K1K1 w - - 0 1";

static void tell_castle(struct ruleset *ruleset, struct turnover *own)
{
    size_t used = 0;
    memcpy(own->kind, kinds, sizeof kinds);
    text_add(own->castle, sizeof own->castle, &used, "%s%s%s", kinds[CASTLE].moves,
             own->full_dismount
                 ? " Its Wall may also go one square ahead, or capture diagonally ahead (11)."
                 : "",
             own->castle_promotes
                 ? " Made or brought on the mover's last row it becomes a Citadel (11)."
                 : "");
    own->kind[CASTLE].moves = own->castle;
    ruleset->kinds = own->kind;
}

static int turnover_open(struct ruleset *ruleset, struct note *why)
{
    struct turnover *own = memory_new(1, sizeof *own);
    (void)why;
    ruleset->board = board_squares(8, 8);
    ruleset->own = own;
    ruleset->draws = RULES "8.5";
    own->siege_loses = ruleset_has(ruleset, "siege", "lose");
    if (own->siege_loses)
        ruleset->summary[0] =
            "Leave the opponent without a Castle, or besiege them: no ply saves their last one from capture.";
    own->castle_promotes = ruleset_has(ruleset, "promotion", "castle");
    own->full_dismount = ruleset_has(ruleset, "dismount", "full");
    tell_castle(ruleset, own);
    turnover_fill(own, ruleset->board);
    return 0;
}

static void turnover_close(struct ruleset *ruleset)
{
    free(ruleset->own);
}

/* Checks that fields 3 and 4 of a position text are "-", because they have no meaning in this
 * game. */
static int dashes_read(const struct position_fields *fields, struct note *why)
{
    for (int i = 2; i < 4; i++)
        if (fields->field[i].length != 1 || *fields->field[i].at != '-')
            return note_fail(why, FAIL_TEXT, (int)(fields->field[i].at - fields->text),
                             "Turnover Chess has no castling and no en passant: write '-' (" RULES
                             "10)");
    return 0;
}

static int turnover_read(const struct ruleset *ruleset, const char *text, struct position *out,
                         struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, NULL, &position,
                                &used, why);
    if (result == 0 && used < fields.field[0].length)
        result =
            note_fail(why, FAIL_TEXT, used, "Turnover Chess has no pieces in hand (" RULES "10)");
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = dashes_read(&fields, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0 && position_find(&position, CASTLE, WHITE) == CELL_NONE &&
        position_find(&position, CASTLE, BLACK) == CELL_NONE)
        result = note_fail(why, FAIL_TEXT, 0, "a position needs at least one Castle (" RULES "10)");
    if (result == 0)
        position_copy(out, &position);
    return result;
}

static int turnover_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    placement_write(position, NULL, buffer, size, &used);
    position_write_rest(position, "-", buffer, size, &used);
    return (int)used;
}

static void turnover_setup(const struct ruleset *ruleset, struct position *out)
{
    int result = turnover_read(ruleset, opening, out, NULL);
    assert(result == 0);
    (void)result;
}

/* Explains the signs on the board for Walls and Castles. On some squares a ring may only move, or
 * may only capture. Even there it can join a piece that it fits (4, 5.5, 5.6). */
static const struct example *turnover_signs(const struct ruleset *ruleset, int kind)
{
    static const struct example signs = {"",
                                         {"x: move/capture", "m: move or join", "c: capture/join"}};
    (void)ruleset;
    return kind == WALL || kind == CASTLE ? &signs : NULL;
}

/* Names the rings of a piece, from the innermost to the outermost. A single ring has no
 * description. */
static int turnover_describe(const struct position *position, cell_t cell, char *buffer,
                             size_t size)
{
    static const uint8_t single[RINGS] = {TOWER, FORT, WALL};
    int kind = position->at[cell].kind, rings = kind_rings(kind);
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (rings == rings_outermost(rings))
        return 0;
    for (int r = 0; r < RINGS; r++)
        if (rings >> r & 1)
            text_add(buffer, size, &used, "%s%s", used ? " in " : "", kinds[single[r]].name);
    return (int)used;
}

static int turnover_drawn(const struct ruleset *ruleset, const char *text)
{
    static const char *const drawn[TURNOVER_KINDS + 1] = {
        [TOWER] = "o",     [FORT] = "()",       [WALL] = "[]",
        [CITADEL] = "(o)", [FORTRESS] = "[()]", [CASTLE] = "[(o)]"};
    (void)ruleset;
    for (int kind = 1; kind <= TURNOVER_KINDS; kind++)
        if (!strcmp(text, drawn[kind]))
            return kind;
    return KIND_NONE;
}

/* The part that moves away from a piece is its Fort if only a Tower stays, otherwise its Wall
 * (3). */
static struct left_behind turnover_leaves(const struct position *before, const struct ply *ply)
{
    struct position *after = memory_new(1, sizeof *after);
    const struct action *last = &ply->v[ply->n - 1];
    struct left_behind left = {0};
    ply_play(before, ply, after);
    left.stays = after->at[ply->v[0].to].kind;
    if (last->verb == ACTION_FLIP || last->verb == ACTION_JOIN)
        left.makes = after->at[last->to].kind;
    if (left.stays)
        left.goes = left.stays == TOWER ? "Fort" : "Wall";
    free(after);
    return left;
}

static const struct presentation turnover_presentation = {
    .drawn = turnover_drawn,
    .leaves = turnover_leaves,
    .names_tell_all = true,
    .path = turnover_path,
    .part = turnover_part,
    .signs = turnover_signs,
    .describe = turnover_describe,
};

const struct rules turnover_rules = {
    .family = "turnover",
    .title = "Turnover Chess",
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .open = turnover_open,
    .close = turnover_close,
    .setup = turnover_setup,
    .read = turnover_read,
    .write = turnover_write,
    .begin = turnover_begin,
    .choices = turnover_choices,
    .take = turnover_take,
    .finish = turnover_finish,
    .why_not = turnover_why_not,
    .judge = turnover_judge,
    .format = turnover_format,
    .parse = turnover_parse,
    .plies = turnover_plies,
    .perft = turnover_perft,
    .reach = turnover_reach,
    .presentation = &turnover_presentation,
    .search = &turnover_search,
};

/* ---- Turnover Chess with bitboards, one for each ring of each side: see turnover.h.
 *
 * The bitboards show where a ring fits (rules/turnover.md 4). Every piece of two or three rings
 * contains a Fort, because a Tower and a Wall alone do not form a piece. So a Tower fits where
 * there is a Fort but no Tower, a Wall where there is a Fort but no Wall, and a Fort wherever there
 * is a piece without a Fort. */

/* ---- pieces as sets of rings */

static const uint8_t rings_of[TURNOVER_KINDS + 1] = {
    [TOWER] = RING_TOWER,
    [FORT] = RING_FORT,
    [WALL] = RING_WALL,
    [CITADEL] = RING_TOWER | RING_FORT,
    [FORTRESS] = RING_FORT | RING_WALL,
    [CASTLE] = RINGS_ALL,
};

int kind_rings(int kind)
{
    return rings_of[kind];
}

int rings_kind(int rings)
{
    for (int kind = TURNOVER_KINDS; kind > KIND_NONE; kind--)
        if (rings_of[kind] == rings)
            return kind;
    return KIND_NONE;
}

int rings_outermost(int rings)
{
    return rings & RING_WALL ? RING_WALL : rings & RING_FORT ? RING_FORT : rings;
}

/* ---- tables */

/* Returns the square that is `steps` squares away in a direction, as a set; an empty set if it is
 * off the board. */
static uint64_t square_at(const struct board *board, cell_t from, int direction, int steps)
{
    while (steps-- > 0 && from != CELL_NONE)
        from = board_next(board, from, direction);
    return from == CELL_NONE ? 0 : bit(from);
}

void turnover_fill(struct turnover *own, const struct board *board)
{
    for (cell_t c = 0; c < 64; c++) {
        for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
            for (int steps = 1; steps < 8; steps++)
                own->ray[c][d] |= square_at(board, c, d, steps);
            own->step[c] |= square_at(board, c, d, 1);
            cell_t first = board_next(board, c, d);
            if (first != CELL_NONE && d % 2 == 0) /* a leap: one square straight, then one
                                                     diagonally in nearly the same direction */
                own->leap[c] |=
                    square_at(board, first, d + 1, 1) | square_at(board, first, (d + 7) % 8, 1);
        }
        for (int side = WHITE; side <= BLACK; side++) {
            int forward = side == WHITE ? NORTH : SOUTH;
            own->ahead[side][c] = square_at(board, c, forward, 1);
            own->two_ahead[side][c] = square_at(board, c, forward, 2);
            own->diagonal_ahead[side][c] =
                square_at(board, c, forward + 1, 1) | square_at(board, c, (forward + 7) % 8, 1);
        }
    }
}

/* ---- the board */

void rings_read(struct rings *rings, const struct position *position)
{
    *rings = (struct rings){.side = position->side};
    for (unsigned c = 0; c < 64; c++) {
        int set = kind_rings(position->at[c].kind);
        for (int r = 0; r < RINGS; r++)
            if (set >> r & 1)
                rings->of[position->at[c].side][r] |= bit(c);
    }
}

/* ---- plies */

static inline int add_hops(struct hop *out, int n, int from, uint64_t to, int kind, int travel)
{
    for (; to; to &= to - 1)
        out[n++] = (struct hop){.from = (uint8_t)from,
                                .to = (uint8_t)lowest(to),
                                .kind = (uint8_t)kind,
                                .travel = (uint8_t)travel};
    return n;
}

/* Lists the plies of a Castle (rules/turnover.md 5.6). Where its Wall alone could turn over or join
 * a piece, the whole Castle can neither move nor capture. */
static int castle_hops(const struct turnover *own, const struct rings *rings, int from,
                       uint64_t empty, uint64_t fits, uint64_t within, struct hop *out, int n)
{
    int side = rings->side;
    uint64_t takes = occupied_by(rings, !side) & ~fits, ahead = own->ahead[side][from];
    n = add_hops(out, n, from, own->step[from] & (empty | takes) & within, CASTLE, RINGS_ALL);
    uint64_t wall = own->step[from] & fits;
    if (ahead & empty)
        wall |= own->two_ahead[side][from] & (empty | fits);
    if (own->full_dismount)
        wall |= (ahead & empty) | (own->diagonal_ahead[side][from] & takes);
    return add_hops(out, n, from, wall & within, CASTLE, RING_WALL);
}

int rings_hops(const struct turnover *own, const struct rings *rings, struct hop out[HOPS_MAX])
{
    return rings_hops_within(own, rings, ~(uint64_t)0, ~(uint64_t)0, out);
}

int rings_hops_within(const struct turnover *own, const struct rings *rings, uint64_t movers,
                      uint64_t within, struct hop out[HOPS_MAX])
{
    int side = rings->side, n = 0;
    const uint64_t *of = rings->of[side];
    uint64_t mine = occupied_by(rings, side), others = occupied_by(rings, !side),
             occupied = mine | others;
    uint64_t fits[RINGS], goal[RINGS]; /* `fits`: squares on which this ring joins a piece; `goal`:
                                          squares on which this ring may land by a slide or leap */
    for (int r = 0; r < RINGS; r++) {
        fits[r] = fitting(rings, 1 << r);
        goal[r] = (~mine | fits[r]) & within;
    }
    for (uint64_t set = of[T] & ~of[F] & movers; set; set &= set - 1)
        n = add_hops(out, n, lowest(set), straight(own, lowest(set), occupied) & goal[T], TOWER,
                     RING_TOWER);
    for (uint64_t set = of[F] & ~of[T] & ~of[W] & movers; set; set &= set - 1)
        n = add_hops(out, n, lowest(set), diagonal(own, lowest(set), occupied) & goal[F], FORT,
                     RING_FORT);
    for (uint64_t set = of[W] & ~of[F] & movers; set; set &= set - 1) {
        int from = lowest(set);
        uint64_t to = (own->ahead[side][from] & (~occupied | fits[W])) |
                      (own->diagonal_ahead[side][from] & (others | fits[W]));
        n = add_hops(out, n, from, to & within, WALL, RING_WALL);
    }
    for (uint64_t set = of[F] & of[T] & ~of[W] & movers; set; set &= set - 1) {
        int from = lowest(set);
        uint64_t to = straight(own, from, occupied) | diagonal(own, from, occupied);
        n = add_hops(out, n, from, to & goal[F], CITADEL, RING_FORT);
    }
    for (uint64_t set = of[F] & of[W] & ~of[T] & movers; set; set &= set - 1)
        n = add_hops(out, n, lowest(set), own->leap[lowest(set)] & goal[W], FORTRESS, RING_WALL);
    for (uint64_t set = castles(rings, side) & movers; set; set &= set - 1)
        n = castle_hops(own, rings, lowest(set), ~occupied, fits[W], within, out, n);
    return n;
}

void hop_complete(const struct turnover *own, const struct rings *rings, struct hop *hop)
{
    struct rings after;
    uint64_t to = bit(hop->to);
    int side = rings->side, met = 0, stands = 0;
    bool enemy = occupied_by(rings, !side) & to;
    for (int r = 0; r < RINGS; r++)
        met |= (rings->of[enemy ? !side : side][r] & to) ? 1 << r : 0;
    rings_make(own, rings, hop, &after);
    for (int r = 0; r < RINGS; r++)
        stands |= (after.of[side][r] & to) ? 1 << r : 0;
    bool fits = fitting(rings, hop->travel) & to;
    hop->verb = !met ? ACTION_GO : !enemy ? ACTION_JOIN : fits ? ACTION_FLIP : ACTION_TAKE;
    hop->met = (uint8_t)rings_kind(met);
    hop->promoted = stands != (fits ? met | hop->travel : hop->travel);
}

void hop_compose(const struct hop *hop, int side, struct ply *out)
{
    uint8_t mover = (uint8_t)side, other = hop->verb == ACTION_JOIN ? mover : !mover;
    out->n = 0;
    ply_add(out, (struct action){ACTION_PICK, hop->kind, mover, 0, hop->from, hop->from});
    if (hop->kind == CASTLE && hop->travel == RING_WALL)
        ply_add(out, (struct action){ACTION_SPLIT, 0, 0, 0, hop->from, hop->from});
    ply_add(out, (struct action){hop->verb, hop->met, hop->met ? other : 0, 0, hop->from, hop->to});
    if (hop->promoted)
        ply_add(out, (struct action){ACTION_PROMOTE, CITADEL, mover, 0, CELL_NONE, hop->to});
}

int turnover_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                   void *argument)
{
    const struct turnover *own = turnover_of(position);
    struct hop hop[HOPS_MAX];
    struct rings rings;
    struct ply ply = {0};
    int stop = 0;
    (void)limits;
    if (turnover_over(position))
        return 0;
    rings_read(&rings, position);
    int n = rings_hops(own, &rings, hop);
    for (int i = 0; i < n && !stop; i++) {
        hop_complete(own, &rings, &hop[i]);
        hop_compose(&hop[i], rings.side, &ply);
        stop = each(&ply, argument);
    }
    ply_free(&ply);
    return stop;
}

/* ---- check and siege */

/* Tests for siege as rules/turnover.md 8.3 defines it. */
bool rings_besieged(const struct turnover *own, const struct rings *rings)
{
    struct hop hop[HOPS_MAX];
    uint64_t set = castles(rings, rings->side);
    set &= set - 1;
    if (set & (set - 1)) /* with three or more Castles, at least two remain after any ply, so none
                            of them is the last one */
        return false;
    int n = rings_hops(own, rings, hop), side = rings->side;
    for (int i = 0; i < n; i++) {
        struct rings after;
        rings_make(own, rings, &hop[i], &after);
        uint64_t left = castles(&after, side);
        if (!castles(&after, !side) || (left & (left - 1)))
            return false;
        if (left && !attacked(own, &after, lowest(left), !side))
            return false;
    }
    return n > 0;
}

/* ---- verdicts */

/* Applies the tests for the end of the game in the order of rules/turnover.md 8.7. */
void turnover_judge(const struct position *position, const struct context *context,
                    struct verdict *out)
{
    const struct turnover *own = turnover_of(position);
    struct hop hop[HOPS_MAX];
    struct rings rings;
    rings_read(&rings, position);
    uint8_t other = !rings.side;
    /* With some options a ply can cost both sides their last Castle. Then the mover loses (11,
     * 8.1), so test the mover first. */
    bool mover_out = !castles(&rings, other);
    if (mover_out || !castles(&rings, rings.side)) {
        *out = (struct verdict){.outcome = OUTCOME_WIN,
                                .winner = mover_out ? rings.side : other,
                                .reason = "no castles",
                                .rule = "rules/turnover.md 8.1"};
        return;
    }
    if (rings_hops(own, &rings, hop) == 0) {
        *out = (struct verdict){.outcome = OUTCOME_WIN,
                                .winner = other,
                                .reason = "no moves",
                                .rule = "rules/turnover.md 8.4"};
        return;
    }
    bool check = is_checked(own, &rings), siege = rings_besieged(own, &rings);
    if (siege && own->siege_loses) {
        *out = (struct verdict){.outcome = OUTCOME_WIN,
                                .winner = other,
                                .reason = check ? "checkmate" : "siege",
                                .rule = "rules/turnover.md 8.3"};
        return;
    }
    *out = (struct verdict){.outcome = check ? OUTCOME_CHECK : OUTCOME_PLAYING,
                            .rule = siege   ? "rules/turnover.md 8.3"
                                    : check ? "rules/turnover.md 8.2"
                                            : NULL};
    if (siege)
        out->notes |= NOTE_SIEGE;
    if (context->game && context->times >= 3) {
        out->notes |= NOTE_THREEFOLD;
        out->claims |= CLAIM_THREEFOLD;
    }
    if (context->game && position->halfmove >= 100) {
        out->notes |= NOTE_FIFTY;
        out->claims |= CLAIM_FIFTY;
    }
}

bool turnover_over(const struct position *position)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    return verdict_over(&verdict);
}

/* ---- perft */

struct turnover_counting {
    const struct turnover *own;
    bool bulk;
};

/* Counts plies. `board` has depth + 1 elements; each is the position one ply after the element
 * before. */
static uint64_t count(const struct turnover_counting *counting, struct rings *board, int depth)
{
    struct hop hop[HOPS_MAX];
    uint64_t total = 0;
    if (!castles(board, WHITE) || !castles(board, BLACK))
        return 0;
    if (counting->own->siege_loses && rings_besieged(counting->own, board))
        return 0;
    int n = rings_hops(counting->own, board, hop);
    if (depth == 1 && counting->bulk)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        rings_make(counting->own, board, &hop[i], board + 1);
        total += depth == 1 ? 1 : count(counting, board + 1, depth - 1);
    }
    return total;
}

uint64_t turnover_perft(const struct position *position, int depth, const struct limits *limits,
                        bool bulk)
{
    struct rings *board = memory_new((size_t)depth + 1, sizeof *board);
    struct turnover_counting counting = {.own = turnover_of(position), .bulk = bulk};
    (void)limits;
    rings_read(board, position);
    uint64_t total = count(&counting, board, depth);
    free(board);
    return total;
}
