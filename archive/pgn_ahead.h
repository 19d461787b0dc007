/* pgn_ahead.h - the games of a large PGN file, read by other threads while the caller is busy with those before.
 *
 * The file is cut where games begin (archive/pgn_cut.h). Each piece is read by itself (archive/pgn.h) and the games come
 * out in their order, exactly those a single reader gives. A piece or two for each thread is all that is in memory, however
 * large the file and however small its games are. */
#ifndef CHESSCADE_PGN_AHEAD_H
#define CHESSCADE_PGN_AHEAD_H

#include "archive/listing.h"
#include "archive/pgn.h"
#include "archive/yaml_out.h"

struct pgn_ahead;

/* What is read: bytes in memory with a NUL behind them, or a file. */
struct pgn_input {
    const char *bytes;   /* borrowed; NULL: the file */
    int fd;              /* borrowed; its offset does not matter */
    size_t from, size;   /* where to begin: 0, or the end of a piece of before; and where it ends */
    const char *charset; /* what pgn_survey_end() said, */
    bool asked;          /* and whether all is to be read as that: pgn_charset_asked() */
};

/* A game, and what the reading thread has made of it. */
struct pgn_game {
    struct record *record; /* the caller's; NULL: what was made of it is all that is wanted */
    const char *made;      /* [size] what `work` wrote; borrowed until the next game is asked for */
    size_t size;
    int place[2];          /* `work`'s own, as `broken`, */
    struct listing listing; /* and this, whose texts are borrowed as `made` is, */
    int lines;
    bool broken;
    const char *charset;   /* of its bytes */
    char *trouble;         /* pgn_trouble() of it, or NULL; borrowed as `made` is, and there when `work` is called */
    int number;            /* from 1 */
    size_t at;             /* how far the file has been read, about: all games up to the last but one are before it */
};
/* Done with each game by the thread that has read it: append to `made`, fill in place and broken. True: the record is not needed
 * any more. The games have no ids of their own order yet. What was made of a game is made of others that have the same few bytes,
 * too, without asking. */
typedef bool pgn_work_fn(void *argument, struct record *record, struct yaml_text *made, struct pgn_game *game);

/* Begin with pieces of about `piece` bytes (0: a good size); `busy`: the caller has work of its own, and a processor is left for
 * it. Small files, and all of them where there is one processor only, are read by the caller's own thread. `work` may be
 * NULL. */
void pgn_ahead_begin(struct pgn_ahead **out, const struct pgn_input *input, size_t piece, bool busy, pgn_work_fn *work,
                     void *argument);
/* The next game; false behind the last, and where the file could not be read on. Ids are given here: games in order have ids
 * in order. */
bool pgn_ahead_next(struct pgn_ahead *ahead, struct pgn_game *out);
/* Why the last game was the last: 0, or the errno of reading the file. */
int pgn_ahead_error(const struct pgn_ahead *ahead);
/* At any time; games not asked for are dropped. */
void pgn_ahead_end(struct pgn_ahead *ahead);

#endif
