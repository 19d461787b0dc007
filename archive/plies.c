/* plies.c - see plies.h. */
#include "config.h"
#include "archive/plies.h"

#include "archive/query_parts.h"
#include "archive/sieve.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, SLOTS = 2 * PLIES_MOST, BYTES_MOST = 4 << 20 /* of the plies of a piece */ };

struct plies_piece {
    uint32_t first, games;
    uint32_t plies, dropped;
    uint64_t text, lists; /* bytes */
    uint64_t check_text;
    uint64_t check;       /* of what is before it */
};

static uint64_t check_of(const struct plies_piece *piece)
{
    return sidecar_check(piece, offsetof(struct plies_piece, check), piece->first);
}

static uint64_t blocks_seed(const struct plies_piece *piece)
{
    return (uint64_t)piece->first * (LISTS_CODES / LISTS_BLOCK);
}

static bool piece_read(const struct pieces *plies, uint64_t at, struct plies_piece *piece)
{
    return file_read_at(plies->fd, at, piece, sizeof *piece) && piece->games > 0 && piece->games <= PLIES_GAMES &&
           piece->first < INT32_MAX && piece->plies <= PLIES_MOST && piece->text <= BYTES_MOST &&
           piece->lists < (uint64_t)1 << 32 && piece->check == check_of(piece);
}

static bool look(const struct pieces *plies, uint64_t at, struct pieces_head *head)
{
    struct plies_piece piece;
    if (!piece_read(plies, at, &piece))
        return false;
    *head = (struct pieces_head){(int)piece.first, (int)piece.games,
                                 sizeof piece + piece.text + lists_table(2 * (int)piece.plies) + piece.lists, piece.check};
    return true;
}

const struct pieces_kind plies_kind = {
    .ending = "plies", .magic = {'c', 'h', 'e', 's', 's', 'p', 'l', '\n'}, .format = FORMAT, .look = look};

/* -------------------------------------------------------------------------------------------------- building */

/* A ply that games of the piece have: where it is in the text, and the last game that has it in the main line, and in another. */
struct ply_met {
    int at, game[2];
};

void plies_making_begin(struct plies_making *making, int first, int games)
{
    *making = (struct plies_making){.first = first, .games = games};
    making->slot = memory_new(SLOTS, sizeof *making->slot);
}

static void forget_plies(struct plies_making *making)
{
    yaml_text_clear(&making->text);
    lists_clear(&making->lists);
    free(making->met);
    making->met = NULL;
    making->n = making->room = 0;
}

static void drop(struct plies_making *making)
{
    forget_plies(making);
    making->dropped = true;
}

void plies_making_end(struct plies_making *making)
{
    forget_plies(making);
    free(making->slot);
    yaml_text_clear(&making->made);
    *making = (struct plies_making){0};
}

/* The number of a ply of some bytes, a new one where it was not met yet. */
static uint32_t number_of(struct plies_making *making, const char *ply, size_t size)
{
    uint32_t slot = (uint32_t)(hash_bytes(HASH_START, ply, size) >> 32) % SLOTS;
    for (; making->slot[slot]; slot = (slot + 1) % SLOTS) {
        const char *there = making->text.v + making->met[making->slot[slot] - 1].at;
        if (!strncmp(there, ply, size) && !there[size])
            return making->slot[slot] - 1;
    }
    making->met = memory_room(making->met, &making->room, making->n + 1, sizeof *making->met);
    making->met[making->n] = (struct ply_met){making->text.n, {-1, -1}};
    yaml_text_add(&making->text, ply, size);
    yaml_text_add(&making->text, "", 1);
    making->slot[slot] = (uint32_t)++making->n;
    return making->slot[slot] - 1;
}

