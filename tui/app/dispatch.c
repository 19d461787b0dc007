/* dispatch.c - turns keys, pastes and mouse events into requests, and finds who handles each request. See app.h. */
#include "config.h"
#include "tui/app/app_internal.h"
#include "tui/app/list.h"
#include "tui/app/view_list.h"
#include "tui/views/view_bookmarks.h"

#include <string.h>

/* ---- requests ---- */

bool app_binds(const struct app *app, const struct view *view, enum request request)
{
    for (int i = 0; i < view->keymaps; i++)
        if (bindings_of(&app->bindings, (enum keymap)view->keymap[i], request, 0) >= 0)
            return true;
    return false;
}

static bool view_can(const struct app *app, const struct view *view, enum request request)
{
    return view->ops->can ? view->ops->can(view, request) : app_binds(app, view, request);
}

/* True if the program itself can handle the request, whatever view is on top. */
static bool app_answers(enum request request)
{
    switch (request) {
    case REQ_HELP:
    case REQ_ACTIONS:
    case REQ_COMMAND:
    case REQ_ESCAPE:
    case REQ_CLOSE:
    case REQ_LEAVE:
    case REQ_OPTIONS:
    case REQ_GALLERY:
    case REQ_BOOKMARKS:
    case REQ_CHARSET:
    case REQ_REDRAW:
    case REQ_SUSPEND:
    case REQ_MOUSE:
        return true;
    default:
        return false;
    }
}

bool app_can(const struct app *app, const struct view *view, enum request request)
{
    if (request == REQ_NONE)
        return false;
    if (request == REQ_HELP && view->ops == &help_view) /* help in the help view: also list what is possible elsewhere */
        return view_can(app, view, request);
    if (request == REQ_ACTIONS && view->ops == &help_view)
        return false;
    if (request == REQ_OPTIONS && view->ops == &options_view)
        return false;
    if (request == REQ_GALLERY && view->ops == &gallery_view)
        return false;
    if (request == REQ_BOOKMARKS && (view->ops == &bookmarks_view || (app->restricted && view->ops != &table_view)))
        return false;
    return app_answers(request) || view_can(app, view, request);
}

const char *app_request_help(const struct view *view, enum request request)
{
    const char *words = view->ops->words ? view->ops->words(view, request) : NULL;
    return words ? words : request_help(request);
}

static void switch_setting(struct app *app, enum setting_id id, const char *one, const char *other)
{
    const char *value = app_setting(app, id);
    app_set(app, setting_name(id), strcmp(value, one) ? one : other, NULL);
    app_say(app, "%s %s", setting_name(id), app_setting(app, id));
}

static void next_charset(struct app *app)
{
    static const char *const next[] = {[CHARSET_UTF8] = "ascii", [CHARSET_ASCII] = "lines", [CHARSET_LINES] = "utf8"};
    app_set(app, "charset", next[app_terminal_charset(app)], NULL);
    app_say(app, "charset %s", app_setting(app, SET_CHARSET));
}

static bool app_answer(struct app *app, const struct event *event)
{
    switch (event->request) {
    case REQ_HELP:
    case REQ_ACTIONS: /* in views without a shorter list of actions */
        return app_try_open(app, &help_view, app_top(app)), true;
    case REQ_OPTIONS:
        return app_try_open(app, &options_view, NULL), true;
    case REQ_GALLERY:
        return app_try_open(app, &gallery_view, NULL), true;
    case REQ_BOOKMARKS:
        return bookmarks_show(app, NULL), true;
    case REQ_COMMAND:
        return colon_open(app), true;
    case REQ_ESCAPE:
        return true;
    case REQ_CLOSE:
        return app_ask_close(app, false), true;
    case REQ_LEAVE:
        return app_ask_close(app, true), true;
    case REQ_CHARSET:
        next_charset(app);
        return true;
    case REQ_MOUSE:
        return switch_setting(app, SET_MOUSE, "off", "auto"), true;
    case REQ_REDRAW:
        app->wishes |= WISH_REDRAW;
        return true;
    case REQ_SUSPEND:
        if (app->restricted)
            app_error(app, "there is nothing to go back to from here: {leave} leaves");
        else
            app->wishes |= WISH_SUSPEND;
        return true;
    default:
        return false;
    }
}

