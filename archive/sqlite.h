/* sqlite.h - SQLite, loaded when the first index is opened. Its library has sixteen hundred names to be looked up, a quarter of
 * what a start of the program costs, and most commands open no index.
 *
 * What SQLite calls sqlite3_step() is sqlite.step() here. SQLITE_OBJECT (from configure) names the shared object; without it, where
 * there is none, SQLite is linked like other libraries. */
#ifndef CHESSCADE_SQLITE_H
#define CHESSCADE_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>

/* SQLite is there. Before it was asked and has said so, none of the calls below may be made. */
bool sqlite_load(void);

/* All of SQLite that is used: C(name) */
#define SQLITE_CALLS(C)                                                                                                \
    C(bind_blob) C(bind_int) C(bind_int64) C(bind_text) C(busy_timeout) C(close) C(column_blob) C(column_bytes)        \
    C(column_int) C(column_int64) C(column_text) C(errstr) C(exec) C(finalize) C(open_v2) C(prepare_v2) C(prepare_v3)  \
    C(reset) C(step)

struct sqlite_calls {
#define SQLITE_CALL(name) __typeof__(sqlite3_##name) *name;
    SQLITE_CALLS(SQLITE_CALL)
#undef SQLITE_CALL
};
extern struct sqlite_calls sqlite;

#endif
