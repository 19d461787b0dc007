/* build.c - updates an index: builds parts for the games that are in none, on all processors. See
 * index.h.
 *
 * Every call of index_step() does a little work, so that searches and the screen stay responsive;
 * build_step() first handles games in single files, then packs.
 *
 * Files: games that are in no part are added to a part in memory (index->making), which is written
 * when it is full or no more files are left. Otherwise the index would get one small part per
 * change, so the two smallest parts are then merged, unless the larger one is more than twice as
 * large as the other (build_merge()). Merging reads only the index, not the games. Parts of packs
 * that were replaced and parts whose files are all gone are dropped.
 *
 * Packs: a step plans up to PARTS_A_THREAD parts per thread, each as large as possible. Threads
 * parse games and build parts; this thread writes the finished parts in the order in which they
 * arrive (build_write_all()). All of them share the table of plies, under one lock.
 *
 * A part is written in one transaction, so a killed build loses only the parts it was building. If
 * two programs build at once, the later one sees that the database version has changed
 * (begin_writing()) and stops; its next call continues from what the other one wrote.
 *
 * A file is indexed only once its stamp can be trusted: not if it changed within the last two
 * seconds (the step waits a little: build_rest()), and never if its time lies in the future.
 *
 * The number of threads is limited by the memory that the program promises to need at most:
 * index_threads(). */
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

enum {
    THREADS_MOST = 8,
    PARTS_A_THREAD = 2 /* parts built per thread in one step */,
    REST = 50 /* milliseconds to wait for a file stamp to settle */
};

/* ------------------------------------------------------------------------------------------------
 * writing */

/* Begins to write; false if another program has written since the parts were read. */
static bool begin_writing(struct index *index)
{
    index_write_ahead(index);
    int64_t version = index->version;
    if (!index_begin(index, true))
        return false;
    if (index_read_parts(index) && (version == -1 || version == index->version) &&
        index_read_plies(index))
        return true;
    index_end(index, false);
    return false;
}

/* Ends writing. Discards index->unknown, the set of the games that are in no part, because the new
 * parts have changed it. SQL_VERSION cannot show this, since it does not change when this program
 * writes. */
static bool end_writing(struct index *index, bool written)
{
    bool kept = index_end(index, written);
    free(index->unknown);
    index->unknown = NULL;
    if (!kept)
        index->version = -1;
    return kept;
}

/* Makes malloc() return the memory of finished parts to the system at once; otherwise glibc
 * would adapt to large blocks and keep them. This affects only the memory use of this process,
 * which runs only for the index. */
