/* player_name.c - who may be called what: see live_game.h, "names". */
#include "archive/live_game.h"

#include <string.h>

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

/* What a name looks like at a glance: l, 1 and i are one, so are o and 0, rn and m, vv and w; signs are passed over,
 * and doubled letters are single. */
static void shape_of(const char *name, char out[PLAYER_NAME_MAX + 1])
{
    size_t n = 0;
    for (; *name && n < PLAYER_NAME_MAX; name++) {
        char c = *name;
        if (c == '-' || c == '_')
            continue;
        c = (char)(c == '1' || c == 'i' ? 'l' : c == '0' ? 'o' : c == '5' ? 's' : c);
        if (c == 'r' && name[1] == 'n') {
            c = 'm';
            name++;
        } else if (c == 'v' && name[1] == 'v') {
            c = 'w';
            name++;
        }
        if (!n || out[n - 1] != c)
            out[n++] = c;
    }
    out[n] = '\0';
}

bool player_names_alike(const char *a, const char *b)
{
    char shape_a[PLAYER_NAME_MAX + 1], shape_b[PLAYER_NAME_MAX + 1];
    shape_of(a, shape_a);
    shape_of(b, shape_b);
    return !strcmp(shape_a, shape_b);
}
