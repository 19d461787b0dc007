/* values.c - values of pieces and cells, computed from mobility before anything is learnt.
 *
 * Every kind is placed on many cells among randomly scattered pieces (the same in every run), and
 * rules.reach() lists where it could go. A piece is worth its mean mobility, scaled so that the
 * pieces of the opening are worth 480 on average, with a pawn at 100. The value on a cell changes
 * with the mobility on that cell. A family may know better values (search_piece.worth, place()). A
 * royal piece is worth more near home in the opening; pawn-like pieces gain value as they come near
 * promotion. A text of weights may replace all of this, see README. */
#include "core/engine/parts.h"

#include "core/action.h"

#include <stdlib.h>

enum {
    CALLS_MOST = 5000, /* greatest number of calls of reach(), so that opening is fast on the
                          largest boards */
    MEAN_WORTH = 480,
    PAWN_WORTH = 100,
    WORTH_MOST = 3200,
    CELL_EARLY = 4,
    CELL_LATE = 4 /* CELL_EARLY, CELL_LATE: hundredths of a pawn for each reachable cell more than
                     the mean */
};

struct chances {
    uint64_t seed;
};

static int values_chance(struct chances *chances, int below)
{
    chances->seed = chances->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((chances->seed >> 33) % (uint64_t)below);
}

/* Scatter the pieces of the opening at random over the board, leaving out some; at most 30 % of the
 * cells are occupied. */
static void values_strew(const struct ruleset *ruleset, const struct position *opening,
                         struct chances *chances, struct position *out)
{
    int cells = ruleset->board->cells, room = cells * 3 / 10;
    position_clear(out, ruleset);
    for (int cell = 0; cell < cells && room > 0; cell++) {
        struct piece piece = opening->at[cell];
        if (!piece.kind || values_chance(chances, 3) == 0)
            continue;
        int to = values_chance(chances, cells);
        if (out->at[to].kind)
            continue;
        out->at[to] = piece;
        room--;
    }
}

static int values_mobility(const struct ruleset *ruleset, struct position *position,
                           struct piece piece, int cell, struct actions *actions)
{
    struct piece before = position->at[cell];
    int n = 0;
    position->at[cell] = piece;
    actions->n = 0;
    ruleset->rules->reach(position, (cell_t)cell, actions);
    for (int i = 0; i < actions->n; i++) {
        const struct action *a = &actions->v[i];
        if (a->to == CELL_NONE || a->to == cell)
            continue;
        struct piece met = position->at[a->to];
        n += met.kind ? a->verb != ACTION_GO && met.side != piece.side : a->verb != ACTION_TAKE;
    }
    position->at[cell] = before;
    return n;
}

/* Compute the number of steps between all cells, and how little room a royal piece has on each
 * cell. */
static void measure_board(struct evaluator *evaluator)
{
    const struct board *board = evaluator->ruleset->board;
    int cells = board->cells, *queue = memory_new((size_t)cells, sizeof *queue),
        *sum = memory_new((size_t)cells, sizeof *sum);
    int least = INT32_MAX, most = 0;
    evaluator->steps = memory_new((size_t)cells * (size_t)cells, 1);
    evaluator->edge = memory_new((size_t)cells, 1);
    for (int from = 0; from < cells; from++) {
        uint8_t *steps = evaluator->steps + (size_t)from * (size_t)cells;
        int head = 0, tail = 0;
        memset(steps, 255, (size_t)cells);
        steps[from] = 0;
        queue[tail++] = from;
        while (head < tail) {
            int at = queue[head++];
            for (int d = 0; d < board->directions; d++) {
                cell_t next = board_next(board, (cell_t)at, d);
                if (next == CELL_NONE || steps[next] != 255)
                    continue;
                steps[next] = (uint8_t)(steps[at] < 254 ? steps[at] + 1 : 254);
                queue[tail++] = next;
            }
        }
        for (int to = 0; to < cells; to++) {
            sum[from] += steps[to];
            if (steps[to] != 255 && steps[to] > evaluator->widest)
                evaluator->widest = steps[to];
        }
        least = sum[from] < least ? sum[from] : least;
        most = sum[from] > most ? sum[from] : most;
    }
    for (int cell = 0; cell < cells; cell++)
        evaluator->edge[cell] =
            most > least ? (uint8_t)(100 * (sum[cell] - least) / (most - least)) : 0;
    free(queue);
    free(sum);
}

