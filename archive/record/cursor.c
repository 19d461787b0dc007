/* cursor.c - navigates the tree of plies in a record: see cursor.h. */
#include "archive/record/cursor.h"

#include "core/position_text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct spot spot_start(void)
{
    return (struct spot){0};
}

bool spot_same(const struct spot *a, const struct spot *b)
{
    return a->depth == b->depth && a->ply == b->ply &&
           memcmp(a->branch, b->branch, (size_t)a->depth * sizeof *a->branch) == 0;
}

/* Returns the lines that replace ply number `ply` of a line; for ply == line->n, the continuations
 * after its last ply. NULL if there are none. */
static struct lines *lines_at(const struct line *line, int ply)
{
    if (ply > line->n)
        return NULL;
    if (ply == line->n)
        return line->then;
    return line->v[ply].notes && line->v[ply].notes->alts.n ? &line->v[ply].notes->alts : NULL;
}

/* Follows the first `depth` branches of a spot and returns the line they lead to; NULL if one of
 * them does not exist. */
static struct line *line_at_depth(const struct record *record, const struct spot *spot, int depth)
{
    const struct line *line = &record->moves;
    for (int d = 0; d < depth; d++) {
        const struct lines *lines = lines_at(line, spot->branch[d].ply);
        if (!lines || spot->branch[d].line >= lines->n)
            return NULL;
        line = &lines->v[spot->branch[d].line];
    }
    return (struct line *)line;
}

struct line *spot_line(const struct record *record, const struct spot *spot)
{
    return line_at_depth(record, spot, spot->depth);
}

bool spot_valid(const struct record *record, const struct spot *spot)
{
    const struct line *line = spot_line(record, spot);
    return line && spot->ply <= line->n && spot->ply >= (spot->depth > 0);
}

bool spot_is_in(const struct record *record, const struct spot *spot, const struct record *other)
{
    bool same = spot_valid(other, spot);
    for (int i = spot_plies(spot) - 1; i >= 0 && same; i--)
        same = !strcmp(spot_path(record, spot, i)->text, spot_path(other, spot, i)->text);
    return same;
}

void spot_mend(const struct record *record, struct spot *spot)
{
    while (spot->depth && !spot_line(record, spot))
        spot_parent(spot);
    const struct line *line = spot_line(record, spot);
    if (spot->ply > line->n)
        spot->ply = line->n;
    if (spot->ply == 0 && spot->depth)
        spot_parent(spot);
}

struct node *spot_node(const struct record *record, const struct spot *spot)
{
    struct line *line = spot_line(record, spot);
    return spot->ply ? &line->v[spot->ply - 1] : NULL;
}

struct lines *spot_lines(const struct record *record, const struct spot *spot)
{
    return lines_at(spot_line(record, spot), spot->ply);
}

int spot_plies(const struct spot *spot)
{
    int plies = spot->ply;
    for (int d = 0; d < spot->depth; d++)
        plies += spot->branch[d].ply;
    return plies;
}

struct spot spot_before(const struct spot *spot, int plies)
{
    struct spot to = *spot;
    int before = 0;
    for (int d = 0; d < spot->depth; d++) {
        if (plies <= before + spot->branch[d].ply) {
            to.depth = d;
            to.ply = plies - before;
            return to;
        }
        before += spot->branch[d].ply;
    }
    to.ply = plies - before;
    return to;
}

struct node *spot_path(const struct record *record, const struct spot *spot, int index)
{
    struct spot at = spot_before(spot, index + 1);
    return spot_node(record, &at);
}

/* Moves `at` to the first ply of a line: of the first line in `lines`, from index `first` on, that
 * has plies. `ply` is the index of the ply that these lines replace. False if no such line has
 * plies, or if the nesting is too deep. */
static bool cursor_enter(struct spot *at, const struct lines *lines, int first, int ply)
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

/* State of spot_ways() while it enumerates the continuations of a spot. */
struct ways_on {
    spot_way_fn *each;
    void *argument;
    int choice; /* number of the next continuation */
    bool over;
};

/* Calls `each` for all lines that replace ply number `ply` of the line of `at`, and for all lines
 * that in turn replace the first ply of such a line: all of these are continuations of the same
 * spot. */
static void go_through(struct ways_on *ways, const struct spot *at, const struct lines *lines,
                       int ply)
{
    for (int i = 0; lines && i < lines->n && !ways->over; i++) {
        struct spot to;
        if (!lines->v[i].n)
            continue; /* skip before copying `at`, which is large: a fork may have thousands of
                         lines */
        to = *at;
        if (!cursor_enter(&to, lines, i, ply))
            return; /* the variations are nested too deeply */
        ways->over = !ways->each(ways->argument, ways->choice++, &to, &lines->v[i]);
        if (!ways->over)
            go_through(ways, &to, lines_at(&lines->v[i], 0), 0);
    }
}

