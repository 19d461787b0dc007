/* test_drafts.c - unsaved changes: drafts of every user and terminal, and undo across restarts. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/store/edit_history.h"
#include "archive/merge/merge_save.h"
#include "archive/record/record.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

static struct spot at_ply(int ply)
{
    struct spot spot = spot_start();
    spot.ply = ply;
    return spot;
}

/* Annotate the first ply, as a change of its own. */
static void judge(struct edits *edits, int nag, const char *what)
{
    struct spot spot = at_ply(1);
    edits_mark(edits, &spot, what);
    edit_nag(edits->record, &spot, nag);
}

static void each_user_has_drafts_of_their_own(void **state)
{
    (void)state;
    static const char *const names[] = {"ana", "..", "-rf", "a/b", "", "\xC4\x8Ditalac"};
    struct store *store = new_archive();
    struct version version = {0}, base;
    struct record *record = new_game("Ana"), *draft;
    struct note why = {0};
    must_save(store, record, &version);
    store_close(store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char(*ids)[ULID_LENGTH + 1];
        assert_int_equal(
            store_open(&store, in_top("club"), &(struct store_options){.user = names[i]}, &why), 0);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        assert_int_equal(store_drafts(store, &ids), 1);
        assert_string_equal(ids[0], record->id);
        free(ids);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), 0);
        assert_true(record_same(record, draft));
        assert_memory_equal(&base, &version, sizeof base);
        record_free(draft);
        if (i == 0) {
            store_draft_drop(store, record->id);
            assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
            assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        }
        store_close(store);
    }
    record_free(record);
}

/* The number of plies in the draft that a store is offered; -1 if it is offered none. */
static int plies_of_draft(struct store *store, const char *id)
{
    struct record *draft;
    if (store_draft_load(store, id, &draft, NULL, NULL) < 0)
        return -1;
    int plies = draft->moves.n;
    record_free(draft);
    return plies;
}

/* Two terminals of one user change a game. Each has its own draft, whatever happens to the other;
 * the draft of a killed terminal waits for the next one. */
