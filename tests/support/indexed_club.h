/* indexed_club.h - shared by the index tests: an archive with games of every variant, queries, and
 * the results without an index, which are taken as the truth. */
#ifndef CHESSCADE_TESTS_SUPPORT_INDEXED_CLUB_H
#define CHESSCADE_TESTS_SUPPORT_INDEXED_CLUB_H

#include "tests/support/games_by_chance.h"

#include "archive/search/search.h"
#include "archive/index/index_internal.h"
#include "archive/report/opening_tree.h"
#include "archive/store/backend.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>

enum { PART_OF_TEST = 40 }; /* games in one part of the index */

static char top[256], club[300], sidecar[400];

static int games_made;

static inline void open_store(struct store **store)
{
    struct note why = {.text = ""};
    if (store_open(store, club, NULL, &why) < 0)
        fail_msg("%s", why.text);
}

/* Give the files and their folders an old time: the index and the list of files rightly do not
 * trust times that are less than two seconds old. */
static inline void age(const char *folder)
{
    const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    DIR *stream = opendir(folder);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) {
        char path[1024];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.760s/%s", folder, entry->d_name);
        struct stat stat_of;
        assert_int_equal(stat(path, &stat_of), 0);
        if (S_ISDIR(stat_of.st_mode))
            age(path);
        else
            assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    closedir(stream);
    assert_int_equal(utimensat(AT_FDCWD, folder, times, 0), 0);
}

/* --- answers --- */

static const char *const queries[] = {
    "",
    "morphy",
    "Momentum",
    "\"open file\"",
    "it's",
    "\"\\\"quoted\"",
    "quoted",
    "\u00DCber",
    "\u00FCber",
    "k\u00F6nig",
    "text:\"open file\"",
    "text:ring",
    "text:of",
    "text:xyz",
    "by:ana",
    "by:an",
    "-by:ana",
    "!text:ring morphy",
    "1/2",
    "1-0",
    "185",
    "london text:over",
    "london | text:over",
    "(morphy | mia) -text:file has:comment",
    "white:morphy",
    "inventor",
    "variant:turn* text:ring",
    "family:croatian by:ana",
    "has:line",
    "nag:!!",
    "move:e4",
    "plies:>=5",
    "/r.ng/",
    "end:mate",
    "pos:\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
    "-pos:\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
    "pos:here",
    "pos:here in:variations",
    "pos:here by:ana",
    "pos:here | morphy",
    "near:here",
    "near:here in:variations",
    "cascade:>=2",
    "cascade:2",
    "-cascade:>1",
    "cascade:1",
    "cascade:>=2 in:variations",
    "-near:here",
    "black:morphy",
    "red:mia",
    "player:noa",
    "event:club",
    "site:zagreb",
    "round:2",
    "result:draw",
    "result:white date:>=1870",
    "eco:C4*",
    "eco:B01 result:1-0",
    "id:0",
    "status:live",
    "status:over",
    "has:mark",
    "has:clock",
    "has:nag",
    "has:step",
    "has:broken",
    "tag:miniature",
    "-tag:mini",
    "option:siege=lose",
    "option:siege",
    "clock:90+30",
    "clock:5",
    "end:resigned",
    "end:agreed -by:ana",
    "ply:N*",
    "ply:*x*",
    "move:e4 in:variations",
    "turn:(r)",
    "ring:o",
    "ring:[(o)]",
    "capture:P",
    "capture:p in:variations",
    "piece:P@e4",
    "piece:n@a6..h8",
    "piece:N@c3..",
    "material:KRkr",
    "sort:-date white:m",
    "plies:1..5",
    "pos:here -date:1860..1870",
    "/k.?[nm].g|[xyz]q/",
    "/momentum+/",
    "/[a-h]x.*e5?/",
    "date:1850..1870 text:run",
    "date:???\?-?\?-??",
    "-date:>=0000",
    "date:186?",
    "date:18?\?-05",
    "h",
    "of",
    "T",
    "x",
    "o r",
    "\"n \"",
    "a | \u00DC",
    "text:h",
    "text:\"e \"",
    "ss",
    "strasse",
    "STRA\u00DFE",
    "\u00DF",
    "\u0161",
    "\u0161u",
    "\u0160ARI\u0106",
    "text:\u010D",
    "text:\u00F6n",
    "-\u0161",
    "text:\"passed by\"",
    "text:hereafter",
    "hereafter",
    "nag:?",
    "nag:4 has:line",
    "-text:of",
    "by:a",
    "tag:mi",
    "end:a",
    "zora",
    "ana",
    "petra | text:of",
    "by:zora",
    "by:mia",
    "by:petra",
    "by:re",
    "turn:b@sw",
    "material:KRvKR",
    "move:O-O",
    "turn:(r) in:variations",
    "ply:*x* in:variations -move:e4",
    "-ply:*~* | move:e5",
    "move:?f3",
    "ply:*=Q",
    "ply:*+",
    "ply:*x*+ in:variations",
    "-ply:Q*+",
    "move:e4!",
    "family:tri*",
    "variant:one",
    /* The index looks up the terms of one header together, whichever way they are joined. */
    "white:m | white:a | black:m | date:186?",
    "-white:m -white:a -date:1860 plies:>2",
    "(event:club | event:x) | (site:z | event:open)",
    "-(white:m | white:a) | -(date:18?? | eco:C4*)",
    "result:1-0 | result:0-1 | text:ring | result:draw",
    "-white:m | -white:a",
    "variant:one | family:tri* | variant:turn*",
    "tag:mini | end:a | end:mate | tag:x",
    "player:mia player:noa",
    "-player:mia -player:m",
    "plies:1..3 | plies:5 | white:m | id:0 | plies:7 | status:live | status:damaged",
    "-(-white:m -white:a) date:>=1860 -date:1861 -date:1862",
    "-option:siege -option:siege=lose -clock:5 -clock:90",
    "white:m | (white:a -red:mia -red:noa) | white:x",
};

