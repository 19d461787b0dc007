/* test_guest.c - what a guest of an archive may change in a game, and what the guest may not
 * (archive/store/guest_policy.h). */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/record/edit.h"
#include "archive/store/guest_policy.h"
#include "archive/record/cursor.h"
#include "archive/store/store.h"
#include "archive/record/header_values.h"

#include <unistd.h>

static struct value *mark_extra(struct mark *mark)
{
    mark->extra.type = VALUE_MAP;
    return &mark->extra;
}

/* ana and bob have played four plies; bob has written a comment and added a variation; eve has a
 * mark there. */
static struct record *played(void)
{
    struct record *record = record_new("classical");
    struct spot spot = spot_start();
    record_set_player(record, 'w', "ana");
    record_set_player(record, 'b', "bob");
    record_set_text(record, "result.score", "0-1");
    value_set(value_map(&record->head, "end"), "plies", "4", true);
    value_set(value_map(&record->head, "journal"), "seq", "6", true);
    for (int i = 0; i < 4; i++)
        line_append(&record->moves, ((const char *const[]){"f3", "e5", "g4", "Qh4"})[i]);
    spot_go(record, &spot, 2);
    edit_comment(record, &spot, "bob", "not so good");
    edit_mark(record, &spot, NULL, "circle", "e5", "g");
    value_set(mark_extra(&record->moves.v[1].notes->marks.v[0]), "by", "eve", false);
    edit_nag(record, &(struct spot){.ply = 4}, 3);
    edit_mark(record, &(struct spot){.ply = 1}, NULL, "square", "f3", "g");
    assert_int_equal(edit_play(record, &spot, "e4", NULL), 1);
    edit_sign_line(record, &spot, "bob");
    edit_comment(record, &spot, NULL, "better");
    struct line *variation = &record->moves.v[2].notes->alts.v[0];
    text_replace(&variation->title, "Safer");
    text_replace(&variation->comment, "what I should have done");
    /* As if within a cascade */
    struct step_note *step = notes_step(node_notes(&record->moves.v[2]), 1, 2);
    comments_append(&step->comments, "and now", "bob");
    value_set(mark_extra(marks_append(&step->marks, "circle")), "by", "eve", false);
    text_replace(&step->marks.v[0].at, "g3");
    comments_append(&record->comments, "quick", "bob");
    value_set(mark_extra(marks_append(&record->marks, "circle")), "by", "bob", false);
    return record;
}

/* Change a copy as this user, and check whether the policy allows saving it. */
static void tries(const char *user, void (*change)(struct record *record, const char *user),
                  bool may)
{
    struct note why = {0};
    struct record *old = played(), *new = record_copy(old);
    change(new, user);
    assert_false(record_same(old, new));
    int result = guest_may_save(old, new, user, &why);
    if ((result == 0) != may)
        fail_msg("%s: %d %s", user, result, why.text);
    assert_true(may || (result == FAIL_RULE && *why.text));
    record_free(old);
    record_free(new);
}

static struct spot at(const struct record *record, int ply, bool variation)
{
    struct spot spot = spot_start();
    spot_go(record, &spot, ply);
    if (variation)
        spot_next(record, &spot, 1);
    return spot;
}

static void cut_game(struct record *record, const char *user)
{
    struct spot spot = at(record, 1, false);
    (void)user;
    assert_int_equal(edit_delete(record, &spot, NULL), 0);
}

static void promote(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, true);
    (void)user;
    assert_int_equal(edit_promote(record, &spot, NULL), 0);
}

static void change_result(struct record *record, const char *user)
{
    (void)user;
    record_set_text(record, "result.score", "1-0");
}

static void change_player(struct record *record, const char *user)
{
    record_set_player(record, 'b', user);
}

static void change_comment(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, false);
    (void)user;
    edit_comment(record, &spot, "bob", "very good");
}

static void remove_comment_in_variation(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, true);
    (void)user;
    edit_comment(record, &spot, NULL, "");
}

static void sign_for_another(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    (void)user;
    edit_comment(record, &spot, "dan", "I cheated");
}

