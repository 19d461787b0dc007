/* part.c - builds a part of an index in memory, and merges parts; see part.h.
 *
 * While games are added, everything is appended to plain arrays without any order: an entry of
 * `met` for each position a game reaches, and numbers that combine a code (of a ply, a word or a
 * gram), the game and, for grams, a place. part_finish() sorts the arrays with a radix sort and
 * then writes each code once with the list of its games. Sorting at the end takes far less memory
 * and time than a table from codes to lists that grow.
 *
 * Games are added in ascending order, and the sort is stable, so it need not look at the bits of
 * the game: lists come out in order. After merging (part_take()) games are unordered, and all bits
 * are sorted.
 *
 * Limits: a part has at most PART_GAMES games, and is finished earlier if an array grows too large
 * (part_is_full()). A text longer than PLACES bytes is indexed only up to there; its game gets the
 * word WORD_CUT and is tested by the query itself. */
#include "config.h"
#include "archive/index/part.h"

#include "archive/index/board_hash.h"
#include "archive/query/query_tree.h"

#include <stdlib.h>
#include <string.h>

/* If `ply` is IN_VARIATION, a variation of the game reaches the position. Otherwise the main line
 * reaches it after `ply` plies and continues with `next`. */
enum { IN_VARIATION = UINT16_MAX };
struct met {
    uint64_t hash;
    uint32_t next;
    uint16_t game, ply;
};

/* The layout of a number in the arrays: the game in the lowest PART_BITS bits, the code above it.
 * In a gram the place of the letters is in the lowest PLACE_BITS bits, and the game above that. */
enum { PLACE_BITS = 24, GRAM_SHIFT = PART_BITS + PLACE_BITS, PLACES = 1 << PLACE_BITS };
enum {
    METS_MOST = 3 << 19,
    NUMBERS_MOST = 4 << 20
}; /* a part is finished when an array has this many entries */
enum { SEEN = 4 << 16 };

void part_begin(struct part_making *making, struct shared_plies *shared, bool files)
{
    *making = (struct part_making){.shared = shared, .seen = memory_new(SEEN / 8, 1)};
    if (files)
        making->identity = memory_new(PART_GAMES, sizeof *making->identity);
}

static void forget_met(struct part_making *making)
{
    free(making->met);
    making->met = NULL;
    making->mets = making->met_room = 0;
}

static void forget_numbers(uint64_t **number, int *n, int *room)
{
    free(*number);
    *number = NULL;
    *n = *room = 0;
}

void part_forget(struct part_making *making)
{
    forget_met(making);
    forget_numbers(&making->ply, &making->plys, &making->ply_room);
    forget_numbers(&making->letter, &making->letters, &making->letter_room);
    forget_numbers(&making->gram, &making->grams, &making->gram_room);
    making->games = 0;
    making->unordered = false;
}

void part_end(struct part_making *making)
{
    part_forget(making);
    ply_table_clear(&making->plies);
    game_texts_clear(&making->texts);
    follow_start_clear(&making->start);
    free(making->identity);
    free(making->number);
    free(making->seen);
    free(making->main);
    *making = (struct part_making){.games = 0};
}

bool part_is_full(const struct part_making *making)
{
    return making->games == PART_GAMES || making->mets >= METS_MOST ||
           making->plys >= NUMBERS_MOST || making->letters >= NUMBERS_MOST ||
           making->grams >= NUMBERS_MOST;
}

static void part_add_number(uint64_t **number, int *n, int *room, uint64_t value)
{
    *number = memory_room(*number, room, *n + 1, sizeof **number);
    (*number)[(*n)++] = value;
}

/* ----------------------------------------------------------------------------------------------------
 * plies */

/* The number of a ply in the table that all parts share; PLY_OTHER if the table is full. */
static uint32_t part_number_of(struct part_making *making, const char *ply)
{
    size_t size = query_bare_ply(ply);
    int before = making->plies.n;
    uint32_t own = ply_table_put(&making->plies, ply, size);
    if (own && making->plies.n > before) {
        making->number = memory_room(making->number, &making->number_room, making->plies.n,
                                     sizeof *making->number);
        pthread_mutex_lock(&making->shared->lock);
        making->number[own - 1] = ply_table_put(&making->shared->table, ply, size);
        pthread_mutex_unlock(&making->shared->lock);
    }
    return own ? making->number[own - 1] : PLY_OTHER;
}

