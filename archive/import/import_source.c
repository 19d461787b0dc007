/* import_source.c - opens and examines a file to be imported; see import_source.h. */
#include "config.h"
#include "archive/import/import_source.h"

#include "archive/util/fs.h"
#include "archive/util/unpack.h"
#include "archive/pgn/pgn.h"
#include "archive/record/utf16.h"
#include "archive/yaml/yaml_read.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PORTION = 256 << 10 };

/* True if a line is a YAML directive, which may come before the `---` of a document. All other
 * lines with a % are PGN remarks. */
static bool is_directive(const char *line, size_t size)
{
    return (size > 6 && !memcmp(line, "%YAML ", 6)) || (size > 5 && !memcmp(line, "%TAG ", 5));
}

/* True if the file is in this program's YAML format. Its first line that is neither empty nor a #
 * remark must be a YAML directive, or begin with `---`, with the key `chesscade`, or with a {
 * before that key. */
static bool import_source_is_yaml(const char *bytes, size_t size)
{
    static const char *const firsts[] = {"---", "chesscade:", "\"chesscade\"", "'chesscade'", "{"};
    size_t at = size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    while (at < size) {
        const char *feed = memchr(bytes + at, '\n', size - at);
        size_t next = feed ? (size_t)(feed - bytes) + 1 : size;
        size_t first = at;
        while (first < next && strchr(" \t\r\n", bytes[first]))
            first++;
        if (first < next && bytes[first] != '#') {
            if (first == at && is_directive(bytes + first, next - first))
                return true;
            for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
                if (next - first >= strlen(firsts[i]) &&
                    !memcmp(bytes + first, firsts[i], strlen(firsts[i])))
                    /* A { may also begin a comment in a PGN file. */
                    return *firsts[i] != '{' || memmem(bytes + first, next - first, "chesscade", 9);
            return false;
        }
        at = next;
    }
    return false;
}

bool import_tell(const struct import_options *options, struct import_report *report,
                 enum import_pass pass, size_t at, size_t size, int games)
{
    enum { LOOK = 1, KEEP = 1, READ = 18, ALL = LOOK + KEEP + READ };
    static const struct {
        uint64_t before, part;
    } parts[] = {
        [PASS_LOOK] = {0, LOOK}, [PASS_KEEP] = {LOOK, KEEP}, [PASS_READ] = {LOOK + KEEP, READ}};
    uint64_t done = (size * parts[pass].before + (at < size ? at : size) * parts[pass].part) / ALL;
    if (options->progress && !options->progress(options->argument, (size_t)done, size, games))
        report->stopped = true;
    return !report->stopped;
}

/* What has been found in the bytes of the file that were examined so far. */
struct import_source_sight {
    struct pgn_survey letters;
    const char *foreign; /* if the file has another format, in which there can be no games: the name
                            of that format; otherwise NULL */
    bool games, any;     /* games: something looks like PGN. any: the file is not empty */
};

static void import_source_see(struct import_source_sight *sight, struct import_source *source,
                              const char *bytes, size_t size)
{
    if (!source->size) {
        source->yaml = import_source_is_yaml(bytes, size);
        sight->foreign = source->yaml ? NULL : file_kind_foreign(bytes, size);
    }
    if (source->yaml || sight->foreign)
        return;
    size_t mark = source->size ? 0 : pgn_byte_order_mark(bytes, size);
    pgn_survey_add(&sight->letters, bytes + mark, size - mark);
    for (size_t i = mark; i < size && !sight->any; i++)
        sight->any = !strchr(" \t\r\n", bytes[i]);
    sight->games = sight->games || file_kind_has_pgn(bytes, size);
}

static int import_source_refuse(const struct import_source_sight *sight,
                                const struct import_source *source, struct note *why)
{
    if (sight->foreign)
        return note_fail(why, FAIL_TEXT, -1, "it is %s, not a file of games", sight->foreign);
    if (!source->yaml && sight->any && !sight->games)
        return note_fail(why, FAIL_TEXT, -1, "there is no game in it: no tag, no ply, no result");
    return 0;
}

/* Examines the whole file of about `size` bytes, portion by portion. */
static int import_source_survey(struct import_source *source, size_t size,
                                const struct import_options *options, struct import_report *report,
                                bool hash, struct note *why)
{
    struct sha256_ctx context;
    struct import_source_sight sight = {0};
    size_t room = size < PORTION ? size + 1 : PORTION; /* most files are smaller than a portion */
    char *bytes = memory_new(room, 1);
    ssize_t n;
    int reason = 0; /* a copy of errno, which later calls may change */
    sha256_init(&context);
    for (source->size = 0; (n = read(source->fd, bytes, room)) != 0;) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            reason = errno;
            break;
        }
        size_t some = (size_t)n;
        import_source_see(&sight, source, bytes, some);
        source->size += some;
        if (sight.foreign)
            break;
        if (hash)
            sha256_update(&context, some, (const uint8_t *)bytes);
        if (!import_tell(options, report, PASS_LOOK, source->size, size, 0)) {
            reason = ECANCELED;
            break;
        }
    }
    free(bytes);
    source->charset = pgn_survey_end(&sight.letters, options->charset);
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&context, sizeof digest, digest);
    for (int i = 0; hash && i < SHA256_DIGEST_SIZE; i++)
        snprintf(source->sha256 + 2 * i, 3, "%02x", digest[i]);
    if (reason)
        return note_fail(why, reason == ECANCELED ? FAIL_BUSY : FAIL_SYSTEM, -1,
                         "the file cannot be read: %s", file_reason(reason));
    return import_source_refuse(&sight, source, why);
}

