/* match_position.c - matches queries against the plies and positions of a game. See
 * query_tree.h.
 *
 * Plies are visited in the order of the lines. With in:variations, the lines that replace a ply
 * come right after it, and continuations after the last ply of a line. Nested lines are followed as
 * deep as the archive allows. */
#include "config.h"

#include "archive/query/query_tree.h"
#include "archive/record/record.h"
#include "archive/replay/san_replay.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The positions before and after a ply and what the ply captured. Only filled in for keys that need
 * them. */
struct match_position_sight {
    const struct position *before, *after; /* `before` is NULL at the start */
    bool counts; /* true if captures are found by counting missing pieces; otherwise `taken` is used
                  */
    uint32_t taken; /* captured pieces, as in struct follower */
};

/* The captured piece in orthodox chess: the piece that the other side lacks after the ply. This is
 * enough, because no piece changes sides and no ply captures two pieces. */
static uint32_t match_position_missing(const struct match_position_sight *sight)
{
    const struct position *before = sight->before, *after = sight->after;
    int count[KINDS_MAX] = {0}, cells = before->rules->board->cells;
    int side = before->side;
    for (int c = 0; c < cells; c++) {
        if (before->at[c].kind && before->at[c].side != side)
            count[before->at[c].kind]++;
        if (after->at[c].kind && after->at[c].side != side)
            count[after->at[c].kind]--;
    }
    for (int kind = 1; kind < KINDS_MAX; kind++)
        if (count[kind] > 0)
            return UINT32_C(1) << kind;
    return 0;
}

static bool match_position_takes(const struct match_position_sight *sight, char letter)
{
    uint32_t taken = !sight->before  ? 0
                     : sight->counts ? match_position_missing(sight)
                                     : sight->taken;
    for (int kind = 1; taken && kind < KINDS_MAX; kind++)
        if (taken & UINT32_C(1) << kind &&
            sight->after->rules->kinds[kind].letter == ascii_upper((unsigned char)letter))
            return true;
    return false;
}

/* The length of a piece's letters ("N", or "N'" for a third player) if a text begins with them,
 * otherwise 0. */
static size_t match_position_begins_with(const char *text, const struct ruleset *rules,
                                         struct piece piece)
{
    char written[4];
    if (!piece.kind)
        return 0;
    piece_letters(rules, piece, written);
    size_t length = strlen(written);
    return !strncmp(text, written, length) && (length > 1 || text[1] != '\'') ? length : 0;
}

/* Parses a cell name at the start of a text. Returns the rest of the text, or NULL if it does not
 * begin with a cell name. */
static const char *match_position_read_cell(const char *text, char *file, int *rank)
{
    char *end;
    if (!ascii_islower((unsigned char)text[0]) || !isdigit((unsigned char)text[1]))
        return NULL;
    *file = text[0];
    long number = strtol(text + 1, &end, 10);
    *rank = number < 1000 ? (int)number : 1000;
    return end;
}

bool query_cells_read(const char *text, struct cell_range *range)
{
    enum { FILES_AND_RANKS = 26 };
    const char *at = match_position_read_cell(text, &range->first_file, &range->first_rank);
    if (!at || range->first_rank < 1 || range->first_rank > FILES_AND_RANKS)
        return false;
    range->last_file = range->first_file;
    range->last_rank = range->first_rank;
    if (at[0] == '.' && at[1] == '.' && !at[2]) {
        range->last_file = 'z';
        range->last_rank = FILES_AND_RANKS;
        return true;
    }
    if (at[0] == '.' && at[1] == '.')
        at = match_position_read_cell(at + 2, &range->last_file, &range->last_rank);
    return at && !*at && range->first_file <= range->last_file &&
           range->first_rank <= range->last_rank && range->last_rank <= FILES_AND_RANKS;
}

