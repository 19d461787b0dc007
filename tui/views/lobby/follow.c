/* follow.c - follows a player from game to game: see tui/session/lobby.h. */
#include "config.h"
#include "tui/session/lobby.h"

#include <stdlib.h>
#include <string.h>

void lobby_follow(struct app *app, struct lobby_place *place, const char *name)
{
    place->shown[0] = '\0';
    if (*place->followed && (!*name || !strcmp(name, place->followed))) {
        app_say(app, "you no longer follow %s", place->followed);
        place->followed[0] = '\0';
    } else if (player_name_check(name, NULL) < 0 || !strcmp(name, place->name)) {
        app_error(app, ":follow NAME watches what they play");
    } else {
        snprintf(place->followed, sizeof place->followed, "%s", name);
        app_say(app, "you follow %s: their next game is opened for you", name);
    }
}

bool lobby_follow_on(struct app *app, struct lobby_place *place, const char *here)
{
    char id[ULID_LENGTH + 1] = "";
    struct person *all;
    if (!*place->followed || app_prompting(app))
        return false;
    int n = presence_list(place->presence, &all);
    bool together = false;
    for (int i = 0; i < n; i++)
        if (all[i].plays && !strcmp(all[i].name, place->followed)) {
            together = together || !strcmp(all[i].game, here);
            snprintf(id, sizeof id, "%s", all[i].game);
        }
    free(all);
    if (!*id || together || !strcmp(id, place->shown) || !lobby_may_see(place, id)) /* never reveal a private game */
        return false;
    snprintf(place->shown, sizeof place->shown, "%s", id);
    return lobby_open_table(app, place, id);
}
