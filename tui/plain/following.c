/* following.c - plain mode's shared reading: several people read a game of the lobby's archive
 * together. One person leads; the other people see what the leader shows and writes, or read on
 * their own. tui/session/lobby/lobby_games.h defines the protocol, which the screen uses as well.
 */
#include "config.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/lobby/lobby_games.h"

#include <stdlib.h>
#include <string.h>

static struct plain_together *together_of(const struct plain *plain)
{
    return plain->lobby ? &plain->lobby->together : NULL;
}

bool plain_is_together(const struct plain *plain)
{
    const struct plain_together *together = together_of(plain);
    return together && *together->game;
}

static const struct person *plain_leader(const struct plain_together *together)
{
    return together_leader(together->person, together->persons);
}

/* The leader whom this user follows; NULL: nobody. */
static const struct person *plain_followed(const struct plain_together *together)
{
    return together->baton || together->local ? NULL : plain_leader(together);
}

/* ---------------------------------------------------------------- who is here */

static const struct person *plain_following_find(const struct person *person, int n,
                                                 const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(person[i].name, name))
            return &person[i];
    return NULL;
}

static void tell_people(struct plain *plain, const struct person *before, int n)
{
    const struct plain_together *together = together_of(plain);
    for (int i = 0; i < together->persons; i++)
        if (!plain_following_find(before, n, together->person[i].name))
            plain_say(plain, "%s has this game open as well", together->person[i].name);
    for (int i = 0; i < n; i++)
        if (!plain_following_find(together->person, together->persons, before[i].name))
            plain_say(plain, "%s has left this game", before[i].name);
}

static void tell_lead(struct plain *plain, const char *before)
{
    struct plain_together *together = together_of(plain);
    const struct person *person = plain_leader(together);
    const char *now = person ? person->name : "";
    if (!strcmp(now, before))
        return;
    together->shown[0] = '\0';
    if (!person)
        plain_say(plain, "%s no longer leads", before);
    else if (together->local)
        plain_say(plain, "%s leads; type \"sync\" to follow", now);
    else
        plain_say(plain, "You follow %s, who leads; type \"sync\" to stop", now);
}

/* Check who else has this game open, and print changes. */
static void plain_following_look_around(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    struct person *before = together->person;
    char led[PLAYER_NAME_MAX + 1] = "";
    int befores = together->persons;
    const struct person *lead = plain_leader(together);
    if (lead)
        snprintf(led, sizeof led, "%s", lead->name);
    together->persons =
        together_others(&plain->lobby->session.place, together->game, &together->person);
    lobby_session_tell_alike(&plain->lobby->session);
    tell_people(plain, before, befores);
    tell_lead(plain, led);
    free(before);
}

/* ---------------------------------------------------------------- joining and leaving */

void plain_together_close(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    if (!together || !*together->game)
        return;
    presence_lay_down(together->baton);
    presence_go_back(plain->lobby->session.place.presence, together->game);
    talk_clear(&together->talk);
    free(together->person);
    *together = (struct plain_together){0};
}

/* True if others can read the open game as well: it was saved in the lobby's archive. */
static bool plain_is_shared(const struct plain *plain)
{
    return plain->open && plain->game.version.known && !plain_live_on(plain) &&
           !strcmp(store_where(plain->store), store_where(plain->lobby->session.place.store));
}

static void open_together(struct plain *plain)
{
    struct plain_together *together = &plain->lobby->together;
    snprintf(together->game, sizeof together->game, "%s", plain_record(plain)->id);
    together->at = plain->game.spot;
    talk_begin(&together->talk, together->game);
    talk_read_on(&together->talk, plain->lobby->session.place.store);
    presence_go(plain->lobby->session.place.presence, together->game, false);
    if (together->talk.n)
        plain_say(plain, "There is a chat about this game; type \"talk\" to read it");
}

/* ---------------------------------------------------------------- leading */

/* Save the user's changes, then show the new state to the people who follow. A failed save is
 * retried only after another change. */
static void plain_show_others(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    char text[PRESENCE_TEXT_MAX + 1];
    if (plain->game.trial)
        return;
    if (plain_unsaved(plain) && together->tried != plain->game.edits.number) {
        together->tried = plain->game.edits.number;
        plain_save(plain, "");
    }
    together_write(plain_record(plain)->rev, &plain->game.spot, text);
    if (!strcmp(text, together->shown))
        return;
    snprintf(together->shown, sizeof together->shown, "%s", text);
    presence_lead(plain->lobby->session.place.presence, together->game, text);
}

