/* unpack.c - decompresses input files, reads pipes, and recognizes files without games: see
 * unpack.h. */
#include "config.h"

#include "archive/util/unpack.h"
#include "archive/util/fs.h"
#include "core/util/ascii.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum {
    PORTION = 128 << 10,
    WINDOW_LOG_MOST = 27 /* a window of 128 MB, the limit of the zstd program */,
    WAIT = 100 /* time in milliseconds between two calls of go_on() while waiting for input */
};

struct unpacking {
    int from, to;
    unpack_go_on_fn *go_on;
    void *argument;
    const char *packer; /* "gzip", "zstd", or NULL to copy the bytes as they are */
    z_stream gzip;
    ZSTD_DStream *zstd;
    bool whole;       /* true if the input so far ends with a complete gzip member or zstd frame */
    uint64_t in, out; /* number of compressed bytes read, number of bytes written */
    unsigned char come[PORTION], become[PORTION];
};

const char *unpack_packer(const char *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;
    if (size >= 2 && b[0] == 0x1F && b[1] == 0x8B)
        return "gzip";
    if (size >= 4 && b[0] == 0x28 && b[1] == 0xB5 && b[2] == 0x2F && b[3] == 0xFD)
        return "zstd";
    /* pzstd writes a skippable frame at the beginning of its files. */
    if (size >= 4 && (b[0] & 0xF0) == 0x50 && b[1] == 0x2A && b[2] == 0x4D && b[3] == 0x18)
        return "zstd";
    return NULL;
}

/* ----------------------------------------------------------------------------------------------
 * reading, writing */

static int unpack_stopped(struct note *why)
{
    return note_fail(why, FAIL_BUSY, -1, "the import was stopped");
}

/* Reads some bytes into the buffer, behind the `kept` bytes at its beginning. *n is the number of
 * bytes read, 0 at the end of the input. While it waits for a pipe, it calls go_on() at
 * intervals. */
static int read_some(struct unpacking *unpacking, size_t kept, size_t *n, struct note *why)
{
    for (;;) {
        struct pollfd fd = {.fd = unpacking->from, .events = POLLIN};
        if (!unpacking->go_on(unpacking->argument))
            return unpack_stopped(why);
        int ready = poll(&fd, 1, WAIT);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t some = read(unpacking->from, unpacking->come + kept, PORTION - kept);
        if (some < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
            continue;
        if (some < 0)
            return file_fail(why, "the file cannot be read");
        unpacking->in += (uint64_t)some;
        *n = (size_t)some;
        return 0;
    }
}

/* Creates and opens a file without a name. Prefers /var/tmp to /tmp, because the contents may be
 * large and /tmp is often in memory. -1 with errno set. */
static int file_nameless(void)
{
    const char *told = getenv("TMPDIR");
    const char *const folders[] = {told && *told ? told : "/var/tmp", "/tmp"};
    int fd = -1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && fd < 0; i++) {
        char name[4096];
        if (snprintf(name, sizeof name, "%s/chesscade.XXXXXX", folders[i]) >= (int)sizeof name)
            continue;
        fd = mkostemp(name, O_CLOEXEC);
        if (fd >= 0)
            unlink(name);
    }
    return fd;
}

static int write_some(struct unpacking *unpacking, const unsigned char *bytes, size_t size,
                      struct note *why)
{
    unpacking->out += size;
    if (unpacking->packer && unpacking->out > UNPACK_FREE &&
        unpacking->out / UNPACK_TIMES > unpacking->in)
        return note_fail(why, FAIL_LIMIT, -1,
                         "it was compressed with %s and expands to more than %d times its size; "
                         "if you trust it, decompress it with %s -d first",
                         unpacking->packer, UNPACK_TIMES, unpacking->packer);
    if (file_put(unpacking->to, bytes, size))
        return 0;
    return errno == ENOSPC
               ? note_fail(
                     why, FAIL_SYSTEM, -1,
                     "the disk is too full to unpack it; set TMPDIR to a folder with more space")
               : file_fail(why, "it cannot be unpacked");
}

static int unpack_damaged(const struct unpacking *unpacking, const char *what, struct note *why)
{
    return note_fail(why, FAIL_TEXT, -1,
                     "it was compressed with %s and is damaged (%s); no game was imported",
                     unpacking->packer, what ? what : "its data");
}

/* ---------------------------------------------------------------------------------------------------------
 * formats */

