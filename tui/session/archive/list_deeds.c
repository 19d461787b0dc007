/* list_deeds.c - what a person does with the games of a list: see list_deeds.h. */
#include "config.h"

#include "tui/session/archive/list_deeds.h"

#include "archive/merge/merge_save.h"
#include "archive/search/collection.h"
#include "archive/util/sanitize.h"
#include "tui/session/archive/columns.h"
#include "tui/session/archive/games.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* True if the user may change the archive as a whole; otherwise *said names what is refused. */
static bool may_change(const struct store *store, bool guest, const char *what, struct note *said)
{
    if (guest) /* all guests share these games */
        note_set(said, -1, "only the archive's owner can %s games", what);
    return !guest && store_writable(store, said);
}

/* ---------------------------------------------------------------- deleting */

bool games_may_delete(const struct store *store, bool guest, struct note *said)
{
    return may_change(store, guest, "delete", said);
}

/* Write the number and the players of a game: "game 12, Ana - Ivo,"; "the game" if it is not in the
 * store. */
static void name_game(struct store *store, const char *id, char *out, size_t size)
{
    const struct listing *listing = store_listing(store, store_find(store, id));
    char seats[80] = "";
    if (!listing) {
        snprintf(out, size, "the game");
        return;
    }
    if (!listing->damaged)
        listing_seats(listing, true, seats, sizeof seats);
    char *clean = clean_copy(seats, CLEAN_LINE);
    snprintf(out, size, "game %d%s%s%s", store_find(store, id) + 1, *clean ? ", " : "", clean,
             *clean ? "," : "");
    free(clean);
}

void games_ask_delete(struct store *store, const char (*id)[ULID_LENGTH + 1], int n,
                      char out[LIST_QUESTION_ROOM])
{
    size_t used = 0;
    int with = store_collections_with(store, id, n);
    out[0] = '\0';
    if (with)
        text_add(out, LIST_QUESTION_ROOM, &used, "%d collection%s %s. ", with,
                 with == 1 ? " has" : "s have", n == 1 ? "the game" : "some of the games");
    char named[160];
    if (n == 1)
        name_game(store, id[0], named, sizeof named);
    else
        snprintf(named, sizeof named, "%d games", n);
    text_add(out, LIST_QUESTION_ROOM, &used, "Move %s to the trash?", named);
}

void deleted_games_clear(struct deleted_games *last)
{
    for (int i = 0; i < last->n; i++)
        record_free(last->v[i]);
    free(last->v);
    *last = (struct deleted_games){0};
}

int games_delete(struct store *store, const char (*id)[ULID_LENGTH + 1], int n,
                 struct deleted_games *last, int *gone, struct note *said)
{
    int packed = 0, missing = 0, result = 0;
    struct note why;
    char text[200] = "";
    size_t used = 0;
    struct deleted_games now = {.v = memory_new((size_t)n + 1, sizeof *now.v)};
    *gone = 0;
    for (int i = 0; i < n && (result >= 0 || result == FAIL_NAME); i++) {
        struct record *deleted = NULL;
        result = games_remove(store, id[i], &deleted, &why);
        bool stays = result >= 0 && store_find(store, id[i]) >= 0;
        *gone += result >= 0;
        packed += stays;
        missing += result == FAIL_NAME;
        if (deleted && !stays && n <= DELETED_MOST)
            now.v[now.n++] = deleted;
        else
            record_free(deleted);
    }
    if (*gone)
        deleted_games_clear(last);
    if (*gone)
        *last = now;
    else
        deleted_games_clear(&now);
    if (*gone) {
        text_add(text, sizeof text, &used, "%d game%s moved to the trash", *gone,
                 *gone == 1 ? "" : "s");
        if (packed)
            text_add(text, sizeof text, &used, "; %d stay%s in the list because the pack has %s",
                     packed, packed == 1 ? "s" : "", packed == 1 ? "it" : "them");
        if (missing)
            text_add(text, sizeof text, &used, "; %d %s gone already", missing,
                     missing == 1 ? "was" : "were");
    }
    if (result < 0 && result != FAIL_NAME)
        return note_fail(said, result, -1, "%s%s%s", text, *text ? "; " : "", why.text);
    if (!*gone)
        return note_fail(said, FAIL_NAME, -1,
                         n > 1 ? "the games are no longer in this archive"
                               : "the game is no longer in this archive");
    note_set(said, -1, "%s%s", text,
             !last->n       ? ""
             : last->n == 1 ? "; {undo} brings it back"
                            : "; {undo} brings them back");
    return 0;
}

int games_undelete(struct store *store, struct deleted_games *last, struct note *said)
{
    int *added = memory_new((size_t)last->n + 1, sizeof *added), back = 0, kept = 0;
    int result = store_add(store, last->v, last->n, added, said);
    for (int i = 0; result >= 0 && i < last->n; i++) {
        back += added[i] == 0;
        if (added[i] == 0 || added[i] == FAIL_CONFLICT) /* it is back, now or already */
            record_free(last->v[i]);
        else
            last->v[kept++] = last->v[i];
    }
    free(added);
    if (result < 0)
        return result;
    last->n = kept;
    if (!kept)
        deleted_games_clear(last);
    char rest[60] = "";
    if (kept)
        snprintf(rest, sizeof rest, "; %d cannot be put back", kept);
    note_set(said, -1, back == 1 ? "%d game is back%s" : "%d games are back%s", back, rest);
    return 0;
}

/* ---------------------------------------------------------------- duplicates */

/* The games as they were before a merge, for undoing it. */
struct pair_merge {
    struct duplicate_ids ids;
    struct record *before[2], *after;
    struct version version; /* the stored version of `after` */
};

