/* plies.c - applies plies, results and clocks to a live game: see live_game.h. */
#include "archive/live/live_internal.h"
#include "archive/replay/replay.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ playing */

/* The mover's clock after a ply at time `at`. */
static int64_t left_after(const struct live_game *live, int64_t at)
{
    int side = live->game.now.side;
    int64_t left = live_clock(live, side, at);
    return live->control.ply ? live->control.ply : left + (live_has_clock(live) ? live->control.inc : 0);
}

/* Accepts only long forms, so that the same game always has the same bytes. */
static int check_long(struct live_game *live, const char *text, struct ply *ply, struct note *why)
{
    char longest[PLY_ROOM];
    int result = live->rules->rules->parse(&live->game.now, text, ply, why);
    if (result == 0)
        result = ply_kept(&live->game.now, ply, FORM_LONG, longest, why);
    if (result < 0)
        return result;
    return strcmp(longest, text) ? note_fail(why, FAIL_TEXT, -1, "the ply is not in its long form: %.80s", longest) : 0;
}

int live_apply_ply(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *text = value_text(&record->value, "m");
    int side = live->game.now.side;
    struct ply ply = {0};
    int result = live_refuse_not_playing(live, why);
    if (result == 0 && journal_record_side(record) != side)
        result = note_fail(why, FAIL_RULE, -1, "it is %s's turn", side_name(side));
    if (result == 0)
        result = live_refuse_other(live, side, record, why);
    if (result == 0 && live_clock_runs(live) && live_clock(live, side, record->at) <= 0)
        result = note_fail(why, FAIL_RULE, -1, "%s's time is over", side_name(side));
    if (result == 0)
        result = check_long(live, text, &ply, why);
    int64_t left = left_after(live, record->at), graced = live_graced(live, side, record->at);
    if (result == 0)
        result = game_play(&live->game, &ply, why);
    ply_free(&ply);
    if (result < 0)
        return result;
    int at = live->game.plies - 1;
    live->ply = memory_room(live->ply, &live->ply_room, live->game.plies, sizeof *live->ply);
    live->ply[at] = (struct live_ply){memory_text(text), (uint8_t)side, record->at, left};
    live->seat[side].left = left;
    live->seat[side].grace -= graced;
    if (live->offer.by != side || live->offer.kind == LIVE_TAKEBACK)
        live->offer = (struct live_offer){0}; /* playing a ply declines the offers of others, and cancels
                                               * your own takeback, whose count no longer fits */
    live_turn_begins(live, record->at);
    live_settle_offer(live, record->at); /* someone may be out after this ply */
    return 0;
}

int live_apply_takeback(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record);
    int result = live_refuse_not_playing(live, why);
    const struct live_ply *last = live->game.plies ? &live->ply[live->game.plies - 1] : NULL;
    if (result < 0)
        return result;
    if (!live->casual || !last || last->side != side || record->at - last->at > TAKEBACK_GRACE ||
        (live->exits && live->exit[live->exits - 1].plies == live->game.plies))
        return note_fail(why, FAIL_RULE, -1, "it is too late to take the ply back without asking");
    live_take_back(live, 1, record->at);
    return 0;
}

/* ----------------------------------------------------------------------------- resigning, claiming, time */

static int retire(struct live_game *live, int side, bool time, int64_t at, struct note *why)
{
    int mover = live->game.now.side, exits = live->game.exits;
    if (side >= live->rules->sides)
        return note_fail(why, FAIL_TEXT, -1, "the record names no side");
    if (live->rules->sides > 2 && live->game.plies == 0) /* there is no ply yet to record the event at */
        return note_fail(why, FAIL_RULE, -1, "in a game of three you cannot resign before the first ply");
    int result = game_resign(&live->game, side, time ? "time" : "resignation", why);
    if (result < 0)
        return result;
    if (live->game.exits > exits)
        live->exit[live->exits++] = (struct live_exit){live->game.plies, (uint8_t)side, time};
    if (live->offer.kind == LIVE_TAKEBACK) /* it would take back plies played before this player left, which
                                            * is impossible */
        live->offer = (struct live_offer){0};
    if (verdict_over(&live->game.verdict) || live->game.now.side != mover)
        live_turn_begins(live, at);
    live_settle_offer(live, at);
    return 0;
}

int live_apply_clock(struct live_game *live, const struct journal_record *record, struct note *why)
{
    int side = journal_record_side(record), result = live_refuse_not_playing(live, why);
    if (result < 0)
        return result;
    if (side != live->game.now.side || !live_clock_runs(live) || live_clock(live, side, record->at) > 0)
        return note_fail(why, FAIL_RULE, -1, "that time is not over");
    live->seat[side].left = 0;
    return retire(live, side, true, record->at, why);
}

static int withdraw(struct live_game *live, int side, struct note *why)
{
    if (live->stage != LIVE_SEATS || side >= live->rules->sides || !live->seat[side].taken)
        return note_fail(why, FAIL_RULE, -1, "only a game that has not begun can be withdrawn");
    live->stage = LIVE_OVER;
    live->aborted = true;
    live_say_reason(live, "withdrawn");
    return 0;
}

/* No one came; any client may record it. */
static int expire(struct live_game *live, int64_t at, struct note *why)
{
    if (!live_overdue(live, at))
        return note_fail(why, FAIL_RULE, -1, "open seats are kept for %d days", CHALLENGE_DAYS);
    live->stage = LIVE_OVER;
    live->aborted = live->refused = true;
    live_say_reason(live, "expired");
    return 0;
}

/* The other players have not started: you need not resign because you are waiting for them. */
static int abort_alone(struct live_game *live, int side, struct note *why)
{
    if (!live_may_abort(live, side))
        return note_fail(why, FAIL_RULE, -1, "after %s ply the game can be stopped by agreement only",
                         live->rules->sides == 2 ? "the second" : "each player's first");
    live->stage = LIVE_OVER;
    live->aborted = true;
    live->offer = (struct live_offer){0};
    live_say_reason(live, "aborted");
    return 0;
}

int live_apply_result(struct live_game *live, const struct journal_record *record, struct note *why)
{
    const char *word = value_text(&record->value, "why");
    int side = journal_record_side(record);
    if (!strcmp(word, "withdrawn"))
        return withdraw(live, side, why);
    if (!strcmp(word, "expired"))
        return expire(live, record->at, why);
    if (live->stage != LIVE_PLAYING && live->stage != LIVE_PAUSED)
        return live_refuse_not_playing(live, why);
    int result = live_refuse_other(live, side, record, why);
    if (result < 0)
        return result;
    if (!strcmp(word, "resigns"))
        return retire(live, side, false, record->at, why);
    if (!strcmp(word, "aborts"))
        return abort_alone(live, side, why);
    if (strcmp(word, "claims"))
        return note_fail(why, FAIL_NAME, -1, "the reason it gives, '%.20s', is unknown to this version", word);
    if (side != live->game.now.side)
        return note_fail(why, FAIL_RULE, -1, "only the side to move can claim a draw");
    result = game_claim(&live->game, why);
    if (result == 0)
        live_turn_begins(live, record->at);
    return result;
}
