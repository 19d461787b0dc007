/* standing.c - describes in the free rows of the notes panel how the game stands: the piece under
 * the cursor and where it can go, captured pieces, rights, and which players are out. */
#include "config.h"

#include "tui/session/words/cell_facts.h"
#include "tui/session/endgame_note.h"
#include "tui/session/standing.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <string.h>

struct standing_page {
    struct page *page;
    int rows; /* that the panel has */
    enum role ink;
};

/* Add a paragraph if all of it fits. */
static void standing_add(void *argument, const char *line)
{
    struct standing_page *standing = argument;
    int before = standing->page->rows;
    page_add(standing->page, standing->ink, 2, line);
    if (standing->page->rows > standing->rows)
        standing->page->rows = before;
}

static bool standing_wanted(const struct table *table)
{
    return table->game.rules && !table->game.track.broken && !table->game.guessing &&
           !table->game.composing && !table->inspecting && !session_walks(&table->game) &&
           !table_ended(table);
}

/* Add the piece under the cursor. It is left out in the light style and on large boards, where a
 * cursor move may send only few bytes. */
static void standing_add_piece(struct table *table, struct standing_page *standing)
{
    const struct position *now = &table->game.track.now;
    cell_t cell = table->cursor;
    char text[STANDING_ROOM + 200], reach[STANDING_ROOM];
    if (table->focus != FOCUS_BOARD || cell == CELL_NONE || !now->at[cell].kind ||
        app_light(table->view.app) || now->rules->board->cells >= TABLE_LARGE_BOARD)
        return;
    cell_describe(now, cell, text, sizeof text - STANDING_ROOM);
    size_t used = strlen(text);
    if (standing_reach(now, cell, reach))
        text_add(text, sizeof text, &used, *reach ? "; can go to %s" : "; cannot move%s", reach);
    standing->ink = ROLE_MOVE;
    standing_add(standing, text);
}

bool table_add_standing(struct table *table, struct page *page, int rows)
{
    struct standing_page standing = {page, rows, ROLE_DIM};
    if (!standing_wanted(table) || page->rows + 1 >= rows)
        return false;
    page_gap(page);
    int before = page->rows;
    standing_add_piece(table, &standing);
    standing.ink = ROLE_DIM;
    standing_tell(&table->game, standing_add, &standing);
    return page->rows > before;
}

/* ---- the table of an endgame */

enum { ENDGAME_POLL = 300 /* milliseconds between two looks at the process */ };

static void read_endgame(void *argument)
{
    struct table *table = argument;
    if (endgame_process_read(&table->endgame))
        endgame_note_again();
    table_endgame_wake(table);
}

void table_endgame_wake(struct table *table)
{
    const struct position *now = &table->game.track.now;
    char note[ENDGAME_NOTE_ROOM];
    if (!table->endgame.process.pid && !table->playing && !table->game.live &&
        standing_wanted(table)) {
        uint64_t material = endgame_material(now);
        if (!material || material == table->endgame_asked)
            return;
        table->endgame_asked = material;
        if (!endgame_note(now, note))
            endgame_process_start(&table->endgame, now);
    }
    if (table->endgame.process.pid)
        app_at_latest(&table->view, &table->endgame_reading,
                      app_now(table->view.app) + ENDGAME_POLL, read_endgame, table);
}
