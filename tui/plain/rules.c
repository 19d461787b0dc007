/* rules.c - plain mode's rules: what a game is about, its pieces and options in sentences, the text
 * of docs/rules by sections, and example positions and games. tui/session/rules_page.h turns the
 * text into sentences. */
#include "config.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/new_game.h"

#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"
#include "tui/session/rules_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Read the rules page of a variant. Returns false after printing that there is none. */
static bool page_read(struct plain *plain, const struct ruleset *rules, struct rules_page *page)
{
    bool there = rules_page_read(page, rules);
    if (!there)
        plain_say(plain, "The rules text of %s is not installed", rules->rules->title);
    return there;
}

static void tell_rules(void *argument, enum rules_said is, const char *text)
{
    struct plain *plain = argument;
    if (is == RULES_PICTURE)
        plain_say(plain, "A picture in the text is left out here");
    else
        plain_say(plain, is == RULES_SECTION ? "Section %s" : "%s", text);
}

static void tell_sections(struct plain *plain, const struct ruleset *rules,
                          const struct rules_page *page)
{
    const char *id = rules->variant->id;
    struct rules_example example;
    plain_say(plain, "The rules text has these sections:");
    for (int i = 0; i < page->n; i++)
        if (rules_page_section(page, i))
            plain_say(plain, "%s", rules_page_section(page, i));
    plain_say(plain,
              "Type \"rules %s\" and the number or first words of a section to read it, \"rules %s "
              "all\" to read everything",
              id, id);
    if (rules_page_example(page, 1, &example))
        plain_say(plain, "Type \"examples %s\" for example games and positions", id);
}

static void tell_pieces(struct plain *plain, const struct position *start)
{
    const struct ruleset *rules = start->rules;
    int order[KINDS_MAX], own, n = rules_kinds(start, order, &own);
    plain_say(plain, "The pieces:");
    for (int i = 0; i < n; i++) {
        const struct kind *kind = &rules->kinds[order[i]];
        if (i == own)
            plain_say(plain, "%s:", RULES_OTHER_KINDS);
        size_t length = kind->moves ? strlen(kind->moves) : 0;
        bool stopped = length && kind->moves[length - 1] == '.';
        plain_say(plain, "%s%s, letter %c%s%.*s%s%s%s", kind->name, kind->royal ? ", royal" : "",
                  kind->letter, length ? ": " : "", (int)(length - stopped),
                  length ? kind->moves : "", kind->source ? " (" : "",
                  kind->source ? kind->source : "", kind->source ? ")" : "");
    }
}

static void tell_options(struct plain *plain, const struct variant *variant)
{
    if (variant->option_count)
        plain_say(plain, "The options, the default value first:");
    for (int i = 0; i < variant->option_count; i++) {
        const struct option *option = &variant->options[i];
        char values[300] = "";
        size_t used = 0;
        for (const char *at = option->values ? option->values : "any text"; *at; at++)
            text_add(values, sizeof values, &used, *at == '|' ? " or " : "%c", *at);
        plain_say(plain, "%s, %s%s%s", option->name, values, option->help ? ": " : "",
                  option->help ? option->help : "");
    }
}

static void tell_overview(struct plain *plain, const struct ruleset *rules)
{
    struct position *start = memory_new(1, sizeof *start);
    const struct variant *variant = rules->variant;
    char board[40];
    rules->rules->setup(rules, start);
    rules_board_size(rules, board, sizeof board);
    bool of = strcmp(variant->title, rules->rules->title) != 0;
    plain_say(plain, "%s, called %s here, is %s%s%splayed by %d on a board of %s",
              ruleset_title(rules), variant->id, of ? "a game of " : "",
              of ? rules->rules->title : "", of ? " " : "", rules->sides, board);
    for (int i = 0; i < 3 && rules->summary[i]; i++)
        plain_say(plain, "%s", rules->summary[i]);
    tell_pieces(plain, start);
    tell_options(plain, variant);
    free(start);
}

/* Open the rules of the variant that the argument names, or else of the open game. *argument is
 * advanced past the name. Returns NULL after printing an error. */
