/* test_bookmarks.c - bookmarks, how games were left, and the archives a user has
 * (tui/session/archive/bookmarks.h). */
#include "config.h"
#include "tests/support/session_club.h"

#include "tui/session/archive/bookmarks.h"

static const char game[] = "01JD9T4W8M6Q2R7XK5V3B0N1HC", other[] = "01JD9T4W8M6Q2R7XK5V3B0N1HD";

static int make_home(void **state)
{
    if (make_club(state) < 0)
        return -1;
    setenv("CHESSCADE_DATA", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
    return 0;
}

/* A file of the user, in the folder where the header says that it is. */
static const char *own_file(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "chesscade/%s", name);
    mkdir(in_folder(top, "chesscade"), 0700);
    return in_folder(top, path);
}

static void keep(const char *name, const char *text)
{
    write_file(own_file(name), text, strlen(text));
}

static void assert_kept(const char *name, const char *text)
{
    size_t size;
    char *bytes = read_file(own_file(name), &size);
    assert_string_equal(bytes, text);
    free(bytes);
}

static struct spot at(const char *text)
{
    struct spot spot;
    assert_true(spot_read(text, &spot));
    return spot;
}

static void assert_spot(const struct spot *spot, const char *text)
{
    char written[60];
    assert_true(spot_write(spot, written, sizeof written));
    assert_string_equal(written, text);
}

/* ---------------------------------------------------------------- bookmarks */

static void a_bookmark_is_set_and_removed(void **state)
{
    struct bookmarks marks = {0};
    struct spot first = at("4"), second = at("5.0/3");
    (void)state;
    struct bookmark *set = bookmarks_toggle(&marks, game, &first);
    assert_non_null(set);
    assert_string_equal(set->id, game);
    assert_string_equal(set->text + set->archive, "");
    assert_string_equal(set->text + set->game, "");
    assert_string_equal(set->text + set->ply, "");
    assert_non_null(bookmarks_toggle(&marks, game, &second));
    assert_null(bookmarks_toggle(&marks, game, &first)); /* the same spot again */
    assert_int_equal(marks.n, 1);
    assert_spot(&marks.v[0].spot, "5.0/3");
    assert_null(bookmarks_toggle(&marks, game, &second));
    assert_int_equal(marks.n, 0);
    bookmarks_clear(&marks);
}

static void the_oldest_of_too_many_is_dropped(void **state)
{
    struct bookmarks marks = {0};
    (void)state;
    for (int ply = 1; ply <= BOOKMARKS_MAX + 2; ply++)
        assert_non_null(bookmarks_toggle(&marks, game, &(struct spot){.ply = ply}));
    assert_int_equal(marks.n, BOOKMARKS_MAX);
    for (int i = 0; i < marks.n; i++)
        assert_int_equal(marks.v[i].spot.ply, i + 3);
    bookmarks_clear(&marks);
}

