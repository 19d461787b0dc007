/* opening_tree.c - computes opening statistics; see opening_tree.h.
 *
 * With an index, games are counted in three steps. The index reports, for each start position,
 * which games continue with which ply number (opening_tree_ask()); they are counted per ply number,
 * using only the columns of the catalog. Then the first game of each row is loaded, to name the row
 * with its ply and the position after it (name_row()); rows that lead to the same position are
 * united (name_rows()). Games that the index does not know, and all games without an index, are
 * replayed one by one (look_at_game()). */
#include "archive/report/opening_tree.h"

#include "archive/index/board_hash.h"
#include "archive/replay/san_replay.h"
#include "archive/index/prefilter.h"
#include "archive/store/backend.h"
#include "core/variant.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MAX = 64, SCORES = 16 };

/* The number of games by score. All games of a row have one of a few scores, so the points of a
 * score need not be computed for each game. */
struct score_tally {
    int n;
    struct scored {
        uint32_t score; /* the offset of the score in the pool of the catalog */
        uint8_t seats;  /* the entry of COLUMN_SEATS, which has the number of players */
        int games;
    } scored[SCORES];
};

struct report_opening_tree_row {
    struct opening_row shown;
    int start;
    int next; /* number of the next ply in the index; INDEX_UNKNOWN once the row has the name of
                 that ply */
    uint64_t hash; /* hash of the position after the ply; 0 for the row of games that end here */
    int example;   /* index of the first game in this row */
    int64_t plies, cascaded; /* totals over the main lines of all games in this row */
};

struct opening_tree {
    struct store *store;
    struct index *index;
    const struct finder *finder;
    int next; /* index, among the games found, of the next game to examine */
    bool asked;
    /* The start positions of the tree, one for each variant. */
    char variant[VARIANTS_MAX][65];
    uint64_t hash[VARIANTS_MAX];
    int side[VARIANTS_MAX];
    bool cascades[VARIANTS_MAX];
    int variants;
    uint8_t *counted; /* one bit for each game of the store: set if the index reported the game */
    uint8_t *found;   /* one bit for each game of the store: set if the finder found the game */
    struct follow_start begin; /* cache of start positions */
    struct report_opening_tree_row *row;
    int rows, room;
    const struct shelf *shelf; /* the pack whose games the index is reporting; NULL for the store's
                                  own games */
    int first; /* index in the store of the first game of `shelf`; 0 for the store's own games */
    uint8_t *unsure; /* one bit for each game of `shelf`, or for each of the store's own games: set
                        if the index does not know how the game continues */
};

/* ----------------------------------------------------------------------------------------------------
 * rows */

/* The points of a side in a score like "1-0", "1/2-1/2", "0-1-0"; -1 if the score gives no
 * points. */
static double opening_tree_points_of(const char *score, int side, int sides)
{
    double points = -1;
    int part = 0;
    for (; *score; part++) {
        size_t length = strcspn(score, "-");
        if (length == 0 || (score[0] != '0' && score[0] != '1'))
            return -1;
        if (part == side) {
            const char *slash = memchr(score, '/', length);
            points = score[0] - '0';
            if (slash && (slash[1] == '2' || slash[1] == '3'))
                points /= slash[1] - '0';
        }
        score += length;
        score += *score == '-';
    }
    return part == sides ? points : -1;
}

static struct report_opening_tree_row *opening_tree_add_row(struct opening_tree *tree, int start,
                                                            int next, uint64_t hash)
{
    tree->row = memory_room(tree->row, &tree->room, tree->rows + 1, sizeof *tree->row);
    struct report_opening_tree_row *row = &tree->row[tree->rows++];
    *row = (struct report_opening_tree_row){
        .start = start,
        .next = next,
        .hash = hash,
        .example = INT_MAX,
        .shown = {.side = tree->side[start], .cascades = tree->cascades[start]}};
    snprintf(row->shown.variant, sizeof row->shown.variant, "%s", tree->variant[start]);
    return row;
}

/* Returns the row for a ply that the index reports by a number. Rows have these numbers until they
 * get the names of their plies. */
