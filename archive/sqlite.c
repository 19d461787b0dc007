/* sqlite.c - see sqlite.h. */
#include "config.h"
#include "archive/sqlite.h"

#ifdef SQLITE_OBJECT

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct sqlite_calls sqlite;

static bool loaded;

static void load(void)
{
    static const char *const names[] = {
#define SQLITE_NAME(name) "sqlite3_" #name,
        SQLITE_CALLS(SQLITE_NAME)
#undef SQLITE_NAME
    };
    void *calls[sizeof names / sizeof *names], *library = dlopen(SQLITE_OBJECT, RTLD_LAZY | RTLD_LOCAL);
    _Static_assert(sizeof calls == sizeof sqlite, "each call is an address");
    for (size_t i = 0; library && i < sizeof names / sizeof *names; i++)
        if (!(calls[i] = dlsym(library, names[i])))
            return; /* an SQLite older than that it was compiled with */
    if (library)
        memcpy(&sqlite, calls, sizeof calls);
    loaded = library != NULL;
}

bool sqlite_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    return pthread_once(&once, load) == 0 && loaded;
}

#else

struct sqlite_calls sqlite = {
#define SQLITE_LINKED(name) .name = sqlite3_##name,
    SQLITE_CALLS(SQLITE_LINKED)
#undef SQLITE_LINKED
};

bool sqlite_load(void)
{
    return true;
}

#endif
