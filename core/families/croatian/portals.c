/* portals.c - Stars and Monoliths: dives, teleports, star-journeys, summoning (8.6, 8.8, 8.9). */
#include "core/families/croatian/croatian.h"

#include <string.h>

/* Cells where a piece may reappear: the empty neighbours of Stars and Monoliths. */
struct portals {
    cells_t set;
    int n;
    cell_t v[CELLS_MAX];
};

static void portals_begin(struct portals *portals)
{
    memset(portals, 0, offsetof(struct portals, v));
}

static void add_portals(const struct chain *chain, cell_t host, struct portals *out)
{
    for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
        cell_t cell = board_next(chain->own->board, host, d);
        if (cell == CELL_NONE || chain->now->at[cell].kind || cells_has(out->set, cell))
            continue;
        cells_add(out->set, cell);
        out->v[out->n++] = cell;
    }
}

static bool has_stars(const struct chain *chain)
{
    for (int i = 0; i < chain->hosts; i++)
        if (chain->now->at[chain->host[i]].kind == STAR)
            return true;
    return false;
}

/* Add the portal cells of all Stars; on a board without Stars, those of the Monoliths other than `used`. */
static void portals_of_stars(const struct chain *chain, cell_t used, struct portals *out)
{
    int kind = has_stars(chain) ? STAR : MONOLITH;
    for (int i = 0; i < chain->hosts; i++)
        if (chain->now->at[chain->host[i]].kind == kind && chain->host[i] != used)
            add_portals(chain, chain->host[i], out);
}

/* Add the portal cells of Stars of the other colour and of Monoliths (8.6). */
static void portals_from_star(const struct chain *chain, int colour, struct portals *out)
{
    for (int i = 0; i < chain->hosts; i++) {
        struct piece piece = chain->now->at[chain->host[i]];
        if (piece.kind == MONOLITH || (piece.kind == STAR && piece.side != colour))
            add_portals(chain, chain->host[i], out);
    }
}

/* True if a Starchild that reappears there may summon: a Star in its owner's half is next to it. */
static bool may_summon(const struct chain *chain, cell_t cell)
{
    const struct croatian *own = chain->own;
    for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
        cell_t beside = board_next(own->board, cell, d);
        if (beside != CELL_NONE && chain->now->at[beside].kind == STAR &&
            own->half[beside] == chain->air.side)
            return true;
    }
    return false;
}

static void keep_summonings(struct chain *chain, struct member member)
{
    const struct croatian *own = chain->own;
    if (!own->holds || !may_summon(chain, member.portal))
        return;
    for (int d = 0; d < SQUARE_DIRECTIONS; d++) {
        cell_t beside = board_next(own->board, member.portal, d);
        if (beside == CELL_NONE || chain->now->at[beside].kind)
            continue;
        member.aside = beside;
        for (int kind = PAWN; kind < KINDS_END; kind++)
            if (chain->now->held[member.piece.side][kind]) {
                member.summoned = (uint8_t)kind;
                member_keep(chain, &member);
            }
    }
}

void add_dives(struct chain *chain, const struct member *base)
{
    struct member member = *base;
    struct portals portals;
    cell_t end = member_end(base);
    struct piece host = chain->now->at[end];
    bool journey = base->leg != CELL_NONE && host.kind == MONOLITH;
    portals_begin(&portals);
    member.ending = DIVES;
    member.left = 0;
    if (host.kind == STAR) {
        portals_from_star(chain, host.side, &portals);
        if (member.side != NOBODY && chain->own->half[end] == !member.side)
            member.side = !member.side;
    } else {
        portals_of_stars(chain, end, &portals);
    }
    for (int i = 0; i < portals.n; i++) {
        member.portal = portals.v[i];
        member_keep_promoting(chain, &member, member.piece.kind, member.side, member.portal);
        if (journey)
            keep_summonings(chain, member);
    }
}

void add_teleports(struct chain *chain, const struct member *base)
{
    const struct croatian *own = chain->own;
    int player = chain->now->side;
    struct member member = *base;
    struct portals portals;
    bool is_own = member.met.side == player;
    if (!is_own && own->half[member.to] != player)
        return;
    bool may_promote = is_own && member.met.kind == PAWN && own->half[member.to] == !player;
    member.ending = TELEPORTS;
    member.side = (uint8_t)player;
    member.left = 0;
    portals_begin(&portals);
    portals_of_stars(chain, member.to, &portals);
    for (int i = 0; i < portals.n; i++) {
        member.portal = portals.v[i];
        member_keep_promoting(chain, &member, member.met.kind, player, member.portal);
        if (!may_promote || advance_of(own, member.portal, player) == own->size - 1)
            continue;
        for (int f = 0; f < own->figures; f++) {
            member.promotion = own->figure[f];
            member_keep(chain, &member);
        }
        member.promotion = KIND_NONE;
    }
}

/* Keep one end of a second leg (8.9). */
static void end_journey(struct chain *chain, struct member member, const struct reached *reached, int left)
{
    member.leg = reached->cell;
    member.met = chain->now->at[reached->cell];
    if (reached->cell == chain->hand || member.met.kind == KING)
        return;
    if (member.met.kind == STAR || member.met.kind == MONOLITH) {
        add_dives(chain, &member);
        return;
    }
    member.ending = member.met.kind ? PUSHES : LANDS;
    member.left = (uint8_t)(member.met.kind ? left : 0);
    member_keep(chain, &member);
}

void add_journeys(struct chain *chain, const struct member *member, int steps)
{
    bool launching = chain->moves == 0;
    struct gait gait = {.kind = STARCHILD,
                        .side = chain->air.side,
                        .journey = true,
                        .limit = launching ? ENDLESS : chain->momentum - steps};
    if (gait.limit <= 0)
        return;
    walk(chain->own, chain->now->at, member->to, &gait, &chain->reaches);
    for (int i = 0; i < chain->reaches.n; i++) {
        const struct reached *reached = &chain->reaches.v[i];
        int total = steps + reached->steps;
        end_journey(chain, *member, reached, launching ? total : chain->momentum - total);
    }
}
