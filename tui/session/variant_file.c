/* variant_file.c - custom variants from files: see variant_file.h. */
#include "tui/session/variant_file.h"

#include "core/families/croatian/custom_board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_text(const char *path, char *text, struct note *why)
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
        return note_fail(why, FAIL_LIMIT, -1, "%.200s is longer than any definition", path);
    text[length] = '\0';
    if (strlen(text) != length)
        return note_fail(why, FAIL_TEXT, (int)strlen(text), "%.200s is no text", path);
    return 0;
}

static int line_of(const char *text, int offset)
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
    int result = read_text(path, text, why);
    if (result == 0) {
        result = custom_id(text, id, &reason);
        if (result < 0 && reason.offset >= 0)
            note_set(why, -1, "%.100s, line %d: %.150s", path, line_of(text, reason.offset), reason.text);
        else if (result < 0)
            note_set(why, -1, "%.100s: %.150s", path, reason.text);
    }
    free(text);
    return result;
}
