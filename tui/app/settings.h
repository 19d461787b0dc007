/* settings.h - every setting that `:set` and the options view can change.
 *
 * S(name, "name", "values", "help"): the first value is the default; values "" mean free text,
 * "1..9" a number in that range (default: its start). Values are stored as text; app_choice()
 * returns the index among the listed values. */
#ifndef CHESSCADE_TUI_APP_SETTINGS_H
#define CHESSCADE_TUI_APP_SETTINGS_H

#include "core/variant.h"
#include "tui/widgets/page.h"

#define SETTING_LIST(S)                                                                                  \
    S(SET_THEME, "theme", "default|light|dark|mono|contrast|colorblind|console16",                       \
      "the theme: a name, or the path of your own")                                                      \
    S(SET_COLORS, "colors", "auto|rgb|256|16|8|none", "how many colours the program uses")               \
    S(SET_BOARD_COLORS, "board-colors", "theme|variant",                                                 \
      "variant: boards in the colours of the book they come from, with 256 colours or more")             \
    S(SET_CHARSET, "charset", "auto|utf8|lines|ascii",                                                   \
      "which characters are drawn; lines: ASCII, with the line drawing set of the terminal")             \
    S(SET_STYLE, "style", "auto|full|light",                                                             \
      "light sends fewer bytes: 8 colours, and the terminal's own cursor on boards; auto: "              \
      "light on slow lines")                                                                             \
    S(SET_MOUSE, "mouse", "auto|off",                                                                    \
      "whether the program reads the mouse; Shift still selects text")                                   \
    S(SET_PIECES, "pieces", "auto|letters|figurines|art",                                                \
      "auto: pictures in large cells, letters in small ones; or the name or path of your own piece set") \
    S(SET_TRIANGLES, "triangles", "auto|strokes|filled|corners",                                         \
      "boards of triangles: strokes, cells filled in steps, or with the corners that some fonts have")   \
    S(SET_TRIANGLE_COLORS, "cell-colors", "auto|two|four|one",                                           \
      "colours of triangles, without colours signs; four: the quarters of unicorns")                     \
    S(SET_COORDINATES, "coordinates", "on|off", "files and ranks at the border of the board")            \
    S(SET_CELLS, "cells", "fit|1|2|3|4|5|6",                                                             \
      "the largest size of a cell; fit: as large as the screen allows")                                  \
    S(SET_CONFIRM, "confirm", "never|irreversible|always", "ask before a ply is played")                 \
    S(SET_SPEED, "speed", "20|2|5|10|15|30|50|100",                                                      \
      "automatic replay: tenths of a second per ply")                                                    \
    S(SET_MEMBER_SPEED, "member-speed", "10|2|5|15|20|30|50|100",                                        \
      "automatic replay: tenths of a second per member of a cascade")                                    \
    S(SET_PAUSE, "pause", "on|off|stop",                                                                 \
      "automatic replay at notes: on stays three times as long, stop waits for you")                     \
    S(SET_MOTION, "motion", "auto|full|reduced",                                                         \
      "reduced: automatic replay shows cascades whole and clocks change rarely; auto: reduced "          \
      "with a11y")                                                                                       \
    S(SET_ESCAPE, "escape", "30|10|100|300|1000",                                                        \
      "milliseconds a lone Esc waits for the rest of a key's sequence; more on slow lines")              \
    S(SET_NOTICE, "notice", "3|0|1|10|30",                                                               \
      "seconds until the bell and the title announce your turn, unless you moved by then")               \
    S(SET_BELL, "bell", "sound|flash|both|off",                                                          \
      "how to notify you: by the terminal's bell, by a flash of the screen")                             \
    S(SET_BELL_TURN, "bell-turn", "on|off", "notify you when it is your turn")                           \
    S(SET_BELL_CHECK, "bell-check", "off|on", "notify you when a ply gives check")                       \
    S(SET_BELL_END, "bell-end", "off|on", "notify you when a game ends")                                 \
    S(SET_ANSWER, "answer", "500|0|1000|2000",                                                           \
      "milliseconds for which you cannot answer an offer that has just changed")                         \
    S(SET_WRAP, "wrap", "off|on", "the cursor on a board wraps around at its borders")                   \
    S(SET_A11Y, "a11y", "off|on",                                                                        \
      "no lines drawn and plain characters only, for screen readers and braille")                        \
    S(SET_COLUMNS, "columns", "",                                                                        \
      "names of the columns in the list of games, in order; none: those that fit")                       \
    S(SET_NAME, "name", "", "how your notes are signed")                                                 \
    S(SET_MESSAGES, "messages", "",                                                                      \
      "a program and its arguments; it reads every message of the screen, one per line")

enum setting_id {
#define SETTING_NAME(name, text, values, help) name,
    SETTING_LIST(SETTING_NAME)
#undef SETTING_NAME
        SETTINGS
};

/* ---- The values of a variant's option, as a row to choose from and as text. */

#define OPTION_AS_USUAL "as usual" /* shown for a free-text option that is not set */

/* The number of columns that the values of an option need in a row. */
int option_values_width(const struct option *option);
/* Draw at most `most` of the values "a|b|c" as "a [b] c": the current value is in brackets, or
 * comes first if it is not among them. A narrow row shows the values for which there is room; if
 * the current value would not be visible, only that one. */
void option_values_draw(const char *values, int most, const char *holds, struct scene *scene,
                        int row, int column, int end, enum role ground);
/* Write the values of an option as a sentence: "a, b, c. Usually: a." */
void option_values_write(const struct option *option, struct page *page);

/* Write the value that is `by` places further in an option's list of values, cyclically. */
void option_values_step(const struct option *option, const char *value, int by, char *out,
                        size_t size);

#endif
