/* game_internal.h - the internals of the view of a game, for the files of this folder only.
 *
 *   view_game.c    opening, requests, keys
 *   layout.c       the places of the panels
 *   draw.c         drawing them: title, status line, menus; changes in words for screen readers
 *   board.c        the board: cursor, composing plies, cards, the mouse
 *   inspect.c      the text of a cell's card; trials
 *   told.c         what happens to the game, as messages and questions
 *   play.c         a game in play: typed plies, what is possible, actions
 *   computer.c     the computer: when it may act, what is said of it
 *   seats.c        the players and their clocks
 *   replay.c       moving through the tree; stepping through a ply by members and cells
 *   move_tree.c    the panel of moves
 *   notes.c        the notes panel; comments, and preserving unfinished ones
 *   edit.c         judgements, marks, variations; undo; saving
 *   conflicts.c    changes that others made meanwhile
 *   collections.c  whose notes are shown, tags, collections; bookmarks, where the user left
 *   search.c       finding text in the game, jumping back
 *   openings.c     the openings panel
 *   live.c         a live game, played or watched through a journal; live_draw.c draws its parts
 *   following.c    a shared reading: one leads, the others follow */
#ifndef CHESSCADE_TUI_VIEWS_GAME_GAME_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_GAME_GAME_INTERNAL_H

#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"
#include "tui/boards/board_scene.h"
#include "tui/session/annotators.h"
#include "tui/session/bookmarks.h"
#include "tui/session/compose.h"
#include "tui/session/game_session.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/lobby.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"
#include "tui/views/game/game.h"
#include "tui/views/game/move_tree.h"
#include "tui/widgets/editors.h"
#include "tui/widgets/page.h"

enum table_focus { FOCUS_BOARD, FOCUS_MOVES, FOCUS_NOTES };

enum { ARROW_TEXT_MAX = 160 };

enum { MENU_ITEMS_MAX = 64, MENU_TEXT_MAX = 160 };

/* A menu in the notes panel: promotions, judgements, actions. */
struct table_menu {
    const char *title; /* NULL: no menu is open */
    char item[MENU_ITEMS_MAX][MENU_TEXT_MAX];
    int value[MENU_ITEMS_MAX];
    char remark[MENU_TEXT_MAX]; /* below the entries: what is not available, and why; "": nothing */
    int n, at;
    int row[MENU_ITEMS_MAX + 1], top; /* as drawn: the first row of each entry; the first row shown
                                       */
    void (*chosen)(struct view *view, int value);
    void (*cancelled)(struct view *view); /* may be NULL */
};

/* The place of each panel on the screen; rows 0: not shown. */
struct table_layout {
    struct area body;     /* the whole body of the view */
    struct area openings; /* a panel below the notes */
    struct area turns;    /* inside the notes: the facings that a piece may turn to */
    struct area board, moves, notes, map; /* map: an overview if only part of the board is visible
                                           */
    struct area detail; /* a line describing one cell, shown instead of the board */
    bool stands_in;     /* the board is shown in place of the moves, which have the focus */
    int seat_row[2];    /* above and below the board, -1: not shown */
    bool seats_stacked; /* three seats, one row each from seat_row[1] on */
    int seat_column, seat_width;
    int size; /* cell size in use */
    int fit;  /* the largest cell size that fits */
};

