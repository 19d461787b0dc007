/* guest_policy.c - checks that a guest's save only adds notes or removes the guest's own; see
 * guest_policy.h. */
#include "archive/store/guest_policy.h"

#include "archive/record/edit.h"

#include <stdlib.h>
#include <string.h>

struct guest {
    const char *user;
    struct note *why;
};

static bool guest_policy_same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static bool same_cells(char *const *a, char *const *b)
{
    static char *const none[] = {NULL};
    for (a = a ? a : none, b = b ? b : none; *a && *b; a++, b++)
        if (strcmp(*a, *b))
            return false;
    return !*a && !*b;
}

/* True if the unknown keys of both maps are equal. */
static bool same_extra(const struct value *a, const struct value *b)
{
    return (!a->n && !b->n) || value_same(a, b);
}

static bool is_own(const struct guest *guest, const char *by)
{
    return by && !strcmp(by, guest->user);
}

/* ------------------------------------------------------------------------- comments, marks,
 * judgements */

static bool same_comment(const struct comment *a, const struct comment *b)
{
    return guest_policy_same_text(a->text, b->text) && guest_policy_same_text(a->by, b->by) &&
           guest_policy_same_text(a->lang, b->lang) &&
           guest_policy_same_text(a->on_date, b->on_date) && a->is_private == b->is_private &&
           same_extra(&a->extra, &b->extra);
}

static bool guest_policy_has_comment(const struct comments *comments, const struct comment *wanted)
{
    for (int i = 0; comments && i < comments->n; i++)
        if (same_comment(&comments->v[i], wanted))
            return true;
    return false;
}

static int check_comments(const struct guest *guest, const struct comments *old,
                          const struct comments *new)
{
    for (int i = 0; old && i < old->n; i++)
        if (!is_own(guest, old->v[i].by) && !guest_policy_has_comment(new, &old->v[i]))
            return note_fail(guest->why, FAIL_RULE, -1,
                             "you cannot change a comment%s%.40s; write your own",
                             old->v[i].by ? " by " : "", old->v[i].by ? old->v[i].by : "");
    for (int i = 0; new &&i < new->n; i++)
        if (!is_own(guest, new->v[i].by) && !guest_policy_has_comment(old, &new->v[i]))
            return note_fail(guest->why, FAIL_RULE, -1,
                             "your comments must be signed with your own name");
    return 0;
}

static bool same_mark(const struct mark *a, const struct mark *b)
{
    return guest_policy_same_text(a->as, b->as) && guest_policy_same_text(a->color, b->color) &&
           guest_policy_same_text(a->label, b->label) && guest_policy_same_text(a->at, b->at) &&
           guest_policy_same_text(a->from, b->from) && guest_policy_same_text(a->to, b->to) &&
           same_cells(a->path, b->path) && same_cells(a->cells, b->cells) &&
           same_extra(&a->extra, &b->extra);
}

static bool has_mark(const struct marks *marks, const struct mark *wanted)
{
    for (int i = 0; marks && i < marks->n; i++)
        if (same_mark(&marks->v[i], wanted))
            return true;
    return false;
}

/* Checks a mark that only one of the two versions has. */
static int check_mark(const struct guest *guest, const struct mark *mark, bool own, bool added)
{
    const char *by = mark_author(mark);
    if (by ? is_own(guest, by) : own)
        return 0;
    return added ? note_fail(guest->why, FAIL_RULE, -1,
                             "your marks must be signed with your own name")
                 : note_fail(guest->why, FAIL_RULE, -1, "you cannot change a mark%s%.40s",
                             by ? " by " : "", by ? by : "");
}

/* Checks the marks of both versions. If `own`, the user may change unsigned marks here. */
static int check_marks(const struct guest *guest, const struct marks *old, const struct marks *new,
                       bool own)
{
    int result = 0;
    for (int i = 0; old && i < old->n && result == 0; i++)
        if (!has_mark(new, &old->v[i]))
            result = check_mark(guest, &old->v[i], own, false);
    for (int i = 0; new &&i < new->n &&result == 0; i++)
        if (!has_mark(old, &new->v[i]))
            result = check_mark(guest, &new->v[i], own, true);
    return result;
}

static bool same_nags(const struct nags *old, const struct nags *new)
{
    int n = old ? old->n : 0;
    return n == (new ? new->n : 0) &&
           (n == 0 || !memcmp(old->v, new->v, (size_t)n * sizeof *old->v));
}

static int refuse_judgement(const struct guest *guest)
{
    return note_fail(guest->why, FAIL_RULE, -1,
                     "only the players or a variation's author can judge plies; write a comment");
}

/* ---------------------------------------------------------------------------------------- lines */

