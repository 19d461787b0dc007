/* colon.c - the language after ':': names of requests, and set, bind, color. The user's start-up file uses it too. */
#include "config.h"
#include "core/util/spelling.h"
#include "tui/app/app_internal.h"
#include "tui/session/columns.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 128 };

/* Short names known from other programs, and the words that the list of actions uses. */
static const struct {
    const char *name;
    enum request request;
} aliases[] = {{"q", REQ_CLOSE}, {"qa", REQ_LEAVE},       {"quit", REQ_LEAVE},      {"w", REQ_SAVE},
               {"h", REQ_HELP},  {"book", REQ_COPY_GAME}, {"export", REQ_COPY_GAME}, {"claim", REQ_CLAIM_DRAW}, {"draw", REQ_OFFER_DRAW},
               {"pause", REQ_OFFER_PAUSE}, {"adjourn", REQ_OFFER_ADJOURN}, {"abort", REQ_OFFER_ABORT}, {"swap", REQ_OFFER_SWAP}};
enum { ALIASES = sizeof aliases / sizeof *aliases };

/* Read the next word of a line. False at its end. */
static bool word(const char **at, char *out)
{
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t");
    if (length == 0 || length >= WORD_MAX)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length + strspn(*at + length, " \t");
    return true;
}

static int run_set(struct app *app, const char *rest, struct note *why)
{
    char name[WORD_MAX];
    if (!word(&rest, name))
        return note_fail(why, FAIL_TEXT, -1, "set NAME VALUE: the name of an option is missing");
    char *equals = strchr(name, '=');
    if (equals) {
        *equals = '\0';
        return app_set(app, name, equals + 1, why);
    }
    enum setting_id id = setting_named(name);
    if (!*rest && id != SETTINGS && *setting_values(id)) {
        app_say(app, "%s is %s; it can be %s", name, app_setting(app, id), setting_values(id));
        return 0;
    }
    return app_set(app, name, rest, why);
}

static int run_bind(struct app *app, const char *rest, struct note *why)
{
    char map[WORD_MAX], text[WORD_MAX], name[WORD_MAX];
    struct key_sequence keys;
    if (!word(&rest, map) || !word(&rest, text) || !word(&rest, name))
        return note_fail(why, FAIL_TEXT, -1, "bind KEYMAP KEY REQUEST: a word is missing");
    enum keymap keymap;
    enum request request;
    int status = binding_names_read(map, name, &keymap, &request, why);
    if (status == 0)
        status = key_sequence_read(text, &keys, why);
    if (status < 0)
        return status;
    struct bindings fresh = {0};
    bindings_copy(&fresh, &app->bindings);
    bindings_set(&fresh, keymap, &keys, request);
    bool clash = bindings_clash(&fresh, why) || (request != REQ_NONE && bindings_behind(&fresh, keymap, &keys, why));
    struct bindings *unused = clash ? &fresh : &app->bindings;
    bindings_clear(unused);
    if (!clash)
        app->bindings = fresh;
    if (!clash && keymap == KEYMAP_EVERYWHERE && bindings_hidden(&app->bindings, &keys, NULL, why))
        app_say(app, "%s", why->text);
    return clash ? FAIL_NAME : 0;
}

static int run_color(struct app *app, const char *rest, struct note *why)
{
    char role[WORD_MAX];
    if (!word(&rest, role) || !*rest)
        return note_fail(why, FAIL_TEXT, -1, "color ROLE INK GROUND [ATTRIBUTES]: a word is missing");
    int status = theme_change(&app->theme, role, rest, why);
    app->wishes |= WISH_LOOKS;
    return status;
}

static const struct {
    const char *name;
    int (*run)(struct app *app, const char *rest, struct note *why);
} commands[] = {{"set", run_set}, {"bind", run_bind}, {"color", run_color}};
enum { COMMANDS = sizeof commands / sizeof *commands };

enum request app_command(const char *name)
{
    for (int i = 0; i < ALIASES; i++)
        if (!strcmp(aliases[i].name, name))
            return aliases[i].request;
    return request_named(name);
}

static int no_command(const char *name, struct note *why)
{
    struct near near = {.typed = name};
    char hint[NEAR_HINT_ROOM];
    for (int i = 0; i < COMMANDS; i++)
        near_try(&near, commands[i].name);
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        near_try(&near, request_name((enum request)r));
    near_hint(&near, hint, sizeof hint);
    return note_fail(why, FAIL_NAME, 0, "There is no command '%.40s'%s", name, *hint ? hint : ": ? lists what can be done");
}

