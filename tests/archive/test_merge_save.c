/* test_merge_save.c - merging while saving: many savers at once, files changed by other programs,
 * choices about a version. */
#include "config.h"
#include "tests/support/merging.h"

#include "archive/merge/merge_save.h"
#include "archive/record/header_values.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------------- many savers */

enum { SAVERS = 16, GAMES = 5, FAST_NOTES = 8, LONG_NOTES = 200 };

static char top[256];

static int make_top(void **state)
{
    (void)state;
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(top, sizeof top, "%.200s/chesscade-merge.XXXXXX", where);
    return mkdtemp(top) ? 0 : -1;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct store *must_open(void)
{
    struct store *store = NULL;
    char path[300];
    struct note why = {0};
    snprintf(path, sizeof path, "%s/club", top);
    if (store_open(&store, path, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 1000))
        continue;
    return store;
}

/* In one process: load a game, add a note, save, again and again. Returns 0 if every save
 * succeeded. */
static int annotate(int number, int notes)
{
    struct store *store = must_open();
    unsigned seed = (unsigned)number * 7919u + 1;
    int bad = 0;
    for (int i = 0; i < notes; i++) {
        struct record *record;
        struct version version;
        struct merge_saving saving;
        struct note why;
        char text[40];
        seed = seed * 1103515245u + 12345u;
        if (store_load(store, (int)(seed >> 16) % GAMES, &record, &version, NULL, &why) < 0)
            return 1;
        struct record *base = record_copy(record);
        struct spot spot = at_ply((int)(seed >> 20) % 6);
        struct node *node = spot_node(record, &spot);
        snprintf(text, sizeof text, "note %d of %d", i, number);
        comments_append(node ? &node_notes(node)->comments : &record->comments, text,
                        number % 2 ? "ana" : NULL);
        int result;
        do { /* on a slow machine the lock may be held longer than a save waits */
            result = merge_save(store, record, &version, base, NULL, &saving, &why);
            merge_saving_clear(&saving);
        } while (result == FAIL_BUSY);
        if (result < 0 && ++bad)
            fprintf(stderr, "%s\n", why.text);
        record_free(base);
        record_free(record);
    }
    store_close(store);
    return bad;
}

static void many_savers_lose_nothing(void **state)
{
    (void)state;
    int notes = getenv("CHESSCADE_LONG") ? LONG_NOTES : FAST_NOTES;
    char path[300];
    struct note why = {0};
    pid_t child[SAVERS];
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    struct store *store = must_open();
    for (int i = 0; i < GAMES; i++) {
        struct record *record = sample();
        struct version version = {0};
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
    }
    store_close(store);
    for (int i = 0; i < SAVERS; i++) {
        child[i] = fork();
        if (child[i] == 0)
            _exit(annotate(i, notes) != 0);
    }
    for (int i = 0; i < SAVERS; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    store = must_open();
    int found = 0;
    for (int i = 0; i < GAMES; i++) {
        struct record *record;
        struct record_counts counts;
        assert_int_equal(store_load(store, i, &record, NULL, NULL, &why), 0);
        record_count(record, &counts);
        found += counts.comments - 1;
        for (int n = 0; n < SAVERS; n++)
            for (int k = 0; k < notes; k++) {
                char text[40];
                int times = 0;
                snprintf(text, sizeof text, "note %d of %d", k, n);
                for (int ply = 0; ply < 6; ply++)
                    times += has_comment(record, ply, text);
                assert_true(times <= 1);
            }
        record_free(record);
    }
    assert_int_equal(found, SAVERS * notes);
    store_close(store);
}

/* -------------------------------------------------------------------- changes by other programs */

/* R7: another program changes the file with its size and time restored, replaces it, deletes it,
 * breaks it or makes it unreadable. */
static void outside_edits_are_never_overwritten(void **state)
{
    (void)state;
    enum { SAME_SIZE, REPLACED, DELETED, BROKEN, UNREADABLE, WAYS };
    char path[300], label[200], file[600], id[ULID_LENGTH + 1];
    struct note why = {0};
    int line;
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    for (int way = 0; way < WAYS; way++) {
        struct store *store = must_open();
        struct record *record = sample(), *base;
        struct version version = {0};
        struct merge_saving saving;
        struct stat before;
        char text[1 << 14];
        assert_int_equal(store_save(store, record, &version, &why), 0);
        store_label(store, store_find(store, record->id), label, sizeof label, id, &line);
        snprintf(file, sizeof file, "%s/%s", path, label);
        base = record_copy(record);
        FILE *in = fopen(file, "rb");
        size_t size = fread(text, 1, sizeof text - 1, in);
        fclose(in);
        text[size] = '\0';
        assert_int_equal(stat(file, &before), 0);
        memcpy(strstr(text, "a knight"), "A KNIGHT", 8);
        if (way != SAME_SIZE)
            unlink(file);
        if (way != DELETED) {
            FILE *out = fopen(file, "wb");
            fputs(way == BROKEN ? "chesscade: [" : text, out);
            fclose(out);
            const struct timespec times[2] = {before.st_atim, before.st_mtim};
            assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
        }
        struct spot spot = at_ply(4);
        edit_comment(record, &spot, "ivo", "mine");
        if (way == UNREADABLE) {
            assert_int_equal(chmod(file, 0), 0);
            give_up_rights(top);
        }
        int result = merge_save(store, record, &version, base, NULL, &saving, &why);
        assert_int_equal(result, way == DELETED || way == BROKEN ? FAIL_CONFLICT
                                 : way == UNREADABLE             ? FAIL_SYSTEM
                                                                 : 0);
        if (way == UNREADABLE) {
            take_rights_back(top);
            assert_non_null(strstr(why.text, "no permission"));
            assert_int_equal(chmod(file, 0600), 0);
            char *now = read_file(file, &size);
            assert_string_equal(now, text); /* their version */
            free(now);
        }
        /* What was not saved is still in memory */
        assert_int_equal(has_comment(record, 4, "mine"), 1);
        if (result == 0) {
            assert_int_equal(has_comment(saving.merge.record, 3, "A KNIGHT"), 1);
            assert_int_equal(has_comment(saving.merge.record, 4, "mine"), 1);
        }
        assert_true(way != DELETED || access(file, F_OK) < 0);
        merge_saving_clear(&saving);
        record_free(record);
        record_free(base);
        store_close(store);
        unlink(file);
    }
}

/* The path of a game's file as the store reports it; returns the number of files of its name under
 * games/. */
static int files_of(struct store *store, const char *id, char file[600])
{
    char label[200], named[ULID_LENGTH + 1], command[700], found[16] = "";
    int line;
    store_label(store, store_find(store, id), label, sizeof label, named, &line);
    snprintf(file, 600, "%s/club/%s", top, label);
    snprintf(command, sizeof command, "find '%s/club/games' -name '*%s*' | wc -l", top, id);
    FILE *from = popen(command, "r");
    assert_non_null(from);
    assert_non_null(fgets(found, sizeof found, from));
    pclose(from);
    return atoi(found);
}

enum moving { MOVED, CHANGED, FOLDER, DEEPER, COPIED, ANEW, REMOVED, MOVINGS };

static void scan_anew(struct store *store)
{
    store_refresh(store);
    while (store_scan(store, 1000))
        continue;
}

/* Move a file into another folder under games/, as the owner of an archive may: `there` gets the
 * new path, then the folder's name. */
static void move_file(struct store *store, enum moving way, char *file, char there[600],
                      char folder[MERGE_FOLDER_ROOM])
{
    char command[2000], *name = strrchr(file, '/');
    size_t size;
    snprintf(folder, MERGE_FOLDER_ROOM, "games/%s",
             way == DEEPER   ? "7Q/3"
             : way == FOLDER ? "F"
                             : "1999");
    snprintf(there, 600, "%s/club/%s%s", top, folder, name);
    *name = '\0';
    if (way == FOLDER)
        snprintf(command, sizeof command, "mv '%s' '%s/club/%s'", file, top, folder);
    else
        snprintf(command, sizeof command, "mkdir -p '%s/club/%s' && cp '%s/%s' '%s'", top, folder,
                 file, name + 1, there);
    assert_int_equal(system(command), 0);
    *name = '/';
    if (way == COPIED) /* two are listed, and one is removed */
        scan_anew(store);
    assert_int_equal(way == FOLDER || unlink(file) == 0, 1);
    if (way != CHANGED)
        return;
    char *text = read_file(there, &size);
    memcpy(strstr(text, "a knight"), "A KNIGHT", 8);
    FILE *out = fopen(there, "wb");
    assert_int_equal(fwrite(text, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    free(text);
}

static void save_moved(struct store *store, enum moving way, struct record *record,
                       struct version *version)
{
    struct merge_saving saving;
    struct note why = {0};
    struct spot spot = at_ply(4);
    struct record *base = record_copy(record);
    edit_comment(record, &spot, "ivo", "mine");
    version->known = way != ANEW; /* the user knows that it was deleted, and saves it */
    assert_int_equal(merge_save(store, record, version, base, NULL, &saving, &why),
                     way == ANEW ? FAIL_CONFLICT : 0);
    assert_int_equal(saving.merge.record != NULL, way == CHANGED);
    merge_saving_clear(&saving);
    record_free(base);
}

/* A file moved to another folder while the archive is open is followed: a save goes there, and
 * there is only one file. */
static void moved_files_are_followed(void **state)
{
    char club[300], file[600], there[600], folder[MERGE_FOLDER_ROOM], named[MERGE_FOLDER_ROOM];
    struct note why = {0};
    (void)state;
    snprintf(club, sizeof club, "%s/club", top);
    assert_int_equal(store_create(club, "Club", &why), 0);
    for (enum moving way = 0; way < MOVINGS; way++) {
        struct store *store = must_open();
        struct record *record = sample(), *read;
        struct version version = {0}, other;
        assert_int_equal(store_save(store, record, &version, &why), 0);
        assert_int_equal(
            store_load(store, store_find(store, record->id), &read, &other, NULL, &why),
            0); /* its
                   folder
                   is
                   open
                 */
        record_free(read);
        files_of(store, record->id, file);
        move_file(store, way, file, there, folder);
        if (way == REMOVED)
            assert_int_equal(store_remove(store, record->id, &version, &why), 0);
        else
            save_moved(store, way, record, &version);
        merge_folder(store, record->id, named);
        assert_string_equal(named, way == REMOVED ? "" : way == COPIED ? named : folder);
        scan_anew(store);
        int at = store_find(store, record->id);
        assert_int_equal(at >= 0, way != REMOVED);
        assert_int_equal(access(there, F_OK) == 0, way != REMOVED);
        if (at >= 0) {
            assert_false(store_listing(store, at)->damaged);
            assert_int_equal(files_of(store, record->id, file), 1);
            assert_string_equal(file, there);
            assert_int_equal(store_load(store, at, &read, &other, NULL, &why), 0);
            assert_int_equal(has_comment(read, 4, "mine"), way != ANEW);
            assert_int_equal(has_comment(read, 3, "A KNIGHT"), way == CHANGED);
            record_free(read);
        }
        record_free(record);
        store_close(store);
    }
}

/* A choice is valid for the version it was made about, and only that version is overwritten. */
static void a_choice_is_valid_for_one_version(void **state)
{
    (void)state;
    char path[300];
    struct note why = {0};
    struct version version = {0}, other;
    struct merge_saving saving;
    static const enum merge_side mine[] = {MERGE_MINE};
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    struct store *store = must_open();
    struct record *record = sample(), *theirs;
    assert_int_equal(store_save(store, record, &version, &why), 0);
    struct record *base = record_copy(record);
    record_set_text(record, "event.name", "Mine");
    struct merge_choices choices = {mine, 1, {0}};
    for (int round = 0; round < 2; round++) { /* each time the other user writes once more */
        assert_int_equal(store_load(store, 0, &theirs, &other, NULL, &why), 0);
        record_set_text(theirs, "event.name", round ? "Theirs again" : "Theirs");
        assert_int_equal(store_save(store, theirs, &other, &why), 0);
        record_free(theirs);
        assert_int_equal(merge_save(store, record, &version, base, &choices, &saving, &why),
                         FAIL_CONFLICT);
        assert_true(saving.unseen);
        assert_int_equal(saving.merge.conflicts, 1);
        choices.seen = saving.version;
        merge_saving_clear(&saving);
    }
    assert_int_equal(merge_save(store, record, &version, base, &choices, &saving, &why), 0);
    assert_false(saving.unseen);
    assert_null(saving.merge.record); /* nothing of their version is left */
    assert_string_equal(record_text(record, "event.name"), "Mine");
    merge_saving_clear(&saving);
    record_free(record);
    record_free(base);
    store_close(store);
}

/* If `end` was right, it follows changes of the plies; if it was wrong, it is left to be
 * reported. */
static void the_end_follows_the_plies(void **state)
{
    static const struct {
        const char *end, *cut, *longer; /* as read; after deleting 2...Nc6; after adding another ply
                                         */
    } rows[] = {
        {"{plies: 4}", "{plies: 3}", "{plies: 5}"},
        {"{plies: 9}", "{plies: 9}", "{plies: 9}"},
        {"{position: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', plies: 4}",
         "{plies: 3, position: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'}",
         "{plies: 5, position: 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'}"},
        {"{plies: 4, position: '8/8/8/8/8/8/8/8 w - - 0 1'}",
         "{plies: 4, position: '8/8/8/8/8/8/8/8 w - - 0 1'}",
         "{plies: 4, position: '8/8/8/8/8/8/8/8 w - - 0 1'}"},
    };
    struct note why = {0};
    char path[300], text[800];
    (void)state;
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int longer = 0; longer < 2; longer++) {
            struct version version = {0};
            struct merge_saving saving;
            struct place place;
            struct record *base;
            char id[ULID_LENGTH + 1];
            ulid_new(id);
            int n = snprintf(
                text, sizeof text,
                "chesscade: 1\nid: '%s'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n- {side: 'w', name: 'A'}\n"
                "- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n- 'e5'\n- 'Nf3'\n- 'Nc6'\nend: %s\n",
                id, rows[i].end);
            assert_int_equal(record_read(text, (size_t)n, 1, NULL, &base, &place, &why), 0);
            struct store *store = must_open();
            assert_int_equal(store_save(store, base, &version, &why), 0);
            struct record *record = record_copy(base);
            struct spot spot = at_ply(4);
            if (longer)
                line_append(&record->moves, "Bb5");
            else
                assert_int_equal(edit_delete(record, &spot, &why), 0);
            assert_int_equal(merge_save(store, record, &version, base, NULL, &saving, &why), 0);
            struct yaml_text written = {0};
            record_write(record, &written);
            const char *end = strstr(written.v, "\nend: ");
            assert_non_null(end);
            assert_memory_equal(end + 6, longer ? rows[i].longer : rows[i].cut,
                                strlen(longer ? rows[i].longer : rows[i].cut));
            yaml_text_clear(&written);
            merge_saving_clear(&saving);
            if (i == 0) { /* undo restores the same plies, with what `end` said before the save */
                struct record *saved = record_copy(record);
                value_set(value_at(&record->head, "end"), "plies", "4", true);
                record_set_text(record, "event.name", "E");
                assert_int_equal(merge_save(store, record, &version, saved, NULL, &saving, &why),
                                 0);
                assert_string_equal(record_text(record, "end.plies"), longer ? "5" : "3");
                merge_saving_clear(&saving);
                record_free(saved);
            }
            record_free(record);
            record_free(base);
            store_close(store);
        }
}

/* A save that was reported as uncertain did succeed: saving again, with or without more changes,
 * merges nothing. */
static void our_earlier_save_is_not_merged_as_anothers(void **state)
{
    char path[300];
    struct note why;
    (void)state;
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    for (int others = 0; others < 2; others++) {
        struct store *store = must_open();
        struct version version = {0}, before;
        struct merge_saving saving;
        struct record *base = record_new("classical");
        ulid_new(base->id);
        record_set_player(base, 'w', "A");
        record_set_player(base, 'b', "B");
        record_set_text(base, "result.score", "*");
        line_append(&base->moves, "e4");
        assert_int_equal(store_save(store, base, &version, &why), 0);
        before = version;
        struct record *record = record_copy(base), *stored = record_copy(base);
        struct spot spot = at_ply(1);
        edit_comment(record, &spot, "ana", "first");
        edit_comment(stored, &spot, "ana", "first");
        if (others)
            edit_comment(stored, &spot, "ivo", "else");
        record_log(stored, base, 2, "ana", "a comment");
        assert_int_equal(store_save(store, stored, &version, &why), 0);
        line_append(&record->moves, "e5");
        assert_int_equal(merge_save(store, record, &before, base, NULL, &saving, &why), 0);
        assert_int_equal(saving.merge.record != NULL, others);
        if (!others)
            assert_int_equal(record->rev, 3);
        merge_saving_clear(&saving);
        record_free(record);
        record_free(stored);
        record_free(base);
        store_close(store);
    }
}

/* Another program restores an older file, as git checkout does: the log names the revision that the
 * next save makes of it. */
static void the_log_follows_an_older_file(void **state)
{
    char path[300], label[200], file[600], id[ULID_LENGTH + 1], *old;
    size_t size;
    int line;
    struct note why;
    struct version version = {0};
    struct merge_saving saving;
    (void)state;
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    struct store *store = must_open();
    struct record *record = sample();
    assert_int_equal(store_save(store, record, &version, &why), 0);
    store_label(store, 0, label, sizeof label, id, &line);
    snprintf(file, sizeof file, "%s/club/%s", top, label);
    assert_int_equal(store_bytes(store, 0, &old, &size, &why), 0);
    struct spot spot = at_ply(1);
    edit_comment(record, &spot, "ana", "first");
    for (int i = 0; i < 4; i++)
        assert_int_equal(store_save(store, record, &version, &why), 0);
    struct record *base = record_copy(record);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(old, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    spot = at_ply(3);
    edit_comment(record, &spot, "ana", "mine");
    record_log(record, base, version.rev + 1, "ana", "a comment");
    assert_int_equal(merge_save(store, record, &version, base, NULL, &saving, &why), 0);
    assert_int_equal(saving.merge.record->rev, 2);
    const struct value *log = value_at(&saving.merge.record->head, "log");
    assert_string_equal(value_text(&log->entry[log->n - 1].value, "rev"), "2");
    merge_saving_clear(&saving);
    record_free(record);
    record_free(base);
    free(old);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(outside_edits_are_never_overwritten, make_top, drop_top),
        cmocka_unit_test_setup_teardown(moved_files_are_followed, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_choice_is_valid_for_one_version, make_top, drop_top),
        cmocka_unit_test_setup_teardown(our_earlier_save_is_not_merged_as_anothers, make_top,
                                        drop_top),
        cmocka_unit_test_setup_teardown(the_log_follows_an_older_file, make_top, drop_top),
        cmocka_unit_test_setup_teardown(the_end_follows_the_plies, make_top, drop_top),
        cmocka_unit_test_setup_teardown(many_savers_lose_nothing, make_top, drop_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
