/* command_transfer.c - `chesscade import` and `chesscade export`: copy games into an archive and
 * out of it. */
#include "config.h"
#include "archive/util/sanitize.h"
#include "archive/import/import.h"
#include "archive/store/pack/pack_writer.h"
#include "archive/pgn/pgn.h"
#include "tui/system/process.h"
#include "tui/cli/command_find.h"
#include "tui/cli/options.h"
#include "tui/session/words/list_words.h"
#include "tui/export/formats.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True if the output is a terminal. Control characters are then removed, so that a text cannot
 * control the terminal. */
static bool is_terminal(FILE *file)
{
    int fd = fileno(file);
    return fd >= 0 && isatty(fd);
}

static void put_clean(FILE *out, const char *text, enum clean mode)
{
    char *clean = clean_copy(text, mode);
    fputs(clean, out);
    free(clean);
}

/* --------------------------------------------------------------------------------------------------
 * import */

static volatile sig_atomic_t interrupted;

static void command_transfer_on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

struct import_command {
    const char *archive, *charset, *pack;
    bool again, check, files_each, terminal;
    char **files;
    int count;
    const char *file; /* the file being imported */
    FILE *out, *err;
    struct store *store; /* NULL: the archive has not been opened yet */
    bool closed;         /* opening the archive has failed and is not tried again */
    int remarks;
};

static bool show_progress(void *argument, size_t done, size_t size, int games)
{
    const struct import_command *command = argument;
    if (command->terminal) {
        fprintf(command->err, "\r%3d %%  %d games ", size ? (int)(done * 100 / size) : 100, games);
        fflush(command->err);
    }
    return !interrupted;
}

static void show_remark(void *argument, int game, const char *text)
{
    enum { REMARKS_MAX = 20 };
    struct import_command *command = argument;
    char where[400];
    if (command->remarks++ >= REMARKS_MAX)
        return;
    snprintf(where, sizeof where, "%.300s, game %d", command->file, game);
    command_error(command->err, where, "%s", text);
}

static void print_report(FILE *out, const char *file, const char *pack,
                         const struct import_report *report)
{
    char text[400];
    words_imported(report, pack, text, sizeof text);
    put_clean(out, file, CLEAN_LINE); /* a file name may contain a line feed */
    fprintf(out, ": %s%s\n", text, report->before ? "; --again imports it a second time" : "");
}

static int read_import(struct import_command *command, int argc, char **argv, FILE *err)
{
    const struct command_option options[] = {
        {"--again", .flag = &command->again},      {"--check", .flag = &command->check},
        {"--files", .flag = &command->files_each}, {"--charset", .value = &command->charset},
        {"--pack", .value = &command->pack},       {0}};
    command->count = command_options("import", argc, argv, options, WORDS_PLAIN, err);
    if (command->count < 0)
        return -command->count;
    command->files = argv + 1;
    if (command->charset && !pgn_charset_named(command->charset)) {
        command_error(err, "import", "'%.40s' is not one of the charsets %s", command->charset,
                      pgn_charset_names);
        return COMMAND_USAGE;
    }
    if (!command->check && command->count) { /* the first word is the archive, not a file */
        command->archive = *command->files++;
        command->count--;
    }
    struct note why;
    if (command->pack && pack_name_check(command->pack, &why) < 0) {
        command_error(err, "--pack", "%s", why.text);
        return COMMAND_USAGE;
    }
    if (command->pack && command->files_each) {
        command_error(err, "import", "use either --pack or --files, not both");
        return COMMAND_USAGE;
    }
    if (command->pack && command->count > 1) {
        command_error(
            err, "import",
            "a pack is made from one file; import several files one by one, each under its own "
            "name");
        return COMMAND_USAGE;
    }
    return command->count ? COMMAND_DONE : command_usage(err, "import");
}

/* Open the archive. If it does not exist, create it and name it after its folder. */
static int command_transfer_open_archive(struct store **store, const char *where, FILE *out,
                                         struct note *why)
{
    struct stat stat_of;
    if (stat(where, &stat_of) < 0 && errno == ENOENT) {
        const char *slash = strrchr(where, '/');
        int result = store_create(where, slash && slash[1] ? slash + 1 : where, why);
        if (result < 0)
            return result;
        put_clean(out, where, CLEAN_LINE);
        fprintf(out, ": a new archive\n");
    }
    return store_open(store, where, NULL, why);
}

