/* list_words.c - games of an archive as sentences: see list_words.h. */
#include "config.h"

#include "tui/session/words/list_words.h"

#include "archive/record/header_values.h"
#include "archive/yaml/yaml_read.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <stdlib.h>
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

const char *words_draft_state(const struct game_draft *draft, const char *archive,
                              char out[LIST_WORDS_ROOM])
{
    snprintf(out, LIST_WORDS_ROOM, "%s%s%.900s", draft->saved ? "unsaved changes" : "not saved",
             draft->left ? "; the game is no longer in " : "", draft->left ? archive : "");
    return out;
}

const char *words_draft(int number, const struct game_draft *draft, char out[LIST_WORDS_ROOM])
{
    const struct record *record = draft->record;
    char who[500], state[LIST_WORDS_ROOM];
    const char *player[SIDES_MAX], *event = record_text(record, "event.name");
    int players = record_players(record);
    for (int i = 0; i < players; i++)
        player[i] = record_player_known(record, record_player_side(record, i));
    words_players(player, players, true, "somebody", who, sizeof who);
    /* If no player is known, the event stands for the players, as in lists of games. */
    if (!record_is_named(record) && *event)
        snprintf(who, sizeof who, "%.300s", event);
    snprintf(out, LIST_WORDS_ROOM, "%d, %.100s, %s, %d %s: %.200s", number, record_variant(record),
             who, record->moves.n, record->moves.n == 1 ? "ply" : "plies",
             words_draft_state(draft, "the archive", state));
    return out;
}

void words_imported(const struct import_report *report, const char *pack, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (report->before) {
        text_add(out, size, &used, "imported before; nothing was added");
        return;
    }
    text_add(out, size, &used, "%d %s", report->games, report->games == 1 ? "game" : "games");
    if (report->pgn && strcmp(report->charset, "UTF-8") != 0)
        text_add(out, size, &used, ", read as %s%s", report->charset,
                 report->charsets ? " and others" : "");
    if (report->there)
        text_add(out, size, &used, ", %d were already there", report->there);
    if (report->broken)
        text_add(out, size, &used, ", %d with plies that cannot be replayed", report->broken);
    if (report->unchecked)
        text_add(out, size, &used, ", %d not checked", report->unchecked);
    if (report->damaged)
        text_add(out, size, &used, ", %d could not be read", report->damaged);
    if (report->stopped)
        text_add(out, size, &used, ", stopped; import the file again to resume");
    /* A pack without games is not written. */
    if (pack && *pack && report->games + report->there > 0)
        text_add(out, size, &used, "; in the pack %s", pack);
}

const char *words_bookmark(int number, const struct bookmark *bookmark, const struct store *store,
                           char out[LIST_WORDS_ROOM])
{
    const char *archive = bookmark->text + bookmark->archive,
               *game = bookmark->text + bookmark->game, *gap = strstr(game, "  ");
    char *here = store ? realpath(store_where(store), NULL) : NULL;
    bool elsewhere = *archive && !(here && !strcmp(here, archive));
    snprintf(out, LIST_WORDS_ROOM, "Bookmark %d: %.*s%s%.300s, %.200s%s%.400s", number,
             gap ? (int)(gap - game) : 0, game, gap ? ", " : "", gap ? gap + 2 : game,
             bookmark->text + bookmark->ply, elsewhere ? ", in " : "", elsewhere ? archive : "");
    free(here);
    return out;
}
