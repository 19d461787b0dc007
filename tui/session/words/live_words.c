/* live_words.c - the news of live games, shared reading and the lobby as sentences: see
 * live_words.h. */
#include "config.h"

#include "tui/session/words/live_words.h"

#include "core/position_text.h"
#include "tui/session/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Begin a sentence with the name of a person. A name that looks like another is marked. */
static void begin_named(const struct lobby_place *place, const char *name, struct worded *out)
{
    worded_name(out, name, "%s", lobby_name_mark(place, name));
}

/* Continue a sentence that begins with a name. */
static void go_on(struct worded *out, const char *text)
{
    size_t used = strlen(out->text);
    text_add(out->text, sizeof out->text, &used, "%s", text);
}

static void say_named(const struct lobby_place *place, const char *name, const char *text,
                      struct worded *out)
{
    begin_named(place, name, out);
    go_on(out, text);
}

/* ---------------------------------------------------------------- a live game */

static const char *seat_of(const struct live_table *table, int side)
{
    return side == NOBODY ? "" : live_table_game(table)->seat[side].name;
}

static void say_paused(const struct live_table *table, struct worded *out)
{
    worded_say(out, "the game is paused%s",
               table->side == NOBODY ? "" : ": {go-on} proposes to resume it");
}

static void word_table_refusal(const struct live_table *table, const struct table_news *news,
                               struct worded *out)
{
    switch (news->cause) {
    case TABLE_INVALID:
    case TABLE_NO_SEAT:
        worded_fail(out, "%s", news->why->text);
        break;
    case TABLE_EARLIER:
        worded_say(out, "this is an earlier position: {end} goes to the current one");
        break;
    case TABLE_PAUSED:
        say_paused(table, out);
        break;
    case TABLE_TURN:
        say_named(table->place, seat_of(table, live_table_game(table)->game.now.side),
                  " is to move", out);
        break;
    case TABLE_BROKEN:
    case TABLE_WATCHES:
    case TABLE_OUT:
    case TABLE_SEATS:
    case TABLE_OVER:
    case TABLE_NO_PLY:
    case TABLE_NO_OFFER:
    case TABLE_NEW_OFFER:
    case TABLE_SEATED:
    case TABLE_UNFINISHED:
        worded_say(out, "%s", news->why->text);
        break;
    }
}

static void word_seat(const struct live_table *table, const struct table_news *news,
                      struct worded *out)
{
    const struct live_game *game = live_table_game(table);
    const char *name = seat_of(table, news->side), *side = side_name(news->side);
    switch (news->kind) {
    case NEWS_SEATED:
        if (game->lot)
            worded_say(out, "you have a seat; your side is drawn by lot when all seats are taken");
        else
            worded_say(out, game->drawn && !game->game.plies ? "by lot you play %s" : "you play %s",
                       side);
        break;
    case NEWS_WATCHING:
        worded_say(out, news->yes ? "your seat is in use at another login, so you watch: {sit} "
                                    "takes it over"
                                  : "you watch");
        break;
    case NEWS_DRAWN:
        worded_say(out, "all seats are taken, and sides are drawn by lot%s%s",
                   news->side == NOBODY ? "" : ": you play ", news->side == NOBODY ? "" : side);
        break;
    case NEWS_SWAPPED:
        worded_say(out, "the players have changed sides%s%s%s",
                   news->side == NOBODY ? "" : ": you play ", news->side == NOBODY ? "" : side,
                   news->side == NOBODY ? "" : " now");
        break;
    case NEWS_JOINED:
        say_named(table->place, name, game->lot ? " joins" : " joins as ", out);
        go_on(out, game->lot ? "" : side);
        break;
    case NEWS_LEFT:
        say_named(table->place, name, news->yes ? " has run out of time" : " resigns", out);
        go_on(out, news->count ? "; the others play on" : "");
        break;
    case NEWS_HERE:
        say_named(table->place, name, news->yes ? " is here" : " is away", out);
        break;
    default: /* NEWS_TAKEN */
        worded_say(out, "you are playing from another login now, so here you watch: {sit} takes "
                        "the seat back");
    }
}