enum { QUERIES = sizeof queries / sizeof *queries };

/* Positions to search for: one in a game, one in a variation of a game, and a starting position. */
enum { HERES = 3 };

struct here {
    struct ruleset *rules;
    struct position position;
};

static inline void position_after(struct store *store, int at, int plies, bool variation,
                                  struct here *here)
{
    struct record *record;
    struct follower *board = memory_new(1, sizeof *board);
    char written[PLY_ROOM];
    assert_int_equal(store_load(store, at, &record, NULL, NULL, NULL), 0);
    assert_int_equal(follow_open(board, record, &here->rules, NULL), 0);
    for (int i = 0; i < record->moves.n && (variation || i < plies); i++) {
        const struct notes *notes = record->moves.v[i].notes;
        if (variation && notes && notes->alts.n) {
            follow_play(board, notes->alts.v[0].v[0].text, written, sizeof written);
            break;
        }
        follow_play(board, record->moves.v[i].text, written, sizeof written);
    }
    follow_position(board, &here->position);
    free(board);
    record_free(record);
}

/* The results of a query as text, "id@ply " each. The caller frees it. */
static inline char *answer(struct store *store, struct index *index, const char *query,
                           const struct position *here)
{
    struct finder *finder;
    struct note why = {.text = ""};
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    if (finder_open(&finder, store, index, query, here, &why) < 0)
        fail_msg("%s: %s", query, why.text);
    while (finder_step(finder, 7))
        continue;
    for (int i = 0; i < finder_count(finder); i++) {
        char one[80];
        snprintf(one, sizeof one, "%s@%d ", store_listing(store, finder_at(finder, i))->id,
                 finder_hit(finder, i)->ply);
        yaml_text_add(&out, one, strlen(one));
    }
    finder_close(finder);
    return out.v ? out.v : memory_text("");
}

static inline char *tree_text(struct store *store, struct index *index, const char *query,
                              const struct position *here)
{
    struct finder *finder;
    struct opening_tree *tree;
    struct yaml_text out = {0};
    assert_int_equal(finder_open(&finder, store, index, query, here, NULL), 0);
    while (finder_step(finder, INT_MAX))
        continue;
    opening_tree_open(&tree, store, index, finder, here);
    while (opening_tree_step(tree, 10))
        continue;
    yaml_text_add(&out, "", 0);
    for (int i = 0; i < opening_tree_count(tree); i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        char line[PLY_ROOM + 200];
        snprintf(line, sizeof line, "%s '%s' %d %d %d %d %d %.3f\n", row->variant, row->ply,
                 row->games, row->scored, row->won, row->drawn, row->lost,
                 row->cascades ? row->members : 0);
        yaml_text_add(&out, line, strlen(line));
    }
    opening_tree_close(tree);
    finder_close(finder);
    return out.v ? out.v : memory_text("");
}

