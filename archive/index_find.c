/* index_find.c - which games may fit a query, by what the index knows: see index.h.
 *
 * Sets of games are bits over the store's places, and always too large rather than too small: a game the index does not
 * know as it is now is in every set, and where a term cannot be narrowed, so is every game (a NULL set). */
#include "archive/index_parts.h"

#include "archive/folded.h"
#include "archive/query_parts.h"
#include "archive/ways.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct index *index;
    const struct query *query;
    int places;
    size_t bytes;             /* of a set */
    const uint8_t *unknown;   /* games the index does not know as they are; the index's, as is: */
    const int32_t *place_of;  /* [last_number + 1] a game's number to its place, -1 */
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

void index_forget_places(struct index *index)
{
    free(index->unknown);
    free(index->place_of);
    index->unknown = NULL;
    index->place_of = NULL;
}

/* index_fresh() for places one after another: entries and games stand by id, so that the entry of one is near
 * that of the game before it. `at_entry` is kept from one call to the next. */
static const struct entry_of_game *next_fresh(struct index *index, int place, int *at_entry)
{
    char id[ULID_LENGTH + 1];
    struct file_stamp stamp;
    if (!catalog_id(&index->store->list, place, id))
        return NULL;
    if (*at_entry > 0 && strcmp(index->game[*at_entry - 1].id, id) >= 0)
        return index_fresh(index, place); /* it does not stand by its id */
    while (*at_entry < index->games && strcmp(index->game[*at_entry].id, id) < 0)
        ++*at_entry;
    const struct entry_of_game *entry = *at_entry < index->games ? &index->game[*at_entry] : NULL;
    bool known = entry && !strcmp(entry->id, id) && index->store->kind->stamp(index->store, place, &stamp) &&
                 file_stamp_same(&stamp, &entry->stamp);
    return known ? entry : NULL;
}

static void find_places(struct index *index, int places)
{
    int at_entry = 0;
    index_forget_places(index);
    index->unknown = memory_new((size_t)places / 8 + 1, 1);
    index->place_of = memory_new((size_t)index->last_number + 1, sizeof *index->place_of);
    memset(index->place_of, 0xFF, ((size_t)index->last_number + 1) * sizeof *index->place_of);
    for (int i = 0; i < places; i++) {
        const struct entry_of_game *entry = next_fresh(index, i, &at_entry);
        if (entry && entry->complete && entry->number > 0 && entry->number <= index->last_number)
            index->place_of[entry->number] = i;
        else
            add(index->unknown, i);
    }
    index->known_places = places;
    index->known_stamps = index->store->stamps;
    index->known_state = index->state;
}

/* Find out which games are known, unless that is known as it is now. */
static void look_again(struct index *index, int places)
{
    if (places)
        index_fresh(index, 0); /* now the numbers are known */
    if (!index->unknown || index->known_places != places || index->known_stamps != index->store->stamps ||
        index->known_state != index->state)
        find_places(index, places);
}

bool index_knows_all(struct index *index)
{
    int places = index->store->list.count;
    bool all = true;
    look_again(index, places);
    for (size_t i = 0; i < (size_t)places / 8 + 1 && all; i++)
        all = !index->unknown[i];
    return all;
}

static void begin(struct search *search, struct index *index, const struct query *query)
{
    int places = index->store->list.count;
    look_again(index, places);
    *search = (struct search){index, query, places, (size_t)places / 8 + 1, index->unknown, index->place_of};
}

/* --------------------------------------------------------------------------------------------------- texts */

/* What a table of FTS5 finds; NULL: an error. */
static uint8_t *with_match(const struct search *search, enum statement table, const char *match)
{
    sqlite3_stmt *statement = index_statement(search->index, table);
    uint8_t *set = memory_new(search->bytes, 1);
    int code = SQLITE_ERROR;
    if (statement) {
        sqlite.bind_text(statement, 1, match, -1, SQLITE_TRANSIENT);
        while ((code = index_next(search->index, statement)) == SQLITE_ROW)
            add_number(search, set, sqlite.column_int64(statement, 0));
    }
    if (code == SQLITE_DONE)
        return set;
    free(set);
    return NULL;
}

/* What was found surely fits, and what the index does not know may; a set that is taken over, NULL: an error. */
static struct sieve_set found_set(const struct search *search, uint8_t *found)
{
    if (!found)
        return (struct sieve_set){0};
    struct sieve_set set = {new_set(search), found};
    for (size_t i = 0; i < search->bytes; i++)
        set.may[i] |= found[i];
    return set;
}

