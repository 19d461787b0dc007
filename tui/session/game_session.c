/* game_session.c - an open game without a screen: opening it, and what state it is in. */
#include "config.h"

#include "tui/session/game_session.h"

#include "core/family.h"
#include "tui/session/describe.h"

int game_open_rules(struct game_session *game)
{
    enum { SETTINGS_MAX = 32 };
    const struct record *record = game_record(game);
    const struct value *options = value_at(value_at(&record->head, "rules"), "options");
    const char *start = record_text(record, "start.position");
    struct setting setting[SETTINGS_MAX];
    int settings = 0, result;
    for (int i = 0; options && i < options->n && settings < SETTINGS_MAX; i++)
        if (options->entry[i].key && options->entry[i].value.text)
            setting[settings++] =
                (struct setting){options->entry[i].key, options->entry[i].value.text};
    game->rules = NULL;
    result = ruleset_open(&game->rules, record_variant(record), setting, settings, &game->unknown);
    if (result < 0)
        return result;
    if (*start)
        result = game->rules->rules->read(game->rules, start, &game->start, &game->unknown);
    else
        game->rules->rules->setup(game->rules, &game->start);
    if (result < 0) {
        ruleset_free(game->rules);
        game->rules = NULL;
        return result;
    }
    track_begin(&game->track, &game->start);
    return 0;
}

bool game_is_saved(const struct game_session *game)
{
    return edits_saved(&game->edits) && (!game->draft || game->base);
}

bool game_over(const struct game_session *game)
{
    return result_stands(game_record(game));
}

bool game_at_end(const struct game_session *game)
{
    return game->spot.depth == 0 && game->spot.ply == game_record(game)->moves.n;
}
