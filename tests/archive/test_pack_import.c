/* test_pack_import.c - imports into packs: interrupted and resumed, no game twice, and the list
 * that is made while the games are written. */
#include "config.h"
#include "tests/support/packed_club.h"

#include "archive/summary/summary_table.h"
#include "archive/store/pack/pack_writer.h"

#include <signal.h>

/* Killed, cancelled and resumed: every game once, in the order of the file. */
struct stopping {
    int games;
    bool kill;
};

static bool stop_after(void *argument, size_t done, size_t size, int games)
{
    const struct stopping *stopping = argument;
    (void)done, (void)size;
    if (games < stopping->games)
        return true;
    if (stopping->kill)
        raise(SIGKILL);
    return false;
}

static void an_interrupted_import_is_resumed(void **state)
{
    (void)state;
    enum { GAMES = 9000 };
    struct store *store = new_archive("cut");
    struct import_report report;
    new_pgn("long.pgn", GAMES);
    for (int from = 0; from <= 4500; from += 1500) {
        struct stopping stopping = {from, from % 1000 != 0};
        struct import_options options = {
            .pack = "long", .progress = stop_after, .argument = &stopping};
        pid_t child = fork();
        if (child == 0) {
            struct note why;
            import_file(store, in_top("long.pgn"), &options, &report, &why);
            _exit(0);
        }
        int status;
        while (waitpid(child, &status, 0) < 0)
            continue;
        assert_int_equal(WIFSIGNALED(status), stopping.kill);
        /* No pack before it is complete */
        assert_true(access(in_top("cut/packs/long.yaml"), F_OK) < 0);
        /* A different file is not mixed into it once something was written for certain. */
        if (!stopping.kill && from) {
            new_pgn("other.pgn", 3);
            assert_int_equal(try_import(store, in_top("other.pgn"),
                                        &(struct import_options){.pack = "long"}, &report),
                             FAIL_CONFLICT);
        }
    }
    report = import(store, in_top("long.pgn"), "long");
    assert_true(report.there > 0);
    assert_int_equal(report.there + report.games, GAMES);
    assert_int_equal(store_count(store), GAMES);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(atoi(store_listing(store, i)->event), i);
    assert_true(access(in_top("cut/packs/.long.part"), F_OK) < 0);
    assert_true(access(in_top("cut/packs/.long.state"), F_OK) < 0);
    new_pgn("other.pgn", 3);
    assert_int_equal(
        try_import(store, in_top("other.pgn"), &(struct import_options){.pack = "long"}, &report),
        FAIL_CONFLICT); /* such a pack exists */
    assert_int_equal(
        try_import(store, in_top("other.pgn"), &(struct import_options){.pack = "../x"}, &report),
        FAIL_NAME);
    store_close(store);
}

/* A stream has ids: games that are already in the archive, in files, in other packs or earlier in
 * the stream, are skipped, also by a resumed import. */
static void known_ids_are_skipped(void **state)
{
    (void)state;
    enum { GAMES = 3000, HALF = 1500 };
    struct store *store = new_archive("whole"), *known = new_archive("known");
    struct import_report report = import(store, new_pgn("stream.pgn", GAMES), "all");
    size_t size;
    char *bytes = read_file(in_top("whole/packs/all.yaml"), &size), *half = bytes;
    for (int i = 0; i < HALF; i++)
        half = strstr(half, "\n---\n") + 1;
    write_file(in_top("half.yaml"), bytes, (size_t)(half - bytes));
    write_file(in_top("stream.yaml"), bytes, size);
    struct yaml_text twice = {0};
    yaml_text_add(&twice, bytes, (int)size);
    yaml_text_add(&twice, bytes, (int)size);
    write_file(in_top("twice.yaml"), twice.v, (size_t)twice.n);
    yaml_text_clear(&twice);
    /* twice within the stream */
    report = import(known, in_top("half.yaml"), "half");
    assert_int_equal(report.games, HALF);
    report = import(known, in_top("twice.yaml"), "twice");
    assert_int_equal(report.games, GAMES - HALF);
    assert_int_equal(report.there, GAMES + HALF);
    assert_int_equal(store_count(known), GAMES);
    /* All of it is known: no pack, no files. */
    report = import(known, in_top("stream.yaml"), "nothing");
    assert_int_equal(report.games, 0);
    assert_int_equal(report.there, GAMES);
    assert_int_equal(access(in_top("known/packs/nothing.yaml"), F_OK), -1);
    assert_int_equal(access(in_top("known/packs/.nothing.part"), F_OK), -1);
    report = import(known, in_top("stream.yaml"), NULL);
    assert_int_equal(report.games, 0);
    assert_int_equal(report.there, GAMES);
    assert_int_equal(store_count(known), GAMES);
    store_close(known);
    /* A game that is a file is known, too; and after a stop, so are the games packed before it. */
    known = new_archive("stopped");
    write_file(in_top("one.yaml"), bytes, (size_t)(strstr(bytes + 4, "\n---\n") + 1 - bytes));
    assert_int_equal(import(known, in_top("one.yaml"), NULL).games, 1);
    struct stopping stopping = {1000, 0};
    struct import_options options = {
        .pack = "twice", .progress = stop_after, .argument = &stopping};
    assert_int_equal(try_import(known, in_top("twice.yaml"), &options, &report), 0);
    assert_true(report.stopped);
    assert_in_range(report.games, 1, GAMES - 2);
    report = import(known, in_top("twice.yaml"), "twice");
    assert_false(report.stopped);
    assert_int_equal(store_count(known), GAMES);
    store_close(known);
    store_close(store);
    free(bytes);
}

