/* search.c - finds text in a game's plies and notes, and jumps back. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/session/archive/searches.h"
#include "tui/session/game_search.h"
#include "tui/widgets/editors.h"
#include "tui/views/prompts.h"

#include <stdlib.h>
#include <string.h>

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
    struct game_search *query;
    struct note why;
    if (open_query(table, table->search, &query, &why) < 0)
        app_error(table->view.app, "%s", why.text);
    else if (game_search_find(query, table->search, table_record(table), &table->texts, step, &to))
        session_go(&table->game, &to);
    else
        app_say(table->view.app, "'%.60s' is not in this game", table->search);
    game_search_close(query);
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
