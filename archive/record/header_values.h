/* header_values.h - reads and writes values of game headers: player names, tags, time controls.
 * Also finds player names that look alike. */
#ifndef CHESSCADE_ARCHIVE_RECORD_HEADER_VALUES_H
#define CHESSCADE_ARCHIVE_RECORD_HEADER_VALUES_H

#include "archive/record/record.h"
#include "core/base.h"

enum { PLAYER_NAME_MAX = 24 };

/* Checks a player's name: 1 to 24 characters a-z 0-9 - _, beginning with a letter; FAIL_TEXT
 * otherwise. Such a name cannot be a path, an option or an escape sequence, and contains no
 * look-alike letters of other alphabets. */
int player_name_check(const char *name, struct note *why);
/* True if the names are equal or a person could confuse them ("anna-1", "anna_l"). Names in files
 * may contain any letters: the comparison ignores case, width and accents, and treats similar
 * letters of Latin, Cyrillic and Greek as equal. */
bool player_names_alike(const char *a, const char *b);

/* A set of names, used to warn of players whose names look alike. */
struct player_names {
    struct met_name *v;
    int n, room;
};
void player_names_know(struct player_names *names, const char *name);
/* Adds a name that a user typed and that may not exist. It is compared with the names of existing
 * players, but is never reported as similar to them. */
void player_names_hear(struct player_names *names, const char *name);
/* True if the set contains exactly that name. */
bool player_names_met(const struct player_names *names, const char *name);
/* Returns another name of the set that a person could confuse with `name`; NULL if there is none.
 * Valid until the next name is added. */
const char *player_names_like(const struct player_names *names, const char *name);
/* Writes all groups of similar names: "bill and b1ll (in capitals BILL and B1LL)". Marks the name
 * `own` as "you". Returns false, and writes "", if there are none. */
bool player_names_tell(const struct player_names *names, const char *own, char *out, size_t size);
void player_names_clear(struct player_names *names);

/* ---- Tags of a game, read and edited as one line of words; and the log of saves. */

/* Returns the tags, separated by spaces: "blitz sicilian". A tag with spaces is in double quotes,
 * and quotes inside it are doubled. Owned by the caller. */
char *record_tags(const struct record *record);
/* Replaces the tags by the words of a text. A comma or a space ends a word, except in quotes.
 * Duplicate words are dropped. */
void record_set_tags(struct record *record, const char *words);
/* Applies what the user typed: "+blitz -club" adds the tag "blitz", removes "club" and keeps all
 * others; words without a sign replace all tags. */
void record_change_tags(struct record *record, const char *words);

enum { EDIT_LOG_MAX = 200 };
/* Adds a log entry: `by` saved revision `rev`, and `what` describes the changes. A log with
 * EDIT_LOG_MAX entries drops the oldest. The log continues that of `from`, which need not be
 * `record`: undoing a change must not undo its log entry. */
void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what);
/* Returns who saved this revision of the record, according to its log; "" if unknown. Valid until
 * the record changes. */
const char *record_last_author(const struct record *record);

/* ---- Time controls as people write them: "15", "15+10", "15d5", "3 days". */

/* A time control, in milliseconds. All members are zero if there is no clock. */
struct control {
    int64_t base;  /* time for the whole game; if `inc` and `delay` are 0, no time is ever added */
    int64_t inc;   /* increment: added to the clock after every ply */
    int64_t delay; /* delay: at the start of each turn the clock waits this long before it runs */
    int64_t ply;   /* time for each single ply; in correspondence games, days per ply */
};

/* Parses a time control: minutes ("15"), with increment in seconds ("15+10"), with delay in seconds
 * ("15d5"), or days ("3 days"). "" and "none" mean no clock. FAIL_TEXT for any other text. */
int control_read(const char *text, struct control *out, struct note *why);

/* Writes a time as "0:15:06" or "0:15:06.250"; a negative time as "0:00:00". With `words`, long
 * times are written as "2 days 3 h". */
enum { CLOCK_ROOM = 32 };
void clock_write(int64_t milliseconds, bool words, char out[CLOCK_ROOM]);

/* Parses a time as clock_write() writes it without `words` into milliseconds; -1 if the text is not
 * a time. */
int64_t clock_read(const char *text);

#endif
