/* test_art_croatian.c - the program draws the diagrams of the book that rules/croatian.md names
 * (7.1, 12.1, the worked examples of its section 18, en passant and castling) as 19.2 says. The
 * goals in them are those that the program offers while a ply is composed. */
#include "tests/support/croatian.h"
#include "tests/support/pictures.h"
#include "tests/support/drafts.h"

#include "tui/boards/marks.h"
#include "tui/boards/board_scene.h"
#include "tui/views/piece_card.h"
#include "tui/session/ply_text.h"

#include <string.h>

enum { PICTURE = 8192, TAKEN_MOST = 5 };

/* A Pawn has gone three steps past two others; a King may castle on both sides. */
#define TIES_5_3 "9k/10/10/10/10/4Pp4/3p6/10/10/9K b - e3e4 0 1"
#define TIES_5_4 "k9/10/10/10/10/10/10/10/PPPPPPPPPP/R4K3R w KQ - 0 1"

/* The actions of a ply, as far as the diagram shows it. */
struct taken {
    enum verb verb;
    const char *cell;
};

static const struct diagram {
    const char *picture, *id, *position;
    struct taken taken[TAKEN_MOST];
} diagrams[] = {
    {"5.1", "croatian-ties", "k9/10/10/10/10/10/1P4p3/10/2G7/9K w - - 0 1", {{ACTION_PICK, "c2"}}},
    {"5.3 three steps",
     "croatian-ties",
     "9k/10/10/10/10/5p4/3p6/10/4P5/9K w - - 0 1",
     {{ACTION_PICK, "e2"}}},
    {"5.3 the nearest Pawn", "croatian-ties", TIES_5_3, {{ACTION_PICK, "d4"}}},
    {"5.3 the second Pawn", "croatian-ties", TIES_5_3, {{ACTION_PICK, "f5"}}},
    {"5.4", "croatian-ties", TIES_5_4, {{ACTION_PICK, "f1"}}},
    {"5.4 a field under attack",
     "croatian-ties",
     "k9/8r1/10/10/10/10/10/10/PPPPPPPP1P/R4K3R w KQ - 0 1",
     {{ACTION_PICK, "f1"}}},
    {"6.1",
     "mayan-ascendancy",
     "k10K/12/12/12/12/12/12/12/12/2P3p5/12/4A2Q4 w - - 0 1",
     {{ACTION_PICK, "h1"}, {ACTION_PUSH, "e1"}}},
    {"6.3 the second field",
     "mayan-ascendancy",
     "11k/12/12/12/12/12/5P1p4/4p7/6p5/12/12/11K b - f3f4f5 0 1",
     {{ACTION_PICK, "e5"}}},
    {"6.4",
     "mayan-ascendancy",
     "k11/12/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/R5K4R w KQ - 0 1",
     {{ACTION_PICK, "g1"}}},
    {"7.1 on its own colour",
     "age-of-aquarius",
     "13k/14/14/14/14/14/6U7/14/14/14/14/14/14/K13 w - - 0 1",
     {{ACTION_PICK, "g8"}}},
    {"7.1 on the other colour",
     "age-of-aquarius",
     "13k/14/14/14/14/14/14/6U7/14/14/14/14/14/K13 w - - 0 1",
     {{ACTION_PICK, "g7"}}},
    {"8.1 the Queen", "mirandas-veil", WAVES, {{ACTION_PICK, "c1"}}},
    {"8.1 the Wave", "mirandas-veil", WAVES, {{ACTION_PICK, "c1"}, {ACTION_PUSH, "a1"}}},
    {"9.1 the portals", "nineteen", STARS_18, {{ACTION_PICK, "a2"}, {ACTION_DIVE, "a1"}}},
    {"11.1",
     "tamoanchan-revisited",
     "21k/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/KS20 w - - 0 1",
     {{ACTION_PICK, "b1"}}},
    {"12.1 near",
     "discovery",
     "24/23k/24/24/24/24/24/24/24/24/24/24/11H12/24/24/24/24/24/24/24/24/24/K23/24 w - - 0 1",
     {{ACTION_PICK, "l12"}}},
    {"12.1 far",
     "discovery",
     "24/23k/24/24/24/24/24/24/24/24/24/11H12/24/24/24/24/24/24/24/24/24/24/K23/24 w - - 0 1",
     {{ACTION_PICK, "l13"}}},
    {"13.1",
     "discovery",
     "T23/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/12r11/10PM12/24/24/24/24/K23/23T w - - 0 1",
     {{ACTION_PICK, "l7"}}},
    {"14.1 the Starchild",
     "one",
     "25k/26/26/26/26/26/26/26/26/26/26/26/13r12/11PI13/26/26/26/26/26/26/26/26/26/26/26/K25[] w - - 0 1",
     {{ACTION_PICK, "m13"}}},
    {"14.1 the summons",
     "one",
     "26/25k/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/3I22/6M19/5N20/1M24/25K/t25[NUpw] w - - 0 1",
     {{ACTION_PICK, "d6"}, {ACTION_JOURNEY, "b3"}, {ACTION_DIVE, "g5"}, {ACTION_PORTAL, "b2"}}},
};

