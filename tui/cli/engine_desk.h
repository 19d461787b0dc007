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
    /* Report an error in the words of the protocol: what it is about, and why. Both are cleaned. */
    void (*complain)(struct engine_desk *desk, const char *what, const char *why);
    struct ruleset *ruleset;                    /* never NULL after engine_desk_begin() */
    struct engine *engine;                      /* NULL: not created yet */
    char *variant;                              /* the id requested */
    struct setting setting[DESK_SETTINGS_MOST]; /* requested options, for any variant; owned */
    int settings;
    bool changed;  /* the variant or its options, since the ruleset was opened */
    char *weights; /* the text of EvalFile, NULL: the engine's own */
    int hash, threads, lines, level, cascade, elo; /* values of the options */
    bool limited;                                  /* UCI_LimitStrength */
    struct position start, now;                    /* of the game; now: the position to search */
    struct ply *ply;                               /* [plies] */
    int plies, ply_room;
};

/* Begin with Classical Chess and default options; `out` is where answers go. */
void engine_desk_begin(struct engine_desk *desk, FILE *out,
                       void (*complain)(struct engine_desk *, const char *, const char *));
/* Stops the search and frees everything. */
void engine_desk_clear(struct engine_desk *desk);

/* Complain, with both texts cut to one line without control characters. */
void engine_desk_complain(struct engine_desk *desk, const char *what, const char *why);

/* All of the following expect that no search runs. */

/* Choose a variant by its id, or `custom:...`, and begin a new game of it. False: it was complained
 * about. */
bool engine_desk_variant(struct engine_desk *desk, const char *id);
/* Set an option of the engine, or of any variant, by its name (in any case) and a value (may be
 * ""). */
void engine_desk_option(struct engine_desk *desk, const char *name, const char *value);
/* Call `each` once for every name of an option of any variant. */
void engine_desk_each_option(void (*each)(const char *name, void *argument), void *argument);

/* Begin a new game: from the opening (text NULL) or from a position text, with plies separated by
 * blanks (may be NULL; is cut in place). False: it was complained about, and the game stays. */
bool engine_desk_game(struct engine_desk *desk, const char *position, char *plies);
/* Play a legal ply, which is copied. */
void engine_desk_play(struct engine_desk *desk, const struct ply *ply);
/* Take back the last `count` plies, 0 <= count <= plies. */
void engine_desk_back(struct engine_desk *desk, int count);

/* Create whatever the engine still needs; false: it was complained about. */
bool engine_desk_ready(struct engine_desk *desk);
/* Search the present position, with the options' limits added to these, of which `only` is taken
 * over. `endless`: the answer waits for a stop. */
void engine_desk_go(struct engine_desk *desk, struct engine_limits *limits, bool endless);

/* ---- words and lines */

/* The next word of a line, which is cut off in place; NULL at its end. */
char *desk_next_word(char **at);
/* Parse a whole number, forced into the range; false: it is none. */
bool desk_number(const char *text, int64_t least, int64_t most, int64_t *out);
/* Compare names, ignoring case. */
bool desk_same_name(const char *a, const char *b);

/* Reads one line at a time from a descriptor, since poll() could not see what stdio has buffered.
 * Begin with zero. */
struct desk_reader {
    char *line; /* the last line, without its end */
    size_t used, room;
    bool inside;  /* a line has begun and has not ended yet */
    bool dropped; /* it is too long, and is skipped */
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
