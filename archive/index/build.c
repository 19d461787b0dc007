/* build.c - bringing an index up to date: parts for the games that are in none, on all processors. See index.h.
 *
 * Files become a part as they are, a few at a time, and small parts are merged, so that a part is at least half as large as the next
 * larger one. Games of packs become parts as large as may be, several at once. A part is written in one transaction: a
 * build that is killed loses only the parts it was making. Of two programs that build at once, the later one sees what the other
 * wrote, and stops. */
#include "config.h"
#include "archive/index/index_internal.h"

#ifdef HAVE_MALLOPT
#include <malloc.h>
#endif
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MOST = 8, PARTS_A_THREAD = 2 /* made in a step */, REST = 50 /* milliseconds */ };

/* ------------------------------------------------------------------------------------------------ writing */

/* Begin to write, unless another program has written since the parts were read. */
static bool begin_writing(struct index *index)
{
    index_write_ahead(index);
    int64_t version = index->version;
    if (!index_begin(index, true))
        return false;
    if (index_read_parts(index) && (version == -1 || version == index->version) && index_read_plies(index))
        return true;
    index_end(index, false);
    return false;
}

/* After our own writing SQL_VERSION is as it was. What is known of places is of other parts. */
static bool end_writing(struct index *index, bool written)
{
    bool kept = index_end(index, written);
    free(index->unknown);
    index->unknown = NULL;
    if (!kept)
        index->version = -1;
    return kept;
}

/* What is made in goes back to the system as soon as it is freed: glibc's malloc() would learn from large lists to keep such for the
 * next. It is nothing but memory, and of the whole process, which is there for the index only. */