static void erase_mark(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, false);
    (void)user;
    assert_string_equal(edit_marks(record, &spot)->v[0].at, "e5");
    marks_remove(&node_notes(spot_node(record, &spot))->marks, 0);
}

static void erase_unsigned_mark(struct record *record, const char *user)
{
    struct spot spot = at(record, 1, false);
    (void)user;
    marks_remove(&node_notes(spot_node(record, &spot))->marks, 0);
}

static void mark_by_name(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    edit_mark(record, &spot, user, "arrow", "e5 e4", "r");
}

static void mark_without_name(struct record *record, const char *user)
{
    (void)user;
    mark_by_name(record, NULL);
}

static void mark_for_another(struct record *record, const char *user)
{
    (void)user;
    mark_by_name(record, "dan");
}

static void judge(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, false);
    (void)user;
    edit_nag(record, &spot, 2);
}

static void take_judgement_away(struct record *record, const char *user)
{
    struct spot spot = at(record, 4, false);
    (void)user;
    edit_nag(record, &spot, 3);
}

static void judge_variation(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, true);
    (void)user;
    edit_nag(record, &spot, 5);
}

static void write_before(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    (void)user;
    node_notes(spot_node(record, &spot))->before = memory_text("Now it comes");
}

static void give_tags(struct record *record, const char *user)
{
    (void)user;
    record_set_tags(record, "short");
}

static void change_clock(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    (void)user;
    node_notes(spot_node(record, &spot))->emt = memory_text("0:00:01");
}

static void add_unsigned_variation(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    (void)user;
    assert_int_equal(edit_play(record, &spot, "d5", NULL), 1);
}

/* Even within their own addition, guests may not write comments in another name. */
static void quote_another(struct record *record, const char *user)
{
    struct spot spot = at(record, 3, false);
    assert_int_equal(edit_play(record, &spot, "d5", NULL), 1);
    edit_sign_line(record, &spot, user);
    edit_comment(record, &spot, "dan", "I am to blame");
}

static void quote_another_at_the_end(struct record *record, const char *user)
{
    struct spot spot = at(record, 4, false);
    (void)user;
    assert_int_equal(edit_play(record, &spot, "Kxh4", NULL), 1);
    edit_comment(record, &spot, "dan", "I am to blame");
}

/* Add another line of the same plies beside bob's, in his name: merging leaves such pairs, so
 * nothing else refuses it. */
static void forge_beside(struct record *record, const char *user)
{
    struct line *forged = lines_append(&record->moves.v[2].notes->alts);
    (void)user;
    line_append(forged, "e4");
    comments_append(&node_notes(line_append(forged, "Qh4"))->comments, "I am to blame", "bob");
    forged->by = memory_text("bob");
}

/* The same two lines, both genuine, in either order. */
static void add_beside(struct record *record, const char *user)
{
    struct line *own = lines_append(&record->moves.v[2].notes->alts);
    line_append(own, "e4");
    line_append(own, "Qh4");
    own->by = memory_text(user);
}

static void add_before(struct record *record, const char *user)
{
    struct lines *alts = &record->moves.v[2].notes->alts;
    add_beside(record, user);
    struct line first = alts->v[0];
    alts->v[0] = alts->v[1];
    alts->v[1] = first;
}

static void delete_variation(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, true);
    (void)user;
    assert_int_equal(edit_delete(record, &spot, NULL), 0);
}

static void go_on_in_variation(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, true);
    (void)user;
    assert_int_equal(edit_play(record, &spot, "Nc6", NULL), 1);
}

static void add_own(struct record *record, const char *user)
{
    struct spot spot = at(record, 2, false);
    edit_comment(record, &spot, user, "I think so too");
    edit_mark(record, &spot, user, "circle", "e5", "r");
    assert_int_equal(edit_play(record, &spot, "d4", NULL), 1);
    edit_sign_line(record, &spot, user);
    spot = at(record, 4, false);
    edit_comment(record, &spot, user, "mate");
}