static struct report_opening_tree_row *row_told(struct opening_tree *tree, int start, int next)
{
    for (int i = 0; i < tree->rows; i++)
        if (tree->row[i].start == start && tree->row[i].next == next)
            return &tree->row[i];
    return opening_tree_add_row(tree, start, next, 0);
}

/* Returns the row of the ply that leads to a position. Call it when all rows have the names of
 * their plies. */
static struct report_opening_tree_row *opening_tree_row_of(struct opening_tree *tree, int start,
                                                           uint64_t hash)
{
    for (int i = 0; i < tree->rows; i++)
        if (tree->row[i].start == start && tree->row[i].hash == hash)
            return &tree->row[i];
    return opening_tree_add_row(tree, start, INDEX_UNKNOWN, hash);
}

/* Returns a column of a catalog without verifying it: check_list() has done that. */
static const void *opening_tree_column_of(const struct catalog *list, int column)
{
    return list->column[column];
}

/* Verifies the columns that report_opening_tree_count() and its callers read. This is done once for
 * all games, because there may be a million of them. */
static void check_list(const struct catalog *list)
{
    static const int columns[] = {CATALOG_VARIANT, CATALOG_SCORE, COLUMN_SEATS, COLUMN_PLIES,
                                  COLUMN_CASCADED};
    catalog_pool(list);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        catalog_column(list, (enum catalog_column)columns[i]);
}

/* Adds the games of a tally to a row, and empties the tally. */
static void count_scores(struct report_opening_tree_row *row, struct score_tally *tally,
                         const struct catalog *list)
{
    for (int i = 0; i < tally->n; i++) {
        const struct scored *scored = &tally->scored[i];
        double points = opening_tree_points_of(list->pool + scored->score, row->shown.side,
                                               catalog_seats_players(scored->seats));
        row->shown.games += scored->games;
        if (points < 0)
            continue;
        row->shown.scored += scored->games;
        row->shown.points += points * scored->games;
        row->shown.won += points >= 1 ? scored->games : 0;
        row->shown.lost += points <= 0 ? scored->games : 0;
        row->shown.drawn += points > 0 && points < 1 ? scored->games : 0;
    }
    tally->n = 0;
}

/* Counts the game at index `at` of the store, which is at index `in` of a verified catalog. The
 * row gets its score from the tally later, by count_scores(). */
static inline void report_opening_tree_count(struct report_opening_tree_row *row,
                                             struct score_tally *tally, int at,
                                             const struct catalog *list, int in)
{
    uint32_t score = ((const uint32_t *)opening_tree_column_of(list, CATALOG_SCORE))[in];
    uint8_t seats = ((const uint8_t *)opening_tree_column_of(list, COLUMN_SEATS))[in];
    int i = 0;
    row->example = at < row->example ? at : row->example;
    row->plies += ((const uint16_t *)opening_tree_column_of(list, COLUMN_PLIES))[in];
    row->cascaded += ((const uint16_t *)opening_tree_column_of(list, COLUMN_CASCADED))[in];
    while (i < tally->n && (tally->scored[i].score != score || tally->scored[i].seats != seats))
        i++;
    if (i == SCORES) {
        count_scores(row, tally, list);
        i = 0;
    }
    if (i == tally->n)
        tally->scored[tally->n++] = (struct scored){.score = score, .seats = seats};
    tally->scored[i].games++;
}

/* Adds the counts of another row. */
static void add_to(struct report_opening_tree_row *row, const struct report_opening_tree_row *other)
{
    row->example = other->example < row->example ? other->example : row->example;
    row->shown.games += other->shown.games;
    row->shown.scored += other->shown.scored;
    row->shown.points += other->shown.points;
    row->shown.won += other->shown.won;
    row->shown.drawn += other->shown.drawn;
    row->shown.lost += other->shown.lost;
    row->plies += other->plies;
    row->cascaded += other->cascaded;
}

/* -------------------------------------------------------------------------------------------------
 * starting */

