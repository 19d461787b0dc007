/* plain_people.h - people who play together in plain mode. Each person is a process that reads and
 * writes through pipes: a test types lines and waits for sentences. Every wait has a time limit. */
#ifndef CHESSCADE_TESTS_SUPPORT_PLAIN_PEOPLE_H
#define CHESSCADE_TESTS_SUPPORT_PLAIN_PEOPLE_H

#include "tests/support/testing.h"

#include "archive/live/journal.h"
#include "archive/store/store.h"
#include "tui/plain/plain.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PEOPLE = 4, HEARD = 1 << 20, PATIENCE = 120000 /* milliseconds */ };

static char home[256];
static char club[PATH_MAX];

struct plain_person {
    pid_t process;
    int in, out;
    char *heard;          /* [HEARD] */
    size_t length, taken; /* taken: hears() has searched up to here */
};

static int inputs[PEOPLE], outputs[PEOPLE], people; /* of those present */

static inline struct plain_person come(const char *name, bool restricted)
{
    struct plain_person person = {.heard = memory_new(HEARD, 1)};
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    person.process = fork();
    assert_true(person.process >= 0);
    if (person.process == 0) {
        struct plain_options options = {
            .lobby = club, .name = name, .restricted = restricted, .today = "2026-01-31"};
        close(in[1]);
        close(out[0]);
        for (int i = 0; i < people; i++) { /* otherwise nobody's input would ever end */
            close(inputs[i]);
            close(outputs[i]);
        }
        plain_input_end_on_signals(false);
        FILE *hears = fdopen(in[0], "r"), *says = fdopen(out[1], "w");
        int status = plain_run(&options, hears, says);
        fclose(hears);
        fclose(says);
        _exit(status);
    }
    close(in[0]);
    close(out[1]);
    assert_true(people < PEOPLE);
    person.in = inputs[people] = in[1];
    person.out = outputs[people++] = out[0];
    return person;
}

static inline void types(struct plain_person *person, const char *line)
{
    size_t length = strlen(line);
    assert_int_equal(write(person->in, line, length), (int)length);
    assert_int_equal(write(person->in, "\n", 1), 1);
}

static inline bool read_more(struct plain_person *person)
{
    struct pollfd fd = {.fd = person->out, .events = POLLIN};
    if (poll(&fd, 1, PATIENCE) <= 0)
        return false;
    ssize_t n = read(person->out, person->heard + person->length, HEARD - 1 - person->length);
    if (n > 0)
        person->length += (size_t)n;
    return n > 0;
}

/* Wait until the program says a text after the last text that was waited for. */
static inline void hears(struct plain_person *person, const char *text)
{
    for (;;) {
        const char *found = strstr(person->heard + person->taken, text);
        if (found) {
            person->taken = (size_t)(found - person->heard) + strlen(text);
            return;
        }
        if (!read_more(person))
            fail_msg("'%s' is not said, but:\n%s", text, person->heard + person->taken);
    }
}

/* Wait until the program says one of two texts after the last text that was waited for; return true
 * if it is the first. */
static inline bool hears_first(struct plain_person *person, const char *first, const char *second)
{
    for (;;) {
        const char *heard = person->heard + person->taken;
        const char *one = strstr(heard, first), *other = strstr(heard, second);
        if (one || other) {
            hears(person, one ? first : second);
            return one;
        }
        if (!read_more(person))
            fail_msg("neither '%s' nor '%s' is said, but:\n%s", first, second,
                     person->heard + person->taken);
    }
}

/* Wait for `until`, and fail if the program said `text` before it. */
static inline void does_not_hear(struct plain_person *person, const char *text, const char *until)
{
    size_t from = person->taken;
    hears(person, until);
    char end = person->heard[person->taken];
    person->heard[person->taken] = '\0';
    if (strstr(person->heard + from, text))
        fail_msg("'%s' is said: %s", text, person->heard + from);
    person->heard[person->taken] = end;
}

