/* test_game_commands.c - the commands that act on the open game
 * (tui/session/commands/game_commands.h), as the screen and plain mode run them: by name and
 * argument. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/header_values.h"
#include "core/family.h"
#include "tui/session/describe.h"
#include "tui/session/commands/game_commands.h"

static char top[256];

static int make_home(void **state)
{
    (void)state;
    if (!make_folder(top, "commands"))
        return -1;
    setenv("HOME", top, 1);
    return 0;
}

static int drop_home(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

/* ---- the client: it keeps the last event that says something */

struct listener {
    struct game_session game;
    struct game_event last;
    char text[sizeof((struct note *)0)->text];
    char choices[600];  /* "TEXT=ARGUMENT;..." */
    char content[2000]; /* of the last text or diff */
    bool guest;
};

static void listen(void *self, const struct game_event *event)
{
    struct listener *listener = self;
    size_t used = 0;
    if (event->kind == GAME_MOVED || event->kind == GAME_CHANGED || event->kind == GAME_DRAFT ||
        event->kind == GAME_LAYERS)
        return;
    listener->last = *event;
    snprintf(listener->text, sizeof listener->text, "%s",
             event->kind == GAME_TOLD ? event->content
             : event->why             ? event->why->text
             : event->text            ? event->text
                                      : "");
    snprintf(listener->content, sizeof listener->content, "%s",
             event->content ? event->content : "");
    listener->choices[0] = '\0';
    for (int i = 0; event->kind == GAME_CHOICES && i < event->count; i++)
        text_add(listener->choices, sizeof listener->choices, &used, "%s=%s;",
                 event->choice[i].text, event->choice[i].argument);
}

static int64_t listener_now(void *self)
{
    (void)self;
    return 0;
}

static bool listener_is_guest(void *self)
{
    return ((struct listener *)self)->guest;
}

static const struct game_client listens = {.tell = listen,
                                           .now = listener_now,
                                           .author = client_name,
                                           .saver = client_name,
                                           .label = client_label,
                                           .restricted = listener_is_guest};

/* A game e4 e5 Nf3. */
static void listener_begin(struct listener *listener)
{
    struct record *record = record_new("classical");
    *listener = (struct listener){.game = {.ops = &listens, .client = listener}};
    for (const char *ply = "e4\0e5\0Nf3\0"; *ply; ply += strlen(ply) + 1)
        line_append(&record->moves, ply);
    edits_begin(&listener->game.edits, record);
    session_begin(&listener->game);
    session_reread(&listener->game);
}

static void run(struct listener *listener, enum request command, const char *argument)
{
    listener->last = (struct game_event){0};
    listener->text[0] = '\0';
    assert_true(game_command_run(&listener->game, command, argument));
}

/* Each command here is one of the screen and of plain mode, so a person can give it in both. */
static void every_command_is_on_both_sides(void **state)
{
    enum request command;
    int n = 0;
    (void)state;
    for (; (command = game_command_at(n)) != REQ_NONE; n++) {
        if (command >= REQUESTS || !command_row(command)->words)
            fail_msg("command %d is not on both sides", (int)command);
        assert_true(game_command_is(command));
    }
    assert_true(n > 20);
    assert_false(game_command_is(REQ_FLIP));
    assert_false(game_command_run(NULL, REQ_FLIP, ""));
}

enum game_kind { AT_START, AFTER_A_PLY, BROKEN, LIVE, UNKNOWN, GAME_KINDS };

static void listener_begin_kind(struct listener *listener, enum game_kind kind)
{
    listener_begin(listener);
    struct game_session *game = &listener->game;
    if (kind == AFTER_A_PLY)
        session_go(game, &(struct spot){.ply = 1});
    if (kind == BROKEN) {
        line_append(&session_record(game)->moves, "Ke4");
        session_go(game, &(struct spot){.ply = 4});
    }
    if (kind == LIVE) {
        game->live = true;
        game->writable = false;
    }
    if (kind == UNKNOWN) {
        session_clear(game);
        edits_begin(&game->edits, record_new("no such variant"));
        line_append(&session_record(game)->moves, "e4");
        session_begin(game);
        session_reread(game);
    }
}

/* Plain mode also runs a command that is not offered: its own function refuses it, or tells that
 * there is nothing to do. */
