/* game_list.h - the games of a store as a list on the screen: columns, order, filter, tags. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_H

#include "archive/query/query.h"
#include "archive/search/search.h"
#include "archive/store/store.h"
#include "tui/app/list.h"
#include "tui/session/archive/columns.h"
#include "tui/session/archive/searches.h"

/* The widest text of each column among the measured games. */
struct game_widths {
    int wants[GAME_COLUMN_COUNT];
    int brief;    /* widest text of the seats column if each name is shown only up to its comma */
    int title;    /* widest title; games without names have one instead of seats */
    int measured; /* how many games have been measured, beginning with the first */
};

struct game_list {
    struct list list;
    struct store *store; /* borrowed */
    int generation;      /* store_generation() when the list was built */
    enum game_column sort;
    bool descending;
    /* the id of the game that the cursor was on at the last game_list_note() */
    char at[ULID_LENGTH + 1];
    bool *tag; /* [tag_room] For each index into the store: the game is tagged. */
    /* [record_room] For each index: the record that a query has loaded, cached until the filter
     * is complete; NULL: none. */
    struct record **record;
    /* [tag_ids] The ids of the tagged games, to find them again when indices change. */
    char (*tag_id)[ULID_LENGTH + 1];
    int tag_id_room, tag_ids;
    int tag_room, tags, record_room, records;
    /* [drafts] The user's drafts that no session is editing, of this store and others. */
    char (*draft)[ULID_LENGTH + 1];
    int drafts;
    struct game_widths widths;
    struct query *query; /* the filter; NULL: none */
    int index_state;     /* the state of the index (index_of()) when the search began */
    /* searches for games that match the filter; NULL: the search is finished */
    struct finder *finder;
    char *expression;                /* the text of the filter, to search again */
    char given_up[SEARCH_TOLD_ROOM]; /* what search_given_up() says */
    uint8_t *found;          /* [found_bytes] For each index a bit: the game matches the filter. */
    int found_bytes, taken;  /* taken: how many results of the finder are in `found` */
    struct board_here *here; /* the position that pos:here means in the filter; NULL: none */
    /* the position that pos:here meant in the previous filter, while a new one is typed */
    struct board_here *kept;
    /* the position that pos:here means in the filter being typed; NULL: as in the previous
     * filter */
    struct board_here *offered;
};

/* List all games of a store (borrowed) in a view. */
void game_list_begin(struct game_list *games, struct store *store, struct view *view);
void game_list_clear(struct game_list *games);
/* Call this when the store has more games, or different ones. `other`: indices have changed; each
 * tag stays with its game. */
void game_list_update(struct game_list *games, bool other);
/* Update the list after another view has refreshed the store. The cursor goes to the game that
 * game_list_note() noted. */
void game_list_catch_up(struct game_list *games);
/* Continue to search for games that match the filter for some milliseconds. Returns true while
 * there is more to search. A new filter shows its first matches at once; in a large archive the
 * others follow in portions. */
bool game_list_find(struct game_list *games);
/* The progress of the search in percent; -1: finished. */
int game_list_found(const struct game_list *games);
/* Drop the cached records, because the files of games may have changed. */
void game_list_forget(struct game_list *games);
/* game_list_note() notes which game the cursor is on. The next function returns to that game after
 * indices have changed. */
void game_list_note(struct game_list *games);
void game_list_go_back(struct game_list *games);
/* Sort by the next (step 1) or previous (-1) column, or reverse the order (0). */
void game_list_sort(struct game_list *games, int step);
/* Sort by a column; if the list is sorted by it already, reverse the order. */
void game_list_sort_by_column(struct game_list *games, enum game_column column);
const char *game_list_sort_name(const struct game_list *games);
void game_list_tag(struct game_list *games, int at);
/* Tag every listed game that matches a query (archive/query/query.h). Returns how many games
 * match. */
int game_list_tag_fits(struct game_list *games, const char *query, struct note *why);
/* Write the plies of a game's main line that match the filter, each as the number of plies played
 * before and including it. Writes at most `room`. Returns their number; 0 if the game matches as a
 * whole. */
int game_list_hits(struct game_list *games, int at, int *ply, int room);
/* Set the position that pos:here and near:here mean in the filter; copied. */
void game_list_set_here(struct game_list *games, const struct position *here);
/* Set the position that pos:here will mean in a filter that is about to be typed, unless that
 * filter is combined with the current one; copied. NULL: as in the current filter. */
void game_list_offer_here(struct game_list *games, const struct position *here);
/* The text of the filter with each "here" replaced by its position, to save it. The caller frees
 * it. */
char *game_list_search(const struct game_list *games);
/* Set a filter. FAIL_TEXT if it is invalid. */
int game_list_filter(struct game_list *games, const char *filter, struct note *why);
void game_list_untag(struct game_list *games);
bool game_list_tagged(const struct game_list *games, int at);
/* Find out which drafts exist now. A game that has a draft is marked with "+". */
void game_list_look_for_drafts(struct game_list *games);
/* Returns how many games of the list have a draft; *at is the index of one of them. */
int game_list_drafts(const struct game_list *games, int *at);
/* List the drafts whose games were deleted from the archive; the caller frees the ids. Returns how
 * many. */
int game_list_drafts_left(const struct game_list *games, char (**ids)[ULID_LENGTH + 1]);
/* Draw the headings of the columns in one row. */
void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line);
/* The column (enum game_column) whose heading is at a column of the screen, if the headings are
 * drawn in `line`; -1: none. */
int game_list_head_at(const struct game_list *games, const struct area *line, int column);
/* Draw the headings and the first visible games below: a preview of the chosen columns. */
void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area);

/* ---- Internals of a list of games */

/* The columns that the setting `columns` names. Errors in the setting were reported when it was
 * set. */
struct game_columns game_list_columns(const struct game_list *games);
/* Draws one game; used as draw() of the list's list_ops. */
void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line,
                    enum role ground);

/* listing_seats() in at most `most` columns. Of three players the longest names are cut first,
 * "Alex.
 * - Bart. - Cle", so that all are visible. */
void listing_seats_within(const struct listing *listing, int most, bool brief, char *out,
                          size_t size);
/* Measure the first games of a store, as far as they have not been measured. */
void game_widths_measure(struct game_widths *widths, struct store *store);

/* The layout of a line: where each column begins, and its width. A column of width 0 is left
 * out. */
struct game_layout {
    int at[GAME_COLUMN_COUNT], width[GAME_COLUMN_COUNT];
    bool brief;
};

/* Lay out `total` columns for `games` games, sorted by `sort`. */
struct game_layout game_layout(const struct game_columns *columns, const struct game_widths *widths,
                               enum game_column sort, int games, int total);

/* Sort the list by its sort column, keeping the order of equal games. */
void game_list_order(struct game_list *games);

#endif
