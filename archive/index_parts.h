/* index_parts.h - an index from inside: for the files index*.c, and those that look in one: pack_*.c, sieve_store.c, texts.c,
 * ways.c. */
#ifndef CHESSCADE_INDEX_PARTS_H
#define CHESSCADE_INDEX_PARTS_H

#include "archive/follow.h"
#include "archive/index.h"
#include "archive/plies.h"
#include "archive/positions.h"
#include "archive/sieve.h"
#include "archive/sqlite.h"
#include "archive/store_parts.h"

/* The statements, prepared once: S(name, "sql") */
#define INDEX_STATEMENTS(S)                                                                                  \
    S(SQL_BEGIN, "BEGIN IMMEDIATE")                                                                          \
    S(SQL_COMMIT, "COMMIT")                                                                                  \
    S(SQL_ROLLBACK, "ROLLBACK")                                                                              \
    S(SQL_GAMES, "SELECT id, number, stamp, listed, complete, listing FROM game ORDER BY id")                \
    S(SQL_ENTRIES, "SELECT id, number, stamp, complete FROM game INDEXED BY entry ORDER BY id")              \
    S(SQL_PUT,                                                                                               \
      "INSERT OR REPLACE INTO game(id, number, stamp, listed, complete, listing) VALUES(?,?,?,?,?,?)")       \
    S(SQL_COMPLETE, "UPDATE game SET complete = 1 WHERE id = ?")                                             \
    S(SQL_DROP, "DELETE FROM game WHERE id = ?")                                                             \
    S(SQL_PUT_TEXT, "INSERT INTO text(rowid, head, notes, authors) VALUES(?, ?, ?, ?)")                      \
    S(SQL_PUT_SHORT, "INSERT INTO short(rowid, words) VALUES(?, ?)")                                         \
    S(SQL_FIND_TEXT, "SELECT rowid FROM text WHERE text MATCH ?")                                            \
    S(SQL_FIND_SHORT, "SELECT rowid FROM short WHERE short MATCH ?")                                         \
    S(SQL_PUT_POSITIONS, "INSERT OR REPLACE INTO position(number, main, hashes) VALUES(?, ?, ?)")            \
    S(SQL_DROP_POSITIONS, "DELETE FROM position WHERE number = ?")                                           \
    S(SQL_GAME_POSITIONS, "SELECT number, main, hashes FROM position WHERE number = ?")                      \
    S(SQL_POSITIONS, "SELECT number, main, hashes FROM position WHERE number >= ? ORDER BY number")          \
    S(SQL_PUT_PIECE, "INSERT OR REPLACE INTO piece(kind, first, seal) VALUES(?, ?, ?)")                      \
    S(SQL_DROP_PIECES, "DELETE FROM piece WHERE kind = ? AND first >= ?")                                    \
    S(SQL_PIECES, "SELECT first, seal FROM piece WHERE kind = ? ORDER BY first")

enum statement {
#define INDEX_NAME(name, sql) name,
    INDEX_STATEMENTS(INDEX_NAME)
#undef INDEX_NAME
    STATEMENTS
};

/* A game as the index knows it. Its number names its texts and positions and is never used again: what is left of a
 * game that changed stands under a number nobody has. */
struct entry_of_game {
    char id[ULID_LENGTH + 1];
    bool complete;  /* texts and positions are there too */
    int32_t number; /* from 1 */
    struct file_stamp stamp;
};

/* A game whose listing is to be written into the file. */
struct pending {
    char id[ULID_LENGTH + 1];
    int32_t old_number; /* 0: the game is new */
    int64_t listed;     /* file_now() when it was */
};

/* In `main` of a position row, beside the number of positions of the main line: the game begins as its variant is set up. */
enum { MAIN_SET_UP = 1 << 30 };

/* The next piece of plies, made while games are completed. */
struct plies_job {
    struct plies_making making; /* with games 0: there is none */
    uint8_t *added;             /* [making.games] a bit for each number whose plies are in it */
    int left;                   /* so many games of it wait to be completed */
    int next;                   /* the place in the store to be looked at next, for games completed another time */
};

struct index {
    struct store *store;
    struct listing_cache cache;
    bool create;                /* may be written */
    char path[4096];
    sqlite3 *file;              /* NULL: it failed; everything works without */
    bool held;                  /* by another program, when it was to be opened: tried again at searches, */
    int64_t try_at;             /* not before file_now() is that */
    sqlite3_stmt *statement[STATEMENTS];
    struct entry_of_game *game; /* [games], by id */
    int games, room;
    int32_t last_number;
    bool sweeping;              /* SQL_GAMES stands at a row not taken yet */
    bool through;               /* it came to its end */
    bool unswept;               /* no row was taken yet, and the store asks for none: index_sweep() */
    /* What a search begins with, kept while games and entries are the same: begin() of index_find.c. */
    uint8_t *unknown;           /* [games of the store] a bit for each game the index does not know as it is */
    int32_t *place_of;          /* [last_number + 1] a game's number to its place, -1 */
    int known_places, known_stamps, known_state;
    int state;                  /* another number whenever entries are others */
    int next;                   /* the place in the store to be completed next */
    struct follow_start start;  /* of the games being completed */
    struct pieces positions; /* of the numbers below positions.games, that positions need not be looked for row by row */
    struct pieces plies;        /* of the numbers below plies.games: their plies, which no row has */
    int piece_games;            /* numbers in a piece of them: PIECE_GAMES, fewer in tests */
    struct plies_job plies_job; /* index_plies.c: the next piece of plies */
    int failures;
    char notice[160];
    struct pending *pending;    /* [pendings] */
    int pendings, pending_room;
};

