/* endgame.c - making tables of endgames and looking into them: see endgame.h.
 *
 * A table is made in three phases. The survey visits every position once: it finds the illegal ones
 * and the ends of the game, values the plies that lead to other materials, and records for each
 * piece between which places it goes. The rounds then work backwards: in round n the positions are
 * found that are won in n plies, or lost in n. When a value is found, all positions that the record
 * connects with it are looked at again, one ply ahead. The record may connect too many (a piece may
 * stand in the way) but never too few, so the values are exact. Last, a table that was fetched is
 * checked: a sample of its positions is looked at one ply ahead.
 *
 * When a ply leads to a material that has no table yet, that table is made first (`pending`). */
#include "core/engine/endgame.h"
#include "core/engine/parts.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CLASSES_MOST = 64,  /* classes of pieces in all tables of a set */
    FACES_MOST = 8,     /* facings of a piece */
    TABLES_MOST = 64,   /* tables of a set */
    PENDING_MOST = 12,  /* tables that wait for each other */
    LONGEST_MOST = 900, /* plies of the longest win; a material with a longer one is refused */
    SAMPLE = 300,       /* positions of a fetched table that are checked */
    NAME_ROOM = 64,
    PATIENCE = 64 /* positions between two questions whether to stop */
};

/* The value of a position: one of these, and a number of plies in the lower bits for the last
 * three. A HOPE is the shortest win found so far, which becomes a WIN in the round of its plies. */
enum {
    VALUE_OPEN = 0, /* nothing is known; in a table that is ready: a draw */
    VALUE_ILLEGAL = 0x1000,
    VALUE_DRAW = 0x1001, /* the game is over */
    VALUE_HOPE = 0x2000,
    VALUE_WIN = 0x4000,
    VALUE_LOSS = 0x8000,
    VALUE_PLIES = 0x0FFF
};

/* What is to be done with a position. */
enum { LOOK_FOR_WIN = 1, LOOK_FOR_LOSS = 2, FRESH = 4 };

/* The pieces of one kind and side: one piece number for each facing that turns can lead to. */
struct endgame_class {
    uint16_t piece[FACES_MOST]; /* [pieces], ascending */
    uint16_t kind;
    uint8_t side, pieces, flags;
};

enum endgame_status { TABLE_SURVEY, TABLE_ROUNDS, TABLE_CHECK, TABLE_READY, TABLE_REFUSED };

struct endgame {
    char name[NAME_ROOM];
    uint64_t signature; /* identifies the material */
    int men;
    uint8_t class[ENDGAME_MEN_MOST];
    uint32_t states[ENDGAME_MEN_MOST]; /* number of facings and cells of each man */
    size_t positions;
    uint16_t *value; /* [positions] */
    enum endgame_status status;
    /* While the table is made: */
    size_t at;
    int round, longest;
    bool second;    /* the second half of a round: looking ahead, after connecting */
    bool made;      /* by us, so it is worth keeping */
    uint8_t *to_do; /* [positions] */
    uint64_t *goes[ENDGAME_MEN_MOST]; /* for each man: a row of bits for each state that it goes to,
                                         which says from where */
};

struct endgames {
    const struct ruleset *ruleset;
    const struct search_rules *rules;
    struct search_tables *tables;
    void *work;
    void *state[3];
    struct search_list list, other[2];
    struct position position;   /* scratch: no piece on it between calls */
    struct search_piece *piece; /* [pieces] */
    struct endgame_class class[CLASSES_MOST];
    int classes;
    uint8_t *class_of[2], *face_of[2]; /* [side][piece]: class + 1 or 0; place among its facings */
    uint64_t clean; /* the part of a key that neither pieces nor side contribute */
    struct endgame *table[TABLES_MOST];
    int count;
    struct endgame *pending[PENDING_MOST];
    int pendings;
};

/* ---- the set */

static bool endgames_may(const struct ruleset *ruleset, const struct search_rules *rules)
{
    return ruleset->sides == 2 && rules != &adapter_search && !rules->cascades && rules->in_check &&
           rules->pieces(ruleset) < 256 * 16;
}

struct endgames *endgames_new(const struct ruleset *ruleset)
{
    const struct search_rules *rules = adapter_choose(ruleset);
    if (!endgames_may(ruleset, rules))
        return NULL;
    struct endgames *set = memory_new(1, sizeof *set);
    int pieces = rules->pieces(ruleset);
    set->ruleset = ruleset;
    set->rules = rules;
    set->tables = search_tables_new(rules, ruleset);
    set->work = rules->open(ruleset, set->tables);
    for (int i = 0; i < 3; i++)
        set->state[i] = memory_new(1, rules->state_size(ruleset));
    set->piece = memory_new((size_t)pieces, sizeof *set->piece);
    for (int i = 0; i < pieces; i++)
        rules->piece(ruleset, i, &set->piece[i]);
    for (int side = 0; side < 2; side++) {
        set->class_of[side] = memory_new((size_t)pieces, 1);
        set->face_of[side] = memory_new((size_t)pieces, 1);
    }
    position_clear(&set->position, ruleset);
    return set;
}

