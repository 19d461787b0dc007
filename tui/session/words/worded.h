/* worded.h - a sentence about something that has happened, as both clients tell it. */
#ifndef CHESSCADE_TUI_SESSION_WORDS_WORDED_H
#define CHESSCADE_TUI_SESSION_WORDS_WORDED_H

#include <stdbool.h>
#include <stddef.h>

enum { WORDED_ROOM = 1000 };

/* The text begins with a small letter and has no full stop. It names commands in braces
 * (tui/commands/commands.h, command_in_braces()), and rules with their file. */
struct worded {
    char text[WORDED_ROOM]; /* "": there is nothing to tell */
    bool error;             /* what the user wanted was not done, or something has failed */
    bool named; /* the text begins with a name of somebody, whose first letter stays as it is */
};

/* Write the text; worded_name() puts a name before it. */
void worded_say(struct worded *worded, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void worded_name(struct worded *worded, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Like worded_say(), but what the user wanted was not done. */
void worded_fail(struct worded *worded, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