int query_facing(const char *text)
{
    static const char *const facings[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
    for (int i = 0; i < (int)(sizeof facings / sizeof *facings); i++)
        if (!strcmp(text, facings[i]))
            return i;
    return -1;
}

static bool match_position_is_within(const struct board *board, cell_t cell,
                                     const struct cell_range *range)
{
    char file;
    int rank;
    return match_position_read_cell(board_name(board, cell), &file, &rank) &&
           file >= range->first_file && file <= range->last_file && rank >= range->first_rank &&
           rank <= range->last_rank;
}

/* True if the board has a piece on a cell ("N@e5": a knight on e5) or with a facing ("b@sw"). */
static bool piece_fits(const struct position *position, const char *text)
{
    struct cell_range range;
    const char *at = strchr(text, '@');
    if (!at)
        return false;
    bool placed = query_cells_read(at + 1, &range);
    int facing = query_facing(at + 1);
    for (cell_t c = 0; c < position->rules->board->cells; c++)
        if (match_position_begins_with(text, position->rules, position->at[c]) ==
                (size_t)(at - text) &&
            (placed ? match_position_is_within(position->rules->board, c, &range)
                    : position->at[c].facing == facing))
            return true;
    return false;
}

static bool material_fits(const struct position *position, const char *text)
{
    int wanted[2][UCHAR_MAX + 1] = {{0}}, left = 0; /* number of pieces wanted, by letter: [0] for
                                                       the first two players, [1] for the third,
                                                       whose letters have a ' */
    for (const char *at = text; *at; at++, left++) {
        bool third = at[1] == '\'';
        wanted[third][(unsigned char)*at]++;
        at += third;
    }
    for (int c = 0; c < position->rules->board->cells && left >= 0; c++)
        if (position->at[c].kind) {
            char written[4];
            piece_letters(position->rules, position->at[c], written);
            left--;
            if (--wanted[written[1] == '\''][(unsigned char)written[0]] < 0)
                return false;
        }
    return left == 0;
}

/* True if the board has a piece of the kind that people draw with the signs in `text`: "[()]". */
static bool match_position_drawing(const struct position *position, const char *text)
{
    int kind = kind_drawn(position->rules, text);
    for (int c = 0; kind && c < position->rules->board->cells; c++)
        if (position->at[c].kind == kind)
            return true;
    return false;
}

/* The number of cells in which two positions differ; a large number if their boards or the sides
 * to move differ. */
static int match_position_difference(const struct position *a, const struct position *b)
{
    int n = 0, cells = a->rules->board->cells;
    if (cells != b->rules->board->cells || a->side != b->side ||
        strcmp(a->rules->variant->id, b->rules->variant->id) != 0)
        return CELLS_MAX;
    for (int c = 0; c < cells; c++)
        n += memcmp(&a->at[c], &b->at[c], sizeof a->at[c]) != 0;
    return n;
}

static bool position_fits(const struct query *query, const struct term *term,
                          const struct position *position)
{
    struct position wanted;
    const struct position *to = query->here;
    if (strcmp(term->text, "here") != 0) {
        if (position->rules->rules->read(position->rules, term->text, &wanted, NULL) < 0)
            return false;
        to = &wanted;
    }
    return match_position_difference(position, to) <=
           (term->key == ASK_NEAR ? QUERY_NEAR_CELLS : 0);
}

static bool sight_fits(const struct query *query, const struct term *term,
                       const struct match_position_sight *sight)
{
    const struct position *after = sight->after;
    switch (term->key) {
    case ASK_POS:
    case ASK_NEAR:
        return position_fits(query, term, after);
    case ASK_PIECE:
    case ASK_TURN:
        return piece_fits(after, term->text);
    case ASK_MATERIAL:
        return material_fits(after, term->text);
    case ASK_RING:
        return match_position_drawing(after, term->text);
    case ASK_CAPTURE:
        return match_position_takes(sight, term->text[0]);
    default:
        return false;
    }
}

/* Reads the check sign in a ply's text: "+", "++", "#"; "" if there is none. */
static void written_check(const char *text, char check[3])
{
    size_t end = strlen(text), from;
    while (end > 0 && strchr("!?", text[end - 1]))
        end--;
    for (from = end; from > 0 && strchr("+#", text[from - 1]); from--)
        continue;
    snprintf(check, 3, "%s",
             from == end                            ? ""
             : memchr(text + from, '#', end - from) ? "#"
             : end - from > 1                       ? "++"
                                                    : "+");
}

/* Sets `check` to the check sign of the position after a ply. For a win that is not checkmate, this
 * is the sign that the ply has in the short form, if the family writes one. */
static void check_given(const struct match_position_sight *sight, const char *text, char check[3])
{
    const struct rules *rules = sight->after->rules->rules;
    struct ply ply = {0};
    struct verdict verdict;
    char written[PLY_ROOM] = "";
    position_judge(sight->after, &verdict);
    if (verdict.outcome != OUTCOME_WIN ||
        (verdict.reason && !strcmp(verdict.reason, "checkmate"))) {
        snprintf(check, 3, "%s",
                 verdict.outcome == OUTCOME_CHECK          ? "+"
                 : verdict.outcome == OUTCOME_DOUBLE_CHECK ? "++"
                 : verdict.outcome == OUTCOME_WIN          ? "#"
                                                           : "");
        return;
    }
    if (!text_is_pass(text) && rules->parse(sight->before, text, &ply, NULL) == 0)
        rules->format(sight->before, &ply, FORM_SHORT, written, sizeof written);
    ply_free(&ply);
    written_check(written, check);
}

/* True if a ply has the judgement and check signs that the term requires. If `sight` is NULL,
 * the position is unknown, and the signs in the text count. */
static bool signs_fit(const struct term *term, const struct node *node,
                      const struct match_position_sight *sight)
{
    char check[3];
    bool judged = !term->nag;
    for (int i = 0; node->notes && i < node->notes->nags.n; i++)
        judged = judged || node->notes->nags.v[i] == term->nag;
    if (!judged || !*term->check)
        return judged;
    if (sight)
        check_given(sight, node->text, check);
    else
        written_check(node->text, check);
    return !strcmp(term->check, "+") ? *check == '+' : !strcmp(term->check, check);
}

static bool ply_fits(const struct term *term, const struct node *node,
                     const struct match_position_sight *sight)
{
    char bare[PLY_ROOM];
    snprintf(bare, sizeof bare, "%.*s", (int)query_bare_ply(node->text), node->text);
    return query_ply_fits(term, bare) && (!query_asks_signs(term) || signs_fit(term, node, sight));
}

/* Matches a term against the plies of a line and the lines under it; follows positions if the term
 * needs them. */
static bool plies_fit(const struct query *query, const struct term *term, const struct line *line,
                      struct follower *board, struct query_hit *hit, int depth)
{
    bool found = false, lost = !board, plies = term->key == ASK_PLY || term->key == ASK_MOVE;
    struct position sight[2], *before = &sight[0], *after = &sight[1];
    struct follower before_ply;
    if (depth > (term->variations ? VARIATION_DEPTH_MAX : 0))
        return false;
    if (board && depth == 0) {
        follow_position(board, after);
        found = sight_fits(query, term, &(struct match_position_sight){.after = after});
        if (found)
            query_hit_at(hit, 0); /* the start position */
    } else if (board) {
        follow_position(board, after);
    }
    for (int i = 0; i < line->n && !(found && hit->first); i++) {
        const struct notes *notes = line->v[i].notes;
        bool here;
        if (board && !lost) {
            char written[PLY_ROOM];
            struct position *earlier = before;
            before = after;
            after = earlier;
            if (i > 0 && line->v[i - 1].notes) {
                follow_leave(board, &line->v[i - 1]);
                follow_position(board, before);
            }
            if (term->variations)
                follow_copy(&before_ply, board);
            lost = !follow_play(board, line->v[i].text, written, sizeof written);
            if (!lost)
                follow_position(board, after);
            struct match_position_sight seen = {before, after, board->classical, board->taken};
            if (plies)
                here = ply_fits(term, &line->v[i], lost ? NULL : &seen);
            else
                here = !lost && sight_fits(query, term, &seen);
        } else {
            here = (plies || !board) && ply_fits(term, &line->v[i], NULL);
        }
        bool blind = board && lost; /* true if this ply could not be replayed, so that from here on
                                       only the texts of plies are tested */
        for (int a = 0; term->variations && notes && a < notes->alts.n && !(blind && !plies); a++) {
            struct follower fork = {0};
            if (board && !blind)
                follow_copy(&fork, &before_ply);
            here = plies_fit(query, term, &notes->alts.v[a], board && !blind ? &fork : NULL, hit,
                             depth + 1) ||
                   here;
        }
        if (here && depth == 0)
            query_hit_at(hit, i + 1);
        found = found || here;
    }
    bool blind = board && lost;
    const struct lines *then = term->variations && !(blind && !plies) ? line->then : NULL;
    for (int t = 0; then && t < then->n && !(found && hit->first); t++) {
        struct follower fork = {0};
        if (board && !blind)
            follow_copy(&fork, board);
        if (board && !blind && line->n)
            follow_leave(&fork, &line->v[line->n - 1]);
        if (!plies_fit(query, term, &then->v[t], board && !blind ? &fork : NULL, hit, depth + 1))
            continue;
        if (depth == 0)
            query_hit_at(hit, line->n);
        found = true;
    }
    return found;
}

static void match_position_each_ply(const struct line *line, query_ply_fn *each, void *argument,
                                    int depth)
{
    if (depth > VARIATION_DEPTH_MAX)
        return;
    for (int i = 0; i < line->n; i++) {
        const struct notes *notes = line->v[i].notes;
        each(argument, line->v[i].text, depth > 0);
        for (int a = 0; notes && a < notes->alts.n; a++)
            match_position_each_ply(&notes->alts.v[a], each, argument, depth + 1);
    }
    for (int i = 0; line->then && i < line->then->n; i++)
        match_position_each_ply(&line->then->v[i], each, argument, depth + 1);
}

void query_each_ply(const struct record *record, query_ply_fn *each, void *argument)
{
    match_position_each_ply(&record->moves, each, argument, 0);
}

/* A cache of start positions, since a search usually follows many games of one variant. */
static _Thread_local struct follow_start start_of_many;

bool query_moves_fit(const struct query *query, const struct term *term,
                     const struct record *record, struct query_hit *hit)
{
    if (query_asks_plies(term) || (query_asks_signs(term) && !*term->check))
        return plies_fit(query, term, &record->moves, NULL, hit, 0);
    struct ruleset *rules;
    if (query_asks_signs(term)) { /* Before setting up the board, make sure that the game has a ply
                                     with this text. */
        struct query_hit any = {.ply = -1, .first = true};
        struct term bare = *term;
        bare.check[0] = '\0';
        if (!plies_fit(query, &bare, &record->moves, NULL, &any, 0))
            return false;
    }
    struct follower *board = memory_new(1, sizeof *board);
    bool known = follow_open_alike(board, record, &start_of_many, &rules, NULL) == 0, found = false;
    if (known || query_asks_signs(term)) /* without a board, compare the text of the plies */
        found = plies_fit(query, term, &record->moves, known ? board : NULL, hit, 0);
    follow_close(&start_of_many, rules);
    free(board);
    return found;
}

/* ---- Parses plies as they are written, and matches move: and ply: against them. See
 * query_tree.h.
 *
 * In a file, a ply has its long form, [Qc1-a1]~[Wa1-a5], or in orthodox chess SAN. People read and
 * type the short form, Qa1~Wa5, or Qxf7 where the long one is Qd5-f7xP. A move, that is one member
 * of a ply, is parsed in the same way from all of these forms, so that a query finds it however it
 * is written. */

size_t query_bare_ply(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr("+#!?", text[length - 1]))
        length--;
    return length < PLY_ROOM ? length : PLY_ROOM - 1;
}