/* What was last spoken about the table, for screen readers. */
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
    struct game_session game;
    struct table_open from; /* neighbours, hits, the lobby; the rest is in `game` */
    char where[128];
    int64_t look_at;     /* app_now() when to check whether someone else changed the game */
    struct version seen; /* the version found by that check */
    struct note trouble; /* why that check failed; empty: it succeeded */
    bool told_trouble;
    struct ply_texts texts;

    /* the reader's place */
    enum table_focus came_focus; /* the panel on which the game was opened */
    bool board_first; /* if only one panel fits, the board shows the steps until Tab asks for the
                         moves */
    int choice;       /* the chosen continuation */
    struct walk_place walk; /* how far the board is inside that continuation; zero: not at all */

    /* the screen */
    enum table_focus focus;
    bool maximised, marks_hidden;
    int turn, zoom, board_top, board_left, board_fold, board_folded;
    bool board_seen; /* the visible part of the board has been placed */
    bool back;       /* the last step went back in the game */
    bool turned;     /* the user turned the board: do not turn it automatically to fit */
    int seat_turn;   /* the initial turn: your own side is nearest to you */
    cell_t cursor;
    cell_t pressed; /* where a mouse button is held down, CELL_NONE: none is */
    bool held;      /* that piece was already in hand before */
    struct board_scene board;
    struct table_layout layout;
    struct tree tree;
    struct tree_source source;
    bool tree_stale;
    int tree_top;
    bool tree_scrolled; /* the user scrolled: do not follow the current ply */
    struct spot *fold;
    int folds, fold_room;
    bool fold_all, refolded; /* refolded: the folds differ from those at opening */
    struct spot *explode;    /* cascades shown with one row for each member */
    int explosions, explode_room;
    struct page page;
    int notes_top;
    bool notes_cut; /* there is more to read there than is visible */

    /* the current activity */
    struct compose compose;
    bool composing;
    struct ply losing;   /* a ply that would lose the game at once, which the user is being asked to
                            confirm */
    bool numbers;        /* the targets have numbers */
    int number;          /* the part of a number typed so far */
    struct note refusal; /* why the last attempt was refused; "" after the next request */
    struct note reason;  /* the same, kept until another attempt or ply: its rule is what `rules`
                            opens */
    bool inspecting;
    bool card_alone;    /* the card has the whole screen */
    bool picture_waits; /* more of its picture could be shown then */
    bool asked;         /* ... opened after the current ply was begun: Esc closes the card first */
    bool marking;
    int brush;
    char arrow[ARROW_TEXT_MAX]; /* the cells of the arrow being drawn, "e2 e3"; "": none */
    struct table_menu menu;
    struct edit_text editor;
    bool editing, editing_before;
    int64_t typed_at, typed_since; /* app_now() when to store what is typed (TICK_NEVER: it is
                                      stored), and of its first key */
    bool typed_kept;               /* it is stored in the draft */
    bool playing;                  /* automatic replay */
    struct typed_plies *typed;     /* the plies to choose from while one is typed */
    int back_to;      /* the change to go back to, while the user is asked to confirm */
    char search[256]; /* the text searched for, or a query; "": none */
    struct board_here *search_here; /* the board that pos:here means in it */
    struct spot jump[16];           /* places before each jump, the latest last */
    int jumps;
    bool jumping; /* while jumping back: that is not remembered */
    struct bookmarks bookmarks;

    struct openings_panel *openings; /* game_internal.h; NULL: not shown */
    bool counting;                   /* it has more games to count */
    struct table_live *live;         /* live.h; NULL: not a live game */
    struct live_watch *watch;        /* shared by both; NULL: nothing is watched */
    struct table_together *together; /* game_internal.h; NULL: nobody else is here */

    /* a game in play */
    struct table_told told;
    char deed[TABLE_DEED_ROOM]; /* table_deed() */
    bool over, was_over; /* was_over: whether it was over when the user began to type a ply, or was
                            asked about one */
    char result_text[160];
    bool reopened;   /* the last ply has reopened the game, which is said instead of what it did */
    char played[60]; /* what the computer has played while the reader was elsewhere */
};

static inline struct table *table_of(struct view *view)
{
    return (struct table *)view;
}
static inline struct record *table_record(const struct table *table)
{
    return table->game.edits.record;
}

/* ---- view_game.c */
void table_set_keymaps(struct table *table);
/* Put the cursor where a side begins: on the movable piece of its own nearest to the middle of
 * White's first rank. */
void table_cursor_home(struct table *table, int side);

/* ---- draw.c */
/* Open a menu without entries; `chosen` gets the value of the selected one. table->menu.cancelled
 * may be set afterwards. */
