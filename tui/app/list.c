/* list.c - the list widget: see list.h. */
#include "config.h"
#include "tui/app/list.h"

#include "archive/util/sanitize.h"
#include "archive/query/query.h"
#include "tui/widgets/editors.h"

#include <stdlib.h>
#include <string.h>

void list_begin(struct list *list, const struct list_ops *ops, struct view *view, void *owner)
{
    *list = (struct list){.ops = ops, .view = view, .owner = owner, .kept_item = -1};
    view->list = list;
}

static void forget_shown(struct list *list)
{
    free(list->fitting);
    list->fitting = NULL;
    list->room = 0;
}

void list_clear(struct list *list)
{
    forget_shown(list);
    free(list->order);
    query_free(list->words);
    list->words = NULL;
    list->order = NULL;
    list->items = list->n = 0;
}

int list_shown(const struct list *list, int line)
{
    return list->fitting ? list->fitting[line] : line;
}

/* The item at this index of the sort order. */
static int app_list_ordered(const struct list *list, int place)
{
    return list->order ? list->order[place] : place;
}

int list_item(const struct list *list)
{
    return list->cursor < list->n ? list_shown(list, list->cursor) : -1;
}

/* ---- what is shown ---- */

bool list_text_fits(const struct list *list, int item, const struct query *words)
{
    char text[LIST_TEXT_MAX] = "";
    list->ops->text(list, item, text, sizeof text);
    return query_words_fit(words, text);
}

static bool list_fits(const struct list *list, int item)
{
    return list->ops->fits ? list->ops->fits(list, item)
                           : !list->words || list_text_fits(list, item, list->words);
}

static bool list_stands(const struct list *list, int item)
{
    return !list->ops->stands || list->ops->stands(list, item);
}

/* If the cursor is on a heading, move it to the next line in the direction of `step` that is no
 * heading; if there is none, search in the other direction. */
static void list_settle(struct list *list, int step)
{
    if (list->cursor >= list->n)
        list->cursor = list->n - 1;
    if (list->cursor < 0)
        list->cursor = 0;
    for (int turn = 0; turn < 2; turn++, step = -step)
        for (int i = list->cursor; i >= 0 && i < list->n; i += step)
            if (list_stands(list, list_shown(list, i))) {
                list->cursor = i;
                return;
            }
}

/* The line of an item; -1 if it is not shown. */
static int list_line_of(const struct list *list, int item)
{
    if (!list->fitting)
        return item >= 0 && item < list->n ? item : -1;
    for (int i = 0; i < list->n; i++)
        if (list->fitting[i] == item)
            return i;
    return -1;
}

int list_next_group(const struct list *list, int step)
{
    int here = list_item(list), n = list->items;
    while (here > 0 && list_stands(list, here))
        here--;
    for (int away = 1; here >= 0 && away < n; away++) {
        int head = ((here + step * away) % n + n) % n;
        for (int item = head + 1; !list_stands(list, head) && item < n && list_stands(list, item);
             item++)
            if (list_line_of(list, item) >= 0)
                return item;
    }
    return -1;
}

void list_go(struct list *list, int item)
{
    int line = list_line_of(list, item);
    if (line < 0)
        return;
    list->cursor = line;
    list_settle(list, 1);
}

/* Show the number of matches while a filter is typed, and again when more items arrive. */
static void say_left(const struct list *list)
{
    char left[64];
    snprintf(left, sizeof left, "%d left", list->n);
    if (list->counting)
        app_prompt_note(list->view->app, left);
}

/* Rebuild the list of shown items. A list without order and filter needs no array, however long it
 * is. */
static void list_show(struct list *list)
{
    int item = list_item(list);
    bool all = !list->filter[0];
    list->n = all ? list->items : 0;
    if (all && !list->order) {
        forget_shown(list);
    } else {
        list->fitting = memory_room(list->fitting, &list->room, list->items, sizeof *list->fitting);
        for (int i = 0; i < list->items; i++) {
            int each = app_list_ordered(list, i);
            if (all)
                list->fitting[i] = each;
            else if (list_stands(list, each) && list_fits(list, each))
                list->fitting[list->n++] = each;
        }
    }
    list_settle(list, 1);
    if (item >= 0)
        list_go(list, item);
    say_left(list);
}

void list_sift(struct list *list)
{
    list_show(list);
}

