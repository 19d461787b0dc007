/* table_parts.h - the inside of the table, for the table_*.c files only.
 *
 *   view_table.c    opening, requests, keys, the mouse
 *   table_layout.c  where the panels are
 *   table_draw.c    drawing them
 *   table_face.c    the title and the status line
 *   table_words.c   where there is no room for a board: its cell in a line
 *   table_notes.c   the notes panel: what is to be read here
 *   table_inspect.c what the card of a cell says; what a piece turns into
 *   table_card.c    the card on the screen, with the picture of its piece's moves
 *   table_replay.c  going through the tree
 *   table_aloud.c   what became of it, in a sentence
 *   table_walk.c    walking through a ply, by members and cells
 *   table_board.c   the board: the cursor, plies put together, typed plies, inspecting
 *   table_edit.c    judgements, marks, lines; undo; saving
 *   table_comment.c comments, and keeping what is being typed
 *   table_game.c    whose notes are shown, tags, collections
 *   table_merge.c   what somebody else changes meanwhile
 *   table_live.c    a game being played or watched over a journal, each at their own terminal
 *   table_together.c  one leads, others see the same
 *   table_search.c  finding a text in the game, going back to where one was
 *   table_trial.c   trying things out, guessing
 *   table_openings.c  the panel of openings
 *   table_bookmarks.c  bookmarks, how the game was left
 *   table_play.c    a game being played: results, offers, taking back                                        */
#ifndef CHESSCADE_TABLE_PARTS_H
#define CHESSCADE_TABLE_PARTS_H

#include "archive/edit.h"
#include "tui/app.h"
#include "tui/board_scene.h"
#include "tui/bookmarks.h"
#include "tui/compose.h"
#include "tui/edit_text.h"
#include "tui/keyboard_clock.h"
#include "tui/layers.h"
#include "tui/page.h"
#include "tui/ply_walk.h"
#include "tui/table.h"
#include "tui/tree.h"
#include "tui/way_sought.h"

enum table_focus { FOCUS_BOARD, FOCUS_MOVES, FOCUS_NOTES };

enum { ARROW_TEXT_MAX = 160 };

enum { MENU_ITEMS_MAX = 64, MENU_TEXT_MAX = 160 };

/* A list to choose from, in the notes panel: promotions, judgements, actions. */
struct table_menu {
    const char *title; /* NULL: there is no menu */
    char item[MENU_ITEMS_MAX][MENU_TEXT_MAX];
    int value[MENU_ITEMS_MAX];
    char remark[MENU_TEXT_MAX]; /* under them: what is missing, and why; "" nothing */
    int n, at;
    int row[MENU_ITEMS_MAX + 1], top; /* as drawn: the first row of each entry, the first one shown */
    void (*chosen)(struct view *view, int value);
    void (*cancelled)(struct view *view); /* may be NULL */
};

/* Where things are on the screen; rows 0: not shown. */
struct table_layout {
    struct area body; /* all of it */
    struct area openings; /* a panel below the notes */
    struct area turns;    /* within the notes: what a man may turn into */
    struct area board, moves, notes, map; /* map: of a board that is seen in part */
    struct area detail; /* a line for what stands on a cell, in place of the board */
    bool stands_in;     /* the board has the place of the moves, which have the focus */
    int seat_row[2];  /* above and below the board, -1: none */
    bool seats_stacked; /* three seats, a row each from seat_row[1] on */
    int seat_column, seat_width;
    int size;         /* of the cells */
    int fit;          /* the largest size that fits */
};

/* What was told of the table last, for those who hear it. */
struct table_told {
    struct spot spot;
    struct walk_place walk;
    cell_t cursor;
    char pending[400];
    bool told;
};
enum { TABLE_DEED_ROOM = 300 };

struct table {
    struct view view;

    /* the game */
    struct table_open from; /* store, version, neighbours; its record is in `edits` */
    char where[128];
    struct edits edits;
    bool writable;
    struct note unwritable; /* why not */
    bool draft_kept;        /* the store has the latest changes as a draft */
    struct record *base;    /* what the changes began with, for merging; NULL: not known */
    bool base_kept;         /* it lies beside the draft */
    bool logged;            /* so do the changes one by one */
    struct note past;       /* why undo does not lead back to before the last save; empty: it does, or nothing was changed */
    int64_t look_at;        /* app_now() at which to look whether somebody else changed the game */
    struct version seen;    /* what was there then */
    char *folder;           /* and where: merge_folder() */
    struct version offered; /* what was there when it was asked what shall stay */
    struct note trouble;    /* why it could not be read then; empty: it could */
    bool told_trouble;
    bool gone;              /* it was deleted there, which was told: it can be saved anew */
    struct layers layers;
    struct ruleset *rules;  /* NULL: the variant is not known: the game is shown as text */
    struct note unknown;    /* why */
    struct position start;
    struct ply_texts texts;
    struct track track;

