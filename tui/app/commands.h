/* commands.h - requests by name, and the keys bound to them. The table itself is
 * command_table.h. */
#ifndef CHESSCADE_TUI_APP_COMMANDS_H
#define CHESSCADE_TUI_APP_COMMANDS_H

#include "tui/widgets/key.h"
#include "tui/app/command_table.h"

/* The name as typed after `:` and written in key files. */
const char *request_name(enum request request);
const char *request_hint(enum request request); /* a word or two for the hint line */
const char *request_help(enum request request); /* a phrase for lists */
/* True if the default table binds keys to a request in a keymap; true if it binds none at all. */
bool request_bound_in(enum request request, enum keymap keymap);
bool request_is_keyless(enum request request);
/* The request with a name, REQ_NONE without one. */
enum request request_named(const char *name);

/* The keymap's name in key files, and where it is active, for lists. */
const char *keymap_name(enum keymap keymap);
const char *keymap_where(enum keymap keymap);
/* The keymap with a name, KEYMAPS without one. */
enum keymap keymap_named(const char *name);
/* Read the names of a binding: a keymap, and a request or "none". FAIL_NAME for unknown names;
 * `why` then suggests a similar one. */
int binding_names_read(const char *map, const char *name, enum keymap *keymap,
                       enum request *request, struct note *why);

struct binding {
    uint8_t keymap;   /* enum keymap */
    uint16_t request; /* enum request; REQ_NONE: the key does nothing in this keymap */
    struct key_sequence keys;
};

struct bindings {
    struct binding *v;
    int n, room;
};

/* The default keys from command_table.h. *bindings is zero or is replaced. */
void bindings_default(struct bindings *bindings);
void bindings_copy(struct bindings *to, const struct bindings *from); /* *to is zero */
void bindings_clear(struct bindings *bindings);

/* Bind a key, replacing what it did in this keymap. */
void bindings_set(struct bindings *bindings, enum keymap keymap, const struct key_sequence *keys,
                  enum request request);
/* Remove every key of a request in a keymap. */
void bindings_drop(struct bindings *bindings, enum keymap keymap, enum request request);
/* True if some keys could never be reached because they begin with other keys of their keymap;
 * `why` names both. Two default bindings never count. */
bool bindings_clash(const struct bindings *bindings, struct note *why);

/* True if `keys`, to be bound in a nearer keymap, begin with keys that are bound everywhere, and so
 * would never be reached; `why` names both. */
bool bindings_behind(const struct bindings *bindings, enum keymap keymap,
                     const struct key_sequence *keys, struct note *why);

/* True if `keys`, bound everywhere, are also used by a nearer keymap, or keys of a nearer one begin
 * with them and can no longer be reached; `why` names the keys, the keymap and their meaning there.
 * Not reported for default bindings, nor for a keymap whose keys are in `given` (may be NULL),
 * since whoever set both knows. */
bool bindings_hidden(const struct bindings *bindings, const struct key_sequence *keys,
                     const struct bindings *given, struct note *why);

/* Bits: the keys are a binding; the keys are a prefix of a longer one. */
enum match { MATCH_NONE = 0, MATCH_WHOLE = 1, MATCH_PREFIX = 2 };

/* What the keys typed so far mean in a keymap; *request is set with MATCH_WHOLE. <Digit> matches
 * any digit. */
enum match bindings_find(const struct bindings *bindings, enum keymap keymap,
                         const struct key_sequence *typed, enum request *request);

/* The index of the first binding of a request in a keymap at or after `from`, -1 without one. */
int bindings_of(const struct bindings *bindings, enum keymap keymap, enum request request,
                int from);

#endif
