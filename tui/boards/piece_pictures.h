/* piece_pictures.h - draws pieces from piece sets into cells. */
#ifndef CHESSCADE_TUI_BOARDS_PIECE_PICTURES_H
#define CHESSCADE_TUI_BOARDS_PIECE_PICTURES_H

#include "tui/boards/pieces.h"
#include "tui/boards/piece_set.h"

/* Put the picture of a piece into a cell, in its owner's ink; false if the view's set has none that
 * fits, and nothing is put. A column on either side stays free for marks. `exact`: the picture that
 * stands for "any" kind is not taken. */
bool picture_put(const struct board_view *view, struct piece piece, const struct cell_size *size,
                 bool exact, struct cell_picture *out);

/* The same in the frame of a facing (see piece_set.h), in this ink. `like`: the kind whose picture
 * is taken, with the letter of the piece in it. */
bool picture_put_facing(const struct board_view *view, struct piece piece, int like, int facing,
                        const struct cell_size *size, enum role ink, struct cell_picture *out);

/* The picture of a piece for a place of so many columns and rows without margins, or NULL; and its
 * letter. */
const struct piece_picture *picture_for(const struct board_view *view, struct piece piece,
                                        int columns, int rows);
uint32_t picture_letter(const struct board_view *view, struct piece piece);

#endif
