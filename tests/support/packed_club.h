/* packed_club.h - shared by the tests of packs: archives in a folder for each test program, and
 * helpers that import games into packs, find them and compare them. A helper that cannot do its
 * work fails the test. */
#ifndef CHESSCADE_TESTS_SUPPORT_PACKED_CLUB_H
#define CHESSCADE_TESTS_SUPPORT_PACKED_CLUB_H

#include "tests/support/testing.h"

#include "archive/search/search.h"
#include "archive/import/import.h"

#include <fcntl.h>
#include <limits.h>
#include <time.h>

static char top[256];

static inline const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static inline int make_top(void **state)
{
    (void)state;
    return make_folder(top, "pack") ? 0 : -1;
}

static inline int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static inline struct store *open_archive(const char *name)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    if (store_open(&store, in_top(name), NULL, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return store;
}

static inline struct store *new_archive(const char *name)
{
    struct note why = {.text = ""};
    if (store_create(in_top(name), name, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    return open_archive(name);
}

/* A PGN file of games that differ in every column of a list. */
static inline const char *new_pgn(const char *name, int games)
{
    static const char *const lines[] = {"1. e4 e5 2. Nf3 Nc6",
                                        "1. d4 {a quiet one} d5 (1... Nf6 2. c4) 2. c4", "1. c4",
                                        "", "1. e4 c5 2. Nf3 d6 $1 3. d4"};
    static const char *const scores[] = {"1-0", "0-1", "1/2-1/2", "*"};
    struct yaml_text text = {0};
    for (int i = 0; i < games; i++) {
        char game[400];
        snprintf(
            game, sizeof game,
            "[Event \"%d\"]\n[Site \"Site %d\"]\n[Date \"19%02d.0%d.??\"]\n[White \"Player %d\"]\n[Black \"Bi\xC3\xA9re %d\"]\n"
            "[Result \"%s\"]\n\n%s %s\n\n",
            i, i % 7, i % 100, 1 + i % 9, i % 13, i % 17, scores[i % 4], lines[i % 5],
            scores[i % 4]);
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top(name), text.v, (size_t)text.n);
    yaml_text_clear(&text);
    return in_top(name);
}

/* Set the time back by an hour: the program does not trust a derived file that is as new as its
 * source. */
static inline void make_older(const char *path)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - 3600}, {.tv_sec = time(NULL) - 3600}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static inline int try_import(struct store *store, const char *path,
                             const struct import_options *options, struct import_report *report)
{
    struct note why = {.text = ""};
    int result = import_file(store, path, options, report, &why);
    if (result < 0)
        print_message("# %s\n", why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return result;
}

static inline struct import_report import(struct store *store, const char *path, const char *pack)
{
    struct import_report report;
    assert_int_equal(try_import(store, path, &(struct import_options){.pack = pack}, &report), 0);
    return report;
}

static inline struct record *load(struct store *store, int at, struct version *version)
{
    struct record *record = NULL;
    struct note why = {.text = ""};
    if (store_load(store, at, &record, version, NULL, &why) < 0)
        fail_msg("game %d: %s", at, why.text);
    return record;
}

/* The indices of the games that a query finds, as text. The caller frees it. */
static inline char *found_with(struct store *store, struct index *index, const char *query)
{
    struct finder *finder;
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    assert_int_equal(finder_open(&finder, store, index, query, NULL, NULL), 0);
    while (finder_step(finder, 100))
        continue;
    for (int i = 0; i < finder_count(finder); i++) {
        char at[40];
        snprintf(at, sizeof at, "%d@%d ", finder_at(finder, i), finder_hit(finder, i)->ply);
        yaml_text_add(&out, at, strlen(at));
    }
    finder_close(finder);
    return out.v;
}

static inline char *found(struct store *store, const char *query)
{
    return found_with(store, NULL, query);
}

static inline void same_listing(const struct listing *one, const struct listing *other, bool ids)
{
    assert_string_equal(one->event, other->event);
    assert_string_equal(one->site, other->site);
    assert_string_equal(one->date, other->date);
    assert_string_equal(one->score, other->score);
    assert_string_equal(one->variant, other->variant);
    assert_string_equal(one->why, other->why);
    assert_int_equal(one->plies, other->plies);
    assert_int_equal(one->cascaded, other->cascaded);
    assert_int_equal(one->notes, other->notes);
    assert_int_equal(one->damaged, other->damaged);
    assert_int_equal(one->place.line, other->place.line);
    assert_int_equal(one->place.column, other->place.column);
    assert_int_equal(one->players, other->players);
    for (int i = 0; i < one->players; i++) {
        assert_int_equal(one->side[i], other->side[i]);
        assert_string_equal(one->player[i], other->player[i]);
    }
    if (ids)
        assert_string_equal(one->id, other->id);
}

#endif
