/* splitter.h - cuts a PGN file into pieces that can be parsed separately; private to
 * parallel_reader.c and archive/store/stream/pgn_file.c.
 *
 * A file is cut where a game certainly begins: at tags that follow an empty line that follows
 * something other than a tag. If there is no such place for long, some of the bytes are parsed, and
 * the cut is made after the last game that more bytes could not change. A game of several
 * megabytes, more than any real game, is ended there, and the rest is skipped up to where another
 * game certainly begins. */
#ifndef CHESSCADE_ARCHIVE_PGN_SPLITTER_H
#define CHESSCADE_ARCHIVE_PGN_SPLITTER_H

#include "archive/pgn/parallel_reader.h"

/* A file, and how far it has been cut. */
struct pgn_source {
    struct pgn_input input;
    size_t cut;
    int64_t lines; /* line count of what was skipped */
    int error;     /* errno of a read error, which ends it */
};

/* Bytes of the file in a reusable buffer. One byte before them is included (unless they are the
 * first, or it is not ASCII), because what begins a line depends on it. */
struct pgn_raw {
    char *room; /* for a file, NUL-terminated */
    size_t room_size;
    const char *bytes; /* [lead + size] */
    size_t lead, size;
    size_t from; /* offset in the file, without the lead */
    bool last;   /* they reach the end of the file, */
    bool full;   /* or the size limit */
};

/* The same converted to UTF-8, and a reader at its start. */
struct pgn_text_piece {
    struct pgn_reader reader;
    char *text;
    struct pgn_stretches stretches; /* of the text and of its original bytes */
    size_t safe;                    /* offset up to which parsing does not depend on later input */
    bool last;
};

bool pgn_source_over(const struct pgn_source *source);
/* Cuts off so many more of those bytes. */
void pgn_source_cut(struct pgn_source *source, const struct pgn_raw *raw, size_t bytes);

/* Gets the next piece of about `size` bytes. True: it ends where a game begins, or at the end of
 * the file, and is cut off; empty on a read error. False: it ends anywhere and is not cut off yet.
 * `search`: look for a place where a game begins. */
bool pgn_raw_take(struct pgn_source *source, struct pgn_raw *raw, size_t size, bool search);
/* Doubles the number of bytes, or, at the size limit, marks them as full; false if the file has no
 * more. */
bool pgn_raw_widen(struct pgn_source *source, struct pgn_raw *raw);
void pgn_raw_clear(struct pgn_raw *raw);

/* `opening` is borrowed. */
void pgn_raw_text(const struct pgn_source *source, const struct pgn_raw *raw,
                  struct pgn_opening *opening, struct pgn_text_piece *out);
void pgn_raw_text_clear(struct pgn_text_piece *text);
/* True if the game just read is certainly the same as in the whole file. */
bool pgn_game_is_whole(const struct pgn_text_piece *text);
/* The charset of the game that begins at an offset of the text, after blanks. */
const char *pgn_piece_charset(const struct pgn_text_piece *text, size_t at);
/* How many bytes of the file the text up to that offset takes. */
size_t pgn_raw_bytes(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t at);
/* The same, counting on from an earlier offset with a known result (0 bytes at the start), so that
 * each byte is examined only once. */
size_t pgn_raw_bytes_on(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t from,
                        size_t from_bytes, size_t at);

#endif
