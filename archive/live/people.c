/* people.c - keeps the list of people who are in an archive now, and the chat of its lobby; see
 * people.h. Each session is a locked file.
 *
 * The file is named `<name>.<process>.<random>` and holds one line of fixed length: the game's id,
 * a role (`p`lays, `w`atches, `l`eads) and what a leader shows. */
#include "config.h"

#include "archive/live/journal.h"
#include "archive/live/people.h"
#include "archive/store/backend.h"
#include "archive/store/lock.h"
#include "archive/util/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef F_OFD_SETLK
#define F_OFD_SETLK F_SETLK
#define F_OFD_GETLK F_GETLK
#endif

enum {
    FILE_ROOM = 96,
    ROLE_AT = ULID_LENGTH + 1,
    TEXT_AT = ULID_LENGTH + 3,
    LINE_BYTES = TEXT_AT + PRESENCE_TEXT_MAX + 1
};

struct presence {
    struct store *store;
    int folder;
    struct lock lock; /* the session's file and its lock; forked children do not keep it locked */
    char name[PLAYER_NAME_MAX + 1];
    char file[FILE_ROOM];
    char game[ULID_LENGTH + 1]; /* id of the game that this session is in, "" for the lobby */
};

static bool people_hold(int fd)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &range) == 0;
}

/* Creates and locks the file under a temporary name, then renames it, so that no one ever sees
 * it unlocked. */
static int people_make_file(struct presence *presence, const char *name)
{
    char chance[ULID_LENGTH + 1], new[FILE_ROOM + 8];
    ulid_new(chance);
    snprintf(presence->file, sizeof presence->file, "%s.%ld.%s", name, (long)getpid(),
             chance + ULID_LENGTH - 6);
    snprintf(new, sizeof new, ".%s", presence->file);
    int fd = file_open_own(presence->folder, new, O_RDWR | O_EXCL);
    if (fd < 0)
        return -1;
    if (people_hold(fd) && renameat(presence->folder, new, presence->folder, presence->file) == 0)
        return fd;
    int saved = errno;
    unlinkat(presence->folder, new, 0);
    close(fd);
    errno = saved;
    return -1;
}

int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why)
{
    int result = player_name_check(name, why);
    if (result < 0)
        return result;
    struct presence *presence = memory_new(1, sizeof *presence);
    presence->store = store;
    snprintf(presence->name, sizeof presence->name, "%s", name);
    presence->folder = store_folder(store, PRESENCE_FOLDER, true);
    int fd = presence->folder < 0 ? -1 : people_make_file(presence, name);
    if (fd < 0) {
        result = file_fail(why, "the archive's folder 'here' cannot be written");
        if (presence->folder >= 0)
            close(presence->folder);
        free(presence);
        return result;
    }
    lock_hold(&presence->lock, fd);
    presence_go(presence, "", false);
    *out = presence;
    return 0;
}

/* Parses the line of a session; false if it is invalid. */
static bool read_where(const char *line, size_t length, struct person *person)
{
    person->game[0] = person->text[0] = '\0';
    person->plays = person->leads = false;
    snprintf(person->game, sizeof person->game, "%.26s", line);
    person->game[strcspn(person->game, " ")] = '\0';
    if (length != LINE_BYTES)
        return false;
    person->plays = line[ROLE_AT] == 'p';
    person->leads = line[ROLE_AT] == 'l';
    size_t n = LINE_BYTES - 1;
    while (n > TEXT_AT && line[n - 1] == ' ')
        n--;
    memcpy(person->text, line + TEXT_AT, n - TEXT_AT);
    person->text[n - TEXT_AT] = '\0';
    return line[LINE_BYTES - 1] == '\n' && !memchr(line, '\n', LINE_BYTES - 1) &&
           (!*person->game || ulid_valid(person->game));
}

static void say_where(struct presence *presence, const char *game, char role, const char *text)
{
    char line[LINE_BYTES + 1];
    struct person person;
    snprintf(presence->game, sizeof presence->game, "%s", game);
    snprintf(line, sizeof line, "%-26.26s %c %-*.*s\n", game, role, PRESENCE_TEXT_MAX,
             PRESENCE_TEXT_MAX, text);
    if (!read_where(line, strlen(line), &person)) /* a line that readers would refuse is never
                                                     written: show the lobby instead */
        snprintf(line, sizeof line, "%-26s w %-*s\n", "", PRESENCE_TEXT_MAX, "");
    if (pwrite(presence->lock.fd, line, LINE_BYTES, 0) != LINE_BYTES) {
        /* If this fails, others only do not see which game this session is in. */
    }
}

