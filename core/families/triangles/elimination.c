/* elimination.c - elimination, the turn in games of three, and verdicts (rules/triangles.md 8).
 *
 * Two players: the turn alternates. A side without a legal ply is mated or stalemated (8.2, 8.3),
 * and some games end by a bare king (8.4, 8.5). Nobody is eliminated before the game ends.
 *
 * Three players: a player is eliminated by checkmate, by stalemate (an option), if the royal is
 * captured, by resignation or on time. An option decides what happens to the army (9.4): its pieces
 * become obstacles (freeze) or are removed, or it passes to the player who caused the elimination
 * (the *giver*), or the game ends with the first elimination. An army without a giver freezes
 * unless the option removes it. The giver of a checkmate is a living player who attacks the royal:
 * the first one found when going back from the victim in turn order. The giver of a stalemate is
 * the first living player found in this way.
 *
 * The turn (8.8): triangles_settle_turn() looks at the players one after another, beginning with
 * the side to move. It skips eliminated players and stops at a player who has a legal ply. If a
 * player has none, it eliminates the player or passes the turn. This ends, because there are at
 * most two eliminations, and three consecutive passes are a draw. A player is judged only after the
 * elimination of the player before, because an elimination changes the board.
 *
 * Limit: position.reason holds only the last elimination, which is enough for the verdict and for
 * triangles_why_out(). */
#include "core/families/triangles/triangles.h"

#include <string.h>

bool triangles_in_check(const struct triangle_position *position, int side)
{
    return triangles_attacked(position, position->royal[side], triangles_foes(position, side),
                              triangles_occupied(position));
}

static int player_before(const struct triangle_position *position, int side)
{
    return (side + position->own->sides - 1) % position->own->sides;
}

/* True if every living player has only the royal (8.5). */
static bool only_royals(const struct triangle_position *position)
{
    for (int side = 0; side < position->own->sides; side++)
        if (position->royal[side] != NO_CELL &&
            !cells_same(position->of[side], cells_of(position->royal[side])))
            return false;
    return true;
}

/* ---------------------------------------------------------------- elimination (8.8, 9.4) */

static void freeze_army(struct triangle_position *position, int side)
{
    for (struct cells army = position->of[side]; cells_any(army);)
        triangles_freeze(position, cells_pop(&army));
    position->royal[side] = NO_CELL;
}

/* Gives the army of an eliminated player, without its royal, to the giver. Pawn-like pieces keep
 * their forward direction and count as moved. */
static void triangles_take_over(struct triangle_position *position, int side, int giver)
{
    for (struct cells army = position->of[side]; cells_any(army);) {
        int cell = cells_pop(&army), kind = code_kind(position->at[cell]);
        int head =
            position->own->movement[kind] & PAWN_LIKE ? triangles_head(position, cell) : giver;
        triangles_lift(position, cell);
        if (kind != position->own->royal_kind)
            triangles_put(position, cell, kind, giver, head);
    }
}

void triangles_eliminate(struct triangle_position *position, int side, int giver,
                         enum out_reason reason)
{
    enum elimination elimination = position->own->elimination;
    if (giver == NOBODY && elimination != ELIMINATION_REMOVE)
        elimination = ELIMINATION_FREEZE;
    switch (elimination) {
    case ELIMINATION_FREEZE:
        freeze_army(position, side);
        break;
    case ELIMINATION_REMOVE:
        for (struct cells army = position->of[side]; cells_any(army);)
            triangles_lift(position, cells_pop(&army));
        break;
    case ELIMINATION_TAKEOVER:
        triangles_take_over(position, side, giver);
        break;
    case ELIMINATION_END:
        for (int other = 0; other < position->own->sides; other++)
            if (other != giver)
                freeze_army(position, other);
        break;
    }
    position->royal[side] = NO_CELL;
    position->reason = (uint8_t)reason;
}

/* Returns the player who gave checkmate: the first living player who attacks the royal, going back
 * in turn order from the mated player. */
static int giver_of_mate(const struct triangle_position *position, int side)
{
    struct cells occupied = triangles_occupied(position);
    for (int giver = player_before(position, side); giver != side;
         giver = player_before(position, giver))
        if (position->royal[giver] != NO_CELL &&
            triangles_attacked(position, position->royal[side], position->of[giver], occupied))
            return giver;
    return NOBODY;
}

