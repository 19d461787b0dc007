/* table.h - the table: one game on the screen, replayed, annotated or played. How it is opened.
 *
 *   struct table_open open = {.store = store, .record = record, .version = version};
 *   table_open_on(app, &open, &why);                                                                           */
#ifndef CHESSCADE_TABLE_H
#define CHESSCADE_TABLE_H

#include "archive/spot.h"
#include "archive/store.h"
#include "core/rules.h"
#include "tui/views.h"

struct journal;
struct openings_panel;
struct lobby_place;

enum { TABLE_HITS_MAX = 99 };

struct table_open {
    struct store *store;     /* borrowed, outlives the table; NULL: the game is kept nowhere */
    bool owns_store;         /* the store is the table's from now on, but not when opening fails */
    struct record *record;   /* the table's own from now on, also when opening fails */
    struct version version;  /* of the store; all zero for a new game */
    struct spot spot;        /* where to begin; the start: where the user left the game, */
    bool at_spot;            /* but for this: there, even if it is the start */
    int hit[TABLE_HITS_MAX]; /* the plies of the main line that were looked for, for n and N */
    int hits;
    struct note spoilt;      /* why a draft of the game was left where it is; "" when none was */
    bool draft;              /* the record has changes that are not saved: it was a draft */
    bool play;               /* a game being played at this keyboard, from its last ply on */
    const char *where;       /* for the title: "games/club.yaml 17/412"; copied; NULL: nothing */
    /* The next (step 1) or previous (-1) game of the list this one came from: fills *out (zero) as above. May be
     * NULL; `list` is its own, borrowed. */
    int (*neighbour)(void *list, int step, struct table_open *out, struct note *why);
    void *list;
    /* Draw that list where a very wide screen has room for it; NULL: it is not shown beside the game. */
    void (*dock)(void *list, struct scene *scene, const struct area *area);
    struct openings_panel *openings; /* shown beside the game before, the table's own from now on, but not when opening fails; NULL:
                                        none */
    /* A game being played on this host (table_live.h): its journal, the table's own from now on as the record is, and where it is
     * played, borrowed. NULL: no live game. */
    struct journal *journal;
    struct lobby_place *place;
};

/* Open a table on a screen: FAIL_LIMIT with too many views. */
int table_open_on(struct app *app, const struct table_open *open, struct note *why);
/* The same; false after the sentence was said. */
bool table_try_open(struct app *app, const struct table_open *open);

/* A record for a new game of a variant, with the settings that are not defaults and a start other than its own (NULL:
 * its own). */
struct record *table_new_game(const struct ruleset *rules, const struct position *start, const char *date);

/* Load the game at a place of the list of a store, or this user's draft of it, into *open, whose other members stay.
 * Fails as store_load() does. */
int table_load(struct store *store, int at, struct table_open *open, struct place *place, struct note *why);

/* Open a file with one game on a table of its own. FAIL_NAME when it holds none or several: lists show these. */
int table_open_file(struct app *app, const char *path, struct note *why);

#endif
