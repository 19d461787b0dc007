/* store.h - where games are kept: the one seam between the archive and everything above it.
 *
 * A store lists, loads and saves games. The first stores are a directory with one file per game and a single file or
 * stream of games; a server will be another. No path and no file leaks through here: games are known by their id, or
 * by their place in the list. What belongs to games being played goes through the same store: journal.h (begin, load, append),
 * presence.h, talk.h, live_watch.h.
 *
 * Saving is compare-and-swap: a load gives the version that was read, a save names the version it replaces, and when
 * that is not what is there any more (another editor, an outside edit, a git pull) the save fails with FAIL_CONFLICT and
 * overwrites nothing. After any crash a game is its old or its new version, whole. */
#ifndef CHESSCADE_STORE_H
#define CHESSCADE_STORE_H

#include "archive/listing.h"

struct store;

/* What was read from a store, or written to it: all zero for a game it has not seen yet. */
struct version {
    int64_t rev;
    bool known;
    uint8_t hash[32]; /* SHA-256 of the bytes */
};

struct store_options {
    const char *user; /* whose drafts and locks; NULL: the name the system knows the process by */
    bool read_only;
    bool guest; /* only adds to games, and takes back what it added: guest.h. The files are another one's */
};

/* Open a directory archive, a file with one game or a stream of them, or a PGN file for reading. `options`
 * may be NULL. FAIL_SYSTEM, or FAIL_TEXT when it is none of these. Nothing is listed yet. */
int store_open(struct store **out, const char *where, const struct store_options *options, struct note *why);
/* Make a new, empty directory archive; the folder may exist if it is empty. */
int store_create(const char *where, const char *title, struct note *why);
void store_close(struct store *store);

/* Who is at work; is it a guest, who may add notes and no more (archive/guest.h)? */
const char *store_user(const struct store *store);
bool store_is_guest(const struct store *store);
/* Do others write there, too? Then what is written is signed by the user's name. */
bool store_shared(const struct store *store);
/* Who may write there besides, by the rights the archive was given: those of its group. Names as the system has them. */
typedef void store_member_fn(void *argument, const char *name);
void store_members(const struct store *store, store_member_fn *each, void *argument);
/* Can games be played there, and people be met (journal.h, presence.h, talk.h)? 0, or FAIL_TEXT. */
int store_may_play(const struct store *store, struct note *why);
/* What it was opened with, to be given to store_open() again. */
const char *store_where(const struct store *store);
/* For titles: uncleaned text. */
const char *store_title(const struct store *store);
/* Whether games can be saved here; if not, `why` (may be NULL) says so: "the archive is read only: ...". */
bool store_writable(const struct store *store, struct note *why);

/* Why games are missing in the list, since their folder cannot be read: a sentence, borrowed; "" when all are there. */
const char *store_unread(const struct store *store);
/* What is not as it should be in the file that says what the archive is, and which is passed over there: a sentence, borrowed; ""
 * for nothing. */
const char *store_wrong(const struct store *store);

/* ---- the list ----
 * Games are looked at in portions, so that the list is usable while it loads: call store_scan() until it is false. */
bool store_scan(struct store *store, int games); /* look at so many more; true while there are others */
int store_count(const struct store *store);      /* looked at: 0..count-1 have a listing */
int store_total(const struct store *store);      /* known of, looked at or not */
/* Borrowed until the next call that scans, saves or removes, and until 30 others were asked for; the texts only until
 * the former. */
const struct listing *store_listing(const struct store *store, int at);
/* For messages: where a game is within the store ("games/2026/11/<id>.yaml"; "" where the store is one file), what its
 * name says its id is ("" when it says nothing), and the line its bytes begin at. */
void store_label(struct store *store, int at, char *label, size_t size, char id[ULID_LENGTH + 1], int *line);
/* Are its games something else than YAML? Their bytes are made from it, which store_load() without a version does not need. */
bool store_converts(const struct store *store);
/* A place in a game's bytes, as a line and column of its file: where these are made from a PGN game, where that begins. */
void store_place(struct store *store, int at, struct place *place);
const struct yaml_limits *store_limits(const struct store *store);
int store_find(const struct store *store, const char *id); /* its place, -1: not looked at or not there */
/* Another number whenever a save, a removal or what others did has given games other places. */
int store_generation(const struct store *store);
/* Are there games in files of their own that were not looked at? An index of another time saves opening them. */
bool store_reads_files(const struct store *store);
/* Are there listings of another time that were not held against their games yet? They are shown, but nothing is to be decided
 * by them: store_scan() does it. */
