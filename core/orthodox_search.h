/* orthodox_search.h - what orthodox_search.c and orthodox_features.c share. */
#ifndef CHESSCADE_ORTHODOX_SEARCH_H
#define CHESSCADE_ORTHODOX_SEARCH_H

#include "core/orthodox.h"
#include "core/search_rules.h"

struct orthodox_state {
    struct search_head head;
    uint64_t pawns; /* key of the Pawns alone */
    struct mailbox mailbox;
};

/* What follows from the Pawns alone, kept by their key. */
struct pawn_notes {
    uint64_t key;
    bool known;
    uint8_t isolated[2], backed[2], doubled[2], passers[2];
    uint8_t passed[2][MAILBOX_SIZE_MAX];    /* cells */
    uint8_t pawns[2][MAILBOX_SIZE_MAX + 2]; /* by file + 1: how many */
    uint8_t zone[MAILBOX_CELLS];            /* by cell: bits of sides whose Pawns cover it */
};
enum { PAWN_NOTES = 1024 };

/* What one thread has open. */
struct orthodox_work {
    const struct orthodox *orthodox;
    const struct search_tables *tables;
    struct pawn_notes *pawns; /* [PAWN_NOTES], a table by key */
};

enum {
    FEATURE_KNIGHT, FEATURE_BISHOP, FEATURE_ROOK, FEATURE_QUEEN, FEATURE_PEGASUS, /* cells more than usual that it goes to */
    FEATURE_KING_ATTACKED,  /* how much aims at the enemy King's surroundings, growing faster than the number */
    FEATURE_SHIELD,         /* Pawns before the own King at home */
    FEATURE_BISHOPS,        /* two of them */
    FEATURE_DOUBLED, FEATURE_ISOLATED, FEATURE_BACKED, /* Pawns behind each other, alone, protected by one another */
    FEATURE_PASSED,         /* Pawns that no Pawn can stop, by how far they are */
    FEATURE_PASSED_FREE,    /* likewise, nothing before them */
    FEATURE_PASSED_KINGS,   /* how much nearer the own King is to them than the other */
    FEATURE_OPEN, FEATURE_HALF_OPEN, /* Rooks on files without Pawns, without own Pawns */
    FEATURE_PAWN_THREATS,   /* enemy men attacked by Pawns */
    FEATURE_THREATS,        /* enemy men attacked by cheaper ones */
    ORTHODOX_FEATURES
};
extern const struct search_feature orthodox_feature[ORTHODOX_FEATURES];
void orthodox_count(void *work, const void *state, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX]);

#endif
