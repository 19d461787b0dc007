/* offers.c - applies offers between players, and seats being taken or declined: see live_game.h. */
#include "archive/live/live_internal.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------- offers */

static int number_of(const struct journal_record *record, const char *key)
{
    const char *text = value_text(&record->value, key);
    return *text && strlen(text) < 6 && strspn(text, "0123456789") == strlen(text) ? (int)strtol(text, NULL, 10) : 0;
}

/* True if a player resigned or was flagged in the last `count` plies. A takeback cannot bring an
 * eliminated player back. */
static bool somebody_left_since(const struct live_game *live, int count)
{
    return live->exits && live->exit[live->exits - 1].plies > live->game.plies - count;
}

/* Checks whether an offer is allowed now. */
static int check_offer(const struct live_game *live, const struct live_offer *offer, struct note *why)
{
    bool running = live->stage == LIVE_PLAYING, paused = live->stage == LIVE_PAUSED;
    if (!running && !paused)
        return live_refuse_not_playing(live, why);
    if (offer->by >= live->rules->sides || !live_alive(live, offer->by))
        return note_fail(why, FAIL_RULE, -1, "only players still in the game can make offers");
    if (live->offer.kind)
        return note_fail(why, FAIL_BUSY, -1, "there is an offer to be answered first: %s",
                         live_offer_said(live->offer.kind));
    if (paused != (offer->kind == LIVE_RESUME) && offer->kind != LIVE_ABORT)
        return note_fail(why, FAIL_RULE, -1, paused ? "the game is paused" : "the game is not paused");
    if (offer->kind == LIVE_TAKEBACK && (offer->count < 1 || offer->count > live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "there are no plies to take back");
    if (offer->kind == LIVE_TAKEBACK && somebody_left_since(live, offer->count))
        return note_fail(why, FAIL_RULE, -1, "you cannot take back to before %s went out",
                         side_name(live->exit[live->exits - 1].side));
    return 0;
}

/* Rotates all who still play by one side, with their logins and the times of their offers; clocks
 * stay with the sides. */
static void change_sides(struct live_game *live)
{
    struct live_seat old[SIDES_MAX];
    int64_t offered[SIDES_MAX][OFFERS_KEPT];
    memcpy(old, live->seat, sizeof old);
    memcpy(offered, live->offered_at, sizeof offered);
    for (int side = 0; side < live->rules->sides; side++) {
        int from = side;
        if (!live_alive(live, side))
            continue;
        do
            from = (from + 1) % live->rules->sides;
        while (!live_alive(live, from));
        int64_t left = live->seat[side].left;
        live->seat[side] = old[from];
        live->seat[side].left = left;
        memcpy(live->offered_at[side], offered[from], sizeof offered[from]);
    }
    if (live->swaps < SWAPS_KEPT)
        live->swapped[live->swaps++] = live->game.plies;
}

static void carry_out(struct live_game *live, int64_t at)
{
    struct live_offer offer = live->offer;
    live->offer = (struct live_offer){0};
    switch (offer.kind) {
    case LIVE_DRAW:
        game_agree(&live->game, NULL);
        live_turn_begins(live, at);
        break;
    case LIVE_TAKEBACK:
        live_take_back(live, offer.count, at);
        break;
    case LIVE_ABORT:
        live->stage = LIVE_OVER;
        live->aborted = true;
        live_say_reason(live, "aborted");
        break;
    case LIVE_PAUSE:
    case LIVE_ADJOURN: /* the time used so far in this turn is deducted */
        live->seat[live->game.now.side].left = live_clock(live, live->game.now.side, at);
        live_use_grace(live, live->game.now.side, at);
        live->stage = LIVE_PAUSED;
        break;
    case LIVE_RESUME:
        live->stage = LIVE_PLAYING;
        live->turn_since = at;
        break;
    case LIVE_SWAP:
        live_use_grace(live, live->game.now.side, at);
        change_sides(live);
        break;
    default:
        break;
    }
}

static bool all_agree(const struct live_game *live)
{
    for (int side = 0; side < live->rules->sides; side++)
        if (!live->offer.agreed[side] && live_alive(live, side))
            return false;
    return true;
}

void live_settle_offer(struct live_game *live, int64_t at)
{
    if (live->offer.kind && !live_alive(live, live->offer.by))
        live->offer = (struct live_offer){0};
    else if (live->offer.kind && all_agree(live))
        carry_out(live, at);
}

int live_apply_offer(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record);
    struct live_offer offer = {.kind = (uint8_t)live_offer_named(value_text(&record->value, "what")),
                               .by = (uint8_t)side, .count = number_of(record, "count"), .at = record->at};
    if (offer.kind == LIVE_NO_OFFER)
        return note_fail(why, FAIL_NAME, -1, "an offer of '%.20s' is unknown to this version", value_text(&record->value, "what"));
    int result = check_offer(live, &offer, why);
    if (result < 0)
        return result;
    offer.agreed[side] = true;
    live->offer = offer;
    live->answered_no = 0;
    memmove(live->offered_at[side] + 1, live->offered_at[side], (OFFERS_KEPT - 1) * sizeof **live->offered_at);
    live->offered_at[side][0] = record->at;
    if (offer.kind == LIVE_ADJOURN && live->casual) /* no one has to agree to adjourn a casual game */
        carry_out(live, record->at);
    return 0;
}

