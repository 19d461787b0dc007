/* test_stream.c - a stream of games opened directly: it is read in portions, whatever its content
 * and size, and saving one game leaves the rest unchanged. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/search/search.h"
#include "archive/pack/pack.h"

static const char sound[] =
    "chesscade: 1\nid: '%s'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
    "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n%s";

/* A file being built, and the games to be found in it. */
struct file {
    struct yaml_text text;
    int line[8]; /* the line of each game's first byte */
    bool large[8];
    int games;
};

static int lines_of(const struct file *file)
{
    int lines = 1;
    for (int i = 0; i < file->text.n; i++)
        lines += file->text.v[i] == '\n';
    return lines;
}

static void add(struct file *file, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        yaml_text_add(&file->text, text, strlen(text));
}

static const char *id_of(int game)
{
    static char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "01JD9T4W8M6Q2R7XK5V3B0N1H%c", '0' + game);
    return id;
}

/* A game that is `more` bytes larger than necessary. */
static void add_game(struct file *file, int more)
{
    enum { ROOM = 1000, KEY = 11 };
    char game[ROOM], key[KEY + 1];
    file->line[file->games] = lines_of(file);
    file->large[file->games] = more > yaml_limits_default.file_bytes;
    add(file, "---\n", 1);
    snprintf(game, sizeof game, sound, id_of(file->games++), "");
    add(file, game, 1);
    for (int i = 0; i < more / KEY; i++) {
        snprintf(key, sizeof key, "x_%05x: 1\n", i % 0x100000);
        add(file, key, 1);
    }
}

/* Games larger than the limit between others, and megabytes without a game. */
static struct file large_file(void)
{
    enum { MORE = 5 << 20, EMPTY = 1500000, SEVERAL = 9 << 20 };
    struct file file = {0};
    add_game(&file, 0);
    add_game(&file, MORE);
    add_game(&file, 0);
    add(&file, "---\n", EMPTY);
    add_game(&file, 0);
    add(&file, "---\n# a remark\n", 1);
    add_game(&file, SEVERAL);
    add(&file, "...\n", 1);
    add_game(&file, 0);
    add(&file, "# a remark\n", 1);
    add(&file, "\n", EMPTY);
    add_game(&file, MORE);
    return file;
}

static void same_games(const struct file *file, const struct catalog *list)
{
    assert_int_equal(list->count, file->games);
    for (int i = 0; i < list->count; i++) {
        struct listing listing;
        struct pack_spot spot;
        catalog_get(list, i, &listing);
        memcpy(&spot, (char *)list->column[COLUMN_OWN] + (size_t)i * sizeof spot, sizeof spot);
        assert_int_equal(spot.line, file->line[i]);
        assert_int_equal(listing.damaged, file->large[i]);
        assert_string_equal(listing.why,
                            file->large[i] ? "the game is larger than 4194304 bytes" : "");
        assert_int_equal(listing.place.line, file->large[i] ? file->line[i] : 0);
    }
}

static void games_that_are_too_large_are_skipped(void **state)
{
    (void)state;
    struct file file = large_file();
    struct note why = {0};
    write_file(in_top("games.yaml"), file.text.v, (size_t)file.text.n);
    struct store *store = must_open(in_top("games.yaml"));
    store_scan(store, 1000000);
    assert_int_equal(store_count(store), file.games);
    assert_int_equal(store_total(store), file.games);
    for (int i = 0; i < file.games; i++) {
        const struct listing *listing = store_listing(store, i);
        struct record *record = NULL;
        struct place place;
        assert_int_equal(listing->damaged, file.large[i]);
        int result = store_load(store, i, &record, NULL, &place, &why);
        assert_int_equal(result, file.large[i] ? FAIL_LIMIT : 0);
        if (file.large[i])
            assert_string_equal(why.text, "the game is larger than 4194304 bytes");
        else
            assert_string_equal(record->id, id_of(i));
        record_free(record);
    }
    store_close(store);
    for (uint64_t chunk = 1 << 20; chunk < (uint64_t)file.text.n * 2;
         chunk = chunk * (SANITIZED ? 8 : 2) + 50000) {
        struct catalog list = {.own = sizeof(struct pack_spot)};
        struct pack_scanner scanner;
        int fd = open(in_top("games.yaml"), O_RDONLY);
        pack_scanner_begin(&scanner, fd, &yaml_limits_default, (uint64_t)file.text.n);
        pack_scan_all(&scanner, chunk, &list);
        same_games(&file, &list);
        pack_scanner_end(&scanner);
        catalog_clear(&list);
        close(fd);
    }
    yaml_text_clear(&file.text);
}

