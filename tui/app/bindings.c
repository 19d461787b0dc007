/* bindings.c - keys and the requests they are bound to: see bindings.h. */
#include "tui/app/bindings.h"

#include "core/util/spelling.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int binding_names_read(const char *map, const char *name, enum keymap *keymap,
                       enum request *request, struct note *why)
{
    struct spelling near_map = {.typed = map}, near_request = {.typed = name};
    char hint[SPELLING_HINT_ROOM];
    *keymap = keymap_named(map);
    *request = request_named(name);
    for (int k = 0; k < KEYMAPS; k++)
        spelling_try(&near_map, keymap_name((enum keymap)k));
    if (*keymap == KEYMAPS)
        return note_fail(why, FAIL_NAME, -1, "There is no keymap '%.40s'%s", map,
                         *spelling_hint(&near_map, hint, sizeof hint)
                             ? hint
                             : "; some keymaps: everywhere, list, table, board, moves");
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        spelling_try(&near_request, request_name((enum request)r));
    if (*request == REQ_NONE && strcmp(name, "none") != 0)
        return note_fail(why, FAIL_NAME, -1, "There is no request '%.40s'%s", name,
                         spelling_hint(&near_request, hint, sizeof hint));
    return 0;
}

static void add_binding(struct bindings *bindings, enum keymap keymap,
                        const struct key_sequence *keys, enum request request)
{
    bindings->v = memory_room(bindings->v, &bindings->room, bindings->n + 1, sizeof *bindings->v);
    bindings->v[bindings->n++] = (struct binding){(uint8_t)keymap, (uint16_t)request, *keys};
}

/* Bind the keys in a row of the table: "@list j <Down> @pager j". A keymap never has the same keys
 * twice. */
static void bind_row(struct bindings *bindings, enum request request)
{
    const char *at = request_keys(request);
    enum keymap keymap = KEYMAPS;
    while (*(at += strspn(at, " "))) {
        char word[40];
        size_t length = strcspn(at, " ");
        struct key_sequence keys;
        assert(length < sizeof word);
        memcpy(word, at, length);
        word[length] = '\0';
        at += length;
        if (word[0] == '@' && word[1]) {
            keymap = keymap_named(word + 1);
            continue;
        }
        assert(keymap < KEYMAPS);
        if (key_sequence_read(word, &keys, NULL) < 0) {
            assert(!"a default key of tui/commands/command_table.h is not a key");
            continue;
        }
        add_binding(bindings, keymap, &keys, request);
    }
}

void bindings_default(struct bindings *bindings)
{
    bindings->n = 0;
    for (int r = REQ_NONE + 1; r < REQUESTS; r++)
        bind_row(bindings, (enum request)r);
}

void bindings_copy(struct bindings *to, const struct bindings *from)
{
    to->v = memory_room(to->v, &to->room, from->n, sizeof *to->v);
    to->n = from->n;
    memcpy(to->v, from->v, (size_t)from->n * sizeof *to->v);
}

void bindings_clear(struct bindings *bindings)
{
    free(bindings->v);
    *bindings = (struct bindings){0};
}

static bool same_keys(const struct key_sequence *a, const struct key_sequence *b)
{
    return a->n == b->n && !memcmp(a->key, b->key, (size_t)a->n * sizeof *a->key);
}

void bindings_set(struct bindings *bindings, enum keymap keymap, const struct key_sequence *keys,
                  enum request request)
{
    for (int i = 0; i < bindings->n; i++)
        if (bindings->v[i].keymap == keymap && same_keys(&bindings->v[i].keys, keys)) {
            bindings->v[i].request = (uint16_t)request;
            return;
        }
    add_binding(bindings, keymap, keys, request);
}

void bindings_drop(struct bindings *bindings, enum keymap keymap, enum request request)
{
    int kept = 0;
    for (int i = 0; i < bindings->n; i++)
        if (bindings->v[i].keymap != keymap || bindings->v[i].request != request)
            bindings->v[kept++] = bindings->v[i];
    bindings->n = kept;
}

static bool bindings_has(const struct bindings *bindings, const struct binding *binding)
{
    for (int i = 0; i < bindings->n; i++)
        if (bindings->v[i].keymap == binding->keymap &&
            bindings->v[i].request == binding->request &&
            same_keys(&bindings->v[i].keys, &binding->keys))
            return true;
    return false;
}

static bool bindings_begins(const struct binding *first, const struct binding *whole)
{
    return first->keymap == whole->keymap && first->keys.n < whole->keys.n &&
           whole->request != REQ_NONE &&
           !memcmp(first->keys.key, whole->keys.key,
                   (size_t)first->keys.n * sizeof *first->keys.key);
}

