/* match.c - matches queries against games: by headers first, then by the record if needed. See
 * query.h.
 *
 *  Loading a game is expensive, so cheap evidence is used first. match_lacks() checks whether
 *  the headers and the raw bytes show that something required is missing; only if they do not is
 *  the record loaded. */
#include "config.h"

#include "archive/query/query_tree.h"
#include "archive/util/sanitize.h"
#include "core/variant.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trial {
    const struct query *query;
    const struct query_game *game;
    const struct record *record;
    bool loaded;
    struct query_hit *hit;
};

static const struct record *match_record_of(struct trial *trial)
{
    if (!trial->loaded && trial->game->record)
        trial->record = trial->game->record(trial->game->argument);
    trial->loaded = true;
    return trial->record;
}

static bool family_fits(const char *variant, const char *family)
{
    const struct variant *row;
    const struct rules *rules;
    for (int i = 0; (row = variant_at(i, false, &rules)); i++)
        if (!strcmp(row->id, variant) || (custom_definition(variant) && !strcmp(row->id, "custom")))
            return query_globs(rules->family, family);
    return false;
}

/* True if a score is the wanted one, which may be a word. "white", "black" and "red" mean the
 * winner among two or three players. "draw" means any score that divides the points. */
static bool score_fits(const char *score, const char *wanted)
{
    static const struct {
        const char *word, *score[2];
    } words[] = {{"white", {"1-0", "1-0-0"}}, {"w", {"1-0", "1-0-0"}},
                 {"black", {"0-1", "0-1-0"}}, {"b", {"0-1", "0-1-0"}},
                 {"red", {"0-0-1", "0-0-1"}}, {"r", {"0-0-1", "0-0-1"}},
                 {"open", {"*", "*"}}};
    static const char *const draws[] = {"draw", "1/2", "="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(wanted, words[i].word))
            return !strcmp(score, words[i].score[0]) || !strcmp(score, words[i].score[1]);
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (!strcmp(wanted, draws[i]))
            return strstr(score, "1/2") != NULL;
    return !strcmp(score, wanted);
}

/* Matches a fact of a listing: an option matches if the term gives its name, or its name and value.
 * Any other fact matches if it contains the term's text. */
static bool fact_fits(const char *fact, const struct term *term)
{
    size_t length = strlen(term->text);
    if (term->key == ASK_OPTION)
        return !strncmp(fact, term->text, length) &&
               (!fact[length] || (fact[length] == '=' && !strchr(term->text, '=')));
    return folded_contains(fact, term->text);
}

static bool facts_fit(const char *facts, const struct term *term)
{
    char letter = term->key == ASK_OPTION ? FACT_OPTION
                  : term->key == ASK_TAG  ? FACT_TAG
                  : term->key == ASK_END  ? FACT_END
                                          : FACT_CLOCK;
    bool found = false;
    while (facts && *facts && !found) {
        size_t length = strcspn(facts, "\n");
        if (*facts == letter) {
            char *fact = memory_cut(facts + 1, length - 1);
            found = fact_fits(fact, term);
            free(fact);
        }
        facts += length + (facts[length] == '\n');
    }
    return found;
}

bool query_text_fits(const struct term *term, const char *text)
{
    switch (term->key) {
    case ASK_WHITE:
    case ASK_BLACK:
    case ASK_RED:
    case ASK_PLAYER:
    case ASK_EVENT:
    case ASK_SITE:
        return folded_contains(text, term->text);
    case ASK_ROUND:
    case ASK_VARIANT:
    case ASK_ECO:
        return query_globs(text, term->text);
    case ASK_DATE:
        return query_date_fits(text, term->text, term->low, term->high);
    case ASK_FAMILY:
        return family_fits(text, term->text);
    case ASK_RESULT:
        return score_fits(text, term->text);
    case ASK_TAG:
    case ASK_END:
    case ASK_OPTION:
    case ASK_CLOCK:
        return facts_fit(text, term);
    default:
        return false;
    }
}

static bool match_player_fits(const struct listing *listing, char side, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if ((!side || listing->side[i] == side) && query_text_fits(term, listing->player[i]))
            return true;
    return false;
}

