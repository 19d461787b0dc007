/* file.c - the SQLite file of an index: opening, recovery from damage, and its parts, rows and
 * plies. See index.h.
 *
 *   part(number, source, stamp, first, games, plies, seal, sum)
 *                    a struct index_part; sum is a checksum
 *   posting(key, v)  a row (rows.h); the key consists of part, kind, key of the row
 *
 * The plies of all parts are rows of part 0, each a checksum and the plies from the row's key on,
 * NUL-terminated.
 *
 * SQLite provides transactions, locks between processes and crash safety, but does not detect
 * changed bytes in our data. So every part and row has its own checksum, seeded with the part's
 * seal, and the rows of a part together cover every key (rows.h): a row that is damaged, missing or
 * from another part is noticed when it is read.
 *
 * Nothing in the file is irreplaceable, so errors are handled simply (index_fail()). A damaged file
 * is deleted and rebuilt by a program that may write it; others mark it as damaged for the next
 * writer and continue without an index. A full or read-only disk also means continuing without one.
 * A lock held by another program is waited for briefly, then retried about once a second
 * (open_again()). The version combines the file format with those of folded texts and position
 * hashes: if any of them changes, the file is rebuilt.
 *
 * The file uses write-ahead logging (WAL) while it is built, so that no one's search is refused,
 * and is turned back into a single file afterwards: so it can also be opened on a read-only
 * disk. */
#include "config.h"
#include "archive/index/index_internal.h"

#include "archive/index/board_hash.h"
#include "archive/util/sanitize.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FORMAT = 12,
    INDEX_VERSION = (FORMAT * 1000 + FOLDED_VERSION) * 1000 + BOARD_HASH_SEED,
    DAMAGED = 3 /* the version number of a file marked as damaged; never a real version */,
    APPLICATION = 0x63636478,
    OF_ANOTHER_VERSION = SQLITE_MISMATCH /* our own code for a file of another version: an SQLite
                                            code that no call on our tables returns */
};

static const char schema[] =
    "CREATE TABLE part(number INTEGER PRIMARY KEY, source TEXT NOT NULL, stamp BLOB NOT NULL, first INTEGER NOT NULL, "
    "games INTEGER NOT NULL, plies INTEGER NOT NULL, seal INTEGER NOT NULL, sum INTEGER NOT NULL);"
    "CREATE TABLE posting(key INTEGER PRIMARY KEY, v BLOB NOT NULL);";

static const char *const statements[STATEMENTS] = {
#define INDEX_SQL(name, sql) sql,
    INDEX_STATEMENTS(INDEX_SQL)
#undef INDEX_SQL
};

/* The name endings of the files that SQLite keeps beside the database. */
static const char *const beside[] = {"-journal", "-wal", "-shm"};
enum { BESIDE = sizeof beside / sizeof *beside, ENDING_ROOM = 16 };

/* ----------------------------------------------------------------------------------------------
 * the file */

static void forget_parts(struct index *index)
{
    for (int i = 0; i < index->parts; i++) {
        free(index->part[i].source);
        free(index->part[i].place);
        index->part[i] = (struct index_part){.number = 0};
    }
    index->parts = 0;
    index->version = -1;
    ply_table_clear(&index->plies);
    index->plies_kept = 0;
    index->plies_read = false;
    index->making_lost = true;
    free(index->unknown);
    index->unknown = NULL;
}

static void close_file(struct index *index)
{
    for (int i = 0; i < STATEMENTS && index->file; i++) {
        sqlite3_finalize(index->statement[i]);
        index->statement[i] = NULL;
    }
    if (index->file)
        sqlite3_close(index->file);
    index->file = NULL;
    index->ahead = false;
    forget_parts(index);
}

/* Runs an SQL statement, unless *code is an error already, and returns the number that it yields;
 * -1 if there is none. If the statement fails, *code becomes the error; if it yields no row,
 * SQLITE_CORRUPT. */
static int64_t file_number_of(sqlite3 *file, const char *sql, int *code)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    int result = *code == SQLITE_OK ? sqlite3_prepare_v2(file, sql, -1, &statement, NULL) : *code;
    if (result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    if (*code == SQLITE_OK && result != SQLITE_ROW)
        *code = result == SQLITE_DONE ? SQLITE_CORRUPT : result;
    sqlite3_finalize(statement);
    return number;
}

