/* game_search.c - searches one game with the query language: see game_search.h.
 *
 * Each ply is tried as a game of its own, which begins before that ply and contains nothing else.
 * So a query can test the same things for a ply as for a game. */
#include "config.h"

#include "tui/session/game_search.h"
#include "archive/query/query.h"
#include "archive/util/sanitize.h"
#include "core/position_text.h"
#include "core/variant.h"
#include "tui/session/game_open.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_position[] = "start.position";

struct game_search {
    const struct record *record; /* borrowed */
    struct query *query;
    struct listing listing;
    struct record *ply; /* a game of only the tested ply, with the headers of the whole game */
    struct track track;
    char *start; /* the start position in the headers of the whole game */
};

/* If the text begins with a query key and a colon, returns the length of both; otherwise 0. */
static size_t key_length(const char *text)
{
    int n;
    const struct query_key *key = query_keys(&n);
    for (int i = 0; i < n; i++) {
        size_t length = strlen(key[i].name);
        if (!strncmp(text, key[i].name, length) && text[length] == ':')
            return length + 1;
    }
    return 0;
}

bool game_search_is_query(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((at == text || strchr(" (|!-", at[-1])) && key_length(at))
            return true;
    return false;
}

/* True if the game as a whole matches a condition of the query, such as one on its variant, opening
 * code, result, date or options. */
static bool game_search_listed(void *argument, const struct query *one)
{
    return query_fits(one, &(struct query_game){.listing = argument}, NULL);
}

int game_search_open(struct game_search **out, const struct record *record,
                     const struct position *start, const char *text, const struct position *here,
                     struct note *why)
{
    struct query *query;
    struct record bare = *record;
    struct listing listing = {.text = NULL};
    listing_of_record(&listing, record);
    int status = query_parse_saved(
        text, here, &(struct query_saved){NULL, &listing, game_search_listed}, &query, why);
    if (status < 0) {
        listing_clear(&listing);
        return status;
    }
    struct game_search *search = memory_new(1, sizeof *search);
    search->record = record;
    search->query = query;
    bare.moves = (struct line){0};
    bare.comments = (struct comments){0};
    bare.marks = (struct marks){0};
    bare.unparsed = bare.remarks = NULL;
    search->ply = record_copy(&bare);
    search->start = memory_text(record_text(record, start_position));
    search->listing = listing;
    track_begin(&search->track, start);
    *out = search;
    return 0;
}

void game_search_close(struct game_search *search)
{
    if (!search)
        return;
    query_free(search->query);
    listing_clear(&search->listing);
    record_free(search->ply);
    track_clear(&search->track);
    free(search->start);
    free(search);
}

static const struct record *game_search_ply_of(void *argument)
{
    return ((struct game_search *)argument)->ply;
}

/* Set the start position of the one-ply game to the position before its ply. */
static void begin_before(struct game_search *search, const struct node *node)
{
    const struct position *before = &search->track.before;
    char text[POSITION_TEXT_MAX + 1];
    if (node)
        before->rules->rules->write(before, text, sizeof text);
    record_set_text(search->ply, start_position, node ? text : search->start);
}

bool game_search_fits(struct game_search *search, const struct spot *spot)
{
    enum { BEFORE, AFTER, BOTH };
    const struct node *node = spot_node(search->record, spot);
    struct query_game game = {
        .listing = &search->listing, .record = game_search_ply_of, .argument = search};
    struct node alone = {0};
    struct notes notes;
    int ply[BOTH];
    track_go(&search->track, search->record, spot);
    if (search->track.broken && search->track.plies < spot_plies(spot))
        return false;
    begin_before(search, node);
    if (node) {
        alone = *node;
        if (node->notes) {
            notes = *node->notes;
            notes.alts = (struct lines){0};
            alone.notes = &notes;
        }
        search->ply->moves = (struct line){.v = &alone, .n = 1};
    }
    int n = query_plies(search->query, &game, ply, BOTH);
    search->ply->moves = (struct line){0};
    for (int i = 0; i < n; i++)
        if (ply[i] == (node ? AFTER : BEFORE))
            return true;
    return false;
}

/* ---- finding a text, or what a query matches, from a spot on */

/* What is searched for, and the paths (see ply_text.h) to the last visited spot of the move tree.
 * Most of these paths also lead to the next spot, so they are not computed again. */
