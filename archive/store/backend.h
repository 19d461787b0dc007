/* backend.h - internals of stores: the interface that each kind of store implements.
 *
 * For the backends, and for what keeps something beside the games (collections, journals,
 * talk); no one above includes it. A new kind of store is a struct that begins with struct store,
 * and a table of these functions, all of which keep the promises of store.h. */
#ifndef CHESSCADE_ARCHIVE_STORE_BACKEND_H
#define CHESSCADE_ARCHIVE_STORE_BACKEND_H

#include "archive/summary/summary_table.h"
#include "archive/util/fs.h"
#include "archive/pack/pack.h"
#include "archive/store/store.h"

struct id_set;
struct draft_hold;

struct store_kind {
    /* Reads game number `store->list.count` and appends its listing with store_append(). */
    void (*look)(struct store *store);
    /* See store_refresh(); `behind`: slow checks may be left to check(). */
    bool (*refresh)(struct store *store, bool behind);
    /* Validates up to `games` cached listings against their files; true while there are more. May
     * be NULL: nothing is cached. unchecked() returns how many are left, and whether the list on
     * disk is up to date; keep_list() writes it. */
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
    /* Opens a folder of the archive for other things than games ("drafts", "imports"); FAIL_SYSTEM
     * with errno if there is none. May be NULL: call store_folder() instead. */
    int (*folder)(struct store *store, const char *name, bool create);
    /* See store_add_texts(). May be NULL: games are saved one by one. */
    int (*add)(struct store *store, const struct store_text *texts, int n, int *results,
               struct note *why);
    /* Identifies the version of a game's file; may be NULL: not available. */
    bool (*stamp)(struct store *store, int at, struct file_stamp *stamp);
    /* True if others can write there, too. May be NULL: false. */
    bool (*shared)(const struct store *store);
    /* See store_members(). May be NULL: no one. */
    void (*members)(const struct store *store, store_member_fn *each, void *argument);
    /* The path of the index file, its folder created if `create`; false if there is to be none. May
     * be NULL. */
    bool (*index_place)(struct store *store, bool create, char *path, size_t size);
    /* The same for sidecars: the caller closes the folder. May be NULL. */
    bool (*sidecar_place)(struct store *store, bool create, struct sidecar_place *place);
    /* See store_watch(), store_told(), store_take_told(). May be NULL: no notifications. */
    int (*watch)(struct store *store);
    bool (*told)(struct store *store);
    bool (*take_told)(struct store *store);
    /* See store_look_in_packs(). May be NULL: games cannot be copied out of packs. */
    void (*take_copy)(struct store *store, const char *id);
    void (*close)(struct store *store); /* frees its own members, not the struct */
    /* Only for stores whose games are not YAML; NULL: they are. A game as a record, the one that
     * bytes() writes as YAML; NULL if it may exceed a limit, which only bytes() can tell. Of its
     * place only the first line is known, as in its label. */
    struct record *(*convert)(struct store *store, int at);
};

/* A pack in the list of a store, without its games that were copied out. */
struct shelf {
    struct pack *pack;
    int seen;    /* how many games of the pack have been compared with the store's own games */
    int *hidden; /* [hiddens] sorted indices of games copied out */
    int hiddens, hidden_room;
};

struct store {
    const struct store_kind *kind;
    char *title, *user, *where;
    bool read_only, guest;
    char why_read_only[160];
    struct note unread[2]; /* why a folder of games, or of packs, is unreadable; "" */
    struct note wrong;     /* see store_wrong() */
    struct yaml_limits limits;
    struct draft_hold *hold; /* [holds] drafts held by this process: drafts.c */
    int holds, hold_room;
    struct index *index; /* its open index, borrowed; NULL: none */
    int indexes;         /* how often that changed */
    struct catalog list; /* the store's own games scanned so far; they come first in the list */
    int total;           /* number of its own games, scanned or not */
    int changes;         /* see store_changes() */
    int stamps;          /* changes whenever a game may have got another stamp */
    int generation;      /* see store_generation() */
    struct shelf *shelf; /* [shelves] the packs; their games follow the store's own */
    int shelves;
    struct id_set *own_ids; /* ids of all its own games; NULL: not needed yet */
    struct listing *shown;  /* ring of the listings returned by store_listing() */
    int shown_next;
};