/* Import a file that is open. The archive is opened or created for the first file. */
static int import_opened(struct import_command *command, struct import_source *source,
                         struct import_options *options, char pack[static PACK_NAME_MOST + 1],
                         struct import_report *report, struct note *why)
{
    if (!command->store &&
        command_transfer_open_archive(&command->store, command->archive, command->out, why) < 0) {
        command_error(command->err, command->archive, "%s", why->text);
        command->closed = true;
        return 0;
    }
    options->pack = command->pack;
    return command->pack || command->files_each
               ? import_games(command->store, source, options, report, why)
               : import_by_size(command->store, source, options, pack, report, why);
}

static int import_all(struct import_command *command)
{
    int status = COMMAND_DONE;
    struct import_options options = {.charset = command->charset,
                                     .again = command->again,
                                     .progress = show_progress,
                                     .argument = command,
                                     .remark = show_remark,
                                     .standard_input = true};
    for (int i = 0; i < command->count && !interrupted && !command->closed; i++) {
        struct import_report report;
        struct import_source *source = NULL;
        struct note why;
        char name[PACK_NAME_MOST + 1] = "";
        command->file = command->files[i];
        options.leaving = i == command->count - 1;
        command->remarks = 0;
        int result = command->check ? import_check(command->file, &options, &report, &why)
                                    : import_open(&source, command->file, &options, &report, &why);
        if (source)
            result = import_opened(command, source, &options, name, &report, &why);
        import_close(source);
        if (command->terminal)
            fprintf(command->err, "\r%*s\r", 40, "");
        if (!command->closed && (result == 0 || report.games || report.stopped))
            print_report(command->out, command->file, *name ? name : command->pack, &report);
        if (result < 0 && !report.stopped)
            command_error(command->err, command->file, "%s", why.text);
        if (result < 0 || report.damaged || (command->check && (report.broken || report.unchecked)))
            status = COMMAND_NO;
    }
    return interrupted || command->closed ? COMMAND_NO : status;
}

static int run_import(int argc, char **argv, FILE *out, FILE *err)
{
    struct import_command command = {.out = out, .err = err, .terminal = is_terminal(err)};
    int status = read_import(&command, argc, argv, err);
    if (status == COMMAND_DONE) {
        struct sigaction action = {.sa_handler = command_transfer_on_interrupt}, before;
        interrupted = 0;
        sigaction(SIGINT, &action, &before);
        status = import_all(&command);
        sigaction(SIGINT, &before, NULL);
    }
    if (command.store)
        store_close(command.store);
    return status;
}

/* --------------------------------------------------------------------------------------------------
 * export */

/* Report a game that cannot be read, with its place in the archive. */
static void refuse_game(struct store *store, const char *path, int at, struct place place,
                        const char *why, FILE *err)
{
    char where[600], label[200], id[ULID_LENGTH + 1];
    size_t used = 0;
    int line;
    store_label(store, at, label, sizeof label, id, &line);
    text_add(where, sizeof where, &used, "%.300s%s%s", path, *label ? "/" : "", label);
    if (place.line)
        text_add(where, sizeof where, &used, ", line %d, column %d", place.line, place.column);
    command_error(err, where, "%s", why);
}

/* Games being exported. */
struct exporting {
    const char *path;
    enum game_format format;
    enum charset charset;
    bool terminal;
    FILE *out, *err;
    int done; /* how many of the games found have been written */
    int status;
};

static void export_game(struct exporting *exporting, struct store *store, int at)
{
    struct record *record;
    struct place place;
    struct note why;
    if (store_load(store, at, &record, NULL, &place, &why) < 0) {
        refuse_game(store, exporting->path, at, place, why.text, exporting->err);
        exporting->status = COMMAND_NO;
        return;
    }
    if (exporting->terminal) {
        char *text = game_text(record, exporting->format, exporting->charset);
        put_clean(exporting->out, text, CLEAN_LINES);
        free(text);
    } else {
        game_text_put(record, exporting->format, exporting->charset, exporting->out);
    }
    record_free(record);
}

