/* parallel_reader.h - reads the games of a large PGN file in other threads, ahead of the caller.
 *
 * The file is cut where games begin (splitter.h). Each piece is parsed by itself
 * (pgn.h), and the games are returned in order, exactly as a single reader would. Only
 * one or two pieces per thread are in memory, however large the file and however small its games.
 */
#ifndef CHESSCADE_ARCHIVE_PGN_PARALLEL_READER_H
#define CHESSCADE_ARCHIVE_PGN_PARALLEL_READER_H

#include "archive/summary/summary.h"
#include "archive/pgn/pgn.h"
#include "archive/yaml/yaml_write.h"

struct pgn_ahead;

/* The input: a file, or bytes in memory followed by a NUL. */
struct pgn_input {
    const char *bytes;   /* borrowed; NULL: read the file */
    int fd;              /* borrowed; its current offset does not matter */
    size_t from, size;   /* where to begin (0, or the end of a previous piece); and the end */
    const char *charset; /* as pgn_survey_end() returned it, */
    bool asked;          /* and whether to read everything in it: pgn_charset_asked() */
};

/* A game, and what the reading thread made of it. */
struct pgn_game {
    struct record *record; /* owned by the caller; NULL if `work` made all that is wanted */
    const char *made;      /* [size] what `work` wrote; borrowed until the next game */
    size_t size;
    int place[2];           /* for `work`, like `broken`, */
    struct listing listing; /* and this, whose texts are borrowed like `made` */
    int lines;
    bool broken;
    const char *charset; /* of its bytes */
    char *trouble; /* its pgn_trouble(), or NULL; borrowed like `made`, and already set when `work`
                    * is called */
    int number;    /* from 1 */
    size_t at; /* approximate progress in the file: all games up to the last but one are before it
                */
};
/* Called for each game in the thread that read it: append to `made`, fill in place and broken.
 * Return true if the record is no longer needed. The games do not have their final ids yet. The
 * result for a very short game is reused for others with identical bytes without calling this
 * again. */
typedef bool pgn_work_fn(void *argument, struct record *record, struct yaml_text *made,
                         struct pgn_game *game);

/* Starts with pieces of about `piece` bytes (0: default). `busy`: the caller has work of its own,
 * so one processor is left for it. Small files are read in the caller's own thread, as are all
 * files if there is only one processor. `work` may be NULL. */
void pgn_ahead_begin(struct pgn_ahead **out, const struct pgn_input *input, size_t piece, bool busy,
                     pgn_work_fn *work, void *argument);
/* Gets the next game; false after the last, or if the file could not be read. Ids are assigned
 * here, in ascending order. */
bool pgn_ahead_next(struct pgn_ahead *ahead, struct pgn_game *out);
/* Why the last game was the last: 0 (end of file), or the errno of a read error. */
int pgn_ahead_error(const struct pgn_ahead *ahead);
/* May be called at any time; games not fetched are dropped. */
void pgn_ahead_end(struct pgn_ahead *ahead);

#endif
