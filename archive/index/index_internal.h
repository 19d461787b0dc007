/* index_internal.h - an index from inside, for the files of this folder and tests. */
#ifndef CHESSCADE_INDEX_INTERNAL_H
#define CHESSCADE_INDEX_INTERNAL_H

#include "archive/index/index.h"
#include "archive/index/part.h"
#include "archive/store_parts.h"

#include <sqlite3.h>

/* The statements, prepared once: S(name, "sql") */
#define INDEX_STATEMENTS(S)                                                                                                \
    S(SQL_BEGIN, "BEGIN")                                                                                                  \
    S(SQL_BEGIN_WRITING, "BEGIN IMMEDIATE")                                                                                \
    S(SQL_COMMIT, "COMMIT")                                                                                                \
    S(SQL_ROLLBACK, "ROLLBACK")                                                                                            \
    S(SQL_VERSION, "PRAGMA data_version")                                                                                  \
    S(SQL_PARTS, "SELECT number, source, stamp, first, games, plies, seal, sum FROM part ORDER BY number")                 \
    S(SQL_PUT_PART, "INSERT INTO part(number, source, stamp, first, games, plies, seal, sum) VALUES(?, ?, ?, ?, ?, ?, ?, ?)") \
    S(SQL_DROP_PART, "DELETE FROM part WHERE number = ?")                                                                  \
    S(SQL_PUT, "INSERT OR REPLACE INTO posting(key, v) VALUES(?, ?)")                                                      \
    S(SQL_ROW, "SELECT key, v FROM posting WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")                           \
    S(SQL_ROWS, "SELECT key, v FROM posting WHERE key BETWEEN ? AND ? ORDER BY key")                                       \
    S(SQL_DROP_ROWS, "DELETE FROM posting WHERE key BETWEEN ? AND ?")

enum statement {
#define INDEX_NAME(name, sql) name,
    INDEX_STATEMENTS(INDEX_NAME)
#undef INDEX_NAME
    STATEMENTS
};

/* A part as it is in the file. Its games are those of the pack of that name and stamp from `first` on, or files. */
struct index_part {
    int64_t number;
    char *source; /* the pack's name; "": files */
    struct file_stamp stamp;
    int first, games;
    int plies;     /* so many were in the table of plies when it was written */
    uint64_t seal; /* its rows are checked with it */
    int *place;    /* [games] of files: where each is in the store's list now, -1: nowhere; NULL: not looked for */
    int live;      /* so many are somewhere */
};

struct index {
    struct store *store;
    bool create;           /* may be written */
    char path[4096];
    sqlite3 *file;         /* NULL: it failed; everything works without */
    bool ahead;            /* index_write_ahead() */
    bool held;             /* by another program, when it was to be opened: tried again at searches, */
    int64_t try_at;        /* not before file_now() is that */
    sqlite3_stmt *statement[STATEMENTS];
    int64_t version;       /* SQL_VERSION when the parts were read; -1: they are to be read */
    struct index_part *part; /* [parts] */
    int parts, part_room;
    struct ply_table plies; /* of all parts */
    int plies_kept;         /* so many of them are in the file */
    bool plies_read;
    /* The store's own games, as looked for when it had so many, of these stamps, and the parts were those of that version. */
    uint8_t *unknown;       /* [places] bits: they are in no part */
    int places, stamps;
    int64_t placed_version;
    struct part_making making; /* of files; with .seen NULL: none */
    int next, making_stamps;   /* the place to be looked at next, for stamps as these */
    bool making_lost;          /* plies have other numbers now */
    int part_games;            /* in a part, fewer in tests */
    int failures;
    char notice[160];
};

/* file.c ------------------------------------------------------------------------------------------------------------ */

/* The statement, ready for binding; and the same with so many numbers bound. NULL: there is no file. */
sqlite3_stmt *index_statement(struct index *index, enum statement statement);
sqlite3_stmt *index_ask(struct index *index, enum statement statement, int n, const int64_t *number);
/* Step to the next row, or to the end: SQLITE_ROW, SQLITE_DONE, or another code, with the consequences taken: index_fail(). */
int index_next(struct index *index, sqlite3_stmt *statement);
/* A statement without rows; false: it failed. */
bool index_run(struct index *index, enum statement statement, int n, const int64_t *number);
/* Something is wrong, an SQLite code. A damaged file is made anew, once; a full or read-only disk, or another process at work,
 * only means to go on without. */
void index_fail(struct index *index, int code);
/* Read from now on what is there now, or write; the same for the end. False: it cannot be. */
bool index_begin(struct index *index, bool writing);
bool index_end(struct index *index, bool keep);
/* Read the parts, unless they are known as they are now; and the plies. False: they cannot be. */
bool index_read_parts(struct index *index);
bool index_read_plies(struct index *index);
/* Within a transaction of writing: put the plies that are not in the file yet; a part, whose plies are; take a part away. */
bool index_put_plies(struct index *index);
bool index_put_part(struct index *index, const char *source, const struct file_stamp *stamp, int first, uint64_t seal,
                    const struct part_rows *rows);
bool index_drop_part(struct index *index, int part);
/* Before writing: so that others read on meanwhile. */
void index_write_ahead(struct index *index);

/* Rows of a kind of a part. The bytes are the cursor's. */
struct row_cursor {
    struct index *index;
    const struct index_part *part;
    enum part_kind kind;
    struct yaml_text bytes;
    struct row_reader row;
    uint32_t first, last; /* keys the row answers for */
    bool open, at_entry;  /* row.code and what is kept of it are an entry */
};
void row_cursor_begin(struct row_cursor *cursor, struct index *index, enum part_kind kind);
/* Move to a part; to a code of it, behind that of the call before (false: it has none). Where it cannot be told there is no file
 * afterwards. */
void row_cursor_part(struct row_cursor *cursor, const struct index_part *part);
bool row_cursor_seek(struct row_cursor *cursor, uint64_t code);
/* Every row of the part, one after the other: true for the next one, row then stands before its first entry. */
bool row_cursor_next_row(struct row_cursor *cursor);
void row_cursor_end(struct row_cursor *cursor);

/* lookup.c ---------------------------------------------------------------------------------------------------------- */

/* What tells a file of a time from all others. */
uint64_t index_identity(const char *id, const struct file_stamp *stamp);
/* Find out which of the store's own games are known, unless that is known as it is now. The parts must have been read. */
bool index_find_places(struct index *index);
/* Is a part one of a pack as it is now? */
bool index_part_is_of(const struct index_part *part, const struct pack *pack);

/* build.c: so many parts of an index of so many games are made at a time, on so many processors. */
int index_threads(int games, long processors);

#endif
