/* request.h - requests by name, and which keys ask for them. The table itself is requests.h. */
#ifndef CHESSCADE_REQUEST_H
#define CHESSCADE_REQUEST_H

#include "tui/key.h"
#include "tui/requests.h"

/* As it is typed behind `:` and written in key files. */
const char *request_name(enum request request);
const char *request_hint(enum request request); /* a word or two for the hint line */
const char *request_help(enum request request); /* a phrase for lists */
/* Has a request keys of its own in a keymap, as the table has it; has it any? */
bool request_bound_in(enum request request, enum keymap keymap);
bool request_is_keyless(enum request request);
/* The request of a name, REQ_NONE without one. */
enum request request_named(const char *name);

/* As key files name it, and where it is in force, for lists. */
const char *keymap_name(enum keymap keymap);
const char *keymap_where(enum keymap keymap);
/* The keymap of a name, KEYMAPS without one. */
enum keymap keymap_named(const char *name);
/* What a binding names: a keymap, and a request, or "none". FAIL_NAME where there is no such one; then `why` tells of a near
 * name. */
int binding_names_read(const char *map, const char *name, enum keymap *keymap, enum request *request, struct note *why);

struct binding {
    uint8_t keymap;   /* enum keymap */
    uint16_t request; /* enum request; REQ_NONE: the key does nothing in this keymap */
    struct key_sequence keys;
};

struct bindings {
    struct binding *v;
    int n, room;
};

/* The default keys of requests.h. *bindings is zero or is replaced. */
void bindings_default(struct bindings *bindings);
void bindings_copy(struct bindings *to, const struct bindings *from); /* *to is zero */
void bindings_clear(struct bindings *bindings);

/* Bind a key; what it did before in this keymap is forgotten. */
void bindings_set(struct bindings *bindings, enum keymap keymap, const struct key_sequence *keys,
                  enum request request);
/* Forget every key of a request in a keymap. */
void bindings_drop(struct bindings *bindings, enum keymap keymap, enum request request);
/* Would keys never be reached, since others of their keymap are the beginning of them? Then `why` names both. What the program has
 * by default is no clash. */
bool bindings_clash(const struct bindings *bindings, struct note *why);

/* Keys of a nearer keymap that begin with others, which are in force everywhere, and would not be reached: true, and `why` names
 * both. */
bool bindings_behind(const struct bindings *bindings, enum keymap keymap, const struct key_sequence *keys, struct note *why);

/* Keys bound everywhere that a nearer keymap uses itself, or keys of a nearer one that begin with them and are no longer reached:
 * true, and `why` names the keys, the keymap and what they mean there. Not said of what the program has by default, nor of a keymap
 * whose keys are in `given` (may be NULL), since whoever gave both knows. */
bool bindings_hidden(const struct bindings *bindings, const struct key_sequence *keys, const struct bindings *given,
                     struct note *why);

/* Bits: the keys are a binding, the keys begin a longer one. */
enum match { MATCH_NONE = 0, MATCH_WHOLE = 1, MATCH_PREFIX = 2 };

/* What the keys typed so far mean in a keymap; *request is set with MATCH_WHOLE. A digit fits <Digit>. */
enum match bindings_find(const struct bindings *bindings, enum keymap keymap, const struct key_sequence *typed,
                         enum request *request);

/* The index of the first binding of a request in a keymap at or after `from`, -1 without one. */
int bindings_of(const struct bindings *bindings, enum keymap keymap, enum request request, int from);

#endif