/* The pieces behind the piece numbers, and their measured mobility. */
struct kinds {
    struct search_piece *piece; /* [pieces] */
    int pieces;
    float *mean; /* [pieces]: mean mobility */
    float *cell; /* [pieces * cells]: mobility on each cell; negative: not measured */
    int kind_count;
};

static void measure_pieces(const struct evaluator *evaluator, const struct position *opening,
                           struct kinds *kinds)
{
    const struct ruleset *ruleset = evaluator->ruleset;
    int cells = ruleset->board->cells, active = 0;
    struct chances chances = {20261128};
    struct actions actions = {0};
    struct position *strewn = memory_new(1, sizeof *strewn);
    for (int p = 0; p < kinds->pieces; p++)
        active += !(kinds->piece[p].flags & (SEARCH_UNUSED | SEARCH_PASSIVE));
    int calls = active * cells, stride = 1, samples = 1;
    while (calls / stride > CALLS_MOST)
        stride++;
    while (samples < 8 && (samples + 1) * calls / stride <= CALLS_MOST)
        samples++;
    for (int i = 0; i < kinds->pieces * cells; i++)
        kinds->cell[i] = -1;
    for (int s = 0; s < samples; s++) {
        values_strew(ruleset, opening, &chances, strewn);
        for (int p = 0; p < kinds->pieces; p++) {
            if (kinds->piece[p].flags & (SEARCH_UNUSED | SEARCH_PASSIVE))
                continue;
            struct piece piece = kinds->piece[p].piece;
            piece.side = WHITE;
            for (int cell = values_chance(&chances, stride); cell < cells; cell += stride) {
                float *at = &kinds->cell[p * cells + cell];
                *at =
                    (*at < 0 ? 0 : *at) +
                    (float)values_mobility(ruleset, strewn, piece, cell, &actions) / (float)samples;
            }
        }
    }
    for (int p = 0; p < kinds->pieces; p++) {
        float sum = 0;
        int n = 0;
        for (int cell = 0; cell < cells; cell++)
            if (kinds->cell[p * cells + cell] >= 0) {
                sum += kinds->cell[p * cells + cell];
                n++;
            }
        kinds->mean[p] = n ? sum / (float)n : 0;
    }
    free(strewn);
    actions_free(&actions);
}

/* Give all piece numbers of a kind (its facings) the same value, because a piece may turn. */
static void level_kinds(struct kinds *kinds)
{
    for (int p = 0; p < kinds->pieces; p++) {
        float sum = 0;
        int n = 0;
        if (kinds->piece[p].flags & SEARCH_UNUSED)
            continue;
        for (int q = 0; q < kinds->pieces; q++)
            if (!(kinds->piece[q].flags & SEARCH_UNUSED) &&
                kinds->piece[q].piece.kind == kinds->piece[p].piece.kind &&
                kinds->piece[q].piece.mark == kinds->piece[p].piece.mark) {
                if (q < p) { /* the value of q has already been averaged */
                    sum = kinds->mean[q];
                    n = 1;
                    break;
                }
                sum += kinds->mean[q];
                n++;
            }
        kinds->mean[p] = sum / (float)(n ? n : 1);
    }
}

static int round_to_int(float x)
{
    return (int)(x < 0 ? x - 0.5f : x + 0.5f);
}

