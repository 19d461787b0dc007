/* formats.h - writes a game as text in any format: PGN, YAML, a plain score, Markdown, HTML. */
#ifndef CHESSCADE_TUI_EXPORT_FORMATS_H
#define CHESSCADE_TUI_EXPORT_FORMATS_H

#include "archive/record/record.h"
#include "tui/boards/board_art.h"

enum game_format { GAME_PGN, GAME_YAML, GAME_TEXT, GAME_MARKDOWN, GAME_HTML, GAME_FORMATS };

/* The format for a name ("markdown") or for a file name's ending (".md"); GAME_FORMATS if
 * unknown. */
enum game_format game_format_named(const char *name);
enum game_format game_format_of_file(const char *file);
/* For the message that says that games were copied into `file`. Returns the end of that message:
 * the format used, and the file name endings that select other formats. Returns "" if the file's
 * name has such an ending, or if there is no file (`file` is ""). */
const char *game_format_told(const char *file);
/* Write one of several games as text; the caller frees it. `charset` is for diagrams. */
char *game_text(const struct record *record, enum game_format format, enum charset charset);
/* Write one of several games into a file. */
void game_text_put(const struct record *record, enum game_format format, enum charset charset,
                   FILE *out);
/* Return the text of a file that contains only this game; the caller frees it. With GAME_FORMATS
 * the text is the one that the archive stores. */
char *game_text_file(const struct record *record, enum game_format format, enum charset charset);
/* game_text_head() is what precedes the first game of a file, game_text_foot() what follows the
 * last; both may be "". */
const char *game_text_head(enum game_format format);
const char *game_text_foot(enum game_format format);

#endif
