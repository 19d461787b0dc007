/* game.h - opening a table: the view of one game, replayed, annotated or played.
 *
 *   struct table_open open = {.store = store, .record = record, .version = version};
 *   table_open_on(app, &open, &why); */
#ifndef CHESSCADE_TUI_VIEWS_GAME_GAME_H
#define CHESSCADE_TUI_VIEWS_GAME_GAME_H

#include "archive/record/cursor.h"
#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/view_list.h"

struct journal;
struct openings_panel;
struct lobby_place;

enum { TABLE_HITS_MAX = 99 };

struct table_open {
    struct store *store;     /* borrowed, must outlive the table; NULL: the game is not stored */
    bool owns_store;         /* the table takes ownership of the store, unless opening fails */
    struct record *record;   /* the table takes ownership, even if opening fails */
    struct version version;  /* in the store; all zero for a new game */
    struct spot spot;        /* where to begin; if it is the start, the table begins where the user left the game, */
    bool at_spot;            /* unless this is set: then it begins at `spot` even if that is the start */
    int hit[TABLE_HITS_MAX]; /* plies of the main line that the search found, for n and N */
    int hits;
    struct note spoilt;      /* why an existing draft of the game was not loaded; "" if there was none */
    bool draft;              /* the record is a draft with unsaved changes */
    bool play;               /* a game in play at this keyboard, continued after its last ply */
    const char *where;       /* for the title: "games/club.yaml 17/412"; copied; NULL: nothing */
    /* Load the next (step 1) or previous (-1) game of the list this one came from: fills *out (zero) as above. May
     * be NULL; `list` is its argument, borrowed. */
    int (*neighbour)(void *list, int step, struct table_open *out, struct note *why);
    void *list;
    /* Draw that list beside the game if the screen is wide enough; NULL: it is not shown. */
    void (*dock)(void *list, struct scene *scene, const struct area *area);
    struct openings_panel *openings; /* the openings panel that was shown beside the previous game; the table takes
                                      * ownership, unless opening fails; NULL: none */
    /* A live game on this host (tui/views/game/live.h): its journal, which the table owns in the same way as the record, and
     * its lobby, borrowed. NULL: not a live game. */
    struct journal *journal;
    struct lobby_place *place;
};

/* Open a table on the screen: FAIL_LIMIT if too many views are open. */
int table_open_on(struct app *app, const struct table_open *open, struct note *why);
/* The same; false after showing the error. */
bool table_try_open(struct app *app, const struct table_open *open);

/* Create a record for a new game of a variant, with the settings that differ from the defaults, and with a start of
 * its own (NULL: the variant's). */
struct record *table_new_game(const struct ruleset *rules, const struct position *start, const char *date);

/* Load the game at a place of a store's list, or this user's draft of it, into *open, whose other members are kept.
 * Fails as store_load() does. */
int table_load(struct store *store, int at, struct table_open *open, struct place *place, struct note *why);

/* Open a file that has one game. FAIL_NAME if it has none or several: those are shown as a list. */
int table_open_file(struct app *app, const char *path, struct note *why);

#endif