/* Games with any of the words of some notes: what has: wants, or a judgement. */
static struct sieve_set with_notes(const struct search *search, const struct term *term)
{
    struct yaml_text match = {0};
    char word[INDEX_SHORT_ROOM];
    if (term->key == ASK_NAG) {
        index_judgement_word(query_nag(term->text), word);
        yaml_text_add(&match, word, strlen(word));
    }
    unsigned wanted = term->key == ASK_HAS ? query_has_wanted(term->text) : 0;
    for (int bit = 0; wanted; bit++, wanted >>= 1)
        if (wanted & 1) {
            index_has_word(bit, word);
            yaml_text_add(&match, " OR ", match.n ? 4 : 0);
            yaml_text_add(&match, word, strlen(word));
        }
    struct sieve_set set = found_set(search, with_match(search, SQL_FIND_SHORT, match.v));
    yaml_text_clear(&match);
    return set;
}

/* A text of three letters or more as a question to the table of texts; owned. */
static char *long_match(const char *text, int column)
{
    static const char *const in_column[] = {"", "head : ", "notes : ", "authors : "};
    struct yaml_text match = {0};
    yaml_text_add(&match, in_column[column + 1], strlen(in_column[column + 1]));
    yaml_text_add(&match, "\"", 1);
    for (; *text; text++)
        yaml_text_add(&match, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    yaml_text_add(&match, "\"", 1);
    return match.v;
}

/* One or two letters as a question to the table of these; NULL: they are not. Owned. */
static char *short_match(const char *text, int column)
{
    struct yaml_text match = {0};
    for (int c = column < 0 ? 0 : column; c < (column < 0 ? INDEX_COLUMNS : column + 1); c++) {
        char word[INDEX_SHORT_ROOM];
        if (!index_short_word(text, (enum index_texts_column)c, word)) {
            yaml_text_clear(&match);
            return NULL;
        }
        yaml_text_add(&match, " OR ", match.n ? 4 : 0);
        yaml_text_add(&match, word, strlen(word));
    }
    return match.v;
}

/* Games with a text that holds these letters in a column, -1 in any. What is found surely is there. */
static struct sieve_set with_text(const struct search *search, const char *text, int column)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            return (struct sieve_set){0};
    if (!*text)
        return (struct sieve_set){0};
    char *folded = folded_text(text), *match = *folded ? short_match(folded, column) : NULL;
    if (!*folded) {
        free(folded);
        return (struct sieve_set){0};
    }
    enum statement table = match ? SQL_FIND_SHORT : SQL_FIND_TEXT;
    if (!match)
        match = long_match(folded, column);
    struct sieve_set set = found_set(search, with_match(search, table, match));
    free(match);
    free(folded);
    return set;
}

/* ------------------------------------------------------------------------------------------------ positions */

static struct record *load(void *argument, int at)
{
    struct record *record;
    return store_load(argument, at, &record, NULL, NULL, NULL) < 0 ? NULL : record;
}

/* Is a hash among some numbers? Eight at a time, without asking after each: most games do not have it. */
static bool has_hash(const uint32_t *v, int n, uint32_t hash)
{
    uint32_t found = 0;
    int i = 0;
    for (; i + 8 <= n && !found; i += 8)
        found = (uint32_t)(v[i] == hash) | (v[i + 1] == hash) | (v[i + 2] == hash) | (v[i + 3] == hash) |
                (v[i + 4] == hash) | (v[i + 5] == hash) | (v[i + 6] == hash) | (v[i + 7] == hash);
    for (; i < n; i++)
        found |= v[i] == hash;
    return found;
}

/* The first of some numbers that is one of the hashes; -1: none. */
static int meet(const uint32_t *v, int n, const uint32_t *hash, int hashes, int *which)
{
    bool any = false;
    for (int h = 0; h < hashes && !any; h++)
        any = has_hash(v, n, hash[h]);
    for (int i = any ? 0 : n; i < n; i++)
        for (int h = 0; h < hashes; h++)
            if (v[i] == hash[h]) {
                *which = h;
                return i;
            }
    return -1;
}

/* The pieces: the rows of games in them need not be looked at. */
static struct positions_asking asking_of(const struct search *search, struct index *index)
{
    return (struct positions_asking){index_pieces(index, false), &index->store->list, search->place_of, index->last_number + 1};
}

/* A game met what is looked for, in the position number `met` of its row: it may fit, and how it came there is noted. */
static void came_by_row(const struct search *search, sqlite3_stmt *row, int64_t number, const uint32_t *v, int met, int main,
                        uint8_t *may, struct ways *ways)
{
    const uint32_t *variant = search->index->store->list.column[CATALOG_VARIANT];
    int place = number > 0 && number <= search->index->last_number ? search->place_of[number] : -1;
    if (place < 0)
        return;
    add(may, place);
    if (met < main && met < WAYS_PLIES && sqlite.column_int(row, 1) & MAIN_SET_UP)
        ways_came(ways, variant[place], v, met + 1, place);
}

