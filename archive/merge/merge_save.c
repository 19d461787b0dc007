/* merge_save.c - saves a game, merging with what someone else has saved; see merge_save.h. */
#include "archive/merge/merge_save.h"

#include "archive/merge/merge_internal.h"
#include "archive/replay/replay.h"
#include "archive/record/header_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 100, PORTION = 1000 };

int merge_reload(struct store *store, const char *id, struct record **out, struct version *version,
                 struct note *why)
{
    store_look_in_packs(store, id);
    int at = store_find(store, id);
    while (at < 0 && store_scan(store, PORTION))
        at = store_find(store, id);
    if (at < 0)
        at = store_find(store, id);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "the game was deleted meanwhile");
    struct place place = {0};
    struct note reason;
    int result = store_load(store, at, out, version, &place, &reason);
    if (result < 0 && place.line) {
        char label[80], named[ULID_LENGTH + 1];
        int line;
        store_label(store, at, label, sizeof label, named, &line);
        return note_fail(why, result, -1, "%s%sline %d: %s", label, *label ? ", " : "", place.line,
                         reason.text);
    }
    if (result < 0 && why)
        *why = reason;
    return result;
}

void merge_folder(struct store *store, const char *id, char out[MERGE_FOLDER_ROOM])
{
    char named[ULID_LENGTH + 1] = "";
    int line, at = store_find(store, id);
    *out = '\0';
    if (at >= 0)
        store_label(store, at, out, MERGE_FOLDER_ROOM, named, &line);
    char *name = *named ? strstr(out, named) : out;
    if (name && name > out)
        name--; /* leave out the separator before the name, too */
    if (name)
        *name = '\0';
}

/* The keys that merge_logged() and replay_renew_end() change. */
static const char *const changed_by_saving[] = {"log", "end", NULL};

struct record *merge_logged(const struct edits *edits, const struct record *base, int64_t rev,
                            const char *by)
{
    char what[120];
    struct record *logged = record_lend(edits->record, changed_by_saving);
    edits_tell_unsaved(edits, what, sizeof what);
    record_log(logged, base, rev, by, what);
    return logged;
}

void merge_logged_drop(struct record *logged)
{
    record_part(logged, changed_by_saving);
}

void merge_logged_adopt(struct edits *edits, struct record *logged)
{
    record_part(edits->record, changed_by_saving);
    edits->record = logged;
}

int merge_undo(struct edits *edits, struct spot *spot, const char **what, struct note *why)
{
    struct merge merge;
    int own = edits->undos - 1;
    while (own >= 0 && !strcmp(edits->undo[own].what, edits_of_others))
        own--;
    if (own < 0)
        return note_fail(why, FAIL_NAME, -1, "only another user's changes are left to undo");
    if (own == edits->undos - 1)
        return edits_undo(edits, spot, what), 0;
    /* Undo merges the reverse of the change (from the record after it to the one before it) with
     * the later changes of others. */
    const struct record *before = edits->undo[own].record, *after = edits->undo[own + 1].record;
    int result = merge_records(&merge, after, before, edits->record, NULL, 0, why);
    if (result == 0 && merge.conflicts)
        result = note_fail(why, FAIL_CONFLICT, -1,
                           "another user has since changed the same "
                           "fields: %s",
                           merge.conflict[0].where);
    if (result == 0) {
        merge.record->rev = edits->record->rev;
        edits_undo_below(edits, edits->undos - own, record_copy(before), merge.record, spot);
        merge.record = NULL;
        if (what)
            *what = edits->redo[edits->redos - 1].what;
    }
    merge_clear(&merge);
    return result;
}

struct record *merge_draft_base(struct store *store, const char *id, const struct version *version)
{
    struct record *there;
    struct version found;
    if (store_draft_base(store, id, &there, &found, NULL) < 0 &&
        merge_reload(store, id, &there, &found, NULL) < 0)
        return NULL;
    if (!memcmp(found.hash, version->hash, sizeof found.hash))
        return there;
    record_free(there);
    return NULL;
}

void merge_saving_clear(struct merge_saving *saving)
{
    merge_clear(&saving->merge);
    record_free(saving->theirs);
    *saving = (struct merge_saving){0};
}

static bool merge_save_is_listed(const struct value *log, const struct value *entry)
{
    for (int i = 0; log && i < log->n; i++)
        if (merge_same(&log->entry[i].value, entry))
            return true;
    return false;
}

