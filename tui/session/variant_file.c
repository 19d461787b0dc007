/* variant_file.c - custom variants from files, and the named armies of Turning Chess: see
 * variant_file.h. */
#include "tui/session/variant_file.h"
#include "core/families/croatian/custom_board.h"
#include "core/families/turning/armies.h"
#include "core/util/spelling.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variant_file_read_text(const char *path, char *text, struct note *why)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s: %s", path, strerror(errno));
    size_t length = fread(text, 1, VARIANT_FILE_MAX + 1, file);
    int failed = ferror(file);
    fclose(file);
    if (failed)
        return note_fail(why, FAIL_SYSTEM, -1, "%.200s cannot be read", path);
    if (length > VARIANT_FILE_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "%.200s is too long for a variant definition", path);
    text[length] = '\0';
    if (strlen(text) != length)
        return note_fail(why, FAIL_TEXT, (int)strlen(text), "%.200s is not text", path);
    return 0;
}

static int variant_file_line_of(const char *text, int offset)
{
    int line = 1;
    for (int i = 0; i < offset && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

int variant_named_id(const char *name, char **id, struct note *why)
{
    static const char prefix[] = "custom:@";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        *id = memory_text(name);
        return 0;
    }
    const char *path = name + sizeof prefix - 1;
    char *text = memory_new(VARIANT_FILE_MAX + 2, 1);
    struct note reason;
    int result = variant_file_read_text(path, text, why);
    if (result == 0) {
        result = custom_id(text, id, &reason);
        if (result < 0 && reason.offset >= 0)
            note_set(why, -1, "%.100s, line %d: %.150s", path,
                     variant_file_line_of(text, reason.offset), reason.text);
        else if (result < 0)
            note_set(why, -1, "%.100s: %.150s", path, reason.text);
    }
    free(text);
    return result;
}

/* ---- The named armies of Turning Chess: see variant_file.h. */

bool army_names_asked(const struct ruleset *rules, const struct option *option)
{
    return option && !option->values && army_name(rules, 0);
}

bool army_names_meant(const struct ruleset *rules, const char *name, const char *text)
{
    enum {
        ALMOST = 6
    }; /* a text with at least this many capital letters counts as an army (an army has eight) */
    struct spelling spelling = {.typed = text};
    const struct option *option = NULL;
    int letters = 0;
    for (int i = 0; i < rules->variant->option_count; i++)
        if (!strcmp(rules->variant->options[i].name, name))
            option = &rules->variant->options[i];
    if (!army_names_asked(rules, option))
        return false;
    for (int i = 0; army_name(rules, i); i++)
        spelling_try(&spelling, army_name(rules, i));
    for (const char *at = text; *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            letters++;
    bool capitals = letters >= ALMOST && (size_t)letters == strlen(text);
    return spelling.best || capitals || strchr(text, '('); /* "(" marks a piece with a facing */
}

int army_names_list(const struct ruleset *rules, char *out, size_t size)
{
    size_t used = 0;
    if (size)
        out[0] = '\0';
    for (int i = 0; army_name(rules, i); i++)
        text_add(out, size, &used, "%s%s", i ? ", " : "", army_name(rules, i));
    return (int)used;
}

bool army_names_complete(const struct ruleset *rules, const char *text, char *out, size_t size)
{
    size_t typed = strlen(text), common = 0;
    const char *first = NULL, *name;
    for (int i = 0; (name = army_name(rules, i)); i++) {
        if (strncmp(name, text, typed) != 0)
            continue;
        if (!first)
            common = strlen(first = name);
        while (strncmp(name, first, common) != 0)
            common--;
    }
    if (!first || common <= typed || common >= size)
        return false;
    snprintf(out, size, "%.*s", (int)common, first);
    return true;
}

const char *army_names_step(const struct ruleset *rules, const char *now, int by)
{
    int n = 0, at = -1;
    for (; army_name(rules, n); n++)
        if (!strcmp(army_name(rules, n), now))
            at = n;
    at += by; /* -1 and n stand for no army */
    return at >= n || at == -1 ? "" : army_name(rules, at < 0 ? n - 1 : at);
}