static void keep_no_memory(void)
{
#ifdef HAVE_MALLOPT
    enum { LARGE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

/* ----------------------------------------------------------------------------------------------------
 * packs */

/* A part of a pack to be built. */
struct job {
    const struct pack *pack;
    int first, games;
};

/* Work shared by the threads of a step. */
struct build_work {
    const struct store *store;
    struct shared_plies plies;
    struct job job[THREADS_MOST * PARTS_A_THREAD];
    int jobs, next, done;   /* jobs: number of jobs. next: number of jobs started. done: number of
                               jobs finished */
    struct made *made;      /* finished parts waiting to be written */
    pthread_cond_t changed; /* signals a change of any member; plies.lock protects them all */
    bool stop; /* true if a part cannot be built or written now, so that the threads stop */
};

/* A finished part. */
struct made {
    struct made *after;
    const struct pack *pack;
    int first;
    uint64_t seal;
    struct part_rows rows;
};

static uint64_t seal_of(const struct file_stamp *stamp, int first, uint64_t seed)
{
    return sidecar_check(&first, sizeof first, sidecar_check(stamp, sizeof *stamp, seed)) &
           UINT32_MAX;
}

/* Queues a finished part for writing, after computing its checksum seed. */
static void build_hand_over(struct build_work *work, struct part_making *making,
                            const struct pack *pack, int first)
{
    struct made *made = memory_new(1, sizeof *made);
    *made =
        (struct made){.pack = pack, .first = first, .seal = seal_of(pack_stamp(pack), first, 0)};
    part_finish(making, made->seal, &made->rows);
    pthread_mutex_lock(&work->plies.lock);
    struct made **last = &work->made;
    while (*last)
        last = &(*last)->after;
    *last = made;
    pthread_cond_signal(&work->changed);
    pthread_mutex_unlock(&work->plies.lock);
}

/* Adds a game of a pack to a part; false if it cannot be read now. */
static bool add_packed(const struct store *store, struct part_making *making,
                       const struct pack *pack, int at)
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

/* Takes the next job; false if there are no more. */
static bool take_job(struct build_work *work, struct job *job)
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
    struct build_work *work = argument;
    struct part_making making;
    struct job job;
    part_begin(&making, &work->plies, false);
    while (take_job(work, &job)) {
        bool good = true;
        int first = job.first, end = job.first + job.games;
        for (int at = first; at < end && good; at++) {
            good = add_packed(work->store, &making, job.pack, at);
            if (good && (at + 1 == end || part_is_full(&making))) {
                build_hand_over(work, &making, job.pack, first);
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

/* Writes first the new plies, then the part. The lock is held except while the part is written.
 * While the plies are written, the index borrows the table of plies. */
static bool write_made(struct index *index, struct build_work *work, const struct made *made)
{
    index->plies = work->plies.table;
    bool written = begin_writing(index) && index_put_plies(index);
    work->plies.table = index->plies;
    index->plies = (struct ply_table){.n = 0};
    pthread_mutex_unlock(&work->plies.lock);
    written = written && index_put_part(index, pack_name(made->pack), pack_stamp(made->pack),
                                        made->first, made->seal, &made->rows);
    written = end_writing(index, written);
    pthread_mutex_lock(&work->plies.lock);
    return written;
}

/* Writes parts as they arrive, until all jobs are done. If writing fails, starts no more jobs, and
 * returns when the running jobs are done. The caller holds the lock. */
static void build_write_all(struct index *index, struct build_work *work)
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

/* Finds the first run of games of a pack, from index *first on, that are in no part. *first becomes
 * the index of the first game of the run. Returns the number of games in the run, 0 if there is no
 * such game. */
static int build_uncovered(const struct index *index, const struct pack *pack, int *first)
{
    int count = pack_list(pack)->count;
    bool moved = true;
    while (moved) {
        moved = false;
        for (int i = 0; i < index->parts; i++) {
            const struct index_part *part = &index->part[i];
            if (*part->source && part->first <= *first && part->first + part->games > *first &&
                index_part_is_of(part, pack)) {
                *first = part->first + part->games;
                moved = true;
            }
        }
    }
    int end = count;
    for (int i = 0; i < index->parts; i++) {
        const struct index_part *part = &index->part[i];
        if (*part->source && part->first > *first && part->first < end &&
            index_part_is_of(part, pack))
            end = part->first;
    }
    return *first < end ? end - *first : 0;
}

int index_threads(int games, long processors)
{
    /* The memory that indexing may use: PROMISED_LEAST bytes, or PROMISED_GAME bytes per game if
     * that is more. The program itself uses PROGRAM bytes of it, and each part being built uses
     * MADE_PART bytes. */
    enum {
        PROMISED_LEAST = 200 << 20,
        PROMISED_GAME = 200,
        PROGRAM = 24 << 20,
        MADE_PART = 80 << 20
    };
    int64_t promised = (int64_t)games * PROMISED_GAME, room;
    promised = promised < PROMISED_LEAST ? PROMISED_LEAST : promised;
    room = (promised - PROGRAM) / MADE_PART;
    int most = room < THREADS_MOST ? (int)room : THREADS_MOST;
    return processors < 1 ? 1 : processors < most ? (int)processors : most;
}

/* True if a file's time is in the future. Such a file is never indexed, because waiting does not
 * make its stamp trustworthy. */
static bool is_of_future(const struct file_stamp *stamp)
{
    return stamp->mtime > file_now();
}

/* Plans the jobs of a step. False if a pack was written so recently that it may change again
 * without a new stamp: try again later. */
static bool build_plan(const struct index *index, struct build_work *work, int most)
{
    const struct store *store = index->store;
    bool rested = true;
    for (int i = 0; i < store->shelves; i++) {
        const struct pack *pack = store->shelf[i].pack;
        int games, first = 0;
        if (!file_stamp_tells(pack_stamp(pack), file_now())) {
            rested =
                rested && (is_of_future(pack_stamp(pack)) || !build_uncovered(index, pack, &first));
            continue;
        }
        while (work->jobs < most && (games = build_uncovered(index, pack, &first)) > 0) {
            games = games < index->part_games ? games : index->part_games;
            work->job[work->jobs++] = (struct job){pack, first, games};
            first += games;
        }
    }
    return rested;
}

static void build_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = REST * 1000000L}, NULL);
}

static bool step_packs(struct index *index, bool *stopped)
{
    pthread_t thread[THREADS_MOST];
    struct build_work work = {.store = index->store};
    int threads = index_threads(store_total(index->store), sysconf(_SC_NPROCESSORS_ONLN)),
        started = 0;
    *stopped = !index_read_parts(index) || !index_read_plies(index);
    if (*stopped)
        return false;
    bool rested = build_plan(index, &work, threads * PARTS_A_THREAD);
    if (!work.jobs) {
        if (!rested)
            build_rest();
        return !rested;
    }
    /* Get the columns with the games' offsets in advance, so that the threads only read them. */
    for (int i = 0; i < index->store->shelves; i++)
        catalog_column(pack_list(index->store->shelf[i].pack), COLUMN_OWN);
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
    build_write_all(index, &work);
    pthread_mutex_unlock(&work.plies.lock);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&work.changed);
    pthread_mutex_destroy(&work.plies.lock);
    if (work.stop) { /* the tables in memory are invalid and must be read from the file again */
        ply_table_clear(&work.plies.table);
        index->version = -1;
    } else {
        index->plies = work.plies.table;
    }
    *stopped = work.stop;
    return !work.stop;
}

/* ----------------------------------------------------------------------------------------------------
 * files */

static void forget_making(struct index *index)
{
    part_end(&index->making);
    index->next = 0;
}

/* Drops a part of a pack if the pack is gone or was replaced. Drops a part of single files if all
 * of its files are gone. */
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

/* True if there are parts that drop_gone() would drop. */
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

/* Copies games from a part to the part being built, with everything known about them. Leaves out
 * games that no longer exist. */
static bool take_games(struct index *index, struct part_making *making,
                       const struct index_part *part)
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
            good = index->failures == failures &&
                   (!more || part_take(making, (enum part_kind)kind, &cursor.row, part->games, to));
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
    uint64_t seal =
        sidecar_check(making->identity, (size_t)making->games * sizeof *making->identity,
                      (uint64_t)file_now()) &
        UINT32_MAX;
    part_finish(making, seal, &rows);
    bool written = index_put_plies(index) && index_put_part(index, "", &none, 0, seal, &rows);
    part_rows_clear(&rows);
    return written;
}