void list_set(struct list *list, int items)
{
    free(list->order);
    list->order = NULL;
    if (list->n > items)
        list->n = items;
    list->items = items;
    list_show(list);
}

int *list_order(struct list *list)
{
    if (!list->order) {
        list->order = memory_new((size_t)list->items + 1, sizeof *list->order);
        for (int i = 0; i < list->items; i++)
            list->order[i] = i;
    }
    return list->order;
}

void list_ordered(struct list *list)
{
    list_show(list);
}

/* ---- search ---- */

static bool found_in(const struct list *list, int i)
{
    char text[LIST_TEXT_MAX] = "";
    int length;
    list->ops->text(list, list_shown(list, i), text, sizeof text);
    return list_stands(list, list_shown(list, i)) && folded_find(text, list->search, &length) >= 0;
}

/* The next line that matches the search, starting at line `from` and wrapping round; -1: none. */
static int list_find(const struct list *list, int from, int step)
{
    for (int i = 0; i < list->n; i++) {
        int at = ((from + i * step) % list->n + list->n) % list->n;
        if (found_in(list, at))
            return at;
    }
    return -1;
}

static void list_search_step(struct list *list, int step)
{
    int at = list->search[0] && list->n ? list_find(list, list->cursor + step, step) : -1;
    if (!list->search[0])
        app_say(list->view->app, "No search yet; {search} starts one");
    else if (at < 0)
        app_say(list->view->app, "'%s' is not in this list", list->search);
    else
        list->cursor = at;
}

static void list_search_changed(struct view *view, const char *text)
{
    struct list *list = view->list;
    snprintf(list->search, sizeof list->search, "%s", text);
    list_go(list, list->kept_item);
    if (!*text || list->n == 0)
        return;
    int at = list_find(list, list->cursor, 1);
    if (at >= 0)
        list->cursor = at;
    else
        app_prompt_note(view->app, "not in this list");
}

static bool list_search_done(struct view *view, const char *text)
{
    if (*text && view->list->n && list_find(view->list, view->list->cursor, 1) < 0)
        app_say(view->app, "'%s' is not in this list", text);
    return true;
}

static void list_search_cancelled(struct view *view)
{
    view->list->search[0] = '\0';
    list_go(view->list, view->list->kept_item);
}

static void list_open_search(struct list *list)
{
    static const struct prompt prompt = {.label = "/",
                                         .changed = list_search_changed,
                                         .done = list_search_done,
                                         .cancelled = list_search_cancelled};
    list->kept_item = list_item(list);
    app_prompt(list->view->app, list->view, &prompt);
}

/* ---- filter ---- */

/* Set a filter. If the filter is invalid, the list does not change. */
static int set_filter(struct list *list, const char *filter, struct note *why)
{
    if (strlen(filter) >= sizeof list->filter)
        return note_fail(why, FAIL_LIMIT, -1, "a filter can have at most %d bytes",
                         LIST_FILTER_ROOM - 1);
    struct query *words = NULL;
    int status = list->ops->read ? list->ops->read(list, filter, why)
                                 : query_parse_words(filter, &words, why);
    if (status < 0)
        return status;
    query_free(list->words);
    list->words = words;
    snprintf(list->filter, sizeof list->filter, "%s", filter);
    list_show(list);
    return 0;
}

int list_filter(struct list *list, const char *filter, struct note *why)
{
    return set_filter(list, filter, why);
}

/* Check a filter expression without using it. */
static int list_check(const struct list *list, const char *expression, struct note *why)
{
    struct query *words;
    if (list->ops->check)
        return list->ops->check(list, expression, why);
    int status = query_parse_words(expression, &words, why);
    if (status == 0)
        query_free(words);
    return status;
}

/* Use a filter that was typed. `whole`: typing is finished, so an operator without text is an
 * error. why->offset counts bytes of the typed text; -1: the error is in the filter that the typed
 * one is combined with. */
