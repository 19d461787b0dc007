/* journal.c - reads and appends the journals of live games, and turns finished
 * games into records: see journal.h.
 *
 * A journal is an append-only file that several processes of different users read and write at the
 * same time. It must never lose a record that anyone has seen, and never show a record that could
 * still be lost.
 *
 * Writing (journal_append()): take the game's lock, read everything others have appended, validate
 * the new record against the resulting state, write it with one pwrite(), fdatasync(), release the
 * lock. Only then does the writer itself show it. Before writing, the line is parsed and applied
 * exactly as every reader will do it, so a program cannot write what it could not read. If the
 * write or flush fails, the record is cut off again.
 *
 * Reading (journal_read_on()): read the new bytes, then ask whether anyone holds the write lock. If
 * no writer holds it, everything read has been flushed, with one exception: a writer whose flush
 * failed may have cut its record off between our read and our question. So the bytes are compared
 * with the file once more. If a writer is active, FAIL_BUSY: try again some milliseconds later.
 *
 * The last line may be torn by a crash: it has no line feed, or contains zeros that the disk never
 * replaced. Only the last line can be torn, since all earlier ones were flushed. No one has seen
 * it; readers skip it, the next writer truncates it.
 *
 * Checksums are chained (journal_line.h), so damage in the middle is always noticed. A damaged line
 * of talk is skipped if it still says its number and checksum; any other damage makes the journal
 * read only, until `chesscade verify --repair` replaces the file (journal_repair.c). Readers notice
 * the replacement by its inode and start again (change_to_repaired()).
 *
 * Quotas (check_room(), check_talk_room()) reserve room for the end of the game, so that neither
 * talk nor comings and goings can keep a game from being finished. */
#include "config.h"

#include "archive/live/journal.h"
#include "archive/store/backend.h"
#include "archive/store/lock.h"
#include "archive/util/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef F_OFD_GETLK
#define F_OFD_GETLK F_GETLK
#endif

int64_t journal_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void journal_name(const char *id, char out[JOURNAL_NAME_ROOM])
{
    snprintf(out, JOURNAL_NAME_ROOM, "%.*s.jnl", ULID_LENGTH, id);
}

/* --------------------------------------------------------------------------------------- opening,
 * closing */

int journal_create(struct store *store, struct journal_record *open, char id[ULID_LENGTH + 1],
                   struct note *why)
{
    struct yaml_text line = {0};
    struct live_game live;
    char name[JOURNAL_NAME_ROOM];
    ulid_new(id);
    value_set(&open->value, "game", id, false);
    open->seq = 0;
    open->at = journal_clock();
    journal_line_write(open, 0, &line);
    live_game_begin(&live, id);
    struct journal_record read = {0};
    int result = journal_line_read_back(&line, 0, &read, why);
    if (result == 0)
        result = live_game_apply(&live, &read, why);
    journal_record_clear(&read);
    live_game_clear(&live);
    int folder = result == 0 ? store_folder(store, JOURNAL_FOLDER, true) : -1;
    if (result == 0 && folder < 0)
        result = file_fail(why, "the game cannot be started");
    journal_name(id, name);
    if (result == 0)
        result = file_write(folder, name, line.v, (size_t)line.n, true, why);
    if (folder >= 0)
        close(folder);
    yaml_text_clear(&line);
    return result;
}

