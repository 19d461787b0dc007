/* rules_words.c - the rules of a variant in sentences: see rules_words.h. */
#include "config.h"

#include "tui/session/words/rules_words.h"

#include "core/position_text.h"
#include "tui/commands/commands.h"
#include "tui/session/new_game.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what is asked for */

void words_no_variant(struct note *why)
{
    static const char shell[] = "'chesscade variants'";
    char *at = why ? strstr(why->text, shell) : NULL, rest[sizeof why->text];
    if (!at)
        return;
    snprintf(rest, sizeof rest, "%s", at + strlen(shell));
    snprintf(at, sizeof why->text - (size_t)(at - why->text), "{variants}%s", rest);
}

int rules_asked_read(const char *text, const struct ruleset *open, struct rules_asked *out,
                     struct note *why)
{
    char id[NEW_WORD_ROOM];
    size_t length = strcspn(text, " ");
    *out = (struct rules_asked){.section = text};
    snprintf(id, sizeof id, "%.*s", (int)length, text);
    /* The ids of variants are words; a number begins a section. */
    bool number = !*id || isdigit((unsigned char)*id);
    if (!number && ruleset_open(&out->rules, id, NULL, 0, why) == 0) {
        out->section = text + length + strspn(text + length, " ");
        return 0;
    }
    if (open && (number || !strchr(id, '-')))
        return ruleset_open(&out->rules, open->id, open->setting, open->settings, why);
    if (number)
        return note_fail(why, FAIL_NAME, -1,
                         "give a variant, as in {rules classical}; {variants} lists them");
    words_no_variant(why);
    return FAIL_NAME;
}

void rules_asked_clear(struct rules_asked *asked)
{
    ruleset_free(asked->rules);
    asked->rules = NULL;
}

bool rules_asked_place(const struct rules_asked *asked, char number[RULE_NUMBER_ROOM],
                       char heading[RULES_HEADING_ROOM])
{
    struct rules_page page;
    int from, to;
    number[0] = heading[0] = '\0';
    rules_page_read(&page, asked->rules);
    bool found = *asked->section && rules_page_part(&page, asked->section, &from, &to);
    if (found && isdigit((unsigned char)*asked->section)) {
        snprintf(number, RULE_NUMBER_ROOM, "%s", asked->section);
    } else if (found) {
        const char *title = rules_page_section(&page, from);
        snprintf(heading, RULES_HEADING_ROOM, "%s", title ? title : page.line[from]);
    }
    rules_page_clear(&page);
    return found;
}

int rules_no_section(const struct rules_asked *asked, struct note *why)
{
    return note_fail(
        why, FAIL_NAME, -1, "the rules of %s have no section '%.40s'; {rules %s} lists them",
        asked->rules->variant->title, words_as_is(asked->section), asked->rules->variant->id);
}

/* ---------------------------------------------------------------- telling */

struct rules_telling {
    rules_told_fn *tell;
    void *argument;
};

static void tell(const struct rules_telling *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void tell(const struct rules_telling *to, const char *format, ...)
{
    char text[1600];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    to->tell(to->argument, text);
}

static void tell_pieces(const struct rules_telling *to, const struct position *start)
{
    const struct ruleset *rules = start->rules;
    int order[KINDS_MAX], own, n = rules_kinds(start, order, &own);
    tell(to, "The pieces:");
    for (int i = 0; i < n; i++) {
        const struct kind *kind = &rules->kinds[order[i]];
        if (i == own)
            tell(to, "%s:", RULES_OTHER_KINDS);
        size_t length = kind->moves ? strlen(kind->moves) : 0;
        bool stopped = length && kind->moves[length - 1] == '.';
        tell(to, "%s%s, letter %c%s%.*s%s%s%s", kind->name, kind->royal ? ", royal" : "",
             kind->letter, length ? ": " : "", (int)(length - stopped), length ? kind->moves : "",
             kind->source ? " (" : "", kind->source ? kind->source : "", kind->source ? ")" : "");
    }
}

static void tell_options(const struct rules_telling *to, const struct variant *variant)
{
    if (variant->option_count)
        tell(to, "The options, the default value first:");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        char values[300] = "";
        size_t used = 0;
        for (const char *at = option->values ? option->values : "any text"; *at; at++)
            text_add(values, sizeof values, &used, *at == '|' ? " or " : "%c", *at);
        tell(to, "%s, %s%s%s", option->name, values, option->help ? ": " : "",
             option->help ? option->help : "");
    }
}

static void tell_overview(const struct rules_telling *to, const struct ruleset *rules)
{
    struct position *start = memory_new(1, sizeof *start);
    const struct variant *variant = rules->variant;
    char board[40];
    rules->rules->setup(rules, start);
    rules_board_size(rules, board, sizeof board);
    bool of = strcmp(variant->title, rules->rules->title) != 0;
    tell(to, "%s, called %s here, is %s%s%splayed by %d on a board of %s", ruleset_title(rules),
         variant->id, of ? "a game of " : "", of ? rules->rules->title : "", of ? " " : "",
         rules->sides, board);
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        tell(to, "%s", rules->summary[i]);
    tell_pieces(to, start);
    tell_options(to, variant);
    free(start);
}

static void tell_sections(const struct rules_telling *to, const char *id,
                          const struct rules_page *page)
{
    struct rules_example example;
    tell(to, "The rules text has these sections:");
    for (int i = 0; i < page->n; i++)
        if (rules_page_section(page, i))
            tell(to, "%s", rules_page_section(page, i));
    tell(
        to,
        "{rules %s} with the number or first words of a section reads that section, {rules %s all} "
        "reads everything",
        id, id);
    if (rules_page_example(page, 1, &example))
        tell(to, "{examples %s} lists example games and positions", id);
}

static void tell_text(void *argument, enum rules_said is, const char *text)
{
    const struct rules_telling *to = argument;
    if (is == RULES_PICTURE)
        tell(to, "A picture in the text is left out here");
    else if (is == RULES_SECTION)
        tell(to, "Section %s", text);
    else
        to->tell(to->argument, text);
}

int rules_tell_asked(const struct rules_asked *asked, rules_told_fn *told, void *argument,
                     struct note *why)
{
    const struct ruleset *rules = asked->rules;
    struct rules_telling to = {told, argument};
    struct rules_page page;
    int from, to_line, result = 0;
    bool all = !strcmp(asked->section, "all"), there = rules_page_read(&page, rules);
    if (!*asked->section || all)
        tell_overview(&to, rules);
    if (!there)
        result = note_fail(why, FAIL_NAME, -1, "the rules text of %s is not installed",
                           rules->rules->title);
    else if (all)
        rules_page_tell(&page, 0, page.n, tell_text, &to);
    else if (!*asked->section)
        tell_sections(&to, rules->variant->id, &page);
    else if (rules_page_part(&page, asked->section, &from, &to_line))
        rules_page_tell(&page, from, to_line, tell_text, &to);
    else
        result = rules_no_section(asked, why);
    rules_page_clear(&page);
    return result;
}

void rules_tell_examples(const struct ruleset *rules, rules_told_fn *told, void *argument)
{
    struct rules_telling to = {told, argument};
    struct rules_page page;
    struct rules_example example;
    int n = 0;
    rules_page_read(&page, rules);
    while (rules_page_example(&page, n + 1, &example))
        tell(&to, "Example %d, %s: %s", ++n, example.game ? "a game" : example.where,
             example.caption);
    if (n)
        tell(&to, "{example N} opens one");
    else
        tell(&to, "There are no examples of %s", rules->variant->title);
    rules_page_clear(&page);
}
