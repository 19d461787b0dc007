/* live_internal.h - internals of the live game, for its own files only.
 *
 * live_game.c is at the bottom, then archive/live/turns.c, archive/live/offers.c and archive/live/plies.c; archive/live/apply.c calls
 * them all. */
#ifndef CHESSCADE_ARCHIVE_LIVE_LIVE_INTERNAL_H
#define CHESSCADE_ARCHIVE_LIVE_LIVE_INTERNAL_H

#include "archive/live/live_game.h"

#include "core/position_text.h"

/* live_game.c */
void live_forget_plies(struct live_game *live, int from);
bool live_all_seated(const struct live_game *live);
/* All seats are taken: the game begins, after the lot was drawn if sides are drawn. `record` is the
 * one that filled the last seat. */
void live_begin_playing(struct live_game *live, const struct journal_record *record);

/* archive/live/turns.c */
/* A side's turn starts at that time, unless the previous ply ended the game. */
void live_turn_begins(struct live_game *live, int64_t at);
void live_say_reason(struct live_game *live, const char *reason);
void live_take_back(struct live_game *live, int count, int64_t at);
/* FAIL_RULE and why if no ply can be played now; otherwise 0. */
int live_refuse_not_playing(const struct live_game *live, struct note *why);
/* Refuses a record that says by whom it is, if that player does not have the side: the players may
 * just have exchanged sides. */
int live_refuse_other(const struct live_game *live, int side, const struct journal_record *record, struct note *why);
/* A side returns (or a pause begins): deducts the grace time it has used. */
void live_use_grace(struct live_game *live, int side, int64_t at);

/* archive/live/offers.c */
/* Carries out an offer once every player still in the game has agreed, and drops an offer of a
 * player who has left the game. */
void live_settle_offer(struct live_game *live, int64_t at);
int live_apply_offer(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_accept(struct live_game *live, const struct journal_record *record, struct note *why);

/* archive/live/plies.c */
int live_apply_ply(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_takeback(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_clock(struct live_game *live, const struct journal_record *record, struct note *why);
int live_apply_result(struct live_game *live, const struct journal_record *record, struct note *why);

#endif
