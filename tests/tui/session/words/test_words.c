/* test_words.c - the sentences of tui/session/words: one of every event of a game, of all news of
 * live games, shared reading and the lobby, and of imports. Both clients take them from there. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/live/journal.h"
#include "archive/record/header_values.h"
#include "core/family.h"
#include "tui/session/describe.h"
#include "tui/session/words/game_words.h"
#include "tui/session/words/list_words.h"
#include "tui/session/words/live_words.h"

#include <string.h>

static struct note because = {"a reason", -1};

static void assert_worded(const char *what, int number, const struct worded *worded,
                          const char *text, bool error, bool named)
{
    if (strcmp(worded->text, text) != 0)
        fail_msg("%s %d: '%s', not '%s'", what, number, worded->text, text);
    if (worded->error != error || worded->named != named)
        fail_msg("%s %d: error %d, named %d", what, number, worded->error, worded->named);
}

/* ---------------------------------------------------------------- an open game */

static void session_start(struct game_session *game)
{
    struct record *record = record_new("classical");
    *game = (struct game_session){.offer = WHITE};
    record_set_player(record, 'w', "ana");
    record->rev = 7;
    edits_begin(&game->edits, record);
    assert_int_equal(session_open_rules(game), 0);
}

static void session_stop(struct game_session *game)
{
    track_clear(&game->track);
    edits_clear(&game->edits);
    ruleset_free(game->rules);
}

