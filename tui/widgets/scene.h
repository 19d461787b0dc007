/* scene.h - what a screen shows, before any terminal: a grid of glyphs with roles.
 *
 * Views and board pictures write scenes; tui/terminal/ puts a scene on the terminal, `snapshot`,
 * `show`, plain mode and the golden tests print one. A glyph is a Unicode character one column
 * wide; a role says what it is for (a dark square, a comment, the cursor), and only a theme says
 * how that looks. Nothing here knows curses. */
#ifndef CHESSCADE_TUI_WIDGETS_SCENE_H
#define CHESSCADE_TUI_WIDGETS_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The purpose of a glyph: R(enum name, theme name, letter in role blocks). Themes, snapshots and
 * the documentation are generated from this list. A cell of a board has two roles: the ground
 * (square) and the ink (piece, mark, text). */
#define SCENE_ROLES(R)                                                                             \
    R(ROLE_TEXT, "text", '.')              /* ordinary text on the terminal's own background */    \
    R(ROLE_TITLE, "title", 'T')            /* line 1 */                                            \
    R(ROLE_STATUS, "status", 'S')          /* the status line */                                   \
    R(ROLE_HINT, "hint", 'h')              /* the last line: keys and what they do */              \
    R(ROLE_PROMPT, "prompt", 'p')          /* what the user types */                               \
    R(ROLE_ERROR, "error", 'E')            /* a sentence about what went wrong */                  \
    R(ROLE_FRAME, "frame", 'f')            /* lines between panels */                              \
    R(ROLE_LABEL, "label", 'l')            /* coordinates, column heads, field names */            \
    R(ROLE_DIM, "dim", 'd')                /* what matters less */                                 \
    R(ROLE_SELECTED, "selected", 's')      /* the line under the cursor in a list */               \
    R(ROLE_MATCH, "match", 'm')            /* what a search found */                               \
    R(ROLE_COMMENT, "comment", 'c')        /* a note of an annotator */                            \
    R(ROLE_GLYPH, "glyph", 'g')            /* !? and other judgements */                           \
    R(ROLE_MOVE, "move", 'v')              /* a ply of the main line */                            \
    R(ROLE_VARIATION, "variation", 'V')    /* a ply of a variation */                              \
    R(ROLE_CURRENT, "current", 'C')        /* the ply that is on the board */                      \
    R(ROLE_LIGHT_CELL, "board-light", '-') /* grounds: a light cell, a dark one */                 \
    R(ROLE_DARK_CELL, "board-dark", '=')                                                           \
    R(ROLE_THIRD_CELL, "board-third", ':') /* grounds of boards of triangles in four colours */    \
    R(ROLE_FOURTH_CELL, "board-fourth", ';')                                                       \
    R(ROLE_LAST_CELL, "last", 'a')              /* ground: a cell of the last ply */               \
    R(ROLE_CURSOR_CELL, "cursor", '#')          /* ground: the cell under the cursor */            \
    R(ROLE_PICKED_CELL, "picked", 'k')          /* ground: the cell that the piece in hand left */ \
    R(ROLE_TARGET_CELL, "target", 't')          /* ground: the piece in hand can move here */      \
    R(ROLE_TAKE_CELL, "target-take", 'x')       /* ground: the piece in hand can capture here */   \
    R(ROLE_SPECIAL_CELL, "target-special", 'y') /* ground: target of a dive, a castling, ... */    \
    R(ROLE_CHECK_CELL, "check", '!')            /* ground: a royal piece in check */               \
    R(ROLE_MARK_1_CELL, "mark-1", '1') /* grounds: annotators' marks by colour (board_scene.h) */  \
    R(ROLE_MARK_2_CELL, "mark-2", '2')                                                             \
    R(ROLE_MARK_3_CELL, "mark-3", '3')                                                             \
    R(ROLE_MARK_4_CELL, "mark-4", '4')                                                             \
    R(ROLE_MARK_5_CELL, "mark-5", '5')                                                             \
    R(ROLE_MARK_6_CELL, "mark-6", '6')                                                             \
    R(ROLE_MARK_7_CELL, "mark-7", '7')                                                             \
    R(ROLE_MARK_8_CELL, "mark-8", '8')                                                             \
    R(ROLE_WHITE, "piece-white", 'W') /* inks: pieces by owner */                                  \
    R(ROLE_BLACK, "piece-black", 'B')                                                              \
    R(ROLE_RED, "piece-red", 'R')                                                                  \
    R(ROLE_NOBODY, "piece-nobody", 'N')                                                            \
    R(ROLE_FROZEN, "piece-frozen", 'F')                                                            \
    R(ROLE_LINE, "board-line", '+') /* ink: strokes and grid lines of boards */                    \
    R(ROLE_MARK, "mark", '*')       /* ink: dots, crosses, step numbers on cells */

