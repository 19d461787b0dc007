/* index_find.c - which games may fit a query, by what the index knows: see index.h.
 *
 * Sets of games are bits over the store's places, and always too large rather than too small: a game the index does not
 * know as it is now is in every set, and where a term cannot be narrowed, so is every game (a NULL set). */
#include "archive/index_parts.h"

#include "archive/query_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TRIGRAM = 3 };

struct search {
    struct index *index;
    const struct query *query;
    int places;
    size_t bytes;       /* of a set */
    uint8_t *unknown;   /* games the index does not know as they are */
    int32_t *place_of;  /* [last_number + 1] a game's number to its place, -1 */
};

static void add(uint8_t *set, int at)
{
    set[at / 8] |= (uint8_t)(1u << at % 8);
}

static uint8_t *new_set(const struct search *search)
{
    uint8_t *set = memory_new(search->bytes, 1);
    memcpy(set, search->unknown, search->bytes);
    return set;
}

static void add_number(const struct search *search, uint8_t *set, int64_t number)
{
    if (number > 0 && number <= search->index->last_number && search->place_of[number] >= 0)
        add(set, search->place_of[number]);
}

static void begin(struct search *search, struct index *index, const struct query *query)
{
    *search = (struct search){.index = index, .query = query, .places = index->store->list.count};
    if (search->places)
        index_fresh(index, 0); /* now the numbers are known */
    search->bytes = (size_t)search->places / 8 + 1;
    search->unknown = memory_new(search->bytes, 1);
    search->place_of = memory_new((size_t)index->last_number + 1, sizeof *search->place_of);
    memset(search->place_of, 0xFF, ((size_t)index->last_number + 1) * sizeof *search->place_of);
    for (int i = 0; i < search->places; i++) {
        struct entry_of_game *entry = index_fresh(index, i);
        if (entry && entry->complete && entry->number > 0 && entry->number <= index->last_number)
            search->place_of[entry->number] = i;
        else
            add(search->unknown, i);
    }
}

/* --------------------------------------------------------------------------------------------------- texts */

/* Games with a text that holds these characters; NULL when trigrams cannot tell. */
static uint8_t *with_text(const struct search *search, const char *text)
{
    size_t length = strlen(text), n = 0;
    if (length < TRIGRAM)
        return NULL;
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c >= 0x80 || (unsigned char)*c < ' ')
            return NULL; /* capitals of other letters are folded differently there */
    char *quoted = memory_new(2 * length + 3, 1);
    quoted[n++] = '"';
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            quoted[n++] = '"';
        quoted[n++] = *c;
    }
    quoted[n] = '"';
    sqlite3_stmt *statement = index_statement(search->index, SQL_FIND_TEXT);
    uint8_t *set = statement ? new_set(search) : NULL;
    int code = SQLITE_ERROR;
    if (statement) {
        sqlite3_bind_text(statement, 1, quoted, -1, SQLITE_TRANSIENT);
        while ((code = index_next(search->index, statement)) == SQLITE_ROW)
            add_number(search, set, sqlite3_column_int64(statement, 0));
    }
    free(quoted);
    if (code != SQLITE_DONE) {
        free(set);
        return NULL;
    }
    return set;
}

/* ------------------------------------------------------------------------------------------------ positions */

/* Games with a position of one of these hashes. */
static uint8_t *with_position(const struct search *search, const uint32_t *hash, int hashes)
{
    sqlite3_stmt *statement = index_statement(search->index, SQL_POSITIONS);
    uint8_t *set = statement ? new_set(search) : NULL;
    int code = SQLITE_ERROR;
    while (statement && (code = index_next(search->index, statement)) == SQLITE_ROW) {
        const unsigned char *bytes = sqlite3_column_blob(statement, 2);
        int n = sqlite3_column_bytes(statement, 2) / (int)sizeof *hash;
        bool found = false;
        for (int i = 0; i < n && !found; i++) {
            uint32_t one;
            memcpy(&one, bytes + (size_t)i * sizeof one, sizeof one);
            for (int h = 0; h < hashes; h++)
                found = found || one == hash[h];
        }
        if (found)
            add_number(search, set, sqlite3_column_int64(statement, 0));
    }
    if (code != SQLITE_DONE) {
        free(set);
        return NULL;
    }
    return set;
}

