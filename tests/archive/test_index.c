/* test_index.c - the index is only a cache: queries give the same answers with it and without
 * it. */
#include "config.h"
#include "tests/support/indexed_club.h"

#include "archive/index/board_hash.h"
#include "archive/search/search.h"
#include "archive/index/prefilter.h"

/* The queries must use every key, except the one that stands for searches stored elsewhere. */
static void assert_every_key_is_queried(void)
{
    int keys;
    const struct query_key *key = query_keys(&keys);
    for (int k = 0; k < keys; k++) {
        char wanted[40];
        bool asked = !strcmp(key[k].name, "saved");
        snprintf(wanted, sizeof wanted, "%s:", key[k].name);
        for (int q = 0; q < QUERIES && !asked; q++)
            asked = strstr(queries[q], wanted) != NULL;
        if (!asked)
            fail_msg("no query has %s", wanted);
    }
}

static void answers_are_the_same(void **state)
{
    (void)state;
    struct store *store;
    int informative = 0;
    for (int q = 0; q < QUERIES; q++)
        informative += *truth[0][q] && strcmp(truth[0][q], truth[0][0]) != 0;
    /* There are cascades. */
    /* There are games with cascades */
    for (int q = 0; q < QUERIES; q++)
        assert_true(strcmp(queries[q], "cascade:>=2") != 0 || *truth[0][q]);
    assert_true(informative > QUERIES / 2); /* otherwise the queries prove nothing */
    assert_every_key_is_queried();
    open_store(&store);
    struct index *index = must_index(store, true);
    for (int i = 0; i < 2 * PART_OF_TEST; i += 10)
        index_step(index, 10, NULL, NULL);
    assert_true(index->parts > 0);
    assert_true(index_wanted(index, store));
    same_answers(store, index, 3); /* half finished */
    update_index(index);
    same_answers(store, index, 1);
    index_close(index);
    store_close(store);
    open_store(&store); /* open it again, for reading */
    index = must_index(store, false);
    same_answers(store, index, 1);
    assert_false(index_wanted(index, store)); /* it knew all games */
    assert_null(index_notice(index));
    index_close(index);
    store_close(store);
}

/* The index must really narrow the search. Answers could be right merely because it calls every
 * game a candidate. */
static void the_index_narrows_the_search(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        int most; /* in hundredths of the games */
    } narrow[] = {{"cascade:>=2", 90}, {"text:\"open file\"", 40},
                  {"pos:here", 10},    {"near:here", 30},
                  {"xyzzy", 0},        {"london by:ana", 60}};
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
    struct here here;
    position_after(store, 1, 3, false, &here);
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        struct query *query;
        assert_int_equal(query_parse(narrow[i].query, &here.position, &query, NULL), 0);
        struct prefilter_set set = prefilter_store(store, index, query);
        int n = 0;
        assert_non_null(set.may);
        for (int at = 0; at < store_count(store); at++)
            n += prefilter_has(set.may, at);
        if (n * 100 > narrow[i].most * store_count(store))
            fail_msg("'%s': %d of %d games may fit", narrow[i].query, n, store_count(store));
        prefilter_set_clear(&set);
        query_free(query);
    }
    ruleset_free(here.rules);
    index_close(index);
    store_close(store);
}

static void trees_are_the_same(void **state)
{
    (void)state;
    static const char *const asked[] = {"", "result:1-0", "text:ring | by:ana"};
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
    for (size_t q = 0; q < sizeof asked / sizeof *asked; q++)
        for (int h = -1; h < HERES; h++) {
            const struct position *here = h < 0 ? NULL : &heres[h].position;
            char *with = tree_text(store, index, asked[q], here),
                 *without = tree_text(plain, NULL, asked[q], here);
            assert_string_equal(with, without);
            assert_true(q > 0 || h == 1 || *with); /* the second position occurs only in variations
                                                    */
            free(with);
            free(without);
        }
    index_close(index);
    store_close(store);
}

/* The text that a game is sorted by; NULL if it is sorted by `number`. */
static const char *sorted_by(const struct listing *listing, int order, int *number)
{
    const char sides[ORDERS] = {[ORDER_WHITE] = 'w', [ORDER_BLACK] = 'b', [ORDER_RED] = 'r'};
    const char *texts[ORDERS] = {[ORDER_DATE] = listing->date,       [ORDER_EVENT] = listing->event,
                                 [ORDER_SITE] = listing->site,       [ORDER_ROUND] = listing->round,
                                 [ORDER_RESULT] = listing->score,    [ORDER_ECO] = listing->eco,
                                 [ORDER_VARIANT] = listing->variant, [ORDER_ID] = listing->id};
    *number = listing->plies;
    for (int player = 0; sides[order] && player < listing->players; player++)
        if (listing->side[player] == sides[order])
            return listing->player[player];
    return sides[order] ? "" : texts[order];
}

