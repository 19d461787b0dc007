/* test_appetite.c - promise R14 on time and memory: no file, however it is made, needs more than 64
 * MB or hangs the program. The program itself reads files that have very many of one thing. */
#include "config.h"
#include "tests/support/testing.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sanitizers check every memory access, so a sixteenth is enough for them. */
enum {
    SMALLER = SANITIZED ? 4 : 0,
    YAML_SIZE = 4 << 20 >> SMALLER,
    PGN_SIZE = 8 << 20 >> SMALLER,
    MEMORY = 64 << 10 /* KB */
};
/* Seconds of processor time after which the program counts as hanging. The promise is for a million
 * bytes; `make bench` measures the speed. */
enum { HANGS = 60 };

static const char head[] =
    "chesscade: 1\nid: '01JC00000000000000000000A1'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
    "players: [{side: 'w', name: 'A'}, {side: 'b', name: 'B'}]\n";
static const char tags[] = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 ";

/* A beginning, a part repeated up to the size, an end. */
struct meal {
    const char *begin, *again, *end;
};

static const struct meal yaml[] = {
    {"", "[", ""},
    {"", "{a: ", ""},
    {"x:\n", "? ", ""},
    {"x:\n", "- ", ""},
    {"x:\n", "-\n", ""},
    {"", "---\n", ""},
    {"comment: '", "a", "'\n"},
    {"comment: \"", "\\x41", "\"\n"},
    {"x: {", "a: 1, ", "b: 1}\n"},
    {"x: [", "[[[[[[1]]]]]], ", "1]\n"},
    {"x: [", "'',", "1]\n"},
    {"x: [&a a, ", "*a, ", "*a]\n"},
    {"", "\t", ""},
    {"", "\n", ""},
    {"", "# x\n", ""},
    {"a", ":b", ""},
    {"moves:\n", "- 'Nf3'\n- 'Nf6'\n- 'Ng1'\n- 'Ng8'\n", ""},
    {"moves:\n", "- m: 'Nf3'\n  nags: [1]\n", ""},
    {"moves:\n- 'e4'\n- m: 'e5'\n  marks:\n", "  - {as: 'circle', at: 'e4'}\n", ""},
    {"moves:\n- 'e4'\n- m: 'e5'\n  alts:\n", "  - moves:\n    - 'c5'\n", ""},
    {"comments:\n", "- {by: 'a', text: 'b'}\n", ""},
    {"", "---\na\n", ""},
    {"headers:\n", "- {name: 'a', value: 'b'}\n", ""},
    {"log:\n", "- {rev: 1, by: 'a'}\n", ""},
    {"tags: [", "'t', ", "'t']\n"},
};

static const struct meal pgn[] = {
    {"{", "x", ""},
    {"", "{", ""},
    {"", "}", ""},
    {"", "(", ""},
    {"", "(1. d4 ", ""},
    {"", "()", "*"},
    {"", "(1. d4) ", "*"},
    {"Nf6 ", "Ng1 Ng8 Nf3 Nf6 ", "*"},
    {"", "$1 ", "*"},
    {"", "!", "*"},
    {"", "{a} ", "*"},
    {"", "{[%csl Ge4]} ", "*"},
    {"{[%csl ", "Ge4,", "]} *"},
    {"{", "[%x y] ", "} *"},
    {"{", "[%clk 1:00:00]", "} *"},
    {"", "1. ", "*"},
    {"", "Qh9 ", "*"},
    {"", "x", ""},
    {"", "%\n", "*"},
    {"\n", "%\n", "*"},
    {"", ";\n", "*"},
    {"", "\"", ""},
    {"", "[", ""},
    {"*\n\n[T \"", "8/", "\"]\n\n*\n"},
    {"( ", "{a} ", ") *"},
    {"1... ", "{a} ", "*"},
    {"", "{[%by a] b} ", "*"},
    {"(1. d4) ", "{[%by a] b} ", "*"},
    {"", "(1. d4 {[%by a] b}) ", "*"},
    {"", "Nf3 {[%by a] b} Nf6 {b} Ng1 {[%by a] b} Ng8 {b} ", "*"},
    {"*\n\n", "[T \"v\"]\n", "\n*\n"},
    {"*\n\n", "[White \"v\"]\n", "\n*\n"},
    {"*\n\n", "%\n", "[White \"v\"]\n\n*\n"},
};

/* Games of a few bytes, without anything that marks the start of the next one. */
static const struct meal games[] = {
    {"", "[Variant \"one\"]\n[CcOptions \"check-rule=end-of-ply\"]\n\n1. Pa3-a4 *\n\n", ""},
    {"", "[Variant \"custom:size=26;ranks=KPPPPPPPPPPPPPPPPPPPPPPPPP\"]\n\n1. Pa1-a2 *\n\n", ""},
    {"", "*\n", ""},
    {"", "1. e4 *\n", ""},
    {"", "*{}", ""},
    {"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *\n", ""}};

