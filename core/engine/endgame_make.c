/* endgame_make.c - making tables of endgames, keeping and fetching them: see endgame.h.
 *
 * A table is made in three phases. The survey visits every position once: it finds the illegal ones
 * and the ends of the game, values the plies that lead to other materials, and records for each
 * piece between which places it goes. The rounds then work backwards: in round n the positions are
 * found that are won in n plies, or lost in n. When a value is found, all positions that the record
 * connects with it are looked at again, one ply ahead. The record may connect too many (a piece may
 * stand in the way) but never too few, so the values are exact. Last, the values are shrunk to
 * bytes. A table that was fetched is checked instead: a sample of its positions is looked at one
 * ply ahead.
 *
 * When a ply leads to a material that has no table yet, that table is made first (`pending`). */
#include "core/engine/endgame_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- comparing plies */

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

/* Record that a man of `table` goes from one state to another, and so in every mirror image. */
static void note_way(const struct endgames *set, struct endgame *table, int man, uint32_t from,
                     uint32_t to)
{
    size_t words = (table->states[man] + 63) / 64;
    uint64_t *goes = table->goes[table->twin[man]];
    if (goes[to * words + from / 64] >> from % 64 & 1)
        return;
    for (uint32_t left = table->symmetries; left; left &= left - 1) {
        const uint16_t *image = set->class[table->class[man]].image[__builtin_ctz(left)];
        goes[image[to] * words + image[from] / 64] |= (uint64_t)1 << image[from] % 64;
    }
}

/* Record which man went where, from the states `at` to the states `to`. False if several did. */
static bool note_ways(const struct endgames *set, struct endgame *table, const uint32_t *at,
                      uint32_t *to)
{
    int moved = 0;
    for (int i = 0; i < table->men; i++)
        for (int j = 0; j < table->men; j++)
            if (table->twin[i] == table->twin[j] && to[j] == at[i]) {
                to[j] = to[i];
                to[i] = at[i];
            }
    for (int i = 0; i < table->men; i++)
        if (to[i] != at[i]) {
            note_way(set, table, i, at[i], to[i]);
            moved++;
        }
    return moved <= 1;
}

/* Look one ply ahead from set->state[0], whose men are in the states `at`. With `survey`, record
 * the ways of the men and check that pieces and cells say all. With `loss`, return as soon as it is
 * clear that the position is not lost; in any case return after a win in at most `enough` plies. */