static int filter_typed(struct list *list, const char *text, bool whole, struct note *why)
{
    const char *rest = filter_rest(text);
    char filter[sizeof list->filter];
    bool sign = rest != text && text[0] != ' ';
    int status = 0;
    if (sign && !*rest && (text[0] == '!' ? !*list->kept_filter : whole))
        return note_fail(why, FAIL_TEXT, (int)(rest - text), "type what to %s",
                         text[0] == '+'   ? "add"
                         : text[0] == '-' ? "remove"
                         : text[0] == '!' ? "negate"
                                          : "narrow by");
    list->replacing = !sign || !*list->kept_filter || (text[0] == '!' && *rest);
    if (*rest)
        status = list_check(list, rest, why);
    if (status == 0) {
        status = filter_join(list->kept_filter, text, filter, sizeof filter)
                     ? set_filter(list, filter, why)
                     : note_fail(why, FAIL_LIMIT, -1,
                                 "together with the current filter this exceeds %d bytes",
                                 LIST_FILTER_ROOM - 1);
        if (status < 0)
            why->offset = -1;
    } else {
        why->offset += why->offset >= 0 ? (int)(rest - text) : 0;
    }
    list->replacing = false;
    return status;
}

/* If a filter ends with a key whose value has not been typed yet, as in "mate white:", use only the
 * text before the key. Otherwise the key would be searched for as a word. */
static void filter_without_key(struct list *list, const char *text)
{
    char before[LIST_TEXT_MAX];
    struct note why;
    size_t length = strlen(text);
    if (!length || text[length - 1] != ':' || length >= sizeof before)
        return;
    while (length && text[length - 1] != ' ')
        length--;
    snprintf(before, sizeof before, "%.*s", (int)length, text);
    filter_typed(list, before, false, &why);
}

/* Complete an unfinished filter: close quotes, slashes and parentheses, and drop operators at the
 * end. Returns false if nothing changes or there is no room. */
static bool end_typed(const char *text, char out[LIST_TEXT_MAX])
{
    char open = '\0', kept_open = '\0';
    int depth = 0, kept_depth = 0;
    size_t used = 0, kept = 0;
    for (const char *at = text; *at; at++) {
        bool begins =
            !open && (*at == '"' || (*at == '/' && (at == text || strchr(" (|!-&+", at[-1]))));
        bool waits = begins || (!open && strchr(" |!(", *at));
        if (open || begins)
            open = open == *at ? '\0' : open ? open : *at;
        else
            depth += (*at == '(') - (*at == ')');
        if (waits)
            continue;
        kept = (size_t)(at + 1 - text);
        kept_open = open;
        kept_depth = depth;
    }
    text_add(out, LIST_TEXT_MAX, &used, "%.*s%.1s", (int)kept, text, &kept_open);
    for (int i = 0; i < kept_depth; i++)
        text_add(out, LIST_TEXT_MAX, &used, ")");
    return strcmp(out, text) != 0 && used < LIST_TEXT_MAX;
}

/* Filter by an unfinished text: an open phrase matches what has been typed of it, and an operator
 * at the end is ignored. */
static int filter_typing(struct list *list, const char *text, struct note *why)
{
    char ended[LIST_TEXT_MAX] = "";
    struct note other;
    int status = filter_typed(list, text, false, why);
    return status < 0 && end_typed(text, ended) && filter_typed(list, ended, false, &other) == 0
               ? 0
               : status;
}

static void filter_changed(struct view *view, const char *text)
{
    struct list *list = view->list;
    struct note why;
    char wrong[400];
    list->counting = false;
    if (filter_typing(list, text, &why) < 0) {
        size_t used = 0;
        filter_without_key(list, text);
        wrong[0] = '\0';
        if (why.offset >= 0)
            text_add(wrong, sizeof wrong, &used,
                     "at character %d: ", text_character(text, why.offset));
        text_add(wrong, sizeof wrong, &used, "%s", why.text);
        app_prompt_note(view->app, wrong);
    } else {
        list->counting = true;
        say_left(list);
    }
}

static bool filter_done(struct view *view, const char *text)
{
    struct note why;
    view->list->counting = false;
    if (filter_typed(view->list, text, true, &why) == 0)
        return true;
    app_prompt_refuse(view->app, text, why.offset, why.text);
    return false;
}

static void filter_cancelled(struct view *view)
{
    struct list *list = view->list;
    char kept[sizeof list->kept_filter];
    memcpy(kept, list->kept_filter, sizeof kept);
    list->counting = false;
    set_filter(list, kept, NULL);
    list_go(list, list->kept_item);
}

/* Complete the filter. If the text does not change, the candidates are shown; another Tab shows
 * them again. */
bool list_complete(struct view *view, const char *text, char *out, size_t size)
{
    struct list *list = view->list;
    char note[480] = "";
    int n = list && list->ops->complete
                ? list->ops->complete(list, text, out, size, note, sizeof note)
                : 0;
    bool same = n == 0 || !strcmp(out, text);
    if (same && *note) {
        list->counting = false;
        app_prompt_choices(view->app, note);
    }
    return !same;
}