/* Free what only making a table needs. */
static void endgame_settle(struct endgame *table)
{
    free(table->to_do);
    table->to_do = NULL;
    for (int i = 0; i < ENDGAME_MEN_MOST; i++) {
        free(table->goes[i]);
        table->goes[i] = NULL;
    }
}

static void endgame_refuse(struct endgame *table)
{
    endgame_settle(table);
    free(table->value);
    table->value = NULL;
    table->status = TABLE_REFUSED;
}

void endgames_free(struct endgames *set)
{
    if (!set)
        return;
    for (int i = 0; i < set->count; i++) {
        endgame_refuse(set->table[i]);
        free(set->table[i]);
    }
    set->rules->close(set->work);
    search_tables_free(set->tables);
    search_list_free(&set->list);
    search_list_free(&set->other[0]);
    search_list_free(&set->other[1]);
    for (int i = 0; i < 3; i++)
        free(set->state[i]);
    for (int side = 0; side < 2; side++) {
        free(set->class_of[side]);
        free(set->face_of[side]);
    }
    free(set->piece);
    free(set);
}

/* ---- states */

static struct piece endgame_piece(const struct endgames *set, const struct search_man *man)
{
    struct piece piece = set->piece[man->piece].piece;
    piece.side = man->side;
    return piece;
}

/* Load a state with these men, and take them off the scratch position again. */
static void endgame_load(struct endgames *set, const struct search_man *men, int n, int side,
                         void *state)
{
    set->position.side = (uint8_t)side;
    for (int i = 0; i < n; i++)
        set->position.at[men[i].cell] = endgame_piece(set, &men[i]);
    set->rules->load(set->work, &set->position, state);
    for (int i = 0; i < n; i++)
        set->position.at[men[i].cell] = (struct piece){0};
}

/* The key of men without rights, passed cells and the like. */
static uint64_t clean_key(const struct endgames *set, const struct search_man *men, int n, int side)
{
    uint64_t key = set->clean ^ search_fact(0, (uint64_t)side);
    for (int i = 0; i < n; i++)
        key ^= search_entry(set->tables, men[i].side, men[i].piece, men[i].cell)->key;
    return key;
}

/* True if the side that is not to move could be captured, so the position cannot occur. */
static bool is_illegal(struct endgames *set, const struct search_man *men, int n, int side)
{
    endgame_load(set, men, n, !side, set->state[2]);
    return set->rules->in_check(set->work, set->state[2]);
}

/* True if two states, which differ in more than their pieces show, have the same plies. */
static bool same_plies(struct endgames *set, const void *a, const void *b)
{
    struct search_list *list = set->other;
    for (int i = 0; i < 2; i++) {
        list[i].n = 0;
        list[i].body_used = 0;
        set->rules->generate(set->work, i ? b : a, SEARCH_WANT_ALL, 1, 1, &list[i]);
    }
    bool same = list[0].n == list[1].n;
    for (int i = 0; i < list[0].n && same; i++)
        same = list[0].v[i].code == list[1].v[i].code;
    return same;
}

/* List the plies of a state in set->list. */
static void endgame_list(struct endgames *set, const void *state)
{
    set->list.n = 0;
    set->list.body_used = 0;
    set->rules->generate(set->work, state, SEARCH_WANT_ALL, 1, 1, &set->list);
}

/* Make a listed ply; the state after it is in set->state[1]. False if the ply is illegal. */
static bool endgame_play(struct endgames *set, const void *state, int ply)
{
    const struct search_ply *listed = &set->list.v[ply];
    return set->rules->make(set->work, state, listed,
                            set->list.body ? set->list.body + listed->body : NULL, set->state[1]);
}

/* ---- classes of pieces */

static bool same_man(const struct search_man *a, const struct search_man *b)
{
    return a->cell == b->cell && a->piece == b->piece && a->side == b->side;
}

/* What became of the man `before` in the last ply, by the men after it: NULL if nothing, or if it
 * is not clear. */
static const struct search_man *man_after(const struct search_man *before, int n,
                                          const struct search_man *after, int m, int man)
{
    const struct search_man *found = NULL;
    for (int i = 0; i < m; i++) {
        bool stood = after[i].side != before[man].side;
        for (int j = 0; j < n && !stood; j++)
            stood = same_man(&before[j], &after[i]);
        if (!stood && found)
            return NULL;
        if (!stood)
            found = &after[i];
        if (same_man(&after[i], &before[man]))
            return NULL;
    }
    return found;
}

/* Add to a class the pieces that its `face`-th piece can become by one ply. `men` are all men, of
 * which men[man] is put on every cell. */
