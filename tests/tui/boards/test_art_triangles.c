/* test_art_triangles.c - pictures of triangle boards, to the letter: those of the rules text
 * (section 12), and the nineteen by the game's author, whose movement diagrams are drawn again from
 * the rules' own movement. */
#include "tests/support/drafts.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "core/position_text.h"
#include "core/families/triangles/triangles.h"
#include "tui/boards/board_scene.h"
#include "tui/boards/triangles.h"
#include "tui/views/piece_card.h"

enum { PICTURE_ROOM = 16384, MARKS_MOST = 160 };

/* Read the picture of this name in tests/pictures/FILE. */
static void read_picture(const char *file, const char *name, char out[PICTURE_ROOM])
{
    char line[512], path[128], title[128];
    size_t used = 0;
    bool here = false;
    snprintf(path, sizeof path, "tests/pictures/%s", file);
    snprintf(title, sizeof title, "## %s\n", name);
    FILE *in = fopen(source_file(path), "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (!strncmp(line, "## ", 3))
            here = !strcmp(line, title);
        else if (here)
            text_add(out, PICTURE_ROOM, &used, "%s", line);
    }
    fclose(in);
    assert_true(used > 0 && used < PICTURE_ROOM);
}

/* ---------------------------------------------------------------- the rules' pictures (12.1,
 * 12.4) */

static void setups_as_in_the_rules(void **state)
{
    static const struct {
        const char *id, *picture;
    } rows[] = {{"triangle-corners-3", "corners-3"},
                {"triangle-sides-3", "sides-3"},
                {"triangle-corner-vs-side", "corner-vs-side"},
                {"grand-triangle", "grand"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        struct position start;
        char wanted[PICTURE_ROOM];
        rules->rules->setup(rules, &start);
        read_picture("triangles_rules.txt", rows[i].picture, wanted);
        char *shown = board_picture(&(struct board_view){
            .position = &start, .size = -1, .coordinates = true, .shaded = true});
        assert_string_equal(shown, wanted);
        free(shown);
        ruleset_free(rules);
    }
}

/* A White rook on h3 is selected, the cursor is on i2, the last ply was n2-m2, Black is frozen. */
static void marks_as_in_the_rules(void **state)
{
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position position;
    struct board_mark marks[MARKS_MOST];
    struct actions reach = {0};
    char wanted[PICTURE_ROOM];
    int n = 0;
    (void)state;
    assert_int_equal(
        rules->rules->read(rules, "1/1k(x)1/5/p(x)6/P3q(x)P'3/5R1N'3/11R'1/K2B10K' w - - 2 14",
                           &position, NULL),
        0);
    marks[n++] = (struct board_mark){.cell = cell_of(rules, "i2"), .mark = MARK_CURSOR};
    marks[n++] = (struct board_mark){.cell = cell_of(rules, "h3"), .mark = MARK_PICKED};
    marks[n++] = (struct board_mark){.cell = cell_of(rules, "n2"), .mark = MARK_LAST};
    marks[n++] = (struct board_mark){.cell = cell_of(rules, "m2"), .mark = MARK_LAST};
    rules->rules->reach(&position, cell_of(rules, "h3"), &reach);
    for (int i = 0; i < reach.n; i++)
        marks[n++] = (struct board_mark){
            .cell = reach.v[i].to, .mark = reach.v[i].verb == ACTION_TAKE ? MARK_TAKE : MARK_GO};
    struct board_view view = {.position = &position, .size = 1, .mark = marks, .marks = n};
    read_picture("triangles_rules.txt", "marks", wanted);
    assert_drawn(&view, wanted);
    view.size = 2;
    view.coordinates = true;
    read_picture("triangles_rules.txt", "marks-double", wanted);
    assert_drawn(&view, wanted);
    actions_free(&reach);
    ruleset_free(rules);
}

/* 6.3: a Pawn passed g3 and f3; the Pawn on h4 may capture it on the first, the one on e4 on the
 * second. */
static void en_passant_as_in_the_rules(void **state)
{
    static const struct {
        const char *picture, *cell;
    } rows[] = {{"passant-first", "h4"}, {"passant-second", "e4"}};
    struct ruleset *rules = open_variant("triangle-corner-vs-side");
    struct position before, after;
    struct ply ply = {0};
    (void)state;
    assert_int_equal(
        rules->rules->read(rules, "1/1k1/5/7/1p2p4/11/5PKP5/15 w - - 0 1", &before, NULL), 0);
    assert_int_equal(rules->rules->parse(&before, "Pg2-f4/g3f3", &ply, NULL), 0);
    ply_play(&before, &ply, &after);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct draft draft = {0};
        struct actions choices = {0};
        struct board_scene scene = {0};
        char wanted[PICTURE_ROOM];
        draft_begin(&draft, &after);
        draft_take(&draft, action_to(&draft, ACTION_PICK, rows[i].cell));
        board_scene_draft(&scene, &draft);
        draft_choices(&draft, &choices);
        board_scene_choices(&scene, &choices, NULL, false);
        read_picture("triangles_rules.txt", rows[i].picture, wanted);
        assert_drawn(
            &(struct board_view){
                .position = &scene.shown, .size = 1, .mark = scene.mark, .marks = scene.marks},
            wanted);
        board_scene_free(&scene);
        actions_free(&choices);
        draft_clear(&draft);
    }
    ply_free(&ply);
    ruleset_free(rules);
}

