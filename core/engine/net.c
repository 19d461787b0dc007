/* net.c - a small neural net that evaluates positions: see net.h, and docs/engine.md for how it
 * works.
 *
 * All numbers are integers, and every sum is the same in any order, so that all machines get the
 * same value. The inner loops have a constant number of rounds and no branches: the compiler makes
 * vector instructions of them. */
#include "core/engine/net.h"

#include <stdlib.h>

enum { INPUTS_MOST = UINT16_MAX, WORD_CELLS = sizeof(uint64_t) / sizeof(uint16_t) };

/* Where a player sees a cell on a full board of squares. */
static int seen_from(const struct board *board, int side, bool flip, int cell)
{
    int file = board->cell[cell].file, rank = board->cell[cell].rank;
    return board_at(board, flip ? board->files - 1 - file : file,
                    side == BLACK ? board->ranks - 1 - rank : rank);
}

/* True if Black's pieces move as White's do on the mirrored board, and left is like right: a full
 * board of squares, and no piece has a facing. */
static bool is_mirrored(const struct search_rules *search, const struct ruleset *ruleset)
{
    const struct board *board = ruleset->board;
    if (board->shape != BOARD_SQUARES)
        return false;
    for (int cell = 0; cell < board->cells; cell++)
        if (seen_from(board, BLACK, false, cell) == CELL_NONE ||
            seen_from(board, WHITE, true, cell) == CELL_NONE)
            return false;
    for (int p = 0; p < search->pieces(ruleset); p++) {
        struct search_piece piece = {0};
        search->piece(ruleset, p, &piece);
        if (!(piece.flags & SEARCH_UNUSED) && piece.piece.facing)
            return false;
    }
    return true;
}

static int count_men(const struct ruleset *ruleset)
{
    struct position *opening = memory_new(1, sizeof *opening);
    int n = 0;
    ruleset->rules->setup(ruleset, opening);
    for (int cell = 0; cell < ruleset->board->cells; cell++)
        n += opening->at[cell].kind != KIND_NONE;
    free(opening);
    return n;
}

struct net *net_new(const struct search_rules *search, const struct ruleset *ruleset)
{
    int cells = ruleset->board->cells, pieces = search->pieces(ruleset);
    int views = is_mirrored(search, ruleset) ? 1 : 2;
    if (ruleset->sides != 2 || views * 2 * pieces * cells > INPUTS_MOST)
        return NULL;
    struct net *net = memory_new(1, sizeof *net);
    net->cells = cells;
    net->pieces = pieces;
    net->men = count_men(ruleset);
    net->views = views;
    net->flips = views == 1;
    net->left = memory_new((size_t)cells, sizeof *net->left);
    for (int cell = 0; cell < cells; cell++)
        net->left[cell] = 2 * ruleset->board->cell[cell].file < ruleset->board->files - 1;
    net->inputs = views * 2 * pieces * cells;
    net->most = INT16_MAX / (1 + cells);
    net->scale = 100;
    net->row = memory_new((size_t)net->inputs * NET_WIDTH, sizeof *net->row);
    for (int view = 0; view < 2; view++)
        for (int flip = 0; flip < 2; flip++) {
            uint16_t *seen = memory_new((size_t)(2 * pieces * cells), sizeof *seen);
            for (int man = 0; man < 2 * pieces * cells; man++) {
                int side = man / (pieces * cells), piece = man / cells % pieces, cell = man % cells;
                if (views == 1)
                    cell = seen_from(ruleset->board, view, flip, cell);
                seen[man] = (uint16_t)(((side != view) * pieces + piece) * cells + cell);
                if (views == 2)
                    seen[man] = (uint16_t)(seen[man] + view * 2 * pieces * cells);
            }
            net->seen[view][flip] = seen;
        }
    return net;
}

void net_free(struct net *net)
{
    if (!net)
        return;
    free(net->row);
    free(net->left);
    for (int i = 0; i < 4; i++)
        free(net->seen[i / 2][i % 2]);
    free(net);
}

/* ---- text */

