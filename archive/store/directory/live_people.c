/* live_people.c - people and talk in the folders of an archive; see archive/store/live_backend.h.
 *
 * Each session that is online has a locked file here/<name>.<process>.<random>. The lock ends with
 * the process. So a killed session is offline at once; the next session that lists the people
 * removes its file. The file contains one line of fixed length: the id of a game, a role (`p`lays,
 * `w`atches, `l`eads), and the position that a leader shows. When the file is closed, for whatever
 * reason, the system notifies those who watch the folder.
 *
 * Each room of talk is a file talk/<room>.log. Lines are appended under a lock. A full file is
 * renamed to <room>.old, replacing the previous one. */
#include "config.h"

#include "archive/store/directory/live_internal.h"
#include "archive/util/lock.h"

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
    LINE_BYTES = TEXT_AT + PRESENCE_TEXT_MAX + 1,
    TALK_FILE_MAX = 256 << 10,
    ROOM_NAME = ULID_LENGTH + 16
};

/* -----------------------------------------------------------------------------------------
 * people */

struct live_session {
    int folder;
    struct lock lock; /* the session's file, locked; a forked child does not keep the lock */
    char file[FILE_ROOM];
};

static bool people_hold(int fd)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &range) == 0;
}

/* Creates and locks the session's file under a temporary name, then renames it, so that no one ever
 * sees the file unlocked. */
static int people_make_file(struct live_session *session, const char *name)
{
    char chance[ULID_LENGTH + 1], new[FILE_ROOM + 8];
    ulid_new(chance);
    snprintf(session->file, sizeof session->file, "%s.%ld.%s", name, (long)getpid(),
             chance + ULID_LENGTH - 6);
    snprintf(new, sizeof new, ".%s", session->file);
    int fd = file_open_own(session->folder, new, O_RDWR | O_EXCL);
    if (fd < 0)
        return -1;
    if (people_hold(fd) && renameat(session->folder, new, session->folder, session->file) == 0)
        return fd;
    int saved = errno;
    unlinkat(session->folder, new, 0);
    close(fd);
    errno = saved;
    return -1;
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

static void directory_live_go(struct live_session *session, const struct person *where)
{
    char line[LINE_BYTES + 1];
    struct person person;
    snprintf(line, sizeof line, "%-26.26s %c %-*.*s\n", where->game,
             where->leads   ? 'l'
             : where->plays ? 'p'
                            : 'w',
             PRESENCE_TEXT_MAX, PRESENCE_TEXT_MAX, where->text);
    if (!read_where(line, strlen(line), &person)) /* readers would refuse this line: write that the
                                                     session is in the lobby */
        snprintf(line, sizeof line, "%-26s w %-*s\n", "", PRESENCE_TEXT_MAX, "");
    if (pwrite(session->lock.fd, line, LINE_BYTES, 0) != LINE_BYTES) {
        /* ignored: others only do not see where this session is */
    }
}

static int directory_live_enter(struct live_session **out, struct store *store, const char *name,
                                struct note *why)
{
    struct live_session *session = memory_new(1, sizeof *session);
    session->folder = directory_folder(store, PRESENCE_FOLDER, true);
    int fd = session->folder < 0 ? -1 : people_make_file(session, name);
    if (fd < 0) {
        int result = file_fail(why, "the archive's folder 'here' cannot be written");
        if (session->folder >= 0)
            close(session->folder);
        free(session);
        return result;
    }
    lock_hold(&session->lock, fd);
    directory_live_go(session, &(struct person){0});
    *out = session;
    return 0;
}

static void directory_live_leave(struct live_session *session)
{
    unlinkat(session->folder, session->file, 0);
    lock_drop(&session->lock);
    close(session->folder);
    free(session);
}

/* Tests the lock through a read-only descriptor: closing a writable one would notify everyone who
 * watches the folder, and they would check in turn, endlessly. */
static bool people_is_held(int fd)
{
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &range) < 0 || range.l_type != F_UNLCK;
}

