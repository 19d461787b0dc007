/* merge_conflicts.c - lists the conflicts of a merge, and describes where they are: see archive/merge/merge_internal.h. */
#include "archive/merge/merge_internal.h"

#include "archive/yaml/yaml_write.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t merge_enter(struct merging *merging, const char *format, ...)
{
    size_t mark = merging->used;
    va_list list;
    va_start(list, format);
    int n = vsnprintf(merging->where + mark, sizeof merging->where - mark, format, list);
    va_end(list);
    size_t room = sizeof merging->where - 1 - mark;
    merging->used = mark + ((size_t)n < room ? (size_t)n : room);
    return mark;
}

void merge_leave(struct merging *merging, size_t mark)
{
    merging->used = mark;
    merging->where[mark] = '\0';
}

enum merge_side merge_conflict(struct merging *merging, const char *base, const char *mine,
                               const char *theirs, bool both)
{
    struct merge *out = merging->out;
    const char *where = merging->where;
    out->conflict = memory_room(out->conflict, &out->room, out->conflicts + 1, sizeof *out->conflict);
    enum merge_side side = out->conflicts < merging->choices ? merging->choice[out->conflicts] : MERGE_MINE;
    if (side == MERGE_BOTH && !both)
        side = MERGE_MINE;
    out->conflict[out->conflicts++] = (struct conflict){.where = memory_text(where + strspn(where, ": ")),
                                                        .base = memory_text(base),
                                                        .mine = memory_text(mine),
                                                        .theirs = memory_text(theirs),
                                                        .both = both,
                                                        .chosen = side};
    return side;
}

/* A value in readable form: texts unchanged, comments as their texts, lines as their plies,
 * anything else on one line. */
static char *words_of(const struct value *value)
{
    struct yaml_text line = {0};
    if (!value)
        return memory_text("");
    if (value->type == VALUE_TEXT)
        return memory_text(value->text ? value->text : "");
    if (*value_text(value, "text"))
        return memory_text(value_text(value, "text"));
    const struct value *moves = value_at(value, "moves");
    if (moves && moves->n) {
        char plies[400];
        merge_plies_text(moves, 0, plies, sizeof plies);
        return memory_text(plies);
    }
    yaml_write_line(&line, value);
    char *text = memory_text(line.v ? line.v : "");
    yaml_text_clear(&line);
    return text;
}

static bool is_prose(const char *key)
{
    return key && (!strcmp(key, "text") || !strcmp(key, "before") || !strcmp(key, "comment"));
}

bool merge_choose(struct merging *merging, const char *key, const struct value *base,
                  const struct value *mine, const struct value *theirs, struct value *to)
{
    char *was = words_of(base), *one = words_of(mine), *other = words_of(theirs);
    bool both = is_prose(key) && mine && theirs && mine->type == VALUE_TEXT && theirs->type == VALUE_TEXT;
    enum merge_side side = merge_conflict(merging, was, one, other, both);
    const struct value *taken = side == MERGE_THEIRS ? theirs : mine;
    if (taken)
        value_copy(to, taken);
    if (side == MERGE_BOTH) {
        size_t size = strlen(one) + strlen(other) + 3;
        char *joined = memory_new(size, 1);
        snprintf(joined, size, "%s\n\n%s", one, other);
        value_put(to, joined, STYLE_CANONICAL);
        free(joined);
    }
    free(was);
    free(one);
    free(other);
    return taken != NULL;
}
