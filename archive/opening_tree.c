/* opening_tree.c - see opening_tree.h. */
#include "archive/opening_tree.h"

#include "archive/board_hash.h"
#include "archive/follow.h"
#include "archive/sieve.h"
#include "archive/store_parts.h"
#include "core/ruleset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MAX = 64, SCORES = 64 };

/* The points a score gives a side, for the next game with the same. */
struct points {
    const char *score; /* of the catalog */
    int side, sides;
    double points;
};

struct row {
    struct opening_row shown;
    uint32_t next; /* the position after the ply; 0: the games end here */
    int example;   /* a game with it */
    int64_t plies, cascaded; /* of all games together, their main lines */
};

struct opening_tree {
    struct store *store;
    struct index *index;
    const struct finder *finder;
    int next; /* of the found games, to be looked at */
    bool asked;
    /* Positions to begin from, by variant. */
    char variant[VARIANTS_MAX][65];
    uint32_t hash[VARIANTS_MAX];
    int side[VARIANTS_MAX];
    bool cascades[VARIANTS_MAX];
    int variants;
    uint8_t *counted; /* bits over the store's places: games the index told of */
    uint8_t *found;   /* ... that the finder found */
    struct follow_start begin; /* of games that begin alike */
    struct row *row;
    int rows, room;
    struct points points[SCORES];
    const struct shelf *shelf; /* the pack being told of ... */
    int first;                 /* ... and the place of its first game */
};

/* ---------------------------------------------------------------------------------------------------- rows */

/* The points of a side in a score like "1-0", "1/2-1/2", "0-1-0": -1 when it gives none. */
static double points_of(const char *score, int side, int sides)
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

static struct row *row_of(struct opening_tree *tree, int start, uint32_t next, int at)
{
    for (int i = 0; i < tree->rows; i++)
        if (tree->row[i].next == next && !strcmp(tree->row[i].shown.variant, tree->variant[start]))
            return &tree->row[i];
    tree->row = memory_room(tree->row, &tree->room, tree->rows + 1, sizeof *tree->row);
    struct row *row = &tree->row[tree->rows++];
    *row = (struct row){.next = next, .example = at, .shown = {.side = tree->side[start], .cascades = tree->cascades[start]}};
    snprintf(row->shown.variant, sizeof row->shown.variant, "%s", tree->variant[start]);
    return row;
}

/* points_of() the game at a place of a catalog. */
static double points_at(struct opening_tree *tree, const struct catalog *list, int at, int side)
{
    const char *score = catalog_text(list, at, CATALOG_SCORE);
    int sides = catalog_players(list, at);
    struct points *points = &tree->points[((uintptr_t)score >> 1 ^ (uintptr_t)side << 2 ^ (uintptr_t)sides) % SCORES];
    if (points->score != score || points->side != side || points->sides != sides)
        *points = (struct points){score, side, sides, points_of(score, side, sides)};
    return points->points;
}

static struct row *count(struct opening_tree *tree, int start, uint32_t next, int at)
{
    int in;
    const struct catalog *list = store_catalog_at(tree->store, at, &in);
    struct row *row = row_of(tree, start, next, at);
    double points = points_at(tree, list, in, row->shown.side);
    row->shown.games++;
    row->plies += catalog_plies(list, in);
    row->cascaded += catalog_cascaded(list, in);
    row->shown.members = row->plies ? 1 + (double)row->cascaded / (double)row->plies : 0;
    if (points >= 0) {
        row->shown.scored++;
        row->shown.points += points;
        row->shown.won += points >= 1;
        row->shown.lost += points <= 0;
        row->shown.drawn += points > 0 && points < 1;
    }
    return row;
}

/* ------------------------------------------------------------------------------------------------- starting */

static void add_start(struct opening_tree *tree, const struct position *position)
{
    if (tree->variants == VARIANTS_MAX)
        return;
    snprintf(tree->variant[tree->variants], sizeof tree->variant[0], "%s", position->rules->variant->id);
    tree->hash[tree->variants] = index_short_hash(board_hash(position));
    tree->cascades[tree->variants] = position->rules->rules->find != NULL;
    tree->side[tree->variants++] = position->side;
}

/* The opening positions of the variants of the games found. */
static void add_openings(struct opening_tree *tree)
{
    int last = -1, in;
    const char *before = NULL;
    for (int i = 0; i < finder_count(tree->finder); i++) {
        const struct catalog *list = store_catalog_at(tree->store, finder_at(tree->finder, i), &in);
        const char *variant = catalog_text(list, in, CATALOG_VARIANT);
        struct ruleset *rules;
        struct position start;
        if (variant == before || (last >= 0 && !strcmp(tree->variant[last], variant)))
            continue;
        before = variant;
        for (last = tree->variants - 1; last >= 0 && strcmp(tree->variant[last], variant) != 0; last--)
            continue;
        if (last >= 0 || ruleset_open(&rules, variant, NULL, 0, NULL) < 0)
            continue;
        rules->rules->setup(rules, &start);
        add_start(tree, &start);
        ruleset_free(rules);
    }
}

