/* settings.c - the settings, stored as text: see settings.h. */
#include "config.h"

#include "archive/store/store.h"
#include "core/util/spelling.h"
#include "tui/app/app_internal.h"
#include "tui/app/settings.h"
#include "tui/boards/piece_set.h"
#include "tui/session/archive/columns.h"
#include "tui/system/paths.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *values, *help;
} settings[SETTINGS] = {
#define SETTING_ROW(name, text, values, help) {text, values, help},
    SETTING_LIST(SETTING_ROW)
#undef SETTING_ROW
};

const char *setting_name(enum setting_id id)
{
    return settings[id].name;
}

const char *setting_values(enum setting_id id)
{
    return settings[id].values;
}

const char *setting_help(enum setting_id id)
{
    return settings[id].help;
}

enum setting_id setting_named(const char *name)
{
    int id = 0;
    while (id < SETTINGS && strcmp(settings[id].name, name) != 0)
        id++;
    return (enum setting_id)id;
}

bool setting_value(enum setting_id id, int index, char *out, size_t size)
{
    const char *at = settings[id].values;
    for (; index > 0; index--) {
        at = strchr(at, '|');
        if (!at)
            return false;
        at++;
    }
    snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
    return true;
}

/* The index of a value among the listed values of a setting; -1: none. Drawing calls this very
 * often, so the values are compared in place. */
static int settings_index_of(enum setting_id id, const char *value)
{
    const char *at = settings[id].values;
    for (int i = 0;; i++) {
        size_t length = strcspn(at, "|");
        if (!strncmp(at, value, length) && !value[length])
            return i;
        if (!at[length])
            return -1;
        at += length + 1;
    }
}

void settings_begin(struct app *app, const char *fallback)
{
    const char *named = getenv("CHESSCADE_USER");
    const char *user = named && *named ? named : fallback;
    for (int i = 0; i < SETTINGS; i++) {
        char value[64];
        setting_value((enum setting_id)i, 0, value, sizeof value);
        app->setting[i] = memory_text(value);
    }
    app->data = memory_text(data_folder());
    app->pieces = memory_new(1, sizeof *app->pieces);
    app->user = user ? memory_text(user) : NULL;
    app->named = named && *named;
}

void settings_clear(struct app *app)
{
    for (int i = 0; i < SETTINGS; i++)
        free(app->setting[i]);
    free(app->data);
    free(app->user);
    piece_set_free(app->pieces->set);
    free(app->pieces);
}

const char *app_setting(const struct app *app, enum setting_id id)
{
    return app->setting[id];
}

int app_choice(const struct app *app, enum setting_id id)
{
    return settings_index_of(id, app->setting[id]);
}

/* Set the theme. The theme may be a file, so it is loaded before anything changes. */
static int set_theme(struct app *app, const char *value, struct note *why)
{
    struct theme theme;
    bool light = app->light_ground && !strcmp(value, "default");
    int status = theme_load(light ? "light" : value, app->data, &theme, why);
    if (status == 0)
        app->theme = theme;
    return status;
}

void app_ground_is(struct app *app, bool light)
{
    if (app->light_ground == light)
        return;
    app->light_ground = light;
    if (app_choice(app, SET_THEME) == 0 && set_theme(app, "default", NULL) == 0)
        app->wishes |= WISH_LOOKS;
}

/* Set the piece set. Sets other than `auto` are loaded before anything changes, because their files
 * may be missing or invalid. */
static int set_pieces(struct app *app, const char *value, struct note *why)
{
    struct piece_set *set = NULL;
    bool chosen = strcmp(value, "auto") != 0;
    int status = chosen ? piece_set_load(value, app->data, &set, why) : 0;
    if (status < 0)
        return status;
    piece_set_free(app->pieces->set);
    app->pieces->set = set;
    app->pieces->loaded = chosen;
    return 0;
}

