/* test_past.c - the undo history kept from before the last save, under attack: damaged, truncated,
 * blocked, failed system calls, killed at any call, two writers at once. The history is either
 * complete, or not offered with a reason; the game is never touched. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/store/edit_history.h"
#include "tests/faults/faults.h"

#include <dirent.h>
#include <errno.h>
#include <nettle/sha2.h>
#include <signal.h>
#include <sys/wait.h>

static const char lost[] = "changes made before the last save cannot be undone any more: ";

/* A game with an unsaved change. */
struct scene {
    struct store *store;
    struct edits edits;
    struct version version;
};

static void change(struct edits *edits, int nag, const char *what)
{
    struct spot spot = spot_start();
    spot.ply = 1;
    edits_mark(edits, &spot, what);
    edit_nag(edits->record, &spot, nag);
}

static void scene_begin_new(struct scene *scene)
{
    *scene = (struct scene){.store = new_archive()};
    edits_begin(&scene->edits, new_game("Ana"));
    change(&scene->edits, 1, "one");
    must_save(scene->store, scene->edits.record, &scene->version);
}

static void scene_end(struct scene *scene)
{
    edits_clear(&scene->edits);
    store_close(scene->store);
}

static const char *past_of(const struct scene *scene)
{
    char name[100];
    snprintf(name, sizeof name, "club/drafts/ana/%s.past", scene->edits.record->id);
    return in_top(name);
}

enum known { NOTHING, TOLD, KNOWN };

/* What the history is when the game is opened. In any case the game is the saved one, and undo
 * leads back to where it was. */
static enum known recalled(const struct scene *scene)
{
    struct edits again = {0};
    struct note why;
    struct spot spot = spot_start();
    const char *what;
    edits_begin(&again, record_copy(scene->edits.record));
    bool known = edit_log_recall(scene->store, &scene->version, &again, &why);
    assert_true(record_same(again.record, scene->edits.record));
    assert_int_equal(again.undos, known ? scene->edits.undos : 0);
    assert_false(known && why.text[0]);
    if (why.text[0])
        assert_memory_equal(why.text, lost, sizeof lost - 1);
    if (known) {
        assert_true(edits_undo(&again, &spot, &what));
        assert_string_equal(what, "one");
        assert_int_equal(spot.ply, 1);
        assert_false(node_is_noted(spot_node(again.record, &spot)));
    }
    edits_clear(&again);
    return known ? KNOWN : why.text[0] ? TOLD : NOTHING;
}

/* A game is saved after two changes, the second of which was undone. After loading it, undo and
 * redo lead through both. If another user saved it since, or it was saved as another game or
 * deleted, there is no history. */
