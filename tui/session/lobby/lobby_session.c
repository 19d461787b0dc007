/* lobby_session.c - a lobby without a screen: see lobby_session.h. */
#include "config.h"

#include "tui/session/lobby/lobby_session.h"

#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/session/variant_file.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lobby_tell(const struct lobby_place *place, const struct lobby_news *news)
{
    if (place->tell)
        place->tell(place->client, news);
}

static void tell_text(const struct lobby_place *place, enum lobby_news_kind kind, const char *text,
                      bool yes)
{
    lobby_tell(place, &(struct lobby_news){.kind = kind, .text = text, .yes = yes});
}

bool lobby_refuse(const struct lobby_place *place, enum lobby_refusal cause, const char *format,
                  ...)
{
    struct note why = {.offset = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why.text, sizeof why.text, format, arguments);
    va_end(arguments);
    lobby_tell(place, &(struct lobby_news){.kind = LOBBY_REFUSED, .cause = cause, .why = &why});
    return false;
}

/* ---------------------------------------------------------------- entering, looking */

void lobby_session_begin(struct lobby_session *lobby, const struct lobby_place *place)
{
    *lobby = (struct lobby_session){.place = *place};
    lobby->place.lobby = lobby;
    talk_begin(&lobby->talk, TALK_LOBBY);
    talk_read_on(&lobby->talk, place->store);
    journal_recover(place->store, place->name);
}

void lobby_session_end(struct lobby_session *lobby)
{
    lobby_session_unwatch(lobby);
    lobby_games_clear(&lobby->games);
    talk_clear(&lobby->talk);
    free(lobby->told);
    free(lobby->tag);
    free(lobby->number);
    lobby_leave(&lobby->place);
    *lobby = (struct lobby_session){0};
}

int lobby_session_watch(struct lobby_session *lobby)
{
    if (!lobby->watch)
        lobby->watch = lobby_watch(&lobby->place);
    return live_watch_fd(lobby->watch);
}

void lobby_session_unwatch(struct lobby_session *lobby)
{
    live_watch_free(lobby->watch);
    lobby->watch = NULL;
}

int lobby_session_hear(struct lobby_session *lobby)
{
    const struct lobby_place *place = &lobby->place;
    struct talk_room *talk = &lobby->talk;
    int passed = talk->passed, new = talk_read_on(talk, place->store);
    if (talk->passed > passed)
        lobby_tell(place, &(struct lobby_news){.kind = LOBBY_PASSED});
    for (int i = talk->n > new ? talk->n - new : 0; i < talk->n; i++)
        if (lobby_hears(place, talk->v[i].by) && strcmp(talk->v[i].by, place->name) != 0)
            lobby_tell(place, &(struct lobby_news){.kind = LOBBY_SAID, .said = &talk->v[i]});
    return new;
}

void lobby_session_tell_alike(struct lobby_session *lobby)
{
    char text[400];
    int known = lobby->alike_of;
    lobby->alike_of = lobby->place.names.n;
    if (known == lobby->alike_of || !lobby_names_tell(&lobby->place, text, sizeof text) ||
        !strcmp(text, lobby->alike))
        return;
    snprintf(lobby->alike, sizeof lobby->alike, "%s", text);
    tell_text(&lobby->place, LOBBY_ALIKE, text, false);
}

static bool is_told(const struct lobby_session *lobby, const char *id)
{
    for (int i = 0; i < lobby->waiting; i++)
        if (!strcmp(lobby->told[i], id))
            return true;
    return false;
}

void lobby_session_look(struct lobby_session *lobby, const char *here)
{
    struct lobby_games *games = &lobby->games;
    lobby_games_look(games, &lobby->place);
    lobby_session_tell_alike(lobby);
    char(*told)[ULID_LENGTH + 1] = memory_new((size_t)games->n + 1, sizeof *told);
    int n = 0;
    for (int i = 0; i < games->n; i++) {
        const struct lobby_game *game = &games->v[i];
        if (!strcmp(game->id, here))
            continue;
        if (*game->refused)
            lobby_tell(&lobby->place, &(struct lobby_news){.kind = LOBBY_CANCELLED, .game = game});
        if (lobby_group_of(game) != LOBBY_GROUP_WAITS)
            continue;
        memcpy(told[n++], game->id, sizeof *told);
        if (!is_told(lobby, game->id))
            lobby_tell(&lobby->place, &(struct lobby_news){.kind = LOBBY_WAITS, .game = game});
    }
    free(lobby->told);
    lobby->told = told;
    lobby->waiting = n;
    for (int i = lobby->tags - 1; i >= 0; i--) { /* games that are no longer listed have no tag */
        bool listed = false;
        for (int k = 0; k < games->n && !listed; k++)
            listed = !strcmp(games->v[k].id, lobby->tag[i]);
        if (!listed)
            lobby_untag(lobby, lobby->tag[i]);
    }
}

