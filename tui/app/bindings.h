/* bindings.h - which keys are bound to which request: the defaults of command_table.h, and what key
 * files change. */
#ifndef CHESSCADE_TUI_APP_BINDINGS_H
#define CHESSCADE_TUI_APP_BINDINGS_H

#include "tui/commands/commands.h"
#include "tui/widgets/key.h"

/* Parse the names of a binding: a keymap, and a request or "none". FAIL_NAME for an unknown name;
 * `why` then suggests a similar one. */
int binding_names_read(const char *map, const char *name, enum keymap *keymap,
                       enum request *request, struct note *why);

struct binding {
    uint8_t keymap; /* the keymap, an enum keymap */
    /* the request, an enum request; REQ_NONE: the key does nothing in this keymap */
    uint16_t request;
    struct key_sequence keys;
};

struct bindings {
    struct binding *v;
    int n, room;
};

/* Set the default keys of command_table.h. *bindings is zero, or its bindings are replaced. */
void bindings_default(struct bindings *bindings);
void bindings_copy(struct bindings *to, const struct bindings *from); /* *to must be zero */
void bindings_clear(struct bindings *bindings);

/* Bind keys to a request, replacing what they did in this keymap. */
void bindings_set(struct bindings *bindings, enum keymap keymap, const struct key_sequence *keys,
                  enum request request);
/* Remove all keys of a request from a keymap. */
void bindings_drop(struct bindings *bindings, enum keymap keymap, enum request request);
/* True if some keys can never be reached because they begin with other keys of their keymap; `why`
 * names both. Pairs of default bindings are not reported. */
bool bindings_clash(const struct bindings *bindings, struct note *why);

/* True if `keys`, to be bound in a keymap of some views, begin with keys that are bound in all
 * views, and so can never be reached; `why` names both. */
bool bindings_behind(const struct bindings *bindings, enum keymap keymap,
                     const struct key_sequence *keys, struct note *why);

/* True if `keys`, which are bound in all views, also have a meaning in a keymap of some views, or
 * keys there begin with them and can no longer be reached. `why` names the keys, the keymap and
 * their meaning there. Not reported for default bindings, nor for a keymap whose keys are in
 * `given` (may be NULL), because whoever set both knows about them. */
bool bindings_hidden(const struct bindings *bindings, const struct key_sequence *keys,
                     const struct bindings *given, struct note *why);

/* Bits: MATCH_WHOLE: the keys are a binding. MATCH_PREFIX: a longer binding begins with them. */
enum match { MATCH_NONE = 0, MATCH_WHOLE = 1, MATCH_PREFIX = 2 };

/* Find out what the keys typed so far mean in a keymap. With MATCH_WHOLE *request is set. <Digit>
 * matches any digit. */
enum match bindings_find(const struct bindings *bindings, enum keymap keymap,
                         const struct key_sequence *typed, enum request *request);

/* The index of the first binding of a request in a keymap, at or after index `from`; -1: none. */
int bindings_of(const struct bindings *bindings, enum keymap keymap, enum request request,
                int from);

#endif
