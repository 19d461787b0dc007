/* key.c - keys as numbers and as names: see key.h. */
#include "tui/widgets/key.h"

#include "core/util/ascii.h"
#include "core/util/spelling.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

enum { NAME_ROOM = 24 };

static const struct {
    const char *name;
    uint32_t key;
} names[] = {
#define KEY_ROW(name, text, number) {text, number},
    SPECIAL_KEYS(KEY_ROW)
#undef KEY_ROW
};
enum { NAMES = sizeof names / sizeof *names };

/* Signs that can be typed with Ctrl, numbered from FIRST_CONTROL_SIGN on; the control characters
 * below are letters and Esc. */
static const char control_signs[] = "\\]^_";
enum { FIRST_CONTROL_SIGN = 28 };

static bool key_named(const char *name, size_t length, uint32_t *key)
{
    for (int i = 0; i < NAMES; i++)
        if (strlen(names[i].name) == length && !strncmp(names[i].name, name, length)) {
            *key = names[i].key;
            return true;
        }
    if (length != 3 || name[0] != 'C' || name[1] != '-')
        return false;
    const char *sign = strchr(control_signs, name[2]);
    if (name[2] >= 'a' && name[2] <= 'z')
        *key = (uint32_t)(name[2] - 'a' + 1);
    else if (sign && *sign)
        *key = (uint32_t)(sign - control_signs) + FIRST_CONTROL_SIGN;
    else
        return false;
    return true;
}

uint32_t key_read(const char **text)
{
    const char *at = *text;
    const char *close = *at == '<' ? strchr(at, '>') : NULL;
    uint32_t key;
    if (close && key_named(at + 1, (size_t)(close - at - 1), &key)) {
        *text = close + 1;
        return key;
    }
    utf8proc_int32_t character;
    utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &character);
    if (length <= 0 || character == 0)
        return 0;
    *text = at + length;
    return (uint32_t)character;
}

/* Write the name of a key. Like snprintf. */
static int key_write(uint32_t key, char *buffer, size_t size)
{
    for (int i = 0; i < NAMES; i++)
        if (names[i].key == key && key != K_AT)
            return snprintf(buffer, size, "<%s>", names[i].name);
    if (key < 32)
        return snprintf(buffer, size, "<C-%c>",
                        key < FIRST_CONTROL_SIGN ? (int)(key + 'a' - 1)
                                                 : control_signs[key - FIRST_CONTROL_SIGN]);
    utf8proc_uint8_t bytes[5] = {0};
    if (utf8proc_encode_char((utf8proc_int32_t)key, bytes) <= 0)
        return snprintf(buffer, size, "<?>");
    return snprintf(buffer, size, "%s", (const char *)bytes);
}

/* The length of a name in angle brackets that the text begins with, such as <Enter>; 0 if there is
 * none. */
static size_t key_bracketed(const char *text)
{
    if (!strncmp(text, "<C-", 3) && text[3] > ' ' && text[4] == '>')
        return strlen("<C-x>");
    size_t length = *text == '<' ? 1 : 0;
    while (length && (ascii_isalnum((unsigned char)text[length]) || text[length] == '-'))
        length++;
    /* "<x>" is not a name but three keys */
    return length > 2 && text[length] == '>' ? length + 1 : 0;
}

/* Report an unknown name in angle brackets. For Alt, explain that terminals send Esc and the
 * key. */
static int key_fail_unknown(const char *text, int offset, struct note *why)
{
    size_t length = key_bracketed(text);
    char name[NAME_ROOM], hint[SPELLING_HINT_ROOM] = "";
    snprintf(name, sizeof name, "%.*s", (int)length - 2, text + 1);
    struct spelling spelling = {.typed = name};
    bool alt = (name[0] == 'M' || name[0] == 'A') && name[1] == '-';
    for (int i = 0; i < NAMES && !alt; i++)
        spelling_try(&spelling, names[i].name);
    spelling_hint(&spelling, hint, sizeof hint);
    return note_fail(why, FAIL_TEXT, offset, "There is no key <%s>%s", name,
                     alt ? ": terminals send Alt as Esc and then the key" : hint);
}

