/* command_verify.c - `chesscade verify`: checks everything in an archive, and can repair journals
 * and chat.
 *
 * It checks games, collections, the manifest, the journals of live games, and chat. Games do not
 * depend on each other, so several processes share them: each verifies a run of games (some that
 * follow each other in the list) and buffers its findings, and the runs are printed in order, as a
 * single process would have printed them. */
#include "config.h"
#include "archive/search/collection.h"
#include "archive/live/journal_repair.h"
#include "archive/store/verify.h"
#include "tui/workers/worker.h"
#include "tui/cli/command.h"
#include "tui/cli/options.h"
#include "tui/session/lobby/lobby.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    WORKERS_MAX = 16,
    RUN_LEAST = 50 /* RUN_LEAST: fewest games for which a process is started */
};

/* Where to print findings, and what they are about. */
struct verifying {
    FILE *out, *err;
    /* the store of the game being verified; NULL: something else is being verified */
    struct store *store;
    int at;
    const char *path;
    struct ids_twice duplicates;
    char where[600]; /* the path of something that is not a game */
};

/* Write which game is being verified: to `where` its path, to `id` the id in its file name ("" if
 * there is none), to `line` the line at which it begins. */
static void label_game(const struct verifying *verifying, char *where, size_t size,
                       char id[ULID_LENGTH + 1], int *line)
{
    char label[200];
    store_label(verifying->store, verifying->at, label, sizeof label, id, line);
    snprintf(where, size, "%.300s%s%s", verifying->path, *label ? "/" : "", label);
}

static void print_finding(const struct finding *finding, void *argument)
{
    struct verifying *verifying = argument;
    struct place place = finding->place;
    char where[800], game[600], id[ULID_LENGTH + 1];
    size_t used = 0;
    int line;
    if (verifying->store) {
        store_place(verifying->store, verifying->at, &place);
        label_game(verifying, game, sizeof game, id, &line);
    }
    text_add(where, sizeof where, &used, "%s", verifying->store ? game : verifying->where);
    if (place.line)
        text_add(where, sizeof where, &used, ", line %d, column %d", place.line, place.column);
    if (finding->number)
        text_add(where, sizeof where, &used, ", ply %d", finding->number);
    if (!finding->told) {
        command_error(verifying->err, where, "%s", finding->text);
        return;
    }
    command_cell(verifying->out, where, 0);
    command_cell(verifying->out, "(as noted in the file)", 0);
    command_cell(verifying->out, finding->text, 0);
    fputc('\n', verifying->out);
}

/* Verify a game converted from PGN: it must be within the limits of YAML and valid. */
static bool verify_converted(struct store *store, struct verifying *verifying)
{
    struct record *record;
    struct note why;
    struct finding finding = {.number = 0};
    if (store_load(store, verifying->at, &record, NULL, &finding.place, &why) < 0) {
        snprintf(finding.text, sizeof finding.text, "%s", why.text);
        print_finding(&finding, verifying);
        return false;
    }
    int findings = verify_record(record, print_finding, verifying);
    record_free(record);
    return findings == 0;
}

/* Reports a game whose id an earlier game has as well: a game in another folder, or an earlier one
 * of the stream. Returns true if so. An id can stand for only one of the two games, and each of
 * them may have been edited, so the user must decide. */
static bool is_there_twice(struct store *store, struct verifying *verifying)
{
    struct finding finding = {.number = 0};
    char where[200], id[ULID_LENGTH + 1];
    int line, own,
        first = ids_twice_first(&verifying->duplicates, store_listing(store, verifying->at)->id);
    if (first < 0 || first == verifying->at)
        return false;
    store_label(store, verifying->at, where, sizeof where, id, &own);
    store_label(store, first, where, sizeof where, id, &line);
    if (*where) {
        snprintf(finding.text, sizeof finding.text,
                 "the same game is in %.100s, too; delete one of them", where);
    } else {
        finding.place = (struct place){own, 1};
        snprintf(finding.text, sizeof finding.text,
                 "the game at line %d has the same id; delete one, or give it another id", line);
    }
    print_finding(&finding, verifying);
    return true;
}

/* Write the name, without .yaml, of a game's file in games/; "" for anything else. */
static void name_of_file(struct store *store, int at, char *name, size_t size)
{
    char label[200], id[ULID_LENGTH + 1];
    int line;
    store_label(store, at, label, sizeof label, id, &line);
    bool file = !strncmp(label, "games/", strlen("games/"));
    snprintf(name, size, "%s", file ? strrchr(label, '/') + 1 : "");
    name[strcspn(name, ".")] = '\0';
}

