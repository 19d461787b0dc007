/* test_learn.c - stepping through plies, notes inside them, the positions on the pages of rules,
 * the cascade search in its own process, the cursor on triangles. */
#include "tests/support/positions.h"

#include "archive/record/edit.h"
#include "core/enumerate.h"
#include "tui/boards/marks.h"
#include "tui/boards/board_art.h"
#include "tui/workers/cascade_worker.h"
#include "tui/views/piece_card.h"
#include "tui/session/ply_text.h"
#include "tui/session/describe.h"

static const char *name(const struct ruleset *rules, cell_t cell)
{
    return board_name(rules->board, cell);
}

/* ------------------------------------------------- stepping through a ply */

static const char pushed[] = "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1";

/* The Queen goes three squares along the first rank, so the Pyramid has three steps, of which it
 * needs two. */
static void stepping_shows_members_and_cells(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("mayan-ascendancy");
    struct position position;
    struct ply ply = {0};
    struct draft draft = {0};
    struct note why;
    cell_t path[WALK_CELLS_MAX];
    char text[240];
    read_position(rules, pushed, &position);
    assert_int_equal(rules->rules->parse(&position, "[Qh1-e1]~[Ae1-g3xP]", &ply, &why), 0);
    assert_int_equal(ply_walk_members(&ply), 2);
    assert_int_equal(ply_walk_path(&position, &ply, 0, path, WALK_CELLS_MAX), 3);
    assert_string_equal(name(rules, path[0]), "g1");
    assert_string_equal(name(rules, path[2]), "e1");
    assert_int_equal(ply_walk_path(&position, &ply, 1, path, WALK_CELLS_MAX), 2);
    assert_string_equal(name(rules, path[0]), "f2");
    assert_string_equal(name(rules, path[1]), "g3");
    ply_walk_text(&position, &ply, 1, text, sizeof text);
    assert_string_equal(text, "[Ae1-g3xP]");
    ply_walk_draft(&position, &ply, (struct walk_place){1, 1}, &draft);
    assert_int_equal(rules->kinds[draft.held.kind].letter, 'A');
    assert_string_equal(name(rules, draft.hand), "f2");
    draft_clear(&draft);
    ply_walk_words(&position, &ply, (struct walk_place){1, 1}, text, sizeof text);
    assert_non_null(strstr(text, "momentum 3"));
    assert_non_null(strstr(text, "momentum left 2"));
    ply_walk_words(&position, &ply, (struct walk_place){2, 0}, text, sizeof text);
    assert_string_equal(text, "");
    ply_free(&ply);
    ruleset_free(rules);
}

/* The piece on its way in a ply: of a Castle that dismounts only the Wall, otherwise the whole
 * piece. A Monolith is neutral, and the piece it teleports continues from there (rules/croatian.md
 * 8.8). */
static void the_moving_piece_is_named(void **state)
{
    static const char monolith[] =
        "T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/3N20/24/3M20/24/K23/t22T w - - 0 1";
    static const struct {
        const char *variant, *position, *ply;
        int step;
        const char *words;
    } rows[] = {
        {"turnover", "k7/8/8/8/8/8/3K4/T7 w - - 0 1", "Kd2-d4/W", 1,
         "the Wall of the White Castle from d2; 1 step made"},
        {"turnover", "k7/8/8/8/8/8/3K4/T7 w - - 0 1", "Ta1-a4", 2,
         "White Tower from a1; 2 steps made"},
        {"discovery", monolith, "Md4-d6*Nb1", 1, "Monolith from d4; 1 step made"},
        {"discovery", monolith, "Md4-d6*Nb1", 2,
         "White Knight, sent off by the Monolith from d4; 2 steps made"},
        {"discovery", monolith, "Md4-d6*Nb1", 0 /* the whole ply */,
         "Monolith from d4 sends the White Knight on d6 off, which reappears on b1 as a White Knight"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].variant);
        struct position position;
        struct ply ply = {0};
        struct note why;
        char text[240];
        read_position(rules, rows[i].position, &position);
        assert_int_equal(rules->rules->parse(&position, rows[i].ply, &ply, &why), 0);
        if (rows[i].step)
            ply_walk_words(&position, &ply, (struct walk_place){0, rows[i].step}, text,
                           sizeof text);
        else
            words_member(&position, &ply, 0, text, sizeof text);
        assert_string_equal(text, rows[i].words);
        ply_free(&ply);
        ruleset_free(rules);
    }
}

