/* test_custom.c - custom boards of Croatian Chess (rules/croatian.md 16): definitions, classes,
 * files; attacks computed from both ends; and our two implementations of the orthodox variants
 * compared with each other. */
#include "config.h"
#include "tests/support/chance.h"
#include "tests/support/croatian.h"

#include "core/families/croatian/custom_board.h"
#include "tui/session/variant_file.h"

#include <unistd.h>

/* ------------------------------------------------------------------------------ custom variants */

static const struct defined {
    const char *definition;
    unsigned classes;
    const char *position; /* of the opening */
} defined[] = {
    {"size = 8\nranks = RNBQKBNR/PPPPPPPP\n", 0,
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"# the book's own mixture\nname = Mayan mixture\nsize = 12\nranks = UGACNQKNCAGU/PPPPPPPPPPPP\ncastle = "
     "U\n",
     CLASS_STABLE | CLASS_CASTLING,
     "ugacnqkncagu/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/UGACNQKNCAGU w KQkq - 0 1"},
    {"size=10\n\nranks=TAWNKQWABT/..........\n",
     CLASS_UNIVERSE | CLASS_PEASANT | CLASS_ASYMMETRICAL,
     "Tawnkqwabt/10/10/10/10/10/10/10/10/tAWNKQWABT w - - 0 1"},
    {"size=10\nranks=RNBGQKGBNR/NNNNNNNNNN/PPPPPPPPPP\n", CLASS_POPULATED,
     "rnbgqkgbnr/nnnnnnnnnn/pppppppppp/10/10/10/10/PPPPPPPPPP/NNNNNNNNNN/RNBGQKGBNR w KQkq - 0 1"},
    {"size=11\nranks=RGIAHKHAIGR/PPPPPPPPPPP\nmonolith=b4\ncolours=#fff, #000, light grey, black\n",
     0, "rgiahkhaigr/ppppppppppp/11/9M1/11/11/11/1M9/11/PPPPPPPPPPP/RGIAHKHAIGR[] w KQkq - 0 1"},
    /* Inner castling partners (14) on a file whose letter also stands for a castling right. */
    {"size=13\nranks=RN..KG..B.RNR\n", CLASS_PEASANT | CLASS_ASYMMETRICAL,
     "rn2kg2b1rnr/13/13/13/13/13/13/13/13/13/13/13/RN2KG2B1RNR w KQkqk1k13 - 0 1"},
};

static void custom_definitions_can_be_opened(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof defined / sizeof *defined; i++) {
        struct note why;
        char *id, text[TEXT_ROOM];
        if (custom_id(defined[i].definition, &id, &why) < 0)
            fail_msg("%s: %s", defined[i].definition, why.text);
        struct position position;
        struct ruleset *rules = open_position(id, NULL, &position);
        rules->rules->write(&position, text, sizeof text);
        assert_string_equal(text, defined[i].position);
        if (rules->rules->read(rules, defined[i].position, &position, &why) < 0)
            fail_msg("%s: %s", text, why.text);
        rules->rules->write(&position, text, sizeof text);
        assert_string_equal(text, defined[i].position);
        assert_int_equal(custom_classes(rules), defined[i].classes);
        ruleset_free(rules);
        free(id);
    }
}

/* "custom:@FILE" names a file; an error in it is reported with its line. */
static void definitions_come_from_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id, *reason;
    } files[] = {
        {"# a comment\r\nsize = 7\r\nranks = R..K..R\r\n", "custom:size=7;ranks=R..K..R", NULL},
        {"size = 7\nranks = R..K..R\nsize = 8\n", NULL, "line 3: this key is given twice"},
        {"size = 7\n", NULL, "needs size and ranks"},
    };
    char path[] = "/tmp/chesscade-variant-XXXXXX", name[64], *id;
    struct note why;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(name, sizeof name, "custom:@%s", path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        fputs(files[i].text, out);
        fclose(out);
        int result = variant_named_id(name, &id, &why);
        if (files[i].reason) {
            assert_int_equal(result, FAIL_TEXT);
            assert_non_null(strstr(why.text, files[i].reason));
            continue;
        }
        assert_int_equal(result, 0);
        assert_string_equal(id, files[i].id);
        free(id);
    }
    remove(path);
    assert_int_equal(variant_named_id(name, &id, &why), FAIL_SYSTEM);
    assert_int_equal(variant_named_id("one", &id, &why), 0);
    assert_string_equal(id, "one");
    free(id);
}

