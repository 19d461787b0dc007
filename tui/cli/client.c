/* client.c - runs the client on a terminal, with the event loop that feeds the app; its command
 * line; and the commands for playing on one host. See client.h. */
#include "config.h"

#include "tui/cli/client.h"
#include "archive/record/header_values.h"
#include "core/util/spelling.h"
#include "tui/app/config_files.h"
#include "tui/app/debug_report.h"
#include "tui/app/view.h"
#include "tui/boards/board_art.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/plain/plain.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/lobby/lobby.h"
#include "tui/session/lobby/lobby_games.h"
#include "tui/system/authorized_keys.h"
#include "tui/system/paths.h"
#include "tui/system/sandbox.h"
#include "tui/terminal/external_editor.h"
#include "tui/terminal/terminal.h"
#include "tui/views/navigation.h"
#include "tui/views/view_variants.h"
#include "tui/workers/engine_player.h"
#include "tui/workers/message_hook.h"

#include <nettle/base64.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    END_WITHIN = 4 /* seconds to wait at exit: a disk may be slow, but exiting must not hang */
};

struct client {
    struct app *app;
    struct terminal *terminal;
    struct scene scene;
    struct message_hook hook;
    /* the theme in use: the chosen theme, with the colours of the board that is shown */
    struct theme theme;
    struct board_colours board;
    bool dressed; /* the variant prescribes the colours of the board */
    bool stale;   /* something has happened since the last drawing */
};

static void show_looks(struct client *client)
{
    struct note why;
    enum palette palette = terminal_palette(app_setting(client->app, SET_COLORS));
    if (app_light(client->app) && app_choice(client->app, SET_COLORS) == 0 && palette > PALETTE_8)
        palette = PALETTE_8;
    client->theme = *app_theme(client->app);
    if (client->dressed && app_choice(client->app, SET_BOARD_COLORS) == 1)
        theme_dress(&client->theme, &client->board);
    palette = theme_palette(&client->theme, palette);
    app_palette(client->app, palette, theme_is_flat(&client->theme, palette));
    terminal_looks(client->terminal, &client->theme, palette, app_terminal_charset(client->app));
    terminal_mouse(client->terminal, app_choice(client->app, SET_MOUSE) == 0);
    terminal_escape(client->terminal, (int)strtol(app_setting(client->app, SET_ESCAPE), NULL, 10));
    if (!app_restricted(client->app) &&
        message_hook_set(&client->hook, app_setting(client->app, SET_MESSAGES), &why) < 0)
        app_error(client->app, "%s", why.text);
}

/* Use the colours that suit the board on the screen. A screen without a board keeps the colours of
 * the last board. */
static void client_dress(struct client *client)
{
    struct board_colours board;
    if (!client->scene.board)
        return;
    bool dressed = board_colours(client->scene.board, &board);
    if (dressed == client->dressed && (!dressed || !memcmp(&board, &client->board, sizeof board)))
        return;
    client->dressed = dressed;
    if (dressed)
        client->board = board;
    if (app_choice(client->app, SET_BOARD_COLORS) == 1)
        show_looks(client);
}

static void client_draw(struct client *client)
{
    int rows, columns;
    terminal_size(client->terminal, &rows, &columns);
    scene_begin(&client->scene, rows, columns);
    app_draw(client->app, &client->scene);
    client_dress(client);
    terminal_show(client->terminal, &client->scene);
    client->stale = false;
}

/* Send a text to the terminal's clipboard, as OSC 52 in base64. */
static void send_clipboard(struct client *client, const char *text)
{
    static const char begin[] = "\033]52;c;";
    size_t length = strlen(text), n = sizeof begin - 1, coded = BASE64_ENCODE_RAW_LENGTH(length);
    char *bytes = memory_new(n + coded + 1, 1);
    memcpy(bytes, begin, n);
    base64_encode_raw(bytes + n, length, (const uint8_t *)text);
    bytes[n + coded] = '\a';
    terminal_write(client->terminal, bytes, n + coded + 1);
    free(bytes);
}

/* Notify the user: set the terminal's title and, unless the user looks at this terminal, show a
 * notification of the desktop (OSC 9), where the terminal supports it. The text has no control
 * characters. */
static void send_notice(struct client *client, const char *text)
{
    char bytes[128 + 16];
    terminal_title(client->terminal, *text ? text : "chesscade");
    if (!*text || terminal_focused(client->terminal))
        return;
    int n = snprintf(bytes, sizeof bytes, "\033]9;%.128s\a", text);
    terminal_write(client->terminal, bytes, (size_t)n);
}

