/* uci_text.c - write and parse plies in UCI notation: see uci_text.h. */
#include "core/engine/uci_text.h"

#include "core/util/ascii.h"
#include "core/enumerate.h"

#include <stdio.h>
#include <string.h>

int uci_format(const struct position *position, const struct ply *ply, char *buffer, size_t size)
{
    size_t used = 0;
    if (ply->n == 0) {
        text_add(buffer, size, &used, "0000");
        return (int)used;
    }
    if (!position->rules->rules->coordinates)
        return position->rules->rules->format(position, ply, FORM_LONG, buffer, size);
    const struct board *board = position->rules->board;
    text_add(buffer, size, &used, "%s", board_name(board, ply->v[0].from));
    for (int i = 1; i < ply->n; i++) {
        const struct action *action = &ply->v[i];
        if (action->verb == ACTION_PROMOTE)
            text_add(buffer, size, &used, "%c",
                     position->rules->kinds[action->kind].letter + ('a' - 'A'));
        else
            text_add(buffer, size, &used, "%s", board_name(board, action->to));
    }
    return (int)used;
}

struct seeking {
    const struct position *position;
    const char *text;
    struct ply *out;
    int found;
};

static int uci_text_compare(const struct ply *ply, void *argument)
{
    struct seeking *seeking = argument;
    char text[64];
    uci_format(seeking->position, ply, text, sizeof text);
    if (!strcmp(text, seeking->text)) {
        ply_copy(seeking->out, ply);
        seeking->found++;
    }
    return 0;
}

int uci_parse(const struct position *position, const char *text, struct ply *out, struct note *why)
{
    if (position->rules->rules->coordinates && strlen(text) < 16) {
        struct seeking seeking = {.position = position, .text = text, .out = out};
        const struct limits limits = LIMITS_DEFAULT;
        search_plies(position, &limits, uci_text_compare, &seeking);
        if (seeking.found == 1)
            return 0;
    }
    return position->rules->rules->parse(position, text, out, why);
}
