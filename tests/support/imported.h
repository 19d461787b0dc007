/* imported.h - shared by the import tests: archives in a folder that is emptied before each test,
 * and helpers that make files and import them. A helper that cannot do its work fails the test. */
#ifndef CHESSCADE_TESTS_SUPPORT_IMPORTED_H
#define CHESSCADE_TESTS_SUPPORT_IMPORTED_H

#include "tests/support/testing.h"

#include "archive/import/import.h"
#include "archive/store/store.h"

#include <limits.h>

static char top[256];

static inline const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static inline int make_top(void **state)
{
    (void)state;
    return make_folder(top, "import") ? 0 : -1;
}

static inline int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static inline struct store *new_archive(const char *name)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    if (store_create(in_top(name), name, &why) < 0 ||
        store_open(&store, in_top(name), NULL, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    return store;
}

static inline const char *new_file(const char *name, const char *bytes, size_t size)
{
    const char *path = in_top(name);
    write_file(path, bytes, size);
    return path;
}

static inline struct import_report import(struct store *store, const char *path,
                                          const struct import_options *options)
{
    static const struct import_options none;
    struct import_report report;
    struct note why = {.text = ""};
    if (import_file(store, path, options ? options : &none, &report, &why) < 0)
        fail_msg("%s: %s", path, why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return report;
}

static inline struct record *load(struct store *store, int at)
{
    struct record *record = NULL;
    struct note why = {.text = ""};
    if (store_load(store, at, &record, NULL, NULL, &why) < 0)
        fail_msg("game %d: %s", at, why.text);
    return record;
}

/* A test that starts with an empty folder. */
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_top, drop_top)

#endif
