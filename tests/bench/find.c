/* find.c - measures lists, searches and the opening tree of an archive inside the running program.
 *
 *   find [-1] ARCHIVE [QUERY | tree:PLIES | near:PLIES | pos:PLIES]...
 *
 * pos:e4,e5 is the position after these plies of ordinary chess, pos:. is the opening position. The
 * output has a line for each operation: milliseconds elapsed, milliseconds of processor time, games
 * found. Opening the archive and reading the headers come first, resident memory comes last. Every
 * query runs twice, and the second run is printed; with -1 it runs once, like a user who opens the
 * archive, searches and closes it. Linux only, because of the memory. */
#include "config.h"

#include "archive/search/search.h"
#include "archive/report/opening_tree.h"
#include "core/draft.h"
#include "core/variant.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct moment {
    double wall, processor;
};

static struct moment now(void)
{
    struct timespec time;
    struct rusage used;
    clock_gettime(CLOCK_MONOTONIC, &time);
    getrusage(RUSAGE_SELF, &used);
    return (struct moment){(double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6,
                           (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
                               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3};
}

static void tell(const char *what, const struct moment *from, int games)
{
    struct moment to = now();
    printf("%-52s %9.1f ms %9.1f ms cpu %9d\n", what, to.wall - from->wall,
           to.processor - from->processor, games);
    fflush(stdout);
}

/* The position after plies of ordinary chess, separated by commas. The caller frees *rules. */
static void position_after(const char *plies, struct position *position, struct ruleset **rules)
{
    char text[400], *rest = text;
    struct note why;
    if (ruleset_open(rules, "classical", NULL, 0, &why) < 0)
        exit(1);
    (*rules)->rules->setup(*rules, position);
    snprintf(text, sizeof text, "%s", !strcmp(plies, ".") ? "" : plies);
    for (char *one; (one = strsep(&rest, ","));) {
        struct ply ply = {0};
        struct position after;
        if (!*one)
            continue;
        if ((*rules)->rules->parse(position, one, &ply, &why) < 0) {
            fprintf(stderr, "%s: %s\n", one, why.text);
            exit(1);
        }
        ply_play(position, &ply, &after);
        position_copy(position, &after);
        ply_free(&ply);
    }
}

static void grow_tree(struct store *store, struct index *index, const struct finder *finder,
                      const struct position *here, bool told)
{
    struct moment from = now();
    struct opening_tree *tree;
    opening_tree_open(&tree, store, index, finder, here);
    while (opening_tree_step(tree, 1000))
        continue;
    if (told)
        tell("  the tree", &from, opening_tree_count(tree));
    for (int i = 0; told && i < opening_tree_count(tree) && i < 3; i++)
        printf("    %s %d\n", opening_tree_row(tree, i)->ply, opening_tree_row(tree, i)->games);
    opening_tree_close(tree);
}

static void ask(struct store *store, struct index *index, const char *question, bool told)
{
    struct position here;
    struct ruleset *rules = NULL;
    struct finder *finder;
    struct note why;
    bool tree = !strncmp(question, "tree:", 5),
         placed = tree || !strncmp(question, "pos:", 4) || !strncmp(question, "near:", 5);
    const char *query = tree                           ? ""
                        : question[0] == 'p' && placed ? "pos:here"
                        : placed                       ? "near:here"
                                                       : question;
    if (placed)
        position_after(strchr(question, ':') + 1, &here, &rules);
    struct moment from = now();
    if (finder_open(&finder, store, index, query, placed ? &here : NULL, &why) < 0) {
        fprintf(stderr, "%s: %s\n", query, why.text);
        exit(1);
    }
    while (finder_step(finder, INT_MAX))
        continue;
    if (told)
        tell(question, &from, finder_count(finder));
    if (tree)
        grow_tree(store, index, finder, !strcmp(question, "tree:") ? NULL : &here, told);
    finder_close(finder);
    ruleset_free(rules);
}

static long resident(void)
{
    long pages = 0, kept = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &pages, &kept) != 2)
        kept = 0;
    if (file)
        fclose(file);
    return kept * sysconf(_SC_PAGESIZE) / 1024;
}

int main(int argc, char **argv)
{
    struct store *store;
    struct index *index = NULL;
    struct note why;
    bool once = argc > 1 && !strcmp(argv[1], "-1");
    argc -= once;
    argv += once;
    if (argc < 2)
        return 2;
    struct moment from = now();
    if (store_open(&store, argv[1], NULL, &why) < 0) {
        fprintf(stderr, "%s: %s\n", argv[1], why.text);
        return 1;
    }
    index_open(&index, store, false, NULL);
    tell("open", &from, store_total(store));
    store_scan(store, 100);
    tell("open, and the first headers", &from, store_count(store));
    while (store_scan(store, INT_MAX))
        continue;
    tell("open, and all headers", &from, store_count(store));
    printf("%-52s %9ld kB\n", "resident", resident());
    for (int i = 2; i < argc; i++)
        for (int turn = once; turn < 2; turn++)
            ask(store, index, argv[i], turn == 1);
    printf("%-52s %9ld kB\n", "resident", resident());
    index_close(index);
    store_close(store);
    return 0;
}
