/* script.c - `chesscade snapshot`: runs the program without a terminal, driven by a key script, and
 * prints its screens.
 *
 * A script consists of lines of keys in the notation of key.h ("jj<Enter>gg"), handled as if typed.
 * A line that begins with ':' is a command, typed and followed by Enter, except for these
 * directives to the script itself:
 *
 *   :snapshot [NAME]   print the screen: glyphs, then roles by their letters (docs/screens.md);
 *                      with --format svg as a picture
 *   :glyphs [NAME]     print the glyphs only
 *   :size WxH          change the size of the terminal
 *   :wait MS           let time pass (otherwise the clock stands still)
 *   :await TEXT        let time pass until the screen shows the text: for what other processes do
 *   :paste TEXT        paste a text
 *   :click ROW COLUMN  press and release the left button there, counted from 1; with a third word,
 *                      `right`, the right button
 *   :copy FROM TO      copy a file over another, as another program might change it meanwhile
 *   :as NAME           in a lobby: continue as another person, with a client of their own beside
 *                      this one
 *
 * Blank lines and lines that begin with '#' are ignored. Blanks around keys do not count: <Space>
 * is the key. After each picture, the screen is drawn anew for each of the next thousand keys,
 * clicks and sizes, as on a terminal. After these it is drawn only for every thousandth, as if keys
 * arrived faster than a terminal can show them. Date, time and user are those of CHESSCADE_NOW and
 * CHESSCADE_USER, or constants if these are not set. */
#include "config.h"
#include "tui/cli/client.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/session/lobby/lobby.h"
#include "tui/widgets/scene_svg.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_ROOM = 4096, SIZE_MAX_SCRIPT = 1000, DRAWN_EACH = 1000 };

enum { CLIENTS_MAX = 8, CLIENT_NAME_ROOM = 64 };

/* A person in the lobby, and that person's client. */
struct script_client {
    char name[CLIENT_NAME_ROOM];
    struct app *app;
};

struct script {
    const char *path;
    FILE *in, *out, *err;
    struct app *app; /* the client that gets the keys */
    struct script_client client[CLIENTS_MAX];
    int clients;
    const struct app_options *options;
    int argc; /* number of arguments of the lobby command; 0: the script does not use a lobby */
    char **argv;
    struct scene scene;
    int rows, columns;
    const char *format; /* of --format: "text", or "svg" for pictures with their colours */
    int line;
    long unseen; /* number of keys, clicks and changes of size since the last picture */
};

static bool script_read_size(const char *text, int *columns, int *rows)
{
    int used = 0;
    return sscanf(text, "%dx%d%n", columns, rows, &used) == 2 && !text[used] && *columns >= 1 &&
           *rows >= 1 && *columns <= SIZE_MAX_SCRIPT && *rows <= SIZE_MAX_SCRIPT;
}

static void script_draw(struct script *script)
{
    bool mono = !strcmp(app_setting(script->app, SET_COLORS), "none");
    const struct theme *theme = app_theme(script->app);
    enum palette palette = theme_palette(theme, mono ? PALETTE_NONE : PALETTE_256);
    app_palette(script->app, palette, theme_is_flat(theme, palette));
    scene_begin(&script->scene, script->rows, script->columns);
    app_draw(script->app, &script->scene);
}

/* Draw the screen as a terminal would, because views learn their size when they are drawn. */
static void script_show(struct script *script)
{
    script->unseen++;
    if (script->unseen <= DRAWN_EACH || script->unseen % DRAWN_EACH == 0)
        script_draw(script);
}

static void print_screen(struct script *script, const char *name, bool roles)
{
    if (app_over(script->app)) {
        fprintf(script->out, "== %s: the client has ended\n", name);
        return;
    }
    script_draw(script);
    script->unseen = 0;
    if (!strcmp(script->format, "svg")) {
        bool mono = !strcmp(app_setting(script->app, SET_COLORS), "none");
        const struct theme *theme = app_theme(script->app);
        scene_print_svg(&script->scene, theme,
                        theme_palette(theme, mono ? PALETTE_NONE : PALETTE_RGB), script->out);
        return;
    }
    fprintf(script->out, "== %s %dx%d %s", name, script->columns, script->rows,
            app_top(script->app)->ops->name);
    if (script->scene.cursor_row >= 0)
        fprintf(script->out, " cursor %d,%d", script->scene.cursor_row + 1,
                script->scene.cursor_column + 1);
    fputc('\n', script->out);
    scene_print(&script->scene, script->out);
    if (roles) {
        fprintf(script->out, "-- roles\n");
        scene_print_roles(&script->scene, script->out);
    }
}

static void script_press(struct script *script, uint32_t key)
{
    app_key(script->app, key);
    app_advance(script->app, 0);
    app_wishes(script->app);
    free(app_clipboard(script->app));
    if (!app_over(script->app))
        script_show(script);
}

