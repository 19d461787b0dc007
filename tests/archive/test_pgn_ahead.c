/* test_pgn_ahead.c - several threads read PGN ahead of the caller: they find the same games as one
 * reader, in the same order. */
#include "tests/support/chance.h"
#include "tests/support/pgn_texts.h"

#include "archive/pgn/parallel_reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* An unlinked file that holds a text. */
static int file_of(const char *text, size_t length)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fflush(file), 0);
    int fd = dup(fileno(file));
    fclose(file);
    return fd;
}

/* What a reading thread makes of a game: always its text, and also the record if it has two plies,
 * four... */
static bool is_kept(const struct record *record)
{
    return record->moves.n > 0 && record->moves.n % 2 == 0;
}

static bool write_down(void *argument, struct record *record, struct yaml_text *made,
                       struct pgn_game *game)
{
    (void)argument;
    record_write(record, made);
    game->place[0] = record->moves.n;
    return !is_kept(record);
}

static void assert_made_alike(const char *name, const char *text, size_t length, size_t piece)
{
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one;
    int fd = file_of(text, length);
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.fd = fd, .size = length, .charset = "UTF-8"},
                    piece, piece % 2, write_down, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        memcpy(one->id, strstr(game.made, "id: '") + 5, ULID_LENGTH);
        struct yaml_text expected = {0};
        record_write(one, &expected);
        if (game.size != (size_t)expected.n || memcmp(game.made, expected.v, game.size) != 0)
            fail_msg("%s, game %d, pieces of %zu: read alone\n%s\nand made ahead\n%.*s", name,
                     reader.games, piece, expected.v, (int)game.size, game.made);
        assert_int_equal(game.place[0], one->moves.n);
        assert_true((game.record != NULL) == is_kept(one));
        yaml_text_clear(&expected);
        record_free(game.record);
        record_free(one);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    assert_int_equal(pgn_ahead_error(ahead), 0);
    pgn_ahead_end(ahead);
    pgn_end(&reader);
    close(fd);
}

/* A file that has become shorter has fewer games; one that cannot be read is reported. */
static void a_file_that_fails_is_reported(void **state)
{
    static const char games[] =
        "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n\n*\n";
    struct pgn_ahead *ahead;
    struct pgn_game game;
    int fd = file_of(games, sizeof games - 1), found = 0;
    (void)state;
    pgn_ahead_begin(&ahead,
                    &(struct pgn_input){.fd = fd, .size = sizeof games + 100, .charset = "UTF-8"},
                    1, false, NULL, NULL);
    for (; pgn_ahead_next(ahead, &game); found++)
        record_free(game.record);
    assert_int_equal(found, 3);
    assert_int_equal(pgn_ahead_error(ahead), 0);
    pgn_ahead_end(ahead);
    close(fd);
    fd = open("/", O_RDONLY | O_DIRECTORY);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.fd = fd, .size = 100, .charset = "UTF-8"}, 1,
                    false, NULL, NULL);
    assert_false(pgn_ahead_next(ahead, &game));
    assert_int_equal(pgn_ahead_error(ahead), EISDIR);
    pgn_ahead_end(ahead);
    close(fd);
}

/* Several threads that read a text in pieces of any size find the same games as one reader, in the
 * same order. */
static void assert_read_alike(const char *name, const char *text, size_t length, size_t piece)
{
    assert_made_alike(name, text, length, piece);
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one, *other;
    char last[ULID_LENGTH + 1] = "";
    int number = 0;
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.bytes = text, .size = length, .charset = "UTF-8"},
                    piece, piece % 2, NULL, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        other = game.record;
        number = game.number;
        char *expected = yaml_of(one), *got = yaml_of(other);
        if (strcmp(expected, got) != 0 || number != reader.games)
            fail_msg("%s, game %d, pieces of %zu: read alone\n%s\nand ahead\n%s", name,
                     reader.games, piece, expected, got);
        assert_true(strcmp(last, other->id) < 0);
        memcpy(last, other->id, sizeof last);
        free(expected);
        free(got);
        record_free(one);
        record_free(other);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    pgn_ahead_end(ahead);
    pgn_end(&reader);
}

