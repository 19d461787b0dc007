/* lobby_games.c - summaries of an archive's live games for the lobby: see lobby_games.h. */
#include "config.h"

#include "tui/session/lobby/lobby_games.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lobby_age(int64_t since, char out[CLOCK_ROOM])
{
    int64_t seconds = (journal_clock() - since) / 1000;
    if (seconds < 0)
        seconds = 0;
    if (seconds < 3600)
        snprintf(out, CLOCK_ROOM, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    else if (seconds < 2 * 24 * 3600)
        snprintf(out, CLOCK_ROOM, "%d h", (int)(seconds / 3600));
    else
        snprintf(out, CLOCK_ROOM, "%d d", (int)(seconds / (24 * 3600)));
}

static void keep_seats(struct lobby_place *place, const struct live_game *live,
                       struct lobby_game *game)
{
    game->sides = (uint8_t)live->rules->sides;
    game->lot = live->lot;
    for (int side = 0; side < live->rules->sides; side++) {
        memcpy(game->seat[side].name, live->seat[side].name, sizeof game->seat[side].name);
        game->seat[side].taken = live->seat[side].taken;
    }
    lobby_know_seats(place, live);
}

/* Write the players of a game. Call this when all names are known, because marks for lookalikes are
 * added. */
static void lobby_games_write_seats(const struct lobby_place *place, struct lobby_game *game)
{
    size_t used = 0;
    if (game->lot)
        text_add(game->seats, sizeof game->seats, &used, "lot: ");
    for (int side = 0; side < game->sides; side++) {
        const char *name = game->seat[side].name, *separator = !side              ? ""
                                                               : game->sides == 2 ? " - "
                                                                                  : ", ";
        text_add(game->seats, sizeof game->seats, &used,
                 game->seat[side].taken ? "%s%s%s" : "%s(%s%s)", separator, *name ? name : "open",
                 lobby_name_mark(place, name));
    }
}

/* The time when a game was created, in milliseconds since 1970, from the first ten digits of its
 * id. */
static int64_t time_of(const char *id)
{
    static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    int64_t time = 0;
    for (int i = 0; i < 10; i++)
        time = time * 32 + (strchr(digits, id[i]) - digits);
    return time;
}

static void lobby_games_summarise(const struct journal *journal, struct lobby_place *place,
                                  struct lobby_game *game)
{
    const char *name = place->name;
    const struct live_game *live = &journal->live;
    game->broken = journal->broken;
    game->newer = journal->newer;
    game->size = journal->size;
    game->own_side = game->free_side = NOBODY;
    game_mark(game->id, game->mark);
    game->started = game->last = time_of(game->id);
    if (!live->rules) { /* not even the journal's first record can be read */
        snprintf(game->variant, sizeof game->variant, "?");
        return;
    }
    game->waits = live->stage == LIVE_SEATS;
    game->is_private = live->is_private;
    game->is_strict = !live->casual;
    snprintf(game->control, sizeof game->control, "%s", live->control_text);
    if (live_is_news(live, journal_clock()) && !strcmp(live->opener, name))
        lobby_refused(live, game->refused, sizeof game->refused);
    game->declined = live->answered_no;
    game->own_side = (uint8_t)live_side_of(live, name);
    game->plies = live->game.plies;
    bool late = live_is_late(live, name);
    /* watchers with a delay may know only the plies that they see */
    game->plies -= live_hidden(live, name);
    game->started = live->opened_at;
    game->last = !late         ? live->last_at
                 : game->plies ? live->ply[game->plies - 1].at
                               : live->opened_at;
    game->overdue = live->last_at + (int64_t)CHALLENGE_DAYS * 24 * 3600 * 1000;
    int mover = live->game.now.side;
    bool playing = live->stage == LIVE_PLAYING || live->stage == LIVE_PAUSED;
    /* A game that cannot continue waits for nobody. */
    game->own_turn = playing && game->own_side == mover && !journal->broken;
    game->flag_at =
        live_clock_runs(live) ? journal_clock() + live_clock(live, mover, journal_clock()) : 0;
    game->deadline = game->own_turn ? game->flag_at : 0;
    snprintf(game->variant, sizeof game->variant, "%s", live->rules->id);
    snprintf(game->to_move, sizeof game->to_move, "%s",
             !playing ? ""
             : late   ? "(late)"
                      : live->seat[mover].name);
    keep_seats(place, live, game);
    if (!journal->broken)
        game->free_side = (uint8_t)live_free_seat(live, name, &game->challenged);
}

void lobby_refused(const struct live_game *live, char *out, size_t size)
{
    if (live->answered_no)
        snprintf(out, size, "declined by %s", live->seat[live->answered_no - 1].name);
    else
        snprintf(out, size, "nobody took the free seat in %d days", CHALLENGE_DAYS);
}

/* True if time alone has changed a game since it was read: an open game has expired or a player has
 * run out of time. */
static bool time_is_up(const struct lobby_game *game)
{
    int64_t now = journal_clock();
    return (game->waits && game->overdue <= now) ||
           (game->flag_at && game->flag_at <= now && !game->broken);
}

/* The cached summary of a game whose journal has not changed; NULL: none. */
static const struct lobby_game *lobby_games_known(const struct lobby_games *games, const char *id,
                                                  int64_t size)
{
    for (int i = 0; i < games->n; i++)
        if (!strcmp(games->v[i].id, id) && games->v[i].size == size)
            return time_is_up(&games->v[i]) ? NULL : &games->v[i];
    return NULL;
}

/* Cancel a game whose seats were not taken in time. A failure is ignored: if the journal cannot
 * be written, nobody can play the game anyway. */
static void lobby_games_expire(struct journal *journal)
{
    struct journal_record record;
    if (!live_overdue(&journal->live, journal_clock()) || journal->broken)
        return;
    journal_record_begin(&record, JOURNAL_RESULT);
    value_set(&record.value, "why", "expired", false);
    lobby_append(journal, &record, NULL);
}

/* Record that the side to move has run out of time, because perhaps no player is present to
 * record it. A failure is ignored. */
static void lobby_games_flag(struct journal *journal, const struct lobby_place *place)
{
    const struct live_game *live = &journal->live;
    int mover = live->game.now.side;
    struct journal_record record;
    if (!live->rules || journal->broken || !live_clock_runs(live) ||
        live_clock(live, mover, journal_clock()) > 0)
        return;
    journal_record_begin(&record, JOURNAL_CLOCK);
    value_set(&record.value, "side", (char[]){side_letter(mover), '\0'}, false);
    value_set(&record.value, "by", place->name, false);
    lobby_append(journal, &record, NULL);
}

/* Read the summary of a game. Returns 1: list it; 0: do not list it; FAIL_BUSY: unknown at the
 * moment; or another error. */
static int lobby_games_read_game(struct lobby_place *place, const char *id, struct lobby_game *game)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, NULL);
    if (result < 0)
        return result;
    *game = (struct lobby_game){0};
    snprintf(game->id, sizeof game->id, "%s", id);
    lobby_games_expire(journal);
    lobby_games_flag(journal, place);
    lobby_games_summarise(journal, place, game);
    int64_t now = journal_clock();
    bool hidden = !live_may_see(&journal->live, place->name) ||
                  (live_overdue(&journal->live, now) && game->own_side == NOBODY);
    bool over = journal->live.stage >= LIVE_OVER && !journal->broken;
    if (over && !live_is_news(&journal->live, now))
        journal_finish(journal, NULL);
    journal_free(journal);
    return over ? *game->refused : !hidden;
}

