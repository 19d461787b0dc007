/* test_query_complete.c - completing queries and tags while they are typed
 * (tui/session/archive/query_complete.h), in an archive of three games. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/header_values.h"
#include "archive/search/collection.h"
#include "tui/session/archive/query_complete.h"

#include <limits.h>

static struct store *store;

static void save_game(const char *white, const char *black, const char *date, const char *event,
                      const char *tags)
{
    struct record *record = record_new("classical");
    struct version version = {0};
    struct note why;
    record_set_player(record, 'w', white);
    record_set_player(record, 'b', black);
    record_set_text(record, "event.date", date);
    record_set_text(record, "event.name", event);
    record_set_text(record, "event.site", "Split");
    record_set_text(record, "event.round", "1");
    record_set_text(record, "opening.eco", "C41");
    record_set_text(record, "result.score", "1-0");
    record_set_tags(record, tags);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
}

static void save_collection(const char *title, const char *query)
{
    struct collection collection;
    struct note why;
    collection_begin(&collection, title, NULL);
    collection_set(&collection, "query", query);
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    collection_clear(&collection);
}

static int make_games(void **state)
{
    struct note why;
    if (make_club(state) < 0 || store_open(&store, club, NULL, &why) < 0)
        return -1;
    save_game("Ana", "Boris", "2026-01-31", "Club night", "blitz sicilian");
    save_game("Ana", "Cle", "2026-02-01", "Open", "blitz");
    save_game("Anton", "?", "2025-12-31", "Open", "\"long game\"");
    save_collection("Endings", "material:KRkr");
    save_collection("Study", "");
    store_refresh(store);
    store_scan(store, INT_MAX);
    return 0;
}

static int drop_games(void **state)
{
    store_close(store);
    return drop_club(state);
}

struct completed {
    const char *text;
    int n; /* candidates */
    const char *out /* NULL: nothing is completed */, *note;
};

typedef int complete_fn(struct store *in, const char *text, char *out, size_t size, char *note,
                        size_t note_size);

static void assert_completed(complete_fn *complete, const struct completed *row)
{
    char out[200] = "untouched", note[400] = "?";
    int n = complete(store, row->text, out, sizeof out, note, sizeof note);
    const char *expected = row->out ? row->out : "untouched";
    if (n != row->n || strcmp(out, expected) != 0 || strcmp(note, row->note) != 0)
        fail_msg("'%s': %d '%s' (%s), not %d '%s' (%s)", row->text, n, out, note, row->n, expected,
                 row->note);
}

static void keys_are_completed(void **state)
{
    static const struct completed rows[] = {
        {"wh", 1, "white:", ""},
        {"WH", 1, "white:", ""},
        {"white:ana res", 1, "white:ana result:", ""},
        {"white:ana|(-bl", 1, "white:ana|(-black:", ""},
        {"!pos", 1, "!pos:", ""},
        {"e", 3, "e", "event:  eco:  end:"},
        {"ne", 1, "near:", ""},
        {"zz", 0, NULL, ""},
    };
    char out[200], note[400];
    int keys;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_completed(query_complete, &rows[i]);
    query_keys(&keys);
    assert_int_equal(query_complete(store, "", out, sizeof out, note, sizeof note), keys);
    assert_string_equal(out, "");
}