/* True if all bytes are zero. Zeros may follow the last gzip member, as on tapes. */
static bool is_padding(const unsigned char *bytes, size_t size)
{
    while (size && !*bytes) {
        bytes++;
        size--;
    }
    return !size;
}

static int take_gzip(struct unpacking *unpacking, size_t size, struct note *why)
{
    z_stream *gzip = &unpacking->gzip;
    gzip->next_in = unpacking->come;
    gzip->avail_in = (uInt)size;
    do {
        if (unpacking->whole && gzip->avail_in && is_padding(gzip->next_in, gzip->avail_in))
            return 0;
        if (unpacking->whole && gzip->avail_in)
            inflateReset(gzip); /* another gzip member follows */
        unpacking->whole = unpacking->whole && !gzip->avail_in;
        gzip->next_out = unpacking->become;
        gzip->avail_out = PORTION;
        int code = inflate(gzip, Z_NO_FLUSH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return code == Z_MEM_ERROR ? (memory_exhausted(), FAIL_SYSTEM)
                                       : unpack_damaged(unpacking, gzip->msg, why);
        unpacking->whole = unpacking->whole || code == Z_STREAM_END;
        int result = write_some(unpacking, unpacking->become, PORTION - gzip->avail_out, why);
        if (result < 0)
            return result;
    } while (gzip->avail_in || !gzip->avail_out);
    return 0;
}

static int take_zstd(struct unpacking *unpacking, size_t size, struct note *why)
{
    ZSTD_inBuffer in = {unpacking->come, size, 0};
    bool more = true;
    while (in.pos < in.size || more) {
        ZSTD_outBuffer out = {unpacking->become, PORTION, 0};
        size_t left = ZSTD_decompressStream(unpacking->zstd, &out, &in);
        if (ZSTD_isError(left) &&
            ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge)
            return note_fail(
                why, FAIL_LIMIT, -1,
                "it needs more than %d MB of memory to unpack; run zstd -d --long=31 on it first",
                1 << (WINDOW_LOG_MOST - 20));
        if (ZSTD_isError(left))
            return unpack_damaged(unpacking, ZSTD_getErrorName(left), why);
        unpacking->whole = left == 0;
        more = out.pos == PORTION && left;
        int result = write_some(unpacking, unpacking->become, out.pos, why);
        if (result < 0)
            return result;
    }
    return 0;
}

static int unpack_take(struct unpacking *unpacking, size_t size, struct note *why)
{
    if (!unpacking->packer)
        return write_some(unpacking, unpacking->come, size, why);
    return unpacking->zstd ? take_zstd(unpacking, size, why) : take_gzip(unpacking, size, why);
}

static void unpack_begin(struct unpacking *unpacking)
{
    enum { GZIP_BITS = 15 + 16 };
    if (!unpacking->packer)
        return;
    bool zstd = !strcmp(unpacking->packer, "zstd");
    if (zstd)
        unpacking->zstd = ZSTD_createDStream();
    if (zstd ? !unpacking->zstd : inflateInit2(&unpacking->gzip, GZIP_BITS) != Z_OK)
        memory_exhausted();
    if (zstd)
        ZSTD_DCtx_setParameter(unpacking->zstd, ZSTD_d_windowLogMax, WINDOW_LOG_MOST);
}

static void unpack_end(struct unpacking *unpacking)
{
    if (unpacking->zstd)
        ZSTD_freeDStream(unpacking->zstd);
    else if (unpacking->packer)
        inflateEnd(&unpacking->gzip);
}

/* -------------------------------------------------------------------------------------------------------------
 * all together */

/* Reads enough bytes to recognize the format, then decompresses or copies the whole input. */
static int unpack_pour(struct unpacking *unpacking, struct note *why)
{
    enum { MAGIC = 4 };
    size_t size = 0, more = 1;
    while (size < MAGIC && more) {
        int result = read_some(unpacking, size, &more, why);
        if (result < 0)
            return result;
        size += more;
    }
    unpacking->packer = unpack_packer((const char *)unpacking->come, size);
    unpack_begin(unpacking);
    int result = 0;
    while (size && result == 0) {
        result = unpack_take(unpacking, size, why);
        if (result == 0)
            result = read_some(unpacking, 0, &size, why);
    }
    if (result == 0 && unpacking->packer && !unpacking->whole)
        result = note_fail(why, FAIL_TEXT, -1,
                           "it was compressed with %s but is incomplete; no game was imported",
                           unpacking->packer);
    unpack_end(unpacking);
    return result;
}

/* True if a descriptor is that of a regular, uncompressed file. */
static bool unpack_is_plain(int fd)
{
    char magic[4];
    struct stat stat;
    ssize_t n =
        fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) ? pread(fd, magic, sizeof magic, 0) : -1;
    return n >= 0 && !unpack_packer(magic, (size_t)n);
}

