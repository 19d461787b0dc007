/* player_name.h - checks player names and detects names that look alike. */
#ifndef CHESSCADE_ARCHIVE_RECORD_PLAYER_NAME_H
#define CHESSCADE_ARCHIVE_RECORD_PLAYER_NAME_H

#include "core/base.h"

enum { PLAYER_NAME_MAX = 24 };

/* Checks a player's name: 1 to 24 of a-z 0-9 - _, starting with a letter. So it cannot be a path,
 * an option or an escape sequence, and has no letters of other alphabets that look the same.
 * FAIL_TEXT. */
int player_name_check(const char *name, struct note *why);
/* True if a person could confuse the names ("anna-1", "anna_l"), or they are equal. Names from
 * files may have any letters: similar letters in Latin, Cyrillic and Greek, case, width and accents
 * make no difference. */
bool player_names_alike(const char *a, const char *b);

/* A collection of names that have been met. */
struct player_names {
    struct met_name *v;
    int n, room;
};
void player_names_know(struct player_names *names, const char *name);
/* Adds a name that someone merely asked for and that may not exist: it is compared with the names
 * met, but they are not reported as similar to it. */
void player_names_hear(struct player_names *names, const char *name);
/* True if exactly that name was met. */
bool player_names_met(const struct player_names *names, const char *name);
/* Another name met that could be confused with this one; NULL if there is none. Borrowed until the
 * next name is added. */
const char *player_names_like(const struct player_names *names, const char *name);
/* "bill and b1ll (in capitals BILL and B1LL)": all groups of similar names, `own` marked as "you".
 * False, and "", if there are none. */
bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size);
void player_names_clear(struct player_names *names);

#endif