static void games_are_read_ahead(void **state)
{
    (void)state;
    static const char *const between[] = {"\n\n", "\n", "\n\n[Event \"e\"]\n[White \"w\"]\n\n",
                                          "\n\n% note\n[Event \"e\"]\n\n[Round \"3\"]\n\n",
                                          "\n \t\n[Event \"e\"]\n"};
    enum {
        BETWEEN = sizeof between / sizeof *between,
        ROUNDS = 12,
        LOOSE = sizeof loose / sizeof *loose
    };
    char *text = memory_new(1, ROUNDS * LOOSE * 400);
    size_t length = 0;
    for (int i = 0; i < ROUNDS * LOOSE; i++)
        text_add(text, ROUNDS * LOOSE * 400, &length, "%s%s", loose[i * 5 % LOOSE],
                 between[i * 7 % BETWEEN]);
    for (size_t piece = 1; piece < length; piece = piece * 3 + 1)
        assert_read_alike("loose texts", text, length, piece);
    free(text);
    /* The caller gives up halfway. */
    struct pgn_ahead *ahead;
    struct pgn_game game;
    const char games[] =
        "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n\n*\n";
    pgn_ahead_begin(
        &ahead, &(struct pgn_input){.bytes = games, .size = sizeof games - 1, .charset = "UTF-8"},
        1, true, NULL, NULL);
    assert_true(pgn_ahead_next(ahead, &game));
    record_free(game.record);
    assert_int_equal(game.number, 1);
    pgn_ahead_end(ahead);
}

/* Bytes in any charset, cut anywhere between games, with or without ends of batches, are read as a
 * single reader does. */
static void assert_cut_alike(const char *bytes, size_t size, size_t piece)
{
    struct pgn_reader reader;
    struct pgn_ahead *ahead;
    struct pgn_game game;
    struct record *one;
    const char *charset;
    size_t length;
    char *text = pgn_to_utf8(bytes, size, NULL, &charset, &length);
    pgn_begin(&reader, text, length);
    pgn_ahead_begin(&ahead, &(struct pgn_input){.bytes = bytes, .size = size, .charset = charset},
                    piece, piece % 2, NULL, NULL);
    while ((one = pgn_next(&reader))) {
        assert_true(pgn_ahead_next(ahead, &game));
        memcpy(game.record->id, one->id, sizeof one->id);
        if (!record_same(one, game.record))
            fail_msg("%s, pieces of %zu: game %d\n%s\nand ahead\n%s", charset, piece, reader.games,
                     yaml_of(one), yaml_of(game.record));
        record_free(one);
        record_free(game.record);
    }
    assert_false(pgn_ahead_next(ahead, &game));
    pgn_ahead_end(ahead);
    pgn_end(&reader);
    free(text);
}

/* If no tag marks the start of a game, the text before decides; text between games stays the same
 * as in one piece. */