/* Message about a file with too many games. */
#define STORE_CUT_SHORT \
    "only the first %d games are listed, because they are so short; import reads them all"

/* Constructors of the backends. Each sets kind and total, or fails. */
int directory_open(struct store **out, const char *where, bool read_only, struct note *why);
int stream_open(struct store **out, const char *where, bool read_only, struct note *why);
int pgn_open(struct store **out, const char *where, struct note *why);
/* True if it is the name of a PGN file. */
bool pgn_named(const char *where);

/* Folders of live games: journals, who is here, talk, and the locks of all writers. */
#define JOURNAL_FOLDER "live"
#define PRESENCE_FOLDER "here"
#define TALK_FOLDER "talk"
#define LOCK_FOLDER ".lock"

/* store.c. store_close() also cleans up after a failed open. */
/* Appends the listing of the game being scanned, and clears it. */
void store_append(struct store *store, struct listing *listing);
/* Opens a folder of the archive, creating it if `create` and missing; FAIL_SYSTEM with errno, also
 * if the store has no folders. */
int store_folder(struct store *store, const char *name, bool create);
/* The ids of files named "ID" + ending in a folder, oldest first; the caller owns the list. None if
 * the folder does not exist. */
int store_folder_ids(struct store *store, const char *name, const char *ending,
                     char (**ids)[ULID_LENGTH + 1]);
/* Discards all listings of its own games: they must be scanned again. */
void store_forget(struct store *store);

/* archive/store/pack/packs.c: adds the packs of the folder "packs" to the list. Call again when the
 * folder may have changed: true if it did. */
bool store_packs_open(struct store *store);
void store_packs_close(struct store *store);
bool store_packs_scan(struct store *store, int games); /* true while there are more */
int store_packs_count(const struct store *store);
int store_packs_total(const struct store *store);
/* Call after writing a pack with that file name: see pack_adopt(). */
void store_packs_adopt(struct store *store, const char *file, const struct file_stamp *stamp,
                       struct catalog *list);
/* The pack that holds index `at`, and the game's index in the pack; NULL if there is none. */
const struct pack *store_pack_at(const struct store *store, int at, int *in_pack);
/* The catalog that holds index `at`, and the game's index in it; NULL if it has not been scanned.
 */
const struct catalog *store_catalog_at(const struct store *store, int at, int *in_catalog);
/* The index in the list of a pack's game; -1. */
int store_packs_find(const struct store *store, const char *id);
/* Call after saving or removing one of the store's own games: hides the game with that id in a
 * pack, or shows it again. */
void store_packs_hide(struct store *store, const char *id);
void store_packs_show(struct store *store, const char *id);
/* Call when the store's own games have changed otherwise. */
void store_packs_compare(struct store *store);
/* The ids of all its games, its own and those of packs as far as scanned. */
void store_ids(struct store *store, struct id_set *ids);
void store_packs_ids(const struct store *store, struct id_set *ids); /* of the packs only */
/* Reopens packs that contain a game and have been replaced: they must be scanned again. True if
 * there were any. */
bool store_packs_renew(struct store *store, const char *id);
/* True if that version of a game equals the one in the current version of a pack. */
bool store_packs_have(struct store *store, const char *id, const struct version *version);

/* drafts.c: releases all held drafts, so that others can load them. */
void store_drafts_leave(struct store *store);
/* Where drafts can be: in the archive, or in the user's own folder if the archive is not writable
 * or the disk is full. */
enum place_of_drafts { IN_ARCHIVE, AT_HOME, PLACES_OF_DRAFTS };
/* Opens the folder of the user's drafts there, creating it if `create`; FAIL_SYSTEM with errno. */
int drafts_folder(struct store *store, enum place_of_drafts place, bool create);

/* ---- store.c */
void version_of(struct version *version, int64_t rev, const char *bytes, size_t size);
bool version_fits(const struct version *version, const char *bytes, size_t size);

/* The bytes of a record to be saved as revision `rev`; refuses later schemas (FAIL_RULE) and what
 * could not be read back (FAIL_LIMIT, FAIL_TEXT). *text is owned by the caller. */
int store_compose(const struct store *store, struct record *record, int64_t rev,
                  struct yaml_text *text, struct note *why);

#endif
