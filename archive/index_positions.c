/* index_positions.c - the positions of the files' games, in pieces beside the SQLite file: positions.h.
 *
 * Numbers of games are never used again, so that what a piece says of one stays true, and dead ones do no harm. The rows in
 * SQLite stay: they hold what is younger than the last piece, and pieces are made of them. A piece counts only where its seal
 * stands in SQLite, in the same transaction as what it was made of: another file's, or one ahead of an SQLite file that lost
 * its last changes, is none. */
#include "config.h"
#include "archive/index_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const uint32_t *index_row_hashes(sqlite3_stmt *row, int *n, int *main, uint32_t **buffer, int *room)
{
    int bytes = sqlite.column_bytes(row, 2);
    const void *blob = sqlite.column_blob(row, 2);
    *n = bytes / (int)sizeof **buffer;
    *main = sqlite.column_int(row, 1) & ~MAIN_SET_UP;
    *main = *main < *n ? *main : *n;
    if (*n && (uintptr_t)blob % sizeof **buffer) {
        *buffer = memory_room(*buffer, room, *n, sizeof **buffer);
        memcpy(*buffer, blob, (size_t)*n * sizeof **buffer);
        blob = *buffer;
    }
    return blob;
}

sqlite3_stmt *index_position_rows(struct index *index, int from)
{
    sqlite3_stmt *statement = index->file ? index_statement(index, SQL_POSITIONS) : NULL;
    if (statement)
        sqlite.bind_int(statement, 1, from);
    return statement;
}

void index_compare_seals(struct index *index, enum index_pieces kind, struct pieces *pieces)
{
    sqlite3_stmt *statement = index->file ? index_statement(index, SQL_PIECES) : NULL;
    int good = 0, code = SQLITE_DONE;
    if (statement)
        sqlite.bind_int(statement, 1, kind);
    while (statement && good < pieces->pieces && (code = index_next(index, statement)) == SQLITE_ROW) {
        const struct pieces_spot *spot = &pieces->piece[good];
        if (sqlite.column_int64(statement, 0) != spot->first || (uint64_t)sqlite.column_int64(statement, 1) != spot->check)
            break;
        good++;
    }
    if (code == SQLITE_ROW)
        sqlite.reset(statement);
    pieces_cut_off(pieces, good);
}

/* Seals from there on are of pieces that it took the place of. */
bool index_seal(struct index *index, enum index_pieces kind, const struct pieces *pieces)
{
    const struct pieces_spot *spot = &pieces->piece[pieces->pieces - 1];
    sqlite3_stmt *statement = index_statement(index, SQL_DROP_PIECES);
    sqlite.bind_int(statement, 1, kind);
    sqlite.bind_int(statement, 2, spot->first);
    if (index_next(index, statement) != SQLITE_DONE)
        return false;
    statement = index_statement(index, SQL_PUT_PIECE);
    sqlite.bind_int(statement, 1, kind);
    sqlite.bind_int(statement, 2, spot->first);
    sqlite.bind_int64(statement, 3, (int64_t)spot->check);
    return index_next(index, statement) == SQLITE_DONE;
}

struct pieces *index_pieces(struct index *index, bool write)
{
    static const struct file_stamp of = {0}; /* the seals say what it was made from */
    struct pieces *positions = &index->positions;
    struct store *store = index->store;
    struct sidecar_place place = {.folder = -1};
    if ((positions->opened && (positions->writing || !write)) || !index->file)
        return positions;
    if (store->kind->sidecar_place && store->kind->sidecar_place(store, write, &place)) {
        pieces_open(positions, &positions_kind, &place, "v1", &of, write);
        close(place.folder);
        index_compare_seals(index, INDEX_POSITIONS, positions);
    }
    positions->opened = true;
    return positions;
}

bool index_piece_wanted(struct index *index)
{
    int first = index_pieces(index, false)->games, behind = first + index->piece_games;
    if (behind > index->last_number + 1)
        return false;
    for (int i = 0; i < index->games; i++)
        if (!index->game[i].complete && index->game[i].number >= first && index->game[i].number < behind)
            return false;
    return true;
}

bool index_piece_make(struct index *index)
{
    struct pieces *positions = index_pieces(index, true);
    struct positions_making making;
    uint32_t *buffer = NULL;
    int code = SQLITE_ERROR, room = 0, n, main, first = positions->games;
    if (!positions->writing)
        return false;
    positions_making_begin(&making, first, index->piece_games);
    sqlite3_stmt *row = index_position_rows(index, first);
    while (row && (code = index_next(index, row)) == SQLITE_ROW) {
        int64_t number = sqlite.column_int64(row, 0);
        if (number >= first + making.games)
            break;
        const uint32_t *hashes = index_row_hashes(row, &n, &main, &buffer, &room);
        positions_making_add(&making, (int)(number - first), hashes, n, main, sqlite.column_int(row, 1) & MAIN_SET_UP);
    }
    if (code == SQLITE_ROW)
        sqlite.reset(row);
    free(buffer);
    bool made = (code == SQLITE_ROW || code == SQLITE_DONE) && positions_append(positions, &making) &&
                index_seal(index, INDEX_POSITIONS, positions);
    positions_making_end(&making);
    return made;
}
