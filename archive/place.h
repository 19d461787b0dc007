/* place.h - a place in a record: which line of its tree, and how many plies of that line have been played.
 *
 * Plies on the way from the start of the game to a place are its *path*. A place is a small value; an edit of the
 * record elsewhere may leave it pointing at nothing: place_valid() tells, place_mend() brings it back. */
#ifndef CHESSCADE_PLACE_H
#define CHESSCADE_PLACE_H

#include "archive/record.h"

/* Where a line leaves the line above it. */
struct branch {
    int ply;  /* it replaces the ply of that index; the number of plies: it continues after the last one */
    int line; /* which of the lines there */
};

struct place {
    int depth; /* 0: the game itself */
    int ply;   /* plies of the line played; 0 only in the game itself: the start */
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

/* The start of the game. */
struct place place_start(void);
bool place_same(const struct place *a, const struct place *b);
bool place_valid(const struct record *record, const struct place *place);
/* Cut the place back to the last part of it that exists. */
void place_mend(const struct record *record, struct place *place);

/* The line a place is in; the ply just played, NULL at the start. Borrowed from the record. */
struct line *place_line(const struct record *record, const struct place *place);
struct node *place_node(const struct record *record, const struct place *place);
/* The lines that leave here instead of the next ply (or after the last): NULL when there are none. */
struct lines *place_lines(const struct record *record, const struct place *place);

/* Length of the path, and its ply of an index. The text of the line holding it may be asked by its place. */
int place_plies(const struct place *place);
struct node *place_path(const struct record *record, const struct place *place, int index);
/* The place after the first `plies` plies of the path. */
struct place place_before(const struct place *place, int plies);

/* Ways on: the next ply of the line (if there is one) first, then the lines that leave here. */
int place_choices(const struct record *record, const struct place *place);
/* The first ply of a way on, NULL past the last or for a line without plies. *line (may be NULL) gets the line it
 * begins, NULL for the next ply of the same line. */
struct node *place_choice(const struct record *record, const struct place *place, int choice, struct line **line);

/* Moving: false, and *place unchanged, when there is nothing in that direction. */
bool place_next(const struct record *record, struct place *place, int choice);
bool place_back(struct place *place);
/* To the end of the line; from a place before a line's end. */
bool place_end(const struct record *record, struct place *place);
/* To the fork this line left from. */
bool place_parent(struct place *place);
/* To the first ply of another line at the fork of the present ply, or else of the present line. */
bool place_sibling(const struct record *record, struct place *place, int step);
/* To the next place on the line, or the previous one on the path, with more than one way on. */
bool place_fork(const struct record *record, struct place *place, int step);
/* In reading order: a ply, the lines that replace it, the ply after it. */
bool place_following(const struct record *record, struct place *place);
/* To the next or previous ply in reading order that carries a comment, a judgement or a mark. */
bool place_noted(const struct record *record, struct place *place, int step);
/* The place after `number` plies of the present path and, beyond it, of its line. */
bool place_go(const struct record *record, struct place *place, int number);

/* Does a ply carry something to read: a comment, a judgement, a mark, notes on its members? */
bool node_is_noted(const struct node *node);

#endif
