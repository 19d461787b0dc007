/* import.c - imports a file of games into the archive on the screen.
 *
 * The user is asked for a file and a pack; if the command names the file, its size decides whether
 * it becomes a pack. The import shows its progress and can be stopped. The
 * list can be used meanwhile; the games appear in it when the import has ended. */
#include "config.h"
#include "tui/views/archive/archive_internal.h"

#include "archive/store/pack/pack_writer.h"
#include "tui/system/paths.h"

#include <stdlib.h>
#include <string.h>

enum { BAR = 10 };

bool archive_can_import(const struct archive *archive)
{
    return !archive->borrowed && *archive->path && store_writable(archive->store, NULL) &&
           !app_restricted(archive->view.app);
}

/* Start to import the file. `pack`: see import_process_start(). */
static void start(struct archive *archive, const char *pack)
{
    struct note why;
    index_process_stop(&archive->indexing); /* the index is brought up to date after the import */
    import_process_stop(&archive->importing);
    if (import_process_start(&archive->importing, archive->path, archive->import_file, pack,
                             archive->store, &why) < 0)
        app_error(archive->view.app, "%s", why.text);
    archive_watch_all(archive);
}

static bool pack_done(struct view *view, const char *text)
{
    start(archive_of(view), text);
    return true;
}

/* Note which file is imported. Returns false after telling why it cannot be read. */
static bool take_file(struct archive *archive, const char *typed)
{
    char path[PATH_ROOM];
    struct note why;
    if (import_file_named(typed, path, &why) < 0) {
        app_error(archive->view.app, "%s", why.text);
        return false;
    }
    free(archive->import_file);
    archive->import_file = memory_text(path);
    return true;
}

static bool file_done(struct view *view, const char *text)
{
    static char name[PACK_NAME_MOST + 1];
    struct archive *archive = archive_of(view);
    if (!*text)
        return true;
    if (!take_file(archive, text))
        return false;
    pack_name_for(archive->import_file, name);
    app_prompt(view->app, view,
               &(struct prompt){.label = "name of the pack (empty: a file for each game): ",
                                .text = name,
                                .done = pack_done});
    return true;
}

static bool import_complete(struct view *view, const char *text, char *out, size_t size)
{
    (void)view;
    return path_complete(text, out, size);
}

static void answer_stop(struct view *view, bool yes)
{
    if (yes)
        import_process_cancel(&archive_of(view)->importing);
}

void archive_import(struct archive *archive, const char *argument)
{
    struct view *view = &archive->view;
    struct note why = {.text = ""};
    if (archive->importing.process.pid)
        app_ask(view->app, view, "Stop the import? Importing the file again resumes there.",
                answer_stop);
    else if (!games_may_import(archive->store, app_restricted(view->app), &why))
        app_error(view->app, "%s", why.text);
    else if (!archive_can_import(archive))
        app_error(view->app, "you cannot import into search results; open the archive itself");
    else if (*argument && take_file(archive, argument))
        start(archive, NULL);
    else
        app_prompt(view->app, view,
                   &(struct prompt){.label = "import the file: ",
                                    .text = argument,
                                    .done = file_done,
                                    .complete = import_complete});
}

bool archive_import_read(struct archive *archive)
{
    struct import_process *importing = &archive->importing;
    char name[60];
    if (!import_process_read(importing))
        return false;
    const char *slash = strrchr(archive->import_file, '/');
    snprintf(name, sizeof name, "%.50s", slash ? slash + 1 : archive->import_file);
    if (importing->failed)
        app_error(archive->view.app, "%s: %s", name, importing->text);
    else
        app_say(archive->view.app, "%s: %s", name, importing->text);
    return true;
}

void archive_import_show(const struct archive *archive, char *out, size_t size)
{
    const struct import_process *importing = &archive->importing;
    char bar[BAR + 1];
    int hundredths = importing->size ? (int)(importing->done * 100 / importing->size) : 0;
    out[0] = '\0';
    if (!importing->process.pid)
        return;
    for (int i = 0; i < BAR; i++)
        bar[i] = i * (100 / BAR) < hundredths ? '#' : '.';
    bar[BAR] = '\0';
    snprintf(out, size, "importing [%s] %d%%", bar, hundredths);
}
