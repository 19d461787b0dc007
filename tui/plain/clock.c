/* clock.c - plain mode's clocks for a game at one keyboard: printed with the position; a fallen flag is
 * reported at once. See keyboard_clock.h. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "core/position_text.h"
#include "tui/system/clock.h"
#include "tui/session/result.h"

#include <limits.h>

bool plain_clock_told(const struct plain *plain)
{
    return plain->open && plain->play && plain->rules && plain->clock.control.base && !plain->trial && !plain->guessing &&
           !plain->track.broken && plain->spot.depth == 0 && plain->spot.ply == plain_record(plain)->moves.n;
}

static void follow(struct plain *plain)
{
    struct record *record = plain_record(plain);
    if (plain_clock_told(plain))
        keyboard_clock_follow(&plain->clock, record, plain->track.now.side, result_stands(record), milliseconds());
}

void plain_clock_open(struct plain *plain)
{
    if (plain->play && plain->rules)
        keyboard_clock_begin(&plain->clock, plain_record(plain), &plain->start);
    follow(plain);
}

void plain_clock_close(struct plain *plain)
{
    struct note why;
    keyboard_clock_keep(&plain->clock, plain_record(plain), milliseconds());
    bool draft = plain->store && !plain->version.known && plain_unsaved(plain);
    if (draft && *record_text(plain_record(plain), KEYBOARD_CLOCK_KEPT) &&
        store_draft_save(plain->store, plain_record(plain), &plain->version, &why) < 0)
        plain_say(plain, "The draft cannot be kept: %s", why.text);
    plain->clock = (struct keyboard_clock){0};
}

void plain_clock_stamp(struct plain *plain, const struct spot *spot)
{
    if (plain->play && !plain->trial && spot->depth == 0 && spot->ply == plain_record(plain)->moves.n)
        keyboard_clock_stamp(&plain->clock, spot_node(plain_record(plain), spot), milliseconds());
}

bool plain_clock_fallen(struct plain *plain)
{
    struct spot end = spot_start();
    follow(plain);
    if (!plain->open || plain->trial || plain->guessing || !keyboard_clock_fallen(&plain->clock, milliseconds()))
        return false;
    plain_drop_draft(plain);
    spot_end(plain_record(plain), &end);
    plain_go(plain, &end);
    follow(plain);
    bool fallen = keyboard_clock_fallen(&plain->clock, milliseconds());
    if (fallen)
        plain_flag(plain);
    follow(plain);
    return fallen;
}

int plain_clock_pause(struct plain *plain)
{
    follow(plain);
    if (!plain->open || plain->trial || plain->guessing || !keyboard_clock_runs(&plain->clock))
        return -1;
    const struct keyboard_clock *clock = &plain->clock;
    int64_t falls = clock->since + clock->control.delay + clock->left[clock->mover], now = milliseconds();
    return falls <= now ? 0 : falls - now > INT_MAX ? INT_MAX : (int)(falls - now);
}

bool plain_clock_tell(struct plain *plain)
{
    char clock[CLOCK_ROOM], words[200] = "";
    size_t used = 0;
    if (!plain_clock_told(plain))
        return false;
    follow(plain);
    for (int side = 0; side < plain->rules->sides; side++) {
        clock_write(keyboard_clock_left(&plain->clock, side, milliseconds()) / 1000 * 1000, false, clock);
        text_add(words, sizeof words, &used, "%s%s has %s left", side ? ", " : "", side_name(side), clock);
    }
    plain_say(plain, "%s", words);
    return true;
}
