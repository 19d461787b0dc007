/* test_replay.c - from records to positions: examples, random walks, edits, and games with illegal
 * plies. */
#include "tests/support/positions.h"

#include "archive/summary/summary.h"
#include "archive/pgn/pgn.h"
#include "archive/record/record.h"
#include "archive/replay/replay.h"
#include "archive/store/verify.h"
#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/ply_text.h"

static const char *const examples[] = {"1-classical", "2-croatian", "3-triangles", "4-turning",
                                       "5-turnover"};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static struct record *example(int number)
{
    char name[100], bytes[16384];
    struct record *record = NULL;
    struct note why = {0};
    snprintf(name, sizeof name, "tests/archives/%s.yaml", examples[number]);
    FILE *file = fopen(source_file(name), "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (record_read(bytes, size, 1, NULL, &record, NULL, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    return record;
}

static void text_of(const struct replay *replay, char *text)
{
    replay->rules->rules->write(&replay->track.now, text, POSITION_TEXT_MAX + 1);
}

/* The result of going straight to a spot: the return value, the plies played, the position. */
static int go_straight_to(const struct record *record, const struct spot *spot, int *plies,
                          char *text)
{
    struct replay replay;
    struct note why;
    assert_int_equal(replay_open(&replay, record, &why), 0);
    int result = replay_go(&replay, record, spot, &why);
    *plies = replay.track.plies;
    text_of(&replay, text);
    replay_clear(&replay);
    return result;
}

/* The plies and `end` of the examples follow the rules of their variants; a ply that cannot be
 * replayed is marked as such. */
static void examples_follow_the_rules(void **state)
{
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        struct record *record = example(i);
        assert_int_equal(replay_check(record, NULL, NULL), 0);
        record_free(record);
    }
}

/* Whichever way leads to a spot, step by step there and back or straight, the position is the
 * same. */
static void every_way_leads_to_the_same_position(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int i = 0; i < EXAMPLES; i++) {
        struct record *record = example(i);
        struct spot all[200], spot = spot_start();
        int n = 0;
        do
            all[n++] = spot;
        while (n < 200 && spot_following(record, &spot));
        struct replay replay;
        struct note why;
        assert_int_equal(replay_open(&replay, record, &why), 0);
        for (int walk = 0; walk < 100; walk++) {
            char here[POSITION_TEXT_MAX + 1], there[POSITION_TEXT_MAX + 1];
            int plies;
            seed = seed * 1664525u + 1013904223u;
            const struct spot *to = &all[(seed >> 8) % (unsigned)n];
            int result = replay_go(&replay, record, to, &why);
            assert_int_equal(result, go_straight_to(record, to, &plies, there));
            assert_int_equal(replay.track.plies, plies);
            text_of(&replay, here);
            assert_string_equal(here, there);
        }
        replay_clear(&replay);
        record_free(record);
    }
}

static struct record *game(const char *variant, const char *plies)
{
    struct record *record = record_new(variant);
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    for (const char *p = plies + strspn(plies, " "); *p; p += strspn(p, " ")) {
        char text[40];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(p, " "), p);
        line_append(&record->moves, text);
        p += strcspn(p, " ");
    }
    return record;
}

