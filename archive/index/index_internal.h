/* index_internal.h - declarations shared by the files of the index, and used by its tests. */
#ifndef CHESSCADE_ARCHIVE_INDEX_INDEX_INTERNAL_H
#define CHESSCADE_ARCHIVE_INDEX_INDEX_INTERNAL_H

#include "archive/index/index.h"
#include "archive/index/part.h"
#include "archive/store/backend.h"

#include <sqlite3.h>

/* The prepared SQL statements: S(name, "sql") */
#define INDEX_STATEMENTS(S)                                                                                     \
    S(SQL_BEGIN, "BEGIN")                                                                                       \
    S(SQL_BEGIN_WRITING, "BEGIN IMMEDIATE")                                                                     \
    S(SQL_COMMIT, "COMMIT")                                                                                     \
    S(SQL_ROLLBACK, "ROLLBACK")                                                                                 \
    S(SQL_VERSION, "PRAGMA data_version")                                                                       \
    S(SQL_PARTS,                                                                                                \
      "SELECT number, source, stamp, first, games, plies, seal, sum FROM part ORDER BY number")                 \
    S(SQL_PUT_PART,                                                                                             \
      "INSERT INTO part(number, source, stamp, first, games, plies, seal, sum) VALUES(?, ?, ?, ?, ?, ?, ?, ?)") \
    S(SQL_DROP_PART, "DELETE FROM part WHERE number = ?")                                                       \
    S(SQL_PUT, "INSERT OR REPLACE INTO posting(key, v) VALUES(?, ?)")                                           \
    S(SQL_ROW, "SELECT key, v FROM posting WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")                \
    S(SQL_ROWS, "SELECT key, v FROM posting WHERE key BETWEEN ? AND ? ORDER BY key")                            \
    S(SQL_DROP_ROWS, "DELETE FROM posting WHERE key BETWEEN ? AND ?")

enum statement {
#define INDEX_NAME(name, sql) name,
    INDEX_STATEMENTS(INDEX_NAME)
#undef INDEX_NAME
        STATEMENTS
};

/* A part of the index, as the file has it. It covers `games` games. If `source` names a pack, they
 * are the games from index `first` on of the version of the pack with this stamp. Otherwise they
 * are games in single files. */
struct index_part {
    int64_t number;
    char *source; /* name of the pack; "" for single files */
    struct file_stamp stamp;
    int first, games;
    int plies;     /* number of plies in the ply table when the part was written */
    uint64_t seal; /* seed of the checksums of the part's rows */
    int *place; /* [games] for single files: each game's current index in the store's list, -1 if it
                   is gone; NULL if not looked up yet */
    int live;   /* number of the part's games that are still in the list */
};

struct index {
    struct store *store;
    bool create; /* true if the index may be written */
    char path[4096];
    sqlite3 *file;  /* the database; NULL if it could not be opened, or has failed. Then everything
                       works without an index */
    bool ahead;     /* true once index_write_ahead() has been called */
    bool held;      /* true if another program had locked the index when this one tried to open it;
                       searches try again */
    int64_t try_at; /* opening a locked index is not retried before file_now() reaches this */
    sqlite3_stmt *statement[STATEMENTS];
    int64_t version; /* SQL_VERSION at the time when the parts were read; -1 if they must be read */
    struct index_part *part; /* [parts] */
    int parts, part_room;
    struct ply_table plies; /* the plies of all parts */
    int plies_kept;         /* number of plies that are already in the file */
    bool plies_read;
    /* A cached set: those of the store's own games that are in no part. The set is valid as long as
     * the store has `places` games and `stamps` stamps, and the parts have the version
     * `placed_version`. */
    uint8_t *unknown; /* [places] one bit per game: set if the game is in no part */
    int places, stamps;
    int64_t placed_version;
    struct part_making making; /* the part of single files being built; its member `seen` is NULL if
                                  there is none */
    int next, making_stamps; /* next: index in the store of the next game to examine. making_stamps:
                                the number of the store's stamps when `next` was set; if it has
                                changed, `next` is invalid */
    bool making_lost; /* true if the ply table was discarded after the part was begun, so that the
                         part's numbers of plies are invalid */
    int part_games;   /* games per part; tests use fewer */
    int failures;
    char notice[160];
};