static int open_below(struct store *store, const char *folder, const char *name, int flags)
{
    int above = store_folder(store, folder, (flags & O_CREAT) != 0);
    if (above < 0)
        return -1;
    return file_shut(above, flags & O_CREAT
                                ? file_open_own(above, name, flags)
                                : openat(above, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
}

static bool journal_is_file(int fd)
{
    struct stat stat;
    return fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
}

int journal_open(struct journal **out, struct store *store, const char *user, const char *id,
                 struct note *why)
{
    char name[JOURNAL_NAME_ROOM];
    struct stat stat;
    journal_name(id, name);
    if (!ulid_valid(id))
        return note_fail(why, FAIL_NAME, -1, "there is no live game of that name");
    int fd = open_below(store, JOURNAL_FOLDER, name, O_RDWR);
    if (fd < 0 && (errno == EACCES || errno == EROFS))
        fd = open_below(store, JOURNAL_FOLDER, name, O_RDONLY);
    if (fd < 0)
        return errno == ENOENT ? note_fail(why, FAIL_NAME, -1, "that game is over or never began")
                               : file_fail(why, "the live game cannot be opened");
    if (!journal_is_file(fd)) {
        close(fd);
        return note_fail(why, FAIL_SYSTEM, -1, "the live game is not a plain file");
    }
    struct journal *journal = memory_new(1, sizeof *journal);
    *journal = (struct journal){.store = store, .fd = fd, .lock = -1, .user = memory_text(user)};
    journal->lock = open_below(store, LOCK_FOLDER, id, O_RDWR | O_CREAT);
    live_game_begin(&journal->live, id);
    int result = journal_read_on(journal);
    for (int tries = 0; result == FAIL_BUSY && tries < 200; tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        result = journal_read_on(journal);
    }
    if (result == FAIL_BUSY) { /* nothing was read, because a writer waits for a slow disk */
        journal_free(journal);
        return note_fail(why, FAIL_BUSY, -1, "another user is writing to that game; try again");
    }
    journal->torn = !journal->broken && fstat(fd, &stat) == 0 && stat.st_size > journal->size;
    *out = journal;
    return 0;
}

void journal_free(struct journal *journal)
{
    if (!journal)
        return;
    live_game_clear(&journal->live);
    close(journal->fd);
    if (journal->lock >= 0)
        close(journal->lock);
    free(journal->user);
    free(journal);
}

/* -------------------------------------------------------------------------------------------------
 * reading */

static void journal_forget(struct journal *journal)
{
    char id[ULID_LENGTH + 1];
    memcpy(id, journal->live.id, sizeof id);
    live_game_clear(&journal->live);
    live_game_begin(&journal->live, id);
    journal->size = 0;
    journal->passed = 0;
}

static void break_at(struct journal *journal, const char *sentence)
{
    journal->broken = true;
    note_set(&journal->trouble, -1,
             journal->newer
                 ? "record %d of the journal was written by a newer version of the program: %s"
                 : "record %d of the journal is invalid: %s",
             journal->live.records, sentence);
}

/* Skips an unreadable or invalid line of talk, so that the game can continue. */
static bool pass_by(struct journal *journal, const char *line, size_t length, const char *sentence)
{
    uint32_t crc;
    bool begun = journal->live.stage != LIVE_NEW && journal->live.stage != LIVE_CLOSED;
    if (!begun || !journal_line_claims(line, length, journal->live.records, JOURNAL_CHAT, &crc))
        return false;
    if (!journal->passed++)
        note_set(&journal->passed_why, -1,
                 "record %d of the journal, a line of talk, is invalid and was skipped: %s",
                 journal->live.records, sentence);
    live_game_pass_by(&journal->live, crc);
    return true;
}

static bool journal_take_line(struct journal *journal, const char *line, size_t length)
{
    struct journal_record record = {0};
    struct note why;
    int result = journal_line_read(line, length, journal->live.crc, &record, &why);
    if (result == 0 && record.seq != journal->live.records)
        result = note_fail(&why, FAIL_TEXT, -1, "its number is %d", record.seq);
    if (result == 0)
        result = live_game_apply(&journal->live, &record, &why);
    journal_record_clear(&record);
    if (result < 0 && result != FAIL_NAME && pass_by(journal, line, length, why.text))
        return true;
    journal->newer = result == FAIL_NAME; /* newer: the line's crc matches, but the line contains
                                             something that this program does not know */
    if (result < 0)
        break_at(journal, why.text);
    return result == 0;
}

/* True if the last line is torn: after a power loss a line may end in zeros that the disk never
 * replaced, while no record contains zeros. Only the last line can be torn, since all earlier
 * lines were flushed. */
static bool is_torn(const char *line, const char *end, const char *rest_end)
{
    return end + 1 == rest_end && memchr(line, '\0', (size_t)(end - line));
}

/* Applies the complete lines among the bytes and returns their number. Bytes after the last line
 * feed are an incomplete line. */
static int journal_take_lines(struct journal *journal, const char *bytes, size_t size)
{
    int n = 0;
    for (size_t at = 0; at < size && !journal->broken;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end || is_torn(bytes + at, end, bytes + size))
            break;
        if (!journal_take_line(journal, bytes + at, (size_t)(end - bytes) - at))
            break;
        journal->size += end + 1 - (bytes + at);
        at = (size_t)(end + 1 - bytes);
        n++;
    }
    return n;
}

/* Reads everything from journal->size on. The caller frees it. NULL if there is nothing new or it
 * cannot be read. */
static char *read_rest(struct journal *journal, size_t *size)
{
    struct stat stat;
    if (fstat(journal->fd, &stat) < 0)
        return NULL;
    if (stat.st_size > JOURNAL_BYTES_MAX + JOURNAL_LINE_MAX || stat.st_size < journal->size) {
        break_at(journal, stat.st_size < journal->size ? "it is shorter than before"
                                                       : "the file is too large");
        return NULL;
    }
    size_t room = (size_t)(stat.st_size - journal->size);
    if (!room)
        return NULL;
    char *bytes = memory_new(room, 1);
    *size = 0;
    while (*size < room) {
        ssize_t n = pread(journal->fd, bytes + *size, room - *size,
                          (off_t)(journal->size + (int64_t)*size));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        *size += (size_t)n;
    }
    return bytes;
}

int journal_check(struct store *store, const char *id, struct note *why)
{
    char name[JOURNAL_NAME_ROOM];
    size_t size = 0;
    journal_name(id, name);
    struct journal journal = {
        .store = store, .fd = open_below(store, JOURNAL_FOLDER, name, O_RDONLY), .lock = -1};
    if (journal.fd < 0)
        return errno == ENOENT ? note_fail(why, FAIL_NAME, -1, "there is no such live game")
                               : file_fail(why, "the live game cannot be opened");
    if (!journal_is_file(journal.fd)) {
        close(journal.fd);
        return note_fail(why, FAIL_SYSTEM, -1, "the live game is not a plain file");
    }
    live_game_begin(&journal.live, id);
    char *bytes = read_rest(&journal, &size);
    if (bytes)
        journal_take_lines(&journal, bytes, size);
    free(bytes);
    int result = journal.broken   ? note_fail(why, FAIL_TEXT, -1, "%s", journal.trouble.text)
                 : journal.passed ? note_fail(why, FAIL_TEXT, -1, "%s", journal.passed_why.text)
                                  : 0;
    live_game_clear(&journal.live);
    close(journal.fd);
    return result;
}

void journal_label(const char *id, char *label, size_t size)
{
    char name[JOURNAL_NAME_ROOM];
    journal_name(id, name);
    snprintf(label, size, JOURNAL_FOLDER "/%s", name);
}

int64_t journal_size(struct store *store, const char *id)
{
    char name[JOURNAL_NAME_ROOM];
    struct stat stat;
    int folder = store_folder(store, JOURNAL_FOLDER, false);
    journal_name(id, name);
    int64_t size = folder >= 0 && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0
                       ? (int64_t)stat.st_size
                       : -1;
    if (folder >= 0)
        close(folder);
    return size;
}

/* True if a writer holds the lock. If none does, everything that was read and is still in the
 * file has been flushed. */
static bool somebody_writes(const struct journal *journal)
{
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return journal->lock >= 0 && fcntl(journal->lock, F_OFD_GETLK, &range) == 0 &&
           range.l_type == F_WRLCK;
}

static void notice_end(struct journal *journal)
{
    struct stat stat, named;
    char name[JOURNAL_NAME_ROOM];
    int folder = store_folder(journal->store, JOURNAL_FOLDER, false);
    journal_name(journal->live.id, name);
    if (folder >= 0 && fstat(journal->fd, &stat) == 0)
        journal->finished =
            fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) < 0 || named.st_ino != stat.st_ino;
    if (folder >= 0)
        close(folder);
}

