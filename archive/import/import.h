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
    bool again;          /* true to import the file even if it was imported before */
    bool standard_input; /* true to read standard input for the path "-", instead of a file with
                            this name */
    const char *pack; /* write the games to a pack with this name (archive/store/pack/pack_writer.h)
                       * instead of single files; NULL: single files */
    bool leaving; /* true if the caller does not use the store afterwards, so that a new pack need
                     not be listed */
    /* Called periodically with the progress; return false to stop the import, which can be resumed
     * later. May be NULL. */
    bool (*progress)(void *argument, size_t done, size_t size, int games);
    void *argument;
    /* Called with a remark on a single game. May be NULL. */
    void (*remark)(void *argument, int game, const char *text);
};

struct import_report {
    int games;     /* number of games added */
    int there;     /* number of games skipped because they are already in the archive */
    int broken;    /* number of added games with plies that cannot be replayed */
    int unchecked; /* number of PGN games whose plies were not checked, because the variant or the
                      setup is unknown */
    int damaged;   /* number of unreadable documents of a YAML stream */
    bool before;   /* true if nothing was done because the file was imported before */
    bool stopped;  /* true if progress() stopped the import */
    bool pgn;
    const char *charset; /* character set of the PGN games that are not UTF-8; "UTF-8" if all games
                            are UTF-8 */
    bool charsets;       /* true if the PGN games use more than one character set besides UTF-8 */
    char sha256[65];
};

/* A file of games, opened, decompressed and examined from beginning to end, ready to be
 * imported. */
struct import_source;
/* Opens a file. FAIL_SYSTEM: the file is unreadable, or there is no room to decompress it;
 * FAIL_TEXT: it has no games or is damaged; FAIL_LIMIT: it is too large when decompressed;
 * FAIL_BUSY with report->stopped: progress() stopped it. */
int import_open(struct import_source **out, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);
void import_close(struct import_source *source);
/* Imports an open file; may be called repeatedly. *report counts what was imported, also on
 * failure. FAIL_SYSTEM if the file cannot be read or the archive cannot be written. */
int import_games(struct store *store, struct import_source *source,
                 const struct import_options *options, struct import_report *report,
                 struct note *why);

/* Opens and imports a file. Returns 0 also if progress() stopped the import. */
int import_file(struct store *store, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why);

/* Reads a PGN file and checks every ply as an import would, but stores nothing. Sets
 * report->games and report->broken, and remarks on each game that cannot be replayed. Fails like
 * import_open(), and with FAIL_TEXT if the file is not PGN. */
int import_check(const char *path, const struct import_options *options,
                 struct import_report *report, struct note *why);

/* ---- Imports a file as a pack or as single files, depending on its size. */

/* Like import_games(), but a file of 64 KB or more becomes a pack named after it; if a pack made
 * from another file has that name, a similar name is used. `pack` gets the name, or "" if the games
 * became single files. Ignores options->pack. */
int import_by_size(struct store *store, struct import_source *source,
                   const struct import_options *options, char pack[static PACK_NAME_MOST + 1],
                   struct import_report *report, struct note *why);
/* Opens a file and imports it in this way. Returns 0 also if progress() stopped the import. */
int import_file_by_size(struct store *store, const char *path, const struct import_options *options,
                        char pack[static PACK_NAME_MOST + 1], struct import_report *report,
                        struct note *why);

#endif
