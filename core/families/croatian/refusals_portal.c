/* refusals_portal.c - why a piece cannot reappear on a cell, a star-journey cannot end on one, or a piece cannot be summoned. */
#include "core/families/croatian/croatian.h"
#include "core/position_text.h"

static const char *where_of(const struct chain *chain, cell_t cell)
{
    return board_name(chain->own->board, cell);
}

/* ---------------------------------------------------------------------------------------------- where pieces reappear */

static bool any_of(const struct position *now, int kind)
{
    for (int cell = 0; cell < croatian_of(now)->cells; cell++)
        if (now->at[cell].kind == kind)
            return true;
    return false;
}

void refuse_portal(const struct chain *chain, cell_t host, cell_t to, struct note *why)
{
    const char *where = where_of(chain, to);
    struct piece gate = chain->now->at[host];
    if (chain->now->at[to].kind)
        note_set(why, -1, "%s is not free: the %s%s stands there (" RULES "8.6, 8.8)", where,
                 croatian_owner(chain->now->at[to]), croatian_name(chain->now->at[to]));
    else if (gate.kind == STAR)
        note_set(why, -1, "%s is no portal cell: no %s Star%s is beside it (" RULES "8.6)", where,
                 side_name(!gate.side), any_of(chain->now, MONOLITH) ? " and no Monolith" : "");
    else
        note_set(why, -1, "%s is no portal cell: %s beside it (" RULES "8.8)", where,
                 any_of(chain->now, STAR) ? "no Star is" : "the other Monolith is not");
}

void refuse_arrival(const struct chain *chain, const struct members *members, cell_t to, cell_t portal, int promotion,
                    struct note *why)
{
    const struct member *near = NULL;
    bool promotes = false, stays = false;
    for (int i = 0; i < members->n; i++)
        if (members->v[i].to == to && members->v[i].portal == portal && members->v[i].leg == CELL_NONE) {
            near = &members->v[i];
            promotes = promotes || near->promotion;
            stays = stays || !near->promotion;
        }
    bool teleports = near && near->ending == TELEPORTS;
    const char *name = near ? croatian_name(teleports ? near->met : near->piece) : "piece";
    if (near && promotes && !stays && !promotion)
        note_set(why, -1, "a Pawn promotes on its last rank: write '=' and a figure behind %s (" RULES "9.3)",
                 where_of(chain, portal));
    else if (near && promotes && promotion)
        note_set(why, -1, "promotion ('=') is to a figure of the setup, never K, T or M (" RULES "9.3)");
    else if (near && promotion)
        note_set(why, -1, "nothing promotes on %s: only Pawns do, on their last rank (" RULES "9.3)", where_of(chain, portal));
    else if (teleports && near->met.side != chain->now->side)
        note_set(why, -1, "the Monolith converts the %s%s: write '%%%c' before '*' (" RULES "8.8, 13.3)",
                 croatian_owner(near->met), name, letter_of(near->met.kind));
    else if (near)
        note_set(why, -1, "the %s reappears there: no other letter stands before its cell (" RULES "13.3)", name);
    else if (members->n && chain->air.kind == MONOLITH && chain->now->at[to].kind != MONOLITH && chain->now->at[to].kind != STAR)
        note_set(why, -1, "a Monolith teleports what it meets: '*', its letter, a portal cell (" RULES "8.8)");
    else
        note_set(why, -1, "a piece that dives reappears: write '*' and a free portal cell (" RULES "13.3)");
}

/* ---------------------------------------------------------------------------------------------- star-journeys */

/* The momentum a Starchild has left for the second leg; a launching one needs none. */
static int left_for_leg(const struct chain *chain, cell_t began, cell_t monolith)
{
    struct gait gait = {.kind = STARCHILD, .side = chain->air.side, .limit = chain->momentum};
    cell_t path[CELLS_MAX];
    if (chain->moves == 0)
        return ENDLESS;
    return chain->momentum - walk_path(chain->own, chain->now->at, began, &gait, false, monolith, path, CELLS_MAX);
}

/* The piece in the way of the second leg to a cell that it would reach on an empty board; CELL_NONE: none, or it would not
 * reach it. */
static cell_t in_the_way(const struct chain *chain, cell_t monolith, const struct gait *gait, cell_t to)
{
    cell_t path[CELLS_MAX], met = CELL_NONE;
    int n = walk_path_alone(chain->own, monolith, gait, chain->moves == 0, to, path);
    for (int i = 0; i < n - 1 && met == CELL_NONE; i++)
        if (chain->now->at[path[i]].kind)
            met = path[i];
    return met;
}