/* Call the user as the setting `bell` says. */
static void send_bell(struct client *client)
{
    enum { SOUND, FLASH, BOTH, OFF } how = app_choice(client->app, SET_BELL);
    if (how == SOUND || how == BOTH)
        terminal_bell(client->terminal);
    if (how == FLASH || how == BOTH)
        terminal_flash(client->terminal);
}

/* Pass messages to the program of the setting `messages`. In restricted mode no program is
 * started. */
static void client_hand_on(struct client *client)
{
    char *said = app_said(client->app), *left = said, *line;
    struct note why;
    while (left && *left && (line = strsep(&left, "\n")))
        if (message_hook_say(&client->hook, line, &why) < 0)
            app_error(client->app, "%s", why.text);
    free(said);
}

/* Let the user's editor use the terminal, and read the edited text afterwards. */
static void edit_outside(struct client *client)
{
    struct note why;
    char *text = app_to_edit(client->app), *edited = NULL;
    if (text && external_editor(client->terminal, text, &edited, &why) < 0)
        app_error(client->app, "%s", why.text);
    else if (text)
        app_edited(client->app, edited);
    free(edited);
    free(text);
    app_resume(client->app);
    terminal_redraw(client->terminal);
}

static void client_suspend(struct client *client)
{
    terminal_suspend(client->terminal);
    app_resume(client->app);
    terminal_redraw(client->terminal);
}

static void grant_wishes(struct client *client)
{
    unsigned wishes = app_wishes(client->app);
    char *clipboard = app_clipboard(client->app);
    if (wishes & WISH_SUSPEND)
        client_suspend(client);
    if (wishes & WISH_EDITOR)
        edit_outside(client);
    if (wishes & WISH_REDRAW)
        terminal_redraw(client->terminal);
    if (wishes & WISH_LOOKS)
        show_looks(client);
    if (wishes & WISH_BELL)
        send_bell(client);
    if (wishes & WISH_NOTICE && terminal_xterm())
        send_notice(client, app_notice(client->app));
    if (clipboard && terminal_xterm())
        send_clipboard(client, clipboard);
    free(clipboard);
    client_hand_on(client);
}

static void take_input(struct client *client)
{
    struct input_event event;
    app_burst_begin(client->app);
    while (!app_over(client->app) &&
           (event = terminal_input(client->terminal)).what != INPUT_NOTHING) {
        if (event.what == INPUT_KEY)
            app_key(client->app, event.key);
        else if (event.what == INPUT_MOUSE)
            app_mouse(client->app, &event.mouse);
        else if (event.what == INPUT_PASTE)
            app_paste(client->app, event.text);
        grant_wishes(client);
    }
    app_burst_end(client->app);
    if (terminal_ground(client->terminal) != GROUND_UNKNOWN)
        app_ground_is(client->app, terminal_ground(client->terminal) == GROUND_LIGHT);
    app_slow_line(client->app, terminal_slow(client->terminal));
}

/* Run the event loop once. Returns false when the program is to end. */
static bool client_turn(struct client *client)
{
    unsigned woken = terminal_wait(client->terminal, app_loop(client->app));
    if (woken & TERMINAL_HANGUP) {
        /* end the program after END_WITHIN seconds even if a view hangs */
        terminal_end_within(client->terminal, END_WITHIN);
        app_rescue(client->app);
        return false;
    }
    if (woken & TERMINAL_SUSPEND && terminal_behind(client->terminal))
        /* Suspend even in restricted mode: a process in the background would be stopped again at
         * each attempt to read. */
        client_suspend(client);
    else if (woken & TERMINAL_SUSPEND)
        app_request(client->app, REQ_SUSPEND, "");
    if (woken & TERMINAL_INTERRUPT)
        app_key(client->app, K_CONTROL_C);
    if (woken & TERMINAL_RESIZED)
        terminal_redraw(client->terminal);
    if (woken & TERMINAL_INPUT)
        take_input(client);
    bool stirred = app_tick(client->app);
    terminal_draft_is(client->terminal, app_draft(client->app));
    grant_wishes(client);
    client->stale |= stirred || woken;
    return !app_over(client->app);
}

static struct terminal *exhausted_terminal;