/* If the search finds the games in their final order, write each one as soon as it is found. So a
 * game in PGN is converted only once. */
static void export_found(struct exporting *exporting, const struct found_games *games)
{
    struct finder *finder = games->finder;
    int portion = finder_in_order(finder) && store_converts(games->store) ? 1 : INT_MAX;
    for (bool more = true; more;) {
        more = finder_step(finder, portion);
        while (finder_in_order(finder) && exporting->done < finder_count(finder))
            export_game(exporting, games->store, finder_at(finder, exporting->done++));
    }
}

/* True for a word that looks like the name of a file of games and not like part of a query. */
static bool is_file_name(const char *word)
{
    static const char *const endings[] = {".pgn", ".yaml", ".txt", ".md", ".html"};
    size_t length = strlen(word);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (length > strlen(endings[i]) && !strcmp(word + length - strlen(endings[i]), endings[i]))
            return true;
    return false;
}

static int export_from(const char *where, char *const *words, int n, enum game_format format,
                       FILE *out, FILE *err)
{
    struct found_games games;
    struct exporting exporting = {.path = where,
                                  .format = format,
                                  .terminal = is_terminal(out),
                                  .out = out,
                                  .err = err,
                                  .charset = codeset_is_utf8() ? CHARSET_UTF8 : CHARSET_ASCII};
    int status = command_find_begin(&games, where, words, n, NULL, err);
    if (status != COMMAND_DONE)
        return status;
    fputs(game_text_head(format), out);
    export_found(&exporting, &games);
    fputs(game_text_foot(format), out);
    command_find_told(&games, where, err);
    if (exporting.status == COMMAND_DONE)
        exporting.status = command_find_status(&games);
    if (fflush(out) == EOF || ferror(out)) {
        command_error(err, "export", "the games cannot be written: %s", strerror(errno));
        exporting.status = COMMAND_NO;
    }
    if (!exporting.done) {
        exporting.status = command_find_nothing(&games, where, "games", n > 0, err);
        if (n && is_file_name(words[n - 1]))
            command_error(err, "export",
                          "'%s' was read as a search; to name the output file, use --output",
                          words[n - 1]);
    }
    command_find_end(&games);
    return exporting.status;
}

static int run_export(int argc, char **argv, FILE *out, FILE *err)
{
    const char *file = NULL, *name = NULL;
    const struct command_option options[] = {
        {"--format", .value = &name}, {"--output", .value = &file}, {0}};
    int words = command_options("export", argc, argv, options, WORDS_DASHED, err);
    int format = name ? game_format_named(name) : GAME_PGN;
    if (words >= 0 && format == GAME_FORMATS) {
        command_error(err, "--format", "'%.40s' is not one of pgn, yaml, text, markdown, html",
                      name);
        return COMMAND_USAGE;
    }
    if (words < 1)
        return words ? -words : command_usage(err, "export");
    FILE *to = file ? fopen(file, "wx") : out;
    if (!to) {
        command_error(err, file, "it cannot be written: %s", strerror(errno));
        return COMMAND_NO;
    }
    int status = export_from(argv[1], argv + 2, words - 1, (enum game_format)format, to, err);
    if (file && fclose(to) == EOF) {
        command_error(err, file, "it cannot be written: %s", strerror(errno));
        status = COMMAND_NO;
    }
    return status;
}

const struct command transfer_commands[] = {
    {"import",
     "ARCHIVE FILE... [--charset NAME] [--again] [--pack NAME | --files] | --check FILE...",
     "add games to an archive from PGN or YAML files (also .gz and .zst; - is standard input), or with --check only check PGN files",
     run_import},
    {"export", "ARCHIVE [QUERY...] [--format pgn|yaml|text|markdown|html] [--output FILE]",
     "print games as PGN, as a YAML stream, or as text, Markdown or HTML with diagrams",
     run_export},
    {0},
};
