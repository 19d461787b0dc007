/* texts_met.c - counts the distinct texts of a column: see texts_met.h. */
#include "config.h"
#include "tui/session/texts_met.h"

#include <stdlib.h>

static uint32_t *find_slot(const struct texts_met *met, const char *text)
{
    size_t at = (size_t)(((uint64_t)(uintptr_t)text * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (met->slots - 1);
    while (met->slot[at] && met->v[met->slot[at] - 1].text != text)
        at = (at + 1) & (met->slots - 1);
    return &met->slot[at];
}

static void widen(struct texts_met *met)
{
    enum { LEAST = 1024 };
    free(met->slot);
    met->slots = met->slots ? met->slots * 4 : LEAST;
    met->slot = memory_new(met->slots, sizeof *met->slot);
    for (int i = 0; i < met->n; i++)
        *find_slot(met, met->v[i].text) = (uint32_t)i + 1;
}

uint32_t texts_meet(struct texts_met *met, const char *text)
{
    if ((size_t)met->n * 2 >= met->slots)
        widen(met);
    uint32_t *slot = find_slot(met, text);
    if (!*slot) {
        met->v = memory_room(met->v, &met->room, met->n + 1, sizeof *met->v);
        met->v[met->n] = (struct text_met){text, (uint32_t)met->n, 0};
        *slot = (uint32_t)++met->n;
    }
    met->v[*slot - 1].times++;
    return *slot - 1;
}

void texts_met_clear(struct texts_met *met)
{
    free(met->v);
    free(met->slot);
    *met = (struct texts_met){.n = 0};
}