bool store_unchecked(const struct store *store);
/* Another number whenever games that had a listing got another one so. */
int store_changes(const struct store *store);
/* Look for changes made by others: true if there are any; scan again then. Places in the list are new then. */
bool store_refresh(struct store *store);
/* The same, but games changed where they are may be noticed only by the store_scan() that follows: it is needed in any case. For
 * screens that are to be there at once. */
bool store_refresh_behind(struct store *store);

/* Be told of changes made by others without looking: a descriptor that becomes readable, the store's; -1: nobody tells, look now
 * and then. */
int store_watch(struct store *store);
/* Take note of what was told; true while there is something to be taken over. */
bool store_told(struct store *store);
/* Take it over, in a time that goes with what changed, not with the store, where that can be: true if there were changes. Scan
 * then; places in the list may be new. Only when all was looked at and nothing is unchecked. */
bool store_take_told(struct store *store);
/* Where the list still has the game of a pack, has somebody copied it out since, or replaced the pack? Then the copy takes its place
 * in the list, or the new pack is there to be scanned. */
void store_look_in_packs(struct store *store, const char *id);
/* Is the game at a place of the list in a pack, which is only read? */
bool store_is_packed(const struct store *store, int at);

/* ---- games ---- */
/* Has the file of a game '#' remarks that saving it would lose? A folder keeps the old file in its trash then, a single file is not
 * saved: ask before. */
bool store_loses_remarks(struct store *store, const char *id);
/* Load a game. *version (may be NULL) is what to give to store_save(). FAIL_TEXT with *place (may be NULL) for a
 * damaged one. */
int store_load(struct store *store, int at, struct record **out, struct version *version, struct place *place,
               struct note *why);
/* The bytes of a game as they are, damaged or not. *bytes is the caller's; NUL follows it. */
int store_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why);
/* Save: the record's rev is one more than the version's afterwards, and *version what was written. A version
 * that is not known makes a new game. On failure the record, the version and what is stored are as they were:
 * FAIL_CONFLICT (see above), FAIL_BUSY (who holds it), FAIL_SYSTEM (disk full, ...), FAIL_LIMIT, FAIL_RULE (a
 * later schema, or what a guest must leave as it is). Remarks ('#' lines) that cannot be kept are kept with
 * the old version in the trash. */
int store_save(struct store *store, struct record *record, struct version *version, struct note *why);
/* May the user of the store save that in the place of what the store has? What guests may not is FAIL_RULE. */
int store_may_save(const struct store *store, const struct record *old, const struct record *new, struct note *why);
/* Move a game to the trash. Fails as store_save() does. */
int store_remove(struct store *store, const char *id, const struct version *version, struct note *why);

/* Add many new games, in their order and much faster than one by one: they are flushed to the disk together, and what
 * is reported as added survives a power loss. A record's rev is kept, 1 where it has none. results[n] (may be NULL)
 * gets 0 for a game that was added; FAIL_CONFLICT: there is one of that id already; FAIL_LIMIT, FAIL_TEXT: it would not
 * be read again. The result is 0, or the first failure that is no matter of a single game, as of store_save(); the
 * games not added have it in their results then. Places in the list are new afterwards: scan again. */
int store_add(struct store *store, struct record *const *records, int n, int *results, struct note *why);

/* A whole game as record_write() makes it. */
struct store_text {
    char id[ULID_LENGTH + 1];
    const char *bytes; /* [size], borrowed */
    size_t size;
};
/* Can games be added as texts? */
bool store_adds_texts(const struct store *store);
/* The same with games that were written by whoever calls, who has seen that they would be read again (pack_compose()). */
int store_add_texts(struct store *store, const struct store_text *texts, int n, int *results, struct note *why);

/* ---- imported files ----
 * Their bytes are kept as long as a game refers to them, under their SHA-256 in hexadecimal. */
