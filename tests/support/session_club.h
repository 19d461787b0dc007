/* session_club.h - what tests of sessions begin with: an empty club archive in the test's own
 * folder, and what every client of an open game answers. */
#ifndef CHESSCADE_TESTS_SUPPORT_SESSION_CLUB_H
#define CHESSCADE_TESTS_SUPPORT_SESSION_CLUB_H

#include "tests/support/testing.h"

#include "archive/store/memory/live_memory.h"
#include "archive/store/store.h"

#include <stdio.h>
#include <stdlib.h>

static char top[256], club[300]; /* the test's folder, and the archive in it */

static inline int make_club(void **state)
{
    struct note why;
    (void)state;
    if (!make_folder(top, "session"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    setenv("HOME", top, 1);
    setenv("XDG_STATE_HOME", top, 1);
    return store_create(club, "Club", &why);
}

static inline int drop_club(void **state)
{
    (void)state;
    live_memory_clear();
    remove_folder(top);
    return 0;
}

/* For struct game_client: the person is ana, at the place "here". */
static inline const char *client_name(void *self)
{
    (void)self;
    return "ana";
}

static inline void client_label(void *self, char *out, size_t size)
{
    (void)self;
    snprintf(out, size, "here");
}

#endif
