/* match_record.c - matches queries against the contents of a game: its notes and all its headers. See archive/query/query_tree.h. */
#include "config.h"

#include "archive/query/header_texts.h"
#include "archive/query/query_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- the notes of a game --- */

typedef bool node_fn(const struct node *node, const void *argument);

void query_hit_at(struct query_hit *hit, int ply)
{
    if (ply < hit->from)
        return;
    if (hit->ply < 0 || ply < hit->ply)
        hit->ply = ply;
    hit->plies++;
}

/* What to test on each ply, and on each variation (its title, comment, author); NULL: nothing. */
typedef bool line_fn(const struct line *line, const void *argument);
struct asked {
    node_fn *node;
    line_fn *line;
    const void *argument;
};

static bool lines_fit(const struct lines *lines, const struct asked *asked, int depth);

/* True if a ply of the line or of any line under it matches. A matching variation counts at the ply
 * it replaces, a continuation at the last ply. The recursion is bounded: lines nest at most
 * VARIATION_DEPTH_MAX deep. `hit` is that of the main line; NULL for others, where the first match
 * suffices. */
static bool line_fits(const struct line *line, const struct asked *asked, struct query_hit *hit, int depth)
{
    bool found = false;
    if (depth > VARIATION_DEPTH_MAX + 1)
        return false;
    for (int i = 0; i < line->n && (hit || !found); i++) {
        const struct notes *notes = line->v[i].notes;
        if (asked->node(&line->v[i], asked->argument) || (notes && lines_fit(&notes->alts, asked, depth + 1))) {
            found = true;
            if (hit)
                query_hit_at(hit, i + 1);
        }
    }
    if ((found && !hit) || !line->then || !lines_fit(line->then, asked, depth + 1))
        return found;
    if (hit)
        query_hit_at(hit, line->n);
    return true;
}

static bool lines_fit(const struct lines *lines, const struct asked *asked, int depth)
{
    for (int i = 0; i < lines->n; i++)
        if ((asked->line && asked->line(&lines->v[i], asked->argument)) || line_fits(&lines->v[i], asked, NULL, depth))
            return true;
    return false;
}

static bool comments_say(const struct comments *comments, const struct term *term)
{
    for (int i = 0; i < comments->n; i++)
        if (query_says(term, comments->v[i].text))
            return true;
    return false;
}

static bool notes_say(const struct node *node, const void *argument)
{
    const struct term *term = argument;
    const struct notes *notes = node->notes;
    if (!notes)
        return false;
    if (comments_say(&notes->comments, term) || query_says(term, notes->before))
        return true;
    for (int i = 0; i < notes->step_count; i++)
        if (comments_say(&notes->steps[i].comments, term))
            return true;
    return false;
}

static bool line_says(const struct line *line, const void *term)
{
    return query_says(term, line->comment) || query_says(term, line->title);
}

/* Regular expressions also search the plies. */
static bool node_says(const struct node *node, const void *argument)
{
    return query_says(argument, node->text) || notes_say(node, argument);
}

static bool signed_by(const struct comments *comments, const struct term *term)
{
    for (int i = 0; i < comments->n; i++)
        if (query_says(term, comments->v[i].by))
            return true;
    return false;
}

static bool marks_signed_by(const struct marks *marks, const struct term *term)
{
    for (int i = 0; i < marks->n; i++)
        if (query_says(term, value_text(&marks->v[i].extra, "by")))
            return true;
    return false;
}

static bool node_signed(const struct node *node, const void *term)
{
    const struct notes *notes = node->notes;
    bool found = notes && (signed_by(&notes->comments, term) || marks_signed_by(&notes->marks, term));
    for (int i = 0; notes && i < notes->step_count && !found; i++)
        found = signed_by(&notes->steps[i].comments, term) || marks_signed_by(&notes->steps[i].marks, term);
    return found;
}

static bool line_signed(const struct line *line, const void *term)
{
    return query_says(term, line->by);
}

static bool game_signed(const struct record *record, const struct term *term)
{
    return signed_by(&record->comments, term) || marks_signed_by(&record->marks, term);
}

/* Words and regular expressions also search the authors. */
static bool node_has_word(const struct node *node, const void *term)
{
    return notes_say(node, term) || node_signed(node, term);
}

static bool node_fits_regex(const struct node *node, const void *term)
{
    return node_says(node, term) || node_signed(node, term);
}

static bool line_has_word(const struct line *line, const void *term)
{
    return line_says(line, term) || line_signed(line, term);
}