/* Marks keep a piece's letter and its owner readable: the two characters of an arrow's end are
 * around the letter, a single sign is behind it, or beside it if the owner's sign is there; the
 * cursor comes first. */
static void marks_keep_pieces_readable(void **state)
{
    static const struct {
        const char *cell, *drawn;
        struct board_mark mark[2];
    } rows[] = {
        {"d4", "1P_>", {{.mark = MARK_NOTE, .label = "1>"}}},
        {"l4", ">P'1", {{.mark = MARK_NOTE, .label = ">1"}}},
        {"l4", "#P'g", {{.mark = MARK_NOTE, .label = "#g"}}},
        {"f4", "/1>\\", {{.mark = MARK_NOTE, .label = "1>"}}},
        {"d4", "[P1]", {{.mark = MARK_CURSOR}, {.mark = MARK_NOTE, .label = "1>"}}},
        {"l4", "[P']", {{.mark = MARK_CURSOR}, {.mark = MARK_NOTE, .label = "1>"}}},
        {"d4", "/P3\\", {{.mark = MARK_NUMBER, .number = 3}}},
        {"l4", "/P'3", {{.mark = MARK_NUMBER, .number = 3}}},
        {"l4", "/P'^", {{.mark = MARK_ATTACK}}},
        {"l4", "/P\"\\", {{.mark = MARK_TAKE}}},
        {"d4", "/P*\\", {{.mark = MARK_TAKE}}},
    };
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    (void)state;
    rules->rules->setup(rules, &start);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct board_mark marks[2] = {rows[i].mark[0], rows[i].mark[1]};
        struct board_view view = {
            .position = &start, .size = 0, .mark = marks, .marks = rows[i].mark[1].mark ? 2 : 1};
        int row, column;
        marks[0].cell = marks[1].cell = cell_of(rules, rows[i].cell);
        char *drawn = board_drawn(&view), *line = drawn;
        assert_true(triangle_art.locate(&view, marks[0].cell, &row, &column));
        while (row--)
            line = strchr(line, '\n') + 1;
        char shown[5];
        snprintf(shown, sizeof shown, "%.4s", line + column - 1);
        assert_string_equal(shown, rows[i].drawn);
        free(drawn);
    }
    /* Without strokes between cells no neighbour loses a sign: its owner's sign comes before the
     * mark. */
    struct board_mark mark = {.cell = cell_of(rules, "m3"), .mark = MARK_NOTE, .label = "1>"};
    struct board_view least = {.position = &start, .least = true, .mark = &mark, .marks = 1};
    least.size = triangle_art.sizes(&least) - 1;
    char *drawn = board_drawn(&least);
    assert_non_null(strstr(drawn, "P'P'N'\n"));
    free(drawn);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- the author's pictures */

