/* track.c - the positions along a path of a record: see track.h.
 *
 * A record stores only the texts of plies, so a position must be replayed from the start. A track
 * remembers the path of the last spot: its plies, parsed, with the texts they came from; the
 * identity of each position, for counting repetitions; and a copy of every KEEP_EVERY-th position.
 * track_go() keeps the part of the path that is the same in the new spot and in the changed record,
 * restores the last copied position before the end of that part, replays the plies after it without
 * parsing, and parses only what is new. So a step forward costs one ply, and an edit costs the
 * plies after it.
 *
 * In games of three, a side may leave after a ply, out of time or resigning (docs/archive.md,
 * events), while the others play on: `left` remembers that for each ply, and if other sides have
 * left, the path is a different one from there on. A ply that cannot be parsed, is illegal, or is a
 * gap in the record breaks the track: `now` stays at the position before it, and `why` has the
 * reason. */
#include "archive/replay/track.h"

#include "archive/replay/san_replay.h"
#include "core/draft.h"
#include "core/game.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

enum { KEEP_EVERY = 16, BY_TIME = 1 << SIDES_MAX };

int ply_read(const struct position *position, const char *text, struct ply *ply, struct note *why)
{
    if (!text_is_pass(text))
        return position->rules->rules->parse(position, text, ply, why);
    ply->n = 0;
    return !position_can_pass(position)
               ? note_fail(why, FAIL_RULE, -1, "you cannot pass in check or when the game is over")
               : 0;
}

static uint64_t track_identity_of(const struct position *position)
{
    const struct rules *rules = position->rules->rules;
    return rules->identity ? rules->identity(position) : position_hash(position);
}

const struct verdict *track_verdict(struct track *track)
{
    struct context context = {
        .limits = LIMITS_DEFAULT, .game = true, .plies = track->plies, .times = 0};
    if (track->judged)
        return &track->verdict;
    for (int i = 0; i <= track->plies; i++)
        context.times += track->identity[i] == track->identity[track->plies];
    track->verdict = (struct verdict){0};
    track->rules->rules->judge(&track->now, &context, &track->verdict);
    track->judged = true;
    track->times = context.times;
    return &track->verdict;
}

/* Remember the position after `plies` plies: its identity, and a copy of it after every KEEP_EVERY
 * plies. */
static void track_keep(struct track *track)
{
    int plies = track->plies;
    track->identity =
        memory_room(track->identity, &track->identity_room, plies + 1, sizeof *track->identity);
    track->identity[plies] = track_identity_of(&track->now);
    if (plies % KEEP_EVERY)
        return;
    int at = plies / KEEP_EVERY;
    track->kept = memory_room(track->kept, &track->kept_room, at + 1, sizeof *track->kept);
    for (; track->kept_made <= at; track->kept_made++)
        track->kept[track->kept_made] = memory_new(1, sizeof **track->kept);
    position_copy(track->kept[at], &track->now);
}

void track_begin(struct track *track, const struct position *start)
{
    *track = (struct track){.rules = start->rules};
    position_copy(&track->now, start);
    position_copy(&track->before, start);
    track_keep(track);
}

void track_clear(struct track *track)
{
    for (int i = 0; i < track->ply_made; i++) {
        ply_free(&track->ply[i]);
        free(track->text[i]);
    }
    for (int i = 0; i < track->kept_made; i++)
        free(track->kept[i]);
    free(track->ply);
    free(track->text);
    free(track->left);
    free(track->identity);
    free(track->kept);
    *track = (struct track){0};
}

/* The sides that leave after a ply while others play on, as bits (docs/archive.md, events). */
static uint8_t track_leaving(const struct track *track, const struct node *node)
{
    struct leaver leaver[SIDES_MAX];
    int n = track->rules->rules->retire ? follow_leavers(node, leaver) : 0;
    uint8_t sides = 0;
    for (int i = 0; i < n; i++)
        if (leaver[i].side < track->rules->sides)
            sides |= (uint8_t)((leaver[i].by_time ? 1 | BY_TIME : 1) << leaver[i].side);
    return sides;
}

/* Play ply number `index` of the track, counted from 0, in `position`; then remove the sides
 * that left after that ply. */
static void track_play_on(const struct track *track, int index, struct position *position)
{
    const struct ply *ply = &track->ply[index];
    struct position before;
    if (ply->n) {
        position_copy(&before, position);
        ply_play(&before, ply, position);
    } else {
        position_pass(position);
    }
    for (int side = 0; side < SIDES_MAX; side++)
        if (track->left[index] & (1 << side))
            track->rules->rules->retire(position, side);
}

