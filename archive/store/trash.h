/* trash.h - keeps deleted and replaced files in the archive's trash, where nothing is ever overwritten. */
#ifndef CHESSCADE_ARCHIVE_STORE_TRASH_H
#define CHESSCADE_ARCHIVE_STORE_TRASH_H

#include "core/base.h"

#include <stddef.h>
#include <stdint.h>

/* Keeps some bytes as <id>.<rev>.yaml in the trash, an open folder. If other bytes have that name
 * (an editor changed a file without a new revision), uses <id>.<rev>.2.yaml and so on. Bytes
 * already in the trash are not stored twice. */
int trash_keep(int trash, const char *id, int64_t rev, const char *bytes, size_t size, struct note *why);

#endif
