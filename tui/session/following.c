/* following.c - a shared reading of an archive's game: see tui/session/following.h. */
#include "config.h"
#include "tui/session/following.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int together_others(struct lobby_place *place, const char *game, struct person **out)
{
    int n = presence_list(place->presence, out), kept = 0;
    for (int i = 0; i < n; i++)
        lobby_know(place, (*out)[i].name);
    for (int i = 0; i < n; i++)
        if (!(*out)[i].self && !strcmp((*out)[i].game, game))
            (*out)[kept++] = (*out)[i];
    return kept;
}

const struct person *together_leader(const struct person *person, int persons)
{
    for (int i = 0; i < persons; i++)
        if (person[i].leads)
            return &person[i];
    return NULL;
}

void together_write(int64_t rev, const struct spot *spot, char out[PRESENCE_TEXT_MAX + 1])
{
    char where[PRESENCE_TEXT_MAX - 24];
    struct spot shown = *spot;
    while (!spot_write(&shown, where, sizeof where) && spot_parent(&shown)) {
    }
    snprintf(out, PRESENCE_TEXT_MAX + 1, "%lld %s", (long long)rev, where);
}

bool together_read(const char *text, int64_t *rev, struct spot *spot)
{
    char *end;
    *rev = strtoll(text, &end, 10);
    return *end == ' ' && spot_read(end + 1, spot);
}
