/* game_internal.h - the internals of the view of a game, for the files of this folder only.
 *
 *   view_game.c    opening, requests, keys
 *   draw.c         the places of the panels, and drawing them: title, status line, menus;
 *                  changes in words for screen readers
 *   board.c        the board: cursor, composing plies, cards, the mouse
 *   told.c         what happens to the game, as messages and questions
 *   play.c         a game in play: typed plies, what is possible, actions
 *   computer.c     the computer: when it may act, what is said of it
 *   seats.c        the players and their clocks
 *   replay.c       moving through the tree; what is shown while a ply is stepped through
 *   notes.c        the notes panel; comments, and preserving unfinished ones
 *   edit.c         judgements, marks, variations; undo; trials; saving
 *   conflicts.c    changes that others made meanwhile
 *   collections.c  completion of arguments; bookmarks, where the user left
 *   search.c       finding text in the game, jumping back
 *   openings.c     the openings panel
 *   live.c         a live game, played or watched through a journal; live_draw.c draws its parts
 *   following.c    a shared reading: one leads, the others follow; in messages */
#ifndef CHESSCADE_TUI_VIEWS_GAME_GAME_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_GAME_GAME_INTERNAL_H

#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/app.h"
#include "tui/boards/board_panels.h"
#include "tui/boards/board_scene.h"
#include "tui/session/annotators.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/game_session.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/lobby/lobby.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"
#include "tui/session/typed_plies.h"
#include "tui/session/words/worded.h"
#include "tui/views/game/game.h"
#include "tui/views/openings_panel.h"
#include "tui/boards/move_tree.h"
#include "tui/widgets/editors.h"
#include "tui/widgets/menu.h"
#include "tui/widgets/page.h"
#include "tui/workers/endgame_worker.h"

enum { ARROW_TEXT_MAX = 160 };

/* What a screen reader was last told about the game. */
struct table_told {
    struct spot spot;
    struct walk_place walk;
    cell_t cursor;
    char pending[400];
    bool told;
};
enum { TABLE_DEED_ROOM = 300 };

/* The command whose argument a menu or a prompt asks for. */
struct table_offered {
    enum request command;
    char argument[MENU_ITEMS_MAX][2 * LAYER_NAME_ROOM]; /* of each entry of the menu */
    char label[80];                                     /* of the prompt */
};

struct table {
    struct view view;

    /* the game */
    struct game_session game;
    struct table_open from; /* how the game was opened, for its list, hits and lobby */
    char where[128];
    struct endgame_process endgame; /* makes a table of endgames */
    uint64_t endgame_asked;         /* the material of the last such table */
    struct ply_texts texts;

    /* the reader's place */
    enum panel_focus came_focus; /* the panel that had the focus when the game was opened */
    bool board_first; /* if only one panel fits, show the board in place of the moves until the user
                         presses Tab */

    /* the screen */
    enum panel_focus focus;
    bool maximised, marks_hidden;
    int turn, zoom, board_top, board_left, board_fold, board_folded;
    bool board_seen; /* the visible part of the board has been chosen */
    bool back;       /* the user's last step went back in the game */
    bool turned;     /* the user turned the board, so it is not turned automatically to fit */
    int seat_turn;   /* the initial turn of the board: the user's own side is nearest to the user */
    cell_t cursor;
    cell_t pressed; /* where a mouse button is held down; CELL_NONE: no button is */
    bool held;      /* the piece at `pressed` was already in hand before the button was pressed */
    struct board_scene board;
    struct panel_layout layout;
    struct tree tree;
    struct tree_source source;
    bool tree_stale;
    int tree_top;
    /* the user scrolled the moves panel, so it does not follow the current ply */
    bool tree_scrolled;
    struct tree_folds folds;
    bool refolded; /* the folds have changed since the game was opened */
    struct page page;
    int notes_top;
    bool notes_cut; /* the notes panel has more text than is visible */

