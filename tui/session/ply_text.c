/* ply_text.c - plies as people read them, cached by path: see ply_text.h. */
#include "tui/session/ply_text.h"

#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_PLIES = 3000, SLOTS_START = 256 };

struct ply_text {
    uint64_t path; /* 0: the slot is free */
    char *text;
};

void ply_texts_begin(struct ply_texts *texts, const struct position *start, enum notation notation)
{
    *texts = (struct ply_texts){0};
    if (start && notation == NOTATION_LONG) { /* the other notations are shown as stored */
        texts->rules = start->rules;
        track_begin(&texts->track, start);
    }
}

void ply_texts_clear(struct ply_texts *texts)
{
    for (int i = 0; i < texts->slots; i++)
        free(texts->slot[i].text);
    free(texts->slot);
    if (texts->rules)
        track_clear(&texts->track);
    *texts = (struct ply_texts){0};
}

uint64_t path_start(void)
{
    return HASH_START;
}

uint64_t path_on(uint64_t path, const char *text)
{
    path = hash_text(path, text);
    return path ? path : 1;
}

static struct ply_text *slot_of(const struct ply_texts *texts, uint64_t path)
{
    int at = (int)(path % (uint64_t)texts->slots);
    while (texts->slot[at].path && texts->slot[at].path != path)
        at = (at + 1) % texts->slots;
    return &texts->slot[at];
}

static void grow(struct ply_texts *texts)
{
    struct ply_texts old = *texts;
    texts->slots = old.slots ? 2 * old.slots : SLOTS_START;
    texts->slot = memory_new((size_t)texts->slots, sizeof *texts->slot);
    for (int i = 0; i < old.slots; i++)
        if (old.slot[i].path)
            *slot_of(texts, old.slot[i].path) = old.slot[i];
    free(old.slot);
}

/* The short form of the ply at a spot, or its text as stored. */
static char *short_form(struct ply_texts *texts, const struct record *record, const struct spot *spot)
{
    const char *text = spot_node(record, spot)->text;
    int plies = spot_plies(spot);
    struct spot before = spot_before(spot, plies - 1);
    struct ply ply = {0};
    char out[PLY_ROOM];
    bool shown = false;
    if (plies > PATH_MAX_PLIES)
        return memory_text(text);
    track_go(&texts->track, record, &before);
    const struct position *position = &texts->track.now;
    if (!texts->track.broken && ply_read(position, text, &ply, NULL) == 0 && ply.n) {
        int length = texts->rules->rules->format(position, &ply, FORM_SHORT, out, sizeof out);
        shown = length > 0 && length < PLY_ROOM;
    }
    ply_free(&ply);
    return memory_text(shown ? out : text);
}

const char *ply_text(struct ply_texts *texts, const struct record *record, const struct spot *spot, uint64_t path)
{
    if (!texts->rules)
        return spot_node(record, spot)->text;
    if (2 * (texts->used + 1) > texts->slots)
        grow(texts);
    struct ply_text *slot = slot_of(texts, path);
    if (!slot->path) {
        *slot = (struct ply_text){path, short_form(texts, record, spot)};
        texts->used++;
    }
    return slot->text;
}
