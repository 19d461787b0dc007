/* test_cascades.c - long plies of Croatian Chess, and the search for the shortest plies that reach
 * a goal (core/cascades.h). */
#include "tests/support/chance.h"
#include "tests/support/croatian.h"

#include "core/cascades.h"

/* ------------------------------------------------------------------------------ very long plies */

/* The endless chain of 8.1, longer than anyone would play: it is read, written, played and taken
 * back without recursion. */
static void a_ply_may_have_very_many_members(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    struct position position, after;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    size_t room = 16 * ROUNDS + 64, used = 0;
    char *text = memory_new(room, 1), *again = memory_new(4 * room, 1);
    struct ply ply = {0};
    struct note why;
    text_add(text, room, &used, "Qa1");
    for (int i = 0; i < ROUNDS; i++)
        text_add(text, room, &used, "~Wa5~We5");
    text_add(text, room, &used, "~Wd5");
    if (rules->rules->parse(&position, text, &ply, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(ply.n, 2 * ROUNDS + 3);
    assert_int_equal(ply_try(&position, &ply, &after, &why), 0);
    assert_int_equal(after.at[board_cell_named(rules->board, "d5", NULL)].kind,
                     ruleset_kind(rules, 'W'));
    rules->rules->format(&position, &ply, FORM_SHORT, again, 4 * room);
    assert_string_equal(again, text);
    ply_free(&ply);
    free(text);
    free(again);
    ruleset_free(rules);
}

/* Lists of plies hold them whole, however long: five hundred members do not fit a buffer of 4096
 * bytes. */
static void lists_hold_long_plies_whole(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules =
        open_position("custom:size=7;ranks=RWKWWWW", "k6/7/7/2K4/7/W2W2W/R6 w - - 0 1", &position);
    const struct limits limits = {.cascade = 500};
    char **text;
    int n = search_texts(&position, &limits, false, &text), longest = 0;
    struct ply ply = {0};
    struct note why;
    for (int i = 1; i < n; i++)
        if (strlen(text[i]) > strlen(text[longest]))
            longest = i;
    assert_true(strlen(text[longest]) > 4096);
    if (rules->rules->parse(&position, text[longest], &ply, &why) < 0)
        fail_msg("%s", why.text);
    for (int i = 0; i < n; i++)
        free(text[i]);
    free(text);
    ply_free(&ply);
    ruleset_free(rules);
}

/* ----------------------------------------------------------------------------- finding cascades */

struct plies_found {
    const struct position *position;
    char least[TEXT_ROOM]; /* the first one in alphabetical order */
    int n;
};

static int keep_least(const struct ply *ply, void *argument)
{
    struct plies_found *found = argument;
    char text[TEXT_ROOM];
    found->position->rules->rules->format(found->position, ply, FORM_LONG, text, TEXT_ROOM);
    if (found->n++ == 0 || strcmp(text, found->least) < 0)
        memcpy(found->least, text, sizeof text);
    return 0;
}

static int cancel_at_once(int moves, size_t states, void *argument)
{
    (void)moves;
    (void)states;
    (void)argument;
    return 1;
}

static int cancel_third(int moves, size_t states, void *argument)
{
    int *calls = argument;
    (void)moves;
    (void)states;
    return ++*calls == 3;
}

static const struct quest {
    const char *id, *position, *goal;
    int cap, found, moves;
    const char *least;
    enum cascade_end end;
} quests[] = {
    {"mirandas-veil", CHECK_17_1, "check", 3, 1, 3, "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", CASCADES_ALL},
    {"mirandas-veil", CHECK_17_1, "capture:m1", 9, 1, 3, "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]",
     CASCADES_ALL},
    {"mirandas-veil", CHECK_17_1, "reach:K@n2", 9, 1, 1, "Ko2-n2", CASCADES_ALL},
    {"mirandas-veil", CHECK_17_1, "check", 2, 0, 0, "", CASCADES_LIMIT},
    /* The chains are endless, the search is not. */
    {"mirandas-veil", WAVES, "promote", 1000, 0, 0, "", CASCADES_ALL},
    {"mirandas-veil", WAVES, "reach:R@h3", 50, 1, 1, "Re3-h3", CASCADES_ALL},
    {"mayan-ascendancy", "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1", "reach:G@e8", 5, 1,
     2, "[Qk9-e3]~[Ae3-e8=G]", CASCADES_ALL},
    {"one", JOURNEY, "reach:U@c3", 3, 2, 1, "Ib5-d5M>Ie7M*b2<Uc3", CASCADES_ALL},
    {"odd-classical", "7/6k/7/2n4/4N2/7/K6 w - - 0 1", "reach:N@c4", 3, 1, 1, "Ne3-c4xN",
     CASCADES_ALL},
    {"odd-classical", "7/6k/7/2n4/5N1/7/K6 w - - 0 1", "reach:N@c4", 3, 0, 0, "", CASCADES_ALL},
    {"turnover", NULL, "summon", 3, 0, 0, "", CASCADES_ALL},
};

static void the_shortest_plies_to_a_goal_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quests / sizeof *quests; i++) {
        struct position position;
        struct ruleset *rules = open_position(quests[i].id, quests[i].position, &position);
        struct plies_found found = {.position = &position};
        struct cascade_search search = {.moves = quests[i].cap};
        struct cascade_result result;
        struct goal goal;
        struct note why;
        if (goal_read(rules, quests[i].goal, &goal, &why) < 0)
            fail_msg("%s: %s", quests[i].goal, why.text);
        cascades_find(&position, &goal, &search, keep_least, &found, &result);
        assert_int_equal(found.n, quests[i].found);
        assert_int_equal(result.found, quests[i].found);
        assert_int_equal(result.moves, quests[i].moves);
        assert_int_equal(result.end, quests[i].end);
        assert_string_equal(found.least, quests[i].least);
        ruleset_free(rules);
    }
}

