/* plain.h - plain mode: the whole program as a dialogue in lines, for pipes, screen readers, dumb terminals and
 * tests.
 *
 * One line in, whole sentences out. Nothing is drawn or erased, and text from files reaches the terminal only after
 * it has been cleaned. */
#ifndef CHESSCADE_TUI_PLAIN_PLAIN_H
#define CHESSCADE_TUI_PLAIN_PLAIN_H

#include "core/family.h"

#include <stdio.h>

struct plain_options {
    const char *path;    /* an archive or a game file; NULL: the user's own archive, else the samples */
    const char *variant; /* not NULL: begin with a new game of this variant; "": ask which */
    const struct setting *option; /* [options] for the variant */
    int options;
    const char *user;    /* the name that signs notes; NULL or "": unsigned */
    const char *lobby;   /* not NULL: begin in the lobby of this archive */
    const char *name;    /* ... under this name; NULL: the user's system name */
    bool restricted;     /* the user is remote: nothing but that lobby's archive can be opened */
    const char *today;   /* "2026-01-31" */
    const char *because; /* why plain mode is used and not the screen: one sentence, printed first; NULL: the user asked
                          * for it */
    bool prompt;         /* a person types: print a prompt */
    bool echo;           /* repeat what was typed, for transcripts */
    bool ascii;          /* the terminal shows ASCII only: other characters become '?' */
};

/* Run the dialogue until `in` ends or the user leaves. Returns an exit status. */
int plain_run(const struct plain_options *options, FILE *in, FILE *out);

#endif
