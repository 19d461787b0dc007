/* process_signals.c - signal handlers by group: see process_signals.h. */
#include "config.h"
#include "tui/system/process_signals.h"

#include <signal.h>
#include <stddef.h>

enum { STACK_BYTES = 64 * 1024 };

static const int ending[] = {SIGHUP,  SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
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

static void have(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler ? handler : SIG_DFL, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void process_signals_on_end(void (*handler)(int number))
{
    for (int i = 0; i < ENDING; i++)
        have(ending[i], handler, 0);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        have(number, handler, 0);
#endif
}

void process_signals_on_crash(void (*handler)(int number))
{
    static char stack[STACK_BYTES]; /* stack overflow is one way to crash, so the handler needs a stack of its own */
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = handler ? 0 : SS_DISABLE};
    sigaltstack(&other, NULL);
    for (int i = 0; i < BREAKING; i++)
        have(breaking[i], handler, handler ? (int)SA_RESETHAND | SA_ONSTACK : 0);
}

void process_signals_by_default(void)
{
    sigset_t none;
    int last = NSIG - 1;
#ifdef SIGRTMAX
    last = SIGRTMAX;
#endif
    for (int number = 1; number <= last; number++)
        signal(number, SIG_DFL); /* this fails, harmlessly, for two signals */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}
