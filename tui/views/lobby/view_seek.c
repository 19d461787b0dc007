/* view_seek.c - the form for starting a game in the lobby: the seats, the clock, who may watch, and
 * the variant's options. */
#include "config.h"
#include "tui/session/variant_file.h"
#include "tui/app/list.h"
#include "tui/widgets/page.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/views/navigation.h"
#include "tui/app/settings.h"
#include "tui/views/setup/setup.h"
#include "tui/views/reader.h"
#include "tui/views/view_variants.h"
#include "tui/app/view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDE = 22, VALUES_WIDE = 57, HELP_WIDE = 20 };

/* F(name, "label", "values, the first is the default; NULL: free text", "help") */
#define SEEK_FIELDS(F)                                                                        \
    F(FIELD_BEGIN, "Begin the game", NULL, "the table opens and waits for the others")        \
    F(FIELD_SIDE, "you play", "by lot|white|black|red",                                       \
      "your side; by lot: drawn when all seats are taken")                                    \
    F(FIELD_SECOND, "against", NULL, "a name is a challenge; empty: a seat open to everyone") \
    F(FIELD_THIRD, "and", NULL, "a name is a challenge; empty: a seat open to everyone")      \
    F(FIELD_CONTROL, "clock", NULL,                                                           \
      "15 (minutes), 15+10 (increment), 15d5 (delay), 3 days (a ply), none")                  \
    F(FIELD_ACCESS, "who may watch", "everybody|nobody", "nobody: a private game")            \
    F(FIELD_DELAY, "watchers are behind", "0|1|2|4|6|10", "the number of plies")              \
    F(FIELD_MODE, "the game is", "casual|strict",                                             \
      "casual: a player can take back a ply just played, and adjourn alone")                  \
    F(FIELD_GRACE, "clocks wait", "0|1|2|5|10|30",                                            \
      "minutes per game for a player whose connection is lost")

enum field {
#define FIELD_NAME(name, label, values, help) name,
    SEEK_FIELDS(FIELD_NAME)
#undef FIELD_NAME
        FIELDS
};

static const struct option fields[] = {
#define FIELD_ROW(name, label, values, help) {label, values, help},
    SEEK_FIELDS(FIELD_ROW)
#undef FIELD_ROW
};

struct seek_form {
    struct view view;
    struct lobby_place *place;
    struct list list;
    struct ruleset *rules;
    char *value[FIELDS];
    char **option; /* [variant->option_count] */
};

/* The field of a line. First come the fields (the third player's field only if there are three
 * players), then the options that have an effect in this variant. */
static int seek_field_of(const struct seek_form *form, int item)
{
    return form->rules->sides == 2 && item >= FIELD_THIRD ? item + 1 : item;
}

static const struct option *row_at(const struct seek_form *form, int item)
{
    int field = seek_field_of(form, item);
    return field < FIELDS
               ? &fields[field]
               : &form->rules->variant->options[ruleset_offered_at(form->rules, field - FIELDS)];
}

static char **value_of(struct seek_form *form, int item)
{
    int field = seek_field_of(form, item);
    return field < FIELDS ? &form->value[field]
                          : &form->option[ruleset_offered_at(form->rules, field - FIELDS)];
}

static bool asks_army(const struct seek_form *form, int item)
{
    return seek_field_of(form, item) >= FIELDS && army_names_asked(form->rules, row_at(form, item));
}

static void seek_item_text(const struct list *list, int item, char *out, size_t size)
{
    struct seek_form *form = list->owner;
    snprintf(out, size, "%s %s", row_at(form, item)->name, *value_of(form, item));
}

static void seek_draw_item(const struct list *list, int item, struct scene *scene,
                           const struct area *line, enum role ground)
{
    struct seek_form *form = list->owner;
    const struct option *row = row_at(form, item);
    const char *value = *value_of(form, item);
    int field = seek_field_of(form, item), column = line->column + 2,
        end = line->column + line->columns - 1;
    list_text(list, scene, line->row, column, NAME_WIDE - 1, row->name,
              item ? ROLE_LABEL : ROLE_TEXT, ground);
    column += NAME_WIDE;
    if (row->values)
        option_values_draw(row->values, field == FIELD_SIDE ? 1 + form->rules->sides : INT_MAX,
                           value, scene, line->row, column, end, ground);
    else if (item)
        list_text(list, scene, line->row, column + 1, end - column - 1,
                  *value                   ? value
                  : field == FIELD_CONTROL ? "none"
                  : field < FIELDS         ? "anybody"
                                           : OPTION_AS_USUAL,
                  *value ? ROLE_TEXT : ROLE_DIM, ground);
}

