/* merge_plies.c - merges lines of plies: see archive/merge/merge_internal.h.
 *
 * Two plies are the same if their texts and all plies before them are equal, because only then do
 * they belong to the same position. The common plies of both sides are merged one by one, with
 * their notes. From the ply at which the lines part, there are two continuations (merge_rest()):
 *
 * - If one side still has the base's continuation, the other one's wins. If the base ended there
 *   and only one side went on, that is the result.
 * - Otherwise one of them becomes the line and the other a variation at its first ply
 *   (keep_as_line()). In the main line this is a conflict for the user to decide, unless one side
 *   merely changed notes on the base's continuation, which the other side replaced. In a variation,
 *   merge_compare() decides silently.
 *
 * In a game of three players this is impossible if a player left the game on one side only: the
 * plies after that have different movers, and those of one version do not fit into the other, even
 * as a variation. Then the user chooses one continuation as a whole, and the other one is lost
 * (take_whole_rest()). */
#include "archive/merge/merge_internal.h"

#include "core/position_text.h"

#include <string.h>

static const struct value *ply(const struct value *line, int at)
{
    return line && at < line->n ? &line->entry[at].value : NULL;
}

static int plies(const struct value *line)
{
    return line ? line->n : 0;
}

/* The number of leading plies that are equal in both. */
static int common(const struct value *a, const struct value *b)
{
    int n = 0;
    while (ply(a, n) && ply(b, n) && !strcmp(value_text(ply(a, n), "m"), value_text(ply(b, n), "m")))
        n++;
    return n;
}

/* True if two lines continue identically from a ply on, including notes. */
static bool same_rest(const struct value *a, const struct value *b, int from)
{
    if (plies(a) != plies(b))
        return false;
    for (int i = from; i < plies(a); i++)
        if (!merge_same(ply(a, i), ply(b, i)))
            return false;
    return true;
}

static void put_rest(struct value *to, const struct value *line, int from)
{
    for (int i = from; i < plies(line); i++)
        value_copy(value_add(to, NULL), ply(line, i));
}

void merge_plies_text(const struct value *line, int from, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = from; i < plies(line) && used + 40 < size; i++)
        text_add(out, size, &used, "%s%.40s", used ? " " : "", value_text(ply(line, i), "m"));
}

/* The plies of a line from an index on, as a list. */
static struct value rest_of(const struct value *line, int from)
{
    struct value list = {.type = VALUE_LIST};
    put_rest(&list, line, from);
    return list;
}

/* True if the list already has this line. */
static bool has_line(const struct value *lines, const struct value *line)
{
    for (int i = 0; i < plies(lines); i++)
        if (merge_same(&lines->entry[i].value, line))
            return true;
    return false;
}

static void drop_alts(struct value *moves)
{
    struct value *first = moves->n ? &moves->entry[0].value : NULL;
    for (int i = 0; first && i < first->n; i++)
        if (!strcmp(first->entry[i].key, "alts")) {
            value_remove(first, i);
            return;
        }
}

/* Lines that replaced the first ply of the losing continuation are kept beside it. Those the base
 * had are either in the winning continuation, too, or someone removed them, perhaps to make one the
 * main line. */
static void keep_lines(struct value *alts, const struct value *base, const struct value *lost)
{
    const struct value *own = value_at(lost, "alts"), *known = value_at(base, "alts");
    for (int i = 0; i < plies(own); i++)
        if (!has_line(alts, ply(own, i)) && !has_line(known, ply(own, i)))
            value_copy(value_add(alts, NULL), ply(own, i));
}

/* Keeps the losing continuation as a variation of the ply at its place. If a variation with the
 * same beginning exists (someone promoted the other line), it is the same line as changed by the
 * other side, and is merged with it. */