static void every_event_of_a_game_has_its_sentence(void **state)
{
    static const struct {
        struct game_event event;
        const char *text;
        bool error, named;
    } rows[] = {
        {{.kind = GAME_MOVED}, "", 0, 0},
        {{.kind = GAME_CHANGED}, "", 0, 0},
        {{.kind = GAME_DRAFT}, "", 0, 0},
        {{.kind = GAME_DRAFT_FAILED, .why = &because},
         "your unsaved changes cannot be stored: a reason",
         1,
         0},
        {{.kind = GAME_UNDONE, .text = "e4"}, "undone: e4", 0, 0},
        {{.kind = GAME_UNDONE, .text = "e4", .yes = true}, "redone: e4", 0, 0},
        {{.kind = GAME_PLAYED, .text = "e4"}, "", 0, 0},
        {{.kind = GAME_NEW_VARIATION}, "this is a new variation", 0, 0},
        {{.kind = GAME_LOSES, .text = "e4", .why = &because, .rule = "rules/x.md 1"},
         "e4 loses the game: a reason (rules/x.md 1)",
         0,
         1},
        {{.kind = GAME_LOSES, .text = "e4", .why = &because}, "e4 loses the game: a reason", 0, 1},
        {{.kind = GAME_ENDED, .side = BLACK, .text = "time"}, "Black has won: time", 0, 1},
        {{.kind = GAME_ENDED, .side = NOBODY, .text = "agreement", .rule = "rules/x.md 1"},
         "the game is drawn: agreement (rules/x.md 1)",
         0,
         0},
        {{.kind = GAME_REOPENED, .text = "1-0"},
         "the game continues: its result (1-0) is removed",
         0,
         0},
        {{.kind = GAME_SIDE_LEFT, .side = WHITE}, "ana resigns", 0, 1},
        {{.kind = GAME_SIDE_LEFT, .side = WHITE, .yes = true}, "ana has no time left", 0, 1},
        {{.kind = GAME_OFFERED, .side = WHITE, .next = BLACK},
         "ana offers a draw: Black must answer, {accept} or {decline}",
         0,
         1},
        {{.kind = GAME_AGREED, .side = BLACK, .next = WHITE},
         "Black agrees; ana must still answer, {accept} or {decline}",
         0,
         1},
        {{.kind = GAME_DECLINED, .side = NOBODY}, "the offer is declined", 0, 0},
        {{.kind = GAME_DECLINED, .side = BLACK}, "Black declines the draw", 0, 1},
        {{.kind = GAME_TAKEN_BACK, .count = 1}, "the last ply is taken back", 0, 0},
        {{.kind = GAME_TAKEN_BACK, .count = 2},
         "the last 2 plies are taken back, to your turn",
         0,
         0},
        {{.kind = GAME_RESUMED}, "the game continues", 0, 0},
        {{.kind = GAME_REMATCH}, "a new game of Classical Chess begins", 0, 0},
        {{.kind = GAME_SEATED, .side = BLACK, .text = "computer", .yes = true},
         "computer plays Black",
         0,
         1},
        {{.kind = GAME_SEATED, .side = BLACK, .text = "Black"},
         "a person plays Black from now on",
         0,
         0},
        {{.kind = GAME_COMPUTER_PLAYED}, "", 0, 0},
        {{.kind = GAME_CAME_BACK, .text = "1... e5"},
         "the computer has played 1... e5 at the end of the game: {end} goes there",
         0,
         0},
        {{.kind = GAME_COMPUTER_STUCK},
         "the computer pauses: {computer again} lets it try again",
         0,
         0},
        {{.kind = GAME_COMPUTER_BROKE, .why = &because},
         "a reason; play a ply for it, or {computer again} lets it try again",
         1,
         0},
        {{.kind = GAME_COMPUTER_PAUSED}, "the computer pauses: {computer again} resumes", 0, 0},
        {{.kind = GAME_COMPUTER_GOES_ON}, "the computer plays again", 0, 0},
        {{.kind = GAME_SAVED, .text = ""}, "saved as revision 7", 0, 0},
        {{.kind = GAME_SAVED, .text = "old", .yes = true, .of = 1},
         "saved, with what someone else changed meanwhile, as revision 7; this game has another "
         "draft: open the game again to resume that draft; somebody moved the game to old, and it "
         "is saved there",
         0,
         0},
        {{.kind = GAME_NOT_SAVED, .why = &because}, "the game is not saved: a reason", 1, 0},
        {{.kind = GAME_CONFLICT},
         "nothing is saved yet; someone else changed the same fields meanwhile",
         1,
         0},
        {{.kind = GAME_COMMENTED, .yes = true}, "the comment is written", 0, 0},
        {{.kind = GAME_COMMENTED}, "the comment is removed", 0, 0},
        {{.kind = GAME_JUDGED, .count = 1, .yes = true, .text = "! on e4"},
         "the judgement is written: good move; {undo} undoes it",
         0,
         0},
        {{.kind = GAME_JUDGED, .count = 999, .text = "$999 removed from e4"},
         "the judgement is removed: $999 removed from e4; {undo} undoes it",
         0,
         0},
        {{.kind = GAME_MARKED, .count = 1, .text = "e4", .color = "red"},
         "e4: the mark is drawn, red",
         0,
         0},
        {{.kind = GAME_MARKED, .count = -1, .text = "e2 e4", .color = "red", .yes = true},
         "e2 e4: the arrow is erased",
         0,
         0},
        {{.kind = GAME_MARKED, .text = "e4", .color = "red"}, "e4: the mark is now red", 0, 0},
        {{.kind = GAME_LINE_MOVED_UP}, "the line is moved up; {undo} undoes it", 0, 0},
        {{.kind = GAME_DELETED}, "this ply and all after it are deleted; {undo} undoes it", 0, 0},
        {{.kind = GAME_REPLACED, .count = 1, .of = 3},
         "the ply is replaced; 1 of the 3 plies after it is left; {undo} undoes it",
         0,
         0},
        {{.kind = GAME_REPLACED, .count = 3, .of = 3},
         "the ply is replaced; {undo} undoes it",
         0,
         0},
        {{.kind = GAME_PASSED}, "", 0, 0},
        {{.kind = GAME_GRAFTED, .count = 2}, "2 plies are inserted", 0, 0},
        {{.kind = GAME_GRAFTED}, "these plies already follow here", 0, 0},
        {{.kind = GAME_LAYER_MERGED, .count = 1, .text = "ivo"},
         "1 note of ivo is part of the game now",
         0,
         0},
        {{.kind = GAME_TRIAL_BEGUN},
         "try moves freely; {trial} restores the game, {trial keep} keeps them",
         0,
         0},
        {{.kind = GAME_TRIAL_ENDED}, "the game is as it was before the trial", 0, 0},
        {{.kind = GAME_TRIAL_ENDED, .yes = true},
         "the trial is now a change of the game; {undo} undoes it",
         0,
         0},
        {{.kind = GAME_GUESSING},
         "what would you play? {step-next} shows what was played, {guess} stops",
         0,
         0},
        {{.kind = GAME_GUESSED, .text = "e4", .count = 1, .of = 2},
         "e4 is right: 1 of 2 guessed",
         0,
         1},
        {{.kind = GAME_GUESSED, .text = "e4", .count = 1, .of = 2, .yes = true},
         "e4 is in a variation: 1 of 2 guessed",
         0,
         1},
        {{.kind = GAME_GUESSED_ILL, .text = "e4"},
         "e4 is not the ply of this game; try again, or {step-next} shows it",
         1,
         1},
        {{.kind = GAME_GUESSED_ILL, .text = "e4", .why = &because},
         "e4: the move is right, a reason; try again, or {step-next} shows it",
         1,
         1},
        {{.kind = GAME_GUESS_END, .yes = true, .count = 1, .of = 2}, "1 of 2 guessed", 0, 0},
        {{.kind = GAME_GUESS_END, .count = 1, .of = 2},
         "this is the end of the line: 1 of 2 guessed",
         0,
         0},
        {{.kind = GAME_SAID, .text = "{undo} it"}, "{undo} it", 0, 0},
        {{.kind = GAME_ARRIVED}, "", 0, 0},
        {{.kind = GAME_QUESTION, .text = "Save it?"}, "", 0, 0}, /* the client asks it */
        {{.kind = GAME_ASKS}, "", 0, 0},
        {{.kind = GAME_CHOICES}, "", 0, 0},
        {{.kind = GAME_TOLD}, "", 0, 0},
        {{.kind = GAME_COMPOSED}, "", 0, 0},
        {{.kind = GAME_SHOWN}, "", 0, 0},
        {{.kind = GAME_DIFF}, "", 0, 0},
        {{.kind = GAME_LAYERS}, "", 0, 0},
        {{.kind = GAME_OTHERS_SAVED, .count = TAKEN_ALL, .text = ""},
         "someone else changed the game: this is revision 7",
         0,
         0},
        {{.kind = GAME_OTHERS_SAVED, .count = TAKEN_SAME, .text = "old"},
         "someone else changed the game: the new version has all your changes; moved to old",
         0,
         0},
        {{.kind = GAME_OTHERS_SAVED, .count = TAKEN_BOTH, .text = ""},
         "someone else changed the game: both changes are here, but yours are not saved",
         0,
         0},
        {{.kind = GAME_OTHERS_SAVED, .count = TAKEN_NOTHING, .text = ""},
         "someone else changed the same fields; saving will ask which version to keep",
         1,
         0},
        {{.kind = GAME_OTHERS_SAVED, .count = FAIL_TEXT, .text = "", .why = &because},
         "someone else changed the game: a reason",
         1,
         0},
        {{.kind = GAME_OTHERS_MOVED, .text = "old"},
         "the game was moved to old, and is saved there from now on",
         0,
         0},
        {{.kind = GAME_UNREADABLE, .why = &because, .yes = true},
         "the game was deleted meanwhile: it stays here until you leave it",
         1,
         0},
        {{.kind = GAME_UNREADABLE, .why = &because},
         "a reason - your own version stays here",
         1,
         0},
        {{.kind = GAME_MENDED}, "the game can be read again and has not changed", 0, 0},
        {{.kind = GAME_UNDOES_OTHERS, .count = 3},
         "this also undoes changes of other people: {history 3 theirs} does so",
         1,
         0},
    };
    bool seen[GAME_UNDOES_OTHERS + 1] = {0};
    struct game_session game;
    struct worded worded;
    (void)state;
    session_start(&game);
    seen[GAME_REFUSED] = true; /* the next test */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        game_words(&game, &rows[i].event, &worded);
        assert_worded("event", (int)i, &worded, rows[i].text, rows[i].error, rows[i].named);
        seen[rows[i].event.kind] = true;
    }
    for (int kind = 0; kind <= GAME_UNDOES_OTHERS; kind++)
        if (!seen[kind])
            fail_msg("event %d is not in the table", kind);
    session_stop(&game);
}

