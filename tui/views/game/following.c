/* following.c - shared reading on the screen: leading, following, announcing. game_internal.h
 * explains the idea.
 *
 * The view is in one of three states. It leads if it holds the baton (the lock of the leader):
 * every move to another spot and every change schedules an announcement PUBLISH_AFTER milliseconds
 * later, which saves first, so that followers can load the announced revision. It follows if it has
 * no baton and `local` is false: each tick compares the leader's announcement with the last one
 * that was followed (`shown`), loads the revision and goes to the spot, unless the user is writing,
 * composing or trying something. It is local if the user chose to be, or moved away from the
 * leader: game_following_follow() sets `local` during its own move, so that this move is not
 * mistaken for one of the user's. */
#include "config.h"
#include "archive/util/sanitize.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/navigation.h"

#include "tui/views/game/game.h"
#include "tui/views/game/live.h"
#include "tui/session/lobby/lobby_games.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* Milliseconds from a change to its announcement, so that quick changes are announced
     * together. */
    PUBLISH_AFTER = 200
};

static const char *game_following_id_of(const struct table *table)
{
    return table_record(table)->id;
}

static const struct person *game_following_leader(const struct table_together *together)
{
    return together_leader(together->person, together->persons);
}

/* The leader whom this user follows; NULL: nobody. */
static const struct person *game_following_followed(const struct table *table)
{
    const struct table_together *together = table->together;
    return together && !together->baton && !together->local ? game_following_leader(together)
                                                            : NULL;
}

static void game_following_look_who_is_here(struct table *table)
{
    struct table_together *together = table->together;
    free(together->person);
    together->persons =
        together_others(together->place, game_following_id_of(table), &together->person);
}

/* -------------------------------------------------------------------------------------------
 * opening, closing */

void table_together_open(struct table *table, struct lobby_place *place)
{
    if (table->together || !place->presence)
        return;
    table->together = memory_new(1, sizeof *table->together);
    table->together->place = place;
    talk_begin(&table->together->talk, game_following_id_of(table));
    if (!table->watch) {
        table->watch = live_watch_new(place->store);
        live_watch_add(table->watch, LIVE_WATCH_HERE);
    }
    live_watch_add(table->watch, LIVE_WATCH_TALK);
    app_watch(&table->view, &table->watching, live_watch_fd(table->watch), table_news, table);
    talk_read_on(&table->together->talk, place->store);
    presence_go(place->presence, game_following_id_of(table), false);
    game_following_look_who_is_here(table);
}

static void lay_down(struct table_together *together)
{
    presence_lay_down(together->baton);
    together->baton = NULL;
    together->unpublished = false;
}

void table_together_close(struct table *table)
{
    struct table_together *together = table->together;
    if (!together)
        return;
    lay_down(together);
    presence_go_back(together->place->presence, game_following_id_of(table));
    free(together->person);
    talk_clear(&together->talk);
    free(together);
    table->together = NULL;
    table_watch_end(table);
}

/* -------------------------------------------------------------------------------------------
 * leading */

static void game_following_publish(struct table *table)
{
    struct table_together *together = table->together;
    char text[PRESENCE_TEXT_MAX + 1];
    together_write(table_record(table)->rev, &table->game.spot, text);
    together->unpublished = false;
    presence_lead(together->place->presence, game_following_id_of(table), text);
}

static void game_following_show_others(void *argument);

static void publish_soon(struct table *table)
{
    struct table_together *together = table->together;
    together->unpublished = true;
    app_at_latest(&table->view, &table->publishing, app_now(table->view.app) + PUBLISH_AFTER,
                  game_following_show_others, table);
}

static void take_baton(struct table *table)
{
    struct table_together *together = table->together;
    struct note why;
    int result = presence_take_baton(&together->baton, together->place->presence,
                                     game_following_id_of(table), &why);
    if (result < 0) {
        app_error(table->view.app, "%s",
                  result == FAIL_BUSY ? "someone else took the lead just now" : why.text);
        return;
    }
    together->local = false;
    publish_soon(table);
    app_say(table->view.app,
            "you lead: the others see what you see, and every change is saved; :lead stops");
}

