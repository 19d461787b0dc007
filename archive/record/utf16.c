/* utf16.c - converts UTF-16 files to UTF-8; see utf16.h. */
#include "config.h"
#include "archive/record/utf16.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

enum { UNITS = 32 << 10, REPLACEMENT = 0xFFFD };

struct decoder {
    FILE *out;
    bool big;      /* true if the high byte of each unit comes first */
    uint32_t high; /* high surrogate read last, which still needs its low surrogate; 0 if none */
};

static void utf16_put(const struct decoder *decoder, uint32_t character)
{
    utf8proc_uint8_t bytes[4];
    fwrite(bytes, 1, (size_t)utf8proc_encode_char((utf8proc_int32_t)character, bytes),
           decoder->out);
}

static void utf16_take(struct decoder *decoder, uint32_t unit)
{
    bool low = unit >= 0xDC00 && unit < 0xE000;
    if (decoder->high && low) {
        utf16_put(decoder, 0x10000 + ((decoder->high - 0xD800) << 10) + (unit - 0xDC00));
        decoder->high = 0;
        return;
    }
    if (decoder->high)
        utf16_put(decoder, REPLACEMENT);
    decoder->high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (!decoder->high)
        utf16_put(decoder, low ? REPLACEMENT : unit);
}

/* Converts the whole file after its byte order mark. Returns false, with errno set, if the file
 * cannot be read. */
static bool record_utf16_decode(struct decoder *decoder, int fd)
{
    unsigned char bytes[2 * UNITS];
    size_t kept = 0; /* number of bytes (0 or 1) of a unit whose second byte is not read yet */
    off_t at = 2;
    for (ssize_t n; (n = pread(fd, bytes + kept, sizeof bytes - kept, at)) != 0; at += n) {
        if (n < 0 && errno == EINTR)
            n = 0;
        if (n < 0)
            return false;
        size_t size = kept + (size_t)n;
        for (size_t i = 0; i + 1 < size; i += 2)
            utf16_take(decoder, decoder->big ? (uint32_t)bytes[i] << 8 | bytes[i + 1]
                                             : (uint32_t)bytes[i + 1] << 8 | bytes[i]);
        kept = size % 2;
        if (kept)
            bytes[0] = bytes[size - 1];
    }
    if (decoder->high || kept)
        utf16_put(decoder, REPLACEMENT);
    return true;
}

bool utf16_is_marked(const char *bytes, size_t size)
{
    return size >= 2 && (!memcmp(bytes, "\xFE\xFF", 2) || !memcmp(bytes, "\xFF\xFE", 2));
}

int utf16_decode(int *fd, struct note *why)
{
    unsigned char mark[2];
    bool marked = pread(*fd, mark, sizeof mark, 0) == sizeof mark;
    struct decoder decoder = {.big = marked && mark[0] == 0xFE && mark[1] == 0xFF};
    if (!marked || (!decoder.big && (mark[0] != 0xFF || mark[1] != 0xFE)))
        return 0;
    decoder.out = tmpfile();
    bool whole = decoder.out && record_utf16_decode(&decoder, *fd) && fflush(decoder.out) == 0 &&
                 !ferror(decoder.out);
    int text = whole ? fcntl(fileno(decoder.out), F_DUPFD_CLOEXEC, 0) : -1, reason = errno;
    if (decoder.out)
        fclose(decoder.out);
    if (text < 0) {
        errno = reason;
        return note_fail(why, FAIL_SYSTEM, -1,
                         "it is UTF-16, and converting it to UTF-8 in a temporary file failed");
    }
    lseek(text, 0, SEEK_SET);
    close(*fd);
    *fd = text;
    return 0;
}
