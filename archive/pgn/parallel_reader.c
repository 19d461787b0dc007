/* parallel_reader.c - reads PGN files in parallel; see parallel_reader.h.
 *
 * Pieces of the file are kept in a ring of PIECES. A reading thread takes the next piece to be cut
 * off, parses it and leaves the games in the ring until the caller has fetched them, in order. As
 * only PIECES pieces are being read or waiting, a million games need no more memory than a few.
 *
 * Games may be as short as two bytes. A piece may then have too many to wait in memory at once: the
 * thread hands over BATCH games and continues when they have been fetched
 * (parallel_reader_hand_over()). Very short games also repeat: the output for one is copied for
 * others that have the same bytes (struct alike).
 *
 * Usually the end of a piece can be found without parsing (splitter.h). Where no game
 * certainly begins, as in a file without tags, the end of a piece is only known after parsing it;
 * no other piece can be cut off meanwhile (take_open()). */
#include "config.h"
#include "archive/pgn/parallel_reader.h"

#include "archive/pgn/splitter.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 128 << 10, PIECES = 6, THREADS_MAX = 4, BATCH = 2048, BATCH_BYTES = 1 << 20 };
enum { ALIKE = 256, ALIKE_BYTES = 19 };

/* A recent game and the bytes it was read from, up to its result. If the same bytes occur again and
 * another game follows them, the game is copied instead of parsed. This pays because a file of very
 * many tiny games has only a few distinct games. */
struct alike {
    char bytes[ALIKE_BYTES];
    uint8_t size; /* number of bytes of the game; 0 if the slot is empty */
    int game;
    size_t made; /* offset of the output made of it */
};

/* The games of a piece. */
struct parallel_reader_piece {
    struct pgn_game *game; /* the member `made` of each game is only set when the caller may fetch
                              the games */
    struct yaml_text made;
    struct alike *alike; /* [ALIKE] recent short games by a hash of their first bytes; NULL until
                            there is such a game */
    int n, room;
    int given; /* number of games already fetched by the caller */
    size_t end;
    bool read;
    bool more; /* true if the thread continues with this piece once these games are fetched */
};

struct pgn_ahead {
    struct pgn_source source;
    size_t piece_bytes;
    pgn_work_fn *work;
    void *argument;
    struct parallel_reader_piece piece[PIECES]; /* a ring: piece number i is in piece[i % PIECES] */
    pthread_t thread[THREADS_MAX];
    int threads;
    int number;             /* number of the last game returned */
    struct pgn_reader here; /* a reader for reading in the caller's own thread, with its bytes */
    struct pgn_raw raw;
    pthread_mutex_t lock; /* protects all members below, the offset at which the source is cut, and
                             piece[].read and piece[].more */
    pthread_cond_t changed;
    bool cutting; /* true while a thread is parsing to find out where the next piece begins */
    int taken;    /* number of pieces taken by threads */
    int giving;   /* number of the piece whose games the caller is fetching */
    bool stop;
};

/* ---------------------------------------------------------------------------------------------
 * reading */

static struct pgn_game *parallel_reader_new_game(struct parallel_reader_piece *piece)
{
    piece->game = memory_room(piece->game, &piece->room, piece->n + 1, sizeof *piece->game);
    return &piece->game[piece->n++];
}

static void parallel_reader_add_game(const struct pgn_ahead *ahead,
                                     struct parallel_reader_piece *piece, struct record *record,
                                     const struct pgn_text_piece *text, size_t at)
{
    const char *trouble = pgn_trouble(&text->reader);
    struct pgn_game game = {.record = record,
                            .charset = pgn_piece_charset(text, at),
                            .trouble = *trouble ? memory_text(trouble) : NULL};
    size_t from = (size_t)piece->made.n;
    if (ahead->work && ahead->work(ahead->argument, record, &piece->made, &game)) {
        record_free(record);
        game.record = NULL;
    }
    game.size = (size_t)piece->made.n - from;
    *parallel_reader_new_game(piece) = game;
}

static bool parallel_reader_is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* True if the bytes after a game certainly belong to another one. Comments, judgements and
 * variations belong to the same game, even after an invalid word like "ep". So do moves with a
 * number other than 1. */
static bool parallel_reader_is_over(const char *bytes, size_t size)
{
    const char *next = bytes + size + strspn(bytes + size, " \n");
    if ((next == bytes + size && bytes[size - 1] != '}') ||
        (*next == 'e' && !isdigit((unsigned char)next[1])))
        return false;
    if (isdigit((unsigned char)*next))
        return *next == '0' || (*next == '1' && !isdigit((unsigned char)next[1]));
    return *next == '*' || ascii_isalpha((unsigned char)*next);
}