static void undo_leads_back_to_before_a_save(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start();
    struct version version = {0}, other;
    struct note why = {0};
    const char *what;
    char(*ids)[ULID_LENGTH + 1];
    struct record *record = new_game("Ana"), *first;
    must_save(store, record, &version);
    first = record_copy(record);
    edits_begin(&edits, record);
    change(&edits, 1, "one");
    change(&edits, 4, "two");
    assert_true(edits_undo(&edits, &spot, NULL));
    must_save(store, edits.record, &version);
    edits_set_saved(&edits);
    edit_log_keep(store, &edits, &version);
    assert_int_equal(store_drafts(store, &ids), 0); /* it is not a draft */
    free(ids);

    edits_begin(&again, record_copy(edits.record));
    assert_true(edit_log_recall(store, &version, &again, &why));
    assert_true(edits_saved(&again));
    assert_int_equal(again.redos, 1);
    assert_true(edits_undo(&again, &spot, &what));
    assert_string_equal(what, "one");
    first->rev = again.record->rev; /* states belong to the stored version */
    assert_true(record_same(again.record, first));
    assert_false(edits_saved(&again));
    assert_false(edits_undo(&again, &spot, NULL));

    /* A draft made from it has the whole history, and knows which state is on disk. */
    bool begun = false;
    struct edits draft = {0};
    assert_int_equal(store_draft_save(store, again.record, &version, &why), 0);
    edit_log_note(store, &again, LOGGED_UNDO, &begun);
    assert_true(begun);
    edits_begin(&draft, record_copy(again.record));
    assert_true(edit_log_resume(store, edits.record, &draft));
    assert_false(edits_saved(&draft));
    assert_true(edits_redo(&draft, &spot, &what));
    assert_string_equal(what, "one");
    assert_true(edits_saved(&draft));
    assert_true(edits_redo(&draft, &spot, &what));
    assert_string_equal(what, "two");
    edits_clear(&draft);
    store_draft_drop(store, edits.record->id);
    edits_clear(&again);

    other = version;
    other.hash[0] ^= 1;
    edits_begin(&again, record_copy(edits.record));
    assert_false(edit_log_recall(store, &other, &again, &why));
    other = version;
    other.rev++;
    assert_false(edit_log_recall(store, &other, &again, &why));
    record_set_text(again.record, "event.round", "7");
    assert_false(edit_log_recall(store, &version, &again, &why));
    edits_clear(&again);
    edits_begin(&again, record_copy(edits.record));
    assert_true(edit_log_recall(store, &version, &again, &why));
    edits_clear(&again);
    assert_int_equal(store_remove(store, edits.record->id, &version, &why), 0);
    edits_begin(&again, record_copy(edits.record));
    assert_false(edit_log_recall(store, &version, &again, &why));
    edits_clear(&again);
    edits_clear(&edits);
    record_free(first);
    store_close(store);
}

/* A log that only has the saved game, which another owner holds, still gives us a record of our own
 * to change. */
static void a_log_without_changes_gives_a_record_of_its_own(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct version version = {0};
    struct record *base = new_game("Ana");
    bool begun = false;
    must_save(store, base, &version);
    struct edits draft = {.record = record_copy(base)};
    edit_log_note(store, &draft, LOGGED_CHANGE, &begun);
    assert_true(begun && edit_log_resume(store, base, &draft));
    assert_ptr_not_equal(draft.record, base);
    record_free(base);
    edits_clear(&draft);
    store_close(store);
}

/* With any byte changed, or the end missing, the history is not offered, with a message. */
static void damage_is_reported(void **state)
{
    (void)state;
    struct scene scene;
    size_t size;
    scene_begin_new(&scene);
    assert_int_equal(recalled(&scene), NOTHING);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN);
    char *bytes = read_file(past_of(&scene), &size), line[100], sum[2 * SHA256_DIGEST_SIZE + 1];
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx context;
    enum {
        LINE = sizeof "---\nsha256: ''\n" - 1 + 2 * SHA256_DIGEST_SIZE
    }; /* the first line, the digest of everything after it (docs/archive.md) */
    sha256_init(&context);
    sha256_update(&context, size - LINE, (const uint8_t *)bytes + LINE);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(sum + 2 * i, 3, "%02x", digest[i]);
    assert_int_equal(snprintf(line, sizeof line, "---\nsha256: '%s'\n", sum), LINE);
    assert_memory_equal(bytes, line, LINE);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= (char)(1 << at % 8);
        write_file(past_of(&scene), bytes, size);
        assert_int_equal(recalled(&scene), TOLD);
        bytes[at] ^= (char)(1 << at % 8);
        write_file(past_of(&scene), bytes, at);
        assert_int_equal(recalled(&scene), TOLD);
    }
    write_file(past_of(&scene), bytes, size);
    assert_int_equal(recalled(&scene), KNOWN);
    free(bytes);
    scene_end(&scene);
}

