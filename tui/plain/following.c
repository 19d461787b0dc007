/* following.c - plain mode's shared reading, in sentences: several people read a game of the
 * lobby's archive together (tui/session/lobby/shared_reading.h). */
#include "config.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/words/live_words.h"

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

static void plain_told_together(void *client, const struct reading_news *news)
{
    struct plain *plain = client;
    struct worded worded;
    if (news->kind == READING_SAID && !news->yes)
        plain_say(plain, "%s says: %s", news->said->by, news->said->text);
    reading_words(together_of(plain), news, &worded);
    if (*worded.text)
        plain_tell_worded(plain, &worded);
    if (news->kind == READING_SHOWN) {
        plain->lobby->shows++;
        plain_tell(plain);
    }
}

/* ---------------------------------------------------------------- joining and leaving */

static void save_as_leader(void *client)
{
    plain_save(client, "");
}

static bool is_composing(void *client)
{
    return ((struct plain *)client)->game.composing;
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

bool plain_together_refuses(struct plain *plain)
{
    return plain->lobby && reading_refuses(together_of(plain));
}