/* The statement, ready for binding. */
sqlite3_stmt *index_statement(struct index *index, enum statement statement);
/* Step to the next row, or to the end: SQLITE_ROW, SQLITE_DONE, or another code, with the consequences taken: a damaged
 * file is made anew, or done without. */
int index_next(struct index *index, sqlite3_stmt *statement);

/* Something is wrong, an SQLite code. A damaged file is made anew, once; a full or read-only disk, or another process at work,
 * only means to go on without. */
void index_fail(struct index *index, int code);
/* index.c: from now on the store asks the index for listings, and tells it of them. */
void index_cache_begin(struct index *index);

/* The entry of a game as it is in the store now, NULL without one. */
struct entry_of_game *index_fresh(struct index *index, int at);
/* sieve_catalog() of the store's own games, with what the index knows of them. */
struct sieve_set index_sieve(struct index *index, const struct query *query);
/* index_positions.c: the hashes of a position row, and how many of them are of the main line; they are as they lie in the file,
 * which may be anywhere: `buffer` is the caller's. */
const uint32_t *index_row_hashes(sqlite3_stmt *row, int *n, int *main, uint32_t **buffer, int *room);
/* Rows of positions from a number on; NULL: there is no file. */
sqlite3_stmt *index_position_rows(struct index *index, int from);
/* The pieces that are there and that the index knows as they are. */
struct pieces *index_pieces(struct index *index, bool write);
/* Are there games for another piece? Make it, within a transaction: false where it cannot be written. */
bool index_piece_wanted(struct index *index);
bool index_piece_make(struct index *index);
/* Cut off the pieces that the index has no seal of; seal the last one. */
enum index_pieces { INDEX_POSITIONS, INDEX_PLIES };
void index_compare_seals(struct index *index, enum index_pieces kind, struct pieces *pieces);
bool index_seal(struct index *index, enum index_pieces kind, const struct pieces *pieces);

/* index_plies.c: the pieces that are there and that the index knows as they are; are there games for another one? */
struct pieces *index_plies(struct index *index, bool write);
bool index_plies_wanted(struct index *index);
/* Begin with the next piece, if one is wanted and none is begun; tell it of a game that is being completed (`record` NULL: it
 * cannot be read), by its number. */
void index_plies_begin(struct index *index);
void index_plies_add(struct index *index, int number, const struct record *record);
/* Within a transaction: go on with the piece, load so many games at most that were completed another time, and write it when all of
 * it is there. True while there is more to do. */
bool index_plies_step(struct index *index, int games);
void index_plies_forget(struct index *index);

/* Does it know every game as it is? What searches begin with is at hand afterwards. */
bool index_knows_all(struct index *index);
/* Forget what searches keep. */
void index_forget_places(struct index *index);

/* index_texts.c: the texts of a record but those its listing shows, one to a line, in the columns of the table; and as words
 * what one and two letters they have, and which judgements and other notes. */
enum index_texts_column { INDEX_HEAD, INDEX_NOTES, INDEX_AUTHORS, INDEX_COLUMNS };
enum { INDEX_JUDGEMENTS = 256 };
struct index_texts {
    struct yaml_text column[INDEX_COLUMNS], words;
    uint8_t judged[INDEX_JUDGEMENTS / 8];
    unsigned has; /* query_has_of() */
};
void index_texts_begin(struct index_texts *texts, const struct record *record);
/* The same without the words. */
void index_texts_collect(struct index_texts *texts, const struct record *record);
void index_texts_clear(struct index_texts *texts);
/* The word for one or two letters, folded, in a column; false: they are none, or more. */
enum { INDEX_SHORT_ROOM = 24 };
bool index_short_word(const char *folded, enum index_texts_column column, char out[INDEX_SHORT_ROOM]);
/* The words there for a judgement, and for a bit of query_has_of(). */
void index_judgement_word(int nag, char out[INDEX_SHORT_ROOM]);
void index_has_word(int bit, char out[INDEX_SHORT_ROOM]);

/* index_game.c: the hashes of a record's positions, those of the main line (*main of them) first. The caller's. `start` is kept
 * from game to game. */
uint32_t *index_hashes(const struct record *record, struct follow_start *start, int *main, int *n);
/* Does a game begin as its variant is set up: no position of its own, no options? */
bool index_starts_as_set_up(const struct record *record);

#endif
