/* store.h - a store keeps games; this is the only interface between the archive and everything
 * above it.
 *
 * A store lists, loads and saves games. Today's stores are a directory with one file per game, a
 * file with one game or a stream of games, and a PGN file; a server may follow. No path or file is
 * visible here: a game is known by its id or its index in the list. The same store also keeps live
 * games: see archive/live/journal.h (begin, load, append) and archive/live/people.h.
 *
 * Saving is compare-and-swap: a load returns the version read, and a save names the version it
 * replaces. If the stored version has changed (another editor, an outside edit, a git pull), the
 * save fails with FAIL_CONFLICT and overwrites nothing. After a crash the store has either the old
 * or the new version of a game, always complete. */
#ifndef CHESSCADE_ARCHIVE_STORE_STORE_H
#define CHESSCADE_ARCHIVE_STORE_STORE_H

#include "archive/summary/summary.h"
#include "core/base.h"

#include <stddef.h>
#include <stdint.h>

struct store;

/* Identifies the bytes that were read from or written to a store. It is all zero for a game that
 * the store does not have yet. */
struct version {
    int64_t rev;
    bool known;
    uint8_t hash[32]; /* SHA-256 of the game's bytes */
};

struct store_options {
    const char *user; /* owner of drafts and locks; NULL: the process's user name */
    bool read_only;
    bool guest; /* true for a guest, who may only add notes and remove their own (guest_policy.h) */
};

/* Opens a directory archive, a file with one game or a stream of them, or a PGN file for
 * reading. `options` may be NULL. FAIL_SYSTEM, or FAIL_TEXT if `where` is none of these. The
 * list is still empty: call store_scan(). */
int store_open(struct store **out, const char *where, const struct store_options *options,
               struct note *why);
/* Creates a new, empty directory archive; the folder may exist if it is empty. */
int store_create(const char *where, const char *title, struct note *why);
void store_close(struct store *store);

/* store_user() returns the user's name. store_is_guest() returns true if the user is a guest, who
 * may only add notes (guest_policy.h). */
const char *store_user(const struct store *store);
bool store_is_guest(const struct store *store);
/* True if other users can write to the archive too. Changes are then signed with the user's
 * name. */
bool store_shared(const struct store *store);
/* Calls `each` for the other users who may write to the archive: the members of its group, by
 * their system names. */
typedef void store_member_fn(void *argument, const char *name);
void store_members(const struct store *store, store_member_fn *each, void *argument);
/* Checks whether the store can hold live games and sessions of people (journal.h, people.h): 0,
 * or FAIL_TEXT. */
int store_may_play(const struct store *store, struct note *why);
/* The path that the store was opened with; store_open() accepts it again. */
const char *store_where(const struct store *store);
/* The title of the store, for headings. Clean the text before display. */
const char *store_title(const struct store *store);
/* True if games can be saved in this store. If not, `why` (may be NULL) explains it: "the
 * archive is read only: ...". */
bool store_writable(const struct store *store, struct note *why);

/* Returns a sentence that says why games are missing from the list: their folder is unreadable. It
 * is borrowed; "" if no games are missing. */
const char *store_unread(const struct store *store);
/* Returns a sentence that says which settings of the archive's manifest are invalid and therefore
 * ignored. It is borrowed; "" if all settings are valid. */
const char *store_wrong(const struct store *store);

/* ---- the list ----
 * Games are scanned in portions, so that the list is usable while it loads: call store_scan() until
 * it returns false. */
bool store_scan(struct store *store, int games); /* scans up to `games` more games; true while there
                                                    are more */
int store_count(const struct store *store); /* number of games scanned: indices 0..count-1 have a
                                               listing */
int store_total(const struct store *store); /* number of games known, scanned or not */
/* The listing of a game. It is borrowed until the next call that scans, saves or removes, or
 * until 30 other listings have been requested; its texts only until the next scan, save or
 * removal. */
const struct listing *store_listing(const struct store *store, int at);
/* For messages. `label` gets the path of a game within the store ("games/2026/11/<id>.yaml"; "" if
 * the store is one file), `id` the id in the game's file name ("" if there is none), and *line the
 * line at which the game's bytes begin. */
void store_label(struct store *store, int at, char *label, size_t size, char id[ULID_LENGTH + 1],
                 int *line);
/* True if the games are not stored as YAML. Their YAML bytes are then generated; store_load()
 * skips this if no version is requested. */
bool store_converts(const struct store *store);
/* Converts a position in a game's bytes to a line and column of its file. The bytes of a PGN game
 * are generated, so for such a game the result is the line where the game begins. */