void client_out_of_memory(void)
{
    static const char sentence[] = "chesscade: out of memory\n";
    terminal_close(exhausted_terminal);
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(1);
    _exit(1);
}

int client_show(struct app *app, FILE *err)
{
    struct client client = {.app = app, .hook = MESSAGE_HOOK_NONE};
    struct note why;
    char taken_for[160];
    if (terminal_open(&client.terminal, &why) < 0) {
        command_error(err, NULL, "%s", why.text);
        app_free(app);
        return COMMAND_NO;
    }
    exhausted_terminal = client.terminal;
    app_wishes(client.app);
    app_slow_line(app, terminal_slow(client.terminal));
    app_clipboard_is(app, terminal_xterm());
    if (terminal_taken_for(taken_for, sizeof taken_for))
        app_say(app, "%s", taken_for);
    show_looks(&client);
    client_hand_on(&client);
    client_draw(&client);
    terminal_try_line(client.terminal);
    while (client_turn(&client))
        if (client.stale && !terminal_full(client.terminal))
            client_draw(&client);
    client_hand_on(&client);
    if (*app_notice(client.app) && terminal_xterm())
        send_notice(&client, "");
    message_hook_end(&client.hook);
    scene_free(&client.scene);
    terminal_close(client.terminal);
    app_free(client.app);
    return COMMAND_DONE;
}

int client_plain(struct plain_options *options)
{
    const char *now = getenv("CHESSCADE_NOW");
    char today[16] = "";
    time_t clock = time(NULL);
    struct tm local;
    if (!now && localtime_r(&clock, &local))
        strftime(today, sizeof today, "%Y-%m-%d", &local);
    else if (now)
        snprintf(today, sizeof today, "%.10s", now);
    options->today = today;
    options->prompt = isatty(STDIN_FILENO);
    options->ascii = options->ascii || terminal_charset() != CHARSET_UTF8;
    plain_input_end_on_signals(options->prompt);
    return plain_run(options, stdin, stdout);
}

/* Run plain mode. `because`: why there is no screen; NULL: the user asked for plain mode. */
static int run_plain(const struct client_options *options, const char *because)
{
    /* The app is needed only for its settings: the configuration files apply in plain mode as
     * well. */
    struct app *app = app_new(&(struct app_options){.charset = terminal_charset()});
    char said[600];
    config_files_read(app);
    const char *trouble = config_trouble(app);
    snprintf(said, sizeof said, "%s%s%s", because ? because : "", because && *trouble ? ". " : "",
             trouble);
    bool good = client_options_set(options, app, stderr);
    struct plain_options plain = {.path = options->path,
                                  .variant = options->variant,
                                  .option = options->option,
                                  .options = options->options,
                                  .user = app_signs(app, NULL) ? app_user(app) : NULL,
                                  .because = *said ? said : NULL,
                                  .ascii = app_charset(app) == CHARSET_ASCII};
    int status = good ? client_plain(&plain) : COMMAND_USAGE;
    app_free(app);
    return status;
}

/* Print the options in effect, which come from the configuration files and the command line. With
 * --debug, print the report on terminal and files instead. */
static int print_config(const struct client_options *options)
{
    struct app_options app_options = {.charset = terminal_charset(),
                                      .ascii_pieces = terminal_lacks_quadrants()};
    struct app *app = app_new(&app_options);
    config_files_read(app);
    bool good = client_options_set(options, app, stderr);
    if (good && options->debug)
        report_print(app, stdout);
    else if (good)
        config_print(app, stdout);
    app_free(app);
    return good ? COMMAND_DONE : COMMAND_USAGE;
}

int client_run(int argc, char **argv)
{
    struct client_options options;
    struct note why;
    int status = client_options_read(&options, argc, argv, stderr);
    if (status != 0)
        return status;
    if (options.print_config || options.debug)
        return print_config(&options);
    if (options.plain || terminal_usable(&why) < 0)
        return run_plain(&options, options.plain ? NULL : why.text);
    struct app_options app_options = {.charset = terminal_charset(),
                                      .ascii_pieces = terminal_lacks_quadrants(),
                                      .fixed_time = getenv("CHESSCADE_NOW")};
    struct app *app = client_app(&options, &app_options, &status, stderr);
    return app ? client_show(app, stderr) : status;
}

/* ---- Reads the client's command line and opens its first view: see client.h. */

/* The options of the client: O(option, its value in words or NULL, setting, the setting's value
 * (NULL: the next word), help) */