/* The slot for the game that begins at the reader's offset; a hash of its first bytes selects the
 * slot. NULL if there are no slots yet, or if too few bytes are left. */
static struct alike *alike_of(const struct parallel_reader_piece *piece,
                              const struct pgn_reader *reader)
{
    const char *text = reader->text + reader->at;
    uint32_t begin;
    size_t blanks = 0;
    if (!piece->alike || reader->length - reader->at <= ALIKE_BYTES + sizeof begin)
        return NULL;
    while (blanks < ALIKE_BYTES && parallel_reader_is_blank(text[blanks]))
        blanks++;
    memcpy(&begin, text + blanks, sizeof begin);
    return &piece->alike[(begin * 0x9E3779B1u >> 16) % ALIKE];
}

/* Reads the next game by copying the output of a recent game with the same bytes; false if there
 * is none. */
static bool parallel_reader_read_again(struct parallel_reader_piece *piece,
                                       struct pgn_reader *reader)
{
    const struct alike *alike = alike_of(piece, reader);
    const char *text = reader->text + reader->at;
    if (!alike || !alike->size || memcmp(text, alike->bytes, alike->size) != 0 ||
        !parallel_reader_is_over(text, alike->size))
        return false;
    struct pgn_game *game = parallel_reader_new_game(piece);
    *game = piece->game[alike->game];
    game->listing.text = NULL; /* the first game with these bytes owns the text */
    if (game->size) {
        piece->made.v =
            memory_room(piece->made.v, &piece->made.room, piece->made.n + (int)game->size, 1);
        memcpy(piece->made.v + piece->made.n, piece->made.v + alike->made, game->size);
        piece->made.n += (int)game->size;
    }
    for (size_t i = 0; i < alike->size; i++)
        reader->line += text[i] == '\n';
    reader->at += alike->size;
    reader->games++;
    return true;
}

/* Remembers the game just read. Games with a percent sign are left out, since it has another
 * meaning at the start of a line. */
static void note_alike(struct parallel_reader_piece *piece, const struct pgn_reader *reader,
                       const struct pgn_reader *before)
{
    const struct pgn_game *game = &piece->game[piece->n - 1];
    const char *bytes = before->text + before->at;
    size_t size = reader->at - before->at;
    if (game->record || game->trouble || !reader->ended || size > ALIKE_BYTES)
        return;
    if (!piece->alike)
        piece->alike = memory_new(ALIKE, sizeof *piece->alike);
    struct alike *alike = alike_of(piece, before);
    if (!alike || !parallel_reader_is_over(bytes, size) || memchr(bytes, '%', size))
        return;
    *alike = (struct alike){
        .size = (uint8_t)size, .game = piece->n - 1, .made = (size_t)piece->made.n - game->size};
    memcpy(alike->bytes, bytes, size);
}

/* Reads the next game into the piece; false after the last, or if the game is incomplete and
 * will be read again. */
static bool parallel_reader_read_game(const struct pgn_ahead *ahead,
                                      struct parallel_reader_piece *piece,
                                      struct pgn_text_piece *text, bool open)
{
    const struct pgn_reader before = text->reader;
    if (!parallel_reader_read_again(piece, &text->reader)) {
        struct record *record = pgn_next(&text->reader);
        if (!record)
            return false;
        if (open && !pgn_game_is_whole(text)) {
            record_free(record);
            return false;
        }
        parallel_reader_add_game(ahead, piece, record, text, before.at);
        note_alike(piece, &text->reader, &before);
    } else if (open && !pgn_game_is_whole(text)) {
        piece->n--;
        piece->made.n -= (int)piece->game[piece->n].size;
        return false;
    }
    return true;
}

static bool is_full(const struct parallel_reader_piece *piece)
{
    return piece->n >= BATCH || piece->made.n >= BATCH_BYTES;
}

/* Sets the pointers `made` of the games once the output no longer moves in memory. There is no
 * output if games are only checked. */
static void parallel_reader_settle(struct parallel_reader_piece *piece)
{
    size_t made = 0;
    for (int i = 0; i < piece->n; i++) {
        piece->game[i].made = piece->made.v ? piece->made.v + made : NULL;
        made += piece->game[i].size;
    }
}

