/* calendar.h - days that can be, where parts of a date may be unknown: "1858-1?-??". */
#ifndef CHESSCADE_CALENDAR_H
#define CHESSCADE_CALENDAR_H

#include <stddef.h>

/* Is there such a day, as far as it is known? The text is "1858", "1858-10" or "1858-10-07", each digit perhaps a question mark.
 * 0, or where the first part is that cannot be, with those before it. */
size_t calendar_wrong_part(const char *text, size_t length);

#endif
