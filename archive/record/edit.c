/* edit.c - edits a record with undo and redo: see edit.h. */
#include "archive/record/edit.h"

#include "archive/util/string_pool.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- undo and redo */

static void states_clear(struct edit_state *state, int *n)
{
    for (int i = 0; i < *n; i++)
        record_free(state[i].record);
    *n = 0;
}

void edits_begin(struct edits *edits, struct record *record)
{
    *edits = (struct edits){.record = record};
}

void edits_clear(struct edits *edits)
{
    states_clear(edits->undo, &edits->undos);
    states_clear(edits->redo, &edits->redos);
    free(edits->undo);
    free(edits->redo);
    record_free(edits->record);
    *edits = (struct edits){0};
}

static void edit_push(struct edit_state **list, int *n, int *room, struct record *record,
                      const struct spot *spot, unsigned number, const char *what)
{
    if (*n == UNDO_MAX) {
        record_free((*list)[0].record);
        memmove(*list, *list + 1, (size_t)(--*n) * sizeof **list);
    }
    *list = memory_room(*list, room, *n + 1, sizeof **list);
    struct edit_state *state = &(*list)[(*n)++];
    *state = (struct edit_state){.record = record, .spot = *spot, .number = number};
    snprintf(state->what, sizeof state->what, "%s", what);
}

static void record_edit_mark(struct edits *edits, struct record *before, const struct spot *spot,
                             const char *what)
{
    edit_push(&edits->undo, &edits->undos, &edits->undo_room, before, spot, edits->number, what);
    states_clear(edits->redo, &edits->redos);
    edits->number = ++edits->last;
}

void edits_mark(struct edits *edits, const struct spot *spot, const char *what)
{
    record_edit_mark(edits, record_copy(edits->record), spot, what);
}

void edits_lead_to(struct edits *edits, struct record *record, const struct spot *spot,
                   const char *what)
{
    record_edit_mark(edits, edits->record, spot, what);
    edits->record = record;
}

void edits_mark_from(struct edits *edits, struct record *base, const struct spot *spot,
                     const char *what)
{
    bool is_base = base && edits_saved(edits) && record_same(base, edits->record);
    record_edit_mark(edits, is_base ? record_hold(base) : record_copy(edits->record), spot, what);
}

void edits_forget(struct edits *edits)
{
    struct edit_state *state = &edits->undo[--edits->undos];
    edits->number = state->number;
    record_free(state->record);
}

void edits_take_back(struct edits *edits, struct spot *spot)
{
    struct edit_state *state = &edits->undo[--edits->undos];
    record_free(edits->record);
    edits->record = record_own(state->record);
    edits->number = state->number;
    *spot = state->spot;
}

/* Undo or redo: pops the latest state of `from`, makes it current, and pushes the previous current
 * state onto `to`. */
static bool edit_exchange(struct edits *edits, struct edit_state *from, int *n,
                          struct edit_state **to, int *to_n, int *to_room, struct spot *spot,
                          const char **what)
{
    if (!*n)
        return false;
    struct edit_state state = from[--*n];
    edit_push(to, to_n, to_room, edits->record, spot, edits->number, state.what);
    edits->record = record_own(state.record);
    edits->number = state.number;
    *spot = state.spot;
    spot_mend(edits->record, spot);
    if (what)
        *what = (*to)[*to_n - 1].what;
    return true;
}

bool edits_undo(struct edits *edits, struct spot *spot, const char **what)
{
    return edit_exchange(edits, edits->undo, &edits->undos, &edits->redo, &edits->redos,
                         &edits->redo_room, spot, what);
}

bool edits_redo(struct edits *edits, struct spot *spot, const char **what)
{
    return edit_exchange(edits, edits->redo, &edits->redos, &edits->undo, &edits->undos,
                         &edits->undo_room, spot, what);
}