/* Hands the games read so far to the caller and waits until they are fetched; false if the caller
 * wants no more. */
static bool parallel_reader_hand_over(struct pgn_ahead *ahead, struct parallel_reader_piece *piece)
{
    parallel_reader_settle(piece);
    pthread_mutex_lock(&ahead->lock);
    piece->read = piece->more = true;
    pthread_cond_broadcast(&ahead->changed);
    while (piece->more && !ahead->stop)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    bool go_on = !ahead->stop;
    pthread_mutex_unlock(&ahead->lock);
    return go_on;
}

/* Reserves memory for the output, usually so much that it need not grow. Memory that stays unused
 * costs nothing. */
static void parallel_reader_make_room(const struct pgn_ahead *ahead,
                                      struct parallel_reader_piece *piece, size_t bytes)
{
    size_t usual = 2 * bytes < BATCH_BYTES ? 2 * bytes : BATCH_BYTES;
    if (ahead->work && !piece->made.room)
        piece->made.v = memory_room(piece->made.v, &piece->made.room, (int)usual, 1);
}

/* Reads the games of a piece that ends where a game ends. */
static void read_piece(struct pgn_ahead *ahead, struct pgn_opening *opening,
                       const struct pgn_raw *raw, struct parallel_reader_piece *piece)
{
    struct pgn_text_piece text;
    pgn_raw_text(&ahead->source, raw, opening, &text);
    parallel_reader_make_room(ahead, piece, text.reader.length);
    while ((!is_full(piece) || parallel_reader_hand_over(ahead, piece)) &&
           parallel_reader_read_game(ahead, piece, &text, false))
        continue;
    pgn_raw_text_clear(&text);
}

/* Reads games from bytes that may end within a game: stops when no complete game is left or a batch
 * is full. Returns the number of bytes used; 0 if more bytes are needed. */
static size_t parallel_reader_read_open(struct pgn_ahead *ahead, struct pgn_opening *opening,
                                        const struct pgn_raw *raw,
                                        struct parallel_reader_piece *piece)
{
    struct pgn_text_piece text;
    size_t end, bytes;
    pgn_raw_text(&ahead->source, raw, opening, &text);
    parallel_reader_make_room(ahead, piece, text.reader.length);
    end = text.reader.at;
    bool alone = false; /* true for a game at the size limit, which is read alone */
    while (!is_full(piece) && !alone && parallel_reader_read_game(ahead, piece, &text, true)) {
        end = text.reader.at;
        alone = raw->full;
    }
    if (text.last && !is_full(piece) && !alone)
        end = text.reader.length;
    bytes = pgn_raw_bytes(raw, &text, end);
    pgn_raw_text_clear(&text);
    return bytes;
}

/* Reads a piece if its end can be found only by parsing. The lock is held on entry and exit. */
static void take_open(struct pgn_ahead *ahead, struct pgn_opening *opening, struct pgn_raw *raw,
                      struct parallel_reader_piece *piece)
{
    size_t bytes = 0;
    ahead->cutting = true;
    pthread_mutex_unlock(&ahead->lock);
    while ((bytes = parallel_reader_read_open(ahead, opening, raw, piece)) == 0 &&
           pgn_raw_widen(&ahead->source, raw))
        continue;
    parallel_reader_settle(piece);
    pthread_mutex_lock(&ahead->lock);
    pgn_source_cut(&ahead->source, raw, bytes);
    ahead->cutting = false;
}

/* Takes the next piece of the file and reads it; false if there is none. The lock is held on
 * entry and exit. `waits` is true for a thread that can hand over games in the middle of a
 * piece. */
static bool take_piece(struct pgn_ahead *ahead, struct pgn_opening *opening, struct pgn_raw *raw,
                       bool waits)
{
    if (pgn_source_over(&ahead->source))
        return false;
    struct parallel_reader_piece *piece = &ahead->piece[ahead->taken++ % PIECES];
    bool closed = pgn_raw_take(&ahead->source, raw, ahead->piece_bytes, waits);
    if (closed) {
        piece->end = ahead->source.cut;
        pthread_mutex_unlock(&ahead->lock);
        read_piece(ahead, opening, raw, piece);
        parallel_reader_settle(piece);
        pthread_mutex_lock(&ahead->lock);
    } else {
        take_open(ahead, opening, raw, piece);
        piece->end = ahead->source.cut;
    }
    piece->read = true;
    pthread_cond_broadcast(&ahead->changed);
    return true;
}

