/* part.h - a part of an index: up to PART_GAMES games that are neighbours in a pack, or files that were indexed together, with
 * what searches ask of their insides. A part is made in memory and written as rows (rows.h), of these kinds:
 *
 *   PART_POSITIONS  by the hash of a position, the games that come to it: for each next ply, the most common first, its number
 *                   (ply_next below; twice it, and one more where another ply follows) and a list of games. A game is there once, by
 *                   the first time its main line comes there, or else as one that comes there in a variation.
 *   PART_PLIES      by 2n, the list of games with ply number n in their main line; by 2n + 1, in other lines
 *   PART_WORDS      by one or two letters (bytes) of the folded texts, a judgement, or what has: asks for, the list of games; by
 *                   three letters in a row, the games and where: their distance, times two, and one more where several places
 *                   follow, then the number of places, and each place by its distance to the one before
 *   PART_GAMES_OF   by 0, of files only: eight bytes a game that tell which file of which time it is (index_identity())
 *
 * Two parts of files become one without a look at the files. */
#ifndef CHESSCADE_INDEX_PART_H
#define CHESSCADE_INDEX_PART_H

#include "archive/follow.h"
#include "archive/index/game_texts.h"
#include "archive/index/ply_table.h"
#include "archive/index/rows.h"

#include <pthread.h>

enum part_kind { PART_POSITIONS, PART_PLIES, PART_WORDS, PART_GAMES_OF, PART_KINDS };
/* Bits of a code that are not in its key. */
static inline int part_shift(enum part_kind kind)
{
    return kind == PART_POSITIONS ? 32 : 0;
}

/* How a game goes on from a position: it ends there, it comes there in a variation only, or by ply number n: NEXT_PLY + n, where n
 * may be PLY_OTHER. */
enum { NEXT_END, NEXT_VARIATION, NEXT_PLY };

/* Codes of words. */
enum { WORD_LONG = 1 << 26, WORD_NAG = 3 << 16, WORD_HAS = WORD_NAG + 0x100, WORD_CUT = WORD_NAG + 0x200 /* not all its texts are there */ };
/* Of a text of one, two or three bytes. */
static inline uint32_t word_code(enum game_texts_column column, const uint8_t *text, int bytes)
{
    return bytes == 3 ? WORD_LONG | (uint32_t)column << 24 | (uint32_t)text[0] << 16 | (uint32_t)text[1] << 8 | text[2]
                      : (uint32_t)column << 16 | (uint32_t)text[0] << 8 | (bytes == 2 ? text[1] : 0u);
}

/* The plies of all parts; several parts are made at a time. */
struct shared_plies {
    pthread_mutex_t lock;
    struct ply_table table;
};

struct met; /* a game comes to a position */

struct part_making {
    int games;                   /* added so far */
    uint64_t *identity;          /* [PART_GAMES] of files; NULL: of a pack */
    struct shared_plies *shared;
    struct ply_table plies;      /* those met here, */
    uint32_t *number;            /* [plies.n] and their numbers in the shared table */
    int number_room;
    struct met *met;
    uint64_t *ply, *letter, *gram; /* each a code and a game; a gram is followed by a place in the text */
    int mets, plys, letters, grams, met_room, ply_room, letter_room, gram_room;
    bool unordered;              /* games did not come in their order */
    struct game_texts texts;
    uint8_t *seen;               /* bits over words of one or two letters: of the game being added */
    uint32_t *main;              /* [mains] numbers of the plies of its main line */
    int mains, main_room;
    struct follow_start start;
};

void part_begin(struct part_making *making, struct shared_plies *shared, bool files);
/* Add a game; `record` NULL: nothing is in it that can be read. `identity` is of a file. */
void part_add(struct part_making *making, const struct record *record, uint64_t identity);
/* It takes so much room already that it should be finished. */
bool part_is_full(const struct part_making *making);
/* Forget it; plies and starts are kept for the next part. */
void part_forget(struct part_making *making);
void part_end(struct part_making *making);

/* A part as it is written. */
struct part_rows {
    int games;
    struct rows kind[PART_KINDS];
};
/* Write what was made, which is forgotten; rows are checked with `seal` and their kind: part_seed(). */
void part_finish(struct part_making *making, uint64_t seal, struct part_rows *out);
void part_rows_clear(struct part_rows *rows);
static inline uint64_t part_seed(uint64_t seal, enum part_kind kind)
{
    return (seal << 8 | (uint64_t)kind) << 32;
}

/* Add to a part that is being made what is in a row of another one of so many games: game i is game to[i] now, which was added with
 * NULL; -1: it is left out. False: it cannot be read. */
bool part_take(struct part_making *making, enum part_kind kind, struct row_reader *reader, int games, const int *to);

#endif
