/* spoken.c - describes changes on the table in a sentence, for screen readers: after a step its ply, inside a
 * ply what is in the air, for the cursor on the board what is on its cell. */
#include "config.h"
#include "tui/views/game/live.h"
#include "tui/views/game/game_internal.h"
#include "tui/session/describe.h"

#include "core/position_text.h"

#include <stdarg.h>
#include <string.h>

/* "cle: 1...e5: Black Pawn from e7 goes to e5". In a live game the player is named; for a cascade its length is
 * given. */
static void tell_ply(struct table *table, bool brief, char *out, size_t size)
{
    char label[300], words[WORDS_ROOM] = "";
    size_t used = 0;
    const struct track *track = &table->track;
    const struct node *node = spot_node(table_record(table), &table->spot);
    const char *name = record_player_known(table_record(table), side_letter(track->before.side));
    if (!node) {
        text_add(out, size, &used, "The start of the game. ");
    } else {
        const struct ply *ply = &track->ply[track->plies - 1];
        int members = words_members(ply);
        table_ply_label(table, label, sizeof label);
        if (members == 1)
            words_member(&track->before, ply, 0, words, sizeof words);
        else if (members > 1)
            snprintf(words, sizeof words, "%d members", members);
        if (table_live_on(table))
            text_add(out, size, &used, "%s%s: ", name, table_name_mark(table, name));
        text_add(out, size, &used, "%.160s%s%.200s%s. ", label, *words ? ": " : "", words,
                 node_is_noted(node) ? ", with notes" : "");
    }
    if (!brief) {
        words_verdict(&track->now, track_verdict(&table->track), words, sizeof words);
        text_add(out, size, &used, "%.160s. ", words);
    }
    out[used ? used - 1 : 0] = '\0'; /* remove the last blank */
}

void table_deed(struct table *table, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(table->deed, sizeof table->deed, format, list);
    va_end(list);
}

/* Describe the ply being composed: its last member, and what to choose next. */
static void tell_pending(struct table *table, char *out, size_t size)
{
    const struct compose *compose = &table->compose;
    const struct ply *ply = &compose->draft.ply;
    char status[300];
    size_t used = 0;
    out[0] = '\0';
    if (compose->draft.moves)
        words_member(&compose->before, ply, words_members(ply) - 1, out, size);
    used = strlen(out);
    table_compose_status(table, status, sizeof status);
    text_add(out, size, &used, "%s%s", used && *status ? ": " : "", status);
}

bool table_aloud(struct view *view, bool brief, char *out, size_t size)
{
    struct table *table = table_of(view);
    struct table_told now = {.spot = table->spot, .walk = table->walk, .cursor = table->cursor, .told = true}, was = table->told;
    if (table->composing)
        tell_pending(table, now.pending, sizeof now.pending);
    char deed[TABLE_DEED_ROOM];
    snprintf(deed, sizeof deed, "%s", table->deed);
    table->deed[0] = '\0';
    table->told = now;
    out[0] = '\0';
    if (!was.told || !table->rules || table->editing || table->menu.title)
        return false;
    if (!spot_same(&was.spot, &now.spot)) {
        if (table->track.broken)
            snprintf(out, size, "This ply cannot be followed: %.300s.", table->track.why.text);
        else
            tell_ply(table, brief, out, size);
    } else if (was.walk.member != now.walk.member || was.walk.cell != now.walk.cell) {
        table_walk_aloud(table, out, size);
    } else if (*now.pending && strcmp(was.pending, now.pending) != 0) {
        snprintf(out, size, "%s", now.pending);
    } else if (*deed) {
        snprintf(out, size, "%s", deed);
    } else if (was.cursor != now.cursor && now.cursor != CELL_NONE) {
        table_make_board(table);
        table_tell_cell(table, now.cursor, out, size);
    }
    return *out != '\0';
}