/* No game sorts before the one listed in front of it; equal games keep the order of the store. */
static void lists_are_sorted_by_their_column(void **state)
{
    (void)state;
    int different = 0;
    for (int turn = 0; turn < 2 * ORDERS; turn++) {
        struct finder *finder;
        char query[40];
        int order = turn / 2, sign = turn % 2 ? -1 : 1;
        snprintf(query, sizeof query, "sort:%s%s", sign < 0 ? "-" : "", query_orders[order]);
        assert_int_equal(finder_open(&finder, plain, NULL, query, NULL, NULL), 0);
        while (finder_step(finder, INT_MAX))
            continue;
        assert_int_equal(finder_count(finder), games_made);
        for (int i = 1; i < finder_count(finder); i++) {
            int before = finder_at(finder, i - 1), here = finder_at(finder, i), number,
                number_before;
            const char *text_before =
                sorted_by(store_listing(plain, before), order, &number_before);
            const char *text = sorted_by(store_listing(plain, here), order, &number);
            int rounds = order == ORDER_ROUND ? atoi(text_before) - atoi(text) : 0;
            int compared = sign * (rounds ? rounds
                                   : text ? strcmp(text_before, text)
                                          : number_before - number);
            if (compared > 0 || (compared == 0 && before >= here))
                fail_msg("%s: game %d before %d", query, before, here);
            different += compared != 0;
        }
        finder_close(finder);
    }
    assert_true(different > ORDERS);
}

/* Ids that do not increase from game to game, which is normal in packs. */
static void ids_are_sorted_in_any_order_of_games(void **state)
{
    (void)state;
    int *place = memory_new((size_t)games_made, sizeof *place);
    for (int turn = 0; turn < 4; turn++) {
        bool backwards = turn % 2, mixed = turn / 2;
        for (int i = 0; i < games_made; i++)
            place[i] = mixed ? (i * 7 + 3) % games_made : games_made - 1 - i;
        finder_sort(plain, place, games_made, ORDER_ID, backwards);
        for (int i = 1; i < games_made; i++) {
            int compared =
                strcmp(store_listing(plain, place[i - 1])->id, store_listing(plain, place[i])->id);
            assert_true(backwards ? compared > 0 : compared < 0);
        }
    }
    free(place);
}

static void change_a_game(struct store *store, int at, const char *comment)
{
    struct record *record;
    struct version version;
    struct note why = {.text = ""};
    assert_int_equal(store_load(store, at, &record, &version, NULL, NULL), 0);
    comments_append(&record->comments, comment, "eva");
    if (store_save(store, record, &version, &why) < 0)
        fail_msg("%s", why.text);
    record_free(record);
}

/* One game is changed here, one by another program, one is deleted: the index reports nothing of
 * their old state. */
static void changes_are_noticed(void **state)
{
    (void)state;
    struct store *store, *other;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
    change_a_game(store, 0, "xylophone");
    char *found = answer(store, index, "text:xylophone", NULL);
    assert_int_equal(strncmp(found, store_listing(store, 0)->id, ULID_LENGTH), 0);
    free(found);
    open_store(&other);
    store_scan(other, INT_MAX);
    change_a_game(other, 2, "zeppelin");
    struct record *record;
    struct version version;
    assert_int_equal(store_load(other, 3, &record, &version, NULL, NULL), 0);
    assert_int_equal(store_remove(other, record->id, &version, NULL), 0);
    record_free(record);
    store_close(other);
    index_close(index);
    store_close(store);
    games_made--;
    for (int create = 1; create >= 0; create--) {
        open_store(&store);
        index = must_index(store, create);
        update_index(index);
        found = answer(store, index, "text:zeppelin | text:xylophone", NULL);
        assert_int_equal(strlen(found), 2 * strlen("01JD9T4W8M6Q2R7XK5V3B0N1HC@-1 "));
        assert_int_equal(store_count(store), games_made);
        free(found);
        index_close(index);
        store_close(store);
    }
    forget_truth();
    learn_truth();
    open_store(&store);
    index = must_index(store, false);
    same_answers(store, index, 1);
    index_close(index);
    store_close(store);
}

/* A piece appears, changes or disappears, as captures, promotions and turns make it. */
static void change_a_cell(struct position *position)
{
    const struct ruleset *rules = position->rules;
    struct piece *piece = &position->at[chance(rules->board->cells)];
    *piece = (struct piece){0};
    if (chance(3) == 0)
        return;
    piece->kind = (uint8_t)(1 + chance(rules->kind_count));
    piece->side = (uint8_t)chance(rules->sides);
    piece->facing = (uint8_t)chance(8);
    piece->mark = (uint8_t)chance(4);
}

/* Hashes of a sequence of positions, and of the first position again after the others, as at the
 * start of a variation. */
static void hashes_are_updated_from_position_to_position(void **state)
{
    static const char *const variants[] = {"classical", "one", "turning-chess",
                                           "triangle-corners-3"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct ruleset *rules;
        struct board_hasher hasher;
        struct position first, now;
        assert_int_equal(ruleset_open(&rules, variants[v], NULL, 0, NULL), 0);
        rules->rules->setup(rules, &first);
        position_copy(&now, &first);
        board_hasher_begin(&hasher, rules);
        for (int i = 0; i < 500; i++) {
            assert_true(board_hasher_of(&hasher, &now) == board_hash(&now));
            if (chance(50) == 0)
                position_copy(&now, &first);
            now.side = (uint8_t)chance(rules->sides);
            for (int changes = chance(4); changes > 0; changes--)
                change_a_cell(&now);
        }
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_same),
        cmocka_unit_test(the_index_narrows_the_search),
        cmocka_unit_test(trees_are_the_same),
        cmocka_unit_test(lists_are_sorted_by_their_column),
        cmocka_unit_test(ids_are_sorted_in_any_order_of_games),
        cmocka_unit_test(changes_are_noticed),
        cmocka_unit_test(hashes_are_updated_from_position_to_position),
    };
    return cmocka_run_group_tests_name("index", tests, make_archive, drop_archive);
}
