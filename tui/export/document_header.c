/* document_header.c - the parts of a score that are the same in every format: title, headers, marks. See tui/export/document_writer.h. */
#include "config.h"
#include "tui/export/document_writer.h"

#include <stdlib.h>
#include <string.h>

char *score_titled(const char *title, const char *text)
{
    size_t length = strlen(title), size = length + strlen(text) + 3;
    char *whole = memory_new(size, 1);
    const char *between = !length || !*text ? "" : strchr(".:!?", title[length - 1]) ? " " : ": ";
    snprintf(whole, size, "%s%s%s", title, between, text);
    return whole;
}

void score_title(struct pen *pen, const struct record *record, void (*put)(struct pen *pen, const char *text))
{
    if (!record_is_named(record)) {
        put(pen, record_text(record, "event.name"));
        return;
    }
    for (int i = 0; i < record_players(record); i++) {
        fputs(i ? " - " : "", pen->out);
        put(pen, record_player(record, record_player_side(record, i)));
    }
}

/* The options that differ from the defaults, "elimination=takeover, null-moves=on"; "" if there are none. */
static const char *write_options(const struct record *record, char *text, size_t size)
{
    const struct value *rules = value_at(&record->head, "rules"), *options = rules ? value_at(rules, "options") : NULL;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; options && i < options->n; i++)
        text_add(text, size, &used, "%s%s=%s", i ? ", " : "", options->entry[i].key,
                 options->entry[i].value.text ? options->entry[i].value.text : "");
    return text;
}

bool score_header(const struct record *record, struct score_headers *at, const char **name, const char **value)
{
    static const struct {
        const char *name, *path;
    } headers[] = {{"Event", "event.name"},     {"Site", "event.site"},     {"Round", "event.round"},
                   {"Date", "event.date"},      {"Result", "result.score"}, {"Reason", "result.reason"},
                   {"Opening", "opening.name"}, {"Variant", "variant"},     {"Options", NULL},
                   {"Start", "start.position"}};
    for (; at->next < (int)(sizeof headers / sizeof *headers); at->next++) {
        const char *path = headers[at->next].path;
        *name = headers[at->next].name;
        *value = path ? record_text(record, path) : write_options(record, at->options, sizeof at->options);
        if ((*value)[strspn(*value, "?-")]) /* "????-??-??" has no information */
            return at->next++, true;
    }
    return false;
}

void score_mark(const struct mark *mark, char text[static MARK_TEXT_MAX])
{
    size_t used = 0;
    text_add(text, MARK_TEXT_MAX, &used, "%s", mark->as ? mark->as : "mark");
    if (mark->at)
        text_add(text, MARK_TEXT_MAX, &used, " %s", mark->at);
    if (mark->from && mark->to)
        text_add(text, MARK_TEXT_MAX, &used, " %s-%s", mark->from, mark->to);
    for (char **cell = mark->path ? mark->path : mark->cells; cell && *cell; cell++)
        text_add(text, MARK_TEXT_MAX, &used, " %s", *cell);
    if (mark->color)
        text_add(text, MARK_TEXT_MAX, &used, " %s", mark->color);
    if (mark->label)
        text_add(text, MARK_TEXT_MAX, &used, " \"%s\"", mark->label);
}
