/* notes.c - plain mode's annotations and changes: comments, judgements, marks, variations;
 * undo. */
#include "config.h"

#include "archive/merge/merge_save.h"
#include "archive/store/edit_history.h"
#include "tui/boards/board_scene.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plain_writable(struct plain *plain)
{
    struct note why;
    if (plain_live_on(plain)) {
        plain_say(plain, "The game is being played: notes are for when it is over");
        return false;
    }
    if (!plain->game.trial && plain_together_refuses(plain))
        return false;
    if (plain->game.trial || !plain->store || store_writable(plain->store, &why))
        return true;
    plain_say(plain, "This game cannot be changed: %s", why.text);
    return false;
}

void plain_before_change(struct plain *plain, const char *what)
{
    edits_mark_from(&plain->game.edits, plain->game.base, &plain->game.spot, what);
}

/* True if this user may make the last change. Guests may not change everything; they learn that now
 * rather than when they save. */
static bool plain_allowed(struct plain *plain)
{
    struct note why;
    if (plain->game.trial || !plain->store || !plain->game.base || !plain->game.edits.undos ||
        store_may_save(plain->store, plain->game.base, plain_record(plain), &why) == 0)
        return true;
    struct spot spot = plain->game.spot;
    edits_take_back(&plain->game.edits, &spot);
    plain_go(plain, &spot);
    plain_refuse(plain, why.text);
    return false;
}

static void plain_keep_draft(struct plain *plain, enum edit_log_event event)
{
    struct note why;
    plain->warned = false;
    if (!plain->store || plain->game.trial)
        return;
    if (store_draft_save(plain->store, plain_record(plain), &plain->game.version, &why) < 0)
        plain_say(plain, "The draft cannot be kept: %s", why.text);
    if (plain->game.base && !plain->game.base_kept)
        plain->game.base_kept =
            store_draft_keep_base(plain->store, plain->game.base, &plain->game.version, &why) == 0;
    edit_log_note(plain->store, &plain->game.edits, event, &plain->game.logged);
}

bool plain_changed(struct plain *plain)
{
    if (!plain_allowed(plain))
        return false;
    plain_keep_draft(plain, LOGGED_CHANGE);
    return true;
}

void plain_forget_draft(struct plain *plain)
{
    plain->game.draft = plain->game.base_kept = plain->game.logged = false;
    store_draft_drop(plain->store, plain_record(plain)->id);
}

const char *plain_author(const struct plain *plain)
{
    if (plain->lobby)
        return plain_lobby_name(plain);
    if (plain->store && store_shared(plain->store))
        return store_user(plain->store);
    return plain->options->user && *plain->options->user ? plain->options->user : NULL;
}

/* The ply whose member is being annotated; NULL: notes are about the ply, or the game. */
static struct node *member_node(const struct plain *plain)
{
    return plain->member ? spot_node(plain_record(plain), &plain->game.spot) : NULL;
}

/* Begin a change, with a label for the history and the log: "a comment on ply 3, White: Nf3". */
static void before_note(struct plain *plain, const char *what)
{
    char label[50], told[80];
    plain_ply_label(plain, &plain->game.spot, label, sizeof label);
    if (plain->member)
        snprintf(told, sizeof told, "%s member %d of %s", what, plain->member, label);
    else
        snprintf(told, sizeof told, "%s %s", what, label);
    plain_before_change(plain, told);
}

static void plain_comment(struct plain *plain, const char *argument)
{
    struct node *node = member_node(plain);
    if (!*argument) {
        const char *text =
            node ? edit_step_comment_text(node, plain->member, 0, plain_author(plain))
                 : edit_comment_text(plain_record(plain), &plain->game.spot, plain_author(plain));
        plain_say(plain,
                  *text ? "Your comment here: %s"
                        : "You have no comment here%s; a single - removes one",
                  text);
        return;
    }
    const char *written = strcmp(argument, "-") != 0 ? argument : "";
    before_note(plain, *written ? "a comment on" : "a comment removed from");
    if (node)
        edit_step_comment(node, plain->member, 0, plain_author(plain), written);
    else
        edit_comment(plain_record(plain), &plain->game.spot, plain_author(plain), written);
    if (!plain_changed(plain))
        return;
    plain_say(plain,
              strcmp(argument, "-") != 0 ? "The comment is written" : "The comment is removed");
}