/* ----------------------------------------------------------------------------------------------------
 * a move */

/* The origin of a move, complete or in part: a file, a rank, both or neither. */
struct spot_of_move {
    char file; /* file of the origin; '\0' if not given */
    int rank;  /* rank of the origin; 0 if not given */
};

/* A parsed move: "Qd5-f7xP", "Nbd2", "exd5", "Pa2-a1T*a17", "K^e3/W", "B:d4(r)". */
struct move {
    char letter; /* letter of the piece; '\0' for a pawn */
    struct spot_of_move from, to;
    bool takes;
    char meets; /* ^ or & if it stands before the destination cell: the piece there is flipped or
                   joined */
    const char *cell, *effects, *end; /* where in the text the destination begins, where its effects
                                         begin, and where the move ends */
};

static const char *read_spot(const char *at, const char *end, struct spot_of_move *out)
{
    enum { RANK_MOST = 99 };
    *out = (struct spot_of_move){'\0', 0};
    if (at < end && ascii_islower((unsigned char)*at))
        out->file = *at++;
    for (; at < end && isdigit((unsigned char)*at) && out->rank <= RANK_MOST; at++)
        out->rank = out->rank * 10 + (*at - '0');
    return at;
}

static bool match_position_is_cell(struct spot_of_move spot)
{
    return spot.file && spot.rank;
}

