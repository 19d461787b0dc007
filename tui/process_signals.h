/* process_signals.h - the signals of the system, by what they are to the program: asking it to end, or its breaking. Which they
 * are is said here alone; the screen, plain mode and the processes beside them handle them in their own ways. */
#ifndef CHESSCADE_PROCESS_SIGNALS_H
#define CHESSCADE_PROCESS_SIGNALS_H

/* Have the handler for every signal that asks the program to end or that, not being asked for by anything here, would end it
 * where it stands: HUP, TERM, the timers' and users' signals, those of real time. Reads come back interrupted. SIGINT is not
 * among them. NULL: what they do by default. */
void process_signals_on_end(void (*handler)(int number));
/* Have the handler, once and on a stack of its own, for every signal that says that the program is broken, and for SIGQUIT, which
 * asks for its core. NULL: what they do by default. */
void process_signals_on_crash(void (*handler)(int number));
/* In a process that was just forked: no signal is blocked, and each does what it does by default, also in a program
 * that this process may become. */
void process_signals_by_default(void);

#endif