static void keep_no_memory(void)
{
#ifdef HAVE_MALLOPT
    enum { LARGE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

/* ---------------------------------------------------------------------------------------------------- packs */

/* A part to be made, of a pack. */
struct job {
    const struct pack *pack;
    int first, games;
};

/* Work shared by the threads of a step. */
struct work {
    const struct store *store;
    struct shared_plies plies;
    struct job job[THREADS_MOST * PARTS_A_THREAD];
    int jobs, next, done;         /* jobs begun, and to their end */
    struct made *made;            /* parts to be written */
    pthread_cond_t changed;       /* under plies.lock, as all of it */
    bool stop;                    /* a part cannot be made or written now */
};

/* A part that was made. */
struct made {
    struct made *after;
    const struct pack *pack;
    int first;
    uint64_t seal;
    struct part_rows rows;
};

static uint64_t seal_of(const struct file_stamp *stamp, int first, uint64_t seed)
{
    return sidecar_check(&first, sizeof first, sidecar_check(stamp, sizeof *stamp, seed)) & UINT32_MAX;
}

/* Hand a part over; what the seal is of comes first. */
static void hand_over(struct work *work, struct part_making *making, const struct pack *pack, int first)
{
    struct made *made = memory_new(1, sizeof *made);
    *made = (struct made){.pack = pack, .first = first, .seal = seal_of(pack_stamp(pack), first, 0)};
    part_finish(making, made->seal, &made->rows);
    pthread_mutex_lock(&work->plies.lock);
    struct made **last = &work->made;
    while (*last)
        last = &(*last)->after;
    *last = made;
    pthread_cond_signal(&work->changed);
    pthread_mutex_unlock(&work->plies.lock);
}

/* A game of a pack; false: it cannot be read just now. */
static bool add_packed(const struct store *store, struct part_making *making, const struct pack *pack, int at)
{
    struct record *record = NULL;
    char *bytes;
    size_t size;
    int result = pack_bytes(pack, at, &bytes, &size, NULL);
    if (result == FAIL_SYSTEM)
        return false;
    if (result == 0 && record_read(bytes, size, 1, &store->limits, &record, NULL, NULL) < 0)
        record = NULL;
    part_add(making, record, 0);
    record_free(record);
    if (result == 0)
        free(bytes);
    return true;
}

/* The next job; false: there is no other. */
static bool take_job(struct work *work, struct job *job)
{
    pthread_mutex_lock(&work->plies.lock);
    bool taken = work->next < work->jobs && !work->stop;
    if (taken)
        *job = work->job[work->next++];
    pthread_mutex_unlock(&work->plies.lock);
    return taken;
}

static void *work_on(void *argument)
{
    struct work *work = argument;
    struct part_making making;
    struct job job;
    part_begin(&making, &work->plies, false);
    while (take_job(work, &job)) {
        bool good = true;
        int first = job.first, end = job.first + job.games;
        for (int at = first; at < end && good; at++) {
            good = add_packed(work->store, &making, job.pack, at);
            if (good && (at + 1 == end || part_is_full(&making))) {
                hand_over(work, &making, job.pack, first);
                first = at + 1;
            }
        }
        part_forget(&making);
        pthread_mutex_lock(&work->plies.lock);
        work->stop = work->stop || !good;
        work->done++;
        pthread_cond_signal(&work->changed);
        pthread_mutex_unlock(&work->plies.lock);
    }
    part_end(&making);
    return NULL;
}

/* Write a part, its plies before; the lock is held but for the part itself. The table of plies is lent to the index meanwhile. */
static bool write_made(struct index *index, struct work *work, const struct made *made)
{
    index->plies = work->plies.table;
    bool written = begin_writing(index) && index_put_plies(index);
    work->plies.table = index->plies;
    index->plies = (struct ply_table){.n = 0};
    pthread_mutex_unlock(&work->plies.lock);
    written = written && index_put_part(index, pack_name(made->pack), pack_stamp(made->pack), made->first, made->seal, &made->rows);
    written = end_writing(index, written);
    pthread_mutex_lock(&work->plies.lock);
    return written;
}

/* Write parts as they come, until all jobs are done, or all that were begun when nothing can be written; the lock is held. */
static void write_all(struct index *index, struct work *work)
{
    for (;;) {
        while (!work->made && (work->done < work->next || (work->next < work->jobs && !work->stop)))
            pthread_cond_wait(&work->changed, &work->plies.lock);
        struct made *made = work->made;
        if (!made)
            return;
        work->made = made->after;
        work->stop = work->stop || !write_made(index, work, made);
        part_rows_clear(&made->rows);
        free(made);
    }
}

/* So many more games of a pack are in no part, from *first on; 0: all are. */
static int uncovered(const struct index *index, const struct pack *pack, int *first)
{
    int count = pack_list(pack)->count;
    bool moved = true;
    while (moved) {
        moved = false;
        for (int i = 0; i < index->parts; i++) {
            const struct index_part *part = &index->part[i];
            if (*part->source && part->first <= *first && part->first + part->games > *first && index_part_is_of(part, pack)) {
                *first = part->first + part->games;
                moved = true;
            }
        }
    }
    int end = count;
    for (int i = 0; i < index->parts; i++) {
        const struct index_part *part = &index->part[i];
        if (*part->source && part->first > *first && part->first < end && index_part_is_of(part, pack))
            end = part->first;
    }
    return *first < end ? end - *first : 0;
}

int index_threads(int games, long processors)
{
    /* So much is promised, however few the games are, and for each; and what the program and a part being made take of it. */
    enum { PROMISED_LEAST = 200 << 20, PROMISED_GAME = 200, PROGRAM = 24 << 20, MADE_PART = 80 << 20 };
    int64_t promised = (int64_t)games * PROMISED_GAME, room;
    promised = promised < PROMISED_LEAST ? PROMISED_LEAST : promised;
    room = (promised - PROGRAM) / MADE_PART;
    int most = room < THREADS_MOST ? (int)room : THREADS_MOST;
    return processors < 1 ? 1 : processors < most ? (int)processors : most;
}

/* A file of a time that has not come yet is never indexed: its stamp does not tell, however long it rests. */
static bool is_of_future(const struct file_stamp *stamp)
{
    return stamp->mtime > file_now();
}

/* Jobs for a step. False: a pack was written so shortly ago that it may be written to again without another stamp. */
static bool plan(const struct index *index, struct work *work, int most)
{
    const struct store *store = index->store;
    bool rested = true;
    for (int i = 0; i < store->shelves; i++) {
        const struct pack *pack = store->shelf[i].pack;
        int games, first = 0;
        if (!file_stamp_tells(pack_stamp(pack), file_now())) {
            rested = rested && (is_of_future(pack_stamp(pack)) || !uncovered(index, pack, &first));
            continue;
        }
        while (work->jobs < most && (games = uncovered(index, pack, &first)) > 0) {
            games = games < index->part_games ? games : index->part_games;
            work->job[work->jobs++] = (struct job){pack, first, games};
            first += games;
        }
    }
    return rested;
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = REST * 1000000L}, NULL);
}

