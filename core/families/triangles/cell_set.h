/* cell_set.h - sets of up to 128 cells, for the fast generator of the triangle games.
 *
 * A set consists of two words, because standard C has no 128-bit integer. On the board of 64 cells
 * the second word is always 0. */
#ifndef CHESSCADE_CORE_FAMILIES_TRIANGLES_CELL_SET_H
#define CHESSCADE_CORE_FAMILIES_TRIANGLES_CELL_SET_H

#include <stdbool.h>
#include <stdint.h>

struct cells {
    uint64_t word[2]; /* cell c is bit c % 64 of word c / 64 */
};

/* Returns all ones if a cell belongs to the second word, otherwise 0. Masks made from it keep the
 * sets in registers; choosing the word by an index would store them in memory. */
static inline uint64_t cells_second(int cell)
{
    return (uint64_t)0 - (uint64_t)(cell >> 6);
}

static inline struct cells cells_of(int cell)
{
    uint64_t bit = (uint64_t)1 << (cell & 63), second = cells_second(cell);
    return (struct cells){{bit & ~second, bit & second}};
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
    uint64_t second = cells_second(cell);
    return ((a.word[0] & ~second) | (a.word[1] & second)) >> (cell & 63) & 1;
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
    *a = cells_either(*a, cells_of(cell));
}

static inline void cells_remove(struct cells *a, int cell)
{
    *a = cells_without(*a, cells_of(cell));
}

/* Counts the bits of a word. Compilers recognise this code and use a single instruction if the
 * processor has one. */
static inline int word_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static inline int cells_count(struct cells a)
{
    return word_count(a.word[0]) + (a.word[1] ? word_count(a.word[1]) : 0);
}

/* Returns the index of the lowest bit of a word, which must not be 0. */
static inline int word_first(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#else
    return word_count((x & (~x + 1)) - 1);
#endif
}

/* Removes the lowest cell from a set, which must not be empty, and returns it. */
static inline int cells_pop(struct cells *a)
{
    if (a->word[0]) {
        int cell = word_first(a->word[0]);
        a->word[0] &= a->word[0] - 1;
        return cell;
    }
    int cell = word_first(a->word[1]) + 64;
    a->word[1] &= a->word[1] - 1;
    return cell;
}

#endif