/* Finds two parts of files to merge: the two smallest, unless the larger one is more than twice as
 * large as the other. */
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
    return *other >= 0 && part[*other].live <= 2 * part[*one].live &&
           part[*one].live + part[*other].live <= index->part_games;
}

/* Merges parts of files. After each merge, the list of parts and the indices of their games are
 * read anew. */
static bool build_merge(struct index *index)
{
    int one, other;
    bool good = index_find_places(index);
    while (good && find_pair(index, &one, &other)) {
        struct part_making making;
        part_begin(&making, NULL, true);
        good = take_games(index, &making, &index->part[one]) &&
               take_games(index, &making, &index->part[other]) && put_files(index, &making);
        part_end(&making);
        good = good && index_drop_part(index, one > other ? one : other) &&
               index_drop_part(index, one > other ? other : one);
        free(index->unknown);
        index->unknown = NULL;
        good = good && index_find_places(index);
    }
    return good;
}

/* Writes the part of files built so far, if it has any games; then drops and merges parts. */
static bool write_files(struct index *index)
{
    bool written =
        begin_writing(index) && (!index->making.games || put_files(index, &index->making));
    free(index->unknown);
    index->unknown = NULL;
    written = written && index_find_places(index) && drop_gone(index) && build_merge(index);
    return end_writing(index, written);
}