int query_nag(const char *text)
{
    for (int nag = 1; nag <= NAG_JUDGEMENTS; nag++)
        if (!strcmp(text, nag_mark(nag)))
            return nag;
    enum { NAG_MOST = 255, DIGITS = 3 };
    size_t digits = strspn(text, "0123456789");
    int nag = digits && digits <= DIGITS && !text[digits] ? atoi(text) : -1;
    return nag <= NAG_MOST ? nag : -1;
}

static bool node_judged(const struct node *node, const void *nag)
{
    for (int i = 0; node->notes && i < node->notes->nags.n; i++)
        if (node->notes->nags.v[i] == *(const int *)nag)
            return true;
    return false;
}

/* What has: can ask for, as bits. */
enum { HAS_COMMENT = 1, HAS_LINE = 2, HAS_NAG = 4, HAS_MARK = 8, HAS_STEP = 16, HAS_CLOCK = 32, HAS_BROKEN = 64 };

const char *const query_has_words[] = {"comment", "line", "variation", "nag", "mark", "clock", "step", "step-comment", "broken",
                                       "note", NULL};

unsigned query_has_wanted(const char *word)
{
    static const unsigned bits[] = {HAS_COMMENT, HAS_LINE, HAS_LINE, HAS_NAG, HAS_MARK, HAS_CLOCK, HAS_STEP, HAS_STEP, HAS_BROKEN,
                                    HAS_COMMENT | HAS_LINE | HAS_NAG | HAS_MARK | HAS_STEP};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (!strcmp(query_has_words[i], word))
            return bits[i];
    return 0;
}

static unsigned bits_of(bool comment, bool line, bool nag, bool mark, bool step, bool clock, bool broken)
{
    return (comment ? HAS_COMMENT : 0u) | (line ? HAS_LINE : 0u) | (nag ? HAS_NAG : 0u) | (mark ? HAS_MARK : 0u) |
           (step ? HAS_STEP : 0u) | (clock ? HAS_CLOCK : 0u) | (broken ? HAS_BROKEN : 0u);
}

/* True if the ply itself has any of it. */
static bool node_has(const struct node *node, const void *wanted)
{
    const struct notes *notes = node->notes;
    return notes && *(const unsigned *)wanted & bits_of(notes->before || notes->comments.n, notes->alts.n,
                                                        notes->nags.n, notes->marks.n, notes->step_count,
                                                        notes->clk || notes->emt, notes->broken);
}

unsigned query_has_of(const struct record *record)
{
    struct record_counts counts;
    record_count(record, &counts);
    return bits_of(counts.comments, counts.variations, counts.nags, counts.marks, counts.steps, counts.clocks, counts.broken);
}

static bool has_fits(const struct record *record, const char *what, struct query_hit *hit)
{
    unsigned wanted = query_has_wanted(what);
    if (!(wanted & query_has_of(record)))
        return false;
    line_fits(&record->moves, &(struct asked){node_has, NULL, &wanted}, hit, 0);
    return true;
}

/* Implements head_word_fn. */
static bool word_says(void *term, const char *text)
{
    return query_says(term, text);
}

/* Searches the notes; for a word or a regular expression, the whole game. */
static bool notes_fit(const struct record *record, const struct term *term, struct query_hit *hit)
{
    struct asked asked = {notes_say, line_says, term};
    return line_fits(&record->moves, &asked, hit, 0) || comments_say(&record->comments, term);
}

static bool word_fits(const struct record *record, const struct term *term, struct query_hit *hit)
{
    struct asked asked = {term->kind == TERM_REGEX ? node_fits_regex : node_has_word, line_has_word, term};
    return line_fits(&record->moves, &asked, hit, 0) || comments_say(&record->comments, term) || game_signed(record, term) ||
           head_words(&record->head, word_says, (void *)term);
}

bool query_record_fits(const struct query *query, const struct term *term, const struct record *record,
                       struct query_hit *hit)
{
    int nag;
    if (term->kind == TERM_TEXT || term->kind == TERM_REGEX)
        return word_fits(record, term, hit);
    switch (term->key) {
    case ASK_HAS:
        return has_fits(record, term->text, hit);
    case ASK_NAG:
        nag = query_nag(term->text);
        return line_fits(&record->moves, &(struct asked){node_judged, NULL, &nag}, hit, 0);
    case ASK_TEXT:
        return notes_fit(record, term, hit);
    case ASK_BY:
        return line_fits(&record->moves, &(struct asked){node_signed, line_signed, term}, hit, 0) || game_signed(record, term);
    default:
        return query_moves_fit(query, term, record, hit);
    }
}