static int check_plies(const struct guest *guest, const struct line *old, const struct line *new,
                       bool own);

/* True if the line `on` begins with all plies of `line`. */
static bool guest_policy_goes_on(const struct line *line, const struct line *on)
{
    int same = 0;
    while (same < line->n && same < on->n && !strcmp(line->v[same].text, on->v[same].text))
        same++;
    return same == line->n;
}

/* Finds the new version of an old variation: among the new lines that begin with its plies, the
 * one with the fewest additional plies, preferably by the same author. Each new line is used
 * only once, so that every old variation is checked. NULL if the variation was removed. */
static const struct line *guest_policy_line_of(const struct lines *lines, const struct line *wanted,
                                               bool *taken)
{
    int best = -1;
    for (int i = 0; lines && i < lines->n; i++) {
        if (taken[i] || !guest_policy_goes_on(wanted, &lines->v[i]))
            continue;
        int fewer = best < 0 ? 1 : lines->v[best].n - lines->v[i].n;
        bool signed_so = guest_policy_same_text(wanted->by, lines->v[i].by);
        if (fewer > 0 ||
            (fewer == 0 && signed_so && !guest_policy_same_text(wanted->by, lines->v[best].by)))
            best = i;
    }
    if (best < 0)
        return NULL;
    taken[best] = true;
    return &lines->v[best];
}

static int guest_policy_check_kept(const struct guest *guest, const struct line *line,
                                   const struct line *kept, bool own)
{
    bool theirs = is_own(guest, line->by);
    if (!theirs && (!guest_policy_same_text(line->by, kept->by) ||
                    !guest_policy_same_text(line->title, kept->title) ||
                    !guest_policy_same_text(line->comment, kept->comment) ||
                    !guest_policy_same_text(line->kind, kept->kind) ||
                    !same_extra(&line->extra, &kept->extra)))
        return note_fail(guest->why, FAIL_RULE, -1,
                         "you cannot change the description of another user's variation");
    return check_plies(guest, line, kept, theirs || (own && !line->by));
}

static int guest_policy_check_lines(const struct guest *guest, const struct lines *old,
                                    const struct lines *new, bool own)
{
    static const struct line nothing;
    bool *taken = memory_new(new ? (size_t) new->n + 1 : 1, sizeof *taken);
    int result = 0;
    for (int i = 0; old && i < old->n && result == 0; i++) {
        const struct line *line = &old->v[i], *kept = guest_policy_line_of(new, line, taken);
        if (kept)
            result = guest_policy_check_kept(guest, line, kept, own);
        else if (!is_own(guest, line->by))
            result = note_fail(guest->why, FAIL_RULE, -1,
                               "you cannot change the variation %.60s; extend it or add another",
                               line->n ? line->v[0].text : "");
    }
    for (int i = 0; new &&i < new->n &&result == 0; i++) {
        if (taken[i])
            continue;
        result = is_own(guest, new->v[i].by)
                     ? check_plies(guest, &nothing, &new->v[i], true)
                     : note_fail(guest->why, FAIL_RULE, -1,
                                 "a variation you add must be signed with your own name");
    }
    free(taken);
    return result;
}

static const struct step_note *guest_policy_step_of(const struct notes *notes,
                                                    const struct step_note *wanted)
{
    for (int i = 0; notes && i < notes->step_count; i++)
        if (notes->steps[i].part == wanted->part && notes->steps[i].step == wanted->step)
            return &notes->steps[i];
    return NULL;
}

/* Checks a note inside a ply. One of the versions may be NULL. */
static int check_step(const struct guest *guest, const struct step_note *old,
                      const struct step_note *new, bool own)
{
    int result = check_comments(guest, old ? &old->comments : NULL, new ? &new->comments : NULL);
    if (result == 0)
        result = check_marks(guest, old ? &old->marks : NULL, new ? &new->marks : NULL, own);
    if (result == 0 && !own && !same_nags(old ? &old->nags : NULL, new ? &new->nags : NULL))
        result = refuse_judgement(guest);
    return result;
}

static int check_steps(const struct guest *guest, const struct notes *old, const struct notes *new,
                       bool own)
{
    int result = 0;
    for (int i = 0; old && i < old->step_count && result == 0; i++)
        result = check_step(guest, &old->steps[i], guest_policy_step_of(new, &old->steps[i]), own);
    for (int i = 0; new &&i < new->step_count &&result == 0; i++)
        if (!guest_policy_step_of(old, &new->steps[i]))
            result = check_step(guest, NULL, &new->steps[i], own);
    return result;
}