static uint8_t *with_position_of(const struct search *search, const struct term *term)
{
    uint32_t hash[SIEVE_HASHES];
    int hashes = sieve_hashes(&search->index->store->list, search->query, term, hash);
    return hashes < 0 ? NULL : with_position(search, hash, hashes);
}

/* ---------------------------------------------------------------------------------------------------- terms */

/* What the index knows of a term that headers do not decide. */
static struct sieve_set set_of(void *argument, const struct term *term)
{
    const struct search *search = argument;
    uint8_t *may = NULL;
    if (term->kind == TERM_TEXT)
        may = with_text(search, term->text);
    else if (term->kind == TERM_KEY && (term->key == ASK_TEXT || term->key == ASK_BY || term->key == ASK_TAG ||
                                        term->key == ASK_END))
        may = with_text(search, term->text);
    else if (term->kind == TERM_KEY && term->key == ASK_POS)
        may = with_position_of(search, term);
    return (struct sieve_set){.may = may};
}

struct sieve_set index_sieve(struct index *index, const struct query *query)
{
    struct search search;
    const struct catalog *list = &index->store->list;
    if (!index->file || query_needs(query) == QUERY_LISTING)
        return sieve_catalog(list, query, NULL, NULL);
    begin(&search, index, query);
    struct sieve_set set = sieve_catalog(list, query, set_of, &search);
    free(search.unknown);
    free(search.place_of);
    return set;
}

/* Where a main line meets one of the hashes, for index_continuations(). */
static int meet(const unsigned char *bytes, int n, const uint32_t *hash, int hashes, uint32_t *next)
{
    *next = 0;
    for (int i = 0; i < n; i++) {
        uint32_t one;
        memcpy(&one, bytes + (size_t)i * sizeof one, sizeof one);
        for (int h = 0; h < hashes; h++)
            if (one == hash[h]) {
                if (i + 1 < n)
                    memcpy(next, bytes + (size_t)(i + 1) * sizeof *next, sizeof *next);
                return h;
            }
    }
    return -1;
}

bool index_continuations(struct index *index, const uint32_t *hash, int hashes, index_goes_on_fn *each, void *argument)
{
    struct search search;
    int code = SQLITE_ERROR;
    if (!index->file)
        return false;
    begin(&search, index, NULL);
    sqlite3_stmt *statement = index_statement(index, SQL_POSITIONS);
    while (statement && (code = index_next(index, statement)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(statement, 0);
        int n = sqlite3_column_bytes(statement, 2) / (int)sizeof *hash, main = sqlite3_column_int(statement, 1);
        uint32_t next;
        if (number < 1 || number > index->last_number || search.place_of[number] < 0)
            continue;
        int met = meet(sqlite3_column_blob(statement, 2), main < n ? main : n, hash, hashes, &next);
        each(argument, search.place_of[number], met, next);
    }
    free(search.unknown);
    free(search.place_of);
    return code == SQLITE_DONE;
}

uint32_t *index_positions(struct index *index, int at, int *n)
{
    struct entry_of_game *entry = index->file ? index_fresh(index, at) : NULL;
    sqlite3_stmt *statement = entry && entry->complete ? index_statement(index, SQL_GAME_POSITIONS) : NULL;
    uint32_t *hashes = NULL;
    if (!statement)
        return NULL;
    sqlite3_bind_int(statement, 1, entry->number);
    if (index_next(index, statement) == SQLITE_ROW) {
        int most = sqlite3_column_bytes(statement, 1) / (int)sizeof *hashes;
        *n = sqlite3_column_int(statement, 0);
        if (*n >= 0 && *n <= most) {
            hashes = memory_new((size_t)*n + 1, sizeof *hashes);
            if (*n)
                memcpy(hashes, sqlite3_column_blob(statement, 1), (size_t)*n * sizeof *hashes);
        }
        sqlite3_reset(statement);
    }
    return hashes;
}
