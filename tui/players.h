/* players.h - the players of a service account: the lines of its authorized_keys that let a key play under one name.
 *
 *   command="/usr/bin/chesscade lobby --as ana /srv/chess",restrict,pty ssh-ed25519 AAAA... ana
 *
 * Lines of another form are somebody else's and are kept as they are. */
#ifndef CHESSCADE_PLAYERS_H
#define CHESSCADE_PLAYERS_H

#include "core/base.h"

#include <stdio.h>

/* Add a key ("ssh-ed25519 AAAA... comment") for a name. A name may have several keys; a key has one name; names that look
 * alike are refused. `program` and `archive` are absolute paths. The file is made when it is not there. */
int players_add(const char *file, const char *name, const char *key, const char *program, const char *archive,
                struct note *why);
/* Remove every key of a name: how many there were, FAIL_NAME for none. */
int players_remove(const char *file, const char *name, struct note *why);
/* Print a line "name  key type  end of the key" for each; the number of them. */
int players_list(const char *file, FILE *out, struct note *why);

#endif
