/* place_words.h - all that there is to tell at one place of a game, besides the position: what the
 * variant is, headers, judgements, clocks, comments, marks, how it ended. It is one list in reading
 * order, which the screen lays out in the notes panel; and sentences, for those who listen. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_PLACE_WORDS_H
#define CHESSCADE_TUI_SESSION_WORDS_PLACE_WORDS_H

#include "tui/session/describe.h"
#include "tui/session/game_session.h"

enum told_kind {
    TOLD_VARIANT,    /* the title of the variant */
    TOLD_OPTION,     /* an option of the rules that is not the default: "pawns: fast" */
    TOLD_OPTIONS,    /* a remark after the options */
    TOLD_HEADER,     /* where and when; the opening; how the game ended: one entry for each */
    TOLD_LINE,       /* the title of the variation, and in braces who wrote it */
    TOLD_JUDGEMENT,  /* `number` is its number, the text its meaning; "": it has none */
    TOLD_CLOCK,      /* the time that the clock shows after the ply */
    TOLD_SPENT,      /* the time that the ply took */
    TOLD_EVALUATION, /* in hundredths: "35/100" */
    TOLD_MATE,       /* the number of moves to mate */
    TOLD_QUIZ,       /* a question to the reader */
    TOLD_BEFORE,     /* the comment before the ply */
    TOLD_COMMENT,    /* signed by `by`, in the language `lang`; NULL: unsigned, not given */
    TOLD_MARK,       /* "red arrow from e2 to e4"; `brief` is "1> e2-e4 red", "" without cells */
    TOLD_MEMBER,     /* The next entries belong to a member of the ply: "member 2 Wa1-a5". */
    TOLD_ELSEWHERE,  /* The notes on a member were written on another one. */
    TOLD_DAMAGE,     /* what the file says about a ply that is damaged, or missing */
    TOLD_GONE,       /* who of three players left the game, or was skipped */
    TOLD_VERDICT,    /* check, or how the rules ended the game; names commands as {actions} */
    TOLD_HELD,       /* the captured pieces of the side `number` that may return */
    TOLD_ABOUT,      /* what the variant is about */
    TOLD_DEFINITION, /* the definition of a custom board */
};

struct told {
    enum told_kind kind;
    char *text, *brief;    /* owned; `brief` is NULL for most kinds */
    const char *by, *lang; /* borrowed from the record */
    bool is_private;
    int number;
    int member; /* the member of the ply that the entry belongs to, from 1; 0: the ply or the game
                 */
};

/* Zero-initialise. */
struct told_list {
    struct told *v;
    int n, room;
};

/* List what there is to tell at the reader's place: about the last ply, or at the start about the
 * game. The notes of hidden annotators are left out. */
void told_here(struct game_session *game, struct told_list *list);
/* List one note on a member of a ply, or on a step of one; TOLD_MEMBER is left out. `ply` is that
 * ply, which is legal in `before`; NULL: it is unknown. */
void told_step(const struct game_session *game, const struct position *before,
               const struct ply *ply, const struct step_note *step, struct told_list *list);
/* Where and when a game was played: "Club, round 2, 1858"; its opening, and the position it started
 * from. "" for what is unknown. */
void words_occasion(const struct record *record, char *out, size_t size);
void words_opening(const struct record *record, char *out, size_t size);
/* Describe the ply before the reader's place: what a single member does, "5 members", "The player
 * passes". "" at the start, and if the ply cannot be replayed. */
void words_last_ply(struct game_session *game, char *out, size_t size);
/* Tell whose turn it is, or how the game ended, in one or two sentences without a full stop. */
void words_turn(struct game_session *game, position_words_fn *each, void *argument);
/* Make a list empty and free its memory. */
void told_free(struct told_list *list);

/* ---- The same in sentences, which begin with a capital letter and have no full stop. Plies are
 * written in the form that the client wants. */

/* Tell what is known of the game as a whole: the variant, where and when, its opening, who plays,
 * its length and result. */
void words_heading(const struct game_session *game, position_words_fn *each, void *argument);
/* Name the ply at a spot: "ply 3, White: Nf3"; "the start". The side is named only if `track`,
 * which may be NULL, is at that spot. */
void words_ply_label(const struct game_session *game, const struct track *track,
                     const struct spot *spot, char *out, size_t size);
/* Name what the user's notes belong to: the ply at the reader's spot, or "member 2 of ply 3, White:
 * Nf3". */
void words_label_here(const struct game_session *game, char *out, size_t size);
/* How many members the ply at the reader's spot has; 0: there is no such ply, or it cannot be
 * replayed. */
int words_members(const struct game_session *game);
/* Tell what each member of that ply does, and if `notes` the notes on each. */
void words_each_member(struct game_session *game, bool notes, position_words_fn *each,
                       void *argument);
/* Tell a member, counted from 1, and the notes on it. */
void words_one_member(struct game_session *game, int member, position_words_fn *each,
                      void *argument);
/* Tell the ply at the reader's spot: its text, its members, and who left the game with it. */
void words_ply_here(struct game_session *game, position_words_fn *each, void *argument);
/* Tell the notes on the ply, or at the start those on the game. Returns true if members of the ply
 * have notes, which are left out. */
bool words_notes_here(struct game_session *game, position_words_fn *each, void *argument);
/* Tell whose turn it is as words_turn() does, and if nothing follows here. */
void words_turn_here(struct game_session *game, position_words_fn *each, void *argument);
/* Tell the continuations. Returns false, and tells nothing, if there are fewer than two or if they
 * are hidden from a user who guesses. */
bool words_ways(struct game_session *game, position_words_fn *each, void *argument);
/* Tell up to `count` plies that follow along the chosen continuation. Returns how many there
 * were. */
int words_plies(struct game_session *game, int count, position_words_fn *each, void *argument);

#endif
