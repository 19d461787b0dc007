/* spelling.c - "did you mean": finds the known name that is nearest to what was typed; see
 * spelling.h. */
#include "core/util/spelling.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MAX_BYTES = 40, KEYS_MOST = 3 };

static int spelling_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

static int spelling_least(int a, int b)
{
    return a < b ? a : b;
}

/* The edit distance of two texts of `n` and `m` bytes. One edit removes, adds or replaces a byte,
 * or swaps two neighbours (optimal string alignment). */
static int keys_between(const char *a, int n, const char *b, int m)
{
    int row[3][NAME_MAX_BYTES + 1]; /* three rows of the table of distances, for a[i-2], a[i-1] and
                                       a[i] */
    for (int j = 0; j <= m; j++)
        row[1][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[(i + 1) % 3], *above = row[i % 3], *before = row[(i + 2) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int other = spelling_lower(a[i - 1]) != spelling_lower(b[j - 1]);
            now[j] = spelling_least(above[j - 1] + other, spelling_least(above[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && spelling_lower(a[i - 1]) == spelling_lower(b[j - 2]) &&
                spelling_lower(a[i - 2]) == spelling_lower(b[j - 1]))
                now[j] = spelling_least(now[j], before[j - 2] + 1);
        }
    }
    return row[(n + 1) % 3][m];
}

void spelling_try(struct spelling *spelling, const char *name)
{
    size_t typed = strlen(spelling->typed), length = strlen(name), dashes = strspn(name, "-");
    if (typed > NAME_MAX_BYTES || length > NAME_MAX_BYTES)
        return;
    int keys = keys_between(spelling->typed, (int)typed, name, (int)length);
    length -= dashes; /* leading dashes mark an option but do not help to tell options apart */
    typed -= strspn(spelling->typed, "-");
    int most = spelling_least(KEYS_MOST, ((int)length + 2) / 3);
    if (keys <= most && (int)typed > keys && (!spelling->best || keys < spelling->keys)) {
        spelling->best = name;
        spelling->keys = keys;
    }
}

const char *spelling_hint(const struct spelling *spelling, char *out, size_t size)
{
    if (spelling->best)
        snprintf(out, size, ": did you mean '%.40s'?", spelling->best);
    else
        out[0] = '\0';
    return out;
}
