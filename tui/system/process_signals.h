/* process_signals.h - groups the system's signals by meaning: requests to end the program, and crashes.
 *
 * The groups are defined here alone; the screen, plain mode and helper processes each install their own handlers. */
#ifndef CHESSCADE_TUI_SYSTEM_PROCESS_SIGNALS_H
#define CHESSCADE_TUI_SYSTEM_PROCESS_SIGNALS_H

/* Install a handler for every signal that asks the program to end, or that would kill it although nothing here uses
 * it: HUP, TERM, the timer and user signals, the real-time signals. Reads return interrupted. SIGINT is not
 * included. NULL restores the defaults. */
void process_signals_on_end(void (*handler)(int number));
/* Install a one-shot handler, on a stack of its own, for every signal that reports a crash, and for SIGQUIT, which
 * asks for a core dump. NULL restores the defaults. */
void process_signals_on_crash(void (*handler)(int number));
/* In a newly forked process: unblock every signal and restore every default, also for a program it may execute. */
void process_signals_by_default(void);

#endif
