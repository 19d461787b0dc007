/* drafts.c - keeps unsaved edits through a hangup; see store.h.
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
#include "archive/util/fs.h"
#include "archive/store/lock.h"
#include "archive/store/backend.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 64, USER_ROOM = 100, HASH_BYTES = 32, SLOTS = STORE_DRAFTS_OF_A_GAME };

/* Turns a user name into a folder name: "..", "-rf", "a/b" and a name of 4 KB must be harmless. */
static void user_folder(const char *user, char out[USER_ROOM])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t n = 0;
    for (const char *u = user; *u && n + 4 < USER_ROOM; u++) {
        bool keep = strchr(plain, *u) || (n && (*u == '-' || *u == '.'));
        n += (size_t)snprintf(out + n, USER_ROOM - n, keep ? "%c" : "%%%02X", keep ? *u : (unsigned char)*u);
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
    bool made = own && create && mkdir(state, 0700) == 0; /* created as the XDG base directory specification
                                                           * requires */
    int fd = own || home ? open(own ? state : home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0 && made && folder_sync_above(fd) < 0)
        return file_shut(fd, FAIL_SYSTEM);
    for (int i = own ? 2 : 0; fd >= 0 && i < 4; i++)
        fd = file_shut(fd, folder_open(fd, steps[i], create));
    return fd;
}

int drafts_folder(struct store *store, enum place_of_drafts place, bool create)
{
    char user[USER_ROOM];
    int fd = FAIL_SYSTEM;
    errno = EROFS;
    if (place == AT_HOME)
        fd = home_folder(create);
    else if (store->kind->folder && !store->read_only)
        fd = store->kind->folder(store, "drafts", create);
    if (fd < 0)
        return fd;
    user_folder(store->user, user);
    return file_shut(fd, folder_open(fd, user, create));
}

/* -----------------------------------------------------------------------------------------------
 * holding */

/* A draft held by this process. */
struct draft_hold {
    char id[ULID_LENGTH + 1];
    int slot;
    enum place_of_drafts place; /* of the lock */
    struct lock lock;           /* fd -1: it could not be locked */
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

/* Which of `n` slots, from `first` on, have a draft. */
static void look_at_slots(struct store *store, const char *id, int first, int n, bool there[])
{
    char name[NAME_ROOM];
    memset(there, 0, (size_t)n * sizeof *there);
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        int folder = drafts_folder(store, place, false);
        for (int i = 0; folder >= 0 && i < n; i++) {
            file_name(name, id, first + i, "yaml");
            there[i] |= faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
        }
        if (folder >= 0)
            close(folder);
    }
}

static bool is_there(struct store *store, const char *id, int slot)
{
    bool there;
    look_at_slots(store, id, slot, 1, &there);
    return there;
}

/* Locks a slot; false if someone else holds it. */
static bool lock_slot(struct store *store, const char *id, int slot, bool create, struct draft_hold *hold)
{
    char name[NAME_ROOM];
    *hold = (struct draft_hold){.slot = slot, .lock = {-1}};
    snprintf(hold->id, sizeof hold->id, "%s", id);
    file_name(name, id, slot, "hold");
    int taken = FAIL_SYSTEM;
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && taken < 0; place++) {
        int folder = drafts_folder(store, place, create);
        hold->place = place;
        taken = folder < 0 ? FAIL_SYSTEM : lock_try(&hold->lock, folder, name);
        if (folder >= 0)
            close(folder);
    }
    return taken != 0;
}

static void unlock_slot(struct store *store, struct draft_hold *hold)
{
    char name[NAME_ROOM];
    int folder = lock_is_held(&hold->lock) ? drafts_folder(store, hold->place, false) : -1;
    file_name(name, hold->id, hold->slot, "hold");
    if (folder >= 0) {
        if (!is_there(store, hold->id, hold->slot))
            unlinkat(folder, name, 0);
        close(folder);
    }
    if (hold->lock.fd >= 0)
        lock_drop(&hold->lock);
}

static int keep_hold(struct store *store, const struct draft_hold *hold)
{
    store->hold = memory_room(store->hold, &store->hold_room, store->holds + 1, sizeof *store->hold);
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
        home = state && state[0] == '/' ? "$XDG_STATE_HOME/chesscade/" : "~/.local/state/chesscade/";
    snprintf(out, size, "%sdrafts/%s/%s", home, user, name);
}

