/* drafts.c - keeps unsaved edits and the log of their changes through a hangup; see store.h and
 * edit_history.h.
 *
 * A draft is the current record in the archive's own format, plus one key that says what it began
 * from and which of two drafts of a game is later: x_draft: {rev: 7, hash: '...', saved:
 * 1795312345123456}. The last number is the clock in microseconds, but always greater than in the
 * previous draft: file times cannot distinguish drafts saved in one tick, and clocks can be set
 * back. Drafts are stored in drafts/<user>/ of the archive, or if that is not writable, in the
 * user's own state folder ($XDG_STATE_HOME/chesscade, ~/.local/state/chesscade).
 *
 * A game has one draft for each terminal of the user that is editing it or was killed while editing
 * it: <id>.yaml, <id>.2.yaml, ... <id>.99.yaml. Beside each is <id>.hold, which its holder keeps
 * locked while it runs; it is deleted with the draft. */
#include "config.h"

#include "archive/record/record.h"
#include "archive/store/backend.h"
#include "archive/store/edit_history.h"
#include "archive/util/lock.h"
#include "archive/util/fs.h"
#include "archive/util/string_pool.h"
#include "archive/yaml/yaml_write.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_ROOM = 64, USER_ROOM = 100, HASH_BYTES = 32, SLOTS = STORE_DRAFTS_OF_A_GAME };

/* Turns a user name into a folder name: "..", "-rf", "a/b" and a name of 4 KB must be harmless. */
static void user_folder(const char *user, char out[USER_ROOM])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t n = 0;
    for (const char *u = user; *u && n + 4 < USER_ROOM; u++) {
        bool keep = strchr(plain, *u) || (n && (*u == '-' || *u == '.'));
        n += (size_t)snprintf(out + n, USER_ROOM - n, keep ? "%c" : "%%%02X",
                              keep ? *u : (unsigned char)*u);
    }
    if (!n)
        snprintf(out, USER_ROOM, "nobody");
}

/* Opens the user's own state folder. */
static int home_folder(bool create)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (!home || home[0] != '/') {
        const struct passwd *entry = getpwuid(getuid());
        home = entry ? entry->pw_dir : NULL;
    }
    const char *const steps[] = {".local", "state", "chesscade", "drafts"};
    bool own = state && state[0] == '/';
    /* Created as the XDG base directory specification requires. */
    bool made = own && create && mkdir(state, 0700) == 0;
    int fd = own || home ? open(own ? state : home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0 && made && folder_sync_above(fd) < 0)
        return file_shut(fd, FAIL_SYSTEM);
    for (int i = own ? 2 : 0; fd >= 0 && i < 4; i++)
        fd = file_shut(fd, folder_open(fd, steps[i], create));
    return fd;
}

struct room *drafts_room(struct store *store, enum place_of_drafts place, bool create)
{
    char user[USER_ROOM], name[USER_ROOM + sizeof "drafts/"];
    user_folder(store->user, user);
    if (place == AT_HOME) {
        int fd = home_folder(create);
        return room_of_folder(fd < 0 ? fd : file_shut(fd, folder_open(fd, user, create)), NULL);
    }
    errno = EROFS;
    snprintf(name, sizeof name, "drafts/%s", user);
    return store->read_only || !store_has_rooms(store) ? NULL : store_room(store, name, create);
}

/* -----------------------------------------------------------------------------------------------
 * holding */

/* A draft held by this process. */
struct draft_hold {
    char id[ULID_LENGTH + 1];
    int slot;
    enum place_of_drafts place; /* whether the lock is in the archive or in the user's folder */
    struct lock lock;           /* the lock of the draft; its fd is -1 if it could not be locked */
};

static void file_name(char name[NAME_ROOM], const char *id, int slot, const char *ending)
{
    if (slot == 0)
        snprintf(name, NAME_ROOM, "%.26s.%s", id, ending);
    else
        snprintf(name, NAME_ROOM, "%.26s.%d.%s", id, slot + 1, ending);
}

static struct draft_hold *hold_of(struct store *store, const char *id)
{
    for (int i = 0; i < store->holds; i++)
        if (!strcmp(store->hold[i].id, id))
            return &store->hold[i];
    return NULL;
}

/* Sets there[i] to true if slot `first` + i of a game contains a draft, for `n` slots. A slot is
 * one of the numbered drafts of a game. */
static void look_at_slots(struct store *store, const char *id, int first, int n, bool there[])
{
    char name[NAME_ROOM];
    memset(there, 0, (size_t)n * sizeof *there);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct room *room = drafts_room(store, place, false);
        for (int i = 0; room && i < n; i++) {
            file_name(name, id, first + i, "yaml");
            there[i] |= room_has(room, name);
        }
        room_close(room);
    }
}