int unpack(int *fd, unpack_go_on_fn *go_on, void *argument, struct note *why)
{
    if (unpack_is_plain(*fd))
        return lseek(*fd, 0, SEEK_SET) < 0 ? file_fail(why, "the file cannot be read") : 0;
    struct unpacking *unpacking = memory_new(1, sizeof *unpacking);
    unpacking->from = *fd;
    unpacking->go_on = go_on;
    unpacking->argument = argument;
    unpacking->to = file_nameless();
    lseek(*fd, 0, SEEK_SET); /* this fails for a pipe, which need not be rewound */
    int result =
        unpacking->to < 0 ? file_fail(why, "it cannot be unpacked") : unpack_pour(unpacking, why);
    if (result == 0 && lseek(unpacking->to, 0, SEEK_SET) < 0)
        result = file_fail(why, "it cannot be unpacked");
    if (result == 0) {
        close(*fd);
        *fd = unpacking->to;
    } else if (unpacking->to >= 0) {
        close(unpacking->to);
    }
    free(unpacking);
    return result;
}

/* ---- Recognizes files without games by their first bytes; see unpack.h. */

/* A format and the bytes that its files have at the offset `at`. With `text`, blanks and a byte
 * order mark may precede these bytes, and case is ignored. */
struct magic {
    const char *name, *bytes;
    uint16_t size, at;
    bool text;
};

#define AT(place, name, bytes)                       \
    {                                                \
        name, bytes, sizeof(bytes) - 1, place, false \
    }
#define BYTES(name, bytes) AT(0, name, bytes)
#define TEXT(name, bytes)                       \
    {                                           \
        name, bytes, sizeof(bytes) - 1, 0, true \
    }

static const struct magic magics[] = {
    BYTES("a gzip file", "\x1F\x8B"),
    BYTES("a zstd file", "\x28\xB5\x2F\xFD"),
    BYTES("a ZIP archive", "PK\3\4"),
    BYTES("a ZIP archive", "PK\5\6"),
    BYTES("a ZIP archive", "PK\7\10"),
    BYTES("a bzip2 file", "BZh"),
    BYTES("an xz file", "\xFD"
                        "7zXZ"),
    BYTES("an lz4 file", "\4\"M\x18"),
    BYTES("an lzip file", "LZIP"),
    BYTES("a 7z archive", "7z\xBC\xAF\x27\x1C"),
    BYTES("a RAR archive", "Rar!\x1A\7"),
    BYTES("an ar archive", "!<arch>\n"),
    BYTES("a compress file", "\x1F\x9D"),
    AT(257, "a tar archive", "ustar"),
    BYTES("a PNG image", "\x89PNG"),
    BYTES("a JPEG image", "\xFF\xD8\xFF"),
    BYTES("a GIF image", "GIF8"),
    BYTES("a TIFF image", "II*\0"),
    BYTES("a TIFF image", "MM\0*"),
    AT(8, "a WebP image", "WEBPVP8"),
    AT(8, "a WAV sound", "WAVEfmt"),
    AT(4, "an MP4 film", "ftyp"),
    BYTES("an Ogg sound", "OggS"),
    BYTES("a Matroska film", "\x1A\x45\xDF\xA3"),
    BYTES("an ELF program", "\x7F"
                            "ELF"),
    BYTES("a Mach-O program", "\xCF\xFA\xED\xFE"),
    BYTES("a Java class", "\xCA\xFE\xBA\xBE"),
    BYTES("a WebAssembly program", "\0asm"),
    BYTES("an SQLite database", "SQLite format 3"),
    BYTES("a Scid database", "Scid."),
    BYTES("an Office document", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
    TEXT("a PDF document", "%PDF-"),
    TEXT("a PostScript document", "%!PS"),
    TEXT("an RTF document", "{\\rtf"),
    TEXT("an SGF file", "(;"),
    TEXT("an HTML page", "<!doctype html"),
    TEXT("an HTML page", "<html"),
    TEXT("an HTML page", "<head"),
    TEXT("an XML document", "<?xml"),
    TEXT("an XML document", "<!doctype"),
    TEXT("an SVG image", "<svg"),
    TEXT("a JSON document", "{\""),
    TEXT("a JSON document", "[{"),
    TEXT("a JSON document", "[\""),
    TEXT("a program", "#!/"),
};

static bool unpack_begins(const struct magic *magic, const char *bytes, size_t size,
                          const char *text, size_t text_size)
{
    if (magic->text)
        return text_size >= magic->size && !ascii_ncasecmp(text, magic->bytes, magic->size);
    return size >= (size_t)magic->at + magic->size &&
           !memcmp(bytes + magic->at, magic->bytes, magic->size);
}

/* True if a file is probably not text. Text has hardly any control characters; of random bytes one
 * in nine is a control character, and programs consist mostly of NULs. */
static bool is_binary(const char *bytes, size_t size)
{
    enum { TEXT_TO_CONTROL = 32 };
    size_t control = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        control += (c < ' ' && !(c >= '\t' && c <= '\r') &&
                    c != 0x1A /* DOS text files end with this character */) ||
                   c == 0x7F;
    }
    return control * TEXT_TO_CONTROL > size;
}

