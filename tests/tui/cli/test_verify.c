/* test_verify.c - chesscade verify and chesscade list as a user runs them: what they print, where,
 * and their exit status. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/cli/command.h"

#include <unistd.h>

static char path[200];

/* Run a command with arguments, up to a NULL. The caller frees its output and errors. */
static int run_words(const char *const *words, char **out, char **err)
{
    char *arguments[16];
    int n = 0;
    for (; words[n]; n++)
        arguments[n] = (char *)words[n]; /* main() passes them like this; nobody writes to them */
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

static const char head[] =
    "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H%c'\nrev: 1\nvariant: 'classical'\n"
    "notation: 'san'\nplayers:\n- {side: 'w', name: '%s'}\n- {side: 'b', name: 'Ivo'}\n"
    "moves:\n%s";

/* Write a file of games, each given as its id's last letter, White's name and its plies. */
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

static void errors_are_reported_with_their_place(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"0", "Ana", "- 'e4'\n- 'e5'\n"},
        {"1", "Bea", "- 'e4'\n- 'Ke3'\n"},                  /* lines 13 to 24 */
        {"2", "Cia", "- 'e4'\n- m: 'x'\n  broken: true\n"}, /* 25 to 37 */
        {"3", "Dea", "- 'e4'\nend: {plies: 7}\n"},
        {"4", "Eva", "- 'e4'\n- {m: 'e5', nags: one}\n"},
    };
    char *out, *err;
    write_games(games, 5);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_NO);
    const char *const said[] = {
        ", line 24, column 3, ply 2: 'Ke3' does not replay: ",
        ", column 7: 'end' says 7 plies, but there are 1\n",
        ", line 61, column 19: 'nags' should be a list, not 'one'\n",
    };
    for (int i = 0; i < 3; i++)
        if (!strstr(err, said[i]))
            fail_msg("'%s' is not in\n%s", said[i], err);
    assert_non_null(strstr(out, "ply 2 (as noted in the file) 'x' does not replay"));
    assert_non_null(strstr(out, "3 of 5 have errors"));
    free(out);
    free(err);
    write_games(games, 1);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_DONE);
    assert_string_equal(err, "");
    free(out);
    free(err);
    write_games(games, 0);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_NO);
    assert_non_null(strstr(err, "there are no games"));
    free(out);
    free(err);
}

/* A game of fifteen lines. A row replaces part of it, so the line of the error can be counted. */
static const char sound[] = "chesscade: 1\n"
                            "id: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\n"
                            "rev: 1\n"
                            "variant: 'classical'\n"
                            "notation: 'san'\n"
                            "players:\n"
                            "- {side: 'w', name: 'Ana'}\n"
                            "- {side: 'b', name: 'Ivo'}\n"
                            "result: {score: '*'}\n"
                            "moves:\n"
                            "- 'e4'\n"
                            "- m: 'e5'\n"
                            "  comment: 'hm'\n"
                            "- 'Nf3'\n"
                            "tags: ['last']\n";