static bool drafts_is_there(struct store *store, const char *id, int slot)
{
    bool there;
    look_at_slots(store, id, slot, 1, &there);
    return there;
}

/* Locks a slot; false if someone else holds it. */
static bool lock_slot(struct store *store, const char *id, int slot, bool create,
                      struct draft_hold *hold)
{
    char name[NAME_ROOM];
    *hold = (struct draft_hold){.slot = slot, .lock = {-1}};
    snprintf(hold->id, sizeof hold->id, "%s", id);
    file_name(name, id, slot, "hold");
    int taken = FAIL_SYSTEM;
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && taken < 0; place++) {
        struct room *room = drafts_room(store, place, create);
        hold->place = place;
        taken = room ? lock_try(&hold->lock, room, name) : FAIL_SYSTEM;
        room_close(room);
    }
    return taken != 0;
}

static void unlock_slot(struct store *store, struct draft_hold *hold)
{
    char name[NAME_ROOM];
    struct room *room = lock_is_held(&hold->lock) ? drafts_room(store, hold->place, false) : NULL;
    file_name(name, hold->id, hold->slot, "hold");
    if (room && !drafts_is_there(store, hold->id, hold->slot))
        room_remove(room, name);
    room_close(room);
    if (hold->lock.fd >= 0)
        lock_drop(&hold->lock);
}

static int keep_hold(struct store *store, const struct draft_hold *hold)
{
    store->hold =
        memory_room(store->hold, &store->hold_room, store->holds + 1, sizeof *store->hold);
    store->hold[store->holds++] = *hold;
    return hold->slot;
}

void store_draft_name(struct store *store, const char *id, char *out, size_t size)
{
    const struct draft_hold *own = hold_of(store, id);
    const char *state = getenv("XDG_STATE_HOME"), *home = "";
    char name[NAME_ROOM], user[USER_ROOM];
    out[0] = '\0';
    if (!own)
        return;
    file_name(name, id, own->slot, "yaml");
    user_folder(store->user, user);
    if (own->place == AT_HOME)
        home =
            state && state[0] == '/' ? "$XDG_STATE_HOME/chesscade/" : "~/.local/state/chesscade/";
    snprintf(out, size, "%sdrafts/%s/%s", home, user, name);
}

/* Removes temporary files of processes killed long ago. */
static void drafts_sweep(struct store *store)
{
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct room *room = drafts_room(store, place, false);
        if (room)
            room_sweep(room, false);
        room_close(room);
    }
}

/* Returns the slot in which to save a draft: the one already held, or the first free one. A slot
 * with a draft that no one holds is not free, since a killed process left it. FAIL_LIMIT if there
 * is no free slot; the draft is then not saved, because a draft outside the slots would never be
 * offered to anyone. */
static int slot_to_save(struct store *store, const char *id, struct note *why)
{
    struct draft_hold *own = hold_of(store, id), hold;
    if (own)
        return own->slot;
    drafts_sweep(store);
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!lock_slot(store, id, slot, true, &hold))
            continue;
        if (!drafts_is_there(store, id, slot))
            return keep_hold(store, &hold);
        if (hold.lock.fd >= 0)
            lock_drop(&hold.lock);
    }
    return note_fail(why, FAIL_LIMIT, -1,
                     "this game already has %d drafts; open it and save or undo the changes of one",
                     SLOTS);
}

void store_draft_leave(struct store *store, const char *id)
{
    struct draft_hold *hold = hold_of(store, id);
    if (!hold)
        return;
    unlock_slot(store, hold);
    *hold = store->hold[--store->holds];
}

void stores_leave_locks(void)
{
    lock_leave_all();
}

void store_drafts_leave(struct store *store)
{
    while (store->holds)
        store_draft_leave(store, store->hold[0].id);
    free(store->hold);
    store->hold = NULL;
    store->hold_room = 0;
}

bool store_draft_more(struct store *store, const char *id)
{
    struct draft_hold *own = hold_of(store, id), hold;
    bool more = false, there[SLOTS];
    look_at_slots(store, id, 0, SLOTS, there);
    for (int slot = 0; slot < SLOTS && !more; slot++) {
        if ((own && own->slot == slot) || !there[slot] || !lock_slot(store, id, slot, false, &hold))
            continue;
        more = true;
        if (hold.lock.fd >= 0)
            lock_drop(&hold.lock);
    }
    return more;
}

/* -----------------------------------------------------------------------------------------------
 * contents */

