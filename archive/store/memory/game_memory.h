/* game_memory.h - a store of games in the memory of this process: games, drafts, collections, packs
 * and the trash. Everything is gone when the process ends.
 *
 * Tests run on it in place of a folder. After stores_also(&memory_store), store_open() opens it as
 * "memory:NAME"; all stores opened with one name share their games, as two users of a folder do. It
 * has no index, because SQLite needs a file. */
#ifndef CHESSCADE_ARCHIVE_STORE_MEMORY_GAME_MEMORY_H
#define CHESSCADE_ARCHIVE_STORE_MEMORY_GAME_MEMORY_H

#include "archive/store/backend.h"

extern const struct store_backend memory_store;

/* Forgets everything that is in memory. Close all stores there first. */
void memory_store_clear(void);

#endif
