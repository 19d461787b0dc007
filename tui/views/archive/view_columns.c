/* view_columns.c - `o` in the list of games: the user chooses its columns and their order, and the
 * first games are the preview. The choice is stored in the setting `columns`. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "tui/app/config_files.h"

#include <string.h>

enum { NAME_WIDE = 12, SAMPLE_ROWS = 6, LEAST_ROWS = 6 };

/* The state of the view. It has one line for each column, in order; a cross marks the columns that
 * are shown. */
struct archive_columns_layout {
    struct view view;
    struct list list;
    const struct game_list *games; /* NULL: there are no games for a preview */
    enum game_column line[GAME_COLUMN_COUNT];
    bool shown[GAME_COLUMN_COUNT], chosen;
    char looked[256]; /* the value of the setting that the lines represent */
};

static struct archive_columns_layout *archive_columns_columns_of(const struct view *view)
{
    return (struct archive_columns_layout *)view;
}

/* Set the lines from the setting: the shown columns first, then the others. */
static void archive_columns_look(struct archive_columns_layout *columns)
{
    struct game_columns now;
    int n = 0;
    snprintf(columns->looked, sizeof columns->looked, "%s",
             app_setting(columns->view.app, SET_COLUMNS));
    if (game_columns_read(columns->looked, &now, NULL) < 0)
        game_columns_read("", &now, NULL);
    memset(columns->shown, 0, sizeof columns->shown);
    columns->chosen = now.chosen;
    for (; n < now.n; n++)
        columns->shown[columns->line[n] = now.v[n]] = true;
    for (int c = 0; c < GAME_COLUMN_COUNT; c++)
        if (!columns->shown[c])
            columns->line[n++] = (enum game_column)c;
}

static void column_line(const struct list *list, int item, char *out, size_t size)
{
    const struct archive_columns_layout *columns = list->owner;
    enum game_column column = columns->line[item];
    snprintf(out, size, "%s %s", game_column_name(column), game_column_help(column));
}

static void archive_columns_draw_column(const struct list *list, int item, struct scene *scene,
                                        const struct area *line, enum role ground)
{
    const struct archive_columns_layout *columns = list->owner;
    enum game_column column = columns->line[item];
    int end = line->column + line->columns - 1, at = line->column + 2;
    at = scene_text(scene, line->row, at, end - at, columns->shown[column] ? "[x] " : "[ ] ",
                    ROLE_TEXT, ground);
    list_text(list, scene, line->row, at, NAME_WIDE - 1, game_column_name(column), ROLE_LABEL,
              ground);
    list_text(list, scene, line->row, at + NAME_WIDE, end - at - NAME_WIDE,
              game_column_help(column), ROLE_DIM, ground);
}

static const struct list_ops list_ops = {.draw = archive_columns_draw_column, .text = column_line};

static int columns_open(struct view *view, const void *argument, struct note *why)
{
    struct archive_columns_layout *columns = archive_columns_columns_of(view);
    const struct columns_open *open = argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_OPTIONS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    columns->games = open ? open->games : NULL;
    archive_columns_look(columns);
    list_begin(&columns->list, &list_ops, view, columns);
    list_set(&columns->list, GAME_COLUMN_COUNT);
    return 0;
}

static void columns_close(struct view *view)
{
    list_clear(&archive_columns_columns_of(view)->list);
}

static void columns_draw(struct view *view, struct scene *scene, const struct area *body,
                         struct face *face)
{
    struct archive_columns_layout *columns = archive_columns_columns_of(view);
    struct area area = *body;
    if (strcmp(columns->looked, app_setting(view->app, SET_COLUMNS)) != 0)
        archive_columns_look(columns); /* a command changed the setting */
    snprintf(face->title, sizeof face->title, "Columns of the list of games");
    snprintf(face->mode, sizeof face->mode, "COLUMNS");
    snprintf(face->status, sizeof face->status, "%s",
             columns->chosen ? "as you chose them; the last ones are hidden if there is no room"
                             : "as many columns as fit, until you choose");
    if (columns->list.filter[0])
        list_status(&columns->list, "columns", face->status, sizeof face->status);
    if (columns->games && area.rows >= SAMPLE_ROWS + LEAST_ROWS) {
        int rule = area.row + area.rows - SAMPLE_ROWS;
        struct area sample = {rule + 1, area.column, SAMPLE_ROWS - 1, area.columns};
        area.rows -= SAMPLE_ROWS;
        app_rule(view->app, scene, rule, area.column, area.columns);
        game_list_sample(columns->games, scene, &sample);
    }
    list_draw(&columns->list, scene, &area);
}

