/* fuzz.h - shared by the fuzz targets. Each fuzz_*.c is a program of its own; `make check-long`
 * runs them all.
 *
 * A target accepts any bytes. It must neither crash nor hang nor leak memory, and each
 * fuzz_require() must hold whatever the bytes are. */
#ifndef CHESSCADE_TESTS_FUZZ_FUZZ_H
#define CHESSCADE_TESTS_FUZZ_FUZZ_H

#include "core/family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The fuzzer sees a broken promise as a crash. */
#define fuzz_require(promise)                                                       \
    do {                                                                            \
        if (!(promise)) {                                                           \
            fprintf(stderr, "%s:%d: not kept: %s\n", __FILE__, __LINE__, #promise); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* The bytes as text. The caller frees it. */
static inline char *fuzz_text(const uint8_t *bytes, size_t size)
{
    char *text = memory_new(size + 1, 1);
    if (size)
        memcpy(text, bytes, size);
    return text;
}

/* The ruleset of the variant that a byte stands for, opened once; the next variant if this one
 * needs options. */
static inline const struct ruleset *fuzz_rules(uint8_t byte)
{
    static struct ruleset *opened[256];
    static int count;
    while (!count || variant_at(count, true, NULL))
        count++;
    for (int at = byte % count;; at = (at + 1) % count)
        if (opened[at] ||
            ruleset_open(&opened[at], variant_at(at, true, NULL)->id, NULL, 0, NULL) == 0)
            return opened[at];
}

/* A temporary home, so that the user's files are not touched. */
static inline void fuzz_home(void)
{
    static char home[] = "/tmp/chesscade-fuzz-XXXXXX";
    static bool made;
    if (!made && !mkdtemp(home))
        abort();
    made = true;
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    setenv("XDG_CACHE_HOME", home, 1);
    setenv("CHESSCADE_DATA", home, 1);
}

#endif
