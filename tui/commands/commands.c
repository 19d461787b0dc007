/* commands.c - the commands of command_table.h by name: see commands.h. */
#include "tui/commands/commands.h"

#include "core/util/ascii.h"

#include <string.h>

/* Why plain mode lacks whole groups of commands. */
#define ONLY_LOOKS                                                                               \
    "it is a setting of the screen. Here \"style\" sets how plies are written, and --name NAME " \
    "on the command line signs your notes"
#define NO_CURSOR "there is no cursor; name a square, or the number of a line or game"
#define NO_PANELS "there are no panels; everything is printed when you ask for it"
#define NO_EDITOR                                                                             \
    "type \"new VARIANT position=TEXT\" to start from a position, \"position\" to print the " \
    "current one"
#define NO_ARMIES "type \"new VARIANT OPTION=VALUE\" to choose the board or the armies of a game"
#define NO_FOLDS "plain mode does not fold lines; \"lines\" lists the continuations from here"
#define NO_MOTION "there is no automatic replay; \"next 10\" goes ten plies forward"
#define NO_SORT                                                                                  \
    "the order is part of the query, as in \"list sort:date\", or \"list sort:-plies\" for the " \
    "longest first"
#define NO_TAGGED                                                                               \
    "type \"tags +WORD\" to tag the open game, \"list tag:WORD\" to find games with that tag, " \
    "\"collect-listed TITLE\" to collect all games of a list"

#define IN_PLAIN(told, arguments, needs, text) \
    .words = told, .usage = arguments, .need = needs, .plain_help = text
#define AS_PLAIN(text) .line = text
#define NOT_PLAIN(text) .reason = text

static const struct command_row table[COMMANDS] = {
    [REQ_NONE] = {.name = "none", .hint = "", .help = "do nothing", .keys = ""},
#define REQUEST_ROW(id, text, short_text, long_text, default_keys, ...) \
    [id] = {.name = text, .hint = short_text, .help = long_text, .keys = default_keys, __VA_ARGS__},
    REQUEST_LIST(REQUEST_ROW)
#undef REQUEST_ROW
#define PLAIN_ROW(id, told, arguments, needs, text, why) \
    [id] = {IN_PLAIN(told, arguments, needs, text), .elsewhere = why},
        PLAIN_LIST(PLAIN_ROW)
#undef PLAIN_ROW
};

static const struct {
    const char *name, *where;
} keymaps[KEYMAPS] = {
#define KEYMAP_ROW(name, text, where) {text, where},
    KEYMAPS_LIST(KEYMAP_ROW)
#undef KEYMAP_ROW
};

const struct command_row *command_row(enum request command)
{
    return &table[command];
}

const char *request_name(enum request request)
{
    return table[request].name;
}

const char *request_hint(enum request request)
{
    return table[request].hint;
}

const char *request_help(enum request request)
{
    return table[request].help;
}

const char *request_keys(enum request request)
{
    return table[request].keys;
}

bool request_bound_in(enum request request, enum keymap keymap)
{
    const char *name = keymaps[keymap].name;
    size_t length = strlen(name);
    for (const char *at = table[request].keys; (at = strchr(at, '@')); at++)
        if (!strncmp(at + 1, name, length) && at[1 + length] == ' ')
            return true;
    return false;
}

bool request_is_keyless(enum request request)
{
    return !*table[request].keys;
}

enum request request_named(const char *name)
{
    for (int r = 0; r < REQUESTS; r++)
        if (!strcmp(table[r].name, name))
            return (enum request)r;
    return REQ_NONE;
}

/* True if `word` is one of some words with blanks between them, which may be NULL. Words of more
 * than one letter are compared in any case if `any_case` is set. */
static bool among(const char *words, const char *word, bool any_case)
{
    size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == length &&
            (any_case && length > 1 ? !ascii_ncasecmp(at, word, length)
                                    : !strncmp(at, word, length)))
            return true;
    return false;
}

enum request command_typed(const char *word)
{
    /* Every letter is also a word of plain mode, but after ':' it would rather be a mistake. */
    bool letter = !word[0] || !word[1];
    enum request named = request_named(word);
    for (int r = REQ_NONE + 1; r < REQUESTS && named == REQ_NONE; r++)
        if (among(table[r].also, word, false))
            named = (enum request)r;
    for (int r = REQ_NONE + 1; r < COMMANDS && named == REQ_NONE && !letter; r++)
        if (among(table[r].words, word, false))
            named = (enum request)r;
    return named;
}

enum request command_told(const char *word)
{
    for (int any_case = 0; any_case < 2; any_case++)
        for (int r = REQ_NONE + 1; r < COMMANDS; r++)
            if (among(table[r].words, word, any_case))
                return (enum request)r;
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        if (among(table[r].name, word, true) || among(table[r].also, word, true))
            return (enum request)r;
    return REQ_NONE;
}

const char *command_word(enum request command, char out[COMMAND_WORD_ROOM])
{
    const char *words = table[command].words;
    size_t length = words ? strcspn(words, " ") : 0;
    if (length >= COMMAND_WORD_ROOM)
        length = COMMAND_WORD_ROOM - 1;
    memcpy(out, words ? words : "", length);
    out[length] = '\0';
    return out;
}

enum request command_in_braces(const char *text, const char **argument, size_t *length)
{
    char name[40];
    size_t end = *text == '{' ? strcspn(text, "}") : 0, word = end ? strcspn(text, " }") : 0;
    if (!end || text[end] != '}' || word > sizeof name)
        return REQ_NONE;
    memcpy(name, text + 1, word - 1);
    name[word - 1] = '\0';
    *argument = text + word + (text[word] == ' ');
    *length = end + 1;
    enum request command = request_named(name);
    for (int c = REQUESTS; command == REQ_NONE && c < COMMANDS; c++)
        if (!strncmp(table[c].words, name, word - 1) && strchr(" ", table[c].words[word - 1]))
            command = (enum request)c;
    return command;
}

const char *words_as_is(const char *text)
{
    enum { COPIES = 4, ROOM = 1000 };
    static char copies[COPIES][ROOM];
    static int next;
    size_t used = 0;
    if (!strchr(text, '{'))
        return text;
    char *copy = copies[next++ % COPIES];
    for (; *text && used + 3 < ROOM; text++) {
        copy[used++] = *text;
        if (*text == '{')
            copy[used++] = '{';
    }
    copy[used] = '\0';
    return copy;
}

bool is_brace_in_words(const char *text)
{
    return text[0] == '{' && text[1] == '{';
}

const char *keymap_name(enum keymap keymap)
{
    return keymaps[keymap].name;
}

const char *keymap_where(enum keymap keymap)
{
    return keymaps[keymap].where;
}

enum keymap keymap_named(const char *name)
{
    int k = 0;
    while (k < KEYMAPS && strcmp(keymaps[k].name, name) != 0)
        k++;
    return (enum keymap)k;
}
