/* people.c - the users in an archive now, their talk outside games, and notices of changes; see
 * people.h. The store's live_backend stores them. */
#include "config.h"

#include "archive/live/journal.h"
#include "archive/live/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct presence {
    struct store *store;
    const struct live_backend *live;
    struct live_session *session;
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* id of the game where this session is; "" in the lobby */
};

int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why)
{
    struct live_session *session;
    const struct live_backend *live = store_live(store);
    int result = player_name_check(name, why);
    if (result == 0)
        result = live ? live->enter(&session, store, name, why) : live_refuse(why);
    if (result < 0)
        return result;
    struct presence *presence = memory_new(1, sizeof *presence);
    *presence = (struct presence){.store = store, .live = live, .session = session};
    snprintf(presence->name, sizeof presence->name, "%s", name);
    *out = presence;
    return 0;
}

static void say_where(struct presence *presence, const char *game, bool plays, const char *leads)
{
    struct person where = {.plays = plays, .leads = leads};
    snprintf(presence->game, sizeof presence->game, "%s", game);
    memcpy(where.game, presence->game, sizeof where.game);
    snprintf(where.text, sizeof where.text, "%s", leads ? leads : "");
    presence->live->go(presence->session, &where);
}

void presence_go(struct presence *presence, const char *game, bool plays)
{
    say_where(presence, game, plays, NULL);
}

void presence_go_back(struct presence *presence, const char *game)
{
    if (!strcmp(presence->game, game))
        presence_go(presence, "", false);
}

void presence_lead(struct presence *presence, const char *game, const char *text)
{
    say_where(presence, game, false, text);
}

struct baton {
    const struct live_backend *live;
    struct live_hold *hold;
};

int presence_take_baton(struct baton **out, const struct presence *presence, const char *game,
                        struct note *why)
{
    struct live_hold *hold;
    int result = presence->live->hold(&hold, presence->store, LIVE_HELD_LEAD, game, presence->name,
                                      "you cannot lead", why);
    if (result < 0)
        return result;
    *out = memory_new(1, sizeof **out);
    **out = (struct baton){.live = presence->live, .hold = hold};
    return 0;
}

void presence_lay_down(struct baton *baton)
{
    if (!baton)
        return;
    baton->live->release(baton->hold);
    free(baton);
}

void presence_leave(struct presence *presence)
{
    if (!presence)
        return;
    presence->live->leave(presence->session);
    free(presence);
}

int64_t presence_stamp(const struct presence *presence)
{
    return presence->live->stamp(presence->session);
}

/* Sorts by name, since a backend has no order, and the list should be stable. */
static int people_by_name(const void *a, const void *b)
{
    const struct person *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->game, other->game);
}

int presence_list(const struct presence *presence, struct person **list)
{
    int n = presence->live->people(presence->session, list);
    if (n > 1)
        qsort(*list, (size_t)n, sizeof **list, people_by_name);
    return n;
}

/* ---- Reads and writes talk outside live games; see people.h. */

void talk_begin(struct talk_room *talk, const char *room)
{
    *talk = (struct talk_room){0};
    snprintf(talk->room, sizeof talk->room, "%s", room);
}

void talk_clear(struct talk_room *talk)
{
    for (int i = 0; i < talk->n; i++)
        free(talk->v[i].text);
    free(talk->v);
    *talk = (struct talk_room){0};
}

/* ------------------------------------------------------------------------------------------------
 * reading */

int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why)
{
    int result = journal_line_read(line, length, 0, out, why);
    if (result < 0)
        return result;
    size_t bytes = strlen(value_text(&out->value, "text"));
    if (out->event != JOURNAL_CHAT)
        result = note_fail(why, FAIL_TEXT, -1, "it is not a chat line");
    else if (!bytes || bytes > TALK_BYTES_MAX)
        result =
            note_fail(why, FAIL_LIMIT, -1, "a chat line must have 1 to %d bytes", TALK_BYTES_MAX);
    else
        result = player_name_check(value_text(&out->value, "by"), why);
    if (result < 0)
        journal_record_clear(out);
    return result;
}

