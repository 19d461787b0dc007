/* option_values.c - the values of a variant's option, as a row and in words: see option_values.h. */
#include "tui/app/option_values.h"

#include <string.h>

int option_values_width(const struct option *option)
{
    int bars = 0, length = option->values ? (int)strlen(option->values) : (int)strlen(OPTION_AS_USUAL);
    for (const char *at = option->values; at && *at; at++)
        bars += *at == '|';
    return length + 2 + bars; /* a bar stands for one of the two columns between values */
}

static bool is_value(const char *at, int length, const char *value)
{
    return (int)strlen(value) == length && !strncmp(at, value, (size_t)length);
}

/* Columns of the row up to and including `value`, 0 if it is not there; NULL: of the whole row. */
static int width_to(const char *values, int most, const char *value)
{
    int width = 0;
    for (const char *at = values; *at && most > 0; most--) {
        int length = (int)strcspn(at, "|");
        width += length + 2;
        if (value && is_value(at, length, value))
            return width;
        at += length + (at[length] == '|');
    }
    return value ? 0 : width;
}

void option_values_draw(const char *values, int most, const char *holds, struct scene *scene, int row, int column, int end,
                        enum role ground)
{
    static const char more[] = " ...";
    if (!width_to(values, most, holds))
        column = scene_textf(scene, row, column, end - column, ROLE_TEXT, ground, "[%s] ", holds);
    int last = column + width_to(values, most, NULL) <= end ? end : end - (int)sizeof more + 1;
    if (column + width_to(values, most, holds) > last) {
        scene_textf(scene, row, column, end - column, ROLE_TEXT, ground, "[%s]%s", holds, more);
        return;
    }
    const char *at = values;
    for (bool this, before = false; *at && most > 0; most--, before = this) {
        int length = (int)strcspn(at, "|");
        this = is_value(at, length, holds);
        if (column + length + 2 > last) {
            scene_text(scene, row, column, end - column, more + !before, ROLE_DIM, ground);
            return;
        }
        column = scene_textf(scene, row, column, end - column, this ? ROLE_TEXT : ROLE_DIM, ground,
                             this ? "[%.*s]" : " %.*s ", length, at);
        at += length + (at[length] == '|');
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