/* Remove the list kept beside a pack, rebuild it by scanning the pack, and compare the two. */
static void assert_list_is_as_scanned(const char *archive, const char *pack)
{
    enum { HEAD = 664 /* bytes: which file it is of, and when it was made */ };
    char path[400];
    size_t size, again_size;
    snprintf(path, sizeof path, "%s/.index/%s.headers", in_top(archive), pack);
    char *list = read_file(path, &size);
    assert_int_equal(unlink(path), 0);
    store_close(open_archive(archive));
    char *again = read_file(path, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(list + HEAD, again + HEAD, size - HEAD);
    free(list);
    free(again);
}

/* The list made while a pack is written equals that of a scan, to the byte. */
static void a_list_made_while_writing_equals_a_scan(void **state)
{
    (void)state;
    enum {
        GAMES = 120,
        LARGE = 8 << 20 /* LARGE: from this size on, an import makes the list while writing */,
        FILLING = 4000
    };
    struct store *store = new_archive("adopted");
    struct pack_writer *writer;
    struct pack_mark mark;
    struct note why = {.text = ""};
    import(store, new_pgn("some.pgn", GAMES), "some");
    assert_int_equal(pack_writer_begin(&writer, store, "other", "source", &mark, &why), 0);
    pack_writer_list(writer);
    for (int i = 0; i < GAMES; i++) {
        struct record *record = load(store, i, NULL);
        assert_int_equal(pack_writer_add(writer, record, &why), 0);
        record_free(record);
    }
    assert_int_equal(pack_writer_end(writer, &why), 0);
    assert_list_is_as_scanned("adopted", "other"); /* the list is there without a scan */
    struct yaml_text text = {0};
    for (int i = 0; text.n <= LARGE; i++) {
        char game[FILLING + 300];
        snprintf(game, sizeof game,
                 "[Event \"%d\"]\n[White \"W%d\"]\n[Black \"B\"]\n\n1. e4 {%0*d} %s 2. d4 %s\n\n",
                 i, i % 50, FILLING, i, i % 3 ? "e5" : "Ke5", i % 2 ? "1-0" : "*");
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top("large.pgn"), text.v, (size_t)text.n);
    yaml_text_clear(&text);
    import(store, in_top("large.pgn"), "large");
    store_close(store);
    assert_list_is_as_scanned("adopted", "large");
}

/* A stream of very many games has its ids in memory while it is read: their table is not mostly
 * empty. */
static void the_table_of_ids_is_compact(void **state)
{
    (void)state;
    enum { IDS = 5000, LEAST = 64 };
    struct id_set set = {0};
    uint8_t packed[PACKED_ID] = {1};
    for (int i = 0; i < IDS; i++) {
        memcpy(packed + PACKED_ID - sizeof i, &i, sizeof i);
        assert_true(id_set_add(&set, packed));
        assert_false(id_set_add(&set, packed));
        assert_true(set.slots == LEAST || set.slots <= 4 * set.used);
    }
    id_set_clear(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_import_is_resumed),
        cmocka_unit_test(a_list_made_while_writing_equals_a_scan),
        cmocka_unit_test(known_ids_are_skipped),
        cmocka_unit_test(the_table_of_ids_is_compact),
    };
    return cmocka_run_group_tests_name("pack_import", tests, make_top, drop_top);
}