/* Marks that write a label of one or two characters on each cell of "h3 g2". */
static int add_labels(const struct ruleset *rules, struct board_mark *marks, int n,
                      const char *cells, const char *label)
{
    for (const char *at = cells; *at;) {
        int length;
        cell_t cell = board_cell_named(rules->board, at, &length);
        assert_true(cell != CELL_NONE && n < MARKS_MOST);
        marks[n] = (struct board_mark){.cell = cell, .mark = MARK_NOTE};
        memcpy(marks[n++].label, label, strlen(label) + 1);
        at += length + (at[length] == ' ');
    }
    return n;
}

/* In the author's set-ups all players have capitals. */
static void setups_as_their_author_drew_them(void **state)
{
    static const struct {
        const char *id, *picture;
    } rows[] = {{"triangle-corners-3", "corners-3"},
                {"triangle-sides-3", "sides-3"},
                {"triangle-corner-vs-side", "corner-vs-side"},
                {"grand-triangle", "grand"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        struct position start;
        char wanted[PICTURE_ROOM];
        rules->rules->setup(rules, &start);
        read_picture("triangles.txt", rows[i].picture, wanted);
        char *shown = board_picture(&(struct board_view){.position = &start, .size = -1});
        for (char *c = shown; *c; c++)
            *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c == '\'' ? ' ' : *c;
        assert_string_equal(shown, wanted);
        free(shown);
        ruleset_free(rules);
    }
}

static void cell_colours_as_their_author_drew_them(void **state)
{
    static const char *const quarters[][2] = {
        {",", "h8 f6 j6 h5 d4 h4 l4 f3 j3 b2 f2 j2 n2 d1 h1 l1"},
        {"=", "h7 h6 f5 j5 f4 j4 d3 h3 l3 d2 h2 l2 b1 f1 j1 n1"},
        {"+", "i7 g6 g5 k5 e4 i4 e3 i3 m3 c2 g2 k2 c1 g1 k1 o1"},
    };
    struct ruleset *rules = open_variant("triangle-corners-2");
    struct position empty;
    struct board_mark marks[MARKS_MOST];
    char wanted[PICTURE_ROOM];
    int n = 0;
    (void)state;
    position_clear(&empty, rules);
    for (int c = 0; c < rules->board->cells; c++)
        if (rules->board->cell[c].dark)
            marks[n++] = (struct board_mark){.cell = (cell_t)c, .mark = MARK_NOTE, .label = "="};
    read_picture("triangles_rules.txt", "empty", wanted);
    assert_drawn(&(struct board_view){.position = &empty, .size = 1, .mark = marks, .marks = n},
                 wanted);
    read_picture("triangles.txt", "empty", wanted);
    assert_drawn(&(struct board_view){.position = &empty, .size = 1, .mark = marks, .marks = n},
                 wanted);
    n = 0;
    for (int i = 0; i < 3; i++)
        n = add_labels(rules, marks, n, quarters[i][1], quarters[i][0]);
    read_picture("triangles.txt", "quarters", wanted);
    assert_drawn(&(struct board_view){.position = &empty, .size = 1, .mark = marks, .marks = n},
                 wanted);
    /* The option draws the same. */
    assert_drawn(
        &(struct board_view){.position = &empty, .size = 1, .colours = COLOURS_FOUR, .signs = true},
        wanted);
    read_picture("triangles.txt", "empty", wanted);
    assert_drawn(&(struct board_view){.position = &empty, .size = 1, .signs = true}, wanted);
    ruleset_free(rules);
}

/* The line up to which the side player's pawns may run at first: the corner's army, and stars on
 * the line. */
static void the_side_players_pawn_line_is_as_drawn(void **state)
{
    struct ruleset *rules = open_variant("triangle-corner-vs-side");
    struct position start;
    struct board_mark marks[MARKS_MOST];
    char wanted[PICTURE_ROOM];
    int n = 0;
    (void)state;
    rules->rules->setup(rules, &start);
    const struct triangles *own = triangles_of(rules);
    for (int c = 0; c < rules->board->cells; c++)
        if (rules->board->cell[c].rank == 3 && cells_has(own->ground->zone[WHITE], c))
            marks[n++] = (struct board_mark){.cell = (cell_t)c, .mark = MARK_GO};
    read_picture("triangles.txt", "multistep", wanted);
    char *drawn =
        board_drawn(&(struct board_view){.position = &start, .size = 1, .mark = marks, .marks = n});
    for (char *c = drawn; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    assert_string_equal(drawn, wanted);
    free(drawn);
    ruleset_free(rules);
}

/* The movement pictures as data: rules/triangles.md 12, "Source pictures as data". If the game is
 * played on the diamond, its upper half is the triangle, `up` ranks higher. */
struct diagram {
    const char *picture, *id, *option, *value;
    char letter;
    int up;
    const char *piece, *cells, *goes, *takes; /* its label; where it is; cells marked */
};

static const struct diagram diagrams[] = {
    {"rook", "triangle-corners-2", NULL, NULL, 'R', 0, "R", "h3",
     "f4 g4 h4 i4 j4 f3 g3 i3 j3 g2 h2 i2", NULL},
    {"crooked-rook", "triangle-corners-2", "crooked-rook", "on", 'R', 0, "CR", "h4",
     "f6 j6 f5 g5 i5 j5 d4 e4 f4 g4 i4 j4 k4 l4 g3 h3 i3 f2 g2 i2 j2 e1 f1 j1 k1", NULL},
    {"crooked-rook", "grand-triangle", "promote-on-capture", "on", 'C', 8, "CR", "h4",
     "f6 j6 f5 g5 i5 j5 d4 e4 f4 g4 i4 j4 k4 l4 g3 h3 i3 f2 g2 i2 j2 e1 f1 j1 k1", NULL},
    {"bishop", "triangle-corners-2", NULL, NULL, 'B', 0, "B", "h3",
     "f5 j5 g4 i4 d3 f3 j3 l3 g2 i2 f1 j1", NULL},
    {"king", "triangle-corners-2", NULL, NULL, 'K', 0, "K", "h4", "g5 i5 f4 g4 i4 j4 g3 h3 i3",
     NULL},
    {"pawns", "triangle-corners-2", NULL, NULL, 'P', 0, "P", "h3 d2", "h4 i3 e2", "i4 e3 j3 f2"},
    {"knight", "triangle-corners-2", NULL, NULL, 'N', 0, "N", "h4", "f5 j5 e4 k4 g2 i2", NULL},
    {"unicorn", "triangle-unicorns", NULL, NULL, 'U', 0, "U", "h3",
     "h6 f5 j5 f4 j4 d3 l3 d2 h2 l2 f1 j1", NULL},
    {"ninja", "grand-triangle", NULL, NULL, 'J', 8, "J", "h4", "g6 i6 d3 l3 e2 k2", NULL},
    {"archer", "triangle-unicorns", NULL, NULL, 'A', 0, "A", "h4", "h6 e5 k5 e3 k3 h2", NULL},
    {"girls", "triangle-unicorns", NULL, NULL, 'G', 0, "G", "e2 j2", "e3 f2 k2", "g3 j3 l1"},
    {"crooked-unicorn", "grand-triangle", "promote-on-capture", "on", 'V', 8, "CU", "h4",
     "f6 j6 h5 d4 l4 f3 j3 f2 j2 d1 l1", NULL},
    {"silver", "triangle-makruk", "setup", "sides-2", 'S', 0, "SG", "h5 f2",
     "h6 g6 i6 f5 j5 g4 i4 e3 g3 d2 h2 e2 g2 e1 g1", NULL},
};

/* Compare words only: one of the pictures has lost its line breaks. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' && *from != '\n')
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    *to = '\0';
}

/* Mark the goals of the diagram's pieces on the board of 64 cells, by the rules of its game. */
static int marks_of_reach(const struct diagram *diagram, const struct ruleset *board,
                          struct board_mark *marks, int n)
{
    struct ruleset *rules = open_variant_with(
        diagram->id, &(struct setting){diagram->option, diagram->value}, diagram->option != NULL);
    struct position position;
    for (const char *at = diagram->cells; *at; at += at[2] ? 3 : 2) {
        struct actions reach = {0};
        cell_t cell = board_at(rules->board, at[0] - 'a', at[1] - '1' + diagram->up);
        position_clear(&position, rules);
        position.at[cell] = (struct piece){.kind = (uint8_t)ruleset_kind(rules, diagram->letter)};
        rules->rules->reach(&position, cell, &reach);
        for (int i = 0; i < reach.n; i++) {
            const struct board_cell *to = &rules->board->cell[reach.v[i].to];
            cell_t here = board_at(board->board, to->file, to->rank - diagram->up);
            bool takes = reach.v[i].verb == ACTION_TAKE;
            if (here == CELL_NONE || (takes && !diagram->takes))
                continue; /* on the other half; or already marked as a GO */
            assert_true(n < MARKS_MOST);
            marks[n] =
                (struct board_mark){.cell = here, .mark = diagram->takes ? MARK_NOTE : MARK_GO};
            marks[n++].label[0] = !diagram->takes ? '\0' : takes ? 'c' : 'm';
        }
        actions_free(&reach);
    }
    ruleset_free(rules);
    return n;
}

/* The marks must be those of the list. */
static void assert_list(const struct ruleset *board, const struct board_mark *marks, int n,
                        char label, const char *list)
{
    int wanted = 0, found = 0;
    for (const char *at = list; *at; at += at[2] ? 3 : 2, wanted++)
        for (int i = 0; i < n; i++)
            if (marks[i].label[0] == label && marks[i].cell == cell_of(board, at)) {
                found++;
                break;
            }
    assert_int_equal(found, wanted);
    for (int i = 0; i < n; i++) {
        char name[8];
        snprintf(name, sizeof name, "%s", board_name(board->board, marks[i].cell));
        if (marks[i].label[0] == label)
            assert_non_null(strstr(list, name));
    }
}

static void movement_as_its_author_drew_it(void **state)
{
    const struct diagram *diagram = *state;
    struct ruleset *board = open_variant("triangle-corners-2");
    struct position empty;
    struct board_mark marks[MARKS_MOST];
    char wanted[PICTURE_ROOM];
    position_clear(&empty, board);
    int n = marks_of_reach(diagram, board, marks, 0);
    assert_list(board, marks, n, diagram->takes ? 'm' : '\0', diagram->goes);
    if (diagram->takes)
        assert_list(board, marks, n, 'c', diagram->takes);
    n = add_labels(board, marks, n, diagram->cells, diagram->piece);
    read_picture("triangles.txt", diagram->picture, wanted);
    char *drawn =
        board_drawn(&(struct board_view){.position = &empty, .size = 1, .mark = marks, .marks = n});
    if (!strcmp(diagram->picture, "silver")) {
        squeeze(drawn);
        squeeze(wanted);
    }
    assert_string_equal(drawn, wanted);
    free(drawn);
    ruleset_free(board);
}

enum { CARD_ROWS = 25, CARD_COLUMNS = 35, CARD_NAMES = 3, PICTURE_LEAST = 33 /* columns */ };

/* The picture on a scene, without the names of ranks and files. */
static void read_card(const struct scene *scene, char out[PICTURE_ROOM])
{
    char *text = scene_picture(scene);
    size_t used = 0;
    out[0] = '\0';
    for (const char *line = text; *line && strncmp(line, "    a b c", 9) != 0;
         line += strcspn(line, "\n") + 1)
        text_add(out, PICTURE_ROOM, &used, "%.*s\n", (int)strcspn(line, "\n") - CARD_NAMES,
                 line + CARD_NAMES);
    free(text);
}

/* The author's picture, with his own letters for the piece, or with those of the game: "SG", "S
 * ". */
static void read_authors(const struct diagram *diagram, bool his_letters, char out[PICTURE_ROOM])
{
    size_t letters = strlen(diagram->piece);
    const char one[3] = {diagram->letter, ' ', '\0'};
    read_picture("triangles.txt", diagram->picture, out);
    if (!strcmp(diagram->picture, "silver"))
        squeeze(out);
    for (char *at = out; !his_letters && letters == 2 && (at = strstr(at, diagram->piece)); at++)
        memcpy(at, one, 2);
}

/* The card of a piece, in the gallery and in the rules, shows its author's picture beside the names
 * of ranks, if the game uses his board. */
static void cards_as_their_author_drew_them(void **state)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    int cards = 0;
    (void)state;
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++) {
        const struct diagram *diagram = &diagrams[i];
        if (diagram->up)
            continue;
        struct setting setting = {diagram->option, diagram->value};
        struct ruleset *rules = open_variant_with(diagram->id, &setting, diagram->option != NULL);
        struct scene scene = {0};
        char wanted[PICTURE_ROOM], drawn[PICTURE_ROOM], words[120];
        scene_begin(&scene, CARD_ROWS, CARD_COLUMNS);
        struct piece piece = piece_at_first(rules, ruleset_kind(rules, diagram->letter));
        piece_card_draw(app, rules, piece, CELL_NONE, &scene,
                        &(struct area){0, 0, CARD_ROWS, CARD_COLUMNS});
        read_card(&scene, drawn);
        read_authors(diagram, false, wanted);
        if (!strcmp(diagram->picture, "silver")) {
            squeeze(drawn);
            squeeze(wanted);
        }
        assert_string_equal(drawn, wanted);
        piece_card_words(rules, piece, words, sizeof words);
        assert_string_equal(words, diagram->takes ? "m: move only, c: capture only." : "");
        assert_false(piece_has_picture(rules, piece));
        scene_free(&scene);
        ruleset_free(rules);
        cards++;
    }
    assert_int_equal(cards, 10);
    app_free(app);
}

