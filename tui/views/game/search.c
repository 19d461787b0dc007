/* search.c - finds text in a game's plies and notes, and jumps back. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "archive/util/sanitize.h"
#include "tui/session/game_search.h"
#include "tui/widgets/editors.h"
#include "tui/views/prompts.h"

#include <stdlib.h>
#include <string.h>

static bool game_search_has(const struct table *table, const char *text)
{
    int length;
    return text && folded_find(text, table->search, &length) >= 0;
}

static bool comments_have(const struct table *table, const struct comments *comments)
{
    for (int i = 0; i < comments->n; i++)
        if (game_search_has(table, comments->v[i].text) ||
            game_search_has(table, comments->v[i].by))
            return true;
    return false;
}

/* What is searched for, and the paths (see ply_text.h) to the last visited spot of the move tree.
 * Most of these paths also lead to the next spot, so they are not computed again. */
struct game_search_lookup {
    struct game_search *query; /* NULL: plain text is searched for, not a query */
    struct spot spot;
    /* [plies] Path numbers: path[i] is that after i plies; owned; initially NULL. */
    uint64_t *path;
    int room;
};

/* How many plies two spots of the move tree have in common, counted from the start. */
static int game_search_plies_in_common(const struct spot *a, const struct spot *b)
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

static uint64_t game_search_path_to(struct game_search_lookup *looking, const struct record *record,
                                    const struct spot *spot)
{
    int plies = spot_plies(spot),
        known = looking->path ? game_search_plies_in_common(&looking->spot, spot) : 0;
    looking->path = memory_room(looking->path, &looking->room, plies + 1, sizeof *looking->path);
    looking->path[0] = path_start();
    for (int i = known; i < plies; i++)
        looking->path[i + 1] = path_on(looking->path[i], spot_path(record, spot, i)->text);
    looking->spot = *spot;
    return looking->path[plies];
}

/* True if the text is in the ply at a spot of the move tree, as written or as shown, or in its
 * notes; for a query, if the query matches there. */
static bool fits(struct table *table, struct game_search_lookup *looking, const struct spot *spot)
{
    const struct record *record = table_record(table);
    const struct node *node = spot_node(record, spot);
    const struct notes *notes = node ? node->notes : NULL;
    if (looking->query)
        return game_search_fits(looking->query, spot);
    if (!node)
        return comments_have(table, &record->comments);
    if (game_search_has(table, node->text) ||
        game_search_has(table, ply_text(&table->texts, record, spot,
                                        game_search_path_to(looking, record, spot))))
        return true;
    /* the notes on a whole variation come before its first ply */
    if (spot->depth && spot->ply == 1) {
        const struct line *line = spot_line(record, spot);
        if (game_search_has(table, line->title) || game_search_has(table, line->comment) ||
            game_search_has(table, line->by))
            return true;
    }
    for (int i = 0; notes && i < notes->step_count; i++)
        if (comments_have(table, &notes->steps[i].comments))
            return true;
    return notes &&
           (game_search_has(table, notes->before) || comments_have(table, &notes->comments));
}

/* Find the next match after a spot of the move tree in reading order, wrapping round. Returns false
 * if there is none. */
static bool find_on(struct table *table, struct game_search_lookup *looking, struct spot *spot)
{
    const struct record *record = table_record(table);
    struct spot at = *spot;
    for (bool round = false;;) {
        if (!spot_following(record, &at)) {
            if (round)
                return false;
            round = true;
            at = spot_start();
        }
        if (fits(table, looking, &at)) {
            *spot = at;
            return true;
        }
        if (round && spot_same(&at, spot))
            return false;
    }
}

/* Find the last match before a spot of the move tree in reading order, wrapping round. Returns
 * false if there is none. */
static bool find_back(struct table *table, struct game_search_lookup *looking, struct spot *spot)
{
    const struct record *record = table_record(table);
    struct spot at = spot_start(), before = at, last = at;
    bool any_before = false, any = false, passed = spot_same(&at, spot);
    do {
        passed = passed || spot_same(&at, spot);
        if (!fits(table, looking, &at))
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

/* Open the query that was typed. *out is NULL if the text is plain text. */
static int open_query(struct table *table, const char *text, struct game_search **out,
                      struct note *why)
{
    *out = NULL;
    return !table->game.rules || !game_search_is_query(text)
               ? 0
               : game_search_open(out, table_record(table), &table->game.start, text,
                                  board_here_position(table->search_here), why);
}

static void game_search_go(struct table *table, int step)
{
    struct spot to = table->game.spot;
    struct game_search_lookup looking = {.query = NULL};
    struct note why;
    if (open_query(table, table->search, &looking.query, &why) < 0)
        app_error(table->view.app, "%s", why.text);
    else if (step > 0 ? find_on(table, &looking, &to) : find_back(table, &looking, &to))
        session_go(&table->game, &to);
    else
        app_say(table->view.app, "'%.60s' is not in this game", table->search);
    game_search_close(looking.query);
    free(looking.path);
}

static bool game_search_search_done(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    struct game_search *query;
    struct note why;
    board_here_free(table->search_here);
    /* If the search is repeated elsewhere, pos:here still means the present board. */
    table->search_here = table->game.rules ? board_here_new(&table->game.track.now) : NULL;
    if (open_query(table, text, &query, &why) < 0) {
        app_prompt_refuse(view->app, text, why.offset, why.text);
        return false;
    }
    game_search_close(query);
    snprintf(table->search, sizeof table->search, "%s", text);
    if (*text)
        game_search_go(table, 1);
    return true;
}

static bool game_search_search_complete(struct view *view, const char *text, char *out, size_t size)
{
    struct store *store = table_of(view)->game.store;
    return store && query_complete_typed(view, store, text, out, size);
}

static void game_search_ask(struct table *table, const char *argument)
{
    static const struct prompt prompt = {
        .label = "/", .done = game_search_search_done, .complete = game_search_search_complete};
    if (*argument)
        game_search_search_done(&table->view, argument);
    else
        app_prompt(table->view.app, &table->view, &prompt);
}

static void game_search_jump_back(struct table *table)
{
    while (table->jumps) {
        struct spot to = table->jump[--table->jumps];
        if (!spot_valid(table_record(table), &to))
            continue;
        table->jumping = true;
        session_go(&table->game, &to);
        table->jumping = false;
        return;
    }
    app_say(table->view.app, "there is no place to go back to");
}

const struct table_action table_search_actions[] = {
    {REQ_SEARCH, .with = game_search_ask},
    {REQ_SEARCH_NEXT, {IF_SEARCHED}, .by = game_search_go, .step = 1},
    {REQ_SEARCH_PREVIOUS, {IF_SEARCHED}, .by = game_search_go, .step = -1},
    {REQ_JUMP_BACK, .act = game_search_jump_back},
    {0},
};

void table_remember_jump(struct table *table, const struct spot *from)
{
    enum { ROOM = sizeof table->jump / sizeof *table->jump };
    const struct spot *to = &table->game.spot;
    bool step = from->depth == to->depth && to->ply - from->ply >= -1 && to->ply - from->ply <= 1;
    if (step || table->jumping || spot_same(from, to))
        return;
    if (table->jumps == ROOM)
        memmove(table->jump, table->jump + 1, (size_t)--table->jumps * sizeof *table->jump);
    table->jump[table->jumps++] = *from;
}
