/* pgn.h - PGN in and out: docs/archive.md, "PGN".
 *
 * Import rejects no file and loses nothing: what it understands becomes headers, plies, variations and notes of
 * a record, what it does not is kept beside them. Export writes what PGN can say, and the rest as commands in
 * comments that import reads back; so import, export, import gives the same record twice. */
#ifndef CHESSCADE_PGN_H
#define CHESSCADE_PGN_H

#include "archive/pgn_letters.h"
#include "archive/record.h"

/* The charset of a name, in any case and under its other names; NULL: there is none here. And all of them, for messages. */
const char *pgn_charset_named(const char *name);
extern const char pgn_charset_names[];
/* True if `asked` is a character set to read a whole file as. False for NULL and for UTF-8, since a game that is not UTF-8 must be
 * in another set. */
bool pgn_charset_asked(const char *asked);

/* A PGN file as UTF-8, whatever it was: *charset says what the file as a whole seems to be ("UTF-8", "CP1252", "CP850"); each game is
 * taken by itself. The caller frees the text; *length excludes its final NUL. A byte order mark is dropped, CR LF becomes LF, NUL
 * becomes a blank. `asked`: the name of a charset to read them as, or NULL or "" to let the bytes decide. */
char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset, size_t *length);

/* The same for a file too large to be in memory: all of its bytes are looked at first, in portions of any size (pgn_letters.h), and then
 * its portions, ending with lines, become UTF-8. */
const char *pgn_survey_end(const struct pgn_survey *survey, const char *asked);
/* Where in a text, and in its bytes, one charset follows another; the list is the caller's to free. */
struct pgn_stretch {
    size_t text, byte;
    const char *charset;
};
struct pgn_stretches {
    struct pgn_stretch *v;
    int n, room;
};
/* `charset` is the result of pgn_survey_end(): the set of the whole file if one was asked for, else the set of games whose own bytes
 * do not show which one they are in.
 * `stretches` may be NULL, and is used again. */
char *pgn_recode(const char *bytes, size_t size, const char *charset, bool asked, size_t *length, struct pgn_stretches *stretches);
/* At which of the bytes a place of the text is, counted on from one that is known. */
size_t pgn_recoded(const char *bytes, size_t size, const struct pgn_stretches *stretches, size_t from, size_t from_byte, size_t text);
/* The charset at a place of the text. */
const char *pgn_stretch_charset(const struct pgn_stretches *stretches, size_t text);
size_t pgn_byte_order_mark(const char *bytes, size_t size); /* bytes of it at the beginning */

/* Reads the games of a text one after another. A copy of it reads from there on; it ends with the original. */
struct pgn_opening;
struct pgn_reader {
    const char *text; /* UTF-8, NUL at the end, borrowed */
    size_t length, at;
    int line;         /* of `at`, from 1 */
    int games;        /* read so far */
    bool ended;       /* the last one, by its result */
    bool beyond;      /* what stands behind the text's end might make another game of the last one */
    struct pgn_opening *opening; /* its own: the board the last game began on, where games begin alike */
};

/* `text` is what pgn_to_utf8() gave and outlives the reader. */
void pgn_begin(struct pgn_reader *reader, const char *text, size_t length);
void pgn_end(struct pgn_reader *reader);

/* The next game as a new record (no provenance yet but its notes), or NULL after the last. Never fails otherwise: a
 * game whose moves cannot be followed has the first of them marked broken and the rest in `unparsed`. */
struct record *pgn_next(struct pgn_reader *reader);

/* Why no ply of the last game could be checked, its variant or set-up being unknown; "" where they could. Until the next game. */
const char *pgn_trouble(const struct pgn_reader *reader);

/* A record as PGN, a blank line at its end. The text is the caller's to free. */
char *pgn_write(const struct record *record);

#endif
