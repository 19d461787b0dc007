/* ply_match.c - finds which continuation of the record equals a given ply: see tui/session/ply_match.h. */
#include "config.h"
#include "tui/session/ply_match.h"

#include "archive/record/edit.h"
#include "tui/session/game_line.h"

#include <string.h>

struct looking {
    const struct way_sought *sought;
    int choice;
    struct ply ply; /* the ply to find */
    const char *near;
};

/* Parse a ply of the record; false if it is not legal here. */
static bool read_way(const struct way_sought *sought, const char *text, struct ply *ply)
{
    struct note why;
    return ply_read(sought->now, text, ply, &why) == 0 && ply->n > 0;
}

bool way_sought_is(const struct way_sought *sought, const char *text)
{
    char kept[PLY_ROOM];
    struct note why;
    struct ply ply = {0};
    enum form form = sought->record->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT;
    bool same = !strcmp(text, sought->text) ||
                (read_way(sought, text, &ply) && ply_kept(sought->now, &ply, form, kept, &why) == 0 && !strcmp(kept, sought->text));
    ply_free(&ply);
    return same;
}

static const char *text_of(const struct looking *looking, const struct spot *to, const struct line *line)
{
    return line ? line->v[0].text : spot_node(looking->sought->record, to)->text;
}

static bool is_way(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct looking *looking = argument;
    if (way_sought_is(looking->sought, text_of(looking, to, line)))
        looking->choice = choice;
    return looking->choice < 0;
}

int way_sought_find(const struct way_sought *sought, const struct spot *spot)
{
    struct looking looking = {.sought = sought, .choice = edit_find(sought->record, spot, sought->text)};
    if (looking.choice < 0)
        spot_ways(sought->record, spot, is_way, &looking);
    return looking.choice;
}

static int skip(const struct ply *ply, int at, enum verb verb)
{
    while (at < ply->n && ply->v[at].verb == verb)
        at++;
    return at;
}

/* What differs between two plies, if it is only a turn or the kind of a promotion; otherwise NULL. */
static const char *differ(const struct ply *a, const struct ply *b)
{
    bool kind = false;
    int i = skip(a, 0, ACTION_TURN), j = skip(b, 0, ACTION_TURN);
    for (; i < a->n && j < b->n; i = skip(a, i + 1, ACTION_TURN), j = skip(b, j + 1, ACTION_TURN)) {
        struct action one = a->v[i], other = b->v[j];
        if (one.verb == ACTION_PROMOTE && other.verb == ACTION_PROMOTE) {
            kind = kind || one.kind != other.kind;
            one.kind = other.kind;
        }
        if (!action_same(one, other))
            return NULL;
    }
    if (i < a->n || j < b->n)
        return NULL;
    return kind ? "the new piece is not" : "its turn is not";
}

static bool is_near(void *argument, int choice, const struct spot *to, const struct line *line)
{
    struct looking *looking = argument;
    struct ply ply = {0};
    (void)choice;
    if (read_way(looking->sought, text_of(looking, to, line), &ply))
        looking->near = differ(&ply, &looking->ply);
    ply_free(&ply);
    return !looking->near;
}

const char *way_sought_near(const struct way_sought *sought, const struct spot *spot)
{
    struct looking looking = {.sought = sought};
    if (read_way(sought, sought->text, &looking.ply))
        spot_ways(sought->record, spot, is_near, &looking);
    ply_free(&looking.ply);
    return looking.near;
}
