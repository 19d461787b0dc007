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

/* Is a tag pair written at this place: '[', a name, a quote, with blanks or an end of line between them? Where its name and what is
 * behind the quote are goes into *tag, unless that is NULL. */
struct pgn_tag {
    size_t name, name_length, value; /* in the reader's text */
};
bool pgn_tag_at(const struct pgn_reader *reader, size_t at, struct pgn_tag *tag);
bool pgn_tag_here(const struct pgn_reader *reader, size_t at);
/* Is it a tag pair without quotes, alone on its line, as no ply is written: "[Annotator]", "[Round 3]"? Tags of a game may be so,
 * the first one after an empty line. */
bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at);

/* The number of the glyph a word is for, 0: it only says of a ply what the board says; -1: it is none. */
int pgn_glyph_named(const char *text, size_t length);
/* How many bytes at the end of a word are such a glyph, a result or punctuation, with something before them: the most, or, unless
 * that is 0, the most that are fewer than `longer`. 0: none. */
size_t pgn_cut_glyph(const char *text, size_t length, size_t longer);

/* Does a game certainly begin at this place of a text, of which these are all bytes or only some: with tags behind an empty line behind
 * a line that ends with a result? Whatever a reader is in the middle of ends there. */
bool pgn_game_begins(const char *text, size_t at, size_t length, bool all);

/* In a comment, tags behind an empty line are quoted where it is closed within so many bytes behind them. */
enum { PGN_QUOTED_MOST = 4096 };

/* Skip blanks and line ends, counting lines; true if there was an empty line. */
bool pgn_skip_blanks(struct pgn_reader *reader);

/* Move on to a place, counting lines. */
void pgn_go(struct pgn_reader *reader, size_t to);

#endif
