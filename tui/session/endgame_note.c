/* endgame_note.c - tables of endgames in words: see endgame_note.h. */
#include "config.h"
#include "tui/session/endgame_note.h"

#include "core/engine/endgame.h"
#include "core/position_text.h"
#include "tui/system/endgame_files.h"

#include <stdio.h>

static struct {
    uint64_t about; /* a hash of the variant and the position; 0: nothing is remembered */
    char text[ENDGAME_NOTE_ROOM];
} last;

uint64_t endgame_material(const struct position *position)
{
    const struct ruleset *rules = position->rules;
    uint64_t sum = hash_text(HASH_START, rules->id);
    int men = 0;
    for (int cell = 0; cell < rules->board->cells; cell++) {
        struct piece piece = position->at[cell];
        if (!piece.kind)
            continue;
        men++;
        sum += hash_mix((uint64_t)piece.kind << 8 | piece.side);
    }
    return rules->sides == 2 && men > 2 && men <= ENDGAME_MEN_MOST ? sum | 1 : 0;
}

static void write_note(const struct position *position, char out[ENDGAME_NOTE_ROOM])
{
    const struct endgame_host host = {.fetch = endgame_files_fetch};
    struct endgames *set = endgames_new(position->rules);
    struct endgame_value value;
    if (set && endgames_make(set, position, true, &host) && endgames_look(set, position, &value)) {
        int winner = value.outcome > 0 ? position->side : !position->side;
        uint32_t limit = 50u * (uint32_t)position->rules->sides;
        bool in_time =
            !position->rules->draws || position->halfmove + (uint32_t)value.plies < limit;
        if (!value.outcome)
            snprintf(out, ENDGAME_NOTE_ROOM, "best play: a draw");
        else if (in_time && value.plies)
            snprintf(out, ENDGAME_NOTE_ROOM, "best play: mate in %d for %s", (value.plies + 1) / 2,
                     side_name(winner));
    }
    endgames_free(set);
}

bool endgame_note(const struct position *position, char out[ENDGAME_NOTE_ROOM])
{
    out[0] = '\0';
    if (!endgame_material(position))
        return false;
    uint64_t about = hash_mix(position_hash(position) ^ endgame_material(position) ^
                              (uint64_t)position->halfmove << 20) |
                     1;
    if (about != last.about) {
        last.about = about;
        last.text[0] = '\0';
        write_note(position, last.text);
    }
    snprintf(out, ENDGAME_NOTE_ROOM, "%s", last.text);
    return *out;
}

void endgame_note_again(void)
{
    last.about = 0;
}
