/* live_memory.h - live games, people and talk in the memory of this process: gone when it ends.
 *
 * For tests, which run on it as on a folder, and for a program that plays games nobody else sees:
 * stores_live_at(&live_memory). Stores opened at one place share what is there. Its games that are
 * over still go into the store. */
#ifndef CHESSCADE_ARCHIVE_STORE_MEMORY_LIVE_MEMORY_H
#define CHESSCADE_ARCHIVE_STORE_MEMORY_LIVE_MEMORY_H

#include "archive/store/live_backend.h"

extern const struct live_backend live_memory;

/* Forgets all of it. No store may be open whose live games are here. */
void live_memory_clear(void);

#endif
