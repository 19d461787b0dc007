/* prefilter.c - finds candidates for a query in a catalog; see prefilter.h.
 *
 * The query tree is evaluated on sets of games. A term on a header tests each distinct text of the
 * pool at most once (struct texts) and then goes through the column of numbers. AND intersects and
 * OR unites the `may` and `sure` sets; NOT inverts both sets and exchanges them: a game that
 * certainly matches a term certainly does not match its negation, and a game that cannot match it
 * certainly does. Terms that headers cannot decide are passed to `deeper`, the index. Several terms
 * about the same header are evaluated together (take_alike()), because going through a column of a
 * million games costs more than testing its texts. */
#include "config.h"

#include "archive/index/prefilter.h"
#include "archive/index/board_hash.h"
#include "archive/index/index.h"
#include "archive/query/query_tree.h"
#include "archive/store/backend.h"
#include "archive/util/sanitize.h"
#include "core/family.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

struct prefilter {
    const struct catalog *list;
    const struct query *query;
    prefilter_deeper_fn *deeper;
    void *argument;
};

void prefilter_set_clear(struct prefilter_set *set)
{
    free(set->may);
    free(set->sure);
    *set = (struct prefilter_set){0};
}

size_t prefilter_bytes(int places)
{
    return (size_t)places / 8 + 1;
}

static uint8_t *new_bits(const struct prefilter *prefilter, bool all)
{
    size_t size = prefilter_bytes(prefilter->list->count);
    uint8_t *bits = memory_new(size, 1);
    if (all)
        memset(bits, 0xFF, size);
    return bits;
}

/* ---------------------------------------------------------------------------------------------------
 * headers */

/* What is known about a text of the pool: it was not tested, it does not match, or it matches. */
enum { UNKNOWN, NO, YES };

typedef bool text_fits_fn(const struct term *term, const char *text);

struct prefilter_texts {
    const struct catalog *list;
    const char *pool; /* the pool of the list at the time when the texts were tested */
    const struct term *const *term; /* [terms] at least one of them must match */
    int terms;
    text_fits_fn *fits;
    uint8_t *verdict; /* [pool_used] for each text of the pool UNKNOWN, NO or YES */
};

static struct prefilter_texts texts_begin(const struct prefilter *prefilter,
                                          const struct term *const *term, int terms,
                                          text_fits_fn *fits)
{
    const char *pool = catalog_pool(prefilter->list);
    return (struct prefilter_texts){
        prefilter->list, pool, term,
        terms,           fits, memory_new((size_t)prefilter->list->pool_used + 1, 1)};
}

/* Gets a column of texts. If the list had to be rebuilt for this, its texts have new numbers,
 * and the verdicts are reset. */
static const uint32_t *prefilter_column_of(struct prefilter_texts *texts, int column)
{
    const uint32_t *text = catalog_column(texts->list, (enum catalog_column)column);
    if (texts->pool != texts->list->pool) {
        texts->pool = catalog_pool(texts->list);
        free(texts->verdict);
        texts->verdict = memory_new((size_t)texts->list->pool_used + 1, 1);
    }
    return text;
}

static bool text_fits(const struct prefilter_texts *texts, uint32_t text)
{
    uint8_t *verdict = &texts->verdict[text];
    if (*verdict == UNKNOWN) {
        *verdict = NO;
        for (int i = 0; i < texts->terms && *verdict == NO; i++)
            *verdict = texts->fits(texts->term[i], texts->pool + text) ? YES : NO;
    }
    return *verdict == YES;
}

/* True if any text of the list matches; the texts follow one another in the pool. */
static bool any_fits(const struct prefilter_texts *texts)
{
    bool any = false;
    for (int at = 0; at < texts->list->pool_used; at += (int)strlen(texts->pool + at) + 1)
        any = text_fits(texts, (uint32_t)at) || any;
    return any;
}

/* Adds the games whose text in a column matches and whose byte in COLUMN_SEATS is one that `seats`
 * allows (NULL allows all). Bits are set without branching, because matches are unpredictable; only
 * texts that were not tested yet take a branch. */
