/* query_plies.c - queries tried on the plies of a game and its positions. See query_parts.h.
 *
 * Plies are looked at in the order of the lines; with in:variations the lines that replace a ply come right after it. The
 * walk keeps a stack, so that lines may be nested as deep as the archive allows. */
#include "config.h"

#include "archive/follow.h"
#include "archive/query_parts.h"

#include "core/position_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLY_TEXT_MAX = 4200 };

/* A ply without what is written for readers only: check signs and judgements. */
static void bare_ply(const char *text, char out[PLY_TEXT_MAX])
{
    size_t length = strlen(text);
    while (length > 0 && strchr("+#!?", text[length - 1]))
        length--;
    snprintf(out, PLY_TEXT_MAX, "%.*s", (int)(length < PLY_TEXT_MAX ? length : PLY_TEXT_MAX - 1), text);
}

/* "Qf7" is Qf7, Qxf7, Qd5-f7, Qd5-f7xP: the letter and where it goes. */
static bool move_fits(const char *ply, const char *wanted)
{
    char pattern[64];
    size_t length = strlen(wanted);
    if (query_globs(ply, wanted))
        return true;
    const char *cell = wanted + length;
    while (cell > wanted && isdigit((unsigned char)cell[-1]))
        cell--;
    if (cell == wanted || cell == wanted + length || length > 20)
        return false;
    cell--;
    char letter[2] = {isupper((unsigned char)wanted[0]) && cell > wanted ? wanted[0] : '\0', '\0'};
    for (int form = 0; form < 3; form++) {
        static const char *const tails[] = {"", "x*", "=*"};
        snprintf(pattern, sizeof pattern, "%s*%s%s", letter, cell, tails[form]);
        if (query_globs(ply, pattern) && (*letter ? ply[0] == *letter : islower((unsigned char)ply[0]) || ply[0] == 'P'))
            return true;
    }
    return false;
}

static int members_of(const char *ply)
{
    int members = 1;
    for (; *ply; ply++)
        members += *ply == '~';
    return members;
}

/* What stands on the board where a ply is looked at: only filled in for keys that ask. */
struct sight {
    const struct position *before, *after;
};

static int captured_kind(const struct sight *sight)
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
            return kind;
    return KIND_NONE;
}

static bool letter_is(const struct ruleset *rules, struct piece piece, char letter)
{
    char written[4];
    if (!piece.kind)
        return false;
    piece_letters(rules, piece, written);
    return written[0] == letter;
}

/* "N@e5" on the board; "b@sw": a piece that faces so. */
static bool piece_fits(const struct position *position, const char *text)
{
    static const char *const facings[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
    const char *at = strchr(text, '@');
    if (!at)
        return false;
    cell_t cell = board_cell_named(position->rules->board, at + 1, NULL);
    int facing = -1;
    for (int i = 0; cell == CELL_NONE && i < 8; i++)
        if (!strcmp(at + 1, facings[i]))
            facing = i;
    for (int c = 0; c < position->rules->board->cells; c++)
        if ((cell == c || (facing >= 0 && position->at[c].facing == facing)) &&
            letter_is(position->rules, position->at[c], text[0]))
            return true;
    return false;
}

static bool material_fits(const struct position *position, const char *text)
{
    char pieces[CELLS_MAX + 1], wanted[CELLS_MAX + 1];
    int n = 0;
    size_t length = strlen(text);
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind) {
            char written[4];
            piece_letters(position->rules, position->at[c], written);
            pieces[n++] = written[0];
        }
    if (length != (size_t)n)
        return false;
    snprintf(wanted, sizeof wanted, "%s", text);
    for (int i = 0; i < n; i++) {
        char *found = strchr(wanted, pieces[i]);
        if (!found)
            return false;
        *found = '\1';
    }
    return true;
}

/* Rings by their picture: Tower o, Fort (), Wall [], and the stacks of them. */
static bool ring_fits(const struct position *position, const char *text)
{
    static const struct {
        const char *picture;
        char letter;
    } rings[] = {{"o", 'T'}, {"()", 'F'}, {"[]", 'W'}, {"(o)", 'C'}, {"[()]", 'S'}, {"[(o)]", 'K'}};
    if (strcmp(position->rules->rules->family, "turnover") != 0)
        return false;
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++)
        for (int c = 0; !strcmp(text, rings[i].picture) && c < position->rules->board->cells; c++)
            if (position->at[c].kind && position->rules->kinds[position->at[c].kind].letter == rings[i].letter)
                return true;
    return false;
}

