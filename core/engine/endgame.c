/* endgame.c - the indices of tables of endgames, and looking into them: see endgame.h.
 *
 * A position and its mirror images have the same value, so only one of them has an index. The first
 * man, a royal, is brought to one of the few places from which the symmetries reach all others (its
 * *anchors*), and men of one class are sorted. A symmetry counts only if every class of the table
 * has the same pattern in the mirror, and a sample of positions the same plies. Where a symmetry
 * leaves the anchor in its place, two indices mean the same position, and both have its value. */
#include "core/engine/endgame_parts.h"

#include <stdio.h>
#include <stdlib.h>

const char endgame_format[24] = "chesscade endgame 2\n";

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
    set->symmetries = board_symmetries(ruleset->board, set->symmetry);
    return set;
}

void endgame_settle(struct endgames *set, struct endgame *table)
{
    if (table->to_do)
        set->taken -= table->positions;
    free(table->to_do);
    table->to_do = NULL;
    for (int i = 0; i < ENDGAME_MEN_MOST; i++) {
        free(table->goes[i]);
        table->goes[i] = NULL;
    }
}

void endgame_empty(struct endgames *set, struct endgame *table)
{
    endgame_settle(set, table);
    if (table->value)
        set->taken -= table->positions * sizeof *table->value;
    if (table->byte)
        set->taken -= table->positions;
    free(table->value);
    free(table->byte);
    table->value = NULL;
    table->byte = NULL;
}

void endgame_refuse(struct endgames *set, struct endgame *table)
{
    endgame_empty(set, table);
    table->status = TABLE_REFUSED;
}

void endgame_free(struct endgames *set, struct endgame *table)
{
    endgame_empty(set, table);
    free(table->anchor);
    free(table->anchor_of);
    free(table->to_anchor);
    free(table);
}

void endgames_free(struct endgames *set)
{
    if (!set)
        return;
    for (int i = 0; i < set->count; i++)
        endgame_free(set, set->table[i]);
    for (int i = 0; i < set->classes; i++)
        for (int j = 0; j < set->symmetries; j++)
            free(set->class[i].image[j]);
    for (int i = 0; i < set->symmetries; i++)
        free(set->symmetry[i]);
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

void endgame_load(struct endgames *set, const struct search_man *men, int n, int side, void *state)
{
    set->position.side = (uint8_t)side;
    for (int i = 0; i < n; i++)
        set->position.at[men[i].cell] = endgame_piece(set, &men[i]);
    set->rules->load(set->work, &set->position, state);
    for (int i = 0; i < n; i++)
        set->position.at[men[i].cell] = (struct piece){0};
}

uint64_t endgame_key(const struct endgames *set, const struct search_man *men, int n, int side)
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

bool endgame_can_occur(struct endgames *set, const struct search_man *men, int n, int side)
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            if (men[i].cell == men[j].cell)
                return false;
    for (int i = 0; i < n; i++)
        if (set->piece[men[i].piece].flags & SEARCH_PAWN && set->rules->distance &&
            set->rules->distance(set->ruleset, men[i].side, men[i].piece, men[i].cell) == 0)
            return false;
    return !is_illegal(set, men, n, side);
}

void endgame_list(struct endgames *set, const void *state)
{
    set->list.n = 0;
    set->list.body_used = 0;
    set->rules->generate(set->work, state, SEARCH_WANT_ALL, 1, 1, &set->list);
}

bool endgame_play(struct endgames *set, const void *state, int ply)
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

/* Find the symmetries of the patterns of a class. */
static void class_mirror(struct endgames *set, struct endgame_class *class)
{
    size_t cells = (size_t)set->tables->cells;
    uint64_t *plain = memory_new(cells * (size_t) class->pieces, sizeof *plain);
    uint64_t *mirrored = memory_new(cells, sizeof *mirrored);
    struct piece piece[FACES_MOST];
    for (int i = 0; i < class->pieces; i++) {
        piece[i] = set->piece[class->piece[i]].piece;
        piece[i].side = class->side;
        symmetry_pattern(&set->position, piece[i], set->symmetry[0], plain + (size_t)i * cells);
    }
    for (int symmetry = 0; symmetry < set->symmetries; symmetry++) {
        const cell_t *map = set->symmetry[symmetry];
        uint16_t *image = memory_new(cells * (size_t) class->pieces, sizeof *image);
        bool good = true;
        for (int i = 0; i < class->pieces && good; i++) {
            int j = 0;
            symmetry_pattern(&set->position, piece[i], map, mirrored);
            if (!symmetry)
                j = i; /* two pieces of one pattern must not be confused here */
            while (j < class->pieces &&
                   memcmp(mirrored, plain + (size_t)j * cells, cells * sizeof *plain) != 0)
                j++;
            good = j < class->pieces;
            for (size_t cell = 0; cell < cells && good; cell++)
                image[(size_t)i * cells + cell] = (uint16_t)((size_t)j * cells + map[cell]);
        }
        if (good)
            class->image[symmetry] = image;
        else
            free(image);
    }
    free(plain);
    free(mirrored);
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
    class_mirror(set, class);
    return set->classes++;
}