static void prefilter_add_column(struct prefilter_texts *texts, int column, const bool *seats,
                                 uint8_t *bits)
{
    const struct catalog *list = texts->list;
    const uint8_t *seat = seats ? catalog_column(list, COLUMN_SEATS) : NULL;
    const uint32_t *text = prefilter_column_of(texts, column);
    const uint8_t *verdict = texts->verdict;
    for (int at = 0; at < list->count; at += 8) {
        int most = list->count - at < 8 ? list->count - at : 8;
        unsigned eight = 0;
        for (int i = 0; i < most; i++) {
            if (verdict[text[at + i]] == UNKNOWN)
                text_fits(texts, text[at + i]);
            eight |= (unsigned)((verdict[text[at + i]] == YES) & (!seats || seats[seat[at + i]]))
                     << i;
        }
        bits[at / 8] |= (uint8_t)eight;
    }
}

/* Adds the games in which the name of a side's player matches; side 0 means any side. */
static void add_players(struct prefilter_texts *texts, char side, uint8_t *bits)
{
    enum { SEATS = 256 };
    for (int player = 0; player < LISTING_PLAYERS; player++) {
        bool allowed[SEATS];
        for (int seats = 0; seats < SEATS; seats++) {
            char there = catalog_seat((uint8_t)seats, player);
            allowed[seats] = there && (!side || there == side);
        }
        prefilter_add_column(texts, CATALOG_PLAYER + player, allowed, bits);
    }
}

static bool name_fits(const struct term *term, const char *text)
{
    return folded_contains(text, term->text);
}

static bool score_is(const struct term *term, const char *text)
{
    return !strcmp(text, term->text);
}

/* The games with a word anywhere in the headers; the same test as headers_say() in
 * archive/query/match.c. */
static uint8_t *with_word(const struct prefilter *prefilter, const struct term *term)
{
    static const int columns[] = {CATALOG_EVENT, CATALOG_SITE, CATALOG_VARIANT, CATALOG_DATE,
                                  CATALOG_ECO};
    uint8_t *bits = new_bits(prefilter, false);
    struct prefilter_texts texts = texts_begin(prefilter, &term, 1, name_fits);
    if (any_fits(&texts)) {
        add_players(&texts, 0, bits);
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            prefilter_add_column(&texts, columns[i], NULL, bits);
    }
    free(texts.verdict);
    texts = texts_begin(prefilter, &term, 1, score_is);
    prefilter_add_column(&texts, CATALOG_SCORE, NULL, bits);
    free(texts.verdict);
    return bits;
}

static void add_plies(const struct prefilter *prefilter, const struct term *term, uint8_t *bits)
{
    const uint16_t *plies = catalog_column(prefilter->list, COLUMN_PLIES);
    for (int i = 0; i < prefilter->list->count; i++)
        if (plies[i] >= term->low && plies[i] <= term->high)
            prefilter_put(bits, i);
}

static bool score_is_open(const struct term *term, const char *text)
{
    (void)term;
    return !*text || !strcmp(text, "*");
}

/* Adds the games that have the status named by a term: damaged, good, live or over. */
static void add_status(const struct prefilter *prefilter, const struct term *term, uint8_t *bits)
{
    const struct catalog *list = prefilter->list;
    bool state = strchr("dg", term->text[0]) != NULL;
    catalog_column(list, COLUMN_FLAGS); /* all of the column will be read, so it is verified as a
                                           whole */
    struct prefilter_texts texts = texts_begin(prefilter, &term, 1, score_is_open);
    const uint32_t *score = prefilter_column_of(&texts, CATALOG_SCORE);
    for (int i = 0; i < list->count; i++) {
        bool damaged = catalog_damaged(list, i);
        if (state ? damaged == (term->text[0] == 'd')
                  : !damaged && text_fits(&texts, score[i]) == (term->text[0] == 'l'))
            prefilter_put(bits, i);
    }
    free(texts.verdict);
}

