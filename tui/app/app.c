/* app.c - the stack of views, keys, messages and time; and which view handles a request: see
 * app.h. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "tui/app/app_internal.h"
#include "tui/app/list.h"
#include "tui/app/view.h"
#include "tui/system/process.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void set_today(struct app *app, const char *fixed_time)
{
    if (fixed_time) {
        snprintf(app->today, sizeof app->today, "%.10s", fixed_time);
        return;
    }
    time_t now = time(NULL);
    struct tm broken;
    if (!localtime_r(&now, &broken) ||
        !strftime(app->today, sizeof app->today, "%Y-%m-%d", &broken))
        snprintf(app->today, sizeof app->today, "0000-00-00");
}

static int64_t now_of(void *host)
{
    return app_now(host);
}

/* Call a function that a view has registered, unless the view is being closed. */
static void call_for(void *host, void *owner, loop_fn *function, void *argument)
{
    struct app *app = host;
    struct view *view = owner;
    for (int i = 0; i < app->views; i++)
        if (app->view[i] == view && app->closing[i])
            return;
    view->idle = false;
    function(argument);
    app->stirred = app->stirred || !view->idle;
}

static const struct loop_ops app_loop_ops = {now_of, call_for};

struct app *app_new(const struct app_options *options)
{
    struct app *app = memory_new(1, sizeof *app);
    app->terminal_charset = options->charset;
    app->fixed = options->fixed_time ? 0 : -1;
    app->loop = loop_new(&app_loop_ops, app);
    theme_default(&app->theme);
    set_today(app, options->fixed_time);
    bindings_default(&app->bindings);
    settings_begin(app, options->user);
    app->pieces->ascii = options->ascii_pieces;
    app->pieces->texts = options->texts;
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    app_enter(app);
    for (int i = app->views - 1; i >= 0; i--)
        app_close(app, app->view[i]);
    app_exit(app);
    bindings_clear(&app->bindings);
    prompting_clear(app);
    settings_clear(app);
    free(app->clipboard);
    free(app->to_edit);
    free(app->said);
    loop_free(app->loop);
    free(app);
}

/* ---- the stack ---- */

void app_enter(struct app *app)
{
    app->depth++;
}

static void view_free(struct view *view)
{
    if (view->ops->close)
        view->ops->close(view);
    loop_drop(view->app->loop, view);
    free(view);
}

/* If `a11y` is on, put a description of what has changed before the current message. */
static void say_aloud(struct app *app)
{
    struct view *top = app_top(app);
    char text[sizeof app->message], also[sizeof app->message];
    if (!top || !top->ops->aloud || app_choice(app, SET_A11Y) != 1 || app->prompting.open ||
        app->prompting.asking || !top->ops->aloud(top, app->message[0], text, sizeof text))
        return;
    snprintf(also, sizeof also, "%s", app->message);
    snprintf(app->message, sizeof app->message, "%.300s%s%.200s", text, *also ? " " : "", also);
    app_tell(app, text);
}

void app_exit(struct app *app)
{
    bool closed = false;
    if (app->depth > 1) {
        app->depth--;
        return;
    }
    for (int i = app->views - 1; i >= 0; i--) {
        if (!app->closing[i])
            continue;
        prompting_forget(app, app->view[i]);
        view_free(app->view[i]);
        app->views--;
        for (int k = i; k < app->views; k++) {
            app->view[k] = app->view[k + 1];
            app->closing[k] = app->closing[k + 1];
        }
        closed = true;
    }
    if (closed && app->views && app_top(app)->ops->resume)
        app_top(app)->ops->resume(app_top(app));
    app->over = app->over || app->views == 0;
    say_aloud(app);
    app->depth--;
}

int app_open(struct app *app, const struct view_ops *ops, const void *argument, struct note *why)
{
    if (app->views == VIEWS_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "Too many views are open: close some with q");
    struct view *view = memory_new(1, ops->size);
    *view = (struct view){.ops = ops, .app = app};
    app_enter(app);
    int status = ops->open ? ops->open(view, argument, why) : 0;
    if (status < 0) {
        loop_drop(app->loop, view);
        free(view);
    } else {
        app->closing[app->views] = false;
        app->view[app->views++] = view;
        app->typed.n = 0;
    }
    app_exit(app);
    return status;
}

