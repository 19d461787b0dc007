/* backend.h - the interface that each kind of store implements.
 *
 * Only two kinds of modules include it: the backends, and the modules that keep other things beside
 * the games (collections, drafts, packs, the index). A new kind of store is a struct that begins
 * with struct store, and a table of these functions, all of which must do what store.h says; the
 * list in store.c names the table. The only path in this interface is the one that the user has
 * named; it has no descriptors of folders, no inodes and no file times. Other things than games are
 * in rooms (archive/util/room.h). Two versions of a game differ in their marks. */
#ifndef CHESSCADE_ARCHIVE_STORE_BACKEND_H
#define CHESSCADE_ARCHIVE_STORE_BACKEND_H

#include "archive/store/packs.h"
#include "archive/store/store.h"
#include "archive/summary/cache_file.h"
#include "archive/summary/summary_table.h"
#include "archive/util/room.h"

struct live_backend;
struct draft_hold;

/* What is at the place that the user has named. */
enum store_there { THERE_NOTHING, THERE_FILE, THERE_FOLDER };

/* What a mark tells about the version of a game. */
enum store_mark {
    MARK_NONE,  /* nothing: there is no mark */
    MARK_NEVER, /* nothing, and waiting does not help: the clock was wrong when it was saved */
    MARK_YOUNG, /* another version may get the same mark, since this one was saved just now */
    MARK_SURE   /* every other version has another mark */
};

struct store_backend {
    /* True if this kind of store can be opened there. */
    bool (*takes)(const char *where, enum store_there there);
    /* Opens it: sets backend and total of a new struct store, or fails. */
    int (*open)(struct store **out, const char *where, bool read_only, struct note *why);
    /* Reads game number `store->list.count` and appends its listing with store_append(). */
    void (*look)(struct store *store);
    /* Looks for external changes: see store_refresh(). If `behind` is true, it may leave slow
     * checks to check(). */
    bool (*refresh)(struct store *store, bool behind);
    /* check() validates up to `games` cached listings against their files and returns true while
     * there are more; NULL if the backend has no cache. unchecked() returns 0 if no listing is left
     * to validate; it sets *kept to true if the list cached on disk is up to date. keep_list()
     * writes the list to disk. */
    bool (*check)(struct store *store, int games);
    int (*unchecked)(const struct store *store, bool *kept);
    void (*keep_list)(struct store *store);
    void (*label)(struct store *store, int at, char *label, size_t size, char id[ULID_LENGTH + 1],
                  int *line);
    int (*bytes)(struct store *store, int at, char **bytes, size_t *size, struct note *why);
    int (*save)(struct store *store, struct record *record, struct version *version,
                struct note *why);
    int (*remove)(struct store *store, const char *id, const struct version *version,
                  struct note *why);
    /* Opens a room of the store for things other than games: "drafts/ana", "imports", at most two
     * names deep. Call store_room() instead. NULL if the backend has no rooms: then the store has
     * neither packs nor collections, and drafts are kept in the user's own folder. */
    struct room *(*room)(struct store *store, const char *name, bool create);
    /* Creates several rooms at once, which may be faster than one by one; errors are not reported.
     * May be NULL. */
    void (*rooms)(struct store *store, const char *const *names, int n);
    /* Adds many games at once: see store_add_texts(). If it is NULL, games are saved one by one. */
    int (*add)(struct store *store, const struct store_text *texts, int n, int *results,
               struct note *why);
    /* Gets the mark of the current version of a game, computed from `seed`, without reading the
     * game. NULL: the store cannot have an index. */
    enum store_mark (*mark)(struct store *store, int at, uint64_t seed, uint64_t *mark);
    /* True if other users can write to the archive too. NULL means false. */
    bool (*shared)(const struct store *store);
    /* Lists the other users who may write: see store_members(). NULL means that there are none. */
    void (*members)(const struct store *store, store_member_fn *each, void *argument);
    /* Gets the place on this computer for the index and what else can be made again from the games;
     * the caller closes its room. False if there is none. NULL means false. */
    bool (*cache)(struct store *store, bool create, struct sidecar_place *place);
    /* Notifications of external changes: see store_watch(), store_told(), store_take_told(). May
     * be NULL if the backend cannot notify. */
    int (*watch)(struct store *store);
    bool (*told)(struct store *store);
    bool (*take_told)(struct store *store);
    /* Updates the list after a game was copied out of a pack: see store_look_in_packs(). NULL if
     * games cannot be copied out of packs. */
    void (*take_copy)(struct store *store, const char *id);
    void (*close)(struct store *store); /* frees its own members, not the struct */
    /* For stores whose games are not YAML (otherwise NULL): returns the game as a record, the same
     * that bytes() writes as YAML. Returns NULL if the game may exceed a limit, which only bytes()
     * can check. The record does not say where in the file its parts are; label() says in which
     * line the game begins. */
    struct record *(*convert)(struct store *store, int at);
    /* Keeps the live games, people and talk of the store: see live_backend.h. NULL if the store
     * cannot have any. */
    const struct live_backend *live;
};

