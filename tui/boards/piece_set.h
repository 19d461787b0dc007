/* piece_set.h - piece sets: pieces as pictures of characters, read from text files.
 *
 * A set has pictures in several sizes, in UTF-8 and in ASCII. The head of themes/pieces/art.txt
 * describes the file. A set may leave out any piece and any size; what it lacks is drawn as its
 * letter. */
#ifndef CHESSCADE_TUI_BOARDS_PIECE_SET_H
#define CHESSCADE_TUI_BOARDS_PIECE_SET_H

#include "core/base.h"

enum { PICTURE_COLUMNS = 13, PICTURE_ROWS = 6, PIECE_SET_MAX = 512 * 1024 /* bytes of a file */ };

/* Where the letter of the piece stands in a picture, and where the piece stands in a frame. */
enum { PICTURE_LETTER = '?', FRAME_PIECE = '.' };

/* Frames: the facings 0..7 clockwise from north, and FRAME_PLAIN for a piece that faces as at
 * first. */
enum { FRAME_PLAIN = 8, FRAMES };

struct piece_picture {
    const char *name;   /* of the kind, "any", or of the frame, "facing ne" */
    const uint32_t *at; /* [rows * columns]; ' ' where it is empty */
    uint8_t columns, rows;
    uint8_t side;        /* enum side, or SIDES_ALL for a frame of either side */
    bool utf8, coloured; /* coloured: only where colours tell the sides apart */
    int line;            /* of the file, from 1 */
};
enum { SIDES_ALL = 4 };

struct piece_set;

/* Which picture is wanted: the largest one within `columns` and `rows`. With `utf8` an ASCII
 * picture is taken only if there is no other; with `coloured` one for colours goes first. */
struct picture_wanted {
    const char *name;
    int side;
    int columns, rows;
    bool utf8, coloured;
};

/* The picture, or NULL. */
const struct piece_picture *piece_set_find(const struct piece_set *set,
                                           const struct picture_wanted *wanted);
/* The frames of a facing for cells of at most wanted->columns and rows, the largest first: `nth`
 * from 0; or NULL. The name in *wanted is ignored. */
const struct piece_picture *piece_set_frame(const struct piece_set *set,
                                            const struct picture_wanted *wanted, int facing,
                                            int nth);
/* The columns and rows that a frame leaves to the piece, and where; false if it only has a place
 * for its letter. */
bool frame_place(const struct piece_picture *frame, int *column, int *row, int *columns, int *rows);

/* Read a set from text; messages call it `where` and name the line. Free *out with
 * piece_set_free(). */
int piece_set_read(const char *text, size_t length, const char *where, struct piece_set **out,
                   struct note *why);
/* Load a set: NAME of ~/.config/chesscade/themes/pieces/NAME.txt or of DATA/themes/pieces/NAME.txt,
 * or a path (with a '/'). */
int piece_set_load(const char *name, const char *data, struct piece_set **out, struct note *why);
void piece_set_free(struct piece_set *set);

/* Check what reading alone does not: every kind is one of some game, and where White's and Black's
 * pictures of a kind are the same, they contain the letter. FAIL_TEXT, and `why` names the line. */
int piece_set_check(const struct piece_set *set, struct note *why);

/* The pictures by name, then as in the file: index from 0; NULL past the end. */
const struct piece_picture *piece_set_at(const struct piece_set *set, int index);

#endif
