/* sanitize.h - makes texts from files safe to display: no terminal commands, no reversed or hidden
 * text.
 *
 * Everything that goes from a file, a user's name or a journal to a terminal, a log or an error
 * message must pass through here (docs/archive.md, promise R15). The stored text is not changed. */
#ifndef CHESSCADE_ARCHIVE_UTIL_SANITIZE_H
#define CHESSCADE_ARCHIVE_UTIL_SANITIZE_H

#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>

enum clean {
    CLEAN_LINE, /* one line: line breaks and tabs become spaces */
    CLEAN_LINES /* line feeds stay; "\r\n" becomes one line feed, tabs become spaces */
};

enum { CLEAN_MARKS_MAX = 4 }; /* combining marks per character; further ones are dropped */

/* Writes a cleaned copy. Like snprintf(), it returns the length the whole text would have; output
 * that does not fit is cut at a character boundary. Control characters, invalid UTF-8, unassigned
 * and private-use characters become '?'. Zero-width and bidirectional controls, variation selectors
 * and marks without a base character are dropped. */
int clean_text(char *buffer, size_t size, const char *text, enum clean clean);
/* The same as a new text; free it with free(). */
char *clean_copy(const char *text, enum clean clean);
/* Returns a copy in which each byte that is not valid UTF-8 (invalid, overlong, half of a surrogate
 * pair, truncated) is replaced by U+FFFD; free it with free(). NULL if the text is valid UTF-8
 * already. Typed input passes through here when it enters the program. */
char *clean_mended(const char *text);
/* The width of a cleaned line in terminal columns. */
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
    FOLDED_VERSION = 1, /* increase when any text folds differently */
    FOLDED_ROOM = 80
};

/* The folded text, owned by the caller. */
char *folded_text(const char *text);
/* Folds `size` bytes; the result is owned by the caller, *length bytes long and NUL-terminated. */
char *folded_bytes(const char *bytes, size_t size, size_t *length);
/* Folds the character at `at`, which has at most `left` (1 or more) bytes left. Returns its length
 * in bytes, 1 or more. `out` gets *length bytes, possibly none, without a NUL. */
size_t folded_character(const char *at, size_t left, char out[FOLDED_ROOM], size_t *length);

/* True if the text is ASCII. */
bool text_is_ascii(const char *text);
/* True if folding turns a non-ASCII character into ASCII or removes it. If false, ASCII bytes occur
 * in the folded text exactly where they occur in the original, ignoring case. */
bool folded_changes_ascii(const char *bytes, size_t size);

/* True if the text contains the word after folding both. */
bool folded_contains(const char *text, const char *word);
/* True if both fold to the same text. */
bool folded_equal(const char *one, const char *other);
/* Finds the word in the text: returns the byte offset in the original text and sets *length to the
 * bytes it covers there, in whole characters with their accents. -1 and 0 if not found, or if the
 * word folds to "". */
int folded_find(const char *text, const char *word, int *length);

#endif