static void class_grow(struct endgames *set, struct endgame_class *class, int face,
                       const struct search_man *men, int n, int man)
{
    struct search_man before[ENDGAME_MEN_MOST], after[ENDGAME_MEN_MOST + 1];
    memcpy(before, men, (size_t)n * sizeof *men);
    before[man].piece = class->piece[face];
    for (int cell = 0; cell < set->tables->cells; cell++) {
        bool taken = false;
        for (int i = 0; i < n; i++)
            taken |= i != man && men[i].cell == cell;
        before[man].cell = (cell_t)cell;
        if (taken || is_illegal(set, before, n, class->side))
            continue;
        endgame_load(set, before, n, class->side, set->state[0]);
        if (set->rules->ended(set->work, set->state[0]) != SEARCH_PLAYING)
            continue;
        endgame_list(set, set->state[0]);
        for (int i = 0; i < set->list.n; i++) {
            if (!endgame_play(set, set->state[0], i))
                continue;
            int m = set->rules->men(set->work, set->state[1], after, ENDGAME_MEN_MOST + 1);
            const struct search_man *moved = man_after(before, n, after, m, man);
            bool known = !moved || set->piece[moved->piece].piece.kind != class->kind;
            for (int j = 0; j < class->pieces && !known; j++)
                known = class->piece[j] == moved->piece;
            if (!known && class->pieces == FACES_MOST) {
                class->flags |= SEARCH_UNUSED;
                return;
            }
            if (!known)
                class->piece[class->pieces++] = moved->piece;
        }
    }
}

/* The number of the class of men[man], made if it is new; -1 if there can be none. */
static int endgame_class_of(struct endgames *set, const struct search_man *men, int n, int man)
{
    const struct search_man *example = &men[man];
    int known = set->class_of[example->side][example->piece];
    if (known)
        return known - 1;
    if (set->classes == CLASSES_MOST)
        return -1;
    struct endgame_class *class = &set->class[set->classes];
    *class = (struct endgame_class){.piece = {example->piece},
                                    .pieces = 1,
                                    .side = example->side,
                                    .kind = set->piece[example->piece].piece.kind,
                                    .flags = set->piece[example->piece].flags};
    for (int face = 0; face < class->pieces; face++)
        class_grow(set, class, face, men, n, man);
    if (class->flags & SEARCH_UNUSED)
        return -1;
    for (int i = 1; i < class->pieces; i++)
        for (int j = i; j > 0 && class->piece[j - 1] > class->piece[j]; j--) {
            uint16_t kept = class->piece[j];
            class->piece[j] = class->piece[j - 1];
            class->piece[j - 1] = kept;
        }
    for (int i = 0; i < class->pieces; i++) {
        set->class_of[class->side][class->piece[i]] = (uint8_t)(set->classes + 1);
        set->face_of[class->side][class->piece[i]] = (uint8_t)i;
    }
    return set->classes++;
}

/* ---- materials and indices */

/* Identifies the material of some men; 0 if a class is not known yet. */
static uint64_t signature_of(const struct endgames *set, const struct search_man *men, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        int class = men[i].side < 2 ? set->class_of[men[i].side][men[i].piece] : 0;
        if (!class)
            return 0;
        sum += hash_mix((uint64_t) class);
    }
    return sum;
}

static struct endgame *endgame_find(const struct endgames *set, uint64_t signature)
{
    for (int i = 0; i < set->count && signature; i++)
        if (set->table[i]->signature == signature)
            return set->table[i];
    return NULL;
}

/* The index of a position of this material. The state of each man becomes `at`, which may be
 * NULL. */
static size_t index_of(const struct endgames *set, const struct endgame *table,
                       const struct search_man *men, int side, uint32_t *at)
{
    size_t index = (size_t)side;
    for (int i = 0; i < table->men; i++) {
        int j = 0;
        while (set->class_of[men[j].side][men[j].piece] != table->class[i] + 1)
            j++;
        uint32_t state =
            (uint32_t)set->face_of[men[j].side][men[j].piece] * (uint32_t)set->tables->cells +
            men[j].cell;
        index = index * table->states[i] + state;
        if (at)
            at[i] = state;
    }
    return index;
}

/* The men and the side to move of an index; false if two men stand on one cell. */
static bool index_men(const struct endgames *set, const struct endgame *table, size_t index,
                      struct search_man *men, uint32_t *at, int *side)
{
    bool good = true;
    for (int i = table->men - 1; i >= 0; i--) {
        const struct endgame_class *class = &set->class[table->class[i]];
        uint32_t state = (uint32_t)(index % table->states[i]), cells = (uint32_t)set->tables->cells;
        index /= table->states[i];
        at[i] = state;
        men[i] = (struct search_man){.cell = (cell_t)(state % cells),
                                     .piece = class->piece[state / cells],
                                     .side = class->side};
        for (int j = i + 1; j < table->men; j++)
            good &= men[j].cell != men[i].cell;
    }
    *side = (int)index;
    return good;
}

/* ---- looking one ply ahead */

/* What one ply can reach. */
struct ahead {
    int legal;    /* number of plies */
    int win;      /* plies of the shortest win, or INT32_MAX */
    int loss;     /* plies of the longest loss, if no ply is better; -1: no ply loses */
    bool open;    /* a ply neither wins nor loses, as far as is known */
    bool wrong;   /* the position has properties that a table does not know */
    bool missing; /* a ply leads to a material that has no table: its men are set->state[1] */
};