static inline void leave(struct plain_person *person)
{
    int status;
    close(person->in);
    while (read_more(person)) {
    }
    close(person->out);
    for (int i = 0; i < people; i++)
        if (inputs[i] == person->in) {
            inputs[i] = inputs[--people];
            outputs[i] = outputs[people];
        }
    assert_int_equal(waitpid(person->process, &status, 0), person->process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (const unsigned char *c = (const unsigned char *)person->heard; *c; c++)
        assert_true(*c >= 0x20 || *c == '\n');
    free(person->heard);
}

/* Ana and Bob sit down to a game of `what`, after Bob was invited. */
static inline void sit_down(struct plain_person *ana, struct plain_person *bob, const char *what)
{
    char line[80];
    snprintf(line, sizeof line, "challenge bob %s", what);
    types(ana, line);
    hears(bob, "You are invited to play");
    types(bob, "join 1");
    hears(bob, "You play Black.");
    hears(ana, "Your move.");
}

/* The same for three, with Cle as Red: the seats are open to everyone. */
static inline void sit_down_three(struct plain_person *ana, struct plain_person *bob,
                                  struct plain_person *cle, const char *what)
{
    char line[80];
    snprintf(line, sizeof line, "seek triangle-corners-3 %s", what);
    types(ana, line);
    hears(ana, "Red is open.");
    types(bob, "join 1");
    hears(bob, "You play Black.");
    types(cle, "join 1");
    hears(cle, "You play Red.");
    hears(ana, "Your move.");
}

/* Play a ply, and wait until the next player hears of it. */
static inline void plays(struct plain_person *who, const char *ply, struct plain_person *next)
{
    types(who, ply);
    hears(next, "Your move.");
}

/* Stop everyone who is still there after a failure. */
static inline int everybody_leaves(void **state)
{
    (void)state;
    while (people > 0) {
        close(inputs[--people]);
        close(outputs[people]);
    }
    return 0;
}

/* The number of games in the club's archive, and the score of the last one. */
static inline int games_kept(char score[32], int *plies)
{
    struct store *store;
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    store_scan(store, INT_MAX);
    int n = store_count(store);
    if (n) {
        snprintf(score, 32, "%s", store_listing(store, n - 1)->score);
        *plies = store_listing(store, n - 1)->plies;
    }
    store_close(store);
    return n;
}

/* The number of games that were started as strict, with two minutes of grace. */
static inline int strict_games_played(void)
{
    char command[300];
    int n = 0;
    snprintf(command, sizeof command,
             "cat '%.200s'/trash/*.jnl | grep -c \"mode: 'strict', grace: 2\"", club);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%d", &n), 1);
    pclose(pipe);
    return n;
}

static inline int journals(void)
{
    struct live_summary *list;
    struct store *store;
    assert_int_equal(store_open(&store, club, NULL, NULL), 0);
    int n = journal_list(store, &list);
    free(list);
    store_close(store);
    return n;
}

static inline int begin(void **state)
{
    (void)state;
    if (!make_folder(home, "plain-lobby"))
        return -1;
    setenv("HOME", home, 1);
    setenv("XDG_DATA_HOME", home, 1);
    setenv("CHESSCADE_DATA", home, 1);
    signal(SIGPIPE, SIG_IGN);
    return 0;
}

/* Give each test its own archive. */
static inline int found_a_club(void **state)
{
    static int clubs;
    char path[PATH_MAX + 20];
    (void)state;
    snprintf(club, sizeof club, "%s/club%d", home, ++clubs);
    if (mkdir(club, 0700) < 0)
        return -1;
    snprintf(path, sizeof path, "%s/archive.yaml", club);
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fputs(
        "chesscade: 1\nkind: 'archive'\nid: '01JD9TD0V4Z8C2F6J0M4Q8T2W6'\ntitle: 'Club'\nlayout: 'month'\n",
        file);
    fclose(file);
    return 0;
}

#define IN_A_CLUB(test) cmocka_unit_test_setup_teardown(test, found_a_club, everybody_leaves)

static inline int leave_home(void **state)
{
    (void)state;
    remove_folder(home);
    return 0;
}

#endif
