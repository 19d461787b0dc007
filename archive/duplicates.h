/* duplicates.h - games that are in an archive twice, and making one of them. */
#ifndef CHESSCADE_DUPLICATES_H
#define CHESSCADE_DUPLICATES_H

#include "archive/catalog.h"
#include "archive/store.h"

/* Two places of a store's list whose games have the same variant, start and plies. `exact`: the same players,
 * date and result too; otherwise the players are at least alike: one surname, or unknown. Or the first goes on where the second
 * ends, after DUPLICATE_BEGIN plies or more: players alike and known, the same date and round. */
struct duplicate {
    int first, second; /* first was made before second, or is longer, or is the one that stays: a pack is only read */
    bool exact;
};

/* The duplicates among so many places of the list; games of fewer than DUPLICATE_PLIES plies are told apart
 * by anything. Damaged games are passed by. The list is the caller's; its length. */
enum { DUPLICATE_PLIES = 6, DUPLICATE_BEGIN = 12 };
int duplicates_find(struct store *store, const int *place, int n, struct duplicate **out);

/* The same in portions, for people who wait. */
struct duplicate_search;
void duplicates_open(struct duplicate_search **out, struct store *store, const int *place, int n); /* the places are copied */
void duplicates_close(struct duplicate_search *search);
/* Look at so many games more; true while there is more to do. */
bool duplicates_step(struct duplicate_search *search, int games);
int duplicates_tried(const struct duplicate_search *search); /* in hundredths */
/* What was found; through at the end only. */
int duplicates_count(const struct duplicate_search *search);
const struct duplicate *duplicates_at(const struct duplicate_search *search, int at);

/* A pair by the ids of its games, which stay when places change. There may be as many as games: it is small. */
struct duplicate_ids {
    uint8_t packed[2][PACKED_ID], more[2];
};
struct duplicate_ids duplicate_ids_of(struct store *store, const struct duplicate *pair);
/* The id of the first or the second. */
void duplicate_id(const struct duplicate_ids *ids, int which, char id[ULID_LENGTH + 1]);

/* Make one game of two: the first gets the notes and variations of the second, headers it lacks, and keeps
 * its own where they differ; the second goes to the trash, and collections that had it have the first. *differ
 * (may be NULL): so many fields of the second were other. Places of the list are new afterwards. Fails as
 * store_save() does, and where the second is in a pack; nothing is lost then.
 */
int duplicates_merge(struct store *store, const char *first, const char *second, int *differ,
                     struct note *why);

#endif
