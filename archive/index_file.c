/* index_file.c - the index file: opened, made anew when it is damaged, done without where it cannot be had. See index.h. */
#include "config.h"
#include "archive/index_parts.h"

#include "archive/board_hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT = 12, APPLICATION = 0x63636478 };

static const char schema[] =
    "CREATE TABLE game(id TEXT PRIMARY KEY, number INTEGER NOT NULL, stamp BLOB NOT NULL, listed INTEGER NOT NULL, "
    "complete INTEGER NOT NULL, listing BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX entry ON game(id, number, stamp, complete);" /* all of them are read at the first search: without the listings */
    "CREATE VIRTUAL TABLE text USING fts5(head, notes, authors, content='', columnsize=0, tokenize='trigram');"
    "CREATE VIRTUAL TABLE short USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii');"
    "CREATE TABLE position(number INTEGER PRIMARY KEY, main INTEGER NOT NULL, hashes BLOB NOT NULL);"
    "CREATE TABLE piece(kind INTEGER NOT NULL, first INTEGER NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY(kind, first)) "
    "WITHOUT ROWID;";

static const char *const statements[STATEMENTS] = {
#define INDEX_SQL(name, sql) sql,
    INDEX_STATEMENTS(INDEX_SQL)
#undef INDEX_SQL
};

/* ---------------------------------------------------------------------------------------------- the file */

static void close_file(struct index *index)
{
    for (int i = 0; i < STATEMENTS && index->file; i++) {
        sqlite.finalize(index->statement[i]);
        index->statement[i] = NULL;
    }
    if (index->file)
        sqlite.close(index->file);
    index->file = NULL;
    pieces_close(&index->positions);
    pieces_close(&index->plies);
    index_plies_forget(index);
    index->sweeping = false;
    index->through = true;
}

/* What a statement gives, a number; `code` is why it gives none, when it is SQLITE_OK before. */
static int64_t number_of(sqlite3 *file, const char *sql, int *code)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    int result = *code == SQLITE_OK ? sqlite.prepare_v2(file, sql, -1, &statement, NULL) : *code;
    if (result == SQLITE_OK && (result = sqlite.step(statement)) == SQLITE_ROW)
        number = sqlite.column_int64(statement, 0);
    if (*code == SQLITE_OK && result != SQLITE_ROW)
        *code = result == SQLITE_DONE ? SQLITE_CORRUPT : result;
    sqlite.finalize(statement);
    return number;
}

/* An SQLite code no call on our tables gives. */
enum { OF_ANOTHER_VERSION = SQLITE_MISMATCH };

/* SQLite would wait for a pipe in the place of its journal. */
static bool has_journal_of_another_kind(const struct index *index)
{
    char journal[sizeof index->path + 16];
    struct stat stat;
    snprintf(journal, sizeof journal, "%s-journal", index->path);
    return lstat(journal, &stat) == 0 && !S_ISREG(stat.st_mode);
}

static const char *reason_of(int code)
{
    return sqlite_load() ? sqlite.errstr(code) : "SQLite cannot be loaded; is its library installed?";
}

