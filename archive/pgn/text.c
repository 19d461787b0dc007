/* text.c - writes PGN text, escaping characters that must not occur in it unchanged.
 *
 * "[%cc.u202E]" in a comment is a character that controls a terminal, reverses text or would be
 * folded away: none of our files contains it unescaped. */
#include "archive/pgn/pgn_internal.h"

#include "archive/yaml/yaml_write.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

char *pgn_room(struct pgn_text *out, size_t length)
{
    enum { USUAL = 512 }; /* bytes: most games need no more, and allocating less is pointless */
    int need = out->length + (int)length + 1;
    if (need > out->room)
        out->text = memory_room(out->text, &out->room, need > USUAL ? need : USUAL, 1);
    return out->text + out->length;
}

void pgn_put_cut(struct pgn_text *out, const char *text, size_t length)
{
    memcpy(pgn_room(out, length), text, length);
    out->length += (int)length;
    out->text[out->length] = '\0';
}

void pgn_put(struct pgn_text *out, const char *text)
{
    pgn_put_cut(out, text, strlen(text));
}

static utf8proc_int32_t character(const char *text, size_t *length)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    *length = n > 0 ? (size_t)n : 1;
    return n > 0 ? c : 0xFFFD;
}

bool pgn_is_clean(const char *text)
{
    size_t length;
    for (; *text; text += length) {
        length = 1;
        if (*text >= 0x20 && *text < 0x7F)
            continue;
        if (*text == '\n' || yaml_escapes(character(text, &length)))
            return false;
    }
    return true;
}

/* True if a reader would fold this blank or line feed away or misread it. A line feed is written as
 * an empty line. */
static bool is_folded(const char *from, const char *at)
{
    static const char blanks[] = " \n";
    bool first = at == from || strchr(blanks, at[-1]), last = !at[1] || (*at == '\n' && strchr(blanks, at[1]));
    return strchr(blanks, *at) && (first || last);
}

void pgn_text_put(struct pgn_text *out, const char *text)
{
    size_t length;
    char one[24];
    for (const char *t = text; *t; t += length) {
        utf8proc_int32_t c = character(t, &length);
        if (c == '}')
            snprintf(one, sizeof one, "[%%cc.close]");
        else if (is_folded(text, t) || (c != '\n' && yaml_escapes(c)) || (c == '[' && t[1] == '%'))
            snprintf(one, sizeof one, "[%%cc.u%X]", (unsigned)c);
        else
            snprintf(one, sizeof one, "%.*s", (int)length, c == '\n' ? "\n" : t);
        pgn_put(out, one);
        if (*one == '\n')
            pgn_put(out, "\n");
    }
}

size_t pgn_character_take(const char *text, size_t length, char out[8])
{
    static const char command[] = "[%cc.u", digits[] = "0123456789ABCDEF";
    size_t at = sizeof command - 1;
    utf8proc_int32_t c = 0;
    if (length <= at || memcmp(text, command, at) != 0)
        return 0;
    for (; at < length && text[at] && strchr(digits, text[at]) && c <= 0x10FFFF; at++)
        c = c * 16 + (int)(strchr(digits, text[at]) - digits);
    if (at == length || text[at] != ']' || c == 0 || !utf8proc_codepoint_valid(c))
        return 0;
    out[utf8proc_encode_char(c, (utf8proc_uint8_t *)out)] = '\0';
    return at + 1;
}

bool pgn_unparsed_is_clean(const struct record *record)
{
    size_t length;
    for (const char *text = record->unparsed; *text; text += length)
        if (yaml_escapes(character(text, &length)) && *text != '\t')
            return false;
    const char *open = strrchr(record->unparsed, '{'), *closed = strrchr(record->unparsed, '}');
    return !open || (closed && closed > open); /* an open comment would take in the result */
}
