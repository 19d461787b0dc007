/* archive_commands.c - the commands that act on an open archive: see archive_commands.h. The list
 * of them is at the end. */
#include "config.h"

#include "tui/session/commands/archive_commands.h"

#include "tui/session/commands/archive_commands_internal.h"

#include <stddef.h>

static const struct archive_command {
    enum request command;
    void (*run)(struct archive_session *archive, const char *argument);
} commands[] = {
    {REQ_COLLECTIONS, archive_tell_collections},
    {REQ_COLLECTION, archive_tell_collection},
    {REQ_COLLECT_LISTED, archive_collect_listed},
    {REQ_REMOVE, archive_take_out},
    {REQ_MOVE_UP, archive_move_up},
    {REQ_MOVE_DOWN, archive_move_down},
    {REQ_NAME_GAME, archive_name_game},
    {REQ_RENAME, archive_rename},
    {REQ_DELETE_COLLECTION, archive_delete_collection},
    {REQ_KEEP_SEARCH, archive_keep_search},
};
enum { ARCHIVE_COMMANDS = sizeof commands / sizeof *commands };

static const struct archive_command *row_of(enum request command)
{
    for (int i = 0; i < ARCHIVE_COMMANDS; i++)
        if (commands[i].command == command)
            return &commands[i];
    return NULL;
}

bool archive_command_is(enum request command)
{
    return row_of(command);
}

enum request archive_command_at(int i)
{
    return i < ARCHIVE_COMMANDS ? commands[i].command : REQ_NONE;
}

bool archive_command_run(struct archive_session *archive, enum request command,
                         const char *argument)
{
    const struct archive_command *row = row_of(command);
    archive_session_no_question(archive, command);
    if (row)
        row->run(archive, argument);
    return row;
}
