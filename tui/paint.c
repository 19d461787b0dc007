/* paint.c - a scene onto the terminal: see paint.h.
 *
 * The screen as last sent is remembered as characters and looks (not roles: two roles that look alike need no bytes).
 * A frame is the difference: stretches of cells that changed, sent by a pen in the order that takes the fewest bytes. */
#include "config.h"
#include "tui/paint.h"

#include "tui/pen.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t UNKNOWN = 0xFFFFFFFE; /* a cell of which nobody knows what it shows */

enum {
    LOOKS_MAX = ROLES * ROLES + 1,
    NEAR = 4,          /* unchanged cells cheaper sent again than skipped */
    ERASE_FROM = 5,    /* blanks at a line's end cheaper erased than sent */
    SPANS_ORDERED = 24 /* so few stretches of cells are sent in the order that is cheapest, more from top to bottom */
};

struct cell {
    uint32_t character; /* 0: blank */
    uint16_t look;      /* index into looks */
};

/* Cells of a row that changed. */
struct span {
    int row, from, to; /* columns from..to-1 */
};

struct paint {
    struct pen *pen;
    const struct theme *theme;
    enum palette palette;
    enum charset charset;
    uint16_t pair[ROLES][ROLES]; /* look index + 1 of an ink on a ground; 0: not worked out yet */
    struct look look[LOOKS_MAX];
    int looks;
    struct cell *shown, *fresh; /* [rows * columns] what the terminal shows, and what it is to show */
    int rows, columns;
    struct span *span; /* of the frame */
    int spans, span_room;
};

struct paint *paint_new(struct term *term)
{
    struct paint *paint = memory_new(1, sizeof *paint);
    paint->pen = pen_new(term);
    return paint;
}

void paint_free(struct paint *paint)
{
    if (!paint)
        return;
    pen_free(paint->pen);
    free(paint->shown);
    free(paint->fresh);
    free(paint->span);
    free(paint);
}

void paint_looks(struct paint *paint, const struct theme *theme, enum palette palette, enum charset charset)
{
    paint->theme = theme;
    paint->palette = palette;
    paint->charset = charset;
    pen_charset(paint->pen, charset);
    memset(paint->pair, 0, sizeof paint->pair);
    paint->looks = 0;
    for (int i = 0; i < paint->rows * paint->columns; i++)
        paint->shown[i].character = UNKNOWN;
}

void paint_forget(struct paint *paint)
{
    paint->rows = paint->columns = 0;
}

/* ---- cells ---- */

static uint16_t look_of(struct paint *paint, int ink, int ground)
{
    uint16_t *known = &paint->pair[ink][ground];
    if (*known)
        return (uint16_t)(*known - 1);
    struct look look = theme_look(paint->theme, (enum role)ink, (enum role)ground, paint->palette);
    int i = 0;
    while (i < paint->looks && !look_same(&paint->look[i], &look))
        i++;
    if (i == paint->looks)
        paint->look[paint->looks++] = look;
    *known = (uint16_t)(i + 1);
    return (uint16_t)i;
}

static struct cell cell_of(struct paint *paint, const struct glyph *glyph)
{
    uint32_t character = glyph->character;
    uint16_t look = look_of(paint, character ? glyph->ink : glyph->ground, glyph->ground);
    if (paint->charset != CHARSET_UTF8 && character == ' ')
        character = 0;
    return (struct cell){character, look};
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->character == b->character && a->look == b->look;
}

/* The look a cell is sent in after what was sent before it. */
static struct look look_for(const struct paint *paint, const struct pen_state *from, const struct cell *cell)
{
    const struct look *look = &paint->look[cell->look];
    return cell->character == 0 ? pen_blank_look(from, look) : *look;
}

/* ---- what changed ---- */

/* From which column on is the rest of the row blank in a look that erasing leaves behind? */
static int blank_from(const struct paint *paint, const struct cell *row)
{
    int column = paint->columns;
    const struct look *look = &paint->look[row[column - 1].look];
    if (!pen_erases_rest(paint->pen) || !pen_erases(paint->pen, look))
        return column;
    while (column > 0 && row[column - 1].character == 0 && row[column - 1].look == row[paint->columns - 1].look)
        column--;
    return column;
}

static void add_span(struct paint *paint, int row, int from, int to)
{
    paint->span = memory_room(paint->span, &paint->span_room, paint->spans + 1, sizeof *paint->span);
    paint->span[paint->spans++] = (struct span){row, from, to};
}