void edits_undo_below(struct edits *edits, int n, struct record *others, struct record *left,
                      struct spot *spot)
{
    struct edit_state own = edits->undo[edits->undos - n];
    edit_push(&edits->redo, &edits->redos, &edits->redo_room, edits->record, spot, edits->number,
              own.what);
    for (int i = 1; i <= n; i++)
        record_free(edits->undo[edits->undos - i].record);
    edits->undos -= n;
    if (others)
        edit_push(&edits->undo, &edits->undos, &edits->undo_room, others, &own.spot, own.number,
                  edits_of_others);
    edits->record = left;
    edits->number = ++edits->last;
    *spot = own.spot;
    spot_mend(left, spot);
}

bool edits_saved(const struct edits *edits)
{
    return edits->number == edits->saved;
}

void edits_set_saved(struct edits *edits)
{
    edits->saved = edits->since = edits->number;
}

void edits_set_other(struct edits *edits)
{
    edits->saved = ++edits->last;
}

void edits_find_saved(struct edits *edits, const struct record *base)
{
    if (record_same(edits->record, base)) {
        edits_set_saved(edits);
        return;
    }
    edits_set_other(edits);
    edits->since = edits->saved;
    for (int i = edits->redos + edits->undos - 1; i >= 0; i--) {
        const struct edit_state *state = i < edits->undos
                                             ? &edits->undo[i]
                                             : &edits->redo[edits->redos - 1 - (i - edits->undos)];
        if (record_same(state->record, base)) {
            edits->saved = edits->since = state->number;
            return;
        }
    }
}

void edits_match_saved(struct edits *edits, const struct record *base)
{
    int64_t rev = edits->record->rev;
    edits->record->rev = base->rev;
    if (record_same(edits->record, base))
        edits_set_saved(edits);
    edits->record->rev = rev;
}

const char edits_of_others[] = "the changes of someone else";

bool edits_last_is_of_others(const struct edits *edits)
{
    return edits->undos && !strcmp(edits->undo[edits->undos - 1].what, edits_of_others);
}

/* Finds the state with this number, and returns how many states there are from it to the latest
 * one, both included; 0 if no state has this number. */
static int states_to(const struct edit_state *state, int n, unsigned number)
{
    for (int i = 1; i <= n; i++)
        if (state[n - i].number == number)
            return i;
    return 0;
}

void edits_tell_unsaved(const struct edits *edits, char *out, size_t size)
{
    int undone = states_to(edits->redo, edits->redos, edits->since);
    int changed = states_to(edits->undo, edits->undos, edits->since);
    const struct edit_state *state = undone ? edits->redo : edits->undo;
    int states = undone ? edits->redos : edits->undos, n = undone    ? undone
                                                           : changed ? changed
                                                                     : edits->undos;
    size_t used = 0;
    int own = 0;
    out[0] = '\0';
    for (int i = 1; i <= n; i++) {
        /* List the latest change first, even if the changes were undone. */
        const char *what = state[undone ? states - n + i - 1 : states - i].what;
        if (!strcmp(what, edits_of_others))
            continue;
        if (own++ == 0)
            text_add(out, size, &used, "%s%s", undone ? "undone: " : "", what);
    }
    if (own > 1)
        text_add(out, size, &used, ", and %d more", own - 1);
}

/* ---------------------------------------------------------------- plies and lines */

struct edit_search {
    const struct record *record;
    const char *text;
    int choice;
};

static bool has_text(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct edit_search *finding = argument;
    const struct node *node = line ? &line->v[0] : spot_node(finding->record, to);
    finding->choice = strcmp(node->text, finding->text) ? -1 : choice;
    return finding->choice < 0;
}

int edit_find(const struct record *record, const struct spot *spot, const char *text)
{
    struct edit_search finding = {record, text, -1};
    spot_ways(record, spot, has_text, &finding);
    return finding.choice;
}

int edit_play(struct record *record, struct spot *spot, const char *text, struct note *why)
{
    int choice = edit_find(record, spot, text);
    if (choice >= 0) {
        spot_next(record, spot, choice);
        return 0;
    }
    struct line *line = spot_line(record, spot);
    if (spot->ply == line->n && !(line->then && line->then->n)) {
        line_append(line, text);
        spot->ply++;
        return 1;
    }
    if (spot->depth >= VARIATION_DEPTH_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "variations are nested %d deep at most",
                         VARIATION_DEPTH_MAX);
    if (spot->ply == line->n) {
        line_append(lines_append(line->then), text);
    } else {
        line_append(lines_append(&node_notes(&line->v[spot->ply])->alts), text);
    }
    spot_next(record, spot, spot_choices(record, spot) - 1);
    return 1;
}