/* Even if the checksum is right, only a history that leads to the saved game is offered. */
static void a_history_that_does_not_fit_does_no_harm(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct version version = {0};
    struct note why = {0};
    char *bytes;
    size_t size;
    edits_begin(&edits, new_game("Ana"));
    change(&edits, 1, "one");
    must_save(store, edits.record, &version);
    edit_log_keep(store, &edits, &version);
    assert_int_equal(store_past_read(store, edits.record->id, &bytes, &size, NULL), 0);
    for (size_t n = 0; n <= size; n++) {
        edits_begin(&again, record_copy(edits.record));
        assert_int_equal(store_past_save(store, edits.record->id, bytes, n, NULL), 0);
        bool offered = edit_log_recall(store, &version, &again, &why);
        assert_true(n < size || offered);
        assert_true(record_same(again.record, edits.record));
        edits_clear(&again);
    }
    free(bytes);
    edits_clear(&edits);
    store_close(store);
}

/* A file that is too large, or not a file at all, is reported, too; the next save replaces it, or
 * uses the other place if it cannot. */
static void obstacles_are_reported(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin_new(&scene);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(truncate(past_of(&scene), STORE_PAST_MOST + 4096), 0);
    assert_int_equal(recalled(&scene), TOLD);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN);
    unlink(past_of(&scene));
    assert_int_equal(mkdir(past_of(&scene), 0700), 0);
    assert_int_equal(recalled(&scene), TOLD);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN); /* in the user's own folder */
    scene_end(&scene);
}

/* If nothing was changed, or a game is larger than the limit, no history is kept, and the earlier
 * one is removed. */
static void a_history_that_is_not_kept_leaves_no_file(void **state)
{
    (void)state;
    enum { LONG = 60000, COMMENTS = STORE_PAST_MOST / LONG + 1 };
    struct edits none = {0};
    struct scene scene;
    struct spot spot = spot_start();
    char *text = memory_new(LONG + 1, 1), by[20];
    scene_begin_new(&scene);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(access(past_of(&scene), F_OK), 0);
    edits_begin(&none, record_copy(scene.edits.record));
    edit_log_keep(scene.store, &none, &scene.version);
    assert_int_equal(access(past_of(&scene), F_OK), -1);
    edits_clear(&none);
    edit_log_keep(scene.store, &scene.edits, &(struct version){.rev = 1});
    assert_int_equal(access(past_of(&scene), F_OK), -1);

    edit_log_keep(scene.store, &scene.edits, &scene.version);
    memset(text, 'x', LONG);
    for (int i = 0; i < COMMENTS; i++) {
        snprintf(by, sizeof by, "ana %d", i);
        edit_comment(scene.edits.record, &spot, by, text);
    }
    must_save(scene.store, scene.edits.record, &scene.version);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(access(past_of(&scene), F_OK), -1);
    assert_int_equal(recalled(&scene), NOTHING);
    free(text);
    scene_end(&scene);
}

/* The history that remains of a game of so many bytes, after so many changes, of which the last
 * ones were undone. */
static struct edits kept_of(int bytes, int changes, int undone)
{
    enum { LONG = 50000 };
    struct scene scene = {.store = new_archive()};
    struct edits again = {0};
    struct note why;
    struct spot spot = spot_start();
    struct record *game = new_game("Ana");
    char *text = memory_new(LONG + 1, 1), what[20];
    memset(text, 'x', LONG);
    for (int i = 0; i < bytes / LONG; i++) {
        snprintf(what, sizeof what, "ana %d", i);
        edit_comment(game, &spot, what, text);
    }
    edits_begin(&scene.edits, game);
    for (int i = 1; i <= changes; i++) {
        snprintf(what, sizeof what, "%d", i);
        edits_mark(&scene.edits, &spot, what);
        record_set_text(scene.edits.record, "event.round", what);
    }
    for (int i = 0; i < undone; i++)
        assert_true(edits_undo(&scene.edits, &spot, NULL));
    must_save(scene.store, scene.edits.record, &scene.version);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    edits_begin(&again, record_copy(scene.edits.record));
    assert_true(edit_log_recall(scene.store, &scene.version, &again, &why));
    free(text);
    scene_end(&scene);
    drop_top(NULL);
    assert_int_equal(make_top(NULL), 0);
    return again;
}

