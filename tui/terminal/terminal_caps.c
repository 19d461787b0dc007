/* terminal_caps.c - finds out what the terminal can do: see terminal.h and caps.h.
 *
 * The sources are terminfo, the locale and the environment. */
#include "config.h"
#include "tui/terminal/terminal.h"

#include "tui/system/process.h"
#include "tui/terminal/caps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <curses.h>
#include <term.h> /* this must be the last include, since it defines hundreds of words as macros */

/* ---- entries of terminfo ---- */

enum { DIRECT = 1 << 24 /* number of colours of a terminal with direct colours */ };

static char learned[CAPS_ENTRY_ROOM]; /* name of the loaded entry; "" if none is loaded */
static TERMINAL *kept;                /* the loaded entry */
static int learned_colours;
static bool taken_for;

void caps_forget(void)
{
    set_curterm(NULL);
    if (kept)
        del_curterm(kept);
    kept = NULL;
    learned[0] = '\0';
    taken_for = false;
}

static bool terminal_caps_read_entry(const char *name)
{
    int status = 0;
    if (strlen(name) >= sizeof learned ||
        setupterm((char *)(uintptr_t)name, STDOUT_FILENO, &status) != OK || status != 1)
        return false;
    snprintf(learned, sizeof learned, "%s", name);
    kept = cur_term;
    learned_colours = tigetnum("colors");
    return true;
}

/* True for the name of an xterm-like terminal that brings its own terminfo entry, which remote
 * hosts may lack. */
