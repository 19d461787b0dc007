/* triangle_label.h - what a cell of a board of triangles says: a piece's letters and the marks on it, rules/triangles.md 12. */
#ifndef CHESSCADE_TRIANGLE_LABEL_H
#define CHESSCADE_TRIANGLE_LABEL_H

#include "tui/board_art.h"

/* The sizes of these boards: the compact ones have floors instead of lines of dashes, the least one has no strokes at all. */
enum triangles_size {
    TRIANGLES_COMPACT,
    TRIANGLES_BASE,
    TRIANGLES_SCALES = 5, /* from here on compact ones at a scale of 2 and more */
    TRIANGLES_LEAST = 8,
    TRIANGLES_SIZES
};

struct triangle_label {
    uint32_t character[2], left, right; /* 0: blank; left and right stand beside the two */
    enum role ink, mark_ink, ground;    /* of the first character; of the others; of the inside */
};

/* The label of a cell with the first mark on it, and, where that is the cursor, the next one. */
struct triangle_label triangle_label(const struct board_view *view, int cell);

/* The character that stands for one of ASCII, a stroke or the sign of a goal, where UTF-8 is drawn; else the same. */
uint32_t triangle_character(const struct board_view *view, uint32_t character);

#endif