static bool step_packs(struct index *index, bool *stopped)
{
    pthread_t thread[THREADS_MOST];
    struct work work = {.store = index->store};
    int threads = index_threads(store_total(index->store), sysconf(_SC_NPROCESSORS_ONLN)), started = 0;
    *stopped = !index_read_parts(index) || !index_read_plies(index);
    if (*stopped)
        return false;
    bool rested = plan(index, &work, threads * PARTS_A_THREAD);
    if (!work.jobs) {
        if (!rested)
            rest();
        return !rested;
    }
    for (int i = 0; i < index->store->shelves; i++)
        catalog_column(pack_list(index->store->shelf[i].pack), COLUMN_OWN); /* threads only look at it */
    keep_no_memory();
    pthread_mutex_init(&work.plies.lock, NULL);
    pthread_cond_init(&work.changed, NULL);
    work.plies.table = index->plies;
    for (; started < threads && started < work.jobs; started++)
        if (pthread_create(&thread[started], NULL, work_on, &work) != 0)
            break;
    if (!started)
        work_on(&work);
    pthread_mutex_lock(&work.plies.lock);
    write_all(index, &work);
    pthread_mutex_unlock(&work.plies.lock);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&work.changed);
    pthread_mutex_destroy(&work.plies.lock);
    if (work.stop) { /* what the file has is to be read again */
        ply_table_clear(&work.plies.table);
        index->version = -1;
    } else {
        index->plies = work.plies.table;
    }
    *stopped = work.stop;
    return !work.stop;
}

/* ---------------------------------------------------------------------------------------------------- files */

static void forget_making(struct index *index)
{
    part_end(&index->making);
    index->next = 0;
}

/* Take away parts of packs that are there no more, or not so, and of files of which none is left. */
static bool drop_gone(struct index *index)
{
    for (int i = index->parts - 1; i >= 0; i--) {
        const struct index_part *part = &index->part[i];
        bool there = *part->source ? false : part->live > 0;
        for (int s = 0; s < index->store->shelves && !there; s++)
            there = *part->source && index_part_is_of(part, index->store->shelf[s].pack);
        if (!there && !index_drop_part(index, i))
            return false;
    }
    return true;
}

/* Are there such parts? */
static bool are_gone(const struct index *index)
{
    for (int i = 0; i < index->parts; i++) {
        const struct index_part *part = &index->part[i];
        bool there = *part->source ? false : part->live > 0;
        for (int s = 0; s < index->store->shelves && !there; s++)
            there = *part->source && index_part_is_of(part, index->store->shelf[s].pack);
        if (!there)
            return true;
    }
    return false;
}

