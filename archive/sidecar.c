/* sidecar.c - see sidecar.h. */
#include "config.h"
#include "archive/sidecar.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORMAT = 4, NAME_ROOM = 256 };

static const char magic[8] = {'c', 'h', 'e', 's', 's', 'c', 'd', '\n'};
static const uint64_t part_most = (uint64_t)1 << 36;

/* What stands at the beginning of the file, in this machine's order of bytes: another's is another format. */
struct head {
    char magic[8];
    uint32_t format, kind;
    struct file_stamp of;
    int64_t made, number[SIDECAR_NUMBERS];
    uint64_t size[SIDECAR_PARTS], stored[SIDECAR_PARTS] /* fewer: one cell for all */, check[SIDECAR_PARTS], own_check;
};

/* Eight sums beside each other, so that the processor does not wait for one multiplication before the next. */
enum { SUMS = 8, WORDS = SUMS * sizeof(uint64_t) };
struct sums {
    uint64_t sum[SUMS];
};

static const uint64_t odd = 0x9E3779B97F4A7C15u;

static uint64_t mixed(uint64_t sum, uint64_t word)
{
    return ((sum << 29 | sum >> 35) ^ word) * odd;
}

/* Take bytes in, as many as there are whole groups of words among them; how many were taken. */
static size_t take_words(struct sums *sums, const char *bytes, size_t size)
{
    uint64_t word[SUMS];
    struct sums own = *sums;
    size_t taken = 0;
    for (; size - taken >= WORDS; taken += WORDS) {
        memcpy(word, bytes + taken, WORDS);
        for (int i = 0; i < SUMS; i++)
            own.sum[i] = mixed(own.sum[i], word[i]);
    }
    *sums = own;
    return taken;
}

/* The check of bytes of which all but the last few were taken in. */
static uint64_t check_of(const struct sums *sums, const char *last, size_t few, uint64_t size)
{
    uint64_t rest = size;
    for (; few; few--)
        rest = (rest << 7 | rest >> 57) * odd ^ (unsigned char)*last++;
    for (int i = 0; i < SUMS; i++)
        rest = mixed(rest, sums->sum[i]);
    return rest ^ rest >> 32;
}

static struct sums sums_new(uint64_t seed)
{
    struct sums sums;
    for (int i = 0; i < SUMS; i++)
        sums.sum[i] = seed + (uint64_t)i + 1;
    return sums;
}

uint64_t sidecar_check(const void *bytes, size_t size, uint64_t seed)
{
    struct sums sums = sums_new(seed);
    size_t taken = take_words(&sums, bytes, size);
    const char *last = bytes; /* of no bytes it may be NULL */
    return check_of(&sums, taken ? last + taken : last, size - taken, size);
}

static void name_of(const struct sidecar_place *place, const char *name, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%s%.200s", place->prefix, name);
}

/* --------------------------------------------------------------------------------------------------- writing */

/* Bytes of a part that need to be stored: where all its cells are the same, one. */
static uint64_t to_store(const struct sidecar_part *part)
{
    const char *bytes = part->bytes;
    uint64_t cell = part->cell;
    return cell && part->size > cell && !memcmp(bytes, bytes + cell, part->size - cell) ? cell : part->size;
}

/* Is the process of a temporary file, ".<name>.<process>.tmp", gone from this machine? */
static bool writer_is_gone(const char *name)
{
    char digits[24];
    size_t end = strlen(name) - strlen(".tmp"), from = end;
    while (from > 0 && name[from - 1] >= '0' && name[from - 1] <= '9')
        from--;
    snprintf(digits, sizeof digits, "%.*s", (int)(end - from), name + from);
    long process = strtol(digits, NULL, 10);
    return process > 0 && process < INT_MAX && kill((pid_t)process, 0) < 0 && errno == ESRCH;
}

