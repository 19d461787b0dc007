/* lobby_games.c - see lobby_games.h. */
#include "config.h"
#include "tui/lobby_games.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void lobby_age(int64_t since, char out[CLOCK_ROOM])
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t seconds = (int64_t)now.tv_sec - since / 1000;
    if (seconds < 0)
        seconds = 0;
    if (seconds < 3600)
        snprintf(out, CLOCK_ROOM, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    else if (seconds < 2 * 24 * 3600)
        snprintf(out, CLOCK_ROOM, "%d h", (int)(seconds / 3600));
    else
        snprintf(out, CLOCK_ROOM, "%d d", (int)(seconds / (24 * 3600)));
}

static void write_seats(const struct live_game *live, struct lobby_game *game)
{
    size_t used = 0;
    for (int side = 0; side < live->rules->sides; side++) {
        const struct live_seat *seat = &live->seat[side];
        const char *separator = !side ? "" : live->rules->sides == 2 ? " - " : ", ";
        text_add(game->seats, sizeof game->seats, &used, seat->taken ? "%s%s" : "%s(%s)", separator,
                 *seat->name ? seat->name : "open");
    }
}

static void summarise(const struct journal *journal, const char *name, struct lobby_game *game)
{
    const struct live_game *live = &journal->live;
    game->broken = journal->broken;
    game->size = journal->size;
    game->own_side = game->free_side = NOBODY;
    game_mark(game->id, game->mark);
    if (!live->rules)
        return;
    game->waits = live->stage == LIVE_SEATS;
    game->is_private = live->is_private;
    game->plies = live->game.plies;
    game->started = live->opened_at;
    game->last = live->last_at;
    game->own_side = (uint8_t)live_side_of(live, name);
    int mover = live->game.now.side;
    bool playing = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED;
    game->own_turn = playing && game->own_side == mover;
    snprintf(game->variant, sizeof game->variant, "%s", live->rules->id);
    snprintf(game->to_move, sizeof game->to_move, "%s", playing ? live->seat[mover].name : "");
    write_seats(live, game);
    game->free_side = (uint8_t)live_free_seat(live, name, &game->challenged);
}

static int64_t size_of(int root, const char *id)
{
    char path[64];
    struct stat stat;
    snprintf(path, sizeof path, "live/%.26s.jnl", id);
    return fstatat(root, path, &stat, AT_SYMLINK_NOFOLLOW) == 0 ? (int64_t)stat.st_size : -1;
}

static const struct lobby_game *known(const struct lobby_games *games, const char *id, int64_t size)
{
    for (int i = 0; i < games->n; i++)
        if (!strcmp(games->v[i].id, id) && games->v[i].size == size)
            return &games->v[i];
    return NULL;
}

static bool read_game(const struct lobby_place *place, const char *id, struct lobby_game *game)
{
    struct journal *journal;
    if (journal_open(&journal, place->root, place->name, id, NULL) < 0)
        return false;
    *game = (struct lobby_game){0};
    snprintf(game->id, sizeof game->id, "%s", id);
    summarise(journal, place->name, game);
    bool hidden = game->is_private && game->own_side == NOBODY && game->free_side == NOBODY;
    bool over = journal->live.stage >= LIVE_OVER && !journal->broken;
    if (over)
        journal_finish(journal, place->store, NULL);
    journal_free(journal);
    return !over && !hidden;
}

void lobby_games_look(struct lobby_games *games, const struct lobby_place *place)
{
    char(*ids)[ULID_LENGTH + 1];
    struct lobby_games new = {0};
    int n = journal_list(place->root, &ids);
    if (place->presence)
        new.persons = presence_list(place->presence, &new.person);
    for (int i = 0; i < n; i++) {
        const struct lobby_game *old = known(games, ids[i], size_of(place->root, ids[i]));
        struct lobby_game game;
        if (old)
            game = *old;
        else if (!read_game(place, ids[i], &game))
            continue;
        game.watchers = 0;
        for (int k = 0; k < new.persons; k++)
            game.watchers += !new.person[k].plays && !strcmp(new.person[k].game, game.id);
        new.v = memory_room(new.v, &new.room, new.n + 1, sizeof *new.v);
        new.v[new.n++] = game;
    }
    free(ids);
    lobby_games_clear(games);
    *games = new;
}

void lobby_games_clear(struct lobby_games *games)
{
    free(games->v);
    free(games->person);
    *games = (struct lobby_games){0};
}
