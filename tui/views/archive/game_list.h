/* game_list.h - the games of a store as a list: columns, order, filter, tags. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_H

#include "archive/query/query.h"
#include "archive/search/search.h"
#include "archive/store/store.h"
#include "tui/app/list.h"
#include "tui/session/columns.h"

/* The widest text of each column among the measured games. */
struct game_widths {
    int wants[GAME_COLUMN_COUNT];
    int brief;    /* of the seats, without what follows a comma */
    int title;    /* of the titles of games without names */
    int measured; /* how many games, from the first on */
};

struct game_list {
    struct list list;
    struct store *store; /* borrowed */
    int generation;      /* store_generation() when the list was built */
    enum game_column sort;
    bool descending;
    char at[ULID_LENGTH + 1]; /* id of the game under the cursor, when last noted */
    bool *tag;                /* [tag_room] by index */
    struct record **record;   /* [record_room] by index: records that queries loaded, cached for the
                                 next key */
    char (*tag_id)[ULID_LENGTH + 1]; /* [tag_ids] ids of the tagged games, to find them again when
                                        indices change */
    int tag_id_room, tag_ids;
    int tag_room, tags, record_room, records;
    char (*draft)[ULID_LENGTH + 1]; /* [drafts] the user's drafts that nobody is editing, of this
                                       store and others */
    int drafts;
    struct game_widths widths;
    struct query *query;             /* the filter; NULL: none */
    int index_state;                 /* state of the index when the finder began: index_of() */
    struct finder *finder;           /* searches for matches of the filter; NULL: finished */
    char *expression;                /* text of the filter, for starting again */
    char given_up[FINDER_TOLD_ROOM]; /* finder_given_up(); "" if there is nothing to report */
    uint8_t *found;             /* [found_bytes] a bit for each index that matches the filter */
    int found_bytes, taken;     /* how many of the finder's results are in it */
    struct board_here *here;    /* what pos:here means in the filter; NULL: nothing */
    struct board_here *kept;    /* ... in the previous filter, while a new one is typed */
    struct board_here *offered; /* ... in the text being typed; NULL: the same */
};

/* List all games of a store (borrowed) in a view. */
void game_list_begin(struct game_list *games, struct store *store, struct view *view);
void game_list_clear(struct game_list *games);
/* The store has more games, or different ones. `other`: indices have changed; tags stay with their
 * games. */
void game_list_update(struct game_list *games, bool other);
/* The same if another view refreshed the store and draws this list too; the cursor goes to the
 * noted game. */
void game_list_catch_up(struct game_list *games);
/* Continue searching for matches of the filter for some milliseconds. True while there is more to
 * search. A new filter shows the matches of its first portion at once; in a large archive the
 * others follow in portions. */
bool game_list_find(struct game_list *games);
/* Progress in percent; -1: finished. */
int game_list_found(const struct game_list *games);
/* The files of games may have changed: drop cached records. */
void game_list_forget(struct game_list *games);
/* game_list_note() notes which game the cursor is on; game_list_go_back() returns to it after
 * indices have changed. */
void game_list_note(struct game_list *games);
void game_list_go_back(struct game_list *games);
/* Sort by the next or previous column (step 1, -1), or reverse the order (0). */
void game_list_sort(struct game_list *games, int step);
const char *game_list_sort_name(const struct game_list *games);
void game_list_tag(struct game_list *games, int at);
/* Tag every shown game that matches a query (archive/query/query.h). Returns how many. */
int game_list_tag_fits(struct game_list *games, const char *query, struct note *why);
/* The plies of a game's main line that the filter matches, as numbers of plies played. Writes at
 * most `room`; returns their number, 0 if the game matches as a whole. */
int game_list_hits(struct game_list *games, int at, int *ply, int room);
/* Set what pos:here and near:here mean in the filter; copied. */
void game_list_set_here(struct game_list *games, const struct position *here);
/* Set what they will mean in the text about to be typed, unless it is combined with the current
 * filter; copied. NULL: the same as before. */
void game_list_offer_here(struct game_list *games, const struct position *here);
/* The filter with every "here" replaced by its position, for saving it. The caller frees it. */
char *game_list_search(const struct game_list *games);
/* Set a filter. FAIL_TEXT if it is invalid. */
int game_list_filter(struct game_list *games, const char *filter, struct note *why);
void game_list_untag(struct game_list *games);
bool game_list_tagged(const struct game_list *games, int at);
/* Look up which drafts exist now. A game with one is marked with a +. */
void game_list_look_for_drafts(struct game_list *games);
/* How many games of the list have a draft, and the index of one of them. */
int game_list_drafts(const struct game_list *games, int *at);
/* The drafts of games deleted from the archive. The caller frees the ids. */
int game_list_drafts_left(const struct game_list *games, char (**ids)[ULID_LENGTH + 1]);
/* Draw the headings, in one row. */
void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line);
/* Draw the headings and the first visible games below: a preview of the chosen columns. */
void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area);

/* ---- Internals of a list of games.
 */

/* The columns of the setting. Errors in it were reported when it was set. */
struct game_columns game_list_columns(const struct game_list *games);
/* The draw() of its list_ops. */
void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line,
                    enum role ground);

/* listing_seats() in at most `most` columns. Of three players the longest names are cut first,
 * "Alex.
 * - Bart. - Cle", so that all are visible. */
void listing_seats_within(const struct listing *listing, int most, bool brief, char *out,
                          size_t size);
/* Measure the first games of a store, as far as they have not been measured. */
void game_widths_measure(struct game_widths *widths, struct store *store);

/* The layout of a line: where each column begins and its width; 0: left out. */
struct game_layout {
    int at[GAME_COLUMN_COUNT], width[GAME_COLUMN_COUNT];
    bool brief;
};

/* Lay out `total` columns for `games` games, sorted by `sort`. */
struct game_layout game_layout(const struct game_columns *columns, const struct game_widths *widths,
                               enum game_column sort, int games, int total);

/* Sort the list by its sort column. The sort is stable. */
void game_list_order(struct game_list *games);

#endif
