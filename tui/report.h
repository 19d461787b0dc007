/* report.h - `--debug`: what somebody has to know who is to find out why the program does not do as it should here. */
#ifndef CHESSCADE_REPORT_H
#define CHESSCADE_REPORT_H

#include "tui/app.h"

#include <stdio.h>

/* Print the program, the system, the terminal, the environment, the files with their sizes and what is wrong with them, and the
 * options that differ from the program's own, of an app that has read its configuration. Nothing of games or notes. */
void report_print(const struct app *app, FILE *out);

#endif