static void games_without_tags_are_read_ahead(void **state)
{
    (void)state;
    static const char *const utf8[] = {"*{a \xC3\xA9}% b\n",
                                       "\n1. d4 {\xE2\x99\x98 ]} \xC2\xBD-\xC2\xBD",
                                       " * ",
                                       "}}e.p. {c}\n\n",
                                       "1. e4 0-0\r\n\r\n",
                                       "1. e4 e5 (1... c5 {d) ",
                                       "\n\n% note\n",
                                       "[Bare x]\n",
                                       "; g\n",
                                       "{e\n\n[Tag \"f\"]\n\n" /* only in the first text */},
                             *const latin[] = {"*{a \xE9}% b\r\n", "1. e4 {\xE4\r\n\r\n} 1-0\r",
                                               " * ", "\r\r1. d4 d5"};
    enum { ROOM = 200 << 10, MANY = 3000 };
    char *bytes = memory_new(ROOM + 100, 1);
    for (int k = 0; k < 4; k++) {
        size_t size = 0,
               n = k % 2 ? sizeof latin / sizeof *latin : sizeof utf8 / sizeof *utf8 - (k > 0);
        seed = 77 + (uint64_t)k;
        while (size < ROOM)
            text_add(bytes, ROOM + 100, &size, "%s", (k % 2 ? latin : utf8)[chance((int)n)]);
        for (size_t piece = 1; piece <= size; piece = piece * 40 + 3)
            assert_cut_alike(bytes, size, piece);
    }
    /* Letters at every end, and no tag. */
    static const char each[] = "*{\xE2\x99\x98\xE2\x99\x98\xE2\x99\x98}[Bare x]\n*\n";
    size_t end = 0;
    while (end < ROOM / 2)
        text_add(bytes, ROOM, &end, "%s%*s", each, chance(40), "");
    for (size_t piece = 1; piece < 9; piece++)
        assert_cut_alike(bytes, end, piece);
    for (int i = 0; i < MANY; i++) /* more than one batch between tags */
        memcpy(bytes + 2 * i, "*\n", 2);
    static const char tagged[] = "\n[Event \"e\"]\n\n*\n";
    memcpy(bytes + 2 * MANY, tagged, sizeof tagged);
    for (size_t piece = 1; piece <= 2 * MANY; piece = piece * 40 + 3)
        assert_cut_alike(bytes, 2 * MANY + sizeof tagged - 1, piece);
    free(bytes);
}

/* Very many tiny games: a recently read game is not parsed again, but text before or after it that
 * differs must be noticed. */
static void very_small_games_are_told_apart(void **state)
{
    (void)state;
    static const char *const words[] = {
        "*",  "*",  "*",   "*",        "1-0",    "0-1",  "1/2-1/2",
        "e4", "d4", "{a}", "(d4)",     "%x\n",   ";c\n", "[A \"b\"]\n\n",
        "$1", "1.", "--",  "Z",        "e4 e5",  "e.p.", "ep",
        "{",  "}",  "\t",  "\xC3\xA9", "1-0{x}", "*e4",  "[",
        "%",  "."};
    static const char *const between[] = {" ", "\n", "\n\n", ""};
    enum { WORDS = sizeof words / sizeof *words, FEW = 5, ROUNDS = 60, ROOM = 12 << 10 };
    char *text = memory_new(ROOM + 100, 1), name[20];
    seed = 2026;
    for (int round = 0; round < ROUNDS; round++) {
        int few[FEW], blanks = chance(4);
        size_t length = 0;
        for (int i = 0; i < FEW; i++)
            few[i] = i ? chance(WORDS) : 0;
        while (length < ROOM)
            text_add(text, ROOM + 100, &length, "%s%s", words[few[chance(FEW)]],
                     between[chance(5) ? blanks : chance(4)]);
        snprintf(name, sizeof name, "round %d", round);
        assert_made_alike(name, text, length, (size_t)(chance(2) ? ROOM * 2 : 1 + chance(ROOM)));
    }
    free(text);
}

static char real_files[4096];

/* The real files, too, if there are any. */
static void real_files_are_read_ahead(void **state)
{
    (void)state;
    DIR *directory = opendir(real_files);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[8192];
        const char *charset;
        size_t length = strlen(entry->d_name), size;
        if (length < 4 || strcmp(entry->d_name + length - 4, ".pgn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", real_files, entry->d_name);
        char *bytes = read_file(path, &size);
        char *text = pgn_to_utf8(bytes, size, NULL, &charset, &length);
        assert_read_alike(entry->d_name, text, length, 5000);
        free(text);
        free(bytes);
    }
    closedir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read_ahead),
        cmocka_unit_test(games_without_tags_are_read_ahead),
        cmocka_unit_test(very_small_games_are_told_apart),
        cmocka_unit_test(a_file_that_fails_is_reported),
        cmocka_unit_test(real_files_are_read_ahead),
    };
    size_t n = sizeof tests / sizeof *tests;
    if (!find_real_files(real_files))
        n--; /* no real files here; CHESSCADE_PGN names their folder */
    return _cmocka_run_group_tests("pgn_ahead", tests, n, NULL, NULL);
}
