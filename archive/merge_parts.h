/* merge_parts.h - the inside of merging, for the merge*.c files only.
 *
 *   merge.c            records to trees and back
 *   merge_values.c     maps, sets, lists of elements that have a name
 *   merge_plies.c      lines of plies
 *   merge_conflicts.c  what both changed, and where */
#ifndef CHESSCADE_MERGE_PARTS_H
#define CHESSCADE_MERGE_PARTS_H

#include "archive/merge.h"

enum { MERGE_WHERE_ROOM = 400 };

struct merging {
    struct merge *out;
    const enum merge_side *choice;
    int choices;
    char where[MERGE_WHERE_ROOM]; /* the element being merged, in words */
    size_t used;
    int lines; /* inside so many variations */
};

/* In all of these a NULL value is an absent one. A result is a fresh value in *to, owned by the caller;
 * false: the result is absent and *to as it was. */

/* Any value under a key. */
bool merge_value(struct merging *merging, const char *key, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to);
/* The entries of three maps, each of which may be NULL. */
void merge_map(struct merging *merging, const struct value *base, const struct value *mine,
               const struct value *theirs, struct value *to);
/* "Nf3 Nc6 Bb5": the plies of a line from one on, as many as there is room for. */
void merge_plies_text(const struct value *line, int from, char *out, size_t size);
/* The plies of three lines. */
void merge_plies(struct merging *merging, const struct value *base, const struct value *mine,
                 const struct value *theirs, struct value *to);
/* A value both changed: list it and take what is chosen. */
bool merge_choose(struct merging *merging, const char *key, const struct value *base,
                  const struct value *mine, const struct value *theirs, struct value *to);
/* List a conflict of these texts; the side chosen. */
enum merge_side merge_conflict(struct merging *merging, const char *base, const char *mine,
                               const char *theirs, bool both);

/* Say the same, however it is laid out; absent is only absent. */
bool merge_same(const struct value *a, const struct value *b);
/* An order of values, the same for everybody. */
int merge_compare(const struct value *a, const struct value *b);
/* Add to the words for where we are; give what it returns to merge_leave(). */
size_t merge_enter(struct merging *merging, const char *format, ...) __attribute__((format(printf, 2, 3)));
void merge_leave(struct merging *merging, size_t mark);

#endif