static struct ahead look_ahead(struct endgames *set, struct endgame *table, const uint32_t *at,
                               bool survey, bool loss, int enough)
{
    const struct search_rules *rules = set->rules;
    const struct search_head *next = set->state[1];
    struct search_man men[ENDGAME_MEN_MOST + 1];
    struct ahead ahead = {.win = INT32_MAX, .loss = -1};
    endgame_list(set, set->state[0]);
    for (int i = 0; i < set->list.n && !(loss && ahead.open) && ahead.win > enough; i++) {
        if (!endgame_play(set, set->state[0], i))
            continue;
        ahead.legal++;
        int n = rules->men(set->work, set->state[1], men, ENDGAME_MEN_MOST + 1);
        if (n > ENDGAME_MEN_MOST) {
            ahead.wrong = true;
            return ahead;
        }
        uint64_t signature = endgame_signature(set, men, n);
        if (signature != table->signature) {
            int end = rules->ended(set->work, set->state[1]);
            if (end != SEARCH_PLAYING) {
                ahead_add(&ahead, value_of_end(end, next->side));
                continue;
            }
        }
        if (survey && next->key != endgame_key(set, men, n, next->side)) {
            endgame_load(set, men, n, next->side, set->state[2]);
            if (!same_plies(set, set->state[1], set->state[2])) {
                ahead.wrong = true;
                return ahead;
            }
        }
        if (signature == table->signature) {
            uint32_t to[ENDGAME_MEN_MOST];
            endgame_states(set, table, men, to);
            ahead_add(&ahead, endgame_value_at(table, endgame_index(set, table, to, next->side)));
            if (survey && !note_ways(set, table, at, to))
                ahead.wrong = true;
            continue;
        }
        const struct endgame *other = endgame_find(set, signature);
        if (!other || other->status != TABLE_READY) {
            ahead.missing = !other;
            ahead.wrong = other != NULL;
            return ahead;
        }
        ahead_add(&ahead, endgame_value_of(set, other, men, next->side));
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
    if (!endgame_index_men(set, table, index, men, at, &side) ||
        !endgame_can_occur(set, men, table->men, side))
        return VALUE_ILLEGAL;
    endgame_load(set, men, table->men, side, set->state[0]);
    *wrong = head->key != endgame_key(set, men, table->men, side);
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
    table->fresh += table->to_do[index] == FRESH;
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
    else if (hope < INT32_MAX) {
        table->value[index] = (uint16_t)(VALUE_HOPE | (unsigned)(hope & VALUE_PLIES));
        table->to_do[index] = WAITS;
    } else if (!ahead->open && ahead->legal)
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
    struct ahead ahead = look_ahead(set, table, at, true, false, -1);
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
    int side;
    endgame_index_men(set, table, index, men, at, &side);
    uint8_t mark = table->value[index] & VALUE_LOSS ? LOOK_FOR_WIN : LOOK_FOR_LOSS;
    for (int m = 0; m < table->men; m++) {
        uint32_t to = at[m];
        size_t words = (table->states[m] + 63) / 64;
        const uint64_t *row = table->goes[table->twin[m]] + to * words;
        for (size_t w = 0; w < words && men[m].side != side; w++)
            for (uint64_t left = row[w]; left; left &= left - 1) {
                at[m] = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
                for (uint32_t by = table->to_anchor[at[0]]; by; by &= by - 1) {
                    size_t before = endgame_index_by(set, table, at, !side, __builtin_ctz(by));
                    unsigned value = table->value[before];
                    if (value == VALUE_OPEN || (value & VALUE_HOPE && mark == LOOK_FOR_WIN))
                        table->to_do[before] |= mark;
                }
            }
        at[m] = to;
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
    if (value & VALUE_HOPE && (int)(value & VALUE_PLIES) <= table->round) {
        endgame_settle_value(table, index, VALUE_WIN | (value & VALUE_PLIES));
    } else if (to_do & (LOOK_FOR_WIN | LOOK_FOR_LOSS)) {
        endgame_index_men(set, table, index, men, at, &side);
        endgame_load(set, men, table->men, side, set->state[0]);
        struct ahead ahead =
            look_ahead(set, table, at, false, !(to_do & LOOK_FOR_WIN), table->round);
        endgame_take(table, index, &ahead);
    }
}

/* Go on to the next position that has something to do, but not far. */
static void round_skip(struct endgame *table)
{
    size_t end = table->at + SKIP_MOST;
    if (end > table->positions)
        end = table->positions;
    while (table->at < end && !table->to_do[table->at])
        table->at++;
}

/* After a round: begin the next one. False if nothing is left to do. */
static bool round_next(struct endgame *table)
{
    unsigned next = table->fresh ? (unsigned)table->round + 1 : VALUE_PLIES + 1;
    for (size_t i = 0; i < table->positions && !table->fresh; i++) {
        unsigned value = table->to_do[i] ? table->value[i] : 0;
        if (value & VALUE_HOPE && (value & VALUE_PLIES) < next)
            next = value & VALUE_PLIES;
    }
    table->at = 0;
    table->second = false;
    table->round = (int)next;
    return next <= VALUE_PLIES;
}

/* Shrink the values of a table that is ready to bytes, if they fit. */
static void endgame_shrink(struct endgames *set, struct endgame *table)
{
    for (size_t i = 0; i < table->positions; i++) {
        unsigned value = table->value[i], plies = value & VALUE_PLIES;
        if (value & (VALUE_WIN | VALUE_LOSS) &&
            (plies > BYTE_PLIES_MOST || (plies % 2 != 0) != ((value & VALUE_WIN) != 0)))
            return;
    }
    table->byte = memory_new(table->positions, 1);
    for (size_t i = 0; i < table->positions; i++) {
        unsigned value = table->value[i];
        table->byte[i] = value & (VALUE_WIN | VALUE_LOSS)
                             ? (uint8_t)(BYTE_FIRST + (value & VALUE_PLIES))
                         : value == VALUE_ILLEGAL ? BYTE_ILLEGAL
                                                  : BYTE_DRAW;
    }
    free(table->value);
    table->value = NULL;
    set->taken -= table->positions * (sizeof *table->value - 1);
}

/* The bytes of a table on disk: this head, then its values; in the order of this machine. */
struct endgame_head {
    char format[24];
    uint64_t positions, width, longest; /* width: bytes of a value */
    uint64_t sum;                       /* a hash of the values and of the three numbers above */
    char name[NAME_ROOM];
};

static uint64_t endgame_sum(const struct endgame_head *head, const void *values)
{
    const unsigned char *bytes = values;
    size_t size = head->positions * head->width;
    uint64_t sum = hash_mix(head->positions ^ head->width << 48 ^ head->longest << 32);
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        sum = hash_mix(sum ^ word);
    }
    return sum;
}

static void endgame_keep(const struct endgame *table, const struct endgame_host *host)
{
    struct endgame_head head = {.positions = table->positions,
                                .width = table->byte ? 1 : sizeof *table->value,
                                .longest = (uint64_t)table->longest};
    const void *values = table->byte ? (const void *)table->byte : table->value;
    size_t size = sizeof head + table->positions * head.width;
    if (!host->keep)
        return;
    memcpy(head.format, endgame_format, sizeof head.format);
    memcpy(head.name, table->name, sizeof head.name);
    head.sum = endgame_sum(&head, values);
    unsigned char *bytes = memory_new(size, 1);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, values, size - sizeof head);
    host->keep(table->name, bytes, size, host->argument);
    free(bytes);
}

