/* game_list_draw.c - draws a list of games: columns (tui/session/columns.h), titles, damaged files. See game_list.h. */
#include "config.h"
#include "tui/views/archive/game_list_internal.h"

#include <stdio.h>
#include <string.h>

struct game_columns game_list_columns(const struct game_list *games)
{
    struct game_columns columns;
    if (game_columns_read(app_setting(games->list.view->app, SET_COLUMNS), &columns, NULL) < 0)
        game_columns_read("", &columns, NULL);
    return columns;
}

static struct game_layout layout(const struct game_list *games, const struct game_columns *columns, int total)
{
    return game_layout(columns, &games->widths, games->sort, store_total(games->store), total);
}

static bool to_the_right(enum game_column column)
{
    return column == GAME_NUMBER || column == GAME_PLIES || column == GAME_CASCADES;
}

static void draw_column(const struct list *list, struct scene *scene, const struct area *line,
                        const struct game_layout *layout, enum game_column column, const char *text, enum role role,
                        enum role ground)
{
    int width = layout->width[column], indent = to_the_right(column) ? width - scene_columns(text) : 0;
    indent = indent < 0 ? 0 : indent;
    if (width)
        list_text(list, scene, line->row, line->column + layout->at[column] + indent, width - indent, text, role, ground);
}

/* Draw signs before the columns: tagged, unsaved changes. Returns how many. */
static int draw_signs(const struct game_list *games, const struct listing *listing, int at, struct scene *scene,
                      const struct area *line, enum role ground)
{
    int signs = 0;
    if (game_list_tagged(games, at))
        scene_put(scene, line->row, line->column + signs++, '*', ROLE_GLYPH, ground);
    for (int i = 0; i < games->drafts; i++)
        if (!strcmp(games->draft[i], listing->id)) {
            scene_put(scene, line->row, line->column + signs++, '+', ROLE_GLYPH, ground);
            break;
        }
    return signs;
}

static void draw_damaged(const struct list *list, const struct listing *listing, int at, struct scene *scene,
                         const struct area *line, enum role ground)
{
    const struct game_list *games = list->owner;
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    bool numbered = columns.v[0] == GAME_NUMBER;
    int column = numbered && columns.n > 1 ? 2 + layout_now.width[GAME_NUMBER] + 1 : 2;
    char text[512], where[48] = "";
    int signs = draw_signs(games, listing, at, scene, line, ground);
    scene_put(scene, line->row, line->column + (signs > 1 ? 1 : signs), '!', ROLE_ERROR, ground);
    snprintf(text, sizeof text, "%d", at + 1);
    if (numbered)
        draw_column(list, scene, line, &layout_now, GAME_NUMBER, text, ROLE_ERROR, ground);
    if (listing->place.line)
        snprintf(where, sizeof where, ": line %d col %d", listing->place.line, listing->place.column);
    snprintf(text, sizeof text, "(damaged%s) %.300s", where, listing->why);
    list_text(list, scene, line->row, line->column + column, line->columns - column - 1, text, ROLE_ERROR, ground);
}

/* A title may extend to the variant's column; if it is too long for that, it begins in the column of the date. */
static void draw_title(const struct list *list, const struct listing *listing, struct scene *scene,
                       const struct area *line, const struct game_layout *layout, enum role ground)
{
    int from = layout->at[GAME_SEATS], end = layout->at[GAME_VARIANT] - 1;
    if (layout->width[GAME_DATE] && layout->brief)
        from = layout->at[GAME_DATE];
    else
        draw_column(list, scene, line, layout, GAME_DATE, listing->date, ROLE_DIM, ground);
    list_text(list, scene, line->row, line->column + from, end - from, listing->event, ROLE_TEXT, ground);
}

void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line, enum role ground)
{
    const struct game_list *games = list->owner;
    const struct listing *listing = store_listing(games->store, at);
    if (!listing) /* not scanned again yet */
        return;
    if (listing->damaged) {
        draw_damaged(list, listing, at, scene, line, ground);
        return;
    }
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    bool titled = listing_titled(listing), title = titled && !columns.chosen;
    draw_signs(games, listing, at, scene, line, ground);
    if (title)
        draw_title(list, listing, scene, line, &layout_now, ground);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char room[GAME_COLUMN_TEXT_ROOM];
        if (title && (c == GAME_DATE || c == GAME_SEATS || c == GAME_EVENT))
            continue;
        if (titled && c == GAME_EVENT && layout_now.width[GAME_SEATS])
            continue; /* already in the seats column */
        const char *text = game_column_text(listing, at, c, layout_now.brief, room);
        if (c == GAME_SEATS && listing->players > 2 && !titled) {
            listing_seats_within(listing, layout_now.width[c], layout_now.brief, room, sizeof room);
            text = room;
        }
        enum role role = c == GAME_SEATS || c == GAME_RESULT ? ROLE_TEXT : ROLE_DIM;
        draw_column(list, scene, line, &layout_now, c, text, role, ground);
    }
}

void game_list_heads(const struct game_list *games, struct scene *scene, const struct area *line)
{
    struct game_columns columns = game_list_columns(games);
    struct game_layout layout_now = layout(games, &columns, line->columns);
    for (int i = 0; i < columns.n; i++) {
        enum game_column c = columns.v[i];
        char text[32];
        snprintf(text, sizeof text, "%s%s", game_column_head(c), c != games->sort ? "" : games->descending ? " ^" : " v");
        draw_column(&games->list, scene, line, &layout_now, c, text, ROLE_LABEL, ROLE_TEXT);
    }
}

void game_list_sample(const struct game_list *games, struct scene *scene, const struct area *area)
{
    struct area line = {area->row, area->column, 1, area->columns};
    int from = games->list.top;
    if (area->rows > 0)
        game_list_heads(games, scene, &line);
    for (int i = 1; i < area->rows && from + i <= games->list.n; i++) {
        line.row = area->row + i;
        game_list_draw(&games->list, list_shown(&games->list, from + i - 1), scene, &line, ROLE_TEXT);
    }
}

const char *game_list_sort_name(const struct game_list *games)
{
    return game_column_head(games->sort);
}