struct store {
    const struct store_backend *backend;
    char *title, *user, *where;
    bool read_only, guest;
    char why_read_only[160];
    struct note unread[2]; /* why a folder of games, or of packs, is unreadable; "" if it is
                              readable */
    struct note wrong;     /* which settings of the manifest are ignored: see store_wrong() */
    struct yaml_limits limits;
    struct draft_hold *hold; /* [holds] the drafts that this process holds (drafts.c) */
    int holds, hold_room;
    struct index *index; /* the open index of this store, borrowed; NULL if there is none */
    int indexes;         /* number of times that `index` was replaced */
    struct catalog list; /* the store's own games scanned so far; they come first in the list */
    int total;           /* number of the store's own games, scanned or not */
    int changes;         /* counter of replaced listings: see store_changes() */
    int stamps;     /* counter that changes whenever the file stamp of a game may have changed */
    int generation; /* counter of changes of indices: see store_generation() */
    struct shelf *shelf; /* [shelves] the packs; their games follow the store's own */
    int shelves;
    struct id_set *own_ids; /* ids of all the store's own games; NULL until someone needs them */
    struct listing *shown;  /* ring of the listings returned by store_listing() */
    int shown_next;
    const struct live_backend *live; /* see store_live() */
};

/* The message about a file with more games than the limit. */
#define STORE_CUT_SHORT "only the first %d games are listed; import the file to see all of them"

/* The backends, in the order in which store_open() asks them. */
extern const struct store_backend directory_store, pgn_store, stream_store;
extern const struct live_backend directory_live;
/* For tests: lets store_open() ask one more backend, before all others; NULL: none. */
void stores_also(const struct store_backend *backend);

/* The names of rooms that several modules use. */
#define ROOM_OF_LOCKS ".lock"
#define ROOM_OF_PACKS "packs"
#define ROOM_OF_TRASH "trash"

/* Appends the listing of the game being scanned, and clears it. */
void store_append(struct store *store, struct listing *listing);
/* Opens a room of the store; if it is missing and `create` is true, creates it. NULL with errno,
 * also if the store has no rooms. Close it with room_close(). */
struct room *store_room(struct store *store, const char *name, bool create);
bool store_has_rooms(const struct store *store);
/* Lists the ids of the items in a room that are named id + `ending`, oldest first; the caller owns
 * the list. It is empty if the room does not exist. */
int store_room_ids(struct store *store, const char *name, const char *ending,
                   char (**ids)[ULID_LENGTH + 1]);
/* The place for what can be made again from the games: see struct store_backend. */
bool store_cache(struct store *store, bool create, struct sidecar_place *place);
/* Keeps some bytes as <id>.<rev>.yaml in the trash, where nothing is ever overwritten. If other
 * bytes have that name (an editor changed a file without a new revision), uses <id>.<rev>.2.yaml
 * and so on. Bytes already in the trash are not stored twice. If the trash cannot be opened, the
 * message begins with `what`. */
int trash_keep(struct store *store, const char *id, int64_t rev, const char *bytes, size_t size,
               const char *what, struct note *why);
/* Discards the listings of all the store's own games: they must be scanned again. */
void store_forget(struct store *store);

/* drafts.c: releases all held drafts, so that others can load them. */
void store_drafts_leave(struct store *store);
/* The two rooms that can contain a user's drafts: one in the archive, and one of the user's own
 * for archives that are not writable and disks that are full. */
enum place_of_drafts { IN_ARCHIVE, AT_HOME, PLACES_OF_DRAFTS };
/* Opens the user's room of drafts at `place`, and creates it if `create`. NULL with errno. */
struct room *drafts_room(struct store *store, enum place_of_drafts place, bool create);

/* ---- store.c */
void version_of(struct version *version, int64_t rev, const char *bytes, size_t size);
bool version_fits(const struct version *version, const char *bytes, size_t size);

/* Writes a record as the text to be saved as revision `rev`. Refuses later schemas (FAIL_RULE)
 * and games that could not be read back (FAIL_LIMIT, FAIL_TEXT). *text is owned by the caller. */
int store_compose(const struct store *store, struct record *record, int64_t rev,
                  struct yaml_text *text, struct note *why);

#endif