/* Diagrams of whole plies: the numbered cells that one member passes, or the ends of all its
 * members. */
static const struct trail {
    const char *picture, *id, *position, *ply;
    bool cells;
} trails[] = {
    {"5.4 the long one", "croatian-ties", TIES_5_4, "Kf1-i1$R", false},
    {"5.4 the short one on the Queen's side", "croatian-ties", TIES_5_4, "Kf1-d1&R", false},
    {"9.1 the cascade", "nineteen", STARS_18, "[Qc3-c1]~[Wc1-b1]~[Rb1-a1T*Ra17]", false},
    {"10.1", "hemeras-dawn",
     "19k/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/c18K b - - 0 1", "Ca1-d10", true},
    {"17.1", "mirandas-veil", CHECK_17_1, "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", false},
};

/* Read the picture of this name. */
static void wanted_picture(const char *name, char out[PICTURE])
{
    char line[256];
    size_t used = 0;
    bool inside = false;
    FILE *in = fopen(source_file("tests/pictures/croatian_18.txt"), "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (!strncmp(line, "## ", 3))
            inside = !strcmp(line + 3, name);
        else if (inside && *line)
            used += (size_t)snprintf(out + used, PICTURE - used, "%s\n", line);
    }
    fclose(in);
    if (!used)
        fail_msg("there is no picture '%s'", name);
}

/* The program must draw this picture, except for its text below the board. */
static void assert_shown(struct board_scene *scene, const char *name)
{
    char wanted[PICTURE];
    struct board_view view = {.position = &scene->shown,
                              .size = -1,
                              .coordinates = true,
                              .mark = scene->mark,
                              .marks = scene->marks};
    wanted_picture(name, wanted);
    char *shown = board_picture(&view);
    if (strncmp(shown, wanted, strlen(wanted)) != 0)
        fail_msg("%s is\n%s, not\n%s", name, shown, wanted);
    free(shown);
}

static void diagrams_of_choices_are_as_in_the_book(void **state)
{
    const struct diagram *diagram = *state;
    struct position position;
    struct ruleset *rules = open_position(diagram->id, diagram->position, &position);
    struct draft draft = {0};
    struct actions choices = {0};
    struct board_scene scene = {0};
    draft_begin(&draft, &position);
    for (int i = 0; i < TAKEN_MOST && diagram->taken[i].cell; i++)
        draft_take(&draft, action_to(&draft, diagram->taken[i].verb, diagram->taken[i].cell));
    board_scene_draft(&scene, &draft);
    draft_choices(&draft, &choices);
    board_scene_choices(&scene, &choices, NULL, false);
    assert_shown(&scene, diagram->picture);
    board_scene_free(&scene);
    actions_free(&choices);
    draft_clear(&draft);
    ruleset_free(rules);
}

static void diagrams_of_trails_are_as_in_the_book(void **state)
{
    const struct trail *trail = *state;
    struct position before, after;
    struct ruleset *rules = open_position(trail->id, trail->position, &before);
    struct board_scene scene = {0};
    struct ply ply = {0};
    struct note why;
    if (rules->rules->parse(&before, trail->ply, &ply, &why) < 0)
        fail_msg("%s: %s", trail->ply, why.text);
    ply_play(&before, &ply, &after);
    board_scene_begin(&scene, trail->cells ? &before : &after);
    if (trail->cells) {
        cell_t path[WALK_CELLS_MAX];
        int n = ply_walk_path(&before, &ply, 0, path, WALK_CELLS_MAX);
        for (int i = 0; i < n; i++)
            board_scene_add(&scene, path[i], MARK_NUMBER, i + 1, NULL);
    } else {
        board_scene_last(&scene, &ply);
    }
    assert_shown(&scene, trail->picture);
    board_scene_free(&scene);
    ply_free(&ply);
    ruleset_free(rules);
}

/* Pieces that another piece activates, in the middle of a board: which piece runs onto them, and
 * their moves then (7.3: those of a Queen or Rook, the Pyramid's of three steps, the Wave's through
 * a Pawn; 8.6: what is beside a Star). */
