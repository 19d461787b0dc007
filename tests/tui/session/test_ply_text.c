/* test_ply_text.c - plies as people read and type them (tui/session/ply_text.h): short forms,
 * finding a ply among the continuations, replacing one, continuing a typed cascade, and stepping
 * through a ply. */
#include "config.h"
#include "tests/support/croatian.h"

#include "archive/record/edit.h"
#include "tui/session/ply_text.h"

/* D11: a Wave activates a Pawn that can capture the Pawn that has just passed it. */
#define PASSED_BY_WAVE \
    "15k/16/16/16/16/16/5P10/6p9/16/16/16/16/16/1R3W10/16/K15 w - g14g13g12g11g10 0 1"

static struct record *game(const char *variant, const char *position, const char *const *plies)
{
    struct record *record = record_new(variant);
    if (position)
        record_set_text(record, "start.position", position);
    for (; *plies; plies++)
        line_append(&record->moves, *plies);
    return record;
}

/* ---------------------------------------------------------------- texts to show */

/* The text shown for the ply at a spot, by the number of its path. */
static const char *shown(struct ply_texts *texts, const struct record *record,
                         const struct spot *spot)
{
    uint64_t path = path_start();
    for (int i = 0; i < spot_plies(spot); i++)
        path = path_on(path, spot_path(record, spot, i)->text);
    return ply_text(texts, record, spot, path);
}

static void long_forms_are_shown_short(void **state)
{
    struct position start;
    struct ply_texts texts = {0};
    struct spot spot = {.ply = 1};
    struct note why;
    (void)state;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &start);
    struct record *record = game("mirandas-veil", WAVES,
                                 (const char *const[]){"[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]",
                                                       "Kp16-p15", "Ka3-a9", "Kp15-p16", NULL});
    ply_texts_begin(&texts, &start, NOTATION_LONG);
    const char *first = shown(&texts, record, &spot);
    assert_string_equal(first, "Qa1~Wa5~Wc5~Rd5");
    assert_ptr_equal(shown(&texts, record, &spot), first); /* kept */
    spot.ply = 2;
    assert_string_equal(shown(&texts, record, &spot), "Kp15");
    /* an illegal ply, and what follows it, as they are stored */
    spot.ply = 3;
    assert_string_equal(shown(&texts, record, &spot), "Ka3-a9");
    spot.ply = 4;
    assert_string_equal(shown(&texts, record, &spot), "Kp15-p16");
    /* a variation has a path of its own */
    spot.ply = 1;
    assert_int_equal(edit_play(record, &spot, "Kp16-o16", &why), 1);
    assert_int_equal(spot.depth, 1);
    assert_string_equal(shown(&texts, record, &spot), "Ko16");
    spot = (struct spot){.ply = 2};
    assert_string_equal(shown(&texts, record, &spot), "Kp15");
    ply_texts_clear(&texts);
    record_free(record);
    ruleset_free(rules);
}

static void other_texts_are_shown_as_stored(void **state)
{
    struct position start;
    struct ply_texts texts = {0};
    struct spot spot = {.ply = 1};
    (void)state;
    struct ruleset *rules = open_position("classical", NULL, &start);
    struct record *record = game("classical", NULL, (const char *const[]){"Pe2-e4", NULL});
    ply_texts_begin(&texts, &start, NOTATION_SAN); /* these are short already */
    assert_string_equal(shown(&texts, record, &spot), "Pe2-e4");
    ply_texts_clear(&texts);
    ply_texts_begin(&texts, NULL, NOTATION_LONG); /* an unknown variant */
    assert_string_equal(shown(&texts, record, &spot), "Pe2-e4");
    ply_texts_clear(&texts);
    ply_texts_begin(&texts, &start, NOTATION_LONG);
    assert_string_equal(shown(&texts, record, &spot), "e4");
    ply_texts_clear(&texts);
    ply_texts_clear(&texts); /* again */
    record_free(record);
    ruleset_free(rules);
}

