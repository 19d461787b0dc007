/* texts.h - which games of a pack have which letters in their texts, in a file of pieces (pieces.h) beside the pack's list.
 *
 * The texts are those of index_texts.c: what of the head is words and no listing shows, the notes, who signed them. Of each of
 * the three there are codes for the letters of ASCII it has and for two of them in a row, without asking after capitals, and for
 * three bytes in a row, which share TEXTS_LONG codes; other codes are for judgements and for what has: asks for. A code
 * of the former is met by a game just when its texts are so; three letters in a row only may be there.
 *
 * A piece is, one after another,
 *
 *   its head  the first game, how many, how many bytes; a check value
 *   lists     the games of each code: lists.h
 *   texts     of each game, in small letters: texts_kept.h; of pieces with very long ones none
 *
 * So a search reads and checks a few blocks a piece, and what most games have costs a bit. */
#ifndef CHESSCADE_TEXTS_H
#define CHESSCADE_TEXTS_H

#include "archive/lists.h"
#include "archive/texts_kept.h"
#include "archive/record.h"

enum {
    TEXTS_GAMES = 1 << 14, /* in a piece at most */
    TEXTS_COLUMNS = 3, TEXTS_PAIRS = 96 * 96, /* one letter, or two */
    TEXTS_JUDGEMENTS = TEXTS_COLUMNS * TEXTS_PAIRS, TEXTS_HAS = TEXTS_JUDGEMENTS + 256,
    TEXTS_LONG_FROM = TEXTS_HAS + 64, TEXTS_LONG = 1 << 16, TEXTS_CODES = TEXTS_LONG_FROM + TEXTS_LONG
};

extern const struct pieces_kind texts_kind;

/* A piece being made: its games are added by their number in it, in that order. */
struct texts_making {
    int first, games;
    struct lists_making lists;
    uint8_t *seen;  /* bits over the codes: of the game being added, */
    uint32_t *code; /* [codes] these */
    int codes, code_room;
    struct kept_texts kept;
    struct yaml_text made; /* the piece as it is written, in the place of all these; empty: not yet */
};
void texts_making_begin(struct texts_making *making, int first, int games);
/* False: it has become so large that memory should be asked for no more; a piece is to have fewer games. */
bool texts_making_add(struct texts_making *making, int game, const struct record *record);
/* All its games are there: the part of the work that texts_append() does else, for any thread. */
void texts_making_finish(struct texts_making *making);
void texts_making_end(struct texts_making *making);
/* Append it to the file; false: it could not be written. */
bool texts_append(struct pieces *texts, struct texts_making *making);

/* Which games meet all of some codes: bits over `games`, the caller's. Pieces that are not what they were are cut off: of games
 * from texts->games on nothing is said. */
uint8_t *texts_with(struct pieces *texts, int games, const uint32_t *code, int codes);

/* Of the games in a set those leave it that do not have a text in a column, in small letters; those that have are put into `sure`
 * (NULL: not). Of games from texts->games on, and where nothing is kept, nothing changes. */
void texts_tell(struct pieces *texts, int games, int column, const char *text, uint8_t *may, uint8_t *sure);

/* The codes of a folded text in a column, *n of them; the caller's. *exact: a game with them has that
 * text there. NULL: they do not tell. */
uint32_t *texts_codes(const char *folded, int column, int *n, bool *exact);

#endif
