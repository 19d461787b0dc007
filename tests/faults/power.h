/* power.h - a power loss after any call: what a deed did to a folder is logged, then every state is
 * made that the disk could be left in. It has what was flushed; of the rest anything, or nothing.
 *
 * The disk that is assumed keeps less than any real one: a flushed file has its bytes but not its
 * name; a name is there once its folder was flushed (a move, once both were); bytes not flushed are
 * gone, zeros, or there in part; names not flushed are there or not, each by itself. */
#ifndef CHESSCADE_TESTS_FAULTS_POWER_H
#define CHESSCADE_TESTS_FAULTS_POWER_H

#include <stdbool.h>

/* Look at the folder as it is now, all of it flushed, and log from now on what the archive's code
 * does below it. */
void power_begin(const char *folder);
/* Something was acknowledged: it has to outlast a power loss from now on. Nothing is done where
 * nothing is logged. */
void power_acknowledge(void);
/* Log no more. The number of calls that changed something. */
int power_end(void);

/* Make the folder anew in every state it could be left in, and let each be looked at, told how much
 * had been acknowledged. The number of states. The log is forgotten. */
typedef void power_look(int acknowledged);
int power_replay(power_look *look);
/* Say which state was looked at last, if a test failed at it: for the end of a test program. */
void power_tell(void);

#endif