/* Take the bytes of a kept table; false if there are none, or they are damaged. */
static bool endgame_accept(struct endgames *set, struct endgame *table, const unsigned char *bytes,
                           size_t size)
{
    struct endgame_head head;
    bool good = bytes && size >= sizeof head;
    if (good) {
        memcpy(&head, bytes, sizeof head);
        good = !memcmp(head.format, endgame_format, sizeof head.format) &&
               !memcmp(head.name, table->name, sizeof head.name) &&
               head.positions == table->positions && head.longest <= LONGEST_MOST &&
               (head.width == 1 || head.width == sizeof *table->value) &&
               size == sizeof head + head.positions * head.width &&
               head.sum == endgame_sum(&head, bytes + sizeof head);
    }
    if (good) {
        void *values = memory_new(table->positions, head.width);
        memcpy(values, bytes + sizeof head, size - sizeof head);
        table->longest = (int)head.longest;
        set->taken += size - sizeof head;
        if (head.width == 1)
            table->byte = values;
        else
            table->value = values;
    }
    return good;
}

/* Begin to make a table, from nothing. */
static void endgame_begin(struct endgames *set, struct endgame *table)
{
    endgame_empty(set, table);
    set->taken += table->positions * BYTES_MADE;
    table->value = memory_new(table->positions, sizeof *table->value);
    table->to_do = memory_new(table->positions, 1);
    table->status = TABLE_SURVEY;
    table->at = table->fresh = 0;
    table->round = table->longest = 0;
    table->second = false;
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
        struct ahead ahead = look_ahead(set, table, at, false, false, -1);
        if (ahead.missing)
            return STEP_ON; /* the table that it leads to is not at hand */
        if (ahead.wrong)
            return STEP_WRONG;
        value = !ahead.legal            ? value_stuck(set)
                : ahead.win < INT32_MAX ? VALUE_WIN | (unsigned)ahead.win
                : !ahead.open           ? VALUE_LOSS | (unsigned)ahead.loss
                                        : VALUE_OPEN;
    }
    unsigned known = endgame_value_at(table, index);
    value = value == VALUE_DRAW ? VALUE_OPEN : value;
    known = known == VALUE_DRAW ? VALUE_OPEN : known;
    return wrong || value != known ? STEP_WRONG : STEP_ON;
}

/* Fetch or begin a new table. False if it was not fetched but may only be that: it is forgotten. */
static bool endgame_start(struct endgames *set, struct endgame *table, bool only_fetch,
                          const struct endgame_host *host)
{
    size_t size = 0, most = host->memory ? host->memory : ENDGAME_MEMORY;
    size_t left = set->taken < most ? most - set->taken : 0;
    unsigned char *bytes = host->fetch ? host->fetch(table->name, &size, host->argument) : NULL;
    bool missing = !bytes && only_fetch;
    if (!missing)
        endgame_mirror(set, table);
    if (bytes && size <= left && endgame_accept(set, table, bytes, size))
        table->status = TABLE_CHECK;
    else if (only_fetch)
        missing = true;
    else if (table->positions > left / BYTES_MADE)
        table->status = TABLE_REFUSED;
    else
        endgame_begin(set, table);
    free(bytes);
    if (missing) {
        endgame_free(set, table);
        set->count--;
    } else if (table->status != TABLE_REFUSED) {
        set->pending[set->pendings++] = table;
    }
    return !missing;
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
            endgame_begin(set, table);
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
            table->fresh--;
            endgame_connect(set, table, table->at);
        }
        table->at++;
        round_skip(table);
    } else if (!table->second) {
        table->second = true;
        table->at = 0;
    } else if (table->longest > LONGEST_MOST) {
        step = STEP_WRONG;
    } else if (!round_next(table)) {
        endgame_settle(set, table);
        endgame_shrink(set, table);
        table->status = TABLE_READY;
        endgame_keep(table, host);
        return false;
    }
    if (step == STEP_WRONG || (step == STEP_MISSING && !endgame_need(set, host)))
        endgame_refuse(set, table);
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
    if (!pending_work(set, host)) /* the tables that earlier calls left unfinished */
        return false;
    uint64_t signature = endgame_signature(set, men, n);
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
    enum { ALL = 8 };
    struct search_man all[ALL + 1], men[ENDGAME_MEN_MOST];
    set->rules->load(set->work, position, set->state[0]);
    int n = set->rules->men(set->work, set->state[0], all, ALL + 1);
    if (n > ALL)
        return true;
    for (unsigned chosen = 0; chosen < 1u << n; chosen++) {
        int m = 0, royals = 0, some = __builtin_popcount(chosen);
        if (some < ENDGAME_MEN_QUICK || some > ENDGAME_MEN_MOST || some >= n)
            continue;
        for (int i = 0; i < n; i++)
            if (chosen >> i & 1) {
                royals += (set->piece[all[i].piece].flags & SEARCH_ROYAL) != 0;
                men[m++] = all[i];
            }
        if (royals == 2 && !make_of_men(set, men, m, only_fetch || m > ENDGAME_MEN_QUICK, host))
            return false;
    }
    return true;
}