static char folder[256];

static int begin(void **state)
{
    (void)state;
    return make_folder(folder, "appetite") ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

static void cook(const char *path, const char *before, const struct meal *meal, size_t size)
{
    FILE *file = fopen(path, "w");
    size_t length = strlen(meal->again), n = strlen(before) + strlen(meal->begin);
    assert_non_null(file);
    fprintf(file, "%s%s", before, meal->begin);
    for (size_t most = size - strlen(meal->end) - 1; n + length < most; n += length)
        fputs(meal->again, file);
    fputs(meal->end, file);
    assert_int_equal(fclose(file), 0);
}

/* False with sanitizers, which keep freed memory. */
static bool measures_memory(void)
{
#if SANITIZED
    return false;
#else
    return true;
#endif
}

/* `keys` is a file with the typed keys. */
static void feed_typing(const char *keys, int seconds, const char *path, const struct meal *meal,
                        const char *const arguments[3])
{
    const char *program = getenv("CHESSCADE");
    struct rusage usage;
    int status;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR), typed = open(keys, O_RDONLY);
        for (int fd = 0; fd < 3; fd++)
            dup2(fd ? nothing : typed, fd);
        setrlimit(RLIMIT_CPU, &(struct rlimit){(rlim_t)seconds, (rlim_t)seconds + 1});
        setenv("HOME", folder, 1);
        execl(program ? program : "./chesscade", "chesscade", arguments[0],
              arguments[1] ? arguments[1] : path, arguments[1] ? path : arguments[2],
              arguments[1] ? arguments[2] : (char *)NULL, (char *)NULL);
        _exit(126);
    }
    assert_true(child > 0);
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
        fail_msg("'%s' again and again: %s ends with status %x", meal->again, arguments[0],
                 (unsigned)status);
    if (measures_memory() && usage.ru_maxrss > MEMORY)
        fail_msg("'%s' again and again: %s takes %ld KB", meal->again, arguments[0],
                 usage.ru_maxrss);
}

static void feed_within(int seconds, const char *path, const struct meal *meal,
                        const char *const arguments[3])
{
    feed_typing("/dev/null", seconds, path, meal, arguments);
}

static void feed(const char *path, const struct meal *meal, const char *const arguments[3])
{
    feed_within(HANGS, path, meal, arguments);
}

/* Games whose rules must be opened: five seconds a megabyte is the time to open every game's rules
 * anew. */
#if SANITIZED
enum { RULES_SIZE = 1 << 18, RULES_HANG = HANGS };
#else
enum { RULES_SIZE = 3 << 20, RULES_HANG = 15 };
#endif

/* Games of a few bytes, each with its own rules: a board or an army that no other game has. */
enum rules_of_its_own { OWN_BOARD, OWN_ARMY, OWN_ENDS };

static void game_of_its_own(enum rules_of_its_own which, int number, char *out, size_t size)
{
    static const char *const men[] = {"PNBRGAUWTCSHI", "RNBQDFWACIJLTSOUHYEZXGM"};
    static const char *const game[] = {
        "[Variant \"custom:size=26;ranks=%s\"]\n\n*\n\n",
        "[Variant \"turning-chess\"]\n[CcOptions \"white=%s\"]\n\n*\n\n"};
    int length = which == OWN_BOARD ? 26 : 8, count = (int)strlen(men[which]);
    char rank[27] = "";
    for (int i = 0; i < length; i++) {
        rank[i] = men[which][number % count];
        number /= count;
    }
    rank[4] = 'K';
    snprintf(out, size, game[which], rank);
}

static void many_custom_rules_are_digested(void **state)
{
    static const char *const ways[][3] = {{"verify", NULL, NULL},
                                          {"import", "--check", NULL},
                                          {"list", NULL, NULL},
                                          {"duplicates", NULL, NULL}};
    char path[300], text[200];
    (void)state;
    snprintf(path, sizeof path, "%s/own.pgn", folder);
    for (int which = OWN_BOARD; which < OWN_ENDS; which++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        size_t n = 0;
        for (int number = 0; n < RULES_SIZE; number++) {
            game_of_its_own((enum rules_of_its_own)which, number, text, sizeof text);
            n += strlen(text);
            fputs(text, file);
        }
        assert_int_equal(fclose(file), 0);
        struct meal meal = {"", text, ""};
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            feed_within(RULES_HANG, path, &meal, ways[i]);
    }
}

/* To find which of a game's options is wrong, each must be checked. */
static void many_wrong_options_are_digested(void **state)
{
    static const char *const verify[3] = {"verify", NULL, NULL};
    static const struct meal meal = {
        "",
        "[Variant \"grand-triangle\"]\n[CcOptions \"crooked-rook=on;null-moves=on;"
        "promote-on-capture=on;multistep=initial;no=1\"]\n\n*\n\n",
        ""};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/refused.pgn", folder);
    cook(path, "", &meal, RULES_SIZE);
    feed_within(RULES_HANG, path, &meal, verify);
}