/* file.c
 * ------------------------------------------------------------------------------------------------------------
 */

/* index_statement() returns a statement that is ready for binding; index_ask() binds `n` numbers
 * too. NULL if no database is open. */
sqlite3_stmt *index_statement(struct index *index, enum statement statement);
sqlite3_stmt *index_ask(struct index *index, enum statement statement, int n,
                        const int64_t *number);
/* Steps to the next row or the end: SQLITE_ROW, SQLITE_DONE, or an error code after calling
 * index_fail(). */
int index_next(struct index *index, sqlite3_stmt *statement);
/* Runs a statement that returns no rows; false if it failed. */
bool index_run(struct index *index, enum statement statement, int n, const int64_t *number);
/* Handles an SQLite error code. A damaged file is rebuilt, but only once. If the disk is full or
 * read-only, or if another process holds a lock, the program continues without an index. */
void index_fail(struct index *index, int code);
/* Begins and ends a transaction for reading (a consistent snapshot) or writing; false if that
 * fails. */
bool index_begin(struct index *index, bool writing);
bool index_end(struct index *index, bool keep);
/* Reads the list of parts, unless the one in memory is current, and the plies. False if that
 * fails. */
bool index_read_parts(struct index *index);
bool index_read_plies(struct index *index);
/* To be called within a write transaction. index_put_plies() stores plies that are not in the
 * file yet; index_put_part() stores a part, after its plies; index_drop_part() removes a part. */
bool index_put_plies(struct index *index);
bool index_put_part(struct index *index, const char *source, const struct file_stamp *stamp,
                    int first, uint64_t seal, const struct part_rows *rows);
bool index_drop_part(struct index *index, int part);
/* Call before writing: switches to write-ahead logging, so that others can read meanwhile. */
void index_write_ahead(struct index *index);

/* Iterates over the rows of one kind in a part. The bytes belong to the cursor. */
struct row_cursor {
    struct index *index;
    const struct index_part *part;
    enum part_kind kind;
    struct yaml_text bytes;
    struct row_reader row;
    uint32_t first, last; /* first and last key that the current row covers */
    bool open, at_entry;  /* open: a row is open. at_entry: row.code and row.kept hold an entry */
};
void row_cursor_begin(struct row_cursor *cursor, struct index *index, enum part_kind kind);
/* row_cursor_part() moves to a part. row_cursor_seek() moves to a code in it, which must be
 * greater than in the previous call, and returns false if the part does not have it. On a read
 * error the index is closed. */
void row_cursor_part(struct row_cursor *cursor, const struct index_part *part);
bool row_cursor_seek(struct row_cursor *cursor, uint64_t code);
/* Iterates over all rows of the part. Returns true for each row, and puts the reader `row` before
 * its first entry. Returns false after the last row. */
bool row_cursor_next_row(struct row_cursor *cursor);
void row_cursor_end(struct row_cursor *cursor);

/* lookup.c
 * ----------------------------------------------------------------------------------------------------------
 */

/* Gets a hash, not 0, that identifies the current version of a game in the store's list; *identity
 * must be set before. MARK_NONE: there is none. */
enum store_mark index_identity(struct store *store, int at, uint64_t *identity);
/* Determines which of the store's own games are in the index, unless that is already current. The
 * parts must have been read. */
bool index_find_places(struct index *index);
/* True if a part belongs to the current version of a pack. */
bool index_part_is_of(const struct index_part *part, const struct pack *pack);

/* build.c: the number of threads that build parts of an index of `games` games. It depends on the
 * number of processors and on the memory that indexing may use. */
int index_threads(int games, long processors);

#endif