    /* where the reader is */
    struct spot spot;
    struct spot came; /* where it was opened, */
    enum table_focus came_focus; /* and on which panel */
    bool board_first;            /* where there is room for one panel, steps are seen on the board until Tab asks for the moves */
    int choice;  /* the way on chosen */
    struct walk_place walk; /* how much of that way on is shown on the board; zero: nothing */

    /* the screen */
    enum table_focus focus;
    bool maximised, marks_hidden;
    int turn, zoom, board_top, board_left, board_fold, board_folded;
    bool board_seen; /* what is seen of it has its place */
    bool back;    /* the last step led back in the game */
    bool turned;  /* by hand: the board does not turn by itself to fit */
    int seat_turn; /* at which it begins: one's own side is nearest */
    cell_t cursor;
    cell_t pressed; /* where a button of the mouse is held, CELL_NONE elsewhere */
    bool held;      /* there the piece was in hand before */
    struct board_scene board;
    struct table_layout layout;
    struct tree tree;
    struct tree_source source;
    bool tree_stale;
    int tree_top;
    bool tree_scrolled; /* by hand: do not follow the current ply */
    struct spot *fold;
    int folds, fold_room;
    bool fold_all, refolded; /* refolded: not as the game was opened */
    struct spot *explode;    /* cascades shown a member a row */
    int explosions, explode_room;
    struct page page;
    int notes_top;
    bool notes_cut;         /* more is to be read there than is seen */

    /* what is being done */
    struct compose compose;
    bool composing;
    struct ply losing;      /* asked about: it loses the game at once */
    bool numbers;           /* the targets are numbered */
    int number;             /* typed so far */
    struct note refusal;    /* why the last try was refused; "" after the next request */
    struct note reason;     /* the same, until another try or ply: its rule is what is read next */
    bool inspecting;
    bool card_alone;        /* its card has been given the screen */
    bool picture_waits;     /* more of its picture would be seen then */
    bool asked;             /* ... since after the ply in the making was begun: Esc closes the card first */
    bool marking;
    int brush;
    bool trial;             /* `edits` are a trial's; the game's are kept here: */
    struct edits kept;
    struct spot kept_spot;
    bool guessing;          /* what follows is hidden */
    int guesses, guessed;
    char arrow[ARROW_TEXT_MAX]; /* the cells of the arrow being drawn, "e2 e3"; "" none is */
    struct table_menu menu;
    struct edit_text editor;
    bool editing, editing_before;
    int64_t typed_at, typed_since; /* app_now() at which to keep what is typed (TICK_NEVER: it is kept), and of its first key */
    bool typed_kept;        /* it is in the draft */
    bool playing;           /* replay by itself */
    struct typed_plies *typed; /* plies to choose from while one is typed */
    int back_to;            /* the change that is gone back to, while it is asked whether */
    char search[256];        /* the text looked for, or a query; "" */
    struct board_here *search_here; /* what pos:here means in it */
    struct spot jump[16];    /* where one was before going somewhere else, the latest last */
    int jumps;
    bool jumping;            /* back: that is not remembered */
    struct bookmarks bookmarks;

    struct openings_panel *openings; /* openings_panel.h; NULL: none is shown */
    bool counting;                   /* it has more games to look at */
    struct table_live *live; /* table_live.h; NULL: not a live game */
    struct live_watch *watch; /* for both of them; NULL: nothing is watched */
    struct table_together *together; /* table_together.h; NULL: nobody else is here */

    /* a game being played */
    struct table_told told;
    char deed[TABLE_DEED_ROOM]; /* table_deed() */
    bool over, was_over; /* was_over: when a ply was begun to be typed, or asked about */
    char result_text[160];
    struct keyboard_clock clock;
    int offer;              /* the side whose draw offer stands, -1: none; of three all who are not out agree: */
    bool agreed[SIDES_MAX];
};

static inline struct table *table_of(struct view *view)
{
    return (struct table *)view;
}
static inline struct record *table_record(const struct table *table)
{
    return table->edits.record;
}

/* view_table.c */
void table_set_keymaps(struct table *table);
/* The cursor to where a side begins: to the piece of its own nearest to White's middle that it can lift. */
void table_cursor_home(struct table *table, int side);