static void what_is_not_offered_does_nothing(void **state)
{
    static const char *const arguments[] = {"", "e4", "1", "e2 e4 red", "theirs", "keep"};
    enum request command;
    (void)state;
    for (int kind = 0; kind < GAME_KINDS; kind++)
        for (int i = 0; (command = game_command_at(i)) != REQ_NONE; i++)
            for (size_t a = 0; a < sizeof arguments / sizeof *arguments; a++) {
                struct listener ana;
                listener_begin_kind(&ana, (enum game_kind)kind);
                if (!game_command_can(&ana.game, command)) {
                    run(&ana, command, arguments[a]);
                    if (ana.last.kind != GAME_REFUSED && ana.last.kind != GAME_SAID &&
                        ana.last.kind != GAME_TOLD && ana.last.kind != GAME_ASKS)
                        fail_msg("%s '%s' does something", command_row(command)->words,
                                 arguments[a]);
                    assert_int_equal(ana.game.edits.undos, 0);
                }
                session_clear(&ana.game);
            }
}

static void the_text_is_copied_to_a_new_file(void **state)
{
    struct listener ana;
    char path[300];
    size_t size;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_COPY_TEXT, "");
    assert_int_equal(ana.last.kind, GAME_ASKS);
    assert_int_equal(ana.last.command, REQ_COPY_TEXT);
    assert_string_equal(ana.text, "the name of a new file");
    run(&ana, REQ_COPY_TEXT, "~/one.txt");
    assert_int_equal(ana.last.kind, GAME_SAID);
    assert_string_equal(ana.text, "the game's text is copied to ~/one.txt");
    snprintf(path, sizeof path, "%s/one.txt", top);
    char *text = read_file(path, &size);
    struct yaml_text wanted = {0};
    record_write(session_record(&ana.game), &wanted);
    assert_string_equal(text, wanted.v);
    free(wanted.v);
    free(text);
    /* nothing that exists is overwritten */
    session_tag(&ana.game, "changed");
    run(&ana, REQ_COPY_TEXT, "~/one.txt");
    assert_int_equal(ana.last.kind, GAME_REFUSED);
    assert_string_equal(ana.text, "~/one.txt exists already; give another name");
    text = read_file(path, &size);
    assert_null(strstr(text, "changed"));
    free(text);
    run(&ana, REQ_COPY_TEXT, "~/nowhere/one.txt");
    assert_non_null(strstr(ana.text, "~/nowhere/one.txt cannot be written: "));
    ana.guest = true;
    run(&ana, REQ_COPY_TEXT, "~/two.txt");
    assert_int_equal(ana.last.cause, REFUSED_POLICY);
    snprintf(path, sizeof path, "%s/two.txt", top);
    assert_int_equal(access(path, F_OK), -1);
    session_clear(&ana.game);
}

static void the_reader_moves(void **state)
{
    static const struct {
        enum request command;
        const char *argument;
        int ply; /* where the reader is then, in plies from the start */
        const char *said;
    } rows[] = {
        {REQ_STEP_BACK, "", 0, "this is the start of the game"},
        {REQ_STEP_NEXT, "2", 2, ""},
        {REQ_STEP_NEXT, "none", 2, "give a number from 1 to 100000, not 'none'"},
        {REQ_END, "", 3, ""},
        {REQ_STEP_NEXT, "", 3, "this is the end of the line"},
        {REQ_PARENT, "", 3, "this is the main line, not a variation"},
        {REQ_FORK_NEXT, "back", 1, ""},
        {REQ_FORK_NEXT, "back", 1, "there are no variations in that direction"},
        {REQ_NOTE_NEXT, "", 1, "there are no notes in that direction"},
        {REQ_START, "", 0, ""},
        {REQ_LINE, "2", 0, "give a number from 1 to 1, not '2'"},
        {REQ_LINE, "1", 1, ""},
        {REQ_LINE, "2", 2, ""},
        {REQ_LINE, "1", 2, "this is the end of the line"},
    };
    struct listener ana;
    struct spot spot = {.ply = 1};
    struct note why;
    (void)state;
    listener_begin(&ana);
    assert_int_equal(edit_play(session_record(&ana.game), &spot, "c5", &why), 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run(&ana, rows[i].command, rows[i].argument);
        assert_string_equal(ana.text, rows[i].said);
        assert_int_equal(ana.last.kind, *rows[i].said ? GAME_REFUSED : GAME_ARRIVED);
        assert_int_equal(spot_plies(&ana.game.spot), rows[i].ply);
    }
    session_clear(&ana.game);
}