static const struct little {
    const char *id;
    char letter;
    const char *picture;
} littles[] = {
    {"mayan-ascendancy", 'A',
     ". . . . . . . .\n"
     "x . . x . . x .\n"
     ". x . x . x . .\n"
     ". . x x x . . .\n"
     "x x x O x x Q .\n"
     ". . x x x . . .\n"
     ". x . x . x . .\n"
     "x . . x . . x .\n"},
    {"odd-mayan-ascendancy", 'A',
     ". . . . . . . .\n"
     ". . . x . . . .\n"
     ". . . x . . . .\n"
     ". . . x . . . .\n"
     "x x x O x x R .\n"
     ". . . x . . . .\n"
     ". . . x . . . .\n"
     ". . . x . . . .\n"},
    {"nineteen", 'W',
     ". . . m . . . m\n"
     "m . . m . . m .\n"
     ". m . P . m . .\n"
     ". . m m m . . .\n"
     "m m m O m m Q m\n"
     ". . m m m . . .\n"
     ". m . m . m . .\n"
     "m . . m . . m .\n"},
    {"odd-nineteen", 'W',
     ". . . m . . . .\n"
     ". . . m . . . .\n"
     ". . . P . . . .\n"
     ". . . m . . . .\n"
     "m m m O m m R m\n"
     ". . . m . . . .\n"
     ". . . m . . . .\n"
     ". . . m . . . .\n"},
    {"one", 'T',
     ". . . . . . . .\n"
     ". . . . . . . .\n"
     ". . . . . . . .\n"
     ". . x x x . . .\n"
     ". . x O x . . .\n"
     ". . x x x . . .\n"
     ". . . . . . . .\n"
     ". . . . . . . .\n"},
};

static void movement_of_activated_pieces_is_shown(void **state)
{
    const struct little *little = *state;
    struct ruleset *rules = open_variant(little->id);
    struct scene scene = {0};
    struct piece piece = {.kind = (uint8_t)ruleset_kind(rules, little->letter), .side = WHITE};
    scene_begin(&scene, PATTERN_ROWS, PATTERN_COLUMNS);
    const struct example *example = pattern_draw(rules, piece, CELL_NONE, &scene, 0, 0);
    assert_non_null(example);
    for (int i = 0; i < EXAMPLE_LEGEND; i++)
        assert_in_range(strlen(example->legend[i]), 1, 16);
    char *shown = scene_picture(&scene);
    if (strcmp(shown, little->picture) != 0)
        fail_msg("the %c of %s is\n%s, not\n%s", little->letter, little->id, shown,
                 little->picture);
    free(shown);
    scene_free(&scene);
    ruleset_free(rules);
}

/* The small diagram shows every leap of a piece on a large board, as the book's pictures 7.1 and
 * 12.1 do; vectors by rules/croatian.md 6. */
