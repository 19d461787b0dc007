/* import_source.h - a file being imported: too large to be in memory, looked at once and then read in portions.
 *
 * The bytes are read, never mapped: a file that shrinks meanwhile must not kill us. Only the files import*.c use this. */
#ifndef CHESSCADE_IMPORT_SOURCE_H
#define CHESSCADE_IMPORT_SOURCE_H

#include "archive/import.h"

#include <limits.h>

enum { SHA256_TEXT = 65 };

/* No larger number of a line is told, so that the lines of what is in memory have numbers, too. */
enum { IMPORT_LINES_MOST = INT_MAX - (64 << 20) };

struct import_source {
    int fd;
    char *name;           /* of the file, without its folder */
    size_t size;
    bool yaml;            /* games of ours; else PGN */
    const char *charset;  /* of PGN: archive/pgn.h */
    char sha256[SHA256_TEXT]; /* in hexadecimal; "": nobody asked */
};

/* A file goes by three times; looking at it and keeping it are quick. */
enum import_pass { PASS_LOOK, PASS_KEEP, PASS_READ };
/* Tell the options' progress() of a byte the pass has come to, as a part of the whole import; false, and report->stopped: it
 * says to stop. */
bool import_tell(const struct import_options *options, struct import_report *report, enum import_pass pass, size_t at,
                 size_t size, int games);

/* A game is of that charset. */
void import_note_charset(struct import_report *report, const char *charset);
/* Remark on a game of PGN that could not be checked, and count it; `trouble` may be NULL: it could. */
void import_tell_unchecked(const struct import_options *options, struct import_report *report, int number, const char *trouble);

/* import_open() in the caller's struct, and the SHA-256 only if `hash`. Of one in UTF-16 it is the text in UTF-8. Nothing is to be
 * closed where it fails. */
int import_source_open(struct import_source *source, const char *path, const struct import_options *options,
                       struct import_report *report, bool hash, struct note *why);
void import_source_close(struct import_source *source);

/* A portion of it. Zero to begin with. */
struct import_window {
    char *v;
    size_t at, n, room; /* v[n] is the file from `at` on */
    bool last;          /* to its end */
};
/* Make the window begin at a place and hold `want` bytes, or what there is. FAIL_SYSTEM: the file cannot be read. */
int import_window_move(struct import_window *window, const struct import_source *source, size_t at, size_t want,
                       struct note *why);

/* Pass over a document larger than any may be, whose beginning the window holds: *at becomes the line that parts it from the next
 * one, or the end of the file, and *line that line's number. However large it is, no more than a portion is in memory. */
int import_window_skip(struct import_window *window, const struct import_source *source, size_t *at, int *line, struct note *why);

#endif
