/* geometry.c - open a ruleset: vectors and the cells they lead to, the halves of the board, the
 * initial setup and all numbers that follow from the size of the board (3, 5, 6). Also dives,
 * teleports and star-journeys. */
#include "core/families/croatian/croatian.h"
#include "core/util/shared_once.h"

#include <stdlib.h>
#include <string.h>

/* The vectors of a set without their signs (6). */
struct pairs {
    int count;
    int8_t v[10][2];
};

static const struct pairs pairs_of[VECTOR_SETS] = {
    [ORTHOGONAL] = {2, {{1, 0}, {0, 1}}},
    [DIAGONAL] = {1, {{1, 1}}},
    [KNIGHTS] = {2, {{1, 2}, {2, 1}}},
    [LONG_JUMPS] = {4, {{1, 4}, {2, 3}, {3, 2}, {4, 1}}},
    [NEAR_JUMPS] = {6, {{1, 4}, {2, 3}, {3, 2}, {4, 1}, {3, 4}, {4, 3}}},
    [FAR_JUMPS] =
        {10, {{1, 6}, {3, 6}, {2, 5}, {4, 5}, {3, 4}, {5, 4}, {4, 3}, {6, 3}, {5, 2}, {6, 1}}},
};

/* List the vectors of a set with all signs; opposite vectors are next to each other. Returns their
 * number. */
static int vectors_of(enum vectors set, int8_t out[VECTORS_MAX][2])
{
    int n = 0;
    for (int i = 0; i < pairs_of[set].count; i++) {
        int dx = pairs_of[set].v[i][0], dy = pairs_of[set].v[i][1];
        for (int sign = 0; sign < (dx && dy ? 2 : 1); sign++) {
            int y = sign ? -dy : dy;
            out[n][0] = (int8_t)dx;
            out[n++][1] = (int8_t)y;
            out[n][0] = (int8_t)-dx;
            out[n++][1] = (int8_t)-y;
        }
    }
    return n;
}

static void build_targets(struct croatian *own)
{
    for (int set = 0; set < VECTOR_SETS; set++) {
        int8_t(*vector)[2] = own->vector[set];
        int n = own->vectors[set] = vectors_of((enum vectors)set, vector);
        for (int i = 0; i < n; i++)
            own->jump[abs(vector[i][0])][abs(vector[i][1])] |= (uint8_t)(1 << set);
        own->next[set] = memory_new((size_t)(own->cells * n), sizeof(cell_t));
        for (int c = 0; c < own->cells; c++) {
            const struct board_cell *at = &own->board->cell[c];
            for (int i = 0; i < n; i++)
                own->next[set][c * n + i] =
                    board_at(own->board, at->file + vector[i][0], at->rank + vector[i][1]);
        }
    }
}

static void build_cells(struct croatian *own)
{
    int side = own->size / 2;
    for (int c = 0; c < own->cells; c++) {
        const struct board_cell *at = &own->board->cell[c];
        own->half[c] = at->rank < side ? WHITE : at->rank >= own->size - side ? BLACK : NOBODY;
        own->dark[c] = at->dark;
    }
}

/* Place a piece of the definition and its mirror image. In Light's ranks, a Star in the left half
 * is Dark's and a Star in the right half is Light's. */
static void croatian_place(struct croatian *own, int kind, int rank, int file)
{
    cell_t lower = board_at(own->board, file, rank),
           upper = board_at(own->board, file, own->size - 1 - rank);
    int side = kind == STAR && 2 * file < own->size ? BLACK : WHITE;
    own->home[lower] = (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0};
    own->home[upper] = (struct piece){(uint8_t)kind, (uint8_t)!side, 0, 0};
    if (kind == KING) {
        own->king[WHITE] = lower;
        own->king[BLACK] = upper;
    }
    if (kind == PAWN)
        own->pawn_steps[rank] =
            (uint8_t)(own->size / 2 - (rank + 1) > 1 ? own->size / 2 - (rank + 1) : 1);
}