/* Adds a game to the part being built. False if it cannot be read now. */
static bool add_file(struct index *index, int at, uint64_t identity)
{
    struct record *record = NULL;
    int loaded = store_load(index->store, at, &record, NULL, NULL, NULL);
    if (loaded == FAIL_SYSTEM)
        return false;
    part_add(&index->making, loaded == 0 ? record : NULL, identity);
    if (loaded == 0)
        record_free(record);
    return true;
}

/* Returns the ply table of the index in the form in which threads share it. Parts of files are
 * built one at a time, so nothing else uses the table meanwhile. */
static struct shared_plies shared_of(struct index *index)
{
    struct shared_plies shared = {.table = index->plies};
    pthread_mutex_init(&shared.lock, NULL);
    return shared;
}

/* Indexes up to `games` games in single files. *more: there are more; *waits: some must wait
 * until their stamps can be trusted. False if indexing cannot go on. */
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
    for (; index->next < store->list.count && games > 0 &&
           index->making.games < index->part_games && !part_is_full(&index->making);
         index->next++) {
        uint64_t identity = 0;
        enum store_mark told = prefilter_has(index->unknown, index->next)
                                   ? index_identity(store, index->next, &identity)
                                   : MARK_NONE;
        if (told == MARK_NONE)
            continue;
        games--;
        if (told != MARK_SURE || !add_file(index, index->next, identity))
            *waits = *waits || told != MARK_NEVER;
    }
    *more = index->next < store->list.count;
    index->plies = shared.table;
    bool full = index->making.games == index->part_games || part_is_full(&index->making),
         good = true;
    if (full || (!*more && (index->making.games || are_gone(index))))
        good = write_files(index);
    pthread_mutex_destroy(&shared.lock);
    if (!*more && *waits)
        index->next = 0;
    return good;
}

/* --------------------------------------------------------------------------------------------------------
 * all */

/* The number of games in the index. */
static int count_known(struct index *index)
{
    int n = 0;
    if (!index_read_parts(index) || !index_find_places(index))
        return 0;
    for (int i = 0; i < index->parts; i++)
        n += *index->part[i].source ? index->part[i].games : index->part[i].live;
    return n + index->making.games;
}

/* Does one step: games in files first, then packed games. *stopped becomes true if there is more
 * to do, but not now. */
static bool build_step(struct index *index, int games, bool *stopped)
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
        build_rest();
    bool packs = files && step_packs(index, stopped);
    *stopped = *stopped || !files;
    if (index->failures != failures && index->file) { /* the index was discarded and rebuilt from
                                                         scratch */
        *stopped = false;
        return true;
    }
    return !*stopped && (packs || waits);
}

bool index_step(struct index *index, int games, int *done, int *total)
{
    struct store *store = index->store;
    /* Scans more games than it indexes, since scanning is faster. */
    bool more = store_scan(store, games < INT_MAX / 8 ? games * 8 : INT_MAX);
    bool looked = !more, stopped = false;
    int all = store_total(store), known = 0;
    if (looked) {
        more = build_step(index, games, &stopped);
        known = index->file ? count_known(index) : 0;
    }
    if (!more && index->create && store->backend->keep_list)
        store->backend->keep_list(store);
    if (done)
        *done = more || stopped ? (known < all ? known : all - 1) : all;
    if (total)
        *total = all;
    return more;
}

bool index_wanted(struct index *index, struct store *store)
{
    bool kept = true;
    if (store->list.count && store->backend->unchecked)
        store->backend->unchecked(store, &kept);
    if (!kept || !index || !index->file)
        return !kept || store_count(store) > 0;
    if (!index_read_parts(index) || !index_find_places(index))
        return true;
    for (int i = 0; i < store->shelves; i++)
        if (!is_of_future(pack_stamp(store->shelf[i].pack)) &&
            build_uncovered(index, store->shelf[i].pack, &(int){0}))
            return true;
    for (int i = 0; i < store->list.count; i++) {
        uint64_t identity = 0;
        enum store_mark told =
            prefilter_has(index->unknown, i) ? index_identity(store, i, &identity) : MARK_NONE;
        if (told == MARK_YOUNG || told == MARK_SURE)
            return true;
    }
    return are_gone(index);
}
