/* pgn_follow.c - a board that follows the plies of a PGN game: see pgn_follow.h. */
#include "archive/pgn_follow.h"

#include "core/draft.h"

#include <stdio.h>
#include <string.h>

void pgn_follow_begin(struct pgn_follower *follower, const struct position *start)
{
    follower->classical = !strcmp(start->rules->variant->id, "classical");
    if (follower->classical)
        san_begin(&follower->san, start);
    else
        position_copy(&follower->position, start);
}

void pgn_follow_copy(struct pgn_follower *to, const struct pgn_follower *from)
{
    to->classical = from->classical;
    if (from->classical)
        to->san = from->san;
    else
        position_copy(&to->position, &from->position);
}

bool pgn_follow_play(struct pgn_follower *follower, const char *text, char *written, size_t size)
{
    if (follower->classical)
        return san_play(&follower->san, text, (int)strlen(text), written, NULL) == 0;
    struct ply ply = {0};
    struct position after;
    const struct rules *rules = follower->position.rules->rules;
    bool legal = rules->parse(&follower->position, text, &ply, NULL) == 0;
    if (legal) {
        rules->format(&follower->position, &ply, FORM_LONG, written, size);
        ply_play(&follower->position, &ply, &after);
        position_copy(&follower->position, &after);
    }
    ply_free(&ply);
    return legal;
}

int pgn_follow_side(const struct pgn_follower *follower)
{
    return follower->classical ? follower->san.now.side : follower->position.side;
}

int pgn_follow_number(const struct pgn_follower *follower)
{
    return (int)(follower->classical ? follower->san.now.fullmove : follower->position.fullmove);
}