static void play_on(struct record *record, const char *user)
{
    struct spot spot = at(record, 4, false);
    (void)user;
    assert_int_equal(edit_play(record, &spot, "Kxh4", NULL), 1);
}

/* -------------------------------------------------- every part of a record, one after the other */

static int part; /* the part to change */

/* Part of a comment that bob signed, tried by bob, too. */
static void change_part_of_comment(struct record *record, const char *user)
{
    struct comment *comment = &record->moves.v[1].notes->comments.v[0];
    char **const texts[] = {&comment->text, &comment->by, &comment->lang, &comment->on_date};
    assert_string_equal(comment->by, "bob");
    if (part < 4)
        text_replace(texts[part], part == 1 ? user : "de");
    else if (part == 4)
        comment->is_private = true;
    else
        value_set((comment->extra.type = VALUE_MAP, &comment->extra), "mood", "sad", false);
}

/* Part of a mark that eve made. */
static void change_part_of_mark(struct record *record, const char *user)
{
    struct mark *mark = &record->moves.v[1].notes->marks.v[0];
    char **const texts[] = {&mark->as, &mark->color, &mark->label,
                            &mark->at, &mark->from,  &mark->to};
    if (part < 6)
        text_replace(texts[part], "a1");
    else if (part < 8)
        cells_replace(part == 6 ? &mark->path : &mark->cells, "a1 b1");
    else
        value_set(&mark->extra, part == 8 ? "by" : "size", user, false);
}

static void change_part_of_variation(struct record *record, const char *user)
{
    struct line *line = &record->moves.v[2].notes->alts.v[0];
    char **const texts[] = {&line->title, &line->comment, &line->kind, &line->by};
    assert_string_equal(line->by, "bob");
    if (part < 4)
        text_replace(texts[part], part == 3 ? user : "another");
    else
        value_set((line->extra.type = VALUE_MAP, &line->extra), "mood", "sad", false);
}

static void change_fact(struct record *record, const char *user)
{
    struct notes *notes = node_notes(&record->moves.v[2]);
    char **const texts[] = {&notes->clk, &notes->emt, &notes->utc};
    (void)user;
    if (part < 3)
        text_replace(texts[part], "0:00:01");
    else if (part == 3)
        notes->side = 'b';
    else if (part == 4)
        notes->gap = true;
    else if (part == 5)
        notes->broken = true;
    else
        value_set((notes->other.type = VALUE_MAP, &notes->other), "eval", "+9", false);
}

static void change_step(struct record *record, const char *user)
{
    struct step_note *step = notes_step(record->moves.v[2].notes, 1, 2);
    (void)user;
    if (part == 0)
        text_replace(&step->comments.v[0].text, "and never");
    else if (part == 1)
        text_replace(&step->marks.v[0].at, "a1");
    else if (part == 2)
        comments_append(&notes_step(record->moves.v[2].notes, 1, 3)->comments, "so there", "dan");
    else
        marks_remove(&step->marks, 0);
}

static void judge_step(struct record *record, const char *user)
{
    (void)user;
    nags_add(&notes_step(record->moves.v[2].notes, 1, 2)->nags, 2);
}

static void change_whole(struct record *record, const char *user)
{
    (void)user;
    if (part == 0)
        text_replace(&record->comments.v[0].text, "slow");
    else if (part == 1)
        comments_append(&record->comments, "so there", "dan");
    else if (part == 2)
        marks_remove(&record->marks, 0);
    else if (part == 3)
        text_replace(&record->moves.v[2].text, "h4"); /* where no variation begins */
    else
        record_set_text(record, "event.name", "A great match");
}

/* A guest who adds plies at the end may not sign anything there in another name, neither the plies
 * nor what hangs on them. */
static void add_signed_by_another(struct record *record, const char *user)
{
    struct spot spot = at(record, 4, false);
    assert_int_equal(edit_play(record, &spot, "Kxh4", NULL), 1);
    struct notes *notes = node_notes(&record->moves.v[4]);
    (void)user;
    if (part == 0)
        value_set(mark_extra(marks_append(&notes->marks, "circle")), "by", "dan", false);
    else if (part == 1)
        comments_append(&notes_step(notes, 1, 1)->comments, "so there", "dan");
    else if (part == 2)
        line_append(lines_append(&notes->alts), "Ke2");
    else
        line_append(lines_append(line_then(&record->moves)), "Ke2");
}

