/* pen.h - what a terminal is told: looks, characters and moves of its cursor as its own control strings, in the fewest
 * bytes. A pen remembers where the terminal's cursor is and what it writes with; it collects bytes until they are sent at
 * once. What a screen shows is none of its business: see paint.h. */
#ifndef CHESSCADE_PEN_H
#define CHESSCADE_PEN_H

#include "tui/board_art.h"
#include "tui/theme.h"

struct term;
struct pen;

/* Where a terminal's cursor is and what it writes with, as far as is known. */
struct pen_state {
    int row, column;  /* -1: unknown */
    struct look look; /* counts only when known */
    bool look_known;
};

/* A pen for a terminal that is open (borrowed); nothing is known of its state. */
struct pen *pen_new(struct term *term);
void pen_free(struct pen *pen);
/* The charset characters are sent in. */
void pen_charset(struct pen *pen, enum charset charset);
const struct pen_state *pen_state(const struct pen *pen);

/* Nobody knows the terminal's state: begin with it again, its screen cleared in its own look. Returns whether it is blank
 * now; a terminal without such a string keeps what it shows. */
bool pen_clear(struct pen *pen);

/* Bytes it takes from a state to write in a look, or to have the cursor at a place. */
int pen_look_cost(const struct pen *pen, const struct pen_state *from, const struct look *look);
int pen_move_cost(const struct pen *pen, const struct pen_state *from, int row, int column);

/* From now on write in that look, or at that place: the shortest strings for it are sent. */
void pen_look(struct pen *pen, const struct look *look);
void pen_move(struct pen *pen, int row, int column);
/* Write a character that takes so many columns (0: a blank) of a screen so wide: behind its end nobody knows the place. */
void pen_character(struct pen *pen, uint32_t character, int taken, int columns);
/* Make the cursor visible or not. */
void pen_cursor(struct pen *pen, bool visible);

/* What a blank looks like sent after what is written in a look: it shows no ink, so any may stay. */
struct look pen_blank_look(const struct pen_state *from, const struct look *look);
/* Does erasing leave blanks of this look behind? */
bool pen_erases(const struct pen *pen, const struct look *look);
/* Erase the rest of the row, if the terminal can; or some cells from the cursor on, which stays. */
bool pen_erases_rest(const struct pen *pen);
void pen_erase_rest(struct pen *pen);
/* Bytes of erasing so many cells; a large number where the terminal cannot. */
int pen_erase_cost(const struct pen *pen, int cells);
void pen_erase(struct pen *pen, int cells);

/* Can the terminal move rows? pen_shift() has rows first..last-1 of a screen of so many show what was `by` rows below, above
 * where it is negative; what comes in is blank in the look written in. */
bool pen_shifts(const struct pen *pen);
void pen_shift(struct pen *pen, int first, int last, int by, int rows);

/* The lower right corner scrolls the screen of some terminals. */
bool pen_risky_corner(const struct pen *pen);

/* How much has been collected, and back to where it was: what was said since is forgotten. */
struct pen_mark {
    struct pen_state at;
    int n;
    bool drawing;
};
struct pen_mark pen_mark(const struct pen *pen);
void pen_back(struct pen *pen, const struct pen_mark *mark);
int pen_collected(const struct pen *pen);

/* Send what was collected, in one write; nothing when it is nothing. */
void pen_send(struct pen *pen);

#endif
