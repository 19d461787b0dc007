/* query_position.c - the position that "here" means in a query: see tui/session/query_position.h. */
#include "config.h"
#include "tui/session/query_position.h"

#include "core/position_text.h"
#include "core/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct board_here {
    struct ruleset *rules;
    struct position position;
};

static const char word[] = ":here";

struct board_here *board_here_new(const struct position *position)
{
    const struct ruleset *rules = position->rules;
    struct board_here *here = memory_new(1, sizeof *here);
    if (ruleset_open(&here->rules, rules->id, rules->setting, rules->settings, NULL) < 0) {
        free(here);
        return NULL;
    }
    position_copy(&here->position, position);
    here->position.rules = here->rules;
    return here;
}

void board_here_free(struct board_here *here)
{
    if (here)
        ruleset_free(here->rules);
    free(here);
}

const struct position *board_here_position(const struct board_here *here)
{
    return here ? &here->position : NULL;
}

bool board_here_asked(const char *query)
{
    return strstr(query, word) != NULL;
}

char *board_here_write_out(const struct board_here *here, const char *query)
{
    char text[POSITION_TEXT_MAX + 1] = "", *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    if (!file)
        memory_exhausted();
    if (here)
        here->rules->rules->write(&here->position, text, sizeof text);
    for (const char *end; *text && (end = strstr(query, word)); query = end + sizeof word - 1)
        fprintf(file, "%.*s:\"%s\"", (int)(end - query), query, text);
    fputs(query, file);
    fclose(file);
    return out;
}