/* The program can draw every one of his pictures in his letters, whatever the board of the game. */
static void pictures_as_their_author_drew_them(void **state)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    const struct area area = {0, 0, CARD_ROWS, CARD_COLUMNS};
    (void)state;
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++) {
        const struct diagram *diagram = &diagrams[i];
        struct setting setting = {diagram->option, diagram->value};
        struct ruleset *rules = open_variant_with(diagram->id, &setting, diagram->option != NULL);
        struct scene scene = {0};
        char wanted[PICTURE_ROOM], drawn[PICTURE_ROOM], words[120];
        struct piece piece = piece_at_first(rules, ruleset_kind(rules, diagram->letter));
        scene_begin(&scene, CARD_ROWS, CARD_COLUMNS);
        piece_picture_draw(app, rules, piece, CELL_NONE, &scene, &area);
        read_card(&scene, drawn);
        read_authors(diagram, true, wanted);
        if (!strcmp(diagram->picture, "silver"))
            squeeze(drawn);
        assert_string_equal(drawn, wanted);
        struct area narrow = {0, 0, CARD_ROWS, PICTURE_LEAST - 1},
                    wide = {0, 0, CARD_ROWS + 1, 2 * CARD_COLUMNS - 1};
        assert_int_equal(piece_picture_rows(app, rules, piece, CARD_ROWS, CARD_COLUMNS), CARD_ROWS);
        assert_true(piece_picture_fits(app, rules, piece, CELL_NONE, true, &wide));
        assert_true(wide.rows == CARD_ROWS && wide.columns <= CARD_COLUMNS &&
                    wide.columns >= PICTURE_LEAST);
        assert_false(piece_picture_fits(app, rules, piece, CELL_NONE, true, &narrow));
        assert_int_equal(piece_has_picture(rules, piece), diagram->up != 0);
        piece_picture_words(rules, piece, words, sizeof words);
        assert_int_equal(strstr(words, "on 64 triangles") != NULL, diagram->up != 0);
        assert_int_equal(strstr(words, "c: capture only") != NULL, diagram->takes != NULL);
        scene_free(&scene);
        ruleset_free(rules);
    }
    app_free(app);
}

