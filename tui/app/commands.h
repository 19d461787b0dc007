/* commands.h - requests by name, and the keys bound to them. The table itself is in
 * command_table.h. */
#ifndef CHESSCADE_TUI_APP_COMMANDS_H
#define CHESSCADE_TUI_APP_COMMANDS_H

#include "tui/widgets/key.h"
#include "tui/app/command_table.h"

/* The name of a request, as typed after `:` and written in key files. */
const char *request_name(enum request request);
const char *request_hint(enum request request); /* one or two words for the hint line */
const char *request_help(enum request request); /* a phrase for lists */
/* True if the default table binds a key to a request in this keymap, or if it binds no key to the
 * request at all. */
bool request_bound_in(enum request request, enum keymap keymap);
bool request_is_keyless(enum request request);
/* The request with a name; REQ_NONE: there is none. */
enum request request_named(const char *name);

/* keymap_name() is the keymap's name in key files. keymap_where() says where the keymap is active,
 * for lists. */
const char *keymap_name(enum keymap keymap);
const char *keymap_where(enum keymap keymap);
/* The keymap with a name; KEYMAPS: there is none. */
enum keymap keymap_named(const char *name);
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
