/* bookmarks.c - reads and writes bookmarks, and the ply at which the user left each game: see
 * bookmarks.h. */
#include "config.h"

#include "tui/session/archive/bookmarks.h"
#include "core/position_text.h"
#include "tui/session/archive/games.h"
#include "tui/system/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_ROOM = 8000, LINES_KEPT = 1000 };

static FILE *open_kept(const char *name, char path[PATH_ROOM])
{
    return path_own(name, path, PATH_ROOM) ? path_open(path) : NULL;
}

/* Read the next line and split it into a game's id and the rest. Returns false at the end of the
 * file. */
static bool bookmarks_next_line(FILE *file, char line[LINE_ROOM], char **text)
{
    if (!file || !fgets(line, LINE_ROOM, file))
        return false;
    line[strcspn(line, "\n")] = '\0';
    char *blank = strchr(line, ' ');
    *text = blank ? blank + 1 : line + strlen(line);
    if (blank)
        *blank = '\0';
    return true;
}

/* Replace the lines of one game in the file `name`. `lines` are the new lines, without the id. */
static void write_kept(const char *name, const char *id, char *const *lines, int n)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8], line[LINE_ROOM], *text;
    int others = 0;
    if (!path_own(name, path, sizeof path))
        return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    path_make_folders(fresh);
    int lock = path_lock(path);
    FILE *out = lock < 0 ? NULL : fopen(fresh, "w"), *old = open_kept(name, path);
    while (bookmarks_next_line(old, line, &text))
        others += strcmp(line, id) != 0;
    if (old)
        rewind(old);
    for (int skip = others - LINES_KEPT; out && bookmarks_next_line(old, line, &text);)
        if (strcmp(line, id) != 0 && skip-- <= 0)
            fprintf(out, "%s %s\n", line, text);
    if (old)
        fclose(old);
    for (int i = 0; out && i < n; i++)
        fprintf(out, "%s %s\n", id, lines[i]);
    bool bad = out && ferror(out);
    if (out && (fclose(out) != 0 || bad || rename(fresh, path) != 0))
        unlink(fresh);
    if (lock >= 0)
        close(lock);
}

/* ---------------------------------------------------------------- bookmarks */

void bookmark_tell(struct bookmark *bookmark, const char *archive, const char *game,
                   const char *ply)
{
    const char *const part[] = {archive, game, ply};
    short *const at[] = {&bookmark->archive, &bookmark->game, &bookmark->ply};
    size_t used = 0;
    memset(bookmark->text, 0, sizeof bookmark->text);
    for (int i = 0; i < 3; i++) {
        *at[i] = (short)used;
        for (const char *from = part[i]; *from && used < sizeof bookmark->text - 4; from++)
            bookmark->text[used++] = (unsigned char)*from < ' ' ? ' ' : *from;
        used++;
    }
}

void bookmark_game(const struct record *record, int sides, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    if (!record_is_named(record))
        text_add(out, size, &used, "%.150s", record_text(record, "event.name"));
    for (int side = 0; side < sides && record_is_named(record); side++) {
        const char *name = record_player_known(record, side_letter(side));
        text_add(out, size, &used, "%s%.40s", side ? " - " : "", *name ? name : side_name(side));
    }
    text_add(out, size, &used, "%s%.60s", used ? "  " : "", record_variant(record));
}

/* Parse a line of the file without the id: "SPOT", or "SPOT\tARCHIVE\tGAME\tPLY". */
static bool read_bookmark(char *text, struct bookmark *out)
{
    const char *part[3] = {"", "", ""};
    char *tab = strchr(text, '\t');
    for (int i = 0; i < 3 && tab; i++) {
        *tab = '\0';
        part[i] = ++tab;
        tab = strchr(tab, '\t');
    }
    if (!spot_read(text, &out->spot))
        return false;
    bookmark_tell(out, part[0], part[1], part[2]);
    return true;
}

static struct bookmark *bookmarks_add(struct bookmarks *bookmarks, const struct bookmark *bookmark)
{
    bookmarks->v =
        memory_room(bookmarks->v, &bookmarks->room, bookmarks->n + 1, sizeof *bookmarks->v);
    bookmarks->v[bookmarks->n] = *bookmark;
    return &bookmarks->v[bookmarks->n++];
}

void bookmarks_read(const char *id, struct bookmarks *out)
{
    char path[PATH_ROOM], line[LINE_ROOM], *text;
    struct bookmark bookmark;
    FILE *file = open_kept("bookmarks", path);
    out->n = 0;
    while (bookmarks_next_line(file, line, &text)) {
        if ((id && strcmp(line, id) != 0) || strlen(line) > ULID_LENGTH ||
            !read_bookmark(text, &bookmark))
            continue;
        snprintf(bookmark.id, sizeof bookmark.id, "%.*s", ULID_LENGTH, line);
        bookmarks_add(out, &bookmark);
    }
    if (file)
        fclose(file);
}