static int no_setting(const char *name, struct note *why)
{
    struct spelling spelling = {.typed = name};
    char hint[SPELLING_HINT_ROOM];
    for (int i = 0; i < SETTINGS; i++)
        spelling_try(&spelling, settings[i].name);
    spelling_hint(&spelling, hint, sizeof hint);
    return note_fail(why, FAIL_NAME, 0, "There is no option '%.60s'%s", name,
                     *hint ? hint : "; press o to list them");
}

int app_set(struct app *app, const char *name, const char *value, struct note *why)
{
    enum setting_id id = setting_named(name);
    if (id == SETTINGS)
        return no_setting(name, why);
    /* earlier versions called the figurines "symbols" */
    if (id == SET_PIECES && !strcmp(value, "symbols"))
        value = "figurines";
    if (app->restricted &&
        (id == SET_NAME || id == SET_MESSAGES ||
         ((id == SET_THEME || id == SET_PIECES) && settings_index_of(id, value) < 0)))
        return note_fail(why, FAIL_NAME, 0, "That cannot be changed here");
    if (id == SET_THEME || id == SET_PIECES) {
        int status = (id == SET_THEME ? set_theme : set_pieces)(app, value, why);
        if (status < 0)
            return status;
    } else if (id == SET_COLUMNS) {
        int status = game_columns_read(value, &(struct game_columns){.n = 0}, why);
        if (status < 0)
            return status;
    } else if (*settings[id].values && settings_index_of(id, value) < 0) {
        return note_fail(why, FAIL_TEXT, 0, "%s is one of %s, not '%.60s'", name,
                         settings[id].values, value);
    }
    free(app->setting[id]);
    app->setting[id] = memory_text(value);
    app->wishes |= WISH_LOOKS;
    return 0;
}

/* How boards of triangles are drawn. Filled cells need colours, and blocks in the font. */
static void triangles_looks(const struct app *app, struct board_view *view)
{
    static const uint8_t fill[] = {FILL_STEPS, FILL_NONE, FILL_STEPS, FILL_CORNERS};
    static const uint8_t colours[] = {COLOURS_TWO, COLOURS_TWO, COLOURS_FOUR, COLOURS_ONE};
    int chosen = app_choice(app, SET_TRIANGLE_COLORS);
    bool can = !app_mono(app) && app_charset(app) == CHARSET_UTF8 && chosen < 3 &&
               !app->pieces->ascii && app_choice(app, SET_A11Y) != 1;
    int wanted = app_choice(app, SET_TRIANGLES);
    view->fill = can && (wanted || !app->pieces->texts) ? fill[wanted] : FILL_NONE;
    view->colours = colours[chosen];
    view->signs = app_mono(app) && (chosen == 1 || chosen == 2);
}

void app_pieces(const struct app *app, struct board_view *view)
{
    struct shown_pieces *pieces = app->pieces;
    view->bare = !app_mono(app);
    triangles_looks(app, view);
    if (app_choice(app, SET_A11Y) == 1)
        return;
    if (!pieces->loaded) { /* if the file of the set is missing, pieces are letters */
        pieces->loaded = true;
        piece_set_load("art", app->data, &pieces->set, NULL);
    }
    view->pieces = pieces->set;
    view->large_pieces = app_choice(app, SET_PIECES) == 0;
    /* With 8 or 16 colours Black's pieces are white on a black background of their own, so blocks
     * would look like White's. Figurines are as thin as letters, and do not. */
    view->ascii_pieces = pieces->ascii || (pieces->few && app_choice(app, SET_PIECES) != 2);
}

enum charset app_charset(const struct app *app)
{
    if (app_choice(app, SET_A11Y) == 1)
        return CHARSET_ASCII;
    switch (app_choice(app, SET_CHARSET)) {
    case 1:
        return CHARSET_UTF8;
    case 2:
    case 3:
        return CHARSET_ASCII;
    default:
        return app->terminal_charset == CHARSET_UTF8 ? CHARSET_UTF8 : CHARSET_ASCII;
    }
}

