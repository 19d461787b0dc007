/* digest.h - the SHA-256 of a file, for tests that compare it with the program's output. */
#ifndef CHESSCADE_TESTS_SUPPORT_DIGEST_H
#define CHESSCADE_TESTS_SUPPORT_DIGEST_H

#include "tests/support/testing.h"

#include <nettle/sha2.h>

/* Hexadecimal digits, valid until the next call. */
static inline const char *digest_of(const char *path)
{
    static char digits[2 * SHA256_DIGEST_SIZE + 1];
    struct sha256_ctx context;
    uint8_t hash[SHA256_DIGEST_SIZE];
    size_t size;
    char *bytes = read_file(path, &size);
    sha256_init(&context);
    sha256_update(&context, size, (const uint8_t *)bytes);
    sha256_digest(&context, sizeof hash, hash);
    free(bytes);
    for (size_t i = 0; i < sizeof hash; i++)
        snprintf(digits + 2 * i, 3, "%02x", hash[i]);
    return digits;
}

#endif
