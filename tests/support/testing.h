/* testing.h - included by every test program: cmocka with the headers it needs first, and small
 * helpers. */
#ifndef CHESSCADE_TESTS_SUPPORT_TESTING_H
#define CHESSCADE_TESTS_SUPPORT_TESTING_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/sanitized.h"

/* Tests that let each system call fail once try every EACH_CALLth call. Sanitizers make a process
 * ten times as slow, so with them it is every seventh. */
enum { EACH_CALL = SANITIZED ? 7 : 1 };

/* The path of a file in the source tree, valid until the next call:
 * source_file("tests/pgn/x.pgn"). */
static inline const char *source_file(const char *name)
{
    static char path[4096];
    const char *top = getenv("CHESSCADE_SOURCE");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
    return path;
}

/* The folder of real PGN files: $CHESSCADE_PGN, by default ../shared/data. False if there are
 * none. */
static inline bool find_real_files(char folder[static 4096])
{
    const char *told = getenv("CHESSCADE_PGN");
    struct stat kind;
    snprintf(folder, 4096, "%s", told ? told : source_file("../shared/data"));
    return stat(folder, &kind) == 0 && S_ISDIR(kind.st_mode);
}

/* Make a new folder for a test, "NAME.XXXXXX" in TMPDIR or /tmp; `path` has room for 256 bytes.
 * False if that fails. */
static inline bool make_folder(char path[static 256], const char *name)
{
    const char *where = getenv("TMPDIR");
    snprintf(path, 256, "%.200s/chesscade-%s.XXXXXX", where && *where ? where : "/tmp", name);
    return mkdtemp(path) != NULL;
}

/* Remove a folder and everything in it. */
static inline void remove_folder(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", path, (char *)NULL);
        _exit(127);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Before main(): set HOME and the XDG folders to a folder of this process, removed at exit. No test
 * touches the files of the user who runs it, whether by hand or in the suite. */
static char testing_home[256];
static pid_t testing_process;

static inline void testing_leave(void)
{
    if (getpid() == testing_process) /* and not in a child process */
        remove_folder(testing_home);
}

__attribute__((constructor)) static void testing_begin(void)
{
    static const char *const ours[] = {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                       "XDG_CACHE_HOME"};
    char process[32];
    /* Another file of the same program has done it */
    const char *begun = getenv("CHESSCADE_TEST_PROCESS");
    snprintf(process, sizeof process, "%ld", (long)getpid());
    if (begun && strcmp(begun, process) == 0)
        return;
    testing_process = getpid();
    if (!make_folder(testing_home, "home") || setenv("HOME", testing_home, 1) < 0 ||
        setenv("CHESSCADE_TEST_PROCESS", process, 1) < 0 || atexit(testing_leave) != 0) {
        perror("a folder for the test");
        _exit(99);
    }
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        unsetenv(ours[i]);
}

/* A new folder for tests that flush hundreds of times: in memory unless TMPDIR is set. */
static inline bool make_quick_folder(char path[static 256], const char *name)
{
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, 256, "%.200s/chesscade-%s.XXXXXX", where, name);
    return mkdtemp(path) != NULL;
}

/* The same, and make it the user's home from now on, for all files of the user. */
static inline bool make_quick_home(char path[static 256], const char *name)
{
    unsetenv("XDG_STATE_HOME");
    return make_quick_folder(path, name) && setenv("HOME", path, 1) == 0 &&
           setenv("XDG_DATA_HOME", path, 1) == 0 && setenv("XDG_CACHE_HOME", path, 1) == 0;
}

/* The path of a name in a folder, valid until the fourth call after this one. */
static inline const char *in_folder(const char *folder, const char *name)
{
    static char path[4][600];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

/* Read a whole file and end it with NUL. The caller frees it. The test fails if the file cannot be
 * read. */
static inline char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    assert_true(length >= 0);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)length, file);
    bytes[*size] = '\0';
    fclose(file);
    return bytes;
}

/* Overwrite a file in place, so that its folder does not change. */
static inline void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Root can read and write everything. Become a user without rights, who gets the folder and
 * everything in it; take_rights_back() makes the process root again. */
static inline void give_up_rights(const char *folder)
{
    enum { NOBODY_ID = 65534 };
    char command[700];
    if (getuid() != 0)
        return;
    snprintf(command, sizeof command, "chown -R %d '%.600s'", NOBODY_ID, folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(seteuid(NOBODY_ID), 0);
}

static inline void take_rights_back(const char *folder)
{
    char command[700];
    if (getuid() != 0)
        return;
    snprintf(command, sizeof command, "chown -R 0 '%.600s'", folder);
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(system(command), 0);
}

/* Set XDG_CONFIG_HOME=folder and write a user's own settings there: a key, a setting in each file,
 * a theme. */
static inline bool make_settings(const char *folder)
{
    static const char *const file[][2] = {
        {"keys.yaml", "moves: {step-next: <F9>}\n"},
        {"options", "set speed 30\n"},
        {"start", "set pause stop\n"},
        {"themes/own.yaml", "name: own\nabout: own\nroles: {text: 'red default bold'}\n"}};
    char path[400];
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/chesscade", folder);
    if (mkdir(path, 0700) < 0 || mkdir(in_folder(path, "themes"), 0700) < 0)
        return false;
    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        write_file(in_folder(path, file[i][0]), file[i][1], strlen(file[i][1]));
    return true;
}

/* How many of the lowest descriptors are open in this process. */
static inline int open_descriptors(void)
{
    enum { MOST = 256 };
    int n = 0;
    for (int fd = 0; fd < MOST; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* Set the time of a file, or of a folder and everything in it, long ago: the program does not trust
 * recent changes. */
static inline void make_old(const char *path)
{
    const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    DIR *stream = opendir(path);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%.3800s/%.255s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            make_old(inner);
    }
    if (stream)
        closedir(stream);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Make a folder, set HOME and the XDG folders to it, add samples that can be written, and go there.
 * No test touches the files of the user who runs it. EDITOR leaves files unchanged. */
static inline bool move_into(char folder[static 256], const char *name)
{
    static const char *const places[] = {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
                                         "CHESSCADE_DATA"};
    if (!make_folder(folder, name))
        return false;
    pid_t child = fork();
    if (child == 0) {
        execlp("cp", "cp", "-r", source_file("samples"), folder, (char *)NULL);
        _exit(127);
    }
    if (waitpid(child, NULL, 0) != child || chdir(folder) < 0)
        return false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        setenv(places[i], folder, 1);
    setenv("EDITOR", "true", 1);
    setenv("VISUAL", "true", 1);
    return true;
}

#endif