/* The games with a cascade in their main line; in all others every ply has one member. */
static uint8_t *with_cascades(const struct prefilter *prefilter)
{
    const uint16_t *cascaded = catalog_column(prefilter->list, COLUMN_CASCADED);
    uint8_t *bits = new_bits(prefilter, false);
    for (int i = 0; i < prefilter->list->count; i++)
        if (cascaded[i])
            prefilter_put(bits, i);
    return bits;
}

/* True if a term asks for something that only annotated games have. */
static bool asks_for_notes(const struct term *term)
{
    static const char *const has[] = {"comment", "line", "variation", "nag", "mark", "note"};
    if (term->kind != TERM_KEY)
        return false;
    for (size_t i = 0; i < sizeof has / sizeof *has && term->key == ASK_HAS; i++)
        if (!strcmp(term->text, has[i]))
            return true;
    return term->key == ASK_TEXT || term->key == ASK_BY || term->key == ASK_NAG;
}

static uint8_t *prefilter_with_notes(const struct prefilter *prefilter)
{
    uint8_t *bits = new_bits(prefilter, false);
    catalog_mark_notes(prefilter->list, bits);
    return bits;
}

/* The games that match any of several terms with the same key, found in one pass. Listings must be
 * able to decide the key. If terms with this key have no text, `n` is 1. */
static uint8_t *with_header(const struct prefilter *prefilter, const struct term *const *terms,
                            int n)
{
    const struct term *term = *terms;
    uint8_t *bits = new_bits(prefilter, false);
    struct prefilter_texts texts = texts_begin(prefilter, terms, n, query_text_fits);
    switch (term->key) {
    case ASK_WHITE:
        add_players(&texts, 'w', bits);
        break;
    case ASK_BLACK:
        add_players(&texts, 'b', bits);
        break;
    case ASK_RED:
        add_players(&texts, 'r', bits);
        break;
    case ASK_PLAYER:
        add_players(&texts, 0, bits);
        break;
    case ASK_EVENT:
        prefilter_add_column(&texts, CATALOG_EVENT, NULL, bits);
        break;
    case ASK_SITE:
        prefilter_add_column(&texts, CATALOG_SITE, NULL, bits);
        break;
    case ASK_ROUND:
        prefilter_add_column(&texts, CATALOG_ROUND, NULL, bits);
        break;
    case ASK_DATE:
        prefilter_add_column(&texts, CATALOG_DATE, NULL, bits);
        break;
    case ASK_VARIANT:
    case ASK_FAMILY:
        prefilter_add_column(&texts, CATALOG_VARIANT, NULL, bits);
        break;
    case ASK_RESULT:
        prefilter_add_column(&texts, CATALOG_SCORE, NULL, bits);
        break;
    case ASK_ECO:
        prefilter_add_column(&texts, CATALOG_ECO, NULL, bits);
        break;
    case ASK_TAG:
    case ASK_END:
    case ASK_OPTION:
    case ASK_CLOCK:
        prefilter_add_column(&texts, CATALOG_FACTS, NULL, bits);
        break;
    case ASK_PLIES:
        add_plies(prefilter, term, bits);
        break;
    case ASK_ID:
        catalog_with_id(prefilter->list, term->text, bits);
        break;
    case ASK_STATUS:
        add_status(prefilter, term, bits);
        break;
    default:
        break; /* all other keys need more than a listing */
    }
    free(texts.verdict);
    return bits;
}

/* -----------------------------------------------------------------------------------------------------
 * terms */

static struct prefilter_set prefilter_set_of(const struct prefilter *prefilter, int at);

static void prefilter_both(const struct prefilter *prefilter, uint8_t *set, const uint8_t *other)
{
    for (size_t i = 0, size = prefilter_bytes(prefilter->list->count); i < size; i++)
        set[i] &= other[i];
}

static void prefilter_either(const struct prefilter *prefilter, uint8_t *set, const uint8_t *other)
{
    for (size_t i = 0, size = prefilter_bytes(prefilter->list->count); i < size; i++)
        set[i] |= other[i];
}

/* Returns the intersection or the union of two sets, and takes ownership of both. A NULL set stands
 * for all games if `missing_all`, otherwise for none. */