/* True if a listing matches a term. Only for terms that the listing alone can decide. */
static bool listing_fits(const struct listing *listing, const struct term *term)
{
    switch (term->key) {
    case ASK_WHITE:
        return match_player_fits(listing, 'w', term);
    case ASK_BLACK:
        return match_player_fits(listing, 'b', term);
    case ASK_RED:
        return match_player_fits(listing, 'r', term);
    case ASK_PLAYER:
        return match_player_fits(listing, 0, term);
    case ASK_EVENT:
        return query_text_fits(term, listing->event);
    case ASK_SITE:
        return query_text_fits(term, listing->site);
    case ASK_ROUND:
        return query_text_fits(term, listing->round);
    case ASK_DATE:
        return query_text_fits(term, listing->date);
    case ASK_VARIANT:
    case ASK_FAMILY:
        return query_text_fits(term, listing->variant);
    case ASK_RESULT:
        return query_text_fits(term, listing->score);
    case ASK_ECO:
        return query_text_fits(term, listing->eco);
    case ASK_TAG:
    case ASK_END:
    case ASK_OPTION:
    case ASK_CLOCK:
        return query_text_fits(term, listing->facts);
    case ASK_PLIES:
        return listing->plies >= term->low && listing->plies <= term->high;
    case ASK_ID:
        return !strncmp(listing->id, term->text, strlen(term->text));
    case ASK_STATUS:
        if (term->text[0] == 'd' || term->text[0] == 'g')
            return listing->damaged == (term->text[0] == 'd');
        return !listing->damaged &&
               (!*listing->score || !strcmp(listing->score, "*")) == (term->text[0] == 'l');
    default:
        return false;
    }
}

bool query_says(const struct term *term, const char *text)
{
    if (!text)
        return false;
    return term->kind == TERM_REGEX ? query_regex_fits(term->regex, text)
                                    : folded_contains(text, term->text);
}

/* True if the headers of a listing contain a text or match a regular expression. */
static bool headers_say(const struct listing *listing, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if (query_says(term, listing->player[i]))
            return true;
    return query_says(term, listing->event) || query_says(term, listing->site) ||
           query_says(term, listing->variant) || query_says(term, listing->date) ||
           query_says(term, listing->eco) ||
           (term->kind == TERM_REGEX ? query_says(term, listing->score)
                                     : !strcmp(listing->score, term->text));
}

/* The text that a game's bytes must contain if a term matches the game but not its headers; NULL if
 * no text is certain. */
static const char *literal_of(const struct term *term, char *piece, size_t size)
{
    bool keyed = term->kind == TERM_KEY;
    if (keyed && (term->key == ASK_MOVE || term->key == ASK_PLY)) {
        query_ply_piece(term, piece, size);
        return piece;
    }
    bool literal = term->kind == TERM_TEXT || term->kind == TERM_REGEX ||
                   (keyed && (term->key == ASK_TEXT || term->key == ASK_BY));
    return literal ? term->text : NULL;
}

enum { PIECE_ROOM = 64 };

/* True if a game's bytes certainly lack what the term requires, so that the game need not be
 * loaded. */
static bool bytes_lack(struct trial *trial, const struct term *term)
{
    const struct query_game *game = trial->game;
    char piece[PIECE_ROOM];
    size_t size;
    const char *literal = literal_of(term, piece, sizeof piece);
    const char *bytes =
        literal && game->bytes && !trial->loaded ? game->bytes(game->argument, &size) : NULL;
    return bytes && query_bytes_lack(bytes, size, literal);
}

bool query_asks_nothing(const struct query *query)
{
    return query->term[query->root].kind == TERM_ALL;
}

static bool match_fits(struct trial *trial, int index)
{
    const struct term *term = &trial->query->term[index];
    const struct listing *listing = trial->game->listing;
    switch (term->kind) {
    case TERM_ALL:
        return true;
    case TERM_AND:
        return match_fits(trial, term->left) && match_fits(trial, term->right);
    case TERM_OR:
        return match_fits(trial, term->left) || match_fits(trial, term->right);
    case TERM_NOT: {
        struct query_hit *hit = trial->hit, none = {.ply = -1};
        trial->hit = &none; /* within a NOT, a match says nothing about where to open the game */
        bool inside = match_fits(trial, term->left);
        trial->hit = hit;
        return !inside;
    }
    case TERM_TEXT:
    case TERM_REGEX:
        if (headers_say(listing, term))
            return true;
        break;
    case TERM_KEY:
        if (term->hint)
            return true;
        if (query_key_need(term->key) == QUERY_LISTING)
            return listing_fits(listing, term);
        break;
    }
    if (bytes_lack(trial, term))
        return false;
    const struct record *record = match_record_of(trial);
    return record && query_record_fits(trial->query, term, record, trial->hit);
}

