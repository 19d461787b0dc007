/* sandbox.c - limits what the process may do in restricted mode: see sandbox.h. */
#include "config.h"
#include "tui/system/sandbox.h"

#include "core/base.h"
#include "core/util/sanitized.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Limit a resource: at `most` the process gets a warning signal, at `most` + `more` it is
 * stopped. */
static void sandbox_limit(int resource, rlim_t most, rlim_t more)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)) {
        now.rlim_cur = most;
        now.rlim_max = most + more;
        setrlimit(resource, &now);
    }
}

/* True if a value that a client sent is safe: short, and of harmless characters. */
static bool sandbox_harmless(const char *value)
{
    size_t length = value ? strlen(value) : 0;
    return length && length < 64 &&
           strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_+@") ==
               length;
}

/* Keep only the environment variables that describe the terminal and the charset. */
static void clean_environment(void)
{
    static const char *const kept[] = {"TERM", "LANG", "LC_ALL", "LC_CTYPE", "COLORTERM"};
    enum { KEPT = sizeof kept / sizeof *kept };
    char *value[KEPT];
    for (int i = 0; i < KEPT; i++) {
        const char *now = getenv(kept[i]);
        value[i] = sandbox_harmless(now) && now[0] != '.' ? memory_text(now) : NULL;
    }
    clearenv();
    for (int i = 0; i < KEPT; i++) {
        if (value[i])
            setenv(kept[i], value[i], 1);
        free(value[i]);
    }
    setlocale(LC_CTYPE, "");
}

void confine_process(void)
{
    clean_environment();
    signal(SIGXFSZ, SIG_IGN);
    sandbox_limit(RLIMIT_CORE, 0, 0);
    /* if no process may be created, no other program can be started */
    sandbox_limit(RLIMIT_NPROC, 0, 0);
    sandbox_limit(RLIMIT_NOFILE, CONFINE_FILES, 0);
    sandbox_limit(RLIMIT_FSIZE, CONFINE_FILE_BYTES, 0);
    sandbox_limit(RLIMIT_CPU, CONFINE_PROCESSOR_SECONDS, CONFINE_PROCESSOR_MORE);
    if (!SANITIZED)
        sandbox_limit(RLIMIT_AS, CONFINE_MEMORY_BYTES, 0);
#ifdef PR_SET_NO_NEW_PRIVS
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
#ifdef PR_SET_DUMPABLE
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* guests share a Unix user, so they must not be able to
                                           inspect each other's sessions */
#endif
}
