/* arguments.c - the texts of commands: see arguments.h. */
#include "config.h"

#include "tui/commands/arguments.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool argument_word(const char **text, char *out, size_t size)
{
    const char *at = *text + strspn(*text, " ");
    size_t length = strcspn(at, " ");
    snprintf(out, size, "%.*s", (int)length, at);
    *text = at + length + strspn(at + length, " ");
    return length > 0;
}

bool argument_quoted(const char **text, char *out, size_t size)
{
    const char *at = *text + strspn(*text, " "), *end = *at == '"' ? strchr(at + 1, '"') : NULL;
    if (!end)
        return argument_word(text, out, size);
    snprintf(out, size, "%.*s", (int)(end - at - 1), at + 1);
    *text = end + 1 + strspn(end + 1, " ");
    return true;
}

int argument_number(const char *text, int least, int most, int *out, struct note *why)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || number < least || number > most)
        return note_fail(why, FAIL_TEXT, -1, "give a number from %d to %d, not '%.40s'", least,
                         most, text);
    *out = (int)number;
    return 0;
}

void sentences_begin(struct sentences *sentences)
{
    sentences->file = open_memstream(&sentences->text, &sentences->size);
    if (!sentences->file)
        memory_exhausted();
}

void sentences_add(void *sentences, const char *sentence)
{
    FILE *file = ((struct sentences *)sentences)->file;
    for (const char *at = sentence; *at; at++)
        fputc(*at == '\n' || *at == '\r' ? ' ' : *at, file);
    fputc('\n', file);
}

void sentences_addf(struct sentences *sentences, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = memory_formatted(format, list);
    va_end(list);
    sentences_add(sentences, text);
    free(text);
}

char *sentences_end(struct sentences *sentences)
{
    fclose(sentences->file);
    return sentences->text;
}
