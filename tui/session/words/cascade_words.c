/* cascade_words.c - what is asked of a search for cascades, and why it found nothing: see
 * cascade_words.h. */
#include "config.h"

#include "tui/session/words/cascade_words.h"

#include "tui/commands/arguments.h"

#include <stdio.h>
#include <string.h>

int cascade_asked_read(const struct ruleset *rules, const char *text, int usual,
                       struct cascade_asked *asked, struct note *why)
{
    *asked = (struct cascade_asked){.goal = {.verb = GOAL_ANY, .cell = CELL_NONE}, .moves = usual};
    argument_word(&text, asked->text, sizeof asked->text);
    if (*text && argument_number(text, 1, CASCADE_MOVES_MOST, &asked->moves, why) < 0)
        return FAIL_TEXT;
    asked->all = !strcmp(asked->text, "all");
    return asked->all ? 0 : goal_read(rules, asked->text, &asked->goal, why);
}

void words_no_cascade(const struct position *position, const struct goal *goal,
                      const struct cascade_result *result, const char *further, char *out,
                      size_t size)
{
    char none[240];
    cascades_none(position, goal, result, none, sizeof none);
    snprintf(out, size, "%s; %s", none,
             result->end == CASCADES_CANCELLED ? "choose the goal again to search completely"
             : result->end == CASCADES_STATES
                 ? "choose a goal that needs fewer moves, or a later position"
             : result->end == CASCADES_LIMIT && further ? further
                                                        : "try another goal or position");
}
