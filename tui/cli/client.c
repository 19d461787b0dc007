/* client.c - runs the client on a terminal: the event loop that feeds the app. See client.h. */
#include "config.h"
#include "tui/cli/client.h"

#include "tui/boards/board_colours.h"
#include "tui/cli/command.h"
#include "tui/app/config_files.h"
#include "tui/workers/message_hook.h"
#include "tui/plain/input.h"
#include "tui/session/archive_places.h"
#include "tui/app/debug_report.h"
#include "tui/terminal/external_editor.h"
#include "tui/terminal/terminal.h"
#include "tui/app/view_list.h"

#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { END_WITHIN = 4 /* seconds: a disk may be slow, but the end must not take for ever */ };

struct client {
    struct app *app;
    struct terminal *terminal;
    struct scene scene;
    struct message_hook hook;
    struct theme theme; /* the one in use: the chosen theme, with the colours of the board shown */
    struct board_colours board;
    bool dressed; /* the variant prescribes such colours */
    bool stale;   /* something happened since the last drawing */
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
    if (!app_restricted(client->app) && message_hook_set(&client->hook, app_setting(client->app, SET_MESSAGES), &why) < 0)
        app_error(client->app, "%s", why.text);
}

/* If another board is shown than before, use its colours. A screen without a board keeps the last ones. */
static void dress(struct client *client)
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

static void draw(struct client *client)
{
    int rows, columns;
    terminal_size(client->terminal, &rows, &columns);
    scene_begin(&client->scene, rows, columns);
    app_draw(client->app, &client->scene);
    dress(client);
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

/* Notify the user: set the terminal's title and, where supported, show a notification. The text has no control
 * characters. */
static void send_notice(struct client *client, const char *text)
{
    char bytes[2 * 128 + 32];
    int n = *text ? snprintf(bytes, sizeof bytes, "\033]2;%s\a\033]9;%s\a", text, text)
                  : snprintf(bytes, sizeof bytes, "\033]2;chesscade\a");
    terminal_write(client->terminal, bytes, (size_t)n);
}

/* Pass messages on to the program of the setting `messages`. In restricted mode no program is started. */
static void hand_on(struct client *client)
{
    char *said = app_said(client->app), *left = said, *line;
    struct note why;
    while (left && *left && (line = strsep(&left, "\n")))
        if (message_hook_say(&client->hook, line, &why) < 0)
            app_error(client->app, "%s", why.text);
    free(said);
}

/* Lend the terminal to the user's own editor, and take back the edited text. */
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

static void suspend(struct client *client)
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
        suspend(client);
    if (wishes & WISH_EDITOR)
        edit_outside(client);
    if (wishes & WISH_REDRAW)
        terminal_redraw(client->terminal);
    if (wishes & WISH_LOOKS)
        show_looks(client);
    if (wishes & WISH_BELL)
        terminal_bell(client->terminal);
    if (wishes & WISH_NOTICE && terminal_xterm())
        send_notice(client, app_notice(client->app));
    if (clipboard && terminal_xterm())
        send_clipboard(client, clipboard);
    free(clipboard);
    hand_on(client);
}

static void take_input(struct client *client)
{
    struct input_event event;
    app_burst_begin(client->app);
    while (!app_over(client->app) && (event = terminal_input(client->terminal)).what != INPUT_NOTHING) {
        if (event.what == INPUT_KEY)
            app_key(client->app, event.key);
        else if (event.what == INPUT_MOUSE)
            app_mouse(client->app, &event.mouse);
        else if (event.what == INPUT_PASTE)
            app_paste(client->app, event.text);
        grant_wishes(client);
    }
    app_burst_end(client->app);
    app_slow_line(client->app, terminal_slow(client->terminal));
}

/* One turn of the event loop. False when the program is to end. */
static bool turn(struct client *client)
{
    enum { WATCHES = 16 };
    int watched[WATCHES];
    unsigned readable;
    int watches = app_descriptors(client->app, watched, WATCHES);
    unsigned woken = terminal_wait(client->terminal, app_wait(client->app), watched, watches, &readable);
    if (woken & TERMINAL_HANGUP) {
        terminal_end_within(client->terminal, END_WITHIN); /* whatever a view does now */
        app_rescue(client->app);
        return false;
    }
    if (woken & TERMINAL_SUSPEND && terminal_behind(client->terminal))
        suspend(client); /* suspend even in restricted mode: in the background, reading would stop us again for ever */
    else if (woken & TERMINAL_SUSPEND)
        app_request(client->app, REQ_SUSPEND, "");
    if (woken & TERMINAL_INTERRUPT)
        app_key(client->app, K_CONTROL_C);
    if (woken & TERMINAL_RESIZED)
        terminal_redraw(client->terminal);
    if (woken & TERMINAL_INPUT)
        take_input(client);
    for (int i = 0; i < watches; i++)
        if (readable & 1u << i)
            app_readable(client->app, watched[i]);
    bool stirred = app_tick(client->app);
    terminal_draft_is(client->terminal, app_draft(client->app));
    grant_wishes(client);
    client->stale |= stirred || woken || readable;
    return !app_over(client->app);
}

static struct terminal *exhausted_terminal;

void client_out_of_memory(void)
{
    static const char sentence[] = "chesscade: the memory of this computer is used up\n";
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
    hand_on(&client);
    draw(&client);
    terminal_try_line(client.terminal);
    while (turn(&client))
        if (client.stale && !terminal_full(client.terminal))
            draw(&client);
    hand_on(&client);
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

/* `because`: why there is no screen; NULL if plain mode was requested. */
static int run_plain(const struct client_options *options, const char *because)
{
    struct app *app = app_new(&(struct app_options){.charset = terminal_charset()}); /* only for its settings: the configuration
                                                                                        files apply here too */
    char said[600];
    config_files_read(app);
    const char *trouble = config_trouble(app);
    snprintf(said, sizeof said, "%s%s%s", because ? because : "", because && *trouble ? ". " : "", trouble);
    bool good = client_options_set(options, app, stderr);
    struct plain_options plain = {.path = options->path, .variant = options->variant, .option = options->option,
                                  .options = options->options, .user = app_signs(app, NULL) ? app_user(app) : NULL,
                                  .because = *said ? said : NULL, .ascii = app_charset(app) == CHARSET_ASCII};
    int status = good ? client_plain(&plain) : COMMAND_USAGE;
    app_free(app);
    return status;
}

/* Print the options that the files and the command line add up to; with --debug, the report on terminal and files. */
static int print_config(const struct client_options *options)
{
    struct app_options app_options = {.charset = terminal_charset()};
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
    struct app_options app_options = {.charset = terminal_charset(), .fixed_time = getenv("CHESSCADE_NOW")};
    struct app *app = client_app(&options, &app_options, &status, stderr);
    if (app && !options.path && !options.variant && !place_toured())
        app_try_open(app, &tour_view, NULL);
    return app ? client_show(app, stderr) : status;
}