/* Beside the text of a full-screen card, 21 columns and a gap, every piece's picture has room: at
 * 80x24, and at 60x20 too if it is the author's. */
static void pictures_have_room_on_a_screen(void **state)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    const struct rules *family;
    const struct variant *variant;
    int pieces = 0;
    (void)state;
    for (int i = 0; (variant = variant_at(i, false, &family)); i++) {
        if (family != &triangles_rules)
            continue;
        struct ruleset *rules = open_variant(variant->id);
        for (int kind = 1; kind <= variant->kind_count; kind++)
            for (int up = 0; up < 2; up++, pieces++) {
                struct piece piece = piece_at_first(rules, kind);
                bool pictured = rules->board->cells != 64 && piece_has_picture(rules, piece);
                struct area large = {0, 0, 21, 79 - 23}, small = {0, 0, 17, 59 - 23};
                cell_t like = board_at(rules->board, 7, rules->board->ranks - 5 - up);
                assert_true(piece_picture_fits(app, rules, piece, like, pictured, &large));
                assert_true(!pictured ||
                            piece_picture_fits(app, rules, piece, like, pictured, &small));
            }
        ruleset_free(rules);
    }
    assert_true(pieces > 100);
    app_free(app);
}

/* A picture with another army than the card's is marked as such; a piece that the author did not
 * draw has no picture. */
