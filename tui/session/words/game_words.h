/* game_words.h - the events of an open game (tui/session/game_session.h) as sentences. The screen
 * and plain mode both take them from here, and only decide where a sentence is shown. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_GAME_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_GAME_WORDS_H

#include "tui/session/describe.h"
#include "tui/session/game_session.h"
#include "tui/session/words/worded.h"

/* Write the sentence of an event. It is "" for events that change only what the client shows, for
 * those that ask the user something (GAME_ASKS, GAME_CHOICES), and for GAME_TOLD,
 * GAME_COMPOSED and GAME_DIFF. */
void game_words(const struct game_session *game, const struct game_event *event,
                struct worded *out);

/* Tell each conflict that keeps the game from being saved, in a sentence without a full stop, and
 * write how to answer them. */
void words_conflicts(const struct game_session *game, position_words_fn *each, void *argument,
                     struct worded *answers);

/* The name of the player of a side; without a name, that of the side: "White". Borrowed from the
 * record. */
const char *words_seat(const struct game_session *game, int side);
/* Who of three players left the game with the last ply, or had no ply and was skipped: "Red is out
 * (resignation), ...". Returns false, and writes "", if nobody. The session's track must not be
 * broken. */
bool words_gone(const struct game_session *game, char *out, size_t size);
/* The same as a whole sentence: "Red is out (resignation); the others play on". */
bool words_gone_told(const struct game_session *game, char *out, size_t size);
/* The open offer of a draw, and who must answer: "White offers a draw: Black must answer, {accept}
 * or {decline}". The session must have an offer. */
void words_draw_offer(const struct game_session *game, struct worded *out);

#endif
