/* evaluate.c - evaluate a position: the sums of the tables and the family's features, interpolated
 * between opening and endgame by the force left on the board, and terms that drive a bare King
 * towards mate. values.c fills the tables. */
#include "core/engine/parts.h"

#include <stdlib.h>

enum {
    PHASES = 256,
    TEMPO = 12,
    MEN_MOST = 256,
    THIN = 420,
    NEAREST = 4,
    CAGED = 8,
    ROUGHLY = 450 /* hundredths of a pawn; the sum of all features is seldom larger */
};

static int phase_of(const struct evaluator *evaluator, const struct search_head *head)
{
    int64_t force = 0;
    for (int side = 0; side < evaluator->ruleset->sides; side++)
        force += head->force[side];
    if (force >= evaluator->full)
        return PHASES;
    return evaluator->full ? (int)(force * PHASES / evaluator->full) : 0;
}

/* True if the seat `prey` has almost no pieces and the seat `hunter` has enough to mate. */
static bool is_hunted(const struct evaluator *evaluator, const struct search_head *head, int hunter,
                      int prey)
{
    return head->royal[prey] != CELL_NONE && head->force[prey] < evaluator->drive_below &&
           head->count[prey] <= 4 &&
           head->force[hunter] >= head->force[prey] + evaluator->drive_below;
}

/* The sum of how near the nearest of some pieces are to a goal, in hundredths of the width of the
 * board. A mean over all would hardly change when one of many pieces comes nearer. */
static int nearness(const struct search_man *men, int n, int hunter, int royal,
                    const uint8_t *steps, int widest)
{
    int nearest[NEAREST], known = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        if (men[i].side != hunter || men[i].cell == royal)
            continue;
        int far = steps[men[i].cell], at = known;
        if (known < NEAREST)
            known++;
        else if (nearest[--at] <= far)
            continue;
        for (; at > 0 && nearest[at - 1] > far; at--)
            nearest[at] = nearest[at - 1];
        nearest[at] = far;
    }
    for (int i = 0; i < known; i++)
        sum += 100 * (widest - (nearest[i] < widest ? nearest[i] : widest)) / widest;
    return sum;
}

/* The hunter's bonus. It grows as the prey's royal piece comes nearer to the edge and has fewer
 * cells to go to, and as the hunter's pieces, above all the hunter's royal piece, come nearer to
 * it. */
static int evaluate_drive(const struct evaluator *evaluator, void *work, const void *state,
                          int hunter, int prey)
{
    const struct search_head *head = state;
    const struct search_rules *rules = evaluator->rules;
    struct search_man men[MEN_MOST];
    int cells = evaluator->tables->cells, goal = head->royal[prey],
        widest = evaluator->widest ? evaluator->widest : 1;
    const uint8_t *steps = evaluator->steps + (size_t)goal * (size_t)cells;
    int score = 2 * evaluator->edge[goal];
    if (head->royal[hunter] != CELL_NONE)
        score += 120 * (widest - steps[head->royal[hunter]]) / widest;
    int n = rules->men(work, state, men, MEN_MOST);
    score += nearness(men, n, hunter, head->royal[hunter], steps, widest) / 3;
    for (int cell = 0; rules->attacked && cell < cells; cell++)
        if (steps[cell] == 1 && rules->attacked(work, state, (cell_t)cell, hunter))
            score += CAGED;
    return head->count[prey] == 1 ? 3 * score : score; /* nothing else matters any more */
}

static int evaluate_taper(int64_t early, int64_t late, int phase)
{
    return (int)((early * phase + late * (PHASES - phase)) / PHASES);
}

/* Count the features of all seats. False if the family has no features. */
static bool evaluate_count(const struct evaluator *evaluator, void *work, const void *state,
                           int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct search_rules *rules = evaluator->rules;
    if (!rules->count)
        return false;
    for (int side = 0; side < evaluator->ruleset->sides; side++)
        memset(out[side], 0, (size_t)rules->features * sizeof **out);
    rules->count(work, state, out);
    return true;
}

/* True if the seat `ahead` probably has too little material to win: no Pawn, at most four pieces
 * (royals included), and less than THIN more force than the seat `behind`. */
static bool is_thin(const struct evaluator *evaluator, void *work, const void *state, int ahead,
                    int behind)
{
    const struct search_head *head = state;
    struct search_man men[MEN_MOST];
    if (head->count[ahead] > 4 || head->royal[behind] == CELL_NONE ||
        head->force[ahead] - head->force[behind] >= THIN)
        return false;
    int n = evaluator->rules->men(work, state, men, MEN_MOST);
    for (int i = 0; i < n; i++)
        if (men[i].side == ahead && evaluator->flags[men[i].piece] & SEARCH_PAWN)
            return false;
    return true;
}

