/* game_open.c - loads a game of a store or a draft, and creates new games: see game_open.h. */
#include "config.h"

#include "tui/session/game_open.h"
#include "archive/replay/record_rules.h"
#include "core/position_text.h"
#include "core/variant.h"
#include "tui/session/archive/games.h"
#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

struct record *table_new_game(const struct ruleset *rules, const struct position *start,
                              const char *date)
{
    struct record *record = record_new(rules->id);
    record_set_text(record, "event.date", date);
    record_set_text(record, "result.score", "*");
    /* A record has an entry for each player; the caller adds the names it knows. */
    for (int side = 0; side < rules->sides; side++)
        record_set_player(record, side_letter(side), side_name(side));
    record_put_rules(record, rules, start);
    return record;
}

int table_load(struct store *store, int at, struct table_open *open, struct place *place,
               struct note *why)
{
    struct table_open loaded = *open;
    struct record *draft;
    struct version version;
    loaded.store = store;
    int result = store_load(store, at, &loaded.record, &loaded.version, place, why);
    if (result < 0)
        return result;
    loaded.spoilt.text[0] = '\0';
    int drafted = store_draft_load(store, loaded.record->id, &draft, &version, &loaded.spoilt);
    if (drafted == FAIL_NAME || drafted == 0)
        loaded.spoilt.text[0] = '\0';
    if (drafted == 0) {
        record_free(loaded.record);
        loaded.record = draft;
        loaded.version = version;
        loaded.draft = true;
    }
    *open = loaded;
    return 0;
}

int table_load_draft(struct store *store, const char *id, struct table_open *open, struct note *why)
{
    int result = store_draft_load(store, id, &open->record, &open->version, why);
    open->draft = result == 0;
    open->play = open->draft && games_draft_begun(open->record, &open->version);
    return result;
}
