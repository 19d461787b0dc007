/* command_statistics.c - `chesscade stats` and `chesscade duplicates`.
 *
 * stats summarizes the games found; duplicates finds pairs of equal games and can merge them. */
#include "config.h"
#include "archive/report/duplicates.h"
#include "archive/report/statistics.h"
#include "tui/cli/command_find.h"
#include "tui/cli/options.h"

#include <stdlib.h>
#include <string.h>

static int run_stats(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    int words = command_options(argv[0], argc, argv, NULL, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argv + 2, words - 1, NULL, err), n;
    if (status != COMMAND_DONE)
        return status;
    struct statistics *statistics = statistics_new();
    n = finder_count(games.finder);
    for (int i = 0; i < n; i++)
        statistics_add(statistics, store_listing(games.store, finder_at(games.finder, i)));
    statistics_print(statistics, STATISTICS_COLUMNS, out);
    statistics_free(statistics);
    status = n ? command_find_status(&games) : COMMAND_NO;
    command_find_end(&games);
    return status;
}

/* Merge each pair into one game. Uses ids, because indices change on the way. */
static int merge_all(const char *where, const struct duplicate_ids *ids, int n, FILE *out, FILE *err)
{
    struct store *store;
    struct note why;
    int status = COMMAND_DONE;
    if (store_open(&store, where, NULL, &why) < 0) {
        command_error(err, where, "%s", why.text);
        return COMMAND_NO;
    }
    for (int i = 0; i < n; i++) {
        int differ = 0;
        char id[2][ULID_LENGTH + 1];
        for (int which = 0; which < 2; which++)
            duplicate_id(&ids[i], which, id[which]);
        bool loses = store_loses_remarks(store, id[0]);
        if (duplicates_merge(store, id[0], id[1], &differ, &why) < 0) {
            command_error(err, id[1], "%s", why.text);
            status = COMMAND_NO;
        } else {
            fprintf(out, "%s has the notes of %s, which is in the trash; %d field%s of it %s other%s\n", id[0], id[1], differ,
                    differ == 1 ? "" : "s", differ == 1 ? "was" : "were",
                    loses ? "; the old file of the first, with its # remarks, is in the trash, too" : "");
        }
    }
    store_close(store);
    return status;
}

static int run_duplicates(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    bool merge = false, similar = false;
    const struct command_option options[] = {{"--merge", .flag = &merge}, {"--similar", .flag = &similar}, {0}};
    int words = command_options(argv[0], argc, argv, options, WORDS_DASHED, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argv + 2, words - 1, NULL, err);
    if (status != COMMAND_DONE)
        return status;
    int n = finder_count(games.finder), pairs = 0;
    int *place = memory_new((size_t)n + 1, sizeof *place);
    struct duplicate *duplicate;
    for (int i = 0; i < n; i++)
        place[i] = finder_at(games.finder, i);
    int found = duplicates_find(games.store, place, n, &duplicate);
    free(place);
    struct duplicate_ids *ids = memory_new(merge ? (size_t)found + 1 : 1, sizeof *ids);
    for (int i = 0; i < found; i++) {
        char id[2][ULID_LENGTH + 1];
        ids[pairs] = duplicate_ids_of(games.store, &duplicate[i]);
        for (int which = 0; which < 2; which++)
            duplicate_id(&ids[pairs], which, id[which]);
        fprintf(out, "%s  %s  %s\n", id[0], id[1], duplicate[i].exact ? "same" : "similar");
        pairs += merge && (duplicate[i].exact || similar);
    }
    free(duplicate);
    status = command_find_status(&games);
    if (!found)
        status = command_find_nothing(&games, argv[1], "duplicate games", words > 1, err);
    command_find_end(&games);
    if (pairs)
        status = merge_all(argv[1], ids, pairs, out, err);
    free(ids);
    return status;
}

const struct command statistics_commands[] = {
    {"stats", "ARCHIVE [QUERY...]",
     "count results, variants, years and players of the games found; a cross table", run_stats},
    {"duplicates", "ARCHIVE [QUERY...] [--merge [--similar]]",
     "find duplicate games; --merge merges those that are the same", run_duplicates},
    {0},
};
