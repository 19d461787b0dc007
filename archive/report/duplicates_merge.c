/* duplicates_merge.c - merges two duplicate games into one; see duplicates.h. */
#include "archive/report/duplicates.h"

#include "archive/search/collection.h"
#include "archive/merge/merge_save.h"

#include <string.h>

struct duplicate_ids duplicate_ids_of(struct store *store, const struct duplicate *pair)
{
    const int place[2] = {pair->first, pair->second};
    struct duplicate_ids ids;
    for (int which = 0; which < 2; which++)
        catalog_pack_id(store_listing(store, place[which])->id, ids.packed[which], &ids.more[which]);
    return ids;
}

void duplicate_id(const struct duplicate_ids *ids, int which, char id[ULID_LENGTH + 1])
{
    catalog_unpack_id(ids->packed[which], ids->more[which], id);
}

int duplicates_merge(struct store *store, const char *first, const char *second, int *differ,
                     struct note *why)
{
    struct record *keep = NULL, *other = NULL;
    struct version version, other_version;
    struct merge merge = {0};
    int result = merge_reload(store, first, &keep, &version, why);
    if (result == 0)
        result = merge_reload(store, second, &other, &other_version, why);
    if (result == 0 && store_is_packed(store, store_find(store, second)))
        result = note_fail(why, FAIL_RULE, -1, "the second game is in a pack, which is read-only: it cannot go to the trash");
    if (result == 0) {
        struct record *same_id = record_copy(other);
        memcpy(same_id->id, keep->id, sizeof keep->id);
        same_id->rev = keep->rev;
        same_id->notation = keep->notation;
        /* The provenance of a game is kept whole or not at all, and is nothing that the two could
         * conflict in. */
        for (const char *const *key = (const char *const[]){"provenance", "journal", NULL}; *key; key++)
            if (value_at(&keep->head, *key))
                value_set(&same_id->head, *key, NULL, false);
        result = merge_records(&merge, NULL, keep, same_id, NULL, 0, why);
        record_free(same_id);
    }
    if (result == 0 && differ)
        *differ = merge.conflicts;
    bool saved = result == 0 && !record_same(merge.record, keep);
    if (saved)
        result = store_save(store, merge.record, &version, why);
    if (result == 0 && (result = store_remove(store, second, &other_version, why)) < 0 && saved) {
        keep->rev = merge.record->rev;
        store_save(store, keep, &version, NULL); /* restore the game that stays, without the notes of the other */
    }
    struct note reason;
    if (result == 0 && (result = store_collections_refer(store, second, first, &reason)) < 0)
        note_set(why, -1, "they are one game now, but a collection still names the one in the trash: %s", reason.text);
    merge_clear(&merge);
    record_free(keep);
    record_free(other);
    return result;
}