/* A judgement by its symbol, its number, or the first words of its meaning. */
static const struct nag *nag_named(const char *text)
{
    const struct nag *nag;
    for (int i = 0; (nag = nag_at(i)) != NULL; i++)
        if (!strcmp(nag->ascii, text) || !strcmp(nag->words, text))
            return nag;
    return isdigit((unsigned char)*text) ? nag_numbered(atoi(text)) : NULL;
}

/* True if the ply, or the member, has that glyph. */
static bool is_judged(const struct plain *plain, const struct node *node, int number)
{
    const struct step_note *step = plain->member ? edit_step(node, plain->member, 0) : NULL;
    const struct nags *nags = plain->member ? (step ? &step->nags : NULL)
                              : node->notes ? &node->notes->nags
                                            : NULL;
    for (int i = 0; nags && i < nags->n; i++)
        if (nags->v[i] == number)
            return true;
    return false;
}

static void plain_nag(struct plain *plain, const char *argument)
{
    const struct nag *found = nag_named(argument);
    if (!found) {
        plain_say(plain, "Say a judgement, by its sign or its words");
        for (int i = 0; (found = nag_at(i)) != NULL; i++)
            plain_say(plain, "%s, %s", found->ascii, found->words);
        return;
    }
    if (!spot_node(plain_record(plain), &plain->game.spot)) {
        plain_say(plain, "There is no ply to judge at the start");
        return;
    }
    struct node *node = spot_node(plain_record(plain), &plain->game.spot);
    char what[48];
    snprintf(what, sizeof what, "judgement %.10s %s", found->ascii,
             is_judged(plain, node, found->number) ? "removed from" : "on");
    before_note(plain, what);
    if (plain->member)
        edit_step_nag(node, plain->member, 0, found->number);
    else
        edit_nag(plain_record(plain), &plain->game.spot, found->number);
    if (plain_changed(plain))
        plain_say(plain, "The judgement is %s: %s",
                  is_judged(plain, node, found->number) ? "written" : "removed", found->words);
}

enum { MARK_CELLS_TEXT = 400 };

/* Parse "e2 e4 red" as cells of this board and an optional colour. Returns how many cells, -1 after
 * printing an error. */
static int read_cells(struct plain *plain, const char *argument, char cells[MARK_CELLS_TEXT],
                      const char **color)
{
    char word[32];
    int count = 0;
    size_t used = 0;
    *color = mark_color_name(1);
    while (plain_word(&argument, word, sizeof word)) {
        int number = mark_color_number(word);
        if (number && !*argument) {
            *color = mark_color_name(number);
            return count;
        }
        int length;
        if (count > 0 && !*argument &&
            board_cell_named(plain->game.rules->board, word, &length) == CELL_NONE) {
            plain_say(
                plain,
                "'%.20s' is neither a cell of this board nor a colour; the colours are green, red, blue, yellow, "
                "cyan, magenta, orange and white",
                word);
            return -1;
        }
        if (plain_cell(plain, word) == CELL_NONE)
            return -1;
        if (used + 1 + strlen(word) >= MARK_CELLS_TEXT) {
            plain_say(plain, "These are more cells than an arrow goes through");
            return -1;
        }
        text_add(cells, MARK_CELLS_TEXT, &used, "%s%s", count++ ? " " : "", word);
    }
    return count;
}

/* How many marks there are at the current ply or member. */
static int plain_count_marks(const struct plain *plain)
{
    const struct node *node = member_node(plain);
    const struct step_note *step = node ? edit_step(node, plain->member, 0) : NULL;
    const struct marks *marks =
        node ? (step ? &step->marks : NULL) : edit_marks(plain_record(plain), &plain->game.spot);
    return marks ? marks->n : 0;
}

static void draw_mark(struct plain *plain, const char *argument, bool arrow)
{
    char cells[MARK_CELLS_TEXT] = "";
    const char *color;
    int count = read_cells(plain, argument, cells, &color);
    if (count < 0)
        return;
    if (arrow ? count < 2 : count != 1) {
        plain_say(plain, arrow ? "Say two cells or more and perhaps a colour"
                               : "Say a cell and perhaps a colour");
        return;
    }
    int before = plain_count_marks(plain);
    const char *shape = arrow ? "arrow" : "circle";
    before_note(plain, "a mark on");
    if (plain->member)
        edit_step_mark(member_node(plain), plain->member, 0, plain_author(plain), shape, cells,
                       color);
    else
        edit_mark(plain_record(plain), &plain->game.spot, plain_author(plain), shape, cells, color);
    if (!plain_changed(plain))
        return;
    int after = plain_count_marks(plain);
    plain_say(plain, after < before   ? "The mark is erased"
                     : after > before ? "The mark is drawn"
                                      : "The mark has another colour");
}

