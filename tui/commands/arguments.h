/* arguments.h - the texts of commands: what is typed behind the name of a command, and what a
 * command tells, a sentence a line. */
#ifndef CHESSCADE_TUI_COMMANDS_ARGUMENTS_H
#define CHESSCADE_TUI_COMMANDS_ARGUMENTS_H

#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Read the next word of *text, and advance it past the word and the blanks behind it. A longer word
 * is cut. Returns false, and `out` is "", at the end of the text. */
bool argument_word(const char **text, char *out, size_t size);
/* The same, but a word that begins with a double quote reaches to the next one and loses both. */
bool argument_quoted(const char **text, char *out, size_t size);
/* Read a whole number from `least` to `most`, which must be all of the text. FAIL_TEXT: it is not
 * such a number; *why says what is expected. */
int argument_number(const char *text, int least, int most, int *out, struct note *why);

/* Sentences under construction. */
struct sentences {
    FILE *file;
    char *text; /* as far as flushed */
    size_t size;
};

void sentences_begin(struct sentences *sentences);
/* Add a sentence, given as void * so that functions which tell sentences can call this. Ends of
 * lines in it become blanks. */
void sentences_add(void *sentences, const char *sentence);
void sentences_addf(struct sentences *sentences, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* End them and return the text, which the caller frees; "" if there are none. */
char *sentences_end(struct sentences *sentences);

#endif
