/* following.c - shared reading on the screen, in messages and the status line: several people read
 * a game of the archive together (tui/session/lobby/shared_reading.h). What a leader does is
 * announced PUBLISH_AFTER milliseconds later. */
#include "config.h"
#include "archive/util/sanitize.h"
#include "tui/session/words/live_words.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/navigation.h"

#include "tui/views/game/game.h"
#include "tui/views/game/live.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    /* Milliseconds from a change to its announcement, so that quick changes are announced
     * together. */
    PUBLISH_AFTER = 200
};

/* -------------------------------------------------------------------------------------------
 * leading */

static void game_following_show_others(void *argument);

static void publish_soon(struct table *table)
{
    app_at_latest(&table->view, &table->publishing, app_now(table->view.app) + PUBLISH_AFTER,
                  game_following_show_others, table);
}

/* Announce the state of the game. If the user is writing something, wait until it is finished. */
static void game_following_show_others(void *argument)
{
    struct table *table = argument;
    if (!table->together || !table->together->baton)
        return;
    if (table->editing || table->game.trial)
        publish_soon(table);
    else
        reading_announce(table->together);
}

void table_together_changed(struct table *table)
{
    if (table->together && table->together->baton)
        publish_soon(table);
}

/* -------------------------------------------------------------------------------------------
 * news */

static void table_told_together(void *client, const struct reading_news *news)
{
    struct table *table = client;
    struct worded worded;
    switch (news->kind) {
    case READING_SAID:
        table->notes_top = 1 << 20; /* scroll to the newest line; the panel limits this value */
        return;
    case READING_SHOWN:
        table_stop(table);
        return;
    case READING_CAME: /* the status line shows who is here and who leads */
    case READING_WENT:
    case READING_LED:
    case READING_UNLED:
    case READING_UNSAVED: /* never told, since load_shown() merges */
    case READING_NOT_LOADED:
        return;
    case READING_LEADING:
        publish_soon(table);
        break;
    default:
        break;
    }
    reading_words(table->together, news, &worded);
    table_say(table, &worded);
}

/* -------------------------------------------------------------------------------------------
 * opening, closing, attending */

static void save_as_leader(void *client)
{
    session_save_answered(&((struct table *)client)->game, "");
}

static void load_shown(void *client)
{
    table_merge_look(client);
}

static bool is_busy(void *client)
{
    const struct table *table = client;
    return table->editing || table->game.composing;
}

void table_together_open(struct table *table, struct lobby_place *place)
{
    if (table->together || !place->presence)
        return;
    table->together = memory_new(1, sizeof *table->together);
    *table->together = (struct shared_reading){.tell = table_told_together,
                                               .save = save_as_leader,
                                               .load = load_shown,
                                               .busy = is_busy,
                                               .client = table,
                                               .place = place,
                                               .game = &table->game};
    if (!table->watch) {
        table->watch = live_watch_new(place->store);
        live_watch_add(table->watch, LIVE_WATCH_HERE);
    }
    live_watch_add(table->watch, LIVE_WATCH_TALK);
    app_watch(&table->view, &table->watching, live_watch_fd(table->watch), table_news, table);
    reading_open(table->together);
}

void table_together_close(struct table *table)
{
    if (!table->together)
        return;
    reading_close(table->together);
    free(table->together);
    table->together = NULL;
    table_watch_end(table);
}

void table_together_look(struct table *table)
{
    struct shared_reading *together = table->together;
    if (!together)
        return;
    live_watch_told(table->watch);
    reading_attend(together);
    table_led_on(table);
}

void table_together_moved(struct table *table)
{
    table_together_changed(table);
    if (table->together)
        reading_moved(table->together);
}

bool table_together_refuses(struct table *table)
{
    return table->together && reading_refuses(table->together);
}

/* -------------------------------------------------------------------------------------------
 * face */

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
    struct shared_reading *together = table->together;
    if (!together || !together->talk.n)
        return;
    page_gap(page);
    talk_page(together->place, &together->talk, page);
}

void table_together_face(const struct table *table, struct face *face)
{
    const struct shared_reading *together = table->together;
    char others[120] = "", before[sizeof face->status];
    size_t used = 0;
    if (!together || (!together->persons && !together->baton))
        return;
    const struct person *person = reading_leader(together);
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
