/* inspect.c - the text of a cell's card: what is there, how it moves, what it attacks and what
 * attacks it; for an empty cell its kind, its neighbours and which pieces can go there. Also the
 * diagrams of the facings that a piece may turn to, and trials. */
#include "config.h"

#include "tui/session/words/cell_facts.h"
#include "tui/boards/turn_choices.h"
#include "tui/views/game/game_internal.h"

#include <stdlib.h>

enum { CELLS_LISTED = 80 /* at most this many target cells are listed by name */ };

/* ---------------------------------------------------------------- the card */

bool table_in_the_air(const struct table *table, cell_t cell)
{
    return table->game.composing && compose_in_the_air(&table->game.compose, cell);
}

struct card {
    struct table *table;
    struct page *page;
    enum cell_fact last;
};

static void add_fact(void *argument, enum cell_fact fact, const char *text)
{
    static const struct {
        enum role ink;
        int hang;
    } looks[] = {
        [CELL_CONTENT] = {ROLE_MOVE, 0}, [CELL_GAIT] = {ROLE_COMMENT, 0},
        [CELL_SOURCE] = {ROLE_DIM, 0},   [CELL_STUCK] = {ROLE_DIM, 0},
        [CELL_REACH] = {ROLE_TEXT, 2},   [CELL_REACHED] = {ROLE_TEXT, 2},
        [CELL_FIELD] = {ROLE_DIM, 0},    [CELL_NEIGHBOURS] = {ROLE_TEXT, 2},
    };
    struct card *card = argument;
    char state[400];
    bool piece = card->table->board.shown.at[card->table->cursor].kind;
    /* Gaps stand around what the piece on the board can do. */
    if (fact == CELL_FIELD || (piece && fact > CELL_SOURCE && card->last <= CELL_SOURCE))
        page_gap(card->page);
    if (fact == CELL_FIELD && table_in_the_air(card->table, card->table->cursor)) {
        table_compose_status(card->table, state, sizeof state);
        page_add(card->page, ROLE_TEXT, 0, state);
        page_gap(card->page);
    }
    page_add(card->page, looks[fact].ink, looks[fact].hang, text);
    card->last = fact;
}

void table_add_card(struct table *table, struct page *page)
{
    const struct position *position = &table->board.shown;
    struct card card = {table, page, CELL_CONTENT};
    struct cell_asked asked = {
        .position = position,
        .cell = table->cursor,
        .begins = !table->game.composing && !session_walks(&table->game) &&
                  !table->game.track.broken && position->at[table->cursor].side == position->side &&
                  !verdict_over(track_verdict(&table->game.track)),
        .turned = table->turn % 2,
        .in_hand = table_in_the_air(table, table->cursor),
        .most = app_choice(table->view.app, SET_A11Y) == 1 ? 0 : CELLS_LISTED,
    };
    cell_tell(&asked, add_fact, &card);
}

bool table_wants_room(const struct table *table)
{
    return table->game.rules &&
           (table->inspecting || (table->game.composing && turn_choices(&table->game.compose) > 0));
}

/* ---- Trials, and guessing plies: tui/session/game_session.h. */

enum trial_end { TRIAL_BACK, TRIAL_KEEP, TRIAL_ON };

static void end_trial(struct view *view, int choice)
{
    if (choice != TRIAL_ON)
        session_trial_end(&table_of(view)->game, choice == TRIAL_KEEP);
}

static void game_inspect_trial(struct table *table)
{
    if (!table->game.trial) {
        session_trial_begin(&table->game);
        return;
    }
    if (edits_saved(&table->game.edits)) {
        end_trial(&table->view, TRIAL_BACK);
        return;
    }
    table_menu_open(table, "the trial", end_trial);
    table_menu_add(table, TRIAL_BACK, "back to the game as it was");
    if (table->game.writable)
        table_menu_add(table, TRIAL_KEEP, "keep it as a change of the game");
    table_menu_add(table, TRIAL_ON, "continue the trial");
}

const struct table_action table_study_actions[] = {
    {REQ_TRIAL, .act = game_inspect_trial},
    {0},
};