static void add_start(struct opening_tree *tree, const struct position *position)
{
    if (tree->variants == VARIANTS_MAX)
        return;
    snprintf(tree->variant[tree->variants], sizeof tree->variant[0], "%s",
             position->rules->variant->id);
    tree->hash[tree->variants] = board_hash(position);
    tree->cascades[tree->variants] = position->rules->rules->find != NULL;
    tree->side[tree->variants++] = position->side;
}

/* Adds the start position of a variant, if it is new. */
static void add_opening(struct opening_tree *tree, const char *variant)
{
    struct ruleset *rules;
    struct position start;
    for (int i = 0; i < tree->variants; i++)
        if (!strcmp(tree->variant[i], variant))
            return;
    if (ruleset_open(&rules, variant, NULL, 0, NULL) < 0)
        return;
    rules->rules->setup(rules, &start);
    add_start(tree, &start);
    ruleset_free(rules);
}

/* Adds the start positions of all games of a catalog. */
static void add_openings_of(struct opening_tree *tree, const struct catalog *list)
{
    check_list(list);
    const uint32_t *variant = opening_tree_column_of(list, CATALOG_VARIANT);
    for (int i = 0; i < list->count;) {
        uint32_t same = variant[i];
        add_opening(tree, list->pool + same);
        while (i < list->count && variant[i] == same)
            i++;
    }
}

static bool are_all_found(const struct opening_tree *tree)
{
    bool all = finder_count(tree->finder) == store_count(tree->store);
    for (int i = 0; i < tree->store->shelves && all; i++)
        all = tree->store->shelf[i].hiddens == 0;
    return all;
}

/* Adds the start positions of the variants of the games found. */
static void add_openings(struct opening_tree *tree)
{
    int in;
    const char *before = NULL;
    if (are_all_found(tree)) {
        add_openings_of(tree, &tree->store->list);
        for (int i = 0; i < tree->store->shelves; i++)
            add_openings_of(tree, pack_list(tree->store->shelf[i].pack));
        return;
    }
    for (int i = 0; i < finder_count(tree->finder); i++) {
        const struct catalog *list = store_catalog_at(tree->store, finder_at(tree->finder, i), &in);
        const char *variant = catalog_text(list, in, CATALOG_VARIANT);
        if (variant != before)
            add_opening(tree, variant);
        before = variant;
    }
}

void opening_tree_open(struct opening_tree **out, struct store *store, struct index *index,
                       const struct finder *finder, const struct position *here)
{
    struct opening_tree *tree = memory_new(1, sizeof *tree);
    size_t bytes = (size_t)store_count(store) / 8 + 1;
    tree->store = store;
    tree->index = index;
    tree->finder = finder;
    tree->counted = memory_new(bytes, 1);
    tree->found = memory_new(bytes, 1);
    if (finder_count(finder) == store_count(store))
        memset(tree->found, UINT8_MAX, bytes);
    for (int i = 0; i < finder_count(finder) && finder_count(finder) < store_count(store); i++)
        prefilter_put(tree->found, finder_at(finder, i));
    if (here)
        add_start(tree, here);
    else
        add_openings(tree);
    *out = tree;
}

void opening_tree_close(struct opening_tree *tree)
{
    if (!tree)
        return;
    for (int i = 0; i < tree->rows; i++)
        free(tree->row[i].shown.ply);
    follow_start_clear(&tree->begin);
    free(tree->row);
    free(tree->counted);
    free(tree->found);
    free(tree);
}

/* ------------------------------------------------------------------------------------------------
 * counting */

/* Converts the index of a game in the pack, or among the store's own games, to its index in the
 * store; -1 if the store hides the game. */
