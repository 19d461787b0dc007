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
/* For the message about games copied into a file: names the format and the endings that select
 * other formats. "" if the file's name has one of these endings, or if `file` is "" (no file). */
const char *game_format_told(const char *file);
/* Write one of several games as text; the caller frees it. `charset` is for diagrams. */
char *game_text(const struct record *record, enum game_format format, enum charset charset);
/* Write one of several games into a file. */
void game_text_put(const struct record *record, enum game_format format, enum charset charset,
                   FILE *out);
/* Write a file with only this game; with GAME_FORMATS as the archive stores it. The caller frees
 * the text. */
char *game_text_file(const struct record *record, enum game_format format, enum charset charset);
/* game_text_head() is what precedes the first game of a file, game_text_foot() what follows the
 * last; both may be "". */
const char *game_text_head(enum game_format format);
const char *game_text_foot(enum game_format format);

#endif