static void game_following_lead(struct table *table)
{
    struct table_together *together = table->together;
    game_following_look_who_is_here(table);
    const struct person *other = game_following_leader(together);
    if (together->baton) {
        lay_down(together);
        presence_go(together->place->presence, game_following_id_of(table), false);
        app_say(table->view.app, "you no longer lead");
    } else if (other) {
        app_error(table->view.app, "%s leads; you can lead after they stop (:lead)", other->name);
    } else {
        take_baton(table);
    }
}

/* Save changes, then announce the new state. If the user is writing something, wait until it is
 * finished. */
static void game_following_show_others(void *argument)
{
    struct table *table = argument;
    struct table_together *together = table->together;
    if (!together || !together->baton || !together->unpublished)
        return;
    if (table->editing || table->game.trial) {
        publish_soon(table);
        return;
    }
    if (!edits_saved(&table->game.edits))
        table_save_merged(table);
    game_following_publish(table);
}

/* -------------------------------------------------------------------------------------------
 * following */

static void game_following_follow(struct table *table, const struct person *person)
{
    struct table_together *together = table->together;
    struct spot spot;
    int64_t rev;
    bool spotted = together_read(person->text, &rev, &spot);
    if (!strcmp(together->shown, person->text) || table->editing || table->composing ||
        table->game.trial)
        return;
    snprintf(together->shown, sizeof together->shown, "%s", person->text);
    if (rev != table_record(table)->rev)
        table_merge_look(table);
    if (!spotted || !spot_valid(table_record(table), &spot))
        return;
    table_stop(table);
    bool before = together->local;
    together->local = true; /* while `local` is set, this move does not count as the user's own */
    if (!spot_same(&spot, &table->game.spot))
        session_go(&table->game, &spot);
    together->local = before;
}

static void go_along(struct table *table)
{
    struct table_together *together = table->together;
    const struct person *person = game_following_leader(together);
    together->local = !together->local;
    together->shown[0] = '\0';
    if (together->local)
        app_say(table->view.app, "LOCAL: you go your own way; repeat the command to follow");
    else if (person)
        app_say(table->view.app, "SYNC: you see what %s shows", person->name);
    else
        app_say(table->view.app, "SYNC: you follow the player who leads; nobody does yet "
                                 "(:lead)");
    if (game_following_followed(table))
        game_following_follow(table, game_following_followed(table));
}

void table_together_look(struct table *table)
{
    struct table_together *together = table->together;
    if (!together)
        return;
    live_watch_told(table->watch);
    game_following_look_who_is_here(table);
    if (talk_read_on(&together->talk, together->place->store))
        table->notes_top = 1 << 20; /* scroll to the newest line; the panel limits this value */
    if (!together->baton && app_top(table->view.app) == &table->view &&
        edits_saved(&table->game.edits) && !table->menu.title &&
        lobby_follow_on(table->view.app, together->place, game_following_id_of(table))) {
        app_close(table->view.app, &table->view);
        return;
    }
    if (game_following_followed(table))
        game_following_follow(table, game_following_followed(table));
}

void table_together_moved(struct table *table)
{
    struct table_together *together = table->together;
    const struct person *person = game_following_followed(table);
    if (together && together->baton)
        publish_soon(table);
    if (!person)
        return;
    together->local = true;
    app_say(table->view.app, "LOCAL: you go your own way; {sync} shows again what %s shows",
            person->name);
}

void table_together_changed(struct table *table)
{
    if (table->together && table->together->baton)
        publish_soon(table);
}

bool table_together_refuses(struct table *table)
{
    const struct person *person = game_following_followed(table);
    if (!person)
        return false;
    app_error(table->view.app, "you follow %s; to write your own notes, press {sync} first",
              person->name);
    return true;
}

/* -------------------------------------------------------------------------------------------
 * requests, face */

static bool game_following_typed_talk(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    if (table->together)
        lobby_talk(table->together->place, &table->together->talk, text);
    table->notes_top = 1 << 20;
    return true;
}