static void add_line(void *argument, const char *sentence)
{
    char *told = argument;
    size_t used = strlen(told);
    text_add(told, 1000, &used, "%s\n", sentence);
}

/* The sentences give the three versions of each conflict and the possible answers. */
static void conflicts_are_told_with_their_answers(void **state)
{
    char where[] = "date", mine[] = "2026", theirs[] = "2025", none[] = "", text[] = "comment",
         a[] = "a", b[] = "b";
    struct conflict conflict[] = {
        {.where = where, .base = none, .mine = mine, .theirs = theirs},
        {.where = text, .base = a, .mine = b, .theirs = none, .both = true, .stays = true}};
    struct game_session game = {.saving.merge = {.conflict = conflict, .conflicts = 2}};
    struct worded answers;
    char told[1000] = "";
    (void)state;
    words_conflicts(&game, add_line, told, &answers);
    assert_string_equal(told, "1, date: mine is 2026; theirs is 2025; before it was nothing\n"
                              "2, comment: mine is b; theirs is nothing; before it was a; the "
                              "version you do not choose stays as a variation\n");
    assert_string_equal(answers.text,
                        "type {save mine} or {save theirs}; several words, as in {save mine "
                        "theirs}, answer the conflicts in this order");
    game.saving.merge = (struct merge){.conflict = conflict + 1, .conflicts = 1};
    told[0] = '\0';
    words_conflicts(&game, add_line, told, &answers);
    assert_string_equal(answers.text, "type {save mine}, {save theirs} or {save both}");
}

static void every_refusal_has_its_sentence(void **state)
{
    static const struct {
        enum game_refusal cause;
        const char *text; /* NULL: the reason alone */
        bool error;
    } rows[] = {
        {REFUSED_READ_ONLY, NULL, 1},
        {REFUSED_POLICY, NULL, 1},
        {REFUSED_RULES, NULL, 1},
        {REFUSED_UNKNOWN, NULL, 1},
        {REFUSED_BROKEN, "the game cannot be replayed up to here: a reason", 1},
        {REFUSED_FINISHED, NULL, 1},
        {REFUSED_OVER, "the game is over: {take-back} takes the last ply back", 1},
        {REFUSED_COMPUTER, "the computer is to move: {play-now} makes it move at once", 1},
        {REFUSED_NOT_IN_PLAY, NULL, 1},
        {REFUSED_NOT_THE_END, "this is not the end of the game: {end} goes there", 1},
        {REFUSED_NO_PLY, NULL, 0},
        {REFUSED_NOTHING_THERE, NULL, 0},
        {REFUSED_NO_OFFER, NULL, 0},
        {REFUSED_NOTHING_TO_UNDO, "there is nothing to undo: a reason", 1},
        {REFUSED_NOTHING_TO_REDO, "there is nothing to redo", 0},
        {REFUSED_OF_OTHERS, "only changes of other people are left: {undo theirs} undoes them", 1},
        {REFUSED_OTHERS_SINCE,
         "nothing is undone: a reason; {undo theirs} undoes the changes of other people first", 1},
        {REFUSED_IN_TRIAL, "a trial is not saved: {trial} ends it, {trial keep} keeps it", 1},
        {REFUSED_NO_STORE, NULL, 1},
        {REFUSED_UNCHANGED, NULL, 0},
        {REFUSED_TEXT, NULL, 1},
    };
    struct game_session game;
    struct worded worded;
    (void)state;
    session_start(&game);
    for (int i = 0; i <= REFUSED_TEXT; i++) {
        assert_int_equal(rows[i].cause, i);
        game_words(
            &game,
            &(struct game_event){.kind = GAME_REFUSED, .cause = rows[i].cause, .why = &because},
            &worded);
        assert_worded("refusal", i, &worded, rows[i].text ? rows[i].text : because.text,
                      rows[i].error, false);
    }
    session_stop(&game);
}

