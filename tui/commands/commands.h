/* commands.h - the commands of command_table.h by name, for the screen, plain mode, help and the
 * manual. The texts returned here are constants. */
#ifndef CHESSCADE_TUI_COMMANDS_COMMANDS_H
#define CHESSCADE_TUI_COMMANDS_COMMANDS_H

#include "tui/commands/command_table.h"

#include <stdbool.h>
#include <stddef.h>

/* What must be open before a command of plain mode can run. Each need from NEED_GAME on includes
 * the one before it. */
enum command_need {
    NEED_NOTHING,
    NEED_STORE,
    NEED_LOBBY,
    NEED_TABLE, /* a live game in a lobby */
    NEED_GAME,
    NEED_RULES,
    NEED_WRITABLE, /* a game that may be changed */
    NEED_PLAYED    /* a live game, or a game that may be changed */
};

/* A row of the table. On each side of the program either the command exists, or the row says what
 * to do instead. */
struct command_row {
    /* On the screen. `name` NULL: the screen does not have it, and `elsewhere` says why. */
    const char *name, *hint, *help, *keys, *elsewhere;
    const char *also; /* other names after ':', with blanks between them; NULL: none */
    /* In plain mode. `words` NULL: it has no command of its own, and either `line` does the same or
     * `reason` says why it cannot be done there. */
    const char *words, *usage, *plain_help, *line, *reason;
    enum command_need need;
};

/* The row of a command, REQ_NONE < command < COMMANDS. */
const struct command_row *command_row(enum request command);

/* The name of a request, as typed after `:` and written in key files. */
const char *request_name(enum request request);
const char *request_hint(enum request request); /* one or two words for the hint line */
const char *request_help(enum request request); /* a phrase for lists */
/* The default keys, as the table has them: "@list j <Down> @pager j". */
const char *request_keys(enum request request);
/* True if the default table binds a key to a request in this keymap, or if it binds no key to the
 * request at all. */
bool request_bound_in(enum request request, enum keymap keymap);
bool request_is_keyless(enum request request);
/* The request of the screen with a name; REQ_NONE: there is none. */
enum request request_named(const char *name);

/* The command that a word means after ':'. Plain mode's words are understood there, too, if they
 * have two letters or more and mean nothing else; a result of REQUESTS or more is a command that
 * only plain mode has. REQ_NONE: there is none. */
enum request command_typed(const char *word);

/* The command that a word means in plain mode: one of its words, in any case if the word is longer
 * than a letter, or else a name of the screen. The row may have no `words`; see struct command_row.
 * REQ_NONE: there is none. */
enum request command_told(const char *word);
/* The name of a command in plain mode, the first of its `words`. Returns `out`. */
enum { COMMAND_WORD_ROOM = 32 };
const char *command_word(enum request command, char out[COMMAND_WORD_ROOM]);

/* Read a command in braces at the beginning of a text, as sentences name commands: "{step-next}",
 * or with an argument "{trial keep}"; one that only plain mode has by its first word there. Sets
 * *argument to the argument, which reaches to the brace, and *length to the bytes that all of it
 * takes. Returns REQ_NONE if the text begins otherwise. */
enum request command_in_braces(const char *text, const char **argument, size_t *length);

/* A text that is inserted into such a sentence, as a title or a query: "{" becomes "{{", which is
 * shown as one brace and begins no command. Returns the text itself or a copy, borrowed until the
 * fourth call after this one. */
const char *words_as_is(const char *text);
/* True if a text begins with "{{". */
bool is_brace_in_words(const char *text);

/* keymap_name() is the keymap's name in key files. keymap_where() says where the keymap is active,
 * for lists. */
const char *keymap_name(enum keymap keymap);
const char *keymap_where(enum keymap keymap);
/* The keymap with a name; KEYMAPS: there is none. */
enum keymap keymap_named(const char *name);

#endif
