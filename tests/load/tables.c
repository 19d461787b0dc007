/* tables.c - many tables at once: how long a ply takes to reach the watchers, and what a client
 * costs.
 *
 *   tables PROGRAM FOLDER [TABLES [PLIES]]
 *
 * Makes an archive in FOLDER (which must not exist) and starts that many games of classical chess,
 * each between two players. Runs a client for each player and one watcher per table, each on a
 * pseudo-terminal of 80x24, types plies, and measures the time from the key that plays a ply to the
 * first bytes on the watcher's terminal. Prints figures; it is not a test. Build it with
 * `make tests/load/tables`. */
#include "config.h"
#include "archive/live/journal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { TABLES_MAX = 100, SEATS = 3, WATCHER = 2, PLIES_MAX = 100000 };

struct client {
    int terminal;
    pid_t process;
    long bytes; /* received since bytes were last counted */
};

struct table {
    char id[ULID_LENGTH + 1];
    struct client client[SEATS];
};

static const char *program, *archive;
static struct table table[TABLES_MAX];
static int tables = 50;
static double latency[PLIES_MAX];
static int latencies;

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void name_of(int at, int seat, char *out, size_t size)
{
    static const char roles[] = "abw";
    snprintf(out, size, "p%d%c", at, roles[seat]);
}

static void begin_game(struct store *store, int at)
{
    struct journal_record open;
    struct note why;
    char name[16];
    journal_record_begin(&open, JOURNAL_OPEN);
    value_set(&open.value, "variant", "classical", false);
    struct value *sides = value_list(&open.value, "sides");
    for (int seat = 0; seat < 2; seat++) {
        name_of(at, seat, name, sizeof name);
        value_put(value_append(sides), name, STYLE_CANONICAL);
    }
    if (journal_create(store, &open, table[at].id, &why) < 0) {
        fprintf(stderr, "%s\n", why.text);
        exit(1);
    }
    journal_record_clear(&open);
}

static void start_client(struct client *client, const char *name)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    client->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (client->terminal < 0 || grantpt(client->terminal) < 0 || unlockpt(client->terminal) < 0)
        fail("pty");
    fcntl(client->terminal, F_SETFD, FD_CLOEXEC); /* otherwise the client would not notice that its
                                                     terminal is gone */
    ioctl(client->terminal, TIOCSWINSZ, &size);
    client->process = fork();
    if (client->process == 0) {
        setsid();
        int fd = open(ptsname(client->terminal), O_RDWR);
        ioctl(fd, TIOCSCTTY, 0);
        dup2(fd, 0);
        dup2(fd, 1);
        dup2(fd, 2);
        setenv("TERM", "xterm-256color", 1);
        execl(program, program, "lobby", "--as", name, archive, (char *)NULL);
        _exit(127);
    }
    fcntl(client->terminal, F_SETFL, O_NONBLOCK);
}

/* Read what has arrived on every terminal; returns the time of the first bytes of one of them. */
static double take_all(const struct client *wanted, int milliseconds)
{
    static struct pollfd poll_of[TABLES_MAX * SEATS];
    static char bytes[1 << 16];
    double end = now() + milliseconds, seen = 0;
    do {
        for (int i = 0; i < tables * SEATS; i++)
            poll_of[i] = (struct pollfd){.fd = table[i / SEATS].client[i % SEATS].terminal,
                                         .events = POLLIN};
        int left = (int)(end - now());
        if (poll(poll_of, (nfds_t)(tables * SEATS), left > 0 ? left : 0) <= 0)
            break;
        for (int i = 0; i < tables * SEATS; i++) {
            struct client *client = &table[i / SEATS].client[i % SEATS];
            ssize_t n =
                poll_of[i].revents & POLLIN ? read(client->terminal, bytes, sizeof bytes) : 0;
            if (n > 0)
                client->bytes += n;
            if (n > 0 && client == wanted && !seen)
                seen = now();
        }
    } while (!seen && now() < end);
    return seen;
}

static void type(const struct client *client, const char *text)
{
    if (write(client->terminal, text, strlen(text)) < 0)
        fail("write");
}

/* Resident kilobytes, or those that no other process shares. */
static long kilobytes(pid_t process, const char *key)
{
    char path[64], line[128];
    long sum = 0, value;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), "%ld", &value) == 1)
            sum += value;
    if (file)
        fclose(file);
    return sum;
}

