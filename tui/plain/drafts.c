/* drafts.c - plain mode's drafts: listing games with unsaved changes, and resuming one. */
#include "config.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/result.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef char ulid_text[ULID_LENGTH + 1];

/* Read a draft without claiming it, so that other sessions can still resume it. False: it cannot be read. */
static bool look_at(struct plain *plain, const char *id, struct record **record, struct version *version)
{
    bool here = plain->open && !strcmp(plain_record(plain)->id, id);
    if (store_draft_load(plain->store, id, record, version, NULL) < 0)
        return false;
    if (!here)
        store_draft_leave(plain->store, id);
    return true;
}

/* True if the archive no longer has the game of a draft. Checks for recent changes by others first. */
static bool is_left(struct plain *plain, const char *id)
{
    if (store_draft_is_left(plain->store, id) && store_refresh(plain->store))
        store_scan(plain->store, INT_MAX);
    return store_draft_is_left(plain->store, id);
}

/* The drafts of this archive; the caller frees the list. The user's own folder also contains drafts for other
 * archives. */
static int drafts_here(struct plain *plain, ulid_text **ids)
{
    int n = store_drafts(plain->store, ids), kept = 0;
    for (int i = 0; i < n; i++) {
        struct record *record;
        struct version version;
        bool there = store_find(plain->store, (*ids)[i]) >= 0;
        if (!there && look_at(plain, (*ids)[i], &record, &version)) {
            there = version.known ? is_left(plain, (*ids)[i]) || store_find(plain->store, (*ids)[i]) >= 0
                                  : store_writable(plain->store, NULL);
            record_free(record);
        }
        if (there)
            memmove((*ids)[kept++], (*ids)[i], sizeof **ids);
    }
    return kept;
}

void plain_count_drafts(struct plain *plain)
{
    ulid_text *ids;
    int n = drafts_here(plain, &ids);
    if (n == 1)
        plain_say(plain, "A game has changes that were not saved; drafts shows it");
    else if (n)
        plain_say(plain, "%d games have changes that were not saved; drafts shows them", n);
    free(ids);
}

static void tell_draft(struct plain *plain, int number, const char *id)
{
    struct record *record;
    struct version version;
    if (!look_at(plain, id, &record, &version)) {
        plain_say(plain, "%d cannot be read", number);
        return;
    }
    char who[500] = "";
    size_t used = 0;
    if (!record_is_named(record)) /* games without names are listed by their title, as in the list of games */
        text_add(who, sizeof who, &used, "%.300s", record_text(record, "event.name"));
    for (int i = 0, n = used ? 0 : record_players(record); i < n; i++) {
        const char *name = record_player_known(record, record_player_side(record, i));
        text_add(who, sizeof who, &used, "%s%.150s", plain_between_players(i, n), *name ? name : "somebody");
    }
    plain_say(plain, "%d, %s, %s, %d %s: %s%s", number, record_variant(record), who, record->moves.n,
              record->moves.n == 1 ? "ply" : "plies", version.known ? "changes that are not saved" : "it was never saved",
              version.known && store_draft_is_left(plain->store, id) ? "; its game is not in the archive any more" : "");
    record_free(record);
}

void plain_tell_drafts(struct plain *plain, const char *argument)
{
    ulid_text *ids;
    int n = drafts_here(plain, &ids);
    (void)argument;
    for (int i = 0; i < n; i++)
        tell_draft(plain, i + 1, ids[i]);
    plain_say(plain, n ? "resume N continues one of them" : "There are no changes that were not saved");
    free(ids);
}

bool plain_stands_still(const struct plain *plain)
{
    return plain->open && plain->rules && !plain->play && !plain_live_on(plain) && !plain->trial && !plain->guessing &&
           !plain->options->restricted && !result_stands(plain_record(plain));
}

/* Resume playing a saved game that was only being read, with its clocks. */
static void play_on(struct plain *plain)
{
    struct spot end = spot_start();
    if (!plain_writable(plain))
        return;
    spot_end(plain_record(plain), &end);
    plain->play = true;
    plain_go(plain, &end);
    plain_clock_open(plain);
    plain_say(plain, "The game goes on");
    plain_tell(plain);
}

void plain_resume(struct plain *plain, const char *argument)
{
    if (!*argument && plain_stands_still(plain)) {
        play_on(plain);
        return;
    }
    ulid_text *ids;
    int n = drafts_here(plain, &ids), number = atoi(argument);
    struct record *record;
    struct version version;
    struct note why;
    if (!n) {
        plain_say(plain, "There are no unsaved drafts");
    } else if (number < 1 || number > n) {
        plain_say(plain, "Say the number of one of them: drafts shows %s", n == 1 ? "it" : "them");
    } else if (plain_may_close(plain)) {
        plain_close_game(plain);
        if (store_draft_load(plain->store, ids[number - 1], &record, &version, &why) == 0)
            plain_go_on(plain, record, &version);
        else
            plain_say(plain, "It cannot be read: %s", why.text);
    }
    free(ids);
}
