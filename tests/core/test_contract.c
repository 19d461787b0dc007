/* test_contract.c - the promises of core/family.h, tested on every variant of every family and on
 * its option values.
 *
 * In random games each choice can be taken and taken back; drafts and the fast generator list the
 * same plies; long and short texts parse back to the same ply; position texts can be written and
 * read; counts agree. The seed is fixed, so that a failure repeats. CHESSCADE_CONTRACT=ID tests one
 * variant only. */
#include "tests/support/chance.h"
#include "tests/support/testing.h"

#include "core/draft.h"
#include "core/game.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/enumerate.h"

enum { TEXT_ROOM = 8192, PLIES_A_GAME = 60, LONGEST_PLY = 8 };

static void assert_same(const struct position *a, const struct position *b, const char *what)
{
    char text[2][TEXT_ROOM];
    if (position_same(a, b) && a->halfmove == b->halfmove && a->fullmove == b->fullmove)
        return;
    a->rules->rules->write(a, text[0], TEXT_ROOM);
    b->rules->rules->write(b, text[1], TEXT_ROOM);
    fail_msg("%s: %s\n  %s\n  %s", a->rules->id, what, text[0], text[1]);
}

/* read() accepts what write() wrote, and writing it again gives the same bytes. */
static void check_position_text(const struct position *position)
{
    char text[TEXT_ROOM], again[TEXT_ROOM];
    struct position read;
    struct note why;
    const struct rules *rules = position->rules->rules;
    int length = rules->write(position, text, sizeof text);
    assert_int_equal(length, (int)strlen(text));
    if (rules->read(position->rules, text, &read, &why) < 0)
        fail_msg("%s: '%s' is not read back: %s", position->rules->id, text, why.text);
    rules->write(&read, again, sizeof again);
    assert_string_equal(text, again);
    assert_same(position, &read, "position text");
}

/* Both forms of a ply parse back to a ply with the same long form and the same outcome. */
static void check_forms(const struct position *position, const struct ply *ply)
{
    const struct rules *rules = position->rules->rules;
    char longer[TEXT_ROOM], text[TEXT_ROOM], again[TEXT_ROOM];
    struct position after, reread;
    ply_play(position, ply, &after);
    rules->format(position, ply, FORM_LONG, longer, sizeof longer);
    for (enum form form = FORM_LONG; form <= FORM_SHORT; form++) {
        struct ply parsed = {0};
        struct note why;
        int length = rules->format(position, ply, form, text, sizeof text);
        assert_int_equal(length, (int)strlen(text));
        if (rules->parse(position, text, &parsed, &why) < 0)
            fail_msg("%s: '%s' (%s) is not read back: %s", position->rules->id, text, longer,
                     why.text);
        rules->format(position, &parsed, FORM_LONG, again, sizeof again);
        if (strcmp(longer, again) != 0)
            fail_msg("%s: '%s' reads as %s, was %s", position->rules->id, text, again, longer);
        ply_play(position, &parsed, &reread);
        assert_same(&after, &reread, longer);
        ply_free(&parsed);
    }
}

/* Taking a choice and taking it back leaves the draft as it was. */
static void check_take_back(const struct draft *draft, const struct actions *choices)
{
    struct actions again = {0};
    struct draft copy = {0};
    draft_copy(&copy, draft);
    for (int i = 0; i < choices->n; i++) {
        if (choices->v[i].verb == ACTION_DONE)
            continue;
        draft_take(&copy, choices->v[i]);
        draft_back(&copy, 1);
        assert_same(&draft->now, &copy.now, "take back");
        assert_memory_equal(&draft->held, &copy.held, sizeof copy.held);
        assert_int_equal(draft->stage, copy.stage);
        assert_int_equal(draft->momentum, copy.momentum);
        assert_int_equal(draft->moves, copy.moves);
        assert_true(ply_same(&draft->ply, &copy.ply));
    }
    draft_choices(&copy, &again);
    assert_int_equal(again.n, choices->n);
    for (int i = 0; i < again.n; i++)
        assert_true(action_same(again.v[i], choices->v[i]));
    actions_free(&again);
    draft_clear(&copy);
}

/* Compose a random ply using only the offered choices. False if the position has none. At a dead
 * end, start again. */
