/* pgn_ahead.c - see pgn_ahead.h.
 *
 * The pieces go round: a reading thread takes the next one, at most PIECES of them being read or waiting for the caller,
 * so a million games take no more memory than some. Games may be of two bytes, and then those of one piece are too many to
 * wait for the caller at once: the thread hands over BATCH of them and goes on when they were given. Where no game certainly
 * begins, as in a file without tags, how far a piece goes is known when it was read: no other is cut meanwhile. */
#include "config.h"
#include "archive/pgn_ahead.h"

#include "archive/pgn_cut.h"
#include "core/ascii.h"

#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 128 << 10, PIECES = 6, THREADS_MAX = 4, BATCH = 2048, BATCH_BYTES = 1 << 20 };
enum { ALIKE = 256, ALIKE_BYTES = 19 };

/* Very many games of a few bytes are few different ones. A game of the piece that ends with its result, and the bytes it was read
 * from: where they stand again, and another game behind them, is the same game. */
struct alike {
    char bytes[ALIKE_BYTES];
    uint8_t size; /* 0: none */
    int game;
    size_t made; /* where its text begins */
};

/* The games of a piece. */
struct piece {
    struct pgn_game *game; /* `made` counts from the beginning of the text below while it is being read */
    struct yaml_text made;
    struct alike *alike; /* [ALIKE], by the hash of what a game begins with; NULL: no game was so short */
    int n, room;
    int given; /* of them, to the caller */
    size_t end;
    bool read;
    bool more; /* when these are given its thread goes on with it */
};

struct pgn_ahead {
    struct pgn_source source;
    size_t piece_bytes;
    pgn_work_fn *work;
    void *argument;
    struct piece piece[PIECES]; /* number i in piece[i % PIECES] */
    pthread_t thread[THREADS_MAX];
    int threads;
    int number; /* of the last game given */
    struct pgn_reader here; /* of the caller's own thread, when it reads itself, as the bytes are */
    struct pgn_raw raw;
    pthread_mutex_t lock; /* of what follows, of where the source is cut, and of piece[].read and more */
    pthread_cond_t changed;
    bool cutting; /* a thread is finding out by reading where the next piece begins */
    int taken;    /* pieces taken by threads */
    int giving;   /* the piece the caller gets games of */
    bool stop;
};

/* --------------------------------------------------------------------------------------------- reading */

static struct pgn_game *new_game(struct piece *piece)
{
    piece->game = memory_room(piece->game, &piece->room, piece->n + 1, sizeof *piece->game);
    return &piece->game[piece->n++];
}

