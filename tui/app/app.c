/* app.c - the stack of views, messages and time: see app.h. */
#include "config.h"
#include "tui/app/app_internal.h"
#include "tui/system/clock.h"

#include "archive/util/sanitize.h"

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
    if (!localtime_r(&now, &broken) || !strftime(app->today, sizeof app->today, "%Y-%m-%d", &broken))
        snprintf(app->today, sizeof app->today, "0000-00-00");
}

struct app *app_new(const struct app_options *options)
{
    struct app *app = memory_new(1, sizeof *app);
    app->terminal_charset = options->charset;
    app->fixed = options->fixed_time ? 0 : -1;
    theme_default(&app->theme);
    set_today(app, options->fixed_time);
    bindings_default(&app->bindings);
    settings_begin(app, options->user);
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
    free(app->line);
    free(app->to_edit);
    free(app->said);
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
    free(view);
}

/* With `a11y` on, put a description of what changed before the current message. */
static void say_aloud(struct app *app)
{
    struct view *top = app_top(app);
    char text[sizeof app->message], also[sizeof app->message];
    if (!top || !top->ops->aloud || app_choice(app, SET_A11Y) != 1 || app->prompting.open || app->prompting.asking ||
        !top->ops->aloud(top, app->message[0], text, sizeof text))
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
    *view = (struct view){.ops = ops, .app = app, .wake = TICK_NEVER, .fd = -1};
    app_enter(app);
    int status = ops->open ? ops->open(view, argument, why) : 0;
    if (status < 0) {
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

/* Ask the question of the view on top (or, with `all`, of any view) that should not be closed without asking. False
 * if none has one. */
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
    vsnprintf(app->message, sizeof app->message, app_format(app, app_top(app), format, keyed, sizeof keyed), list);
    app->message_is_error = error;
    app_tell(app, app->message);
    if (error)
        app->wishes |= WISH_BELL;
}

void app_tell(struct app *app, const char *text)
{
    enum { SAID_MOST = 1 << 14 }; /* limits the queue if nobody fetches it */
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

int app_wait(const struct app *app)
{
    int64_t wait = -1;
    for (int i = 0; i < app->views; i++) {
        if (app->view[i]->wake == TICK_NEVER)
            continue;
        int64_t left = app->view[i]->wake - app_now(app);
        left = left < 0 ? 0 : left > 60000 ? 60000 : left;
        wait = wait < 0 || left < wait ? left : wait;
    }
    return (int)wait;
}

bool app_tick(struct app *app)
{
    int64_t now = app_now(app);
    bool stirred = false;
    app_enter(app);
    for (int i = 0; i < app->views; i++) {
        struct view *view = app->view[i];
        if (view->wake == TICK_NEVER || view->wake > now || app->closing[i])
            continue;
        view->wake = TICK_NEVER;
        view->idle = false;
        if (view->ops->tick)
            view->ops->tick(view);
        stirred = stirred || !view->idle;
    }
    app_exit(app);
    return stirred;
}

void app_advance(struct app *app, int time)
{
    int64_t end = app->fixed + time;
    if (app->fixed < 0)
        return;
    for (int wait; (wait = app_wait(app)) >= 0 && app->fixed + wait <= end;) {
        app->fixed += wait > 0 ? wait : 1;
        app_tick(app);
    }
    app->fixed = end;
}

int app_descriptors(const struct app *app, int *fd, int room)
{
    int n = 0;
    for (int i = 0; i < app->views && n < room; i++)
        if (app->view[i]->fd >= 0)
            fd[n++] = app->view[i]->fd;
    return n;
}

void app_readable(struct app *app, int fd)
{
    app_enter(app);
    for (int i = 0; i < app->views; i++)
        if (app->view[i]->fd == fd && app->view[i]->ops->tick && !app->closing[i])
            app->view[i]->ops->tick(app->view[i]);
    app_exit(app);
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
        app_error(app, "no other programs are started here");
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
    app->wishes |= WISH_NOTICE | WISH_BELL;
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
    app->message[0] = '\0'; /* errors in the host's file are for the administrator, not for guests */
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
