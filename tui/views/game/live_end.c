/* live_end.c - the end of a live game: its result, the archive's copy on the table, a rematch. See
 * tui/views/game/live.h. */
#include "config.h"
#include "tui/views/game/live_internal.h"

#include "tui/views/game/conflicts.h"
#include "tui/views/game/following.h"
#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHERS_FINISH = 3000 /* a watcher finishes a game only if no player has */ };

void table_live_tell_result(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    char score[24];
    live_score(game, score, sizeof score);
    snprintf(table->result_text, sizeof table->result_text, "%s  %s", score, game->reason);
    table->over = true;
    char refused[PLAYER_NAME_MAX + 24];
    lobby_refused(game, refused, sizeof refused);
    if (game->refused)
        app_say(table->view.app, "the game is off: %s", refused);
    else if (game->aborted)
        app_say(table->view.app, "the game is %s", game->reason);
    else
        app_say(table->view.app, "%s  %s  -  {actions}: rematch, annotate, leave", score, words_reason(game->reason));
}

/* The game is in the archive now: show that copy, which can be annotated. */
static void take_from_archive(struct table *table)
{
    struct table_live *live = table->live;
    struct record *record;
    struct version version;
    store_refresh(live->place->store);
    while (store_scan(live->place->store, 1000)) {
    }
    int at = store_find(live->place->store, live_game_of(table)->id);
    live->ended = true;
    presence_go(live->place->presence, live_game_of(table)->id, false);
    if (at < 0 || store_load(live->place->store, at, &record, &version, NULL, NULL) < 0) {
        note_set(&table->unwritable, -1, "nothing was played, so there is nothing to annotate");
        return;
    }
    table_live_put_record(table, record);
    table->from.store = live->place->store;
    table->from.version = version;
    table->writable = store_writable(live->place->store, &table->unwritable);
    table_merge_open(table);
    table_together_open(table, live->place);
}

void table_live_finish(struct table *table)
{
    struct table_live *live = table->live;
    struct note why;
    const struct live_game *game = live_game_of(table);
    bool players = live->side != NOBODY, opener = !strcmp(game->opener, live->place->name);
    bool late = journal_clock() - game->last_at > WATCHERS_FINISH, news = live_is_news(game, journal_clock());
    bool ours = news ? opener : players || late; /* the person who opened the game should see the news first */
    if (!live->journal->finished && ours && journal_finish(live->journal, &why) < 0)
        app_error(table->view.app, "the game cannot be put into the archive yet: %s", why.text);
    if (live->journal->finished || (news && !ours))
        take_from_archive(table);
}

void table_live_look_for_rematch(struct table *table)
{
    struct table_live *live = table->live;
    char by[PLAYER_NAME_MAX + 1];
    if (!*live->rematch && lobby_find_rematch(live->place, live_game_of(table), live->rematch, by))
        app_say(table->view.app, "%s%s asks for a rematch: :rematch (or {actions}) sits down", by, table_name_mark(table, by));
}

void table_live_open_instead(struct table *table, const char *id)
{
    struct app *app = table->view.app;
    if (!lobby_open_table(app, table->live->place, id))
        return;
    table->live->replaced = true;
    app_close(app, &table->view);
}

/* Start a rematch: the players rotate by one seat; the others are invited. */
void table_live_rematch(struct table *table)
{
    const struct live_game *game = live_game_of(table);
    struct app *app = table->view.app;
    struct lobby_place *place = table->live->place;
    struct seek seek = {.rules = table->rules, .control = game->control_text, .is_private = game->is_private,
                        .is_strict = !game->casual, .delay = game->gallery_delay, .grace = game->grace,
                        .after = game->id};
    char id[ULID_LENGTH + 1];
    struct note why;
    table_live_look_for_rematch(table);
    if (*table->live->rematch && lobby_sit_down(place, table->live->rematch, &why) == 0) {
        table_live_open_instead(table, table->live->rematch);
        return;
    }
    for (int side = 0; side < table->rules->sides; side++)
        seek.name[side] = game->seat[(side + 1) % table->rules->sides].name;
    if (lobby_begin_game(place, &seek, id, &why) < 0) {
        app_error(app, "%s", why.text);
        return;
    }
    table_live_open_instead(table, id);
}