/* A query_ply_fn. */
static void add_ply(void *argument, const char *text, bool variation)
{
    struct plies_making *making = argument;
    size_t size = query_bare_ply(text);
    if (making->n == PLIES_MOST || (size_t)making->text.n + size >= BYTES_MOST)
        drop(making);
    if (making->dropped)
        return;
    uint32_t number = number_of(making, text, size);
    if (making->met[number].game[variation] != making->game)
        lists_add(&making->lists, 2 * number + variation, making->game);
    making->met[number].game[variation] = making->game;
}

void plies_making_add(struct plies_making *making, int game, const struct record *record)
{
    making->game = game;
    query_each_ply(record, add_ply, making);
}

void plies_making_finish(struct plies_making *making)
{
    struct plies_piece piece = {.first = (uint32_t)making->first, .games = (uint32_t)making->games, .plies = (uint32_t)making->n,
                                .dropped = making->dropped, .text = (uint64_t)making->text.n};
    struct yaml_text *out = &making->made;
    if (out->n)
        return;
    free(making->slot);
    making->slot = NULL;
    if (making->text.n)
        piece.check_text = sidecar_check(making->text.v, (size_t)making->text.n, piece.first);
    yaml_text_add(out, (const char *)&piece, sizeof piece);
    if (making->text.n)
        yaml_text_add(out, making->text.v, (size_t)making->text.n);
    piece.lists = lists_write(&making->lists, 2 * making->n, making->games, blocks_seed(&piece), out);
    piece.check = check_of(&piece);
    memcpy(out->v, &piece, sizeof piece);
    forget_plies(making);
}

bool plies_append(struct pieces *plies, struct plies_making *making)
{
    struct plies_piece piece;
    plies_making_finish(making);
    memcpy(&piece, making->made.v, sizeof piece);
    struct pieces_head head = {making->first, making->games, (uint64_t)making->made.n, piece.check};
    return pieces_append(plies, &head, making->made.v);
}

/* ---------------------------------------------------------------------------------------------------- asking */

/* The games of a piece with a ply that fits, over those of the piece; NULL: it is not what it was. */
static uint8_t *games_of(const struct pieces *plies, uint64_t at, const struct plies_piece *piece, const struct term *term,
                         bool variations)
{
    char *text = memory_new((size_t)piece->text + 1, 1);
    uint8_t *set = memory_new(sieve_bytes((int)piece->games), 1);
    struct lists_reader reader = {.pieces = plies, .at = at + sizeof *piece + piece->text, .bytes = piece->lists,
                                  .seed = blocks_seed(piece), .blocks = lists_blocks(2 * (int)piece->plies),
                                  .games = (int)piece->games, .block = -1};
    reader.bad = !file_read_at(plies->fd, at + sizeof *piece, text, (size_t)piece->text) ||
                 (piece->text && piece->check_text != sidecar_check(text, (size_t)piece->text, piece->first));
    const char *ply = text, *end = text + piece->text;
    for (uint32_t n = 0; n < piece->plies && ply < end && !reader.bad; n++, ply += strlen(ply) + 1)
        if (query_ply_fits(term, ply)) {
            lists_take(&reader, 2 * n, set);
            if (variations)
                lists_take(&reader, 2 * n + 1, set);
        }
    free(reader.list);
    free(text);
    if (!reader.bad)
        return set;
    free(set);
    return NULL;
}

void plies_find(struct pieces *plies, int games, const struct term *term, bool variations, uint8_t *may, uint8_t *sure)
{
    for (int p = 0; p < plies->pieces; p++) {
        const struct pieces_spot *spot = &plies->piece[p];
        struct plies_piece piece;
        bool good = piece_read(plies, spot->at, &piece) && piece.check == spot->check;
        uint8_t *set = good ? games_of(plies, spot->at, &piece, term, variations) : NULL;
        for (int i = 0; set && i < (int)piece.games && (int)piece.first + i < games; i++) {
            if (!piece.dropped && !sieve_has(set, i))
                continue;
            sieve_put(may, (int)piece.first + i);
            if (!piece.dropped)
                sieve_put(sure, (int)piece.first + i);
        }
        if (!set)
            pieces_cut_off(plies, p);
        free(set);
    }
}
