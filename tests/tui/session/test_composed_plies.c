/* test_composed_plies.c - plies of every kind in every variant, composed as on the screen by
 * pointing at cells and choosing from lists, and taken back again.
 *
 * The plies are those of tests/vectors. Each variant contributes one of every kind; the kind is
 * what its actions do to which pieces, on whatever cells. */
#include "tests/support/positions.h"

#include "tui/session/compose.h"

enum { KINDS_MOST = 20000, KIND_ROOM = 160, LINE_ROOM = 1 << 20 };

/* The part of a vector read so far. */
struct vector {
    char game[300]; /* variant and options, as open_game() reads them */
    char *position; /* NULL: the opening */
    bool moves;     /* the next texts are its plies */
    struct ruleset *rules;
    struct position start;
};

/* The kinds so far, "one PICK Q PUSH W ...". */
struct kinds {
    char *text[KINDS_MOST];
    int n, tried;
};

static bool is_new(struct kinds *kinds, const char *variant, const struct ply *ply)
{
    char text[KIND_ROOM];
    size_t used = 0;
    text_add(text, sizeof text, &used, "%s", variant);
    for (int i = 0; i < ply->n; i++)
        text_add(text, sizeof text, &used, " %d %d %d", ply->v[i].verb, ply->v[i].kind,
                 ply->v[i].verb == ACTION_PUSH   ? ply->v[i].side
                 : ply->v[i].verb == ACTION_TURN ? ply->v[i].turn
                                                 : 0);
    for (int i = 0; i < kinds->n; i++)
        if (!strcmp(kinds->text[i], text))
            return false;
    assert_true(kinds->n < KINDS_MOST);
    kinds->text[kinds->n++] = memory_text(text);
    return true;
}

/* The unfinished ply must be the beginning of the wanted one. */
static void assert_is_beginning_of(const struct compose *compose, const struct ply *wanted,
                                   const char *text)
{
    const struct ply *ply = &compose->draft.ply;
    bool same = ply->n <= wanted->n;
    for (int i = 0; i < ply->n && same; i++)
        same = action_same(ply->v[i], wanted->v[i]);
    if (!same)
        fail_msg("%s: another ply is made", text);
}

static int chosen(struct compose *compose, const struct action *wanted, struct note *why)
{
    for (int i = 0; i < compose->menu.n; i++)
        if (wanted ? action_same(compose->menu.v[i], *wanted)
                   : compose->menu.v[i].verb == ACTION_DONE)
            return compose_choose(compose, i, why);
    return note_fail(why, FAIL_RULE, -1, "the list does not offer it");
}

/* The user's next action. */
static int go_on(struct compose *compose, const struct ply *wanted, struct note *why)
{
    int n = compose->draft.ply.n;
    const struct action *next = n < wanted->n ? &wanted->v[n] : NULL;
    if (compose->state == COMPOSE_CHOICE)
        return chosen(compose, next, why);
    if (!next || (next->verb == ACTION_TURN && !next->turn))
        return compose_end(compose, why);
    if (next->verb != ACTION_TURN)
        return compose_select(compose, next->to, why);
    int turned = 0, eighth = next->turn < 0 ? -1 : 1;
    for (int i = 0; i != next->turn && turned == 0; i += eighth)
        turned = compose_turn(compose, eighth, why);
    return turned < 0 ? turned : compose_end(compose, why);
}

static void compose_as_asked(const struct position *start, const struct ply *wanted,
                             const char *text)
{
    struct compose compose = {0};
    struct note why = {.offset = -1};
    compose_begin(&compose, start);
    int first = compose.choices.n, asked = 0;
    while (compose.state != COMPOSE_DONE) {
        if (go_on(&compose, wanted, &why) < 0)
            fail_msg("%s %s: %s", start->rules->id, text, why.text);
        assert_is_beginning_of(&compose, wanted, text);
        assert_true(asked++ < 4 * wanted->n + 4);
    }
    assert_true(ply_same(&compose.draft.ply, wanted));
    while (compose_back(&compose))
        assert_is_beginning_of(&compose, wanted, text);
    assert_int_equal(compose.state, COMPOSE_IDLE);
    assert_int_equal(compose.draft.ply.n, 0);
    assert_int_equal(compose.choices.n, first);
    compose_clear(&compose);
}

