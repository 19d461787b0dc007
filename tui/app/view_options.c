/* view_options.c - `o`: every setting with its values, edited in place; a change takes effect at
 * once. */
#include "config.h"
#include "tui/app/app_internal.h"
#include "tui/app/config_files.h"
#include "tui/app/list.h"
#include "tui/app/settings.h"
#include "tui/app/view.h"

#include <limits.h>
#include <string.h>

enum {
    NAME_WIDE = 14,
    PREVIEW_ROWS = 6,
    TOLD_ROWS = 2 /* rows of the preview that describe the setting */
};

struct options {
    struct view view;
    struct list list;
    int told;        /* the setting last described for screen readers; -1: none yet */
    char value[300]; /* the value of that setting when it was described */
};

static void setting_text(const struct list *list, int item, char *out, size_t size)
{
    enum setting_id id = (enum setting_id)item;
    snprintf(out, size, "%s %s %s", setting_name(id), app_setting(list->view->app, id),
             setting_help(id));
}

static void draw_setting(const struct list *list, int item, struct scene *scene,
                         const struct area *line, enum role ground)
{
    enum setting_id id = (enum setting_id)item;
    int column = line->column + 2;
    list_text(list, scene, line->row, column, NAME_WIDE - 1, setting_name(id), ROLE_LABEL, ground);
    option_values_draw(setting_values(id), INT_MAX, app_setting(list->view->app, id), scene,
                       line->row, column + NAME_WIDE, line->column + line->columns - 1, ground);
}

static const struct list_ops list_ops = {.draw = draw_setting, .text = setting_text};

static int options_open(struct view *view, const void *argument, struct note *why)
{
    struct options *options = (struct options *)view;
    (void)argument;
    (void)why;
    view->keymap[view->keymaps++] = KEYMAP_OPTIONS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    list_begin(&options->list, &list_ops, view, options);
    options->told = -1;
    list_set(&options->list, SETTINGS);
    return 0;
}

static void options_close(struct view *view)
{
    list_clear(&((struct options *)view)->list);
}

/* Draw a small board and the kinds of text in the present theme. */
static void options_draw_preview(struct scene *scene, const struct area *area)
{
    static const struct {
        char character;
        enum role ink, ground;
    } sample[3][8] = {{{'r', ROLE_BLACK, ROLE_DARK_CELL},
                       {'n', ROLE_BLACK, ROLE_LIGHT_CELL},
                       {'b', ROLE_BLACK, ROLE_DARK_CELL},
                       {'q', ROLE_BLACK, ROLE_LIGHT_CELL},
                       {'k', ROLE_BLACK, ROLE_CHECK_CELL},
                       {'p', ROLE_BLACK, ROLE_TAKE_CELL},
                       {' ', ROLE_MARK, ROLE_DARK_CELL},
                       {'p', ROLE_BLACK, ROLE_MARK_1_CELL}},
                      {{' ', ROLE_MARK, ROLE_LIGHT_CELL},
                       {'.', ROLE_MARK, ROLE_TARGET_CELL},
                       {'.', ROLE_MARK, ROLE_TARGET_CELL},
                       {' ', ROLE_MARK, ROLE_DARK_CELL},
                       {'P', ROLE_WHITE, ROLE_LAST_CELL},
                       {' ', ROLE_MARK, ROLE_LAST_CELL},
                       {'P', ROLE_WHITE, ROLE_MARK_3_CELL},
                       {'@', ROLE_MARK, ROLE_SPECIAL_CELL}},
                      {{'R', ROLE_WHITE, ROLE_DARK_CELL},
                       {'N', ROLE_WHITE, ROLE_PICKED_CELL},
                       {'B', ROLE_WHITE, ROLE_CURSOR_CELL},
                       {'Q', ROLE_WHITE, ROLE_LIGHT_CELL},
                       {'K', ROLE_WHITE, ROLE_DARK_CELL},
                       {'P', ROLE_WHITE, ROLE_LIGHT_CELL},
                       {'P', ROLE_WHITE, ROLE_MARK_2_CELL},
                       {'P', ROLE_WHITE, ROLE_MARK_4_CELL}}};
    static const struct {
        const char *text;
        enum role role;
    } words[3][4] = {{{"12. Nf3", ROLE_MOVE},
                      {"!?", ROLE_GLYPH},
                      {"Qe7", ROLE_CURRENT},
                      {"a comment", ROLE_COMMENT}},
                     {{"(12. Nc3", ROLE_VARIATION},
                      {"dim", ROLE_DIM},
                      {"found", ROLE_MATCH},
                      {"label", ROLE_LABEL}},
                     {{"an error", ROLE_ERROR},
                      {"title", ROLE_TITLE},
                      {"status", ROLE_STATUS},
                      {"hint", ROLE_HINT}}};
    for (int r = 0; r < 3 && r < area->rows; r++) {
        for (int c = 0; c < 8; c++)
            for (int k = 0; k < 3; k++)
                scene_put(scene, area->row + r, area->column + 3 * c + k,
                          k == 1 ? (uint32_t)sample[r][c].character : 0, sample[r][c].ink,
                          sample[r][c].ground);
        int column = area->column + 27;
        for (int w = 0; w < 4; w++) {
            enum role role = words[r][w].role;
            bool barred = role == ROLE_TITLE || role == ROLE_STATUS || role == ROLE_CURRENT ||
                          role == ROLE_MATCH;
            column = scene_text(scene, area->row + r, column, SCENE_TO_BORDER, words[r][w].text,
                                role, barred ? role : ROLE_TEXT) +
                     2;
        }
    }
}

