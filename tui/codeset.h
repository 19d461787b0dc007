/* codeset.h - the letters of the locale. The program uses nothing else of it, and reading it is a twelfth of what a start costs: it is
 * read when somebody asks for them. */
#ifndef CHESSCADE_CODESET_H
#define CHESSCADE_CODESET_H

#include <stdbool.h>

/* As the system names it; never NULL. */
const char *codeset(void);
bool codeset_is_utf8(void);

#endif
