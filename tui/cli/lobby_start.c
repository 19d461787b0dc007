/* lobby_start.c - the commands for playing on one host: `create`, `lobby`, `next`, `players`.
 *
 * `lobby --as NAME` is the restricted mode, for the forced command of an SSH key. The remote user controls the
 * terminal and the environment, and must not reach anything but the archive. In this mode the program starts no other
 * program, and the system enforces that (tui/system/sandbox.h). */
#include "config.h"
#include "archive/record/player_name.h"
#include "tui/cli/client.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/system/sandbox.h"
#include "tui/app/config_files.h"
#include "tui/session/lobby.h"
#include "tui/session/lobby_games.h"
#include "tui/system/paths.h"
#include "tui/session/archive_places.h"
#include "tui/system/authorized_keys.h"
#include "tui/terminal/terminal.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The command line. */
struct lobby_options {
    const char *name;    /* of --as; NULL: the system's name of the user */
    const char *archive; /* NULL: the user's own */
    const char *keys;    /* of --keys */
    struct client_options client; /* --ascii, --plain, --a11y and other options of the client */
    char **rest;         /* [rests] other words in argv */
    int rests;
};

static int read_options(struct lobby_options *options, int argc, char **argv, FILE *err)
{
    *options = (struct lobby_options){0};
    struct command_option row[CLIENT_OPTION_ROWS + 4] = {
        {"--as", .value = &options->name}, {"--keys", .value = &options->keys}, {"--archive", .value = &options->archive}};
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

/* ------------------------------------------------------------------------------------------- the lobby */

/* Create an app with the settings of host, user and command line. NULL, after an error message on `err`, if a setting
 * of the command line is invalid. */
static struct app *set_app(const struct lobby_options *options, const struct app_options *app_options, FILE *err)
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
static struct app *new_app(const struct lobby_options *options, struct app_options app_options, struct lobby_place *place,
                           int *status, FILE *err)
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

/* The archive to open; NULL after an error message on `err`. */
static const char *archive_of(const struct lobby_options *options, FILE *err)
{
    struct note why;
    const char *archive = options->rests ? options->rest[0] : options->archive ? options->archive : place_own();
    if (strcmp(archive, place_own()) != 0 || place_own_make(&why) == 0) /* a new account has none yet */
        return archive;
    command_error(err, archive, "%s", why.text);
    return NULL;
}

static bool enter(const struct lobby_options *options, const char *path, struct lobby_place *place, FILE *err)
{
    struct note why;
    const char *name = options->name ? options->name : lobby_own_name();
    if (lobby_enter(place, path, name, true, options->name != NULL, &why) == 0)
        return true;
    command_error(err, path, "%s", why.text);
    return false;
}

struct app *lobby_app(int argc, char **argv, const struct app_options *app_options, int *status, FILE *err)
{
    struct lobby_options options;
    struct lobby_place place;
    *status = read_options(&options, argc, argv, err);
    if (*status == COMMAND_DONE && options.rests > 1)
        *status = command_usage(err, argv[0]);
    if (*status != COMMAND_DONE)
        return NULL;
    *status = COMMAND_NO;
    const char *archive = archive_of(&options, err);
    return archive && enter(&options, archive, &place, err) ? new_app(&options, *app_options, &place, status, err) : NULL;
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
    const char *archive = archive_of(&options, err);
    if (!archive)
        return COMMAND_NO;
    char *path = memory_text(archive);
    if (options.name)
        confine_process();
    struct app_options app_options = {.charset = terminal_charset()};
    if (options.client.plain || terminal_usable(&why) < 0) {
        struct plain_options plain = {.lobby = path, .name = options.name, .restricted = options.name != NULL,
                                      .ascii = client_options_ascii(&options.client),
                                      .because = options.client.plain ? NULL : why.text};
        struct app *settings = set_app(&options, &app_options, err); /* reports invalid settings here too */
        status = settings ? client_plain(&plain) : COMMAND_USAGE;
        app_free(settings);
        free(path);
        return status;
    }
    bool entered = enter(&options, path, &place, err);
    free(path);
    if (entered && gethostname(place.host, sizeof place.host - 1) < 0)
        place.host[0] = '\0';
    status = COMMAND_NO;
    struct app *app = entered ? new_app(&options, app_options, &place, &status, err) : NULL;
    return app ? client_show(app, err) : status;
}

/* `next`: list games that wait for the user, for a login script; print nothing if there are none. */
static int run_next(int argc, char **argv, FILE *out, FILE *err)
{
    struct lobby_options options;
    struct lobby_place place;
    struct lobby_games games = {0};
    struct note why;
    int status = read_options(&options, argc, argv, err);
    if (status != 0)
        return status;
    const char *archive = options.rests ? options.rest[0] : options.archive ? options.archive : place_own();
    if (options.rests > 1)
        return command_usage(err, argv[0]);
    if (!options.rests && !options.archive && !path_exists(archive))
        return COMMAND_DONE; /* the user has no archive, so nothing waits */
    if (lobby_enter(&place, archive, options.name ? options.name : lobby_own_name(), false, true, &why) < 0) {
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

/* ------------------------------------------------------------------------------------------- players */

static bool own_keys_file(char *out, size_t size)
{
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir && path_join(entry->pw_dir, ".ssh/authorized_keys", out, size);
}

static int add_player(const struct lobby_options *options, const char *file, struct note *why)
{
    char program[PATH_ROOM] = "";
    char *archive = realpath(options->archive ? options->archive : place_own(), NULL);
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    int result = archive ? players_add(file, options->rest[1], options->rest[2], program, archive, why)
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
    const char *file = options.keys ? options.keys : own_keys_file(own, sizeof own) ? own : "authorized_keys";
    int result;
    if (!strcmp(what, "add") && options.rests == 3)
        result = add_player(&options, file, &why);
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

/* Create an empty archive for a host. */
static int run_create(int argc, char **argv, FILE *out, FILE *err)
{
    struct note why;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_PLAIN, err);
    if (words < 1 || words > 2 || !argv[1][0])
        return words < 0 ? -words : command_usage(err, argv[0]);
    const char *slash = strrchr(argv[1], '/');
    if (store_create(argv[1], words == 2 ? argv[2] : slash && slash[1] ? slash + 1 : argv[1], &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        return COMMAND_NO;
    }
    fprintf(out, "made\n");
    return COMMAND_DONE;
}

const struct command lobby_commands[] = {
    {"create", "ARCHIVE [TITLE]", "make a new, empty archive in an empty folder, or one that is not there yet", run_create},
    {"lobby", "[--as NAME] [OPTIONS] [ARCHIVE]", "play with others on this host, under the name the system knows you by",
     run_lobby},
    {"next", "[--as NAME] [ARCHIVE]", "print the games that wait for your move, for a login script", run_next},
    {"players", "add NAME KEY | remove NAME | list  [--keys FILE] [--archive ARCHIVE]",
     "manage who may play over SSH, in authorized_keys", run_players},
    {0},
};
