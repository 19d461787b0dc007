/* part.h - a part of an index: what searches need to know about up to PART_GAMES games.
 *
 * The games are neighbours in a pack, or files that were indexed together. A part is built in
 * memory and written as rows (rows.h) of these kinds:
 *
 *   PART_POSITIONS  by hash of a position, the games that reach it: for each next ply, most common
 *                   first, its number (NEXT_* below; doubled, plus one if another ply follows)
 *                   and a list of games. Each game is listed once, by the first time its main line
 *                   reaches the position, or else as one that reaches it in a variation.
 *   PART_PLIES      by 2n, the games with ply number n in their main line; by 2n + 1, in other
 *                   lines
 *   PART_WORDS      by one or two letters (bytes) of the folded texts, by judgement, or by what
 *                   has: asks for, the list of games; by three consecutive letters, the games and
 *                   places: the distance to the previous game, doubled, plus one if there are
 *                   several places; then the number of places, and each place as its distance to
 *                   the previous one
 *   PART_GAMES_OF   by 0, for files only: eight bytes per game that identify the version of its
 *                   file (index_identity())
 *
 * Two parts of files can be merged without reading the files again. */
#ifndef CHESSCADE_ARCHIVE_INDEX_PART_H
#define CHESSCADE_ARCHIVE_INDEX_PART_H

#include "archive/replay/san_replay.h"
#include "archive/index/rows.h"

#include <pthread.h>

enum part_kind { PART_POSITIONS, PART_PLIES, PART_WORDS, PART_GAMES_OF, PART_KINDS };
/* The number of low bits of a code that are not part of the key of its row. */
static inline int part_shift(enum part_kind kind)
{
    return kind == PART_POSITIONS ? 32 : 0;
}

/* How a game continues from a position: NEXT_END if it ends there, NEXT_VARIATION if only a
 * variation reaches the position, or NEXT_PLY + n if ply number n follows (n may be PLY_OTHER). */
enum { NEXT_END, NEXT_VARIATION, NEXT_PLY };

/* Ranges of codes for words and other searchable properties. */
enum {
    WORD_LONG = 1 << 26,
    WORD_NAG = 3 << 16,
    WORD_HAS = WORD_NAG + 0x100,
    WORD_CUT = WORD_NAG + 0x200 /* the code for games whose texts were cut off */
};
/* The code of one, two or three bytes of text. */
static inline uint32_t word_code(enum game_texts_column column, const uint8_t *text, int bytes)
{
    return bytes == 3
               ? WORD_LONG | (uint32_t)column << 24 | (uint32_t)text[0] << 16 |
                     (uint32_t)text[1] << 8 | text[2]
               : (uint32_t)column << 16 | (uint32_t)text[0] << 8 | (bytes == 2 ? text[1] : 0u);
}

/* The ply table of all parts. It is shared because several parts are built at the same time. */
struct shared_plies {
    pthread_mutex_t lock;
    struct ply_table table;
};

struct met; /* one entry for each position that a game reaches */

struct part_making {
    int games;          /* number of games added so far */
    uint64_t *identity; /* [PART_GAMES] for single files: identifies the version of each; NULL for a
                           pack */
    struct shared_plies *shared;
    struct ply_table plies; /* the plies that occur in this part */
    uint32_t *number; /* [plies.n] for each ply of this part, its number in the shared table */
    int number_room;
    struct met *met;
    uint64_t *ply, *letter, *gram; /* lists of entries, each made of a code and a game; an entry in
                                      `gram` is followed by its place in the text */
    int mets, plys, letters, grams, met_room, ply_room, letter_room, gram_room;
    bool unordered; /* true if games were not added in order */
    struct game_texts texts;
    uint8_t *seen;  /* one bit for each word of one or two letters: set if the game being added has
                       it */
    uint32_t *main; /* [mains] numbers of the plies in the main line of the game being added */
    int mains, main_room;
    struct follow_start start;
};

void part_begin(struct part_making *making, struct shared_plies *shared, bool files);
/* Adds a game; `record` is NULL if the game is unreadable. `identity` is the identity of the
 * game's file. */
void part_add(struct part_making *making, const struct record *record, uint64_t identity);
/* True if the part has grown so large that it should be finished. */
bool part_is_full(const struct part_making *making);
/* Discards the games, but keeps plies and start positions for the next part. */
void part_forget(struct part_making *making);
void part_end(struct part_making *making);

/* A part in the form in which it is written to the database. */
struct part_rows {
    int games;
    struct rows kind[PART_KINDS];
};
/* Writes the part into `out` and discards it from `making`. The checksums of its rows are seeded
 * with part_seed() of `seal` and the kind of row. */
void part_finish(struct part_making *making, uint64_t seal, struct part_rows *out);
void part_rows_clear(struct part_rows *rows);
static inline uint64_t part_seed(uint64_t seal, enum part_kind kind)
{
    return (seal << 8 | (uint64_t)kind) << 32;
}

/* Merges a row of another part into the part being built, `making`. The other part has `games`
 * games. Its game i becomes game to[i], which must have been added with a NULL record; if to[i] is
 * -1, game i is left out. False if the row is unreadable. */
bool part_take(struct part_making *making, enum part_kind kind, struct row_reader *reader,
               int games, const int *to);

#endif
