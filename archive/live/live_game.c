/* live_game.c - queries about a live game. archive/live/apply.c applies the records that make it. */
#include "archive/live/live_internal.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

void live_game_begin(struct live_game *live, const char *id)
{
    *live = (struct live_game){0};
    memcpy(live->id, id, strlen(id) < sizeof live->id ? strlen(id) + 1 : 0);
}

void live_forget_plies(struct live_game *live, int from)
{
    for (int i = from; i < live->game.plies; i++)
        free(live->ply[i].text);
}

void live_game_clear(struct live_game *live)
{
    live_forget_plies(live, 0);
    free(live->ply);
    for (int i = 0; i < live->talks; i++)
        free(live->talk[i].text);
    free(live->talk);
    free(live->talker);
    if (live->rules)
        game_clear(&live->game);
    ruleset_free(live->rules);
    *live = (struct live_game){0};
}

/* -------------------------------------------------------------------------------------------------
 * queries */

int live_side_of(const struct live_game *live, const char *name)
{
    for (int side = 0; live->rules && side < live->rules->sides; side++)
        if (live->seat[side].taken && !strcmp(live->seat[side].name, name))
            return side;
    return NOBODY;
}

int live_free_seat(const struct live_game *live, const char *name, bool *kept)
{
    int open = NOBODY;
    if (kept)
        *kept = false;
    if (live->stage != LIVE_SEATS || live_side_of(live, name) != NOBODY)
        return NOBODY;
    for (int side = live->rules->sides - 1; side >= 0; side--) {
        const struct live_seat *seat = &live->seat[side];
        if (!seat->taken && *seat->name && !strcmp(seat->name, name)) {
            if (kept)
                *kept = true;
            return side;
        }
        if (!seat->taken && !*seat->name)
            open = side;
    }
    return open;
}

int live_record_side(const struct live_game *live, const struct journal_record *record)
{
    const char *name = value_text(&record->value, "name");
    return *name ? live_side_of(live, name) : journal_record_side(record);
}

bool live_sides_may_change(const struct live_game *live)
{
    return live->lot || live->drawn || live->swaps || live->offer.kind == LIVE_SWAP;
}

bool live_all_seated(const struct live_game *live)
{
    for (int side = 0; side < live->rules->sides; side++)
        if (!live->seat[side].taken)
            return false;
    return true;
}

bool live_may_see(const struct live_game *live, const char *name)
{
    return !live->is_private || live_side_of(live, name) != NOBODY || live_free_seat(live, name, NULL) != NOBODY;
}

static bool is_past(const struct live_game *live, int days, int64_t now)
{
    return now - live->last_at >= (int64_t)days * 24 * 3600 * 1000;
}

bool live_overdue(const struct live_game *live, int64_t now)
{
    return live->stage == LIVE_SEATS && is_past(live, CHALLENGE_DAYS, now);
}

bool live_is_news(const struct live_game *live, int64_t now)
{
    return live->stage == LIVE_OVER && live->refused && !is_past(live, NEWS_DAYS, now);
}

bool live_alive(const struct live_game *live, int side)
{
    struct position after;
    if (side >= live->rules->sides || !live->rules->rules->retire || live->rules->sides == 2)
        return side < live->rules->sides;
    position_copy(&after, &live->game.now);
    live->rules->rules->retire(&after, side);
    return !position_same(&after, &live->game.now);
}

bool live_plays(const struct live_game *live, const char *name)
{
    int side = live_side_of(live, name);
    return side != NOBODY && live_alive(live, side);
}

const char *live_room(const struct live_game *live, const char *name)
{
    return live_plays(live, name) ? "table" : "gallery";
}

bool live_is_late(const struct live_game *live, const char *name)
{
    bool goes_on = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED;
    return live->gallery_delay && goes_on && live_side_of(live, name) == NOBODY;
}

int live_hidden(const struct live_game *live, const char *name)
{
    if (!live_is_late(live, name))
        return 0;
    return live->gallery_delay < live->game.plies ? live->gallery_delay : live->game.plies;
}

bool live_hears(const struct live_game *live, const char *name, const struct live_talk *talk)
{
    bool seated = live_side_of(live, talk->by) != NOBODY;
    if (live->stage >= LIVE_OVER)
        return true;
    if (talk->gallery && live_plays(live, name))
        return false;
    return (talk->gallery && !seated) || talk->plies <= live->game.plies - live_hidden(live, name);
}

bool live_to_gallery(const struct journal_record *record)
{
    return !strcmp(value_text(&record->value, "room"), "gallery");
}

int64_t live_gallery_bytes(const struct live_game *live, const char *name)
{
    for (int i = 0; i < live->talkers; i++)
        if (!strcmp(live->talker[i].by, name))
            return live->talker[i].bytes;
    return 0;
}

static bool has_played(const struct live_game *live, int side)
{
    for (int i = 0; i < live->game.plies; i++)
        if (live->ply[i].side == side)
            return true;
    return false;
}

bool live_may_abort(const struct live_game *live, int side)
{
    bool goes_on = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED, waits = false;
    if (!goes_on || live->game.plies >= live->rules->sides || !live_alive(live, side))
        return false;
    for (int other = 0; other < live->rules->sides; other++)
        waits |= live_alive(live, other) && !has_played(live, other);
    return waits;
}

bool live_has_clock(const struct live_game *live)
{
    return live->control.base || live->control.ply;
}

/* Clocks start after each side's first ply; days per ply count from the start. */
bool live_clock_runs(const struct live_game *live)
{
    return live->stage == LIVE_PLAYING && live_has_clock(live) &&
           (live->control.ply || live->game.plies >= live->rules->sides);
}

int64_t live_graced(const struct live_game *live, int side, int64_t now)
{
    const struct live_seat *seat = &live->seat[side];
    int64_t since = seat->away_since > live->turn_since ? seat->away_since : live->turn_since;
    if (!seat->lost || !live_clock_runs(live) || side != live->game.now.side || now <= since)
        return 0;
    return now - since < seat->grace ? now - since : seat->grace;
}

int64_t live_clock(const struct live_game *live, int side, int64_t now)
{
    int64_t left = live->seat[side].left, used = now - live->turn_since - live_graced(live, side, now);
    if (!live_clock_runs(live) || side != live->game.now.side)
        return left;
    used = used > live->control.delay ? used - live->control.delay : 0;
    return left - used;
}

#define LIVE_OFFER_ROW(name, text, said) {text, said},
static const struct {
    const char *text, *said;
} offers[] = {{"", "nothing"}, LIVE_OFFERS_LIST(LIVE_OFFER_ROW)};

const char *live_offer_text(int kind)
{
    return offers[kind].text;
}

const char *live_offer_said(int kind)
{
    return offers[kind].said;
}

const char *live_offer_of(int kind)
{
    return strncmp(live_offer_said(kind), "to ", 3) ? "of " : "";
}

void live_offer_off(const struct live_game *live, int by, char *out, size_t size)
{
    int side = live->answered_no - 1;
    if (side < 0)
        out[0] = '\0';
    else
        snprintf(out, size, side == by ? ": %s takes it back" : ": no, says %s", live->seat[side].name);
}

int live_offer_named(const char *text)
{
    for (int kind = 1; kind < LIVE_OFFERS; kind++)
        if (!strcmp(offers[kind].text, text))
            return kind;
    return LIVE_NO_OFFER;
}
