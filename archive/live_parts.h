/* live_parts.h - the inside of the fold, for its own files only: live_game.c at the bottom, then live_turn.c,
 * live_offer.c, live_play.c, and live_apply.c, which calls them all. */
#ifndef CHESSCADE_LIVE_PARTS_H
#define CHESSCADE_LIVE_PARTS_H

#include "archive/live_game.h"

#include "core/position_text.h"

/* live_game.c */
void live_forget_plies(struct live_game *live, int from);
bool live_all_seated(const struct live_game *live);
/* Everybody sits: the game begins, after the lot was drawn where it is to be. `record` is the one that filled the last seat. */
void live_begin_playing(struct live_game *live, const struct journal_record *record);

/* live_turn.c */
/* A side begins to think at that time, unless the game is over with the ply before. */
void live_turn_begins(struct live_game *live, int64_t at);
void live_say_reason(struct live_game *live, const char *reason);
void live_take_back(struct live_game *live, int count, int64_t at);
/* FAIL_RULE and why when no ply can be played now; else 0. */
int live_refuse_not_playing(const struct live_game *live, struct note *why);
/* A record that says by whom it is must be by who sits there: they may have changed sides just before. */
int live_refuse_other(const struct live_game *live, int side, const struct journal_record *record, struct note *why);
/* A side is here again (or a pause begins): grace that was used is used. */
void live_use_grace(struct live_game *live, int side, int64_t at);

/* live_offer.c */
/* Who is out is not asked: carry out what all agree to who still play, forget what was proposed by somebody who does not. */
void live_settle_offer(struct live_game *live, int64_t at);
int live_apply_offer(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_accept(struct live_game *live, const struct journal_record *record, struct note *why);

/* live_play.c */
int live_apply_ply(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_takeback(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_clock(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_result(struct live_game *live, const struct journal_record *record, struct note *why);

#endif
