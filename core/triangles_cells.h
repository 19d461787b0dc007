/* triangles_cells.h - sets of at most 128 cells as two words, for the fast generator of the triangle games.
 *
 * Not one 128-bit number: standard C has none. On the board of 64 cells the second word stays empty. */
#ifndef CHESSCADE_TRIANGLES_CELLS_H
#define CHESSCADE_TRIANGLES_CELLS_H

#include <stdbool.h>
#include <stdint.h>

struct cells {
    uint64_t word[2]; /* cell c is bit c % 64 of word c / 64 */
};

static inline struct cells cells_of(int cell)
{
    struct cells set = {{0, 0}};
    set.word[cell >> 6] = (uint64_t)1 << (cell & 63);
    return set;
}

static inline bool cells_any(struct cells a)
{
    return (a.word[0] | a.word[1]) != 0;
}

static inline bool cells_meet(struct cells a, struct cells b)
{
    return ((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])) != 0;
}

static inline bool cells_has(struct cells a, int cell)
{
    return a.word[cell >> 6] >> (cell & 63) & 1;
}

static inline bool cells_same(struct cells a, struct cells b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

static inline struct cells cells_both(struct cells a, struct cells b)
{
    return (struct cells){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline struct cells cells_either(struct cells a, struct cells b)
{
    return (struct cells){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static inline struct cells cells_without(struct cells a, struct cells b)
{
    return (struct cells){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

static inline void cells_add(struct cells *a, int cell)
{
    a->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void cells_remove(struct cells *a, int cell)
{
    a->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

/* Bits in a word. The compilers know this shape and make one instruction of it where there is one. */
static inline int word_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static inline int cells_count(struct cells a)
{
    return word_count(a.word[0]) + word_count(a.word[1]);
}

/* The index of the lowest bit of a word that is not 0. */
static inline int word_first(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    return word_count((x & (~x + 1)) - 1);
#endif
}

/* Take the lowest cell out of a set that is not empty. */
static inline int cells_pop(struct cells *a)
{
    int half = a->word[0] == 0;
    int cell = word_first(a->word[half]) + 64 * half;
    a->word[half] &= a->word[half] - 1;
    return cell;
}

#endif