enum charset app_terminal_charset(const struct app *app)
{
    int choice = app_choice(app, SET_CHARSET);
    bool lines = choice == 2 || (choice <= 0 && app->terminal_charset == CHARSET_LINES);
    return lines && app_choice(app, SET_A11Y) != 1 ? CHARSET_LINES : app_charset(app);
}

const char *app_data(const struct app *app)
{
    return app->data;
}

const char *app_user(const struct app *app)
{
    const char *name = app_setting(app, SET_NAME);
    if (*name)
        return name;
    if (app->user)
        return app->user;
    const struct passwd *entry = getpwuid(geteuid());
    return entry && entry->pw_name && *entry->pw_name ? entry->pw_name : "somebody";
}

const char *app_author(const struct app *app, const struct store *store)
{
    return !app->restricted && store && store_shared(store) ? store_user(store) : app_user(app);
}

bool app_signs(const struct app *app, const struct store *store)
{
    return app->restricted || app->named || *app_setting(app, SET_NAME) ||
           (store && store_shared(store));
}

/* ---- The values of a variant's option, as a row and as text: see settings.h. */

int option_values_width(const struct option *option)
{
    int bars = 0,
        length = option->values ? (int)strlen(option->values) : (int)strlen(OPTION_AS_USUAL);
    for (const char *at = option->values; at && *at; at++)
        bars += *at == '|';
    /* two columns separate values; `length` counts one of them, the bar */
    return length + 2 + bars;
}

static bool is_value(const char *at, int length, const char *value)
{
    return (int)strlen(value) == length && !strncmp(at, value, (size_t)length);
}

/* The number of columns of the row up to and including `value`, 0 if it is not in the row; with
 * NULL those of the whole row. */
static int width_to(const char *values, int most, const char *value)
{
    int width = 0;
    for (const char *at = values; *at && most > 0; most--) {
        int length = (int)strcspn(at, "|");
        width += length + 2;
        if (value && is_value(at, length, value))
            return width;
        at += length + (at[length] == '|');
    }
    return value ? 0 : width;
}

void option_values_draw(const char *values, int most, const char *holds, struct scene *scene,
                        int row, int column, int end, enum role ground)
{
    static const char more[] = " ...";
    if (!width_to(values, most, holds))
        column = scene_textf(scene, row, column, end - column, ROLE_TEXT, ground, "[%s] ", holds);
    int last = column + width_to(values, most, NULL) <= end ? end : end - (int)sizeof more + 1;
    if (column + width_to(values, most, holds) > last) {
        scene_textf(scene, row, column, end - column, ROLE_TEXT, ground, "[%s]%s", holds, more);
        return;
    }
    const char *at = values;
    for (bool this, before = false; *at && most > 0; most--, before = this) {
        int length = (int)strcspn(at, "|");
        this = is_value(at, length, holds);
        if (column + length + 2 > last) {
            scene_text(scene, row, column, end - column, more + !before, ROLE_DIM, ground);
            return;
        }
        column = scene_textf(scene, row, column, end - column, this ? ROLE_TEXT : ROLE_DIM, ground,
                             this ? "[%.*s]" : " %.*s ", length, at);
        at += length + (at[length] == '|');
    }
}

void option_values_write(const struct option *option, struct page *page)
{
    char text[256];
    size_t used = 0;
    int first = (int)strcspn(option->values, "|");
    for (const char *at = option->values; *at;) {
        int length = (int)strcspn(at, "|");
        text_add(text, sizeof text, &used, "%s%.*s", used ? ", " : "", length, at);
        at += length + (at[length] == '|');
    }
    page_addf(page, ROLE_DIM, 0, "%s. Usually: %.*s.", text, first, option->values);
}

void option_values_step(const struct option *option, const char *value, int by, char *out,
                        size_t size)
{
    int now = 0, n = 0;
    for (const char *at = option->values; at; n++) {
        snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
        if (!strcmp(out, value))
            now = n;
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    const char *at = option->values;
    for (int i = (now + by + n) % n; i > 0; i--)
        at = strchr(at, '|') + 1;
    snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
}
