/* games.c - single games of an archive by their ids: see games.h. */
#include "config.h"

#include "tui/session/archive/games.h"

#include <stddef.h>

enum { PORTION = 1000 /* games that are scanned at once */ };

int games_place_of(struct store *store, const char *id)
{
    int at = store_find(store, id);
    while (at < 0 && store_scan(store, PORTION))
        at = store_find(store, id);
    return at < 0 ? store_find(store, id) : at;
}

int games_remove(struct store *store, const char *id, struct record **gone, struct note *why)
{
    struct record *record = NULL;
    struct version version;
    int at = games_place_of(store, id);
    int result = at < 0 ? note_fail(why, FAIL_NAME, -1, "the game is no longer in this archive")
                        : store_load(store, at, &record, &version, NULL, why);
    if (result == 0)
        result = store_remove(store, id, &version, why);
    bool keeps = gone && result >= 0;
    if (gone)
        *gone = keeps ? record : NULL;
    if (!keeps)
        record_free(record);
    return result;
}
