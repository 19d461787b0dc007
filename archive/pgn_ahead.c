/* pgn_ahead.c - see pgn_ahead.h.
 *
 * The pieces go round: a reading thread takes the next one, at most PIECES of them being read or waiting for the caller,
 * so a million games take no more memory than some. */
#include "config.h"
#include "archive/pgn_ahead.h"

#include "archive/pgn_lex.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 128 << 10, AHEAD_BYTES = 16 << 10, PIECES = 6, THREADS_MAX = 4 };

/* The games of a piece. */
struct piece {
    struct pgn_game *game; /* `made` counts from the beginning of the text below while it is being read */
    struct yaml_text made;
    int n, room;
    int given; /* of them, to the caller */
    size_t end;
    bool read;
};

/* Bytes of the file, with a NUL behind them; of each thread. */
struct raw {
    char *v;
    size_t room;
};

struct pgn_ahead {
    struct pgn_input input;
    size_t piece_bytes;
    pgn_work_fn *work;
    void *argument;
    struct piece piece[PIECES]; /* number i in piece[i % PIECES] */
    pthread_t thread[THREADS_MAX];
    int threads;
    int number; /* of the last game given */
    struct pgn_reader here; /* of the caller's own thread, when it reads itself, as the bytes are */
    struct raw raw;
    pthread_mutex_t lock; /* of what follows, and of piece[].read */
    pthread_cond_t changed;
    size_t cut;  /* how far the file has been taken */
    int taken;   /* pieces taken by threads */
    int giving;  /* the piece the caller gets games of */
    int error;
    bool stop;
};

/* --------------------------------------------------------------------------------------------- cutting */

/* Does a game certainly begin at a line? What a reader is in the middle of ends before such tags. */
static bool begins_game(const char *text, size_t at, size_t length)
{
    struct pgn_reader reader = {.text = text, .length = length};
    if (text[at] != '[' || !pgn_tag_here(&reader, at))
        return false;
    size_t end = at;
    int feeds = 0;
    while (end > 0 && strchr(" \t\r\n", text[end - 1]))
        feeds += text[--end] == '\n';
    if (feeds < 2 || end == 0 || text[end - 1] == ']')
        return false;
    size_t line = end;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    while (line < end && (text[line] == ' ' || text[line] == '\t'))
        line++;
    return text[line] != '[' && text[line] != '%'; /* tags with a gap between; notes in front of a game */
}

/* Where a piece of `size` bytes at least ends; 0: not in these bytes. */
static size_t piece_end(const char *bytes, size_t length, size_t size)
{
    for (size_t at = size; at < length;) {
        const char *feed = memchr(bytes + at, '\n', length - at);
        if (!feed)
            break;
        at = (size_t)(feed - bytes) + 1;
        if (at < length && begins_game(bytes, at, length))
            return at;
    }
    return 0;
}

/* Read so many bytes at a place, or those there are; how many, or -1 with errno. */
static ssize_t read_at(int fd, char *bytes, size_t size, size_t at)
{
    size_t n = 0;
    while (n < size) {
        ssize_t some = pread(fd, bytes + n, size - n, (off_t)(at + n));
        if (some < 0 && errno == EINTR)
            continue;
        if (some < 0)
            return -1;
        if (some == 0)
            break;
        n += (size_t)some;
    }
    return (ssize_t)n;
}

/* The bytes of the next piece: *bytes with *size; nothing at the end of the file, or where it cannot be read. Under the lock. */
static void cut_piece(struct pgn_ahead *ahead, struct raw *raw, const char **bytes, size_t *size)
{
    struct pgn_input *input = &ahead->input;
    size_t left = input->size - ahead->cut, end = 0, have = 0;
    *size = 0;
    if (input->bytes) {
        *bytes = input->bytes + ahead->cut;
        end = piece_end(*bytes, left, ahead->piece_bytes);
        *size = end ? end : left;
        ahead->cut += *size;
        return;
    }
    for (size_t want = ahead->piece_bytes + AHEAD_BYTES; !end; want *= 2) {
        if (want > left)
            want = left;
        if (raw->room < want + 1) {
            raw->room = want + 1;
            raw->v = realloc(raw->v, raw->room);
            if (!raw->v)
                memory_exhausted();
        }
        ssize_t n = read_at(input->fd, raw->v + have, want - have, ahead->cut + have);
        if (n < 0) {
            ahead->error = errno;
            ahead->cut = input->size;
            return;
        }
        have += (size_t)n;
        raw->v[have] = '\0';
        if (have < want) { /* the file is shorter than it was */
            left = have;
            input->size = ahead->cut + have;
        }
        end = piece_end(raw->v, have, ahead->piece_bytes);
        if (have == left) {
            end = end ? end : have;
            break;
        }
    }
    *bytes = raw->v;
    *size = end;
    ahead->cut += end;
}

