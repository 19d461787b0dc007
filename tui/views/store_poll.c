/* store_poll.c - applies changes that others make to a store: see tui/views/store_poll.h. */
#include "tui/views/store_poll.h"

#include "archive/index/index.h"

enum {
    LOOK_EVERY = 2000, /* ms */
    SETTLE = 300,      /* ms to wait for further changes: git pull writes many files */
    SHARE = 4          /* showing changes may take at most 1/SHARE of the time */
};

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Wake the views below that show the same store: their indices have become invalid. */
static void wake_those_below(const struct store *store, struct view *view)
{
    while ((view = app_below(view->app, view)))
        if (view->store == store)
            view->wake = app_now(view->app);
}

bool outside_take(struct outside *outside, struct view *view)
{
    struct store *store = outside->store;
    int64_t now = app_now(view->app), due;
    bool large = store_total(store) >= INDEX_WORTH;
    view->fd = large ? store_watch(store) : -1;
    if (view->fd >= 0 && store_told(store)) /* false if another view has drained it */
        outside->told = outside->told ? outside->told : now;
    else if (large)
        outside->told = 0;
    due = large && !outside->told ? TICK_NEVER : later(outside->next, large ? outside->told + SETTLE : 0);
    view->wake = due;
    if (due == TICK_NEVER || due > now)
        return false;
    view->wake = outside->next = now + LOOK_EVERY;
    if (!app_at_rest(view->app, view) || store_unchecked(store) || store_count(store) < store_total(store))
        return false;
    bool changed = large ? store_take_told(store) : store_refresh(store);
    outside->told = 0;
    outside->next = now + LOOK_EVERY;
    view->fd = large ? store_watch(store) : -1;
    view->wake = large ? TICK_NEVER : outside->next;
    if (changed)
        wake_those_below(store, view);
    return changed;
}

void outside_took(struct outside *outside, struct view *view, int64_t milliseconds)
{
    outside->next = app_now(view->app) + later(LOOK_EVERY, SHARE * milliseconds);
}
