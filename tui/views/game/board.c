/* board.c - requests while the board has the focus: moving the cursor, composing plies, inspecting cells. */
#include "config.h"
#include "archive/replay/replay.h"
#include "tui/views/game/live.h"

#include "tui/views/navigation.h"
#include "tui/views/game/openings_panel.h"
#include "tui/session/rule_number.h"
#include "tui/views/cascades/view_cascades.h"
#include "tui/views/view_pager.h"
#include "tui/views/setup/view_setup.h"
#include "tui/session/describe.h"

#include <string.h>


static void menu_chosen(struct view *view, int value);
static void menu_cancelled(struct view *view);

/* Close the menu of choices if it no longer matches the position, as after a command. */
static void close_menu(struct table *table)
{
    if (table->menu.chosen == menu_chosen)
        table->menu.title = NULL;
}

void table_compose_reset(struct table *table)
{
    close_menu(table);
    if (table->composing)
        compose_clear(&table->compose);
    table->composing = table->numbers = false;
}

/* ---------------------------------------------------------------- playing a ply */

static void play(struct table *table, const struct ply *ply)
{
    char text[PLY_ROOM];
    enum form form = table_record(table)->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT;
    struct note why;
    struct spot to = table->spot;
    if (table_live_on(table)) {
        table_live_play(table, ply);
        return;
    }
    if (table_clock_fallen(table))
        return;
    int status = ply_kept(&table->track.now, ply, form, text, &why);
    table_compose_reset(table);
    if (status < 0) {
        app_error(table->view.app, "%s", why.text);
        return;
    }
    struct way_sought sought = {table_record(table), &table->track.now, text};
    if (table_guess(table, &sought))
        return;
    int choice = way_sought_find(&sought, &to);
    if (choice < 0) {
        char what[80];
        if (table_refuses(table))
            return;
        snprintf(what, sizeof what, "the ply %.60s", text);
        table_before_change(table, what);
        if (edit_play(table_record(table), &to, text, &why) < 0) {
            edits_forget(&table->edits);
            app_error(table->view.app, "%s", why.text);
            return;
        }
        table_sign_line(table, &to);
        table_tell_side(table, &to);
        table_clock_stamp(table, &to);
        struct spot was = table->spot;
        table->spot = to;
        if (!table_changed(table)) {
            table->spot = was;
            return;
        }
    } else {
        spot_next(table_record(table), &to, choice);
    }
    table_go(table, &to);
    table_judge(table);
}

bool table_ended_meanwhile(struct table *table)
{
    if (!table->over || table->was_over)
        return false;
    app_say(table->view.app, "the game has ended meanwhile: %s", table->result_text);
    return true;
}

static void answer_losing(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    if (yes && table_ended_meanwhile(table))
        return;
    if (yes)
        play(table, &table->losing);
    else if (table->composing)
        compose_back(&table->compose);
}

/* Play a ply; one that loses the game at once needs confirmation. */
void table_play_ply(struct table *table, const struct ply *ply)
{
    char text[PLY_ROOM], question[300];
    struct verdict after;
    bool game = table_live_on(table) || (table->from.play && !table->trial);
    if (!game || !ply_loses(&table->track.now, ply, &after)) {
        play(table, ply);
        return;
    }
    table->rules->rules->format(&table->track.now, ply, FORM_SHORT, text, sizeof text);
    ply_copy(&table->losing, ply);
    snprintf(question, sizeof question, "%.40s loses the game: %s%s%s%s. Play it?", text,
             after.reason ? after.reason : "it is over", after.rule ? " (" : "", after.rule ? after.rule : "",
             after.rule ? ")" : "");
    table->was_over = table->over;
    app_ask(table->view.app, &table->view, question, answer_losing);
}

static void answer_confirm(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    struct ply ply = {0};
    if (yes && table->composing) {
        ply_copy(&ply, &table->compose.draft.ply);
        table_play_ply(table, &ply);
        ply_free(&ply);
    } else if (table->composing) {
        compose_back(&table->compose);
    }
}

/* True if the ply's effects go beyond moving: it captures, promotes, converts and so on. */
static bool irreversible(const struct ply *ply)
{
    for (int i = 0; i < ply->n; i++)
        if (ply->v[i].verb != ACTION_PICK && ply->v[i].verb != ACTION_GO && ply->v[i].verb != ACTION_STEP)
            return true;
    return false;
}