static bool compose(const struct position *position, struct ply *out)
{
    struct draft draft = {0};
    struct actions choices = {0};
    bool done = false;
    for (int tries = 0; tries < 200 && !done; tries++) {
        draft_begin(&draft, position);
        while (!done) {
            draft_choices(&draft, &choices);
            if (choices.n == 0 || (draft.moves >= LONGEST_PLY && draft.held.kind))
                break;
            if (chance(16) == 0)
                check_take_back(&draft, &choices);
            struct action action = choices.v[chance(choices.n)];
            if (action.verb == ACTION_DONE)
                done = true;
            else
                draft_take(&draft, action);
        }
        if (choices.n == 0 && draft.ply.n == 0)
            break;
    }
    if (done)
        ply_copy(out, &draft.ply);
    actions_free(&choices);
    draft_clear(&draft);
    return done;
}

/* Drafts and the family's own generator give the same list of plies. */
static void check_routes(const struct position *position, const struct limits *limits)
{
    char **fast, **drafts;
    int n = search_texts(position, limits, false, &fast),
        m = search_texts(position, limits, true, &drafts);
    for (int i = 0; i < n || i < m; i++)
        if (i >= n || i >= m || strcmp(fast[i], drafts[i]) != 0) {
            char text[TEXT_ROOM];
            position->rules->rules->write(position, text, sizeof text);
            fail_msg("%s: the generators differ at '%s' (fast, %d) and '%s' (drafts, %d) in %s",
                     position->rules->id, i < n ? fast[i] : "-", n, i < m ? drafts[i] : "-", m,
                     text);
        }
    assert_int_equal((int)search_perft(position, 1, limits, false), n);
    assert_int_equal((int)search_perft(position, 1, limits, true), n);
    for (int i = 0; i < n; i++) {
        free(fast[i]);
        free(drafts[i]);
    }
    free(fast);
    free(drafts);
}

static void check_reach(const struct position *position)
{
    struct actions reach = {0};
    for (int c = 0; c < position->rules->board->cells; c++) {
        char words[256];
        if (position->rules->rules->plain_pieces)
            assert_true(!position->at[c].facing && !position->at[c].mark);
        if (!presentation_of(position->rules)->turns)
            assert_int_equal(position->at[c].facing, 0);
        if (!position->at[c].kind)
            continue;
        position->rules->rules->reach(position, (cell_t)c, &reach);
        for (int i = 0; i < reach.n; i++)
            assert_true(reach.v[i].to < position->rules->board->cells);
        reach.n = 0;
        int length = piece_describe(position, (cell_t)c, words, sizeof words);
        assert_int_equal(length, (int)strlen(words));
    }
    actions_free(&reach);
}

static void play_at_random(const struct ruleset *rules, int games)
{
    const struct limits one = {.cascade = rules->board->cells > 150 ? 1 : 2};
    for (int g = 0; g < games; g++) {
        struct game game = {0};
        struct ply ply = {0};
        struct note why;
        game_begin(&game, rules, NULL, &one);
        for (int i = 0; i < PLIES_A_GAME && !verdict_over(&game.verdict); i++) {
            struct position before;
            position_copy(&before, &game.now);
            check_position_text(&game.now);
            if (chance(8) == 0)
                check_routes(&game.now, &one);
            if (chance(8) == 0)
                check_reach(&game.now);
            if (!compose(&game.now, &ply))
                break;
            check_forms(&game.now, &ply);
            if (game_play(&game, &ply, &why) < 0)
                fail_msg("%s: a composed ply is refused: %s", rules->id, why.text);
            if (chance(16) == 0) {
                game_back(&game, 1);
                assert_same(&before, &game.now, "game_back");
                assert_int_equal(game_play(&game, &ply, &why), 0);
            }
        }
        ply_free(&ply);
        game_clear(&game);
    }
}

/* Open, set up and test a ruleset; combinations of settings that the family refuses are skipped. */
static void try_ruleset(const char *id, const struct setting *setting, int settings, int games)
{
    struct ruleset *rules;
    struct note why;
    if (ruleset_open(&rules, id, setting, settings, &why) < 0) {
        if (settings == 0)
            fail_msg("%s does not open: %s", id, why.text);
        return;
    }
    play_at_random(rules, games);
    ruleset_free(rules);
}

static void the_contract_holds_for_each_setting(void **state)
{
    const struct variant *variant = *state;
    if (!strcmp(variant->id, "custom"))
        return; /* no opening position: the family's own test tries definitions */
    seed = 20261121;
    try_ruleset(variant->id, NULL, 0, 3);
    for (int o = 0; o < variant->option_count; o++) {
        const char *values = variant->options[o].values;
        for (const char *v = values; v && *v; v += strcspn(v, "|"), v += *v == '|') {
            char value[64];
            snprintf(value, sizeof value, "%.*s", (int)strcspn(v, "|"), v);
            if (v != values)
                try_ruleset(variant->id, &(struct setting){variant->options[o].name, value}, 1, 1);
        }
    }
}