/* Add the games of a part that are still there to one that is being made, with all that is known of them. */
static bool take_games(struct index *index, struct part_making *making, const struct index_part *part)
{
    int *to = memory_new((size_t)part->games, sizeof *to);
    struct row_cursor cursor;
    int failures = index->failures;
    bool good = true;
    row_cursor_begin(&cursor, index, PART_GAMES_OF);
    row_cursor_part(&cursor, part);
    good = row_cursor_seek(&cursor, 0);
    for (int i = 0; i < part->games && good; i++) {
        uint64_t identity;
        memcpy(&identity, cursor.row.kept + (size_t)i * sizeof identity, sizeof identity);
        to[i] = part->place[i] < 0 ? -1 : making->games;
        if (to[i] >= 0)
            part_add(making, NULL, identity);
    }
    for (int kind = 0; kind < PART_GAMES_OF && good; kind++) {
        bool more = true;
        cursor.kind = (enum part_kind)kind;
        row_cursor_part(&cursor, part);
        while (good && more) {
            more = row_cursor_next_row(&cursor);
            good = index->failures == failures && (!more || part_take(making, (enum part_kind)kind, &cursor.row, part->games, to));
        }
    }
    row_cursor_end(&cursor);
    free(to);
    if (!good && index->failures == failures)
        index_fail(index, SQLITE_CORRUPT);
    return good;
}

static bool put_files(struct index *index, struct part_making *making)
{
    static const struct file_stamp none = {0};
    struct part_rows rows;
    uint64_t seal = sidecar_check(making->identity, (size_t)making->games * sizeof *making->identity, (uint64_t)file_now()) & UINT32_MAX;
    part_finish(making, seal, &rows);
    bool written = index_put_plies(index) && index_put_part(index, "", &none, 0, seal, &rows);
    part_rows_clear(&rows);
    return written;
}

/* Two parts of files that should be one: the smallest two, unless the larger one is more than twice as large. */
static bool find_pair(const struct index *index, int *one, int *other)
{
    const struct index_part *part = index->part;
    *one = *other = -1;
    for (int i = 0; i < index->parts; i++) {
        if (*part[i].source)
            continue;
        if (*one < 0 || part[i].live < part[*one].live) {
            *other = *one;
            *one = i;
        } else if (*other < 0 || part[i].live < part[*other].live) {
            *other = i;
        }
    }
    return *other >= 0 && part[*other].live <= 2 * part[*one].live && part[*one].live + part[*other].live <= index->part_games;
}

/* Merge parts of files; the parts, and what is known of their places, are read anew after each. */
static bool merge(struct index *index)
{
    int one, other;
    bool good = index_find_places(index);
    while (good && find_pair(index, &one, &other)) {
        struct part_making making;
        part_begin(&making, NULL, true);
        good = take_games(index, &making, &index->part[one]) && take_games(index, &making, &index->part[other]) &&
               put_files(index, &making);
        part_end(&making);
        good = good && index_drop_part(index, one > other ? one : other) && index_drop_part(index, one > other ? other : one);
        free(index->unknown);
        index->unknown = NULL;
        good = good && index_find_places(index);
    }
    return good;
}

/* Write the part of files that was made, if it has any, and put the parts in order. */
static bool write_files(struct index *index)
{
    bool written = begin_writing(index) && (!index->making.games || put_files(index, &index->making));
    free(index->unknown);
    index->unknown = NULL;
    written = written && index_find_places(index) && drop_gone(index) && merge(index);
    return end_writing(index, written);
}

/* Add a file; false: it was changed so shortly ago that it may be changed again without another stamp, or cannot be read now. */
static bool add_file(struct index *index, int at, const struct file_stamp *stamp)
{
    struct record *record = NULL;
    char id[ULID_LENGTH + 1];
    if (!file_stamp_tells(stamp, file_now()))
        return false;
    int loaded = store_load(index->store, at, &record, NULL, NULL, NULL);
    if (loaded == FAIL_SYSTEM)
        return false;
    part_add(&index->making, loaded == 0 ? record : NULL, index_identity(catalog_id(&index->store->list, at, id) ? id : "", stamp));
    if (loaded == 0)
        record_free(record);
    return true;
}

/* The plies of the index while parts are made of files: one of them at a time. */
static struct shared_plies shared_of(struct index *index)
{
    struct shared_plies shared = {.table = index->plies};
    pthread_mutex_init(&shared.lock, NULL);
    return shared;
}

