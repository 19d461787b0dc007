/* folded.h - the one way in which searches ignore capitals, accents and typographic forms.
 *
 * Folding works on each character by itself: compatibility decomposition and full case folding (Unicode, by utf8proc), then
 * accents and characters without a width go, spaces, dashes and quotation marks become those of ASCII, and letters that Unicode
 * does not decompose become their base letters: "Šimić" is "simic", "José" "jose", "Straße" "strasse", "Đorđe" "dorde",
 * "O’Brien…" "o'brien...".
 *
 *   - Of ASCII only the capitals change, control characters not at all.
 *   - fold(a b) is fold(a) fold(b) wherever both end at whole characters; fold(fold(a)) is fold(a). So a folded text contains a
 *     folded word if, and only if, it still does when it is cut into lines, joined with others or folded again.
 *   - Valid UTF-8 stays valid; bytes that are not UTF-8 are kept. No character becomes longer than FOLDED_ROOM - 1 bytes.
 *   - A text of accents alone folds to "".
 *
 * Everything that is found by its letters (queries, lists, indexes, the search within a page) compares folded texts. An index
 * that stores folded texts must be made anew when FOLDED_VERSION changes. */
#ifndef CHESSCADE_FOLDED_H
#define CHESSCADE_FOLDED_H

#include "core/base.h"

enum {
    FOLDED_VERSION = 1, /* counts changes of what a text folds to */
    FOLDED_ROOM = 80
};

/* The text folded, owned. */
char *folded_text(const char *text);
/* So many bytes folded, owned, *length of them and a NUL. */
char *folded_bytes(const char *bytes, size_t size, size_t *length);
/* Fold the character at `at`, of at most `left` bytes (1 or more): the bytes of it are the result, 1 or more; out has *length
 * bytes, perhaps none, and no NUL. */
size_t folded_character(const char *at, size_t left, char out[FOLDED_ROOM], size_t *length);

/* True if the text is ASCII. */
bool text_is_ascii(const char *text);
/* True if a character beyond ASCII becomes one of ASCII, or vanishes: else bytes of ASCII are found in the folded text just where
 * they are found, capitals or not, in the text as it is. */
bool folded_changes_ascii(const char *bytes, size_t size);

/* True if the text contains the word, both folded. */
bool folded_contains(const char *text, const char *word);
/* True if both fold to the same. */
bool folded_equal(const char *one, const char *other);
/* Where the word is first found in the text, as a byte of the text itself, and how many bytes of it the word covers: whole
 * characters with their accents. -1 and 0: nowhere, or the word folds to "". */
int folded_find(const char *text, const char *word, int *length);

#endif