static void a_replay_notices_edits(void **state)
{
    (void)state;
    struct record *record = game("classical", "e4 e5 Nf3 Nc6");
    struct replay replay;
    struct note why;
    char text[POSITION_TEXT_MAX + 1];
    struct spot end = {.ply = 4};
    assert_int_equal(replay_open(&replay, record, &why), 0);
    assert_int_equal(replay_go(&replay, record, &end, &why), 0);
    text_replace(&record->moves.v[1].text, "c5");
    assert_int_equal(replay_go(&replay, record, &end, &why), 0);
    text_of(&replay, text);
    assert_string_equal(text, "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    replay_clear(&replay);
    record_free(record);
}

/* R17: the game is shown up to the ply that cannot be replayed, with a sentence. */
static void broken_games_are_shown_up_to_the_error(void **state)
{
    (void)state;
    struct record *record = game("classical", "e4 e5 Nf6 Nc6");
    struct replay replay;
    struct note why = {0};
    struct spot end = {.ply = 4};
    assert_int_equal(replay_open(&replay, record, &why), 0);
    assert_true(replay_go(&replay, record, &end, &why) < 0);
    assert_int_equal(replay.track.plies, 2);
    assert_true(why.text[0]);
    assert_true(replay_go(&replay, record, &(struct spot){.ply = 2}, &why) == 0);
    replay_clear(&replay);
    record_free(record);
}

/* Nothing is known of a missing ply, not even that the turn was passed: the plies after it cannot
 * be shown. */
static void nothing_after_a_missing_ply_is_shown(void **state)
{
    (void)state;
    struct record *record = game("classical", "e4 -- Nf3");
    struct replay replay;
    struct note why = {0};
    const struct spot end = {.ply = 3};
    assert_int_equal(replay_open(&replay, record, &why), 0);
    assert_int_equal(replay_go(&replay, record, &end, &why), 0); /* a pass */
    node_notes(&record->moves.v[1])->gap = true;
    for (int go_straight_to = 0; go_straight_to < 2; go_straight_to++) {
        assert_int_equal(replay_go(&replay, record, &end, &why), FAIL_RULE);
        assert_string_equal(why.text, "the file has a gap here: what follows cannot be shown");
        assert_int_equal(replay.track.plies, 1);
        replay_clear(&replay);
        assert_int_equal(replay_open(&replay, record, &why), 0);
    }
    assert_int_equal(replay_check(record, NULL, NULL), 0); /* the ply is marked as a gap */
    replay_clear(&replay);
    record_free(record);
}

static const char broken_text[] =
    "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H0'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
    "- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nresult: {score: '1-0'}\nmoves:\n- 'e4'\n- 'e5'\n"
    "- m: 'Qxz9'\n  broken: true\n- 'Nc6'\nunparsed: 'Bb5 {the rest} a6'\n";

/* R17: a game with an illegal ply is listed. Comments, headers and variations can be added before,
 * at and after that ply; the rest stays as it was, and exports contain everything. */
static void broken_games_can_be_listed_edited_and_exported(void **state)
{
    (void)state;
    struct listing listing = {0};
    struct record *record, *again;
    struct yaml_text text = {0};
    struct note why = {0};
    struct replay replay;
    listing_read(&listing, broken_text, strlen(broken_text), 1, NULL);
    assert_false(listing.damaged);
    assert_int_equal(listing.plies, 4);
    assert_string_equal(listing.player[1], "Ivo");
    listing_clear(&listing);
    if (record_read(broken_text, strlen(broken_text), 1, NULL, &record, NULL, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(replay_open(&replay, record, &why), 0);
    assert_true(replay_go(&replay, record, &(struct spot){.ply = 4}, &why) < 0);
    assert_int_equal(replay.track.plies, 2);
    replay_clear(&replay);
    for (int i = 0; i < 4; i++)
        comments_append(&node_notes(&record->moves.v[i])->comments, "looked at", NULL);
    line_append(lines_append(&node_notes(&record->moves.v[1])->alts), "c5");
    record_set_text(record, "event.name", "Found in a drawer");
    record_write(record, &text);
    again = record_copy(record); /* copied as undo, drafts and merges do */
    assert_true(record_same(record, again));
    record_free(again);
    if (record_read(text.v, (size_t)text.n, 1, NULL, &again, NULL, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(again->moves.n, 4);
    assert_string_equal(again->moves.v[2].text, "Qxz9");
    assert_true(again->moves.v[2].notes->broken);
    assert_false(again->moves.v[3].notes->broken);
    assert_string_equal(again->moves.v[3].notes->comments.v[0].text, "looked at");
    assert_string_equal(again->moves.v[1].notes->alts.v[0].v[0].text, "c5");
    assert_string_equal(again->unparsed, "Bb5 {the rest} a6");
    char *pgn = pgn_write(again);
    static const char *const kept[] = {"Found in a drawer", "1. e4", "c5", "Qxz9", "Nc6",
                                       "Bb5 {the rest} a6", "1-0"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strstr(pgn, kept[i]))
            fail_msg("'%s' is not in\n%s", kept[i], pgn);
    free(pgn);
    yaml_text_clear(&text);
    record_free(again);
    record_free(record);
}

/* The findings in order, as text: "ply: sentence", preceded by "told" if the game itself marks the
 * ply. */
static void collect(const struct finding *finding, void *argument)
{
    struct yaml_text *text = argument;
    char line[500];
    snprintf(line, sizeof line, "%s%d: %s\n", finding->told ? "told " : "", finding->number,
             finding->text);
    yaml_text_add(text, line, strlen(line));
}

static void findings_explain_the_error(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *plies, *path, *value, *says; /* NULL: no finding */
    } rows[] = {
        {"classical", "e4 e5", NULL, NULL, NULL},
        {"classical", "e4 e5 Ke3", NULL, NULL, "3: 'Ke3' does not replay"},
        {"classical", "e4 e5", "end.plies", "2", NULL},
        {"classical", "e4 e5", "end.plies", "3", "0: 'end' says 3 plies, but there are 2"},
        {"classical", "e4", "end.position",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", NULL},
        {"classical", "e4", "end.position",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", "a different position"},
        {"classical", "Kd2", "start.position", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL},
        {"classical", "e4", "start.position", "nothing", "0: the start position cannot be read"},
        {"classical", "e4", "rules.options.colour", "green", "0: classical has no option 'colour'"},
        {"no-such-game", "Xa1-a2", NULL, NULL, "0: there is no variant 'no-such-game'"},
        {"turning-chess", "Pf2-f3(r) Pe7-e5 Pf3-g4(r)", NULL, NULL, NULL},
        {"classical", "f3 e5 g4 Qh4# a3", NULL, NULL, "5: 'a3' does not replay"},
        {"classical", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", NULL,
         NULL, NULL},
        {"classical", "e4 -- d4", NULL, NULL, NULL},
        {"classical", "--", "start.position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
         "1: '--' does not replay"}, /* stalemate */
        {"classical", "Kd2 Kd7", "start.position", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = game(rows[i].variant, rows[i].plies);
        struct yaml_text text = {0};
        if (rows[i].path)
            record_set_text(record, rows[i].path, rows[i].value);
        int findings = replay_check(record, collect, &text);
        yaml_text_add(&text, "", 0);
        if (findings != (rows[i].says != NULL) || (rows[i].says && !strstr(text.v, rows[i].says)))
            fail_msg("row %d: %d findings: %s", (int)i, findings, text.v);
        yaml_text_clear(&text);
        record_free(record);
    }
}

static void marked_plies_and_variations_are_checked(void **state)
{
    (void)state;
    struct record *record = game("classical", "e4 e5 Ke3");
    struct yaml_text text = {0};
    struct lines *alts = &node_notes(&record->moves.v[1])->alts;
    line_append(lines_append(alts), "c5");
    line_append(&alts->v[0], "Qh8");
    line_append(lines_append(line_then(&record->moves)), "e5");
    node_notes(&record->moves.v[2])->broken = true;
    node_notes(&record->moves.v[0])->side = 'b';
    assert_int_equal(replay_check(record, collect, &text), 2);
    assert_non_null(strstr(text.v, "1: the ply names side 'b', but 'w' is to move\n"));
    assert_non_null(strstr(text.v, "\n3: 'Qh8' does not replay"));
    assert_non_null(strstr(text.v, "told 3: 'Ke3' does not replay"));
    yaml_text_clear(&text);
    record_free(record);
}

/* One of three players leaves after a ply: out for the next ply, and back when the reader goes
 * back. */
static void players_of_three_leave_between_plies(void **state)
{
    (void)state;
    struct record *record = example(2);
    struct replay replay;
    struct note why;
    struct value *event =
        value_append(value_list(&node_notes(&record->moves.v[2])->other, "events"));
    value_clear(event);
    event->type = VALUE_MAP;
    value_set(event, "is", "resigns", false);
    value_set(event, "side", "w", false);
    assert_int_equal(replay_open(&replay, record, &why), 0);
    assert_int_equal(replay_go(&replay, record, &(struct spot){.ply = 3}, &why), 0);
    assert_int_equal(replay.track.now.side, BLACK);
    assert_true(words_is_out(&replay.track.now, WHITE));
    /* White is out: the fourth ply, White's, cannot be played. */
    assert_true(replay_go(&replay, record, &(struct spot){.ply = 4}, &why) < 0);
    assert_int_equal(replay.track.plies, 3);
    text_replace(&record->moves.v[3].text, "Nj6-k4");
    node_notes(&record->moves.v[3])->side = 'b';
    assert_int_equal(replay_go(&replay, record, &(struct spot){.ply = 4}, &why), 0);
    assert_int_equal(replay_go(&replay, record, &(struct spot){.ply = 2}, &why), 0);
    assert_false(words_is_out(&replay.track.now, WHITE));
    replay_clear(&replay);
    record_free(record);
}

static void documents_are_verified_by_their_kind(void **state)
{
    (void)state;
    static const char *const files[] = {"1-classical", "7-archive", "8-collection"};
    for (int i = 0; i < 3; i++) {
        char name[100], bytes[16384];
        snprintf(name, sizeof name, "tests/archives/%s.yaml", files[i]);
        FILE *file = fopen(source_file(name), "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        assert_int_equal(verify_document(bytes, size, 1, NULL, NULL, NULL, NULL), 0);
        /* The last line is cut. */
        assert_int_equal(verify_document(bytes, size - 9, 1, NULL, NULL, NULL, NULL), 1);
    }
    static const char wrong[] = "chesscade: 1\nkind: 'collection'\nid: 'x'\n";
    struct yaml_text text = {0};
    assert_int_equal(verify_document(wrong, sizeof wrong - 1, 1, NULL, NULL, collect, &text), 1);
    assert_non_null(strstr(text.v, "'id' should be an id"));
    yaml_text_clear(&text);
}

/* A Queen and three Waves that activate each other again and again between a5 and e5, `rounds`
 * times (rules/croatian.md 7.1: without limit). */
static const char waves[] = "15k/16/16/16/16/16/16/16/16/16/16/W3W11/16/K15/16/W1Q13 w - - 0 1";
static char *endless_ply(int rounds)
{
    static const char round[] = "[We5-a5]~[Wa5-e5]~";
    size_t size = 64 + (size_t)rounds * sizeof round, used = 0;
    char *text = memory_new(size, 1);
    text_add(text, size, &used, "[Qc1-a1]~[Wa1-e5]~");
    for (int i = 0; i < rounds; i++)
        text_add(text, size, &used, "%s", round);
    text_add(text, size, &used, "[We5-b5]");
    return text;
}

/* A file holds at most 4096 bytes of a ply's text. A longer ply is refused, never cut. */
static void a_ply_is_stored_whole_or_refused(void **state)
{
    (void)state;
    static const struct {
        int rounds, result;
    } rows[] = {{1, 0}, {60, 0}, {226, 0}, {227, FAIL_LIMIT}, {400, FAIL_LIMIT}}; /* 26 bytes, and
                                                                                     18 a round */
    struct position start;
    struct ruleset *rules = open_position("mirandas-veil", waves, &start);
    struct record *record = record_new("mirandas-veil");
    struct spot spot = spot_start();
    struct note why;
    record->notation = NOTATION_LONG;
    line_append(&record->moves, "Kb3-b4");
    spot.ply = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = endless_ply(rows[i].rounds), kept[PLY_ROOM];
        struct ply ply = {0};
        assert_int_equal(rules->rules->parse(&start, text, &ply, &why), 0);
        assert_int_equal(ply_kept(&start, &ply, FORM_LONG, kept, &why), rows[i].result);
        if (rows[i].result == 0)
            assert_string_equal(kept, text);
        assert_int_equal(ply_replace_read(record, &spot, &start, text, kept, &why), rows[i].result);
        if (rows[i].result == 0)
            assert_string_equal(kept, text);
        else
            assert_non_null(strstr(why.text, "a game stores at most 4096"));
        ply_free(&ply);
        free(text);
    }
    record_free(record);
    ruleset_free(rules);
}

/* In a PGN file a short form may become longer than that: then the original text is kept and marked
 * as broken. */
static void an_imported_ply_is_not_cut(void **state)
{
    (void)state;
    char text[4096];
    size_t used = 0;
    text_add(text, sizeof text, &used,
             "[Variant \"mirandas-veil\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n1. Qa1~We5~", waves);
    size_t from = used - strlen("Qa1~We5~");
    for (int i = 0; i < 227; i++)
        text_add(text, sizeof text, &used, "Wa5~We5~");
    text_add(text, sizeof text, &used, "Wb5");
    struct pgn_reader reader;
    pgn_begin(&reader, text, used);
    struct record *record = pgn_next(&reader);
    assert_int_equal(record->moves.n, 1);
    assert_string_equal(record->moves.v[0].text, text + from);
    assert_true(record->moves.v[0].notes && record->moves.v[0].notes->broken);
    pgn_end(&reader);
    record_free(record);
}

/* The longest text that a file holds, and equally long text with check signs: PGN reads it like any
 * other word. */
static void the_longest_ply_is_imported(void **state)
{
    (void)state;
    char *longest = endless_ply(226), text[5000];
    size_t used = 0;
    text_add(text, sizeof text, &used,
             "[Variant \"mirandas-veil\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n1. %s++ *", waves,
             longest);
    assert_int_equal(strlen(longest) + 2, PLY_BYTES_MAX);
    struct pgn_reader reader;
    pgn_begin(&reader, text, used);
    struct record *record = pgn_next(&reader);
    assert_int_equal(record->moves.n, 1);
    assert_string_equal(record->moves.v[0].text, longest);
    assert_false(record->moves.v[0].notes && record->moves.v[0].notes->broken);
    pgn_end(&reader);
    record_free(record);
    free(longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_imported_ply_is_not_cut),
        cmocka_unit_test(the_longest_ply_is_imported),
        cmocka_unit_test(a_ply_is_stored_whole_or_refused),
        cmocka_unit_test(examples_follow_the_rules),
        cmocka_unit_test(every_way_leads_to_the_same_position),
        cmocka_unit_test(a_replay_notices_edits),
        cmocka_unit_test(broken_games_are_shown_up_to_the_error),
        cmocka_unit_test(nothing_after_a_missing_ply_is_shown),
        cmocka_unit_test(broken_games_can_be_listed_edited_and_exported),
        cmocka_unit_test(findings_explain_the_error),
        cmocka_unit_test(marked_plies_and_variations_are_checked),
        cmocka_unit_test(players_of_three_leave_between_plies),
        cmocka_unit_test(documents_are_verified_by_their_kind),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