void lobby_put_away(struct lobby_place *place, const char *id)
{
    struct journal *journal;
    if (journal_open(&journal, place->store, place->name, id, NULL) < 0)
        return;
    journal_finish(journal, NULL);
    journal_free(journal);
}

/* ---------------------------------------------------------------- talk, muting, following */

bool lobby_talk(struct lobby_place *place, struct talk_room *talk, const char *text)
{
    struct note why;
    if (!*text)
        return false;
    return talk_say(talk, place->store, place->name, text, &why) == 0 ||
           lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
}

void lobby_mute_player(struct lobby_place *place, const char *name)
{
    char muted[MUTED_MAX * (PLAYER_NAME_MAX + 2)];
    bool heard = lobby_hears(place, name);
    struct note why;
    if (!*name) {
        lobby_mutes_tell(place, muted, sizeof muted);
        tell_text(place, LOBBY_MUTES, muted, false);
    } else if (!strcmp(name, place->name)) {
        lobby_refuse(place, LOBBY_SELF, "that is you");
    } else if (heard && player_name_check(name, &why) < 0) {
        lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
    } else if (!lobby_mute_turn(place, name)) {
        lobby_refuse(place, LOBBY_FULL, "at most %d people can be muted", MUTED_MAX);
    } else {
        tell_text(place, LOBBY_MUTED, name, !heard);
    }
}

void lobby_follow_player(struct lobby_place *place, const char *name)
{
    struct note why;
    if (*place->followed && (!*name || !strcmp(name, place->followed))) {
        tell_text(place, LOBBY_UNFOLLOWED, place->followed, false);
        place->followed[0] = '\0';
    } else if (!*name) {
        lobby_refuse(place, LOBBY_NOBODY, "you follow nobody");
    } else if (player_name_check(name, &why) < 0) {
        lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
    } else if (!strcmp(name, place->name)) {
        lobby_refuse(place, LOBBY_SELF, "that is you");
    } else {
        snprintf(place->followed, sizeof place->followed, "%s", name);
        place->shown[0] = '\0';
        tell_text(place, LOBBY_FOLLOWING, name, false);
    }
}

/* True if the followed player has taken a seat in a game other than `here` and other than the last
 * one opened: the game `id`. */
static bool followed_to(struct lobby_place *place, const char *here, char id[ULID_LENGTH + 1])
{
    struct person *all;
    bool together = false;
    *id = '\0';
    if (!*place->followed)
        return false;
    int n = presence_list(place->presence, &all);
    for (int i = 0; i < n; i++)
        if (all[i].plays && !strcmp(all[i].name, place->followed)) {
            together = together || !strcmp(all[i].game, here);
            snprintf(id, ULID_LENGTH + 1, "%s", all[i].game);
        }
    free(all);
    /* Do not follow into private games, which would reveal them. */
    if (!*id || together || !strcmp(id, place->shown) || !lobby_may_see(place, id))
        return false;
    snprintf(place->shown, sizeof place->shown, "%s", id);
    return true;
}

/* True if the user may be taken to another game without asking. */
static bool may_be_led(const struct game_session *game, const struct live_table *table,
                       const struct shared_reading *reading)
{
    if (!game)
        return true;
    if (game->composing || game->trial || (reading && reading->baton))
        return false;
    if (table && table->journal)
        return table->ended ? session_is_saved(game)
                            : table->side == NOBODY || live_table_game(table)->stage >= LIVE_OVER;
    return reading && *reading->id && session_is_saved(game);
}

