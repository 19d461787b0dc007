/* lobby.c - enters the lobby of an archive under a name, starts games, takes seats: see lobby.h. */
#include "config.h"

#include "tui/session/lobby/lobby.h"

#include "archive/replay/record_rules.h"
#include "core/position_text.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/system/paths.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void session_lobby_know(void *argument, const char *name)
{
    lobby_know(argument, name);
}

struct live_watch *lobby_watch(struct lobby_place *place)
{
    struct live_watch *watch = live_watch_new(place->store);
    live_watch_add(watch, LIVE_WATCH_GAMES);
    live_watch_add(watch, LIVE_WATCH_HERE);
    live_watch_add(watch, LIVE_WATCH_TALK);
    return watch;
}

/* Check that this name does not have too many sessions, because each session wakes all others. */
static int check_sessions(const struct lobby_place *place, struct note *why)
{
    struct person *person;
    int n = presence_list(place->presence, &person), own = 0;
    for (int i = 0; i < n; i++)
        own += !strcmp(person[i].name, place->name);
    free(person);
    return own <= SESSIONS_OF_A_PLAYER_MAX
               ? 0
               : note_fail(why, FAIL_LIMIT, -1,
                           "%s is at %d terminals here already: leave one of them first",
                           place->name, SESSIONS_OF_A_PLAYER_MAX);
}

int lobby_enter(struct lobby_place *place, const char *path, const char *name, bool appear,
                bool guest, struct note *why)
{
    struct lobby_place new = {0};
    char chance[ULID_LENGTH + 1], typed[PATH_ROOM];
    if (!name)
        name = lobby_own_name();
    int result = path ? 0 : place_own_make(why);
    if (result < 0)
        return result;
    if (path_expand(path ? path : place_own(), typed, sizeof typed))
        path = typed;
    result = *name || guest
                 ? player_name_check(name, why)
                 : note_fail(why, FAIL_TEXT, -1, "the system has no user name for this account");
    if (result < 0)
        return result;
    snprintf(new.name, sizeof new.name, "%s", name);
    ulid_new(chance);
    snprintf(new.session, sizeof new.session, "%s", chance + ULID_LENGTH - 7);
    result =
        store_open(&new.store, path, &(struct store_options){.user = name, .guest = guest}, why);
    if (result == 0)
        result = store_may_play(new.store, why);
    if (result == 0 && appear)
        result = presence_enter(&new.presence, new.store, name, why);
    if (result == 0 && appear)
        result = check_sessions(&new, why);
    if (result < 0) {
        lobby_leave(&new);
        return result;
    }
    new.path = memory_text(path);
    lobby_know(&new, name);
    store_members(new.store, session_lobby_know, &new);
    *place = new;
    return 0;
}

void lobby_leave(struct lobby_place *place)
{
    presence_leave(place->presence);
    store_close(place->store);
    free(place->path);
    player_names_clear(&place->names);
    free(place->round);
    *place = (struct lobby_place){0};
}

const char *lobby_own_name(void)
{
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_name ? entry->pw_name : "";
}

int lobby_append(struct journal *journal, struct journal_record *record, struct note *why)
{
    int result = journal_append(journal, record, why);
    journal_record_clear(record);
    if (result == 0 && journal->live.stage >= LIVE_OVER &&
        !live_is_news(&journal->live, journal_clock()))
        journal_finish(journal, why);
    return result;
}

int lobby_find(struct lobby_place *place, const char *id)
{
    int at = store_find(place->store, id);
    if (at >= 0)
        return at;
    store_refresh(place->store);
    while (store_scan(place->store, 1000)) {
    }
    return store_find(place->store, id);
}

void game_mark(const char *id, char out[GAME_MARK_ROOM])
{
    size_t length = strlen(id);
    snprintf(out, GAME_MARK_ROOM, "#%s", length > 4 ? id + length - 4 : id);
}

bool lobby_may_see(struct lobby_place *place, const char *id)
{
    struct journal *journal;
    if (journal_open(&journal, place->store, place->name, id, NULL) < 0)
        return true;
    bool may = !journal->live.rules || live_may_see(&journal->live, place->name);
    journal_free(journal);
    return may;
}

const char *lobby_asked(const struct live_game *live, int side, char *out, size_t size)
{
    if (live->rules->sides == 2 && side != NOBODY)
        snprintf(out, size, "%s is", live->seat[1 - side].name);
    else
        snprintf(out, size, "the others are");
    return out;
}

