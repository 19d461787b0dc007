/* archive_commands_internal.h - internal: commands of archive_commands.c that have a file of their
 * own. Each gets its argument as text, and tells events. */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_ARCHIVE_COMMANDS_INTERNAL_H
#define CHESSCADE_TUI_SESSION_COMMANDS_ARCHIVE_COMMANDS_INTERNAL_H

#include "tui/session/archive/archive_session.h"

/* In collection_commands.c. A collection is named by its number in the list, its title or its
 * id. */
void archive_tell_collections(struct archive_session *archive, const char *argument);
/* Finds the games of a collection. */
void archive_tell_collection(struct archive_session *archive, const char *argument);
void archive_collect_listed(struct archive_session *archive, const char *title);
/* Saves the last search under a title. */
void archive_keep_search(struct archive_session *archive, const char *title);
void archive_take_out(struct archive_session *archive, const char *argument);  /* "3 Openings" */
void archive_move_up(struct archive_session *archive, const char *argument);   /* "3 Openings" */
void archive_move_down(struct archive_session *archive, const char *argument); /* "3 Openings" */
void archive_name_game(struct archive_session *archive, const char *argument); /* "3 2 Words" */
void archive_rename(struct archive_session *archive, const char *argument);    /* "2 Endings" */
void archive_delete_collection(struct archive_session *archive, const char *argument);

#endif