/* Removes temporary files of processes killed long ago. */
static void sweep(struct store *store)
{
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        int folder = drafts_folder(store, place, false);
        if (folder < 0)
            continue;
        folder_sweep(folder);
        close(folder);
    }
}

/* The slot to save in: the one already held, or the first free one. A draft in a slot that no one
 * holds was left by a killed process, so that slot is not free. FAIL_LIMIT: there is none; then
 * nothing is saved, as no one would ever be offered such a draft. */
static int slot_to_save(struct store *store, const char *id, struct note *why)
{
    struct draft_hold *own = hold_of(store, id), hold;
    if (own)
        return own->slot;
    sweep(store);
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!lock_slot(store, id, slot, true, &hold))
            continue;
        if (!is_there(store, id, slot))
            return keep_hold(store, &hold);
        if (hold.lock.fd >= 0)
            lock_drop(&hold.lock);
    }
    return note_fail(why, FAIL_LIMIT, -1, "%d drafts of this game wait already: open it, and save or undo what they changed",
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

static void set_base(struct record *record, const struct version *version, int64_t saved)
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

/* Loads the latest draft of a game from either place; FAIL_NAME if there is none. *saved gets its
 * number. */
static int newest_draft(struct store *store, const char *name, struct record **out, int64_t *saved, struct note *why)
{
    int result = note_fail(why, FAIL_NAME, -1, "there is no draft of this game");
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        struct record *draft = NULL;
        char *bytes = NULL;
        size_t size;
        int folder = drafts_folder(store, place, false);
        int got = folder < 0 ? FAIL_NAME
                             : file_read(folder, name, (size_t)yaml_limits_default.file_bytes, &bytes, &size, NULL,
                                         result == FAIL_NAME ? why : NULL);
        if (got == 0)
            got = record_read(bytes, size, 1, NULL, &draft, NULL, result == FAIL_NAME ? why : NULL);
        free(bytes);
        if (folder >= 0)
            close(folder);
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

/* The number for a draft saved now. */
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

static int save_as(struct store *store, const struct record *record, const struct version *version, const char *ending,
                   struct note *why)
{
    struct yaml_text text = {0};
    char name[NAME_ROOM];
    int slot = slot_to_save(store, record->id, why);
    if (slot < 0)
        return slot;
    static const char *const own[] = {"x_draft", NULL};
    struct record *draft = record_lend(record, own);
    file_name(name, record->id, slot, ending);
    set_base(draft, version, next_number(store, name));
    if (draft->rev < 1)
        draft->rev = 1; /* a game never saved; no file has revision 0 */
    record_write(draft, &text);
    record_part(draft, own);
    int result = FAIL_SYSTEM;
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, true);
        result = folder < 0 ? file_fail(why, "its folder cannot be opened")
                            : file_write(folder, name, text.v, (size_t)text.n, false, why);
        if (folder >= 0)
            close(folder);
    }
    yaml_text_clear(&text);
    return result;
}

int store_draft_save(struct store *store, const struct record *record, const struct version *version,
                     struct note *why)
{
    return save_as(store, record, version, "yaml", why);
}

int store_draft_keep_base(struct store *store, const struct record *base, const struct version *version,
                          struct note *why)
{
    return save_as(store, base, version, "base", why);
}

static int load_from(struct store *store, const char *id, int slot, const char *ending, struct record **out,
                     int64_t *saved, struct note *why)
{
    char name[NAME_ROOM];
    file_name(name, id, slot, ending);
    return newest_draft(store, name, out, saved, why);
}

/* Holds the latest draft that no one else holds, if there is one. */
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

/* Why no draft can be loaded: one that no one holds is unreadable; FAIL_NAME: there is none. */
static int why_none(struct store *store, const char *id, struct note *why)
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
            result = note_fail(why, got, -1, "the draft of this game, drafts/%.60s/%s, cannot be read: %s", user, name,
                               reason.text);
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
        return why_none(store, id, why);
    int result = load_from(store, id, own->slot, ending, out, &saved, why);
    if (result == 0)
        take_base(*out, version ? version : &unwanted);
    return result;
}

int store_draft_load(struct store *store, const char *id, struct record **out, struct version *version,
                     struct note *why)
{
    return load_as(store, id, "yaml", out, version, why);
}

int store_draft_base(struct store *store, const char *id, struct record **out, struct version *version,
                     struct note *why)
{
    return load_as(store, id, "base", out, version, why);
}