static const struct {
    const char *instead_of, *wrong, *said;
} wrongs[] = {
    {"chesscade: 1", "chesscade: 0", "line 1, column 12: 'chesscade'"},
    {"chesscade: 1", "chesscade: 99", "line 1, column 12: a newer version of the program wrote it"},
    {"chesscade: 1", "%YAML 1.1\n---\nchesscade: 1", "line 1, column 1: directives"},
    {"01JD9T4W8M6Q2R7XK5V3B0N1HC", "../../x", "line 2, column 5: 'id'"},
    {"rev: 1", "rev: 0", "line 3, column 6: 'rev'"},
    {"rev: 1", "rev: 1e3", "line 3, column 6: 'rev'"},
    {"variant: 'classical'\n", "", "line 1, column 1: 'variant' is missing"},
    {"'classical'", "'clasical'", "line 4, column 10: there is no variant 'clasical'"},
    {"'classical'", "'classical'\nrules: {options: {x: 'y'}}",
     "line 5, column 22: classical has no option 'x'"},
    {"'classical'", "'turning-chess'\nrules:\n  options:\n    turn_in_place: 'x'",
     "line 7, column 20: "},
    {"notation: 'san'", "variant: 'one'", "line 5, column 1: the key 'variant' occurs twice"},
    {"'san'", "'sann'", "line 5, column 11: 'notation'"},
    {"notation: 'san'", "notation 'san'", "line 6, column 1: this is not YAML"},
    {"players:", "event: {date: '2023-02-30'}\nplayers:",
     "line 6, column 15: 'date': 2023-02-30 is not a date of the calendar"},
    {"players:", "event:\n  start_date: '1900-?\?-31'\n  date: '1900-02-29'\nplayers:",
     "line 8, column 9: 'date': 1900-02-29 is not a date of the calendar"},
    {"players:", "start:\n  position: 'rnbqkbnr/8/8/8/8/8/8/RNBQKBN w - - 0 1'\nplayers:",
     "line 7, column 13: the start position"},
    {"side: 'w'", "side: 'z'", "line 7, column 10: 'side'"},
    {"side: 'b'", "side: 'w'", "line 8, column 3: two players"},
    {"score: '*'", "points: {w: nan}", "line 9, column 22: 'w'"},
    {"- 'e4'", "- 'e5'", "line 11, column 3, ply 1: 'e5' does not replay"},
    {"- 'e4'", "- &a 'e4'", "line 11, column 3: anchors"},
    {"- 'e4'", "- *a", "line 11, column 3: aliases"},
    {"- 'e4'", "- !x 'e4'", "line 11, column 3: tags"},
    {"- 'e4'", "<<<<<<< ours\n- 'e4'\n=======\n- 'd4'\n>>>>>>> theirs",
     "line 11, column 1: unresolved merge conflict"},
    {"- m: 'e5'", "- m: 'e5'\n  side: 'w'", "line 12, column 3, ply 2: the ply names side 'w'"},
    {"  comment: 'hm'", "\tcomment: 'hm'", "line 13, column 1: this is not YAML"},
    {"  comment: 'hm'", " comment: 'hm'", "line 13, column 2: this is not YAML"},
    {"  comment: 'hm'", "  <<: {a: 1}", "line 13, column 3: merge keys"},
    {"comment: 'hm'", "nags: [x]", "line 13, column 10: 'nags'"},
    {"comment: 'hm'", "clk: 'soon'", "line 13, column 8: 'clk'"},
    {"'hm'", "'h\xff'", "line 13, column 14: this is not UTF-8"},
    {"'hm'", "'\xC4\x8D\x07'", "line 13, column 14: the character U+0007"},
    {"'hm'", "[[[[[[[[[[1]]]]]]]]]]",
     "line 13, column 20: lists and mappings are nested too deeply"},
    {"'Nf3'", "'Nz9'", "line 14, column 3, ply 3: 'Nz9' does not replay"},
    {"- 'Nf3'\ntags: ['last']", "- 'Nf3", "line 14, column 3: this is not YAML"},
    {"- 'Nf3'", "- m: 'Nf3'\n  alts:\n  - moves: ['Nf6']",
     "line 16, column 13, ply 3: 'Nf6' does not replay"},
    {"- 'Nf3'", "- m: 'Nf3'\n  alts:\n  - moves:\n    - 'd4'\n    - 'exd5'",
     "line 18, column 7, ply 4: 'exd5' does not replay"},
    {"tags:", "then:\n- moves: ['e4']\ntags:", "line 16, column 11, ply 4: 'e4' does not replay"},
    {"tags:", "end:\n  plies: 4\ntags:", "line 16, column 3: 'end' says 4 plies"},
    {"tags:", "end:\n  position: '8/8/8/8/8/8/8/8 w - - 0 1'\ntags:",
     "line 16, column 3: 'end' gives a different position"},
};