/* Verify the game with index verifying->at. */
static bool verify_game(struct store *store, struct verifying *verifying)
{
    struct note why;
    char *bytes, where[600], id[ULID_LENGTH + 1], name[200] = "";
    size_t size;
    int line;
    if (store_converts(store))
        return verify_converted(store, verifying);
    label_game(verifying, where, sizeof where, id, &line);
    if (store_bytes(store, verifying->at, &bytes, &size, &why) < 0) {
        command_error(verifying->err, where, "%s", why.text);
        return false;
    }
    if (!*id)
        name_of_file(store, verifying->at, name, sizeof name);
    const char *named = *id ? id : *name ? name : NULL;
    int findings =
        verify_document(bytes, size, line, named, store_limits(store), print_finding, verifying);
    findings += is_there_twice(store, verifying);
    free(bytes);
    return findings == 0;
}

/* Verify the games from index `from` up to (not including) `to`. Returns how many fail. */
static int verify_run(struct store *store, const char *path, int from, int to,
                      struct verifying *verifying)
{
    int bad = 0;
    verifying->store = store;
    verifying->path = path;
    for (int i = from; i < to; i++) {
        verifying->at = i;
        bad += !verify_game(store, verifying);
    }
    return bad;
}

/* A run of games, the process that verifies it, and the process's buffered output. */
struct command_verify_worker {
    struct background process;
    struct store *store;
    const char *path;
    const struct ids_twice *duplicates;
    FILE *out, *err;
    int from, to;
};

static void copy_all(FILE *from, FILE *to)
{
    char bytes[8192];
    size_t n;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        fwrite(bytes, 1, n, to);
}

/* The body of a worker process: verify the run, and answer only if all output was written. */
static void command_verify_work(int fd, void *argument)
{
    const struct command_verify_worker *worker = argument;
    struct verifying verifying = {
        .out = worker->out, .err = worker->err, .duplicates = *worker->duplicates};
    int bad = verify_run(worker->store, worker->path, worker->from, worker->to, &verifying);
    /* fflush() reports earlier write errors as well. */
    bool whole = fflush(worker->out) == 0 && fflush(worker->err) == 0;
    if (whole && !ferror(worker->out) && !ferror(worker->err))
        background_tell(fd, &bad, sizeof bad);
}

/* Start a process for a run. If that fails, command_verify_finish() verifies the run itself. */
static void command_verify_start(struct command_verify_worker *worker)
{
    worker->out = tmpfile();
    worker->err = worker->out ? tmpfile() : NULL;
    if (worker->err)
        background_start_foremost(&worker->process, command_verify_work, worker, NULL);
}

/* Collect the result of a process. If it failed, verify its run in this process. */
static int command_verify_finish(struct command_verify_worker *worker, struct verifying *verifying)
{
    int bad;
    if (background_wait(&worker->process, &bad, sizeof bad) > 0) {
        background_end(&worker->process, 0);
        copy_all(worker->out, verifying->out);
        copy_all(worker->err, verifying->err);
    } else {
        bad = verify_run(worker->store, worker->path, worker->from, worker->to, verifying);
    }
    if (worker->out)
        fclose(worker->out);
    if (worker->err)
        fclose(worker->err);
    return bad;
}

/* Verify all games in the list of a store that has been scanned. Returns how many fail. */
static int verify_listed(struct store *store, const char *path, struct verifying *verifying)
{
    struct command_verify_worker worker[WORKERS_MAX];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int total = store_count(store), bad = 0;
    int workers = processors < 1 ? 1 : processors > WORKERS_MAX ? WORKERS_MAX : (int)processors;
    if (workers > total / RUN_LEAST)
        workers = total / RUN_LEAST;
    if (workers <= 1)
        return verify_run(store, path, 0, total, verifying);
    fflush(NULL); /* otherwise each child would write our buffered output again */
    for (int i = 0; i < workers; i++) {
        worker[i] = (struct command_verify_worker){.store = store,
                                                   .path = path,
                                                   .duplicates = &verifying->duplicates,
                                                   .from = (int)((int64_t)total * i / workers),
                                                   .to = (int)((int64_t)total * (i + 1) / workers)};
        command_verify_start(&worker[i]);
    }
    for (int i = 0; i < workers; i++)
        bad += command_verify_finish(&worker[i], verifying);
    return bad;
}

static int verify_games(struct store *store, const char *path, struct verifying *verifying)
{
    store_scan(store, INT_MAX);
    if (!store_converts(store)) /* games in PGN have no ids */
        ids_twice_collect(&verifying->duplicates, store);
    int bad = verify_listed(store, path, verifying);
    ids_twice_clear(&verifying->duplicates);
    return bad;
}