/* ---- changing ---- */

static void archive_columns_set(struct archive_columns_layout *columns)
{
    struct game_columns now = {.chosen = true};
    struct note why;
    for (int i = 0; i < GAME_COLUMN_COUNT; i++)
        if (columns->shown[columns->line[i]])
            now.v[now.n++] = columns->line[i];
    game_columns_write(&now, columns->looked, sizeof columns->looked);
    columns->chosen = now.n > 0;
    if (app_set(columns->view.app, "columns", columns->looked, &why) < 0)
        app_error(columns->view.app, "%s", why.text);
    if (!now.n)
        archive_columns_look(columns); /* restore the default columns */
}

static void archive_columns_turn(struct archive_columns_layout *columns)
{
    int item = list_item(&columns->list);
    if (item < 0)
        return;
    enum game_column column = columns->line[item];
    columns->shown[column] = !columns->shown[column];
    archive_columns_set(columns);
}

static bool can_shift(const struct archive_columns_layout *columns, int by)
{
    int item = list_item(&columns->list);
    return item >= 0 && item + by >= 0 && item + by < GAME_COLUMN_COUNT;
}

static void archive_columns_shift(struct archive_columns_layout *columns, int by)
{
    int item = list_item(&columns->list);
    enum game_column column = columns->line[item];
    columns->line[item] = columns->line[item + by];
    columns->line[item + by] = column;
    archive_columns_set(columns);
    list_go(&columns->list, item + by);
}

static bool columns_request(struct view *view, const struct event *event)
{
    struct archive_columns_layout *columns = archive_columns_columns_of(view);
    switch (event->request) {
    case REQ_SAVE:
        return options_keep(view->app), true;
    case REQ_LEFT:
        return archive_columns_shift(columns, -1), true;
    case REQ_RIGHT:
        return archive_columns_shift(columns, 1), true;
    case REQ_TOGGLE:
    case REQ_ENTER:
        return archive_columns_turn(columns), true;
    default:
        return list_request(&columns->list, event);
    }
}

static bool columns_can(const struct view *view, enum request request)
{
    const struct archive_columns_layout *columns = archive_columns_columns_of(view);
    switch (request) {
    case REQ_LEFT:
        return can_shift(columns, -1);
    case REQ_RIGHT:
        return can_shift(columns, 1);
    case REQ_TOGGLE:
    case REQ_ENTER:
        return list_item(&columns->list) >= 0;
    case REQ_SAVE:
        return !app_restricted(view->app);
    default:
        return list_can(&columns->list, request);
    }
}

static const struct hint *columns_hints(const struct view *view)
{
    enum { WAYS = 3 };
    static const struct hint ways[WAYS] = {{REQ_LEFT, REQ_RIGHT, "to the left, right"},
                                           {REQ_LEFT, REQ_NONE, "to the left"},
                                           {REQ_RIGHT, REQ_NONE, "to the right"}};
    static struct hint hints[] = {{REQ_TOGGLE, REQ_NONE, "show or hide"},
                                  {REQ_NONE, REQ_NONE, NULL},
                                  {REQ_SAVE, REQ_NONE, "keep"},
                                  {REQ_OPTIONS, REQ_NONE, "all options"},
                                  {REQ_CLOSE, REQ_NONE, NULL},
                                  {REQ_NONE, REQ_NONE, NULL}};
    bool left = columns_can(view, REQ_LEFT), right = columns_can(view, REQ_RIGHT);
    hints[1] = ways[left && right ? 0
                    : left        ? 1
                           /* on the first and last line only one direction is possible */
                           : 2];
    return hints;
}

const struct view_ops columns_view = {
    .name = "columns",
    .size = sizeof(struct archive_columns_layout),
    .open = columns_open,
    .close = columns_close,
    .draw = columns_draw,
    .request = columns_request,
    .can = columns_can,
    .hints = columns_hints,
};
