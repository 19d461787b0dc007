/* texts.c - see texts.h. */
#include "archive/texts.h"

#include "archive/index_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 2, GAME_SHIFT = 14, ENTRIES_MOST = 6 << 20, FORM_SHIFT = 6, IN_BLOCK = TEXTS_BLOCK - 1 };
enum list_form { FORM_ALL, FORM_BITS, FORM_STEPS };

_Static_assert(TEXTS_CODES % TEXTS_BLOCK == 0 && TEXTS_GAMES == 1 << GAME_SHIFT, "codes come in whole blocks");
_Static_assert((uint64_t)TEXTS_CODES << GAME_SHIFT <= UINT32_MAX, "a code and a game are one number");
_Static_assert((int)TEXTS_COLUMNS == (int)INDEX_COLUMNS, "the columns are those of the index of files");

struct block {
    uint32_t at, size; /* in the lists */
    uint64_t check;
};

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

static uint64_t block_seed(const struct texts_piece *piece, int block)
{
    return (uint64_t)piece->first * TEXTS_BLOCKS + (uint64_t)block;
}

/* Far from those of the blocks. */
static uint64_t kept_seed(const struct texts_piece *piece)
{
    return (uint64_t)1 << 48 | (uint64_t)piece->first;
}

static bool piece_read(const struct pieces *texts, uint64_t at, struct texts_piece *piece)
{
    return file_read_at(texts->fd, at, piece, sizeof *piece) && piece->games > 0 && piece->games <= TEXTS_GAMES &&
           piece->first < INT32_MAX && piece->bytes < (uint64_t)1 << 32 && piece->kept < (uint64_t)1 << 32 && piece->check == check_of(piece);
}

