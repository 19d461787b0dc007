/* inspect.c - the text of a cell's card: what is there, how it moves, what it attacks and what
 * attacks it; for an empty cell its kind, its neighbours and which pieces can go there. Also the
 * diagrams of the facings that a piece may turn to, and trials. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "core/presentation.h"
#include "tui/boards/marks.h"
#include "tui/views/game/game_internal.h"

#include <stdlib.h>

enum {
    LIST_ROOM = 1200,
    CELLS_LISTED = 80,           /* at most this many target cells are listed by name */
    TURN_ROWS = PATTERN_ROWS + 1 /* rows of the diagram of one facing */
};

/* Describe a piece and its cell in words. */
void table_describe(struct table *table, cell_t cell, char *out, size_t size)
{
    const struct position *position = &table->board.shown;
    struct piece piece = position->at[cell];
    size_t used = 0;
    out[0] = '\0';
    text_add(out, size, &used, "%s: ", board_name(table->game.rules->board, cell));
    if (!piece.kind) {
        text_add(out, size, &used, "empty");
        return;
    }
    char more[200], name[100];
    piece_describe(position, cell, more, sizeof more);
    words_piece(table->game.rules, piece, name, sizeof name);
    text_add(out, size, &used, "%s%s%s", name, *more ? ", " : "", more);
}

/* ---------------------------------------------------------------- lists of cells and pieces */

/* A paragraph that is built word by word. */
struct game_inspect_words {
    const char *head;
    char text[LIST_ROOM];
    size_t used;
};

static void game_inspect_add_word(struct game_inspect_words *words, const char *letters,
                                  const char *cell)
{
    text_add(words->text, sizeof words->text, &words->used, "%s%s%s",
             words->used ? " " : words->head, letters, cell);
}

static void game_inspect_put_words(const struct game_inspect_words *words, struct page *page)
{
    if (words->used)
        page_add(page, ROLE_TEXT, 2, words->text);
}

/* True if a Pawn has just passed over the cell in a move of several steps, so that it can be
 * captured en passant. */
static bool was_passed(const struct position *position, cell_t cell)
{
    for (int i = 0; i < position->passed_count; i++)
        if (position->passed[i] == cell)
            return true;
    return false;
}

/* What can happen to a piece when another piece moves onto it, besides capture: what the moving
 * piece does, and what is done to the other piece. */
static const struct {
    enum verb verb;
    const char *does, *done;
} meetings[] = {
    {ACTION_FLIP, "turns over: ", "turned over by: "},
    {ACTION_JOIN, "joins: ", "joined by: "},
    {ACTION_PUSH, "activates: ", "activated by: "},
    {ACTION_DIVE, "dives into: ", "dived into by: "},
    {ACTION_TELEPORT, "sends off: ", "sent off by: "},
    {ACTION_PROMOTE, "promotes: ", "promoted by: "},
};
enum { MEETINGS = sizeof meetings / sizeof *meetings };

/* Add the cells where the piece can go. If there are very many, add only their number, because they
 * are marked on the board. */
static void game_inspect_put_cells(const struct table *table,
                                   const struct game_inspect_words *words, int n, struct page *page)
{
    if (n > CELLS_LISTED && app_choice(table->view.app, SET_A11Y) != 1)
        page_addf(page, ROLE_TEXT, 2, "%s%d cells, marked on the board", words->head, n);
    else
        game_inspect_put_words(words, page);
}

/* Add the words for a part of a piece: "its Wall goes to: d7". */
static void add_part(struct game_inspect_words *words, const char *who, const char *cell)
{
    if (!words->used)
        text_add(words->text, sizeof words->text, &words->used, "%s goes to:", who);
    text_add(words->text, sizeof words->text, &words->used, " %s", cell);
}