static bool same_spot(struct spot_of_move one, struct spot_of_move other)
{
    return one.file == other.file && one.rank == other.rank;
}

/* Parses a move; false if it has no destination cell, like O-O. */
static bool move_read(const char *at, const char *end, struct move *out)
{
    struct spot_of_move first, second;
    bool sign = false; /* true if a capture sign stands before the cell */
    *out = (struct move){.end = end};
    if (at < end && ascii_isupper((unsigned char)*at))
        out->letter = *at++;
    if (out->letter == 'P')
        out->letter = '\0';
    const char *part = at, *behind = read_spot(at, end, &first), *next = behind;
    if (first.file == 'x' && !first.rank)
        sign = true; /* an x may also be the name of a file, on boards where captures are written
                        after the cell */
    else if (behind < end && strchr("-x&^:", *behind)) /* the long form has no sign for the captures
                                                          that Turning Chess writes with ":" */
        sign = *next++ == 'x';
    out->cell = next;
    out->effects = read_spot(next, end, &second);
    if (match_position_is_cell(second)) {
        out->from = first;
        out->to = second;
        out->takes = sign;
        out->meets = next > part && strchr("^&", next[-1]) ? next[-1] : '\0';
    } else if (match_position_is_cell(first)) {
        out->to = first;
        out->cell = part;
        out->effects = behind;
    } else {
        return false;
    }
    out->takes = out->takes || (out->effects < end && strchr("x:", *out->effects));
    return true;
}