static void bookmarks_persist_beside_those_of_other_games(void **state)
{
    struct bookmarks marks = {0}, copy = {0};
    struct spot spot = at("5.0/3"), later = at("14");
    (void)state;
    bookmark_tell(bookmarks_toggle(&marks, game, &spot), "/club", "Ana - Boris  one", "Qa1~Wa5");
    bookmarks_toggle(&marks, game, &later);
    bookmarks_write(game, &marks);
    bookmarks_clear(&marks);
    bookmarks_toggle(&marks, other, &later);
    bookmarks_write(other, &marks);
    assert_kept("bookmarks", "01JD9T4W8M6Q2R7XK5V3B0N1HC 5.0/3\t/club\tAna - Boris  one\tQa1~Wa5\n"
                             "01JD9T4W8M6Q2R7XK5V3B0N1HC 14\t\t\t\n"
                             "01JD9T4W8M6Q2R7XK5V3B0N1HD 14\t\t\t\n");
    bookmarks_read(game, &marks);
    assert_int_equal(marks.n, 2);
    const struct bookmark *told = &marks.v[0];
    assert_spot(&told->spot, "5.0/3");
    assert_string_equal(told->text + told->archive, "/club");
    assert_string_equal(told->text + told->game, "Ana - Boris  one");
    assert_string_equal(told->text + told->ply, "Qa1~Wa5");
    bookmarks_copy(&copy, &marks);
    assert_int_equal(copy.n, 2);
    assert_spot(&copy.v[1].spot, "14");
    bookmarks_clear(&copy);
    bookmarks_read(NULL, &marks); /* of all games; replaces what was read before */
    assert_int_equal(marks.n, 3);
    assert_string_equal(marks.v[2].id, other);
    marks.n = 0; /* none left */
    bookmarks_write(game, &marks);
    assert_kept("bookmarks", "01JD9T4W8M6Q2R7XK5V3B0N1HD 14\t\t\t\n");
    bookmarks_read(game, &marks);
    assert_int_equal(marks.n, 0);
    bookmarks_clear(&marks);
    unlink(own_file("bookmarks"));
}

static void damaged_lines_are_skipped(void **state)
{
    struct bookmarks marks = {0};
    (void)state;
    bookmarks_read(game, &marks); /* no file at all */
    assert_int_equal(marks.n, 0);
    keep("bookmarks", "\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC x\t/club\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC 5.0/\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HCAAAAAAAAA 3\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC -1\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC 7\n" /* an old line, without texts */
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC 8\t/club\n"
                      "01JD9T4W8M6Q2R7XK5V3B0N1HC 9\t/club\ttitle\tply"); /* no end of line */
    bookmarks_read(NULL, &marks);
    assert_int_equal(marks.n, 3);
    for (int i = 0; i < marks.n; i++)
        assert_int_equal(marks.v[i].spot.ply, 7 + i);
    assert_string_equal(marks.v[0].text + marks.v[0].archive, "");
    assert_string_equal(marks.v[1].text + marks.v[1].archive, "/club");
    assert_string_equal(marks.v[1].text + marks.v[1].game, "");
    assert_string_equal(marks.v[2].text + marks.v[2].ply, "ply");
    bookmarks_clear(&marks);
    unlink(own_file("bookmarks"));
}

/* Texts come from files of others: they cannot end a line or a part of it, and long ones are cut.
 */
static void told_texts_stay_in_their_line(void **state)
{
    struct bookmarks marks = {0};
    struct spot spot = at("1");
    char longer[3 * BOOKMARK_ROOM];
    (void)state;
    bookmark_tell(bookmarks_toggle(&marks, game, &spot), "/a\tb", "Ana\n01 2", "\033[2J");
    assert_string_equal(marks.v[0].text + marks.v[0].archive, "/a b");
    assert_string_equal(marks.v[0].text + marks.v[0].game, "Ana 01 2");
    assert_string_equal(marks.v[0].text + marks.v[0].ply, " [2J");
    bookmarks_write(game, &marks);
    bookmarks_read(NULL, &marks);
    assert_int_equal(marks.n, 1);
    assert_string_equal(marks.v[0].text + marks.v[0].game, "Ana 01 2");
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    bookmark_tell(&marks.v[0], longer, longer, longer);
    assert_int_equal(marks.v[0].text[BOOKMARK_ROOM - 1], '\0');
    assert_in_range(marks.v[0].ply, 0, BOOKMARK_ROOM - 1);
    bookmarks_clear(&marks);
    unlink(own_file("bookmarks"));
}

static void titles_name_players_or_the_event(void **state)
{
    char title[200];
    struct record *record = record_new("classical");
    (void)state;
    record_set_text(record, "event.name", "First steps");
    bookmark_game(record, 2, title, sizeof title);
    assert_string_equal(title, "First steps  classical");
    record_set_player(record, 'w', "Ana");
    bookmark_game(record, 2, title, sizeof title);
    assert_string_equal(title, "Ana - Black  classical");
    record_set_player(record, 'b', "Boris");
    bookmark_game(record, 2, title, sizeof title);
    assert_string_equal(title, "Ana - Boris  classical");
    record_free(record);
}

