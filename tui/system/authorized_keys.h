/* authorized_keys.h - the players of a service account: lines in its authorized_keys, each letting
 * one key play under one name.
 *
 *   command="/usr/bin/chesscade lobby --as ana /srv/chess",restrict,pty ssh-ed25519 AAAA... ana
 *
 * Lines of any other form belong to someone else and are kept unchanged. */
#ifndef CHESSCADE_TUI_SYSTEM_AUTHORIZED_KEYS_H
#define CHESSCADE_TUI_SYSTEM_AUTHORIZED_KEYS_H

#include "core/base.h"

#include <stdio.h>

/* Add a key ("ssh-ed25519 AAAA... comment") for a name. A name may have several keys, but a key
 * only one name; names that look like an existing one are refused. `program` and `archive` are
 * absolute paths. The file is created if it does not exist. */
int players_add(const char *file, const char *name, const char *key, const char *program,
                const char *archive, struct note *why);
/* Remove every key of a name; returns the number of keys removed, FAIL_NAME if there was none. */
int players_remove(const char *file, const char *name, struct note *why);
/* Print a line "name  key type  end of the key" for each player; returns their number. */
int players_list(const char *file, FILE *out, struct note *why);

#endif
