/* paint.c - a scene onto the terminal: see paint.h.
 *
 * The screen as last sent is remembered as characters and looks (not roles: two roles that look alike need no bytes).
 * A frame is the difference: stretches of cells that changed, sent by a pen in the order that takes the fewest bytes. */
#include "config.h"
#include "tui/paint.h"

#include "tui/pen.h"
#include "tui/shift.h"
#include "tui/way.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t UNKNOWN = 0xFFFFFFFE; /* a cell of which nobody knows what it shows */

enum {
    LOOKS_MAX = ROLES * ROLES + 1,
    NEAR = 4,          /* unchanged cells cheaper sent again than skipped */
    ERASE_FROM = 5,    /* blanks at a line's end cheaper erased than sent */
    SHIFT_FROM = 40,   /* changed cells from which it is looked whether rows moved, */
    SHIFT_ROWS = 4,    /* ... if they are in so many rows, */
    SHIFT_MOST = 12,   /* ... by so many rows, */
    SHIFT_WORK = 300000, /* ... and fewer on a screen of very many cells */
    SPANS_SORTED = 160 /* stretches of cells that are put in an order at all; more are sent from top to bottom */
};

struct cell {
    uint32_t character; /* 0: blank */
    uint32_t look;      /* index into looks; as wide as the character, so that two cells are compared at once */
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
    bool whole;        /* the screen has just been cleared */
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
    return !memcmp(a, b, sizeof *a);
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
    if (column + n == span->to)
        return cost <= n ? n : 0;
    if (cost >= n)
        return 0;
    struct pen_state here = {.row = span->row, .column = column}; /* there is more to send behind them */
    return cost + pen_move_cost(paint->pen, &here, span->row, column + n) < n ? n : 0;
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
    const struct pen_state *now = pen_state(paint->pen);
    if (now->row == row && now->column == column)
        return;
    int cost, from = begin_at(paint, now, row, column, &cost);
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

static bool has_cursor(const struct scene *scene)
{
    return scene->cursor_row >= 0 && scene->cursor_row < scene->rows && scene->cursor_column >= 0 &&
           scene->cursor_column < scene->columns;
}

/* The cheapest way past a few of them, to where the cursor has to be at the end. */
static void order_few(const struct paint *paint, const struct scene *scene, int *order)
{
    struct way way = {.places = paint->spans};
    for (int i = 0; i <= way.places; i++) {
        struct pen_state state = i < way.places ? state_behind(paint, &paint->span[i]) : *pen_state(paint->pen);
        for (int k = 0; k < way.places; k++)
            way.cost[i][k] = k == i ? 0 : cost_of(paint, &state, &paint->span[k]);
        way.cost[i][way.places] =
            has_cursor(scene) ? pen_move_cost(paint->pen, &state, scene->cursor_row, scene->cursor_column) : 0;
    }
    way_find(&way);
    memcpy(order, way.order + 1, (size_t)way.places * sizeof *order);
}

/* Bytes between the stretches in an order. */
static int cost_between(const struct paint *paint, const int *order)
{
    struct pen_state state = *pen_state(paint->pen);
    int cost = 0;
    for (int i = 0; i < paint->spans; i++) {
        cost += cost_of(paint, &state, &paint->span[order[i]]);
        state = state_behind(paint, &paint->span[order[i]]);
    }
    return cost;
}

static uint16_t first_look(const struct paint *paint, const struct span *span)
{
    return paint->fresh[span->row * paint->columns + span->from].look;
}

/* About how many bytes it is from one place to another: the real number takes long to know. */
static int about_move(int row, int column, const struct span *to)
{
    enum { SOME = 4, FAR = 6 };
    int down = abs(to->row - row), across = abs(to->from - column);
    down = down > SOME ? SOME : down;
    if (to->from == 0 && across > 1)
        across = 1;
    else if (across > SOME)
        across = SOME;
    return row < 0 || down + across > FAR ? FAR : down + across;
}

/* Very many, as when a board is seen at another place: those of one look after each other, always the nearest next. A look
 * takes more bytes than a few steps. */
static void order_by_look(const struct paint *paint, int *order)
{
    int row = pen_state(paint->pen)->row, column = pen_state(paint->pen)->column;
    for (int done = 0; done < paint->spans; done++) {
        int best = done, least = -1, last = done ? order[done - 1] : -1;
        for (int i = done; i < paint->spans; i++) {
            const struct span *span = &paint->span[order[i]];
            if (last >= 0 && first_look(paint, span) != first_look(paint, &paint->span[last]))
                continue;
            int cost = about_move(row, column, span);
            if (least < 0 || cost < least) {
                best = i;
                least = cost;
            }
        }
        int next = order[best];
        memmove(order + done + 1, order + done, (size_t)(best - done) * sizeof *order); /* the others stay from top to bottom */
        order[done] = next;
        row = paint->span[next].row;
        column = paint->span[next].to;
    }
}

static void send_spans(struct paint *paint, const struct scene *scene)
{
    int order[SPANS_SORTED], sorted[SPANS_SORTED];
    if (paint->whole || paint->spans > SPANS_SORTED) {
        for (int i = 0; i < paint->spans; i++)
            send_span(paint, &paint->span[i]);
        return;
    }
    for (int i = 0; i < paint->spans; i++)
        order[i] = sorted[i] = i;
    if (paint->spans <= WAY_MOST)
        order_few(paint, scene, order);
    else
        order_by_look(paint, sorted);
    bool better = paint->spans > WAY_MOST && cost_between(paint, sorted) < cost_between(paint, order);
    for (int i = 0; i < paint->spans; i++)
        send_span(paint, &paint->span[better ? sorted[i] : order[i]]);
}

/* ---- a frame ---- */

/* A blank in the terminal's own look; it has a number only if some role looks like that: else nobody knows it. */
static struct cell plain_blank(struct paint *paint)
{
    struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    uint16_t look = look_of(paint, ROLE_TEXT, ROLE_TEXT);
    return (struct cell){look_same(&paint->look[look], &plain) ? 0 : UNKNOWN, look};
}

static void begin_screen(struct paint *paint, const struct scene *scene)
{
    int cells = scene->rows * scene->columns;
    free(paint->shown);
    free(paint->fresh);
    paint->shown = memory_new((size_t)cells, sizeof *paint->shown);
    paint->fresh = memory_new((size_t)cells, sizeof *paint->fresh);
    paint->rows = scene->rows;
    paint->columns = scene->columns;
    bool cleared = pen_clear(paint->pen);
    struct cell blank = plain_blank(paint);
    if (!cleared)
        blank.character = UNKNOWN;
    for (int i = 0; i < cells; i++)
        paint->shown[i] = blank;
}

/* Collect what leads from what is shown to the frame. */
static void send_changes(struct paint *paint, const struct scene *scene)
{
    paint->spans = 0;
    for (int row = 0; row < paint->rows; row++) {
        mend_wide(paint->shown + row * paint->columns, paint->fresh + row * paint->columns, paint->columns);
        compare_row(paint, row);
    }
    send_spans(paint, scene);
}

/* Have the terminal move some of its rows, and know it. */
static void send_shift(struct paint *paint, const struct shift *shift)
{
    struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    struct cell blank = plain_blank(paint);
    size_t row = (size_t)paint->columns;
    struct cell *first = paint->shown + (size_t)shift->first * row;
    int by = abs(shift->by), stay = shift->last - shift->first - by;
    pen_look(paint->pen, &plain); /* what comes in is blank in the look of now, or in none */
    pen_shift(paint->pen, shift->first, shift->last, shift->by, paint->rows);
    memmove(shift->by > 0 ? first : first + (size_t)by * row, shift->by > 0 ? first + (size_t)by * row : first,
            (size_t)stay * row * sizeof *first);
    struct cell *fresh = shift->by > 0 ? first + (size_t)stay * row : first;
    for (size_t i = 0; i < (size_t)by * row; i++)
        fresh[i] = blank;
}

static int cells_alike(const void *of, int was, int is)
{
    const struct paint *paint = of;
    const struct cell *fresh = paint->fresh + is * paint->columns;
    const struct cell *shown = paint->shown + (was < 0 ? 0 : was) * paint->columns;
    int n = 0, columns = paint->columns;
    for (int column = 0; was >= 0 && column < columns; column++)
        n += same_cell(&shown[column], &fresh[column]);
    for (int column = 0; was < 0 && column < columns; column++)
        n += fresh[column].character == 0;
    return n;
}

/* Did rows move that the terminal could move by itself? */
static bool find_shift(const struct paint *paint, struct shift *shift)
{
    int cells = paint->rows * paint->columns, changed = 0, rows = 0, most = SHIFT_WORK / cells;
    if (paint->whole || !pen_shifts(paint->pen))
        return false;
    for (int row = 0; row < paint->rows; row++) {
        int others = paint->columns - cells_alike(paint, row, row);
        changed += others;
        rows += others > 0;
    }
    /* the last row is not known to the last cell where that would scroll the screen */
    return changed >= SHIFT_FROM && rows >= SHIFT_ROWS &&
           shift_find(paint->rows - pen_risky_corner(paint->pen), most < SHIFT_MOST ? most : SHIFT_MOST, changed / 4,
                      cells_alike, paint, shift);
}

/* Either way is tried, and the one that takes more bytes taken back. */
static void send_frame(struct paint *paint, const struct scene *scene)
{
    struct shift shift;
    struct pen_mark mark = pen_mark(paint->pen);
    if (!find_shift(paint, &shift)) {
        send_changes(paint, scene);
        return;
    }
    size_t size = (size_t)(paint->rows * paint->columns) * sizeof *paint->shown;
    struct cell *shown = memory_new(1, size);
    memcpy(shown, paint->shown, size);
    send_changes(paint, scene);
    int without = pen_collected(paint->pen);
    pen_back(paint->pen, &mark);
    memcpy(paint->shown, shown, size);
    send_shift(paint, &shift);
    send_changes(paint, scene);
    if (pen_collected(paint->pen) >= without) {
        pen_back(paint->pen, &mark);
        memcpy(paint->shown, shown, size);
        send_changes(paint, scene);
    }
    free(shown);
}

void paint_frame(struct paint *paint, const struct scene *scene)
{
    paint->whole = scene->rows != paint->rows || scene->columns != paint->columns;
    if (paint->whole)
        begin_screen(paint, scene);
    for (int i = 0; i < paint->rows * paint->columns; i++)
        paint->fresh[i] = cell_of(paint, &scene->glyph[i]);
    send_frame(paint, scene);
    memcpy(paint->shown, paint->fresh, (size_t)(paint->rows * paint->columns) * sizeof *paint->shown);
    if (has_cursor(scene))
        pen_move(paint->pen, scene->cursor_row, scene->cursor_column);
    pen_cursor(paint->pen, has_cursor(scene));
    pen_send(paint->pen);
}