/* Check that a collection's search, if it has one, can be parsed, and that it can be used as
 * saved:TITLE. why->offset says where it fails. */
static bool verify_search(struct store *store, const struct collection *collection,
                          struct verifying *verifying)
{
    const struct value *query = value_at(&collection->root, "query");
    struct finding finding = {.number = 0};
    struct note why = {.offset = -1};
    char at[40] = "";
    if (!query ||
        store_query_can_be(store, collection_text(collection, "title"), query->text, &why) == 0)
        return true;
    finding.place = (struct place){(int)query->line, query->column};
    if (why.offset >= 0)
        snprintf(at, sizeof at,
                 "at character %d of its query: ", text_character(query->text, why.offset));
    snprintf(finding.text, sizeof finding.text, "%s%s", at, why.text);
    print_finding(&finding, verifying);
    return false;
}

/* Verify the collection at `verifying->where`: its id must match the file, its games must exist,
 * and its search must be valid. Returns the number of findings. */
static int verify_collection(struct store *store, const struct collection *collection,
                             const char *id, struct verifying *verifying)
{
    struct finding finding = {.place = collection_place(collection, -1)};
    int findings = 0;
    if (strcmp(collection_text(collection, "id"), id) != 0) {
        snprintf(finding.text, sizeof finding.text, "its id is %.40s, but the file is named %s",
                 collection_text(collection, "id"), id);
        print_finding(&finding, verifying);
        findings++;
    }
    for (int k = 0; k < collection_items(collection); k++) {
        struct collection_item item = collection_item(collection, k);
        if (store_find(store, item.game) >= 0)
            continue;
        finding.place = collection_place(collection, k);
        snprintf(finding.text, sizeof finding.text, "item %d: there is no game %.40s here", k + 1,
                 item.game);
        print_finding(&finding, verifying);
        findings++;
    }
    return findings + !verify_search(store, collection, verifying);
}

/* Verify the collections of a store: their form, and that their games exist. Returns how many
 * fail. */
static int verify_collections(struct store *store, const char *path, struct verifying *verifying,
                              int *total)
{
    char(*ids)[ULID_LENGTH + 1];
    int bad = 0;
    *total = store_collections(store, &ids);
    verifying->store = NULL;
    for (int i = 0; i < *total; i++) {
        struct collection collection;
        struct place place = {0};
        struct note why;
        char label[64];
        collection_label(ids[i], label, sizeof label);
        snprintf(verifying->where, sizeof verifying->where, "%.300s/%s", path, label);
        if (store_collection_load(store, ids[i], &collection, &place, &why) < 0) {
            struct finding finding = {.place = place};
            snprintf(finding.text, sizeof finding.text, "%s", why.text);
            print_finding(&finding, verifying);
            bad++;
            continue;
        }
        bad += verify_collection(store, &collection, ids[i], verifying) > 0;
        collection_clear(&collection);
    }
    free(ids);
    return bad;
}

static bool is_folder(const char *path)
{
    struct stat stat_of;
    return stat(path, &stat_of) == 0 && S_ISDIR(stat_of.st_mode);
}

/* Verify the journals of live games. Returns how many fail. */
static int verify_journals(struct store *store, const char *path, FILE *err, int *total)
{
    struct live_summary *list;
    int bad = 0;
    *total = journal_list(store, &list);
    for (int i = 0; i < *total; i++) {
        char where[400], label[64];
        struct note why;
        int result = journal_check(store, list[i].id, &why);
        if (result == 0 || result == FAIL_NAME) /* the game has ended meanwhile */
            continue;
        journal_label(list[i].id, label, sizeof label);
        snprintf(where, sizeof where, "%.300s/%s", path, label);
        command_error(err, where, "%s", why.text);
        bad++;
    }
    free(list);
    return bad;
}

/* Print on standard output one line about what was repaired. */
static void print_repaired(FILE *out, const char *where, const struct journal_repaired *done)
{
    char text[600];
    size_t used = 0;
    const char *slash = strrchr(where, '/');
    text_add(text, sizeof text, &used, "repaired");
    if (done->mended)
        text_add(text, sizeof text, &used, ", %d %s of talk repaired", done->mended,
                 done->mended == 1 ? "line" : "lines");
    if (done->dropped)
        text_add(text, sizeof text, &used, ", %d %s left out", done->dropped,
                 done->dropped == 1 ? "line" : "lines");
    if (done->cut)
        text_add(text, sizeof text, &used, ", %d %s at the end left out (%.300s)", done->cut,
                 done->cut == 1 ? "record" : "records", done->cut_by.text);
    command_cell(out, where, 0);
    fprintf(out, "%s; the old file is %.*s%s\n", text, slash ? (int)(slash + 1 - where) : 0, where,
            done->kept);
}

