/* main.c - the program's entry: a command without a screen, or the client. */
#include "config.h"
#include "tui/client.h"
#include "tui/command.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static int help(FILE *out)
{
    fprintf(out, "chesscade " PACKAGE_VERSION ": turning, turnover, triangle and Croatian chess in a terminal\n\n");
    client_help(out);
    command_list(out);
    return COMMAND_DONE;
}

static bool asks_for_help(const char *argument)
{
    return !strcmp(argument, "--help") || !strcmp(argument, "-h");
}

/* A closed standard descriptor would be given to the next file that is opened: what is printed would be written into a
 * game, and a game be read as commands. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
            _exit(COMMAND_NO);
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    setlocale(LC_CTYPE, "");
    memory_exhausted = client_out_of_memory;
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is an error of write() like a full disk, and said so */
#endif
    if (argc > 1 && asks_for_help(argv[1]))
        return help(stdout);
    if (argc > 1 && !strcmp(argv[1], "--version")) {
        puts("chesscade " PACKAGE_VERSION);
        return COMMAND_DONE;
    }
    const struct command *command = argc > 1 ? command_named(argv[1]) : NULL;
    if (command && argc == 3 && asks_for_help(argv[2])) {
        command_help(stdout, command);
        return COMMAND_DONE;
    }
    if (command)
        return command->run(argc - 1, argv + 1, stdout, stderr);
    return client_run(argc, argv);
}
