/* pieces.c - see pieces.h. */
#include "config.h"
#include "archive/pieces.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_ROOM = 300 };

struct head {
    char magic[8];
    uint32_t format, seed;
    struct file_stamp of;
    int64_t made;
    uint64_t check;
};

_Static_assert(sizeof(struct head) == PIECES_HEAD, "pieces begin behind the head");

static struct head head_of(const struct pieces_kind *kind, const struct file_stamp *of, int64_t made)
{
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, kind->magic, sizeof head.magic);
    head.format = kind->format;
    head.seed = kind->seed;
    head.of = *of;
    head.made = made;
    head.check = sidecar_check(&head, offsetof(struct head, check), 0);
    return head;
}

static void add_piece(struct pieces *pieces, const struct pieces_head *head)
{
    pieces->piece = memory_room(pieces->piece, &pieces->room, pieces->pieces + 1, sizeof *pieces->piece);
    pieces->piece[pieces->pieces++] = (struct pieces_spot){pieces->end, head->check, pieces->games};
    pieces->games += head->games;
    pieces->end += head->bytes;
}

/* Find the pieces that are there. */
static void find_pieces(struct pieces *pieces, const struct pieces_kind *kind, uint64_t size)
{
    struct pieces_head head;
    pieces->end = sizeof(struct head);
    pieces->games = pieces->pieces = 0;
    while (pieces->end < size && kind->look(pieces, pieces->end, &head) && head.first == pieces->games && head.games > 0 &&
           head.games < INT32_MAX - head.first && head.bytes && head.bytes <= size - pieces->end)
        add_piece(pieces, &head);
}

static bool is_of(int fd, const struct pieces_kind *kind, const struct file_stamp *of, const struct stat *stat)
{
    struct head head;
    if (!S_ISREG(stat->st_mode) || stat->st_uid != geteuid() || stat->st_size < (off_t)sizeof head ||
        !file_read_at(fd, 0, &head, sizeof head))
        return false;
    struct head wanted = head_of(kind, of, head.made);
    return !memcmp(&head, &wanted, sizeof head) && file_stamp_tells(of, head.made);
}

/* Nobody else writes it meanwhile; the lock goes with the descriptor. */
static bool take(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
#ifdef F_OFD_SETLK
    return fcntl(fd, F_OFD_SETLK, &lock) == 0;
#else
    return fcntl(fd, F_SETLK, &lock) == 0;
#endif
}

void pieces_open(struct pieces *pieces, const struct pieces_kind *kind, const struct sidecar_place *beside, const char *name,
                 const struct file_stamp *of, bool write)
{
    char file[NAME_ROOM];
    struct stat stat;
    if (pieces->opened && (pieces->writing || !write))
        return;
    pieces_close(pieces);
    pieces->opened = true;
    if (beside->folder < 0)
        return;
    snprintf(file, sizeof file, "%s%.200s.%s", beside->prefix, name, kind->ending);
    pieces->fd = openat(beside->folder, file, (write ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (pieces->fd < 0 || fstat(pieces->fd, &stat) < 0 || (write && !take(pieces->fd))) {
        pieces_close(pieces);
        pieces->opened = true;
        return;
    }
    pieces->writing = write;
    if (is_of(pieces->fd, kind, of, &stat)) {
        find_pieces(pieces, kind, (uint64_t)stat.st_size);
        if (write && ftruncate(pieces->fd, (off_t)pieces->end) < 0) /* what a crash left behind the last piece */
            pieces->writing = false;
        return;
    }
    struct head head = head_of(kind, of, file_now());
    if (write && S_ISREG(stat.st_mode) && ftruncate(pieces->fd, 0) == 0 && file_put_at(pieces->fd, 0, &head, sizeof head)) {
        pieces->end = sizeof head;
        return;
    }
    pieces_close(pieces);
    pieces->opened = true;
}

void pieces_close(struct pieces *pieces)
{
    if (pieces->opened && pieces->fd >= 0)
        close(pieces->fd);
    free(pieces->piece);
    *pieces = (struct pieces){.fd = -1};
}

bool pieces_append(struct pieces *pieces, const struct pieces_head *head, const char *bytes)
{
    bool written = head->first == pieces->games && file_put_at(pieces->fd, pieces->end, bytes, (size_t)head->bytes);
    if (written)
        add_piece(pieces, head);
    return written;
}

void pieces_cut_off(struct pieces *pieces, int piece)
{
    if (piece >= pieces->pieces)
        return;
    pieces->end = pieces->piece[piece].at;
    pieces->pieces = piece;
    pieces->games = pieces->piece[piece].first;
}