void net_head(const struct net *net, const struct ruleset *ruleset, char *out, size_t size)
{
    size_t used = 0;
    text_add(out, size, &used, "net %s inputs %d width %d stages %d scale %d\n",
             ruleset->variant->id, net->inputs, NET_WIDTH, NET_STAGES, net->scale);
}

/* Read a number of at most six digits and move *at behind it. False: there is none, or it is not
 * within -most .. most. */
static bool net_number(const char **at, const char *end, int most, int *out)
{
    const char *p = *at;
    int n = 0, digits = 0;
    while (p < end && *p == ' ')
        p++;
    bool minus = p < end && *p == '-';
    for (p += minus; p < end && *p >= '0' && *p <= '9' && digits < 7; p++, digits++)
        n = 10 * n + (*p - '0');
    *at = p;
    *out = minus ? -n : n;
    return digits > 0 && digits < 7 && n <= most && (p == end || *p == ' ');
}

bool net_begin(struct net *net, const struct ruleset *ruleset, const char *line, const char *end)
{
    char head[200];
    int scale = 0;
    const char *at = end;
    while (at > line && at[-1] != ' ')
        at--;
    if (!net_number(&at, end, NET_SCALE_MOST, &scale) || scale < 1)
        return false;
    net->scale = scale;
    net_head(net, ruleset, head, sizeof head);
    return strlen(head) == (size_t)(end - line) + 1 && !memcmp(head, line, (size_t)(end - line));
}

static bool net_numbers(const char *at, const char *end, int most, int16_t *out, int n)
{
    int number;
    for (int i = 0; i < n; i++) {
        if (!net_number(&at, end, most, &number))
            return false;
        out[i] = (int16_t)number;
    }
    while (at < end && *at == ' ')
        at++;
    return at == end;
}

static bool net_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(at, word, length);
}

bool net_read_line(struct net *net, const char *word, size_t length, const char *at,
                   const char *end)
{
    int index;
    if (net_word(word, length, "bias"))
        return net_numbers(at, end, net->most, net->bias, NET_WIDTH);
    if (net_word(word, length, "input"))
        return net_number(&at, end, net->inputs - 1, &index) && index >= 0 &&
               net_numbers(at, end, net->most, net->row + (size_t)index * NET_WIDTH, NET_WIDTH);
    return net_word(word, length, "output") && net_number(&at, end, NET_STAGES - 1, &index) &&
           index >= 0 && net_number(&at, end, 999999, &net->out_bias[index]) &&
           net_numbers(at, end, NET_OUT_MOST, net->out[index], 2 * NET_WIDTH);
}

static void write_numbers(const int16_t *number, int n, char *out, size_t size, size_t *used)
{
    for (int i = 0; i < n; i++)
        text_add(out, size, used, " %d", number[i]);
    text_add(out, size, used, "\n");
}

int net_write(const struct net *net, char *out, size_t size)
{
    static const int16_t zero[NET_WIDTH];
    size_t used = 0;
    text_add(out, size, &used, "bias");
    write_numbers(net->bias, NET_WIDTH, out, size, &used);
    for (int stage = 0; stage < NET_STAGES; stage++) {
        text_add(out, size, &used, "output %d %d", stage, net->out_bias[stage]);
        write_numbers(net->out[stage], 2 * NET_WIDTH, out, size, &used);
    }
    for (int input = 0; input < net->inputs; input++) {
        const int16_t *row = net->row + (size_t)input * NET_WIDTH;
        if (!memcmp(row, zero, sizeof zero))
            continue;
        text_add(out, size, &used, "input %d", input);
        write_numbers(row, NET_WIDTH, out, size, &used);
    }
    return (int)used;
}

/* ---- evaluation */

static size_t words_of(const struct net *net)
{
    return ((size_t)net->cells + WORD_CELLS - 1) / WORD_CELLS;
}

void net_memory_make(struct net_memory *memory, const struct net *net)
{
    memory->at = memory_new(words_of(net) * WORD_CELLS, sizeof *memory->at);
    for (int view = 0; view < 2; view++) {
        memcpy(memory->sum[view], net->bias, sizeof net->bias);
        memory->flip[view] = 0;
    }
}

