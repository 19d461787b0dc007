/* clipboard.c - copies text out of the program: to the terminal's clipboard and, as a fallback, to a file. */
#include "config.h"
#include "tui/app/app_internal.h"
#include "tui/system/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Abbreviate the home folder in a path to "~". */
static void brief_path(const char *path, char *out, size_t size)
{
    const char *home = getenv("HOME");
    size_t length = home ? strlen(home) : 0;
    bool under = length > 1 && !strncmp(path, home, length) && path[length] == '/';
    snprintf(out, size, "%s%s", under ? "~" : "", under ? path + length : path);
}

/* Report a copy that went only to the terminal's clipboard. */
static void say_copied(struct app *app, const char *what)
{
    if (app->no_clipboard)
        app_error(app, "%s was not copied: the terminal has no clipboard that can be reached", what);
    else
        app_say(app, "%s copied to the terminal's clipboard", what);
}

void app_copy(struct app *app, const char *what, const char *text, const char *file)
{
    char path[PATH_ROOM], brief[PATH_ROOM + 1];
    bool named = *file != '\0';
    free(app->clipboard);
    app->clipboard = memory_text(text);
    if (app_restricted(app)) {
        say_copied(app, what);
        return;
    }
    if (named)
        snprintf(path, sizeof path, "%s", file);
    else if (!path_own("copied.txt", path, sizeof path))
        path[0] = '\0';
    if (!named)
        path_make_folders(path);
    brief_path(path, brief, sizeof brief);
    if (*path && path_write(path, text, named))
        app_say(app, "%s copied to %s%.200s", what, app->no_clipboard ? "" : "the terminal's clipboard and to ", brief);
    else if (named && errno == EEXIST)
        app_error(app, "%.200s is there already: give another name", brief);
    else if (named)
        app_error(app, "%.200s cannot be written: %s", brief, strerror(errno));
    else
        say_copied(app, what);
}

void app_keep_line(struct app *app, const char *plies)
{
    free(app->line);
    app->line = memory_text(plies);
}

const char *app_line(const struct app *app)
{
    return app->line ? app->line : "";
}
