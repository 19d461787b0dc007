/* client_start.c - the command line of the client, and what stands when it begins: see client.h. */
#include "config.h"
#include "tui/client.h"

#include "core/near.h"
#include "tui/command.h"
#include "tui/config_files.h"
#include "tui/opening.h"
#include "tui/paths.h"
#include "tui/places.h"
#include "tui/view_variants.h"

#include <string.h>

/* O(option, its value in words or NULL, setting, its value or NULL: what follows, help) */
#define CLIENT_OPTIONS(O)                                                                                    \
    O("--theme", "NAME", "theme", NULL, "default, light, dark, mono, contrast, colorblind, console16, or a file") \
    O("--colors", "N", "colors", NULL, "auto, rgb, 256, 16, 8 or none")                                      \
    O("--ascii", NULL, "charset", "ascii", "draw with ASCII only")                                           \
    O("--utf8", NULL, "charset", "utf8", "draw with UTF-8")                                                  \
    O("--mouse", "WORD", "mouse", NULL, "auto or off")                                                       \
    O("--pieces", "WORD", "pieces", NULL, "letters or symbols")                                              \
    O("--a11y", NULL, "a11y", "on", "no lines drawn, plain characters, for screen readers and braille")        \
    O("-q", NULL, "style", "light", "send few bytes: 8 colours, the terminal's own cursor; by itself on slow lines") \
    O("--name", "NAME", "name", NULL, "how your notes are signed")                                            \
    O("--messages", "PROGRAM", "messages", NULL, "a program that reads every message, a line each: 'spd-say -e'")

static const struct {
    const char *option, *value_name, *setting, *value, *help;
} client_options[] = {
#define OPTION_ROW(option, value_name, setting, value, help) {option, value_name, setting, value, help},
    CLIENT_OPTIONS(OPTION_ROW)
#undef OPTION_ROW
};
enum { OPTIONS = sizeof client_options / sizeof *client_options };

void client_help(FILE *out)
{
    fprintf(out, "  chesscade [OPTIONS] [PATH]\n      open an archive, a game file, or without PATH your own archive\n"
                 "  chesscade [OPTIONS] new [VARIANT] [OPTION=VALUE]... [white=NAME] [clock=5+3]\n"
                 "            [position=TEXT]\n      start a game at one keyboard\n");
    for (int i = 0; i < OPTIONS; i++)
        fprintf(out, "      %s%s%-*s %s\n", client_options[i].option, client_options[i].value_name ? " " : "",
                (int)(16 - strlen(client_options[i].option) - !!client_options[i].value_name),
                client_options[i].value_name ? client_options[i].value_name : "", client_options[i].help);
    fprintf(out, "      %-16s %s\n", "--plain", "talk in lines instead of drawing a screen");
    fprintf(out, "      %-16s %s\n", "--print-config",
            "print the options that hold, as lines of the file start, and where they are kept");
    fprintf(out, "      %-16s %s\n", "--debug", "print what a report of an error should have with it");
}

static int fail(FILE *err, const char *where, const char *sentence)
{
    command_error(err, where, "%s", sentence);
    return COMMAND_USAGE;
}

int client_option_read(struct client_options *options, char **argument, int left, FILE *err)
{
    if (!strcmp(argument[0], "--plain")) {
        options->plain = true;
        return 1;
    }
    for (int i = 0; i < OPTIONS; i++) {
        bool valued = client_options[i].value_name != NULL;
        if (strcmp(argument[0], client_options[i].option) != 0)
            continue;
        if (valued && left < 2)
            return -fail(err, argument[0], "a value is missing");
        if (options->sets == CLIENT_SETTINGS_MAX)
            return -fail(err, argument[0], "there are too many options");
        options->set[options->sets++] =
            (struct setting){client_options[i].setting, valued ? argument[1] : client_options[i].value};
        return 1 + valued;
    }
    return 0;
}

int client_options_end(int argc, char **argv)
{
    int at = 1;
    for (bool found = true; found && at < argc;) {
        found = !strcmp(argv[at], "--plain");
        int words = found;
        for (int i = 0; i < OPTIONS && !found; i++)
            if (!strcmp(argv[at], client_options[i].option)) {
                found = true;
                words = client_options[i].value_name ? 2 : 1;
            }
        at += words;
    }
    return at < argc ? at : argc;
}

/* NAME=VALUE of a new game: an option of its variant, who plays, the clock, the position. How many words were taken: this one. */
static int add_variant_option(struct client_options *options, const char *word, char *text, FILE *err)
{
    char *equals = text ? strchr(text, '=') : NULL;
    if (!equals)
        return -fail(err, word, "NAME=VALUE is expected after it");
    if (options->options == CLIENT_SETTINGS_MAX)
        return -fail(err, word, "there are too many options");
    *equals = '\0'; /* the settings borrow from the command line */
    options->option[options->options++] = (struct setting){text, equals + 1};
    return 1;
}

/* "chesscade --ascii lobby": what was taken for a path is a command, which comes first. */
static int misplaced(FILE *err, const char *command)
{
    command_error(err, command, "a command comes first, its options behind it");
    return COMMAND_USAGE;
}

static bool is_misplaced(const struct client_options *options)
{
    return options->path && command_named(options->path) && !path_exists(options->path);
}

