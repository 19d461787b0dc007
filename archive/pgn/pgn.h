/* pgn.h - reads and writes PGN: docs/archive.md, "PGN".
 *
 * Import rejects no file and loses nothing: what it understands becomes headers, plies, variations
 * and notes of a record, and the rest is kept beside them. Export writes what PGN can express, and
 * everything else as commands in comments that import reads back. So import, export and import
 * again give the same record. */
#ifndef CHESSCADE_ARCHIVE_PGN_PGN_H
#define CHESSCADE_ARCHIVE_PGN_PGN_H

#include "archive/pgn/charset_guess.h"
#include "archive/record/record.h"

/* pgn_charset_named() returns the canonical name of a charset, ignoring case and accepting
 * aliases; NULL if it is not supported. pgn_charset_names[] lists all of them, for messages. */
const char *pgn_charset_named(const char *name);
extern const char pgn_charset_names[];
/* True if `asked` is a charset in which to read a whole file. False for NULL and for UTF-8: games
 * that are not valid UTF-8 need another charset anyway. */
bool pgn_charset_asked(const char *asked);

/* Converts a PGN file to UTF-8. *charset is the charset of the file as a whole ("UTF-8", "CP1252",
 * "CP850"); each game is converted separately. The caller frees the text; *length excludes its
 * final NUL. A byte order mark is dropped, CR LF becomes LF, NUL becomes a space. `asked` is the
 * charset to use, NULL or "" to detect it. */
char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset,
                  size_t *length);

/* Like pgn_to_utf8(), for a file too large for memory. First survey all its bytes in portions of
 * any size (charset_guess.h), then convert it in portions that end at line ends. */
const char *pgn_survey_end(const struct pgn_survey *survey, const char *asked);
/* A point where the charset changes: its offset in the converted text and in the original bytes.
 * The caller frees the list. */
struct pgn_stretch {
    size_t text, byte;
    const char *charset;
};
struct pgn_stretches {
    struct pgn_stretch *v;
    int n, room;
};
/* Converts to UTF-8, game by game. `charset` comes from pgn_survey_end(). If the user asked for a
 * charset (`asked`), it holds for the whole file; otherwise it is only the fallback for games whose
 * own bytes do not show their charset. `stretches` may be NULL; its memory is reused. */
char *pgn_recode(const char *bytes, size_t size, const char *charset, bool asked, size_t *length,
                 struct pgn_stretches *stretches);
/* Maps an offset of the text to an offset of the original bytes. Counts from a pair of offsets that
 * are known to correspond: `from` in the text, `from_byte` in the bytes. */
size_t pgn_recoded(const char *bytes, size_t size, const struct pgn_stretches *stretches,
                   size_t from, size_t from_byte, size_t text);
/* The charset at an offset of the text. */
const char *pgn_stretch_charset(const struct pgn_stretches *stretches, size_t text);
/* The length of the byte order mark at the start of the bytes; 0 if there is none. */
size_t pgn_byte_order_mark(const char *bytes, size_t size);

/* Reads the games of a text one after another. A copy of the reader continues from the same
 * game; it may be used only as long as the original exists. */
struct pgn_opening;
struct pgn_reader {
    const char *text; /* the text to read: UTF-8, NUL-terminated, borrowed */
    size_t length, at;
    int line;    /* line number of the offset `at`, from 1 */
    int games;   /* number of games read so far */
    bool ended;  /* true if a result ended the last game */
    bool beyond; /* true if bytes after the end of this text might change the last game */
    struct pgn_opening *opening; /* start position of the last game, owned; reused if the next game
                                    begins the same */
};

/* `text` comes from pgn_to_utf8() and must outlive the reader. */
void pgn_begin(struct pgn_reader *reader, const char *text, size_t length);
void pgn_end(struct pgn_reader *reader);

/* Reads the next game into a new record (its provenance has only notes yet); NULL after the
 * last. There are no errors: if a game's moves cannot be replayed, the first such ply is marked
 * broken and the rest of the text is kept in `unparsed`. */
struct record *pgn_next(struct pgn_reader *reader);

/* Why no ply of the last game could be checked (unknown variant or setup); "" if the plies were
 * checked. Valid until the next game. */
const char *pgn_trouble(const struct pgn_reader *reader);

/* Writes a record as PGN, ending in a blank line. The caller frees the text. */
char *pgn_write(const struct record *record);

#endif