/* The value of each seat, interpolated between opening and endgame. */
static void evaluate_weigh(const struct evaluator *evaluator, void *work, const void *state,
                           int seat[SIDES_MAX])
{
    const struct search_head *head = state;
    int phase = phase_of(evaluator, head), features = evaluator->rules->features;
    int16_t counted[SIDES_MAX][SEARCH_FEATURES_MAX];
    bool has = evaluate_count(evaluator, work, state, counted);
    for (int side = 0; side < evaluator->ruleset->sides; side++) {
        int32_t early = head->early[side], late = head->late[side];
        seat[side] = 0;
        if (!(head->living >> side & 1))
            continue;
        for (int i = 0; has && i < features; i++) {
            early += evaluator->early[i] * counted[side][i];
            late += evaluator->late[i] * counted[side][i];
        }
        seat[side] = evaluate_taper(early, late, phase);
    }
}

/* The difference of two players' values for the side to move. Does half the work of
 * evaluate_weigh(). */
static int weigh_two(const struct evaluator *evaluator, void *work, const void *state)
{
    const struct search_head *head = state;
    int side = head->side, features = evaluator->rules->features;
    int16_t counted[SIDES_MAX][SEARCH_FEATURES_MAX];
    int32_t early = head->early[side] - head->early[!side],
            late = head->late[side] - head->late[!side];
    if (evaluate_count(evaluator, work, state, counted))
        for (int i = 0; i < features; i++) {
            int more = counted[side][i] - counted[!side][i];
            early += evaluator->early[i] * more;
            late += evaluator->late[i] * more;
        }
    return evaluate_taper(early, late, phase_of(evaluator, head));
}

static int ask_net(const struct evaluator *evaluator, struct net_memory *memory, void *work,
                   const void *state)
{
    const struct search_head *head = state;
    struct search_man men[MEN_MOST];
    int n = evaluator->rules->men(work, state, men, MEN_MOST);
    return net_value(evaluator->net, memory, men, n, head->royal, head->side);
}

static int evaluate_clamp(int score)
{
    return score > SCORE_CLAMP ? SCORE_CLAMP : score < -SCORE_CLAMP ? -SCORE_CLAMP : score;
}

void evaluate_seats(const struct evaluator *evaluator, void *work, const void *state,
                    int seat[SIDES_MAX])
{
    evaluate_weigh(evaluator, work, state, seat);
}

bool evaluate_roughly(const struct evaluator *evaluator, const void *state, int alpha, int beta,
                      int *score)
{
    const struct search_head *head = state;
    int side = head->side, phase = phase_of(evaluator, head);
    if (!evaluator->rules->count || evaluator->ruleset->sides != 2 || evaluator->net)
        return false;
    int64_t early = head->early[side] - head->early[!side],
            late = head->late[side] - head->late[!side];
    *score = evaluate_clamp(evaluate_taper(early, late, phase) + TEMPO);
    return (*score - ROUGHLY >= beta || *score + ROUGHLY <= alpha) && head->force[WHITE] &&
           head->force[BLACK];
}

int evaluate(const struct evaluator *evaluator, struct net_memory *memory, void *work,
             const void *state, int root)
{
    const struct search_head *head = state;
    int seat[SIDES_MAX];
    if (root < 0 && evaluator->ruleset->sides == 2) {
        int side = head->side, score = evaluator->net ? ask_net(evaluator, memory, work, state)
                                                      : weigh_two(evaluator, work, state);
        if (is_hunted(evaluator, head, side, !side))
            score += evaluate_drive(evaluator, work, state, side, !side);
        else if (is_hunted(evaluator, head, !side, side))
            score -= evaluate_drive(evaluator, work, state, !side, side);
        if (is_thin(evaluator, work, state, score > 0 ? side : !side, score > 0 ? !side : side))
            score /= 3;
        if (head->halfmove > 20)
            score = score * (220 - (head->halfmove < 200 ? head->halfmove : 200)) / 200;
        if (!evaluator->net) /* a net knows whose turn it is */
            score += TEMPO;
        return evaluate_clamp(score);
    }
    /* Three players: compare the root's seat with the mean of the other living players. */
    evaluate_weigh(evaluator, work, state, seat);
    int me = root < 0 ? head->side : root, others = 0, n = 0, driven = 0;
    for (int side = 0; side < evaluator->ruleset->sides; side++)
        if (side != me && head->living >> side & 1) {
            others += seat[side];
            n++;
            if (is_hunted(evaluator, head, me, side))
                driven += evaluate_drive(evaluator, work, state, me, side);
        }
    int score = evaluate_clamp(seat[me] - (n ? others / n : 0) + driven + (n == 1 ? 300 : 0));
    return me == head->side ? score : -score;
}