static const struct list_ops list_ops = {.draw = seek_draw_item, .text = seek_item_text};

/* -------------------------------------------------------------------------------------------------
 * values */

static char *seek_first_value(const struct option *row)
{
    char text[256];
    snprintf(text, sizeof text, "%.*s", row->values ? (int)strcspn(row->values, "|") : 0,
             row->values ? row->values : "");
    return memory_text(text);
}

/* Open the ruleset with the present options. If the rules refuse them, nothing changes. */
static int seek_reopen(struct seek_form *form, const char *id, struct note *why)
{
    const struct variant *variant = form->rules ? form->rules->variant : NULL;
    struct setting *setting =
        memory_new(variant ? (size_t)variant->option_count + 1 : 1, sizeof *setting);
    struct ruleset *rules;
    int n = 0;
    for (int i = 0; variant && i < variant->option_count; i++)
        if (*form->option[i])
            setting[n++] = (struct setting){variant->options[i].name, form->option[i]};
    int status = ruleset_open(&rules, variant ? form->rules->id : id, setting, n, why);
    free(setting);
    if (status < 0)
        return status;
    ruleset_free(form->rules);
    form->rules = rules;
    list_set(&form->list, FIELDS - (rules->sides == 2) + ruleset_offered(rules));
    return 0;
}

/* Set an option. Returns false, and changes nothing, if the rules refuse the value. */
static bool seek_try_option(struct seek_form *form, char **option, const char *text,
                            struct note *why)
{
    char *before = *option;
    *option = memory_text(text);
    if (seek_reopen(form, NULL, why) == 0) {
        free(before);
        return true;
    }
    free(*option);
    *option = before;
    return false;
}

static bool set_value(struct seek_form *form, int item, const char *text)
{
    struct note why;
    struct control control;
    int field = seek_field_of(form, item);
    char **value = value_of(form, item), *before = *value;
    int status = 0;
    /* lobby_may_invite() sends news of a name that is unknown or looks like another */
    if ((field == FIELD_SECOND || field == FIELD_THIRD) && !lobby_may_invite(form->place, text))
        return false;
    *value = memory_text(text);
    if (field == FIELD_CONTROL)
        status = control_read(text, &control, &why);
    if (field >= FIELDS)
        status = seek_reopen(form, NULL, &why);
    if (status < 0) {
        app_error(form->view.app, "%s", why.text);
        free(*value);
        *value = before;
        return false;
    }
    free(before);
    /* If the number of players has changed, the option is on another line now. */
    for (int i = 0; field >= FIELDS && i < form->list.items; i++)
        if (value_of(form, i) == value)
            list_go(&form->list, i);
    return true;
}

static bool seek_typed(struct view *view, const char *text)
{
    struct seek_form *form = (struct seek_form *)view;
    return set_value(form, list_item(&form->list), text);
}

static bool seek_complete_army(struct view *view, const char *text, char *out, size_t size)
{
    const struct seek_form *form = (const struct seek_form *)view;
    char names[256];
    if (army_names_complete(form->rules, text, out, size))
        return true;
    army_names_list(form->rules, names, sizeof names);
    app_prompt_note(view->app, names);
    return false;
}

static void seek_ask(struct seek_form *form, int item)
{
    struct prompt prompt = {.label =
                                seek_field_of(form, item) == FIELD_CONTROL ? "clock: " : "name: ",
                            .done = seek_typed};
    if (seek_field_of(form, item) >= FIELDS) { /* options without a list of values are armies */
        prompt.label = "army: ";
        prompt.complete = seek_complete_army;
    }
    prompt.text = *value_of(form, item);
    app_prompt(form->view.app, &form->view, &prompt);
}

