/* store_parts.h - what a store is made of: for the files that are stores, store_*.c, and what keeps something beside the games
 * (collections, journals, talk), and nobody above.
 *
 * A new kind of store is a struct that begins with struct store and a table of these functions, all of which keep the
 * promises of store.h. */
#ifndef CHESSCADE_STORE_PARTS_H
#define CHESSCADE_STORE_PARTS_H

#include "archive/catalog.h"
#include "archive/file.h"
#include "archive/pack.h"
#include "archive/store.h"

struct id_set;
struct draft_hold;

struct store_kind {
    /* Look at game number `store->list.count` and append its listing: store_append(). */
    void (*look)(struct store *store);
    /* See store_refresh(); `behind`: what takes long may be left to check(). */
    bool (*refresh)(struct store *store, bool behind);
    /* Hold so many listings of another time against what they were made from; true while there are others. May be NULL: there
     * are none. How many there are, and whether the list is kept for another time as it is; and keep it. */
    bool (*check)(struct store *store, int games);
    int (*unchecked)(const struct store *store, bool *kept);
    void (*keep_list)(struct store *store);
    void (*label)(struct store *store, int at, char *label, size_t size, char id[ULID_LENGTH + 1], int *line);
    int (*bytes)(struct store *store, int at, char **bytes, size_t *size, struct note *why);
    int (*save)(struct store *store, struct record *record, struct version *version, struct note *why);
    int (*remove)(struct store *store, const char *id, const struct version *version, struct note *why);
    /* A folder of the archive for what is no game ("drafts", "imports"), opened; FAIL_SYSTEM, with errno, where there is
     * none. May be NULL: call store_folder() then. */
    int (*folder)(struct store *store, const char *name, bool create);
    /* See store_add_texts(). May be NULL: games are saved one by one. */
    int (*add)(struct store *store, const struct store_text *texts, int n, int *results, struct note *why);
    /* What tells whether a game is as it was when it was looked at; may be NULL: there is nothing to tell. */
    bool (*stamp)(struct store *store, int at, struct file_stamp *stamp);
    /* Do others write there, too? May be NULL: no. */
    bool (*shared)(const struct store *store);
    /* See store_members(). May be NULL: nobody. */
    void (*members)(const struct store *store, store_member_fn *each, void *argument);
    /* The path of the index file, its folder made when `create`; false where there is to be none. May be NULL. */
    bool (*index_place)(struct store *store, bool create, char *path, size_t size);
    /* The same for sidecars: the folder is the caller's to close. May be NULL. */
    bool (*sidecar_place)(struct store *store, bool create, struct sidecar_place *place);
    /* See store_watch(), store_told(), store_take_told(). May be NULL: nobody tells. */
    int (*watch)(struct store *store);
    bool (*told)(struct store *store);
    bool (*take_told)(struct store *store);
    /* See store_look_in_packs(). May be NULL: games of packs are not copied out. */
    void (*take_copy)(struct store *store, const char *id);
    void (*close)(struct store *store); /* frees what is its own, not the struct */
    /* The games are no YAML: one of them as a record, which bytes() writes down; NULL: it may be larger than the limits, which
     * is seen of its bytes. Of a place only the first line, the label's, is known. No such function: they are YAML. */
    struct record *(*convert)(struct store *store, int at);
};

/* A pack in the list of a store, but for its games that were copied out. */
struct shelf {
    struct pack *pack;
    int seen;      /* places of the pack that were held against the store's own games */
    int *hidden;   /* [hiddens] places of games copied out, sorted */
    int hiddens, hidden_room;
};

struct store {
    const struct store_kind *kind;
    char *title, *user, *where;
    bool read_only, guest;
    char why_read_only[160];
    struct note unread[2]; /* why a folder of games, of packs, cannot be read; "" */
    struct note wrong; /* see store_wrong() */
    struct yaml_limits limits;
    struct draft_hold *hold; /* [holds] the drafts of this run of the program: drafts.c */
    int holds, hold_room;
    struct index *index;     /* open for it, borrowed; NULL: none */
    int indexes;             /* how often that changed */
    struct catalog list;     /* of the games looked at that are the store's own; they are first in the list */
    int total;               /* of its own, looked at or not */
    int changes;             /* see store_changes() */
    int stamps;              /* another number whenever a game may have got another stamp */
    int generation;          /* see store_generation() */
    struct shelf *shelf;     /* [shelves] the games after them */
    int shelves;
    struct id_set *own_ids;  /* of all its own games; NULL: not needed yet */
    struct listing *shown;   /* a ring of what store_listing() gave */
    int shown_next;
};

