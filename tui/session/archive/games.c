/* games.c - single games of an archive by their ids: see games.h. */
#include "config.h"

#include "tui/session/archive/games.h"

#include "tui/session/archive/bookmarks.h"
#include "tui/system/paths.h"

#include <limits.h>
#include <string.h>

enum { PORTION = 1000 /* games that are scanned at once */ };

int games_place_of(struct store *store, const char *id)
{
    int at = store_find(store, id);
    while (at < 0 && store_scan(store, PORTION))
        at = store_find(store, id);
    return at < 0 ? store_find(store, id) : at;
}

bool games_go_to(const struct store *store)
{
    return store && store_writable(store, NULL) && path_is_folder(store_where(store)) &&
           !place_is_samples(store_where(store));
}

int games_open_own(struct store **out, struct note *why)
{
    struct note reason;
    int result = place_own_make(&reason);
    if (result == 0)
        result = store_open(out, place_own(), NULL, &reason);
    return result == 0
               ? 0
               : note_fail(why, result, -1, "this game cannot be saved anywhere: %s", reason.text);
}

int games_remove(struct store *store, const char *id, struct record **gone, struct note *why)
{
    struct record *record = NULL;
    struct version version;
    int at = games_place_of(store, id);
    int result = at < 0 ? note_fail(why, FAIL_NAME, -1, "the game is no longer in this archive")
                        : store_load(store, at, &record, &version, NULL, why);
    if (result == 0)
        result = store_remove(store, id, &version, why);
    bool keeps = gone && result >= 0;
    if (gone)
        *gone = keeps ? record : NULL;
    if (!keeps)
        record_free(record);
    return result;
}

bool games_draft_begun(const struct record *record, const struct version *version)
{
    const char *score = record_text(record, "result.score");
    return !version->known && (!*score || !strcmp(score, "*"));
}

bool games_draft_is_open(struct store *store, const char *id)
{
    char held[STORE_DRAFT_NAME_ROOM];
    store_draft_name(store, id, held, sizeof held);
    return *held;
}

int games_draft_read(struct store *store, const char *id, struct game_draft *draft)
{
    struct version version;
    bool open = games_draft_is_open(store, id);
    int result = store_draft_load(store, id, &draft->record, &version, NULL);
    if (result < 0)
        return result;
    draft->saved = version.known;
    draft->begun = games_draft_begun(draft->record, &version);
    draft->left = version.known && store_draft_is_left(store, id);
    if (!open)
        store_draft_leave(store, id);
    return 0;
}

/* True if the game of a draft is no longer in the archive. Recent changes by others are read
 * first. */
static bool is_left(struct store *store, const char *id)
{
    if (store_draft_is_left(store, id) && store_refresh(store))
        store_scan(store, INT_MAX);
    return store_draft_is_left(store, id);
}

int games_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1])
{
    int n = store_drafts(store, ids), kept = 0;
    for (int i = 0; i < n; i++) {
        const char *id = (*ids)[i];
        struct game_draft draft;
        bool there = store_find(store, id) >= 0;
        if (!there && games_draft_read(store, id, &draft) == 0) {
            there = draft.saved ? is_left(store, id) || store_find(store, id) >= 0
                                : store_writable(store, NULL);
            record_free(draft.record);
        }
        if (there)
            memmove((*ids)[kept++], id, sizeof **ids);
    }
    return kept;
}
