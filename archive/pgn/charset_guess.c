/* charset_guess.c - guesses the charset of a text from its words; see charset_guess.h.
 *
 * A single byte tells little, but its neighbours tell more. For example, a byte before a vowel may
 * be a c with caron in a Croatian word, but not an e grave in a French word. At the end of a word
 * it may be the c acute of half of all Croatian names, but not a Danish ash. Words without ASCII
 * letters are Cyrillic, and the position of their capitals tells the encoding. Each such
 * observation gives points to a charset; if there are none, nothing is concluded. */
#include "archive/pgn/charset_guess.h"

#include "core/util/ascii.h"

#include <string.h>

static bool charset_guess_is_letter(int byte)
{
    return ascii_isalpha((unsigned char)byte) != 0;
}

static bool is_vowel(int byte)
{
    return byte && strchr("aeiouyAEIOUY", byte) != NULL;
}

static bool is_consonant(int byte)
{
    return charset_guess_is_letter(byte) && !is_vowel(byte);
}

/* Processes one byte of UTF-8: sets how many bytes must follow it, and the range of the next one
 * (RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF). */
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

bool pgn_is_utf8(const char *bytes, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    struct pgn_survey survey = {0};
    uint64_t eight;
    for (size_t i = 0; i < size && !survey.broken; i++) {
        while (!survey.follow && size - i > sizeof eight &&
               (memcpy(&eight, bytes + i, sizeof eight), !(eight & high)))
            i += sizeof eight;
        follow_utf8(&survey, (unsigned char)bytes[i]);
    }
    return !survey.broken && !survey.follow;
}

/* -------------------------------------------------------------------------------------------------
 * words */

/* The length of a UTF-8 character in a word, 0 if there is none. */
static int whole_letter(const unsigned char *word, int length)
{
    struct pgn_survey survey = {0};
    for (int i = 0; i < length; i++) {
        follow_utf8(&survey, word[i]);
        if (survey.broken)
            return 0;
        if (!survey.follow)
            return i + 1;
    }
    return 0;
}

/* True if a byte looks like a DOS letter of CP850. In CP1252 the same byte is punctuation, which
 * may also follow a letter. It looks like a DOS letter in the middle of a word, as a small letter
 * at the end of a word, or as a capital after a capital. */
static bool looks_like_dos(unsigned char byte, int before, int next)
{
    static const unsigned char small[] = {0x81, 0x82, 0x83, 0x84, 0x86, 0x87, 0x88,
                                          0x89, 0x8B, 0x8D, 0x95, 0x98, 0x9B},
                               capitals[] = {0x8F, 0x90, 0x99, 0x9D};
    if (!charset_guess_is_letter(before))
        return false;
    if (memchr(small, byte, sizeof small))
        return true;
    if (memchr(capitals, byte, sizeof capitals))
        return ascii_isupper((unsigned char)before) && charset_guess_is_letter(next);
    return byte == 0x94 && charset_guess_is_letter(next); /* o umlaut inside a word: "B\x94hm" */
}

/* Points for Central European letters (positive) or Western ones (negative) for the bytes 0xC0 to
 * 0xFF, which are the same in CP1250 and ISO-8859-2. `before` and `next` are the adjacent bytes, 0
 * at a word boundary. */
static int lean_of(unsigned char byte, int before, int next)
{
    bool inside = before && next;
    switch (byte | 0x20) {
    case 0xE8: /* c with caron in CP1250, e with grave in CP1252 */
        if (is_vowel(next) || !before)
            return 2;
        return !next ? (before == 'a' || before == 'i' ? 1 : 0) : is_consonant(next) ? -1 : 0;
    case 0xE6: /* c with acute in CP1250, ash in CP1252 */
        return !next ? 3 : is_vowel(next) ? 1 : is_consonant(next) && inside ? -1 : 0;
    case 0xF0: /* d with stroke in CP1250, eth in CP1252 */
        return !before ? 3 : !next ? -2 : 0;
    case 0xF8: /* r with caron in CP1250, o with stroke in CP1252 */
        if (next >= 0x80 || is_vowel(before) || before >= 0x80)
            return 2;
        return is_consonant(next) ? -2 : 0;
    case 0xEC: /* e with caron in CP1250, i with grave in CP1252 */
    case 0xF9: /* u with ring in CP1250, u with grave in CP1252 */
        return inside ? 2 : !next ? -1 : 0;
    case 0xF2: /* n with caron in CP1250, o with grave in CP1252 */
        return inside && is_vowel(next) ? 1 : !next && is_consonant(before) ? -1 : 0;
    case 0xF1: /* n with acute in CP1250, n with tilde in CP1252 */
        return is_vowel(next) ? -2 : 2;
    case 0xE3: /* a with breve in CP1250, a with tilde in CP1252 */
        return next == 'o' ? -2 : 0;
    case 0xF5: /* o with double acute in CP1250, o with tilde in CP1252 */
        return is_vowel(next) ? -1 : 0;
    default:
        return 0;
    }
}

