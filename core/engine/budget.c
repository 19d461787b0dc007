/* budget.c - when to stop thinking: nodes, time for a move, a clock with increment. The caller provides the time. */
#include "core/engine/parts.h"

/* Microseconds to reserve between our last reading of the clock and the arrival of the answer: for a fixed time per move and,
 * more cautiously, for a clock. */
enum { MILLI = 1000, OVERHEAD_MOVE = 3 * MILLI, OVERHEAD_CLOCK = 15 * MILLI };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void budget_begin(struct budget *budget, const struct engine_host *host, const struct engine_limits *limits, int side, int plies)
{
    *budget = (struct budget){.host = host, .limits = limits, .every = 32};
    budget->begun = budget->looked = host->now(host->argument);
    if (limits->movetime) {
        int64_t all = limits->movetime * MILLI, rest = all - least(OVERHEAD_MOVE, all / 4);
        budget->soft = budget->hard = rest > 0 ? rest : 1;
    } else if (limits->time[side]) {
        /* Spend a share of the clock; expect games to last about 40 more moves until late. */
        int64_t clock = limits->time[side] * MILLI - OVERHEAD_CLOCK, increment = limits->increment[side] * MILLI;
        if (clock < MILLI)
            clock = MILLI;
        int moves = limits->moves_to_go ? limits->moves_to_go : plies < 40 ? 36 : 28;
        if (moves > 50)
            moves = 50;
        int64_t share = clock / moves + increment * 3 / 4, most = limits->moves_to_go == 1 ? clock * 9 / 10 : clock / 3;
        budget->soft = least(share, most);
        budget->hard = least(4 * share, most);
        if (budget->soft < 1)
            budget->soft = 1;
        if (budget->hard < 1)
            budget->hard = 1;
    }
}

int64_t budget_spent(struct budget *budget)
{
    int64_t now = budget->host->now(budget->host->argument);
    if (budget->limits->pondering) {
        bool pondering = atomic_load_explicit(budget->limits->pondering, memory_order_relaxed);
        if (pondering || budget->was_pondering)
            budget->pondered = now - budget->begun;
        budget->was_pondering = pondering;
    }
    budget->looked = now;
    return now - budget->begun - budget->pondered;
}

bool budget_over(struct budget *budget, uint64_t nodes)
{
    const struct engine_limits *limits = budget->limits;
    int64_t before = budget->looked;
    if (budget->host->stop && atomic_load_explicit(budget->host->stop, memory_order_relaxed))
        return true;
    if (limits->nodes && nodes >= limits->nodes)
        return true;
    if (limits->nodes) { /* count nodes exactly, so that every run is the same */
        uint64_t left = limits->nodes - nodes;
        budget->every = left < 256 ? (int)left : 256;
        if (!budget->hard)
            return false;
    }
    int64_t spent = budget_spent(budget), since = budget->looked - before;
    if (!limits->nodes) {
        if (since > 2 * MILLI && budget->every > 1)
            budget->every = (budget->every + 1) / 2;
        else if (since < MILLI && budget->every < 4096)
            budget->every *= 2;
    }
    return budget->hard && spent >= budget->hard;
}

bool budget_enough(struct budget *budget, int calm)
{
    const struct engine_limits *limits = budget->limits;
    if (!budget->soft)
        return false;
    int64_t spent = budget_spent(budget);
    if (limits->movetime)
        return spent >= budget->soft; /* even an unfinished iteration may find a better ply */
    return spent >= least(budget->soft * calm / 100, budget->hard);
}
