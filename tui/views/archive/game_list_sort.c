/* game_list_sort.c - sorts a list of games by a column. */
#include "archive/search/search_sort.h"
#include "tui/views/archive/game_list_internal.h"

#include <stdlib.h>

static const int orders[GAME_COLUMN_COUNT] = {
    [GAME_DATE] = ORDER_DATE,   [GAME_SEATS] = ORDER_FIRST,  [GAME_EVENT] = ORDER_EVENT, [GAME_VARIANT] = ORDER_VARIANT,
    [GAME_RESULT] = ORDER_RESULT, [GAME_PLIES] = ORDER_PLIES, [GAME_NOTES] = ORDER_NOTES, [GAME_CASCADES] = ORDER_CASCADES,
    [GAME_SITE] = ORDER_SITE,   [GAME_ROUND] = ORDER_ROUND,  [GAME_OPENING] = ORDER_ECO, [GAME_END] = ORDER_END,
    [GAME_TAGS] = ORDER_TAGS};

/* Sort by one header. The sort is stable. */
static void sort_by(struct game_list *games, int order)
{
    int n = games->list.items, *place = list_order(&games->list);
    uint32_t *rank = memory_new((size_t)n + 1, sizeof *rank), *in_order = memory_new((size_t)n + 1, sizeof *in_order);
    bool numbered = games->sort == GAME_NUMBER;
    uint32_t ranks = numbered ? (uint32_t)n : games_rank(games->store, NULL, n, order, rank);
    for (int i = 0; i < n; i++)
        in_order[i] = numbered ? (uint32_t)place[i] : rank[place[i]];
    games_by_rank(place, n, in_order, ranks, games->descending);
    free(in_order);
    free(rank);
}

void game_list_order(struct game_list *games)
{
    if (games->sort == GAME_SEATS) /* stable sort: the second key first */
        sort_by(games, ORDER_SECOND);
    sort_by(games, orders[games->sort]);
    list_ordered(&games->list);
}
