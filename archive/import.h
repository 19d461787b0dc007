/* import.h - games from PGN and YAML files into a store.
 *
 * Files may be packed by gzip or Zstandard, or come through a pipe (archive/unpack.h). A file that is no text, or in which nothing
 * looks like a game (archive/file_kind.h), is refused before anything is added. Nothing is lost of any other: what cannot be
 * understood of a PGN game is kept beside what can (archive/pgn.h), and the file's bytes, unpacked, are kept in the archive for as
 * long as a game refers to them. A file that was imported before, packed or not, is passed over; one whose import was cut off is
 * continued. */
#ifndef CHESSCADE_IMPORT_H
#define CHESSCADE_IMPORT_H

#include "archive/store.h"

struct import_options {
    const char *charset; /* what the bytes of a PGN file are, NULL: they show it themselves, each game for itself */
    bool again;          /* even if the file was imported before */
    bool standard_input; /* "-" is that, and no file of this name */
    const char *pack;    /* the games become a pack of that name (archive/pack_writer.h), instead of files of their own;
                          * NULL: they do not */
    bool leaving;        /* nobody asks the store for games afterwards: a new pack need not be in its list */
    /* Called now and then with how far it is; false stops the import, to be continued another time. May be NULL. */
    bool (*progress)(void *argument, size_t done, size_t size, int games);
    void *argument;
    /* Called with what a person should know of a single game. May be NULL. */
    void (*remark)(void *argument, int game, const char *text);
};

struct import_report {
    int games;          /* added */
    int there;          /* passed over: they were in the archive */
    int broken;         /* of the added ones: with plies that cannot be followed */
    int unchecked;      /* of them: of a PGN file, their variants or set-ups being unknown */
    int damaged;        /* documents of a YAML stream that cannot be read */
    bool before;        /* the file was imported before: nothing was done */
    bool stopped;       /* by progress() */
    bool pgn;
    const char *charset; /* of games of a PGN file that are no UTF-8; "UTF-8": there is none */
    bool charsets;       /* and others are of another one */
    char sha256[65];
};

/* A file of games, opened, unpacked and looked at from its beginning to its end, so that it can be imported. */
struct import_source;
/* Open a file. FAIL_SYSTEM: it cannot be read, or there is no room to unpack it; FAIL_TEXT: it is
 * no file of games, or damaged; FAIL_LIMIT: it becomes too large when it is unpacked; FAIL_BUSY and report->stopped: progress()
 * stopped it. */
int import_open(struct import_source **out, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);
void import_close(struct import_source *source);
/* Import it: as often as one likes. *report is filled in as far as it came, on failure too: FAIL_SYSTEM when the file cannot be
 * read or the archive cannot be written. */
int import_games(struct store *store, struct import_source *source, const struct import_options *options,
                 struct import_report *report, struct note *why);

/* Open and import a file: 0 if progress() stopped it. */
int import_file(struct store *store, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);

/* Read a PGN file as an import would, every ply checked, and keep nothing of it: report->games and ->broken; what cannot be
 * followed is remarked on. Fails as import_open(), and with FAIL_TEXT: it is no PGN. */
int import_check(const char *path, const struct import_options *options, struct import_report *report,
                 struct note *why);

#endif
