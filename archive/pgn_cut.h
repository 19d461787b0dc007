/* pgn_cut.h - pieces of a PGN file that can be read by themselves; private to pgn_ahead.c and store_pgn.c.
 *
 * A file is cut where a game certainly begins: at tags behind an empty line behind what is no tag. Where there is no such
 * place for long, some of its bytes are read, and cut behind the last game that would not be another one if more bytes were
 * there. A game of several megabytes, more than any can have, ends with them: what follows, to where another certainly begins, is
 * passed over. */
#ifndef CHESSCADE_PGN_CUT_H
#define CHESSCADE_PGN_CUT_H

#include "archive/pgn_ahead.h"

/* A file, and how far it has been cut. */
struct pgn_source {
    struct pgn_input input;
    size_t cut;
    int64_t lines; /* of it that were passed over */
    int error; /* the errno of reading it; it is over then */
};

/* Bytes of it, in room that is used again. One byte before them is there, too, unless they are the first or it is no ASCII: what
 * begins a line is told by it. */
struct pgn_raw {
    char *room;        /* of a file, with a NUL behind */
    size_t room_size;
    const char *bytes; /* [lead + size] */
    size_t lead, size;
    size_t from;       /* where in the file, without the lead */
    bool last;         /* they go to the end of the file, */
    bool full;         /* or are as many as may be */
};

/* The same as UTF-8, and a reader at its beginning. */
struct pgn_text_piece {
    struct pgn_reader reader;
    char *text;
    struct pgn_stretches stretches; /* of the text, and what it was made of */
    size_t safe; /* before here it does not matter what comes behind the bytes */
    bool last;
};

bool pgn_source_over(const struct pgn_source *source);
/* So many bytes more of those are cut off. */
void pgn_source_cut(struct pgn_source *source, const struct pgn_raw *raw, size_t bytes);

/* The next piece, of about so many bytes. True: it ends where a game begins, or with the file, and is cut off; of none where
 * it cannot be read. False: it ends anywhere, and is not cut off yet. `search`: look for a place where a game begins. */
bool pgn_raw_take(struct pgn_source *source, struct pgn_raw *raw, size_t size, bool search);
/* Twice as many bytes, or those that are there are all there may be; false: there are no more. */
bool pgn_raw_widen(struct pgn_source *source, struct pgn_raw *raw);
void pgn_raw_clear(struct pgn_raw *raw);

/* `opening` is borrowed. */
void pgn_raw_text(const struct pgn_source *source, const struct pgn_raw *raw, struct pgn_opening *opening,
                  struct pgn_text_piece *out);
void pgn_raw_text_clear(struct pgn_text_piece *text);
/* Is the game that was just read what it is in the whole file? */
bool pgn_game_is_whole(const struct pgn_text_piece *text);
/* The charset of the game that begins at a place of the text, behind what is blank there. */
const char *pgn_piece_charset(const struct pgn_text_piece *text, size_t at);
/* How many bytes the text is up to a place of it. */
size_t pgn_raw_bytes(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t at);
/* The same where it is known of a place before that one, 0 bytes of the text's beginning; each byte is looked at once so. */
size_t pgn_raw_bytes_on(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t from,
                        size_t from_bytes, size_t at);

#endif
