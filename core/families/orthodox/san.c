/* san.c - write SAN and replay games: see san.h. Parsing is in core/families/orthodox/parse.c. */
#include "core/families/orthodox/san.h"

#include "core/families/orthodox/orthodox.h"
#include "core/families/orthodox/parse.h"

#include <string.h>

/* Determine whether the start's file and rank must be written because other pieces of the same kind can legally go there
 * too. */
static void disambiguate(struct mailbox *mailbox, struct mailbox_ply ply, int man, bool *file, bool *rank)
{
    uint8_t origin[8];
    bool others = false, same_file = false, same_rank = false;
    int n = written_origins(mailbox, man, ply.to, origin);
    for (int i = 0; i < n; i++) {
        struct mailbox_ply other = {origin[i], ply.to, NO_MAN, PLAINLY};
        if (origin[i] == ply.from || !mailbox_safe(mailbox, other))
            continue;
        others = true;
        same_file = same_file || mailbox_file(origin[i]) == mailbox_file(ply.from);
        same_rank = same_rank || mailbox_rank(origin[i]) == mailbox_rank(ply.from);
    }
    *file = others && (!same_file || same_rank);
    *rank = same_file;
}

static char *add_field(char *at, int cell)
{
    char name[8];
    const char *text = mailbox_cell_text(cell, name);
    while (*text)
        *at++ = *text++;
    return at;
}

/* Write a ply without its check sign; returns its end. `unique`: no other piece of its kind can go there. */
static char *add_body(char *at, struct mailbox *mailbox, struct mailbox_ply ply, bool unique)
{
    int man = mailbox->at[ply.from] & MAN_OF, length = ply.to - ply.from;
    bool takes = mailbox->at[ply.to] || ply.how == PASSING, file = man == PAWN && takes, rank = false;
    if (ply.how >= CASTLING_RIGHT && (length == 2 || length == -2)) {
        memcpy(at, "O-O-O", 5);
        return at + (ply.how == CASTLING_LEFT ? 5 : 3);
    }
    if (man != PAWN) {
        *at++ = man_letter(man);
        if (!unique)
            disambiguate(mailbox, ply, man, &file, &rank);
    }
    if (file)
        *at++ = (char)('a' + mailbox_file(ply.from));
    if (rank)
        *at++ = (char)('1' + mailbox_rank(ply.from));
    if (takes)
        *at++ = 'x';
    at = add_field(at, ply.to);
    if (ply.promoted) {
        *at++ = '=';
        *at++ = man_letter(ply.promoted);
    }
    if (ply.how >= CASTLING_RIGHT) { /* castling of another length (an option), written as in Croatian Chess */
        *at++ = ply.how == CASTLING_RIGHT ? '$' : '&';
        *at++ = man_letter(ROOK);
    }
    return at;
}

/* Append '+', '#' or nothing for the side to move; returns the end. */
static char *add_check(char *at, struct mailbox *mailbox, bool check)
{
    if (check)
        *at++ = mailbox_stuck(mailbox) ? '#' : '+';
    *at = '\0';
    return at;
}

int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX])
{
    struct mailbox_undo undo;
    char *end = add_body(out, mailbox, ply, false);
    mailbox_play(mailbox, ply, &undo);
    end = add_check(end, mailbox, mailbox_in_check(mailbox, mailbox->side));
    mailbox_back(mailbox, ply, &undo);
    return (int)(end - out);
}

void san_begin(struct san_game *game, const struct position *start)
{
    mailbox_load(&game->now, start);
    game->rules = start->rules;
    game->last = (struct san_step){0};
    game->sound = !mailbox_in_check(&game->now, !game->now.side);
}

int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX], struct note *why)
{
    struct mailbox_ply ply;
    bool unique;
    int result = written_decode(&game->now, text, length, &ply, &unique, why);
    if (result < 0)
        return result;
    char *end = standard ? add_body(standard, &game->now, ply, unique) : NULL;
    game->last.ply = ply;
    game->last.sound = game->sound;
    mailbox_play(&game->now, ply, &game->last.undo);
    bool check =
        game->sound ? mailbox_gives_check(&game->now, ply) : mailbox_in_check(&game->now, game->now.side);
    if (end)
        add_check(end, &game->now, check);
    game->sound = true;
    return 0;
}

int san_pass(struct san_game *game, struct note *why)
{
    if (mailbox_in_check(&game->now, game->now.side))
        return note_fail(why, FAIL_RULE, -1, "a side in check cannot pass");
    game->last = (struct san_step){.undo.state = game->now.state, .sound = game->sound};
    mailbox_pass(&game->now);
    return 0;
}

void san_back(struct san_game *game, const struct san_step *last)
{
    if (last->ply.from)
        mailbox_back(&game->now, last->ply, &last->undo);
    else
        mailbox_unpass(&game->now, &last->undo.state);
    game->sound = last->sound;
}

void san_position(const struct san_game *game, struct position *out)
{
    out->rules = game->rules;
    mailbox_store(&game->now, out);
}