void live_words_offer(const struct live_table *table, struct worded *out)
{
    const struct live_offer *offer = &live_table_game(table)->offer;
    char count[32] = "";
    *out = (struct worded){0};
    if (live_table_late(table))
        return;
    if (offer->kind == LIVE_TAKEBACK)
        snprintf(count, sizeof count, " %d %s", offer->count, offer->count == 1 ? "ply" : "plies");
    say_named(table->place, seat_of(table, offer->by), " proposes ", out);
    go_on(out, live_offer_said(offer->kind));
    go_on(out, count);
    if (table->side != NOBODY && !offer->agreed[table->side])
        go_on(out, ": {accept} or {decline}");
}

/* Say for whom the game waits: "the game waits for bob and anybody". */
static void say_waits(const struct live_table *table, struct worded *out)
{
    const struct live_game *game = live_table_game(table);
    const char *before = " for ";
    int open = 0;
    worded_say(out, "the game waits");
    for (int side = 0; side < game->rules->sides; side++) {
        const char *name = game->seat[side].name;
        open += !game->seat[side].taken && !*name;
        if (game->seat[side].taken || !*name)
            continue;
        go_on(out, before);
        go_on(out, name);
        go_on(out, lobby_name_mark(table->place, name));
        before = " and ";
    }
    if (open) {
        go_on(out, before);
        go_on(out, open == 1 ? "anybody" : "two players");
    }
    if (game->lot)
        go_on(out, "; then sides are drawn by lot");
}

void live_words_state(const struct live_table *table, struct worded *out)
{
    const struct live_game *game = live_table_game(table);
    *out = (struct worded){0};
    if (table->journal->broken)
        worded_say(out, "the game is %s: read only",
                   table->journal->newer ? "of a newer version" : "damaged");
    else if (live_table_late(table))
        worded_say(out, "you see the game with %d %s delay", game->gallery_delay,
                   game->gallery_delay == 1 ? "ply" : "plies");
    else if (game->stage == LIVE_SEATS)
        say_waits(table, out);
    else if (game->stage == LIVE_PAUSED)
        say_paused(table, out);
}

void live_words_turn(const struct live_table *table, struct worded *out)
{
    const struct live_game *game = live_table_game(table);
    *out = (struct worded){0};
    if (game->stage != LIVE_PLAYING)
        return;
    if (game->game.now.side == table->side)
        worded_say(out, "your move");
    else
        say_named(table->place, seat_of(table, game->game.now.side), " to move", out);
}

/* Call a function for a sentence. */
__attribute__((format(printf, 3, 4))) static void each_says(position_words_fn *each, void *argument,
                                                            const char *format, ...)
{
    char text[WORDED_ROOM];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    each(argument, text);
}

void live_words_table(const struct live_table *table, position_words_fn *each, void *argument)
{
    const struct live_game *game = live_table_game(table);
    char mark[GAME_MARK_ROOM];
    game_mark(game->id, mark);
    each_says(each, argument, "This is game %s, %s%s%s%s", mark, ruleset_title(game->rules),
              *game->control_text ? ", clock " : "", game->control_text,
              game->is_private ? ", private" : "");
    live_words_seats(table, each, argument);
}

void live_words_seats(const struct live_table *table, position_words_fn *each, void *argument)
{
    const struct live_game *game = live_table_game(table);
    for (int side = 0; side < game->rules->sides; side++) {
        const struct live_seat *seat = &game->seat[side];
        const char *name = seat->name;
        bool own = !strcmp(name, table->place->name),
             away = !own && game->stage < LIVE_OVER && !table->here[side];
        if (game->lot)
            each_says(each, argument,
                      !*name        ? "A seat is open"
                      : seat->taken ? "A seat is taken by %s%s"
                                    : "A seat is reserved for %s",
                      name, own ? ", that is you" : "");
        else if (!seat->taken)
            each_says(each, argument, *name ? "%s is reserved for %s" : "%s is open",
                      side_name(side), name);
        else
            each_says(each, argument, "%s is %s%s", side_name(side), name,
                      own    ? ", that is you"
                      : away ? ", away"
                             : "");
    }
}

