/* list_words.c - games of an archive as sentences: see list_words.h. */
#include "config.h"

#include "tui/session/words/list_words.h"

#include "archive/yaml/yaml_read.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <string.h>

const char *words_listing(const struct store *store, int at, char out[LIST_WORDS_ROOM])
{
    const struct listing *game = store_listing(store, at);
    char players[600] = "", known_date[WORDS_DATE_ROOM], where[PLACE_ROOM];
    if (game->damaged) {
        snprintf(out, LIST_WORDS_ROOM, "Game %d is damaged: %s%.600s", at + 1,
                 place_words(game->place, where), game->why);
        return out;
    }
    const char *date = words_date(game->date, known_date);
    bool known = false, open = !*game->score || !strcmp(game->score, "*");
    for (int i = 0; i < game->players; i++)
        known = known || (*game->player[i] && strcmp(game->player[i], "?") != 0);
    /* If no player is known, the event stands for the players. */
    if (!known && *game->event && strcmp(game->event, "?") != 0)
        snprintf(players, sizeof players, "%.300s", game->event);
    else
        words_players((const char *const *)game->player, game->players, true, "somebody", players,
                      sizeof players);
    snprintf(out, LIST_WORDS_ROOM, "Game %d: %s%s%.100s%s%s, %d %s, %s%.40s%s", at + 1, players,
             *players ? ", " : "", game->variant, *date ? ", " : "", date, game->plies,
             game->plies == 1 ? "ply" : "plies", open ? "no result yet" : "result ",
             open ? "" : game->score, game->notes ? ", with notes" : "");
    return out;
}

const char *words_found(struct listed_games *found, struct store *store, int i,
                        char out[LIST_WORDS_ROOM])
{
    words_listing(store, found->at[i], out);
    size_t used = strlen(out);
    int hit = store_listing(store, found->at[i])->damaged ? -1 : listed_games_hit(found, store, i);
    if (hit > 0)
        text_add(out, LIST_WORDS_ROOM, &used, "; it matches at ply %d", hit);
    else if (hit == 0)
        text_add(out, LIST_WORDS_ROOM, &used, "; it matches at the start");
    return out;
}
