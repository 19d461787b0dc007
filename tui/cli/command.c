/* command.c - the table of commands and their shared helpers: see command.h. */
#include "config.h"

#include "tui/cli/command.h"
#include "archive/util/sanitize.h"
#include "core/base.h"
#include "core/util/spelling.h"
#include "tui/cli/command_request.h"
#include "tui/cli/options.h"
#include "tui/session/variant_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const groups[] = {
    probe_commands,  cascades_commands, show_commands,   archive_commands, transfer_commands,
    tree_commands,   lobby_commands,    script_commands, key_commands,     statistics_commands,
    verify_commands, engine_commands,   piece_commands,
};
enum { GROUPS = sizeof groups / sizeof *groups };

const struct command *command_named(const char *name)
{
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *command = groups[g]; command->name; command++)
            if (!strcmp(command->name, name))
                return command;
    return NULL;
}

const char *command_near(const char *typed, char *out, size_t size)
{
    struct spelling spelling = {.typed = typed};
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *command = groups[g]; command->name; command++)
            spelling_try(&spelling, command->name);
    spelling_try(&spelling, "new");
    return spelling_hint(&spelling, out, size);
}

/* Returns the separator between a command's name and its usage. */
static const char *blank_before(const char *usage)
{
    return *usage ? " " : "";
}

void command_help(FILE *out, const struct command *command)
{
    fprintf(out, "  chesscade %s%s%s\n      %s\n", command->name, blank_before(command->usage),
            command->usage, command->help);
}

void command_list(FILE *out)
{
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *command = groups[g]; command->name; command++)
            command_help(out, command);
}

int command_usage(FILE *err, const char *name)
{
    const struct command *command = command_named(name);
    const char *usage = command ? command->usage : "";
    command_error(err, "usage", "chesscade %s%s%s", name, blank_before(usage), usage);
    return COMMAND_USAGE;
}

/* ---- Reads the command line of commands about a position: see command_request.h. */

enum { CASCADE_MAX = 1000000 };

int command_number(const char *text, int least, int most, int *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
        return FAIL_TEXT;
    *out = (int)value;
    return 0;
}

int command_bad_number(FILE *err, const char *option, const char *value, int least, int most)
{
    command_error(err, option, "'%.40s' is not a number from %d to %d", value, least, most);
    return COMMAND_USAGE;
}

/* Read a NAME=VALUE; the settings borrow their texts from the command line. */
static int command_take_setting(void *target, const char *name, char *value, FILE *err)
{
    struct command_request *request = target;
    char *equals = strchr(value, '=');
    if (!equals || request->settings == SETTINGS_MAX) {
        command_error(err, name, equals ? "too many options" : "'%.60s' is not NAME=VALUE", value);
        return COMMAND_USAGE;
    }
    *equals = '\0';
    request->setting[request->settings++] = (struct setting){value, equals + 1};
    return 0;
}

/* Read the number of an option; does nothing if `text` is NULL. */
static int command_read_number(const char *name, const char *text, int least, int most, int *out,
                               FILE *err)
{
    return !text || command_number(text, least, most, out) == 0
               ? COMMAND_DONE
               : command_bad_number(err, name, text, least, most);
}

static int read_request(struct command_request *request, int argc, char **argv, FILE *err)
{
    enum {
        /* the first three options of the table belong to every command about a position; the others
         * to some of the commands */
        OF_ALL = 3
    };
    const char *cascade = NULL, *flip = NULL;
    const struct command_option options[] = {
        {"--position", .value = &request->position},
        {"--option", .take = command_take_setting, .target = request, .valued = true},
        {"--cascade", .value = &cascade},
        {"--divide", .flag = &request->divide},
        {"--bulk", .flag = &request->bulk},
        {"--unicode", .flag = &request->unicode},
        {"--size", .value = &request->size},
        {"--goal", .value = &request->goal},
        {"--flip", .value = &flip},
        {0}};
    struct command_option own[sizeof options / sizeof *options] = {0};
    int n = 0;
    *request = (struct command_request){.command = argv[0], .limits = LIMITS_DEFAULT};
    for (int i = 0; options[i].name; i++)
        if (i < OF_ALL || strstr(command_named(argv[0])->usage, options[i].name))
            own[n++] = options[i];
    int words = command_options(argv[0], argc, argv, own, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    request->variant = argv[1];
    request->rest = argv + 2;
    request->rests = words - 1;
    int status =
        command_read_number("--cascade", cascade, 1, CASCADE_MAX, &request->limits.cascade, err);
    return status ? status : command_read_number("--flip", flip, 0, 5, &request->flip, err);
}

static int open_request(struct command_request *request, FILE *err)
{
    struct note why;
    char *id = NULL;
    int status = COMMAND_DONE;
    /* If this fails, the file that the variant names is wrong, not the command line. */
    if (variant_named_id(request->variant, &id, &why) < 0)
        status = COMMAND_NO;
    else if (ruleset_open(&request->rules, id, request->setting, request->settings, &why) < 0)
        status = COMMAND_USAGE;
    free(id);
    if (status != COMMAND_DONE) {
        command_error(err, request->variant, "%s", why.text);
        return status;
    }
    const struct rules *rules = request->rules->rules;
    if (!request->position) {
        rules->setup(request->rules, &request->start);
    } else if (rules->read(request->rules, request->position, &request->start, &why) < 0) {
        char where[64];
        snprintf(where, sizeof where, "position, column %d", why.offset + 1);
        command_error(err, why.offset >= 0 ? where : "position", "%s", why.text);
        return COMMAND_USAGE;
    }
    return COMMAND_DONE;
}

static void close_request(struct command_request *request)
{
    ruleset_free(request->rules);
}

int command_with_request(int argc, char **argv, FILE *out, FILE *err, command_body_fn *body)
{
    struct command_request request;
    int status = read_request(&request, argc, argv, err);
    if (status == COMMAND_DONE)
        status = open_request(&request, err);
    if (status == COMMAND_DONE)
        status = body(&request, out, err);
    close_request(&request);
    return status;
}