static int giver_of_stalemate(const struct triangle_position *position, int side)
{
    int giver = player_before(position, side);
    while (position->royal[giver] == NO_CELL)
        giver = player_before(position, giver);
    return giver;
}

/* ---------------------------------------------------------------- passing the turn (8.8) */

static void triangles_advance(struct triangle_position *position)
{
    position->side = (uint8_t)((position->side + 1) % position->own->sides);
    position->fullmove += position->side == WHITE;
}

bool triangles_stuck(struct triangle_position *position, int *passes)
{
    int side = position->side;
    if (!position->own->capture_rule && triangles_in_check(position, side)) {
        triangles_eliminate(position, side, giver_of_mate(position, side), OUT_CHECKMATE);
        return false;
    }
    if (triangles_living(position) == 2)
        return true;
    if (position->own->stalemate_out) {
        triangles_eliminate(position, side, giver_of_stalemate(position, side), OUT_STALEMATE);
        return false;
    }
    return ++*passes == 3;
}

void triangles_settle_turn(struct triangle_position *position)
{
    int passes = 0;
    for (; position->own->sides == 3; triangles_advance(position)) {
        if (position->royal[position->side] == NO_CELL)
            continue;
        if (triangles_living(position) == 1 || only_royals(position) || triangles_has_ply(position))
            return;
        if (triangles_stuck(position, &passes))
            return;
    }
}

void triangles_hand_over(struct triangle_position *position)
{
    do
        triangles_advance(position);
    while (position->royal[position->side] == NO_CELL);
}

void triangles_pass_turn(struct triangle_position *position)
{
    triangles_hand_over(position);
    triangles_settle_turn(position);
}

void triangles_retire(struct position *position, int side)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    if (compact.royal[side] == NO_CELL || triangles_living(&compact) < 2)
        return; /* the last player left keeps the turn */
    triangles_eliminate(&compact, side, NOBODY, OUT_RETIRED);
    triangles_settle_turn(&compact);
    triangles_store(&compact, position);
}

void triangles_pass(struct position *position)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    compact.passed_count = 0;
    compact.halfmove++;
    triangles_pass_turn(&compact);
    triangles_store(&compact, position);
}

/* ---------------------------------------------------------------- ends (8.2 to 8.7) */

static void triangles_win(struct verdict *verdict, int winner, const char *reason)
{
    if (verdict)
        *verdict =
            (struct verdict){.outcome = OUTCOME_WIN, .winner = (uint8_t)winner, .reason = reason};
}

static void triangles_elimination_draw(struct verdict *verdict, const char *reason)
{
    if (verdict)
        *verdict = (struct verdict){.outcome = OUTCOME_DRAW, .reason = reason};
}

static int takes_cell(const struct triangle_ply *ply, void *argument)
{
    return ply->taken == *(const int *)argument;
}

/* True if the side to move, which is bare, can make the other side bare too. It can if the other
 * side has one piece besides its royal, and this piece can be captured (8.4, shatranj). */
static bool bares_back(const struct triangle_position *position)
{
    int other = !position->side;
    struct cells rest = position->of[other];
    cells_remove(&rest, position->royal[other]);
    if (cells_count(rest) != 1)
        return false;
    int last = cells_pop(&rest);
    return triangles_generate(position, takes_cell, &last);
}

/* True if the game is over because a player has only the royal left (8.4). */
static bool over_by_bare(const struct triangle_position *position, struct verdict *verdict)
{
    enum bare_rule rule = position->own->game->bare;
    int mover = position->side, other = !mover;
    bool mover_bare = cells_count(position->of[mover]) == 1,
         other_bare = cells_count(position->of[other]) == 1;
    if (rule == BARE_NOTHING || (!mover_bare && !other_bare))
        return false;
    if (rule == BARE_DRAWS) {
        triangles_elimination_draw(verdict, "robado");
        return true;
    }
    if (rule == BARE_BACK && mover_bare && bares_back(position))
        return false;
    triangles_win(verdict, mover_bare ? other : mover, "bare king");
    return true;
}

