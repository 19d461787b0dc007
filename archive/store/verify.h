/* verify.h - verifies files: schema, notation, replay, end position; for games, collections and
 * manifests. */
#ifndef CHESSCADE_ARCHIVE_STORE_VERIFY_H
#define CHESSCADE_ARCHIVE_STORE_VERIFY_H

#include "archive/replay/replay.h"
#include "archive/store/store.h"

/* Checks one document. `first_line` is the number of its first line in the file; `id` is the id in
 * the file's name, NULL if there is none. Calls `each` with every finding. Returns the number of
 * findings that the file itself does not report (struct finding): 0 means that the document is
 * correct. */
int verify_document(const char *bytes, size_t size, int first_line, const char *id,
                    const struct yaml_limits *limits, finding_fn *each, void *argument);

/* Like verify_document(), for a record from any source: checks its dates and everything that
 * replay_check() checks. */
int verify_record(const struct record *record, finding_fn *each, void *argument);

/* ---- Finds duplicate ids in a store: copies of a file in several folders, or of a document in a
 * stream.
 *
 * Only one of the games with an id is used. */

struct ids_twice {
    struct id_twice *v; /* [n] the games with duplicate ids, sorted by id, then by index; owned */
    int n;
};

/* Collects the duplicate ids among all scanned games; free the result with ids_twice_clear().
 * Games without a known id are left out. */
void ids_twice_collect(struct ids_twice *duplicates, const struct store *store);
/* The first index of a game with this id, -1 if it is not duplicated. */
int ids_twice_first(const struct ids_twice *duplicates, const char *id);
void ids_twice_clear(struct ids_twice *duplicates);

#endif
