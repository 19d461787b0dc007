/* test_import.c - imports and exports: every text that contains games is accepted, nothing is lost,
 * nothing appears twice. */
#include "config.h"
#include "tests/support/imported.h"

#include "archive/search/search.h"
#include "archive/report/opening_tree.h"
#include "archive/pgn/pgn.h"

#include <dirent.h>
#include <utf8proc.h>

/* All games of a store as PGN. The caller frees it. */
static char *export(struct store *store)
{
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    for (int i = 0; i < store_count(store); i++) {
        struct record *record = load(store, i);
        char *text = pgn_write(record);
        yaml_text_add(&out, text, strlen(text));
        free(text);
        record_free(record);
    }
    return out.v;
}

/* A record as YAML, without what an import adds. The caller frees it. */
static char *essence(struct record *record)
{
    struct yaml_text out = {0};
    memset(record->id, '0', ULID_LENGTH);
    value_set(&record->head, "provenance", NULL, false);
    record_write(record, &out);
    return out.v;
}

static void same_games(struct store *a, struct store *b)
{
    assert_int_equal(store_count(a), store_count(b));
    for (int i = 0; i < store_count(a); i++) {
        struct record *one = load(a, i), *other = load(b, i);
        char *first = essence(one), *second = essence(other);
        assert_string_equal(first, second);
        free(first);
        free(second);
        record_free(one);
        record_free(other);
    }
}

/* Import, export and import again give the same records, and the archive keeps the file byte for
 * byte. */