/* The argument of import_source_go_on(), which reports progress while a file is being decompressed
 * and its final size is unknown. */
struct unpacked {
    const struct import_options *options;
    struct import_report *report;
};

static bool import_source_go_on(void *argument)
{
    const struct unpacked *unpacked = argument;
    return import_tell(unpacked->options, unpacked->report, PASS_LOOK, 0, 1, 0);
}

/* Opens a regular file, a pipe or standard input. */
static int open_source(const char *path, bool standard, struct note *why)
{
    struct stat stat;
    /* With O_NONBLOCK, opening a pipe does not wait for its writer. Reading waits for the writer
     * instead, and the user can cancel reading. */
    int fd = standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                      : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &stat) < 0) {
        note_set(why, -1, "the file cannot be read: %s", file_reason(errno));
        if (fd >= 0)
            close(fd);
        return FAIL_SYSTEM;
    }
    if (S_ISREG(stat.st_mode) || S_ISFIFO(stat.st_mode) || (standard && !S_ISDIR(stat.st_mode)))
        return fd;
    close(fd);
    return note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s",
                     S_ISDIR(stat.st_mode) ? file_reason(EISDIR)
                                           : "it is neither a plain file nor a pipe");
}

int import_source_open(struct import_source *source, const char *path,
                       const struct import_options *options, struct import_report *report,
                       bool hash, struct note *why)
{
    const char *slash = strrchr(path, '/');
    struct stat stat = {.st_size = 0};
    bool standard = options->standard_input && !strcmp(path, "-");
    *source = (struct import_source){.fd = open_source(path, standard, why)};
    int result = source->fd < 0 ? source->fd
                                : unpack(&source->fd, import_source_go_on,
                                         &(struct unpacked){options, report}, why);
    if (result == 0)
        result = utf16_decode(&source->fd, why);
    if (result == 0 && fstat(source->fd, &stat) < 0)
        result = file_fail(why, "the file cannot be read");
    if (result == 0)
        result = import_source_survey(source, (size_t)stat.st_size, options, report, hash, why);
    if (result < 0)
        import_source_close(source);
    else
        source->name = memory_text(standard ? "standard input" : slash ? slash + 1 : path);
    return result;
}

void import_source_close(struct import_source *source)
{
    if (source->fd >= 0)
        close(source->fd);
    source->fd = -1;
    free(source->name);
    source->name = NULL;
}

int import_open(struct import_source **out, const char *path, const struct import_options *options,
                struct import_report *report, struct note *why)
{
    struct import_source *source = memory_new(1, sizeof *source);
    *report = (struct import_report){.charset = "UTF-8"};
    int result = import_source_open(source, path, options, report, true, why);
    if (result < 0)
        free(source);
    else
        *out = source;
    return result;
}

void import_close(struct import_source *source)
{
    if (source)
        import_source_close(source);
    free(source);
}

int import_window_move(struct import_window *window, const struct import_source *source, size_t at,
                       size_t want, struct note *why)
{
    if (window->room < want + 1) {
        window->room = want + 1;
        window->v = realloc(window->v, window->room);
        if (!window->v)
            memory_exhausted();
    }
    size_t kept = at >= window->at && at < window->at + window->n ? window->at + window->n - at : 0;
    if (kept > want)
        kept = want;
    memmove(window->v, window->v + (kept ? at - window->at : 0), kept);
    window->at = at;
    window->n = kept;
    window->last = false;
    while (window->n < want && !window->last) {
        ssize_t n =
            pread(source->fd, window->v + window->n, want - window->n, (off_t)(at + window->n));
        if (n < 0 && errno != EINTR)
            return note_fail(why, FAIL_SYSTEM, -1, "the file cannot be read: %s", strerror(errno));
        window->n += n > 0 ? (size_t)n : 0;
        window->last = n == 0;
    }
    window->last = window->last || at + window->n >= source->size;
    window->v[window->n] = '\0';
    return 0;
}

int import_window_skip(struct import_window *window, const struct import_source *source, size_t *at,
                       int *line, struct note *why)
{
    enum {
        MARKER = 5 /* length of a marker line: a line feed, three characters, and the character
                      after them */
    };
    for (;;) {
        const char *v = window->v, *end = v + window->n,
                   *stop = window->last || window->n < MARKER ? end : end - MARKER;
        for (const char *feed = v; (feed = memchr(feed, '\n', (size_t)(stop - feed))); feed++) {
            size_t behind = (size_t)(end - feed) - 1;
            *line += *line < IMPORT_LINES_MOST;
            if (yaml_is_marker(feed + 1, behind < MARKER - 1 ? behind : MARKER - 1)) {
                *at = window->at + (size_t)(feed + 1 - v);
                return 0;
            }
        }
        *at = window->at + (size_t)(stop - v);
        if (window->last)
            return 0;
        int result = import_window_move(window, source, *at, PORTION, why);
        if (result < 0)
            return result;
    }
}
