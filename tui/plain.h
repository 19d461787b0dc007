/* plain.h - plain mode: the whole program as a dialogue in lines, for pipes, screen readers, dumb terminals and tests.
 *
 * A line in, whole sentences out. Nothing is drawn, nothing is erased, and nothing that a file says reaches the
 * terminal uncleaned. */
#ifndef CHESSCADE_PLAIN_H
#define CHESSCADE_PLAIN_H

#include "core/rules.h"

#include <stdio.h>

struct plain_options {
    const char *path;    /* an archive or a game file; NULL: the user's own, else the samples */
    const char *variant; /* not NULL: begin with a new game of it; "": ask which */
    const struct setting *option; /* [options] of the variant */
    int options;
    const char *user;    /* how notes are signed; NULL or "": without a name */
    const char *lobby;   /* not NULL: begin in the lobby of this archive */
    const char *name;    /* ... and of others, under this name; NULL: the name the system knows the user by */
    bool restricted;     /* what is asked for comes from afar: nothing but that lobby's archive can be opened */
    const char *today;   /* "2026-01-31" */
    const char *because; /* why plain mode and not the screen: one sentence, said first; NULL: it was asked for */
    bool prompt;         /* a person types: show where */
    bool echo;           /* repeat what was typed: for transcripts */
    bool ascii;          /* the terminal shows ASCII only: other characters become '?' */
};

/* Run the dialogue until `in` ends or the user leaves. An exit status. */
int plain_run(const struct plain_options *options, FILE *in, FILE *out);

#endif
