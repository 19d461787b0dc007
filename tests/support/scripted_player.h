/* scripted_player.h - a player in place of the engine: a test tells it what to answer, and it
 * counts what it was asked. */
#ifndef CHESSCADE_TESTS_SUPPORT_SCRIPTED_PLAYER_H
#define CHESSCADE_TESTS_SUPPORT_SCRIPTED_PLAYER_H

#include "tests/support/testing.h"

#include "core/draft.h"
#include "tui/session/opponent.h"

static struct script {
    const char *answer; /* the ply it will give; NULL: it still thinks */
    int score;
    const char *dies; /* it fails with this sentence */
    bool no_start;
    int starts, goes, stops, hurries, ends, plies;
    struct player_limits limits;
    struct position now;
} script;

static inline int script_start(const struct ruleset *rules, void **player, struct note *why)
{
    (void)rules;
    if (script.no_start)
        return note_fail(why, FAIL_SYSTEM, -1, "it cannot be started: no memory");
    script.starts++;
    *player = &script;
    return 0;
}

static inline void script_position(void *player, const struct position *start,
                                   const struct ply *ply, int plies)
{
    struct position before;
    (void)player;
    script.plies = plies;
    position_copy(&script.now, start);
    for (int i = 0; i < plies; i++) {
        position_copy(&before, &script.now);
        ply_play(&before, &ply[i], &script.now);
    }
}

static inline int script_go(void *player, const struct player_limits *limits, struct note *why)
{
    (void)player;
    (void)why;
    script.goes++;
    script.limits = *limits;
    script.answer = NULL;
    return 0;
}

static inline int script_answer(void *player, struct player_answer *out, struct note *why)
{
    (void)player;
    if (script.dies)
        return note_fail(why, FAIL_SYSTEM, -1, "%s", script.dies);
    if (!script.answer)
        return 0;
    out->found = *script.answer;
    out->score = script.score;
    if (out->found)
        assert_int_equal(script.now.rules->rules->parse(&script.now, script.answer, &out->ply, why),
                         0);
    return 1;
}

static inline void script_hurry(void *player)
{
    (void)player;
    script.hurries++;
}

static inline void script_stop(void *player)
{
    (void)player;
    script.stops++;
}

static inline void script_end(void *player)
{
    (void)player;
    script.ends++;
}

static const struct player_ops scripted = {script_start, script_position, script_go, script_answer,
                                           script_hurry, script_stop,     script_end};

#endif
