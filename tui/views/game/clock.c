/* clock.c - clocks of a game at one keyboard: drawn where live tables have theirs; a fallen flag ends the
 * game, or puts one of three players out. See keyboard_clock.h. */
#include "config.h"
#include "tui/views/game/live.h"

#include <string.h>

enum { SHORT = 60000, /* milliseconds: below this, reduced motion does not slow the clock down */
       TENTHS = 10000, REDUCED = 10000 };

/* True if the reader is at the end of the game itself. */
static bool stands(const struct table *table)
{
    return table->from.play && table->rules && !table->trial && !table->guessing && !table->track.broken &&
           table->spot.depth == 0 && table->spot.ply == table_record(table)->moves.n;
}

void table_clock_open(struct table *table)
{
    if (table->from.play && table->rules && !table->live)
        keyboard_clock_begin(&table->clock, table->edits.record, &table->start);
}

void table_clock_follow(struct table *table)
{
    if (table->clock.control.base && stands(table))
        keyboard_clock_follow(&table->clock, table_record(table), table->track.now.side, table->over, app_now(table->view.app));
}

void table_clock_keep(struct table *table)
{
    struct record *record = table->edits.record;
    if (table->trial || table->from.version.known || !table->from.store || !table->draft_kept)
        return; /* a saved game is not resumed from a draft */
    keyboard_clock_keep(&table->clock, record, app_now(table->view.app));
    if (*record_text(record, KEYBOARD_CLOCK_KEPT))
        table->draft_kept = table_draft_save(table, record);
}

void table_clock_stamp(struct table *table, const struct spot *spot)
{
    struct record *record = table_record(table);
    if (table->clock.control.base && !table->trial && spot->depth == 0 && spot->ply == record->moves.n)
        keyboard_clock_stamp(&table->clock, spot_node(record, spot), app_now(table->view.app));
}

bool table_clock_text(const struct table *table, int side, char out[CLOCK_ROOM])
{
    if (!table->clock.control.base || !stands(table))
        return false;
    int64_t left = keyboard_clock_left(&table->clock, side, app_now(table->view.app));
    bool tenths = left && left < TENTHS && keyboard_clock_runs(&table->clock) && side == table->clock.mover;
    clock_write(left / 1000 * 1000, false, out);
    if (tenths) {
        size_t used = strlen(out);
        text_add(out, CLOCK_ROOM, &used, ".%d", (int)(left % 1000 / 100));
    }
    return true;
}

int table_clock_noughts(const char *clock)
{
    return strncmp(clock, "0:", 2) ? 0 : clock[2] == '0' ? 3 : 2;
}

/* Handle the mover's flag, wherever the reader is. */
static void fall(struct table *table)
{
    struct spot end = spot_start();
    table_compose_reset(table);
    spot_end(table_record(table), &end);
    table_go(table, &end);
    table_clock_follow(table);
    if (keyboard_clock_fallen(&table->clock, app_now(table->view.app)))
        table_flag(table);
    table_clock_follow(table);
}

bool table_clock_fallen(struct table *table)
{
    bool fallen = !table->trial && !table->guessing && keyboard_clock_fallen(&table->clock, app_now(table->view.app));
    if (fallen)
        fall(table);
    return fallen;
}

/* When the display of the running clock changes next. */
static int64_t next_beat(const struct table *table)
{
    int64_t now = app_now(table->view.app), left = keyboard_clock_left(&table->clock, table->clock.mover, now);
    int64_t beat = left <= TENTHS ? 100 : app_reduced(table->view.app) && left > SHORT ? REDUCED : 1000;
    return now + (left % beat ? left % beat : beat);
}

void table_clock_tick(struct table *table)
{
    if (!table->clock.control.base)
        return;
    table_clock_follow(table);
    table_clock_fallen(table);
}

void table_clock_wake(struct table *table)
{
    struct view *view = &table->view;
    if (!keyboard_clock_runs(&table->clock) || table->playing) /* automatic replay has ticks of its own */
        return;
    int64_t at = next_beat(table);
    if (view->wake == TICK_NEVER || view->wake > at)
        view->wake = at;
}