static void drafts_set_base(struct record *record, const struct version *version, int64_t saved)
{
    char text[2 * HASH_BYTES + 1], number[24];
    struct value *base = value_map(&record->head, "x_draft");
    snprintf(text, sizeof text, "%" PRId64, version->rev);
    base->style = STYLE_FLOW;
    value_set(base, "rev", text, true);
    for (int i = 0; i < HASH_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", version->hash[i]);
    value_set(base, "hash", version->known ? text : "none", false);
    snprintf(number, sizeof number, "%" PRId64, saved);
    value_set(base, "saved", number, true);
}

static void take_base(struct record *record, struct version *version)
{
    const char *hash = record_text(record, "x_draft.hash");
    *version = (struct version){.rev = strtoll(record_text(record, "x_draft.rev"), NULL, 10)};
    version->known = strlen(hash) == 2 * HASH_BYTES;
    for (int i = 0; version->known && i < HASH_BYTES; i++) {
        char byte[3] = {hash[2 * i], hash[2 * i + 1], '\0'};
        version->hash[i] = (uint8_t)strtol(byte, NULL, 16);
    }
    value_set(&record->head, "x_draft", NULL, false);
    record->rev = version->rev;
}

/* Loads the latest draft of a game from the archive or the user's folder; FAIL_NAME if there is
 * none. *saved becomes its number in x_draft. */
static int newest_draft(struct store *store, const char *name, struct record **out, int64_t *saved,
                        struct note *why)
{
    int result = note_fail(why, FAIL_NAME, -1, "there is no draft of this game");
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct record *draft = NULL;
        char *bytes = NULL;
        size_t size;
        struct room *room = drafts_room(store, place, false);
        int got = room ? room_read(room, name, (size_t)yaml_limits_default.file_bytes, &bytes,
                                   &size, result == FAIL_NAME ? why : NULL)
                       : FAIL_NAME;
        if (got == 0)
            got = record_read(bytes, size, 1, NULL, &draft, NULL, result == FAIL_NAME ? why : NULL);
        free(bytes);
        room_close(room);
        int64_t number = got == 0 ? strtoll(record_text(draft, "x_draft.saved"), NULL, 10) : 0;
        if (got == 0 && (result < 0 || number > *saved)) {
            if (result == 0)
                record_free(*out);
            *out = draft;
            *saved = number;
            result = 0;
        } else if (got == 0) {
            record_free(draft);
        } else if (result < 0 && got != FAIL_NAME) {
            result = got;
        }
    }
    return result;
}

/* The x_draft number for a draft saved now: greater than all before. */
static int64_t next_number(struct store *store, const char *name)
{
    struct timespec now;
    struct record *before;
    int64_t saved = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t number = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    if (newest_draft(store, name, &before, &saved, NULL) == 0)
        record_free(before);
    return saved < number ? number : saved < INT64_MAX ? saved + 1 : saved;
}

static int save_as(struct store *store, const struct record *record, const struct version *version,
                   const char *ending, struct note *why)
{
    struct yaml_text text = {0};
    char name[NAME_ROOM];
    int slot = slot_to_save(store, record->id, why);
    if (slot < 0)
        return slot;
    static const char *const own[] = {"x_draft", NULL};
    struct record *draft = record_lend(record, own);
    file_name(name, record->id, slot, ending);
    drafts_set_base(draft, version, next_number(store, name));
    if (draft->rev < 1)
        draft->rev = 1; /* the game was never saved, but no file may have revision 0 */
    record_write(draft, &text);
    record_part(draft, own);
    int result = FAIL_SYSTEM;
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        struct room *room = drafts_room(store, place, true);
        result = room ? room_write(room, name, text.v, (size_t)text.n, false, why)
                      : file_fail(why, "the folder of drafts cannot be opened");
        room_close(room);
    }
    yaml_text_clear(&text);
    return result;
}

int store_draft_save(struct store *store, const struct record *record,
                     const struct version *version, struct note *why)
{
    return save_as(store, record, version, "yaml", why);
}

int store_draft_keep_base(struct store *store, const struct record *base,
                          const struct version *version, struct note *why)
{
    return save_as(store, base, version, "base", why);
}

static int load_from(struct store *store, const char *id, int slot, const char *ending,
                     struct record **out, int64_t *saved, struct note *why)
{
    char name[NAME_ROOM];
    file_name(name, id, slot, ending);
    return newest_draft(store, name, out, saved, why);
}

