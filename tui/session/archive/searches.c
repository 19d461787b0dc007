/* searches.c - searches for games of an archive: see searches.h. */
#include "config.h"

#include "tui/session/archive/searches.h"

#include "core/position_text.h"
#include "tui/commands/commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The position that "here" means in a query: see searches.h. */

struct board_here {
    struct ruleset *rules;
    struct position position;
};

static const char word[] = ":here";

struct board_here *board_here_new(const struct position *position)
{
    const struct ruleset *rules = position->rules;
    struct board_here *here = memory_new(1, sizeof *here);
    if (ruleset_open(&here->rules, rules->id, rules->setting, rules->settings, NULL) < 0) {
        free(here);
        return NULL;
    }
    position_copy(&here->position, position);
    here->position.rules = here->rules;
    return here;
}

void board_here_free(struct board_here *here)
{
    if (here)
        ruleset_free(here->rules);
    free(here);
}

const struct position *board_here_position(const struct board_here *here)
{
    return here ? &here->position : NULL;
}

bool board_here_asked(const char *query)
{
    return strstr(query, word) != NULL;
}

char *board_here_write_out(const struct board_here *here, const char *query)
{
    char text[POSITION_TEXT_MAX + 1] = "", *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    if (!file)
        memory_exhausted();
    if (here)
        here->rules->rules->write(&here->position, text, sizeof text);
    for (const char *end; *text && (end = strstr(query, word)); query = end + sizeof word - 1)
        fprintf(file, "%.*s:\"%s\"", (int)(end - query), query, text);
    fputs(query, file);
    fclose(file);
    return out;
}

char *query_written_out(const char *query, const struct position *here)
{
    struct board_here *board = here ? board_here_new(here) : NULL;
    char *written = board_here_write_out(board, query);
    board_here_free(board);
    return written;
}

void search_refusal(const char *query, const struct note *why, struct note *said)
{
    static const char no_key[] = "there is no key";
    note_set(said, -1, "the query is invalid at character %d: %s%s",
             text_character(query, why->offset), words_as_is(why->text),
             strncmp(why->text, no_key, sizeof no_key - 1) != 0 ? ""
                                                                : "; {search-keys} lists the keys");
}

bool search_given_up(const struct finder *finder, char out[SEARCH_TOLD_ROOM])
{
    char told[FINDER_TOLD_ROOM];
    bool given_up = finder_given_up(finder, told);
    snprintf(out, SEARCH_TOLD_ROOM, "%s%s", given_up ? "the search is incomplete: " : "", told);
    return given_up;
}

/* ---- The games last found: see searches.h. */

enum { UNASKED = -2 /* in listed_games.hit: the game has not been replayed yet */ };

int listed_games_open(struct finder **out, struct store *store, struct index *index,
                      const char *query, const struct position *here, struct note *why)
{
    int state;
    if (index)
        /* Another process may have held the index's lock and has perhaps released it, so try
         * again. */
        index_of(store, &state);
    return finder_open(out, store, index, query, here, why);
}

int searches_count(struct store *store, struct index *index, const char *query)
{
    struct finder *finder;
    int result = finder_open(&finder, store, index, query, NULL, NULL);
    if (result < 0)
        return result;
    while (finder_step(finder, INT_MAX))
        continue;
    int n = finder_count(finder);
    finder_close(finder);
    return n;
}

int listed_games_search(struct listed_games *found, struct store *store, struct index *index,
                        const char *query, const struct position *here, struct note *why)
{
    struct listed_games games = {.here = here ? board_here_new(here) : NULL};
    struct finder *finder;
    here = board_here_position(games.here);
    store_refresh(store);
    int result = listed_games_open(&finder, store, index, query, here, why);
    if (result == 0 && *query)
        store_query(store, query, here, &games.query, NULL);
    if (result < 0) {
        listed_games_clear(&games);
        return result;
    }
    while (finder_step(finder, INT_MAX))
        continue;
    search_given_up(finder, games.given_up);
    games.n = finder_count(finder);
    games.at = memory_new((size_t)games.n + 1, sizeof *games.at);
    games.hit = memory_new((size_t)games.n + 1, sizeof *games.hit);
    for (int i = 0; i < games.n; i++) {
        games.at[i] = finder_at(finder, i);
        games.hit[i] = *query ? UNASKED : -1;
    }
    finder_close(finder);
    if (*query)
        games.search = board_here_write_out(games.here, query);
    games.generation = store_generation(store);
    listed_games_clear(found);
    *found = games;
    return games.n;
}