/* Draw the description of a setting, above the preview. */
static void draw_told(struct scene *scene, const struct area *area, const char *told)
{
    for (int row = 0; row < TOLD_ROWS && *told; row++) {
        int length = scene_line(told, area->columns);
        scene_textf(scene, area->row + row, area->column, area->columns, ROLE_TEXT, ROLE_TEXT,
                    "%.*s", length, told);
        told += length;
    }
}

static void options_draw(struct view *view, struct scene *scene, const struct area *body,
                         struct face *face)
{
    struct options *options = (struct options *)view;
    struct area area = *body;
    int item = list_item(&options->list);
    bool preview = area.rows >= PREVIEW_ROWS + 6;
    snprintf(face->title, sizeof face->title, "Options");
    snprintf(face->mode, sizeof face->mode, "OPTIONS");
    list_status(&options->list, "options", face->status, sizeof face->status);
    if (!preview && item >= 0)
        snprintf(face->status, sizeof face->status, "%s", setting_help((enum setting_id)item));
    if (preview) {
        int bottom = area.row + area.rows;
        struct area sample = {bottom - 3, area.column + 2, 3, area.columns - 2};
        struct area told = {bottom - PREVIEW_ROWS + 1, area.column + 1, TOLD_ROWS,
                            area.columns - 2};
        area.rows -= PREVIEW_ROWS;
        app_rule(view->app, scene, bottom - PREVIEW_ROWS, area.column, area.columns);
        draw_told(scene, &told, item >= 0 ? setting_help((enum setting_id)item) : "");
        options_draw_preview(scene, &sample);
    }
    list_draw(&options->list, scene, &area);
}

/* ---- changing ---- */

static void options_set(struct options *options, enum setting_id id, const char *value)
{
    struct note why;
    if (app_set(options->view.app, setting_name(id), value, &why) < 0)
        app_error(options->view.app, "%s", why.text);
}

static void options_turn(struct options *options, int by)
{
    enum setting_id id = (enum setting_id)list_item(&options->list);
    int now = app_choice(options->view.app, id), n = 0;
    char value[64];
    while (setting_value(id, n, value, sizeof value))
        n++;
    if (*setting_values(id) && setting_value(id, (now + by + n) % n, value, sizeof value))
        options_set(options, id, value);
}

static bool options_typed(struct view *view, const char *text)
{
    struct options *options = (struct options *)view;
    struct note why;
    if (app_set(view->app, setting_name((enum setting_id)list_item(&options->list)), text, &why) ==
        0)
        return true;
    app_error(view->app, "%s", why.text);
    return false;
}

static void options_ask(struct options *options)
{
    enum setting_id id = (enum setting_id)list_item(&options->list);
    struct prompt prompt = {
        .label = "= ", .text = app_setting(options->view.app, id), .done = options_typed};
    app_prompt(options->view.app, &options->view, &prompt);
}

static bool free_text(const struct options *options)
{
    int item = list_item(&options->list);
    return item == SET_THEME || item == SET_PIECES ||
           (item >= 0 && !*setting_values((enum setting_id)item));
}

static bool options_request(struct view *view, const struct event *event)
{
    struct options *options = (struct options *)view;
    switch (event->request) {
    case REQ_SAVE:
        return options_keep(view->app), true;
    case REQ_LEFT:
        return options_turn(options, -1), true;
    case REQ_RIGHT:
    case REQ_TOGGLE:
        return options_turn(options, 1), true;
    case REQ_ENTER:
        if (list_item(&options->list) == SET_COLUMNS)
            return app_try_open(view->app, &columns_view, NULL), true;
        return free_text(options) ? options_ask(options) : options_turn(options, 1), true;
    default:
        return list_request(&options->list, event);
    }
}

static bool options_can(const struct view *view, enum request request)
{
    const struct options *options = (const struct options *)view;
    int item = list_item(&options->list);
    if (request == REQ_LEFT || request == REQ_RIGHT || request == REQ_TOGGLE)
        return item >= 0 && *setting_values((enum setting_id)item);
    /* guests cannot save settings, because they all share one system user */
    if (request == REQ_SAVE)
        return !app_restricted(view->app);
    return (request == REQ_ENTER && item >= 0) || list_can(&options->list, request);
}

static const struct hint *options_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_LEFT, REQ_RIGHT, "change"}, {REQ_ENTER, REQ_NONE, "set"}, {REQ_SAVE, REQ_NONE, "keep"},
        {REQ_DOWN, REQ_UP, "move"},      {REQ_CLOSE, REQ_NONE, NULL},  {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

/* Describe the setting under the cursor, or the one that has changed, for screen readers. */
static bool options_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct options *options = (struct options *)view;
    int item = list_item(&options->list), was = options->told;
    if (item < 0)
        return false;
    const char *value = app_setting(view->app, (enum setting_id)item),
               *name = setting_name((enum setting_id)item);
    bool same = was == item && !strncmp(value, options->value, sizeof options->value - 1);
    options->told = item;
    snprintf(options->value, sizeof options->value, "%s", value);
    if (was < 0 || same)
        return false;
    snprintf(out, size, "%s is %.200s%s%s", name, *value ? value : "empty",
             was == item || brief ? "" : ": ",
             was == item || brief ? "" : setting_help((enum setting_id)item));
    return true;
}

const struct view_ops options_view = {
    .name = "options",
    .size = sizeof(struct options),
    .open = options_open,
    .close = options_close,
    .draw = options_draw,
    .request = options_request,
    .can = options_can,
    .hints = options_hints,
    .aloud = options_aloud,
};