/* Holds the latest of the game's drafts that no process holds, if there is one. */
static void hold_latest(struct store *store, const char *id)
{
    struct draft_hold best = {.slot = -1}, hold;
    int64_t latest = 0;
    bool there[SLOTS];
    look_at_slots(store, id, 0, SLOTS, there);
    for (int slot = 0; slot < SLOTS; slot++) {
        struct record *draft;
        int64_t saved = 0;
        if (!there[slot] || !lock_slot(store, id, slot, false, &hold))
            continue;
        bool read = load_from(store, id, slot, "yaml", &draft, &saved, NULL) == 0;
        if (read)
            record_free(draft);
        bool later = read && (best.slot < 0 || saved > latest);
        struct draft_hold other = later ? best : hold;
        if (later) {
            best = hold;
            latest = saved;
        }
        if (other.slot >= 0 && other.lock.fd >= 0)
            lock_drop(&other.lock);
    }
    if (best.slot >= 0)
        keep_hold(store, &best);
}

/* Explains why no draft can be loaded. FAIL_NAME: the game has no draft; other failures: a draft
 * that no process holds is unreadable. */
static int drafts_why_none(struct store *store, const char *id, struct note *why)
{
    struct draft_hold hold;
    struct note reason;
    bool there[SLOTS];
    int result = note_fail(why, FAIL_NAME, -1, "there is no draft of this game");
    look_at_slots(store, id, 0, SLOTS, there);
    for (int slot = 0; slot < SLOTS && result == FAIL_NAME; slot++) {
        struct record *draft;
        int64_t saved = 0;
        char name[NAME_ROOM], user[USER_ROOM];
        if (!there[slot] || !lock_slot(store, id, slot, false, &hold))
            continue;
        int got = load_from(store, id, slot, "yaml", &draft, &saved, &reason);
        file_name(name, id, slot, "yaml");
        user_folder(store->user, user);
        if (got == 0)
            record_free(draft);
        else
            result = note_fail(why, got, -1,
                               "the draft of this game, drafts/%.60s/%s, cannot be read: %s", user,
                               name, reason.text);
        if (hold.lock.fd >= 0)
            lock_drop(&hold.lock);
    }
    return result;
}

static int load_as(struct store *store, const char *id, const char *ending, struct record **out,
                   struct version *version, struct note *why)
{
    struct version unwanted;
    int64_t saved = 0;
    if (!ulid_valid(id))
        return note_fail(why, FAIL_NAME, -1, "there is no draft of this game");
    if (!hold_of(store, id))
        hold_latest(store, id);
    const struct draft_hold *own = hold_of(store, id);
    if (!own)
        return drafts_why_none(store, id, why);
    int result = load_from(store, id, own->slot, ending, out, &saved, why);
    if (result == 0)
        take_base(*out, version ? version : &unwanted);
    return result;
}

int store_draft_load(struct store *store, const char *id, struct record **out,
                     struct version *version, struct note *why)
{
    return load_as(store, id, "yaml", out, version, why);
}

int store_draft_base(struct store *store, const char *id, struct record **out,
                     struct version *version, struct note *why)
{
    return load_as(store, id, "base", out, version, why);
}

/* Writes the log without flushing it: the draft itself is flushed, and readers of a log check
 * that it ends with the draft. */
int store_draft_log(struct store *store, const char *id, const char *bytes, size_t size, bool fresh,
                    struct note *why)
{
    char name[NAME_ROOM];
    int result = FAIL_SYSTEM, slot = slot_to_save(store, id, why);
    if (slot < 0)
        return FAIL_SYSTEM; /* not FAIL_LIMIT: then the caller would start the log again after each
                               change */
    file_name(name, id, slot, "undo");
    for (enum place_of_drafts place = 0;
         place < PLACES_OF_DRAFTS && result < 0 && result != FAIL_LIMIT; place++) {
        struct stat stat;
        struct room *room = drafts_room(store, place, true);
        int fd = room ? room_open(room, name, fresh ? ROOM_ANEW : ROOM_APPEND) : -1;
        bool full = fd >= 0 && fstat(fd, &stat) == 0 &&
                    (uint64_t)stat.st_size + size > STORE_DRAFT_LOG_MOST;
        bool written = fd >= 0 && !full && file_put(fd, bytes, size);
        result = written ? 0
                 : full  ? note_fail(why, FAIL_LIMIT, -1, "the undo history is full")
                         : file_fail(why, "the undo history cannot be saved");
        if (fd >= 0 && close(fd) < 0)
            result = file_fail(why, "the undo history cannot be saved");
        room_close(room);
    }
    return result;
}

int store_draft_log_read(struct store *store, const char *id, size_t most, char **bytes,
                         size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    int result = note_fail(why, FAIL_NAME, -1, "there is no undo history");
    const struct draft_hold *own = hold_of(store, id);
    file_name(name, id, own ? own->slot : 0, "undo");
    for (enum place_of_drafts place = 0; own && place < PLACES_OF_DRAFTS && result < 0; place++) {
        struct room *room = drafts_room(store, place, false);
        if (room)
            result = room_read(room, name, most, bytes, size, why);
        room_close(room);
    }
    return result;
}