void table_menu_open(struct table *table, const char *title, void (*chosen)(struct view *, int));
/* Add an entry; beyond MENU_ITEMS_MAX it is dropped. */
void table_menu_add(struct table *table, int value, const char *text);
/* Select the entry under the cursor. */
void table_menu_take(struct table *table);
/* Handle a key while a menu is open; false: it is not for the menu. */
bool table_menu_key(struct table *table, uint32_t key);
void table_menu_draw(struct table *table, struct scene *scene, const struct area *area);
/* The menu entry in a row of its panel, counted from the row below the title; -1: none. */
int table_menu_at(const struct table *table, int row);

/* ---- board.c */
bool table_mouse(struct view *view, const struct mouse *mouse);

/* ---- layout.c */
/* Place the panels in table->layout, and choose the size of the board. */
void table_lay_out(struct table *table, const struct area *body);

/* ---- draw.c */
void table_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);
/* Build what the board shows now, with marks, in table->board: for drawing, or earlier if something
 * needs it. */
void table_make_board(struct table *table);
/* The view of the board as drawn; its marks are those of table->board. */
struct board_view table_board_view(const struct table *table);
/* The cell to look at when there is no cursor: where the ply shown, or the part of it stepped
 * through, ends. */
cell_t table_looked_at(const struct table *table);

enum {
    TABLE_LARGE_BOARD = 361 /* cells, 19x19: from this size on every byte sent for a ply counts */
};
/* Make title, mode and status for a table that has `whole` of the screen. */
void table_face(struct table *table, const struct area *whole, struct face *face);
/* The label of the ply at the reader's spot, "12...Qd6"; "start" at the start. */
void table_ply_label(struct table *table, char *out, size_t size);
/* True if a dot or the status line shows whose turn it is. */
bool table_tells_turn(const struct table *table);

/* ---- seats.c */
void table_draw_seats(const struct table *table, struct scene *scene);
/* True if the seats show every captured piece of a side that may return. */
bool table_shows_held(const struct table *table, int side);

/* ---- notes.c */
/* Describe a cell in words, as table_make_board() showed it. */
void table_tell_cell(struct table *table, cell_t cell, char *out, size_t size);
/* Lay out a line for a cell, and a panel below it if there is a row for one. */
void table_words_lay_out(struct table *table, const struct area *body);
void table_words_draw(struct table *table, struct scene *scene);
/* Title and status around that line on a narrow screen, or on a screen of one row. */
void table_words_face(struct table *table, const struct scene *scene, struct face *face);

/* standing.c: add how the game stands, as far as it fits into so many rows. */
bool table_add_standing(struct table *table, struct page *page, int rows);

void table_draw_notes(struct table *table, struct scene *scene, const struct area *area);
/* Keep the scrolled notes within the page, given that so many rows are shown. */
void table_scroll_notes(struct table *table, int rows);

/* ---- board.c */
/* The card of the cell under the cursor. */
void table_draw_card(struct table *table, struct scene *scene, const struct area *area);
void table_close_card(struct table *table);
/* True if the card is all that the last layout put on the screen. */
bool table_card_has_screen(const struct table *table);

/* ---- inspect.c */
/* Add the text of the card for the cell under the cursor. */
void table_add_card(struct table *table, struct page *page);
/* True if the piece there makes the next move of the ply being composed, or waits in a gate; its
 * targets are then marked on the board. */
bool table_in_the_air(const struct table *table, cell_t cell);
/* Describe a piece and its cell in words. */
void table_describe(struct table *table, cell_t cell, char *out, size_t size);
/* The facings a piece may turn to: how many rows they need in an area that also has text, 0 if
 * there is no turn to choose or no room; and drawing as many as fit from an area's first row on. */
int table_turns_rows(const struct table *table, const struct area *area);
void table_draw_turns(const struct table *table, struct scene *scene, const struct area *area);
/* Turn the piece that has just moved by eighths. */
void table_turn(struct table *table, int eighth);
/* How many eighths a click on one of those facings, drawn in `area`, turns the piece; 0: none, or
 * the present one. */
int table_turn_at(const struct table *table, const struct area *area, int row, int column);
/* True if a cell's card was opened after the current ply was begun, and is still open. */
static inline bool table_card_is_last(const struct table *table)
{
    return table->inspecting && table->asked && table->composing;
}
/* True if something is shown that needs the space of both panels. */
bool table_wants_room(const struct table *table);
/* Add the text of a note on a member or step. */
void table_add_step(struct table *table, struct page *page, const struct step_note *step);