static int import_export_import(const char *file, const char *name)
{
    char path[8192];
    snprintf(path, sizeof path, "%s", file);
    char first[300], second[300], kept[200];
    struct stat before, after;
    snprintf(first, sizeof first, "first-%s", name);
    snprintf(second, sizeof second, "second-%s", name);
    struct store *a = new_archive(first), *b = new_archive(second);
    struct import_report report = import(a, path, NULL);
    assert_int_equal(report.damaged, 0);
    assert_int_equal(store_count(a), report.games);
    snprintf(kept, sizeof kept, "first-%.60s/imports/%s.pgn", name, report.sha256);
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(stat(in_top(kept), &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    char *text = export(a);
    char out[300];
    snprintf(out, sizeof out, "out-%s", name);
    import(b, new_file(out, text ? text : "", text ? strlen(text) : 0), NULL);
    same_games(a, b);
    free(text);
    store_close(a);
    store_close(b);
    return report.games;
}

static const char several[] =
    "[Event \"One\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "1. e4 {[%clk 0:41:07] good} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) 2. Nf3!? $14 1-0\n\n"
    "[Event \"Two\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nf6 {lost} 3. d4 *\n\n"
    "[Event \"Three\"]\n[Variant \"  Standard \"]\n\n1. d4 *\n\n"
    "[Event \"Four\"]\n[Variant \"custom:size=8\"]\n\n1. d4 *\n";

static void games_survive_export_and_import(void **state)
{
    (void)state;
    assert_int_equal(
        import_export_import(new_file("several.pgn", several, strlen(several)), "several.pgn"), 4);
}

static void imported_games_are_not_imported_again(void **state)
{
    (void)state;
    struct store *store = new_archive("club");
    const char *path = new_file("a.pgn", several, strlen(several));
    assert_false(import(store, path, NULL).before);
    struct import_report report = import(store, path, NULL);
    assert_true(report.before);
    assert_int_equal(report.games, 0);
    assert_int_equal(store_count(store), 4);
    report = import(store, path, &(struct import_options){.again = true});
    assert_int_equal(report.games, 4);
    assert_int_equal(store_count(store), 8);
    struct record *record = load(store, 1);
    assert_string_equal(record_text(record, "provenance.from"), "pgn");
    assert_string_equal(record_text(record, "provenance.file"), "a.pgn");
    assert_string_equal(record_text(record, "provenance.game"), "2");
    assert_string_equal(record_text(record, "provenance.sha256"), report.sha256);
    record_free(record);
    store_close(store);
}

/* A game with more plies than the archive accepts still appears in the list, and says where the
 * rest is. */
static void a_game_that_is_too_large_keeps_its_headers(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"Big\"]\n[White \"Eve\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"Small\"]\n\n1. d4 *\n";
    struct store *store = new_archive("big");
    store_close(store);
    FILE *manifest = fopen(in_top("big/archive.yaml"), "a");
    assert_non_null(manifest);
    fprintf(manifest, "limits: {plies: 3}\n");
    fclose(manifest);
    assert_int_equal(store_open(&store, in_top("big"), NULL, NULL), 0);
    struct import_report report = import(store, new_file("big.pgn", text, strlen(text)), NULL);
    assert_int_equal(report.games, 2);
    assert_int_equal(store_count(store), 2);
    bool big = false;
    for (int i = 0; i < 2; i++) {
        struct record *record = load(store, i);
        if (!strcmp(record_text(record, "event.name"), "Big")) {
            big = true;
            assert_string_equal(record_player(record, 'w'), "Eve");
            assert_non_null(strstr(record->comments.v[0].text, report.sha256));
        }
        record_free(record);
    }
    assert_true(big);
    store_close(store);
}

static int remarks;
static char remark_text[400];

static void keep_remark(void *argument, int game, const char *text)
{
    (void)argument, (void)game;
    remarks++;
    snprintf(remark_text, sizeof remark_text, "%s", text);
}

static void a_bad_document_is_skipped_alone(void **state)
{
    (void)state;
    static const char stream[] =
        "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 7\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves: ['e4']\n"
        "---\nchesscade: 1\nid: [\n"
        "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HD'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
        "- {side: 'w', name: 'C'}\n- {side: 'b', name: 'D'}\nmoves: ['d4']\n";
    struct store *store = new_archive("stream");
    const char *path = new_file("stream.yaml", stream, strlen(stream));
    struct import_report report =
        import(store, path, &(struct import_options){.remark = keep_remark});
    assert_false(report.pgn);
    assert_int_equal(report.games, 2);
    assert_int_equal(report.damaged, 1);
    assert_int_equal(remarks, 1);
    assert_non_null(strstr(remark_text, "line 1"));
    char *bytes;
    size_t size;
    assert_int_equal(store_bytes(store, 0, &bytes, &size, NULL), 0);
    assert_int_equal(strncmp(stream + 4, bytes, size), 0); /* the same bytes, including rev */
    free(bytes);
    report = import(store, path, NULL);
    assert_int_equal(report.there, 2);
    assert_int_equal(report.games, 0);
    store_close(store);
}

/* A document larger than the limit, with or without `---` before it, is skipped alone. */
static void a_document_that_is_too_large_is_skipped(void **state)
{
    (void)state;
    enum { TOO_LARGE = 9 << 20 };
    static const char game[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H%c'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
        "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves: ['e4']\n",
                      filling[] = "x_more: 'for ever and ever'\n",
                      *const names[2][2] = {{"swollen-1", "swollen-2"}, {"swollen-3", "swollen-4"}};
    for (int first = 0; first < 2; first++) {
        struct yaml_text text = {0};
        char head[300];
        int large = 1;
        for (int i = 0; i < 3; i++) {
            snprintf(head, sizeof head, game, 'A' + i);
            if (i)
                yaml_text_add(&text, "---\n", 4);
            if (i != first) {
                yaml_text_add(&text, head, strlen(head));
                continue;
            }
            for (const char *c = text.v; c && (c = strchr(c, '\n')); c++)
                large++;
            large -= i > 0;
            yaml_text_add(&text, head, strlen(head));
            while (text.n < TOO_LARGE)
                yaml_text_add(&text, filling, sizeof filling - 1);
        }
        snprintf(head, sizeof head,
                 "line %d: the game was skipped, because it is larger than 4194304 bytes", large);
        char path[300];
        snprintf(path, sizeof path, "%s", new_file("swollen.yaml", text.v, (size_t)text.n));
        for (int packed = 0; packed < 2; packed++) {
            struct store *store = new_archive(names[first][packed]);
            struct import_options options = {.remark = keep_remark, .pack = packed ? "pack" : NULL};
            struct import_report report = import(store, path, &options);
            assert_int_equal(report.games, 2);
            assert_int_equal(report.damaged, 1);
            assert_string_equal(remark_text, head);
            store_close(store);
        }
        yaml_text_clear(&text);
    }
}

/* Random bytes, and pieces of PGN in random order: every file is accepted. */
static void no_text_with_tags_is_rejected(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "[Event \"",    "\"]",      "1. e4 ", "(",  ")",   "{",   "}",
        "\n",           "\n\n",     ";",      "%",  "$7 ", "1-0", "\x1b[31m",
        "\xFF",         "\xC3\xA9", "Nf3 ",   "--", "\\",  "\"",  "[%clk 1:",
        "\xE2\x80\xAE", "..."};
    enum { FILES = 60, LENGTH = 400 };
    uint32_t chance = 20261121;
    struct store *store = new_archive("chance");
    for (int f = 0; f < FILES; f++) {
        struct yaml_text text = {0};
        for (int i = 0; i < LENGTH; i++) {
            chance = chance * 1664525 + 1013904223;
            char byte = (char)(chance >> 24);
            const char *piece = pieces[(chance >> 8) % (sizeof pieces / sizeof *pieces)];
            if (f % 3 == 0)
                yaml_text_add(&text, &byte, 1);
            else
                yaml_text_add(&text, piece, strlen(piece));
        }
        const char *path = new_file("chance.pgn", text.v, (size_t)text.n);
        struct import_report report;
        struct note why;
        if (f % 3 == 0) { /* not text at all */
            assert_int_equal(import_file(store, path, &(struct import_options){0}, &report, &why),
                             FAIL_TEXT);
        } else {
            report = import(store, path, NULL);
            assert_int_equal(report.damaged, 0);
        }
        yaml_text_clear(&text);
    }
    for (int i = 0; i < store_count(store); i++)
        assert_false(store_listing(store, i)->damaged);
    store_close(store);
}

static void the_charset_can_be_given(void **state)
{
    (void)state;
    static const char text[] = "[White \"Andr\x82\"]\n\n1. e4 *\n";
    struct store *store = new_archive("charset");
    const char *path = new_file("c.pgn", text, strlen(text));
    import(store, path, NULL);
    import(store, path, &(struct import_options){.charset = "CP1252", .again = true});
    assert_string_equal(store_listing(store, 0)->player[0], "Andr\xC3\xA9");
    assert_string_equal(store_listing(store, 1)->player[0], "Andr\xE2\x80\x9A");
    store_close(store);
}

/* A text in UTF-16. For a '?' it writes half a character. */
static size_t widened(const char *text, bool big, char *wide)
{
    size_t n = 0;
    for (utf8proc_int32_t character; *text;
         text += utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character)) {
        utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &character);
        uint32_t over = (uint32_t)character - 0x10000;
        bool two = character > 0xFFFF, half = character == '?';
        uint32_t units[2] = {two    ? 0xD800 + (over >> 10)
                             : half ? 0xD83E
                                    : (uint32_t)character,
                             0xDC00 + (over & 0x3FF)};
        for (int i = 0; i <= two; i++) {
            wide[n++] = (char)(big ? units[i] >> 8 : units[i]);
            wide[n++] = (char)(big ? units[i] : units[i] >> 8);
        }
    }
    return n;
}