static void notes_are_judged_shown_and_merged(void **state)
{
    struct listener ana;
    struct session_place here = {0};
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_LAYER, "");
    assert_string_equal(ana.text, "this game has no notes");
    run(&ana, REQ_STEP_NEXT, "");
    run(&ana, REQ_NAG_PALETTE, "");
    assert_int_equal(ana.last.kind, GAME_CHOICES);
    assert_non_null(strstr(ana.choices, "=!?;"));
    run(&ana, REQ_NAG_PALETTE, "5x"); /* no number */
    assert_int_equal(ana.last.kind, GAME_CHOICES);
    run(&ana, REQ_NAG_PALETTE, "!?");
    assert_int_equal(ana.last.kind, GAME_JUDGED);
    session_comment(&ana.game, &here, "mine");
    run(&ana, REQ_LAYER, "");
    assert_string_equal(ana.choices, "ana: 1 note, shown=ana;nobody: 1 note, shown=nobody;"
                                     "merge notes into the game ...=merge;");
    run(&ana, REQ_LAYER, "ana off");
    assert_string_equal(ana.text, "the notes of ana are hidden");
    assert_true(layers_hide(&ana.game.layers, "ana"));
    run(&ana, REQ_LAYER, "all");
    assert_false(layers_hide_any(&ana.game.layers));
    run(&ana, REQ_LAYER, "boris off");
    assert_string_equal(ana.text, "this game has no notes by boris; {layer} lists who wrote some");
    run(&ana, REQ_LAYER, "merge");
    assert_string_equal(ana.choices,
                        "what ana wrote here=ana merge here;all notes of ana: 1=ana merge;");
    run(&ana, REQ_LAYER, "ana merge");
    assert_int_equal(ana.last.kind, GAME_LAYER_MERGED);
    run(&ana, REQ_LAYER, "nobody merge");
    assert_string_equal(ana.text, "unsigned notes are part of the game already");
    session_clear(&ana.game);
}

static void changes_are_listed_and_undone(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    assert_false(game_command_can(&ana.game, REQ_HISTORY));
    run(&ana, REQ_HISTORY, "");
    assert_string_equal(ana.text, "nothing was changed here");
    session_tag(&ana.game, "one");
    session_tag(&ana.game, "two");
    assert_true(game_command_can(&ana.game, REQ_HISTORY));
    run(&ana, REQ_HISTORY, "");
    assert_string_equal(ana.choices, "Change 2: the tags=2;Change 1: the tags=1;");
    run(&ana, REQ_HISTORY, "2");
    assert_string_equal(ana.text, "nothing is undone, because this is the last change");
    run(&ana, REQ_HISTORY, "9");
    assert_string_equal(ana.text, "give a number from 0 to 2, not '9'");
    run(&ana, REQ_HISTORY, " 9 ");
    assert_string_equal(ana.text, "give a number from 0 to 2, not '9'");
    run(&ana, REQ_HISTORY, "1 mine");
    assert_non_null(strstr(ana.text, "\"theirs\""));
    run(&ana, REQ_UNDO, "mine");
    assert_string_equal(ana.text,
                        "nothing is undone; the only word that can follow {undo} is \"theirs\"");
    run(&ana, REQ_UNDO, "theirs");
    assert_string_equal(ana.text, "the last change is your own; type {undo} alone to undo it");
    assert_false(game_command_can(&ana.game, REQ_REDO));
    run(&ana, REQ_UNDO, "");
    assert_int_equal(ana.last.kind, GAME_ARRIVED);
    run(&ana, REQ_REDO, "");
    assert_int_equal(ana.last.kind, GAME_ARRIVED);
    run(&ana, REQ_HISTORY, "1");
    char *tags = record_tags(session_record(&ana.game));
    assert_string_equal(tags, "one");
    free(tags);
    session_clear(&ana.game);
}

static void a_ply_is_replaced(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    assert_false(game_command_can(&ana.game, REQ_REPLACE));
    run(&ana, REQ_STEP_NEXT, "3");
    assert_true(game_command_can(&ana.game, REQ_REPLACE));
    run(&ana, REQ_REPLACE, "");
    assert_int_equal(ana.last.kind, GAME_ASKS);
    run(&ana, REQ_REPLACE, "Nc3");
    assert_int_equal(ana.last.kind, GAME_REPLACED);
    assert_string_equal(session_record(&ana.game)->moves.v[2].text, "Nc3");
    session_clear(&ana.game);
}

