/* verdict.c - verdicts of the Croatian family (11). */
#include "core/families/croatian/croatian.h"

static bool only_bare_kings(const struct position *position)
{
    const uint32_t bare = KIND_BIT(KING) | KIND_BIT(STAR) | KIND_BIT(MONOLITH);
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind && !(KIND_BIT(position->at[c].kind) & bare))
            return false;
    return true;
}

static int attackers_of_king(const struct position *position)
{
    const struct croatian *own = croatian_of(position);
    cell_t king = position_find(position, KING, position->side);
    struct attackers attackers;
    if (king == CELL_NONE)
        return 0;
    attackers_of(own, position->at, king, !position->side, &attackers);
    return attackers.n < 2 ? attackers.n : 2;
}

void croatian_judge(const struct position *position, const struct context *context, struct verdict *out)
{
    int attackers = attackers_of_king(position);
    *out = (struct verdict){.outcome = (uint8_t)(OUTCOME_PLAYING + attackers)};
    if (only_bare_kings(position)) {
        *out =
            (struct verdict){.outcome = OUTCOME_DRAW, .reason = "bare kings", .rule = RULES "11"};
        out->goes_on = true; /* there are plies, and lists of plies show them */
        return;
    }
    enum any_ply any = any_ply(position, context->limits.cascade);
    if (any != PLY_FOUND) {
        out->outcome = attackers ? OUTCOME_WIN : OUTCOME_DRAW;
        out->winner = !position->side;
        out->reason = attackers ? "checkmate" : "stalemate";
        out->rule = RULES "11";
        out->unsure = out->goes_on = any == PLY_BEYOND; /* a player who knows a longer ply may play it (12.3) */
    }
    if (context->game && out->outcome <= OUTCOME_DOUBLE_CHECK) {
        out->claims |= context->times >= 3 ? CLAIM_THREEFOLD : 0;
        out->claims |= position->halfmove >= 100 ? CLAIM_FIFTY : 0;
    }
}