static void ahead_add(struct ahead *ahead, unsigned value)
{
    int plies = (int)(value & VALUE_PLIES) + 1;
    if (value & VALUE_LOSS)
        ahead->win = plies < ahead->win ? plies : ahead->win;
    else if (value & VALUE_WIN)
        ahead->loss = plies > ahead->loss ? plies : ahead->loss;
    else
        ahead->open = true;
}

/* The value of a state in which the game has ended like this. */
static unsigned value_of_end(int end, int side)
{
    return end == SEARCH_DRAW ? VALUE_DRAW : end == SEARCH_WON + side ? VALUE_WIN : VALUE_LOSS;
}

/* Record that a man of `table` goes from one state to another. */
static void note_way(struct endgame *table, int man, uint32_t from, uint32_t to)
{
    size_t words = (table->states[man] + 63) / 64;
    table->goes[man][to * words + from / 64] |= (uint64_t)1 << from % 64;
}

/* Look one ply ahead from set->state[0], whose men are in the states `at`. With `survey`, record
 * the ways of the men and check that pieces and cells say all. With `loss`, return as soon as it is
 * clear that the position is not lost. */
static struct ahead look_ahead(struct endgames *set, struct endgame *table, const uint32_t *at,
                               bool survey, bool loss)
{
    const struct search_rules *rules = set->rules;
    const struct search_head *next = set->state[1];
    struct search_man men[ENDGAME_MEN_MOST + 1];
    struct ahead ahead = {.win = INT32_MAX, .loss = -1};
    endgame_list(set, set->state[0]);
    for (int i = 0; i < set->list.n && !(loss && ahead.open); i++) {
        if (!endgame_play(set, set->state[0], i))
            continue;
        ahead.legal++;
        int n = rules->men(set->work, set->state[1], men, ENDGAME_MEN_MOST + 1);
        if (n > ENDGAME_MEN_MOST) {
            ahead.wrong = true;
            return ahead;
        }
        uint64_t signature = signature_of(set, men, n);
        if (signature != table->signature) {
            int end = rules->ended(set->work, set->state[1]);
            if (end != SEARCH_PLAYING) {
                ahead_add(&ahead, value_of_end(end, next->side));
                continue;
            }
        }
        if (survey && next->key != clean_key(set, men, n, next->side)) {
            endgame_load(set, men, n, next->side, set->state[2]);
            if (!same_plies(set, set->state[1], set->state[2])) {
                ahead.wrong = true;
                return ahead;
            }
        }
        if (signature == table->signature) {
            uint32_t to[ENDGAME_MEN_MOST];
            size_t index = index_of(set, table, men, next->side, to);
            for (int m = 0, moved = 0; m < table->men && survey; m++)
                if (to[m] != at[m]) {
                    ahead.wrong |= moved++ > 0;
                    note_way(table, m, at[m], to[m]);
                }
            ahead_add(&ahead, table->value[index]);
            continue;
        }
        const struct endgame *other = endgame_find(set, signature);
        if (!other || other->status != TABLE_READY) {
            ahead.missing = !other;
            ahead.wrong = other != NULL;
            return ahead;
        }
        ahead_add(&ahead, other->value[index_of(set, other, men, next->side, NULL)]);
    }
    return ahead;
}

/* Load an index into set->state[0]. Returns its value if no look ahead is needed, otherwise
 * VALUE_OPEN. *wrong: the family knows more of it than a table. */
static unsigned index_load(struct endgames *set, const struct endgame *table, size_t index,
                           uint32_t *at, bool *wrong)
{
    struct search_man men[ENDGAME_MEN_MOST];
    const struct search_head *head = set->state[0];
    int side;
    if (!index_men(set, table, index, men, at, &side) || is_illegal(set, men, table->men, side))
        return VALUE_ILLEGAL;
    for (int i = 0; i < table->men; i++)
        if (set->piece[men[i].piece].flags & SEARCH_PAWN && set->rules->distance &&
            set->rules->distance(set->ruleset, men[i].side, men[i].piece, men[i].cell) == 0)
            return VALUE_ILLEGAL; /* it would have promoted */
    endgame_load(set, men, table->men, side, set->state[0]);
    *wrong = head->key != clean_key(set, men, table->men, side);
    int end = set->rules->ended(set->work, set->state[0]);
    return end == SEARCH_PLAYING ? VALUE_OPEN : value_of_end(end, side);
}

/* The value of set->state[0], which has no legal ply; VALUE_ILLEGAL if the family cannot say. */
static unsigned value_stuck(struct endgames *set)
{
    int side = ((const struct search_head *)set->state[0])->side;
    int end = set->rules->stuck(set->work, set->state[0]);
    return end >= SEARCH_DRAW ? value_of_end(end, side) : VALUE_ILLEGAL;
}

/* ---- making a table */

static void endgame_settle_value(struct endgame *table, size_t index, unsigned value)
{
    int plies = (int)(value & VALUE_PLIES);
    table->value[index] = (uint16_t)value;
    table->to_do[index] = value & (VALUE_WIN | VALUE_LOSS) ? FRESH : 0;
    if (value & (VALUE_WIN | VALUE_LOSS) && plies > table->longest)
        table->longest = plies;
}

