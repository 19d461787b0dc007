/* rules_page.h - the text of docs/rules about a variant or its family: its sections and numbered
 * rules, the examples that it links to, and its paragraphs, lists and tables as sentences.
 *
 * The text is written for the eye. As sentences, each paragraph is one line, emphasis is dropped,
 * each row of a table is read with the headings of its columns, and pictures are left out. */
#ifndef CHESSCADE_TUI_SESSION_RULES_PAGE_H
#define CHESSCADE_TUI_SESSION_RULES_PAGE_H

#include "core/position_text.h"
#include "core/variant.h"

/* The lines of the text. Zero or cleared: none. */
struct rules_page {
    char *bytes, **line;
    int n, room;
};

/* Read the text about the variant. Returns false, and *page is empty, if none is installed. */
bool rules_page_read(struct rules_page *page, const struct ruleset *rules);
void rules_page_clear(struct rules_page *page);

/* The words of the heading of a section, with its number; NULL: the line is no such heading. */
const char *rules_page_section(const struct rules_page *page, int line);
/* Find the lines from *from up to (not including) *to: those of the section or rule with a number
 * ("5.1"), of the section that contains a rule with this number, or of the section whose title
 * begins with the given words, in any case. Returns false if there is none. */
bool rules_page_part(const struct rules_page *page, const char *asked, int *from, int *to);

/* A line that links to an example. */
struct rules_example {
    bool game;       /* an annotated game, or else a position to play from */
    char where[120]; /* the file of the game in the folder of the samples; the variant's id */
    char position[POSITION_TEXT_MAX + 200]; /* options as NAME=VALUE, then the position's text */
    char caption[300];
};

/* True if the line is a link to an example; *out is then filled in. */
bool rules_example_read(const char *line, struct rules_example *out);
/* The example with this number on the page, counted from 1. Returns false if there are fewer. */
bool rules_page_example(const struct rules_page *page, int number, struct rules_example *out);

enum rules_said {
    RULES_SECTION,  /* the heading of a section, with its number */
    RULES_SENTENCE, /* a heading without a number, a paragraph, an item of a list, a row */
    RULES_PICTURE   /* a picture was left out; the text is "" */
};
/* Tell lines `from` up to (not including) `to` as sentences. Links are left out. */
void rules_page_tell(const struct rules_page *page, int from, int to,
                     void (*tell)(void *argument, enum rules_said is, const char *text),
                     void *argument);

#endif