/* ---- materials and indices */

uint64_t endgame_signature(const struct endgames *set, const struct search_man *men, int n)
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

struct endgame *endgame_find(const struct endgames *set, uint64_t signature)
{
    for (int i = 0; i < set->count && signature; i++)
        if (set->table[i]->signature == signature)
            return set->table[i];
    return NULL;
}

void endgame_states(const struct endgames *set, const struct endgame *table,
                    const struct search_man *men, uint32_t *at)
{
    unsigned used = 0;
    for (int i = 0; i < table->men; i++) {
        int j = 0;
        while (used >> j & 1 || set->class_of[men[j].side][men[j].piece] != table->class[i] + 1)
            j++;
        used |= 1u << j;
        at[i] = (uint32_t)set->face_of[men[j].side][men[j].piece] * (uint32_t)set->tables->cells +
                men[j].cell;
    }
}

/* Sort the states of men of one class, which stand side by side. */
static void states_sort(const struct endgame *table, uint32_t *at)
{
    for (int i = 1; i < table->men; i++)
        for (int j = i; j > 0 && table->class[j] == table->class[j - 1] && at[j - 1] > at[j]; j--) {
            uint32_t kept = at[j];
            at[j] = at[j - 1];
            at[j - 1] = kept;
        }
}

size_t endgame_index_by(const struct endgames *set, const struct endgame *table, const uint32_t *at,
                        int side, int symmetry)
{
    uint32_t image[ENDGAME_MEN_MOST];
    for (int i = 0; i < table->men; i++)
        image[i] = set->class[table->class[i]].image[symmetry][at[i]];
    states_sort(table, image);
    size_t index = (size_t)side * table->anchors + table->anchor_of[image[0]];
    for (int i = 1; i < table->men; i++)
        index = index * table->states[i] + image[i];
    return index;
}

size_t endgame_index(const struct endgames *set, const struct endgame *table, const uint32_t *at,
                     int side)
{
    return endgame_index_by(set, table, at, side, __builtin_ctz(table->to_anchor[at[0]]));
}

unsigned endgame_value_at(const struct endgame *table, size_t index)
{
    if (table->value)
        return table->value[index];
    unsigned byte = table->byte[index];
    if (byte < BYTE_FIRST)
        return byte == BYTE_ILLEGAL ? VALUE_ILLEGAL : VALUE_OPEN;
    unsigned plies = byte - BYTE_FIRST;
    return (plies % 2 ? VALUE_WIN : VALUE_LOSS) | plies;
}

unsigned endgame_value_of(const struct endgames *set, const struct endgame *table,
                          const struct search_man *men, int side)
{
    uint32_t at[ENDGAME_MEN_MOST];
    endgame_states(set, table, men, at);
    return endgame_value_at(table, endgame_index(set, table, at, side));
}

/* The men that stand in the states of a table. */
static void men_of(const struct endgames *set, const struct endgame *table, const uint32_t *at,
                   struct search_man *men)
{
    uint32_t cells = (uint32_t)set->tables->cells;
    for (int i = 0; i < table->men; i++) {
        const struct endgame_class *class = &set->class[table->class[i]];
        men[i] = (struct search_man){.cell = (cell_t)(at[i] % cells),
                                     .piece = class->piece[at[i] / cells],
                                     .side = class->side};
    }
}

bool endgame_index_men(const struct endgames *set, const struct endgame *table, size_t index,
                       struct search_man *men, uint32_t *at, int *side)
{
    bool good = true;
    for (int i = table->men - 1; i > 0; i--) {
        at[i] = (uint32_t)(index % table->states[i]);
        index /= table->states[i];
    }
    at[0] = table->anchor[index % table->anchors];
    *side = (int)(index / table->anchors);
    men_of(set, table, at, men);
    for (int i = 1; i < table->men; i++)
        good &= table->class[i] != table->class[i - 1] || at[i - 1] < at[i];
    return good;
}

/* ---- symmetries */

/* A number for what the plies of set->state[0] lead to, seen through a symmetry. */
static uint64_t plies_through(struct endgames *set, int symmetry)
{
    struct search_man men[ENDGAME_MEN_MOST + 1];
    uint32_t cells = (uint32_t)set->tables->cells;
    uint64_t sum = 0;
    endgame_list(set, set->state[0]);
    for (int i = 0; i < set->list.n; i++) {
        if (!endgame_play(set, set->state[0], i))
            continue;
        uint64_t after = 0;
        int n = set->rules->men(set->work, set->state[1], men, ENDGAME_MEN_MOST + 1);
        for (int j = 0; j < n; j++) {
            int known = set->class_of[men[j].side][men[j].piece];
            uint32_t state = set->face_of[men[j].side][men[j].piece] * cells + men[j].cell;
            if (known && set->class[known - 1].image[symmetry])
                state = set->class[known - 1].image[symmetry][state];
            else
                state = set->symmetry[symmetry][men[j].cell];
            after += hash_mix((uint64_t)known << 32 | state);
        }
        sum += hash_mix(after);
    }
    return sum;
}