struct text_search {
    const struct record *record;
    struct ply_texts *texts;
    struct game_search *query; /* NULL: `text` is searched for */
    const char *text;
    struct spot spot;
    /* [plies] Path numbers: path[i] is that after i plies; owned; initially NULL. */
    uint64_t *path;
    int room;
};

static bool text_search_has(const struct text_search *looking, const char *text)
{
    int length;
    return text && folded_find(text, looking->text, &length) >= 0;
}

static bool comments_have(const struct text_search *looking, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        if (text_search_has(looking, comments->v[i].text) ||
            text_search_has(looking, comments->v[i].by))
            return true;
    return false;
}

/* How many plies two spots of the move tree have in common, counted from the start. */
static int plies_in_common(const struct spot *a, const struct spot *b)
{
    int common = 0;
    for (int line = 0;; line++) {
        const struct branch *one = &a->branch[line], *other = &b->branch[line];
        int left = line < a->depth ? one->ply : a->ply,
            right = line < b->depth ? other->ply : b->ply;
        if (line == a->depth || line == b->depth || one->ply != other->ply ||
            one->line != other->line)
            return common + (left < right ? left : right);
        common += one->ply;
    }
}

static uint64_t text_search_path(struct text_search *looking, const struct record *record,
                                 const struct spot *spot)
{
    int plies = spot_plies(spot), known = looking->path ? plies_in_common(&looking->spot, spot) : 0;
    looking->path = memory_room(looking->path, &looking->room, plies + 1, sizeof *looking->path);
    looking->path[0] = path_start();
    for (int i = known; i < plies; i++)
        looking->path[i + 1] = path_on(looking->path[i], spot_path(record, spot, i)->text);
    looking->spot = *spot;
    return looking->path[plies];
}

/* True if the text is in the ply at a spot of the move tree, as written or as shown, or in its
 * notes; for a query, if the query matches there. */
static bool text_search_fits(struct text_search *looking, const struct spot *spot)
{
    const struct record *record = looking->record;
    const struct node *node = spot_node(record, spot);
    const struct notes *notes = node ? node->notes : NULL;
    if (looking->query)
        return game_search_fits(looking->query, spot);
    if (!node)
        return comments_have(looking, &record->comments);
    if (text_search_has(looking, node->text) ||
        text_search_has(looking, ply_text(looking->texts, record, spot,
                                          text_search_path(looking, record, spot))))
        return true;
    /* the notes on a whole variation come before its first ply */
    if (spot->depth && spot->ply == 1) {
        const struct line *line = spot_line(record, spot);
        if (text_search_has(looking, line->title) || text_search_has(looking, line->comment) ||
            text_search_has(looking, line->by))
            return true;
    }
    for (int i = 0; notes && i < notes->step_count; i++)
        if (comments_have(looking, &notes->steps[i].comments))
            return true;
    return notes &&
           (text_search_has(looking, notes->before) || comments_have(looking, &notes->comments));
}

/* Find the next match after a spot of the move tree in reading order, wrapping round. Returns false
 * if there is none. */
static bool text_search_on(struct text_search *looking, struct spot *spot)
{
    const struct record *record = looking->record;
    struct spot at = *spot;
    for (bool round = false;;) {
        if (!spot_following(record, &at)) {
            if (round)
                return false;
            round = true;
            at = spot_start();
        }
        if (text_search_fits(looking, &at)) {
            *spot = at;
            return true;
        }
        if (round && spot_same(&at, spot))
            return false;
    }
}

/* Find the last match before a spot of the move tree in reading order, wrapping round. Returns
 * false if there is none. */
static bool text_search_back(struct text_search *looking, struct spot *spot)
{
    const struct record *record = looking->record;
    struct spot at = spot_start(), before = at, last = at;
    bool any_before = false, any = false, passed = spot_same(&at, spot);
    do {
        passed = passed || spot_same(&at, spot);
        if (!text_search_fits(looking, &at))
            continue;
        if (!passed) {
            before = at;
            any_before = true;
        }
        last = at;
        any = true;
    } while (spot_following(record, &at));
    *spot = any_before ? before : last;
    return any;
}

bool game_search_find(struct game_search *query, const char *text, const struct record *record,
                      struct ply_texts *texts, int step, struct spot *spot)
{
    struct text_search looking = {.record = record, .texts = texts, .query = query, .text = text};
    bool found = step > 0 ? text_search_on(&looking, spot) : text_search_back(&looking, spot);
    free(looking.path);
    return found;
}