static int no_option(FILE *err, const char *option)
{
    struct near near = {.typed = option};
    char hint[NEAR_HINT_ROOM];
    for (int i = 0; i < OPTIONS; i++)
        near_try(&near, client_options[i].option);
    for (int i = 0; i < 5; i++)
        near_try(&near, (const char *[]){"--plain", "--print-config", "--debug", "--help", "--version"}[i]);
    near_hint(&near, hint, sizeof hint);
    command_error(err, option, "there is no such option%s", *hint ? hint : "; --help lists them");
    return COMMAND_USAGE;
}

/* A first word that is neither a command nor there was meant to be a command, if it is nearly one or has others behind it. */
static int check_path(const struct client_options *options, bool more, FILE *err)
{
    char hint[NEAR_HINT_ROOM];
    if (is_misplaced(options))
        return misplaced(err, options->path);
    if (!options->path || path_exists(options->path) || (!*command_near(options->path, hint, sizeof hint) && !more))
        return 0;
    command_error(err, options->path, "there is no such %s%s", more ? "command" : "file, folder or command",
                  *hint ? hint : "; --help lists them");
    return COMMAND_USAGE;
}

/* A word that is no option: may it be of the position before it, which a shell has cut at its blanks? */
static bool is_of_position(const struct client_options *options)
{
    return options->options && !strcmp(options->option[options->options - 1].name, "position");
}

int client_options_read(struct client_options *options, int argc, char **argv, FILE *err)
{
    bool fresh = false;
    *options = (struct client_options){0};
    for (int i = 1, taken; i < argc; i += taken) {
        taken = client_option_read(options, argv + i, argc - i, err);
        if (taken == 0 && !strcmp(argv[i], "--print-config"))
            taken = options->print_config = true;
        if (taken == 0 && !strcmp(argv[i], "--debug"))
            taken = options->debug = true;
        if (taken == 0 && fresh && !strcmp(argv[i], "--option"))
            taken = add_variant_option(options, argv[i], i + 1 < argc ? argv[i + 1] : NULL, err) * 2;
        if (taken < 0)
            return COMMAND_USAGE;
        if (taken > 0)
            continue;
        taken = 1;
        if (argv[i][0] == '-' && argv[i][1])
            return is_misplaced(options) ? misplaced(err, options->path) : no_option(err, argv[i]);
        if (!fresh && !options->path && !strcmp(argv[i], "new"))
            fresh = true;
        else if (fresh && !options->variant)
            options->variant = argv[i];
        else if (fresh && strchr(argv[i], '='))
            taken = add_variant_option(options, argv[i], argv[i], err);
        else if (!fresh && !options->path)
            options->path = argv[i];
        else if (check_path(options, true, err))
            return COMMAND_USAGE;
        else
            return fail(err, argv[i], is_of_position(options) ? "the position's text stands in quotes: 'position=...'"
                                                              : "this is one word too many");
        if (taken < 0)
            return COMMAND_USAGE;
    }
    if (fresh && !options->variant)
        options->variant = "";
    return check_path(options, false, err);
}

/* What stands on the first screen: what the command line names, else what waits to be gone on with, else the user's own archive,
 * else the samples. */
static int open_first(struct app *app, const struct client_options *options, struct note *why)
{
    struct variants_open variants = {.purpose = VARIANTS_NEW};
    struct new_open fresh = {
        .variant = options->variant, .setting = options->option, .settings = options->options};
    if (options->variant)
        return !strcmp(options->variant, "custom") ? app_open(app, &own_board_view, &(struct own_board_open){0}, why)
               : *options->variant ? app_open(app, &new_view, &fresh, why) : app_open(app, &variants_view, &variants, why);
    if (options->path)
        return open_place(app, options->path, why);
    if (place_has_drafts(place_own())) /* the first screen has them in its first lines */
        return 0;
    const char *path = place_has_games(place_own()) ? place_own() : place_samples();
    if (path_exists(path))
        open_archive(app, path);
    return 0;
}

bool client_options_set(const struct client_options *options, struct app *app, FILE *err)
{
    struct note why;
    for (int i = 0; i < options->sets; i++)
        if (app_set(app, options->set[i].name, options->set[i].value, &why) < 0) {
            command_error(err, NULL, "%s", why.text);
            return false;
        }
    return true;
}

bool client_options_ascii(const struct client_options *options)
{
    bool ascii = false;
    for (int i = 0; i < options->sets; i++)
        if (!strcmp(options->set[i].name, "charset"))
            ascii = !strcmp(options->set[i].value, "ascii");
    return ascii;
}

struct app *client_app(const struct client_options *options, const struct app_options *app_options, int *status, FILE *err)
{
    struct app *app = app_new(app_options);
    struct note why;
    *status = options->variant ? COMMAND_USAGE : COMMAND_NO;
    config_files_read(app);
    if (!client_options_set(options, app, err)) {
        *status = COMMAND_USAGE;
        app_free(app);
        return NULL;
    }
    if (app_open(app, &home_view, NULL, &why) < 0 || open_first(app, options, &why) < 0) {
        command_error(err, options->path, "%s", why.text);
        app_free(app);
        return NULL;
    }
    return app;
}
