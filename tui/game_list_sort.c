/* game_list_sort.c - the games of a list in the order of a column.
 *
 * A million games have some ten thousand different texts in a column, mostly kept once each. So these are sorted, and games by the
 * number theirs has then, without being compared. */
#include "config.h"
#include "tui/game_list_parts.h"
#include "tui/texts_met.h"

#include <stdlib.h>
#include <string.h>

/* From the first fact of that letter on, "" where there is none. */
static const char *fact(const struct listing *listing, char letter)
{
    for (const char *line = listing->facts; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : "")
        if (*line == letter)
            return line + 1;
    return "";
}

/* What a column sorts by: a text, and where games have the same a second one; or a number, games of the same by a text. */
struct sort_by {
    const char *text, *second;
    int number;
};

static struct sort_by sort_by(const struct game_list *games, int at)
{
    const struct listing *listing = store_listing(games->store, at);
    struct sort_by by = {NULL, NULL, 0};
    if (!listing)
        return by;
    switch (games->sort) {
    case GAME_NUMBER: by.number = at; break;
    case GAME_DATE: by.text = listing->date; break;
    case GAME_SEATS:
        by.text = listing->players > 0 ? listing->player[0] : "";
        by.second = listing->players > 1 ? listing->player[1] : "";
        break;
    case GAME_EVENT: by.text = listing->event; break;
    case GAME_VARIANT: by.text = listing->variant; break;
    case GAME_RESULT: by.text = *listing->score ? listing->score : "*"; break;
    case GAME_PLIES: by.number = listing->plies; break;
    case GAME_NOTES: by.number = !listing->notes; break;
    case GAME_CASCADES: by.number = listing->plies ? (int)((int64_t)listing->cascaded * 1000 / listing->plies) : 0; break;
    case GAME_SITE: by.text = listing->site; break;
    case GAME_ROUND: by.number = (int)strtol(listing->round, NULL, 10); by.second = listing->round; break;
    case GAME_OPENING: by.text = listing->eco; break;
    case GAME_END: by.text = fact(listing, FACT_END); break;
    case GAME_TAGS: by.text = fact(listing, FACT_TAG); break;
    default: break;
    }
    return by;
}

/* ---- texts ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct text_met *)a)->text, ((const struct text_met *)b)->text);
}

/* From the numbers of texts to their places in the order of texts; how many different ones there are. */
static uint32_t rank(struct texts_met *met, uint32_t *key, int n)
{
    uint32_t *rank_of = memory_new((size_t)met->n + 1, sizeof *rank_of), ranks = 0;
    qsort(met->v, (size_t)met->n, sizeof *met->v, by_text);
    for (int i = 0; i < met->n; i++) {
        ranks += i > 0 && strcmp(met->v[i - 1].text, met->v[i].text) != 0;
        rank_of[met->v[i].number] = ranks;
    }
    for (int i = 0; i < n; i++)
        key[i] = rank_of[key[i]];
    free(rank_of);
    return ranks;
}

/* ---- sorting ---- */

/* By one thing, into key; the largest there is. */
static uint32_t keys_of(const struct game_list *games, bool second, uint32_t *key)
{
    int n = games->list.items, least = 0, most = 0;
    struct texts_met met = {.n = 0};
    bool text = false;
    for (int i = 0; i < n; i++) {
        struct sort_by by = sort_by(games, i);
        const char *what = second ? by.second : by.text;
        text = text || what;
        key[i] = what ? texts_meet(&met, what) : (uint32_t)by.number;
        least = by.number < least ? by.number : least;
        most = by.number > most ? by.number : most;
    }
    uint32_t largest = text ? rank(&met, key, n) : (uint32_t)most - (uint32_t)least;
    for (int i = 0; !text && i < n; i++)
        key[i] -= (uint32_t)least;
    texts_met_clear(&met);
    return largest;
}

void game_list_order(struct game_list *games)
{
    int n = games->list.items;
    uint32_t *key = memory_new((size_t)n + 1, sizeof *key);
    bool two = games->sort == GAME_SEATS || games->sort == GAME_ROUND;
    for (int second = two; second >= 0; second--) { /* what is looked at last is sorted by first: equal ones stay */
        uint32_t largest = keys_of(games, second, key);
        for (int i = 0; games->descending && i < n; i++)
            key[i] = largest - key[i];
        list_sort(&games->list, key, second == 0);
    }
    free(key);
}