void presence_go(struct presence *presence, const char *game, bool plays)
{
    say_where(presence, game, plays ? 'p' : 'w', "");
}

void presence_go_back(struct presence *presence, const char *game)
{
    if (!strcmp(presence->game, game))
        presence_go(presence, "", false);
}

void presence_lead(struct presence *presence, const char *game, const char *text)
{
    say_where(presence, game, 'l', text);
}

struct baton {
    struct lock lock;
};

int presence_take_baton(struct baton **out, const struct presence *presence, const char *game,
                        struct note *why)
{
    char name[ULID_LENGTH + 8];
    struct lock lock;
    int folder = store_folder(presence->store, LOCK_FOLDER, true);
    snprintf(name, sizeof name, "%.26s.lead", game);
    int result = folder < 0 ? file_fail(why, "you cannot lead")
                            : lock_take(&lock, folder, name, presence->name, why);
    if (folder >= 0)
        close(folder);
    if (result < 0)
        return result;
    *out = memory_new(1, sizeof **out);
    (*out)->lock = lock;
    return 0;
}

void presence_lay_down(struct baton *baton)
{
    if (!baton)
        return;
    lock_drop(&baton->lock);
    free(baton);
}

void presence_leave(struct presence *presence)
{
    if (!presence)
        return;
    unlinkat(presence->folder, presence->file, 0);
    lock_drop(&presence->lock);
    close(presence->folder);
    free(presence);
}

/* True if the session's file is locked. The lock is tested through a read-only descriptor:
 * closing a writable one would notify everyone who watches the folder, who would test the lock
 * in turn, endlessly. */
static bool people_is_held(int fd)
{
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &range) < 0 || range.l_type != F_UNLCK;
}

static bool read_person(const struct presence *presence, const char *file, struct person *person)
{
    char line[LINE_BYTES + 1] = "";
    size_t length = strcspn(file, ".");
    bool self = !strcmp(file, presence->file);
    *person = (struct person){.self = self};
    if (!length || length > PLAYER_NAME_MAX)
        return false;
    memcpy(person->name, file, length);
    if (player_name_check(person->name, NULL) < 0)
        return false;
    int fd = openat(presence->folder, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool held = self || people_is_held(fd);
    ssize_t n = held ? pread(fd, line, LINE_BYTES, 0) : 0;
    if (!held)
        unlinkat(presence->folder, file, 0);
    close(fd);
    if (!held)
        return false;
    line[n > 0 ? n : 0] = '\0';
    /* The session exists, but the game that it is in is unknown. */
    if (!read_where(line, n > 0 ? (size_t)n : 0, person)) {
        person->game[0] = person->text[0] = '\0';
        person->plays = person->leads = false;
    }
    return true;
}

/* Removes the file of a session killed while creating it. */
static void sweep_unborn(const struct presence *presence, const char *file)
{
    enum { OLD = 60 /* age in seconds from which such a file is removed */ };
    struct stat stat;
    if (fstatat(presence->folder, file, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(stat.st_mode) &&
        time(NULL) - stat.st_mtime > OLD)
        unlinkat(presence->folder, file, 0);
}

int64_t presence_stamp(const struct presence *presence)
{
    struct stat stat;
    return fstat(presence->folder, &stat) < 0
               ? 0
               : (int64_t)stat.st_mtim.tv_sec * 1000000000 + stat.st_mtim.tv_nsec;
}

/* Sorts sessions by name, so that the list is stable although the folder has no order. */
static int people_by_name(const void *a, const void *b)
{
    const struct person *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->game, other->game);
}

int presence_list(const struct presence *presence, struct person **list)
{
    int n = 0, room = 0;
    *list = NULL;
    int fd = openat(presence->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        struct person person;
        if (entry->d_name[0] == '.')
            sweep_unborn(presence, entry->d_name);
        if (entry->d_name[0] == '.' || !read_person(presence, entry->d_name, &person))
            continue;
        *list = memory_room(*list, &room, n + 1, sizeof **list);
        (*list)[n++] = person;
    }
    if (stream)
        closedir(stream);
    if (n > 1)
        qsort(*list, (size_t)n, sizeof **list, people_by_name);
    return n;
}

/* ---- Reads and writes talk outside live games; see people.h. */

enum { NAME_ROOM = ULID_LENGTH + 16 };

void talk_begin(struct talk_room *talk, const char *room)
{
    *talk = (struct talk_room){0};
    snprintf(talk->room, sizeof talk->room, "%s", room);
}

void talk_clear(struct talk_room *talk)
{
    for (int i = 0; i < talk->n; i++)
        free(talk->v[i].text);
    free(talk->v);
    *talk = (struct talk_room){0};
}

static void people_name_of(const struct talk_room *talk, const char *end, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%s.%s", talk->room, end);
}

/* ------------------------------------------------------------------------------------------------
 * reading */

int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why)
{
    int result = journal_line_read(line, length, 0, out, why);
    if (result < 0)
        return result;
    size_t bytes = strlen(value_text(&out->value, "text"));
    if (out->event != JOURNAL_CHAT)
        result = note_fail(why, FAIL_TEXT, -1, "it is not a line of talk");
    else if (!bytes || bytes > TALK_BYTES_MAX)
        result = note_fail(why, FAIL_LIMIT, -1, "a line of talk has 1 to %d bytes", TALK_BYTES_MAX);
    else
        result = player_name_check(value_text(&out->value, "by"), why);
    if (result < 0)
        journal_record_clear(out);
    return result;
}