static void add_reach(struct table *table, struct page *page, cell_t cell)
{
    const struct position *position = &table->board.shown;
    const struct board *board = table->game.rules->board;
    struct game_inspect_words goes = {.head = "goes to: "}, part = {.head = ""},
                              runs = {.head = "runs to: "},
                              round = {.head = "goes around, back to: "},
                              attacks = {.head = "attacks: "},
                              passing = {.head = "captures en passant on: "},
                              other = {.head = "meets: "};
    struct game_inspect_words *meets = memory_new(MEETINGS, sizeof *meets);
    char does[MEETINGS][40];
    struct actions reach = {0};
    int cells = 0;
    table->game.rules->rules->reach(position, cell, &reach);
    for (int i = 0; i < reach.n; i++) {
        cell_t to = reach.v[i].to;
        enum verb verb = (enum verb)reach.v[i].verb;
        struct piece met = position->at[to];
        char letters[4] = "";
        int m = 0;
        while (m < MEETINGS && meetings[m].verb != verb)
            m++;
        if (met.kind)
            piece_letters(table->game.rules, met, letters);
        if (!met.kind && reach_part(&table->board.shown, &reach.v[i])) {
            if (verb == ACTION_GO)
                add_part(&part, reach_part(&table->board.shown, &reach.v[i]),
                         board_name(board, to));
        } else if (verb == ACTION_GO && !met.kind) {
            game_inspect_add_word(&goes, "", board_name(board, to));
            cells++;
        } else if (verb == ACTION_STEP && !met.kind)
            game_inspect_add_word(&runs, "", board_name(board, to));
        else if (verb == ACTION_GO && to == cell)
            game_inspect_add_word(&round, "", board_name(board, to));
        else if (verb == ACTION_TAKE && met.kind)
            game_inspect_add_word(&attacks, letters, board_name(board, to));
        else if (verb == ACTION_TAKE && was_passed(position, to) &&
                 position->at[cell].side == position->side)
            game_inspect_add_word(&passing, "", board_name(board, to));
        else if (m < MEETINGS && met.kind) {
            const char *who = reach_part(&table->board.shown, &reach.v[i]);
            snprintf(does[m], sizeof does[m], "%s%s%s", who ? who : "", who ? " " : "",
                     meetings[m].does);
            meets[m].head = does[m];
            game_inspect_add_word(&meets[m], letters, board_name(board, to));
        } else if (met.kind && verb != ACTION_GO)
            game_inspect_add_word(&other, letters, board_name(board, to));
    }
    size_t said =
        goes.used + part.used + runs.used + round.used + attacks.used + passing.used + other.used;
    for (int m = 0; m < MEETINGS; m++)
        said += meets[m].used;
    if (!said) /* a blocked Pawn has only cells where it could capture */
        page_add(page, ROLE_DIM, 0, "cannot move by itself in the current position");
    game_inspect_put_cells(table, &goes, cells, page);
    game_inspect_put_words(&part, page);
    game_inspect_put_words(&runs, page);
    game_inspect_put_words(&round, page);
    game_inspect_put_words(&attacks, page);
    game_inspect_put_words(&passing, page);
    for (int m = 0; m < MEETINGS; m++)
        game_inspect_put_words(&meets[m], page);
    game_inspect_put_words(&other, page);
    free(meets);
    actions_free(&reach);
}

/* True if the piece can begin a ply now: it belongs to the side to move, no ply is being composed
 * or stepped through, and the game is not over. */
static bool game_inspect_may_begin(struct table *table, cell_t cell)
{
    const struct position *position = &table->board.shown;
    return !table->composing && !table_walks(table) && !table->game.track.broken &&
           position->at[cell].side == position->side &&
           !verdict_over(track_verdict(&table->game.track));
}

/* Find the legal first actions of the piece on a cell. */
static void legal_choices(struct table *table, cell_t cell, struct actions *choices)
{
    const struct position *position = &table->board.shown;
    struct draft draft = {0};
    if (!game_inspect_may_begin(table, cell))
        return;
    draft_begin(&draft, position);
    draft_choices(&draft, choices);
    struct action pick = {0};
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].verb == ACTION_PICK && choices->v[i].from == cell)
            pick = choices->v[i];
    choices->n = 0;
    if (pick.verb == ACTION_PICK && pick.from == cell) {
        draft_take(&draft, pick);
        draft_choices(&draft, choices);
    }
    draft_clear(&draft);
}

/* Add where a King can castle to now, which reach() of core/family.h does not include. */
static void game_inspect_add_castling(const struct table *table, struct page *page,
                                      const struct actions *choices)
{
    struct game_inspect_words castles = {.head = "castles to: "};
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].verb == ACTION_CASTLE)
            game_inspect_add_word(&castles, "",
                                  board_name(table->game.rules->board, choices->v[i].to));
    game_inspect_put_words(&castles, page);
}