static void add_game(const struct pgn_ahead *ahead, struct piece *piece, struct record *record, const struct pgn_text_piece *text,
                     size_t at)
{
    const char *trouble = pgn_trouble(&text->reader);
    struct pgn_game game = {.record = record, .charset = pgn_piece_charset(text, at), .trouble = *trouble ? memory_text(trouble) : NULL};
    size_t from = (size_t)piece->made.n;
    if (ahead->work && ahead->work(ahead->argument, record, &piece->made, &game)) {
        record_free(record);
        game.record = NULL;
    }
    game.size = (size_t)piece->made.n - from;
    *new_game(piece) = game;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* Does what stands behind a game belong to another one, certainly? Comments, glyphs and variations would be of the same, also behind
 * what is no word, as "ep"; and so would be what follows where its number is not that of a first move. */
static bool is_over(const char *bytes, size_t size)
{
    const char *next = bytes + size + strspn(bytes + size, " \n");
    if ((next == bytes + size && bytes[size - 1] != '}') || (*next == 'e' && !isdigit((unsigned char)next[1])))
        return false;
    if (isdigit((unsigned char)*next))
        return *next == '0' || (*next == '1' && !isdigit((unsigned char)next[1]));
    return *next == '*' || ascii_isalpha((unsigned char)*next);
}

/* Where a game that begins like the next one is noted; NULL: nowhere. */
static struct alike *alike_of(const struct piece *piece, const struct pgn_reader *reader)
{
    const char *text = reader->text + reader->at;
    uint32_t begin;
    size_t blanks = 0;
    if (!piece->alike || reader->length - reader->at <= ALIKE_BYTES + sizeof begin)
        return NULL;
    while (blanks < ALIKE_BYTES && is_blank(text[blanks]))
        blanks++;
    memcpy(&begin, text + blanks, sizeof begin);
    return &piece->alike[(begin * 0x9E3779B1u >> 16) % ALIKE];
}

/* The next game, if it was read a moment ago: what was made of it is made of this one. */
static bool read_again(struct piece *piece, struct pgn_reader *reader)
{
    const struct alike *alike = alike_of(piece, reader);
    const char *text = reader->text + reader->at;
    if (!alike || !alike->size || memcmp(text, alike->bytes, alike->size) != 0 || !is_over(text, alike->size))
        return false;
    struct pgn_game *game = new_game(piece);
    *game = piece->game[alike->game];
    game->listing.text = NULL; /* the first one's */
    if (game->size) {
        piece->made.v = memory_room(piece->made.v, &piece->made.room, piece->made.n + (int)game->size, 1);
        memcpy(piece->made.v + piece->made.n, piece->made.v + alike->made, game->size);
        piece->made.n += (int)game->size;
    }
    for (size_t i = 0; i < alike->size; i++)
        reader->line += text[i] == '\n';
    reader->at += alike->size;
    reader->games++;
    return true;
}

/* Note the game that was just read. A per cent sign is something else where a line begins. */
static void note_alike(struct piece *piece, const struct pgn_reader *reader, const struct pgn_reader *before)
{
    const struct pgn_game *game = &piece->game[piece->n - 1];
    const char *bytes = before->text + before->at;
    size_t size = reader->at - before->at;
    if (game->record || game->trouble || !reader->ended || size > ALIKE_BYTES)
        return;
    if (!piece->alike)
        piece->alike = memory_new(ALIKE, sizeof *piece->alike);
    struct alike *alike = alike_of(piece, before);
    if (!alike || !is_over(bytes, size) || memchr(bytes, '%', size))
        return;
    *alike = (struct alike){.size = (uint8_t)size, .game = piece->n - 1, .made = (size_t)piece->made.n - game->size};
    memcpy(alike->bytes, bytes, size);
}

/* The next game into the piece; false behind the last, and where it is not wanted: it is not whole. */
static bool read_game(const struct pgn_ahead *ahead, struct piece *piece, struct pgn_text_piece *text, bool open)
{
    const struct pgn_reader before = text->reader;
    if (!read_again(piece, &text->reader)) {
        struct record *record = pgn_next(&text->reader);
        if (!record)
            return false;
        if (open && !pgn_game_is_whole(text)) {
            record_free(record);
            return false;
        }
        add_game(ahead, piece, record, text, before.at);
        note_alike(piece, &text->reader, &before);
    } else if (open && !pgn_game_is_whole(text)) {
        piece->n--;
        piece->made.n -= (int)piece->game[piece->n].size;
        return false;
    }
    return true;
}

static bool is_full(const struct piece *piece)
{
    return piece->n >= BATCH || piece->made.n >= BATCH_BYTES;
}

/* The text of the games stays where it is now; there is none where games are only checked. */
static void settle(struct piece *piece)
{
    size_t made = 0;
    for (int i = 0; i < piece->n; i++) {
        piece->game[i].made = piece->made.v ? piece->made.v + made : NULL;
        made += piece->game[i].size;
    }
}

/* Let the caller have what was read of a piece, and wait until it has; false: it wants no more. */
static bool hand_over(struct pgn_ahead *ahead, struct piece *piece)
{
    settle(piece);
    pthread_mutex_lock(&ahead->lock);
    piece->read = piece->more = true;
    pthread_cond_broadcast(&ahead->changed);
    while (piece->more && !ahead->stop)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    bool go_on = !ahead->stop;
    pthread_mutex_unlock(&ahead->lock);
    return go_on;
}

/* Room for what the games will be, so that it need not grow: what is not filled costs nothing. */
static void make_room(const struct pgn_ahead *ahead, struct piece *piece, size_t bytes)
{
    size_t usual = 2 * bytes < BATCH_BYTES ? 2 * bytes : BATCH_BYTES;
    if (ahead->work && !piece->made.room)
        piece->made.v = memory_room(piece->made.v, &piece->made.room, (int)usual, 1);
}

/* The games of a piece that ends with its bytes. */
static void read_piece(struct pgn_ahead *ahead, struct pgn_opening *opening, const struct pgn_raw *raw, struct piece *piece)
{
    struct pgn_text_piece text;
    pgn_raw_text(&ahead->source, raw, opening, &text);
    make_room(ahead, piece, text.reader.length);
    while ((!is_full(piece) || hand_over(ahead, piece)) && read_game(ahead, piece, &text, false))
        continue;
    pgn_raw_text_clear(&text);
}

/* The games in bytes that do not end with one, as many as are there to their end, or fill a batch; how many bytes they are. 0:
 * more bytes are needed. */
static size_t read_open(struct pgn_ahead *ahead, struct pgn_opening *opening, const struct pgn_raw *raw, struct piece *piece)
{
    struct pgn_text_piece text;
    size_t end, bytes;
    pgn_raw_text(&ahead->source, raw, opening, &text);
    make_room(ahead, piece, text.reader.length);
    end = text.reader.at;
    bool alone = false; /* a large game */
    while (!is_full(piece) && !alone && read_game(ahead, piece, &text, true)) {
        end = text.reader.at;
        alone = raw->full;
    }
    if (text.last && !is_full(piece) && !alone)
        end = text.reader.length;
    bytes = pgn_raw_bytes(raw, &text, end);
    pgn_raw_text_clear(&text);
    return bytes;
}

/* Read a piece of which only reading tells where it ends. With the lock held, as it is afterwards. */
static void take_open(struct pgn_ahead *ahead, struct pgn_opening *opening, struct pgn_raw *raw, struct piece *piece)
{
    size_t bytes = 0;
    ahead->cutting = true;
    pthread_mutex_unlock(&ahead->lock);
    while ((bytes = read_open(ahead, opening, raw, piece)) == 0 && pgn_raw_widen(&ahead->source, raw))
        continue;
    settle(piece);
    pthread_mutex_lock(&ahead->lock);
    pgn_source_cut(&ahead->source, raw, bytes);
    ahead->cutting = false;
}

/* Take a piece and read it; false: there is none. Called with the lock held, and returns with it. Who `waits` can hand games over
 * in the middle of a piece: a thread. */
static bool take_piece(struct pgn_ahead *ahead, struct pgn_opening *opening, struct pgn_raw *raw, bool waits)
{
    if (pgn_source_over(&ahead->source))
        return false;
    struct piece *piece = &ahead->piece[ahead->taken++ % PIECES];
    bool closed = pgn_raw_take(&ahead->source, raw, ahead->piece_bytes, waits);
    if (closed) {
        piece->end = ahead->source.cut;
        pthread_mutex_unlock(&ahead->lock);
        read_piece(ahead, opening, raw, piece);
        settle(piece);
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
        while (!ahead->stop && (ahead->cutting || (!pgn_source_over(&ahead->source) && ahead->taken - ahead->giving >= PIECES)))
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

/* Signals are for the caller's thread. */
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
    while (ahead->threads < wanted && pthread_create(&ahead->thread[ahead->threads], NULL, read_ahead, ahead) == 0)
        ahead->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pgn_ahead_begin(struct pgn_ahead **out, const struct pgn_input *input, size_t piece, bool busy, pgn_work_fn *work,
                     void *argument)
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

/* All games of a piece were given: there is room for others. */
static void empty(struct piece *piece)
{
    for (int i = 0; i < piece->n; i++) {
        listing_clear(&piece->game[i].listing);
        free(piece->game[i].trouble);
    }
    if (piece->alike)
        memset(piece->alike, 0, ALIKE * sizeof *piece->alike);
    piece->n = piece->given = piece->made.n = 0;
}

/* The piece with the next game to give, all before it given away; NULL: there is none. */
static struct piece *next_piece(struct pgn_ahead *ahead)
{
    struct piece *piece = NULL;
    pthread_mutex_lock(&ahead->lock);
    for (bool over = false; !over;) {
        piece = &ahead->piece[ahead->giving % PIECES];
        if (piece->read && piece->given < piece->n)
            break;
        if (piece->read) {
            empty(piece);
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
    struct piece *piece = next_piece(ahead);
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
        struct piece *piece = &ahead->piece[i];
        for (int k = piece->given; k < piece->n; k++)
            record_free(piece->game[k].record);
        empty(piece);
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
