/* xboard.h - internal: the command `xboard`, see xboard.c. */
#ifndef CHESSCADE_TUI_CLI_XBOARD_H
#define CHESSCADE_TUI_CLI_XBOARD_H

#include <stdio.h>

/* The run() of a struct command. */
int run_xboard(int argc, char **argv, FILE *out, FILE *err);

#endif