static struct ruleset *rules_meant(struct plain *plain, const char **argument)
{
    struct ruleset *rules = NULL;
    struct note why;
    char id[NEW_WORD_ROOM] = "";
    const char *rest = *argument;
    if (plain_word(&rest, id, sizeof id) && ruleset_open(&rules, id, NULL, 0, &why) == 0) {
        *argument = rest;
        return rules;
    }
    if (plain->game.rules && (!*id || isdigit((unsigned char)*id) || !strchr(id, '-'))) {
        if (ruleset_open(&rules, plain->game.rules->id, plain->game.rules->setting,
                         plain->game.rules->settings, &why) == 0)
            return rules;
    }
    if (!*id || isdigit((unsigned char)*id))
        plain_say(plain, "Give a variant, as in \"rules classical\"; type \"variants\" for a list");
    else
        plain_no_variant(plain, &why);
    return NULL;
}

static void plain_rules(struct plain *plain, const char *argument)
{
    struct rules_page page;
    int from, to;
    struct ruleset *rules = rules_meant(plain, &argument);
    if (!rules)
        return;
    if (!*argument || !strcmp(argument, "all"))
        tell_overview(plain, rules);
    if (page_read(plain, rules, &page)) {
        if (!strcmp(argument, "all"))
            rules_page_tell(&page, 0, page.n, tell_rules, plain);
        else if (!*argument)
            tell_sections(plain, rules, &page);
        else if (rules_page_part(&page, argument, &from, &to))
            rules_page_tell(&page, from, to, tell_rules, plain);
        else
            plain_say(plain,
                      "The rules of %s have no section '%.40s'; type \"rules %s\" for a list",
                      rules->rules->title, argument, rules->variant->id);
    }
    rules_page_clear(&page);
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- examples */

static void tell_examples(struct plain *plain, const struct ruleset *rules,
                          const struct rules_page *page)
{
    struct rules_example example;
    int n = 0;
    while (rules_page_example(page, n + 1, &example)) {
        plain_say(plain, "Example %d, %s: %s", ++n, example.game ? "a game" : example.where,
                  example.caption);
    }
    if (n)
        plain_say(plain, "Type \"example N\" to open one");
    else
        plain_say(plain, "There are no examples of %s", rules->variant->title);
}

/* Open an annotated sample game by its file name, which is the game's id. */
static void plain_open_sample(struct plain *plain, const char *file)
{
    char id[ULID_LENGTH + 1];
    const char *slash = strrchr(file, '/');
    snprintf(id, sizeof id, "%.*s", ULID_LENGTH, slash ? slash + 1 : file);
    if (plain->options->restricted) {
        plain_say(plain, "You cannot open another archive here");
        return;
    }
    if (plain->lobby)
        plain_say(plain, "You have left the lobby");
    plain_close_game(plain);
    plain_lobby_leave(plain);
    if (!plain_open_store(plain, place_samples(), true))
        return;
    int at = store_find(plain->store, id);
    if (at < 0)
        plain_say(plain, "This game is not installed");
    else
        plain_open_at(plain, at, -1);
}

static void plain_open_position(struct plain *plain, struct rules_example *example)
{
    struct setting option[NEW_WORDS_MAX];
    int options;
    const char *text = settings_before(example->position, option, NEW_WORDS_MAX, &options);
    if (plain_new_game_with(plain, example->where, option, options, text))
        plain_say(plain, "%s", example->caption);
}

static void plain_examples(struct plain *plain, const char *argument)
{
    struct rules_page page;
    struct ruleset *rules = rules_meant(plain, &argument);
    if (rules && page_read(plain, rules, &page)) {
        plain->examples = rules->variant->id;
        tell_examples(plain, rules, &page);
        rules_page_clear(&page);
    }
    ruleset_free(rules);
}

static void plain_example(struct plain *plain, const char *argument)
{
    struct rules_page page;
    struct rules_example example;
    struct ruleset *rules = NULL;
    int number, most = 0;
    if (!plain->examples) {
        plain_say(plain, "Type \"examples VARIANT\" first to list examples");
        return;
    }
    if (ruleset_open(&rules, plain->examples, NULL, 0, NULL) == 0 &&
        page_read(plain, rules, &page)) {
        while (rules_page_example(&page, most + 1, &example))
            most++;
        if (!most)
            plain_say(plain, "There are no examples of %s", rules->variant->title);
        else if (plain_number(plain, argument, 1, most, &number) &&
                 plain_may_close(plain, PLAIN_CLOSE) &&
                 rules_page_example(&page, number, &example)) {
            if (example.game)
                plain_open_sample(plain, example.where);
            else
                plain_open_position(plain, &example);
        }
        rules_page_clear(&page);
    }
    ruleset_free(rules);
}

const struct plain_handler plain_rules_handlers[] = {
    {REQ_RULES, plain_rules},
    {REQ_EXAMPLES, plain_examples},
    {REQ_EXAMPLE, plain_example},
    {0},
};
