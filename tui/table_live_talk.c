/* table_live_talk.c - talk at a live table: who hears whom. See table_live.h. */
#include "config.h"
#include "tui/table_live_parts.h"

#include <string.h>

void table_live_notice_talk(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    int new = game->talks_ever - live->talks;
    for (int i = game->talks - new; i < game->talks; i++)
        live->unread += i >= 0 && live->records >= 0 && table_live_hears(live, &game->talk[i]) &&
                        strcmp(game->talk[i].by, live->place->name) != 0;
    if (new && table->focus != FOCUS_NOTES)
        table->notes_top = 1 << 20; /* the newest: the panel corrects it */
    if (table->focus == FOCUS_NOTES)
        live->unread = 0;
    live->talks = game->talks_ever;
}

bool table_live_hears(const struct table_live *live, const struct live_talk *talk)
{
    const struct live_game *game = &live->journal->live;
    bool seated = live_side_of(&live->journal->live, live->place->name) != NOBODY;
    for (int i = 0; i < live->place->mutes; i++)
        if (!strcmp(live->place->muted[i], talk->by))
            return false;
    if (!talk->gallery && talk->plies > game->game.plies - table_live_hidden(live))
        return false;
    return !talk->gallery || !seated || live->journal->live.stage >= LIVE_OVER;
}

bool table_live_said(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct journal_record record;
    if (!*text)
        return true;
    if (!table_live_on(table)) {
        app_error(view->app, "the game is in the archive: comments are written with c");
        return true;
    }
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", table->live->place->name, false);
    value_set(&record.value, "room", table->live->side == NOBODY ? "gallery" : "table", false);
    value_set(&record.value, "text", text, false);
    table_live_append(table, &record);
    return true;
}

void table_live_talk(struct table *table)
{
    struct app *app = table->view.app;
    table->live->unread = 0;
    struct prompt prompt = {.label = table->live->side == NOBODY ? "to the gallery: " : "to the table: ",
                            .done = table_live_said};
    app_prompt(app, &table->view, &prompt);
}

void table_live_mute(struct table *table, const char *name)
{
    struct lobby_place *place = table->live->place;
    struct app *app = table->view.app;
    for (int i = 0; i < place->mutes; i++)
        if (!strcmp(place->muted[i], name)) {
            memcpy(place->muted[i], place->muted[--place->mutes], sizeof place->muted[i]);
            app_say(app, "%s is heard again", name);
            return;
        }
    if (player_name_check(name, NULL) < 0 || place->mutes == MUTED_MAX) {
        app_error(app, ":mute NAME, and the same again to hear them; at most %d", MUTED_MAX);
        return;
    }
    snprintf(place->muted[place->mutes++], sizeof place->muted[0], "%s", name);
    app_say(app, "%s is not heard any more", name);
}
