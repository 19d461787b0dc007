/* lexer.h - the lexer of PGN movetext; private to the files of archive/pgn. */
#ifndef CHESSCADE_ARCHIVE_PGN_LEXER_H
#define CHESSCADE_ARCHIVE_PGN_LEXER_H

#include "archive/pgn/pgn.h"

enum pgn_word {
    PGN_END,     /* the movetext is over: a tag of the next game, or the end of the file */
    PGN_NUMBER,  /* "12." or "12...": number, black */
    PGN_MOVE,    /* text, length */
    PGN_NAG,     /* number */
    PGN_COMMENT, /* text, length: the contents of the braces, or what follows ';' */
    PGN_OPEN,    /* a variation begins */
    PGN_CLOSE,
    PGN_RESULT, /* text, length */
    PGN_NOTE,   /* text, length: a line beginning with '%' */
};

struct pgn_token {
    enum pgn_word word;
    const char *text; /* borrowed from the reader's text */
    size_t length;
    int number;
    bool black;       /* PGN_NUMBER: three dots */
    bool after_blank; /* follows a blank line */
    size_t start;     /* its offset in the reader's text */
};

/* The next token of the movetext. `classical`: moves are SAN; otherwise brackets and "(r)" belong
 * to moves. */
struct pgn_token pgn_word(struct pgn_reader *reader, bool classical);

/* True if there is a tag pair here: '[', a name, a quote, with blanks or a line end between them.
 * *tag (may be NULL) gets where the name and the text after the quote are. */
struct pgn_tag {
    size_t name, name_length, value; /* in the reader's text */
};
bool pgn_tag_at(const struct pgn_reader *reader, size_t at, struct pgn_tag *tag);
bool pgn_tag_here(const struct pgn_reader *reader, size_t at);
/* True if there is a tag pair without quotes, alone on its line, which cannot be a ply:
 * "[Annotator]", "[Round 3]". Tags of a game may look like this, the first one after an empty line.
 */
bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at);

/* The number of the glyph that a word stands for; 0: it only says what the board shows anyway; -1:
 * it is no glyph. */
int pgn_glyph_named(const char *text, size_t length);
/* The length of the longest such glyph, result or punctuation at the end of a word, with something
 * before it; if `longer` is not 0, the longest that is shorter than `longer`. 0: none. */
size_t pgn_cut_glyph(const char *text, size_t length, size_t longer);

/* True if a game certainly begins here: with tags that follow an empty line that follows a line
 * ending with a result. `all` says whether these are all bytes of the text. Whatever a reader is in
 * the middle of ends there. */
bool pgn_game_begins(const char *text, size_t at, size_t length, bool all);

/* In a comment, tags after an empty line count as quoted if the comment is closed within so many
 * bytes after them. */
enum { PGN_QUOTED_MOST = 4096 };

/* Skips blanks and line ends, counting lines; true if there was an empty line. */
bool pgn_skip_blanks(struct pgn_reader *reader);

/* Moves on to an offset, counting lines. */
void pgn_go(struct pgn_reader *reader, size_t to);

#endif
