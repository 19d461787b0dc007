/* net.h - a small neural net that evaluates positions of two players: see docs/engine.md. Only
 * files of the engine, its tests and tests/bench include it. */
#ifndef CHESSCADE_CORE_ENGINE_NET_H
#define CHESSCADE_CORE_ENGINE_NET_H

#include "core/search_rules.h"

enum {
    NET_WIDTH = 128,  /* neurons that each player's view of the board leads to */
    NET_STAGES = 8,   /* sets of output weights; the number of pieces left selects one */
    NET_ONE = 255,    /* what stands for 1 in the numbers of inputs and neurons */
    NET_OUT_ONE = 64, /* what stands for 1 in the weights of the outputs */
    NET_SCALE_MOST = 10000,
    NET_OUT_MOST = 127
};

struct net {
    int cells, pieces, men; /* men: in the opening */
    int views;              /* 1: Black sees the board mirrored, as White does; 2: every side has
                               inputs of its own */
    int inputs;             /* views * 2 * pieces * cells */
    int most;  /* the largest number of a bias or an input: the sums of a full board fit 16 bits */
    int scale; /* hundredths of a pawn that stand for 1 of an output */
    int16_t *row;         /* [inputs * NET_WIDTH] */
    bool flips;           /* a player whose royal is in the left half of the board sees it flipped,
                             left to right, so that the net need not learn both halves */
    bool *left;           /* [cells] */
    uint16_t *seen[2][2]; /* [2 * pieces * cells]: by view and flip, the input that a man switches
                             on; its index is (side * pieces + piece) * cells + cell */
    int16_t bias[NET_WIDTH];
    int16_t out[NET_STAGES][2 * NET_WIDTH]; /* first the neurons of the side to move */
    int32_t out_bias[NET_STAGES];           /* in units of NET_ONE * NET_OUT_ONE */
};

/* The board that a thread evaluated last, with its sums: those of the next board differ by a few
 * men only. */
struct net_memory {
    uint16_t *at; /* [cells, rounded up]: man + 1, or 0 */
    int16_t sum[2][NET_WIDTH];
    uint8_t flip[2];
};

/* A net without weights for a ruleset; NULL if it cannot have one: more than two players, or too
 * large. */
struct net *net_new(const struct search_rules *search, const struct ruleset *ruleset);
void net_free(struct net *net);
/* The line of a text that begins a net: which variant, board and size it is for. */
void net_head(const struct net *net, const struct ruleset *ruleset, char *out, size_t size);
/* Read such a line, from its first word to `end`. False: it is for something else. */
bool net_begin(struct net *net, const struct ruleset *ruleset, const char *line, const char *end);
/* Read the numbers behind the word of a line: "bias", "input" or "output". False: wrong. */
bool net_read_line(struct net *net, const char *word, size_t length, const char *at,
                   const char *end);
/* Write the lines that net_read_line() reads; like snprintf. Inputs that are all zero are left
 * out. */
int net_write(const struct net *net, char *out, size_t size);

void net_memory_make(struct net_memory *memory, const struct net *net);
void net_memory_free(struct net_memory *memory);
/* 1 if the player sees the board flipped, because of the cell of the player's royal. */
int net_flip(const struct net *net, cell_t royal);
/* The value of a position for the side to move, in hundredths of a pawn. royal: the cell of each
 * side's royal piece, or CELL_NONE. */
int net_value(const struct net *net, struct net_memory *memory, const struct search_man *men, int n,
              const cell_t royal[2], int side);

#endif
