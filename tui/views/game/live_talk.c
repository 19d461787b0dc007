/* live_talk.c - chat at a live table. See tui/views/game/live.h. */
#include "config.h"
#include "tui/views/game/live_internal.h"

#include <string.h>

void table_live_notice_talk(struct table *table)
{
    struct table_live *live = table->live;
    const struct live_game *game = live_game_of(table);
    bool new = game->talks_ever > live->talks;
    for (int i = game->talks - 1; i >= 0 && game->talk[i].number > live->talks; i--)
        live->unread += live->records >= 0 && table_live_hears(live, &game->talk[i]) &&
                        strcmp(game->talk[i].by, live->place->name) != 0;
    if (new && table->focus != FOCUS_NOTES)
        table->notes_top = 1 << 20; /* the newest: the panel clamps this */
    if (table->focus == FOCUS_NOTES)
        live->unread = 0;
    live->talks = game->talks_ever;
}

bool table_live_hears(const struct table_live *live, const struct live_talk *talk)
{
    return lobby_hears(live->place, talk->by) && live_hears(&live->journal->live, live->place->name, talk);
}

bool table_live_said(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct journal_record record;
    if (!*text)
        return true;
    if (!table_live_on(table)) {
        app_error(view->app, "nothing was played here, and the game is over: talk in the lobby");
        return true;
    }
    journal_record_begin(&record, JOURNAL_CHAT);
    value_set(&record.value, "by", table->live->place->name, false);
    value_set(&record.value, "room", live_room(live_game_of(table), table->live->place->name), false);
    value_set(&record.value, "text", text, false);
    table_live_append(table, &record);
    return true;
}

void table_live_talk(struct table *table)
{
    struct app *app = table->view.app;
    table->live->unread = 0;
    struct prompt prompt = {.label = live_plays(live_game_of(table), table->live->place->name)
                                         ? "to the table: "
                                         : "to the gallery: ",
                            .done = table_live_said};
    app_prompt(app, &table->view, &prompt);
}
