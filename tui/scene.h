/* scene.h - what a screen shows, before any terminal: a grid of glyphs with roles.
 *
 * Views and board pictures write scenes; tui/terminal/ puts a scene on the terminal, `snapshot`, `show`, plain mode and
 * the golden tests print one. A glyph is a Unicode character one column wide; a role says what it is for (a dark
 * square, a comment, the cursor), and only a theme says how that looks. Nothing here knows curses. */
#ifndef CHESSCADE_SCENE_H
#define CHESSCADE_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a glyph is for: R(enum name, theme name, letter in role blocks). Themes, snapshots and the documentation are
 * made from this list. A cell of a board has two roles: the ground (square) and the ink (piece, mark, text). */
#define SCENE_ROLES(R)                                                                                       \
    R(ROLE_TEXT, "text", '.')               /* ordinary text on the terminal's own background */             \
    R(ROLE_TITLE, "title", 'T')             /* line 1 */                                                     \
    R(ROLE_STATUS, "status", 'S')           /* the status line */                                            \
    R(ROLE_HINT, "hint", 'h')               /* the last line: keys and what they do */                       \
    R(ROLE_PROMPT, "prompt", 'p')           /* what the user types */                                        \
    R(ROLE_ERROR, "error", 'E')             /* a sentence about what went wrong */                           \
    R(ROLE_FRAME, "frame", 'f')             /* lines between panels */                                       \
    R(ROLE_LABEL, "label", 'l')             /* coordinates, column heads, field names */                     \
    R(ROLE_DIM, "dim", 'd')                 /* what matters less */                                          \
    R(ROLE_SELECTED, "selected", 's')       /* the line under the cursor in a list */                        \
    R(ROLE_MATCH, "match", 'm')             /* what a search found */                                        \
    R(ROLE_COMMENT, "comment", 'c')         /* a note of an annotator */                                     \
    R(ROLE_GLYPH, "glyph", 'g')             /* !? and other judgements */                                    \
    R(ROLE_MOVE, "move", 'v')               /* a ply of the main line */                                     \
    R(ROLE_VARIATION, "variation", 'V')     /* a ply of a variation */                                       \
    R(ROLE_CURRENT, "current", 'C')         /* the ply that is on the board */                               \
    R(ROLE_LIGHT_CELL, "board-light", '-')  /* grounds: a light cell, a dark one */                          \
    R(ROLE_DARK_CELL, "board-dark", '=')                                                                     \
    R(ROLE_LAST_CELL, "last", 'a')          /* ground: a cell of the last ply */                             \
    R(ROLE_CURSOR_CELL, "cursor", '#')      /* ground: under the cursor */                                   \
    R(ROLE_PICKED_CELL, "picked", 'k')      /* ground: where the piece in hand stood */                      \
    R(ROLE_TARGET_CELL, "target", 't')      /* ground: it may go there */                                    \
    R(ROLE_TAKE_CELL, "target-take", 'x')   /* ground: it may take there */                                  \
    R(ROLE_SPECIAL_CELL, "target-special", 'y') /* ground: activate, dive, join, castle, transform */        \
    R(ROLE_CHECK_CELL, "check", '!')        /* ground: a royal piece in check */                             \
    R(ROLE_MARK_1_CELL, "mark-1", '1')      /* grounds: annotators' marks by colour, see board_scene.h */       \
    R(ROLE_MARK_2_CELL, "mark-2", '2')                                                                       \
    R(ROLE_MARK_3_CELL, "mark-3", '3')                                                                       \
    R(ROLE_MARK_4_CELL, "mark-4", '4')                                                                       \
    R(ROLE_MARK_5_CELL, "mark-5", '5')                                                                       \
    R(ROLE_MARK_6_CELL, "mark-6", '6')                                                                       \
    R(ROLE_MARK_7_CELL, "mark-7", '7')                                                                       \
    R(ROLE_MARK_8_CELL, "mark-8", '8')                                                                       \
    R(ROLE_WHITE, "piece-white", 'W')       /* inks: pieces by owner */                                      \
    R(ROLE_BLACK, "piece-black", 'B')                                                                        \
    R(ROLE_RED, "piece-red", 'R')                                                                            \
    R(ROLE_NOBODY, "piece-nobody", 'N')                                                                      \
    R(ROLE_FROZEN, "piece-frozen", 'F')                                                                      \
    R(ROLE_LINE, "board-line", '+')         /* ink: strokes and grid lines of boards */                      \
    R(ROLE_MARK, "mark", '*')               /* ink: dots, crosses, step numbers on cells */

enum role {
#define ROLE_NAME(name, text, letter) name,
    SCENE_ROLES(ROLE_NAME)
#undef ROLE_NAME
    ROLES
};

/* In place of the second half of a character two columns wide: nothing is put there. Neither half is ever alone: what is put over
 * one of them blanks the other. */
#define SCENE_WIDE_TAIL UINT32_MAX

enum { SCENE_TO_BORDER = 1 << 16 }; /* as a width: as many columns as there are */

struct glyph {
    uint32_t character; /* one column wide; 0: blank; a letter with marks that is no character of its own: cluster.h */
    uint8_t ink;        /* enum role */
    uint8_t ground;     /* enum role: ROLE_TEXT, or a role of cells, lines of lists, title and status */
};

struct ruleset;

struct scene {
    int rows, columns;
    struct glyph *glyph;           /* [rows * columns] */
    int cursor_row, cursor_column; /* where the terminal's cursor belongs; -1: hidden */
    const struct ruleset *board;   /* whose board is in it, NULL without one: only until the scene is shown */
};

/* A blank scene; *scene is zero or a used scene whose room is reused. Sizes are clamped to 1..1000. */
void scene_begin(struct scene *scene, int rows, int columns);
void scene_free(struct scene *scene);

/* Put one glyph; outside the scene nothing happens. */
void scene_put(struct scene *scene, int row, int column, uint32_t character, enum role ink, enum role ground);

/* Put a UTF-8 text from a column on, cut at `width` columns (less than 1: nothing is put); returns the column after it.
 * The text is cleaned first: control, bidi and zero-width characters become '?', wide ones are counted as two. Marks stand in the cell of
 * their letter. */
int scene_text(struct scene *scene, int row, int column, int width, const char *text, enum role ink,
               enum role ground);
int scene_textf(struct scene *scene, int row, int column, int width, enum role ink, enum role ground,
                const char *format, ...) __attribute__((format(printf, 7, 8)));

/* The same in so many columns; of a text that is longer the last one is a sign of that, an ellipsis or '~'. */
int scene_text_cut(struct scene *scene, int row, int column, int width, const char *text, enum role ink,
                   enum role ground, uint32_t sign);

/* How many columns a text takes when scene_text() puts it. */
int scene_columns(const char *text);
/* How many bytes of it are its first character with its marks, and how many columns that takes. */
int scene_step(const char *text, int *columns);
/* How many bytes of a text go on a line of so many columns, one character at least: broken behind a blank where one is in its
 * second half. */
int scene_line(const char *text, int columns);

/* Set the ground of a stretch of a row (and blank it when `blank`). */
void scene_fill(struct scene *scene, int row, int column, int width, enum role ink, enum role ground, bool blank);

/* Print the glyphs as UTF-8 lines, blanks at line ends cut. */
void scene_print(const struct scene *scene, FILE *out);

/* Print the roles, a letter a glyph: the ground's where it is not ROLE_TEXT, else the ink's. */
void scene_print_roles(const struct scene *scene, FILE *out);

/* As theme files name it. */
const char *role_name(enum role role);
/* The role of a name, ROLES for none. */
enum role role_named(const char *name);

#endif