/* True if a line of a diff that begins with this sign has a text. */
static bool has_line(const char *diff, char sign, const char *text)
{
    bool found = false;
    for (const char *line = diff; line && *line && !found;) {
        const char *next = strchr(line, '\n'), *at = strstr(line, text);
        found = *line == sign && at && (!next || at < next);
        line = next ? next + 1 : NULL;
    }
    return found;
}

static void games_are_compared(void **state)
{
    struct listener ana;
    struct record *other;
    struct version version = {0};
    struct note why;
    char archive[300], title[100];
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_DIFF, "1");
    assert_string_equal(ana.text, "nothing was changed here");
    snprintf(archive, sizeof archive, "%s/compared", top);
    assert_int_equal(store_create(archive, "Archive", &why), 0);
    assert_int_equal(store_open(&ana.game.store, archive, NULL, &why), 0);
    record_set_text(session_record(&ana.game), "result.score", "*");
    record_set_player(session_record(&ana.game), 'w', "Ana");
    record_set_player(session_record(&ana.game), 'b', "Bob");
    other = record_copy(session_record(&ana.game));
    ulid_new(other->id);
    record_set_player(other, 'b', "Cle");
    assert_int_equal(store_save(ana.game.store, other, &version, &why), 0);
    store_refresh(ana.game.store);
    store_scan(ana.game.store, 10);
    run(&ana, REQ_DIFF, "#1");
    assert_int_equal(ana.last.kind, GAME_DIFF);
    assert_string_equal(ana.text, "- this game, + the game #1");
    assert_true(has_line(ana.content, '-', "Bob"));
    assert_true(has_line(ana.content, '+', "Cle"));
    assert_false(has_line(ana.content, '+', "Ana") || has_line(ana.content, '-', "Ana"));
    run(&ana, REQ_DIFF, other->id);
    snprintf(title, sizeof title, "- this game, + the game %s", other->id);
    assert_string_equal(ana.text, title);
    run(&ana, REQ_DIFF, "#2");
    assert_non_null(strstr(ana.text, "there is no game #2 here"));
    run(&ana, REQ_DIFF, "#1x");
    assert_non_null(strstr(ana.text, "there is no game #1x here"));
    run(&ana, REQ_DIFF, "first");
    assert_non_null(strstr(ana.text, "there is no game first here"));
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    store_refresh(ana.game.store);
    store_scan(ana.game.store, 10);
    run(&ana, REQ_DIFF, session_record(&ana.game)->id);
    assert_string_equal(ana.text, "that is this game");
    record_free(other);
    store_close(ana.game.store);
    session_clear(&ana.game);
}

static void the_game_is_tagged_collected_and_compared(void **state)
{
    struct listener ana;
    struct note why;
    char archive[300];
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_COLLECT, "Studies");
    assert_string_equal(ana.text, "this game is not in the archive yet; {save} saves it");
    assert_false(game_command_can(&ana.game, REQ_COLLECT));
    run(&ana, REQ_TAGS, "blitz");
    assert_string_equal(ana.text, "the game's tags are now: blitz");
    run(&ana, REQ_TAGS, "");
    assert_int_equal(ana.last.kind, GAME_ASKS);
    assert_string_equal(ana.text, "tags");
    run(&ana, REQ_TAGS, "-");
    assert_string_equal(ana.text, "the game's tags are removed");
    /* what two changes did */
    run(&ana, REQ_DIFF, "1");
    assert_int_equal(ana.last.kind, GAME_DIFF);
    assert_string_equal(ana.text, "What change 1 did: the tags");
    run(&ana, REQ_DIFF, "1 2");
    assert_string_equal(ana.text, "after these changes everything is as it was before");
    run(&ana, REQ_DIFF, "3");
    assert_string_equal(ana.text, "changes are numbered 1 to 2: {history} lists them");
    run(&ana, REQ_DIFF, "+1"); /* no number */
    assert_non_null(strstr(ana.text, "there is no game +1 here"));
    run(&ana, REQ_DIFF, "#1");
    assert_non_null(strstr(ana.text, "there is no game #1 here"));
    /* in an archive */
    record_set_text(session_record(&ana.game), "result.score", "*");
    record_set_player(session_record(&ana.game), 'w', "Ana");
    record_set_player(session_record(&ana.game), 'b', "Bob");
    snprintf(archive, sizeof archive, "%s/archive", top);
    assert_int_equal(store_create(archive, "Archive", &why), 0);
    assert_int_equal(store_open(&ana.game.store, archive, NULL, &why), 0);
    run(&ana, REQ_DIFF, "all");
    assert_int_equal(ana.last.kind, GAME_DIFF);
    assert_int_equal(session_save(&ana.game, NULL, 0), 0);
    run(&ana, REQ_DIFF, "all");
    assert_string_equal(ana.text, "nothing has changed since the last save");
    run(&ana, REQ_DIFF, "");
    assert_string_equal(ana.text, "Nothing was changed since the game was saved");
    run(&ana, REQ_TAGS, "rapid");
    run(&ana, REQ_DIFF, "");
    assert_int_equal(ana.last.kind, GAME_TOLD);
    assert_string_equal(ana.text, "Changed since the game was saved: the tags");
    run(&ana, REQ_DIFF, "all");
    assert_string_equal(ana.text, "What saving changes in the file of the game");
    assert_true(has_line(ana.content, '+', "rapid"));
    run(&ana, REQ_COLLECT, "");
    assert_int_equal(ana.last.kind, GAME_ASKS);
    run(&ana, REQ_STEP_NEXT, "2");
    run(&ana, REQ_COLLECT, "Studies");
    assert_string_equal(ana.text, "the game is added to 'Studies', at ply 2");
    store_close(ana.game.store);
    session_clear(&ana.game);
}

