/* external_editor.c - runs the user's own editor on a text: see external_editor.h. */
#include "config.h"
#include "tui/terminal/external_editor.h"

#include "tui/workers/worker.h"
#include "tui/widgets/editors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_ROOM = 400 };

static const char *editor_named(void)
{
    const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");
    return visual && *visual ? visual : editor && *editor ? editor : "vi";
}

/* Write the text into a temporary file readable only by the user. False, with errno set, on
 * failure. */
static bool external_editor_write_file(const char *text, char path[FILE_ROOM])
{
    const char *folder = getenv("TMPDIR");
    if (snprintf(path, FILE_ROOM, "%s/chesscade-XXXXXX.txt",
                 folder && *folder == '/' ? folder : "/tmp") >= FILE_ROOM)
        return errno = ENAMETOOLONG, false;
    int fd = mkstemps(path, 4);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return false;
    bool good = fputs(text, file) >= 0 && (!*text || putc('\n', file) != EOF);
    good = fclose(file) == 0 && good;
    if (!good)
        unlink(path);
    return good;
}

static char *external_editor_read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = memory_new(EDIT_TEXT_MAX + 1, 1);
    size_t length = file ? fread(text, 1, EDIT_TEXT_MAX, file) : 0;
    bool good = file && !ferror(file);
    text[length] = '\0';
    if (file)
        fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

/* Wait for the editor to end, and return its status as given by waitpid(). If the terminal goes
 * away, send the editor SIGHUP. */
static int external_editor_wait_for(struct terminal *terminal, pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        if (terminal_gone(terminal))
            kill(pid, SIGHUP);
    return status;
}

int external_editor(struct terminal *terminal, const char *text, char **out, struct note *why)
{
    const char *command = editor_named();
    char path[FILE_ROOM];
    if (!external_editor_write_file(text, path))
        return note_fail(why, FAIL_SYSTEM, -1, "the text cannot be written for the editor: %s",
                         strerror(errno));
    terminal_lend(terminal);
    pid_t pid;
    int error = program_start(command, path, -1, &pid),
        status = error ? 0 : external_editor_wait_for(terminal, pid);
    terminal_regain(terminal);
    *out = !error && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? external_editor_read_file(path)
                                                                   : NULL;
    unlink(path);
    if (*out)
        return 0;
    if (error == ENOENT)
        return note_fail(why, FAIL_SYSTEM, -1,
                         "there is no editor '%.80s' here; $VISUAL or $EDITOR names one", command);
    if (error)
        return note_fail(why, FAIL_SYSTEM, -1, "the editor cannot be started: %s", strerror(error));
    return note_fail(why, FAIL_SYSTEM, -1, "the editor failed; the text is as it was");
}
