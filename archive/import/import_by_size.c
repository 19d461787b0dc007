/* import_by_size.c - chooses between a pack and single files for an import; see import_by_size.h. */
#include "archive/import/import_by_size.h"

#include "archive/import/import_source.h"

#include <stdio.h>

/* File size, about a hundred games, from which it becomes a pack: for a bulk collection one file is
 * enough, and creating a file per game takes longer than reading and checking it. */
enum { PACK_FROM = 64 << 10 };

int import_by_size(struct store *store, struct import_source *source, const struct import_options *options,
                   char pack[static PACK_NAME_MOST + 1], struct import_report *report, struct note *why)
{
    enum { NAMES_MOST = 100, ENDING = 4 };
    struct import_options fitting = *options;
    char plain[PACK_NAME_MOST + 1];
    pack[0] = '\0';
    if (source->size >= PACK_FROM)
        pack_name_for(source->name, pack);
    fitting.pack = *pack ? pack : NULL;
    int result = import_games(store, source, &fitting, report, why);
    snprintf(plain, sizeof plain, "%.*s", PACK_NAME_MOST - ENDING, pack);
    for (int i = 2; result == FAIL_CONFLICT && fitting.pack && i < NAMES_MOST; i++) {
        snprintf(pack, PACK_NAME_MOST + 1, "%.*s-%u", PACK_NAME_MOST - ENDING, plain, (unsigned)i % NAMES_MOST);
        result = import_games(store, source, &fitting, report, why);
    }
    return result;
}
