/* match.c - matches queries against games: by headers first, then by the record if needed. See query.h.
 *
 * Loading a game is expensive, so cheap evidence is used first. lacks() checks whether something
 * that every match requires is certainly missing, as the headers and the raw bytes show; only then
 * is the record loaded. */
#include "config.h"

#include "archive/util/folded.h"
#include "archive/query/query_tree.h"

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

static const struct record *record_of(struct trial *trial)
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

/* Words stand for scores of two players and of three; a draw is a draw between any of them. */
static bool score_fits(const char *score, const char *wanted)
{
    static const struct {
        const char *word, *score[2];
    } words[] = {{"white", {"1-0", "1-0-0"}}, {"w", {"1-0", "1-0-0"}}, {"black", {"0-1", "0-1-0"}}, {"b", {"0-1", "0-1-0"}},
                 {"red", {"0-0-1", "0-0-1"}}, {"r", {"0-0-1", "0-0-1"}}, {"open", {"*", "*"}}};
    static const char *const draws[] = {"draw", "1/2", "="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(wanted, words[i].word))
            return !strcmp(score, words[i].score[0]) || !strcmp(score, words[i].score[1]);
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (!strcmp(wanted, draws[i]))
            return strstr(score, "1/2") != NULL;
    return !strcmp(score, wanted);
}

/* True if a fact of a listing matches: an option by name, or name and value; other facts by a text
 * they contain. */
static bool fact_fits(const char *fact, const struct term *term)
{
    size_t length = strlen(term->text);
    if (term->key == ASK_OPTION)
        return !strncmp(fact, term->text, length) && (!fact[length] || (fact[length] == '=' && !strchr(term->text, '=')));
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

static bool player_fits(const struct listing *listing, char side, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if ((!side || listing->side[i] == side) && query_text_fits(term, listing->player[i]))
            return true;
    return false;
}

/* True if a listing matches a term that needs nothing else. */
static bool listing_fits(const struct listing *listing, const struct term *term)
{
    switch (term->key) {
    case ASK_WHITE:
        return player_fits(listing, 'w', term);
    case ASK_BLACK:
        return player_fits(listing, 'b', term);
    case ASK_RED:
        return player_fits(listing, 'r', term);
    case ASK_PLAYER:
        return player_fits(listing, 0, term);
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
        return !listing->damaged && (!*listing->score || !strcmp(listing->score, "*")) == (term->text[0] == 'l');
    default:
        return false;
    }
}

bool query_says(const struct term *term, const char *text)
{
    if (!text)
        return false;
    return term->kind == TERM_REGEX ? query_regex_fits(term->regex, text) : folded_contains(text, term->text);
}

/* True if the headers of a listing contain a text or match a regular expression. */
static bool headers_say(const struct listing *listing, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if (query_says(term, listing->player[i]))
            return true;
    return query_says(term, listing->event) || query_says(term, listing->site) || query_says(term, listing->variant) ||
           query_says(term, listing->date) || query_says(term, listing->eco) ||
           (term->kind == TERM_REGEX ? query_says(term, listing->score) : !strcmp(listing->score, term->text));
}

/* What the bytes of a game must contain for a term to match, if its headers do not; NULL if nothing
 * is known. */
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

/* Before loading a game: true if its bytes certainly lack what the term requires. */
static bool bytes_lack(struct trial *trial, const struct term *term)
{
    const struct query_game *game = trial->game;
    char piece[PIECE_ROOM];
    size_t size;
    const char *literal = literal_of(term, piece, sizeof piece);
    const char *bytes = literal && game->bytes && !trial->loaded ? game->bytes(game->argument, &size) : NULL;
    return bytes && query_bytes_lack(bytes, size, literal);
}

bool query_asks_nothing(const struct query *query)
{
    return query->term[query->root].kind == TERM_ALL;
}

static bool fits(struct trial *trial, int index)
{
    const struct term *term = &trial->query->term[index];
    const struct listing *listing = trial->game->listing;
    switch (term->kind) {
    case TERM_ALL:
        return true;
    case TERM_AND:
        return fits(trial, term->left) && fits(trial, term->right);
    case TERM_OR:
        return fits(trial, term->left) || fits(trial, term->right);
    case TERM_NOT: {
        struct query_hit *hit = trial->hit, none = {.ply = -1};
        trial->hit = &none; /* a match of what must not occur is not a place to open the game at */
        bool inside = fits(trial, term->left);
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
    const struct record *record = record_of(trial);
    return record && query_record_fits(trial->query, term, record, trial->hit);
}

/* True if the headers and raw bytes show that something the query requires is certainly missing.
 * Everything cheap is tested before the game is loaded for whatever comes first in the query. */
static bool lacks(struct trial *trial, int index)
{
    const struct term *term = &trial->query->term[index];
    const struct listing *listing = trial->game->listing;
    switch (term->kind) {
    case TERM_AND:
        return lacks(trial, term->left) || lacks(trial, term->right);
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
    case TERM_AND: return words_fit(query, term->left, text) && words_fit(query, term->right, text);
    case TERM_OR: return words_fit(query, term->left, text) || words_fit(query, term->right, text);
    case TERM_NOT: return !words_fit(query, term->left, text);
    case TERM_TEXT: return folded_contains(text, term->text);
    default: return true;
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
    return !(several && lacks(&trial, query->root)) && fits(&trial, query->root);
}

int query_plies(const struct query *query, const struct query_game *game, int *ply, int room)
{
    struct query_hit hit = {.ply = -1};
    struct trial trial = {.query = query, .game = game, .hit = &hit};
    int n = 0;
    while (n < room && fits(&trial, query->root) && hit.ply >= 0) {
        ply[n++] = hit.ply;
        hit = (struct query_hit){.ply = -1, .from = hit.ply + 1};
    }
    return n;
}
