/* import_source.h - a file being imported: examined once and then read in portions, since it may
 * not fit in memory.
 *
 * The file is read, never mapped: a file that shrinks meanwhile must not kill the process. Only
 * import*.c use this. */
#ifndef CHESSCADE_ARCHIVE_IMPORT_IMPORT_SOURCE_H
#define CHESSCADE_ARCHIVE_IMPORT_IMPORT_SOURCE_H

#include "archive/import/import.h"

#include <limits.h>

enum { SHA256_TEXT = 65 };

/* Larger line numbers are not reported, so that line numbers within a portion cannot overflow. */
enum { IMPORT_LINES_MOST = INT_MAX - (64 << 20) };

struct import_source {
    int fd;
    char *name; /* of the file, without its folder */
    size_t size;
    bool yaml;                /* games in our YAML format; otherwise PGN */
    const char *charset;      /* of PGN: archive/pgn/pgn.h */
    char sha256[SHA256_TEXT]; /* in hexadecimal; "": not requested */
};

/* A file is read three times; examining and keeping it are fast. */
enum import_pass { PASS_LOOK, PASS_KEEP, PASS_READ };
/* Reports a pass's byte position to the options' progress(), as a fraction of the whole import.
 * Returns false and sets report->stopped if it asks to stop. */
bool import_tell(const struct import_options *options, struct import_report *report,
                 enum import_pass pass, size_t at, size_t size, int games);

/* Records that a game has that character set. */
void import_note_charset(struct import_report *report, const char *charset);
/* Reports and counts a PGN game that could not be checked; `trouble` is NULL if it could. */
void import_tell_unchecked(const struct import_options *options, struct import_report *report,
                           int number, const char *trouble);

/* Like import_open(), into the caller's struct; computes the SHA-256 only if `hash`. A UTF-16 file
 * is converted to UTF-8. On failure nothing needs closing. */
int import_source_open(struct import_source *source, const char *path,
                       const struct import_options *options, struct import_report *report,
                       bool hash, struct note *why);
void import_source_close(struct import_source *source);

/* A portion of the file. Zero-initialize. */
struct import_window {
    char *v;
    size_t at, n, room; /* v[0..n-1] are the bytes of the file from offset `at` */
    bool last;          /* it reaches the end of the file */
};
/* Makes the window begin at an offset and hold `want` bytes, or what is left. FAIL_SYSTEM if the
 * file cannot be read. */
int import_window_move(struct import_window *window, const struct import_source *source, size_t at,
                       size_t want, struct note *why);

/* Skips a document that exceeds the size limit and begins in the window. *at becomes the offset of
 * the separator line that follows it, or the end of the file, and *line that line's number. Holds
 * only one portion in memory. */
int import_window_skip(struct import_window *window, const struct import_source *source, size_t *at,
                       int *line, struct note *why);

#endif
