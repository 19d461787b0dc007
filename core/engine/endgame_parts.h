/* endgame_parts.h - what endgame.c (indices, looking) and endgame_make.c share. */
#ifndef CHESSCADE_CORE_ENGINE_ENDGAME_PARTS_H
#define CHESSCADE_CORE_ENGINE_ENDGAME_PARTS_H

#include "core/engine/endgame.h"
#include "core/engine/parts.h"
#include "core/engine/symmetry.h"

enum {
    CLASSES_MOST = 64,  /* classes of pieces in all tables of a set */
    FACES_MOST = 8,     /* facings of a piece */
    TABLES_MOST = 64,   /* tables of a set */
    PENDING_MOST = 12,  /* tables that wait for each other */
    LONGEST_MOST = 900, /* plies of the longest win; a material with a longer one is refused */
    SAMPLE = 300,       /* positions of a fetched table that are checked */
    MIRRORED = 24,      /* positions whose plies are compared with their mirror images */
    NAME_ROOM = 64,
    PATIENCE = 64,    /* positions between two questions whether to stop */
    SKIP_MOST = 4096, /* positions without anything to do that count as one */
    POSITIONS_MOST = 1 << 29
};

/* The value of a position: one of these, and a number of plies in the lower bits for the last
 * three. A HOPE is the shortest win found so far, which becomes a WIN in the round of its plies. */
enum {
    VALUE_OPEN = 0, /* nothing is known; in a table that is ready: a draw */
    VALUE_ILLEGAL = 0x1000,
    VALUE_DRAW = 0x1001, /* the game is over */
    VALUE_HOPE = 0x2000,
    VALUE_WIN = 0x4000,
    VALUE_LOSS = 0x8000,
    VALUE_PLIES = 0x0FFF
};

/* A table that is ready has one byte for each value if all wins take an odd and all losses an even
 * number of plies, and none is too long: BYTE_FIRST + the number of plies. */
enum { BYTE_DRAW, BYTE_ILLEGAL, BYTE_FIRST, BYTE_PLIES_MOST = 255 - BYTE_FIRST };

/* What is to be done with a position. WAITS: it is a HOPE, whose round will come. */
enum { LOOK_FOR_WIN = 1, LOOK_FOR_LOSS = 2, FRESH = 4, WAITS = 8 };

/* Bytes for each position while a table is made. */
enum { BYTES_MADE = sizeof(uint16_t) + 1 };

/* The pieces of one kind and side: one piece number for each facing that turns can lead to. */
struct endgame_class {
    uint16_t piece[FACES_MOST]; /* [pieces], ascending */
    uint16_t kind;
    uint8_t side, pieces, flags;
    uint16_t *image[SYMMETRIES_MOST]; /* [states]: the state that each symmetry makes of a state;
                                         NULL if the pattern of the pieces has no such symmetry */
};

enum endgame_status { TABLE_SURVEY, TABLE_ROUNDS, TABLE_CHECK, TABLE_READY, TABLE_REFUSED };

struct endgame {
    char name[NAME_ROOM];
    uint64_t signature; /* identifies the material */
    int men;
    uint8_t class[ENDGAME_MEN_MOST];
    uint8_t twin[ENDGAME_MEN_MOST];    /* the first man of the same class */
    uint32_t states[ENDGAME_MEN_MOST]; /* number of facings and cells of each man */
    uint32_t symmetries;               /* bit 1 << i: symmetry i holds */
    uint32_t anchors;
    uint16_t *anchor, *anchor_of; /* [anchors]: states of the first man. [states]: their numbers */
    uint32_t *to_anchor;          /* [states]: the symmetries that bring the first man there */
    size_t positions;
    uint16_t *value; /* [positions] */
    uint8_t *byte;   /* [positions]: the same in bytes, instead of `value` */
    enum endgame_status status;
    /* While the table is made: */
    size_t at;
    int round, longest;
    bool second;    /* the second half of a round: looking ahead, after connecting */
    size_t fresh;   /* number of positions whose value is new */
    uint8_t *to_do; /* [positions] */
    uint64_t *goes[ENDGAME_MEN_MOST]; /* for each class: a row of bits for each state that a man
                                         goes to, which says from where */
};

struct endgames {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct search_tables *tables;
    void *work;
    void *state[3];
    struct search_list list, other[2];
    struct position position;   /* scratch: no piece on it between calls */
    struct search_piece *piece; /* [pieces] */
    struct endgame_class class[CLASSES_MOST];
    int classes;
    uint8_t *class_of[2], *face_of[2]; /* [side][piece]: class + 1 or 0; place among its facings */
    cell_t *symmetry[SYMMETRIES_MOST]; /* [cells] each */
    int symmetries;
    uint64_t clean; /* the part of a key that neither pieces nor side contribute */
    struct endgame *table[TABLES_MOST];
    int count;
    size_t taken; /* bytes of memory of all tables */
    struct endgame *pending[PENDING_MOST];
    int pendings;
};

extern const char endgame_format[24]; /* the first bytes of a kept table */

/* Load a state with these men, and take them off the scratch position again. */
void endgame_load(struct endgames *set, const struct search_man *men, int n, int side, void *state);
/* The key of men without rights, passed cells and the like. */
uint64_t endgame_key(const struct endgames *set, const struct search_man *men, int n, int side);
/* List the plies of a state in set->list. */
void endgame_list(struct endgames *set, const void *state);
/* Make a listed ply; the state after it is in set->state[1]. False if the ply is illegal. */
bool endgame_play(struct endgames *set, const void *state, int ply);
/* True if a game can have these men: they stand on different cells, no pawn has reached the cell
 * where it promotes, and the side that is not to move cannot be captured. */
bool endgame_can_occur(struct endgames *set, const struct search_man *men, int n, int side);
/* Identifies the material of some men; 0 if a class is not known yet. */
uint64_t endgame_signature(const struct endgames *set, const struct search_man *men, int n);
struct endgame *endgame_find(const struct endgames *set, uint64_t signature);
/* The states of some men, in the order of the table's men. */
void endgame_states(const struct endgames *set, const struct endgame *table,
                    const struct search_man *men, uint32_t *at);
/* The index of states after one of the symmetries that bring the first man to an anchor. */
size_t endgame_index_by(const struct endgames *set, const struct endgame *table, const uint32_t *at,
                        int side, int symmetry);
/* The index of states. If several symmetries bring the first man to its anchor, there are several
 * indices with the same value. */
size_t endgame_index(const struct endgames *set, const struct endgame *table, const uint32_t *at,
                     int side);
/* The value at an index. */
unsigned endgame_value_at(const struct endgame *table, size_t index);
/* The value of some men of this material. */
unsigned endgame_value_of(const struct endgames *set, const struct endgame *table,
                          const struct search_man *men, int side);
/* The men, their states and the side to move of an index. False if it is not used, because men of
 * one class are not sorted. */
bool endgame_index_men(const struct endgames *set, const struct endgame *table, size_t index,
                       struct search_man *men, uint32_t *at, int *side);
/* A new table, without positions, for the material of some men. NULL if there can be none, or the
 * set is full. */
struct endgame *endgame_new(struct endgames *set, const struct search_man *men, int n);
/* Find the symmetries of a table, the anchors of its first man, and the number of positions. */
void endgame_mirror(struct endgames *set, struct endgame *table);
void endgame_free(struct endgames *set, struct endgame *table);
/* Free the values of a table. */
void endgame_empty(struct endgames *set, struct endgame *table);
void endgame_refuse(struct endgames *set, struct endgame *table);
/* Free what only making a table needs. */
void endgame_settle(struct endgames *set, struct endgame *table);

#endif
