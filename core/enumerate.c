/* enumerate.c - list and count plies: see enumerate.h. */
#include "core/enumerate.h"

#include "core/draft.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 400 }; /* bytes; enough for most plies, but a cascade may be longer */

/* The long form of a ply; the caller frees it. */
static char *long_form(const struct position *position, const struct ply *ply)
{
    char room[TEXT_ROOM];
    int length = position->rules->rules->format(position, ply, FORM_LONG, room, sizeof room);
    if (length < TEXT_ROOM)
        return memory_text(room);
    char *text = memory_new((size_t)length + 1, 1);
    position->rules->rules->format(position, ply, FORM_LONG, text, (size_t)length + 1);
    return text;
}

static bool enumerate_is_over(const struct position *position, const struct limits *limits)
{
    struct context context = {.limits = *limits, .times = 1};
    struct verdict verdict = {0};
    position->rules->rules->judge(position, &context, &verdict);
    return verdict_over(&verdict) && !verdict.goes_on;
}

/* A set of texts, a hash table with open addressing. It owns the texts. */
struct seen {
    char **text;
    int count, room; /* room: size of `text`, a power of two */
};

static void seen_insert(struct seen *seen, char *text)
{
    size_t mask = (size_t)seen->room - 1, i = hash_text(HASH_START, text) & mask;
    while (seen->text[i])
        i = (i + 1) & mask;
    seen->text[i] = text;
    seen->count++;
}

/* Add a text and take ownership of it; false if the set already contained it. */
static bool enumerate_seen_add(struct seen *seen, char *text)
{
    if (2 * (seen->count + 1) > seen->room) {
        struct seen wider = {.room = seen->room ? 2 * seen->room : 256};
        wider.text = memory_new((size_t)wider.room, sizeof *wider.text);
        for (int i = 0; i < seen->room; i++)
            if (seen->text[i])
                seen_insert(&wider, seen->text[i]);
        free(seen->text);
        *seen = wider;
    }
    size_t mask = (size_t)seen->room - 1;
    for (size_t i = hash_text(HASH_START, text) & mask; seen->text[i]; i = (i + 1) & mask)
        if (!strcmp(seen->text[i], text)) {
            free(text);
            return false;
        }
    seen_insert(seen, text);
    return true;
}

static void seen_free(struct seen *seen)
{
    for (int i = 0; i < seen->room; i++)
        free(seen->text[i]);
    free(seen->text);
}

struct enumerate_walk {
    const struct position *position;
    struct limits limits;
    ply_fn *each;
    void *argument;
    struct seen seen;
};

/* Try every choice of a draft, depth first. The recursion is as deep as a ply has actions; the
 * limit on cascades bounds that. */
static int walk_draft(struct enumerate_walk *walk, struct draft *draft)
{
    struct actions choices = {0};
    int stop = 0;
    draft_choices(draft, &choices);
    for (int i = 0; i < choices.n && !stop; i++) {
        if (choices.v[i].verb == ACTION_DONE) {
            if (enumerate_seen_add(&walk->seen, long_form(walk->position, &draft->ply)))
                stop = walk->each(&draft->ply, walk->argument);
            continue;
        }
        struct draft next = {0};
        draft_copy(&next, draft);
        draft_take(&next, choices.v[i]);
        if (next.moves < walk->limits.cascade || !next.held.kind)
            stop = walk_draft(walk, &next);
        draft_clear(&next);
    }
    actions_free(&choices);
    return stop;
}

static int search_drafts(const struct position *position, const struct limits *limits, ply_fn *each,
                         void *argument)
{
    if (enumerate_is_over(position, limits))
        return 0;
    struct enumerate_walk walk = {
        .position = position, .limits = *limits, .each = each, .argument = argument};
    struct draft draft = {0};
    draft_begin(&draft, position);
    int stop = walk_draft(&walk, &draft);
    draft_clear(&draft);
    seen_free(&walk.seen);
    return stop;
}

int search_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                 void *argument)
{
    if (!position->rules->rules->plies)
        return search_drafts(position, limits, each, argument);
    return position->rules->rules->plies(position, limits, each, argument);
}

/* ---------------------------------------------------------------- dead ends */

/* True if this action does not end a ply by itself, so that after it the ply may reach a dead
 * end. */
static bool leads_further(struct action action)
{
    return action.verb == ACTION_PUSH || action.verb == ACTION_DIVE ||
           action.verb == ACTION_JOURNEY || action.verb == ACTION_TELEPORT;
}

bool search_dead_end(const struct draft *draft, struct action choice, int activations, int *work)
{
    struct draft next = {0};
    struct actions choices = {0};
    bool dead = leads_further(choice) && --*work >= 0;
    if (!dead)
        return false;
    draft_copy(&next, draft);
    draft_take(&next, choice);
    draft_choices(&next, &choices);
    for (int i = 0; i < choices.n && dead; i++)
        dead = leads_further(choices.v[i]);
    for (int i = 0; i < choices.n && dead; i++)
        dead = activations > 0 && search_dead_end(&next, choices.v[i], activations - 1, work);
    actions_free(&choices);
    draft_clear(&next);
    return dead;
}

struct text_list {
    const struct position *position;
    char **text;
    int n, room;
};

static int collect_text(const struct ply *ply, void *argument)
{
    struct text_list *list = argument;
    list->text = memory_room(list->text, &list->room, list->n + 1, sizeof *list->text);
    list->text[list->n++] = long_form(list->position, ply);
    return 0;
}

static int enumerate_by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int search_texts(const struct position *position, const struct limits *limits, bool by_drafts,
                 char ***out)
{
    struct text_list list = {.position = position};
    (by_drafts ? search_drafts : search_plies)(position, limits, collect_text, &list);
    if (list.n)
        qsort(list.text, (size_t)list.n, sizeof *list.text, enumerate_by_bytes);
    *out = list.text;
    return list.n;
}

struct enumerate_count {
    const struct position *position;
    int depth;
    const struct limits *limits;
    bool by_drafts;
    uint64_t total;
};

static uint64_t enumerate_count_plies(const struct position *position, int depth,
                                      const struct limits *limits, bool by_drafts);

static int enumerate_count_ply(const struct ply *ply, void *argument)
{
    struct enumerate_count *count = argument;
    struct position after;
    ply_play(count->position, ply, &after);
    count->total += count->depth <= 1 ? 1
                                      : enumerate_count_plies(&after, count->depth - 1,
                                                              count->limits, count->by_drafts);
    return 0;
}

static uint64_t enumerate_count_plies(const struct position *position, int depth,
                                      const struct limits *limits, bool by_drafts)
{
    struct enumerate_count count = {position, depth, limits, by_drafts, 0};
    if (depth == 0)
        return 1;
    (by_drafts ? search_drafts : search_plies)(position, limits, enumerate_count_ply, &count);
    return count.total;
}

uint64_t search_perft(const struct position *position, int depth, const struct limits *limits,
                      bool bulk)
{
    if (depth == 0 || !position->rules->rules->perft)
        return enumerate_count_plies(position, depth, limits, false);
    return position->rules->rules->perft(position, depth, limits, bulk);
}

uint64_t search_perft_drafts(const struct position *position, int depth,
                             const struct limits *limits)
{
    return enumerate_count_plies(position, depth, limits, true);
}
