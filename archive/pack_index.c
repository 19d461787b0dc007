/* pack_index.c - the index of a pack's games: building the files of their positions (positions.h), plies (plies.h) and texts
 * (texts.h), with all processors, and asking the former two; for the latter see pack_texts.c. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/index_parts.h"
#include "archive/query_parts.h"
#include "archive/sieve.h"
#include "archive/ways.h"

#ifdef HAVE_MALLOPT
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is promised, in bytes, of a large archive: so many a game, and so many however few the games are; and what of it a game of
 * the list and a piece being made take at most. */
enum { THREADS_MOST = 8, PROMISED_GAME = 128, PROMISED_LEAST = 100000000, LISTED_GAME = 96, MADE_PIECE = 15 << 20 };

static void open_positions(struct pack *pack, bool write)
{
    pieces_open(&pack->positions, &positions_kind, &pack->beside, pack->name, &pack->stamp, write);
}

static void open_plies(struct pack *pack, bool write)
{
    pieces_open(&pack->plies, &plies_kind, &pack->beside, pack->name, &pack->stamp, write);
}

void pack_open_texts(struct pack *pack, bool write)
{
    pieces_open(&pack->texts, &texts_kind, &pack->beside, pack->name, &pack->stamp, write);
}

void pack_index_forget(struct pack *pack)
{
    pieces_close(&pack->positions);
    pieces_close(&pack->plies);
    pieces_close(&pack->texts);
}

/* -------------------------------------------------------------------------------------------------- building */

enum { TEXT_GAMES_LEAST = 64 };

_Static_assert((int)PLIES_GAMES == (int)PIECE_GAMES, "pieces of plies and positions are made together");

/* The work on one piece of the positions, of the plies, of the texts, or of several. */
struct job {
    const struct pack *pack;
    int first, games;
    bool with_positions, with_plies, with_texts;
    struct positions_making positions;
    struct plies_making plies;
    struct texts_making texts;
    pthread_t thread;
    bool started;
    bool unread; /* a game cannot be read just now: what is made is not to be kept */
};

static void build_game(struct job *job, int game, const struct record *record, struct follow_start *start)
{
    if (job->with_positions) {
        int main, n;
        uint32_t *hashes = index_hashes(record, start, &main, &n);
        positions_making_add(&job->positions, game, hashes, n, main, index_starts_as_set_up(record));
        free(hashes);
    }
    if (job->with_plies)
        plies_making_add(&job->plies, game, record);
    if (job->with_texts && !texts_making_add(&job->texts, game, record))
        job->with_texts = job->games <= TEXT_GAMES_LEAST;
}

/* One after another: the largest part, the last, needs room. */
static void finish(struct job *job)
{
    if (job->with_texts)
        texts_making_finish(&job->texts);
    if (job->with_plies)
        plies_making_finish(&job->plies);
    if (job->with_positions)
        positions_making_finish(&job->positions);
}

static void *build(void *argument)
{
    struct job *job = argument;
    struct follow_start start = {0};
    for (int i = 0; i < job->games && (job->with_positions || job->with_plies || job->with_texts); i++) {
        struct record *record = NULL;
        char *bytes;
        size_t size;
        int result = pack_bytes(job->pack, job->first + i, &bytes, &size, NULL);
        job->unread = job->unread || result == FAIL_SYSTEM;
        if (job->unread)
            break;
        if (result < 0)
            continue;
        if (record_read(bytes, size, 1, &job->pack->limits, &record, NULL, NULL) == 0)
            build_game(job, i, record, &start);
        record_free(record);
        free(bytes);
    }
    follow_start_clear(&start);
    if (!job->unread)
        finish(job);
    return NULL;
}

/* Pieces of what is behind, of all that are equally far and as large. */
static struct job next_job(const struct pack *pack)
{
    int positions = pack->positions.games, plies = pack->plies.games, texts = pack->texts.games;
    bool apart = pack->text_games < PIECE_GAMES;
    struct job job = {.pack = pack, .first = positions < plies ? positions : plies};
    job.first = texts < job.first ? texts : job.first;
    job.with_positions = positions == job.first;
    job.with_plies = plies == job.first;
    bool large = job.with_positions || job.with_plies;
    job.with_texts = texts == job.first && !(large && apart);
    job.games = large ? PIECE_GAMES : pack->text_games;
    return job;
}