void sidecar_sweep(int folder)
{
    enum { AT_REST = 60, GIVEN_UP = 60 * 60 };
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again < 0 ? NULL : fdopendir(again);
    time_t now = time(NULL);
    struct stat stat;
    if (again >= 0 && !stream)
        close(again);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        const char *name = entry->d_name;
        if (!file_is_temporary(name) || fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(stat.st_mode))
            continue;
        time_t rested = now - stat.st_mtime;
        if (rested > GIVEN_UP || (rested > AT_REST && writer_is_gone(name)))
            unlinkat(folder, name, 0);
    }
    if (stream)
        closedir(stream);
}

int sidecar_write(const struct sidecar_place *place, const char *name, const struct sidecar *sidecar, struct note *why)
{
    char final[NAME_ROOM], temporary[NAME_ROOM + 40];
    struct head head;
    if (place->folder < 0)
        return note_fail(why, FAIL_SYSTEM, -1, "there is no place for an index");
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.format = FORMAT;
    head.kind = sidecar->kind;
    head.of = sidecar->of;
    head.made = file_now();
    memcpy(head.number, sidecar->number, sizeof head.number);
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        head.size[i] = sidecar->part[i].size;
        head.stored[i] = to_store(&sidecar->part[i]);
        head.check[i] = sidecar_check(sidecar->part[i].bytes, head.stored[i], (uint64_t)i);
    }
    head.own_check = sidecar_check(&head, offsetof(struct head, own_check), 0);
    sidecar_sweep(place->folder);
    name_of(place, name, final);
    snprintf(temporary, sizeof temporary, ".%s.%ld.tmp", final, (long)getpid());
    unlinkat(place->folder, temporary, 0);
    int fd = openat(place->folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool done = fd >= 0 && file_put(fd, &head, sizeof head);
    for (int i = 0; i < SIDECAR_PARTS && done; i++)
        done = file_put(fd, sidecar->part[i].bytes, head.stored[i]);
    int saved = errno;
    if (fd >= 0 && close(fd) < 0 && done) {
        saved = errno;
        done = false;
    }
    if (done && renameat(place->folder, temporary, place->folder, final) < 0) {
        saved = errno;
        done = false;
    }
    if (!done && fd >= 0)
        unlinkat(place->folder, temporary, 0);
    errno = saved;
    return done ? 0 : file_fail(why, "the index cannot be written");
}

/* --------------------------------------------------------------------------------------------------- reading */

/* Room for a part. The kernel hands out a million games' lists in thousands of small pages, which takes longer than
 * reading them: large parts are asked for in large ones, where there are such, the last one too if half of it is needed. */
static void *part_room(uint64_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE_PAGE = 1 << 21 };
    uint64_t rest = size % LARGE_PAGE, asked = rest < LARGE_PAGE / 2 ? size : size - rest + LARGE_PAGE;
    void *room;
    if (asked >= LARGE_PAGE) {
        if (posix_memalign(&room, LARGE_PAGE, asked))
            return NULL;
        madvise(room, asked - asked % LARGE_PAGE, MADV_HUGEPAGE); /* refused: small ones */
        return room;
    }
#endif
    return malloc(size);
}

void sidecar_hand_out(void *memory, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    enum { PAGE = 4096, WORTH = 16 * PAGE };
    uintptr_t from = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE, end = ((uintptr_t)memory + size) / PAGE * PAGE;
    if (size >= WORTH)
        madvise((void *)from, end - from, MADV_POPULATE_WRITE); /* refused: page by page */
#else
    (void)memory, (void)size;
#endif
}

/* Read what is stored of a part, its check and what is looked at in one go: each stretch while the processor has it at hand. */
static bool read_checked(int fd, uint64_t from, const struct head *head, struct sidecar *sidecar, int part, sidecar_look_fn *look)
{
    enum { STRETCH = 1 << 18 };
    struct sums sums = sums_new((uint64_t)part);
    char *bytes = sidecar->part[part].bytes;
    uint64_t taken = 0, size = head->stored[part];
    for (uint64_t at = 0, n; at < size; at += n) {
        n = size - at < STRETCH ? size - at : STRETCH;
        if (!file_read_at(fd, from + at, bytes + at, n))
            return false;
        taken += take_words(&sums, bytes + taken, at + n - taken);
        if (look && !look(sidecar, part, bytes + at, n))
            return false;
    }
    return check_of(&sums, bytes + taken, size - taken, size) == head->check[part];
}