static void every_terminal_has_its_own_draft(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *first = new_archive(), *second, *third;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(first, record, &version);
    store_close(first);
    assert_int_equal(store_open(&first, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&second, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(second, record->id), -1); /* another terminal is editing it */
    line_append(&record->moves, "Nf6");
    assert_int_equal(store_draft_save(second, record, &version, &why), 0);
    assert_int_equal(store_draft_save(second, record, &version, &why), 0); /* and once more */
    assert_int_equal(plies_of_draft(first, record->id), plies + 1);
    assert_int_equal(plies_of_draft(second, record->id), plies + 2);
    char(*ids)[ULID_LENGTH + 1];
    assert_int_equal(store_drafts(first, &ids), 1);
    free(ids);
    store_close(second); /* as if it had been killed: its draft waits */
    assert_true(store_draft_more(first, record->id));
    store_draft_drop(first, record->id);
    assert_int_equal(store_open(&third, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    assert_int_equal(plies_of_draft(first, record->id), -1);
    /* A terminal that starts now does not overwrite the draft that the third one resumed. */
    record->moves.n = plies;
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    store_draft_drop(third, record->id);
    store_draft_drop(first, record->id);
    store_close(third);
    assert_int_equal(store_drafts(first, &ids), 0);
    store_close(first);
    DIR *stream = opendir(in_top("club/drafts/ana"));
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        assert_true(entry->d_name[0] == '.'); /* no file is left */
    closedir(stream);
    free(ids);
    record_free(record);
}

/* A change that was undone before the program ended can be redone after a restart, at the spot
 * where it was made. */
static void redo_works_after_a_restart(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start(), at;
    struct version version = {0};
    bool begun = false;
    const char *what;
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_true(spot_next(record, &spot, 0));
    edits_mark(&edits, &spot, "judgement");
    edit_nag(edits.record, &spot, 1);
    edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
    at = spot;
    assert_true(edits_undo(&edits, &at, NULL));
    edit_log_note(store, &edits, LOGGED_UNDO, &begun);
    assert_true(begun && edit_log_read(store, edits.record, &again));
    assert_int_equal(again.undos, 0);
    at = spot_start();
    assert_true(edits_redo(&again, &at, &what));
    assert_string_equal(what, "judgement");
    assert_true(spot_same(&at, &spot));
    assert_true(node_is_noted(spot_node(again.record, &spot)));
    edits_clear(&edits);
    edits_clear(&again);
    store_close(store);
}

/* A redone change keeps its description, whatever text that contains; and the log only grows. */
static void undo_of_a_redone_change_works_after_a_restart(void **state)
{
    (void)state;
    static const char said[] = "!! on 1. e4: # 'so' & {so}";
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = at_ply(1), at = spot;
    struct version version = {0};
    bool begun = false;
    const char *what;
    char path[300];
    size_t before, after;
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_int_equal(store_draft_save(store, record, &version, NULL), 0);
    snprintf(path, sizeof path, "%s", in_top("club/drafts/ana/"));
    snprintf(path + strlen(path), 60, "%s.undo", record->id);
    edits_mark(&edits, &spot, said);
    edit_nag(edits.record, &spot, 3);
    edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
    char *first = read_file(path, &before);
    assert_true(edits_undo(&edits, &at, NULL));
    edit_log_note(store, &edits, LOGGED_UNDO, &begun);
    assert_true(edits_redo(&edits, &at, NULL));
    edit_log_note(store, &edits, LOGGED_REDO, &begun);
    char *last = read_file(path, &after);
    assert_int_equal(after, before + strlen("---\nstep: 'undo'\n---\nstep: 'redo'\n"));
    assert_memory_equal(first, last, before);
    assert_true(begun && edit_log_read(store, edits.record, &again));
    assert_int_equal(again.undos, 1);
    assert_int_equal(again.redos, 0);
    at = spot_start();
    assert_true(edits_undo(&again, &at, &what));
    assert_string_equal(what, said);
    assert_true(spot_same(&at, &spot));
    assert_false(node_is_noted(spot_node(again.record, &spot)));
    free(first);
    free(last);
    edits_clear(&edits);
    edits_clear(&again);
    store_close(store);
}

/* If there is no log, or it belongs to another game or does not lead to the draft, the draft still
 * counts, and one undo leads back to where it started. */
static void a_draft_without_a_matching_log_is_one_undo_step(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, draft = {0};
    struct spot spot = at_ply(1);
    struct version version = {0};
    struct record *base = new_game("Ana"), *other = new_game("Bea");
    bool begun = false;
    const char *what;
    must_save(store, base, &version);
    edits_begin(&edits, record_copy(base));
    judge(&edits, 1, "one");
    assert_int_equal(store_draft_save(store, edits.record, &version, NULL), 0);
    edits_begin(&draft, record_copy(edits.record));
    assert_false(edit_log_read(store, edits.record, &draft)); /* there is no log */
    assert_false(edit_log_resume(store, NULL, &draft));
    assert_int_equal(draft.undos, 0);
    assert_false(edit_log_resume(store, base, &draft));
    assert_int_equal(draft.undos, 1);
    assert_ptr_equal(draft.undo[0].record, base); /* shared: a large game is not copied */
    assert_true(record_same(draft.record, edits.record));
    assert_true(edits_undo(&draft, &spot, &what));
    assert_string_equal(what, "the changes kept as a draft");
    assert_true(record_same(draft.record, base));
    assert_true(edits_saved(&draft));
    assert_ptr_not_equal(draft.record, base); /* this one may be changed */
    edits_clear(&draft);

    edit_log_note(store, &edits, LOGGED_CHANGE, &begun); /* not the state that the log ends with */
    edits_begin(&draft, record_copy(edits.record));
    record_set_text(draft.record, "event.round", "9");
    assert_true(begun && edit_log_resume(store, base, &draft));
    assert_int_equal(draft.undos, 2);
    assert_ptr_equal(draft.undo[0].record, base);
    assert_string_equal(record_text(draft.record, "event.round"), "9");
    assert_true(edits_undo(&draft, &spot, &what));
    assert_string_equal(what, "the changes kept as a draft");
    assert_true(record_same(draft.record, edits.record));
    edits_clear(&draft);

    memcpy(other->id, base->id, sizeof other->id); /* so that it is written beside this draft */
    struct yaml_text text = {0};
    record_write(other, &text);
    memcpy(strstr(text.v, other->id), "01JD9T8B2C6D8E0F2G4H6J8K0M", ULID_LENGTH);
    assert_int_equal(store_draft_log(store, base->id, text.v, (size_t)text.n, true, NULL), 0);
    edits_begin(&draft, record_copy(edits.record));
    assert_false(edit_log_read(store, edits.record, &draft));
    assert_true(record_same(draft.record, edits.record));
    yaml_text_clear(&text);
    edits_clear(&draft);
    edits_clear(&edits);
    record_free(base);
    record_free(other);
    store_close(store);
}

/* A full log discards its oldest changes: the latest ones can be undone after a restart, however
 * many there were. */
static void a_full_log_keeps_the_latest_changes(void **state)
{
    (void)state;
    enum { CHANGES = 50, COMMENTS = 10, LONG = 60000 };
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start();
    struct version version = {0};
    struct stat stat_of;
    struct note why;
    bool begun = false;
    char path[300], what[40];
    char *comment = memory_new(LONG + 1, 1);
    memset(comment, 'x', LONG);
    struct record *record = new_game("Ana");
    for (int i = 0; i < COMMENTS; i++)
        comments_append(&record->comments, comment, "ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    for (int i = 1; i <= CHANGES; i++) {
        snprintf(what, sizeof what, "change %d", i);
        edits_mark(&edits, &spot, what);
        record_set_text(edits.record, "event.round", what + 7);
        edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
        assert_true(begun);
    }
    snprintf(path, sizeof path, "club/drafts/%s/%s.undo", store_user(store), edits.record->id);
    assert_int_equal(stat(in_top(path), &stat_of), 0);
    assert_in_range(stat_of.st_size, 1, STORE_DRAFT_LOG_MOST);
    assert_true(edit_log_read(store, edits.record, &again));
    assert_in_range(again.undos, 8, CHANGES - 1);
    assert_true(record_same(again.record, edits.record));
    for (int i = 0; i < again.undos; i++) { /* without a gap, up to the last */
        snprintf(what, sizeof what, "change %d", CHANGES - again.undos + 1 + i);
        assert_string_equal(again.undo[i].what, what);
        assert_int_equal(atoi(record_text(again.undo[i].record, "event.round")),
                         CHANGES - again.undos + i);
    }
    edits_clear(&edits);
    edits_clear(&again);
    free(comment);
    store_close(store);
}

/* The draft saved last counts as the later one, not the draft that was started last. */
static void the_draft_saved_last_comes_first(void **state)
{
    (void)state;
    struct store *one = new_archive(), *other = must_open(in_top("club"));
    struct version version = {0};
    struct record *record = new_game("Ana");
    must_save(one, record, &version);
    int plies = record->moves.n;
    for (int i = 1; i <= 3; i++) {
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(i == 2 ? other : one, record, &version, NULL), 0);
    }
    store_close(one);
    store_close(other);
    one = must_open(in_top("club"));
    assert_int_equal(plies_of_draft(one, record->id), plies + 3);
    store_draft_drop(one, record->id);
    assert_int_equal(plies_of_draft(one, record->id), plies + 2);
    store_close(one);
    record_free(record);
}

/* Two abandoned drafts are offered one after the other, the later one first. */
static void abandoned_drafts_are_offered_one_after_another(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *one = new_archive(), *other;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(one, record, &version);
    store_close(one);
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&other, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    for (int i = 1; i <= 2; i++) {
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(i == 1 ? one : other, record, &version, &why), 0);
    }
    store_close(one);
    store_close(other);
    for (int i = 2; i >= 1; i--) {
        assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
        assert_int_equal(plies_of_draft(one, record->id), plies + i);
        assert_int_equal(store_draft_more(one, record->id), i == 2);
        store_draft_drop(one, record->id);
        store_close(one);
    }
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(one, record->id), -1);
    store_close(one);
    record_free(record);
}

