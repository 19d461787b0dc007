/* move_tree.h - lays out the move tree of a record as lines of text.
 *
 * The main line is in rows with one ply of each side; variations are indented below the ply they
 * replace, with a bar for each level; comments are inline if there is room. Every ply on the screen
 * is a piece that knows its spot, so it can be clicked and found. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_MOVE_TREE_H
#define CHESSCADE_TUI_VIEWS_GAME_MOVE_TREE_H

#include "tui/session/ply_text.h"
#include "tui/widgets/scene.h"
#include "tui/boards/board_art.h"

enum tree_comments { TREE_COMMENTS_MARK, TREE_COMMENTS_SHORT, TREE_COMMENTS_FULL };

/* The input of a tree. */
struct tree_source {
    const struct record *record; /* borrowed */
    struct ply_texts *texts;
    int sides;                    /* plies in a row */
    int first_number, first_side; /* move number and side of the first ply */
    int width;                    /* columns */
    enum charset charset;
    enum tree_comments comments;
    const struct spot *spot;   /* the reader's place: if it is a fork, its continuations are listed
                                  there */
    int choice;                /* the continuation chosen at the fork */
    const struct spot *folded; /* [folds]: lines (given by any of their plies) shown as one row */
    int folds;
    bool fold_all;               /* every line except those in `folded` is folded */
    const struct spot *exploded; /* [explosions]: cascades shown with one row for each member */
    int explosions;
    /* True if the notes, judgements and lines of an author (NULL: unsigned ones) are hidden.
     * NULL: all are shown. */
    bool (*hides)(const void *reader, const char *by);
    const void *reader;
    int walked, member; /* for drawing: the ply being stepped through, and which of its members is
                         * shown, counted from 1; 0: none */
    bool hide_rest;     /* draw nothing after the current ply: the user is to guess it */
    const char *result; /* shown at the end of the game; NULL: nothing */
};

struct tree_piece {
    int ply;    /* index into tree.ply, -1 if it is not a ply */
    int choice; /* of a listed fork: which continuation, -1: none */
    int member; /* of an exploded cascade, counted from 1; 0: not one */
    int text;   /* offset into tree.pool */
    short column, width;
    uint8_t ink; /* enum role */
};

struct tree_row {
    int first, pieces; /* indices into tree.piece */
    short depth;       /* how many bars come before it */
    bool opens;        /* the first row of a line */
};

struct tree {
    struct tree_row *row;
    struct tree_piece *piece;
    struct tree_ply {
        int line, ply;
    } * ply; /* in reading order; ply is counted from 1 */
    struct tree_line {
        int above;
        struct branch branch;
    } * line; /* 0: the main line; each line comes after the one it
               * branches from */
    char *pool;
    int column; /* width of a ply's column in the rows of the main line */
    int rows, pieces, plies, lines, pooled;
    int row_room, piece_room, ply_room, line_room, pool_room;
};

/* Lay out a tree; *tree is zero or a used tree, whose memory is reused. */
void tree_build(struct tree *tree, const struct tree_source *source);
void tree_free(struct tree *tree);

/* The spot of a ply of the tree; the ply at a spot, -1 at the start or if its line is folded. */
void tree_spot(const struct tree *tree, int ply, struct spot *out);
int tree_find(const struct tree *tree, const struct spot *spot);
/* The same, but if its line is folded or left out, the last visible ply on the way there; -1: there
 * is none. */
int tree_nearest(const struct tree *tree, const struct spot *spot);
/* The row of a ply, 0 if it is not shown; the row of a member of an exploded ply, -1: none. */
int tree_row_of(const struct tree *tree, int ply);
int tree_row_of_member(const struct tree *tree, int ply, int member);
/* How many rows the listed fork has; the last row of one of its continuations, -1: none. */
int tree_fork_rows(const struct tree *tree);
int tree_row_of_choice(const struct tree *tree, int choice);
/* The piece at a row and column, NULL: none. */
const struct tree_piece *tree_hit(const struct tree *tree, int row, int column);
/* Draw rows from `top` into an area; `current` is the ply on the board, -1: none. */
void tree_draw(const struct tree *tree, const struct tree_source *source, struct scene *scene,
               int row, int column, int rows, int top, int current);

/* Write "12." or "12..." as it comes before a ply. */
int ply_number_write(int number, int side, int sides, char *buffer, size_t size);

#endif