static double processor_seconds(void)
{
    double sum = 0;
    for (int i = 0; i < tables * SEATS; i++) {
        char path[64];
        unsigned long user = 0, system = 0;
        snprintf(path, sizeof path, "/proc/%d/stat",
                 (int)table[i / SEATS].client[i % SEATS].process);
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                           &user, &system) == 2)
            sum += (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
        if (file)
            fclose(file);
    }
    return sum;
}

static int by_size(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static void play(int plies)
{
    static const char *const dance[] = {"Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"};
    char keys[32];
    for (int ply = 0; ply < plies; ply++)
        for (int at = 0; at < tables; at++) {
            struct table *here = &table[at];
            snprintf(keys, sizeof keys, "m%s", dance[ply % 8]);
            type(&here->client[ply % 2], keys);
            take_all(NULL, 30);
            double begun = now();
            type(&here->client[ply % 2], "\r");
            double seen = take_all(&here->client[WATCHER], 3000);
            if (seen && latencies < PLIES_MAX)
                latency[latencies++] = seen - begun;
        }
}

static void report(int plies)
{
    long resident = 0, own = 0, most = 0, watched = 0;
    for (int i = 0; i < tables * SEATS; i++) {
        pid_t process = table[i / SEATS].client[i % SEATS].process;
        long rss = kilobytes(process, "Rss:");
        resident += rss;
        own += kilobytes(process, "Pss:");
        most = rss > most ? rss : most;
    }
    for (int at = 0; at < tables; at++)
        watched += table[at].client[WATCHER].bytes;
    printf("memory of a client: resident %ld kB (most %ld kB), its share %ld kB\n",
           resident / (tables * SEATS), most, own / (tables * SEATS));
    printf("a watched ply at 80x24: %.0f bytes on the wire\n", (double)watched / tables / plies);
    qsort(latency, (size_t)latencies, sizeof *latency, by_size);
    if (latencies)
        printf(
            "%d of %d plies reached the watcher: median %.1f ms, 95 of 100 within %.1f ms, all within %.1f ms\n",
            latencies, plies * tables, latency[latencies / 2], latency[latencies * 95 / 100],
            latency[latencies - 1]);
    double before = processor_seconds();
    take_all(NULL, 0);
    sleep(10);
    printf("idle: %.3f processor seconds in 10 seconds for %d clients\n",
           processor_seconds() - before, tables * SEATS);
}

int main(int argc, char **argv)
{
    struct note why;
    int plies = argc > 4 ? atoi(argv[4]) : 4;
    if (argc < 3 || (argc > 3 && ((tables = atoi(argv[3])) < 1 || tables > TABLES_MAX)))
        return fprintf(stderr, "usage: %s PROGRAM FOLDER [TABLES [PLIES]]\n", argv[0]), 2;
    program = argv[1];
    archive = argv[2];
    struct store *store;
    if (store_create(archive, "Load", &why) < 0 || store_open(&store, archive, NULL, &why) < 0)
        return fprintf(stderr, "%s\n", why.text), 1;
    for (int at = 0; at < tables; at++)
        begin_game(store, at);
    store_close(store);
    for (int at = 0; at < tables; at++)
        for (int seat = 0; seat < SEATS; seat++) {
            char name[16], keys[32];
            name_of(at, seat, name, sizeof name);
            start_client(&table[at].client[seat], name);
            while (!take_all(&table[at].client[seat], 5000)) {
            }
            take_all(NULL, 50);
            snprintf(keys, sizeof keys, "/%s\r", table[at].id + ULID_LENGTH - 4);
            type(&table[at].client[seat], keys);
            take_all(NULL, 50);
            type(&table[at].client[seat], "\r");
            take_all(NULL, 100);
        }
    take_all(NULL, 3000);
    for (int i = 0; i < tables * SEATS; i++)
        table[i / SEATS].client[i % SEATS].bytes = 0;
    play(plies);
    report(plies);
    for (int i = 0; i < tables * SEATS; i++)
        kill(table[i / SEATS].client[i % SEATS].process, SIGTERM);
    while (wait(NULL) > 0) {
    }
    return 0;
}