/* What is said of a file of very many games. */
#define STORE_CUT_SHORT "only the first %d games are looked at, since they are so short; an import takes them all"

/* The kinds: each makes its struct, with kind and total set, or fails. */
int directory_open(struct store **out, const char *where, bool read_only, struct note *why);
int stream_open(struct store **out, const char *where, bool read_only, struct note *why);
int pgn_open(struct store **out, const char *where, struct note *why);
/* Is it the name of a PGN file? */
bool pgn_named(const char *where);

/* What live games are kept in: journals, who is here, talk, and the locks of all writers. */
#define JOURNAL_FOLDER "live"
#define PRESENCE_FOLDER "here"
#define TALK_FOLDER "talk"
#define LOCK_FOLDER ".lock"

/* store_base.c: a kind that cannot be opened is closed by store_close(), too. */
/* Append the listing of the game being looked at, and clear it. */
void store_append(struct store *store, struct listing *listing);
/* A folder of the archive, opened, made when `create` and missing; FAIL_SYSTEM, with errno, also where a store has no folders. */
int store_folder(struct store *store, const char *name, bool create);
/* The ids by which the files of a folder are named, "ID" + ending, in the order they were made; the list is the caller's.
 * None where there is no such folder. */
int store_folder_ids(struct store *store, const char *name, const char *ending, char (**ids)[ULID_LENGTH + 1]);
/* Forget all listings of its own games: look at them anew. */
void store_forget(struct store *store);

/* store_packs.c: the packs of a folder "packs" become part of the list; again, when the folder may have changed: true
 * if it did. */
bool store_packs_open(struct store *store);
void store_packs_close(struct store *store);
bool store_packs_scan(struct store *store, int games); /* true while there are others */
int store_packs_count(const struct store *store);
int store_packs_total(const struct store *store);
/* A pack of that file name was written just now: see pack_adopt(). */
void store_packs_adopt(struct store *store, const char *file, const struct file_stamp *stamp, struct catalog *list);
/* The pack of a place behind the store's own games, and the place in it; NULL: there is none. */
const struct pack *store_pack_at(const struct store *store, int at, int *in_pack);
/* The catalog a place is in, and its place there; NULL: it was not looked at. */
const struct catalog *store_catalog_at(const struct store *store, int at, int *in_catalog);
/* The place in the list of a game of a pack; -1. */
int store_packs_find(const struct store *store, const char *id);
/* A game of its own was saved, or removed: the one of that id in a pack is hidden, or comes back. */
void store_packs_hide(struct store *store, const char *id);
void store_packs_show(struct store *store, const char *id);
/* The store has other games of its own now. */
void store_packs_compare(struct store *store);
/* The ids of all games it has, of its own and of the packs as far as they were looked at. */
void store_ids(struct store *store, struct id_set *ids);
void store_packs_ids(const struct store *store, struct id_set *ids); /* of the packs only */
/* The packs that have a game, those of them that are other files now: to be scanned anew. True: there were such. */
bool store_packs_renew(struct store *store, const char *id);
/* Is that version of a game what a pack, as it is now, has of it? */
bool store_packs_have(struct store *store, const char *id, const struct version *version);

/* drafts.c: they are nobody's any more; somebody else may go on with them. */
void store_drafts_leave(struct store *store);
/* Where a draft may be: the archive first, the user's own folder when that cannot be written or is full. */
enum place_of_drafts { IN_ARCHIVE, AT_HOME, PLACES_OF_DRAFTS };
/* The folder of the user's drafts there, opened for the caller and made when `create`; FAIL_SYSTEM, with errno. */
int drafts_folder(struct store *store, enum place_of_drafts place, bool create);

/* store_version.c */
void version_of(struct version *version, int64_t rev, const char *bytes, size_t size);
bool version_fits(const struct version *version, const char *bytes, size_t size);

/* The bytes of a record about to be saved as revision `rev`; refuses later schemas (FAIL_RULE) and what would not be
 * read again as it is (FAIL_LIMIT, FAIL_TEXT). *text is the caller's. */
int store_compose(const struct store *store, struct record *record, int64_t rev, struct yaml_text *text,
                  struct note *why);

#endif
