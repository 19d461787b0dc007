/* view_new.c - starting a game of a variant: players, clock and options, with a picture of the resulting board. */
#include "config.h"
#include "core/position_text.h"
#include "tui/session/army_names.h"
#include "tui/session/keyboard_clock.h"
#include "tui/views/setup/new_game.h"
#include "tui/views/navigation.h"
#include "tui/app/option_values.h"
#include "tui/views/setup/view_army.h"
#include "tui/views/view_pager.h"
#include "tui/views/setup/view_setup.h"
#include "tui/views/view_variants.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The option on a line, below 0: none. Options without effect in this variant are left out. */
static int option_of(const struct new_game *game, int item)
{
    int option = item - 1 - game->rules->sides;
    return option < 0 || new_game_is_clock(game, item) ? -1 : ruleset_offered_at(game->rules, option);
}

const struct option *new_game_option(const struct new_game *game, int item)
{
    int option = option_of(game, item);
    return item > 0 && option >= 0 ? &game->rules->variant->options[option] : NULL;
}

static int option_named(const struct new_game *game, const char *name)
{
    int i = game->rules->variant->option_count - 1;
    while (i >= 0 && strcmp(game->rules->variant->options[i].name, name) != 0)
        i--;
    return i;
}

bool new_game_has_armies(const struct new_game *game)
{
    return option_named(game, "army") >= 0 && option_named(game, "white") >= 0;
}

/* The text edited on a line: a player's name, or the clock. */
static char **own_of(struct new_game *game, int item)
{
    return new_game_is_clock(game, item) ? &game->clock : &game->player[item > 0 ? item - 1 : 0];
}

static void item_text(const struct list *list, int item, char *out, size_t size)
{
    const struct new_game *game = list->owner;
    const struct option *option = new_game_option(game, item);
    if (item == 0)
        snprintf(out, size, "Start the game");
    else if (new_game_is_clock(game, item))
        snprintf(out, size, "clock %s", game->clock);
    else if (!option)
        snprintf(out, size, "%s's name %s", side_name(item - 1), game->player[item - 1]);
    else
        snprintf(out, size, "%s %s %s", option->name, game->value[option_of(game, item)], option->help);
}

static void draw_item(const struct list *list, int item, struct scene *scene, const struct area *line,
                      enum role ground)
{
    const struct new_game *game = list->owner;
    const struct option *option = new_game_option(game, item);
    int column = line->column + 2, end = line->column + line->columns - 1;
    char label[64];
    if (item == 0) {
        scene_text(scene, line->row, column, end - column, "Start the game", ROLE_TEXT, ground);
        return;
    }
    bool clock = new_game_is_clock(game, item);
    const char *name = option ? option->name : clock ? "clock" : side_name(item - 1);
    snprintf(label, sizeof label, option || clock ? "%s" : "%s's name", name);
    list_text(list, scene, line->row, column, NEW_GAME_NAME_WIDE - 1, label, ROLE_LABEL, ground);
    column += NEW_GAME_NAME_WIDE;
    const char *value = option ? game->value[option_of(game, item)] : *own_of((struct new_game *)game, item);
    if (option && option->values)
        option_values_draw(option->values, INT_MAX, value, scene, line->row, column, end, ground);
    else
        list_text(list, scene, line->row, column + 1, end - column - 1,
                  *value ? value : option ? OPTION_AS_USUAL : clock ? "none" : "-", *value ? ROLE_TEXT : ROLE_DIM, ground);
}

static const struct list_ops list_ops = {.draw = draw_item, .text = item_text};

/* ---- the ruleset for the settings ---- */

/* Parse a position; an error gives its place in characters of the text. */
static int read_position(const struct ruleset *rules, const char *text, struct position *out, struct note *why)
{
    int status = rules->rules->read(rules, text, out, why);
    struct note said = *why;
    if (status < 0 && said.offset >= 0)
        note_set(why, said.offset, "position, column %d: %s", text_character(text, said.offset), said.text);
    else if (status < 0)
        note_set(why, -1, "position: %s", said.text);
    return status;
}

