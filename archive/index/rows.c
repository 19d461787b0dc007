/* rows.c - writes and reads the rows of an index; see rows.h. */
#include "config.h"

#include "archive/index/rows.h"
#include "archive/query/query_tree.h"
#include "archive/summary/cache_file.h"
#include "archive/util/sanitize.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROW_BYTES = 16 << 10 /* a row with at least this many bytes is finished */,
    ONE = 0x8000,
    BITS = 0x4000
};

/* ------------------------------------------------------------------------------------------------------
 * writing */

void number_put(struct yaml_text *out, uint64_t number)
{
    char bytes[10];
    size_t n = 0;
    for (; number >= 0x80; number >>= 7)
        bytes[n++] = (char)(number | 0x80);
    bytes[n++] = (char)number;
    yaml_text_add(out, bytes, n);
}

static void short_put(struct yaml_text *out, int number)
{
    const char bytes[2] = {(char)(number & 0xFF), (char)(number >> 8)};
    yaml_text_add(out, bytes, sizeof bytes);
}

void list_put(struct yaml_text *out, const uint16_t *game, int n, int games)
{
    int start = out->n, before = -1, most = (games + 7) / 8;
    if (n == 1) {
        short_put(out, ONE | game[0]);
        return;
    }
    short_put(out, 0);
    for (int i = 0; i < n && out->n - start - 2 <= most; i++) {
        number_put(out, (uint64_t)(game[i] - before));
        before = game[i];
    }
    int head = out->n - start - 2;
    if (head > most) {
        uint8_t bits[PART_GAMES / 8] = {0};
        for (int i = 0; i < n; i++)
            bits[game[i] / 8] |= (uint8_t)(1u << game[i] % 8);
        out->n = start + 2;
        yaml_text_add(out, (const char *)bits, (size_t)most);
        head = BITS;
    }
    out->v[start] = (char)(head & 0xFF);
    out->v[start + 1] = (char)(head >> 8);
}

/* Begins a row at a key. */
static void row_begin(struct rows *rows, uint32_t first)
{
    static const char head[ROW_HEAD] = {0};
    rows->row = memory_room(rows->row, &rows->room, rows->n + 1, sizeof *rows->row);
    rows->row[rows->n++] = (struct row){.first = first, .at = rows->out.n};
    yaml_text_add(&rows->out, head, sizeof head);
    rows->before = (uint64_t)first << rows->shift;
}

void rows_put(struct rows *rows, uint64_t code, const struct yaml_text *kept)
{
    uint32_t key = (uint32_t)(code >> rows->shift);
    if (!rows->n)
        row_begin(rows, 0);
    else if (rows->out.n - rows->row[rows->n - 1].at >= ROW_BYTES &&
             key != rows->before >> rows->shift)
        row_begin(rows, key);
    number_put(&rows->out, code - rows->before);
    number_put(&rows->out, (uint64_t)kept->n);
    yaml_text_add(&rows->out, kept->v, (size_t)kept->n);
    rows->before = code;
}

void rows_end(struct rows *rows, uint64_t seed)
{
    if (!rows->n)
        row_begin(rows, 0);
    for (int i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        char *bytes = rows->out.v + row->at;
        uint32_t last = i + 1 < rows->n ? rows->row[i + 1].first - 1 : UINT32_MAX;
        row->size = (i + 1 < rows->n ? rows->row[i + 1].at : rows->out.n) - row->at;
        memcpy(bytes + sizeof(uint64_t), &last, sizeof last);
        uint64_t check = sidecar_check(bytes + sizeof check, (size_t)row->size - sizeof check,
                                       seed ^ row->first);
        memcpy(bytes, &check, sizeof check);
    }
}

void rows_clear(struct rows *rows)
{
    yaml_text_clear(&rows->out);
    free(rows->row);
    *rows = (struct rows){.shift = rows->shift};
}

/* ------------------------------------------------------------------------------------------------------
 * reading */