/* The message of a search without result: how far it went, and whether it is certain. */
static const struct vain {
    const char *id, *position, *goal;
    int cap;
    const char *words;
} vains[] = {
    /* Before a ply no piece is on an empty cell, and Kings are only mated. */
    {"one", NULL, "capture:h9", 3, "no ply can do this: no piece is on h9"},
    {"classical", NULL, "capture:e5", 3, "no ply can do this: no piece is on e5"},
    {"one", NULL, "capture:n26", 3, "no ply can do this: a King is never captured"},
    {"one", NULL, "capture:b9", 3, "no ply can do this: a Monolith is never captured"},
    {"one", NULL, "summon", 3, "no ply can do this: no captured piece can return"},
    {"nineteen", NULL, "summon", 3, "no ply can do this: there are no Starchildren in this game"},
    /* Section 20: 64 plies of one member, and none of two. */
    {"mayan-ascendancy", NULL, "check", 3,
     "no ply can do this: all were searched, and none has more than one member"},
    /* A family without cascades: a Castle in the corner has a King's three moves, and its Wall goes
     * two ahead. */
    {"turnover", "4k3/8/8/8/8/8/8/K7 w - - 0 1", "promote", 3,
     "no ply can do this: all 4 were searched"},
    /* The Queen runs onto the Pyramid from three cells away, and no other piece can be activated:
     * one partial cascade. */
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/12/K3A2Q4 w - - 0 1", "promote", 3,
     "no ply of any length can do this: every chain was followed, 1 partial cascade was "
     "searched"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/12/K3A2Q4 w - - 0 1", "promote", 1,
     "no ply of at most 1 member can do this, but a longer one might: 1 partial cascade was "
     "searched"},
};

static void searches_without_result_explain_themselves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vains / sizeof *vains; i++) {
        struct position position;
        struct plies_found found = {.position = &position};
        struct cascade_search search = {.moves = vains[i].cap};
        struct cascade_result result;
        struct goal goal;
        struct note why;
        char words[240];
        struct ruleset *rules = open_position(vains[i].id, vains[i].position, &position);
        assert_int_equal(goal_read(rules, vains[i].goal, &goal, &why), 0);
        cascades_find(&position, &goal, &search, keep_least, &found, &result);
        assert_int_equal(result.found, 0);
        cascades_none(&position, &goal, &result, words, sizeof words);
        assert_string_equal(words, vains[i].words);
        ruleset_free(rules);
    }
}