/* Implements query_ply_fn. */
static void part_add_ply(void *argument, const char *text, bool variation)
{
    struct part_making *making = argument;
    uint32_t number = part_number_of(making, text);
    part_add_number(&making->ply, &making->plys, &making->ply_room,
                    ((uint64_t)2 * number + variation) << PART_BITS | (uint64_t)making->games);
    if (variation)
        return;
    making->main =
        memory_room(making->main, &making->main_room, making->mains + 1, sizeof *making->main);
    making->main[making->mains++] = number;
}

/* ------------------------------------------------------------------------------------------------
 * positions */

static void add_position(struct part_making *making, struct board_hasher *hasher,
                         const struct follower *board, int ply)
{
    struct position position;
    follow_position(board, &position);
    making->met =
        memory_room(making->met, &making->met_room, making->mets + 1, sizeof *making->met);
    making->met[making->mets++] =
        (struct met){.hash = board_hasher_of(hasher, &position),
                     .next = ply == IN_VARIATION ? NEXT_VARIATION : NEXT_END,
                     .game = (uint16_t)making->games,
                     .ply = (uint16_t)ply};
}

/* Adds the positions of the main line. `board` has the position at the start of the game. */
static void add_main(struct part_making *making, struct board_hasher *hasher,
                     const struct line *line, struct follower *board)
{
    char written[PLY_ROOM];
    add_position(making, hasher, board, 0);
    for (int i = 0; i < line->n; i++) {
        follow_leave(board, i ? &line->v[i - 1] : NULL);
        if (!follow_play(board, line->v[i].text, written, sizeof written))
            return;
        making->met[making->mets - 1].next =
            NEXT_PLY + (i < making->mains ? making->main[i] : PLY_OTHER);
        add_position(making, hasher, board, i + 1 < IN_VARIATION ? i + 1 : IN_VARIATION - 1);
    }
}

/* Adds the positions of all lines that branch off a line and, if `own`, of the line itself. `board`
 * is the position at the start of the line, and `last` is the ply before it (NULL at the start of
 * the game). */
static void add_forks(struct part_making *making, struct board_hasher *hasher,
                      const struct line *line, const struct node *last, struct follower *board,
                      bool own, int depth)
{
    struct follower *before = memory_new(1, sizeof *before), *fork = memory_new(1, sizeof *fork);
    char written[PLY_ROOM];
    bool lost = depth > VARIATION_DEPTH_MAX;
    for (int i = 0; i < line->n && !lost; i++) {
        const struct notes *notes = line->v[i].notes;
        const struct node *from = i ? &line->v[i - 1] : last;
        follow_leave(board, from);
        follow_copy(before, board);
        lost = !follow_play(board, line->v[i].text, written, sizeof written);
        if (own && !lost)
            add_position(making, hasher, board, IN_VARIATION);
        for (int a = 0; notes && a < notes->alts.n; a++) {
            follow_copy(fork, before);
            add_forks(making, hasher, &notes->alts.v[a], from, fork, true, depth + 1);
        }
    }
    for (int i = 0; !lost && line->then && i < line->then->n; i++) {
        follow_copy(fork, board);
        add_forks(making, hasher, &line->then->v[i], line->n ? &line->v[line->n - 1] : last, fork,
                  true, depth + 1);
    }
    free(before);
    free(fork);
}

static bool has_forks(const struct line *line)
{
    for (int i = 0; i < line->n; i++)
        if (line->v[i].notes && line->v[i].notes->alts.n)
            return true;
    return line->then && line->then->n;
}

static void add_positions(struct part_making *making, const struct record *record)
{
    struct follower *board = memory_new(1, sizeof *board), *again = memory_new(1, sizeof *again);
    struct board_hasher hasher;
    struct ruleset *rules;
    if (follow_open_alike(board, record, &making->start, &rules, NULL) == 0) {
        follow_copy(again, board);
        board_hasher_begin(&hasher, rules);
        add_main(making, &hasher, &record->moves, board);
        if (has_forks(&record->moves))
            add_forks(making, &hasher, &record->moves, NULL, again, false, 0);
    }
    follow_close(&making->start, rules);
    free(board);
    free(again);
}

/* ----------------------------------------------------------------------------------------------------
 * words */

static void part_add_word(struct part_making *making, uint32_t code)
{
    part_add_number(&making->letter, &making->letters, &making->letter_room,
                    (uint64_t)code << PART_BITS | (uint64_t)making->games);
}

