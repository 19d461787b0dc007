/* guest.c - see guest.h. */
#include "archive/guest.h"

#include <stdlib.h>
#include <string.h>

struct guest {
    const char *user;
    struct note *why;
};

static bool same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static bool is_own(const struct guest *guest, const char *by)
{
    return by && !strcmp(by, guest->user);
}

/* ---------------------------------------------------------------------------------------- comments, marks */

static bool same_comment(const struct comment *a, const struct comment *b)
{
    return same_text(a->text, b->text) && same_text(a->by, b->by) && same_text(a->lang, b->lang) &&
           same_text(a->on_date, b->on_date) && a->is_private == b->is_private;
}

static bool has_comment(const struct comments *comments, const struct comment *wanted)
{
    for (int i = 0; comments && i < comments->n; i++)
        if (same_comment(&comments->v[i], wanted))
            return true;
    return false;
}

static int check_comments(const struct guest *guest, const struct comments *old, const struct comments *new)
{
    for (int i = 0; old && i < old->n; i++)
        if (!is_own(guest, old->v[i].by) && !has_comment(new, &old->v[i]))
            return note_fail(guest->why, FAIL_RULE, -1, "a comment%s%.40s stays as it is: write one of your own",
                             old->v[i].by ? " of " : "", old->v[i].by ? old->v[i].by : "");
    for (int i = 0; new && i < new->n; i++)
        if (!is_own(guest, new->v[i].by) && !has_comment(old, &new->v[i]))
            return note_fail(guest->why, FAIL_RULE, -1, "what you write is signed by you");
    return 0;
}

static const char *author_of(const struct mark *mark)
{
    const char *by = value_text(&mark->extra, "by");
    return *by ? by : NULL;
}

static bool same_mark(const struct mark *a, const struct mark *b)
{
    return same_text(a->as, b->as) && same_text(a->color, b->color) && same_text(a->label, b->label) &&
           same_text(a->at, b->at) && same_text(a->from, b->from) && same_text(a->to, b->to);
}

static int check_marks(const struct guest *guest, const struct marks *old, const struct marks *new)
{
    for (int i = 0; old && i < old->n; i++) {
        const char *by = author_of(&old->v[i]);
        bool kept = !by || is_own(guest, by);
        for (int k = 0; new && k < new->n; k++)
            kept = kept || same_mark(&old->v[i], &new->v[k]);
        if (!kept)
            return note_fail(guest->why, FAIL_RULE, -1, "a mark of %.40s stays as it is", by);
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------- lines */

static int check_plies(const struct guest *guest, const struct line *old, const struct line *new);

static const struct line *line_of(const struct lines *lines, const struct line *wanted)
{
    for (int i = 0; lines && i < lines->n; i++) {
        int same = 0;
        while (same < wanted->n && same < lines->v[i].n && !strcmp(wanted->v[same].text, lines->v[i].v[same].text))
            same++;
        if (same == wanted->n)
            return &lines->v[i];
    }
    return NULL;
}

static int check_lines(const struct guest *guest, const struct lines *old, const struct lines *new)
{
    for (int i = 0; old && i < old->n; i++) {
        const struct line *line = &old->v[i], *kept = line_of(new, line);
        if (!kept && is_own(guest, line->by))
            continue;
        if (!kept)
            return note_fail(guest->why, FAIL_RULE, -1, "the variation %.60s stays as it is: add to it, or another one",
                             line->n ? line->v[0].text : "");
        if (!is_own(guest, line->by) && (!same_text(line->by, kept->by) || !same_text(line->title, kept->title) ||
                                         !same_text(line->comment, kept->comment)))
            return note_fail(guest->why, FAIL_RULE, -1, "what is said of a variation of others stays as it is");
        int result = check_plies(guest, line, kept);
        if (result < 0)
            return result;
    }
    return 0;
}

static int check_steps(const struct guest *guest, const struct notes *old, const struct notes *new)
{
    for (int i = 0; i < old->step_count; i++) {
        const struct step_note *step = &old->steps[i], *kept = NULL;
        for (int k = 0; new && k < new->step_count; k++)
            if (new->steps[k].part == step->part && new->steps[k].step == step->step)
                kept = &new->steps[k];
        int result = check_comments(guest, &step->comments, kept ? &kept->comments : NULL);
        if (result == 0)
            result = check_marks(guest, &step->marks, kept ? &kept->marks : NULL);
        if (result < 0)
            return result;
    }
    return 0;
}

/* The notes of a ply; either may be NULL. */
static int check_notes(const struct guest *guest, const struct notes *old, const struct notes *new)
{
    int result = check_comments(guest, old ? &old->comments : NULL, new ? &new->comments : NULL);
    if (!old || result < 0)
        return result;
    if (old->before && !same_text(old->before, new ? new->before : NULL))
        return note_fail(guest->why, FAIL_RULE, -1, "a comment before a ply stays as it is");
    if (!same_text(old->clk, new ? new->clk : NULL) || (new ? !value_same(&old->other, &new->other) : old->other.n > 0))
        return note_fail(guest->why, FAIL_RULE, -1, "clocks and what happened stay as they are");
    result = check_marks(guest, &old->marks, new ? &new->marks : NULL);
    if (result == 0)
        result = check_steps(guest, old, new);
    return result < 0 ? result : check_lines(guest, &old->alts, new ? &new->alts : NULL);
}

/* The plies of one line are the first of the other. */
static int check_plies(const struct guest *guest, const struct line *old, const struct line *new)
{
    for (int i = 0; i < old->n; i++) {
        int result = check_notes(guest, old->v[i].notes, i < new->n ? new->v[i].notes : NULL);
        if (result < 0)
            return result;
    }
    return check_lines(guest, old->then, new->then);
}

/* ---------------------------------------------------------------------------------------- the game */

static bool is_everybodys(const char *key)
{
    return !strcmp(key, "tags") || !strcmp(key, "log");
}

static bool same_head(const struct value *a, const struct value *b)
{
    for (int i = 0; i < a->n; i++) {
        const struct value *other = value_at(b, a->entry[i].key);
        if (!is_everybodys(a->entry[i].key) && (!other || !value_same(&a->entry[i].value, other)))
            return false;
    }
    for (int i = 0; i < b->n; i++)
        if (!is_everybodys(b->entry[i].key) && !value_at(a, b->entry[i].key))
            return false;
    return true;
}

int guest_may_save(const struct record *old, const struct record *new, const char *user, struct note *why)
{
    struct guest guest = {user, why};
    /* What somebody added to the end of the game, to show how it could have gone on, is nobody's. */
    long played = strtol(record_text(old, "end.plies"), NULL, 10);
    bool same = new->moves.n >= (played > 0 && played < old->moves.n ? (int)played : old->moves.n);
    for (int i = 0; same && i < old->moves.n && i < new->moves.n; i++)
        same = !strcmp(old->moves.v[i].text, new->moves.v[i].text);
    if (!same)
        return note_fail(why, FAIL_RULE, -1, "what was played stays as it is: variations show what could have been");
    if (!same_head(&old->head, &new->head))
        return note_fail(why, FAIL_RULE, -1, "who played, when, and how it ended stay as they are");
    int result = check_comments(&guest, &old->comments, &new->comments);
    if (result == 0)
        result = check_marks(&guest, &old->marks, &new->marks);
    return result < 0 ? result : check_plies(&guest, &old->moves, &new->moves);
}
