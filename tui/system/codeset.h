/* codeset.h - the character encoding of the locale.
 *
 * The program uses nothing else of the locale. Reading it takes a twelfth of the start-up time, so it is read on
 * first use. */
#ifndef CHESSCADE_TUI_SYSTEM_CODESET_H
#define CHESSCADE_TUI_SYSTEM_CODESET_H

#include <stdbool.h>

/* The system's name of the encoding; never NULL. */
const char *codeset(void);
bool codeset_is_utf8(void);

#endif