/* True if the headers and raw bytes show that something that the query requires is missing. This
 * tests all cheap terms before a game is loaded for an expensive term that comes first in the
 * query. */
static bool match_lacks(struct trial *trial, int index)
{
    const struct term *term = &trial->query->term[index];
    const struct listing *listing = trial->game->listing;
    switch (term->kind) {
    case TERM_AND:
        return match_lacks(trial, term->left) || match_lacks(trial, term->right);
    case TERM_KEY:
        if (query_key_need(term->key) == QUERY_LISTING)
            return !listing_fits(listing, term);
        return bytes_lack(trial, term);
    case TERM_TEXT:
    case TERM_REGEX:
        return !headers_say(listing, term) && bytes_lack(trial, term);
    default:
        return false;
    }
}

static bool words_fit(const struct query *query, int index, const char *text)
{
    const struct term *term = &query->term[index];
    switch (term->kind) {
    case TERM_AND:
        return words_fit(query, term->left, text) && words_fit(query, term->right, text);
    case TERM_OR:
        return words_fit(query, term->left, text) || words_fit(query, term->right, text);
    case TERM_NOT:
        return !words_fit(query, term->left, text);
    case TERM_TEXT:
        return folded_contains(text, term->text);
    default:
        return true;
    }
}

bool query_words_fit(const struct query *query, const char *text)
{
    return words_fit(query, query->root, text);
}

bool query_fits(const struct query *query, const struct query_game *game, struct query_hit *hit)
{
    struct query_hit none;
    struct trial trial = {.query = query, .game = game, .hit = hit ? hit : &none};
    *trial.hit = (struct query_hit){.ply = -1, .first = game->first || !hit};
    bool several = query->term[query->root].kind == TERM_AND;
    return !(several && match_lacks(&trial, query->root)) && match_fits(&trial, query->root);
}

int query_plies(const struct query *query, const struct query_game *game, int *ply, int room)
{
    struct query_hit hit = {.ply = -1};
    struct trial trial = {.query = query, .game = game, .hit = &hit};
    int n = 0;
    while (n < room && match_fits(&trial, query->root) && hit.ply >= 0) {
        ply[n++] = hit.ply;
        hit = (struct query_hit){.ply = -1, .from = hit.ply + 1};
    }
    return n;
}

/* ---- Matches queries against the contents of a game: its notes and all its headers. See
 * query_tree.h. */

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

/* What to test in a game: `node` tests a ply, `line` tests the heading of a variation (its title,
 * comment, author). A NULL function tests nothing. */
typedef bool line_fn(const struct line *line, const void *argument);
struct asked {
    node_fn *node;
    line_fn *line;
    const void *argument;
};

static bool lines_fit(const struct lines *lines, const struct asked *asked, int depth);

/* True if a ply of the line or of any variation in it matches. A matching variation counts as a
 * match of the ply that it replaces, or of the last ply if it continues the line. The recursion
 * is bounded: lines nest at most VARIATION_DEPTH_MAX deep. `hit` is for the main line; it is
 * NULL for variations, where the first match suffices. */
