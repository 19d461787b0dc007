/* game_session.c - an open game without a screen: opening it, and what state it is in. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/replay/record_rules.h"
#include "core/family.h"
#include "tui/session/describe.h"

int game_open_rules(struct game_session *game)
{
    game->rules = NULL;
    int result = record_rules(&game->rules, game_record(game), &game->unknown);
    if (result < 0)
        return result;
    result = record_start(game->rules, game_record(game), &game->start, &game->unknown);
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
