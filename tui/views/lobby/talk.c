/* talk.c - talk outside of games in progress, as paragraphs, and muting: see tui/session/lobby.h. */
#include "config.h"
#include "tui/session/lobby.h"

#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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

void lobby_mute(struct app *app, struct lobby_place *place, const char *name)
{
    char muted[MUTED_MAX * (PLAYER_NAME_MAX + 2)];
    bool heard = lobby_hears(place, name);
    struct note why;
    if (!*name && lobby_mutes_tell(place, muted, sizeof muted))
        app_say(app, "muted: %s; :mute NAME unmutes", muted);
    else if (!*name)
        app_say(app, "nobody is muted; :mute NAME mutes a player");
    else if (!strcmp(name, place->name))
        app_error(app, "that is you");
    else if (heard && player_name_check(name, &why) < 0)
        app_error(app, "%s", why.text);
    else if (!lobby_mute_turn(place, name))
        app_error(app, "at most %d people can be muted: :mute NAME unmutes one", MUTED_MAX);
    else
        app_say(app, heard ? "%s is muted; repeat to unmute" : "%s is unmuted", name);
}

/* "14:05", or the day if that is not today: "11-21". */
static void when(int64_t at, char *out, size_t size)
{
    time_t then = (time_t)(at / 1000), now = time(NULL);
    struct tm that, today;
    localtime_r(&then, &that);
    localtime_r(&now, &today);
    bool same = that.tm_year == today.tm_year && that.tm_yday == today.tm_yday;
    if (!strftime(out, size, same ? "%H:%M" : "%m-%d", &that))
        out[0] = '\0';
}

int lobby_talk_page(struct lobby_place *place, const struct talk_room *talk, struct page *page)
{
    int heard = 0;
    for (int i = 0; i < talk->n; i++)
        lobby_know(place, talk->v[i].by);
    if (talk->passed)
        page_addf(page, ROLE_DIM, 2, "%d %s of talk cannot be read and %s left out: chesscade verify tells which.", talk->passed,
                  talk->passed == 1 ? "line" : "lines", talk->passed == 1 ? "is" : "are");
    for (int i = 0; i < talk->n; i++) {
        const struct said *said = &talk->v[i];
        char at[16];
        if (!lobby_hears(place, said->by))
            continue;
        when(said->at, at, sizeof at);
        char *text = clean_copy(said->text, CLEAN_LINE);
        page_addf(page, ROLE_COMMENT, 2, "%s %s%s: %s", at, said->by, lobby_name_mark(place, said->by), text);
        free(text);
        heard++;
    }
    return heard;
}

void lobby_say(struct app *app, struct lobby_place *place, struct talk_room *talk, const char *text)
{
    struct note why;
    if (*text && talk_say(talk, place->store, place->name, text, &why) < 0)
        app_error(app, "%s", why.text);
}
