/* command_request.c - reading the command line of the commands that ask about a position: see command_request.h. */
#include "tui/command_request.h"

#include "tui/variant_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    command_error(err, option, "'%.40s' is no number from %d to %d", value, least, most);
    return COMMAND_USAGE;
}

/* Read one option with its value; the number of arguments taken, or 0 when it is none of ours, or -status. */
static int read_option(struct command_request *request, char **argument, int left, FILE *err)
{
    static const struct {
        const char *name;
        int least, most;
    } numbers[] = {{"--cascade", 1, CASCADE_MAX}, {"--flip", 0, 5}};
    int *const targets[] = {&request->limits.cascade, &request->flip};
    enum { NUMBERS = 2 };
    const char *name = argument[0];
    if (!strcmp(name, "--divide"))
        return request->divide = true;
    if (!strcmp(name, "--bulk"))
        return request->bulk = true;
    if (!strcmp(name, "--unicode"))
        return request->unicode = true;
    bool valued = !strcmp(name, "--position") || !strcmp(name, "--option") || !strcmp(name, "--size") ||
                  !strcmp(name, "--goal");
    for (int i = 0; i < NUMBERS; i++)
        valued = valued || !strcmp(name, numbers[i].name);
    if (!valued)
        return 0;
    if (left < 2) {
        command_error(err, name, "a value is missing");
        return -COMMAND_USAGE;
    }
    for (int i = 0; i < NUMBERS; i++)
        if (!strcmp(name, numbers[i].name)) {
            if (command_number(argument[1], numbers[i].least, numbers[i].most, targets[i]) < 0)
                return -command_bad_number(err, name, argument[1], numbers[i].least, numbers[i].most);
            return 2;
        }
    if (strcmp(name, "--option") != 0) {
        *(name[2] == 'p' ? &request->position : name[2] == 'g' ? &request->goal : &request->size) = argument[1];
        return 2;
    }
    char *equals = strchr(argument[1], '=');
    if (!equals || request->settings == SETTINGS_MAX) {
        command_error(err, name, equals ? "too many options" : "'%.60s' is not NAME=VALUE", argument[1]);
        return -COMMAND_USAGE;
    }
    *equals = '\0'; /* the settings borrow from the command line */
    request->setting[request->settings++] = (struct setting){argument[1], equals + 1};
    return 2;
}

/* Does a command look at this option? At those that say which position is meant all do. */
static bool has_option(const char *name, const char *option)
{
    static const char *const of_all[] = {"--position", "--option", "--cascade"};
    const struct command *command = command_named(name);
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        if (!strcmp(option, of_all[i]))
            return true;
    return command && strstr(command->usage, option);
}

static int read_request(struct command_request *request, int argc, char **argv, FILE *err)
{
    bool options = true;
    *request = (struct command_request){.command = argv[0], .limits = LIMITS_DEFAULT};
    request->rest = memory_new((size_t)argc, sizeof *request->rest);
    for (int i = 1; i < argc;) {
        int taken = 0;
        if (options && !strcmp(argv[i], "--")) {
            options = false;
            i++;
            continue;
        }
        if (options && argv[i][0] == '-' && argv[i][1] == '-') {
            taken = read_option(request, argv + i, argc - i, err);
            if (taken < 0)
                return -taken;
            if (taken == 0 || !has_option(argv[0], argv[i]))
                return command_no_option(err, argv[0], argv[i]);
        } else if (!request->variant) {
            request->variant = argv[i];
        } else {
            request->rest[request->rests++] = argv[i];
        }
        i += taken ? taken : 1;
    }
    return request->variant ? COMMAND_DONE : command_usage(err, argv[0]);
}

static int open_request(struct command_request *request, FILE *err)
{
    struct note why;
    char *id = NULL;
    int status = COMMAND_DONE;
    if (variant_named_id(request->variant, &id, &why) < 0) /* the file that it names, not the command line */
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
    free(request->rest);
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