void store_place(struct store *store, int at, struct place *place);
const struct yaml_limits *store_limits(const struct store *store);
/* The index of the game with that id; -1 if it does not exist or has not been scanned yet. */
int store_find(const struct store *store, const char *id);
/* Changes whenever indices into the list become invalid, because someone saved, removed or
 * changed a game. */
int store_generation(const struct store *store);
/* True if some games outside packs have not been scanned yet, so that a scan must open their files.
 * An index saved earlier would make that unnecessary. */
bool store_reads_files(const struct store *store);
/* True if some listings come from the cache and have not been validated against their files yet.
 * Show them, but do not base decisions on them; store_scan() validates them. */
bool store_unchecked(const struct store *store);
/* Changes whenever validation has replaced the listing of a game. */
int store_changes(const struct store *store);
/* Looks for external changes. Returns true if there are any: indices in the list have then changed,
 * and the list must be scanned again. */
bool store_refresh(struct store *store);
/* Like store_refresh(), but does not detect games modified in place, so that a screen can appear at
 * once: store_scan() detects them, and must be called afterwards in any case. */
bool store_refresh_behind(struct store *store);

/* A descriptor, owned by the store, that becomes readable when another process changes the archive;
 * -1 if the platform cannot notify (poll instead). */
int store_watch(struct store *store);
/* Consumes pending notifications. True if there are changes to apply with store_take_told(). */
bool store_told(struct store *store);
/* Applies pending external changes, incrementally if possible: the cost then depends on the size of
 * the change, not of the archive. Returns true if there were changes: the list must then be scanned
 * again, and indices in it may have changed. Call it only when the list has been scanned and
 * validated completely. */
bool store_take_told(struct store *store);
/* Checks a packed game for outside changes: if someone has copied it out of its pack, the list
 * gets the copy; if someone has replaced the pack, the new pack becomes available for scanning. */
void store_look_in_packs(struct store *store, const char *id);
/* True if the game at that index is in a pack, which is read only. */
bool store_is_packed(const struct store *store, int at);

/* ---- games ---- */
/* True if the file of a game has '#' remarks that saving would lose. A directory then keeps the old
 * file in its trash, while a single file refuses to save: ask the user first. */
bool store_loses_remarks(struct store *store, const char *id);
/* Loads a game. *version (may be NULL) is what to pass to store_save(). FAIL_TEXT with *place (may
 * be NULL) for a damaged game. */
int store_load(struct store *store, int at, struct record **out, struct version *version,
               struct place *place, struct note *why);
/* The bytes of a game, damaged or not. *bytes is owned by the caller and NUL-terminated. */
int store_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why);
/* Saves a game. On success record->rev is one more than the version's, and *version identifies
 * what was written. An all-zero version creates a new game. On failure the record, the version
 * and the stored game are unchanged: FAIL_CONFLICT (the stored version is another), FAIL_BUSY
 * (the note says who holds the lock), FAIL_SYSTEM (disk full, ...), FAIL_LIMIT, FAIL_RULE (a
 * later schema, or a change that a guest must not make). Remarks ('#' lines) that cannot be kept
 * remain in the old version in the trash. */
int store_save(struct store *store, struct record *record, struct version *version,
               struct note *why);
/* Checks whether the store's user may replace the record `old` by `new`. FAIL_RULE if a guest may
 * not make this change. */
int store_may_save(const struct store *store, const struct record *old, const struct record *new,
                   struct note *why);
/* Moves a game to the trash. Fails like store_save(). */
int store_remove(struct store *store, const char *id, const struct version *version,
                 struct note *why);

/* Adds many new games in order, much faster than one by one: they are flushed to disk together, and
 * games reported as added survive a power loss. A record's rev is kept, or 1 if it has none.
 * results[n] (may be NULL) is 0 for a game that was added; FAIL_CONFLICT: its id exists already;
 * FAIL_LIMIT, FAIL_TEXT: it could not be read back. Returns 0, or the first failure that does not
 * concern a single game, as in store_save(); the games not added then have it as their result.
 * Indices in the list change: scan again. */
int store_add(struct store *store, struct record *const *records, int n, int *results,
              struct note *why);

/* The text of a whole game as record_write() writes it. */
struct store_text {
    char id[ULID_LENGTH + 1];
    const char *bytes; /* [size], borrowed */
    size_t size;
};
/* True if games can be added as texts. */
bool store_adds_texts(const struct store *store);
/* Like store_add(), for games that the caller has written as text with pack_compose(), which
 * makes sure that they can be read back. */
int store_add_texts(struct store *store, const struct store_text *texts, int n, int *results,
                    struct note *why);

/* ---- imported files ----
 * Their bytes are kept as long as a game refers to them, under their SHA-256 in hexadecimal. */
enum import_state { IMPORT_NONE, IMPORT_BEGUN, IMPORT_DONE };
enum import_state store_import_state(struct store *store, const char *sha256);
/* Creates the folders needed for an import into a pack, all at once. Errors are not reported
 * here: whoever needs the folders later reports them. */