bool number_take(const uint8_t **at, const uint8_t *end, uint64_t *number)
{
    *number = 0;
    for (int shift = 0; *at < end && shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;
        *number |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static int bits_take(const uint8_t *bits, int games, uint16_t *game)
{
    int n = 0;
    for (int i = 0; i < games; i += 8)
        for (unsigned byte = bits[i / 8]; byte; byte &= byte - 1) {
            int bit = 0;
            while (!(byte >> bit & 1))
                bit++;
            if (i + bit >= games)
                return -1;
            game[n++] = (uint16_t)(i + bit);
        }
    return n;
}

int list_take(const uint8_t **at, const uint8_t *end, int games, uint16_t *game)
{
    int n = 0, before = -1;
    if (end - *at < 2)
        return -1;
    int head = (*at)[0] | (*at)[1] << 8, size = head == BITS ? (games + 7) / 8
                                                : head & ONE ? 0
                                                             : head;
    *at += 2;
    if (head & ONE) {
        game[0] = (uint16_t)(head & ~ONE);
        return game[0] < games ? 1 : -1;
    }
    const uint8_t *from = *at;
    if (end - from < size)
        return -1;
    *at += size;
    if (head == BITS)
        return bits_take(from, games, game);
    while (from < *at) {
        uint64_t step;
        if (!number_take(&from, *at, &step) || step < 1 || step > PART_GAMES ||
            before + (int)step >= games)
            return -1;
        before += (int)step;
        game[n++] = (uint16_t)before;
    }
    return n;
}

bool row_open(struct row_reader *reader, const void *bytes, size_t size, uint64_t seed,
              uint32_t first, int shift, uint32_t *last)
{
    uint64_t check;
    const uint8_t *from = bytes;
    *reader = (struct row_reader){.bad = true};
    if (size < ROW_HEAD)
        return false;
    memcpy(&check, from, sizeof check);
    memcpy(last, from + sizeof check, sizeof *last);
    if (check != sidecar_check(from + sizeof check, size - sizeof check, seed ^ first) ||
        *last < first)
        return false;
    *reader = (struct row_reader){
        .at = from + ROW_HEAD, .end = from + size, .code = (uint64_t)first << shift};
    return true;
}

bool row_next(struct row_reader *reader)
{
    uint64_t step, size;
    if (reader->bad || reader->at >= reader->end)
        return false;
    if (!number_take(&reader->at, reader->end, &step) ||
        !number_take(&reader->at, reader->end, &size) ||
        size > (uint64_t)(reader->end - reader->at)) {
        reader->bad = true;
        return false;
    }
    reader->code += step;
    reader->kept = reader->at;
    reader->size = (size_t)size;
    reader->at += size;
    return true;
}

/* ---- Numbers the distinct plies of all games; see rows.h. */

static uint32_t *rows_slot_of(const struct ply_table *table, const char *ply, size_t size)
{
    uint32_t mask = table->slots - 1,
             at = (uint32_t)(hash_bytes(HASH_START, ply, size) >> 32) & mask;
    for (; table->slot[at]; at = (at + 1) & mask) {
        const char *there = ply_table_text(table, table->slot[at]);
        if (!strncmp(there, ply, size) && !there[size])
            break;
    }
    return &table->slot[at];
}

static void rows_widen(struct ply_table *table)
{
    enum { LEAST = 1 << 10 };
    table->slots = table->slots ? 2 * table->slots : LEAST;
    free(table->slot);
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (uint32_t i = 1; i <= (uint32_t)table->n; i++) {
        const char *ply = ply_table_text(table, i);
        *rows_slot_of(table, ply, strlen(ply)) = i;
    }
}

uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size)
{
    if (2 * (uint32_t)table->n >= table->slots)
        rows_widen(table);
    uint32_t *slot = rows_slot_of(table, ply, size);
    if (*slot)
        return *slot;
    if (table->n == PLY_TABLE_MOST || (size_t)table->pool.n + size >= PLY_TABLE_BYTES)
        return PLY_OTHER;
    table->at = memory_room(table->at, &table->room, table->n + 1, sizeof *table->at);
    table->at[table->n++] = table->pool.n;
    yaml_text_add(&table->pool, ply, size);
    yaml_text_add(&table->pool, "", 1);
    *slot = (uint32_t)table->n;
    return *slot;
}

const char *ply_table_text(const struct ply_table *table, uint32_t number)
{
    return number > 0 && number <= (uint32_t)table->n ? table->pool.v + table->at[number - 1]
                                                      : NULL;
}

void ply_table_clear(struct ply_table *table)
{
    yaml_text_clear(&table->pool);
    free(table->at);
    free(table->slot);
    *table = (struct ply_table){.n = 0};
}

/* ---- Collects the searchable texts of a game; see rows.h. */

static void rows_add_text(struct game_texts *texts, enum game_texts_column column, const char *text)
{
    if (!text || !*text)
        return;
    char *folded = folded_text(text);
    yaml_text_add(&texts->column[column], folded, strlen(folded));
    yaml_text_add(&texts->column[column], "\n", 1);
    free(folded);
}

static bool add_head_word(void *argument, const char *text)
{
    rows_add_text(argument, TEXTS_HEAD, text);
    return false;
}

static void rows_add_comments(struct game_texts *texts, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++) {
        rows_add_text(texts, TEXTS_NOTES, comments->v[i].text);
        rows_add_text(texts, TEXTS_AUTHORS, comments->v[i].by);
    }
}

static void add_signatures(struct game_texts *texts, const struct marks *marks)
{
    for (int i = 0; i < marks->n; i++)
        rows_add_text(texts, TEXTS_AUTHORS, value_text(&marks->v[i].extra, "by"));
}

/* Adds the texts of a line and of the lines that branch off it. Searches do not look at the title,
 * comment and author of the main line (depth 0). */
static void rows_add_line(struct game_texts *texts, const struct line *line, int depth)
{
    if (depth > VARIATION_DEPTH_MAX)
        return;
    if (depth > 0) {
        rows_add_text(texts, TEXTS_NOTES, line->title);
        rows_add_text(texts, TEXTS_NOTES, line->comment);
        rows_add_text(texts, TEXTS_AUTHORS, line->by);
    }
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        if (!notes)
            continue;
        rows_add_text(texts, TEXTS_NOTES, notes->before);
        rows_add_comments(texts, &notes->comments);
        add_signatures(texts, &notes->marks);
        for (int j = 0; j < notes->nags.n; j++)
            if (notes->nags.v[j] >= 0 && notes->nags.v[j] < TEXTS_JUDGEMENTS)
                texts->judged[notes->nags.v[j] / 8] |= (uint8_t)(1u << notes->nags.v[j] % 8);
        for (int s = 0; s < notes->step_count; s++) {
            rows_add_comments(texts, &notes->steps[s].comments);
            add_signatures(texts, &notes->steps[s].marks);
        }
        for (int a = 0; a < notes->alts.n; a++)
            rows_add_line(texts, &notes->alts.v[a], depth + 1);
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        rows_add_line(texts, &line->then->v[i], depth + 1);
}

void game_texts_collect(struct game_texts *texts, const struct record *record)
{
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        texts->column[column].n = 0;
    memset(texts->judged, 0, sizeof texts->judged);
    texts->has = query_has_of(record);
    head_words(&record->head, add_head_word, texts);
    rows_add_comments(texts, &record->comments);
    add_signatures(texts, &record->marks);
    rows_add_line(texts, &record->moves, 0);
}

void game_texts_clear(struct game_texts *texts)
{
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        yaml_text_clear(&texts->column[column]);
}
