/* live_memory.h - keeps live games, people and talk in the memory of this process. Everything is
 * gone when the process ends.
 *
 * Tests use it in place of a folder, and so may a program that plays games which nobody else sees:
 * stores_live_at(&live_memory). All stores opened at the same path share their live games. Finished
 * games are still saved in the store itself. */
#ifndef CHESSCADE_ARCHIVE_STORE_MEMORY_LIVE_MEMORY_H
#define CHESSCADE_ARCHIVE_STORE_MEMORY_LIVE_MEMORY_H

#include "archive/store/live_backend.h"

extern const struct live_backend live_memory;

/* Forgets all live games, people and talk in memory. Close all stores that have their live games
 * here first. */
void live_memory_clear(void);

#endif