void listed_games_begin(struct listed_games *found, const struct store *store, int n)
{
    listed_games_clear(found);
    found->at = memory_new((size_t)n + 1, sizeof *found->at);
    found->hit = memory_new((size_t)n + 1, sizeof *found->hit);
    for (int i = 0; i < n; i++)
        found->hit[i] = -1;
    found->n = n;
    found->generation = store_generation(store);
}

/* The number of the ply that a collection's item refers to; -1: the item refers to the whole
 * game. */
static int ply_of(const struct listing *listing, const char *at_ply)
{
    return at_ply && *at_ply ? collection_ply(at_ply, listing->players > 1 ? listing->players : 2)
                             : -1;
}

int listed_games_of(struct listed_games *found, struct store *store,
                    const struct collection *collection)
{
    int n = collection_items(collection);
    listed_games_clear(found);
    store_refresh(store);
    /* Scan the whole archive, because items are only found if their games have been scanned. */
    store_scan(store, INT_MAX);
    found->at = memory_new((size_t)n + 1, sizeof *found->at);
    found->hit = memory_new((size_t)n + 1, sizeof *found->hit);
    for (int i = 0; i < n; i++) {
        struct collection_item item = collection_item(collection, i);
        int at = store_find(store, item.game ? item.game : "");
        if (at < 0)
            continue;
        found->at[found->n] = at;
        found->hit[found->n++] = ply_of(store_listing(store, at), item.at_ply);
    }
    found->generation = store_generation(store);
    return n - found->n;
}

void listed_games_clear(struct listed_games *found)
{
    free(found->at);
    free(found->hit);
    free(found->search);
    query_free(found->query);
    board_here_free(found->here);
    *found = (struct listed_games){0};
}

int listed_games_count(const struct listed_games *found, const struct store *store)
{
    return found->n && store_generation(store) == found->generation ? found->n : 0;
}

struct loader {
    struct store *store;
    int at;
    struct record *record;
};

static const struct record *load_for_query(void *argument)
{
    struct loader *loader = argument;
    if (!loader->record)
        store_load(loader->store, loader->at, &loader->record, NULL, NULL, NULL);
    return loader->record;
}

int listed_games_hit(struct listed_games *found, struct store *store, int i)
{
    if (found->hit[i] == UNASKED) {
        struct loader loader = {store, found->at[i], NULL};
        struct query_game game = {store_listing(store, found->at[i]), load_for_query, NULL, &loader,
                                  true};
        struct query_hit hit = {.ply = -1};
        if (found->query && game.listing)
            query_fits(found->query, &game, &hit);
        found->hit[i] = hit.ply;
        record_free(loader.record);
    }
    return found->hit[i];
}

int listed_games_hit_at(struct listed_games *found, struct store *store, int at)
{
    int hit = -1;
    for (int i = 0; i < listed_games_count(found, store); i++)
        if (found->at[i] == at)
            hit = listed_games_hit(found, store, i);
    return hit;
}

/* ---- How games go on from a position: see searches.h. */

static void forget_tree(struct opening_count *count)
{
    opening_tree_close(count->tree);
    count->tree = NULL;
    count->counted = false;
}

void opening_count_clear(struct opening_count *count)
{
    forget_tree(count);
    finder_close(count->finder);
    *count = (struct opening_count){0};
}

static void note_state(struct opening_count *count)
{
    count->total = store_total(count->store);
    count->changes = store_changes(count->store);
    count->generation = store_generation(count->store);
}

bool opening_count_stale(const struct opening_count *count)
{
    int state;
    index_of(count->store, &state);
    return state != count->index_state || store_total(count->store) != count->total ||
           store_changes(count->store) != count->changes ||
           store_generation(count->store) != count->generation;
}

int opening_count_begin(struct opening_count *count, struct store *store, const char *query,
                        const struct position *here, struct note *why)
{
    opening_count_clear(count);
    *count = (struct opening_count){.store = store, .query = query, .here = here};
    struct index *index = index_of(store, &count->index_state);
    note_state(count);
    return finder_open(&count->finder, store, index, query, here, why);
}

void opening_count_move(struct opening_count *count, const struct position *here)
{
    forget_tree(count);
    count->here = here;
}

bool opening_count_step(struct opening_count *count, int find, int look)
{
    int state;
    if (!count->finder || count->counted)
        return false;
    if (!count->found) {
        count->found = !finder_step(count->finder, find);
    } else {
        if (!count->tree)
            opening_tree_open(&count->tree, count->store, index_of(count->store, &state),
                              count->finder, count->here);
        count->counted = !opening_tree_step(count->tree, look);
    }
    note_state(count); /* what the search itself scans is no change */
    return !count->counted;
}

int opening_tree_games(const struct opening_tree *tree)
{
    int games = 0;
    for (int i = 0; tree && i < opening_tree_count(tree); i++)
        games += opening_tree_row(tree, i)->games;
    return games;
}
