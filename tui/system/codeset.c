/* codeset.c - the character encoding of the locale: see codeset.h. */
#include "config.h"
#include "tui/system/codeset.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>

const char *codeset(void)
{
    static bool read;
    if (!read)
        setlocale(LC_CTYPE, "");
    read = true;
    const char *name = nl_langinfo(CODESET);
    return name ? name : "";
}

bool codeset_is_utf8(void)
{
    return !strcmp(codeset(), "UTF-8") || !strcmp(codeset(), "utf8");
}
