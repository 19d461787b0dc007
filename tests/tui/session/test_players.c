/* test_players.c - the players who are present, and those who may play: killed sessions, lines of
 * authorized_keys, names that look alike. */
#include "config.h"
#include "tests/support/live_club.h"

#include "archive/live/people.h"
#include "tui/session/lobby/lobby.h"
#include "tui/system/authorized_keys.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef F_OFD_SETLK
#define F_OFD_SETLK F_SETLK
#endif

static void a_killed_session_is_no_longer_present(void **state)
{
    struct presence *own;
    struct person *list;
    struct note why;
    char byte;
    int line[2], status;
    (void)state;
    assert_int_equal(presence_enter(&own, store, "ana", &why), 0);
    struct presence *none;
    assert_int_equal(presence_enter(&none, store, "../ana", &why), FAIL_TEXT);
    /* Nor does a locked file without a valid name count as a player. */
    static const char *const hostile[] = {"\033[2J", "-rf", "Ana", "\xD0\xB0na", ""};
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(path_of("here", hostile[i], ".1.x"), O_RDWR | O_CREAT, 0600);
        assert_true(fd >= 0 && fcntl(fd, F_OFD_SETLK, &range) == 0);
        assert_int_equal(presence_list(own, &list), 1);
        free(list);
        close(fd);
        unlink(path_of("here", hostile[i], ".1.x"));
    }
    /* Nor does a link to a user's own locked file, or something that is not a file. */
    char linked[600], target[300] = "";
    DIR *stream = opendir(path_of("here", "", ""));
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (!strncmp(entry->d_name, "ana.", 4))
            snprintf(target, sizeof target, "%s", entry->d_name);
    closedir(stream);
    snprintf(linked, sizeof linked, "%s", path_of("here", "eve", ".1.x"));
    assert_int_equal(symlink(target, linked), 0);
    assert_int_equal(presence_list(own, &list), 1);
    free(list);
    assert_int_equal(unlink(linked), 0);
    assert_int_equal(mkfifo(linked, 0600), 0);
    alarm(20); /* and nobody waits for it */
    assert_int_equal(presence_list(own, &list), 1);
    free(list);
    alarm(0);
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();
    if (child == 0) {
        struct presence *other;
        if (presence_enter(&other, store, "bob", &why) < 0)
            _exit(1);
        presence_go(other, "01JD9T8B1N5S9W3Z7C1F5J9M3Q", true);
        if (write(line[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(line[0], &byte, 1), 1);
    assert_int_equal(presence_list(own, &list), 2);
    const struct person *bob = !strcmp(list[0].name, "bob") ? &list[0] : &list[1];
    assert_string_equal(bob->name, "bob");
    assert_string_equal(bob->game, "01JD9T8B1N5S9W3Z7C1F5J9M3Q");
    assert_true(bob->plays && !bob->self);
    free(list);
    /* Looking at the presence does not notify the watchers, or they would look without end; the end
     * of a session does. */
    struct live_watch *watched = live_watch_new(store);
    live_watch_add(watched, LIVE_WATCH_HERE);
    int watch = live_watch_fd(watched);
    struct pollfd poll_of = {.fd = watch, .events = POLLIN};
    assert_int_equal(presence_list(own, &list), 2);
    free(list);
    if (watch >= 0)
        assert_int_equal(poll(&poll_of, 1, 0), 0);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (watch >= 0) {
        assert_int_equal(poll(&poll_of, 1, 60000), 1);
        assert_int_equal(live_watch_told(watched), LIVE_WATCH_HERE);
    }
    live_watch_free(watched);
    assert_int_equal(presence_list(own, &list), 1);
    assert_true(list[0].self);
    free(list);
    presence_leave(own);
    close(line[0]);
    close(line[1]);
}

#define KEY_1 "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
#define KEY_2 "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPvBFVVKmfQqk4CPHDyCZ3jbvJJjjjwdtwEv7LA0lXk"

static void players_are_lines_of_authorized_keys(void **state)
{
    static const char foreign[] = "# the owner's own\nssh-ed25519 AAAAforeign owner@host\n";
    static const char *const bad[] = {"ssh-ed25519 short",
                                      "ssh-dss "
                                      "AAAA",
                                      KEY_1 "\",command=\"sh",
                                      "AAAA",
                                      "",
                                      "ssh-ed25519 AAAA\nssh-rsa AAAA"};
    static const char *const names[] = {
        "../x", "-rf", "", "Cle", "cle eve", "cle\",command=\"sh", "a234567890123456789012345"};
    char file[300];
    struct note why;
    struct stat stat_of;
    size_t size;
    (void)state;
    snprintf(file, sizeof file, "%s/keys", top);
    write_file(file, foreign, strlen(foreign));
    assert_int_equal(
        players_add(file, "ana", KEY_1 " ana@home", "/usr/bin/chesscade", "/srv/chess", &why), 0);
    /* Otherwise sshd would ignore the file */
    assert_true(stat(file, &stat_of) == 0 && (stat_of.st_mode & 0777) == 0600);
    assert_int_equal(players_add(file, "bob", KEY_2, "/usr/bin/chesscade", "/srv/chess", &why), 0);
    assert_int_equal(players_add(file, "bob", KEY_1, "/usr/bin/chesscade", "/srv/chess", &why),
                     FAIL_CONFLICT);
    assert_int_equal(players_add(file, "a-na", KEY_1 "x", "/usr/bin/chesscade", "/srv/chess", &why),
                     FAIL_NAME);
    assert_int_equal(
        players_add(file, "b0b",
                    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7vbqajDhA7vbqajDhA7vbqajDhA",
                    "/usr/bin/chesscade", "/srv/chess", &why),
        FAIL_NAME);
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "/usr/bin/chess cade", "/srv/chess", &why),
                     FAIL_TEXT);
    assert_int_equal(
        players_add(file, "cle", KEY_2 "=", "/usr/bin/chesscade", "/srv/\"chess", &why), FAIL_TEXT);
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "chesscade", "/srv/chess", &why),
                     FAIL_TEXT); /* in which PATH would it be found? */
    assert_int_equal(players_add(file, "cle", KEY_2 "=", "/usr/bin/chesscade", "chess", &why),
                     FAIL_TEXT);
    /* The key is new: it is the name that is refused */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(
            players_add(file, names[i], KEY_2 "=", "/usr/bin/chesscade", "/srv/chess", &why),
            FAIL_TEXT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(players_add(file, "cle", bad[i], "/usr/bin/chesscade", "/srv/chess", &why),
                         FAIL_TEXT);
    char *text = slurp(file, &size);
    text[size] = '\0';
    assert_string_equal(
        text,
        "# the owner's own\nssh-ed25519 AAAAforeign owner@host\n"
        "command=\"/usr/bin/chesscade lobby --as ana /srv/chess\",restrict,pty " KEY_1 " ana\n"
        "command=\"/usr/bin/chesscade lobby --as bob /srv/chess\",restrict,pty " KEY_2 " bob\n");
    assert_int_equal(players_remove(file, "ana", &why), 1);
    assert_int_equal(players_remove(file, "ana", &why), FAIL_NAME);
    text = slurp(file, &size);
    text[size] = '\0';
    assert_memory_equal(text, foreign, strlen(foreign));
    assert_null(strstr(text, "ana"));
    assert_non_null(strstr(text, "--as bob"));
}