/* Place all pieces of the initial setup; returns their kinds as bits. */
static uint32_t build_setup(struct croatian *own)
{
    uint32_t kinds = 0;
    memset(own->pawn_steps, 1, sizeof own->pawn_steps);
    for (int rank = 0; rank < own->definition.rank_count; rank++)
        for (int file = 0; file < own->size; file++) {
            int kind = kind_of_letter(own->definition.ranks[rank][file]);
            if (kind == KIND_NONE)
                continue;
            croatian_place(own, kind, rank, file);
            kinds |= KIND_BIT(kind);
        }
    if (own->definition.monolith[0]) {
        struct piece monolith = {MONOLITH, NOBODY, 0, 0};
        cell_t lower = board_cell_named(own->board, own->definition.monolith, NULL);
        own->home[lower] = own->home[own->cells - 1 - lower] = monolith;
        kinds |= KIND_BIT(MONOLITH);
    }
    return kinds;
}

/* List the kinds of the setup that a Pawn may promote to (9.3), in the order in which they are
 * offered. The Queen comes first, because players want it most. */
static void build_figures(struct croatian *own, uint32_t kinds)
{
    static const uint8_t first[] = {QUEEN, ROOK, BISHOP, KNIGHT};
    for (size_t i = 0; i < sizeof first; i++)
        if (kinds & KIND_BIT(first[i]))
            own->figure[own->figures++] = first[i];
    for (int kind = KING + 1; kind < KINDS_END; kind++)
        if (kinds & KIND_BIT(kind) & ~(KIND_BIT(STAR) | KIND_BIT(MONOLITH)))
            own->figure[own->figures++] = (uint8_t)kind;
}

/* Find the castling partners: pieces of the kinds in definition.castle that are on the King's rank
 * but not next to the King (16). */
static void build_partners(struct croatian *own)
{
    const struct board_cell *king = &own->board->cell[own->king[WHITE]];
    for (int file = 0; file < own->size; file++) {
        int kind = own->home[board_at(own->board, file, king->rank)].kind;
        if (kind && abs(file - king->file) > 1 && strchr(own->definition.castle, letter_of(kind)))
            own->partners[WHITE] |= 1u << file;
    }
    own->partners[BLACK] = own->partners[WHITE];
    for (int side = WHITE; side <= BLACK; side++)
        for (int file = 0; file < own->size; file++) {
            cell_t cell = board_at(own->board, file, own->board->cell[own->king[side]].rank);
            own->guards[cell] = cell == own->king[side] || own->partners[side] >> file & 1;
        }
}

static int read_definition(const struct ruleset *ruleset, struct definition *out, struct note *why)
{
    const char *definition = custom_definition(ruleset->id);
    if (strcmp(ruleset->variant->id, "custom") != 0) {
        variant_definition(ruleset->variant, out);
        return 0;
    }
    if (!definition)
        return note_fail(
            why, FAIL_TEXT, -1,
            "custom needs a definition, as the board editor makes one: 'custom:size=...;ranks=...' (" RULES
            "16)");
    return definition_read(out, definition, why);
}

/* The options that have no effect on this board, because it lacks Shamans or castling. */
static const char *croatian_idle_options(const struct croatian *own, uint32_t kinds)
{
    bool shamans = kinds & KIND_BIT(SHAMAN), castles = own->partners[WHITE] && own->castle_most > 0;
    return shamans   ? castles ? NULL : "castling-min"
           : castles ? "shaman-transform"
                     : "shaman-transform castling-min";
}

/* ---- Grounds. A *ground* is the part of a struct croatian that depends only on the size of the
 * board. Games may use custom boards, so many rulesets are opened. A ground is by far the greater
 * part of the data, so it is built once for each size and kept until the program ends. */

static struct croatian *croatian_ground_new(int size, bool centaurs)
{
    struct croatian *ground = memory_new(1, sizeof *ground);
    ground->board = board_squares(size, size);
    ground->size = size;
    ground->cells = size * size;
    ground->box = 1 + size / 11;
    ground->zigzag = size / 3;
    ground->castle_most = size / 2 - (size < 18 ? 2 : 3);
    build_targets(ground);
    if (centaurs)
        centaur_lay_out(ground);
    sieve_lay_out(ground);
    build_cells(ground);
    return ground;
}

static void croatian_ground_free(struct croatian *ground)
{
    for (int set = 0; set < VECTOR_SETS; set++)
        free(ground->next[set]);
    centaur_free(ground);
    free(ground->sieve[0]);
    free(ground->sieve[1]);
    board_free(ground->board);
    free(ground);
}

