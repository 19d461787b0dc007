/* live_memory.c - keeps live games, people and talk in memory: see live_memory.h, and
 * live_backend.h for what each function promises.
 *
 * All stores opened at one path share one struct live_memory_place, which exists until
 * live_memory_clear(). The bytes of a log count their users: the open logs that read them, and the
 * list that contains them. They are freed with their last user. */
#include "config.h"

#include "archive/store/memory/live_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TALK_MOST = 256 << 10, NAME_MOST = LIVE_NAME_ROOM };

struct kept_bytes {
    char name[NAME_MOST]; /* the id of a game, or the name of a room */
    char *v;              /* [n] */
    size_t n;
    uint64_t number; /* never used twice */
    int users;       /* number of open logs with these bytes, plus one for the list they are in */
    enum live_log_state state;
};

struct kept_list {
    struct kept_bytes **v; /* [n] */
    int n, room;
};

struct live_memory_place {
    char *where;
    struct kept_list games, rooms, trash;
    struct live_hold **hold; /* [holds] */
    int holds, hold_room;
    struct live_session **session; /* [sessions] */
    int sessions, session_room;
    struct live_watcher **watcher; /* [watchers] */
    int watchers, watcher_room;
    int64_t stamp;
};

struct live_log {
    struct live_memory_place *place;
    struct kept_bytes *bytes;
};

struct live_hold {
    struct live_memory_place *place;
    enum live_held held;
    char name[NAME_MOST], user[PLAYER_NAME_MAX + 1];
};

struct live_session {
    struct live_memory_place *place;
    struct person person;
};

struct live_watcher {
    struct live_memory_place *place;
    unsigned what, told;
    char game[ULID_LENGTH + 1]; /* the id of the only game watched; "" if all games are watched */
    int pipe[2];                /* the pipe contains one byte while `told` is not zero */
};

static struct {
    struct live_memory_place **v; /* [n] */
    int n, room;
    uint64_t numbers;
} places;

/* ------------------------------------------------------------------------------- places and
 * bytes */

static struct live_memory_place *place_of(const struct store *store)
{
    const char *where = store_where(store);
    for (int i = 0; i < places.n; i++)
        if (!strcmp(places.v[i]->where, where))
            return places.v[i];
    places.v = memory_room(places.v, &places.room, places.n + 1, sizeof *places.v);
    struct live_memory_place *place = memory_new(1, sizeof *place);
    *place = (struct live_memory_place){.where = memory_text(where)};
    return places.v[places.n++] = place;
}

static struct kept_bytes *bytes_new(const char *name, const char *v, size_t n)
{
    struct kept_bytes *bytes = memory_new(1, sizeof *bytes);
    *bytes = (struct kept_bytes){
        .v = memory_new(n + 1, 1), .n = n, .number = ++places.numbers, .users = 1};
    memcpy(bytes->v, v, n);
    snprintf(bytes->name, sizeof bytes->name, "%s", name);
    return bytes;
}

static void bytes_leave(struct kept_bytes *bytes)
{
    if (--bytes->users)
        return;
    free(bytes->v);
    free(bytes);
}

/* Writes `n` bytes at the offset `at` and drops everything that was behind it. */
static void bytes_put(struct kept_bytes *bytes, size_t at, const char *v, size_t n)
{
    char *all = memory_new(at + n + 1, 1);
    memcpy(all, bytes->v, at);
    memcpy(all + at, v, n);
    free(bytes->v);
    bytes->v = all;
    bytes->n = at + n;
}

static int kept_find(const struct kept_list *list, const char *name)
{
    int at = list->n - 1;
    while (at >= 0 && strcmp(list->v[at]->name, name) != 0)
        at--;
    return at;
}

/* Adds bytes to a list. The list then counts as their user instead of the caller. */
static void kept_add(struct kept_list *list, struct kept_bytes *bytes)
{
    list->v = memory_room(list->v, &list->room, list->n + 1, sizeof *list->v);
    list->v[list->n++] = bytes;
}