static void names_and_colours_of_definitions_are_kept(void **state)
{
    (void)state;
    struct ruleset *rules =
        open_variant("custom:size=7;ranks=R..K..R;name=Bare;colours=#fff,#000,light grey,black");
    assert_string_equal(custom_name(rules), "Bare");
    assert_string_equal(ruleset_title(rules), "Bare");
    assert_string_equal(custom_colour(rules, 0), "#fff");
    assert_string_equal(custom_colour(rules, 2), "light grey");
    assert_string_equal(custom_colour(rules, 4), "");
    ruleset_free(rules);
    rules = open_variant("turnover");
    assert_string_equal(custom_name(rules), "");
    assert_string_equal(ruleset_title(rules), "Turnover Chess");
    assert_int_equal(custom_classes(rules), 0);
    ruleset_free(rules);
}

static void bad_definitions_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "custom",
        "custom:",
        "custom:size=8",
        "custom:ranks=RNBQKBNR",
        "custom:size=6;ranks=RNBKNR",
        "custom:size=27;ranks=K",
        "custom:size=8;ranks=RNBQKBN",
        "custom:size=8;ranks=RNBQQBNR",
        "custom:size=8;ranks=RNBQKBNR/KPPPPPPP",
        "custom:size=8;ranks=QNBQKBNR",
        "custom:size=8;ranks=RNBQKBNM",
        "custom:size=8;ranks=RNBQKBNR/PPPPPPPP/PPPPPPPP/PPPPPPPP",
        "custom:size=8;ranks=RNBQKBNx",
        "custom:size=8;ranks=RNBQKBNR;size=8",
        "custom:size=8;ranks=RNBQKBNR;monolith=a1",
        "custom:size=8;ranks=RNBQKBNR;monolith=a5",
        "custom:size=8;ranks=RNBQKBNR;monolith=i3",
        "custom:size=8;ranks=RNBQKBNR;monolith=b03",
        "custom:size=8;ranks=RNBQKBNR;monolith=b0",
        "custom:size=8;ranks=RNBQKBNR;castle=K",
        "custom:size=8;ranks=RNBQKBNR;castle=",
        "custom:size=8;ranks=RNBQKBNR;colours=a,b,c",
        "custom:size=8;ranks=RNBQKBNR;colours=a,b,c,d,e",
        "custom:size=8;ranks=RNBQKBNR;sort=of",
        "custom:size=8;ranks",
        "custom:size=8;ranks=RNBQKBNR;name=a\x1B[2J",
        "custom:size=8;ranks=RNBQKBNR;name=\xC2\x9B",
        "custom:size=8;ranks=RNBQKBNR;name=\xFF",
        "custom:size=8;ranks=RNBQKBNR;name=\xC3",
        "custom:size=8\nranks=RNBQKBNR",
        "custom:size=8;\tranks=RNBQKBNR",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ruleset *rules;
        struct note why = {.text = ""};
        if (ruleset_open(&rules, bad[i], NULL, 0, &why) >= 0)
            fail_msg("%s opens", bad[i]);
        assert_true(strlen(why.text) > 10);
    }
}

/* Shamans at every odd distance of a King in Light's twelfth rank, Serpents at every even one:
 * more than sixteen pieces of the other side attack it in the opening, and none of them counts
 * (10.1). */