static bool people_keep(struct talk_room *talk, const char *line, size_t length)
{
    struct journal_record record = {0};
    if (talk_line_read(line, length, &record, NULL) < 0) {
        talk->passed++;
        return false;
    }
    const char *by = value_text(&record.value, "by");
    if (talk->n == TALK_ROOM_LINES) {
        free(talk->v[0].text);
        memmove(talk->v, talk->v + 1, (TALK_ROOM_LINES - 1) * sizeof *talk->v);
        talk->n--;
    }
    talk->v = memory_room(talk->v, &talk->space, talk->n + 1, sizeof *talk->v);
    struct said *said = &talk->v[talk->n++];
    *said = (struct said){.at = record.at, .text = memory_text(value_text(&record.value, "text"))};
    memcpy(said->by, by, strlen(by) + 1);
    talk->ever++;
    journal_record_clear(&record);
    return true;
}

/* Reads the lines from offset talk->size on. An incomplete last line is still being written and
 * is left out. */
static int people_keep_lines(struct talk_room *talk, const char *bytes, size_t size)
{
    int n = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end)
            break;
        n += people_keep(talk, bytes + at, (size_t)(end - bytes) - at);
        talk->size += end + 1 - (bytes + at);
        at = (size_t)(end + 1 - bytes);
    }
    return n;
}

static int people_read_file(struct talk_room *talk, int fd)
{
    struct stat stat;
    if (fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode))
        return 0;
    if (talk->inode != stat.st_ino || stat.st_size < talk->size)
        talk->size = 0; /* the file is new, because the old one was renamed */
    talk->inode = stat.st_ino;
    if (stat.st_size > talk->size + TALK_FILE_MAX)
        talk->size = stat.st_size - TALK_FILE_MAX; /* the file is longer than this program makes
                                                      files: read only its end, from the middle of a
                                                      line */
    size_t room = (size_t)(stat.st_size - talk->size);
    if (!room)
        return 0;
    char *bytes = memory_new(room, 1);
    ssize_t size = pread(fd, bytes, room, (off_t)talk->size);
    int n = size > 0 ? people_keep_lines(talk, bytes, (size_t)size) : 0;
    free(bytes);
    return n;
}

int talk_read_on(struct talk_room *talk, struct store *store)
{
    char name[NAME_ROOM];
    people_name_of(talk, "log", name);
    int folder = store_folder(store, TALK_FOLDER, false);
    int fd = folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int n = fd < 0 ? 0 : people_read_file(talk, fd);
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    return n;
}

/* ------------------------------------------------------------------------------------------------
 * writing */

static int64_t now_utc(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int people_check_flood(const struct talk_room *talk, const char *by, struct note *why)
{
    enum { LINES = 10, TIME = 10000 };
    int lines = 0;
    for (int i = talk->n - 1; i >= 0 && talk->v[i].at > now_utc() - TIME; i--)
        lines += !strcmp(talk->v[i].by, by);
    return lines < LINES
               ? 0
               : note_fail(why, FAIL_LIMIT, -1, "at most %d lines in %d seconds: wait a little",
                           LINES, TIME / 1000);
}

static int people_append(struct talk_room *talk, int folder, struct store *store,
                         const struct yaml_text *line, struct note *why)
{
    char name[NAME_ROOM], old[NAME_ROOM];
    struct stat stat;
    people_name_of(talk, "log", name);
    people_name_of(talk, "old", old);
    if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 &&
        stat.st_size + line->n > TALK_FILE_MAX)
        renameat(folder, name, folder, old);
    int fd = file_open_own(folder, name, O_RDWR);
    if (fd < 0 || fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode)) {
        if (fd >= 0)
            close(fd);
        return file_fail(why, "not sent: the talk cannot be written");
    }
    char last = '\n';
    off_t at = stat.st_size;
    if (at > 0 && pread(fd, &last, 1, at - 1) == 1 && last != '\n') { /* the last write was
                                                                         interrupted, so a line feed
                                                                         is missing */
        at = talk->inode == stat.st_ino && talk->size <= at ? (off_t)talk->size : at;
        if (ftruncate(fd, at) < 0)
            at = stat.st_size;
    }
    ssize_t n = pwrite(fd, line->v, (size_t)line->n, at);
    if (n >= 0 && n < line->n)
        errno = ENOSPC;
    int result = n == line->n ? 0 : file_fail(why, "not sent: the talk cannot be written");
    if (n > 0 && n < line->n && ftruncate(fd, at) < 0) {
        /* if this fails, the next writer truncates the line */
    }
    close(fd);
    if (result == 0)
        talk_read_on(talk, store);
    return result;
}