/* Compute the position after the first `plies` plies of the path (at most track->plies). */
static void track_position(const struct track *track, int plies, struct position *out)
{
    int at = plies / KEEP_EVERY;
    position_copy(out, track->kept[at]);
    for (int i = at * KEEP_EVERY; i < plies; i++)
        track_play_on(track, i, out);
}

/* Parse and play one more ply. Returns false if that is impossible. */
static bool track_advance(struct track *track, const struct node *node)
{
    const char *text = node->text;
    int at = track->plies;
    if (at == track->ply_made) {
        track->ply = memory_room(track->ply, &track->ply_room, at + 1, sizeof *track->ply);
        track->text = memory_room(track->text, &track->text_room, at + 1, sizeof *track->text);
        track->left = memory_room(track->left, &track->left_room, at + 1, sizeof *track->left);
        track->ply[at] = (struct ply){0};
        track->text[at] = NULL;
        track->ply_made++;
    }
    if (at >= GAME_PLIES_MAX)
        track->failure =
            note_fail(&track->why, FAIL_LIMIT, -1, "a game has at most %d plies", GAME_PLIES_MAX);
    else
        track->failure = ply_read(&track->now, text, &track->ply[at], &track->why);
    track->broken = track->failure < 0;
    if (track->broken)
        return false;
    free(track->text[at]);
    track->text[at] = memory_text(text);
    position_copy(&track->before, &track->now);
    track->left[at] = track_leaving(track, node);
    track_play_on(track, at, &track->now);
    track->plies++;
    track_keep(track);
    return true;
}

const char *track_why_out(const struct track *track, int side)
{
    if (!track->plies)
        return NULL;
    int last = track->plies - 1;
    if (track->left[last] & 1 << side)
        return track->left[last] & BY_TIME << side ? "time" : "resignation";
    const struct rules *rules = track->rules->rules;
    return rules->why_out && track->ply[last].n
               ? rules->why_out(&track->before, &track->ply[last], side)
               : NULL;
}

int track_game(const struct track *track, const struct position **start)
{
    for (int i = 0; i < track->plies; i++)
        if (!track->ply[i].n || track->left[i]) {
            *start = &track->now;
            return 0;
        }
    *start = track->kept[0];
    return track->plies;
}

void track_go(struct track *track, const struct record *record, const struct spot *spot)
{
    int plies = spot_plies(spot), same = 0, was = track->plies;
    while (same < plies && same < was) {
        const struct node *node = spot_path(record, spot, same);
        if (strcmp(track->text[same], node->text) != 0 || (node->notes && node->notes->gap) ||
            track->left[same] != track_leaving(track, node))
            break;
        same++;
    }
    track->broken = track->judged = false;
    if (same < was) {
        track->plies = same;
        if (same == was - 1)
            position_copy(&track->now, &track->before);
        else
            track_position(track, same, &track->now);
        if (same)
            track_position(track, same - 1, &track->before);
        else
            position_copy(&track->before, &track->now);
    }
    for (int i = same; i < plies; i++) {
        const struct node *node = spot_path(record, spot, i);
        if (node->notes && node->notes->gap) {
            track->broken = true;
            track->failure = note_fail(&track->why, FAIL_RULE, -1, "the file has a gap here");
            break;
        }
        if (!track_advance(track, node))
            break;
    }
}

/* ---- looking ahead and behind ---- */

cell_t ply_end(const struct ply *ply)
{
    for (int i = ply->n - 1; i >= 0; i--)
        if (ply->v[i].to != CELL_NONE)
            return ply->v[i].to;
    return CELL_NONE;
}

int track_ahead(const struct track *track, const struct record *record, const struct spot *spot,
                int choice, cell_t *cells, int most)
{
    struct position now, before;
    struct spot ahead = *spot;
    struct ply ply = {0};
    struct note why;
    int n = 0;
    position_copy(&now, &track->now);
    for (int i = 0; i < most && !track->broken && spot_next(record, &ahead, i ? 0 : choice); i++) {
        const struct node *node = spot_node(record, &ahead);
        if ((node->notes && node->notes->gap) || ply_read(&now, node->text, &ply, &why) < 0)
            break;
        if (ply_end(&ply) == CELL_NONE) {
            position_pass(&now);
            continue;
        }
        cells[n++] = ply_end(&ply);
        position_copy(&before, &now);
        ply_play(&before, &ply, &now);
    }
    ply_free(&ply);
    return n;
}

int track_behind(const struct track *track, cell_t *cells, int most)
{
    int n = 0;
    for (int i = track->plies - 2; i >= 0 && n < most; i--)
        if (ply_end(&track->ply[i]) != CELL_NONE)
            cells[n++] = ply_end(&track->ply[i]);
    return n;
}
