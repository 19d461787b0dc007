/* descriptions.c - pieces in words: how each kind moves under the chosen options, and what a piece on its cell is. */
#include "core/families/triangles/triangles.h"

#include "core/position_text.h"

#include <string.h>

/* ---------------------------------------------------------------- how kinds move (sections 4, 6.2, 9) */

static bool is_crooked(const struct triangles *own, const struct kind *kind, int index)
{
    uint32_t zigzag = ELEMENT(WALK_CROOKED_ROOK);
    return own->movement[index] & zigzag && !(triangles_movement(kind->name) & zigzag);
}

/* With crooked rooks (9.1): the description of a kind. */
static const char *crooked_words(char letter, uint32_t movement)
{
    switch (letter) {
    case 'R': return "Orthogonal steps, turning left and right by turns: a zigzag in a straight strip.";
    case 'D': return "Crooked rook or unicorn.";
    default: return movement & ELEMENT(WALK_BISHOP) ? "Crooked rook or bishop." : "Crooked rook, or one diagonal step.";
    }
}

/* With crooked rooks too: the description of a kind that keeps the uncrooked walk. */
static const char *walking_words(uint32_t movement)
{
    if (movement & ELEMENT(WALK_UNICORN))
        return "Uncrooked rook or unicorn.";
    return movement & ELEMENT(WALK_BISHOP) ? "Uncrooked rook or bishop." : "Uncrooked rook, or one diagonal step.";
}

/* How far pawn-like pieces may go at once (6.2), to be appended to their single step. */
static const char *run_words(const struct triangles *own)
{
    bool all = own->multistep == MULTISTEP_ALL;
    if (own->setup == DIAMOND)
        return all ? ", in its own half any number (6.2)" : ", as its first move any number in its own half (6.2)";
    return all ? ", White's up to three as far as the line d4-l4 (6.2)" : ", White's as its first move up to three (6.2)";
}

void triangles_tell_kinds(struct ruleset *ruleset, struct triangles *own)
{
    uint32_t rings = ELEMENT(WALK_ROOK) | ELEMENT(WALK_UNICORN);
    for (int kind = 1; kind <= ruleset->kind_count; kind++) {
        uint32_t movement = own->movement[kind];
        const struct kind *usual = &ruleset->kinds[kind];
        const char *words = usual->moves;
        if (is_crooked(own, usual, kind))
            words = crooked_words(usual->letter, movement);
        else if (ruleset_has(ruleset, "crooked-rook", "on") && movement & ELEMENT(WALK_ROOK))
            words = walking_words(movement);
        int step = own->multistep != MULTISTEP_NONE && movement & PAWN_LIKE ? (int)strcspn(words, ";") : 0;
        size_t used = 0;
        own->kind[kind] = *usual;
        own->kind[kind].moves = own->moves[kind];
        text_add(own->moves[kind], sizeof own->moves[kind], &used, "%.*s%s%s%s", step, words, step ? run_words(own) : "",
                 words + step, own->null_moves && movement & rings ? " It may walk a full free circle (9.2)." : "");
    }
    ruleset->kinds = own->kind;
}

/* ---------------------------------------------------------------- a piece on its cell */

int triangles_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct ruleset *ruleset = position->rules;
    const struct triangles *own = triangles_of(ruleset);
    const struct board *board = ruleset->board;
    struct piece piece = position->at[cell];
    const struct kind *kind = &ruleset->kinds[piece.kind];
    size_t used = 0;
    text_add(buffer, size, &used, "%s triangle %s; touches", board->cell[cell].up ? "up" : "down", board_name(board, cell));
    for (struct cells sides = own->ground->leap[LEAP_ORTHOGONAL][cell]; cells_any(sides);)
        text_add(buffer, size, &used, " %s", board_name(board, (cell_t)cells_pop(&sides)));
    if (!piece.kind)
        return (int)used;
    if (is_crooked(own, kind, piece.kind))
        text_add(buffer, size, &used, "; crooked %s", kind->name);
    if (piece.mark == TRIANGLE_FROZEN)
        text_add(buffer, size, &used, "; frozen");
    else if (piece.mark >= TRIANGLE_GOES)
        text_add(buffer, size, &used, "; goes %s's way", side_name(piece.mark - TRIANGLE_GOES));
    else if (own->movement[piece.kind] & PAWN_LIKE)
        text_add(buffer, size, &used, piece.mark == TRIANGLE_PLAIN && own->initial[cell] ==
                                              (piece.kind | piece.side << CODE_SIDE) ? "; has not moved" : "; has moved");
    return (int)used;
}
