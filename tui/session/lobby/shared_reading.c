/* shared_reading.c - several people read a game together: see shared_reading.h. */
#include "config.h"

#include "tui/session/lobby/shared_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(struct shared_reading *reading, enum reading_news_kind kind, const char *text)
{
    reading->tell(reading->client, &(struct reading_news){.kind = kind, .text = text});
}

const struct person *reading_leader(const struct shared_reading *reading)
{
    for (int i = 0; i < reading->persons; i++)
        if (reading->person[i].leads)
            return &reading->person[i];
    return NULL;
}

const struct person *reading_followed(const struct shared_reading *reading)
{
    return reading->baton || reading->local ? NULL : reading_leader(reading);
}

/* ---------------------------------------------------------------- people in the game */

/* List the other people in the game. Returns their number; the caller frees *out. */
static int others(const struct shared_reading *reading, struct person **out)
{
    int n = presence_list(reading->place->presence, out), kept = 0;
    for (int i = 0; i < n; i++)
        lobby_know(reading->place, (*out)[i].name);
    for (int i = 0; i < n; i++)
        if (!(*out)[i].self && !strcmp((*out)[i].game, reading->id))
            (*out)[kept++] = (*out)[i];
    return kept;
}

static bool is_among(const struct person *person, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(person[i].name, name))
            return true;
    return false;
}

static void tell_people(struct shared_reading *reading, const struct person *before, int n)
{
    for (int i = 0; i < reading->persons; i++)
        if (!is_among(before, n, reading->person[i].name))
            tell(reading, READING_CAME, reading->person[i].name);
    for (int i = 0; i < n; i++)
        if (!is_among(reading->person, reading->persons, before[i].name))
            tell(reading, READING_WENT, before[i].name);
}

/* Tell if another person leads than `before`. Nothing of a new leader has been followed yet. */
static void tell_lead(struct shared_reading *reading, const char *before)
{
    const struct person *person = reading_leader(reading);
    const char *now = person ? person->name : "";
    if (!strcmp(now, before))
        return;
    if (!reading->baton)
        reading->shown[0] = '\0';
    if (person)
        reading->tell(reading->client, &(struct reading_news){.kind = READING_LED,
                                                              .text = now,
                                                              .yes = reading_followed(reading)});
    else
        tell(reading, READING_UNLED, before);
}

static void look_around(struct shared_reading *reading)
{
    struct person *before = reading->person;
    char led[PLAYER_NAME_MAX + 1] = "";
    int befores = reading->persons;
    const struct person *lead = reading_leader(reading);
    if (lead)
        snprintf(led, sizeof led, "%s", lead->name);
    reading->persons = others(reading, &reading->person);
    tell_people(reading, before, befores);
    tell_lead(reading, led);
    free(before);
}

static void hear(struct shared_reading *reading)
{
    struct talk_room *talk = &reading->talk;
    int new = talk_read_on(talk, reading->place->store);
    for (int i = talk->n > new ? talk->n - new : 0; i < talk->n; i++)
        if (lobby_hears(reading->place, talk->v[i].by))
            reading->tell(
                reading->client,
                &(struct reading_news){.kind = READING_SAID,
                                       .said = &talk->v[i],
                                       .yes = !strcmp(talk->v[i].by, reading->place->name)});
}

/* ---------------------------------------------------------------- opening and closing */

void reading_open(struct shared_reading *reading)
{
    snprintf(reading->id, sizeof reading->id, "%s", session_record(reading->game)->id);
    reading->at = reading->game->spot;
    talk_begin(&reading->talk, reading->id);
    talk_read_on(&reading->talk, reading->place->store);
    presence_go(reading->place->presence, reading->id, false);
}

void reading_close(struct shared_reading *reading)
{
    if (!*reading->id)
        return;
    presence_lay_down(reading->baton);
    presence_go_back(reading->place->presence, reading->id);
    talk_clear(&reading->talk);
    free(reading->person);
    *reading = (struct shared_reading){.tell = reading->tell,
                                       .save = reading->save,
                                       .load = reading->load,
                                       .busy = reading->busy,
                                       .client = reading->client,
                                       .place = reading->place,
                                       .game = reading->game};
}

/* ---------------------------------------------------------------- leading */

/* Encode what the leader shows, as "REVISION SPOT". If the spot is too long to encode, the nearest
 * ply before it on the parent line is used. */
static void write_shown(int64_t rev, const struct spot *spot, char out[PRESENCE_TEXT_MAX + 1])
{
    char where[PRESENCE_TEXT_MAX - 24];
    struct spot shown = *spot;
    while (!spot_write(&shown, where, sizeof where) && spot_parent(&shown)) {
    }
    snprintf(out, PRESENCE_TEXT_MAX + 1, "%lld %s", (long long)rev, where);
}

/* Decode what write_shown() has written. Returns false if the spot is invalid, but still sets
 * *rev. */