static void try_ply(struct vector *vector, struct kinds *kinds, const char *text)
{
    struct ply ply = {0};
    struct note why = {.offset = -1};
    if (!vector->rules)
        vector->rules = open_game(vector->game),
        read_position(vector->rules, vector->position, &vector->start);
    if (vector->rules->rules->parse(&vector->start, text, &ply, &why) < 0)
        fail_msg("%s %s: %s", vector->game, text, why.text);
    if (is_new(kinds, vector->game, &ply)) {
        compose_as_asked(&vector->start, &ply, text);
        kinds->tried++;
    }
    ply_free(&ply);
}

static void vector_clear(struct vector *vector)
{
    ruleset_free(vector->rules);
    free(vector->position);
    *vector = (struct vector){0};
}

/* The quoted text from `at` on, terminated in place. NULL: no more on this line. *after is behind
 * it. */
static char *quoted(char *at, char **after)
{
    char *begin = strchr(at, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end)
        return NULL;
    *end = '\0';
    *after = end + 1;
    return begin + 1;
}

/* A line of a file of vectors; all its texts are in quotes. */
static void read_line(struct vector *vector, struct kinds *kinds, char *line)
{
    static bool options;
    char *at = line, *text;
    size_t used = strlen(vector->game);
    if (line[0] == '-' || line[0] == '#') {
        vector_clear(vector);
        return;
    }
    if (strncmp(line, "    ", 4) != 0) { /* a key of the vector */
        vector->moves = !strncmp(line, "  moves:", 8);
        options = !strncmp(line, "  options:", 10);
    }
    if (!strncmp(line, "  variant:", 10)) {
        snprintf(vector->game, sizeof vector->game, "%s", quoted(line, &at));
    } else if (!strncmp(line, "  position:", 11)) {
        vector->position = memory_text(quoted(line, &at));
    } else if (options) {
        while ((text = quoted(at, &at)))
            text_add(vector->game, sizeof vector->game, &used, " %s=%s", text, quoted(at, &at));
    } else if (vector->moves) {
        while ((text = quoted(at, &at)))
            try_ply(vector, kinds, text);
    }
}

/* Its plies must have at least this many kinds. */
static void compose_every_kind(const char *name, int kinds_least)
{
    static char line[LINE_ROOM];
    struct kinds *kinds = memory_new(1, sizeof *kinds);
    struct vector vector = {0};
    FILE *file = fopen(source_file(name), "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        read_line(&vector, kinds, line);
    fclose(file);
    vector_clear(&vector);
    print_message("%s: %d kinds of plies\n", name, kinds->tried);
    assert_true(kinds->tried >= kinds_least);
    for (int i = 0; i < kinds->n; i++)
        free(kinds->text[i]);
    free(kinds);
}

static void every_kind_of_ply_in_croatian_chess(void **state)
{
    (void)state;
    compose_every_kind("tests/vectors/croatian.yaml", 751);
}

static void every_kind_of_ply_in_orthodox_variants(void **state)
{
    (void)state;
    compose_every_kind("tests/vectors/orthodox.yaml", 83);
}

static void every_kind_of_ply_in_turning_chess(void **state)
{
    (void)state;
    compose_every_kind("tests/vectors/turning.yaml", 879);
}

static void every_kind_of_ply_in_turnover_chess(void **state)
{
    (void)state;
    compose_every_kind("tests/vectors/turnover.yaml", 154);
}

static void every_kind_of_ply_in_triangle_chess(void **state)
{
    (void)state;
    compose_every_kind("tests/vectors/triangles.yaml", 1195);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_ply_in_croatian_chess),
        cmocka_unit_test(every_kind_of_ply_in_orthodox_variants),
        cmocka_unit_test(every_kind_of_ply_in_turning_chess),
        cmocka_unit_test(every_kind_of_ply_in_turnover_chess),
        cmocka_unit_test(every_kind_of_ply_in_triangle_chess),
    };
    return cmocka_run_group_tests_name("composed plies", tests, NULL, NULL);
}