static void add_letters(struct part_making *making, uint32_t code)
{
    if (making->seen[code / 8] >> code % 8 & 1)
        return;
    making->seen[code / 8] |= (uint8_t)(1u << code % 8);
    part_add_word(making, code);
}

/* Adds the letters of a column. A control character separates texts, so that no word spans two.
 * False if the text is too long. */
static bool part_add_column(struct part_making *making, enum game_texts_column column,
                            const struct yaml_text *text)
{
    int in_row = 0;
    for (int i = 0; i < text->n; i++) {
        const uint8_t *last = (const uint8_t *)text->v + i;
        in_row = *last < ' ' ? 0 : in_row + 1;
        if (in_row >= 1)
            add_letters(making, word_code(column, last, 1));
        if (in_row >= 2)
            add_letters(making, word_code(column, last - 1, 2));
        if (in_row >= 3 && i >= PLACES)
            return false;
        if (in_row >= 3)
            part_add_number(&making->gram, &making->grams, &making->gram_room,
                            (uint64_t)(word_code(column, last - 2, 3) & ~(uint32_t)WORD_LONG)
                                    << GRAM_SHIFT |
                                (uint64_t)making->games << PLACE_BITS | (uint64_t)(i - 2));
    }
    return true;
}

static void part_add_words(struct part_making *making, const struct record *record)
{
    struct game_texts *texts = &making->texts;
    int from = making->letters;
    bool all = true;
    game_texts_collect(texts, record);
    for (int column = 0; column < TEXTS_COLUMNS; column++)
        all =
            part_add_column(making, (enum game_texts_column)column, &texts->column[column]) && all;
    for (int i = from; i < making->letters; i++)
        making->seen[(making->letter[i] >> PART_BITS) / 8] = 0;
    if (!all)
        part_add_word(making, WORD_CUT);
    for (int nag = 0; nag < TEXTS_JUDGEMENTS; nag++)
        if (texts->judged[nag / 8] >> nag % 8 & 1)
            part_add_word(making, WORD_NAG + (uint32_t)nag);
    for (unsigned bit = 0, has = texts->has; has; bit++, has >>= 1)
        if (has & 1)
            part_add_word(making, WORD_HAS + bit);
}

void part_add(struct part_making *making, const struct record *record, uint64_t identity)
{
    if (making->identity)
        making->identity[making->games] = identity;
    if (record) {
        making->mains = 0;
        query_each_ply(record, part_add_ply, making);
        add_positions(making, record);
        part_add_words(making, record);
    }
    making->games++;
}

/* ---------------------------------------------------------------------------------------------------
 * sorting */