static const char *const reasons[] = {[OUT_UNKNOWN] = "last player",
                                      [OUT_CHECKMATE] = "checkmate",
                                      [OUT_KING_CAPTURED] = "king captured",
                                      [OUT_STALEMATE] = "stalemate",
                                      [OUT_RETIRED] =
                                          NULL /* whoever retires a player knows the reason */};

const char *triangles_why_out(const struct position *before, const struct ply *ply, int side)
{
    struct triangle_position position;
    triangles_load(&position, before);
    if (position.royal[side] == NO_CELL)
        return NULL;
    struct triangle_ply compact = triangles_compact(&position, ply);
    triangles_make(&position, &compact);
    bool alone = position.royal[side] == NO_CELL && triangles_living(&position) > 1;
    return alone ? reasons[position.reason] : NULL; /* if several players were eliminated, only the
                                                       last reason is known */
}

bool triangles_over_by_material(const struct triangle_position *position, struct verdict *verdict)
{
    if (position->own->sides == 3 && triangles_living(position) == 1) {
        triangles_win(verdict, position->side, reasons[position->reason]);
        return true;
    }
    if (only_royals(position)) {
        triangles_elimination_draw(verdict, "bare kings");
        return true;
    }
    return over_by_bare(position, verdict);
}

/* True if a bers or a rook gives check (8.6). */
static bool bers_gives_check(const struct triangle_position *position)
{
    struct cells checkers =
        triangles_attackers(position, position->royal[position->side],
                            triangles_foes(position, position->side), triangles_occupied(position));
    uint32_t rook = ELEMENT(WALK_ROOK) | ELEMENT(WALK_CROOKED_ROOK);
    while (cells_any(checkers))
        if (position->own->movement[code_kind(position->at[cells_pop(&checkers)])] & rook)
            return true;
    return false;
}

void triangles_judge_stuck(const struct triangle_position *position, bool check,
                           struct verdict *out)
{
    const struct triangle_game *game = position->own->game;
    int other = !position->side;
    if (position->own->sides == 3)
        triangles_elimination_draw(out, "stalemate");
    else if (check && game->bers_mates && !bers_gives_check(position))
        triangles_elimination_draw(out, "niol");
    else if (check)
        triangles_win(out, other, "checkmate");
    else if (game->stalemate_loses)
        triangles_win(out, other, "stalemate");
    else
        triangles_elimination_draw(out, "stalemate");
}

void triangles_weigh(const struct triangle_position *position, const struct context *context,
                     struct verdict *out)
{
    *out = (struct verdict){0};
    if (triangles_over_by_material(position, out))
        return;
    bool check = triangles_in_check(position, position->side);
    if (!triangles_has_ply(position))
        triangles_judge_stuck(position, check, out);
    else if (context->game && context->plies &&
             position->halfmove >= 50u * (unsigned)position->own->sides)
        triangles_elimination_draw(out, "move limit"); /* the move limit applies only after a ply,
                                                          not in the starting position (8.7) */
    else if (context->game && context->times >= 3)
        triangles_elimination_draw(out, "repetition");
    else
        out->outcome = check ? OUTCOME_CHECK : OUTCOME_PLAYING;
}

/* Returns the section of the rules about an end of the game. */
static const char *rule_of(const char *reason, int sides)
{
    static const struct {
        const char *reason, *rule;
    } rules[] = {{"bare king", RULES "8.4"},     {"robado", RULES "8.4"},
                 {"bare kings", RULES "8.5"},    {"niol", RULES "8.6"},
                 {"move limit", RULES "8.7"},    {"repetition", RULES "8.7"},
                 {"king captured", RULES "8.8"}, {"last player", RULES "8.8"}};
    for (size_t i = 0; reason && i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(rules[i].reason, reason))
            return rules[i].rule;
    if (reason && !strcmp(reason, "checkmate"))
        return sides == 3 ? RULES "8.8" : RULES "8.2";
    if (reason && !strcmp(reason, "stalemate"))
        return sides == 3 ? RULES "8.8" : RULES "8.3";
    return NULL;
}

void triangles_judge(const struct position *position, const struct context *context,
                     struct verdict *out)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    triangles_weigh(&compact, context, out);
    out->rule = verdict_over(out) ? rule_of(out->reason, compact.own->sides) : NULL;
}
