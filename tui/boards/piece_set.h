/* piece_set.h - piece sets: pieces as pictures of characters, read from text files.
 *
 * A set has pictures in several sizes, in UTF-8 and in ASCII. The head of themes/pieces/art.txt
 * describes the file. A set may leave out any piece and any size; what it lacks is drawn as its
 * letter. */
#ifndef CHESSCADE_TUI_BOARDS_PIECE_SET_H
#define CHESSCADE_TUI_BOARDS_PIECE_SET_H

#include "core/base.h"

enum {
    PICTURE_COLUMNS = 13,
    PICTURE_ROWS = 6,
    /* PICTURE_COLUMNS, PICTURE_ROWS: the largest picture, in characters. PIECE_SET_MAX: the largest
     * file, in bytes. */
    PIECE_SET_MAX = 512 * 1024
};

/* Characters with a special meaning: '?' in a picture is replaced by the letter of the piece,
 * '.' in a frame is where the piece goes. */
enum { PICTURE_LETTER = '?', FRAME_PIECE = '.' };

/* Frames, the pictures that show a facing: numbers 0..7 clockwise from north, and FRAME_PLAIN
 * for a piece that still faces as it did at the start. */
enum { FRAME_PLAIN = 8, FRAMES };

struct piece_picture {
    const char *name;   /* name of the piece's kind, "any", or name of a frame: "facing ne" */
    const uint32_t *at; /* [rows * columns] the characters; ' ' where the picture is empty */
    uint8_t columns, rows;
    uint8_t side; /* owner of the piece (enum side), or SIDES_ALL for a frame used by both sides */
    bool utf8, coloured; /* utf8: has characters beyond ASCII. coloured: usable only where colours
                            distinguish the sides */
    int line;            /* line in the file, from 1 */
};
enum { SIDES_ALL = 4 };

struct piece_set;

/* Describes the picture wanted: the largest one within `columns` and `rows`. With `utf8` an
 * ASCII picture is used only if there is no other; with `coloured` a picture for colours is
 * preferred. */
struct picture_wanted {
    const char *name;
    int side;
    int columns, rows;
    bool utf8, coloured;
};

/* Finds the picture described by *wanted; NULL if the set has none. */
const struct piece_picture *piece_set_find(const struct piece_set *set,
                                           const struct picture_wanted *wanted);
/* Finds a frame of a facing for cells of at most wanted->columns and wanted->rows. `nth` counts
 * from 0, the largest frame first; NULL past the last. The name in *wanted is ignored. */
const struct piece_picture *piece_set_frame(const struct piece_set *set,
                                            const struct picture_wanted *wanted, int facing,
                                            int nth);
/* The room that a frame leaves to the piece: position and size. False if the frame has room only
 * for the piece's letter. */
bool frame_place(const struct piece_picture *frame, int *column, int *row, int *columns, int *rows);

/* Read a set from text; messages call it `where` and name the line. Free *out with
 * piece_set_free(). */
int piece_set_read(const char *text, size_t length, const char *where, struct piece_set **out,
                   struct note *why);
/* Load a set: NAME of ~/.config/chesscade/themes/pieces/NAME.txt or of DATA/themes/pieces/NAME.txt,
 * or a path (with a '/'). */
int piece_set_load(const char *name, const char *data, struct piece_set **out, struct note *why);
void piece_set_free(struct piece_set *set);

/* Checks what reading does not: each kind must exist in some game, and pictures that White and
 * Black share must contain the letter of the piece. FAIL_TEXT, and `why` names the line. */
int piece_set_check(const struct piece_set *set, struct note *why);

/* The pictures sorted by name, and those with the same name by size, the largest first. `index`
 * counts from 0; NULL past the end. */
const struct piece_picture *piece_set_at(const struct piece_set *set, int index);

#endif
