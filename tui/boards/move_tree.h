/* move_tree.h - lays out the move tree of a record as lines of text.
 *
 * Each row of the main line has one ply of each side; variations are indented below the ply they
 * replace, with a bar for each level; comments are inline if there is room. Each ply on the screen
 * is a piece of text that knows its spot (the path of choices that leads to it), so it can be
 * clicked and found. */
#ifndef CHESSCADE_TUI_BOARDS_MOVE_TREE_H
#define CHESSCADE_TUI_BOARDS_MOVE_TREE_H

#include "tui/session/ply_text.h"
#include "tui/widgets/scene.h"
#include "tui/boards/board_art.h"

/* A ply with comments has a sign, or the comments follow it, in full. */
enum tree_comments { TREE_COMMENTS_MARK, TREE_COMMENTS_FULL };

/* Which variations and cascades are shown in which way. Zero-initialise. */
struct tree_folds {
    /* [folds] variations that are shown as one row, each given by any of its plies */
    struct spot *fold;
    int folds, fold_room;
    bool all; /* every variation is folded except those in `fold` */
    /* [explosions] cascades that are shown with one row for each member */
    struct spot *explode;
    int explosions, explode_room;
};

/* Fold the variation of a spot, or unfold it. Returns true if it is then folded. */
bool tree_fold(struct tree_folds *folds, const struct spot *line);
/* Show the cascade at a spot with one row for each member, or in one row again. */
void tree_explode(struct tree_folds *folds, const struct spot *cascade);
/* True if a ply is a cascade of several members; `node` may be NULL. */
bool tree_can_explode(const struct node *node);
/* True if the record has variations, which could be folded. */
bool tree_has_variations(const struct record *record);
void tree_folds_free(struct tree_folds *folds);

/* What tree_build() lays out. */
struct tree_source {
    const struct record *record; /* borrowed */
    struct ply_texts *texts;
    int sides;                    /* number of plies in a row of the main line */
    int first_number, first_side; /* the move number and the side of the first ply */
    int width;                    /* the width of the text in columns */
    enum charset charset;
    enum tree_comments comments;
    /* The current ply. If it has several continuations, they are listed below it. */
    const struct spot *spot;
    int choice;                     /* the index of the selected continuation */
    const struct tree_folds *folds; /* NULL: nothing is folded or exploded */
    /* True if the notes, judgements and variations of an author (NULL: unsigned ones) are hidden.
     * The function may be NULL: all are shown. */
    bool (*hides)(const void *reader, const char *by);
    const void *reader;
    /* For drawing: the ply being stepped through, and which of its members is shown, counted
     * from 1; 0: none. */
    int walked, member;
    bool hide_rest;     /* show nothing after the current ply, because the user is to guess it */
    const char *result; /* the result, shown at the end of the game; NULL: nothing */
};

struct tree_piece {
    int ply;    /* index into tree.ply; -1: this text is not a ply */
    int choice; /* the index of the continuation, if this is one of those listed; -1: it is not */
    /* the member of a cascade that has one row for each member, counted from 1; 0: none */
    int member;
    int text; /* offset of the text in tree.pool */
    short column, width;
    uint8_t ink; /* enum role */
};

struct tree_row {
    int first, pieces; /* indices into tree.piece */
    short depth;       /* how many bars come before the row's text */
    bool opens;        /* the row is the first of a variation */
};

struct tree {
    struct tree_row *row;
    struct tree_piece *piece;
    struct tree_ply {
        int line, ply;
    } * ply; /* in reading order; tree_ply.ply is the ply's number in its line, from 1 */
    struct tree_line {
        int above;
        struct branch branch;
    } * line; /* the variations: 0 is the main line, and each one comes after the one that it
                 branches from */
    char *pool;
    int column; /* the width of a ply's column in rows of the main line */
    int rows, pieces, plies, lines, pooled;
    int row_room, piece_room, ply_room, line_room, pool_room;
};

/* Lay out a tree. *tree is zero or a used tree, whose memory is reused. */
void tree_build(struct tree *tree, const struct tree_source *source);
void tree_free(struct tree *tree);

/* tree_spot() writes the spot of a ply, which is its path in the move tree. The next function finds
 * the ply at a spot; -1 at the start, or if the variation is folded. */
void tree_spot(const struct tree *tree, int ply, struct spot *out);
int tree_find(const struct tree *tree, const struct spot *spot);
/* Find the ply at a spot of the move tree. If its variation is folded or left out, returns the last
 * visible ply before it; -1 if there is none. */
int tree_nearest(const struct tree *tree, const struct spot *spot);
/* The row of a ply, 0 if the ply is not shown. The next function returns the row of a member of a
 * cascade, -1 if it has none. */
int tree_row_of(const struct tree *tree, int ply);
int tree_row_of_member(const struct tree *tree, int ply, int member);
/* tree_fork_rows() is the number of rows of the listed continuations. The next function is the last
 * row of one of them, -1: none. */
int tree_fork_rows(const struct tree *tree);
int tree_row_of_choice(const struct tree *tree, int choice);
/* The first of `rows` visible rows to choose so that the row of the current ply, and the chosen
 * continuation, are visible with a margin; `top` is the present one. */
int tree_followed(const struct tree *tree, int top, int rows, int row, int choice);
/* The piece of text at a row and column; NULL: none. */
const struct tree_piece *tree_hit(const struct tree *tree, int row, int column);
/* Draw rows from `top` into an area; `current` is the ply on the board, -1: none. */
void tree_draw(const struct tree *tree, const struct tree_source *source, struct scene *scene,
               int row, int column, int rows, int top, int current);

/* Write the move number before a ply: "12." or "12...". */
int ply_number_write(int number, int side, int sides, char *buffer, size_t size);

#endif
