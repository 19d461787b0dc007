/* cursor.h - a spot in a record: a line of its tree, and how many plies of that line have been
 * played.
 *
 * The plies from the start of the game to a spot are its *path*. A spot is a small value. An edit
 * elsewhere in the record may leave it invalid: spot_valid() detects this, spot_mend() repairs it.
 */
#ifndef CHESSCADE_ARCHIVE_RECORD_CURSOR_H
#define CHESSCADE_ARCHIVE_RECORD_CURSOR_H

#include "archive/record/record.h"

/* Where a line branches off from its parent line. */
struct branch {
    int ply;  /* index of the ply it replaces; the number of plies: it continues after the last one
               */
    int line; /* index among the lines there */
};

struct spot {
    int depth; /* nesting depth; 0: the game itself */
    int ply;   /* plies of the line played; 0 (the start) only in the game itself */
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

/* The start of the game. */
struct spot spot_start(void);
bool spot_same(const struct spot *a, const struct spot *b);
bool spot_valid(const struct record *record, const struct spot *spot);
/* True if a spot of `record` leads through the same plies in `other`. */
bool spot_is_in(const struct record *record, const struct spot *spot, const struct record *other);
/* Where a spot is after someone else changed the record to `other`: after the same plies, even if
 * they are in another line now. If some are gone, after those that remain; but in the main line,
 * after the same number of plies as before. */
struct spot spot_moved(const struct record *record, const struct spot *spot,
                       const struct record *other);
/* Cuts the spot back to the last part of it that exists. */
void spot_mend(const struct record *record, struct spot *spot);

/* A spot as a text for other sessions: "14" or "5.0/3" (line 0 at ply 5, and three plies of it);
 * false if it does not fit. spot_read() accepts untrusted text: false if it is invalid;
 * spot_valid() checks whether the spot is in a record. */
bool spot_write(const struct spot *spot, char *out, size_t size);
bool spot_read(const char *text, struct spot *out);

/* The line a spot is in; the ply just played, NULL at the start. Borrowed from the record. */
struct line *spot_line(const struct record *record, const struct spot *spot);
struct node *spot_node(const struct record *record, const struct spot *spot);
/* The lines that branch off here instead of the next ply (or after the last one): NULL if there are
 * none. */
struct lines *spot_lines(const struct record *record, const struct spot *spot);

/* Length of the path; and its ply with an index. */
int spot_plies(const struct spot *spot);
struct node *spot_path(const struct record *record, const struct spot *spot, int index);
/* The spot after the first `plies` plies of the path. */
struct spot spot_before(const struct spot *spot, int plies);

/* Enumerates the continuations: first the next ply of the line, if any, then the lines that branch
 * off here, except empty ones. Stops when `each` returns false. Use this to visit all: asking for
 * one choice after another goes through all previous ones each time, and a file may have thousands
 * at one fork. `to` is after the first ply of the continuation; `line` is the line it begins, NULL
 * for the next ply of the same line. */
typedef bool spot_way_fn(void *argument, int choice, const struct spot *to,
                         const struct line *line);
void spot_ways(const struct record *record, const struct spot *spot, spot_way_fn *each,
               void *argument);
int spot_choices(const struct record *record, const struct spot *spot);
/* The first ply of a continuation, NULL past the last. *line (may be NULL) gets the line it begins,
 * as above. */
struct node *spot_choice(const struct record *record, const struct spot *spot, int choice,
                         struct line **line);
/* Which continuation of the previous spot leads to a spot, -1 if none; *fork is that previous spot.
 */
int spot_choice_made(const struct record *record, const struct spot *spot, struct spot *fork);

/* Navigation: false, with *spot unchanged, if there is nothing in that direction. */
bool spot_next(const struct record *record, struct spot *spot, int choice);
bool spot_back(struct spot *spot);
/* To the end of the line. */
bool spot_end(const struct record *record, struct spot *spot);
/* To the fork where this line branches off. */
bool spot_parent(struct spot *spot);
/* To the first ply of another line at the fork of the current ply, or else of the current line. */
bool spot_sibling(const struct record *record, struct spot *spot, int step);
/* To the next spot on the line, or the previous one on the path, that has more than one
 * continuation. */
bool spot_fork(const struct record *record, struct spot *spot, int step);
/* To the next spot in reading order: a ply, the lines that replace it, the ply after it. */
bool spot_following(const struct record *record, struct spot *spot);
/* To the next or previous ply in reading order with a comment, a judgement or a mark. */
bool spot_noted(const struct record *record, struct spot *spot, int step);
/* To the spot after `number` plies of the current path and, beyond it, of its line. */
bool spot_go(const struct record *record, struct spot *spot, int number);

/* True if a ply has something to read: a comment, a judgement, a mark, or notes on its members. */
bool node_is_noted(const struct node *node);
/* The same, without notes on its members. */
bool node_is_noted_whole(const struct node *node);

/* Advances to the number and side of the next ply. `said` is the side the file names, NUL if it
 * names none: of three players some may be out. */
void ply_number_follow(int *number, int *side, char said, int sides);

#endif