int colon_run(struct app *app, const char *line, struct note *why)
{
    char name[WORD_MAX];
    const char *rest = line + strspn(line, " \t:");
    bool quiet = *rest == '@';
    rest += quiet;
    if (!*rest || *rest == '#')
        return 0;
    if (!word(&rest, name))
        return note_fail(why, FAIL_TEXT, 0, "That word is too long");
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, name)) {
            int status = commands[i].run(app, rest, why);
            return quiet ? 0 : status;
        }
    if (!strcmp(name, "q!") || !strcmp(name, "qa!")) {
        app->over = true;
        return 0;
    }
    enum request request = app_command(name);
    if (name[0] >= '0' && name[0] <= '9') { /* a bare number goes to that move */
        request = REQ_GO_TO;
        rest = line + strspn(line, " \t:");
    }
    if (request == REQ_NONE)
        return quiet ? 0 : no_command(name, why);
    if (request == REQ_SAVE && *rest)
        return note_fail(why, FAIL_TEXT, 0, "%s takes no name: it saves in place; to write elsewhere, use export",
                         name);
    if (app_top(app))
        app_request(app, request, rest);
    return 0;
}

/* ---- the prompt ---- */

/* Say what was set or bound, as most changes are not visible. */
static void tell_changed(struct app *app, const char *text)
{
    char verb[WORD_MAX], name[WORD_MAX], keys[WORD_MAX], request[WORD_MAX];
    const char *at = text + strspn(text, " \t:");
    if (!word(&at, verb) || !word(&at, name))
        return;
    name[strcspn(name, "=")] = '\0';
    enum setting_id id = setting_named(name);
    if (!strcmp(verb, "set") && id != SETTINGS)
        app_say(app, "%s is %s now", name, app_setting(app, id));
    else if (!strcmp(verb, "bind") && word(&at, keys) && word(&at, request))
        app_say(app, "%s %s: %s", keys, keymap_where(keymap_named(name)), request_help(request_named(request)));
}

static bool done(struct view *view, const char *text)
{
    struct note why;
    if (colon_run(view->app, text, &why) == 0) {
        if (!view->app->message[0])
            tell_changed(view->app, text);
        return true;
    }
    app_error(view->app, "%s", why.text);
    return false;
}

/* Narrow `common` to what it shares with another candidate; *n counts them. */
static void narrow(const char *candidate, const char *begun, char *common, size_t size, int *n)
{
    if (strncmp(candidate, begun, strlen(begun)) != 0)
        return;
    if ((*n)++ == 0)
        snprintf(common, size, "%s", candidate);
    size_t same = 0;
    while (common[same] && common[same] == candidate[same])
        same++;
    common[same] = '\0';
}

/* Go through the candidates for the word at the end of the text. */
static void candidates(const struct view *view, const char *head, const char *begun, char *common, size_t size,
                       int *n)
{
    char value[64];
    if (!*head) {
        for (int i = 0; i < COMMANDS; i++)
            narrow(commands[i].name, begun, common, size, n);
        for (int r = REQ_NONE + 1; r < REQUESTS; r++)
            if (app_can(view->app, view, (enum request)r))
                narrow(request_name((enum request)r), begun, common, size, n);
    } else if (!strcmp(head, "set")) {
        for (int i = 0; i < SETTINGS; i++)
            narrow(setting_name((enum setting_id)i), begun, common, size, n);
    } else if (!strncmp(head, "set ", 4) && setting_named(head + 4) != SETTINGS) {
        for (int i = 0; setting_value(setting_named(head + 4), i, value, sizeof value); i++)
            narrow(value, begun, common, size, n);
    } else if (!strncmp(head, "set columns", 11)) {
        for (int i = 0; i < GAME_COLUMN_COUNT; i++)
            narrow(game_column_name((enum game_column)i), begun, common, size, n);
    } else if (!strcmp(head, "color")) {
        for (int i = 0; i < ROLES; i++)
            narrow(role_name((enum role)i), begun, common, size, n);
    } else if (!strcmp(head, "bind")) {
        for (int i = 0; i < KEYMAPS; i++)
            narrow(keymap_name((enum keymap)i), begun, common, size, n);
    }
}

static bool complete(struct view *view, const char *text, char *out, size_t size)
{
    char head[WORD_MAX], common[WORD_MAX] = "";
    const char *space = strrchr(text, ' ');
    size_t length = space ? (size_t)(space - text) : 0;
    int n = 0;
    if (length >= sizeof head)
        return false;
    memcpy(head, text, length);
    head[length] = '\0';
    candidates(view, head, space ? space + 1 : text, common, sizeof common, &n);
    if (n == 0)
        return false;
    snprintf(out, size, "%s%s%s%s", head, space ? " " : "", common, n == 1 ? " " : "");
    return true;
}

void colon_open(struct app *app)
{
    static const struct prompt prompt = {.label = ":", .done = done, .complete = complete};
    app_prompt(app, app_top(app), &prompt);
}