static int64_t revision_of(const struct value *log, int at)
{
    const struct value *entry = &log->entry[at].value;
    return entry->type == VALUE_MAP ? strtoll(value_text(entry, "rev"), NULL, 10) : 0;
}

/* The log entry of this save holds the revision that was expected for it. Sets it to the actual
 * revision, which is higher if others have saved meanwhile, and lower if someone restored an old
 * file. */
static void merge_save_renumber(struct record *merged, const struct record *theirs)
{
    struct value *log = value_at(&merged->head, "log");
    const struct value *old = value_at(&theirs->head, "log");
    char rev[24];
    snprintf(rev, sizeof rev, "%" PRId64, theirs->rev + 1);
    for (int i = 0; log && i < log->n; i++) {
        struct value *entry = &log->entry[i].value;
        if (entry->type == VALUE_MAP && !merge_save_is_listed(old, entry))
            value_set(entry, "rev", rev, true);
    }
    for (int i = 1; log && i < log->n; i++) /* sort by revision, since what others saved meanwhile
                                               comes before this save */
        for (int k = i; k > 0 && revision_of(log, k) < revision_of(log, k - 1); k--) {
            struct entry later = log->entry[k - 1];
            log->entry[k - 1] = log->entry[k];
            log->entry[k] = later;
        }
}

/* Merges with the stored version. Returns 0 if the caller should try to save
 * saving->merge.record. */
static int merge_again(struct store *store, const struct record *record, const struct record *base,
                       const struct merge_choices *choices, struct merge_saving *saving,
                       struct note *why)
{
    struct note reason;
    merge_saving_clear(saving);
    int result = merge_reload(store, record->id, &saving->theirs, &saving->version, &reason);
    saving->deleted = result == FAIL_NAME;
    if (result < 0)
        return note_fail(why, FAIL_CONFLICT, -1, "someone else changed the game meanwhile: %s",
                         reason.text);
    bool seen = choices && choices->seen.known &&
                !memcmp(choices->seen.hash, saving->version.hash, sizeof saving->version.hash);
    int chosen = seen ? choices->n : 0;
    saving->unseen = choices && choices->n && !seen;
    result = merge_records(&saving->merge, base, record, saving->theirs,
                           seen ? choices->side : NULL, chosen, why);
    if (result < 0)
        return result;
    if (saving->merge.conflicts <= chosen) {
        merge_save_renumber(saving->merge.record, saving->theirs);
        return 0;
    }
    return note_fail(why, FAIL_CONFLICT, -1, "someone else changed the same fields: %s",
                     saving->merge.conflict[0].where);
}

/* If the merged record differs from ours at most in the log, there were no changes of others: the
 * stored version is our own (an earlier save reported as failed, or another terminal of the same
 * user). Then *record gets the merged log, and the merged record is discarded. */
static void forget_own(struct merge_saving *saving, struct record *record)
{
    static const char *const log_only[] = {"log", NULL}; /* the only key that is copied; the others
                                                            may be borrowed from `record` */
    struct record *merged = saving->merge.record, *own = record_lend(record, log_only);
    const struct value *log = value_at(&merged->head, "log");
    own->rev = merged->rev;
    value_set(&own->head, "log", NULL, false);
    if (log) {
        struct value *copy = value_list(&own->head, "log");
        value_clear(copy);
        value_copy(copy, log);
    }
    if (record_same(own, merged)) {
        struct record given = *record;
        *record = *own;
        *own = given;
        record_free(merged);
        saving->merge.record = NULL;
    }
    record_part(own, log_only);
}

int merge_save(struct store *store, struct record *record, struct version *version,
               const struct record *base, const struct merge_choices *choices,
               struct merge_saving *saving, struct note *why)
{
    *saving = (struct merge_saving){0};
    if (base && !store_is_guest(store)) /* not for a guest, whose additions are not part of the game
                                           that was played */
        replay_renew_end(record, base);
    int result = store_save(store, record, version, why);
    if (result != FAIL_CONFLICT || !version->known)
        return result;
    for (int i = 0; i < TRIES && result == FAIL_CONFLICT; i++) {
        result = merge_again(store, record, base, choices, saving, why);
        if (result < 0)
            return result;
        result = store_save(store, saving->merge.record, &saving->version, why);
    }
    if (result == 0) {
        *version = saving->version;
        forget_own(saving, record);
    }
    return result;
}
