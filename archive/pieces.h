/* pieces.h - a file beside what it was made from: a head, and pieces of games in the order of their numbers, so that building it
 * can be cut off at any time and gone on with. What is in a piece is the matter of its kind: positions.h, plies.h, texts.h.
 *
 * Nothing is mended: a file made from another one than is there now is none, a piece that is not what its check values say
 * is cut off with all behind it, and made again. */
#ifndef CHESSCADE_PIECES_H
#define CHESSCADE_PIECES_H

#include "archive/sidecar.h"

enum { PIECES_HEAD = 2 * sizeof(uint64_t) + sizeof(struct file_stamp) + 2 * sizeof(uint64_t) }; /* bytes before the first piece */

/* What is told of a piece at its beginning. */
struct pieces_head {
    int first, games;
    uint64_t bytes; /* of all of it */
    uint64_t check;
};

struct pieces;
struct pieces_kind {
    const char *ending;    /* of the file's name */
    char magic[8];
    uint32_t format, seed; /* another number: another format */
    /* Read what is told at a place; false: there is no piece. */
    bool (*look)(const struct pieces *pieces, uint64_t at, struct pieces_head *head);
};

/* Where a piece begins, in the file and among the numbers, and its check value. */
struct pieces_spot {
    uint64_t at, check;
    int first;
};

/* A file of them; with `fd` -1 there is none. */
struct pieces {
    bool opened, writing;
    int fd;
    int games;     /* numbers in the pieces: all below */
    uint64_t end;  /* of the last good piece */
    struct pieces_spot *piece; /* [pieces] */
    int pieces, room;
};

/* Open `name` with the kind's ending, made from a file of that stamp; for writing if it is to be brought up to date: nobody else
 * writes it then. What is open stays so. */
void pieces_open(struct pieces *pieces, const struct pieces_kind *kind, const struct sidecar_place *beside, const char *name,
                 const struct file_stamp *of, bool write);
void pieces_close(struct pieces *pieces);
/* Write a piece behind the others; false: it does not go on where they end, since one before it could not be written, or cannot be
 * written itself. */
bool pieces_append(struct pieces *pieces, const struct pieces_head *head, const char *bytes);
/* Nothing is certain from a piece on; whoever builds writes over it. */
void pieces_cut_off(struct pieces *pieces, int piece);

#endif
