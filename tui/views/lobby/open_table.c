/* open_table.c - opens the tables of the lobby's games, and steps from table to table: see tui/session/lobby.h. */
#include "config.h"
#include "tui/session/lobby.h"

#include "tui/views/game/game.h"

#include <stdlib.h>
#include <string.h>

/* Prepare a finished game for a table that others may share (tui/views/game/following.h). */
static int set_finished(struct lobby_place *place, const char *id, struct table_open *open, struct note *why)
{
    int at = lobby_find(place, id);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "that game is gone");
    return table_load(place->store, at, open, NULL, why);
}

static int may_show(const struct lobby_place *place, const struct journal *journal, struct note *why)
{
    if (!journal->live.rules)
        return note_fail(why, FAIL_TEXT, -1, "the game cannot be shown: %s", journal->trouble.text);
    return live_may_see(&journal->live, place->name) ? 0 : note_fail(why, FAIL_RULE, -1, "that game is private");
}

/* Prepare what a game's table is opened with; `where` is borrowed. */
static int set_table(struct lobby_place *place, const char *id, struct table_open *open, char where[GAME_MARK_ROOM],
                     struct note *why)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, why);
    game_mark(id, where);
    *open = (struct table_open){.place = place, .where = where};
    if (result == FAIL_NAME) {
        struct note first = *why;
        result = set_finished(place, id, open, why);
        if (result == FAIL_NAME)
            *why = first;
        return result;
    }
    if (result < 0)
        return result;
    result = may_show(place, journal, why);
    if (result < 0) {
        journal_free(journal);
        return result;
    }
    open->journal = journal;
    open->record = live_record(&journal->live);
    spot_end(open->record, &open->spot);
    return 0;
}

static int round_at(const struct lobby_place *place, const char *id)
{
    for (int i = 0; i < place->rounds; i++)
        if (!strcmp(place->round[i], id))
            return i;
    return -1;
}

/* The next or previous game that can be opened. */
static int neighbour(void *list, int step, struct table_open *open, struct note *why)
{
    struct lobby_place *place = list;
    for (int at = place->round_at + step; at >= 0 && at < place->rounds; at += step)
        if (set_table(place, place->round[at], open, place->round_mark, why) == 0) {
            place->round_at = at;
            open->neighbour = neighbour;
            open->list = place;
            return 0;
        }
    return note_fail(why, FAIL_NAME, -1, "this is the %s of these tables", step > 0 ? "last" : "first");
}

void lobby_set_round(struct lobby_place *place, char (*id)[ULID_LENGTH + 1], int n)
{
    free(place->round);
    place->round = id;
    place->rounds = n;
    place->round_at = 0;
}

bool lobby_open_table(struct app *app, struct lobby_place *place, const char *id)
{
    struct table_open open;
    struct note why = {0};
    char where[GAME_MARK_ROOM];
    int at = round_at(place, id);
    if (set_table(place, id, &open, where, &why) < 0) {
        app_error(app, "%s", why.text);
        return false;
    }
    if (at >= 0 && place->rounds > 1) {
        place->round_at = at;
        open.neighbour = neighbour;
        open.list = place;
    }
    return table_try_open(app, &open);
}

int lobby_game_record(struct lobby_place *place, const char *id, struct record **out, struct note *why)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, why), at;
    if (result == FAIL_NAME && (at = lobby_find(place, id)) >= 0)
        return store_load(place->store, at, out, NULL, NULL, why);
    if (result < 0)
        return result;
    result = may_show(place, journal, why);
    if (result == 0) {
        *out = live_record(&journal->live);
        int hidden = live_hidden(&journal->live, place->name);
        if (hidden)
            line_cut(&(*out)->moves, journal->live.game.plies - hidden);
    }
    journal_free(journal);
    return result;
}