static char *truth[HERES][QUERIES];
static struct here heres[HERES];
static struct store *plain; /* the store without an index */

static inline void learn_truth(void)
{
    open_store(&plain);
    while (store_scan(plain, INT_MAX))
        continue;
    position_after(plain, 1, 3, false, &heres[0]);
    position_after(plain, games_made / 2, 2, true, &heres[1]);
    position_after(plain, games_made - 1, 0, false, &heres[2]);
    for (int h = 0; h < HERES; h++)
        for (int q = 0; q < QUERIES; q++)
            truth[h][q] = h == 0 || strstr(queries[q], "here")
                              ? answer(plain, NULL, queries[q], &heres[h].position)
                              : NULL;
}

static inline void forget_truth(void)
{
    for (int h = 0; h < HERES; h++) {
        for (int q = 0; q < QUERIES; q++)
            free(truth[h][q]);
        ruleset_free(heres[h].rules);
    }
    store_close(plain);
}

/* Try every `step`th query: queries that must replay every game take long. */
static inline void same_answers(struct store *store, struct index *index, int step)
{
    for (int h = 0; h < HERES; h++)
        for (int q = h % step; q < QUERIES; q += step) {
            if (h > 0 && !strstr(queries[q], "here"))
                continue;
            char *found = answer(store, index, queries[q], &heres[h].position);
            if (strcmp(found, truth[h][q]) != 0)
                fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found, truth[h][q]);
            free(found);
        }
}

static inline int make_archive(void **state)
{
    (void)state;
    const struct variant *variant;
    struct store *store;
    struct note why = {.text = ""};
    char games[400];
    if (!make_folder(top, "index"))
        return -1;
    setenv("XDG_CACHE_HOME", top, 1);
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(sidecar, sizeof sidecar, "%s/.index/v1.sqlite3", club);
    assert_int_equal(store_create(club, "Club", &why), 0);
    open_store(&store);
    for (int v = 0; (variant = variant_at(v, true, NULL)); v++) {
        struct record *record[8];
        int n = !strcmp(variant->id, "custom")      ? 0
                : !strcmp(variant->id, "classical") ? 8
                                                    : 3,
            results[8];
        for (int i = 0; i < n; i++) {
            char value[64];
            struct setting option;
            bool optional = i == 2 && variant->option_count && variant->options[0].values;
            if (optional) {
                snprintf(value, sizeof value, "%.*s", (int)strcspn(variant->options[0].values, "|"),
                         variant->options[0].values);
                option = (struct setting){variant->options[0].name, value};
                struct ruleset *rules;
                optional = ruleset_open(&rules, variant->id, &option, 1, NULL) == 0;
                if (optional)
                    ruleset_free(rules);
            }
            record[i] = random_game(variant->id, optional ? &option : NULL, games_made++);
        }
        assert_int_equal(store_add(store, record, n, results, &why), 0);
        for (int i = 0; i < n; i++) {
            assert_int_equal(results[i], 0);
            record_free(record[i]);
        }
    }
    store_close(store);
    snprintf(games, sizeof games, "%s/games", club);
    age(games);
    learn_truth();
    return 0;
}

static inline int drop_archive(void **state)
{
    (void)state;
    forget_truth();
    remove_folder(top);
    return 0;
}

static inline struct index *must_index(struct store *store, bool create)
{
    struct index *index = NULL;
    struct note why = {.text = ""};
    if (index_open(&index, store, create, &why) < 0)
        fail_msg("%s", why.text);
    index->part_games = PART_OF_TEST;
    return index;
}

static inline void update_index(struct index *index)
{
    while (index_step(index, 50, NULL, NULL))
        continue;
}

static inline void overwrite(const char *path, off_t from, size_t size, bool cut)
{
    int fd = open(path, O_RDWR);
    char *bytes = memory_new(size, 1);
    assert_true(fd >= 0);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)chance(256);
    assert_int_equal(pwrite(fd, bytes, size, from), (ssize_t)size);
    if (cut)
        assert_int_equal(ftruncate(fd, from + (off_t)size), 0);
    close(fd);
    free(bytes);
}

#endif