static uint8_t *prefilter_join(const struct prefilter *prefilter, uint8_t *one, uint8_t *other,
                               bool intersect, bool missing_all)
{
    if (one && other) {
        (intersect ? prefilter_both : prefilter_either)(prefilter, one, other);
    } else if (intersect == missing_all) { /* the NULL set stands for all games in an intersection,
                                              for none in a union: it changes nothing */
        return one ? one : other;
    } else {
        free(one);
        one = NULL;
    }
    free(other);
    return one;
}

static void prefilter_invert(const struct prefilter *prefilter, uint8_t *set)
{
    for (size_t i = 0, size = prefilter_bytes(prefilter->list->count); set && i < size; i++)
        set[i] = (uint8_t)~set[i];
}

/* The sets of a NOT: games that certainly match the term certainly do not match its negation;
 * games that cannot match the term certainly match the negation. */
static struct prefilter_set set_of_not(const struct prefilter *prefilter, const struct term *term)
{
    struct prefilter_set set = prefilter_set_of(prefilter, term->left);
    prefilter_invert(prefilter, set.may);
    prefilter_invert(prefilter, set.sure);
    return (struct prefilter_set){set.sure, set.may};
}

/* An exact result: `may` and `sure` are the same set. */
static struct prefilter_set prefilter_exactly(const struct prefilter *prefilter, uint8_t *bits)
{
    size_t size = prefilter_bytes(prefilter->list->count);
    uint8_t *again = memory_new(size, 1);
    memcpy(again, bits, size);
    return (struct prefilter_set){bits, again};
}

/* Collects the operands of `a b c`, or of `a | b | c`, whatever their parentheses. */
static int prefilter_parts_of(const struct query *query, int at, enum term_kind joined, int *part,
                              int n)
{
    if (query->term[at].kind == joined) {
        n = prefilter_parts_of(query, query->term[at].left, joined, part, n);
        return prefilter_parts_of(query, query->term[at].right, joined, part, n);
    }
    part[n] = at;
    return n + 1;
}

/* If part `at` tests a header in a way that take_alike() can evaluate together with other parts,
 * returns its term, otherwise NULL. In an OR such a part is the term itself; in an AND it is a NOT
 * of the term. */
static const struct term *header_of(const struct query *query, int at, enum term_kind joined)
{
    const struct term *term = &query->term[at];
    if (joined == TERM_AND)
        term = term->kind == TERM_NOT ? &query->term[term->left] : NULL;
    bool header = term && term->kind == TERM_KEY && query_key_need(term->key) == QUERY_LISTING;
    return header && term->key != ASK_PLIES && term->key != ASK_ID && term->key != ASK_STATUS
               ? term
               : NULL;
}

/* Evaluates all parts that test the same header as the first part, or the first part alone if it
 * tests no header, and removes them from the list of parts. */
static struct prefilter_set take_alike(const struct prefilter *prefilter, enum term_kind joined,
                                       int *part, int *n)
{
    const struct term **alike = memory_new((size_t)*n, sizeof *alike);
    const struct term *first = header_of(prefilter->query, part[0], joined);
    int taken = 0, kept = 0;
    for (int i = 0; first && i < *n; i++) {
        const struct term *term = header_of(prefilter->query, part[i], joined);
        if (term && term->key == first->key)
            alike[taken++] = term;
        else
            part[kept++] = part[i];
    }
    struct prefilter_set set;
    if (taken) {
        uint8_t *bits = with_header(prefilter, alike, taken);
        if (joined == TERM_AND)
            prefilter_invert(prefilter, bits);
        set = prefilter_exactly(prefilter, bits);
        *n = kept;
    } else {
        set = prefilter_set_of(prefilter, part[0]);
        memmove(part, part + 1, (size_t)-- * n * sizeof *part);
    }
    free(alike);
    return set;
}