/* UTF-16 is decoded, instead of reading each byte as a letter, which would give a game of
 * garbage. */
static void utf16_is_read_as_utf8(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF[White \"\xC3\x96"
                               "e\"]\n\n1. e4 {\xF0\x9F\xA8\x81 ?} *\n\n";
    struct store *store = new_archive("utf16"), *file;
    for (int big = 0; big < 2; big++) {
        char wide[200];
        struct note why;
        const char *path = new_file("wide.pgn", wide, widened(text, big, wide));
        import(store, path, &(struct import_options){.again = true});
        struct record *record = load(store, big);
        assert_string_equal(record->moves.v[0].notes->comments.v[0].text,
                            "\xF0\x9F\xA8\x81 \xEF\xBF\xBD");
        record_free(record);
        assert_string_equal(store_listing(store, big)->player[0], "\xC3\x96"
                                                                  "e");
        assert_int_equal(store_open(&file, path, NULL, &why), 0);
        while (store_scan(file, 1))
            ;
        assert_string_equal(store_listing(file, 0)->player[0], "\xC3\x96"
                                                               "e");
        for (int again = 0; again < 2; again++) { /* first from the bytes read for the preview, then
                                                     from the file */
            record = load(file, 0);
            assert_string_equal(record->moves.v[0].notes->comments.v[0].text,
                                "\xF0\x9F\xA8\x81 \xEF\xBF\xBD");
            record_free(record);
        }
        store_close(file);
    }
    store_close(store);
}

/* More text than one read returns: a character may be split between two reads. */
static void a_large_utf16_file_is_read_as_utf8(void **state)
{
    (void)state;
    enum { SIGNS = 10000, ROOM = 200 + 8 * SIGNS, BYTES = 4 };
    char *comment = memory_new(BYTES * SIGNS + 1, 1), *text = memory_new(ROOM, 1),
         *wide = memory_new(ROOM, 1);
    struct store *store = new_archive("utf16_much");
    for (int i = 0; i < SIGNS; i++)
        memcpy(comment + BYTES * i, "\xF0\x9F\xA8\x81", BYTES);
    for (int odd = 0; odd < 2; odd++) {
        snprintf(text, ROOM,
                 "\xEF\xBB\xBF[White \"A%s\"]\n\n1. e4 {%s} *\n\n[White \"B\"]\n\n1. d4 {%s} *\n",
                 odd ? "a" : "", comment, comment);
        import(store, new_file("much.pgn", wide, widened(text, true, wide)), NULL);
        for (int i = 0; i < 2; i++) {
            struct record *record = load(store, 2 * odd + i);
            assert_string_equal(record->moves.v[0].notes->comments.v[0].text, comment);
            record_free(record);
        }
    }
    free(comment);
    free(text);
    free(wide);
    store_close(store);
}

static void games_are_found_and_sorted(void **state)
{
    (void)state;
    static const char text[] =
        "[White \"Zoe\"]\n[Date \"1990.01.01\"]\n\n1. e4 e5 *\n\n"
        "[White \"Ana\"]\n[Date \"1980.01.01\"]\n\n1. d4 {open file} d5 *\n\n"
        "[White \"Ivo\"]\n[Date \"2000.01.01\"]\n\n1. e4 c5 2. Nf3 *\n";
    static const struct {
        const char *query, *whites;
    } asked[] = {
        {"", "Zoe Ana Ivo "},
        {"sort:date", "Ana Zoe Ivo "},
        {"sort:-date", "Ivo Zoe Ana "},
        {"sort:id", "Zoe Ana Ivo "},
        {"sort:-id", "Ivo Ana Zoe "},
        {"move:e4 sort:white", "Ivo Zoe "},
        {"text:\"open file\"", "Ana "},
        {"plies:>2", "Ivo "},
        {"sort:plies white:o", "Zoe Ivo "},
    };
    struct store *store = new_archive("find");
    import(store, new_file("f.pgn", text, strlen(text)), NULL);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct finder *finder;
        char whites[100] = "";
        assert_int_equal(finder_open(&finder, store, NULL, asked[i].query, NULL, NULL), 0);
        while (finder_step(finder, 1))
            continue;
        for (int f = 0; f < finder_count(finder); f++) {
            strcat(whites, store_listing(store, finder_at(finder, f))->player[0]);
            strcat(whites, " ");
        }
        assert_string_equal(whites, asked[i].whites);
        finder_close(finder);
    }
    store_close(store);
}