/* Of large games the nearest states are kept on both sides: in all about 384 KB, at 50,000 bytes
 * each. */
static void the_nearest_states_are_kept(void **state)
{
    (void)state;
    static const struct {
        int bytes, changes, undone, undos, redos;
    } rows[] = {{0, 5, 2, 3, 2},      {100000, 3, 0, 3, 0}, {100000, 5, 0, 3, 0},
                {200000, 4, 3, 0, 1}, {100000, 6, 3, 0, 3}, {100000, 6, 2, 1, 2},
                {50000, 9, 9, 0, 7}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct edits kept = kept_of(rows[i].bytes, rows[i].changes, rows[i].undone);
        struct spot spot = spot_start();
        const char *what;
        int done = rows[i].changes - rows[i].undone;
        assert_int_equal(kept.undos, rows[i].undos);
        assert_int_equal(kept.redos, rows[i].redos);
        for (int k = 0; k < rows[i].redos; k++) {
            assert_true(edits_redo(&kept, &spot, &what));
            assert_int_equal(atoi(what), done + k + 1);
            assert_int_equal(atoi(record_text(kept.record, "event.round")), done + k + 1);
        }
        for (int k = rows[i].redos; k > -rows[i].undos; k--) {
            assert_true(edits_undo(&kept, &spot, &what));
            assert_int_equal(atoi(what), done + k);
            assert_int_equal(atoi(record_text(kept.record, "event.round")), done + k - 1);
        }
        edits_clear(&kept);
    }
}

/* An archive opened for reading is not written. */
static void read_only_archives_stay_untouched(void **state)
{
    (void)state;
    struct scene scene;
    struct note why;
    scene_begin_new(&scene);
    store_close(scene.store);
    assert_int_equal(store_open(&scene.store, in_top("club"),
                                &(struct store_options){.user = "ana", .read_only = true}, &why),
                     0);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN);
    assert_int_equal(access(past_of(&scene), F_OK), -1);
    scene_end(&scene);
}

/* The clock was set back: the file just written has the oldest time, and stays. */
static void the_latest_stays_whatever_the_clock_says(void **state)
{
    (void)state;
    struct scene scene;
    const struct timespec later[2] = {{.tv_sec = 4000000000}, {.tv_sec = 4000000000}};
    char path[300];
    scene_begin_new(&scene);
    for (int i = 0; i < STORE_PAST_GAMES; i++) {
        struct record *game = new_game("Ana");
        assert_int_equal(store_past_save(scene.store, game->id, "---\n", 4, NULL), 0);
        snprintf(path, sizeof path, "club/drafts/ana/%s.past", game->id);
        assert_int_equal(utimensat(AT_FDCWD, in_top(path), later, 0), 0);
        record_free(game);
    }
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN);
    scene_end(&scene);
}

/* If there are too many, the oldest is removed, compared by seconds and nanoseconds. */
static void the_oldest_goes_first(void **state)
{
    (void)state;
    static const struct timespec old[] = {{1000, 5}, {1000, 4}, {999, 9}}, young = {2000, 0};
    char path[STORE_PAST_GAMES + 3][300], id[ULID_LENGTH + 1];
    struct store *store = new_archive();
    for (int i = 0; i < STORE_PAST_GAMES + 3; i++) {
        struct record *game = new_game("Ana");
        snprintf(id, sizeof id, "%s", game->id);
        snprintf(path[i], sizeof path[i], "%s", in_top("club/drafts/ana/"));
        snprintf(path[i] + strlen(path[i]), 60, "%s.past", id);
        assert_int_equal(store_past_save(store, id, "---\n", 4, NULL), 0);
        struct timespec time = i < 3 ? old[i] : young;
        assert_int_equal(utimensat(AT_FDCWD, path[i], (struct timespec[]){time, time}, 0), 0);
        for (int k = 0; k <= i; k++) { /* the third is removed, then the second, then the first */
            bool gone = k < 3 && i - STORE_PAST_GAMES >= 2 - k;
            assert_int_equal(access(path[k], F_OK), gone ? -1 : 0);
        }
        record_free(game);
    }
    store_close(store);
}

