/* backend.h - the interface that each kind of store implements.
 *
 * Only two kinds of modules include it: the backends, and the modules that keep other things beside
 * the games (collections, journals, talk). A new kind of store is a struct that begins with struct
 * store, and a table of these functions, all of which must do what store.h says. */
#ifndef CHESSCADE_ARCHIVE_STORE_BACKEND_H
#define CHESSCADE_ARCHIVE_STORE_BACKEND_H

#include "archive/summary/summary_table.h"
#include "archive/util/fs.h"
#include "archive/pack/pack.h"
#include "archive/store/store.h"

struct id_set;
struct live_backend;
struct draft_hold;

struct store_kind {
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
    /* Opens a folder of the archive for things other than games ("drafts", "imports");
     * FAIL_SYSTEM with errno if there is none. May be NULL: call store_folder() instead. */
    int (*folder)(struct store *store, const char *name, bool create);
    /* Adds many games at once: see store_add_texts(). If it is NULL, games are saved one by one. */
    int (*add)(struct store *store, const struct store_text *texts, int n, int *results,
               struct note *why);
    /* Gets the file stamp that identifies the version of a game's file. May be NULL if the
     * backend has no stamps. */
    bool (*stamp)(struct store *store, int at, struct file_stamp *stamp);
    /* True if other users can write to the archive too. NULL means false. */
    bool (*shared)(const struct store *store);
    /* Lists the other users who may write: see store_members(). NULL means that there are none. */
    void (*members)(const struct store *store, store_member_fn *each, void *argument);
    /* Gets the path of the index file, and creates its folder if `create`. False if the store
     * has no index file. NULL means false. */
    bool (*index_place)(struct store *store, bool create, char *path, size_t size);
    /* Gets the folder and name for files that cache data beside the index; the caller closes the
     * folder. False if the store has none. NULL means false. */
    bool (*sidecar_place)(struct store *store, bool create, struct sidecar_place *place);
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

/* A pack in the list of a store. Games that were copied out of it are hidden, since the store
 * lists the copies. */
struct shelf {
    struct pack *pack;
    int seen;    /* how many games of the pack have been compared with the store's own games */
    int *hidden; /* [hiddens] sorted indices of the pack's games that were copied out */
    int hiddens, hidden_room;
};

struct store {
    const struct store_kind *kind;
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

/* Constructors of the backends. Each sets kind and total, or fails. */
int directory_open(struct store **out, const char *where, bool read_only, struct note *why);
int stream_open(struct store **out, const char *where, bool read_only, struct note *why);
int pgn_open(struct store **out, const char *where, struct note *why);
extern const struct live_backend directory_live;
/* True if `where` is the name of a PGN file. */
bool pgn_named(const char *where);

/* The subfolder of an archive that contains its lock files. */
#define LOCK_FOLDER ".lock"

/* Appends the listing of the game being scanned, and clears it. */
void store_append(struct store *store, struct listing *listing);
/* Opens a folder of the archive; if it is missing and `create` is true, creates it. FAIL_SYSTEM
 * with errno, also if the store has no folders. */
int store_folder(struct store *store, const char *name, bool create);
/* Lists the ids of the files in a folder that are named id + `ending`, oldest first; the caller
 * owns the list. It is empty if the folder does not exist. */
int store_folder_ids(struct store *store, const char *name, const char *ending,
                     char (**ids)[ULID_LENGTH + 1]);
/* Discards the listings of all the store's own games: they must be scanned again. */
void store_forget(struct store *store);

/* packs.c: adds the packs of the folder "packs" to the list. Call it again whenever the folder may
 * have changed; it returns true if it did. */
bool store_packs_open(struct store *store);
void store_packs_close(struct store *store);
bool store_packs_scan(struct store *store, int games); /* scans up to `games` more packed games;
                                                          true while there are more */
int store_packs_count(const struct store *store);
int store_packs_total(const struct store *store);
/* Call this after writing a pack with the file name `file`: see pack_adopt(). */
void store_packs_adopt(struct store *store, const char *file, const struct file_stamp *stamp,
                       struct catalog *list);
/* Returns the pack that contains the game at index `at` of the list, and sets *in_pack to the index
 * of the game in that pack; NULL if the game is not in a pack. */
const struct pack *store_pack_at(const struct store *store, int at, int *in_pack);
/* Returns the catalog that contains the game at index `at` of the list, and sets *in_catalog to its
 * index there; NULL if the game has not been scanned. */
const struct catalog *store_catalog_at(const struct store *store, int at, int *in_catalog);
/* Returns the index in the store's list of the packed game with that id; -1 if no pack contains
 * it. */
int store_packs_find(const struct store *store, const char *id);
/* Call one of these after the store's own list has gained or lost the game with that id: hides this
 * game in packs, or shows it there again. */
void store_packs_hide(struct store *store, const char *id);
void store_packs_show(struct store *store, const char *id);
/* Compares all packs with the store's own games again. Call this when other functions than save()
 * and remove() have changed the store's list. */
void store_packs_compare(struct store *store);
/* Collects the ids of all games of the store: its own, and those of packs that have been
 * scanned. */
void store_ids(struct store *store, struct id_set *ids);
void store_packs_ids(const struct store *store, struct id_set *ids); /* collects the ids of the
                                                                        packed games only */
/* Reopens each pack that contains this game and whose file was replaced. The new file must then be
 * scanned. Returns true if there was such a pack. */
bool store_packs_renew(struct store *store, const char *id);
/* True if some pack on disk contains exactly that version of a game. */
bool store_packs_have(struct store *store, const char *id, const struct version *version);

/* drafts.c: releases all held drafts, so that others can load them. */
void store_drafts_leave(struct store *store);
/* The two folders that can contain a user's drafts: one in the archive, and one of the user's own
 * for archives that are not writable and disks that are full. */
enum place_of_drafts { IN_ARCHIVE, AT_HOME, PLACES_OF_DRAFTS };
/* Opens the user's folder of drafts at `place`, and creates it if `create`. FAIL_SYSTEM with
 * errno. */
int drafts_folder(struct store *store, enum place_of_drafts place, bool create);

/* ---- store.c */
void version_of(struct version *version, int64_t rev, const char *bytes, size_t size);
bool version_fits(const struct version *version, const char *bytes, size_t size);

/* Writes a record as the text to be saved as revision `rev`. Refuses later schemas (FAIL_RULE)
 * and games that could not be read back (FAIL_LIMIT, FAIL_TEXT). *text is owned by the caller. */
int store_compose(const struct store *store, struct record *record, int64_t rev,
                  struct yaml_text *text, struct note *why);

#endif
