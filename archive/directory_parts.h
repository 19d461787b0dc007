/* directory_parts.h - the store that is a folder, from inside: for store_directory.c, directory_*.c.
 *
 *   archive.yaml              title, layout, limits
 *   games/2026/11/<id>.yaml   by the month of the id, which is that of the game's creation: a file never moves.
 *   games/XY/<id>.yaml        with layout 'hash': the last two characters of the id, for very many games
 *   packs/<name>.yaml         many games in one file, read only: archive/pack.h
 *   drafts/<user>/<id>.yaml   unsaved edits
 *   trash/<id>.<rev>.yaml     deleted games, and old versions whose remarks could not be kept
 *   .lock/<id>                empty
 *
 * File name = id, nothing from the headers: no renames, no way out of the folder, no clash of capitals. */
#ifndef CHESSCADE_DIRECTORY_PARTS_H
#define CHESSCADE_DIRECTORY_PARTS_H

#include "archive/store_parts.h"

enum { NAME_ROOM = 64, FOLDER_ROOM = 24 };

/* A file of games/, looked at or not. */
struct game_file {
    char name[ULID_LENGTH + 8]; /* with .yaml; a longer one is cut, ends in ... then, and is listed as damaged */
    char folder[FOLDER_ROOM];   /* "2026/11", "7Q" */
    struct file_stamp stamp;
    bool believed;              /* it was not changed so shortly before it was looked at that the stamp might not tell */
};

/* A folder of games, games/ itself too, as it was when its files were collected. */
struct game_folder {
    char name[FOLDER_ROOM]; /* "", "2026", "2026/11" */
    struct file_stamp stamp;
};

struct directory {
    struct store store;
    int root;
    char *where;                /* the folder's path, for the index */
    char id[ULID_LENGTH + 1];   /* of the archive */
    bool for_reading;           /* nothing can be written there */
    bool by_hash;
    struct game_file *file; /* [store.total], sorted by name: by time of creation */
    int room;
    struct game_folder *folder; /* [folders] */
    int folders, folder_room;
    int64_t collected;      /* when, in nanoseconds */
    int unchecked;          /* so many of the last listings are from another time and not held against their files yet */
    bool behind;            /* the list is of folders that have changed since: the files are to be collected */
    bool kept;              /* the list is kept as it is */
    int watch;              /* tells of changes made outside: directory_watch.c; -1: nobody does */
    char (*watched)[FOLDER_ROOM]; /* [watched_count] folders by their number there, from 1 */
    int watched_count, watched_room;
    struct game_file *told; /* [told_count] files that may have changed */
    int told_count, told_room;
    bool told_packs, told_more; /* what changed is a pack; or is not known file by file */
    int open_folder;        /* of the last file looked at, -1: games lie in folders together */
    char open_name[FOLDER_ROOM];
};

/* Open games/<folder>, both parts; a descriptor, or FAIL_SYSTEM with errno. */
int directory_games_folder(struct directory *directory, const char *folder, bool create);
/* Where a new game of that id goes. */
void directory_folder_of(const struct directory *directory, const char *id, char out[FOLDER_ROOM]);
/* Append a file; directory_by_name() is the order they stand in (qsort). */
void directory_add_file(struct directory *directory, const char *folder, const char *name);
int directory_by_name(const void *a, const void *b);
/* The place of a game's file, whether looked at or not, by its id or by the name of the file; -1. */
int directory_file_of(const struct directory *directory, const char *id);
int directory_file_named(const struct directory *directory, const char *name);

/* Read the listing of a file anew; `id` is what its name says. It is not put into the list. */
void directory_read_listing(struct directory *directory, struct game_file *file, const char *id, struct listing *listing);
/* What the name of a file says the id of its game is. */
void directory_id_of(const struct game_file *file, char id[ULID_LENGTH + 1]);
/* A file has come: its place among the others, which move; or is gone, with its listing. */
int directory_put_in(struct directory *directory, const char *folder, const char *name);
void directory_take_out(struct directory *directory, int at);
/* Show a listing at the place of a file: `fresh`, of one that was put in just now. It is not taken over. */
void directory_show(struct directory *directory, int at, bool fresh, const struct listing *listing);

/* May a folder of that name, `depth` below games/, have games? Open it, no link, a descriptor: -1 with errno, ELOOP of a link,
 * ENOENT of a file, which has no games. */
bool directory_has_inner(const char *name, int depth);
int directory_inner(int folder, const char *name);
/* directory_moved.c: a game's file is not in `folder`, where it was (its place in the list, -1: not listed): is it in another one?
 * Then that is its folder, in the list, too. */
bool directory_follow(struct directory *directory, int at, const char *name, char folder[FOLDER_ROOM]);
/* The function of struct store_kind. */
void directory_take_copy(struct store *store, const char *id);
/* Close the folder that is open if it was itself given another name: the descriptor still leads to its games. */
void directory_let_go(struct directory *directory);
/* Are there files of one name, copies in several folders, at that place of the list? */
bool directory_has_copies(const struct directory *directory, int at);

/* Find the files of games/, and note its folders. */
void directory_collect(struct directory *directory);

/* directory_list.c: take the list of another time; false: there is none. Its listings are to be checked, and where the folders have
 * changed it is `behind`. Then bring it to the files that are there: what stayed keeps its listing, what is new is read. Keep
 * the list, once all of it was looked at. */
bool directory_find_list(struct directory *directory);
void directory_mend_list(struct directory *directory);
void directory_keep_list(struct store *store);
/* Are the folders as they were when the files were collected? */
bool directory_same_folders(const struct directory *directory);

/* directory_watch.c: the functions of struct store_kind; and letting go of it. */
int directory_watch(struct store *store);
bool directory_told(struct store *store);
bool directory_take_told(struct store *store);
void directory_unwatch(struct directory *directory);
/* The folders are others: watch them, if any were. */
void directory_watch_again(struct directory *directory);

/* directory_save.c: the functions of struct store_kind. */
int directory_save(struct store *store, struct record *record, struct version *version, struct note *why);
int directory_remove(struct store *store, const char *id, const struct version *version, struct note *why);
int directory_add(struct store *store, const struct store_text *texts, int n, int *results, struct note *why);

/* directory_manifest.c: archive.yaml. `where` is the title of an archive that has none. */
int directory_read_manifest(struct directory *directory, const char *where, struct note *why);

#endif
