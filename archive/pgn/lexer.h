/* lexer.h - the lexer of PGN movetext; private to the files of archive/pgn. */
#ifndef CHESSCADE_ARCHIVE_PGN_LEXER_H
#define CHESSCADE_ARCHIVE_PGN_LEXER_H

#include "archive/pgn/pgn.h"

enum pgn_word {
    PGN_END,     /* the movetext is over: a tag of the next game, or the end of the file */
    PGN_NUMBER,  /* "12." or "12...": sets number and black */
    PGN_MOVE,    /* a ply: sets text and length */
    PGN_NAG,     /* a numeric judgement: sets number */
    PGN_COMMENT, /* a comment: text and length are what is in the braces or after ';' */
    PGN_OPEN,    /* a variation begins */
    PGN_CLOSE,
    PGN_RESULT, /* a result: sets text and length */
    PGN_NOTE,   /* a line beginning with '%': sets text and length */
};

struct pgn_token {
    enum pgn_word word;
    const char *text; /* text of the token, borrowed from the reader's text */
    size_t length;
    int number;
    bool black;       /* for PGN_NUMBER: true if it has three dots */
    bool after_blank; /* true if a blank line precedes the token */
    size_t start;     /* offset of the token in the reader's text */
};

/* Reads the next token of the movetext. If `classical`, moves are SAN. If not, brackets and "(r)"
 * may be part of a move. */
struct pgn_token pgn_word(struct pgn_reader *reader, bool classical);

/* pgn_tag_here() and pgn_tag_at() are true if a tag pair is at an offset: '[', a name, a quote,
 * with blanks or a line end between them. pgn_tag_at() stores the positions of the name and of
 * the text after the quote in *tag, which may be NULL. */
struct pgn_tag {
    size_t name, name_length, value; /* offsets in the reader's text of the name and of the value;
                                        length of the name */
};
bool pgn_tag_at(const struct pgn_reader *reader, size_t at, struct pgn_tag *tag);
bool pgn_tag_here(const struct pgn_reader *reader, size_t at);
/* True if there is a tag pair without quotes, alone on its line, which cannot be a ply:
 * "[Annotator]", "[Round 3]". Some files have such tags. If a game begins with one, it counts only
 * after an empty line. */
bool pgn_bare_tag_here(const struct pgn_reader *reader, size_t at);

/* True if a word looks like a ply, legal or not: it contains a cell, or is castling or a pass. */
bool pgn_looks_like_ply(const char *text, size_t length, bool classical);
/* The number of the judgement that a word stands for; -1 if it stands for none. 0 if the word only
 * repeats what the board shows anyway, for example check. */
int pgn_glyph_named(const char *text, size_t length);
/* The length of the longest judgement, result or punctuation at the end of a word; 0 if there is
 * none, or if it is the whole word. If `longer` is not 0, only lengths below `longer` count. */
size_t pgn_cut_glyph(const char *text, size_t length, size_t longer);

/* True if a game certainly begins at this offset: there are tags after an empty line, the text
 * before the empty line ends with a result, and no comment around them is closed within
 * PGN_QUOTED_MOST bytes. A comment or variation that is still open ends there. `all` is true if no
 * bytes follow the text. */
bool pgn_game_begins(const char *text, size_t at, size_t length, bool all);

/* Tags after an empty line within a comment belong to the comment if it is closed within this
 * many bytes after them. */
enum { PGN_QUOTED_MOST = 4096 };

/* Skips blanks and line ends, counting lines; true if there was an empty line. */
bool pgn_skip_blanks(struct pgn_reader *reader);

/* Moves the reader to an offset, counting lines. */
void pgn_go(struct pgn_reader *reader, size_t to);

#endif
