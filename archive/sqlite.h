/* sqlite.h - SQLite, loaded when the first index is opened. Its library has sixteen hundred names to be looked up, a quarter of what
 * a start of the program costs, and most commands open no index.
 *
 * SQLITE_OBJECT (from configure) names the shared object; without it, where there is none, SQLite is linked like other libraries. */
#ifndef CHESSCADE_SQLITE_H
#define CHESSCADE_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>

/* SQLite is there. Before it was asked and has said so, none of the functions below may be called. */
bool sqlite_load(void);

#ifdef SQLITE_OBJECT

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
extern struct sqlite_calls sqlite_calls;

#define sqlite3_bind_blob sqlite_calls.bind_blob
#define sqlite3_bind_int sqlite_calls.bind_int
#define sqlite3_bind_int64 sqlite_calls.bind_int64
#define sqlite3_bind_text sqlite_calls.bind_text
#define sqlite3_busy_timeout sqlite_calls.busy_timeout
#define sqlite3_close sqlite_calls.close
#define sqlite3_column_blob sqlite_calls.column_blob
#define sqlite3_column_bytes sqlite_calls.column_bytes
#define sqlite3_column_int sqlite_calls.column_int
#define sqlite3_column_int64 sqlite_calls.column_int64
#define sqlite3_column_text sqlite_calls.column_text
#define sqlite3_errstr sqlite_calls.errstr
#define sqlite3_exec sqlite_calls.exec
#define sqlite3_finalize sqlite_calls.finalize
#define sqlite3_open_v2 sqlite_calls.open_v2
#define sqlite3_prepare_v2 sqlite_calls.prepare_v2
#define sqlite3_prepare_v3 sqlite_calls.prepare_v3
#define sqlite3_reset sqlite_calls.reset
#define sqlite3_step sqlite_calls.step

#endif
#endif