/* Report a repair. Returns false, after an error message, if the repair failed. */
static bool told_repaired(FILE *out, FILE *err, const char *where, int result,
                          const struct journal_repaired *done, const struct note *why)
{
    if (result < 0 && result != FAIL_NAME)
        command_error(err, where, "it was not repaired: %s", why->text);
    else if (result > 0)
        print_repaired(out, where, done);
    return result >= 0 || result == FAIL_NAME;
}

/* Repair damaged journals and chat. Returns how many could not be repaired. */
static int command_verify_repair(const char *path, FILE *out, FILE *err)
{
    struct store *store;
    struct note why;
    struct live_summary *list;
    char where[400], **names;
    int bad = 0;
    const char *user = lobby_own_name();
    if (store_open(&store, path, &(struct store_options){.user = user}, &why) < 0) {
        command_error(err, path, "%s", why.text);
        return 1;
    }
    int n = journal_list(store, &list);
    for (int i = 0; i < n; i++) {
        struct journal_repaired done;
        char label[64];
        int result = journal_check(store, list[i].id, &why);
        if (result != FAIL_TEXT)
            continue;
        journal_label(list[i].id, label, sizeof label);
        snprintf(where, sizeof where, "%.300s/%s", path, label);
        result = journal_repair(store, user, list[i].id, &done, &why);
        bad += !told_repaired(out, err, where, result, &done, &why);
    }
    free(list);
    int files = talk_files(store, &names);
    for (int i = 0; i < files; i++) {
        struct journal_repaired done;
        snprintf(where, sizeof where, "%.300s/talk/%.80s", path, names[i]);
        if (talk_check(store, names[i], &why) == FAIL_TEXT)
            bad += !told_repaired(out, err, where, talk_repair(store, user, names[i], &done, &why),
                                  &done, &why);
        free(names[i]);
    }
    free(names);
    store_close(store);
    return bad;
}

/* Verify the files of chat. Returns how many fail. */
static int verify_talk(struct store *store, const char *path, FILE *err, int *total)
{
    char **names, where[400];
    struct note why;
    int bad = 0;
    *total = talk_files(store, &names);
    for (int i = 0; i < *total; i++) {
        int result = talk_check(store, names[i], &why);
        snprintf(where, sizeof where, "%.300s/talk/%.80s", path, names[i]);
        if (result < 0 && result != FAIL_NAME) {
            command_error(err, where, "%s", why.text);
            bad++;
        }
        free(names[i]);
    }
    free(names);
    return bad;
}

static int run_verify(int argc, char **argv, FILE *out, FILE *err)
{
    int status = COMMAND_DONE;
    bool repairs = false;
    const struct command_option options[] = {{"--repair", .flag = &repairs}, {0}};
    int words = command_options(argv[0], argc, argv, options, WORDS_PLAIN, err);
    if (words < 1)
        return words ? -words : command_usage(err, argv[0]);
    for (int i = 1; i <= words; i++) {
        struct verifying verifying = {.out = out, .err = err};
        struct store *store;
        struct note why;
        int collections, journals, talks;
        if (repairs && command_verify_repair(argv[i], out, err))
            status = COMMAND_NO;
        if (store_open(&store, argv[i], &(struct store_options){.read_only = true}, &why) < 0) {
            command_error(err, argv[i], "%s", why.text); /* opening verifies the manifest as well */
            status = COMMAND_NO;
            continue;
        }
        int bad = verify_games(store, argv[i], &verifying), total = store_count(store);
        bad += verify_collections(store, argv[i], &verifying, &collections);
        bad += verify_journals(store, argv[i], err, &journals);
        bad += verify_talk(store, argv[i], err, &talks);
        const char *const told[] = {store_unread(store), store_wrong(store)};
        for (int k = 0; k < 2; k++)
            if (*told[k]) {
                command_error(err, argv[i], "%s", told[k]);
                status = COMMAND_NO;
            }
        command_cell(out, argv[i], 0);
        if (bad)
            fprintf(out, "%d of %d have errors\n", bad, total + collections + journals + talks);
        else
            fprintf(out, "%d verified\n", total + collections + journals + talks);
        if (!bad && !total && !is_folder(argv[i])) { /* a new archive has no games yet */
            command_error(err, argv[i], "there are no games");
            bad = 1;
        }
        if (bad)
            status = COMMAND_NO;
        store_close(store);
    }
    return status;
}

const struct command verify_commands[] = {
    {"verify", "[--repair] PATH...",
     "check games, collections, live games and talk; --repair repairs the last two", run_verify},
    {0},
};