static void take_lead(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    struct note why;
    int result = presence_take_baton(&together->baton, plain->lobby->session.place.presence,
                                     together->game, &why);
    if (result == FAIL_BUSY)
        plain_say(plain, "Someone else has just taken the lead");
    else if (result < 0)
        plain_refuse(plain, why.text);
    if (result < 0)
        return;
    together->local = false;
    together->shown[0] = '\0';
    together->tried = plain->game.edits.saved;
    plain_say(plain,
              "You lead: the others see where you go and what you write, and all of it is saved; "
              "type \"lead\" again to stop");
}

static bool is_shared_told(struct plain *plain)
{
    if (!plain_is_together(plain))
        plain_say(plain,
                  "Only games of the lobby's archive can be read together; type \"open N\" first");
    return plain_is_together(plain);
}

void plain_lead(struct plain *plain, const char *argument)
{
    struct plain_together *together = together_of(plain);
    (void)argument;
    if (!is_shared_told(plain))
        return;
    plain_following_look_around(plain);
    const struct person *other = plain_leader(together);
    if (together->baton) {
        presence_lay_down(together->baton);
        together->baton = NULL;
        together->at = plain->game.spot;
        presence_go(plain->lobby->session.place.presence, together->game, false);
        plain_say(plain, "You no longer lead");
    } else if (other) {
        plain_say(plain, "%s leads now; you can lead once they stop", other->name);
    } else if (plain_writable(plain)) {
        take_lead(plain);
    }
}

/* ---------------------------------------------------------------- following */

/* Follow the leader: load the leader's revision of the game and go to the leader's place in it. */
static void plain_show(struct plain *plain, const struct person *person)
{
    struct plain_together *together = together_of(plain);
    struct spot spot;
    int64_t rev;
    bool spotted = together_read(person->text, &rev, &spot);
    if (!strcmp(together->shown, person->text))
        return;
    snprintf(together->shown, sizeof together->shown, "%s", person->text);
    if (rev != plain_record(plain)->rev && plain_unsaved(plain)) {
        together->local = true;
        plain_say(plain, "You have unsaved changes; type \"save\", then \"sync\" to follow %s",
                  person->name);
        return;
    }
    struct note why;
    if (rev != plain_record(plain)->rev && session_reload(&plain->game, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!spotted || !spot_valid(plain_record(plain), &spot))
        return;
    session_go(&plain->game, &spot);
    together->at = plain->game.spot;
    together->shows++;
    plain_say(plain, "%s shows:", person->name);
    plain_tell(plain);
}

static void plain_following_follow(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    const struct person *person = plain_followed(together);
    if (!person || plain->composing || plain->game.trial || plain->game.guessing)
        return;
    if (*together->shown && !spot_same(&plain->game.spot, &together->at)) {
        together->local = true;
        plain_say(plain, "You have moved away; type \"sync\" to follow %s again", person->name);
        return;
    }
    plain_show(plain, person);
}

void plain_sync(struct plain *plain, const char *argument)
{
    struct plain_together *together = together_of(plain);
    (void)argument;
    if (!is_shared_told(plain))
        return;
    plain_following_look_around(plain);
    const struct person *person = plain_leader(together);
    if (together->baton) {
        plain_say(plain, "You lead; type \"lead\" to stop");
        return;
    }
    together->local = !together->local;
    together->shown[0] = '\0';
    if (together->local)
        plain_say(plain, "You follow nobody now; type \"sync\" again to follow whoever leads");
    else
        plain_say(plain, "You follow %s",
                  person ? person->name
                         : "whoever leads; nobody leads yet, so type \"lead\" to "
                           "lead");
}

bool plain_together_refuses(struct plain *plain)
{
    const struct person *person =
        plain_is_together(plain) ? plain_followed(together_of(plain)) : NULL;
    if (person)
        plain_say(plain, "You follow %s; type \"sync\" to stop, then you can write notes",
                  person->name);
    return person != NULL;
}

/* ---------------------------------------------------------------- news */

static void tell_talk(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    const struct lobby_place *place = &plain->lobby->session.place;
    int new = talk_read_on(&together->talk, place->store);
    for (int i = together->talk.n > new ? together->talk.n - new : 0; i < together->talk.n; i++)
        if (lobby_hears(place, together->talk.v[i].by) &&
            strcmp(together->talk.v[i].by, place->name) != 0)
            plain_say(plain, "%s says: %s", together->talk.v[i].by, together->talk.v[i].text);
}

void plain_together_attend(struct plain *plain)
{
    struct plain_together *together = together_of(plain);
    bool shared = plain_is_shared(plain);
    if (*together->game && (!shared || strcmp(together->game, plain_record(plain)->id) != 0))
        plain_together_close(plain);
    if (!shared)
        return;
    if (!*together->game)
        open_together(plain);
    plain_following_look_around(plain);
    tell_talk(plain);
    if (together->baton)
        plain_show_others(plain);
    else
        plain_following_follow(plain);
}
