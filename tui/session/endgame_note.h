/* endgame_note.h - what the engine's tables of endgames say of a position, in words. Reads only
 * tables that are on disk (tui/system/endgame_files.h), so it costs some milliseconds. */
#ifndef CHESSCADE_TUI_SESSION_ENDGAME_NOTE_H
#define CHESSCADE_TUI_SESSION_ENDGAME_NOTE_H

#include "core/family.h"

enum { ENDGAME_NOTE_ROOM = 80 };

/* Identifies the pieces of a position, wherever they stand. 0 if it can have no table. */
uint64_t endgame_material(const struct position *position);
/* Write "best play: mate in 12 for White" or "best play: a draw". False, with "" in `out`, if no
 * table knows the position, or a draw for lack of progress comes first. The last answer is
 * remembered. */
bool endgame_note(const struct position *position, char out[ENDGAME_NOTE_ROOM]);
/* Forget the last answer, because a table has come to the disk. */
void endgame_note_again(void);

#endif
