/* engine_desk.h - what the protocols UCI and CECP share: the variant with its options, the engine
 * with its options, the game that is thought about, and reading commands line by line.
 *
 * uci.c and xboard.c each have a struct engine_desk. Whatever is invalid is reported by complain()
 * and changes nothing. */
#ifndef CHESSCADE_TUI_CLI_ENGINE_DESK_H
#define CHESSCADE_TUI_CLI_ENGINE_DESK_H

#include "core/variant.h"
#include "tui/cli/thinker.h"

enum {
    DESK_LINE_MOST = 8 << 20, /* longest line accepted, in bytes */
    DESK_PLIES_MOST = 20000,  /* most plies of a game */
    DESK_HASH_DEFAULT = 16,   /* megabytes */
    DESK_HASH_MOST = 65536,
    DESK_THREADS_MOST = 256,
    DESK_SETTINGS_MOST = 32,
    DESK_CASCADE_MOST = 12
};

struct engine_desk {
    struct thinker thinker;
    /* Report an error in the words of the protocol: what it is about, and why. Both texts are a
     * single line without control characters. */
    void (*complain)(struct engine_desk *desk, const char *what, const char *why);
    struct ruleset *ruleset;                    /* never NULL after engine_desk_begin() */
    struct engine *engine;                      /* NULL: not created yet */
    char *variant;                              /* the id requested */
    struct setting setting[DESK_SETTINGS_MOST]; /* requested options, for any variant; owned */
    int settings;
    bool changed;  /* the variant or its options have changed since the ruleset was opened */
    char *weights; /* the contents of the file that EvalFile names; NULL: use the engine's own */
    int hash, threads, lines, level, cascade, elo; /* values of the options */
    bool limited;                                  /* UCI_LimitStrength */
    /* start: the position in which the game began. now: the one to search */
    struct position start, now;
    struct ply *ply; /* [plies] */
    int plies, ply_room;
};

/* Begin with Classical Chess and default options; `out` is where answers go. */
void engine_desk_begin(struct engine_desk *desk, FILE *out,
                       void (*complain)(struct engine_desk *, const char *, const char *));
/* Stops the search and frees everything. */
void engine_desk_clear(struct engine_desk *desk);

/* Complain, with both texts cut to one line without control characters. */
void engine_desk_complain(struct engine_desk *desk, const char *what, const char *why);

/* Do not call the following functions while a search runs. */

/* Choose a variant by its id, or `custom:...`, and begin a new game of it. Returns false after
 * complain(). */
bool engine_desk_variant(struct engine_desk *desk, const char *id);
/* Set an option of the engine, or of any variant, by its name (in any case). The value may be
 * "". */
void engine_desk_option(struct engine_desk *desk, const char *name, const char *value);
/* Call `each` once for every name of an option of any variant. */
void engine_desk_each_option(void (*each)(const char *name, void *argument), void *argument);

/* Begin a new game from the position that a text describes, or if the text is NULL from the
 * opening. Then play the given plies, a text with blanks between them (NULL: no plies), which is
 * cut into words in place. Returns false after complain(); in that case the old game stays. */
bool engine_desk_game(struct engine_desk *desk, const char *position, char *plies);
/* Play a legal ply, which is copied. */
void engine_desk_play(struct engine_desk *desk, const struct ply *ply);
/* Take back the last `count` plies, 0 <= count <= plies. */
void engine_desk_back(struct engine_desk *desk, int count);

/* Create what the engine still lacks for a search. Returns false after complain(). */
bool engine_desk_ready(struct engine_desk *desk);
/* Search the present position within *limits, to which the limits of the engine's options are
 * added. Takes ownership of limits->only. `endless`: the answer waits for a stop. */
void engine_desk_go(struct engine_desk *desk, struct engine_limits *limits, bool endless);

/* ---- words and lines */

/* Cut the next word off a line, in place. NULL at the end of the line. */
char *desk_next_word(char **at);
/* Parse a whole number, and move it into the range. False if the text is not a whole number. */
bool desk_number(const char *text, int64_t least, int64_t most, int64_t *out);
/* Compare names, ignoring case. */
bool desk_same_name(const char *a, const char *b);

/* Reads lines from standard input. stdio is not used, because poll() does not see what stdio has
 * buffered. Begin with a zero struct. */
struct desk_reader {
    char *line; /* the last line, without its end */
    size_t used, room;
    bool inside;  /* a line has begun and has not ended yet */
    bool dropped; /* the line is too long, and is skipped */
    char block[16384];
    size_t at, end;
};

enum desk_read { DESK_END, DESK_LINE, DESK_TOO_LONG, DESK_WOKEN };

/* Read the next line of standard input into reader->line. DESK_TOO_LONG: a line of more than
 * DESK_LINE_MOST bytes was skipped. DESK_WOKEN: `wake` (-1: none) became readable before a line
 * was complete. */
enum desk_read desk_read_line(struct desk_reader *reader, int wake);
void desk_reader_free(struct desk_reader *reader);

#endif