bool journal_grew(const struct journal *journal)
{
    struct stat stat;
    return !journal->broken && !journal->finished &&
           (fstat(journal->fd, &stat) < 0 || stat.st_size != journal->size);
}

/* True if the bytes that were read are still in the file. */
static bool is_still_there(const struct journal *journal, const char *bytes, size_t size)
{
    char again[4096];
    for (size_t at = 0; at < size;) {
        size_t wanted = size - at < sizeof again ? size - at : sizeof again;
        ssize_t n = pread(journal->fd, again, wanted, (off_t)(journal->size + (int64_t)at));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || memcmp(again, bytes + at, (size_t)n))
            return false;
        at += (size_t)n;
    }
    return true;
}

/* If the journal was repaired, its name refers to another file: opens that one and reads everything
 * again. */
static void change_to_repaired(struct journal *journal)
{
    struct stat stat, named;
    char name[JOURNAL_NAME_ROOM];
    int folder = store_folder(journal->store, JOURNAL_FOLDER, false);
    journal_name(journal->live.id, name);
    bool other = folder >= 0 && fstat(journal->fd, &stat) == 0 &&
                 fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
                 S_ISREG(named.st_mode) &&
                 (named.st_ino != stat.st_ino || named.st_dev != stat.st_dev);
    if (folder >= 0)
        close(folder);
    int fd = other ? open_below(journal->store, JOURNAL_FOLDER, name, O_RDWR) : -1;
    if (fd < 0 && other)
        fd = open_below(journal->store, JOURNAL_FOLDER, name, O_RDONLY);
    if (fd < 0)
        return;
    close(journal->fd);
    journal->fd = fd;
    journal->broken = journal->newer = journal->torn = false;
    journal_forget(journal);
}