int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text,
             struct note *why)
{
    struct yaml_text line = {0};
    struct journal_record record;
    struct lock lock;
    char name[NAME_ROOM];
    int result = player_name_check(by, why);
    if (result == 0 && strlen(text) > TALK_BYTES_MAX)
        result = note_fail(why, FAIL_LIMIT, -1, "a line of talk has 1 to %d bytes", TALK_BYTES_MAX);
    if (result < 0)
        return result;
    journal_record_begin(&record, JOURNAL_CHAT);
    record.seq = 0;
    record.at = now_utc();
    value_set(&record.value, "by", by, false);
    value_set(&record.value, "text", text, false);
    journal_line_write(&record, 0, &line);
    journal_record_clear(&record);
    /* Check first that the line can be read back. */
    result = talk_line_read(line.v, (size_t)line.n - 1, &record, why);
    journal_record_clear(&record);
    if (result < 0) {
        yaml_text_clear(&line);
        return result;
    }
    int locks = store_folder(store, LOCK_FOLDER, true),
        folder = locks < 0 ? -1 : store_folder(store, TALK_FOLDER, true);
    people_name_of(talk, "talk", name);
    result = folder < 0 ? file_fail(why, "not sent: the talk cannot be written")
                        : lock_take(&lock, locks, name, by, why);
    if (result == 0) {
        talk_read_on(talk, store);
        result = people_check_flood(talk, by, why);
        if (result == 0)
            result = people_append(talk, folder, store, &line, why);
        lock_drop(&lock);
    }
    if (folder >= 0)
        close(folder);
    if (locks >= 0)
        close(locks);
    yaml_text_clear(&line);
    return result;
}

/* ---- Notifies about live games, presence and talk; see people.h. */

enum { NUMBERS = 8 /* enough for any watch */ };

struct live_watch {
    struct store *store;
    int fd;
    unsigned what[NUMBERS]; /* for each watch number minus one, as returned by watch_add(): bits of
                               enum live_watched */
};

struct live_watch *live_watch_new(struct store *store)
{
    struct live_watch *watch = memory_new(1, sizeof *watch);
    *watch = (struct live_watch){.store = store, .fd = watch_new()};
    return watch;
}

static void people_add(struct live_watch *watch, enum live_watched what, const char *name,
                       const char *file)
{
    int folder = store_folder(watch->store, name, true);
    if (folder < 0)
        return;
    /* Only for the sessions' folder is the closing of a file reported, since the system closes
     * the file of a killed session. For journals it would make processes that read them wake
     * each other endlessly. */
    int number = watch_add(watch->fd, folder, file, what == LIVE_WATCH_HERE);
    close(folder);
    if (number >= 1 && number <= NUMBERS)
        watch->what[number - 1] |= what;
}

void live_watch_add(struct live_watch *watch, enum live_watched what)
{
    people_add(watch, what,
               what == LIVE_WATCH_GAMES  ? JOURNAL_FOLDER
               : what == LIVE_WATCH_HERE ? PRESENCE_FOLDER
                                         : TALK_FOLDER,
               NULL);
}

void live_watch_game(struct live_watch *watch, const char *id)
{
    char name[JOURNAL_NAME_ROOM];
    journal_name(id, name);
    people_add(watch, LIVE_WATCH_GAMES, JOURNAL_FOLDER, name);
}

int live_watch_fd(const struct live_watch *watch)
{
    return watch ? watch->fd : -1;
}

unsigned live_watch_told(struct live_watch *watch)
{
    unsigned numbers = watch_drain(live_watch_fd(watch)), what = 0;
    if (numbers == ~0u)
        return ~0u;
    for (int i = 0; i < NUMBERS; i++)
        if (numbers & 1u << i)
            what |= watch->what[i];
    return what;
}

void live_watch_free(struct live_watch *watch)
{
    if (!watch)
        return;
    if (watch->fd >= 0)
        close(watch->fd);
    free(watch);
}