static void pictures_of_other_armies(void **state)
{
    static const struct {
        const char *id;
        char letter;
        const char *words; /* NULL: no picture beside the card */
    } rows[] = {
        {"triangle-sides-2", 'P',
         "As its author drew it, of an army of the bottom left corner. m: move only, c: "
         "capture only."},
        {"triangle-makruk", 'S', "As its author drew it, of an army of the bottom side."},
        {"grand-triangle", 'G',
         "As its author drew it, on 64 triangles, of an army of the bottom left corner. m: "
         "move only, c: capture only."},
        {"triangle-sides-2", 'R', NULL},
        {"grand-triangle", 'Q', NULL},
        {"grand-triangle", 'K', NULL},
        {"classical", 'N', NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        struct piece piece = piece_at_first(rules, ruleset_kind(rules, rows[i].letter));
        char words[120];
        piece_picture_words(rules, piece, words, sizeof words);
        assert_int_equal(piece_has_picture(rules, piece), rows[i].words != NULL);
        if (rows[i].words)
            assert_string_equal(words, rows[i].words);
        ruleset_free(rules);
    }
}

/* A unicorn stays in its quarter, on both boards; the author's picture of the quarters is that of
 * the smaller one, whose signs stand in the cells. */
static void quarters_are_those_of_unicorns(void **state)
{
    static const char *const ids[] = {"triangle-unicorns", "grand-triangle"};
    static const struct {
        const char *name;
        int quarter;
    } drawn[] = {{"h8", 1}, {"b2", 1}, {"l1", 1}, {"h7", 2}, {"n1", 2},
                 {"i7", 3}, {"o1", 3}, {"g7", 0}, {"a1", 0}};
    struct ruleset *rules = open_variant("triangle-unicorns");
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        assert_int_equal(triangle_quarter(rules->board, cell_of(rules, drawn[i].name)),
                         drawn[i].quarter);
    ruleset_free(rules);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        rules = open_variant(ids[i]);
        int cells[4] = {0};
        for (int c = 0; c < rules->board->cells; c++) {
            struct position alone;
            struct actions reach = {0};
            position_clear(&alone, rules);
            alone.at[c] = (struct piece){.kind = (uint8_t)ruleset_kind(rules, 'U'), .side = WHITE};
            rules->rules->reach(&alone, (cell_t)c, &reach);
            for (int k = 0; k < reach.n; k++)
                assert_int_equal(triangle_quarter(rules->board, reach.v[k].to),
                                 triangle_quarter(rules->board, c));
            actions_free(&reach);
            cells[triangle_quarter(rules->board, c)]++;
        }
        for (int q = 0; q < 4; q++)
            assert_int_equal(cells[q], rules->board->cells / 4);
        ruleset_free(rules);
    }
}