/* A ply whose text is edited has another path, and so has all that follows it. */
static void an_edit_changes_the_paths_after_it(void **state)
{
    (void)state;
    uint64_t path = path_on(path_on(path_start(), "e4"), "e5");
    assert_true(path == path_on(path_on(path_start(), "e4"), "e5"));
    assert_true(path != path_on(path_on(path_start(), "d4"), "e5"));
    assert_true(path != path_on(path_on(path_start(), "e5"), "e4"));
    assert_true(path != path_on(path_start(), "e5"));
    assert_true(path_on(path_start(), "") != 0);
}

static void long_games_are_shown(void **state)
{
    static const char *const round[][2] = {
        {"Ng1-f3", "Nf3"}, {"Ng8-f6", "Nf6"}, {"Nf3-g1", "Ng1"}, {"Nf6-g8", "Ng8"}};
    struct position start;
    struct ply_texts texts = {0};
    struct spot spot = spot_start();
    const char *first = NULL;
    (void)state;
    struct ruleset *rules = open_position("classical", NULL, &start);
    struct record *record = record_new("classical");
    ply_texts_begin(&texts, &start, NOTATION_LONG);
    for (int i = 0; i < 600; i++)
        line_append(&record->moves, round[i % 4][0]);
    uint64_t path = path_start();
    for (spot.ply = 1; spot.ply <= 600; spot.ply++) {
        const char *text = round[(spot.ply - 1) % 4][0];
        path = path_on(path, text);
        const char *out = ply_text(&texts, record, &spot, path);
        assert_string_equal(out, round[(spot.ply - 1) % 4][1]);
        first = first ? first : out;
    }
    spot.ply = 1;
    assert_ptr_equal(shown(&texts, record, &spot), first); /* not moved */
    ply_texts_clear(&texts);
    record_free(record);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- continuations */

/* Every form that people type means the same ply. */
static void a_ply_is_found_in_any_form(void **state)
{
    struct position now;
    struct note why;
    struct spot start = spot_start();
    (void)state;
    struct ruleset *rules = open_position("classical", NULL, &now);
    struct record *record = game("classical", NULL, (const char *const[]){"e2e4", NULL});
    struct spot spot = start;
    assert_int_equal(edit_play(record, &spot, "Ng1-f3", &why), 1);
    spot = start;
    assert_int_equal(edit_play(record, &spot, "Ke1-e5", &why), 1); /* illegal */
    struct way_sought sought = {record, &now, "e4"};
    assert_int_equal(way_sought_find(&sought, &start), 0);
    assert_true(way_sought_is(&sought, "e4"));
    assert_true(way_sought_is(&sought, "Pe2-e4"));
    assert_false(way_sought_is(&sought, "e3"));
    assert_false(way_sought_is(&sought, "Ke1-e5"));
    sought.text = "Nf3";
    assert_int_equal(way_sought_find(&sought, &start), 1);
    sought.text = "d4";
    assert_int_equal(way_sought_find(&sought, &start), -1);
    assert_null(way_sought_near(&sought, &start));
    record_free(record);
    ruleset_free(rules);
}

static void what_a_near_ply_lacks_is_said(void **state)
{
    static const struct {
        const char *variant, *position, *stored, *sought, *near;
    } rows[] = {
        {"turning-chess", NULL, "Pe2-e4(r)", "Pe2-e4", "its turn is not"},
        {"turning-chess", NULL, "Pe2-e4", "Pe2-e4(l)", "its turn is not"},
        {"turning-chess", NULL, "Pe2-e4(l)", "Pe2-e4(r)", "its turn is not"},
        {"turning-chess", NULL, "Pe2-e3(l)", "Pe2-e4(r)", NULL},
        {"classical", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e8=Q", "e8=N", "the new piece is not"},
        {"classical", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "Kb1", "e8=N", NULL},
        {"turning-chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "Pe7-e8=Q", "Pe7-e8=R(r)",
         "the new piece is not"},
        {"mirandas-veil", WAVES, "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]", "[Qc1-a1]~[Wa1-a2]", NULL},
        {"classical", NULL, "nonsense", "e4", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position now;
        struct spot start = spot_start();
        struct ruleset *rules = open_position(rows[i].variant, rows[i].position, &now);
        struct record *record =
            game(rows[i].variant, rows[i].position, (const char *const[]){rows[i].stored, NULL});
        struct way_sought sought = {record, &now, rows[i].sought};
        const char *near = way_sought_near(&sought, &start);
        if (!rows[i].near)
            assert_null(near);
        else
            assert_string_equal(near, rows[i].near);
        assert_int_equal(way_sought_find(&sought, &start), -1);
        record_free(record);
        ruleset_free(rules);
    }
}

/* ---------------------------------------------------------------- replacing a ply */

static void a_ply_is_replaced_by_another(void **state)
{
    struct position now;
    struct note why = {.text = ""};
    struct spot first = {.ply = 1}, side = spot_start();
    struct track track;
    char out[PLY_ROOM];
    (void)state;
    struct ruleset *rules = open_position("classical", NULL, &now);
    struct record *record =
        game("classical", NULL, (const char *const[]){"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", NULL});
    assert_int_equal(edit_play(record, &side, "c4", &why), 1);
    assert_int_equal(ply_replace_read(record, &first, &now, "Pe9", out, &why), FAIL_TEXT);
    assert_true(why.text[0] != '\0');
    assert_int_equal(ply_replace_read(record, &first, &now, "Pe2-e4", out, &why), FAIL_RULE);
    assert_string_equal(why.text, "e4 is already played here");
    assert_int_equal(ply_replace_read(record, &first, &now, "c2c4", out, &why), FAIL_RULE);
    assert_string_equal(why.text, "c4 is already a variation here, which you can move up");
    assert_int_equal(ply_replace_read(record, &first, &now, "Pd2-d4", out, &why), 0);
    assert_string_equal(out, "d4"); /* in the notation of the record */
    /* After d4 the Bishop on f1 does not reach b5. */
    edit_replace(record, &first, out);
    track_begin(&track, &now);
    assert_int_equal(ply_replace_cut(record, &first, &track), 3);
    assert_int_equal(record->moves.n, 4);
    assert_int_equal(track.plies, 4);
    assert_false(track.broken);
    assert_string_equal(record->moves.v[0].text, "d4");
    track_clear(&track);
    record_free(record);
    ruleset_free(rules);
}

/* Notes on the members of a cascade would belong to nothing afterwards. */
static void notes_on_members_keep_their_ply(void **state)
{
    struct position now;
    struct note why;
    struct spot first = {.ply = 1};
    char out[PLY_ROOM];
    (void)state;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &now);
    struct record *record = game(
        "mirandas-veil", WAVES, (const char *const[]){"[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]", NULL});
    record->notation = NOTATION_LONG;
    notes_step(node_notes(&record->moves.v[0]), 2, 0);
    assert_int_equal(ply_replace_read(record, &first, &now, "Ka2", out, &why), FAIL_RULE);
    assert_string_equal(why.text, "there are notes on the members of this ply: play Ka3-a2 as a "
                                  "variation");
    record_free(record);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- typed cascades */

struct heard {
    const struct position *position;
    const char *typed;
    size_t length;
    const char *sought; /* "" after it was listed */
    int listed, stop;   /* stop: after so many */
    bool whole;         /* a whole ply was listed */
};

/* Each text continues what was typed, and is a legal ply unless it ends in '~'. */
static int hear(enum form form, const char *text, void *argument)
{
    struct heard *heard = argument;
    struct ply ply = {0};
    struct note why;
    size_t length = strlen(text);
    assert_true(length > heard->length && !strncmp(text, heard->typed, heard->length));
    assert_true(form == FORM_LONG || form == FORM_SHORT);
    heard->listed++;
    if (!strcmp(text, heard->sought))
        heard->sought = "";
    if (text[length - 1] != '~') {
        heard->whole = true;
        if (heard->position->rules->rules->parse(heard->position, text, &ply, &why) < 0 &&
            !strstr(why.text, "ambiguous"))
            fail_msg("%s is offered, but refused: %s", text, why.text);
        ply_free(&ply);
    }
    return heard->stop && heard->listed >= heard->stop;
}

static struct heard listed(const struct position *position, const char *typed, const char *sought)
{
    struct heard heard = {position, typed, strlen(typed), sought, 0, 0, false};
    typed_cascade(position, typed, heard.length, hear, &heard);
    return heard;
}

/* After the typed members come whole plies, and members to type on (rules/croatian.md 13.1,
 * 13.2). */
static void typed_members_are_continued(void **state)
{
    static const struct {
        const char *variant, *position, *typed, *sought;
    } rows[] = {
        {"mirandas-veil", WAVES, "", "Qa1~"},
        {"mirandas-veil", WAVES, "", "[Qc1-a1]~"},
        {"mirandas-veil", WAVES, "Qa1", "Qa1~Wa5~"},
        {"mirandas-veil", WAVES, "Qa1", "Qa1~[Wa1-a5]~"},
        {"mirandas-veil", WAVES, "Qa1", "Qa1~Wa2"},
        {"mirandas-veil", WAVES, "[Qc1-a1]~[Wa1-a5]", "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~"},
        {"mirandas-veil", WAVES, "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]",
         "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]"},
        {"mirandas-veil", WAVES, "Qa1~Wa5~Wc5", "Qa1~Wa5~Wc5~Rd5"},
        {"mirandas-veil", PASSED_BY_WAVE, "Rf3~Wf10", "Rf3~Wf10~g11:P"},
        {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1", "Qe1",
         "Qe1~Ag3xP"},
        {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1", "Qe1",
         "Qe1~[Ae1-g3xP]"},
        /* a Shaman that a Wave activated activates a Knight of the other side (8.7) */
        {"conquest-of-tlalocan",
         "T22t/23k/24/24/15n8/24/24/24/24/24/24/24/24/24/5H3A3B10/24/24/24/24/24/24/24/KR3W18/t22T"
         " w - - 0 1",
         "Rf2~Wf10", "Rf2~Wf10~Hp20~"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct ruleset *rules = open_position(rows[i].variant, rows[i].position, &position);
        struct heard heard = listed(&position, rows[i].typed, rows[i].sought);
        if (*heard.sought)
            fail_msg("after '%s' there is no '%s' among %d", rows[i].typed, heard.sought,
                     heard.listed);
        if (!*rows[i].typed)
            assert_false(heard.whole); /* the caller lists them */
        ruleset_free(rules);
    }
}

static void nothing_continues_what_cannot_begin(void **state)
{
    static const char *const typed[] = {
        "Qz9",      /* no cell */
        "Xa1",      /* no piece */
        "Qb1",      /* activates nothing */
        "Ra1",      /* no Rook goes there */
        "[Qc2-a1]", /* there is no Queen on c2 */
        "Qa1~Rc5",  /* the piece in the air is a Wave */
        "Qa1~",     /* an empty member */
        "[Qc1-a1]~[Wa1-",
        "-",
    };
    struct position position;
    (void)state;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct heard heard = listed(&position, typed[i], "");
        if (heard.listed)
            fail_msg("'%s' is continued in %d ways", typed[i], heard.listed);
    }
    ruleset_free(rules);
    rules = open_position("classical", NULL, &position); /* no cascades */
    assert_int_equal(listed(&position, "", "").listed, 0);
    ruleset_free(rules);
}

static void the_list_stops_when_told(void **state)
{
    static const char *const typed[] = {"", "Qa1", "Qa1~Wa5~Wc5"};
    struct position position;
    (void)state;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        for (int stop = 1; stop <= 3; stop++) {
            struct heard heard = {&position, typed[i], strlen(typed[i]), "", 0, stop, false};
            typed_cascade(&position, typed[i], heard.length, hear, &heard);
            assert_int_equal(heard.listed, stop);
        }
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- steps through a ply */

struct walked {
    struct ruleset *rules;
    struct position before;
    struct ply ply;
    char text[400];
};

static void walk(struct walked *walked, const char *variant, const char *position, const char *text)
{
    struct note why;
    *walked = (struct walked){0};
    walked->rules = open_position(variant, position, &walked->before);
    if (walked->rules->rules->parse(&walked->before, text, &walked->ply, &why) < 0)
        fail_msg("%s: %s", text, why.text);
}

static void walked_end(struct walked *walked)
{
    ply_free(&walked->ply);
    ruleset_free(walked->rules);
}

/* The cells that a member passes: "a2 a3 a4 a5". */
static const char *passes(struct walked *walked, int member)
{
    cell_t path[WALK_CELLS_MAX];
    size_t used = 0;
    int n = ply_walk_path(&walked->before, &walked->ply, member, path, WALK_CELLS_MAX);
    walked->text[0] = '\0';
    for (int i = 0; i < n; i++)
        text_add(walked->text, sizeof walked->text, &used, "%s%s", i ? " " : "",
                 board_name(walked->rules->board, path[i]));
    return walked->text;
}

static const char *words(struct walked *walked, int member, int cell)
{
    ply_walk_words(&walked->before, &walked->ply, (struct walk_place){member, cell}, walked->text,
                   sizeof walked->text);
    return walked->text;
}

static void members_pass_cells(void **state)
{
    struct walked ply;
    cell_t one[1];
    (void)state;
    walk(&ply, "mirandas-veil", WAVES, "Qa1~Wa5~Wc5~Rd5");
    assert_int_equal(ply_walk_members(&ply.ply), 4);
    assert_string_equal(passes(&ply, 0), "b1 a1");
    assert_string_equal(passes(&ply, 1), "a2 a3 a4 a5");
    assert_string_equal(passes(&ply, 2), "b5 c5");
    assert_string_equal(passes(&ply, 3), "d5");
    assert_string_equal(passes(&ply, 4), "");                             /* there is none */
    assert_int_equal(ply_walk_path(&ply.before, &ply.ply, 1, one, 1), 1); /* no more than fit */
    ply_walk_text(&ply.before, &ply.ply, 1, ply.text, sizeof ply.text);
    assert_string_equal(ply.text, "[Wa1-a5]");
    ply_walk_text(&ply.before, &ply.ply, 3, ply.text, sizeof ply.text);
    assert_string_equal(ply.text, "[Rc5-d5]");
    walked_end(&ply);
    walk(&ply, "classical", NULL, "Nf3"); /* jumps */
    assert_int_equal(ply_walk_members(&ply.ply), 1);
    assert_string_equal(passes(&ply, 0), "f3");
    ply_walk_text(&ply.before, &ply.ply, 0, ply.text, sizeof ply.text);
    assert_string_equal(ply.text, "Ng1-f3");
    walked_end(&ply);
    walk(&ply, "turning-chess", NULL, "Pe2-e4(r)"); /* a turn passes nothing */
    assert_string_equal(passes(&ply, 0), "e3 e4");
    walked_end(&ply);
    walk(&ply, "triangle-corner-vs-side", NULL, "Pg2-f4/g3f3");
    assert_string_equal(passes(&ply, 0), "g3 f3 f4");
    walked_end(&ply);
    walk(&ply, "turnover", NULL, "Kd2-d4/W");
    assert_string_equal(passes(&ply, 0), "d3 d4");
    walked_end(&ply);
}

/* At every point of a ply the draft shows the piece where it is, and after the last member the
 * position is that after the ply. */
static void each_point_of_a_ply_can_be_shown(void **state)
{
    struct walked ply;
    struct draft draft = {0};
    struct position after;
    struct note why;
    (void)state;
    walk(&ply, "mirandas-veil", WAVES, "Qa1~Wa5~Wc5~Rd5");
    ply_walk_draft(&ply.before, &ply.ply, (struct walk_place){0, 0}, &draft);
    assert_int_equal(draft.held.kind, KIND_NONE); /* not lifted yet */
    assert_true(position_same(&draft.now, &ply.before));
    draft_clear(&draft);
    static const struct {
        int member, cell;
        char kind;
        const char *hand;
    } rows[] = {{0, 1, 'Q', "b1"},
                {1, 0, 'W', "a1"},
                {1, 2, 'W', "a3"},
                {2, 1, 'W', "b5"},
                {3, 0, 'R', "c5"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct walk_place place = {rows[i].member, rows[i].cell};
        ply_walk_draft(&ply.before, &ply.ply, place, &draft);
        assert_int_equal(draft.held.kind, ruleset_kind(ply.rules, rows[i].kind));
        assert_string_equal(board_name(ply.rules->board, draft.hand), rows[i].hand);
        assert_false(ply_walk_is_made(&ply.ply, place));
        draft_clear(&draft);
    }
    struct walk_place end = {4, 0};
    assert_true(ply_walk_is_made(&ply.ply, end));
    ply_walk_draft(&ply.before, &ply.ply, end, &draft);
    ply_play(&ply.before, &ply.ply, &after);
    assert_int_equal(draft_finish(&draft, &why), 0);
    assert_true(position_same(&draft.now, &after));
    draft_clear(&draft);
    walked_end(&ply);
}

static void the_piece_on_its_way_is_described(void **state)
{
    struct walked ply;
    (void)state;
    walk(&ply, "mirandas-veil", WAVES, "Qa1~Wa5~Wc5~Rd5");
    assert_string_equal(words(&ply, 0, 1), "White Queen from c1; 1 step made");
    assert_string_equal(words(&ply, 1, 0),
                        "in the air: White Wave from a1, momentum 2, moves like a Queen");
    assert_string_equal(words(&ply, 1, 2),
                        "in the air: White Wave from a1, momentum 2, moves like a Queen; "
                        "2 steps made, no momentum spent"); /* 7.2: a Wave passes on all */
    assert_string_equal(words(&ply, 3, 1),
                        "in the air: White Rook from c5, momentum 2; 1 step made, momentum left 1");
    assert_string_equal(words(&ply, 4, 0), "");
    walked_end(&ply);
    walk(&ply, "turnover", NULL, "Kd2-d4/W");
    assert_string_equal(words(&ply, 0, 1), "the Wall of the White Castle from d2; 1 step made");
    walked_end(&ply);
    walk(&ply, "turnover", NULL, "Ka1-b1");
    assert_string_equal(words(&ply, 0, 1), "White Castle from a1; 1 step made");
    walked_end(&ply);
    walk(&ply, "triangle-corner-vs-side", NULL, "Pg2-f4/g3f3");
    assert_string_equal(words(&ply, 0, 3), "White Pawn from g2; 3 steps made");
    walked_end(&ply);
    walk(
        &ply, "discovery",
        "T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/3N20/24/3M20/24/K23/t22T w - - 0 1",
        "Md4-d6*Nb1");
    assert_string_equal(words(&ply, 0, 1), "Monolith from d4; 1 step made");
    assert_string_equal(words(&ply, 0, 2),
                        "White Knight, sent off by the Monolith from d4; 2 steps made");
    walked_end(&ply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_forms_are_shown_short),
        cmocka_unit_test(other_texts_are_shown_as_stored),
        cmocka_unit_test(an_edit_changes_the_paths_after_it),
        cmocka_unit_test(long_games_are_shown),
        cmocka_unit_test(a_ply_is_found_in_any_form),
        cmocka_unit_test(what_a_near_ply_lacks_is_said),
        cmocka_unit_test(a_ply_is_replaced_by_another),
        cmocka_unit_test(notes_on_members_keep_their_ply),
        cmocka_unit_test(typed_members_are_continued),
        cmocka_unit_test(nothing_continues_what_cannot_begin),
        cmocka_unit_test(the_list_stops_when_told),
        cmocka_unit_test(members_pass_cells),
        cmocka_unit_test(each_point_of_a_ply_can_be_shown),
        cmocka_unit_test(the_piece_on_its_way_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