static void open_filter(struct list *list)
{
    static const struct prompt prompt = {.label = "& ",
                                         .changed = filter_changed,
                                         .done = filter_done,
                                         .cancelled = filter_cancelled,
                                         .complete = list_complete};
    memcpy(list->kept_filter, list->filter, sizeof list->kept_filter);
    list->kept_item = list_item(list);
    app_prompt(list->view->app, list->view, &prompt);
}

/* Set a filter that was typed after ':'. */
static void filter_by(struct list *list, const char *filter)
{
    struct note why;
    if (filter_typed(list, filter, true, &why) < 0)
        app_error(list->view->app, "at character %d: %s", text_character(filter, why.offset),
                  why.text);
}

static bool list_escape(struct list *list)
{
    if (list->filter[0]) {
        set_filter(list, "", NULL);
    } else if (list->search[0]) {
        list->search[0] = '\0';
    } else {
        return false;
    }
    return true;
}

/* ---- requests ---- */

bool list_can(const struct list *list, enum request request)
{
    switch (request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_FIRST:
    case REQ_LAST:
    case REQ_PAGE_UP:
    case REQ_PAGE_DOWN:
        return list->n > 1;
    case REQ_SEARCH:
        return list->n > 0;
    case REQ_SEARCH_NEXT:
    case REQ_SEARCH_PREVIOUS:
        return list->search[0] != '\0';
    case REQ_FILTER:
        return list->items > 0;
    case REQ_RANDOM:
        return list->n > 1;
    default:
        return false;
    }
}

static void list_step(struct list *list, int by)
{
    list->cursor += by;
    list_settle(list, by < 0 ? -1 : 1);
}

/* Move the cursor to a random line other than the current one. */
static void list_go_by_chance(struct list *list)
{
    int by = list->n > 1 ? 1 + (int)(app_now(list->view->app) % (list->n - 1)) : 0;
    list->cursor = (list->cursor + by) % (list->n ? list->n : 1);
    list_settle(list, 1);
}

bool list_request(struct list *list, const struct event *event)
{
    int page = list->area.rows > 2 ? list->area.rows - 1 : 1;
    switch (event->request) {
    case REQ_UP:
        list_step(list, -1);
        break;
    case REQ_DOWN:
        list_step(list, 1);
        break;
    case REQ_FIRST:
        list_step(list, -list->n);
        break;
    case REQ_LAST:
        list_step(list, list->n);
        break;
    case REQ_PAGE_UP:
        list_step(list, -page);
        break;
    case REQ_PAGE_DOWN:
        list_step(list, page);
        break;
    case REQ_SEARCH:
        list_open_search(list);
        break;
    case REQ_SEARCH_NEXT:
        list_search_step(list, 1);
        break;
    case REQ_SEARCH_PREVIOUS:
        list_search_step(list, -1);
        break;
    case REQ_FILTER:
        if (*event->argument)
            filter_by(list, event->argument);
        else
            open_filter(list);
        break;
    case REQ_RANDOM:
        list_go_by_chance(list);
        break;
    case REQ_ESCAPE:
        return list_escape(list);
    default:
        return false;
    }
    return true;
}

static bool list_is_within(const struct area *area, const struct mouse *mouse)
{
    return area_has(area, mouse->row, mouse->column);
}

bool list_mouse(struct list *list, const struct mouse *mouse)
{
    int line = mouse->row - list->area.row + list->top;
    if (mouse->what == MOUSE_WHEEL_UP || mouse->what == MOUSE_WHEEL_DOWN) {
        list_step(list, mouse->what == MOUSE_WHEEL_UP ? -3 : 3);
        return false;
    }
    if (mouse->what != MOUSE_PRESS || mouse->button != 1 || !list_is_within(&list->area, mouse) ||
        line >= list->n || !list_stands(list, list_shown(list, line)))
        return false;
    bool again = line == list->cursor;
    list->cursor = line;
    return again;
}

/* ---- drawing ---- */

/* Scroll so that the cursor is visible, if possible with a line or two around it. */
static void list_scroll(struct list *list, int rows)
{
    int margin = rows >= 9 ? 2 : rows >= 5 ? 1 : 0;
    if (list->cursor - margin < list->top)
        list->top = list->cursor - margin;
    if (list->cursor + margin >= list->top + rows)
        list->top = list->cursor + margin - rows + 1;
    if (list->top > list->n - rows)
        list->top = list->n - rows;
    if (list->top < 0)
        list->top = 0;
}