void spot_ways(const struct record *record, const struct spot *spot, spot_way_fn *each,
               void *argument)
{
    struct ways_on ways = {.each = each, .argument = argument};
    const struct line *line = spot_line(record, spot);
    if (spot->ply < line->n) {
        struct spot to = *spot;
        to.ply++;
        ways.over = !each(argument, ways.choice++, &to, NULL);
    }
    if (!ways.over)
        go_through(&ways, spot, lines_at(line, spot->ply), spot->ply);
}

struct cursor_target {
    int choice;
    struct spot *to;
    const struct line *line;
    bool found;
};

static bool cursor_is_wanted(void *argument, int choice, const struct spot *to,
                             const struct line *line)
{
    struct cursor_target *wanted = argument;
    wanted->found = choice == wanted->choice;
    if (wanted->found) {
        *wanted->to = *to;
        wanted->line = line;
    }
    return !wanted->found;
}

bool spot_next(const struct record *record, struct spot *spot, int choice)
{
    struct spot from = *spot;
    struct cursor_target wanted = {.choice = choice, .to = spot};
    spot_ways(record, &from, cursor_is_wanted, &wanted);
    return wanted.found;
}

/* The arguments of a search for the continuation that begins with the ply `text`. */
struct sought {
    const struct record *record;
    const char *text;
    struct spot *to;
    bool found;
};

static bool is_sought(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct sought *sought = argument;
    const struct node *node = line ? &line->v[0] : spot_node(sought->record, to);
    (void)choice;
    if (strcmp(node->text, sought->text) != 0)
        return true;
    *sought->to = *to;
    sought->found = true;
    return false;
}

struct spot spot_moved(const struct record *record, const struct spot *spot,
                       const struct record *other)
{
    struct spot to = spot_start(), at = *spot;
    int plies = spot_plies(spot), i = 0;
    if (spot_is_in(record, spot, other))
        return at;
    for (bool found = true; found && i < plies; i += found) {
        struct spot from = to;
        struct sought sought = {other, spot_path(record, spot, i)->text, &to, false};
        spot_ways(other, &from, is_sought, &sought);
        found = sought.found;
    }
    spot_mend(other, &at);
    return i < plies && !spot->depth ? at : to;
}

static bool cursor_count(void *argument, int choice, const struct spot *to, const struct line *line)
{
    (void)to, (void)line;
    *(int *)argument = choice + 1;
    return true;
}

int spot_choices(const struct record *record, const struct spot *spot)
{
    int choices = 0;
    spot_ways(record, spot, cursor_count, &choices);
    return choices;
}

struct node *spot_choice(const struct record *record, const struct spot *spot, int choice,
                         struct line **line)
{
    struct spot to;
    struct cursor_target wanted = {.choice = choice, .to = &to};
    spot_ways(record, spot, cursor_is_wanted, &wanted);
    if (line)
        *line = (struct line *)wanted.line;
    return wanted.found ? spot_node(record, &to) : NULL;
}

bool spot_parent(struct spot *spot)
{
    if (!spot->depth)
        return false;
    spot->ply = spot->branch[--spot->depth].ply;
    if (spot->ply == 0)
        return spot->depth == 0 || spot_parent(spot);
    return true;
}

bool spot_back(struct spot *spot)
{
    if (spot->ply == 0)
        return false;
    if (spot->ply > 1 || !spot->depth) {
        spot->ply--;
        return true;
    }
    return spot_parent(spot);
}

bool spot_end(const struct record *record, struct spot *spot)
{
    const struct line *line = spot_line(record, spot);
    bool moved = spot->ply < line->n;
    spot->ply = line->n;
    return moved;
}

struct leading {
    const struct spot *to;
    int choice;
};

static bool leads_there(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct leading *leading = argument;
    (void)line;
    leading->choice = spot_same(to, leading->to) ? choice : -1;
    return leading->choice < 0;
}

int spot_choice_made(const struct record *record, const struct spot *spot, struct spot *fork)
{
    struct leading leading = {.to = spot, .choice = -1};
    *fork = *spot;
    if (spot_back(fork))
        spot_ways(record, fork, leads_there, &leading);
    return leading.choice;
}

