/* pieces.c - names of the pieces and squares of the orthodox family, and citations of its rules: see orthodox.h. */
#include "core/families/orthodox/orthodox.h"

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

const char *orthodox_rule(const struct orthodox *orthodox, enum orthodox_rule rule)
{
    static const char *const texts[][2] = {
#define ORTHODOX_RULE(name, croatian, classical) {"rules/croatian.md " croatian, "rules/classical.md " classical},
        ORTHODOX_RULES(ORTHODOX_RULE)
#undef ORTHODOX_RULE
    };
    return texts[rule][orthodox->san];
}

const char *orthodox_rule_of(const struct orthodox *orthodox, int man)
{
    static const char *const articles[MEN] = {
        [KNIGHT] = "rules/classical.md 3.6", [BISHOP] = "rules/classical.md 3.2", [ROOK] = "rules/classical.md 3.3",
        [QUEEN] = "rules/classical.md 3.4",  [KING] = "rules/classical.md 3.8"};
    if (man == PAWN)
        return orthodox_rule(orthodox, RULE_PAWN);
    return orthodox->san && articles[man] ? articles[man] : orthodox_rule(orthodox, RULE_STEP);
}