static int sit_down(struct live_game *live, int side, const struct journal_record *record, struct note *why)
{
    const char *name = value_text(&record->value, "by");
    struct live_seat *seat = &live->seat[side];
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || seat->taken)
        return note_fail(why, FAIL_RULE, -1, "that seat is not free");
    if (player_name_check(name, why) < 0)
        return FAIL_TEXT;
    if (*seat->name && strcmp(seat->name, name))
        return note_fail(why, FAIL_RULE, -1, "that seat is kept for %s", seat->name);
    for (int other = 0; other < live->rules->sides; other++)
        if (other != side && !strcmp(live->seat[other].name, name))
            return note_fail(why, FAIL_RULE, -1, "you have a seat in this game already");
    memcpy(seat->name, name, strlen(name) + 1);
    seat->taken = true;
    if (live_all_seated(live))
        live_begin_playing(live, record);
    return 0;
}

/* An invited player declines a seat. */
static int stay_away(struct live_game *live, int side, const struct journal_record *record, struct note *why)
{
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || live->seat[side].taken || !*live->seat[side].name ||
        strcmp(live->seat[side].name, value_text(&record->value, "by")))
        return note_fail(why, FAIL_RULE, -1, "only the invited player can decline");
    live->stage = LIVE_OVER;
    live->aborted = live->refused = true;
    live->answered_no = (uint8_t)(side + 1);
    live_say_reason(live, "declined");
    return 0;
}

int live_apply_accept(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *what = value_text(&record->value, "what");
    bool declines = !strcmp(value_text(&record->value, "agree"), "no");
    int side = journal_record_side(record);
    if (!strcmp(what, "seat"))
        return declines ? stay_away(live, side, record, why) : sit_down(live, side, record, why);
    if (live_offer_named(what) == LIVE_NO_OFFER)
        return note_fail(why, FAIL_NAME, -1, "what it answers, '%.20s', is unknown to this version", what);
    if (!live->offer.kind || strcmp(what, live_offer_text(live->offer.kind)))
        return note_fail(why, FAIL_RULE, -1, "there is no such offer to answer");
    if (side >= live->rules->sides || !live_alive(live, side))
        return note_fail(why, FAIL_RULE, -1, "only players still in the game can answer offers");
    int result = live_refuse_other(live, side, record, why);
    if (result < 0)
        return result;
    if (!declines && live->offer.agreed[side])
        return note_fail(why, FAIL_RULE, -1, "%s has agreed already", side_name(side));
    if (declines) { /* the author withdraws an offer in the same way */
        live->offer = (struct live_offer){0};
        live->answered_no = (uint8_t)(side + 1);
        return 0;
    }
    live->offer.agreed[side] = true;
    live_settle_offer(live, record->at);
    return 0;
}