    /* the current activity */
    /* a ply that would lose the game at once; the user is being asked to confirm it */
    struct ply losing;
    bool numbers; /* the squares where the lifted piece can go are numbered, to type the number */
    int number;   /* the digits typed so far of a target square's number */
    struct note refusal; /* why the last attempt was refused; "" after the next request */
    /* A copy of `refusal` that stays until another attempt or ply, because the request `rules`
     * opens the rule that it cites. */
    struct note reason;
    bool inspecting;
    bool card_alone; /* the card of a piece fills the whole screen */
    /* more of the card's picture could be shown if the card filled the screen */
    bool picture_waits;
    /* the card was opened after the current ply was begun, so Esc closes the card first */
    bool asked;
    bool marking;
    int brush;
    char arrow[ARROW_TEXT_MAX]; /* the cells of the arrow being drawn, "e2 e3"; "": none */
    /* The menu in the notes panel: promotions, judgements, actions. `chosen` is called with the
     * value of the entry that the user takes; `cancelled`, which may be NULL, when the user leaves
     * it. */
    struct menu menu;
    void (*chosen)(struct view *view, int value);
    void (*cancelled)(struct view *view);
    struct table_offered offered;
    struct edit_text editor;
    bool editing, editing_before;
    /* typed_at: app_now() when the typed text is to be stored; TICK_NEVER: it is stored.
     * typed_since: app_now() of its first key. */
    int64_t typed_at, typed_since;
    bool typed_kept;           /* the typed text is stored in the draft */
    bool playing;              /* the game is being replayed automatically */
    struct typed_plies *typed; /* the plies that match what the user is typing */
    bool typed_all;            /* the user pressed Tab before typing anything */
    int back_to; /* the change that the user wants to go back to, while a confirmation is asked */
    char search[256];               /* the text or query last searched for; "": none */
    struct board_here *search_here; /* the board that pos:here means in `search` */
    struct spot jump[16];           /* where the user was before each jump, the latest last */
    int jumps;
    bool jumping; /* the user is jumping back, which is not remembered as a jump */

    struct openings_panel *openings; /* the openings panel; NULL: not shown */
    bool counting;                   /* the openings panel has more games to count */
    struct table_live *live; /* the state of a live game, see live.h; NULL: not a live game */
    /* the watch for changes, used by `live` and `together`; NULL: nothing is watched */
    struct live_watch *watch;
    /* the state of shared reading; NULL: the game cannot be shared */
    struct shared_reading *together;

    /* What the table waits for, each a handle of app_watch() or app_at(): a report by `watch`; the
     * next check whether someone else has changed the game; the next step of the automatic replay;
     * the time to store typed text, to announce the user's state, to draw the clocks again, to ask
     * what the computer does, to let the openings panel count on, and to read from `endgame`. */
    loop_handle watching, looking, stepping, typing, publishing, beating, computing, counts,
        endgame_reading;

    /* a game in play */
    struct table_told told;
    char deed[TABLE_DEED_ROOM]; /* the text that table_deed() has set */
    /* was_over: the game was over when the user began to type a ply or was asked about one */
    bool over, was_over;
    char result_text[160];
    int refusals; /* how many commands the session has refused */
    /* The last ply has reopened the game, and the message says that and not what the ply did. */
    bool reopened;
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

/* ---- draw.c */
/* Open a menu without entries. `chosen` is called with the value of the entry that the user
 * selects. table->menu.cancelled may be set afterwards. */
void table_menu_open(struct table *table, const char *title, void (*chosen)(struct view *, int));
/* Add an entry to the open menu. Entries beyond MENU_ITEMS_MAX are dropped. */
void table_menu_add(struct table *table, int value, const char *text);
/* Choose the entry under the cursor and close the menu. */
void table_menu_take(struct table *table);
/* Handle a key while a menu is open. Returns false if the menu does not use this key. */
bool table_menu_key(struct table *table, uint32_t key);

/* ---- board.c */
bool table_mouse(struct view *view, const struct mouse *mouse);

/* ---- draw.c */
void table_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);
/* Build what the board shows now, with its marks, in table->board. Drawing needs this, and so does
 * code that asks about the board before it is drawn. */
void table_make_board(struct table *table);
/* How the board is drawn; its marks are those of table->board. */
struct board_view table_board_view(const struct table *table);
/* The cell that must be visible when there is no cursor: where the ply that is shown ends, or the
 * part of the ply that the user has stepped to. */