/* ---------------------------------------------------------------- a live game */

/* A table at which ana plays White against bob; it belongs to White unless `side` says otherwise.
 */
static void table_begin(struct live_table *table, struct journal *journal,
                        struct lobby_place *place)
{
    struct note why;
    *journal = (struct journal){0};
    *place = (struct lobby_place){.name = "ana"};
    struct live_game *live = &journal->live;
    assert_int_equal(ruleset_open(&live->rules, "classical", NULL, 0, &why), 0);
    live->rules->rules->setup(live->rules, &live->game.now);
    live->stage = LIVE_PLAYING;
    snprintf(live->seat[WHITE].name, sizeof live->seat[WHITE].name, "ana");
    snprintf(live->seat[BLACK].name, sizeof live->seat[BLACK].name, "bob");
    live->seat[WHITE].taken = live->seat[BLACK].taken = true;
    live->offer = (struct live_offer){.kind = LIVE_DRAW, .by = BLACK, .agreed = {[BLACK] = true}};
    snprintf(live->reason, sizeof live->reason, "resignation");
    *table = (struct live_table){.journal = journal, .place = place, .side = WHITE};
}

static void all_news_of_a_live_game_have_their_sentences(void **state)
{
    static const struct {
        struct table_news news;
        const char *text;
        bool error, named;
    } rows[] = {
        {{.kind = NEWS_REFUSED, .cause = TABLE_INVALID, .why = &because}, "a reason", 1, 0},
        {{.kind = NEWS_REFUSED, .cause = TABLE_NO_SEAT, .why = &because}, "a reason", 1, 0},
        {{.kind = NEWS_REFUSED, .cause = TABLE_WATCHES, .why = &because}, "a reason", 0, 0},
        {{.kind = NEWS_REFUSED, .cause = TABLE_EARLIER, .why = &because},
         "this is an earlier position: {end} goes to the current one",
         0,
         0},
        {{.kind = NEWS_REFUSED, .cause = TABLE_PAUSED, .why = &because},
         "the game is paused: {go-on} proposes to resume it",
         0,
         0},
        {{.kind = NEWS_REFUSED, .cause = TABLE_TURN, .why = &because}, "ana is to move", 0, 1},
        {{.kind = NEWS_CAME}, "", 0, 0},
        {{.kind = NEWS_SEATED, .side = BLACK}, "you play Black", 0, 0},
        {{.kind = NEWS_WATCHING}, "you watch", 0, 0},
        {{.kind = NEWS_WATCHING, .yes = true},
         "your seat is in use at another login, so you watch: {sit} takes it over",
         0,
         0},
        {{.kind = NEWS_SAID}, "", 0, 0},
        {{.kind = NEWS_SENT}, "sent to the people at this game", 0, 0},
        {{.kind = NEWS_SENT, .yes = true}, "sent to the watchers", 0, 0},
        {{.kind = NEWS_DRAWN, .side = BLACK},
         "all seats are taken, and sides are drawn by lot: you play Black",
         0,
         0},
        {{.kind = NEWS_DRAWN, .side = NOBODY},
         "all seats are taken, and sides are drawn by lot",
         0,
         0},
        {{.kind = NEWS_JOINED, .side = BLACK}, "bob joins as Black", 0, 1},
        {{.kind = NEWS_BEGUN}, "the game begins", 0, 0},
        {{.kind = NEWS_RECORD, .of = 2}, "", 0, 0},
        {{.kind = NEWS_RECORD, .count = 1}, "the last ply is taken back", 0, 0},
        {{.kind = NEWS_RECORD, .count = 2}, "the last 2 plies are taken back", 0, 0},
        {{.kind = NEWS_LEFT, .side = BLACK}, "bob resigns", 0, 1},
        {{.kind = NEWS_LEFT, .side = BLACK, .yes = true, .count = 1},
         "bob has run out of time; the others play on",
         0,
         1},
        {{.kind = NEWS_PAUSED}, "the game is paused: {go-on} proposes to resume it", 0, 0},
        {{.kind = NEWS_RESUMED}, "the game continues", 0, 0},
        {{.kind = NEWS_SWAPPED, .side = BLACK},
         "the players have changed sides: you play Black now",
         0,
         0},
        {{.kind = NEWS_SWAPPED, .side = NOBODY}, "the players have changed sides", 0, 0},
        {{.kind = NEWS_AGREED, .side = BLACK}, "bob agrees", 0, 1},
        {{.kind = NEWS_OFFER_OFF, .count = LIVE_DRAW, .text = ": bob declines"},
         "the offer of a draw is off: bob declines",
         0,
         0},
        {{.kind = NEWS_OFFERED}, "bob proposes a draw: {accept} or {decline}", 0, 1},
        {{.kind = NEWS_PROPOSED, .count = LIVE_DRAW, .text = "bob is"},
         "you propose a draw; bob is asked",
         0,
         0},
        {{.kind = NEWS_TOOK_BACK}, "", 0, 0},
        {{.kind = NEWS_TAKEN},
         "you are playing from another login now, so here you watch: {sit} takes the seat back",
         0,
         0},
        {{.kind = NEWS_OVER}, "White is to move. The result is *", 0, 0},
        {{.kind = NEWS_TOLD}, "", 0, 0},
        {{.kind = NEWS_PEOPLE}, "", 0, 0},
        {{.kind = NEWS_HERE, .side = BLACK}, "bob is away", 0, 1},
        {{.kind = NEWS_HERE, .side = BLACK, .yes = true}, "bob is here", 0, 1},
        {{.kind = NEWS_BROKEN, .why = &because}, "the game cannot continue: a reason", 1, 0},
        {{.kind = NEWS_TORN}, "the " JOURNAL_TORN, 0, 0},
        {{.kind = NEWS_PASSED, .count = 2},
         "2 lines of the chat cannot be read and are left out",
         0,
         0},
        {{.kind = NEWS_NOT_FILED, .why = &because},
         "the game cannot be saved in the archive yet: a reason",
         1,
         0},
        {{.kind = NEWS_FILED, .yes = true, .count = 6},
         "the game is in the archive as game 7; you can write notes now: {lead} shows it to the "
         "others, {rematch} plays again",
         0,
         0},
        {{.kind = NEWS_FILED, .yes = true, .count = -1},
         "the archive's copy of the game cannot be opened",
         1,
         0},
        {{.kind = NEWS_FILED}, "nothing was played, so the game is not stored", 0, 0},
        {{.kind = NEWS_REMATCH, .text = "bob"}, "bob asks for a rematch: {rematch} accepts", 0, 1},
        {{.kind = NEWS_OPENS}, "", 0, 0},
    };
    bool seen[NEWS_OPENS + 1] = {0};
    struct live_table table;
    struct journal journal;
    struct lobby_place place;
    struct worded worded;
    (void)state;
    table_begin(&table, &journal, &place);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        live_words(&table, &rows[i].news, &worded);
        assert_worded("news", (int)i, &worded, rows[i].text, rows[i].error, rows[i].named);
        seen[rows[i].news.kind] = true;
    }
    for (int kind = 0; kind <= NEWS_OPENS; kind++)
        if (!seen[kind])
            fail_msg("news %d are not in the table", kind);
    journal.live.aborted = true;
    live_words(&table, &(struct table_news){.kind = NEWS_OVER}, &worded);
    assert_string_equal(worded.text, "the game is resignation");
    journal.live.refused = true;
    journal.live.answered_no = BLACK + 1;
    live_words(&table, &(struct table_news){.kind = NEWS_OVER}, &worded);
    assert_string_equal(worded.text, "the game is cancelled: declined by bob");
    /* watchers answer nothing */
    table.side = NOBODY;
    live_words(&table, &(struct table_news){.kind = NEWS_OFFERED}, &worded);
    assert_string_equal(worded.text, "bob proposes a draw");
    live_words(&table, &(struct table_news){.kind = NEWS_PAUSED}, &worded);
    assert_string_equal(worded.text, "the game is paused");
    ruleset_free(journal.live.rules);
}

