/* import_by_size.c - see import_by_size.h. */
#include "archive/import_by_size.h"

#include <stdio.h>
#include <sys/stat.h>

/* Bytes of a file of games, about a hundred of them, from which it becomes a pack: a bulk collection is one file, and
 * making a file for each game takes longer than reading and checking it does. */
enum { PACK_FROM = 64 << 10 };

static bool is_large(const char *path)
{
    struct stat stat_of;
    return stat(path, &stat_of) == 0 && stat_of.st_size >= PACK_FROM;
}

int import_by_size(struct store *store, const char *path, const struct import_options *options,
                   char pack[static PACK_NAME_MOST + 1], struct import_report *report, struct note *why)
{
    enum { NAMES_MOST = 100, ENDING = 4 };
    struct import_options fitting = *options;
    char plain[PACK_NAME_MOST + 1];
    pack_name_for(path, pack);
    if (!is_large(path))
        pack[0] = '\0';
    fitting.pack = *pack ? pack : NULL;
    int result = import_file(store, path, &fitting, report, why);
    snprintf(plain, sizeof plain, "%.*s", PACK_NAME_MOST - ENDING, pack);
    for (int i = 2; result == FAIL_CONFLICT && fitting.pack && i < NAMES_MOST; i++) {
        snprintf(pack, PACK_NAME_MOST + 1, "%.*s-%u", PACK_NAME_MOST - ENDING, plain, (unsigned)i % NAMES_MOST);
        result = import_file(store, path, &fitting, report, why);
    }
    return result;
}
