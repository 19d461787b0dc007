/* place.c - finding one's way in the tree of a record: see place.h. */
#include "archive/place.h"

#include <limits.h>
#include <string.h>

struct place place_start(void)
{
    return (struct place){0};
}

bool place_same(const struct place *a, const struct place *b)
{
    return a->depth == b->depth && a->ply == b->ply &&
           memcmp(a->branch, b->branch, (size_t)a->depth * sizeof *a->branch) == 0;
}

/* The lines that leave a line before its ply of an index, or after its last one. */
static struct lines *lines_at(const struct line *line, int ply)
{
    if (ply > line->n)
        return NULL;
    if (ply == line->n)
        return line->then;
    return line->v[ply].notes && line->v[ply].notes->alts.n ? &line->v[ply].notes->alts : NULL;
}

/* The line at a depth along a place's branches; NULL where a branch leads nowhere. */
static struct line *line_at_depth(const struct record *record, const struct place *place, int depth)
{
    const struct line *line = &record->moves;
    for (int d = 0; d < depth; d++) {
        const struct lines *lines = lines_at(line, place->branch[d].ply);
        if (!lines || place->branch[d].line >= lines->n)
            return NULL;
        line = &lines->v[place->branch[d].line];
    }
    return (struct line *)line;
}

struct line *place_line(const struct record *record, const struct place *place)
{
    return line_at_depth(record, place, place->depth);
}

bool place_valid(const struct record *record, const struct place *place)
{
    const struct line *line = place_line(record, place);
    return line && place->ply <= line->n && place->ply >= (place->depth > 0);
}

void place_mend(const struct record *record, struct place *place)
{
    while (place->depth && !place_line(record, place))
        place_parent(place);
    const struct line *line = place_line(record, place);
    if (place->ply > line->n)
        place->ply = line->n;
    if (place->ply == 0 && place->depth)
        place_parent(place);
}

struct node *place_node(const struct record *record, const struct place *place)
{
    struct line *line = place_line(record, place);
    return place->ply ? &line->v[place->ply - 1] : NULL;
}

struct lines *place_lines(const struct record *record, const struct place *place)
{
    return lines_at(place_line(record, place), place->ply);
}

int place_plies(const struct place *place)
{
    int plies = place->ply;
    for (int d = 0; d < place->depth; d++)
        plies += place->branch[d].ply;
    return plies;
}

struct place place_before(const struct place *place, int plies)
{
    struct place to = *place;
    int before = 0;
    for (int d = 0; d < place->depth; d++) {
        if (plies <= before + place->branch[d].ply) {
            to.depth = d;
            to.ply = plies - before;
            return to;
        }
        before += place->branch[d].ply;
    }
    to.ply = plies - before;
    return to;
}

struct node *place_path(const struct record *record, const struct place *place, int index)
{
    struct place at = place_before(place, index + 1);
    return place_node(record, &at);
}

/* Enter the first line with plies from `first` on, of those that leave before the ply `ply`. */
static bool enter(struct place *at, const struct lines *lines, int first, int ply)
{
    if (!lines || at->depth > VARIATION_DEPTH_MAX)
        return false;
    for (int i = first; i < lines->n; i++)
        if (lines->v[i].n) {
            at->branch[at->depth++] = (struct branch){ply, i};
            at->ply = 1;
            return true;
        }
    return false;
}

/* A line may be replaced at its first ply again: all such lines are ways on from the same place. Counts *left down
 * to the one wanted; true when *at has entered it. */
static bool enter_choice(struct place *at, const struct lines *lines, int ply, int *left)
{
    for (int i = 0; lines && i < lines->n; i++) {
        struct place inner = *at;
        if (!enter(&inner, lines, i, ply) || inner.branch[at->depth].line != i)
            continue;
        if ((*left)-- == 0 || enter_choice(&inner, lines_at(&lines->v[i], 0), 0, left)) {
            *at = inner;
            return true;
        }
    }
    return false;
}

bool place_next(const struct record *record, struct place *place, int choice)
{
    const struct line *line = place_line(record, place);
    if (choice < 0)
        return false;
    if (place->ply < line->n && choice-- == 0) {
        place->ply++;
        return true;
    }
    return enter_choice(place, lines_at(line, place->ply), place->ply, &choice);
}