static void plain_mark(struct plain *plain, const char *argument)
{
    draw_mark(plain, argument, false);
}

static void plain_arrow(struct plain *plain, const char *argument)
{
    draw_mark(plain, argument, true);
}

static void change_line(struct plain *plain,
                        int (*change)(struct record *, struct spot *, struct note *),
                        const char *what, const char *said)
{
    struct spot spot = plain->game.spot;
    struct note why;
    before_note(plain, what);
    if (change(plain_record(plain), &spot, &why) < 0) {
        edits_forget(&plain->game.edits);
        plain_refuse(plain, why.text);
        return;
    }
    plain_go(plain, &spot);
    if (!plain_changed(plain))
        return;
    plain_say(plain, "%s", said);
    plain_tell(plain);
}

static void plain_promote(struct plain *plain, const char *argument)
{
    (void)argument;
    change_line(plain, edit_promote, "a line moved up at", "The line is moved up");
}

static void delete_line(struct plain *plain, const char *argument)
{
    (void)argument;
    change_line(plain, edit_delete, "plies deleted from",
                "The plies from there on are deleted; undo brings them back");
}

/* Undo the user's last change although others made changes after it, which stay; the draft's log
 * cannot record this as one step. False after printing an error. */
static bool plain_undo_own(struct plain *plain, struct spot *spot, const char **what)
{
    struct note why;
    int result = merge_undo(&plain->game.edits, spot, what, &why);
    if (result == FAIL_NAME)
        plain_say(plain,
                  "Only changes of someone else are left to undo: undo theirs takes them back");
    else if (result < 0)
        plain_say(plain, "Nothing is undone: %s; undo theirs takes their changes back first",
                  why.text);
    if (result < 0)
        return false;
    if (plain->game.base)
        edits_match_saved(&plain->game.edits, plain->game.base);
    plain->game.logged = false;
    return true;
}

/* Undo or redo one change: anyone's if `any`, else the user's own. False after printing that there
 * is none. */
static bool plain_undone(struct plain *plain, bool redo, bool any)
{
    struct spot spot = plain->game.spot;
    const char *what;
    if (!redo && !any && edits_last_is_of_others(&plain->game.edits)) {
        if (!plain_undo_own(plain, &spot, &what))
            return false;
    } else if (!(redo ? edits_redo : edits_undo)(&plain->game.edits, &spot, &what)) {
        plain_say(plain, "There is nothing to %s%s%s", redo ? "redo" : "undo",
                  !redo && plain->game.past.text[0] ? ": " : "", redo ? "" : plain->game.past.text);
        return false;
    }
    plain_say(plain, "%s: %s", redo ? "Redone" : "Undone", what);
    plain_go(plain, &spot);
    plain_keep_draft(plain, redo ? LOGGED_REDO : LOGGED_UNDO);
    return true;
}

void plain_undo(struct plain *plain, int changes, bool any)
{
    int done = 0, plies = plain->open ? plain_record(plain)->moves.n : 0;
    while (done < changes && plain_undone(plain, false, any))
        done++;
    /* The computer's ply, then the person's before it */
    while (done && plain_record(plain)->moves.n < plies && plain->game.edits.undos > 0 &&
           plain_computer_should_undo(plain) && plain_undone(plain, false, any))
        done++;
    if (done)
        plain_tell(plain);
}

static void plain_notes_undo(struct plain *plain, const char *argument)
{
    bool theirs = !strcmp(argument, "theirs");
    if (*argument && !theirs)
        plain_say(plain, "After undo you can only write theirs: nothing is undone");
    else if (theirs && plain->game.edits.undos && !edits_last_is_of_others(&plain->game.edits))
        plain_say(plain, "The last change is your own: undo takes it back");
    else
        plain_undo(plain, 1, theirs);
}

static void plain_redo(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_undone(plain, true, false))
        plain_tell(plain);
}

