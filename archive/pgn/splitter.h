/* splitter.h - cuts a PGN file into pieces that can be parsed separately; private to
 * parallel_reader.c and archive/store/stream/pgn_file.c.
 *
 * A file is cut where a game certainly begins: at tags after an empty line, if the text before that
 * line ends with a result. If there is no such place for long, some of the bytes are parsed, and
 * the cut is made after the last game that more bytes could not change. A game of several
 * megabytes, more than any real game, is ended there, and the rest is skipped up to the next tags
 * that follow an empty line. */
#ifndef CHESSCADE_ARCHIVE_PGN_SPLITTER_H
#define CHESSCADE_ARCHIVE_PGN_SPLITTER_H

#include "archive/pgn/parallel_reader.h"

/* A PGN file, and how far it has been cut into pieces. */
struct pgn_source {
    struct pgn_input input;
    size_t cut;
    int64_t lines; /* number of lines in the bytes that were skipped */
    int error;     /* errno of the read error that ended reading; 0 if there was none */
};

/* Bytes of the file in a reusable buffer. If there is a byte before them, it is included (lead is
 * then 1), because parsing must know whether they begin a line; lead_of() drops it if it is not
 * ASCII. */
struct pgn_raw {
    char *room; /* the buffer for bytes read from a file, NUL-terminated */
    size_t room_size;
    const char *bytes; /* [lead + size] */
    size_t lead, size;
    size_t from; /* offset in the file of bytes[lead], the first byte of the piece proper */
    bool last;   /* true if the bytes reach the end of the file */
    bool full;   /* true if the bytes reach the size limit */
};

/* The bytes of a piece converted to UTF-8, and a reader at its start. */
struct pgn_text_piece {
    struct pgn_reader reader;
    char *text;
    struct pgn_stretches stretches; /* maps offsets of the text to its original bytes, by charset */
    size_t safe;                    /* offset up to which parsing does not depend on later input */
    bool last;
};

bool pgn_source_over(const struct pgn_source *source);
/* Cuts that many more bytes off the start of the file. */
void pgn_source_cut(struct pgn_source *source, const struct pgn_raw *raw, size_t bytes);

/* Gets the next piece of about `size` bytes. Returns true if the piece ends where a game begins or
 * at the end of the file. The piece is then cut off the file; it is empty after a read error.
 * Returns false if the piece ends at an arbitrary byte; it is then not cut off. `search`: look for
 * a byte at which a game begins. */
bool pgn_raw_take(struct pgn_source *source, struct pgn_raw *raw, size_t size, bool search);
/* Doubles the number of bytes in the buffer, or marks it as full at the size limit; false if the
 * file has no more bytes. */
bool pgn_raw_widen(struct pgn_source *source, struct pgn_raw *raw);
void pgn_raw_clear(struct pgn_raw *raw);

/* Converts a piece to UTF-8 and starts a reader on it. `opening` is borrowed. */
void pgn_raw_text(const struct pgn_source *source, const struct pgn_raw *raw,
                  struct pgn_opening *opening, struct pgn_text_piece *out);
void pgn_raw_text_clear(struct pgn_text_piece *text);
/* True if more bytes of the file would certainly not change the game that was just read from the
 * piece. */
bool pgn_game_is_whole(const struct pgn_text_piece *text);
/* The charset of the game that begins at an offset of the text or after blanks that follow it. */
const char *pgn_piece_charset(const struct pgn_text_piece *text, size_t at);
/* The number of bytes of the file that the text up to that offset was converted from. */
size_t pgn_raw_bytes(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t at);
/* Like pgn_raw_bytes(), but counts on from an earlier offset with a known result (0 bytes at the
 * start), so that each byte is examined only once. */
size_t pgn_raw_bytes_on(const struct pgn_raw *raw, const struct pgn_text_piece *text, size_t from,
                        size_t from_bytes, size_t at);

#endif