/* True if the facts of a ply are equal: clocks, evaluations, events. */
static bool same_facts(const struct notes *old, const struct notes *new)
{
    static const struct notes none;
    const struct notes *a = old ? old : &none, *b = new ? new : &none;
    return a->side == b->side && a->gap == b->gap && a->broken == b->broken &&
           guest_policy_same_text(a->clk, b->clk) && guest_policy_same_text(a->emt, b->emt) &&
           guest_policy_same_text(a->utc, b->utc) && same_extra(&a->other, &b->other);
}

/* Checks the notes of a ply that existed before. One of the versions may be NULL. */
static int check_notes(const struct guest *guest, const struct notes *old, const struct notes *new,
                       bool own)
{
    int result = check_comments(guest, old ? &old->comments : NULL, new ? &new->comments : NULL);
    if (result < 0)
        return result;
    if (!same_facts(old, new))
        return note_fail(guest->why, FAIL_RULE, -1, "you cannot change clock times or events");
    if (!own && !guest_policy_same_text(old ? old->before : NULL, new ? new->before : NULL))
        return note_fail(guest->why, FAIL_RULE, -1,
                         "a comment before a ply cannot be signed; write it after the ply");
    if (!own && !same_nags(old ? &old->nags : NULL, new ? &new->nags : NULL))
        return refuse_judgement(guest);
    result = check_marks(guest, old ? &old->marks : NULL, new ? &new->marks : NULL, own);
    if (result == 0)
        result = check_steps(guest, old, new, own);
    return result < 0 ? result
                      : guest_policy_check_lines(guest, old ? &old->alts : NULL,
                                                 new ? &new->alts : NULL, own);
}

/* Checks the notes of an added ply: everything that can be signed must be. */
static int check_added(const struct guest *guest, const struct notes *new)
{
    int result = check_comments(guest, NULL, &new->comments);
    if (result == 0)
        result = check_marks(guest, NULL, &new->marks, true);
    if (result == 0)
        result = check_steps(guest, NULL, new, true);
    return result < 0 ? result : guest_policy_check_lines(guest, NULL, &new->alts, true);
}

/* Checks the plies of two lines of which one begins with the other. */
static int check_plies(const struct guest *guest, const struct line *old, const struct line *new,
                       bool own)
{
    int result = 0;
    for (int i = 0; i < old->n && result == 0; i++)
        result = check_notes(guest, old->v[i].notes, i < new->n ? new->v[i].notes : NULL, own);
    for (int i = old->n; i < new->n &&result == 0; i++)
        if (new->v[i].notes)
            result = check_added(guest, new->v[i].notes);
    return result < 0 ? result : guest_policy_check_lines(guest, old->then, new->then, own);
}

/* ---------------------------------------------------------------------------------------- the
 * game */

/* True if the user is one of the players. */
static bool was_played_by(const struct record *record, const char *user)
{
    for (int i = 0; i < record_players(record); i++)
        if (!strcmp(record_player(record, record_player_side(record, i)), user))
            return true;
    return false;
}

static bool guest_policy_is_free(const char *key, bool own)
{
    return (own && !strcmp(key, "tags")) || !strcmp(key, "log");
}

static bool same_head(const struct value *a, const struct value *b, bool own)
{
    for (int i = 0; i < a->n; i++) {
        const struct value *other = value_at(b, a->entry[i].key);
        if (!guest_policy_is_free(a->entry[i].key, own) &&
            (!other || !value_same(&a->entry[i].value, other)))
            return false;
    }
    for (int i = 0; i < b->n; i++)
        if (!guest_policy_is_free(b->entry[i].key, own) && !value_at(a, b->entry[i].key))
            return false;
    return true;
}

int guest_may_save(const struct record *old, const struct record *new, const char *user,
                   struct note *why)
{
    struct guest guest = {user, why};
    /* Plies added after the end of the game, to show how it could have continued, belong to no
     * one. */
    long played = strtol(record_text(old, "end.plies"), NULL, 10);
    bool same = new->moves.n >= (played > 0 && played < old->moves.n ? (int)played : old->moves.n);
    for (int i = 0; same && i < old->moves.n && i < new->moves.n; i++)
        same = !strcmp(old->moves.v[i].text, new->moves.v[i].text);
    if (!same)
        return note_fail(why, FAIL_RULE, -1, "you cannot change the moves; add a variation");
    bool own = was_played_by(old, user);
    if (!same_head(&old->head, &new->head, true))
        return note_fail(why, FAIL_RULE, -1, "you cannot change players, date or result");
    if (!same_head(&old->head, &new->head, own))
        return note_fail(why, FAIL_RULE, -1, "only the players can set tags; use a collection");
    int result = check_comments(&guest, &old->comments, &new->comments);
    if (result == 0)
        result = check_marks(&guest, &old->marks, &new->marks, own);
    return result < 0 ? result : check_plies(&guest, &old->moves, &new->moves, own);
}
