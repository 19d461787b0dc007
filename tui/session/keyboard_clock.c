/* keyboard_clock.c - the clocks of a game at one keyboard: see keyboard_clock.h. */
#include "config.h"
#include "tui/session/keyboard_clock.h"

#include "core/position_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int keyboard_clock_check(const char *text, struct note *why)
{
    struct control control;
    int result = control_read(text, &control, why);
    if (result == 0 && control.ply)
        result =
            note_fail(why, FAIL_TEXT, -1,
                      "days per ply are only for lobby games: here clocks stop while nobody plays");
    return result;
}

static void write_time(struct record *record, const char *path, int64_t time)
{
    char text[CLOCK_ROOM];
    clock_write(time, false, text);
    record_set_text(record, path, text);
}

void keyboard_clock_write(struct record *record, const char *text)
{
    struct control control;
    struct note why;
    if (control_read(text, &control, &why) < 0 || !control.base)
        return;
    record_set_text(record, "event.control.text", text);
    write_time(record, "event.control.base", control.base);
    write_time(record, "event.control.inc", control.inc);
    write_time(record, "event.control.delay", control.delay);
}

/* If a flag fell after a ply and eliminated a player, set that player's time to zero. */
static void read_flags(struct keyboard_clock *clock, const struct notes *notes)
{
    const struct value *events = notes ? value_at(&notes->other, "events") : NULL;
    for (int i = 0; events && i < events->n; i++) {
        int side = side_of_letter(value_text(&events->entry[i].value, "side")[0]);
        if (!strcmp(value_text(&events->entry[i].value, "is"), "flag") && side >= 0 &&
            side < SIDES_MAX)
            clock->left[side] = 0;
    }
}

/* Read how much time each side had left after its last ply. */
static void keyboard_clock_read_left(struct keyboard_clock *clock, const struct record *record)
{
    for (int side = 0; side < SIDES_MAX; side++)
        clock->left[side] = clock->control.base;
    for (int i = 0; i < record->moves.n; i++) {
        const struct notes *notes = record->moves.v[i].notes;
        int side =
            notes && notes->side ? side_of_letter(notes->side) : (clock->first + i) % clock->sides;
        int64_t left = notes && notes->clk ? clock_read(notes->clk) : -1;
        if (left >= 0 && side >= 0 && side < SIDES_MAX)
            clock->left[side] = left;
        read_flags(clock, notes);
    }
}

void keyboard_clock_begin(struct keyboard_clock *clock, struct record *record,
                          const struct position *start)
{
    *clock = (struct keyboard_clock){
        .sides = start->rules->sides, .first = start->side, .plies = -1, .kept = -1};
    struct note why;
    struct control control;
    const char *text = record_text(record, "event.control.text"),
               *kept = record_text(record, KEYBOARD_CLOCK_KEPT);
    if (control_read(text, &control, &why) < 0 || !control.base)
        return;
    clock->control = control;
    char *end;
    long plies = strtol(kept, &end, 10);
    int64_t left = *end == ' ' ? clock_read(end + 1) : -1;
    if (plies == record->moves.n)
        clock->kept = left;
    record_set_text(record, KEYBOARD_CLOCK_KEPT, NULL);
}

void keyboard_clock_keep(const struct keyboard_clock *clock, struct record *record, int64_t now)
{
    char time[CLOCK_ROOM], text[CLOCK_ROOM + 16];
    if (!keyboard_clock_runs(clock) || clock->plies != record->moves.n)
        return;
    clock_write(keyboard_clock_left(clock, clock->mover, now), false, time);
    snprintf(text, sizeof text, "%d %s", clock->plies, time);
    record_set_text(record, KEYBOARD_CLOCK_KEPT, text);
}

void keyboard_clock_follow(struct keyboard_clock *clock, const struct record *record, int mover,
                           bool over, int64_t now)
{
    if (!clock->control.base)
        return;
    /* When the game ends, keep what the mover's clock showed. */
    if (over && !clock->over && clock->plies == record->moves.n)
        clock->left[clock->mover] = keyboard_clock_left(clock, clock->mover, now);
    bool same =
        clock->plies == record->moves.n && (over || (!clock->over && clock->mover == mover));
    clock->over = over;
    if (same)
        return;
    keyboard_clock_read_left(clock, record);
    clock->plies = record->moves.n;
    clock->mover = mover;
    clock->since = now;
    if (clock->kept >= 0)
        clock->left[mover] = clock->kept;
    clock->kept = -1;
}

bool keyboard_clock_runs(const struct keyboard_clock *clock)
{
    return clock->control.base && !clock->over && !clock->paused && clock->plies >= clock->sides;
}

void keyboard_clock_pause(struct keyboard_clock *clock, bool paused, int64_t now)
{
    if (paused && !clock->paused)
        clock->left[clock->mover] = keyboard_clock_left(clock, clock->mover, now);
    else if (!paused && clock->paused)
        clock->since = now;
    clock->paused = paused;
}

int64_t keyboard_clock_left(const struct keyboard_clock *clock, int side, int64_t now)
{
    int64_t left = clock->left[side], used = now - clock->since - clock->control.delay;
    if (keyboard_clock_runs(clock) && side == clock->mover && used > 0)
        left -= used;
    return left > 0 ? left : 0;
}

bool keyboard_clock_fallen(const struct keyboard_clock *clock, int64_t now)
{
    return keyboard_clock_runs(clock) && keyboard_clock_left(clock, clock->mover, now) == 0;
}

void keyboard_clock_stamp(const struct keyboard_clock *clock, struct node *node, int64_t now)
{
    char text[CLOCK_ROOM];
    if (!clock->control.base)
        return;
    clock_write(keyboard_clock_left(clock, clock->mover, now) + clock->control.inc, false, text);
    text_replace(&node_notes(node)->clk, text);
}
