/* trash.h - what is deleted or replaced is kept in the archive's trash, and nothing there is ever written over. */
#ifndef CHESSCADE_TRASH_H
#define CHESSCADE_TRASH_H

#include "core/base.h"

#include <stddef.h>
#include <stdint.h>

/* Keep some bytes as <id>.<rev>.yaml in the trash, an open folder; where other bytes have that name (an editor changes a file
 * without a new revision) as <id>.<rev>.2.yaml and so on. Bytes that are there already are not kept twice. */
int trash_keep(int trash, const char *id, int64_t rev, const char *bytes, size_t size, struct note *why);

#endif