static void find_worths(struct evaluator *evaluator, const struct kinds *kinds,
                        const struct search_man *men, int n)
{
    struct search_tables *tables = evaluator->tables;
    float sum = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
        const struct search_piece *piece = &kinds->piece[men[i].piece];
        const unsigned others = SEARCH_ROYAL | SEARCH_PAWN | SEARCH_PASSIVE | SEARCH_UNUSED;
        if (men[i].side < tables->sides && !(piece->flags & others) && !piece->worth) {
            sum += kinds->mean[men[i].piece];
            count++;
        }
    }
    float unit = count && sum > 0 ? MEAN_WORTH * (float)count / sum : 65;
    for (int p = 0; p < tables->pieces; p++) {
        const struct search_piece *piece = &kinds->piece[p];
        int worth = piece->worth                    ? piece->worth
                    : piece->flags & SEARCH_PAWN    ? PAWN_WORTH
                    : piece->flags & SEARCH_PASSIVE ? MEAN_WORTH / 3
                                                    : round_to_int(unit * kinds->mean[p]);
        if (piece->flags & (SEARCH_ROYAL | SEARCH_UNUSED))
            worth = 0;
        tables->worth[p] = (int16_t)(worth > WORTH_MOST ? WORTH_MOST : worth < 0 ? 0 : worth);
    }
}

/* The bonus of a royal piece on a cell: near home in the opening, in the centre in the endgame. */
static void place_royal(const struct evaluator *evaluator, int home, int cell, int *early,
                        int *late)
{
    int cells = evaluator->tables->cells;
    int far = home == CELL_NONE ? 0 : evaluator->steps[home * cells + cell];
    *early = -9 * (far > 5 ? 5 : far) + evaluator->edge[cell] / 5;
    *late = -evaluator->edge[cell] / 3;
}

static void place_pawn(const struct evaluator *evaluator, int side, int piece, int cell, int most,
                       int *early, int *late)
{
    static const uint8_t near[] = {100, 90, 50, 25};
    int left = evaluator->rules->distance(evaluator->ruleset, side, piece, (cell_t)cell);
    if (left < 0) {
        *early = *late = -40;
        return;
    }
    int gone = most - left;
    *late = 7 * gone + (left < 4 ? near[left] : 0);
    *early = 2 * gone + (left < 4 ? near[left] / 3 : 0) - evaluator->edge[cell] / 12;
}

static int16_t to_int16(int value)
{
    return (int16_t)(value > 32000 ? 32000 : value < -32000 ? -32000 : value);
}

/* The cell whose mobility, measured for White, also applies to a piece of `side` on `cell`. On
 * boards of squares it is the mirrored cell for Black; that matters for pieces with a forward
 * direction. */
static int seen_by(const struct ruleset *ruleset, int side, int cell)
{
    const struct board *board = ruleset->board;
    if (side != BLACK || board->shape != BOARD_SQUARES)
        return cell;
    cell_t mirrored =
        board_at(board, board->cell[cell].file, board->ranks - 1 - board->cell[cell].rank);
    return mirrored == CELL_NONE ? cell : mirrored;
}

