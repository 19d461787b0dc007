/* internal.h - internals of the cascade finder, for view_cascades.c only. A cascade is a ply in
 * which one piece sets others moving. */
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
    char *text; /* the ply in long notation */
    int members;
};

struct cascades {
    struct view view;
    /* The list shows the goals, and below a heading the plies found. If none was found, it may end
     * with a line that searches further. */
    struct list list;
    struct ruleset *rules;
    struct position start;
    cell_t cell;
    void (*play)(struct view *below, const struct ply *ply);
    struct finder_process finder;
    loop_handle finder_watch, reading; /* what `finder` reports; when to read from it anyway */
    char goal[64];                     /* the goal searched for last; "": none yet */
    struct goal wanted;                /* the parsed form of `goal`; unused for "all" */
    int moves; /* the depth of the search: how many members (moves of one piece) a ply may have */
    struct found *found; /* [founds] The plies found. */
    int founds, room;
    const char *walked;     /* The text of the found ply that the user steps through; NULL: none. */
    struct walk_place walk; /* how far the user has stepped through that ply */
    char told[CASCADES_TOLD_ROOM]; /* the last announcement for screen readers */
    struct board_scene board;
    struct page page; /* a text that explains an empty result */
};

extern const struct list_ops cascades_list;

/* cascades_wants() is the number of goals in the list. The next function tells which goal an item
 * stands for. */
int cascades_wants(const struct cascades *cascades);
enum wanted cascades_wanted(const struct cascades *cascades, int item);
/* The found ply that an item of the list stands for; NULL: none. */
const struct found *cascades_found(const struct cascades *cascades, int item);
/* cascades_can_further() is true if nothing was found and the list ends with a line that searches
 * further. The next function is true if `item` is that line. */
bool cascades_can_further(const struct cascades *cascades);
bool cascades_is_further(const struct cascades *cascades, int item);
/* True if the finder's cell holds a likely target: a piece of another player that is not a King. */
bool cascades_has_prey(const struct cascades *cascades);
/* True if the user is stepping through the ply under the cursor. If the cursor moves to another
 * ply, that ply is shown whole. */
bool cascades_walks(const struct cascades *cascades);
/* Parse the ply under the cursor; the caller frees *ply. Returns false if there is none. */
bool cascades_ply(const struct cascades *cascades, struct ply *ply);

/* Take over what the finder has found: for app_watch() and app_at(), with the view as argument. */
void cascades_tick(void *argument);
void cascades_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face);
bool cascades_aloud(struct view *view, bool brief, char *out, size_t size);

#endif
