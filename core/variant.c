/* variant.c - open a variant with its options: see variant.h. The list of variants is in
 * family_list.c. */
#include "core/variant.h"

#include "core/util/spelling.h"
#include "core/family.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct option *variant_option_named(const struct variant *variant, const char *name)
{
    for (int i = 0; i < variant->option_count; i++)
        if (!strcmp(variant->options[i].name, name))
            return &variant->options[i];
    return NULL;
}

/* True if `value` is in a list "a|b|c"; *first becomes true if it is the first in the list. */
static bool value_listed(const char *values, const char *value, bool *first)
{
    size_t length = strlen(value);
    *first = true;
    for (const char *v = values;; v++) {
        size_t n = strcspn(v, "|");
        if (n == length && !memcmp(v, value, n))
            return true;
        *first = false;
        v += n;
        if (!*v)
            return false;
    }
}

static int no_option(const struct variant *variant, const char *name, struct note *why)
{
    struct spelling spelling = {.typed = name};
    char hint[SPELLING_HINT_ROOM];
    if (!why) /* `why` is NULL, so nobody would see a suggestion */
        return FAIL_NAME;
    for (int i = 0; i < variant->option_count; i++)
        spelling_try(&spelling, variant->options[i].name);
    return note_fail(why, FAIL_NAME, -1, "%s has no option '%.40s'%s", variant->id, name,
                     spelling_hint(&spelling, hint, sizeof hint));
}

static int add_setting(struct ruleset *ruleset, const struct setting *setting, struct note *why)
{
    const struct variant *variant = ruleset->variant;
    const struct option *option = variant_option_named(variant, setting->name);
    bool first = false;
    if (!option)
        return no_option(variant, setting->name, why);
    if (option->values && !value_listed(option->values, setting->value, &first))
        return note_fail(why, FAIL_TEXT, -1, "option %s takes %s, not '%.40s'", option->name,
                         option->values, setting->value);
    struct setting *slot = NULL;
    for (int i = 0; i < ruleset->settings && !slot; i++)
        if (!strcmp(ruleset->setting[i].name, option->name))
            slot = &ruleset->setting[i];
    if (slot)
        free((char *)slot->value); /* an option given twice has its last value */
    else
        slot = &ruleset->setting[ruleset->settings++];
    slot->name = option->name;
    slot->value = memory_text(setting->value);
    return 0;
}

/* Remove settings that equal the default: files and titles name only the other settings. */
static void drop_defaults(struct ruleset *ruleset)
{
    int kept = 0;
    for (int i = 0; i < ruleset->settings; i++) {
        struct setting setting = ruleset->setting[i];
        const struct option *option = variant_option_named(ruleset->variant, setting.name);
        bool first = false;
        if (option->values && value_listed(option->values, setting.value, &first) && first)
            free((char *)setting.value);
        else
            ruleset->setting[kept++] = setting;
    }
    ruleset->settings = kept;
}

int ruleset_open_variant(struct ruleset **out, const struct rules *rules,
                         const struct variant *variant, const char *id,
                         const struct setting *setting, int settings, struct note *why)
{
    struct ruleset *ruleset = memory_new(1, sizeof *ruleset);
    ruleset->variant = variant;
    ruleset->rules = rules;
    ruleset->id = memory_text(id);
    ruleset->kinds = variant->kinds;
    ruleset->kind_count = variant->kind_count;
    ruleset->sides = variant->sides;
    memcpy(ruleset->summary, variant->summary, sizeof ruleset->summary);
    ruleset->setting = memory_new((size_t)settings, sizeof *ruleset->setting);
    int result = 0;
    for (int i = 0; i < settings && result == 0; i++)
        result = add_setting(ruleset, &setting[i], why);
    if (result == 0) {
        drop_defaults(ruleset);
        result = rules->open(ruleset, why);
    }
    if (result != 0) {
        ruleset_free(ruleset);
        return result;
    }
    assert(ruleset->board);
    *out = ruleset;
    return 0;
}

void ruleset_free(struct ruleset *ruleset)
{
    if (!ruleset)
        return;
    if (ruleset->rules->close)
        ruleset->rules->close(ruleset);
    board_free(ruleset->board);
    for (int i = 0; i < ruleset->settings; i++)
        free((char *)ruleset->setting[i].value);
    free(ruleset->setting);
    free(ruleset->id);
    free(ruleset);
}

const char *ruleset_option(const struct ruleset *ruleset, const char *name)
{
    for (int i = 0; i < ruleset->settings; i++)
        if (!strcmp(ruleset->setting[i].name, name))
            return ruleset->setting[i].value;
    return NULL;
}

bool ruleset_has(const struct ruleset *ruleset, const char *name, const char *value)
{
    const char *set = ruleset_option(ruleset, name);
    const struct option *option = variant_option_named(ruleset->variant, name);
    bool first = false;
    if (set)
        return !strcmp(set, value);
    return option && option->values && value_listed(option->values, value, &first) && first;
}

/* True if `word` is in a list of words separated by blanks; NULL is an empty list. */
static bool variant_is_among(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && !strncmp(at, word, length))
            return true;
    return false;
}

bool ruleset_offers(const struct ruleset *ruleset, const struct option *option)
{
    return !variant_is_among(ruleset->variant->idle, option->name);
}

static bool is_offered(const struct ruleset *ruleset, const struct option *option)
{
    return ruleset_offers(ruleset, option) && !variant_is_among(ruleset->idle, option->name);
}

int ruleset_offered(const struct ruleset *ruleset)
{
    int n = 0;
    for (int i = 0; i < ruleset->variant->option_count; i++)
        n += is_offered(ruleset, &ruleset->variant->options[i]);
    return n;
}

int ruleset_offered_at(const struct ruleset *ruleset, int nth)
{
    int i = 0;
    for (; i < ruleset->variant->option_count; i++)
        if (is_offered(ruleset, &ruleset->variant->options[i]) && nth-- == 0)
            break;
    return i;
}

const char *ruleset_title(const struct ruleset *ruleset)
{
    const char *name = ruleset->rules->name ? ruleset->rules->name(ruleset) : "";
    return *name ? name : ruleset->variant->title;
}

int ruleset_kind(const struct ruleset *ruleset, char letter)
{
    for (int kind = 1; kind <= ruleset->kind_count; kind++)
        if (ruleset->kinds[kind].letter == letter)
            return kind;
    return KIND_NONE;
}

char *settings_before(char *text, struct setting *out, int room, int *n)
{
    *n = 0;
    for (size_t length; *n < room && text[length = strcspn(text, "= ")] == '=';) {
        char *end = text + strcspn(text, " ");
        out[*n].name = text;
        out[(*n)++].value = text + length + 1;
        text[length] = '\0';
        text = *end ? end + 1 : end;
        *end = '\0';
    }
    return text;
}