static void every_part(const char *user, void (*change)(struct record *record, const char *user),
                       int parts, bool may)
{
    for (part = 0; part < parts; part++)
        tries(user, change, may);
}

static void no_part_of_what_others_wrote_can_change(void **state)
{
    (void)state;
    every_part("eve", change_part_of_comment, 6, false);
    every_part("ana", change_part_of_mark, 10, false);
    every_part("ana", change_part_of_variation, 5, false);
    every_part("bob", change_part_of_variation, 3, true);
    every_part("eve", change_fact, 7, false);
    every_part("ana", change_fact, 7, false);
    every_part("ana", change_step, 4, false);
    every_part("ana", change_whole, 5, false);
    every_part("eve", add_signed_by_another, 4, false);
    tries("eve", judge_step, false);
    tries("ana", judge_step, true);
}

static void add_to_log(struct record *record, const char *user)
{
    value_put(value_append(value_list(&record->head, "log")), user, STYLE_CANONICAL);
}

static void forget_journal(struct record *record, const char *user)
{
    (void)user;
    value_set(&record->head, "journal", NULL, false);
}

static void the_plies_played_cannot_change(void **state)
{
    (void)state;
    tries("ana", cut_game, false);
    tries("bob", promote, false);
    tries("ana", change_result, false);
    tries("eve", change_player, false);
    tries("ana", forget_journal, false);
    tries("eve", add_to_log, true); /* it records who saved */
}

static void what_others_wrote_cannot_change(void **state)
{
    (void)state;
    tries("eve", change_comment, false);
    tries("bob", change_comment, true);
    tries("eve", remove_comment_in_variation, false);
    tries("eve", sign_for_another, false);
    tries("ana", erase_mark, false);
    tries("eve", erase_mark, true);
    tries("ana", delete_variation, false);
    tries("bob", delete_variation, true);
    tries("eve", change_clock, false);
    tries("bob", change_clock, false);
}

/* Unsigned notes belong to the players; in a variation, to its author. */
static void unsigned_notes_belong_to_the_players(void **state)
{
    static void (*const changes[])(struct record *, const char *) = {
        judge,     take_judgement_away, write_before,
        give_tags, erase_unsigned_mark, mark_without_name};
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        tries("eve", changes[i], false);
        tries("ana", changes[i], true);
        tries("bob", changes[i], true);
    }
    tries("eve", judge_variation, false);
    tries("ana", judge_variation, false);
    tries("bob", judge_variation, true);
}

static void additions_must_be_signed(void **state)
{
    (void)state;
    tries("eve", mark_by_name, true);
    tries("eve", mark_for_another, false);
    tries("ana", mark_for_another, false);
    tries("eve", add_unsigned_variation, false);
    tries("eve", quote_another, false);
    tries("eve", quote_another_at_the_end, false);
    tries("eve", forge_beside, false);
    tries("eve", add_beside, true);
    tries("eve", add_before, true);
}

static void every_guest_can_add(void **state)
{
    (void)state;
    tries("eve", add_own, true);
    tries("ana", go_on_in_variation, true);
    tries("eve", play_on, true);
}

/* Plies added to the end of the game can be removed again, down to those that were played. */
static void added_plies_can_be_removed(void **state)
{
    struct record *old = played(), *new;
    struct note why;
    (void)state;
    play_on(old, "eve");
    new = record_copy(old);
    struct spot spot = at(new, 5, false);
    assert_int_equal(edit_delete(new, &spot, NULL), 0);
    assert_int_equal(guest_may_save(old, new, "ana", &why), 0);
    assert_int_equal(edit_delete(new, &spot, NULL), 0);
    assert_int_equal(guest_may_save(old, new, "ana", &why), FAIL_RULE);
    record_free(old);
    record_free(new);
}

/* The store enforces the policy: a guest's store saves nothing else, creates only games that were
 * played, and deletes none. */