static void draw_nothing(const struct list *list, struct scene *scene, const struct area *area)
{
    char nothing[120];
    const char *text =
        list->filter[0] ? "No matches. {escape} clears the filter." : "Nothing here yet";
    int columns = area->columns > 4 ? area->columns - 3 : 1, length;
    text = app_words(list->view->app, list->view, text, nothing, sizeof nothing);
    for (int r = 0; *text && r < area->rows; text += length, r++) {
        length = scene_line(text, columns);
        scene_textf(scene, area->row + r, area->column + 2, columns, ROLE_DIM, ROLE_TEXT, "%.*s",
                    length, text);
    }
}

void list_draw(struct list *list, struct scene *scene, const struct area *area)
{
    if (area->rows < 1)
        return;
    list->area = *area;
    list_scroll(list, area->rows);
    if (list->n == 0) {
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
    for (int r = 0; r < area->rows && list->top + r < list->n; r++) {
        struct area line = {area->row + r, area->column, 1, area->columns};
        bool current =
            list->top + r == list->cursor && list_stands(list, list_shown(list, list->top + r));
        enum role ground = current ? ROLE_SELECTED : ROLE_TEXT;
        if (current) {
            scene_fill(scene, line.row, line.column, line.columns, ROLE_SELECTED, ROLE_SELECTED,
                       true);
            scene->cursor_row = line.row;
            scene->cursor_column = line.column;
        }
        list->ops->draw(list, list_shown(list, list->top + r), scene, &line, ground);
    }
    if (list->n == 0)
        draw_nothing(list, scene, area);
}

void list_status(const struct list *list, const char *things, char *out, size_t size)
{
    int all = list->ops->stands ? 0 : list->items;
    for (int i = 0; list->ops->stands && i < list->items; i++)
        all += list_stands(list, app_list_ordered(list, i));
    /* ROUND: columns for the mode, the sign of the filter, and gaps. CHIP_LEAST: the fewest bytes
     * of the filter that are shown. */
    enum { ROUND = 24, CHIP_LEAST = 8 };
    char count[40];
    snprintf(count, sizeof count, "%d of %d", list->n, all);
    int room = app_body(list->view->app).columns - ROUND - (int)strlen(count);
    size_t length = strlen(list->filter), most = room < CHIP_LEAST  ? CHIP_LEAST
                                                 : room < LIST_CHIP ? (size_t)room
                                                                    : LIST_CHIP;
    bool cut = length > most; /* the count after the filter must stay visible */
    for (length = cut ? most - 3 : length;
         cut && ((unsigned char)list->filter[length] & 0xC0) == 0x80;)
        length--;
    int words = cut && most < LIST_CHIP ? 0 : (int)strlen(things) - (all == 1); /* "1 game" */
    if (list->filter[0])
        snprintf(out, size, "& %.*s%s  %s%s%.*s", (int)length, list->filter, cut ? "..." : "",
                 count, words ? " " : "", words, things);
    else
        snprintf(out, size, "%d %.*s", all, words, things);
}

int text_found(struct scene *scene, int row, int column, int width, const char *text,
               const char *search, enum role ink, enum role ground)
{
    char part[LIST_TEXT_MAX];
    int end = column + width, length, at;
    while (*search && column < end && (at = folded_find(text, search, &length)) >= 0 &&
           at < (int)sizeof part && length < (int)sizeof part) {
        snprintf(part, sizeof part, "%.*s", at, text);
        column = scene_text(scene, row, column, end - column, part, ink, ground);
        snprintf(part, sizeof part, "%.*s", length, text + at);
        column = scene_text(scene, row, column, end - column, part, ROLE_MATCH, ROLE_MATCH);
        text += at + length;
    }
    return scene_text(scene, row, column, end > column ? end - column : 0, text, ink, ground);
}

int list_text(const struct list *list, struct scene *scene, int row, int column, int width,
              const char *text, enum role ink, enum role ground)
{
    bool longer = width > 0 && scene_columns(text) > width;
    int end =
        text_found(scene, row, column, longer ? width - 1 : width, text, list->search, ink, ground);
    if (longer)
        scene_put(scene, row, end++, app_cut_sign(list->view->app), ink, ground);
    return end;
}