cell_t table_looked_at(const struct table *table);

enum {
    /* On boards with this many cells (19x19) or more, drawing saves every byte that is sent for a
     * ply. */
    TABLE_LARGE_BOARD = 361
};
/* Write the label of the current ply, "12...Qd6"; "start" at the start of the game. */
void table_ply_label(struct table *table, char *out, size_t size);
/* True if a dot or the status line already shows whose turn it is. */
bool table_tells_turn(const struct table *table);

/* ---- seats.c */
void table_draw_seats(const struct table *table, struct scene *scene);
/* True if the players' rows show every captured piece of this side that may return. */
bool table_shows_held(const struct table *table, int side);

/* ---- notes.c */
/* Describe a cell in words, as table_make_board() has shown it. */
void table_tell_cell(struct table *table, cell_t cell, char *out, size_t size);
/* Draw the line that describes a cell on a small screen. */
void table_words_draw(struct table *table, struct scene *scene);
/* Write title and status of a small screen, where one line describes a cell instead of the
 * board. */
void table_words_face(struct table *table, const struct scene *scene, struct face *face);

/* standing.c: add to the notes how the game stands, as far as it fits into `rows` rows. Returns
 * true if anything was added. */
bool table_add_standing(struct table *table, struct page *page, int rows);
/* While a position with few pieces is shown, let a background process make its table of endgames,
 * so that the notes can say in how many moves it is mate. */
void table_endgame_wake(struct table *table);

void table_draw_notes(struct table *table, struct scene *scene, const struct area *area);
/* Limit the scroll position of the notes to their text, of which `rows` rows are shown. */
void table_scroll_notes(struct table *table, int rows);

/* ---- board.c */
/* Draw the card of the piece or cell under the cursor. */
void table_draw_card(struct table *table, struct scene *scene, const struct area *area);
void table_close_card(struct table *table);
/* True if the card filled the screen in the last layout. */
bool table_card_has_screen(const struct table *table);

/* True if a card is open that was opened after the current ply was begun. */
static inline bool table_card_is_last(const struct table *table)
{
    return table->inspecting && table->asked && table->game.composing;
}
/* True if the text that is shown needs the space of the board panel and the notes panel
 * together. */
bool table_wants_room(const struct table *table);
/* Lay out what there is to tell at a place of the game. */
struct told_list;
void table_add_told(struct table *table, struct page *page, const struct told_list *told);