static bool read_person(const struct live_session *session, const char *file, struct person *person)
{
    char line[LINE_BYTES + 1] = "";
    size_t length = strcspn(file, ".");
    bool self = !strcmp(file, session->file);
    *person = (struct person){.self = self};
    if (!length || length > PLAYER_NAME_MAX)
        return false;
    memcpy(person->name, file, length);
    if (player_name_check(person->name, NULL) < 0)
        return false;
    int fd = openat(session->folder, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool held = self || people_is_held(fd);
    ssize_t n = held ? pread(fd, line, LINE_BYTES, 0) : 0;
    if (!held)
        unlinkat(session->folder, file, 0);
    close(fd);
    if (!held)
        return false;
    line[n > 0 ? n : 0] = '\0';
    /* The line is invalid: show the session in the lobby. */
    if (!read_where(line, n > 0 ? (size_t)n : 0, person)) {
        person->game[0] = person->text[0] = '\0';
        person->plays = person->leads = false;
    }
    return true;
}

/* Removes the file of a session killed while creating it. */
static void sweep_unborn(const struct live_session *session, const char *file)
{
    enum { OLD = 60 /* seconds */ };
    struct stat stat;
    if (fstatat(session->folder, file, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(stat.st_mode) &&
        time(NULL) - stat.st_mtime > OLD)
        unlinkat(session->folder, file, 0);
}

static int64_t directory_live_stamp(const struct live_session *session)
{
    struct stat stat;
    return fstat(session->folder, &stat) < 0
               ? 0
               : (int64_t)stat.st_mtim.tv_sec * 1000000000 + stat.st_mtim.tv_nsec;
}

static int directory_live_people(struct live_session *session, struct person **list)
{
    int n = 0, room = 0;
    *list = NULL;
    int fd = openat(session->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        struct person person;
        if (entry->d_name[0] == '.')
            sweep_unborn(session, entry->d_name);
        if (entry->d_name[0] == '.' || !read_person(session, entry->d_name, &person))
            continue;
        *list = memory_room(*list, &room, n + 1, sizeof **list);
        (*list)[n++] = person;
    }
    if (stream)
        closedir(stream);
    return n;
}

/* -------------------------------------------------------------------------------------------
 * talk */

static void room_file(const char *room, const char *end, char out[ROOM_NAME])
{
    snprintf(out, ROOM_NAME, "%.*s.%s", ULID_LENGTH, room, end);
}

/* Reads the complete lines of a file from `place` on, and moves `place` behind them. A line without
 * its line feed is still being written and is not read. */
static char *hear_file(struct talk_place *place, int fd, size_t *size)
{
    struct stat stat;
    if (fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode))
        return NULL;
    if (place->of != stat.st_ino || stat.st_size < place->at)
        place->at = 0; /* a new file has replaced the old one: read all of it */
    place->of = stat.st_ino;
    if (stat.st_size > place->at + TALK_FILE_MAX)
        place->at = stat.st_size - TALK_FILE_MAX; /* our files are never this long: read only the
                                                     end, from the middle of a line */
    size_t room = (size_t)(stat.st_size - place->at);
    if (!room)
        return NULL;
    char *bytes = memory_new(room, 1);
    ssize_t n = pread(fd, bytes, room, (off_t)place->at);
    const char *end = n > 0 ? memrchr(bytes, '\n', (size_t)n) : NULL;
    if (!end) {
        free(bytes);
        return NULL;
    }
    *size = (size_t)(end + 1 - bytes);
    place->at += (int64_t)*size;
    return bytes;
}

static void directory_live_hear(struct store *store, const char *room, struct talk_place *place,
                                char **bytes, size_t *size)
{
    char name[ROOM_NAME];
    room_file(room, "log", name);
    int folder = directory_folder(store, TALK_FOLDER, false);
    int fd = folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    *size = 0;
    *bytes = fd < 0 ? NULL : hear_file(place, fd, size);
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
}

static int say_in(int folder, const char *room, const struct talk_place *place, const char *bytes,
                  size_t size, struct note *why)
{
    char name[ROOM_NAME], old[ROOM_NAME];
    struct stat stat;
    room_file(room, "log", name);
    room_file(room, "old", old);
    if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 &&
        stat.st_size + (off_t)size > TALK_FILE_MAX)
        renameat(folder, name, folder, old);
    int fd = file_open_own(folder, name, O_RDWR);
    if (fd < 0 || fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode)) {
        if (fd >= 0)
            close(fd);
        return file_fail(why, "not sent: the chat file cannot be written");
    }
    char last = '\n';
    off_t at = stat.st_size;
    if (at > 0 && pread(fd, &last, 1, at - 1) == 1 && last != '\n') { /* the last write was
                                                                         interrupted */
        at = place->of == stat.st_ino && place->at <= at ? (off_t)place->at : at;
        if (ftruncate(fd, at) < 0)
            at = stat.st_size;
    }
    ssize_t n = pwrite(fd, bytes, size, at);
    if (n >= 0 && (size_t)n < size)
        errno = ENOSPC;
    int result = n >= 0 && (size_t)n == size
                     ? 0
                     : file_fail(why, "not sent: the chat file cannot be written");
    if (n > 0 && (size_t)n < size && ftruncate(fd, at) < 0) {
        /* ignored: the next writer truncates the file */
    }
    close(fd);
    return result;
}