static void seek_turn(struct seek_form *form, int item, int by)
{
    const struct option *row = row_at(form, item);
    const char *start[32];
    char value[256];
    int now = 0, n = 0;
    if (asks_army(form, item)) {
        const char *name = *value_of(form, item);
        struct note why;
        do
            name = army_names_step(form->rules, name, by);
        /* "no army" is always allowed, so this loop ends */
        while (!seek_try_option(form, value_of(form, item), name, &why));
    }
    if (!row->values)
        return;
    for (const char *at = row->values; at && n < 32; n++) {
        start[n] = at;
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "|"), at);
        if (!strcmp(value, *value_of(form, item)))
            now = n;
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    now = (now + by + n) % n;
    if (seek_field_of(form, item) == FIELD_SIDE && now > form->rules->sides)
        now = by > 0 ? 0 : form->rules->sides;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(start[now], "|"), start[now]);
    set_value(form, item, value);
}

/* -------------------------------------------------------------------------------------------------
 * armies */

static char **seek_option_named(const struct seek_form *form, const char *name)
{
    const struct variant *variant = form->rules->variant;
    for (int i = 0; i < variant->option_count; i++)
        if (!strcmp(variant->options[i].name, name))
            return &form->option[i];
    return NULL;
}

static bool has_armies(const struct seek_form *form)
{
    return seek_option_named(form, "army") && seek_option_named(form, "white") &&
           seek_option_named(form, "black");
}

static void seek_armies_chosen(struct view *below, const char *white, const char *black,
                               bool beyond)
{
    struct seek_form *form = (struct seek_form *)below;
    struct note why;
    if ((beyond && !seek_try_option(form, seek_option_named(form, "free-array"), "yes", &why)) ||
        !seek_try_option(form, seek_option_named(form, "army"), "", &why) ||
        !seek_try_option(form, seek_option_named(form, "white"), white, &why) ||
        !seek_try_option(form, seek_option_named(form, "black"), black, &why))
        app_error(below->app, "%s", why.text);
}

static void edit_armies(struct seek_form *form)
{
    const char *both = *seek_option_named(form, "army"), *white = *seek_option_named(form, "white"),
               *black = *seek_option_named(form, "black");
    struct army_open open = {
        form->rules, {*white ? white : both, *black ? black : both}, seek_armies_chosen};
    app_try_open(form->view.app, &army_view, &open);
}

/* -------------------------------------------------------------------------------------------------
 * starting the game */

static void seek_begin(struct seek_form *form)
{
    struct app *app = form->view.app;
    struct view *below = app_below(app, &form->view);
    char id[ULID_LENGTH + 1];
    struct seek_wish wish = {.side = form->value[FIELD_SIDE],
                             .other = {form->value[FIELD_SECOND], form->value[FIELD_THIRD]},
                             .clock = form->value[FIELD_CONTROL],
                             .watchers = form->value[FIELD_ACCESS],
                             .mode = form->value[FIELD_MODE],
                             .delay = form->value[FIELD_DELAY],
                             .grace = form->value[FIELD_GRACE]};
    if (!lobby_seek(form->place, form->rules, &wish, id))
        return;
    struct lobby_place *place = form->place;
    for (struct view *next;
         below && (below->ops == &variants_view || below->ops == &own_board_view); below = next) {
        next = app_below(app, below); /* close the views that led here */
        app_close(app, below);
    }
    app_close(app, &form->view);
    lobby_open_table(app, place, id);
}

/* -------------------------------------------------------------------------------------------------
 * the view */

static int seek_open(struct view *view, const void *argument, struct note *why)
{
    struct seek_form *form = (struct seek_form *)view;
    const struct seek_open *open = argument;
    form->place = open->place;
    list_begin(&form->list, &list_ops, view, form);
    int status = seek_reopen(form, open->variant, why);
    if (status < 0)
        return status;
    const struct variant *variant = form->rules->variant;
    form->option = memory_new((size_t)variant->option_count + 1, sizeof *form->option);
    for (int i = 0; i < variant->option_count; i++)
        form->option[i] = seek_first_value(&variant->options[i]);
    for (int i = 0; i < FIELDS; i++)
        form->value[i] = seek_first_value(&fields[i]);
    view->keymap[view->keymaps++] = KEYMAP_OPTIONS;
    view->keymap[view->keymaps++] = KEYMAP_LIST;
    return 0;
}