/* A Wave passes through everything and spends no momentum (rules/croatian.md 7.3). */
static void a_wave_spends_nothing(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("mirandas-veil");
    struct position position;
    struct ply ply = {0};
    struct note why;
    char text[240];
    read_position(rules,
                  "15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1",
                  &position);
    assert_int_equal(
        rules->rules->parse(&position, "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]", &ply, &why), 0);
    ply_walk_words(&position, &ply, (struct walk_place){1, 2}, text, sizeof text);
    assert_non_null(strstr(text, "momentum 2"));
    assert_non_null(strstr(text, "2 steps made, no momentum spent"));
    ply_walk_words(&position, &ply, (struct walk_place){3, 1}, text, sizeof text);
    assert_non_null(strstr(text, "1 step made, momentum left 1"));
    ply_free(&ply);
    ruleset_free(rules);
}

/* After the last step the position equals that after the ply, for every ply of an opening of each
 * family. */
static int walk_whole(const struct ply *ply, void *argument)
{
    const struct position *before = argument;
    struct draft walked = {0}, taken = {0};
    ply_walk_draft(before, ply, (struct walk_place){ply_walk_members(ply), 0}, &walked);
    draft_begin(&taken, before);
    for (int i = 0; i < ply->n; i++)
        draft_take(&taken, ply->v[i]);
    assert_true(position_same(&walked.now, &taken.now));
    cell_t path[WALK_CELLS_MAX];
    assert_true(ply_walk_path(before, ply, 0, path, WALK_CELLS_MAX) > 0);
    draft_clear(&walked);
    draft_clear(&taken);
    return 0;
}

static void stepping_ends_in_the_position_after_the_ply(void **state)
{
    (void)state;
    static const char *const variants[] = {"classical", "mirandas-veil", "turning-chess",
                                           "turnover", "triangle-corners-3"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct ruleset *rules = open_variant(variants[i]);
        struct position *start = memory_new(1, sizeof *start);
        struct limits limits = {.cascade = 2};
        rules->rules->setup(rules, start);
        if (rules->rules->plies)
            rules->rules->plies(start, &limits, walk_whole, start);
        free(start);
        ruleset_free(rules);
    }
}

/* ---------------------------------------------------------------- notes inside a ply */

static void notes_on_members_can_be_edited(void **state)
{
    (void)state;
    struct record *record = record_new("one");
    struct node *node = line_append(&record->moves, "[Qa1-a4]~[Wa4-d4]");
    assert_string_equal(edit_step_comment_text(node, 2, 0, "ana"), "");
    edit_step_comment(node, 2, 0, "ana", "through everything");
    edit_step_comment(node, 2, 1, "ana", "the first step");
    assert_string_equal(edit_step_comment_text(node, 2, 0, "ana"), "through everything");
    assert_string_equal(edit_step_comment_text(node, 2, 1, "ana"), "the first step");
    assert_string_equal(edit_step_comment_text(node, 1, 0, "ana"), "");
    edit_step_nag(node, 2, 0, 3);
    edit_step_nag(node, 2, 0, 4); /* only one of the six judgements stays */
    assert_int_equal(edit_step(node, 2, 0)->nags.n, 1);
    assert_int_equal(edit_step(node, 2, 0)->nags.v[0], 4);
    edit_step_mark(node, 2, 0, NULL, "square", "d4", "red");
    assert_int_equal(edit_step(node, 2, 0)->marks.n, 1);
    edit_step_mark(node, 2, 0, NULL, "square", "d4", "red");
    notes_step(node->notes, 1, 0); /* `{part: 1}` written by hand: it has no content, but stays */
    edit_step_nag(node, 2, 0, 4);
    edit_step_comment(node, 2, 0, "ana", "");
    assert_null(edit_step(node, 2, 0)); /* it has no content any more */
    assert_non_null(edit_step(node, 1, 0));
    edit_step_comment(node, 2, 1, "ana", "");
    assert_non_null(edit_step(node, 1, 0));
    edit_step_comment(node, 1, 0, "ana", "");
    assert_null(node->notes);
    record_free(record);
}

