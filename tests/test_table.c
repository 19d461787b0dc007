/* test_table.c - the parts of the table that need no screen: plies put together on the board, the tree as lines, the
 * pictures of boards, the comment editor. */
#include "config.h"
#include "tests/testing.h"

#include "archive/record_file.h"
#include "tui/board_art.h"
#include "tui/compose.h"
#include "tui/edit_text.h"
#include "tui/key.h"
#include "tui/tree.h"

static struct ruleset *open_rules(const char *variant)
{
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    return rules;
}

static struct position opening(const struct ruleset *rules, const char *text)
{
    struct position position;
    struct note why;
    if (text)
        assert_int_equal(rules->rules->read(rules, text, &position, &why), 0);
    else
        rules->rules->setup(rules, &position);
    return position;
}

static cell_t cell(const struct ruleset *rules, const char *name)
{
    return board_cell_named(rules->board, name, NULL);
}

/* The long form of the finished ply. */
static const char *done(const struct compose *compose)
{
    static char text[400];
    assert_int_equal(compose->state, COMPOSE_DONE);
    compose->before.rules->rules->format(&compose->before, &compose->draft.ply, FORM_LONG, text, sizeof text);
    return text;
}

/* ---------------------------------------------------------------- composing */

static void lift_and_drop(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("classical");
    struct position start = opening(rules, NULL);
    struct compose compose = {0};
    struct note why;
    compose_begin(&compose, &start);
    assert_true(compose_select(&compose, cell(rules, "e5"), &why) < 0);
    assert_int_equal(compose.state, COMPOSE_IDLE);
    assert_int_equal(compose_select(&compose, cell(rules, "g1"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_OPEN);
    assert_true(compose_select(&compose, cell(rules, "d2"), &why) < 0); /* its own pawn: why is said */
    assert_true(strlen(why.text) > 0);
    assert_int_equal(compose_select(&compose, cell(rules, "g1"), &why), 0); /* put back */
    assert_int_equal(compose.state, COMPOSE_IDLE);
    assert_int_equal(compose_select(&compose, cell(rules, "g1"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "f3"), &why), 0);
    assert_string_equal(done(&compose), "Ng1-f3");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* One legal ply to the cell pointed at: it waits to be confirmed by pointing there again. */
static void one_click(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("classical");
    struct position start = opening(rules, NULL);
    struct compose compose = {0};
    struct note why;
    compose_begin(&compose, &start);
    assert_true(compose_select(&compose, cell(rules, "f3"), &why) < 0); /* knight and pawn */
    assert_int_equal(compose_select(&compose, cell(rules, "e4"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_READY);
    assert_int_equal(compose_select(&compose, cell(rules, "e4"), &why), 0);
    assert_string_equal(done(&compose), "Pe2-e4");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* A Pawn that a Monolith sent off may be promoted or left as it is (rules/croatian.md 8.8): both can be chosen. */
static void an_offer_can_be_declined(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("discovery");
    struct position start = opening(rules, "T23/23k/24/24/24/24/12r11/10PM12/24/24/24/24/24/24/24/24/24/24/24/24/24/24/"
                                           "K23/23T w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[80];
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "l17"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "k17"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "w1"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_CHOICE);
    int so = -1;
    for (int i = 0; i < compose.menu.n; i++) {
        compose_words(&compose, &compose.menu.v[i], words, sizeof words);
        so = strcmp(words, "leave it so") ? so : i;
    }
    assert_true(so >= 0 && compose.menu.n > 2);
    assert_int_equal(compose_choose(&compose, so, &why), 0);
    assert_string_equal(done(&compose), "Ml17-k17*Pw1");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* A cascade whose last member may still summon (rules/croatian.md 8.9): the line says so without an empty part. */
static void a_summoning_ends_a_cascade(void **state)
{
    (void)state;
    static const char *const way[] = {"d25", "d15", "d6", "b3", NULL, "g5", "b2"};
    struct ruleset *rules = open_rules("one");
    struct position start = opening(rules, "25k/3Q22/26/26/26/26/26/26/26/26/26/3W22/26/26/26/26/26/26/26/26/3I22/6M19/26/"
                                           "1M24/26/t24K[U] w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[200];
    compose_begin(&compose, &start);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        assert_int_equal(way[i] ? compose_select(&compose, cell(rules, way[i]), &why)
                                : compose_choose(&compose, 1, &why), 0); /* the journey, not the dive */
    assert_int_equal(compose.state, COMPOSE_READY);
    compose_status(&compose, words, sizeof words);
    assert_string_equal(words, "3 members; Enter plays it, or it goes on");
    assert_int_equal(compose_select(&compose, cell(rules, "c3"), &why), 0);
    if (compose.state == COMPOSE_CHOICE)
        assert_int_equal(compose_choose(&compose, 0, &why), 0);
    assert_string_equal(done(&compose), "[Qd25-d15]~[Wd15-d6]~[Id6-b3M>Ig5M*b2<Uc3]");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* Where a man must turn, Enter is not said to play the ply before it has (rules/turning.md 10, turn=must). */
static void a_duty_to_turn_is_said(void **state)
{
    (void)state;
    struct ruleset *rules;
    struct setting must = {"turn", "must"};
    struct compose compose = {0};
    struct note why;
    char words[200];
    assert_int_equal(ruleset_open(&rules, "turning-chess", &must, 1, &why), 0);
    struct position start = opening(rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "a1"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "a4"), &why), 0);
    compose_status(&compose, words, sizeof words);
    assert_null(strstr(words, "Enter"));
    assert_non_null(strstr(words, "it must turn"));
    assert_true(compose_end(&compose, &why) < 0);
    assert_int_equal(compose_turn(&compose, 1, &why), 0);
    compose_status(&compose, words, sizeof words);
    assert_non_null(strstr(words, "Enter plays it"));
    compose_clear(&compose);
    ruleset_free(rules);
}

static void promotion_is_a_menu(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("classical");
    struct position start = opening(rules, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[80];
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "a7"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "a8"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_CHOICE);
    assert_int_equal(compose.menu.n, 4);
    int knight = 0;
    for (int i = 0; i < 4; i++) {
        compose_words(&compose, &compose.menu.v[i], words, sizeof words);
        if (!strcmp(words, "become a Knight"))
            knight = i;
    }
    assert_true(compose_back(&compose)); /* another cell after all, and here again */
    assert_int_equal(compose.state, COMPOSE_OPEN);
    assert_int_equal(compose_select(&compose, cell(rules, "a8"), &why), 0);
    assert_int_equal(compose_choose(&compose, knight, &why), 0);
    assert_string_equal(done(&compose), "Pa7-a8=N");
    compose_clear(&compose);
    ruleset_free(rules);
}

static void a_man_turns_after_its_move(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("turning-chess");
    struct position start = opening(rules, NULL);
    struct compose compose = {0};
    struct note why;
    compose_begin(&compose, &start);
    assert_true(compose_turn(&compose, 1, &why) < 0);
    assert_int_equal(compose_select(&compose, cell(rules, "h2"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "h4"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_READY);
    assert_int_equal(compose_turn(&compose, 1, &why), 0);
    assert_true(compose_turn(&compose, 1, &why) < 0);   /* no further than an eighth */
    assert_int_equal(compose_turn(&compose, -1, &why), 0);
    assert_int_equal(compose_turn(&compose, 1, &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "h4"), &why), 0);
    assert_string_equal(done(&compose), "Ph2-h4(r)");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* After castling it is the Rook that turns; Enter where the King is plays it all the same. */
static void a_castled_rook_turns(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("turning-chess");
    struct position start = opening(rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    struct compose compose = {0};
    struct note why;
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "e1"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "g1"), &why), 0);
    assert_int_equal(compose_turn(&compose, 1, &why), 0);
    assert_true(compose_select(&compose, cell(rules, "a1"), &why) < 0);
    assert_int_equal(compose_select(&compose, cell(rules, "g1"), &why), 0);
    assert_string_equal(done(&compose), "O-O(r)");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* A Pyramid that promotes an own Pawn says which, and is not said to become something itself. */
static void a_pyramid_promotes(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("mayan-ascendancy");
    struct position start = opening(rules, "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[80];
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "k9"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "e3"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "e8"), &why), 0);
    assert_int_equal(compose.state, COMPOSE_CHOICE);
    compose_words(&compose, &compose.menu.v[0], words, sizeof words);
    assert_string_equal(words, "promote the Pawn on e8 to a Knight");
    assert_int_equal(compose_choose(&compose, 0, &why), 0);
    assert_string_equal(done(&compose), "[Qk9-e3]~[Ae3-e8=N]");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* On the edge, facing it, a Pawn is dead: that is told before it is played, and not of the other turns. */
static void a_turn_that_kills_is_told(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("turning-chess");
    struct position start = opening(rules, "4k3/8/8/8/8/6P(ne)1/8/4K2N w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[200];
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "g3"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "h4"), &why), 0);
    compose_status(&compose, words, sizeof words);
    assert_string_equal(words, "Enter plays it");
    assert_int_equal(compose_turn(&compose, 1, &why), 0);
    compose_status(&compose, words, sizeof words);
    assert_string_equal(words, "dead so, it never moves again; Enter plays it");
    compose_clear(&compose);
    ruleset_free(rules);
}

/* The Wave on c1 would wake the Rook in the corner, which its own Knight and Pawn hem in; the Knight can go. */
static void dead_ends_are_known_before(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("mirandas-veil");
    struct position start = opening(rules, "8k7/16/16/16/16/16/16/16/16/16/16/16/16/2Q13/PP14/RNW12K w - - 0 1");
    struct compose compose = {0};
    struct note why;
    char words[300];
    int dead = 0;
    compose_begin(&compose, &start);
    assert_int_equal(compose_select(&compose, cell(rules, "c3"), &why), 0);
    assert_int_equal(compose_select(&compose, cell(rules, "c1"), &why), 0);
    for (int i = 0; i < compose.choices.n; i++)
        if (compose_dead_end(&compose, &compose.choices.v[i])) {
            assert_int_equal(compose.choices.v[i].to, cell(rules, "a1"));
            dead++;
        }
    assert_int_equal(dead, 1);
    assert_int_equal(compose_select(&compose, cell(rules, "b1"), &why), 0);
    compose_status(&compose, words, sizeof words);
    assert_string_equal(words, "2 members; White Knight in the air from b1, momentum 2"); /* no pattern: it is active */
    assert_true(compose_back(&compose));
    assert_int_equal(compose_select(&compose, cell(rules, "a1"), &why), 0); /* never forbidden */
    assert_int_equal(compose.state, COMPOSE_DEAD);
    compose_clear(&compose);
    ruleset_free(rules);
}

/* Turnover Chess: who takes his last Castle apart has lost; with another Castle he has not. */
static void plies_that_lose(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("turnover");
    static const struct {
        const char *position, *ply;
        bool loses;
    } cases[] = {{"8/8/8/3Kk3/2f5/8/8/8 w - - 0 1", "Kd5-c4/W^F", true},
                 {"8/8/8/3Kk3/2f5/8/8/7K w - - 0 1", "Kd5-c4/W^F", false},
                 {"8/8/8/3Kk3/2f5/8/8/8 w - - 0 1", "Kd5-e5xK", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position start = opening(rules, cases[i].position);
        struct verdict after;
        struct ply ply = {0};
        struct note why;
        assert_int_equal(rules->rules->parse(&start, cases[i].ply, &ply, &why), 0);
        assert_int_equal(ply_loses(&start, &ply, &after), cases[i].loses);
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- pictures */

/* rules/croatian.md 19.2: Croatian Ties, the opening, to the letter. */
static const char *const ties =
    "     a  b  c  d  e  f  g  h  i  j \n"
    "   +------------------------------+\n"
    "10 | r :g: n :b: q :k: b :n: g :r:| 10\n"
    " 9 |:p: p :p: p :p: p :p: p :p: p | 9\n"
    " 8 |   :::   :::   :::   :::   :::| 8\n"
    " 7 |:::   :::   :::   :::   :::   | 7\n"
    " 6 |   :::   :::   :::   :::   :::| 6\n"
    " 5 |:::   :::   :::   :::   :::   | 5\n"
    " 4 |   :::   :::   :::   :::   :::| 4\n"
    " 3 |:::   :::   :::   :::   :::   | 3\n"
    " 2 | P :P: P :P: P :P: P :P: P :P:| 2\n"
    " 1 |:R: G :N: B :Q: K :B: N :G: R | 1\n"
    "   +------------------------------+\n"
    "     a  b  c  d  e  f  g  h  i  j \n"
    "White to move\n";

static void croatian_picture(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("croatian-ties");
    struct position start = opening(rules, NULL);
    struct board_view view = {.position = &start, .size = -1, .coordinates = true, .shaded = true};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    board_art_for(rules)->show(&view, out);
    fclose(out);
    assert_string_equal(text, ties);
    free(text);
    ruleset_free(rules);
}

/* rules/croatian.md 19.2: the Pegasus diagram, three of its ranks: marks are characters in empty fields, parentheses
 * round pieces. */
static void croatian_marks(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("croatian-ties");
    struct position position = opening(rules, "9k/10/10/10/10/10/1P4p3/10/3G6/9K w - - 0 1");
    static const struct {
        const char *cell;
        int number;
    } marked[] = {{"f10", 2}, {"f8", 2}, {"b4", 0}, {"d4", 2}, {"g4", 0}, {"a3", 4}, {"e3", 1}};
    struct board_mark mark[7];
    for (int i = 0; i < 7; i++)
        mark[i] = (struct board_mark){cell(rules, marked[i].cell), marked[i].number ? MARK_NUMBER : MARK_TAKE,
                                      (uint8_t)marked[i].number, ""};
    struct board_view view = {.position = &position, .size = -1, .mark = mark, .marks = 7};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    board_art_for(rules)->show(&view, out);
    fclose(out);
    assert_non_null(strstr(text, " 8 |   :::   :::   :2:   :::   :::| 8\n"));
    assert_non_null(strstr(text, " 4 |   (P)   :2:   :::(p):::   :::| 4\n"));
    assert_non_null(strstr(text, " 3 |:4:   :::   :1:   :::   :::   | 3\n"));
    free(text);
    ruleset_free(rules);
}

/* Every cell of every size is found again where it is drawn, on whole boards and through a viewport. */
static void cells_are_hit_where_they_are(void **state)
{
    (void)state;
    static const char *const variants[] = {"classical", "one", "turnover", "turning-chess", "triangle-corners-3",
                                           "grand-triangle"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct ruleset *rules = open_rules(variants[v]);
        struct position start = opening(rules, NULL);
        const struct board_art *art = board_art_for(rules);
        struct board_view view = {.position = &start, .coordinates = true};
        int sizes = art->sizes(&view), turns = rules->board->shape == BOARD_SQUARES ? 2 : 6;
        for (view.size = 0; view.size < sizes; view.size++)
            for (view.turn = 0; view.turn < turns; view.turn++)
                for (int c = 0; c < rules->board->cells; c++) {
                    int row, column, rows, columns;
                    art->measure(&view, &rows, &columns);
                    assert_true(art->locate(&view, (cell_t)c, &row, &column));
                    assert_in_range(row, 0, rows - 1);
                    assert_in_range(column, 0, columns - 1);
                    assert_int_equal(art->hit(&view, row, column), c);
                }
        ruleset_free(rules);
    }
}

static void the_viewport_follows(void **state)
{
    (void)state;
    struct ruleset *rules = open_rules("one");
    struct position start = opening(rules, NULL);
    const struct board_art *art = board_art_for(rules);
    struct board_view view = {.position = &start, .size = 2, .coordinates = true, .rows = 15, .columns = 40};
    for (int c = 0; c < rules->board->cells; c += 7) {
        int row, column;
        art->follow(&view, (cell_t)c);
        assert_true(art->locate(&view, (cell_t)c, &row, &column));
        assert_int_equal(art->hit(&view, row, column), c);
    }
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- the tree */

static const char *const game =
    "chesscade: 1\n"
    "id: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\n"
    "rev: 1\n"
    "variant: 'classical'\n"
    "notation: 'san'\n"
    "players:\n"
    "- {side: 'w', name: 'Ana'}\n"
    "- {side: 'b', name: 'Boris'}\n"
    "moves:\n"
    "- 'e4'\n"
    "- m: 'e5'\n"
    "  alts:\n"
    "  - moves:\n"
    "    - 'c5'\n"
    "    - m: 'Nf3'\n"
    "      nags: [1]\n"
    "- m: 'Nf3'\n"
    "  comment: 'Natural.'\n"
    "- 'Nc6'\n";

static void the_tree_as_lines(void **state)
{
    (void)state;
    static const char *const expected = "  1. e4          e5\n"
                                        "   + 1...c5 2. Nf3!\n"
                                        "  2.>Nf3\n"
                                        "     Natural.\n"
                                        "  2. ...         Nc6\n";
    struct record *record;
    struct note why;
    struct tree tree = {0};
    struct ply_texts texts = {0};
    struct scene scene = {0};
    struct spot spot = spot_start(), back;
    assert_int_equal(record_read(game, strlen(game), 1, NULL, &record, NULL, &why), 0);
    assert_true(spot_go(record, &spot, 3));
    ply_texts_begin(&texts, NULL, record->notation);
    struct tree_source source = {.record = record, .texts = &texts, .sides = 2, .first_number = 1, .width = 30,
                                 .comments = TREE_COMMENTS_SHORT, .spot = &spot};
    tree_build(&tree, &source);
    for (int ply = 0; ply < tree.plies; ply++) { /* places and plies agree */
        tree_spot(&tree, ply, &back);
        assert_true(spot_valid(record, &back));
        assert_int_equal(tree_find(&tree, &back), ply);
    }
    scene_begin(&scene, tree.rows, 30);
    tree_draw(&tree, &source, &scene, 0, 0, tree.rows, 0, tree_find(&tree, &spot));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    scene_print(&scene, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
    scene_free(&scene);
    tree_free(&tree);
    ply_texts_clear(&texts);
    record_free(record);
}

/* ---------------------------------------------------------------- the editor */

static void type(struct edit_text *edit, const char *keys)
{
    for (uint32_t key; (key = key_read(&keys));)
        edit_text_key(edit, key);
}

static void editing_text(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *text;
    } cases[] = {
        {"abc<Left><Left>x", "axbc"},
        {"one two<C-w>2", "one 2"},
        {"a<Enter>b<Up>c", "ac\nb"},
        {"\xc3\xa9\xc3\xa8<Backspace>!", "\xc3\xa9!"},
        {"abc<Home><Delete>", "bc"},
        {"ab<Enter>cd<C-u>x", "ab\nx"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct edit_text edit = {0};
        edit_text_set(&edit, "");
        type(&edit, cases[i].keys);
        assert_string_equal(edit.text, cases[i].text);
        edit_text_clear(&edit);
    }
}

/* Rows break at blanks, long words where they must, and nothing is lost. */
static void text_in_rows(void **state)
{
    (void)state;
    static const char *const text = "the quick brownfoxjumps\nover";
    static const char *const rows[] = {"the", "quick", "brownf", "oxjump", "s", "over"};
    int from = 0, next, length = (int)strlen(text);
    for (int i = 0; i < 6; i++, from = next) {
        int end = text_row(text, length, from, 6, &next);
        assert_int_equal(end - from, strlen(rows[i]));
        assert_memory_equal(text + from, rows[i], (size_t)(end - from));
    }
    assert_true(from > length);
}

/* What a choice is called on the screen, for every kind of action; the notation of the ply in the making. */
static void actions_have_words(void **state)
{
    static const struct {
        const char *variant;
        struct action action;
        char kind;
        const char *cell, *words;
    } rows[] = {
        {"turnover", {.verb = ACTION_JOIN}, 'W', "c3", "join the Wall on c3"},
        {"turnover", {.verb = ACTION_SPLIT}, 'K', "c3", "split on c3: only the outermost ring goes"},
        {"turnover", {.verb = ACTION_FLIP}, 'F', "c3", "turn over the Fort on c3"},
        {"nineteen", {.verb = ACTION_DIVE}, 'T', "a1", "dive into the Star on a1"},
        {"nineteen", {.verb = ACTION_PORTAL}, 'Q', "b2", "reappear on b2"},
        {"nineteen", {.verb = ACTION_PUSH}, 'W', "e5", "activate the Wave on e5"},
        {"classical", {.verb = ACTION_TAKE}, 'N', "e5", "take the Knight on e5"},
        {"classical", {.verb = ACTION_PICK}, 'P', "e2", "lift the Pawn on e2"},
        {"classical", {.verb = ACTION_PROMOTE}, 'Q', "e8", "become a Queen"},
        {"turning-chess", {.verb = ACTION_TURN, .turn = 1}, 'R', "e8", "turn right"},
        {"turning-chess", {.verb = ACTION_TURN, .turn = -1}, 'R', "e8", "turn left"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules;
        static struct compose compose;
        struct action action = rows[i].action;
        char words[200];
        assert_int_equal(ruleset_open(&rules, rows[i].variant, NULL, 0, NULL), 0);
        compose = (struct compose){0};
        rules->rules->setup(rules, &compose.before);
        action.kind = (uint8_t)ruleset_kind(rules, rows[i].kind);
        action.to = board_cell_named(rules->board, rows[i].cell, NULL);
        compose_words(&compose, &action, words, sizeof words);
        assert_string_equal(words, rows[i].words);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_have_words),
        cmocka_unit_test(lift_and_drop),
        cmocka_unit_test(one_click),
        cmocka_unit_test(promotion_is_a_menu), cmocka_unit_test(an_offer_can_be_declined),
        cmocka_unit_test(a_duty_to_turn_is_said),
        cmocka_unit_test(a_summoning_ends_a_cascade),
        cmocka_unit_test(a_man_turns_after_its_move),
        cmocka_unit_test(a_castled_rook_turns),
        cmocka_unit_test(a_pyramid_promotes),
        cmocka_unit_test(a_turn_that_kills_is_told),
        cmocka_unit_test(dead_ends_are_known_before),
        cmocka_unit_test(plies_that_lose),
        cmocka_unit_test(croatian_picture),
        cmocka_unit_test(croatian_marks),
        cmocka_unit_test(cells_are_hit_where_they_are),
        cmocka_unit_test(the_viewport_follows),
        cmocka_unit_test(the_tree_as_lines),
        cmocka_unit_test(editing_text),
        cmocka_unit_test(text_in_rows),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