enum import_state { IMPORT_NONE, IMPORT_BEGUN, IMPORT_DONE };
enum import_state store_import_state(struct store *store, const char *sha256);
/* An import into a pack begins: make the folders it needs, all at once. Where that fails, what needs them says so. */
void store_import_rooms(struct store *store);
/* Keep the bytes of an open file; its games are being added. Nothing happens where the store keeps none. FAIL_CONFLICT: they
 * are others than those of that SHA-256. `alone`: no game of it is in the archive before all are, so that after a power loss it may
 * as well not have begun. FAIL_BUSY: go_on(), asked with how many of them are kept, said to stop; none are then. */
typedef bool store_import_fn(void *argument, size_t bytes);
int store_import_begin(struct store *store, const char *sha256, int fd, bool alone, store_import_fn *go_on, void *argument,
                       struct note *why);
/* The kept file, opened for reading; -1 where there is none. */
int store_import_open(struct store *store, const char *sha256);
/* All its games are there. */
int store_import_done(struct store *store, const char *sha256, struct note *why);

/* ---- drafts ----
 * Unsaved edits of a user and game, kept through a hangup; where the archive itself cannot be written they are kept in the
 * user's own folder. A draft remembers the version it began from. Whoever saves or loads a draft holds it: two terminals of
 * one user have two drafts of a game, and one whose holder has gone can be loaded by the next. Of a game and user there are so
 * many at most; what would be one more is FAIL_LIMIT. */
enum { STORE_DRAFTS_OF_A_GAME = 99 };
int store_draft_save(struct store *store, const struct record *record, const struct version *version,
                     struct note *why);
int store_draft_load(struct store *store, const char *id, struct record **out, struct version *version,
                     struct note *why); /* FAIL_NAME: there is none; version may be NULL. Of several the latest */
/* The draft stays, but is nobody's any more. */
void store_draft_leave(struct store *store, const char *id);
/* In a process that was just forked off: what is held and locked stays so by the process that did it, and goes with that one. */
void stores_leave_locks(void);
/* Where the draft held of a game lies, for people: "drafts/ana/<id>.yaml" of the archive, or a path at home. "" without one. */
enum { STORE_DRAFT_NAME_ROOM = 256 };
void store_draft_name(struct store *store, const char *id, char *out, size_t size);
/* Is there another draft of the game that nobody holds? */
bool store_draft_more(struct store *store, const char *id);
/* Keep what the changes of a draft began with beside it, for merging; and get it. It goes with the draft. */
int store_draft_keep_base(struct store *store, const struct record *base, const struct version *version,
                          struct note *why);
int store_draft_base(struct store *store, const char *id, struct record **out, struct version *version,
                     struct note *why); /* FAIL_NAME: there is none */
/* A log beside a draft, appended to (`fresh`: begun anew) and read whole: archive/edit_log.h. It goes with the draft.
 * FAIL_LIMIT, and nothing is appended: it would be larger than STORE_DRAFT_LOG_MOST bytes. */
enum { STORE_DRAFT_LOG_MOST = 16 << 20 };
int store_draft_log(struct store *store, const char *id, const char *bytes, size_t size, bool fresh, struct note *why);
int store_draft_log_read(struct store *store, const char *id, size_t most, char **bytes, size_t *size, struct note *why);
void store_draft_drop(struct store *store, const char *id);
/* What was changed in a game up to the last save of this user, kept whole beside the drafts for undo (archive/edit_log.h): of the
 * STORE_PAST_GAMES games that were saved last, at most STORE_PAST_MOST bytes each. The bytes read are the caller's; FAIL_NAME:
 * there are none; FAIL_TEXT: they are not what was kept. It goes with the game. */
enum { STORE_PAST_MOST = 512 << 10, STORE_PAST_GAMES = 100 };
int store_past_save(struct store *store, const char *id, const char *bytes, size_t size, struct note *why);
int store_past_read(struct store *store, const char *id, char **bytes, size_t *size, struct note *why);
void store_past_drop(struct store *store, const char *id);
/* The ids of all drafts of this user, each ULID_LENGTH + 1 bytes; the list is the caller's. Those in the user's own
 * folder may be of games of another archive. */
int store_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1]);
/* Is it a draft of the archive itself whose game is not there? Only when the whole list is known, which is not read for this. A
 * game that was never saved is none either. */
bool store_draft_is_left(struct store *store, const char *id);

#endif