const struct plain_command plain_note_commands[] = {
    {"comment", "c", "TEXT",
     "writes your comment on the ply, or on its member; a single - removes it", NEED_WRITABLE,
     plain_comment},
    {"nag", NULL, "SIGN", "judges the ply: !, ?, !!, ??, !?, ?! and others; again removes it",
     NEED_WRITABLE, plain_nag},
    {"mark", NULL, "CELL [COLOUR]", "marks a cell; again erases it", NEED_WRITABLE, plain_mark},
    {"arrow", NULL, "CELL CELL... [COLOUR]",
     "draws an arrow, through all these cells; again erases it", NEED_WRITABLE, plain_arrow},
    {"promote", NULL, "", "moves this line up", NEED_WRITABLE, plain_promote},
    {"delete", NULL, "", "deletes the ply and what follows it", NEED_WRITABLE, delete_line},
    {"undo", "u", "[theirs]", "undoes your last change; with the word theirs, someone else's",
     NEED_WRITABLE, plain_notes_undo},
    {"redo", NULL, "", "redoes what was undone last", NEED_WRITABLE, plain_redo},
    {"save", "w", "[mine|theirs|both...]",
     "saves the game; the words choose the version of what someone else changed, too",
     NEED_WRITABLE, plain_save},
    {0},
};

/* ---- Plain mode's choice of whose notes are shown (tui/session/annotators.h), and adopting them
 * into the game. */

static void tell_layers(struct plain *plain)
{
    const struct layers *layers = &plain->game.layers;
    bool any = false;
    for (int i = 0; i < layers->n; i++) {
        if (!layers->v[i].notes)
            continue;
        any = true;
        plain_say(plain, "Of %s: %d %s, %s", layers->v[i].by, layers->v[i].notes,
                  layers->v[i].notes == 1 ? "note" : "notes",
                  layers->v[i].hidden ? "hidden" : "shown");
    }
    if (any)
        plain_say(plain, "layer NAME off hides the notes of one, layer NAME on shows them again");
    else
        plain_say(plain, "Nobody has written notes on this game");
}

static void plain_notes_merge(struct plain *plain, const char *by, bool here)
{
    if (!plain_writable(plain))
        return;
    if (here && !layer_written_at(plain_record(plain), &plain->game.spot, by)) {
        plain_say(plain, "%s has written nothing here", by);
        return;
    }
    plain_before_change(plain, "merging notes");
    int n = layer_merge(plain_record(plain), by, here ? &plain->game.spot : NULL);
    if (!n)
        edits_forget(&plain->game.edits);
    bool done = !n || plain_changed(plain);
    layers_count(&plain->game.layers, plain_record(plain));
    if (done)
        plain_say(plain, "%d %s of %s %s the game's own now", n, n == 1 ? "note" : "notes", by,
                  n == 1 ? "is" : "are");
}

/* If a text ends with these words, cut them off and return true. */
static bool plain_ends_with(char *text, const char *words)
{
    size_t length = strlen(text), end = strlen(words);
    if (length <= end || strcmp(text + length - end, words) != 0)
        return false;
    text[length - end] = '\0';
    return true;
}

static void plain_layer(struct plain *plain, const char *argument)
{
    char by[LAYER_NAME_ROOM + 20];
    layers_count(&plain->game.layers, plain_record(plain));
    if (!*argument) {
        tell_layers(plain);
        return;
    }
    if (!strcmp(argument, "all")) {
        for (int i = 0; i < plain->game.layers.n; i++)
            plain->game.layers.v[i].hidden = false;
        plain_say(plain, "All notes are shown");
        return;
    }
    snprintf(by, sizeof by, "%s", argument);
    bool here = plain_ends_with(by, " merge here"), merged = here || plain_ends_with(by, " merge");
    bool off = !merged && plain_ends_with(by, " off"),
         on = !merged && !off && plain_ends_with(by, " on");
    int at = layers_find(&plain->game.layers, by);
    if (at < 0 ||
        (!plain->game.layers.v[at].notes && (merged || !plain->game.layers.v[at].hidden))) {
        plain_say(plain, "%.60s has written no notes on this game: layer shows who has", by);
    } else if (merged && !layer_is_signed(&plain->game.layers.v[at])) {
        plain_say(plain, "Unsigned notes are the game's own already");
    } else if (merged) {
        plain_notes_merge(plain, by, here);
    } else {
        bool *hidden = &plain->game.layers.v[at].hidden;
        *hidden = off || (!on && !*hidden);
        plain_say(plain, "The notes of %s are %s", by, *hidden ? "hidden" : "shown");
    }
}

const struct plain_command plain_layer_commands[] = {
    {"layer", "layers", "[NAME on|off|merge|merge here] or all",
     "shows who wrote notes; hides or shows those of one; or makes them the game's own", NEED_GAME,
     plain_layer},
    {0},
};
