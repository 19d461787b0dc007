/* test_conflict_plain.c - plain mode while another user saves the open game. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "tui/plain/plain.h"

#include <limits.h>
#include <sys/stat.h>

/* The output of plain mode for typed lines. The caller frees it. */
static char *dialogue(const char *typed)
{
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)typed, strlen(typed), "r"),
         *out = open_memstream(&answer, &size);
    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    return answer;
}

static void dialogue_says(const char *typed, const char *what)
{
    char *answer = dialogue(typed);
    if (!strstr(answer, what))
        fail_msg("'%s' is not in: %s", what, answer);
    free(answer);
}

/* Plain mode has a draft, another user saves, then plain mode saves: both changes are there, and
 * the log says who made which. */
static void plain_mode_merges_saves_of_others(void **state)
{
    char id[ULID_LENGTH + 1], text[512];
    (void)state;
    add_game(id);
    dialogue_says("open 1\ngo 1\ncomment mine\nquit\nquit\n", "The comment is written");
    comment_elsewhere(id, 3, "bea", "hers");
    dialogue_says("open 1\nsave\nquit\n",
                  "Saved, with what someone else changed meanwhile, as revision 3");
    assert_int_equal(stored(id, 1, "mine"), 1);
    assert_int_equal(stored(id, 3, "hers"), 1);
    struct store *store = must_open();
    struct record *record;
    assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, NULL), 0);
    const struct value *log = value_at(&record->head, "log");
    assert_true(log && log->n == 2);
    /* Not 2, the number without bea's save */
    assert_string_equal(value_text(&log->entry[1].value, "rev"), "3");
    snprintf(text, sizeof text, "%s", value_text(&log->entry[1].value, "by"));
    assert_string_equal(text, "ana");
    record_free(record);
    store_close(store);
}

/* Both users changed one field: plain mode shows both values, and writes nothing until the user
 * chooses. */
static void plain_mode_asks_about_a_conflict(void **state)
{
    static const struct {
        const char *words, *said;
        int mine, theirs;
    } ways[] = {{"save\n", "Type \"save mine\", \"save theirs\" or \"save both\"", 0, 1},
                {"save pink\n", "answer a conflict", 0, 1},
                {"save\nsave mine\n", "as revision 4", 1, 0},
                /* The conflict is not shown yet */
                {"save mine\n", "Type \"save mine\", \"save theirs\" or \"save both\"", 0, 1},
                {"save\nsave theirs\n", "as revision 4", 0, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char id[ULID_LENGTH + 1], typed[200];
        add_game(id);
        comment_elsewhere(id, 1, "ana", "before");
        snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\nquit\nquit\n", id);
        dialogue_says(typed, "The comment is written");
        comment_elsewhere(id, 1, "ana", "theirs");
        snprintf(typed, sizeof typed, "open %s\n%squit\nquit\n", id, ways[i].words);
        dialogue_says(typed, ways[i].said);
        assert_int_equal(stored(id, 1, "mine"), ways[i].mine);
        assert_int_equal(stored(id, 1, "theirs"), ways[i].theirs);
    }
}

/* The stored judgement of a ply; `nag`, if it is not 0, replaces it. */
static int judgement(const char *id, int nag)
{
    struct store *store = must_open();
    struct record *record;
    struct version version;
    struct spot spot = spot_start();
    spot.ply = 1;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, NULL), 0);
    if (nag) {
        edit_nag(record, &spot, nag);
        assert_int_equal(store_save(store, record, &version, NULL), 0);
    }
    const struct notes *notes = spot_node(record, &spot)->notes;
    int there = notes && notes->nags.n ? notes->nags.v[0] : 0;
    record_free(record);
    store_close(store);
    return there;
}

/* Of two judgements one stays: save both is refused with a reason, and does not quietly keep our
 * own. */
static void save_both_does_not_keep_only_mine(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200];
    add_game(id);
    snprintf(typed, sizeof typed, "open %s\ngo 1\nnag !\nquit\nquit\n", id);
    dialogue_says(typed, "The judgement is written");
    judgement(id, 2);
    snprintf(typed, sizeof typed, "open %s\nsave\nsave both\nquit\nquit\n", id);
    dialogue_says(typed, "judgement, only \"save mine\" or \"save theirs\" is possible");
    assert_int_equal(judgement(id, 0), 2);
    snprintf(typed, sizeof typed, "open %s\nsave\nsave mine\nquit\nquit\n", id);
    dialogue_says(typed, "as revision 3");
    assert_int_equal(judgement(id, 0), 1);
}

/* Types lines one after another; another user saves a comment before line number `when`. */
struct typist {
    const char *left, *id;
    int when, line;
    bool begun; /* within a line */
};

static ssize_t type_on(void *cookie, char *bytes, size_t size)
{
    struct typist *typist = cookie;
    (void)size;
    if (!typist->begun && ++typist->line == typist->when)
        comment_elsewhere(typist->id, 1, "ana", "their better one");
    if (!*typist->left)
        return 0;
    *bytes = *typist->left++;
    typist->begun = *bytes != '\n';
    return 1;
}

/* A choice counts only for the conflict that was shown: what the other user saves after that is
 * asked about, too. */