/* Reads new records. A writer whose flush failed truncates its record and releases the lock. If
 * that happens between our reading and our lock test, no one seems to be writing, although the
 * record is not on disk. In that case it is no longer in the file, which is checked last. */
int journal_read_on(struct journal *journal)
{
    size_t size = 0;
    if (!journal->finished)
        change_to_repaired(journal);
    if (journal->broken || journal->finished)
        return 0;
    char *bytes = read_rest(journal, &size);
    if (bytes && (somebody_writes(journal) || !is_still_there(journal, bytes, size))) {
        free(bytes);
        return FAIL_BUSY;
    }
    int n = bytes ? journal_take_lines(journal, bytes, size) : 0;
    free(bytes);
    if (journal->live.stage == LIVE_CLOSED)
        notice_end(journal);
    return n;
}

/* Reads up to the end of the complete lines and truncates an incomplete one. The lock must be
 * held. */
int journal_read_locked(struct journal *journal, struct note *why)
{
    size_t size = 0;
    struct stat stat;
    char *bytes = journal->broken ? NULL : read_rest(journal, &size);
    if (bytes)
        journal_take_lines(journal, bytes, size);
    free(bytes);
    notice_end(journal);
    if (journal->finished)
        return note_fail(why, FAIL_CONFLICT, -1, "the game was finished meanwhile");
    if (journal->broken)
        return note_fail(why, FAIL_CONFLICT, -1, "the journal of the game is %sread only: %.200s",
                         journal->newer ? "" : "damaged and ", journal->trouble.text);
    if (fstat(journal->fd, &stat) < 0 || stat.st_size <= journal->size)
        return 0;
    if (ftruncate(journal->fd, (off_t)journal->size) < 0 || fdatasync(journal->fd) < 0)
        return file_fail(why, "the journal of the game cannot be repaired");
    journal->torn = true;
    return 0;
}

