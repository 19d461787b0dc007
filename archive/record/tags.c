/* tags.c - reads and edits the tags and the log of a game; see tags.h. */
#include "config.h"
#include "archive/record/tags.h"

#include "archive/yaml/yaml_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char blanks[] = " ,\t\n";

/* True if a tag must be quoted to be read back. */
static bool wants_quotes(const char *tag)
{
    return !*tag || strchr("+-", *tag) || strpbrk(tag, " ,\t\n\"");
}

static void add_quoted(struct yaml_text *out, const char *tag)
{
    yaml_text_add(out, "\"", 1);
    for (; *tag; tag++)
        yaml_text_add(out, *tag == '"' ? "\"\"" : tag, *tag == '"' ? 2 : 1);
    yaml_text_add(out, "\"", 1);
}

char *record_tags(const struct record *record)
{
    const struct value *tags = value_at(&record->head, "tags");
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (int i = 0; tags && i < tags->n; i++) {
        const char *tag = tags->entry[i].value.text;
        if (i)
            yaml_text_add(&out, " ", 1);
        if (tag && wants_quotes(tag))
            add_quoted(&out, tag);
        else if (tag)
            yaml_text_add(&out, tag, strlen(tag));
    }
    return out.v;
}

/* The index of a tag, -1 if it is not there. */
static int find(const struct value *list, const char *tag)
{
    for (int i = 0; list && i < list->n; i++)
        if (list->entry[i].value.text && !strcmp(list->entry[i].value.text, tag))
            return i;
    return -1;
}

static void add_tag(struct record *record, const char *tag)
{
    struct value *list = value_list(&record->head, "tags");
    if (find(list, tag) < 0)
        value_put(value_append(list), tag, STYLE_CANONICAL);
}

static void take_away(struct record *record, const char *tag)
{
    struct value *list = value_at(&record->head, "tags");
    int at = find(list, tag);
    if (at >= 0)
        value_remove(list, at);
    if (list && !list->n)
        value_set(&record->head, "tags", NULL, false);
}

/* Reads the tag at the start of a text, quoted or not, and advances past it. Owned by the caller. */
static char *read_tag(const char **text)
{
    const char *at = *text;
    if (*at != '"') {
        *text += strcspn(at, blanks);
        return memory_cut(at, (size_t)(*text - at));
    }
    char *tag = memory_new(strlen(at), 1);
    size_t n = 0;
    for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        tag[n++] = *at;
    }
    *text = at + (*at == '"');
    return tag;
}

/* Applies each word of a text according to its sign; without `signs` adds all. */
static void each_word(struct record *record, const char *words, bool signs)
{
    for (words += strspn(words, blanks); *words; words += strspn(words, blanks)) {
        bool off = signs && *words == '-';
        words += signs && (*words == '+' || *words == '-');
        bool quoted = *words == '"';
        char *tag = read_tag(&words);
        if (off)
            take_away(record, tag);
        else if (*tag || quoted)
            add_tag(record, tag);
        free(tag);
    }
}

void record_set_tags(struct record *record, const char *words)
{
    value_set(&record->head, "tags", NULL, false);
    each_word(record, words, false);
}

void record_change_tags(struct record *record, const char *words)
{
    words += strspn(words, blanks);
    if (*words == '+' || *words == '-')
        each_word(record, words, true);
    else
        record_set_tags(record, words);
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
