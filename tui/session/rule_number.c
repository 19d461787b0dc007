/* rule_number.c - finds rule numbers in sentences: see rule_number.h. */
#include "tui/session/rule_number.h"

#include "core/util/ascii.h"
#include "core/base.h"

#include <ctype.h>
#include <string.h>

bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM])
{
    static const char before[] = ".md ";
    out[0] = '\0';
    for (const char *at = strstr(text, before); at; at = strstr(at, before)) {
        at += sizeof before - 1;
        size_t length = 0;
        while (isdigit((unsigned char)at[length]) || ascii_isupper((unsigned char)at[length]) || at[length] == '.')
            length++;
        while (length && at[length - 1] == '.')
            length--;
        if (length && length < RULE_NUMBER_ROOM) {
            memcpy(out, at, length);
            out[length] = '\0';
        }
    }
    return out[0] != '\0';
}

void rule_number_brief(const char *text, char *out, size_t size)
{
    static const char folder[] = "rules/", end[] = ".md ";
    size_t used = 0;
    for (const char *at; (at = strstr(text, folder)); ) {
        const char *name = at + sizeof folder - 1;
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        bool file = length && !strncmp(name + length, end, sizeof end - 1);
        bool appendix = file && ascii_isupper((unsigned char)name[length + sizeof end - 1]);
        text_add(out, size, &used, "%.*s%s", (int)((file ? at : name) - text), text, appendix ? "appendix " : file ? "rule " : "");
        text = file ? name + length + sizeof end - 1 : name;
    }
    text_add(out, size, &used, "%s", text);
}

/* True at "6.5 ", or "6. " for a whole section; "6 " alone is a rank of a board. */
static bool is_at(const char *text, const char *number)
{
    size_t length = strlen(number);
    if (strncmp(text, number, length) != 0)
        return false;
    return strchr(number, '.') ? text[length] == ' ' : text[length] == '.' && text[length + 1] == ' ';
}

bool rule_number_begins(const char *line, const char *number)
{
    static const char between[] = ", ";
    line += strspn(line, " ");
    if (is_at(line, number))
        return true;
    size_t first = strspn(line, "0123456789");
    if (!first || strncmp(line + first, ". ", 2) != 0)
        return false;
    for (const char *at = strstr(line, between); at; at = strstr(at, between)) /* a heading that covers two sections */
        if (at += sizeof between - 1, is_at(at, number) && at[strlen(number)] == '.')
            return true;
    return false;
}

bool rule_number_up(char number[RULE_NUMBER_ROOM])
{
    char *dot = strrchr(number, '.');
    if (!dot)
        return false;
    *dot = '\0';
    return true;
}