/* Filled cells: an edge is three quarters of a character in the colour of the cell below `/`, one
 * quarter for `\`; outside the board is the terminal's ground. With corners their halves. Each
 * place still belongs to the cell that the strokes give it to. */
static void filled_cells_have_edges_in_steps(void **state)
{
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position empty;
    struct scene scene = {0};
    (void)state;
    position_clear(&empty, rules);
    for (int fill = FILL_STEPS; fill <= FILL_CORNERS; fill++) {
        struct board_view view = {.position = &empty,
                                  .size = TRIANGLES_BASE,
                                  .charset = CHARSET_UTF8,
                                  .fill = (uint8_t)fill};
        struct board_view strokes = {
            .position = &empty, .size = TRIANGLES_COMPACT, .charset = CHARSET_UTF8};
        int rows, columns;
        triangle_art.measure(&view, &rows, &columns);
        assert_int_equal(rows, 16);
        scene_begin(&scene, rows, columns);
        triangle_art.draw(&view, &scene, 0, 0);
        const bool corners = fill == FILL_CORNERS;
        const struct glyph *line = &scene.glyph[2 * columns]; /* the third: h7, between g7 and i7 */
        const struct {
            int column;
            uint32_t character;
            enum role ink, ground;
        } seen[] = {{13, corners ? 0x25E2 : 0x259F, ROLE_DARK_CELL, ROLE_TEXT},
                    {14, corners ? 0x25E3 : 0x2596, ROLE_DARK_CELL, ROLE_LIGHT_CELL},
                    {15, 0, ROLE_TEXT, ROLE_LIGHT_CELL},
                    {17, corners ? 0x25E2 : 0x259F, ROLE_DARK_CELL, ROLE_LIGHT_CELL},
                    {18, corners ? 0x25E3 : 0x2596, ROLE_DARK_CELL, ROLE_TEXT}};
        for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
            assert_int_equal(line[seen[i].column].character, seen[i].character);
            assert_int_equal(line[seen[i].column].ink, seen[i].ink);
            assert_int_equal(line[seen[i].column].ground, seen[i].ground);
        }
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++)
                assert_int_equal(triangle_art.hit(&view, row, column),
                                 triangle_art.hit(&strokes, row, column));
    }
    scene_free(&scene);
    ruleset_free(rules);
}