static void why_a_live_game_stands_still_is_a_sentence(void **state)
{
    struct live_table table;
    struct journal journal;
    struct lobby_place place;
    struct worded worded;
    (void)state;
    table_begin(&table, &journal, &place);
    journal.live.stage = LIVE_PLAYING;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "");
    journal.live.stage = LIVE_PAUSED;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "the game is paused: {go-on} proposes to resume it");
    table.side = NOBODY;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "the game is paused");
    journal.live.stage = LIVE_SEATS;
    journal.live.seat[WHITE].taken = true;
    journal.live.seat[BLACK].taken = false;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "the game waits for bob");
    snprintf(journal.live.seat[BLACK].name, sizeof journal.live.seat[BLACK].name, "%s", "");
    journal.live.lot = true;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "the game waits for anybody; then sides are drawn by lot");
    journal.broken = true;
    live_words_state(&table, &worded);
    assert_string_equal(worded.text, "the game is damaged: read only");
    ruleset_free(journal.live.rules);
}

static void add_sentence(void *text, const char *sentence)
{
    strncat(text, sentence, 200);
    strcat(text, ". ");
}

static void assert_sentences(char *text, const char *wanted)
{
    assert_string_equal(text, wanted);
    text[0] = '\0';
}

/* Which game it is, who has the seats, whose turn it is, and who has answered an offer. */
static void a_table_is_described(void **state)
{
    struct live_table table;
    struct journal journal;
    struct lobby_place place;
    struct worded worded;
    char text[1000] = "";
    (void)state;
    table_begin(&table, &journal, &place);
    struct live_game *live = &journal.live;
    snprintf(live->id, sizeof live->id, "01JD9TD0V4Z8C2F6J0M4Q8J9M3");
    snprintf(live->control_text, sizeof live->control_text, "15+10");
    live->is_private = true;
    live_words_table(&table, add_sentence, text);
    assert_sentences(text,
                     "This is game #J9M3, Classical Chess, clock 15+10, private. White is ana, "
                     "that is you. Black is bob, away. ");
    table.here[BLACK] = true;
    live_words_seats(&table, add_sentence, text);
    assert_sentences(text, "White is ana, that is you. Black is bob. ");
    live->seat[BLACK].taken = false;
    live_words_seats(&table, add_sentence, text);
    assert_sentences(text, "White is ana, that is you. Black is reserved for bob. ");
    live->lot = true;
    live_words_seats(&table, add_sentence, text);
    assert_sentences(text, "A seat is taken by ana, that is you. A seat is reserved for bob. ");
    live->seat[BLACK].name[0] = '\0';
    live_words_seats(&table, add_sentence, text);
    assert_sentences(text, "A seat is taken by ana, that is you. A seat is open. ");
    live->lot = false;
    live_words_seats(&table, add_sentence, text);
    assert_sentences(text, "White is ana, that is you. Black is open. ");
    live_words_turn(&table, &worded);
    assert_worded("turn", 0, &worded, "your move", false, false);
    table.side = NOBODY;
    live_words_turn(&table, &worded);
    assert_worded("turn", 1, &worded, "ana to move", false, true);
    live->stage = LIVE_PAUSED;
    live_words_turn(&table, &worded);
    assert_string_equal(worded.text, "");
    live_words_answers(&table, add_sentence, text); /* with two players the offer says it all */
    assert_sentences(text, "");
    ruleset_free(live->rules);
}

