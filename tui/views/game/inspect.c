/* inspect.c - the text of a cell's card: what is there, how it moves, what it attacks and what
 * attacks it; for an empty cell its kind, its neighbours and which pieces can go there. Also the
 * diagrams of the facings that a piece may turn to, and trials. */
#include "config.h"

#include "tui/session/words/cell_facts.h"
#include "tui/boards/marks.h"
#include "tui/views/game/game_internal.h"

#include <stdlib.h>

enum {
    CELLS_LISTED = 80,           /* at most this many target cells are listed by name */
    TURN_ROWS = PATTERN_ROWS + 1 /* rows of the diagram of one facing */
};

/* ---------------------------------------------------------------- the card */

bool table_in_the_air(const struct table *table, cell_t cell)
{
    return table->composing && compose_in_the_air(&table->compose, cell);
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
        .begins = !table->composing && !table_walks(table) && !table->game.track.broken &&
                  position->at[table->cursor].side == position->side &&
                  !verdict_over(track_verdict(&table->game.track)),
        .turned = table->turn % 2,
        .in_hand = table_in_the_air(table, table->cursor),
        .most = app_choice(table->view.app, SET_A11Y) == 1 ? 0 : CELLS_LISTED,
    };
    cell_tell(&asked, add_fact, &card);
}

/* ---------------------------------------------------------------- turning */

/* Find the facings that the piece which has moved may turn to. *chosen is the present facing. */
static int turns_of(const struct table *table, struct piece piece[PATTERN_TURNS],
                    int turn[PATTERN_TURNS], int *chosen)
{
    const struct ply *ply = &table->compose.draft.ply;
    const struct action *last = ply->n ? &ply->v[ply->n - 1] : NULL;
    struct draft draft = {0};
    int is = 0;
    if (!table->composing || !compose_can_turn(&table->compose) ||
        table->game.rules->board->shape != BOARD_SQUARES)
        return 0;
    draft_copy(&draft, &table->compose.draft);
    if (last && last->verb == ACTION_TURN) {
        is = last->turn;
        draft_back(&draft, 1);
    }
    int n = pattern_turns(&draft, piece, turn);
    draft_clear(&draft);
    *chosen = -1;
    for (int i = 0; i < n; i++)
        if (turn[i] == is)
            *chosen = i;
    return n;
}

/* The first facing to draw if not all fit, such that the chosen one is visible. */
static int first_turn(const struct area *area, int chosen)
{
    int across = (area->columns + PATTERN_GAP) / (PATTERN_COLUMNS + PATTERN_GAP),
        shown = across * (area->rows / TURN_ROWS);
    return chosen >= shown ? chosen - shown + 1 : 0;
}

bool table_wants_room(const struct table *table)
{
    struct piece piece[PATTERN_TURNS];
    int turn[PATTERN_TURNS], chosen;
    return table->game.rules && (table->inspecting || turns_of(table, piece, turn, &chosen) > 0);
}

int table_turns_rows(const struct table *table, const struct area *area)
{
    struct piece piece[PATTERN_TURNS];
    int turn[PATTERN_TURNS], chosen, n = turns_of(table, piece, turn, &chosen);
    int across = (area->columns + PATTERN_GAP) / (PATTERN_COLUMNS + PATTERN_GAP);
    int down = n && across ? (n + across - 1) / across : 0;
    while (down && down * TURN_ROWS > area->rows - 2)
        down--;
    return down * TURN_ROWS;
}

int table_turn_at(const struct table *table, const struct area *area, int row, int column)
{
    struct piece piece[PATTERN_TURNS];
    int turn[PATTERN_TURNS], chosen, n = turns_of(table, piece, turn, &chosen);
    int across = (area->columns + PATTERN_GAP) / (PATTERN_COLUMNS + PATTERN_GAP);
    int at = (column - area->column) / (PATTERN_COLUMNS + PATTERN_GAP);
    int i = first_turn(area, chosen) + (row - area->row) / TURN_ROWS * across + at;
    return at < across && i >= 0 && i < n ? turn[i] - (chosen >= 0 ? turn[chosen] : 0) : 0;
}

void table_draw_turns(const struct table *table, struct scene *scene, const struct area *area)
{
    struct piece piece[PATTERN_TURNS];
    int turn[PATTERN_TURNS], chosen, n = turns_of(table, piece, turn, &chosen);
    int across = (area->columns + PATTERN_GAP) / (PATTERN_COLUMNS + PATTERN_GAP),
        down = area->rows / TURN_ROWS;
    for (int k = 0, i = first_turn(area, chosen); i < n && k < across * down; i++, k++) {
        int row = area->row + k / across * TURN_ROWS;
        int column = area->column + k % across * (PATTERN_COLUMNS + PATTERN_GAP);
        /* With a single turn, left and right lead to the same pattern. */
        const char *words = turn[i] && n == 2 ? "[ ] either way"
                            : turn[i] > 0     ? "] to the right"
                            : turn[i] < 0     ? "[ to the left"
                                              : "as it is";
        enum role ground = i == chosen ? ROLE_SELECTED : ROLE_TEXT;
        scene_fill(scene, row, column, PATTERN_COLUMNS, ROLE_TEXT, ground, true);
        scene_textf(scene, row, column, PATTERN_COLUMNS, ROLE_LABEL, ground, "%s%s",
                    i == chosen ? ">" : " ", words);
        pattern_draw(table->game.rules, piece[i], CELL_NONE, scene, row + 1, column);
    }
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
