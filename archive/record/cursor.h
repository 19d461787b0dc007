/* cursor.h - a cursor into the tree of a game's plies, called a *spot*: it names a line (the main
 * line or a variation) and the number of plies of that line that have been played.
 *
 * The plies from the start of the game to a spot are its *path*. A spot is a small value that is
 * copied freely. After an edit elsewhere in the record a spot may no longer be valid: spot_valid()
 * tests this, and spot_mend() repairs the spot. */
#ifndef CHESSCADE_ARCHIVE_RECORD_CURSOR_H
#define CHESSCADE_ARCHIVE_RECORD_CURSOR_H

#include "archive/record/record.h"

/* The fork at which a line leaves its parent line. */
struct branch {
    int ply; /* index in the parent line of the ply that this line replaces; the parent's length for
              * a continuation */
    int line; /* index of this line among all lines that leave the parent at that ply */
};

struct spot {
    int depth; /* number of forks on the path; 0 in the main line */
    int ply;   /* number of plies of the line that have been played; at least 1 in a variation */
    struct branch branch[VARIATION_DEPTH_MAX + 1];
};

/* Returns the spot at the start of the game. */
struct spot spot_start(void);
bool spot_same(const struct spot *a, const struct spot *b);
bool spot_valid(const struct record *record, const struct spot *spot);
/* True if `spot` is valid in both records and its path consists of the same plies in both. */
bool spot_is_in(const struct record *record, const struct spot *spot, const struct record *other);
/* Finds the spot of `other` that corresponds to `spot` of `record`, after another user has changed
 * the record to `other`. The result follows the same plies, even if they now stand in a different
 * line. If some plies no longer exist, the result follows the plies that remain; a spot of the main
 * line keeps its number of plies instead. */
struct spot spot_moved(const struct record *record, const struct spot *spot,
                       const struct record *other);
/* Shortens an invalid spot to its longest valid part. */
void spot_mend(const struct record *record, struct spot *spot);

/* spot_write() writes a spot as text, so that it can be sent to another session: "14", or "5.0/3"
 * for three plies of line 0 at ply 5. It returns false if `size` is too small. spot_read() parses
 * untrusted text and returns false on a syntax error; check the result with spot_valid(). */
bool spot_write(const struct spot *spot, char *out, size_t size);
bool spot_read(const char *text, struct spot *out);

/* spot_line() returns the line of a spot. spot_node() returns the ply just played, or NULL at the
 * start of the game. The record owns both. */
struct line *spot_line(const struct record *record, const struct spot *spot);
struct node *spot_node(const struct record *record, const struct spot *spot);
/* Returns the lines that replace the next ply; at the end of a line, the continuations. NULL if
 * there are none. */
struct lines *spot_lines(const struct record *record, const struct spot *spot);

/* spot_plies() returns the length of the path; spot_path() returns ply number `index` of the path,
 * counted from 0. */
int spot_plies(const struct spot *spot);
struct node *spot_path(const struct record *record, const struct spot *spot, int index);
/* Returns the spot after the first `plies` plies of the path. */
struct spot spot_before(const struct spot *spot, int plies);

/* Enumerates the continuations of a spot: first the next ply of the same line, if any, then each
 * non-empty line that leaves here. Calls `each` for every continuation, until it returns false:
 * `to` is the spot after the first ply of the continuation, and `line` is the line that begins
 * there, or NULL for the next ply of the same line.
 *
 * To visit all continuations use this function, not spot_choice() in a loop: each call of
 * spot_choice() searches from the first continuation, and a file may have thousands at one fork. */
typedef bool spot_way_fn(void *argument, int choice, const struct spot *to,
                         const struct line *line);
void spot_ways(const struct record *record, const struct spot *spot, spot_way_fn *each,
               void *argument);
int spot_choices(const struct record *record, const struct spot *spot);
/* Returns the first ply of continuation number `choice`, or NULL if there are fewer continuations.
 * Sets *line (`line` may be NULL) to the line that begins with this ply, or to NULL if the ply
 * continues the current line. */
struct node *spot_choice(const struct record *record, const struct spot *spot, int choice,
                         struct line **line);
/* Sets *fork to the spot one ply earlier and returns the number of the continuation that leads from
 * there to `spot`; -1 if none does. */
int spot_choice_made(const struct record *record, const struct spot *spot, struct spot *fork);

/* The functions below move a spot. They return false and leave *spot unchanged if there is nowhere
 * to go in that direction. */
bool spot_next(const struct record *record, struct spot *spot, int choice);
bool spot_back(struct spot *spot);
/* Moves a spot to the end of its line. */
bool spot_end(const struct record *record, struct spot *spot);
/* Moves a spot back to the fork at which its line leaves the parent line. */
bool spot_parent(struct spot *spot);
/* Moves to the next (`step` 1) or previous (-1) continuation at the fork that the current ply
 * follows. If no other ply follows that fork, uses the fork at which the current line begins. */
bool spot_sibling(const struct record *record, struct spot *spot, int step);
/* Moves to the nearest spot with more than one continuation: forward along the line (`step` 1), or
 * back along the path (-1). */
bool spot_fork(const struct record *record, struct spot *spot, int step);
/* Moves to the next spot in reading order. Lines that replace a ply are read directly after that
 * ply and before the following one. */
bool spot_following(const struct record *record, struct spot *spot);
/* Moves to the next (`step` 1) or previous (-1) ply in reading order that has a comment, a
 * judgement or a mark. */
bool spot_noted(const struct record *record, struct spot *spot, int step);
/* Moves to the spot after `number` plies of the current path. If the path is shorter, continues
 * along the current line. */
bool spot_go(const struct record *record, struct spot *spot, int number);

/* True if a ply has a comment, a judgement, a mark, or a note on one of its members. */
bool node_is_noted(const struct node *node);
/* True if a ply as a whole has a comment, a judgement or a mark. Ignores notes on its members. */
bool node_is_noted_whole(const struct node *node);

/* `said` is the side that the file names for the next ply; NUL if it names none. If this is not the
 * counted *side, corrects *number and *side. A file names the side when the turn skips a player, as
 * in a game of three with one player out. */
void ply_number_follow(int *number, int *side, char said, int sides);

#endif