static void a_later_save_of_another_user_asks_again(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200], *answer = NULL;
    size_t size = 0;
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    add_game(id);
    comment_elsewhere(id, 1, "ana", "before");
    snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\nquit\nquit\n", id);
    dialogue_says(typed, "The comment is written");
    comment_elsewhere(id, 1, "ana", "theirs");
    snprintf(typed, sizeof typed, "open %s\nsave\nsave mine\nquit\nquit\n", id);
    struct typist typist = {.left = typed, .id = id, .when = 3};
    FILE *in = fopencookie(&typist, "r", (cookie_io_functions_t){.read = type_on}),
         *out = open_memstream(&answer, &size);
    setvbuf(in, NULL, _IONBF, 0);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    assert_non_null(strstr(answer, "changed the same fields again"));
    assert_non_null(strstr(answer, "theirs is their better one"));
    free(answer);
    assert_int_equal(stored(id, 1, "their better one"), 1);
    snprintf(typed, sizeof typed, "open %s\nsave\nsave mine\nquit\nquit\n", id);
    dialogue_says(typed, "as revision 5");
    assert_int_equal(stored(id, 1, "mine"), 1);
}

/* After another user's save the whole archive is read again: the games of a collection are there as
 * before. */
static void a_collection_is_complete_after_another_user_saved(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200], *answer = NULL;
    size_t size = 0;
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    add_game(id);
    snprintf(typed, sizeof typed, "open %s\ncollect Best\ncollection Best\ncollection Best\nquit\n",
             id);
    struct typist typist = {.left = typed, .id = id, .when = 4};
    FILE *in = fopencookie(&typist, "r", (cookie_io_functions_t){.read = type_on}),
         *out = open_memstream(&answer, &size);
    setvbuf(in, NULL, _IONBF, 0);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    char *told = strstr(answer, "Best has 1 game");
    assert_non_null(told);
    assert_non_null(told = strstr(told + 1, "Best has 1 game"));
    if (strstr(answer, "no longer in the archive") || !strstr(told, "Game 1: "))
        fail_msg("%s", answer);
    free(answer);
}

/* As in plain mode, whose drafts belong to the system's user. */
static struct store *look_at_all(void)
{
    struct store *store = NULL;
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    store_scan(store, INT_MAX);
    return store;
}

/* Another user deletes a game that has a draft: plain mode says so with the draft, can resume it,
 * and saves it as the game again. */
static void drafts_of_deleted_games_can_be_resumed(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200];
    struct record *record;
    struct version version;
    add_game(id);
    snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment not lost\nquit\nquit\n", id);
    dialogue_says(typed, "The comment is written");
    struct store *store = look_at_all();
    assert_false(store_draft_is_left(store, id));
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, NULL), 0);
    record_free(record);
    dialogue_says("drafts\nquit\nquit\n", "unsaved changes.\n");
    assert_int_equal(store_remove(store, id, &version, NULL), 0);
    assert_true(store_draft_is_left(store, id));
    store_close(store);
    dialogue_says("drafts\nquit\n", "One game has unsaved changes; type \"drafts\" to see it");
    dialogue_says("drafts\nquit\nquit\n",
                  "unsaved changes; the game is no longer in the archive.\n");
    dialogue_says("resume 1\nquit\nquit\n", "your unsaved changes from an earlier session");
    dialogue_says("resume 1\nsave\nquit\nquit\n",
                  "The game was deleted meanwhile. Save it anyway? Type \"save\" again to do it");
    dialogue_says("resume 1\nsave\nsave\ndrafts\nquit\n", "There are no unsaved changes");
    assert_int_equal(stored(id, 1, "not lost"), 1);
}

/* While the list is incomplete, no game counts as deleted; a draft in the user's folder may belong
 * to another archive. */
static void an_unlisted_game_is_not_yet_deleted(void **state)
{
    (void)state;
    char elsewhere[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1], other[ULID_LENGTH + 1], typed[200], folder[PATH_MAX],
        pack[PATH_MAX + 16];
    struct store *store;
    add_game(id);
    add_game(other);
    snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\nquit\nquit\n", id);
    dialogue_says(typed, "The comment is written");
    struct record *record = record_new("classical");
    struct version version = {.known = true, .rev = 1};
    memcpy(elsewhere, record->id, sizeof elsewhere);
    assert_int_equal(store_open(&store, club, &(struct store_options){.read_only = true}, NULL), 0);
    assert_int_equal(store_draft_save(store, record, &version, NULL), 0);
    record_free(record);
    store_close(store);
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    assert_false(store_draft_is_left(store, id)); /* not read yet */
    store_scan(store, INT_MAX);
    assert_false(store_draft_is_left(store, id));
    assert_true(store_draft_more(store, elsewhere));
    assert_false(store_draft_is_left(store, elsewhere));
    store_close(store);
    store = look_at_all();
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, NULL), 0);
    record_free(record);
    assert_int_equal(store_remove(store, id, &version, NULL), 0);
    store_close(store);
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    assert_false(store_draft_is_left(store, id)); /* it may be among those not read yet */
    store_scan(store, INT_MAX);
    assert_true(store_draft_is_left(store, id));
    assert_false(store_draft_is_left(store, elsewhere));
    store_close(store);
    snprintf(folder, sizeof folder, "%s/packs", club);
    snprintf(pack, sizeof pack, "%s/broken.yaml", folder);
    mkdir(folder, 0755);
    assert_int_equal(mkdir(pack, 0755), 0); /* a pack that cannot be read may contain it */
    store = look_at_all();
    assert_true(*store_unread(store));
    assert_false(store_draft_is_left(store, id));
    store_close(store);
    assert_int_equal(rmdir(pack), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(plain_mode_merges_saves_of_others),
        CASE(plain_mode_asks_about_a_conflict),
        CASE(save_both_does_not_keep_only_mine),
        CASE(a_later_save_of_another_user_asks_again),
        CASE(a_collection_is_complete_after_another_user_saved),
        CASE(drafts_of_deleted_games_can_be_resumed),
        CASE(an_unlisted_game_is_not_yet_deleted),
    };
    return cmocka_run_group_tests_name("conflict in plain mode", tests, NULL, NULL);
}