/* ---------------------------------------------------------------- shared reading, the lobby */

static void all_news_of_shared_reading_have_their_sentences(void **state)
{
    static const struct {
        struct reading_news news;
        const char *text;
        bool error, named;
    } rows[] = {
        {{.kind = READING_CAME, .text = "bob"}, "bob has this game open as well", 0, 1},
        {{.kind = READING_WENT, .text = "bob"}, "bob has left this game", 0, 1},
        {{.kind = READING_SAID}, "", 0, 0},
        {{.kind = READING_LED, .text = "bob"}, "bob leads: {sync} follows", 0, 1},
        {{.kind = READING_LED, .text = "bob", .yes = true},
         "you follow bob, who leads: {sync} stops",
         0,
         0},
        {{.kind = READING_UNLED, .text = "bob"}, "bob no longer leads", 0, 1},
        {{.kind = READING_LEADING},
         "you lead: the others see what you see, and every change is saved; {lead} stops",
         0,
         0},
        {{.kind = READING_LAID_DOWN}, "you no longer lead", 0, 0},
        {{.kind = READING_NO_LEAD, .text = "bob"}, "bob leads; you can lead after they stop", 1, 1},
        {{.kind = READING_NO_LEAD, .why = &because}, "a reason", 1, 0},
        {{.kind = READING_NO_LEAD}, "someone else took the lead just now", 1, 0},
        {{.kind = READING_ALONE}, "you follow nobody now: {sync} follows whoever leads", 0, 0},
        {{.kind = READING_ALONG, .text = "bob"}, "you follow bob", 0, 0},
        {{.kind = READING_ALONG}, "you follow whoever leads: nobody does yet, {lead} leads", 0, 0},
        {{.kind = READING_LEADS}, "you lead: {lead} stops", 1, 0},
        {{.kind = READING_MOVED_AWAY, .text = "bob"},
         "you have moved away: {sync} follows bob again",
         0,
         0},
        {{.kind = READING_SHOWN, .text = "bob"}, "bob shows:", 0, 1},
        {{.kind = READING_UNSAVED, .text = "bob"},
         "you have unsaved changes: {save} them, then {sync} follows bob",
         1,
         0},
        {{.kind = READING_NOT_LOADED, .text = "bob", .why = &because}, "a reason", 1, 0},
        {{.kind = READING_FOLLOWS, .text = "bob"},
         "you follow bob; to write notes, stop that with {sync}",
         1,
         0},
    };
    bool seen[READING_FOLLOWS + 1] = {0};
    struct lobby_place place = {.name = "ana"};
    struct shared_reading reading = {.place = &place};
    struct worded worded;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reading_words(&reading, &rows[i].news, &worded);
        assert_worded("reading", (int)i, &worded, rows[i].text, rows[i].error, rows[i].named);
        seen[rows[i].news.kind] = true;
    }
    for (int kind = 0; kind <= READING_FOLLOWS; kind++)
        if (!seen[kind])
            fail_msg("reading news %d are not in the table", kind);
}

