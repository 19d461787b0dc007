/* search_rules.h - what search_rules.c and
 * search_rules.c share. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_SEARCH_RULES_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_SEARCH_RULES_H

#include "core/families/orthodox/orthodox.h"
#include "core/search_rules.h"

struct orthodox_state {
    struct search_head head;
    uint64_t pawns; /* hash of the Pawns alone */
    struct mailbox mailbox;
};

/* Pawn-structure data, cached by the hash of the Pawns. */
struct pawn_notes {
    uint64_t key;
    bool known;
    uint8_t isolated[2], backed[2], doubled[2], passers[2];
    uint8_t passed[2][MAILBOX_SIZE_MAX];    /* cells */
    uint8_t pawns[2][MAILBOX_SIZE_MAX + 2]; /* number of Pawns, by file + 1 */
    uint8_t zone[MAILBOX_CELLS];            /* by cell: bits of the sides whose Pawns attack it */
};
enum { PAWN_NOTES = 1024 };

/* The data of one search thread. */
struct orthodox_work {
    const struct orthodox *orthodox;
    const struct search_tables *tables;
    struct pawn_notes *pawns; /* [PAWN_NOTES]: cache by hash */
};

enum {
    FEATURE_KNIGHT,
    FEATURE_BISHOP,
    FEATURE_ROOK,
    FEATURE_QUEEN,
    FEATURE_PEGASUS,       /* cells a piece reaches above the usual */
    FEATURE_KING_ATTACKED, /* pressure on the squares around the enemy King; grows faster than the
                              number of attackers */
    FEATURE_SHIELD,        /* Pawns in front of your own King on its first ranks */
    FEATURE_BISHOPS,       /* the Bishop pair */
    FEATURE_DOUBLED,
    FEATURE_ISOLATED,
    FEATURE_BACKED,       /* Pawns behind each other, without neighbours, protected by a Pawn */
    FEATURE_PASSED,       /* Pawns that no enemy Pawn can stop, by how far they have advanced */
    FEATURE_PASSED_FREE,  /* likewise, with nothing in front of them */
    FEATURE_PASSED_KINGS, /* how much nearer your own King is to them than the enemy's */
    FEATURE_OPEN,
    FEATURE_HALF_OPEN,    /* Rooks on files without Pawns, without Pawns of their own */
    FEATURE_PAWN_THREATS, /* enemy pieces attacked by Pawns */
    FEATURE_THREATS,      /* enemy pieces attacked by cheaper pieces */
    ORTHODOX_FEATURES
};
extern const struct search_feature orthodox_feature[ORTHODOX_FEATURES];
void orthodox_count(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);

#endif
