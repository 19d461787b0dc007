/* lines.c - plain mode's edits of lines: replacing a ply, null moves, copying lines elsewhere; and the list
 * of changes. */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include "archive/yaml/yaml_write.h"
#include "tui/session/ply_replace.h"
#include "tui/session/result.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- replacing a ply */

static void replace(struct plain *plain, const char *argument)
{
    char written[PLY_ROOM], what[80];
    struct note why;
    if (plain->spot.ply == 0 || plain->track.broken) {
        plain_say(plain, plain->spot.ply ? "This ply cannot be followed: %s" : "Go to the ply to replace first%s",
                  plain->spot.ply ? plain->track.why.text : "");
        return;
    }
    if (!*argument) {
        plain_say(plain, "Name the ply to play here instead: replace Nf3");
        return;
    }
    if (ply_replace_read(plain_record(plain), &plain->spot, &plain->track.before, argument, written, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    struct spot here = plain->spot;
    int followed = spot_line(plain_record(plain), &here)->n - here.ply;
    snprintf(what, sizeof what, "%.30s in place of %.30s", written, spot_node(plain_record(plain), &here)->text);
    plain_before_change(plain, what);
    edit_replace(plain_record(plain), &here, written);
    int kept = ply_replace_cut(plain_record(plain), &here, &plain->track);
    plain_go(plain, &here);
    if (!plain_changed(plain))
        return;
    if (kept < followed)
        plain_say(plain, "The ply is replaced; %d of the %d plies after it %s left, undo brings them back", kept, followed,
                  kept == 1 ? "is" : "are");
    else
        plain_say(plain, "The ply is replaced");
    plain_tell(plain);
}

/* ---------------------------------------------------------------- null moves, copied lines */

/* Append a ply without further checks, if the rules can parse it. Returns 1, 0 if it was there already, -1 if it
 * cannot be parsed. */
static int append(struct plain *plain, const char *text, struct note *why)
{
    struct spot to = plain->spot;
    struct ply ply = {0};
    bool good = plain->track.broken || ply_read(&plain->track.now, text, &ply, why) == 0;
    ply_free(&ply);
    int played = good ? edit_play(plain_record(plain), &to, text, why) : -1;
    if (played < 0)
        return -1;
    if (played && plain_author(plain))
        edit_sign_line(plain_record(plain), &to, plain_author(plain));
    if (played && plain->track.plies && !plain->track.broken)
        edit_tell_side(plain_record(plain), &to, plain->track.before.side, plain->track.now.side, plain->rules->sides);
    plain_go(plain, &to);
    return played;
}

static void null_move(struct plain *plain, const char *argument)
{
    struct note why;
    (void)argument;
    if (plain->play && plain->spot.depth == 0 && plain->spot.ply == plain_record(plain)->moves.n &&
        !result_stands(plain_record(plain))) {
        plain_say(plain, "You cannot pass in a game: null moves are only for variations");
        return;
    }
    plain_before_change(plain, "a null move");
    int played = append(plain, "--", &why);
    if (played <= 0)
        edits_forget(&plain->edits);
    if (played < 0)
        plain_refuse(plain, why.text);
    else if (!played || plain_changed(plain))
        plain_tell(plain);
}

static void copy_line(struct plain *plain, const char *argument)
{
    struct spot at = plain->spot;
    struct yaml_text clip = {0};
    int n = 0;
    (void)argument;
    for (; spot_next(plain_record(plain), &at, 0); n++) {
        const char *text = spot_node(plain_record(plain), &at)->text;
        yaml_text_add(&clip, " ", n > 0);
        yaml_text_add(&clip, text, strlen(text));
    }
    if (!n) {
        plain_say(plain, "No ply follows here");
        return;
    }
    free(plain->clip);
    plain->clip = clip.v;
    plain_say(plain, "%d %s copied: graft puts %s in elsewhere", n, n == 1 ? "ply is" : "plies are", n == 1 ? "it" : "them");
}

static void graft(struct plain *plain, const char *argument)
{
    char *text = plain->clip ? memory_text(plain->clip) : NULL, *rest = NULL;
    struct spot was = plain->spot;
    struct note why;
    int n = 0, played = 0;
    (void)argument;
    if (!text) {
        plain_say(plain, "No line has been copied: copy-line copies the one from here on");
        return;
    }
    plain_before_change(plain, "a copied line");
    for (char *ply = strtok_r(text, " ", &rest); ply && played >= 0; ply = strtok_r(NULL, " ", &rest)) {
        played = append(plain, ply, &why);
        if (played < 0)
            plain_say(plain, "'%.40s' is not possible here: %s", ply, why.text);
        n += played > 0;
    }
    free(text);
    plain_go(plain, &was);
    if (!n)
        edits_forget(&plain->edits);
    if (!n && played >= 0)
        plain_say(plain, "These plies follow here already");
    else if (n && plain_changed(plain)) {
        plain_say(plain, "%d %s put in", n, n == 1 ? "ply is" : "plies are");
        plain_tell(plain);
    }
}

/* ---------------------------------------------------------------- the list of changes */

static void history(struct plain *plain, const char *argument)
{
    struct edits *edits = &plain->edits;
    int number;
    if (!edits->undos) {
        plain_say(plain, edits->redos ? "All changes are undone; redo does the first of them again" : "Nothing was changed here");
        return;
    }
    if (!*argument) {
        for (int i = edits->undos; i >= 1; i--) {
            unsigned after = i < edits->undos ? edits->undo[i].number : edits->number;
            plain_say(plain, "Change %d%s: %s", i, after == edits->saved ? ", saved" : "", edits->undo[i - 1].what);
        }
        plain_say(plain, "history N goes back to where change N was the last; history 0 to before all of them");
        return;
    }
    char word[20];
    plain_word(&argument, word, sizeof word);
    bool theirs = !strcmp(argument, "theirs"), others = false;
    if (*argument && !theirs) {
        plain_say(plain, "After the number only theirs is understood: nothing is undone");
    } else if (plain_number(plain, word, 0, edits->undos, &number) && plain_writable(plain)) {
        for (int i = number; i < edits->undos; i++)
            others |= !strcmp(edits->undo[i].what, edits_of_others);
        if (number == edits->undos)
            plain_say(plain, "That is the last change: nothing is undone");
        else if (others && !theirs)
            plain_say(plain, "That takes back changes of somebody else, too: history %d theirs does so", number);
        else
            plain_undo(plain, edits->undos - number, true);
    }
}

const struct plain_command plain_line_commands[] = {
    {"replace", NULL, "PLY", "puts another ply in the place of this one; what follows is kept while it is legal",
     NEED_WRITABLE, replace},
    {"null-move", NULL, "", "adds a null move: the turn is passed, in notes", NEED_WRITABLE, null_move},
    {"copy-line", NULL, "", "copies the line from here on", NEED_GAME, copy_line},
    {"graft", NULL, "", "puts the copied line in here", NEED_WRITABLE, graft},
    {"history", NULL, "[N [theirs]]", "shows the changes made here, or goes back to one", NEED_GAME, history},
    {0},
};