/* --------------------------------------------------------------------------------------------- reading */

static void add_game(const struct pgn_ahead *ahead, struct piece *piece, struct record *record)
{
    struct pgn_game game = {.record = record};
    size_t from = (size_t)piece->made.n;
    if (ahead->work && ahead->work(ahead->argument, record, &piece->made, &game)) {
        record_free(record);
        game.record = NULL;
    }
    game.size = (size_t)piece->made.n - from;
    piece->game = memory_room(piece->game, &piece->room, piece->n + 1, sizeof *piece->game);
    piece->game[piece->n++] = game;
}

static void read_piece(const struct pgn_ahead *ahead, struct pgn_opening *opening, const char *bytes, size_t size, bool first,
                       struct piece *piece)
{
    size_t mark = first ? pgn_byte_order_mark(bytes, size) : 0, length, made = 0;
    char *text = pgn_recode(bytes + mark, size - mark, ahead->input.charset, &length);
    struct pgn_reader reader = {.text = text, .length = length, .line = 1, .opening = opening};
    struct record *record;
    while ((record = pgn_next(&reader)))
        add_game(ahead, piece, record);
    free(text);
    for (int i = 0; i < piece->n; i++) { /* the text stays where it is now */
        piece->game[i].made = piece->made.v + made;
        made += piece->game[i].size;
    }
}

/* Take a piece and read it; false: there is none. Called with the lock held, and returns with it. */
static bool take_piece(struct pgn_ahead *ahead, struct pgn_opening *opening, struct raw *raw)
{
    const char *bytes;
    size_t size, from = ahead->cut;
    if (ahead->cut >= ahead->input.size)
        return false;
    struct piece *piece = &ahead->piece[ahead->taken++ % PIECES];
    cut_piece(ahead, raw, &bytes, &size);
    piece->end = ahead->cut;
    pthread_mutex_unlock(&ahead->lock);
    if (size)
        read_piece(ahead, opening, bytes, size, from == 0, piece);
    pthread_mutex_lock(&ahead->lock);
    piece->read = true;
    pthread_cond_broadcast(&ahead->changed);
    return true;
}

static void *read_ahead(void *argument)
{
    struct pgn_ahead *ahead = argument;
    struct pgn_reader reader;
    struct raw raw = {0};
    pgn_begin(&reader, "", 0);
    pthread_mutex_lock(&ahead->lock);
    for (;;) {
        while (!ahead->stop && ahead->cut < ahead->input.size && ahead->taken - ahead->giving >= PIECES)
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        if (ahead->stop || !take_piece(ahead, reader.opening, &raw))
            break;
    }
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    pgn_end(&reader);
    free(raw.v);
    return NULL;
}

/* Signals are for the caller's thread. */
static void start_threads(struct pgn_ahead *ahead, bool busy)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = (processors > THREADS_MAX ? THREADS_MAX : (int)processors) - busy;
    sigset_t all, before;
    if (ahead->input.size - ahead->input.from <= ahead->piece_bytes || processors < 2)
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
    ahead->input = *input;
    ahead->cut = input->from;
    ahead->piece_bytes = piece ? piece : PIECE_BYTES;
    ahead->work = work;
    ahead->argument = argument;
    pgn_begin(&ahead->here, "", 0);
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    start_threads(ahead, busy);
    *out = ahead;
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
            piece->n = piece->given = piece->made.n = 0;
            piece->read = false;
            ahead->giving++;
            pthread_cond_broadcast(&ahead->changed);
        } else if (!ahead->threads) {
            over = !take_piece(ahead, ahead->here.opening, &ahead->raw);
        } else if (ahead->giving == ahead->taken && ahead->cut >= ahead->input.size) {
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
    return ahead->error;
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
        for (int k = piece->given; k < piece->n; k++) {
            record_free(piece->game[k].record);
            listing_clear(&piece->game[k].listing);
        }
        yaml_text_clear(&piece->made);
        free(piece->game);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    pgn_end(&ahead->here);
    free(ahead->raw.v);
    free(ahead);
}
