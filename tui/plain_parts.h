/* plain_parts.h - the inside of plain mode, for the plain_*.c files only.
 *
 *   plain.c         the dialogue: finding commands, help
 *   plain_say.c     sentences out, the words of a line in
 *   plain_input.c   reading lines, and waiting for them
 *   plain_open.c    archives and games: opening and closing
 *   plain_list.c    listing, searching, new games
 *   plain_rules.c   the rules, and examples of them
 *   plain_archive.c counting games, those that are there twice, files in and out
 *   plain_collect.c collections of games, searches that are kept
 *   plain_board.c   the board in words
 *   plain_replay.c  going through a game, and what is to be read there
 *   plain_play.c    plies typed or put together, results
 *   plain_notes.c   comments, judgements, marks, lines, undo
 *   plain_layers.c  whose notes are told
 *   plain_lines.c   another ply, null moves, copied lines; the list of changes
 *   plain_study.c   trying out, guessing plies, finding cascades, bookmarks, tags, what was changed
 *   plain_drafts.c  games with changes that were not saved
 *   plain_save.c    saving, with what others saved meanwhile
 *   plain_lobby.c   games of several people on this host: who is here, beginning, joining
 *   plain_follow.c  watching whatever somebody plays
 *   plain_live.c    the table of such a game: coming, going, playing
 *   plain_news.c    ... what the others do
 *   plain_talk.c    ... offers, talk, clocks
 *   plain_together.c a game of the archive that several people read at once                                     */
#ifndef CHESSCADE_PLAIN_PARTS_H
#define CHESSCADE_PLAIN_PARTS_H

#include "archive/duplicates.h"
#include "archive/edit.h"
#include "archive/store.h"
#include "core/draft.h"
#include "tui/keyboard_clock.h"
#include "tui/layers.h"
#include "tui/plain.h"
#include "tui/plain_input.h"
#include "tui/track.h"
#include "tui/way_sought.h"

enum { PLAIN_PAGE = 20 };

struct plain_lobby; /* plain_lobby.h */
struct finder;      /* archive/finder.h */

/* How plies are told: Nf3, Ng1-f3; or as Nf3 with every cell spelled, N foxtrot 3. */
enum plain_style { PLAIN_SHORT, PLAIN_LONG, PLAIN_SPELLED };

struct plain {
    const struct plain_options *options;
    FILE *out;
    struct plain_input *input;
    bool interrupted;  /* by Ctrl-C, just now */
    bool over, warned; /* warned: that there are unsaved changes */
    int lost;          /* errno of what was said and could not be written; 0: all was */
    bool prompted;     /* the cursor stands behind the prompt */
    struct plain_lobby *lobby; /* NULL: in no lobby */
    enum plain_style style;

    struct store *store; /* NULL: no archive is open */
    struct index *index; /* of a large one, where there is one */
    int *found;          /* [founds] places of the games listed last */
    int *hit;            /* [founds] the ply each fits at, -1; PLAIN_UNASKED: found out when it is told */
    char *search;        /* owned: how they were asked for, a board in it written out; NULL: they were not */
    struct query *query; /* which they fit; NULL: there was none */
    struct position asked; /* the board its here means, with rules of its own; NULL: there was no board */
    struct ruleset *asked_rules;
    int founds, listed;  /* listed: told so far */
    int generation;      /* of the store, when they were found */
    struct duplicate_ids *pair; /* [pairs] games that are there twice, as they were told last */
    int pairs;

