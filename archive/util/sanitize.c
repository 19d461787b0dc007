/* sanitize.c - makes texts safe to display, and folds them for searches; see sanitize.h. Classifies
 * characters with utf8proc. */
#include "archive/util/sanitize.h"
#include "core/base.h"
#include "core/util/ascii.h"
#include "core/util/shared_once.h"

#include <assert.h>
#include <stdint.h>
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
        return FATE_DROP; /* drop variation selectors: they would change the width of a character
                             after it was measured */
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
        return FATE_QUESTION;
    case UTF8PROC_CATEGORY_CF: /* bidirectional controls, joiners, soft hyphens, tags */
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
    size_t size, used; /* `used` is the length of the whole text, even if larger than `size` */
    size_t fits;       /* number of bytes in the buffer; always whole characters */
};

static void sanitize_put(struct writing *writing, const char *bytes, size_t length)
{
    if (writing->fits == writing->used && writing->used + length < writing->size) {
        memcpy(writing->buffer + writing->used, bytes, length);
        writing->fits += length;
    }
    writing->used += length;
}

/* Appends one-byte characters: as many as fit. */
static void sanitize_put_plain(struct writing *writing, const char *bytes, size_t length)
{
    size_t room = writing->size > writing->used + 1 ? writing->size - writing->used - 1 : 0,
           fits = length < room ? length : room;
    if (writing->fits == writing->used && fits) {
        memcpy(writing->buffer + writing->used, bytes, fits);
        writing->fits += fits;
    }
    writing->used += length;
}