static void pair_merge_clear(struct pair_merge *merge)
{
    record_free(merge->before[0]);
    record_free(merge->before[1]);
    record_free(merge->after);
}

void pairs_clear(struct duplicate_pairs *pairs)
{
    for (int i = 0; i < pairs->merges; i++)
        pair_merge_clear(&pairs->merge[i]);
    free(pairs->merge);
    free(pairs->v);
    *pairs = (struct duplicate_pairs){0};
}

void pairs_take(struct duplicate_pairs *pairs, struct store *store, const struct duplicate *found,
                int n)
{
    free(pairs->v);
    pairs->v = memory_new((size_t)n + 1, sizeof *pairs->v);
    pairs->n = n;
    for (int i = 0; i < n; i++)
        pairs->v[i] = (struct duplicate_pair){.ids = duplicate_ids_of(store, &found[i]),
                                              .exact = found[i].exact};
}

int pair_at(const struct duplicate_pair *pair, struct store *store, int which)
{
    char id[ULID_LENGTH + 1];
    duplicate_id(&pair->ids, which, id);
    int at = store_find(store, id);
    const struct listing *listing = at < 0 ? NULL : store_listing(store, at);
    return listing && !listing->damaged ? at : -1;
}

bool pair_may_merge(const struct duplicate_pair *pair, struct store *store, bool guest,
                    char out[LIST_QUESTION_ROOM], struct note *said)
{
    int first = pair_at(pair, store, 0);
    if (!may_change(store, guest, "merge", said))
        return false;
    if (pair->merged || first < 0 || pair_at(pair, store, 1) < 0) {
        note_set(said, -1,
                 pair->merged ? "these two games are merged already"
                              : "one of the two games is no longer here");
        return false;
    }
    snprintf(out, LIST_QUESTION_ROOM, "%s",
             store_loses_remarks(store, store_listing(store, first)->id)
                 ? "Merge the two games? Saving the first loses its # remarks; its old file and "
                   "the second go to the trash."
             : pair->exact
                 ? "Merge the two games? The first gets the notes of the second, which goes to "
                   "the trash."
                 : "These games differ. Merge them? The first keeps its headers, the second goes "
                   "to the trash.");
    return true;
}

int pairs_merge(struct duplicate_pairs *pairs, int i, struct store *store, struct note *said)
{
    struct pair_merge merge = {.ids = pairs->v[i].ids};
    char id[2][ULID_LENGTH + 1];
    int result = 0, differ = 0;
    for (int which = 0; which < 2; which++)
        duplicate_id(&pairs->v[i].ids, which, id[which]);
    for (int which = 0; which < 2 && result == 0; which++)
        result = merge_reload(store, id[which], &merge.before[which], NULL, said);
    if (result == 0)
        result = duplicates_merge(store, id[0], id[1], &differ, said);
    if (result == 0)
        result = merge_reload(store, id[0], &merge.after, &merge.version, said);
    store_scan(store, INT_MAX);
    if (result < 0) {
        pair_merge_clear(&merge);
        return result;
    }
    pairs->merge = memory_room(pairs->merge, &pairs->room, pairs->merges + 1, sizeof *pairs->merge);
    pairs->merge[pairs->merges++] = merge;
    pairs->v[i].merged = true;
    if (differ)
        note_set(
            said, -1,
            "merged; %d field%s of the second game differed; the trash keeps %s; {undo} undoes it",
            differ, differ == 1 ? "" : "s", differ == 1 ? "it" : "them");
    else
        note_set(said, -1, "merged; {undo} undoes it");
    return 0;
}

static int put_back(struct store *store, struct pair_merge *merge, struct note *why)
{
    struct record *first = record_copy(merge->before[0]);
    struct merge_saving saving = {0};
    int added = 0, result = store_add(store, &merge->before[1], 1, &added, why);
    if (result == 0 && added < 0 && added != FAIL_CONFLICT)
        result = note_fail(why, added, -1, "the second game cannot be put back");
    if (result == 0 && !record_same(merge->before[0], merge->after)) {
        first->rev = merge->after->rev;
        result = merge_save(store, first, &merge->version, merge->after, NULL, &saving, why);
    }
    merge_saving_clear(&saving);
    record_free(first);
    return result;
}

int pairs_unmerge(struct duplicate_pairs *pairs, struct store *store, char id[ULID_LENGTH + 1],
                  struct note *said)
{
    if (!pairs->merges)
        return note_fail(said, FAIL_NAME, -1, "nothing was merged here");
    struct pair_merge *merge = &pairs->merge[pairs->merges - 1];
    int result = put_back(store, merge, said);
    store_scan(store, INT_MAX);
    if (result < 0)
        return result;
    duplicate_id(&merge->ids, 0, id);
    for (int i = 0; i < pairs->n; i++)
        if (!memcmp(&pairs->v[i].ids, &merge->ids, sizeof merge->ids))
            pairs->v[i].merged = false;
    pair_merge_clear(merge);
    pairs->merges--;
    note_set(said, -1, "the merge is undone: these are two games again");
    return 0;
}

/* ---------------------------------------------------------------- importing */

bool games_may_import(const struct store *store, bool guest, struct note *said)
{
    return may_change(store, guest, "import", said);
}

int import_file_named(const char *typed, char path[PATH_ROOM], struct note *said)
{
    bool named = path_expand(typed, path, PATH_ROOM), folder = named && path_is_folder(path);
    if (!named || folder || access(path, R_OK) < 0)
        return note_fail(said, FAIL_SYSTEM, -1, "%.300s cannot be read: %s", typed,
                         !named   ? "the path is too long"
                         : folder ? "it is a folder"
                                  : strerror(errno));
    return 0;
}