/* Call after a decision: continue with the ply, or play it if it is complete. */
static void composed(struct table *table)
{
    struct compose *compose = &table->compose;
    table->reason.text[0] = '\0';
    if (compose->state == COMPOSE_IDLE) {
        table_compose_reset(table);
        return;
    }
    if (compose->state == COMPOSE_CHOICE) {
        table_menu_open(table, "choose", menu_chosen);
        table->menu.cancelled = menu_cancelled;
        for (int i = 0; i < compose->menu.n; i++) {
            char words[MENU_TEXT_MAX], keyed[MENU_TEXT_MAX];
            compose_words(compose, &compose->menu.v[i], words, sizeof words);
            table_menu_add(table, i, app_words(table->view.app, &table->view, words, keyed, sizeof keyed));
        }
        struct note refused;
        if (compose_refused(compose, &refused))
            rule_number_brief(refused.text, table->menu.remark, sizeof table->menu.remark);
        return;
    }
    if (compose->state != COMPOSE_DONE)
        return;
    int confirm = app_choice(table->view.app, SET_CONFIRM);
    if (confirm == 2 || (confirm == 1 && irreversible(&compose->draft.ply))) {
        char text[160], question[200];
        compose_text(compose, text, sizeof text);
        snprintf(question, sizeof question, "Play %s?", text);
        app_ask(table->view.app, &table->view, question, answer_confirm);
        return;
    }
    answer_confirm(&table->view, true);
}

void table_compose_status(const struct table *table, char *out, size_t size)
{
    char text[300];
    compose_status(&table->compose, text, sizeof text);
    app_words(table->view.app, &table->view, text, out, size);
}

bool table_compose_back(struct table *table)
{
    if (!table->composing || !compose_back(&table->compose))
        return false;
    close_menu(table);
    composed(table);
    return true;
}

/* Show why an attempt was refused and, unless that needs a second line, the key that opens the rule it cites. */
static void refuse(struct table *table, const struct note *why)
{
    struct app *app = table->view.app;
    char key[32], number[RULE_NUMBER_ROOM];
    struct note *refusal = &table->refusal;
    *refusal = *why;
    app_words(app, &table->view, why->text, refusal->text, sizeof refusal->text);
    table->reason = *refusal;
    if (rule_number_in(why->text, number) && *app_key_text(app, &table->view, REQ_RULES, key, sizeof key)) {
        rule_number_brief(table->reason.text, refusal->text, sizeof refusal->text);
        size_t used = strlen(refusal->text), most = (size_t)app_message_columns(app);
        bool leads = refusal->text[used - 1] == ')' && (used > most || used + strlen(key) + strlen(",  to read") <= most);
        if (leads) {
            used--;
            text_add(refusal->text, sizeof refusal->text, &used, ", %s to read)", key);
        }
    }
    app_error(app, "%s", refusal->text);
}

static void menu_chosen(struct view *view, int value)
{
    struct table *table = table_of(view);
    struct note why = {.offset = -1};
    if (table->composing && compose_choose(&table->compose, value, &why) == 0)
        composed(table);
}

static void menu_cancelled(struct view *view)
{
    struct table *table = table_of(view);
    if (table->composing) {
        compose_back(&table->compose);
        composed(table);
    }
}

bool table_may_play(struct table *table)
{
    if (!table->rules) {
        app_error(table->view.app, "%s", table->unknown.text);
        return false;
    }
    if (table->track.broken) {
        app_error(table->view.app, "the game does not replay up to here: %s", table->track.why.text);
        return false;
    }
    if (verdict_over(track_verdict(&table->track)) && !track_verdict(&table->track)->goes_on) {
        char text[160];
        words_verdict(&table->track.now, track_verdict(&table->track), text, sizeof text);
        app_error(table->view.app, "%s; no ply comes after that", text);
        return false;
    }
    if (!table_live_may_play(table))
        return false;
    if (!table->composing) {
        compose_begin(&table->compose, &table->track.now);
        table->composing = true;
        table->walk = (struct walk_place){0};
    }
    return true;
}

void table_select(struct table *table, cell_t cell)
{
    struct note why = {.offset = -1};
    if (!table_may_play(table))
        return;
    table->cursor = cell;
    if (compose_select(&table->compose, cell, &why) < 0) {
        if (!why.text[0])
            note_set(&why, -1, "nothing is possible there");
        refuse(table, &why);
        if (table->compose.draft.ply.n == 0)
            table_compose_reset(table);
        return;
    }
    composed(table);
}

/* The target with a number, CELL_NONE: there is none; *targets becomes how many targets there are. */
static cell_t target_numbered(const struct table *table, int number, int *targets)
{
    const struct actions *choices = &table->compose.choices;
    cell_t cell = CELL_NONE;
    *targets = 0;
    for (int i = 0; i < choices->n; i++)
        if (mark_of_action(&choices->v[i]) != MARK_NONE && ++*targets == number)
            cell = choices->v[i].to;
    return cell;
}