static void fill_entries(struct evaluator *evaluator, const struct kinds *kinds,
                         const struct search_head *opening)
{
    struct search_tables *tables = evaluator->tables;
    const struct search_rules *rules = evaluator->rules;
    for (int side = 0; side < tables->sides; side++)
        for (int p = 0; p < tables->pieces; p++) {
            const struct search_piece *piece = &kinds->piece[p];
            int most = 0;
            if (piece->flags & SEARCH_UNUSED)
                continue;
            for (int cell = 0;
                 cell < tables->cells && piece->flags & SEARCH_PAWN && rules->distance; cell++) {
                int left = rules->distance(evaluator->ruleset, side, p, (cell_t)cell);
                most = left > most ? left : most;
            }
            for (int cell = 0; cell < tables->cells; cell++) {
                size_t at =
                    (size_t)(side * tables->pieces + p) * (size_t)tables->cells + (size_t)cell;
                struct search_entry *entry = &tables->entry[at];
                int early = 0, late = 0, seen = seen_by(evaluator->ruleset, side, cell);
                float here = kinds->cell[p * tables->cells + seen];
                bool turned = evaluator->ruleset->board->shape == BOARD_SQUARES &&
                              piece->piece.facing && side == BLACK;
                if (rules->place && !evaluator->prior &&
                    rules->place(evaluator->ruleset, side, p, (cell_t)cell, &early, &late)) {
                    /* place() has set both values */
                } else if (piece->flags & SEARCH_ROYAL) {
                    place_royal(evaluator, opening->royal[side], cell, &early, &late);
                } else if (piece->flags & SEARCH_PAWN && rules->distance) {
                    place_pawn(evaluator, side, p, cell, most, &early, &late);
                } else if (here >= 0 && !(piece->flags & SEARCH_PASSIVE)) {
                    float more =
                        (turned ? kinds->cell[p * tables->cells + cell] : here) - kinds->mean[p];
                    early = round_to_int(CELL_EARLY * more);
                    late = round_to_int(CELL_LATE * more);
                    early -= evaluator->edge[cell] / 10;
                } else {
                    early = -evaluator->edge[cell] / 10;
                }
                entry->early = to_int16(tables->worth[p] + early);
                entry->late = to_int16(tables->worth[p] + late);
                entry->force =
                    piece->flags & (SEARCH_ROYAL | SEARCH_PAWN) ? 0 : (uint16_t)tables->worth[p];
            }
        }
}

/* ---- parsing weights */

static bool word_is(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(at, word, length);
}

/* Parse a number of at most five digits, and move *at behind it. */
static bool values_read_number(const char **at, const char *end, int *out)
{
    const char *p = *at;
    int sign = 1, n = 0, digits = 0;
    while (p < end && *p == ' ')
        p++;
    if (p < end && *p == '-') {
        sign = -1;
        p++;
    }
    for (; p < end && *p >= '0' && *p <= '9' && digits < 6; p++, digits++)
        n = 10 * n + (*p - '0');
    *at = p;
    *out = sign * n;
    return digits > 0 && digits < 6;
}

static const char *values_next_word(const char **at, const char *end, size_t *length)
{
    while (*at < end && **at == ' ')
        ++*at;
    const char *begin = *at;
    while (*at < end && **at != ' ')
        ++*at;
    *length = (size_t)(*at - begin);
    return begin;
}

/* Parse one line of weights: "feature NAME EARLY LATE", "worth LETTER VALUE", "prior" or a line of
 * a net (net.h); '#' begins a comment. Must be called before fill_entries(), which uses the values.
 */
static bool values_read_line(struct evaluator *evaluator, struct kinds *kinds, const char *at,
                             const char *end)
{
    size_t length, name_length;
    const char *word = values_next_word(&at, end, &length), *name;
    int early, late;
    if (!length || *word == '#')
        return true;
    if (word_is(word, length, "prior")) {
        memset(evaluator->early, 0, sizeof evaluator->early);
        memset(evaluator->late, 0, sizeof evaluator->late);
        for (int p = 0; p < kinds->pieces; p++)
            kinds->piece[p].worth = 0;
        evaluator->prior = true;
        return true;
    }
    if (word_is(word, length, "feature")) {
        name = values_next_word(&at, end, &name_length);
        if (!values_read_number(&at, end, &early) || !values_read_number(&at, end, &late))
            return false;
        for (int i = 0; i < evaluator->rules->features; i++)
            if (word_is(name, name_length, evaluator->rules->feature[i].name)) {
                evaluator->early[i] = to_int16(early);
                evaluator->late[i] = to_int16(late);
            }
        return true;
    }
    if (word_is(word, length, "worth")) {
        name = values_next_word(&at, end, &name_length);
        if (name_length != 1 || !values_read_number(&at, end, &early) || early < 0 ||
            early > WORTH_MOST)
            return false;
        int kind = ruleset_kind(evaluator->ruleset, *name);
        for (int p = 0; p < kinds->pieces; p++)
            if (kind != KIND_NONE && kinds->piece[p].piece.kind == kind)
                kinds->piece[p].worth = (int16_t)early;
        return true;
    }
    if (word_is(word, length, "net")) {
        if (!evaluator->net)
            evaluator->net = net_new(evaluator->rules, evaluator->ruleset);
        return evaluator->net && net_begin(evaluator->net, evaluator->ruleset, word, end);
    }
    return evaluator->net && net_read_line(evaluator->net, word, length, at, end);
}

