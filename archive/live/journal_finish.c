/* journal_finish.c - turns a finished live game into a game of the archive, exactly once: see journal.h.
 *
 * The steps: write a close record; save the game under its id, which fails if that exists; move the
 * journal to the trash. After a crash between any two steps, the next process completes them. The
 * compiled game depends only on the journal, so it always has the same bytes; and if someone has
 * annotated it since, its `journal` key shows that it was compiled from this journal. */
#include "config.h"
#include "archive/live/journal_internal.h"

#include "archive/util/fs.h"
#include "archive/store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int close_game(struct journal *journal, struct note *why)
{
    struct journal_record record;
    struct lock lock;
    char score[24];
    int result = journal_lock(journal, &lock, why);
    if (result < 0)
        return result;
    result = journal_read_locked(journal, why);
    if (result == 0 && journal->live.stage == LIVE_OVER) {
        live_score(&journal->live, score, sizeof score);
        journal_record_begin(&record, JOURNAL_CLOSE);
        value_set(&record.value, "score", score, false);
        value_set(&record.value, "reason", *journal->live.reason ? journal->live.reason : "end", false);
        result = journal_append_locked(journal, &record, why);
        journal_record_clear(&record);
    }
    lock_drop(&lock);
    return result;
}

/* The SHA-256 of the whole journal in hexadecimal. */
static int hash_file(const struct journal *journal, char out[2 * SHA256_DIGEST_SIZE + 1])
{
    struct sha256_ctx context;
    uint8_t bytes[4096], hash[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    for (int64_t at = 0; at < journal->size;) {
        size_t want = journal->size - at < (int64_t)sizeof bytes ? (size_t)(journal->size - at) : sizeof bytes;
        ssize_t n = pread(journal->fd, bytes, want, (off_t)at);
        if (n <= 0)
            return -1;
        sha256_update(&context, (size_t)n, bytes);
        at += n;
    }
    sha256_digest(&context, sizeof hash, hash);
    for (size_t i = 0; i < sizeof hash; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
    return 0;
}

/* True if the archive's game with this id was compiled from this journal. */
static bool is_done(struct store *store, const char *id, const char *hash)
{
    struct record *record;
    store_refresh(store);
    while (store_scan(store, 1000)) {
    }
    int at = store_find(store, id);
    if (at < 0 || store_load(store, at, &record, NULL, NULL, NULL) < 0)
        return false;
    bool done = !strcmp(record_text(record, "journal.sha256"), hash);
    record_free(record);
    return done;
}

static int compile(struct journal *journal, struct note *why)
{
    char hash[2 * SHA256_DIGEST_SIZE + 1], seq[16];
    struct version version = {0};
    if (journal->live.game.plies == 0)
        return 0; /* no ply was played: there is no game to keep */
    if (hash_file(journal, hash) < 0)
        return file_fail(why, "the journal cannot be read");
    struct record *record = live_record(&journal->live);
    struct value *map = value_map(&record->head, "journal");
    snprintf(seq, sizeof seq, "%d", journal->live.records - 1);
    value_set(map, "seq", seq, true);
    value_set(map, "sha256", hash, false);
    int result = store_save(journal->store, record, &version, why);
    if (result == FAIL_CONFLICT && is_done(journal->store, record->id, hash))
        result = 0;
    record_free(record);
    return result;
}

static int put_away(struct journal *journal, struct note *why)
{
    char name[JOURNAL_NAME_ROOM];
    journal_name(journal->live.id, name);
    int live = store_folder(journal->store, JOURNAL_FOLDER, false), trash = store_folder(journal->store, "trash", true), result = 0;
    if (live < 0 || trash < 0 || (renameat(live, name, trash, name) < 0 && errno != ENOENT) || folder_sync(live) < 0 ||
        folder_sync(trash) < 0)
        result = file_fail(why, "the journal cannot be put away");
    if (live >= 0)
        close(live);
    if (trash >= 0)
        close(trash);
    journal->finished = result == 0;
    return result;
}

int journal_finish(struct journal *journal, struct note *why)
{
    if (journal->finished || journal->live.stage < LIVE_OVER)
        return 0;
    int result = journal->live.stage == LIVE_OVER ? close_game(journal, why) : 0;
    if (journal->finished) /* someone else finished it meanwhile */
        return 0;
    if (result == 0)
        result = compile(journal, why);
    if (result == 0)
        result = put_away(journal, why);
    return result;
}

int journal_recover(struct store *store, const char *user)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = journal_list(store, &ids), finished = 0;
    for (int i = 0; i < n; i++) {
        struct journal *journal;
        struct note why;
        if (journal_open(&journal, store, user, ids[i], &why) < 0)
            continue;
        bool over = journal->live.stage >= LIVE_OVER && !journal->broken && !live_is_news(&journal->live, journal_clock());
        finished += over && journal_finish(journal, &why) == 0;
        journal_free(journal);
    }
    free(ids);
    return finished;
}