enum role {
#define ROLE_NAME(name, text, letter) name,
    SCENE_ROLES(ROLE_NAME)
#undef ROLE_NAME
        ROLES
};

/* Marks the second half of a character two columns wide, where nothing is printed. A half is never
 * alone: overwriting one half blanks the other. */
#define SCENE_WIDE_TAIL UINT32_MAX

enum { SCENE_TO_BORDER = 1 << 16 }; /* as a width: up to the right border of the scene */

struct glyph {
    uint32_t character; /* a character one column wide; 0 for blank. cluster.h gives numbers to
                           letters with combining marks that have no code point of their own */
    uint8_t ink;        /* what the character is (enum role); a ground of cells other than `ground`:
                           a shape in the colour of that ground */
    uint8_t ground;     /* what the background is (enum role): ROLE_TEXT, or a role for cells, list
                           lines, title or status */
};

struct ruleset;

/* A rectangle of the scene. */
struct area {
    int row, column, rows, columns;
};
static inline bool area_has(const struct area *area, int row, int column)
{
    return row >= area->row && row < area->row + area->rows && column >= area->column &&
           column < area->column + area->columns;
}

struct scene {
    int rows, columns;
    struct glyph *glyph;           /* [rows * columns] the cells of the grid, row by row */
    int cursor_row, cursor_column; /* position of the terminal's cursor; -1 if it is hidden */
    const struct ruleset *board; /* the variant whose board is drawn in the scene, NULL if there is
                                    none; valid only until the scene is shown */
};

/* Begin a blank scene; *scene is zero or a used scene, whose memory is reused. Sizes are clamped
 * to 1..1000. */
void scene_begin(struct scene *scene, int rows, int columns);
void scene_free(struct scene *scene);

/* Put one glyph; outside the scene this does nothing. */
void scene_put(struct scene *scene, int row, int column, uint32_t character, enum role ink,
               enum role ground);

/* Put a UTF-8 text at a column, cut after `width` columns (nothing is put if that is below 1);
 * returns the column after it. The text is cleaned first: control, bidi and zero-width characters
 * become '?', wide characters take two columns, and combining marks share the cell of their
 * letter. */
int scene_text(struct scene *scene, int row, int column, int width, const char *text, enum role ink,
               enum role ground);
int scene_textf(struct scene *scene, int row, int column, int width, enum role ink,
                enum role ground, const char *format, ...) __attribute__((format(printf, 7, 8)));

/* Like scene_text(), but a text that is too long ends in the last column with `sign`, an
 * ellipsis or '~'. */
int scene_text_cut(struct scene *scene, int row, int column, int width, const char *text,
                   enum role ink, enum role ground, uint32_t sign);

/* The number of columns that scene_text() needs for a text. */
int scene_columns(const char *text);
/* The number of bytes of a text's first character with its combining marks; *columns is the
 * number of columns it takes. */
int scene_step(const char *text, int *columns);
/* The number of bytes of a text that fit on a line of that many columns, at least one character.
 * The line is broken after a blank if there is one in its second half. */
int scene_line(const char *text, int columns);

/* Set the ground of part of a row; if `blank`, also clear its characters. */
void scene_fill(struct scene *scene, int row, int column, int width, enum role ink,
                enum role ground, bool blank);

/* Print the glyphs as UTF-8 lines without trailing blanks. */
void scene_print(const struct scene *scene, FILE *out);

/* Print one letter for each glyph: its ground role, or its ink role if the ground is ROLE_TEXT. */
void scene_print_roles(const struct scene *scene, FILE *out);

/* The name of a role in theme files. */
const char *role_name(enum role role);
/* The role with that name in theme files; ROLES if there is none. */
enum role role_named(const char *name);

#endif