/* draw.c: implements aloud(), see view.h. */
bool table_aloud(struct view *view, bool brief, char *out, size_t size);
/* Describe a change that can only be seen, for users of a screen reader. */
void table_deed(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- What can be done with a game on the screen. Each file has a list of the requests that it
 * handles; view_game.c finds the row that is possible now and runs it. */

/* What must be true before a request is possible. */
enum table_need {
    IF_ALWAYS,
    IF_BOARD,       /* the rules are known, so there is a board */
    IF_CURSOR,      /* keys move the cursor on the board */
    IF_MARKING,     /* marks are being drawn */
    IF_COMPOSING,   /* a ply is being composed */
    IF_UNCOMPOSED,  /* none is: its keys are close to these, and a step would discard it */
    IF_WRITABLE,    /* the game may be changed */
    IF_UNSAVED,     /* there is something to save */
    IF_UNDO,        /* there is something to undo */
    IF_MOVES,       /* the game has plies */
    IF_PLY,         /* the reader is not at the start of the line */
    IF_SEARCHED,    /* a text was searched in the game */
    IF_HITS,        /* the list that the game was opened from has found plies in it */
    IF_LIST,        /* the game was opened from a list */
    IF_REPLAYING,   /* the game is replayed automatically */
    IF_PANEL,       /* the panel of openings is open */
    IF_NOT_LIVE,    /* this is not a live game */
    IF_NOT_PLAYING, /* this is not a live game in which the user plays */
};

/* A row: what a request does if it is possible. A request without a row that is possible may be a
 * command of tui/session/commands/game_commands.h. */
struct table_action {
    uint16_t request;
    uint8_t need[2];                                              /* enum table_need; both */
    bool (*can)(const struct table *table, enum request request); /* NULL: the needs are all */
    /* What is done; one of these. */
    void (*act)(struct table *table);
    void (*with)(struct table *table, const char *argument);
    void (*by)(struct table *table, int step);
    bool (*event)(struct table *table, const struct event *event); /* false: nothing was done */
    int step;                                                      /* of by() */
};

/* The lists of the files, each ending with REQ_NONE. */
extern const struct table_action table_computer_actions[];
extern const struct table_action table_search_actions[];
extern const struct table_action table_board_actions[];
extern const struct table_action table_edit_actions[];
extern const struct table_action table_play_actions[];
extern const struct table_action table_game_actions[];
extern const struct table_action table_openings_actions[];
extern const struct table_action table_replay_actions[];

/* view_game.c: do what the first row of a request does that is possible now. Returns false if none
 * is. */
bool table_do(struct table *table, const struct event *event);

/* ---- replay.c */
/* The reader has moved: the tree and the notes follow; a ply being composed is dropped. */
void table_moved(struct table *table, const struct spot *from);
/* Call this after a step or a typed ply. If the cell where the ply ends is not visible, scroll
 * there and move the cursor to it. */
void table_look(struct table *table);
/* Call this when the record has changed: replays it up to the current ply. */
void table_reread(struct table *table);
/* Look what other people have done: for app_watch() and app_at(), with the table as argument. */
void table_news(void *argument);
/* The number of the search hit that is shown, from 1; 0: the current ply is no hit. */
int table_hit(const struct table *table);
void table_stop(struct table *table);

/* ---- collections.c */
/* Set the current ply, panel and folds: as the caller of the view wants, or as the user left the
 * game. */
void table_come_in(struct table *table);
/* Call this when the view is closed: remembers the current ply, panel and folds. */
void table_leave(struct table *table);

/* ---- replay.c */
/* While the user steps through a ply, these functions set the board, add to the notes panel and
 * write the status. */
void table_walk_board(struct table *table);
void table_walk_notes(struct table *table, struct page *page);
void table_walk_status(struct table *table, char *out, size_t size);
/* Describe where the user is in a ply: "member 2 of 5 in the air: ..."; "" if no ply is being
 * stepped through. */
void table_walk_aloud(struct table *table, char *out, size_t size);
/* ---- board.c */
/* True if the user can play a ply here; if not, the reason has been shown. */
bool table_may_play(struct table *table);
/* True if the user can search for cascades here. */
bool table_can_find(const struct table *table);
void table_compose_reset(struct table *table);
/* Call this after each decision on a ply: plays the ply if it is complete, otherwise shows how it
 * can continue. */
void table_composed(struct table *table);
/* Describe the ply being composed as compose_status() does, with the keys that are bound here. */
void table_compose_status(const struct table *table, char *out, size_t size);
/* Take back the last decision on the ply being composed. Returns false if there is none. */
bool table_compose_back(struct table *table);
/* Handle a key while the target squares are numbered. Returns true if the key was part of a
 * number. */
bool table_number_key(struct table *table, uint32_t key);
/* Play a ply that is legal here. If it would lose the game, GAME_LOSES makes table_ask_losing() ask
 * for confirmation first. */
void table_play_ply(struct table *table, const struct ply *ply);
void table_ask_losing(struct table *table, const char *loses);
/* True if a flag has ended the game since the user began to type a ply or was asked about one; the
 * end has then been shown. */
bool table_ended_meanwhile(struct table *table);

/* play.c: discards the list of plies that a prompt for a ply has made. */
void table_forget_typed(struct table *table);

/* ---- search.c */
/* The reader has moved: remember where they were, if that is more than a step away. */
void table_remember_jump(struct table *table, const struct spot *from);

/* ---- edit.c */
/* The state of the game for the title: "saved", "draft", "not saved" or "read-only". */
const char *table_state(const struct table *table);
/* ---- notes.c */
void table_open_editor(struct table *table, bool before);
void table_close_editor(struct table *table, bool keep);
/* Handle a key, or a paste, while a comment is edited. */
bool table_comment_key(struct table *table, uint32_t key);
bool table_paste(struct view *view, const char *text);
void table_edited(struct view *view, const char *text);
/* True if the user has typed text that is not in the game yet. */
bool table_is_typed(const struct table *table);
/* Returns the ply or member to which new comments and judgements belong. */
struct session_place table_place_here(const struct table *table);
/* Label what new comments and judgements belong to: the ply, or the member that the user has
 * stepped to. */
void table_label_here(struct table *table, char *out, size_t size);
/* table_user() is the user's name here. The next function is the name that signs comments, marks
 * and variations, or NULL if they are unsigned. */
const char *table_user(const struct table *table);
const char *table_author(const struct table *table);
/* ---- edit.c */

/* collections.c: completes the argument that a prompt asks for, see struct prompt. */
bool table_complete(struct view *view, const char *text, char *out, size_t size);

/* openings.c: the openings panel counts how the games of an archive continue from the board. */
/* Show from now on in the panel, if there is one, what others change in the archive. */
void table_openings_watch(struct table *table);
void table_openings_draw(struct table *table, struct scene *scene);

/* ---- seats.c: the clocks. These functions do nothing in games without clocks. */
/* Write the time on a side's clock now. Returns false if the time recorded with the plies must be
 * shown instead. */
bool table_clock_text(const struct table *table, int side, char out[CLOCK_ROOM]);
/* How many leading characters of a clock can be left out to save space: "0:01:05" becomes
 * "1:05". */
int table_clock_noughts(const char *clock);
/* Draw again when a clock shows the next second, and notice when it has run out. */
void table_clock_wake(struct table *table);

/* ---- computer.c: the computer's seats. These functions do nothing in games without a computer. */
/* Let the computer think and act when its next step is due. */
void table_computer_wake(struct table *table);
/* "the computer thinks", or "" if there is nothing to say. */
const char *table_computer_status(const struct table *table);

/* ---- told.c: tells what happens to the game. */
extern const struct game_client table_game_client;
/* Show a sentence as a message. */
void table_say(struct table *table, const struct worded *worded);

/* ---- play.c */
/* Read the result from the record, for the line below the last ply. */
void table_read_result(struct table *table);
/* True if the game is over in the position shown: by the rules, or at the end of the main line by
 * the players' actions. */
bool table_ended(const struct table *table);
/* True if the game has no result and could be continued, but is only being read. (Guests may not
 * change plies already played.) */
bool table_stands_still(const struct table *table);
void table_actions(struct table *table);
/* Write "White offers a draw", and with three players also who has agreed. */
/* Begin the same game again, in place of this one. */
void table_rematch(struct table *table);
void table_offer_text(const struct table *table, char *out, size_t size);

/* ---- Merging a game that someone else may change meanwhile: for the files of this folder only. */

/* Call this when the record is loaded: finds the stored version that it is based on. */
void table_merge_open(struct table *table);
/* Ask a question of session_save_answered(); yes saves. */
void table_ask_save(struct table *table, const char *question);
/* What came of it. */
void table_saved(struct table *table, const struct game_event *event, const struct worded *worded);
/* Check later whether someone else has changed the game, unless that is going to happen anyway. */
void table_merge_wake(struct table *table);
/* Check whether the stored game has changed, and merge its changes. Returns true if there are
 * changes, which are then on the screen. */
bool table_merge_look(struct table *table);

/* True if the notes of this author (NULL: unsigned notes) are hidden. */
bool table_hides(const struct table *table, const char *by);
bool table_hides_any(const struct table *table);

/* ---- Shared reading (tui/session/lobby/shared_reading.h). */

/* Call this when the open game is in the archive of the lobby `place`. All other functions here may
 * also be called for games that are not shared. */
void table_together_open(struct table *table, struct lobby_place *place);
void table_together_close(struct table *table);
void table_together_look(struct table *table);
/* Call this when the user moves to another spot of the move tree, and when the record has
 * changed. */
void table_together_moved(struct table *table);
void table_together_changed(struct table *table);
/* True if another person leads, so nothing may be changed here; the user has then been told. */
bool table_together_refuses(struct table *table);
/* Add to the notes panel the chat about the game since it ended. */
void table_together_notes(const struct table *table, struct page *page);
void table_together_face(const struct table *table, struct face *face);

#endif