/* draw.c: implements aloud(), see view.h. */
bool table_aloud(struct view *view, bool brief, char *out, size_t size);
/* Describe a change that is only visible, for screen-reader users. */
void table_deed(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- replay.c */
bool table_replay(struct table *table, const struct event *event);
/* The reader has moved: the tree and the notes follow; a ply being composed is dropped. */
void table_moved(struct table *table, const struct spot *from);
/* After a step or a typed ply that the user asked for: if its end is not visible, scroll there and
 * move the cursor to it. */
void table_look(struct table *table);
/* The record has changed: read it again at the reader's place. */
void table_reread(struct table *table);
void table_tick(struct view *view);
/* Which of the plies found by a search is shown, from 1; 0: none. */
int table_hit(const struct table *table);
void table_stop(struct table *table);

/* ---- collections.c */
bool table_bookmark(struct table *table, const struct event *event);
/* Set the reader's place and panel: where the game was opened, else where the user left it, with
 * the same folds. */
void table_come_in(struct table *table);
/* The table is being closed: remember the place. */
void table_leave(struct table *table);

/* ---- replay.c */
bool table_walk(struct table *table, const struct event *event);
/* Go one member forward, inside the next ply or past its end; false at the end of the line. */
bool table_walk_on(struct table *table);
/* Go inside the ply that leads to a spot, to after one of its members, counted from 1; false: there
 * is no such member. */
bool table_walk_to(struct table *table, const struct spot *spot, int member);
/* Go to the end of the next ply; false at the end of the line. */
bool table_walk_past(struct table *table);
/* Go to the next note in reading order (way 1; -1: the previous one), on a ply or on a member;
 * false: there is none. The notes of a ply come after those of its members. */
bool table_walk_noted(struct table *table, int way);
static inline bool table_walks(const struct table *table)
{
    return table->walk.member > 0 || table->walk.cell > 0;
}
/* While stepping through a ply: the board, the notes panel, the status line. */
void table_walk_board(struct table *table);
void table_walk_notes(struct table *table, struct page *page);
void table_walk_status(struct table *table, char *out, size_t size);
/* "member 2 of 5   in the air: ..."; "" if no ply is being stepped through. */
void table_walk_aloud(struct table *table, char *out, size_t size);
/* "member 2 [Wa1-a5], step 1" */
void table_walk_label(struct table *table, char *out, size_t size);
/* The ply being stepped through; the member and the note shown, 0 and NULL if there is none. */
int table_walk_part(const struct table *table);
const struct step_note *table_walk_note(const struct table *table);
/* The ply that is stepped through; NULL: none. */
struct node *table_walk_node(const struct table *table);

/* ---- board.c */
bool table_board(struct table *table, const struct event *event);
/* True if a ply can be played here; if not, the reason is shown. */
bool table_may_play(struct table *table);
/* True if cascades can be searched for here. */
bool table_can_find(const struct table *table);
void table_select(struct table *table, cell_t cell);
void table_compose_reset(struct table *table);
/* compose_status() with the keys bound here. */
void table_compose_status(const struct table *table, char *out, size_t size);
/* Undo the last decision on the ply being composed; false: there is none. */
bool table_compose_back(struct table *table);
/* Handle a key while the targets are numbered; true: it was part of a number. */
bool table_number_key(struct table *table, uint32_t key);
/* True if there are targets to number. */
bool table_has_targets(const struct table *table);
/* Play a ply that is legal here; one that loses the game needs confirmation: GAME_LOSES asks. */
void table_play_ply(struct table *table, const struct ply *ply);
void table_ask_losing(struct table *table, const struct game_event *event);
/* True if the game has ended (by a flag) since the user began to type a ply, or was asked about
 * one; that is then shown. */
bool table_ended_meanwhile(struct table *table);

/* play.c: prompt for a ply; discard the list of plies made for the prompt. */
void table_type(struct table *table);
void table_forget_typed(struct table *table);

/* ---- search.c */
bool table_search(struct table *table, const struct event *event);
/* The reader has moved: remember where they were, if that is more than a step away. */
void table_remember_jump(struct table *table, const struct spot *from);

/* play.c: `:replace`. */
bool table_replace(struct table *table, const struct event *event);
bool table_can_replace(const struct table *table);

/* ---- inspect.c */
bool table_try(struct table *table, const struct event *event);

/* ---- edit.c */
bool table_edit(struct table *table, const struct event *event);
/* "saved", "draft", "not saved", "read-only". */
const char *table_state(const struct table *table);
/* ---- notes.c */
void table_open_editor(struct table *table, bool before);
void table_close_editor(struct table *table, bool keep);
/* Handle a key, or a paste, while a comment is edited. */
bool table_comment_key(struct table *table, uint32_t key);
bool table_paste(struct view *view, const char *text);
void table_edited(struct view *view, const char *text);
/* True if text has been typed that is not in the game yet. */
bool table_is_typed(const struct table *table);
/* Save it to the draft when that is due; schedule a tick for that time. */
void table_comment_tick(struct table *table);
void table_comment_wake(struct table *table);
/* What new comments and judgements belong to. */
struct session_place table_place_here(const struct table *table);
/* Label what new comments and judgements belong to: the ply, or the member being stepped
 * through. */
void table_label_here(struct table *table, char *out, size_t size);
/* The user's name here, and the name that signs comments, marks and variations: NULL if unsigned.
 */
const char *table_user(const struct table *table);
const char *table_author(const struct table *table);
/* ---- edit.c */
/* Show what saving would change in the file; for "3" or "2 5", what these changes did; for "#12" or
 * an id, how another game differs. */
void table_show_diff(struct table *table, const char *argument);
/* List the changes, so that the user can go back to one. */
void table_list_changes(struct table *table);

/* openings.c: the panel that counts how games continue from the board. */
bool table_openings(struct table *table, const struct event *event);
/* When idle: also count what others changed in the archive. */
void table_openings_tick(struct table *table);
void table_openings_draw(struct table *table, struct scene *scene);

/* seats.c: these do nothing in games without clocks. */
/* The present time of a side's clock; false: show the time recorded with the plies. */
bool table_clock_text(const struct table *table, int side, char out[CLOCK_ROOM]);
/* How many leading characters of a clock may be dropped to save space: 1:05 for 0:01:05. */
int table_clock_noughts(const char *clock);
void table_clock_tick(struct table *table);
void table_clock_wake(struct table *table);

/* computer.c: these do nothing in games without a computer. */
/* Let it think and act; and shorten the sleep to when that is due. */
void table_computer_tick(struct table *table);
void table_computer_wake(struct table *table);
void table_computer_told(struct table *table, const struct game_event *event);
/* "the computer thinks", "": nothing to say. */
const char *table_computer_status(const struct table *table);
bool table_computer(struct table *table, const struct event *event);
bool table_computer_can(const struct table *table, enum request request);

/* ---- told.c: tells what happens to the game. */
extern const struct game_client table_game_client;

/* ---- play.c */
/* The name of a player, else of the side. */
const char *table_seat_name(const struct table *table, int side);
/* Read the result from the record, for the line below the last ply. */
void table_read_result(struct table *table);
bool table_playing(struct table *table, const struct event *event);
bool table_playing_can(const struct table *table, enum request request);
/* True if the game is over in the position shown: by the rules or, at its end, by the players'
 * actions. */
bool table_ended(const struct table *table);
/* True if the game has no result and could be played on, but is only being read. Guests may not
 * change plies already played. */
bool table_stands_still(const struct table *table);
void table_actions(struct table *table);
/* "White offers a draw"; with three players also who has agreed. */
void table_offer_text(const struct table *table, char *out, size_t size);
/* With three players, who left the game with the last ply, or was skipped: "Black is out
 * (checkmate)"; false: nobody. */
bool table_gone(const struct table *table, char *out, size_t size);

/* ---- A game on the table that someone else may change meanwhile: for the files of this folder
 * only. */

/* Call when the record is loaded: finds the version it is based on. */
void table_merge_open(struct table *table);
/* Save; concurrent changes are merged, and the user is asked about conflicts. */
void table_save_merged(struct table *table);
/* What came of it. */
void table_saved(struct table *table, const struct game_event *event);
/* app_now() when to check whether someone else changed the game, or TICK_NEVER. */
int64_t table_merge_wake(const struct table *table);
void table_merge_tick(struct table *table);
/* Check whether the stored game has changed, and merge its changes. True: they are on the screen.
 */
bool table_merge_look(struct table *table);

/* ---- Requests about the game as a whole: whose notes are shown, its tags, its collections. For
 * the files of this folder only. */

/* Handle a request about layers, tags or collections; false: it is another request. */
bool table_game(struct table *table, const struct event *event);
bool table_game_can(const struct table *table, enum request request);
/* True if the notes of that author (NULL: the unsigned ones) are hidden. */
bool table_hides(const struct table *table, const char *by);
bool table_hides_any(const struct table *table);

/* ---- A shared reading: one person leads, and others with the same game open see what the leader
 * shows and writes, or go their own way. For the files of this folder only.
 *
 * Nothing is transmitted beyond what is stored anyway: the leader saves every change, and announces
 * revision and ply in their presence file (archive/live/people.h). Followers load that revision and
 * go to that ply. The baton is a lock beside the game, so there is only one, and it is released
 * when the session that holds it ends. */

struct table_together {
    struct lobby_place *place; /* borrowed */
    bool local;                /* the user chose to follow nobody */
    struct baton *baton;       /* held while leading; NULL: not leading */
    struct person *person;     /* [persons] the others at this game */
    int persons;
    char shown[PRESENCE_TEXT_MAX + 1]; /* the leader's last state that was followed */
    struct talk_room talk;             /* the chat here since the game ended */
    int64_t publish_at; /* app_now() when to announce our state to the others; TICK_NEVER */
};

/* Call when the game on the table is in the archive of that lobby. All other functions may be
 * called for tables nobody shares. */
void table_together_open(struct table *table, struct lobby_place *place);
void table_together_close(struct table *table);
void table_together_tick(struct table *table);
/* Shorten the sleep so that the next announcement is not late. */
void table_together_wake(struct table *table);
/* Call when the reader moves to another spot, and when the record has changed. */
void table_together_moved(struct table *table);
void table_together_changed(struct table *table);
/* True if someone else leads, so that nothing may be changed here; that is then shown. */
bool table_together_refuses(struct table *table);
bool table_together_request(struct table *table, const struct event *event);
/* -1: not a request for shared readings; else whether it is possible now. */
int table_together_can(const struct table *table, enum request request);
/* Add the chat since the game ended. */
void table_together_notes(const struct table *table, struct page *page);
void table_together_face(const struct table *table, struct face *face);

/* ---- A panel beside a board that counts how an archive's games continue from the current
 * position.
 *
 * It follows the board, or is locked and stays at a position while the board moves on. */

struct openings_panel;

/* Open a panel for the games of a store that match a query (archive/query/query.h), "" for all.
 * With `owns_store` the panel takes the store over. FAIL_TEXT if the query is invalid; the caller
 * keeps the store then. */
int openings_panel_open(struct openings_panel **out, struct store *store, bool owns_store,
                        const char *query, const struct position *here, struct note *why);
void openings_panel_close(struct openings_panel *panel);

/* The query, borrowed. */
const char *openings_panel_query(const struct openings_panel *panel);
/* The board shows this position now (copied). Ignored while locked. */
void openings_panel_follow(struct openings_panel *panel, const struct position *here);
/* Count another portion of games. True while there are more. Call it before every drawing. */
bool openings_panel_step(struct openings_panel *panel);
/* For tick(), when the view has nothing else to do: apply changes by others in the store, and count
 * again (tui/views/list_and_board.h). */
void openings_panel_look(struct openings_panel *panel, struct view *view);
/* Detach from the view, which no longer waits for the panel. */
void openings_panel_leave(struct openings_panel *panel, struct view *view);
void openings_panel_lock(struct openings_panel *panel, bool locked);
bool openings_panel_locked(const struct openings_panel *panel);
void openings_panel_draw(const struct openings_panel *panel, struct scene *scene,
                         const struct area *area);

#endif
