/* client_start.c - reads the client's command line and opens its first view: see client.h. */
#include "config.h"
#include "tui/cli/client.h"

#include "core/util/spelling.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/app/config_files.h"
#include "tui/views/navigation.h"
#include "tui/system/paths.h"
#include "tui/session/archive_places.h"
#include "tui/views/view_variants.h"

#include <string.h>

/* O(option, its value in words or NULL, setting, the setting's value (NULL: the next word), help) */
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
_Static_assert((int)OPTIONS < (int)CLIENT_OPTION_ROWS, "there is a row for each, and for --plain");

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
            "print the options in effect, as lines of the file start, and where they are kept");
    fprintf(out, "      %-16s %s\n", "--debug", "print what an error report should include");
}

static int fail(FILE *err, const char *where, const char *sentence)
{
    command_error(err, where, "%s", sentence);
    return COMMAND_USAGE;
}

/* An option of the table: make its setting. */
static int take_setting(void *target, const char *name, char *value, FILE *err)
{
    struct client_options *options = target;
    int row = 0;
    while (strcmp(client_options[row].option, name) != 0)
        row++;
    if (options->sets == CLIENT_SETTINGS_MAX)
        return fail(err, name, "there are too many options");
    options->set[options->sets++] =
        (struct setting){client_options[row].setting, client_options[row].value ? client_options[row].value : value};
    return 0;
}

int client_option_rows(struct client_options *options, struct command_option *row)
{
    for (int i = 0; i < OPTIONS; i++)
        row[i] = (struct command_option){client_options[i].option, .take = take_setting, .target = options,
                                         .valued = client_options[i].value_name != NULL};
    row[OPTIONS] = (struct command_option){"--plain", .flag = &options->plain};
    return OPTIONS + 1;
}

int client_options_end(int argc, char **argv)
{
    struct client_options options = {0};
    struct command_option row[CLIENT_OPTION_ROWS + 1] = {0};
    client_option_rows(&options, row);
    return command_options(NULL, argc, argv, row, WORDS_FIRST, NULL);
}

/* NAME=VALUE of a new game: an option of the variant, a player, the clock, or the position. */
static int take_variant_option(void *target, const char *word, char *text, FILE *err)
{
    struct client_options *options = target;
    char *equals = strchr(text, '=');
    if (!equals)
        return fail(err, word, "NAME=VALUE is expected after it");
    if (options->options == CLIENT_SETTINGS_MAX)
        return fail(err, word, "there are too many options");
    *equals = '\0'; /* the settings borrow from the command line */
    options->option[options->options++] = (struct setting){text, equals + 1};
    return 0;
}

/* A first word that is neither a command nor a file was probably meant as a command if it resembles one or if words
 * follow. */
static int check_path(const struct client_options *options, bool more, FILE *err)
{
    char hint[NEAR_HINT_ROOM];
    if (!options->path || path_exists(options->path) || (!*command_near(options->path, hint, sizeof hint) && !more))
        return 0;
    command_error(err, options->path, "there is no such %s%s", more ? "command" : "file, folder or command",
                  *hint ? hint : "; --help lists them");
    return COMMAND_USAGE;
}

/* True if the words that follow may belong to the position before them, because the shell split it at blanks. */
static bool is_of_position(const struct client_options *options)
{
    return options->options && !strcmp(options->option[options->options - 1].name, "position");
}

int client_options_read(struct client_options *options, int argc, char **argv, FILE *err)
{
    struct command_option row[CLIENT_OPTION_ROWS + 4] = {0};
    int rows = client_option_rows(options, row), first = client_options_end(argc, argv);
    *options = (struct client_options){0};
    row[rows] = (struct command_option){"--print-config", .flag = &options->print_config};
    row[rows + 1] = (struct command_option){"--debug", .flag = &options->debug};
    row[rows + 2] = (struct command_option){"--option", .take = take_variant_option, .target = options, .valued = true};
    if (first < argc && command_named(argv[first]) && !path_exists(argv[first])) /* for example chesscade --ascii list */
        return fail(err, argv[first], "a command comes first, its options behind it");
    int words = command_options(NULL, argc, argv, row, WORDS_PLAIN, err), status = 0;
    if (words < 0)
        return -words;
    bool fresh = words && !strcmp(argv[1], "new");
    if (!fresh && options->options)
        return fail(err, "--option", "only a new game has such options: 'new' and its variant come before it");
    for (int i = 1 + fresh; i <= words && status == 0; i++) {
        if (fresh && !options->variant)
            options->variant = argv[i];
        else if (fresh && strchr(argv[i], '='))
            status = take_variant_option(options, argv[i], argv[i], err);
        else if (!fresh && !options->path)
            options->path = argv[i];
        else if ((status = check_path(options, true, err)) == 0)
            status = fail(err, argv[i], is_of_position(options) ? "put the position's text in quotes: 'position=...'"
                                                                : "unexpected word");
    }
    if (fresh && !options->variant)
        options->variant = "";
    return status ? status : check_path(options, false, err);
}

/* Open the first view: what the command line names, else the home screen if drafts wait, else the user's own archive,
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
    if (place_has_drafts(place_own())) /* the home screen lists them first */
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