/* A cell again and again. */
static void repeat(char *bytes, uint64_t cell, uint64_t size)
{
    for (uint64_t filled = cell, n; filled < size; filled += n) {
        n = size - filled < filled ? size - filled : filled;
        memcpy(bytes + filled, bytes, n);
    }
}

static bool read_parts(int fd, const struct head *head, sidecar_look_fn *look, struct sidecar *sidecar)
{
    uint64_t at = sizeof *head;
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        uint64_t size = head->size[i], stored = head->stored[i];
        char *bytes = size < part_most ? part_room(size + 1) : NULL;
        if (!bytes)
            return false;
        sidecar->part[i] = (struct sidecar_part){.bytes = bytes, .size = size};
        sidecar_hand_out(bytes, size);
        bytes[size] = '\0';
        if (!read_checked(fd, at, head, sidecar, i, look))
            return false;
        repeat(bytes, stored, size);
        at += stored;
    }
    return true;
}

/* Are a head's parts a file's, of so many bytes behind it? No list is of cells that are all the same in all its columns. */
static bool parts_fit(const struct head *head, uint64_t bytes)
{
    enum { MOST_REPEATED = 16 };
    uint64_t left = bytes;
    for (int i = 0; i < SIDECAR_PARTS; i++) {
        uint64_t size = head->size[i], stored = head->stored[i];
        if (stored > left || stored > size || (stored < size && (stored == 0 || size / MOST_REPEATED > bytes)))
            return false;
        left -= stored;
    }
    return left == 0;
}

/* Open one that fits as far as its head tells; -1: there is none. */
static int open_fitting(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                        struct head *head)
{
    char final[NAME_ROOM];
    struct stat stat;
    name_of(place, name, final);
    int fd = place->folder < 0 ? -1 : openat(place->folder, final, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    bool fits = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_uid == geteuid() &&
                file_read_at(fd, 0, head, sizeof *head) && !memcmp(head->magic, magic, sizeof magic) && head->format == FORMAT &&
                head->kind == kind && file_stamp_same(&head->of, of) && file_stamp_tells(of, head->made) &&
                head->own_check == sidecar_check(head, offsetof(struct head, own_check), 0);
    if (fits && parts_fit(head, (uint64_t)stat.st_size - sizeof *head))
        return fd;
    close(fd);
    return -1;
}

bool sidecar_read(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                  sidecar_look_fn *look, struct sidecar *sidecar)
{
    struct head head;
    int fd = open_fitting(place, name, kind, of, &head);
    *sidecar = (struct sidecar){.kind = kind, .of = *of};
    if (fd < 0)
        return false;
    memcpy(sidecar->number, head.number, sizeof head.number);
    bool fits = read_parts(fd, &head, look, sidecar);
    close(fd);
    if (!fits)
        sidecar_clear(sidecar);
    return fits;
}

bool sidecar_look(const struct sidecar_place *place, const char *name, uint32_t kind, const struct file_stamp *of,
                  int64_t number[SIDECAR_NUMBERS])
{
    struct head head;
    int fd = open_fitting(place, name, kind, of, &head);
    if (fd < 0)
        return false;
    close(fd);
    memcpy(number, head.number, sizeof head.number);
    return true;
}

void sidecar_clear(struct sidecar *sidecar)
{
    for (int i = 0; i < SIDECAR_PARTS; i++)
        free(sidecar->part[i].bytes);
    *sidecar = (struct sidecar){.kind = sidecar->kind, .of = sidecar->of};
}