static void name_beside(const struct index *index, int which,
                        char name[sizeof index->path + ENDING_ROOM])
{
    snprintf(name, sizeof index->path + ENDING_ROOM, "%s%s", index->path, beside[which]);
}

/* True if a pipe or another special file has the name of one of the files that SQLite keeps beside
 * the database: SQLite would wait for it forever. */
static bool has_journal_of_another_kind(const struct index *index)
{
    char name[sizeof index->path + ENDING_ROOM];
    struct stat stat;
    for (int i = 0; i < BESIDE; i++) {
        name_beside(index, i, name);
        if (lstat(name, &stat) == 0 && !S_ISREG(stat.st_mode))
            return true;
    }
    return false;
}

/* The file name as a URI for SQLite. In a folder where no one can write, the URI declares the
 * file immutable. */
static void name_for_sqlite(const struct index *index, char *out, size_t size)
{
    size_t used = 0;
    char folder[sizeof index->path];
    snprintf(folder, sizeof folder, "%s", index->path);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    bool fixed = !index->create && faccessat(AT_FDCWD, slash ? folder : ".", W_OK, AT_EACCESS) < 0;
    text_add(out, size, &used, "file:");
    for (const char *at = index->path; *at; at++)
        text_add(out, size, &used, strchr("%?#", *at) ? "%%%02X" : "%c", (unsigned char)*at);
    text_add(out, size, &used, "%s", fixed ? "?immutable=1" : "");
}

