/* positions.h - shared by the tests of the games: variants and positions from text, cells by name.
 * A helper that cannot open or read something fails the test. */
#ifndef CHESSCADE_TESTS_SUPPORT_POSITIONS_H
#define CHESSCADE_TESTS_SUPPORT_POSITIONS_H

#include "tests/support/testing.h"

#include "core/family.h"

/* A variant with options set. The caller frees it. */
static inline struct ruleset *open_variant_with(const char *id, const struct setting *setting,
                                                int settings)
{
    struct ruleset *rules;
    struct note why;
    if (ruleset_open(&rules, id, setting, settings, &why) < 0)
        fail_msg("%s: %s", id, why.text);
    return rules;
}

/* The same from text: "ID K=V K=V". */
static inline struct ruleset *open_game(const char *text)
{
    struct setting settings[8];
    char copy[320];
    int n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    char *after = copy + strcspn(copy, " ");
    if (*after) {
        *after = '\0';
        settings_before(after + 1, settings, 8, &n);
    }
    return open_variant_with(copy, settings, n);
}

static inline struct ruleset *open_variant(const char *id)
{
    return open_variant_with(id, NULL, 0);
}

/* A position of a variant; NULL means the opening. */
static inline void read_position(const struct ruleset *rules, const char *text,
                                 struct position *out)
{
    struct note why;
    if (!text)
        rules->rules->setup(rules, out);
    else if (rules->rules->read(rules, text, out, &why) < 0)
        fail_msg("%s: %s", text, why.text);
}

/* A variant, which the caller frees, and a position of it. */
static inline struct ruleset *open_position(const char *variant, const char *text,
                                            struct position *out)
{
    struct ruleset *rules = open_variant(variant);
    read_position(rules, text, out);
    return rules;
}

static inline cell_t cell_of(const struct ruleset *rules, const char *name)
{
    cell_t cell = board_cell_named(rules->board, name, NULL);
    if (cell == CELL_NONE)
        fail_msg("%s is no cell", name);
    return cell;
}

/* The short form of a ply, given in its long form, must be `shorter`. */
static inline void assert_short_form(const struct ruleset *rules, const char *position,
                                     const char *longer, const char *shorter)
{
    struct position before;
    struct ply ply = {0};
    struct note why;
    char text[400];
    read_position(rules, position, &before);
    if (rules->rules->parse(&before, longer, &ply, &why) < 0)
        fail_msg("'%s' is refused: %s", longer, why.text);
    rules->rules->format(&before, &ply, FORM_SHORT, text, sizeof text);
    assert_string_equal(text, shorter);
    ply_free(&ply);
}

#endif