/* The text before and after the saved game is copied, whatever its size and content. */
static void saving_leaves_the_rest_unchanged(void **state)
{
    (void)state;
    enum { CHANGED = 3 };
    struct file file = large_file();
    struct version version;
    size_t size;
    write_file(in_top("games.yaml"), file.text.v, (size_t)file.text.n);
    struct store *store = must_open(in_top("games.yaml"));
    struct record *record = must_load(store, id_of(CHANGED), &version);
    line_append(&record->moves, "e5");
    must_save(store, record, &version);
    assert_int_equal(store_count(store), file.games);
    char *now = read_file(in_top("games.yaml"), &size), *old = strstr(file.text.v, id_of(CHANGED)),
         *behind = strstr(old, "---");
    size_t before = (size_t)(strstr(old, "rev: 1") + 5 - file.text.v), added = strlen("- 'e5'\n");
    assert_int_equal(size, (size_t)file.text.n + added);
    assert_memory_equal(now, file.text.v, before);
    assert_int_equal(now[before], '2');
    assert_memory_equal(now + before + 1, file.text.v + before + 1,
                        (size_t)(behind - file.text.v) - before - 1);
    assert_memory_equal(now + (behind - file.text.v), "- 'e5'\n", added);
    assert_memory_equal(now + (behind - file.text.v) + added, behind, strlen(behind));
    free(now);
    record_free(record);
    store_close(store);
    yaml_text_clear(&file.text);
}

/* Changes of another program to the file are never mistaken for what was read, and never
 * overwritten. */
static void changes_of_others_are_noticed(void **state)
{
    (void)state;
    char one[1000], two[1004] = "---\n", both[2004];
    struct note why = {0};
    struct version version, other;
    char *bytes;
    size_t size;
    snprintf(one, sizeof one, sound, id_of(1), "");
    snprintf(two + 4, sizeof two - 4, sound, id_of(2), "");
    snprintf(both, sizeof both, "%s%s", one, two);
    put_file(in_top("games.yaml"), both);
    struct store *store = must_open(in_top("games.yaml"));
    struct record *record = must_load(store, id_of(2), &version);
    line_append(&record->moves, "e5");
    put_file(in_top("games.yaml"), two); /* in place */
    assert_int_equal(store_bytes(store, 1, &bytes, &size, &why), FAIL_SYSTEM);
    assert_string_equal(why.text, "the file cannot be read: it may have been changed meanwhile");
    put_file(in_top("games.yaml"), both);
    assert_true(store_refresh(store));
    store_scan(store, 10);
    assert_int_equal(store_bytes(store, 1, &bytes, &size, &why), 0);
    free(bytes);
    both[strlen(both) - 3] = '5'; /* the same size */
    put_file(in_top("games.yaml"), both);
    assert_int_equal(store_bytes(store, 1, &bytes, &size, &why), FAIL_SYSTEM);
    both[strlen(both) - 3] = '4';
    put_file(in_top("games.yaml"), two);
    assert_true(store_refresh(store));
    assert_int_equal(store_total(store), 1);
    record_free(must_load(store, id_of(2), &other));
    must_save(store, record, &version); /* it has moved, but is unchanged */
    assert_int_equal(record->rev, 2);
    put_file(in_top("games.yaml"), both);
    assert_int_equal(store_save(store, record, &version, &why), FAIL_CONFLICT);
    bytes = get_file(in_top("games.yaml"));
    assert_string_equal(bytes, both);
    free(bytes);
    assert_int_equal(unlink(in_top("games.yaml")), 0);
    /* The listed game is still there */
    assert_int_equal(store_bytes(store, 1, &bytes, &size, &why), 0);
    free(bytes);
    assert_int_equal(store_save(store, record, &version, &why), FAIL_SYSTEM);
    assert_string_equal(why.text, "the file cannot be read: there is no such file or folder");
    assert_int_equal(access(in_top("games.yaml"), F_OK), -1);
    record_free(record);
    store_close(store);
}

