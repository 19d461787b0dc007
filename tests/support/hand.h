/* hand.h - composes a ply by pointing at cells. */
#ifndef CHESSCADE_TESTS_SUPPORT_HAND_H
#define CHESSCADE_TESTS_SUPPORT_HAND_H

#include "tests/support/positions.h"

#include "tui/session/compose.h"

/* An unfinished ply, and why the last attempt was refused. */
struct hand {
    struct ruleset *rules;
    struct compose compose;
    struct note why;
};

/* Start at a position of a variant (NULL: the opening), with at most one option set. */
static inline void hand_begin(struct hand *hand, const char *variant, const struct setting *setting,
                              const char *position)
{
    struct position start;
    *hand = (struct hand){.rules = open_variant_with(variant, setting, setting != NULL)};
    read_position(hand->rules, position, &start);
    compose_begin(&hand->compose, &start);
}

static inline void hand_clear(struct hand *hand)
{
    compose_clear(&hand->compose);
    ruleset_free(hand->rules);
}

/* Point at cells one after another, for example "g1 f3". */
static inline void point_at(struct hand *hand, const char *cells)
{
    char copy[80], *save = NULL;
    snprintf(copy, sizeof copy, "%s", cells);
    for (char *name = strtok_r(copy, " ", &save); name; name = strtok_r(NULL, " ", &save))
        if (compose_select(&hand->compose, cell_of(hand->rules, name), &hand->why) < 0)
            fail_msg("%s of %s: %s", name, cells, hand->why.text);
}

static inline void assert_refused(struct hand *hand, const char *cell)
{
    assert_true(compose_select(&hand->compose, cell_of(hand->rules, cell), &hand->why) < 0);
}

static inline const char *status(const struct hand *hand)
{
    static char text[300];
    compose_status(&hand->compose, text, sizeof text);
    return text;
}

/* The long form of the finished ply. */
static inline const char *done(const struct hand *hand)
{
    static char text[400];
    const struct compose *compose = &hand->compose;
    assert_int_equal(compose->state, COMPOSE_DONE);
    hand->rules->rules->format(&compose->before, &compose->draft.ply, FORM_LONG, text, sizeof text);
    return text;
}

#endif