static struct prefilter_set set_of_joined(const struct prefilter *prefilter, int at)
{
    enum term_kind joined = prefilter->query->term[at].kind;
    bool intersect = joined == TERM_AND;
    int *part = memory_new((size_t)prefilter->query->n, sizeof *part);
    int n = prefilter_parts_of(prefilter->query, at, joined, part, 0);
    struct prefilter_set set = take_alike(prefilter, joined, part, &n);
    while (n > 0) {
        struct prefilter_set other = take_alike(prefilter, joined, part, &n);
        set = (struct prefilter_set){
            prefilter_join(prefilter, set.may, other.may, intersect, true),
            prefilter_join(prefilter, set.sure, other.sure, intersect, false)};
    }
    free(part);
    return set;
}

/* The sets for a word: a match in the headers is certain; a match inside the game is possible. */
static struct prefilter_set set_of_word(const struct prefilter *prefilter, const struct term *term)
{
    struct prefilter_set inside = prefilter->deeper ? prefilter->deeper(prefilter->argument, term)
                                                    : (struct prefilter_set){0};
    uint8_t *heads = with_word(prefilter, term);
    if (inside.may)
        prefilter_either(prefilter, inside.may, heads);
    if (inside.sure)
        prefilter_either(prefilter, heads, inside.sure);
    free(inside.sure);
    return (struct prefilter_set){inside.may, heads};
}

static struct prefilter_set prefilter_set_of(const struct prefilter *prefilter, int at)
{
    const struct term *term = &prefilter->query->term[at];
    switch (term->kind) {
    case TERM_ALL:
        return prefilter_exactly(prefilter, new_bits(prefilter, true));
    case TERM_AND:
    case TERM_OR:
        return set_of_joined(prefilter, at);
    case TERM_NOT:
        return set_of_not(prefilter, term);
    case TERM_TEXT:
        return set_of_word(prefilter, term);
    case TERM_KEY:
        if (query_key_need(term->key) == QUERY_LISTING)
            return prefilter_exactly(prefilter, with_header(prefilter, &term, 1));
        break;
    case TERM_REGEX:
        break;
    }
    struct prefilter_set set = prefilter->deeper ? prefilter->deeper(prefilter->argument, term)
                                                 : (struct prefilter_set){0};
    if (!set.may && term->kind == TERM_KEY && term->key == ASK_CASCADE && term->low > 1 &&
        !term->variations)
        set.may = with_cascades(prefilter);
    if (asks_for_notes(term)) {
        uint8_t *notes = prefilter_with_notes(prefilter);
        if (set.sure)
            prefilter_both(prefilter, set.sure, notes);
        set.may = prefilter_join(prefilter, set.may, notes, true, true);
    }
    return set;
}

struct prefilter_set prefilter_catalog(const struct catalog *list, const struct query *query,
                                       prefilter_deeper_fn *deeper, void *argument)
{
    struct prefilter prefilter = {list, query, deeper, argument};
    return prefilter_set_of(&prefilter, query->root);
}

/* ---- Computes the position hashes that a query term means, for lookup in an index: see
 * prefilter.h. */

/* The distinct variants of a catalog's games; -1 if there are more than fit. */
static int variants_of(const struct catalog *list, const char *variant[PREFILTER_HASHES])
{
    catalog_pool(list);
    const uint32_t *text = catalog_column(list, (enum catalog_column)CATALOG_VARIANT);
    uint8_t *seen = memory_new((size_t)list->pool_used + 1, 1);
    int n = 0;
    for (int i = 0; i < list->count && n >= 0; i++) {
        if (seen[text[i]])
            continue;
        seen[text[i]] = 1;
        if (n == PREFILTER_HASHES)
            n = -1;
        else
            variant[n++] = list->pool + text[i];
    }
    free(seen);
    return n;
}

int prefilter_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                     uint64_t hash[PREFILTER_HASHES])
{
    const char *variant[PREFILTER_HASHES];
    if (!strcmp(term->text, "here")) {
        *hash = query->here ? board_hash(query->here) : 0;
        return query->here ? 1 : -1;
    }
    /* A text stands for a position in every variant that can read it. */
    int variants = variants_of(list, variant), n = variants < 0 ? -1 : 0;
    for (int i = 0; i < variants; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue; /* the games of that variant cannot be replayed, so none matches */
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            hash[n++] = board_hash(&position);
        ruleset_free(rules);
    }
    return n;
}