/* ---------------------------------------------------------------- how a game was left */

static void a_game_opens_as_it_was_left(void **state)
{
    struct left left = {.spot = at("14"), .panel = 2, .fold_all = true}, read;
    (void)state;
    left_read(game, &read);
    assert_int_equal(spot_plies(&read.spot), 0);
    assert_int_equal(read.panel, -1);
    left.fold[left.folds++] = at("5.0/1");
    left.explode[left.explosions++] = at("3");
    left_write(game, &left);
    left_write(other, &(struct left){.spot = at("7"), .panel = -1});
    assert_kept("places", "01JD9T4W8M6Q2R7XK5V3B0N1HC 14 panel=2 all fold=5.0/1 members=3\n"
                          "01JD9T4W8M6Q2R7XK5V3B0N1HD 7\n");
    left_read(game, &read);
    assert_spot(&read.spot, "14");
    assert_int_equal(read.panel, 2);
    assert_true(read.fold_all);
    assert_int_equal(read.folds, 1);
    assert_spot(&read.fold[0], "5.0/1");
    assert_int_equal(read.explosions, 1);
    assert_spot(&read.explode[0], "3");
    left_write(game, &(struct left){.panel = -1}); /* nothing to remember */
    assert_kept("places", "01JD9T4W8M6Q2R7XK5V3B0N1HD 7\n");
    left_read(game, &read);
    assert_int_equal(spot_plies(&read.spot), 0);
    left_write(game, &(struct left){.panel = 0}); /* the panel alone is remembered */
    left_read(game, &read);
    assert_int_equal(read.panel, 0);
    unlink(own_file("places"));
}

static void damaged_places_are_the_start(void **state)
{
    struct left read;
    char text[4000];
    size_t used = 0;
    (void)state;
    keep("places", "01JD9T4W8M6Q2R7XK5V3B0N1HC 3 panel=1\n"
                   "01JD9T4W8M6Q2R7XK5V3B0N1HC nonsense panel=2 all\n"
                   "01JD9T4W8M6Q2R7XK5V3B0N1HD 4 unknown fold=x members=\n");
    left_read(game, &read);
    assert_int_equal(spot_plies(&read.spot), 0);
    assert_int_equal(read.panel, -1);
    assert_false(read.fold_all);
    left_read(other, &read); /* words that cannot be read are skipped */
    assert_spot(&read.spot, "4");
    assert_int_equal(read.folds, 0);
    assert_int_equal(read.explosions, 0);
    text_add(text, sizeof text, &used, "%s 1", game);
    for (int i = 1; i <= LEFT_SPOTS + 9; i++)
        text_add(text, sizeof text, &used, " fold=%d", i);
    keep("places", text);
    left_read(game, &read);
    assert_int_equal(read.folds, LEFT_SPOTS);
    unlink(own_file("places"));
}

/* ---------------------------------------------------------------- archives */

