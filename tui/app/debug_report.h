/* debug_report.h - the option `--debug`: prints what helps to find out why the program misbehaves
 * on a system. */
#ifndef CHESSCADE_TUI_APP_DEBUG_REPORT_H
#define CHESSCADE_TUI_APP_DEBUG_REPORT_H

#include "tui/app/app.h"

#include <stdio.h>

/* Print facts about the program, the system, the terminal, the environment, the configuration files
 * with sizes and errors, and the options that differ from the defaults. The app must have read its
 * configuration. Nothing from games or notes is printed. */
void report_print(const struct app *app, FILE *out);

#endif
