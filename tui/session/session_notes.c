/* session_notes.c - annotating an open game, and changing its lines. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/record/header_values.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_ROOM = 50, WHAT_ROOM = 80 };

static const char *label_here(const struct game_session *game, char out[LABEL_ROOM])
{
    game->ops->label(game->client, out, LABEL_ROOM);
    return out;
}

/* ---------------------------------------------------------------- comments */

const char *session_comment_text(const struct game_session *game, const struct session_place *at)
{
    const char *by = game->ops->author(game->client);
    const struct node *node = spot_node(session_record(game), &game->spot);
    if (at->node)
        return edit_step_comment_text(at->node, at->part, at->step, by);
    if (!at->before)
        return edit_comment_text(session_record(game), &game->spot, by);
    return node && node->notes && node->notes->before ? node->notes->before : "";
}

static void put_comment_before(struct record *record, const struct spot *spot, const char *text)
{
    struct node *node = spot_node(record, spot);
    struct notes *notes = node_notes(node);
    free(notes->before);
    notes->before = *text ? memory_text(text) : NULL;
    node_tidy(node);
}

/* Write the user's comment into the record, without an entry in the undo history. */
static void put_comment(struct game_session *game, const struct session_place *at, const char *text)
{
    const char *by = game->ops->author(game->client);
    if (at->node)
        edit_step_comment(at->node, at->part, at->step, by, text);
    else if (at->before)
        put_comment_before(session_record(game), &game->spot, text);
    else
        edit_comment(session_record(game), &game->spot, by, text);
}

bool session_keep_typed(struct game_session *game, const struct session_place *at, const char *text)
{
    struct record *record = session_record(game), *copy = record_copy(record);
    struct session_place there = *at;
    bool ahead = at->node && at->node == session_walk_node(game);
    game->edits.record = copy;
    if (at->node) /* the same ply in the copy */
        there.node = ahead ? session_walk_node(game) : spot_node(copy, &game->spot);
    put_comment(game, &there, text);
    game->edits.record = record;
    bool kept = session_draft_save(game, copy);
    record_free(copy);
    return kept;
}

void session_forget_typed(struct game_session *game)
{
    if (game->draft_kept)
        session_draft_save(game, session_record(game));
    else
        session_draft_drop(game);
}

void session_comment(struct game_session *game, const struct session_place *at, const char *text)
{
    char label[LABEL_ROOM], what[WHAT_ROOM];
    snprintf(what, sizeof what, "comment %s%s", *text ? "on " : "removed from ",
             label_here(game, label));
    session_before_change(game, what);
    put_comment(game, at, text);
    if (session_changed(game))
        session_tell(game, &(struct game_event){.kind = GAME_COMMENTED, .yes = *text});
}

/* ---------------------------------------------------------------- judgements */

static bool session_is_judged(const struct game_session *game, const struct session_place *at,
                              int nag)
{
    const struct node *node = spot_node(session_record(game), &game->spot);
    const struct step_note *step = at->node ? edit_step(at->node, at->part, at->step) : NULL;
    const struct nags *nags = at->node              ? (step ? &step->nags : NULL)
                              : node && node->notes ? &node->notes->nags
                                                    : NULL;
    for (int i = 0; nags && i < nags->n; i++)
        if (nags->v[i] == nag)
            return true;
    return false;
}

void session_judge_ply(struct game_session *game, const struct session_place *at, int nag)
{
    char label[LABEL_ROOM], what[WHAT_ROOM], sign[16];
    if (session_refuses(game))
        return;
    if (!at->node && !spot_node(session_record(game), &game->spot)) {
        session_refuse(game, REFUSED_NO_PLY, "a judgement belongs to a ply: go to one first");
        return;
    }
    nag_write(nag, false, sign, sizeof sign);
    snprintf(what, sizeof what, "%s %s %s", sign,
             session_is_judged(game, at, nag) ? "removed from" : "on", label_here(game, label));
    session_before_change(game, what);
    if (at->node)
        edit_step_nag(at->node, at->part, at->step, nag);
    else
        edit_nag(session_record(game), &game->spot, nag);
    if (session_changed(game))
        session_tell(game, &(struct game_event){.kind = GAME_JUDGED,
                                                .count = nag,
                                                .yes = session_is_judged(game, at, nag),
                                                .text = what});
}

/* ---------------------------------------------------------------- marks */

static int count_marks_there(const struct game_session *game, const struct session_place *at)
{
    const struct step_note *step = at->node ? edit_step(at->node, at->part, at->step) : NULL;
    const struct marks *marks =
        at->node ? (step ? &step->marks : NULL) : edit_marks(session_record(game), &game->spot);
    return marks ? marks->n : 0;
}

void session_mark(struct game_session *game, const struct session_place *at, const char *as,
                  const char *cells, const char *color)
{
    const char *by = game->ops->author(game->client);
    char what[WHAT_ROOM];
    int marks = count_marks_there(game, at);
    if (session_refuses(game))
        return;
    snprintf(what, sizeof what, "%s %.60s", as, cells);
    session_before_change(game, what);
    if (at->node)
        edit_step_mark(at->node, at->part, at->step, by, as, cells, color);
    else
        edit_mark(session_record(game), &game->spot, by, as, cells, color);
    if (session_changed(game))
        session_tell(game, &(struct game_event){.kind = GAME_MARKED,
                                                .count = count_marks_there(game, at) - marks,
                                                .yes = !strcmp(as, "arrow"),
                                                .color = color,
                                                .text = cells});
}

/* ---------------------------------------------------------------- lines */

