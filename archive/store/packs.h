/* packs.h - the packs of a store: files of very many games, in its room "packs". They belong to no
 * backend: any store that has rooms can have them. Their games follow the store's own in the list;
 * a game that was copied out of a pack is hidden by its copy. archive/store/pack/packs.c. */
#ifndef CHESSCADE_ARCHIVE_STORE_PACKS_H
#define CHESSCADE_ARCHIVE_STORE_PACKS_H

#include "archive/pack/pack.h"
#include "archive/store/store.h"

struct id_set;

/* A pack in the list of a store. Games that were copied out of it are hidden, since the store
 * lists the copies. */
struct shelf {
    struct pack *pack;
    int seen;    /* how many games of the pack have been compared with the store's own games */
    int *hidden; /* [hiddens] sorted indices of the pack's games that were copied out */
    int hiddens, hidden_room;
};

/* Adds the packs of the room "packs" to the list. Call it again whenever the room may have changed;
 * it returns true if it did. */
bool store_packs_open(struct store *store);
void store_packs_close(struct store *store);
bool store_packs_scan(struct store *store, int games); /* scans up to `games` more packed games;
                                                          true while there are more */
int store_packs_count(const struct store *store);
int store_packs_total(const struct store *store);
/* Call this after writing a pack with the name `file`, which is open: see pack_adopt(). */
void store_packs_adopt(struct store *store, const char *file, int fd, struct catalog *list);
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

#endif