/* The history is in one place only, is removed from either place, and no descriptor stays open. */
static void the_history_is_in_one_place(void **state)
{
    (void)state;
    struct scene scene;
    struct note why;
    char home[300];
    scene_begin_new(&scene);
    struct store *reader;
    assert_int_equal(store_open(&reader, in_top("club"),
                                &(struct store_options){.user = "ana", .read_only = true}, &why),
                     0);
    edit_log_keep(reader, &scene.edits, &scene.version);
    snprintf(home, sizeof home, "state/chesscade/drafts/ana/%s.past", scene.edits.record->id);
    assert_int_equal(access(in_top(home), F_OK), 0);
    int open = open_descriptors();
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(access(in_top(home), F_OK), -1);
    assert_int_equal(access(past_of(&scene), F_OK), 0);
    assert_int_equal(recalled(&scene), KNOWN);
    edit_log_keep(reader, &scene.edits, &scene.version);
    store_past_drop(scene.store, scene.edits.record->id);
    assert_int_equal(access(in_top(home), F_OK), -1);
    assert_int_equal(access(past_of(&scene), F_OK), -1);
    assert_int_equal(recalled(&scene), NOTHING);
    assert_int_equal(open_descriptors(), open);
    store_close(reader);
    scene_end(&scene);
}

/* ------------------------------------------------------------------------- failing system calls */

/* The next save of the scene: one more change. */
static void save_again(struct scene *scene)
{
    struct spot spot = spot_start();
    edits_mark(&scene->edits, &spot, "two");
    record_set_text(scene->edits.record, "event.round", "2");
    assert_true(edits_undo(&scene->edits, &spot, NULL)); /* so that undo still ends at "one" */
    scene->version.known = true;
    must_save(scene->store, scene->edits.record, &scene->version);
}

static int calls_of_keep(void)
{
    struct scene scene;
    scene_begin_new(&scene);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    save_again(&scene);
    faults_begin(FAULT_NONE, 0, 0);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    int calls = faults_end();
    assert_int_equal(recalled(&scene), KNOWN);
    scene_end(&scene);
    drop_top(NULL);
    assert_int_equal(make_top(NULL), 0);
    return calls;
}

/* Each call of saving the history fails once, with every error: the history is complete or absent,
 * and the next save makes it complete. */
static void failed_calls_leave_the_history_whole(void **state)
{
    (void)state;
    static const int errors[] = {ENOSPC, EIO, EINTR, EROFS, EACCES};
    int calls = calls_of_keep(), known = 0;
    assert_true(calls > 10);
    for (int n = 1; n <= calls; n++)
        for (size_t e = 0; e < sizeof errors / sizeof *errors; e++) {
            struct scene scene;
            scene_begin_new(&scene);
            edit_log_keep(scene.store, &scene.edits, &scene.version);
            save_again(&scene);
            faults_begin(FAULT_ERROR, n, errors[e]);
            edit_log_keep(scene.store, &scene.edits, &scene.version);
            faults_end();
            enum known now = recalled(&scene);
            known += now == KNOWN;
            if (now == TOLD)
                fail_msg("call %d (%c) of keeping it failed (%s), and it is damaged", n,
                         faults_log()[n - 1], strerror(errors[e]));
            edit_log_keep(scene.store, &scene.edits, &scene.version);
            assert_int_equal(recalled(&scene), KNOWN);
            scene_end(&scene);
            drop_top(NULL);
            assert_int_equal(make_top(NULL), 0);
        }
    assert_true(known > calls); /* there is another place */
}

/* Each call of reading the history fails once: it is reported or the history is complete; it is
 * never silently missing. */
