/* pack_writer.h - a new pack: very many games, one after another, into packs/<name>.yaml of an archive.
 *
 * Until it is whole it is packs/.<name>.part and no pack, with packs/.<name>.state beside it, which says what of its
 * source is in it for certain. Whoever imports goes on from there after a kill, a power loss or a cancelled import. What
 * it costs is writing: the disk is waited for once in many megabytes. One process writes a pack at a time.
 *
 *     pack_writer_begin(&writer, store, "lichess", sha256, &mark, &why)      mark: where to go on in the source
 *     for each game: pack_writer_add(writer, record, &why), then pack_writer_mark(writer, &mark, &why)
 *     pack_writer_end(writer, &why), or pack_writer_stop(writer, &why): to be continued */
#ifndef CHESSCADE_PACK_WRITER_H
#define CHESSCADE_PACK_WRITER_H

#include "archive/store.h"
#include "archive/yaml_out.h"

struct pack_writer;

/* How far the source was read: games, and the byte and line the next one begins at. */
struct pack_mark {
    int games, line;
    size_t at;
};

enum { PACK_NAME_MOST = 100 }; /* characters */
/* A name for the pack of a file: the file's own, as far as packs can be called so; "" where nothing of it can. */
void pack_name_for(const char *file, char name[static PACK_NAME_MOST + 1]);
/* Can a pack be called so? 0, or FAIL_NAME. */
int pack_name_check(const char *name, struct note *why);

/* Is there a pack of that name, and was it made of that source? What a kill behind its last game has left is taken away then. */
bool pack_is_whole(struct store *store, const char *name, const char *source);

/* Begin a pack, or go on with it: *mark is zero, or what was reached (line 1 at the beginning). `source` tells one source
 * from another (SHA-256 in hexadecimal). FAIL_NAME: the name is none; FAIL_CONFLICT: there is a pack of that name, or one
 * begun from another source; FAIL_BUSY; FAIL_RULE: the store keeps no packs; FAIL_SYSTEM. The store is borrowed. */
int pack_writer_begin(struct pack_writer **out, struct store *store, const char *name, const char *source,
                      struct pack_mark *mark, struct note *why);
/* From now on games whose ids the store has, or the pack already, are refused. For sources that bring ids along. FAIL_SYSTEM:
 * what is there of the pack cannot be read. */
int pack_writer_know_ids(struct pack_writer *writer, struct note *why);
/* From now on its list is made, too, so that nobody has to scan it at the end; of one that is gone on with it is not, nor of
 * more games than are in 40 MB, half a million: whoever opens it scans it then. */
void pack_writer_list(struct pack_writer *writer);
/* Its store is closed behind it: it does not come into the list. */
void pack_writer_leave(struct pack_writer *writer);
/* Append a game; its rev is kept, 1 where it has none. FAIL_LIMIT, FAIL_TEXT: it would not be read again; FAIL_CONFLICT:
 * there is one of its id; the pack goes on without it. FAIL_SYSTEM: the disk is full, ... */
int pack_writer_add(struct pack_writer *writer, struct record *record, struct note *why);
/* The same in two steps, the first for any thread: append the game as it stands in a pack to a text; false, and nothing,
 * when it would not be read again, which pack_writer_add() says why. *listing (zero or cleared) is the caller's to clear. Then
 * append what was written, whole games of it. */
bool pack_compose(const struct yaml_limits *limits, struct record *record, struct yaml_text *out,
                  struct listing *listing, int *lines);
/* The game put next is listed so and has so many lines, as pack_compose() said. */
void pack_writer_note(struct pack_writer *writer, const struct listing *listing, int lines);
int pack_writer_put(struct pack_writer *writer, const char *bytes, size_t size, struct note *why);
/* All games of the source up to here were added, or are not wanted. Cheap: the disk is waited for now and then. */
int pack_writer_mark(struct pack_writer *writer, const struct pack_mark *mark, struct note *why);
/* All games are there: the pack (none without games) gets its name and is in the store's list, but for pack_writer_leave(). The
 * writer is freed, whatever happens. */
int pack_writer_end(struct pack_writer *writer, struct note *why);
/* Leave it to be continued from the last mark. The writer is freed, whatever happens. */
int pack_writer_stop(struct pack_writer *writer, struct note *why);

#endif
