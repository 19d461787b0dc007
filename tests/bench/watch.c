/* watch.c - runs a program in a pseudo-terminal and measures bytes, time, processor time and
 * resident memory.
 *
 *   watch [-r ROWS] [-c COLUMNS] [-b BYTES] ACTION... -- COMMAND...
 *
 * An action is key:TEXT (typed at once), size:ROWSxCOLUMNS (resizes the terminal) or
 * wait:MILLISECONDS. The output has a line for the start and for each action, with fields separated
 * by tabs: action, bytes, microseconds to the last byte before 60 ms of silence, microseconds of
 * processor time, resident kilobytes afterwards. With -b the start ends after that many bytes,
 * however long they take; this is for programs that never stop drawing. Linux only, because of the
 * figures in /proc. */
#define _GNU_SOURCE
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SILENCE = 60, PATIENCE = 5000 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Processor time so far, in microseconds; 0 if the system does not report it. */
static double cpu_us(pid_t pid)
{
    char path[64];
    double ns = 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    if (fscanf(file, "%lf", &ns) != 1)
        ns = 0;
    fclose(file);
    return ns / 1e3;
}

static long resident_kb(pid_t pid)
{
    char line[256];
    long kb = 0;
    snprintf(line, sizeof line, "/proc/%d/status", (int)pid);
    FILE *file = fopen(line, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kb) == 1)
            break;
    if (file)
        fclose(file);
    return kb;
}

/* Read until silence, at least for `least` milliseconds, or until there are `enough` bytes (0: no
 * limit). Returns the bytes; *last gets the time of the last one. */
static long drain(int fd, int least, long enough, double *last)
{
    char buffer[65536];
    long bytes = 0;
    double begin = now_us();
    for (;;) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int left = least - (int)((now_us() - begin) / 1e3);
        int patience = left > SILENCE   ? left
                       : enough         ? 4 * PATIENCE
                       : bytes || least ? SILENCE
                                        : PATIENCE;
        if (poll(&ready, 1, patience) <= 0)
            return bytes;
        ssize_t got = read(fd, buffer, sizeof buffer);
        if (got <= 0)
            return bytes;
        bytes += got;
        *last = now_us();
        if (enough && bytes >= enough)
            return bytes;
    }
}

static void report(const char *action, long bytes, double us, double cpu, pid_t pid)
{
    int shown = (int)strcspn(action, "\r\n\t");
    printf("%.*s\t%ld\t%.0f\t%.0f\t%ld\n", shown, action, bytes, us, cpu, resident_kb(pid));
    fflush(stdout);
}

static void act(const char *action, int fd, pid_t pid)
{
    struct winsize size = {0};
    double cpu = cpu_us(pid), begin = now_us(), last = begin;
    int least = 0;
    unsigned rows, columns;
    if (!strncmp(action, "key:", 4) && write(fd, action + 4, strlen(action + 4)) < 0)
        perror("watch");
    if (sscanf(action, "size:%ux%u", &rows, &columns) == 2) {
        size.ws_row = (unsigned short)rows;
        size.ws_col = (unsigned short)columns;
        ioctl(fd, TIOCSWINSZ, &size);
    }
    if (!strncmp(action, "wait:", 5))
        least = atoi(action + 5);
    long bytes = drain(fd, least, 0, &last);
    report(action, bytes, last - begin, cpu_us(pid) - cpu, pid);
}

int main(int argc, char **argv)
{
    struct winsize size = {.ws_row = 60, .ws_col = 160};
    int option, fd, i;
    long enough = 0;
    while ((option = getopt(argc, argv, "+r:c:b:")) > 0)
        if (option == 'b')
            enough = atol(optarg);
        else
            *(option == 'r' ? &size.ws_row : &size.ws_col) = (unsigned short)atoi(optarg);
    int first = optind;
    for (i = first; i < argc && strcmp(argv[i], "--") != 0; i++)
        ;
    if (i + 1 >= argc)
        return 2;
    double begin = now_us(), last = begin;
    pid_t pid = forkpty(&fd, NULL, NULL, &size);
    if (pid < 0)
        return 1;
    if (pid == 0) {
        execvp(argv[i + 1], argv + i + 1);
        _exit(127);
    }
    long bytes = drain(fd, 0, enough, &last);
    report("start", bytes, last - begin, cpu_us(pid), pid);
    for (int k = first; k < i; k++)
        act(argv[k], fd, pid);
    kill(pid, SIGHUP);
    close(fd);
    for (int tries = 0; tries < 100 && waitpid(pid, NULL, WNOHANG) == 0; tries++)
        if (usleep(10000), tries == 98)
            kill(pid, SIGKILL);
    return 0;
}