#define CLIENT_OPTIONS(O)                                                                  \
    O("--theme", "NAME", "theme", NULL,                                                    \
      "default, light, dark, mono, contrast, colorblind, console16, or a file")            \
    O("--colors", "N", "colors", NULL, "auto, rgb, 256, 16, 8 or none")                    \
    O("--ascii", NULL, "charset", "ascii", "draw with ASCII only")                         \
    O("--utf8", NULL, "charset", "utf8", "draw with UTF-8")                                \
    O("--mouse", "WORD", "mouse", NULL, "auto or off")                                     \
    O("--pieces", "NAME", "pieces", NULL, "auto, letters, figurines, art, or a file")      \
    O("--a11y", NULL, "a11y", "on",                                                        \
      "no lines drawn, and plain characters only, for screen readers and braille")         \
    O("-q", NULL, "style", "light",                                                        \
      "send few bytes: 8 colours, and the terminal's own cursor; automatic on slow lines") \
    O("--name", "NAME", "name", NULL, "how your notes are signed")                         \
    O("--messages", "PROGRAM", "messages", NULL,                                           \
      "a program that reads every message, one per line: 'spd-say -e'")

static const struct {
    const char *option, *value_name, *setting, *value, *help;
} client_options[] = {
#define OPTION_ROW(option, value_name, setting, value, help) \
    {option, value_name, setting, value, help},
    CLIENT_OPTIONS(OPTION_ROW)
#undef OPTION_ROW
};
enum { OPTIONS = sizeof client_options / sizeof *client_options };
_Static_assert((int)OPTIONS < (int)CLIENT_OPTION_ROWS,
               "each option has a row, and --plain another one");

void client_help(FILE *out)
{
    fprintf(out,
            "  chesscade [OPTIONS] [PATH]\n      open an archive or a game file; without PATH the "
            "home screen\n  chesscade [OPTIONS] new [VARIANT] [OPTION=VALUE]... "
            "[white=NAME] [clock=5+3]\n            [position=TEXT]\n      start a game at one "
            "keyboard\n");
    for (int i = 0; i < OPTIONS; i++)
        fprintf(out, "      %s%s%-*s %s\n", client_options[i].option,
                client_options[i].value_name ? " " : "",
                (int)(16 - strlen(client_options[i].option) - !!client_options[i].value_name),
                client_options[i].value_name ? client_options[i].value_name : "",
                client_options[i].help);
    fprintf(out, "      %-16s %s\n", "--plain",
            "run as a dialogue in lines of text, without a "
            "screen");
    fprintf(out, "      %-16s %s\n", "--print-config",
            "print the options in effect as lines of a start file, and the files they come from");
    fprintf(out, "      %-16s %s\n", "--debug", "print what an error report should include");
}

static int client_fail(FILE *err, const char *where, const char *sentence)
{
    command_error(err, where, "%s", sentence);
    return COMMAND_USAGE;
}

/* Handle an option of the table: change its setting. */
static int client_take_setting(void *target, const char *name, char *value, FILE *err)
{
    struct client_options *options = target;
    int row = 0;
    while (strcmp(client_options[row].option, name) != 0)
        row++;
    if (options->sets == CLIENT_SETTINGS_MAX)
        return client_fail(err, name, "there are too many options");
    options->set[options->sets++] = (struct setting){
        client_options[row].setting, client_options[row].value ? client_options[row].value : value};
    return 0;
}