/* Not flushed: the draft itself is flushed, and whoever reads a log checks whether it ends with the
 * draft. */
int store_draft_log(struct store *store, const char *id, const char *bytes, size_t size, bool fresh, struct note *why)
{
    char name[NAME_ROOM];
    int result = FAIL_SYSTEM, slot = slot_to_save(store, id, why);
    if (slot < 0)
        return FAIL_SYSTEM; /* no log without a draft: if there is no slot for it, the log would be started
                             * again each time */
    file_name(name, id, slot, "undo");
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS && result < 0 && result != FAIL_LIMIT; place++) {
        const int flags = O_WRONLY | O_APPEND;
        struct stat stat;
        int folder = drafts_folder(store, place, true);
        int fd = folder < 0 ? -1
                 : fresh    ? file_open_own(folder, name, flags | O_TRUNC)
                            : openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); /* do not wait for a pipe */
        bool full = fd >= 0 && fstat(fd, &stat) == 0 && (uint64_t)stat.st_size + size > STORE_DRAFT_LOG_MOST;
        bool written = fd >= 0 && !full && file_put(fd, bytes, size);
        result = written ? 0
                 : full  ? note_fail(why, FAIL_LIMIT, -1, "the log of changes is full")
                         : file_fail(why, "the log of changes cannot be kept");
        if (fd >= 0 && close(fd) < 0)
            result = file_fail(why, "the log of changes cannot be kept");
        if (folder >= 0)
            close(folder);
    }
    return result;
}

int store_draft_log_read(struct store *store, const char *id, size_t most, char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    int result = note_fail(why, FAIL_NAME, -1, "there is no log of changes");
    const struct draft_hold *own = hold_of(store, id);
    file_name(name, id, own ? own->slot : 0, "undo");
    for (enum place_of_drafts place = 0; own && place < PLACES_OF_DRAFTS && result < 0; place++) {
        int folder = drafts_folder(store, place, false);
        if (folder < 0)
            continue;
        result = file_read(folder, name, most, bytes, size, NULL, why);
        close(folder);
    }
    return result;
}

void store_draft_drop(struct store *store, const char *id)
{
    static const char *const endings[] = {"yaml", "base", "undo"};
    const struct draft_hold *own = hold_of(store, id);
    char name[NAME_ROOM];
    for (enum place_of_drafts place = 0; own && place < PLACES_OF_DRAFTS; place++) {
        int folder = drafts_folder(store, place, false);
        for (int i = 0; folder >= 0 && i < 3; i++) {
            file_name(name, id, own->slot, endings[i]);
            unlinkat(folder, name, 0);
        }
        if (folder >= 0)
            close(folder);
    }
    store_draft_leave(store, id);
}

/* True for the part of a draft's file name after the id: ".yaml", ".2.yaml". */
static bool ends_draft(const char *ending)
{
    char *end;
    long number = ending[0] == '.' && ending[1] > '0' && ending[1] <= '9' ? strtol(ending + 1, &end, 10) : 0;
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
    if (store_count(store) < store_total(store) || store_unchecked(store) || *store_unread(store) || store_find(store, id) >= 0)
        return false;
    int folder = drafts_folder(store, IN_ARCHIVE, false);
    for (int slot = 0; folder >= 0 && slot < SLOTS && !left; slot++) {
        file_name(name, id, slot, "yaml");
        left = faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    }
    if (folder >= 0)
        close(folder);
    return left;
}

int store_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1])
{
    int n = 0, room = 0;
    *ids = NULL;
    for (enum place_of_drafts place = 0; place < PLACES_OF_DRAFTS; place++) {
        int folder = drafts_folder(store, place, false);
        DIR *stream = folder >= 0 ? fdopendir(folder) : NULL;
        for (struct dirent *entry; stream && (entry = readdir(stream));) {
            char id[ULID_LENGTH + 1];
            snprintf(id, sizeof id, "%.26s", entry->d_name);
            if (!ulid_valid(id) || !ends_draft(entry->d_name + ULID_LENGTH) || has_id(*ids, n, id))
                continue;
            *ids = memory_room(*ids, &room, n + 1, sizeof **ids);
            memcpy((*ids)[n++], id, sizeof id);
        }
        if (stream)
            closedir(stream);
        else if (folder >= 0)
            close(folder);
    }
    return n;
}