static void yaml_is_digested(void **state)
{
    static const char *const verify[3] = {"verify", NULL, NULL}, *const list[3] = {"list", NULL,
                                                                                   "text:nowhere"};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/meal.yaml", folder);
    for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
        cook(path, head, &yaml[i], YAML_SIZE);
        feed(path, &yaml[i], verify);
        feed(path, &yaml[i], list);
    }
}

/* Larger than anything that may be in memory: refused for its size, not because memory ran out. */
static void a_file_that_is_too_large_is_refused(void **state)
{
    enum { GIANT = 80 << 20 };
    static const struct meal meal = {
        "", "x_more: 'for ever and ever, and once more, and once more, and once more'\n", ""};
    static const char *const ways[][3] = {
        {"verify", NULL, NULL}, {"list", NULL, NULL}, {"import", "--check", NULL}};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/giant.yaml", folder);
    cook(path, head, &meal, GIANT);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        feed(path, &meal, ways[i]);
    unlink(path);
}

/* Streams larger than what may be in memory, with more games than a list may have. */
static void a_large_stream_is_scanned(void **state)
{
    enum { LARGE = 72 << 20, SMALL = 4 << 20, LETTERS = 2000 };
    static const char game[] =
        "---\nchesscade: 1\nid: '01JC00000000000000000000A1'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
        "players: [{side: 'w', name: 'A'}, {side: 'b', name: 'B'}]\ncomment: '%0*d'\nmoves: ['e4', 'e5']\n";
    static const char *const ways[][3] = {
        {"verify", NULL, NULL}, {"list", NULL, NULL}, {"list", NULL, "text:nowhere"}};
    static const char *const orders[][3] = {{"list", NULL, "sort:white"},
                                            {"list", NULL, "sort:id"}};
    static const struct meal many = {"", "---\na\n", ""};
    char path[300], text[LETTERS + sizeof game];
    (void)state;
    snprintf(path, sizeof path, "%s/large.yaml", folder);
    snprintf(text, sizeof text, game, LETTERS, 0);
    const struct meal meal = {"", text, ""};
    cook(path, "", &meal, LARGE);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        feed(path, &meal, ways[i]);
    cook(path, "", &many, SMALL);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        feed(path, &many, orders[i]);
    unlink(path);
}

/* The same with PGN; and games that never end. */
static void a_large_pgn_file_is_scanned(void **state)
{
    enum { LARGE = 72 << 20, LETTERS = 4000 };
    static const char game[] = "[White \"A\"]\n[Black \"B\"]\n\n{%0*d} 1. e4 e5 *\n\n";
    static const char *const list[3] = {"list", NULL, NULL},
                             *const text[3] = {"list", NULL, "text:nowhere"},
                             *const import[3] = {"import", "--check", NULL};
    static const struct meal giants[] = {
        {"{", "x", ""}, {"Nf6 ", "Ng1 Ng8 Nf3 Nf6 ", "*"}, {"*\n\n", "[T \"v\"]\n", "\n*\n"}};
    char path[300], again[LETTERS + sizeof game];
    (void)state;
    snprintf(path, sizeof path, "%s/large.pgn", folder);
    snprintf(again, sizeof again, game, LETTERS, 0);
    const struct meal meal = {"", again, ""};
    cook(path, "", &meal, LARGE);
    feed(path, &meal, list);
    feed(path, &meal, text);
    for (size_t i = 0; i < sizeof giants / sizeof *giants; i++) {
        cook(path, tags, &giants[i], LARGE);
        feed(path, &giants[i], list);
        feed(path, &giants[i], import);
    }
    unlink(path);
}

/* The list of so many games, which an import of a large file makes on the way, would alone need
 * more memory. */
static void very_many_games_are_imported(void **state)
{
    enum { SIZE = 8800000 /* 800,000 games */ };
    static const struct meal meal = {"", "*         \n", ""};
    char path[300], archive[300];
    (void)state;
    snprintf(path, sizeof path, "%s/many.pgn", folder);
    snprintf(archive, sizeof archive, "%s/many", folder);
    cook(path, "", &meal, SIZE);
    feed(path, &meal, (const char *const[3]){"import", archive, NULL});
}

