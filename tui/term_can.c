/* term_can.c - what the terminal can do, as far as it is known before it is taken: see term.h. */
#include "config.h"
#include "tui/codeset.h"
#include "tui/control.h"
#include "tui/term.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int term_usable(struct note *why)
{
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return note_fail(why, FAIL_SYSTEM, -1, "The screen needs a terminal for its input and output; without one "
                         "this is a dialogue in lines");
    if (!name || !*name)
        return note_fail(why, FAIL_SYSTEM, -1, "TERM does not say which terminal this is, so this is a dialogue in lines");
    if (!strcmp(name, "dumb"))
        return note_fail(why, FAIL_SYSTEM, -1, "The terminal (TERM=dumb) cannot move its cursor, so this is a dialogue in lines");
    if (!control_learn(name))
        return note_fail(why, FAIL_SYSTEM, -1, "The terminal '%.60s' is unknown here, so this is a dialogue in lines; "
                         "TERM=xterm or TERM=vt100 may fit",
                         name);
    if (!*control_known("cup")) {
        control_forget();
        return note_fail(why, FAIL_SYSTEM, -1, "The terminal '%.60s' cannot move its cursor, so this is a dialogue "
                         "in lines", name);
    }
    return 0;
}

/* Who tells of a mouse or of pastes in brackets, or says so outright. */
bool term_xterm(void)
{
    return control_ansi() && (*control_known("kmous") || *control_known("BE") || control_flag("XT"));
}

enum charset term_charset(void)
{
    if (codeset_is_utf8())
        return CHARSET_UTF8;
    bool draws = *control_known("acsc") && *control_known("smacs") && *control_known("rmacs");
    return draws ? CHARSET_LINES : CHARSET_ASCII;
}

const char *term_library(void)
{
    return control_library();
}

int term_colours(void)
{
    const char *name = getenv("TERM");
    if (!name || !control_learn(name))
        return -1;
    int colours = control_count("colors");
    return colours > 0 ? colours : 0;
}

enum palette term_palette(const char *wanted)
{
    static const char *const words[] = {"none", "8", "16", "256", "rgb"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(wanted, words[i]))
            return (enum palette)i;
    const char *none = getenv("NO_COLOR"), *direct = getenv("COLORTERM");
    int colours = control_count("colors");
    if ((none && *none) || colours < 8)
        return PALETTE_NONE;
    if (direct && (!strcmp(direct, "truecolor") || !strcmp(direct, "24bit")) && control_ansi())
        return PALETTE_RGB;
    return colours >= 256 ? PALETTE_256 : colours >= 16 ? PALETTE_16 : PALETTE_8;
}