/* Games with a position of one of these hashes, and those that surely have it. */
static struct sieve_set with_position(const struct search *search, const struct term *term, const uint32_t *hash, int hashes)
{
    struct sieve_set set = {0};
    struct ways ways = {0};
    uint32_t *buffer = NULL;
    int code = SQLITE_ERROR, room = 0, n, main, which;
    struct positions_asking pieces = asking_of(search, search->index);
    set.may = new_set(search);
    positions_meet(&pieces, hash, hashes, set.may, &ways);
    sqlite3_stmt *statement = index_position_rows(search->index, pieces.positions->games);
    while (statement && (code = index_next(search->index, statement)) == SQLITE_ROW) {
        int64_t number = sqlite.column_int64(statement, 0);
        const uint32_t *v = index_row_hashes(statement, &n, &main, &buffer, &room);
        int met = meet(v, n, hash, hashes, &which);
        if (met >= 0)
            came_by_row(search, statement, number, v, met, main, set.may, &ways);
    }
    free(buffer);
    set.sure = memory_new(search->bytes, 1);
    ways_make_sure(&ways, search->query, term, load, search->index->store, set.sure);
    if (code != SQLITE_DONE)
        sieve_set_clear(&set);
    return set;
}

/* Games with a position of any of very many hashes, and some that surely have it. */
static struct sieve_set near_position(const struct search *search, const struct term *term)
{
    struct sieve_set set = {0};
    struct sieve_many many, set_up;
    struct ways ways = {0};
    uint32_t *buffer = NULL;
    int code = SQLITE_ERROR, room = 0, n, main;
    struct positions_asking pieces = asking_of(search, search->index);
    if (!sieve_near(&search->index->store->list, search->query, term, &many, &set_up))
        return set;
    set.may = new_set(search);
    positions_meet_any(&pieces, &many, &set_up, set.may, &ways);
    sqlite3_stmt *statement = index_position_rows(search->index, pieces.positions->games);
    while (statement && (code = index_next(search->index, statement)) == SQLITE_ROW) {
        int64_t number = sqlite.column_int64(statement, 0);
        const uint32_t *v = index_row_hashes(statement, &n, &main, &buffer, &room);
        int met = 0;
        while (met < n && !sieve_is_among(&many, v[met]))
            met++;
        if (met < n)
            came_by_row(search, statement, number, v, met, main, set.may, &ways);
    }
    free(buffer);
    sieve_many_clear(&many);
    sieve_many_clear(&set_up);
    set.sure = memory_new(search->bytes, 1);
    ways_make_sure(&ways, search->query, term, load, search->index->store, set.sure);
    if (code != SQLITE_DONE)
        sieve_set_clear(&set);
    return set;
}

static struct sieve_set with_position_of(const struct search *search, const struct term *term)
{
    uint32_t hash[SIEVE_HASHES];
    int hashes = sieve_hashes(&search->index->store->list, search->query, term, hash);
    return hashes < 0 ? (struct sieve_set){0} : with_position(search, term, hash, hashes);
}

/* ---------------------------------------------------------------------------------------------------- plies */

/* Games with a ply that fits: those of the pieces surely, younger ones may have it. */
static struct sieve_set with_plies(const struct search *search, const struct term *term)
{
    struct pieces *plies = index_plies(search->index, false);
    int numbers = search->index->last_number + 1;
    if (!plies->pieces)
        return (struct sieve_set){0};
    uint8_t *may = memory_new(sieve_bytes(numbers), 1), *sure = memory_new(sieve_bytes(numbers), 1);
    struct sieve_set set = {new_set(search), memory_new(search->bytes, 1)};
    plies_find(plies, numbers, term, term->variations, may, sure);
    for (int number = 1; number < numbers; number++) {
        if (number >= plies->games || sieve_has(may, number))
            add_number(search, set.may, number);
        if (sieve_has(sure, number))
            add_number(search, set.sure, number);
    }
    free(may);
    free(sure);
    return set;
}

/* ---------------------------------------------------------------------------------------------------- terms */