static void useless(struct app *app, const struct key_sequence *keys)
{
    char name[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
    key_sequence_write(keys, name, sizeof name);
    app_plain_key(name, REQ_NONE);
    app_say(app, "%s does nothing here; {help} lists what does", name);
}

static void tell_useless(struct app *app, enum request request)
{
    if (app->pressed.n)
        useless(app, &app->pressed);
    else
        app_say(app, "'%s' does nothing here; {help} lists what does", request_name(request));
}

/* If a request would change a read-only archive, show why it cannot. */
static bool is_only_read(struct app *app, const struct view *top, enum request request)
{
    static const enum request changes[] = {REQ_COMMENT, REQ_DELETE, REQ_TAGS, REQ_COLLECT, REQ_KEEP_SEARCH, REQ_IMPORT, REQ_MERGE};
    struct note why;
    size_t i = 0;
    while (i < sizeof changes / sizeof *changes && changes[i] != request)
        i++;
    if (i == sizeof changes / sizeof *changes || !top->store || store_writable(top->store, &why))
        return false;
    app_error(app, "%s", why.text);
    return true;
}

/* Hand a request to the view on top, then to the app itself. */
static void app_dispatch(struct app *app, const struct event *event)
{
    struct view *top = app_top(app);
    if (!top)
        return;
    app_enter(app);
    bool done = false;
    if (!app_can(app, top, event->request)) {
        if (event->request == REQ_SEARCH_NEXT || event->request == REQ_SEARCH_PREVIOUS)
            app_say(app, "No search yet; {search} starts one");
        else if (event->request == REQ_SAVE)
            app_say(app, "there is nothing to save here");
        else if (event->request == REQ_UNDO || event->request == REQ_REDO)
            app_say(app, event->request == REQ_UNDO ? "there is nothing to undo" : "there is nothing to do again");
        else if (!is_only_read(app, top, event->request))
            tell_useless(app, event->request);
    } else {
        if (view_can(app, top, event->request) || event->request == REQ_ESCAPE)
            done = top->ops->request(top, event);
        if (!done)
            app_answer(app, event);
    }
    app_exit(app);
}

void app_request(struct app *app, enum request request, const char *argument)
{
    struct event event = {.request = request, .argument = argument ? argument : ""};
    app_dispatch(app, &event);
}

/* ---- keys ---- */

/* Ctrl-C undoes one step, like Esc. If there is nothing to undo, the second Ctrl-C asks whether to leave. */
static void interrupt(struct app *app)
{
    struct view *top = app_top(app);
    bool again = app->interrupted;
    struct event event = {.request = REQ_ESCAPE, .argument = ""};
    app_enter(app);
    if (app->prompting.open || app->prompting.asking) {
        prompting_key(app, K_ESCAPE);
    } else if (app->typed.n) {
        app->typed.n = 0;
    } else if (!top->ops->request(top, &event)) {
        app->interrupted = true;
        if (again)
            app_ask_leave(app);
        else
            app_say(app, "{leave} leaves the program; Ctrl-C once more asks");
    }
    app_exit(app);
}

bool app_beside(struct app *app, uint32_t key)
{
    struct key_sequence typed = {.key = {key}, .n = 1};
    struct event event = {.key = key, .argument = ""};
    bool character = key >= K_SPACE && key < K_UP;
    return !character && bindings_find(&app->bindings, KEYMAP_EVERYWHERE, &typed, &event.request) & MATCH_WHOLE &&
           (event.request == REQ_REDRAW || event.request == REQ_SUSPEND) && app_answer(app, &event);
}

/* Find the request for the keys typed so far. If a complete match can do nothing now, prefer a longer binding. */
static enum match find(struct app *app, const struct view *top, enum request *request)
{
    enum match longer = MATCH_NONE;
    for (int i = 0; i <= top->keymaps; i++) {
        enum keymap keymap = i < top->keymaps ? (enum keymap)top->keymap[i] : KEYMAP_EVERYWHERE;
        enum request found = REQ_NONE;
        enum match match = bindings_find(&app->bindings, keymap, &app->typed, &found);
        if (match & MATCH_WHOLE && (app_can(app, top, found) || found == REQ_NONE)) {
            *request = found;
            return MATCH_WHOLE;
        }
        if (match & MATCH_PREFIX)
            longer = MATCH_PREFIX;
        if (match & MATCH_WHOLE && *request == REQ_NONE)
            *request = found;
    }
    return longer != MATCH_NONE ? longer : *request != REQ_NONE ? MATCH_WHOLE : MATCH_NONE;
}

static int digit_of(const struct key_sequence *typed)
{
    uint32_t last = typed->key[typed->n - 1];
    return last >= '1' && last <= '9' ? (int)(last - '0') : 0;
}

static void unknown_keys(struct app *app)
{
    useless(app, &app->typed);
    app->typed.n = 0;
}

static void request_key(struct app *app, uint32_t key)
{
    struct view *top = app_top(app);
    enum request request = REQ_NONE;
    if (key == K_ESCAPE && app->typed.n) {
        app->typed.n = 0;
        return;
    }
    if (app->typed.n == KEYS_IN_SEQUENCE)
        app->typed.n = 0;
    app->typed.key[app->typed.n++] = key;
    switch (find(app, top, &request)) {
    case MATCH_PREFIX:
        return;
    case MATCH_WHOLE: {
        struct event event = {request, key, digit_of(&app->typed), ""};
        app->pressed = app->typed;
        app->typed.n = 0;
        if (request != REQ_NONE)
            app_dispatch(app, &event);
        app->pressed.n = 0;
        return;
    }
    default:
        unknown_keys(app);
    }
}

/* During a prompt, a question or a choice, translate keys that the user bound to the list requests into Enter, Esc,
 * Tab and the arrows. This applies only to keys that type no character. */
static uint32_t meant(const struct app *app, uint32_t key)
{
    static const struct {
        enum keymap keymap;
        enum request request;
        uint32_t key;
    } same[] = {{KEYMAP_EVERYWHERE, REQ_ESCAPE, K_ESCAPE}, {KEYMAP_LIST, REQ_ENTER, K_ENTER}, {KEYMAP_LIST, REQ_UP, K_UP},
                {KEYMAP_LIST, REQ_DOWN, K_DOWN}, {KEYMAP_EVERYWHERE, REQ_NEXT_PANEL, K_TAB}};
    struct key_sequence typed = {.key = {key}, .n = 1};
    bool character = (key >= K_SPACE && key < K_UP && key != K_BACKSPACE);
    if (character)
        return key;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (key == same[i].key)
            return key; /* Esc always keeps its own meaning, whatever it is bound to */
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        enum request request = REQ_NONE;
        if (bindings_find(&app->bindings, same[i].keymap, &typed, &request) & MATCH_WHOLE && request == same[i].request)
            return same[i].key;
    }
    return key;
}