/* A PGN file opens as a store by itself, with the same games as an import of it. */
static void a_pgn_file_opens_directly(void **state)
{
    (void)state;
    static const char headless[] = "1. e4 1-0\n\n1. d4 *\n";
    struct store *store = new_archive("imported"), *file;
    struct note why = {.text = ""};
    import(store, new_file("direct.pgn", several, strlen(several)), NULL);
    char id[ULID_LENGTH + 1] = "";
    for (int time = 0; time < 2; time++) {
        if (store_open(&file, in_top("direct.pgn"), NULL, &why) < 0)
            fail_msg("%s", why.text);
        while (store_scan(file, 1))
            continue;
        same_games(store, file);
        if (time)
            assert_string_equal(store_listing(file, 3)->id, id); /* the same id every time */
        snprintf(id, sizeof id, "%s", store_listing(file, 3)->id);
        struct record *record = load(file, 3);
        assert_string_equal(record->id, id);
        struct version version = {0};
        assert_int_equal(store_save(file, record, &version, &why), FAIL_SYSTEM);
        assert_non_null(strstr(why.text, "import"));
        record_free(record);
        store_close(file);
    }
    store_close(store);
    assert_int_equal(
        store_open(&file, new_file("headless.pgn", headless, strlen(headless)), NULL, &why), 0);
    while (store_scan(file, 1))
        continue;
    assert_int_equal(store_count(file), 2);
    assert_int_equal(store_total(file), 2);
    store_close(file);
    assert_int_equal(store_open(&file, new_file("empty.pgn", "", 0), NULL, &why), 0);
    assert_false(store_scan(file, 1));
    assert_int_equal(store_count(file), 0);
    store_close(file);
}