static bool match_line_fits(const struct line *line, const struct asked *asked,
                            struct query_hit *hit, int depth)
{
    bool found = false;
    if (depth > VARIATION_DEPTH_MAX + 1)
        return false;
    for (int i = 0; i < line->n && (hit || !found); i++) {
        const struct notes *notes = line->v[i].notes;
        if (asked->node(&line->v[i], asked->argument) ||
            (notes && lines_fit(&notes->alts, asked, depth + 1))) {
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
        if ((asked->line && asked->line(&lines->v[i], asked->argument)) ||
            match_line_fits(&lines->v[i], asked, NULL, depth))
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

/* True if a term matches the text of a ply or its notes. */
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
    bool found =
        notes && (signed_by(&notes->comments, term) || marks_signed_by(&notes->marks, term));
    for (int i = 0; notes && i < notes->step_count && !found; i++)
        found = signed_by(&notes->steps[i].comments, term) ||
                marks_signed_by(&notes->steps[i].marks, term);
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

/* True if a term matches the notes of a ply or their authors. */
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

/* The properties of a game that the key "has" can ask for, as bits. */
enum {
    HAS_COMMENT = 1,
    HAS_LINE = 2,
    HAS_NAG = 4,
    HAS_MARK = 8,
    HAS_STEP = 16,
    HAS_CLOCK = 32,
    HAS_BROKEN = 64
};

const char *const query_has_words[] = {"comment", "line",  "variation", "nag",
                                       "mark",    "clock", "step",      "step-comment",
                                       "broken",  "note",  NULL};

unsigned query_has_wanted(const char *word)
{
    static const unsigned bits[] = {
        HAS_COMMENT, HAS_LINE,
        HAS_LINE,    HAS_NAG,
        HAS_MARK,    HAS_CLOCK,
        HAS_STEP,    HAS_STEP,
        HAS_BROKEN,  HAS_COMMENT | HAS_LINE | HAS_NAG | HAS_MARK | HAS_STEP};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (!strcmp(query_has_words[i], word))
            return bits[i];
    return 0;
}

static unsigned bits_of(bool comment, bool line, bool nag, bool mark, bool step, bool clock,
                        bool broken)
{
    return (comment ? HAS_COMMENT : 0u) | (line ? HAS_LINE : 0u) | (nag ? HAS_NAG : 0u) |
           (mark ? HAS_MARK : 0u) | (step ? HAS_STEP : 0u) | (clock ? HAS_CLOCK : 0u) |
           (broken ? HAS_BROKEN : 0u);
}

/* True if the ply itself has any of the wanted properties. */
static bool node_has(const struct node *node, const void *wanted)
{
    const struct notes *notes = node->notes;
    return notes &&
           *(const unsigned *)wanted & bits_of(notes->before || notes->comments.n, notes->alts.n,
                                               notes->nags.n, notes->marks.n, notes->step_count,
                                               notes->clk || notes->emt, notes->broken);
}

unsigned query_has_of(const struct record *record)
{
    struct record_counts counts;
    record_count(record, &counts);
    return bits_of(counts.comments, counts.variations, counts.nags, counts.marks, counts.steps,
                   counts.clocks, counts.broken);
}

static bool has_fits(const struct record *record, const char *what, struct query_hit *hit)
{
    unsigned wanted = query_has_wanted(what);
    if (!(wanted & query_has_of(record)))
        return false;
    match_line_fits(&record->moves, &(struct asked){node_has, NULL, &wanted}, hit, 0);
    return true;
}

/* True if a text matches the term. A callback of type head_word_fn. */
static bool word_says(void *term, const char *text)
{
    return query_says(term, text);
}

/* True if a term matches a variation's title, or a comment on the game, a ply or a variation. */
static bool notes_fit(const struct record *record, const struct term *term, struct query_hit *hit)
{
    struct asked asked = {notes_say, line_says, term};
    return match_line_fits(&record->moves, &asked, hit, 0) || comments_say(&record->comments, term);
}

static bool word_fits(const struct record *record, const struct term *term, struct query_hit *hit)
{
    struct asked asked = {term->kind == TERM_REGEX ? node_fits_regex : node_has_word, line_has_word,
                          term};
    return match_line_fits(&record->moves, &asked, hit, 0) ||
           comments_say(&record->comments, term) || game_signed(record, term) ||
           head_words(&record->head, word_says, (void *)term);
}

bool query_record_fits(const struct query *query, const struct term *term,
                       const struct record *record, struct query_hit *hit)
{
    int nag;
    if (term->kind == TERM_TEXT || term->kind == TERM_REGEX)
        return word_fits(record, term, hit);
    switch (term->key) {
    case ASK_HAS:
        return has_fits(record, term->text, hit);
    case ASK_NAG:
        nag = query_nag(term->text);
        return match_line_fits(&record->moves, &(struct asked){node_judged, NULL, &nag}, hit, 0);
    case ASK_TEXT:
        return notes_fit(record, term, hit);
    case ASK_BY:
        return match_line_fits(&record->moves, &(struct asked){node_signed, line_signed, term}, hit,
                               0) ||
               game_signed(record, term);
    default:
        return query_moves_fit(query, term, record, hit);
    }
}