/* For screen readers: say which number is which target. */
static void tell_numbers(struct table *table)
{
    const struct actions *choices = &table->compose.choices;
    char told[TABLE_DEED_ROOM] = "";
    size_t used = 0;
    int number = 0;
    for (int i = 0; table->numbers && i < choices->n; i++)
        if (mark_of_action(&choices->v[i]) != MARK_NONE)
            text_add(told, sizeof told, &used, "%s%d %s", used ? ", " : "", ++number,
                     board_name(table->rules->board, choices->v[i].to));
    table_deed(table, "%s", *told ? told : "no numbers");
}

bool table_has_targets(const struct table *table)
{
    int targets = 0;
    if (table->composing)
        target_numbered(table, 0, &targets);
    return targets > 0;
}

bool table_number_key(struct table *table, uint32_t key)
{
    int targets;
    if (!table->composing || !table->numbers)
        return false;
    if (key >= '0' && key <= '9')
        table->number = table->number * 10 + (int)(key - '0');
    else if (key != K_ENTER || !table->number)
        return table->number = 0, false;
    cell_t cell = target_numbered(table, table->number, &targets);
    if (cell == CELL_NONE) {
        if (targets)
            app_error(table->view.app, "the targets have the numbers 1 to %d", targets);
        else
            app_error(table->view.app, "no target is left to choose: {select} plays the ply");
        table->number = 0;
    } else if (key == K_ENTER || table->number * 10 > targets) {
        table->number = 0;
        table_select(table, cell);
    } else {
        app_say(table->view.app, "%d: another digit, or Enter", table->number);
    }
    return true;
}

void table_turn(struct table *table, int eighth)
{
    struct note why = {.offset = -1};
    if (!table->composing)
        compose_begin(&table->compose, &table->track.now);
    if (compose_turn(&table->compose, eighth, &why) < 0)
        refuse(table, &why);
    if (!table->composing)
        compose_clear(&table->compose);
}

/* ---------------------------------------------------------------- the cursor, the board's size */

static cell_t walk(const struct table *table, int up, int right)
{
    struct board_view view = table_board_view(table);
    cell_t to = board_walk(&view, table->cursor, up, right);
    if (to != table->cursor || app_choice(table->view.app, SET_WRAP) == 0)
        return to;
    for (int i = 0; i < table->rules->board->cells; i++)
        to = board_walk(&view, to, -up, -right);
    return to;
}

/* True if the board would fit the screen in that size if it were alone there. */
static bool fits_alone(const struct table *table, int size)
{
    struct board_view view = table_board_view(table);
    struct area body = app_body(table->view.app);
    int rows, columns;
    view.size = size;
    view.rows = view.columns = 0;
    board_art_for(table->rules)->measure(&view, &rows, &columns);
    return table->focus == FOCUS_BOARD && !table->maximised && rows <= body.rows && columns <= body.columns;
}

static void say_no_room(struct table *table, int next)
{
    bool limited = app_choice(table->view.app, SET_CELLS) > 0;
    char key[64];
    if (!limited && fits_alone(table, next))
        app_say(table->view.app, "no room for a larger board beside the panels: %s gives it the screen",
                app_key_text(table->view.app, &table->view, REQ_MAXIMISE, key, sizeof key));
    else
        app_say(table->view.app, "there is no room for a larger board%s", limited ? ", or the option cells allows none" : "");
}

static void zoom(struct table *table, int step)
{
    struct board_view view = table_board_view(table);
    const struct board_art *art = board_art_for(table->rules);
    int next = board_size_step(&view, table->layout.size, step);
    int size = step > 0 && table->layout.size == table->layout.fit ? -1 : next;
    if (size < 0) {
        if (next < 0)
            app_say(table->view.app, step < 0 ? "there is no smaller size" : "this is the largest size there is");
        else
            say_no_room(table, next);
        return;
    }
    table->zoom += step;
    if (art->size_name && art->size_name(&view, size))
        app_say(table->view.app, "board size: %s", art->size_name(&view, size));
}

static void flip(struct table *table, int step)
{
    int turns = table->rules->board->shape == BOARD_SQUARES ? 2 : 6;
    table->turn = (table->turn + step + turns) % turns;
    table->turned = true;
    table_deed(table, "the board is turned");
}