int place_choices(const struct record *record, const struct place *place)
{
    const struct line *line = place_line(record, place);
    int left = INT_MAX;
    struct place at = *place;
    enter_choice(&at, lines_at(line, place->ply), place->ply, &left);
    return (place->ply < line->n) + (INT_MAX - left);
}

struct node *place_choice(const struct record *record, const struct place *place, int choice, struct line **line)
{
    struct place at = *place;
    bool there = place_next(record, &at, choice);
    if (line)
        *line = there && at.depth > place->depth ? place_line(record, &at) : NULL;
    return there ? place_node(record, &at) : NULL;
}

bool place_parent(struct place *place)
{
    if (!place->depth)
        return false;
    place->ply = place->branch[--place->depth].ply;
    if (place->ply == 0)
        return place->depth == 0 || place_parent(place);
    return true;
}

bool place_back(struct place *place)
{
    if (place->ply == 0)
        return false;
    if (place->ply > 1 || !place->depth) {
        place->ply--;
        return true;
    }
    return place_parent(place);
}

bool place_end(const struct record *record, struct place *place)
{
    const struct line *line = place_line(record, place);
    bool moved = place->ply < line->n;
    place->ply = line->n;
    return moved;
}

/* The choice at the fork before a place's ply that leads to it. */
static int choice_made(const struct record *record, const struct place *place, struct place *fork)
{
    *fork = *place;
    place_back(fork);
    for (int choice = 0;; choice++) {
        struct place to = *fork;
        if (!place_next(record, &to, choice))
            return -1;
        if (place_same(&to, place))
            return choice;
    }
}

bool place_sibling(const struct record *record, struct place *place, int step)
{
    struct place at = *place, fork;
    while (at.ply) {
        int choice = choice_made(record, &at, &fork), choices = place_choices(record, &fork);
        if (choices > 1) {
            choice += step;
            if (!place_next(record, &fork, choice))
                return false;
            *place = fork;
            return true;
        }
        if (!at.depth)
            return false;
        if (at.ply > 1)
            at.ply = 1;
        else
            place_parent(&at);
    }
    return false;
}

bool place_fork(const struct record *record, struct place *place, int step)
{
    struct place at = *place;
    while (step > 0 ? place_next(record, &at, 0) : place_back(&at))
        if (place_choices(record, &at) > 1) {
            *place = at;
            return true;
        }
    return false;
}

/* On from a ply whose own lines are read: the next ply, or a continuation, or up and on from there. */
static bool read_on(const struct record *record, struct place *place)
{
    struct place at = *place;
    bool continued = false; /* the continuations of at's line have been read */
    for (;;) {
        const struct line *line = place_line(record, &at);
        if (at.ply < line->n) {
            at.ply++;
            break;
        }
        if (!continued && enter(&at, line->then, 0, line->n))
            break;
        if (!at.depth)
            return false;
        struct branch left = at.branch[--at.depth];
        const struct line *above = place_line(record, &at);
        if (enter(&at, lines_at(above, left.ply), left.line + 1, left.ply))
            break;
        continued = left.ply == above->n;
        at.ply = continued ? left.ply : left.ply + 1; /* the ply it replaced was read before it */
    }
    *place = at;
    return true;
}

bool place_following(const struct record *record, struct place *place)
{
    if (place->ply && enter(place, lines_at(place_line(record, place), place->ply - 1), 0, place->ply - 1))
        return true;
    return read_on(record, place);
}

bool node_is_noted(const struct node *node)
{
    const struct notes *notes = node ? node->notes : NULL;
    return notes && (notes->before || notes->comments.n || notes->nags.n || notes->marks.n || notes->step_count);
}

bool place_noted(const struct record *record, struct place *place, int step)
{
    struct place at = step > 0 ? *place : place_start(), found = at;
    bool any = false;
    while (place_following(record, &at)) {
        if (step < 0 && place_same(&at, place))
            break;
        if (!node_is_noted(place_node(record, &at)))
            continue;
        found = at;
        any = true;
        if (step > 0)
            break;
    }
    if (any)
        *place = found;
    return any;
}

bool place_go(const struct record *record, struct place *place, int number)
{
    if (number < 0)
        return false;
    if (number <= place_plies(place)) {
        *place = place_before(place, number);
        return true;
    }
    struct place at = *place;
    at.ply += number - place_plies(place);
    if (at.ply > place_line(record, &at)->n)
        return false;
    *place = at;
    return true;
}
