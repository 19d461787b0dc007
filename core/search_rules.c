/* search_rules.c - tables and lists that both the engine and the families' search rules use: see
 * search_rules.h. */
#include "core/search_rules.h"

#include <stdlib.h>

struct search_tables *search_tables_new(const struct search_rules *search,
                                        const struct ruleset *ruleset)
{
    struct search_tables *tables = memory_new(1, sizeof *tables);
    tables->sides = ruleset->sides;
    tables->pieces = search->pieces(ruleset);
    tables->cells = ruleset->board->cells;
    size_t entries = (size_t)(tables->sides + 1) * (size_t)tables->pieces * (size_t)tables->cells;
    tables->entry = memory_new(entries, sizeof *tables->entry);
    tables->worth = memory_new((size_t)tables->pieces, sizeof *tables->worth);
    for (size_t i = 0; i < entries; i++)
        tables->entry[i].key = hash_mix(0x9E3779B97F4A7C15u * (i + 1));
    return tables;
}

void search_tables_free(struct search_tables *tables)
{
    if (!tables)
        return;
    free(tables->entry);
    free(tables->worth);
    free(tables);
}

void search_list_grow(struct search_list *list, int need)
{
    if (need < 64)
        need = 64;
    list->v = memory_room(list->v, &list->room, need, sizeof *list->v);
}

size_t search_list_body(struct search_list *list, size_t bytes)
{
    size_t at = list->body_used;
    if (at + bytes > list->body_room) {
        size_t room = 2 * (at + bytes) + 4096;
        unsigned char *wider = memory_new(room, 1);
        if (at)
            memcpy(wider, list->body, at);
        free(list->body);
        list->body = wider;
        list->body_room = room;
    }
    list->body_used = at + bytes;
    return at;
}

void search_list_free(struct search_list *list)
{
    free(list->v);
    free(list->body);
    *list = (struct search_list){0};
}
