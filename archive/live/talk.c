/* talk.c - reads and writes talk outside live games; see talk.h. */
#include "config.h"
#include "archive/live/talk.h"

#include "archive/util/fs.h"
#include "archive/store/lock.h"
#include "archive/store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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

static void name_of(const struct talk_room *talk, const char *end, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%s.%s", talk->room, end);
}

/* ------------------------------------------------------------------------------------------------ reading */

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

static bool keep(struct talk_room *talk, const char *line, size_t length)
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

/* Reads lines from talk->size on; the rest is a line still being written. */
static int keep_lines(struct talk_room *talk, const char *bytes, size_t size)
{
    int n = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        if (!end)
            break;
        n += keep(talk, bytes + at, (size_t)(end - bytes) - at);
        talk->size += end + 1 - (bytes + at);
        at = (size_t)(end + 1 - bytes);
    }
    return n;
}

static int read_file(struct talk_room *talk, int fd)
{
    struct stat stat;
    if (fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode))
        return 0;
    if (talk->inode != stat.st_ino || stat.st_size < talk->size)
        talk->size = 0; /* a new file: the old one was renamed */
    talk->inode = stat.st_ino;
    if (stat.st_size > talk->size + TALK_FILE_MAX)
        talk->size = stat.st_size - TALK_FILE_MAX; /* longer than any file of ours: read its end, from the
                                                    * middle of a line */
    size_t room = (size_t)(stat.st_size - talk->size);
    if (!room)
        return 0;
    char *bytes = memory_new(room, 1);
    ssize_t size = pread(fd, bytes, room, (off_t)talk->size);
    int n = size > 0 ? keep_lines(talk, bytes, (size_t)size) : 0;
    free(bytes);
    return n;
}

int talk_read_on(struct talk_room *talk, struct store *store)
{
    char name[NAME_ROOM];
    name_of(talk, "log", name);
    int folder = store_folder(store, TALK_FOLDER, false);
    int fd = folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int n = fd < 0 ? 0 : read_file(talk, fd);
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    return n;
}

/* ------------------------------------------------------------------------------------------------ writing */

static int64_t now_utc(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int check_flood(const struct talk_room *talk, const char *by, struct note *why)
{
    enum { LINES = 10, TIME = 10000 };
    int lines = 0;
    for (int i = talk->n - 1; i >= 0 && talk->v[i].at > now_utc() - TIME; i--)
        lines += !strcmp(talk->v[i].by, by);
    return lines < LINES ? 0
                         : note_fail(why, FAIL_LIMIT, -1, "%d lines in %d seconds are enough: wait a little",
                                     LINES, TIME / 1000);
}

static int append(struct talk_room *talk, int folder, struct store *store, const struct yaml_text *line, struct note *why)
{
    char name[NAME_ROOM], old[NAME_ROOM];
    struct stat stat;
    name_of(talk, "log", name);
    name_of(talk, "old", old);
    if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && stat.st_size + line->n > TALK_FILE_MAX)
        renameat(folder, name, folder, old);
    int fd = file_open_own(folder, name, O_RDWR);
    if (fd < 0 || fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode)) {
        if (fd >= 0)
            close(fd);
        return file_fail(why, "not sent: the talk cannot be written");
    }
    char last = '\n';
    off_t at = stat.st_size;
    if (at > 0 && pread(fd, &last, 1, at - 1) == 1 && last != '\n') { /* an interrupted write */
        at = talk->inode == stat.st_ino && talk->size <= at ? (off_t)talk->size : at;
        if (ftruncate(fd, at) < 0)
            at = stat.st_size;
    }
    ssize_t n = pwrite(fd, line->v, (size_t)line->n, at);
    if (n >= 0 && n < line->n)
        errno = ENOSPC;
    int result = n == line->n ? 0 : file_fail(why, "not sent: the talk cannot be written");
    if (n > 0 && n < line->n && ftruncate(fd, at) < 0) {
        /* the next writer truncates it */
    }
    close(fd);
    if (result == 0)
        talk_read_on(talk, store);
    return result;
}

int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text, struct note *why)
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
    result = talk_line_read(line.v, (size_t)line.n - 1, &record, why); /* append nothing that could not be read back */
    journal_record_clear(&record);
    if (result < 0) {
        yaml_text_clear(&line);
        return result;
    }
    int locks = store_folder(store, LOCK_FOLDER, true), folder = locks < 0 ? -1 : store_folder(store, TALK_FOLDER, true);
    name_of(talk, "talk", name);
    result = folder < 0 ? file_fail(why, "not sent: the talk cannot be written") : lock_take(&lock, locks, name, by, why);
    if (result == 0) {
        talk_read_on(talk, store);
        result = check_flood(talk, by, why);
        if (result == 0)
            result = append(talk, folder, store, &line, why);
        lock_drop(&lock);
    }
    if (folder >= 0)
        close(folder);
    if (locks >= 0)
        close(locks);
    yaml_text_clear(&line);
    return result;
}