/* Take what a look ahead found into the table. */
static void endgame_take(struct endgame *table, size_t index, const struct ahead *ahead)
{
    unsigned before = table->value[index];
    int hope = before & VALUE_HOPE ? (int)(before & VALUE_PLIES) : INT32_MAX;
    table->to_do[index] = 0;
    if (ahead->win < hope)
        hope = ahead->win;
    if (hope <= table->round)
        endgame_settle_value(table, index, VALUE_WIN | (unsigned)hope);
    else if (hope < INT32_MAX)
        table->value[index] = (uint16_t)(VALUE_HOPE | (unsigned)(hope & VALUE_PLIES));
    else if (!ahead->open && ahead->legal)
        endgame_settle_value(table, index, VALUE_LOSS | (unsigned)ahead->loss);
}

enum step { STEP_ON, STEP_WRONG, STEP_MISSING };

static enum step survey_step(struct endgames *set, struct endgame *table)
{
    uint32_t at[ENDGAME_MEN_MOST];
    bool wrong = false;
    unsigned value = index_load(set, table, table->at, at, &wrong);
    if (wrong)
        return STEP_WRONG;
    if (value != VALUE_OPEN) {
        endgame_settle_value(table, table->at, value);
        return STEP_ON;
    }
    struct ahead ahead = look_ahead(set, table, at, true, false);
    if (ahead.missing || ahead.wrong)
        return ahead.missing ? STEP_MISSING : STEP_WRONG;
    if (!ahead.legal) {
        value = value_stuck(set);
        endgame_settle_value(table, table->at, value);
        return value == VALUE_ILLEGAL ? STEP_WRONG : STEP_ON;
    }
    endgame_take(table, table->at, &ahead);
    return STEP_ON;
}

/* Mark the positions from which a ply may lead to this one, whose value is new. */
static void endgame_connect(const struct endgames *set, struct endgame *table, size_t index)
{
    struct search_man men[ENDGAME_MEN_MOST];
    uint32_t at[ENDGAME_MEN_MOST];
    size_t weight = 1;
    int side;
    index_men(set, table, index, men, at, &side);
    uint8_t mark = table->value[index] & VALUE_LOSS ? LOOK_FOR_WIN : LOOK_FOR_LOSS;
    size_t turned = table->positions / 2;
    size_t other = side ? index - turned : index + turned;
    for (int m = table->men - 1; m >= 0; m--) {
        size_t words = (table->states[m] + 63) / 64;
        const uint64_t *row = table->goes[m] + at[m] * words;
        for (size_t w = 0; w < words && men[m].side != side; w++)
            for (uint64_t left = row[w]; left; left &= left - 1) {
                size_t from = w * 64 + (size_t)__builtin_ctzll(left);
                size_t before = other - at[m] * weight + from * weight;
                unsigned value = table->value[before];
                if (value == VALUE_OPEN || value & VALUE_HOPE)
                    table->to_do[before] |= mark;
            }
        weight *= table->states[m];
    }
}

/* Look again at a position that a new value may concern. */
static void round_look(struct endgames *set, struct endgame *table)
{
    size_t index = table->at;
    unsigned value = table->value[index], to_do = table->to_do[index];
    struct search_man men[ENDGAME_MEN_MOST];
    uint32_t at[ENDGAME_MEN_MOST];
    int side;
    if (value != VALUE_OPEN && !(value & VALUE_HOPE))
        return;
    if (to_do & (LOOK_FOR_WIN | LOOK_FOR_LOSS)) {
        index_men(set, table, index, men, at, &side);
        endgame_load(set, men, table->men, side, set->state[0]);
        struct ahead ahead = look_ahead(set, table, at, false, !(to_do & LOOK_FOR_WIN));
        endgame_take(table, index, &ahead);
    } else if (value & VALUE_HOPE && (int)(value & VALUE_PLIES) <= table->round) {
        endgame_settle_value(table, index, VALUE_WIN | (value & VALUE_PLIES));
    }
}

/* After a round: begin the next one. False if nothing is left to do. */
static bool round_next(struct endgame *table)
{
    unsigned next = VALUE_PLIES + 1;
    bool fresh = false;
    for (size_t i = 0; i < table->positions && !fresh; i++) {
        unsigned value = table->value[i];
        fresh = table->to_do[i] & FRESH;
        if (value & VALUE_HOPE && (value & VALUE_PLIES) < next)
            next = value & VALUE_PLIES;
    }
    table->at = 0;
    table->second = false;
    table->round = fresh ? table->round + 1 : (int)next;
    return fresh || next <= VALUE_PLIES;
}

/* The bytes of a table on disk: this head, then its values; in the order of this machine. */
struct endgame_head {
    char format[24];
    uint64_t positions, sum; /* sum: a hash of the values */
    char name[NAME_ROOM];
};

static const char endgame_format[24] = "chesscade endgame 1\n";