void edit_sign_line(struct record *record, const struct spot *spot, const char *by)
{
    struct line *line = spot_line(record, spot);
    if (spot->depth && spot->ply == 1 && !line->by && by)
        line->by = memory_text(by);
}

void edit_tell_side(struct record *record, const struct spot *spot, int before, int side, int sides)
{
    struct node *node = spot_node(record, spot);
    if (node && side != (before + 1) % sides)
        node_notes(node)->side = side_letter(side);
}

/* Cuts a line before index `from` and returns the rest as a new line, including the
 * continuations. */
static struct line line_split(struct line *line, int from)
{
    struct line tail = {0};
    tail.n = line->n - from;
    tail.v = memory_room(NULL, &tail.room, tail.n ? tail.n : 1, sizeof *tail.v);
    memcpy(tail.v, line->v + from, (size_t)tail.n * sizeof *tail.v);
    tail.then = line->then;
    line->then = NULL;
    line->n = from;
    return tail;
}

/* Removes the heading (title, author, ...) of a line that is going to be appended to another line.
 * Keeps the title and comment as a comment before its first ply. */
static void edit_behead(struct line *line)
{
    const char *title = line->title ? line->title : "",
               *comment = line->comment ? line->comment : "";
    if (*title || *comment) {
        struct notes *notes = node_notes(&line->v[0]);
        const char *before = notes->before ? notes->before : "";
        size_t size = strlen(title) + strlen(comment) + strlen(before) + 7, used = 0;
        char *text = memory_new(size, 1);
        for (int i = 0; i < 3; i++) {
            const char *part = i == 0 ? title : i == 1 ? comment : before;
            if (*part)
                text_add(text, size, &used, "%s%s", used ? ": " : "", part);
        }
        free(notes->before);
        notes->before = text;
    }
    free(line->title);
    free(line->kind);
    free(line->by);
    free(line->comment);
    value_clear(&line->extra);
}

/* Appends the plies and continuations of `tail` to `line`; `tail` must not be used afterwards. */
static void line_join(struct line *line, struct line *tail)
{
    edit_behead(tail);
    line->v = memory_room(line->v, &line->room, line->n + tail->n, sizeof *line->v);
    memcpy(line->v + line->n, tail->v, (size_t)tail->n * sizeof *tail->v);
    line->n += tail->n;
    line->then = tail->then;
    free(tail->v);
}

int edit_promote(struct record *record, struct spot *spot, struct note *why)
{
    if (!spot->depth)
        return note_fail(why, FAIL_RULE, -1,
                         "this is the main line; only a variation can be promoted");
    struct branch branch = spot->branch[spot->depth - 1];
    struct spot at = *spot;
    at.depth--;
    struct line *above = spot_line(record, &at);
    if (branch.ply == above->n)
        return note_fail(why, FAIL_RULE, -1,
                         "this line continues its parent line, so the two cannot be exchanged");
    struct lines alts = node_notes(&above->v[branch.ply])->alts;
    node_notes(&above->v[branch.ply])->alts = (struct lines){0};
    struct line tail = line_split(above, branch.ply);
    struct line promoted = alts.v[branch.line];
    alts.v[branch.line] = tail;
    line_join(above, &promoted);
    /* Variations that replaced the first ply of the promoted line now follow the other variations
     * at the fork. */
    struct notes *notes = node_notes(&above->v[branch.ply]);
    struct lines own = notes->alts;
    notes->alts = alts;
    for (int i = 0; i < own.n; i++) {
        line_copy(lines_append(&notes->alts), &own.v[i]);
        line_clear(&own.v[i]);
    }
    free(own.v);
    node_tidy(&notes->alts.v[branch.line].v[0]);
    at.ply = branch.ply + spot->ply;
    *spot = at;
    return 0;
}