static void all_news_of_the_lobby_have_their_sentences(void **state)
{
    static const struct lobby_game invitation = {.mark = "#J9M3",
                                                 .variant = "classical",
                                                 .sides = 2,
                                                 .lot = true,
                                                 .challenged = true,
                                                 .seat = {{"bob", true}, {"ana", false}}},
                                   turn = {.mark = "#J9M4",
                                           .variant = "turnover",
                                           .sides = 2,
                                           .seat = {{"b1ll", true}, {"ana", true}}},
                                   cancelled = {
                                       .mark = "#J9M5",
                                       .variant = "grand-triangle",
                                       .sides = 3,
                                       .refused = "declined by bob",
                                       .seat = {{"ana", true}, {"bob", false}, {"", false}}};
    static const struct {
        struct lobby_news news;
        const char *text;
        bool error, named;
    } rows[] = {
        {{.kind = LOBBY_REFUSED, .cause = LOBBY_INVALID, .why = &because}, "a reason", 1, 0},
        {{.kind = LOBBY_REFUSED, .cause = LOBBY_SELF, .why = &because}, "a reason", 1, 0},
        {{.kind = LOBBY_REFUSED, .cause = LOBBY_FULL, .why = &because},
         "a reason: {mute NAME} unmutes one",
         1,
         0},
        {{.kind = LOBBY_REFUSED, .cause = LOBBY_NOBODY, .why = &because},
         "you follow nobody: {follow NAME} watches whatever a player plays",
         1,
         0},
        {{.kind = LOBBY_SAID}, "", 0, 0},
        {{.kind = LOBBY_PASSED}, "a line of the lobby's chat cannot be read and is left out", 0, 0},
        {{.kind = LOBBY_ALIKE, .text = "look alike"}, "take care, some names look alike", 0, 0},
        {{.kind = LOBBY_WAITS, .game = &invitation},
         "you are invited to play classical, bob against you, sides drawn by lot: {join #J9M3} or "
         "{refuse #J9M3}",
         0,
         0},
        {{.kind = LOBBY_WAITS, .game = &turn},
         "it is your turn in a game of turnover, b1ll (not bill) against you: {join #J9M4} opens it",
         0,
         0},
        {{.kind = LOBBY_CANCELLED, .game = &cancelled},
         "your game #J9M5 of grand-triangle, you, bob, an open seat, is cancelled: declined by bob",
         0,
         0},
        {{.kind = LOBBY_CALLED_OFF, .text = "#J9M3"},
         "you have declined: the game #J9M3 is cancelled",
         0,
         0},
        {{.kind = LOBBY_CALLED_OFF, .text = "#J9M3", .yes = true},
         "you have withdrawn: the game #J9M3 is cancelled",
         0,
         0},
        {{.kind = LOBBY_NOT_CALLED_OFF, .text = "#J9M3", .why = &because},
         "not declined, #J9M3: a reason",
         1,
         0},
        {{.kind = LOBBY_CALLED_OFF_SUM, .ended = 1, .games = 2, .why = &because},
         "1 of 2 declined; a reason",
         1,
         0},
        {{.kind = LOBBY_CALLED_OFF_SUM, .ended = 2, .games = 2, .yes = true},
         "withdrawn: 2 games are cancelled",
         0,
         0},
        {{.kind = LOBBY_FOLLOWING, .text = "bob"},
         "you follow bob: each of their games opens for you, {follow} stops",
         0,
         0},
        {{.kind = LOBBY_UNFOLLOWED, .text = "bob"}, "you no longer follow bob", 0, 0},
        {{.kind = LOBBY_MUTED, .text = "bob"}, "bob is muted; repeat to unmute", 0, 1},
        {{.kind = LOBBY_MUTED, .text = "bob", .yes = true}, "bob is unmuted", 0, 1},
        {{.kind = LOBBY_MUTES, .text = "bob, eve"}, "muted: bob, eve; {mute NAME} unmutes", 0, 0},
        {{.kind = LOBBY_MUTES, .text = ""}, "nobody is muted; {mute NAME} mutes a player", 0, 0},
        {{.kind = LOBBY_LIKE, .text = "b0b", .other = "bob"},
         "b0b is not bob, a player known here: check the name",
         0,
         1},
        {{.kind = LOBBY_UNKNOWN, .text = "bob"},
         "no player called bob is known here yet: the game waits until bob comes; {resign} "
         "withdraws it",
         0,
         0},
        {{.kind = LOBBY_SENT}, "sent to the people at this game", 0, 0},
        {{.kind = LOBBY_SENT, .yes = true}, "sent to the lobby", 0, 0},
        {{.kind = LOBBY_TOLD, .text = "a title", .other = "ana is here"}, "", 0, 0},
        {{.kind = LOBBY_TOLD, .text = "nobody is here"}, "nobody is here", 0, 0},
        {{.kind = LOBBY_OPENS, .text = "id"}, "", 0, 0},
        {{.kind = LOBBY_OPENS, .text = "id", .other = "bob"},
         "bob, whom you follow, has started to play; opening that game",
         0,
         1},
    };
    bool seen[LOBBY_OPENS + 1] = {0};
    struct lobby_place place = {.name = "ana"};
    struct worded worded;
    (void)state;
    lobby_know(&place, "bill");
    lobby_know(&place, "b1ll");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lobby_words(&place, &rows[i].news, &worded);
        assert_worded("lobby", (int)i, &worded, rows[i].text, rows[i].error, rows[i].named);
        seen[rows[i].news.kind] = true;
    }
    player_names_clear(&place.names);
    for (int kind = 0; kind <= LOBBY_OPENS; kind++)
        if (!seen[kind])
            fail_msg("lobby news %d are not in the table", kind);
}