/* True if a piece reappears on the wanted cell, out of a Star or a Monolith: "*a17", "*Ra17",
 * "M>Ig8". */
static bool match_position_reappears(const struct move *move, struct spot_of_move wanted)
{
    for (const char *at = move->effects; at < move->end; at++) {
        struct spot_of_move there;
        if (*at != '*' && *at != '>')
            continue;
        bool other = at + 1 < move->end && ascii_isupper((unsigned char)at[1]);
        if (other && at[1] != (move->letter ? move->letter : 'P'))
            continue;
        read_spot(at + 1 + other, move->end, &there);
        if (match_position_is_cell(there) && same_spot(there, wanted))
            return true;
    }
    return false;
}

/* Where the text names the piece that the move captures, flips or joins: "xP", "^F", "&C". NULL if
 * it names no such piece. */
static const char *match_position_met(const char *at, const char *end)
{
    for (; at + 1 < end; at++)
        if (strchr("x:^&", *at) && ascii_isupper((unsigned char)at[1]))
            return at;
    return NULL;
}

/* True if a move has the wanted effects. The wanted effects may leave out the name of the piece
 * that the move meets. If no effects are wanted, any move matches. */
static bool effects_fit(const struct move *move, const struct move *wanted)
{
    const char *at = move->effects, *pair = match_position_met(at, move->end);
    size_t length = (size_t)(wanted->end - wanted->effects), all = (size_t)(move->end - at),
           first = pair ? (size_t)(pair - at) : 0;
    if (!length || (all == length && !memcmp(at, wanted->effects, length)))
        return true;
    return pair && all - 2 == length && !memcmp(at, wanted->effects, first) &&
           !memcmp(pair + 2, wanted->effects + first, length - first);
}

/* True if the move flips or joins the piece that it meets, as the wanted sign (^ or &) requires. If
 * no sign is wanted, any move matches. */
static bool match_position_meets(const struct move *move, char sign)
{
    const char *pair = match_position_met(move->effects, move->end);
    return !sign || move->meets == sign || (pair && *pair == sign);
}