/* What the index knows of a term that headers do not decide. */
static struct sieve_set set_of(void *argument, const struct term *term)
{
    const struct search *search = argument;
    if (term->kind == TERM_KEY && term->key == ASK_POS)
        return with_position_of(search, term);
    if (term->kind == TERM_KEY && term->key == ASK_NEAR)
        return near_position(search, term);
    if (term->kind == TERM_TEXT)
        return with_text(search, term->text, -1);
    if (term->kind == TERM_KEY && term->key == ASK_TEXT)
        return with_text(search, term->text, INDEX_NOTES);
    if (term->kind == TERM_KEY && term->key == ASK_BY)
        return with_text(search, term->text, INDEX_AUTHORS);
    if (term->kind == TERM_KEY && (term->key == ASK_HAS || term->key == ASK_NAG))
        return with_notes(search, term);
    if (query_asks_plies(term))
        return with_plies(search, term);
    return (struct sieve_set){0};
}

struct sieve_set index_sieve(struct index *index, const struct query *query)
{
    struct search search;
    const struct catalog *list = &index->store->list;
    if (!index->file || query_needs(query) == QUERY_LISTING)
        return sieve_catalog(list, query, NULL, NULL);
    begin(&search, index, query);
    return sieve_catalog(list, query, set_of, &search);
}

/* Room for the hashes of a row, from one to the next. */
struct row_room {
    uint32_t *buffer;
    int room;
};

/* How a game goes on by its row. */
static void tell_row(const struct search *search, sqlite3_stmt *row, const uint32_t *hash, int hashes, struct row_room *room,
                     index_goes_on_fn *each, void *argument)
{
    int64_t number = sqlite.column_int64(row, 0);
    int n, main, which = -1;
    if (number < 1 || number > search->index->last_number || search->place_of[number] < 0)
        return;
    const uint32_t *v = index_row_hashes(row, &n, &main, &room->buffer, &room->room);
    int met = meet(v, main, hash, hashes, &which);
    each(argument, search->place_of[number], met < 0 ? -1 : which, met >= 0 && met + 1 < main ? v[met + 1] : 0);
}

/* What the pieces know, and the rows of those of their games that they do not know all of. False: an error. */
static bool tell_pieces(const struct search *search, const struct positions_asking *pieces, const uint32_t *hash, int hashes,
                        struct row_room *room, index_goes_on_fn *each, void *argument)
{
    uint8_t *told = memory_new(sieve_bytes(pieces->numbers), 1);
    int code = SQLITE_DONE;
    positions_go_on(pieces, hash, hashes, each, argument, told);
    for (int number = 1; number < pieces->positions->games && code == SQLITE_DONE; number++) {
        if (search->place_of[number] < 0)
            continue;
        if (sieve_has(told, number)) { /* where it was not met, that is all there is to say */
            each(argument, search->place_of[number], -1, 0);
            continue;
        }
        sqlite3_stmt *row = index_statement(search->index, SQL_GAME_POSITIONS);
        code = SQLITE_ERROR;
        if (!row)
            break;
        sqlite.bind_int(row, 1, number);
        while ((code = index_next(search->index, row)) == SQLITE_ROW)
            tell_row(search, row, hash, hashes, room, each, argument);
    }
    free(told);
    return code == SQLITE_DONE;
}

bool index_continuations(struct index *index, const uint32_t *hash, int hashes, index_goes_on_fn *each, void *argument)
{
    struct search search;
    struct row_room room = {0};
    int code = SQLITE_ERROR;
    if (!index->file)
        return false;
    begin(&search, index, NULL);
    struct positions_asking pieces = asking_of(&search, index);
    bool good = tell_pieces(&search, &pieces, hash, hashes, &room, each, argument);
    sqlite3_stmt *statement = good ? index_position_rows(index, pieces.positions->games) : NULL;
    while (statement && (code = index_next(index, statement)) == SQLITE_ROW)
        tell_row(&search, statement, hash, hashes, &room, each, argument);
    free(room.buffer);
    return code == SQLITE_DONE;
}

uint32_t *index_positions(struct index *index, int at, int *n)
{
    struct entry_of_game *entry = index->file ? index_fresh(index, at) : NULL;
    sqlite3_stmt *statement = entry && entry->complete ? index_statement(index, SQL_GAME_POSITIONS) : NULL;
    uint32_t *hashes = NULL;
    if (!statement)
        return NULL;
    sqlite.bind_int(statement, 1, entry->number);
    if (index_next(index, statement) == SQLITE_ROW) {
        int most = sqlite.column_bytes(statement, 2) / (int)sizeof *hashes;
        *n = sqlite.column_int(statement, 1) & ~MAIN_SET_UP;
        if (*n >= 0 && *n <= most) {
            hashes = memory_new((size_t)*n + 1, sizeof *hashes);
            if (*n)
                memcpy(hashes, sqlite.column_blob(statement, 2), (size_t)*n * sizeof *hashes);
        }
        sqlite.reset(statement);
    }
    return hashes;
}
