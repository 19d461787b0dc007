/* version.c - identifies versions of stored games, and composes the bytes of a game to be stored: see archive/store/backend.h. */
#include "archive/store/backend.h"

#include <nettle/sha2.h>
#include <string.h>

static void hash_of(uint8_t out[32], const char *bytes, size_t size)
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, size, (const uint8_t *)bytes);
    sha256_digest(&context, SHA256_DIGEST_SIZE, out);
}

void version_of(struct version *version, int64_t rev, const char *bytes, size_t size)
{
    *version = (struct version){.rev = rev, .known = true};
    hash_of(version->hash, bytes, size);
}

bool version_fits(const struct version *version, const char *bytes, size_t size)
{
    uint8_t hash[32];
    hash_of(hash, bytes, size);
    return version->known && !memcmp(hash, version->hash, sizeof hash);
}

int store_compose(const struct store *store, struct record *record, int64_t rev, struct yaml_text *text,
                  struct note *why)
{
    enum { MAJOR = 1 };
    int64_t before = record->rev;
    struct record *again;
    struct note reason;
    if (record->major > MAJOR)
        return note_fail(why, FAIL_RULE, -1, "the game was written by a later version of the program (schema %d)",
                         record->major);
    if (!ulid_valid(record->id))
        return note_fail(why, FAIL_TEXT, -1, "the game's id is invalid");
    record->rev = rev;
    *text = (struct yaml_text){0};
    record_write(record, text);
    record->rev = before;
    /* Reads it back before anything is written: what cannot be read back, or reads differently,
     * must not replace a good file. */
    int result = record_read(text->v, (size_t)text->n, 1, &store->limits, &again, NULL, &reason);
    if (result == 0) {
        struct version first;
        version_of(&first, rev, text->v, (size_t)text->n);
        text->n = 0; /* what was read is serialized into the same buffer, so that a large game is not in
                      * memory as two texts */
        record_write(again, text);
        if (!version_fits(&first, text->v, (size_t)text->n)) {
            note_set(&reason, -1, "it would differ");
            result = FAIL_TEXT;
        }
        record_free(again);
    }
    if (result == 0)
        return 0;
    yaml_text_clear(text);
    return note_fail(why, result, -1, "the game cannot be read back as it is: %s", reason.text);
}