/* Games in files, so many of them; *more: there are others, *waits: some have to rest first. False: it cannot go on. */
static bool step_files(struct index *index, int games, bool *more, bool *waits)
{
    struct store *store = index->store;
    *more = *waits = false;
    if (!index_read_parts(index) || !index_read_plies(index) || !index_find_places(index))
        return false;
    struct shared_plies shared = shared_of(index);
    if (!index->making.seen || index->making_stamps != store->stamps || index->making_lost) {
        forget_making(index);
        part_begin(&index->making, &shared, true);
        index->making_stamps = store->stamps;
        index->making_lost = false;
    }
    index->making.shared = &shared;
    for (; index->next < store->list.count && games > 0 && index->making.games < index->part_games && !part_is_full(&index->making);
         index->next++) {
        struct file_stamp stamp;
        if (!sieve_has(index->unknown, index->next) || !store->kind->stamp(store, index->next, &stamp))
            continue;
        games--;
        if (!add_file(index, index->next, &stamp))
            *waits = *waits || !is_of_future(&stamp);
    }
    *more = index->next < store->list.count;
    index->plies = shared.table;
    bool full = index->making.games == index->part_games || part_is_full(&index->making), good = true;
    if (full || (!*more && (index->making.games || are_gone(index))))
        good = write_files(index);
    pthread_mutex_destroy(&shared.lock);
    if (!*more && *waits)
        index->next = 0;
    return good;
}

/* -------------------------------------------------------------------------------------------------------- all */

/* How many games are in it. */
static int count_known(struct index *index)
{
    int n = 0;
    if (!index_read_parts(index) || !index_find_places(index))
        return 0;
    for (int i = 0; i < index->parts; i++)
        n += *index->part[i].source ? index->part[i].games : index->part[i].live;
    return n + index->making.games;
}

/* Games in files first, then those of packs. *stopped: there is more to do, but not now. */
static bool step(struct index *index, int games, bool *stopped)
{
    bool more, waits, files;
    int failures = index->failures;
    *stopped = !index->file || !index->create;
    if (*stopped)
        return false;
    files = step_files(index, games, &more, &waits);
    if (files && more)
        return true;
    if (files && waits)
        rest();
    bool packs = files && step_packs(index, stopped);
    *stopped = *stopped || !files;
    if (index->failures != failures && index->file) { /* made anew */
        *stopped = false;
        return true;
    }
    return !*stopped && (packs || waits);
}

bool index_step(struct index *index, int games, int *done, int *total)
{
    struct store *store = index->store;
    bool more = store_scan(store, games < INT_MAX / 8 ? games * 8 : INT_MAX); /* looking is quicker than indexing */
    bool looked = !more, stopped = false;
    int all = store_total(store), known = 0;
    if (looked) {
        more = step(index, games, &stopped);
        known = index->file ? count_known(index) : 0;
    }
    if (!more && index->create && store->kind->keep_list)
        store->kind->keep_list(store);
    if (done)
        *done = more || stopped ? (known < all ? known : all - 1) : all;
    if (total)
        *total = all;
    return more;
}

bool index_wanted(struct index *index, struct store *store)
{
    bool kept = true;
    if (store->list.count && store->kind->unchecked)
        store->kind->unchecked(store, &kept);
    if (!kept || !index || !index->file)
        return !kept || store_count(store) > 0;
    if (!index_read_parts(index) || !index_find_places(index))
        return true;
    for (int i = 0; i < store->shelves; i++)
        if (!is_of_future(pack_stamp(store->shelf[i].pack)) && uncovered(index, store->shelf[i].pack, &(int){0}))
            return true;
    for (int i = 0; i < store->list.count; i++) {
        struct file_stamp stamp;
        if (sieve_has(index->unknown, i) && store->kind->stamp(store, i, &stamp) && !is_of_future(&stamp))
            return true;
    }
    return are_gone(index);
}
