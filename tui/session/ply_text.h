/* ply_text.h - plies of a record as people read them: files keep the long form, screens show the short one.
 *
 * Texts are cached by the path that leads to them, so drawing a tree again costs nothing and an edit costs one ply. */
#ifndef CHESSCADE_TUI_SESSION_PLY_TEXT_H
#define CHESSCADE_TUI_SESSION_PLY_TEXT_H

#include "tui/session/game_line.h"

struct ply_texts {
    const struct ruleset *rules; /* NULL: texts are shown as stored, because they are short already or the variant is unknown */
    struct track track;
    struct ply_text *slot; /* a hash table */
    int slots, used;
};

/* *texts is zero or was cleared. `start` is copied; NULL if the variant is unknown. */
void ply_texts_begin(struct ply_texts *texts, const struct position *start, enum notation notation);
void ply_texts_clear(struct ply_texts *texts);

/* Paths as numbers: that of the start, and that of one ply further on. */
uint64_t path_start(void);
uint64_t path_on(uint64_t path, const char *text);

/* The text to show for the ply at a spot, whose path number is `path`. Borrowed until the texts are cleared;
 * control characters are not removed yet. A ply that cannot be read is shown as stored. */
const char *ply_text(struct ply_texts *texts, const struct record *record, const struct spot *spot, uint64_t path);

#endif
