/* say.c - plain mode's basic output and input: prints sentences and splits lines into words. See
 * plain_internal.h. */
#include "config.h"

#include "archive/util/sanitize.h"
#include "archive/yaml/yaml_write.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/words/rules_words.h"

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

/* Returns how many bytes at `at` are the name of a square, as f3 in "Ng1xf3+" is; 0: no name begins
 * there. */
static int plain_cell_named(const char *text, const char *at)
{
    if (*at < 'a' || *at > 'z' || at[1] < '1' || at[1] > '9')
        return 0;
    int n = 2 + (at[2] >= '0' && at[2] <= '9');
    /* A letter before the name means a word, except "x", which means captures. */
    bool word = at > text && ascii_islower((unsigned char)at[-1]) && at[-1] != 'x';
    bool goes_on = isdigit((unsigned char)at[n]) ||
                   (ascii_islower((unsigned char)at[n]) && !isdigit((unsigned char)at[n + 1]));
    return word || goes_on ? 0 : n;
}

/* Copy a text with each square spelled out, as in "N foxtrot 3". The caller frees the copy. */
static char *spell_cells(const char *text)
{
    static const char *const names[] = {
        "alfa",    "bravo", "charlie", "delta",  "echo",     "foxtrot", "golf",   "hotel",  "india",
        "juliett", "kilo",  "lima",    "mike",   "november", "oscar",   "papa",   "quebec", "romeo",
        "sierra",  "tango", "uniform", "victor", "whiskey",  "xray",    "yankee", "zulu"};
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (const char *at = text; *at;) {
        int n = plain_cell_named(text, at);
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
    bool word = ascii_islower((unsigned char)why[0]) &&
                (why[1] == ' ' || ascii_islower((unsigned char)why[1]));
    /* A sentence that begins with a square, as "e5 is empty", keeps its small letter. */
    plain_say(plain, "%c%s", word ? ascii_upper((unsigned char)why[0]) : why[0], why + 1);
}

/* Copy a text with each command that it names in braces as a word in quotes. */
static void put_words(const char *text, char *out, size_t size)
{
    char name[COMMAND_WORD_ROOM];
    const char *argument;
    size_t used = 0, length;
    while (*text) {
        enum request command = command_in_braces(text, &argument, &length);
        const struct command_row *row = command == REQ_NONE ? NULL : command_row(command);
        if (is_brace_in_words(text) || !row || (!row->words && !row->line)) {
            text_add(out, size, &used, "%c", *text);
            text += is_brace_in_words(text) ? 2 : 1;
            continue;
        }
        command_word(command, name);
        text_add(out, size, &used, "\"%s%s%.*s\"", row->words ? name : row->line,
                 *argument == '}' ? "" : " ", (int)strcspn(argument, "}"), argument);
        text += length;
    }
}

/* Copy a text with the words of the commands that it names. The caller frees the copy. */
static char *with_words(const char *text)
{
    size_t size = strlen(text) + 1;
    for (const char *brace = strchr(text, '{'); brace; brace = strchr(brace + 1, '{'))
        size += COMMAND_WORD_ROOM;
    char *out = memory_new(size, 1);
    put_words(text, out, size);
    return out;
}

void plain_told(struct plain *plain, const char *text)
{
    char *out = with_words(text);
    plain_refuse(plain, out);
    free(out);
}

void plain_told_as_is(struct plain *plain, const char *text)
{
    char *out = with_words(text);
    plain_say(plain, "%s", out);
    free(out);
}

void plain_tell_worded(struct plain *plain, const struct worded *worded)
{
    char out[WORDED_ROOM];
    if (!*worded->text)
        return;
    put_words(worded->text, out, sizeof out);
    if (worded->named)
        plain_say(plain, "%s", out);
    else
        plain_refuse(plain, out);
}

void plain_no_variant(struct plain *plain, const struct note *why)
{
    struct note told = *why;
    words_no_variant(&told);
    plain_told(plain, told.text);
}

void plain_say(struct plain *plain, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = memory_formatted(format, list);
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
        fputc('\n', plain->out); /* Begin a new line, because the message interrupts the prompt. */
    plain->prompted = false;
    plain_print(plain, clean);
    fputs(n && strchr(".!?:", clean[n - 1]) ? "\n" : ".\n", plain->out);
    free(clean);
    free(text);
}

void plain_say_sentence(void *plain, const char *sentence)
{
    plain_say(plain, "%s", sentence);
}

bool plain_number(struct plain *plain, const char *text, int least, int most, int *out)
{
    struct note why;
    if (argument_number(text, least, most, out, &why) == 0)
        return true;
    plain_refuse(plain, why.text);
    return false;
}

const struct plain_handler plain_line_handlers[] = {
    {REQ_REPLACE, NULL}, {REQ_NULL_MOVE, NULL}, {REQ_COPY_LINE, NULL},
    {REQ_GRAFT, NULL},   {REQ_HISTORY, NULL},   {0},
};

const struct plain_handler plain_board_handlers[] = {
    {REQ_BOARD, NULL},
    {REQ_COPY_DIAGRAM, NULL},
    {REQ_COPY_POSITION, NULL},
    {REQ_PIECES, NULL},
    {REQ_ROW, NULL},
    {REQ_LOOK, NULL},
    {REQ_INSPECT, NULL},
    {REQ_MOVES_FROM, NULL},
    {REQ_ATTACKERS, NULL},
    {REQ_DIAGONALS, NULL},
    {0},
};