/* The values of the games, those of most games first, and then in alphabetical order. */
static void values_of_the_games_are_completed(void **state)
{
    static const struct completed rows[] = {
        {"white:a", 2, "white:An", "Ana 2  Anton 1"},
        {"white:ant", 1, "white:Anton ", ""},
        {"(-white:ant", 1, "(-white:Anton ", ""},
        {"player:b", 1, "player:Boris ", ""},
        {"player:", 4, "player:", "Ana 2  Anton 1  Boris 1  Cle 1"},
        {"black:", 2, "black:", "Boris 1  Cle 1"}, /* "?" is no name */
        {"event:", 2, "event:", "Open 2  Club night 1"},
        {"event:c", 1, "event:\"Club night\" ", ""},
        {"event:\"cl", 1, "event:\"Club night\" ", ""},
        {"event:\"club n", 1, "event:\"Club night\" ", ""},
        {"site:", 1, "site:Split ", ""},
        {"round:", 1, "round:1 ", ""},
        {"eco:c", 1, "eco:C41 ", ""},
        {"result:", 1, "result:1-0 ", ""},
        {"variant:cl", 1, "variant:classical ", ""},
        {"date:", 2, "date:202", "2026 2  2025 1"}, /* the years first */
        {"date:2026", 2, "date:2026-0", "2026-01-31 1  2026-02-01 1"},
        {"date:2025", 1, "date:2025-12-31 ", ""},
        {"tag:", 3, "tag:", "blitz 2  long game 1  sicilian 1"},
        {"tag:l", 1, "tag:\"long game\" ", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_completed(query_complete, &rows[i]);
}

static void values_of_the_language_are_completed(void **state)
{
    static const struct completed rows[] = {
        {"status:d", 1, "status:damaged ", ""},
        {"in:", 1, "in:variations ", ""},
        {"pos:h", 1, "pos:here ", ""},
        {"near:", 1, "near:here ", ""},
        {"sort:-d", 1, "sort:-date ", ""},
        {"has:b", 1, "has:broken ", ""},
        {"family:cr", 1, "family:croatian ", ""},
        {"saved:", 1, "saved:Endings ", ""}, /* the study has no query */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_completed(query_complete, &rows[i]);
}

/* If there is nothing to list, the note says what the key expects. */
static void keys_without_values_are_explained(void **state)
{
    static const struct completed rows[] = {
        {"plies:", 0, NULL, "how many plies, as plies:>40"},
        {"e4 id:", 0, NULL, "how the id begins, as id:01JD9T"},
        {"white:zz", 0, NULL, "who plays White, as white:morphy"},
        {"nothing:x", 0, NULL, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_completed(query_complete, &rows[i]);
}

static void tags_are_completed(void **state)
{
    static const struct completed rows[] = {
        {"bl", 1, "blitz ", ""},
        {"old, bl", 1, "old, blitz ", ""},
        {"old,-si", 1, "old,-sicilian ", ""}, /* a sign before the tag stays */
        {"+BL", 1, "+blitz ", ""},
        {"lo", 1, "\"long game\" ", ""},
        {"\"lo", 1, "\"long game\" ", ""},
        {"bl, +\"long g", 1, "bl, +\"long game\" ", ""}, /* a blank in quotes ends no tag */
        {"", 3, "", "blitz 2  long game 1  sicilian 1"},
        {"zz", 0, NULL, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_completed(tags_complete, &rows[i]);
}

struct values {
    char text[300];
    size_t used;
};

static void value_told(void *argument, const char *text, int games)
{
    struct values *values = argument;
    text_add(values->text, sizeof values->text, &values->used, "%s %d, ", text, games);
}

static void values_are_listed_most_frequent_first(void **state)
{
    struct values values = {.used = 0};
    (void)state;
    assert_int_equal(query_values(store, "player", "", value_told, &values), 4);
    assert_string_equal(values.text, "Ana 2, Anton 1, Boris 1, Cle 1, ");
    values = (struct values){.used = 0};
    assert_int_equal(query_values(store, "player", "bo", value_told, &values), 1);
    assert_string_equal(values.text, "Boris 1, ");
    values = (struct values){.used = 0};
    assert_int_equal(query_values(store, "status", "", value_told, &values), 4);
    assert_string_equal(values.text, "damaged 0, good 0, live 0, over 0, "); /* 0: not counted */
    assert_int_equal(query_values(store, "plies", "", value_told, &values), 0);
}

/* A text is recognised by its address; its number is that of its first appearance. */
static void very_many_texts_are_counted(void **state)
{
    enum { MANY = 5000 };
    static char many[MANY][2];
    struct texts_met met = {.n = 0};
    (void)state;
    for (int times = 1; times <= 2; times++)
        for (int i = 0; i < MANY; i++)
            assert_int_equal(texts_meet(&met, many[i]), i);
    assert_int_equal(met.n, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(met.v[i].text, many[i]);
        assert_int_equal(met.v[i].number, i);
        assert_int_equal(met.v[i].times, 2);
    }
    texts_met_clear(&met);
    assert_int_equal(met.n, 0);
    assert_int_equal(texts_meet(&met, many[7]), 0);
    texts_met_clear(&met);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_completed),
        cmocka_unit_test(values_of_the_games_are_completed),
        cmocka_unit_test(values_of_the_language_are_completed),
        cmocka_unit_test(keys_without_values_are_explained),
        cmocka_unit_test(tags_are_completed),
        cmocka_unit_test(values_are_listed_most_frequent_first),
        cmocka_unit_test(very_many_texts_are_counted),
    };
    return cmocka_run_group_tests(tests, make_games, drop_games);
}