void store_draft_drop(struct store *store, const char *id)
{
    static const char *const endings[] = {"yaml", "base", "undo"};
    const struct draft_hold *own = hold_of(store, id);
    char name[NAME_ROOM];
    for (enum place_of_drafts place = 0; own && place < PLACES_OF_DRAFTS; place++) {
        struct room *room = drafts_room(store, place, false);
        for (int i = 0; room && i < 3; i++) {
            file_name(name, id, own->slot, endings[i]);
            room_remove(room, name);
        }
        room_close(room);
    }
    store_draft_leave(store, id);
}

/* True for the part of a draft's file name after the id: ".yaml", ".2.yaml". */
static bool ends_draft(const char *ending)
{
    char *end;
    long number =
        ending[0] == '.' && ending[1] > '0' && ending[1] <= '9' ? strtol(ending + 1, &end, 10) : 0;
    return !strcmp(number > 1 && number <= SLOTS ? end : ending, ".yaml");
}

static bool has_id(char (*ids)[ULID_LENGTH + 1], int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(ids[i], id))
            return true;
    return false;
}

bool store_draft_is_left(struct store *store, const char *id)
{
    char name[NAME_ROOM];
    bool left = false;
    if (store_count(store) < store_total(store) || store_unchecked(store) || *store_unread(store) ||
        store_find(store, id) >= 0)
        return false;
    struct room *room = drafts_room(store, IN_ARCHIVE, false);
    for (int slot = 0; room && slot < SLOTS && !left; slot++) {
        file_name(name, id, slot, "yaml");
        left = room_has(room, name);
    }
    room_close(room);
    return left;
}

/* The ids of drafts found so far. */
struct draft_ids {
    char (*id)[ULID_LENGTH + 1]; /* [n] */
    int n, room;
};

static void drafts_take_id(void *argument, const char *name)
{
    struct draft_ids *ids = argument;
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "%.26s", name);
    if (!ulid_valid(id) || !ends_draft(name + ULID_LENGTH) || has_id(ids->id, ids->n, id))
        return;
    ids->id = memory_room(ids->id, &ids->room, ids->n + 1, sizeof *ids->id);
    memcpy(ids->id[ids->n++], id, sizeof id);
}

int store_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1])
{
    struct draft_ids found = {0};
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct room *room = drafts_room(store, place, false);
        if (room)
            room_each(room, drafts_take_id, &found);
        room_close(room);
    }
    *ids = found.id;
    return found.n;
}

/* ---- Stores the undo history of saved games: see store.h.
 *
 * It is stored beside the drafts as <id>.past, but is not a draft: no one holds it, and if one user
 * has two terminals, the later save wins. It is written as a whole. A reader checks that it belongs
 * to the stored version. It begins with a checksum of the rest, so that undo offers only what is
 * intact. */

enum { UNDO_STORE_NAME_ROOM = 64, SUM = 79 /* length of the line with the checksum, in bytes */ };

static void past_name(char name[UNDO_STORE_NAME_ROOM], const char *id)
{
    snprintf(name, UNDO_STORE_NAME_ROOM, "%.26s.past", id);
}

static bool names_past(const char *name)
{
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "%.26s", name);
    return ulid_valid(id) && !strcmp(name + ULID_LENGTH, ".past");
}

/* The histories in a room, and the one that was changed first. */
struct pasts {
    struct room *room;
    const char *written; /* the name of a history that is never `oldest` */
    char oldest[UNDO_STORE_NAME_ROOM];
    struct timespec then; /* when `oldest` was changed */
    int n;
};

static void count_past(void *argument, const char *name)
{
    struct pasts *pasts = argument;
    pasts->n += names_past(name);
}

static void look_for_oldest(void *argument, const char *name)
{
    struct pasts *pasts = argument;
    struct stat stat;
    bool wanted = names_past(name) && strcmp(name, pasts->written) != 0;
    int fd = wanted ? room_open(pasts->room, name, ROOM_READ) : -1;
    if (wanted && (fd < 0 || fstat(fd, &stat) < 0))
        stat.st_mtim = (struct timespec){0}; /* an unreadable history goes first */
    if (fd >= 0)
        close(fd);
    if (!wanted)
        return;
    bool older =
        stat.st_mtim.tv_sec < pasts->then.tv_sec ||
        (stat.st_mtim.tv_sec == pasts->then.tv_sec && stat.st_mtim.tv_nsec < pasts->then.tv_nsec);
    if (*pasts->oldest && !older)
        return;
    pasts->then = stat.st_mtim;
    past_name(pasts->oldest, name);
}