bool app_try_open(struct app *app, const struct view_ops *ops, const void *argument)
{
    struct note why;
    if (app_open(app, ops, argument, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    return true;
}

void app_close(struct app *app, struct view *view)
{
    app_enter(app);
    for (int i = 0; i < app->views; i++)
        if (app->view[i] == view)
            app->closing[i] = true;
    app_exit(app);
}

struct view *app_below(const struct app *app, const struct view *view)
{
    for (int i = 1; i < app->views; i++)
        if (app->view[i] == view)
            return app->view[i - 1];
    return NULL;
}

struct view *app_top(const struct app *app)
{
    int i = app->views - 1;
    while (i >= 0 && app->closing[i])
        i--;
    return i >= 0 ? app->view[i] : NULL;
}

bool app_over(const struct app *app)
{
    return app->over;
}

static void answer_leave(struct view *view, bool yes)
{
    if (yes)
        view->app->over = true;
}

static void answer_close(struct view *view, bool yes)
{
    if (yes)
        app_close(view->app, view);
}

/* If closing the view on top (or with `all` any view) would lose something, ask that view's
 * question. Returns false if there is nothing to ask. */
static bool ask_who_hesitates(struct app *app, bool all)
{
    for (int i = app->views - 1; i >= 0; i--) {
        struct view *view = app->view[i];
        char question[256] = "";
        if (app->closing[i])
            continue;
        if (view->ops->hesitate && view->ops->hesitate(view, question, sizeof question)) {
            app_ask(app, view, question, all ? answer_leave : answer_close);
            return true;
        }
        if (!all)
            return false;
    }
    return false;
}

void app_ask_close(struct app *app, bool all)
{
    if (ask_who_hesitates(app, all))
        return;
    if (all || !app_top(app))
        app->over = true;
    else
        app_close(app, app_top(app));
}

void app_ask_leave(struct app *app)
{
    if (!ask_who_hesitates(app, true))
        app_ask(app, app_top(app), "Leave chesscade? y leaves, any other key stays", answer_leave);
}

/* ---- messages and time ---- */

static void set_message(struct app *app, bool error, const char *format, va_list list)
{
    char keyed[sizeof app->message];
    vsnprintf(app->message, sizeof app->message,
              app_format(app, app_top(app), format, keyed, sizeof keyed), list);
    app->message_is_error = error;
    app_tell(app, app->message);
    if (error)
        app->wishes |= WISH_BELL;
}

void app_tell(struct app *app, const char *text)
{
    /* the most bytes of app->said, in case nobody fetches the messages */
    enum { SAID_MOST = 1 << 14 };
    size_t used = app->said ? strlen(app->said) : 0, length = strlen(text);
    if (!*app_setting(app, SET_MESSAGES) || !length || used + length + 2 > SAID_MOST)
        return;
    char *said = memory_new(used + length + 2, 1);
    snprintf(said, used + length + 2, "%s%s\n", app->said ? app->said : "", text);
    free(app->said);
    app->said = said;
}

char *app_said(struct app *app)
{
    char *text = app->said;
    app->said = NULL;
    return text;
}

void app_say(struct app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    set_message(app, false, format, list);
    va_end(list);
}

void app_error(struct app *app, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    set_message(app, true, format, list);
    va_end(list);
}

int app_message_columns(const struct app *app)
{
    return app->body.columns > 2 ? app->body.columns - 2 : 0;
}

int64_t app_now(const struct app *app)
{
    return app->fixed >= 0 ? app->fixed : milliseconds();
}

const char *app_today(const struct app *app)
{
    return app->today;
}

/* ---- what views wait for ---- */

struct loop *app_loop(const struct app *app)
{
    return app->loop;
}

void app_watch(struct view *view, loop_handle *watch, int fd, loop_fn *function, void *argument)
{
    loop_watch(view->app->loop, watch, view, fd, LOOP_READABLE, function, argument);
}

void app_at(struct view *view, loop_handle *time, int64_t at, loop_fn *function, void *argument)
{
    loop_at(view->app->loop, time, view, at, function, argument);
}

void app_at_latest(struct view *view, loop_handle *time, int64_t at, loop_fn *function,
                   void *argument)
{
    loop_at_latest(view->app->loop, time, view, at, function, argument);
}

int64_t app_due(const struct view *view, loop_handle time)
{
    return loop_due(view->app->loop, time);
}

void app_stop(struct view *view, loop_handle *handle)
{
    loop_cancel(view->app->loop, handle);
}

void app_store_changed(struct view *view, const struct store *store)
{
    while ((view = app_below(view->app, view)))
        if (view->store == store && view->ops->changed)
            app_at(view, &view->changing, app_now(view->app), view->ops->changed, view);
}

bool app_tick(struct app *app)
{
    app->stirred = false;
    app_enter(app);
    loop_run(app->loop);
    app_exit(app);
    return app->stirred;
}

void app_hear(struct app *app)
{
    app_enter(app);
    if (loop_wait(app->loop, 0) > 0)
        loop_run_watches(app->loop);
    app_exit(app);
}

void app_advance(struct app *app, int time)
{
    int64_t end = app->fixed + time;
    if (app->fixed < 0)
        return;
    for (int64_t next; (next = loop_next(app->loop)) != LOOP_NEVER && next <= end;) {
        if (app->fixed > end)
            break;
        app->fixed = next > app->fixed ? next : app->fixed + 1;
        app_tick(app);
    }
    app->fixed = end;
}

const char *app_draft(const struct app *app)
{
    return app->draft;
}

void app_draft_is(struct app *app, const char *name)
{
    snprintf(app->draft, sizeof app->draft, "%s", name);
}

void app_rescue(struct app *app)
{
    for (int i = app->views - 1; i >= 0; i--)
        if (app->view[i]->ops->rescue)
            app->view[i]->ops->rescue(app->view[i]);
}

void app_resume(struct app *app)
{
    struct view *top = app_top(app);
    app_enter(app);
    if (top && top->ops->resume)
        top->ops->resume(top);
    app_exit(app);
}

unsigned app_wishes(struct app *app)
{
    unsigned wishes = app->wishes;
    app->wishes = 0;
    return wishes;
}

void app_edit_outside(struct app *app, const char *text)
{
    if (app_restricted(app)) {
        app_error(app, "chesscade may not start other programs here");
        return;
    }
    free(app->to_edit);
    app->to_edit = memory_text(text);
    app->wishes |= WISH_EDITOR;
}

char *app_to_edit(struct app *app)
{
    char *text = app->to_edit;
    app->to_edit = NULL;
    return text;
}

void app_edited(struct app *app, const char *text)
{
    struct view *top = app_top(app);
    if (top && top->ops->edited)
        top->ops->edited(top, text);
}

char *app_clipboard(struct app *app)
{
    char *text = app->clipboard;
    app->clipboard = NULL;
    return text;
}

void app_notify(struct app *app, const char *text)
{
    clean_text(app->notice, sizeof app->notice, text, CLEAN_LINE);
    app_tell(app, app->notice);
    app->wishes |= WISH_NOTICE;
    app_call(app, SET_BELL_TURN);
}

void app_call(struct app *app, enum setting_id what)
{
    if (!strcmp(app_setting(app, what), "on"))
        app->wishes |= WISH_BELL;
}

void app_notify_over(struct app *app)
{
    app->wishes |= *app->notice ? WISH_NOTICE : 0;
    app->notice[0] = '\0';
}

const char *app_notice(const struct app *app)
{
    return app->notice;
}

void app_restrict(struct app *app)
{
    app_set(app, "name", "", NULL);
    app_set(app, "messages", "", NULL);
    app->message[0] = '\0'; /* errors in the host's file concern the administrator and not guests */
    app->restricted = true;
}

bool app_restricted(const struct app *app)
{
    return app->restricted;
}

const struct theme *app_theme(const struct app *app)
{
    return &app->theme;
}

void app_palette(struct app *app, enum palette palette, bool flat)
{
    app->mono = palette == PALETTE_NONE || flat;
    app->pieces->few = palette == PALETTE_8 || palette == PALETTE_16;
    static const char *const words[] = {"mono", "8c", "16c", "256c", "rgb"};
    snprintf(app->palette_word, sizeof app->palette_word, "%s", words[palette]);
}

void app_slow_line(struct app *app, bool slow)
{
    if (app->slow == slow)
        return;
    app->slow = slow;
    app->wishes |= WISH_LOOKS;
}

void app_clipboard_is(struct app *app, bool there)
{
    app->no_clipboard = !there;
}

bool app_light(const struct app *app)
{
    int choice = app_choice(app, SET_STYLE);
    return choice == 2 || (choice <= 0 && app->slow);
}

bool app_reduced(const struct app *app)
{
    int choice = app_choice(app, SET_MOTION);
    return choice == 2 || (choice <= 0 && app_choice(app, SET_A11Y) == 1);
}

bool app_mono(const struct app *app)
{
    return app->mono;
}

struct area app_body(const struct app *app)
{
    return app->body;
}

/* ---- Turns keys, pastes and mouse events into requests, and finds who handles each request. See
 * app.h. */

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
    /* In the help view, REQ_HELP adds the requests of other views to the list; it is possible until
     * they are listed. */
    if (request == REQ_HELP && view->ops == &help_view)
        return view_can(app, view, request);
    if (request == REQ_ACTIONS && view->ops == &help_view)
        return false;
    if (request == REQ_OPTIONS && view->ops == &options_view)
        return false;
    if (request == REQ_GALLERY && view->ops == &gallery_view)
        return false;
    if (request == REQ_BOOKMARKS &&
        (view->ops == &bookmarks_view || (app->restricted && view->ops != &table_view)))
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
    static const char *const next[] = {
        [CHARSET_UTF8] = "ascii", [CHARSET_ASCII] = "lines", [CHARSET_LINES] = "utf8"};
    app_set(app, "charset", next[app_terminal_charset(app)], NULL);
    app_say(app, "charset %s", app_setting(app, SET_CHARSET));
}

static bool app_answer(struct app *app, const struct event *event)
{
    switch (event->request) {
    case REQ_HELP:
    case REQ_ACTIONS: /* views that do not handle REQ_ACTIONS themselves get the help view */
        return app_try_open(app, &help_view, app_top(app)), true;
    case REQ_OPTIONS:
        return app_try_open(app, &options_view, NULL), true;
    case REQ_GALLERY:
        return app_try_open(app, &gallery_view, NULL), true;
    case REQ_BOOKMARKS:
        return bookmarks_show(app, NULL, event->argument), true;
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
            app_error(app, "there is nothing to go back to; {leave} leaves chesscade");
        else
            app->wishes |= WISH_SUSPEND;
        return true;
    default:
        return false;
    }
}

static void app_useless(struct app *app, const struct key_sequence *keys)
{
    char name[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
    key_sequence_write(keys, name, sizeof name);
    app_plain_key(name, REQ_NONE);
    app_say(app, "%s does nothing here; {help} lists what does", name);
}

static void tell_useless(struct app *app, enum request request)
{
    if (app->pressed.n)
        app_useless(app, &app->pressed);
    else
        app_say(app, "'%s' does nothing here; {help} lists what does", request_name(request));
}

/* If a request would change a read-only archive, show why that is impossible, and return true. */
static bool is_only_read(struct app *app, const struct view *top, enum request request)
{
    static const enum request changes[] = {REQ_COMMENT,     REQ_DELETE, REQ_TAGS, REQ_COLLECT,
                                           REQ_KEEP_SEARCH, REQ_IMPORT, REQ_MERGE};
    struct note why;
    size_t i = 0;
    while (i < sizeof changes / sizeof *changes && changes[i] != request)
        i++;
    if (i == sizeof changes / sizeof *changes || !top->store || store_writable(top->store, &why))
        return false;
    app_error(app, "%s", why.text);
    return true;
}

/* Pass a request to the view on top and, if the view does not handle it, to the app itself. */
static void app_dispatch(struct app *app, const struct event *event)
{
    struct view *top = app_top(app);
    if (!top)
        return;
    app_enter(app);
    bool done = false;
    bool named = event->request == REQ_RULES && *event->argument;
    if (named && (top->ops != &table_view || !app_can(app, top, REQ_RULES))) {
        /* The rules of a variant that is named can be read in any view. */
        rules_show(app, event->argument, NULL);
    } else if (!app_can(app, top, event->request)) {
        if (event->request == REQ_SEARCH_NEXT || event->request == REQ_SEARCH_PREVIOUS)
            app_say(app, "No search yet; {search} starts one");
        else if (event->request == REQ_SAVE)
            app_say(app, "there is nothing to save here");
        else if (event->request == REQ_UNDO || event->request == REQ_REDO)
            app_say(app, event->request == REQ_UNDO ? "there is nothing to undo"
                                                    : "there is nothing to redo");
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

/* Handle Ctrl-C: it undoes one step, as Esc does. If there is nothing to undo, a second Ctrl-C asks
 * whether to leave. */
static void app_interrupt(struct app *app)
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
            app_say(app, "{leave} leaves the program; or press Ctrl-C again");
    }
    app_exit(app);
}

bool app_beside(struct app *app, uint32_t key)
{
    struct key_sequence typed = {.key = {key}, .n = 1};
    struct event event = {.key = key, .argument = ""};
    bool character = key >= K_SPACE && key < K_UP;
    return !character &&
           bindings_find(&app->bindings, KEYMAP_EVERYWHERE, &typed, &event.request) & MATCH_WHOLE &&
           (event.request == REQ_REDRAW || event.request == REQ_SUSPEND) && app_answer(app, &event);
}

/* Find the request for the keys typed so far. If a complete binding can do nothing now, a longer
 * binding is preferred. */
static enum match app_find(struct app *app, const struct view *top, enum request *request)
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
    app_useless(app, &app->typed);
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
    switch (app_find(app, top, &request)) {
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

/* During a prompt, a question or a choice, translate keys that the user has bound to the requests
 * of lists into Enter, Esc, Tab and the arrows. Only keys that type no character are translated. */
static uint32_t app_meant(const struct app *app, uint32_t key)
{
    static const struct {
        enum keymap keymap;
        enum request request;
        uint32_t key;
    } same[] = {{KEYMAP_EVERYWHERE, REQ_ESCAPE, K_ESCAPE},
                {KEYMAP_LIST, REQ_ENTER, K_ENTER},
                {KEYMAP_LIST, REQ_UP, K_UP},
                {KEYMAP_LIST, REQ_DOWN, K_DOWN},
                {KEYMAP_EVERYWHERE, REQ_NEXT_PANEL, K_TAB}};
    struct key_sequence typed = {.key = {key}, .n = 1};
    bool character = (key >= K_SPACE && key < K_UP && key != K_BACKSPACE);
    if (character)
        return key;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (key == same[i].key)
            return key; /* Esc keeps its meaning, whatever it is bound to */
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        enum request request = REQ_NONE;
        if (bindings_find(&app->bindings, same[i].keymap, &typed, &request) & MATCH_WHOLE &&
            request == same[i].request)
            return same[i].key;
    }
    return key;
}

/* Draw once before the first key that follows the opening of a view, so that the view knows its
 * size. (Keys may arrive together with those that opened the view.) */
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
        app_interrupt(app);
    } else {
        app->interrupted = false;
        if (app->prompting.open || app->prompting.asking)
            prompting_key(app, app_meant(app, key));
        else if (app->typed.n || !top->ops->key || !top->ops->key(top, app_meant(app, key)))
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
        /* A click must not change the game, ply or cell that the prompt or question is about. */
        return;
    app_enter(app);
    /* A click sends press and release. The release must not clear the message that the press has
     * caused. */
    if (mouse->what != MOUSE_RELEASE && mouse->what != MOUSE_DRAG)
        app->message[0] = '\0';
    const struct hit *hit = hit_at(app, mouse->row, mouse->column);
    if (hit && mouse->what == MOUSE_PRESS)
        app_request(app, hit->request, "");
    else if (mouse->row >= body->row && mouse->row < body->row + body->rows)
        mouse_on_body(app, top, mouse);
    app_exit(app);
}