bool lobby_led_on(struct lobby_place *place, const struct game_session *game,
                  const struct live_table *table, const struct shared_reading *reading)
{
    char id[ULID_LENGTH + 1];
    const char *here = table && table->journal ? live_table_game(table)->id
                       : reading               ? reading->id
                                               : "";
    if (!may_be_led(game, table, reading) || !followed_to(place, here, id))
        return false;
    lobby_tell(place,
               &(struct lobby_news){.kind = LOBBY_OPENS, .text = id, .other = place->followed});
    return true;
}

/* ---------------------------------------------------------------- starting, ending games */

/* True if the text is a whole number up to `most`; "" is 0. */
static bool read_number(const struct lobby_place *place, const char *text, int most, int *out)
{
    char *end;
    long number = strtol(text, &end, 10);
    *out = (int)number;
    return !*text || (isdigit((unsigned char)*text) && !*end && number <= most) ||
           lobby_refuse(place, LOBBY_INVALID, "give a number from 0 to %d, not '%.40s'", most,
                        text);
}

/* True if the word is one of the two, or ""; *is_other if it is the second. */
static bool read_choice(const struct lobby_place *place, const char *word, const char *one,
                        const char *other, const char *sentence, bool *is_other)
{
    *is_other = !strcmp(word, other);
    return !*word || *is_other || !strcmp(word, one) ||
           lobby_refuse(place, LOBBY_INVALID, sentence, word);
}

static bool read_side(const struct lobby_place *place, const char *word,
                      const struct ruleset *rules, struct seek *seek, int *side)
{
    *side = 0;
    seek->by_lot = !*word || !strcmp(word, "by lot");
    if (seek->by_lot)
        return true;
    for (; *side < rules->sides; ++*side)
        if (!ascii_casecmp(word, side_name(*side)))
            return true;
    return lobby_refuse(place, LOBBY_INVALID, "a side is white%s, not '%.40s'",
                        rules->sides == 2 ? " or black" : ", black or red", word);
}

bool lobby_may_invite(struct lobby_place *place, const char *name)
{
    struct note why;
    if (!*name)
        return true;
    if (player_name_check(name, &why) < 0)
        return lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
    if (!strcmp(name, place->name))
        return lobby_refuse(place, LOBBY_SELF, "that is you");
    const char *like = player_names_like(&place->names, name);
    if (like)
        lobby_tell(place, &(struct lobby_news){.kind = LOBBY_LIKE, .text = name, .other = like});
    else if (!lobby_has_met(place, name))
        tell_text(place, LOBBY_UNKNOWN, name, false);
    return true;
}

/* Sort words into settings of a new game, players by their sides (`named`, NULL: not named) and
 * options of its variant. Returns how many options there are. */
static int sort_wishes(const char *variant, const struct new_words *words, struct seek_wish *wish,
                       const char *named[SIDES_MAX], struct setting option[NEW_WORDS_MAX])
{
    /* with its default options, to tell which words are armies and not names of players */
    struct ruleset *rules = NULL;
    bool opens = ruleset_open(&rules, variant, NULL, 0, NULL) == 0;
    const struct {
        const char *name, **value;
    } known[] = {{"side", &wish->side},   {"against", &wish->other[0]},  {"third", &wish->other[1]},
                 {"clock", &wish->clock}, {"watchers", &wish->watchers}, {"delay", &wish->delay},
                 {"mode", &wish->mode},   {"grace", &wish->grace}};
    enum { KNOWN = sizeof known / sizeof *known };
    int options = 0;
    for (int i = 0; i < words->n; i++) {
        const char *name = words->setting[i].name, *value = words->setting[i].value;
        int at = 0, seat = new_game_seat(name);
        while (at < KNOWN && strcmp(known[at].name, name) != 0)
            at++;
        if (at < KNOWN)
            *known[at].value = value;
        else if (seat != NOBODY && opens && seat < rules->sides &&
                 !army_names_meant(rules, name, value))
            named[seat] = value;
        else
            option[options++] = words->setting[i];
    }
    ruleset_free(rules);
    return options;
}

/* Give the seats to the players that the words name: the user has the seat with their own name, or
 * else the first one without a name. Returns false after telling that no seat is left for them. */
