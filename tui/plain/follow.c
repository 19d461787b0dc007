/* follow.c - plain mode's command `follow`: watching whatever game a person in the lobby plays. */
#include "config.h"
#include "tui/plain/lobby.h"

#include "archive/record/player_name.h"

#include <stdlib.h>
#include <string.h>

/* True if the user may be taken to another table without asking: not from a seat, nor while writing something. */
static bool may_be_led(const struct plain *plain)
{
    const struct plain_table *table = &plain->lobby->table;
    if (!plain->open)
        return true;
    if (plain->composing || plain->trial || plain_unsaved(plain) || plain->lobby->together.baton)
        return false;
    if (!table->journal)
        return plain_is_together(plain);
    return table->ended || table->side == NOBODY || plain_live_game(plain)->stage >= LIVE_OVER;
}

void plain_follow_on(struct plain *plain)
{
    struct lobby_place *place = &plain->lobby->place;
    char id[ULID_LENGTH + 1] = "";
    struct person *all;
    if (!*place->followed || !may_be_led(plain))
        return;
    int n = presence_list(place->presence, &all);
    for (int i = 0; i < n; i++)
        if (all[i].plays && !strcmp(all[i].name, place->followed))
            snprintf(id, sizeof id, "%s", all[i].game);
    free(all);
    if (!*id || !strcmp(id, place->shown) || !lobby_may_see(place, id)) /* private games are not announced */
        return;
    snprintf(place->shown, sizeof place->shown, "%s", id);
    if (plain->lobby->table.journal && !strcmp(plain->lobby->table.journal->live.id, id))
        return; /* the user is already there */
    plain_say(plain, "%s is playing, and you follow them", place->followed);
    plain_live_open(plain, id);
}

void plain_follow(struct plain *plain, const char *argument)
{
    struct lobby_place *place = &plain->lobby->place;
    struct note why;
    if (!*argument && !*place->followed) {
        plain_say(plain, "You follow nobody: follow NAME goes to the table of whatever they play");
    } else if (*place->followed && (!*argument || !strcmp(argument, place->followed))) {
        plain_say(plain, "You follow %s no more", place->followed);
        place->followed[0] = '\0';
    } else if (player_name_check(argument, &why) < 0) {
        plain_refuse(plain, why.text);
    } else if (!strcmp(argument, place->name)) {
        plain_say(plain, "That is you");
    } else {
        snprintf(place->followed, sizeof place->followed, "%s", argument);
        place->shown[0] = '\0';
        plain_say(plain, "You follow %s: what they play is opened for you; follow alone ends it", argument);
    }
}