/* -------------------------------------------------------------- positions on the pages of rules */

/* One legal ply that can be written down is enough. */
static int play_one(const struct ply *ply, void *argument)
{
    const struct position *before = argument;
    struct position *after = memory_new(1, sizeof *after);
    char text[200];
    struct ply read = {0};
    struct note why;
    before->rules->rules->format(before, ply, FORM_SHORT, text, sizeof text);
    assert_int_equal(before->rules->rules->parse(before, text, &read, &why), 0);
    assert_int_equal(ply_try(before, &read, after, &why), 0);
    assert_int_not_equal(after->side, before->side);
    ply_free(&read);
    free(after);
    return 1;
}

static int count_one(const struct ply *ply, void *argument)
{
    (void)ply;
    ++*(int *)argument;
    return 0;
}

static int plies_with(const char *variant, const struct setting *setting, int settings)
{
    struct ruleset *rules;
    struct note why;
    struct limits limits = {.cascade = 1};
    int n = 0;
    assert_int_equal(ruleset_open(&rules, variant, setting, settings, &why), 0);
    struct position *start = memory_new(1, sizeof *start);
    rules->rules->setup(rules, start);
    search_plies(start, &limits, count_one, &n);
    free(start);
    ruleset_free(rules);
    return n;
}

/* Options that change nothing in a variant are not offered, but still accepted. rules/croatian.md
 * 10.1 and 5 say where the initial setup has attacks and which variants have Shamans;
 * rules/turning.md 5 has the limits of armies. */
static void only_options_that_matter_are_offered(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *option;
        bool offered;
    } known[] = {{"classical", "shaman-transform", false},
                 {"classical", "check-rule", false},
                 {"classical", "castling-min", true},
                 {"croatian-ties", "check-rule", false},
                 {"mayan-ascendancy", "check-rule", true},
                 {"nineteen", "shaman-transform", false},
                 {"discovery", "shaman-transform", true},
                 {"discovery", "opening-check", false},
                 {"one", "opening-check", true},
                 {"odd-tamoanchan-revisited", "opening-check", true},
                 {"tamoanchan-revisited", "opening-check", false},
                 {"turning-chess", "free-array", false},
                 {"turning-octoling", "free-array", true},
                 {"custom", "opening-check", true},
                 {"turnover", "siege", true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *id = strcmp(known[i].variant, "custom")
                             ? known[i].variant
                             : "custom:size=8;ranks=RNBQKBNR/PPPPPPPP";
        struct ruleset *rules = open_variant(id);
        const struct variant *variant = rules->variant;
        bool found = false;
        for (int o = 0; o < variant->option_count; o++) {
            const struct option *option = &variant->options[o];
            found = found || !strcmp(option->name, known[i].option);
            if (!strcmp(option->name, known[i].option))
                assert_int_equal(ruleset_offers(rules, option), known[i].offered);
            if (ruleset_offers(rules, option) || !option->values)
                continue;
            struct setting other = {option->name, strchr(option->values, '|') + 1};
            assert_int_equal(plies_with(id, &other, 1), plies_with(id, NULL, 0));
        }
        assert_true(found);
        ruleset_free(rules);
    }
}

