/* game_list_sort.c - the games of a list in the order of a column. */
#include "archive/finder_sort.h"
#include "tui/game_list_parts.h"

#include <stdlib.h>

static const int orders[GAME_COLUMN_COUNT] = {
    [GAME_DATE] = ORDER_DATE,   [GAME_SEATS] = ORDER_FIRST,  [GAME_EVENT] = ORDER_EVENT, [GAME_VARIANT] = ORDER_VARIANT,
    [GAME_RESULT] = ORDER_RESULT, [GAME_PLIES] = ORDER_PLIES, [GAME_NOTES] = ORDER_NOTES, [GAME_CASCADES] = ORDER_CASCADES,
    [GAME_SITE] = ORDER_SITE,   [GAME_ROUND] = ORDER_ROUND,  [GAME_OPENING] = ORDER_ECO, [GAME_END] = ORDER_END,
    [GAME_TAGS] = ORDER_TAGS};

static void sort_by(struct game_list *games, uint32_t *key, int order, bool last)
{
    int n = games->list.items;
    uint32_t ranks = games->sort == GAME_NUMBER ? (uint32_t)n : games_rank(games->store, NULL, n, order, key);
    for (int i = 0; i < n; i++) {
        key[i] = games->sort == GAME_NUMBER ? (uint32_t)i : key[i];
        key[i] = games->descending ? ranks - 1 - key[i] : key[i];
    }
    list_sort(&games->list, key, last);
}

void game_list_order(struct game_list *games)
{
    uint32_t *key = memory_new((size_t)games->list.items + 1, sizeof *key);
    if (games->sort == GAME_SEATS) /* what is looked at last is sorted by first: equal ones stay */
        sort_by(games, key, ORDER_SECOND, false);
    sort_by(games, key, orders[games->sort], true);
    free(key);
}