static void begin_job(struct job *job, const struct job *like, int first)
{
    int left = job->pack->list.count - first;
    *job = *like;
    job->first = first;
    job->games = left < job->games ? left : job->games;
    if (job->with_positions)
        positions_making_begin(&job->positions, first, job->games);
    if (job->with_plies)
        plies_making_begin(&job->plies, first, job->games);
    if (job->with_texts)
        texts_making_begin(&job->texts, first, job->games);
}

/* Write what was made; false: it could not be made or written. Texts of very many letters are made again in smaller pieces. */
static bool end_job(struct pack *pack, struct job *job, bool texts)
{
    bool good = !job->unread; /* and the piece before it was kept: there are no gaps */
    if (job->with_positions)
        good = good && job->first == pack->positions.games && positions_append(&pack->positions, &job->positions);
    if (job->with_plies)
        good = good && job->first == pack->plies.games && plies_append(&pack->plies, &job->plies);
    if (texts && !job->with_texts && pack->text_games > TEXT_GAMES_LEAST)
        pack->text_games /= 2;
    if (good && job->with_texts && job->first == pack->texts.games)
        good = texts_append(&pack->texts, &job->texts);
    positions_making_end(&job->positions);
    plies_making_end(&job->plies);
    texts_making_end(&job->texts);
    return good;
}

/* What pieces are made in goes back to the system as soon as it is freed: glibc's malloc() would learn from large pieces to keep
 * such for the next. It is nothing but memory, and of the whole process, which is there for the index only. */