int clean_text(char *buffer, size_t size, const char *text, enum clean clean)
{
    struct writing writing = {.buffer = buffer, .size = size};
    int marks = CLEAN_MARKS_MAX; /* drop combining marks at the beginning: they would combine with
                                    the text before this one */
    while (*text) {
        size_t plain = 0; /* Fast path for ASCII, usually the whole text. */
        while (text[plain] >= 0x20 && text[plain] < 0x7F)
            plain++;
        if (plain) {
            sanitize_put_plain(&writing, text, plain);
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
            sanitize_put(&writing, text, (size_t)length);
        else if (fate == FATE_QUESTION)
            sanitize_put(&writing, "?", 1);
        else if (fate == FATE_BLANK)
            sanitize_put(&writing, " ", 1);
        else if (fate == FATE_FEED)
            sanitize_put(&writing, "\n", 1);
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

/* Returns how many bytes at the start of a text are valid UTF-8. */
static size_t valid_bytes(const char *text)
{
    size_t n = 0;
    while (text[n]) {
        utf8proc_int32_t c;
        utf8proc_ssize_t length =
            (unsigned char)text[n] < 0x80
                ? 1
                : utf8proc_iterate((const utf8proc_uint8_t *)text + n, -1, &c);
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

/* ---- Folds case, accents and typographic forms for searches; see sanitize.h. */

/* ------------------------------------------------------------------------------------------------
 * one character */

/* True if a combining mark is an accent, drawn over, under or through a letter. False for marks
 * that make a different letter: the vowels and nuktas of Indic scripts, the voicing marks of kana,
 * the tones of Thai. */
static bool is_accent(utf8proc_int32_t c)
{
    enum {
        OVERLAY = 1,
        POINTS_FIRST = 10,
        POINTS_LAST = 36 /* vowel points of Hebrew, Arabic, Syriac */,
        ATTACHED = 200
    };
    const utf8proc_property_t *property = utf8proc_get_property(c);
    int place = property->combining_class;
    return property->category == UTF8PROC_CATEGORY_MN &&
           (place == OVERLAY || (place >= POINTS_FIRST && place <= POINTS_LAST) ||
            place >= ATTACHED);
}

/* Returns the base letters of a letter that Unicode does not decompose, like "ae" for U+00E6; NULL
 * if there are none. */
static const char *base_of(utf8proc_int32_t c)
{
    static const struct {
        utf8proc_int32_t letter;
        char base[3];
    } table[] = {
        {0xAB, "\""},   {0xBB, "\""},   {0xE6, "ae"},   {0xF0, "d"},   {0xF8, "o"},
        {0xFE, "th"},   {0x111, "d"},   {0x127, "h"},   {0x131, "i"},  {0x142, "l"},
        {0x153, "oe"},  {0x167, "t"},   {0x180, "b"},   {0x1B6, "z"},  {0x1E5, "g"},
        {0x256, "d"},   {0x268, "i"},   {0x201A, "'"},  {0x201B, "'"}, {0x201C, "\""},
        {0x201D, "\""}, {0x201E, "\""}, {0x201F, "\""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].letter == c)
            return table[i].base;
    return NULL;
}

static size_t fold_by_unicode(utf8proc_int32_t c, char out[FOLDED_ROOM])
{
    enum { PARTS_MOST = 18 /* parts of U+FDFA, the longest decomposition */ };
    const utf8proc_option_t how = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                  UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_LUMP;
    utf8proc_int32_t part[PARTS_MOST];
    int kind = 0;
    utf8proc_ssize_t parts = utf8proc_decompose_char(c, part, PARTS_MOST, how, &kind);
    if (parts < 0 || parts > PARTS_MOST) { /* impossible with today's Unicode: keep the character */
        part[0] = c;
        parts = 1;
    }
    size_t n = 0;
    for (utf8proc_ssize_t i = 0; i < parts; i++) {
        const char *base = base_of(part[i]);
        if (base) {
            memcpy(out + n, base, strlen(base));
            n += strlen(base);
        } else if (!is_accent(part[i])) {
            n += (size_t)utf8proc_encode_char(part[i], (utf8proc_uint8_t *)out + n);
        }
    }
    return n;
}

/* A precomputed table for Latin, Greek and Cyrillic letters and accents, because most non-ASCII
 * texts consist of these. */
enum { TABLE_FROM = 0x80, TABLE_TO = 0x530, TABLE_ROOM = 7 };

struct folded_letter {
    char byte[TABLE_ROOM];
    uint8_t n;
};

static const struct folded_letter *letter_table(void)
{
    static struct made_once place;
    struct folded_letter *table = made_once(&place);
    if (table)
        return table;
    table = memory_new(TABLE_TO - TABLE_FROM, sizeof *table);
    for (int c = TABLE_FROM; c < TABLE_TO; c++) {
        char folded[FOLDED_ROOM];
        size_t n = fold_by_unicode(c, folded);
        assert(n <= TABLE_ROOM);
        table[c - TABLE_FROM].n = (uint8_t)n;
        memcpy(table[c - TABLE_FROM].byte, folded, n);
    }
    const struct folded_letter *kept = made_once_keep(&place, table);
    if (kept != table)
        free(table);
    return kept;
}

/* Decodes the character at `at` and returns its length in bytes; 0 if it is not valid UTF-8. */
static size_t character_at(const char *at, size_t left, utf8proc_int32_t *c)
{
    enum { LONGEST = 4 };
    utf8proc_ssize_t length = utf8proc_iterate(
        (const utf8proc_uint8_t *)at, (utf8proc_ssize_t)(left < LONGEST ? left : LONGEST), c);
    return length > 0 ? (size_t)length : 0;
}

size_t folded_character(const char *at, size_t left, char out[FOLDED_ROOM], size_t *length)
{
    utf8proc_int32_t c = (unsigned char)*at;
    size_t bytes = c < TABLE_FROM ? 1 : character_at(at, left, &c);
    *length = 1;
    if (!bytes) {
        out[0] = *at;
        return 1;
    }
    if (c < TABLE_FROM) {
        out[0] = (char)ascii_lower(c);
    } else if (c < TABLE_TO) {
        const struct folded_letter *letter = &letter_table()[c - TABLE_FROM];
        *length = letter->n;
        memcpy(out, letter->byte, TABLE_ROOM);
    } else {
        *length = fold_by_unicode(c, out);
    }
    return bytes;
}

/* --------------------------------------------------------------------------------------------------------
 * texts */

/* Returns the number of bytes before the first non-ASCII byte. Tests eight bytes at a time. */
static size_t ascii_run(const char *bytes, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    size_t i = 0;
    for (uint64_t some; i + sizeof some <= size; i += sizeof some) {
        memcpy(&some, bytes + i, sizeof some);
        if (some & high)
            break;
    }
    while (i < size && !((unsigned char)bytes[i] & 0x80))
        i++;
    return i;
}

bool text_is_ascii(const char *text)
{
    size_t length = strlen(text);
    return ascii_run(text, length) == length;
}

bool folded_changes_ascii(const char *bytes, size_t size)
{
    for (size_t i = 0; (i += ascii_run(bytes + i, size - i)) < size;) {
        char out[FOLDED_ROOM];
        size_t n;
        i += folded_character(bytes + i, size - i, out, &n);
        if (!n)
            return true;
        for (size_t j = 0; j < n; j++)
            if (!((unsigned char)out[j] & 0x80))
                return true;
    }
    return false;
}

/* The output of folding: written to the caller's buffer while it fits, then to allocated memory. */
struct folding {
    char *v; /* the folded text, NUL-terminated, `n` bytes long */
    size_t n, room;
    char *own; /* allocated memory; NULL while the caller's buffer is used */
};

static void sanitize_make_room(struct folding *folding, size_t more)
{
    if (folding->n + more + 1 <= folding->room)
        return;
    folding->room = 2 * (folding->n + more + 1);
    char *larger = memory_new(folding->room, 1);
    if (folding->n)
        memcpy(larger, folding->v, folding->n);
    free(folding->own);
    folding->v = folding->own = larger;
}

static void sanitize_fold_all(struct folding *folding, const char *bytes, size_t size)
{
    sanitize_make_room(folding, size);
    for (size_t i = 0; i < size;) {
        size_t run = ascii_run(bytes + i, size - i);
        sanitize_make_room(folding, run + FOLDED_ROOM);
        for (size_t end = i + run; i < end; i++)
            folding->v[folding->n++] = (char)ascii_lower((unsigned char)bytes[i]);
        if (i < size) {
            size_t n;
            i += folded_character(bytes + i, size - i, folding->v + folding->n, &n);
            folding->n += n;
        }
    }
    folding->v[folding->n] = '\0';
}

char *folded_bytes(const char *bytes, size_t size, size_t *length)
{
    struct folding folding = {0};
    sanitize_fold_all(&folding, bytes, size);
    *length = folding.n;
    return folding.own;
}

char *folded_text(const char *text)
{
    size_t length;
    return folded_bytes(text, strlen(text), &length);
}

static bool contains_ascii(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (length == 0)
        return true;
    int first = ascii_lower((unsigned char)word[0]);
    for (; *text; text++)
        if (ascii_lower((unsigned char)*text) == first) {
            size_t i = 1;
            while (i < length &&
                   ascii_lower((unsigned char)text[i]) == ascii_lower((unsigned char)word[i]))
                i++;
            if (i == length)
                return true;
        }
    return false;
}

enum { USUAL_ROOM = 512 }; /* large enough to fold names and most comments without allocation */

static void fold_here(struct folding *folding, char usual[USUAL_ROOM], const char *text)
{
    *folding = (struct folding){.v = usual, .room = USUAL_ROOM};
    sanitize_fold_all(folding, text, strlen(text));
}

bool folded_contains(const char *text, const char *word)
{
    if (text_is_ascii(word)) {
        if (contains_ascii(text, word))
            return true;
        if (!folded_changes_ascii(text, strlen(text)))
            return false;
    }
    char one[USUAL_ROOM], other[USUAL_ROOM];
    struct folding in, what;
    fold_here(&in, one, text);
    fold_here(&what, other, word);
    bool found = strstr(in.v, what.v) != NULL;
    free(in.own);
    free(what.own);
    return found;
}

bool folded_equal(const char *one, const char *other)
{
    char *a = folded_text(one), *b = folded_text(other);
    bool same = !strcmp(a, b);
    free(a);
    free(b);
    return same;
}

/* ------------------------------------------------------------------------------------------------
 * within a text */

/* Tries to match a folded word with the text at `at`; the match begins `skip` bytes into the folded
 * form of the first character. Returns the end of the last matching character, including following
 * characters that fold to nothing; NULL if the word does not match. */
static const char *sanitize_end_of(const char *at, const char *end, size_t skip, const char *word)
{
    char out[FOLDED_ROOM];
    size_t n;
    while (at < end) {
        const char *next = at + folded_character(at, (size_t)(end - at), out, &n);
        if (!*word && n)
            return at;
        for (size_t i = skip; i < n && *word; i++)
            if (*word++ != out[i])
                return NULL;
        skip = 0;
        at = next;
    }
    return *word ? NULL : at;
}

int folded_find(const char *text, const char *word, int *length)
{
    char *folded = folded_text(word);
    const char *end = text + strlen(text), *to = NULL, *at = text;
    while (*folded && at < end) {
        char out[FOLDED_ROOM];
        size_t n, bytes = folded_character(at, (size_t)(end - at), out, &n);
        for (size_t skip = 0; skip < n && !to; skip++)
            if (out[skip] == *folded)
                to = sanitize_end_of(at, end, skip, folded);
        if (to)
            break;
        at += bytes;
    }
    free(folded);
    *length = to ? (int)(to - at) : 0;
    return to ? (int)(at - text) : -1;
}