void live_words_answers(const struct live_table *table, position_words_fn *each, void *argument)
{
    const struct live_game *game = live_table_game(table);
    for (int side = 0; game->rules->sides > 2 && side < game->rules->sides; side++)
        if (game->offer.kind && live_alive(game, side) && !live_table_late(table))
            each_says(each, argument, "%s %s", game->seat[side].name,
                      game->offer.agreed[side] ? "agrees" : "has not answered");
}

bool words_clocks(struct game_session *game, const struct live_table *table,
                  position_words_fn *each, void *argument)
{
    char clock[CLOCK_ROOM], words[200] = "";
    size_t used = 0;
    /* The clocks would show these watchers who is thinking, and for how long. */
    if (table && live_has_clock(live_table_game(table)) && live_table_late(table)) {
        int delay = live_table_game(table)->gallery_delay;
        each_says(each, argument, "You see the game %d %s late and without its clocks", delay,
                  delay == 1 ? "ply" : "plies");
        return true;
    }
    session_clock_follow(game);
    for (int side = 0; game->rules && side < game->rules->sides; side++)
        if (table ? live_table_clock_text(table, side, clock)
                  : session_clock_text(game, side, clock))
            text_add(words, sizeof words, &used, "%s%s has %s left", side ? ", " : "",
                     side_name(side), clock);
    if (used)
        each(argument, words);
    return used;
}

static void word_offer(const struct live_table *table, const struct table_news *news,
                       struct worded *out)
{
    switch (news->kind) {
    case NEWS_AGREED:
        say_named(table->place, seat_of(table, news->side), " agrees", out);
        break;
    case NEWS_OFFER_OFF:
        worded_say(out, "the offer %s%s is off%s", live_offer_of(news->count),
                   live_offer_said(news->count), news->text);
        break;
    case NEWS_PROPOSED:
        worded_say(out, "you propose %s; %s asked", live_offer_said(news->count), news->text);
        break;
    default: /* NEWS_OFFERED */
        live_words_offer(table, out);
    }
}

static void word_end(const struct live_table *table, struct worded *out)
{
    const struct live_game *game = live_table_game(table);
    char words[400], score[24];
    if (game->refused) {
        lobby_refused(game, words, sizeof words);
        worded_say(out, "the game is cancelled: %s", words);
    } else if (game->aborted) {
        worded_say(out, "the game is %s", game->reason);
    } else {
        live_score(game, score, sizeof score);
        words_verdict(&game->game.now, &game->game.verdict, words, sizeof words);
        worded_say(out, "%s. The result is %s", words, score);
    }
}

static void word_journal(const struct table_news *news, struct worded *out)
{
    switch (news->kind) {
    case NEWS_BROKEN:
        worded_fail(out, "the game cannot continue: %s", news->why->text);
        break;
    case NEWS_TORN:
        worded_say(out, "the " JOURNAL_TORN);
        break;
    case NEWS_PASSED:
        worded_say(out, "%d %s of the chat cannot be read and %s left out", news->count,
                   news->count == 1 ? "line" : "lines", news->count == 1 ? "is" : "are");
        break;
    default: /* NEWS_NOT_FILED */
        worded_fail(out, "the game cannot be saved in the archive yet: %s", news->why->text);
    }
}