/* Scripts, too, may add many players at a time. */
static void players_added_at_once_are_all_there(void **state)
{
    enum { PROCESSES = 8, EACH = 6 };
    static const char firsts[] = "abcdefgh", seconds[] = "kmpqst"; /* no two of them look alike */
    char file[300], name[8], key[100];
    struct note why;
    size_t size;
    int status;
    (void)state;
    snprintf(file, sizeof file, "%s/many", top);
    for (int process = 0; process < PROCESSES; process++) {
        if (fork())
            continue;
        for (int i = 0; i < EACH; i++) {
            snprintf(name, sizeof name, "x%c%c", firsts[process], seconds[i]);
            snprintf(key, sizeof key, KEY_1 "%c%c", firsts[process], seconds[i]);
            if (players_add(file, name, key, "/usr/bin/chesscade", "/srv/chess", &why) < 0)
                _exit(1);
        }
        _exit(0);
    }
    for (int process = 0; process < PROCESSES; process++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    char *text = slurp(file, &size);
    text[size] = '\0';
    for (int i = 0; i < PROCESSES * EACH; i++) {
        char line[16];
        snprintf(line, sizeof line, " --as x%c%c ", firsts[i / EACH], seconds[i % EACH]);
        if (!strstr(text, line))
            fail_msg("%s is lost", line);
    }
}

static void names_that_look_alike_are_refused(void **state)
{
    static const char *const bad[] = {
        "",           "..",  "-rf",      "a/b",  "Ana",
        "\xD0\x90na", "a b", "a\033[2J", "1ana", "abcdefghijklmnopqrstuvwxy"};
    struct note why;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(player_name_check(bad[i], &why), FAIL_TEXT);
    assert_int_equal(player_name_check("ana_2-b", &why), 0);
    assert_true(player_names_alike("anna", "a-nna"));
    assert_true(player_names_alike("bill", "b111"));
    assert_true(player_names_alike("rnarta", "marta"));
    assert_false(player_names_alike("ana", "ena"));
    /* from files: case, width, accents, letters of other alphabets, invisible characters */
    static const char *const like_ana[] = {"ANA",
                                           "An\xC3\xA1",
                                           "\xEF\xBD\x81\xEF\xBD\x8E\xEF\xBD\x81",
                                           "\xD0\xB0na",
                                           "\xD0\x90na",
                                           "\xCE\xB1n\xCE\xB1",
                                           "a\xE2\x80\x8Bna",
                                           "anna"};
    for (size_t i = 0; i < sizeof like_ana / sizeof *like_ana; i++)
        assert_true(player_names_alike("ana", like_ana[i]));
    assert_false(player_names_alike("ana", "\xE5\xAE\x89"));
    assert_false(player_names_alike("\xE5\xAE\x89", "\xE5\xAE\x8A"));
    assert_true(player_names_alike("\xFF", "\xFF"));
}

static void a_name_like_a_known_one_is_announced(void **state)
{
    struct player_names names = {0};
    char text[200];
    (void)state;
    player_names_know(&names, "bill");
    player_names_know(&names, "eve");
    player_names_know(&names, "bill");
    assert_int_equal(names.n, 2);
    assert_false(player_names_tell(&names, "bill", text, sizeof text));
    assert_null(player_names_like(&names, "bill"));
    assert_string_equal(player_names_like(&names, "b1ll"), "bill");
    player_names_know(&names, "b1ll");
    assert_string_equal(player_names_like(&names, "bill"), "b1ll");
    assert_true(player_names_tell(&names, "bill", text, sizeof text));
    assert_string_equal(text, "bill (you) and b1ll, in capitals BILL and B1LL");
    player_names_know(&names, "e-ve");
    assert_true(player_names_tell(&names, "ana", text, sizeof text));
    assert_string_equal(
        text, "bill and b1ll, in capitals BILL and B1LL; eve and e-ve, in capitals EVE and E-VE");
    player_names_clear(&names);
    /* A challenge to "b0b" does not cast doubt on bob, who has been here, whether before or
     * after. */
    player_names_hear(&names, "b0b");
    player_names_hear(&names, "boob");
    assert_false(player_names_tell(&names, "ana", text, sizeof text));
    player_names_know(&names, "bob");
    assert_null(player_names_like(&names, "bob"));
    assert_string_equal(player_names_like(&names, "b0b"), "bob");
    assert_true(player_names_tell(&names, "ana", text, sizeof text));
    assert_string_equal(text, "b0b and boob and bob, in capitals B0B and BOOB and BOB");
    player_names_hear(&names, "bob");
    assert_string_equal(player_names_like(&names, "b0b"), "bob");
    player_names_know(&names, "b0b"); /* b0b has come */
    assert_string_equal(player_names_like(&names, "bob"), "b0b");
    player_names_clear(&names);
}

/* A name may be logged in only so often, whatever logins it uses. */
static void the_number_of_sessions_per_name_is_limited(void **state)
{
    struct lobby_place place[SESSIONS_OF_A_PLAYER_MAX + 1];
    struct note why = {0};
    char club[300];
    (void)state;
    snprintf(club, sizeof club, "%s/club", top);
    for (int i = 0; i < SESSIONS_OF_A_PLAYER_MAX; i++)
        assert_int_equal(lobby_enter(&place[i], club, "ana", true, true, &why), 0);
    assert_int_equal(lobby_enter(&place[SESSIONS_OF_A_PLAYER_MAX], club, "ana", true, true, &why),
                     FAIL_LIMIT);
    assert_non_null(strstr(why.text, "ana is at 16 terminals here already"));
    assert_int_equal(lobby_enter(&place[SESSIONS_OF_A_PLAYER_MAX], club, "bob", true, true, &why),
                     0);
    lobby_leave(&place[0]);
    assert_int_equal(lobby_enter(&place[0], club, "ana", true, true, &why), 0);
    for (int i = 0; i <= SESSIONS_OF_A_PLAYER_MAX; i++)
        lobby_leave(&place[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_session_is_no_longer_present),
        cmocka_unit_test(the_number_of_sessions_per_name_is_limited),
        cmocka_unit_test(players_are_lines_of_authorized_keys),
        cmocka_unit_test(players_added_at_once_are_all_there),
        cmocka_unit_test(names_that_look_alike_are_refused),
        cmocka_unit_test(a_name_like_a_known_one_is_announced),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