static void long_leaps_are_shown_whole(void **state)
{
    static const struct {
        const char *id, *cell;
        int cells;
        char letter;
        const char *picture;
    } rows[] = {
        {"age-of-aquarius", "g8", 9, 'U',
         ". . . x . x . . .\n"
         ". . x . . . x . .\n"
         ". x . . . . . x .\n"
         "x . . . . . . . x\n"
         ". . . . O . . . .\n"
         "x . . . . . . . x\n"
         ". x . . . . . x .\n"
         ". . x . . . x . .\n"
         ". . . x . x . . .\n"},
        {"discovery", "l13", 13, 'H',
         ". . . x . x . x . x . . .\n"
         ". . x . x . x . x . x . .\n"
         ". x . x . . x . . x . x .\n"
         "x . x . . . x . . . x . x\n"
         ". x . . . . x . . . . x .\n"
         "x . . . . . x . . . . . x\n"
         ". x x x x x O x x x x x .\n"
         "x . . . . . x . . . . . x\n"
         ". x . . . . x . . . . x .\n"
         "x . x . . . x . . . x . x\n"
         ". x . x . . x . . x . x .\n"
         ". . x . x . x . x . x . .\n"
         ". . . x . x . x . x . . .\n"},
        {"one", "m13", 8, 'N', NULL},
        {"one", "m13", 8, 'Q', NULL},
        {"one", "m13", 8, 'I', NULL},
        {"classical", "e4", 8, 'Q', NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        struct piece piece = {.kind = (uint8_t)ruleset_kind(rules, rows[i].letter), .side = WHITE};
        cell_t cell = board_cell_named(rules->board, rows[i].cell, NULL);
        struct scene scene = {0};
        assert_int_equal(pattern_whole(rules, piece, cell), rows[i].cells);
        scene_begin(&scene, rows[i].cells, 2 * rows[i].cells - 1);
        pattern_draw_part(rules, piece, cell, rows[i].cells, &scene, 0, 0);
        char *shown = scene_picture(&scene);
        if (rows[i].picture)
            assert_string_equal(shown, rows[i].picture);
        free(shown);
        scene_free(&scene);
        ruleset_free(rules);
    }
}

/* On every cell, on the smallest boards too, the picture of a piece fits the board: the piece is on
 * it, the piece that activates it is elsewhere, and all its moves end on the board. */
static void every_cell_has_its_picture(void **state)
{
    static const char *const ids[] = {"odd-one", "one", "mayan-ascendancy",
                                      "custom:size=7;ranks=KAWTAWT/PPPPPPP",
                                      "custom:size=8;ranks=RNBAKWNR/........"};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct ruleset *rules = open_variant(ids[i]);
        for (int kind = 1; kind <= rules->kind_count; kind++)
            for (int cell = 0; cell < rules->board->cells; cell++) {
                static struct position alone;
                struct piece piece = {.kind = (uint8_t)kind, .side = (uint8_t)(cell % 2)};
                struct actions reach = {0};
                pattern_alone(rules, piece, (cell_t)cell, &alone, &reach);
                assert_int_equal(alone.at[cell].kind, kind);
                for (int r = 0; r < reach.n; r++) {
                    assert_in_range(reach.v[r].to, 0, rules->board->cells - 1);
                    assert_int_not_equal(reach.v[r].to, cell);
                }
                actions_free(&reach);
            }
        ruleset_free(rules);
    }
}

/* A card shows the piece on the cell where it has the most moves, and says so: a piece whose moves
 * depend on the colour of the cell (6) looks like a different piece otherwise. */
static void cards_show_the_cell_with_most_moves(void **state)
{
    static const struct {
        const char *id, *words;
        char letter;
    } rows[] = {
        {"age-of-aquarius", "Here on a cell of its own colour: a long jump.", 'U'},
        {"one", "Here on a cell of its own colour: far jumps, straight 5 cells.", 'H'},
        {"one",
         "The Starchild moves to an empty cell or activates a piece other than a King; it dives into "
         "Stars and Monoliths, and captures nothing.",
         'I'}, /* 8.9: what it does on a cell it reaches */
        {"one", "A piece that dives into a Star of the other colour reappears beside this one.",
         'T'},
        {"turning-quarterhorse", "", 'L'},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        char words[240];
        int kind = ruleset_kind(rules, rows[i].letter);
        piece_card_words(rules, piece_at_first(rules, kind), words, sizeof words);
        assert_string_equal(words, rows[i].words);
        ruleset_free(rules);
    }
}

int main(void)
{
    enum {
        DIAGRAMS = sizeof diagrams / sizeof *diagrams,
        TRAILS = sizeof trails / sizeof *trails,
        LITTLES = sizeof littles / sizeof *littles
    };
    struct CMUnitTest tests[DIAGRAMS + TRAILS + LITTLES + 3];
    for (int i = 0; i < DIAGRAMS; i++)
        tests[i] = (struct CMUnitTest){diagrams[i].picture, diagrams_of_choices_are_as_in_the_book,
                                       NULL, NULL, (void *)&diagrams[i]};
    for (int i = 0; i < TRAILS; i++)
        tests[DIAGRAMS + i] =
            (struct CMUnitTest){trails[i].picture, diagrams_of_trails_are_as_in_the_book, NULL,
                                NULL, (void *)&trails[i]};
    for (int i = 0; i < LITTLES; i++)
        tests[DIAGRAMS + TRAILS + i] = (struct CMUnitTest){
            littles[i].id, movement_of_activated_pieces_is_shown, NULL, NULL, (void *)&littles[i]};
    tests[DIAGRAMS + TRAILS + LITTLES] =
        (struct CMUnitTest)cmocka_unit_test(cards_show_the_cell_with_most_moves);
    tests[DIAGRAMS + TRAILS + LITTLES + 1] =
        (struct CMUnitTest)cmocka_unit_test(every_cell_has_its_picture);
    tests[DIAGRAMS + TRAILS + LITTLES + 2] =
        (struct CMUnitTest)cmocka_unit_test(long_leaps_are_shown_whole);
    return cmocka_run_group_tests_name("the book's diagrams", tests, NULL, NULL);
}
