/* reader.c - shows a text on the screen, scrolled and searched: see reader.h. */
#include "tui/views/reader.h"

#include <string.h>

/* The current line: the cursor's, or the first one shown. */
static int *place_of(struct reader *reader)
{
    return reader->pointed ? &reader->at : &reader->top;
}

void reader_settle(struct reader *reader)
{
    if (reader->pointed) {
        reader->at = reader->at >= reader->n ? reader->n - 1 : reader->at < 0 ? 0 : reader->at;
        reader->top = reader->at < reader->top                   ? reader->at
                      : reader->at >= reader->top + reader->rows ? reader->at - reader->rows + 1
                                                                 : reader->top;
    }
    if (reader->top > reader->n - reader->rows)
        reader->top = reader->n - reader->rows;
    if (reader->top < 0)
        reader->top = 0;
}

static void search_changed(struct view *view, const char *text)
{
    struct reader *reader = (struct reader *)view;
    snprintf(reader->search, sizeof reader->search, "%s", text);
    *place_of(reader) = reader->kept_at;
    int at = *text ? reader->find(reader, 0, 1) : -1;
    if (at >= 0)
        *place_of(reader) = at;
    else if (*text)
        app_prompt_note(view->app, "nowhere in this text");
}

static bool search_done(struct view *view, const char *text)
{
    (void)view;
    (void)text;
    return true;
}

static void search_cancelled(struct view *view)
{
    struct reader *reader = (struct reader *)view;
    reader->search[0] = '\0';
    *place_of(reader) = reader->kept_at;
}

static void search_step(struct reader *reader, int step)
{
    int at = reader->find(reader, step, step);
    if (at >= 0)
        *place_of(reader) = at;
    else
        app_say(reader->view.app, "'%s' is nowhere in this text", reader->search);
}

/* Move the cursor and the shown part by so many lines. */
static void scroll(struct reader *reader, int lines)
{
    reader->at += lines;
    reader->top += lines;
}

bool reader_request(struct reader *reader, const struct event *event)
{
    static const struct prompt prompt = {
        .label = "/", .changed = search_changed, .done = search_done, .cancelled = search_cancelled};
    int page = reader->rows > 2 ? reader->rows - 1 : 1;
    switch (event->request) {
    case REQ_UP: --*place_of(reader); break;
    case REQ_DOWN: ++*place_of(reader); break;
    case REQ_PAGE_UP: scroll(reader, -page); break;
    case REQ_PAGE_DOWN: scroll(reader, page); break;
    case REQ_FIRST: *place_of(reader) = 0; break;
    case REQ_LAST: *place_of(reader) = reader->n; break;
    case REQ_SEARCH_NEXT: search_step(reader, 1); break;
    case REQ_SEARCH_PREVIOUS: search_step(reader, -1); break;
    case REQ_SEARCH:
        reader->kept_at = *place_of(reader);
        app_prompt(reader->view.app, &reader->view, &prompt);
        break;
    case REQ_ESCAPE:
        if (!reader->search[0])
            return false;
        reader->search[0] = '\0';
        break;
    default: return false;
    }
    reader_settle(reader);
    return true;
}

bool reader_can(const struct reader *reader, enum request request)
{
    switch (request) {
    case REQ_UP:
    case REQ_DOWN:
    case REQ_PAGE_UP:
    case REQ_PAGE_DOWN:
    case REQ_FIRST:
    case REQ_LAST: return reader->n > (reader->pointed ? 1 : reader->rows);
    case REQ_SEARCH: return reader->n > 0;
    case REQ_SEARCH_NEXT:
    case REQ_SEARCH_PREVIOUS: return reader->search[0] != '\0';
    default: return false;
    }
}

bool reader_mouse(struct reader *reader, const struct mouse *mouse)
{
    if (mouse->what != MOUSE_WHEEL_UP && mouse->what != MOUSE_WHEEL_DOWN)
        return false;
    scroll(reader, mouse->what == MOUSE_WHEEL_UP ? -3 : 3);
    reader_settle(reader);
    return true;
}