/* The options offered depend on the set-up; those on the page of rules do not. */
static void the_options_of_a_set_up_are_offered(void **state)
{
    static const struct {
        const char *game, *option;
        bool offered;
    } rows[] = {
        {"triangle-unicorns", "mate-rule", false},
        {"triangle-unicorns", "multistep", false},
        {"triangle-unicorns", "archer", true},
        {"triangle-unicorns setup=corners-3", "elimination", true},
        {"triangle-unicorns setup=sides-3", "multistep", false},
        {"triangle-unicorns setup=corner-vs-side", "multistep", true},
        {"triangle-unicorns setup=corner-vs-side", "stalemate", false},
        {"grand-triangle", "multistep", true},
        {"triangle-corners-3", "stalemate", true},
        {"triangle-corners-2", "null-moves", true},
        {"custom:size=8;ranks=RNBQKBNR/PPPPPPPP", "shaman-transform", false},
        {"custom:size=8;ranks=RNBQKBNR/PPPPPPPP", "castling-min", true},
        {"custom:size=8;ranks=NNBQKBNH/PPPPPPPP", "shaman-transform", true},
        {"custom:size=8;ranks=NNBQKBNH/PPPPPPPP", "castling-min", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        const struct variant *variant = rules->variant;
        bool offered = false;
        for (int n = 0; n < ruleset_offered(rules); n++)
            offered |= !strcmp(variant->options[ruleset_offered_at(rules, n)].name, rows[i].option);
        assert_int_equal(ruleset_offered_at(rules, ruleset_offered(rules)), variant->option_count);
        if (offered != rows[i].offered)
            fail_msg("%s: %s", rows[i].game, rows[i].option);
        for (int k = 0; k < variant->option_count; k++)
            assert_true(ruleset_offers(rules, &variant->options[k]));
        ruleset_free(rules);
    }
}

/* Numbers of rules as texts name them, and the lines of a page that start their sections. */
static void sections_are_found_by_number(void **state)
{
    (void)state;
    char number[RULE_NUMBER_ROOM], brief[80];
    assert_true(rule_number_in("Td4 is stuck (rules/turnover.md 5.1)", number));
    assert_string_equal(number, "5.1");
    assert_true(rule_number_in("rules/croatian.md 6.", number));
    assert_string_equal(number, "6");
    assert_false(rule_number_in("the ply is made", number));
    rule_number_brief("Td4 is stuck (rules/turnover.md 5.1, 6)", brief, sizeof brief);
    assert_string_equal(brief, "Td4 is stuck (rule 5.1, 6)");
    rule_number_brief("'Qd9+x' cannot be read (rules/classical.md C)", brief, sizeof brief);
    assert_string_equal(brief, "'Qd9+x' cannot be read (appendix C)");
    rule_number_brief("rules/own.md, or by rules/croatian.md 6 and rules/croatian.md 7", brief,
                      sizeof brief);
    assert_string_equal(brief, "rules/own.md, or by rule 6 and rule 7");
    assert_true(rule_number_begins("  5.1  Tower     slides straight", "5.1"));
    assert_true(rule_number_begins("6. A ply", "6"));
    assert_true(rule_number_begins("2. The board, 7. the set-up", "7"));
    assert_false(rule_number_begins("6.1 Move one man", "6"));
    assert_false(rule_number_begins("10. Options", "1"));
    /* A rank of the board drawn there */
    assert_false(rule_number_begins(" 4     .     .     .", "4"));
    assert_false(rule_number_begins("3.4 The men of 2, 7 of them", "7"));
    strcpy(number, "8.5");
    assert_true(rule_number_up(number));
    assert_string_equal(number, "8");
    assert_false(rule_number_up(number));
}

static bool page_has(const char *family, const char *number)
{
    char file[80], line[4600];
    bool found = false;
    snprintf(file, sizeof file, "docs/rules/%s.md", family);
    FILE *in = fopen(source_file(file), "r");
    assert_non_null(in);
    while (!found && fgets(line, sizeof line, in))
        found = rule_number_begins(line + strspn(line, "#"), number);
    fclose(in);
    return found;
}

/* The page has the rule that a piece's card names, or its section. */
static void rules_of_pieces_are_found(void **state)
{
    (void)state;
    const struct variant *variant;
    const struct rules *rules;
    int named = 0;
    for (int i = 0; (variant = variant_at(i, false, &rules)); i++)
        for (int kind = 1; kind <= variant->kind_count; kind++) {
            char number[RULE_NUMBER_ROOM];
            if (!variant->kinds ||
                !rule_number_in(variant->kinds[kind].source ? variant->kinds[kind].source : "",
                                number))
                continue;
            named++;
            if (!page_has(rules->family, number) &&
                (!rule_number_up(number) || !page_has(rules->family, number)))
                fail_msg("%s: the rule of the %s is not in its page", variant->id,
                         variant->kinds[kind].name);
        }
    assert_true(named > 100);
}

/* The description of a piece's movement has the numbers of the variant (rules/croatian.md 5) and
 * follows the options (15; turning.md 10). */
static void descriptions_follow_the_options(void **state)
{
    static const struct told {
        const char *id, *option, *value;
        char letter;
        const char *has, *has_not;
    } told[] = {
        {"one", NULL, NULL, 'P', "up to 11", NULL},
        {"odd-mayan-ascendancy", NULL, NULL, 'P', "up to 3", NULL},
        {"odd-classical", NULL, NULL, 'P', "One square forward", "up to"},
        {"one", NULL, NULL, 'K', "2 to 10", NULL},
        {"one", "castling-min", "1", 'K', "1 to 10", NULL},
        {"odd-classical", NULL, NULL, 'K', "no castling", NULL},
        {"odd-classical", "castling-min", "1", 'K', "castles with a Rook, going 1 square.", NULL},
        {"tamoanchan-revisited", NULL, NULL, 'S', "at most 7 steps", NULL},
        {"conquest-of-tlalocan", NULL, NULL, 'S', "at most 8 steps", NULL},
        {"conquest-of-tlalocan", NULL, NULL, 'H', "leaves the board", "stays"},
        {"conquest-of-tlalocan", "shaman-transform", "stay", 'H', "stays where it is", "leaves"},
        {"one", NULL, NULL, 'I', "captures nothing", NULL},
        {"turning-chess", NULL, NULL, 'R', "turned, it is a Bishop", NULL},
        {"turning-chess", "turn", "none", 'R', "Slides along ranks and files.", "turned"},
        {"turning-octoling", "halfling", "relative", 'O', "free steps", NULL},
        {"turning-octoling", NULL, NULL, 'O', "half way to the edge", "free steps"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const struct setting setting = {told[i].option, told[i].value};
        struct ruleset *rules;
        struct note why;
        if (ruleset_open(&rules, told[i].id, &setting, told[i].option ? 1 : 0, &why) < 0)
            fail_msg("%s", why.text);
        const char *words = rules->kinds[ruleset_kind(rules, told[i].letter)].moves;
        if (!strstr(words, told[i].has) || (told[i].has_not && strstr(words, told[i].has_not)))
            fail_msg("%s, %c: %s", told[i].id, told[i].letter, words);
        ruleset_free(rules);
    }
}

/* The signs of every piece's diagram fit beside it: LEGEND_COLUMNS of tui/views/card_page.c. */
static void signs_fit_beside_their_diagram(void **state)
{
    const struct variant *variant;
    const struct rules *family;
    int signs = 0;
    (void)state;
    for (int i = 0; (variant = variant_at(i, false, &family)); i++) {
        const char *id =
            strcmp(variant->id, "custom") ? variant->id : "custom:size=7;ranks=WAKTHSI;monolith=b2";
        struct ruleset *rules = open_variant(id);
        for (int kind = 1; kind <= rules->kind_count && rules->board->shape == BOARD_SQUARES;
             kind++) {
            struct position *alone = memory_new(1, sizeof *alone);
            struct actions reach = {0};
            const struct piece piece = piece_at_first(rules, kind); /* a Monolith is neutral */
            const struct example *example = pattern_signs(
                rules, piece,
                pattern_alone(rules, piece, board_at(rules->board, 3, 3), alone, &reach));
            for (int line = 0; example && line < EXAMPLE_LEGEND; line++)
                if (strlen(example->legend[line]) > 16)
                    fail_msg("%s, %c: '%s'", variant->id, rules->kinds[kind].letter,
                             example->legend[line]);
            signs += example != NULL;
            actions_free(&reach);
            free(alone);
        }
        ruleset_free(rules);
    }
    assert_true(signs > 40); /* Pyramids alone occur in seventeen variants */
}

/* Pieces that do not capture do something else on a cell than move there: the signs of their
 * diagrams say what (rules/croatian.md 8.8, 8.9). */
static void diagrams_explain_their_signs(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("one");
    const struct piece pieces[] = {{.kind = (uint8_t)ruleset_kind(rules, 'I')},
                                   {.kind = (uint8_t)ruleset_kind(rules, 'M')},
                                   {.kind = (uint8_t)ruleset_kind(rules, 'Q')}};
    const struct example *starchild = pattern_signs(rules, pieces[0], NULL),
                         *monolith = pattern_signs(rules, pieces[1], NULL);
    assert_non_null(strstr(starchild->sentence, "activates a piece other than a King"));
    assert_non_null(strstr(monolith->sentence, "an enemy piece on the mover's side"));
    assert_null(pattern_signs(rules, pieces[2], NULL)); /* the usual signs */
    /* An example has its own */
    assert_ptr_equal(pattern_signs(rules, pieces[0], monolith), monolith);
    ruleset_free(rules);
    rules = open_variant("turnover"); /* a Wall does not capture straight ahead, and joins a
                                         Fort: 5.5 */
    assert_string_equal(
        pattern_signs(rules, (struct piece){.kind = (uint8_t)ruleset_kind(rules, 'W')}, NULL)
            ->legend[1],
        "m: move or join");
    ruleset_free(rules);
}

static void positions_of_the_rules_can_be_played(void **state)
{
    (void)state;
    static const char *const families[] = {"croatian", "turning", "turnover", "triangles"};
    char file[80], line[4600];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        int found = 0, games = 0;
        snprintf(file, sizeof file, "docs/rules/%s.md", families[i]);
        FILE *in = fopen(source_file(file), "r");
        assert_non_null(in);
        while (fgets(line, sizeof line, in)) {
            if (strncmp(line, "game: ", 6) == 0) { /* an annotated game of the samples */
                char path[400], *end = strstr(line, " -- ");
                assert_non_null(end);
                snprintf(path, sizeof path, "samples/%.*s", (int)(end - line - 6), line + 6);
                FILE *game = fopen(source_file(path), "r");
                if (!game)
                    fail_msg("%s: no %s", file, path);
                fclose(game);
                games++;
            }
            if (strncmp(line, "position: ", 10) != 0)
                continue;
            char *id = line + 10, *text = strchr(id, ' '), *caption = strstr(line, " -- ");
            struct position position;
            struct verdict verdict;
            struct context context = {.limits = LIMITS_DEFAULT, .times = 1};
            assert_true(text && caption && text < caption && strlen(caption) > 6);
            *text++ = *caption = '\0';
            struct setting setting[8];
            int settings;
            text = settings_before(text, setting, 8, &settings);
            struct ruleset *rules = open_variant_with(id, setting, settings);
            read_position(rules, text, &position);
            rules->rules->judge(&position, &context, &verdict);
            assert_false(verdict_over(&verdict)); /* the game is not over */
            assert_int_equal(
                search_plies(&position, &(struct limits){.cascade = 1}, play_one, &position), 1);
            ruleset_free(rules);
            found++;
        }
        fclose(in);
        assert_true(found > 0 && games > 0);
    }
}

/* -------------------------------------------------------- the cascade search */

struct texts {
    int n;
    char first[200];
};

static void keep(void *argument, const char *text)
{
    struct texts *texts = argument;
    if (texts->n++ == 0)
        snprintf(texts->first, sizeof texts->first, "%s", text);
}

static void cascades_are_found_in_a_process(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("mayan-ascendancy");
    struct position position;
    struct goal goal;
    struct note why;
    struct finder_process finder = {.process.fd = -1};
    struct texts texts = {0};
    read_position(rules, pushed, &position);
    assert_int_equal(goal_read(rules, "capture:g3", &goal, &why), 0);
    assert_int_equal(finder_process_start(&finder, &position, &goal, 12, &why), 0);
    while (!finder.ended)
        finder_process_read(&finder, 1000, keep, &texts);
    assert_int_equal(texts.n, 1); /* the Queen cannot reach g3 herself, and the Pyramid has no other
                                     way */
    assert_string_equal(texts.first, "[Qh1-e1]~[Ae1-g3xP]");
    finder_process_stop(&finder);
    /* Stopped before it is done */
    assert_int_equal(finder_process_start(&finder, &position, NULL, 0, &why), 0);
    finder_process_stop(&finder);
    assert_int_equal(finder.process.pid, 0);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- triangles */

/* Arrow keys must reach every cell. */
static void assert_walked(const struct board_view *view, cell_t first)
{
    bool seen[CELLS_MAX] = {false};
    cell_t queue[CELLS_MAX];
    int n = 0;
    seen[queue[n++] = first] = true;
    for (int at = 0; at < n; at++)
        for (int d = 0; d < 4; d++) {
            cell_t to = board_walk(view, queue[at], (d == 0) - (d == 1), (d == 2) - (d == 3));
            if (!seen[to])
                seen[queue[n++] = to] = true;
        }
    assert_int_equal(n, view->position->rules->board->cells);
}

/* Left and right go from column to column, up and down stay in theirs; so every cell is reached,
 * however the board is turned. */
static void arrow_keys_reach_every_triangle(void **state)
{
    static const struct {
        const char *game, *from;
        int turn;
        const char *left, *right, *up, *down;
    } rows[] = {
        /* rules/triangles.md 2.2: h4 points up, with its sides at 30 i4, 150 g4, 270 h3 and its
         * tips at 90 h5, 210 f3, 330 j3. */
        {"triangle-corners-3", "h2", 0, "g2", "i2", "h3", "h1"},
        {"triangle-corners-3", "h4", 0, "g4", "i4", "h5", "h3"},
        /* Turned clockwise by 60: the side at 30 is at 330 now */
        {"triangle-corners-3", "h4", 1, "h3", "i4", "g4", "j3"},
        {"triangle-corners-3", "h4", 2, "h3", "g4", "f3", "i4"},
        {"triangle-corners-3", "h4", 3, "i4", "g4", "h3", "h5"},
        {"triangle-corners-3", "h4", 4, "i4", "h3", "j3", "g4"},
        {"triangle-corners-3", "h4", 5, "g4", "h3", "i4", "f3"},
        {"triangle-corners-3", "h3", 1, "g3", "h4", "f4", "i3"},
        {"grand-triangle", "h4", 1, "h3", "i4", "g4", "j3"},
        {"grand-triangle", "h1", 1, "h1", "h2", "h2", "h1"}, /* a corner */
    };
    (void)state;
    struct position *start = memory_new(1, sizeof *start);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].game);
        rules->rules->setup(rules, start);
        struct board_view view = {.position = start, .coordinates = true, .turn = rows[i].turn};
        cell_t from = board_cell_named(rules->board, rows[i].from, NULL);
        const char *const wanted[] = {rows[i].left, rows[i].right, rows[i].up, rows[i].down};
        for (int d = 0; d < 4; d++) {
            const char *to =
                name(rules, board_walk(&view, from, (d == 2) - (d == 3), (d == 1) - (d == 0)));
            if (strcmp(to, wanted[d]) != 0)
                fail_msg("%s turned %d, from %s, key %d: %s, not %s", rows[i].game, rows[i].turn,
                         rows[i].from, d, to, wanted[d]);
        }
        for (int size = 0; size < 8; size++) {
            view.size = size;
            assert_walked(&view, from);
        }
        ruleset_free(rules);
    }
    free(start);
}

