/* scenarios.h - reads a table of scenarios, and writes what came of a game as one line. */
#ifndef CHESSCADE_TESTS_SUPPORT_SCENARIOS_H
#define CHESSCADE_TESTS_SUPPORT_SCENARIOS_H

#include "tests/support/testing.h"

#include "archive/record/header_values.h"
#include "archive/record/record.h"
#include "core/base.h"

#include <stdio.h>
#include <string.h>

enum { FIELD_ROOM = 400 };

/* Read a file of lines "NAME: TEXT"; '#' begins a comment. The first of the `fields` names begins
 * a scenario, which is an array of `fields` texts; a text that is not there is "". Returns how many
 * scenarios there are. */
static inline int scenarios_read(const char *path, const char *const *names, int fields,
                                 char (*out)[FIELD_ROOM], int most)
{
    FILE *file = fopen(source_file(path), "r");
    char line[FIELD_ROOM + 20];
    int count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *text = strchr(line, ':');
        if (*line == '#' || !text)
            continue;
        *text++ = '\0';
        text += *text == ' ';
        int field = 0;
        while (field < fields && strcmp(names[field], line) != 0)
            field++;
        assert_in_range(field, 0, fields - 1);
        assert_true(strlen(text) < FIELD_ROOM && (field == 0 || count));
        count += field == 0;
        assert_true(count <= most);
        strcpy(out[(count - 1) * fields + field], text);
    }
    fclose(file);
    assert_true(count > 0);
    return count;
}

/* Cut blanks off both ends. */
static inline char *trimmed(char *line)
{
    line += strspn(line, " ");
    for (size_t n = strlen(line); n && line[n - 1] == ' ';)
        line[--n] = '\0';
    return line;
}

static inline void add_line(char *out, size_t size, size_t *used, const struct line *line);

static inline void add_node(char *out, size_t size, size_t *used, const struct node *node)
{
    const struct notes *notes = node->notes;
    const struct value *events = notes ? value_at(&notes->other, "events") : NULL;
    text_add(out, size, used, "%s ", node->text);
    for (int i = 0; notes && i < notes->nags.n; i++)
        text_add(out, size, used, "$%d ", notes->nags.v[i]);
    for (int i = 0; notes && i < notes->comments.n; i++)
        text_add(out, size, used, "{%s} ", notes->comments.v[i].text);
    for (int i = 0; notes && i < notes->step_count; i++)
        for (int c = 0; c < notes->steps[i].comments.n; c++)
            text_add(out, size, used, "[%d {%s}] ", notes->steps[i].part,
                     notes->steps[i].comments.v[c].text);
    for (int i = 0; events && i < events->n; i++)
        text_add(out, size, used, "-%s ", value_text(&events->entry[i].value, "side"));
    for (int i = 0; notes && i < notes->alts.n; i++) {
        text_add(out, size, used, "(");
        add_line(out, size, used, &notes->alts.v[i]);
        *used -= out[*used - 1] == ' ';
        text_add(out, size, used, ") ");
    }
}

static inline void add_line(char *out, size_t size, size_t *used, const struct line *line)
{
    for (int i = 0; i < line->n; i++)
        add_node(out, size, used, &line->v[i]);
}

/* The plies with judgements ($5), comments ({...}), comments on members ([2 {...}]), who left (-r)
 * and variations, then the score and the reason. */
static inline void outcome(const struct record *record, char *out, size_t size)
{
    size_t used = 0;
    const char *reason = record_text(record, "result.reason");
    add_line(out, size, &used, &record->moves);
    text_add(out, size, &used, "%s%s%s", record_text(record, "result.score"), *reason ? " " : "",
             reason);
}

#endif
