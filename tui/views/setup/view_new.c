/* view_new.c - the form for starting a game of a variant: players, clock and options, with a
 * picture of the resulting board. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/new_game.h"
#include "tui/app/settings.h"
#include "tui/boards/board_art.h"
#include "tui/session/variant_file.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/opponent.h"
#include "tui/views/navigation.h"
#include "tui/views/piece_card.h"
#include "tui/views/setup/setup.h"
#include "tui/views/reader.h"
#include "tui/views/view_variants.h"
#include "tui/widgets/page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The index of the option on a line of the form; negative: the line has no option. Options
 * without effect in this variant have no line. */
static int option_of(const struct new_game *game, int item)
{
    int option = item - 1 - game->rules->sides;
    return option < 0 || new_game_is_clock(game, item) ? -1
                                                       : ruleset_offered_at(game->rules, option);
}

const struct option *new_game_option(const struct new_game *game, int item)
{
    int option = option_of(game, item);
    return item > 0 && option >= 0 ? &game->rules->variant->options[option] : NULL;
}

static int new_option_named(const struct new_game *game, const char *name)
{
    int i = game->rules->variant->option_count - 1;
    while (i >= 0 && strcmp(game->rules->variant->options[i].name, name) != 0)
        i--;
    return i;
}

bool new_game_has_armies(const struct new_game *game)
{
    return new_option_named(game, "army") >= 0 && new_option_named(game, "white") >= 0;
}

/* The text that is edited on a line: a player's name, or the clock. */
static char **new_own_of(struct new_game *game, int item)
{
    return new_game_is_clock(game, item) ? &game->clock : &game->player[item > 0 ? item - 1 : 0];
}

/* True if a line is about a player. */
static bool is_seat(const struct new_game *game, int item)
{
    return item > 0 && item <= game->rules->sides;
}

static void new_item_text(const struct list *list, int item, char *out, size_t size)
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
        snprintf(out, size, "%s %s %s", option->name, game->value[option_of(game, item)],
                 option->help);
}

static void new_draw_item(const struct list *list, int item, struct scene *scene,
                          const struct area *line, enum role ground)
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
    const char *value =
        option ? game->value[option_of(game, item)] : *new_own_of((struct new_game *)game, item);
    char seat[40];
    int level = is_seat(game, item) ? computer_level(value) : 0;
    if (level) {
        static const char computer[] = "computer, ";
        int used =
            snprintf(seat, sizeof seat, "%slevel %d of %d", computer, level, COMPUTER_LEVEL_MOST);
        /* where columns are few, only the level; the status line names the computer */
        value = seat + (used > end - column - 1 ? sizeof computer - 1 : 0);
    }
    if (option && option->values)
        option_values_draw(option->values, INT_MAX, value, scene, line->row, column, end, ground);
    else
        list_text(list, scene, line->row, column + 1, end - column - 1,
                  *value   ? value
                  : option ? OPTION_AS_USUAL
                  : clock  ? "none"
                           : "-",
                  *value ? ROLE_TEXT : ROLE_DIM, ground);
}

static const struct list_ops list_ops = {.draw = new_draw_item, .text = new_item_text};

/* ---- the ruleset for the settings ---- */

