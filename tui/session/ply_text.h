/* ply_text.h - plies of a record as people read them: files keep the long form, screens show the
 * short one.
 *
 * Texts are cached by the path that leads to them, so drawing a tree again costs nothing and an
 * edit costs one ply. */
#ifndef CHESSCADE_TUI_SESSION_PLY_TEXT_H
#define CHESSCADE_TUI_SESSION_PLY_TEXT_H

#include "archive/replay/replay.h"
#include "core/draft.h"
#include "core/family.h"
#include "tui/session/game_open.h"

struct ply_texts {
    const struct ruleset *rules; /* NULL: texts are shown as stored, because they are short already
                                    or the variant is unknown */
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

/* The text to show for the ply at a spot, whose path number is `path`. Borrowed until the texts are
 * cleared; control characters are not removed yet. A ply that cannot be read is shown as stored. */
const char *ply_text(struct ply_texts *texts, const struct record *record, const struct spot *spot,
                     uint64_t path);

/* ---- Finds which continuation of the record equals a given ply. Files may spell plies in any form
 * people type, so they are compared as plies, not as texts. */

/* The ply to find: `text` is what ply_kept() returns for a ply legal in `now`, the position at the
 * spot. All borrowed. */
struct way_sought {
    const struct record *record;
    const struct position *now;
    const char *text;
};

/* The continuation at the spot that equals this ply, -1: none. */
int way_sought_find(const struct way_sought *sought, const struct spot *spot);
/* True if a text of the record is this ply. */
bool way_sought_is(const struct way_sought *sought, const char *text);
/* For a ply that equals no continuation: what differs, if it is only what the piece does after its
 * move: "its turn is not". Constant text, or NULL. */
const char *way_sought_near(const struct way_sought *sought, const struct spot *spot);

/* ---- Replaces a ply of a record by another, keeping what follows as long as it is legal. */

/* Write, in the record's notation, the ply that is to replace the one at a spot (not the start);
 * `before` is the position it is played in. FAIL_TEXT: `text` is not a ply there; FAIL_RULE: that
 * ply is there already, or notes would lose the members they belong to; FAIL_LIMIT as ply_kept().
 */
int ply_replace_read(const struct record *record, const struct spot *spot,
                     const struct position *before, const char *text, char out[PLY_ROOM],
                     struct note *why);
/* After edit_replace(): cut the line at the first ply that is no longer legal. Returns how many
 * plies then follow the one at the spot. The track is left at the end of the line. */
int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track);

/* ---- The possible continuations of a cascade whose first members have been typed. */

/* Receives a text that begins with what was typed, in one of the two forms; the text is valid
 * during the call. Return nonzero to stop. */
typedef int continuation_fn(enum form form, const char *text, void *argument);

/* List what may follow the members in the first `length` bytes of a text, each of which activates
 * the next piece: plies that end after one more member, and members that activate a piece, with '~'
 * appended. With length 0 only the latter. Nothing is listed if those members are illegal or cannot
 * be parsed. */
void typed_cascade(const struct position *position, const char *text, size_t length,
                   continuation_fn *each, void *argument);

/* ---- Steps through a ply: member by member, and cell by cell along a member's path.
 *
 * A place in a ply is two numbers: how many members are complete, and how many cells the next
 * member has passed (0: it has not moved yet). A move without a cascade is a ply of one member. */

enum { WALK_CELLS_MAX = 100 };

struct walk_place {
    int member; /* how many members are complete */
    int cell;   /* cells that the next member has passed */
};

/* How many members a ply has. */
int ply_walk_members(const struct ply *ply);
/* Write the cells that a member (counted from 0) passes, including its landing cell, into
 * out[room]; returns their number. */
int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out,
                  int room);
/* Build the draft for a place: *draft is zero or was cleared; its piece in hand is where it is at
 * that place. `before` must outlive it. */
void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft);
/* True if the ply is complete at that place. */
bool ply_walk_is_made(const struct ply *ply, struct walk_place place);
/* A member's part of the long notation, "[Wa1-a5]". */
void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out,
                   size_t size);
/* Describe the piece that is moving at a place: "in the air: White Wave from a1, momentum 3, moves
 * like a light Queen; 2 steps made". Empty if none is. */
void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place,
                    char *out, size_t size);

#endif
