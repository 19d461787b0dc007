/* nag.c - the table of annotations: see nag.h. */
#include "tui/session/nag.h"

#include <stdio.h>

static const struct nag nags[] = {
    {1, "!", "!", "good move"},
    {2, "?", "?", "mistake"},
    {3, "!!", "!!", "brilliant move"},
    {4, "??", "??", "blunder"},
    {5, "!?", "!?", "move worth attention"},
    {6, "?!", "?!", "doubtful move"},
    {7, "[]", "\u25a1", "forced, the only move"},
    {8, "[]", "\u25a1", "singular, no reasonable alternative"},
    {10, "=", "=", "equal"},
    {13, "~", "\u221e", "unclear"},
    {14, "+=", "\u2a72", "White is slightly better"},
    {15, "=+", "\u2a71", "Black is slightly better"},
    {16, "+/-", "\u00b1", "White is better"},
    {17, "-/+", "\u2213", "Black is better"},
    {18, "+-", "+-", "White is winning"},
    {19, "-+", "-+", "Black is winning"},
    {22, "(.)", "\u2a00", "zugzwang for White"},
    {23, "(.)", "\u2a00", "zugzwang for Black"},
    {32, "@", "\u27f3", "White is ahead in development"},
    {33, "@", "\u27f3", "Black is ahead in development"},
    {36, "->", "\u2192", "White has the initiative"},
    {37, "->", "\u2192", "Black has the initiative"},
    {40, "^", "\u2191", "White attacks"},
    {41, "^", "\u2191", "Black attacks"},
    {44, "=/~", "=\u221e", "White has compensation"},
    {45, "=/~", "=\u221e", "Black has compensation"},
    {132, "<=>", "\u21c6", "White has counterplay"},
    {133, "<=>", "\u21c6", "Black has counterplay"},
    {136, "(+)", "\u2295", "White is short of time"},
    {137, "(+)", "\u2295", "Black is short of time"},
    {140, "/\\", "\u2206", "with the idea"},
    {142, "/\\", "\u2313", "better is"},
    {146, "N", "N", "novelty"},
};

enum { NAGS = sizeof nags / sizeof *nags };

const struct nag *nag_at(int index)
{
    return index >= 0 && index < NAGS ? &nags[index] : NULL;
}

const struct nag *nag_numbered(int number)
{
    for (int i = 0; i < NAGS; i++)
        if (nags[i].number == number)
            return &nags[i];
    return NULL;
}

int nag_write(int number, enum charset charset, char *buffer, size_t size)
{
    const struct nag *nag = nag_numbered(number);
    if (!nag)
        return snprintf(buffer, size, "$%d", number);
    return snprintf(buffer, size, "%s", charset == CHARSET_UTF8 ? nag->utf8 : nag->ascii);
}
