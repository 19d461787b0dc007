/* endgame_files.h - the engine's tables of endgames as files in the user's cache,
 * ~/.cache/chesscade/endgames. They can be deleted at any time. */
#ifndef CHESSCADE_TUI_SYSTEM_ENDGAME_FILES_H
#define CHESSCADE_TUI_SYSTEM_ENDGAME_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Members of struct engine_host (core/engine/engine.h); their last argument is unused. A file that
 * another version of the program wrote counts as missing. Nothing is reported if a table cannot be
 * read or written: the engine then makes it again. */
void *endgame_files_fetch(const char *name, size_t *size, void *argument);
void endgame_files_keep(const char *name, const void *bytes, size_t size, void *argument);

/* Become the only process of this user that makes tables in the background. Returns a descriptor
 * that the process holds until it ends, or -1 with errno: EWOULDBLOCK if another process makes
 * tables, something else if nothing can be kept. Removes what killed processes left behind. */
int endgame_files_claim(void);
/* False if the folder of the tables was deleted after the claim. */
bool endgame_files_claimed(int claim);

#endif
