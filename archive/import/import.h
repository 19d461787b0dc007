/* import.h - imports games from PGN and YAML files into a store.
 *
 * Files may be compressed with gzip or Zstandard, or come through a pipe (archive/util/unpack.h). A
 * file that is not text, or in which nothing looks like a game (archive/util/unpack.h), is refused
 * before anything is added. From any other file nothing is lost: parts of a PGN game that cannot be
 * parsed are kept beside the parsed ones (archive/pgn/pgn.h), and the archive keeps the file's
 * uncompressed bytes as long as a game refers to them. A file that was imported before, compressed
 * or not, is skipped; an interrupted import is resumed. */
#ifndef CHESSCADE_ARCHIVE_IMPORT_IMPORT_H
#define CHESSCADE_ARCHIVE_IMPORT_IMPORT_H

#include "archive/store/pack/pack_writer.h"
#include "archive/store/store.h"

struct import_options {
    const char *charset; /* character set of a PGN file; NULL: detect it for each game */
    bool again;          /* even if the file was imported before */
    bool standard_input; /* "-" means standard input, not a file with this name */
    const char *pack; /* write the games to a pack with this name (archive/store/pack/pack_writer.h)
                       * instead of single files; NULL: single files */
    bool leaving; /* the caller does not use the store afterwards: a new pack need not be listed */
    /* Called periodically with the progress; return false to stop the import, which can be resumed
     * later. May be NULL. */
    bool (*progress)(void *argument, size_t done, size_t size, int games);
    void *argument;
    /* Called with a remark on a single game. May be NULL. */
    void (*remark)(void *argument, int game, const char *text);
};

struct import_report {
    int games;     /* added */
    int there;     /* skipped: already in the archive */
    int broken;    /* added, but with plies that cannot be replayed */
    int unchecked; /* of those: PGN games with an unknown variant or setup */
    int damaged;   /* unreadable documents of a YAML stream */
    bool before;   /* the file was imported before: nothing was done */
    bool stopped;  /* by progress() */
    bool pgn;
    const char *charset; /* of the PGN games that are not UTF-8; "UTF-8": all are */
    bool charsets;       /* other games use a different one */
    char sha256[65];
};

/* A file of games, opened, decompressed and examined from beginning to end, ready to be imported.
 */
struct import_source;
/* Opens a file. FAIL_SYSTEM: unreadable, or no room to decompress it; FAIL_TEXT: no file of games,
 * or damaged; FAIL_LIMIT: too large when decompressed; FAIL_BUSY with report->stopped: progress()
 * stopped it. */
int import_open(struct import_source **out, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);
void import_close(struct import_source *source);
/* Imports an open file; may be called repeatedly. *report is filled in as far as the import got,
 * also on failure: FAIL_SYSTEM if the file cannot be read or the archive cannot be written. */
int import_games(struct store *store, struct import_source *source,
                 const struct import_options *options, struct import_report *report,
                 struct note *why);

/* Opens and imports a file. Returns 0 if progress() stopped it. */
int import_file(struct store *store, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);

/* Reads a PGN file and checks every ply as an import would, but keeps nothing. Fills in
 * report->games and ->broken and remarks on what cannot be replayed. Fails like import_open(), and
 * with FAIL_TEXT if it is not PGN. */
int import_check(const char *path, const struct import_options *options,
                 struct import_report *report, struct note *why);

/* ---- Imports a file as a pack or as single files, depending on its size. */

/* Like import_games(), but a file of 64 KB or more becomes a pack named after it; if a pack made
 * from another file has that name, a similar name is used. `pack` gets the name, or "" if the games
 * became single files. Ignores options->pack. */
int import_by_size(struct store *store, struct import_source *source,
                   const struct import_options *options, char pack[static PACK_NAME_MOST + 1],
                   struct import_report *report, struct note *why);

#endif
