/* texts_kept.h - the texts themselves behind the lists of a piece of texts.h, in small letters, so that what the lists say may be
 * there is known to be there without reading the games.
 *
 * Of each game its columns, a byte between them, with a NUL at its end; KEPT_GAMES of them are read and checked at a time:
 *
 *   chunks   where it begins behind the chunks, its bytes, its check value; one for each KEPT_GAMES games
 *   texts
 *
 * For texts.c only. */
#ifndef CHESSCADE_TEXTS_KEPT_H
#define CHESSCADE_TEXTS_KEPT_H

#include "archive/index_parts.h"
#include "archive/pieces.h"

enum { KEPT_GAMES = 128, KEPT_MOST = 16 << 20 /* bytes, of a piece; one of few games has four times as many */ };

/* Being made: games come in their order, those left out have no texts. */
struct kept_texts {
    struct yaml_text text;
    uint32_t *start; /* [starts] of each chunk in the text */
    int games, starts, start_room;
    bool dropped;    /* there was too much */
};
void kept_add(struct kept_texts *kept, int game, const struct index_texts *texts);
void kept_clear(struct kept_texts *kept);
/* Is there so much that the piece should have fewer games? */
bool kept_is_large(const struct kept_texts *kept);
/* Complete it for so many games; the bytes it is written in, 0 for none; write them behind what is there. */
size_t kept_end(struct kept_texts *kept, int games);
void kept_write(const struct kept_texts *kept, uint64_t seed, struct yaml_text *out);

/* What is kept of a piece in a file. */
struct kept_place {
    uint64_t at, bytes, seed;
    int first, games;
};
/* Of the games in a set over all numbers those leave it in whose column the text, in small letters, is not; those in which it is
 * are put into `sure`, unless that is NULL. False: it is not what it was. */
bool kept_tell(const struct pieces *texts, const struct kept_place *place, int column, const char *text, int games, uint8_t *may,
               uint8_t *sure);

#endif
