/* import_worker.c - imports a file in a process of its own: see import_worker.h. */
#include "config.h"
#include "tui/workers/import_worker.h"
#include "tui/session/words/list_words.h"
#include "tui/system/process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum {
    PATIENCE = 2000 /* milliseconds that the import gets to end by itself */,
    EACH = 50 /* milliseconds between two reports of progress */
};

struct import_worker_work {
    const char *archive, *file, *pack; /* pack: NULL: none is given */
    bool by_size;
    struct store *store;
};

/* A message that the child sends through the pipe. */
struct news {
    bool ended, failed;
    int games;
    size_t done, size;
    char text[400];
};

/* ---------------------------------------------------------------- the child */

struct import_worker_child {
    int fd;
    int64_t told;     /* time of the last report, in milliseconds */
    char remark[300]; /* the first remark on a game; all others are dropped */
};

static volatile sig_atomic_t asked_to_end;

static void import_worker_on_end(int number)
{
    (void)number;
    asked_to_end = 1;
}

static bool import_worker_on_progress(void *argument, size_t done, size_t size, int games)
{
    struct import_worker_child *child = argument;
    struct news news = {.games = games, .done = done, .size = size};
    int64_t now = milliseconds();
    if (asked_to_end)
        return false;
    if (now - child->told < EACH)
        return true;
    child->told = now;
    return background_tell(child->fd, &news, sizeof news);
}

static void on_remark(void *argument, int game, const char *text)
{
    struct import_worker_child *child = argument;
    if (!child->remark[0])
        snprintf(child->remark, sizeof child->remark, "; game %d: %.240s", game, text);
}

static void import_worker_import(int fd, void *argument)
{
    static const int ends[] = {SIGTERM, SIGHUP};
    const struct import_worker_work *work = argument;
    struct import_worker_child child = {.fd = fd};
    struct import_report report = {0};
    struct news news = {.ended = true};
    struct note why = {.text = ""};
    struct store *store;
    struct sigaction action = {.sa_handler = import_worker_on_end};
    asked_to_end = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN); /* if nobody reads any more, writing fails and the import stops at a
                                 point where it can be resumed */
    store_close(work->store); /* free the child's copy of the memory */
    char pack[PACK_NAME_MOST + 1] = "";
    int result = store_open(&store, work->archive, NULL, &why);
    if (result == 0) {
        const struct import_options options = {.pack = work->pack,
                                               .progress = import_worker_on_progress,
                                               .argument = &child,
                                               .remark = on_remark};
        if (work->pack)
            snprintf(pack, sizeof pack, "%s", work->pack);
        result = work->by_size
                     ? import_file_by_size(store, work->file, &options, pack, &report, &why)
                     : import_file(store, work->file, &options, &report, &why);
        store_close(store);
    }
    news.failed = result < 0 || report.stopped || report.damaged;
    news.games = report.games;
    if (result < 0) {
        snprintf(news.text, sizeof news.text, "%.380s", why.text);
    } else {
        words_imported(&report, pack, news.text, sizeof news.text);
        if (report.damaged) {
            size_t used = strlen(news.text);
            text_add(news.text, sizeof news.text, &used, "%s", child.remark);
        }
    }
    background_tell(fd, &news, sizeof news);
}

/* ---------------------------------------------------------------- the parent */

int import_process_start(struct import_process *process, const char *archive, const char *file,
                         const char *pack, struct store *store, struct note *why)
{
    *process = (struct import_process){.process.fd = -1};
    return background_start(&process->process, import_worker_import,
                            &(struct import_worker_work){.archive = archive,
                                                         .file = file,
                                                         .pack = pack && *pack ? pack : NULL,
                                                         .by_size = !pack,
                                                         .store = store},
                            why);
}

bool import_process_read(struct import_process *process)
{
    struct news news;
    int next = 0;
    if (!process->process.pid)
        return false;
    while ((next = background_next(&process->process, &news, sizeof news)) > 0) {
        process->games = news.games;
        if (news.ended) {
            process->failed = news.failed;
            snprintf(process->text, sizeof process->text, "%s", news.text);
        } else {
            process->done = news.done;
            process->size = news.size;
        }
    }
    if (next == 0)
        return false;
    process->ended = true;
    if (!process->text[0]) {
        process->failed = true;
        snprintf(process->text, sizeof process->text,
                 "the import was killed; import the file again to resume");
    }
    return true;
}

void import_process_cancel(struct import_process *process)
{
    background_ask(&process->process);
}

void import_process_stop(struct import_process *process)
{
    background_end(&process->process, PATIENCE);
    *process = (struct import_process){.process.fd = -1};
}
