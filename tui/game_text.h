/* game_text.h - a game as a text to take along, in whatever form: PGN, YAML, a score on paper, Markdown, HTML. */
#ifndef CHESSCADE_GAME_TEXT_H
#define CHESSCADE_GAME_TEXT_H

#include "archive/record.h"
#include "tui/board_art.h"

enum game_format { GAME_PGN, GAME_YAML, GAME_TEXT, GAME_MARKDOWN, GAME_HTML, GAME_FORMATS };

/* The format of a name ("markdown"), and of a file's ending (".md"); GAME_FORMATS: none of them. */
enum game_format game_format_named(const char *name);
enum game_format game_format_of_file(const char *file);
/* What is told behind the games copied into a file: " as YAML" and which endings say otherwise, where its name has none of them;
 * "" for a name that has one, and for "": no file. */
const char *game_format_told(const char *file);
/* One game of a row of them; the text is the caller's. `charset` is for diagrams. */
char *game_text(const struct record *record, enum game_format format, enum charset charset);
/* The same, into a file. */
void game_text_put(const struct record *record, enum game_format format, enum charset charset, FILE *out);
/* The same as a file of this one game; GAME_FORMATS: as the archive has it. */
char *game_text_file(const struct record *record, enum game_format format, enum charset charset);
/* What stands before the first game and after the last; "" where there is nothing. */
const char *game_text_head(enum game_format format);
const char *game_text_foot(enum game_format format);

#endif
