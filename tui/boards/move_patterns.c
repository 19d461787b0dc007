/* move_patterns.c - draws how pieces move, as diagrams of signs: see tui/boards/move_patterns.h. */
#include "tui/boards/move_patterns.h"

#include "tui/boards/piece_art.h"

#include <stdlib.h>
#include <string.h>

/* The first file or rank of a part with the piece in its middle, the fourth of eight, limited by the board's edges. */
static int part_start(int at, int all, int cells)
{
    int start = at - (cells - 1) / 2, last = all - cells;
    return start > last ? (last < 0 ? 0 : last) : start < 0 ? 0 : start;
}

const struct example *pattern_alone(const struct ruleset *rules, struct piece piece, cell_t cell, struct position *out,
                                    struct actions *reach)
{
    position_clear(out, rules);
    out->side = piece.side == NOBODY ? WHITE : piece.side;
    out->at[cell] = piece;
    rules->rules->reach(out, cell, reach);
    return !reach->n && rules->rules->example ? rules->rules->example(out, cell, reach) : NULL;
}

const struct example *pattern_signs(const struct ruleset *rules, struct piece piece, const struct example *example)
{
    return !example && rules->rules->signs ? rules->rules->signs(rules, piece.kind) : example;
}

bool pattern_is(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    pattern_alone(rules, piece, cell, alone, &reach);
    int n = reach.n;
    actions_free(&reach);
    free(alone);
    return n > 0;
}

bool pattern_is_example(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    const struct example *example = pattern_alone(rules, piece, cell, alone, &reach);
    actions_free(&reach);
    free(alone);
    return example != NULL;
}

/* The sign of every cell, by cell; 0 for none. */
static const struct example *mark_reach(const struct ruleset *rules, struct piece piece, cell_t cell, char mark[CELLS_MAX])
{
    struct position position;
    struct actions reach = {0};
    const struct example *example = pattern_alone(rules, piece, cell, &position, &reach);
    for (int i = 0; i < reach.n; i++) {
        char *at = &mark[reach.v[i].to];
        char now = reach.v[i].verb == ACTION_GO ? 'm' : reach.v[i].verb == ACTION_TAKE ? 'c' : 'x';
        *at = !*at || *at == now ? now : 'x';
    }
    for (int at = 0; example && at < rules->board->cells; at++)
        if (position.at[at].kind)
            mark[at] = rules->kinds[position.at[at].kind].letter;
    mark[cell] = 'O';
    actions_free(&reach);
    return example;
}

int pattern_whole(const struct ruleset *rules, struct piece piece, cell_t cell)
{
    const struct board *board = rules->board;
    struct position *alone = memory_new(1, sizeof *alone);
    struct actions reach = {0};
    int farthest = 0;
    pattern_alone(rules, piece, cell, alone, &reach);
    for (int i = 0; i < reach.n; i++) {
        int files = abs(board->cell[reach.v[i].to].file - board->cell[cell].file);
        int ranks = abs(board->cell[reach.v[i].to].rank - board->cell[cell].rank);
        farthest = files > farthest ? files : farthest;
        farthest = ranks > farthest ? ranks : farthest;
    }
    actions_free(&reach);
    free(alone);
    int cells = 2 * farthest + 1;
    return cells > PATTERN_CELLS && cells <= PATTERN_CELLS_MOST && board->files > PATTERN_CELLS ? cells : PATTERN_CELLS;
}

const struct example *pattern_draw_part(const struct ruleset *rules, struct piece piece, cell_t cell, int cells,
                                        struct scene *scene, int row, int column)
{
    const struct board *board = rules->board;
    char mark[CELLS_MAX] = {0};
    if (cell == CELL_NONE)
        cell = board_at(board, (board->files - 1) / 2, (board->ranks - 1) / 2);
    int left = part_start(board->cell[cell].file, board->files, cells);
    int bottom = part_start(board->cell[cell].rank, board->ranks, cells);
    const struct example *example = mark_reach(rules, piece, cell, mark);
    for (int r = 0; r < cells; r++)
        for (int c = 0; c < cells; c++) {
            cell_t at = board_at(board, left + c, bottom + cells - 1 - r);
            if (at == CELL_NONE)
                continue;
            enum role ink = mark[at] && mark[at] < 'a' ? ROLE_LABEL : mark[at] ? ROLE_TEXT : ROLE_LINE;
            scene_put(scene, row + r, column + 2 * c, mark[at] ? (uint8_t)mark[at] : '.', ink, ROLE_TEXT);
        }
    return pattern_signs(rules, piece, example);
}

const struct example *pattern_draw(const struct ruleset *rules, struct piece piece, cell_t cell, struct scene *scene, int row,
                                   int column)
{
    return pattern_draw_part(rules, piece, cell, PATTERN_CELLS, scene, row, column);
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
