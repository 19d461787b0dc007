/* key.h - keys as numbers and as names.
 *
 * A key is a Unicode character (control characters included: Tab 9, Enter 13, Esc 27, Ctrl-L 12) or
 * one of the K_ numbers above Unicode. Texts name keys as vim does: `g`, `<Enter>`, `<C-l>`,
 * `<PageDown>`; a sequence is written without blanks: `gg`, `z<Left>`. `<Digit>` in a binding
 * stands for any of 1 to 9. */
#ifndef CHESSCADE_TUI_WIDGETS_KEY_H
#define CHESSCADE_TUI_WIDGETS_KEY_H

#include "core/base.h"

/* K(enum name, name in texts, number). Key files and key scripts use the same names. */
#define SPECIAL_KEYS(K)                  \
    K(K_TAB, "Tab", 9)                   \
    K(K_ENTER, "Enter", 13)              \
    K(K_ESCAPE, "Esc", 27)               \
    K(K_SPACE, "Space", 32)              \
    K(K_BACKSPACE, "Backspace", 127)     \
    K(K_AT, "At", '@')                   \
    K(K_UP, "Up", 0x110000)              \
    K(K_DOWN, "Down", 0x110001)          \
    K(K_LEFT, "Left", 0x110002)          \
    K(K_RIGHT, "Right", 0x110003)        \
    K(K_HOME, "Home", 0x110004)          \
    K(K_END, "End", 0x110005)            \
    K(K_PAGE_UP, "PageUp", 0x110006)     \
    K(K_PAGE_DOWN, "PageDown", 0x110007) \
    K(K_INSERT, "Insert", 0x110008)      \
    K(K_DELETE, "Delete", 0x110009)      \
    K(K_BACKTAB, "BackTab", 0x11000A)    \
    K(K_F1, "F1", 0x110011)              \
    K(K_F2, "F2", 0x110012)              \
    K(K_F3, "F3", 0x110013)              \
    K(K_F4, "F4", 0x110014)              \
    K(K_F5, "F5", 0x110015)              \
    K(K_F6, "F6", 0x110016)              \
    K(K_F7, "F7", 0x110017)              \
    K(K_F8, "F8", 0x110018)              \
    K(K_F9, "F9", 0x110019)              \
    K(K_F10, "F10", 0x11001A)            \
    K(K_F11, "F11", 0x11001B)            \
    K(K_F12, "F12", 0x11001C)            \
    K(K_DIGIT, "Digit", 0x110020)

enum special_key {
#define KEY_ROW(name, text, number) name = (number),
    SPECIAL_KEYS(KEY_ROW)
#undef KEY_ROW
        K_CONTROL_C = 3,
    K_CONTROL_D = 4,
    K_CONTROL_E = 5,
    K_CONTROL_K = 11,
    K_CONTROL_O = 15,
    K_CONTROL_U = 21,
    K_CONTROL_W = 23
};

enum { KEYS_IN_SEQUENCE = 4, KEY_TEXT_MAX = 16 };

struct key_sequence {
    uint32_t key[KEYS_IN_SEQUENCE];
    int n;
};

/* Read one key at *text, written as `<Name>` or a character, and advance *text. Returns 0 at the
 * end or at invalid UTF-8. */
uint32_t key_read(const char **text);

/* Read a whole word as a sequence of keys. FAIL_TEXT, with the offset of the error. */
int key_sequence_read(const char *text, struct key_sequence *out, struct note *why);

/* Write a sequence of keys as text. Returns the length like snprintf(). */
int key_sequence_write(const struct key_sequence *sequence, char *buffer, size_t size);

#endif
