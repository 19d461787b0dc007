/* position_text.h - the parts of a position text that all families share.
 *
 * A family's read() and write() are made of these pieces; what is its own (attributes, castling letters, the
 * meaning of the ep field) it adds. `<placement> <side> <castling> <ep> <halfmove> <fullmove>`. */
#ifndef CHESSCADE_POSITION_TEXT_H
#define CHESSCADE_POSITION_TEXT_H

#include "core/rules.h"

enum { POSITION_FIELDS = 6, POSITION_TEXT_MAX = 4096 };

/* The fields of a text, each borrowed from it. */
struct position_fields {
    const char *text; /* the whole */
    struct {
        const char *at;
        int length;
    } field[POSITION_FIELDS];
    int count;
};

/* Split a text at single blanks. FAIL_TEXT for control or non-ASCII characters, two blanks in a row, blanks at an
 * end, more than six fields, fewer than `least`, or more than POSITION_TEXT_MAX bytes. */
int position_split(struct position_fields *fields, const char *text, int least, struct note *why);

/* Read the attribute in parentheses after a token: `text` has `length` bytes without the parentheses. Fills the
 * piece; FAIL_TEXT when it is none of the family's. NULL where a family has no attributes. */
typedef int attribute_fn(const struct ruleset *rules, struct piece *piece, const char *text, int length,
                         struct note *why);

/* Read the placement into out->at: ranks from the top, runs of empty cells, letters of the ruleset's kinds, upper
 * case White, lower case Black, apostrophe Red (with three sides only), `neutral` (KIND_NONE: none) always
 * upper case and nobody's. Stops before a '[': *used is the number of bytes read. */
int placement_read(const struct ruleset *rules, const char *text, int length, int neutral, attribute_fn *attribute,
                   struct position *out, int *used, struct note *why);

/* The attribute of a piece as "(ne)", or "" for none: at most 7 bytes and NUL. */
typedef void attribute_text_fn(const struct position *position, cell_t cell, char out[8]);

/* Append the placement, without holdings, as text_add() does. `attribute` may be NULL. */
void placement_write(const struct position *position, attribute_text_fn *attribute, char *buffer, size_t size,
                     size_t *used);

/* Read the field of the side to move, the two counters (when there are fields for them; else 0 and 1). */
int side_read(const struct ruleset *rules, const struct position_fields *fields, struct position *out,
              struct note *why);
int counters_read(const struct position_fields *fields, struct position *out, struct note *why);

/* Read an ep field: "-" or cell names without separator, at most PASSED_MAX. */
int passed_read(const struct ruleset *rules, const struct position_fields *fields, struct position *out,
                struct note *why);

/* Append " <side> <castling> <ep> <halfmove> <fullmove>". */
void position_write_rest(const struct position *position, const char *castling, char *buffer, size_t size,
                         size_t *used);

/* 'w', 'b', 'r'; and back, NOBODY for another letter. */
char side_letter(int side);
int side_of_letter(char letter);

/* "White", "Black", "Red", "nobody". */
const char *side_name(int side);

/* Refuse a position in which a side of two has another number of Kings than one; `rule` is the number's, "" or " (rules/...)". */
int kings_check(const int kings[2], const char *rule, struct note *why);

/* "an" before the name of an Archer, else "a". */
const char *name_article(const char *name);

/* The letter of a piece as it stands in a placement, without attribute: "K", "k", "K'". At most 2 bytes. */
void piece_letters(const struct ruleset *rules, struct piece piece, char out[4]);

#endif
