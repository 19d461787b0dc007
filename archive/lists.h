/* lists.h - which games of a piece meet each of some codes: what texts.h and plies.h have in common.
 *
 * It is, one after another,
 *
 *   blocks    where the block of LISTS_BLOCK codes begins, its bytes, its check value; one for each so many codes
 *   lists     of each block, for each of its codes that a game has: the code within the block and how the games are written
 *             (one byte), how many bytes that takes (as a number, below), the games: all of them, nothing; a bit for each; or
 *             each by its distance to the one before it, as a number of seven bits a byte, the lowest first, the high bit set
 *             before the last
 *
 * So a search reads and checks a few blocks a piece, and what most games have costs a bit. */
#ifndef CHESSCADE_LISTS_H
#define CHESSCADE_LISTS_H

#include "archive/pieces.h"
#include "archive/yaml_out.h"

enum {
    LISTS_GAMES = 1 << 14, /* of a piece at most */
    LISTS_CODES = 1 << 18, /* at most */
    LISTS_BLOCK = 64
};

struct lists_block {
    uint32_t at, size; /* in the lists */
    uint64_t check;
};

/* Being made. */
struct lists_making {
    uint32_t *entry; /* [entries] code and game */
    int entries, room;
    int last;       /* the game added last */
    bool unordered; /* the games did not come by their numbers */
};
/* A code and a game, each pair once. */
void lists_add(struct lists_making *making, uint32_t code, int game);
void lists_clear(struct lists_making *making);
/* Write the lists of all codes below `codes`, whole blocks, behind what is there; the bytes of the lists without the blocks. Check
 * values are begun with `seed` and those behind it. */
uint64_t lists_write(const struct lists_making *making, int codes, int games, uint64_t seed, struct yaml_text *out);

static inline int lists_blocks(int codes)
{
    return (codes + LISTS_BLOCK - 1) / LISTS_BLOCK;
}
/* Bytes of the blocks. */
static inline uint64_t lists_table(int codes)
{
    return (uint64_t)lists_blocks(codes) * sizeof(struct lists_block);
}

/* Those of a piece in a file, and the block read last; begin with .block -1. */
struct lists_reader {
    const struct pieces *pieces;
    uint64_t at, bytes, seed; /* of the blocks in the file, of the lists, as they were written */
    int blocks, games;
    int block;
    uint8_t *list;
    int size, room;
    bool bad; /* they are not what they were */
};
/* Add the games that meet a code to a set over those of the piece. */
void lists_take(struct lists_reader *reader, uint32_t code, uint8_t *set);

#endif
