/* orthodox_men.c - what the men and fields of the orthodox family are called: see orthodox.h. */
#include "core/orthodox.h"

static const char *const names[MEN] = {"nothing", "Pawn",  "Knight", "Bishop",
                                       "Rook",    "Queen", "King",   "Pegasus"};
static const char letters[MEN + 1] = "-PNBRQKG";

const char *man_name(int man)
{
    return names[man];
}

char man_letter(int man)
{
    return letters[man];
}

int man_of_letter(char letter)
{
    for (int man = PAWN; man < MEN; man++)
        if (letters[man] == letter)
            return man;
    return NO_MAN;
}

const char *mailbox_cell_text(int cell, char out[8])
{
    int rank = mailbox_rank(cell) + 1, n = 0;
    out[n++] = (char)('a' + mailbox_file(cell));
    if (rank >= 10)
        out[n++] = '1';
    out[n++] = (char)('0' + rank % 10);
    out[n] = '\0';
    return out;
}
