/* triangle_labels.h - the text in a cell of a board of triangles: a piece's letters and the marks on it,
 * rules/triangles.md 12. */
#ifndef CHESSCADE_TUI_BOARDS_TRIANGLE_LABELS_H
#define CHESSCADE_TUI_BOARDS_TRIANGLE_LABELS_H

#include "tui/boards/board_art.h"

/* The sizes of these boards: compact ones draw floors instead of dashed lines, and the smallest draws no strokes. */
enum triangles_size {
    TRIANGLES_COMPACT,
    TRIANGLES_BASE,
    TRIANGLES_SCALES = 5, /* from here on: compact ones at a scale of 2 and more */
    TRIANGLES_LEAST = 8,
    TRIANGLES_SIZES
};

struct triangle_label {
    uint32_t character[2], left, right; /* 0: blank; left and right are beside the two */
    enum role ink, mark_ink, ground;    /* ink of the first character; of the others; ground of the inside */
};

/* The label of a cell with its first mark or, if that is the cursor, with the next one. */
struct triangle_label triangle_label(const struct board_view *view, int cell);

/* The UTF-8 character drawn for an ASCII stroke or target sign; any other character, or without UTF-8, unchanged. */
uint32_t triangle_character(const struct board_view *view, uint32_t character);

#endif