static int script_fail(const struct script *script, const char *sentence)
{
    char where[LINE_ROOM];
    snprintf(where, sizeof where, "%.3000s:%d", script->path, script->line);
    command_error(script->err, where, "%s", sentence);
    return COMMAND_NO;
}

static int type_keys(struct script *script, const char *text)
{
    while (*text && !app_over(script->app)) {
        uint32_t key = key_read(&text);
        if (key == 0)
            return script_fail(script, "this is not a key");
        script_press(script, key);
    }
    return COMMAND_DONE;
}

static void script_click(struct script *script, int button, int row, int column)
{
    struct mouse mouse = {MOUSE_PRESS, button, row - 1, column - 1};
    app_mouse(script->app, &mouse);
    mouse.what = MOUSE_RELEASE;
    app_mouse(script->app, &mouse);
    app_advance(script->app, 0);
    script_show(script);
}

/* Run ":copy FROM TO", which acts as another program that changes a file. */
static int script_copy(const struct script *script, const char *words)
{
    char from[LINE_ROOM], to[LINE_ROOM], block[LINE_ROOM];
    size_t n;
    int failed = 1;
    if (sscanf(words, "%4095s %4095s", from, to) != 2)
        return script_fail(script, ":copy FROM TO");
    FILE *in = fopen(from, "r"), *out = in ? fopen(to, "w") : NULL;
    while (out && (n = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, n, out);
    if (out)
        failed = ferror(in) | fclose(out);
    if (in)
        fclose(in);
    return failed ? script_fail(script, strerror(errno)) : COMMAND_DONE;
}

/* Advance the clocks of all clients. */
static void script_advance(struct script *script, int milliseconds)
{
    for (int i = 0; i < script->clients; i++)
        if (!app_over(script->client[i].app)) {
            app_hear(script->client[i].app); /* what other people did */
            app_advance(script->client[i].app, milliseconds);
        }
}

/* True if a row of the screen contains the text. */
static bool script_sees(struct script *script, const char *text)
{
    char *screen = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&screen, &size);
    if (!out)
        return false;
    script_draw(script);
    scene_print(&script->scene, out);
    fclose(out);
    bool sees = strstr(screen, text) != NULL;
    free(screen);
    return sees;
}

/* Run ":await TEXT". */
static int script_await(struct script *script, const char *text)
{
    enum { LOOK = 20, LOOKS = 3000 }; /* milliseconds between looks; a minute of looks */
    for (int i = 0; i < LOOKS && !app_over(script->app); i++) {
        if (script_sees(script, text))
            return COMMAND_DONE;
        poll(NULL, 0, LOOK);
        script_advance(script, LOOK);
    }
    return script_fail(script, "the screen has not shown this text for a minute");
}

/* Start a client that enters the lobby with the arguments of the command line, but as the person
 * `name`. If `name` is NULL, the person is the one that the arguments name. */
static struct app *enter_as(const struct script *script, char *name, int *status)
{
    char as[] = "--as", **argv = memory_new((size_t)script->argc + 2, sizeof *argv);
    int argc = script->argc;
    memcpy(argv, script->argv, (size_t)argc * sizeof *argv);
    if (name) {
        argv[argc++] = as;
        argv[argc++] = name;
    }
    struct app *app = lobby_app(argc, argv, script->options, status, script->err);
    free(argv);
    return app;
}

static int go_on_as(struct script *script, const char *name)
{
    int at = 0;
    while (at < script->clients && strcmp(script->client[at].name, name) != 0)
        at++;
    if (!*name || !script->argc || at == CLIENTS_MAX)
        return script_fail(script, "write :as NAME, in a lobby with at most eight people");
    if (at == script->clients) {
        struct script_client *client = &script->client[at];
        int status;
        snprintf(client->name, sizeof client->name, "%s", name);
        client->app = enter_as(script, client->name, &status);
        if (!client->app)
            return script_fail(script, "no client here has that name");
        script->clients++;
    }
    script->app = script->client[at].app;
    script_advance(script, 0);
    return script_draw(script), COMMAND_DONE;
}