/* If the room has more than STORE_PAST_GAMES histories, deletes the oldest one except `written`,
 * which was just written: its time may be wrong. Returns true if it has deleted one. */
static bool drop_oldest(struct room *room, const char *written)
{
    struct pasts pasts = {.room = room, .written = written};
    if (room_each(room, count_past, &pasts) < 0 || pasts.n <= STORE_PAST_GAMES)
        return false;
    room_each(room, look_for_oldest, &pasts);
    return *pasts.oldest && room_remove(room, pasts.oldest) == 0;
}

/* Deletes a game's history in all rooms of drafts except the room `but`. */
static void drop_but(struct store *store, const char *id, int but)
{
    char name[UNDO_STORE_NAME_ROOM];
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct room *room = (int)place == but ? NULL : drafts_room(store, place, false);
        if (room)
            room_remove(room, name);
        room_close(room);
    }
}

void store_past_drop(struct store *store, const char *id)
{
    drop_but(store, id, -1);
}

/* Composes the checksum as a document that precedes the others. */
static void sum_line(const char *bytes, size_t size, char out[SUM + 1])
{
    struct version version;
    size_t used = 0;
    version_of(&version, 0, bytes, size);
    text_add(out, SUM + 1, &used, "---\nsha256: '");
    for (size_t i = 0; i < sizeof version.hash; i++)
        text_add(out, SUM + 1, &used, "%02x", version.hash[i]);
    text_add(out, SUM + 1, &used, "'\n");
}

int store_past_save(struct store *store, const char *id, const char *bytes, size_t size,
                    struct note *why)
{
    char name[UNDO_STORE_NAME_ROOM], *whole = memory_new(SUM + size + 1, 1);
    int result = FAIL_SYSTEM;
    past_name(name, id);
    sum_line(bytes, size, whole);
    memcpy(whole + SUM, bytes, size);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        struct room *room = drafts_room(store, place, true);
        result = room ? room_write(room, name, whole, SUM + size, false, why)
                      : file_fail(why, "the folder of the undo history cannot be opened");
        while (result == 0 && drop_oldest(room, name))
            continue;
        if (result == 0)
            drop_but(store, id, (int)place);
        room_close(room);
    }
    free(whole);
    return result;
}

static int read_whole(struct room *room, const char *name, char **bytes, size_t *size,
                      struct note *why)
{
    char line[SUM + 1], *read;
    size_t n;
    int result = room_read(room, name, SUM + STORE_PAST_MOST, &read, &n, why);
    if (result < 0)
        return result;
    if (n >= SUM)
        sum_line(read + SUM, n - SUM, line);
    if (n < SUM || memcmp(read, line, SUM) != 0) {
        free(read);
        return note_fail(why, FAIL_TEXT, -1, "the undo history file is damaged");
    }
    memmove(read, read + SUM, n - SUM + 1);
    *bytes = read;
    *size = n - SUM;
    return 0;
}

int store_past_read(struct store *store, const char *id, char **bytes, size_t *size,
                    struct note *why)
{
    char name[UNDO_STORE_NAME_ROOM];
    int result = note_fail(why, FAIL_NAME, -1, "no earlier changes are known");
    past_name(name, id);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        struct room *room = drafts_room(store, place, false);
        struct note reason;
        bool none =
            !room && (errno == ENOENT || errno == EROFS ||
                      errno == EACCES /* nothing was written there for lack of permission */);
        int got = none   ? FAIL_NAME
                  : room ? read_whole(room, name, bytes, size, &reason)
                         : file_fail(&reason, "the folder of the undo history cannot be opened");
        if (got == 0 || (got != FAIL_NAME && result == FAIL_NAME)) {
            result = got;
            if (got < 0 && why)
                *why = reason;
        }
        room_close(room);
    }
    return result;
}

/* ---- Logs the changes of a draft for undo after a restart; see edit_history.h. */

enum { SPOT_ROOM = 2400, STAMP_ROOM = 96 };

/* -------------------------------------------------------------------------------------------------
 * writing */

static void drafts_add_state(struct yaml_text *text, const struct record *record,
                             const struct spot *spot, const char *what)
{
    static const char *const own[] = {"x_undo", NULL};
    char at[SPOT_ROOM] = "";
    struct record *copy = record_lend(record, own);
    struct value *undo = value_map(&copy->head, "x_undo");
    if (spot && !spot_write(spot, at, sizeof at))
        at[0] = '\0';
    value_set(undo, "what", what, false);
    value_set(undo, "at", at, false);
    if (copy->rev < 1)
        copy->rev = 1; /* the game was never saved, but no file may have revision 0 */
    yaml_text_add(text, "---\n", 4);
    record_write(copy, text);
    record_part(copy, own);
}