int main(void)
{
    enum { DIAGRAMS = sizeof diagrams / sizeof *diagrams };
    struct CMUnitTest tests[DIAGRAMS + 18] = {
        cmocka_unit_test(setups_as_in_the_rules),
        cmocka_unit_test(marks_as_in_the_rules),
        cmocka_unit_test(en_passant_as_in_the_rules),
        cmocka_unit_test(marks_keep_pieces_readable),
        cmocka_unit_test(setups_as_their_author_drew_them),
        cmocka_unit_test(cell_colours_as_their_author_drew_them),
        cmocka_unit_test(the_side_players_pawn_line_is_as_drawn),
        cmocka_unit_test(cards_as_their_author_drew_them),
        cmocka_unit_test(pictures_as_their_author_drew_them),
        cmocka_unit_test(pictures_have_room_on_a_screen),
        cmocka_unit_test(pictures_of_other_armies),
        cmocka_unit_test(quarters_are_those_of_unicorns),
        cmocka_unit_test(filled_cells_have_edges_in_steps),
    };
    size_t n = 0;
    while (tests[n].name)
        n++; /* those above */
    for (int i = 0; i < DIAGRAMS; i++)
        tests[n++] = (struct CMUnitTest){diagrams[i].picture, movement_as_its_author_drew_it, NULL,
                                         NULL, (void *)&diagrams[i]};
    return _cmocka_run_group_tests("art_triangles", tests, n, NULL, NULL);
}