/* True if a move has everything that the wanted move specifies. "Qf7" matches Qf7, Qxf7, Qd5-f7,
 * Qd5-f7xP. "exd5" matches only a capture from the e-file. */
static bool is_move(const struct move *move, const struct move *wanted)
{
    struct spot_of_move from = wanted->from;
    if (move->letter != wanted->letter)
        return false;
    if (!same_spot(move->to, wanted->to))
        return wanted->effects == wanted->end && !wanted->takes && !from.file && !from.rank &&
               match_position_reappears(move, wanted->to);
    if (from.file == 'x' && !from.rank) /* the x may be a capture sign or the file x */
        from = move->takes ? (struct spot_of_move){'\0', 0} : from;
    return (!from.file || from.file == move->from.file) &&
           (!from.rank || from.rank == move->from.rank) &&
           (!wanted->takes || move->takes || move->from.file == 'x') &&
           match_position_meets(move, wanted->meets) && effects_fit(move, wanted);
}

/* ----------------------------------------------------------------------------------------------------
 * forms */

/* Gets the next member of a ply, without its brackets, and moves *at past it. False if there are
 * no more. */
static bool next_member(const char **at, const char **from, const char **to)
{
    if (!**at)
        return false;
    *from = *at;
    *at += strcspn(*at, "~");
    *to = *at;
    *at += **at == '~';
    if (*to > *from && **from == '[' && (*to)[-1] == ']') {
        ++*from;
        --*to;
    }
    return true;
}

/* A search writes plies in forms other than that in the file. BARE: the members without brackets.
 * SHORT: without the cells from which the members start. WITH_FILE, WITH_RANK: with only the file
 * or only the rank of these cells. MEETING: with the name of the piece that a member meets, before
 * the destination. */
enum writing { BARE = -1, SHORT, WITH_FILE = 1, WITH_RANK = 2, MEETING = 4, WRITINGS = 8 };

static void write_move(const char *from, const char *to, int writing, char *out, size_t size,
                       size_t *used)
{
    struct move move;
    bool apart =
        writing != BARE && memchr(from, '-', (size_t)(to - from)) && move_read(from, to, &move);
    if (!apart || !match_position_is_cell(move.from)) {
        text_add_bytes(out, size, used, from, (size_t)(to - from));
        return;
    }
    const char *pair = writing & MEETING ? match_position_met(move.effects, to) : NULL;
    pair = pair && *pair != ':' ? pair : NULL; /* in short forms too, an en passant sign follows the
                                                  cell */
    bool file = writing & WITH_FILE || (pair && *pair == 'x' && !move.letter);
    const char *rest = pair ? pair + 2 : to;
    text_add_bytes(out, size, used, &move.letter, move.letter != '\0');
    text_add_bytes(out, size, used, &move.from.file, file);
    if (writing & WITH_RANK)
        text_add(out, size, used, "%d", move.from.rank);
    text_add_bytes(out, size, used, pair, pair != NULL);
    text_add_bytes(out, size, used, move.cell, (size_t)((pair ? pair : to) - move.cell));
    text_add_bytes(out, size, used, rest, (size_t)(to - rest));
}

/* Removes from a pattern the brackets and Turning Chess's capture sign, which do not occur in the
 * long form. */
static void drop_signs(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (*text != '[' && *text != ']' &&
            (*text != ':' || !ascii_islower((unsigned char)text[1])))
            out[used++] = *text;
    out[used] = '\0';
}

/* The longest part of a pattern that every matching ply contains, in whatever form it is
 * written. */
static const char *match_position_piece_of(const char *pattern, size_t *length)
{
    const char *best = pattern;
    *length = 0;
    for (const char *at = pattern; *at;) {
        size_t n = ascii_islower((unsigned char)*at) && *at != 'x'; /* do not require an x, because
                                                                       in other forms it may stand
                                                                       elsewhere */
        n += n ? strspn(at + n, "0123456789") : 0;
        if (n > *length) {
            best = at;
            *length = n;
        }
        at += n + (at[n] != '\0');
    }
    return best;
}