static void pgn_is_digested(void **state)
{
    static const char *const import[3] = {"import", "--check", NULL},
                             *const list[3] = {"list", NULL, NULL},
                             *const duplicates[3] = {"duplicates", NULL, NULL},
                             *const author[3] = {"list", NULL, "by:nobody"};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/meal.pgn", folder);
    for (size_t i = 0; i < sizeof pgn / sizeof *pgn; i++) {
        cook(path, tags, &pgn[i], PGN_SIZE);
        feed(path, &pgn[i], import);
        feed(path, &pgn[i], list);
        feed(path, &pgn[i], author);
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        cook(path, "", &games[i], PGN_SIZE);
        feed(path, &games[i], import);
        feed(path, &games[i], list);
        feed(path, &games[i], duplicates);
    }
}

/* Notes on so many members of one ply that looking up each of them would be slow. */
static void notes_on_members_are_digested(void **state)
{
    enum { MEMBERS = 60000 };
    static const struct meal meal = {"", "{[%cc.step part=\"N\" text=\"a\"]} ", "*"};
    static const char *const ways[][3] = {
        {"list", NULL, NULL}, {"list", NULL, "by:nobody"}, {"import", "--check", NULL}};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/members.pgn", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(tags, file);
    for (int i = 1; i <= MEMBERS; i++)
        fprintf(file, "{[%%cc.step part=\"%d\" text=\"a\"]} ", i);
    fputs("*\n", file);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        feed(path, &meal, ways[i]);
}

/* A game with the largest number of values: changing and saving it needs several copies of it, of
 * its values and of its text. */
static void large_games_can_be_changed(void **state)
{
    static const struct meal games_of_values[] = {
        {"tags:\n", "- 't234567'\n", "moves: ['e4']\n"},
        {"x: [", "'',", "'']\nmoves: ['e4']\n"},
        {"x:\n", "- 'a2345678901234567'\n", "moves: ['e4']\n"},
        {"x:\n", "- ['', '', '', '', '']\n", "moves: ['e4']\n"},
        {"x:\n", "- [[[[[[['a']]]]]]]\n", "moves: ['e4']\n"},
        {"x:\n", "- [[['',''],['','']],[['',''],['','']]]\n", "moves: ['e4']\n"},
        {"x:\n", "- {a: {a: {a: {a: {a: {a: {a: ''}}}}}}}\n", "moves: ['e4']\n"},
    };
    static const char typed[] = "comment said of all of it\nsave\nquit\n";
    static const int values[] = {1, 1, 1, 6, 8, 15, 15};
    static const char *const plain[3] = {"--plain", NULL, NULL};
    enum { VALUES = 190000 };
    char path[300], keys[300], *bytes;
    size_t size;
    (void)state;
    snprintf(path, sizeof path, "%s/changed.yaml", folder);
    snprintf(keys, sizeof keys, "%s/typed", folder);
    write_file(keys, typed, sizeof typed - 1);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct meal *meal = &games_of_values[i];
        size_t all = strlen(meal->again) * (size_t)(VALUES / values[i]) + sizeof head +
                     strlen(meal->begin) + strlen(meal->end);
        cook(path, head, meal, all < YAML_SIZE - 1000 ? all : YAML_SIZE - 1000);
        feed_typing(keys, HANGS, path, meal, plain);
        bytes = read_file(path, &size);
        if (!strstr(bytes, "comment: 'said of all of it'"))
            fail_msg("'%s' again and again: the change is not saved", meal->again);
        free(bytes);
    }
}

/* Keys for the screen: drawing after each of them would take minutes. */
static void long_scripts_of_keys_are_digested(void **state)
{
    static const struct meal scripts[] = {{"", "jk\n", ":snapshot\n"},
                                          {"", "jjkk", "\n"},
                                          {"", ":click 5 5\n", ""},
                                          {"", ":size 99x99\n", ""}};
    const char *arguments[3] = {"snapshot", "--keys", source_file("tests/screens/club.yaml")};
    char path[300];
    (void)state;
    snprintf(path, sizeof path, "%s/keys", folder);
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        cook(path, "", &scripts[i], YAML_SIZE);
        feed(path, &scripts[i], arguments);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(yaml_is_digested, begin, end),
        cmocka_unit_test_setup_teardown(a_file_that_is_too_large_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_large_stream_is_scanned, begin, end),
        cmocka_unit_test_setup_teardown(a_large_pgn_file_is_scanned, begin, end),
        cmocka_unit_test_setup_teardown(pgn_is_digested, begin, end),
        cmocka_unit_test_setup_teardown(very_many_games_are_imported, begin, end),
        cmocka_unit_test_setup_teardown(many_custom_rules_are_digested, begin, end),
        cmocka_unit_test_setup_teardown(notes_on_members_are_digested, begin, end),
        cmocka_unit_test_setup_teardown(many_wrong_options_are_digested, begin, end),
        cmocka_unit_test_setup_teardown(large_games_can_be_changed, begin, end),
        cmocka_unit_test_setup_teardown(long_scripts_of_keys_are_digested, begin, end),
    };
    return cmocka_run_group_tests_name("appetite", tests, NULL, NULL);
}
