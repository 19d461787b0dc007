/* player_name.h - who may be called what, and which names a person would take for one another. */
#ifndef CHESSCADE_PLAYER_NAME_H
#define CHESSCADE_PLAYER_NAME_H

#include "core/base.h"

enum { PLAYER_NAME_MAX = 24 };

/* A player's name: 1 to 24 of a-z 0-9 - _, a letter first: nothing that could be a path, an option or an escape, and no
 * letters of other alphabets that look like these. FAIL_TEXT. */
int player_name_check(const char *name, struct note *why);
/* Would a person take one name for the other ("anna-1", "anna_l")? Also true for the same name. Names from files may be
 * of any letters: those that look alike in Latin, Cyrillic and Greek, case, width and accents make no difference. */
bool player_names_alike(const char *a, const char *b);

/* Names that were met. */
struct player_names {
    struct met_name *v;
    int n, room;
};
void player_names_know(struct player_names *names, const char *name);
/* Somebody was asked by that name, who may be nobody: it looks like those that were met, and none of them like it. */
void player_names_hear(struct player_names *names, const char *name);
/* Was somebody of just that name met? */
bool player_names_met(const struct player_names *names, const char *name);
/* Another name met that a person would take for this one; NULL. Borrowed until the next name is met. */
const char *player_names_like(const struct player_names *names, const char *name);
/* "bill and b1ll (in capitals BILL and B1LL)": all that look alike, `own` marked as "you". False, and "", when none do. */
bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size);
void player_names_clear(struct player_names *names);

#endif