/* The stretches of a row that changed; behind what can be erased there is nothing more. */
static void compare_row(struct paint *paint, int row)
{
    const struct cell *shown = paint->shown + row * paint->columns, *fresh = paint->fresh + row * paint->columns;
    int blank = blank_from(paint, fresh), last = paint->columns, from = -1;
    if (pen_risky_corner(paint->pen) && row == paint->rows - 1)
        last--;
    for (int column = 0; column <= last; column++) {
        bool changed = column < last && !same_cell(&shown[column], &fresh[column]);
        bool erase = changed && column >= blank && paint->columns - column >= ERASE_FROM;
        if (from >= 0 && (!changed || erase)) {
            add_span(paint, row, from, column);
            from = -1;
        }
        if (erase) {
            add_span(paint, row, column, paint->columns);
            return;
        }
        if (changed && from < 0)
            from = column;
    }
}

/* A wide character whose second half changed is sent again as a whole. */
static void mend_wide(struct cell *shown, const struct cell *fresh, int columns)
{
    for (int c = 1; c < columns; c++)
        if (fresh[c].character == SCENE_WIDE_TAIL && !same_cell(&shown[c], &fresh[c]))
            shown[c - 1].character = UNKNOWN;
}

/* ---- sending it ---- */

/* Can the cells of a row be sent again in the look the terminal writes in, a byte each? */
static bool resendable(const struct paint *paint, const struct pen_state *from, int row, int column, int to)
{
    const struct cell *fresh = paint->fresh + row * paint->columns;
    for (; column < to; column++) {
        struct look look = look_for(paint, from, &fresh[column]);
        if (fresh[column].character >= 128 || !from->look_known || !look_same(&look, &from->look))
            return false;
    }
    return true;
}

/* Where to begin to get to a place: there, or a few cells before it, sent again, where that is cheaper. */
static int begin_at(const struct paint *paint, const struct pen_state *from, int row, int column, int *cost)
{
    const int before[] = {from->row < 0 ? -1 : from->column, 0};
    int best = column;
    *cost = pen_move_cost(paint->pen, from, row, column);
    for (int i = 0; i < 2 && *cost > 1; i++) {
        int least = *cost - (column - before[i]);
        if (before[i] < 0 || before[i] >= column || column - before[i] > NEAR || least <= 0)
            continue;
        if (pen_move_cost(paint->pen, from, row, before[i]) < least && resendable(paint, from, row, before[i], column)) {
            best = before[i];
            *cost = pen_move_cost(paint->pen, from, row, best) + column - best;
        }
    }
    return best;
}

/* How many cells of a stretch from `column` on are blanks that are better erased than sent; 0: none. */
static int blanks_to_erase(const struct paint *paint, const struct span *span, int column)
{
    const struct cell *row = paint->fresh + span->row * paint->columns;
    int n = 0;
    while (column + n < span->to && row[column + n].character == 0 && row[column + n].look == row[column].look)
        n++;
    if (n == 0 || !pen_erases(paint->pen, &paint->look[row[column].look]))
        return 0;
    int cost = pen_erase_cost(paint->pen, n);
    if (column + n < span->to) { /* and there is more to send behind them */
        struct pen_state here = {.row = span->row, .column = column};
        cost += pen_move_cost(paint->pen, &here, span->row, column + n);
    }
    return cost < n || (cost == n && column + n == span->to) ? n : 0;
}

/* The look to send a cell of a stretch in. What follows a blank may decide: one change instead of two. */
static struct look look_in(const struct paint *paint, const struct pen_state *from, const struct span *span, int column)
{
    const struct cell *row = paint->fresh + span->row * paint->columns;
    struct look plain = look_for(paint, from, &row[column]);
    struct pen_state between = {.row = -1, .column = -1, .look = plain, .look_known = true};
    int next = column;
    while (next < span->to && row[next].character == 0 && row[next].look == row[column].look)
        next++;
    if (next == column || next == span->to || row[next].character == 0)
        return plain;
    const struct look *blank = &paint->look[row[column].look], *text = &paint->look[row[next].look];
    struct look tried = pen_blank_look(&(struct pen_state){.look = *text, .look_known = true}, blank);
    bool fits = look_same(&tried, text) && pen_look_cost(paint->pen, from, text) <=
                                               pen_look_cost(paint->pen, from, &plain) +
                                                   pen_look_cost(paint->pen, &between, text);
    return fits ? *text : plain;
}

