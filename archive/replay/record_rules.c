/* record_rules.c - opens the rules that a record names: see record_rules.h. */
#include "archive/replay/record_rules.h"

#include "core/family.h"
#include "core/position_text.h"

#include <string.h>

enum { RECORD_OPTIONS_MAX = 64 };

int rules_named(struct ruleset **out, const char *variant, const struct value *options,
                struct note *why)
{
    struct setting setting[RECORD_OPTIONS_MAX];
    int n = options && options->type == VALUE_MAP ? options->n : 0;
    if (n > RECORD_OPTIONS_MAX)
        return note_fail(why, FAIL_LIMIT, -1, "the game sets too many options");
    for (int i = 0; i < n; i++)
        setting[i] =
            (struct setting){options->entry[i].key, value_text(options, options->entry[i].key)};
    return ruleset_open(out, variant, setting, n, why);
}

const struct value *record_options(const struct record *record)
{
    return value_at(value_at(&record->head, "rules"), "options");
}

void rules_put_options(const struct ruleset *rules, struct value *map)
{
    struct value *options = rules->settings ? value_map(map, "options") : NULL;
    for (int i = 0; i < rules->settings; i++)
        value_set(options, rules->setting[i].name, rules->setting[i].value, false);
}

void record_put_rules(struct record *record, const struct ruleset *rules,
                      const struct position *start)
{
    char text[POSITION_TEXT_MAX + 1], usual[POSITION_TEXT_MAX + 1];
    struct position opening;
    if (rules->settings)
        rules_put_options(rules, value_map(&record->head, "rules"));
    if (!start)
        return;
    rules->rules->setup(rules, &opening);
    rules->rules->write(&opening, usual, sizeof usual);
    if (rules->rules->write(start, text, sizeof text) > 0 && strcmp(text, usual) != 0)
        record_set_text(record, "start.position", text);
}

int record_rules(struct ruleset **out, const struct record *record, struct note *why)
{
    return rules_named(out, record_variant(record), record_options(record), why);
}

int rules_start(const struct ruleset *rules, const char *text, struct position *out,
                struct note *why)
{
    if (*text)
        return rules->rules->read(rules, text, out, why);
    rules->rules->setup(rules, out);
    return 0;
}

int record_start(const struct ruleset *rules, const struct record *record, struct position *out,
                 struct note *why)
{
    return rules_start(rules, record_text(record, "start.position"), out, why);
}