static void keep_as_line(struct merging *merging, struct value *to, int at, const struct value *base,
                         const struct value *lost)
{
    struct value *alts = value_list(&to->entry[at].value, "alts");
    struct value moves = rest_of(lost, at), was = rest_of(base, at);
    keep_lines(alts, ply(base, at), ply(lost, at));
    drop_alts(&moves);
    drop_alts(&was);
    int line = 0;
    while (line < alts->n && !common(value_at(&alts->entry[line].value, "moves"), &moves))
        line++;
    if (line < alts->n) {
        struct value merged, *there = value_at(&alts->entry[line].value, "moves");
        merging->lines++;
        merge_plies(merging, common(&was, &moves) ? &was : NULL, there, &moves, &merged);
        merging->lines--;
        value_clear(there);
        *there = merged;
        value_clear(&moves);
    } else {
        struct value *new = value_add(alts, NULL);
        new->type = VALUE_MAP;
        *value_add(new, "moves") = moves;
    }
    value_clear(&was);
}

/* Decides which continuation becomes the line itself. Asks the user only about the main line, and
 * only if neither is the base's. */
static bool take_mine(struct merging *merging, const struct value *base, const struct value *mine,
                      const struct value *theirs, int at)
{
    bool known = ply(base, at) != NULL;
    if (known && common(base, mine) > at && ply(theirs, at))
        return false; /* mine only changed notes; theirs replaced the plies */
    if (known && common(base, theirs) > at && ply(mine, at))
        return true;
    if (merging->lines && ply(mine, at) && ply(theirs, at))
        return merge_compare(ply(mine, at), ply(theirs, at)) < 0;
    char was[400], one[400], other[400];
    merge_plies_text(base, at, was, sizeof was);
    merge_plies_text(mine, at, one, sizeof one);
    merge_plies_text(theirs, at, other, sizeof other);
    const struct value *last = at ? ply(mine, at - 1) : NULL;
    const char *what = merging->lines ? "line" : "game";
    size_t mark = last ? merge_enter(merging, ": how the %s goes on after ply %d %.40s", what, at, value_text(last, "m"))
                       : merge_enter(merging, ": how the %s begins", what);
    enum merge_side side = merge_conflict(merging, was, one, other, false);
    merging->out->conflict[merging->out->conflicts - 1].stays = ply(mine, at) && ply(theirs, at);
    merge_leave(merging, mark);
    return side != MERGE_THEIRS;
}

static void merge_rest(struct merging *merging, const struct value *base, const struct value *mine,
                       const struct value *theirs, int at, struct value *to)
{
    bool shared = common(base, mine) >= at && common(base, theirs) >= at;
    if (!ply(mine, at) && !ply(theirs, at))
        return;
    if (!shared)
        base = NULL;
    if (same_rest(base, theirs, at) || (!base && !ply(theirs, at))) {
        put_rest(to, mine, at);
    } else if (same_rest(base, mine, at) || (!base && !ply(mine, at))) {
        put_rest(to, theirs, at);
    } else if (ply(base, at) == NULL && (!ply(mine, at) || !ply(theirs, at))) {
        put_rest(to, ply(mine, at) ? mine : theirs, at); /* only one side continued */
    } else {
        bool by_mine = take_mine(merging, base, mine, theirs, at);
        const struct value *won = by_mine ? mine : theirs, *lost = by_mine ? theirs : mine;
        put_rest(to, won, at);
        if (ply(won, at) && ply(lost, at))
            keep_as_line(merging, to, at, base, lost);
    }
}

/* --------------------------------------------------------------- players who left (events of a
 * ply) */

/* The next of a ply's events that makes a player leave a three-player game; NULL after the last. */
static const struct value *next_leaver(const struct value *line, int at, int *i)
{
    const struct value *events = value_at(ply(line, at), "events");
    while (events && *i < events->n) {
        const struct value *event = &events->entry[(*i)++].value;
        const char *is = value_text(event, "is");
        if (!strcmp(is, "resigns") || !strcmp(is, "flag") || !strcmp(is, "out"))
            return event;
    }
    return NULL;
}