static bool people_keep(struct talk_room *talk, const char *line, size_t length)
{
    struct journal_record record = {0};
    if (talk_line_read(line, length, &record, NULL) < 0) {
        talk->passed++;
        return false;
    }
    const char *by = value_text(&record.value, "by");
    if (talk->n == TALK_ROOM_LINES) {
        free(talk->v[0].text);
        memmove(talk->v, talk->v + 1, (TALK_ROOM_LINES - 1) * sizeof *talk->v);
        talk->n--;
    }
    talk->v = memory_room(talk->v, &talk->space, talk->n + 1, sizeof *talk->v);
    struct said *said = &talk->v[talk->n++];
    *said = (struct said){.at = record.at, .text = memory_text(value_text(&record.value, "text"))};
    memcpy(said->by, by, strlen(by) + 1);
    talk->ever++;
    journal_record_clear(&record);
    return true;
}

int talk_read_on(struct talk_room *talk, struct store *store)
{
    const struct live_backend *live = store_live(store);
    char *bytes = NULL;
    size_t size = 0;
    int n = 0;
    if (live)
        live->hear(store, talk->room, &talk->place, &bytes, &size);
    for (size_t at = 0; bytes && at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end)
            break;
        n += people_keep(talk, bytes + at, (size_t)(end - bytes) - at);
        at = (size_t)(end + 1 - bytes);
    }
    free(bytes);
    return n;
}

/* ------------------------------------------------------------------------------------------------
 * writing */

static int people_check_flood(const struct talk_room *talk, int64_t now, const char *by,
                              struct note *why)
{
    enum { LINES = 10, TIME = 10000 };
    int lines = 0;
    for (int i = talk->n - 1; i >= 0 && talk->v[i].at > now - TIME; i--)
        lines += !strcmp(talk->v[i].by, by);
    return lines < LINES ? 0
                         : note_fail(why, FAIL_LIMIT, -1,
                                     "you can send at most %d lines in %d seconds; wait a little",
                                     LINES, TIME / 1000);
}

int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text,
             struct note *why)
{
    struct yaml_text line = {0};
    struct journal_record record;
    struct live_hold *hold;
    const struct live_backend *live = store_live(store);
    int result = player_name_check(by, why);
    if (result == 0 && !live)
        result = live_refuse(why);
    if (result == 0 && strlen(text) > TALK_BYTES_MAX)
        result =
            note_fail(why, FAIL_LIMIT, -1, "a chat line must have 1 to %d bytes", TALK_BYTES_MAX);
    if (result < 0)
        return result;
    journal_record_begin(&record, JOURNAL_CHAT);
    record.seq = 0;
    record.at = live->now(store);
    value_set(&record.value, "by", by, false);
    value_set(&record.value, "text", text, false);
    journal_line_write(&record, 0, &line);
    journal_record_clear(&record);
    /* Check first that the line can be read back. */
    result = talk_line_read(line.v, (size_t)line.n - 1, &record, why);
    journal_record_clear(&record);
    if (result < 0) {
        yaml_text_clear(&line);
        return result;
    }
    result = live->hold(&hold, store, LIVE_HELD_TALK, talk->room, by,
                        "not sent: the chat file cannot be written", why);
    if (result == 0) {
        talk_read_on(talk, store);
        result = people_check_flood(talk, live->now(store), by, why);
        if (result == 0)
            result = live->say(store, talk->room, &talk->place, line.v, (size_t)line.n, why);
        if (result == 0)
            talk_read_on(talk, store);
        live->release(hold);
    }
    yaml_text_clear(&line);
    return result;
}

/* ---- Notifies about live games, presence and talk; see people.h. */

struct live_watch {
    const struct live_backend *live; /* NULL: none */
    struct live_watcher *watcher;    /* NULL: none */
};

struct live_watch *live_watch_new(struct store *store)
{
    struct live_watch *watch = memory_new(1, sizeof *watch);
    watch->live = store_live(store);
    watch->watcher = watch->live ? watch->live->watch(store) : NULL;
    return watch;
}

void live_watch_add(struct live_watch *watch, enum live_watched what)
{
    if (watch->watcher)
        watch->live->watch_add(watch->watcher, what, NULL);
}

void live_watch_game(struct live_watch *watch, const char *id)
{
    if (watch->watcher)
        watch->live->watch_add(watch->watcher, LIVE_WATCH_GAMES, id);
}

int live_watch_fd(const struct live_watch *watch)
{
    return watch && watch->watcher ? watch->live->watch_fd(watch->watcher) : -1;
}

unsigned live_watch_told(struct live_watch *watch)
{
    return watch && watch->watcher ? watch->live->told(watch->watcher) : ~0u;
}

void live_watch_free(struct live_watch *watch)
{
    if (!watch)
        return;
    if (watch->watcher)
        watch->live->unwatch(watch->watcher);
    free(watch);
}
