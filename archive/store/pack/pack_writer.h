/* pack_writer.h - writes a new pack: very many games, one after another, into packs/<name>.yaml of
 * an archive.
 *
 * Until it is complete it is packs/.<name>.part, which no one treats as a pack. packs/.<name>.state
 * beside it records how much of its source is certainly in it, so that an import can resume there
 * after a kill, a power loss or a cancellation. Writing dominates the cost: it waits for the disk
 * only once in many megabytes. Only one process at a time can write a pack.
 *
 *     pack_writer_begin(&writer, store, "lichess", sha256, &mark, &why)
 *                              mark: where to resume in the source
 *     for each game:           pack_writer_add(writer, record, &why), then
 *                              pack_writer_mark(writer, &mark, &why)
 *     pack_writer_end(writer, &why), or pack_writer_stop(writer, &why) to resume later */
#ifndef CHESSCADE_ARCHIVE_STORE_PACK_PACK_WRITER_H
#define CHESSCADE_ARCHIVE_STORE_PACK_PACK_WRITER_H

#include "archive/store/store.h"
#include "archive/yaml/yaml_write.h"

struct pack_writer;

/* A position in the source: the number of games read so far, and the byte and the line at which the
 * next game begins. */
struct pack_mark {
    int games, line;
    size_t at;
};

enum { PACK_NAME_MOST = 100 }; /* longest pack name, in characters */
/* Derives a pack name from a file name by leaving out characters that a pack name cannot have;
 * "" if none remain. */
void pack_name_for(const char *file, char name[static PACK_NAME_MOST + 1]);
/* Checks a pack name: 0, or FAIL_NAME. */
int pack_name_check(const char *name, struct note *why);

/* True if a pack with that name exists and was made from that source. Also removes leftovers of a
 * process killed after writing its last game. */
bool pack_is_whole(struct store *store, const char *name, const char *source);

/* Starts a pack or resumes one: *mark becomes zero (line 1) for a new pack, otherwise the point
 * in the source to continue from. `source` identifies the source (SHA-256 in hexadecimal).
 * FAIL_NAME: invalid name; FAIL_CONFLICT: a pack with that name exists, or one was begun from
 * another source; FAIL_BUSY; FAIL_RULE: the store cannot hold packs; FAIL_SYSTEM. The store is
 * borrowed. */
int pack_writer_begin(struct pack_writer **out, struct store *store, const char *name,
                      const char *source, struct pack_mark *mark, struct note *why);
/* From now on refuses games whose id is already in the store or the pack. For sources whose games
 * have ids. FAIL_SYSTEM: the existing part of the pack is unreadable. */
int pack_writer_know_ids(struct pack_writer *writer, struct note *why);
/* Makes the writer also build the pack's list, so that nobody has to scan the finished pack.
 * This is not done for a resumed pack, nor beyond half a million games (40 MB): opening such a
 * pack scans it. */
void pack_writer_list(struct pack_writer *writer);
/* Call if the store will be closed afterwards: the finished pack is then not added to its list. */
void pack_writer_leave(struct pack_writer *writer);
/* Appends a game with its rev, or with rev 1 if it has none. FAIL_LIMIT, FAIL_TEXT: the game could
 * not be read back; FAIL_CONFLICT: its id exists already. After these failures the caller can go on
 * with the next game. FAIL_SYSTEM: the disk is full, ... */
int pack_writer_add(struct pack_writer *writer, struct record *record, struct note *why);
/* pack_writer_add() in two steps. The first can run in any thread: pack_compose() appends the
 * game to a text in the form that the pack needs. It returns false and appends nothing if the
 * game could not be read back (pack_writer_add() gives the reason). *listing must be zero or
 * cleared before the call; the caller clears it afterwards. The second step is
 * pack_writer_put(), which appends such texts to the pack, whole games only. */
bool pack_compose(const struct yaml_limits *limits, struct record *record, struct yaml_text *out,
                  struct listing *listing, int *lines);
/* Passes on the listing and the number of lines of the next game for pack_writer_put();
 * pack_compose() has made both. */
void pack_writer_note(struct pack_writer *writer, const struct listing *listing, int lines);
int pack_writer_put(struct pack_writer *writer, const char *bytes, size_t size, struct note *why);
/* Records that every game of the source up to `mark` was added or deliberately left out. This is
 * cheap: it waits for the disk only now and then. */
int pack_writer_mark(struct pack_writer *writer, const struct pack_mark *mark, struct note *why);
/* All games are written: the pack (if it has any games) gets its final name and is added to the
 * store's list, unless pack_writer_leave() was called. Frees the writer in every case. */
int pack_writer_end(struct pack_writer *writer, struct note *why);
/* Stops writing; the pack can be resumed later from the last mark. Frees the writer in every
 * case. */
int pack_writer_stop(struct pack_writer *writer, struct note *why);

#endif
