/* descriptions.c - describe how the pieces of a variant move, with its numbers and options (5, 6, 8, 15). */
#include "core/families/croatian/croatian.h"

#include <stdio.h>

/* How far a Pawn may go in its first move; on a board with several ranks of Pawns, the greatest distance. */
static int first_move(const struct croatian *own)
{
    int most = 1;
    for (int rank = 0; rank < own->size; rank++)
        most = own->pawn_steps[rank] > most ? own->pawn_steps[rank] : most;
    return most;
}

static void tell_king(const struct croatian *own, char *out, size_t size)
{
    int least = own->castle_least, most = own->castle_most;
    if (!own->partners[WHITE] || least > most)
        snprintf(out, size, "One step in any direction; there is no castling.");
    else if (least == most)
        snprintf(out, size, "One step in any direction; castles, going %d cell%s.", most, most == 1 ? "" : "s");
    else
        snprintf(out, size, "One step in any direction; castles, going %d to %d cells.", least, most);
}

static void tell(const struct croatian *own, int kind, char *out, size_t size)
{
    const char *steps = own->box == 1 ? "" : "s";
    if (kind == PAWN && first_move(own) == 1)
        snprintf(out, size, "One cell forward; takes and activates diagonally forward.");
    else if (kind == PAWN)
        snprintf(out, size, "One cell forward, from its own Pawns' rank up to %d; takes and activates diagonally forward.",
                 first_move(own));
    else if (kind == KING)
        tell_king(own, out, size);
    else if (kind == SERPENT)
        snprintf(out, size, "Zigzags diagonally, at most %d steps; or one straight step onto an empty cell.", own->zigzag);
    else if (kind == SHAMAN)
        snprintf(out, size,
                 "Far jumps or a short Rook's ride; converts enemies on its own side or promotes own Pawns on the other and %s; "
                 "activated it is in trance: any cell on a Queen's lines.",
                 own->shaman_stays ? "stays where it is" : "leaves the board");
    else if (kind == MONOLITH)
        snprintf(out, size, "Nobody's: straight, then diagonally, %d step%s in all at most; teleports the pieces it meets.",
                 own->box, steps);
    else if (kind == STARCHILD)
        snprintf(out, size,
                 "Diagonally, then straight, %d step%s in all at most; takes nobody, activates whom it meets; journeys from a "
                 "Monolith, and may summon captured pieces.",
                 own->box, steps);
}

void croatian_tell_kinds(struct ruleset *ruleset, struct croatian *own)
{
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        own->kind[kind] = ruleset->kinds[kind];
        tell(own, kind, own->moves[kind], sizeof own->moves[kind]);
        if (own->moves[kind][0])
            own->kind[kind].moves = own->moves[kind];
    }
    ruleset->kinds = own->kind;
}