static void kept_clear(struct kept_list *list)
{
    for (int i = 0; i < list->n; i++)
        bytes_leave(list->v[i]);
    free(list->v);
}

static void tell(struct live_memory_place *place, enum live_watched what, const char *game)
{
    for (int i = 0; i < place->watchers; i++) {
        struct live_watcher *watcher = place->watcher[i];
        bool meant = (watcher->what & what) != 0 &&
                     (what != LIVE_WATCH_GAMES || !*watcher->game || !strcmp(watcher->game, game));
        if (!meant)
            continue;
        if (!watcher->told && write(watcher->pipe[1], "", 1) < 0)
            continue;
        watcher->told |= what;
    }
}

void live_memory_clear(void)
{
    for (int i = 0; i < places.n; i++) {
        struct live_memory_place *place = places.v[i];
        kept_clear(&place->games);
        kept_clear(&place->rooms);
        kept_clear(&place->trash);
        free(place->hold);
        free(place->session);
        free(place->watcher);
        free(place->where);
        free(place);
    }
    free(places.v);
    places.v = NULL;
    places.n = places.room = 0;
}

/* --------------------------------------------------------------------------------- time and
 * holds */

static int64_t live_memory_now(struct store *store)
{
    struct timespec now;
    (void)store;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Fails at once if the lock is held: waiting would be useless, because its holder is in this
 * process, too. */
static int live_memory_hold(struct live_hold **out, struct store *store, enum live_held held,
                            const char *name, const char *user, const char *what, struct note *why)
{
    struct live_memory_place *place = place_of(store);
    (void)what;
    for (int i = 0; i < place->holds; i++)
        if (place->hold[i]->held == held && !strcmp(place->hold[i]->name, name))
            return note_fail(why, FAIL_BUSY, -1, "%s is saving this game; try again",
                             place->hold[i]->user);
    struct live_hold *hold = memory_new(1, sizeof *hold);
    *hold = (struct live_hold){.place = place, .held = held};
    snprintf(hold->name, sizeof hold->name, "%s", name);
    snprintf(hold->user, sizeof hold->user, "%s", user);
    place->hold =
        memory_room(place->hold, &place->hold_room, place->holds + 1, sizeof *place->hold);
    place->hold[place->holds++] = hold;
    *out = hold;
    return 0;
}

static void live_memory_release(struct live_hold *hold)
{
    struct live_memory_place *place = hold->place;
    int at = 0;
    while (place->hold[at] != hold)
        at++;
    place->hold[at] = place->hold[--place->holds];
    free(hold);
}

/* ------------------------------------------------------------------------------------------
 * games */

static int summary_by_id(const void *a, const void *b)
{
    const struct live_summary *one = a, *other = b;
    return strcmp(one->id, other->id);
}

static int live_memory_list(struct store *store, struct live_summary **list)
{
    const struct kept_list *games = &place_of(store)->games;
    *list = games->n ? memory_new((size_t)games->n, sizeof **list) : NULL;
    for (int i = 0; i < games->n; i++) {
        (*list)[i] = (struct live_summary){.size = (int64_t)games->v[i]->n};
        memcpy((*list)[i].id, games->v[i]->name, sizeof(*list)[i].id);
    }
    if (games->n)
        qsort(*list, (size_t)games->n, sizeof **list, summary_by_id);
    return games->n;
}

static int64_t live_memory_size(struct store *store, const char *id)
{
    const struct kept_list *games = &place_of(store)->games;
    int at = kept_find(games, id);
    return at < 0 ? -1 : (int64_t)games->v[at]->n;
}

static int live_memory_create(struct store *store, const char *id, const char *bytes, size_t size,
                              struct note *why)
{
    struct live_memory_place *place = place_of(store);
    if (kept_find(&place->games, id) >= 0)
        return note_fail(why, FAIL_CONFLICT, -1, "there is a game with this id");
    kept_add(&place->games, bytes_new(id, bytes, size));
    tell(place, LIVE_WATCH_GAMES, id);
    return 0;
}

static int live_memory_open(struct live_log **out, struct store *store, const char *id,
                            bool to_write, struct note *why)
{
    struct live_memory_place *place = place_of(store);
    int at = kept_find(&place->games, id);
    (void)to_write;
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "there is no such live game");
    struct live_log *log = memory_new(1, sizeof *log);
    *log = (struct live_log){.place = place, .bytes = place->games.v[at]};
    log->bytes->users++;
    *out = log;
    return 0;
}

