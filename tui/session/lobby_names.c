/* lobby_names.c - detects names that look alike: see tui/session/lobby.h.
 *
 * Hosts that add players by key refuse lookalike names; users of a host have whatever names the system gave them. */
#include "config.h"
#include "tui/session/lobby.h"

#include <string.h>

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
        else /* anybody can challenge any name, so that alone must not cast suspicion on a real player */
            player_names_hear(&place->names, seat->name);
    }
    for (int i = 0; i < live->talks; i++)
        lobby_know(place, live->talk[i].by);
}

bool lobby_has_met(struct lobby_place *place, const char *name)
{
    enum { LATEST = 2000 /* games: a user waits for the answer */ };
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
