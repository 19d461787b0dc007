/* search_rules.h - the orthodox family's compact state for the engine, and the features of its
 * evaluation. Only search_rules.c includes it. */
#ifndef CHESSCADE_CORE_FAMILIES_ORTHODOX_SEARCH_RULES_H
#define CHESSCADE_CORE_FAMILIES_ORTHODOX_SEARCH_RULES_H

#include "core/families/orthodox/orthodox.h"
#include "core/search_rules.h"

struct orthodox_state {
    struct search_head head;
    uint64_t pawns; /* hash of the Pawns alone */
    struct mailbox mailbox;
};

/* Facts about the Pawns on the board, cached by a hash of the Pawns. */
struct pawn_notes {
    uint64_t key;
    bool known;
    uint8_t isolated[2], backed[2], doubled[2], passers[2];
    uint8_t passed[2][MAILBOX_SIZE_MAX];    /* cells of the passed pawns, by side */
    uint8_t pawns[2][MAILBOX_SIZE_MAX + 2]; /* number of Pawns on each file, by side; index 0 is a
                                               border, so file f has index f + 1 */
    uint8_t zone[MAILBOX_CELLS]; /* by cell: bits of the sides whose Pawns attack the cell */
};
enum { PAWN_NOTES = 1024 };

/* The data of one search thread. */
struct orthodox_work {
    const struct orthodox *orthodox;
    const struct search_tables *tables;
    struct pawn_notes *pawns; /* [PAWN_NOTES]: a cache indexed by the hash of the Pawns */
};

enum {
    FEATURE_KNIGHT,
    FEATURE_BISHOP,
    FEATURE_ROOK,
    FEATURE_QUEEN,
    FEATURE_PEGASUS, /* the features from FEATURE_KNIGHT to here are the mobility of these kinds:
                        how many more cells a piece can go to than usual */
    FEATURE_KING_ATTACKED, /* pressure on the squares around the enemy King; grows faster than the
                              number of attackers */
    FEATURE_SHIELD,        /* Pawns in front of your own King on its first ranks */
    FEATURE_BISHOPS,       /* the Bishop pair */
    FEATURE_DOUBLED,
    FEATURE_ISOLATED,
    FEATURE_BACKED, /* Pawns that another Pawn of their side protects, and Pawns with a Pawn of
                       their side on the next cell to the right */
    FEATURE_PASSED, /* passed pawns (no enemy Pawn can stop them), weighted by how far they have
                       advanced */
    FEATURE_PASSED_FREE,  /* passed pawns with nothing in front of them, weighted by how far they
                             have advanced */
    FEATURE_PASSED_KINGS, /* how much nearer your own King is to your passed pawns than the enemy
                             King */
    FEATURE_OPEN,
    FEATURE_HALF_OPEN,    /* Rooks on files without your own Pawns but with enemy Pawns */
    FEATURE_PAWN_THREATS, /* enemy pieces, except Pawns, that Pawns attack */
    FEATURE_THREATS,      /* enemy pieces attacked by cheaper pieces */
    ORTHODOX_FEATURES
};
extern const struct search_feature orthodox_feature[ORTHODOX_FEATURES];
void orthodox_count(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);

#endif