static void the_store_enforces_the_policy(void **state)
{
    char top[] = "/tmp/chesscade-guest-XXXXXX", path[64], command[100];
    struct store *store, *guest;
    struct version version = {0};
    struct note why;
    (void)state;
    assert_non_null(mkdtemp(top));
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    struct record *record = played(), *own = record_new("classical"), *read;
    assert_int_equal(store_save(store, record, &version, &why), 0);
    store_close(store);
    assert_int_equal(
        store_open(&guest, path, &(struct store_options){.user = "eve", .guest = true}, &why), 0);
    store_scan(guest, 100);
    cut_game(record, "eve");
    assert_int_equal(store_save(guest, record, &version, &why), FAIL_RULE);
    assert_int_equal(store_load(guest, store_find(guest, record->id), &read, &version, NULL, &why),
                     0);
    assert_int_equal(read->moves.n, 4);
    add_own(read, "eve");
    assert_int_equal(store_save(guest, read, &version, &why), 0);
    assert_int_equal(store_remove(guest, read->id, &version, &why), FAIL_RULE);
    struct version none = {0};
    assert_int_equal(store_save(guest, own, &none, &why), FAIL_RULE);
    assert_int_equal(store_add(guest, &own, 1, NULL, &why), FAIL_RULE);
    int result;
    const struct store_text text = {.bytes = "chesscade: 1\n", .size = 13};
    assert_int_equal(store_add_texts(guest, &text, 1, &result, &why), FAIL_RULE);
    assert_true(store_shared(guest)); /* so the program signs what it writes */
    struct record *changed = record_copy(read);
    change_comment(changed, "eve");
    /* Refused before the user tries */
    assert_int_equal(store_may_save(guest, read, changed, &why), FAIL_RULE);
    record_free(changed);
    record_free(read);
    record_free(own);
    record_free(record);
    store_close(guest);
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    assert_int_equal(system(command), 0);
}

/* A collection belongs to its author. */
static void collections_belong_to_their_authors(void **state)
{
    char top[] = "/tmp/chesscade-guest-XXXXXX", path[64], command[100];
    struct store *ana, *eve;
    struct collection own, read;
    struct note why;
    (void)state;
    assert_non_null(mkdtemp(top));
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    assert_int_equal(
        store_open(&ana, path, &(struct store_options){.user = "ana", .guest = true}, &why), 0);
    assert_int_equal(
        store_open(&eve, path, &(struct store_options){.user = "eve", .guest = true}, &why), 0);
    collection_begin(&own, "Best games", "somebody");
    assert_int_equal(store_collection_save(ana, &own, &why), 0);
    assert_string_equal(collection_text(&own, "by"), "ana");
    assert_int_equal(store_collection_load(eve, collection_text(&own, "id"), &read, NULL, &why), 0);
    collection_set(&read, "title", "Worst games");
    collection_set(&read, "by", "eve");
    assert_int_equal(store_collection_save(eve, &read, &why), FAIL_RULE);
    assert_int_equal(store_collection_remove(eve, &read, &why), FAIL_RULE);
    collection_set(&own, "title", "My best games");
    collection_set(&own, "by", "bob"); /* nobody writes in another name */
    assert_int_equal(store_collection_save(ana, &own, &why), 0);
    assert_string_equal(collection_text(&own, "by"), "ana");
    assert_int_equal(store_collection_remove(ana, &own, &why), 0);
    collection_clear(&own);
    collection_clear(&read);
    store_close(ana);
    store_close(eve);
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plies_played_cannot_change),
        cmocka_unit_test(what_others_wrote_cannot_change),
        cmocka_unit_test(no_part_of_what_others_wrote_can_change),
        cmocka_unit_test(unsigned_notes_belong_to_the_players),
        cmocka_unit_test(additions_must_be_signed),
        cmocka_unit_test(every_guest_can_add),
        cmocka_unit_test(added_plies_can_be_removed),
        cmocka_unit_test(the_store_enforces_the_policy),
        cmocka_unit_test(collections_belong_to_their_authors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
