/* presentation.c - words and pictures of a piece in any family: see presentation.h. */
#include "core/presentation.h"

const struct presentation *presentation_of(const struct ruleset *ruleset)
{
    static const struct presentation nothing;
    return ruleset->rules->presentation ? ruleset->rules->presentation : &nothing;
}

int piece_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    const struct presentation *family = presentation_of(position->rules);
    if (size)
        buffer[0] = '\0';
    return family->describe ? family->describe(position, cell, buffer, size) : 0;
}

int hand_describe(const struct draft *draft, char *buffer, size_t size)
{
    const struct presentation *family = presentation_of(draft->now.rules);
    if (size)
        buffer[0] = '\0';
    return family->describe_hand ? family->describe_hand(draft, buffer, size) : 0;
}

int action_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct presentation *family = presentation_of(draft->now.rules);
    return family->path ? family->path(draft, action, out, room) : 0;
}

const char *reach_part(const struct position *position, const struct action *mark)
{
    const struct presentation *family = presentation_of(position->rules);
    return family->part ? family->part(position, mark) : NULL;
}

const struct example *piece_example(struct position *alone, cell_t cell, struct actions *out)
{
    const struct presentation *family = presentation_of(alone->rules);
    return family->example ? family->example(alone, cell, out) : NULL;
}

const struct example *kind_signs(const struct ruleset *ruleset, int kind)
{
    const struct presentation *family = presentation_of(ruleset);
    return family->signs ? family->signs(ruleset, kind) : NULL;
}

const struct source_picture *kind_picture(const struct ruleset *ruleset, int kind)
{
    const struct presentation *family = presentation_of(ruleset);
    return family->picture ? family->picture(ruleset, kind) : NULL;
}

int kind_drawn(const struct ruleset *ruleset, const char *text)
{
    const struct presentation *family = presentation_of(ruleset);
    return family->drawn ? family->drawn(ruleset, text) : KIND_NONE;
}

const char *piece_state(const struct ruleset *ruleset, struct piece piece)
{
    const struct presentation *family = presentation_of(ruleset);
    return family->state && piece.kind ? family->state(piece) : "";
}

struct left_behind ply_leaves(const struct position *before, const struct ply *ply)
{
    const struct presentation *family = presentation_of(before->rules);
    return family->leaves && ply->n ? family->leaves(before, ply) : (struct left_behind){0};
}

unsigned position_edits(const struct ruleset *ruleset)
{
    const struct presentation *family = presentation_of(ruleset);
    return family->edits ? family->edits(ruleset) : 0;
}

const char *rule_cited(const struct ruleset *ruleset, enum cited_rule rule)
{
    const char *cited = presentation_of(ruleset)->cited[rule];
    return cited ? cited : "";
}