static void live_memory_close(struct live_log *log)
{
    bytes_leave(log->bytes);
    free(log);
}

static int64_t live_memory_length(const struct live_log *log)
{
    return (int64_t)log->bytes->n;
}

static int live_memory_read(struct live_log *log, enum live_reading reading, int64_t from,
                            char *bytes, size_t room, size_t *size)
{
    size_t there = log->bytes->n > (size_t)from ? log->bytes->n - (size_t)from : 0;
    (void)reading; /* no failure can take bytes in memory back */
    *size = there < room ? there : room;
    if (*size)
        memcpy(bytes, log->bytes->v + from, *size);
    return 0;
}

static enum live_log_state live_memory_state(const struct live_log *log)
{
    return log->bytes->state;
}

static bool live_memory_renew(struct live_log *log)
{
    int at = kept_find(&log->place->games, log->bytes->name);
    if (at < 0)
        return false;
    bytes_leave(log->bytes);
    log->bytes = log->place->games.v[at];
    log->bytes->users++;
    return true;
}

static int live_memory_append(struct live_log *log, int64_t at, const char *bytes, size_t size,
                              struct note *why)
{
    if ((size_t)at > log->bytes->n)
        return note_fail(why, FAIL_SYSTEM, -1, "the journal cannot be written; nothing was done");
    bytes_put(log->bytes, (size_t)at, bytes, size);
    tell(log->place, LIVE_WATCH_GAMES, log->bytes->name);
    return 0;
}

static int live_memory_cut(struct live_log *log, int64_t at, struct note *why)
{
    (void)why;
    if ((size_t)at < log->bytes->n)
        log->bytes->n = (size_t)at;
    return 0;
}

/* Removes bytes from a list. The caller then counts as their user instead of the list. */
static struct kept_bytes *kept_take(struct kept_list *list, int at)
{
    struct kept_bytes *bytes = list->v[at];
    list->v[at] = list->v[--list->n];
    return bytes;
}

static int live_memory_finish(struct live_log *log, struct note *why)
{
    int at = kept_find(&log->place->games, log->bytes->name);
    (void)why;
    if (at < 0)
        return 0;
    struct kept_bytes *bytes = kept_take(&log->place->games, at);
    bytes->state = LIVE_LOG_GONE;
    kept_add(&log->place->trash, bytes);
    tell(log->place, LIVE_WATCH_GAMES, bytes->name);
    return 0;
}

/* -----------------------------------------------------------------------------------------
 * people */

static void live_memory_go(struct live_session *session, const struct person *where)
{
    struct person *person = &session->person;
    memcpy(person->game, where->game, sizeof person->game);
    person->plays = where->plays;
    person->leads = where->leads;
    snprintf(person->text, sizeof person->text, "%s", where->text);
    if (strchr(person->text, '\n') || (*person->game && !ulid_valid(person->game))) {
        person->game[0] = person->text[0] = '\0'; /* invalid for readers in a folder: go to the
                                                     lobby instead */
        person->plays = person->leads = false;
    }
    tell(session->place, LIVE_WATCH_HERE, "");
}

