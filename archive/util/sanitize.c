/* sanitize.c - makes texts safe to display; see archive/util/sanitize.h. Classifies characters with utf8proc. */
#include "archive/util/sanitize.h"

#include "core/base.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum fate { FATE_KEEP, FATE_DROP, FATE_QUESTION, FATE_BLANK, FATE_FEED, FATE_MARK };

static enum fate fate_of(utf8proc_int32_t c, enum clean clean)
{
    if (c >= 0x20 && c < 0x7F)
        return FATE_KEEP;
    if (c == '\n')
        return clean == CLEAN_LINES ? FATE_FEED : FATE_BLANK;
    if (c == '\t')
        return FATE_BLANK;
    if ((c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF))
        return FATE_DROP; /* variation selectors: they change a character's width after we measured it */
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
        return FATE_QUESTION;
    case UTF8PROC_CATEGORY_CF: /* bidi controls and isolates, joiners, soft hyphens, tags */
        return FATE_DROP;
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return FATE_BLANK;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_MC:
        return FATE_MARK;
    default:
        return utf8proc_charwidth(c) > 0 ? FATE_KEEP : FATE_DROP;
    }
}

struct writing {
    char *buffer;
    size_t size, used; /* `used` continues to count beyond `size` */
    size_t fits;       /* bytes actually in the buffer: whole characters only */
};

static void put(struct writing *writing, const char *bytes, size_t length)
{
    if (writing->fits == writing->used && writing->used + length < writing->size) {
        memcpy(writing->buffer + writing->used, bytes, length);
        writing->fits += length;
    }
    writing->used += length;
}

/* The same for many one-byte characters: writes those that fit. */
static void put_plain(struct writing *writing, const char *bytes, size_t length)
{
    size_t room = writing->size > writing->used + 1 ? writing->size - writing->used - 1 : 0, fits = length < room ? length : room;
    if (writing->fits == writing->used && fits) {
        memcpy(writing->buffer + writing->used, bytes, fits);
        writing->fits += fits;
    }
    writing->used += length;
}

int clean_text(char *buffer, size_t size, const char *text, enum clean clean)
{
    struct writing writing = {.buffer = buffer, .size = size};
    int marks = CLEAN_MARKS_MAX; /* none at the beginning: it would combine with what precedes the text */
    while (*text) {
        size_t plain = 0; /* fast path: usually the whole text */
        while (text[plain] >= 0x20 && text[plain] < 0x7F)
            plain++;
        if (plain) {
            put_plain(&writing, text, plain);
            marks = 0;
            text += plain;
            continue;
        }
        utf8proc_int32_t c;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
        enum fate fate = length > 0 ? fate_of(c, clean) : FATE_QUESTION;
        if (length <= 0)
            length = 1;
        if (c == '\r' && text[1] == '\n' && length == 1)
            fate = FATE_DROP;
        if (fate == FATE_KEEP || (fate == FATE_MARK && marks < CLEAN_MARKS_MAX))
            put(&writing, text, (size_t)length);
        else if (fate == FATE_QUESTION)
            put(&writing, "?", 1);
        else if (fate == FATE_BLANK)
            put(&writing, " ", 1);
        else if (fate == FATE_FEED)
            put(&writing, "\n", 1);
        if (fate == FATE_MARK)
            marks++;
        else if (fate != FATE_DROP)
            marks = fate == FATE_KEEP ? 0 : CLEAN_MARKS_MAX;
        text += length;
    }
    if (size)
        buffer[writing.fits] = '\0';
    return (int)writing.used;
}

char *clean_copy(const char *text, enum clean clean)
{
    size_t room = (size_t)clean_text(NULL, 0, text, clean) + 1;
    char *copy = memory_new(room, 1);
    clean_text(copy, room, text, clean);
    return copy;
}

/* The number of bytes at the start of a text that are valid UTF-8. */
static size_t valid_bytes(const char *text)
{
    size_t n = 0;
    while (text[n]) {
        utf8proc_int32_t c;
        utf8proc_ssize_t length = (unsigned char)text[n] < 0x80 ? 1 : utf8proc_iterate((const utf8proc_uint8_t *)text + n, -1, &c);
        if (length <= 0)
            break;
        n += (size_t)length;
    }
    return n;
}

char *clean_mended(const char *text)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    size_t n = valid_bytes(text), length = strlen(text), used = 0;
    if (n == length)
        return NULL;
    char *copy = memory_new(3 * length + 1, 1);
    for (;; n = valid_bytes(text)) {
        memcpy(copy + used, text, n);
        used += n;
        text += n;
        if (!*text)
            break;
        memcpy(copy + used, replacement, 3);
        used += 3;
        text++;
    }
    copy[used] = '\0';
    return copy;
}

int clean_width(const char *text)
{
    int width = 0;
    while (*text) {
        if (*text >= 0x20 && *text < 0x7F) {
            width++;
            text++;
            continue;
        }
        utf8proc_int32_t c;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
        if (length <= 0)
            break;
        width += utf8proc_charwidth(c);
        text += length;
    }
    return width;
}
