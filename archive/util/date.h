/* date.h - checks dates of which parts may be unknown, such as "1858-1?-??". */
#ifndef CHESSCADE_ARCHIVE_UTIL_DATE_H
#define CHESSCADE_ARCHIVE_UTIL_DATE_H

#include <stddef.h>

/* Checks that the known digits of a date can be completed to a real day. The text is "1858",
 * "1858-10" or "1858-10-07"; any digit may be a question mark. Returns 0 if the date is possible;
 * otherwise the offset of the first part (month or day) that is impossible together with the parts
 * before it. */
size_t calendar_wrong_part(const char *text, size_t length);

#endif
