/* debug_report.h - `--debug`: prints what is needed to find out why the program misbehaves on some
 * system. */
#ifndef CHESSCADE_TUI_APP_DEBUG_REPORT_H
#define CHESSCADE_TUI_APP_DEBUG_REPORT_H

#include "tui/app/app.h"

#include <stdio.h>

/* Print the program, the system, the terminal, the environment, the files with sizes and errors,
 * and the options that differ from the defaults, for an app that has read its configuration. Prints
 * nothing of games or notes. */
void report_print(const struct app *app, FILE *out);

#endif
