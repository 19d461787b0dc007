/* endgame_files.h - the engine's tables of endgames as files in the user's cache,
 * ~/.cache/chesscade/endgames. They can be deleted at any time. */
#ifndef CHESSCADE_TUI_SYSTEM_ENDGAME_FILES_H
#define CHESSCADE_TUI_SYSTEM_ENDGAME_FILES_H

#include <stddef.h>

/* Members of struct engine_host (core/engine/engine.h); their last argument is unused. A file that
 * another version of the program wrote counts as missing. Nothing is reported if a table cannot be
 * read or written: the engine then makes it again. */
void *endgame_files_fetch(const char *name, size_t *size, void *argument);
void endgame_files_keep(const char *name, const void *bytes, size_t size, void *argument);

#endif