/* Five games, counted by hand; two reach the same position by different plies. */
static void the_tree_counts_games_by_hand(void **state)
{
    (void)state;
    static const char text[] =
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n"
        "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n[Result \"*\"]\n\n1. d4 *\n\n"
        "[Result \"*\"]\n\n*\n";
    static const struct {
        const char *ply;
        int games, scored, won, drawn, lost;
    } expected[] = {{"e4", 3, 3, 1, 1, 1}, {"", 1, 0, 0, 0, 0}, {"d4", 1, 0, 0, 0, 0}};
    struct store *store = new_archive("tree");
    struct finder *finder;
    struct opening_tree *tree;
    import(store, new_file("t.pgn", text, strlen(text)), NULL);
    assert_int_equal(finder_open(&finder, store, NULL, "", NULL, NULL), 0);
    while (finder_step(finder, INT_MAX))
        continue;
    opening_tree_open(&tree, store, NULL, finder, NULL);
    while (opening_tree_step(tree, 1))
        continue;
    assert_int_equal(opening_tree_count(tree), 3);
    for (int i = 0; i < 3; i++) {
        const struct opening_row *row = opening_tree_row(tree, i);
        assert_string_equal(row->ply, expected[i].ply);
        assert_int_equal(row->games, expected[i].games);
        assert_int_equal(row->scored, expected[i].scored);
        assert_int_equal(row->won, expected[i].won);
        assert_int_equal(row->drawn, expected[i].drawn);
        assert_int_equal(row->lost, expected[i].lost);
    }
    opening_tree_close(tree);
    finder_close(finder);
    store_close(store);
}

static char real_files[4096];

static void real_files_go_round(void **state)
{
    (void)state;
    DIR *directory = opendir(real_files);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[8192];
        size_t length = strlen(entry->d_name);
        if (length < 4 || length > 60 || strcmp(entry->d_name + length - 4, ".pgn") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", real_files, entry->d_name);
        assert_true(import_export_import(path, entry->d_name) > 0);
    }
    closedir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(games_survive_export_and_import),
        CASE(imported_games_are_not_imported_again),
        CASE(a_game_that_is_too_large_keeps_its_headers),
        CASE(a_bad_document_is_skipped_alone),
        CASE(a_document_that_is_too_large_is_skipped),
        CASE(no_text_with_tags_is_rejected),
        CASE(the_charset_can_be_given),
        CASE(utf16_is_read_as_utf8),
        CASE(a_large_utf16_file_is_read_as_utf8),
        CASE(games_are_found_and_sorted),
        CASE(a_pgn_file_opens_directly),
        CASE(the_tree_counts_games_by_hand),
        CASE(real_files_go_round),
    };
    size_t n = sizeof tests / sizeof *tests;
    if (!find_real_files(real_files))
        n--; /* no real files here; CHESSCADE_PGN names their folder */
    return _cmocka_run_group_tests("import", tests, n, NULL, NULL);
}