static void own_games_have_a_folder(void **state)
{
    struct note why;
    struct store *store;
    struct version version = {0};
    char path[400];
    (void)state;
    snprintf(path, sizeof path, "%s", own_file("games"));
    assert_string_equal(place_own(), path);
    assert_false(place_has_games(path)); /* it does not exist yet */
    assert_false(place_has_drafts(path));
    assert_int_equal(place_own_make(&why), 0);
    assert_int_equal(place_own_make(&why), 0); /* it is there */
    assert_false(place_has_games(path));
    struct record *record = record_new("classical");
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    assert_true(place_has_drafts(path)); /* of a game that was never saved */
    assert_false(place_has_games(path));
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Boris");
    if (store_save(store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    store_close(store);
    record_free(record);
    assert_true(place_has_games(path));
    assert_false(place_has_games(own_file("bookmarks")));
}

static void the_same_folder_has_many_names(void **state)
{
    char samples[400], dotted[420], link[400];
    (void)state;
    snprintf(samples, sizeof samples, "%s", in_folder(top, "samples"));
    assert_string_equal(place_samples(), samples);
    assert_false(place_is_samples(club)); /* there are no samples */
    assert_int_equal(mkdir(samples, 0700), 0);
    snprintf(dotted, sizeof dotted, "%s/../samples/.", samples);
    snprintf(link, sizeof link, "%s", in_folder(top, "link"));
    assert_int_equal(symlink(samples, link), 0);
    assert_true(place_is_samples(samples));
    assert_true(place_is_samples(dotted));
    assert_true(place_is_samples(link));
    assert_true(place_same(dotted, link));
    assert_false(place_same(club, samples));
    assert_false(place_same("/nowhere", "/nowhere"));
    assert_false(place_is_samples(club));
}

static void the_tour_is_seen_once(void **state)
{
    (void)state;
    assert_false(place_toured());
    place_tour_seen();
    assert_true(place_toured());
}

static void recent_archives_are_newest_first(void **state)
{
    char *recent[RECENT_MAX], folder[20];
    (void)state;
    assert_int_equal(recent_read(recent), 0);
    for (int i = 0; i <= RECENT_MAX; i++) {
        snprintf(folder, sizeof folder, "club%d", i);
        assert_int_equal(mkdir(in_folder(top, folder), 0700), 0);
        recent_add(in_folder(top, folder));
    }
    recent_add(in_folder(top, "club5/../club5")); /* the same as club5, which moves to the top */
    recent_add(in_folder(top, "club5"));
    recent_add(in_folder(top, "missing"));
    static const int order[RECENT_MAX] = {5, 9, 8, 7, 6, 4, 3, 2, 1}; /* club0 is dropped */
    assert_int_equal(recent_read(recent), RECENT_MAX);
    for (int i = 0; i < RECENT_MAX; i++) {
        snprintf(folder, sizeof folder, "club%d", order[i]);
        assert_true(place_same(recent[i], in_folder(top, folder)));
        assert_int_equal(recent[i][0], '/');
    }
    recent_free(recent, RECENT_MAX);
    keep("recent", "relative\n/one\n\n/two");
    assert_int_equal(recent_read(recent), 2);
    assert_string_equal(recent[0], "/one");
    assert_string_equal(recent[1], "/two");
    recent_free(recent, 2);
}

/* Keep a game of two plies in an archive. */
static void add_game(const char *archive, char id[ULID_LENGTH + 1])
{
    struct store *store;
    struct version version = {0};
    struct record *record = record_new("classical");
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    assert_int_equal(store_open(&store, archive, NULL, NULL), 0);
    assert_int_equal(store_save(store, record, &version, NULL), 0);
    snprintf(id, ULID_LENGTH + 1, "%s", record->id);
    record_free(record);
    store_close(store);
}

static void set_bookmark(struct bookmark *out, const char *id, const char *archive)
{
    struct bookmarks marks = {0};
    struct bookmark *set = bookmarks_toggle(&marks, id, &(struct spot){.ply = 2});
    bookmark_tell(set, archive, "", "");
    *out = *set;
    bookmarks_clear(&marks);
}

/* The open archive is looked at first, then the one that the bookmark names. */
static void the_game_of_a_bookmark_is_found(void **state)
{
    char first[ULID_LENGTH + 1], second[ULID_LENGTH + 1], away[400];
    struct store *open, *found;
    struct bookmark bookmark;
    struct note why;
    (void)state;
    snprintf(away, sizeof away, "%s", in_folder(top, "away"));
    assert_int_equal(store_create(away, "Away", &why), 0);
    add_game(club, first);
    add_game(away, second);
    assert_int_equal(store_open(&open, club, NULL, NULL), 0);
    set_bookmark(&bookmark, first, away);
    int there = bookmark_find(&bookmark, open, &found, &why);
    assert_int_equal(there, 0);
    assert_ptr_equal(found, open);
    set_bookmark(&bookmark, second, away);
    assert_int_equal(bookmark_find(&bookmark, open, &found, &why), 0);
    assert_string_equal(store_title(found), "Away");
    store_close(found);
    assert_int_equal(bookmark_find(&bookmark, NULL, &found, &why), 0);
    store_close(found);
    set_bookmark(&bookmark, second, "");
    assert_int_equal(bookmark_find(&bookmark, open, &found, &why), FAIL_NAME);
    assert_string_equal(why.text, "the archive of this bookmark's game is unknown");
    set_bookmark(&bookmark, second, club);
    assert_int_equal(bookmark_find(&bookmark, open, &found, &why), FAIL_NAME);
    assert_non_null(strstr(why.text, "the game of this bookmark is no longer in /"));
    set_bookmark(&bookmark, second, in_folder(top, "nowhere"));
    assert_true(bookmark_find(&bookmark, open, &found, &why) < 0);
    assert_non_null(strstr(why.text, "nowhere: "));
    store_close(open);
}

static void a_bookmark_stands_while_its_game_has_the_ply(void **state)
{
    struct bookmark bookmark;
    struct note why;
    struct record *record = record_new("classical");
    (void)state;
    set_bookmark(&bookmark, game, "");
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    assert_true(bookmark_stands(&bookmark, record, &why));
    line_cut(&record->moves, 1);
    assert_false(bookmark_stands(&bookmark, record, &why));
    assert_string_equal(why.text,
                        "the game has changed and no longer has the ply of this bookmark");
    record_free(record);
}

/* Without a home folder nothing can be kept, and nothing else fails. */
static void without_a_home_nothing_is_kept(void **state)
{
    struct bookmarks marks = {0};
    struct left left;
    struct note why;
    char *recent[RECENT_MAX];
    struct spot spot = at("1");
    (void)state;
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "", 1);
    assert_string_equal(place_own(), "");
    assert_int_equal(place_own_make(&why), FAIL_SYSTEM);
    assert_string_equal(why.text, "there is no home folder");
    bookmarks_toggle(&marks, game, &spot);
    bookmarks_write(game, &marks);
    bookmarks_read(game, &marks);
    assert_int_equal(marks.n, 0);
    left_write(game, &(struct left){.panel = 1});
    left_read(game, &left);
    assert_int_equal(left.panel, -1);
    recent_add(club);
    assert_int_equal(recent_read(recent), 0);
    place_tour_seen();
    assert_true(place_toured()); /* it would be shown each time otherwise */
    bookmarks_clear(&marks);
    setenv("HOME", top, 1);
    setenv("XDG_DATA_HOME", top, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bookmark_is_set_and_removed),
        cmocka_unit_test(the_oldest_of_too_many_is_dropped),
        cmocka_unit_test(bookmarks_persist_beside_those_of_other_games),
        cmocka_unit_test(damaged_lines_are_skipped),
        cmocka_unit_test(told_texts_stay_in_their_line),
        cmocka_unit_test(titles_name_players_or_the_event),
        cmocka_unit_test(a_game_opens_as_it_was_left),
        cmocka_unit_test(damaged_places_are_the_start),
        cmocka_unit_test(own_games_have_a_folder),
        cmocka_unit_test(the_same_folder_has_many_names),
        cmocka_unit_test(the_tour_is_seen_once),
        cmocka_unit_test(recent_archives_are_newest_first),
        cmocka_unit_test(the_game_of_a_bookmark_is_found),
        cmocka_unit_test(a_bookmark_stands_while_its_game_has_the_ply),
        cmocka_unit_test(without_a_home_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, make_home, drop_club);
}