void bookmarks_write(const char *id, const struct bookmarks *bookmarks)
{
    char *lines[BOOKMARKS_MAX] = {0}, spot[LINE_ROOM / 2];
    int n = 0;
    for (int i = bookmarks->n > BOOKMARKS_MAX ? bookmarks->n - BOOKMARKS_MAX : 0; i < bookmarks->n;
         i++) {
        const struct bookmark *bookmark = &bookmarks->v[i];
        size_t room = sizeof spot + BOOKMARK_ROOM + 4;
        if (!spot_write(&bookmark->spot, spot, sizeof spot))
            continue;
        lines[n] = memory_new(room, 1);
        snprintf(lines[n++], room, "%s\t%s\t%s\t%s", spot, bookmark->text + bookmark->archive,
                 bookmark->text + bookmark->game, bookmark->text + bookmark->ply);
    }
    write_kept("bookmarks", id, lines, n);
    while (n)
        free(lines[--n]);
}

const struct bookmark *bookmarks_numbered(const struct bookmarks *bookmarks, const char *text,
                                          struct note *why)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && number >= 1 && number <= bookmarks->n)
        return &bookmarks->v[bookmarks->n - number];
    if (bookmarks->n)
        note_set(why, -1, "give a number from 1 to %d, not '%.40s'", bookmarks->n, text);
    else
        note_set(why, -1, "there are no bookmarks: {bookmark} sets one");
    return NULL;
}

int bookmark_find(const struct bookmark *bookmark, struct store *open, struct store **found,
                  struct note *why)
{
    const char *archive = bookmark->text + bookmark->archive;
    struct note reason;
    int at = open ? games_place_of(open, bookmark->id) : -1;
    *found = open;
    if (at >= 0)
        return at;
    if (!*archive)
        return note_fail(why, FAIL_NAME, -1, "the archive of this bookmark's game is unknown");
    int result = store_open(found, archive, NULL, &reason);
    if (result < 0)
        return note_fail(why, result, -1, "%.200s: %s", archive, reason.text);
    at = games_place_of(*found, bookmark->id);
    if (at >= 0)
        return at;
    store_close(*found);
    return note_fail(why, FAIL_NAME, -1, "the game of this bookmark is no longer in %.200s",
                     archive);
}

bool bookmark_stands(const struct bookmark *bookmark, const struct record *record, struct note *why)
{
    bool stands = spot_valid(record, &bookmark->spot);
    if (!stands)
        note_set(why, -1, "the game has changed and no longer has the ply of this bookmark");
    return stands;
}

void bookmarks_copy(struct bookmarks *to, const struct bookmarks *from)
{
    for (int i = 0; i < from->n; i++)
        bookmarks_add(to, &from->v[i]);
}

void bookmarks_clear(struct bookmarks *bookmarks)
{
    free(bookmarks->v);
    *bookmarks = (struct bookmarks){0};
}

struct bookmark *bookmarks_toggle(struct bookmarks *bookmarks, const char *id,
                                  const struct spot *spot)
{
    int at = 0;
    while (at < bookmarks->n && !spot_same(&bookmarks->v[at].spot, spot))
        at++;
    bool set = at == bookmarks->n;
    if (!set || bookmarks->n == BOOKMARKS_MAX) {
        int gone = set ? 0 : at;
        bookmarks->n--;
        memmove(&bookmarks->v[gone], &bookmarks->v[gone + 1],
                (size_t)(bookmarks->n - gone) * sizeof *bookmarks->v);
    }
    if (!set)
        return NULL;
    struct bookmark bookmark = {.spot = *spot};
    snprintf(bookmark.id, sizeof bookmark.id, "%s", id);
    bookmark_tell(&bookmark, "", "", "");
    return bookmarks_add(bookmarks, &bookmark);
}

/* ---------------------------------------------------------------- how a game was left */

static void add_spot(const char *text, struct spot *list, int *n)
{
    if (*n < LEFT_SPOTS && spot_read(text, &list[*n]))
        ++*n;
}

static bool bookmarks_read_left(char *text, struct left *out)
{
    char *save = NULL, *word = strtok_r(text, " ", &save);
    if (!word || !spot_read(word, &out->spot))
        return false;
    while ((word = strtok_r(NULL, " ", &save)))
        if (!strncmp(word, "panel=", 6))
            out->panel = atoi(word + 6);
        else if (!strcmp(word, "all"))
            out->fold_all = true;
        else if (!strncmp(word, "fold=", 5))
            add_spot(word + 5, out->fold, &out->folds);
        else if (!strncmp(word, "members=", 8))
            add_spot(word + 8, out->explode, &out->explosions);
    return true;
}

