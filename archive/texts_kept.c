/* texts_kept.c - see texts_kept.h. */
#include "config.h"
#include "archive/texts_kept.h"

#include "archive/sieve.h"

#include <stdlib.h>
#include <string.h>

enum { BETWEEN = '\3', OTHER = '\1' /* stands for what no search asks for */ };

struct chunk {
    uint32_t at, size;
    uint64_t check;
};

/* ------------------------------------------------------------------------------------------------------- making */

static void begin_game(struct kept_texts *kept)
{
    if (kept->games++ % KEPT_GAMES)
        return;
    kept->start = memory_room(kept->start, &kept->start_room, kept->starts + 1, sizeof *kept->start);
    kept->start[kept->starts++] = (uint32_t)kept->text.n;
}

static void leave_out(struct kept_texts *kept, int to)
{
    while (kept->games < to) {
        begin_game(kept);
        yaml_text_add(&kept->text, "", 1);
    }
}

static char kept_letter(char c)
{
    bool printed = (unsigned char)c >= ' ' && c != 0x7F;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : printed || c == '\n' ? c : OTHER;
}

void kept_add(struct kept_texts *kept, int game, const struct index_texts *texts)
{
    if (kept->dropped)
        return;
    leave_out(kept, game);
    begin_game(kept);
    for (int column = 0; column < INDEX_COLUMNS; column++) {
        int from = kept->text.n;
        if (texts->column[column].n)
            yaml_text_add(&kept->text, texts->column[column].v, (size_t)texts->column[column].n);
        for (char *c = kept->text.v + from, *end = kept->text.v + kept->text.n; from < kept->text.n && c < end; c++)
            *c = kept_letter(*c);
        yaml_text_add(&kept->text, (const char[]){column + 1 < INDEX_COLUMNS ? BETWEEN : '\0'}, 1);
    }
    if (kept->text.n < 4 * KEPT_MOST)
        return;
    kept_clear(kept);
    kept->dropped = true;
}

void kept_clear(struct kept_texts *kept)
{
    yaml_text_clear(&kept->text);
    free(kept->start);
    *kept = (struct kept_texts){0};
}

bool kept_is_large(const struct kept_texts *kept)
{
    return kept->dropped || kept->text.n >= KEPT_MOST;
}

size_t kept_end(struct kept_texts *kept, int games)
{
    if (kept->dropped)
        return 0;
    leave_out(kept, games);
    return (size_t)kept->starts * sizeof(struct chunk) + (size_t)kept->text.n;
}

void kept_write(const struct kept_texts *kept, uint64_t seed, struct yaml_text *out)
{
    for (int i = 0; i < kept->starts; i++) {
        uint32_t end = i + 1 < kept->starts ? kept->start[i + 1] : (uint32_t)kept->text.n;
        struct chunk chunk = {.at = kept->start[i], .size = end - kept->start[i]};
        chunk.check = sidecar_check(kept->text.v + chunk.at, chunk.size, seed + (uint64_t)i);
        yaml_text_add(out, (const char *)&chunk, sizeof chunk);
    }
    if (kept->text.n)
        yaml_text_add(out, kept->text.v, (size_t)kept->text.n);
}

/* ------------------------------------------------------------------------------------------------------- asking */

static bool has_text(const char *game, const char *end, int column, const char *text, size_t length)
{
    const char *from = game;
    for (int i = 0; i < column && from; i++) {
        from = memchr(from, BETWEEN, (size_t)(end - from));
        if (from)
            from++;
    }
    const char *to = from ? memchr(from, BETWEEN, (size_t)(end - from)) : NULL;
    return from && memmem(from, (size_t)((to ? to : end) - from), text, length);
}

static bool any_of(const uint8_t *set, int from, int n)
{
    for (int i = 0; i < n; i++)
        if (sieve_has(set, from + i))
            return true;
    return false;
}

/* Read a chunk and look at those of its games that are in the set. */
static bool tell_chunk(const struct pieces *texts, const struct kept_place *place, int number, char *bytes,
                       const struct chunk *chunk, int column, const char *text, int from, int n, uint8_t *may, uint8_t *sure)
{
    size_t chunks = ((size_t)place->games + KEPT_GAMES - 1) / KEPT_GAMES, length = strlen(text);
    if (!file_read_at(texts->fd, place->at + chunks * sizeof *chunk + chunk->at, bytes, chunk->size) ||
        chunk->check != sidecar_check(bytes, chunk->size, place->seed + (uint64_t)number))
        return false;
    const char *at = bytes, *end = bytes + chunk->size;
    for (int i = 0; i < n; i++) {
        const char *close = memchr(at, '\0', (size_t)(end - at));
        if (!close)
            return false;
        if (sieve_has(may, from + i)) {
            if (!has_text(at, close, column, text, length))
                may[(from + i) / 8] &= (uint8_t)~(1u << (from + i) % 8);
            else if (sure)
                sieve_put(sure, from + i);
        }
        at = close + 1;
    }
    return true;
}

bool kept_tell(const struct pieces *texts, const struct kept_place *place, int column, const char *text, int games, uint8_t *may,
               uint8_t *sure)
{
    int chunks = (place->games + KEPT_GAMES - 1) / KEPT_GAMES, room = 0;
    size_t table = (size_t)chunks * sizeof(struct chunk);
    struct chunk *chunk = memory_new((size_t)chunks, sizeof *chunk);
    char *bytes = NULL;
    bool good = place->bytes >= table && file_read_at(texts->fd, place->at, chunk, table);
    for (int i = 0; i < chunks && good; i++) {
        int from = place->first + i * KEPT_GAMES, n = place->games - i * KEPT_GAMES;
        n = n < KEPT_GAMES ? n : KEPT_GAMES;
        n = from + n <= games ? n : games - from;
        if (n <= 0 || !any_of(may, from, n))
            continue;
        good = (uint64_t)chunk[i].at + chunk[i].size <= place->bytes - table && chunk[i].size < INT32_MAX;
        if (good) {
            bytes = memory_room(bytes, &room, (int)chunk[i].size + 1, 1);
            good = tell_chunk(texts, place, i, bytes, &chunk[i], column, text, from, n, may, sure);
        }
    }
    free(chunk);
    free(bytes);
    return good;
}
