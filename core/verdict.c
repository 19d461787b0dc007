/* verdict.c - verdicts: whether a game goes on, who has won, in words; see struct verdict in core/family.h.
 *
 * Each family's judge() decides what a position is. It gets a struct context with what only the history of a game knows: how
 * often the position has occurred, how many plies were played, how far to search for a legal ply. This file has what all
 * families share: judging a position by itself, the words of the status line (docs/notation.md), and questions derived from a
 * verdict.
 *
 * Four members are easy to misread. `goes_on`: the game is drawn, but lists of plies and the referee still allow plies.
 * `unsure`: no legal ply was found within the limits, but a longer cascade may exist, so this is not mate or stalemate.
 * `claims`: draws the side to move may claim; they do not end the game by themselves. `rule` is set only if the verdict needs a
 * citation.
 *
 * position_judge() knows no history: it never sees a repetition, and counters apply only if the family counts them without a
 * game. */
#include "core/draft.h"
#include "core/position_text.h"
#include "core/variant.h"

void position_judge(const struct position *position, struct verdict *out)
{
    const struct context context = {.limits = LIMITS_DEFAULT, .times = 1};
    *out = (struct verdict){0};
    position->rules->rules->judge(position, &context, out);
}

int verdict_text(const struct verdict *verdict, char *buffer, size_t size)
{
    static const char *const wins[] = {"white-wins", "black-wins", "red-wins", "nobody-wins"};
    static const char *const words[] = {"playing", "check", "double-check", "", "draw"};
    static const char *const notes[] = {"siege", "threefold", "fifty-move"};
    size_t used = 0;
    bool win = verdict->outcome == OUTCOME_WIN;
    text_add(buffer, size, &used, "%s", win ? wins[verdict->winner] : words[verdict->outcome]);
    if (verdict->reason)
        text_add(buffer, size, &used, " (%s)", verdict->reason);
    if (!verdict_over(verdict) && verdict->notes) {
        const char *before = " (";
        for (int i = 0; i < 3; i++)
            if (verdict->notes & (1 << i)) {
                text_add(buffer, size, &used, "%s%s", before, notes[i]);
                before = ", ";
            }
        text_add(buffer, size, &used, ")");
    }
    return (int)used;
}

int claim_refuse(const struct position *position, int times, struct note *why)
{
    const struct ruleset *rules = position->rules;
    static const char *const stood[] = {"has occurred once", "has occurred twice"};
    if (!rules->draws)
        return note_fail(why, FAIL_RULE, -1, "no draw can be claimed in this game");
    if (rules->draws_called)
        return note_fail(why, FAIL_RULE, -1,
                         "no claim is needed: repetition and long play end the game (%s)", rules->draws);
    return note_fail(why, FAIL_RULE, -1,
                     "no draw can be claimed: the position %s, three times are needed, and %d of 100 plies have passed "
                     "without a lasting change (%s)",
                     stood[times > 1], (int)position->halfmove, rules->draws);
}

bool position_can_pass(const struct position *position)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    return verdict.outcome == OUTCOME_PLAYING;
}

bool ply_loses(const struct position *before, const struct ply *ply, struct verdict *out)
{
    struct position after;
    ply_play(before, ply, &after);
    position_judge(&after, out);
    return out->outcome == OUTCOME_WIN && out->winner != before->side;
}