static void game_following_talk(struct table *table, const char *text)
{
    struct prompt prompt = {.label = "to all here: ", .done = game_following_typed_talk};
    if (*text)
        game_following_typed_talk(&table->view, text);
    else
        app_prompt(table->view.app, &table->view, &prompt);
}

/* "14:05", or the day if that is not today: "11-21". */
static void talk_when(int64_t at, char *out, size_t size)
{
    time_t then = (time_t)(at / 1000), now = time(NULL);
    struct tm that, today;
    localtime_r(&then, &that);
    localtime_r(&now, &today);
    bool same = that.tm_year == today.tm_year && that.tm_yday == today.tm_yday;
    if (!strftime(out, size, same ? "%H:%M" : "%m-%d", &that))
        out[0] = '\0';
}

int talk_page(struct lobby_place *place, const struct talk_room *talk, struct page *page)
{
    int heard = 0;
    for (int i = 0; i < talk->n; i++)
        lobby_know(place, talk->v[i].by);
    if (talk->passed)
        page_addf(
            page, ROLE_DIM, 2,
            "%d %s of the chat cannot be read and %s left out; \"chesscade verify\" lists them.",
            talk->passed, talk->passed == 1 ? "line" : "lines", talk->passed == 1 ? "is" : "are");
    for (int i = 0; i < talk->n; i++) {
        const struct said *said = &talk->v[i];
        char at[16];
        if (!lobby_hears(place, said->by))
            continue;
        talk_when(said->at, at, sizeof at);
        char *text = clean_copy(said->text, CLEAN_LINE);
        page_addf(page, ROLE_COMMENT, 2, "%s %s%s: %s", at, said->by,
                  lobby_name_mark(place, said->by), text);
        free(text);
        heard++;
    }
    return heard;
}

void table_together_notes(const struct table *table, struct page *page)
{
    struct table_together *together = table->together;
    if (!together || !together->talk.n)
        return;
    page_gap(page);
    talk_page(together->place, &together->talk, page);
}

int table_together_can(const struct table *table, enum request request)
{
    if (table->together && (request == REQ_CHAT || request == REQ_MUTE))
        return !(table->live && !table->live->at.ended);
    if (request != REQ_LEAD && request != REQ_SYNC)
        return -1;
    return table->together && table->game.writable && table->game.store;
}

bool table_together_request(struct table *table, const struct event *event)
{
    if (table_together_can(table, event->request) != 1)
        return false;
    if (event->request == REQ_CHAT)
        game_following_talk(table, event->argument);
    else if (event->request == REQ_MUTE)
        lobby_mute_player(table->together->place, event->argument);
    else if (event->request == REQ_LEAD)
        game_following_lead(table);
    else
        go_along(table);
    return true;
}

void table_together_face(const struct table *table, struct face *face)
{
    const struct table_together *together = table->together;
    char others[120] = "", before[sizeof face->status];
    size_t used = 0;
    if (!together || (!together->persons && !together->baton))
        return;
    const struct person *person = game_following_leader(together);
    for (int i = 0; i < together->persons && i < 4; i++)
        text_add(others, sizeof others, &used, "%s%s%s", i ? ", " : "", together->person[i].name,
                 table_name_mark(table, together->person[i].name));
    if (together->persons > 4)
        text_add(others, sizeof others, &used, " and %d more", together->persons - 4);
    snprintf(before, sizeof before, "%s", face->status);
    if (together->baton)
        snprintf(face->status, sizeof face->status, "LEAD %s%.120s   ",
                 together->persons ? "- here: " : "", others);
    else if (person)
        snprintf(face->status, sizeof face->status, "%s - %s%s leads   ",
                 together->local ? "LOCAL - gs: SYNC" : "SYNC", person->name,
                 table_name_mark(table, person->name));
    else
        snprintf(face->status, sizeof face->status, "here: %.120s - :lead   ", others);
    used = strlen(face->status);
    text_add(face->status, sizeof face->status, &used, "%.100s", before);
    face->status_of_ply = false;
}