/* -------------------------------------------------------------------------------------------------
 * writing */

/* Refuses floods of talk and offers. If several clients see a player leave, only the first of
 * them records it, unless the player is back with another login. Only writing is limited:
 * records that are in a journal are always read. */
static int journal_check_flood(const struct live_game *live, const struct journal_record *record,
                               struct note *why)
{
    enum { LINES = 10, LINES_TIME = 10000, OFFERS_TIME = 60000 };
    int lines = 0, side = live_record_side(live, record);
    const char *by = value_text(&record->value, "by");
    for (int i = live->talks - 1; i >= 0 && live->talk[i].at > record->at - LINES_TIME; i--)
        lines += !strcmp(live->talk[i].by, by);
    if (record->event == JOURNAL_CHAT && lines >= LINES)
        return note_fail(why, FAIL_LIMIT, -1, "at most %d lines in %d seconds: wait a little",
                         LINES, LINES_TIME / 1000);
    if (record->event == JOURNAL_GONE && side < SIDES_MAX && !live->seat[side].present)
        return note_fail(why, FAIL_RULE, -1, "this is already recorded");
    const char *session = value_text(&record->value, "session");
    if (record->event == JOURNAL_GONE && side < SIDES_MAX && *session &&
        strcmp(session, live->seat[side].session) != 0)
        return note_fail(why, FAIL_RULE, -1, "the player is back with another login");
    if (record->event == JOURNAL_OFFER && side < SIDES_MAX &&
        live->offered_at[side][OFFERS_KEPT - 1] > record->at - OFFERS_TIME)
        return note_fail(why, FAIL_LIMIT, -1, "at most %d offers in a minute: wait a little",
                         OFFERS_KEPT);
    return 0;
}

/* Discards the state in memory and reads the file again, after a failed write. */
static void read_anew(struct journal *journal)
{
    size_t size = 0;
    journal_forget(journal);
    char *bytes = read_rest(journal, &size);
    if (bytes)
        journal_take_lines(journal, bytes, size);
    free(bytes);
}

static int write_line(struct journal *journal, const struct yaml_text *line, struct note *why)
{
    ssize_t n = pwrite(journal->fd, line->v, (size_t)line->n, (off_t)journal->size);
    if (n >= 0 && n < line->n)
        errno = ENOSPC;
    if (n < 0 && errno == EBADF)
        errno = EACCES; /* the file could be opened only for reading, for lack of permission */
    if (n == line->n && fdatasync(journal->fd) == 0) {
        journal->size += n;
        return 0;
    }
    int result = file_fail(why, "the journal cannot be written; nothing was done");
    if (ftruncate(journal->fd, (off_t)journal->size) < 0 || fdatasync(journal->fd) < 0) {
        /* the next writer truncates the record, or the disk stays broken; in both cases no one
         * has seen it */
    }
    read_anew(journal);
    return result;
}

/* The size up to which records of this kind may fill a journal. */
static int64_t journal_room_for(enum journal_event event)
{
    switch (event) {
    case JOURNAL_GONE:
    case JOURNAL_BACK:
        return JOURNAL_SEEN_BYTES_MAX;
    case JOURNAL_CLOCK:
    case JOURNAL_RESULT:
    case JOURNAL_CLOSE:
        return JOURNAL_BYTES_MAX;
    default:
        return JOURNAL_PLAY_BYTES_MAX;
    }
}

/* Checks the separate quotas of talk: the gallery cannot use up the players' quota, nor one
 * watcher that of the others. */