/* The text after the name of a directive; NULL: the line is not that directive. */
static const char *script_directive(const char *line, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

static int script_run_line(struct script *script, const char *line)
{
    const char *rest;
    int a, b;
    if ((rest = script_directive(line, ":snapshot")) ||
        (rest = script_directive(line, ":glyphs"))) {
        char name[32];
        snprintf(name, sizeof name, "line %d", script->line);
        return print_screen(script, *rest ? rest : name, line[1] == 's'), COMMAND_DONE;
    }
    if ((rest = script_directive(line, ":as")))
        return go_on_as(script, rest);
    if (app_over(script->app))
        return script_fail(script, "the client has ended before this line");
    if ((rest = script_directive(line, ":size"))) {
        if (!script_read_size(rest, &script->columns, &script->rows))
            return script_fail(script, "a size is written 80x24, at most 1000x1000");
        return script_show(script), COMMAND_DONE;
    }
    if ((rest = script_directive(line, ":wait")))
        return script_advance(script, atoi(rest)), COMMAND_DONE;
    if ((rest = script_directive(line, ":await")))
        return script_await(script, rest);
    if ((rest = script_directive(line, ":paste")))
        return app_paste(script->app, rest), COMMAND_DONE;
    if ((rest = script_directive(line, ":click"))) {
        char which[8] = "";
        if (sscanf(rest, "%d %d %7s", &a, &b, which) < 2 || (*which && strcmp(which, "right") != 0))
            return script_fail(script, ":click ROW COLUMN [right]");
        return script_click(script, *which ? 3 : 1, a, b), COMMAND_DONE;
    }
    if ((rest = script_directive(line, ":copy")))
        return script_copy(script, rest);
    int status = type_keys(script, line);
    if (status == COMMAND_DONE && line[0] == ':')
        script_press(script, K_ENTER);
    return status;
}

/* Read the next line, or as much of it as fits. Returns its length, 0 at the end of the file. */
static size_t script_read_line(FILE *in, char text[LINE_ROOM])
{
    size_t n = 0;
    int byte;
    while (n + 1 < LINE_ROOM && (n == 0 || text[n - 1] != '\n') && (byte = getc(in)) != EOF)
        text[n++] = (char)byte;
    text[n] = '\0';
    return n;
}

static int run_script(struct script *script)
{
    char text[LINE_ROOM];
    int status = COMMAND_DONE;
    size_t length;
    app_advance(script->app, 0);
    script_draw(script);
    while (status == COMMAND_DONE && (length = script_read_line(script->in, text)) > 0) {
        char *line = text;
        script->line++;
        if (memchr(text, '\0', length))
            return script_fail(script, "this is not text: a byte of it is zero");
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = '\0';
        line += strspn(line, " \t");
        if (*line && *line != '#')
            status = script_run_line(script, line);
    }
    if (status == COMMAND_DONE && ferror(script->in)) {
        command_error(script->err, script->path, "it cannot be read: %s", strerror(errno));
        return COMMAND_NO;
    }
    return status;
}

static int take_size(void *target, const char *name, char *value, FILE *err)
{
    struct script *script = target;
    if (script_read_size(value, &script->columns, &script->rows))
        return 0;
    command_error(err, name, "'%.40s' is not a size such as 80x24", value);
    return COMMAND_USAGE;
}

static int run_snapshot(int argc, char **argv, FILE *out, FILE *err)
{
    struct script script = {.out = out, .err = err, .rows = 24, .columns = 80, .format = "text"};
    const char *now = getenv("CHESSCADE_NOW");
    struct app_options app_options = {.charset = CHARSET_UTF8,
                                      .fixed_time = now && *now ? now : "2026-01-01T12:00:00",
                                      .user = "you"};
    struct client_options options;
    const struct command_option own[] = {
        {"--size", .take = take_size, .target = &script, .valued = true},
        {"--keys", .value = &script.path},
        {"--format", .value = &script.format},
        {0}};
    int first = command_options(argv[0], argc, argv, own, WORDS_FIRST, err);
    bool known = !strcmp(script.format, "text") || !strcmp(script.format, "svg");
    if (first < 0 || !script.path || !known)
        return first < 0 ? -first : command_usage(err, argv[0]);
    app_options.texts = !strcmp(script.format, "text");
    bool lobby = first < argc && !strcmp(argv[first], "lobby");
    if (!lobby && client_options_read(&options, argc - first + 1, argv + first - 1, err) != 0)
        return COMMAND_USAGE;
    script.in = strcmp(script.path, "-") ? fopen(script.path, "r") : stdin;
    if (!script.in) {
        command_error(err, script.path, "%s", strerror(errno));
        return COMMAND_NO;
    }
    int status = COMMAND_NO;
    script.options = &app_options;
    script.argc = lobby ? argc - first : 0;
    script.argv = argv + first;
    script.app =
        lobby ? enter_as(&script, NULL, &status) : client_app(&options, &app_options, &status, err);
    if (script.app) {
        struct script_client *client = &script.client[script.clients++];
        client->app = script.app;
        snprintf(client->name, sizeof client->name, "%s", app_user(script.app));
        status = run_script(&script);
    }
    for (int i = 0; i < script.clients; i++)
        app_free(script.client[i].app);
    scene_free(&script.scene);
    if (script.in != stdin)
        fclose(script.in);
    return status;
}

const struct command script_commands[] = {
    {"snapshot",
     "[--size WxH] [--format text|svg] --keys FILE [ARGUMENTS OF THE CLIENT | lobby ...]",
     "print the screens a key script produces", run_snapshot},
    {0},
};