static bool look(const struct pieces *texts, uint64_t at, struct pieces_head *head)
{
    struct texts_piece piece;
    if (!piece_read(texts, at, &piece))
        return false;
    *head = (struct pieces_head){(int)piece.first, (int)piece.games,
                                 sizeof piece + TEXTS_BLOCKS * sizeof(struct block) + piece.bytes + piece.kept, piece.check};
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

void texts_making_end(struct texts_making *making)
{
    free(making->entry);
    free(making->seen);
    free(making->code);
    kept_clear(&making->kept);
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
    if (texts.odd)
        add_code(making, TEXTS_ODD);
    kept_add(&making->kept, game, &texts);
    index_texts_clear(&texts);
    making->entry = memory_room(making->entry, &making->room, making->entries + making->codes, sizeof *making->entry);
    for (int i = 0; i < making->codes; i++) {
        making->entry[making->entries++] = making->code[i] << GAME_SHIFT | (uint32_t)game;
        making->seen[making->code[i] / 8] = 0;
    }
    making->codes = 0;
    return making->entries < ENTRIES_MOST && !kept_is_large(&making->kept);
}

/* The games of each code, one after another, by code and then by number; `starts` [TEXTS_CODES + 1] where each begins. */
static uint16_t *sorted(const struct texts_making *making, uint32_t *starts)
{
    uint16_t *game = memory_new((size_t)making->entries + 1, sizeof *game);
    for (int i = 0; i < making->entries; i++)
        starts[(making->entry[i] >> GAME_SHIFT) + 1]++;
    for (int code = 0; code < TEXTS_CODES; code++)
        starts[code + 1] += starts[code];
    for (int i = 0; i < making->entries; i++) /* each start moves to the next one's ... */
        game[starts[making->entry[i] >> GAME_SHIFT]++] = (uint16_t)(making->entry[i] & (TEXTS_GAMES - 1));
    for (int code = TEXTS_CODES; code > 0; code--) /* ... and back */
        starts[code] = starts[code - 1];
    starts[0] = 0;
    return game;
}

static int put_number(uint8_t *to, uint32_t number)
{
    int n = 0;
    for (; number >= 0x80; number >>= 7)
        to[n++] = (uint8_t)(number | 0x80);
    to[n++] = (uint8_t)number;
    return n;
}

/* The list of a code in the shortest form; its bytes. `to` has room for three bytes a game and some. */
static int put_list(uint8_t *to, int in_block, const uint16_t *game, int n, int games)
{
    enum { ROOM = 3 * TEXTS_GAMES };
    uint8_t list[ROOM], size[4];
    int bytes = 0, before = -1;
    enum list_form form = n == games ? FORM_ALL : FORM_STEPS;
    for (int i = 0; i < n && form == FORM_STEPS; i++) {
        bytes += put_number(list + bytes, (uint32_t)(game[i] - before));
        before = game[i];
    }
    if (bytes > (games + 7) / 8) {
        form = FORM_BITS;
        bytes = (int)((unsigned)games + 7) / 8;
        memset(list, 0, (size_t)bytes);
        for (int i = 0; i < n; i++)
            sieve_put(list, game[i]);
    }
    int head = put_number(size, (uint32_t)bytes);
    to[0] = (uint8_t)(in_block | (int)form << FORM_SHIFT);
    memcpy(to + 1, size, (size_t)head);
    memcpy(to + 1 + head, list, (size_t)bytes);
    return 1 + head + bytes;
}

bool texts_append(struct pieces *texts, struct texts_making *making)
{
    enum { HEADS = sizeof(struct texts_piece) + TEXTS_BLOCKS * sizeof(struct block), LIST_HEAD = 5 };
    uint32_t *starts = memory_new(TEXTS_CODES + 1, sizeof *starts);
    uint16_t *game = sorted(making, starts);
    struct block *block = memory_new(TEXTS_BLOCKS, sizeof *block);
    struct texts_piece piece = {.first = (uint32_t)making->first, .games = (uint32_t)making->games};
    char *bytes = NULL;
    int room = 0, size = HEADS;
    for (int code = 0; code < TEXTS_CODES; code++) {
        int n = (int)(starts[code + 1] - starts[code]), at = code / TEXTS_BLOCK;
        bytes = memory_room(bytes, &room, size + 3 * n + making->games / 8 + LIST_HEAD + 1, 1);
        if (code % TEXTS_BLOCK == 0)
            block[at].at = (uint32_t)(size - HEADS);
        if (n)
            size += put_list((uint8_t *)bytes + size, code % TEXTS_BLOCK, game + starts[code], n, making->games);
        block[at].size = (uint32_t)(size - HEADS) - block[at].at;
    }
    for (int i = 0; i < TEXTS_BLOCKS; i++)
        block[i].check = sidecar_check(bytes + HEADS + block[i].at, block[i].size, block_seed(&piece, i));
    piece.bytes = (uint64_t)(size - HEADS);
    piece.kept = kept_end(&making->kept, making->games);
    piece.check = check_of(&piece);
    bytes = memory_room(bytes, &room, size + (int)piece.kept, 1);
    if (piece.kept)
        kept_write(&making->kept, kept_seed(&piece), bytes + size);
    size += (int)piece.kept;
    memcpy(bytes, &piece, sizeof piece);
    memcpy(bytes + sizeof piece, block, TEXTS_BLOCKS * sizeof *block);
    bool written = pieces_append(texts, &(struct pieces_head){making->first, making->games, (uint64_t)size, piece.check}, bytes);
    free(starts);
    free(game);
    free(block);
    free(bytes);
    return written;
}

/* ---------------------------------------------------------------------------------------------------- asking */

/* A piece, and the block read last. */
struct reader {
    const struct pieces *texts;
    struct texts_piece piece;
    uint64_t at; /* of its blocks in the file */
    int block;
    uint8_t *bytes;
    int size, room;
    bool bad;
};

static void read_block(struct reader *reader, int number)
{
    struct block block;
    uint64_t lists = reader->at + TEXTS_BLOCKS * sizeof block;
    if (reader->block == number || reader->bad)
        return;
    reader->block = number;
    reader->bad = !file_read_at(reader->texts->fd, reader->at + (uint64_t)number * sizeof block, &block, sizeof block) ||
                  (uint64_t)block.at + block.size > reader->piece.bytes || block.size > INT32_MAX;
    if (reader->bad)
        return;
    reader->size = (int)block.size;
    reader->bytes = memory_room(reader->bytes, &reader->room, reader->size + 1, 1);
    reader->bad = !file_read_at(reader->texts->fd, lists + block.at, reader->bytes, block.size) ||
                  block.check != sidecar_check(reader->bytes, block.size, block_seed(&reader->piece, number));
}

/* A number in some bytes; false: there is none. */
static bool take_number(const uint8_t *bytes, int size, int *at, uint32_t *number)
{
    enum { SHIFT_MOST = 21 };
    *number = 0;
    for (int shift = 0; *at < size && shift <= SHIFT_MOST; shift += 7) {
        uint8_t byte = bytes[(*at)++];
        *number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* Put the games of a list into a set over those of the piece; false: it is none. */
static bool take_list(const struct reader *reader, enum list_form form, const uint8_t *list, int size, uint8_t *set)
{
    int games = (int)reader->piece.games;
    if (form == FORM_ALL)
        memset(set, 0xFF, ((size_t)reader->piece.games + 7) / 8);
    if (form == FORM_BITS && size == (games + 7) / 8)
        memcpy(set, list, (size_t)size);
    if (form != FORM_STEPS)
        return form == FORM_ALL || size == (games + 7) / 8;
    for (int at = 0, game = -1; at < size;) {
        uint32_t step;
        if (!take_number(list, size, &at, &step) || step > TEXTS_GAMES || (game += (int)step) >= games || game < 0)
            return false;
        sieve_put(set, game);
    }
    return true;
}

/* The games of the piece that meet a code, into an empty set. */
static void take_code(struct reader *reader, uint32_t code, uint8_t *set)
{
    read_block(reader, (int)code / TEXTS_BLOCK);
    for (int at = 0; at < reader->size && !reader->bad;) {
        uint32_t size;
        uint8_t head = reader->bytes[at++];
        reader->bad = !take_number(reader->bytes, reader->size, &at, &size) || size > (uint32_t)(reader->size - at);
        if (!reader->bad && (head & IN_BLOCK) == code % TEXTS_BLOCK) {
            reader->bad = !take_list(reader, (enum list_form)(head >> FORM_SHIFT), reader->bytes + at, (int)size, set);
            return;
        }
        at += reader->bad ? 0 : (int)size;
    }
}

/* Add the games of a piece that meet all codes. */
static void find_in(struct reader *reader, const uint32_t *code, int codes, int games, uint8_t *found)
{
    int here = (int)reader->piece.games;
    size_t size = sieve_bytes(here);
    uint8_t *all = memory_new(size, 1), *one = memory_new(size, 1);
    bool any = true;
    memset(all, 0xFF, size);
    for (int i = 0; i < codes && any && !reader->bad; i++) {
        memset(one, 0, size);
        take_code(reader, code[i], one);
        any = false;
        for (size_t b = 0; b < size; b++) {
            all[b] &= one[b];
            any = any || all[b];
        }
    }
    for (int i = 0; any && !reader->bad && i < here && (int)reader->piece.first + i < games; i++)
        if (sieve_has(all, i))
            sieve_put(found, (int)reader->piece.first + i);
    free(all);
    free(one);
}

uint8_t *texts_with(struct pieces *texts, int games, const uint32_t *code, int codes)
{
    uint8_t *found = memory_new(sieve_bytes(games), 1);
    struct reader reader = {.texts = texts};
    for (int p = 0; p < texts->pieces; p++) {
        const struct pieces_spot *spot = &texts->piece[p];
        reader.at = spot->at + sizeof reader.piece;
        reader.block = -1;
        reader.bad = !piece_read(texts, spot->at, &reader.piece) || reader.piece.check != spot->check;
        if (!reader.bad)
            find_in(&reader, code, codes, games, found);
        if (reader.bad)
            pieces_cut_off(texts, p);
    }
    free(reader.bytes);
    return found;
}

void texts_tell(struct pieces *texts, int games, int column, const char *text, uint8_t *may, uint8_t *sure)
{
    struct texts_piece piece;
    for (int p = 0; p < texts->pieces; p++) {
        const struct pieces_spot *spot = &texts->piece[p];
        bool good = piece_read(texts, spot->at, &piece) && piece.check == spot->check;
        struct kept_place place = {.at = spot->at + sizeof piece + TEXTS_BLOCKS * sizeof(struct block) + piece.bytes,
                                   .bytes = piece.kept, .seed = kept_seed(&piece), .first = (int)piece.first,
                                   .games = (int)piece.games};
        if (good && piece.kept)
            good = kept_tell(texts, &place, column, text, games, may, sure);
        if (!good)
            pieces_cut_off(texts, p);
    }
}
