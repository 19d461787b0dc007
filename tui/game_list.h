/* game_list.h - the games of a store as lines of a list: columns, order, filter, tags. */
#ifndef CHESSCADE_GAME_LIST_H
#define CHESSCADE_GAME_LIST_H

#include "archive/finder.h"
#include "archive/query.h"
#include "archive/store.h"
#include "tui/game_columns.h"
#include "tui/list.h"

struct game_list {
    struct list list;
    struct store *store; /* borrowed */
    int generation;      /* the store's, when the list was made */
    enum game_column sort;
    bool descending;
    char at[ULID_LENGTH + 1]; /* the game under the cursor, when that was noted last */
    bool *tag;   /* [tag_room] by place */
    struct record **record; /* [record_room] by place: what queries had to load, kept for the next key */
    char (*tag_id)[ULID_LENGTH + 1]; /* [tag_ids] whose these are: they go along to other places */
    int tag_id_room, tag_ids;
    int tag_room, tags, record_room, records;
    char (*draft)[ULID_LENGTH + 1]; /* [drafts] the user's drafts that nobody works on, of this store and of others */
    int drafts;
    struct game_widths widths;
    struct query *query; /* of the filter; NULL without one */
    int index_state;        /* of the index the finder was begun with: index_of() */
    struct finder *finder;  /* looks for what fits the filter; NULL: it is through */
    char *expression;       /* of the filter, for beginning anew */
    char given_up[FINDER_TOLD_ROOM]; /* finder_given_up(), "" when there is nothing to be told */
    uint8_t *found;         /* [found_bytes] a bit for each place that fits the filter */
    int found_bytes, taken; /* so many of the finder's are in it */
    struct board_here *here;    /* what pos:here means in the filter; NULL: nothing */
    struct board_here *kept;    /* ... and in the one before, while another is typed */
    struct board_here *offered; /* ... and means in what is typed; NULL: the same */
};

/* All games of a store (borrowed), for the view that shows them. */
void game_list_begin(struct game_list *games, struct store *store, struct view *view);
void game_list_clear(struct game_list *games);
/* The store knows more games, or others. `other`: the places are new ones; tags stay on their games. */
void game_list_update(struct game_list *games, bool other);
/* The same where the store was refreshed by another view, and the list is drawn by it, too; the cursor stays on the game that was
 * noted. */
void game_list_catch_up(struct game_list *games);
/* Go on looking for what fits the filter, for some milliseconds; true while there is more to look at. A new filter shows
 * what the first of these finds, so games with many places come in portions. */
bool game_list_find(struct game_list *games);
/* How far it is, in hundredths; -1: it is through. */
int game_list_found(const struct game_list *games);
/* Games may have changed where they are kept: what was loaded is forgotten. */
void game_list_forget(struct game_list *games);
/* Note which game the cursor is on; and put it there when places are other ones. */
void game_list_note(struct game_list *games);
void game_list_go_back(struct game_list *games);
/* Sort by another column (step -1, 1), or by the same the other way round (0). */
void game_list_sort(struct game_list *games, int step);
const char *game_list_sort_name(const struct game_list *games);
void game_list_tag(struct game_list *games, int at);
/* Tag every game shown that fits a query (archive/query.h); how many. */
int game_list_tag_fits(struct game_list *games, const char *query, struct note *why);
/* The plies of a game that the filter means, counted as plies played of its main line: at most `room`, their number; 0 for
 * the game as a whole. */
int game_list_hits(struct game_list *games, int at, int *ply, int room);
/* What pos:here and near:here mean in the filter from now on; copied. */
void game_list_set_here(struct game_list *games, const struct position *here);
/* What they mean in what is going to be typed, unless that is joined with the filter there is; copied. NULL: the same as before. */
void game_list_offer_here(struct game_list *games, const struct position *here);
/* The filter with the positions written out that "here" means, for keeping it; the caller's. */
char *game_list_search(const struct game_list *games);
/* Put a filter on the list; FAIL_TEXT. */
int game_list_filter(struct game_list *games, const char *filter, struct note *why);
void game_list_untag(struct game_list *games);
bool game_list_tagged(const struct game_list *games, int at);
/* Look which drafts there are now. A game with one bears a + from then on. */
void game_list_look_for_drafts(struct game_list *games);
/* How many games of the list have one; the place of one of them. */
int game_list_drafts(const struct game_list *games, int *at);
/* The drafts of games that the archive has no more, which no list has; the ids are the caller's. */
int game_list_drafts_left(const struct game_list *games, char (**ids)[ULID_LENGTH + 1]);
/* The row of heads, one row high. */
void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line);
/* The heads and the first games on the screen below them: how chosen columns look. */
void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area);

#endif