static bool read_shown(const char *text, int64_t *rev, struct spot *spot)
{
    char *end;
    *rev = strtoll(text, &end, 10);
    return *end == ' ' && spot_read(end + 1, spot);
}

void reading_announce(struct shared_reading *reading)
{
    struct game_session *game = reading->game;
    char text[PRESENCE_TEXT_MAX + 1];
    if (!reading->baton || game->trial)
        return;
    if (!session_is_saved(game) && reading->tried != game->edits.number) {
        reading->tried = game->edits.number;
        reading->save(reading->client);
    }
    write_shown(session_record(game)->rev, &game->spot, text);
    if (!strcmp(text, reading->shown))
        return;
    snprintf(reading->shown, sizeof reading->shown, "%s", text);
    presence_lead(reading->place->presence, reading->id, text);
}

static void lay_down(struct shared_reading *reading)
{
    presence_lay_down(reading->baton);
    reading->baton = NULL;
    reading->shown[0] = '\0';
    reading->at = reading->game->spot;
    presence_go(reading->place->presence, reading->id, false);
    tell(reading, READING_LAID_DOWN, NULL);
}

static void take_lead(struct shared_reading *reading)
{
    struct note why;
    int result = presence_take_baton(&reading->baton, reading->place->presence, reading->id, &why);
    if (result < 0) {
        reading->tell(reading->client,
                      &(struct reading_news){.kind = READING_NO_LEAD,
                                             .why = result == FAIL_BUSY ? NULL : &why});
        return;
    }
    reading->local = false;
    reading->shown[0] = '\0';
    reading->tried = reading->game->edits.saved;
    tell(reading, READING_LEADING, NULL);
}

void reading_lead(struct shared_reading *reading)
{
    look_around(reading);
    const struct person *other = reading_leader(reading);
    if (reading->baton)
        lay_down(reading);
    else if (other)
        tell(reading, READING_NO_LEAD, other->name);
    else if (!session_refuses(reading->game))
        take_lead(reading);
}

/* ---------------------------------------------------------------- following */

void reading_moved(struct shared_reading *reading)
{
    const struct game_session *game = reading->game;
    const struct person *person = reading_followed(reading);
    if (!person || reading->led || !*reading->shown || game->trial || game->guessing ||
        spot_same(&game->spot, &reading->at))
        return;
    if (!spot_valid(session_record(game), &reading->at)) {
        reading->at = game->spot; /* the leader has deleted that ply */
        return;
    }
    reading->local = true;
    tell(reading, READING_MOVED_AWAY, person->name);
}

/* Load the leader's revision. Returns false if that is not possible; the client has then been
 * told. */
static bool load(struct shared_reading *reading, const struct person *person)
{
    struct game_session *game = reading->game;
    struct note why;
    if (reading->load) {
        reading->load(reading->client);
        return true;
    }
    if (!session_is_saved(game)) {
        reading->local = true;
        tell(reading, READING_UNSAVED, person->name);
        return false;
    }
    if (session_reload(game, &why) >= 0)
        return true;
    reading->tell(
        reading->client,
        &(struct reading_news){.kind = READING_NOT_LOADED, .text = person->name, .why = &why});
    return false;
}

static void go_to(struct shared_reading *reading, const struct person *person)
{
    struct game_session *game = reading->game;
    struct spot spot;
    int64_t rev;
    bool spotted = read_shown(person->text, &rev, &spot);
    if (rev != session_record(game)->rev && !load(reading, person))
        return;
    if (!spotted || !spot_valid(session_record(game), &spot))
        return;
    if (!spot_same(&spot, &game->spot))
        session_go(game, &spot);
    tell(reading, READING_SHOWN, person->name);
}

static void follow(struct shared_reading *reading)
{
    const struct game_session *game = reading->game;
    const struct person *person = reading_followed(reading);
    if (!person || game->trial || game->guessing || reading->busy(reading->client))
        return;
    reading_moved(reading);
    if (reading->local || !strcmp(reading->shown, person->text))
        return;
    snprintf(reading->shown, sizeof reading->shown, "%s", person->text);
    reading->led = true;
    go_to(reading, person);
    reading->at = reading->game->spot;
    reading->led = false;
}

void reading_attend(struct shared_reading *reading)
{
    look_around(reading);
    hear(reading);
    follow(reading);
}

void reading_sync(struct shared_reading *reading)
{
    look_around(reading);
    const struct person *person = reading_leader(reading);
    if (reading->baton) {
        tell(reading, READING_LEADS, NULL);
        return;
    }
    reading->local = !reading->local;
    reading->shown[0] = '\0';
    tell(reading, reading->local ? READING_ALONE : READING_ALONG, person ? person->name : NULL);
    follow(reading);
}

bool reading_refuses(struct shared_reading *reading)
{
    const struct person *person = *reading->id ? reading_followed(reading) : NULL;
    if (person)
        tell(reading, READING_FOLLOWS, person->name);
    return person != NULL;
}
