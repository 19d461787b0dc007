/* symmetry.c - the symmetries of a board: see symmetry.h.
 *
 * A symmetry maps neighbours to neighbours: if it maps one cell and all directions, it maps every
 * other cell that can be reached. So all possibilities are tried for the first cell and for the
 * directions, which can be turned by any angle and mirrored, and those that contradict themselves
 * are discarded. */
#include "core/engine/symmetry.h"

#include <stdlib.h>
#include <string.h>

/* The direction that `direction` becomes by one of the 2 * board->directions ways. */
static int turned(const struct board *board, int way, int direction)
{
    int n = board->directions;
    return way < n ? (direction + way) % n : (2 * n + way - direction) % n;
}

/* Complete a map in which cell 0 becomes `first`. `stack` has room for all cells. False if it is no
 * symmetry. */
static bool complete(const struct board *board, int way, cell_t first, cell_t *map, cell_t *stack)
{
    int known = 0, done = 0;
    for (int cell = 0; cell < board->cells; cell++)
        map[cell] = CELL_NONE;
    map[0] = first;
    stack[known++] = 0;
    while (done < known) {
        cell_t cell = stack[done++];
        for (int direction = 0; direction < board->directions; direction++) {
            cell_t next = board_next(board, cell, direction);
            cell_t image = board_next(board, map[cell], turned(board, way, direction));
            if ((next == CELL_NONE) != (image == CELL_NONE))
                return false;
            if (next == CELL_NONE || map[next] == image)
                continue;
            if (map[next] != CELL_NONE)
                return false;
            map[next] = image;
            stack[known++] = next;
        }
    }
    bool *met = memory_new((size_t)board->cells, sizeof *met);
    bool good = known == board->cells;
    for (int cell = 0; cell < board->cells && good; cell++) {
        good = !met[map[cell]];
        met[map[cell]] = true;
    }
    free(met);
    return good;
}

int board_symmetries(const struct board *board, cell_t *out[SYMMETRIES_MOST])
{
    size_t cells = (size_t)board->cells;
    cell_t *map = memory_new(cells, sizeof *map), *stack = memory_new(cells, sizeof *stack);
    int n = 0;
    for (int way = 0; way < 2 * board->directions; way++)
        for (int first = 0; first < board->cells && n < SYMMETRIES_MOST; first++) {
            if (!complete(board, way, (cell_t)first, map, stack))
                continue;
            bool known = false;
            for (int i = 0; i < n && !known; i++)
                known = !memcmp(out[i], map, cells * sizeof *map);
            if (known)
                continue;
            out[n] = memory_new(cells, sizeof *map);
            memcpy(out[n++], map, cells * sizeof *map);
        }
    free(map);
    free(stack);
    return n;
}

void symmetry_pattern(struct position *empty, struct piece piece, const cell_t *map, uint64_t *out)
{
    struct actions goals = {0};
    for (int cell = 0; cell < empty->rules->board->cells; cell++) {
        uint64_t sum = 0;
        empty->at[cell] = piece;
        goals.n = 0;
        empty->rules->rules->reach(empty, (cell_t)cell, &goals);
        for (int i = 0; i < goals.n; i++) {
            cell_t to = goals.v[i].to;
            sum += hash_mix((uint64_t)goals.v[i].verb << 32 | (to == CELL_NONE ? to : map[to]));
        }
        out[map[cell]] = sum;
        empty->at[cell] = (struct piece){0};
    }
    actions_free(&goals);
}