static void word_course(const struct live_table *table, const struct table_news *news,
                        struct worded *out)
{
    switch (news->kind) {
    case NEWS_SENT:
        worded_say(out, "sent to the %s", news->yes ? "watchers" : "people at this game");
        break;
    case NEWS_BEGUN:
        worded_say(out, "the game begins");
        break;
    case NEWS_RECORD:
        if (news->count == 1)
            worded_say(out, "the last ply is taken back");
        else if (news->count)
            worded_say(out, "the last %d plies are taken back", news->count);
        break;
    case NEWS_PAUSED:
        say_paused(table, out);
        break;
    case NEWS_RESUMED:
        worded_say(out, "the game continues");
        break;
    case NEWS_FILED:
        if (!news->yes)
            worded_say(out, "nothing was played, so the game is not stored");
        else if (news->count < 0)
            worded_fail(out, "the archive's copy of the game cannot be opened");
        else
            worded_say(out,
                       "the game is in the archive as game %d; you can write notes now: {lead} "
                       "shows it to the others, {rematch} plays again",
                       news->count + 1);
        break;
    default: /* NEWS_REMATCH */
        say_named(table->place, news->text, " asks for a rematch: {rematch} accepts", out);
    }
}

void live_words(const struct live_table *table, const struct table_news *news, struct worded *out)
{
    *out = (struct worded){0};
    switch (news->kind) {
    case NEWS_REFUSED:
        word_table_refusal(table, news, out);
        break;
    case NEWS_SEATED:
    case NEWS_WATCHING:
    case NEWS_DRAWN:
    case NEWS_JOINED:
    case NEWS_LEFT:
    case NEWS_SWAPPED:
    case NEWS_TAKEN:
    case NEWS_HERE:
        word_seat(table, news, out);
        break;
    case NEWS_AGREED:
    case NEWS_OFFER_OFF:
    case NEWS_OFFERED:
    case NEWS_PROPOSED:
        word_offer(table, news, out);
        break;
    case NEWS_OVER:
        word_end(table, out);
        break;
    case NEWS_BROKEN:
    case NEWS_TORN:
    case NEWS_PASSED:
    case NEWS_NOT_FILED:
        word_journal(news, out);
        break;
    case NEWS_SENT:
    case NEWS_BEGUN:
    case NEWS_RECORD:
    case NEWS_PAUSED:
    case NEWS_RESUMED:
    case NEWS_FILED:
    case NEWS_REMATCH:
        word_course(table, news, out);
        break;
    case NEWS_CAME:
    case NEWS_SAID:
    case NEWS_TOOK_BACK: /* NEWS_RECORD says it */
    case NEWS_TOLD:
    case NEWS_PEOPLE:
    case NEWS_OPENS:
        break;
    }
}

/* ---------------------------------------------------------------- shared reading */

void reading_words(const struct shared_reading *reading, const struct reading_news *news,
                   struct worded *out)
{
    const struct lobby_place *place = reading->place;
    const char *name = news->text ? news->text : "", *mark = lobby_name_mark(place, name);
    *out = (struct worded){0};
    switch (news->kind) {
    case READING_CAME:
        say_named(place, name, " has this game open as well", out);
        break;
    case READING_WENT:
        say_named(place, name, " has left this game", out);
        break;
    case READING_LED:
        if (news->yes)
            worded_say(out, "you follow %s%s, who leads: {sync} stops", name, mark);
        else
            say_named(place, name, " leads: {sync} follows", out);
        break;
    case READING_UNLED:
        say_named(place, name, " no longer leads", out);
        break;
    case READING_LEADING:
        worded_say(out, "you lead: the others see what you see, and every change is saved; {lead} "
                        "stops");
        break;
    case READING_LAID_DOWN:
        worded_say(out, "you no longer lead");
        break;
    case READING_NO_LEAD:
        if (news->text)
            say_named(place, name, " leads; you can lead after they stop", out);
        else
            worded_say(out, "%s",
                       news->why ? news->why->text : "someone else took the lead just now");
        out->error = true;
        break;
    case READING_ALONE:
        worded_say(out, "you follow nobody now: {sync} follows whoever leads");
        break;
    case READING_ALONG:
        if (news->text)
            worded_say(out, "you follow %s%s", name, mark);
        else
            worded_say(out, "you follow whoever leads: nobody does yet, {lead} leads");
        break;
    case READING_LEADS:
        worded_fail(out, "you lead: {lead} stops");
        break;
    case READING_MOVED_AWAY:
        worded_say(out, "you have moved away: {sync} follows %s%s again", name, mark);
        break;
    case READING_SHOWN:
        say_named(place, name, " shows:", out);
        break;
    case READING_UNSAVED:
        worded_fail(out, "you have unsaved changes: {save} them, then {sync} follows %s%s", name,
                    mark);
        break;
    case READING_NOT_LOADED:
        worded_fail(out, "%s", news->why->text);
        break;
    case READING_FOLLOWS:
        worded_fail(out, "you follow %s%s; to write notes, stop that with {sync}", name, mark);
        break;
    case READING_SAID:
        break;
    }
}