static void bookmarks_are_set_and_removed(void **state)
{
    struct listener ana;
    struct bookmarks kept = {0};
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_STEP_NEXT, "");
    run(&ana, REQ_BOOKMARK, "");
    assert_string_equal(ana.text,
                        "bookmark set: {bookmarks} goes back to it, {bookmark} here removes it");
    bookmarks_read(session_record(&ana.game)->id, &kept);
    assert_int_equal(kept.n, 1);
    assert_int_equal(kept.v[0].spot.ply, 1);
    assert_string_equal(kept.v[0].text + kept.v[0].ply, "here");
    /* those of a guest are not stored */
    ana.guest = true;
    run(&ana, REQ_STEP_NEXT, "");
    run(&ana, REQ_BOOKMARK, "");
    assert_int_equal(ana.game.bookmarks.n, 2);
    bookmarks_read(session_record(&ana.game)->id, &kept);
    assert_int_equal(kept.n, 1);
    ana.guest = false;
    run(&ana, REQ_STEP_BACK, "");
    run(&ana, REQ_BOOKMARK, "");
    assert_string_equal(ana.text, "the bookmark is removed");
    bookmarks_read(session_record(&ana.game)->id, &kept);
    assert_int_equal(kept.n, 0);
    /* a ply that is only tried is not part of the game */
    run(&ana, REQ_TRIAL, "");
    assert_true(session_replace(&ana.game, "d4"));
    run(&ana, REQ_BOOKMARK, "");
    assert_int_equal(ana.last.kind, GAME_REFUSED);
    bookmarks_clear(&kept);
    session_clear(&ana.game);
}

static void a_copied_line_is_inserted_elsewhere(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_GRAFT, "");
    assert_string_equal(ana.text, "no line has been copied: {copy-line} copies one");
    run(&ana, REQ_COPY_LINE, "");
    assert_string_equal(ana.text, "3 plies are copied; {graft} inserts them elsewhere");
    run(&ana, REQ_END, "");
    run(&ana, REQ_COPY_LINE, "");
    assert_string_equal(ana.text, "no ply follows here");
    run(&ana, REQ_GRAFT, "");
    assert_int_equal(ana.last.kind, GAME_REFUSED); /* e4 is not legal here */
    session_clear(&ana.game);
    /* in another game */
    listener_begin(&ana);
    run(&ana, REQ_GRAFT, "");
    assert_int_equal(ana.last.kind, GAME_GRAFTED);
    assert_int_equal(ana.last.count, 0); /* these plies follow already */
    session_clear(&ana.game);
}

