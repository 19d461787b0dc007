/* option_values.c - the values of an option: see option_values.h. */
#include "tui/option_values.h"

#include <string.h>

int option_values_width(const struct option *option)
{
    int bars = 0, length = option->values ? (int)strlen(option->values) : (int)strlen(OPTION_AS_USUAL);
    for (const char *at = option->values; at && *at; at++)
        bars += *at == '|';
    return length + 2 + bars; /* a bar is one of the two columns between values */
}

void option_values_draw(const struct option *option, const char *holds, struct scene *scene, int row, int column, int end,
                        enum role ground)
{
    if (column + option_values_width(option) > end) {
        scene_textf(scene, row, column, end - column, ROLE_TEXT, ground, "[%s] ...", holds);
        return;
    }
    for (const char *at = option->values; *at;) {
        int length = (int)strcspn(at, "|");
        bool this = (int)strlen(holds) == length && !strncmp(at, holds, (size_t)length);
        if (column + length + 2 > end)
            return;
        column = scene_textf(scene, row, column, end - column, this ? ROLE_TEXT : ROLE_DIM, ground,
                             this ? "[%.*s]" : " %.*s ", length, at);
        at += length;
        at += *at == '|';
    }
}

void option_values_write(const struct option *option, struct page *page)
{
    char text[256];
    size_t used = 0;
    int first = (int)strcspn(option->values, "|");
    for (const char *at = option->values; *at;) {
        int length = (int)strcspn(at, "|");
        text_add(text, sizeof text, &used, "%s%.*s", used ? ", " : "", length, at);
        at += length + (at[length] == '|');
    }
    page_addf(page, ROLE_DIM, 0, "%s. Usually: %.*s.", text, first, option->values);
}

void option_values_step(const struct option *option, const char *value, int by, char *out, size_t size)
{
    int now = 0, n = 0;
    for (const char *at = option->values; at; n++) {
        snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
        if (!strcmp(out, value))
            now = n;
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    const char *at = option->values;
    for (int i = (now + by + n) % n; i > 0; i--)
        at = strchr(at, '|') + 1;
    snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
}
