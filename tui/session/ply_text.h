/* ply_text.h - the texts of plies as people read them: files store the long form, screens show the
 * short one.
 *
 * Texts are cached by a number for the path of plies that leads to them, so drawing a tree of moves
 * again costs nothing, and an edit recomputes only the plies it changes. */
#ifndef CHESSCADE_TUI_SESSION_PLY_TEXT_H
#define CHESSCADE_TUI_SESSION_PLY_TEXT_H

#include "archive/replay/replay.h"
#include "core/draft.h"
#include "core/family.h"
#include "tui/session/game_open.h"

struct ply_texts {
    /* NULL: texts are shown as stored, because they are short already or the variant is unknown. */
    const struct ruleset *rules;
    struct track track;
    struct ply_text *slot; /* a hash table */
    int slots, used;
};

/* Prepare the cache; *texts is zero or was cleared. `start` is copied; NULL if the variant is
 * unknown. */
void ply_texts_begin(struct ply_texts *texts, const struct position *start, enum notation notation);
void ply_texts_clear(struct ply_texts *texts);

/* The number that stands for a path of plies: path_start() for the start of the game, path_on() for
 * a path that is one ply longer. */
uint64_t path_start(void);
uint64_t path_on(uint64_t path, const char *text);

/* The text to show for the ply at a spot; `path` is the number of its path. Borrowed until the
 * cache is cleared. The text may contain control characters. A ply that cannot be parsed is shown
 * as stored. */
const char *ply_text(struct ply_texts *texts, const struct record *record, const struct spot *spot,
                     uint64_t path);

/* ---- Finds which continuation of the record equals a given ply. Files may contain plies in any
 * form that people type, so parsed plies are compared, not texts. */

/* The ply to find: `text` is what ply_kept() returned for a ply that is legal in `now`, the
 * position at the spot. All members are borrowed. */
struct way_sought {
    const struct record *record;
    const struct position *now;
    const char *text;
};

/* The index of the continuation at the spot that equals this ply; -1: none. */
int way_sought_find(const struct way_sought *sought, const struct spot *spot);
/* True if the text of a ply in the record means this ply. */
bool way_sought_is(const struct way_sought *sought, const char *text);
/* If no continuation equals the ply, but one differs only in what the piece does after its move:
 * what differs, as constant text, "its turn is not". Otherwise NULL. */
const char *way_sought_near(const struct way_sought *sought, const struct spot *spot);

/* ---- Replaces a ply of a record by another, and keeps the following plies as far as they are
 * legal. */

/* Write, in the record's notation, the ply `text` that is to replace the one at a spot (which must
 * not be the start); `before` is the position in which it is played. FAIL_TEXT: `text` is not a ply
 * of that position. FAIL_RULE: the same ply is there already, or notes would lose the members that
 * they belong to. FAIL_LIMIT as in ply_kept(). */
int ply_replace_read(const struct record *record, const struct spot *spot,
                     const struct position *before, const char *text, char out[PLY_ROOM],
                     struct note *why);
/* Call this after edit_replace(): cuts the line before the first ply that is no longer legal.
 * Returns how many plies still follow the replaced ply, and leaves the track at the end of the
 * line. */
int ply_replace_cut(struct record *record, const struct spot *spot, struct track *track);

/* ---- The possible continuations of a cascade whose first members have been typed. A member is the
 * move of one piece in a cascade. */

/* Receives one continuation, a text that begins with what was typed, in form `form`. The text is
 * valid only during the call. Return nonzero to stop. */
typedef int continuation_fn(enum form form, const char *text, void *argument);

/* List what can follow the members in the first `length` bytes of a text, each of which must
 * activate the next piece. Two kinds of text are listed: whole plies, which end after one more
 * member, and members that activate a piece, with '~' appended. If length is 0 whole plies are left
 * out. Nothing is listed if the typed members are illegal or cannot be parsed. */
void typed_cascade(const struct position *position, const char *text, size_t length,
                   continuation_fn *each, void *argument);

/* ---- Steps through a ply, member by member, and through a member cell by cell. A member is the
 * move of one piece in a cascade; other plies have one member.
 *
 * A point of a ply is two numbers (struct walk_place): how many members are complete, and how many
 * cells the next member has passed (0: it has not moved yet). */

enum { WALK_CELLS_MAX = 100 };

struct walk_place {
    int member; /* how many members are complete */
    int cell;   /* how many cells the next member has passed */
};

/* Returns how many members a ply has. */
int ply_walk_members(const struct ply *ply);
/* Write the cells that a member (counted from 0) passes, including the cell where it lands, into
 * out[room]. Returns their number. */
int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out,
                  int room);
/* Build a draft that shows the ply at the point `place`, with the moving piece in hand. *draft is
 * zero or was cleared. `before` must outlive the draft. */
void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft);
/* True if the ply is complete at the point `place`. */
bool ply_walk_is_made(const struct ply *ply, struct walk_place place);
/* Write the part of the long notation that belongs to a member: "[Wa1-a5]". */
void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out,
                   size_t size);
/* Describe the piece that is moving at the point `place`: "in the air: White Wave from a1, momentum
 * 3, moves like a Queen; 2 steps made". Writes "" if no piece is moving. */
void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place,
                    char *out, size_t size);

#endif
