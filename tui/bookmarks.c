/* bookmarks.c - see bookmarks.h. */
#include "config.h"
#include "tui/bookmarks.h"

#include "tui/paths.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { LINE_ROOM = 2600, LINES_KEPT = 1000 };

static FILE *open_kept(const char *name, char path[PATH_ROOM])
{
    return path_own(name, path, PATH_ROOM) ? path_open(path) : NULL;
}

/* The next line, parted into a game's id and what follows; false at the end. */
static bool next_line(FILE *file, char line[LINE_ROOM], const char **text)
{
    if (!file || !fgets(line, LINE_ROOM, file))
        return false;
    line[strcspn(line, "\n")] = '\0';
    char *blank = strchr(line, ' ');
    *text = blank ? blank + 1 : "";
    if (blank)
        *blank = '\0';
    return true;
}

static void read_kept(const char *name, const char *id, struct bookmarks *out)
{
    char path[PATH_ROOM], line[LINE_ROOM];
    const char *text;
    struct spot spot;
    FILE *file = open_kept(name, path);
    out->n = 0;
    while (next_line(file, line, &text))
        if (!strcmp(line, id) && spot_read(text, &spot))
            bookmarks_toggle(out, &spot);
    if (file)
        fclose(file);
}

/* The folder of a file, locked against others who write there, until it is closed; or -1. */
static int lock_folder(const char *path)
{
    char folder[PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        flock(fd, LOCK_EX);
    return fd;
}

static void write_kept(const char *name, const char *id, const struct bookmarks *bookmarks)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8], line[LINE_ROOM];
    const char *text;
    int others = 0;
    if (!path_own(name, path, sizeof path))
        return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    path_make_folders(fresh);
    int lock = lock_folder(path);
    FILE *out = lock < 0 ? NULL : fopen(fresh, "w"), *old = open_kept(name, path);
    while (next_line(old, line, &text))
        others += strcmp(line, id) != 0;
    if (old)
        rewind(old);
    for (int skip = others - LINES_KEPT; out && next_line(old, line, &text);)
        if (strcmp(line, id) != 0 && skip-- <= 0)
            fprintf(out, "%s %s\n", line, text);
    if (old)
        fclose(old);
    for (int i = 0; out && i < bookmarks->n; i++)
        if (spot_write(&bookmarks->spot[i], line, sizeof line))
            fprintf(out, "%s %s\n", id, line);
    bool bad = out && ferror(out);
    if (out && (fclose(out) != 0 || bad || rename(fresh, path) != 0))
        unlink(fresh);
    if (lock >= 0)
        close(lock);
}

void bookmarks_read(const char *id, struct bookmarks *out)
{
    read_kept("bookmarks", id, out);
}

void bookmarks_write(const char *id, const struct bookmarks *bookmarks)
{
    write_kept("bookmarks", id, bookmarks);
}

struct spot bookmarks_place(const char *id)
{
    struct bookmarks left;
    read_kept("places", id, &left);
    return left.n ? left.spot[left.n - 1] : spot_start();
}

void bookmarks_leave(const char *id, const struct spot *spot)
{
    struct bookmarks left = {.n = spot_plies(spot) > 0, .spot = {*spot}};
    write_kept("places", id, &left);
}

bool bookmarks_toggle(struct bookmarks *bookmarks, const struct spot *spot)
{
    int at = 0;
    while (at < bookmarks->n && !spot_same(&bookmarks->spot[at], spot))
        at++;
    bool set = at == bookmarks->n;
    if (!set || bookmarks->n == BOOKMARKS_MAX) {
        int gone = set ? 0 : at;
        bookmarks->n--;
        memmove(&bookmarks->spot[gone], &bookmarks->spot[gone + 1], (size_t)(bookmarks->n - gone) * sizeof *spot);
    }
    if (set)
        bookmarks->spot[bookmarks->n++] = *spot;
    return set;
}
