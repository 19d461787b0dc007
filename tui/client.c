/* client.c - the client on a terminal: see client.h. */
#include "config.h"
#include "tui/client.h"

#include "tui/command.h"
#include "tui/config_files.h"
#include "tui/paint.h"
#include "tui/term.h"
#include "tui/views.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* O(option, its value in words or NULL, setting, its value or NULL: what follows, help) */
#define CLIENT_OPTIONS(O)                                                                                    \
    O("--theme", "NAME", "theme", NULL, "default, light, dark, mono, contrast, colorblind, console16, or a file") \
    O("--colors", "N", "colors", NULL, "auto, rgb, 256, 16, 8 or none")                                      \
    O("--ascii", NULL, "charset", "ascii", "draw with ASCII only")                                           \
    O("--utf8", NULL, "charset", "utf8", "draw with UTF-8")                                                  \
    O("--mouse", "WORD", "mouse", NULL, "auto or off")                                                       \
    O("--pieces", "WORD", "pieces", NULL, "letters or symbols")                                              \
    O("--name", "NAME", "name", NULL, "how your notes are signed")

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
                 "  chesscade [OPTIONS] new [VARIANT] [--option K=V]...\n      start a game for two at one keyboard\n");
    for (int i = 0; i < OPTIONS; i++)
        fprintf(out, "      %s%s%-*s %s\n", client_options[i].option, client_options[i].value_name ? " " : "",
                (int)(16 - strlen(client_options[i].option) - !!client_options[i].value_name),
                client_options[i].value_name ? client_options[i].value_name : "", client_options[i].help);
}

static int fail(FILE *err, const char *where, const char *sentence)
{
    command_error(err, where, "%s", sentence);
    return COMMAND_USAGE;
}