/* True if a sample of positions has the same plies in the mirror. */
static bool symmetry_holds(struct endgames *set, const struct endgame *table, int symmetry)
{
    struct search_man men[ENDGAME_MEN_MOST];
    uint32_t at[ENDGAME_MEN_MOST];
    int compared = 0;
    for (uint64_t seed = 1; compared < MIRRORED && seed < 8 * MIRRORED; seed++) {
        uint64_t sums[2];
        uint64_t random = hash_mix(seed);
        int side = (int)(seed % 2);
        for (int i = 0; i < table->men; i++) {
            random = hash_mix(random);
            at[i] = (uint32_t)(random % table->states[i]);
        }
        men_of(set, table, at, men);
        if (!endgame_can_occur(set, men, table->men, side))
            continue;
        endgame_load(set, men, table->men, side, set->state[0]);
        if (set->rules->ended(set->work, set->state[0]) != SEARCH_PLAYING)
            continue;
        sums[0] = plies_through(set, symmetry);
        for (int i = 0; i < table->men; i++)
            at[i] = set->class[table->class[i]].image[symmetry][at[i]];
        men_of(set, table, at, men);
        endgame_load(set, men, table->men, side, set->state[0]);
        sums[1] = plies_through(set, 0);
        if (sums[0] != sums[1])
            return false;
        compared++;
    }
    return true;
}

void endgame_mirror(struct endgames *set, struct endgame *table)
{
    uint32_t states = table->states[0];
    table->anchor = memory_new(states, sizeof *table->anchor);
    table->anchor_of = memory_new(states, sizeof *table->anchor_of);
    table->to_anchor = memory_new(states, sizeof *table->to_anchor);
    for (int i = 0; i < set->symmetries; i++) {
        bool good = true;
        for (int j = 0; j < table->men; j++)
            good &= set->class[table->class[j]].image[i] != NULL;
        if (good && (!i || symmetry_holds(set, table, i)))
            table->symmetries |= 1u << i;
    }
    for (uint32_t state = 0; state < states; state++) {
        if (table->to_anchor[state])
            continue;
        table->anchor_of[state] = (uint16_t)table->anchors;
        table->anchor[table->anchors++] = (uint16_t)state;
        for (uint32_t left = table->symmetries; left; left &= left - 1) {
            int symmetry = __builtin_ctz(left);
            const uint16_t *image = set->class[table->class[0]].image[symmetry];
            for (uint32_t from = 0; from < states; from++)
                if (image[from] == state)
                    table->to_anchor[from] |= 1u << symmetry;
        }
    }
    table->positions = 2 * (size_t)table->anchors;
    for (int i = 1; i < table->men; i++)
        table->positions = table->positions < POSITIONS_MOST ? table->positions * table->states[i]
                                                             : POSITIONS_MOST;
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

struct endgame *endgame_new(struct endgames *set, const struct search_man *men, int n)
{
    if (set->count == TABLES_MOST || set->pendings == PENDING_MOST || n > ENDGAME_MEN_MOST)
        return NULL;
    struct endgame *table = memory_new(1, sizeof *table);
    int royals[2] = {0, 0};
    bool good = true;
    table->men = n;
    for (int i = 0; i < n; i++) {
        int class = men[i].side < 2 ? endgame_class_of(set, men, n, i) : -1;
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
    table->signature = endgame_signature(set, men, n);
    endgame_sort(set, table);
    for (int i = 0; i < n; i++) {
        table->twin[i] =
            i && table->class[i] == table->class[i - 1] ? table->twin[i - 1] : (uint8_t)i;
        table->states[i] =
            (uint32_t)set->class[table->class[i]].pieces * (uint32_t)set->tables->cells;
    }
    endgame_name(set, table);
    set->clean = 0;
    endgame_load(set, men, n, WHITE, set->state[0]);
    set->clean = ((const struct search_head *)set->state[0])->key ^ endgame_key(set, men, n, WHITE);
    set->table[set->count++] = table;
    return table;
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
    const struct endgame *table = endgame_find(set, endgame_signature(set, men, n));
    if (!table || table->status != TABLE_READY || head->key != endgame_key(set, men, n, head->side))
        return false;
    unsigned value = endgame_value_of(set, table, men, head->side);
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
            legal += endgame_value_at(table, i) != VALUE_ILLEGAL;
        each(table->name, table->positions, legal, table->longest, argument);
    }
}

bool endgames_position(const struct endgames *set, int number, size_t index, struct position *out)
{
    const struct endgame *table = endgame_ready(set, number);
    struct search_man men[ENDGAME_MEN_MOST];
    uint32_t at[ENDGAME_MEN_MOST];
    int side;
    if (!table || index >= table->positions || endgame_value_at(table, index) == VALUE_ILLEGAL)
        return false;
    endgame_index_men(set, table, index, men, at, &side);
    position_clear(out, set->ruleset);
    out->side = (uint8_t)side;
    for (int i = 0; i < table->men; i++)
        out->at[men[i].cell] = endgame_piece(set, &men[i]);
    return true;
}
