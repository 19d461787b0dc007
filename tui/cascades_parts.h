/* cascades_parts.h - the cascade finder's insides: view_cascades.c looks and walks, cascades_draw.c shows. */
#ifndef CHESSCADE_CASCADES_PARTS_H
#define CHESSCADE_CASCADES_PARTS_H

#include "tui/board_scene.h"
#include "tui/finder_process.h"
#include "tui/list.h"
#include "tui/page.h"
#include "tui/ply_walk.h"

enum { CASCADES_TOLD_ROOM = 600 };

enum wanted { WANT_CAPTURE, WANT_REACH, WANT_CHECK, WANT_PROMOTE, WANT_SUMMON, WANT_ALL, WANT_TYPED, WANTED };

struct found {
    char *text; /* long form */
    int members;
};

struct cascades {
    struct view view;
    struct list list; /* the goals, a heading, what was found; when nothing was, perhaps a line to look further */
    struct ruleset *rules;
    struct position start;
    cell_t cell;
    void (*play)(struct view *below, const struct ply *ply);
    struct finder_process finder;
    char goal[64];      /* what was looked for last; "" nothing */
    struct goal wanted; /* the same, but for "all" */
    int moves;          /* of a ply at most, as far as is looked */
    struct found *found; /* [founds] */
    int founds, room;
    const char *walked;     /* the text of the ply that is walked through, of those found; NULL: of none */
    struct walk_place walk; /* how far */
    char told[CASCADES_TOLD_ROOM]; /* what was told last to those who hear the screen */
    struct board_scene board;
    struct page page; /* why there is nothing */
};

extern const struct list_ops cascades_list;

/* How many goals are listed, and which one an item is. */
int cascades_wants(const struct cascades *cascades);
enum wanted cascades_wanted(const struct cascades *cascades, int item);
/* The ply of an item, NULL: it is none. */
const struct found *cascades_found(const struct cascades *cascades, int item);
/* Has the list a line to look further, as nothing was found so far? Is it this item? */
bool cascades_can_further(const struct cascades *cascades);
bool cascades_is_further(const struct cascades *cascades, int item);
/* Has the finder's cell a piece that is likely meant: another player's, and no King? */
bool cascades_has_prey(const struct cascades *cascades);
/* Is the ply under the cursor walked through? However the cursor came to another one, that is shown whole. */
bool cascades_walks(const struct cascades *cascades);
/* The ply under the cursor, false without one; *ply is freed by the caller. */
bool cascades_ply(const struct cascades *cascades, struct ply *ply);

void cascades_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);
bool cascades_aloud(struct view *view, bool brief, char *out, size_t size);

#endif