static const struct lobby_game *lobby_games_listed(const struct lobby_games *games, const char *id)
{
    for (int i = 0; i < games->n; i++)
        if (!strcmp(games->v[i].id, id))
            return &games->v[i];
    return NULL;
}

/* Summarise a finished game from the archive. Returns false if it is not there. */
static bool summarise_finished(struct lobby_place *place, const char *id, struct lobby_game *game)
{
    int at = ulid_valid(id) ? lobby_find(place, id) : -1;
    if (at < 0)
        return false;
    const struct listing *listing = store_listing(place->store, at);
    size_t used = 0;
    *game = (struct lobby_game){.over = true, .own_side = NOBODY, .free_side = NOBODY, .size = -1};
    snprintf(game->id, sizeof game->id, "%s", id);
    game_mark(id, game->mark);
    snprintf(game->variant, sizeof game->variant, "%s", listing->variant ? listing->variant : "");
    for (int i = 0; i < listing->players && i < LISTING_PLAYERS; i++)
        text_add(game->seats, sizeof game->seats, &used, "%s%s%s", i ? " - " : "",
                 listing->player[i], lobby_name_mark(place, listing->player[i]));
    game->plies = listing->plies;
    game->started = game->last = time_of(id);
    return true;
}

/* Add finished games that some people still have open. */
static void add_finished(struct lobby_games *new, const struct lobby_games *old,
                         struct lobby_place *place)
{
    for (int i = 0; i < new->persons; i++) {
        const char *id = new->person[i].game;
        struct lobby_game game;
        bool found = false;
        if (!*id || lobby_games_listed(new, id) || journal_size(place->store, id) >= 0)
            continue;
        for (int k = 0; k < old->n && !found; k++)
            if (old->v[k].over && !strcmp(old->v[k].id, id)) {
                game = old->v[k];
                found = true;
            }
        if (!found && !summarise_finished(place, id, &game))
            continue;
        game.watchers = 0;
        for (int k = 0; k < new->persons; k++)
            game.watchers += !strcmp(new->person[k].game, id);
        new->v = memory_room(new->v, &new->room, new->n + 1, sizeof *new->v);
        new->v[new->n++] = game;
    }
}