bool spot_sibling(const struct record *record, struct spot *spot, int step)
{
    struct spot at = *spot, fork;
    while (at.ply) {
        int choice = spot_choice_made(record, &at, &fork), choices = spot_choices(record, &fork);
        if (choices > 1) {
            choice += step;
            if (!spot_next(record, &fork, choice))
                return false;
            *spot = fork;
            return true;
        }
        if (!at.depth)
            return false;
        if (at.ply > 1)
            at.ply = 1;
        else
            spot_parent(&at);
    }
    return false;
}

bool spot_fork(const struct record *record, struct spot *spot, int step)
{
    struct spot at = *spot;
    while (step > 0 ? spot_next(record, &at, 0) : spot_back(&at))
        if (spot_choices(record, &at) > 1) {
            *spot = at;
            return true;
        }
    return false;
}

/* Moves on from a ply after the lines that replace it have been read: to the next ply of the line,
 * to a continuation of the line, or to the next unread line after the fork where this line
 * began. */
static bool read_on(const struct record *record, struct spot *spot)
{
    struct spot at = *spot;
    bool continued = false; /* true if the continuations of the current line have been read */
    for (;;) {
        const struct line *line = spot_line(record, &at);
        if (at.ply < line->n) {
            at.ply++;
            break;
        }
        if (!continued && cursor_enter(&at, line->then, 0, line->n))
            break;
        if (!at.depth)
            return false;
        struct branch left = at.branch[--at.depth];
        const struct line *above = spot_line(record, &at);
        if (cursor_enter(&at, lines_at(above, left.ply), left.line + 1, left.ply))
            break;
        continued = left.ply == above->n;
        at.ply = continued ? left.ply : left.ply + 1; /* skip the ply that the line replaced: it was
                                                         read before the line */
    }
    *spot = at;
    return true;
}

bool spot_following(const struct record *record, struct spot *spot)
{
    if (spot->ply &&
        cursor_enter(spot, lines_at(spot_line(record, spot), spot->ply - 1), 0, spot->ply - 1))
        return true;
    return read_on(record, spot);
}

bool node_is_noted_whole(const struct node *node)
{
    const struct notes *notes = node ? node->notes : NULL;
    return notes && (notes->before || notes->comments.n || notes->nags.n || notes->marks.n);
}

bool node_is_noted(const struct node *node)
{
    return node_is_noted_whole(node) || (node && node->notes && node->notes->step_count);
}

bool spot_noted(const struct record *record, struct spot *spot, int step)
{
    struct spot at = step > 0 ? *spot : spot_start(), found = at;
    bool any = false;
    while (spot_following(record, &at)) {
        if (step < 0 && spot_same(&at, spot))
            break;
        if (!node_is_noted(spot_node(record, &at)))
            continue;
        found = at;
        any = true;
        if (step > 0)
            break;
    }
    if (any)
        *spot = found;
    return any;
}

bool spot_go(const struct record *record, struct spot *spot, int number)
{
    if (number < 0)
        return false;
    if (number <= spot_plies(spot)) {
        *spot = spot_before(spot, number);
        return true;
    }
    struct spot at = *spot;
    at.ply += number - spot_plies(spot);
    if (at.ply > spot_line(record, &at)->n)
        return false;
    *spot = at;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * as text */

bool spot_write(const struct spot *spot, char *out, size_t size)
{
    char text[64];
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i <= spot->depth; i++) {
        if (i < spot->depth)
            snprintf(text, sizeof text, "%d.%d/", spot->branch[i].ply, spot->branch[i].line);
        else
            snprintf(text, sizeof text, "%d", spot->ply);
        if (used + strlen(text) >= size)
            return false;
        text_add(out, size, &used, "%s", text);
    }
    return true;
}

static bool cursor_read_number(const char **text, int *out)
{
    size_t digits = strspn(*text, "0123456789");
    if (!digits || digits > 6)
        return false;
    *out = (int)strtol(*text, NULL, 10);
    *text += digits;
    return true;
}

bool spot_read(const char *text, struct spot *out)
{
    struct spot spot = spot_start();
    int number;
    while (cursor_read_number(&text, &number)) {
        if (!*text) {
            spot.ply = number;
            *out = spot;
            return true;
        }
        struct branch *branch = &spot.branch[spot.depth];
        branch->ply = number;
        if (*text++ != '.' || spot.depth == VARIATION_DEPTH_MAX ||
            !cursor_read_number(&text, &branch->line) || *text++ != '/')
            return false;
        spot.depth++;
    }
    return false;
}

void ply_number_follow(int *number, int *side, char said, int sides)
{
    int told = said ? side_of_letter(said) : *side;
    if (told < sides && told != *side) {
        *number += told < *side;
        *side = told;
    }
}