/* ---------------------------------------------------------------- the lobby */

int lobby_seats_words(const struct lobby_place *place, const struct lobby_game *game, char *out,
                      size_t size)
{
    size_t used = 0;
    if (size)
        out[0] = '\0';
    if (!game->sides)
        text_add(out, size, &used, "%s", game->seats);
    for (int side = 0; side < game->sides; side++) {
        const char *name = game->seat[side].name, *like = player_names_like(&place->names, name);
        text_add(out, size, &used, "%s", !side ? "" : game->sides == 2 ? " against " : ", ");
        if (!strcmp(name, place->name))
            text_add(out, size, &used, "you");
        else if (!*name)
            text_add(out, size, &used, "an open seat");
        else
            text_add(out, size, &used, "%s%s%s%s%s", name, like ? " (not " : "", like ? like : "",
                     like ? ")" : "", game->seat[side].taken || *game->refused ? "" : " (invited)");
    }
    if (game->lot)
        text_add(out, size, &used, ", sides drawn by lot");
    return (int)used;
}

/* What a game in the lobby waits for. */
static const char *state_of(const struct lobby_game *game, char *out, size_t size)
{
    if (game->broken)
        snprintf(out, size, "%s, only for reading",
                 game->newer ? "of a newer version of the program" : "damaged");
    else if (*game->refused)
        return game->refused;
    else if (game->challenged)
        return "you are invited to play";
    else if (game->waits)
        return game->free_side == NOBODY ? "waits for players" : "you can sit down";
    else if (game->own_turn)
        return "it is your turn";
    else if (*game->to_move == '(')
        return "you see it some plies late";
    else if (*game->to_move)
        snprintf(out, size, "%s is to move", game->to_move);
    else
        return "over";
    return out;
}

void lobby_game_words(const struct lobby_place *place, const struct lobby_game *game, int number,
                      char *out, size_t size)
{
    char seats[300], state[120], idle[CLOCK_ROOM];
    if (game->broken && !game->sides) {
        snprintf(out, size, "Game %d, %s: %s, cannot be shown", number, game->mark,
                 game->newer ? "of a newer version of the program" : "damaged");
        return;
    }
    lobby_seats_words(place, game, seats, sizeof seats);
    lobby_age(game->last, idle);
    snprintf(out, size, "Game %d, %s: %s%s%s%s, %s; %s; %d %s, the last change was %s ago; %d %s%s",
             number, game->mark, game->variant, *game->control ? ", clock " : "", game->control,
             game->is_strict ? ", strict" : "", seats, state_of(game, state, sizeof state),
             game->plies, game->plies == 1 ? "ply" : "plies", idle, game->watchers,
             game->watchers == 1 ? "person watches" : "people watch",
             game->is_private ? "; private" : "");
}

