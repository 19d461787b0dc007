/* plain_parts.h - the inside of plain mode, for the plain_*.c files only.
 *
 *   plain.c         the dialogue: reading lines, finding commands, help
 *   plain_list.c    archives: listing, searching, opening, new games, rules
 *   plain_board.c   the board in words
 *   plain_replay.c  going through a game, and what is to be read there
 *   plain_play.c    plies typed or put together, results
 *   plain_notes.c   comments, judgements, marks, lines, undo, saving                                           */
#ifndef CHESSCADE_PLAIN_PARTS_H
#define CHESSCADE_PLAIN_PARTS_H

#include "archive/edit.h"
#include "archive/store.h"
#include "core/draft.h"
#include "tui/plain.h"
#include "tui/track.h"

enum { PLAIN_LINE_MAX = 65536, PLAIN_PAGE = 20, PLY_ROOM = 4200 };

struct plain {
    const struct plain_options *options;
    FILE *out;
    bool over, warned; /* warned: that there are unsaved changes */

    struct store *store; /* NULL: no archive is open */
    int *found;          /* [founds] places of the games listed last */
    int *hit;            /* [founds] the ply each fits at, -1 */
    int founds, listed;  /* listed: told so far */

    bool open;           /* a game is open; the rest is about it */
    int at;              /* its place in the store; -1: a new game */
    struct edits edits;
    struct version version;
    bool unsaved;        /* it has changes from before that are not saved */
    bool play;           /* it is being played: results are kept */
    struct ruleset *rules; /* NULL: the variant is not known: only texts */
    struct note unknown;   /* why */
    struct position start;
    struct track track;
    struct spot spot;
    int offer;           /* the side whose draw offer stands, -1 */

    bool composing;
    struct position before; /* what the draft borrows */
    struct draft draft;
    struct actions choices;
};

enum plain_need { NEED_NOTHING, NEED_STORE, NEED_GAME, NEED_RULES, NEED_WRITABLE /* a game that may be changed */ };

struct plain_command {
    const char *name, *alias; /* alias may be NULL */
    const char *usage, *help;
    enum plain_need need;
    void (*run)(struct plain *plain, const char *argument); /* "" without one; never NULL */
};

/* The tables, each ending with a NULL name. */
extern const struct plain_command plain_general_commands[];
extern const struct plain_command plain_list_commands[];
extern const struct plain_command plain_board_commands[];
extern const struct plain_command plain_replay_commands[];
extern const struct plain_command plain_play_commands[];
extern const struct plain_command plain_note_commands[];

/* plain.c */
/* Say a sentence on a line of its own, cleaned; the full stop is added where there is none. */
void plain_say(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next word of *text, which is advanced past it and the blanks behind: false at its end. */
bool plain_word(const char **text, char *out, size_t size);
/* A whole number from `least` to `most`; otherwise it is said what is wanted. */
bool plain_number(struct plain *plain, const char *text, int least, int most, int *out);
/* A cell of the board by name, CELL_NONE after a sentence. */
cell_t plain_cell(struct plain *plain, const char *text);

static inline struct record *plain_record(const struct plain *plain)
{
    return plain->edits.record;
}

/* plain_list.c */
/* Open an archive or a file; in a file with one game, the game. False after a sentence. */
bool plain_open_store(struct plain *plain, const char *path, bool read_only);
void plain_close_store(struct plain *plain);
void plain_close_game(struct plain *plain);
/* Changes that are neither saved nor kept as a draft by the archive. */
bool plain_unsaved(const struct plain *plain);
bool plain_new_game(struct plain *plain, const char *variant, const struct setting *setting, int settings,
                    const char *const player[SIDES_MAX], const char *position);

/* plain_replay.c */
void plain_go(struct plain *plain, const struct spot *spot);
/* Tell where the reader stands: the ply, its notes, the ways on, whose turn it is. */
void plain_tell(struct plain *plain);
/* "ply 3, White: Nf3". */
void plain_ply_label(const struct plain *plain, const struct spot *spot, char *out, size_t size);

/* plain_play.c */
/* Play a ply written as text; false after a sentence. */
bool plain_play(struct plain *plain, const char *text);
void plain_drop_draft(struct plain *plain);
/* A cell or a number typed while a ply is put together. True: it was meant so. */
bool plain_compose(struct plain *plain, const char *text);

/* plain_notes.c */
/* Around a change of the record. */
void plain_before_change(struct plain *plain, const char *what);
void plain_changed(struct plain *plain);
/* May the game be changed? Said if not. */
bool plain_writable(struct plain *plain);

#endif