static bool seat_named(struct lobby_place *place, const struct ruleset *rules,
                       const char *const named[SIDES_MAX], struct seek_wish *wish)
{
    int own = NOBODY, free_seat = NOBODY, n = 0, others = 0;
    for (int side = rules->sides - 1; side >= 0; side--) {
        n += named[side] != NULL;
        if (!named[side])
            free_seat = side;
        else if (!strcmp(named[side], place->name))
            own = side;
        else
            others++;
    }
    if (!n)
        return true;
    if (*wish->side || (others && *wish->other[0]))
        return lobby_refuse(place, LOBBY_INVALID,
                            "say who plays either by side= and the opponent, or by white= and "
                            "black=, not by both");
    own = own == NOBODY ? free_seat : own;
    if (own == NOBODY)
        return lobby_refuse(place, LOBBY_INVALID, "one of the players must be you");
    wish->side = side_name(own);
    for (int side = 0, other = 0; side < rules->sides; side++)
        if (side != own && named[side])
            wish->other[other++] = named[side];
        else
            other += side != own;
    return true;
}

bool lobby_wish_read(struct lobby_place *place, const char *variant, const struct new_words *words,
                     const char *against, struct seek_wish *wish, struct ruleset **rules)
{
    struct setting option[NEW_WORDS_MAX];
    const char *named[SIDES_MAX] = {NULL};
    struct note why;
    *wish = (struct seek_wish){.side = "",
                               .other = {against, ""},
                               .clock = "",
                               .watchers = "",
                               .delay = "",
                               .mode = "",
                               .grace = ""};
    int options = sort_wishes(variant, words, wish, named, option);
    if (ruleset_open(rules, variant, option, options, &why) < 0)
        return lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
    if (seat_named(place, *rules, named, wish) && lobby_may_invite(place, wish->other[0]) &&
        lobby_may_invite(place, wish->other[1]))
        return true;
    ruleset_free(*rules);
    return false;
}

bool lobby_seek(struct lobby_place *place, const struct ruleset *rules,
                const struct seek_wish *wish, char id[ULID_LENGTH + 1])
{
    struct seek seek = {.rules = rules};
    struct control control;
    struct note why;
    char clock[40];
    int side;
    snprintf(clock, sizeof clock, "%s", wish->clock);
    char *blank = strchr(clock, '-');
    if (blank)
        *blank = ' '; /* in one word, "3-days" stands for "3 days" */
    if (!read_side(place, wish->side, rules, &seek, &side) ||
        !read_number(place, wish->delay, GALLERY_DELAY_MAX, &seek.delay) ||
        !read_number(place, wish->grace, GRACE_MAX, &seek.grace))
        return false;
    if (control_read(clock, &control, &why) < 0)
        return lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
    if (!read_choice(place, wish->watchers, "everybody", "nobody",
                     "watchers must be \"nobody\" or \"everybody\"", &seek.is_private) ||
        !read_choice(place, wish->mode, "casual", "strict",
                     "a game is casual or strict, not '%.40s'", &seek.is_strict))
        return false;
    seek.control = clock;
    for (int at = 0, other = 0; at < rules->sides; at++)
        seek.name[at] = at == side ? place->name : wish->other[other++];
    return lobby_begin_game(place, &seek, id, &why) == 0 ||
           lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
}

/* True if the user has a seat in the game. */
static bool has_seat(struct lobby_place *place, const char *id)
{
    struct journal *journal;
    if (journal_open(&journal, place->store, place->name, id, NULL) < 0)
        return false;
    bool has = journal->live.rules && live_side_of(&journal->live, place->name) != NOBODY;
    journal_free(journal);
    return has;
}

bool lobby_join(struct lobby_place *place, const char *id)
{
    struct note why;
    return has_seat(place, id) || lobby_sit_down(place, id, &why) == 0 ||
           lobby_refuse(place, LOBBY_INVALID, "%s", why.text);
}

int lobby_call_off(struct lobby_place *place, char (*ids)[ULID_LENGTH + 1], int n, bool withdraw)
{
    int done = 0;
    struct note why;
    for (int i = 0; i < n; i++) {
        char mark[GAME_MARK_ROOM];
        int result = (withdraw ? lobby_withdraw : lobby_decline)(place, ids[i], &why);
        game_mark(ids[i], mark);
        lobby_tell(place, &(struct lobby_news){.kind = result == 0 ? LOBBY_CALLED_OFF
                                                                   : LOBBY_NOT_CALLED_OFF,
                                               .text = mark,
                                               .yes = withdraw,
                                               .why = result == 0 ? NULL : &why});
        done += result == 0;
    }
    if (n > 1)
        lobby_tell(place, &(struct lobby_news){.kind = LOBBY_CALLED_OFF_SUM,
                                               .yes = withdraw,
                                               .why = done == n ? NULL : &why,
                                               .ended = done,
                                               .games = n});
    return done;
}

