/* test_pack.c - packs: their games are listed, found, edited and read like those of files. */
#include "config.h"
#include "tests/support/packed_club.h"

#include "archive/report/duplicates.h"
#include "archive/merge/merge_save.h"
#include "archive/pack/pack.h"
#include "archive/store/pack/pack_writer.h"

/* The games of a pack behave as if they were files: in the list, opened, found. */
static void a_pack_behaves_like_files(void **state)
{
    (void)state;
    enum { GAMES = 300 };
    static const char *const queries[] = {
        "",
        "white:player date:1950..1960",
        "player:\"player 3\" result:1-0",
        "quiet",
        "\"bi\xC3\xA9re 4\" | plies:<2",
        "has:line",
        "!site:\"site 1\" move:Nf3",
        "pos:\"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"",
        "sort:-date plies:>3"};
    struct store *files = new_archive("files"), *packed = new_archive("packed");
    new_pgn("many.pgn", GAMES);
    assert_int_equal(import(files, in_top("many.pgn"), NULL).games, GAMES);
    struct import_report report = import(packed, in_top("many.pgn"), "all");
    assert_int_equal(report.games, GAMES);
    assert_true(import(packed, in_top("many.pgn"), "more").before);
    assert_int_equal(store_count(packed), GAMES);
    assert_int_equal(store_total(packed), GAMES);
    for (int i = 0; i < GAMES; i++) {
        struct record *one = load(files, i, NULL), *other = load(packed, i, NULL);
        same_listing(store_listing(files, i), store_listing(packed, i), false);
        assert_int_equal(store_find(packed, store_listing(packed, i)->id), i);
        memcpy(one->id, other->id, sizeof one->id);
        assert_true(record_same(one, other));
        record_free(one);
        record_free(other);
    }
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        char *one = found(files, queries[i]), *other = found(packed, queries[i]);
        assert_true(*one); /* a query without results proves nothing */
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    store_close(files);
    store_close(packed);
}

/* Reading a pack in portions and reading it as separate pieces give the same games, whatever the
 * file contains. */
static void reading_in_pieces_gives_the_same_games(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    static const char bad[] = "---\nchesscade: 1\nid: [\n---\n# only a remark\n---\n\n...\n";
    struct store *store = new_archive("pieces");
    new_pgn("some.pgn", GAMES);
    import(store, in_top("some.pgn"), "some");
    store_close(store);
    size_t size;
    char *bytes = read_file(in_top("pieces/packs/some.yaml"), &size), *middle = bytes + size / 2;
    middle = strstr(middle, "\n---\n") + 1;
    struct yaml_text text = {0};
    yaml_text_add(&text, bytes, (size_t)(middle - bytes));
    yaml_text_add(&text, bad, sizeof bad - 1);
    yaml_text_add(&text, middle, strlen(middle));
    write_file(in_top("pieces/packs/some.yaml"), text.v, (size_t)text.n);
    store = open_archive("pieces");
    assert_int_equal(store_count(store), GAMES + 1);
    int damaged = 0, line = 1;
    for (int i = 0; i < GAMES + 1; i++) {
        const struct listing *listing = store_listing(store, i);
        damaged += listing->damaged;
        if (listing->damaged) {
            for (const char *c = bytes; c < middle; c++)
                line += *c == '\n';
            assert_int_equal(listing->place.line, line + 3);
            continue;
        }
        record_free(load(store, i, NULL));
    }
    assert_int_equal(damaged, 1);
    for (uint64_t chunk = 1; chunk < (uint64_t)text.n * 2; chunk = chunk * 3 + 50) {
        struct catalog list = {.own = sizeof(struct pack_spot)};
        struct pack_scanner scanner;
        int fd = open(in_top("pieces/packs/some.yaml"), O_RDONLY);
        pack_scanner_begin(&scanner, fd, &yaml_limits_default, (uint64_t)text.n);
        pack_scan_all(&scanner, chunk, &list);
        assert_int_equal(list.count, GAMES + 1);
        for (int i = 0; i < list.count; i++) {
            struct listing listing;
            struct pack_spot spot;
            char id[ULID_LENGTH + 1], label[100];
            catalog_get(&list, i, &listing);
            same_listing(&listing, store_listing(store, i), true);
            memcpy(&spot, (char *)list.column[COLUMN_OWN] + (size_t)i * sizeof spot, sizeof spot);
            store_label(store, i, label, sizeof label, id, &line);
            assert_int_equal(spot.line, line);
        }
        pack_scanner_end(&scanner);
        catalog_clear(&list);
        close(fd);
    }
    store_close(store);
    yaml_text_clear(&text);
    free(bytes);
}

