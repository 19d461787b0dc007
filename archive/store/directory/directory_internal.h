/* directory_internal.h - internals of the directory store, shared by the files of this folder.
 *
 *   archive.yaml              title, layout, limits
 *   games/2026/11/<id>.yaml   by the month in the id, when the game was created: it never moves
 *   games/XY/<id>.yaml        with layout 'hash': the last two characters of the id, for very many
 *                             games
 *   packs/<name>.yaml         many games in one file, read only: archive/pack/pack.h
 *   drafts/<user>/<id>.yaml   unsaved edits
 *   trash/<id>.<rev>.yaml     deleted games, and old versions whose remarks could not be kept
 *   .lock/<id>                empty
 *
 * The file name is the id and contains nothing from the headers: so there are no renames, no paths
 * that leave the folder and no names that differ only in case. */
#ifndef CHESSCADE_ARCHIVE_STORE_DIRECTORY_DIRECTORY_INTERNAL_H
#define CHESSCADE_ARCHIVE_STORE_DIRECTORY_DIRECTORY_INTERNAL_H

#include "archive/store/backend.h"

enum { NAME_ROOM = 64, FOLDER_ROOM = 24 };

/* A file of games/, whether it has been read or not. */
struct game_file {
    char name[ULID_LENGTH + 8]; /* the name with ".yaml"; a longer name is cut and ends in "...",
                                   and the file is listed as damaged */
    char folder[FOLDER_ROOM];   /* the folder below games/: "2026/11" or "7Q" */
    struct file_stamp stamp;
    bool believed; /* true if the stamp reliably identifies the contents: when the file was read, it
                      had not changed for some time */
};

/* A folder of games (or games/ itself) as it was when its files were collected. */
struct game_folder {
    char name[FOLDER_ROOM]; /* the name below games/: "", "2026" or "2026/11" */
    struct file_stamp stamp;
};

struct directory {
    struct store store;
    int root;
    char *where;              /* path of the folder, for the index */
    char id[ULID_LENGTH + 1]; /* id of the archive */
    bool for_reading;         /* the archive is read only */
    bool by_hash;
    struct game_file *file; /* [store.total] all game files, sorted by name and so by time of
                               creation */
    int room;
    struct game_folder *folder; /* [folders] the folders of games as they were when the files were
                                   collected */
    int folders, folder_room;
    int64_t collected; /* the time at which the files were collected, in nanoseconds */
    int unchecked; /* number of listings, at the end of the list, that come from the cache and have
                      not been validated against their files yet */
    bool behind;   /* folders have changed since the cached list was written: the files must be
                    * collected again */
    bool kept;     /* true if the list cached on disk is up to date */
    int watch;     /* inotify descriptor for external changes (watch.c); -1 if there is none */
    char (*watched)[FOLDER_ROOM]; /* [watched_count] folders by watch number, from 1 */
    int watched_count, watched_room;
    struct game_file *told; /* [told_count] files reported as possibly changed */
    int told_count, told_room;
    bool told_packs, told_more; /* told_packs: a pack changed. told_more: something changed, but the
                                   notifications do not say which files */
    int open_folder; /* descriptor of the folder of the last file read, since games of one folder
                        are usually read together; -1 if no folder is open */
    char open_name[FOLDER_ROOM];
};

/* Opens games/<folder>, creating both levels if `create`. Returns a descriptor, or FAIL_SYSTEM with
 * errno set. */
int directory_games_folder(struct directory *directory, const char *folder, bool create);
/* The folder for a new game with that id. */
void directory_folder_of(const struct directory *directory, const char *id, char out[FOLDER_ROOM]);
/* Appends a file to the list. The list is sorted by directory_by_name(), a comparison for
 * qsort(). */
void directory_add_file(struct directory *directory, const char *folder, const char *name);
int directory_by_name(const void *a, const void *b);
/* The index of a game's file by id or by file name, whether it has been read or not; -1 if it is
 * not listed. */
int directory_file_of(const struct directory *directory, const char *id);
int directory_file_named(const struct directory *directory, const char *name);

/* Reads the listing of a file again; `id` is the id in its name. The list is not changed. */
void directory_read_listing(struct directory *directory, struct game_file *file, const char *id,
                            struct listing *listing);
/* The id in a game's file name. */
void directory_id_of(const struct game_file *file, char id[ULID_LENGTH + 1]);
/* directory_put_in() inserts a new file at its sorted index, so later indices shift;
 * directory_take_out() removes a file with its listing. */
int directory_put_in(struct directory *directory, const char *folder, const char *name);
void directory_take_out(struct directory *directory, int at);
/* Stores a listing at the index of a file; `fresh` if the file was just inserted. The listing is
 * copied. */
void directory_show(struct directory *directory, int at, bool fresh, const struct listing *listing);

/* directory_has_inner() is true if a folder with that name, `depth` levels below games/, may
 * hold games. directory_inner() opens the folder unless it is a link and returns a descriptor;
 * -1 with errno: ELOOP for a link, ENOENT for a file. */
bool directory_has_inner(const char *name, int depth);
int directory_inner(int folder, const char *name);
/* directory.c: call when a game's file is no longer in `folder`. If the file was moved to
 * another folder, updates `folder` and the list (`at` is its index, -1 if it is not listed) and
 * returns true. */
bool directory_follow(struct directory *directory, int at, const char *name,
                      char folder[FOLDER_ROOM]);
/* Implements take_copy() of struct store_backend. */
void directory_take_copy(struct store *store, const char *id);
/* Closes the cached folder descriptor if that folder has been renamed, since the descriptor would
 * still lead to its files. */
void directory_let_go(struct directory *directory);
/* True if the file at that index has copies with the same name in other folders. */
bool directory_has_copies(const struct directory *directory, int at);

/* Collects the files of games/ and records its folders. */
void directory_collect(struct directory *directory);

/* list_cache.c: directory_find_list() loads the cached list and returns false if there is none.
 * Its listings still have to be validated; if folders have changed, it sets `behind`.
 * directory_mend_list() then updates the list to the files that exist: unchanged files keep
 * their listings, new ones are read. directory_keep_list() writes the list once all of it has
 * been read. */
bool directory_find_list(struct directory *directory);
void directory_mend_list(struct directory *directory);
void directory_keep_list(struct store *store);
/* True if the folders are unchanged since the files were collected. */
bool directory_same_folders(const struct directory *directory);

/* watch.c: these functions implement the notifications of struct store_backend; directory_unwatch()
 * releases the watch. */
int directory_watch(struct store *store);
bool directory_told(struct store *store);
bool directory_take_told(struct store *store);
void directory_unwatch(struct directory *directory);
/* Call when the folders have changed: watches the new ones, if the store is being watched. */
void directory_watch_again(struct directory *directory);

/* save.c: these functions implement saving and removing for struct store_backend. */
int directory_save(struct store *store, struct record *record, struct version *version,
                   struct note *why);
int directory_remove(struct store *store, const char *id, const struct version *version,
                     struct note *why);
int directory_add(struct store *store, const struct store_text *texts, int n, int *results,
                  struct note *why);

/* directory.c: reads archive.yaml. `where` is used as the title if it has
 * none. */
int directory_read_manifest(struct directory *directory, const char *where, struct note *why);

#endif