/* ---------------------------------------------------------------- numbers, tags */

void lobby_number_games(struct lobby_session *lobby, const struct lobby_games *games,
                        const int *order)
{
    free(lobby->number);
    lobby->number = memory_new((size_t)games->n + 1, sizeof *lobby->number);
    lobby->numbers = games->n;
    for (int i = 0; i < games->n; i++)
        memcpy(lobby->number[i], games->v[order[i]].id, sizeof *lobby->number);
}

static int tag_of(const struct lobby_session *lobby, const char *id)
{
    for (int i = 0; i < lobby->tags; i++)
        if (!strcmp(lobby->tag[i], id))
            return i;
    return -1;
}

bool lobby_tagged(const struct lobby_session *lobby, const char *id)
{
    return tag_of(lobby, id) >= 0;
}

void lobby_tag(struct lobby_session *lobby, const char *id)
{
    lobby->tag = memory_room(lobby->tag, &lobby->tag_room, lobby->tags + 1, sizeof *lobby->tag);
    snprintf(lobby->tag[lobby->tags++], sizeof *lobby->tag, "%s", id);
}

void lobby_untag(struct lobby_session *lobby, const char *id)
{
    int at = tag_of(lobby, id);
    if (at >= 0)
        memmove(lobby->tag + at, lobby->tag + at + 1,
                (size_t)(--lobby->tags - at) * sizeof *lobby->tag);
}

/* ---------------------------------------------------------------- opening games */

/* Prepare to open a finished game, which several people may read together. */
static int finished_open(struct lobby_place *place, const char *id, struct table_open *open,
                         struct note *why)
{
    int at = lobby_find(place, id);
    if (at < 0)
        return note_fail(why, FAIL_NAME, -1, "that game no longer exists");
    return table_load(place->store, at, open, NULL, why);
}

int lobby_table_open(struct lobby_place *place, const char *id, struct table_open *open,
                     char where[GAME_MARK_ROOM], struct note *why)
{
    struct journal *journal;
    int result = journal_open(&journal, place->store, place->name, id, why);
    game_mark(id, where);
    *open = (struct table_open){.place = place, .where = where};
    if (result == FAIL_NAME) {
        struct note first = *why;
        result = finished_open(place, id, open, why);
        if (result == FAIL_NAME)
            *why = first;
        return result;
    }
    if (result < 0)
        return result;
    result = live_table_may_see(journal, place->name, why);
    if (result < 0) {
        journal_free(journal);
        return result;
    }
    open->journal = journal;
    open->record = live_table_record(&journal->live, place->name);
    spot_end(open->record, &open->spot);
    return 0;
}

/* Load the next or previous game of the round that can be opened. */
static int round_neighbour(void *list, int step, struct table_open *open, struct note *why)
{
    struct lobby_place *place = list;
    for (int at = place->round_at + step; at >= 0 && at < place->rounds; at += step)
        if (lobby_table_open(place, place->round[at], open, place->round_mark, why) == 0) {
            place->round_at = at;
            open->neighbour = round_neighbour;
            open->list = place;
            return 0;
        }
    return note_fail(why, FAIL_NAME, -1, "this is the %s of these games",
                     step > 0 ? "last" : "first");
}

int lobby_round_open(struct lobby_place *place, const char *id, struct table_open *open,
                     char where[GAME_MARK_ROOM], struct note *why)
{
    int result = lobby_table_open(place, id, open, where, why);
    for (int at = 0; result == 0 && place->rounds > 1 && at < place->rounds; at++)
        if (!strcmp(place->round[at], id)) {
            place->round_at = at;
            open->neighbour = round_neighbour;
            open->list = place;
            break;
        }
    return result;
}

void lobby_set_round(struct lobby_place *place, char (*id)[ULID_LENGTH + 1], int n)
{
    free(place->round);
    place->round = id;
    place->rounds = n;
    place->round_at = 0;
}