static void each_broken_file_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        char file[2000], *out, *err;
        const char *at = strstr(sound, wrongs[i].instead_of);
        assert_non_null(at);
        const char *rest = at + strlen(wrongs[i].instead_of);
        int n = snprintf(file, sizeof file, "%.*s%s%s", (int)(at - sound), sound, wrongs[i].wrong,
                         rest);
        write_file(path, file, (size_t)n);
        assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_NO);
        if (!strstr(err, wrongs[i].said))
            fail_msg("'%s' is not in\n%s", wrongs[i].said, err);
        free(out);
        free(err);
    }
}

/* A file copied to the folder of another month: each is valid by itself. */
static void a_duplicate_game_is_reported(void **state)
{
    static const char *const folders[] = {"games", "games/2026", "games/2026/11", "games/2025",
                                          "games/2025/02"};
    static const char manifest[] =
        "chesscade: 1\nkind: 'archive'\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HA'\ntitle: 'Twice'\n";
    char top[256], *out, *err, file[100];
    (void)state;
    assert_true(make_quick_folder(top, "twice"));
    write_file(in_folder(top, "archive.yaml"), manifest, sizeof manifest - 1);
    for (int i = 0; i < 5; i++)
        assert_int_equal(mkdir(in_folder(top, folders[i]), 0700), 0);
    for (int i = 2; i < 5; i += 2) {
        snprintf(file, sizeof file, "%s/01JD9T4W8M6Q2R7XK5V3B0N1HC.yaml", folders[i]);
        /* A single copy is no error */
        assert_int_equal(run("verify", top, NULL, &out, &err), COMMAND_DONE);
        free(out);
        free(err);
        write_file(in_folder(top, file), sound, sizeof sound - 1);
    }
    assert_int_equal(run("verify", top, NULL, &out, &err), COMMAND_NO);
    assert_non_null(strstr(err,
                           "/games/2026/11/01JD9T4W8M6Q2R7XK5V3B0N1HC.yaml: the same game is in "
                           "games/2025/02/01JD9T4W8M6Q2R7XK5V3B0N1HC.yaml, too"));
    assert_non_null(strstr(out, "1 of 2 have errors"));
    free(out);
    free(err);
    remove_folder(top);
}

/* A document copied within a stream, with another game between. */
static void a_duplicate_id_in_a_stream_is_reported(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"0", "Ana", "- 'e4'\n"}, {"1", "Bea", "- 'd4'\n"}, {"0", "Ana", "- 'e4'\n"}};
    char *out, *err;
    write_games(games, 3);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_NO);
    assert_non_null(strstr(
        err,
        ", line 23, column 1: the game at line 1 has the same id; delete one, or give it another id\n"));
    assert_non_null(strstr(out, "1 of 3 have errors"));
    free(out);
    free(err);
    write_games(games, 2);
    assert_int_equal(run("verify", path, NULL, &out, &err), COMMAND_DONE);
    free(out);
    free(err);
}

static void lists_are_sanitized_and_filtered(void **state)
{
    (void)state;
    static const char *const games[][3] = {
        {"0",
         "Ana \xE2\x80\xAE"
         "evil",
         "- 'e4'\n"},
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
    assert_int_equal(
        run_words((const char *const[]){"list", path, "ivo", "-white:ana", "status:good", NULL},
                  &out, &err),
        COMMAND_DONE);
    assert_null(strstr(out, "Ana"));
    assert_non_null(strstr(out, "Bea"));
    free(out);
    free(err);
    assert_int_equal(run("list", path, "nobody", &out, &err), COMMAND_NO);
    assert_string_equal(out, "");
    free(out);
    free(err);
    assert_int_equal(run("list", "/nowhere/\x1b[2J", NULL, &out, &err), COMMAND_NO);
    assert_string_equal(
        err, "chesscade: /nowhere/?[2J: it cannot be opened: there is no such file or folder\n");
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
        cmocka_unit_test(errors_are_reported_with_their_place),
        cmocka_unit_test(each_broken_file_is_named),
        cmocka_unit_test(a_duplicate_game_is_reported),
        cmocka_unit_test(a_duplicate_id_in_a_stream_is_reported),
        cmocka_unit_test(lists_are_sanitized_and_filtered),
    };
    return cmocka_run_group_tests_name("verify", tests, make_path, drop_path);
}