static bool erases_rest(const struct paint *paint, const struct span *span)
{
    return span->to == paint->columns && span->to - span->from >= ERASE_FROM &&
           span->from >= blank_from(paint, paint->fresh + span->row * paint->columns);
}

static void move_to(struct paint *paint, int row, int column)
{
    const struct cell *fresh = paint->fresh + row * paint->columns;
    int cost, from = begin_at(paint, pen_state(paint->pen), row, column, &cost);
    pen_move(paint->pen, row, from);
    for (; from < column; from++)
        pen_character(paint->pen, fresh[from].character, 1, paint->columns);
}

static void send_span(struct paint *paint, const struct span *span)
{
    const struct cell *fresh = paint->fresh + span->row * paint->columns;
    bool rest = erases_rest(paint, span);
    for (int column = span->from; column < span->to; column++) {
        if (fresh[column].character == SCENE_WIDE_TAIL)
            continue; /* its head sends both */
        move_to(paint, span->row, column);
        struct look look = look_in(paint, pen_state(paint->pen), span, column);
        pen_look(paint->pen, &look);
        if (rest) {
            pen_erase_rest(paint->pen);
            return;
        }
        int blanks = blanks_to_erase(paint, span, column);
        if (blanks) {
            pen_erase(paint->pen, blanks);
            column += blanks - 1;
            continue;
        }
        bool wide = column + 1 < paint->columns && fresh[column + 1].character == SCENE_WIDE_TAIL;
        pen_character(paint->pen, fresh[column].character, wide ? 2 : 1, paint->columns);
    }
}

/* ---- in which order ---- */

/* What the terminal's state is behind a stretch, whatever it was before. */
static struct pen_state state_behind(const struct paint *paint, const struct span *span)
{
    struct pen_state state = {.row = span->row, .column = span->to};
    for (int column = span->from; column < span->to; column++) {
        int blanks = blanks_to_erase(paint, span, column);
        state.look = look_in(paint, &state, span, column);
        state.look_known = true;
        if (blanks) {
            if (column + blanks == span->to)
                state.column = column;
            column += blanks - 1;
        }
    }
    if (erases_rest(paint, span))
        state.column = span->from;
    if (state.column >= paint->columns)
        state.row = state.column = -1;
    return state;
}

/* Bytes it takes to begin a stretch in a state. */
static int cost_of(const struct paint *paint, const struct pen_state *from, const struct span *span)
{
    int cost;
    struct look look = look_in(paint, from, span, span->from);
    begin_at(paint, from, span->row, span->from, &cost);
    return cost + pen_look_cost(paint->pen, from, &look);
}

/* The way round: cost[i][k] is that of stretch k behind stretch i; row `spans` is that from where the terminal is now,
 * column `spans` that of bringing the cursor to its place at the end. */
struct way {
    int cost[SPANS_ORDERED + 1][SPANS_ORDERED + 1];
    int order[SPANS_ORDERED + 2]; /* begins and ends with `spans` */
    int spans;
};

/* First from each to the cheapest next. */
static void walk_nearest(struct way *way)
{
    bool gone[SPANS_ORDERED + 1] = {false};
    way->order[0] = way->order[way->spans + 1] = way->spans;
    for (int i = 1; i <= way->spans; i++) {
        int best = -1;
        for (int k = 0; k < way->spans; k++)
            if (!gone[k] && (best < 0 || way->cost[way->order[i - 1]][k] < way->cost[way->order[i - 1]][best]))
                best = k;
        way->order[i] = best;
        gone[best] = true;
    }
}

/* Then go through some of them in the other direction, as long as that helps. */
static bool turn_round(struct way *way)
{
    int *order = way->order;
    for (int from = 1; from < way->spans; from++)
        for (int to = from + 1, inside = 0; to <= way->spans; to++) { /* first and last */
            inside += way->cost[order[to - 1]][order[to]] - way->cost[order[to]][order[to - 1]];
            int before = way->cost[order[from - 1]][order[from]] + way->cost[order[to]][order[to + 1]] + inside;
            int after = way->cost[order[from - 1]][order[to]] + way->cost[order[from]][order[to + 1]];
            if (after >= before)
                continue;
            for (int i = from, k = to; i < k; i++, k--) {
                int other = order[i];
                order[i] = order[k];
                order[k] = other;
            }
            return true;
        }
    return false;
}

