/* turns.c - turns of a live game: whose turn it is, since when, and who may use it. See archive/live/live_internal.h. */
#include "archive/live/live_internal.h"

#include <string.h>

void live_say_reason(struct live_game *live, const char *reason)
{
    size_t length = strlen(reason);
    length = length < sizeof live->reason ? length : sizeof live->reason - 1;
    memcpy(live->reason, reason, length);
    live->reason[length] = '\0';
}

/* Draws the sides from the checksum of the record that filled the last seat. It includes the time
 * of that record in milliseconds and all previous records, so no one can know it while they can
 * still back out. */
static void draw_lot(struct live_game *live, uint32_t chance)
{
    for (int side = live->rules->sides - 1; side > 0; side--) {
        chance = chance * 1664525u + 1013904223u;
        int other = (int)((chance >> 16) % (unsigned)(side + 1));
        struct live_seat seat = live->seat[side];
        live->seat[side] = live->seat[other];
        live->seat[other] = seat;
    }
    live->lot = false;
    live->drawn = true;
}

void live_begin_playing(struct live_game *live, const struct journal_record *record)
{
    if (live->lot)
        draw_lot(live, record->crc);
    live->stage = LIVE_PLAYING;
    live->turn_since = record->at;
}

void live_turn_begins(struct live_game *live, int64_t at)
{
    live->turn_since = at;
    if (live->control.ply)
        live->seat[live->game.now.side].left = live->control.ply;
    if (verdict_over(&live->game.verdict)) {
        live->stage = LIVE_OVER;
        live->offer = (struct live_offer){0};
        live_say_reason(live, live->game.verdict.reason ? live->game.verdict.reason : "");
    }
}

int live_refuse_not_playing(const struct live_game *live, struct note *why)
{
    static const char *const sentences[] = {"there is no game yet", "the game waits for its players", NULL,
                                            "the game is paused; agree to resume it first", "the game is over",
                                            "the game is over"};
    return live->stage == LIVE_PLAYING ? 0 : note_fail(why, FAIL_RULE, -1, "%s", sentences[live->stage]);
}

int live_refuse_other(const struct live_game *live, int side, const struct journal_record *record, struct note *why)
{
    const char *by = value_text(&record->value, "by");
    if (!*by || side >= live->rules->sides || !strcmp(by, live->seat[side].name))
        return 0;
    return note_fail(why, FAIL_RULE, -1, "the players have changed sides: %s plays %s now", live->seat[side].name, side_name(side));
}

void live_use_grace(struct live_game *live, int side, int64_t at)
{
    int64_t used = live_graced(live, side, at);
    live->seat[side].grace -= used;
    if (side == live->game.now.side)
        live->turn_since += used;
}

void live_take_back(struct live_game *live, int count, int64_t at)
{
    live_forget_plies(live, live->game.plies - count);
    game_back(&live->game, count);
    for (int i = 0; i < live->swaps; i++) /* exchanges of sides are not taken back */
        if (live->swapped[i] > live->game.plies)
            live->swapped[i] = live->game.plies;
    for (int i = live->talks - 1; i >= 0; i--) /* nor is talk: it was heard, and stays */
        if (live->talk[i].plies > live->game.plies)
            live->talk[i].plies = live->game.plies;
    while (live->exits && live->exit[live->exits - 1].plies > live->game.plies)
        live->exits--;
    live->offer = (struct live_offer){0};
    live_turn_begins(live, at);
}
