/* internal.h - internals of the cascade finder: view_cascades.c searches and walks,
 * view_cascades.c draws. */
#ifndef CHESSCADE_TUI_VIEWS_CASCADES_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_CASCADES_INTERNAL_H

#include "tui/boards/board_scene.h"
#include "tui/workers/cascade_worker.h"
#include "tui/app/list.h"
#include "tui/widgets/page.h"
#include "tui/session/ply_text.h"

enum { CASCADES_TOLD_ROOM = 600 };

enum wanted {
    WANT_CAPTURE,
    WANT_REACH,
    WANT_CHECK,
    WANT_PROMOTE,
    WANT_SUMMON,
    WANT_ALL,
    WANT_TYPED,
    WANTED
};

struct found {
    char *text; /* in long form */
    int members;
};

struct cascades {
    struct view view;
    struct list list; /* the goals, a heading, the results; without results perhaps a line to search
                         further */
    struct ruleset *rules;
    struct position start;
    cell_t cell;
    void (*play)(struct view *below, const struct ply *ply);
    struct finder_process finder;
    char goal[64];       /* the goal searched for last; "" */
    struct goal wanted;  /* the same as a struct, except for "all" */
    int moves;           /* search depth: the most moves per ply */
    struct found *found; /* [founds] */
    int founds, room;
    const char *walked;            /* the text of the found ply being walked through; NULL: none */
    struct walk_place walk;        /* how far the walk has come */
    char told[CASCADES_TOLD_ROOM]; /* the last announcement for screen readers */
    struct board_scene board;
    struct page page; /* explains an empty result */
};

extern const struct list_ops cascades_list;

/* How many goals are listed, and which goal an item stands for. */
int cascades_wants(const struct cascades *cascades);
enum wanted cascades_wanted(const struct cascades *cascades, int item);
/* The found ply of an item, or NULL. */
const struct found *cascades_found(const struct cascades *cascades, int item);
/* cascades_can_further(): true if the list ends with a line to search further, as nothing has been
 * found. cascades_is_further(): true if `item` is that line. */
bool cascades_can_further(const struct cascades *cascades);
bool cascades_is_further(const struct cascades *cascades, int item);
/* True if the finder's cell holds a likely target: another player's piece that is not a King. */
bool cascades_has_prey(const struct cascades *cascades);
/* True if the ply under the cursor is being walked through. A ply that the cursor comes to in any
 * other way is shown whole. */
bool cascades_walks(const struct cascades *cascades);
/* The ply under the cursor; the caller frees *ply. False if there is none. */
bool cascades_ply(const struct cascades *cascades, struct ply *ply);

void cascades_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face);
bool cascades_aloud(struct view *view, bool brief, char *out, size_t size);

#endif