static uint64_t endgame_sum(const struct endgame *table)
{
    uint64_t sum = HASH_START;
    for (size_t i = 0; i < table->positions; i++)
        sum = (sum ^ table->value[i]) * 0x100000001B3u;
    return sum;
}

static void endgame_keep(const struct endgame *table, const struct endgame_host *host)
{
    struct endgame_head head = {.positions = table->positions, .sum = endgame_sum(table)};
    size_t size = sizeof head + table->positions * sizeof *table->value;
    if (!host->keep)
        return;
    memcpy(head.format, endgame_format, sizeof head.format);
    memcpy(head.name, table->name, sizeof head.name);
    unsigned char *bytes = memory_new(size, 1);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, table->value, size - sizeof head);
    host->keep(table->name, bytes, size, host->argument);
    free(bytes);
}

/* Take a kept table; false if there is none, or it is damaged. */
static bool endgame_fetch(struct endgame *table, const struct endgame_host *host)
{
    struct endgame_head head;
    size_t size = 0, most = table->positions * sizeof *table->value;
    unsigned char *bytes = host->fetch ? host->fetch(table->name, &size, host->argument) : NULL;
    bool good = bytes && size == sizeof head + most;
    if (good) {
        memcpy(&head, bytes, sizeof head);
        memcpy(table->value, bytes + sizeof head, most);
        good = !memcmp(head.format, endgame_format, sizeof head.format) &&
               !memcmp(head.name, table->name, sizeof head.name) &&
               head.positions == table->positions && head.sum == endgame_sum(table);
    }
    free(bytes);
    for (size_t i = 0; i < table->positions && good; i++) {
        unsigned value = table->value[i];
        if (value & (VALUE_WIN | VALUE_LOSS) && (int)(value & VALUE_PLIES) > table->longest)
            table->longest = (int)(value & VALUE_PLIES);
    }
    return good;
}

/* Begin to make a table, from nothing. */
static void endgame_begin(struct endgame *table)
{
    memset(table->value, 0, table->positions * sizeof *table->value);
    table->status = TABLE_SURVEY;
    table->at = 0;
    table->round = table->longest = 0;
    table->second = false;
    table->made = true;
    table->to_do = memory_new(table->positions, 1);
    for (int i = 0; i < table->men; i++)
        table->goes[i] = memory_new((size_t)table->states[i] * ((table->states[i] + 63) / 64),
                                    sizeof *table->goes[i]);
}

/* Check one position of a table that was fetched. */
static enum step check_step(struct endgames *set, struct endgame *table)
{
    uint32_t at[ENDGAME_MEN_MOST];
    bool wrong = false;
    size_t index = (size_t)(hash_mix(table->at + 1) % table->positions);
    unsigned value = index_load(set, table, index, at, &wrong);
    if (value == VALUE_OPEN) {
        struct ahead ahead = look_ahead(set, table, at, false, false);
        if (ahead.missing || ahead.wrong)
            return ahead.missing ? STEP_MISSING : STEP_WRONG;
        value = !ahead.legal            ? value_stuck(set)
                : ahead.win < INT32_MAX ? VALUE_WIN | (unsigned)ahead.win
                : !ahead.open           ? VALUE_LOSS | (unsigned)ahead.loss
                                        : VALUE_OPEN;
    }
    return wrong || value != table->value[index] ? STEP_WRONG : STEP_ON;
}

/* ---- new tables */

/* Sort the classes of a table: by side, royals first. */
static void endgame_sort(const struct endgames *set, struct endgame *table)
{
    for (int i = 1; i < table->men; i++)
        for (int j = i; j > 0; j--) {
            const struct endgame_class *a = &set->class[table->class[j - 1]],
                                       *b = &set->class[table->class[j]];
            int rank_a = a->side << 20 | !(a->flags & SEARCH_ROYAL) << 16 | a->piece[0],
                rank_b = b->side << 20 | !(b->flags & SEARCH_ROYAL) << 16 | b->piece[0];
            if (rank_a <= rank_b)
                break;
            uint8_t kept = table->class[j];
            table->class[j] = table->class[j - 1];
            table->class[j - 1] = kept;
        }
}

/* Name a table: the variant, the letters of its pieces, and a hash of all that its values depend
 * on. */
static void endgame_name(const struct endgames *set, struct endgame *table)
{
    const struct ruleset *ruleset = set->ruleset;
    uint64_t hash = hash_text(hash_text(HASH_START, endgame_format), ruleset->id);
    char letters[2 * ENDGAME_MEN_MOST + 2], id[24];
    size_t n = 0;
    for (int i = 0; i < ruleset->settings; i++)
        hash = hash_text(hash_text(hash, ruleset->setting[i].name), ruleset->setting[i].value);
    for (int i = 0; i < table->men; i++) {
        const struct endgame_class *class = &set->class[table->class[i]];
        char letter = ruleset->kinds[class->kind].letter;
        bool plain = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        if (i && class->side && !set->class[table->class[i - 1]].side)
            letters[n++] = 'v';
        letters[n++] = plain ? letter : 'x';
        hash = hash_mix(hash ^ ((uint64_t) class->side << 32 | (uint64_t) class->pieces << 16));
        for (int j = 0; j < class->pieces; j++)
            hash = hash_mix(hash ^ class->piece[j]);
    }
    letters[n] = '\0';
    snprintf(id, sizeof id, "%s", ruleset->id);
    id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] = '\0';
    snprintf(table->name, sizeof table->name, "%s-%s-%016llx.endgame", id, letters,
             (unsigned long long)hash);
}