static int reopen(struct new_game *game, const char *id, struct note *why)
{
    const struct variant *variant = game->rules ? game->rules->variant : NULL;
    struct setting *setting = memory_new(variant ? (size_t)variant->option_count + 1 : 1, sizeof *setting);
    struct ruleset *rules;
    int n = 0;
    for (int i = 0; variant && i < variant->option_count; i++)
        if (*game->value[i])
            setting[n++] = (struct setting){variant->options[i].name, game->value[i]};
    int status = ruleset_open(&rules, variant ? game->rules->id : id, setting, n, why);
    free(setting);
    if (status < 0)
        return status;
    if (game->position && *game->position && read_position(rules, game->position, &game->start, why) < 0) {
        ruleset_free(rules);
        return FAIL_TEXT;
    }
    ruleset_free(game->rules);
    game->rules = rules;
    if (!game->position || !*game->position)
        rules->rules->setup(rules, &game->start);
    list_set(&game->list, 1 + rules->sides + ruleset_offered(rules) + 1);
    return 0;
}

/* Put the cursor back on an option: with more players, more lines come before it. */
static void go_to_option(struct new_game *game, int option)
{
    for (int item = 1 + game->rules->sides; item < game->list.items; item++)
        if (option_of(game, item) == option)
            list_go(&game->list, item);
}

/* Set an option; if the family refuses it, nothing changes. */
static bool try_option(struct new_game *game, int option, const char *value, struct note *why)
{
    char *before = game->value[option];
    bool here = option_of(game, list_item(&game->list)) == option;
    game->value[option] = memory_text(value);
    if (reopen(game, NULL, why) == 0) {
        free(before);
        if (here)
            go_to_option(game, option);
        return true;
    }
    free(game->value[option]);
    game->value[option] = before;
    return false;
}

static bool set_option(struct new_game *game, int option, const char *value)
{
    struct note why;
    bool set = try_option(game, option, value, &why);
    if (!set)
        app_error(game->view.app, "%s", why.text);
    return set;
}

static char *first_value(const struct option *option)
{
    char text[256];
    snprintf(text, sizeof text, "%.*s", option->values ? (int)strcspn(option->values, "|") : 0,
             option->values ? option->values : "");
    return memory_text(text);
}

/* Set a player's name, or the clock; "none" means no clock. */
static int set_own(struct new_game *game, char **own, const char *text, struct note *why)
{
    bool clock = own == &game->clock;
    if (clock && keyboard_clock_check(text, why) < 0)
        return FAIL_TEXT;
    free(*own);
    *own = memory_text(clock && !strcmp(text, "none") ? "" : text);
    return 0;
}

/* Apply one initial choice: an option, a player's name, the clock. */
static int begin_with(struct new_game *game, const struct setting *setting, struct note *why)
{
    static const char *const player[SIDES_MAX] = {"white", "black", "red"};
    const struct variant *variant = game->rules->variant;
    char **own = !strcmp(setting->name, "clock") ? &game->clock : NULL;
    for (int side = 0; side < game->rules->sides; side++)
        own = !strcmp(setting->name, player[side]) ? &game->player[side] : own;
    for (int i = 0; i < variant->option_count; i++) /* an option for an army has the same name as the player's side */
        if (!strcmp(setting->name, variant->options[i].name) &&
            (!own || army_names_meant(game->rules, setting->name, setting->value)))
            return try_option(game, i, setting->value, why) ? 0 : FAIL_NAME;
    if (!own)
        return note_fail(why, FAIL_NAME, -1,
                         "%s has no option '%.40s'; players (white=ana), a clock (clock=5+3) and a position (position=TEXT) can be "
                         "named", variant->id, setting->name);
    return set_own(game, own, setting->value, why);
}

/* Apply all initial choices except the position, in the order given; retry those that need another one
 * (crooked-queen) which comes later. */
