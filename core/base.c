/* base.c - failures, notes, memory, growing lists, text: see base.h. */
#include "core/base.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int text_character(const char *text, int byte)
{
    int n = 1;
    for (int i = 0; i < byte && text[i]; i++)
        n += ((unsigned char)text[i + 1] & 0xC0) != 0x80;
    return n;
}

void (*memory_exhausted)(void) = abort;

/* Shorten a truncated text so that it does not end inside a UTF-8 character. */
static void cut_at_character(char *text, size_t size)
{
    size_t end = size - 1;
    while (end > 0 && ((unsigned char)text[end - 1] & 0xC0) == 0x80)
        end--;
    if (end > 0 && (unsigned char)text[end - 1] >= 0xC0)
        end--;
    text[end] = '\0';
}

/* A note may quote user input, so replace control characters by question marks. A C1 control is two
 * bytes in UTF-8 and becomes two question marks. The display code removes other unwanted
 * characters. */
static void drop_controls(char *text)
{
    for (char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c, before = c > text ? (unsigned char)c[-1] : 0;
        if (byte < 0x20 || byte == 0x7F)
            *c = '?';
        else if (before == 0xC2 && byte < 0xA0)
            c[-1] = *c = '?';
    }
}

static void note_write(struct note *why, int offset, const char *format, va_list list)
{
    if (!why)
        return;
    why->offset = offset;
    int length = vsnprintf(why->text, sizeof why->text, format, list);
    if (length >= (int)sizeof why->text)
        cut_at_character(why->text, sizeof why->text);
    drop_controls(why->text);
}

void note_set(struct note *why, int offset, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    note_write(why, offset, format, list);
    va_end(list);
}

int note_fail(struct note *why, enum fail fail, int offset, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    note_write(why, offset, format, list);
    va_end(list);
    return fail;
}

void *memory_new(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        memory_exhausted();
    return memory;
}

char *memory_cut(const char *from, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy)
        memory_exhausted();
    memcpy(copy, from, length);
    copy[length] = '\0';
    return copy;
}

char *memory_text(const char *text)
{
    return memory_cut(text, strlen(text));
}

char *memory_formatted(const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = memory_new((size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, values);
    return text;
}

void *memory_room(void *list, int *room, int need, size_t size)
{
    assert(need >= 0 && *room >= 0);
    if (need <= *room)
        return list;
    int wider = *room < 4 ? 4 : *room;
    while (wider < need)
        wider = wider > INT32_MAX / 2 ? need : wider * 2;
    void *moved = realloc(list, (size_t)wider * size);
    if (!moved)
        memory_exhausted();
    *room = wider;
    return moved;
}

uint64_t hash_text(uint64_t hash, const char *text)
{
    static const unsigned char end = 0xFF;
    return hash_bytes(hash_bytes(hash, text, text ? strlen(text) : 0), &end, 1);
}

void text_add(char *buffer, size_t size, size_t *used, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t left = *used < size ? size - *used : 0;
    int length = vsnprintf(left ? buffer + *used : NULL, left, format, list);
    va_end(list);
    assert(length >= 0);
    *used += (size_t)length;
}

void text_add_bytes(char *buffer, size_t size, size_t *used, const char *bytes, size_t length)
{
    size_t left = *used < size ? size - *used - 1 : 0, fitting = length < left ? length : left;
    if (fitting)
        memcpy(buffer + *used, bytes, fitting);
    if (*used < size)
        buffer[*used + fitting] = '\0';
    *used += length;
}

char *text_number(char *end, int64_t number)
{
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *--end = '\0';
    do
        *--end = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--end = '-';
    return end;
}

bool text_is_pass(const char *text)
{
    /* The first character already rules out nearly every text, so strings are rarely compared. */
    return (*text == '-' || *text == 'Z' || *text == '@' || *text == 'n') &&
           (!strcmp(text, PASS_TEXT) || !strcmp(text, "Z0") || !strcmp(text, "@@@@") ||
            !strcmp(text, "null"));
}

bool text_says_pass(const char *text)
{
    return text_is_pass(text) || !strcmp(text, "pass") || !strcmp(text, "Pass");
}

bool text_says_castling(const char *text)
{
    static const char *const signs[] = {"O-O", "0-0", "o-o"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(text, signs[i], strlen(signs[i])))
            return true;
    return false;
}

bool text_takes_behind(const char *text, const char *signs, char *out, size_t size)
{
    size_t end = strcspn(text, signs), cell = end;
    if (end < 2 || end + 2 > size || !text[end] || text[end + 1] < 'A' || text[end + 1] > 'Z' ||
        text[end - 1] < '0' || text[end - 1] > '9' ||
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") < end)
        return false;
    while (cell && text[cell - 1] >= '0' && text[cell - 1] <= '9')
        cell--;
    if (!cell || text[cell - 1] < 'a' || text[cell - 1] > 'z')
        return false;
    cell--;
    snprintf(out, size, "%.*s%c%.*s", (int)cell, text, text[end], (int)(end - cell), text + cell);
    return true;
}
