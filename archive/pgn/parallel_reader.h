/* parallel_reader.h - reads the games of a large PGN file in other threads, ahead of the caller.
 *
 * The file is cut where games begin (splitter.h). Each piece is parsed by itself
 * (pgn.h), and the games are returned in order, exactly as a single reader would. Only
 * one or two pieces per thread are in memory, however large the file and however small its
 * games. */
#ifndef CHESSCADE_ARCHIVE_PGN_PARALLEL_READER_H
#define CHESSCADE_ARCHIVE_PGN_PARALLEL_READER_H

#include "archive/summary/summary.h"
#include "archive/pgn/pgn.h"
#include "archive/yaml/yaml_write.h"

struct pgn_ahead;

/* The input: a file, or bytes in memory followed by a NUL. */
struct pgn_input {
    const char *bytes;   /* the bytes in memory, borrowed; NULL to read the file */
    int fd;              /* descriptor of the file, borrowed; its current offset does not matter */
    size_t from, size;   /* `from`: the offset at which to begin: 0, or the end of a previous piece.
                            `size`: the offset at which to end */
    const char *charset; /* charset of the file as pgn_survey_end() returned it */
    bool asked; /* true if the user chose the charset for the whole file: pgn_charset_asked() */
};

/* A game, and what the function `work` made of it in the reading thread. */
struct pgn_game {
    struct record *record; /* the game, owned by the caller; NULL if `work` returned true because
                              only its output is needed */
    const char *made;      /* [size] the bytes that `work` wrote; borrowed until the next game */
    size_t size;
    int place[2]; /* two numbers that `work` may set for its caller; it may also set the member
                     `broken` */
    struct listing listing; /* the listing that `work` may fill in; its texts are borrowed until the
                               next game */
    int lines;
    bool broken;
    const char *charset; /* charset of the game's bytes */
    char *trouble; /* pgn_trouble() of the game, or NULL; borrowed until the next game, and already
                      set when `work` is called */
    int number;    /* number of the game in the file, from 1 */
    size_t at; /* approximate progress as an offset in the file: all games but the latest two are
                  before it */
};
/* Called for each game in the thread that read it. Append output to `made`, set place and
 * broken, and return true if the record is no longer needed. The games do not have their final
 * ids yet. For very short games the result may be reused for other games with identical bytes,
 * without another call. */
typedef bool pgn_work_fn(void *argument, struct record *record, struct yaml_text *made,
                         struct pgn_game *game);

/* Starts reading. Pieces have about `piece` bytes (0: default). `busy` is true if the caller has
 * work of its own, so that one processor is left for it. Small files are read in the caller's
 * thread. If there is only one processor, all files are. `work` may be NULL. */
void pgn_ahead_begin(struct pgn_ahead **out, const struct pgn_input *input, size_t piece, bool busy,
                     pgn_work_fn *work, void *argument);
/* Gets the next game; false after the last, or if the file could not be read. Ids are assigned
 * here, in ascending order. */
bool pgn_ahead_next(struct pgn_ahead *ahead, struct pgn_game *out);
/* Why no game follows the last one: 0 at the end of the file, otherwise the errno of a read
 * error. */
int pgn_ahead_error(const struct pgn_ahead *ahead);
/* Ends reading; games not fetched yet are dropped. May be called at any time. */
void pgn_ahead_end(struct pgn_ahead *ahead);

#endif