int lobby_sit_down(struct lobby_place *place, const char *id, struct note *why)
{
    struct journal *journal;
    struct journal_record record;
    int result = journal_open(&journal, place->store, place->name, id, why);
    if (result < 0)
        return result;
    /* try again, because somebody may take the seat just before us */
    for (int tries = 0; tries < SIDES_MAX; tries++) {
        int side = live_free_seat(&journal->live, place->name, NULL);
        if (side == NOBODY) {
            result = journal->live.rules
                         ? note_fail(why, FAIL_RULE, -1, "no seat is free any more")
                         : note_fail(why, FAIL_TEXT, -1, "the game cannot be shown: %s",
                                     journal->trouble.text);
            break;
        }
        journal_record_begin(&record, JOURNAL_ACCEPT);
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
        value_set(&record.value, "what", "seat", false);
        value_set(&record.value, "by", place->name, false);
        result = lobby_append(journal, &record, why);
        if (result != FAIL_RULE)
            break;
    }
    journal_free(journal);
    return result;
}

/* True if the game with this id is a rematch of `game` and reserves a seat for this user. */
static bool is_rematch(struct lobby_place *place, const struct live_game *game, const char *id)
{
    struct journal *journal;
    bool kept = false;
    if (!strcmp(id, game->id) || journal_open(&journal, place->store, place->name, id, NULL) < 0)
        return false;
    bool is = !strcmp(journal->live.after, game->id) &&
              live_free_seat(&journal->live, place->name, &kept) != NOBODY && kept;
    journal_free(journal);
    return is;
}

bool lobby_find_rematch(struct lobby_place *place, const struct live_game *game,
                        char id[ULID_LENGTH + 1], char by[PLAYER_NAME_MAX + 1])
{
    struct person *all;
    int n = presence_list(place->presence, &all);
    bool found = false;
    for (int i = 0; i < n && !found; i++) {
        found = all[i].plays && strcmp(all[i].name, place->name) != 0 &&
                live_side_of(game, all[i].name) != NOBODY && is_rematch(place, game, all[i].game);
        if (found) {
            snprintf(id, ULID_LENGTH + 1, "%.26s", all[i].game);
            snprintf(by, PLAYER_NAME_MAX + 1, "%s", all[i].name);
        }
    }
    free(all);
    return found;
}

int lobby_decline(struct lobby_place *place, const char *id, struct note *why)
{
    struct journal *journal;
    struct journal_record record;
    bool kept;
    int result = journal_open(&journal, place->store, place->name, id, why);
    if (result < 0)
        return result;
    int side = live_free_seat(&journal->live, place->name, &kept);
    if (side == NOBODY || !kept) {
        result = note_fail(why, FAIL_RULE, -1, "you are not invited to that game");
    } else {
        journal_record_begin(&record, JOURNAL_ACCEPT);
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
        value_set(&record.value, "what", "seat", false);
        value_set(&record.value, "by", place->name, false);
        value_set(&record.value, "agree", "no", false);
        result = lobby_append(journal, &record, why);
    }
    journal_free(journal);
    return result;
}

int lobby_withdraw(struct lobby_place *place, const char *id, struct note *why)
{
    struct journal *journal;
    struct journal_record record;
    int result = journal_open(&journal, place->store, place->name, id, why);
    if (result < 0)
        return result;
    int side = journal->live.rules ? live_side_of(&journal->live, place->name) : NOBODY;
    if (side == NOBODY || journal->live.stage != LIVE_SEATS) {
        result = note_fail(why, FAIL_RULE, -1,
                           side == NOBODY ? "you do not play in that game"
                                          : "that game has begun: open it to resign");
    } else {
        journal_record_begin(&record, JOURNAL_RESULT);
        value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
        value_set(&record.value, "why", "withdrawn", false);
        if (live_sides_may_change(&journal->live))
            value_set(&record.value, "by", place->name, false);
        result = lobby_append(journal, &record, why);
    }
    journal_free(journal);
    return result;
}

/* Returns in how many games this user has a seat. */
static int own_games(struct lobby_place *place)
{
    struct live_summary *list;
    int n = journal_list(place->store, &list), own = 0;
    for (int i = 0; i < n; i++) {
        struct journal *journal;
        if (journal_open(&journal, place->store, place->name, list[i].id, NULL) < 0)
            continue;
        own += journal->live.rules && journal->live.stage < LIVE_OVER &&
               live_side_of(&journal->live, place->name) != NOBODY;
        journal_free(journal);
    }
    free(list);
    return own;
}

static void lobby_write_seats(const struct lobby_place *place, const struct seek *seek,
                              struct value *map)
{
    char waits[SIDES_MAX + 1] = "";
    struct value *list = value_list(map, "sides");
    for (int side = 0, n = 0; side < seek->rules->sides; side++) {
        value_put(value_append(list), seek->name[side], STYLE_CANONICAL);
        if (strcmp(seek->name[side], place->name)) {
            waits[n++] = side_letter(side);
            waits[n] = '\0';
        }
    }
    if (*waits)
        value_set(map, "waits", waits, false);
}

