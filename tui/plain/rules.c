/* rules.c - plain mode's rules, and example positions and games. tui/session/words/rules_words.h
 * has the sentences. */
#include "config.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/new_game.h"

#include "tui/session/archive/bookmarks.h"
#include "tui/session/describe.h"
#include "tui/session/rules_page.h"
#include "tui/session/words/rules_words.h"

#include <stdlib.h>
#include <string.h>

static void tell(void *plain, const char *sentence)
{
    plain_told_as_is(plain, sentence);
}

/* Read which rules the argument names. Returns false after printing why there are none. */
static bool rules_meant(struct plain *plain, const char *argument, struct rules_asked *asked)
{
    struct note why;
    int result = rules_asked_read(argument, plain->open ? plain->game.rules : NULL, asked, &why);
    if (result < 0)
        plain_no_variant(plain, &why);
    return result == 0;
}

static void plain_rules(struct plain *plain, const char *argument)
{
    struct rules_asked asked;
    struct note why;
    if (!rules_meant(plain, argument, &asked))
        return;
    if (rules_tell_asked(&asked, tell, plain, &why) < 0)
        plain_told(plain, why.text);
    rules_asked_clear(&asked);
}

/* ---------------------------------------------------------------- examples */

static void plain_examples(struct plain *plain, const char *argument)
{
    struct rules_asked asked;
    if (!rules_meant(plain, argument, &asked))
        return;
    plain->examples = asked.rules->variant->id;
    rules_tell_examples(asked.rules, tell, plain);
    rules_asked_clear(&asked);
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
        rules_page_read(&page, rules)) {
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
