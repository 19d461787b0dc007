/* command.c - the table of commands and their shared helpers: see command.h. */
#include "config.h"
#include "tui/cli/command.h"

#include "archive/util/sanitize.h"
#include "core/base.h"
#include "core/util/spelling.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const groups[] = {
    probe_commands, cascades_commands, show_commands, archive_commands, transfer_commands, tree_commands, lobby_commands,
    script_commands, key_commands,
    statistics_commands, verify_commands, engine_commands,
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
    struct near near = {.typed = typed};
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *command = groups[g]; command->name; command++)
            near_try(&near, command->name);
    near_try(&near, "new");
    return near_hint(&near, out, size);
}

/* The separator between a command's name and its usage. */
static const char *blank_before(const char *usage)
{
    return *usage ? " " : "";
}

void command_help(FILE *out, const struct command *command)
{
    fprintf(out, "  chesscade %s%s%s\n      %s\n", command->name, blank_before(command->usage), command->usage, command->help);
}

void command_list(FILE *out)
{
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *command = groups[g]; command->name; command++)
            command_help(out, command);
}

void command_error(FILE *err, const char *where, const char *format, ...)
{
    char text[1024], clean[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fflush(stdout); /* if both streams go into one file, lines stay whole and in order */
    fprintf(err, "chesscade: ");
    if (where) {
        clean_text(clean, sizeof clean, where, CLEAN_LINE);
        fprintf(err, "%s: ", clean);
    }
    clean_text(clean, sizeof clean, text, CLEAN_LINE);
    fprintf(err, "%s\n", clean);
}

void command_cell(FILE *out, const char *text, int columns)
{
    char cell[256];
    clean_text(cell, sizeof cell, text, CLEAN_LINE);
    size_t length = strlen(cell);
    for (int width = clean_width(cell); width < columns && length < sizeof cell - 1; width++)
        cell[length++] = ' ';
    cell[length++] = ' ';
    fwrite(cell, 1, length, out);
}

int command_usage(FILE *err, const char *name)
{
    const struct command *command = command_named(name);
    const char *usage = command ? command->usage : "";
    command_error(err, "usage", "chesscade %s%s%s", name, blank_before(usage), usage);
    return COMMAND_USAGE;
}
