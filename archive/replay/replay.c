/* replay.c - replays records by the rules of their variants: see replay.h. */
#include "archive/replay/replay.h"

#include "archive/replay/record_rules.h"
#include "archive/replay/san_replay.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

/* Rules kept until the program exits, because a program that checks one game usually checks
 * many. */
static _Thread_local struct follow_start rules_of_many;

const char replay_gap[] = "the file has a gap here: what follows cannot be shown";

struct follow_start *replay_rules_of_many(void)
{
    return &rules_of_many;
}

/* Finishes opening a replay. `result` says whether its rules could be set up; if so, sets up the
 * start position. */
static int replay_open_with(struct replay *replay, const struct record *record, int result,
                            struct note *why)
{
    struct position start;
    struct note reason;
    if (result == 0 && record_start(replay->rules, record, &start, &reason) < 0)
        result = note_fail(&replay->trouble, FAIL_TEXT, -1, "the start position cannot be read: %s",
                           reason.text);
    if (result == 0) {
        track_begin(&replay->track, &start);
        return 0;
    }
    if (!replay->borrowed)
        ruleset_free(replay->rules);
    replay->rules = NULL;
    note_set(why, -1, "%s", replay->trouble.text);
    return result;
}

int replay_open(struct replay *replay, const struct record *record, struct note *why)
{
    *replay = (struct replay){0};
    return replay_open_with(replay, record, record_rules(&replay->rules, record, &replay->trouble),
                            why);
}

int replay_open_alike(struct replay *replay, const struct record *record, struct note *why)
{
    const struct value *options = record_options(record);
    if (options && options->n > FOLLOW_OPTIONS)
        return replay_open(replay, record, why);
    *replay = (struct replay){.borrowed = true};
    replay->rules = follow_start_rules(&rules_of_many, record, &replay->trouble);
    return replay_open_with(replay, record, replay->rules ? 0 : FAIL_NAME, why);
}

void replay_clear(struct replay *replay)
{
    track_clear(&replay->track);
    if (!replay->borrowed)
        ruleset_free(replay->rules);
    *replay = (struct replay){0};
}

int replay_go(struct replay *replay, const struct record *record, const struct spot *spot,
              struct note *why)
{
    struct track *track = &replay->track;
    if (!replay->rules)
        return note_fail(why, FAIL_NAME, -1, "%s", replay->trouble.text);
    track_go(track, record, spot);
    if (!track->broken)
        return 0;
    const struct node *node = spot_path(record, spot, track->plies);
    bool gap = node->notes && node->notes->gap;
    return note_fail(why, track->failure, -1, "%s", gap ? replay_gap : track->why.text);
}

int ply_kept(const struct position *before, const struct ply *ply, enum form form,
             char out[PLY_ROOM], struct note *why)
{
    int length = before->rules->rules->format(before, ply, form, out, PLY_ROOM);
    if (length <= PLY_BYTES_MAX)
        return 0;
    return note_fail(why, FAIL_LIMIT, -1,
                     "this ply has %d characters, but a game stores at most %d", length,
                     PLY_BYTES_MAX);
}