static int directory_live_say(struct store *store, const char *room, const struct talk_place *place,
                              const char *bytes, size_t size, struct note *why)
{
    int folder = directory_folder(store, TALK_FOLDER, true);
    if (folder < 0)
        return file_fail(why, "not sent: the chat file cannot be written");
    int result = say_in(folder, room, place, bytes, size, why);
    close(folder);
    return result;
}

static bool is_talk_file(const char *name)
{
    const char *end = strrchr(name, '.');
    return name[0] != '.' && end && (!strcmp(end, ".log") || !strcmp(end, ".old")) &&
           strlen(name) < LIVE_NAME_ROOM - 16;
}

static int directory_live_talks(struct store *store, char ***names)
{
    int n = 0, room = 0, folder = directory_folder(store, TALK_FOLDER, false);
    DIR *stream = folder >= 0 ? fdopendir(folder) : NULL;
    *names = NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        if (!is_talk_file(entry->d_name))
            continue;
        *names = memory_room(*names, &room, n + 1, sizeof **names);
        (*names)[n++] = memory_text(entry->d_name);
    }
    if (stream)
        closedir(stream);
    return n;
}

/* ---------------------------------------------------------------------------------------
 * watching */

enum { NUMBERS = 8 /* more than the watches that one watcher adds */ };

struct live_watcher {
    struct store *store;
    int fd;
    unsigned what[NUMBERS]; /* which changes each watch reports, as bits of enum live_watched; the
                               index is the number from watch_add() minus one */
};

static struct live_watcher *directory_live_watch(struct store *store)
{
    struct live_watcher *watcher = memory_new(1, sizeof *watcher);
    *watcher = (struct live_watcher){.store = store, .fd = watch_new()};
    return watcher;
}

static void directory_live_watch_add(struct live_watcher *watcher, enum live_watched what,
                                     const char *id)
{
    char file[LIVE_NAME_ROOM];
    int folder = directory_folder(watcher->store,
                                  what == LIVE_WATCH_GAMES  ? LIVE_FOLDER
                                  : what == LIVE_WATCH_HERE ? PRESENCE_FOLDER
                                                            : TALK_FOLDER,
                                  true);
    if (folder < 0)
        return;
    if (id)
        snprintf(file, sizeof file, "%.*s.jnl", ULID_LENGTH, id);
    /* Report closed files only among the people: when a session is killed, the system closes its
     * file. In the other folders, every reader closes files, so processes that read journals would
     * wake each other endlessly. */
    int number = watch_add(watcher->fd, folder, id ? file : NULL, what == LIVE_WATCH_HERE);
    close(folder);
    if (number >= 1 && number <= NUMBERS)
        watcher->what[number - 1] |= what;
}

static int directory_live_watch_fd(const struct live_watcher *watcher)
{
    return watcher->fd;
}

static unsigned directory_live_told(struct live_watcher *watcher)
{
    unsigned numbers = watch_drain(watcher->fd), what = 0;
    if (numbers == ~0u)
        return ~0u;
    for (int i = 0; i < NUMBERS; i++)
        if (numbers & 1u << i)
            what |= watcher->what[i];
    return what;
}

static void directory_live_unwatch(struct live_watcher *watcher)
{
    if (watcher->fd >= 0)
        close(watcher->fd);
    free(watcher);
}

const struct live_backend directory_live = {.name = "folder",
                                            .now = directory_live_now,
                                            .hold = directory_live_hold,
                                            .release = directory_live_release,
                                            .list = directory_live_list,
                                            .size = directory_live_size,
                                            .create = directory_live_create,
                                            .open = directory_live_open,
                                            .close = directory_live_close,
                                            .length = directory_live_length,
                                            .read = directory_live_read,
                                            .state = directory_live_state,
                                            .renew = directory_live_renew,
                                            .append = directory_live_append,
                                            .cut = directory_live_cut,
                                            .finish = directory_live_finish,
                                            .enter = directory_live_enter,
                                            .go = directory_live_go,
                                            .leave = directory_live_leave,
                                            .people = directory_live_people,
                                            .stamp = directory_live_stamp,
                                            .hear = directory_live_hear,
                                            .say = directory_live_say,
                                            .talks = directory_live_talks,
                                            .whole = directory_live_whole,
                                            .replace = directory_live_replace,
                                            .watch = directory_live_watch,
                                            .watch_add = directory_live_watch_add,
                                            .watch_fd = directory_live_watch_fd,
                                            .told = directory_live_told,
                                            .unwatch = directory_live_unwatch};