static void inspect(struct table *table)
{
    if (table->inspecting)
        table_close_card(table);
    else
        table->inspecting = true;
    table->asked = table->composing;
    if (table->inspecting && table->focus == FOCUS_MOVES)
        table->focus = FOCUS_BOARD;
    table_set_keymaps(table);
}

static bool with_focus(struct table *table, const struct event *event)
{
    switch (event->request) {
    case REQ_UP:
    case REQ_DOWN:
        table->cursor = walk(table, event->request == REQ_UP ? 1 : -1, 0);
        return true;
    case REQ_LEFT:
    case REQ_RIGHT:
        table->cursor = walk(table, 0, event->request == REQ_RIGHT ? 1 : -1);
        return true;
    case REQ_SELECT:
        table->card_alone = false; /* what the request does is seen on the board */
        table_select(table, table->cursor);
        return true;
    case REQ_TURN_RIGHT:
    case REQ_TURN_LEFT:
        table_turn(table, event->request == REQ_TURN_RIGHT ? 1 : -1);
        return true;
    case REQ_DROP_MEMBER:
        if (!table_compose_back(table))
            app_say(table->view.app, "no ply is being made");
        return true;
    case REQ_NUMBER_TARGETS:
        table->numbers = table->composing && !table->numbers;
        table->number = 0;
        tell_numbers(table);
        return true;
    default:
        return false;
    }
}

/* Open the rules: at the piece whose card is shown, the rule of the last refusal, or how the game ended; else at
 * the top. */
static void read_rules(struct table *table)
{
    const struct ruleset *rules = table->rules;
    const struct verdict *verdict = table->track.broken ? NULL : track_verdict(&table->track);
    struct piece piece = table->board.shown.at[table->cursor];
    const char *rule = "";
    if (table->inspecting && piece.kind)
        rule = rules->kinds[piece.kind].source;
    else if (table->reason.text[0])
        rule = table->reason.text;
    else if (verdict && verdict_over(verdict))
        rule = verdict->rule;
    rules_open_of(table->view.app, rules, rule ? rule : "");
}

/* ---------------------------------------------------------------- the cascade finder */

static void play_found(struct view *view, const struct ply *ply)
{
    struct table *table = table_of(view);
    struct ply mine = {0};
    ply_copy(&mine, ply);
    table_play_ply(table, &mine);
    ply_free(&mine);
}

bool table_can_find(const struct table *table)
{
    return table->rules && table->rules->rules->find && !table->track.broken && !table->live &&
           !(table->track.judged && verdict_over(&table->track.verdict) && !table->track.verdict.goes_on);
}

static void find_cascades(struct table *table, const char *goal)
{
    struct cascades_open open = {&table->track.now, table->cursor, goal, play_found};
    app_try_open(table->view.app, &cascades_view, &open);
}

bool table_board(struct table *table, const struct event *event)
{
    if (!table->rules)
        return false;
    if ((table->focus == FOCUS_BOARD || table->marking) && with_focus(table, event))
        return true;
    switch (event->request) {
    case REQ_TYPE_MOVE:
        table_type(table);
        return true;
    case REQ_CASCADES:
        if (!table_can_find(table))
            return false;
        find_cascades(table, event->argument);
        return true;
    case REQ_RULES:
        read_rules(table);
        return true;
    case REQ_OPENINGS:
        if (table->live)
            open_openings_of(table->view.app, table->live->place->path, &table->track.now);
        else
            open_openings(table->view.app, &table->view, &table->track.now);
        return true;
    case REQ_SEARCH_POSITION:
        if (table->live)
            open_position_of(table->view.app, table->live->place->path, &table->track.now);
        else
            open_position(table->view.app, &table->view, &table->track.now,
                          table->openings ? openings_panel_query(table->openings) : "");
        return true;
    case REQ_SETUP: {
        const char *clock = record_text(table_record(table), "event.control.text");
        struct setup_open open = {.position = &table->track.now, .clock = table->from.play ? clock : NULL};
        app_try_open(table->view.app, &setup_view, &open);
        return true;
    }
    case REQ_INSPECT:
        inspect(table);
        return true;
    case REQ_FLIP:
    case REQ_FLIP_BACK:
        flip(table, event->request == REQ_FLIP ? 1 : -1);
        return true;
    case REQ_ZOOM_IN:
    case REQ_ZOOM_OUT:
        zoom(table, event->request == REQ_ZOOM_IN ? 1 : -1);
        return true;
    case REQ_SHOW_MARKS:
        table->marks_hidden = !table->marks_hidden;
        app_say(table->view.app, table->marks_hidden ? "marks are hidden" : "marks are shown");
        return true;
    default:
        return false;
    }
}
