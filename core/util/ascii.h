/* ascii.h - ASCII letter tests and case conversion, independent of the locale, for rules, notations
 * and keywords.
 *
 * The functions of <ctype.h> depend on the locale: in a Turkish one tolower('I') need not be 'i',
 * and in a Latin-1 one they treat single bytes of UTF-8 characters as letters. */
#ifndef CHESSCADE_CORE_UTIL_ASCII_H
#define CHESSCADE_CORE_UTIL_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ascii_isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ascii_islower(int c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool ascii_isalpha(int c)
{
    return ascii_isupper(c) || ascii_islower(c);
}

static inline bool ascii_isalnum(int c)
{
    return ascii_isalpha(c) || (c >= '0' && c <= '9');
}

static inline int ascii_lower(int c)
{
    return ascii_isupper(c) ? c - 'A' + 'a' : c;
}

static inline int ascii_upper(int c)
{
    return ascii_islower(c) ? c - 'a' + 'A' : c;
}

/* Like strncmp() and strcmp(), but ignoring the case of ASCII letters. */
static inline int ascii_ncasecmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; a++, b++, n--) {
        int one = ascii_lower((unsigned char)*a), other = ascii_lower((unsigned char)*b);
        if (one != other || !one)
            return one - other;
    }
    return 0;
}

static inline int ascii_casecmp(const char *a, const char *b)
{
    return ascii_ncasecmp(a, b, (size_t)-1);
}

#endif