/* Called after a ply was cut off; `alts` are the lines that replaced it. The first of them that has
 * plies takes the place of the ply, and the others become variations of that line's first ply.
 * Returns false, and frees the lines, if all are empty. */
static bool edit_succeed(struct line *line, struct lines *alts)
{
    int at = line->n, first = 0;
    while (first < alts->n && !alts->v[first].n)
        first++;
    bool succeeds = first < alts->n;
    if (succeeds)
        line_join(line, &alts->v[first]);
    for (int i = 0; i < alts->n; i++) {
        if (succeeds && i != first)
            line_copy(lines_append(&node_notes(&line->v[at])->alts), &alts->v[i]);
        if (i != first)
            line_clear(&alts->v[i]);
    }
    free(alts->v);
    return succeeds;
}

void edit_replace(struct record *record, const struct spot *spot, const char *text)
{
    struct node *node = spot_node(record, spot);
    if (!node)
        return;
    word_drop(node->text);
    node->text = word_share(text, strlen(text));
}

int edit_delete(struct record *record, struct spot *spot, struct note *why)
{
    if (spot->ply == 0)
        return note_fail(why, FAIL_RULE, -1,
                         "the start has no ply to delete; go to the first ply you want to delete");
    struct spot before = *spot;
    spot_back(&before);
    struct line *line = spot_line(record, spot);
    int cut = spot->ply - 1;
    struct lines alts = {0};
    if (line->v[cut].notes) {
        alts = line->v[cut].notes->alts;
        line->v[cut].notes->alts = (struct lines){0};
    }
    line_cut(line, cut);
    if (line->then) {
        lines_clear(line->then);
        free(line->then);
        line->then = NULL;
    }
    if (!edit_succeed(line, &alts) && cut == 0 && spot->depth) {
        struct branch branch = spot->branch[spot->depth - 1];
        struct spot at = *spot;
        at.depth--;
        struct line *above = spot_line(record, &at);
        if (branch.ply == above->n) {
            lines_remove(above->then, branch.line);
        } else {
            lines_remove(&above->v[branch.ply].notes->alts, branch.line);
            node_tidy(&above->v[branch.ply]);
        }
    }
    *spot = before;
    spot_mend(record, spot);
    return 0;
}

/* ---------------------------------------------------------------- comments, judgements, marks */

const struct comments *edit_comments(const struct record *record, const struct spot *spot)
{
    const struct node *node = spot_node(record, spot);
    return !node ? &record->comments : node->notes ? &node->notes->comments : NULL;
}

const struct marks *edit_marks(const struct record *record, const struct spot *spot)
{
    const struct node *node = spot_node(record, spot);
    return !node ? &record->marks : node->notes ? &node->notes->marks : NULL;
}

static int comment_by(const struct comments *comments, const char *by)
{
    for (int i = 0; comments && i < comments->n; i++) {
        const char *author = comments->v[i].by;
        if (by && *by ? author && !strcmp(author, by) : !author)
            return i;
    }
    return -1;
}

static const char *comment_text(const struct comments *comments, const char *by)
{
    int at = comment_by(comments, by);
    return at < 0 || !comments->v[at].text ? "" : comments->v[at].text;
}

static void put_comment(struct comments *comments, const char *by, const char *text)
{
    int at = comment_by(comments, by);
    if (!*text && at >= 0) {
        comments_remove(comments, at);
    } else if (*text && at >= 0) {
        free(comments->v[at].text);
        comments->v[at].text = memory_text(text);
    } else if (*text) {
        comments_append(comments, text, by && *by ? by : NULL);
    }
}

const char *edit_comment_text(const struct record *record, const struct spot *spot, const char *by)
{
    return comment_text(edit_comments(record, spot), by);
}

void edit_comment(struct record *record, const struct spot *spot, const char *by, const char *text)
{
    struct node *node = spot_node(record, spot);
    put_comment(node ? &node_notes(node)->comments : &record->comments, by, text);
    if (node)
        node_tidy(node);
}

