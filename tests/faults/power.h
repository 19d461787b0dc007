/* power.h - simulates a power loss after any call: a task's changes to a folder are logged, then
 * every state is made that the disk could be left in. A state has everything that was flushed, and
 * anything or nothing of the rest.
 *
 * The assumed disk keeps less than any real one: flushing a file keeps its bytes but not its name;
 * a name is kept once its folder was flushed (for a move, once both were). Bytes that were not
 * flushed are gone, zeros, or there in part; names that were not flushed are there or not, each
 * independently. */
#ifndef CHESSCADE_TESTS_FAULTS_POWER_H
#define CHESSCADE_TESTS_FAULTS_POWER_H

#include <stdbool.h>

/* Take the folder as it is now as flushed, and from now on log what the archive's code does below
 * it. */
void power_begin(const char *folder);
/* Something was acknowledged: from now on it must survive a power loss. Does nothing unless a log
 * is running. */
void power_acknowledge(void);
/* Stop logging. Returns the number of calls that changed something. */
int power_end(void);

/* Make the folder in every state that it could be left in, and call `look` on each with the number
 * of acknowledgements so far. Returns the number of states. Discards the log. */
typedef void power_look(int acknowledged);
int power_replay(power_look *look);
/* Print the state that was checked last, if a test failed in it. Call it at the end of a test
 * program. */
void power_tell(void);

#endif
