/* texts.c - see texts.h. */
#include "archive/texts.h"

#include "archive/index_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 5, ENTRIES_MOST = 6 << 20 };

_Static_assert(TEXTS_CODES <= (int)LISTS_CODES && (int)TEXTS_GAMES == (int)LISTS_GAMES, "codes and games are those of lists");
_Static_assert((int)TEXTS_COLUMNS == (int)INDEX_COLUMNS, "the columns are those of the index of files");

struct texts_piece {
    uint32_t first, games;
    uint64_t bytes; /* of the lists */
    uint64_t kept;  /* of the texts behind them */
    uint64_t check; /* of what is before it */
};

static uint64_t check_of(const struct texts_piece *piece)
{
    return sidecar_check(piece, offsetof(struct texts_piece, check), piece->first);
}

static uint64_t blocks_seed(const struct texts_piece *piece)
{
    return (uint64_t)piece->first * (uint64_t)lists_blocks(TEXTS_CODES);
}

/* Far from those of the blocks. */
static uint64_t kept_seed(const struct texts_piece *piece)
{
    return (uint64_t)1 << 48 | (uint64_t)piece->first;
}

static bool piece_read(const struct pieces *texts, uint64_t at, struct texts_piece *piece)
{
    return file_read_at(texts->fd, at, piece, sizeof *piece) && piece->games > 0 && piece->games <= TEXTS_GAMES &&
           piece->first < INT32_MAX && piece->bytes < (uint64_t)1 << 32 && piece->kept < (uint64_t)1 << 32 &&
           piece->check == check_of(piece);
}

static bool look(const struct pieces *texts, uint64_t at, struct pieces_head *head)
{
    struct texts_piece piece;
    if (!piece_read(texts, at, &piece))
        return false;
    *head = (struct pieces_head){(int)piece.first, (int)piece.games,
                                 sizeof piece + lists_table(TEXTS_CODES) + piece.bytes + piece.kept, piece.check};
    return true;
}

const struct pieces_kind texts_kind = {
    .ending = "texts", .magic = {'c', 'h', 'e', 's', 's', 't', 'x', '\n'}, .format = FORMAT, .look = look};

/* ---------------------------------------------------------------------------------------------------- codes */

enum { FIRST_PRINTED = ' ', ASCII_CODES = 96 };

static bool is_printed(unsigned char c)
{
    return c >= FIRST_PRINTED && c < 0x7F;
}

static unsigned char small(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c - 'A' + 'a') : c;
}

/* A printed letter, or two in a row; `first` 0: one. */
static uint32_t short_code(int column, unsigned char first, unsigned char letter)
{
    return (uint32_t)column * TEXTS_PAIRS + (uint32_t)(first ? first - FIRST_PRINTED + 1 : 0) * ASCII_CODES +
           (uint32_t)(letter - FIRST_PRINTED + 1);
}

static uint32_t long_code(int column, unsigned char a, unsigned char b, unsigned char c)
{
    uint32_t bytes = (uint32_t)a | (uint32_t)b << 8 | (uint32_t)c << 16 | (uint32_t)column << 24;
    return TEXTS_LONG_FROM + (uint32_t)(((uint64_t)bytes * 0x9E3779B97F4A7C15u) >> 48);
}

/* A letter beyond ASCII of two bytes stands for itself. */
static bool is_pair(unsigned char a, unsigned char b)
{
    return a >= 0xC2 && a < 0xE0 && b >= 0x80 && b < 0xC0;
}

uint32_t *texts_codes(const char *folded, int column, int *n, bool *exact)
{
    size_t length = strlen(folded);
    uint32_t *code = memory_new(length + 1, sizeof *code);
    const unsigned char *at = (const unsigned char *)folded;
    *n = 0;
    *exact = false;
    for (size_t i = 0; i + 2 < length; i++)
        code[(*n)++] = long_code(column, small(at[i]), small(at[i + 1]), small(at[i + 2]));
    if (length == 2 && is_pair(at[0], at[1]))
        code[(*n)++] = long_code(column, 0, at[0], at[1]);
    if (length && length <= 2 && is_printed(at[0]) && (length == 1 || is_printed(at[1]))) {
        code[(*n)++] = length == 1 ? short_code(column, 0, small(at[0])) : short_code(column, small(at[0]), small(at[1]));
        *exact = true;
    }
    if (*n)
        return code;
    free(code);
    return NULL;
}

/* -------------------------------------------------------------------------------------------------- building */

void texts_making_begin(struct texts_making *making, int first, int games)
{
    *making = (struct texts_making){.first = first, .games = games};
    making->seen = memory_new(TEXTS_CODES / 8 + 1, 1);
}

static void forget_games(struct texts_making *making)
{
    lists_clear(&making->lists);
    free(making->seen);
    free(making->code);
    making->seen = NULL;
    making->code = NULL;
    making->code_room = 0;
    kept_clear(&making->kept);
}

void texts_making_end(struct texts_making *making)
{
    forget_games(making);
    yaml_text_clear(&making->made);
    *making = (struct texts_making){0};
}

static void add_code(struct texts_making *making, uint32_t code)
{
    if (sieve_has(making->seen, (int)code))
        return;
    sieve_put(making->seen, (int)code);
    making->code = memory_room(making->code, &making->code_room, making->codes + 1, sizeof *making->code);
    making->code[making->codes++] = code;
}

