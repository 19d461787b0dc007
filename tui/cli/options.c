/* options.c - reads the options of a command line: see options.h.
 *
 * Each option is passed to getopt_long() by itself, as if the command line began with it. So words
 * that are not options may be anywhere on the command line, and such a word may begin with a
 * dash. */
#include "config.h"
#include "tui/cli/options.h"

#include "core/util/spelling.h"
#include "tui/cli/command.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

enum { VALUE_OF_FIRST = 256 /* the number getopt_long() returns for the first option */ };

struct options_parse {
    const char *command; /* the name of the command; NULL: the client */
    const struct command_option *option;
    int n;
    enum command_words words;
    struct option known[COMMAND_OPTIONS_MAX + 1];
    char letters[COMMAND_OPTIONS_MAX + 3];
    FILE *err;
};

static bool options_is_letter(const char *name)
{
    return name[1] != '-';
}

static void options_begin(struct options_parse *reading)
{
    char *letter = reading->letters;
    struct option *known = reading->known;
    *letter++ = '+';
    *letter++ = ':';
    for (const struct command_option *option = reading->option; option && option->name; option++) {
        assert(reading->n < COMMAND_OPTIONS_MAX);
        int valued = option->value || option->valued ? required_argument : no_argument,
            value = VALUE_OF_FIRST + reading->n++;
        if (options_is_letter(option->name))
            *letter++ = option->name[1];
        else
            *known++ = (struct option){option->name + 2, valued, NULL, value};
    }
}

/* The option for a number that getopt_long() has returned; NULL: none. */
static const struct command_option *options_meant(const struct options_parse *reading, int value)
{
    if (value >= VALUE_OF_FIRST)
        return &reading->option[value - VALUE_OF_FIRST];
    for (int i = 0; i < reading->n; i++)
        if (options_is_letter(reading->option[i].name) && reading->option[i].name[1] == value)
            return &reading->option[i];
    return NULL;
}

/* Report an unknown option, and suggest the nearest known one. */
static int options_unknown(const struct options_parse *reading, const char *word)
{
    static const char *const of_all[] = {"--help", "--version"};
    char name[64], hint[SPELLING_HINT_ROOM];
    struct spelling spelling = {.typed = name};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (int i = 0; i < reading->n; i++)
        spelling_try(&spelling, reading->option[i].name);
    for (int i = 0; i < (reading->command ? 1 : 2); i++)
        spelling_try(&spelling, of_all[i]);
    spelling_hint(&spelling, hint, sizeof hint);
    if (!reading->command)
        command_error(reading->err, name, "there is no such option%s",
                      *hint ? hint : "; --help lists them");
    else if (reading->n == 0 && reading->words == WORDS_DASHED)
        command_error(reading->err, name,
                      "there is no such option; to search for this text, put it in quotes");
    else
        command_error(reading->err, reading->command, "there is no option '%.40s'%s", name, hint);
    return -COMMAND_USAGE;
}

/* Report an option that getopt_long() rejected. */
static int options_wrong(const struct options_parse *reading, int found, const char *word)
{
    const struct command_option *option = options_meant(reading, optopt);
    if (!option)
        return options_unknown(reading, word);
    command_error(reading->err, option->name,
                  found == ':' ? "a value is missing" : "it takes no value");
    return -COMMAND_USAGE;
}

static int options_take(const struct options_parse *reading, const struct command_option *option,
                        char *value)
{
    if (!reading->err)
        return 0;
    if (option->flag)
        *option->flag = true;
    else if (option->value)
        *option->value = value;
    else
        return -option->take(option->target, option->name, value, reading->err);
    return 0;
}

/* Read the option at argv[at]. Returns how many words it takes, a negative status, or 0 if the
 * caller must read it. */
static int read_option(const struct options_parse *reading, int argc, char **argv, int at)
{
    const char *word = argv[at];
    int found = '?';
    optopt = optind = 0; /* reset getopt */
    if (word[1] == '-' || !word[2])
        found = getopt_long(argc - at + 1, argv + at - 1, reading->letters, reading->known, NULL);
    const struct command_option *option =
        found == '?' || found == ':' ? NULL : options_meant(reading, found);
    if (!option && reading->words == WORDS_FIRST &&
        (!reading->err || !options_meant(reading, optopt)))
        return 0;
    int taken = optind - 1, status = option ? options_take(reading, option, optarg)
                                            : options_wrong(reading, found, word);
    return status < 0 ? status : taken;
}

int command_options(const char *command, int argc, char **argv, const struct command_option *option,
                    enum command_words words, FILE *err)
{
    struct options_parse reading = {
        .command = command, .option = option, .words = words, .err = err};
    bool all_words = false;
    int n = 0, taken;
    options_begin(&reading);
    opterr = 0;
    for (int at = 1; at < argc; at += taken) {
        const char *word = argv[at];
        bool is_option =
            !all_words && word[0] == '-' && word[1] && (word[1] == '-' || words != WORDS_DASHED);
        bool ends = is_option && !strcmp(word, "--");
        taken = is_option && !ends ? read_option(&reading, argc, argv, at) : 1;
        if (taken < 0)
            return taken;
        if (words == WORDS_FIRST && (!taken || !is_option || ends))
            return at;
        all_words = all_words || ends;
        if (!is_option)
            argv[1 + n++] = argv[at];
    }
    return words == WORDS_FIRST ? argc : n;
}