static void keep_no_memory(void)
{
#ifdef HAVE_MALLOPT
    enum { LARGE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

/* So many games are in all three, on the average. */
static int indexed_games(const struct pack *pack)
{
    return (int)(((int64_t)pack->positions.games + pack->plies.games + pack->texts.games) / 3);
}

static bool is_indexed(const struct pack *pack)
{
    int games = pack->list.count;
    return pack->positions.games >= games && pack->plies.games >= games && pack->texts.games >= games;
}

int pack_index_threads(int games, long processors)
{
    int64_t promised = (int64_t)games * PROMISED_GAME, room;
    promised = promised < PROMISED_LEAST ? PROMISED_LEAST : promised;
    room = (promised - (int64_t)games * LISTED_GAME) / MADE_PIECE;
    int most = room < 1 ? 1 : room < THREADS_MOST ? (int)room : THREADS_MOST;
    return processors < 1 ? 1 : processors < most ? (int)processors : most;
}

bool pack_index_step(struct pack *pack, int *done)
{
    struct job job[THREADS_MOST], like;
    int threads = pack_index_threads(pack->list.count, sysconf(_SC_NPROCESSORS_ONLN)), jobs = 0;
    keep_no_memory();
    open_positions(pack, true);
    open_plies(pack, true);
    pack_open_texts(pack, true);
    pack->text_games = pack->text_games ? pack->text_games : TEXTS_GAMES;
    *done = indexed_games(pack);
    if (!pack->scanned || !pack->positions.writing || !pack->plies.writing || !pack->texts.writing)
        return false;
    like = next_job(pack);
    for (int first = like.first; jobs < threads && first < pack->list.count; jobs++) {
        job[jobs].pack = pack;
        begin_job(&job[jobs], &like, first);
        first += job[jobs].games;
        job[jobs].started = jobs > 0 && pthread_create(&job[jobs].thread, NULL, build, &job[jobs]) == 0;
    }
    bool good = true;
    for (int i = 0; i < jobs; i++)
        if (!job[i].started)
            build(&job[i]);
    for (int i = 0; i < jobs; i++) {
        if (job[i].started)
            pthread_join(job[i].thread, NULL);
        good = end_job(pack, &job[i], like.with_texts) && good;
    }
    *done = indexed_games(pack);
    return good && !is_indexed(pack);
}

bool pack_indexed(struct pack *pack)
{
    open_positions(pack, false);
    open_plies(pack, false);
    pack_open_texts(pack, false);
    return pack->scanned && is_indexed(pack);
}

/* ---------------------------------------------------------------------------------------------------- asking */

struct asking {
    struct pack *pack;
    const struct query *query;
};

static struct positions_asking asking_of(struct pack *pack)
{
    return (struct positions_asking){&pack->positions, &pack->list, NULL, pack->list.count};
}

/* Of games in no good piece nothing is known. */
static void add_others(const struct pack *pack, const struct pieces *pieces, uint8_t *may)
{
    for (int i = pieces->games; i < pack->list.count; i++)
        sieve_put(may, i);
}

static struct record *load(void *argument, int at)
{
    const struct pack *pack = argument;
    struct record *record = NULL;
    char *bytes;
    size_t size;
    if (pack_bytes(pack, at, &bytes, &size, NULL) < 0)
        return NULL;
    if (record_read(bytes, size, 1, &pack->limits, &record, NULL, NULL) < 0)
        record = NULL;
    free(bytes);
    return record;
}

static struct sieve_set with_positions(const struct asking *asking, const struct term *term)
{
    struct pack *pack = asking->pack;
    struct positions_asking positions = asking_of(pack);
    struct sieve_set set = {0};
    struct ways ways = {0};
    uint32_t hash[SIEVE_HASHES];
    int hashes = sieve_hashes(&pack->list, asking->query, term, hash);
    if (hashes < 0)
        return set;
    set.may = memory_new(sieve_bytes(pack->list.count), 1);
    set.sure = memory_new(sieve_bytes(pack->list.count), 1);
    positions_meet(&positions, hash, hashes, set.may, &ways);
    ways_make_sure(&ways, asking->query, term, load, pack, set.sure);
    add_others(pack, &pack->positions, set.may);
    return set;
}

static struct sieve_set near_positions(const struct asking *asking, const struct term *term)
{
    struct pack *pack = asking->pack;
    struct positions_asking positions = asking_of(pack);
    struct sieve_many many, set_up;
    struct ways ways = {0};
    if (!sieve_near(&pack->list, asking->query, term, &many, &set_up))
        return (struct sieve_set){0};
    struct sieve_set set = {memory_new(sieve_bytes(pack->list.count), 1), memory_new(sieve_bytes(pack->list.count), 1)};
    positions_meet_any(&positions, &many, &set_up, set.may, &ways);
    ways_make_sure(&ways, asking->query, term, load, pack, set.sure);
    sieve_many_clear(&many);
    sieve_many_clear(&set_up);
    add_others(pack, &pack->positions, set.may);
    return set;
}

static struct sieve_set with_plies(const struct asking *asking, const struct term *term)
{
    struct pack *pack = asking->pack;
    open_plies(pack, false);
    if (!pack->plies.pieces)
        return (struct sieve_set){0};
    struct sieve_set set = {memory_new(sieve_bytes(pack->list.count), 1), memory_new(sieve_bytes(pack->list.count), 1)};
    plies_find(&pack->plies, pack->list.count, term, term->variations, set.may, set.sure);
    add_others(pack, &pack->plies, set.may);
    return set;
}

static struct sieve_set set_of(void *argument, const struct term *term)
{
    const struct asking *asking = argument;
    bool keyed = term->kind == TERM_KEY;
    if (term->kind == TERM_TEXT ||
        (keyed && (term->key == ASK_TEXT || term->key == ASK_BY || term->key == ASK_HAS || term->key == ASK_NAG)))
        return pack_with_text(asking->pack, term);
    if (query_asks_plies(term))
        return with_plies(asking, term);
    if (!keyed || (term->key != ASK_POS && term->key != ASK_NEAR))
        return (struct sieve_set){0};
    open_positions(asking->pack, false);
    if (!asking->pack->positions.pieces)
        return (struct sieve_set){0};
    return (term->key == ASK_NEAR ? near_positions : with_positions)(asking, term);
}

struct sieve_set pack_sieve(struct pack *pack, const struct query *query)
{
    struct asking asking = {.pack = pack, .query = query};
    return sieve_catalog(&pack->list, query, set_of, &asking);
}

uint8_t *pack_continuations(struct pack *pack, const uint32_t *hash, int hashes, positions_goes_on_fn *each, void *argument)
{
    struct positions_asking asking = asking_of(pack);
    open_positions(pack, false);
    if (!pack->positions.pieces)
        return NULL;
    uint8_t *told = memory_new(sieve_bytes(pack->list.count), 1);
    positions_go_on(&asking, hash, hashes, each, argument, told);
    return told;
}