/* Settings that only matter together, or are free text. */
static const struct mixture {
    const char *id;
    struct setting setting[3];
} mixtures[] = {
    {"turning-chess", {{"white", "nutty-knights"}, {"black", "amontillado"}}},
    {"turning-chess", {{"white", "clobberers2"}, {"black", "forward-fides"}, {"turn", "must"}}},
    {"turning-rookies", {{"white", "VI(e)H(se)LKY(sw)I(ne)R(ne)"}, {"promotion-facing", "pawn"}}},
    {"turning-amontillado",
     {{"black", "fide"}, {"halfling", "relative"}, {"bare-king", "shatranj"}}},
    {"turning-quarterhorse",
     {{"white", "LN(nw)L(ne)UKL(nw)N(ne)L"}, {"black", "L(ne)X(e)LEKL(e)XL"}}},
    {"turning-quarterhorse", {{"free-array", "yes"}, {"white", "QNSWKXVO"}, {"black", "AEOLKDUY"}}},
    {"turning-octoling",
     {{"army", "halfling"}, {"halfling", "relative"}, {"bare-king", "shatranj"}}},
    {"custom:size=8;ranks=RNBQKBNR/PPPPPPPP", {{0}}},
    {"custom:size=7;ranks=W.AKA.W/HIRWRIH;monolith=b3", {{0}}},
    {"custom:size=9;ranks=TWAHKIAWT/SPUGCPNPS;castle=AWI", {{0}}},
    {"custom:size=11;ranks=TRAWIQKIART/WHPPGPCPPHW/.A.P.S.P.A.;monolith=d5;castle=IAR", {{0}}},
    {"custom:size=12;ranks=R..RAWKQ.WAR/WAHISUUSIHAW;monolith=c4;castle=RW",
     {{"castling-min", "1"}}},
    {"custom:size=10;ranks=THWIAKIWHT/PAWPSGPWAP;monolith=b4", {{"check-rule", "end-of-ply"}}},
    {"custom:size=10;ranks=THWHAKHWHT/PAHPSGPHAP;monolith=e5", {{"shaman-transform", "stay"}}},
    {"custom:size=13;ranks=TCWUIHKHIUWCT/AWPPPPPPPPPWA;monolith=c4",
     {{"opening-check", "literal"}}},
};

static void the_contract_holds_for_combined_settings(void **state)
{
    (void)state;
    seed = 20261121;
    for (size_t i = 0; i < sizeof mixtures / sizeof *mixtures; i++) {
        int settings = 0;
        while (settings < 3 && mixtures[i].setting[settings].name)
            settings++;
        struct ruleset *rules;
        struct note why;
        if (ruleset_open(&rules, mixtures[i].id, mixtures[i].setting, settings, &why) < 0)
            fail_msg("%s does not open: %s", mixtures[i].id, why.text);
        play_at_random(rules, 2);
        ruleset_free(rules);
    }
}

/* A variant's row has everything that lists and help need. */
static void rows_are_complete(void **state)
{
    (void)state;
    const struct variant *variant;
    const struct rules *rules;
    for (int i = 0; (variant = variant_at(i, true, &rules)); i++) {
        assert_non_null(variant->title);
        assert_non_null(variant->summary[0]);
        assert_true(variant->sides == 2 || variant->sides == 3);
        for (int k = 1; k <= variant->kind_count; k++) {
            assert_non_null(variant->kinds[k].name);
            assert_non_null(variant->kinds[k].moves);
            assert_non_null(variant->kinds[k].source);
        }
        for (int o = 0; o < variant->option_count; o++)
            assert_non_null(variant->options[o].help);
    }
}

int main(void)
{
    enum { VARIANTS_ROOM = 128 };
    struct CMUnitTest tests[VARIANTS_ROOM] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(the_contract_holds_for_combined_settings)};
    const char *only = getenv("CHESSCADE_CONTRACT");
    const struct variant *variant;
    size_t n = 2;
    for (int i = 0; (variant = variant_at(i, true, NULL)) && n < VARIANTS_ROOM; i++)
        if (!only || !strcmp(only, variant->id))
            tests[n++] = (struct CMUnitTest){variant->id, the_contract_holds_for_each_setting, NULL,
                                             NULL, (void *)variant};
    return _cmocka_run_group_tests("contract", tests, n, NULL, NULL);
}