/* ------------------------------------------------- the text of the rules */

static void rules_are_plain_words(void **state)
{
    static const struct {
        const char *marked, *plain;
    } rows[] = {
        {"8.3 A *Pawn* moves one step forward;", "8.3 A Pawn moves one step forward;"},
        {"*En passant:* a **Pawn** that", "En passant: a Pawn that"},
        {"in *half slides* and (*check*)", "in half slides and (check)"},
        {"**no *ply* at all**", "no ply at all"},
        {"`[P]` is the cursor, `_ _` a square", "[P] is the cursor, _ _ a square"},
        {"these are `+` and `*` on empty", "these are + and * on empty"},
        {"see [the notation](notation.md).", "see the notation."},
        {"`x` captures [Qm1-e1]~[Ae1-g3xP](r)", "x captures [Qm1-e1]~[Ae1-g3xP](r)"},
        {"   Ml7-k7*Nb1   a Monolith", "   Ml7-k7*Nb1   a Monolith"},
        {"Ib5-d5M>Ie7M*b2<Uc3 and Ra2-a1T*a17", "Ib5-d5M>Ie7M*b2<Uc3 and Ra2-a1T*a17"},
        {"@  it activates  *  it dives", "@  it activates  *  it dives"},
        {" /  \\/* \\/* \\/* \\/  \\", " /  \\/* \\/* \\/* \\/  \\"},
        {"  K `L <S  `L", "  K `L <S  `L"},
        {"2 * 3 ** 4, a * alone, a ` too", "2 * 3 ** 4, a * alone, a ` too"},
        {"*never closed, [nor](this", "*never closed, [nor](this"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s", rows[i].marked);
        rules_unmark(text);
        assert_string_equal(text, rows[i].plain);
    }
}

/* Every way of showing the text of a family's rules uses rules_unmark() line by line, so no mark
 * may reach over the end of a line. */
static void no_mark_of_the_rules_is_left(void **state)
{
    static const char *const families[] = {"classical", "croatian", "triangles", "turning",
                                           "turnover"};
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        char path[40];
        snprintf(path, sizeof path, "docs/rules/%s.md", families[i]);
        FILE *file = fopen(source_file(path), "r");
        assert_non_null(file);
        for (char line[4600]; fgets(line, sizeof line, file);) {
            if (line[0] == ' ' || !strncmp(line, "game: ", 6) || !strncmp(line, "position: ", 10))
                continue;
            rules_unmark(line);
            for (const char *at = line; (at = strpbrk(at, "*`")); at++)
                if (at[1] != ' ' || (at > line && at[-1] != ' '))
                    fail_msg("%s: %s", families[i], line);
        }
        fclose(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stepping_shows_members_and_cells),
        cmocka_unit_test(the_moving_piece_is_named),
        cmocka_unit_test(a_wave_spends_nothing),
        cmocka_unit_test(stepping_ends_in_the_position_after_the_ply),
        cmocka_unit_test(notes_on_members_can_be_edited),
        cmocka_unit_test(positions_of_the_rules_can_be_played),
        cmocka_unit_test(signs_fit_beside_their_diagram),
        cmocka_unit_test(diagrams_explain_their_signs),
        cmocka_unit_test(descriptions_follow_the_options),
        cmocka_unit_test(sections_are_found_by_number),
        cmocka_unit_test(rules_of_pieces_are_found),
        cmocka_unit_test(only_options_that_matter_are_offered),
        cmocka_unit_test(the_options_of_a_set_up_are_offered),
        cmocka_unit_test(cascades_are_found_in_a_process),
        cmocka_unit_test(arrow_keys_reach_every_triangle),
        cmocka_unit_test(rules_are_plain_words),
        cmocka_unit_test(no_mark_of_the_rules_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