static void failed_reads_are_reported(void **state)
{
    (void)state;
    struct scene scene;
    scene_begin_new(&scene);
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    faults_begin(FAULT_NONE, 0, 0);
    assert_int_equal(recalled(&scene), KNOWN);
    int calls = faults_end(), told = 0;
    for (int n = 1; n <= calls; n++) {
        faults_begin(FAULT_ERROR, n, EIO);
        enum known now = recalled(&scene);
        faults_end();
        assert_int_not_equal(now, NOTHING);
        told += now == TOLD;
        assert_int_equal(recalled(&scene), KNOWN);
    }
    assert_true(told > 0);
    scene_end(&scene);
}

/* Killed at any call of saving the history: the game is saved, and undo has all of the history or
 * none. */
static void a_killed_save_leaves_all_of_the_history_or_none(void **state)
{
    (void)state;
    int calls = calls_of_keep();
    for (int n = 1; n <= calls; n++)
        for (enum fault fault = FAULT_KILL; fault <= FAULT_TORN; fault++) {
            struct scene scene;
            struct version there;
            int status;
            scene_begin_new(&scene);
            edit_log_keep(scene.store, &scene.edits, &scene.version);
            save_again(&scene);
            pid_t child = fork();
            if (child == 0) {
                faults_begin(fault, n, 0);
                edit_log_keep(scene.store, &scene.edits, &scene.version);
                _exit(0);
            }
            assert_int_equal(waitpid(child, &status, 0), child);
            assert_true(WIFSIGNALED(status));
            if (recalled(&scene) == TOLD)
                fail_msg("killed at call %d of keeping it: it is damaged", n);
            record_free(must_load(scene.store, scene.edits.record->id, &there));
            assert_memory_equal(there.hash, scene.version.hash, sizeof there.hash);
            edit_log_keep(scene.store, &scene.edits, &scene.version);
            assert_int_equal(recalled(&scene), KNOWN);
            scene_end(&scene);
            drop_top(NULL);
            assert_int_equal(make_top(NULL), 0);
        }
}

/* Two terminals of one user write it again and again: a reader gets one version or the other,
 * whole. */
static void two_writers_leave_one_whole_history(void **state)
{
    (void)state;
    enum { TIMES = 200 };
    struct scene scene;
    pid_t child[2];
    int status;
    scene_begin_new(&scene);
    struct version other = scene.version;
    other.rev++;
    for (int i = 0; i < 2; i++)
        if ((child[i] = fork()) == 0) {
            for (int k = 0; k < TIMES; k++)
                edit_log_keep(scene.store, &scene.edits, i ? &other : &scene.version);
            _exit(0);
        }
    for (int left = 2; left;) {
        assert_int_not_equal(recalled(&scene), TOLD);
        while (left && waitpid(-1, &status, WNOHANG) > 0) {
            assert_int_equal(status, 0);
            left--;
        }
    }
    edit_log_keep(scene.store, &scene.edits, &scene.version);
    assert_int_equal(recalled(&scene), KNOWN);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(undo_leads_back_to_before_a_save),
        CASE(a_log_without_changes_gives_a_record_of_its_own),
        CASE(damage_is_reported),
        CASE(a_history_that_does_not_fit_does_no_harm),
        CASE(obstacles_are_reported),
        CASE(a_history_that_is_not_kept_leaves_no_file),
        CASE(the_nearest_states_are_kept),
        CASE(read_only_archives_stay_untouched),
        CASE(the_latest_stays_whatever_the_clock_says),
        CASE(the_oldest_goes_first),
        CASE(the_history_is_in_one_place),
        CASE(failed_calls_leave_the_history_whole),
        CASE(failed_reads_are_reported),
        CASE(a_killed_save_leaves_all_of_the_history_or_none),
        CASE(two_writers_leave_one_whole_history),
    };
    return cmocka_run_group_tests_name("past", tests, NULL, NULL);
}