static void checks_in_the_opening_do_not_count(void **state)
{
    enum { SIZE = 26, RANKS = 12, EMPTY = 8, KING_FILE = 12, KING_RANK = RANKS - 1, REACH = 9 };
    char id[40 + RANKS * (SIZE + 1)];
    int n = snprintf(id, sizeof id, "custom:size=%d;ranks=", SIZE);
    struct context context = {.limits = {.cascade = 1}, .times = 1};
    struct setting literal = {"opening-check", "literal"};
    struct position opening;
    struct verdict verdict;
    (void)state;
    for (int rank = 0; rank < RANKS; rank++) {
        for (int file = 0; file < SIZE; file++) {
            bool near = rank >= EMPTY && abs(file - KING_FILE) <= REACH,
                 king = rank == KING_RANK && file == KING_FILE;
            /* Of the mirrored piece */
            int distance = abs(file - KING_FILE) + SIZE - 1 - rank - KING_RANK;
            id[n++] = king ? 'K' : !near ? '.' : distance % 2 ? 'H' : 'S';
        }
        id[n++] = rank + 1 < RANKS ? '/' : '\0';
    }
    for (int settings = 0; settings < 2; settings++) {
        struct note why;
        struct ruleset *rules;
        if (ruleset_open(&rules, id, &literal, settings, &why) < 0)
            fail_msg("%s: %s", id, why.text);
        rules->rules->setup(rules, &opening);
        rules->rules->judge(&opening, &context, &verdict);
        assert_int_equal(verdict.outcome, settings ? OUTCOME_DOUBLE_CHECK : OUTCOME_PLAYING);
        ruleset_free(rules);
    }
}

/* ------------------------------------------------------------- attacks, computed from both ends */

/* A King is attacked exactly if the movement of some enemy piece reaches it: the verdict looks from
 * the King, reach() from the piece. */
static bool reached_by_enemy(const struct position *position, cell_t king)
{
    struct actions reach = {0};
    bool attacked = false;
    for (int c = 0; c < position->rules->board->cells && !attacked; c++) {
        if (!position->at[c].kind || position->at[c].side != !position->side)
            continue;
        reach.n = 0;
        position->rules->rules->reach(position, (cell_t)c, &reach);
        for (int i = 0; i < reach.n; i++)
            attacked = attacked || (reach.v[i].to == king && reach.v[i].verb == ACTION_TAKE);
    }
    actions_free(&reach);
    return attacked;
}

/* Kings and some pieces on random cells. */
static void scatter(const struct ruleset *rules, struct position *out, int pieces)
{
    static const char letters[] = "PNBRQGAUWCSHI";
    position_clear(out, rules);
    for (int side = WHITE; side <= BLACK; side++)
        out->at[chance(rules->board->cells / 2) + side * rules->board->cells / 2] =
            (struct piece){(uint8_t)ruleset_kind(rules, 'K'), (uint8_t)side, 0, 0};
    for (int i = 0; i < pieces; i++) {
        cell_t cell = (cell_t)chance(rules->board->cells);
        int kind = ruleset_kind(rules, letters[chance((int)strlen(letters))]);
        if (!out->at[cell].kind)
            out->at[cell] = (struct piece){(uint8_t)kind, (uint8_t)chance(2), 0, 0};
    }
    out->side = (uint8_t)chance(2);
}

static void checks_agree_with_the_movement_of_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int positions;
    } boards[] = {{"custom:size=7;ranks=...K...", 3000},
                  {"custom:size=12;ranks=.....K......", 2000},
                  {"custom:size=21;ranks=..........K..........", 400}};
    int attacked = 0, tries = 0;
    seed = 1;
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct ruleset *rules = open_variant(boards[b].id);
        for (int i = 0; i < boards[b].positions; i++) {
            struct position position;
            struct context context = {.limits = {.cascade = 1}, .times = 1};
            struct verdict verdict = {0};
            scatter(rules, &position, 2 + chance(rules->board->cells / 6));
            cell_t king = position_find(&position, ruleset_kind(rules, 'K'), position.side);
            rules->rules->judge(&position, &context, &verdict);
            if (verdict.reason && !strcmp(verdict.reason, "bare kings"))
                continue;
            bool check = verdict.outcome == OUTCOME_CHECK ||
                         verdict.outcome == OUTCOME_DOUBLE_CHECK || verdict.outcome == OUTCOME_WIN;
            if (check != reached_by_enemy(&position, king)) {
                char text[TEXT_ROOM];
                rules->rules->write(&position, text, sizeof text);
                fail_msg("check: %d in %s", check, text);
            }
            attacked += check;
            tries++;
        }
        ruleset_free(rules);
    }
    assert_in_range(attacked, tries / 10, tries * 9 / 10);
}