void store_import_rooms(struct store *store);
/* Keeps the bytes of an open file whose games are about to be added. Does nothing if the store
 * keeps no files. FAIL_CONFLICT: the bytes stored under that SHA-256 differ. FAIL_BUSY: go_on(),
 * called with the number of bytes kept so far, asked to stop; nothing is kept then. Set `alone` if
 * no game appears in the archive before all are added: a power loss may then undo the start of the
 * import, so the folder need not be flushed. */
typedef bool store_import_fn(void *argument, size_t bytes);
int store_import_begin(struct store *store, const char *sha256, int fd, bool alone,
                       store_import_fn *go_on, void *argument, struct note *why);
/* Opens a kept file for reading and returns its descriptor; -1 if no file with that SHA-256 is
 * kept. */
int store_import_open(struct store *store, const char *sha256);
/* Records that all games of an imported file are in the archive. */
int store_import_done(struct store *store, const char *sha256, struct note *why);

/* ---- drafts ---- A draft holds a user's unsaved edits of a game and survives a hangup. If the
 * archive cannot be written, drafts are kept in the user's own folder. A draft remembers the
 * version that the edits began from. A process that saves or loads a draft holds it: two
 * terminals of one user have two drafts of a game, and when the holder ends, another process can
 * load its draft. The number of drafts per game and user is limited; beyond it, FAIL_LIMIT. */
enum { STORE_DRAFTS_OF_A_GAME = 99 };
int store_draft_save(struct store *store, const struct record *record,
                     const struct version *version, struct note *why);
/* Loads and holds a draft; if the user has several of the game, the latest. `version` may be
 * NULL. FAIL_NAME: there is none. */
int store_draft_load(struct store *store, const char *id, struct record **out,
                     struct version *version, struct note *why);
/* Releases the draft without deleting it. */
void store_draft_leave(struct store *store, const char *id);
/* For a newly forked child: all held drafts and locks stay with the parent, which releases them as
 * usual. */
void stores_leave_locks(void);
/* For messages: where the held draft of a game is, "drafts/ana/<id>.yaml" in the archive or a path
 * in the home directory. "" if there is none. */
enum { STORE_DRAFT_NAME_ROOM = 256 };
void store_draft_name(struct store *store, const char *id, char *out, size_t size);
/* True if the user has another draft of the game that no process holds. */
bool store_draft_more(struct store *store, const char *id);
/* store_draft_keep_base() saves the record from which the edits in a draft began, because merging
 * needs it; store_draft_base() loads it. This record is stored beside the draft and deleted with
 * it. */
int store_draft_keep_base(struct store *store, const struct record *base,
                          const struct version *version, struct note *why);
int store_draft_base(struct store *store, const char *id, struct record **out,
                     struct version *version, struct note *why); /* fails with FAIL_NAME if no base
                                                                    was kept */
/* store_draft_log() appends to the log of edits (edit_history.h), or begins it again if `fresh`;
 * store_draft_log_read() reads all of it. The log is beside the draft and is deleted with it.
 * FAIL_LIMIT, with nothing appended, if the log would exceed STORE_DRAFT_LOG_MOST bytes. */
enum { STORE_DRAFT_LOG_MOST = 16 << 20 };
int store_draft_log(struct store *store, const char *id, const char *bytes, size_t size, bool fresh,
                    struct note *why);
int store_draft_log_read(struct store *store, const char *id, size_t most, char **bytes,
                         size_t *size, struct note *why);
void store_draft_drop(struct store *store, const char *id);
/* The undo history of a game up to this user's last save (edit_history.h). It is kept beside the
 * drafts for the STORE_PAST_GAMES games that were saved last, at most STORE_PAST_MOST bytes for
 * each, and is deleted with the game. FAIL_NAME: there is no history; FAIL_TEXT: it is damaged. The
 * caller owns the bytes read. */
enum { STORE_PAST_MOST = 512 << 10, STORE_PAST_GAMES = 100 };
int store_past_save(struct store *store, const char *id, const char *bytes, size_t size,
                    struct note *why);
int store_past_read(struct store *store, const char *id, char **bytes, size_t *size,
                    struct note *why);
void store_past_drop(struct store *store, const char *id);
/* The ids of all drafts of this user, each ULID_LENGTH + 1 bytes; the caller owns the list. Drafts
 * in the user's own folder may belong to games of another archive. */
int store_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1]);
/* True if the archive has a draft with that id whose game has been deleted. Returns false if the
 * list has not been scanned completely (this function does not scan), or if the game was never
 * saved. */
bool store_draft_is_left(struct store *store, const char *id);

#endif
