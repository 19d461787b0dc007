/* test_stream_pgn.c - a PGN file opened directly and read in pieces: it has the games that a reader
 * of the whole text finds, whatever its charset and line ends. A game larger than the limit loses
 * only itself and what cannot be told apart from it. */
#include "config.h"
#include "tests/support/club.h"

#include "archive/pgn/splitter.h"

enum { GAMES = 3000, LETTERS = 300 };

/* How a file is written: its charset and line ends. */
struct way {
    const char *feed, *mark, *umlaut, *charset;
};

static const struct way ways[] = {
    {"\n", "", "o", "UTF-8"},          {"\n", "", "\xC3\xB6", "UTF-8"},
    {"\r\n", "", "\xC3\xB6", "UTF-8"}, {"\n", "\xEF\xBB\xBF", "o", "UTF-8"},
    {"\n", "", "\xF6", "CP1252"},      {"\r\n", "", "\xF6", "CP1252"},
    {"\r\n", "", "o", "UTF-8"},        {"\r\n", "", "\x94", "CP850"},
};

/* Games with and without tags, of many lengths, with text between them; the ends of pieces fall on
 * everything there is. */
static struct yaml_text many_games(const struct way *way)
{
    struct yaml_text text = {0};
    char game[2 * LETTERS + 300], comment[2 * LETTERS + 1] = "";
    const char *feed = way->feed;
    yaml_text_add(&text, way->mark, strlen(way->mark));
    for (int i = 0; i < GAMES; i++) {
        int letters = i * 7 % LETTERS;
        comment[0] = '\0';
        for (int k = 0; k < letters; k++)
            strcat(comment, k % 3 == 1 ? way->umlaut : k % 10 == 9 ? " " : "a");
        if (i % 3)
            snprintf(game, sizeof game, "[White \"J%srg %d\"]%s%s1. e4 {%s} e5%s2. Nf3 *%s%s",
                     way->umlaut, i, feed, feed, comment, feed, feed, i % 5 ? feed : "");
        else
            snprintf(game, sizeof game, "1. d4 {%s}%s%s *%s", comment, feed, i % 2 ? "d5 Nf7" : "",
                     feed);
        yaml_text_add(&text, game, strlen(game));
        if (i % 7 == 3) { /* a stray '%' line, or something like one */
            snprintf(game, sizeof game, "%%line %d%s*%%none%s", i, feed, feed);
            yaml_text_add(&text, game, strlen(game));
        }
    }
    return text;
}

static void same_as_read(struct store *store, int at, const struct record *read)
{
    struct record *record = NULL;
    struct note why = {0};
    if (store_load(store, at, &record, NULL, NULL, &why) < 0)
        fail_msg("game %d: %s", at + 1, why.text);
    char *one = pgn_write(record), *other = pgn_write(read);
    assert_string_equal(one, other);
    free(one);
    free(other);
    record_free(record);
}

static void reading_in_pieces_finds_the_same_games(void **state)
{
    (void)state;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct yaml_text text = many_games(&ways[w]);
        struct pgn_reader reader;
        const char *charset;
        size_t length;
        char *whole = pgn_to_utf8(text.v, (size_t)text.n, NULL, &charset, &length);
        assert_string_equal(charset, ways[w].charset);
        write_file(in_top("games.pgn"), text.v, (size_t)text.n);
        struct store *store = must_open(in_top("games.pgn"));
        static struct record *read[2 * GAMES + 1];
        static int line[2 * GAMES + 1];
        int games = 0;
        pgn_begin(&reader, whole, length);
        do { /* a game starts in the line of its first word */
            line[games] = reader.line;
            for (size_t i = reader.at; i < length && strchr(" \n", whole[i]); i++)
                line[games] += whole[i] == '\n';
        } while ((read[games] = pgn_next(&reader)) && ++games < 2 * GAMES);
        assert_true(games > GAMES && games < 2 * GAMES);
        /* The game looked at last. */
        /* The game read last */
        while (store_scan(store, 100))
            same_as_read(store, store_count(store) - 1, read[store_count(store) - 1]);
        assert_int_equal(store_count(store), games);
        for (int i = games - 1; i >= 0; i -= 1 + i % 3) {
            char label[10], id[ULID_LENGTH + 1];
            int at_line;
            same_as_read(store, i, read[i]);
            store_label(store, i, label, sizeof label, id, &at_line);
            assert_int_equal(at_line, line[i]);
        }
        for (int i = 0; i < games; i++)
            record_free(read[i]);
        pgn_end(&reader);
        free(whole);
        yaml_text_clear(&text);
        store_close(store);
    }
}

static size_t bytes_of(struct store *store, int at)
{
    char *bytes;
    size_t size;
    assert_int_equal(store_bytes(store, at, &bytes, &size, NULL), 0);
    free(bytes);
    return size;
}

/* The line number of a place, from 1. */
static int line_of(const struct yaml_text *text, const char *place)
{
    int line = 1;
    for (const char *c = text->v; c < place; c++)
        line += *c == '\n';
    return line;
}

/* Opened or imported, a game that is too large ends after its first megabytes, and the next game
 * with tags follows it. */