void left_read(const char *id, struct left *out)
{
    char path[PATH_ROOM], line[LINE_ROOM], *text;
    FILE *file = open_kept("places", path);
    *out = (struct left){.panel = -1};
    while (bookmarks_next_line(file, line, &text))
        if (!strcmp(line, id)) {
            *out = (struct left){.panel = -1};
            if (!bookmarks_read_left(text, out))
                *out = (struct left){.panel = -1};
        }
    if (file)
        fclose(file);
}

static void add_spots(char *line, size_t *used, const char *word, const struct spot *list, int n)
{
    char spot[LINE_ROOM / 2];
    for (int i = 0; i < n; i++)
        if (spot_write(&list[i], spot, sizeof spot) &&
            *used + strlen(word) + strlen(spot) + 40 < LINE_ROOM)
            text_add(line, LINE_ROOM, used, " %s=%s", word, spot);
}

void left_write(const char *id, const struct left *left)
{
    char text[LINE_ROOM] = "", *line = text;
    bool told = spot_plies(&left->spot) || left->panel >= 0 || left->fold_all || left->folds ||
                left->explosions;
    if (!told || !spot_write(&left->spot, text, LINE_ROOM / 2)) {
        write_kept("places", id, NULL, 0);
        return;
    }
    size_t used = strlen(text);
    if (left->panel >= 0)
        text_add(text, sizeof text, &used, " panel=%d", left->panel);
    if (left->fold_all)
        text_add(text, sizeof text, &used, " all");
    add_spots(text, &used, "fold", left->fold, left->folds);
    add_spots(text, &used, "members", left->explode, left->explosions);
    write_kept("places", id, &line, 1);
}

/* ---- The archives that a user can open, kept in small files of the user's data folder: see
 * bookmarks.h. */

const char *place_own(void)
{
    static char path[PATH_ROOM];
    return path_own("games", path, sizeof path) ? path : "";
}

int place_own_make(struct note *why)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s", place_own());
    if (!*path)
        return note_fail(why, FAIL_SYSTEM, -1, "there is no home folder");
    if (path_exists(path))
        return 0;
    if (!path_make_folders(path))
        return note_fail(why, FAIL_SYSTEM, -1,
                         "the folders of your archive cannot be flushed to the disk");
    return store_create(path, "Your games", why);
}

bool place_has_games(const char *path)
{
    struct store *store;
    if (!path_exists(path) || store_open(&store, path, NULL, NULL) < 0)
        return false;
    store_scan(store, 1);
    bool some = store_total(store) > 0;
    store_close(store);
    return some;
}

bool place_has_drafts(const char *path)
{
    struct store *store;
    char(*ids)[ULID_LENGTH + 1] = NULL;
    if (!path_exists(path) || store_open(&store, path, NULL, NULL) < 0)
        return false;
    bool some = store_drafts(store, &ids) > 0;
    free(ids);
    store_close(store);
    return some;
}

const char *place_samples(void)
{
    static char path[PATH_ROOM];
    return path_join(data_folder(), "samples", path, sizeof path) ? path : "";
}

bool place_same(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool place_is_samples(const char *path)
{
    return place_same(path, place_samples());
}

bool place_toured(void)
{
    char path[PATH_ROOM];
    return !path_own("toured", path, sizeof path) || path_exists(path);
}

void place_tour_seen(void)
{
    char path[PATH_ROOM];
    if (!path_own("toured", path, sizeof path))
        return;
    path_make_folders(path);
    FILE *file = fopen(path, "w");
    if (file)
        fclose(file);
}

int recent_read(char *recent[RECENT_MAX])
{
    char path[PATH_ROOM];
    int n = 0;
    FILE *file = path_own("recent", path, sizeof path) ? path_open(path) : NULL;
    if (!file)
        return 0;
    while (n < RECENT_MAX && fgets(path, sizeof path, file)) {
        path[strcspn(path, "\n")] = '\0';
        if (path[0] == '/')
            recent[n++] = memory_text(path);
    }
    fclose(file);
    return n;
}

void recent_free(char **path, int n)
{
    for (int i = 0; i < n; i++)
        free(path[i]);
}

void recent_add(const char *opened)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8];
    char *recent[RECENT_MAX], *full = realpath(opened, NULL);
    if (!full || strchr(full, '\n') || !path_own("recent", path, sizeof path)) {
        free(full);
        return;
    }
    snprintf(fresh, sizeof fresh, "%s.new", path);
    path_make_folders(fresh);
    int lock = path_lock(path), n = recent_read(recent);
    FILE *file = n && !strcmp(recent[0], full) ? NULL : fopen(fresh, "w");
    if (file) {
        fprintf(file, "%s\n", full);
        for (int i = 0, kept = 1; i < n && kept < RECENT_MAX; i++)
            if (strcmp(recent[i], full) != 0 && ++kept)
                fprintf(file, "%s\n", recent[i]);
        if (fclose(file) != 0 || rename(fresh, path) != 0)
            unlink(fresh);
    }
    if (lock >= 0)
        close(lock);
    recent_free(recent, n);
    free(full);
}
