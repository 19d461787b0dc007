/* date.c - checks partly known dates; see date.h. */
#include "archive/util/date.h"

#include <stdbool.h>

/* True if a part of a date, in which digits may be question marks, can stand for this number. */
static bool may_be(const char *part, int digits, int number)
{
    for (int i = digits - 1; i >= 0; i--, number /= 10)
        if (part[i] != '?' && part[i] - '0' != number % 10)
            return false;
    return true;
}

/* True if some year that matches the four characters is a leap year. Before 1583 every fourth year
 * was one. */
static bool may_leap(const char *year)
{
    for (int number = 0; number < 10000; number += 4)
        if ((number < 1583 || number % 100 || number % 400 == 0) && may_be(year, 4, number))
            return true;
    return false;
}

size_t calendar_wrong_part(const char *text, size_t length)
{
    enum { MONTH = 5, DAY = 8 };
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool any_month = length <= MONTH, any_day = length <= DAY;
    for (int month = 1; month <= 12 && length > MONTH; month++) {
        if (!may_be(text + MONTH, 2, month))
            continue;
        any_month = true;
        int last = days[month - 1] + (month == 2 && length > DAY && may_leap(text));
        for (int day = 1; day <= last && !any_day; day++)
            any_day = may_be(text + DAY, 2, day);
    }
    return !any_month ? MONTH : !any_day ? DAY : 0;
}
