/* test_unpack.c - game files that are compressed, come through pipes, or do not contain games at
 * all: archive/util/unpack.h, and what an import does with them. */
#include "config.h"
#include "tests/support/imported.h"

#include "archive/util/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <zlib.h>
#include <zstd.h>

static const char games[] =
    "[White \"Ana\"]\n[Black \"Boris\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
    "[White \"Cle\"]\n[Black \"Dan\"]\n[Result \"*\"]\n\n1. d4 {Stra\u00DFe} *\n";

/* A buffer that grows. */
struct bytes {
    char *v;
    size_t n;
};

static void add(struct bytes *bytes, const void *more, size_t size)
{
    bytes->v = realloc(bytes->v, bytes->n + size + 1);
    assert_non_null(bytes->v);
    memcpy(bytes->v + bytes->n, more, size);
    bytes->n += size;
}

static void add_gzip(struct bytes *bytes, const char *text, size_t size)
{
    enum { GZIP = 15 + 16, MEMORY = 8 };
    z_stream stream = {0};
    assert_int_equal(
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY),
        Z_OK);
    size_t room = deflateBound(&stream, size);
    unsigned char *packed = memory_new(room, 1), *plain = memory_new(size + 1, 1);
    memcpy(plain, text, size);
    stream.next_in = plain;
    stream.avail_in = (uInt)size;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    add(bytes, packed, room - stream.avail_out);
    deflateEnd(&stream);
    free(packed);
    free(plain);
}