static int check_talk_room(const struct journal *journal, const struct journal_record *record,
                           int bytes, struct note *why)
{
    const struct live_game *live = &journal->live;
    const char *by = value_text(&record->value, "by");
    if (!live_to_gallery(record))
        return journal->size - live->gallery_bytes + bytes <= JOURNAL_TALK_BYTES_MAX
                   ? 0
                   : note_fail(why, FAIL_LIMIT, -1,
                               "the journal of this game has no room for "
                               "more talk");
    if (live_gallery_bytes(live, by) + bytes > JOURNAL_WATCHER_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1,
                         "your talk here has reached the limit of a watcher, %d KiB",
                         JOURNAL_WATCHER_BYTES_MAX >> 10);
    if (live->gallery_bytes + bytes > JOURNAL_GALLERY_BYTES_MAX)
        return note_fail(why, FAIL_LIMIT, -1,
                         "the watchers' talk in this game has reached its "
                         "limit");
    return 0;
}

static int check_room(const struct journal *journal, const struct journal_record *record,
                      const struct yaml_text *line, struct note *why)
{
    if (line->n > JOURNAL_LINE_MAX && record->event == JOURNAL_CHAT)
        return note_fail(why, FAIL_LIMIT, -1, "a line of talk has 1 to %d bytes", TALK_BYTES_MAX);
    if (line->n > JOURNAL_LINE_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "a line of a live game has at most %d bytes",
                         JOURNAL_LINE_MAX);
    if (record->event == JOURNAL_CHAT)
        return check_talk_room(journal, record, line->n, why);
    if (journal->size + line->n > journal_room_for(record->event))
        return note_fail(why, FAIL_LIMIT, -1, "the journal of this game is full");
    return 0;
}

int journal_append_locked(struct journal *journal, struct journal_record *record, struct note *why)
{
    struct yaml_text line = {0};
    int64_t now = journal_clock();
    record->seq = journal->live.records;
    /* If the system clock was set back, journal time stands still. */
    record->at = now > journal->live.last_at ? now : journal->live.last_at;
    journal_line_write(record, journal->live.crc, &line);
    struct journal_record read = {0}; /* the record as others will read it */
    int result = check_room(journal, record, &line, why);
    if (result == 0)
        result = journal_check_flood(&journal->live, record, why);
    if (result == 0)
        result = journal_line_read_back(&line, journal->live.crc, &read, why);
    if (result == 0)
        result = live_game_apply(&journal->live, &read, why);
    if (result == 0)
        result = write_line(journal, &line, why);
    journal_record_clear(&read);
    yaml_text_clear(&line);
    return result;
}

int journal_lock(struct journal *journal, struct lock *lock, struct note *why)
{
    int folder = store_folder(journal->store, LOCK_FOLDER, true);
    if (folder < 0)
        return file_fail(why, "the game cannot be locked");
    int result = lock_take(lock, folder, journal->live.id, journal->user, why);
    close(folder);
    return result;
}

