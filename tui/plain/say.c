/* say.c - plain mode's basic output and input: printing sentences, splitting lines into words. See
 * tui/plain/plain_internal.h. */
#include "config.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"

#include "archive/util/sanitize.h"
#include "archive/yaml/yaml_write.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void plain_print(struct plain *plain, const char *text)
{
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (plain->options->ascii && byte >= 0xC0)
            fputc('?', plain->out);
        else if (!plain->options->ascii || byte < 0x80)
            fputc(byte, plain->out);
    }
}

/* How many bytes at `at` are a cell's name, as f3 in "Ng1xf3+"; 0: none begins there. */
static int cell_named(const char *text, const char *at)
{
    if (*at < 'a' || *at > 'z' || at[1] < '1' || at[1] > '9')
        return 0;
    int n = 2 + (at[2] >= '0' && at[2] <= '9');
    bool word = at > text && ascii_islower((unsigned char)at[-1]) && at[-1] != 'x'; /* "x" means captures */
    bool goes_on = isdigit((unsigned char)at[n]) || (ascii_islower((unsigned char)at[n]) && !isdigit((unsigned char)at[n + 1]));
    return word || goes_on ? 0 : n;
}

/* The same text with cells spelled out: "N foxtrot 3". The caller frees it. */
static char *spell_cells(const char *text)
{
    static const char *const names[] = {"alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliett", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform",
        "victor", "whiskey", "xray", "yankee", "zulu"};
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (const char *at = text; *at;) {
        int n = cell_named(text, at);
        if (!n) {
            yaml_text_add(&out, at++, 1);
            continue;
        }
        const char *name = names[*at - 'a'];
        if (at > text && ascii_isalnum((unsigned char)at[-1]))
            yaml_text_add(&out, " ", 1);
        yaml_text_add(&out, name, strlen(name));
        yaml_text_add(&out, " ", 1);
        yaml_text_add(&out, at + 1, (size_t)n - 1);
        at += n;
    }
    return out.v;
}

void plain_refuse(struct plain *plain, const char *why)
{
    bool word = ascii_islower((unsigned char)why[0]) && (why[1] == ' ' || ascii_islower((unsigned char)why[1]));
    /* do not capitalise a cell, as in "e5 is empty" */
    plain_say(plain, "%c%s", word ? ascii_upper((unsigned char)why[0]) : why[0], why + 1);
}

void plain_no_variant(struct plain *plain, const struct note *why)
{
    static const char command[] = "'chesscade variants'";
    const char *at = strstr(why->text, command);
    char text[sizeof why->text];
    snprintf(text, sizeof text, "%.*s%s%s", at ? (int)(at - why->text) : (int)strlen(why->text), why->text, at ? "variants" : "",
             at ? at + sizeof command - 1 : "");
    plain_refuse(plain, text);
}

void plain_say(struct plain *plain, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = memory_new((size_t)length + 1, 1);
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
    char *clean = clean_copy(text, CLEAN_LINE);
    if (plain->style == PLAIN_SPELLED) {
        char *spelled = spell_cells(clean);
        free(clean);
        clean = spelled;
    }
    size_t n = strlen(clean);
    while (n && clean[n - 1] == ' ')
        clean[--n] = '\0';
    if (plain->prompted)
        fputc('\n', plain->out); /* the message interrupts the prompt */
    plain->prompted = false;
    plain_print(plain, clean);
    fputs(n && strchr(".!?:", clean[n - 1]) ? "\n" : ".\n", plain->out);
    free(clean);
    free(text);
}

bool plain_word(const char **text, char *out, size_t size)
{
    size_t n = 0;
    while (**text == ' ')
        ++*text;
    for (; **text && **text != ' '; ++*text)
        if (n + 1 < size)
            out[n++] = **text;
    out[n] = '\0';
    while (**text == ' ')
        ++*text;
    return n > 0;
}

bool plain_number(struct plain *plain, const char *text, int least, int most, int *out)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || number < least || number > most) {
        plain_say(plain, "A number from %d to %d is wanted here, not '%.40s'", least, most, text);
        return false;
    }
    *out = (int)number;
    return true;
}

cell_t plain_cell(struct plain *plain, const char *text)
{
    int length;
    cell_t cell = board_cell_named(plain->rules->board, text, &length);
    if (cell != CELL_NONE && !text[length])
        return cell;
    if (!*text)
        plain_say(plain, "A cell is wanted here, like %s", board_name(plain->rules->board, 0));
    else
        plain_say(plain, "'%.20s' is no cell of this board; its cells are named like %s", text,
                  board_name(plain->rules->board, 0));
    return CELL_NONE;
}

const char *plain_date(const char *date, char out[PLAIN_DATE_ROOM])
{
    static const char unknown[] = "-??";
    size_t n = (size_t)snprintf(out, PLAIN_DATE_ROOM, "%.*s", PLAIN_DATE_ROOM - 1, date);
    while (n >= strlen(unknown) && !strcmp(out + n - strlen(unknown), unknown))
        out[n -= strlen(unknown)] = '\0';
    if (!strcmp(out, "????"))
        out[0] = '\0';
    return out;
}