void net_memory_free(struct net_memory *memory)
{
    free(memory->at);
    memory->at = NULL;
}

static inline void net_add(int16_t *restrict sum, const int16_t *restrict row)
{
    for (int i = 0; i < NET_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] + row[i]);
}

static inline void net_subtract(int16_t *restrict sum, const int16_t *restrict row)
{
    for (int i = 0; i < NET_WIDTH; i++)
        sum[i] = (int16_t)(sum[i] - row[i]);
}

/* Change the sums where the boards differ. */
static void net_follow(const struct net *net, struct net_memory *memory, const uint16_t *at,
                       int from)
{
    for (int cell = from; cell < from + WORD_CELLS; cell++) {
        int before = memory->at[cell], after = at[cell];
        if (before == after)
            continue;
        for (int view = 0; view < 2; view++) {
            const uint16_t *seen = net->seen[view][memory->flip[view]];
            if (before)
                net_subtract(memory->sum[view], net->row + (size_t)seen[before - 1] * NET_WIDTH);
            if (after)
                net_add(memory->sum[view], net->row + (size_t)seen[after - 1] * NET_WIDTH);
        }
        memory->at[cell] = (uint16_t)after;
    }
}

/* Add up a view of the board in `memory` again, after it was flipped. */
static void net_again(const struct net *net, struct net_memory *memory, int view)
{
    const uint16_t *seen = net->seen[view][memory->flip[view]];
    memcpy(memory->sum[view], net->bias, sizeof net->bias);
    for (int cell = 0; cell < net->cells; cell++)
        if (memory->at[cell])
            net_add(memory->sum[view], net->row + (size_t)seen[memory->at[cell] - 1] * NET_WIDTH);
}

/* A neuron gives the square of its sum, which is first limited to 0 .. NET_ONE. A weight times the
 * limited sum fits into 16 bits. */
static inline int32_t net_out(const int16_t *restrict sum, const int16_t *restrict weight)
{
    int32_t total = 0;
    for (int i = 0; i < NET_WIDTH; i++) {
        int16_t v = sum[i] > NET_ONE ? NET_ONE : sum[i];
        v = v < 0 ? 0 : v;
        int16_t product = (int16_t)(v * weight[i]);
        total += product * v;
    }
    return total;
}

int net_flip(const struct net *net, cell_t royal)
{
    return net->flips && royal != CELL_NONE && net->left[royal];
}

int net_value(const struct net *net, struct net_memory *memory, const struct search_man *men, int n,
              const cell_t royal[2], int side)
{
    uint16_t at[CELLS_MAX + WORD_CELLS];
    uint64_t before, after; /* four cells */
    size_t words = words_of(net);
    int stage = n * NET_STAGES / (net->men + 1);
    memset(at, 0, words * sizeof after);
    for (int i = 0; i < n; i++)
        if (men[i].side < 2)
            at[men[i].cell] = (uint16_t)((men[i].side * net->pieces + men[i].piece) * net->cells +
                                         men[i].cell + 1);
    for (size_t i = 0; i < words; i++) {
        memcpy(&before, memory->at + i * WORD_CELLS, sizeof before);
        memcpy(&after, at + i * WORD_CELLS, sizeof after);
        if (before != after)
            net_follow(net, memory, at, (int)(i * WORD_CELLS));
    }
    for (int view = 0; view < 2; view++) {
        int flip = net_flip(net, royal[view]);
        if (memory->flip[view] != flip) {
            memory->flip[view] = (uint8_t)flip;
            net_again(net, memory, view);
        }
    }
    if (stage >= NET_STAGES)
        stage = NET_STAGES - 1;
    int64_t total = (int64_t)net_out(memory->sum[side], net->out[stage]) +
                    net_out(memory->sum[!side], net->out[stage] + NET_WIDTH);
    total = total / NET_ONE + net->out_bias[stage];
    return (int)(total * net->scale / (NET_ONE * NET_OUT_ONE));
}