static void *read_ahead(void *argument)
{
    struct pgn_ahead *ahead = argument;
    struct pgn_reader reader;
    struct pgn_raw raw = {0};
    pgn_begin(&reader, "", 0);
    pthread_mutex_lock(&ahead->lock);
    for (;;) {
        while (!ahead->stop && (ahead->cutting || (!pgn_source_over(&ahead->source) &&
                                                   ahead->taken - ahead->giving >= PIECES)))
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        if (ahead->stop || !take_piece(ahead, reader.opening, &raw, true))
            break;
    }
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    pgn_end(&reader);
    pgn_raw_clear(&raw);
    return NULL;
}

/* Signals are blocked in these threads: they are for the caller's thread. */
static void start_threads(struct pgn_ahead *ahead, bool busy)
{
    if (ahead->source.input.size - ahead->source.input.from <= ahead->piece_bytes)
        return;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = (processors > THREADS_MAX ? THREADS_MAX : (int)processors) - busy;
    sigset_t all, before;
    if (processors < 2)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (ahead->threads < wanted &&
           pthread_create(&ahead->thread[ahead->threads], NULL, read_ahead, ahead) == 0)
        ahead->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pgn_ahead_begin(struct pgn_ahead **out, const struct pgn_input *input, size_t piece, bool busy,
                     pgn_work_fn *work, void *argument)
{
    struct pgn_ahead *ahead = memory_new(1, sizeof *ahead);
    ahead->source = (struct pgn_source){.input = *input, .cut = input->from};
    ahead->piece_bytes = piece ? piece : PIECE_BYTES;
    ahead->work = work;
    ahead->argument = argument;
    pgn_begin(&ahead->here, "", 0);
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    start_threads(ahead, busy);
    *out = ahead;
}

/* Empties a piece whose games have all been fetched. */
static void parallel_reader_empty(struct parallel_reader_piece *piece)
{
    for (int i = 0; i < piece->n; i++) {
        listing_clear(&piece->game[i].listing);
        free(piece->game[i].trouble);
    }
    if (piece->alike)
        memset(piece->alike, 0, ALIKE * sizeof *piece->alike);
    piece->n = piece->given = piece->made.n = 0;
}

/* The piece with the next game to return, after all earlier games have been fetched; NULL if
 * there is none. */
static struct parallel_reader_piece *next_piece(struct pgn_ahead *ahead)
{
    struct parallel_reader_piece *piece = NULL;
    pthread_mutex_lock(&ahead->lock);
    for (bool over = false; !over;) {
        piece = &ahead->piece[ahead->giving % PIECES];
        if (piece->read && piece->given < piece->n)
            break;
        if (piece->read) {
            parallel_reader_empty(piece);
            ahead->giving += !piece->more;
            piece->read = piece->more = false;
            pthread_cond_broadcast(&ahead->changed);
        } else if (!ahead->threads) {
            over = !take_piece(ahead, ahead->here.opening, &ahead->raw, false);
        } else if (ahead->giving == ahead->taken && pgn_source_over(&ahead->source)) {
            over = true;
        } else {
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        }
        if (over)
            piece = NULL;
    }
    pthread_mutex_unlock(&ahead->lock);
    return piece;
}

bool pgn_ahead_next(struct pgn_ahead *ahead, struct pgn_game *out)
{
    struct parallel_reader_piece *piece = next_piece(ahead);
    if (!piece)
        return false;
    *out = piece->game[piece->given++];
    out->number = ++ahead->number;
    out->at = piece->end;
    if (out->record)
        ulid_new(out->record->id);
    return true;
}

int pgn_ahead_error(const struct pgn_ahead *ahead)
{
    return ahead->source.error;
}

void pgn_ahead_end(struct pgn_ahead *ahead)
{
    if (!ahead)
        return;
    pthread_mutex_lock(&ahead->lock);
    ahead->stop = true;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    for (int i = 0; i < ahead->threads; i++)
        pthread_join(ahead->thread[i], NULL);
    for (int i = 0; i < PIECES; i++) {
        struct parallel_reader_piece *piece = &ahead->piece[i];
        for (int k = piece->given; k < piece->n; k++)
            record_free(piece->game[k].record);
        parallel_reader_empty(piece);
        yaml_text_clear(&piece->made);
        free(piece->alike);
        free(piece->game);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    pgn_end(&ahead->here);
    pgn_raw_clear(&ahead->raw);
    free(ahead);
}