static int new_reopen(struct new_game *game, const char *id, struct note *why)
{
    const struct variant *variant = game->rules ? game->rules->variant : NULL;
    struct setting *setting =
        memory_new(variant ? (size_t)variant->option_count + 1 : 1, sizeof *setting);
    struct ruleset *rules;
    int n = 0;
    for (int i = 0; variant && i < variant->option_count; i++)
        if (*game->value[i])
            setting[n++] = (struct setting){variant->options[i].name, game->value[i]};
    int status = ruleset_open(&rules, variant ? game->rules->id : id, setting, n, why);
    free(setting);
    if (status < 0)
        return status;
    if (game->position && *game->position &&
        new_game_position(rules, game->position, &game->start, why) < 0) {
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

/* Put the cursor back on an option: with more players, more lines come before the option. */
static void go_to_option(struct new_game *game, int option)
{
    for (int item = 1 + game->rules->sides; item < game->list.items; item++)
        if (option_of(game, item) == option)
            list_go(&game->list, item);
}

/* Set an option. If the rules refuse the value, nothing changes. */
static bool new_try_option(struct new_game *game, int option, const char *value, struct note *why)
{
    char *before = game->value[option];
    bool here = option_of(game, list_item(&game->list)) == option;
    game->value[option] = memory_text(value);
    if (new_reopen(game, NULL, why) == 0) {
        free(before);
        if (here)
            go_to_option(game, option);
        return true;
    }
    free(game->value[option]);
    game->value[option] = before;
    return false;
}

static bool new_set_option(struct new_game *game, int option, const char *value)
{
    struct note why;
    bool set = new_try_option(game, option, value, &why);
    if (!set)
        app_error(game->view.app, "%s", why.text);
    return set;
}

static char *new_first_value(const struct option *option)
{
    char text[256];
    snprintf(text, sizeof text, "%.*s", option->values ? (int)strcspn(option->values, "|") : 0,
             option->values ? option->values : "");
    return memory_text(text);
}

/* Set a player's name or the clock. As a name, "computer:4" stands for the computer at level 4. As
 * a clock, "none" stands for no clock. */
static int set_own(struct new_game *game, char **own, const char *text, struct note *why)
{
    enum { NAME_ROOM = 400 };
    char name[NAME_ROOM];
    bool clock = own == &game->clock;
    if (clock && keyboard_clock_check(text, why) < 0)
        return FAIL_TEXT;
    if (!clock && computer_typed(text, name, sizeof name, why) < 0)
        return FAIL_TEXT;
    free(*own);
    *own = memory_text(!clock ? name : !strcmp(text, "none") ? "" : text);
    return 0;
}

/* Step through the players of a seat: a person, then the computer at its levels. */
static void turn_seat(struct new_game *game, int item, int by)
{
    char name[COMPUTER_NAME_ROOM] = "", **own = new_own_of(game, item);
    int level = computer_level(*own), most = COMPUTER_LEVEL_MOST;
    level = level ? (level + by) % (most + 1) : by > 0 ? COMPUTER_LEVEL_USUAL : most;
    if (level)
        computer_name(level, name);
    free(*own);
    *own = memory_text(name);
}

/* Let the computer play every seat but White's. If it already plays the second side, let persons
 * play all seats but White's instead. */
static void seat_computer(struct new_game *game)
{
    char name[COMPUTER_NAME_ROOM];
    bool sits = computer_level(game->player[1]) > 0;
    computer_name(COMPUTER_LEVEL_USUAL, name);
    for (int side = 1; side < game->rules->sides; side++) {
        free(game->player[side]);
        game->player[side] = memory_text(sits ? "" : name);
    }
}

/* Apply one initial choice: an option, a player's name, or the clock. */
static int begin_with(struct new_game *game, const struct setting *setting, struct note *why)
{
    const struct variant *variant = game->rules->variant;
    char **own = !strcmp(setting->name, "clock") ? &game->clock : NULL;
    int seat = new_game_seat(setting->name);
    if (seat < game->rules->sides)
        own = &game->player[seat];
    /* an option for an army has the same name as the player's side */
    for (int i = 0; i < variant->option_count; i++)
        if (!strcmp(setting->name, variant->options[i].name) &&
            (!own || army_names_meant(game->rules, setting->name, setting->value)))
            return new_try_option(game, i, setting->value, why) ? 0 : FAIL_NAME;
    if (!own)
        return note_fail(
            why, FAIL_NAME, -1,
            "%s has no option '%.40s'; you can also give players (white=ana), a clock (clock=5+3) or a position (position=TEXT)",
            variant->id, setting->name);
    return set_own(game, own, setting->value, why);
}

/* Apply all initial choices except the position, in the order given. A choice that depends on a
 * later one (crooked-queen) is tried again. */
static int begin_with_all(struct new_game *game, const struct new_open *open, struct note *why)
{
    bool *done = memory_new((size_t)open->settings + 1, sizeof *done), more = true;
    int status = 0;
    while (more) {
        more = false;
        status = 0;
        for (int s = 0; s < open->settings; s++) {
            struct note said;
            int set = done[s] || !strcmp(open->setting[s].name, "position")
                          ? 1
                          : begin_with(game, &open->setting[s], &said);
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

static void new_forget(struct new_game *game)
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
    int status = new_reopen(game, open->variant, why);
    if (status < 0)
        return status;
    const struct variant *variant = game->rules->variant;
    game->value = memory_new((size_t)variant->option_count + 1, sizeof *game->value);
    for (int i = 0; i < variant->option_count; i++)
        game->value[i] = new_first_value(&variant->options[i]);
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
    if (status == 0 && *position) /* the position is parsed last, because all options affect it */
        status = new_reopen(game, NULL, why);
    if (status < 0)
        new_forget(game);
    return status;
}

static void new_close(struct view *view)
{
    new_forget((struct new_game *)view);
}

/* ---- changing ---- */

static bool new_typed(struct view *view, const char *text)
{
    struct new_game *game = (struct new_game *)view;
    int item = list_item(&game->list);
    if (new_game_option(game, item))
        return new_set_option(game, option_of(game, item), text);
    struct note why;
    if (set_own(game, new_own_of(game, item), text, &why) < 0)
        return app_error(game->view.app, "%s", why.text), false;
    return true;
}

static bool new_complete_army(struct view *view, const char *text, char *out, size_t size)
{
    struct new_game *game = (struct new_game *)view;
    char names[256];
    if (army_names_complete(game->rules, text, out, size))
        return true;
    army_names_list(game->rules, names, sizeof names);
    app_prompt_note(view->app, names);
    return false;
}

static void new_ask(struct new_game *game, int item)
{
    const struct option *option = new_game_option(game, item);
    /* Only options without a list of values are typed. All of these are armies. */
    const char *label = option                          ? "army: "
                        : new_game_is_clock(game, item) ? "clock: "
                                                        : "name, or computer:1 to 10: ";
    struct prompt prompt = {
        .label = label, .done = new_typed, .complete = option ? new_complete_army : NULL};
    prompt.text = option ? game->value[option_of(game, item)] : *new_own_of(game, item);
    app_prompt(game->view.app, &game->view, &prompt);
}

/* Choose the next or previous named army that the variant allows. "No army" is always allowed,
 * so the search ends. */
static void turn_army(struct new_game *game, int option, int by)
{
    const char *name = army_names_step(game->rules, game->value[option], by);
    struct note why;
    while (!new_try_option(game, option, name, &why))
        name = army_names_step(game->rules, name, by);
}

static void new_turn(struct new_game *game, int item, int by)
{
    const struct option *option = new_game_option(game, item);
    char value[256];
    if (is_seat(game, item))
        turn_seat(game, item, by);
    if (army_names_asked(game->rules, option))
        turn_army(game, option_of(game, item), by);
    if (!option || !option->values)
        return;
    option_values_step(option, game->value[option_of(game, item)], by, value, sizeof value);
    new_set_option(game, option_of(game, item), value);
}

static void new_start(struct new_game *game)
{
    struct app *app = game->view.app;
    const char *player[SIDES_MAX] = {game->player[0], game->player[1], game->player[2]};
    if (*game->position ? !open_game_from(app, game->rules, &game->start, player, game->clock)
                        : !open_new_game(app, game->rules, player, game->clock))
        return;
    /* Close the views that led here. */
    for (struct view *below = app_below(app, &game->view), *next; below; below = next) {
        next = app_below(app, below);
        if (below->ops != &variants_view && below->ops != &own_board_view)
            break;
        app_close(app, below);
    }
    app_close(app, &game->view);
}

static void new_enter(struct new_game *game)
{
    int item = list_item(&game->list);
    const struct option *option = new_game_option(game, item);
    if (item == 0)
        new_start(game);
    else if (option && option->values)
        new_turn(game, item, 1);
    else if (item > 0)
        new_ask(game, item);
}

/* ---- armies and boards edited by hand ---- */

static void new_armies_chosen(struct view *below, const char *white, const char *black, bool beyond)
{
    struct new_game *game = (struct new_game *)below;
    if (beyond)
        new_set_option(game, new_option_named(game, "free-array"), "yes");
    new_set_option(game, new_option_named(game, "army"), "");
    new_set_option(game, new_option_named(game, "white"), white);
    new_set_option(game, new_option_named(game, "black"), black);
}

/* The army of a side: its own option, or else the option for both sides. */
static const char *army_of(const struct new_game *game, const char *side)
{
    const char *own = game->value[new_option_named(game, side)];
    return *own ? own : game->value[new_option_named(game, "army")];
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
    struct army_open open = {
        game->rules, {army_of(game, "white"), army_of(game, "black")}, new_armies_chosen};
    app_try_open(app, &army_view, &open);
}

static bool new_request(struct view *view, const struct event *event)
{
    struct new_game *game = (struct new_game *)view;
    switch (event->request) {
    case REQ_ENTER:
        return new_enter(game), true;
    case REQ_LEFT:
        return new_turn(game, list_item(&game->list), -1), true;
    case REQ_RIGHT:
    case REQ_TOGGLE:
        return new_turn(game, list_item(&game->list), 1), true;
    case REQ_COMPUTER:
        return seat_computer(game), true;
    case REQ_RULES:
        return rules_open_of(view->app, game->rules, ""), true;
    case REQ_EDIT_ARRAY:
        return edit_array(game), true;
    case REQ_OPENINGS:
        return open_openings(view->app, view, &game->start, event->argument), true;
    case REQ_SETUP: {
        struct setup_open open = {
            &game->start, {game->player[0], game->player[1], game->player[2]}, game->clock};
        return app_try_open(view->app, &setup_view, &open), true;
    }
    default:
        return list_request(&game->list, event);
    }
}

static bool new_can(const struct view *view, enum request request)
{
    const struct new_game *game = (const struct new_game *)view;
    const struct option *option = new_game_option(game, list_item(&game->list));
    if (request == REQ_ENTER || request == REQ_RULES || request == REQ_SETUP ||
        request == REQ_OPENINGS || request == REQ_COMPUTER)
        return list_item(&game->list) >= 0;
    if (request == REQ_EDIT_ARRAY)
        return new_game_has_armies(game) || new_game_has_own_board(game);
    if (request == REQ_LEFT || request == REQ_RIGHT || request == REQ_TOGGLE)
        return is_seat(game, list_item(&game->list)) ||
               (option && (option->values || army_names_asked(game->rules, option)));
    return list_can(&game->list, request);
}

static const struct hint *new_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "start, set"}, {REQ_LEFT, REQ_RIGHT, "change"},
        {REQ_DOWN, REQ_UP, "move"},          {REQ_COMPUTER, REQ_NONE, NULL},
        {REQ_EDIT_ARRAY, REQ_NONE, NULL},    {REQ_RULES, REQ_NONE, NULL},
        {REQ_SETUP, REQ_NONE, NULL},         {REQ_CLOSE, REQ_NONE, NULL},
        {REQ_NONE, REQ_NONE, NULL}};
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

/* ---- Drawing the new-game view: its lines, the description of the current one, and the board. */

enum {
    LIST_LEAST = 36, /* columns of the list even if its lines are shorter */
    SIDE_LEAST = 27, /* fewest columns beside the list, for the description and the board */
    WORDS_LEAST = 6, /* fewest rows for the description */
    WORDS_FEW = 4,   /* rows below the list that suffice to describe an option */
    PART_LEAST = 5   /* fewest rows of a board that is shown in part */
};

/* Fit the board as large as possible. Returns false if it does not fit; otherwise sets its
 * columns. */
static bool fit_board(const struct new_game *game, const struct area *area, struct board_view *view,
                      int *columns)
{
    const struct board_art *art = board_art_for(game->rules);
    int rows;
    *view = (struct board_view){.position = &game->start,
                                .charset = app_charset(game->view.app),
                                .coordinates = true,
                                .least = game->least,
                                .plain = app_choice(game->view.app, SET_A11Y) == 1,
                                .shaded = app_mono(game->view.app)};
    app_pieces(game->view.app, view);
    if (!art->fits(game->rules))
        return false;
    view->turn = board_turn_to_fit(view, 0, area->rows, area->columns);
    view->size = board_fit(view, area->rows, area->columns, -1);
    art->measure(view, &rows, columns);
    return area->rows > 0 && rows <= area->rows && *columns <= area->columns;
}

/* Draw the board. Returns false if it does not fit. */
static bool new_draw_board(const struct new_game *game, struct scene *scene,
                           const struct area *area)
{
    struct board_view view;
    int columns;
    if (!fit_board(game, area, &view, &columns))
        return false;
    board_art_for(game->rules)->draw(&view, scene, area->row, area->column);
    return true;
}

static void write_names(const struct new_game *game, struct page *page)
{
    char names[256];
    army_names_list(game->rules, names, sizeof names);
    page_addf(page, ROLE_DIM, 0, "Names: %s.", names);
}

/* Add a line that says with which key armies or the board can be edited. */
static void write_editing(const struct new_game *game, struct page *page)
{
    char key[64];
    page_addf(page, ROLE_LABEL, 0,
              new_game_has_own_board(game) ? "%s: change the board"
                                           : "%s: put armies together on the board",
              app_key_text(game->view.app, &game->view, REQ_EDIT_ARRAY, key, sizeof key));
}

/* Write the description of a line. */
static void new_write_words(const struct new_game *game, int item, struct page *page, int width)
{
    const struct option *option = new_game_option(game, item);
    page_begin(page, width);
    if (option) {
        page_addf(page, ROLE_LABEL, 0, "%s", option->name);
        page_add(page, ROLE_TEXT, 0, option->help);
        if (option->values)
            option_values_write(option, page);
        else if (army_names_asked(game->rules, option))
            write_names(game, page);
    } else if (new_game_is_clock(game, item)) {
        page_add(page, ROLE_LABEL, 0, "clock");
        page_add(
            page, ROLE_TEXT, 0,
            "15 (minutes), 15+10 (increment), 15d5 (delay), none. It starts after each side's first move.");
    } else if (item > 0) {
        page_addf(page, ROLE_LABEL, 0, "%s's player", side_name(item - 1));
        page_add(page, ROLE_TEXT, 0,
                 "A name to write into the game, or none. Or the computer: level 1 for beginners, "
                 "10 for full strength.");
    } else {
        page_addf(page, ROLE_LABEL, 0, "%s", ruleset_title(game->rules));
        /* For a custom board one sentence of the summary is enough, because the user knows the
         * rules by now. */
        int most = new_game_has_own_board(game) ? 1 : 3;
        const char *const *summary = game->rules->summary;
        for (int i = 0; i < most && summary[i]; i++)
            page_add(page, ROLE_TEXT, 0, summary[i]);
        if (new_game_has_own_board(game) || new_game_has_armies(game))
            write_editing(game, page);
    }
    page_gap(page);
}

/* The number of columns of the widest line in the list. */
static int list_width(const struct new_game *game)
{
    int widest = 0;
    for (int item = 1 + game->rules->sides;
         item <= game->rules->sides + ruleset_offered(game->rules); item++) {
        const struct option *option = new_game_option(game, item);
        int length = option_values_width(option);
        widest = length > widest ? length : widest;
    }
    widest += 2 + NEW_GAME_NAME_WIDE + 2;
    return widest < LIST_LEAST ? LIST_LEAST : widest;
}

/* The number of rows that the longest description needs. The board is placed below them, so that it
 * does not jump when the cursor moves. */
static int most_words(const struct new_game *game, int width)
{
    struct page page = {0};
    int most = WORDS_LEAST;
    for (int item = 0; item < game->list.items; item++) {
        new_write_words(game, item, &page, width);
        most = page.rows > most ? page.rows : most;
    }
    page_free(&page);
    return most;
}

/* The possible areas for the board: below the longest description, below the list, and below the
 * present description. */
enum { ROOMS = 3 };
static void rooms_of(const struct new_game *game, const struct page *words, const struct area *side,
                     const struct area *list, struct area room[ROOMS])
{
    int most = most_words(game, side->columns),
        rows = words->rows < WORDS_LEAST ? WORDS_LEAST : words->rows;
    room[0] = (struct area){side->row + most, side->column, side->rows - most, side->columns};
    room[1] = (struct area){list->row + game->list.items + 1, list->column + 2,
                            list->rows - game->list.items - 1, list->columns - 3};
    room[2] = (struct area){side->row + rows, side->column, side->rows - rows, side->columns};
}

/* Draw the description, and the board in the first of the areas of rooms_of() in which it fits.
 * If it fits in none: with `must` draw a part of the board, otherwise draw nothing and return
 * false. */
static bool draw_side(struct new_game *game, struct scene *scene, const struct area *side,
                      const struct area *list, bool must)
{
    struct page page = {0};
    struct area room[ROOMS];
    struct board_view view;
    int columns, at = 0;
    new_write_words(game, list_item(&game->list), &page, side->columns);
    rooms_of(game, &page, side, list, room);
    while (at < ROOMS && !fit_board(game, &room[at], &view, &columns))
        at++;
    if (must || at < ROOMS)
        page_draw(&page, scene, side, 0);
    if (at < ROOMS)
        new_draw_board(game, scene, &room[at]);
    else if (must && room[2].rows >= PART_LEAST)
        position_draw(game->view.app, &game->start, scene, &room[2]);
    page_free(&page);
    return must || at < ROOMS;
}

/* True if the board fits beside the list at the full height of the screen; *columns is then its
 * width. `part`: it is enough if some of its ranks are visible. */
static bool fit_right(const struct new_game *game, const struct area *body, int list, bool part,
                      int *columns)
{
    struct area right = *body;
    struct board_view view;
    int words = body->rows - game->list.items - 1;
    right.columns = body->columns - list - 2;
    if (part)
        right.rows = INT_MAX;
    return fit_board(game, &right, &view, columns) && (!part || words >= WORDS_LEAST);
}

/* Draw the board beside the list at the full height of the screen, and the description below the
 * list. `part`: some ranks are enough. If the values of the options would not be readable
 * otherwise, the board is smaller. Returns false, with nothing drawn, if the board does not fit. */
static bool draw_tall(struct new_game *game, struct scene *scene, const struct area *body,
                      bool part, struct area *list)
{
    struct area right = *body;
    int columns;
    if (!fit_right(game, body, list_width(game), part, &columns) &&
        !fit_right(game, body, LIST_LEAST, part, &columns))
        return false;
    right.column = body->column + body->columns - columns;
    right.columns = columns;
    list->columns = body->columns - columns - 2;
    struct area words = {list->row + game->list.items + 1, list->column + 2,
                         body->rows - game->list.items - 1, list->columns - 3};
    struct page page = {0};
    app_wall(game->view.app, scene, body->row, list->column + list->columns, body->rows);
    if (part)
        position_draw(game->view.app, &game->start, scene, &right);
    else
        new_draw_board(game, scene, &right);
    new_write_words(game, list_item(&game->list), &page, words.columns);
    page_draw(&page, scene, &words, 0);
    page_free(&page);
    list->rows = game->list.items;
    return true;
}

/* Draw the description beside the list, and the board in the first place where the whole board
 * fits. Triangles have their smallest size only if the board fits nowhere in a larger one. If the
 * whole board fits nowhere, draw as many ranks as there are rows. Returns true if the board is on
 * the right and the list's area has changed. */
static bool draw_beside(struct new_game *game, struct scene *scene, const struct area *body,
                        const struct area *side, const struct area *narrow, struct area *list)
{
    for (int least = 0; least < 2; least++) {
        game->least = least;
        if (draw_side(game, scene, side, narrow, false))
            return false;
        if (draw_tall(game, scene, body, false, list))
            return true;
    }
    if (draw_tall(game, scene, body, true, list))
        return true;
    draw_side(game, scene, side, narrow, true);
    return false;
}

static bool has_computer(const struct new_game *game)
{
    for (int side = 0; side < game->rules->sides; side++)
        if (computer_level(game->player[side]))
            return true;
    return false;
}

void new_game_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face)
{
    struct new_game *game = (struct new_game *)view;
    struct area list = *body;
    int wide = list_width(game);
    snprintf(face->title, sizeof face->title, "A new game of %s", ruleset_title(game->rules));
    snprintf(face->mode, sizeof face->mode, "NEW GAME");
    const struct option *option = new_game_option(game, list_item(&game->list));
    bool beside = body->columns - wide >= SIDE_LEAST;
    game->least = false;
    bool below_it = body->rows >= 3 * WORDS_LEAST || body->rows >= game->list.items + WORDS_FEW;
    snprintf(face->status, sizeof face->status, "%s",
             option && !beside && !below_it ? option->help
             : *game->position              ? "from the position given"
             : has_computer(game)           ? "against the computer"
                                            : "all players share this keyboard");
    if (game->list.filter[0])
        list_status(&game->list, "lines", face->status, sizeof face->status);
    if (beside) {
        struct area side = {body->row, body->column + wide + 2, body->rows,
                            body->columns - wide - 3};
        struct area narrow = list;
        narrow.columns = wide;
        if (!draw_beside(game, scene, body, &side, &narrow, &list)) {
            app_wall(view->app, scene, body->row, body->column + wide, body->rows);
            list = narrow;
        }
    } else if (below_it && !draw_tall(game, scene, body, false, &list)) {
        int above = body->rows - (body->rows < 3 * WORDS_LEAST ? WORDS_FEW : WORDS_LEAST);
        list.rows = game->list.items < above ? game->list.items : above;
        struct area below = {body->row + list.rows + 1, body->column + 2,
                             body->rows - list.rows - 1, body->columns - 3};
        app_rule(view->app, scene, below.row - 1, body->column, body->columns);
        draw_side(game, scene, &below, &list, true);
    }
    list_draw(&game->list, scene, &list);
}