/* Sorts by the bits from `low` on. Stable. */
static void part_sort_numbers(uint64_t *number, int n, int low)
{
    enum { DIGIT = 11, DIGITS = 1 << DIGIT };
    uint64_t *other = memory_new((size_t)n + 1, sizeof *other), *from = number, *to = other;
    int *ends = memory_new(DIGITS + 1, sizeof *ends);
    for (int shift = low; shift < 64; shift += DIGIT) {
        memset(ends, 0, (DIGITS + 1) * sizeof *ends);
        for (int i = 0; i < n; i++)
            ends[(from[i] >> shift & (DIGITS - 1)) + 1]++;
        if (n == 0 || ends[(from[0] >> shift & (DIGITS - 1)) + 1] == n)
            continue; /* all entries have the same byte here, so nothing needs sorting */
        for (int digit = 0; digit < DIGITS; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < n; i++) /* entries with the same byte stand together, after those with a
                                       smaller byte */
            to[ends[from[i] >> shift & (DIGITS - 1)]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != number)
        memcpy(number, from, (size_t)n * sizeof *number);
    free(other);
    free(ends);
}

/* Sorts by the upper halves of the hashes with a radix sort, then by the lower halves with an
 * insertion sort: few hashes share only the upper half. */
static void sort_met(struct met *met, int n)
{
    enum { DIGIT = 11, DIGITS = 1 << DIGIT };
    struct met *other = memory_new((size_t)n + 1, sizeof *other), *from = met, *to = other;
    int *ends = memory_new(DIGITS + 1, sizeof *ends);
    for (int shift = 32; shift < 64; shift += DIGIT) {
        memset(ends, 0, (DIGITS + 1) * sizeof *ends);
        for (int i = 0; i < n; i++)
            ends[(from[i].hash >> shift & (DIGITS - 1)) + 1]++;
        for (int digit = 0; digit < DIGITS; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < n; i++)
            to[ends[from[i].hash >> shift & (DIGITS - 1)]++] = from[i];
        struct met *swap = from;
        from = to;
        to = swap;
    }
    if (from != met)
        memcpy(met, from, (size_t)n * sizeof *met);
    free(other);
    free(ends);
    for (int i = 1; i < n; i++) {
        struct met one = met[i];
        int at = i;
        for (; at > 0 && met[at - 1].hash > one.hash; at--)
            met[at] = met[at - 1];
        met[at] = one;
    }
}

/* ---------------------------------------------------------------------------------------------------
 * writing */

static int by_game_and_ply(const void *a, const void *b)
{
    const struct met *one = a, *other = b;
    return one->game != other->game ? one->game - other->game : one->ply - other->ply;
}

static int by_next_and_game(const void *a, const void *b)
{
    const struct met *one = a, *other = b;
    int next = (one->next > other->next) - (one->next < other->next);
    return next ? next : one->game - other->game;
}

/* Writes the value of a position that `n` games reach. */
static void part_put_position(struct yaml_text *kept, struct met *met, int n, int games)
{
    uint16_t game[PART_GAMES];
    int left = 0;
    bool same = true;
    if (n > 1)
        qsort(met, (size_t)n, sizeof *met, by_game_and_ply);
    /* A game that reaches the position more than once is listed once. */
    for (int i = 0; i < n; i++)
        if (!left || met[left - 1].game != met[i].game)
            met[left++] = met[i];
    for (int i = 1; i < left; i++)
        same = same && met[i].next == met[0].next;
    if (!same)
        qsort(met, (size_t)left, sizeof *met, by_next_and_game);
    for (int i = 0, end; i < left; i = end) {
        for (end = i; end < left && met[end].next == met[i].next; end++)
            game[end - i] = met[end].game;
        number_put(kept, (uint64_t)met[i].next << 1 | (end < left));
        list_put(kept, game, end - i, games);
    }
}

static void put_positions(struct part_making *making, struct rows *rows)
{
    struct yaml_text kept = {0};
    struct met *met = making->met;
    sort_met(met, making->mets);
    for (int i = 0, end; i < making->mets; i = end) {
        for (end = i + 1; end < making->mets && met[end].hash == met[i].hash; end++)
            continue;
        kept.n = 0;
        part_put_position(&kept, met + i, end - i, making->games);
        rows_put(rows, met[i].hash, &kept);
    }
    yaml_text_clear(&kept);
    forget_met(making);
}

/* Writes the list of games for each code. */
static void put_lists(uint64_t *number, int n, const struct part_making *making, struct rows *rows)
{
    struct yaml_text kept = {0};
    uint16_t game[PART_GAMES];
    part_sort_numbers(number, n, making->unordered ? 0 : PART_BITS);
    for (int i = 0, end; i < n; i = end) {
        int games = 0;
        uint64_t code = number[i] >> PART_BITS;
        for (end = i; end < n && number[end] >> PART_BITS == code; end++)
            if (end == i || number[end] != number[end - 1])
                game[games++] = (uint16_t)(number[end] & (PART_GAMES - 1));
        kept.n = 0;
        list_put(&kept, game, games, making->games);
        rows_put(rows, code, &kept);
    }
    yaml_text_clear(&kept);
}

static void put_grams(struct part_making *making, struct rows *rows)
{
    struct yaml_text kept = {0};
    const uint64_t *gram = making->gram;
    int n = making->grams;
    part_sort_numbers(making->gram, n, making->unordered ? 0 : GRAM_SHIFT);
    for (int i = 0, end; i < n; i = end) {
        uint64_t code = gram[i] >> GRAM_SHIFT, before = 0;
        kept.n = 0;
        for (end = i; end < n && gram[end] >> GRAM_SHIFT == code;) {
            uint64_t game = gram[end] >> PLACE_BITS & (PART_GAMES - 1), place = 0;
            int from = end;
            while (end < n && gram[end] >> PLACE_BITS == gram[from] >> PLACE_BITS)
                end++;
            number_put(&kept, (game - before) << 1 | (end > from + 1));
            before = game;
            if (end > from + 1)
                number_put(&kept, (uint64_t)(end - from));
            for (int k = from; k < end; k++) {
                number_put(&kept, (gram[k] & (PLACES - 1)) - place);
                place = gram[k] & (PLACES - 1);
            }
        }
        rows_put(rows, WORD_LONG | code, &kept);
    }
    yaml_text_clear(&kept);
}

void part_finish(struct part_making *making, uint64_t seal, struct part_rows *out)
{
    *out = (struct part_rows){.games = making->games};
    for (int kind = 0; kind < PART_KINDS; kind++)
        out->kind[kind].shift = part_shift((enum part_kind)kind);
    put_positions(making, &out->kind[PART_POSITIONS]);
    put_lists(making->ply, making->plys, making, &out->kind[PART_PLIES]);
    forget_numbers(&making->ply, &making->plys, &making->ply_room);
    put_lists(making->letter, making->letters, making, &out->kind[PART_WORDS]);
    put_grams(making, &out->kind[PART_WORDS]);
    if (making->identity) {
        struct yaml_text kept = {.v = (char *)making->identity,
                                 .n = making->games * (int)sizeof *making->identity};
        rows_put(&out->kind[PART_GAMES_OF], 0, &kept);
    }
    for (int kind = 0; kind < PART_KINDS; kind++)
        rows_end(&out->kind[kind], part_seed(seal, (enum part_kind)kind));
    part_forget(making);
}

void part_rows_clear(struct part_rows *rows)
{
    for (int kind = 0; kind < PART_KINDS; kind++)
        rows_clear(&rows->kind[kind]);
}

/* ---------------------------------------------------------------------------------------------------
 * merging */

static bool part_take_position(struct part_making *making, const struct row_reader *reader,
                               int games, const int *to)
{
    const uint8_t *at = reader->kept, *end = at + reader->size;
    uint16_t game[PART_GAMES];
    uint64_t next = 1;
    while (next & 1) {
        int n = number_take(&at, end, &next) && next >> 1 <= UINT32_MAX
                    ? list_take(&at, end, games, game)
                    : -1;
        if (n < 0)
            return false;
        for (int i = 0; i < n; i++) {
            if (to[game[i]] < 0)
                continue;
            making->met =
                memory_room(making->met, &making->met_room, making->mets + 1, sizeof *making->met);
            making->met[making->mets++] =
                (struct met){reader->code, (uint32_t)(next >> 1), (uint16_t)to[game[i]], 0};
        }
    }
    return true;
}

static bool part_take_list(uint64_t **number, int *n, int *room, const struct row_reader *reader,
                           int games, const int *to)
{
    const uint8_t *at = reader->kept;
    uint16_t game[PART_GAMES];
    int found = list_take(&at, at + reader->size, games, game);
    for (int i = 0; i < found; i++)
        if (to[game[i]] >= 0)
            part_add_number(number, n, room, reader->code << PART_BITS | (uint64_t)to[game[i]]);
    return found >= 0;
}

static bool take_gram(struct part_making *making, const struct row_reader *reader, int games,
                      const int *to)
{
    const uint8_t *at = reader->kept, *end = at + reader->size;
    uint64_t game = 0, code = (reader->code & ~(uint64_t)WORD_LONG) << GRAM_SHIFT;
    while (at < end) {
        uint64_t step, places = 1, place = 0, further;
        if (!number_take(&at, end, &step) || (game += step >> 1) >= (uint64_t)games ||
            (step & 1 && !number_take(&at, end, &places)))
            return false;
        for (; places; places--) {
            if (!number_take(&at, end, &further) || (place += further) >= PLACES)
                return false;
            if (to[game] >= 0)
                part_add_number(&making->gram, &making->grams, &making->gram_room,
                                code | (uint64_t)to[game] << PLACE_BITS | place);
        }
    }
    return true;
}

bool part_take(struct part_making *making, enum part_kind kind, struct row_reader *reader,
               int games, const int *to)
{
    bool good = true;
    making->unordered = true;
    while (good && row_next(reader))
        switch (kind) {
        case PART_POSITIONS:
            good = part_take_position(making, reader, games, to);
            break;
        case PART_PLIES:
            good =
                part_take_list(&making->ply, &making->plys, &making->ply_room, reader, games, to);
            break;
        case PART_WORDS:
            good = reader->code & WORD_LONG
                       ? take_gram(making, reader, games, to)
                       : part_take_list(&making->letter, &making->letters, &making->letter_room,
                                        reader, games, to);
            break;
        default:
            break;
        }
    return good && !reader->bad;
}