/* A new table for the material of some men, refused if there can be none. NULL if the set is
 * full. */
static struct endgame *endgame_new(struct endgames *set, const struct search_man *men, int n)
{
    if (set->count == TABLES_MOST || set->pendings == PENDING_MOST || n > ENDGAME_MEN_MOST)
        return NULL;
    struct endgame *table = memory_new(1, sizeof *table);
    int royals[2] = {0, 0};
    bool good = true;
    table->men = n;
    for (int i = 0; i < n; i++) {
        int class = men[i].side < 2 ? endgame_class_of(set, men, n, i) : -1;
        for (int j = 0; j < i; j++)
            good &= table->class[j] != class;
        good &= class >= 0;
        if (class < 0)
            break;
        table->class[i] = (uint8_t) class;
        royals[men[i].side] += (set->class[class].flags & SEARCH_ROYAL) != 0;
    }
    if (!good || royals[0] != 1 || royals[1] != 1) {
        free(table);
        return NULL;
    }
    table->signature = signature_of(set, men, n);
    endgame_sort(set, table);
    table->positions = 2;
    for (int i = 0; i < n; i++) {
        table->states[i] =
            (uint32_t)set->class[table->class[i]].pieces * (uint32_t)set->tables->cells;
        table->positions = table->positions < ENDGAME_POSITIONS_MOST
                               ? table->positions * table->states[i]
                               : SIZE_MAX;
    }
    endgame_name(set, table);
    set->clean = 0;
    endgame_load(set, men, n, WHITE, set->state[0]);
    set->clean = ((const struct search_head *)set->state[0])->key ^ clean_key(set, men, n, WHITE);
    set->table[set->count++] = table;
    if (table->positions > ENDGAME_POSITIONS_MOST)
        table->status = TABLE_REFUSED;
    else
        table->value = memory_new(table->positions, sizeof *table->value);
    return table;
}

/* Fetch or begin a new table. False if it was not fetched but may only be that: it is forgotten. */
static bool endgame_start(struct endgames *set, struct endgame *table, bool only_fetch,
                          const struct endgame_host *host)
{
    if (table->status == TABLE_REFUSED)
        return true;
    if (endgame_fetch(table, host)) {
        table->status = TABLE_CHECK;
    } else if (only_fetch) {
        free(table->value);
        free(table);
        set->count--;
        return false;
    } else {
        endgame_begin(table);
    }
    set->pending[set->pendings++] = table;
    return true;
}

/* Begin the table of the men of set->state[1], which another table needs. False if there can be
 * none. */
static bool endgame_need(struct endgames *set, const struct endgame_host *host)
{
    struct search_man men[ENDGAME_MEN_MOST + 1];
    int n = set->rules->men(set->work, set->state[1], men, ENDGAME_MEN_MOST + 1);
    struct endgame *table = endgame_new(set, men, n);
    return table && endgame_start(set, table, false, host);
}

/* Do one step for the table that is made now. Returns false if it is finished. */
static bool pending_step(struct endgames *set, struct endgame *table,
                         const struct endgame_host *host)
{
    enum step step = STEP_ON;
    if (table->status == TABLE_REFUSED)
        return false;
    if (table->status == TABLE_CHECK) {
        if (table->at == SAMPLE) {
            table->status = TABLE_READY;
            return false;
        }
        step = check_step(set, table);
        if (step == STEP_WRONG) {
            endgame_begin(table);
            return true;
        }
        table->at += step == STEP_ON;
    } else if (table->status == TABLE_SURVEY) {
        step = survey_step(set, table);
        table->at += step == STEP_ON;
        if (table->at == table->positions) {
            table->status = TABLE_ROUNDS;
            table->at = 0;
            table->round = 1;
        }
    } else if (table->at < table->positions) {
        if (table->second) {
            round_look(set, table);
        } else if (table->to_do[table->at] & FRESH) {
            table->to_do[table->at] = 0;
            endgame_connect(set, table, table->at);
        }
        table->at++;
    } else if (!table->second) {
        table->second = true;
        table->at = 0;
    } else if (table->longest > LONGEST_MOST) {
        step = STEP_WRONG;
    } else if (!round_next(table)) {
        endgame_settle(table);
        table->status = TABLE_READY;
        endgame_keep(table, host);
        return false;
    }
    if (step == STEP_WRONG || (step == STEP_MISSING && !endgame_need(set, host)))
        endgame_refuse(table);
    return table->status != TABLE_REFUSED;
}