int journal_append(struct journal *journal, struct journal_record *record, struct note *why)
{
    struct lock lock;
    int result = journal_lock(journal, &lock, why);
    if (result < 0)
        return result;
    result = journal_read_locked(journal, why);
    if (result == 0)
        result = journal_append_locked(journal, record, why);
    lock_drop(&lock);
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * listing */

int journal_list(struct store *store, char (**ids)[ULID_LENGTH + 1])
{
    return store_folder_ids(store, JOURNAL_FOLDER, ".jnl", ids);
}

/* ---- Turns a finished live game into a game of the archive, exactly once: see journal.h.
 *
 * The steps: write a close record; save the game under its id, which fails if that exists; move the
 * journal to the trash. After a crash between any two steps, the next process completes them. The
 * compiled game depends only on the journal, so it always has the same bytes; and if someone has
 * annotated it since, its `journal` key shows that it was compiled from this journal. */

static int journal_close_game(struct journal *journal, struct note *why)
{
    struct journal_record record;
    struct lock lock;
    char score[24];
    int result = journal_lock(journal, &lock, why);
    if (result < 0)
        return result;
    result = journal_read_locked(journal, why);
    if (result == 0 && journal->live.stage == LIVE_OVER) {
        live_score(&journal->live, score, sizeof score);
        journal_record_begin(&record, JOURNAL_CLOSE);
        value_set(&record.value, "score", score, false);
        value_set(&record.value, "reason", *journal->live.reason ? journal->live.reason : "end",
                  false);
        result = journal_append_locked(journal, &record, why);
        journal_record_clear(&record);
    }
    lock_drop(&lock);
    return result;
}

/* The SHA-256 of the whole journal in hexadecimal. */
static int hash_file(const struct journal *journal, char out[2 * SHA256_DIGEST_SIZE + 1])
{
    struct sha256_ctx context;
    uint8_t bytes[4096], hash[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    for (int64_t at = 0; at < journal->size;) {
        size_t want = journal->size - at < (int64_t)sizeof bytes ? (size_t)(journal->size - at)
                                                                 : sizeof bytes;
        ssize_t n = pread(journal->fd, bytes, want, (off_t)at);
        if (n <= 0)
            return -1;
        sha256_update(&context, (size_t)n, bytes);
        at += n;
    }
    sha256_digest(&context, sizeof hash, hash);
    for (size_t i = 0; i < sizeof hash; i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
    return 0;
}

/* True if the archive's game with this id was compiled from this journal. */
static bool is_done(struct store *store, const char *id, const char *hash)
{
    struct record *record;
    store_refresh(store);
    while (store_scan(store, 1000)) {
    }
    int at = store_find(store, id);
    if (at < 0 || store_load(store, at, &record, NULL, NULL, NULL) < 0)
        return false;
    bool done = !strcmp(record_text(record, "journal.sha256"), hash);
    record_free(record);
    return done;
}

static int journal_compile(struct journal *journal, struct note *why)
{
    char hash[2 * SHA256_DIGEST_SIZE + 1], seq[16];
    struct version version = {0};
    if (journal->live.game.plies == 0)
        return 0; /* no ply was played, so there is no game to keep */
    if (hash_file(journal, hash) < 0)
        return file_fail(why, "the journal cannot be read");
    struct record *record = live_record(&journal->live);
    struct value *map = value_map(&record->head, "journal");
    snprintf(seq, sizeof seq, "%d", journal->live.records - 1);
    value_set(map, "seq", seq, true);
    value_set(map, "sha256", hash, false);
    int result = store_save(journal->store, record, &version, why);
    if (result == FAIL_CONFLICT && is_done(journal->store, record->id, hash))
        result = 0;
    record_free(record);
    return result;
}

static int put_away(struct journal *journal, struct note *why)
{
    char name[JOURNAL_NAME_ROOM];
    journal_name(journal->live.id, name);
    int live = store_folder(journal->store, JOURNAL_FOLDER, false),
        trash = store_folder(journal->store, "trash", true), result = 0;
    if (live < 0 || trash < 0 || (renameat(live, name, trash, name) < 0 && errno != ENOENT) ||
        folder_sync(live) < 0 || folder_sync(trash) < 0)
        result = file_fail(why, "the journal cannot be moved to the trash");
    if (live >= 0)
        close(live);
    if (trash >= 0)
        close(trash);
    journal->finished = result == 0;
    return result;
}

int journal_finish(struct journal *journal, struct note *why)
{
    if (journal->finished || journal->live.stage < LIVE_OVER)
        return 0;
    int result = journal->live.stage == LIVE_OVER ? journal_close_game(journal, why) : 0;
    if (journal->finished) /* another process finished the game meanwhile */
        return 0;
    if (result == 0)
        result = journal_compile(journal, why);
    if (result == 0)
        result = put_away(journal, why);
    return result;
}

int journal_recover(struct store *store, const char *user)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = journal_list(store, &ids), finished = 0;
    for (int i = 0; i < n; i++) {
        struct journal *journal;
        struct note why;
        if (journal_open(&journal, store, user, ids[i], &why) < 0)
            continue;
        bool over = journal->live.stage >= LIVE_OVER && !journal->broken &&
                    !live_is_news(&journal->live, journal_clock());
        finished += over && journal_finish(journal, &why) == 0;
        journal_free(journal);
    }
    free(ids);
    return finished;
}
