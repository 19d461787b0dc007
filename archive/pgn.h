/* pgn.h - PGN in and out: docs/archive.md, "PGN".
 *
 * Import rejects no file and loses nothing: what it understands becomes headers, plies, variations and notes of
 * a record, what it does not is kept beside them. Export writes what PGN can say, and the rest as commands in
 * comments that import reads back; so import, export, import gives the same record twice. */
#ifndef CHESSCADE_PGN_H
#define CHESSCADE_PGN_H

#include "archive/record.h"

/* A PGN file as UTF-8, whatever it was: *charset says what it was taken for ("UTF-8", "CP1252", "CP850"). The
 * caller frees the text; *length excludes its final NUL. A byte order mark is dropped, CR LF becomes LF, NUL becomes a
 * blank. `charset` NULL or "" lets the bytes decide; else it names the one to read them as. */
bool pgn_charset_known(const char *name);
char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset, size_t *length);

/* The same for a file too large to be in memory: all of its bytes are looked at first, in portions of any size, and then
 * its portions, ending with lines, become UTF-8. `asked` as `charset` above. */
struct pgn_survey {
    bool broken, cp850;     /* it is no UTF-8; if it is none, it is CP850 */
    uint8_t follow, least, most; /* of a character begun: bytes to follow, and what the next may be */
    uint8_t before, doubtful;    /* the last byte; itself where the next one says what it is */
};
void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size);
const char *pgn_survey_end(const struct pgn_survey *survey, const char *asked);
char *pgn_recode(const char *bytes, size_t size, const char *charset, size_t *length);
/* Of how many of the bytes pgn_recode() makes so much text; of those that certainly are what the charset says. */
size_t pgn_recoded(const char *bytes, size_t size, const char *charset, size_t length);
size_t pgn_recoded_as(const char *bytes, size_t size, const char *charset, size_t length);
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
