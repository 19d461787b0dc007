/* index_plies.c - the plies of the files' games, in pieces beside the SQLite file: plies.h.
 *
 * No row of SQLite holds them: a piece is made of the records, as they are loaded to be completed, or loaded again where that was
 * another time. What is younger than the last piece is tried: there are few such games, since pieces of the end are small, until
 * a whole piece takes their place. Their seals are as those of index_positions.c. */
#include "config.h"
#include "archive/index_parts.h"

#include <stdlib.h>
#include <unistd.h>

struct pieces *index_plies(struct index *index, bool write)
{
    static const struct file_stamp of = {0}; /* the seals say what it was made from */
    struct pieces *plies = &index->plies;
    struct store *store = index->store;
    struct sidecar_place place = {.folder = -1};
    if ((plies->opened && (plies->writing || !write)) || !index->file)
        return plies;
    if (store->kind->sidecar_place && store->kind->sidecar_place(store, write, &place)) {
        pieces_open(plies, &plies_kind, &place, "v1", &of, write);
        close(place.folder);
        index_compare_seals(index, INDEX_PLIES, plies);
    }
    plies->opened = true;
    return plies;
}

/* The numbers of the next piece, from *first until before *behind: a whole piece, in the place of small ones, or a small one of
 * what is behind. False: there are too few. */
static bool next_piece(struct index *index, int *first, int *behind)
{
    enum { SMALL = 32 /* of them in a whole one */ };
    const struct pieces *plies = index_plies(index, false);
    int most = index->piece_games, numbers = index->last_number + 1, whole = 0;
    for (int p = 0; p < plies->pieces && plies->piece[p].first == whole; p++)
        if ((p + 1 < plies->pieces ? plies->piece[p + 1].first : plies->games) == whole + most)
            whole += most;
    bool large = whole + most <= numbers;
    *first = large ? whole : plies->games;
    *behind = large ? whole + most : numbers;
    return *behind - *first >= (most + SMALL - 1) / SMALL && *behind > 1;
}

/* How many games of these numbers wait to be completed. */
static int incomplete(const struct index *index, int first, int behind)
{
    int n = 0;
    for (int i = 0; i < index->games; i++)
        n += !index->game[i].complete && index->game[i].number >= first && index->game[i].number < behind;
    return n;
}

bool index_plies_wanted(struct index *index)
{
    int first, behind;
    return next_piece(index, &first, &behind) && !incomplete(index, first, behind);
}

void index_plies_forget(struct index *index)
{
    plies_making_end(&index->plies_job.making);
    free(index->plies_job.added);
    index->plies_job = (struct plies_job){.left = 0};
}

void index_plies_begin(struct index *index)
{
    struct plies_job *job = &index->plies_job;
    int first, behind;
    if (job->making.games || !next_piece(index, &first, &behind))
        return;
    plies_making_begin(&job->making, first, behind - first);
    job->added = memory_new(sieve_bytes(behind - first), 1);
    job->left = incomplete(index, first, behind);
    job->next = 0;
}

/* Is a number of the piece, and not in it yet? */
static bool lacks(const struct plies_job *job, int number)
{
    int at = number - job->making.first;
    return at >= 0 && at < job->making.games && !sieve_has(job->added, at);
}

void index_plies_add(struct index *index, int number, const struct record *record)
{
    struct plies_job *job = &index->plies_job;
    if (!lacks(job, number))
        return;
    if (record)
        plies_making_add(&job->making, number - job->making.first, record);
    sieve_put(job->added, number - job->making.first);
    job->left--;
}

/* Load games of the piece that are not in it yet; false when one cannot be read just now. */
static bool load_some(struct index *index, int games)
{
    struct plies_job *job = &index->plies_job;
    for (; job->next < index->store->list.count && games > 0; job->next++) {
        struct record *record = NULL;
        const struct entry_of_game *entry = index_fresh(index, job->next);
        if (!entry || !lacks(job, entry->number))
            continue;
        int number = entry->number;
        if (store_load(index->store, job->next, &record, NULL, NULL, NULL) == FAIL_SYSTEM)
            return false;
        index_plies_add(index, number, record);
        record_free(record);
        games--;
    }
    return true;
}

/* Write the piece, over those it takes the place of. */
static bool write_piece(struct index *index)
{
    struct plies_making *making = &index->plies_job.making;
    struct pieces *plies = index_plies(index, true);
    int at = 0;
    if (!plies->writing)
        return false;
    while (at < plies->pieces && plies->piece[at].first < making->first)
        at++;
    pieces_cut_off(plies, at);
    return plies_append(plies, making) && index_seal(index, INDEX_PLIES, plies);
}

bool index_plies_step(struct index *index, int games)
{
    struct plies_job *job = &index->plies_job;
    int first = job->making.first, behind = first + job->making.games;
    if (!job->making.games || (job->left > 0 && index->next < index->store->list.count) || incomplete(index, first, behind))
        return false;
    if (!load_some(index, games))
        return false;
    if (job->next < index->store->list.count)
        return true;
    bool written = write_piece(index);
    index_plies_forget(index);
    return written;
}
