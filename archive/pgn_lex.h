/* pgn_lex.h - the words of PGN movetext; private to the pgn_*.c files. */
#ifndef CHESSCADE_PGN_LEX_H
#define CHESSCADE_PGN_LEX_H

#include "archive/pgn.h"

enum pgn_word {
    PGN_END,     /* the game's movetext is over: a tag of the next one, or the end of the file */
    PGN_NUMBER,  /* "12." or "12...": number, black */
    PGN_MOVE,    /* text, length */
    PGN_NAG,     /* number */
    PGN_COMMENT, /* text, length: what stands in the braces, or after ';' */
    PGN_OPEN,    /* a variation begins */
    PGN_CLOSE,
    PGN_RESULT,  /* text, length */
    PGN_NOTE,    /* text, length: a line beginning with '%' */
};

struct pgn_token {
    enum pgn_word word;
    const char *text; /* borrowed from the reader's text */
    size_t length;
    int number;
    bool black;       /* PGN_NUMBER: three dots */
    bool after_blank; /* a blank line stands before it */
    size_t start;     /* where it begins in the reader's text */
};

/* The next word of movetext. `classical`: moves are SAN; else brackets and "(r)" belong to moves. */
struct pgn_token pgn_word(struct pgn_reader *reader, bool classical);

/* Is a tag pair written at this place: '[', a name, a blank, a quote? */
bool pgn_tag_here(const struct pgn_reader *reader, size_t at);
/* Is it a tag pair without quotes, alone on its line, as no ply is written: "[Annotator]", "[Round 3]"? Tags of a game may be so,
 * the first one after an empty line. */
bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at);

/* Skip blanks and line ends, counting lines; true if there was an empty line. */
bool pgn_skip_blanks(struct pgn_reader *reader);

/* Move on to a place, counting lines. */
void pgn_go(struct pgn_reader *reader, size_t to);

#endif
