/* live_watch.c - notifies about live games, presence and talk; see live_watch.h. */
#include "config.h"
#include "archive/live/live_watch.h"

#include "archive/live/journal_internal.h"
#include "archive/store/backend.h"
#include "archive/util/fs_watch.h"

#include <stdlib.h>
#include <unistd.h>

enum { NUMBERS = 8 /* more than any watch needs */ };

struct live_watch {
    struct store *store;
    int fd;
    unsigned what[NUMBERS]; /* bits of enum live_watched, indexed by the number from watch_add() minus one */
};

struct live_watch *live_watch_new(struct store *store)
{
    struct live_watch *watch = memory_new(1, sizeof *watch);
    *watch = (struct live_watch){.store = store, .fd = watch_new()};
    return watch;
}

static void add(struct live_watch *watch, enum live_watched what, const char *name, const char *file)
{
    int folder = store_folder(watch->store, name, true);
    if (folder < 0)
        return;
    /* When a session is killed, the system closes its file. Elsewhere, closing means nothing, and
     * processes that read journals would wake each other endlessly. */
    int number = watch_add(watch->fd, folder, file, what == LIVE_WATCH_HERE);
    close(folder);
    if (number >= 1 && number <= NUMBERS)
        watch->what[number - 1] |= what;
}

void live_watch_add(struct live_watch *watch, enum live_watched what)
{
    add(watch, what, what == LIVE_WATCH_GAMES ? JOURNAL_FOLDER : what == LIVE_WATCH_HERE ? PRESENCE_FOLDER : TALK_FOLDER, NULL);
}

void live_watch_game(struct live_watch *watch, const char *id)
{
    char name[JOURNAL_NAME_ROOM];
    journal_name(id, name);
    add(watch, LIVE_WATCH_GAMES, JOURNAL_FOLDER, name);
}

int live_watch_fd(const struct live_watch *watch)
{
    return watch ? watch->fd : -1;
}

unsigned live_watch_told(struct live_watch *watch)
{
    unsigned numbers = watch_drain(live_watch_fd(watch)), what = 0;
    if (numbers == ~0u)
        return ~0u;
    for (int i = 0; i < NUMBERS; i++)
        if (numbers & 1u << i)
            what |= watch->what[i];
    return what;
}

void live_watch_free(struct live_watch *watch)
{
    if (!watch)
        return;
    if (watch->fd >= 0)
        close(watch->fd);
    free(watch);
}
