/* test_pack.c - packs: imported, cut off and continued, listed, found, edited; and their sidecars are only a cache. */
#include "config.h"
#include "tests/testing.h"

#include "archive/finder.h"
#include "archive/import.h"
#include "archive/pack_parts.h"
#include "archive/pack_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char top[256];

static const char *in_top(const char *name)
{
    return in_folder(top, name);
}

static int make_top(void **state)
{
    (void)state;
    return make_folder(top, "pack") ? 0 : -1;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct store *open_archive(const char *name)
{
    struct store *store = NULL;
    struct note why = {.text = ""};
    if (store_open(&store, in_top(name), NULL, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return store;
}

static struct store *new_archive(const char *name)
{
    struct note why = {.text = ""};
    if (store_create(in_top(name), name, &why) < 0)
        fail_msg("%s: %s", name, why.text);
    return open_archive(name);
}

/* A PGN file of games that differ in everything a list shows. */
static const char *new_pgn(const char *name, int games)
{
    static const char *const lines[] = {"1. e4 e5 2. Nf3 Nc6", "1. d4 {a quiet one} d5 (1... Nf6 2. c4) 2. c4", "1. c4", "",
                                        "1. e4 c5 2. Nf3 d6 $1 3. d4"};
    static const char *const scores[] = {"1-0", "0-1", "1/2-1/2", "*"};
    struct yaml_text text = {0};
    for (int i = 0; i < games; i++) {
        char game[400];
        snprintf(game, sizeof game,
                 "[Event \"%d\"]\n[Site \"Site %d\"]\n[Date \"19%02d.0%d.??\"]\n[White \"Player %d\"]\n[Black \"Bi\xC3\xA9re %d\"]\n"
                 "[Result \"%s\"]\n\n%s %s\n\n",
                 i, i % 7, i % 100, 1 + i % 9, i % 13, i % 17, scores[i % 4], lines[i % 5], scores[i % 4]);
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top(name), text.v, (size_t)text.n);
    yaml_text_clear(&text);
    return in_top(name);
}

/* As if written an hour ago: what is made from a file as new as itself is not believed. */
static void make_older(const char *path)
{
    struct timespec times[2] = {{.tv_sec = time(NULL) - 3600}, {.tv_sec = time(NULL) - 3600}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static int try_import(struct store *store, const char *path, const struct import_options *options,
                      struct import_report *report)
{
    struct note why = {.text = ""};
    int result = import_file(store, path, options, report, &why);
    if (result < 0)
        print_message("# %s\n", why.text);
    while (store_scan(store, INT_MAX))
        continue;
    return result;
}

static struct import_report import(struct store *store, const char *path, const char *pack)
{
    struct import_report report;
    assert_int_equal(try_import(store, path, &(struct import_options){.pack = pack}, &report), 0);
    return report;
}

static struct record *load(struct store *store, int at, struct version *version)
{
    struct record *record = NULL;
    struct note why = {.text = ""};
    if (store_load(store, at, &record, version, NULL, &why) < 0)
        fail_msg("game %d: %s", at, why.text);
    return record;
}

/* The places of the games a query finds, as a text, owned. */
static char *found(struct store *store, const char *query)
{
    struct finder *finder;
    struct yaml_text out = {0};
    yaml_text_add(&out, "", 0);
    assert_int_equal(finder_open(&finder, store, NULL, query, NULL, NULL), 0);
    while (finder_step(finder, 100))
        continue;
    for (int i = 0; i < finder_count(finder); i++) {
        char at[40];
        snprintf(at, sizeof at, "%d@%d ", finder_at(finder, i), finder_hit(finder, i)->ply);
        yaml_text_add(&out, at, strlen(at));
    }
    finder_close(finder);
    return out.v;
}

static void same_listing(const struct listing *one, const struct listing *other, bool ids)
{
    assert_string_equal(one->event, other->event);
    assert_string_equal(one->site, other->site);
    assert_string_equal(one->date, other->date);
    assert_string_equal(one->score, other->score);
    assert_string_equal(one->variant, other->variant);
    assert_string_equal(one->why, other->why);
    assert_int_equal(one->plies, other->plies);
    assert_int_equal(one->cascaded, other->cascaded);
    assert_int_equal(one->notes, other->notes);
    assert_int_equal(one->damaged, other->damaged);
    assert_int_equal(one->place.line, other->place.line);
    assert_int_equal(one->place.column, other->place.column);
    assert_int_equal(one->players, other->players);
    for (int i = 0; i < one->players; i++) {
        assert_int_equal(one->side[i], other->side[i]);
        assert_string_equal(one->player[i], other->player[i]);
    }
    if (ids)
        assert_string_equal(one->id, other->id);
}

/* The games of a pack are what they would be as files: in the list, opened, found. */
static void a_pack_is_like_files(void **state)
{
    (void)state;
    enum { GAMES = 300 };
    static const char *const queries[] = {"", "white:player date:1950..1960", "player:\"player 3\" result:1-0", "quiet",
                                          "\"bi\xC3\xA9re 4\" | plies:<2", "has:line", "!site:\"site 1\" move:Nf3",
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
        assert_true(*one); /* a query that finds nothing tells nothing */
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
    store_close(files);
    store_close(packed);
}

/* Killed, cancelled, and gone on with: every game once, in the order of the file. */
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

static void a_cut_off_import_goes_on(void **state)
{
    (void)state;
    enum { GAMES = 9000 };
    struct store *store = new_archive("cut");
    struct import_report report;
    new_pgn("long.pgn", GAMES);
    for (int from = 0; from <= 4500; from += 1500) {
        struct stopping stopping = {from, from % 1000 != 0};
        struct import_options options = {.pack = "long", .progress = stop_after, .argument = &stopping};
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
        assert_true(access(in_top("cut/packs/long.yaml"), F_OK) < 0); /* no pack before it is whole */
        /* Another file does not get mixed up with it once something was certain. */
        if (!stopping.kill && from) {
            new_pgn("other.pgn", 3);
            assert_int_equal(try_import(store, in_top("other.pgn"), &(struct import_options){.pack = "long"}, &report),
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
    assert_int_equal(try_import(store, in_top("other.pgn"), &(struct import_options){.pack = "long"}, &report),
                     FAIL_CONFLICT); /* there is such a pack */
    assert_int_equal(try_import(store, in_top("other.pgn"), &(struct import_options){.pack = "../x"}, &report), FAIL_NAME);
    store_close(store);
}

/* A pack's games in portions and as pieces of the file at the same time: the same, whatever stands in it. */
/* A stream brings ids along: games the archive has, in files, in other packs or earlier in the stream, are passed over, also
 * where an import goes on. */
static void known_ids_are_passed_over(void **state)
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
    /* twice in itself */
    report = import(known, in_top("half.yaml"), "half");
    assert_int_equal(report.games, HALF);
    report = import(known, in_top("twice.yaml"), "twice");
    assert_int_equal(report.games, GAMES - HALF);
    assert_int_equal(report.there, GAMES + HALF);
    assert_int_equal(store_count(known), GAMES);
    /* all of it there: no pack, no files */
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
    /* a file of its own is known, too; and stopped in the middle, what was packed before is */
    known = new_archive("stopped");
    write_file(in_top("one.yaml"), bytes, (size_t)(strstr(bytes + 4, "\n---\n") + 1 - bytes));
    assert_int_equal(import(known, in_top("one.yaml"), NULL).games, 1);
    struct stopping stopping = {1000, 0};
    struct import_options options = {.pack = "twice", .progress = stop_after, .argument = &stopping};
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

static void pieces_make_the_whole(void **state)
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

/* Editing a game copies it out; the copy stands for it until it is deleted. The pack is only read. */
static void editing_copies_out(void **state)
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
    assert_true(store_generation(store) != generation); /* the games before it are one place further */
    for (int again = 0; again < 2; again++) {
        assert_int_equal(store_count(store), GAMES);
        int at = store_find(store, record->id), edited = 0;
        assert_string_equal(store_listing(store, at)->event, "edited");
        for (int i = 0; i < GAMES; i++)
            edited += !strcmp(store_listing(store, i)->id, record->id);
        assert_int_equal(edited, 1);
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(store_find(store, store_listing(store, i)->id), i);
        store_close(store); /* and the same when it is opened anew */
        store = open_archive("edited");
    }
    /* Who began with the pack's game as well is told. */
    struct record *late = record_copy(record);
    record_set_text(late, "event.name", "edited otherwise");
    assert_int_equal(store_save(store, late, &stale, &why), FAIL_CONFLICT);
    assert_int_equal(store_remove(store, store_listing(store, GAMES - 1)->id, &version, &why), FAIL_RULE);
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

/* Sidecars: absent, cut off, with any byte changed, of another pack, of the pack as it was: the same list. */
static void sidecars_are_only_a_cache(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    struct store *store = new_archive("cache");
    new_pgn("first.pgn", GAMES);
    new_pgn("second.pgn", GAMES / 2);
    import(store, in_top("first.pgn"), "first");
    import(store, in_top("second.pgn"), "second");
    make_older(in_top("cache/packs/first.yaml"));
    make_older(in_top("cache/packs/second.yaml"));
    store_close(store);
    store = open_archive("cache");
    size_t size, other_size, pack_size;
    char *good = read_file(in_top("cache/.index/first.headers"), &size);
    char *other = read_file(in_top("cache/.index/second.headers"), &other_size);
    struct listing copy[GAMES];
    for (int i = 0; i < GAMES; i++)
        copy[i] = *store_listing(store, i);
    for (int turn = 0; turn < 40; turn++) {
        const char *path = in_top("cache/.index/first.headers");
        if (turn == 0) {
            unlink(path);
        } else if (turn == 1) {
            write_file(path, other, other_size);
        } else if (turn < 10) {
            write_file(path, good, size * (size_t)(turn - 2) / 8);
        } else {
            size_t at = (size_t)(turn - 10) * size / 30;
            good[at] ^= 1;
            write_file(path, good, size);
            good[at] ^= 1;
        }
        struct store *again = open_archive("cache");
        assert_int_equal(store_count(again), GAMES + GAMES / 2);
        for (int i = 0; i < GAMES; i++)
            same_listing(&copy[i], store_listing(again, i), true);
        store_close(again);
        size_t made_size;
        char *made = read_file(in_top("cache/.index/first.headers"), &made_size);
        assert_int_equal(made_size, size); /* made anew */
        free(made);
    }
    /* Another pack of the same size and times under the same name. */
    struct stat stat_of;
    assert_int_equal(stat(in_top("cache/packs/first.yaml"), &stat_of), 0);
    char *pack = read_file(in_top("cache/packs/first.yaml"), &pack_size);
    memcpy(strstr(pack, "Player"), "Reyalp", 6);
    write_file(in_top("cache/packs/first.yaml"), pack, pack_size);
    assert_int_equal(utimensat(AT_FDCWD, in_top("cache/packs/first.yaml"), (struct timespec[2]){stat_of.st_atim, stat_of.st_mtim}, 0),
                     0);
    assert_true(store_refresh(store));
    while (store_scan(store, 7))
        continue;
    assert_int_equal(strncmp(store_listing(store, 0)->player[0], "Reyalp", 6), 0);
    assert_int_equal(unlink(in_top("cache/packs/first.yaml")), 0);
    assert_true(store_refresh(store));
    assert_int_equal(store_count(store), GAMES / 2);
    store_close(store);
    free(good);
    free(other);
    free(pack);
}

/* A long list waits until more than a screen of it is asked for; what it says first is what it says then. One that is
 * damaged behind its head is found out when it is asked for. */
static void a_long_list_waits(void **state)
{
    (void)state;
    enum { GAMES = 20500, LOOKED_AT = 30 };
    struct yaml_text text = {0};
    struct listing first[LOOKED_AT];
    store_close(new_archive("long"));
    for (int i = 0; i < GAMES; i++) {
        char game[300];
        snprintf(game, sizeof game,
                 "---\nchesscade: 1\nid: '01M80D4X0G9JE61NP9C%07d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                 "players: [{side: 'w', name: 'Player %d'}, {side: 'b', name: 'B'}]\nresult: {score: '*'}\nmoves: []\n", i, i);
        yaml_text_add(&text, game, strlen(game));
    }
    mkdir(in_top("long/packs"), 0777);
    write_file(in_top("long/packs/all.yaml"), text.v, (size_t)text.n);
    make_older(in_top("long/packs/all.yaml"));
    store_close(open_archive("long")); /* the list is made */
    size_t size;
    char *good = read_file(in_top("long/.index/all.headers"), &size);
    for (int damaged = 0; damaged < 2; damaged++) {
        struct store *store;
        good[size / 2] ^= damaged;
        write_file(in_top("long/.index/all.headers"), good, size);
        assert_int_equal(store_open(&store, in_top("long"), NULL, NULL), 0);
        assert_int_equal(store_count(store), 0);
        assert_int_equal(store_total(store), GAMES);
        assert_true(store_scan(store, LOOKED_AT));
        assert_int_equal(store_count(store), LOOKED_AT);
        for (int i = 0; i < LOOKED_AT; i++) {
            first[i] = *store_listing(store, i);
            assert_int_equal(atoi(first[i].player[0] + strlen("Player ")), i);
        }
        assert_int_equal(store_scan(store, 500), damaged);
        assert_int_equal(store_count(store), damaged ? LOOKED_AT + 500 : GAMES);
        while (store_scan(store, 5000))
            continue;
        assert_int_equal(store_count(store), GAMES);
        for (int i = 0; i < LOOKED_AT; i++)
            assert_string_equal(store_listing(store, i)->id, first[i].id);
        assert_string_equal(store_listing(store, GAMES - 1)->player[0], "Player 20499");
        store_close(store);
    }
    free(good);
    yaml_text_clear(&text);
}

/* Headers, sieved together, against each listing tried by itself. */
static void sieving_is_trying(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "white:\"player 1\"", "black:5", "red:mia", "player:mia", "event:1", "site:\"Site 3\"", "round:2", "date:1950..1960",
        "date:>=1999", "variant:tri*", "variant:class*", "family:croatian", "result:draw", "result:*", "eco:C4*", "plies:2..3",
        "plies:0", "id:01", "status:damaged", "status:good", "!white:4 plies:>1", "-site:3 | site:4", "!(result:1-0 | black:7)",
        "(event:1 | event:2) !date:1950..1999", "sort:date site:2", "in:variations", "", "!in:variations"};
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
        bool telling = *queries[q] && !strstr(queries[q], "in:") && strcmp(queries[q], "id:01") != 0;
        if (telling && (!found || !fit))
            fail_msg("'%s' finds %d", queries[q], found);
        finder_close(finder);
        query_free(query);
    }
    store_close(store);
}

/* The index of positions: none, all of it, a part, damaged anywhere, another pack's: the same games are found. */
static void positions_are_the_same(void **state)
{
    (void)state;
    enum { GAMES = 200 }; /* many enough that some need not be tried */
    static const char query[] = "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"";
    struct store *store = new_archive("places");
    new_pgn("many_places.pgn", GAMES);
    import(store, in_top("many_places.pgn"), "many_places");
    char *without = found(store, query);
    assert_true(strlen(without) > 20);
    store_close(store);
    char *good = NULL;
    size_t size = 0;
    for (int turn = 0; turn < 70; turn++) {
        const char *path = in_top("places/.index/many_places.positions");
        if (turn == 1) {
            int folder = open(in_top("places/packs"), O_RDONLY | O_DIRECTORY), done;
            struct sidecar_place beside = {.folder = open(in_top("places/.index"), O_RDONLY | O_DIRECTORY)};
            struct pack *pack;
            struct note why;
            assert_int_equal(pack_open(&pack, folder, "many_places.yaml", &beside, &yaml_limits_default, &why), 0);
            while (pack_index_step(pack, &done))
                continue;
            assert_int_equal(done, GAMES);
            pack_close(pack);
            close(folder);
            close(beside.folder);
            good = read_file(path, &size);
            assert_true(size > GAMES * 8);
        } else if (turn >= 2 && turn < 12) {
            write_file(path, good, size * (size_t)(turn - 2) / 10);
        } else if (turn >= 60) { /* how many games a piece has is part of what is checked */
            char *games = good + PIECES_HEAD + offsetof(struct positions_piece, games);
            *games = (char)((GAMES & 0xFF) - (turn - 59));
            write_file(path, good, size);
            *games = (char)GAMES;
        } else if (turn >= 12) {
            size_t at = (size_t)(turn - 12) * size / 48;
            good[at] ^= 4;
            write_file(path, good, size);
            good[at] ^= 4;
        }
        store = open_archive("places");
        char *with = found(store, query);
        assert_string_equal(with, without);
        free(with);
        store_close(store);
    }
    free(without);
    free(good);
}

/* Positions and texts of another pack with as many games, or of the pack as it was: they are not believed. */
static void pieces_of_others_are_none(void **state)
{
    (void)state;
    enum { GAMES = 120, FILES = 2, QUERIES = 3 };
    static const char *const files[FILES] = {"positions", "texts"};
    static const char *const queries[QUERIES] = {"pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"", "text:quiet",
                                                 "text:loud"};
    char from[300], to[300], *game = memory_new(GAMES, 100), *truth[QUERIES];
    struct store *store = new_archive("others");
    size_t used = 0, size;
    for (int i = 0; i < GAMES; i++)
        text_add(game, GAMES * 100, &used, "[White \"%d\"]\n\n1. %s *\n\n", i, i % 3 ? "d4 {quiet}" : "e4 {loud}");
    write_file(in_top("one.pgn"), game, used);
    for (char *at = game; (at = strstr(at, "1. ")); at++)
        at[3] = at[3] == 'd' ? 'e' : 'd';
    for (char *at = game; (at = strstr(at, "{quiet}")); at++)
        memcpy(at, "{loud}.", 6);
    write_file(in_top("two.pgn"), game, used);
    import(store, in_top("one.pgn"), "one");
    import(store, in_top("two.pgn"), "two");
    store_close(store);
    make_older(in_top("others/packs/one.yaml"));
    make_older(in_top("others/packs/two.yaml"));
    store = open_archive("others");
    for (int q = 0; q < QUERIES; q++)
        truth[q] = found(store, queries[q]);
    assert_string_not_equal(truth[0], truth[1]);
    int done, total;
    while (store_packs_index(store, &done, &total))
        continue;
    assert_int_equal(done, 2 * GAMES);
    store_close(store);
    for (int turn = 0; turn <= FILES; turn++) {
        if (turn < FILES) {
            snprintf(from, sizeof from, "%s/.index/one.%s", in_top("others"), files[turn]);
            snprintf(to, sizeof to, "%s/.index/two.%s", in_top("others"), files[turn]);
            char *bytes = read_file(from, &size);
            write_file(to, bytes, size);
            free(bytes);
        } else
            utimensat(AT_FDCWD, in_top("others/packs/one.yaml"), (struct timespec[]){{1e9, 0}, {1e9, 0}}, 0);
        store = open_archive("others");
        for (int q = 0; q < QUERIES; q++) {
            char *now = found(store, queries[q]);
            if (strcmp(now, truth[q]) != 0)
                fail_msg("turn %d: '%s' finds\n%s\nand not\n%s", turn, queries[q], now, truth[q]);
            free(now);
        }
        store_close(store);
    }
    for (int q = 0; q < QUERIES; q++)
        free(truth[q]);
    free(game);
}

/* Of a pack written a moment before it was indexed it is not certain that it stayed so: its index is none. */
static void pieces_of_a_pack_just_written_are_none(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    int done, total;
    struct store *store = new_archive("fresh");
    new_pgn("fresh.pgn", GAMES);
    import(store, in_top("fresh.pgn"), "fresh");
    store_close(store);
    for (int old = 0; old < 2; old++) {
        if (old)
            make_older(in_top("fresh/packs/fresh.yaml"));
        else /* not by an import, which sees to that itself */
            assert_int_equal(utimensat(AT_FDCWD, in_top("fresh/packs/fresh.yaml"), NULL, 0), 0);
        store = open_archive("fresh");
        while (store_packs_index(store, &done, &total))
            continue;
        store_close(store);
        store = open_archive("fresh");
        free(found(store, "text:quiet"));
        assert_int_equal(store->shelf[0].pack->texts.games, old ? GAMES : 0);
        store_close(store);
    }
}

/* A pack of games one knows all positions of: every third begins with 1. d4, and every fourth has 1... c5 as a variation. */
enum { KNOWN_GAMES = PIECE_GAMES + 2000 }; /* two pieces */

static void known_pack(const char *name)
{
    struct yaml_text text = {0};
    char path[300], game[400];
    store_close(new_archive(name));
    for (int i = 0; i < KNOWN_GAMES; i++) {
        snprintf(game, sizeof game,
                 "---\nchesscade: 1\nid: '01M80D4X0G9JE61NP9D%07d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                 "players: [{side: 'w', name: 'A'}, {side: 'b', name: 'B'}]\nresult: {score: '*'}\nmoves:\n- '%s'\n%s", i,
                 i % 3 ? "e4" : "d4", i % 4 ? "- 'e5'\n" : "- m: 'e5'\n  alts:\n  - moves: ['c5']\n");
        yaml_text_add(&text, game, strlen(game));
    }
    snprintf(path, sizeof path, "%s/packs", in_top(name));
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/packs/all.yaml", in_top(name));
    write_file(path, text.v, (size_t)text.n);
    make_older(path);
    yaml_text_clear(&text);
    store_close(open_archive(name)); /* its list is made */
}

/* Build the positions of that pack, or go on with it. */
static void build_positions(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/packs", in_top(name));
    int folder = open(path, O_RDONLY | O_DIRECTORY), done;
    snprintf(path, sizeof path, "%s/.index", in_top(name));
    struct sidecar_place beside = {.folder = open(path, O_RDONLY | O_DIRECTORY)};
    struct pack *pack;
    struct note why;
    assert_int_equal(pack_open(&pack, folder, "all.yaml", &beside, &yaml_limits_default, &why), 0);
    while (pack_scan(pack, 5000))
        continue;
    while (pack_index_step(pack, &done))
        continue;
    assert_int_equal(done, KNOWN_GAMES);
    pack_close(pack);
    close(folder);
    close(beside.folder);
}

static int count_found(struct store *store, const char *query)
{
    struct finder *finder;
    assert_int_equal(finder_open(&finder, store, NULL, query, NULL, NULL), 0);
    while (finder_step(finder, 1000))
        continue;
    int n = finder_count(finder);
    finder_close(finder);
    return n;
}

/* The answers are known without asking anything of ours. */
static void known_positions_are_found(const char *name)
{
    int d4 = (KNOWN_GAMES + 2) / 3, c5 = (KNOWN_GAMES + 3) / 4, both = (KNOWN_GAMES + 11) / 12;
    struct store *store = open_archive(name);
    assert_int_equal(count_found(store, "pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\""), d4);
    static const char sicilian[] = "pos:\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\"";
    static const char benoni[] = "pos:\"rnbqkbnr/pp1ppppp/8/2p5/3P4/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 2\" in:variations";
    char everywhere[200];
    snprintf(everywhere, sizeof everywhere, "%s in:variations", sicilian);
    assert_int_equal(count_found(store, sicilian), 0);
    assert_int_equal(count_found(store, everywhere), c5 - both);
    assert_int_equal(count_found(store, benoni), both);
    assert_int_equal(count_found(store, "pos:\"rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 1\""), 0);
    store_close(store);
}

/* Building the positions is killed anywhere, and cut off anywhere: it goes on, to the same bytes as without. */
static void killed_positions_go_on(void **state)
{
    enum { KILLS = 3, CUTS = 3 };
    char path[300];
    size_t size, again_size;
    (void)state;
    known_pack("killed");
    snprintf(path, sizeof path, "%s/.index/all.positions", in_top("killed"));
    build_positions("killed");
    char *whole = read_file(path, &size);
    known_positions_are_found("killed");
    for (int turn = 0; turn < KILLS + CUTS; turn++) {
        unlink(path);
        if (turn < KILLS) {
            struct stat stat_of;
            int status = 0;
            pid_t child = fork();
            if (child == 0) {
                build_positions("killed");
                _exit(0);
            }
            while ((stat(path, &stat_of) < 0 || (size_t)stat_of.st_size < size * (size_t)turn / KILLS) &&
                   waitpid(child, &status, WNOHANG) == 0)
                nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
            kill(child, SIGKILL);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR)
                continue;
        } else {
            write_file(path, whole, size * (size_t)(turn - KILLS + 1) / (CUTS + 1));
        }
        if (turn % 2)
            known_positions_are_found("killed"); /* as far as it is there */
        build_positions("killed");
        char *again = read_file(path, &again_size);
        /* The head says when it was made. */
        if (again_size != size || memcmp(again + PIECES_HEAD, whole + PIECES_HEAD, size - PIECES_HEAD) != 0)
            fail_msg("turn %d: %zu bytes, not the %zu of before, or others", turn, again_size, size);
        free(again);
    }
    known_positions_are_found("killed");
    free(whole);
}

/* R18: an archive with a pack that cannot be written, nor its index: read, found in, indexed in the user's own folder, refused
 * to be changed. As a user who has no rights in it; 0, or the line where it went wrong. */
static int read_only_deeds(int games)
{
#define MUST(what) do { if (!(what)) return __LINE__ % 250 + 1; } while (0)
    struct store *store;
    struct index *index;
    struct version version;
    struct record *record;
    struct note why = {.text = ""};
    static const char query[] = "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\" white:player";
    for (int turn = 0; turn < 3; turn++) { /* the first time makes the list's sidecar, the second one the index */
        MUST(store_open(&store, in_top("shut"), NULL, &why) == 0);
        while (store_scan(store, INT_MAX))
            continue;
        MUST(store_count(store) == games && !store_writable(store, &why) && strstr(why.text, "read only"));
        MUST(store_load(store, games / 2, &record, &version, NULL, &why) == 0);
        record_set_text(record, "event.name", "changed");
        MUST(store_save(store, record, &version, &why) == FAIL_SYSTEM && strstr(why.text, "read only"));
        MUST(store_draft_save(store, record, &version, &why) == 0); /* the edit is kept all the same */
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

/* Forget the list kept beside a pack, have it made by going through the file, and hold it against what it was. */
static void list_is_as_scanned(const char *archive, const char *pack)
{
    enum { HEAD = 664 /* bytes: of which file, and when it was made */ };
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

/* What is listed while a pack is written is what a scan of it finds, to the byte. */
static void a_list_made_while_writing_is_the_scanned_one(void **state)
{
    (void)state;
    enum { GAMES = 120, LARGE = 8 << 20 /* from which size an import does so */, FILLING = 4000 };
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
    list_is_as_scanned("adopted", "other"); /* it is there, and nobody has scanned */
    struct yaml_text text = {0};
    for (int i = 0; text.n <= LARGE; i++) {
        char game[FILLING + 300];
        snprintf(game, sizeof game, "[Event \"%d\"]\n[White \"W%d\"]\n[Black \"B\"]\n\n1. e4 {%0*d} %s 2. d4 %s\n\n", i,
                 i % 50, FILLING, i, i % 3 ? "e5" : "Ke5", i % 2 ? "1-0" : "*");
        yaml_text_add(&text, game, strlen(game));
    }
    write_file(in_top("large.pgn"), text.v, (size_t)text.n);
    yaml_text_clear(&text);
    import(store, in_top("large.pgn"), "large");
    store_close(store);
    list_is_as_scanned("adopted", "large");
}

static void a_read_only_pack_is_read(void **state)
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
            _exit(0); /* the folder for temporary files is not everybody's */
        _exit(read_only_deeds(GAMES));
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        continue;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(access(in_top("shut/.index"), F_OK) < 0); /* nothing was made there */
    assert_true(access(in_top("own/chesscade"), F_OK) == 0);
    chmod(in_top("shut"), 0755);
    chmod(in_top("shut/packs"), 0755);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pack_is_like_files),
        cmocka_unit_test(a_cut_off_import_goes_on),
        cmocka_unit_test(a_list_made_while_writing_is_the_scanned_one),
        cmocka_unit_test(known_ids_are_passed_over), cmocka_unit_test(pieces_make_the_whole),
        cmocka_unit_test(editing_copies_out),
        cmocka_unit_test(sidecars_are_only_a_cache),
        cmocka_unit_test(a_long_list_waits),
        cmocka_unit_test(sieving_is_trying),
        cmocka_unit_test(positions_are_the_same), cmocka_unit_test(pieces_of_others_are_none),
        cmocka_unit_test(pieces_of_a_pack_just_written_are_none),
        cmocka_unit_test(killed_positions_go_on),
        cmocka_unit_test(a_read_only_pack_is_read),
    };
    return cmocka_run_group_tests_name("pack", tests, make_top, drop_top);
}