static bool has_piece(const char *ply, const char *pattern)
{
    size_t length;
    const char *piece = match_position_piece_of(pattern, &length);
    while (length && *ply && ascii_ncasecmp(ply, piece, length) != 0)
        ply++;
    return !length || *ply;
}

/* True if a ply matches a pattern in a form other than the one in which it is written. */
static bool forms_fit(const char *ply, const char *pattern)
{
    char wanted[PLY_ROOM], text[PLY_ROOM];
    bool joined = strpbrk(ply, "[~"), dashed = strchr(ply, '-'), cells = strchr(pattern, '-');
    if ((!joined && (!dashed || cells || strchr(pattern, '~'))) || !has_piece(ply, pattern))
        return false;
    drop_signs(pattern, wanted, sizeof wanted);
    for (int writing = joined ? BARE : SHORT; writing < (cells ? SHORT : WRITINGS); writing++) {
        const char *at = ply, *from, *to;
        size_t used = 0;
        while (next_member(&at, &from, &to)) {
            text_add_bytes(text, sizeof text, &used, "~", used > 0);
            write_move(from, to, writing, text, sizeof text, &used);
        }
        if (query_globs(text, wanted))
            return true;
    }
    return false;
}

static bool match_move_ply_fits(const char *ply, const char *pattern)
{
    return query_globs(ply, pattern) || forms_fit(ply, pattern);
}

/* Matches a member of the ply, or the whole ply. */
static bool match_position_move_fits(const char *ply, const char *text)
{
    const char *at = ply, *from, *to;
    struct move wanted, move;
    bool pattern = strpbrk(text, "*?"),
         apart = !pattern && move_read(text, text + strlen(text), &wanted);
    if (pattern ? match_move_ply_fits(ply, text) : query_globs(ply, text))
        return true;
    if (!apart && !strchr(ply, '~'))
        return false;
    while (next_member(&at, &from, &to)) {
        char member[PLY_ROOM];
        if (apart && move_read(from, to, &move) && is_move(&move, &wanted))
            return true;
        snprintf(member, sizeof member, "%.*s", !apart ? (int)(to - from) : 0, from);
        if (!apart && match_move_ply_fits(member, text))
            return true;
    }
    return false;
}

static int match_position_members_of(const char *ply)
{
    int members = 1;
    for (; *ply; ply++)
        members += *ply == '~';
    return members;
}

/* ----------------------------------------------------------------------------------------------------
 * queries */

bool query_asks_plies(const struct term *term)
{
    bool facing = term->key == ASK_TURN && strchr(term->text, '@');
    return term->kind == TERM_KEY && !facing && !query_asks_signs(term) &&
           (term->key == ASK_MOVE || term->key == ASK_PLY || term->key == ASK_CASCADE ||
            term->key == ASK_TURN);
}

bool query_asks_signs(const struct term *term)
{
    return *term->check || term->nag;
}

bool query_ply_fits(const struct term *term, const char *bare)
{
    int members;
    switch (term->key) {
    case ASK_PLY:
        return match_move_ply_fits(bare, term->text);
    case ASK_CASCADE:
        members = match_position_members_of(bare);
        return members >= term->low && members <= term->high;
    case ASK_TURN: {
        size_t length = strlen(bare), wanted = strlen(term->text);
        return length > wanted && !strcmp(bare + length - wanted, term->text);
    }
    default:
        return match_position_move_fits(bare, term->text);
    }
}

void query_ply_piece(const struct term *term, char *out, size_t size)
{
    const char *text = term->text;
    size_t length = strlen(text);
    struct move wanted;
    if (term->key != ASK_MOVE || strpbrk(text, "*?") || !move_read(text, text + length, &wanted)) {
        const char *piece = match_position_piece_of(text, &length);
        snprintf(out, size, "%.*s", (int)length, piece);
        return;
    }
    char letter = wanted.letter ? wanted.letter : QUERY_PAWN;
    bool alone = wanted.cell == text; /* false if letters stand before the cell: they may name a
                                         piece in small letters */
    snprintf(out, size, "%.*s%.*s%.*s", wanted.letter || alone, &letter, wanted.letter != '\0',
             (const char[]){QUERY_WITHIN_PLY}, (int)(wanted.effects - wanted.cell), wanted.cell);
}