/* Keys may arrive together with those that opened the view. Draw once before the first of them, so that the view
 * knows its size. */
static void know_size(struct app *app, const struct view *top)
{
    struct scene scene = {0};
    if (top->drawn || !app->rows)
        return;
    scene_begin(&scene, app->rows, app->columns);
    app_draw(app, &scene);
    scene_free(&scene);
}

void app_key(struct app *app, uint32_t key)
{
    struct view *top = app_top(app);
    if (!top)
        return;
    know_size(app, top);
    app_enter(app);
    app->message[0] = '\0';
    if (key == K_CONTROL_C) {
        interrupt(app);
    } else {
        app->interrupted = false;
        if (app->prompting.open || app->prompting.asking)
            prompting_key(app, meant(app, key));
        else if (app->typed.n || !top->ops->key || !top->ops->key(top, meant(app, key)))
            request_key(app, key);
    }
    app_exit(app);
}

void app_paste(struct app *app, const char *text)
{
    struct view *top = app_top(app);
    if (!top || app->prompting.asking)
        return;
    know_size(app, top);
    app_enter(app);
    app->message[0] = '\0';
    if (app->prompting.open)
        prompting_paste(app, text);
    else if (!top->ops->paste || !top->ops->paste(top, text))
        app_say(app, "Nothing is being typed; the pasted text was ignored");
    app_exit(app);
}

static const struct hit *hit_at(const struct app *app, int row, int column)
{
    for (int i = 0; i < app->hits; i++) {
        const struct hit *hit = &app->hit[i];
        if (hit->row == row && column >= hit->column && column < hit->column + hit->columns)
            return hit;
    }
    return NULL;
}

static void mouse_on_body(struct app *app, struct view *top, const struct mouse *mouse)
{
    if (top->ops->mouse)
        top->ops->mouse(top, mouse);
    else if (top->list && list_mouse(top->list, mouse) && view_can(app, top, REQ_ENTER))
        app_request(app, REQ_ENTER, "");
}

void app_mouse(struct app *app, const struct mouse *mouse)
{
    struct view *top = app_top(app);
    const struct area *body = &app->body;
    if (!top || app->prompting.asking || app->prompting.open)
        return; /* the prompt or question is about the current game, ply or cell; a click must not change it */
    app_enter(app);
    if (mouse->what != MOUSE_RELEASE && mouse->what != MOUSE_DRAG) /* a click sends press and release; the release must not
                                                                      clear the message that the press brought */
        app->message[0] = '\0';
    const struct hit *hit = hit_at(app, mouse->row, mouse->column);
    if (hit && mouse->what == MOUSE_PRESS)
        app_request(app, hit->request, "");
    else if (mouse->row >= body->row && mouse->row < body->row + body->rows)
        mouse_on_body(app, top, mouse);
    app_exit(app);
}