static void add_zstd(struct bytes *bytes, const char *text, size_t size)
{
    size_t room = ZSTD_compressBound(size);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    char *packed = memory_new(room, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size_t n = ZSTD_compress2(context, packed, room, text, size);
    assert_false(ZSTD_isError(n));
    add(bytes, packed, n);
    ZSTD_freeCCtx(context);
    free(packed);
}

typedef void pack_fn(struct bytes *bytes, const char *text, size_t size);
static pack_fn *const packers[] = {add_gzip, add_zstd};
enum { PACKERS = 2 };

static bool always(void *argument)
{
    (void)argument;
    return true;
}

/* A file with these bytes, at its start. */
static int file_of(const char *bytes, size_t size)
{
    int fd = open(new_file("some", bytes, size), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    return fd;
}

/* Unpack a file with these bytes and compare it with a text; returns the error of a failure. */
static int becomes(const struct bytes *packed, const char *text, size_t size)
{
    struct note why = {.text = ""};
    int fd = file_of(packed->v, packed->n), result = unpack(&fd, always, NULL, &why);
    if (result == 0) {
        char *there = memory_new(size + 2, 1);
        assert_int_equal(read(fd, there, size + 1), size);
        assert_memory_equal(there, text, size);
        free(there);
    } else {
        assert_true(*why.text);
    }
    close(fd);
    return result;
}

/* -------------------------------------------------------------------------------------------------
 * unpacking */

static void compressed_files_are_unpacked(void **state)
{
    (void)state;
    enum { LONG = 700000 };
    char *text = memory_new(LONG, 1);
    for (int i = 0; i < LONG; i++)
        text[i] = games[i % ((int)sizeof games - 1)] ^ (char)(i / 5000 % 8);
    for (int p = 0; p < PACKERS; p++) {
        struct bytes whole = {0}, two = {0}, none = {0};
        packers[p](&whole, text, LONG);
        assert_int_equal(becomes(&whole, text, LONG), 0);
        packers[p](&two, text, LONG / 2); /* several members, or frames, form one text */
        packers[p](&two, text + LONG / 2, LONG - LONG / 2);
        assert_int_equal(becomes(&two, text, LONG), 0);
        packers[p](&none, "", 0);
        assert_int_equal(becomes(&none, "", 0), 0);
        free(whole.v);
        free(two.v);
        free(none.v);
    }
    struct bytes padded = {0}, skipped = {0};
    add_gzip(&padded, games, sizeof games - 1);
    add(&padded, (const char[1000]){0}, 1000); /* padding as on tapes */
    assert_int_equal(becomes(&padded, games, sizeof games - 1), 0);
    add(&skipped, "\x50\x2A\x4D\x18\4\0\0\0size", 12); /* files of pzstd start like this */
    add_zstd(&skipped, games, sizeof games - 1);
    assert_int_equal(becomes(&skipped, games, sizeof games - 1), 0);
    struct bytes plain = {0};
    add(&plain, games, sizeof games - 1);
    assert_int_equal(becomes(&plain, games, sizeof games - 1), 0);
    free(padded.v);
    free(skipped.v);
    free(plain.v);
    free(text);
}

static void truncated_files_are_refused(void **state)
{
    (void)state;
    for (int p = 0; p < PACKERS; p++) {
        struct bytes whole = {0};
        packers[p](&whole, games, sizeof games - 1);
        for (size_t n = 4; n < whole.n; n++) {
            struct bytes part = {whole.v, n};
            assert_int_equal(becomes(&part, games, sizeof games - 1), FAIL_TEXT);
        }
        free(whole.v);
    }
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    enum { GZIP_HEAD = 10 /* its time and system fields are not covered by a checksum */ };
    for (int p = 0; p < PACKERS; p++) {
        struct bytes whole = {0};
        packers[p](&whole, games, sizeof games - 1);
        for (size_t i = p == 0 ? GZIP_HEAD : 5; i < whole.n; i++) {
            whole.v[i] ^= 0x55;
            assert_true(becomes(&whole, games, sizeof games - 1) < 0);
            whole.v[i] ^= 0x55;
        }
        add(&whole, "garbage", 7);
        assert_int_equal(becomes(&whole, games, sizeof games - 1), FAIL_TEXT);
        free(whole.v);
    }
}

static void decompression_bombs_are_refused(void **state)
{
    (void)state;
    enum { LARGE = 80 << 20 };
    char *text = memory_new(LARGE, 1);
    memset(text, '\n', LARGE);
    for (int p = 0; p < PACKERS; p++) {
        struct bytes bomb = {0};
        packers[p](&bomb, text, LARGE);
        assert_true(bomb.n < LARGE / UNPACK_TIMES);
        assert_int_equal(becomes(&bomb, text, LARGE), FAIL_LIMIT);
        free(bomb.v);
    }
    free(text);
    /* A window of 256 MB, and a block of one byte. */
    static const char wide[] = "\x28\xB5\x2F\xFD\0\x90\x09\0\0x";
    assert_int_equal(becomes(&(struct bytes){(char *)wide, sizeof wide - 1}, "x", 1), FAIL_LIMIT);
}

/* -------------------------------------------------------------------------------------------------
 * pipes */

/* Writes bytes into a pipe, a few at a time. */
struct feeding {
    int fd;
    const struct bytes *bytes;
};

static void *feed(void *argument)
{
    const struct feeding *feeding = argument;
    for (size_t at = 0; at < feeding->bytes->n;) {
        size_t left = feeding->bytes->n - at, some = left < 3 ? left : 3;
        ssize_t n = write(feeding->fd, feeding->bytes->v + at, some);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    close(feeding->fd);
    return NULL;
}

static void a_pipe_is_read_to_its_end(void **state)
{
    (void)state;
    for (int p = 0; p <= PACKERS; p++) {
        struct bytes bytes = {0};
        int ends[2];
        pthread_t thread;
        if (p < PACKERS)
            packers[p](&bytes, games, sizeof games - 1);
        else
            add(&bytes, games, sizeof games - 1);
        assert_int_equal(pipe(ends), 0);
        struct feeding feeding = {ends[1], &bytes};
        assert_int_equal(pthread_create(&thread, NULL, feed, &feeding), 0);
        struct note why = {.text = ""};
        if (unpack(&ends[0], always, NULL, &why) < 0)
            fail_msg("%s", why.text);
        pthread_join(thread, NULL);
        char there[sizeof games + 1] = "";
        assert_int_equal(read(ends[0], there, sizeof there), sizeof games - 1);
        assert_memory_equal(there, games, sizeof games - 1);
        close(ends[0]);
        free(bytes.v);
    }
}

static bool a_few_times(void *argument)
{
    return --*(int *)argument > 0;
}

/* Nobody writes into the pipe: the caller is asked while it waits, and can stop. */
static void waiting_can_be_stopped(void **state)
{
    (void)state;
    int ends[2], times = 3;
    struct note why;
    assert_int_equal(pipe(ends), 0);
    int before = ends[0];
    assert_int_equal(unpack(&ends[0], a_few_times, &times, &why), FAIL_BUSY);
    assert_int_equal(ends[0], before);
    assert_int_equal(times, 0);
    close(ends[0]);
    close(ends[1]);
}

/* -------------------------------------------------------------------------------------------------
 * kinds */

static void kinds_of_files_are_recognized(void **state)
{
    (void)state;
#define SOME(bytes, kind)              \
    {                                  \
        bytes, sizeof(bytes) - 1, kind \
    }
    static const struct {
        const char *bytes;
        size_t size;
        const char *kind; /* NULL: possibly games */
    } rows[] = {
        SOME("PK\3\4\24\0\0\0", "a ZIP archive"),
        SOME("BZh91AY&SY", "a bzip2 file"),
        SOME("\xFD"
             "7zXZ\0\0",
             "an xz file"),
        SOME("\x89PNG\r\n\x1A\n", "a PNG image"),
        SOME("\x7F"
             "ELF\2\1\1\0",
             "an ELF program"),
        SOME("SQLite format 3\0", "an SQLite database"),
        SOME("%PDF-1.7\n", "a PDF document"),
        SOME("\xEF\xBB\xBF\r\n <!DocType HTML>", "an HTML page"),
        SOME("<html lang='en'>", "an HTML page"),
        SOME("<?xml version='1.0'?>", "an XML document"),
        SOME("(;FF[4]GM[1]", "an SGF file"),
        SOME("{\"id\": 1}", "a JSON document"),
        SOME("#!/bin/sh\n", "a program"),
        SOME("\0\1\2\3", "binary data"),
        SOME("a\1\2\3\4\5\6", "binary data"),
        SOME("", NULL),
        SOME("[Event \"PK\"]\n", NULL),
        SOME("{a comment} 1. e4 *", NULL),
        SOME("; a remark\n% another\n\n1. e4 *", NULL),
        SOME("[Event \"\x8A\x9A\x9E\"]\r\n\x1A", NULL), /* CP1250, and the end of a DOS file */
        SOME("1. e4\f\n", NULL),
    };
#undef SOME
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *kind = file_kind_foreign(rows[i].bytes, rows[i].size);
        if (strcmp(kind ? kind : "", rows[i].kind ? rows[i].kind : "") != 0)
            fail_msg("'%s' is %s", rows[i].bytes, kind ? kind : "nothing");
    }
    char tar[512] = "games.pgn";
    memcpy(tar + 257, "ustar", 5);
    assert_string_equal(file_kind_foreign(tar, sizeof tar), "a tar archive");
    uint32_t seed = 1;
    for (int turn = 0; turn < 200; turn++) { /* random bytes are not text */
        char noise[3000];
        for (size_t i = 0; i < sizeof noise; i++) {
            seed = seed * 1664525 + 1013904223;
            noise[i] = (char)(seed >> 24);
        }
        assert_non_null(file_kind_foreign(noise, sizeof noise));
    }
}

static void texts_without_games_are_reported(void **state)
{
    (void)state;
    static const char *const yes[] = {
        "[Event \"x\"]",
        "[ White\n \"Ana\" ]",
        "1. e4",
        "1.e4",
        "12...Nbd7+",
        "exd5",
        "Nf3!",
        "e8=Q#",
        "O-O",
        "1. O-O-O",
        "0-0",
        "1-0",
        "text\n1/2-1/2\n",
        "*",
        "Ana, Boris *\r\n",
        "e2-e4",
        "e2e4",
        "N1xd2",
        "Sf3",
        "\u265Ef6",
        "e:d5",
        "so e4, he said",
    };
    static const char *const no[] = {
        "",
        "Hello world.",
        "1. Introduction\n2. Methods",
        "web2 is b2b",
        "MP3 A4 H1",
        "name,date,score\nAna,2020,3",
        "x[i] = y[j];",
        "[section]\nkey = \"value\"",
        "a - b",
        "1.5 - 2.5",
        "* an item\n* another",
        "- [ ] to do",
        "1-02 11-0",
    };
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!file_kind_has_pgn(yes[i], strlen(yes[i])))
            fail_msg("'%s' has something of PGN", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (file_kind_has_pgn(no[i], strlen(no[i])))
            fail_msg("'%s' has nothing of PGN", no[i]);
}

/* -------------------------------------------------------------------------------------------------
 * imports */

/* Import a file that must be refused; the message must contain `text`. */
static void refused(struct store *store, const char *path, const char *text)
{
    struct import_report report;
    struct note why = {.text = ""};
    assert_true(import_file(store, path, &(struct import_options){0}, &report, &why) < 0);
    if (!strstr(why.text, text))
        fail_msg("%s: '%s' does not say '%s'", path, why.text, text);
    assert_int_equal(report.games, 0);
    while (store_scan(store, INT_MAX))
        continue;
    assert_int_equal(store_count(store), 0);
    assert_int_equal(access(in_top("a/imports"), F_OK), -1);
}

static void garbage_does_not_become_a_game(void **state)
{
    (void)state;
    struct store *store = new_archive("a");
    struct bytes gzip = {0}, zstd = {0}, twice = {0}, other = {0};
    add_gzip(&gzip, games, sizeof games - 1);
    add_zstd(&zstd, games, sizeof games - 1);
    add_zstd(&twice, gzip.v, gzip.n);
    add_gzip(&other, "%PDF-1.4", 8);
    refused(store, new_file("cut.pgn.gz", gzip.v, gzip.n - 9),
            "compressed with gzip but is incomplete");
    refused(store, new_file("cut.pgn.zst", zstd.v, zstd.n - 1),
            "compressed with zstd but is incomplete");
    refused(store, new_file("twice", twice.v, twice.n), "it is a gzip file, not a file of games");
    refused(store, new_file("other.gz", other.v, other.n), "it is a PDF document");
    refused(store, new_file("zip.pgn", "PK\3\4\0\0", 6), "it is a ZIP archive");
    refused(store, new_file("text.pgn", "Dear Ana,\nhere is the game.\n", 28),
            "there is no game in it");
    refused(store, in_top(""), "it is a folder");
    refused(store, "/dev/zero", "neither a plain file nor a pipe");
    store_close(store);
    free(gzip.v);
    free(zstd.v);
    free(twice.v);
    free(other.v);
}

static void compressed_games_are_imported_once(void **state)
{
    (void)state;
    struct store *store = new_archive("a");
    struct bytes gzip = {0}, zstd = {0};
    add_gzip(&gzip, games, sizeof games - 1);
    add_zstd(&zstd, games, sizeof games - 1);
    assert_int_equal(import(store, new_file("two.pgn.gz", gzip.v, gzip.n), NULL).games, 2);
    assert_int_equal(store_count(store), 2);
    struct record *record = load(store, 0);
    assert_string_equal(record_text(record, "provenance.file"), "two.pgn.gz");
    record_free(record);
    /* The bytes are the same */
    assert_true(import(store, new_file("two.pgn.zst", zstd.v, zstd.n), NULL).before);
    assert_true(import(store, new_file("two.pgn", games, sizeof games - 1), NULL).before);
    struct import_report report;
    struct note why;
    assert_int_equal(
        import_check(in_top("two.pgn.zst"), &(struct import_options){0}, &report, &why), 0);
    assert_int_equal(report.games, 2);
    store_close(store);
    struct store *other = NULL;
    assert_int_equal(store_open(&other, in_top("two.pgn.gz"), NULL, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "import it into an archive"));
    free(gzip.v);
    free(zstd.v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(compressed_files_are_unpacked),
        CASE(truncated_files_are_refused),
        CASE(damaged_files_are_refused),
        CASE(decompression_bombs_are_refused),
        cmocka_unit_test(a_pipe_is_read_to_its_end),
        cmocka_unit_test(waiting_can_be_stopped),
        cmocka_unit_test(kinds_of_files_are_recognized),
        cmocka_unit_test(texts_without_games_are_reported),
        CASE(garbage_does_not_become_a_game),
        CASE(compressed_games_are_imported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
