/* openings_panel.c - counts how an archive's games continue from the board's position: see
 * openings_panel.h.
 *
 * The games that match the query are found once. When the board moves on, only those games are
 * examined again. */
#include "config.h"

#include "core/position_text.h"
#include "tui/app/app.h"
#include "tui/session/archive/searches.h"
#include "tui/views/openings_panel.h"
#include "tui/views/list_and_board.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIND_PORTION = 2000,
    LOOK_PORTION = 400,
    NUMBERS = 20 /* columns for the number of games, share and score */,
    MEMBERS = 8,
    PLY = 10
};

struct openings_panel {
    struct store *store;
    bool owns_store, locked;
    struct index *index; /* the index of the panel's own store */
    struct outside outside;
    char *query; /* the query that selects the games */
    struct ruleset *rules;
    struct position here;
    struct opening_count count;
};

static int openings_start(struct openings_panel *panel, struct note *why)
{
    return opening_count_begin(&panel->count, panel->store, panel->query, &panel->here, why);
}

static int openings_take_position(struct openings_panel *panel, const struct position *here,
                                  struct note *why)
{
    const struct ruleset *rules = here->rules;
    bool same = panel->rules && !strcmp(panel->rules->id, rules->id) &&
                panel->rules->settings == 0 && rules->settings == 0;
    struct ruleset *own = panel->rules;
    int result = same ? 0 : ruleset_open(&own, rules->id, rules->setting, rules->settings, why);
    if (result < 0)
        return result;
    if (!same) {
        opening_count_move(&panel->count, &panel->here);
        ruleset_free(panel->rules);
        panel->rules = own;
    }
    position_copy(&panel->here, here);
    panel->here.rules = panel->rules;
    return 0;
}

int openings_panel_open(struct openings_panel **out, struct store *store, bool owns_store,
                        const char *query, const struct position *here, struct note *why)
{
    struct openings_panel *panel = memory_new(1, sizeof *panel);
    panel->store = store;
    panel->query = memory_text(query);
    int result = openings_take_position(panel, here, why);
    if (result == 0 && owns_store && store_total(store) >= INDEX_WORTH)
        index_open(&panel->index, store, false, NULL);
    if (result == 0)
        result = openings_start(panel, why);
    if (result < 0) {
        openings_panel_close(panel);
        return result;
    }
    panel->owns_store = owns_store;
    *out = panel;
    return 0;
}

void openings_panel_close(struct openings_panel *panel)
{
    if (!panel)
        return;
    outside_end(&panel->outside);
    opening_count_clear(&panel->count);
    index_close(panel->index);
    ruleset_free(panel->rules);
    free(panel->query);
    if (panel->owns_store)
        store_close(panel->store);
    free(panel);
}

const char *openings_panel_query(const struct openings_panel *panel)
{
    return panel->query;
}

void openings_panel_follow(struct openings_panel *panel, const struct position *here)
{
    bool same = !strcmp(panel->rules->id, here->rules->id) &&
                here->rules->settings == panel->rules->settings;
    if (same) {
        struct position now;
        position_copy(&now, here);
        now.rules = panel->rules;
        same = position_same(&now, &panel->here);
    }
    if (panel->locked || same || openings_take_position(panel, here, NULL) < 0)
        return;
    opening_count_move(&panel->count, &panel->here);
    if (!panel->count.found)
        openings_start(panel, NULL);
}

bool openings_panel_step(struct openings_panel *panel)
{
    struct opening_count *count = &panel->count;
    if (opening_count_stale(count))
        openings_start(panel, NULL); /* indices into the store have changed, so start again */
    bool more = opening_count_step(count, FIND_PORTION, LOOK_PORTION);
    /* a small archive is counted before the first drawing */
    return more && count->found && !count->tree
               ? opening_count_step(count, FIND_PORTION, LOOK_PORTION)
               : more;
}