const char *file_kind_foreign(const char *bytes, size_t size)
{
    size_t blanks = size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    while (blanks < size && strchr(" \t\r\n", bytes[blanks]) && bytes[blanks])
        blanks++;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (unpack_begins(&magics[i], bytes, size, bytes + blanks, size - blanks))
            return magics[i].name;
    return is_binary(bytes, size) ? "binary data" : NULL;
}

/* -----------------------------------------------------------------------------------------------------------
 * PGN */

static bool unpack_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* True if a PGN tag begins here: a bracket, a name and a quotation mark. Blanks and line breaks may
 * be between them. */
static bool is_tag(const char *at, const char *end)
{
    at++;
    while (at < end && unpack_is_blank(*at))
        at++;
    const char *name = at;
    while (at < end && (ascii_isalnum((unsigned char)*at) || *at == '_' || *at == '-'))
        at++;
    if (at == name)
        return false;
    while (at < end && unpack_is_blank(*at))
        at++;
    return at < end && *at == '"';
}

static bool unpack_is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* True if this word looks like a ply: an optional move number, a piece letter or figurine, an
 * optional origin, and a destination that no letter follows. */
static bool is_ply(const char *at, const char *end)
{
    static const char castle[][4] = {"O-O", "0-0", "o-o"};
    const char *number = at;
    while (number < end && *number >= '0' && *number <= '9')
        number++;
    if (number < end && *number == '.')
        at = number;
    while (at < end && *at == '.')
        at++;
    for (size_t i = 0; i < sizeof castle / sizeof *castle; i++)
        if (end - at >= 3 && !memcmp(at, castle[i], 3))
            return true;
    while (at < end && ((unsigned char)*at >= 0x80 || ascii_isupper((unsigned char)*at)))
        at++;
    bool square = false;
    while (at < end &&
           (unpack_is_file(*at) || is_rank(*at) || *at == 'x' || *at == ':' || *at == '-')) {
        square = end - at > 1 && unpack_is_file(*at) && is_rank(at[1]);
        at += 1 + square;
    }
    return square && (at == end || !ascii_islower((unsigned char)*at));
}

/* True if this word is a game result. A star counts only at the end of a line: before other words
 * it is a bullet. */
static bool is_result(const char *at, const char *end, const char *all)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1/2"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if ((size_t)(end - at) == strlen(results[i]) && !memcmp(at, results[i], (size_t)(end - at)))
            return true;
    if (end - at != 1 || *at != '*')
        return false;
    while (end < all && (*end == ' ' || *end == '\t'))
        end++;
    return end == all || *end == '\r' || *end == '\n';
}

bool file_kind_has_pgn(const char *bytes, size_t size)
{
    const char *end = bytes + size;
    for (const char *at = bytes; at < end;) {
        while (at < end && unpack_is_blank(*at))
            at++;
        const char *word = at;
        while (at < end && !unpack_is_blank(*at)) {
            if (*at == '[' && is_tag(at, end))
                return true;
            at++;
        }
        if (at > word && (is_ply(word, at) || is_result(word, at, end)))
            return true;
    }
    return false;
}