    bool open;           /* a game is open; the rest is about it */
    struct edits edits;
    struct version version;
    struct record *base; /* owned: what `version` is of, NULL: not known */
    bool remarks_told;      /* it was told that the file has remarks, which are lost: save saves it */
    bool anew;              /* it was told that the game was deleted: save makes it anew */
    struct version offered; /* what was there when it was asked what shall stay: choices are about that */
    bool base_kept;      /* ... beside the draft */
    bool unsaved;        /* it has changes from before that are not saved, and of which no undo knows */
    bool logged;         /* the changes are noted one by one beside the draft */
    struct note past;    /* why undo does not lead back to before the last save; empty: it does, or nothing was changed */
    bool play;           /* it is being played: results are kept */
    struct ruleset *rules; /* NULL: the variant is not known: only texts */
    struct note unknown;   /* why */
    struct position start;
    struct track track;
    struct spot spot, came; /* came: where it was opened */
    bool trial;          /* the record is a copy of that of `kept`, on which anything may be changed */
    struct edits kept;
    struct spot kept_spot;
    bool guessing;       /* what follows is hidden, and what is played is held against it */
    int guesses, guessed;
    struct layers layers; /* whose notes are told */
    int member;          /* of its ply, counted from 1: notes are about that one; 0: about the ply */
    struct keyboard_clock clock;
    const char *examples; /* the id of the variant whose examples were told last, NULL */
    int offer;           /* the side whose draw offer stands, -1; of three all who are not out agree: */
    bool agreed[SIDES_MAX];

    bool composing;
    struct position before; /* what the draft borrows */
    struct draft draft;
    struct actions choices;
    char *clip;          /* owned: the plies of the line copied last; NULL: none */
    char doomed[ULID_LENGTH + 1]; /* the collection or game that was asked to be deleted: asked again it is; "": none */
    char losing[PLY_ROOM]; /* the ply told to lose the game at once: said again it is played; "": none */
};

enum plain_need {
    NEED_NOTHING,
    NEED_STORE,
    NEED_LOBBY,
    NEED_TABLE,    /* of a game being played in a lobby */
    NEED_GAME,
    NEED_RULES,
    NEED_WRITABLE, /* a game that may be changed */
    NEED_PLAYED    /* ... or such a table */
};

struct plain_command {
    const char *name, *alias; /* alias may be NULL */
    const char *usage, *help;
    enum plain_need need;
    void (*run)(struct plain *plain, const char *argument); /* "" without one; never NULL */
};

/* The tables, each ending with a NULL name. */
extern const struct plain_command plain_general_commands[];
extern const struct plain_command plain_list_commands[];
extern const struct plain_command plain_rules_commands[];
extern const struct plain_command plain_archive_commands[];
extern const struct plain_command plain_collect_commands[];
extern const struct plain_command plain_board_commands[];
extern const struct plain_command plain_replay_commands[];
extern const struct plain_command plain_play_commands[];
extern const struct plain_command plain_note_commands[];
extern const struct plain_command plain_line_commands[];
extern const struct plain_command plain_layer_commands[];
extern const struct plain_command plain_study_commands[];
extern const struct plain_command plain_lobby_commands[];
extern const struct plain_command plain_talk_commands[];

