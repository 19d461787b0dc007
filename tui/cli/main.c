/* main.c - the program's entry point: runs a command without a screen, or the client. */
#include "config.h"
#include "core/util/spelling.h"
#include "tui/cli/client.h"
#include "tui/cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Print help on everything, or on one command. */
static int main_help(const char *name)
{
    const struct command *command = name ? command_named(name) : NULL;
    char hint[SPELLING_HINT_ROOM];
    if (command) {
        command_help(stdout, command);
        return COMMAND_DONE;
    }
    bool one = name && !strcmp(name, "new");
    if (name && !one && strcmp(name, "help") != 0 && strcmp(name, "version") != 0) {
        command_near(name, hint, sizeof hint);
        command_error(stderr, name, "there is no such command%s",
                      *hint ? hint : "; --help lists them");
        return COMMAND_USAGE;
    }
    puts("chesscade " PACKAGE_VERSION
         ": turning, turnover, triangle and Croatian chess in a terminal\n");
    client_help(stdout);
    if (!one) /* the client handles `new` */
        command_list(stdout);
    return COMMAND_DONE;
}

/* True if the option occurs before `--`. */
static bool main_has_option(int argc, char **argv, const char *option)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], option))
            return true;
    return false;
}

/* True if an argument is a word such as `help`, or the same as an option: `--help` or `-h`. */
static bool main_is_word(const char *argument, const char *word, const char *letter)
{
    return !strcmp(argument, word) || !strcmp(argument, letter) ||
           (!strncmp(argument, "--", 2) && !strcmp(argument + 2, word));
}

/* If a standard descriptor is closed, open it. Otherwise the next file that is opened would get its
 * number: output would be written into a game, or a game would be read as commands. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
            _exit(COMMAND_NO);
}

/* Accept `chesscade --ascii lobby` as well as `chesscade lobby --ascii`. Other commands take no
 * options of the client. */
static void put_lobby_first(int argc, char **argv)
{
    int at = client_options_end(argc, argv);
    char *lobby = at < argc ? argv[at] : NULL;
    if (!lobby || strcmp(lobby, "lobby") != 0)
        return;
    for (; at > 1; at--)
        argv[at] = argv[at - 1];
    argv[1] = lobby;
}

/* Check that all output was written. If it was not, report that and return COMMAND_NO. */
static int main_printed(const char *name, int status)
{
    errno = 0;
    bool lost = fflush(stdout) == EOF;
    if ((!lost && !ferror(stdout)) || status != COMMAND_DONE)
        return status;
    command_error(stderr, name, "the output cannot be written%s%s", errno ? ": " : "",
                  errno ? strerror(errno) : "");
    return COMMAND_NO;
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    memory_exhausted = client_out_of_memory;
#ifdef SIGXFSZ
    /* without this signal, a write beyond the limit on file sizes just fails, and is reported like
     * a full disk */
    signal(SIGXFSZ, SIG_IGN);
#endif
    if (argc > 1 && main_is_word(argv[1], "help", "-h"))
        return main_printed(NULL, main_help(argc > 2 ? argv[2] : NULL));
    put_lobby_first(argc, argv);
    const struct command *command = argc > 1 ? command_named(argv[1]) : NULL;
    bool letter = main_has_option(argc, argv, "-h") &&
                  (!command || !strcmp(argv[argc - 1], "-h")); /* within a query, "-h" is a word */
    bool asks = letter || main_has_option(argc, argv, "--help");
    if (command && !asks)
        return main_printed(command->name, command->run(argc - 1, argv + 1, stdout, stderr));
    if (asks)
        return main_printed(command ? command->name : NULL,
                            main_help(command ? command->name : NULL));
    if ((argc > 1 && main_is_word(argv[1], "version", "-V")) ||
        main_has_option(argc, argv, "--version") || main_has_option(argc, argv, "-V")) {
        puts("chesscade " PACKAGE_VERSION);
        return main_printed(NULL, COMMAND_DONE);
    }
    return main_printed(NULL, client_run(argc, argv));
}