void lobby_games_look(struct lobby_games *games, struct lobby_place *place)
{
    struct live_summary *list;
    struct lobby_games new = {0};
    int n = journal_list(place->store, &list);
    if (place->presence)
        new.persons = presence_list(place->presence, &new.person);
    for (int i = 0; i < new.persons; i++)
        lobby_know(place, new.person[i].name);
    for (int i = 0; i < n; i++) {
        const struct lobby_game *old = lobby_games_known(games, list[i].id, list[i].size);
        struct lobby_game game;
        int shown = old ? 1 : lobby_games_read_game(place, list[i].id, &game);
        if (shown == FAIL_BUSY) /* keep the old summary for now */
            old = lobby_games_listed(games, list[i].id);
        if (old)
            game = *old;
        else if (shown <= 0)
            continue;
        game.watchers = 0;
        for (int k = 0; k < new.persons; k++)
            game.watchers += !new.person[k].plays && !strcmp(new.person[k].game, game.id);
        new.v = memory_room(new.v, &new.room, new.n + 1, sizeof *new.v);
        new.v[new.n++] = game;
    }
    free(list);
    for (int i = 0; i < new.n; i++)
        lobby_games_write_seats(place, &new.v[i]);
    add_finished(&new, games, place);
    lobby_games_clear(games);
    *games = new;
}

enum lobby_group lobby_group_of(const struct lobby_game *game)
{
    if (game->over)
        return LOBBY_GROUP_TOGETHER;
    if (game->own_turn || game->challenged)
        return LOBBY_GROUP_WAITS;
    if (game->own_side != NOBODY)
        return LOBBY_GROUP_OWN;
    return game->waits && game->free_side != NOBODY ? LOBBY_GROUP_SEATS : LOBBY_GROUP_PLAYED;
}

static const struct lobby_games *sorted;
static lobby_order_fn *sorted_by;

static int by_group(const void *a, const void *b)
{
    const struct lobby_game *one = &sorted->v[*(const int *)a],
                            *other = &sorted->v[*(const int *)b];
    int order = (int)lobby_group_of(one) - (int)lobby_group_of(other);
    if (!order && sorted_by)
        order = sorted_by(one, other);
    return order ? order : strcmp(one->id, other->id); /* ids begin with the time */
}

void lobby_games_sort(const struct lobby_games *games, lobby_order_fn *order, int *out)
{
    for (int i = 0; i < games->n; i++)
        out[i] = i;
    sorted = games;
    sorted_by = order;
    if (games->n)
        qsort(out, (size_t)games->n, sizeof *out, by_group);
}

int lobby_games_due(const struct lobby_games *games, int most)
{
    enum { LEAST = 500 };
    int64_t now = journal_clock();
    for (int i = 0; i < games->n; i++)
        if (games->v[i].flag_at && !games->v[i].broken && games->v[i].flag_at - now < most)
            most = games->v[i].flag_at - now < LEAST ? LEAST : (int)(games->v[i].flag_at - now);
    return most;
}

void lobby_games_clear(struct lobby_games *games)
{
    free(games->v);
    free(games->person);
    *games = (struct lobby_games){0};
}