/* table_menu.c */
/* A new menu, without entries; `chosen` gets the value of the one that is taken. table->menu.cancelled may be set then. */
void table_menu_open(struct table *table, const char *title, void (*chosen)(struct view *, int));
/* An entry more; beyond MENU_ITEMS_MAX it is left out. */
void table_menu_add(struct table *table, int value, const char *text);
/* The entry under the cursor is taken. */
void table_menu_take(struct table *table);
/* A key while there is a menu: false when it is not for the menu. */
bool table_menu_key(struct table *table, uint32_t key);
void table_menu_draw(struct table *table, struct scene *scene, const struct area *area);
/* The entry of the menu in a row of its panel, counted from the one under the title; -1: none. */
int table_menu_at(const struct table *table, int row);

/* table_mouse.c */
bool table_mouse(struct view *view, const struct mouse *mouse);

/* table_layout.c */
/* Put the panels into table->layout, and choose the size of the board. */
void table_lay_out(struct table *table, const struct area *body);

/* table_draw.c */
void table_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);
/* What is on the board now, marks and all, in table->board: for drawing, and where it is wanted before. */
void table_make_board(struct table *table);
/* The view of the board as it is drawn; its marks are those of table->board. */
struct board_view table_board_view(const struct table *table);
/* Where the eye belongs without a cursor of its own: the cell the ply shown, or the part of it walked through, has come to. */
cell_t table_looked_at(const struct table *table);

/* table_face.c */
enum { TABLE_LARGE_BOARD = 361 /* cells, 19x19: from there on every byte of a ply counts */ };
/* Title, mode and status when so much of the screen is the table's. */
void table_face(struct table *table, const struct area *whole, struct face *face);
/* "12...Qd6" of the ply at the reader's spot; "start" at the start. */
void table_ply_label(struct table *table, char *out, size_t size);
/* Whether a dot or the status says whose turn it is. */
bool table_tells_turn(const struct table *table);

/* table_seats.c */
void table_draw_seats(const struct table *table, struct scene *scene);
/* Do the seats show every captured piece of a side that may come back? */
bool table_shows_held(const struct table *table, int side);

/* table_words.c */
/* What there is to know of a cell, in words, as table_make_board() showed it. */
void table_tell_cell(struct table *table, cell_t cell, char *out, size_t size);
/* Lay out a line for a cell, and a panel under it if there is a row for one. */
void table_words_lay_out(struct table *table, const struct area *body);
void table_words_draw(struct table *table, struct scene *scene);
/* What stands around it on a narrow screen, and on one of a single row. */
void table_words_face(struct table *table, const struct scene *scene, struct face *face);

/* table_notes.c */
void table_draw_notes(struct table *table, struct scene *scene, const struct area *area);
/* Keep the scrolled notes within the page when so many rows are shown. */
void table_scroll_notes(struct table *table, int rows);

/* table_card.c */
/* The card of the cell under the cursor. */
void table_draw_card(struct table *table, struct scene *scene, const struct area *area);
void table_close_card(struct table *table);
/* Is it all there is on the screen, as it was laid out? */
bool table_card_has_screen(const struct table *table);

/* table_inspect.c */
/* What the card of the cell under the cursor says. */
void table_add_card(struct table *table, struct page *page);
/* Does the piece there make the next move of the ply that is being put together, or is it in a gate? Where it goes is marked on
 * the board. */
bool table_in_the_air(const struct table *table, cell_t cell);
/* A piece and its cell in words. */
void table_describe(struct table *table, cell_t cell, char *out, size_t size);
/* The patterns a piece may turn to: the rows they take of an area with some text, 0 without a turn to choose or room for
 * it; and drawn from an area's first row on, as many as have room. */
int table_turns_rows(const struct table *table, const struct area *area);
void table_draw_turns(const struct table *table, struct scene *scene, const struct area *area);
/* Turn the man that has moved on by eighths. */
void table_turn(struct table *table, int eighth);
/* By how many eighths a click on one of them, drawn in `area`, turns on; 0: it is none, or as it is. */
int table_turn_at(const struct table *table, const struct area *area, int row, int column);
/* Was the card of a cell opened after the ply in the making was begun, and is it still? */
static inline bool table_card_is_last(const struct table *table)
{
    return table->inspecting && table->asked && table->composing;
}
/* Is something shown that needs the room of both panels? */
bool table_wants_room(const struct table *table);
/* What a note on a member or step says. */
void table_add_step(struct table *table, struct page *page, const struct step_note *step);