static void searches_can_be_stopped_and_goals_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",        "chec",       "capture:",   "capture:a17",
                                      "reach:Q", "reach:q@a1", "reach:Q@a1b"};
    struct position position;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    struct plies_found found = {.position = &position};
    struct cascade_search search = {.moves = 1000, .states = 10};
    struct cascade_result result;
    struct goal goal;
    struct note why;
    static const char given_up[] =
        "given up: no ply of at most 1 member can do this, but a longer one might: ";
    char words[240];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(goal_read(rules, bad[i], &goal, &why), FAIL_TEXT);
    assert_int_equal(goal_read(rules, "promote", &goal, &why), 0);
    cascades_find(&position, &goal, &search, keep_least, &found, &result);
    assert_int_equal(result.end, CASCADES_STATES);
    cascades_none(&position, &goal, &result, words, sizeof words);
    /* All plies of one member were searched */
    assert_int_equal(strncmp(words, given_up, sizeof given_up - 1), 0);
    rules->rules->setup(rules, &position);
    search = (struct cascade_search){.moves = 1000, .progress = cancel_at_once};
    cascades_find(&position, &goal, &search, keep_least, &found, &result);
    assert_int_equal(found.n, 0);
    ruleset_free(rules);
}

/* Known states still wait while hardly any new ones are found: progress counts the states searched
 * so far. 659 states in all. */
static void searches_report_their_progress(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position(
        "mirandas-veil",
        "15k/16/16/16/16/16/16/16/16/16/16/w1R1W1w9/16/K1B1R11/16/W1Q1w1W9 w - - 0 1", &position);
    struct plies_found found = {.position = &position};
    int calls = 0;
    struct cascade_search search = {.moves = 1000, .progress = cancel_third, .argument = &calls};
    struct cascade_result result;
    cascades_find(&position, &(struct goal){.verb = GOAL_PROMOTE, .cell = CELL_NONE}, &search,
                  keep_least, &found, &result);
    assert_int_equal(result.end, CASCADES_CANCELLED);
    assert_int_equal(calls, 3);
    ruleset_free(rules);
}

/* --------------------------------------------------------------------------- long random chains */

/* Compose a chain that goes on as long as it can, up to 8 members. Returns its number of members, 0
 * for a dead end. */
static int compose_long(struct draft *draft)
{
    struct actions choices = {0};
    int members = 0;
    for (bool done = false; !done;) {
        draft_choices(draft, &choices);
        if (choices.n == 0 || draft->moves > 8)
            break;
        struct action action = choices.v[chance(choices.n)];
        for (int i = 0;
             i < 20 && draft->moves < 7 && draft->held.kind && action.verb != ACTION_PUSH; i++)
            action = choices.v[chance(choices.n)];
        done = action.verb == ACTION_DONE;
        if (done)
            members = draft->moves;
        else
            draft_take(draft, action);
    }
    actions_free(&choices);
    return members;
}

static void long_chains_can_be_read_back(void **state)
{
    (void)state;
    static const char *const crowded[] = {
        "custom:size=11;ranks=TRAWIQKIART/WHPPGPCPPHW/.A.P.S.P.A.;monolith=d5;castle=IAR",
        "custom:size=9;ranks=TWAHKIAWT/SPUGCPNPS;castle=AWI",
    };
    int longest = 0, sixes = 0;
    seed = 3;
    for (size_t b = 0; b < sizeof crowded / sizeof *crowded; b++) {
        struct position position;
        struct ruleset *rules = open_position(crowded[b], NULL, &position);
        for (int i = 0; i < 1500; i++) {
            struct draft draft = {0};
            char text[2][TEXT_ROOM];
            struct ply read = {0};
            struct note why;
            draft_begin(&draft, &position);
            int members = compose_long(&draft);
            longest = members > longest ? members : longest;
            sixes += members >= 6;
            if (members) {
                rules->rules->format(&position, &draft.ply, FORM_LONG, text[0], TEXT_ROOM);
                if (rules->rules->parse(&position, text[0], &read, &why) < 0)
                    fail_msg("%s: %s", text[0], why.text);
                assert_true(ply_same(&draft.ply, &read));
                struct position after;
                assert_int_equal(ply_try(&position, &read, &after, &why), 0);
                if (chance(4) == 0 && after.rules)
                    position_copy(&position, &after);
            }
            ply_free(&read);
            draft_clear(&draft);
            if (i % 100 == 99)
                rules->rules->setup(rules, &position);
        }
        ruleset_free(rules);
    }
    assert_true(longest >= 8);
    assert_true(sixes > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ply_may_have_very_many_members),
        cmocka_unit_test(lists_hold_long_plies_whole),
        cmocka_unit_test(the_shortest_plies_to_a_goal_are_found),
        cmocka_unit_test(searches_without_result_explain_themselves),
        cmocka_unit_test(searches_can_be_stopped_and_goals_refused),
        cmocka_unit_test(searches_report_their_progress),
        cmocka_unit_test(long_chains_can_be_read_back),
    };
    return cmocka_run_group_tests_name("cascades", tests, NULL, NULL);
}