static void comments_and_marks_are_written(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_STEP_NEXT, "");
    run(&ana, REQ_COMMENT, "");
    assert_int_equal(ana.last.kind, GAME_SAID);
    assert_string_equal(
        ana.text, "you have no comment here; {comment TEXT} writes one, {comment -} removes it");
    run(&ana, REQ_COMMENT, "in two\nlines");
    assert_int_equal(ana.last.kind, GAME_COMMENTED);
    run(&ana, REQ_COMMENT, "");
    assert_string_equal(ana.text, "Your comment here: in two lines");
    run(&ana, REQ_COMMENT, "-");
    assert_int_equal(ana.last.kind, GAME_COMMENTED);
    assert_false(ana.last.yes);
    run(&ana, REQ_MARK_CELL, "e4");
    assert_int_equal(ana.last.kind, GAME_MARKED);
    assert_string_equal(ana.text, "e4");
    run(&ana, REQ_MARK_ARROW, "  e4 e5  e6 orange ");
    assert_string_equal(ana.text, "e4 e5 e6");
    const struct node *node = spot_node(session_record(&ana.game), &ana.game.spot);
    assert_int_equal(node->notes->marks.n, 2);
    assert_string_equal(node->notes->marks.v[0].color, "green");
    assert_string_equal(node->notes->marks.v[1].color, "orange");
    run(&ana, REQ_MARK_CELL, "e4 e5");
    assert_int_equal(ana.last.kind, GAME_ASKS);
    assert_string_equal(ana.text, "a square, and a colour if you like");
    run(&ana, REQ_MARK_ARROW, "e4 red");
    assert_string_equal(ana.text, "two squares or more, and a colour if you like");
    run(&ana, REQ_MARK_CELL, "e9");
    assert_string_equal(ana.text, "'e9' is not a cell of this board; cells are named like a1");
    run(&ana, REQ_MARK_ARROW, "e4 e5 pink");
    assert_non_null(strstr(ana.text, "'pink' is neither a square of this board nor a colour"));
    char many[500] = "";
    for (int i = 0; i < 140; i++)
        strcat(many, i % 2 ? "e5 " : "e4 ");
    run(&ana, REQ_MARK_ARROW, many);
    assert_string_equal(ana.text, "an arrow cannot have that many squares");
    session_clear(&ana.game);
}

static void clocks_are_told(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    assert_false(game_command_can(&ana.game, REQ_CLOCK));
    run(&ana, REQ_CLOCK, "");
    assert_string_equal(ana.text, "This game has no clock\n");
    session_clear(&ana.game);
    struct record *record = record_new("classical");
    ana.game = (struct game_session){.ops = &listens, .client = &ana, .play = true, .offer = -1};
    record_set_text(record, "event.control.text", "15+10");
    edits_begin(&ana.game.edits, record);
    session_begin(&ana.game);
    session_reread(&ana.game);
    session_seats_open(&ana.game);
    assert_true(game_command_can(&ana.game, REQ_CLOCK));
    run(&ana, REQ_CLOCK, "");
    assert_string_equal(ana.text, "White has 0:15:00 left, Black has 0:15:00 left\n");
    session_clear(&ana.game);
}

/* The client opens the new game. */
static void a_rematch_follows_a_game_that_is_over(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    ana.game.play = true;
    ana.game.offer = -1;
    spot_end(session_record(&ana.game), &ana.game.spot);
    session_reread(&ana.game);
    assert_false(game_command_can(&ana.game, REQ_REMATCH));
    run(&ana, REQ_REMATCH, "");
    assert_int_equal(ana.last.kind, GAME_REFUSED);
    run(&ana, REQ_RESIGN, "");
    assert_true(game_command_can(&ana.game, REQ_REMATCH));
    run(&ana, REQ_REMATCH, "");
    assert_int_equal(ana.last.kind, GAME_REMATCH);
    session_clear(&ana.game);
}

static void colours_have_names(void **state)
{
    (void)state;
    for (int i = 1; i <= MARK_COLORS; i++)
        assert_int_equal(mark_color_number(mark_color_name(i)), i);
    assert_string_equal(mark_color_name(0), "green"); /* the usual one */
    assert_int_equal(mark_color_number("pink"), 0);
    assert_int_equal(mark_color_number(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_on_both_sides),
        cmocka_unit_test(what_is_not_offered_does_nothing),
        cmocka_unit_test(the_text_is_copied_to_a_new_file),
        cmocka_unit_test(the_reader_moves),
        cmocka_unit_test(notes_are_judged_shown_and_merged),
        cmocka_unit_test(changes_are_listed_and_undone),
        cmocka_unit_test(a_ply_is_replaced),
        cmocka_unit_test(games_are_compared),
        cmocka_unit_test(the_game_is_tagged_collected_and_compared),
        cmocka_unit_test(bookmarks_are_set_and_removed),
        cmocka_unit_test(a_copied_line_is_inserted_elsewhere),
        cmocka_unit_test(comments_and_marks_are_written),
        cmocka_unit_test(clocks_are_told),
        cmocka_unit_test(a_rematch_follows_a_game_that_is_over),
        cmocka_unit_test(colours_have_names),
    };
    return cmocka_run_group_tests(tests, make_home, drop_home);
}