/* The shared ground for a size, with or without the table of Centaurs. Never freed. */
static const struct croatian *croatian_ground_of(int size, bool centaurs)
{
    static struct made_once grounds[FILES_MAX + 1][2];
    struct made_once *place = &grounds[size][centaurs];
    const struct croatian *ground = made_once(place);
    if (!ground) {
        struct croatian *made = croatian_ground_new(size, centaurs);
        ground = made_once_keep(place, made);
        if (ground != made)
            croatian_ground_free(made);
    }
    return ground;
}

int croatian_open(struct ruleset *ruleset, struct note *why)
{
    struct definition definition;
    int result = read_definition(ruleset, &definition, why);
    if (result < 0)
        return result;
    struct croatian *own = memory_new(1, sizeof *own);
    *own = *croatian_ground_of(definition.size, ruleset->kind_count >= CENTAUR);
    own->definition = definition;
    ruleset->own = own;
    ruleset->board = own->board;
    ruleset->draws = RULES "11";
    own->castle_least = ruleset_has(ruleset, "castling-min", "1") ? 1 : 2;
    own->end_of_ply = ruleset_has(ruleset, "check-rule", "end-of-ply");
    own->shaman_stays = ruleset_has(ruleset, "shaman-transform", "stay");
    uint32_t kinds = build_setup(own);
    build_partners(own);
    build_figures(own, kinds);
    own->holds = kinds & KIND_BIT(STARCHILD);
    if (ruleset_has(ruleset, "opening-check", "exempt"))
        find_opening_checks(own);
    croatian_tell_kinds(ruleset, own);
    if (!strcmp(ruleset->variant->id, "custom"))
        ruleset->idle = croatian_idle_options(own, kinds);
    return 0;
}

void croatian_close(struct ruleset *ruleset)
{
    ruleset->board = NULL; /* the board must not be freed: it belongs to the shared ground
                              (croatian_ground_of()) */
    free(ruleset->own);
}

void croatian_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct croatian *own = ruleset->own;
    position_clear(out, ruleset);
    memcpy(out->at, own->home, (size_t)own->cells * sizeof *out->at);
    rights_set(out, WHITE, own->partners[WHITE]);
    rights_set(out, BLACK, own->partners[BLACK]);
}

void rights_set(struct position *position, int side, uint32_t files)
{
    if (side == WHITE)
        position->rights = files;
    for (int i = 0; i < 4 && side == BLACK; i++)
        position->family[i] = (uint8_t)(files >> 8 * i);
}

/* ---- Stars and Monoliths: dives, teleports, star-journeys, summoning (8.6, 8.8, 8.9). */

/* A set of portals: cells where a piece may reappear, which are the empty neighbours of Stars and
 * Monoliths. */
struct portals {
    cells_t set;
    int n;
    cell_t v[CELLS_MAX];
};

static void portals_begin(struct portals *portals)
{
    memset(portals, 0, offsetof(struct portals, v));
}

static void croatian_add_portals(const struct chain *chain, cell_t host, struct portals *out)
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

/* Add the portals of all Stars. On a board without Stars, add those of the Monoliths other than the
 * one on `used`. */
static void portals_of_stars(const struct chain *chain, cell_t used, struct portals *out)
{
    int kind = has_stars(chain) ? STAR : MONOLITH;
    for (int i = 0; i < chain->hosts; i++)
        if (chain->now->at[chain->host[i]].kind == kind && chain->host[i] != used)
            croatian_add_portals(chain, chain->host[i], out);
}

/* Add the portals of Monoliths and of the Stars that are not of side `colour` (8.6). */
static void portals_from_star(const struct chain *chain, int colour, struct portals *out)
{
    for (int i = 0; i < chain->hosts; i++) {
        struct piece piece = chain->now->at[chain->host[i]];
        if (piece.kind == MONOLITH || (piece.kind == STAR && piece.side != colour))
            croatian_add_portals(chain, chain->host[i], out);
    }
}

/* True if a Starchild that reappears on `cell` may summon a captured piece: the cell must be next
 * to a Star in the half of the Starchild's owner. */
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

/* Add the members of a star-journey whose second leg ends on the cell `reached` (8.9). */
static void end_journey(struct chain *chain, struct member member, const struct reached *reached,
                        int left)
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