void openings_panel_watch(struct openings_panel *panel, struct view *view, loop_fn *look,
                          void *argument)
{
    outside_begin(&panel->outside, panel->store, view, look, argument);
    openings_panel_look(panel, false);
}

void openings_panel_leave(struct openings_panel *panel)
{
    outside_end(&panel->outside);
}

void openings_panel_look(struct openings_panel *panel, bool later)
{
    if (later)
        outside_later(&panel->outside);
    else if (outside_take(&panel->outside))
        openings_start(panel, NULL);
}

void openings_panel_lock(struct openings_panel *panel, bool locked)
{
    panel->locked = locked;
}

bool openings_panel_locked(const struct openings_panel *panel)
{
    return panel->locked;
}

/* The number of columns left for the ply. If there are cascades and enough room, the last column
 * shows their average number of members; *members is then true. */
static int ply_columns(const struct openings_panel *panel, const struct area *area, bool *members)
{
    *members = false;
    for (int i = 0; panel->count.tree && i < opening_tree_count(panel->count.tree); i++)
        *members = *members || opening_tree_row(panel->count.tree, i)->cascades;
    *members = *members && area->columns >= PLY + NUMBERS + MEMBERS;
    return area->columns - NUMBERS - (*members ? MEMBERS : 0);
}

static void openings_panel_draw_row(const struct openings_panel *panel, int at, struct scene *scene,
                                    const struct area *area, int row, int all)
{
    const struct opening_row *opening = opening_tree_row(panel->count.tree, at);
    bool members;
    int wide = ply_columns(panel, area, &members);
    char text[80];
    size_t used = 0;
    scene_text(scene, row, area->column, wide > 6 ? wide - 1 : area->columns,
               *opening->ply ? opening->ply : "(ends)", *opening->ply ? ROLE_MOVE : ROLE_DIM,
               ROLE_TEXT);
    if (wide <= 6)
        return;
    text_add(text, sizeof text, &used, "%7d %4d%%", opening->games,
             all ? (int)(100.0 * opening->games / all + 0.5) : 0);
    if (opening->scored)
        text_add(text, sizeof text, &used, " %5.1f%%", 100 * opening->points / opening->scored);
    else
        text_add(text, sizeof text, &used, "      -");
    if (members && opening->cascades)
        text_add(text, sizeof text, &used, "%8.2f", opening->members);
    scene_text(scene, row, area->column + wide, NUMBERS + MEMBERS, text, ROLE_TEXT, ROLE_TEXT);
}

void openings_panel_draw(const struct openings_panel *panel, struct scene *scene,
                         const struct area *area)
{
    int count = panel->count.tree ? opening_tree_count(panel->count.tree) : 0,
        all = opening_tree_games(panel->count.tree), wide;
    bool members;
    wide = ply_columns(panel, area, &members);
    const char *state = panel->locked ? "locked" : !panel->count.counted ? "counting" : "openings";
    scene_textf(scene, area->row, area->column, wide > 6 ? wide - 1 : area->columns, ROLE_LABEL,
                ROLE_TEXT, "%s", state);
    if (wide > 6)
        scene_textf(scene, area->row, area->column + wide, NUMBERS + MEMBERS, ROLE_LABEL, ROLE_TEXT,
                    "%7s %5s %6.6s%s", "games", "%", side_name(panel->here.side),
                    members ? " members" : "");
    int rows = area->rows - 1, shown = count > rows ? rows - 1 : count;
    for (int i = 0; i < shown; i++)
        openings_panel_draw_row(panel, i, scene, area, area->row + 1 + i, all);
    if (count > shown && rows > 0)
        scene_textf(scene, area->row + 1 + shown, area->column, area->columns, ROLE_DIM, ROLE_TEXT,
                    "and %d more: go", count - shown);
    if (!count && rows > 0 && panel->count.counted)
        scene_text(scene, area->row + 1, area->column, area->columns, "no game has this position",
                   ROLE_DIM, ROLE_TEXT);
}
