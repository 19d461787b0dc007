/* uci_text.h - plies in UCI notation: coordinates ("e2e4", "e7e8q") in families in which they
 * identify every ply; in other families the long form, which has no blanks. */
#ifndef CHESSCADE_CORE_ENGINE_UCI_TEXT_H
#define CHESSCADE_CORE_ENGINE_UCI_TEXT_H

#include "core/family.h"

enum { UCI_PLY_ROOM = 4096 };

/* Like snprintf. */
int uci_format(const struct position *position, const struct ply *ply, char *buffer, size_t size);
/* The legal ply a text means: coordinates, long or short form. Fails like rules.parse(). */
int uci_parse(const struct position *position, const char *text, struct ply *out, struct note *why);

#endif
