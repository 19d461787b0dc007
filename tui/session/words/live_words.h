/* live_words.h - the news of live games, shared reading and the lobby (tui/session/lobby) as
 * sentences. The screen and plain mode both take them from here, and only decide where a sentence
 * is shown. A text is "" for news that change only what the client shows. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_LIVE_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_LIVE_WORDS_H

#include "tui/session/describe.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/session/words/worded.h"

/* What a live table tells. What people say (NEWS_SAID) is shown by the client. */
void live_words(const struct live_table *table, const struct table_news *news, struct worded *out);
/* The open offer, and how to answer it: "bob proposes a draw: {accept} or {decline}"; "" for
 * watchers who see the game late. */
void live_words_offer(const struct live_table *table, struct worded *out);
/* Why the user cannot play on just now: the game waits for players, is paused, damaged, or shown
 * late; "": none of these. */
void live_words_state(const struct live_table *table, struct worded *out);
/* Whose turn it is: "your move", or "ana to move"; "" if nobody's is. */
void live_words_turn(const struct live_table *table, struct worded *out);
/* Call a function for sentences. live_words_table(): which game this is, and who has the seats.
 * live_words_seats(): "White is ana, that is you"; before the sides are drawn by lot, "A seat is
 * taken by ana". live_words_answers(): in a game of three, who has agreed to the open offer;
 * nothing for watchers who see the game late. */
void live_words_table(const struct live_table *table, position_words_fn *each, void *argument);
void live_words_seats(const struct live_table *table, position_words_fn *each, void *argument);
void live_words_answers(const struct live_table *table, position_words_fn *each, void *argument);
/* The same for what the clocks show: "White has 0:15:00 left, Black has 0:14:52 left". `table` is
 * the live game; NULL: the game is played here. Returns false, and tells nothing, if it has no
 * clocks. Watchers who see the game late learn only that. */
bool words_clocks(struct game_session *game, const struct live_table *table,
                  position_words_fn *each, void *argument);
/* What shared reading tells. What people say (READING_SAID) is shown by the client. */
void reading_words(const struct shared_reading *reading, const struct reading_news *news,
                   struct worded *out);
/* What the lobby tells. What people say (LOBBY_SAID) is shown by the client. */
void lobby_words(const struct lobby_place *place, const struct lobby_news *news,
                 struct worded *out);
/* Write who has the seats of a game in the lobby: "you against bob (invited)". Returns what
 * snprintf returns. */
int lobby_seats_words(const struct lobby_place *place, const struct lobby_game *game, char *out,
                      size_t size);
/* Write a sentence about a game in the lobby, with its number. */
void lobby_game_words(const struct lobby_place *place, const struct lobby_game *game, int number,
                      char *out, size_t size);
/* Write where a person in the lobby is: "bob is playing at #J9M3". */
void lobby_person_words(struct lobby_place *place, const struct person *person, char *out,
                        size_t size);

#endif
