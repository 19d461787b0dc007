/* debug_report.c - `--debug`: see debug_report.h. */
#include "config.h"
#include "tui/app/debug_report.h"

#include "archive/util/sanitize.h"
#include "tui/app/app_internal.h"
#include "tui/system/process.h"
#include "tui/app/config_files.h"
#include "tui/system/paths.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/terminal/terminal.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined __clang__
#define BUILT_WITH ", built with " __VERSION__
#elif defined __GNUC__
#define BUILT_WITH ", built with GCC " __VERSION__
#else
#define BUILT_WITH ""
#endif

static void debug_report_line(FILE *out, const char *name, const char *text)
{
    char cleaned[2 * PATH_ROOM];
    clean_text(cleaned, sizeof cleaned, text, CLEAN_LINE);
    fprintf(out, "%-16s %s\n", name, cleaned);
}

static void print_program(FILE *out)
{
    char path[PATH_ROOM] = "?", text[512];
    struct utsname system;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 1] = '\0';
    debug_report_line(out, "chesscade", PACKAGE_VERSION BUILT_WITH);
    debug_report_line(out, "program", path);
    if (uname(&system) == 0) {
        snprintf(text, sizeof text, "%s %s %s", system.sysname, system.release, system.machine);
        debug_report_line(out, "system", text);
    }
    debug_report_line(out, "curses", terminal_library());
}

static void print_terminal(const struct app *app, FILE *out)
{
    static const char *const charsets[] = {
        [CHARSET_UTF8] = "utf8", [CHARSET_ASCII] = "ascii", [CHARSET_LINES] = "lines"};
    static const char *const palettes[] = {"none", "8", "16", "256", "rgb"};
    char text[256];
    struct note why;
    int rows, columns, colours = terminal_colours();
    bool usable = terminal_usable(&why) == 0;
    const char *letters = codeset(), *locale = setlocale(LC_CTYPE, NULL);
    snprintf(text, sizeof text, "%.100s, %.100s", locale ? locale : "?", letters);
    debug_report_line(out, "locale", text);
    terminal_size(NULL, &rows, &columns);
    snprintf(text, sizeof text, "%d columns, %d rows, %d colours%s", columns, rows,
             colours < 0 ? 0 : colours,
             colours < 0 ? ": this terminal is not known to the system" : "");
    debug_report_line(out, "terminal", text);
    debug_report_line(out, "screen", usable ? "can be drawn" : why.text);
    snprintf(text, sizeof text, "charset %s, colours %s", charsets[app_terminal_charset(app)],
             palettes[terminal_palette(app_setting(app, SET_COLORS))]);
    debug_report_line(out, "chosen", text);
}

static void print_environment(FILE *out)
{
    static const char *const names[] = {
        "TERM",           "COLORTERM",      "NO_COLOR",        "LC_ALL",       "LC_CTYPE",
        "LANG",           "SSH_CONNECTION", "VISUAL",          "EDITOR",       "CHESSCADE_USER",
        "CHESSCADE_DATA", "CHESSCADE_SITE", "XDG_CONFIG_HOME", "XDG_DATA_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        bool secret = !strcmp(names[i], "SSH_CONNECTION"); /* network addresses are private */
        debug_report_line(out, names[i],
                          !value   ? "(not set)"
                          : secret ? "(set)"
                          : *value ? value
                                   : "(empty)");
    }
}

static void print_file(FILE *out, const char *name, const char *path)
{
    struct stat info;
    char text[PATH_ROOM + 128];
    const char *also = "";
    if (stat(path, &info) < 0)
        also = errno == ENOENT ? " (there is none)" : strerror(errno);
    else if (access(path, R_OK) < 0)
        also = " (it cannot be read)";
    else if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        also = " (it is not a plain file)";
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode))
        snprintf(text, sizeof text, "%s, %lld bytes%s", path, (long long)info.st_size, also);
    else
        snprintf(text, sizeof text, "%s%s%s", path, *also && *also != ' ' ? ": " : "", also);
    debug_report_line(out, name, text);
}

static void print_files(const struct app *app, FILE *out)
{
    char path[PATH_ROOM];
    print_file(out, "data", app_data(app));
    for (int i = 0; i < CONFIG_FILES; i++)
        if (config_file(i, path, sizeof path))
            print_file(out, i ? "configuration" : "of the host", path);
    if (*place_own())
        print_file(out, "own archive", place_own());
    debug_report_line(out, "drafts",
                      place_has_drafts(place_own()) ? "there are unsaved changes" : "none");
}

void report_print(const struct app *app, FILE *out)
{
    char value[64], text[2 * PATH_ROOM];
    print_program(out);
    print_terminal(app, out);
    print_environment(out);
    print_files(app, out);
    debug_report_line(out, "mistakes", *config_trouble(app) ? config_trouble(app) : "none");
    for (int i = 0; i < SETTINGS; i++) {
        setting_value((enum setting_id)i, 0, value, sizeof value);
        snprintf(text, sizeof text, "%s %s", setting_name((enum setting_id)i),
                 app_setting(app, (enum setting_id)i));
        if (strcmp(app_setting(app, (enum setting_id)i), value) != 0)
            debug_report_line(out, "set", text);
    }
}
