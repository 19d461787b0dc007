/* pgn_charset.c - what characters the bytes of a PGN file are: see pgn_to_utf8() in pgn.h.
 *
 * PGN files are UTF-8, or Latin-1 by the standard, CP1252 in practice, or CP850 from the days of DOS. Valid UTF-8 is
 * taken at its word. Else a byte 0x80-0x9F directly after a letter is a CP850 letter ("Andr\x82"): in CP1252 those bytes
 * are punctuation, which stands after letters too, so that a quote or dash has to be followed by no letter to count. */
#include "archive/pgn.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static const uint16_t cp1252[32] = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
    0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0xFFFD, 0x017E, 0x0178};

static const uint16_t cp850[128] = {
    0xC7, 0xFC, 0xE9, 0xE2, 0xE4, 0xE0, 0xE5, 0xE7, 0xEA, 0xEB, 0xE8, 0xEF, 0xEE, 0xEC, 0xC4, 0xC5,
    0xC9, 0xE6, 0xC6, 0xF4, 0xF6, 0xF2, 0xFB, 0xF9, 0xFF, 0xD6, 0xDC, 0xF8, 0xA3, 0xD8, 0xD7, 0x192,
    0xE1, 0xED, 0xF3, 0xFA, 0xF1, 0xD1, 0xAA, 0xBA, 0xBF, 0xAE, 0xAC, 0xBD, 0xBC, 0xA1, 0xAB, 0xBB,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0xC1, 0xC2, 0xC0, 0xA9, 0x2563, 0x2551, 0x2557, 0x255D, 0xA2, 0xA5, 0x2510,
    0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0xE3, 0xC3, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C,
    0xA4, 0xF0, 0xD0, 0xCA, 0xCB, 0xC8, 0x131, 0xCD, 0xCE, 0xCF, 0x2518, 0x250C, 0x2588, 0x2584, 0xA6, 0xCC, 0x2580,
    0xD3, 0xDF, 0xD4, 0xD2, 0xF5, 0xD5, 0xB5, 0xFE, 0xDE, 0xDA, 0xDB, 0xD9, 0xFD, 0xDD, 0xAF, 0xB4,
    0xAD, 0xB1, 0x2017, 0xBE, 0xB6, 0xA7, 0xF7, 0xB8, 0xB0, 0xA8, 0xB7, 0xB9, 0xB3, 0xB2, 0x25A0, 0xA0};

static bool is_utf8(const char *bytes, size_t size)
{
    utf8proc_int32_t character;
    for (size_t i = 0; i < size;) {
        if ((unsigned char)bytes[i] < 0x80) {
            i++;
            continue;
        }
        utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)bytes + i, (utf8proc_ssize_t)(size - i),
                                              &character);
        if (n <= 0)
            return false;
        i += (size_t)n;
    }
    return true;
}

static bool is_letter(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* A byte that CP1252 uses for punctuation, where a letter makes a word: "Andr\x82", "M\x81ller". */
static bool looks_like_cp850(const char *bytes, size_t size)
{
    for (size_t i = 1; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte < 0x80 || byte > 0x9F || !is_letter((unsigned char)bytes[i - 1]))
            continue;
        bool quote = byte == 0x91 || byte == 0x92 || byte == 0x93 || byte == 0x94;
        bool before_letter = i + 1 < size && is_letter((unsigned char)bytes[i + 1]);
        bool latin_letter = byte == 0x8A || byte == 0x8C || byte == 0x8E || byte == 0x9A || byte == 0x9C ||
                            byte == 0x9E || byte == 0x9F;
        bool dash_or_dots = byte == 0x96 || byte == 0x97 || byte == 0x85 || byte == 0x80;
        if (!latin_letter && !dash_or_dots && !quote)
            return true;
        if (byte == 0x94 && before_letter)
            return true; /* o umlaut inside a word: "B\x94hm" */
    }
    return false;
}

bool pgn_charset_known(const char *name)
{
    static const char *const names[] = {"UTF-8", "CP1252", "Latin-1", "CP850"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static uint32_t character_of(unsigned char byte, const char *charset)
{
    if (byte < 0x80)
        return byte;
    if (!strcmp(charset, "CP850"))
        return cp850[byte - 0x80];
    return byte < 0xA0 && strcmp(charset, "Latin-1") != 0 ? cp1252[byte - 0x80] : byte;
}

static char *convert(const char *bytes, size_t size, const char *charset, size_t *length)
{
    char *text = memory_new(3 * size + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += (size_t)utf8proc_encode_char((utf8proc_int32_t)character_of((unsigned char)bytes[i], charset),
                                          (utf8proc_uint8_t *)text + n);
    *length = n;
    return text;
}

/* LF line ends, and no NUL inside. */
static size_t tidy(char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\r') {
            if (i + 1 < length && text[i + 1] == '\n')
                continue;
            c = '\n';
        }
        text[n++] = c ? c : ' ';
    }
    text[n] = '\0';
    return n;
}

char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset, size_t *length)
{
    char *text;
    bool guess = !asked || !*asked || !strcmp(asked, "UTF-8"); /* where it is none the bytes decide */
    if (size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3)) {
        bytes += 3;
        size -= 3;
    }
    if (guess && is_utf8(bytes, size)) {
        text = memory_new(size + 1, 1);
        memcpy(text, bytes, size);
        *length = size;
        *charset = "UTF-8";
    } else {
        *charset = guess ? (looks_like_cp850(bytes, size) ? "CP850" : "CP1252") : asked;
        text = convert(bytes, size, *charset, length);
    }
    *length = tidy(text, *length);
    return text;
}