static bool has_choice(const struct actions *choices, cell_t to)
{
    for (int i = 0; i < choices->n; i++)
        if (choices->v[i].to == to)
            return true;
    return false;
}

/* Add which of the cells that the piece reaches or attacks are legal now, unless all of them are.
 * The other moves would leave the King in check. */
static void add_legal(struct table *table, struct page *page, cell_t cell,
                      const struct actions *choices)
{
    const struct position *position = &table->board.shown;
    struct game_inspect_words legal = {.head = "legal now: "};
    struct actions reach = {0};
    int cells = 0, all = 0;
    if (!game_inspect_may_begin(table, cell))
        return;
    table->game.rules->rules->reach(position, cell, &reach);
    for (int i = 0; i < reach.n; i++) {
        cell_t to = reach.v[i].to;
        bool met = position->at[to].kind != 0;
        if (!(reach.v[i].verb == ACTION_GO && !met) && !(reach.v[i].verb == ACTION_TAKE && met))
            continue;
        all++;
        if (has_choice(choices, to)) {
            game_inspect_add_word(&legal, "", board_name(table->game.rules->board, to));
            cells++;
        }
    }
    if (all && !cells)
        page_add(page, ROLE_TEXT, 2, "legal now: none of them");
    else if (cells < all)
        game_inspect_put_cells(table, &legal, cells, page);
    actions_free(&reach);
}

enum {
    WAY_GOES = 1,
    WAY_TAKES = 2,
    WAY_MEETS = 4 /* the bit of meetings[0]; each further entry of meetings[] has the next bit */
};

/* Returns how the piece on `from` reaches the cell, as bits of WAY_; 0: it does not. *part is the
 * part of the piece that moves, NULL: the whole piece. */
static int ways_to(struct table *table, cell_t from, cell_t cell, const char **part)
{
    struct actions reach = {0};
    int ways = 0;
    *part = NULL;
    table->game.rules->rules->reach(&table->board.shown, from, &reach);
    for (int i = 0; i < reach.n; i++) {
        enum verb verb = (enum verb)reach.v[i].verb;
        int m = 0;
        if (reach.v[i].to != cell)
            continue;
        *part = reach_part(&table->board.shown, &reach.v[i]);
        while (m < MEETINGS && meetings[m].verb != verb)
            m++;
        ways |= verb == ACTION_GO || verb == ACTION_STEP ? WAY_GOES
                : m < MEETINGS                           ? WAY_MEETS << m
                                                         : WAY_TAKES;
    }
    actions_free(&reach);
    return ways;
}

/* Add which pieces reach a cell. For a piece: its attackers, and pieces that can do something else
 * to it. For an empty cell: which pieces can go there, and which could only capture there. */
static void add_reached_by(struct table *table, struct page *page, cell_t cell)
{
    const struct position *position = &table->board.shown;
    struct piece here = position->at[cell];
    struct game_inspect_words first = {.head = here.kind ? "attacked by: " : "can go there: "},
                              second = {.head =
                                            here.kind ? "guarded by: " : "would capture there: "};
    struct game_inspect_words *met = memory_new(MEETINGS, sizeof *met);
    for (int from = 0; from < table->game.rules->board->cells; from++) {
        struct piece piece = position->at[from];
        if (!piece.kind || from == cell)
            continue;
        const char *part;
        int ways = ways_to(table, (cell_t)from, cell, &part);
        char letters[4], name[40];
        piece_letters(table->game.rules, piece, letters);
        snprintf(name, sizeof name, part ? "%s (%s)" : "%s",
                 board_name(table->game.rules->board, (cell_t)from), part);
        struct game_inspect_words *words =
            here.kind ? (ways & WAY_TAKES ? piece.side != here.side ? &first : &second : NULL)
            : ways & WAY_GOES  ? &first
            : ways & WAY_TAKES ? &second
                               : NULL;
        for (int m = 0; m < MEETINGS && here.kind; m++)
            if (ways & WAY_MEETS << m) {
                met[m].head = meetings[m].done;
                words = &met[m];
            }
        if (words)
            game_inspect_add_word(words, letters, name);
    }
    game_inspect_put_words(&first, page);
    for (int m = 0; m < MEETINGS; m++)
        game_inspect_put_words(&met[m], page);
    game_inspect_put_words(&second, page);
    free(met);
}

