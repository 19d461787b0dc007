/* position_text.h - the parts of a position text that all families share.
 *
 * A position text is `<placement> <side> <castling> <ep> <halfmove> <fullmove>`. Each family's
 * read() and write() call these functions and add what differs between families: attributes,
 * castling letters, the meaning of the en passant field. */
#ifndef CHESSCADE_CORE_POSITION_TEXT_H
#define CHESSCADE_CORE_POSITION_TEXT_H

#include "core/family.h"

enum { POSITION_FIELDS = 6, POSITION_TEXT_MAX = 4096 };

/* The fields of a position text. `text` and the fields point into the caller's text. */
struct position_fields {
    const char *text; /* the whole text, borrowed */
    struct {
        const char *at;
        int length;
    } field[POSITION_FIELDS];
    int count;
};

/* Split a text at single blanks. FAIL_TEXT for control or non-ASCII characters, two blanks in a
 * row, a leading or trailing blank, more than six fields, fewer than `least`, or more than
 * POSITION_TEXT_MAX bytes. */
int position_split(struct position_fields *fields, const char *text, int least, struct note *why);

/* A family's parser for the attribute in parentheses after a piece. `text` is its `length` bytes
 * without the parentheses. Sets the attribute in *piece; FAIL_TEXT if the family has no such
 * attribute. NULL for a family without attributes. */
typedef int attribute_fn(const struct ruleset *rules, struct piece *piece, const char *text,
                         int length, struct note *why);

/* Parse the placement into out->at: ranks from the top, runs of empty cells, letters of the
 * ruleset's kinds. Upper case is White, lower case Black, an apostrophe Red (only with three
 * sides). Pieces of the kind `neutral` (KIND_NONE: there is none) are always in upper case and
 * nobody owns them. Stops before a '['; *used is the number of bytes read. */
int placement_read(const struct ruleset *rules, const char *text, int length, int neutral,
                   attribute_fn *attribute, struct position *out, int *used, struct note *why);

/* A family's function that writes the attribute of a piece, for example "(ne)", or "" if it has
 * none: at most 7 bytes and a NUL. */
typedef void attribute_text_fn(const struct position *position, cell_t cell, char out[8]);

/* Append the placement like text_add(). Held pieces are left out. `attribute` may be NULL. */
void placement_write(const struct position *position, attribute_text_fn *attribute, char *buffer,
                     size_t size, size_t *used);

/* side_read() parses the side to move. counters_read() parses halfmove and fullmove; a missing
 * field counts as 0 and 1. */
int side_read(const struct ruleset *rules, const struct position_fields *fields,
              struct position *out, struct note *why);
int counters_read(const struct position_fields *fields, struct position *out, struct note *why);

/* Parse an en passant field: "-" or up to PASSED_MAX cell names without separators. */
int passed_read(const struct ruleset *rules, const struct position_fields *fields,
                struct position *out, struct note *why);

/* Append " <side> <castling> <ep> <halfmove> <fullmove>" like text_add(). */
void position_write_rest(const struct position *position, const char *castling, char *buffer,
                         size_t size, size_t *used);

/* side_letter() returns 'w', 'b' or 'r' for a side. side_of_letter() returns the side for such a
 * letter, NOBODY for any other letter. */
char side_letter(int side);
int side_of_letter(char letter);

/* The name of a side: "White", "Black", "Red"; "nobody" for NOBODY. */
const char *side_name(int side);

/* Fail if a side of a position of two sides has no King or several Kings. `kings` is the number of
 * Kings by side; `rule` is "" or a citation, " (rules/...)". */
int kings_check(const int kings[2], const char *rule, struct note *why);

/* The article for a name: "an" for Archer, "a" for Pawn. */
const char *name_article(const char *name);

/* The letter of a piece as in a placement, without its attribute: "K", "k", "K'". At most 2
 * bytes. */
void piece_letters(const struct ruleset *rules, struct piece piece, char out[4]);

#endif