static int opening_tree_place_of(const struct opening_tree *tree, int at)
{
    const struct shelf *shelf = tree->shelf;
    if (!shelf || !shelf->hiddens)
        return tree->first + at;
    int low = 0, high = shelf->hiddens; /* binary search: counts the hidden games before `at` */
    while (low < high) {
        int middle = (low + high) / 2;
        if (shelf->hidden[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < shelf->hiddens && shelf->hidden[low] == at ? -1 : tree->first + at - low;
}

/* Counts `n` games that the index reports (see index_goes_on_fn). All of them reach start position
 * number `met`, and continue there with the ply that has the number `next` in the index. */
static void opening_tree_tell(void *argument, int met, int next, const int *at, int n)
{
    struct opening_tree *tree = argument;
    const struct catalog *list = tree->shelf ? pack_list(tree->shelf->pack) : &tree->store->list;
    check_list(list);
    const uint32_t *variant = opening_tree_column_of(list, CATALOG_VARIANT);
    uint32_t last = 0;
    bool same = false;
    struct report_opening_tree_row *row = next == INDEX_UNKNOWN ? NULL : row_told(tree, met, next),
                                   sum = {.shown.side = tree->side[met], .example = INT_MAX};
    struct score_tally tally = {0};
    for (int i = 0; i < n; i++) {
        int place = opening_tree_place_of(tree, at[i]);
        if (!row)
            prefilter_put(tree->unsure, at[i]);
        if (!row || place < 0 || !prefilter_has(tree->found, place) ||
            prefilter_has(tree->counted, place))
            continue;
        if (i == 0 || variant[at[i]] != last)
            same = !strcmp(list->pool + variant[at[i]], tree->variant[met]);
        last = variant[at[i]];
        prefilter_put(tree->counted, place);
        if (same)
            report_opening_tree_count(&sum, &tally, place, list, at[i]);
    }
    count_scores(&sum, &tally, list);
    if (row)
        add_to(row, &sum);
}

/* Counts the games that the index reports. If the index has complete data about a game and did not
 * report the game, the game does not reach the position. */
static void opening_tree_ask(struct opening_tree *tree, const struct shelf *shelf, int first,
                             int games)
{
    tree->shelf = shelf;
    tree->first = first;
    tree->unsure = memory_new(prefilter_bytes(games), 1);
    uint8_t *told = index_continuations(tree->index, shelf ? shelf->pack : NULL, tree->hash,
                                        tree->variants, opening_tree_tell, tree);
    for (size_t i = 0; told && i < prefilter_bytes(games); i++)
        told[i] &= (uint8_t)~tree->unsure[i];
    if (told)
        prefilter_append(tree->counted, first, told, false, games, shelf);
    free(told);
    free(tree->unsure);
}

static void ask_index(struct opening_tree *tree)
{
    struct store *store = tree->store;
    int first = store->total;
    opening_tree_ask(tree, NULL, 0, store->list.count);
    for (int i = 0; i < store->shelves; i++) {
        int games = pack_list(store->shelf[i].pack)->count;
        opening_tree_ask(tree, &store->shelf[i], first, games);
        first += games - store->shelf[i].hiddens;
    }
}

/* Replays a game up to a start position of the tree. `ply` becomes the ply that follows there; ""
 * if the game ends there. */
static bool follow_to(const struct record *record, struct opening_tree *tree, int start,
                      char ply[PLY_ROOM], uint64_t *next)
{
    struct follower *board = memory_new(1, sizeof *board);
    struct ruleset *rules;
    struct position position;
    char written[PLY_ROOM];
    bool met = false, lost = follow_open_alike(board, record, &tree->begin, &rules, NULL) < 0;
    ply[0] = '\0';
    *next = 0;
    for (int i = 0; !lost && !met; i++) {
        follow_position(board, &position);
        met = board_hash(&position) == tree->hash[start];
        follow_leave(board, i > 0 && i <= record->moves.n ? &record->moves.v[i - 1] : NULL);
        lost = i >= record->moves.n ||
               !follow_play(board, record->moves.v[i].text, written, sizeof written);
        if (met && !lost) {
            snprintf(ply, PLY_ROOM, "%s", written);
            follow_position(board, &position);
            *next = board_hash(&position);
        }
    }
    follow_close(&tree->begin, rules);
    free(board);
    return met;
}

/* Examines a game that the index does not know. */
static void look_at_game(struct opening_tree *tree, int at)
{
    int in, start = 0;
    const struct catalog *list = store_catalog_at(tree->store, at, &in);
    const char *variant = catalog_text(list, in, CATALOG_VARIANT);
    struct record *record;
    struct score_tally tally = {0};
    char ply[PLY_ROOM];
    uint64_t next;
    while (start < tree->variants && strcmp(tree->variant[start], variant) != 0)
        start++;
    if (start == tree->variants || store_load(tree->store, at, &record, NULL, NULL, NULL) < 0)
        return;
    if (follow_to(record, tree, start, ply, &next)) {
        struct report_opening_tree_row *row = opening_tree_row_of(tree, start, next);
        if (!row->shown.ply || at < row->example) {
            free(row->shown.ply);
            row->shown.ply = memory_text(ply);
        }
        list = store_catalog_at(tree->store, at, &in); /* loading may have moved the list */
        check_list(list);
        report_opening_tree_count(row, &tally, at, list, in);
        count_scores(row, &tally, list);
    }
    record_free(record);
}

/* Names a row. The index knows the row's ply only by a number, so the ply and the position after it
 * are taken from the first game of the row. */
static void name_row(struct opening_tree *tree, struct report_opening_tree_row *row)
{
    struct record *record;
    char ply[PLY_ROOM] = "";
    if (row->next != INDEX_ENDS &&
        store_load(tree->store, row->example, &record, NULL, NULL, NULL) == 0) {
        follow_to(record, tree, row->start, ply, &row->hash);
        record_free(record);
    }
    row->next = INDEX_UNKNOWN;
    row->shown.ply = memory_text(ply);
}

/* Unites rows that lead to the same position: several plies may lead to it, or a ply may be
 * written in several ways. The first game names the row. */
static void name_rows(struct opening_tree *tree)
{
    int kept = 0;
    for (int i = 0; i < tree->rows; i++) {
        struct report_opening_tree_row row = tree->row[i];
        int same = 0;
        if (!row.shown.games)
            continue;
        name_row(tree, &row);
        while (same < kept &&
               (tree->row[same].start != row.start || tree->row[same].hash != row.hash))
            same++;
        if (same == kept) {
            tree->row[kept++] = row;
            continue;
        }
        struct report_opening_tree_row *first =
            tree->row[same].example < row.example ? &tree->row[same] : &row;
        struct report_opening_tree_row *other = first == &row ? &tree->row[same] : &row;
        add_to(first, other);
        free(other->shown.ply);
        tree->row[same] = *first;
    }
    tree->rows = kept;
}

static int by_variant_and_games(const void *a, const void *b)
{
    const struct opening_row *one = a, *other = b;
    int order = strcmp(one->variant, other->variant);
    if (order == 0)
        order = (other->games > one->games) - (other->games < one->games);
    return order ? order : strcmp(one->ply ? one->ply : "", other->ply ? other->ply : "");
}

/* True if the index has reported every game that the finder found. */
static bool are_all_counted(const struct opening_tree *tree)
{
    size_t bytes = (size_t)store_count(tree->store) / 8,
           left = (size_t)store_count(tree->store) % 8;
    bool all = !(tree->found[bytes] & ~tree->counted[bytes] & ((1 << left) - 1));
    for (size_t i = 0; i < bytes && all; i++)
        all = !(tree->found[i] & ~tree->counted[i]);
    return all;
}

bool opening_tree_step(struct opening_tree *tree, int games)
{
    int found = finder_count(tree->finder);
    if (!tree->asked && tree->index && tree->variants) {
        ask_index(tree);
        name_rows(tree);
        if (are_all_counted(tree))
            tree->next = found;
    }
    tree->asked = true;
    for (; tree->next < found && games > 0; tree->next++) {
        int at = finder_at(tree->finder, tree->next);
        if (tree->counted[at / 8] >> at % 8 & 1)
            continue;
        look_at_game(tree, at);
        games--;
    }
    for (int i = 0; i < tree->rows; i++) {
        struct report_opening_tree_row *row = &tree->row[i];
        row->shown.members = row->plies ? 1 + (double)row->cascaded / (double)row->plies : 0;
    }
    if (tree->rows)
        qsort(tree->row, (size_t)tree->rows, sizeof *tree->row, by_variant_and_games);
    return tree->next < found;
}

int opening_tree_count(const struct opening_tree *tree)
{
    return tree->rows;
}

const struct opening_row *opening_tree_row(const struct opening_tree *tree, int row)
{
    return &tree->row[row].shown;
}