/* Directives and the document they belong to are listed once, wherever the file is cut, even
 * between the two. */
static void directives_are_not_games(void **state)
{
    (void)state;
    static const char text[] =
        "# x\n%YAML 1.1\n---\na: 1\n...\n%YAML 1.1\n%TAG ! !\n# y\n--- {b: 1}\n"
        "---\nc: 1\n...\n\n%YAML 1.1\n---\nd: 1\n";
    write_file(in_top("directives.yaml"), text, sizeof text - 1);
    int fd = open(in_top("directives.yaml"), O_RDONLY);
    for (uint64_t chunk = 1; chunk <= sizeof text; chunk++) {
        struct catalog list = {.own = sizeof(struct pack_spot)};
        struct pack_scanner scanner;
        pack_scanner_begin(&scanner, fd, &yaml_limits_default, sizeof text - 1);
        pack_scan_all(&scanner, chunk, &list);
        if (list.count != 4)
            fail_msg("%d documents in pieces of %d bytes", list.count, (int)chunk);
        pack_scanner_end(&scanner);
        catalog_clear(&list);
    }
    close(fd);
}

/* An index counts as many games as are listed: pack games replaced by files are still in the pack's
 * sidecars, but count once. */
static void the_index_counts_the_listed_games(void **state)
{
    (void)state;
    enum { GAMES = 30, EDITED = 3 };
    struct store *store = new_archive("counted");
    struct index *index;
    int done = 0, total = 0;
    new_pgn("counted.pgn", GAMES);
    import(store, in_top("counted.pgn"), "counted");
    for (int i = 0; i < EDITED; i++) {
        struct version version;
        struct record *record = load(store, GAMES - 1 - i, &version);
        record_set_text(record, "event.name", "edited");
        assert_int_equal(store_save(store, record, &version, NULL), 0);
        record_free(record);
    }
    assert_int_equal(index_open(&index, store, true, NULL), 0);
    while (index_step(index, 7, &done, &total))
        assert_true(done <= total);
    assert_int_equal(total, GAMES);
    assert_int_equal(done, GAMES);
    index_close(index);
    store_close(store);
}

/* Editing a game copies it out of the pack. The copy replaces it until the copy is deleted; the
 * pack is never written. */
static void editing_copies_a_game_out_of_the_pack(void **state)
{
    (void)state;
    enum { GAMES = 40, EDITED = 17 };
    struct store *store = new_archive("edited");
    struct version version, stale;
    struct note why;
    size_t before_size, size;
    new_pgn("forty.pgn", GAMES);
    import(store, in_top("forty.pgn"), "forty");
    char *before = read_file(in_top("edited/packs/forty.yaml"), &before_size);
    struct record *record = load(store, EDITED, &version);
    stale = version;
    record_set_text(record, "event.name", "edited");
    int generation = store_generation(store);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    assert_int_equal(record->rev, 2);
    assert_true(store_generation(store) != generation); /* the games before it have moved by one */
    for (int again = 0; again < 2; again++) {
        assert_int_equal(store_count(store), GAMES);
        int at = store_find(store, record->id), edited = 0;
        assert_string_equal(store_listing(store, at)->event, "edited");
        for (int i = 0; i < GAMES; i++)
            edited += !strcmp(store_listing(store, i)->id, record->id);
        assert_int_equal(edited, 1);
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(store_find(store, store_listing(store, i)->id), i);
        store_close(store); /* the same after reopening */
        store = open_archive("edited");
    }
    /* A user who also started from the pack's game learns of the conflict. */
    struct record *late = record_copy(record);
    record_set_text(late, "event.name", "edited otherwise");
    assert_int_equal(store_save(store, late, &stale, &why), FAIL_CONFLICT);
    assert_int_equal(store_remove(store, store_listing(store, GAMES - 1)->id, &version, &why),
                     FAIL_RULE);
    assert_int_equal(store_remove(store, record->id, &version, &why), 0);
    assert_int_equal(store_count(store), GAMES);
    assert_int_equal(atoi(store_listing(store, store_find(store, record->id))->event), EDITED);
    char *after = read_file(in_top("edited/packs/forty.yaml"), &size);
    assert_int_equal(size, before_size);
    assert_memory_equal(before, after, size);
    record_free(record);
    record_free(late);
    free(before);
    free(after);
    store_close(store);
}