/* And move up to three in a row to where they cost less. */
static bool move_some(struct way *way)
{
    int *order = way->order;
    for (int n = 1; n <= 3; n++)
        for (int from = 1; from + n <= way->spans + 1; from++)
            for (int to = 0; to <= way->spans; to++) { /* behind which */
                if (to >= from - 1 && to < from + n)
                    continue;
                int first = order[from], last = order[from + n - 1], moved[3];
                int before = way->cost[order[from - 1]][first] + way->cost[last][order[from + n]] +
                             way->cost[order[to]][order[to + 1]];
                int after = way->cost[order[from - 1]][order[from + n]] + way->cost[order[to]][first] +
                            way->cost[last][order[to + 1]];
                if (after >= before)
                    continue;
                memcpy(moved, order + from, (size_t)n * sizeof *order);
                if (to < from) {
                    memmove(order + to + 1 + n, order + to + 1, (size_t)(from - to - 1) * sizeof *order);
                    memcpy(order + to + 1, moved, (size_t)n * sizeof *order);
                } else {
                    memmove(order + from, order + from + n, (size_t)(to - from - n + 1) * sizeof *order);
                    memcpy(order + to - n + 1, moved, (size_t)n * sizeof *order);
                }
                return true;
            }
    return false;
}

static bool has_cursor(const struct scene *scene)
{
    return scene->cursor_row >= 0 && scene->cursor_row < scene->rows && scene->cursor_column >= 0 &&
           scene->cursor_column < scene->columns;
}

static void send_spans(struct paint *paint, const struct scene *scene)
{
    struct way way = {.spans = paint->spans};
    if (paint->spans > SPANS_ORDERED) {
        for (int i = 0; i < paint->spans; i++)
            send_span(paint, &paint->span[i]);
        return;
    }
    for (int i = 0; i <= way.spans; i++) {
        struct pen_state state = i < way.spans ? state_behind(paint, &paint->span[i]) : *pen_state(paint->pen);
        for (int k = 0; k < way.spans; k++)
            way.cost[i][k] = k == i ? 0 : cost_of(paint, &state, &paint->span[k]);
        way.cost[i][way.spans] =
            has_cursor(scene) ? pen_move_cost(paint->pen, &state, scene->cursor_row, scene->cursor_column) : 0;
    }
    walk_nearest(&way);
    while (move_some(&way) || turn_round(&way))
        ;
    for (int i = 1; i <= way.spans; i++)
        send_span(paint, &paint->span[way.order[i]]);
}

/* ---- a frame ---- */

static void begin_screen(struct paint *paint, const struct scene *scene)
{
    int cells = scene->rows * scene->columns;
    struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    free(paint->shown);
    free(paint->fresh);
    paint->shown = memory_new((size_t)cells, sizeof *paint->shown);
    paint->fresh = memory_new((size_t)cells, sizeof *paint->fresh);
    paint->rows = scene->rows;
    paint->columns = scene->columns;
    bool cleared = pen_clear(paint->pen);
    /* What was cleared is blank in the terminal's own look; it has a number only if some role looks like that. */
    uint16_t look = look_of(paint, ROLE_TEXT, ROLE_TEXT);
    if (!look_same(&paint->look[look], &plain))
        cleared = false;
    for (int i = 0; i < cells; i++)
        paint->shown[i] = (struct cell){cleared ? 0 : UNKNOWN, look};
}

void paint_frame(struct paint *paint, const struct scene *scene)
{
    paint->spans = 0;
    if (scene->rows != paint->rows || scene->columns != paint->columns)
        begin_screen(paint, scene);
    for (int row = 0; row < scene->rows; row++) {
        struct cell *fresh = paint->fresh + row * scene->columns;
        for (int column = 0; column < scene->columns; column++)
            fresh[column] = cell_of(paint, &scene->glyph[row * scene->columns + column]);
        mend_wide(paint->shown + row * paint->columns, fresh, scene->columns);
        compare_row(paint, row);
    }
    send_spans(paint, scene);
    memcpy(paint->shown, paint->fresh, (size_t)(paint->rows * paint->columns) * sizeof *paint->shown);
    if (has_cursor(scene))
        pen_move(paint->pen, scene->cursor_row, scene->cursor_column);
    pen_cursor(paint->pen, has_cursor(scene));
    pen_send(paint->pen);
}