/* ---------------------------------------------------------------- cells */

/* Add the neighbours of a triangle: across its edges, at its tips and at its corners. By
 * rules/triangles.md 2.2 direction d is the angle 30*d, and a triangle that points up has its edges
 * at 30, 150 and 270 degrees. */
static void add_neighbours(const struct board *board, struct page *page, cell_t cell)
{
    static const struct {
        const char *name;
        /* directions for a triangle that points up; for other triangles they are rotated by 180
         * degrees */
        int direction[6], n;
    } groups[] = {{"edges: ", {5, 1, 9}, 3},
                  {"tips: ", {3, 7, 11}, 3},
                  {"corners: ", {6, 0, 4, 2, 8, 10}, 6}};
    for (int g = 0; g < 3; g++) {
        struct game_inspect_words words = {.head = groups[g].name};
        for (int i = 0; i < groups[g].n; i++) {
            int direction =
                board->cell[cell].up ? groups[g].direction[i] : (groups[g].direction[i] + 6) % 12;
            cell_t next = board_next(board, cell, direction);
            if (next != CELL_NONE)
                game_inspect_add_word(&words, "", board_name(board, next));
        }
        game_inspect_put_words(&words, page);
    }
}

static void game_inspect_add_field(struct table *table, struct page *page, cell_t cell)
{
    const struct board *board = table->game.rules->board;
    bool dark = board->cell[cell].dark;
    if (board->shape == BOARD_TRIANGLES) {
        /* if the board is turned by a sixth, the triangle points the other way on the screen */
        bool turned = table->turn % 2;
        page_addf(page, ROLE_DIM, 0, "triangle pointing %s%s, %s",
                  board->cell[cell].up != turned ? "up" : "down",
                  turned ? " on this turned board" : "", dark ? "dark" : "light");
        add_neighbours(board, page, cell);
    } else {
        page_addf(page, ROLE_DIM, 0, "a %s square", dark ? "dark" : "light");
    }
}

/* ---------------------------------------------------------------- the card */

bool table_in_the_air(const struct table *table, cell_t cell)
{
    const struct draft *draft = &table->compose.draft;
    enum verb last = draft->ply.n ? (enum verb)draft->ply.v[draft->ply.n - 1].verb : ACTION_NONE;
    bool gone = last == ACTION_DIVE || last == ACTION_TELEPORT || last == ACTION_JOURNEY;
    return table->composing && (draft->moves > 0 || gone) && draft->held.kind &&
           draft->hand == cell;
}

/* Remove from the words about a piece how its triangle points and what it touches, because the end
 * of the card says that. */
static void leave_out_field(const struct board *board, cell_t cell, char *text)
{
    char field[60];
    snprintf(field, sizeof field, ", %s triangle %s; touches ",
             board->cell[cell].up ? "up" : "down", board_name(board, cell));
    char *from = strstr(text, field);
    if (from) {
        const char *rest = from + strlen(field);
        rest += strcspn(rest, ";");
        memmove(from, rest, strlen(rest) + 1);
    }
}

void table_add_card(struct table *table, struct page *page)
{
    struct piece piece = table->board.shown.at[table->cursor];
    char text[400];
    table_describe(table, table->cursor, text, sizeof text);
    leave_out_field(table->game.rules->board, table->cursor, text);
    page_add(page, ROLE_MOVE, 0, text);
    if (piece.kind) {
        const struct kind *kind = &table->game.rules->kinds[piece.kind];
        if (kind->moves)
            page_add(page, ROLE_COMMENT, 0, kind->moves);
        if (kind->source)
            page_add(page, ROLE_DIM, 0, kind->source);
        page_gap(page);
        if (table_in_the_air(table, table->cursor)) {
            table_compose_status(table, text, sizeof text);
            page_add(page, ROLE_TEXT, 0, text);
        } else {
            add_reach(table, page, table->cursor);
            struct actions choices = {0};
            legal_choices(table, table->cursor, &choices);
            game_inspect_add_castling(table, page, &choices);
            add_legal(table, page, table->cursor, &choices);
            actions_free(&choices);
        }
    }
    if (!table_in_the_air(table, table->cursor)) /* a piece in the air is not on the board now */
        add_reached_by(table, page, table->cursor);
    page_gap(page);
    game_inspect_add_field(table, page, table->cursor);
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
