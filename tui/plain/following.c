/* following.c - plain mode's shared reading, in sentences: several people read a game of the
 * lobby's archive together (tui/session/lobby/shared_reading.h). */
#include "config.h"
#include "tui/plain/plain_internal.h"

#include <string.h>

static struct shared_reading *together_of(const struct plain *plain)
{
    return plain->lobby ? &plain->lobby->together : NULL;
}

bool plain_is_together(const struct plain *plain)
{
    const struct shared_reading *together = together_of(plain);
    return together && *together->id;
}

/* ---------------------------------------------------------------- news */

static void tell_no_lead(struct plain *plain, const struct reading_news *news)
{
    if (news->text)
        plain_say(plain, "%s leads now; you can lead once they stop", news->text);
    else if (news->why)
        plain_refuse(plain, news->why->text);
    else
        plain_say(plain, "Someone else has just taken the lead");
}

static void tell_leading(struct plain *plain, const struct reading_news *news)
{
    switch (news->kind) {
    case READING_LED:
        plain_say(plain,
                  news->yes ? "You follow %s, who leads; type \"sync\" to stop"
                            : "%s leads; type \"sync\" to follow",
                  news->text);
        break;
    case READING_UNLED:
        plain_say(plain, "%s no longer leads", news->text);
        break;
    case READING_LEADING:
        plain_say(plain, "You lead: the others see where you go and what you write, and all of it "
                         "is saved; type \"lead\" again to stop");
        break;
    case READING_LAID_DOWN:
        plain_say(plain, "You no longer lead");
        break;
    case READING_NO_LEAD:
        tell_no_lead(plain, news);
        break;
    default: /* READING_LEADS */
        plain_say(plain, "You lead; type \"lead\" to stop");
    }
}

static void tell_following(struct plain *plain, const struct reading_news *news)
{
    switch (news->kind) {
    case READING_ALONE:
        plain_say(plain, "You follow nobody now; type \"sync\" again to follow whoever leads");
        break;
    case READING_ALONG:
        plain_say(plain, "You follow %s",
                  news->text ? news->text
                             : "whoever leads; nobody leads yet, so type \"lead\" to lead");
        break;
    case READING_MOVED_AWAY:
        plain_say(plain, "You have moved away; type \"sync\" to follow %s again", news->text);
        break;
    case READING_SHOWN:
        plain->lobby->shows++;
        plain_say(plain, "%s shows:", news->text);
        plain_tell(plain);
        break;
    case READING_UNSAVED:
        plain_say(plain, "You have unsaved changes; type \"save\", then \"sync\" to follow %s",
                  news->text);
        break;
    case READING_NOT_LOADED:
        plain_refuse(plain, news->why->text);
        break;
    default: /* READING_FOLLOWS */
        plain_say(plain, "You follow %s; type \"sync\" to stop, then you can write notes",
                  news->text);
    }
}

static void plain_told_together(void *client, const struct reading_news *news)
{
    struct plain *plain = client;
    switch (news->kind) {
    case READING_CAME:
        plain_say(plain, "%s has this game open as well", news->text);
        break;
    case READING_WENT:
        plain_say(plain, "%s has left this game", news->text);
        break;
    case READING_SAID:
        if (!news->yes)
            plain_say(plain, "%s says: %s", news->said->by, news->said->text);
        break;
    case READING_LED:
    case READING_UNLED:
    case READING_LEADING:
    case READING_LAID_DOWN:
    case READING_NO_LEAD:
    case READING_LEADS:
        tell_leading(plain, news);
        break;
    default:
        tell_following(plain, news);
    }
}

/* ---------------------------------------------------------------- joining and leaving */

static void save_as_leader(void *client)
{
    plain_save(client, "");
}

static bool is_composing(void *client)
{
    return ((struct plain *)client)->composing;
}

void plain_together_ready(struct plain *plain)
{
    plain->lobby->together = (struct shared_reading){.tell = plain_told_together,
                                                     .save = save_as_leader,
                                                     .busy = is_composing,
                                                     .client = plain,
                                                     .place = &plain->lobby->session.place,
                                                     .game = &plain->game};
}

void plain_together_close(struct plain *plain)
{
    if (plain->lobby)
        reading_close(together_of(plain));
}

/* True if others can read the open game as well: it was saved in the lobby's archive. */
static bool plain_is_shared(const struct plain *plain)
{
    return plain->open && plain->game.version.known && !plain_live_on(plain) &&
           !strcmp(store_where(plain->store), store_where(plain->lobby->session.place.store));
}

void plain_together_attend(struct plain *plain)
{
    struct shared_reading *together = together_of(plain);
    bool shared = plain_is_shared(plain);
    if (!shared || strcmp(together->id, plain_record(plain)->id) != 0)
        reading_close(together);
    if (!shared)
        return;
    if (!*together->id) {
        reading_open(together);
        if (together->talk.n)
            plain_say(plain, "There is a chat about this game; type \"talk\" to read it");
    }
    reading_attend(together);
    reading_announce(together);
}

/* ---------------------------------------------------------------- commands */

static bool is_shared_told(struct plain *plain)
{
    if (!plain_is_together(plain))
        plain_say(plain,
                  "Only games of the lobby's archive can be read together; type \"open N\" first");
    return plain_is_together(plain);
}

void plain_lead(struct plain *plain, const char *argument)
{
    (void)argument;
    if (is_shared_told(plain))
        reading_lead(together_of(plain));
}

void plain_sync(struct plain *plain, const char *argument)
{
    (void)argument;
    if (is_shared_told(plain))
        reading_sync(together_of(plain));
}

bool plain_together_refuses(struct plain *plain)
{
    return plain->lobby && reading_refuses(together_of(plain));
}
