/* spot.h - a spot in a record: which line of its tree, and how many plies of that line have been played.
 *
 * Plies on the way from the start of the game to a spot are its *path*. A spot is a small value; an edit of the
 * record elsewhere may leave it pointing at nothing: spot_valid() tells, spot_mend() brings it back. */
#ifndef CHESSCADE_SPOT_H
#define CHESSCADE_SPOT_H

#include "archive/record.h"

/* Where a line leaves the line above it. */
struct branch {
    int ply;  /* it replaces the ply of that index; the number of plies: it continues after the last one */
    int line; /* which of the lines there */
};

struct spot {
    int depth; /* 0: the game itself */
    int ply;   /* plies of the line played; 0 only in the game itself: the start */
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

/* The start of the game. */
struct spot spot_start(void);
bool spot_same(const struct spot *a, const struct spot *b);
bool spot_valid(const struct record *record, const struct spot *spot);
/* Of a spot of one record: does it lead through the same plies in another, too? */
bool spot_is_in(const struct record *record, const struct spot *spot, const struct record *other);
/* The record became another one, since somebody else changed it: where one is there. Behind the same plies, be they another line
 * now; where they do not lead there any more, behind those that do, but in the game itself after as many as before. */
struct spot spot_moved(const struct record *record, const struct spot *spot, const struct record *other);
/* Cut the spot back to the last part of it that exists. */
void spot_mend(const struct record *record, struct spot *spot);

/* A spot as a text for other sessions, "14" or "5.0/3" (line 0 at ply 5, and three plies of it); false when it does not
 * fit. Reading is of texts of anybody: false for what is none; whether it is in a record spot_valid() tells. */
bool spot_write(const struct spot *spot, char *out, size_t size);
bool spot_read(const char *text, struct spot *out);

/* The line a spot is in; the ply just played, NULL at the start. Borrowed from the record. */
struct line *spot_line(const struct record *record, const struct spot *spot);
struct node *spot_node(const struct record *record, const struct spot *spot);
/* The lines that leave here instead of the next ply (or after the last): NULL when there are none. */
struct lines *spot_lines(const struct record *record, const struct spot *spot);

/* Length of the path, and its ply of an index. The text of the line holding it may be asked by its spot. */
int spot_plies(const struct spot *spot);
struct node *spot_path(const struct record *record, const struct spot *spot, int index);
/* The spot after the first `plies` plies of the path. */
struct spot spot_before(const struct spot *spot, int plies);

/* Ways on: the next ply of the line (if there is one) first, then the lines that leave here; those without plies are none.
 * All of them in this order, until `each` is false: who asks for one after the other goes through all before it every time, and
 * a file may have thousands at one fork. `to` is behind the first ply of the way, `line` the line it begins, NULL for the
 * next ply of the same line. */
typedef bool spot_way_fn(void *argument, int choice, const struct spot *to, const struct line *line);
void spot_ways(const struct record *record, const struct spot *spot, spot_way_fn *each, void *argument);
int spot_choices(const struct record *record, const struct spot *spot);
/* The first ply of a way on, NULL past the last. *line (may be NULL) gets the line it begins, as above. */
struct node *spot_choice(const struct record *record, const struct spot *spot, int choice, struct line **line);
/* Which way on from the spot before leads to a spot, -1: none; *fork is that spot before. */
int spot_choice_made(const struct record *record, const struct spot *spot, struct spot *fork);

/* Moving: false, and *spot unchanged, when there is nothing in that direction. */
bool spot_next(const struct record *record, struct spot *spot, int choice);
bool spot_back(struct spot *spot);
/* To the end of the line; from a spot before a line's end. */
bool spot_end(const struct record *record, struct spot *spot);
/* To the fork this line left from. */
bool spot_parent(struct spot *spot);
/* To the first ply of another line at the fork of the present ply, or else of the present line. */
bool spot_sibling(const struct record *record, struct spot *spot, int step);
/* To the next spot on the line, or the previous one on the path, with more than one way on. */
bool spot_fork(const struct record *record, struct spot *spot, int step);
/* In reading order: a ply, the lines that replace it, the ply after it. */
bool spot_following(const struct record *record, struct spot *spot);
/* To the next or previous ply in reading order that carries a comment, a judgement or a mark. */
bool spot_noted(const struct record *record, struct spot *spot, int step);
/* The spot after `number` plies of the present path and, beyond it, of its line. */
bool spot_go(const struct record *record, struct spot *spot, int number);

/* Does a ply carry something to read: a comment, a judgement, a mark, notes on its members? */
bool node_is_noted(const struct node *node);
/* The same, but for its members. */
bool node_is_noted_whole(const struct node *node);

/* The number and side of the ply that comes next, where the file says whose it is (NUL: it does not): of three players some
 * may be out. */
void ply_number_follow(int *number, int *side, char said, int sides);

#endif
