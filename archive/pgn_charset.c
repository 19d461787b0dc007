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

static bool is_letter(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Does a byte 0x80-0x9F behind a letter say CP850? Where CP1252 has punctuation a letter makes a word: "Andr\x82", "M\x81ller". */
static bool looks_like_cp850(unsigned char byte, unsigned char next)
{
    bool quote = byte == 0x91 || byte == 0x92 || byte == 0x93 || byte == 0x94;
    bool latin_letter = byte == 0x8A || byte == 0x8C || byte == 0x8E || byte == 0x9A || byte == 0x9C || byte == 0x9E ||
                        byte == 0x9F;
    bool dash_or_dots = byte == 0x96 || byte == 0x97 || byte == 0x85 || byte == 0x80;
    if (!latin_letter && !dash_or_dots && !quote)
        return true;
    return byte == 0x94 && is_letter(next); /* o umlaut inside a word: "B\x94hm" */
}

/* One byte of UTF-8: how many are to follow it, and what the next of them may be (RFC 3629: nothing longer than needed, no
 * surrogates, nothing beyond U+10FFFF). */
static void follow_utf8(struct pgn_survey *survey, unsigned char byte)
{
    if (survey->follow) {
        survey->broken |= byte < survey->least || byte > survey->most;
        survey->follow--;
        survey->least = 0x80;
        survey->most = 0xBF;
        return;
    }
    if (byte < 0x80)
        return;
    survey->broken |= byte < 0xC2 || byte > 0xF4;
    survey->follow = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    survey->least = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    survey->most = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
}

void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t eight;
    for (size_t i = 0; i < size; i++) {
        while (!survey->follow && !survey->doubtful && size - i > sizeof eight &&
               (memcpy(&eight, bytes + i, sizeof eight), !(eight & high))) {
            i += sizeof eight;
            survey->before = (unsigned char)bytes[i - 1];
        }
        unsigned char byte = (unsigned char)bytes[i];
        if (survey->doubtful)
            survey->cp850 |= looks_like_cp850(survey->doubtful, byte);
        survey->doubtful = byte >= 0x80 && byte <= 0x9F && is_letter(survey->before) ? byte : 0;
        follow_utf8(survey, byte);
        survey->before = byte;
    }
}

const char *pgn_survey_end(const struct pgn_survey *survey, const char *asked)
{
    if (asked && *asked && strcmp(asked, "UTF-8") != 0)
        return asked; /* UTF-8 where it is none: the bytes decide */
    if (!survey->broken && !survey->follow)
        return "UTF-8";
    return survey->cp850 || (survey->doubtful && looks_like_cp850(survey->doubtful, 0)) ? "CP850" : "CP1252";
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

char *pgn_recode(const char *bytes, size_t size, const char *charset, size_t *length)
{
    char *text;
    struct pgn_survey survey = {0};
    bool utf8 = !strcmp(charset, "UTF-8");
    if (utf8)
        pgn_survey_add(&survey, bytes, size);
    if (utf8 && !survey.broken && !survey.follow) {
        text = memory_cut(bytes, size);
        *length = size;
        if (!memchr(text, '\r', size) && !memchr(text, '\0', size))
            return text;
    } else {
        text = convert(bytes, size, utf8 ? "CP1252" : charset, length);
    }
    *length = tidy(text, *length);
    return text;
}

size_t pgn_recoded_as(const char *bytes, size_t size, const char *charset, size_t length)
{
    bool as_it_is = !strcmp(charset, "UTF-8");
    size_t at = 0, n = 0;
    for (; at < size && n < length; at++) {
        unsigned char byte = (unsigned char)bytes[at];
        utf8proc_uint8_t letter[4];
        if (byte == '\r' && at + 1 < size && bytes[at + 1] == '\n')
            continue;
        n += as_it_is || byte < 0x80
                 ? 1
                 : (size_t)utf8proc_encode_char((utf8proc_int32_t)character_of(byte, charset), letter);
    }
    return at;
}

size_t pgn_recoded(const char *bytes, size_t size, const char *charset, size_t length)
{
    struct pgn_survey survey = {0};
    bool utf8 = !strcmp(charset, "UTF-8");
    if (utf8)
        pgn_survey_add(&survey, bytes, size);
    return pgn_recoded_as(bytes, size, utf8 && (survey.broken || survey.follow) ? "CP1252" : charset, length);
}

char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset, size_t *length)
{
    struct pgn_survey survey = {0};
    size_t mark = pgn_byte_order_mark(bytes, size);
    pgn_survey_add(&survey, bytes + mark, size - mark);
    *charset = pgn_survey_end(&survey, asked);
    return pgn_recode(bytes + mark, size - mark, *charset, length);
}

size_t pgn_byte_order_mark(const char *bytes, size_t size)
{
    return size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
}