/* Looks for evidence in bytes below 0xC0, which are letters in some charsets and symbols in
 * others. */
static void look_at_signs(struct pgn_survey *survey, unsigned char byte, int before, int next)
{
    static const unsigned char windows_only[] = {0x8A, 0x8C, 0x8D, 0x8E, 0x8F,
                                                 0x9A, 0x9C, 0x9D, 0x9E, 0x9F},
                               central[] = {0x8C, 0x8D, 0x8F, 0x9C, 0x9D, 0x9F},
                               both[] = {0xA3, 0xAF, 0xB3, 0xBF},
                               iso_only[] = {0xA1, 0xA6, 0xAC, 0xB1, 0xB6, 0xBB, 0xBC};
    bool inside = before && next,
         small = next && (ascii_islower((unsigned char)next) || next >= 0x80);
    if (memchr(windows_only, byte, sizeof windows_only) && (before || small))
        survey->windows += 3;
    if (memchr(central, byte, sizeof central) && (inside || (before && byte > 0x90))) {
        bool ligature = (byte == 0x9C || byte == 0x8C) && next == 'u'; /* the oe ligature of CP1252,
                                                                          as in "c\x9Cur" */
        survey->central += ligature ? 0 : 2;
        survey->western += ligature ? 2 : 0;
    }
    if (memchr(both, byte, sizeof both) && (inside || (byte == 0xB3 && before)))
        survey->central += 3;
    if ((byte == 0xB9 || byte == 0xBE) && inside) {
        survey->central += 2;
        survey->iso++;
    }
    if ((byte == 0xA9 || byte == 0xAE) && small) { /* S and Z with caron; a symbol would not be
                                                    * followed by a small letter */
        survey->central += 2;
        survey->iso += 3;
    }
    if (memchr(iso_only, byte, sizeof iso_only) && inside) {
        survey->central += 2;
        survey->iso += 2;
    }
}

static bool is_cyrillic(unsigned char byte)
{
    return byte >= 0xC0 || byte == 0xA8 || byte == 0xB8 || byte == 0xA3 || byte == 0xB3;
}

/* Examines words of two or more letters, none of them ASCII: small letters are 0xE0 to 0xFF in
 * CP1251, 0xC0 to 0xDF in KOI8-R. */
static bool look_at_cyrillic(struct pgn_survey *survey, const unsigned char *word, int length)
{
    if (length < 2)
        return false;
    for (int i = 0; i < length; i++)
        if (!is_cyrillic(word[i]))
            return false;
    survey->cyrillic += length;
    for (int i = 1; i < length; i++) {
        survey->windows_cyrillic += word[i] >= 0xE0;
        survey->koi += word[i] >= 0xC0 && word[i] < 0xE0;
    }
    survey->windows_cyrillic += word[0] >= 0xC0 && word[0] < 0xE0 && word[1] >= 0xE0;
    survey->koi += word[0] >= 0xE0 && word[1] >= 0xC0 && word[1] < 0xE0;
    return true;
}