/* -----------------------------------------------------------------------------------------------
 * near positions */

_Static_assert(QUERY_NEAR_CELLS == 2, "one change, and pairs of them, are gone through");
enum { CHANGES_MOST = 4096 };

struct numbers {
    uint64_t *v;
    int n, room;
};

static void prefilter_add_number(struct numbers *numbers, uint64_t hash)
{
    numbers->v = memory_room(numbers->v, &numbers->room, numbers->n + 1, sizeof *numbers->v);
    numbers->v[numbers->n++] = hash;
}

/* A change of one cell. `add` is the difference that it makes to the position's hash, which is a
 * sum over the cells. */
struct prefilter_change {
    uint64_t add;
    int cell, kings; /* cell: the cell that changes. kings: change in the number of royal pieces,
                        White's plus a thousand times Black's */
};

static int kings_of(const struct position *position, struct piece piece)
{
    bool royal = piece.kind && position->rules->kinds[piece.kind].royal;
    return !royal ? 0 : piece.side == 0 ? 1 : 1000;
}

/* True if all pieces that may be on a cell can be enumerated, because each is fully described by
 * its kind and side. */
static bool prefilter_is_plain(const struct position *position)
{
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].facing || position->at[c].mark)
            return false;
    return position->rules->rules->plain_pieces;
}

static int changes_of(const struct position *position, struct prefilter_change *change)
{
    struct position other;
    uint64_t hash = board_hash(position);
    int n = 0;
    position_copy(&other, position);
    for (int c = 0; c < position->rules->board->cells; c++) {
        struct piece here = position->at[c];
        for (int kind = 0; kind <= position->rules->kind_count; kind++)
            for (int side = 0; side < (kind ? position->rules->sides : 1); side++) {
                struct piece piece = {.kind = (uint8_t)kind, .side = (uint8_t)side};
                if (!memcmp(&piece, &here, sizeof piece))
                    continue;
                if (n == CHANGES_MOST)
                    return -1;
                other.at[c] = piece;
                change[n++] =
                    (struct prefilter_change){board_hash(&other) - hash, c,
                                              kings_of(position, piece) - kings_of(position, here)};
            }
        other.at[c] = here;
    }
    return n;
}

/* Adds the hashes of a position and of all positions that differ from it in one or two cells and in
 * which each side has as many royal pieces as before. False if they cannot be enumerated. */
static bool add_near(struct numbers *near, const struct position *position)
{
    struct prefilter_change *change = memory_new(CHANGES_MOST, sizeof *change);
    uint64_t hash = board_hash(position);
    int n = prefilter_is_plain(position) ? changes_of(position, change) : -1;
    if (n >= 0)
        prefilter_add_number(near, hash);
    for (int i = 0; i < n; i++) {
        if (!change[i].kings)
            prefilter_add_number(near, hash + change[i].add);
        for (int j = i + 1; j < n; j++)
            if (change[j].cell != change[i].cell && !(change[i].kings + change[j].kings))
                prefilter_add_number(near, hash + change[i].add + change[j].add);
    }
    free(change);
    return n >= 0;
}

