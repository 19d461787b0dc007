/* ply_steps.c - steps through a ply: see tui/session/ply_steps.h. */
#include "tui/session/ply_steps.h"

#include "archive/record/record.h"
#include "core/position_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool begins_member(const struct action *action)
{
    return action->verb == ACTION_PICK || action->verb == ACTION_PUSH;
}

int ply_walk_members(const struct ply *ply)
{
    int members = 0;
    for (int i = 0; i < ply->n; i++)
        members += begins_member(&ply->v[i]);
    return members;
}

/* The index of the first action of a member; for a member after the last one, the end of the ply. */
static int begin_of(const struct ply *ply, int member)
{
    for (int i = 0; i < ply->n; i++)
        if (begins_member(&ply->v[i]) && member-- == 0)
            return i;
    return ply->n;
}

/* The cells that one action passes. */
static int cells_of(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct rules *rules = draft->now.rules->rules;
    bool moves = action->verb != ACTION_PICK && action->verb != ACTION_TURN && action->verb != ACTION_CONVERT &&
                 action->verb != ACTION_PROMOTE && action->verb != ACTION_SUMMON && action->verb != ACTION_SPLIT;
    if (!moves || action->to == CELL_NONE || room < 1)
        return 0;
    int n = rules->path ? rules->path(draft, action, out, room) : 0;
    if (n == 0)
        out[n++] = action->to;
    return n;
}

/* Make the actions up to and including the first one of a member. */
static int take_start(const struct position *before, const struct ply *ply, int member, struct draft *draft)
{
    int from = begin_of(ply, member), i = 0;
    draft_begin(draft, before);
    for (; i <= from && i < ply->n; i++)
        draft_take(draft, ply->v[i]);
    return i;
}

/* The end of the member that begins before index i. An action that pushes off the next member belongs to it too, as
 * it ends on that cell. */
static int end_of(const struct ply *ply, int i)
{
    while (i < ply->n && ply->v[i].verb != ACTION_PICK && ply->v[i].verb != ACTION_PUSH)
        i++;
    return i < ply->n && ply->v[i].verb == ACTION_PUSH ? i + 1 : i;
}

int ply_walk_path(const struct position *before, const struct ply *ply, int member, cell_t *out, int room)
{
    struct draft draft = {0};
    int n = 0, i = take_start(before, ply, member, &draft);
    for (int end = end_of(ply, i); i < end; i++) {
        n += cells_of(&draft, &ply->v[i], out + n, room - n);
        draft_take(&draft, ply->v[i]);
    }
    draft_clear(&draft);
    return n;
}

void ply_walk_draft(const struct position *before, const struct ply *ply, struct walk_place place,
                    struct draft *draft)
{
    cell_t path[WALK_CELLS_MAX];
    int i, passed = 0;
    if (!place.member && !place.cell) {
        draft_begin(draft, before);
        return;
    }
    i = take_start(before, ply, place.member, draft);
    for (int end = end_of(ply, i); place.cell && i < end; i++) {
        int n = cells_of(draft, &ply->v[i], path, WALK_CELLS_MAX);
        if (passed + n > place.cell) {
            if (place.cell > passed && draft->held.kind)
                draft->hand = path[place.cell - passed - 1];
            return;
        }
        passed += n;
        draft_take(draft, ply->v[i]);
    }
}

bool ply_walk_is_made(const struct ply *ply, struct walk_place place)
{
    return !place.cell && place.member >= ply_walk_members(ply);
}

void ply_walk_text(const struct position *before, const struct ply *ply, int member, char *out, size_t size)
{
    char *text = memory_new(PLY_ROOM, 1);
    before->rules->rules->format(before, ply, FORM_LONG, text, PLY_ROOM);
    const char *part = text, *end;
    for (int i = 0; i < member && ply_walk_members(ply) > 1 && (end = strchr(part, '~')); i++)
        part = end + 1;
    size_t length = ply_walk_members(ply) > 1 ? strcspn(part, "~") : strlen(part);
    snprintf(out, size, "%.*s", (int)length, part);
    free(text);
}

/* Describe the moving piece: "White Rook from a1"; for a piece of rings its moving part, "the Wall of the White
 * Castle from e8"; where a Monolith meets a piece, the piece it sends off, "White Knight, sent off by the Monolith
 * from g5". */
static void add_walker(const struct position *before, const struct ply *ply, struct walk_place place, const struct draft *lifted,
                       char *out, size_t size, size_t *used)
{
    struct draft draft = {0};
    const struct kind *kinds = before->rules->kinds;
    bool neutral = lifted->held.side == NOBODY;
    ply_walk_draft(before, ply, place, &draft);
    bool other = draft.held.kind && draft.held.kind != lifted->held.kind;
    if (other && neutral)
        text_add(out, size, used, "%s %s, sent off by the ", side_name(draft.held.side), kinds[draft.held.kind].name);
    else if (other)
        text_add(out, size, used, "the %s of the ", kinds[draft.held.kind].name);
    text_add(out, size, used, "%s%s%s from %s", neutral ? "" : side_name(lifted->held.side), neutral ? "" : " ",
             kinds[lifted->held.kind].name, board_name(before->rules->board, lifted->hand));
    draft_clear(&draft);
}

void ply_walk_words(const struct position *before, const struct ply *ply, struct walk_place place, char *out,
                    size_t size)
{
    struct draft draft = {0};
    const struct ruleset *rules = before->rules;
    const struct kind *kinds = rules->kinds;
    struct walk_place start = {place.member, 0};
    size_t used = 0;
    out[0] = '\0';
    if (place.member >= ply_walk_members(ply))
        return;
    ply_walk_draft(before, ply, start, &draft);
    if (!place.member && place.cell) /* launching */
        draft_take(&draft, ply->v[0]);
    if (draft.held.kind && place.member && rules->rules->describe_hand) {
        char words[200];
        rules->rules->describe_hand(&draft, words, sizeof words);
        bool said = !strncmp(words, "in the air", 10);
        text_add(out, size, &used, "in the air: %s %s%s", side_name(draft.held.side), kinds[draft.held.kind].name,
                 said ? words + 10 : *words ? ", " : "");
        if (!said)
            text_add(out, size, &used, "%s", words);
    } else if (draft.held.kind) {
        add_walker(before, ply, place, &draft, out, size, &used);
    }
    if (place.cell && used) {
        text_add(out, size, &used, "; %d %s made", place.cell, place.cell == 1 ? "step" : "steps");
        if (draft.weightless && place.member)
            text_add(out, size, &used, ", no momentum spent");
        else if (draft.momentum >= place.cell && place.member)
            text_add(out, size, &used, ", momentum left %d", draft.momentum - place.cell);
    }
    draft_clear(&draft);
}