static int live_memory_enter(struct live_session **out, struct store *store, const char *name,
                             struct note *why)
{
    struct live_memory_place *place = place_of(store);
    struct live_session *session = memory_new(1, sizeof *session);
    (void)why;
    *session = (struct live_session){.place = place};
    snprintf(session->person.name, sizeof session->person.name, "%s", name);
    place->session = memory_room(place->session, &place->session_room, place->sessions + 1,
                                 sizeof *place->session);
    place->session[place->sessions++] = session;
    place->stamp++;
    tell(place, LIVE_WATCH_HERE, "");
    *out = session;
    return 0;
}

static void live_memory_leave(struct live_session *session)
{
    struct live_memory_place *place = session->place;
    int at = 0;
    while (place->session[at] != session)
        at++;
    place->session[at] = place->session[--place->sessions];
    free(session);
    place->stamp++;
    tell(place, LIVE_WATCH_HERE, "");
}

static int live_memory_people(struct live_session *session, struct person **list)
{
    const struct live_memory_place *place = session->place;
    *list = memory_new((size_t)place->sessions, sizeof **list);
    for (int i = 0; i < place->sessions; i++) {
        (*list)[i] = place->session[i]->person;
        (*list)[i].self = place->session[i] == session;
    }
    return place->sessions;
}

static int64_t live_memory_stamp(const struct live_session *session)
{
    return session->place->stamp;
}

/* -------------------------------------------------------------------------------------------
 * talk */

static void live_memory_hear(struct store *store, const char *room, struct talk_place *place,
                             char **bytes, size_t *size)
{
    const struct kept_list *rooms = &place_of(store)->rooms;
    int at = kept_find(rooms, room);
    *bytes = NULL;
    *size = 0;
    if (at < 0)
        return;
    const struct kept_bytes *kept = rooms->v[at];
    if (place->of != kept->number || (uint64_t)place->at > kept->n)
        place->at = 0;
    place->of = kept->number;
    if ((size_t)place->at == kept->n)
        return;
    *size = kept->n - (size_t)place->at;
    *bytes = memory_new(*size, 1);
    memcpy(*bytes, kept->v + place->at, *size);
    place->at += (int64_t)*size;
}

static int live_memory_say(struct store *store, const char *room, const struct talk_place *place,
                           const char *bytes, size_t size, struct note *why)
{
    struct live_memory_place *here = place_of(store);
    int at = kept_find(&here->rooms, room);
    (void)place, (void)why;
    if (at >= 0 && here->rooms.v[at]->n + size > TALK_MOST) {
        bytes_leave(kept_take(&here->rooms, at));
        at = -1;
    }
    if (at < 0)
        kept_add(&here->rooms, bytes_new(room, bytes, size));
    else
        bytes_put(here->rooms.v[at], here->rooms.v[at]->n, bytes, size);
    tell(here, LIVE_WATCH_TALK, "");
    return 0;
}

static int live_memory_talks(struct store *store, char ***names)
{
    const struct kept_list *rooms = &place_of(store)->rooms;
    *names = rooms->n ? memory_new((size_t)rooms->n, sizeof **names) : NULL;
    for (int i = 0; i < rooms->n; i++)
        (*names)[i] = memory_text(rooms->v[i]->name);
    return rooms->n;
}

/* -----------------------------------------------------------------------------------------
 * repair */

static struct kept_list *list_for(struct store *store, enum live_held kind)
{
    struct live_memory_place *place = place_of(store);
    return kind == LIVE_HELD_GAME ? &place->games : &place->rooms;
}

static int live_memory_whole(struct store *store, enum live_held kind, const char *name,
                             size_t most, char **bytes, size_t *size, struct note *why)
{
    const struct kept_list *list = list_for(store, kind);
    int at = kept_find(list, name);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "there is no %s",
                         kind == LIVE_HELD_GAME ? "live game" : "talk");
    if (list->v[at]->n > most)
        return note_fail(why, FAIL_LIMIT, -1, "it is larger than %zu bytes", most);
    *size = list->v[at]->n;
    *bytes = memory_new(*size + 1, 1);
    memcpy(*bytes, list->v[at]->v, *size);
    return 0;
}