void lobby_person_words(struct lobby_place *place, const struct person *person, char *out,
                        size_t size)
{
    char mark[GAME_MARK_ROOM];
    game_mark(person->game, mark);
    snprintf(out, size, "%s%s is %s%s", person->name, person->self ? ", that is you," : "",
             !*person->game  ? "in the lobby"
             : person->plays ? "playing at "
                             : "watching ",
             !*person->game                       ? ""
             : lobby_may_see(place, person->game) ? mark
                                                  : "a private game");
}

static void say_waiting(const struct lobby_place *place, const struct lobby_news *news,
                        struct worded *out)
{
    const struct lobby_game *game = news->game;
    char seats[300];
    lobby_seats_words(place, game, seats, sizeof seats);
    if (news->kind == LOBBY_CANCELLED)
        worded_say(out, "your game %s of %s, %s, is cancelled: %s", game->mark, game->variant,
                   seats, game->refused);
    else
        worded_say(out,
                   game->challenged ? "you are invited to play %s, %s: {join %s} or {refuse %s}"
                                    : "it is your turn in a game of %s, %s: {join %s} opens it",
                   game->variant, seats, game->mark, game->mark);
}

void lobby_words(const struct lobby_place *place, const struct lobby_news *news, struct worded *out)
{
    const char *name = news->text, *done = news->yes ? "withdrawn" : "declined";
    *out = (struct worded){0};
    switch (news->kind) {
    case LOBBY_REFUSED:
        if (news->cause == LOBBY_NOBODY)
            worded_fail(out, "you follow nobody: {follow NAME} watches whatever a player plays");
        else
            worded_fail(out, "%s%s", news->why->text,
                        news->cause == LOBBY_FULL ? ": {mute NAME} unmutes one" : "");
        break;
    case LOBBY_PASSED:
        worded_say(out, "a line of the lobby's chat cannot be read and is left out");
        break;
    case LOBBY_ALIKE:
        worded_say(out, "take care, some names %s", name);
        break;
    case LOBBY_FOLLOWING:
        worded_say(out, "you follow %s: each of their games opens for you, {follow} stops", name);
        break;
    case LOBBY_UNFOLLOWED:
        worded_say(out, "you no longer follow %s", name);
        break;
    case LOBBY_MUTED:
        say_named(place, name, news->yes ? " is unmuted" : " is muted; repeat to unmute", out);
        break;
    case LOBBY_MUTES:
        worded_say(out,
                   *name ? "muted: %s; {mute NAME} unmutes"
                         : "nobody is muted; {mute NAME} mutes a player",
                   name);
        break;
    case LOBBY_LIKE:
        worded_name(out, name, " is not %s, a player known here: check the name", news->other);
        break;
    case LOBBY_UNKNOWN:
        worded_say(out,
                   "no player called %s is known here yet: the game waits until %s comes; {resign} "
                   "withdraws it",
                   name, name);
        break;
    case LOBBY_WAITS:
    case LOBBY_CANCELLED:
        say_waiting(place, news, out);
        break;
    case LOBBY_CALLED_OFF:
        worded_say(out, "you have %s: the game %s is cancelled", done, name);
        break;
    case LOBBY_NOT_CALLED_OFF:
        worded_fail(out, "not %s, %s: %s", done, name, news->why->text);
        break;
    case LOBBY_CALLED_OFF_SUM:
        if (news->why)
            worded_fail(out, "%d of %d %s; %s", news->ended, news->games, done, news->why->text);
        else
            worded_say(out, "%s: %d games are cancelled", done, news->games);
        break;
    case LOBBY_SENT:
        worded_say(out, news->yes ? "sent to the lobby" : "sent to the people at this game");
        break;
    case LOBBY_TOLD:
        worded_say(out, "%s", news->other ? "" : news->text);
        break;
    case LOBBY_OPENS:
        if (news->other)
            say_named(place, news->other,
                      ", whom you follow, has started to play; opening that game", out);
        break;
    case LOBBY_SAID:
        break;
    }
}
