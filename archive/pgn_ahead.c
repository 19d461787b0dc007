/* pgn_ahead.c - see pgn_ahead.h.
 *
 * The pieces go round: a reading thread takes the next one, at most PIECES of them being read or waiting for the caller,
 * so a million games take no more memory than some. */
#include "config.h"
#include "archive/pgn_ahead.h"

#include "archive/pgn_lex.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 128 << 10, PIECES = 8, THREADS_MAX = 4 };

/* The games of a piece. */
struct piece {
    struct record **game;
    int n, room;
    int given; /* of them, to the caller */
    size_t end;
    bool read;
};

struct pgn_ahead {
    const char *text;
    size_t length, piece_bytes;
    struct piece piece[PIECES]; /* number i in piece[i % PIECES] */
    struct pgn_reader here;     /* of the caller's own thread */
    pthread_t thread[THREADS_MAX];
    int threads;
    int number; /* of the last game given */
    pthread_mutex_t lock; /* of what follows, and of piece[].read */
    pthread_cond_t changed;
    size_t cut;  /* how far the text has been taken */
    int taken;   /* pieces taken by threads */
    int giving;  /* the piece the caller gets games of */
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
    while (end > 0 && strchr(" \t\n", text[end - 1]))
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

static size_t piece_end(const struct pgn_ahead *ahead, size_t from)
{
    size_t at = from + ahead->piece_bytes;
    while (at < ahead->length) {
        const char *feed = memchr(ahead->text + at, '\n', ahead->length - at);
        if (!feed)
            break;
        at = (size_t)(feed - ahead->text) + 1;
        if (begins_game(ahead->text, at, ahead->length))
            return at;
    }
    return ahead->length;
}

/* --------------------------------------------------------------------------------------------- reading */

static void read_piece(struct pgn_reader *reader, size_t from, struct piece *piece)
{
    reader->at = from;
    for (;;) {
        pgn_skip_blanks(reader);
        struct record *record = reader->at < piece->end ? pgn_next(reader) : NULL;
        if (!record)
            return;
        piece->game = memory_room(piece->game, &piece->room, piece->n + 1, sizeof *piece->game);
        piece->game[piece->n++] = record;
    }
}

static void *read_ahead(void *argument)
{
    struct pgn_ahead *ahead = argument;
    struct pgn_reader reader;
    pgn_begin(&reader, ahead->text, ahead->length);
    pthread_mutex_lock(&ahead->lock);
    for (;;) {
        while (!ahead->stop && ahead->cut < ahead->length && ahead->taken - ahead->giving >= PIECES)
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        if (ahead->stop || ahead->cut >= ahead->length)
            break;
        struct piece *piece = &ahead->piece[ahead->taken++ % PIECES];
        size_t from = ahead->cut;
        piece->end = ahead->cut = piece_end(ahead, from);
        pthread_mutex_unlock(&ahead->lock);
        read_piece(&reader, from, piece);
        pthread_mutex_lock(&ahead->lock);
        piece->read = true;
        pthread_cond_broadcast(&ahead->changed);
    }
    pthread_mutex_unlock(&ahead->lock);
    pgn_end(&reader);
    return NULL;
}

/* Signals are for the caller's thread. */
static void start_threads(struct pgn_ahead *ahead, bool busy)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = (processors > THREADS_MAX ? THREADS_MAX : (int)processors) - busy;
    sigset_t all, before;
    if (ahead->length <= ahead->piece_bytes || processors < 2)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (ahead->threads < wanted && pthread_create(&ahead->thread[ahead->threads], NULL, read_ahead, ahead) == 0)
        ahead->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void pgn_ahead_begin(struct pgn_ahead **out, const char *text, size_t length, size_t piece, bool busy)
{
    struct pgn_ahead *ahead = memory_new(1, sizeof *ahead);
    ahead->text = text;
    ahead->length = length;
    ahead->piece_bytes = piece ? piece : PIECE_BYTES;
    pgn_begin(&ahead->here, text, length);
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
            free(piece->game);
            *piece = (struct piece){0};
            ahead->giving++;
            pthread_cond_broadcast(&ahead->changed);
        } else if (ahead->giving == ahead->taken && ahead->cut >= ahead->length) {
            piece = NULL;
            over = true;
        } else {
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        }
    }
    pthread_mutex_unlock(&ahead->lock);
    return piece;
}

struct record *pgn_ahead_next(struct pgn_ahead *ahead, int *number, size_t *at)
{
    struct record *record;
    size_t end = 0;
    if (ahead->threads) {
        struct piece *piece = next_piece(ahead);
        record = piece ? piece->game[piece->given++] : NULL;
        end = piece ? piece->end : ahead->length;
    } else {
        record = pgn_next(&ahead->here);
        end = ahead->here.at;
    }
    if (at)
        *at = end;
    if (!record)
        return NULL;
    if (ahead->threads)
        ulid_new(record->id);
    *number = ++ahead->number;
    return record;
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
            record_free(piece->game[k]);
        free(piece->game);
    }
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    pgn_end(&ahead->here);
    free(ahead);
}