static int open_connection(const struct index *index, bool write, sqlite3 **file)
{
    char name[3 * sizeof index->path + 40];
    name_for_sqlite(index, name, sizeof name);
    int flags = write ? SQLITE_OPEN_READWRITE | (index->create ? SQLITE_OPEN_CREATE : 0)
                      : SQLITE_OPEN_READONLY;
    int code = sqlite3_open_v2(name, file, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
    return *file ? code : SQLITE_NOMEM; /* if *file is NULL, SQLite had no memory for a handle */
}

/* Opens the file and, if `fresh`, creates its empty tables; returns an SQLite code. */
static int file_open_file(struct index *index, bool fresh)
{
    enum {
        PATIENCE = 200 /* milliseconds to wait for a lock; short, because the user is typing */,
        PATIENCE_WRITING = 5000
    };
    char sql[sizeof schema + 160];
    if (has_journal_of_another_kind(index))
        return SQLITE_CORRUPT;
    int code = open_connection(index, index->create, &index->file);
    if (!index->file)
        return code;
    sqlite3_busy_timeout(index->file, index->held ? 0 : PATIENCE);
    if (code == SQLITE_OK)
        code = sqlite3_exec(
            index->file,
            "PRAGMA trusted_schema=OFF; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2000; "
            "PRAGMA mmap_size=0;",
            NULL, NULL, NULL);
    if (code == SQLITE_OK && fresh) {
        snprintf(
            sql, sizeof sql,
            "PRAGMA page_size=8192; BEGIN IMMEDIATE; PRAGMA user_version=%d; PRAGMA application_id=%d; %s COMMIT;",
            INDEX_VERSION, APPLICATION, schema);
        code = sqlite3_exec(index->file, sql, NULL, NULL, NULL);
    }
    int64_t application = file_number_of(index->file, "PRAGMA application_id", &code);
    int64_t format = file_number_of(index->file, "PRAGMA user_version", &code);
    int64_t strange = file_number_of(
        index->file, "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger','view')", &code);
    if (code == SQLITE_OK && application == APPLICATION && format != INDEX_VERSION &&
        format != DAMAGED)
        code = OF_ANOTHER_VERSION;
    if (code == SQLITE_OK && !index->create && application == 0 && format == 0)
        code = SQLITE_BUSY; /* another program has created the file, but not its tables yet */
    if (code == SQLITE_OK && (application != APPLICATION || format != INDEX_VERSION || strange))
        code = SQLITE_CORRUPT;
    for (int i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(index->file, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &index->statement[i], NULL);
    sqlite3_busy_timeout(index->file, index->create ? PATIENCE_WRITING : PATIENCE);
    return code;
}

/* Recreates the file; false if that is impossible. */
static bool file_make_file(struct index *index)
{
    char name[sizeof index->path + ENDING_ROOM];
    close_file(index);
    for (int i = 0; i < BESIDE; i++) {
        name_beside(index, i, name);
        unlink(name);
    }
    unlink(index->path);
    bool made = file_open_file(index, true) == SQLITE_OK;
    if (!made)
        close_file(index);
    return made;
}

/* Marks the file as damaged. Otherwise the next process that writes the file might not notice the
 * damage, because only reading a row reveals it. */
static void mark_damaged(struct index *index)
{
    char sql[60];
    sqlite3 *file = NULL;
    snprintf(sql, sizeof sql, "PRAGMA user_version=%d", DAMAGED);
    if (open_connection(index, true, &file) == SQLITE_OK)
        sqlite3_exec(file, sql, NULL, NULL, NULL);
    sqlite3_close(file);
}

void index_fail(struct index *index, int code)
{
    int kind = code & 0xFF;
    if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED)
        return;
    bool damaged = kind != SQLITE_FULL && kind != SQLITE_IOERR && kind != SQLITE_READONLY &&
                   kind != SQLITE_CANTOPEN && kind != SQLITE_PERM && kind != SQLITE_NOMEM;
    index->failures++;
    if (!damaged)
        snprintf(index->notice, sizeof index->notice, "the index cannot be used: %s",
                 sqlite3_errstr(code));
    else if (!index->create)
        snprintf(index->notice, sizeof index->notice,
                 "the index is %s and was not used; 'chesscade index' rebuilds it",
                 kind == OF_ANOTHER_VERSION ? "from another version of chesscade" : "damaged");
    else
        snprintf(index->notice, sizeof index->notice, "the index was %s; rebuilding it",
                 kind == OF_ANOTHER_VERSION ? "from another version of chesscade" : "damaged");
    if (damaged && !index->create && kind != OF_ANOTHER_VERSION) {
        close_file(index);
        mark_damaged(index);
    }
    if (!damaged || !index->create || index->failures > 2 || !file_make_file(index))
        close_file(index);
}

/* ------------------------------------------------------------------------------------------------
 * statements */

sqlite3_stmt *index_statement(struct index *index, enum statement statement)
{
    sqlite3_stmt *found = index->statement[statement];
    if (found)
        sqlite3_reset(found);
    return found;
}

sqlite3_stmt *index_ask(struct index *index, enum statement statement, int n, const int64_t *number)
{
    sqlite3_stmt *found = index_statement(index, statement);
    for (int i = 0; found && i < n; i++)
        sqlite3_bind_int64(found, i + 1, number[i]);
    return found;
}

int index_next(struct index *index, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return code;
    sqlite3_reset(statement);
    if (code != SQLITE_DONE)
        index_fail(index, code);
    return code;
}

bool index_run(struct index *index, enum statement statement, int n, const int64_t *number)
{
    sqlite3_stmt *found = index_ask(index, statement, n, number);
    return found && index_next(index, found) == SQLITE_DONE;
}

/* A number that changes whenever another program has written; -1 if unknown. */
static int64_t data_version(struct index *index)
{
    sqlite3_stmt *row = index_statement(index, SQL_VERSION);
    if (!row || index_next(index, row) != SQLITE_ROW)
        return -1;
    int64_t version = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return version;
}

void index_write_ahead(struct index *index)
{
    if (!index->file || index->ahead)
        return;
    sqlite3_exec(index->file, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    index->ahead = true;
    /* SQLite counts our own change here like one by another program: read the version again. */
    index->version = index->version < 0 ? -1 : data_version(index);
}

/* Turns the database back into a single file. If others are reading, it stays as it is. */
static void write_back(struct index *index)
{
    sqlite3_busy_timeout(index->file, 0);
    sqlite3_exec(index->file, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
}

bool index_begin(struct index *index, bool writing)
{
    return index_run(index, writing ? SQL_BEGIN_WRITING : SQL_BEGIN, 0, NULL);
}

bool index_end(struct index *index, bool keep)
{
    if (!index->file || sqlite3_get_autocommit(index->file))
        return false;
    if (keep && index_run(index, SQL_COMMIT, 0, NULL))
        return true;
    if (index->file && !sqlite3_get_autocommit(index->file))
        index_run(index, SQL_ROLLBACK, 0, NULL);
    return false;
}

/* ----------------------------------------------------------------------------------------------------
 * parts */

static uint64_t sum_of(const struct index_part *part)
{
    const int64_t numbers[] = {part->number, part->first, part->games, part->plies,
                               (int64_t)part->seal};
    return sidecar_check(
        part->source, strlen(part->source),
        sidecar_check(numbers, sizeof numbers, sidecar_check(&part->stamp, sizeof part->stamp, 0)));
}

/* Reads the description of a part from a row. False if it is invalid. */
static bool take_part(sqlite3_stmt *row, struct index_part *part)
{
    const char *source = (const char *)sqlite3_column_text(row, 1);
    if (!source || sqlite3_column_bytes(row, 2) != sizeof part->stamp)
        return false;
    *part = (struct index_part){.number = sqlite3_column_int64(row, 0),
                                .source = (char *)source,
                                .first = sqlite3_column_int(row, 3),
                                .games = sqlite3_column_int(row, 4),
                                .plies = sqlite3_column_int(row, 5),
                                .seal = (uint64_t)sqlite3_column_int64(row, 6)};
    memcpy(&part->stamp, sqlite3_column_blob(row, 2), sizeof part->stamp);
    bool sound = (uint64_t)sqlite3_column_int64(row, 7) == sum_of(part) && part->number > 0 &&
                 part->first >= 0 && part->games > 0 && part->games <= PART_GAMES;
    part->source = memory_text(source);
    if (!sound)
        free(part->source);
    return sound;
}

bool index_read_parts(struct index *index)
{
    int64_t version = data_version(index);
    if (version < 0 || version == index->version)
        return version >= 0;
    forget_parts(index);
    sqlite3_stmt *row = index_statement(index, SQL_PARTS);
    int code;
    while ((code = index_next(index, row)) == SQLITE_ROW) {
        index->part =
            memory_room(index->part, &index->part_room, index->parts + 1, sizeof *index->part);
        if (!take_part(row, &index->part[index->parts])) {
            sqlite3_reset(row);
            index_fail(index, SQLITE_CORRUPT);
            return false;
        }
        index->parts++;
    }
    index->version = version;
    return code == SQLITE_DONE;
}

/* The key of a row of a part. */
static int64_t file_key_of(int64_t part, enum part_kind kind, uint32_t key)
{
    return part << 40 | (int64_t)kind << 32 | (int64_t)key;
}

static bool file_put_row(struct index *index, int64_t key, const char *bytes, int size)
{
    sqlite3_stmt *put = index_ask(index, SQL_PUT, 1, &key);
    if (put)
        sqlite3_bind_blob(put, 2, bytes, size, SQLITE_STATIC);
    return put && index_next(index, put) == SQLITE_DONE;
}

/* ----------------------------------------------------------------------------------------------------
 * plies */

/* PLIES_ROW: smallest size in bytes of a row of plies; only the last row may be smaller */
enum { PLIES_ROW = 32 << 10, CHECK = sizeof(uint64_t) };

static bool take_plies(struct index *index, int64_t key, const char *bytes, int size)
{
    struct ply_table *plies = &index->plies;
    uint64_t check;
    if (key != plies->n + 1 || size <= CHECK || bytes[size - 1])
        return false;
    memcpy(&check, bytes, CHECK);
    if (check != sidecar_check(bytes + CHECK, (size_t)(size - CHECK), (uint64_t)key))
        return false;
    for (const char *at = bytes + CHECK, *end = bytes + size; at < end; at += strlen(at) + 1) {
        int before = plies->n;
        if (ply_table_put(plies, at, strlen(at)) != (uint32_t)before + 1)
            return false;
    }
    return true;
}

bool index_read_plies(struct index *index)
{
    int code = SQLITE_ERROR;
    if (index->plies_read)
        return true;
    sqlite3_stmt *row = index_ask(index, SQL_ROWS, 2, (const int64_t[]){0, UINT32_MAX});
    while (row && (code = index_next(index, row)) == SQLITE_ROW)
        if (!take_plies(index, sqlite3_column_int64(row, 0), sqlite3_column_blob(row, 1),
                        sqlite3_column_bytes(row, 1))) {
            sqlite3_reset(row);
            index_fail(index, SQLITE_CORRUPT);
            return false;
        }
    for (int i = 0; i < index->parts && code == SQLITE_DONE; i++)
        if (index->part[i].plies > index->plies.n) { /* a row of plies is missing */
            index_fail(index, SQLITE_CORRUPT);
            return false;
        }
    index->plies_kept = index->plies.n;
    index->plies_read = code == SQLITE_DONE;
    return index->plies_read;
}

/* Writes the plies that are not in the file yet. They are added to the last row until it has
 * PLIES_ROW bytes, then to new rows. */
bool index_put_plies(struct index *index)
{
    struct ply_table *plies = &index->plies;
    int from = 0;
    bool written = true;
    if (plies->n == index->plies_kept)
        return true;
    for (int i = 1; i <= index->plies_kept; i++) /* find the number at which the last row begins */
        if (plies->at[i - 1] - plies->at[from] >= PLIES_ROW)
            from = i - 1;
    while (from < plies->n && written) {
        int end = from + 1;
        while (end < plies->n && plies->at[end] - plies->at[from] < PLIES_ROW)
            end++;
        int size = (end < plies->n ? plies->at[end] : plies->pool.n) - plies->at[from];
        char *bytes = memory_new((size_t)size + CHECK, 1);
        uint64_t check =
            sidecar_check(plies->pool.v + plies->at[from], (size_t)size, (uint64_t)from + 1);
        memcpy(bytes, &check, CHECK);
        memcpy(bytes + CHECK, plies->pool.v + plies->at[from], (size_t)size);
        written = file_put_row(index, from + 1, bytes, size + CHECK);
        free(bytes);
        from = end;
    }
    if (written)
        index->plies_kept = plies->n;
    return written;
}

/* -------------------------------------------------------------------------------------------
 * writing parts */

static void hold_part(struct index *index, const struct index_part *part)
{
    index->part =
        memory_room(index->part, &index->part_room, index->parts + 1, sizeof *index->part);
    index->part[index->parts] = *part;
    index->part[index->parts++].source = memory_text(part->source);
}

bool index_put_part(struct index *index, const char *source, const struct file_stamp *stamp,
                    int first, uint64_t seal, const struct part_rows *rows)
{
    struct index_part part = {.number = 1,
                              .source = (char *)source,
                              .stamp = *stamp,
                              .first = first,
                              .games = rows->games,
                              .plies = index->plies_kept,
                              .seal = seal};
    bool written = true;
    for (int i = 0; i < index->parts; i++)
        if (index->part[i].number >= part.number)
            part.number = index->part[i].number + 1;
    for (int kind = 0; kind < PART_KINDS; kind++)
        for (int i = 0; i < rows->kind[kind].n && written; i++) {
            const struct row *row = &rows->kind[kind].row[i];
            written =
                file_put_row(index, file_key_of(part.number, (enum part_kind)kind, row->first),
                             rows->kind[kind].out.v + row->at, row->size);
        }
    sqlite3_stmt *put = written ? index_statement(index, SQL_PUT_PART) : NULL;
    if (!put)
        return false;
    sqlite3_bind_int64(put, 1, part.number);
    sqlite3_bind_text(put, 2, source, -1, SQLITE_STATIC);
    sqlite3_bind_blob(put, 3, stamp, sizeof *stamp, SQLITE_STATIC);
    sqlite3_bind_int(put, 4, first);
    sqlite3_bind_int(put, 5, part.games);
    sqlite3_bind_int(put, 6, part.plies);
    sqlite3_bind_int64(put, 7, (int64_t)seal);
    sqlite3_bind_int64(put, 8, (int64_t)sum_of(&part));
    if (index_next(index, put) != SQLITE_DONE)
        return false;
    hold_part(index, &part);
    return true;
}

bool index_drop_part(struct index *index, int part)
{
    int64_t number = index->part[part].number;
    if (!index_run(index, SQL_DROP_PART, 1, &number) ||
        !index_run(index, SQL_DROP_ROWS, 2,
                   (const int64_t[]){number << 40, ((number + 1) << 40) - 1}))
        return false;
    free(index->part[part].source);
    free(index->part[part].place);
    index->parts--;
    memmove(index->part + part, index->part + part + 1,
            (size_t)(index->parts - part) * sizeof *index->part);
    return true;
}

/* -----------------------------------------------------------------------------------------------------
 * rows */

void row_cursor_begin(struct row_cursor *cursor, struct index *index, enum part_kind kind)
{
    *cursor = (struct row_cursor){.index = index, .kind = kind};
}

void row_cursor_part(struct row_cursor *cursor, const struct index_part *part)
{
    cursor->part = part;
    cursor->open = cursor->at_entry = false;
}

void row_cursor_end(struct row_cursor *cursor)
{
    yaml_text_clear(&cursor->bytes);
}

/* Makes the current row of a statement the current row of the cursor; false if it is invalid. */
static bool take_row(struct row_cursor *cursor, sqlite3_stmt *row)
{
    int size = sqlite3_column_bytes(row, 1);
    cursor->first = (uint32_t)sqlite3_column_int64(row, 0);
    cursor->bytes.n = 0;
    yaml_text_add(&cursor->bytes, sqlite3_column_blob(row, 1), (size_t)size);
    cursor->open = row_open(&cursor->row, cursor->bytes.v, (size_t)size,
                            part_seed(cursor->part->seal, cursor->kind), cursor->first,
                            part_shift(cursor->kind), &cursor->last);
    cursor->at_entry = false;
    return cursor->open;
}

bool row_cursor_seek(struct row_cursor *cursor, uint64_t code)
{
    struct index *index = cursor->index;
    uint32_t key = (uint32_t)(code >> part_shift(cursor->kind));
    if (!cursor->open || key < cursor->first || key > cursor->last) {
        sqlite3_stmt *row =
            index_ask(index, SQL_ROW, 2,
                      (const int64_t[]){file_key_of(cursor->part->number, cursor->kind, 0),
                                        file_key_of(cursor->part->number, cursor->kind, key)});
        int found = row ? index_next(index, row) : SQLITE_ERROR;
        bool good = found == SQLITE_ROW && take_row(cursor, row) && key <= cursor->last;
        if (found == SQLITE_ROW)
            sqlite3_reset(row);
        if (!good && (found == SQLITE_ROW || found == SQLITE_DONE))
            index_fail(index, SQLITE_CORRUPT);
        if (!good)
            return cursor->open = false;
    }
    while (!cursor->at_entry || cursor->row.code < code) {
        cursor->at_entry = row_next(&cursor->row);
        if (!cursor->at_entry)
            break;
    }
    if (cursor->row.bad)
        index_fail(index, SQLITE_CORRUPT);
    return cursor->at_entry && cursor->row.code == code;
}

bool row_cursor_next_row(struct row_cursor *cursor)
{
    struct index *index = cursor->index;
    bool first = !cursor->open;
    uint32_t before = cursor->last;
    if (!first && before == UINT32_MAX)
        return false; /* there are no more rows */
    sqlite3_stmt *row =
        first ? index_ask(
                    index, SQL_ROWS, 2,
                    (const int64_t[]){file_key_of(cursor->part->number, cursor->kind, 0),
                                      file_key_of(cursor->part->number, cursor->kind, UINT32_MAX)})
              : index->statement[SQL_ROWS];
    int found = row ? index_next(index, row) : SQLITE_ERROR;
    bool good =
        found == SQLITE_ROW && take_row(cursor, row) && cursor->first == (first ? 0 : before + 1);
    if (good && cursor->last == UINT32_MAX)
        sqlite3_reset(row);
    if (!good && (found == SQLITE_ROW || found == SQLITE_DONE)) {
        sqlite3_reset(row);
        index_fail(index, SQLITE_CORRUPT);
    }
    return good;
}

/* -------------------------------------------------------------------------------------------------
 * opening */

const char *index_notice(struct index *index)
{
    static char told[sizeof index->notice];
    if (!index->notice[0])
        return NULL;
    snprintf(told, sizeof told, "%s", index->notice);
    index->notice[0] = '\0';
    return told;
}

static bool file_is_held(int code)
{
    return (code & 0xFF) == SQLITE_BUSY || (code & 0xFF) == SQLITE_LOCKED;
}

/* Opens the index for the first time. If another program has locked the file, it cannot be checked
 * now, but this does not count as damage. */
static void file_open_first(struct index *index)
{
    int code = file_open_file(index, access(index->path, F_OK) < 0);
    if (code != SQLITE_OK)
        index_fail(index, code);
    if (!file_is_held(code))
        return;
    close_file(index);
    index->held = true;
    snprintf(index->notice, sizeof index->notice, "another program is using the index; %s",
             index->create ? "try again when it has finished"
                           : "searches take longer until it has finished");
}

/* Tries again to open an index that another program had locked. */
static void open_again(struct index *index)
{
    const int64_t second = 1000000000;
    if (!index->held || file_now() < index->try_at)
        return;
    int code = file_open_file(index, false);
    index->held = file_is_held(code);
    index->try_at = file_now() + second;
    if (code != SQLITE_OK && !index->held)
        index_fail(index, code);
    if (index->held)
        close_file(index);
    if (index->file)
        index->store->indexes++;
}

/* True if a file in the folder is a pack index of an older version, belonging to the archive whose
 * files begin with `prefix`. */
static bool is_of_old_index(struct room *room, const char *name, const char *prefix)
{
    static const char *const ending[] = {".positions", ".plies", ".texts"};
    char begins[sizeof "chess" - 1];
    struct stat stat;
    size_t length = strlen(name), rest;
    bool named = false;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        rest = strlen(ending[i]);
        named =
            named || (length > strlen(prefix) + rest && !strcmp(name + length - rest, ending[i]));
    }
    if (!named || strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    int fd = room_open(room, name, ROOM_READ);
    bool ours = fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) &&
                file_read_at(fd, 0, begins, sizeof begins) &&
                !memcmp(begins, "chess", sizeof begins);
    if (fd >= 0)
        close(fd);
    return ours;
}

static void remove_old_file(void *argument, const char *name)
{
    const struct sidecar_place *place = argument;
    if (is_of_old_index(place->room, name, place->prefix))
        room_remove(place->room, name);
}

/* Removes pack indexes of older versions, which nothing reads any more. */
static void remove_old_files(struct store *store)
{
    struct sidecar_place place;
    if (store_cache(store, true, &place))
        room_each(place.room, remove_old_file, &place);
    room_close(place.room);
}

/* Gets the path of the index of a store; false if the store has no place for one. */
static bool find_path(struct store *store, bool create, char *path, size_t size)
{
    struct sidecar_place place;
    char name[sizeof place.prefix + sizeof "v1.sqlite3"];
    if (!store_cache(store, create, &place))
        return false;
    snprintf(name, sizeof name, "%ssqlite3", *place.prefix ? place.prefix : "v1.");
    bool found = room_path(place.room, name, path, size);
    room_close(place.room);
    return found;
}

int index_open(struct index **out, struct store *store, bool create, struct note *why)
{
    struct index *index = memory_new(1, sizeof *index);
    index->store = store;
    index->create = create;
    index->part_games = PART_GAMES;
    index->version = -1;
    if (!store->backend->mark || !find_path(store, create, index->path, sizeof index->path) ||
        (!create && access(index->path, F_OK) < 0)) {
        free(index);
        return note_fail(why, FAIL_NAME, -1, "there is no index");
    }
    if (access(index->path, F_OK) == 0 && access(index->path, R_OK) < 0)
        snprintf(index->notice, sizeof index->notice,
                 "the index cannot be read: %s; delete it to have it rebuilt", strerror(errno));
    else
        file_open_first(index);
    if (!index->file && create) {
        int result = note_fail(why, FAIL_SYSTEM, -1, "%s", index->notice);
        index_close(index);
        return result;
    }
    if (create)
        remove_old_files(store);
    store->index = index;
    store->indexes++;
    *out = index;
    return 0;
}

struct index *index_of(const struct store *store, int *state)
{
    if (store->index)
        open_again(store->index);
    *state = store->indexes;
    return store->index;
}

void index_close(struct index *index)
{
    if (!index)
        return;
    if (index->store->index == index) {
        index->store->index = NULL;
        index->store->indexes++;
    }
    if (index->file && index->ahead)
        write_back(index);
    part_end(&index->making);
    close_file(index);
    free(index->part);
    free(index);
}
