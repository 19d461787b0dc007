/* test_verify.c - chesscade verify and list as a person calls them: what they print, where, and how they exit. */
#include "config.h"
#include "tests/testing.h"

#include "tui/command.h"

#include <unistd.h>

static char path[200];

/* Run a command with some arguments, up to a NULL; its answers and errors are the caller's. */
static int run_words(const char *const *words, char **out, char **err)
{
    char *arguments[16];
    int n = 0;
    for (; words[n]; n++)
        arguments[n] = (char *)words[n]; /* as main() has them; nobody writes there */
    arguments[n] = NULL;
    size_t out_size, err_size;
    FILE *answers = open_memstream(out, &out_size), *errors = open_memstream(err, &err_size);
    int status = command_named(arguments[0])->run(n, arguments, answers, errors);
    fclose(answers);
    fclose(errors);
    return status;
}

/* The same with one or two arguments. */
static int run(const char *name, const char *one, const char *two, char **out, char **err)
{
    return run_words((const char *const[]){name, one, two, NULL}, out, err);
}

static const char head[] = "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H%c'\nrev: 1\nvariant: 'classical'\n"
                           "notation: 'san'\nplayers:\n- {side: 'w', name: '%s'}\n- {side: 'b', name: 'Ivo'}\n"
                           "moves:\n%s";

/* Write a file of games, each from its id's last letter, White's name and its plies. */
static void write_games(const char *const games[][3], int n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < n; i++) {
        fputs("---\n", file);
        fprintf(file, head, games[i][0][0], games[i][1], games[i][2]);
    }
    fclose(file);
}

static void what_is_wrong_has_a_place(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"0", "Ana", "- 'e4'\n- 'e5'\n"},
        {"1", "Bea", "- 'e4'\n- 'Ke3'\n"},                          /* lines 13 to 24 */
        {"2", "Cia", "- 'e4'\n- m: 'x'\n  broken: true\n"},         /* 25 to 37 */
        {"3", "Dea", "- 'e4'\nend: {plies: 7}\n"},
        {"4", "Eva", "- 'e4'\n- {m: 'e5', nags: one}\n"},
    };
    char *out, *err;
    write_games(games, 5);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_NO);
    const char *const said[] = {
        ", line 24, column 3, ply 2: 'Ke3' does not replay: ",
        ", column 7: 'end' says 7 plies, there are 1\n",
        ", line 61, column 19: 'nags' should be a list, not 'one'\n",
    };
    for (int i = 0; i < 3; i++)
        if (!strstr(err, said[i]))
            fail_msg("'%s' is not in\n%s", said[i], err);
    assert_non_null(strstr(out, "ply 2 (as the file says itself) 'x' does not replay"));
    assert_non_null(strstr(out, "3 of 5 do not verify"));
    free(out);
    free(err);
    write_games(games, 1);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_DONE);
    assert_string_equal(err, "");
    free(out);
    free(err);
}

static void lists_are_clean_and_filtered(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"0", "Ana \xE2\x80\xAE" "evil", "- 'e4'\n"},
        {"1", "Bea", "- 'd4'\n"},
        {"2", "Cia", "- 'never closed\n"},
    };
    char *out, *err;
    write_games(games, 3);
    assert_int_equal(run("list", path, NULL, &out, &err), COMMAND_DONE);
    assert_non_null(strstr(out, "Ana evil - Ivo"));
    assert_non_null(strstr(out, "Bea - Ivo"));
    assert_non_null(strstr(out, "damaged: line 33, column 3"));
    free(out);
    free(err);
    assert_int_equal(run("list", path, "bea", &out, &err), COMMAND_DONE);
    assert_null(strstr(out, "Ana"));
    assert_non_null(strstr(out, "Bea"));
    free(out);
    free(err);
    /* The words of a query need no quotes. */
    assert_int_equal(run_words((const char *const[]){"list", path, "ivo", "-white:ana", "status:good", NULL}, &out, &err), COMMAND_DONE);
    assert_null(strstr(out, "Ana"));
    assert_non_null(strstr(out, "Bea"));
    free(out);
    free(err);
    assert_int_equal(run("list", path, "nobody", &out, &err), COMMAND_NO);
    assert_string_equal(out, "");
    free(out);
    free(err);
    assert_int_equal(run("list", "/nowhere/\x1b[2J", NULL, &out, &err), COMMAND_NO);
    assert_string_equal(err, "chesscade: /nowhere/?[2J: it cannot be opened: there is no such file or folder\n");
    free(out);
    free(err);
}

static int make_path(void **state)
{
    (void)state;
    const char *where = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.150s/chesscade-verify.XXXXXX", where && *where ? where : "/tmp");
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int drop_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_has_a_place),
        cmocka_unit_test(lists_are_clean_and_filtered),
    };
    return cmocka_run_group_tests_name("verify", tests, make_path, drop_path);
}
