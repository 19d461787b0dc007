/* new_game.c - a new game as a person words it: see new_game.h. */
#include "config.h"

#include "tui/session/new_game.h"

#include "core/position_text.h"
#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/opponent.h"
#include "tui/session/variant_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- words */

/* Read the next word. A word NAME="VALUE" may have blanks in its value, and loses its quotes.
 * Returns false at the end of the text. */
static bool next_word(const char **text, char *out, size_t size)
{
    static const char opening[] = "=\"";
    *text += strspn(*text, " ");
    const char *value = *text + strcspn(*text, "= "), *begin = value + strlen(opening);
    const char *end = !strncmp(value, opening, strlen(opening)) ? strchr(begin, '"') : NULL;
    size_t length = strcspn(*text, " ");
    if (end && (!end[1] || end[1] == ' ')) {
        snprintf(out, size, "%.*s=%.*s", (int)(value - *text), *text, (int)(end - begin), begin);
        length = (size_t)(end + 1 - *text);
    } else {
        snprintf(out, size, "%.*s", (int)length, *text);
    }
    *text += length;
    *text += strspn(*text, " ");
    return length > 0;
}

int new_words_read(const char **text, const char *until, struct new_words *out, struct note *why)
{
    char word[NEW_WORD_ROOM];
    while (!(until && !strncmp(*text, until, strlen(until))) &&
           next_word(text, word, sizeof word)) {
        char *equals = strchr(word, '=');
        if (!equals || out->n == NEW_WORDS_MAX)
            return note_fail(why, FAIL_TEXT, -1,
                             "'%.60s' is not of the form NAME=VALUE; NAME is an option of the "
                             "variant, or white, black or red",
                             word);
        char *kept = out->text[out->n];
        memcpy(kept, word, sizeof word);
        kept[equals - word] = '\0';
        out->setting[out->n++] = (struct setting){kept, kept + (equals - word) + 1};
    }
    return 0;
}

/* ---------------------------------------------------------------- the plan */

static const char position_word[] = "position=";

int new_game_seat(const char *name)
{
    static const char *const seats[SIDES_MAX] = {"white", "black", "red"};
    int side = 0;
    while (side < SIDES_MAX && strcmp(seats[side], name) != 0)
        side++;
    return side < SIDES_MAX ? side : NOBODY;
}

int new_game_position(const struct ruleset *rules, const char *text, struct position *out,
                      struct note *why)
{
    int status = rules->rules->read(rules, text, out, why);
    struct note said = *why;
    if (status < 0 && said.offset >= 0)
        note_set(why, said.offset, "the position is invalid at column %d: %s",
                 text_character(text, said.offset), said.text);
    else if (status < 0)
        note_set(why, -1, "the position is invalid: %s", said.text);
    return status;
}

/* Sort words into players, the clock, the position and options of the variant. Returns how many
 * options there are, or FAIL_... */
static int sort_words(const char *variant, const struct setting *word, int n,
                      struct setting option[NEW_WORDS_MAX], const char **position,
                      struct new_game_plan *out, struct note *why)
{
    /* The variant with its default options, to tell which words are armies and not names of
     * players. */
    struct ruleset *rules = NULL;
    int options = 0, status = 0;
    bool known = ruleset_open(&rules, variant, NULL, 0, NULL) == 0;
    for (int i = 0; i < n && options < NEW_WORDS_MAX; i++) {
        const char *name = word[i].name, *value = word[i].value;
        int seat = new_game_seat(name);
        if (!strcmp(name, "clock"))
            snprintf(out->clock, sizeof out->clock, "%s", value);
        else if (!strcmp(name, "position"))
            *position = value;
        else if (seat == NOBODY || (known && army_names_meant(rules, name, value)))
            option[options++] = word[i];
        else if (status >= 0)
            status = computer_typed(value, out->player[seat], sizeof out->player[seat], why);
    }
    ruleset_free(rules);
    return status < 0 ? status : options;
}

int new_game_read(const char *variant, const struct setting *word, int n, const char *position,
                  struct new_game_plan *out, struct note *why)
{
    struct setting option[NEW_WORDS_MAX];
    out->rules = NULL;
    out->placed = false;
    out->clock[0] = '\0';
    for (int i = 0; i < SIDES_MAX; i++)
        out->player[i][0] = '\0';
    int status = sort_words(variant, word, n, option, &position, out, why), options = status;
    if (status >= 0)
        status = keyboard_clock_check(out->clock, why);
    if (status >= 0)
        status = ruleset_open(&out->rules, variant, option, options, why);
    if (status < 0)
        return status;
    out->placed = *position != '\0';
    if (out->placed)
        status = new_game_position(out->rules, position, &out->start, why);
    if (status < 0)
        new_game_clear(out);
    return status < 0 ? status : 0;
}

/* Copy a text without the quotes that a shell needs around position=TEXT, or around TEXT alone.
 * Apostrophes that mark Red's pieces are kept. */
static char *without_quotes(const char *typed)
{
    char *copy = memory_text(typed), *at = strstr(copy, position_word);
    if (!at)
        return copy;
    char *last = at + strlen(at) - 1;
    char *quote =
        at > copy && (at[-1] == '"' || at[-1] == '\'') ? at - 1 : at + strlen(position_word);
    if ((*quote == '"' || *quote == '\'') && last > quote && *last == *quote) {
        *last = '\0';
        memmove(quote, quote + 1, strlen(quote));
    }
    return copy;
}

int new_game_typed(const char *text, struct new_game_plan *out, struct note *why)
{
    char variant[NEW_WORD_ROOM], *copy = without_quotes(text);
    const char *rest = copy;
    struct new_words words = {0};
    next_word(&rest, variant, sizeof variant);
    int status = new_words_read(&rest, position_word, &words, why);
    if (status >= 0)
        status = new_game_read(variant, words.setting, words.n,
                               *rest ? rest + strlen(position_word) : "", out, why);
    free(copy);
    return status;
}

void new_game_clear(struct new_game_plan *plan)
{
    ruleset_free(plan->rules);
    plan->rules = NULL;
}

struct record *new_game_record(const struct ruleset *rules, const struct position *start,
                               const char *date, const char *const player[SIDES_MAX],
                               const char *clock)
{
    struct record *record = table_new_game(rules, start, date);
    for (int side = 0; side < rules->sides; side++)
        if (*player[side])
            record_set_player(record, side_letter(side), player[side]);
    keyboard_clock_write(record, clock);
    return record;
}