/* Returns the record after a change. It is stored as the record before the next change, or is the
 * current one. */
static const struct record *state_behind(const struct edits *edits, int change)
{
    return change + 1 < edits->undos ? edits->undo[change + 1].record : edits->record;
}

/* Writes all changes that can be undone or redone. If they exceed `most` bytes, leaves out the
 * oldest ones. */
static void add_all(struct yaml_text *text, const struct edits *edits, size_t most)
{
    static const char undone[] = "---\nstep: 'undo'\n";
    struct yaml_text one = {0};
    size_t size = 0;
    int first = edits->undos, last = 0;
    for (; last < edits->redos && size <= most; last++) { /* write first the change that the next
                                                             redo restores */
        one.n = 0;
        drafts_add_state(&one, edits->redo[edits->redos - 1 - last].record, NULL, "");
        size += (size_t)one.n + sizeof undone;
    }
    for (; first > 0 && size <= most; first--) {
        one.n = 0;
        drafts_add_state(&one, edits->undo[first - 1].record, NULL, "");
        size += (size_t)one.n;
    }
    if (size > most && first < edits->undos)
        first++;
    else if (size > most)
        last--;
    yaml_text_clear(&one);
    drafts_add_state(text, first < edits->undos ? edits->undo[first].record : edits->record, NULL,
                     "");
    for (int i = first; i < edits->undos; i++)
        drafts_add_state(text, state_behind(edits, i), &edits->undo[i].spot, edits->undo[i].what);
    for (int i = 1; i <= last; i++) {
        const struct edit_state *state = &edits->redo[edits->redos - i];
        drafts_add_state(text, state->record, &state->spot, state->what);
    }
    for (int i = 1; i <= last; i++)
        yaml_text_add(text, undone, sizeof undone - 1);
}

/* Starts the log anew. Fills only half of its limit, because otherwise the next change would exceed
 * the limit again. */
static int begin_anew(struct store *store, const struct edits *edits)
{
    struct yaml_text text = {0};
    add_all(&text, edits, STORE_DRAFT_LOG_MOST / 2);
    int result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, true, NULL);
    yaml_text_clear(&text);
    return result;
}

void edit_log_note(struct store *store, const struct edits *edits, enum edit_log_event event,
                   bool *begun)
{
    static const char undone[] = "---\nstep: 'undo'\n", redone[] = "---\nstep: 'redo'\n";
    struct yaml_text text = {0};
    const struct edit_state *last = edits->undos ? &edits->undo[edits->undos - 1] : NULL;
    int result = FAIL_LIMIT;
    if (*begun) {
        if (event == LOGGED_UNDO)
            yaml_text_add(&text, undone, sizeof undone - 1);
        else if (event == LOGGED_REDO)
            yaml_text_add(&text, redone, sizeof redone - 1);
        else if (last)
            drafts_add_state(&text, edits->record, &last->spot, last->what);
        result = store_draft_log(store, edits->record->id, text.v, (size_t)text.n, false, NULL);
    }
    if (result == FAIL_LIMIT)
        result = begin_anew(store, edits);
    *begun = result == 0;
    yaml_text_clear(&text);
}

/* ------------------------------------------------------------------------------------------- after
 * a save */

/* Identifies a version by its revision and the checksum of its bytes. */
static void stamp_of(const struct version *version, char out[STAMP_ROOM])
{
    size_t used = 0;
    text_add(out, STAMP_ROOM, &used, "%" PRId64 " ", version->rev);
    for (size_t i = 0; i < sizeof version->hash; i++)
        text_add(out, STAMP_ROOM, &used, "%02x", version->hash[i]);
}

void edit_log_keep(struct store *store, const struct edits *edits, const struct version *version)
{
    struct yaml_text text = {0};
    char stamp[STAMP_ROOM], head[STAMP_ROOM + 40];
    stamp_of(version, stamp);
    int n = snprintf(head, sizeof head, "---\nsaved: '%s'\n", stamp);
    yaml_text_add(&text, head, n);
    add_all(&text, edits, STORE_PAST_MOST - STORE_PAST_MOST / 4);
    bool some = version->known && edits->undos + edits->redos > 0 && text.n <= STORE_PAST_MOST;
    if (!some || store_past_save(store, edits->record->id, text.v, (size_t)text.n, NULL) < 0)
        store_past_drop(store, edits->record->id);
    yaml_text_clear(&text);
}

/* -------------------------------------------------------------------------------------------------
 * reading */

static const char draft_changes[] = "the changes kept as a draft";

/* Reads one document of a log. It contains either a record or the word undo or redo; returns false
 * if it contains neither. *here becomes the spot where the user was. The first record usually
 * equals `base` (may be NULL), which is then shared, so that a large game is not in memory
 * twice. */
