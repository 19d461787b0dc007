/* duplicates.h - finds and merges duplicate games of an archive. */
#ifndef CHESSCADE_ARCHIVE_REPORT_DUPLICATES_H
#define CHESSCADE_ARCHIVE_REPORT_DUPLICATES_H

#include "archive/summary/summary_table.h"
#include "archive/store/store.h"

/* Two games (indices into a store's list) with the same variant, start and plies. `exact`: also the
 * same players, date and result; otherwise the players must be at least similar (one surname in
 * common, or unknown). A pair may also be a game and its beginning, if the shorter game has at
 * least DUPLICATE_BEGIN plies, the players are known and similar, and date and round are equal. */
struct duplicate {
    int first, second; /* `first` is the game to keep: the older one, the longer one, or the one in
                          a pack, which is read only */
    bool exact;
};

/* Finds the duplicates among `n` games. Games shorter than DUPLICATE_PLIES plies are duplicates
 * only if no header differs. Damaged games are skipped. Returns the number of pairs; the caller
 * owns the list of pairs. */
enum { DUPLICATE_PLIES = 6, DUPLICATE_BEGIN = 12 };
int duplicates_find(struct store *store, const int *place, int n, struct duplicate **out);

/* Finds duplicates like duplicates_find(), but in portions, for interactive use. */
struct duplicate_search;
void duplicates_open(struct duplicate_search **out, struct store *store, const int *place,
                     int n); /* copies the indices in `place` */
void duplicates_close(struct duplicate_search *search);
/* Examines up to `games` more games; returns true while there are more to examine. */
bool duplicates_step(struct duplicate_search *search, int games);
int duplicates_tried(const struct duplicate_search *search); /* progress in percent */
/* The pairs found so far. The list is complete only when duplicates_step() has returned false. */
int duplicates_count(const struct duplicate_search *search);
const struct duplicate *duplicates_at(const struct duplicate_search *search, int at);

/* A pair by the ids of its games, which stay valid when indices change. Kept small, since there may
 * be as many pairs as games. */
struct duplicate_ids {
    uint8_t packed[2][PACKED_ID], more[2];
};
struct duplicate_ids duplicate_ids_of(struct store *store, const struct duplicate *pair);
/* The id of the first (0) or second (1) game. */
void duplicate_id(const struct duplicate_ids *ids, int which, char id[ULID_LENGTH + 1]);

/* Merges two games into the first. The first game gets the notes and variations of the second
 * and the headers it lacks; where headers differ, it keeps its own. The second game goes to the
 * trash, and collections that contain it then refer to the first. *differ (may be NULL) gets the
 * number of differing fields. Indices of the list change. Fails like store_save(), and if the
 * second game is in a pack; on failure nothing is lost. */
int duplicates_merge(struct store *store, const char *first, const char *second, int *differ,
                     struct note *why);

#endif
