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
    char *name; /* name of the file without its folder */
    size_t size;
    bool yaml; /* true if the games are in this program's YAML format, false if they are PGN */
    const char *charset;      /* character set of a PGN file: see archive/pgn/pgn.h */
    char sha256[SHA256_TEXT]; /* SHA-256 of the file in hexadecimal; "" if it was not requested */
};

/* The three passes that read a file: examining it, keeping its bytes, and reading its games. The
 * first two are fast. */
enum import_pass { PASS_LOOK, PASS_KEEP, PASS_READ };
/* Reports the byte position of a pass to the options' progress(), as a fraction of the whole
 * import. Returns false and sets report->stopped if progress() asks to stop. */
bool import_tell(const struct import_options *options, struct import_report *report,
                 enum import_pass pass, size_t at, size_t size, int games);

/* Records in the report that a game has this character set. */
void import_note_charset(struct import_report *report, const char *charset);
/* If `trouble` is not NULL, reports and counts a PGN game that could not be checked; `trouble` says
 * why. */
void import_tell_unchecked(const struct import_options *options, struct import_report *report,
                           int number, const char *trouble);

/* Like import_open(), but into the caller's struct; computes the SHA-256 only if `hash`. A
 * UTF-16 file is converted to UTF-8. On failure there is nothing to close. */
int import_source_open(struct import_source *source, const char *path,
                       const struct import_options *options, struct import_report *report,
                       bool hash, struct note *why);
void import_source_close(struct import_source *source);

/* A part of the file held in memory. Zero-initialize it. */
struct import_window {
    char *v;
    size_t at, n, room; /* v[0..n-1] holds the n bytes of the file from offset `at`; `room` bytes
                           are allocated */
    bool last;          /* true if the window reaches the end of the file */
};
/* Moves the window to an offset and makes it hold `want` bytes, or as many as the file still
 * has. FAIL_SYSTEM if the file cannot be read. */
int import_window_move(struct import_window *window, const struct import_source *source, size_t at,
                       size_t want, struct note *why);

/* Skips a document that begins in the window and exceeds the size limit. *at becomes the offset
 * of the separator line after it, or the end of the file; *line becomes the number of that line.
 * Only one portion of the file is in memory at a time. */
int import_window_skip(struct import_window *window, const struct import_source *source, size_t *at,
                       int *line, struct note *why);

#endif