/* Work on the pending tables until all are finished (true), or the host says stop. */
static bool pending_work(struct endgames *set, const struct endgame_host *host)
{
    while (set->pendings) {
        for (int i = 0; i < PATIENCE && set->pendings; i++) {
            int top = set->pendings - 1;
            if (!pending_step(set, set->pending[top], host)) {
                for (int j = top; j + 1 < set->pendings; j++)
                    set->pending[j] = set->pending[j + 1];
                set->pendings--;
            }
        }
        if (set->pendings && host->stop && host->stop(host->argument))
            return false;
    }
    return true;
}

static bool make_of_men(struct endgames *set, const struct search_man *men, int n, bool only_fetch,
                        const struct endgame_host *host)
{
    if (!pending_work(set, host)) /* what was begun before */
        return false;
    uint64_t signature = signature_of(set, men, n);
    if (endgame_find(set, signature))
        return true;
    struct endgame *table = endgame_new(set, men, n);
    return !table || !endgame_start(set, table, only_fetch, host) || pending_work(set, host);
}

bool endgames_make(struct endgames *set, const struct position *position, bool only_fetch,
                   const struct endgame_host *host)
{
    struct search_man men[ENDGAME_MEN_MOST + 1];
    set->rules->load(set->work, position, set->state[0]);
    int n = set->rules->men(set->work, set->state[0], men, ENDGAME_MEN_MOST + 1);
    return n > ENDGAME_MEN_MOST || make_of_men(set, men, n, only_fetch, host);
}

bool endgames_make_below(struct endgames *set, const struct position *position, bool only_fetch,
                         const struct endgame_host *host)
{
    enum { ALL = 10 };
    struct search_man all[ALL + 1], men[ENDGAME_MEN_MOST];
    set->rules->load(set->work, position, set->state[0]);
    int n = set->rules->men(set->work, set->state[0], all, ALL + 1);
    if (n > ALL)
        return true;
    for (unsigned chosen = 0; chosen < 1u << n; chosen++) {
        int m = 0, royals = 0;
        if (__builtin_popcount(chosen) != ENDGAME_MEN_MOST)
            continue;
        for (int i = 0; i < n; i++)
            if (chosen >> i & 1) {
                royals += (set->piece[all[i].piece].flags & SEARCH_ROYAL) != 0;
                men[m++] = all[i];
            }
        if (royals == 2 && !make_of_men(set, men, m, only_fetch, host))
            return false;
    }
    return true;
}

/* ---- looking */

bool endgames_probe(const struct endgames *set, void *work, const void *state,
                    struct endgame_value *out)
{
    const struct search_head *head = state;
    struct search_man men[ENDGAME_MEN_MOST + 1];
    if (head->count[0] + head->count[1] > ENDGAME_MEN_MOST || !set->count)
        return false;
    int n = set->rules->men(work, state, men, ENDGAME_MEN_MOST + 1);
    if (n > ENDGAME_MEN_MOST)
        return false;
    const struct endgame *table = endgame_find(set, signature_of(set, men, n));
    if (!table || table->status != TABLE_READY || head->key != clean_key(set, men, n, head->side))
        return false;
    unsigned value = table->value[index_of(set, table, men, head->side, NULL)];
    if (value == VALUE_ILLEGAL)
        return false;
    out->outcome = value & VALUE_WIN ? 1 : value & VALUE_LOSS ? -1 : 0;
    out->plies = out->outcome ? (int)(value & VALUE_PLIES) : 0;
    return true;
}

bool endgames_look(struct endgames *set, const struct position *position, struct endgame_value *out)
{
    set->rules->load(set->work, position, set->state[0]);
    return endgames_probe(set, set->work, set->state[0], out);
}

/* The n-th table that is ready, NULL if there are fewer. */
static const struct endgame *endgame_ready(const struct endgames *set, int n)
{
    for (int i = 0; i < set->count; i++)
        if (set->table[i]->status == TABLE_READY && n-- == 0)
            return set->table[i];
    return NULL;
}

void endgames_each(const struct endgames *set,
                   void (*each)(const char *name, size_t positions, size_t legal, int longest,
                                void *argument),
                   void *argument)
{
    const struct endgame *table;
    for (int n = 0; (table = endgame_ready(set, n)); n++) {
        size_t legal = 0;
        for (size_t i = 0; i < table->positions; i++)
            legal += table->value[i] != VALUE_ILLEGAL;
        each(table->name, table->positions, legal, table->longest, argument);
    }
}

bool endgames_position(const struct endgames *set, int number, size_t index, struct position *out)
{
    const struct endgame *table = endgame_ready(set, number);
    struct search_man men[ENDGAME_MEN_MOST];
    uint32_t at[ENDGAME_MEN_MOST];
    int side;
    if (!table || index >= table->positions || table->value[index] == VALUE_ILLEGAL)
        return false;
    index_men(set, table, index, men, at, &side);
    position_clear(out, set->ruleset);
    out->side = (uint8_t)side;
    for (int i = 0; i < table->men; i++)
        out->at[men[i].cell] = endgame_piece(set, &men[i]);
    return true;
}