static void change_line(struct game_session *game,
                        int (*change)(struct record *, struct spot *, struct note *),
                        enum game_event_kind kind, const char *what)
{
    struct spot spot = game->spot;
    struct note why;
    session_before_change(game, what);
    if (change(session_record(game), &spot, &why) < 0) {
        edits_forget(&game->edits);
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
        return;
    }
    game->spot = spot;
    session_reread(game);
    if (session_changed(game))
        session_tell(game, &(struct game_event){.kind = kind, .text = what});
}

void session_promote(struct game_session *game)
{
    char label[LABEL_ROOM], what[WHAT_ROOM];
    if (session_refuses(game))
        return;
    snprintf(what, sizeof what, "the line of %s moved up", label_here(game, label));
    change_line(game, edit_promote, GAME_LINE_MOVED_UP, what);
}

void session_delete(struct game_session *game)
{
    char label[LABEL_ROOM], what[WHAT_ROOM];
    if (session_refuses(game))
        return;
    snprintf(what, sizeof what, "%s deleted", label_here(game, label));
    change_line(game, edit_delete, GAME_DELETED, what);
}

bool session_replace(struct game_session *game, const char *text)
{
    char written[PLY_ROOM], label[LABEL_ROOM], what[WHAT_ROOM];
    struct note why;
    if (session_refuses(game))
        return false;
    if (game->spot.ply == 0) {
        session_refuse(game, REFUSED_NO_PLY, "first go to the ply that you want to replace");
        return false;
    }
    if (game->track.broken) {
        session_refuse(game, REFUSED_BROKEN, "%s", game->track.why.text);
        return false;
    }
    if (ply_replace_read(session_record(game), &game->spot, &game->track.before, text, written,
                         &why) < 0) {
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
        return false;
    }
    int followed = spot_line(session_record(game), &game->spot)->n - game->spot.ply;
    snprintf(what, sizeof what, "%.30s in place of %.30s", written, label_here(game, label));
    session_before_change(game, what);
    edit_replace(session_record(game), &game->spot, written);
    int kept = ply_replace_cut(session_record(game), &game->spot, &game->track);
    session_reread(game);
    if (session_changed(game))
        session_tell(game, &(struct game_event){
                               .kind = GAME_REPLACED, .count = kept, .of = followed, .text = what});
    return true;
}

/* Append a ply without further checks, if the rules can parse it. Returns 1 if the ply is new, 0
 * if the record had it already, -1 if it is refused. */
static int session_append(struct game_session *game, const char *text, struct note *why)
{
    struct spot to = game->spot;
    struct ply ply = {0};
    if (text_is_pass(text) && game->play && session_at_end(game) && !session_over(game))
        return note_fail(why, -1, -1,
                         "you cannot pass in a game: null moves are only for variations");
    bool good =
        !game->rules || game->track.broken || ply_read(&game->track.now, text, &ply, why) == 0;
    ply_free(&ply);
    int played = good ? edit_play(session_record(game), &to, text, why) : -1;
    if (played < 0)
        return -1;
    if (played)
        session_sign_ply(game, &to);
    session_go(game, &to);
    return played;
}

void session_null_move(struct game_session *game)
{
    struct note why;
    if (session_refuses(game))
        return;
    session_before_change(game, "a null move");
    int played = session_append(game, "--", &why);
    if (played <= 0)
        edits_forget(&game->edits);
    if (played < 0)
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
    else if (!played || session_changed(game))
        session_tell(game, &(struct game_event){.kind = GAME_PASSED, .yes = played});
}

char *session_line_text(const struct game_session *game, int choice)
{
    struct spot at = game->spot;
    struct yaml_text clip = {0};
    for (; spot_next(session_record(game), &at, choice); choice = 0) {
        const char *text = spot_node(session_record(game), &at)->text;
        yaml_text_add(&clip, " ", clip.n > 0);
        yaml_text_add(&clip, text, strlen(text));
    }
    return clip.v;
}

void session_graft(struct game_session *game, const char *line)
{
    char *text = memory_text(line), *rest = NULL;
    struct spot was = game->spot;
    struct note why;
    int n = 0, played = 0;
    if (session_refuses(game)) {
        free(text);
        return;
    }
    session_before_change(game, "a copied line");
    for (char *ply = strtok_r(text, " ", &rest); ply && played >= 0;
         ply = strtok_r(NULL, " ", &rest)) {
        played = session_append(game, ply, &why);
        if (played < 0)
            session_refuse(game, REFUSED_TEXT, "'%.40s' is not possible here: %s", ply, why.text);
        n += played > 0;
    }
    free(text);
    session_go(game, &was);
    if (!n)
        edits_forget(&game->edits);
    if (n ? session_changed(game) : played >= 0)
        session_tell(game, &(struct game_event){.kind = GAME_GRAFTED, .count = n});
}

/* ---------------------------------------------------------------- the game as a whole */

void session_merge_layer(struct game_session *game, const char *by, bool here)
{
    struct record *record = session_record(game);
    if (session_refuses(game))
        return;
    if (here && !layer_written_at(record, &game->spot, by)) {
        session_refuse(game, REFUSED_NOTHING_THERE, "%s has no notes on this ply", by);
        return;
    }
    session_before_change(game, "merging notes");
    int n = layer_merge(record, by, here ? &game->spot : NULL);
    if (!n)
        edits_forget(&game->edits);
    bool done = !n || session_changed(game);
    layers_count(&game->layers, session_record(game));
    if (done)
        session_tell(game, &(struct game_event){.kind = GAME_LAYER_MERGED, .text = by, .count = n});
}

bool session_tag(struct game_session *game, const char *words)
{
    if (session_refuses(game))
        return false;
    session_before_change(game, "the tags");
    if (!strcmp(words, "-"))
        record_set_tags(session_record(game), "");
    else
        record_change_tags(session_record(game), words);
    return session_changed(game);
}
