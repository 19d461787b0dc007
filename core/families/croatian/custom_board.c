/* custom_board.c - parse and validate custom definitions (16). The public interface is
 * custom_board.h. */
#include "core/util/ascii.h"
#include "core/families/croatian/custom_board.h"

#include "core/families/croatian/croatian.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_LEAST = 7 };

/* Part of the text of a definition. */
struct stretch {
    const char *at;
    int length;
};

static struct stretch croatian_trimmed(const char *at, int length)
{
    while (length > 0 && isspace((unsigned char)*at)) {
        at++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)at[length - 1]))
        length--;
    return (struct stretch){at, length};
}

/* The state of parsing a definition. `text` is the whole text; offsets in notes count its bytes. */
struct croatian_reading {
    const char *text;
    struct definition *out;
    unsigned given; /* bits of the `keys` seen so far */
};

static int croatian_fail_at(const struct croatian_reading *reading, const char *at,
                            struct note *why, const char *what)
{
    return note_fail(why, FAIL_TEXT, (int)(at - reading->text), "%s", what);
}

/* The length of the UTF-8 character at the beginning of a text; 0 if the text is not valid there or
 * begins with a control character. */
static int character_length(const char *text, int left)
{
    unsigned char first = (unsigned char)text[0];
    int length = first < 0x80   ? 1
                 : first < 0xC2 ? 0
                 : first < 0xE0 ? 2
                 : first < 0xF0 ? 3
                 : first < 0xF5 ? 4
                                : 0;
    if (length > left || first < ' ' || first == 0x7F ||
        (first == 0xC2 && (unsigned char)text[1] < 0xA0))
        return 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

static int read_name(struct croatian_reading *reading, struct stretch value, struct note *why)
{
    if (value.length >= (int)sizeof reading->out->name)
        return croatian_fail_at(reading, value.at, why, "the name is too long");
    for (int i = 0; i < value.length;) {
        int length = character_length(value.at + i, value.length - i);
        if (length == 0)
            return croatian_fail_at(reading, value.at + i, why,
                                    "a name is UTF-8 text without control characters");
        i += length;
    }
    snprintf(reading->out->name, sizeof reading->out->name, "%.*s", value.length, value.at);
    return 0;
}

static int croatian_read_size(struct croatian_reading *reading, struct stretch value,
                              struct note *why)
{
    int size = 0;
    for (int i = 0; i < value.length && i < 3; i++)
        size = isdigit((unsigned char)value.at[i]) ? 10 * size + (value.at[i] - '0') : 1000;
    if (value.length > 2 || size < SIZE_LEAST || size > FILES_MAX)
        return croatian_fail_at(reading, value.at, why,
                                "size is a number from 7 to 26 (" RULES "16)");
    reading->out->size = size;
    return 0;
}

static int read_ranks(struct croatian_reading *reading, struct stretch value, struct note *why)
{
    struct definition *out = reading->out;
    int length = 0;
    out->rank_count = 1;
    for (int i = 0; i < value.length; i++) {
        char letter = value.at[i];
        if (letter == '/') {
            if (out->rank_count == FILES_MAX / 2)
                return croatian_fail_at(reading, value.at + i, why, "too many ranks (" RULES "16)");
            out->rank_count++;
            length = 0;
        } else if (letter != '.' && (letter == 'M' || kind_of_letter(letter) == KIND_NONE)) {
            return croatian_fail_at(reading, value.at + i, why,
                                    "ranks are letters of pieces (not M), '.' and '/' (" RULES
                                    "16)");
        } else if (length == FILES_MAX) {
            return croatian_fail_at(reading, value.at + i, why,
                                    "the rank is longer than any board");
        } else {
            out->ranks[out->rank_count - 1][length++] = letter;
        }
    }
    return 0;
}

static int read_monolith(struct croatian_reading *reading, struct stretch value, struct note *why)
{
    struct definition *out = reading->out;
    bool fits = value.length >= 2 && value.length <= 3 &&
                ascii_islower((unsigned char)value.at[0]) && value.at[1] != '0';
    for (int i = 1; i < value.length && fits; i++)
        fits = isdigit((unsigned char)value.at[i]);
    if (!fits)
        return croatian_fail_at(reading, value.at, why,
                                "monolith must be the cell of the lower Monolith (" RULES "16)");
    snprintf(out->monolith, sizeof out->monolith, "%.*s", value.length, value.at);
    return 0;
}

static int read_castle(struct croatian_reading *reading, struct stretch value, struct note *why)
{
    struct definition *out = reading->out;
    if (value.length == 0 || value.length >= (int)sizeof out->castle)
        return croatian_fail_at(reading, value.at, why,
                                "castle lists the letters of the castling partners (" RULES "16)");
    for (int i = 0; i < value.length; i++) {
        int kind = kind_of_letter(value.at[i]);
        if (kind == KIND_NONE || kind == KING || kind == MONOLITH || kind == STAR)
            return croatian_fail_at(
                reading, value.at + i, why,
                "castle lists the letters of the castling partners, not K, T or M (" RULES "16)");
    }
    snprintf(out->castle, sizeof out->castle, "%.*s", value.length, value.at);
    return 0;
}

static int read_colours(struct croatian_reading *reading, struct stretch value, struct note *why)
{
    const char *at = value.at, *end = value.at + value.length;
    for (int i = 0; i < COLOURS; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = i < COLOURS - 1 ? comma : end;
        if (!stop || (i == COLOURS - 1 && comma))
            return croatian_fail_at(reading, value.at, why,
                                    "'colours' takes four colours with commas between (" RULES
                                    "16)");
        struct stretch colour = croatian_trimmed(at, (int)(stop - at));
        if (colour.length == 0 || colour.length >= (int)sizeof reading->out->colours[0])
            return croatian_fail_at(reading, at, why, "a colour is missing or too long");
        for (int c = 0; c < colour.length; c++)
            if (!ascii_isalnum((unsigned char)colour.at[c]) && !strchr("# -", colour.at[c]))
                return croatian_fail_at(reading, colour.at + c, why,
                                        "a colour is a name or #rrggbb");
        snprintf(reading->out->colours[i], sizeof reading->out->colours[i], "%.*s", colour.length,
                 colour.at);
        at = stop + 1;
    }
    return 0;
}

static const struct {
    const char *name;
    int (*read)(struct croatian_reading *reading, struct stretch value, struct note *why);
} keys[] = {{"name", read_name},         {"size", croatian_read_size}, {"ranks", read_ranks},
            {"monolith", read_monolith}, {"castle", read_castle},      {"colours", read_colours}};
enum { KEYS = sizeof keys / sizeof *keys, KEY_SIZE = 1, KEY_RANKS = 2 };

static int read_pair(struct croatian_reading *reading, struct stretch pair, struct note *why)
{
    const char *equals = memchr(pair.at, '=', (size_t)pair.length);
    if (!equals)
        return croatian_fail_at(reading, pair.at, why,
                                "write key=value, and separate pairs by ';' or line ends");
    struct stretch key = croatian_trimmed(pair.at, (int)(equals - pair.at));
    struct stretch value = croatian_trimmed(equals + 1, (int)(pair.at + pair.length - equals - 1));
    for (int i = 0; i < KEYS; i++) {
        if ((int)strlen(keys[i].name) != key.length ||
            memcmp(keys[i].name, key.at, (size_t)key.length) != 0)
            continue;
        if (reading->given & 1u << i)
            return croatian_fail_at(reading, key.at, why, "this key is given twice");
        reading->given |= 1u << i;
        return keys[i].read(reading, value, why);
    }
    return croatian_fail_at(reading, key.at, why,
                            "keys are name, size, ranks, monolith, castle and colours (" RULES
                            "16)");
}

/* Check conditions that concern several keys or several ranks (16). */
static int check_whole(const struct croatian_reading *reading, struct note *why)
{
    const struct definition *out = reading->out;
    int count[KINDS_END] = {0};
    if (!(reading->given & 1u << KEY_SIZE) || !(reading->given & 1u << KEY_RANKS))
        return note_fail(why, FAIL_TEXT, -1, "a definition needs size and ranks (" RULES "16)");
    if (out->rank_count > out->size / 2 - 1)
        return note_fail(why, FAIL_TEXT, -1,
                         "a board of size %d has room for %d ranks a side (" RULES "16)", out->size,
                         out->size / 2 - 1);
    for (int rank = 0; rank < out->rank_count; rank++) {
        if ((int)strlen(out->ranks[rank]) != out->size)
            return note_fail(why, FAIL_TEXT, -1, "rank %d has %d letters, not %d (" RULES "16)",
                             rank + 1, (int)strlen(out->ranks[rank]), out->size);
        for (const char *letter = out->ranks[rank]; *letter; letter++)
            count[kind_of_letter(*letter)]++;
    }
    if (count[KING] != 1 || count[QUEEN] > 1)
        return note_fail(why, FAIL_TEXT, -1,
                         "a side has exactly one King and at most one Queen (" RULES "16)");
    if (out->monolith[0]) {
        int file = out->monolith[0] - 'a', rank = atoi(out->monolith + 1);
        if (file >= out->size || rank <= out->rank_count || rank > out->size / 2)
            return note_fail(
                why, FAIL_TEXT, -1,
                "the lower Monolith must be above White's ranks, in White's half (" RULES "16)");
    }
    return 0;
}

/* Parse pairs key=value separated by ';'. With `lines` they are separated by line ends, and blank
 * lines and comments are skipped. */
static int read_pairs(struct croatian_reading *reading, bool lines, struct note *why)
{
    int result = 0;
    for (const char *at = reading->text; *at && result == 0;) {
        int length = (int)strcspn(at, lines ? "\n" : ";");
        struct stretch pair = croatian_trimmed(at, length);
        if (pair.length > 0 && !(lines && *pair.at == '#')) {
            if (lines && memchr(pair.at, ';', (size_t)pair.length))
                return croatian_fail_at(reading, pair.at, why,
                                        "a line of a definition cannot contain ';'");
            result = read_pair(reading, pair, why);
        }
        at += length + (at[length] != '\0');
    }
    return result == 0 ? check_whole(reading, why) : result;
}

int definition_read(struct definition *out, const char *text, struct note *why)
{
    struct croatian_reading reading = {.text = text, .out = out};
    *out = (struct definition){.castle = "R"};
    for (const char *at = text; *at; at++) /* Reject control characters, because a one-line
                                              definition is also the id of a variant and is shown
                                              unchanged. */
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            return croatian_fail_at(&reading, at, why,
                                    "a definition on one line cannot contain control characters");
    return read_pairs(&reading, false, why);
}

int custom_id(const char *text, char **id, struct note *why)
{
    struct definition definition = {.castle = "R"};
    struct croatian_reading reading = {.text = text, .out = &definition};
    int result = read_pairs(&reading, true, why);
    if (result < 0)
        return result;
    size_t room = strlen(text) + 1, used = 0;
    char *pairs = memory_new(room, 1);
    for (const char *at = text; *at;) {
        int length = (int)strcspn(at, "\n");
        struct stretch pair = croatian_trimmed(at, length);
        if (pair.length > 0 && *pair.at != '#') {
            const char *equals = memchr(pair.at, '=', (size_t)pair.length);
            struct stretch key = croatian_trimmed(pair.at, (int)(equals - pair.at));
            struct stretch value =
                croatian_trimmed(equals + 1, (int)(pair.at + pair.length - equals - 1));
            text_add(pairs, room, &used, "%s%.*s=%.*s", used ? ";" : "", key.length, key.at,
                     value.length, value.at);
        }
        at += length + (at[length] != '\0');
    }
    *id = custom_variant(pairs);
    free(pairs);
    return 0;
}
