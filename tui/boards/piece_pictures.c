/* piece_pictures.c - draws pieces from piece sets: see piece_pictures.h.
 *
 * A picture is put in the middle of its cell. Its blanks count as taken, so that no mark is put
 * inside a hollow piece; marks stand beside it, in the columns that every picture leaves free. */
#include "tui/boards/piece_pictures.h"

#include "core/position_text.h"

/* The sizes of cells from which the setting `auto` draws pictures; in smaller cells it draws
 * letters. On boards so large that every byte of a ply counts, cells must be higher. */
enum { LARGE_COLUMNS = 7, LARGE_ROWS = 3, LARGE_ROWS_SLIM = 4 };

uint32_t picture_letter(const struct board_view *view, struct piece piece)
{
    char letters[4];
    piece_letters(view->position->rules, piece, letters);
    return (uint8_t)letters[0];
}

static struct picture_wanted picture_wanted_for(const struct board_view *view, struct piece piece,
                                                int columns, int rows)
{
    return (struct picture_wanted){.name = view->position->rules->kinds[piece.kind].name,
                                   .side = piece.side,
                                   .columns = columns,
                                   .rows = rows,
                                   .utf8 = view->charset == CHARSET_UTF8 && !view->ascii_pieces,
                                   .coloured = !view->shaded};
}

/* Find a picture. In a set without red pieces, Red's look like White's, and the owner's sign
 * distinguishes them. */
static const struct piece_picture *picture_find(const struct board_view *view,
                                                struct picture_wanted wanted, bool exact)
{
    const struct piece_picture *found = piece_set_find(view->pieces, &wanted);
    for (int i = 0; i < 2 && !found; i++) {
        if (!exact && !found) {
            struct picture_wanted any = wanted;
            any.name = "any";
            found = piece_set_find(view->pieces, &any);
        }
        if (!found && wanted.side == RED) {
            wanted.side = WHITE;
            found = piece_set_find(view->pieces, &wanted);
        }
    }
    return found;
}

const struct piece_picture *picture_for(const struct board_view *view, struct piece piece,
                                        int columns, int rows)
{
    return view->pieces ? picture_find(view, picture_wanted_for(view, piece, columns, rows), false)
                        : NULL;
}

/* Put the characters of a picture or frame at a place of the cell. The room that a frame leaves
 * to the piece is skipped. */
static void picture_put_at(const struct piece_picture *picture, bool frame, uint32_t letter,
                           enum role ink, int row, int column, const struct cell_size *size,
                           struct cell_picture *out)
{
    for (int r = 0; r < picture->rows; r++)
        for (int c = 0; c < picture->columns; c++) {
            uint32_t character = picture->at[r * picture->columns + c];
            if (frame && character == FRAME_PIECE)
                continue;
            if (frame && character == ' ' && (c == 0 || c == picture->columns - 1))
                continue; /* this column stays free for marks */
            cell_put(out, size, row + r, column + c,
                     character == PICTURE_LETTER ? letter : character, ink);
        }
}

static bool picture_has_room(const struct board_view *view, const struct cell_size *size)
{
    int rows = view->slim ? LARGE_ROWS_SLIM : LARGE_ROWS;
    return view->pieces &&
           (!view->large_pieces || (size->columns >= LARGE_COLUMNS && size->rows >= rows));
}

bool picture_put(const struct board_view *view, struct piece piece, const struct cell_size *size,
                 bool exact, struct cell_picture *out)
{
    int room = size->columns < 3 ? 1 : size->columns - 2;
    if (!picture_has_room(view, size))
        return false;
    const struct piece_picture *picture =
        picture_find(view, picture_wanted_for(view, piece, room, size->rows), exact);
    if (!picture)
        return false;
    picture_put_at(picture, false, picture_letter(view, piece), piece_ink(piece),
                   (size->rows - picture->rows) / 2, (size->columns - picture->columns) / 2, size,
                   out);
    out->wide = picture->columns > 1 ? picture->columns : 0;
    return true;
}

bool picture_put_facing(const struct board_view *view, struct piece piece, int like, int facing,
                        const struct cell_size *size, enum role ink, struct cell_picture *out)
{
    if (!picture_has_room(view, size))
        return false;
    struct picture_wanted wanted = picture_wanted_for(view, piece, size->columns, size->rows);
    struct piece drawn = piece;
    const struct piece_picture *frame;
    drawn.kind = (uint8_t)like;
    for (int nth = 0; (frame = piece_set_frame(view->pieces, &wanted, facing, nth)); nth++) {
        int top = (size->rows - frame->rows) / 2, left = (size->columns - frame->columns) / 2,
            column, row, columns, rows;
        const struct piece_picture *picture = NULL;
        bool place = frame_place(frame, &column, &row, &columns, &rows);
        if (place &&
            !(picture = picture_find(view, picture_wanted_for(view, drawn, columns, rows), false)))
            continue;
        picture_put_at(frame, true, picture_letter(view, piece), ink, top, left, size, out);
        if (picture)
            picture_put_at(picture, false, picture_letter(view, piece), ink,
                           top + row + (rows - picture->rows) / 2,
                           left + column + (columns - picture->columns) / 2, size, out);
        out->wide = frame->columns < size->columns ? frame->columns : (uint8_t)(frame->columns - 2);
        return true;
    }
    return false;
}