/* If games are tiny, the list takes as many as it may hold and says so; the others stay in the
 * file. */
static void the_number_of_listed_games_is_limited(void **state)
{
    (void)state;
    enum { GAMES = 900000 };
    struct file file = {0};
    struct version version;
    struct note why;
    char said[200];
    size_t size;
    add_game(&file, 0);
    add(&file, "---\na\n", GAMES);
    write_file(in_top("games.yaml"), file.text.v, (size_t)file.text.n);
    struct store *store = must_open(in_top("games.yaml"));
    assert_string_equal(store_unread(store), "");
    assert_false(store_scan(store, GAMES * 2));
    assert_true(store_count(store) > GAMES / 4 && store_count(store) < GAMES);
    assert_int_equal(store_total(store), store_count(store));
    snprintf(said, sizeof said,
             "only the first %d games are listed; import the file to see all of them",
             store_count(store));
    assert_string_equal(store_unread(store), said);
    struct record *record = must_load(store, id_of(0), &version);
    line_append(&record->moves, "e5");
    must_save(store, record, &version);
    free(read_file(in_top("games.yaml"), &size));
    assert_int_equal(size, (size_t)file.text.n + strlen("- 'e5'\n"));
    /* A new game, whose id may be that of a game that is not listed */
    snprintf(record->id, sizeof record->id, "%s", id_of(9));
    assert_int_equal(store_save(store, record, &(struct version){0}, &why), FAIL_LIMIT);
    assert_string_equal(
        why.text, "the file has more games than the program can read; save the game in an archive");
    char *bytes = read_file(in_top("games.yaml"), &size);
    assert_int_equal(size, (size_t)file.text.n + strlen("- 'e5'\n"));
    free(bytes);
    add_game(&file, 0); /* the same with few games */
    write_file(in_top("games.yaml"), file.text.v + GAMES, (size_t)file.text.n - GAMES * 6);
    assert_true(store_refresh(store));
    assert_string_equal(store_unread(store), "");
    record_free(record);
    store_close(store);
    yaml_text_clear(&file.text);
}

/* Made-up ids may be larger than any id made from a time; they are sorted like the others. */
static void games_are_sorted_by_ids(void **state)
{
    (void)state;
    static const char *const ids[] = {"ZZZZZZZZZZZZZZZZZZZZZZZZZZ", "01JD9T4W8M6Q2R7XK5V3B0N1H1",
                                      "81JD9T4W8M6Q2R7XK5V3B0N1H0", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                                      "01JD9T4W8M6Q2R7XK5V3B0N1H0"};
    enum { GAMES = sizeof ids / sizeof *ids };
    static const int order[GAMES] = {4, 1, 3, 2, 0};
    struct yaml_text text = {0};
    struct finder *finder = NULL;
    char game[1000];
    for (int i = 0; i < GAMES; i++) {
        snprintf(game, sizeof game, sound, ids[i], "---\n");
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top("games.yaml"), text.v, (size_t)text.n);
    struct store *store = must_open(in_top("games.yaml"));
    for (int backwards = 0; backwards < 2; backwards++) {
        assert_int_equal(
            finder_open(&finder, store, NULL, backwards ? "sort:-id" : "sort:id", NULL, NULL), 0);
        while (finder_step(finder, 1000))
            continue;
        assert_int_equal(finder_count(finder), GAMES);
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(finder_at(finder, i), order[backwards ? GAMES - 1 - i : i]);
        finder_close(finder);
    }
    store_close(store);
    yaml_text_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(games_that_are_too_large_are_skipped),
        CASE(saving_leaves_the_rest_unchanged),
        CASE(changes_of_others_are_noticed),
        CASE(the_number_of_listed_games_is_limited),
        CASE(games_are_sorted_by_ids),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
