/* art_pattern.c - pattern diagrams: see art_pattern.h. */
#include "tui/art_pattern.h"

#include "tui/piece_art.h"

#include <string.h>

/* The first file or rank of a part of eight with the piece fourth in it, as far as the board goes. */
static int part_start(int at, int all)
{
    int start = at - (PATTERN_CELLS / 2 - 1), last = all - PATTERN_CELLS;
    return start > last ? (last < 0 ? 0 : last) : start < 0 ? 0 : start;
}

/* What a cell shows, by cell: 0 for nothing. */
static void mark_reach(const struct ruleset *rules, struct piece piece, cell_t cell, char mark[CELLS_MAX])
{
    struct position position;
    struct actions reach = {0};
    position_clear(&position, rules);
    position.side = piece.side;
    position.at[cell] = piece;
    rules->rules->reach(&position, cell, &reach);
    for (int i = 0; i < reach.n; i++) {
        char *at = &mark[reach.v[i].to];
        char now = reach.v[i].verb == ACTION_GO ? 'm' : reach.v[i].verb == ACTION_TAKE ? 'c' : 'x';
        *at = !*at || *at == now ? now : 'x';
    }
    mark[cell] = 'O';
    actions_free(&reach);
}

void pattern_draw(const struct ruleset *rules, struct piece piece, cell_t cell, struct scene *scene, int row,
                  int column)
{
    const struct board *board = rules->board;
    char mark[CELLS_MAX] = {0};
    if (cell == CELL_NONE)
        cell = board_at(board, (board->files - 1) / 2, (board->ranks - 1) / 2);
    int left = part_start(board->cell[cell].file, board->files);
    int bottom = part_start(board->cell[cell].rank, board->ranks);
    mark_reach(rules, piece, cell, mark);
    for (int r = 0; r < PATTERN_CELLS; r++)
        for (int c = 0; c < PATTERN_CELLS; c++) {
            cell_t at = board_at(board, left + c, bottom + PATTERN_CELLS - 1 - r);
            if (at == CELL_NONE)
                continue;
            enum role ink = at == cell ? ROLE_LABEL : mark[at] ? ROLE_MARK : ROLE_LINE;
            scene_put(scene, row + r, column + 2 * c, mark[at] ? (uint8_t)mark[at] : '.', ink, ROLE_TEXT);
        }
}

int pattern_turns(const struct draft *draft, struct piece out[PATTERN_TURNS], int turn[PATTERN_TURNS])
{
    struct actions choices = {0};
    struct draft turned = {0};
    int n = 0;
    draft_choices(draft, &choices);
    for (int wanted = -1; wanted <= 1; wanted++)
        for (int i = 0; i < choices.n && n < PATTERN_TURNS; i++) {
            if (choices.v[i].verb != ACTION_TURN || choices.v[i].turn != wanted)
                continue;
            draft_copy(&turned, draft);
            draft_take(&turned, choices.v[i]);
            turn[n] = wanted;
            out[n++] = turned.now.at[choices.v[i].to];
            draft_clear(&turned);
        }
    actions_free(&choices);
    return n;
}