/* ------------------------------------------------- two implementations of the orthodox variants */

static const char *const twins[][2] = {
    {"classical", "custom:size=8;ranks=RNBQKBNR/PPPPPPPP"},
    {"odd-classical", "custom:size=7;ranks=RNBKBNR/PPPPPPP"},
    {"croatian-ties", "custom:size=10;ranks=RGNBQKBNGR/PPPPPPPPPP"},
    {"odd-croatian-ties", "custom:size=9;ranks=RGNBKBNGR/PPPPPPPPP"},
};

/* Both must give the same plies and the same status in the same position. A random ply comes
 * next. */
static void play_both(const struct ruleset *const rules[2])
{
    const struct limits limits = {.cascade = 3};
    struct game game[2] = {0};
    for (int k = 0; k < 2; k++)
        game_begin(&game[k], rules[k], NULL, &limits);
    for (int i = 0; i < 120; i++) {
        char **list[2], text[2][TEXT_ROOM];
        int n[2];
        struct note why;
        for (int k = 0; k < 2; k++) {
            n[k] = search_texts(&game[k].now, &limits, false, &list[k]);
            rules[k]->rules->write(&game[k].now, text[k], TEXT_ROOM);
        }
        assert_string_equal(text[0], text[1]);
        assert_int_equal(n[0], n[1]);
        for (int p = 0; p < n[0]; p++)
            assert_string_equal(list[0][p], list[1][p]);
        assert_int_equal(game[0].verdict.outcome, game[1].verdict.outcome);
        int next = n[0] ? chance(n[0]) : 0;
        bool over = n[0] == 0 || verdict_over(&game[0].verdict);
        for (int k = 0; k < 2; k++) {
            if (!over && game_play_text(&game[k], list[k][next], &why) < 0)
                fail_msg("%s: %s: %s", rules[k]->id, list[k][next], why.text);
            for (int p = 0; p < n[k]; p++)
                free(list[k][p]);
            free(list[k]);
        }
        if (over)
            break;
    }
    for (int k = 0; k < 2; k++)
        game_clear(&game[k]);
}

static void both_orthodox_implementations_agree(void **state)
{
    (void)state;
    seed = 2;
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        const struct ruleset *rules[2] = {open_variant(twins[i][0]), open_variant(twins[i][1])};
        const struct limits limits = LIMITS_DEFAULT;
        struct position start[2];
        for (int k = 0; k < 2; k++)
            rules[k]->rules->setup(rules[k], &start[k]);
        assert_int_equal(search_perft(&start[0], 3, &limits, false),
                         search_perft(&start[1], 3, &limits, false));
        for (int g = 0; g < 25; g++)
            play_both(rules);
        for (int k = 0; k < 2; k++)
            ruleset_free((struct ruleset *)rules[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(custom_definitions_can_be_opened),
        cmocka_unit_test(definitions_come_from_files),
        cmocka_unit_test(names_and_colours_of_definitions_are_kept),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(checks_in_the_opening_do_not_count),
        cmocka_unit_test(checks_agree_with_the_movement_of_pieces),
        cmocka_unit_test(both_orthodox_implementations_agree),
    };
    return cmocka_run_group_tests_name("custom", tests, NULL, NULL);
}
