/* command_archive.c - asking an archive without a screen: list, index, verify. */
#include "config.h"
#include "archive/clean.h"
#include "archive/store.h"
#include "archive/verify.h"
#include "tui/command.h"
#include "tui/command_find.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CELL_ROOM = 256 };

/* Print a text from a file, cleaned, padded with blanks to a number of columns. */
static void print_cell(FILE *out, const char *text, int columns)
{
    char cell[CELL_ROOM];
    clean_text(cell, sizeof cell, text, CLEAN_LINE);
    fprintf(out, "%s", cell);
    for (int width = clean_width(cell); width < columns; width++)
        fputc(' ', out);
    fputc(' ', out);
}

static void print_listing(FILE *out, const struct listing *listing)
{
    char players[CELL_ROOM] = "";
    size_t used = 0;
    fprintf(out, "%-26s ", listing->id);
    if (listing->damaged) {
        char where[80] = "";
        if (listing->place.line)
            snprintf(where, sizeof where, "line %d, column %d: ", listing->place.line, listing->place.column);
        fprintf(out, "! damaged: %s", where);
        print_cell(out, listing->why, 0);
        fputc('\n', out);
        return;
    }
    for (int i = 0; i < listing->players; i++)
        text_add(players, sizeof players, &used, "%s%s", i ? " - " : "", listing->player[i]);
    print_cell(out, listing->date, 10);
    print_cell(out, listing->score, 7);
    fprintf(out, "%4d%c ", listing->plies, listing->notes ? '*' : ' ');
    print_cell(out, listing->variant, 18);
    print_cell(out, players, 40);
    print_cell(out, listing->event, 0);
    fputc('\n', out);
}

static int run_list(int argc, char **argv, FILE *out, FILE *err)
{
    struct found_games games;
    int found = 0;
    if (argc < 2 || argc > 3)
        return command_usage(err, argv[0]);
    int status = command_find(&games, argv[1], argc == 3 ? argv[2] : "", NULL, err);
    if (status != COMMAND_DONE)
        return status;
    for (; found < finder_count(games.finder); found++)
        print_listing(out, store_listing(games.store, finder_at(games.finder, found)));
    command_find_end(&games);
    return found ? COMMAND_DONE : COMMAND_NO;
}

/* Bring the index of an archive up to date. */
static int run_index(int argc, char **argv, FILE *out, FILE *err)
{
    enum { PORTION = 500 };
    struct store *store;
    struct index *index;
    struct note why;
    const char *notice;
    int done = 0, total = 0, fd = fileno(err);
    bool terminal = fd >= 0 && isatty(fd);
    if (argc != 2)
        return command_usage(err, argv[0]);
    if (store_open(&store, argv[1], NULL, &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        return COMMAND_NO;
    }
    if (index_open(&index, store, true, &why) < 0) {
        command_error(err, argv[1], "%s", why.text);
        store_close(store);
        return COMMAND_NO;
    }
    while (index_step(index, PORTION, &done, &total))
        if (terminal)
            fprintf(err, "\r%d of %d games ", done, total);
    if (terminal)
        fputc('\r', err);
    if ((notice = index_notice(index)))
        command_error(err, argv[1], "%s", notice);
    print_cell(out, argv[1], 0);
    fprintf(out, "%d of %d games in the index\n", done, total);
    index_close(index);
    store_close(store);
    return done == total ? COMMAND_DONE : COMMAND_NO;
}

/* Where findings are printed, and of what. */
struct verifying {
    FILE *out, *err;
    char where[600];
};

static void print_finding(const struct finding *finding, void *argument)
{
    struct verifying *verifying = argument;
    char where[800];
    size_t used = 0;
    text_add(where, sizeof where, &used, "%s", verifying->where);
    if (finding->place.line)
        text_add(where, sizeof where, &used, ", line %d, column %d", finding->place.line, finding->place.column);
    if (finding->number)
        text_add(where, sizeof where, &used, ", ply %d", finding->number);
    if (!finding->told) {
        command_error(verifying->err, where, "%s", finding->text);
        return;
    }
    print_cell(verifying->out, where, 0);
    print_cell(verifying->out, "(as the file says itself)", 0);
    print_cell(verifying->out, finding->text, 0);
    fputc('\n', verifying->out);
}

/* The number of documents of a store that do not verify. */
static int verify_store(struct store *store, const char *path, struct verifying *verifying)
{
    int bad = 0;
    store_scan(store, INT_MAX);
    for (int i = 0; i < store_count(store); i++) {
        char *bytes, label[200], id[ULID_LENGTH + 1];
        size_t size;
        int line;
        struct note why;
        store_label(store, i, label, sizeof label, id, &line);
        snprintf(verifying->where, sizeof verifying->where, "%.300s%s%s", path, *label ? "/" : "", label);
        if (store_bytes(store, i, &bytes, &size, &why) < 0) {
            command_error(verifying->err, verifying->where, "%s", why.text);
            bad++;
            continue;
        }
        bad += verify_document(bytes, size, line, *id ? id : NULL, store_limits(store), print_finding, verifying) > 0;
        free(bytes);
    }
    return bad;
}

static int run_verify(int argc, char **argv, FILE *out, FILE *err)
{
    int status = COMMAND_DONE;
    if (argc < 2)
        return command_usage(err, argv[0]);
    for (int i = 1; i < argc; i++) {
        struct verifying verifying = {.out = out, .err = err};
        struct store *store;
        struct note why;
        if (store_open(&store, argv[i], &(struct store_options){.read_only = true}, &why) < 0) {
            command_error(err, argv[i], "%s", why.text);
            status = COMMAND_NO;
            continue;
        }
        int bad = verify_store(store, argv[i], &verifying), total = store_count(store);
        print_cell(out, argv[i], 0);
        if (bad)
            fprintf(out, "%d of %d do not verify\n", bad, total);
        else
            fprintf(out, "%d verified\n", total);
        if (bad || !total)
            status = COMMAND_NO;
        store_close(store);
    }
    return status;
}

const struct command archive_commands[] = {
    {"list", "ARCHIVE [QUERY]", "list the games of an archive, or those that fit a query", run_list},
    {"index", "ARCHIVE", "bring the index of an archive up to date, so that large ones are searched at once", run_index},
    {"verify", "PATH...", "check games: schema, notation, replay, end position", run_verify},
    {0},
};