static bool same_leavers(const struct value *a, const struct value *b, int at)
{
    const struct value *one, *other;
    int i = 0, k = 0;
    do {
        one = next_leaver(a, at, &i);
        other = next_leaver(b, at, &k);
    } while (one && other && !strcmp(value_text(one, "side"), value_text(other, "side")));
    return !one && !other;
}

/* "Red is out; Kg7": who left after the ply before `at`, and how the line continues. */
static void tell_rest(const struct value *line, int at, char *out, size_t size)
{
    char rest[300];
    size_t used = 0;
    const struct value *event;
    merge_plies_text(line, at, rest, sizeof rest);
    out[0] = '\0';
    for (int i = 0; (event = next_leaver(line, at - 1, &i));)
        text_add(out, size, &used, "%s%s is out", used ? ", " : "", side_name(side_of_letter(*value_text(event, "side"))));
    text_add(out, size, &used, "%s%s", used && *rest ? "; " : "", rest);
}

/* True if both versions changed how a line continues from a ply, and a player has left before that
 * ply in only one of them. The turn order then differs, so the plies of one version are illegal in
 * the other, even as a variation. */
static bool parted_by_leaving(const struct value *base, const struct value *mine, const struct value *theirs, int at)
{
    bool shared = common(base, mine) >= at && common(base, theirs) >= at;
    if (!at || (!ply(mine, at) && !ply(theirs, at)) || same_leavers(mine, theirs, at - 1))
        return false;
    return !shared || ((!same_rest(base, mine, at) || !same_leavers(base, mine, at - 1)) &&
                       (!same_rest(base, theirs, at) || !same_leavers(base, theirs, at - 1)));
}

/* Lets the user choose one version, whose events and plies are taken as a whole. */
static void take_whole_rest(struct merging *merging, const struct value *base, const struct value *mine,
                            const struct value *theirs, int at, struct value *to)
{
    char was[400] = "", one[400], other[400];
    if (plies(base) >= at)
        tell_rest(base, at, was, sizeof was);
    tell_rest(mine, at, one, sizeof one);
    tell_rest(theirs, at, other, sizeof other);
    size_t mark = merge_enter(merging, ": how the %s goes on after ply %d %.40s", merging->lines ? "line" : "game", at,
                              value_text(ply(mine, at - 1), "m"));
    const struct value *won = merge_conflict(merging, was, one, other, false) == MERGE_THEIRS ? theirs : mine;
    merge_leave(merging, mark);
    struct value *last = &to->entry[at - 1].value;
    const struct value *events = value_at(ply(won, at - 1), "events");
    for (int i = last->n; i-- > 0;)
        if (!strcmp(last->entry[i].key, "events"))
            value_remove(last, i);
    if (events)
        value_copy(value_add(last, "events"), events);
    put_rest(to, won, at);
}

void merge_plies(struct merging *merging, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to)
{
    int shared = common(mine, theirs), known_mine = common(base, mine), known_theirs = common(base, theirs);
    *to = (struct value){.type = VALUE_LIST};
    for (int i = 0; i < shared; i++) {
        const struct value *was = i < known_mine && i < known_theirs ? ply(base, i) : NULL;
        struct value merged;
        size_t mark = merge_enter(merging, "%sply %d %.40s", merging->used ? ", " : "", i + 1,
                                  value_text(ply(mine, i), "m"));
        merging->lines++;
        bool there = merge_value(merging, "ply", was, ply(mine, i), ply(theirs, i), &merged);
        merging->lines--;
        merge_leave(merging, mark);
        if (there)
            *value_add(to, NULL) = merged;
    }
    if (parted_by_leaving(base, mine, theirs, shared) && to->n == shared)
        take_whole_rest(merging, base, mine, theirs, shared, to);
    else
        merge_rest(merging, base, mine, theirs, shared, to);
}