/* A radix sort by two bytes at a time, lowest first, into `other` and back. */
static void prefilter_sort_numbers(uint64_t *v, int n, uint64_t *other)
{
    enum { DIGITS = 1 << 16 };
    int *ends = memory_new(DIGITS + 1, sizeof *ends);
    for (int shift = 0; shift < 64; shift += 16) {
        memset(ends, 0, (DIGITS + 1) * sizeof *ends);
        for (int i = 0; i < n; i++)
            ends[(v[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int digit = 0; digit < DIGITS; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < n; i++) /* numbers with the same digit stand together, after those with
                                       a smaller digit */
            other[ends[v[i] >> shift & (DIGITS - 1)]++] = v[i];
        uint64_t *swap = v;
        v = other;
        other = swap;
    }
    free(ends);
}

static void put_in_order(struct prefilter_many *many, struct numbers *numbers)
{
    uint64_t *other = memory_new((size_t)numbers->n + 1, sizeof *other);
    prefilter_sort_numbers(numbers->v, numbers->n, other);
    free(other);
    *many = (struct prefilter_many){
        .hash = numbers->v,
        .first = memory_new((1u << PREFILTER_FIRST_BITS) / 64, sizeof *many->first)};
    for (int i = 0; i < numbers->n; i++) {
        uint64_t hash = numbers->v[i], first = hash >> (64 - PREFILTER_FIRST_BITS);
        if (i == 0 || hash != many->hash[many->n - 1])
            many->hash[many->n++] = hash;
        many->first[first / 64] |= (uint64_t)1 << first % 64;
    }
}

void prefilter_many_clear(struct prefilter_many *many)
{
    free(many->hash);
    free(many->first);
    *many = (struct prefilter_many){0};
}

bool prefilter_is_among(const struct prefilter_many *many, uint64_t hash)
{
    int low = 0, high = many->n;
    if (!prefilter_begins_like(many, hash))
        return false;
    while (low < high) {
        int middle = (low + high) / 2;
        if (many->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < many->n && many->hash[low] == hash;
}

bool prefilter_near(const struct catalog *list, const struct query *query, const struct term *term,
                    struct prefilter_many *many)
{
    const char *variant[PREFILTER_HASHES];
    struct numbers near = {0};
    bool here = !strcmp(term->text, "here"), good = true;
    int variants = here ? 0 : variants_of(list, variant);
    if (here)
        good = query->here && add_near(&near, query->here);
    for (int i = 0; i < variants && good; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue;
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            good = add_near(&near, &position);
        ruleset_free(rules);
    }
    good = good && variants >= 0;
    if (good)
        put_in_order(many, &near);
    else
        free(near.v);
    return good;
}

/* ---- Runs the prefilter over a whole store, its packs and its own games: see prefilter.h.
 *
 *  The index uses prefilter_catalog(), and the functions here use both. */

void prefilter_append(uint8_t *to, int place, const uint8_t *bits, bool all, int count,
                      const struct shelf *shelf)
{
    int hidden = 0, hiddens = shelf ? shelf->hiddens : 0;
    if (!bits && !all)
        return;
    if (bits && place % 8 == 0 && !hiddens) {
        memcpy(to + place / 8, bits, (size_t)count / 8);
        place += count / 8 * 8;
    }
    for (int i = bits && !hiddens && place % 8 == 0 ? count / 8 * 8 : 0; i < count; i++) {
        if (hidden < hiddens && shelf->hidden[hidden] == i) {
            hidden++;
            continue;
        }
        if (!bits || prefilter_has(bits, i))
            prefilter_put(to, place);
        place++;
    }
}

struct prefilter_set prefilter_store(struct store *store, struct index *index,
                                     const struct query *query)
{
    struct prefilter_set own = index ? index_prefilter(index, NULL, query)
                                     : prefilter_catalog(&store->list, query, NULL, NULL),
                         all;
    if (!store->shelves)
        return own;
    all.may = memory_new(prefilter_bytes(store_count(store)), 1);
    all.sure = memory_new(prefilter_bytes(store_count(store)), 1);
    prefilter_append(all.may, 0, own.may, true, store->list.count, NULL);
    prefilter_append(all.sure, 0, own.sure, false, store->list.count, NULL);
    prefilter_set_clear(&own);
    int place = store->list.count;
    for (int i = 0; i < store->shelves; i++) {
        const struct shelf *shelf = &store->shelf[i];
        const struct catalog *list = pack_list(shelf->pack);
        struct prefilter_set set = index ? index_prefilter(index, shelf->pack, query)
                                         : prefilter_catalog(list, query, NULL, NULL);
        int count = list->count;
        prefilter_append(all.may, place, set.may, true, count, shelf);
        prefilter_append(all.sure, place, set.sure, false, count, shelf);
        prefilter_set_clear(&set);
        place += count - shelf->hiddens;
    }
    return all;
}