/* How many cells differ; a large number for another board or side to move. */
static int difference(const struct position *a, const struct position *b)
{
    int n = 0, cells = a->rules->board->cells;
    if (cells != b->rules->board->cells || a->side != b->side || strcmp(a->rules->variant->id, b->rules->variant->id) != 0)
        return CELLS_MAX;
    for (int c = 0; c < cells; c++)
        n += memcmp(&a->at[c], &b->at[c], sizeof a->at[c]) != 0;
    return n;
}

static bool position_fits(const struct query *query, const struct term *term, const struct position *position)
{
    struct position wanted;
    const struct position *to = query->here;
    if (strcmp(term->text, "here") != 0) {
        if (position->rules->rules->read(position->rules, term->text, &wanted, NULL) < 0)
            return false;
        to = &wanted;
    }
    return difference(position, to) <= (term->key == ASK_NEAR ? 2 : 0);
}

static bool sight_fits(const struct query *query, const struct term *term, const struct sight *sight)
{
    const struct position *after = sight->after;
    int kind;
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
        return ring_fits(after, term->text);
    case ASK_CAPTURE:
        kind = sight->before ? captured_kind(sight) : KIND_NONE;
        return kind && after->rules->kinds[kind].letter == toupper((unsigned char)term->text[0]);
    default:
        return false;
    }
}

static bool ply_fits(const struct term *term, const char *text)
{
    char ply[PLY_TEXT_MAX];
    int members;
    bare_ply(text, ply);
    switch (term->key) {
    case ASK_PLY:
        return query_globs(ply, term->text);
    case ASK_CASCADE:
        members = members_of(ply);
        return members >= term->low && members <= term->high;
    case ASK_TURN: {
        size_t length = strlen(ply), wanted = strlen(term->text);
        return length > wanted && !strcmp(ply + length - wanted, term->text);
    }
    default:
        return move_fits(ply, term->text);
    }
}

/* Try a term on the plies of a line, and of the lines under it; positions are followed where the term asks. */
static bool plies_fit(const struct query *query, const struct term *term, const struct line *line,
                      struct follower *board, struct query_hit *hit, int depth)
{
    bool found = false, lost = !board;
    struct position sight[2], *before = &sight[0], *after = &sight[1];
    struct follower before_ply;
    if (depth > (query->variations ? VARIATION_DEPTH_MAX : 0))
        return false;
    if (board && depth == 0) {
        follow_position(board, after);
        found = sight_fits(query, term, &(struct sight){NULL, after});
        if (found)
            query_hit_at(hit, 0); /* the start */
    } else if (board) {
        follow_position(board, after);
    }
    for (int i = 0; i < line->n && !(found && hit->first); i++) {
        const struct notes *notes = line->v[i].notes;
        bool here;
        if (board && !lost) {
            char written[PLY_TEXT_MAX];
            struct position *earlier = before;
            before = after;
            after = earlier;
            if (i > 0 && line->v[i - 1].notes) {
                follow_leave(board, &line->v[i - 1]);
                follow_position(board, before);
            }
            if (query->variations)
                follow_copy(&before_ply, board);
            lost = !follow_play(board, line->v[i].text, written, sizeof written);
            if (!lost)
                follow_position(board, after);
            here = !lost && sight_fits(query, term, &(struct sight){before, after});
        } else {
            here = !board && ply_fits(term, line->v[i].text);
        }
        for (int a = 0; query->variations && notes && a < notes->alts.n && !(board && lost); a++) {
            struct follower fork = {0};
            if (board)
                follow_copy(&fork, &before_ply);
            here = plies_fit(query, term, &notes->alts.v[a], board ? &fork : NULL, hit, depth + 1) || here;
        }
        if (here && depth == 0)
            query_hit_at(hit, i + 1);
        found = found || here;
    }
    return found;
}

bool query_moves_fit(const struct query *query, const struct term *term, const struct record *record,
                                struct query_hit *hit)
{
    bool facing = term->key == ASK_TURN && strchr(term->text, '@');
    if (!facing && query_key_need(term->key) != QUERY_POSITIONS)
        return plies_fit(query, term, &record->moves, NULL, hit, 0);
    struct ruleset *rules;
    struct follower *board = memory_new(1, sizeof *board);
    bool found = follow_open(board, record, &rules, NULL) == 0 &&
                 plies_fit(query, term, &record->moves, board, hit, 0);
    ruleset_free(rules);
    free(board);
    return found;
}
