/* merge_internal.h - declarations shared by the files of the merge. */
#ifndef CHESSCADE_ARCHIVE_MERGE_MERGE_INTERNAL_H
#define CHESSCADE_ARCHIVE_MERGE_MERGE_INTERNAL_H

#include "archive/merge/merge.h"

enum { MERGE_WHERE_ROOM = 400 };

struct merging {
    struct merge *out;
    const enum merge_side *choice;
    int choices;
    char where[MERGE_WHERE_ROOM]; /* description of the element being merged, for conflicts */
    size_t used;
    int lines; /* nesting depth of variations */
};

/* In the functions below, NULL stands for an absent value. The result is a new value in *to, owned
 * by the caller. If it is absent, they return false and leave *to unchanged. */

/* Merges the three versions of the value that belongs to a key. The value may have any type. */
bool merge_value(struct merging *merging, const char *key, const struct value *base,
                 const struct value *mine, const struct value *theirs, struct value *to);
/* Merges the entries of three maps, any of which may be NULL. */
void merge_map(struct merging *merging, const struct value *base, const struct value *mine,
               const struct value *theirs, struct value *to);
/* "Nf3 Nc6 Bb5": the plies of a line from index `from` on, as many as fit. */
void merge_plies_text(const struct value *line, int from, char *out, size_t size);
/* Merges the plies of three lines. */
void merge_plies(struct merging *merging, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to);
/* Resolves a value that both sides changed: lists the conflict and uses the value of the chosen
 * side. */
bool merge_choose(struct merging *merging, const char *key, const struct value *base,
                  const struct value *mine, const struct value *theirs, struct value *to);
/* Lists a conflict between these texts; returns the chosen side. */
enum merge_side merge_conflict(struct merging *merging, const char *base, const char *mine,
                               const char *theirs, bool both);

/* True if both values have the same meaning, whatever their layout. NULL equals only NULL. */
bool merge_same(const struct value *a, const struct value *b);
/* A total order of values that does not depend on which side they come from, so that both users
 * get the same result. */
int merge_compare(const struct value *a, const struct value *b);
/* Appends to the description of the current element; pass the result to merge_leave(). */
size_t merge_enter(struct merging *merging, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void merge_leave(struct merging *merging, size_t mark);

#endif