void refuse_leg(const struct chain *chain, cell_t began, cell_t monolith, cell_t to, struct note *why)
{
    const char *where = where_of(chain, to);
    struct piece met = chain->now->at[to];
    int left = left_for_leg(chain, began, monolith);
    struct gait gait = {.kind = STARCHILD, .side = chain->air.side, .journey = true, .limit = left};
    cell_t stopper = left > 0 ? in_the_way(chain, monolith, &gait, to) : CELL_NONE, path[CELLS_MAX];
    bool reaches = left > 0 && walk_path(chain->own, chain->now->at, monolith, &gait, chain->moves == 0, to, path, CELLS_MAX) > 0;
    if (to == began)
        note_set(why, -1, "a star-journey does not end on %s, where the Starchild began (" RULES "8.9)", where);
    else if (to == monolith)
        note_set(why, -1, "the Starchild is on the Monolith on %s already (" RULES "8.9)", where);
    else if (met.kind == KING)
        note_set(why, -1, "no piece can move onto a King's cell (" RULES "10.3)");
    else if (stopper != CELL_NONE)
        note_set(why, -1, "the journey from %s to %s is stopped by the %s%s on %s (" RULES "8.9)",
                 where_of(chain, monolith), where, croatian_owner(chain->now->at[stopper]),
                 croatian_name(chain->now->at[stopper]), where_of(chain, stopper));
    else if (reaches && (met.kind == STAR || met.kind == MONOLITH))
        note_set(why, -1, "no portal cell is free for a journey into the %s on %s (" RULES "8.6, 8.8)",
                 croatian_name(met), where);
    else
        note_set(why, -1, "the star-journey from %s does not reach %s: momentum %d is left (" RULES "8.9)",
                 where_of(chain, monolith), where, left);
}

/* Say why the requested piece cannot be summoned: next to which Star, whose, to where (8.9). */
static void refuse_summoning(const struct chain *chain, const struct member *member, bool others, int kind, struct note *why)
{
    const char *name = croatian_kinds[kind].name;
    if (!chain->now->held[member->piece.side][kind])
        note_set(why, -1, "no captured %s%s waits to be summoned (" RULES "8.9, 14)", croatian_owner(member->piece), name);
    else if (!others)
        note_set(why, -1, "a Starchild summons beside a Star on its own side: %s is not (" RULES "8.9)",
                 where_of(chain, member->portal));
    else
        note_set(why, -1, "the %s is summoned onto a free square beside the Starchild on %s (" RULES "8.9)", name,
                 where_of(chain, member->portal));
}

void refuse_journey(const struct chain *chain, const struct members *members, const struct journey *wanted, struct note *why)
{
    const struct member *leg = NULL, *portal = NULL;
    bool summons = false;
    for (int i = 0; i < members->n; i++) {
        const struct member *member = &members->v[i];
        if (member->to != wanted->monolith || member->leg != wanted->leg)
            continue;
        leg = member;
        if (member->ending != DIVES || member->portal != wanted->portal)
            continue;
        portal = member;
        summons = summons || member->summoned;
    }
    if (!leg && chain->air.kind != STARCHILD)
        note_set(why, -1, "a %s goes on no star-journey: only a Starchild does (" RULES "8.9)", croatian_name(chain->air));
    else if (!leg && chain->now->at[wanted->monolith].kind != MONOLITH)
        note_set(why, -1, "no Monolith stands on %s, and star-journeys begin on one (" RULES "8.9)",
                 where_of(chain, wanted->monolith));
    else if (!leg)
        refuse_leg(chain, chain->hand, wanted->monolith, wanted->leg, why);
    else if (leg->ending == DIVES && wanted->portal == CELL_NONE)
        note_set(why, -1, "behind %s write '*' and the portal cell where the star-journey ends (" RULES "8.9)",
                 where_of(chain, wanted->leg));
    else if (leg->ending == DIVES && !portal)
        refuse_portal(chain, wanted->leg, wanted->portal, why);
    else if (leg->ending != DIVES && wanted->portal != CELL_NONE)
        note_set(why, -1, "there is no Star or Monolith on %s to dive into (" RULES "8.9)", where_of(chain, wanted->leg));
    else if (portal && wanted->summoned)
        refuse_summoning(chain, portal, summons, wanted->summoned, why);
    else
        note_set(why, -1, "this star-journey does not do what is written after its cell (" RULES "8.9)");
}
