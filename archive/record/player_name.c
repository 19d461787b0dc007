/* player_name.c - validates player names and detects similar ones; see player_name.h. */
#include "archive/record/player_name.h"

#include "archive/util/folded.h"
#include "core/util/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

int player_name_check(const char *name, struct note *why)
{
    size_t length = strlen(name);
    if (!length || length > PLAYER_NAME_MAX)
        return note_fail(why, FAIL_TEXT, -1, "a name has 1 to %d characters", PLAYER_NAME_MAX);
    if (name[0] < 'a' || name[0] > 'z')
        return note_fail(why, FAIL_TEXT, 0, "a name begins with a letter a to z");
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != length)
        return note_fail(why, FAIL_TEXT, -1, "a name is made of a to z, 0 to 9, - and _");
    return 0;
}

/* ------------------------------------------------------------------------------------------- what looks alike */

enum { SHAPE_ROOM = 64, NAMES_MAX = 1000 };

struct met_name {
    char name[SHAPE_ROOM], shape[SHAPE_ROOM];
    bool heard; /* someone only asked for it */
};

/* The Latin letter that a folded letter looks like. */
static char letter_of(int32_t c)
{
    static const struct {
        int32_t from;
        char to;
    } table[] = {
        {0x430, 'a'}, {0x432, 'b'}, {0x433, 'r'}, {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'}, {0x43E, 'o'},
        {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x44C, 'b'}, {0x455, 's'}, {0x456, 'l'},
        {0x458, 'j'}, {0x4BB, 'h'}, {0x4CF, 'l'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'},
        {0x3B1, 'a'}, {0x3B2, 'b'}, {0x3B3, 'y'}, {0x3B5, 'e'}, {0x3B7, 'n'}, {0x3B9, 'l'}, {0x3BA, 'k'}, {0x3BC, 'm'},
        {0x3BD, 'v'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'u'}, {0x3C7, 'x'}, {0x3B6, 'z'}, {0x3C9, 'w'},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == c)
            return table[i].to;
    return c < 0x80 ? (char)(c == '1' || c == 'i' || c == '|' ? 'l' : c == '0' ? 'o' : c == '5' ? 's' : c) : '\0';
}

/* Reduces a name to what it looks like at a glance: l, 1 and i are the same, so are o and 0, rn and
 * m, vv and w; punctuation is skipped, and doubled letters count once. */
static void shape_of(const char *name, char out[SHAPE_ROOM])
{
    char *letters = folded_text(name);
    const char *at = letters;
    size_t n = 0;
    while (*at && n < SHAPE_ROOM - 4) {
        utf8proc_int32_t c = (unsigned char)*at;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &c);
        char letter = length > 0 ? letter_of(c) : '\0';
        length = length > 0 ? length : 1;
        const char *next = at + length;
        if (letter && (strchr("-_. ", letter) || letter < ' ')) {
            at = next;
            continue;
        }
        if ((letter == 'r' && *next == 'n') || (letter == 'v' && *next == 'v')) {
            letter = letter == 'r' ? 'm' : 'w';
            next++;
        }
        if (!letter) { /* it resembles no Latin letter: keep it */
            memcpy(out + n, at, (size_t)length);
            n += (size_t)length;
        } else if (!n || out[n - 1] != letter) {
            out[n++] = letter;
        }
        at = next;
    }
    out[n] = '\0';
    free(letters);
}

bool player_names_alike(const char *a, const char *b)
{
    char shape_a[SHAPE_ROOM], shape_b[SHAPE_ROOM];
    shape_of(a, shape_a);
    shape_of(b, shape_b);
    return !strcmp(shape_a, shape_b);
}

/* ------------------------------------------------------------------------------------------- names
 * met */

static struct met_name *name_met(struct player_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->v[i].name, name))
            return &names->v[i];
    if (!*name || strlen(name) >= SHAPE_ROOM || names->n == NAMES_MAX)
        return NULL;
    names->v = memory_room(names->v, &names->room, names->n + 1, sizeof *names->v);
    struct met_name *met = &names->v[names->n++];
    memcpy(met->name, name, strlen(name) + 1);
    shape_of(name, met->shape);
    met->heard = true;
    return met;
}

void player_names_know(struct player_names *names, const char *name)
{
    struct met_name *met = name_met(names, name);
    if (met)
        met->heard = false;
}

void player_names_hear(struct player_names *names, const char *name)
{
    name_met(names, name);
}

bool player_names_met(const struct player_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!names->v[i].heard && !strcmp(names->v[i].name, name))
            return true;
    return false;
}

const char *player_names_like(const struct player_names *names, const char *name)
{
    char shape[SHAPE_ROOM];
    shape_of(name, shape);
    for (int i = 0; i < names->n; i++)
        if (!names->v[i].heard && !strcmp(names->v[i].shape, shape) && strcmp(names->v[i].name, name))
            return names->v[i].name;
    return NULL;
}

/* True if this is the first of a group of similar names, at least one of which resembles a name
 * that was met. */
static bool begins_group(const struct player_names *names, int at)
{
    bool alike = false;
    for (int i = 0; i < names->n; i++) {
        if (strcmp(names->v[i].shape, names->v[at].shape))
            continue;
        if (i < at)
            return false;
        alike = alike || player_names_like(names, names->v[i].name);
    }
    return alike;
}

static void add_group(const struct player_names *names, int first, const char *own, bool capitals, char *out, size_t size,
                      size_t *used)
{
    int n = 0;
    for (int i = first; i < names->n; i++) {
        char text[SHAPE_ROOM];
        if (strcmp(names->v[i].shape, names->v[first].shape))
            continue;
        snprintf(text, sizeof text, "%s", names->v[i].name);
        for (char *c = text; capitals && *c; c++)
            *c = (char)ascii_upper((unsigned char)*c);
        text_add(out, size, used, "%s%s%s", n++ ? " and " : "", text,
                 !capitals && !strcmp(names->v[i].name, own) ? " (you)" : "");
    }
}

bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < names->n; i++) {
        if (!begins_group(names, i))
            continue;
        text_add(out, size, &used, "%s", used ? "; " : "");
        add_group(names, i, own, false, out, size, &used);
        text_add(out, size, &used, ", in capitals ");
        add_group(names, i, own, true, out, size, &used);
    }
    return used > 0;
}

void player_names_clear(struct player_names *names)
{
    free(names->v);
    *names = (struct player_names){0};
}