/* table_aloud.c: what view.h says of aloud(). */
bool table_aloud(struct view *view, bool brief, char *out, size_t size);
/* What was just done that is seen and not said: it is told to those who hear. */
void table_deed(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* table_replay.c */
bool table_replay(struct table *table, const struct event *event);
/* Go to a spot: the board, the tree and the notes follow; a ply in the making is dropped. */
void table_go(struct table *table, const struct spot *spot);
/* After a step or a typed ply that was asked for: where it ended is brought into the viewport, and the cursor with it. */
void table_look(struct table *table);
/* The record changed: read it again where the reader is. */
void table_reread(struct table *table);
void table_tick(struct view *view);
/* Which of the plies that were looked for is shown, from 1; 0: none. */
int table_hit(const struct table *table);
void table_stop(struct table *table);

/* table_bookmarks.c */
bool table_bookmark(struct table *table, const struct event *event);
/* Where the reader begins, and on which panel: where the game is opened at, else where it was left, and folded so. */
void table_come_in(struct table *table);
/* The table is closed: remember that. */
void table_leave(struct table *table);

/* table_walk.c */
bool table_walk(struct table *table, const struct event *event);
/* One member on: of the ply that comes next, or past it; false at the end of the line. */
bool table_walk_on(struct table *table);
/* Into the ply that leads to a spot, behind one of its members, counted from 1; false: there is none. */
bool table_walk_to(struct table *table, const struct spot *spot, int member);
/* To the end of the ply ahead; false at the end of the line. */
bool table_walk_past(struct table *table);
/* To the next note in the order of reading (way 1, or -1: the one before), on a ply or on a member of one; false: there is
 * none. A ply is read behind its members. */
bool table_walk_noted(struct table *table, int way);
static inline bool table_walks(const struct table *table)
{
    return table->walk.member > 0 || table->walk.cell > 0;
}
/* While walking: the board, the notes panel, the status line. */
void table_walk_board(struct table *table);
void table_walk_notes(struct table *table, struct page *page);
void table_walk_status(struct table *table, char *out, size_t size);
/* "member 2 of 5   in the air: ..."; "" when nothing is walked through. */
void table_walk_aloud(struct table *table, char *out, size_t size);
/* "member 2 [Wa1-a5], step 1" */
void table_walk_label(struct table *table, char *out, size_t size);
/* The ply walked through; the member and the note shown, 0 and NULL without one. */
int table_walk_part(const struct table *table);
const struct step_note *table_walk_note(const struct table *table);
/* What is written there. */
const char *table_walk_comment(const struct table *table, const char *by);
void table_walk_write(struct table *table, const char *by, const char *text);
void table_walk_nag(struct table *table, int nag);
void table_walk_mark(struct table *table, const char *as, const char *cells);

/* table_board.c */
bool table_board(struct table *table, const struct event *event);
/* Can a ply be played here? Where not, it is said why. */
bool table_may_play(struct table *table);
/* Are there cascades to be looked for here? */
bool table_can_find(const struct table *table);
void table_select(struct table *table, cell_t cell);
void table_compose_reset(struct table *table);
/* compose_status() with the keys as they are here. */
void table_compose_status(const struct table *table, char *out, size_t size);
/* Take the last decision on the ply in the making back; false: there is none. */
bool table_compose_back(struct table *table);
/* A key while the targets are numbered; true: it was a part of a number. */
bool table_number_key(struct table *table, uint32_t key);
/* Is there anything to number? */
bool table_has_targets(const struct table *table);
/* Play a ply that is legal here. */
void table_play_ply(struct table *table, const struct ply *ply);
/* Has the game ended since a ply was begun to be typed, or asked about: by a flag? True: that is said. */
bool table_ended_meanwhile(struct table *table);

/* table_type.c: ask for a ply to be typed; forget the plies that were listed for it. */
void table_type(struct table *table);
void table_forget_typed(struct table *table);

/* table_search.c */
bool table_search(struct table *table, const struct event *event);
/* Before the reader goes to a spot: remember where they were, if that is more than a step away. */
void table_remember_jump(struct table *table, const struct spot *to);

/* table_replace.c: `:replace`. */
bool table_replace(struct table *table, const struct event *event);
bool table_can_replace(const struct table *table);

/* table_trial.c */
bool table_try(struct table *table, const struct event *event);
/* Is a ply guessed rather than played? Then it has been compared with the record. */
bool table_guess(struct table *table, const struct way_sought *ply);
/* The game again, whatever was tried. */
void table_trial_close(struct table *table);

/* table_edit.c */
bool table_edit(struct table *table, const struct event *event);
/* Is there a reason that nothing may be changed? It is said then. */
bool table_refuses(struct table *table);
/* Before and after a change. False: it is nothing the user may do (archive/guest.h); it was taken back, and that was said. */
void table_before_change(struct table *table, const char *what);
bool table_changed(struct table *table);
void table_undo(struct table *table, bool redo);
/* Undo the last change whosever it is: table_undo() leaves those of others in, or asks. */
void table_undo_any(struct table *table);
/* Is the game on the table what is stored? */
bool table_is_saved(const struct table *table);
/* "saved", "draft", "not saved", "read-only". */
const char *table_state(const struct table *table);
/* Keep a record as the draft of the game, with what it began from; false when that failed, which was said. */
bool table_draft_save(struct table *table, const struct record *record);
/* There is nothing unsaved any more. */
void table_draft_drop(struct table *table);

/* table_comment.c */
void table_open_editor(struct table *table, bool before);
void table_close_editor(struct table *table, bool keep);
/* A key, a paste while a comment is edited. */
bool table_comment_key(struct table *table, uint32_t key);
bool table_paste(struct view *view, const char *text);
void table_edited(struct view *view, const char *text);
/* Is there something typed that is not in the game yet? */
bool table_is_typed(const struct table *table);
/* Keep it in the draft when it is time; see to it that there is a tick then. */
void table_comment_tick(struct table *table);
void table_comment_wake(struct table *table);
/* What comments and judgements made now belong to: the ply, or the member of it that is walked through. */
void table_label_here(struct table *table, char *out, size_t size);
/* Who the user is here, and who signs comments, marks and variations: NULL, nobody. */
const char *table_user(const struct table *table);
const char *table_author(const struct table *table);
/* Say whose a new variation is, where that is said. */
void table_sign_line(struct table *table, const struct spot *spot);
/* Say of which side the ply of a spot is that was played from the board, if that is not seen by counting. */
void table_tell_side(struct table *table, const struct spot *spot);

/* table_diff.c */
/* What saving changes in the file; of "3" or "2 5" what these changes did; of "#12" or an id what another game differs in. */
void table_show_diff(struct table *table, const char *argument);
/* What was changed, to go back to. */
void table_list_changes(struct table *table);

/* table_openings.c: the panel that counts how games go on from the board. */
bool table_openings(struct table *table, const struct event *event);
/* When nothing else is to be done: what others did in the archive is counted, too. */
void table_openings_tick(struct table *table);
void table_openings_draw(struct table *table, struct scene *scene);

/* table_clock.c: nothing happens in games without clocks. */
void table_clock_open(struct table *table);
/* After anything that may have begun another turn. */
void table_clock_follow(struct table *table);
/* The game is left: its turn's time is kept with its draft. */
void table_clock_keep(struct table *table);
/* What is left of the mover's time goes onto the ply at a spot. */
void table_clock_stamp(struct table *table, const struct spot *spot);
/* What a side's clock shows now; false: what the plies say is shown. */
bool table_clock_text(const struct table *table, int side, char out[CLOCK_ROOM]);
/* How many letters in front of a clock may be left out where there is little room: 1:05 for 0:01:05. */
int table_clock_noughts(const char *clock);
/* Is the time of the side to move over? Then that has had its effect. */
bool table_clock_fallen(struct table *table);
void table_clock_tick(struct table *table);
void table_clock_wake(struct table *table);

/* table_play.c */
/* The time of the side to move is over, at the end of the game. */
void table_flag(struct table *table);
bool table_playing(struct table *table, const struct event *event);
bool table_playing_can(const struct table *table, enum request request);
/* Stands the reader at the end of the game itself? */
bool table_at_end(const struct table *table);
/* Is the game over in the position shown, by the board or, at its end, by what the players did? */
bool table_ended(const struct table *table);
/* Is it a game without a result that is read, and could be played on? Guests leave what was played as it is. */
bool table_stands_still(const struct table *table);
/* After a ply: is the game over? */
void table_judge(struct table *table);
void table_actions(struct table *table);
/* "White offers a draw", of three with who has agreed. */
void table_offer_text(const struct table *table, char *out, size_t size);
/* Who of three went out with the last ply, or was passed by: "Black is out (checkmate)"; false when nobody did. */
bool table_gone(const struct table *table, char *out, size_t size);

#endif