/* What a game in the lobby waits for, in the list of games. */
static void games_in_the_lobby_have_their_sentences(void **state)
{
    static const struct {
        struct lobby_game game;
        const char *state;
    } rows[] = {
        {{.waits = true, .free_side = BLACK}, "you can sit down"},
        {{.waits = true, .free_side = NOBODY}, "waits for players"},
        {{.waits = true, .free_side = WHITE, .challenged = true}, "you are invited to play"},
        {{.own_turn = true, .to_move = "ana"}, "it is your turn"},
        {{.to_move = "bob"}, "bob is to move"},
        {{.to_move = "(late)"}, "you see it some plies late"},
        {{.over = true}, "over"},
        {{.refused = "declined by bob"}, "declined by bob"},
        {{.broken = true}, "damaged, only for reading"},
        {{.broken = true, .newer = true}, "of a newer version of the program, only for reading"},
    };
    struct lobby_place place = {.name = "ana"};
    char words[WORDED_ROOM], wanted[200];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lobby_game game = rows[i].game;
        game.sides = 2;
        game.plies = 1;
        game.watchers = 2;
        game.last = journal_clock();
        snprintf(game.mark, sizeof game.mark, "#J9M3");
        snprintf(game.variant, sizeof game.variant, "classical");
        snprintf(game.seat[WHITE].name, sizeof game.seat[WHITE].name, "ana");
        game.seat[WHITE].taken = true;
        snprintf(wanted, sizeof wanted,
                 "Game 3, #J9M3: classical, you against an open seat; %s; 1 ply, the last change "
                 "was 0:00 ago; 2 people watch",
                 rows[i].state);
        lobby_game_words(&place, &game, 3, words, sizeof words);
        assert_string_equal(words, wanted);
    }
    struct lobby_game unreadable = {.broken = true, .mark = "#J9M3"};
    lobby_game_words(&place, &unreadable, 1, words, sizeof words);
    assert_string_equal(words, "Game 1, #J9M3: damaged, cannot be shown");
    unreadable.newer = true;
    lobby_game_words(&place, &unreadable, 1, words, sizeof words);
    assert_string_equal(words, "Game 1, #J9M3: of a newer version of the program, cannot be shown");
}

/* The list of drafts and the home screen say what is unsaved in the same words. */
static void drafts_have_their_sentence(void **state)
{
    struct game_draft draft = {.record = record_new("classical"), .begun = true};
    char words[LIST_WORDS_ROOM];
    (void)state;
    record_set_player(draft.record, 'w', "Ana");
    record_set_player(draft.record, 'b', "Ivo");
    line_append(&draft.record->moves, "e4");
    assert_string_equal(words_draft(2, &draft, words),
                        "2, classical, Ana against Ivo, 1 ply: not saved");
    draft.saved = true;
    assert_string_equal(words_draft_state(&draft, "/club", words), "unsaved changes");
    draft.left = true;
    assert_string_equal(words_draft(1, &draft, words),
                        "1, classical, Ana against Ivo, 1 ply: unsaved changes; the game is no "
                        "longer in the archive");
    assert_string_equal(words_draft_state(&draft, "/club", words),
                        "unsaved changes; the game is no longer in /club");
    record_free(draft.record);
}

/* What an import did, for `chesscade import`, plain mode and the screen. */
static void imports_have_their_sentence(void **state)
{
    static const struct {
        struct import_report report;
        const char *pack, *words;
    } imports[] = {
        {{.games = 1}, NULL, "1 game"},
        {{.games = 2, .there = 1}, "club", "2 games, 1 were already there; in the pack club"},
        {{.damaged = 1}, "club", "0 games, 1 could not be read"}, /* such a pack is not written */
        {{.before = true}, "club", "imported before; nothing was added"},
        {{.games = 3, .stopped = true}, "", "3 games, stopped; import the file again to resume"},
        {{.games = 3, .pgn = true, .charset = "latin1", .charsets = true, .broken = 1},
         "",
         "3 games, read as latin1 and others, 1 with plies that cannot be replayed"},
        {{.games = 3, .pgn = true, .charset = "UTF-8", .unchecked = 2},
         "",
         "3 games, 2 not checked"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof imports / sizeof *imports; i++) {
        char words[400];
        words_imported(&imports[i].report, imports[i].pack, words, sizeof words);
        assert_string_equal(words, imports[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_of_a_game_has_its_sentence),
        cmocka_unit_test(conflicts_are_told_with_their_answers),
        cmocka_unit_test(every_refusal_has_its_sentence),
        cmocka_unit_test(all_news_of_a_live_game_have_their_sentences),
        cmocka_unit_test(why_a_live_game_stands_still_is_a_sentence),
        cmocka_unit_test(a_table_is_described),
        cmocka_unit_test(all_news_of_shared_reading_have_their_sentences),
        cmocka_unit_test(games_in_the_lobby_have_their_sentences),
        cmocka_unit_test(all_news_of_the_lobby_have_their_sentences),
        cmocka_unit_test(drafts_have_their_sentence),
        cmocka_unit_test(imports_have_their_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