/* One option of the client: how many words it took, 0 when it is none, negative after a message. */
static int read_option(struct client_options *options, char **argument, int left, FILE *err)
{
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

static int read_variant_option(struct client_options *options, char **argument, int left, FILE *err)
{
    char *equals = left > 1 ? strchr(argument[1], '=') : NULL;
    if (!equals || options->options == CLIENT_SETTINGS_MAX)
        return -fail(err, argument[0], "NAME=VALUE is expected after it");
    *equals = '\0'; /* the settings borrow from the command line */
    options->option[options->options++] = (struct setting){argument[1], equals + 1};
    return 2;
}

int client_options_read(struct client_options *options, int argc, char **argv, FILE *err)
{
    bool fresh = false;
    *options = (struct client_options){0};
    for (int i = 1, taken; i < argc; i += taken) {
        taken = read_option(options, argv + i, argc - i, err);
        if (taken == 0 && fresh && !strcmp(argv[i], "--option"))
            taken = read_variant_option(options, argv + i, argc - i, err);
        if (taken < 0)
            return -taken;
        if (taken > 0)
            continue;
        taken = 1;
        if (argv[i][0] == '-' && argv[i][1])
            return fail(err, argv[i], "there is no such option; --help lists them");
        if (!fresh && !options->path && !strcmp(argv[i], "new"))
            fresh = true;
        else if (fresh && !options->variant)
            options->variant = argv[i];
        else if (!fresh && !options->path)
            options->path = argv[i];
        else
            return fail(err, argv[i], "this is one word too many");
    }
    if (fresh && !options->variant)
        options->variant = "";
    return 0;
}

struct app *client_app(const struct client_options *options, const struct app_options *app_options, FILE *err)
{
    struct app *app = app_new(app_options);
    struct note why;
    config_files_read(app);
    for (int i = 0; i < options->sets; i++)
        if (app_set(app, options->set[i].name, options->set[i].value, &why) < 0) {
            command_error(err, NULL, "%s", why.text);
            app_free(app);
            return NULL;
        }
    if (app_open(app, &home_view, NULL, &why) < 0) {
        command_error(err, options->path, "%s", why.text);
        app_free(app);
        return NULL;
    }
    return app;
}

/* ---- the loop ---- */

struct client {
    struct app *app;
    struct term *term;
    struct paint *paint;
    struct scene scene;
};

static void show_looks(struct client *client)
{
    enum palette palette = term_palette(app_setting(client->app, SET_COLORS));
    app_palette(client->app, palette);
    paint_looks(client->paint, app_theme(client->app), palette, app_charset(client->app));
    term_mouse(client->term, app_choice(client->app, SET_MOUSE) == 0);
}

static void draw(struct client *client)
{
    int rows, columns;
    term_size(client->term, &rows, &columns);
    scene_begin(&client->scene, rows, columns);
    app_draw(client->app, &client->scene);
    paint_frame(client->paint, &client->scene);
}

/* A text for the clipboard goes out as OSC 52, in base64. */
static void send_clipboard(struct client *client, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char begin[] = "\033]52;c;";
    size_t length = strlen(text), n = 0;
    char *bytes = memory_new(length * 4 / 3 + 32, 1);
    for (const char *b = begin; *b; b++)
        bytes[n++] = *b;
    for (size_t i = 0; i < length; i += 3) {
        unsigned three = (unsigned)(unsigned char)text[i] << 16;
        three |= i + 1 < length ? (unsigned)(unsigned char)text[i + 1] << 8 : 0;
        three |= i + 2 < length ? (unsigned)(unsigned char)text[i + 2] : 0;
        for (int k = 0; k < 4; k++)
            bytes[n++] = i + (size_t)k > length ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    bytes[n++] = '\a';
    term_write(client->term, bytes, n);
    free(bytes);
}

static void grant_wishes(struct client *client)
{
    unsigned wishes = app_wishes(client->app);
    char *clipboard = app_clipboard(client->app);
    if (wishes & WISH_SUSPEND) {
        term_suspend(client->term);
        app_resume(client->app);
        paint_forget(client->paint);
    }
    if (wishes & WISH_REDRAW)
        paint_forget(client->paint);
    if (wishes & WISH_LOOKS)
        show_looks(client);
    if (wishes & WISH_BELL)
        term_bell(client->term);
    if (clipboard)
        send_clipboard(client, clipboard);
    free(clipboard);
}

static void take_input(struct client *client)
{
    struct input_event event;
    while (!app_over(client->app) && (event = term_input(client->term)).what != INPUT_NOTHING) {
        if (event.what == INPUT_KEY)
            app_key(client->app, event.key);
        else if (event.what == INPUT_MOUSE)
            app_mouse(client->app, &event.mouse);
        else if (event.what == INPUT_PASTE)
            app_paste(client->app, event.text);
        grant_wishes(client);
    }
}

/* One turn of the loop; false when the program is to end. */
static bool turn(struct client *client)
{
    enum { WATCHES = 16 };
    int watched[WATCHES];
    unsigned readable;
    int watches = app_descriptors(client->app, watched, WATCHES);
    unsigned woken = term_wait(client->term, app_wait(client->app), watched, watches, &readable);
    if (woken & TERM_HANGUP) {
        alarm(1); /* whatever a view does now, the process ends within a second */
        app_rescue(client->app);
        return false;
    }
    if (woken & TERM_SUSPEND)
        app_request(client->app, REQ_SUSPEND, "");
    if (woken & TERM_INTERRUPT)
        app_key(client->app, K_CONTROL_C);
    if (woken & TERM_RESIZED)
        paint_forget(client->paint);
    if (woken & TERM_INPUT)
        take_input(client);
    for (int i = 0; i < watches; i++)
        if (readable & 1u << i)
            app_readable(client->app, watched[i]);
    app_tick(client->app);
    grant_wishes(client);
    return !app_over(client->app);
}

static struct term *exhausted_term;

static void out_of_memory(void)
{
    static const char sentence[] = "chesscade: the memory of this computer is used up\n";
    term_close(exhausted_term);
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(1);
    _exit(1);
}

int client_run(int argc, char **argv)
{
    struct client_options options;
    struct client client = {0};
    struct note why;
    int status = client_options_read(&options, argc, argv, stderr);
    if (status != 0)
        return status;
    if (term_usable(&why) < 0) { /* plain mode will stand here */
        command_error(stderr, NULL, "%s", why.text);
        return COMMAND_NO;
    }
    struct app_options app_options = {.charset = term_charset(), .fixed_time = getenv("CHESSCADE_NOW")};
    client.app = client_app(&options, &app_options, stderr);
    if (!client.app)
        return COMMAND_NO;
    if (term_open(&client.term, &why) < 0) {
        command_error(stderr, NULL, "%s", why.text);
        app_free(client.app);
        return COMMAND_NO;
    }
    exhausted_term = client.term;
    memory_exhausted = out_of_memory;
    client.paint = paint_new(client.term);
    app_wishes(client.app);
    show_looks(&client);
    do
        draw(&client);
    while (turn(&client));
    scene_free(&client.scene);
    paint_free(client.paint);
    term_close(client.term);
    app_free(client.app);
    return COMMAND_DONE;
}