/* Examines a complete word; UTF-8 characters in it are left alone. */
static void look_at_word(struct pgn_survey *survey)
{
    const unsigned char *word = survey->word;
    int length = survey->word_length, stray = 0;
    uint8_t whole[PGN_WORD_MOST] = {0};
    for (int i = 0; i < length;) {
        int n = word[i] < 0x80 ? 1 : whole_letter(word + i, length - i);
        survey->whole += n > 1;
        stray += n == 0;
        for (int k = 0; k < n; k++)
            whole[i + k] = n > 1;
        i += n ? n : 1;
    }
    survey->word_length = 0;
    survey->stray += (uint32_t)stray;
    if (!stray || look_at_cyrillic(survey, word, length))
        return;
    for (int i = 0; i < length; i++) {
        if (word[i] < 0x80 || whole[i])
            continue;
        int before = i > 0 ? word[i - 1] : 0, next = i + 1 < length ? word[i + 1] : 0;
        survey->latin += charset_guess_is_letter(before) || charset_guess_is_letter(next);
        survey->dos += looks_like_dos(word[i], before, next);
        int lean = word[i] >= 0xC0 ? lean_of(word[i], before, next) : 0;
        survey->central += lean > 0 ? lean : 0;
        survey->western -= lean < 0 ? lean : 0;
        if (word[i] < 0xC0)
            look_at_signs(survey, word[i], before, next);
    }
}

/* Processes one more byte of the text. */
static void add_byte(struct pgn_survey *survey, unsigned char byte)
{
    if (byte < 0x80 && !charset_guess_is_letter(byte)) {
        if (survey->word_length)
            look_at_word(survey);
        return;
    }
    if (survey->word_length == PGN_WORD_MOST)
        look_at_word(survey);
    survey->word[survey->word_length++] = byte;
}

/* Processes a run of ASCII bytes. The run may lie within one word. Otherwise it ends one word and
 * begins another. */
static void charset_guess_add_plain(struct pgn_survey *survey, const char *bytes, size_t size)
{
    size_t lead = 0, trail = 0;
    while (lead < size && lead < PGN_WORD_MOST && charset_guess_is_letter(bytes[lead]))
        lead++;
    while (trail < size - lead && trail < PGN_WORD_MOST - 1 &&
           charset_guess_is_letter(bytes[size - 1 - trail]))
        trail++;
    for (size_t i = 0; i < lead; i++)
        add_byte(survey, (unsigned char)bytes[i]);
    if (lead + trail < size)
        add_byte(survey, ' ');
    for (size_t i = size - trail; i < size; i++)
        add_byte(survey, (unsigned char)bytes[i]);
}

void pgn_survey_add(struct pgn_survey *survey, const char *bytes, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t eight;
    for (size_t i = 0; i < size; i++) {
        size_t from = i;
        while (!survey->follow && size - i > sizeof eight &&
               (memcpy(&eight, bytes + i, sizeof eight), !(eight & high)))
            i += sizeof eight;
        if (i > from)
            charset_guess_add_plain(survey, bytes + from, i - from);
        follow_utf8(survey, (unsigned char)bytes[i]);
        add_byte(survey, (unsigned char)bytes[i]);
    }
}

const char *pgn_survey_guess(struct pgn_survey *survey, const char *usual)
{
    if (survey->word_length)
        look_at_word(survey);
    survey->mixed = false;
    if (!survey->broken && !survey->follow)
        return "UTF-8";
    survey->mixed = survey->whole && 2 * survey->whole >= survey->stray;
    if (survey->cyrillic >= 3 && survey->cyrillic > survey->latin &&
        survey->koi != survey->windows_cyrillic)
        return survey->koi > survey->windows_cyrillic ? "KOI8-R" : "CP1251";
    if (survey->dos && 2 * survey->dos > survey->central)
        return "CP850";
    if (survey->central > survey->western)
        return survey->iso > survey->windows ? "ISO-8859-2" : "CP1250";
    /* There is no evidence: use the charset of most of the file, if that has letters for these
     * bytes. */
    bool cyrillic =
        survey->cyrillic && usual && (!strcmp(usual, "CP1251") || !strcmp(usual, "KOI8-R"));
    bool central = survey->central == survey->western && usual &&
                   (!strcmp(usual, "CP1250") || !strcmp(usual, "ISO-8859-2"));
    return cyrillic || central ? usual : "CP1252";
}
