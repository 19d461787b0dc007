/* process.c - signals, the clock, the locale's charset, and messages on standard error: see
 * process.h. */
#include "config.h"

#include "tui/system/process.h"
#include "archive/util/sanitize.h"
#include "core/base.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 64 * 1024 };

static const int ending[] = {
    SIGHUP,    SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
static const int breaking[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending, BREAKING = sizeof breaking / sizeof *breaking };

static void process_have(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler ? handler : SIG_DFL, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void process_signals_on_end(void (*handler)(int number))
{
    for (int i = 0; i < ENDING; i++)
        process_have(ending[i], handler, 0);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        process_have(number, handler, 0);
#endif
}

void process_signals_on_crash(void (*handler)(int number))
{
    static char stack[STACK_BYTES]; /* the handler needs a stack of its own, since a stack overflow
                                       is one way to crash */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = handler ? 0 : SS_DISABLE};
    sigaltstack(&other, NULL);
    for (int i = 0; i < BREAKING; i++)
        process_have(breaking[i], handler, handler ? (int)SA_RESETHAND | SA_ONSTACK : 0);
}

void process_signals_by_default(void)
{
    sigset_t none;
    int last = NSIG - 1;
#ifdef SIGRTMAX
    last = SIGRTMAX;
#endif
    for (int number = 1; number <= last; number++)
        signal(number, SIG_DFL); /* setting the default fails for two signals, which is harmless */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ---- A monotonic clock: see process.h. */

int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The character encoding of the locale: see process.h. */

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

/* ---- What a command says on standard error: see process.h. */

void command_error(FILE *err, const char *where, const char *format, ...)
{
    char text[1024], clean[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fflush(stdout); /* if both streams go to one file, this keeps lines whole and in order */
    fprintf(err, "chesscade: ");
    if (where) {
        clean_text(clean, sizeof clean, where, CLEAN_LINE);
        fprintf(err, "%s: ", clean);
    }
    clean_text(clean, sizeof clean, text, CLEAN_LINE);
    fprintf(err, "%s\n", clean);
}

void command_cell(FILE *out, const char *text, int columns)
{
    char cell[256];
    clean_text(cell, sizeof cell, text, CLEAN_LINE);
    size_t length = strlen(cell);
    for (int width = clean_width(cell); width < columns && length < sizeof cell - 1; width++)
        cell[length++] = ' ';
    cell[length++] = ' ';
    fwrite(cell, 1, length, out);
}