static void read_weights(struct evaluator *evaluator, struct kinds *kinds, const char *text,
                         struct note *why)
{
    int line = 1;
    for (const char *at = text; *at; line++) {
        const char *end = at + strcspn(at, "\r\n");
        if (!values_read_line(evaluator, kinds, at, end)) {
            note_set(why, (int)(at - text), "line %d of the weights cannot be read", line);
            net_free(evaluator->net);
            evaluator->net = NULL;
            return;
        }
        at = end + (*end == '\r');
        at += *at == '\n';
    }
}

void evaluator_make(struct evaluator *evaluator, const struct ruleset *ruleset, const char *weights,
                    struct note *why)
{
    enum { MEN_MOST = CELLS_MAX };
    const struct search_rules *rules = adapter_choose(ruleset);
    *evaluator = (struct evaluator){.ruleset = ruleset, .rules = rules};
    struct search_tables *tables = evaluator->tables = search_tables_new(rules, ruleset);
    struct kinds kinds = {.pieces = tables->pieces};
    struct position *opening = memory_new(1, sizeof *opening);
    struct search_man *men = memory_new(MEN_MOST, sizeof *men);
    if (why)
        why->text[0] = '\0';
    for (int i = 0; i < rules->features; i++) {
        evaluator->early[i] = rules->feature[i].early;
        evaluator->late[i] = rules->feature[i].late;
    }
    measure_board(evaluator);
    kinds.piece = memory_new((size_t)kinds.pieces, sizeof *kinds.piece);
    kinds.mean = memory_new((size_t)kinds.pieces, sizeof *kinds.mean);
    kinds.cell = memory_new((size_t)kinds.pieces * (size_t)tables->cells, sizeof *kinds.cell);
    for (int p = 0; p < kinds.pieces; p++)
        rules->piece(ruleset, p, &kinds.piece[p]);
    evaluator->flags = memory_new((size_t)kinds.pieces, 1);
    for (int p = 0; p < kinds.pieces; p++)
        evaluator->flags[p] = kinds.piece[p].flags;
    ruleset->rules->setup(ruleset, opening);
    measure_pieces(evaluator, opening, &kinds);
    level_kinds(&kinds);
    if (weights)
        read_weights(evaluator, &kinds, weights, why);
    void *work = rules->open(ruleset, tables);
    void *state = memory_new(1, rules->state_size(ruleset));
    rules->load(work, opening, state);
    find_worths(evaluator, &kinds, men, rules->men(work, state, men, MEN_MOST));
    fill_entries(evaluator, &kinds, state);
    rules->load(work, opening, state);
    for (int side = 0; side < ruleset->sides; side++)
        evaluator->full += ((struct search_head *)state)->force[side];
    evaluator->drive_below = 300;
    rules->close(work);
    free(state);
    free(kinds.piece);
    free(kinds.mean);
    free(kinds.cell);
    free(opening);
    free(men);
}

void evaluator_free(struct evaluator *evaluator)
{
    search_tables_free(evaluator->tables);
    free(evaluator->flags);
    free(evaluator->steps);
    free(evaluator->edge);
    net_free(evaluator->net);
    *evaluator = (struct evaluator){0};
}