/* True if the text names a key without the necessary brackets, as F12 or Ctrl-x: it would be
 * read as one key per letter. Names longer than `name` are recognized too. */
static bool bare_name(const char *text, char name[NAME_ROOM])
{
    static const struct {
        const char *said, *written;
    } with[] = {{"Ctrl-", "C-"}, {"Ctrl+", "C-"}, {"Control-", "C-"}, {"C-", "C-"},
                {"Alt-", "M-"},  {"Alt+", "M-"},  {"M-", "M-"}};
    /* Nearly all keys return here. That matters because every start of the program reads all
     * keys. */
    if (!text[0] || !text[1] || text[0] == '<')
        return false;
    for (int i = 0; i < NAMES; i++)
        if (names[i].key != K_AT && names[i].key != K_DIGIT &&
            !(strlen(text) > KEYS_IN_SEQUENCE ? ascii_casecmp(names[i].name, text)
                                              : strcmp(names[i].name, text)))
            return snprintf(name, NAME_ROOM, "%s", names[i].name) > 0;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        const char *key = text + strlen(with[i].said);
        if (!ascii_ncasecmp(text, with[i].said, strlen(with[i].said)) && key[0] && !key[1] &&
            (text[1] != '-' || text[0] <= 'Z'))
            return snprintf(name, NAME_ROOM, "%s%c", with[i].written,
                            ascii_lower((unsigned char)key[0])) > 0;
    }
    return false;
}

/* True if a key may be bound. Ctrl-S, Ctrl-Q, Ctrl-A and Ctrl-B may not: terminals and multiplexers
 * use them. */
static bool key_bindable(uint32_t key)
{
    return key != 'S' - 64 && key != 'Q' - 64 && key != 'A' - 64 && key != 'B' - 64;
}

int key_sequence_read(const char *text, struct key_sequence *out, struct note *why)
{
    struct key_sequence sequence = {.n = 0};
    const char *at = text;
    char name[NAME_ROOM];
    bool bare = bare_name(text, name);
    if (bare && *name == 'M')
        return note_fail(why, FAIL_TEXT, 0,
                         "'%.40s' cannot be bound: terminals send Alt as Esc and then the key",
                         text);
    if (bare)
        return note_fail(why, FAIL_TEXT, 0,
                         "'%.40s' means a sequence of letter keys; for the key, write <%s>", text,
                         name);
    while (*at) {
        int offset = (int)(at - text);
        if (sequence.n == KEYS_IN_SEQUENCE)
            return note_fail(why, FAIL_TEXT, offset, "'%.40s' is longer than %d keys", text,
                             KEYS_IN_SEQUENCE);
        bool in_brackets = key_bracketed(at) > 0;
        uint32_t key = key_read(&at);
        if (in_brackets && key == '<')
            return key_fail_unknown(text + offset, offset, why);
        if (key == 0)
            return note_fail(why, FAIL_TEXT, offset, "'%.40s' is not the name of a key", text);
        if (key == '\n' || key == '\b') /* these keys are never received, since input.c translates
                                           them */
            return note_fail(
                why, FAIL_TEXT, offset, "%s cannot be bound: some terminals send it for %s",
                key == '\n' ? "<C-j>" : "<C-h>", key == '\n' ? "<Enter>" : "<Backspace>");
        if (!key_bindable(key)) {
            char kept[KEY_TEXT_MAX];
            key_write(key, kept, sizeof kept);
            return note_fail(why, FAIL_TEXT, offset,
                             "%s cannot be bound: terminals keep it for themselves", kept);
        }
        sequence.key[sequence.n++] = key;
    }
    if (sequence.n == 0)
        return note_fail(why, FAIL_TEXT, 0, "a key is missing");
    *out = sequence;
    return 0;
}

int key_sequence_write(const struct key_sequence *sequence, char *buffer, size_t size)
{
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    for (int i = 0; i < sequence->n; i++) {
        char name[KEY_TEXT_MAX];
        key_write(sequence->key[i], name, sizeof name);
        text_add(buffer, size, &used, "%s", name);
    }
    return (int)used;
}