static void edit_toggle_nag(struct nags *nags, int nag)
{
    for (int other = 1; nag <= NAG_JUDGEMENTS && other <= NAG_JUDGEMENTS; other++)
        for (int i = 0; i < nags->n; i++)
            if (nags->v[i] == other && other != nag) {
                nags_add(nags, other);
                break;
            }
    nags_add(nags, nag);
}

void edit_nag(struct record *record, const struct spot *spot, int nag)
{
    struct node *node = spot_node(record, spot);
    if (!node)
        return;
    edit_toggle_nag(&node_notes(node)->nags, nag);
    node_tidy(node);
}

static bool edit_same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && !strcmp(a, b));
}

const char *mark_author(const struct mark *mark)
{
    const char *by = value_text(&mark->extra, "by");
    return *by ? by : NULL;
}

/* True if a mark lies on exactly these cells, in the same order. */
static bool lies_on(const struct mark *mark, char *const *cells)
{
    char *const one[] = {mark->at, NULL}, *const two[] = {mark->from, mark->to, NULL};
    char *const *own = mark->path ? mark->path : mark->to ? two : one;
    while (*own && *cells && !strcmp(*own, *cells))
        own++, cells++;
    return !*own && !*cells;
}

static void toggle_mark(struct marks *marks, const char *by, const char *as, const char *names,
                        const char *color)
{
    bool erased = false;
    char **cells = NULL;
    cells_replace(&cells, names);
    for (int i = marks->n - 1; cells && i >= 0; i--) {
        struct mark *mark = &marks->v[i];
        if (lies_on(mark, cells) && (!mark_author(mark) || edit_same_text(mark_author(mark), by))) {
            erased = edit_same_text(mark->color, color) && edit_same_text(mark->as, as);
            marks_remove(marks, i);
        }
    }
    if (cells && !erased) {
        struct mark *mark = marks_append(marks, as);
        if (cells[1] && cells[2])
            cells_replace(&mark->path, names);
        else
            text_replace(cells[1] ? &mark->from : &mark->at, cells[0]);
        if (cells[1] && !cells[2])
            text_replace(&mark->to, cells[1]);
        mark->color = color ? memory_text(color) : NULL;
        if (by) {
            mark->extra.type = VALUE_MAP;
            value_set(&mark->extra, "by", by, false);
        }
    }
    cells_replace(&cells, "");
}

void edit_mark(struct record *record, const struct spot *spot, const char *by, const char *as,
               const char *cells, const char *color)
{
    struct node *node = spot_node(record, spot);
    toggle_mark(node ? &node_notes(node)->marks : &record->marks, by, as, cells, color);
    if (node)
        node_tidy(node);
}

/* ---------------------------------------------------------------- inside a ply */

const struct step_note *edit_step(const struct node *node, int part, int step)
{
    const struct notes *notes = node->notes;
    for (int i = 0; notes && i < notes->step_count; i++)
        if (notes->steps[i].part == part && notes->steps[i].step == step)
            return &notes->steps[i];
    return NULL;
}

const char *edit_step_comment_text(const struct node *node, int part, int step, const char *by)
{
    const struct step_note *note = edit_step(node, part, step);
    return note ? comment_text(&note->comments, by) : "";
}

void edit_step_comment(struct node *node, int part, int step, const char *by, const char *text)
{
    struct step_note *note = notes_step(node_notes(node), part, step);
    put_comment(&note->comments, by, text);
    notes_tidy_step(node->notes, note);
    node_tidy(node);
}

void edit_step_nag(struct node *node, int part, int step, int nag)
{
    struct step_note *note = notes_step(node_notes(node), part, step);
    edit_toggle_nag(&note->nags, nag);
    notes_tidy_step(node->notes, note);
    node_tidy(node);
}

void edit_step_mark(struct node *node, int part, int step, const char *by, const char *as,
                    const char *cells, const char *color)
{
    struct step_note *note = notes_step(node_notes(node), part, step);
    toggle_mark(&note->marks, by, as, cells, color);
    notes_tidy_step(node->notes, note);
    node_tidy(node);
}