/* Start a terminal as another process that changes the game, and kill it once its draft is
 * saved. */
static void kill_a_terminal(const struct record *record, const struct version *version,
                            int terminal, pid_t *child, int *said)
{
    int ends[2];
    char round[12], byte;
    assert_int_equal(pipe(ends), 0);
    *child = fork();
    assert_true(*child >= 0);
    if (*child == 0) {
        struct store *store = must_open(in_top("club"));
        struct record *draft = record_copy(record);
        snprintf(round, sizeof round, "%d", terminal);
        record_set_text(draft, "event.round", round);
        bool kept = store_draft_save(store, draft, version, NULL) == 0;
        if (write(ends[1], kept ? "1" : "0", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    *said = ends[0];
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_int_equal(byte, '1');
}

/* If many terminals of one user are killed while they edit the same game, each of their drafts is
 * offered, the latest first. */
static void every_killed_terminals_draft_is_offered(void **state)
{
    (void)state;
    enum { TERMINALS = 14 };
    struct store *store = new_archive();
    struct version version = {0};
    struct record *record = new_game("Ana"), *draft;
    pid_t child[TERMINALS];
    int said[TERMINALS];
    char(*ids)[ULID_LENGTH + 1];
    must_save(store, record, &version);
    for (int i = 0; i < TERMINALS; i++)
        kill_a_terminal(record, &version, i + 1, &child[i], &said[i]);
    assert_int_equal(plies_of_draft(store, record->id), -1); /* all of them are in use */
    for (int i = 0; i < TERMINALS; i++) {
        kill(child[i], SIGKILL);
        waitpid(child[i], NULL, 0);
        close(said[i]);
    }
    for (int i = TERMINALS; i >= 1; i--) {
        assert_int_equal(store_drafts(store, &ids), 1);
        free(ids);
        assert_int_equal(store_draft_load(store, record->id, &draft, NULL, NULL), 0);
        assert_int_equal(atoi(record_text(draft, "event.round")), i);
        record_free(draft);
        assert_int_equal(store_draft_more(store, record->id), i > 1);
        store_draft_drop(store, record->id);
    }
    assert_int_equal(store_drafts(store, &ids), 0);
    free(ids);
    record_free(record);
    store_close(store);
}

/* Of all files that may be there, the list shows drafts from every place and nothing else. */
static void drafts_from_every_place_are_listed(void **state)
{
    (void)state;
    enum { DRAFTS = 5 }; /* only the first five endings belong to drafts */
    static const char *const endings[] = {".yaml",    ".2.yaml",   ".9.yaml", ".10.yaml",
                                          ".99.yaml", ".100.yaml", ".1.yaml", ".0.yaml",
                                          ".02.yaml", ".-2.yaml",  "2.yaml",  ".2",
                                          ".2.yamlx", ".yaml.2",   ".base",   ".past"};
    struct store *store = new_archive();
    struct record *record = new_game("Ana");
    struct version version = {0};
    char path[300], (*ids)[ULID_LENGTH + 1];
    must_save(store, record, &version);
    assert_int_equal(store_draft_save(store, record, &version, NULL), 0);
    store_draft_drop(store, record->id);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s", in_top("club/drafts/ana/"));
        snprintf(path + strlen(path), 60, "%s%s", record->id, endings[i]);
        put_file(path, "");
        if (store_drafts(store, &ids) != (i < DRAFTS))
            fail_msg("%s", endings[i]);
        free(ids);
        unlink(path);
    }
    record_free(record);
    store_close(store);
}

/* A terminal that has begun a draft reserves its place before a file exists. If the archive is
 * read-only, the draft goes to the user's own folder, and terminals that can write to the archive
 * find it there. No descriptor stays open except that of the lock. */
static void a_draft_reserves_its_place(void **state)
{
    (void)state;
    struct store *begun = new_archive(), *first = must_open(in_top("club")), *reader, *last;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    char path[300];
    must_save(begun, record, &version);
    int open = open_descriptors(), plies = record->moves.n;
    assert_int_equal(store_draft_log(begun, record->id, "---\n", 4, true, &why), 0);
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    snprintf(path, sizeof path, "%s", in_top("club/drafts/ana/"));
    snprintf(path + strlen(path), 60, "%s.2.yaml", record->id);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(open_descriptors(), open + 2);
    assert_false(store_draft_more(first, record->id));
    assert_false(store_draft_more(begun, record->id));
    store_draft_drop(first, record->id);
    store_draft_drop(begun, record->id);
    assert_int_equal(open_descriptors(), open);

    struct store_options reading = {.user = "ana", .read_only = true};
    assert_int_equal(store_open(&reader, in_top("club"), &reading, &why), 0);
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_draft_save(reader, record, &version, &why), 0);
    assert_int_equal(store_draft_log(reader, record->id, "---\n", 4, true, &why), 0);
    snprintf(path, sizeof path, "%s", in_top("state/chesscade/drafts/ana/"));
    snprintf(path + strlen(path), 60, "%s.undo", record->id);
    assert_int_equal(access(path, F_OK), 0);
    snprintf(path + strlen(path) - 5, 60, ".yaml"); /* the clock has been set back since; this one
                                                       is of the year 2286 */
    size_t size;
    char *bytes = read_file(path, &size);
    memset(strstr(bytes, "saved: ") + 7, '9', 16);
    write_file(path, bytes, size);
    free(bytes);
    store_close(reader);
    last = must_open(in_top("club"));
    assert_true(store_draft_more(last, record->id));
    assert_int_equal(plies_of_draft(last, record->id), plies + 1);
    line_append(&record->moves, "Nf6"); /* now in the archive: the later of the two is the draft */
    assert_int_equal(store_draft_save(last, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(last, record->id), plies + 2);
    store_draft_drop(last, record->id);
    assert_int_equal(plies_of_draft(last, record->id), -1);
    store_close(last);
    store_close(first);
    store_close(begun);
    record_free(record);
}

/* A draft that nobody would be offered is not saved: one draft too many is refused with a message,
 * and nothing is written. */
static void one_draft_too_many_is_refused(void **state)
{
    (void)state;
    struct store *store = new_archive(), *last;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct edits edits = {0};
    struct note why = {0};
    bool begun = false;
    int files = 0, offered = 0;
    must_save(store, record, &version);
    for (int i = 0; i < STORE_DRAFTS_OF_A_GAME; i++) {
        last = must_open(in_top("club"));
        assert_int_equal(store_draft_save(last, record, &version, &why), 0);
        store_close(last);
    }
    last = must_open(in_top("club"));
    assert_int_equal(store_draft_save(last, record, &version, &why), FAIL_LIMIT);
    assert_non_null(strstr(why.text, "this game already has 99 drafts"));
    edits_begin(&edits, record_copy(record));
    edit_log_note(last, &edits, LOGGED_CHANGE, &begun);
    assert_false(begun);
    DIR *stream = opendir(in_top("club/drafts/ana"));
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        files += strstr(entry->d_name, ".yaml") || strstr(entry->d_name, ".undo");
    closedir(stream);
    assert_int_equal(files, STORE_DRAFTS_OF_A_GAME);
    for (; plies_of_draft(store, record->id) >= 0; offered++)
        store_draft_drop(store, record->id);
    assert_int_equal(offered, STORE_DRAFTS_OF_A_GAME);
    assert_int_equal(store_draft_save(last, record, &version, &why), 0); /* there is room again */
    edits_clear(&edits);
    record_free(record);
    store_close(last);
    store_close(store);
}

/* Undo reverts the user's own change, keeps what another user changed after it, and redo restores
 * the own change. */
static void undo_keeps_the_changes_of_others(void **state)
{
    (void)state;
    struct edits edits = {0};
    struct spot spot = at_ply(1), start = spot_start();
    struct note why = {0};
    const char *what;
    edits_begin(&edits, new_game("Ana"));
    judge(&edits, 1, "mine");
    edits_mark(&edits, &start, edits_of_others);
    edit_comment(edits.record, &start, "boris", "theirs");
    assert_int_equal(merge_undo(&edits, &start, &what, &why), 0);
    assert_string_equal(what, "mine");
    assert_true(spot_same(&start, &spot));
    start = spot_start();
    assert_string_equal(edit_comment_text(edits.record, &start, "boris"), "theirs");
    assert_false(node_is_noted(spot_node(edits.record, &spot)));
    assert_int_equal(merge_undo(&edits, &start, &what, &why), FAIL_NAME);
    assert_true(edits_redo(&edits, &spot, &what));
    assert_string_equal(what, "mine");
    spot = at_ply(1);
    start = spot_start();
    assert_true(node_is_noted(spot_node(edits.record, &spot)));
    assert_string_equal(edit_comment_text(edits.record, &start, "boris"), "theirs");

    /* A change that both users made to the same text cannot be separated. */
    edits_mark(&edits, &start, "round");
    record_set_text(edits.record, "event.round", "2");
    edits_mark(&edits, &start, edits_of_others);
    record_set_text(edits.record, "event.round", "3");
    assert_int_equal(merge_undo(&edits, &start, &what, &why), FAIL_CONFLICT);
    assert_string_equal(record_text(edits.record, "event.round"), "3");
    edits_clear(&edits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(each_user_has_drafts_of_their_own),
        CASE(every_terminal_has_its_own_draft),
        CASE(redo_works_after_a_restart),
        CASE(undo_of_a_redone_change_works_after_a_restart),
        CASE(a_draft_without_a_matching_log_is_one_undo_step),
        CASE(a_full_log_keeps_the_latest_changes),
        CASE(the_draft_saved_last_comes_first),
        CASE(abandoned_drafts_are_offered_one_after_another),
        CASE(every_killed_terminals_draft_is_offered),
        CASE(drafts_from_every_place_are_listed),
        CASE(a_draft_reserves_its_place),
        CASE(one_draft_too_many_is_refused),
        CASE(undo_keeps_the_changes_of_others),
    };
    return cmocka_run_group_tests_name("drafts", tests, NULL, NULL);
}
