/* archive_told.c - prints what happens to the open archive
 * (tui/session/archive/archive_session.h), and answers what the session asks its client. */
#include "config.h"

#include "tui/plain/plain_internal.h"
#include "tui/session/commands/archive_commands.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void plain_tell_question(struct plain *plain, const char *question, enum request command,
                         const char *argument)
{
    char word[COMMAND_WORD_ROOM];
    plain_say(plain, "%s Type \"%s%s%s\" again to do it", question, command_word(command, word),
              *argument ? " " : "", argument);
}

/* Print the games found, from the first one on, and what follows them. */
static void tell_found(struct plain *plain, const struct archive_event *event)
{
    plain_say(plain, "%s", event->text);
    plain->listed = 0;
    plain_tell_more(plain);
    plain_tell_lines(plain, event->lines ? event->lines : "", false);
    if (event->hint)
        plain_told(plain, event->hint);
}

static void tell_statistics(struct plain *plain, struct statistics *statistics)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    statistics_tell(statistics, out);
    fclose(out);
    plain_print(plain, text);
    free(text);
}

static void plain_archive_told(void *self, const struct archive_event *event)
{
    struct plain *plain = self;
    switch (event->kind) {
    case ARCHIVE_SAID:
    case ARCHIVE_REFUSED:
        plain_told(plain, event->text);
        break;
    case ARCHIVE_TOLD:
        plain_tell_lines(plain, event->lines ? event->lines : "", false);
        if (event->hint)
            plain_told(plain, event->hint);
        break;
    case ARCHIVE_ASKS:
        plain_tell_wanted(plain, event->command, event->text);
        break;
    case ARCHIVE_QUESTION:
        plain_tell_lines(plain, event->lines ? event->lines : "", false);
        plain_tell_question(plain, event->text, event->command, event->argument);
        break;
    case ARCHIVE_FOUND:
        tell_found(plain, event);
        break;
    case ARCHIVE_OPENS:
        if (plain_may_close(plain, PLAIN_CLOSE))
            plain_open_at(plain, event->at, event->hit);
        break;
    case ARCHIVE_RESUMES:
        plain_resume_draft(plain, event->id);
        break;
    case ARCHIVE_GOES_TO:
        plain_go_to_bookmark(plain, event->bookmark);
        break;
    case ARCHIVE_STATISTICS:
        tell_statistics(plain, event->statistics);
        break;
    case ARCHIVE_RENUMBERED:
        store_refresh(plain->store);
        store_scan(plain->store, INT_MAX);
        plain->listed = 0;
        break;
    case ARCHIVE_COLLECTED:
        break;
    }
}

static bool plain_is_guest(void *self)
{
    return ((struct plain *)self)->options->restricted;
}

static const char *plain_signs_collections(void *self)
{
    return plain_author(self);
}

static bool plain_is_open(void *self, const char *id)
{
    struct plain *plain = self;
    return plain->open && !strcmp(plain_record(plain)->id, id);
}

const struct archive_client plain_archive_client = {
    .tell = plain_archive_told,
    .guest = plain_is_guest,
    .author = plain_signs_collections,
    .is_open = plain_is_open,
};

/* Tell the session what is open. */
static struct archive_session *archive_now(struct plain *plain)
{
    struct archive_session *archive = &plain->archive;
    archive->store = plain->store;
    archive->index = plain->index;
    archive->here = plain->open && plain->game.rules ? &plain->game.track.now : NULL;
    archive->bookmarks = plain->options->restricted ? &plain->game.bookmarks : NULL;
    return archive;
}

bool plain_run_archive(struct plain *plain, enum request command, const char *argument)
{
    return archive_command_run(archive_now(plain), command, argument);
}

bool plain_undo_deed(struct plain *plain)
{
    return archive_session_undo(archive_now(plain));
}

const struct plain_handler plain_collect_handlers[] = {
    {REQ_COLLECTIONS, NULL},       {REQ_COLLECTION, NULL},  {REQ_COLLECT, NULL},
    {REQ_COLLECT_LISTED, NULL},    {REQ_REMOVE, NULL},      {REQ_MOVE_UP, NULL},
    {REQ_MOVE_DOWN, NULL},         {REQ_NAME_GAME, NULL},   {REQ_RENAME, NULL},
    {REQ_DELETE_COLLECTION, NULL}, {REQ_KEEP_SEARCH, NULL}, {0},
};