static int live_memory_replace(struct store *store, enum live_held kind, const char *name,
                               const char *bytes, size_t size, char kept[LIVE_NAME_ROOM],
                               struct note *why)
{
    struct live_memory_place *place = place_of(store);
    struct kept_list *list = list_for(store, kind);
    int at = kept_find(list, name);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "there is nothing of that name");
    struct kept_bytes *old = kept_take(list, at);
    kept_add(list, bytes_new(name, bytes, size));
    old->state = LIVE_LOG_REPLACED;
    kept_add(&place->trash, old);
    snprintf(kept, LIVE_NAME_ROOM, "%.40s.damaged", name);
    tell(place, kind == LIVE_HELD_GAME ? LIVE_WATCH_GAMES : LIVE_WATCH_TALK, name);
    return 0;
}

/* ---------------------------------------------------------------------------------------
 * watching */

static struct live_watcher *live_memory_watch(struct store *store)
{
    struct live_memory_place *place = place_of(store);
    int ends[2];
    if (pipe(ends) < 0)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (fcntl(ends[i], F_SETFL, O_NONBLOCK) < 0 || fcntl(ends[i], F_SETFD, FD_CLOEXEC) < 0) {
            close(ends[0]);
            close(ends[1]);
            return NULL;
        }
    struct live_watcher *watcher = memory_new(1, sizeof *watcher);
    *watcher = (struct live_watcher){.place = place, .pipe = {ends[0], ends[1]}};
    place->watcher = memory_room(place->watcher, &place->watcher_room, place->watchers + 1,
                                 sizeof *place->watcher);
    place->watcher[place->watchers++] = watcher;
    return watcher;
}

static void live_memory_watch_add(struct live_watcher *watcher, enum live_watched what,
                                  const char *id)
{
    bool had_all = (watcher->what & LIVE_WATCH_GAMES) != 0;
    watcher->what |= what;
    if (what == LIVE_WATCH_GAMES)
        snprintf(watcher->game, sizeof watcher->game, "%s", id && !had_all ? id : "");
}

static int live_memory_watch_fd(const struct live_watcher *watcher)
{
    return watcher->pipe[0];
}

static unsigned live_memory_told(struct live_watcher *watcher)
{
    char byte;
    unsigned told = watcher->told;
    while (read(watcher->pipe[0], &byte, 1) > 0) {
    }
    watcher->told = 0;
    return told;
}

static void live_memory_unwatch(struct live_watcher *watcher)
{
    struct live_memory_place *place = watcher->place;
    int at = 0;
    while (place->watcher[at] != watcher)
        at++;
    place->watcher[at] = place->watcher[--place->watchers];
    close(watcher->pipe[0]);
    close(watcher->pipe[1]);
    free(watcher);
}

const struct live_backend live_memory = {.name = "memory",
                                         .now = live_memory_now,
                                         .hold = live_memory_hold,
                                         .release = live_memory_release,
                                         .list = live_memory_list,
                                         .size = live_memory_size,
                                         .create = live_memory_create,
                                         .open = live_memory_open,
                                         .close = live_memory_close,
                                         .length = live_memory_length,
                                         .read = live_memory_read,
                                         .state = live_memory_state,
                                         .renew = live_memory_renew,
                                         .append = live_memory_append,
                                         .cut = live_memory_cut,
                                         .finish = live_memory_finish,
                                         .enter = live_memory_enter,
                                         .go = live_memory_go,
                                         .leave = live_memory_leave,
                                         .people = live_memory_people,
                                         .stamp = live_memory_stamp,
                                         .hear = live_memory_hear,
                                         .say = live_memory_say,
                                         .talks = live_memory_talks,
                                         .whole = live_memory_whole,
                                         .replace = live_memory_replace,
                                         .watch = live_memory_watch,
                                         .watch_add = live_memory_watch_add,
                                         .watch_fd = live_memory_watch_fd,
                                         .told = live_memory_told,
                                         .unwatch = live_memory_unwatch};