int client_option_rows(struct client_options *options, struct command_option *row)
{
    for (int i = 0; i < OPTIONS; i++)
        row[i] = (struct command_option){client_options[i].option, .take = client_take_setting,
                                         .target = options,
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

/* Read a NAME=VALUE of a new game: an option of the variant, a player, the clock, or the
 * position. */
static int take_variant_option(void *target, const char *word, char *text, FILE *err)
{
    struct client_options *options = target;
    char *equals = strchr(text, '=');
    if (!equals)
        return client_fail(err, word, "this option needs NAME=VALUE after it");
    if (options->options == CLIENT_SETTINGS_MAX)
        return client_fail(err, word, "there are too many options");
    *equals = '\0'; /* the settings borrow from the command line */
    options->option[options->options++] = (struct setting){text, equals + 1};
    return 0;
}

/* Check a first word that is not a command. If there is no such file either, and the word was
 * probably meant as a command, report an error: it resembles a command, or other words follow. */
static int client_check_path(const struct client_options *options, bool more, FILE *err)
{
    char hint[SPELLING_HINT_ROOM];
    if (!options->path || path_exists(options->path) ||
        (!*command_near(options->path, hint, sizeof hint) && !more))
        return 0;
    command_error(err, options->path, "there is no such %s%s",
                  more ? "command" : "file, folder or command",
                  *hint ? hint : "; --help lists them");
    return COMMAND_USAGE;
}

/* True if the words after the position may belong to it, because the shell has split it at
 * blanks. */
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
    row[rows + 2] = (struct command_option){"--option", .take = take_variant_option,
                                            .target = options, .valued = true};
    /* Refuse `chesscade --ascii list`, because a command must be the first word. */
    if (first < argc && command_named(argv[first]) && !path_exists(argv[first]))
        return client_fail(err, argv[first], "put the command first and its options after it");
    int words = command_options(NULL, argc, argv, row, WORDS_PLAIN, err), status = 0;
    if (words < 0)
        return -words;
    bool fresh = words && !strcmp(argv[1], "new");
    if (!fresh && options->options)
        return client_fail(err, "--option",
                           "this option is for a new game; write 'new' and the variant before it");
    for (int i = 1 + fresh; i <= words && status == 0; i++) {
        if (fresh && !options->variant)
            options->variant = argv[i];
        else if (fresh && strchr(argv[i], '='))
            status = take_variant_option(options, argv[i], argv[i], err);
        else if (!fresh && !options->path)
            options->path = argv[i];
        else if ((status = client_check_path(options, true, err)) == 0)
            status = client_fail(err, argv[i],
                                 is_of_position(options)
                                     ? "put the position's text in quotes: 'position=...'"
                                     : "unexpected word");
    }
    if (fresh && !options->variant)
        options->variant = "";
    return status ? status : client_check_path(options, false, err);
}

/* Open what the command line names, above the home screen. */
static int client_open_first(struct app *app, const struct client_options *options,
                             struct note *why)
{
    struct variants_open variants = {.purpose = VARIANTS_NEW};
    struct new_open fresh = {
        .variant = options->variant, .setting = options->option, .settings = options->options};
    if (options->variant)
        return !strcmp(options->variant, "custom")
                   ? app_open(app, &own_board_view, &(struct own_board_open){0}, why)
               : *options->variant ? app_open(app, &new_view, &fresh, why)
                                   : app_open(app, &variants_view, &variants, why);
    return options->path ? open_place(app, options->path, why) : 0;
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

struct app *client_app(const struct client_options *options, const struct app_options *app_options,
                       int *status, FILE *err)
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
    if (app_open(app, &home_view, NULL, &why) < 0 || client_open_first(app, options, &why) < 0) {
        command_error(err, options->path, "%s", why.text);
        app_free(app);
        return NULL;
    }
    return app;
}

/* ---- The commands for playing on one host: `create`, `lobby`, `next`, `players`.
 *
 * `lobby --as NAME` is the restricted mode, for the forced command of an SSH key. The remote user
 * controls the terminal and the environment, and must not reach anything but the archive. In this
 * mode the program starts no other program, and the system enforces that (tui/system/sandbox.h). */

/* The command line of `lobby` and the other commands. */
struct lobby_options {
    const char *name;             /* the value of --as; NULL: the system's name of the user */
    const char *archive;          /* NULL: the user's own archive */
    const char *keys;             /* the value of --keys */
    struct client_options client; /* options of the client, such as --ascii, --plain and --a11y */
    char **rest;                  /* [rests] the words of argv that are not options */
    int rests;
};

static int read_options(struct lobby_options *options, int argc, char **argv, FILE *err)
{
    *options = (struct lobby_options){0};
    struct command_option row[CLIENT_OPTION_ROWS + 4] = {{"--as", .value = &options->name},
                                                         {"--keys", .value = &options->keys},
                                                         {"--archive", .value = &options->archive}};
    client_option_rows(&options->client, row + 3);
    options->rest = argv + 1;
    options->rests = command_options(argv[0], argc, argv, row, WORDS_PLAIN, err);
    if (options->rests < 0)
        return -options->rests;
    struct note why;
    if (!options->name || player_name_check(options->name, &why) == 0)
        return 0;
    command_error(err, "--as", "%s", why.text);
    return COMMAND_USAGE;
}

/* ------------------------------------------------------------------------------------------- the
 * lobby */

/* Create an app with the settings of host, user and command line. NULL, after an error message on
 * `err`, if a setting of the command line is invalid. */
static struct app *set_app(const struct lobby_options *options,
                           const struct app_options *app_options, FILE *err)
{
    struct app *app = app_new(app_options);
    if (options->name) {
        config_site_read(app);
        app_restrict(app);
    } else {
        config_files_read(app);
    }
    if (client_options_set(&options->client, app, err))
        return app;
    app_free(app);
    return NULL;
}

/* Create an app with the lobby open. NULL, with *status set, after an error message on `err`. */
static struct app *new_app(const struct lobby_options *options, struct app_options app_options,
                           struct lobby_place *place, int *status, FILE *err)
{
    struct note why;
    app_options.user = place->name;
    struct app *app = set_app(options, &app_options, err);
    *status = app ? COMMAND_NO : COMMAND_USAGE;
    if (app && app_open(app, &lobby_view, place, &why) == 0)
        return app;
    if (app)
        command_error(err, NULL, "%s", why.text);
    lobby_leave(place);
    app_free(app);
    return NULL;
}

/* Returns the path of the archive to open; NULL after an error message on `err`. */
static const char *client_archive_of(const struct lobby_options *options, FILE *err)
{
    struct note why;
    const char *archive = options->rests     ? options->rest[0]
                          : options->archive ? options->archive
                                             : place_own();
    /* A new account has no archive yet, so create it. */
    if (strcmp(archive, place_own()) != 0 || place_own_make(&why) == 0)
        return archive;
    command_error(err, archive, "%s", why.text);
    return NULL;
}

static bool client_enter(const struct lobby_options *options, const char *path,
                         struct lobby_place *place, FILE *err)
{
    struct note why;
    const char *name = options->name ? options->name : lobby_own_name();
    if (lobby_enter(place, path, name, true, options->name != NULL, &why) == 0)
        return true;
    command_error(err, path, "%s", why.text);
    return false;
}

struct app *lobby_app(int argc, char **argv, const struct app_options *app_options, int *status,
                      FILE *err)
{
    struct lobby_options options;
    struct lobby_place place;
    *status = read_options(&options, argc, argv, err);
    if (*status == COMMAND_DONE && options.rests > 1)
        *status = command_usage(err, argv[0]);
    if (*status != COMMAND_DONE)
        return NULL;
    *status = COMMAND_NO;
    const char *archive = client_archive_of(&options, err);
    return archive && client_enter(&options, archive, &place, err)
               ? new_app(&options, *app_options, &place, status, err)
               : NULL;
}

static int run_lobby(int argc, char **argv, FILE *out, FILE *err)
{
    struct lobby_options options;
    struct lobby_place place;
    struct note why;
    (void)out;
    int status = read_options(&options, argc, argv, err);
    if (status != 0)
        return status;
    if (options.rests > 1)
        return command_usage(err, argv[0]);
    const char *archive = client_archive_of(&options, err);
    if (!archive)
        return COMMAND_NO;
    char *path = memory_text(archive);
    if (options.name) {
        engine_player_keep();
        confine_process();
    }
    struct app_options app_options = {.charset = terminal_charset(),
                                      .ascii_pieces = terminal_lacks_quadrants()};
    if (options.client.plain || terminal_usable(&why) < 0) {
        struct plain_options plain = {.lobby = path,
                                      .name = options.name,
                                      .restricted = options.name != NULL,
                                      .ascii = client_options_ascii(&options.client),
                                      .because = options.client.plain ? NULL : why.text};
        /* Plain mode needs this app only to report invalid settings. */
        struct app *settings = set_app(&options, &app_options, err);
        status = settings ? client_plain(&plain) : COMMAND_USAGE;
        app_free(settings);
        free(path);
        return status;
    }
    bool entered = client_enter(&options, path, &place, err);
    free(path);
    if (entered && gethostname(place.host, sizeof place.host - 1) < 0)
        place.host[0] = '\0';
    status = COMMAND_NO;
    struct app *app = entered ? new_app(&options, app_options, &place, &status, err) : NULL;
    return app ? client_show(app, err) : status;
}

/* The command `next`: lists games that wait for the user, for a login script. Prints nothing if
 * there are none. */
static int run_next(int argc, char **argv, FILE *out, FILE *err)
{
    struct lobby_options options;
    struct lobby_place place;
    struct lobby_games games = {0};
    struct note why;
    int status = read_options(&options, argc, argv, err);
    if (status != 0)
        return status;
    const char *archive = options.rests     ? options.rest[0]
                          : options.archive ? options.archive
                                            : place_own();
    if (options.rests > 1)
        return command_usage(err, argv[0]);
    if (!options.rests && !options.archive && !path_exists(archive))
        return COMMAND_DONE; /* the user has no archive, so no game waits */
    if (lobby_enter(&place, archive, options.name ? options.name : lobby_own_name(), false, true,
                    &why) < 0) {
        command_error(err, archive, "%s", why.text);
        return COMMAND_NO;
    }
    lobby_games_look(&games, &place);
    for (int i = 0; i < games.n; i++) {
        const struct lobby_game *game = &games.v[i];
        char since[CLOCK_ROOM];
        lobby_age(game->last, since);
        if (!game->own_turn && !game->challenged)
            continue;
        fprintf(out, "%s  %s  %s  %s since %s", game->mark, game->variant, game->seats,
                game->own_turn ? "your move" : "you are challenged", since);
        if (game->deadline) {
            clock_write((game->deadline - journal_clock()) / 1000 * 1000, true, since);
            fprintf(out, ", %s left", since);
        }
        fputc('\n', out);
    }
    char alike[400];
    for (int i = 0, told = 0; i < games.n && !told; i++)
        if ((games.v[i].own_turn || games.v[i].challenged) && strchr(games.v[i].seats, '!') &&
            lobby_names_tell(&place, alike, sizeof alike))
            told = fprintf(out, "! %s\n", alike);
    lobby_games_clear(&games);
    lobby_leave(&place);
    return COMMAND_DONE;
}

/* -------------------------------------------------------------------------------------------
 * players */

static bool own_keys_file(char *out, size_t size)
{
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir && path_join(entry->pw_dir, ".ssh/authorized_keys", out, size);
}

static int client_add_player(const struct lobby_options *options, const char *file,
                             struct note *why)
{
    char program[PATH_ROOM] = "";
    char *archive = realpath(options->archive ? options->archive : place_own(), NULL);
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    int result = archive
                     ? players_add(file, options->rest[1], options->rest[2], program, archive, why)
                     : note_fail(why, FAIL_SYSTEM, -1, "there is no such archive");
    free(archive);
    return result;
}

static int run_players(int argc, char **argv, FILE *out, FILE *err)
{
    struct lobby_options options;
    struct note why;
    char own[PATH_ROOM] = "";
    int status = read_options(&options, argc, argv, err);
    if (status != 0)
        return status;
    const char *what = options.rests ? options.rest[0] : "";
    const char *file = options.keys                     ? options.keys
                       : own_keys_file(own, sizeof own) ? own
                                                        : "authorized_keys";
    int result;
    if (!strcmp(what, "add") && options.rests == 3)
        result = client_add_player(&options, file, &why);
    else if (!strcmp(what, "remove") && options.rests == 2)
        result = players_remove(file, options.rest[1], &why);
    else if (!strcmp(what, "list") && options.rests == 1)
        result = players_list(file, out, &why);
    else
        return command_usage(err, argv[0]);
    if (result >= 0)
        return COMMAND_DONE;
    command_error(err, "players", "%s", why.text);
    return COMMAND_NO;
}

/* The command `create`: creates an empty archive for the users of a host. */
static int run_create(int argc, char **argv, FILE *out, FILE *err)
{
    struct note why;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words < 1 || words > 2 || !argv[1][0])
        return words < 0 ? -words : command_usage(err, argv[0]);
    const char *slash = strrchr(argv[1], '/');
    if (store_create(argv[1],
                     words == 2          ? argv[2]
                     : slash && slash[1] ? slash + 1
                                         : argv[1],
                     &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        return COMMAND_NO;
    }
    fprintf(out, "made\n");
    return COMMAND_DONE;
}

const struct command lobby_commands[] = {
    {"create", "ARCHIVE [TITLE]", "make a new archive in an empty folder, or in a new one",
     run_create},
    {"lobby", "[--as NAME] [OPTIONS] [ARCHIVE]",
     "play with others on this host, under your system user name", run_lobby},
    {"next", "[--as NAME] [ARCHIVE]", "print the games that wait for your move, for a login script",
     run_next},
    {"players", "add NAME KEY | remove NAME | list  [--keys FILE] [--archive ARCHIVE]",
     "manage who may play over SSH, in authorized_keys", run_players},
    {0},
};
