/* sanitize.h - makes texts from files safe to display: removes terminal commands and characters
 * that reverse or hide text.
 *
 * Every text from a file, a user's name or a journal must be cleaned here before it is written to a
 * terminal, a log or an error message (docs/archive.md, promise R15). The stored text is not
 * changed. */
#ifndef CHESSCADE_ARCHIVE_UTIL_SANITIZE_H
#define CHESSCADE_ARCHIVE_UTIL_SANITIZE_H

#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>

enum clean {
    CLEAN_LINE, /* line breaks and tabs become spaces */
    CLEAN_LINES /* line feeds stay, "\r\n" becomes a line feed, tabs become spaces */
};

enum { CLEAN_MARKS_MAX = 4 }; /* combining marks kept per character; the rest are dropped */

/* Writes a cleaned copy of `text` to `buffer`. Returns the length that the whole copy would have,
 * like snprintf(); a copy that does not fit is cut between two characters. Control characters,
 * invalid UTF-8, unassigned and private-use characters become '?'. Zero-width characters,
 * bidirectional controls, variation selectors and combining marks without a base character are
 * dropped. */
int clean_text(char *buffer, size_t size, const char *text, enum clean clean);
/* Returns a cleaned copy; free it with free(). */
char *clean_copy(const char *text, enum clean clean);
/* Returns a copy in which each byte that is not part of valid UTF-8 is replaced by U+FFFD; free it
 * with free(). Returns NULL if the text is valid UTF-8. Text that users type is repaired with this
 * function as soon as it is read. */
char *clean_mended(const char *text);
/* Returns the width of a cleaned line in terminal columns. */
int clean_width(const char *text);

/* ---- Folds texts so that all searches ignore case, accents and typographic forms in the same way.
 *
 * Folding works on each character by itself. It applies compatibility decomposition and full case
 * folding (Unicode, by utf8proc), removes accents and zero-width characters, turns spaces, dashes
 * and quotation marks into ASCII ones, and maps letters that Unicode does not decompose to their
 * base letters: "Šimić" becomes "simic", "José" "jose", "Straße" "strasse", "Đorđe" "dorde",
 * "O’Brien…" "o'brien...".
 *
 *   - In ASCII only capitals change; control characters never do.
 *   - fold(a b) is fold(a) fold(b) if both end at character boundaries; fold(fold(a)) is fold(a).
 *     So whether a folded text contains a folded word does not depend on cutting it into lines,
 *     joining it with others or folding it again.
 *   - Valid UTF-8 stays valid; bytes that are not UTF-8 are kept. No character becomes longer than
 *     FOLDED_ROOM - 1 bytes.
 *   - A text of only accents folds to "".
 *
 * Everything found by its letters (queries, lists, indexes, search within a page) compares folded
 * texts. An index that stores folded texts must be rebuilt when FOLDED_VERSION changes. */

enum {
    FOLDED_VERSION = 1, /* increase it whenever any text begins to fold differently */
    FOLDED_ROOM = 80
};

/* Returns the folded text, owned by the caller. */
char *folded_text(const char *text);
/* Folds `size` bytes. Returns a NUL-terminated text of *length bytes, owned by the caller. */
char *folded_bytes(const char *bytes, size_t size, size_t *length);
/* Folds the first character of the text at `at`, of which `left` bytes (at least 1) remain. Returns
 * the length of this character in bytes, at least 1. Writes *length bytes, possibly 0, to `out`,
 * without a NUL. */
size_t folded_character(const char *at, size_t left, char out[FOLDED_ROOM], size_t *length);

/* True if the text consists of ASCII characters only. */
bool text_is_ascii(const char *text);
/* True if folding turns a non-ASCII character of the text into ASCII or removes one. If false, then
 * the folded text has ASCII bytes exactly where the original has them (ignoring case). */
bool folded_changes_ascii(const char *bytes, size_t size);

/* True if the folded text contains the folded word. */
bool folded_contains(const char *text, const char *word);
/* True if both texts fold to the same text. */
bool folded_equal(const char *one, const char *other);
/* Finds a word in a text, comparing the folded forms. Returns the byte offset in the original text
 * and sets *length to the number of bytes that the match covers there: whole characters with their
 * accents. Returns -1, and sets *length to 0, if the word is not found or folds to "". */
int folded_find(const char *text, const char *word, int *length);

#endif
