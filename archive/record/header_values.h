/* header_values.h - values of headers: player names and names that look alike, tags, time controls.
 */
#ifndef CHESSCADE_ARCHIVE_RECORD_HEADER_VALUES_H
#define CHESSCADE_ARCHIVE_RECORD_HEADER_VALUES_H

#include "archive/record/record.h"
#include "core/base.h"

enum { PLAYER_NAME_MAX = 24 };

/* Checks a player's name: 1 to 24 of a-z 0-9 - _, starting with a letter. So it cannot be a path,
 * an option or an escape sequence, and has no letters of other alphabets that look the same.
 * FAIL_TEXT. */
int player_name_check(const char *name, struct note *why);
/* True if a person could confuse the names ("anna-1", "anna_l"), or they are equal. Names from
 * files may have any letters: similar letters in Latin, Cyrillic and Greek, case, width and accents
 * make no difference. */
bool player_names_alike(const char *a, const char *b);

/* A collection of names that have been met. */
struct player_names {
    struct met_name *v;
    int n, room;
};
void player_names_know(struct player_names *names, const char *name);
/* Adds a name that someone merely asked for and that may not exist: it is compared with the names
 * met, but they are not reported as similar to it. */
void player_names_hear(struct player_names *names, const char *name);
/* True if exactly that name was met. */
bool player_names_met(const struct player_names *names, const char *name);
/* Another name met that could be confused with this one; NULL if there is none. Borrowed until the
 * next name is added. */
const char *player_names_like(const struct player_names *names, const char *name);
/* "bill and b1ll (in capitals BILL and B1LL)": all groups of similar names, `own` marked as "you".
 * False, and "", if there are none. */
bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size);
void player_names_clear(struct player_names *names);

/* ---- Reads and edits the tags of a game as one line of words; and the log of who saved what. */

/* "blitz sicilian": the tags, separated by spaces; a tag of more than one word, as others write
 * them, is quoted, with quotes doubled: "world championship". Owned by the caller. */
char *record_tags(const struct record *record);
/* Replaces the tags by the words of a text. A comma or space ends a word that is not quoted;
 * duplicates are dropped. */
void record_set_tags(struct record *record, const char *words);
/* Applies typed input: "+blitz -club" adds one tag, removes the other and keeps the rest; words
 * without a sign replace all tags. */
void record_change_tags(struct record *record, const char *words);

enum { EDIT_LOG_MAX = 200 };
/* Logs who saved revision `rev` and what they did; a long log drops its oldest entries. `from` is
 * the record whose log is continued: undoing a change must not undo the log. */
void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what);
/* Who saved the record's revision, according to its log; "" if unknown. Borrowed from the record.
 */
const char *record_last_author(const struct record *record);

/* ---- Time controls as people write them: "15", "15+10", "15d5", "3 days". */

/* Milliseconds. All zero: no clock. */
struct control {
    int64_t base;  /* for the whole game; sudden death if inc and delay are 0 */
    int64_t inc;   /* added after every ply */
    int64_t delay; /* free time at the start of each turn */
    int64_t ply;   /* fresh for every ply: days per ply in a correspondence game */
};

/* Parses minutes, minutes+increment in seconds, "minutes d seconds" of delay, or days; "" or "none"
 * is no clock. FAIL_TEXT if it is none of these. */
int control_read(const char *text, struct control *out, struct note *why);

/* Writes "0:15:06" or "0:15:06.250"; a negative time is 0:00:00. With `words`, long times are "2
 * days 3 h". */
enum { CLOCK_ROOM = 32 };
void clock_write(int64_t milliseconds, bool words, char out[CLOCK_ROOM]);

/* Parses such a clock text, with fractions of a second, into milliseconds; -1 if it is not one. */
int64_t clock_read(const char *text);

#endif