static void seek_close(struct view *view)
{
    struct seek_form *form = (struct seek_form *)view;
    for (int i = 0; i < form->rules->variant->option_count; i++)
        free(form->option[i]);
    for (int i = 0; i < FIELDS; i++)
        free(form->value[i]);
    free(form->option);
    list_clear(&form->list);
    ruleset_free(form->rules);
}

/* Draw the description of the line under the cursor, below the list or beside its values, wherever
 * there is room. */
static void draw_help(const struct seek_form *form, struct scene *scene, const struct area *body,
                      int item, struct face *face)
{
    struct page page = {0};
    struct area area = {body->row + form->list.items + 1, body->column + 2,
                        body->rows - form->list.items - 1, body->columns - 4};
    if (item < 0)
        return;
    page_begin(&page, area.columns);
    page_add(&page, ROLE_TEXT, 0, row_at(form, item)->help);
    if (page.rows > area.rows && body->columns >= VALUES_WIDE + HELP_WIDE) {
        area = (struct area){body->row, body->column + VALUES_WIDE, body->rows,
                             body->columns - VALUES_WIDE - 1};
        page_free(&page);
        page_begin(&page, area.columns);
        page_add(&page, ROLE_TEXT, 0, row_at(form, item)->help);
    }
    if (page.rows <= area.rows)
        page_draw(&page, scene, &area, 0);
    else
        snprintf(face->status, sizeof face->status, "%s", row_at(form, item)->help);
    page_free(&page);
}

static void seek_draw(struct view *view, struct scene *scene, const struct area *body,
                      struct face *face)
{
    struct seek_form *form = (struct seek_form *)view;
    int item = list_item(&form->list);
    snprintf(face->title, sizeof face->title, "A new game of %s", ruleset_title(form->rules));
    snprintf(face->title_side, sizeof face->title_side, "%s", form->place->name);
    snprintf(face->mode, sizeof face->mode, "NEW GAME");
    draw_help(form, scene, body, item, face);
    if (form->list.filter[0])
        list_status(&form->list, "lines", face->status, sizeof face->status);
    list_draw(&form->list, scene, body);
}

static void seek_enter(struct seek_form *form)
{
    int item = list_item(&form->list);
    if (item == 0)
        seek_begin(form);
    else if (item > 0 && row_at(form, item)->values)
        seek_turn(form, item, 1);
    else if (item > 0)
        seek_ask(form, item);
}

static bool seek_request(struct view *view, const struct event *event)
{
    struct seek_form *form = (struct seek_form *)view;
    switch (event->request) {
    case REQ_ENTER:
        return seek_enter(form), true;
    case REQ_LEFT:
        return seek_turn(form, list_item(&form->list), -1), true;
    case REQ_RIGHT:
    case REQ_TOGGLE:
        return seek_turn(form, list_item(&form->list), 1), true;
    case REQ_RULES:
        return rules_open(view->app, form->rules->id), true;
    case REQ_EDIT_ARRAY:
        return edit_armies(form), true;
    default:
        return list_request(&form->list, event);
    }
}

static bool seek_can(const struct view *view, enum request request)
{
    const struct seek_form *form = (const struct seek_form *)view;
    int item = list_item(&form->list);
    if (request == REQ_ENTER || request == REQ_RULES)
        return item >= 0;
    if (request == REQ_EDIT_ARRAY)
        return has_armies(form);
    if (request == REQ_LEFT || request == REQ_RIGHT || request == REQ_TOGGLE)
        return item > 0 && (row_at(form, item)->values || asks_army(form, item));
    return list_can(&form->list, request);
}

static const struct hint *seek_hints(const struct view *view)
{
    static const struct hint hints[] = {
        {REQ_ENTER, REQ_NONE, "begin, set"}, {REQ_LEFT, REQ_RIGHT, "change"},
        {REQ_DOWN, REQ_UP, "move"},          {REQ_EDIT_ARRAY, REQ_NONE, NULL},
        {REQ_RULES, REQ_NONE, NULL},         {REQ_CLOSE, REQ_NONE, NULL},
        {REQ_NONE, REQ_NONE, NULL}};
    (void)view;
    return hints;
}

const struct view_ops seek_view = {
    .name = "seek",
    .size = sizeof(struct seek_form),
    .open = seek_open,
    .close = seek_close,
    .draw = seek_draw,
    .request = seek_request,
    .can = seek_can,
    .hints = seek_hints,
};