static void a_large_game_is_cut_off(void **state)
{
    (void)state;
    enum { LARGE = 13 << 20 };
    static const char *const begin[] = {"[White \"Large\"]\n\n1. e4 {",
                                        "[White \"Large\"]\n\n1. e4 (1. d4 "};
    int line;
    char label[10], id[ULID_LENGTH + 1];
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++) {
        struct yaml_text text = {0};
        const char *first = "[White \"First\"]\n\n1. e4 *\n\n",
                   *last = "\n\n[White \"Last\"]\n\n1. d4 *\n";
        yaml_text_add(&text, first, strlen(first));
        yaml_text_add(&text, begin[i], strlen(begin[i]));
        while (text.n < LARGE)
            yaml_text_add(&text, "d5 (1. c4 \n", 11);
        yaml_text_add(&text, last, strlen(last));
        write_file(in_top("games.pgn"), text.v, (size_t)text.n);
        struct store *store = must_open(in_top("games.pgn"));
        store_scan(store, 2);
        size_t large = bytes_of(store, 1);
        store_scan(store, 100);
        assert_int_equal(bytes_of(store, 1), large); /* reading it again gives the same */
        assert_int_equal(store_count(store), 3);
        store_label(store, 2, label, sizeof label, id, &line);
        assert_int_equal(line, line_of(&text, strstr(text.v, last + 2)));
        assert_string_equal(store_listing(store, 0)->player[0], "First");
        assert_string_equal(store_listing(store, 1)->player[0], "Large");
        assert_string_equal(store_listing(store, 2)->player[0], "Last");
        struct record *record = must_load(store, store_listing(store, 2)->id, NULL);
        assert_string_equal(record->moves.v[0].text, "d4");
        record_free(record);
        store_close(store);
        yaml_text_clear(&text);
    }
}

/* A game that ends exactly at the limit of one read is read whole, and so are the games after
 * it. */
static void games_after_a_large_one_are_whole(void **state)
{
    (void)state;
    enum { PIECE = 9 << 19 /* the limit of one read, in bytes */, BEFORE = 60, BEHIND = 100 };
    static const char begin[] = "[White \"Large\"]\n\n1. e4 {", end[] = "} e5 *\n\n";
    struct yaml_text text = {0};
    char game[200];
    yaml_text_add(&text, begin, strlen(begin));
    while (text.n < PIECE - BEFORE)
        yaml_text_add(&text, "x", 1);
    yaml_text_add(&text, end, strlen(end));
    for (int i = 0; i < BEHIND; i++) {
        snprintf(game, sizeof game, "[White \"%d\"]\n\n1. d4 {%0100d} d5 *\n\n", i, i);
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top("games.pgn"), text.v, (size_t)text.n);
    struct store *store = must_open(in_top("games.pgn"));
    store_scan(store, 1000);
    assert_int_equal(store_count(store), 1 + BEHIND);
    for (int i = 1; i <= BEHIND; i++) {
        assert_int_equal(atoi(store_listing(store, i)->player[0]), i - 1);
        assert_int_equal(store_listing(store, i)->plies, 2);
    }
    store_close(store);
    struct pgn_ahead *ahead;
    struct pgn_game one;
    int fd = open(in_top("games.pgn"), O_RDONLY), games = 0;
    pgn_ahead_begin(&ahead,
                    &(struct pgn_input){.fd = fd, .size = (size_t)text.n, .charset = "UTF-8"}, 0,
                    false, NULL, NULL);
    for (; pgn_ahead_next(ahead, &one); games++) {
        assert_int_equal(one.record->moves.n, 2);
        record_free(one.record);
    }
    assert_int_equal(games, 1 + BEHIND);
    pgn_ahead_end(ahead);
    close(fd);
    yaml_text_clear(&text);
}

/* A piece is read with the byte before it, which shows whether the piece starts a line. */
static void a_piece_is_read_with_the_byte_before_it(void **state)
{
    (void)state;
    static const char games[] = "1. e4 *\n%line\n1. d4 *\n";
    put_file(in_top("games.pgn"), games);
    int fd = open(in_top("games.pgn"), O_RDONLY);
    struct pgn_source source = {.input = {.fd = fd, .size = sizeof games - 1, .charset = "UTF-8"}};
    struct pgn_raw raw = {0};
    for (size_t at = sizeof games - 2; at > 0; at--) { /* backwards, so that the buffer has a
                                                          different byte left from before */
        source.cut = at;
        pgn_raw_take(&source, &raw, 1, false);
        assert_int_equal(raw.lead, 1);
        assert_int_equal(raw.size, sizeof games - 1 - at);
        assert_memory_equal(raw.bytes, games + at - 1, raw.size + 1);
    }
    pgn_raw_clear(&raw);
    close(fd);
}

/* Changes of another program are never mistaken for a game that was read. */
static void a_changed_file_is_noticed(void **state)
{
    (void)state;
    struct note why = {0};
    struct record *record = NULL;
    put_file(in_top("games.pgn"), "[White \"Ana\"]\n\n1. e4 *\n\n[White \"Ivo\"]\n\n1. d4 *\n");
    struct store *store = must_open(in_top("games.pgn"));
    store_scan(store, 100);
    assert_int_equal(store_count(store), 2);
    record_free(must_load(store, store_listing(store, 1)->id, NULL));
    put_file(in_top("games.pgn"), "[White \"Zoe\"]\n\n1. c4 *\n");
    assert_int_equal(store_load(store, 0, &record, NULL, NULL, &why), FAIL_SYSTEM);
    assert_string_equal(why.text, "the file cannot be read: it may have been changed meanwhile");
    assert_true(store_refresh(store));
    store_scan(store, 100);
    assert_int_equal(store_count(store), 1);
    assert_string_equal(store_listing(store, 0)->player[0], "Zoe");
    assert_int_equal(unlink(in_top("games.pgn")), 0);
    assert_false(store_refresh(store));
    record_free(must_load(store, store_listing(store, 0)->id, NULL));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(reading_in_pieces_finds_the_same_games),
        CASE(a_large_game_is_cut_off),
        CASE(games_after_a_large_one_are_whole),
        CASE(a_piece_is_read_with_the_byte_before_it),
        CASE(a_changed_file_is_noticed),
    };
    return cmocka_run_group_tests_name("stream_pgn", tests, NULL, NULL);
}