/* The letters of a column, whose texts are lines; a byte below the printed ones stands between what belongs together. */
static void add_column(struct texts_making *making, int column, const char *text, int size)
{
    unsigned char a = 0, b = 0;
    if (!size) /* and perhaps no text */
        return;
    for (const unsigned char *at = (const unsigned char *)text, *end = at + size; at < end; at++) {
        unsigned char c = *at < FIRST_PRINTED || *at == 0x7F ? 0 : small(*at);
        if (is_printed(c))
            add_code(making, short_code(column, 0, c));
        if (is_printed(b) && is_printed(c))
            add_code(making, short_code(column, b, c));
        if (is_pair(b, c))
            add_code(making, long_code(column, 0, b, c));
        if (a && b && c)
            add_code(making, long_code(column, a, b, c));
        a = b;
        b = c;
    }
}

bool texts_making_add(struct texts_making *making, int game, const struct record *record)
{
    struct index_texts texts;
    index_texts_collect(&texts, record);
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        add_column(making, column, texts.column[column].v, texts.column[column].n);
    for (int nag = 0; nag < INDEX_JUDGEMENTS; nag++)
        if (sieve_has(texts.judged, nag))
            add_code(making, (uint32_t)(TEXTS_JUDGEMENTS + nag));
    for (unsigned bit = 0, has = texts.has; has; bit++, has >>= 1)
        if (has & 1)
            add_code(making, TEXTS_HAS + bit);
    kept_add(&making->kept, game, &texts);
    index_texts_clear(&texts);
    for (int i = 0; i < making->codes; i++) {
        lists_add(&making->lists, making->code[i], game);
        making->seen[making->code[i] / 8] = 0;
    }
    making->codes = 0;
    return making->lists.entries < ENTRIES_MOST && !kept_is_large(&making->kept);
}

void texts_making_finish(struct texts_making *making)
{
    struct texts_piece piece = {.first = (uint32_t)making->first, .games = (uint32_t)making->games};
    struct yaml_text *out = &making->made;
    if (out->n)
        return;
    yaml_text_add(out, (const char *)&piece, sizeof piece);
    piece.bytes = lists_write(&making->lists, TEXTS_CODES, making->games, blocks_seed(&piece), out);
    lists_clear(&making->lists);
    piece.kept = kept_end(&making->kept, making->games);
    piece.check = check_of(&piece);
    memcpy(out->v, &piece, sizeof piece);
    kept_write(&making->kept, kept_seed(&piece), out);
    forget_games(making);
}

bool texts_append(struct pieces *texts, struct texts_making *making)
{
    struct texts_piece piece;
    texts_making_finish(making);
    memcpy(&piece, making->made.v, sizeof piece);
    struct pieces_head head = {making->first, making->games, (uint64_t)making->made.n, piece.check};
    return pieces_append(texts, &head, making->made.v);
}

/* ---------------------------------------------------------------------------------------------------- asking */

/* Add the games of a piece that meet all codes. */
static void find_in(struct lists_reader *reader, const uint32_t *code, int codes, int first, int games, uint8_t *found)
{
    int here = reader->games;
    size_t size = sieve_bytes(here);
    uint8_t *all = memory_new(size, 1), *one = memory_new(size, 1);
    bool any = true;
    memset(all, 0xFF, size);
    for (int i = 0; i < codes && any && !reader->bad; i++) {
        memset(one, 0, size);
        lists_take(reader, code[i], one);
        any = false;
        for (size_t b = 0; b < size; b++) {
            all[b] &= one[b];
            any = any || all[b];
        }
    }
    for (int i = 0; any && !reader->bad && i < here && first + i < games; i++)
        if (sieve_has(all, i))
            sieve_put(found, first + i);
    free(all);
    free(one);
}

uint8_t *texts_with(struct pieces *texts, int games, const uint32_t *code, int codes)
{
    uint8_t *found = memory_new(sieve_bytes(games), 1);
    struct lists_reader reader = {.pieces = texts, .blocks = lists_blocks(TEXTS_CODES)};
    for (int p = 0; p < texts->pieces; p++) {
        const struct pieces_spot *spot = &texts->piece[p];
        struct texts_piece piece;
        reader.bad = !piece_read(texts, spot->at, &piece) || piece.check != spot->check;
        if (!reader.bad) {
            reader.at = spot->at + sizeof piece;
            reader.bytes = piece.bytes;
            reader.seed = blocks_seed(&piece);
            reader.games = (int)piece.games;
            reader.block = -1;
            find_in(&reader, code, codes, (int)piece.first, games, found);
        }
        if (reader.bad)
            pieces_cut_off(texts, p);
    }
    free(reader.list);
    return found;
}

void texts_tell(struct pieces *texts, int games, int column, const char *text, uint8_t *may, uint8_t *sure)
{
    struct texts_piece piece;
    for (int p = 0; p < texts->pieces; p++) {
        const struct pieces_spot *spot = &texts->piece[p];
        bool good = piece_read(texts, spot->at, &piece) && piece.check == spot->check;
        struct kept_place place = {.at = spot->at + sizeof piece + lists_table(TEXTS_CODES) + piece.bytes,
                                   .bytes = piece.kept, .seed = kept_seed(&piece), .first = (int)piece.first,
                                   .games = (int)piece.games};
        if (good && piece.kept)
            good = kept_tell(texts, &place, column, text, games, may, sure);
        if (!good)
            pieces_cut_off(texts, p);
    }
}