static int begin_with_all(struct new_game *game, const struct new_open *open, struct note *why)
{
    bool *done = memory_new((size_t)open->settings + 1, sizeof *done), more = true;
    int status = 0;
    while (more) {
        more = false;
        status = 0;
        for (int s = 0; s < open->settings; s++) {
            struct note said;
            int set = done[s] || !strcmp(open->setting[s].name, "position") ? 1 : begin_with(game, &open->setting[s], &said);
            if (set == 0)
                done[s] = more = true;
            if (set < 0 && status == 0) {
                status = set;
                *why = said;
            }
        }
        more = more && status < 0;
    }
    free(done);
    return status;
}

static void forget(struct new_game *game)
{
    for (int i = 0; i < game->rules->variant->option_count; i++)
        free(game->value[i]);
    for (int i = 0; i < SIDES_MAX; i++)
        free(game->player[i]);
    free(game->value);
    free(game->clock);
    free(game->position);
    list_clear(&game->list);
    ruleset_free(game->rules);
}

static int new_open(struct view *view, const void *argument, struct note *why)
{
    struct new_game *game = (struct new_game *)view;
    const struct new_open *open = argument;
    const char *position = "";
    list_begin(&game->list, &list_ops, view, game);
    int status = reopen(game, open->variant, why);
    if (status < 0)
        return status;
    const struct variant *variant = game->rules->variant;
    game->value = memory_new((size_t)variant->option_count + 1, sizeof *game->value);
    for (int i = 0; i < variant->option_count; i++)
        game->value[i] = first_value(&variant->options[i]);
    for (int i = 0; i < SIDES_MAX; i++)
        game->player[i] = memory_text("");
    game->clock = memory_text("");
    view->keymap[view->keymaps++] = KEYMAP_OPTIONS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    status = begin_with_all(game, open, why);
    for (int s = 0; s < open->settings; s++)
        if (!strcmp(open->setting[s].name, "position"))
            position = open->setting[s].value;
    game->position = memory_text(position);
    if (status == 0 && *position) /* parsed last, as all options affect it */
        status = reopen(game, NULL, why);
    if (status < 0)
        forget(game);
    return status;
}

static void new_close(struct view *view)
{
    forget((struct new_game *)view);
}

/* ---- changing ---- */

static bool typed(struct view *view, const char *text)
{
    struct new_game *game = (struct new_game *)view;
    int item = list_item(&game->list);
    if (new_game_option(game, item))
        return set_option(game, option_of(game, item), text);
    struct note why;
    if (set_own(game, own_of(game, item), text, &why) < 0)
        return app_error(game->view.app, "%s", why.text), false;
    return true;
}

static bool complete_army(struct view *view, const char *text, char *out, size_t size)
{
    struct new_game *game = (struct new_game *)view;
    char names[256];
    if (army_names_complete(game->rules, text, out, size))
        return true;
    army_names_list(game->rules, names, sizeof names);
    app_prompt_note(view->app, names);
    return false;
}

static void ask(struct new_game *game, int item)
{
    const struct option *option = new_game_option(game, item);
    /* Only options without a list of values are typed, and these are armies. */
    const char *label = option ? "army: " : new_game_is_clock(game, item) ? "clock: " : "name: ";
    struct prompt prompt = {.label = label, .done = typed, .complete = option ? complete_army : NULL};
    prompt.text = option ? game->value[option_of(game, item)] : *own_of(game, item);
    app_prompt(game->view.app, &game->view, &prompt);
}

/* Choose the next named army that the variant allows; none is always allowed. */
static void turn_army(struct new_game *game, int option, int by)
{
    const char *name = army_names_step(game->rules, game->value[option], by);
    struct note why;
    while (!try_option(game, option, name, &why))
        name = army_names_step(game->rules, name, by);
}

static void turn(struct new_game *game, int item, int by)
{
    const struct option *option = new_game_option(game, item);
    char value[256];
    if (army_names_asked(game->rules, option))
        turn_army(game, option_of(game, item), by);
    if (!option || !option->values)
        return;
    option_values_step(option, game->value[option_of(game, item)], by, value, sizeof value);
    set_option(game, option_of(game, item), value);
}

