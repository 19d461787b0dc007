/* tags.c - see tags.h. */
#include "config.h"
#include "archive/tags.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void record_tags(const struct record *record, char *out, size_t size)
{
    const struct value *tags = value_at(&record->head, "tags");
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; tags && i < tags->n; i++)
        text_add(out, size, &used, "%s%s", i ? " " : "",
                 tags->entry[i].value.text ? tags->entry[i].value.text : "");
}

static bool has(const struct value *list, const char *text)
{
    for (int i = 0; i < list->n; i++)
        if (list->entry[i].value.text && !strcmp(list->entry[i].value.text, text))
            return true;
    return false;
}

void record_set_tags(struct record *record, const char *words)
{
    static const char blanks[] = " ,\t\n";
    char word[100];
    value_set(&record->head, "tags", NULL, false);
    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        size_t length = strcspn(words, blanks);
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        words += length;
        struct value *list = value_list(&record->head, "tags");
        if (!has(list, word))
            value_put(value_append(list), word, STYLE_CANONICAL);
    }
}

const char *record_last_author(const struct record *record)
{
    const struct value *log = value_at(&record->head, "log");
    const struct value *last = log && log->type == VALUE_LIST && log->n ? &log->entry[log->n - 1].value : NULL;
    bool latest = last && last->type == VALUE_MAP && strtoll(value_text(last, "rev"), NULL, 10) == record->rev;
    return latest ? value_text(last, "by") : "";
}

void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what)
{
    char text[40];
    time_t now = time(NULL);
    struct tm date;
    const struct value *before = from ? value_at(&from->head, "log") : NULL;
    struct value kept = {.type = VALUE_LIST};
    if (before && before->type == VALUE_LIST)
        value_copy(&kept, before);
    value_set(&record->head, "log", NULL, false);
    struct value *log = value_list(&record->head, "log");
    *log = kept;
    struct value *entry = value_add(log, NULL);
    entry->type = VALUE_MAP;
    snprintf(text, sizeof text, "%" PRId64, rev);
    value_set(entry, "rev", text, true);
    if (gmtime_r(&now, &date) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &date))
        value_set(entry, "utc", text, false);
    if (by && *by)
        value_set(entry, "by", by, false);
    if (what && *what)
        value_set(entry, "what", what, false);
    while (log->n > EDIT_LOG_MAX)
        value_remove(log, 0);
}