static bool take_document(struct edits *edits, struct record *base, struct spot *here,
                          const char *bytes, size_t size, int64_t rev)
{
    static const char step[] = "---\nstep: '";
    struct record *record;
    const char *what;
    /* This document is the word undo or redo. Most documents contain a record. */
    if (size > sizeof step && !memcmp(bytes, step, sizeof step - 1))
        return edits->record &&
               (bytes[sizeof step - 1] == 'r' ? edits_redo : edits_undo)(edits, here, &what);
    if (record_read(bytes, size, 1, NULL, &record, NULL, NULL) < 0)
        return false;
    char said[80];
    snprintf(said, sizeof said, "%s", record_text(record, "x_undo.what"));
    if (!spot_read(record_text(record, "x_undo.at"), here))
        *here = spot_start();
    value_set(&record->head, "x_undo", NULL, false);
    record->rev = rev;
    if (!edits->record) {
        bool is_base = base && record_same(base, record);
        edits_begin(edits, is_base ? record_hold(base) : record);
        if (is_base)
            record_free(record);
        return true;
    }
    spot_mend(edits->record, here);
    edits_lead_to(edits, record, here, said);
    return true;
}

/* Reads all documents of a log that follow `piece`. */
static void drafts_take_all(struct edits *read, struct record *base, const char *bytes, size_t size,
                            struct yaml_piece *piece, int64_t rev)
{
    struct spot here = spot_start();
    while (yaml_next(bytes, size, piece) &&
           take_document(read, base, &here, bytes + piece->start, piece->end - piece->start, rev))
        continue;
    if (read->record)
        read->record = record_own(read->record); /* the current state must be writable, so it gets
                                                    its own copy */
}

static bool read_log(struct store *store, const struct record *draft, struct record *base,
                     struct edits *edits)
{
    struct edits read = {0};
    struct yaml_piece piece = {0};
    struct spot start = spot_start();
    char *bytes;
    size_t size;
    if (store_draft_log_read(store, draft->id, STORE_DRAFT_LOG_MOST, &bytes, &size, NULL) < 0)
        return false;
    drafts_take_all(&read, base, bytes, size, &piece, draft->rev);
    free(bytes);
    if (!read.record || strcmp(read.record->id, draft->id) != 0) {
        if (read.record)
            edits_clear(&read);
        return false;
    }
    if (!record_same(read.record, draft))
        edits_lead_to(&read, record_copy(draft), &start, draft_changes);
    edits_clear(edits);
    *edits = read;
    return true;
}

bool edit_log_read(struct store *store, const struct record *draft, struct edits *edits)
{
    return read_log(store, draft, NULL, edits);
}

bool edit_log_resume(struct store *store, struct record *base, struct edits *edits)
{
    struct spot start = spot_start();
    bool logged = read_log(store, edits->record, base, edits);
    if (logged && base)
        edits_find_saved(edits, base);
    if (logged || !base)
        return logged;
    struct record *draft = edits->record;
    edits_begin(edits, record_hold(base));
    edits_lead_to(edits, draft, &start, draft_changes);
    return false;
}

/* True if a document identifies that version by its revision and checksum. */
static bool is_stamp_of(const struct version *version, const char *bytes, size_t size)
{
    struct yaml_document document;
    char stamp[STAMP_ROOM];
    if (yaml_read(bytes, size, 1, NULL, &document, NULL, NULL) < 0)
        return false;
    stamp_of(version, stamp);
    bool same = !strcmp(value_text(&document.root, "saved"), stamp);
    yaml_document_clear(&document);
    return same;
}

bool edit_log_recall(struct store *store, const struct version *version, struct edits *edits,
                     struct note *why)
{
    struct edits read = {0};
    struct yaml_piece piece = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result = version->known ? store_past_read(store, edits->record->id, &bytes, &size, &reason)
                                : FAIL_NAME;
    *why = (struct note){{0}, -1};
    if (result < 0 && result != FAIL_NAME)
        note_set(why, -1, "changes made before the last save cannot be undone any more: %s",
                 reason.text);
    if (result < 0)
        return false;
    if (yaml_next(bytes, size, &piece) &&
        is_stamp_of(version, bytes + piece.start, piece.end - piece.start))
        drafts_take_all(&read, NULL, bytes, size, &piece, edits->record->rev);
    free(bytes);
    bool fits = read.record && record_same(read.record, edits->record);
    if (fits) {
        edits_set_saved(&read);
        edits_clear(edits);
        *edits = read;
    } else if (read.record) {
        edits_clear(&read);
    }
    return fits;
}