/* Two users have the archive open and edit one game of a pack. The second, whose list has no copy
 * yet, gets both changes and finds the first save. */
static void two_users_who_edit_a_pack_game_are_merged(void **state)
{
    (void)state;
    enum { GAMES = 12, EDITED = 5 };
    struct store *first = new_archive("both"), *second;
    struct version version, late_version, found;
    struct merge_saving saving;
    struct record *there;
    struct note why = {.text = ""};
    new_pgn("twelve.pgn", GAMES);
    import(first, in_top("twelve.pgn"), "twelve");
    second = open_archive("both");
    struct record *record = load(first, EDITED, &version),
                  *late = load(second, EDITED, &late_version), *base = record_copy(late);
    record_set_text(record, "event.name", "the first");
    record_set_text(late, "event.site", "the second");
    assert_int_equal(store_save(first, record, &version, &why), 0);
    if (merge_save(second, late, &late_version, base, NULL, &saving, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(late_version.rev, 3);
    assert_string_equal(record_text(saving.merge.record, "event.name"), "the first");
    assert_string_equal(record_text(saving.merge.record, "event.site"), "the second");
    merge_saving_clear(&saving);
    assert_int_equal(store_count(second), GAMES);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(store_find(second, store_listing(second, i)->id), i);
    assert_int_equal(merge_reload(first, record->id, &there, &found, &why), 0);
    assert_int_equal(found.rev, 3);
    record_free(there);
    record_free(record);
    record_free(late);
    record_free(base);
    store_close(first);
    store_close(second);
}

/* git pull or cp replaces the pack while one of its games is edited: the save merges with the new
 * version instead of hiding it, and a game that is no longer in the pack is reported as gone. */
static void a_replaced_pack_is_merged_with(void **state)
{
    (void)state;
    enum { GAMES = 12, EDITED = 5, TAKEN_OUT = 7 };
    struct store *store = new_archive("replaced");
    struct version version, lost_version;
    struct merge_saving saving;
    struct note why = {.text = ""};
    size_t size;
    new_pgn("replaced.pgn", GAMES);
    import(store, in_top("replaced.pgn"), "replaced");
    struct record *record = load(store, EDITED, &version), *base = record_copy(record);
    struct record *lost = load(store, TAKEN_OUT, &lost_version);
    char *bytes = read_file(in_top("replaced/packs/replaced.yaml"), &size), id[64], path[700],
         name[64];
    snprintf(id, sizeof id, "id: '%s'", record->id);
    snprintf(name, sizeof name, "name: '%s'", record_text(record, "event.name"));
    char *game = strstr(bytes, id), *event = game ? strstr(game, name) : NULL;
    assert_non_null(event);
    memset(event + 7, '8', strlen(name) - 8);
    snprintf(id, sizeof id, "id: '%s'", lost->id);
    game = strstr(bytes, id);
    assert_non_null(game);
    game[5] = '7'; /* another id takes its place */
    snprintf(path, sizeof path, "%s.new", in_top("replaced/packs/replaced.yaml"));
    write_file(path, bytes, size);
    assert_int_equal(rename(path, in_top("replaced/packs/replaced.yaml")), 0);
    record_set_text(record, "event.site", "the second");
    assert_int_equal(store_save(store, record, &version, &why), FAIL_CONFLICT);
    int generation = store_generation(store);
    if (merge_save(store, record, &version, base, NULL, &saving, &why) < 0)
        fail_msg("%s", why.text);
    assert_true(store_generation(store) != generation);
    assert_int_equal(strspn(record_text(saving.merge.record, "event.name"), "8"), strlen(name) - 8);
    assert_string_equal(record_text(saving.merge.record, "event.site"), "the second");
    merge_saving_clear(&saving);
    while (store_scan(store, GAMES))
        continue;
    assert_int_equal(store_count(store), GAMES);
    assert_string_equal(store_listing(store, store_find(store, record->id))->site, "the second");
    struct record *there;
    assert_int_equal(merge_reload(store, lost->id, &there, &lost_version, &why), FAIL_NAME);
    record_free(record);
    record_free(base);
    record_free(lost);
    free(bytes);
    store_close(store);
}

/* If a game is a file and also in a pack, the one in the pack stays, copied out; two in packs
 * cannot be removed, and none is written. */
static void duplicates_in_packs_stay(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    struct store *store = new_archive("twice");
    struct import_report report;
    struct duplicate *pair;
    struct version version, after;
    struct note why = {.text = ""};
    int place[3 * GAMES], differ = -1;
    for (int i = 0; i < 3 * GAMES; i++)
        place[i] = i;
    new_pgn("twice.pgn", GAMES);
    assert_int_equal(
        try_import(store, in_top("twice.pgn"), &(struct import_options){.again = true}, &report),
        0);
    assert_int_equal(try_import(store, in_top("twice.pgn"),
                                &(struct import_options){.pack = "one", .again = true}, &report),
                     0);
    assert_int_equal(store_count(store), 2 * GAMES);
    int pairs = duplicates_find(store, place, 2 * GAMES, &pair);
    assert_int_equal(pairs, GAMES);
    for (int i = 0; i < pairs; i++)
        assert_true(store_is_packed(store, pair[i].first) &&
                    !store_is_packed(store, pair[i].second));
    struct duplicate_ids ids = duplicate_ids_of(store, &pair[4]);
    char id[2][ULID_LENGTH + 1];
    for (int which = 0; which < 2; which++)
        duplicate_id(&ids, which, id[which]);
    free(pair);
    struct record *noted = load(store, store_find(store, id[1]), &version);
    record_set_text(noted, "opening.name", "of the file");
    assert_int_equal(store_save(store, noted, &version, &why), 0);
    if (duplicates_merge(store, id[0], id[1], &differ, &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(store_count(store), 2 * GAMES - 1);
    struct record *kept = load(store, store_find(store, id[0]), &version);
    assert_string_equal(record_text(kept, "opening.name"), "of the file");
    assert_int_equal(store_find(store, id[1]), -1);
    assert_int_equal(try_import(store, in_top("twice.pgn"),
                                &(struct import_options){.pack = "two", .again = true}, &report),
                     0);
    memcpy(id[1], store_listing(store, store_count(store) - 1)->id, sizeof id[1]);
    assert_int_equal(duplicates_merge(store, id[0], id[1], &differ, &why), FAIL_RULE);
    record_free(noted);
    noted = load(store, store_find(store, id[0]), &after);
    assert_memory_equal(after.hash, version.hash, sizeof version.hash);
    record_free(noted);
    record_free(kept);
    store_close(store);
}

/* A pack's games are listed after the files, and not reported before those were read. */
static void a_pack_is_listed_after_the_files(void **state)
{
    (void)state;
    enum { GAMES = 3 };
    struct store *store = new_archive("behind");
    struct import_report report;
    struct duplicate *pair;
    struct note why = {.text = ""};
    int place[2 * GAMES];
    char id[2][ULID_LENGTH + 1];
    for (int i = 0; i < 2 * GAMES; i++)
        place[i] = i;
    new_pgn("behind.pgn", GAMES);
    assert_int_equal(
        try_import(store, in_top("behind.pgn"), &(struct import_options){.again = true}, &report),
        0);
    assert_int_equal(try_import(store, in_top("behind.pgn"),
                                &(struct import_options){.pack = "one", .again = true}, &report),
                     0);
    assert_int_equal(duplicates_find(store, place, 2 * GAMES, &pair), GAMES);
    struct duplicate_ids ids = duplicate_ids_of(store, &pair[1]);
    free(pair);
    for (int which = 0; which < 2; which++)
        duplicate_id(&ids, which, id[which]);
    store_close(store);
    assert_int_equal(store_open(&store, in_top("behind"), NULL, &why), 0);
    int at = store_find(store, id[0]);
    assert_true(at < store_count(store));
    assert_int_equal(store_remove(store, id[0], NULL, &why), FAIL_RULE);
    assert_non_null(strstr(why.text, "is in the pack 'one'"));
    if (duplicates_merge(store, id[0], id[1], NULL, &why) < 0)
        fail_msg("%s", why.text);
    store_close(store);
}

/* Filtering all headers together gives the same as testing each listing alone. */
static void filtering_together_equals_testing_each(void **state)
{
    (void)state;
    static const char *const queries[] = {"white:\"player 1\"",
                                          "black:5",
                                          "red:mia",
                                          "player:mia",
                                          "event:1",
                                          "site:\"Site 3\"",
                                          "round:2",
                                          "date:1950..1960",
                                          "date:>=1999",
                                          "variant:tri*",
                                          "variant:class*",
                                          "family:croatian",
                                          "result:draw",
                                          "result:*",
                                          "eco:C4*",
                                          "plies:2..3",
                                          "plies:0",
                                          "id:01",
                                          "status:damaged",
                                          "status:good",
                                          "!white:4 plies:>1",
                                          "-site:3 | site:4",
                                          "!(result:1-0 | black:7)",
                                          "(event:1 | event:2) !date:1950..1999",
                                          "sort:date site:2",
                                          "in:variations",
                                          "",
                                          "!in:variations"};
    struct store *store = new_archive("sieved");
    struct note why;
    new_pgn("headers.pgn", 200);
    import(store, in_top("headers.pgn"), "headers");
    struct record *three = record_new("triangle-corners-3");
    record_set_player(three, 'w', "Ana");
    record_set_player(three, 'b', "Mia M.");
    record_set_player(three, 'r', "Mia R.");
    record_set_text(three, "event.round", "2");
    record_set_text(three, "opening.eco", "C41");
    struct version version = {0};
    assert_int_equal(store_save(store, three, &version, &why), 0);
    record_free(three);
    char path[700];
    snprintf(path, sizeof path, "%s/games/00000000000000000000000000.yaml", in_top("sieved"));
    write_file(path, "chesscade: [", 12);
    store_close(store);
    store = open_archive("sieved");
    assert_int_equal(store_count(store), 202);
    for (size_t q = 0; q < sizeof queries / sizeof *queries; q++) {
        struct query *query;
        struct finder *finder;
        assert_int_equal(query_parse(queries[q], NULL, &query, &why), 0);
        assert_int_equal(finder_open(&finder, store, NULL, queries[q], NULL, NULL), 0);
        while (finder_step(finder, 7))
            continue;
        int found = 0, fit = 0;
        for (int at = 0; at < store_count(store); at++) {
            struct query_game game = {.listing = store_listing(store, at)};
            bool has = false;
            for (int i = 0; i < finder_count(finder); i++)
                has = has || finder_at(finder, i) == at;
            if (has != query_fits(query, &game, NULL))
                fail_msg("'%s': game %d is %sfound", queries[q], at, has ? "" : "not ");
            found += has;
            fit += !has;
        }
        assert_int_equal(found, finder_count(finder));
        bool telling =
            *queries[q] && !strstr(queries[q], "in:") && strcmp(queries[q], "id:01") != 0;
        if (telling && (!found || !fit))
            fail_msg("'%s' finds %d", queries[q], found);
        finder_close(finder);
        query_free(query);
    }
    store_close(store);
}

/* R18: an archive with a pack, neither of which can be written, nor the index: it can be read,
 * searched, indexed in the user's own folder, and refuses changes. Runs as a user without rights;
 * returns 0, or the line that failed. */
static int read_only_deeds(int games)
{
#define MUST(what)                     \
    do {                               \
        if (!(what))                   \
            return __LINE__ % 250 + 1; \
    } while (0)
    struct store *store;
    struct index *index;
    struct version version;
    struct record *record;
    struct note why = {.text = ""};
    static const char query[] =
        "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\" white:player";
    for (int turn = 0; turn < 3; turn++) { /* the first time makes the sidecar of the list, the
                                              second one the index */
        MUST(store_open(&store, in_top("shut"), NULL, &why) == 0);
        while (store_scan(store, INT_MAX))
            continue;
        MUST(store_count(store) == games && !store_writable(store, &why) &&
             strstr(why.text, "read only"));
        MUST(store_load(store, games / 2, &record, &version, NULL, &why) == 0);
        record_set_text(record, "event.name", "changed");
        MUST(store_save(store, record, &version, &why) == FAIL_SYSTEM &&
             strstr(why.text, "read only"));
        /* The edit is kept as a draft */
        MUST(store_draft_save(store, record, &version, &why) == 0);
        MUST(store_remove(store, record->id, &version, &why) < 0);
        record_free(record);
        struct pack_writer *writer;
        struct pack_mark mark;
        MUST(pack_writer_begin(&writer, store, "other", "source", &mark, &why) == FAIL_SYSTEM);
        index = NULL;
        if (turn == 1) {
            MUST(index_open(&index, store, true, &why) == 0);
            while (index_step(index, 100, NULL, NULL))
                continue;
            MUST(!index_wanted(index, store));
        }
        char *places = found(store, query);
        MUST(strlen(places) > 20);
        MUST(index_of(store, &(int){0}) == index);
        free(places);
        index_close(index);
        store_close(store);
    }
    return 0;
#undef MUST
}

static void a_read_only_pack_can_be_read(void **state)
{
    (void)state;
    enum { GAMES = 100, NOBODY_ID = 65534 };
    struct store *store = new_archive("shut");
    char *before = NULL;
    new_pgn("shut.pgn", GAMES);
    import(store, in_top("shut.pgn"), "shut");
    before = found(store, "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"");
    assert_true(strlen(before) > 20);
    free(before);
    store_close(store);
    static const char *const folders[] = {"", "/packs", "/games", "/.index", "/.lock"};
    unlink(in_top("shut/.index/shut.headers"));
    unlink(in_top("shut/.index/.gitignore"));
    rmdir(in_top("shut/.index"));
    assert_int_equal(mkdir(in_top("own"), 0777), 0);
    assert_int_equal(chmod(in_top("own"), 0777), 0);
    assert_int_equal(chmod(top, 0755), 0);
    assert_int_equal(chmod(in_top("shut/archive.yaml"), 0444), 0);
    assert_int_equal(chmod(in_top("shut/packs/shut.yaml"), 0444), 0);
    for (size_t i = sizeof folders / sizeof *folders; i-- > 0;) {
        char path[800];
        snprintf(path, sizeof path, "%s%s", in_top("shut"), folders[i]);
        chmod(path, 0555);
    }
    pid_t child = fork();
    if (child == 0) {
        char own[700];
        snprintf(own, sizeof own, "%s", in_top("own"));
        setenv("XDG_CACHE_HOME", own, 1);
        setenv("XDG_DATA_HOME", own, 1);
        setenv("XDG_STATE_HOME", own, 1);
        setenv("HOME", own, 1);
        if (geteuid() == 0 && (setgid(NOBODY_ID) < 0 || setuid(NOBODY_ID) < 0))
            _exit(1);
        if (access(top, X_OK) < 0)
            _exit(0); /* other users cannot enter the folder for temporary files */
        _exit(read_only_deeds(GAMES));
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        continue;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(access(in_top("shut/.index"), F_OK) < 0); /* nothing was created there */
    assert_true(access(in_top("own/chesscade"), F_OK) == 0);
    chmod(in_top("shut"), 0755);
    chmod(in_top("shut/packs"), 0755);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pack_behaves_like_files),
        cmocka_unit_test(reading_in_pieces_gives_the_same_games),
        cmocka_unit_test(directives_are_not_games),
        cmocka_unit_test(editing_copies_a_game_out_of_the_pack),
        cmocka_unit_test(two_users_who_edit_a_pack_game_are_merged),
        cmocka_unit_test(a_replaced_pack_is_merged_with),
        cmocka_unit_test(duplicates_in_packs_stay),
        cmocka_unit_test(a_pack_is_listed_after_the_files),
        cmocka_unit_test(the_index_counts_the_listed_games),
        cmocka_unit_test(filtering_together_equals_testing_each),
        cmocka_unit_test(a_read_only_pack_can_be_read),
    };
    return cmocka_run_group_tests_name("pack", tests, make_top, drop_top);
}