static void start(struct new_game *game)
{
    struct app *app = game->view.app;
    const char *player[SIDES_MAX] = {game->player[0], game->player[1], game->player[2]};
    if (*game->position ? !open_game_from(app, game->rules, &game->start, player, game->clock)
                        : !open_new_game(app, game->rules, player, game->clock))
        return;
    for (struct view *below = app_below(app, &game->view), *next; below; below = next) { /* the views that led here */
        next = app_below(app, below);
        if (below->ops != &variants_view && below->ops != &own_board_view)
            break;
        app_close(app, below);
    }
    app_close(app, &game->view);
}

static void enter(struct new_game *game)
{
    int item = list_item(&game->list);
    const struct option *option = new_game_option(game, item);
    if (item == 0)
        start(game);
    else if (option && option->values)
        turn(game, item, 1);
    else if (item > 0)
        ask(game, item);
}

/* ---- armies and boards edited by hand ---- */

static void armies_chosen(struct view *below, const char *white, const char *black, bool beyond)
{
    struct new_game *game = (struct new_game *)below;
    if (beyond)
        set_option(game, option_named(game, "free-array"), "yes");
    set_option(game, option_named(game, "army"), "");
    set_option(game, option_named(game, "white"), white);
    set_option(game, option_named(game, "black"), black);
}

/* The army of a side: its own option, else the one for both. */
static const char *army_of(const struct new_game *game, const char *side)
{
    const char *own = game->value[option_named(game, side)];
    return *own ? own : game->value[option_named(game, "army")];
}

static void edit_array(struct new_game *game)
{
    struct app *app = game->view.app;
    if (new_game_has_own_board(game)) {
        struct own_board_open open = {.definition = game->rules->id};
        if (app_try_open(app, &own_board_view, &open))
            app_close(app, &game->view);
        return;
    }
    struct army_open open = {game->rules, {army_of(game, "white"), army_of(game, "black")}, armies_chosen};
    app_try_open(app, &army_view, &open);
}

static bool new_request(struct view *view, const struct event *event)
{
    struct new_game *game = (struct new_game *)view;
    switch (event->request) {
    case REQ_ENTER: return enter(game), true;
    case REQ_LEFT: return turn(game, list_item(&game->list), -1), true;
    case REQ_RIGHT:
    case REQ_TOGGLE: return turn(game, list_item(&game->list), 1), true;
    case REQ_RULES: return rules_open_of(view->app, game->rules, ""), true;
    case REQ_EDIT_ARRAY: return edit_array(game), true;
    case REQ_OPENINGS: return open_openings(view->app, view, &game->start), true;
    case REQ_SETUP: {
        struct setup_open open = {&game->start, {game->player[0], game->player[1], game->player[2]}, game->clock};
        return app_try_open(view->app, &setup_view, &open), true;
    }
    default: return list_request(&game->list, event);
    }
}

static bool new_can(const struct view *view, enum request request)
{
    const struct new_game *game = (const struct new_game *)view;
    const struct option *option = new_game_option(game, list_item(&game->list));
    if (request == REQ_ENTER || request == REQ_RULES || request == REQ_SETUP || request == REQ_OPENINGS)
        return list_item(&game->list) >= 0;
    if (request == REQ_EDIT_ARRAY)
        return new_game_has_armies(game) || new_game_has_own_board(game);
    if (request == REQ_LEFT || request == REQ_RIGHT || request == REQ_TOGGLE)
        return option && (option->values || army_names_asked(game->rules, option));
    return list_can(&game->list, request);
}

static const struct hint *new_hints(const struct view *view)
{
    static const struct hint hints[] = {{REQ_ENTER, REQ_NONE, "start, set"}, {REQ_LEFT, REQ_RIGHT, "change"},
                                        {REQ_DOWN, REQ_UP, "move"},          {REQ_EDIT_ARRAY, REQ_NONE, NULL},
                                        {REQ_RULES, REQ_NONE, NULL},         {REQ_SETUP, REQ_NONE, NULL},
                                        {REQ_CLOSE, REQ_NONE, NULL},         {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops new_view = {
    .name = "new",
    .size = sizeof(struct new_game),
    .open = new_open,
    .close = new_close,
    .draw = new_game_draw,
    .request = new_request,
    .can = new_can,
    .hints = new_hints,
};
