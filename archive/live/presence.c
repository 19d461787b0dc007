/* presence.c - lists the open sessions of an archive through locked files; see presence.h.
 *
 * A file is named `<name>.<process>.<random>` and holds one line of fixed length: the game's id, a
 * role (`p`lays, `w`atches, `l`eads) and what a leader shows. */
#include "config.h"
#include "archive/live/presence.h"

#include "archive/util/fs.h"
#include "archive/store/lock.h"
#include "archive/store/backend.h"

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
    struct lock lock; /* the file; forked children do not keep it locked */
    char name[PLAYER_NAME_MAX + 1];
    char file[FILE_ROOM];
    char game[ULID_LENGTH + 1]; /* where this session is */
};

static bool hold(int fd)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &range) == 0;
}

/* Creates and locks the file under a temporary name, then renames it: no one ever sees it unlocked. */
static int make_file(struct presence *presence, const char *name)
{
    char chance[ULID_LENGTH + 1], new[FILE_ROOM + 8];
    ulid_new(chance);
    snprintf(presence->file, sizeof presence->file, "%s.%ld.%s", name, (long)getpid(), chance + ULID_LENGTH - 6);
    snprintf(new, sizeof new, ".%s", presence->file);
    int fd = file_open_own(presence->folder, new, O_RDWR | O_EXCL);
    if (fd < 0)
        return -1;
    if (hold(fd) && renameat(presence->folder, new, presence->folder, presence->file) == 0)
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
    int fd = presence->folder < 0 ? -1 : make_file(presence, name);
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
    return line[LINE_BYTES - 1] == '\n' && !memchr(line, '\n', LINE_BYTES - 1) && (!*person->game || ulid_valid(person->game));
}

static void say_where(struct presence *presence, const char *game, char role, const char *text)
{
    char line[LINE_BYTES + 1];
    struct person person;
    snprintf(presence->game, sizeof presence->game, "%s", game);
    snprintf(line, sizeof line, "%-26.26s %c %-*.*s\n", game, role, PRESENCE_TEXT_MAX, PRESENCE_TEXT_MAX, text);
    if (!read_where(line, strlen(line), &person)) /* never write what readers would refuse: show the lobby instead */
        snprintf(line, sizeof line, "%-26s w %-*s\n", "", PRESENCE_TEXT_MAX, "");
    if (pwrite(presence->lock.fd, line, LINE_BYTES, 0) != LINE_BYTES) {
        /* others do not see where we are, nothing worse */
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

int presence_take_baton(struct baton **out, const struct presence *presence, const char *game, struct note *why)
{
    char name[ULID_LENGTH + 8];
    struct lock lock;
    int folder = store_folder(presence->store, LOCK_FOLDER, true);
    snprintf(name, sizeof name, "%.26s.lead", game);
    int result = folder < 0 ? file_fail(why, "you cannot lead") : lock_take(&lock, folder, name, presence->name, why);
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

/* Tests the lock through a read-only descriptor: closing a writable one would notify everyone who
 * watches the folder, and they would check in turn, endlessly. */
static bool is_held(int fd)
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
    bool held = self || is_held(fd);
    ssize_t n = held ? pread(fd, line, LINE_BYTES, 0) : 0;
    if (!held)
        unlinkat(presence->folder, file, 0);
    close(fd);
    if (!held)
        return false;
    line[n > 0 ? n : 0] = '\0';
    if (!read_where(line, n > 0 ? (size_t)n : 0, person)) { /* the session is here, but its place is unknown */
        person->game[0] = person->text[0] = '\0';
        person->plays = person->leads = false;
    }
    return true;
}

/* Removes the file of a session killed while creating it. */
static void sweep_unborn(const struct presence *presence, const char *file)
{
    enum { OLD = 60 /* seconds */ };
    struct stat stat;
    if (fstatat(presence->folder, file, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(stat.st_mode) &&
        time(NULL) - stat.st_mtime > OLD)
        unlinkat(presence->folder, file, 0);
}

int64_t presence_stamp(const struct presence *presence)
{
    struct stat stat;
    return fstat(presence->folder, &stat) < 0 ? 0 : (int64_t)stat.st_mtim.tv_sec * 1000000000 + stat.st_mtim.tv_nsec;
}

/* Sorts by name, since the folder has no order, and the list should be stable. */
static int by_name(const void *a, const void *b)
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
        qsort(*list, (size_t)n, sizeof **list, by_name);
    return n;
}
