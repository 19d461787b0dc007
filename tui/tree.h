/* tree.h - the move tree of a record laid out as lines of text.
 *
 * The game stands in rows, a ply of each side beside the other; variations are indented under the ply they replace,
 * with a bar for every level; comments stand inline where there is room for them. Every ply on the screen is a
 * piece that knows its spot, so that it can be clicked and found. */
#ifndef CHESSCADE_TREE_H
#define CHESSCADE_TREE_H

#include "tui/ply_text.h"
#include "tui/scene.h"
#include "tui/board_art.h"

enum tree_comments { TREE_COMMENTS_MARK, TREE_COMMENTS_SHORT, TREE_COMMENTS_FULL };

/* What a tree is made from. */
struct tree_source {
    const struct record *record; /* borrowed */
    struct ply_texts *texts;
    int sides;                   /* plies in a row */
    int first_number, first_side;/* move number and side of the first ply */
    int width;                   /* columns */
    enum charset charset;
    enum tree_comments comments;
    const struct spot *spot;   /* where the reader is: at a fork its ways on are listed there */
    int choice;                  /* the way on chosen at the fork */
    const struct spot *folded;  /* [folds]: lines (any ply of theirs) shown as one row */
    int folds;
    bool fold_all;               /* every line but those of `folded` */
    const struct spot *exploded; /* [explosions]: cascades shown a member a row */
    int explosions;
    /* Are the notes, judgements and lines of an author (NULL: the unsigned ones) left out? NULL: all are shown. */
    bool (*hides)(const void *reader, const char *by);
    const void *reader;
    int walked, member;          /* for drawing: the ply of the tree that is walked through, and which of its members is
                                  * shown, counted from 1; 0: none */
    bool hide_rest;              /* draw nothing behind the current ply: it is to be guessed */
    const char *result;          /* shown at the end of the game; NULL: nothing */
};

struct tree_piece {
    int ply;       /* index into tree.ply, -1 for what is no ply */
    int choice;    /* of the fork listed: which way on, -1 */
    int member;    /* of an exploded cascade, counted from 1; 0: it is none */
    int text;      /* offset into tree.pool */
    short column, width;
    uint8_t ink;   /* enum role */
};

struct tree_row {
    int first, pieces; /* of tree.piece */
    short depth;       /* bars before it */
    bool opens;        /* the first row of a line */
};

struct tree {
    struct tree_row *row;
    struct tree_piece *piece;
    struct tree_ply { int line, ply; } *ply;       /* in reading order; ply counted from 1 */
    struct tree_line { int above; struct branch branch; } *line; /* 0: the game; after the line it leaves */
    char *pool;
    int column; /* width of a ply's column in the rows of the game */
    int rows, pieces, plies, lines, pooled;
    int row_room, piece_room, ply_room, line_room, pool_room;
};

/* Lay out; *tree is zero or a used tree, whose room is kept. */
void tree_build(struct tree *tree, const struct tree_source *source);
void tree_free(struct tree *tree);

/* The spot of a ply of the tree; the ply of a spot, -1 at the start or when its line is folded. */
void tree_spot(const struct tree *tree, int ply, struct spot *out);
int tree_find(const struct tree *tree, const struct spot *spot);
/* The same, but where its line is folded or left out the last ply shown on the way there; -1 when there is none. */
int tree_nearest(const struct tree *tree, const struct spot *spot);
/* The row a ply stands in, 0 when it stands nowhere; the row of a member of an exploded one, -1 without one. */
int tree_row_of(const struct tree *tree, int ply);
int tree_row_of_member(const struct tree *tree, int ply, int member);
/* How many rows the fork listed has; the last row of one of its ways on, -1 without one. */
int tree_fork_rows(const struct tree *tree);
int tree_row_of_choice(const struct tree *tree, int choice);
/* The piece at a row and column, NULL without one. */
const struct tree_piece *tree_hit(const struct tree *tree, int row, int column);
/* Draw rows from `top` into an area; `current` is the ply on the board, -1: none. */
void tree_draw(const struct tree *tree, const struct tree_source *source, struct scene *scene, int row, int column,
               int rows, int top, int current);

/* "12." or "12..." before a ply. */
int ply_number_write(int number, int side, int sides, char *buffer, size_t size);

#endif