void opening_tree_open(struct opening_tree **out, struct store *store, struct index *index, const struct finder *finder,
                       const struct position *here)
{
    struct opening_tree *tree = memory_new(1, sizeof *tree);
    size_t bytes = (size_t)store_count(store) / 8 + 1;
    tree->store = store;
    tree->index = index;
    tree->finder = finder;
    tree->counted = memory_new(bytes, 1);
    tree->found = memory_new(bytes, 1);
    for (int i = 0; i < finder_count(finder); i++)
        tree->found[finder_at(finder, i) / 8] |= (uint8_t)(1u << finder_at(finder, i) % 8);
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

/* ------------------------------------------------------------------------------------------------- looking */

static void tell(void *argument, int at, int met, uint32_t next)
{
    struct opening_tree *tree = argument;
    uint8_t bit = (uint8_t)(1u << at % 8);
    int in;
    if (!(tree->found[at / 8] & bit) || (tree->counted[at / 8] & bit))
        return;
    tree->counted[at / 8] |= bit;
    const struct catalog *list = store_catalog_at(tree->store, at, &in);
    if (met >= 0 && !strcmp(catalog_text(list, in, CATALOG_VARIANT), tree->variant[met]))
        count(tree, met, next, at);
}

/* The same of a game of a pack, by its place there. */
static void tell_packed(void *argument, int at, int met, uint32_t next)
{
    struct opening_tree *tree = argument;
    const struct shelf *shelf = tree->shelf;
    int low = 0, high = shelf->hiddens; /* how many hidden ones stand before it */
    while (low < high) {
        int middle = (low + high) / 2;
        if (shelf->hidden[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == shelf->hiddens || shelf->hidden[low] != at)
        tell(tree, tree->first + at - low, met, next);
}

/* What the packs' indexes know. Of a game they know all of and did not tell of there is nothing to count. */
static void ask_packs(struct opening_tree *tree)
{
    struct store *store = tree->store;
    size_t bytes = sieve_bytes(store_count(store));
    uint8_t *known = memory_new(bytes, 1);
    tree->first = store->total;
    for (int i = 0; i < store->shelves; i++) {
        tree->shelf = &store->shelf[i];
        struct pack *pack = tree->shelf->pack;
        uint8_t *told = pack_continuations(pack, tree->hash, tree->variants, tell_packed, tree);
        sieve_append(known, tree->first, told, false, pack_list(pack)->count, tree->shelf);
        free(told);
        tree->first += pack_list(pack)->count - tree->shelf->hiddens;
    }
    for (size_t i = 0; i < bytes; i++)
        tree->counted[i] |= known[i];
    free(known);
}

/* Follow a game to the position of a start; the ply played there goes to `ply`, "" at its end. */
static bool follow_to(const struct record *record, struct opening_tree *tree, int start, char ply[PLY_ROOM], uint32_t *next)
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
        met = index_short_hash(board_hash(&position)) == tree->hash[start];
        follow_leave(board, i > 0 && i <= record->moves.n ? &record->moves.v[i - 1] : NULL);
        lost = i >= record->moves.n || !follow_play(board, record->moves.v[i].text, written, sizeof written);
        if (met && !lost) {
            snprintf(ply, PLY_ROOM, "%s", written);
            follow_position(board, &position);
            *next = index_short_hash(board_hash(&position));
        }
    }
    follow_close(&tree->begin, rules);
    free(board);
    return met;
}

/* A game the index does not know. */
static void look_at_game(struct opening_tree *tree, int at)
{
    int in, start = 0;
    const struct catalog *list = store_catalog_at(tree->store, at, &in);
    const char *variant = catalog_text(list, in, CATALOG_VARIANT);
    struct record *record;
    char ply[PLY_ROOM];
    uint32_t next;
    while (start < tree->variants && strcmp(tree->variant[start], variant) != 0)
        start++;
    if (start == tree->variants || store_load(tree->store, at, &record, NULL, NULL, NULL) < 0)
        return;
    if (follow_to(record, tree, start, ply, &next)) {
        struct row *row = count(tree, start, next, at);
        if (!row->shown.ply)
            row->shown.ply = memory_text(ply);
    }
    record_free(record);
}

/* The plies of rows the index told of: it knows positions only. */
static void name_rows(struct opening_tree *tree)
{
    for (int i = 0; i < tree->rows; i++) {
        struct row *row = &tree->row[i];
        struct record *record;
        char ply[PLY_ROOM] = "";
        uint32_t next;
        int start = 0;
        if (row->shown.ply)
            continue;
        while (start + 1 < tree->variants && strcmp(tree->variant[start], row->shown.variant) != 0)
            start++;
        if (row->next && store_load(tree->store, row->example, &record, NULL, NULL, NULL) == 0) {
            follow_to(record, tree, start, ply, &next);
            record_free(record);
        }
        row->shown.ply = memory_text(ply);
    }
}

static int by_variant_and_games(const void *a, const void *b)
{
    const struct opening_row *one = a, *other = b;
    int order = strcmp(one->variant, other->variant);
    if (order == 0)
        order = (other->games > one->games) - (other->games < one->games);
    return order ? order : strcmp(one->ply ? one->ply : "", other->ply ? other->ply : "");
}

bool opening_tree_step(struct opening_tree *tree, int games)
{
    if (!tree->asked && tree->index)
        index_continuations(tree->index, tree->hash, tree->variants, tell, tree);
    if (!tree->asked && tree->variants)
        ask_packs(tree);
    tree->asked = true;
    int found = finder_count(tree->finder);
    for (; tree->next < found && games > 0; tree->next++) {
        int at = finder_at(tree->finder, tree->next);
        if (tree->counted[at / 8] >> at % 8 & 1)
            continue;
        look_at_game(tree, at);
        games--;
    }
    name_rows(tree);
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
