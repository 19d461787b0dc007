/* piece_pictures.h - draws pieces from piece sets into cells. */
#ifndef CHESSCADE_TUI_BOARDS_PIECE_PICTURES_H
#define CHESSCADE_TUI_BOARDS_PIECE_PICTURES_H

#include "tui/boards/pieces.h"
#include "tui/boards/piece_set.h"

/* Put the picture of a piece into a cell, in its owner's ink. False, with nothing put, if the
 * view's piece set has no picture that fits. A column on either side stays free for marks. With
 * `exact` the picture for the kind "any" is not used. */
bool picture_put(const struct board_view *view, struct piece piece, const struct cell_size *size,
                 bool exact, struct cell_picture *out);

/* Like picture_put(), but with the frame of a facing (see piece_set.h) around the picture, in
 * the given ink. `like` is the kind whose picture is used; it shows the letter of `piece`. */
bool picture_put_facing(const struct board_view *view, struct piece piece, int like, int facing,
                        const struct cell_size *size, enum role ink, struct cell_picture *out);

/* The picture of a piece that fits into that many columns and rows without margins, or NULL;
 * *letter becomes the letter of the piece. */
const struct piece_picture *picture_for(const struct board_view *view, struct piece piece,
                                        int columns, int rows);
uint32_t picture_letter(const struct board_view *view, struct piece piece);

#endif
