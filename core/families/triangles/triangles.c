/* triangles.c - the family of triangle chess as a struct rules: see triangles.h for its design. */
#include "core/families/triangles/triangles.h"

#include "core/position_text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Parse the opening once to learn which piece starts on each cell. */
static void remember_opening(struct ruleset *ruleset, struct triangles *own, const char *placement)
{
    struct position opening;
    int used, length = (int)strlen(placement);
    position_clear(&opening, ruleset);
    int result = placement_read(ruleset, placement, length, KIND_NONE, NULL, &opening, &used, NULL);
    assert(result == 0 && used == length);
    (void)result;
    for (int c = 0; c < own->cells; c++)
        own->initial[c] = (uint8_t)(opening.at[c].kind | opening.at[c].side << CODE_SIDE);
}

static int triangles_open(struct ruleset *ruleset, struct note *why)
{
    struct triangles *own = memory_new(1, sizeof *own);
    char placement[160];
    ruleset->own = own;
    ruleset->draws = "rules/triangles.md 8.7";
    ruleset->draws_called = true;
    int result = triangles_settle(ruleset, own, placement, why);
    if (result < 0)
        return result;
    own->royal_kind = (uint8_t)ruleset_kind(ruleset, 'K');
    for (int i = 0; own->choice[i]; i++)
        own->choices[own->choice_count++] = (uint8_t)ruleset_kind(ruleset, own->choice[i]);
    triangles_lay_out(ruleset, own);
    remember_opening(ruleset, own, placement);
    return 0;
}

static void triangles_close(struct ruleset *ruleset)
{
    ruleset->board = NULL; /* it belongs to the shared ground */
    free(ruleset->own);
}

static void triangles_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct triangles *own = triangles_of(ruleset);
    position_clear(out, ruleset);
    for (int c = 0; c < own->cells; c++)
        if (own->initial[c])
            out->at[c] = (struct piece){.kind = (uint8_t)code_kind(own->initial[c]),
                                        .side = (uint8_t)code_side(own->initial[c])};
}

/* Converts the generator's plies to lists of actions for a callback. */
struct handing {
    const struct triangle_position *position;
    struct ply ply;
    ply_fn *each;
    void *argument;
};

static int hand_on(const struct triangle_ply *ply, void *argument)
{
    struct handing *handing = argument;
    triangles_actions(handing->position, ply, &handing->ply);
    return handing->each(&handing->ply, handing->argument);
}

static int triangles_plies(const struct position *position, const struct limits *limits, ply_fn *each, void *argument)
{
    (void)limits;
    struct triangle_position compact;
    struct handing handing = {.position = &compact, .each = each, .argument = argument};
    triangles_load(&compact, position);
    int stop = triangles_over_by_material(&compact, NULL) ? 0 : triangles_generate(&compact, hand_on, &handing);
    ply_free(&handing.ply);
    return stop;
}

static uint64_t triangles_perft(const struct position *position, int depth, const struct limits *limits, bool bulk)
{
    (void)limits;
    struct triangle_position compact;
    triangles_load(&compact, position);
    return triangles_count(&compact, depth, bulk);
}

const struct rules triangles_rules = {
    .family = "triangles",
    .title = "Triangle Chess",
    .variants = triangle_variants,
    .variant_count = TRIANGLE_VARIANTS,
    .open = triangles_open,
    .close = triangles_close,
    .setup = triangles_setup,
    .read = triangles_read,
    .write = triangles_write,
    .begin = triangles_begin,
    .choices = triangles_choices,
    .take = triangles_take,
    .finish = triangles_finish,
    .path = triangles_path,
    .why_not = triangles_why_not,
    .judge = triangles_judge,
    .retire = triangles_retire,
    .pass = triangles_pass,
    .why_out = triangles_why_out,
    .format = triangles_format,
    .parse = triangles_parse,
    .plies = triangles_plies,
    .perft = triangles_perft,
    .reach = triangles_reach,
    .picture = triangles_picture,
    .describe = triangles_describe,
    .search = &triangles_search,
};