bool bindings_clash(const struct bindings *bindings, struct note *why)
{
    struct bindings usual = {0};
    bool clash = false;
    bindings_default(&usual);
    for (int i = 0; i < bindings->n && !clash; i++)
        for (int j = 0; j < bindings->n && !clash; j++) {
            const struct binding *a = &bindings->v[i], *b = &bindings->v[j];
            char first[KEYS_IN_SEQUENCE * KEY_TEXT_MAX], whole[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
            if (!bindings_begins(a, b) || (bindings_has(&usual, a) && bindings_has(&usual, b)))
                continue;
            key_sequence_write(&a->keys, first, sizeof first);
            key_sequence_write(&b->keys, whole, sizeof whole);
            note_set(
                why, -1,
                "in '%s', %s (%s) begins with %s (%s), so you could never type it: give one of them other keys, or none",
                keymap_name((enum keymap)a->keymap), whole, request_name((enum request)b->request),
                first, a->request == REQ_NONE ? "none" : request_name((enum request)a->request));
            clash = true;
        }
    bindings_clear(&usual);
    return clash;
}

static bool bindings_fits(uint32_t bound, uint32_t typed)
{
    return bound == typed || (bound == K_DIGIT && typed >= '1' && typed <= '9');
}

/* True if `first` equals the keys or is a prefix of them. */
static bool bindings_leads(const struct key_sequence *first, const struct key_sequence *keys)
{
    int same = 0;
    while (same < first->n && same < keys->n && bindings_fits(first->key[same], keys->key[same]))
        same++;
    return same == first->n;
}

static const struct binding *bindings_everywhere(const struct bindings *bindings,
                                                 const struct key_sequence *keys)
{
    for (int i = 0; i < bindings->n; i++)
        if (bindings->v[i].keymap == KEYMAP_EVERYWHERE && same_keys(&bindings->v[i].keys, keys))
            return &bindings->v[i];
    return NULL;
}

static void bindings_tell_hidden(const struct binding *far, const struct binding *near,
                                 bool reached, int others, struct note *why)
{
    char keys[KEYS_IN_SEQUENCE * KEY_TEXT_MAX], there[KEYS_IN_SEQUENCE * KEY_TEXT_MAX],
        more[40] = "";
    const char *name = request_name((enum request)near->request),
               *map = keymap_name((enum keymap)near->keymap);
    key_sequence_write(&far->keys, keys, sizeof keys);
    key_sequence_write(&near->keys, there, sizeof there);
    if (others)
        snprintf(more, sizeof more, ", and in %d more keymap%s", others, others > 1 ? "s" : "");
    if (reached)
        note_set(
            why, -1,
            "%s is '%s' everywhere except in '%s', where %s is '%s'%s; to use it there, too, change the keys of the latter",
            keys, request_name((enum request)far->request), map, there, name, more);
    else
        note_set(
            why, -1,
            "%s is '%s' everywhere, so you cannot type %s ('%s' in '%s'%s): give one of them other keys",
            keys, request_name((enum request)far->request), there, name, map, more);
}

bool bindings_behind(const struct bindings *bindings, enum keymap keymap,
                     const struct key_sequence *keys, struct note *why)
{
    bool at_table = keymap == KEYMAP_BOARD || keymap == KEYMAP_MOVES || keymap == KEYMAP_NOTES;
    char begin[KEYS_IN_SEQUENCE * KEY_TEXT_MAX], whole[KEYS_IN_SEQUENCE * KEY_TEXT_MAX];
    for (int i = 0; i < bindings->n && keymap != KEYMAP_EVERYWHERE; i++) {
        const struct binding *far = &bindings->v[i];
        bool with = far->keymap == KEYMAP_EVERYWHERE || (at_table && far->keymap == KEYMAP_TABLE);
        if (!with || far->request == REQ_NONE || far->keys.n >= keys->n ||
            !bindings_leads(&far->keys, keys))
            continue;
        key_sequence_write(&far->keys, begin, sizeof begin);
        key_sequence_write(keys, whole, sizeof whole);
        note_set(why, -1, "in '%s', you could never type %s: it begins with %s, which is '%s' %s",
                 keymap_name(keymap), whole, begin, request_name((enum request)far->request),
                 keymap_where((enum keymap)far->keymap));
        return true;
    }
    return false;
}

bool bindings_hidden(const struct bindings *bindings, const struct key_sequence *keys,
                     const struct bindings *given, struct note *why)
{
    const struct binding *far = bindings_everywhere(bindings, keys), *first = NULL;
    struct bindings usual = {0};
    uint64_t maps = 0;
    int others = -1;
    bindings_default(&usual);
    for (int i = 0;
         far && far->request != REQ_NONE && !bindings_has(&usual, far) && i < bindings->n; i++) {
        const struct binding *near = &bindings->v[i];
        bool met =
            bindings_leads(&near->keys, &far->keys) || bindings_leads(&far->keys, &near->keys);
        if (near->keymap == KEYMAP_EVERYWHERE || !met || near->request == far->request ||
            (given && bindings_has(given, near)))
            continue;
        first = first ? first : near;
        others += !(maps >> near->keymap & 1);
        maps |= 1ull << near->keymap;
    }
    if (first)
        bindings_tell_hidden(far, first, bindings_leads(&first->keys, &far->keys), others, why);
    bindings_clear(&usual);
    return first != NULL;
}

enum match bindings_find(const struct bindings *bindings, enum keymap keymap,
                         const struct key_sequence *typed, enum request *request)
{
    unsigned match = MATCH_NONE;
    for (int i = 0; i < bindings->n; i++) {
        const struct binding *binding = &bindings->v[i];
        int same = 0;
        if (binding->keymap != keymap || binding->keys.n < typed->n)
            continue;
        while (same < typed->n && bindings_fits(binding->keys.key[same], typed->key[same]))
            same++;
        if (same < typed->n)
            continue;
        if (binding->keys.n == typed->n) {
            *request = (enum request)binding->request;
            match |= MATCH_WHOLE;
        } else {
            match |= MATCH_PREFIX;
        }
    }
    return (enum match)match;
}

int bindings_of(const struct bindings *bindings, enum keymap keymap, enum request request, int from)
{
    for (int i = from; i < bindings->n; i++)
        if (bindings->v[i].keymap == keymap && bindings->v[i].request == request)
            return i;
    return -1;
}