/* plain_say.c */
/* Print a text that is clean already; what an ASCII terminal cannot show becomes a question mark. The line goes on. */
void plain_print(struct plain *plain, const char *text);
/* Say a sentence on a line of its own, cleaned; the full stop is added where there is none. */
void plain_say(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with the reason why something is refused: it begins with a capital letter then. */
void plain_refuse(struct plain *plain, const char *why);
/* The same of a variant that cannot be opened: the command named is that of the dialogue. */
void plain_no_variant(struct plain *plain, const struct note *why);
/* The next word of *text, which is advanced past it and the blanks behind: false at its end. */
bool plain_word(const char **text, char *out, size_t size);
/* A whole number from `least` to `most`; otherwise it is said what is wanted. */
bool plain_number(struct plain *plain, const char *text, int least, int most, int *out);
/* A cell of the board by name, CELL_NONE after a sentence. */
cell_t plain_cell(struct plain *plain, const char *text);
/* What is known of a date, 1858 of 1858-??-??; "" where nothing is. */
enum { PLAIN_DATE_ROOM = 40 };
const char *plain_date(const char *date, char out[PLAIN_DATE_ROOM]);

static inline struct record *plain_record(const struct plain *plain)
{
    return plain->edits.record;
}

/* plain.c: a text that is no ply may have been meant for a command, mistyped. Then that is said. */
bool plain_meant_command(struct plain *plain, const char *text);

/* plain_list.c */
/* Read the words of `new VARIANT ...` and the like. */
enum { PLAIN_NAMED_MAX = 16, PLAIN_NAMED_ROOM = 300 };
struct plain_named {
    char text[PLAIN_NAMED_MAX][PLAIN_NAMED_ROOM];
    struct setting setting[PLAIN_NAMED_MAX]; /* [n] name and value, borrowed from text */
    int n;
};
/* NAME=VALUE words up to the end or to `until` (NULL none); false after a sentence. */
bool plain_read_named(struct plain *plain, const char **argument, const char *until, struct plain_named *named);
/* plain_clock.c: nothing happens in games without clocks. */
/* A game that is being played is open; it is closed. */
void plain_clock_open(struct plain *plain);
void plain_clock_close(struct plain *plain);
/* What is left of the mover's time goes onto the ply at a spot. */
void plain_clock_stamp(struct plain *plain, const struct spot *spot);
/* Is the time of the side to move over? Then that has its effect and is said. */
bool plain_clock_fallen(struct plain *plain);
/* How long to wait before the running clock is looked at again, in milliseconds; -1: none runs. */
int plain_clock_pause(struct plain *plain);
/* Is this a game with clocks, being played, at its end? */
bool plain_clock_told(const struct plain *plain);
/* False: there is nothing to be told. */
bool plain_clock_tell(struct plain *plain);
/* plain_play.c: the time of the side to move is over, at the end of the game. */
void plain_flag(struct plain *plain);

/* A new game from a position ("": the opening), with "white", "black", "red" and "clock" among the settings; false after a
 * sentence. */
bool plain_new_game_with(struct plain *plain, const char *variant, const struct setting *named, int n, const char *position);

/* Begin to find games; NULL: the query was wrong, and that was said. `here` as in finder_open(). */
struct finder *plain_find(struct plain *plain, const char *query, const struct position *here);
/* Find all; what it could not look at is said. */
void plain_find_all(struct plain *plain, struct finder *finder);
/* Open the archive new games go to: the open one if it can be written, else the user's own; true: it was the latter. */
bool plain_store_for_new(struct plain *plain);
/* What stands before the ith name of so many players: "Ana against Ivo", "Ana, Bob and Cle". */
const char *plain_between_players(int i, int players);
/* Tell in a sentence which game is at a place of the store. */
void plain_tell_listing(struct plain *plain, int at);
/* Tell the next games of those listed. */
void plain_tell_more(struct plain *plain);

/* plain_open.c */
/* Open an archive or a file; in a file with one game, the game. False after a sentence. */
bool plain_open_store(struct plain *plain, const char *path, bool read_only);
/* Leave the game, and the lobby one is in, for an archive or a file; where that cannot be opened a sentence, and all stays. */
void plain_go_to_store(struct plain *plain, const char *path);
void plain_close_store(struct plain *plain);
enum { PLAIN_UNASKED = -2 };
void plain_close_game(struct plain *plain);
/* Changes that are neither saved nor kept as a draft by the archive. */
bool plain_unsaved(const struct plain *plain);
/* Load the game at a place of the store, quietly; `hit` is the ply to stand at, -1: where it was left. False after a sentence. */
bool plain_load(struct plain *plain, int at, int hit);
/* Go on with a draft, at its end; the record is the game's own from now on. */
void plain_go_on(struct plain *plain, struct record *record, const struct version *version);
/* Begin with a record, which is the game's own from now on. */
void plain_begin_game(struct plain *plain, struct record *record, const struct spot *spot);
/* May the open game be left? Said if not, the first time. */
bool plain_may_close(struct plain *plain);
/* Nothing is listed any more: another archive, or another search. */
void plain_forget_found(struct plain *plain);
/* The games listed are at `found` as the store is now. */
void plain_note_found(struct plain *plain);
/* How many games are listed; 0, and they are no more, where games have other places than when they were found. */
int plain_founds(struct plain *plain);
/* plain_load() and its header told. */
void plain_open_at(struct plain *plain, int at, int hit);

/* plain_replay.c */
void plain_go(struct plain *plain, const struct spot *spot);
/* Tell where the reader stands: the ply, its notes, the ways on, whose turn it is. */
void plain_tell(struct plain *plain);
/* The ply again, and how its members go. */
void plain_tell_ply(struct plain *plain);
/* Who is to answer a draw offered at this keyboard; NOBODY: all who play on agree. */
int plain_next_to_agree(const struct plain *plain);
/* Who has offered a draw at this keyboard, if somebody has, and who is to answer. */
void plain_tell_draw(struct plain *plain);
/* Whose turn it is, or how the game ended. */
void plain_tell_turn(struct plain *plain);
/* "ply 3, White: Nf3". */
void plain_ply_label(const struct plain *plain, const struct spot *spot, char *out, size_t size);

/* plain_play.c */
/* Play a ply written as text; false after a sentence. */
bool plain_play(struct plain *plain, const char *text);
void plain_drop_draft(struct plain *plain);
/* What was told to lose the game is asked about anew. */
void plain_forget_losing(struct plain *plain);
/* A cell or a number typed while a ply is put together. True: it was meant so. */
bool plain_compose(struct plain *plain, const char *text);

/* plain_study.c: a trial, if there is one, ends and all is as before it; quietly */
void plain_trial_end(struct plain *plain);
/* plain_study.c: while guessing, hold a ply, as the record writes it, against what follows; false: it is another */
bool plain_guess(struct plain *plain, const struct way_sought *ply);

/* plain_drafts.c: the commands drafts and resume, and that there are any. */
void plain_count_drafts(struct plain *plain);
void plain_tell_drafts(struct plain *plain, const char *argument);
void plain_resume(struct plain *plain, const char *argument);
/* Is a game without a result open that is read, and could be played on? Guests leave what was played as it is. */
bool plain_stands_still(const struct plain *plain);

/* plain_notes.c */
/* Around a change of the record. */
void plain_before_change(struct plain *plain, const char *what);
/* False after a sentence: it was not allowed, and is taken back. */
bool plain_changed(struct plain *plain);
/* Undo so many changes, of those there are, and tell where that leads: `any`, or only one's own, those of others left in. */
void plain_undo(struct plain *plain, int changes, bool any);
/* The game is as the archive has it: no draft of it is kept. */
void plain_forget_draft(struct plain *plain);
/* May the game be changed? Said if not. */
bool plain_writable(struct plain *plain);
/* How notes are signed; NULL: not. */
const char *plain_author(const struct plain *plain);

/* plain_save.c: saving, with what others saved meanwhile. `argument`: what stays of fields both changed, see its help */
void plain_save(struct plain *plain, const char *argument);
/* A game without changes of one's own becomes what is stored now; false after a sentence. */
bool plain_reload(struct plain *plain);

/* plain_lobby.c */
/* Enter a lobby; NULL: the user's own archive. False after a sentence. */
bool plain_lobby_enter(struct plain *plain, const char *path);
void plain_lobby_leave(struct plain *plain);
/* The name the user has in it. */
const char *plain_lobby_name(const struct plain *plain);
/* Tell what has changed since; milliseconds until it is worth looking again, -1 without a lobby. */
int plain_attend(struct plain *plain);
/* The descriptor that becomes readable when something has changed, -1. */
int plain_watch(const struct plain *plain);

/* plain_live.c: all may be called without a table */
/* Is the open game being played in a lobby? */
bool plain_live_on(const struct plain *plain);
void plain_live_close(struct plain *plain);
/* Tell what has changed at the table; milliseconds until the next look. */
int plain_live_attend(struct plain *plain);
/* May the user play a ply there now? Said if not. */
bool plain_live_may_play(struct plain *plain);
bool plain_live_play(struct plain *plain, const struct ply *ply);
void plain_live_resign(struct plain *plain);

/* plain_talk.c */
void plain_live_draw(struct plain *plain);
void plain_live_answer(struct plain *plain, bool agrees);
void plain_live_claim(struct plain *plain);
void plain_live_take_back(struct plain *plain);

/* plain_together.c: may be called without a lobby */
/* Is a game of the lobby's archive open, that others may be at? */
bool plain_is_together(const struct plain *plain);
void plain_together_close(struct plain *plain);
/* Does somebody else lead, so that nothing is to be changed here? That is said then. */
bool plain_together_refuses(struct plain *plain);

#endif