static bool like_xterm(const char *name)
{
    static const char *const kinds[] = {"xterm",   "kitty",     "foot",    "ghostty",
                                        "wezterm", "alacritty", "contour", "rio"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(name, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

bool caps_learn(void)
{
    const char *name = getenv("TERM");
    if (*learned)
        return true;
    if (!name || !*name)
        return false;
    if (terminal_caps_read_entry(name))
        return true;
    taken_for = like_xterm(name) && terminal_caps_read_entry("xterm-256color");
    return taken_for;
}

bool caps_is_taken_for(void)
{
    return taken_for;
}

const char *caps_text(const char *name)
{
    const char *text = tigetstr((char *)(uintptr_t)name);
    return text && text != (char *)-1 ? text : "";
}

bool caps_flag(const char *name)
{
    return tigetflag((char *)(uintptr_t)name) > 0;
}

int caps_number(const char *name)
{
    return tigetnum((char *)(uintptr_t)name);
}

bool caps_ansi(void)
{
    return !strncmp(caps_text("cup"), "\033[", 2);
}

/* ---- colours ---- */

/* The number of colours of an entry; -1 if there is no such entry. The loaded entry stays
 * current. */
static int colours_of(const char *entry)
{
    int status = 0, colours = -1;
    TERMINAL *current = cur_term;
    if (setupterm((char *)(uintptr_t)entry, STDOUT_FILENO, &status) == OK && status == 1) {
        colours = tigetnum("colors");
        colours = colours < 0 ? 0 : colours;
        del_curterm(set_curterm(current));
    } else {
        set_curterm(current);
    }
    return colours;
}

static bool terminal_caps_fits(int colours, enum palette palette)
{
    static const int least[] = {[PALETTE_8] = 8, [PALETTE_16] = 16, [PALETTE_256] = 256};
    return palette == PALETTE_NONE ||
           (palette == PALETTE_RGB ? colours >= DIRECT
                                   : colours >= least[palette] && colours < DIRECT);
}

/* Find an entry of the same terminal with another number of colours, by its name: "xterm-256color",
 * "xterm-direct". */
static bool terminal_caps_relative(enum palette palette, char entry[CAPS_ENTRY_ROOM])
{
    static const char *const endings[PALETTE_RGB + 1][3] = {
        [PALETTE_8] = {""},
        [PALETTE_16] = {"-16color", "-256color"},
        [PALETTE_256] = {"-256color"},
        [PALETTE_RGB] = {"-direct"}};
    int stem = (int)strlen(learned);
    do { /* search for "xterm-kitty" first, then for "xterm" */
        for (int i = 0; i < 3 && endings[palette][i]; i++)
            if (snprintf(entry, CAPS_ENTRY_ROOM, "%.*s%s", stem, learned, endings[palette][i]) <
                    CAPS_ENTRY_ROOM &&
                terminal_caps_fits(colours_of(entry), palette))
                return true;
        while (--stem > 0 && learned[stem] != '-')
            continue;
    } while (stem > 0);
    return false;
}

const char *caps_entry(enum palette *palette)
{
    static struct {
        enum palette wanted, found;
        char of[CAPS_ENTRY_ROOM], entry[CAPS_ENTRY_ROOM];
    } last; /* cached, because looking for files takes time */
    if (strcmp(last.of, learned) != 0 || last.wanted != *palette) {
        last.wanted = last.found = *palette;
        snprintf(last.of, sizeof last.of, "%s", learned);
        while (!terminal_caps_fits(learned_colours, last.found) &&
               !terminal_caps_relative(last.found, last.entry))
            last.found--;
        if (terminal_caps_fits(learned_colours, last.found))
            snprintf(last.entry, sizeof last.entry, "%s", learned);
    }
    *palette = last.found;
    return last.entry;
}

/* ---- for the client ---- */

int terminal_usable(struct note *why)
{
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return note_fail(why, FAIL_SYSTEM, -1,
                         "The screen needs a terminal for input and output; using plain mode");
    if (!name || !*name)
        return note_fail(why, FAIL_SYSTEM, -1,
                         "TERM does not say which terminal this is; using plain mode");
    if (!strcmp(name, "dumb"))
        return note_fail(why, FAIL_SYSTEM, -1,
                         "The terminal (TERM=dumb) cannot move its cursor; using plain mode");
    if (!caps_learn())
        return note_fail(why, FAIL_SYSTEM, -1,
                         "The terminal '%.60s' is unknown here; using plain mode "
                         "(TERM=xterm or TERM=vt100 may fit)",
                         name);
    if (!*caps_text("cup") || !*caps_text("clear")) {
        caps_forget();
        return note_fail(why, FAIL_SYSTEM, -1,
                         "The terminal '%.60s' cannot move its cursor; using plain mode", name);
    }
    return 0;
}

bool terminal_taken_for(char *sentence, size_t size)
{
    if (!taken_for)
        return false;
    snprintf(sentence, size, "The terminal '%.60s' is unknown here; using %s", getenv("TERM"),
             learned);
    return true;
}

/* True if the entry has mouse or bracketed-paste capabilities, or the XT flag. */
bool terminal_xterm(void)
{
    return caps_ansi() && (*caps_text("kmous") || *caps_text("BE") || caps_flag("XT"));
}

bool terminal_lacks_quadrants(void)
{
    const char *name = getenv("TERM");
    return name && !strncmp(name, "linux", 5);
}

enum charset terminal_charset(void)
{
    if (codeset_is_utf8())
        return CHARSET_UTF8;
    bool draws = *caps_text("acsc") && *caps_text("smacs") && *caps_text("rmacs");
    return draws ? CHARSET_LINES : CHARSET_ASCII;
}

const char *terminal_library(void)
{
    return curses_version();
}

int terminal_colours(void)
{
    return !caps_learn() ? -1 : learned_colours < 0 ? 0 : learned_colours;
}

enum palette terminal_palette(const char *wanted)
{
    static const char *const words[] = {"none", "8", "16", "256", "rgb"};
    const char *none = getenv("NO_COLOR"), *direct = getenv("COLORTERM");
    enum palette palette = PALETTE_NONE;
    int word = 0;
    while (word < 5 && strcmp(wanted, words[word]) != 0)
        word++;
    if (word < 5)
        palette = (enum palette)word;
    else if ((none && *none) || terminal_colours() < 8)
        return PALETTE_NONE;
    else if (direct && (!strcmp(direct, "truecolor") || !strcmp(direct, "24bit")))
        palette = PALETTE_RGB;
    else
        palette = learned_colours >= DIRECT ? PALETTE_RGB
                  : learned_colours >= 256  ? PALETTE_256
                  : learned_colours >= 16   ? PALETTE_16
                                            : PALETTE_8;
    if (*learned)
        caps_entry(&palette);
    return palette;
}
