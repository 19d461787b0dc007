/* open.c - starting games for the table: a new one, or the only one of a file. */
#include "config.h"
#include "tui/views/game/game.h"

#include "archive/live/journal.h"
#include "core/position_text.h"
#include "tui/app/app.h"

#include <string.h>

struct record *table_new_game(const struct ruleset *rules, const struct position *start, const char *date)
{
    struct record *record = record_new(rules->id);
    struct position opening;
    char text[POSITION_TEXT_MAX + 1], usual[POSITION_TEXT_MAX + 1];
    record_set_text(record, "event.date", date);
    record_set_text(record, "result.score", "*");
    if (rules->settings) {
        struct value *options = value_map(value_map(&record->head, "rules"), "options");
        for (int i = 0; i < rules->settings; i++)
            value_set(options, rules->setting[i].name, rules->setting[i].value, false);
    }
    for (int side = 0; side < rules->sides; side++) /* a record has an entry for each player; the caller adds names if known */
        record_set_player(record, side_letter(side), side_name(side));
    rules->rules->setup(rules, &opening);
    rules->rules->write(&opening, usual, sizeof usual);
    if (start && rules->rules->write(start, text, sizeof text) > 0 && strcmp(text, usual) != 0)
        record_set_text(record, "start.position", text);
    return record;
}

int table_open_on(struct app *app, const struct table_open *open, struct note *why)
{
    int result = app_open(app, &table_view, open, why);
    if (result < 0) { /* too many views are open: nothing was opened */
        record_free(open->record);
        journal_free(open->journal);
    }
    return result;
}

bool table_try_open(struct app *app, const struct table_open *open)
{
    struct note why;
    int result = table_open_on(app, open, &why);
    if (result < 0)
        app_error(app, "%s", why.text);
    return result == 0;
}

int table_load(struct store *store, int at, struct table_open *open, struct place *place, struct note *why)
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

int table_open_file(struct app *app, const char *path, struct note *why)
{
    struct store *store;
    struct place place = {0, 0};
    struct table_open open = {.owns_store = true, .where = path};
    int result = store_open(&store, path, NULL, why);
    if (result < 0)
        return result;
    while (store_scan(store, 2) && store_total(store) < 2)
        ;
    if (store_total(store) != 1)
        result = note_fail(why, FAIL_NAME, -1, "there is no single game in it");
    if (result == 0)
        result = table_load(store, 0, &open, &place, why);
    if (result < 0) {
        struct note said = *why;
        char where[PLACE_ROOM];
        note_set(why, -1, "%s%s", place_words(place, where), said.text);
        store_close(store);
        return result;
    }
    result = table_open_on(app, &open, why);
    if (result < 0)
        store_close(store);
    return result;
}