/* Open the file, and, when `fresh`, fill it with empty tables; an SQLite code. */
static int open_file(struct index *index, bool fresh)
{
    enum { PATIENCE = 200 /* milliseconds for a program at work on it */ };
    char version[120];
    const int flags = (index->create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
    if (has_journal_of_another_kind(index))
        return SQLITE_CORRUPT;
    if (!sqlite_load())
        return SQLITE_CANTOPEN;
    int code = sqlite.open_v2(index->path, &index->file, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!index->file) /* without memory there is not even what could be asked why */
        return SQLITE_NOMEM;
    sqlite.busy_timeout(index->file, index->held ? 0 : PATIENCE); /* somebody is typing a search */
    if (code == SQLITE_OK)
        code = sqlite.exec(index->file, "PRAGMA trusted_schema=OFF; PRAGMA synchronous=NORMAL; "
                                         "PRAGMA cache_size=-8000;", NULL, NULL, NULL);
    if (code == SQLITE_OK && fresh) {
        snprintf(version, sizeof version, "PRAGMA user_version=%d; PRAGMA application_id=%d; PRAGMA page_size=8192;",
                 FORMAT * 1000 + BOARD_HASH_SEED, APPLICATION);
        code = sqlite.exec(index->file, version, NULL, NULL, NULL);
        if (code == SQLITE_OK)
            code = sqlite.exec(index->file, schema, NULL, NULL, NULL);
    }
    int64_t application = number_of(index->file, "PRAGMA application_id", &code);
    int64_t format = number_of(index->file, "PRAGMA user_version", &code);
    int64_t strange = number_of(index->file, "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger','view')", &code);
    if (code == SQLITE_OK && application == APPLICATION && format != FORMAT * 1000 + BOARD_HASH_SEED)
        code = OF_ANOTHER_VERSION;
    if (code == SQLITE_OK && (application != APPLICATION || strange))
        code = SQLITE_CORRUPT;
    for (int i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite.prepare_v3(index->file, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &index->statement[i], NULL);
    sqlite.busy_timeout(index->file, PATIENCE);
    return code;
}

/* Make the file anew; false when that cannot be done. */
static bool make_file(struct index *index)
{
    char journal[sizeof index->path + 16];
    close_file(index);
    snprintf(journal, sizeof journal, "%s-journal", index->path);
    unlink(journal);
    unlink(index->path);
    index->games = index->pendings = index->next = 0;
    index->state++;
    index->last_number = 0;
    bool made = open_file(index, true) == SQLITE_OK;
    if (!made)
        close_file(index);
    index->through = true; /* nothing to be swept */
    return made;
}

void index_fail(struct index *index, int code)
{
    int kind = code & 0xFF;
    index->pendings = 0;
    if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED)
        return;
    bool damaged = kind != SQLITE_FULL && kind != SQLITE_IOERR && kind != SQLITE_READONLY && kind != SQLITE_CANTOPEN &&
                   kind != SQLITE_PERM && kind != SQLITE_NOMEM;
    index->failures++;
    if (!damaged)
        snprintf(index->notice, sizeof index->notice, "the index cannot be used: %s", reason_of(code));
    else if (!index->create)
        snprintf(index->notice, sizeof index->notice, "the index is %s and was not used; 'chesscade index' makes it anew",
                 kind == OF_ANOTHER_VERSION ? "of another version of chesscade" : "damaged");
    else
        snprintf(index->notice, sizeof index->notice, "the index was %s and is made anew",
                 kind == OF_ANOTHER_VERSION ? "of another version of chesscade" : "damaged");
    if (!damaged || !index->create || index->failures > 2 || !make_file(index))
        close_file(index);
}

sqlite3_stmt *index_statement(struct index *index, enum statement statement)
{
    sqlite3_stmt *found = index->statement[statement];
    if (found)
        sqlite.reset(found);
    return found;
}

int index_next(struct index *index, sqlite3_stmt *statement)
{
    int code = sqlite.step(statement);
    if (code == SQLITE_ROW)
        return code;
    sqlite.reset(statement);
    if (code != SQLITE_DONE)
        index_fail(index, code);
    return code;
}

/* ------------------------------------------------------------------------------------------------- opening */

const char *index_notice(struct index *index)
{
    static char told[sizeof index->notice];
    if (!index->notice[0])
        return NULL;
    snprintf(told, sizeof told, "%s", index->notice);
    index->notice[0] = '\0';
    return told;
}

static bool is_held(int code)
{
    return (code & 0xFF) == SQLITE_BUSY || (code & 0xFF) == SQLITE_LOCKED;
}

/* One that is held cannot be asked anything, and is sound. */
static void open_first(struct index *index)
{
    int code = open_file(index, access(index->path, F_OK) < 0);
    if (code != SQLITE_OK)
        index_fail(index, code);
    if (!is_held(code))
        return;
    close_file(index);
    index->held = true;
    snprintf(index->notice, sizeof index->notice, "another program is at work on the index; %s",
             index->create ? "try again when it has finished" : "searches take longer until it has finished");
}

/* What was held when it was to be opened may be free by now. */
static void open_again(struct index *index)
{
    const int64_t second = 1000000000;
    if (!index->held || file_now() < index->try_at)
        return;
    int code = open_file(index, false);
    index->held = is_held(code);
    index->try_at = file_now() + second;
    if (code != SQLITE_OK && !index->held)
        index_fail(index, code);
    if (index->held)
        close_file(index);
    if (!index->file)
        return;
    index->through = false;
    index->unswept = index->store->list.count > 0; /* games looked at without it */
    index->state++;
    index->store->indexes++;
}

int index_open(struct index **out, struct store *store, bool create, struct note *why)
{
    struct index *index = memory_new(1, sizeof *index);
    index->store = store;
    index->create = create;
    index->positions.fd = index->plies.fd = -1;
    index->piece_games = PIECE_GAMES;
    if (!store->kind->index_place || !store->kind->stamp ||
        !store->kind->index_place(store, create, index->path, sizeof index->path) ||
        (!create && access(index->path, F_OK) < 0)) {
        free(index);
        return note_fail(why, FAIL_NAME, -1, "there is no index");
    }
    if (access(index->path, F_OK) == 0 && access(index->path, R_OK) < 0)
        snprintf(index->notice, sizeof index->notice, "the index cannot be read: %s; delete it, and it is made anew",
                 strerror(errno));
    else
        open_first(index);
    index->through = index->through && !index->file;
    if (!index->file && create) {
        int result = note_fail(why, FAIL_SYSTEM, -1, "%s", index->notice);
        index_close(index);
        return result;
    }
    index_cache_begin(index);
    store->index = index;
    store->indexes++;
    store_packs_forget(store);
    index->unswept = store->list.count && index->file; /* games looked at without it */
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
    if (index->store->cache == &index->cache)
        index->store->cache = NULL;
    if (index->store->index == index) {
        index->store->index = NULL;
        index->store->indexes++;
    }
    index_forget_places(index);
    free(index->pending);
    follow_start_clear(&index->start);
    close_file(index);
    free(index->game);
    free(index);
}