int lobby_begin_game(struct lobby_place *place, const struct seek *seek, char id[ULID_LENGTH + 1],
                     struct note *why)
{
    enum { MINUTE = 60000 };
    struct journal_record open;
    if (place->begun[GAMES_BEGUN_MAX - 1] > journal_clock() - MINUTE)
        return note_fail(why, FAIL_LIMIT, -1,
                         "you can start at most %d games a minute; wait a little", GAMES_BEGUN_MAX);
    if (own_games(place) >= GAMES_OF_A_PLAYER_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "you already have %d games; finish one first",
                         GAMES_OF_A_PLAYER_MAX);
    journal_record_begin(&open, JOURNAL_OPEN);
    value_set(&open.value, "variant", seek->rules->id, false);
    rules_put_options(seek->rules, &open.value);
    if (*seek->control)
        value_set(&open.value, "control", seek->control, false);
    lobby_write_seats(place, seek, &open.value);
    if (seek->by_lot) {
        char version[16];
        snprintf(version, sizeof version, "%d", JOURNAL_VERSION_LOT);
        /* An older program that cannot draw sides by lot must refuse the game. */
        value_set(&open.value, "chesscade", version, true);
        value_set(&open.value, "lot", "yes", false);
    }
    if (seek->is_private)
        value_set(&open.value, "access", "private", false);
    if (seek->delay) {
        char delay[16];
        snprintf(delay, sizeof delay, "%d", seek->delay);
        value_set(&open.value, "delay", delay, true);
    }
    if (seek->is_strict)
        value_set(&open.value, "mode", "strict", false);
    if (seek->grace) {
        char grace[16];
        snprintf(grace, sizeof grace, "%d", seek->grace);
        value_set(&open.value, "grace", grace, true);
    }
    if (seek->after)
        value_set(&open.value, "after", seek->after, false);
    int result = journal_create(place->store, &open, id, why);
    journal_record_clear(&open);
    if (result == 0) {
        memmove(place->begun + 1, place->begun, (GAMES_BEGUN_MAX - 1) * sizeof *place->begun);
        place->begun[0] = journal_clock();
    }
    return result;
}

/* ---- Detects names that look alike: see lobby.h.
 *
 * Hosts that add players by SSH key refuse lookalike names, but the users of a host have whatever
 * names the system gave them. */

void lobby_know(struct lobby_place *place, const char *name)
{
    if (player_name_check(name, NULL) == 0)
        player_names_know(&place->names, name);
}

void lobby_know_seats(struct lobby_place *place, const struct live_game *live)
{
    for (int side = 0; live->rules && side < live->rules->sides; side++) {
        const struct live_seat *seat = &live->seat[side];
        if (seat->taken)
            lobby_know(place, seat->name);
        /* Anybody can invite any name, so an invitation alone must not cast suspicion on a real
         * player. */
        else
            player_names_hear(&place->names, seat->name);
    }
    for (int i = 0; i < live->talks; i++)
        lobby_know(place, live->talk[i].by);
}

bool lobby_has_met(struct lobby_place *place, const char *name)
{
    enum {
        LATEST = 2000 /* number of games that are examined, because a user waits for the answer */
    };
    if (player_names_met(&place->names, name))
        return true;
    store_refresh(place->store);
    while (store_scan(place->store, 1000)) {
    }
    int n = store_count(place->store);
    for (int at = n - 1; at >= 0 && at >= n - LATEST; at--) {
        const struct listing *listing = store_listing(place->store, at);
        for (int i = 0; i < listing->players && i < LISTING_PLAYERS; i++)
            if (!strcmp(listing->player[i], name))
                return true;
    }
    return false;
}

const char *lobby_name_mark(const struct lobby_place *place, const char *name)
{
    return place && *name && player_names_like(&place->names, name) ? "!" : "";
}

bool lobby_names_tell(const struct lobby_place *place, char *out, size_t size)
{
    size_t used = 0;
    char names[300];
    out[0] = '\0';
    if (player_names_tell(&place->names, place->name, names, sizeof names))
        text_add(out, size, &used, "look alike: %s", names);
    return used > 0;
}

/* ---- Muting: see lobby.h. */

bool lobby_hears(const struct lobby_place *place, const char *name)
{
    for (int i = 0; i < place->mutes; i++)
        if (!strcmp(place->muted[i], name))
            return false;
    return true;
}

bool lobby_mute_turn(struct lobby_place *place, const char *name)
{
    for (int i = 0; i < place->mutes; i++)
        if (!strcmp(place->muted[i], name)) {
            memmove(place->muted[i], place->muted[--place->mutes], sizeof place->muted[i]);
            return true;
        }
    if (place->mutes == MUTED_MAX)
        return false;
    snprintf(place->muted[place->mutes++], sizeof place->muted[0], "%s", name);
    return true;
}

bool lobby_mutes_tell(const struct lobby_place *place, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < place->mutes; i++)
        text_add(out, size, &used, "%s%s", i ? ", " : "", place->muted[i]);
    return place->mutes;
}
